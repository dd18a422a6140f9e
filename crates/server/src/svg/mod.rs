//! Drawings as SVG: the line of play and the peg board. They name no colour: the page's style sheet does, by class.

mod line;
mod pegs;

pub use line::line;
pub use pegs::{PegPair, pegs};

/// Formats a number as briefly as a drawing allows.
fn short(x: f32) -> String {
    let text = format!("{x:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
