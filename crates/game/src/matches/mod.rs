//! A match as events: a request ([`Act`]) is checked against the state of the match ([`State`]) and becomes an
//! [`Event`]; the state is always the fold of the events. Uses tiles, rules and layouts; never time, files or widgets.

#![warn(missing_docs)]

mod act;
mod before;
mod fit;
pub mod record;
mod round;
mod seat;
mod state;

pub use act::{Act, Change, Event, Offence, Refusal};
pub use before::{Before, FirstPass};
pub(crate) use fit::versions;
use fit::{Fitting, recorded, removes};
use language::say;
pub use round::{Deed, Hand, HandWinner, Pending, Round, RoundEnd, Turn, WrongKnock, left_pips};
pub use seat::{Seat, SeatError, Setup, SetupError, Side};
pub(crate) use state::fitted_all;
pub use state::{Leg, NextLeader, Relieved, State, lead_rank};
use std::collections::BTreeMap;
use std::fmt;

/// A match: its events, and the state they lead to.
///
/// ```
/// use game::Act;
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// assert_eq!(game.events().len(), 5); // the start, the deal and three turns
/// let mut again = game.clone();
/// again.act(Act::Undo).expect("there is something to undo");
/// assert_eq!(again.state(), game.up_to(3).state());
/// assert_eq!(again.events().len(), 6, "an undo is an event too");
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    events: Vec<Event>,
    history: History,
    /// The standing acts that corrections before them changed, by event.
    fitted: BTreeMap<usize, Act>,
    state: State,
}

/// Standing events, with undo and redo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct History {
    /// Numbers of the events that stand, in the order in which they are applied.
    standing: Vec<usize>,
    /// Each act's steps, made and taken back together.
    undo: Vec<Vec<Step>>,
    redo: Vec<Vec<Step>>,
}

/// A change of the list of standing events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Put in at a place.
    Insert(usize, usize),
    /// Taken out of a place.
    Remove(usize, usize),
    /// At a place, the first instead of the second.
    Replace(usize, usize, usize),
}

impl History {
    fn take(&mut self, step: Step) {
        match step {
            Step::Insert(at, event) => self.standing.insert(at, event),
            Step::Remove(at, _) => drop(self.standing.remove(at)),
            Step::Replace(at, event, _) => self.standing[at] = event,
        }
    }

    fn new_step(&mut self, step: Step) {
        self.take(step);
        self.undo.push(vec![step]);
        self.redo.clear();
    }

    /// Another step of the act that was added last.
    fn and(&mut self, step: Step) {
        self.take(step);
        if let Some(steps) = self.undo.last_mut() {
            steps.push(step);
        }
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        let steps = self.undo.pop().ok_or(Refusal::NothingToUndo)?;
        steps.iter().rev().for_each(|step| self.take(step.reversed()));
        self.redo.push(steps);
        Ok(())
    }

    fn redo(&mut self) -> Result<(), Refusal> {
        let steps = self.redo.pop().ok_or(Refusal::NothingToRedo)?;
        steps.iter().for_each(|step| self.take(*step));
        self.undo.push(steps);
        Ok(())
    }
}

impl Step {
    const fn reversed(self) -> Self {
        match self {
            Self::Insert(at, event) => Self::Remove(at, event),
            Self::Remove(at, event) => Self::Insert(at, event),
            Self::Replace(at, new, old) => Self::Replace(at, old, new),
        }
    }
}

impl Match {
    /// Begins a match; its first event holds the setup with the frozen rules.
    ///
    /// # Errors
    /// The reason a match cannot be played so.
    pub fn start(mut setup: Setup) -> Result<Self, SetupError> {
        for player in &mut setup.players {
            *player = crate::name::kept(player);
        }
        setup.check()?;
        Ok(Self::begun(setup))
    }

    /// A match by a setup that has been checked.
    fn begun(setup: Setup) -> Self {
        let state = State::new(setup.clone());
        let event = Event { act: Act::Start(setup), scores: state.leg.scores.clone(), legs: state.legs_won.clone() };
        Self { events: vec![event], history: History::default(), fitted: BTreeMap::new(), state }
    }

    /// Returns the match after its first `at` standing acts, as a separate match without undos or corrections; the
    /// whole match if `at` is larger.
    #[must_use]
    pub fn up_to(&self, at: usize) -> Self {
        let mut now = Self::begun(self.renamed_start());
        let _refused = self.standing().take(at).try_for_each(|(_, act)| now.take_over(act).map(drop));
        now
    }

    /// Adds an act of another match with the same past. A play that a correction made wrong stays in place; returns
    /// whether it stays so.
    pub(crate) fn take_over(&mut self, act: &Act) -> Result<bool, Refusal> {
        match (self.act(act.clone()), as_it_stands(act)) {
            (Ok(_), _) => Ok(matches!(act, Act::Play { stands: true, .. } | Act::Knock { stands: true, .. })),
            (Err(_), Some(act)) => self.act(act).map(|_| true),
            (Err(refusal), None) => Err(refusal),
        }
    }

