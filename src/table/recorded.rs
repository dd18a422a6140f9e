//! Describes how a drop was recorded: read or entered, with what confidence, and who confirmed it.

use language::say;
use std::borrow::Cow;
use store::{Evidence, Origin};

/// Returns who confirmed it: stored in English, except for a player's name.
fn who(by: &str) -> Cow<'_, str> {
    match by.strip_prefix(server::AT_A_PHONE) {
        Some(address) => say!("the phone at {address}", address).into(),
        None => language::foreign(by).unwrap_or(by).into(),
    }
}

/// "Read by the camera, 97 % sure; confirmed by Anna."
#[must_use]
pub fn recorded(evidence: Option<&Evidence>) -> String {
    let Some(evidence) = evidence else { return say!("Entered by hand; no reading was saved.").to_owned() };
    let by = match evidence.confirmed.as_str() {
        "" => String::new(),
        by => say!("; confirmed by {name}", name = who(by)),
    };
    let mut words = match evidence.source {
        Origin::Camera => {
            let sure = evidence
                .sure
                .map(|sure| say!(", {sure} % confident", sure = format!("{:.0}", sure * 100.0)))
                .unwrap_or_default();
            say!("Read by the camera{sure}{by}.", sure, by)
        }
        Origin::Hand => say!("Entered by hand{by}.", by),
    };
    if !evidence.reading.is_empty() {
        words.push_str(&say!(" It read {reading}.", reading = evidence.reading));
    }
    if !evidence.doubts.is_empty() {
        let doubts: Vec<&str> =
            evidence.doubts.iter().map(|doubt| language::foreign(doubt).unwrap_or(doubt.as_str())).collect();
        words.push_str(&say!(" Uncertain: {doubts}.", doubts = doubts.join(", ")));
    }
    words
}
