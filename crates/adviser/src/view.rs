//! Knowledge of one seat: its own tiles, the layout and all acts, never the other hands.

use crate::rollout::{Act, Rollout, Rules, Turn};
use crate::spec::{Draw, SEATS};
use crate::table::Layouts;

/// A position as one seat sees it, at its own turn.
#[derive(Clone, Debug)]
pub struct View<P> {
    /// The seat that asks.
    pub me: usize,
    /// The tiles it holds.
    pub hand: u64,
    /// Scores by side as the pegs stand now.
    pub score: [i16; SEATS],
    /// The seat that led this hand.
    pub leader: usize,
    /// Everything that was done in this hand, oldest first.
    pub turns: Vec<Turn<P>>,
    /// The layout.
    pub pos: P,
    /// Tiles played by anybody.
    pub played: u64,
    /// Tiles held by each seat.
    pub counts: [usize; SEATS],
    /// Tiles of the boneyard, those that are never drawn included.
    pub boneyard: usize,
    /// The first tile was not what the rules would have had led: it proves nothing about the hands.
    pub lead_free: bool,
}

impl<P: Copy> View<P> {
    /// Returns the tiles with a place unknown to the seat.
    #[must_use]
    pub const fn unseen(&self, full: u64) -> u64 {
        full & !self.hand & !self.played
    }

    /// Returns the seat that made the first pass of the hand, if there was one: the last to play before it.
    #[must_use]
    pub fn first_pass(&self) -> Option<usize> {
        let pass = self.turns.iter().position(|turn| matches!(turn.act, Act::Knock { .. }))?;
        let maker = self.turns[..pass].iter().rev().find(|turn| matches!(turn.act, Act::Play { .. }))?;
        Some(usize::from(maker.seat))
    }
}

impl<T: Layouts> Rules<T> {
    /// Returns the knowledge of the seat to move in a hand in play.
    #[must_use]
    pub fn view(&self, rollout: &Rollout<T::Pos>, leader: usize, turns: &[Turn<T::Pos>]) -> View<T::Pos> {
        let played = turns.iter().fold(0u64, |all, turn| match turn.act {
            Act::Play { tile, .. } => all | 1 << tile,
            Act::Draw { .. } | Act::Knock { .. } => all,
        });
        let counts = rollout.hands.map(|hand| hand.count_ones() as usize);
        let boneyard = self.spec.tiles() - played.count_ones() as usize - counts.iter().sum::<usize>();
        View {
            me: rollout.turn,
            hand: rollout.hands[rollout.turn],
            score: rollout.score,
            leader,
            turns: turns.to_vec(),
            pos: rollout.pos,
            played,
            counts,
            boneyard,
            lead_free: false,
        }
    }

    /// Reports whether a draw proves that the seat could not play.
    #[must_use]
    pub fn draw_proves(&self) -> bool {
        self.spec.draw == Draw::UntilPlayable
    }
}
