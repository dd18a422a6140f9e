//! Tests of the tracker on tables with known truth.

#[path = "../../../eye/tests/eye/layouts/mod.rs"]
mod layouts;
mod states;
mod watch;