    /// Folds events that were stored. The scores in them are not trusted; [`Self::audit`] compares.
    ///
    /// # Errors
    /// The number of the first event that cannot have happened, and why.
    pub fn replay<'a>(acts: impl IntoIterator<Item = &'a Act>) -> Result<Self, ReplayError> {
        let mut acts = acts.into_iter();
        let Some(Act::Start(setup)) = acts.next() else { return Err(ReplayError::NoStart) };
        let mut game = Self::start(setup.clone())?;
        for (event, act) in (1..).zip(acts) {
            game.act(act.clone()).map_err(|why| ReplayError::Refused { event, why })?;
        }
        Ok(game)
    }

    /// Every event, in order. Only ever grows.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns the current state.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Returns the setup, fixed at the start.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.state.setup
    }

    /// Returns the setup in the first event.
    fn first_setup(&self) -> &Setup {
        match self.events.first().map(|event| &event.act) {
            Some(Act::Start(setup)) => setup,
            _ => &self.state.setup,
        }
    }

    /// The start with the corrected names, so that a replay shows the first drop under the right name.
    fn renamed_start(&self) -> Setup {
        Setup { players: self.state.starters(), ..self.first_setup().clone() }
    }

    /// Returns the standing acts with the numbers of their events, after undos and corrections.
    pub fn standing(&self) -> impl DoubleEndedIterator<Item = (usize, &Act)> + ExactSizeIterator {
        let stands = self.history.standing.iter().filter(|&&event| !removes(&self.events, event));
        stands.map(|&event| (event, self.act_of(event))).collect::<Vec<_>>().into_iter()
    }

    /// Returns the setup and leader of a rematch, with the players' current names. The player who led first does not
    /// lead again.
    #[must_use]
    pub fn again(&self) -> (Setup, Seat) {
        let setup = self.setup().clone();
        let led = self.events.iter().find_map(|event| match event.act {
            Act::Deal { leader, .. } => Some(leader),
            _ => None,
        });
        let leader = led.map_or(Seat::FIRST, |led| led.left(setup.seats()));
        (setup, leader)
    }

    /// Reports whether there is something to undo.
    #[must_use]
    pub const fn can_undo(&self) -> bool {
        !self.history.undo.is_empty()
    }

    /// Reports whether there is something to redo.
    #[must_use]
    pub const fn can_redo(&self) -> bool {
        !self.history.redo.is_empty()
    }

    /// Returns the act of an event: for a correction its replacement, fitted to the corrections before it. `None` beyond
    /// the last.
    #[must_use]
    pub fn act_at(&self, event: usize) -> Option<&Act> {
        (event < self.events.len()).then(|| self.act_of(event))
    }

    fn act_of(&self, event: usize) -> &Act {
        self.fitted.get(&event).unwrap_or_else(|| recorded(&self.events, event))
    }

    /// Returns the correction of an earlier event to which everything after it in its hand is fitted. If a turn was
    /// missed or did not happen, the players of the later ones move on, so that they go on taking turns.
    #[must_use]
    pub fn correction(&self, event: usize, change: Change) -> Act {
        let seats = self.seats_on(event, &change).unwrap_or(0);
        Act::Correct { event, change: Change::Fitted { change: Box::new(change), seats } }
    }

    /// Returns the seats from the player of the next turn to the one whose turn it is after an insertion or a removal.
    fn seats_on(&self, event: usize, change: &Change) -> Option<u8> {
        let at = self.standing().position(|(standing, _)| standing == event)?;
        let mut then = self.up_to(at);
        let after = match change {
            Change::InsertBefore(act) => {
                then.take_over(act).ok()?;
                at
            }
            Change::Remove => at + 1,
            Change::Replace(_) | Change::ReplaceAndEnd(_) | Change::Fitted { .. } => return None,
        };
        let turn = then.state.running()?.turn;
        let hand = self.standing().map(|(_, act)| act).skip(after).take_while(|act| !matches!(act, Act::Deal { .. }));
        let next = hand.into_iter().find_map(|act| match act {
            Act::Play { seat, .. } | Act::Knock { seat, .. } | Act::Draw { seat, .. } => Some(*seat),
            _ => None,
        })?;
        let seats = self.setup().seats();
        u8::try_from((turn.index() + seats - next.index()) % seats).ok()
    }

    /// The event that would happen; nothing changes. The app stores it and then calls [`Self::push`].
    ///
    /// # Errors
    /// The reason it cannot happen.
    pub fn decide(&self, act: Act) -> Result<Event, Refusal> {
        let mut after = self.clone();
        after.act(act)?;
        after.events.pop().ok_or(Refusal::Start)
    }

    /// Adds an event that was decided.
    ///
    /// # Errors
    /// As [`Self::decide`], if the match has moved on since.
    pub fn push(&mut self, event: Event) -> Result<&Event, Refusal> {
        self.act(event.act)
    }

    /// Decides and adds at once.
    ///
    /// # Errors
    /// The reason it cannot happen; the match is then unchanged.
    pub fn act(&mut self, act: Act) -> Result<&Event, Refusal> {
        let number = self.events.len();
        match &act {
            Act::Undo | Act::Redo | Act::Correct { .. } => self.rewrite(act, number)?,
            _ => {
                self.state.apply(&act, number)?;
                self.history.new_step(Step::Insert(self.history.standing.len(), number));
                self.push_event(act);
            }
        }
        Ok(&self.events[number])
    }

    fn push_event(&mut self, act: Act) {
        let scores = self.state.leg.scores.clone();
        self.events.push(Event { act, scores, legs: self.state.legs_won.clone() });
    }

    /// Undo, redo and correction: a new list of standing events, and the state derived from it.
    fn rewrite(&mut self, act: Act, number: usize) -> Result<(), Refusal> {
        let mut history = self.history.clone();
        match &act {
            Act::Undo => history.undo()?,
            Act::Redo => history.redo()?,
            Act::Correct { event, change } => {
                let refuse = || Refusal::NotCorrectable { event: *event };
                let stands = |standing: &usize| standing == event && !removes(&self.events, *event);
                let at = history.standing.iter().position(stands).ok_or_else(refuse)?;
                history.new_step(match (change, change.plain()) {
                    (Change::Remove, _) => Step::Remove(at, *event),
                    (_, Change::InsertBefore(_)) => Step::Insert(at, number),
                    // Also a removal to which what stands after it is fitted.
                    _ => Step::Replace(at, number, *event),
                });
            }
            _ => return Err(Refusal::Start),
        }
        // The act must be in the list before the state is derived, because a correction refers to itself.
        let ends = matches!(&act, Act::Correct { change, .. } if matches!(change.plain(), Change::ReplaceAndEnd(_)));
        let placeholder = Event { act, scores: Vec::new(), legs: Vec::new() };
        self.events.push(placeholder);
        match self.derive(&mut history, ends) {
            Ok((state, fitted)) => {
                self.history = history;
                self.fitted = fitted;
                self.state = state;
                let event = &mut self.events[number];
                event.scores.clone_from(&self.state.leg.scores);
                event.legs.clone_from(&self.state.legs_won);
                Ok(())
            }
            Err(refusal) => {
                self.events.pop();
                Err(refusal)
            }
        }
    }

    /// Folds the standing events. After a correction a later play or knock that has become wrong stays as it was
    /// recorded; where the correction `ends` what went on, what came after the end stands no longer.
    fn derive(&self, history: &mut History, ends: bool) -> Result<(State, BTreeMap<usize, Act>), Refusal> {
        let mut state = State::new(self.first_setup().clone());
        let mut fitting = Fitting::new(&self.events);
        let mut late = Vec::new();
        for (at, &event) in history.standing.iter().enumerate() {
            if removes(&self.events, event) {
                fitting.came(event);
                continue;
            }
            let act = fitting.fit(event, &state);
            let result = state.apply(&act, event).or_else(|refusal| match as_it_stands(&act) {
                Some(act) => state.apply(&act, event),
                None => Err(refusal),
            });
            match result {
                Err(why) if ends && why.is_too_late() => late.push(Step::Remove(at, event)),
                result => {
                    result.map_err(|why| Refusal::LaterEvent { event, why: Box::new(why) })?;
                    fitting.stood(event, act);
                }
            }
        }
        late.into_iter().rev().for_each(|step| history.and(step));
        Ok((state, fitting.acts))
    }

    /// Replays the events one by one and compares with the scores they recorded; the numbers of those that differ.
    ///
    /// # Errors
    /// The first event that cannot have happened.
    pub fn audit(events: &[Event]) -> Result<Vec<usize>, ReplayError> {
        let game = Self::replay(events.iter().map(|event| &event.act))?;
        let differs = |i: &usize| game.events[*i] != events[*i];
        Ok((0..events.len()).filter(differs).collect())
    }
}

/// Returns the play or knock as one that stands against the rules; `None` for any other act.
fn as_it_stands(act: &Act) -> Option<Act> {
    match act {
        Act::Play { seat, play, .. } => Some(Act::Play { seat: *seat, play: *play, stands: true }),
        Act::Knock { seat, .. } => Some(Act::Knock { seat: *seat, stands: true }),
        _ => None,
    }
}

/// Reason why stored events are not a match.
///
/// ```
/// use game::{Match, ReplayError};
///
/// assert_eq!(Match::replay(&[]), Err(ReplayError::NoStart));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The first event is missing.
    NoStart,
    /// The setup cannot be.
    Setup(SetupError),
    /// An event cannot have happened.
    Refused {
        /// Number of the event.
        event: usize,
        /// The reason.
        why: Refusal,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStart => f.write_str(say!("the match has no beginning")),
            Self::Setup(why) => why.fmt(f),
            Self::Refused { event, why } => f.write_str(&say!("event {event} is impossible: {why}", event, why)),
        }
    }
}

impl std::error::Error for ReplayError {}

impl From<SetupError> for ReplayError {
    fn from(why: SetupError) -> Self {
        Self::Setup(why)
    }
}
