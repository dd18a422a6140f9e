//! Turns the story into an offer, a mistake in the record, a question, or agreement.

use crate::chosen::{CHANGED, CONFIRM, FRESH, IN_THE_WAY, OPEN, PROPOSE, STEADY, WAITS};
use crate::drops::{Drops, drops, leads, with_outer};
use crate::face::{Face, tile_on};
use crate::story::Belief;
use crate::verdict::{Mistake, Offer, Stand, Verdict};
use crate::watch::{Watch, same_place};
use eye::geometry::share;
use eye::read::{ReadTile, SeenTile, Settings, assemble, sigmoid};
use game::layout::{Layout, Play};
use game::rules::RuleSet;
use game::tile::Tile;

/// Log-odds of the detector from which a tile may belong to a line that was there before anybody looked.
const THERE: f32 = 0.5;

/// A tile that the record lacks, with the log-odds that it is there.
pub(crate) struct Lacking<'a> {
    belief: &'a Belief,
    decision: f64,
    face: Option<&'a Face>,
    drops: Drops,
}

impl Lacking<'_> {
    /// The likeliest play, where it is likelier than one that the rules forbid.
    fn best(&self) -> Option<(Play, f64)> {
        self.drops.ways.first().copied().filter(|way| way.1 > self.drops.wrong)
    }

    /// Reports whether it was there when table and record last agreed.
    fn stayed(&self) -> bool {
        self.face.is_some_and(|face| face.fresh.is_some_and(|share| share < FRESH))
    }
}

impl Watch {
    /// Returns the log-odds that an unrecorded tile is in the line, from its readings and the change at its place.
    pub(crate) fn decision(&self, belief: &Belief) -> f64 {
        let seen = belief.seen.as_ref();
        let fresh = seen.and_then(|seen| self.face_at(&seen.corners)).and_then(|face| face.fresh);
        belief.odds + fresh.map_or(0.0, changed)
    }

    /// Reports whether it is open if this unrecorded tile is there.
    pub(crate) fn is_undecided(&self, belief: &Belief) -> bool {
        belief.odds > OPEN && self.decision(belief) < PROPOSE && self.decision(belief) > OPEN
    }

    fn is_refused(&self, belief: &Belief) -> bool {
        let at = belief.seen.as_ref().map(|seen| seen.corners);
        self.refused
            .iter()
            .any(|(place, tile)| *tile == belief.tile && at.is_none_or(|at| share(place, &at) > IN_THE_WAY))
    }

