//! One call for each picture.
//!
//! 1. *pose*: the gate reports how the camera moved since the last look, what has changed, and whether something is
//!    over the table;
//! 2. *places* (`places.rs`, `faces.rs`): the recorded tiles, and every other face;
//! 3. *story* (`story.rs`): for every tile of the set the log-odds that it is in the line; `judge.rs` turns it into an offer, a
//!    correction, a question, or agreement;
//! 4. *agenda* (here): every picture is read while something moves or is open; a table at rest is read seldom.

use std::sync::Arc;
use std::time::Duration;

use crate::chosen::{FRESH, HARDLY, IDLE, RESTLESS, SETTLES};
use crate::drops::same_place;
use crate::face::tile_on;
use crate::gate::{BELONGS, ELSEWHERE, FREE, Gate, View};
use crate::hints::{self, Hint};
use crate::sighting::{Correction, Outline, Proposal, Sighting, TableState, Timing};
use crate::similarity::Similarity;
use crate::speed::Speed;
use crate::verdict::{Mistake, Stand};
use crate::watch::Watch;
use crate::wording::{Record, end_mark, outline, worded};
use eye::detect::second_pass::{Assembled, second_pass};
use eye::detect::{Detector, DetectorError, Eye, without_ground};
use eye::frame::Frame;
use eye::read::{Point, SeenTile, Settings, TileKind, assemble};
use game::Match;
use game::layout::Layout;
use game::rules::RuleSet;
use language::say;

/// Time after which something over the table is more than a hand playing a tile, and a picture that stays the same is frozen.
const LONG: Duration = Duration::from_millis(BELONGS);

/// One picture of the table.
#[derive(Clone, Debug)]
pub struct Look {
    /// The picture.
    pub frame: Arc<Frame>,
    /// Time of the picture, on any steady clock.
    pub at: Duration,
    /// A picture from a file: no other one of that moment will come.
    pub still: bool,
}

/// Watches one table through one pair of networks.
#[derive(Debug)]
pub struct Tracker<D> {
    eye: Eye<D>,
    gate: Gate,
    watch: Watch,
    /// How often the gate had taken the table over when the watch was last told.
    taken_over: u32,
    record: Option<Record>,
    /// The last picture and when it was taken.
    last: Option<(Arc<Frame>, Duration)>,
    /// Time of the first picture, from which the gate counts.
    begin: Option<Duration>,
    /// Tiles, picture and time of the last look.
    sight: Option<(Vec<SeenTile>, Arc<Frame>, Duration)>,
    /// Since when something moves without a rest.
    moves_since: Option<Duration>,
    /// Since when every picture has had the very same pixels.
    same_since: Option<Duration>,
    proposal: Option<Proposal>,
    next_id: u64,
    hints: Vec<Hint>,
    timing: Timing,
    speed: Speed,
}

impl<D: Detector> Tracker<D> {
    /// A tracker with these networks.
    #[must_use]
    pub fn new(eye: Eye<D>) -> Self {
        Self {
            eye,
            gate: Gate::default(),
            watch: Watch::new(),
            taken_over: 0,
            record: None,
            last: None,
            begin: None,
            sight: None,
            moves_since: None,
            same_since: None,
            proposal: None,
            next_id: 1,
            hints: Vec::new(),
            timing: Timing::default(),
            speed: Speed::default(),
        }
    }

    /// Forgets everything but its networks: another table, another evening.
    pub fn forget(&mut self) {
        self.look_again();
        (self.last, self.begin, self.moves_since, self.same_since) = (None, None, None, None);
        self.hints.clear();
    }

    /// Forgets where tiles are.
    pub fn look_again(&mut self) {
        self.watch.reset();
        self.gate.reset();
        (self.sight, self.proposal) = (None, None);
    }

    /// Sets the record to follow from now on; `None` when nothing is recorded.
    pub fn record(&mut self, game: Option<Arc<Match>>) {
        let record = game.map(Record::of);
        let events = |record: &Option<Record>| record.as_ref().map_or(0, |record| record.game.events().len());
        if events(&record) != events(&self.record) {
            self.watch.ask_again();
            self.gate.recorded(record.as_ref().map_or(0, |record| record.layout.len()));
        }
        self.record = record;
        self.proposal = None;
        // The last sighting means something else beside the new record; another look is not needed.
        if let Some((tiles, frame, _)) = self.sight.clone() {
            self.watch.pass(Duration::ZERO);
            self.weigh(&tiles, &frame);
        }
    }

