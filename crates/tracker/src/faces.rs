//! Faces that are not recorded tiles, and the evidence of one look for each tile of the set.

use crate::chosen::{CANDIDATE, FEW, FRESH, SETTLES, STEADY};
use crate::drops::{drops, same_place};
use crate::face::{Face, tile_on};
use crate::fitted::{CAME, WEAKEST};
use crate::story::{Told, at, log_odds, worth};
use crate::watch::{Before, BlankLead, Settled, Watch};
use eye::read::{Point, ReadTile, Reading, SeenTile, TileKind};
use game::rules::RuleSet;
use game::tile::{Pip, Tile};

impl Watch {
    /// Returns the faces that are not recorded tiles, one for each place.
    pub(crate) fn find_faces(
        &self,
        tiles: &[SeenTile],
        rules: &RuleSet,
        fresh: &dyn Fn(&[Point; 4]) -> Option<f64>,
    ) -> Vec<Face> {
        let placed = self.placed();
        let is_back = |before: &&Before| {
            let same = |seen: &&SeenTile| tile_on(seen, rules.set_size) == before.tile;
            tiles.iter().filter(same).any(|seen| same_place(&before.corners, &seen.corners))
        };
        let back = self.cleared.iter().filter(is_back).count();
        let mut found: Vec<Face> = Vec::new();
        for seen in tiles.iter().filter(|seen| seen.logit > CANDIDATE && !self.is_taken(&seen.corners)) {
            let faceless = seen.kind == TileKind::Down;
            let share = fresh(&seen.corners);
            let Some(seen) = self.as_face(seen, share) else { continue };
            let drops = drops(&seen, &placed, &self.known, rules);
            let mut face = Face { seen, drops, fresh: share, faceless, old: false, left: false };
            self.compare_with_before(&mut face, back, rules.set_size);
            found.push(face);
        }
        let worth = |face: &Face| face.drops.ways.first().map_or(0.0, |way| way.1) + f64::from(face.seen.logit) * 1e-3;
        found.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        let mut kept: Vec<Face> = Vec::new();
        for face in found {
            if kept.iter().all(|other| !same_place(&other.seen.corners, &face.seen.corners)) {
                kept.push(face);
            }
        }
        kept
    }

    /// A tile as a face. One that has come to lie on its face may be the double blank.
    fn as_face(&self, seen: &SeenTile, fresh: Option<f64>) -> Option<SeenTile> {
        let came = || fresh.is_none_or(|share| share >= FRESH) && !self.was_down(&seen.corners);
        match seen.kind {
            TileKind::Up => Some(seen.clone()),
            TileKind::Down if !self.known.is_empty() && came() => {
                let blank = std::array::from_fn(|pip| if pip == 0 { 0.0 } else { f32::NEG_INFINITY });
                Some(SeenTile { a: blank, b: blank, ..seen.clone() })
            }
            TileKind::Down | TileKind::Edge | TileKind::Printed => None,
        }
    }

    /// Reports whether a tile was on its face there when table and record last agreed.
    fn was_down(&self, at: &[Point; 4]) -> bool {
        self.backs.iter().any(|back| same_place(back, at))
    }

