//! Where the tiles of the record lie in the picture, and what happens to them there.

use super::{
    CLEAR, DIM, IN_SIGHT, IN_THE_WAY, JUST_CAME, KNOWN_AGAIN, LIKELY, Newcomer, PUSHED, RECOGNISED, SAME, SURE,
    Settled, VOTES, Verdict, Watch, as_f64, face, in_place, share, tile_on,
};
use crate::drops::{self, Placed, along, drops};
use eye::geometry::mean;
use eye::read::{Point, ReadTile, SeenTile, Settings, TileKind, assemble};
use game::layout::{Layout, Play};
use game::rules::RuleSet;
use game::tile::{Pip, Tile};

impl Watch {
    /// Follows the record: what was added gets its place, what was taken back loses it.
    pub(super) fn follow(&mut self, known: &Layout, rules: &RuleSet) {
        if *known == self.known {
            return;
        }
        let old = std::mem::replace(&mut self.known, known.clone());
        let mut settled: Vec<Option<Settled>> = Vec::with_capacity(known.len());
        let mut in_step = true;
        for (i, play) in known.plays().enumerate() {
            let was = old.play(i).copied();
            let before = self.settled.get(i).cloned().flatten();
            let same_spot = in_step && was.is_some_and(|was| was.on == play.on && was.inline == play.inline);
            let kept = match (before, was) {
                (Some(before), Some(was)) if in_step && was == *play => Some(before),
                // The same place with other pips: it was put right by a person.
                (Some(mut before), Some(_)) if same_spot => {
                    before.placed.pips = replaced(before.placed.pips, play);
                    before.trusted = true;
                    Some(before)
                }
                _ => {
                    in_step = in_step && was.is_none();
                    None
                }
            };
            settled.push(kept);
        }
        if old.len() > known.len() && !known.is_empty() {
            self.offered.extend(old.plays().skip(known.len()).map(Play::tile));
        }
        // Nothing in common: another hand.
        let common = settled.iter().flatten().count();
        if common == 0 && !(old.is_empty() && known.len() == 1) {
            self.clearing = known.is_empty() && !old.is_empty();
            let was = self.settled.iter().flatten().map(|settled| (&settled.placed, settled.shows));
            self.left = was.map(|(was, shows)| (was.corners, [Tile::new(was.pips[0], was.pips[1]), shows])).collect();
            // The tile that ended the hand was never of the record while anybody looked.
            let is_last = |new: &&Newcomer| new.is_real() && new.drops.at_an_end && !self.is_thing(&new.tile.corners);
            let last = self.newcomers.iter().filter(is_last);
            let last: Vec<_> = last.map(|new| (new.tile.corners, [tile_on(&new.tile, rules.set_size); 2])).collect();
            self.left.extend(last);
            self.left.retain(|_| self.clearing);
            self.cleared.clear();
            self.aligned = known.is_empty();
            self.offered.clear();
        }
        self.settled = settled;
        self.alone = None;
        self.glimpses.clear();
        self.settle_added(known);
        self.calm = false;
        self.vote = None;
        self.verdict = Verdict::default();
    }

    /// Where each tile of the record lies; `None` where that is not known.
    pub(super) fn placed(&self) -> Vec<Option<Placed>> {
        self.settled.iter().map(|settled| Some(settled.as_ref()?.placed)).collect()
    }

    /// Where the next tile may come to lie by the rules, or was seen before, and none was seen in the picture, whose camera's move has been told.
    #[must_use]
    pub fn expected(&self, tiles: &[SeenTile], rules: &RuleSet) -> Vec<[Point; 4]> {
        let placed = self.placed();
        let mut expected = if self.aligned { drops::places(&placed, &self.known, rules) } else { Vec::new() };
        expected.extend(&self.glimpses);
        // What was seen half on a tile of the record is two halves of two tiles.
        let free = |at: &[Point; 4]| placed.iter().flatten().all(|tile| share(at, &tile.corners) < IN_THE_WAY);
        // A face with hardly a pip, or burnt out, looks like a back, and one now and then like a tile on edge: where the next tile may lie
        // it is read all the same.
        let is_face = |tile: &&SeenTile| tile.kind == TileKind::Up && tile.logit > 0.0 && free(&tile.corners);
        let seen: Vec<&SeenTile> = tiles.iter().filter(is_face).collect();
        expected.retain(|at| free(at) && seen.iter().all(|tile| share(at, &tile.corners) < IN_THE_WAY));
        expected
    }

