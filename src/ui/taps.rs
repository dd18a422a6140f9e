//! Taps and Enters that come too soon to be meant: one place for the window and the page.
//!
//! A tap counts once its target has been seen. For half a second after the record has changed no tap counts, and after
//! any other change none at the place of the last tap: both are the second of a double tap. When a hand has ended, what
//! comes next is under the same finger, so there the last tap's place waits for a second. Enter waits for a second when
//! a game has ended, so that one Enter too many does not begin the next.
//!
//! Where frames are slow, taps wait for them: a page says when each was made.

use crate::ui::screen::{Screen, Sheet};
use crate::ui::state::State;
use egui::{Event, Key, Pos2};
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

/// Frame contents that a tap's meaning depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shown {
    events: usize,
    /// The event that dealt the hand that is played.
    deal: Option<usize>,
    /// Games won, and whether the match is over.
    ended: (usize, bool),
    place: (Screen, Sheet, bool, usize, bool),
    /// The tile whose place is asked for, and whether a question waits.
    asked: (Option<Tile>, bool),
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
    /// When the presses of the next frame were made, if a page tells.
    presses: VecDeque<f64>,
    /// Place of the last press.
    last: Option<Pos2>,
    /// The press that is under way was dropped.
    dropped: bool,
}

impl Taps {
    /// Compares the frame with the last one; reports whether it differs, so that another frame begins its time.
    pub(super) fn look(&mut self, state: &State) -> bool {
        let now = Shown::of(state);
        let before = std::mem::replace(&mut self.shown, now);
        if now.events != before.events {
            self.record = Since::Next;
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
        now != before
    }

    /// Returns the seconds until a tap counts wherever it is made; 0 if one made at this time would.
    pub fn unsettled_s(&self, now: f64) -> f64 {
        let waits = [(self.record, SEEN_S), (self.place, SEEN_S), (self.hand, OVER_S)];
        waits.into_iter().map(|(since, seconds)| since.left(seconds, now)).fold(0.0, f64::max)
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
        for since in [&mut self.record, &mut self.place, &mut self.hand, &mut self.over] {
            since.frame(now);
        }
        let over = self.over.is_within(OVER_S, now);
        input.events.retain(|event| match *event {
            Event::PointerButton { pos, pressed: true, .. } => {
                let at = self.presses.pop_front().unwrap_or(now);
                let near = self.last.is_some_and(|last| last.distance(pos) < NEAR);
                let soon = self.place.is_within(SEEN_S, at) || self.hand.is_within(OVER_S, at);
                self.dropped = self.record.is_within(SEEN_S, at) || near && soon;
                self.last = Some(pos);
                !self.dropped
            }
            Event::PointerButton { pressed: false, .. } => !std::mem::take(&mut self.dropped),
            Event::Key { key: Key::Enter | Key::Space, pressed: true, .. } => !over,
            _ => true,
        });
        self.presses.clear();
    }
}
