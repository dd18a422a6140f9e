//! The next tracker, beside the one in use: reads every picture whole and lets one story weigh the readings. It runs in the lab only,
//! and has not been compared with the one in use yet.
//!
//! 1. *pose*: the gate says how the camera moved since the last reading, and whether something is over the table;
//! 2. *places*: every recorded tile is where the last reading had it;
//! 3. *story*: for every tile of the set whether it is in the line;
//! 4. *agenda*: read every picture until nothing is open.

mod chosen;
mod fitted;
mod story;

use std::sync::Arc;
use std::time::Duration;

use crate::drops::{Drops, Placed, drops, halves, leads};
use crate::gate::{Gate, View};
use crate::sighting::{Outline, Proposal, Sighting, TableState, Timing};
use crate::similarity::Similarity;
use crate::watch::{Mark, Offer, Role};
use crate::watcher::Look;
use crate::wording::{Record, end_mark, outline, worded};
use chosen::{ACCIDENT, CONFIRM, IDLE, OURS, RESTS};
use eye::detect::second_pass::{Assembled, second_pass};
use eye::detect::{Detector, DetectorError, Eye};
use eye::frame::Frame;
use eye::geometry::{mean, share};
use eye::read::{Part, Point, ReadTile, SeenTile, Settings, assemble};
use game::Match;
use game::layout::{End, Layout, Play};
use game::rules::RuleSet;
use game::tile::{Tile, TileSet};
use story::{Story, Told};

/// Two outlines are one place when they share this part of the smaller.
const SAME_PLACE: f64 = 0.5;

/// What the last reading told.
#[derive(Clone, Debug)]
struct Read {
    tiles: Vec<ReadTile>,
    seen: Vec<SeenTile>,
    /// What lies there, if it is a layout by the rules.
    table: Option<Layout>,
    matches: bool,
}

/// Watches one table through one pair of networks.
#[derive(Debug)]
pub struct Tracker<D> {
    eye: Eye<D>,
    gate: Gate,
    record: Option<Record>,
    story: Story,
    /// Where the recorded tiles are, by number.
    placed: Vec<Option<Placed>>,
    read: Option<Read>,
    /// What was read when nothing had been laid yet: the tiles of the last hand, or what only looks like some.
    before: Vec<([Point; 4], Option<Tile>)>,
    /// Outlines at rest before something last moved over the table.
    rested: Vec<[Point; 4]>,
    offer: Option<(Offer, Option<Tile>)>,
    proposal: Option<Proposal>,
    next_id: u64,
    last: Option<(Arc<Frame>, Duration)>,
    begin: Option<Duration>,
    /// When the last picture was read, and since when something has moved since.
    looked: Option<Duration>,
    moved: bool,
    moving: bool,
    timing: Timing,
}

impl<D: Detector> Tracker<D> {
    /// A tracker with these networks.
    #[must_use]
    pub fn new(eye: Eye<D>) -> Self {
        Self {
            eye,
            gate: Gate::default(),
            record: None,
            story: Story::default(),
            placed: Vec::new(),
            read: None,
            before: Vec::new(),
            rested: Vec::new(),
            offer: None,
            proposal: None,
            next_id: 1,
            last: None,
            begin: None,
            looked: None,
            moved: false,
            moving: true,
            timing: Timing::default(),
        }
    }

    /// Forgets everything but its networks: another table, another match.
    pub fn forget(&mut self) {
        self.gate.reset();
        (self.record, self.read, self.proposal, self.offer) = (None, None, None, None);
        (self.last, self.begin, self.looked) = (None, None, None);
        (self.moved, self.moving) = (false, true);
        self.placed.clear();
        self.before.clear();
        self.rested.clear();
    }

    /// What is recorded from now on; `None` when nothing is.
    pub fn record(&mut self, game: Option<Arc<Match>>) {
        let was = self.record.take();
        self.record = game.map(Record::of);
        let Some(record) = &self.record else { return };
        let same = was.as_ref().is_some_and(|was| was.layout.is_empty() || !record.layout.is_empty());
        if same {
            self.story.recorded(record.layout.tiles());
        } else {
            // Another hand: what is on the table now belongs to the last one.
            self.story = Story::new(record.rules.tiles(), record.layout.tiles());
            self.before = self.read.as_ref().map(Read::places).unwrap_or_default();
        }
        self.place();
        self.decide();
    }

