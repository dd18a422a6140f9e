//! Places of the recorded tiles in the picture, found by their pips wherever they are, since no set has a tile twice.

use crate::chosen::{FAR, FRESH, PUSHED};
use crate::drops::{Placed, along, drops, replaced, same_place};
use crate::face::{likelihood, tile_on};
use crate::fitted::{NOT_TOLD, WEAKEST};
use crate::similarity::Similarity;
use crate::story::{Story, log_odds, worth};
use crate::watch::{Before, Settled, Watch};
use eye::geometry::{mean, share};
use eye::read::{JOINT_SPREAD, Part, Point, ReadTile, Reading, SeenTile, TileKind};
use game::layout::{Layout, Play};
use game::rules::RuleSet;
use game::tile::{Pip, Tile, TileSet};

/// Standard deviation of a tile's place as a share of its length, half of which is its width.
const NEAR: f64 = JOINT_SPREAD / 2.0;

impl Watch {
    /// Follows the record: added tiles get a place, removed ones lose it.
    pub(crate) fn follow(&mut self, known: &Layout, rules: &RuleSet) {
        if self.story.is_empty() {
            self.story = Story::new(rules.tiles(), known.tiles());
        }
        if *known == self.known {
            return;
        }
        let old = std::mem::replace(&mut self.known, known.clone());
        let shared = old.plays().zip(known.plays()).take_while(|(was, is)| was == is).count();
        let another_hand = shared == 0
            && !(old.is_empty() || old.len() == 1 && known.len() == 1 || known.is_empty() && self.is_taken_back());
        let taken_back: Vec<Tile> = old.tiles().iter().filter(|tile| !known.tiles().contains(*tile)).collect();
        self.doubted = self.doubted.iter().chain(taken_back.iter().copied()).collect();
        self.taken_back = self.taken_back.iter().chain(taken_back).collect();
        if another_hand {
            self.leave_behind(&old, rules);
        }
        if !known.is_empty() {
            self.note_deal();
        }
        let was = std::mem::take(&mut self.settled);
        let mut lost: Vec<(Option<game::layout::Place>, Settled)> = Vec::new();
        let mut kept: Vec<(Tile, Settled)> = Vec::new();
        for (settled, play) in was.into_iter().zip(old.plays()) {
            let Some(settled) = settled else { continue };
            match known.tiles().contains(play.tile()) {
                true => kept.push((play.tile(), settled)),
                false => lost.push((play.on, settled)),
            }
        }
        for play in known.plays().copied().collect::<Vec<_>>() {
            let here = kept.iter().position(|(tile, _)| *tile == play.tile()).map(|at| kept.swap_remove(at).1);
            let here = here.or_else(|| {
                // The same place with other pips: a person put it right.
                let at = lost.iter().position(|(on, _)| *on == play.on)?;
                let was = lost.swap_remove(at).1;
                let mut denied = was.denied;
                denied.insert(was.tile());
                let placed = Placed { pips: replaced(was.placed.pips, &play), ..was.placed };
                Some(Settled { compared: was.compared, denied, ..Settled::new(placed) })
            });
            let number = self.settled.len();
            let here = here.or_else(|| self.settle(number, &play, rules));
            self.settled.push(here);
        }
        self.story.recorded(known.tiles());
        self.verdict_is_stale();
    }

    /// A new hand: the tiles on the table now belong to the last one.
    fn leave_behind(&mut self, old: &Layout, rules: &RuleSet) {
        let new_hand = self.known.is_empty();
        let line = self.settled.iter().flatten().map(|settled| (settled.placed.corners, settled.tile(), true));
        // The tile that ended the hand was never recorded while anybody looked.
        let at_line = |face: &&crate::face::Face| face.drops.at_an_end && !old.is_empty();
        let last = self.faces.iter().map(|face| (face.seen.corners, face.tile(rules.set_size), at_line(&face)));
        let there: Vec<Before> =
            line.chain(last).map(|(corners, tile, last_hand)| Before { corners, tile, last_hand, missed: 0 }).collect();
        self.before = if new_hand { there } else { Vec::new() };
        self.story = Story::new(rules.tiles(), self.known.tiles());
        self.doubted = TileSet::EMPTY;
        self.taken_back = TileSet::EMPTY;
        self.refused.clear();
        self.settled.clear();
    }