    /// Dismisses the offer: a person says that the tile was not played.
    pub fn dismiss(&mut self) {
        self.watch.dismiss();
        self.proposal = None;
    }

    /// Reports that no picture came for a while: tiles played meanwhile are asked about.
    pub fn lose_sight(&mut self) {
        self.watch.unseen();
        (self.proposal, self.moves_since) = (None, None);
        self.hints.clear();
    }

    /// Records the duration of the last look: slowness is a hint.
    pub fn took(&mut self, time: Duration) {
        self.timing.look = time;
        if let Some((tiles, _, at)) = &self.sight {
            self.speed.took(*at, tiles.len(), time);
        }
    }

    /// Reports whether the present picture shows something that waits for a person.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        let verdict = self.watch.verdict();
        self.proposal.is_some() || verdict.mistake.is_some() || matches!(verdict.stand, Stand::Unclear { .. })
    }

    /// Returns the watch over the table, for those who measure it.
    #[must_use]
    pub const fn watch(&self) -> &Watch {
        &self.watch
    }

    /// Describes the tracker's beliefs, for people who look for the cause of a fault.
    #[must_use]
    pub fn story(&self) -> String {
        let hints: String = self.hints.iter().map(|hint| format!("\n    hint: {hint}")).collect();
        format!("{}\n    {}{hints}", self.watch.story(&self.rules()), self.gate.story())
    }

    fn rules(&self) -> RuleSet {
        let any = || game::rules::PRESETS[0].rules.clone();
        self.record.as_ref().map_or_else(any, |record| record.rules.clone())
    }

    fn known(&self) -> Layout {
        self.record.as_ref().map(|record| record.layout.clone()).unwrap_or_default()
    }

    /// Takes the next picture. `true` when the networks read it.
    ///
    /// # Errors
    /// The networks failed.
    pub fn see(&mut self, look: &Look) -> Result<bool, DetectorError> {
        let resized = |last: &Frame| (last.width(), last.height()) != (look.frame.width(), look.frame.height());
        if self.last.as_ref().is_some_and(|last| resized(&last.0)) {
            self.look_again();
        }
        let same = self.last.as_ref().is_some_and(|last| Arc::ptr_eq(&last.0, &look.frame));
        let repeats = self.last.as_ref().filter(|last| !look.still && hints::repeats(&last.0, &look.frame));
        self.same_since = repeats.map(|last| self.same_since.unwrap_or(last.1));
        self.last = Some((Arc::clone(&look.frame), look.at));
        if look.still {
            return self.see_still(look, same);
        }
        let begin = *self.begin.get_or_insert(look.at);
        let now = u64::try_from(look.at.saturating_sub(begin).as_millis()).unwrap_or(u64::MAX);
        let view = self.gate.see(&look.frame, now);
        let moves = view.hand || view.lost;
        if moves && self.moves_since.is_none() || (moves || view.changed) && view.still == 0 {
            self.watch.disturbed();
        }
        self.moves_since = if moves { Some(self.moves_since.unwrap_or(look.at)) } else { None };
        if !self.is_due(look.at, view) {
            self.find_restless(look);
            return Ok(false);
        }
        self.look(look)?;
        self.find_restless(look);
        Ok(true)
    }

    /// Reports whether this picture is read.
    fn is_due(&self, now: Duration, view: View) -> bool {
        let Some((_, _, last)) = &self.sight else { return true };
        let since = now.saturating_sub(*last);
        let moves = (view.hand || view.lost) && view.still < FREE;
        match () {
            () if self.is_dark() && self.is_blind() => since >= IDLE,
            () if moves || view.changed => true,
            () if self.watch.looks() < SETTLES => true,
            () if self.watch.is_open() && self.watch.looks() < 2 * SETTLES => true,
            () => since >= IDLE,
        }
    }

    /// Adds a hint when the table never comes to rest: it is seldom seen free. Between hands long shuffling is normal.
    fn find_restless(&mut self, look: &Look) {
        let between = self.record.as_ref().is_some_and(|record| !record.running);
        let long = self.moves_since.is_some_and(|since| look.at.saturating_sub(since) >= RESTLESS);
        self.hints.retain(|hint| *hint != Hint::Restless);
        if long && !between {
            self.hints.push(Hint::Restless);
        }
    }

    /// A picture from a file: read once, weighed until it is clear.
    fn see_still(&mut self, look: &Look, same: bool) -> Result<bool, DetectorError> {
        if !same || self.sight.is_none() {
            self.watch.disturbed();
            self.proposal = None;
            self.look(look)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Weighs the same sight again after the record has changed under a picture that will not come again.
    pub fn weigh_again(&mut self) {
        let Some((tiles, frame, _)) = self.sight.clone() else { return };
        self.watch.disturbed();
        self.weigh(&tiles, &frame);
    }

    fn look(&mut self, look: &Look) -> Result<(), DetectorError> {
        let view = self.gate.view();
        // A table that cannot be found and on which nothing moves is read anyway: the camera was moved, or the table
        // was cleared.
        let elsewhere = view.lost && view.still >= ELSEWHERE;
        let reached = !look.still && view.hand && !elsewhere;
        self.watch.reached(reached);
        if std::mem::replace(&mut self.taken_over, self.gate.taken_over()) != self.gate.taken_over() {
            self.watch.compare_from_here();
        }
        if !look.still {
            self.watch.moved(&self.gate.moved_since());
        }
        let known: Vec<[Point; 4]> = self.watch.places().collect();
        let sight = self.eye.see_again(&look.frame, &known)?;
        let settings = Settings::of_rules(&self.rules());
        let (width, height) = (look.frame.width(), look.frame.height());
        let whole = |tiles: &[SeenTile]| assemble(tiles, width, height, &settings);
        // Beside a hand the line is doubtful because of it: looking again shows no more.
        let mut tiles = if reached {
            Assembled::at_first_sight(&look.frame, &sight, (1.0, 1.0), whole).tiles
        } else {
            second_pass(&mut self.eye, &look.frame, &sight, (1.0, 1.0), whole)?.tiles
        };
        if !look.still && !reached {
            let mut places = self.watch.expected(&tiles, &self.rules());
            places.retain(|at| self.gate.fresh(at).is_some_and(|share| share >= FRESH));
            if !places.is_empty() {
                let found = self.eye.read_at(&look.frame, &places)?;
                tiles.extend(without_ground(&look.frame, found, &tiles, |quad| *quad));
            }
        }
        // Under a moving hand a tile is not told from the hand, and something without pips never is.
        let rests = look.still || view.still >= FREE;
        let max = self.rules().set_size;
        let told_apart = |tile: &SeenTile| rests && tile.kind == TileKind::Up && tile_on(tile, max).pips() > 0;
        tiles.retain(|tile| told_apart(tile) || !self.gate.is_reached(&tile.corners));
        self.timing.looks += 1;
        self.find_hints(&tiles, look);
        let after = self.sight.as_ref().map_or(IDLE, |sight| look.at.saturating_sub(sight.2));
        self.sight = Some((tiles.clone(), Arc::clone(&look.frame), look.at));
        self.watch.pass(if look.still { IDLE } else { after });
        self.weigh(&tiles, &Arc::clone(&look.frame));
        if !look.still {
            self.tell_gate(view, reached);
        }
        Ok(())
    }

    fn find_hints(&mut self, tiles: &[SeenTile], look: &Look) {
        let most = self.record.as_ref().map(|record| record.rules.set_size);
        let played: Vec<SeenTile> = tiles.iter().filter(|tile| look.still || self.is_played(tile)).cloned().collect();
        self.hints = most.and_then(|most| hints::of_set(&played, most)).into_iter().collect();
        self.hints.extend(hints::of_picture(&look.frame));
        self.hints.extend(hints::of_distance(tiles, &look.frame));
        self.hints.extend(hints::of_tiles(&played, &look.frame));
        self.hints.extend(self.speed.hint());
        if self.gate.trembles() {
            self.hints.push(Hint::Trembles);
        }
    }

    /// Reports whether this may be a tile that was played. In a hand, a thing that stays where it is, such as a board, is not.
    fn is_played(&self, tile: &SeenTile) -> bool {
        let came = || self.gate.fresh(&tile.corners).is_none_or(|share| share >= HARDLY);
        let is_recorded = || self.watch.places().any(|at| same_place(&at, &tile.corners));
        self.record.as_ref().is_none_or(|record| !record.running) || is_recorded() || came()
    }

    /// Weighs a sight against the record.
    fn weigh(&mut self, tiles: &[SeenTile], frame: &Arc<Frame>) {
        // What is not seen in the dark may be there, and nothing is offered.
        if self.is_blind() {
            self.proposal = None;
            return;
        }
        let (known, rules) = (self.known(), self.rules());
        // In another view nothing is known of what has come.
        let running = self.record.as_ref().is_some_and(|record| record.running);
        let begins = known.is_empty() && self.gate.begins();
        if running && self.begin.is_some() && begins && self.gate.view().lost {
            return;
        }
        self.watch.dealt(self.record.as_ref().and_then(|record| record.deal));
        let size = (frame.width(), frame.height());
        let still = self.begin.is_none();
        let gate = &self.gate;
        let mut up = tiles.iter().filter(|tile| tile.kind == TileKind::Up && tile.logit > 0.0);
        let bare = !still && known.is_empty();
        self.watch.lead_is_unread(bare && up.any(|tile| gate.may_lack_the_lead(&tile.corners)));
        let fresh = |corners: &[Point; 4]| if still { None } else { gate.fresh(corners) };
        // A picture from a file is all there is of that moment.
        for _ in 0..if still { SETTLES } else { 1 } {
            if still {
                self.watch.pass(IDLE);
            }
            let verdict = self.watch.look_with(tiles, size, &known, &rules, &fresh);
            if verdict.offer.is_some() || verdict.mistake.is_some() || verdict.stand == Stand::Agreed {
                break;
            }
        }
        self.propose();
    }

    /// Words the offer; the same tile at the same place keeps its number and first picture, and only gains confidence.
    fn propose(&mut self) {
        let offer = self.watch.verdict().offer.clone();
        let (Some(offer), Some(record)) = (offer, self.record.clone().filter(|record| record.running)) else {
            self.proposal = None;
            return;
        };
        let Some((_, frame, taken)) = self.sight.clone() else { return };
        let proposal = worded(&offer, &record, self.next_id, frame, taken).map(|proposal| {
            // The bounds of confidence were measured in pictures without faults.
            let fine = !self.hints.iter().any(Hint::doubts_reading) && !self.gate.is_reached(&offer.corners);
            Proposal { auto_confirm_ok: proposal.auto_confirm_ok && fine, ..proposal }
        });
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

    /// Passes the gate the explanation of what has changed.
    fn tell_gate(&mut self, view: View, reached: bool) {
        // Nothing is learnt of a table in the dark: in the light it is the one that it was.
        if self.is_dark() && !self.sees_the_line() {
            return;
        }
        let begun = !self.known().is_empty();
        let long = self.lasts(self.moves_since);
        if !begun && self.gate.begins() && view.lost && (view.still >= ELSEWHERE || long) {
            // No recorded tile is there to know the table by: pictures are compared from here on.
            self.watch.begin_elsewhere();
            self.proposal = None;
            return self.gate.begin_elsewhere();
        }
        let line: Vec<[Point; 4]> = self.watch.places().collect();
        let agrees = self.watch.is_quiet() && !reached;
        if !begun && (self.watch.is_bare() && !reached || view.lost && agrees) {
            // Begins with a bare table at the camera's present view: nothing is known of it.
            self.gate.begin_again();
        } else if view.lost && (self.watch.was_found_again() || begun && agrees && view.still >= ELSEWHERE) {
            self.gate.found_again();
        }
        self.gate.looked(&self.in_sight(), &line, agrees);
    }

    /// Returns the tiles of the last look and those of the record.
    fn in_sight(&self) -> Vec<[Point; 4]> {
        let seen = self.sight.iter().flat_map(|sight| &sight.0).filter(|tile| tile.logit > 0.0);
        seen.map(|tile| tile.corners).chain(self.watch.places()).collect()
    }

    fn correction(&self) -> Option<Correction> {
        let record = self.record.as_ref().filter(|record| record.running)?;
        let Mistake { tile, play, confidence } = self.watch.verdict().mistake.as_ref()?;
        let was = record.layout.play(*tile)?.tile();
        let words = say!("recorded as {was}, but the tile looks like {tile}", was, tile = play.tile());
        Some(Correction { tile: *tile, was, play: *play, confidence: *confidence, words })
    }

    /// Reports whether the last picture is dark.
    fn is_dark(&self) -> bool {
        self.last.as_ref().is_some_and(|last| hints::is_dark(&last.0))
    }

    /// Reports whether a look at a dark picture saw any tile of the line, or of a table of which no place is known.
    fn sees_the_line(&self) -> bool {
        self.sight.as_ref().is_some_and(|sight| hints::is_dark(&sight.1)) && !self.is_blind()
    }

    /// Reports whether the last look was at a dark picture and saw nothing of that.
    fn is_blind(&self) -> bool {
        let Some((tiles, frame, _)) = &self.sight else { return false };
        let mut faces = tiles.iter().filter(|tile| tile.kind == TileKind::Up && tile.logit > 0.0);
        let placed = self.watch.places().next().is_some();
        let is_known = |face: &SeenTile| self.watch.places().any(|at| same_place(&face.corners, &at));
        !faces.any(|face| !placed || is_known(face)) && hints::is_dark(frame)
    }

    /// Reports whether what began then has gone on for long at the last picture.
    fn lasts(&self, since: Option<Duration>) -> bool {
        let now = self.last.as_ref().map_or(Duration::ZERO, |last| last.1);
        since.is_some_and(|since| now.saturating_sub(since) >= LONG)
    }

    fn state(&self) -> TableState {
        if self.record.as_ref().is_none_or(|record| !record.running) {
            return TableState::Idle;
        }
        if self.lasts(self.same_since) {
            return TableState::Frozen;
        }
        if self.is_dark() && self.proposal.is_none() && !self.sees_the_line() {
            return TableState::Dark;
        }
        if self.moves_since.is_some() && self.proposal.is_none() {
            return if self.lasts(self.moves_since) { TableState::Hidden } else { TableState::Moving };
        }
        match &self.watch.verdict().stand {
            Stand::Unsure => TableState::Looking,
            Stand::NoneYet => TableState::NoneYet,
            Stand::Agreed => TableState::Settled,
            Stand::Covered(tiles) => TableState::Covered { tiles: *tiles },
            Stand::Unclear { new, gone, table } => {
                let after = new.iter().map(|tile| self.watch.came_after(*tile)).collect();
                TableState::Lost { new: new.clone(), after, gone: gone.clone(), table: table.clone() }
            }
        }
    }

    /// Returns the report. `state` replaces the tracker's own if the camera has something to report.
    #[must_use]
    pub fn sighting(&self, number: u64, source: &str, state: Option<TableState>) -> Sighting {
        let rules = self.rules();
        let state = state.unwrap_or_else(|| self.state());
        // Since the last look the camera may have moved.
        let moved = if self.begin.is_some() { self.gate.moved_since() } else { Similarity::NONE };
        let follow = |mut outline: Outline| {
            outline.corners = moved.of_all(&outline.corners);
            outline.halves = outline.halves.map(|half| moved.of(half));
            outline
        };
        let stands = !matches!(state, TableState::NoPicture { .. } | TableState::NoReading { .. });
        Sighting {
            number,
            source: source.to_owned(),
            frame: self.last.as_ref().map(|last| Arc::clone(&last.0)),
            taken: self.last.as_ref().map(|last| last.1),
            name: None,
            state,
            tiles: self.watch.marks(&rules).iter().map(outline).map(follow).collect(),
            ends: self.watch.ends(&rules).into_iter().map(|(at, end)| end_mark((moved.of(at), end))).collect(),
            proposal: self.proposal.clone().filter(|_| stands),
            correction: self.correction().filter(|_| stands),
            hints: self.hints.clone(),
            timing: self.timing,
        }
    }
}
