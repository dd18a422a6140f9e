//! Turns the story into an offer, a mistake in the record, a question, or agreement.

use crate::chosen::{CLEAR, CONFIRM, FRESH, PRIOR, PROPOSE, SETTLES, STEADY};
use crate::drops::{Drops, drops, instead, same_place};
use crate::face::{DOUBLE_BLANK, Face, tile_on};
use crate::fitted::CAME;
use crate::story::{Belief, at, log_odds};
use crate::verdict::{Asked, Mistake, Offer, Stand, Verdict};
use crate::watch::{Coming, Settled, Watch};
use eye::read::{Point, ReadTile, SeenTile, Settings, assemble, sigmoid};
use game::layout::{Layout, Play};
use game::rules::RuleSet;
use game::tile::{Pip, Tile};

/// A tile that the record lacks, with the log-odds that it is there.
pub(crate) struct Lacking<'a> {
    belief: &'a Belief,
    decision: f64,
    /// The reading that first saw something come to its place.
    since: u64,
    face: Option<&'a Face>,
    drops: Drops,
}

impl Lacking<'_> {
    /// The likeliest play, where it is likelier than one that the rules forbid.
    fn best(&self) -> Option<(Play, f64)> {
        self.drops.ways.first().copied().filter(|way| way.1 > self.drops.wrong)
    }

    /// The plays, this tile's first, when it is the next drop with the probability `next`. What the story does not believe of this
    /// tile falls to the others by their share in this look.
    fn ways(&self, sure: f64, next: f64) -> Vec<(Play, f64)> {
        let is_own = |way: &&(Play, f64)| way.0.tile() == self.belief.tile;
        let own: f64 = self.drops.ways.iter().filter(is_own).map(|way| way.1).sum();
        let others = (1.0 - sure * own) / (1.0 - own).max(1e-9);
        let share = |way: &(Play, f64)| way.1 * if is_own(&way) { sure } else { others };
        self.drops.ways.iter().take(6).map(|way| (way.0, next * share(way).min(1.0))).collect()
    }

    /// Reports whether it was there when table and record last agreed.
    fn stayed(&self) -> bool {
        self.face.is_some_and(Face::stayed)
    }

    /// Reports whether its place was seen without it since table and record last agreed.
    fn came(&self) -> bool {
        self.face.is_some_and(|face| face.fresh.is_some_and(|share| share >= FRESH))
    }
}

impl Watch {
    /// Returns the log-odds that an unrecorded tile is in the line, from its readings and the change at its place.
    pub(crate) fn decision(&self, belief: &Belief) -> f64 {
        let seen = belief.seen.as_ref();
        let fresh = seen.and_then(|seen| self.face_at(&seen.corners)).and_then(|face| face.fresh);
        belief.odds + fresh.map_or(0.0, |share| at(&CAME, share))
    }

    /// Reports whether it is open if this unrecorded tile is there.
    pub(crate) fn is_undecided(&self, belief: &Belief) -> bool {
        belief.odds > -PROPOSE && self.decision(belief).abs() < PROPOSE
    }

    /// Reports whether it is believed and was not turned down.
    fn is_lacking(&self, belief: &Belief) -> bool {
        self.decision(belief) >= PROPOSE && !self.is_refused(belief)
    }

    fn is_refused(&self, belief: &Belief) -> bool {
        self.refuses(belief.tile, belief.seen.as_ref().map(|seen| &seen.corners))
    }

    /// Reports whether a person said that this is not a tile of the line.
    pub(crate) fn refuses(&self, tile: Tile, at: Option<&[Point; 4]>) -> bool {
        self.refused.iter().any(|(place, refused)| *refused == tile && at.is_none_or(|at| same_place(place, at)))
    }

