//! Self test: a drawn table with known tiles must be read correctly.

use language::say;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use web_time::Instant;

use crate::Networks;
use eye::Reader;
use eye::detect::Eye;
use eye::detect::eye::Params;
use eye::picture::Picture;
use game::rules::PRESETS;
use game::tile::Tile;
use scene::{Standpoint, TableScene, render};

/// The tiles of the known picture, in order.
const TILES: [(u8, u8); 3] = [(6, 4), (4, 4), (6, 2)];

/// Result of the self test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfTest {
    /// Whether everything was read correctly.
    pub ok: bool,
    /// In words.
    pub words: String,
    /// Time of the look itself.
    pub took: Duration,
}

impl SelfTest {
    /// Packs the result for another Web Worker.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// The result again; `None` for other bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }
}

/// Reads a known picture. Takes about a second.
#[must_use]
pub fn self_test(networks: &Networks) -> SelfTest {
    let failed = |words: String| SelfTest { ok: false, words, took: Duration::ZERO };
    let mut detector = match networks.load() {
        Ok(detector) => detector,
        Err(error) => return failed(error.to_string()),
    };
    let mut table = TableScene::new(5, Standpoint::USUAL, 6, "fives_and_threes");
    let laid = table.start(TILES[0])
        && TILES[1..].iter().all(|&tile| {
            let values = table.layer().open_values();
            let end = values.iter().position(|&value| tile.0 == value || tile.1 == value);
            end.is_some_and(|end| table.lay(end, tile))
        });
    let Some((frame, _)) = render(&table.scene(None), 1).filter(|_| laid) else {
        return failed(say!("can't draw the known picture").to_owned());
    };
    let engine = detector.engine();
    let start = Instant::now();
    let mut reader = Reader::new(Eye::new(detector, Params::default()));
    let reading = match reader.read(&Picture::whole(frame), &PRESETS[0].rules) {
        Ok(reading) => reading,
        Err(error) => return failed(error.to_string()),
    };
    let took = start.elapsed();
    let mut read: Vec<Tile> = reading.line().filter_map(eye::read::ReadTile::tile).collect();
    let mut want: Vec<Tile> = TILES
        .iter()
        .filter_map(|&(a, b)| Some(Tile::new(game::tile::Pip::new(a)?, game::tile::Pip::new(b)?)))
        .collect();
    read.sort_unstable();
    want.sort_unstable();
    let words = |tiles: &[Tile]| tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join(", ");
    if read == want {
        let words = say!("self test: {tiles}, passed ({engine})", tiles = words(&want), engine);
        return SelfTest { ok: true, words, took };
    }
    let read = if read.is_empty() { say!("nothing").to_owned() } else { words(&read) };
    SelfTest { ok: false, words: say!("self test: expected {tiles}, read {read}", tiles = words(&want), read), took }
}
