//! Compares the table with the record, look by look, and reports what was played, what is missing and what is wrong.
//!
//! Uses no clock and no camera: a look is a list of seen tiles with the time since the last one. Every look is read
//! whole, like a single picture; the story weighs the readings.

use std::time::Duration;

use crate::chosen::{ALIKE, PROPOSE, SAME_PLACE, STEADY};
use crate::drops::{Placed, halves, same_place};
use crate::face::Face;
use crate::similarity::Similarity;
use crate::story::{Story, log_odds};
use crate::verdict::{Asked, Mark, Mistake, Offer, Role, Stand, Verdict};
use eye::geometry::{mean, middle, share};
use eye::read::{Point, SeenTile, Settings, TileKind, assemble, sigmoid, without_prints};
use game::layout::{End, Layout};
use game::rules::RuleSet;
use game::tile::{Pip, Tile, TileSet};

/// A recorded tile at its place.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    pub(crate) placed: Placed,
    /// Consecutive looks that did not see it.
    pub(crate) missed: u32,
    /// Log-odds that it is there, by the last look; `None` where the look says nothing of it.
    pub(crate) shows: Option<f64>,
    /// Whether it was read in the last look.
    pub(crate) read: bool,
    /// Whether it was read since something last moved.
    pub(crate) proved: bool,
    /// Whether it was on the table that pictures are compared with: if its place is unchanged, it is there still.
    pub(crate) compared: bool,
    /// Tile read in its place.
    pub(crate) other: Option<Tile>,
    /// Tiles that it may look like, but is not: a person said that the record is right.
    pub(crate) denied: TileSet,
}

/// A face in sight while nothing was recorded: a tile of a hand or of the last line, or something like it.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    pub(crate) corners: [Point; 4],
    pub(crate) tile: Tile,
    /// Whether it was in the line of the last hand.
    pub(crate) last_hand: bool,
    pub(crate) missed: u32,
}

/// A tile that has come to the bare table on its face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlankLead {
    pub(crate) at: [Point; 4],
    /// The first reading that saw it, and the last that saw a tile there.
    pub(crate) since: u64,
    pub(crate) last: u64,
}

/// How what is new on the table came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Coming {
    /// Something moved over the table in sight.
    #[default]
    Seen,
    /// Nothing has moved since table and record last agreed.
    AtRest,
    /// While the table was out of sight, or several at once: it is asked about, until table and record agree again.
    Unseen,
}

/// Where the last look found the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Found {
    /// Where it was, as far as it was seen.
    #[default]
    There,
    /// At another place than before.
    Elsewhere,
    /// Nowhere: the tiles of the last hand have all gone, and nothing is in their place.
    Nowhere,
}

/// Watches one table.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Looks since something last moved.
    pub(crate) looks: u32,
    /// Time since the last look.
    after: Duration,
    moved: bool,
    /// Something reaches over the table in this look.
    pub(crate) reached: bool,
    /// How what is new now came.
    pub(crate) coming: Coming,
    /// Something as large as a tile came to the bare table and was not read: it may be the lead.
    pub(crate) lead_is_unread: bool,
    pub(crate) known: Layout,
    pub(crate) story: Story,
    pub(crate) settled: Vec<Option<Settled>>,
    pub(crate) faces: Vec<Face>,
    pub(crate) before: Vec<Before>,
    /// Tiles of the last hand that have been cleared away since table and record last agreed.
    pub(crate) cleared: Vec<Before>,
    /// Places where a person dismissed an offer, with the tile that was offered.
    pub(crate) refused: Vec<([Point; 4], Tile)>,
    /// Tiles that were offered as the next drop, each with the last recorded tile before it.
    offered: Vec<(Tile, Option<Tile>)>,
    /// Tiles of this hand that a person left as they lie beside the record.
    pub(crate) left_lying: TileSet,
    /// Tiles that were in the record of this hand and were taken back, or turned down: they are asked about.
    pub(crate) doubted: TileSet,
    /// The event that dealt the hand that is played.
    pub(crate) deal: Option<usize>,
    /// The event that dealt the hand whose tiles were last in the record.
    line_deal: Option<usize>,
    /// Tiles of this hand that were in the record and are no longer.
    pub(crate) taken_back: TileSet,
    /// Tiles on their face when table and record last agreed.
    pub(crate) backs: Vec<[Point; 4]>,
    /// A tile that has come to the bare table on its face: it may be the double blank, or its pips may be read later.
    pub(crate) blank_lead: Option<BlankLead>,
    /// Whole line read in this look, if it contains the recorded one and is legal.
    pub(crate) line: Option<Layout>,
    /// Line that was on the table before the first look.
    pub(crate) begun: Option<Layout>,
    /// Lines that were read there while nothing moved, with the number of looks.
    begun_read: Vec<(Layout, u32)>,
    found: Found,
    /// The highest pips of the set.
    most: Pip,
    others: Vec<Mark>,
    verdict: Verdict,
}