    /// Returns the place of a newly recorded tile: where it was seen, or else the new thing at its place in the record.
    fn settle(&mut self, number: usize, play: &Play, rules: &RuleSet) -> Option<Settled> {
        if let Some(seen) = self.story.of(play.tile()).and_then(|belief| belief.seen.clone()) {
            return Some(Settled::new(oriented(&seen, play)));
        }
        let mut before = Layout::new();
        for play in self.known.plays().take(number) {
            before.lay_as_it_lies(*play).ok()?;
        }
        let placed = self.placed();
        let fits = |seen: &SeenTile| drops(seen, &placed, &before, rules).ways.iter().any(|way| way.0.on == play.on);
        let come = self.faces.iter().filter(|face| face.came() && fits(&face.seen));
        let face = come.max_by(|a, b| a.seen.logit.total_cmp(&b.seen.logit))?;
        Some(Settled::new(oriented(&face.seen, play)))
    }

    /// Looks for the places of recorded tiles that were entered before they were seen.
    pub(crate) fn settle_anew(&mut self, rules: &RuleSet) {
        for number in 0..self.known.len() {
            if let (None, Some(play)) = (&self.settled[number], self.known.play(number).copied()) {
                self.settled[number] = self.settle(number, &play, rules);
            }
        }
    }

    /// Finds the recorded tiles in this look. Reports whether the line as a whole was found at another place.
    pub(crate) fn locate(
        &mut self,
        tiles: &[SeenTile],
        reading: &Reading,
        rules: &RuleSet,
        fresh: &dyn Fn(&[Point; 4]) -> Option<f64>,
    ) -> bool {
        let read: Vec<&ReadTile> =
            reading.tiles.iter().filter(|read| matches!(read.part, Part::Line | Part::Loose)).collect();
        let ours = self.holds_the_record(reading);
        let mut pairs: Vec<(Point, Point)> = Vec::new();
        let plays: Vec<Play> = self.known.plays().copied().collect();
        let mut found = vec![false; plays.len()];
        for (number, play) in plays.iter().enumerate() {
            let was = self.settled[number].as_ref().map(|settled| settled.placed.corners);
            let near = |read: &&&ReadTile| {
                let far = was.map(|was| mean(&was).distance(mean(&read.corners)) / along(&was).length().max(1.0));
                match far {
                    Some(far) if self.reached => far < FAR * NEAR,
                    Some(far) => far < PUSHED || ours && read.part == Part::Line,
                    None => !self.reached,
                }
            };
            // Where its place is not known, one in the line comes before a loose one.
            let loose = |read: &ReadTile| f64::from(u8::from(read.part == Part::Loose));
            let distance =
                |read: &ReadTile| was.map_or_else(|| loose(read), |was| mean(&was).distance(mean(&read.corners)));
            let same = read.iter().filter(|read| read.tile() == Some(play.tile()) && read.seen.is_some()).filter(near);
            let Some(same) = same.min_by(|a, b| distance(a).total_cmp(&distance(b))) else { continue };
            let pips = same.pips.unwrap_or(play.halves);
            if let Some(was) = was {
                pairs.push((mean(&was), mean(&same.corners)));
            }
            let (compared, denied) =
                self.settled[number].as_ref().map_or_else(Default::default, |was| (was.compared, was.denied));
            let placed = Placed { corners: same.corners, pips };
            let shows = Some(worth(same.confidence));
            let read = Settled { shows, read: true, proved: true, compared, denied, ..Settled::new(placed) };
            self.settled[number] = Some(read);
            found[number] = true;
        }
        let moved = self.follow_landmarks(&pairs, &found);
        self.look_for_others(tiles, &found, rules, fresh);
        moved
    }

    /// Reports whether a reading of the whole line is one of the recorded line: it holds at least half of it.
    pub(crate) fn holds_the_record(&self, reading: &Reading) -> bool {
        let recorded = self.known.tiles();
        let held = reading.line().filter(|read| read.tile().is_some_and(|tile| recorded.contains(tile))).count();
        2 * held >= self.known.len()
    }

