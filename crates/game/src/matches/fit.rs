//! Fits what was recorded before a correction, and stands after it in the same hand, to that correction: players move
//! on, numbers of laid tiles shift, and a tile joins by the half and at the place that are right now. What was recorded
//! later knows the correction already.

use super::{Act, Change, Event, State};
use crate::layout::{Layout, Place, Play, Port};
use crate::rules::RuleSet;
use crate::tile::Pip;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Returns the act of an event as it was recorded: for a correction the one it brings.
pub(super) fn recorded(events: &[Event], event: usize) -> &Act {
    match &events[event].act {
        Act::Correct { change, .. } if let Some(act) = change.act() => act,
        act => act,
    }
}

/// Reports whether the event removes an earlier one whose place it keeps, so that what stands after it is fitted.
pub(super) fn removes(events: &[Event], event: usize) -> bool {
    matches!(&events[event].act, Act::Correct { change: Change::Fitted { change, .. }, .. } if change.act().is_none())
}

/// Returns the event and, for a correction, the events it replaces or removes, the newest first.
pub(crate) fn versions(events: &[Event], event: usize) -> impl Iterator<Item = usize> + '_ {
    std::iter::successors(Some(event), |&at| match events.get(at).map(|event| &event.act) {
        Some(Act::Correct { event: before, change }) if (change.replaces() || removes(events, at)) && *before < at => {
            Some(*before)
        }
        _ => None,
    })
}

/// A correction that stands in the hand, by what it changes for what was recorded before it.
struct Correction {
    event: usize,
    /// Where in the layout it puts a tile in (`true`) or takes one out.
    tile: Option<(usize, bool)>,
    /// Seats by which the players of later acts move on.
    seats: u8,
}

/// The corrections of the hand, while the standing events are folded.
pub(super) struct Fitting<'a> {
    events: &'a [Event],
    /// Events of the hand so far, in the order in which they stand.
    hand: Vec<usize>,
    /// In order of their numbers.
    corrections: Vec<Correction>,
    /// Of each laid tile the newest correction that changed it, 0 where none has.
    laid: Vec<usize>,
    /// The correction that changed the play fitted last, 0 where none has.
    changed: usize,
    /// The acts that were fitted, by event.
    pub(super) acts: BTreeMap<usize, Act>,
}

impl<'a> Fitting<'a> {
    pub(super) const fn new(events: &'a [Event]) -> Self {
        Self { events, hand: Vec::new(), corrections: Vec::new(), laid: Vec::new(), changed: 0, acts: BTreeMap::new() }
    }

