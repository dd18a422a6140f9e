//! The commands that read and exchange what is stored.

#![expect(clippy::unwrap_used, reason = "a test says so by failing")]

mod cli;
mod publish;

use store::Timestamp;

/// A moment in November 2023.
const NOW: Timestamp = Timestamp(1_700_000_000_000);
