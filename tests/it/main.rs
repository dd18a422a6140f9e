//! Tests of the pure core: the examples of the rule documents, the laws on random play, the parsers.

mod examples;
mod laws;
mod notation;
mod pafos;
mod table;
