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

/// The clock of watched pictures begins this long before the program asks for it, so that earlier pictures have a time
/// too.
const BEFORE: Duration = Duration::from_secs(24 * 3600);

/// Converts an instant to the clock of watched pictures.
#[must_use]
pub fn at(instant: Instant) -> Duration {
    let start = *START;
    (BEFORE + instant.saturating_duration_since(start)).saturating_sub(start.saturating_duration_since(instant))
}

/// The time now on the clock of watched pictures.
#[must_use]
pub fn now() -> Duration {
    at(Instant::now())
}
