//! Detects changes on the table. Aligns every picture with the known table, removes the effects of camera and light,
//! and reports what remains: nothing, something small, or something that reaches over the table like a hand.
//!
//! Three states are compared: the table when it last agreed with the record (a new tile must differ from it), the table
//! as people left it (a hand differs from it), and the picture that was last looked at. Knows no clock: milliseconds
//! come in.

mod differs;
mod known;
mod light;
mod register;
mod small;

use crate::similarity::Similarity;
use differs::{SPECK, SQUARE, TILE, cells_of, differs, slack};
use eye::frame::Frame;
use eye::geometry::{area, grown, middles};
use eye::read::Point;
use known::{GROWN, Known};
use register::Reliefs;
use small::Small;
use std::collections::BTreeSet;

/// Share of a tile up to which a change is noise.
const PART: f64 = 0.2;
/// Most connected squares of a movement that counts as still.
const STILL: usize = 3;
/// Size in tiles up to which something at the border is small.
const SMALL: f64 = 1.5;
/// Milliseconds without movement after which something small at the border is ignored.
///
/// It is light, which is seldom the same at the border, or a hand that hides nothing.
const HOLDS_STILL: u64 = 300;
/// Milliseconds without movement after which a thing belongs to the table: a glass, an arm that is leant on it.
pub(crate) const BELONGS: u64 = 9_000;
/// Milliseconds without movement after which a table that cannot be found, or differs in many places, is elsewhere.
pub(crate) const ELSEWHERE: u64 = 1_200;
/// Milliseconds without a hand, or without movement beside one, after which the table is seen as it is: a slowly leaving hand may
/// not look like one.
pub(crate) const FREE: u64 = 800;
/// The camera trembles when its place from picture to picture differs by this many pixels on average.
const TREMBLES: f64 = 0.6;

/// Comparison of a picture with the known table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Something reaches over the table.
    pub hand: bool,
    /// Milliseconds for which nothing has moved, hand or not.
    pub still: u64,
    /// Something is otherwise than when the table was last looked at.
    pub changed: bool,
    /// The table cannot be found in the picture: the camera was moved, or something covers most of it.
    pub lost: bool,
}

/// Remembers the table.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    known: Option<Known>,
    /// The last picture as it came.
    raw: Option<Small>,
    /// Time of the last movement.
    moved: u64,
    /// Time when a hand was last over the table.
    reached: u64,
    /// Something at the border is taken for no hand, for as long as it does not move.
    ignores: bool,
    /// Whether it agrees with the record: new tiles will have to differ from the present table, once no hand was there
    /// for a while.
    agrees: bool,
    /// How often that has come about.
    taken_over: u32,
    /// Sizes, in squares, of the changes that became part of the bare table although no tile was read there.
    unread: BTreeSet<usize>,
    now: u64,
    /// Squares of a tile.
    tile: Option<f64>,
    /// Tiles of the line that have a place. More than one can be found again wherever they are.
    line: usize,
    /// Most tiles that were ever in the record.
    recorded: usize,
    /// Mean of how far the camera moves from picture to picture, in pixels.
    trembles: f64,
    view: View,
}