    /// Returns the tiles missing from the record: first those that were there before, then those that came first.
    pub(crate) fn lacking(&self, rules: &RuleSet) -> Vec<Lacking<'_>> {
        let placed = self.placed();
        let lacking = |belief| {
            let decision = self.decision(belief);
            let seen = belief.seen.as_ref().filter(|_| decision >= PROPOSE)?;
            let mut drops = drops(seen, &placed, &self.known, rules);
            // Earlier looks identified the tile; this one shows its place.
            let told: f64 = drops.ways.iter().filter(|way| way.0.tile() == belief.tile).map(|way| way.1).sum();
            drops.ways.sort_by_key(|way| way.0.tile() != belief.tile);
            if told <= 0.0 {
                drops.ways.clear();
            }
            let lead = self.blank_lead.filter(|lead| same_place(&lead.at, &seen.corners));
            let since = lead.map_or(belief.since, |lead| belief.since.min(lead.since));
            Some(Lacking { belief, decision, since, face: self.face_at(&seen.corners), drops })
        };
        let mut lacking: Vec<Lacking<'_>> = self.story.others(self.known.tiles()).filter_map(lacking).collect();
        lacking.sort_by_key(|lacking| (!lacking.stayed(), lacking.since));
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
        // Two tiles are believed to be at one place: which of them it is comes first, but the next drop does not wait for it for ever.
        let (rivals, lacking): (Vec<_>, Vec<_>) = lacking.into_iter().partition(|lacking| self.is_a_rival(lacking));
        if !rivals.is_empty() && (self.looks <= SETTLES || lacking.is_empty()) {
            return Verdict::default();
        }
        let next = lacking.iter().find(|lacking| lacking.best().is_some());
        // Where a tile may have been overlooked that came before it, its points could go to the wrong player.
        let overlooked = next.filter(|next| !next.stayed()).and_then(|next| self.overlooked(next));
        if self.looks <= SETTLES && overlooked.is_some() {
            return Verdict::default();
        }
        if let Some(offer) = next.and_then(|next| self.offer(next, &lacking, overlooked)) {
            return Verdict { offer: Some(offer), ..Verdict::default() };
        }
        let gone = self.story.gone(self.known.tiles());
        let mut new: Vec<Tile> =
            lacking.iter().chain(&rivals).chain(&refused).map(|lacking| lacking.belief.tile).collect();
        // It may be any tile of which the pips do not show: it is asked about, and nothing is offered.
        new.extend(self.blank_lead.filter(|_| new.is_empty() && self.looks > STEADY).map(|_| DOUBLE_BLANK));
        if new.is_empty() && gone.is_empty() {
            if self.is_open() {
                return Verdict::default();
            }
            new = self.strays(rules.set_size);
            if new.is_empty() {
                new = self.another_line(size, rules);
            }
        }
        let is_proved = |settled: &Option<Settled>| settled.as_ref().is_some_and(|s| s.proved && s.other.is_none());
        match self.covered() {
            _ if !(new.is_empty() && gone.is_empty()) => Stand::Unclear { new, gone, table: self.whole(size, rules) },
            _ if self.known.is_empty() => Stand::NoneYet,
            0 if self.settled.iter().all(is_proved) => Stand::Agreed,
            0 => Stand::Unsure,
            n => Stand::Covered(n),
        }
        .into()
    }

    /// Number of recorded tiles that are not in sight.
    fn covered(&self) -> usize {
        self.settled.iter().filter(|settled| settled.as_ref().is_none_or(|settled| settled.missed > 0)).count()
    }

    /// Reports whether nothing speaks against the record, even if not every tile was read again.
    pub(crate) fn is_quiet(&self) -> bool {
        let verdict = self.verdict();
        let apart = matches!(&verdict.stand, Stand::Unclear { new, gone, .. }
            if !gone.is_empty() || new.iter().any(|tile| self.story.odds(*tile) > 0.0) || self.begun.is_some());
        let waits = verdict.stand == Stand::Unsure && self.story.others(self.known.tiles()).any(|b| self.is_lacking(b));
        let open = apart || waits || self.is_open();
        verdict.offer.is_none() && verdict.mistake.is_none() && !open && self.covered() == 0
    }

    /// Clear faces of no recorded tile where the line goes on, whenever they came; beside an empty record the only clear face.
    fn strays(&self, max: Pip) -> Vec<Tile> {
        let is_clear = |face: &&Face| {
            let tile = face.tile(max);
            let odd = face.left || face.faceless || self.refuses(tile, Some(&face.seen.corners));
            face.seen.logit > CLEAR && !odd && !self.known.tiles().contains(tile)
        };
        let mut clear: Vec<&Face> = self.faces.iter().filter(is_clear).collect();
        if self.known.is_empty() && clear.len() > 1 {
            clear.clear();
        }
        clear.retain(|face| face.drops.ways.first().is_some_and(|way| log_odds(way.1) > PROPOSE));
        clear.iter().map(|face| face.tile(max)).collect()
    }

    /// Probability that this tile is at its place, and not another of those read there.
    fn sure(&self, lacking: &Lacking<'_>) -> f64 {
        let at = |belief: &Belief| belief.seen.as_ref().map(|seen| seen.corners);
        let here = at(lacking.belief);
        let rivals = self.story.others(self.known.tiles()).filter(|belief| {
            belief.tile != lacking.belief.tile && here.zip(at(belief)).is_some_and(|(a, b)| same_place(&a, &b))
        });
        let rivals: f64 = rivals.map(|belief| self.decision(belief).exp()).sum();
        let here = lacking.decision.exp();
        here / (1.0 + here + rivals)
    }

    /// The next drop that the record lacks; with these log-odds a tile was overlooked before it.
    fn offer(&self, first: &Lacking<'_>, lacking: &[Lacking<'_>], overlooked: Option<f64>) -> Option<Offer> {
        let (play, here) = first.best()?;
        let sure = self.sure(first);
        let at_once = |other: &&Lacking<'_>| {
            other.best().is_some() && other.stayed() == first.stayed() && other.since == first.since
        };
        let next = overlooked.map_or(1.0, |odds| 1.0 - sigmoid(odds))
            / lacking.iter().filter(at_once).fold(0.0, |n, _| n + 1.0);
        let ways = first.ways(sure, next);
        let seen = first.belief.seen.as_ref()?;
        let hardly = first.face.is_none_or(Face::stayed);
        let odd = first.face.is_some_and(|face| face.faceless || face.left)
            || self.covered() > 0 && !self.reached
            || self.before.iter().any(|before| before.last_hand)
            || self.faces.iter().any(|face| face.is_at_line() && !same_place(&face.seen.corners, &seen.corners));
        let asked = match () {
            // Its place is to be as likely as a recorded tile.
            () if first.decision < CONFIRM || here * sure < sigmoid(-PRIOR) => Some(Asked::NotSure),
            () if lacking.len() > 1 || overlooked.is_some() || self.lead_is_unread => Some(Asked::Order),
            () if self.coming != Coming::Seen || hardly => Some(Asked::Unseen),
            () if self.doubted.contains(play.tile()) => Some(Asked::Doubted),
            // Another tile may lie under what is over the table, and be the lead.
            () if self.known.is_empty() && self.reached => Some(Asked::Unclear),
            () => odd.then_some(Asked::Unclear),
        };
        Some(Offer { ways, corners: seen.corners, asked })
    }

    /// Log-odds of the likeliest tile that was there when table and record last agreed and may belong to the line, or that the lead
    /// came before this tile without being read.
    fn overlooked(&self, next: &Lacking<'_>) -> Option<f64> {
        let stayed = |belief: &&Belief| {
            let face = belief.seen.as_ref().and_then(|seen| self.face_at(&seen.corners));
            face.is_some_and(Face::stayed)
        };
        let undecided = self.story.others(self.known.tiles()).filter(|belief| self.is_undecided(belief));
        let unread = self.blank_lead.is_some_and(|lead| lead.since < next.since);
        let even = unread.then_some(0.0);
        undecided.filter(stayed).map(|belief| self.decision(belief)).chain(even).max_by(f64::total_cmp)
    }

    /// Returns the verdict on several first tiles that came at once, or of which the first was not read when it came: one of two
    /// led, and more that came at once are one line.
    fn together(&self, lacking: &[Lacking<'_>], size: (u32, u32), rules: &RuleSet) -> Option<Verdict> {
        let first = lacking.first()?;
        let unread = self.lead_is_unread;
        // What was read first did not come first where something else was not read.
        let at_once = |other: &Lacking<'_>| unread || other.since == first.since;
        if !(self.known.is_empty() && lacking.len() > 1 && lacking.iter().all(at_once)) {
            return None;
        }
        let seen: Vec<SeenTile> = lacking.iter().filter_map(|lacking| lacking.belief.seen.clone()).collect();
        let table = laid(&seen, size, rules).filter(|table| table.len() == seen.len());
        if table.is_some() && (unread || lacking.len() == 2 && lacking.iter().all(Lacking::came)) {
            let offer = self.lead_of(lacking)?;
            return Some(Verdict { offer: Some(offer), ..Verdict::default() });
        }
        let new = lacking.iter().map(|lacking| lacking.belief.tile).collect();
        Some(Stand::Unclear { new, gone: Vec::new(), table }.into())
    }

    /// Offers the two tiles of which one led: what was not seen to come was there first, of three the one that came first, and a double
    /// leads more often than not.
    fn lead_of(&self, lacking: &[Lacking<'_>]) -> Option<Offer> {
        let since = |of: &Lacking<'_>| if lacking.len() > 2 { of.since } else { 0 };
        let mut order: Vec<&Lacking<'_>> = lacking.iter().collect();
        order.sort_by_key(|lacking| (lacking.came(), since(lacking), !lacking.belief.tile.is_double()));
        let ways: Vec<(Play, f64)> =
            order.iter().take(2).filter_map(|led| Some((led.best()?.0, self.sure(led) / 2.0))).collect();
        let corners = order.first()?.belief.seen.as_ref()?.corners;
        (!ways.is_empty()).then_some(Offer { ways, corners, asked: Some(Asked::Order) })
    }

    /// The recorded tile at whose place this one is read.
    fn recorded_place(&self, lacking: &Lacking<'_>) -> Option<usize> {
        let seen = lacking.belief.seen.as_ref()?;
        let here = |settled: &Option<Settled>| {
            settled.as_ref().is_some_and(|settled| same_place(&settled.placed.corners, &seen.corners))
        };
        self.settled.iter().position(here)
    }

    /// Reports whether the recorded tile at the place of this one is still believed to be there.
    fn is_a_rival(&self, lacking: &Lacking<'_>) -> bool {
        let here = self.recorded_place(lacking).and_then(|number| self.settled[number].as_ref());
        here.is_some_and(|here| !here.denied.contains(lacking.belief.tile) && self.story.odds(here.tile()) > 0.0)
    }

    /// Finds a recorded tile that is not read itself, with another tile read in its place.
    fn mistake(&self, lacking: &[Lacking<'_>], rules: &RuleSet) -> Option<Mistake> {
        let placed = self.placed();
        lacking.iter().find_map(|lacking| {
            let seen = lacking.belief.seen.as_ref()?;
            let number = self.recorded_place(lacking)?;
            let was = *self.known.play(number)?;
            if self.story.odds(was.tile()) > 0.0 {
                return None;
            }
            let play = instead(lacking.belief.tile, seen, (number, &placed), &self.known, rules)?;
            Some(Mistake { tile: number, play, confidence: self.sure(lacking) })
        })
    }

    /// Returns the line on the table, if the rules allow it and it is not the recorded one.
    fn whole(&self, size: (u32, u32), rules: &RuleSet) -> Option<Layout> {
        let line = self.line.clone().or_else(|| {
            let seen: Vec<SeenTile> = self.faces.iter().map(|face| face.seen.clone()).collect();
            self.known.is_empty().then(|| laid(&seen, size, rules)).flatten()
        })?;
        // One alone may be anything.
        let begins = line.len() > 1 || !self.known.is_empty();
        (begins && line.tiles() != self.known.tiles()).then_some(line)
    }

    /// A line of at least two tiles that match, not all of which came since the table was first seen.
    pub(crate) fn before_first(&self, size: (u32, u32), rules: &RuleSet) -> Option<Layout> {
        let line = self.line_of(size, rules, |_| true);
        let stayed: Vec<SeenTile> = line.iter().filter(|face| face.stayed()).map(|face| face.seen.clone()).collect();
        match stayed.as_slice() {
            [] => None,
            // Something came to the bare table and was not read: this is it.
            [_] if self.lead_is_unread => None,
            // The newest tile was joined to what was there before.
            [only] => {
                let mut layout = Layout::new();
                layout.lay(Play::lead(tile_on(only, rules.set_size)), rules).ok()?;
                Some(layout)
            }
            _ => laid(&stayed, size, rules),
        }
    }

    /// The tiles of a line that holds none of the record, which may be of a tile elsewhere.
    fn another_line(&self, size: (u32, u32), rules: &RuleSet) -> Vec<Tile> {
        if self.known.is_empty() {
            return Vec::new();
        }
        let line = self.line_of(size, rules, |face| !face.old && !face.drops.at_an_end);
        let tiles: Vec<Tile> = line.iter().map(|face| face.tile(rules.set_size)).collect();
        if tiles.iter().all(|tile| self.left_lying.contains(*tile)) { Vec::new() } else { tiles }
    }

    /// The faces outside the record that make a line of at least two tiles that match; none where they may be a hand.
    fn line_of(&self, size: (u32, u32), rules: &RuleSet, wanted: impl Fn(&Face) -> bool) -> Vec<&Face> {
        let there = |face: &&Face| {
            let dismissed = self.refuses(face.tile(rules.set_size), Some(&face.seen.corners));
            face.seen.logit > 0.0 && !face.left && !face.faceless && !dismissed && wanted(face)
        };
        let faces: Vec<&Face> = self.faces.iter().filter(there).collect();
        if faces.len() < 2 {
            return Vec::new();
        }
        let seen: Vec<SeenTile> = faces.iter().map(|face| face.seen.clone()).collect();
        let reading = assemble(&seen, size.0, size.1, &Settings::of_rules(rules));
        let line: Vec<&ReadTile> = reading.line().collect();
        // Neighbouring tiles of a hand match by chance, once in as many joins as there are values.
        let values = f64::from(rules.set_size.get()) + 1.0;
        let chance = values.powi(1 - i32::try_from(reading.joins.len()).unwrap_or(0));
        let is_hand = faces.len().saturating_sub(line.len()) as f64 * chance > 1.0;
        let whole = line.len() > 1 && !is_hand && reading.joins.iter().all(|join| join.matches);
        let sure = line.iter().all(|tile| tile.confidence > 0.5 && tile.seen.is_some());
        let line = line.iter().filter_map(|tile| faces.get(tile.seen?).copied());
        if whole && sure { line.collect() } else { Vec::new() }
    }
}

/// The layout that these tiles make by the rules.
fn laid(tiles: &[SeenTile], (width, height): (u32, u32), rules: &RuleSet) -> Option<Layout> {
    let laid = assemble(tiles, width, height, &Settings::of_rules(rules)).laid(rules)?.layout;
    (!laid.is_empty() && laid.wrong_plays(rules).is_empty()).then_some(laid)
}
