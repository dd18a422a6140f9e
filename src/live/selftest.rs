//! The self test beside the window.

use crate::worker::{Bench, Worker};
use eye_jobs::{Networks, SelfTest, self_test};
use std::io;

/// A worker for the self test beside the window.
pub type Tester = Worker<(), SelfTest>;

/// Starts the tester.
///
/// # Errors
/// The system has no thread left.
pub fn tester(wake: impl Fn() + Send + 'static) -> io::Result<Tester> {
    let make = || |(), _: &Bench<SelfTest>| self_test(&Networks::BuiltIn);
    Worker::beside("self test", wake, make, |()| Vec::new(), SelfTest::from_bytes)
}
