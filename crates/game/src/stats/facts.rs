//! Facts of a match for statistics.

use super::figures::Figures;
use crate::name::is_simulated;
use crate::rules::Points;
use crate::tile::Tile;

/// A match, cut down to what statistics ask for.
///
/// ```
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// assert!(games.iter().all(|game| game.is_decided() && game.players.len() == game.side_of.len()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Facts {
    /// The game, as the store names it; not part of the stored form.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub id: String,
    /// Start of the match, in milliseconds since 1970 UTC. Statistics only sort by it.
    pub at_ms: i64,
    /// Minutes by which the clock of the place was ahead of UTC.
    pub utc_offset: Option<i16>,
    /// Id of the rule set; not part of the stored form.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub rules: &'static str,
    /// Title as stored, or that of the house rules; [`title_said`](crate::rules::title_said) translates it.
    pub title: String,
    /// Legs at most.
    pub best_of: u8,
    /// The points of a leg.
    pub target: u16,
    /// Players by seat, under the names that count.
    pub players: Vec<String>,
    /// The side of each seat.
    pub side_of: Vec<usize>,
    /// Number of sides.
    pub sides: usize,
    /// Games won by side.
    pub legs_won: Vec<u8>,
    /// The side that won the match.
    pub winner: Option<usize>,
    /// Whether it was abandoned.
    pub abandoned: bool,
    /// Legs of the match.
    pub legs: Vec<LegFacts>,
    /// Figures of each seat, for the player who began there.
    pub seats: Vec<Figures>,
    /// Substitutes; their turns have numbers after those of the seats.
    pub stood_in: Vec<StoodIn>,
    /// Every turn of every leg, in order; empty where only sums are asked for. Not part of the stored form.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub turns: Vec<TurnFact>,
}

/// A substitute in a match. The match counts for the player who began it, each drop for the player who made it.
///
/// ```
/// use game::record::Record;
/// use game::stats::Facts;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\nA substitute \"Tom\"\ndeal A\nA 6-6\nend\n";
/// let facts = Facts::of("", 0, Record::parse(text)?.game.state(), |name| name);
/// assert_eq!((facts.players[0].as_str(), facts.stood_in[0].player.as_str()), ("Anna", "Tom"));
/// assert_eq!((facts.seats[0].points_per_drop.of, facts.stood_in[0].figures.points_per_drop.of), (0, 1));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoodIn {
    /// Player, under the name that counts.
    pub player: String,
    /// For which side.
    pub side: usize,
    /// Figures of the substitute.
    pub figures: Figures,
}

/// One leg of a match.
///
/// ```
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// let leg = games[0].legs.last().expect("a game was played");
/// assert_eq!(leg.winner, games[0].winner);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LegFacts {
    /// Winner of the leg.
    pub winner: Option<usize>,
    /// The scores at its end, or as they stand.
    pub scores: Vec<Points>,
    /// Sides that lost below the skunk line.
    pub skunked: Vec<usize>,
    /// The sides that came within eleven points of the target (50 of 61).
    pub came_close: Vec<bool>,
}

/// A player's deed.
///
/// ```
/// use game::stats::Did;
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// let drops = games[0].turns.iter().filter(|turn| matches!(turn.did, Did::Drop { .. }));
/// assert!(drops.count() > 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Did {
    /// Dropped a tile.
    Drop {
        /// Tile played.
        #[cfg_attr(feature = "serde", serde(with = "by_index"))]
        tile: Tile,
        /// The count of the ends after it.
        count: u16,
        /// Points for the count.
        points: u16,
        /// Points for going out and the like, in the same award.
        bonus: u16,
        /// Whether it was the first tile of the hand.
        lead: bool,
        /// Whether it was a wrong play that stands.
        wrong: bool,
        /// Whether it was worth eight in fives and threes.
        eight: bool,
    },
    /// Could not play.
    Knock {
        /// Seat of the drop before, if it left this player nothing to play.
        forced_by: Option<u8>,
    },
    /// Tiles drawn.
    Draw(u8),
    /// Took the score of their last drop, where scores must be claimed.
    Claim,
    /// Pegs were moved by hand, which earns no player anything.
    Moved,
    /// Anything else that moved a score, or could have.
    Other,
}

