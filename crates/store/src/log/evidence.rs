//! Evidence of a drop: read by a camera or entered by hand, the confidence of the reading, who confirmed it. A small
//! JSON file beside its picture; like the pictures it may be deleted at any time.
//!
//! ```text
//! pictures/GAME/EVENT.json   {"version":1,"source":"camera","reading":"6-6 6-3","sure":0.99,"doubts":[..],"confirmed":"Anna"}
//! ```

use crate::files::pictures::Pictures;
use crate::id::MatchId;
use serde::{Deserialize, Serialize};
use std::io;

/// Origin of a drop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Entered by hand.
    #[default]
    Hand,
    /// Proposed by the camera.
    Camera,
}

/// Evidence of a drop.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Evidence {
    /// Version of the form, 1.
    pub version: u32,
    /// Origin of the drop.
    pub source: Origin,
    /// The layout as it was read, in the layout's notation; empty if none was.
    pub reading: String,
    /// Confidence of the reading, `0.0..=1.0`.
    pub sure: Option<f32>,
    /// Doubts, in words.
    pub doubts: Vec<String>,
    /// The confirmation: a player, "by itself" for an automatic drop; empty if unknown.
    pub confirmed: String,
}

impl Pictures {
    /// Keeps how event `n` of a game came to be recorded.
    ///
    /// # Errors
    /// If it could not be written. The game does not depend on it.
    pub fn keep_evidence(&self, id: MatchId, n: u32, evidence: &Evidence) -> io::Result<()> {
        let json = serde_json::to_vec(&Evidence { version: 1, ..evidence.clone() })?;
        self.keep_file(id, n, "json", &json)
    }

    /// Returns the evidence of event `n` of a match, if it was kept and can be read.
    #[must_use]
    pub fn evidence(&self, id: MatchId, n: u32) -> Option<Evidence> {
        serde_json::from_slice(&self.get_file(id, n, "json")?).ok()
    }
}
