//! What is seen and is no recorded tile: which play each face may be, and what one look tells of every tile.

use crate::chosen::{CANDIDATE, CLEAR, FEW, FORGOTTEN, FRESH, HARDLY, IN_THE_WAY, INFERRED, LAID_ANEW, OURS, STEADY};
use crate::drops::{Drops, drops, leads};
use crate::story::Told;
use crate::verdict::{Mark, Role};
use crate::watch::{Before, Settled, Watch, same_place};
use eye::geometry::share;
use eye::read::{Point, Reading, SeenTile, TileKind, pip_logs};
use game::layout::Layout;
use game::rules::RuleSet;
use game::tile::{Pip, Tile};

/// Chance that what lies on its face exactly where the double blank fits, and has just come, is the double blank.
const FACE_UP: f64 = 0.8;
/// Logarithm of the chance of any other pips on it.
const FACELESS: f32 = -9.0;

/// A face that is no recorded tile, with every play that it may be.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    pub(crate) seen: SeenTile,
    pub(crate) drops: Drops,
    /// The share of its place that differs from the table when it last agreed with the record; `None` when that is not known.
    pub(crate) fresh: Option<f64>,
    /// It shows no pips: a double blank without a line in the middle looks like the back of a tile.
    pub(crate) faceless: bool,
    /// It was there before the first tile.
    pub(crate) old: bool,
    /// It is a tile of the last hand, still there or laid again where it was.
    pub(crate) left: bool,
}

impl Face {
    /// What it shows by itself.
    pub(crate) fn tile(&self, max: Pip) -> Tile {
        tile_on(&self.seen, max)
    }

    /// Reports whether it has come since table and record last agreed, as far as is known.
    pub(crate) fn came(&self) -> bool {
        !self.old && self.fresh.is_none_or(|share| share >= HARDLY)
    }

    /// Reports whether it has come to the line and may be a tile.
    pub(crate) fn is_at_line(&self) -> bool {
        self.came() && self.drops.at_an_end && self.drops.nothing < 0.5
    }

    /// The tiles that it may be, each with its probability.
    fn tells(&self, max: Pip) -> Vec<(Tile, f64)> {
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
            tells.iter_mut().for_each(|(_, probability)| *probability *= FACE_UP);
        }
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

impl Watch {
    /// The faces that are no recorded tile, each place once.
    pub(crate) fn find_faces(
        &self,
        fused: &[SeenTile],
        rules: &RuleSet,
        fresh: &dyn Fn(&[Point; 4]) -> Option<f64>,
    ) -> Vec<Face> {
        let placed = self.placed();
        let free = |seen: &SeenTile| self.places().all(|at| share(&at, &seen.corners) < IN_THE_WAY);
        let mut found: Vec<Face> = Vec::new();
        for seen in fused.iter().filter(|seen| seen.logit > CANDIDATE && free(seen)) {
            let faceless = seen.kind == TileKind::Down;
            let share = fresh(&seen.corners);
            let Some(seen) = self.as_face(seen, share) else { continue };
            let drops =
                if self.known.is_empty() { leads(&seen, rules) } else { drops(&seen, &placed, &self.known, rules) };
            let mut face = Face { seen, drops, fresh: share, faceless, old: false, left: false };
            self.compare_with_before(&mut face, rules.set_size);
            found.push(face);
        }
        let worth = |face: &Face| face.drops.ways.first().map_or(0.0, |way| way.1) + f64::from(face.seen.logit) * 1e-3;
        found.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        let mut kept: Vec<Face> = Vec::new();
        for face in found {
            if kept.iter().all(|other| share(&other.seen.corners, &face.seen.corners) < IN_THE_WAY) {
                kept.push(face);
            }
        }
        kept
    }

    /// A tile as a face. One that has come to lie on its face may be the double blank.
    fn as_face(&self, seen: &SeenTile, fresh: Option<f64>) -> Option<SeenTile> {
        let is_back = || self.backs.iter().any(|at| same_place(at, &seen.corners));
        let came = || fresh.is_none_or(|share| share >= FRESH) && !is_back();
        match seen.kind {
            TileKind::Up => Some(seen.clone()),
            TileKind::Down if !self.known.is_empty() && came() => {
                let blank = std::array::from_fn(|pip| if pip == 0 { 0.0 } else { FACELESS });
                Some(SeenTile { a: blank, b: blank, ..seen.clone() })
            }
            TileKind::Down | TileKind::Edge | TileKind::Printed => None,
        }
    }

    /// Tells a face that was there before the first tile. Where another tile was then, it is not known how much has changed since.
    fn compare_with_before(&self, face: &mut Face, max: Pip) {
        let tile = face.tile(max);
        let here = |before: &&Before| same_place(&before.corners, &face.seen.corners);
        if let Some(same) = self.before.iter().filter(here).find(|before| before.tile == tile) {
            // The last of the old tiles may have been laid again where it was.
            let alone = self.before.iter().filter(|before| before.last_hand).count() == 1;
            let anew = same.last_hand && alone && face.fresh.is_some_and(|share| share >= LAID_ANEW);
            (face.old, face.left) = (!anew, same.last_hand);
        } else if self.before.iter().any(|before| here(&before))
            || self.cleared.iter().any(|before| here(&before) && before.tile != tile)
        {
            face.fresh = None;
        }
    }