    /// A person says that what is new was not laid.
    pub fn dismiss(&mut self) {
        let at = self.offer.take().map(|(offer, tile)| (offer.corners, tile));
        self.before.extend(at);
        self.proposal = None;
    }

    /// Takes the next picture. `true` when the networks read it.
    ///
    /// # Errors
    /// The networks failed.
    pub fn see(&mut self, look: &Look) -> Result<bool, DetectorError> {
        self.last = Some((Arc::clone(&look.frame), look.at));
        let begin = *self.begin.get_or_insert(look.at);
        let now = u64::try_from(look.at.saturating_sub(begin).as_millis()).unwrap_or(u64::MAX);
        let view = self.gate.see(&look.frame, now);
        self.moving = (view.hand || view.lost) && view.still < RESTS;
        if self.moving {
            if !self.moved {
                self.rested = self
                    .read
                    .as_ref()
                    .map(|read| read.seen.iter().map(|tile| tile.corners).collect())
                    .unwrap_or_default();
            }
            self.moved = true;
            return Ok(false);
        }
        let ago = self.looked.map(|last| look.at.saturating_sub(last));
        let open = self.moved || view.changed || self.proposal.is_some() || !self.story.is_settled();
        if !open && ago.is_some_and(|ago| ago < IDLE) {
            return Ok(false);
        }
        self.read(look, ago.unwrap_or(IDLE), view)?;
        Ok(true)
    }

    fn read(&mut self, look: &Look, after: Duration, view: View) -> Result<(), DetectorError> {
        let rules = self.rules();
        let sight = self.eye.see(&look.frame)?;
        let (width, height) = (look.frame.width(), look.frame.height());
        let settings = Settings::of_rules(&rules);
        let whole = |tiles: &[SeenTile]| assemble(tiles, width, height, &settings);
        let Assembled { tiles: seen, reading, .. } =
            second_pass(&mut self.eye, &look.frame, &sight, (1.0, 1.0), whole)?;
        self.timing.looks += 1;
        self.follow(&self.gate.moved_since());
        let matches = reading.joins.iter().all(|join| join.matches);
        let table = reading.laid(&rules).map(|laid| laid.layout);
        let table = table.filter(|table| !table.is_empty() && table.wrong_plays(&rules).is_empty());
        let first = self.read.is_none();
        self.read = Some(Read { tiles: reading.tiles, seen, table, matches });
        if first && self.known().is_empty() {
            self.story = Story::new(rules.tiles(), TileSet::EMPTY);
            self.before = self.read.as_ref().map(Read::places).unwrap_or_default();
        } else if first {
            self.story = Story::new(rules.tiles(), self.known().tiles());
        }
        self.story.passes(after, self.moved);
        self.weigh(after, view);
        (self.moved, self.looked) = (false, Some(look.at));
        self.place();
        self.decide();
        self.tell_gate(view);
        Ok(())
    }

    /// Lets the story weigh the last reading, if it is one of this line.
    fn weigh(&mut self, after: Duration, view: View) {
        let Some(read) = &self.read else { return };
        let recorded = self.known().tiles();
        let told: Vec<Told> = read.line().filter_map(|tile| Some((tile.tile()?, tile.confidence))).collect();
        let ours = told.iter().filter(|(tile, _)| recorded.contains(*tile)).count();
        if (ours as f64) < OURS * recorded.len() as f64 {
            return;
        }
        if recorded.is_empty() {
            self.before.retain(|(at, tile)| view.hand || read.shows(at, *tile));
        }
        let known = self.known();
        let covered = |tile: Tile| {
            let at = known.find(tile).and_then(|number| self.placed.get(number).copied().flatten());
            // What is not read and did not change is there; what is under something may be.
            at.is_none_or(|at| view.hand || self.gate.fresh(&at.corners).is_some_and(|share| share < 0.1))
                && recorded.contains(tile)
        };
        let fresh: Vec<Told> = if recorded.is_empty() {
            let is_old = |tile: &ReadTile| {
                self.before.iter().any(|(at, was)| *was == tile.tile() && share(at, &tile.corners) > SAME_PLACE)
            };
            read.line().filter(|tile| !is_old(tile)).filter_map(|tile| Some((tile.tile()?, tile.confidence))).collect()
        } else {
            told
        };
        let mut story = std::mem::take(&mut self.story);
        story.read(&fresh, after, &covered);
        self.story = story;
    }

