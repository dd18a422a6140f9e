//! Reasons for and against a move, as data: every reason is filled from numbers of the move's card, and worded elsewhere.

use game::tile::{Pip, Tile};
use language::say;

/// Share of the chance to win that a move gives away. The bounds are 2, 5 and 10 % of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Grade {
    /// Under 2 %.
    Fine,
    /// Under 5 %.
    Doubtful,
    /// Under 10 %.
    Bad,
    /// 10 % and more.
    Blunder,
}

impl Grade {
    /// The grade for a loss of win chance, `0.0..=1.0`.
    #[must_use]
    pub fn of(loss: f32) -> Self {
        match loss {
            _ if loss < 0.02 => Self::Fine,
            _ if loss < 0.05 => Self::Doubtful,
            _ if loss < 0.10 => Self::Bad,
            _ => Self::Blunder,
        }
    }

    /// Returns the name of the grade.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fine => say!("fine"),
            Self::Doubtful => say!("doubtful"),
            Self::Bad => say!("bad"),
            Self::Blunder => say!("blunder"),
        }
    }
}

/// One reason for or against a move. Chances are `0.0..=1.0`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reason {
    /// The game is won with it.
    WinsTheGame,
    /// Nothing else can be played.
    OnlyMove,
    /// The move scores.
    ScoresNow {
        /// Points that count, the point for going out included.
        points: i16,
    },
    /// The move would score, but passes the target: nothing counts.
    Overshoots {
        /// Points that would have been made.
        points: i16,
        /// The target.
        target: i16,
    },
    /// The move ends the hand with the last tile.
    GoesOut,
    /// Points still needed to win after it.
    LeavesToMake {
        /// Points to the target.
        points: i16,
    },
    /// The move prevents an immediate win that the next player has after other moves.
    StopsHisWin {
        /// Chance of that win after the other moves, on average.
        elsewhere: f32,
    },
    /// The move lets the next player win at once.
    AllowsHisWin {
        /// Probability.
        chance: f32,
    },
    /// The next player scores less after it than after the other moves.
    DeniesReply {
        /// Expected points of the best reply.
        mean: f32,
        /// The same after the other moves, on average.
        elsewhere: f32,
    },
    /// A tile that may be out there scores much.
    OpensReply {
        /// The tile.
        tile: Tile,
        /// Points it scores.
        points: u8,
        /// Probability that the next player holds it.
        chance: f32,
    },
    /// The next player probably cannot play.
    ForcesKnock {
        /// Probability.
        chance: f32,
    },
    /// An end is left that the own hand is strong in.
    KeepsControl {
        /// The value.
        pip: Pip,
        /// Own tiles with it.
        own: u8,
        /// Unseen tiles with it.
        unseen: u8,
    },
    /// The own next turn may have nothing to play.
    RisksKnock {
        /// Probability.
        chance: f32,
    },
    /// Heavy tiles are got rid of.
    ShedsPips {
        /// Pips of the tile.
        pips: u8,
    },
}
