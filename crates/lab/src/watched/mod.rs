//! Watched games: a game is played before a camera in counted time, a tracker watches it, and one score sums it up.
//!
//! | module | content |
//! | --- | --- |
//! | [`simulated`] | games of simulated players, who wait for the record |
//! | `filmed`, `camera` | games drawn beforehand, and the camera over them |
//! | [`runner`] | one game from its first picture to its last |
//! | [`score`] | its results |
//! | `law`, `fit` | readings of single pictures beside it, and their value |
//! | `remember` | saved output of the networks |
//! | [`notes`] | pictures and explanations of faults and decisions |
//! | `bench` | one tracker for all games of a command |

pub(crate) mod bench;
pub(crate) mod camera;
pub(crate) mod filmed;
mod fit;
mod law;
pub mod notes;
mod remember;
pub mod runner;
pub mod score;
pub mod simulated;

use eye::frame::Frame;
use game::Match;
use game::layout::{Layout, Play, Port};
use game::rules::RuleSet;
use game::tile::Tile;
use simulator::Announcement;
use std::sync::Arc;

/// A game that is played before a camera.
pub trait World {
    /// Returns the record at the beginning.
    ///
    /// # Errors
    /// The rules do not allow such a match.
    fn begin(&self) -> anyhow::Result<Match>;

    /// Returns the next picture that is taken at the time `free` or later, in seconds; `None` at the end.
    ///
    /// # Errors
    /// It cannot be drawn or read.
    fn next(&mut self, free: f64, record: &Match) -> anyhow::Result<Option<Taken>>;

    /// Returns the tiles on the table at this time in the order of play, with one that is still under a hand.
    fn laid(&self, at: f64) -> Vec<Laid>;

    /// Reports whether a person keeps the record right, for which the players wait.
    fn has_person(&self) -> bool;
}

/// A picture of the camera.
#[derive(Clone, Debug)]
pub struct Taken {
    /// Seconds of the game.
    pub at: f64,
    /// The picture, upright.
    pub frame: Arc<Frame>,
    /// Width and height of the upright original in pixels.
    pub size: (u32, u32),
    /// The camera's file, if it sends files.
    pub file: Option<Vec<u8>>,
    /// Number of tiles on the table, and whether a hand is over it.
    pub name: String,
    /// Whether the table is free of hands.
    pub is_resting: bool,
    /// Announcement of the players.
    pub told: Option<Announcement>,
    /// Processor seconds that decoding took.
    pub decoding: f64,
}

/// A tile on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Laid {
    /// The tile.
    pub tile: Tile,
    /// Its place, if the record has the tiles of the table in their order.
    pub play: Option<Play>,
    /// What it is joined to, where the record may lack tiles.
    pub joints: Vec<Joint>,
    /// Time when the hand that played it is gone, seconds of the game.
    pub gone: f64,
}

impl Laid {
    /// Reports whether this play of the record is of this tile and, but for mirror images, at its place.
    fn is(&self, known: &Layout, play: &Play, rules: &RuleSet) -> bool {
        let joined = || {
            let on = play.on.and_then(|on| Some((on, known.play(on.tile)?.tile())));
            self.joints.is_empty()
                || on.is_none_or(|(on, tile)| self.joints.iter().any(|joint| joint.is(tile, on.port)))
        };
        self.tile == play.tile() && self.play.map_or_else(joined, |truth| same_place(known, play, &truth, rules))
    }
}

/// A tile that touches another on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The other tile.
    pub to: Tile,
    /// Whether it was played at a short end of that crosswise double; `None` where that tile came later.
    pub at_end: Option<bool>,
}

impl Joint {
    fn is(self, tile: Tile, port: Port) -> bool {
        self.to == tile && self.at_end.is_none_or(|at_end| at_end == matches!(port, Port::End1 | Port::End2))
    }
}

/// Reports whether two plays of a tile are the same but for mirror images, which look alike.
fn same_place(known: &Layout, a: &Play, b: &Play, rules: &RuleSet) -> bool {
    let after = |play: &Play| {
        let mut layout = known.clone();
        layout.lay_as_it_lies(*play).ok()?;
        let mut ends: Vec<_> = layout.ends(rules).map(|end| (end.pip, end.counts)).collect();
        ends.sort_unstable();
        Some((layout.open_pips(rules), ends))
    };
    a == b || a.on.map(|on| on.tile) == b.on.map(|on| on.tile) && after(a) == after(b)
}

/// Returns the processor seconds of this program so far; 0 where the system does not count them.
fn cpu_seconds() -> f64 {
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else { return 0.0 };
    let spent = tasks.flatten().filter_map(|task| {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    });
    spent.sum::<u64>() as f64 / 1e9
}
