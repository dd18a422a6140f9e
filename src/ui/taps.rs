//! Taps and Enters that come too soon to be meant: one place for the window and the page.
//!
//! A tap counts once its target has been seen. For half a second after the record has changed no tap counts, and after
//! any other change none at the place of the last tap: both are the second of a double tap. When a hand has ended, what
//! comes next is under the same finger, so there the last tap's place waits for a second. Enter waits for a second when
//! a game has ended, so that one Enter too many does not begin the next. What comes without a touch, a drop that the
//! camera saw or a notice, takes no answer for half a second, by key or by tap.
//!
//! Where frames are slow, taps wait for them: a page says when each was made.

use crate::live::TableState;
use crate::ui::action::Action;
use crate::ui::camera::moment::{Moment, mends};
use crate::ui::camera::{CameraWish, GuideWish};
use crate::ui::entry::EntryWish;
use crate::ui::notice::NoticeWish;
use crate::ui::screen::{Screen, Sheet};
use crate::ui::state::State;
use egui::{Event, Key, Pos2};
use game::layout::{Layout, Play};
use game::tile::Tile;
use std::collections::VecDeque;

/// Seconds that a person needs to see a change.
const SEEN_S: f64 = 0.5;
/// Seconds after the end of a game without an Enter, and after the end of a hand without a second tap.
const OVER_S: f64 = 1.0;
/// Two taps no further apart are at one place, in points.
const NEAR: f32 = 48.0;

/// A finger slips while it rests on the glass, and rests there for a while: as far in points, and as long, it is a tap.
const SLIP: f32 = 14.0;
const HELD_S: f64 = 3.0;

/// Since when something is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Since {
    /// In the next frame.
    Next,
    /// At a time, in the window's seconds.
    At(f64),
}

impl Default for Since {
    /// Always.
    fn default() -> Self {
        Self::At(f64::NEG_INFINITY)
    }
}

impl Since {
    /// A frame begins at this time.
    fn frame(&mut self, now: f64) {
        if *self == Self::Next {
            *self = Self::At(now);
        }
    }

    /// Seconds that are left at a time until it has been shown for so long.
    fn left(self, seconds: f64, at: f64) -> f64 {
        match self {
            Self::Next => seconds,
            Self::At(since) => since + seconds - at,
        }
    }

    /// Reports whether it has been shown for less than this at a time.
    fn is_within(self, seconds: f64, at: f64) -> bool {
        self.left(seconds, at) > 0.0
    }
}

/// What the camera asks about: as long as it is equal, it is the same question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum CameraAsks {
    #[default]
    Nothing,
    /// The number of what was said at the table.
    Said(u64),
    /// The number of the tile in the line, the tile in the record, the play on the table.
    Misread(usize, Tile, Play),
    /// The number of the proposal.
    Seen(u64),
    LiesThere(Layout),
    /// Tiles that are new on the table, and gone from it.
    Apart(Vec<Tile>, Vec<Tile>),
}

impl CameraAsks {
    /// Returns it with the actions that answer it.
    fn of(state: &State) -> (Self, Vec<Action>) {
        let mut answers: Vec<Action> = vec![EntryWish::Confirm.into(), Action::Camera(CameraWish::Dismiss)];
        let asked = match state.moment() {
            Moment::Said(said) => Self::Said(said.number),
            Moment::Misread(correction) => {
                answers.push(Action::Camera(CameraWish::Correct));
                Self::Misread(correction.tile, correction.was, correction.play)
            }
            Moment::Seen(proposal, _) => {
                let others = proposal.alternatives.iter().map(|other| EntryWish::Choose(other.play).into());
                answers.extend(others);
                answers.push(Action::Camera(CameraWish::Earlier));
                Self::Seen(proposal.id)
            }
            Moment::Tried(proposal) => {
                answers = [true, false].map(|right| Action::Camera(CameraWish::Guide(GuideWish::Judge(right)))).into();
                Self::Seen(proposal.id)
            }
            Moment::LiesThere(layout) => {
                let seats = state.table.iter().flat_map(|table| table.game.setup().all_seats());
                answers.extend(seats.map(|seat| Action::Camera(CameraWish::TakeOver(seat))));
                Self::LiesThere(layout.clone())
            }
            Moment::Apart(lost, _) => {
                let mends = state.table.iter().flat_map(|table| mends(table, lost));
                answers.extend(mends.map(|mend| Action::Camera(CameraWish::Mend(mend))));
                let TableState::Lost { new, gone, .. } = lost else { return (Self::Nothing, Vec::new()) };
                Self::Apart(new.clone(), gone.clone())
            }
            Moment::ByHand | Moment::Blind(_) | Moment::ClearFirst | Moment::Quiet(_) => {
                return (Self::Nothing, Vec::new());
            }
        };
        (asked, answers)
    }
}

/// Returns the notice that is shown, with the actions that answer it.
fn notice(state: &State) -> (Option<&str>, Vec<Action>) {
    let answers = |wishes: &[NoticeWish]| wishes.iter().cloned().map(Action::Notice).collect();
    if let Some(notice) = state.notices.first() {
        return (Some(&notice.words), answers(&[NoticeWish::Dismiss, NoticeWish::Export]));
    }
    match state.offers.first() {
        Some((words, path)) => (Some(words), answers(&[NoticeWish::TakeBack(path.clone()), NoticeWish::NotNow])),
        None => (None, Vec::new()),
    }
}

