//! Errors in a question.

use crate::spec::SpecError;
use crate::table::bits;
use game::layout::PlayRefusal;
use game::tile::Tile;
use language::say;
use std::fmt;

/// Reason why a question has no answer. Turns are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// No advice for these rules or this table.
    Spec(SpecError),
    /// The table has no such seat.
    NoSeat {
        /// The seat named.
        seat: usize,
        /// Seats at the table.
        seats: usize,
    },
    /// Scores do not fit the sides.
    Scores {
        /// Scores given.
        given: usize,
        /// Sides at the table.
        sides: usize,
    },
    /// A score that cannot stand in the middle of a game.
    Score {
        /// The side.
        side: usize,
        /// Score of the side.
        score: i16,
        /// The target.
        target: i16,
    },
    /// A tile of the hand is not in the set.
    NotInSet {
        /// The tile.
        tile: Tile,
    },
    /// A tile is both in the hand and on the table.
    HeldAndPlayed {
        /// The turn.
        turn: usize,
        /// The tile.
        tile: Tile,
    },
    /// The hand is too large or too small.
    HandSize {
        /// The seat.
        seat: usize,
        /// Tiles it should hold.
        expected: usize,
        /// Turns so far.
        turns: usize,
        /// Tiles given.
        given: usize,
    },
    /// Another seat's turn.
    WrongTurn {
        /// The turn.
        turn: usize,
        /// Seat whose turn it was.
        expected: usize,
        /// The seat given for the act.
        seat: usize,
        /// Whether that seat had just drawn.
        drawn: bool,
    },
    /// The asking seat is not to move.
    NotYourTurn {
        /// Seat whose turn it is.
        expected: usize,
        /// Seat that asks.
        seat: usize,
        /// Turns so far.
        turns: usize,
    },
    /// A turn after the end.
    Over {
        /// The turn.
        turn: usize,
        /// End of the hand.
        how: Ended,
    },
    /// The hand is over.
    HandOver {
        /// End of the hand.
        how: Ended,
    },
    /// A tile that has already been played.
    Twice {
        /// The turn.
        turn: usize,
        /// The seat.
        seat: usize,
        /// The tile.
        tile: Tile,
        /// Turn in which it was first played.
        before: usize,
    },
    /// A play that does not fit.
    NoFit {
        /// The turn.
        turn: usize,
        /// The seat.
        seat: usize,
        /// The tile.
        tile: Tile,
        /// The values that could be joined.
        open: Open,
    },
    /// A place that does not exist or is not open.
    Place {
        /// The turn.
        turn: usize,
        /// The seat.
        seat: usize,
        /// The tile.
        tile: Tile,
        /// Error of the place.
        why: PlaceProblem,
    },
    /// A knock that the boneyard forbids.
    MustDraw {
        /// The turn.
        turn: usize,
        /// The seat.
        seat: usize,
        /// Tiles that can be drawn.
        left: usize,
    },
    /// A knock on the empty table.
    KnockAtLead {
        /// The turn.
        turn: usize,
        /// The seat.
        seat: usize,
    },
    /// A draw that is not possible.
    CannotDraw {
        /// The turn.
        turn: usize,
        /// The seat.
        seat: usize,
        /// Tiles drawn.
        drew: usize,
        /// Tiles that can be drawn.
        left: usize,
    },
    /// More tiles played than held.
    NoTiles {
        /// The turn.
        turn: usize,
        /// The seat.
        seat: usize,
    },
    /// A knock or draw with a tile in hand that would have fitted.
    Held {
        /// The turn.
        turn: usize,
        /// The seat.
        seat: usize,
        /// Whether it drew; otherwise it knocked.
        drew: bool,
        /// The tile.
        tile: Tile,
        /// Turn in which it was played later, if it was.
        played: Option<usize>,
    },
    /// No deal is possible.
    NoDeal {
        /// The first turn at which that shows.
        turn: usize,
    },
}

impl std::error::Error for Problem {}

impl From<SpecError> for Problem {
    fn from(why: SpecError) -> Self {
        Self::Spec(why)
    }
}

/// The end of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The hand is blocked.
    Blocked,
    /// A seat played its last tile.
    Out,
}

/// Error of a place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceProblem {
    /// The tile it should join is not on the table.
    #[error("{}", say!("{tile} is not on the table", tile))]
    NotLaid {
        /// The tile to be joined.
        tile: Tile,
    },
    /// That tile has no such port.
    #[error("{}", say!("{tile} has no port `{port}`", tile, port))]
    NoPort {
        /// The tile to be joined.
        tile: Tile,
        /// The port named.
        port: String,
    },
    /// Several places are possible.
    #[error("{}", say!("say where: the tile it joins and the port"))]
    Which,
    /// The first tile joins nothing.
    #[error("{}", say!("the first tile joins no other"))]
    First,
    /// The layout refuses it.
    #[error(transparent)]
    Refused(#[from] PlayRefusal),
}

/// Pip values that can be joined, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open(pub u16);

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pips: Vec<String> = bits(u64::from(self.0)).map(|pip| pip.to_string()).collect();
        match pips.split_last() {
            None => f.write_str(say!("none")),
            Some((last, [])) => f.write_str(&say!("{last} only", last)),
            Some((last, rest)) => f.write_str(&say!("{list} and {last}", list = rest.join(", "), last)),
        }
    }
}
