//! The clock that is handed to what knows none itself.

use std::sync::LazyLock;
use std::time::Duration;
use web_time::Instant;

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The time since this was first asked.
#[must_use]
pub fn since_start() -> Duration {
    START.elapsed()
}