    /// What one look tells of every tile in it: the whole line where it holds the recorded one, and each face that has come.
    pub(crate) fn tell(&self, reading: &Reading, rules: &RuleSet) -> Vec<Told> {
        let mut told: Vec<Told> = Vec::new();
        for (settled, play) in self.settled.iter().zip(self.known.plays()) {
            let Some(settled) = settled.as_ref().filter(|settled| settled.missed == 0 && settled.other.is_none())
            else {
                continue;
            };
            let seen = SeenTile { corners: settled.placed.corners, ..nothing_read() };
            told.push(Told { tile: play.tile(), sure: 1.0, seen });
        }
        let recorded = self.known.tiles();
        let line: Vec<_> = reading.line().filter_map(|read| Some((read.tile()?, read))).collect();
        let held = line.iter().filter(|(tile, _)| recorded.contains(*tile)).count();
        let ours = !recorded.is_empty() && held as f64 >= OURS * self.known.len() as f64;
        if ours && reading.joins.iter().all(|join| join.matches) {
            for (tile, read) in line.iter().filter(|(tile, _)| !recorded.contains(*tile)) {
                let seen = self.face_at(&read.corners);
                let sure = if read.seen.is_some() { read.confidence } else { read.confidence.min(INFERRED) };
                let overruled = self.overruled.iter().any(|(at, was)| was == tile && same_place(at, &read.corners));
                if self.reached || overruled {
                    continue;
                }
                let seen = seen.map_or(SeenTile { corners: read.corners, ..nothing_read() }, |face| face.seen.clone());
                told.push(Told { tile: *tile, sure, seen });
            }
        }
        for face in self.faces.iter().filter(|face| face.came()) {
            // No set has a tile twice: where two show the same and nobody saw either come, both may be the backs of a hand.
            let twin = |other: &&Face| other.tile(rules.set_size) == face.tile(rules.set_size);
            if face.fresh.is_none() && self.faces.iter().filter(twin).count() > 1 {
                continue;
            }
            let tells = face.tells(rules.set_size).into_iter();
            let free = tells.filter(|(tile, _)| !recorded.contains(*tile));
            told.extend(free.map(|(tile, sure)| Told { tile, sure, seen: face.seen.clone() }));
        }
        told
    }

    pub(crate) fn face_at(&self, corners: &[Point; 4]) -> Option<&Face> {
        self.faces.iter().find(|face| same_place(&face.seen.corners, corners))
    }

    /// Reports whether this look can tell nothing of a tile that it does not read.
    pub(crate) fn is_hidden(&self, tile: Tile) -> bool {
        let Some(number) = self.known.find(tile) else { return self.reached };
        let Some(Some(settled)) = self.settled.get(number) else { return true };
        settled.other.is_none() && (self.reached || settled.missed == 0)
    }

    /// Remembers the faces that are there while nothing is recorded, and forgets those that have gone. Reports whether the table is bare
    /// where the last line was.
    pub(crate) fn learn_before(&mut self) -> bool {
        if self.reached {
            return false;
        }
        let faces = &self.faces;
        let same = |before: &Before, face: &Face| same_place(&before.corners, &face.seen.corners);
        let last_hand = self.before.iter().any(|before| before.last_hand);
        let other = |at: &[Point; 4]| {
            self.settled.iter().flatten().any(|s: &Settled| share(&s.placed.corners, at) > IN_THE_WAY)
        };
        for before in &mut self.before {
            let here = faces.iter().find(|face| same(before, face));
            // One that is not read although nothing has changed there is there all the same.
            before.missed = if here.is_some_and(|face| face.old || face.left) { 0 } else { before.missed + 1 };
        }
        // A hand hides a few tiles for a moment; a table without any of many was cleared.
        let old = self.before.iter().filter(|before| before.last_hand);
        let cleared = old.clone().count() > FEW && old.clone().all(|before| before.missed > 0);
        let forgotten = |before: &Before| match before.last_hand {
            true => cleared || before.missed >= STEADY,
            false => before.missed >= FORGOTTEN,
        };
        let gone = self.before.extract_if(.., |before| forgotten(before) || other(&before.corners));
        self.cleared.extend(gone.filter(|before| before.last_hand));
        let bare = last_hand && self.faces.iter().all(|face| !face.came()) && !self.before.iter().any(|b| b.last_hand);
        if self.known.is_empty() && self.begun.is_none() {
            let stays = |face: &&Face| !face.old && face.fresh.is_some_and(|share| share < HARDLY);
            let there: Vec<Before> = (self.faces.iter().filter(stays))
                .map(|face| Before {
                    corners: face.seen.corners,
                    tile: tile_on(&face.seen, Pip::MAX),
                    last_hand: false,
                    missed: 0,
                })
                .collect();
            self.before.extend(there);
        }
        bare
    }
}

/// A tile of which only the place is known.
fn nothing_read() -> SeenTile {
    SeenTile { corners: <[Point; 4]>::default(), a: [0.0; 13], b: [0.0; 13], kind: TileKind::Up, logit: 0.0 }
}

/// What is most likely on a tile by itself.
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

/// The tile that is most likely seen there.
pub(crate) fn tile_on(tile: &SeenTile, max: Pip) -> Tile {
    let ([a, b], _) = face(tile, max);
    Tile::new(a, b)
}