impl Gate {
    /// Takes the next picture, taken at `now` in milliseconds.
    pub fn see(&mut self, frame: &Frame, now: u64) -> View {
        let small = Small::of(frame);
        self.now = now;
        let same_size = |known: &Known| (known.agreed.width, known.agreed.height) == (small.width, small.height);
        if !self.known.as_ref().is_some_and(same_size) {
            self.known = Some(Known::new(small.clone()));
            self.raw = Some(small);
            (self.moved, self.reached, self.agrees) = (now, now, false);
            self.view = View { changed: true, ..View::default() };
            return self.view;
        }
        // A single tile tells no table from another; where none was ever recorded, nothing is lost by beginning again.
        let can_begin = self.line > 1 || self.begins();
        let Some(known) = &mut self.known else { return View::default() };
        let before = known.now;
        let across = known.fresh.across;
        let on_tiles = |x: f32, y: f32| {
            let square = y as usize / SQUARE * across + x as usize / SQUARE;
            known.explained.get(square).copied().unwrap_or(false)
        };
        let found = known.anchor.moved(&Reliefs::of(&small), &before, &on_tiles);
        let mut lost = found.is_none();
        known.now = found.unwrap_or(before);
        self.trembles = 0.9 * self.trembles + 0.1 * apart(&before, &known.now, &small);
        let seen = small.brought_back(&known.now);
        self.raw = Some(small);
        let before = std::mem::replace(&mut known.last, seen);
        let mut hand = known.find_hand(self.tile);
        // Only where something reaches over the table it is asked whether it rests.
        let waited_for = self.view.hand || self.view.lost || self.ignores;
        if !((hand || lost) && waited_for) || differs(&before, &known.last, &slack(&before)).largest() > STILL {
            self.moved = now;
        }
        if hand && known.is_as_agreed(self.tile) {
            // A thing that was put down has been taken away.
            known.left = known.agreed.clone();
            hand = known.find_hand(self.tile);
        }
        let still = now.saturating_sub(self.moved);
        let small = SMALL * self.tile.unwrap_or(TILE);
        let is_small = (known.hand.iter().filter(|hand| **hand).count() as f64) < small;
        self.ignores = hand && !lost && still >= HOLDS_STILL && is_small;
        hand &= !self.ignores;
        if !hand {
            known.rested.clear();
        }
        // A table that was moved differs everywhere and must be found again.
        let stays = hand && !lost && !known.is_scattered() && known.stays(still, self.tile);
        if stays || (hand && !lost && still >= BELONGS) {
            known.left = known.last.clone();
            hand = known.find_hand(self.tile);
        }
        lost |= can_begin && hand && still >= ELSEWHERE && known.is_scattered();
        let changed = differs(&known.looked, &known.last, &known.looked_slack).largest() as f64
            > SPECK.max(self.tile.unwrap_or(TILE) * PART);
        self.view = View { hand, still, changed, lost };
        if hand || lost {
            self.reached = now;
        }
        self.agrees &= !(hand || lost || changed);
        self.take_over();
        self.view
    }

    /// Stores the present table as the one that agrees with the record.
    fn take_over(&mut self) {
        if let (Some(known), Some(raw)) = (&mut self.known, &self.raw)
            && self.agrees
            && self.now.saturating_sub(self.reached) >= FREE
        {
            if self.line < 2 {
                self.unread.extend(known.unread());
            }
            // The original picture, not the aligned one: small errors would add up.
            let then = known.now.back().then(&known.then);
            let explained = std::mem::take(&mut known.explained);
            *known = Known { then, explained, ..Known::new(raw.clone()) };
            self.agrees = false;
            self.taken_over += 1;
        }
    }

    /// Number of times that the table became the one which new tiles have to differ from.
    #[must_use]
    pub const fn taken_over(&self) -> u32 {
        self.taken_over
    }

    /// Takes the last picture as looked at. `tiles` were seen there, those of the `line` among them; `agreed` means
    /// that table and record agree, so new tiles must differ from this state.
    pub fn looked(&mut self, tiles: &[[Point; 4]], line: &[[Point; 4]], agreed: bool) {
        // Tiles held up before the camera are larger than those of the line. Without a line there is no measure of
        // small: the first tile would seem as large as a hand.
        self.line = line.len();
        if line.is_empty() {
            self.learn_size(tiles, TILE);
        } else {
            self.learn_size(line, 0.0);
        }
        let Some(known) = &mut self.known else { return };
        known.looked.clone_from(&known.last);
        known.looked_slack = slack(&known.looked);
        known.then = known.now;
        known.explain(tiles);
        self.view.changed = false;
        self.agrees = agreed && !self.view.lost && !self.view.hand;
        self.take_over();
    }

    /// Notes that the layout was found again in a new view: earlier knowledge of the table is useless.
    pub fn found_again(&mut self) {
        self.known = self.raw.clone().map(|raw| Known { vague: true, ..Known::new(raw) });
        self.view = View { still: self.view.still, ..View::default() };
    }

    /// Takes the present view as the bare table at the start of a game.
    pub fn begin_again(&mut self) {
        self.unread.extend(self.known.iter().flat_map(Known::unread));
        self.begin_elsewhere();
    }

    /// Takes the present view as that of another table: of what is there nothing is known to have come.
    pub fn begin_elsewhere(&mut self) {
        self.known = self.raw.clone().map(Known::new);
        self.view = View { still: self.view.still, ..View::default() };
    }

    /// Reports whether nothing was ever recorded.
    pub(crate) const fn begins(&self) -> bool {
        self.recorded == 0 && self.line == 0
    }

    /// Notes that the record has changed to this many tiles: what comes now is another drop.
    pub fn recorded(&mut self, tiles: usize) {
        self.recorded = self.recorded.max(tiles);
        self.unread.clear();
    }