    /// Returns the one tile that has come to lie on its face in a hand of which nothing is recorded: the double blank may lead. One
    /// that is read otherwise later is still the one that came then.
    pub(crate) fn find_blank_lead(
        &self,
        tiles: &[SeenTile],
        fresh: &dyn Fn(&[Point; 4]) -> Option<f64>,
    ) -> Option<BlankLead> {
        let turned_down = |at: &[Point; 4]| self.refused.iter().any(|(place, _)| same_place(place, at));
        let begins = self.known.is_empty() && self.deal.is_some();
        let earlier = self.blank_lead.filter(|lead| begins && !turned_down(&lead.at));
        if self.reached {
            // A look beside a hand says nothing of it.
            return earlier.map(|lead| BlankLead { last: lead.last + 1, ..lead });
        }
        if !begins {
            return None;
        }
        let is_there = |at: &[Point; 4]| fresh(at).is_some_and(|share| share >= FRESH) && !self.was_down(at);
        let is_down = |tile: &&SeenTile| tile.kind == TileKind::Down && tile.logit > 0.0 && is_there(&tile.corners);
        let down: Vec<[Point; 4]> = tiles.iter().filter(is_down).map(|tile| tile.corners).collect();
        let now = self.story.next();
        let Some(lead) = earlier.filter(|lead| is_there(&lead.at) && now - lead.last <= u64::from(SETTLES)) else {
            // Several are dealt, not played.
            let [at] = down[..] else { return None };
            return (!turned_down(&at)).then_some(BlankLead { at, since: now, last: now });
        };
        let is_tile = |tile: &SeenTile| {
            let lies = matches!(tile.kind, TileKind::Up | TileKind::Down);
            lies && tile.logit > CANDIDATE && same_place(&tile.corners, &lead.at)
        };
        let last = if tiles.iter().any(is_tile) { now } else { lead.last };
        // One more may be the next of the same colour.
        (down.len() <= 2).then_some(BlankLead { last, ..lead })
    }

    /// Recognises a face that was there before the first tile. If another tile was there then, the change since is
    /// unknown.
    ///
    /// `back` counts the cleared tiles that are in their old places: several were only hidden, a single one was played
    /// again.
    fn compare_with_before(&self, face: &mut Face, back: usize, max: Pip) {
        let tile = face.tile(max);
        let here = |before: &&Before| same_place(&before.corners, &face.seen.corners);
        if let Some(same) = self.before.iter().filter(here).find(|before| before.tile == tile) {
            // The last of the old tiles may have been played again in the same place.
            let alone = self.before.iter().filter(|before| before.last_hand).count() == 1;
            let anew = same.last_hand && alone && face.fresh.is_some_and(|share| at(&CAME, share) > at(&CAME, FRESH));
            (face.old, face.left) = (!anew, same.last_hand);
        } else if self.before.iter().any(|before| here(&before) && !before.last_hand) {
            // What only looks like a tile is read as now this one, now that one.
            face.old = face.fresh.is_none_or(|share| share < FRESH);
        } else if let Some(cleared) = self.before.iter().chain(&self.cleared).find(here) {
            let hidden = cleared.tile == tile && back > 1;
            (face.old, face.left) = (hidden, hidden);
            face.fresh = face.fresh.filter(|_| hidden);
        }
    }

    /// Returns the evidence of one look for every tile in it: the whole line if it contains the recorded one, and each
    /// face that has come.
    pub(crate) fn tell(&self, reading: &Reading, rules: &RuleSet) -> Vec<Told> {
        let mut told: Vec<Told> = Vec::new();
        for settled in self.settled.iter().flatten() {
            let seen = SeenTile { corners: settled.placed.corners, ..nothing_read() };
            told.extend(settled.shows.map(|worth| Told { tile: settled.tile(), worth, seen }));
        }
        let recorded = self.known.tiles();
        let line: Vec<_> = reading.line().filter_map(|read| Some((read.tile()?, read))).collect();
        if self.is_ours(reading) && reading.joins.iter().all(|join| join.matches) {
            for (tile, read) in line.iter().filter(|(tile, _)| !recorded.contains(*tile)) {
                let seen = self.face_at(&read.corners);
                let glimpsed = || self.story.of(*tile)?.seen.as_ref().filter(|seen| seen.logit != 0.0);
                // What was never seen itself may be a gap.
                let most = match read.seen {
                    Some(_) => f64::INFINITY,
                    None if glimpsed().is_some() => WEAKEST,
                    None => continue,
                };
                let worth = worth(read.confidence).min(most);
                let denies = |settled: &Settled| {
                    settled.denied.contains(*tile) && same_place(&settled.placed.corners, &read.corners)
                };
                let is_old_blank = seen.is_some_and(|face| face.is_old_blank(rules.set_size));
                if is_old_blank || self.settled.iter().flatten().any(denies) {
                    continue;
                }
                let seen = seen.map_or(SeenTile { corners: read.corners, ..nothing_read() }, |face| face.seen.clone());
                told.push(Told { tile: *tile, worth, seen });
            }
        }
        let returned = |face: &Face| !face.old && self.taken_back.contains(face.tile(rules.set_size));
        let may_be_new = |face: &&Face| face.came() && !face.is_old_blank(rules.set_size);
        for face in self.faces.iter().filter(|face| may_be_new(face) || recorded.is_empty() && returned(face)) {
            // No set has a tile twice: where two show the same and both came unseen, both may be the backs of a hand.
            let twin = |other: &&Face| other.tile(rules.set_size) == face.tile(rules.set_size);
            if face.fresh.is_none() && self.faces.iter().filter(twin).count() > 1 {
                continue;
            }
            let tells = face.tells(rules.set_size).into_iter();
            let free = tells.filter(|(tile, _)| !recorded.contains(*tile));
            told.extend(free.map(|(tile, sure)| Told { tile, worth: log_odds(sure), seen: face.seen.clone() }));
        }
        told
    }