    /// Puts the tiles that were just recorded where the new tile lies that best agrees with the record.
    fn settle_added(&mut self, known: &Layout) {
        if known.len() > 1 && self.settled.iter().all(Option::is_none) {
            // A whole layout was taken over. What is new was weighed as its first tile only; the next look finds it by its pips.
            return;
        }
        for number in 0..known.len() {
            if self.settled[number].is_some() {
                continue;
            }
            let Some(play) = known.play(number).copied() else { continue };
            let fits = |new: &Newcomer| new.drops.ways.iter().find(|way| way.0 == play).map_or(0.0, |way| way.1);
            // A tile of somebody's hand may look the same, but did not just come; and whichever fits a hair better says nothing.
            let came = |new: &Newcomer| fits(new) > LIKELY && new.is_fresh();
            let tenths = |new: &Newcomer| (10.0 * fits(new)).round();
            let best = (0..self.newcomers.len()).max_by(|&i, &j| {
                let [a, b] = [i, j].map(|i| &self.newcomers[i]);
                let by_place = a.drops.at_an_end.cmp(&b.drops.at_an_end).then(a.tile.logit.total_cmp(&b.tile.logit));
                came(a).cmp(&came(b)).then(tenths(a).total_cmp(&tenths(b))).then(by_place)
            });
            // Recorded by hand as something that was not seen so: then it is what is new at the layout.
            let Some(best) = best.filter(|&i| fits(&self.newcomers[i]) > 0.0 || self.newcomers[i].is_real()) else {
                continue;
            };
            let new = self.newcomers.swap_remove(best);
            let trusted = new.drops.ways.first().is_some_and(|way| way.0.tile() != play.tile());
            self.settled[number] = Some(Settled::new(oriented(&new.tile, &play), trusted));
            self.aligned = true;
        }
    }

    /// Finds the recorded layout among what is seen, by the pips.
    pub(super) fn align(&mut self, fused: &[SeenTile], (width, height): (u32, u32), rules: &RuleSet) {
        let reading = assemble(fused, width, height, &Settings::of_rules(rules));
        let line: Vec<&ReadTile> = reading.line().collect();
        let mut found: Vec<Option<Settled>> = Vec::new();
        for play in self.known.plays() {
            let read = line.iter().find(|t| t.tile() == Some(play.tile()) && t.seen.is_some());
            let settled = |t: &&&ReadTile| {
                Settled::new(Placed { corners: t.corners, pips: t.pips.unwrap_or(play.halves) }, false)
            };
            found.push(read.as_ref().map(settled));
        }
        let n = found.iter().flatten().count();
        if n > 0 && as_f64(n) >= RECOGNISED * as_f64(self.known.len()) {
            self.settled = found;
            self.aligned = true;
        }
    }

    /// Sees which tiles of the record are in sight, and where they lie now.
    pub(super) fn recognise(
        &mut self,
        fused: &[SeenTile],
        rules: &RuleSet,
        fresh: &dyn Fn(&[Point; 4]) -> Option<f64>,
    ) {
        if !self.reached && self.was_moved(fused, rules, fresh) {
            self.aligned = false;
            return;
        }
        let reached = self.reached;
        let latest = self.window.back().cloned().unwrap_or_default();
        let places: Vec<Option<[Point; 4]>> =
            self.settled.iter().map(|settled| settled.as_ref().map(|settled| settled.placed.corners)).collect();
        for (number, settled) in self.settled.iter_mut().enumerate() {
            let Some(settled) = settled else { continue };
            // What lies rather where its neighbour lies is the neighbour: no tile slides upon another.
            let place = settled.placed.corners;
            let elsewhere = |seen: &SeenTile| {
                let here = share(&seen.corners, &place);
                let others = places.iter().enumerate().filter(|(other, _)| *other != number);
                others.filter_map(|(_, at)| at.as_ref()).any(|at| share(&seen.corners, at) > here)
            };
            let now = in_place(&latest, &place).filter(|seen| !elsewhere(seen));
            let over = in_place(fused, &place).filter(|seen| !elsewhere(seen));
            match (now, over) {
                // What was just seen counts once; where it lies is steadier over several looks.
                (Some(now), over) if !reached && settled.is_it(now, rules.set_size) => {
                    let over = over.filter(|over| settled.is_it(over, rules.set_size)).unwrap_or(now);
                    let turned = along(&now.corners).dot(along(&over.corners)) < 0.0;
                    let mut seen = SeenTile { corners: over.corners, ..now.clone() };
                    if turned {
                        seen.corners.rotate_left(2);
                    }
                    settled.see(&seen, rules.set_size);
                }
                // Seen or not, it lies there where the picture is as it was.
                (None, None) if fresh(&place).is_some_and(|share| share < SAME) => settled.missed = 0,
                (None, None) => settled.missed = settled.missed.saturating_add(1),
                _ => settled.missed = 0,
            }
        }
    }

    /// Do other tiles lie where those of the record lay, and as many elsewhere? Then the camera was moved.
    fn was_moved(&self, fused: &[SeenTile], rules: &RuleSet, fresh: &dyn Fn(&[Point; 4]) -> Option<f64>) -> bool {
        let pairs =
            self.settled.iter().zip(self.known.plays()).filter_map(|(s, play)| Some((s.as_ref()?, play.tile())));
        let (mut all, mut as_before) = (0, 0);
        for (settled, tile) in pairs {
            all += 1;
            let here = in_place(fused, &settled.placed.corners);
            // Seen or not, it lies there where the picture is as it was.
            let same = fresh(&settled.placed.corners).is_some_and(|share| share < SAME);
            as_before += usize::from(same || here.is_some_and(|seen| tile_on(seen, rules.set_size) == tile));
        }
        let seen = fused.iter().filter(|t| t.kind == TileKind::Up && t.logit > 0.0).count();
        all >= 2 && as_f64(as_before) < IN_SIGHT * as_f64(all) && as_f64(seen) >= RECOGNISED * as_f64(all)
    }