    /// Moves the remaining tiles, seen or not, if most of the found tiles have moved alike.
    fn follow_landmarks(&mut self, pairs: &[(Point, Point)], found: &[bool]) -> bool {
        let length = self.settled.iter().flatten().map(|s| along(&s.placed.corners).length()).fold(0.0, f64::max);
        let shift = |pair: &(Point, Point)| pair.1.minus(pair.0);
        let with = |one: &(Point, Point)| -> Vec<(Point, Point)> {
            let together = |other: &&(Point, Point)| shift(one).distance(shift(other)) < FAR * NEAR * length;
            pairs.iter().filter(together).copied().collect()
        };
        let Some(most) = pairs.iter().map(with).max_by_key(Vec::len) else { return false };
        let far = most.iter().map(|pair| shift(pair).length()).fold(0.0, f64::max);
        if most.len() < 2 || 2 * most.len() < pairs.len() || far < NEAR * length {
            return false;
        }
        let middle =
            most.iter().fold(Point::default(), |sum, pair| sum.plus(shift(pair))).times(1.0 / most.len() as f64);
        let only = Similarity { tx: middle.x, ty: middle.y, ..Similarity::NONE };
        let fit = Similarity::fit(&most).filter(|fit| most.len() > 2 && (0.8..1.25).contains(&fit.a.hypot(fit.b)));
        let by = fit.unwrap_or(only);
        for (settled, found) in self.settled.iter_mut().zip(found) {
            if let (Some(settled), false) = (settled, found) {
                settled.placed.corners = by.of_all(&settled.placed.corners);
            }
        }
        self.story.all_mut().filter_map(|belief| belief.seen.as_mut()).for_each(|seen| {
            seen.corners = by.of_all(&seen.corners);
        });
        far > length
    }

    /// Reads the places of recorded tiles that were not found.
    fn look_for_others(
        &mut self,
        tiles: &[SeenTile],
        found: &[bool],
        rules: &RuleSet,
        fresh: &dyn Fn(&[Point; 4]) -> Option<f64>,
    ) {
        let recorded = self.known.tiles();
        let places: Vec<Option<[Point; 4]>> =
            self.settled.iter().map(|settled| settled.as_ref().map(|settled| settled.placed.corners)).collect();
        for (number, settled) in self.settled.iter_mut().enumerate() {
            let Some(settled) = settled.as_mut().filter(|_| !found[number]) else { continue };
            let place = settled.placed.corners;
            // A tile that is rather at its neighbour's place is the neighbour.
            let elsewhere = |seen: &SeenTile| {
                let others = places.iter().enumerate().filter(|(other, _)| *other != number);
                others
                    .filter_map(|(_, at)| at.as_ref())
                    .any(|at| share(&seen.corners, at) > share(&seen.corners, &place))
            };
            let here = tiles.iter().find(|seen| {
                seen.kind == TileKind::Up && seen.logit > 0.0 && same_place(&seen.corners, &place) && !elsewhere(seen)
            });
            let tile = here.map(|seen| tile_on(seen, rules.set_size));
            let denied = tile.is_some_and(|tile| settled.denied.contains(tile));
            settled.other = tile.filter(|tile| !self.reached && !denied && !recorded.contains(*tile));
            settled.read = false;
            settled.proved |= denied;
            let same = settled.compared && fresh(&place).is_some_and(|share| share < FRESH);
            settled.shows = match here {
                Some(_) if denied => Some(worth(1.0)),
                Some(_) if self.reached => None,
                Some(seen) => Some(log_odds(likelihood(seen, settled.tile(), rules.set_size)).max(NOT_TOLD)),
                None => same.then_some(WEAKEST),
            };
            settled.missed = if here.is_some() || same { 0 } else { settled.missed.saturating_add(1) };
        }
    }
}

impl Settled {
    pub(crate) const fn new(placed: Placed) -> Self {
        Self {
            placed,
            missed: 0,
            shows: None,
            read: false,
            proved: false,
            compared: false,
            other: None,
            denied: TileSet::EMPTY,
        }
    }

    pub(crate) fn tile(&self) -> Tile {
        Tile::new(self.placed.pips[0], self.placed.pips[1])
    }
}

/// Returns the place of a recorded tile, with its pips on the halves that show them.
fn oriented(tile: &SeenTile, play: &Play) -> Placed {
    let [a, b] = play.halves;
    let at = |logs: &[f32; 13], pip: Pip| f64::from(logs[usize::from(pip.get())]);
    let straight = at(&tile.a, a) + at(&tile.b, b);
    let turned = at(&tile.a, b) + at(&tile.b, a);
    Placed { corners: tile.corners, pips: if turned > straight { [b, a] } else { [a, b] } }
}