    /// Returns the act of the next standing event, fitted to the corrections before it; `state` is the state before it.
    pub(super) fn fit(&mut self, event: usize, state: &State) -> Cow<'a, Act> {
        let act = recorded(self.events, event);
        self.changed = 0;
        if matches!(act, Act::Deal { .. }) {
            self.hand.clear();
            self.corrections.clear();
            self.laid.clear();
        }
        if self.corrections.last().is_none_or(|newest| newest.event < event) {
            return Cow::Borrowed(act);
        }
        let mut act = act.clone();
        for correction in self.corrections.iter().filter(|correction| correction.event > event) {
            correction.shift(&mut act, state.setup.seats());
        }
        if let (Act::Play { play, .. }, Some(round)) = (&mut act, &state.round) {
            match play.on {
                Some(on) => self.rejoin(play, on, event, &round.layout),
                None => self.follow(play, event, &round.layout, &state.setup.rules),
            }
        }
        Cow::Owned(act)
    }

    /// The act of this event stands in the hand.
    pub(super) fn stood(&mut self, event: usize, act: Cow<'a, Act>) {
        let newest = self.came(event);
        if matches!(*act, Act::Play { .. }) {
            self.laid.push(self.changed.max(newest));
        }
        if let Cow::Owned(act) = act {
            self.acts.insert(event, act);
        }
    }

    /// Takes the event with its corrections; returns the newest of them, 0 without any.
    pub(super) fn came(&mut self, event: usize) -> usize {
        let own = self.corrections_of(event);
        let newest = own.iter().map(|correction| correction.event).max();
        self.corrections.extend(own);
        self.corrections.sort_by_key(|correction| correction.event);
        self.hand.push(event);
        newest.unwrap_or(0)
    }

    /// The fitting corrections that made this event what it is.
    fn corrections_of(&self, event: usize) -> Vec<Correction> {
        let correction = |number: usize| match &self.events[number].act {
            Act::Correct { event: before, change: change @ Change::Fitted { seats, .. } } => {
                let was = !matches!(change.plain(), Change::InsertBefore(_)) && is_play(recorded(self.events, *before));
                let is = is_play(recorded(self.events, number));
                let tile = (was != is).then(|| (self.laid_before(number), is));
                Some(Correction { event: number, tile, seats: *seats })
            }
            _ => None,
        };
        versions(self.events, event).filter_map(correction).collect()
    }

    /// The tiles of the hand so far that lay there when the correction was made.
    fn laid_before(&self, correction: usize) -> usize {
        let then = |&&event: &&usize| versions(self.events, event).find(|&version| version < correction);
        self.hand.iter().filter(|event| then(event).is_some_and(|then| is_play(recorded(self.events, then)))).count()
    }

    /// Returns the newest correction that changed a laid tile since the event was recorded.
    fn newer(&self, tile: usize, event: usize) -> Option<usize> {
        self.laid.get(tile).copied().filter(|&newest| newest > event)
    }

    /// Joins a former lead to the tiles that were put in before it.
    fn follow(&mut self, play: &mut Play, event: usize, layout: &Layout, rules: &RuleSet) {
        let Some(newest) = self.newer(0, event) else { return };
        let ways = layout.ways(play.tile(), rules);
        if let Some(way) = ways.into_iter().find(|way| way.inline == play.inline) {
            *play = way;
            self.changed = newest;
        }
    }

    /// Joins a tile to its neighbour as it is now, if a correction changed that: at its place, beyond the tile that has come
    /// there, or on the other side of its neighbour, by the half that fits.
    fn rejoin(&mut self, play: &mut Play, on: Place, event: usize, layout: &Layout) {
        let came = |place: Place| layout.attached(place).and_then(|tile| Some((tile, self.newer(tile, event)?)));
        let Some(newest) = self.newer(on.tile, event).max(came(on).map(|(_, newest)| newest)) else { return };
        let on = if layout.pip_at(on).is_none() { Place { port: other_kind(on.port), ..on } } else { on };
        let mut ways = vec![on];
        let mut last = on;
        while let Some((tile, _)) = came(last) {
            last = outside(layout, tile);
            ways.push(last);
        }
        ways.push(Place { port: opposite(on.port), ..on });
        // A former lead has a neighbour at one end now, which may be a double between them.
        ways.extend(layout.play(on.tile).and_then(|play| play.on).map(|on| Place { port: opposite(on.port), ..on }));
        let fits = |place: &&Place| {
            layout.is_free(**place) && layout.pip_at(**place).is_some_and(|pip| play.halves.contains(&pip))
        };
        let place = ways.iter().find(fits).copied().unwrap_or(on);
        let joined = Play { on: Some(place), halves: turned(play.halves, layout.pip_at(place)), ..*play };
        if joined != *play {
            *play = joined;
            self.changed = newest;
        }
    }
}

impl Correction {
    /// Moves the player of a turn on, and the number of the laid tile that a play joins.
    fn shift(&self, act: &mut Act, seats: usize) {
        if let (Act::Play { play: Play { on: Some(on), .. }, .. }, Some((at, put_in))) = (&mut *act, self.tile) {
            match put_in {
                true if on.tile >= at => on.tile += 1,
                false if on.tile > at => on.tile -= 1,
                // Its neighbour is gone: no tile has this number.
                false if on.tile == at => on.tile = usize::MAX,
                _ => {}
            }
        }
        if let Act::Play { seat, .. }
        | Act::Knock { seat, .. }
        | Act::Draw { seat, .. }
        | Act::Claim { seat }
        | Act::Muggins { seat } = act
        {
            *seat = (0..self.seats).fold(*seat, |seat, _| seat.left(seats));
        }
    }
}

const fn is_play(act: &Act) -> bool {
    matches!(act, Act::Play { .. })
}

/// The halves in the order in which the first joins these pips, if either does.
fn turned([joined, open]: [Pip; 2], pip: Option<Pip>) -> [Pip; 2] {
    if pip != Some(joined) && pip == Some(open) { [open, joined] } else { [joined, open] }
}

/// The place of a tile away from the one it joined.
fn outside(layout: &Layout, tile: usize) -> Place {
    let crosswise = layout.play(tile).is_some_and(Play::is_crosswise);
    Place { tile, port: if crosswise { Port::Side2 } else { Port::Second } }
}

/// The port on the other side of the tile.
const fn opposite(port: Port) -> Port {
    match port {
        Port::First => Port::Second,
        Port::Second => Port::First,
        Port::Side1 => Port::Side2,
        Port::Side2 => Port::Side1,
        Port::End1 => Port::End2,
        Port::End2 => Port::End1,
    }
}

/// The same port of a tile along the line for one across it, and the reverse.
const fn other_kind(port: Port) -> Port {
    match port {
        Port::First => Port::Side1,
        Port::Second => Port::Side2,
        Port::Side1 => Port::First,
        Port::Side2 => Port::Second,
        end => end,
    }
}
