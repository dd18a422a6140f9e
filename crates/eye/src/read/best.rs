//! Without rules given: the set and the family that explain the picture best.

use super::assemble::assemble_with;
use super::body::{LOOSE, Prices, log_sum};
use super::prints::without_prints;
use super::sizes::planes;
use super::{Family, PipLogs, Reading, SeenTile, Settings, Slot, TileKind};
use game::tile::Pip;

/// Log of how usual a set is before anything is seen.
const SETS: [(u8, f64); 3] = [(6, -0.3), (9, -1.9), (12, -2.3)];
/// Log of how usual a family is. A line is also a layout of the others, so these must pay for their freedom: the last
/// one for any arrangement of matching joins, and more than a line for turning at a double.
const FAMILIES: [(Family, f64); 4] =
    [(Family::Line, -0.5), (Family::SpinnerFirst, -1.6), (Family::SpinnerEvery, -1.9), (Family::SpinnerAtOnce, -7.5)];
/// For an unknown game, in which a double may or may not be in line: between the two values of `assemble.rs`.
const INLINE: f64 = -4.0;
/// Most evidence of one half against a set: it may be misread, or not a tile.
const LEAST: f64 = -4.0;
/// All halves together speak at most this much for a small set by having no high numbers: large sets are played with their
/// low tiles only, too.
const MOST: f64 = 3.0;

/// Returns how much better a half fits a set with this many values than anything from 0 to 12.
fn evidence(logs: &PipLogs, pips: usize) -> f64 {
    let clean: Vec<f64> = logs.iter().map(|&v| if v.is_finite() { f64::from(v) } else { -1e3 }).collect();
    let share = log_sum(&clean[..pips]) - log_sum(&clean);
    let sizes = 13.0 / f64::from(u32::try_from(pips).unwrap_or(1));
    (share + sizes.ln()).max(LEAST)
}

/// The set that the seen tiles are most likely from.
fn likely_set(tiles: &[SeenTile]) -> Pip {
    let weigh = |max: u8| -> f64 {
        let pips = usize::from(max) + 1;
        let sure = |t: &&SeenTile| t.kind == TileKind::Up && t.logit > LOOSE;
        let halves = tiles.iter().filter(sure).flat_map(|t| [evidence(&t.a, pips), evidence(&t.b, pips)]);
        let (fits, not): (Vec<f64>, Vec<f64>) = halves.partition(|e| *e > 0.0);
        fits.iter().sum::<f64>().min(MOST) + not.iter().sum::<f64>()
    };
    let best = SETS.into_iter().map(|(max, prior)| (max, prior + weigh(max))).max_by(|a, b| a.1.total_cmp(&b.1));
    best.and_then(|(max, _)| Pip::new(max)).unwrap_or(Pip::MAX)
}

/// Reports whether a double of the layout is in line or at a corner.
fn has_inline_double(reading: &Reading) -> bool {
    let slots = |tile: usize| reading.joins.iter().flat_map(|j| j.tiles).filter(move |t| t.0 == tile);
    (0..reading.tiles.len()).any(|i| {
        let double = reading.tiles[i].tile().is_some_and(game::tile::Tile::is_double);
        double && slots(i).next().is_some() && slots(i).all(|(_, slot)| matches!(slot, Slot::A | Slot::B))
    })
}

/// Puts the tiles together for an unknown game: the set, the family and the layout that explain the picture best. The
/// result is in [`Reading::settings`].
#[must_use]
pub fn assemble_best(tiles: &[SeenTile], width: u32, height: u32) -> Reading {
    let tiles = &without_prints(tiles);
    let planes = planes(tiles, width, height);
    let max_pip = likely_set(tiles);
    let read = |(family, prior): (Family, f64)| {
        let settings = Settings { max_pip, family, use_rules: true, inline_doubles: true };
        let prices = Prices { inline: INLINE, ..Prices::default() };
        let (reading, gain) = assemble_with(tiles, &planes, &settings, prices);
        (reading, gain + prior)
    };
    let [line, others @ ..] = FAMILIES.map(read);
    let (mut best, mut score) = line;
    for (reading, other) in others {
        // If any arrangement goes, an unseen tile can explain anything: that is a pile.
        let made_up =
            reading.settings.family == Family::SpinnerAtOnce && reading.tiles.iter().any(|t| t.seen.is_none());
        if other > score && !made_up {
            (best, score) = (reading, other);
        }
    }
    best.settings.inline_doubles = has_inline_double(&best);
    best.within(width, height)
}