    /// Returns the tiles missing from the record: first those that were there before, then those that came first.
    pub(crate) fn lacking(&self, rules: &RuleSet) -> Vec<Lacking<'_>> {
        let placed = self.placed();
        let lacking = |belief| {
            let decision = self.decision(belief);
            let seen = belief.seen.as_ref().filter(|_| decision >= PROPOSE)?;
            let mut drops =
                if self.known.is_empty() { leads(seen, rules) } else { drops(seen, &placed, &self.known, rules) };
            // Earlier looks identified the tile; this one shows its place.
            let told: f64 = drops.ways.iter().filter(|way| way.0.tile() == belief.tile).map(|way| way.1).sum();
            drops.ways.sort_by_key(|way| way.0.tile() != belief.tile);
            if told <= 0.0 {
                drops.ways.clear();
            }
            Some(Lacking { belief, decision, face: self.face_at(&seen.corners), drops })
        };
        let mut lacking: Vec<Lacking<'_>> = self.story.others(self.known.tiles()).filter_map(lacking).collect();
        lacking.sort_by_key(|lacking| (!lacking.stayed(), lacking.belief.since));
        lacking
    }

    /// Compares table and record after this look.
    pub(crate) fn judge(&self, size: (u32, u32), rules: &RuleSet) -> Verdict {
        let (refused, lacking): (Vec<_>, Vec<_>) =
            self.lacking(rules).into_iter().partition(|lacking| self.is_refused(lacking.belief));
        if let Some(table) = &self.begun {
            let new = table.tiles().iter().collect();
            let stand = Stand::Unclear { new, gone: Vec::new(), table: Some(table.clone()) };
            return if self.looks > STEADY { stand.into() } else { Verdict::default() };
        }
        if let Some(mistake) = self.mistake(&lacking, rules) {
            return Verdict { mistake: Some(mistake), ..Verdict::default() };
        }
        if let Some(verdict) = self.together(&lacking, size, rules) {
            return verdict;
        }
        if let Some(offer) = self.offer(&lacking) {
            return Verdict { offer: Some(offer), ..Verdict::default() };
        }
        let gone = self.story.gone(self.known.tiles());
        let new: Vec<Tile> = lacking.iter().chain(&refused).map(|lacking| lacking.belief.tile).collect();
        let covered = self.settled.iter().filter(|s| s.as_ref().is_none_or(|s| s.missed > 0)).count();
        if !(new.is_empty() && gone.is_empty()) {
            return Stand::Unclear { new, gone, table: self.whole(size, rules) }.into();
        }
        match covered {
            _ if self.is_open() => Stand::Unsure,
            0 => Stand::Agreed,
            n => Stand::Covered(n),
        }
        .into()
    }

    /// The next drop that the record lacks.
    fn offer(&self, lacking: &[Lacking<'_>]) -> Option<Offer> {
        let first = lacking.iter().find(|lacking| lacking.best().is_some())?;
        // What came later waits for a tile that may have been overlooked: its points could go to the wrong player.
        if self.looks < WAITS && !first.stayed() && self.may_be_overlooked() {
            return None;
        }
        let (play, _) = first.best()?;
        let sure = sigmoid(first.decision);
        let ways: Vec<(Play, f64)> = first.drops.ways.iter().take(6).map(|way| (way.0, way.1.min(sure))).collect();
        let seen = first.belief.seen.as_ref()?;
        let covered = self.settled.iter().any(|settled| settled.as_ref().is_none_or(|settled| settled.missed > 0));
        let odd = lacking.len() > 1
            || self.unseen
            || covered && !self.reached
            || self.doubted.contains(play.tile())
            || self.before.iter().any(|before| before.last_hand)
            || self.faces.iter().any(|face| face.is_at_line() && !same_place(&face.seen.corners, &seen.corners))
            || first
                .face
                .is_none_or(|face| face.faceless || face.left || face.fresh.is_some_and(|share| share < FRESH));
        let plain = !odd && first.decision >= CONFIRM;
        Some(Offer { ways, corners: seen.corners, plain })
    }

    /// Reports whether a tile that was there when table and record last agreed may belong to the line.
    fn may_be_overlooked(&self) -> bool {
        self.story.others(self.known.tiles()).filter(|belief| self.is_undecided(belief)).any(|belief| {
            let face = belief.seen.as_ref().and_then(|seen| self.face_at(&seen.corners));
            face.is_some_and(|face| face.fresh.is_some_and(|share| share < FRESH))
        })
    }

    /// Returns the verdict on several first tiles that came at once: their order is unknown, but they are one line.
    fn together(&self, lacking: &[Lacking<'_>], size: (u32, u32), rules: &RuleSet) -> Option<Verdict> {
        let first = lacking.first()?;
        let at_once = lacking.len() > 1 && lacking.iter().all(|other| other.belief.since == first.belief.since);
        if !(self.known.is_empty() && at_once) {
            return None;
        }
        let seen: Vec<SeenTile> = lacking.iter().filter_map(|lacking| lacking.belief.seen.clone()).collect();
        let table = laid(&seen, size, rules).filter(|table| table.len() == seen.len());
        let new = lacking.iter().map(|lacking| lacking.belief.tile).collect();
        Some(Stand::Unclear { new, gone: Vec::new(), table }.into())
    }

    /// Finds a recorded tile that is not read itself, with another tile read in its place.
    fn mistake(&self, lacking: &[Lacking<'_>], rules: &RuleSet) -> Option<Mistake> {
        lacking.iter().find_map(|lacking| {
            let seen = lacking.belief.seen.as_ref()?;
            let number = self.settled.iter().position(|settled| {
                settled.as_ref().is_some_and(|settled| same_place(&settled.placed.corners, &seen.corners))
            })?;
            let was = *self.known.play(number)?;
            if self.story.odds(was.tile()) > 0.0 {
                return None;
            }
            let outer = lacking.belief.tile.other(was.halves[0])?;
            let (play, _) = with_outer(&self.known, number, outer, rules)?;
            Some(Mistake { tile: number, play, confidence: sigmoid(lacking.decision) })
        })
    }

    /// Returns the line on the table, if the rules allow it and it is not the recorded one.
    fn whole(&self, size: (u32, u32), rules: &RuleSet) -> Option<Layout> {
        let line = self.line.clone().or_else(|| {
            let seen: Vec<SeenTile> = self.faces.iter().map(|face| face.seen.clone()).collect();
            self.known.is_empty().then(|| laid(&seen, size, rules)).flatten()
        })?;
        (line.tiles() != self.known.tiles()).then_some(line)
    }

    /// A line of at least two tiles that match, not all of which came since the table was first seen.
    pub(crate) fn before_first(&self, size: (u32, u32), rules: &RuleSet) -> Option<Layout> {
        let there = |face: &&Face| face.seen.logit > THERE && !face.left && !face.faceless;
        let faces: Vec<&Face> = self.faces.iter().filter(there).collect();
        let stays = |face: &Face| face.fresh.is_some_and(|share| share < FRESH);
        if faces.len() < 2 || !faces.iter().any(|face| stays(face)) {
            return None;
        }
        let seen: Vec<SeenTile> = faces.iter().map(|face| face.seen.clone()).collect();
        let reading = assemble(&seen, size.0, size.1, &Settings::of_rules(rules));
        let line: Vec<&ReadTile> = reading.line().collect();
        // Two neighbouring tiles of a hand may match: then most faces in sight are not part of the line.
        let is_hand = 2 * line.len() <= self.faces.len();
        let whole = line.len() > 1 && !is_hand && reading.joins.iter().all(|join| join.matches);
        let sure = line.iter().all(|tile| tile.confidence > 0.5 && tile.seen.is_some());
        let stayed: Vec<SeenTile> =
            line.iter().filter_map(|tile| tile.seen).filter(|i| stays(faces[*i])).map(|i| seen[i].clone()).collect();
        match stayed.as_slice() {
            _ if !(whole && sure) => None,
            [] => None,
            // The newest tile was joined to what was there before.
            [only] => {
                let mut layout = Layout::new();
                layout.lay(Play::lead(tile_on(only, rules.set_size)), rules).ok()?;
                Some(layout)
            }
            _ => laid(&stayed, size, rules),
        }
    }
}

/// The layout that these tiles make by the rules.
fn laid(tiles: &[SeenTile], (width, height): (u32, u32), rules: &RuleSet) -> Option<Layout> {
    let laid = assemble(tiles, width, height, &Settings::of_rules(rules)).laid(rules)?.layout;
    (!laid.is_empty() && laid.wrong_plays(rules).is_empty()).then_some(laid)
}

/// Log-odds that a tile has come where this share of the place differs.
fn changed(share: f64) -> f64 {
    CHANGED.iter().find(|(most, _)| share <= *most).map_or(0.0, |(_, odds)| *odds)
}