    /// Tiles of the record whose place is not known may be among what is new.
    pub(super) fn place_missing(&mut self, rules: &RuleSet) {
        if !self.aligned {
            return;
        }
        for number in 0..self.settled.len() {
            let Some(play) = self.known.play(number).copied() else { continue };
            if let Some(settled) = &self.settled[number] {
                if let Some(i) = self.pushed(settled, play.tile(), rules) {
                    let new = self.newcomers.swap_remove(i);
                    self.settled[number] = Some(Settled::new(oriented(&new.tile, &play), false));
                }
                continue;
            }
            let is_it = |new: &Newcomer| tile_on(&new.tile, rules.set_size) == play.tile();
            let by_pips = self.newcomers.iter().position(is_it);
            let found = by_pips.or_else(|| self.lies_there(number, &play, rules));
            if let Some(i) = found {
                let new = self.newcomers.swap_remove(i);
                self.settled[number] = Some(Settled::new(oriented(&new.tile, &play), by_pips.is_none()));
            }
        }
    }

    /// The new tile near a recorded one that shows the same, while the recorded one is not seen at its place: it was pushed
    /// away. Where the record says otherwise than what was seen the place may be wrong, and the tile lie anywhere. No set has it twice.
    fn pushed(&self, settled: &Settled, tile: Tile, rules: &RuleSet) -> Option<usize> {
        let in_place = settled.missed == 0 && (settled.shows == tile || settled.trusted);
        if in_place || self.looks < VOTES {
            return None;
        }
        let [place, length] = [mean(&settled.placed.corners), along(&settled.placed.corners)];
        self.newcomers.iter().position(|new| {
            let ([a, b], sure) = face(&new.tile, rules.set_size);
            let near = settled.trusted || place.distance(mean(&new.tile.corners)) < PUSHED * length.length();
            near && new.age >= VOTES && new.tile.logit > 0.0 && sure >= KNOWN_AGAIN && Tile::new(a, b) == tile
        })
    }

    /// The new tile that lies where the record has this one, whatever is seen on it.
    fn lies_there(&self, number: usize, play: &Play, rules: &RuleSet) -> Option<usize> {
        let mut before = Layout::new();
        for play in self.known.plays().take(number) {
            before.lay_as_it_lies(*play).ok()?;
        }
        let placed = self.placed();
        let fits = |new: &Newcomer| {
            let ways = drops(&new.tile, &placed[..number], &before, rules).ways;
            new.tile.logit > 0.0 && self.looks >= VOTES && ways.iter().any(|way| way.0.on == play.on)
        };
        self.newcomers.iter().position(fits)
    }

    /// Was another tile just laid on this new one? Then it belongs to the line, however little was seen of its coming.
    pub(super) fn is_laid_on(&self, new: &Newcomer, rules: &RuleSet) -> bool {
        let Some((play, _)) = new.drops.ways.first().filter(|_| new.reads_well(DIM)) else { return false };
        let mut longer = self.known.clone();
        if longer.lay(*play, rules).is_err() {
            return false;
        }
        let mut placed = self.placed();
        placed.push(Some(oriented(&new.tile, play)));
        let on_it = |way: &(Play, f64)| way.1 > SURE && way.0.on.is_some_and(|on| on.tile == self.known.len());
        let goes_on = |next: &Newcomer| drops(&next.tile, &placed, &longer, rules).ways.first().is_some_and(on_it);
        let came = |next: &&Newcomer| next.tile.logit > CLEAR && next.differs(JUST_CAME);
        self.newcomers.iter().filter(came).any(goes_on)
    }
}

/// The pips of a tile as it lies, after it was put right: the half that is still true stays where it is.
fn replaced(lies: [Pip; 2], is: &Play) -> [Pip; 2] {
    let other = |pip: Pip| is.tile().other(pip);
    match (other(lies[0]), other(lies[1])) {
        (Some(second), _) => [lies[0], second],
        (None, Some(first)) => [first, lies[1]],
        (None, None) => is.halves,
    }
}

/// Where a recorded tile lies, with its pips on the halves that show them.
fn oriented(tile: &SeenTile, play: &Play) -> Placed {
    let [a, b] = play.halves;
    let at = |logs: &[f32; 13], pip: Pip| f64::from(logs[usize::from(pip.get())]);
    let straight = at(&tile.a, a) + at(&tile.b, b);
    let turned = at(&tile.a, b) + at(&tile.b, a);
    Placed { corners: tile.corners, pips: if turned > straight { [b, a] } else { [a, b] } }
}
