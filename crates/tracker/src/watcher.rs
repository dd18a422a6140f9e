//! Looks at the pictures as they come: decides when the networks run, what their sight means beside the record, and words it.
//! Knows no thread; time is that of the pictures.

use eye::detect::{Detector, DetectorError, Eye};
use eye::frame::Frame;
use eye::read::{Point, SeenTile, TileKind};
use game::Match;
use game::layout::Layout;
use game::rules::RuleSet;
use language::say;
use std::sync::Arc;
use std::time::Duration;

use crate::gate::{Gate, View};
use crate::hints::{self, Hint};
use crate::sighting::{Correction, Outline, Proposal, Sighting, TableState, Timing};
use crate::similarity::Similarity;
use crate::watch::{Mistake, Offer, Stand, Verdict, Watch};
use crate::wording::{Record, end_mark, outline, worded};

/// A table that agrees with the record and at which nothing moves is looked at so seldom: a look takes 0.3 to 0.7 seconds
/// of processor time, so this is less than a tenth of a core.
const IDLE: Duration = Duration::from_secs(8);
/// So many looks come one after the other when something has changed; they vote.
const AT_ONCE: u32 = 5;
/// Then so often, as long as something is open.
const WAITING: Duration = Duration::from_secs(1);
/// And after so many looks still more seldom.
const MANY: u32 = 14;
/// See [`MANY`].
const LONG_WAIT: Duration = Duration::from_secs(3);
/// A picture from a file counts as so many looks: there is no other picture of that moment, so what is missing in it after
/// these is gone.
const STILL_LOOKS: u32 = 12;
/// A table seen from so many degrees off straight above or more is also looked at as if from there. Of 120 drops seen from 60 degrees
/// (six games of 20) 117 are then proposed right instead of 84; it takes about a tenth of a second a look.
const FROM_THE_SIDE: f64 = 38.0;
/// Looks that take longer than this on average make proposals late.
const SLOW: Duration = Duration::from_secs(2);
/// Something that moves for so long is no hand.
const RESTLESS: Duration = Duration::from_secs(20);
/// What reaches over the table is looked at when it has not moved for so many milliseconds: it may be a glass, or a line that was
/// pushed as a whole.
const RESTS: u64 = 700;
/// A table that cannot be found in the picture lies elsewhere when nothing has moved for so many milliseconds.
const ELSEWHERE: u64 = 1500;
/// No hand rests for so many milliseconds without the least movement.
const NO_HAND: u64 = 4500;
/// And then so often ...
const RESTING: Duration = Duration::from_millis(1200);
/// ... but where something new was seen beside it, so soon again.
const SEEN_BESIDE: Duration = Duration::from_millis(200);
/// Even where it moves all the time, a look is taken after so long, ...
const NEVER_RESTS: Duration = Duration::from_secs(6);
/// ... and then so often: never is waited for ever.
const MOVING: Duration = Duration::from_secs(2);
/// A picture is out of focus when it has no more than this share of the sharpness of the sharpest of late ...
const SOFTER: f32 = 0.75;
/// ... which counts for so much less with every look: another lens, another light.
const FADES: f32 = 0.98;
/// A tile by itself explains a change from these log-odds on.
const THERE: f32 = 0.0;
/// .. and is there without a doubt from these on.
const SURELY_THERE: f32 = 1.0;
/// A place where the next tile may lie and none was seen is read when this share of it has changed: on a cloth of the tiles' own colour
/// it is little.
const CAME: f64 = 0.15;
/// The same pixels for so long are no camera's: its noise alone changes some in every picture.
const FROZEN: Duration = Duration::from_secs(8);
/// What reaches over the table for so long is more than a hand that lays a tile.
const HIDDEN: Duration = Duration::from_secs(8);

/// One picture of the table.
#[derive(Clone, Debug)]
pub struct Look {
    /// The picture.
    pub frame: Arc<Frame>,
    /// When it was taken, on any clock that runs evenly.
    pub at: Duration,
    /// A picture from a file: no other one of that moment will come.
    pub still: bool,
}