/// One turn.
///
/// ```
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// let won = games[0].turns.iter().find(|turn| turn.won_leg).expect("somebody won");
/// assert_eq!(games[0].side_of_turn(won), games[0].winner.expect("somebody won"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TurnFact {
    /// The leg, from 0.
    pub leg: u16,
    /// The hand within the leg, from 0.
    pub round: u16,
    /// Number of the player.
    pub seat: u8,
    /// The act.
    pub did: Did,
    /// Award to that seat's side.
    pub award: Points,
    /// The side's score after it.
    pub score: Points,
    /// Whether an award was disregarded because it passes the target.
    pub bust: bool,
    /// Whether it emptied the hand that ended the round.
    pub chip_out: bool,
    /// Whether it won the leg.
    pub won_leg: bool,
}

impl Facts {
    /// Reports whether it is over with a winner.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        self.winner.is_some()
    }

    /// Everybody who had a part in it.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.players.iter().chain(self.stood_in.iter().map(|other| &other.player)).map(String::as_str)
    }

    /// Reports whether it is a demonstration, played without people.
    #[must_use]
    pub fn is_demonstration(&self) -> bool {
        !self.players.is_empty() && self.players.iter().all(|name| is_simulated(name))
    }

    /// The seats of a player; more than one only if a player meets themselves.
    pub fn seats_of<'a>(&'a self, player: &'a str) -> impl Iterator<Item = usize> + 'a {
        (0..self.players.len()).filter(move |&seat| self.players[seat] == player)
    }

    /// The players of a side in the order of their seats, `"Anna & Ben"`.
    #[must_use]
    pub fn side_name(&self, side: usize) -> String {
        let seats = (0..self.players.len()).filter(|&seat| self.side_of[seat] == side);
        seats.map(|seat| self.players[seat].as_str()).collect::<Vec<_>>().join(" & ")
    }

    /// The side of the player who did this.
    #[must_use]
    pub fn side_of_turn(&self, turn: &TurnFact) -> usize {
        self.side_of_player(usize::from(turn.seat))
    }

    /// The side of the player of this number: a seat, or after the seats a substitute.
    #[must_use]
    pub fn side_of_player(&self, number: usize) -> usize {
        let stood_in = || self.stood_in.get(number - self.players.len()).map_or(0, |other| other.side);
        self.side_of.get(number).copied().unwrap_or_else(stood_in)
    }

    /// Returns the player of a turn.
    #[must_use]
    pub fn player_of_turn(&self, turn: &TurnFact) -> &str {
        let number = usize::from(turn.seat);
        let stood_in = || self.stood_in.get(number - self.players.len()).map_or("", |other| other.player.as_str());
        self.players.get(number).map_or_else(stood_in, String::as_str)
    }

    /// Reports whether pairs play.
    #[must_use]
    pub const fn is_pairs(&self) -> bool {
        self.sides < self.players.len()
    }

    /// The turns of each hand, in order.
    pub fn hands(&self) -> impl Iterator<Item = &[TurnFact]> {
        self.turns.chunk_by(|a, b| (a.leg, a.round) == (b.leg, b.round))
    }

    /// The facts under the names that count instead of those that were entered.
    pub fn rename(&mut self, name: impl Fn(&str) -> String) {
        for player in self.players.iter_mut().chain(self.stood_in.iter_mut().map(|other| &mut other.player)) {
            *player = name(player);
        }
    }
}

/// A tile as its number.
#[cfg(feature = "serde")]
mod by_index {
    use super::Tile;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    pub(super) fn serialize<S: Serializer>(tile: &Tile, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(tile.index() as u8)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Tile, D::Error> {
        Tile::from_index(usize::from(u8::deserialize(from)?)).ok_or_else(|| D::Error::custom("no tile has this number"))
    }
}
