//! Tests of the pure core: the examples of the rule documents, the laws on random play, the parsers.

#![expect(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "a test may fail, and reads better by value")]

mod corrections;
mod counts;
mod examples;
mod laws;
mod leads;
mod league_forms;
mod notation;
mod oracle;
mod pafos;
mod season;
mod sheets;
mod spanish;
mod table;

// What the fuzz targets check.
#[path = "../../fuzz/src/lib.rs"]
pub mod parse_laws;
