//! How a drop came to be recorded, in words: read or entered, how sure, who confirmed it.

use crate::store::{Evidence, Origin};

/// "Read by the camera, 97 % sure; confirmed by Anna."
#[must_use]
pub fn recorded(evidence: Option<&Evidence>) -> String {
    let Some(evidence) = evidence else { return "Entered by hand; no reading is kept.".to_owned() };
    let by = match evidence.confirmed.as_str() {
        "" => String::new(),
        name => format!("; confirmed by {name}"),
    };
    let mut words = match evidence.source {
        Origin::Camera => {
            let sure = evidence.sure.map(|sure| format!(", {:.0} % sure", sure * 100.0)).unwrap_or_default();
            format!("Read by the camera{sure}{by}.")
        }
        Origin::Hand => format!("Entered by hand{by}."),
    };
    if !evidence.reading.is_empty() {
        words.push_str(&format!(" It read {}.", evidence.reading));
    }
    if !evidence.doubts.is_empty() {
        words.push_str(&format!(" In doubt: {}.", evidence.doubts.join(", ")));
    }
    words
}