    /// The camera has moved since the last reading.
    fn follow(&mut self, by: &Similarity) {
        let move_all = |corners: &mut [Point; 4]| *corners = by.of_all(corners);
        self.placed.iter_mut().flatten().for_each(|placed| move_all(&mut placed.corners));
        self.before.iter_mut().for_each(|(at, _)| move_all(at));
        self.rested.iter_mut().for_each(move_all);
    }

    /// Puts the recorded tiles where the last reading has them.
    fn place(&mut self) {
        let known = self.known();
        self.placed.resize(known.len(), None);
        let Some(read) = &self.read else { return };
        for (number, play) in known.plays().enumerate() {
            let here = read.line().find(|tile| tile.tile() == Some(play.tile()));
            if let Some((here, pips)) = here.and_then(|here| Some((here, here.pips?))) {
                self.placed[number] = Some(Placed { corners: here.corners, pips });
            }
        }
    }

    /// What the story comes to: the next drop that the record lacks.
    fn decide(&mut self) {
        self.offer = self.next_drop();
        let Some((offer, record)) =
            self.offer.as_ref().map(|(offer, _)| offer).zip(self.record.as_ref().filter(|record| record.running))
        else {
            self.proposal = None;
            return;
        };
        let Some((frame, taken)) = self.last.clone() else { return };
        let proposal = worded(offer, record, self.next_id, frame, taken);
        match (&mut self.proposal, proposal) {
            (Some(standing), Some(new)) if standing.play == new.play => {
                let (id, frame, taken) = (standing.id, Arc::clone(&standing.frame), standing.taken);
                *standing = Proposal { id, frame, taken, ..new };
            }
            (standing, new) => {
                self.next_id += u64::from(new.is_some());
                *standing = new;
            }
        }
    }

    /// The tile that came first of those the record lacks and that can be joined, with every play it may be.
    fn next_drop(&self) -> Option<(Offer, Option<Tile>)> {
        let read = self.read.as_ref()?;
        let (known, rules) = (self.known(), self.rules());
        let mut lacking = self.story.lacking(known.tiles());
        if known.is_empty() && lacking.len() > 1 && self.begun().is_some() {
            return None;
        }
        // What came together, as far as the readings tell, came in this order: first what lay there, unread, before a hand came.
        let lay = |tile: &Tile| {
            read.find(*tile).is_some_and(|read| self.rested.iter().any(|at| share(at, &read.corners) > SAME_PLACE))
        };
        lacking.sort_by_key(|tile| !lay(tile));
        let alone = lacking.len() == 1;
        lacking.iter().find_map(|tile| {
            let seen = read.seen.get(read.find(*tile)?.seen?)?;
            let drops: Drops =
                if known.is_empty() { leads(seen, &rules) } else { drops(seen, &self.placed, &known, &rules) };
            let ways: Vec<(Play, f64)> = drops.ways.into_iter().take(6).collect();
            let sure = ways.first().filter(|way| way.1 > drops.wrong)?;
            let plain = alone && self.story.odds(*tile) >= CONFIRM && !self.moving && sure.0.tile() == *tile;
            Some((Offer { ways, corners: seen.corners, plain }, Some(*tile)))
        })
    }

    /// A line that lay there when nothing was recorded, unless it is more likely an accident of a hand's tiles.
    fn begun(&self) -> Option<&Layout> {
        let read = self.read.as_ref().filter(|read| read.matches)?;
        let faces = read.tiles.iter().filter(|tile| matches!(tile.part, Part::Line | Part::Loose)).count();
        let table = read.table.as_ref()?;
        let pips = f64::from(self.rules().set_size.get()) + 1.0;
        let joins = i32::try_from(table.len()).unwrap_or(i32::MAX) - 1;
        (faces as f64 * pips.powi(-joins) < ACCIDENT).then_some(table)
    }

    fn tell_gate(&mut self, view: View) {
        let Some(read) = &self.read else { return };
        let there: Vec<[Point; 4]> = read.tiles.iter().map(|tile| tile.corners).collect();
        let line: Vec<[Point; 4]> = self.placed.iter().flatten().map(|placed| placed.corners).collect();
        let settled = self.state() == TableState::Settled;
        if view.lost && settled {
            self.gate.found_again();
        }
        self.gate.looked(&there, &line, settled);
    }

    fn rules(&self) -> RuleSet {
        let any = || game::rules::PRESETS[0].rules.clone();
        self.record.as_ref().map_or_else(any, |record| record.rules.clone())
    }

    fn known(&self) -> Layout {
        self.record.as_ref().map(|record| record.layout.clone()).unwrap_or_default()
    }