impl Watch {
    /// A watch that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self { after: ALIKE, ..Self::default() }
    }

    /// Says which event dealt the hand that is played, if one is: an empty record may be a new hand, or one whose drops
    /// were all taken back.
    pub fn dealt(&mut self, deal: Option<usize>) {
        let changed = deal != std::mem::replace(&mut self.deal, deal);
        if changed {
            self.blank_lead = None;
            self.offered.clear();
            self.left_lying = TileSet::EMPTY;
        }
        if changed && self.is_taken_back() {
            let line = self.before.extract_if(.., |before| before.last_hand);
            self.taken_back = line.map(|before| before.tile).collect();
        }
    }

    /// Reports whether the tiles last recorded are of the hand that is played.
    pub(crate) const fn is_taken_back(&self) -> bool {
        matches!((self.deal, self.line_deal), (Some(now), Some(line)) if now == line)
    }

    /// Notes whose tiles are in the record now.
    pub(crate) const fn note_deal(&mut self) {
        self.line_deal = self.deal;
    }

    /// Returns the result of the last look.
    #[must_use]
    pub const fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Looks since something last moved.
    #[must_use]
    pub const fn looks(&self) -> u32 {
        self.looks
    }

    /// Reports whether the tiles of the last hand have all gone, with nothing in their place.
    #[must_use]
    pub const fn is_bare(&self) -> bool {
        matches!(self.found, Found::Nowhere)
    }

    /// Reports whether the last look found the line at another place than before.
    #[must_use]
    pub const fn was_found_again(&self) -> bool {
        matches!(self.found, Found::Elsewhere)
    }

    /// Returns where the recorded tiles are, in sight or not.
    pub fn places(&self) -> impl Iterator<Item = [Point; 4]> + '_ {
        self.settled.iter().flatten().map(|settled| settled.placed.corners)
    }

    /// Reports whether recorded tiles cover most of this place, or of one half of it those that the last look read, or saw where the last
    /// hand left them: a face read across a tile shows the pips of that tile once more.
    pub(crate) fn is_taken(&self, at: &[Point; 4]) -> bool {
        let [a, b, c, d] = *at;
        let (ab, cd) = (middle(a, b), middle(c, d));
        let read = self.settled.iter().flatten().filter(|settled| settled.read).map(|settled| settled.placed.corners);
        let lies =
            self.before.iter().filter(|before| before.last_hand && before.missed == 0).map(|before| before.corners);
        let lies: Vec<[Point; 4]> = lies.collect();
        let is_left = lies.iter().any(|place| same_place(place, at));
        let there: Vec<[Point; 4]> = read.chain(lies.into_iter().filter(|_| !is_left)).collect();
        let on_tiles = |half: &[Point; 4]| there.iter().map(|place| share(place, half)).sum::<f64>() > SAME_PLACE;
        self.places().map(|place| share(&place, at)).sum::<f64>() > SAME_PLACE
            || [[a, ab, cd, d], [ab, b, c, cd]].iter().any(on_tiles)
    }

    /// Reports whether another look would help: a tile may have come or gone.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.looks < STEADY
            || self.blank_lead.is_some()
            || self.story.others(self.known.tiles()).any(|belief| self.is_undecided(belief))
            || self.faces.iter().any(|face| self.is_unsettled(face))
    }

    /// Reports whether this has come to the line and shows a play that was not turned down: it is to be recorded first.
    fn is_unsettled(&self, face: &Face) -> bool {
        let shows = || face.drops.ways.first().is_some_and(|way| log_odds(way.1) > PROPOSE);
        let odd = || face.faceless || self.refuses(face.tile(self.most), Some(&face.seen.corners));
        !face.stayed() && face.fresh.is_some() && face.is_at_line() && shows() && !odd()
    }

    /// Forgets where tiles are: another table, or the camera was moved on purpose.
    pub fn reset(&mut self) {
        *self = Self::new();
    }

    /// Pictures are compared from now on with the table as the last look saw it.
    pub fn compare_from_here(&mut self) {
        self.settled
            .iter_mut()
            .flatten()
            .for_each(|settled| settled.compared = settled.read || settled.compared && settled.missed == 0);
    }

    /// Says how much time has passed since the last look.
    pub const fn pass(&mut self, time: Duration) {
        self.after = time;
    }

    /// Notes that something moved: a tile may have been played.
    pub fn disturbed(&mut self) {
        self.looks = 0;
        self.begun_read.clear();
        self.moved = true;
        if self.coming == Coming::AtRest {
            self.coming = Coming::Seen;
        }
        self.story.all_mut().for_each(|belief| belief.told = 0);
        self.settled.iter_mut().flatten().for_each(|settled| settled.proved = false);
        self.verdict = Verdict::default();
    }

    /// Notes that the table was out of sight: what came meanwhile is asked about, until table and record agree again.
    pub fn unseen(&mut self) {
        self.disturbed();
        self.coming = Coming::Unseen;
    }

    /// Notes that the camera shows another table, or this one from elsewhere, and that nothing is recorded. What was offered and is there
    /// still is asked about.
    pub(crate) fn begin_elsewhere(&mut self) {
        let offered: TileSet = self.offered.iter().map(|(tile, _)| *tile).collect();
        self.taken_back = self.taken_back.iter().chain(offered.iter()).collect();
        self.doubted = self.doubted.iter().chain(offered.iter()).collect();
        self.story.begin_again(self.known.tiles());
        self.blank_lead = None;
        self.unseen();
    }

    /// Notes whether something reaches over the table in the next look: then nothing counts against the record.
    pub const fn reached(&mut self, reached: bool) {
        self.reached = reached;
    }

    /// Notes whether something came to the bare table that was not read and may be the lead.
    pub const fn lead_is_unread(&mut self, unread: bool) {
        self.lead_is_unread = unread;
    }

    /// Moves everything that is remembered, since the camera has moved after the last look.
    pub fn moved(&mut self, by: &Similarity) {
        if *by == Similarity::NONE {
            return;
        }
        let move_all = |corners: &mut [Point; 4]| *corners = by.of_all(corners);
        self.story.all_mut().filter_map(|belief| belief.seen.as_mut()).for_each(|seen| move_all(&mut seen.corners));
        self.settled.iter_mut().flatten().for_each(|settled| move_all(&mut settled.placed.corners));
        self.faces.iter_mut().for_each(|face| move_all(&mut face.seen.corners));
        self.before.iter_mut().chain(&mut self.cleared).for_each(|before| move_all(&mut before.corners));
        self.refused.iter_mut().for_each(|(at, _)| move_all(at));
        self.backs.iter_mut().for_each(move_all);
        self.blank_lead.iter_mut().for_each(|lead| move_all(&mut lead.at));
    }

    /// Dismisses the result of the last look: a person says that the record is right beside what is on the table now.
    pub fn dismiss(&mut self) {
        let verdict = std::mem::take(&mut self.verdict);
        if let Some(Mistake { tile, play, .. }) = verdict.mistake
            && let Some(Some(settled)) = self.settled.get_mut(tile)
        {
            settled.denied.insert(play.tile());
            self.story.withdraw(play.tile());
            self.story.recorded(self.known.tiles());
            return;
        }
        let offered = verdict.offer.and_then(|offer| Some((offer.corners, offer.ways.first()?.0.tile())));
        let Stand::Unclear { new, .. } = verdict.stand else {
            self.refused.extend(offered);
            return;
        };
        let there = |tile: &Tile| {
            let face = self.faces.iter().find(|face| face.tile(self.most) == *tile).map(|face| face.seen.corners);
            let seen = || Some(self.story.of(*tile)?.seen.as_ref()?.corners);
            Some((face.or_else(seen).or(self.blank_lead.map(|lead| lead.at))?, *tile))
        };
        let there: Vec<([Point; 4], Tile)> = new.iter().filter_map(there).collect();
        if self.known.is_empty() {
            // Beside an empty record they were there before the first tile.
            let before = |&(corners, tile): &([Point; 4], Tile)| Before { corners, tile, last_hand: false, missed: 0 };
            self.before.extend(there.iter().map(before));
            new.iter().for_each(|tile| self.story.withdraw(*tile));
        }
        self.begun = None;
        self.begun_read.clear();
        self.left_lying = self.left_lying.iter().chain(new).collect();
        self.refused.extend(there);
    }

    /// The record has changed: what a person turned down was one reading beside the record as it was, so it is asked again.
    pub fn ask_again(&mut self) {
        self.doubted = self.doubted.iter().chain(self.refused.drain(..).map(|(_, tile)| tile)).collect();
    }

    /// Takes the next look at a picture of `width` by `height` pixels, while the record has the layout `known`.
    pub fn look(&mut self, tiles: &[SeenTile], size: (u32, u32), known: &Layout, rules: &RuleSet) -> &Verdict {
        self.look_with(tiles, size, known, rules, &|_| None)
    }

    /// Looks like `look`, knowing what share of a place differs from the table when it last agreed with the record
    /// (`None` if unknown).
    pub fn look_with(
        &mut self,
        tiles: &[SeenTile],
        (width, height): (u32, u32),
        known: &Layout,
        rules: &RuleSet,
        fresh: &dyn Fn(&[Point; 4]) -> Option<f64>,
    ) -> &Verdict {
        self.follow(known, rules);
        self.most = rules.set_size;
        self.looks = self.looks.saturating_add(1);
        // A print is not a tile, wherever it is: recorded tiles are not looked for there, nor is anything new.
        let tiles = without_prints(tiles);
        self.others = tiles.iter().filter_map(other).collect();
        let reading = assemble(&tiles, width, height, &Settings::of_rules(rules));
        let elsewhere = self.locate(&tiles, &reading, rules, fresh);
        self.faces = self.find_faces(&tiles, rules, fresh);
        self.blank_lead = self.find_blank_lead(&tiles, fresh);
        self.settle_anew(rules);
        let told = self.tell(&reading, rules);
        let holds = |table: &Layout| self.known.tiles().iter().all(|tile| table.tiles().contains(tile));
        let table = reading.laid(rules).map(|laid| laid.layout);
        self.line = table.filter(|table| !table.is_empty() && holds(table) && table.wrong_plays(rules).is_empty());
        let mut story = std::mem::take(&mut self.story);
        story.passes(self.after, self.moved);
        story.read(&told, self.after, self.reached, self.known.tiles(), &|tile| self.is_hidden(tile));
        self.story = story;
        let begun = self.known.is_empty().then(|| self.before_first((width, height), rules)).flatten();
        self.begun = self.most_read(begun);
        let bare = self.learn_before(rules.set_size);
        self.found = match () {
            () if elsewhere => Found::Elsewhere,
            () if bare => Found::Nowhere,
            () => Found::There,
        };
        // With several new tiles, their order was not seen.
        if self.lacking(rules).len() > 1 {
            self.coming = Coming::Unseen;
        }
        self.verdict = self.judge((width, height), rules);
        self.note_offer();
        if self.is_quiet() && !self.reached {
            self.coming = Coming::AtRest;
            self.cleared.clear();
            self.backs = tiles.iter().filter(|tile| tile.kind == TileKind::Down).map(|tile| tile.corners).collect();
        }
        self.moved &= self.reached;
        self.after = ALIKE;
        &self.verdict
    }

    /// Returns the places where the rules allow the next tile, or where one was half believed, and none of these tiles
    /// is.
    #[must_use]
    pub fn expected(&self, tiles: &[SeenTile], rules: &RuleSet) -> Vec<[Point; 4]> {
        let placed = self.placed();
        let mut expected = crate::drops::places(&placed, &self.known, rules);
        let glimpsed = self.story.others(self.known.tiles()).filter(|belief| belief.odds > -PROPOSE);
        expected.extend(glimpsed.filter_map(|belief| Some(belief.seen.as_ref()?.corners)));
        let free = |at: &[Point; 4]| !self.is_taken(at);
        // A face with few pips, or an overexposed one, looks like a back, and sometimes like a tile on edge.
        let is_face = |tile: &&SeenTile| tile.kind == TileKind::Up && tile.logit > 0.0 && free(&tile.corners);
        let seen: Vec<&SeenTile> = tiles.iter().filter(is_face).collect();
        expected.retain(|at| free(at) && seen.iter().all(|tile| !same_place(at, &tile.corners)));
        expected
    }

    /// Remembers a tile that is offered as the next drop: where it is turned down and found missing later, that was its place.
    fn note_offer(&mut self) {
        // What is not believed any more was something else.
        let story = &self.story;
        self.offered.retain(|(tile, _)| story.odds(*tile) > -PROPOSE);
        let plain = |offer: &&Offer| offer.asked != Some(Asked::Order);
        let Some(offer) = self.verdict.offer.as_ref().filter(plain) else { return };
        let tile = offer.ways.first().map(|way| way.0.tile());
        let new = tile.filter(|tile| self.offered.iter().all(|(offered, _)| offered != tile));
        let last = self.known.plays().last().map(|play| play.tile());
        self.offered.extend(new.map(|tile| (tile, last)));
    }

    /// The number of recorded drops after which this tile was offered.
    pub(crate) fn came_after(&self, tile: Tile) -> Option<usize> {
        match self.offered.iter().find(|(offered, _)| *offered == tile)?.1 {
            Some(last) => Some(self.known.find(last)? + 1),
            None => Some(0),
        }
    }

    /// Counts a line that was there before the first look; returns the one that most looks have read while nothing moved.
    fn most_read(&mut self, line: Option<Layout>) -> Option<Layout> {
        if !self.known.is_empty() {
            self.begun_read.clear();
        }
        if let Some(line) = line {
            match self.begun_read.iter_mut().find(|(read, _)| read.tiles() == line.tiles()) {
                Some((_, looks)) => *looks += 1,
                None => self.begun_read.push((line, 1)),
            }
        }
        let most = self.begun_read.iter().max_by_key(|(line, looks)| (*looks, line.len()));
        most.map(|(line, _)| line.clone())
    }

    /// Marks the verdict as based on another record.
    pub(crate) fn verdict_is_stale(&mut self) {
        self.verdict = Verdict::default();
    }

    /// Returns the place of each recorded tile; `None` if unknown.
    pub(crate) fn placed(&self) -> Vec<Option<Placed>> {
        self.settled.iter().map(|settled| Some(settled.as_ref()?.placed)).collect()
    }

    /// The counting ends of the recorded layout, where they are.
    #[must_use]
    pub fn ends(&self, rules: &RuleSet) -> Vec<(Point, End)> {
        let place = |end: End| {
            let placed = self.settled.get(end.tile)?.as_ref()?.placed;
            let [a, b] = halves(&placed.corners);
            let half = if placed.pips[0] == end.pip { a } else { b };
            let double = placed.pips[0] == placed.pips[1];
            let on = self.known.play(end.tile)?.on.and_then(|on| self.settled.get(on.tile)?.as_ref());
            let far = |p: Point| on.map_or(0.0, |on| p.distance(mean(&on.placed.corners)));
            let at = match (end.double, double) {
                (true, _) => mean(&placed.corners),
                (false, true) if far(a) > far(b) => a,
                (false, true) => b,
                (false, false) => half,
            };
            Some((at, end))
        };
        self.known.ends(rules).filter_map(place).collect()
    }

    /// Faces of the last look at which the line may go on: the likeliest tile, and the share of its place that has changed since
    /// table and record agreed.
    pub fn glimpses(&self) -> impl Iterator<Item = (Tile, f64)> + '_ {
        let glimpse = |face: &Face| Some((face.drops.ways.first()?.0.tile(), face.fresh?));
        self.faces.iter().filter(|face| !face.old).filter_map(glimpse)
    }

    /// Every tile in sight or remembered, the recorded ones first.
    #[must_use]
    pub fn marks(&self, rules: &RuleSet) -> Vec<Mark> {
        let recorded = |(number, settled): (usize, &Option<Settled>)| {
            let settled = settled.as_ref()?;
            let role = if settled.missed > 0 { Role::Covered(number) } else { Role::Laid(number) };
            let [a, b] = settled.placed.pips;
            let confidence = sigmoid(self.story.odds(Tile::new(a, b)));
            Some(Mark { corners: settled.placed.corners, pips: Some(settled.placed.pips), confidence, role })
        };
        let mut marks: Vec<Mark> = self.settled.iter().enumerate().filter_map(recorded).collect();
        marks.extend(self.faces.iter().filter_map(|face| face.mark(rules.set_size)));
        marks.extend(self.others.iter().cloned());
        marks
    }

    /// Describes what was seen and believed, one line each, for people who look for the cause of a fault.
    #[must_use]
    pub fn story(&self, rules: &RuleSet) -> String {
        use std::fmt::Write as _;
        let mut text = format!(
            "look {}{}, {} recorded, not in sight:",
            self.looks,
            if self.reached { " reached" } else { "" },
            self.known.len()
        );
        for (settled, play) in self.settled.iter().zip(self.known.plays()) {
            let odds = self.story.odds(play.tile());
            // Writing to a text cannot fail.
            let _never = match settled {
                None => write!(text, " {} (no place, odds {odds:.1})", play.tile()),
                Some(settled) if settled.missed > 0 => {
                    write!(text, " {} ({}, odds {odds:.1})", play.tile(), settled.missed)
                }
                Some(_) => Ok(()),
            };
        }
        let beliefs = self.story.others(self.known.tiles()).filter(|belief| belief.odds > -PROPOSE);
        let beliefs: Vec<String> = beliefs
            .map(|belief| {
                format!("{} {:.1} -> {:.1} since {}", belief.tile, belief.odds, self.decision(belief), belief.since)
            })
            .collect();
        let before: Vec<String> = self.before.iter().map(|before| before.tile.to_string()).collect();
        let _never = write!(text, "\n    odds {}; before {}", beliefs.join(", "), before.join(" "));
        for face in &self.faces {
            let _never = write!(text, "\n    {}", face.story(&self.known, rules.set_size));
        }
        let offer = self.verdict.offer.as_ref().and_then(|offer| Some((offer.asked, offer.ways.first()?)));
        let offer = offer.map_or_else(String::new, |(asked, way)| {
            let asked = asked.map_or_else(|| "plain".to_owned(), |why| format!("{why:?}"));
            format!(", offers {} {:.4} ({asked})", self.known.play_text(&way.0), way.1)
        });
        let _never = write!(text, "\n    {:?}{offer}", self.verdict.stand);
        text
    }
}

fn other(tile: &SeenTile) -> Option<Mark> {
    let role = match tile.kind {
        TileKind::Down => Role::FaceDown,
        TileKind::Edge => Role::Standing,
        TileKind::Up | TileKind::Printed => return None,
    };
    let confidence = sigmoid(f64::from(tile.logit));
    (confidence > 0.5).then_some(Mark { corners: tile.corners, pips: None, confidence, role })
}
