//! The players' names: corrections and substitutes.

use super::State;
use crate::matches::{Refusal, Seat};

/// A player who was replaced by a substitute.
///
/// ```
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\nA substitute \"Tom\"\ndeal A\nend\n";
/// let state = Record::parse(text)?.game.state().clone();
/// assert_eq!((state.setup.players[0].as_str(), state.relieved[0].name.as_str()), ("Tom", "Anna"));
/// assert_eq!(state.starters(), ["Anna", "Ben"]);
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relieved {
    /// The place.
    pub seat: Seat,
    /// Name of the player who left.
    pub name: String,
    /// The first game and hand of the substitute, counted from 0.
    pub until: (usize, usize),
}

impl State {
    pub(super) fn rename(&mut self, seat: Seat, name: &str) -> Result<(), Refusal> {
        let seat = self.seat(seat)?;
        self.setup.players[seat.index()] = checked_name(name)?;
        Ok(())
    }

    /// Takes effect from the next hand, or from this one before its first tile: the player who began a hand finishes
    /// it.
    pub(super) fn substitute(&mut self, seat: Seat, name: &str) -> Result<(), Refusal> {
        let seat = self.seat(seat)?;
        let name = checked_name(name)?;
        let hand = self.leg.rounds.len();
        let until = match &self.round {
            Some(round) if round.is_running() && !round.layout.is_empty() => return Err(Refusal::HandRunning),
            Some(round) if round.needs_tally() => return Err(Refusal::TallyFirst),
            Some(round) if round.is_running() => (self.legs.len(), hand),
            Some(_) if self.leg.winner.is_some() => (self.legs.len() + 1, 0),
            Some(_) => (self.legs.len(), hand + 1),
            None => (self.legs.len(), hand),
        };
        let name = std::mem::replace(&mut self.setup.players[seat.index()], name);
        self.relieved.push(Relieved { seat, name, until });
        Ok(())
    }

    /// The players who began the match, by seat: it counts for them, even after a substitution.
    #[must_use]
    pub fn starters(&self) -> Vec<String> {
        let first = |seat: Seat| self.relieved.iter().find(|gone| gone.seat == seat).map(|gone| gone.name.as_str());
        self.setup.all_seats().map(|seat| first(seat).unwrap_or(self.setup.player(seat)).to_owned()).collect()
    }
}

/// A name as people write it on a sheet.
fn checked_name(name: &str) -> Result<String, Refusal> {
    let name = crate::name::kept(name);
    if (1..=40).contains(&name.chars().count()) { Ok(name) } else { Err(Refusal::BadName) }
}
