//! Changes to earlier entries: a missing drop, another player's drop, a missing knock. Every later drop is scored
//! again, and the changes are listed.

use super::{Applied, Refused, Seen, Table};
use game::layout::Play;
use game::rules::Points;
use game::{Act, Change, Deed, Match, Seat, Turn};
use language::say;

/// A later drop that scores otherwise than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rescored {
    /// Number of the event.
    pub event: usize,
    /// Seat of the player.
    pub seat: Seat,
    /// The play.
    pub play: Play,
    /// Points before.
    pub before: Points,
    /// Points now.
    pub after: Points,
}

impl Rescored {
    /// "Ben's 6-3: 10 → 2".
    #[must_use]
    pub fn words(&self, game: &Match) -> String {
        say!(
            "{player}'s {tile}: {before} → {after}",
            player = game.setup().player(self.seat),
            tile = self.play.tile(),
            before = self.before,
            after = self.after
        )
    }
}

/// Returns the drops of the hand that stood before and stand now with another award.
pub(super) fn rescored(before: &Match, after: &Match) -> Vec<Rescored> {
    let turns = |game: &Match| game.state().round.as_ref().map(|round| round.turns.clone()).unwrap_or_default();
    let was = turns(before);
    let other = |now: Turn| {
        let Deed::Played { play, .. } = now.deed else { return None };
        let then = was.iter().find(|then| then.event == now.event)?;
        let changed = Rescored { event: now.event, seat: now.seat, play, before: then.award, after: now.award };
        (then.award != now.award).then_some(changed)
    };
    turns(after).into_iter().filter_map(other).collect()
}

impl Table {
    /// Adds a missed drop to the record: before the event `before`, or after all. It is on the table, so it stands even
    /// if the rules forbid it.
    ///
    /// # Errors
    /// The reason it is impossible; nothing was stored.
    pub fn insert_drop(
        &mut self,
        before: Option<usize>,
        seat: Seat,
        play: Play,
        seen: Option<Seen>,
    ) -> Result<Applied, Refused> {
        self.insert(before, |stands| Act::Play { seat, play, stands }, seen)
    }

    /// Adds a missed knock to the record: before the event `before`, or after all.
    ///
    /// # Errors
    /// The reason it cannot have been so; nothing was stored.
    pub fn insert_knock(&mut self, before: Option<usize>, seat: Seat) -> Result<Applied, Refused> {
        self.insert(before, |stands| Act::Knock { seat, stands }, None)
    }

    /// Adds a turn to the record; before an earlier event as a correction, to which the turns after it are fitted.
    fn insert(
        &mut self,
        before: Option<usize>,
        act: impl Fn(bool) -> Act,
        seen: Option<Seen>,
    ) -> Result<Applied, Refused> {
        let game = self.game();
        let acts = [false, true].map(|stands| match before {
            Some(event) => game.correction(event, Change::InsertBefore(Box::new(act(stands)))),
            None => act(stands),
        });
        self.as_it_lies(|stands| acts[usize::from(stands)].clone(), seen)
    }

    /// The drop of this event was another player's.
    ///
    /// # Errors
    /// The event is not a drop, or the change is impossible; nothing was stored.
    pub fn give_to(&mut self, event: usize, seat: Seat) -> Result<Applied, Refused> {
        let Some(Act::Play { play, .. }) = self.game().act_at(event) else {
            return Err(Refused::Cannot(say!("that drop is no longer in the record").to_owned()));
        };
        let play = *play;
        let instead = |stands| Change::Replace(Box::new(Act::Play { seat, play, stands }));
        let acts = [false, true].map(|stands| self.game().correction(event, instead(stands)));
        self.as_it_lies(|stands| acts[usize::from(stands)].clone(), None)
    }

    /// Applies a play or a knock by the rules, or against them as one that stands.
    ///
    /// # Errors
    /// The reason it is impossible either way; nothing was stored.
    pub fn as_it_lies(&mut self, act: impl Fn(bool) -> Act, seen: Option<Seen>) -> Result<Applied, Refused> {
        match self.apply(act(false), seen.clone()) {
            Err(_) => self.apply(act(true), seen),
            applied => applied,
        }
    }
}
