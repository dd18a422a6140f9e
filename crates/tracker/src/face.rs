//! A face that is not a recorded tile: which play it may be.

use crate::chosen::{CLEAR, FRESH, HARDLY};
use crate::drops::Drops;
use crate::fitted::WEAKEST;
use crate::verdict::{Mark, Role};
use eye::read::{SeenTile, pip_logs, sigmoid};
use game::layout::Layout;
use game::tile::{Pip, Tile};

/// The tile without pips.
pub(crate) const DOUBLE_BLANK: Tile = Tile::double(Pip::BLANK);

/// A face that is not a recorded tile, with every play that it may be.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    pub(crate) seen: SeenTile,
    pub(crate) drops: Drops,
    /// The share of its place that differs from the table when it last agreed with the record; `None` when that is not known.
    pub(crate) fresh: Option<f64>,
    /// Whether it shows no pips: a double blank without a middle line looks like the back of a tile.
    pub(crate) faceless: bool,
    /// Whether it was there before the first tile.
    pub(crate) old: bool,
    /// Whether it is a tile of the last hand, still there or played again in the same place.
    pub(crate) left: bool,
}

impl Face {
    /// Returns the tile that it shows when read alone.
    pub(crate) fn tile(&self, max: Pip) -> Tile {
        tile_on(&self.seen, max)
    }

    /// Reports whether it has come since table and record last agreed, as far as is known.
    pub(crate) fn came(&self) -> bool {
        !self.old && self.fresh.is_none_or(|share| share >= HARDLY)
    }

    /// Reports whether it was there when table and record last agreed.
    pub(crate) fn stayed(&self) -> bool {
        self.fresh.is_some_and(|share| share < FRESH)
    }

    /// Reports whether it shows no pips and was there before: only its coming tells a blank from a back, or from the table.
    pub(crate) fn is_old_blank(&self, max: Pip) -> bool {
        self.stayed() && self.tile(max) == DOUBLE_BLANK
    }

    /// Reports whether it has come to the line and may be a tile.
    pub(crate) fn is_at_line(&self) -> bool {
        self.came() && self.drops.at_an_end && self.drops.nothing < 0.5
    }

    /// The tiles that it may be, each with its probability.
    pub(crate) fn tells(&self, max: Pip) -> Vec<(Tile, f64)> {
        let mut tells: Vec<(Tile, f64)> = Vec::new();
        for (play, probability) in &self.drops.ways {
            match tells.iter_mut().find(|(tile, _)| *tile == play.tile()) {
                Some((_, all)) => *all += probability,
                None => tells.push((play.tile(), *probability)),
            }
        }
        // A tile that the rules do not allow there is on the table all the same.
        if self.seen.logit > CLEAR && self.drops.wrong > 0.5 {
            tells.push((self.tile(max), self.drops.wrong));
        }
        if self.faceless {
            tells.retain(|(tile, _)| tile.pips() == 0);
        }
        // Anything without pips looks like the double blank: a finger, a sleeve, a back.
        tells.iter_mut().filter(|(tile, _)| tile.pips() == 0).for_each(|(_, sure)| *sure *= sigmoid(WEAKEST));
        tells
    }

    pub(crate) fn mark(&self, max: Pip) -> Option<Mark> {
        let (pips, sure) = face(&self.seen, max);
        let at_line = self.is_at_line();
        let best = self.drops.ways.first().filter(|_| at_line).map_or(sure, |way| way.1);
        let role = if at_line { Role::New } else { Role::Loose };
        (at_line || self.seen.logit > 0.0).then_some(Mark {
            corners: self.seen.corners,
            pips: Some(pips),
            confidence: best,
            role,
        })
    }

    pub(crate) fn story(&self, known: &Layout, max: Pip) -> String {
        let ways: Vec<String> =
            self.drops.ways.iter().take(3).map(|way| format!("{} {:.3}", known.play_text(&way.0), way.1)).collect();
        let [x, y] = [self.seen.corners[0].x, self.seen.corners[0].y];
        format!(
            "{} at {x:.0},{y:.0} logit {:.1} fresh {}{}{}: wrong {:.3}, nothing {:.3}, {}",
            self.tile(max),
            self.seen.logit,
            self.fresh.map_or_else(|| "?".to_owned(), |share| format!("{share:.2}")),
            if self.old { " old" } else { "" },
            if self.drops.at_an_end { "" } else { " (not at an end)" },
            self.drops.wrong,
            self.drops.nothing,
            ways.join(", "),
        )
    }
}

/// Returns the likeliest pips of a tile read alone.
pub(crate) fn face(tile: &SeenTile, max: Pip) -> ([Pip; 2], f64) {
    let best = |logs: &[f32; 13]| {
        let logs = pip_logs(logs, max);
        let most = (0..13).max_by(|&i, &j| logs[i].total_cmp(&logs[j])).unwrap_or(0);
        (most, logs[most])
    };
    let ((a, sure_a), (b, sure_b)) = (best(&tile.a), best(&tile.b));
    let pip = |value: usize| u8::try_from(value).ok().and_then(Pip::new).unwrap_or_default();
    ([pip(a), pip(b)], (sure_a + sure_b).exp())
}

/// Chance that it shows this tile, when read alone.
pub(crate) fn likelihood(seen: &SeenTile, tile: Tile, max: Pip) -> f64 {
    let logs = [pip_logs(&seen.a, max), pip_logs(&seen.b, max)];
    let [high, low] = [tile.high(), tile.low()].map(|pip| usize::from(pip.get()));
    let either = (logs[0][high] + logs[1][low]).exp();
    if high == low { either } else { either + (logs[0][low] + logs[1][high]).exp() }
}

/// The tile that is most likely seen there.
pub(crate) fn tile_on(tile: &SeenTile, max: Pip) -> Tile {
    let ([a, b], _) = face(tile, max);
    Tile::new(a, b)
}