/// Watches one table through one pair of networks.
#[derive(Debug)]
pub struct Watcher<D> {
    eye: Eye<D>,
    gate: Gate,
    watch: Watch,
    record: Option<Record>,
    /// The last picture and when it was taken.
    last: Option<(Arc<Frame>, Duration)>,
    was_moving: bool,
    /// Since when something moves without a rest.
    moves_since: Option<Duration>,
    /// Did something reach over the table at the last look? What its hand looks like is not proposed.
    reached: bool,
    /// When the first picture was taken: what the gate counts from.
    begin: Option<Duration>,
    /// What was seen at the last look, in which picture, and when.
    sight: Option<(Vec<SeenTile>, Arc<Frame>, Duration)>,
    proposal: Option<Proposal>,
    next_id: u64,
    hints: Vec<Hint>,
    /// The sharpness of the sharpest picture looked at of late.
    focus: f32,
    /// The camera hunted for its focus at the last look: what is not seen may be there.
    soft: bool,
    timing: Timing,
    average: Duration,
    /// Since when every picture has had the very same pixels.
    same_since: Option<Duration>,
    /// Is the last picture too dark to be read?
    dark: bool,
}

impl<D: Detector> Watcher<D> {
    /// A watcher with these networks.
    #[must_use]
    pub fn new(eye: Eye<D>) -> Self {
        Self {
            eye,
            gate: Gate::default(),
            watch: Watch::new(),
            record: None,
            last: None,
            was_moving: true,
            moves_since: None,
            reached: false,
            begin: None,
            sight: None,
            proposal: None,
            next_id: 1,
            hints: Vec::new(),
            focus: 0.0,
            soft: false,
            timing: Timing::default(),
            average: Duration::ZERO,
            same_since: None,
            dark: false,
        }
    }

    /// Forgets everything but its networks: another table, another evening.
    pub fn forget(&mut self) {
        self.gate.reset();
        self.watch = Watch::new();
        (self.last, self.sight, self.proposal) = (None, None, None);
        (self.was_moving, self.reached, self.moves_since, self.begin) = (true, false, None, None);
        (self.focus, self.soft, self.same_since, self.dark) = (0.0, false, None, false);
        self.hints.clear();
    }

    /// What is recorded from now on; `None` when nothing is.
    pub fn record(&mut self, game: Option<Arc<Match>>) {
        let record = game.map(Record::of);
        let events = |record: &Option<Record>| record.as_ref().map_or(0, |record| record.game.events().len());
        if events(&record) != events(&self.record) {
            self.watch.ask_again();
        }
        self.record = record;
        self.proposal = None;
        // What was just seen means something else beside the new record; no need to look again.
        if let (false, Some((tiles, frame, _))) = (self.was_moving, self.sight.clone()) {
            self.weigh(&tiles, &frame, 1);
            if self.begin.is_some() && !self.gate.view().changed {
                self.tell_gate(&tiles);
            }
        }
    }

    /// A person says that what is new was not laid.
    pub fn dismiss(&mut self) {
        self.watch.dismiss();
        self.proposal = None;
    }

    /// Forgets where tiles lie.
    pub fn look_again(&mut self) {
        self.watch.reset();
        self.gate.reset();
        self.sight = None;
        self.proposal = None;
    }

    /// No picture came for a while: what was laid meanwhile is looked at afresh, and a person is asked.
    pub fn lose_sight(&mut self) {
        self.watch.unseen();
        self.proposal = None;
        self.hints.clear();
        self.was_moving = true;
        self.moves_since = None;
    }

    /// Says how long the last look took: what is slow is a hint.
    pub fn took(&mut self, time: Duration) {
        self.timing.look = time;
        self.average = if self.average.is_zero() { time } else { (self.average * 4 + time) / 5 };
    }