    /// Reports whether a reading of the whole line is of the line that is played: it holds half of the recorded one, or, where
    /// nothing is recorded, a tile that has come to lie beside another.
    fn is_ours(&self, reading: &Reading) -> bool {
        if !self.known.is_empty() {
            return self.holds_the_record(reading);
        }
        let has_come = |read: &ReadTile| self.face_at(&read.corners).is_some_and(|face| face.came() && !face.stayed());
        reading.line().count() > 1 && reading.line().any(has_come)
    }

    pub(crate) fn face_at(&self, corners: &[Point; 4]) -> Option<&Face> {
        self.faces.iter().find(|face| same_place(&face.seen.corners, corners))
    }

    /// Reports whether this look says nothing about a tile that it does not read.
    pub(crate) fn is_hidden(&self, tile: Tile) -> bool {
        let Some(number) = self.known.find(tile) else { return self.reached };
        let settled = self.settled.get(number).and_then(Option::as_ref);
        settled.is_none_or(|settled| self.reached || settled.missed == 0)
    }

    /// Remembers the faces that are there while nothing is recorded, and forgets those that have gone. Reports whether the table is bare
    /// where the last line was.
    pub(crate) fn learn_before(&mut self, max: Pip) -> bool {
        let faces = &self.faces;
        let same = |before: &Before, face: &Face| same_place(&before.corners, &face.seen.corners);
        let last_hand = self.before.iter().any(|before| before.last_hand);
        let other =
            |at: &[Point; 4]| self.settled.iter().flatten().any(|s: &Settled| same_place(&s.placed.corners, at));
        for before in &mut self.before {
            let here = faces.iter().find(|face| same(before, face));
            // One that is not read although nothing has changed there is there all the same.
            before.missed = if here.is_some_and(|face| face.old || face.left) { 0 } else { before.missed + 1 };
        }
        // A hand hides a few tiles for a moment; a table with one or none of many was cleared, even if something is
        // over it.
        let old = self.before.iter().filter(|before| before.last_hand);
        let hidden = old.clone().filter(|before| before.missed > 0).count();
        let cleared = hidden > FEW && hidden + 1 >= old.count();
        let forgotten = |before: &Before| {
            before.last_hand && (cleared && before.missed > 0 || !self.reached && before.missed >= STEADY)
        };
        let gone = self.before.extract_if(.., |before| forgotten(before) || other(&before.corners));
        self.cleared.extend(gone.filter(|before| before.last_hand));
        let bare = last_hand && self.faces.iter().all(|face| !face.came()) && !self.before.iter().any(|b| b.last_hand);
        if self.known.is_empty() && self.begun.is_none() && !self.reached {
            let taken_back = self.taken_back;
            let stays = |face: &&Face| {
                !face.old && face.fresh.is_some() && !face.came() && !taken_back.contains(face.tile(max))
            };
            let there: Vec<Before> = (self.faces.iter().filter(stays))
                .map(|face| Before { corners: face.seen.corners, tile: face.tile(max), last_hand: false, missed: 0 })
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