/// Frame contents that a tap's meaning depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Shown {
    events: usize,
    /// The event that dealt the hand that is played.
    deal: Option<usize>,
    /// Games won, and whether the match is over.
    ended: (usize, bool),
    place: (Screen, Sheet, bool, usize, bool),
    /// The tile whose place is asked for, and whether a question waits.
    asked: (Option<Tile>, bool),
    seen: CameraAsks,
    notice: Option<String>,
}

impl Shown {
    fn of(state: &State) -> Self {
        let table = state.table.as_ref();
        let game = table.map(|table| table.game.state());
        Self {
            events: table.map_or(0, |table| table.game.events().len()),
            deal: game.and_then(|game| game.running()).map(|round| round.event),
            ended: game
                .map_or((0, false), |game| (game.legs_won.iter().map(|won| usize::from(*won)).sum(), game.is_over())),
            place: (
                state.screen,
                table.map_or(Sheet::None, |table| table.sheet),
                state.phones.shown,
                state.notices.len() + state.offers.len(),
                state.unsaved.is_some(),
            ),
            asked: table.map_or((None, false), |table| (table.entry.tile, table.doubt.is_some())),
            seen: CameraAsks::of(state).0,
            notice: notice(state).0.map(str::to_owned),
        }
    }
}

/// Drops the taps and Enters that come too soon.
#[derive(Debug, Default)]
pub struct Taps {
    shown: Shown,
    record: Since,
    place: Since,
    hand: Since,
    over: Since,
    seen: Since,
    notice: Since,
    /// When the presses of the next frame were made, if a page tells.
    presses: VecDeque<f64>,
    /// Place and time of the last press, and when what this frame does was done.
    last: Option<Pos2>,
    pressed: f64,
    done: f64,
    /// The press that is under way was dropped.
    dropped: bool,
}

impl Taps {
    /// Compares the frame with the last one; reports whether it differs, so that another frame begins its time.
    pub(super) fn look(&mut self, state: &State) -> bool {
        let before = std::mem::replace(&mut self.shown, Shown::of(state));
        if matches!(state.moment(), Moment::ByHand) {
            // What was read before something was typed is not news when nothing is typed any more.
            self.shown.seen.clone_from(&before.seen);
        }
        let now = &self.shown;
        if now.events != before.events {
            self.record = Since::Next;
        }
        if now.seen != before.seen {
            self.seen = Since::Next;
        }
        if now.notice != before.notice {
            self.notice = Since::Next;
        }
        if (now.place, now.asked) != (before.place, before.asked) {
            self.place = Since::Next;
        }
        if now.events > before.events && now.deal != before.deal {
            self.hand = Since::Next;
        }
        if now.events > before.events && now.ended > before.ended {
            self.over = Since::Next;
        }
        *now != before
    }

    /// Reports whether an action answers something that was not shown long enough to be read.
    pub(super) fn is_unseen(&self, state: &State, action: &Action) -> bool {
        let unseen = |same: bool, since: Since| !same || since.is_within(SEEN_S, self.done);
        let ((asked, answers), (words, replies)) = (CameraAsks::of(state), notice(state));
        answers.contains(action) && unseen(asked == self.shown.seen, self.seen)
            || replies.contains(action) && unseen(words == self.shown.notice.as_deref(), self.notice)
    }

    /// Returns the seconds until a tap counts wherever it is made; 0 if one made at this time would.
    pub fn unsettled_s(&self, now: f64) -> f64 {
        let seen = [self.record, self.place, self.seen, self.notice].map(|since| (since, SEEN_S));
        let waits = seen.into_iter().chain([(self.hand, OVER_S)]);
        waits.map(|(since, seconds)| since.left(seconds, now)).fold(0.0, f64::max)
    }

    /// Takes when the presses of the next frame were made, in the window's seconds.
    pub fn made(&mut self, presses: impl IntoIterator<Item = f64>) {
        self.presses.extend(presses);
    }
}

impl egui::Plugin for Taps {
    fn debug_name(&self) -> &'static str {
        "taps"
    }

    fn setup(&mut self, ctx: &egui::Context) {
        ctx.options_mut(|options| {
            options.input_options.max_click_dist = SLIP;
            options.input_options.max_click_duration = HELD_S;
        });
    }

    fn input_hook(&mut self, ctx: &egui::Context, input: &mut egui::RawInput) {
        let now = input.time.unwrap_or_else(|| ctx.input(|before| before.time) + f64::from(input.predicted_dt));
        let all = [&mut self.record, &mut self.place, &mut self.hand, &mut self.over, &mut self.seen, &mut self.notice];
        for since in all {
            since.frame(now);
        }
        self.done = now;
        let over = self.over.is_within(OVER_S, now);
        input.events.retain(|event| match *event {
            Event::PointerButton { pos, pressed: true, .. } => {
                let at = self.presses.pop_front().unwrap_or(now);
                let near = self.last.is_some_and(|last| last.distance(pos) < NEAR);
                let soon = self.place.is_within(SEEN_S, at) || self.hand.is_within(OVER_S, at);
                self.dropped = self.record.is_within(SEEN_S, at) || near && soon;
                (self.last, self.pressed) = (Some(pos), at);
                !self.dropped
            }
            Event::PointerButton { pressed: false, .. } => {
                self.done = self.pressed;
                !std::mem::take(&mut self.dropped)
            }
            Event::Key { key: Key::Enter | Key::Space, pressed: true, .. } => !over,
            _ => true,
        });
        self.presses.clear();
    }
}