    /// Does the present picture show something that waits for a person?
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.proposal.is_some() || matches!(self.watch.verdict().stand, Stand::Unclear { .. })
    }

    /// What the watch makes of what it saw, in words: for people who look for the cause of a fault.
    #[must_use]
    pub fn story(&self) -> String {
        format!("{}\n    {}", self.watch.story(&self.rules()), self.gate.story())
    }

    /// What is thought of the last picture by itself, in words.
    #[must_use]
    pub fn gate_story(&self) -> String {
        self.gate.story()
    }

    fn rules(&self) -> RuleSet {
        let any = || game::rules::PRESETS[0].rules.clone();
        self.record.as_ref().map_or_else(any, |record| record.rules.clone())
    }

    fn known(&self) -> Layout {
        self.record.as_ref().map(|record| record.layout.clone()).unwrap_or_default()
    }

    /// Takes the next picture. `true` when the networks looked at it.
    ///
    /// # Errors
    /// The networks failed.
    pub fn see(&mut self, look: &Look) -> Result<bool, DetectorError> {
        let resized = |last: &Frame| (last.width(), last.height()) != (look.frame.width(), look.frame.height());
        if self.last.as_ref().is_some_and(|last| resized(&last.0)) {
            self.look_again();
        }
        let same = self.last.as_ref().is_some_and(|last| Arc::ptr_eq(&last.0, &look.frame));
        let repeats = self.last.as_ref().filter(|last| !look.still && last.0.rgb() == look.frame.rgb());
        self.same_since = repeats.map(|last| self.same_since.unwrap_or(last.1));
        self.dark = hints::is_dark(&look.frame);
        if !self.dark {
            self.hints.retain(|hint| *hint != Hint::Dark);
        }
        self.last = Some((Arc::clone(&look.frame), look.at));
        if look.still {
            return self.see_still(look, same);
        }
        let begin = *self.begin.get_or_insert(look.at);
        let now = u64::try_from(look.at.saturating_sub(begin).as_millis()).unwrap_or(u64::MAX);
        let view = self.gate.see(&look.frame, now);
        if view.hand || view.lost {
            return self.see_reached(look, view);
        }
        let disturbed = self.watch.looks() > 0 && (self.was_moving || view.changed);
        if disturbed {
            self.watch.disturbed();
            self.proposal = None;
        }
        self.was_moving = false;
        self.moves_since = None;
        self.hints.retain(|hint| *hint != Hint::Restless);
        if self.soft && !self.is_soft(&look.frame) {
            // What was looked at out of focus has no vote on what is to be seen now.
            self.watch.disturbed();
            self.proposal = None;
        } else if !self.is_due(look.at, !view.changed) {
            return Ok(false);
        }
        self.look(look, 1)?;
        Ok(true)
    }

    /// Something reaches over the table: it is waited for, but never for ever.
    fn see_reached(&mut self, look: &Look, view: View) -> Result<bool, DetectorError> {
        if !self.was_moving || (view.still == 0 && self.watch.looks() > 0) {
            self.watch.disturbed();
            self.proposal = None;
        }
        self.was_moving = true;
        let since = *self.moves_since.get_or_insert(look.at);
        let last = self.sight.as_ref().map(|sight| sight.2);
        let ago = |since: Duration| look.at.saturating_sub(since);
        let looked = |pause: Duration| last.is_none_or(|last| ago(last) >= pause);
        // A table that is not known again is hidden by no hand but lies elsewhere, most likely: there is no reason to look seldom.
        let pause = match self.watch.looks() {
            0..AT_ONCE if view.lost => Duration::ZERO,
            1..AT_ONCE if self.watch.sees_something_new() => SEEN_BESIDE,
            _ => RESTING,
        };
        let rests = view.still >= RESTS && looked(pause);
        let never_rests = ago(since) >= NEVER_RESTS && looked(MOVING);
        if rests || never_rests {
            self.look(look, 1)?;
        }
        self.find_restless(look);
        Ok(rests || never_rests)
    }

    /// A table that never comes to rest is seldom looked at: then it is said why. Between hands tiles are shuffled for long.
    fn find_restless(&mut self, look: &Look) {
        let since = *self.moves_since.get_or_insert(look.at);
        let between = self.record.as_ref().is_some_and(|record| !record.running);
        if !between && look.at.saturating_sub(since) >= RESTLESS {
            self.hints = hints::of_picture(&look.frame);
            self.hints.push(Hint::Restless);
        }
    }

    /// A picture from a file: looked at once, weighed until it is clear.
    fn see_still(&mut self, look: &Look, same: bool) -> Result<bool, DetectorError> {
        self.was_moving = false;
        if !same || self.sight.is_none() {
            self.watch.disturbed();
            self.proposal = None;
            self.look(look, STILL_LOOKS)?;
            return Ok(true);
        }
        if self.watch.verdict() == &Verdict::default() {
            self.weigh_again();
        }
        Ok(false)
    }

    /// The record has changed under a picture that will not come again: the same sight is weighed anew.
    pub fn weigh_again(&mut self) {
        let Some((tiles, frame, _)) = self.sight.clone() else { return };
        self.watch.disturbed();
        self.weigh(&tiles, &frame, STILL_LOOKS);
    }

    /// Is the picture out of focus beside those of late?
    fn is_soft(&self, frame: &Frame) -> bool {
        hints::sharpness(frame).is_some_and(|sharp| sharp < self.focus * SOFTER)
    }

    /// Is it time for another look? Where a hand passed and the table is `as_before`, one look that agrees is enough for a while.
    fn is_due(&self, now: Duration, as_before: bool) -> bool {
        let Some((_, _, last)) = &self.sight else { return true };
        let since = now.saturating_sub(*last);
        let looks = self.watch.looks();
        match self.watch.verdict().stand {
            Stand::Agreed if self.soft => since >= WAITING,
            Stand::Agreed => since >= IDLE,
            _ if as_before && looks > 0 && self.watch.sees_nothing_new() && !self.watch.is_puzzled() => {
                since >= WAITING
            }
            _ if looks < AT_ONCE => true,
            _ if looks < MANY => since >= WAITING,
            _ => since >= LONG_WAIT,
        }
    }

    fn look(&mut self, look: &Look, times: u32) -> Result<(), DetectorError> {
        let mut sight = self.eye.see(&look.frame)?;
        // A table that cannot be found and does not move is looked at as it is: the camera was moved.
        let View { lost, still, .. } = self.gate.view();
        let elsewhere = lost && still >= ELSEWHERE;
        self.reached = !look.still && self.was_moving && !elsewhere;
        self.watch.reached(self.reached);
        if !look.still {
            self.watch.moved(&self.gate.moved_since());
        }
        let is_free = !look.still && !self.reached;
        if !is_free || !self.sees_all(&sight.tiles) {
            sight.tiles.extend(self.eye.see_from_above(&look.frame, &sight.tiles, FROM_THE_SIDE)?);
        }
        if is_free {
            self.look_at_the_line(&look.frame, &mut sight.tiles)?;
            self.look_where_expected(&look.frame, &mut sight.tiles)?;
            self.look_closely(&look.frame, &mut sight.tiles)?;
        } else {
            self.watch.puzzled(false);
        }
        self.soft = !look.still && self.is_soft(&look.frame);
        self.focus = hints::sharpness(&look.frame).unwrap_or(0.0).max(self.focus * FADES);
        self.timing.looks += 1;
        self.hints = hints::of_picture(&look.frame);
        self.hints.extend(hints::of_tiles(&sight.tiles, &look.frame));
        if self.average > SLOW {
            let milliseconds = u64::try_from(self.average.as_millis()).unwrap_or(u64::MAX);
            self.hints.push(Hint::Slow { milliseconds });
        }
        if self.gate.trembles() {
            self.hints.push(Hint::Trembles);
        }
        self.sight = Some((sight.tiles.clone(), Arc::clone(&look.frame), look.at));
        self.weigh(&sight.tiles, &Arc::clone(&look.frame), times);
        if !look.still {
            self.tell_gate(&sight.tiles);
        }
        Ok(())
    }

    /// Is the whole line seen without a doubt, and all that has changed about it? Then looking at it otherwise shows nothing more. Where
    /// it is not known what has changed, it may.
    fn sees_all(&self, tiles: &[SeenTile]) -> bool {
        let sure = |tile: &&SeenTile| tile.kind == TileKind::Up && tile.logit > SURELY_THERE;
        let seen: Vec<[Point; 4]> = tiles.iter().filter(sure).map(|tile| tile.corners).collect();
        let is_seen = |at: &[Point; 4]| self.gate.fresh(at).is_some() && seen.iter().any(|tile| lies_at(tile, at));
        let line: Vec<[Point; 4]> = self.watch.places().collect();
        !line.is_empty() && line.iter().all(is_seen) && self.gate.unexplained(&seen).is_empty()
    }

    /// Reports whether the last look saw any tile of the line.
    fn sees_the_line(&self) -> bool {
        let seen = |tile: &SeenTile| tile.logit > THERE && tile.kind == TileKind::Up;
        let tiles = self.sight.as_ref().map_or(&[][..], |sight| &sight.0);
        self.watch.places().any(|at| tiles.iter().any(|tile| seen(tile) && lies_at(&tile.corners, &at)))
    }

    /// Where nothing is seen of a line that nothing hides, the eye is blind for this picture of it, and for the next tile too: on a
    /// dim cloth of the tiles' own colour it sometimes is. Then the line and its ends are looked at from nearer.
    fn look_at_the_line(&mut self, frame: &Frame, tiles: &mut Vec<SeenTile>) -> Result<(), DetectorError> {
        let line: Vec<[Point; 4]> = self.watch.places().collect();
        let is_seen = |at: &[Point; 4]| {
            let mut seen = tiles.iter().filter(|tile| tile.logit > THERE && tile.kind == TileKind::Up);
            seen.any(|tile| lies_at(&tile.corners, at))
        };
        let Some(first) = line.first() else { return Ok(()) };
        if line.iter().any(is_seen) {
            return Ok(());
        }
        let ends = self.watch.expected(&[], &self.rules());
        let part = around(line.iter().chain(&ends));
        tiles.extend(self.eye.see_closely(frame, tiles, part, length(first))?);
        Ok(())
    }

    /// Where the next tile is expected and was not seen, its face is read without being found first.
    fn look_where_expected(&mut self, frame: &Frame, tiles: &mut Vec<SeenTile>) -> Result<(), DetectorError> {
        let places = self.changed_where_expected(tiles);
        if !places.is_empty() {
            tiles.extend(self.eye.read_at(frame, &places)?);
        }
        Ok(())
    }

    /// The places where the next tile may lie by the rules, something has changed, and none of these tiles lies.
    fn changed_where_expected(&self, tiles: &[SeenTile]) -> Vec<[Point; 4]> {
        let mut places = self.watch.expected(tiles, &self.rules());
        places.retain(|at| self.gate.fresh(at).is_some_and(|share| share >= CAME));
        places
    }

    /// Where something has changed and no tile was seen, it is looked at once more from nearer.
    fn look_closely(&mut self, frame: &Frame, tiles: &mut Vec<SeenTile>) -> Result<(), DetectorError> {
        // What came to lie where the next tile may, and seems to lie on its face, may be a tile too bright to be read; what seems to
        // stand there may lie. A face that is hardly one explains nothing: the next look may find it, or not.
        let begun = !self.known().is_empty();
        let explains = |tile: &&SeenTile| match tile.kind {
            TileKind::Up => tile.logit > SURELY_THERE,
            TileKind::Down => false,
            TileKind::Edge | TileKind::Printed => !begun,
        };
        let faces: Vec<SeenTile> = tiles.iter().filter(explains).cloned().collect();
        // Where an old tile was cleared away, its sides and its shadow with it, nothing has come.
        let there: Vec<[Point; 4]> = self.there(&faces).into_iter().chain(self.watch.cleared()).collect();
        let mut places = self.gate.unexplained(&there);
        if begun {
            // Elsewhere it may be anything: a shadow, a glass, somebody's own tiles, the sides of the last tile.
            let expected = self.changed_where_expected(tiles);
            places.retain(|(part, _)| expected.iter().any(|at| holds(*part, at)));
        }
        let again = self.watch.is_puzzled();
        self.watch.puzzled(!places.is_empty());
        // Not at the first glance: the second one mostly finds it.
        for (part, length) in places.into_iter().filter(|_| again).take(1) {
            let closer = self.eye.see_closely(frame, tiles, part, length)?;
            tiles.extend(closer);
        }
        Ok(())
    }

    /// Where tiles lie by what was seen and by the record.
    fn there(&self, tiles: &[SeenTile]) -> Vec<[Point; 4]> {
        let seen = tiles.iter().filter(|tile| tile.logit > THERE).map(|tile| tile.corners);
        seen.chain(self.watch.places()).collect()
    }

    /// What was seen explains what has changed.
    fn tell_gate(&mut self, tiles: &[SeenTile]) {
        let there = self.there(tiles);
        let agrees = self.watch.verdict().stand == Stand::Agreed;
        let View { lost, still, hand, .. } = self.gate.view();
        let (begun, bare) = (!self.known().is_empty(), self.watch.sees_nothing_new());
        let cleared = self.watch.is_bare() && !(self.reached || hand || self.soft);
        if !begun && (cleared || lost && bare && (agrees && still >= ELSEWHERE || !hand)) {
            // A bare table wherever the camera looks now: nothing is known of it but what is to be seen. At once, since the next hand
            // may reach in before long.
            self.gate.begin_again();
        } else if lost && (self.watch.was_found_again() || begun && agrees && still >= ELSEWHERE) {
            // The next tile may have been laid before the line was known again.
            self.gate.found_again();
        }
        // What a picture out of focus does not show is not known to be nothing.
        let agreed = agrees && !self.reached && !self.soft;
        let line: Vec<[Point; 4]> = self.watch.places().collect();
        self.gate.looked(&there, &line, agreed && self.watch.looks() > 1);
    }

    /// Weighs a sight against the record, so many times as if it had been seen anew each time.
    fn weigh(&mut self, tiles: &[SeenTile], frame: &Arc<Frame>, times: u32) {
        let (known, rules) = (self.known(), self.rules());
        let size = (frame.width(), frame.height());
        let still = self.begin.is_none();
        for _ in 0..times {
            let fresh = |corners: &[Point; 4]| if still { None } else { self.gate.fresh(corners) };
            let verdict = self.watch.look_with(tiles.to_vec(), size, &known, &rules, &fresh);
            if verdict.offer.is_some() || verdict.mistake.is_some() || verdict.stand == Stand::Agreed {
                break;
            }
        }
        self.propose();
    }

    /// Words the watch's offer, if it is a new one.
    fn propose(&mut self) {
        // What seems to reach to it and does not move for long is no hand.
        let rests = self.gate.view().still >= NO_HAND;
        let free = |offer: &Offer| !self.reached || rests || !self.gate.is_reached(&offer.corners);
        let offer = self.watch.verdict().offer.clone().filter(free);
        let (Some(offer), Some(record)) = (offer, self.record.clone().filter(|record| record.running)) else {
            self.proposal = None;
            return;
        };
        let Some((_, frame, taken)) = self.sight.clone() else { return };
        let proposal = worded(&offer, &record, self.next_id, frame, taken).map(|proposal| {
            // What is sure was measured in pictures in which nothing is amiss.
            let fine = !self.reached && !self.hints.iter().any(Hint::doubts_reading);
            Proposal { auto_confirm_ok: proposal.auto_confirm_ok && fine, ..proposal }
        });
        // The same tile at the same place keeps its number and its first picture, and only gets surer.
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

    fn correction(&self) -> Option<Correction> {
        let record = self.record.as_ref().filter(|record| record.running && !self.reached)?;
        let Mistake { tile, play, confidence } = self.watch.verdict().mistake.as_ref()?;
        let was = record.layout.play(*tile)?.tile();
        let words = say!("recorded as {was}, but the tile looks like {tile}", was, tile = play.tile());
        Some(Correction { tile: *tile, was, play: *play, confidence: *confidence, words })
    }

    fn state(&self) -> TableState {
        if self.record.as_ref().is_none_or(|record| !record.running) {
            return TableState::Idle;
        }
        let now = self.last.as_ref().map_or(Duration::ZERO, |last| last.1);
        let lasts =
            |since: Option<Duration>, least: Duration| since.is_some_and(|since| now.saturating_sub(since) >= least);
        if lasts(self.same_since, FROZEN) {
            return TableState::Frozen;
        }
        if self.dark && self.proposal.is_none() && !self.sees_the_line() {
            return TableState::Dark;
        }
        if self.was_moving && self.proposal.is_none() {
            return if lasts(self.moves_since, HIDDEN) { TableState::Hidden } else { TableState::Moving };
        }
        match &self.watch.verdict().stand {
            Stand::Unsure => TableState::Looking,
            Stand::Agreed if self.soft => TableState::Looking,
            Stand::Agreed => TableState::Settled,
            Stand::Covered(tiles) => TableState::Covered { tiles: *tiles },
            Stand::Unclear { new, gone, table } => {
                TableState::Lost { new: new.clone(), gone: gone.clone(), table: table.clone() }
            }
        }
    }

    /// What is seen and thought now. `state` takes the place of the watcher's own where the camera has something to say.
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

/// How long a tile is, in pixels.
fn length(&[a, b, c, _]: &[Point; 4]) -> f64 {
    a.distance(b).max(b.distance(c))
}

/// Does a tile lie at this place?
fn lies_at(tile: &[Point; 4], at: &[Point; 4]) -> bool {
    eye::geometry::mean(tile).distance(eye::geometry::mean(at)) < length(at) / 3.0
}

/// The part of the picture that holds all of these: its low and its high corner.
fn around<'a>(quads: impl Iterator<Item = &'a [Point; 4]>) -> (Point, Point) {
    let none = (Point::new(f64::MAX, f64::MAX), Point::new(f64::MIN, f64::MIN));
    quads.flatten().fold(none, |(low, high), at| {
        (Point::new(low.x.min(at.x), low.y.min(at.y)), Point::new(high.x.max(at.x), high.y.max(at.y)))
    })
}

/// Does the part of the picture between two corners hold the middle of these four?
fn holds((low, high): (Point, Point), corners: &[Point; 4]) -> bool {
    let middle = eye::geometry::mean(corners);
    (low.x..=high.x).contains(&middle.x) && (low.y..=high.y).contains(&middle.y)
}