    fn state(&self) -> TableState {
        let known = self.known();
        if self.record.as_ref().is_none_or(|record| !record.running) {
            return TableState::Idle;
        }
        if self.moving && self.proposal.is_none() {
            return TableState::Moving;
        }
        let (lacking, gone) = (self.story.lacking(known.tiles()), self.story.gone(known.tiles()));
        if known.is_empty()
            && let Some(table) = self.begun()
            && self.timing.looks > 4
        {
            let new = table.tiles().iter().collect();
            return TableState::Lost { new, gone: Vec::new(), table: Some(table.clone()) };
        }
        if self.proposal.is_some() || !self.story.is_settled() {
            return TableState::Looking;
        }
        if lacking.is_empty() && gone.is_empty() {
            return TableState::Settled;
        }
        let table = self.read.as_ref().and_then(|read| read.table.clone());
        TableState::Lost { new: lacking, gone, table }
    }

    fn marks(&self) -> Vec<Mark> {
        let known = self.known();
        let mark = |read: &ReadTile| {
            let number = read.tile().and_then(|tile| known.find(tile));
            let role = match (read.part, number) {
                (Part::Line, Some(number)) => Role::Laid(number),
                (Part::Line, None) => Role::New,
                (Part::FaceDown, _) => Role::FaceDown,
                (Part::Unreadable, _) => Role::Standing,
                (Part::Loose, _) => Role::Loose,
            };
            Mark { corners: read.corners, pips: read.pips, confidence: read.confidence, role }
        };
        self.read.iter().flat_map(|read| &read.tiles).map(mark).collect()
    }

    fn ends(&self) -> Vec<(Point, End)> {
        let known = self.known();
        let place = |end: End| {
            let placed = self.placed.get(end.tile)?.as_ref()?;
            let [a, b] = halves(&placed.corners);
            let half = if placed.pips[0] == end.pip { a } else { b };
            Some((if end.double { mean(&placed.corners) } else { half }, end))
        };
        known.ends(&self.rules()).filter_map(place).collect()
    }

    /// What is seen and thought now.
    #[must_use]
    pub fn sighting(&self, number: u64, source: &str, state: Option<TableState>) -> Sighting {
        let moved = self.gate.moved_since();
        let follow = |mut outline: Outline| {
            outline.corners = moved.of_all(&outline.corners);
            outline.halves = outline.halves.map(|half| moved.of(half));
            outline
        };
        Sighting {
            number,
            source: source.to_owned(),
            frame: self.last.as_ref().map(|last| Arc::clone(&last.0)),
            taken: self.last.as_ref().map(|last| last.1),
            name: None,
            state: state.unwrap_or_else(|| self.state()),
            tiles: self.marks().iter().map(outline).map(follow).collect(),
            ends: self.ends().into_iter().map(|(at, end)| end_mark((moved.of(at), end))).collect(),
            proposal: self.proposal.clone(),
            correction: None,
            hints: Vec::new(),
            timing: self.timing,
        }
    }

    /// What it makes of what it saw, in words: for people who look for the cause of a fault.
    #[must_use]
    pub fn story(&self) -> String {
        let line: Vec<String> = self
            .read
            .iter()
            .flat_map(Read::line)
            .filter_map(|tile| {
                Some(format!("{} {:.2} odds {:.1}", tile.tile()?, tile.confidence, self.story.odds(tile.tile()?)))
            })
            .collect();
        let before: Vec<String> = self.before.iter().filter_map(|(_, tile)| Some(tile.as_ref()?.to_string())).collect();
        format!(
            "line {}; before {}; lacking {:?}\n    {}",
            line.join(", "),
            before.join(" "),
            self.story.lacking(self.known().tiles()),
            self.gate.story()
        )
    }
}

impl Read {
    fn line(&self) -> impl Iterator<Item = &ReadTile> {
        self.tiles.iter().filter(|tile| tile.part == Part::Line)
    }

    fn find(&self, tile: Tile) -> Option<&ReadTile> {
        self.line().find(|read| read.tile() == Some(tile))
    }

    /// Every tile that shows a face, where it is.
    fn places(&self) -> Vec<([Point; 4], Option<Tile>)> {
        self.tiles.iter().map(|tile| (tile.corners, tile.tile())).collect()
    }

    /// Is this tile at this place?
    fn shows(&self, at: &[Point; 4], tile: Option<Tile>) -> bool {
        self.tiles.iter().any(|read| read.tile() == tile && share(&read.corners, at) > SAME_PLACE)
    }
}
