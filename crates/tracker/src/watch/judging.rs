//! What is new on the table, and what that means: an offer, a mistake in the record, a question.

use super::{
    AGAINST, AGAINST_LOOKS, ALONE_AGAIN, CANDIDATE, CLEAR, FACELESS, FEW, FRESH, GONE, IN_THE_WAY, JUST_CAME,
    LAID_AGAIN, LIKELY, MISREAD, MOVED, Mistake, Newcomer, Offer, PATIENT, QUESTION, SAME_PLACE, STUBBORN, SURE,
    Settled, Stand, VOTES, Verdict, Watch, as_blank, in_place, same_place, share, shows_other, tile_on,
};
use crate::drops::{drops, leads, with_outer};
use eye::read::{Part, Point, ReadTile, SeenTile, Settings, TileKind, assemble};
use game::layout::{Layout, Play};
use game::rules::RuleSet;
use game::tile::{Pip, Tile};
use std::borrow::Cow;

/// Log-odds from which a tile may belong to a line that was begun before anybody looked.
const BEFORE: f32 = 0.5;

impl Watch {
    /// What is seen and is no tile of the record, each place once.
    pub(super) fn find_new(&mut self, fused: &[SeenTile], rules: &RuleSet, fresh: &dyn Fn(&[Point; 4]) -> Option<f64>) {
        let before = std::mem::take(&mut self.newcomers);
        let placed = self.placed();
        // What lies half over the place of a tile that is not in sight, and shows the same, is that tile, pushed.
        let is_pushed = |t: &SeenTile, settled: &Settled| {
            let [a, b] = settled.placed.pips;
            settled.missed > 0 && tile_on(t, rules.set_size) == Tile::new(a, b)
        };
        let in_the_way = |t: &SeenTile, settled: &Settled| {
            let common = share(&t.corners, &settled.placed.corners);
            common >= if is_pushed(t, settled) { SAME_PLACE } else { IN_THE_WAY }
        };
        let free = |t: &SeenTile| !self.settled.iter().flatten().any(|settled| in_the_way(t, settled));
        let mut found: Vec<Newcomer> = Vec::new();
        for tile in fused.iter().filter(|t| t.logit > CANDIDATE && free(t)) {
            let Some(tile) = self.as_face(tile) else { continue };
            let mut drops =
                if self.known.is_empty() { leads(&tile, rules) } else { drops(&tile, &placed, &self.known, rules) };
            let faceless = tile.kind == TileKind::Down;
            let fresh = fresh(&tile.corners).filter(|_| !self.lies_instead(&tile, rules.set_size));
            if faceless && !as_blank(&mut drops, fresh) {
                continue;
            }
            let was = before.iter().find(|new| same_place(&new.tile.corners, &tile.corners));
            let (age, in_line) = was.map_or((1, 0.0), |was| (was.age + 1, was.in_line));
            found.push(Newcomer { tile: tile.into_owned(), drops, age, faceless, fresh, in_line });
        }
        // A hand hides a few tiles for a moment; a table without any was cleared. What lay there all the time, and not in the line, is
        // none: the holes of a cribbage board look like some.
        let beside = |at: &[Point; 4]| self.left.iter().all(|(left, _)| share(left, at) <= IN_THE_WAY);
        let stays = |at: &[Point; 4]| fresh(at).is_some_and(|share| share < FRESH) && beside(at);
        let remains = |tile: &SeenTile| tile.kind == TileKind::Up && tile.logit > 0.0 && !stays(&tile.corners);
        let none = self.left.len() > FEW && !fused.iter().any(remains);
        self.bare = none;
        if none || self.looks >= VOTES {
            let known = !self.left.is_empty();
            // Where other pips lie for sure the old tile was taken away, and the new hand has begun there.
            let other =
                |seen: &SeenTile, was: &[Tile; 2]| seen.kind == TileKind::Up && shows_other(seen, was, rules.set_size);
            let lies = |(at, was): &mut ([Point; 4], _)| in_place(fused, at).is_some_and(|seen| !other(seen, was));
            self.cleared.extend(self.left.extract_if(.., |left| !lies(left)));
            // The last of them has gone: what lies there now belongs to the new hand.
            self.clearing &= !known || !self.left.is_empty();
        }
        // Of outlines that compete for a place the one with the best explanation stays.
        let worth = |new: &Newcomer| new.sure() + f64::from(new.tile.logit) * 1e-3;
        found.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        let mut kept: Vec<Newcomer> = Vec::new();
        for new in found {
            if kept.iter().all(|other| share(&other.tile.corners, &new.tile.corners) < IN_THE_WAY) {
                kept.push(new);
            }
        }
        let is_blank = |new: &Newcomer| tile_on(&new.tile, rules.set_size).high() == Pip::BLANK;
        if self.known.is_empty() && kept.iter().filter(|new| is_blank(new)).count() > 1 {
            // A set has one double blank: these are the backs of somebody's hand, but for one that surely came.
            kept.retain(|new| !is_blank(new) || new.differs(FRESH));
        }
        self.newcomers = kept;
        self.place_missing(rules);
    }