    /// Reports whether something about as large as the tile with these corners has come to the bare table and was not read: it
    /// may be the lead.
    #[must_use]
    pub fn may_lack_the_lead(&self, corners: &[Point; 4]) -> bool {
        let Some(known) = &self.known else { return false };
        let tile = known.squares_of(std::slice::from_ref(corners)).iter().filter(|square| **square).count();
        self.unread.iter().any(|squares| (tile.div_ceil(2)..=2 * tile).contains(squares))
    }

    /// Returns how the camera has moved since the picture that was last looked at, in pixels.
    #[must_use]
    pub fn moved_since(&self) -> Similarity {
        let Some(known) = &self.known else { return Similarity::NONE };
        let block = known.agreed.block as f64;
        known.then.back().then(&known.now).enlarged(block)
    }

    /// The share of these four corners' inside that differs from the table as it last agreed; `None` where that is not in sight.
    #[must_use]
    pub fn fresh(&self, corners: &[Point; 4]) -> Option<f64> {
        let known = self.known.as_ref()?;
        if self.view.lost || known.vague {
            return None;
        }
        let quad = known.in_cells(corners);
        let (w, h) = (known.agreed.width, known.agreed.height);
        let (mut all, mut differ) = (0.0_f64, 0.0);
        for (x, y) in cells_of(&quad, w, h) {
            let at = y * w + x;
            if known.last.values[at].is_nan() || known.agreed.values[at].is_nan() {
                continue;
            }
            all += 1.0;
            differ += f64::from(u8::from(known.fresh.cells.get(at).copied().unwrap_or(false)));
        }
        (all > 4.0).then(|| differ / all)
    }

    /// Reports whether the hand reaches these four corners, or near them.
    #[must_use]
    pub fn is_reached(&self, corners: &[Point; 4]) -> bool {
        let Some(known) = &self.known else { return false };
        if !self.view.hand {
            return false;
        }
        let quad = grown(&known.in_cells(corners), GROWN);
        let (w, h) = (known.fresh.across, known.fresh.down);
        let quad = quad.map(|p| p.times(1.0 / SQUARE as f64));
        cells_of(&quad, w, h).any(|(x, y)| known.hand.get(y * w + x).copied().unwrap_or(false))
    }

    /// Returns the comparison of the last picture.
    #[must_use]
    pub const fn view(&self) -> View {
        self.view
    }

    /// Reports whether the camera trembles.
    #[must_use]
    pub fn trembles(&self) -> bool {
        self.trembles > TREMBLES
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Describes the conclusions from the last picture.
    #[must_use]
    pub fn story(&self) -> String {
        let Some(known) = &self.known else { return "no table yet".to_owned() };
        let View { hand, still, changed, lost } = self.view;
        let hands = known.hand.iter().filter(|hand| **hand).count();
        let Similarity { a, b, tx, ty } = known.now;
        let block = known.agreed.block as f64;
        let blobs: Vec<String> = known
            .fresh
            .blobs(&known.explained)
            .iter()
            .filter(|blob| blob.squares.len() as f64 > SPECK)
            .map(|blob| {
                let at = blob.squares[0];
                let (x, y) = (at % known.fresh.across * SQUARE, at / known.fresh.across * SQUARE);
                let block = known.agreed.block;
                format!("{} at {},{} ({} at the border)", blob.squares.len(), x * block, y * block, blob.border)
            })
            .collect();
        format!(
            "{}{}{}still {still} ms, {} squares differ, {hands} of a hand; moved {:.2},{:.2} x{:.4} turned {:.4}, trembles {:.2}; {}",
            if lost { "LOST, " } else { "" },
            if hand { "hand, " } else { "" },
            if changed { "changed, " } else { "" },
            known.fresh.count(),
            tx * block,
            ty * block,
            a.hypot(b),
            b,
            self.trembles,
            blobs.join(", "),
        )
    }

    fn learn_size(&mut self, tiles: &[[Point; 4]], least: f64) {
        let Some(known) = &self.known else { return };
        let square = (known.agreed.block * SQUARE) as f64;
        let mut sizes: Vec<f64> = tiles.iter().map(|tile| area(tile) / (square * square)).collect();
        self.tile = middles(&mut sizes).map(|(_, upper)| upper.max(least)).or(self.tile);
    }
}

/// Returns how far the middle and a corner move, in pixels.
fn apart(a: &Similarity, b: &Similarity, small: &Small) -> f64 {
    let middle = Point { x: small.width as f64 / 2.0, y: small.height as f64 / 2.0 };
    let far = |p: Point| a.of(p).distance(b.of(p));
    far(middle).min(far(Point::default())) * small.block as f64
}

#[cfg(test)]
mod tests;
