//! Tests of the tracker on tables with known truth.

#[expect(dead_code, reason = "tests of the eye use the rest")]
#[path = "../../../eye/tests/eye/layouts/mod.rs"]
mod layouts;
mod states;
mod watch;
