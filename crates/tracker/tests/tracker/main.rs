//! Tests of the tracker on tables whose truth is known.

mod fused;
#[path = "../../../eye/tests/eye/layouts/mod.rs"]
mod layouts;
mod watch;