    /// Does it lie where a tile of the hand before was cleared away, with other pips? What the picture there differs from is that tile.
    fn lies_instead(&self, tile: &SeenTile, max: Pip) -> bool {
        self.cleared.iter().any(|(at, was)| same_place(at, &tile.corners) && shows_other(tile, was, max))
    }

    /// A tile as something that may be new at the layout; one that came to lie on its face since table and record last
    /// agreed may be the double blank.
    fn as_face<'a>(&self, tile: &'a SeenTile) -> Option<Cow<'a, SeenTile>> {
        match tile.kind {
            TileKind::Up => Some(Cow::Borrowed(tile)),
            TileKind::Down if !self.known.is_empty() && !self.backs.iter().any(|at| same_place(at, &tile.corners)) => {
                let blank = std::array::from_fn(|pip| if pip == 0 { 0.0 } else { FACELESS });
                Some(Cow::Owned(SeenTile { a: blank, b: blank, ..tile.clone() }))
            }
            TileKind::Down | TileKind::Edge | TileKind::Printed => None,
        }
    }

    /// How table and record stand to each other after this look.
    #[expect(clippy::too_many_lines, reason = "every way a look can go, in the order in which they are asked")]
    pub(super) fn judge(&mut self, fused: &[SeenTile], size: (u32, u32), rules: &RuleSet) -> Verdict {
        if !self.aligned {
            self.vote = None;
            return self.disagree(fused, size, rules, Vec::new());
        }
        let covered = self.settled.iter().filter(|s| s.as_ref().is_none_or(|s| s.missed > 0)).count();
        let gone: Vec<Tile> = (self.settled.iter().zip(self.known.plays()))
            .filter(|(s, _)| s.as_ref().is_some_and(|s| s.missed > GONE))
            .map(|(_, play)| play.tile())
            .collect();
        if let Some(table) = self.begun.clone() {
            // They lie there as a line, and not all of them have just come: it was begun before anybody looked.
            let new: Vec<Tile> = table.tiles().iter().collect();
            let stand = Stand::Unclear { new, gone: Vec::new(), table: Some(table) };
            return if self.looks > VOTES { Verdict { stand, ..Verdict::default() } } else { Verdict::default() };
        }
        // Before the first tile everything is new; what lies there all the time, unchanged, is none.
        let overlooked = |new: &Newcomer| !self.known.is_empty() && (new.is_stubborn() || self.is_laid_on(new, rules));
        let came = |new: &Newcomer| new.is_fresh() || new.came_unseen() || overlooked(new) || new.is_lacking();
        let leads = |new: &Newcomer| !self.known.is_empty() || new.may_lead();
        let real = |new: &&Newcomer| new.is_real() && came(new) && leads(new) && !self.is_thing(&new.tile.corners);
        let mut new: Vec<Newcomer> = self.newcomers.iter().filter(real).cloned().collect();
        if self.known.is_empty() && new.iter().any(|new| new.reads_well(CLEAR)) {
            // Something at the edge that nobody can read does not lead.
            let all = new.len();
            new.retain(|new| new.sure() >= LIKELY);
            self.several |= new.len() < all;
        }
        for at in new.iter().map(|new| new.tile.corners) {
            if !self.glimpses.iter().any(|other| same_place(other, &at)) {
                self.glimpses.push(at);
            }
        }
        // A tile of the record that was pushed away seemed new until it was known again.
        let lies_on =
            |at: &[Point; 4]| self.settled.iter().flatten().any(|s| share(at, &s.placed.corners) > IN_THE_WAY);
        let seen: Vec<[Point; 4]> = self.glimpses.iter().filter(|at| !lies_on(at)).copied().collect();
        self.glimpses = seen;
        let is_left = |new: &Newcomer| {
            let tile = tile_on(&new.tile, rules.set_size);
            self.left.iter().any(|(at, was)| was.contains(&tile) && same_place(at, &new.tile.corners))
        };
        if let Some(left) = new.iter().find(|new| self.clearing && is_left(new)) {
            // It may after all have been laid again, which is asked.
            self.several = true;
            let anew = self.left.len() == 1 && left.differs(MOVED);
            if left.age < if anew { ALONE_AGAIN } else { LAID_AGAIN } {
                return Verdict::default();
            }
        }
        if self.clearing && new.len() > 1 {
            return Verdict::default();
        }
        if !gone.is_empty() {
            return self.disagree(fused, size, rules, gone);
        }
        if new.is_empty() {
            self.vote = None;
            // What is no change of the picture but surely a tile may have been overlooked: that takes more looks.
            let may_be = |new: &Newcomer| (!self.known.is_empty() && new.is_overlooked()) || new.may_have_come();
            let overlooked = self.newcomers.iter().any(|new| may_be(new) && !self.is_thing(&new.tile.corners));
            let lacking = self.lacking(rules);
            let stand = match covered {
                _ if !lacking.is_empty() => {
                    Stand::Unclear { new: lacking, gone: Vec::new(), table: self.whole.clone() }
                }
                _ if self.newcomers.iter().any(Newcomer::may_be_lacking) => Stand::Unsure,
                _ if overlooked && !self.calm && self.looks <= STUBBORN + VOTES => Stand::Unsure,
                _ if self.is_puzzled() && !self.calm => Stand::Unsure,
                // It was there a moment ago.
                _ if !self.glimpses.is_empty() && !self.calm && self.looks <= STUBBORN => Stand::Unsure,
                0 if self.looks >= VOTES => Stand::Agreed,
                0 => Stand::Unsure,
                n => Stand::Covered(n),
            };
            return Verdict { stand, offer: None, mistake: self.mistake(rules) };
        }
        let surely_came = |new: &Newcomer| new.is_lacking() || new.is_seen_often() && new.differs(JUST_CAME);
        if self.calm && !new.iter().any(surely_came) {
            // Nobody touched anything: what seems new is a reflection or a misreading.
            return Verdict { stand: Stand::Agreed, ..Verdict::default() };
        }
        // No drop is offered before one that may have been missed: whoever dropped it would get its points.
        let missed = |new: &Newcomer| new.may_be_lacking() && !new.is_lacking() && !new.is_fresh();
        let waits = |new: &Newcomer| missed(new) && !self.is_thing(&new.tile.corners);
        if self.looks < QUESTION && self.newcomers.iter().any(waits) {
            return Verdict::default();
        }
        self.several |= new.len() > 1;
        if self.known.is_empty() {
            if let [only] = new.as_slice() {
                self.alone = Some(only.tile.corners);
            }
            // A second tile was laid before the first was recorded: the one that lay there alone is the first.
            let first = self.alone.and_then(|at| new.iter().position(|new| same_place(&new.tile.corners, &at)));
            let Some(first) = first else {
                let tiles: Vec<SeenTile> = new.iter().map(|new| new.tile.clone()).collect();
                let laid = assemble(&tiles, size.0, size.1, &Settings::of_rules(rules)).laid(rules);
                let laid = laid.filter(|laid| laid.tiles.len() == tiles.len() && self.looks > PATIENT);
                let Some(table) = laid.map(|laid| laid.layout).filter(|table| table.wrong_plays(rules).is_empty())
                else {
                    return self.disagree(fused, size, rules, Vec::new());
                };
                // Nobody saw which was first, but they are one line.
                let new = table.tiles().iter().collect();
                let stand = Stand::Unclear { new, gone: Vec::new(), table: Some(table) };
                return Verdict { stand, ..Verdict::default() };
            };
            new = vec![new.swap_remove(first)];
        }
        // What a play explains comes first; of several such the one that has lain there longest was laid first.
        let explained = |new: &Newcomer| new.sure() > new.drops.wrong;
        // What lay there when table and record last agreed was laid before what has come since.
        let order = |a: &Newcomer, b: &Newcomer| {
            let came = a.is_fresh().cmp(&b.is_fresh());
            explained(b).cmp(&explained(a)).then(came).then(b.age.cmp(&a.age))
        };
        new.sort_by(|a, b| order(a, b).then(b.sure().total_cmp(&a.sure())));
        let at_once = new.len() > 1 && explained(&new[1]) && order(&new[0], &new[1]).is_eq();
        self.offer(&new, at_once, covered).unwrap_or_else(|| {
            if let Some(mistake) = self.explained_by_mistake(&new[0], rules) {
                return Verdict { stand: Stand::Unsure, offer: None, mistake: Some(mistake) };
            }
            self.disagree(fused, size, rules, Vec::new())
        })
    }

    /// A line of at least two tiles that match, not all of which came since the table was first seen: begun before anybody looked.
    pub(super) fn before_first(&self, (width, height): (u32, u32), rules: &RuleSet) -> Option<Layout> {
        let there = |new: &&Newcomer| new.tile.logit > BEFORE;
        let tiles: Vec<&Newcomer> = self.newcomers.iter().filter(there).collect();
        let stays = |new: &Newcomer| new.fresh.is_some_and(|share| share < FRESH);
        if tiles.len() < 2 || !tiles.iter().any(|new| stays(new)) {
            return None;
        }
        let seen: Vec<SeenTile> = tiles.iter().map(|new| new.tile.clone()).collect();
        let reading = assemble(&seen, width, height, &Settings::of_rules(rules));
        let line: Vec<&ReadTile> = reading.line().collect();
        // Two tiles of a hand that stand side by side may match: then most of the faces in sight are no part of the line.
        let is_hand = 2 * line.len() <= tiles.len();
        let whole = line.len() > 1 && !is_hand && reading.joins.iter().all(|join| join.matches);
        let sure = line.iter().all(|tile| tile.confidence > 0.5 && tile.seen.is_some());
        let before = line.iter().filter_map(|tile| tiles.get(tile.seen?)).any(|new| stays(new));
        if !(whole && sure && before) {
            return None;
        }
        // What has just come was laid on what lay there before.
        let stayed: Vec<SeenTile> = line
            .iter()
            .filter_map(|tile| seen.get(tile.seen?).filter(|_| tile.seen.is_some_and(|i| stays(tiles[i]))))
            .cloned()
            .collect();
        if let [only] = stayed.as_slice() {
            let mut layout = Layout::new();
            layout.lay(Play::lead(tile_on(only, rules.set_size)), rules).ok()?;
            return Some(layout);
        }
        let reading = if stayed.len() == line.len() {
            reading
        } else {
            assemble(&stayed, width, height, &Settings::of_rules(rules))
        };
        let laid = reading.laid(rules).map(|laid| laid.layout)?;
        (!laid.is_empty() && laid.wrong_plays(rules).is_empty()).then_some(laid)
    }

    /// The offer for the first of the new tiles; `None` when it is not explained by a play.
    fn offer(&mut self, new: &[Newcomer], at_once: bool, covered: usize) -> Option<Verdict> {
        let first = new.first()?;
        let mut ways = first.drops.ways.clone();
        if at_once {
            // Which of the two was laid first cannot be seen.
            ways.extend(new[1].drops.ways.iter().copied());
            for way in &mut ways {
                way.1 /= 2.0;
            }
            ways.sort_by(|a, b| b.1.total_cmp(&a.1));
        }
        let (best, sure) = *ways.first()?;
        if first.drops.wrong > sure && !at_once {
            self.vote = None;
            return None;
        }
        let votes = match self.vote {
            Some((play, votes)) if play == best => votes + 1,
            _ => 1,
        };
        self.vote = Some((best, votes));
        // Something large rests elsewhere and is taken for an arm: whoever shows the offer knows whether it reaches here.
        let often = first.is_seen_often() && (!self.reached || first.age >= PATIENT);
        let in_sight = covered == 0 || self.looks >= PATIENT || (often && first.age >= PATIENT);
        let in_time = (votes >= VOTES || often) && sure >= SURE && in_sight;
        let late = self.looks >= PATIENT && sure >= LIKELY;
        if in_time || late {
            ways.truncate(6);
            // What has hardly changed may have lain there; before the first tile above all.
            let hardly = !first.is_fresh() && (self.known.is_empty() || !first.may_have_come());
            let odd = self.several
                || self.calm
                || (self.reached && votes < VOTES)
                || covered > 0
                || first.faceless
                || hardly
                || self.offered.contains(&best.tile());
            let plain = in_time && !odd;
            let offer = Offer { ways, corners: first.tile.corners, plain };
            return Some(Verdict { stand: Stand::Unsure, offer: Some(offer), mistake: None });
        }
        (self.looks < QUESTION).then(Verdict::default)
    }

    /// A tile of the record on which something else is seen, look after look.
    fn mistake(&self, rules: &RuleSet) -> Option<Mistake> {
        let mut worst: Option<(f64, Mistake)> = None;
        for (number, settled) in self.settled.iter().enumerate() {
            let Some(settled) = settled.as_ref().filter(|s| !s.trusted && s.looks >= AGAINST_LOOKS) else { continue };
            let Some(was) = self.known.play(number).map(|play| play.halves[1]) else { continue };
            for other in rules.set_size.up_to() {
                let against = settled.against(was, other);
                if against < AGAINST || worst.as_ref().is_some_and(|w| w.0 >= against) {
                    continue;
                }
                if let Some((play, _)) = with_outer(&self.known, number, other, rules) {
                    let confidence = 1.0 / (1.0 + (MISREAD * 0.5 - against * 0.5).exp());
                    worst = Some((against, Mistake { tile: number, play, confidence: confidence.min(0.99) }));
                }
            }
        }
        worst.map(|worst| worst.1)
    }

    /// A new tile that fits nowhere, but would if an earlier drop had been read otherwise.
    fn explained_by_mistake(&self, new: &Newcomer, rules: &RuleSet) -> Option<Mistake> {
        if self.looks < VOTES + 1 {
            return None;
        }
        let placed = self.placed();
        let mut best: Option<(f64, Mistake)> = None;
        for (number, settled) in self.settled.iter().enumerate() {
            let Some(settled) = settled else { continue };
            let Some(was) = self.known.play(number).map(|play| play.halves[1]) else { continue };
            for other in rules.set_size.up_to() {
                let Some((play, changed)) = with_outer(&self.known, number, other, rules) else { continue };
                let mut placed = placed.clone();
                if let Some(Some(place)) = placed.get_mut(number) {
                    place.pips = place.pips.map(|pip| if pip == was { other } else { pip });
                }
                let drops = drops(&new.tile, &placed, &changed, rules);
                let Some(way) = drops.ways.iter().find(|w| w.0.on.is_some_and(|on| on.tile == number)) else {
                    continue;
                };
                // As odds against the tile being a wrong play that stands.
                let odds = (way.1 / (drops.wrong + 1e-9)).ln() + MISREAD + settled.against(was, other).clamp(-6.0, 6.0);
                if odds > 0.0 && best.as_ref().is_none_or(|b| odds > b.0) {
                    let confidence = 1.0 / (1.0 + (-odds).exp());
                    best = Some((odds, Mistake { tile: number, play, confidence: confidence.min(0.99) }));
                }
            }
        }
        best.map(|best| best.1)
    }

    /// Table and record disagree, once that has lasted.
    fn disagree(&self, fused: &[SeenTile], (width, height): (u32, u32), rules: &RuleSet, gone: Vec<Tile>) -> Verdict {
        if self.looks < QUESTION {
            return Verdict::default();
        }
        let max = rules.set_size;
        let reading = assemble(fused, width, height, &Settings::of_rules(rules));
        let laid = reading.laid(rules).map(|laid| laid.layout);
        let table = laid.filter(|layout| !layout.is_empty() && layout.wrong_plays(rules).is_empty());
        let mut gone = gone;
        let mut new: Vec<Tile> = if self.aligned {
            let real = self.newcomers.iter().filter(|new| new.is_real());
            real.map(|new| tile_on(&new.tile, max)).collect()
        } else {
            let line: Vec<Tile> =
                reading.tiles.iter().filter(|t| t.part == Part::Line).filter_map(ReadTile::tile).collect();
            gone = self.known.tiles().iter().filter(|t| !line.contains(t)).collect();
            line.into_iter().filter(|t| !self.known.tiles().contains(*t)).collect()
        };
        new.sort_unstable();
        new.dedup();
        if new.is_empty() && gone.is_empty() {
            return Verdict::default();
        }
        let same = table.as_ref().is_some_and(|table| table.tiles() == self.known.tiles());
        Verdict { stand: Stand::Unclear { new, gone, table: table.filter(|_| !same) }, ..Verdict::default() }
    }
}
