//! What a match leaves for statistics.

use super::figures::Figures;
use crate::matches::{Deed, Leg, Round, RoundEnd, Seat, Setup, State, Turn};
use crate::rules::score::NotCounted;
use crate::rules::{Points, Scoring};
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
    /// When it began, in milliseconds since 1970 UTC. Statistics only order by it.
    pub at_ms: i64,
    /// Id of the rule set; not part of the stored form.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub rules: &'static str,
    /// Its name, or that of the house rules.
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
    /// Was it given up?
    pub abandoned: bool,
    /// Its legs.
    pub legs: Vec<LegFacts>,
    /// What each seat did, summed up.
    pub seats: Vec<Figures>,
    /// Every turn of every leg, in order; empty where only sums are asked for. Not part of the stored form.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub turns: Vec<TurnFact>,
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
    /// Who won it.
    pub winner: Option<usize>,
    /// The scores at its end, or as they stand.
    pub scores: Vec<Points>,
    /// Sides that lost below the skunk line.
    pub skunked: Vec<usize>,
    /// The sides that came within eleven points of the target (50 of 61).
    pub came_close: Vec<bool>,
}

/// What somebody did.
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
    /// Laid a tile.
    Drop {
        /// Which.
        #[cfg_attr(feature = "serde", serde(with = "by_index"))]
        tile: Tile,
        /// The count of the ends after it.
        count: u16,
        /// What the count pays.
        points: u16,
        /// Points for going out and the like, in the same award.
        bonus: u16,
        /// Was it the first tile of the hand?
        lead: bool,
        /// Was it a wrong play that stands?
        wrong: bool,
        /// Was it worth eight as fives and threes are scored?
        eight: bool,
    },
    /// Could not play.
    Knock {
        /// The seat whose drop left nothing to play, the last one before.
        forced_by: Option<u8>,
    },
    /// Took so many tiles.
    Draw(u8),
    /// Took the score of his last drop, where scores must be claimed.
    Claim,
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
    /// Who.
    pub seat: u8,
    /// What.
    pub did: Did,
    /// What it brought that seat's side.
    pub award: Points,
    /// The side's score after it.
    pub score: Points,
    /// Was an award disregarded because it passes the target?
    pub bust: bool,
    /// Did it empty the hand that ended the round?
    pub chip_out: bool,
    /// Did it win the leg?
    pub won_leg: bool,
}

impl Facts {
    /// The facts of a match. `name` gives the name that counts for one that was entered.
    #[must_use]
    pub fn of<'a>(id: &str, at_ms: i64, state: &'a State, name: impl Fn(&'a str) -> &'a str) -> Self {
        let setup = &state.setup;
        let mut facts = Self {
            id: id.to_owned(),
            at_ms,
            rules: setup.rules.id,
            title: setup.rules.title().to_owned(),
            best_of: setup.best_of,
            target: setup.rules.target,
            players: setup.players.iter().map(|player| name(player).to_owned()).collect(),
            side_of: setup.all_seats().map(|seat| setup.side_of(seat).index()).collect(),
            sides: setup.sides(),
            legs_won: state.legs_won.clone(),
            winner: state.winner.map(crate::matches::Side::index),
            abandoned: state.abandoned,
            legs: Vec::new(),
            seats: Vec::new(),
            turns: Vec::new(),
        };
        for leg in &state.legs {
            facts.add_leg(setup, leg, None);
        }
        facts.add_leg(setup, &state.leg, state.round.as_ref());
        facts.seats = (0..facts.players.len()).map(|seat| Figures::of_turns(&facts, seat)).collect();
        facts
    }

    /// Is it over with a winner?
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        self.winner.is_some()
    }

    /// The seats of a player; more than one only if somebody plays against himself.
    pub fn seats_of<'a>(&'a self, player: &'a str) -> impl Iterator<Item = usize> + 'a {
        (0..self.players.len()).filter(move |&seat| self.players[seat] == player)
    }

    /// The players of a side in the order of their seats, `"Anna & Ben"`.
    #[must_use]
    pub fn side_name(&self, side: usize) -> String {
        let seats = (0..self.players.len()).filter(|&seat| self.side_of[seat] == side);
        seats.map(|seat| self.players[seat].as_str()).collect::<Vec<_>>().join(" & ")
    }

    /// The side of whoever did this.
    #[must_use]
    pub fn side_of_turn(&self, turn: &TurnFact) -> usize {
        self.side_of[usize::from(turn.seat)]
    }

    /// Do pairs play?
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
        for player in &mut self.players {
            *player = name(player);
        }
    }

    fn add_leg(&mut self, setup: &Setup, leg: &Leg, running: Option<&Round>) {
        let number = short(self.legs.len());
        let mut scores: Vec<Points> = setup.all_sides().map(|side| setup.start_of(side)).collect();
        let close = Points::new(i32::from(setup.rules.target) - 11);
        let mut came_close = vec![false; self.sides];
        let mut last_change = None;
        for (i, round) in leg.rounds.iter().chain(running).enumerate() {
            for (j, turn) in round.turns.iter().enumerate() {
                let side = self.side_of[turn.seat.index()];
                scores[side] += turn.award;
                came_close[side] |= scores[side] >= close;
                if !turn.award.is_zero() && Some(side) == leg.winner.map(crate::matches::Side::index) {
                    last_change = Some(self.turns.len());
                }
                let did = did(setup, round, j, turn);
                self.turns.push(TurnFact {
                    leg: number,
                    round: short(i),
                    seat: seat_number(turn.seat),
                    did,
                    award: turn.award,
                    score: scores[side],
                    bust: turn.not_counted == Some(NotCounted::Overshoot),
                    chip_out: matches!((turn.deed, round.end), (Deed::Played { out: true, .. }, Some(RoundEnd::ChippedOut(seat))) if seat == turn.seat),
                    won_leg: false,
                });
            }
        }
        if let Some(turn) = last_change {
            self.turns[turn].won_leg = true;
        }
        self.legs.push(LegFacts {
            winner: leg.winner.map(crate::matches::Side::index),
            scores: leg.scores.clone(),
            skunked: leg.skunked(setup).into_iter().map(crate::matches::Side::index).collect(),
            came_close,
        });
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

fn short(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

const fn seat_number(seat: Seat) -> u8 {
    // There are four seats.
    seat.index() as u8
}

fn did(setup: &Setup, round: &Round, at: usize, turn: &Turn) -> Did {
    match turn.deed {
        Deed::Played { play, count, points, bonus, wrong, .. } => Did::Drop {
            tile: play.tile(),
            count,
            points,
            bonus,
            lead: play.on.is_none(),
            wrong,
            eight: setup.rules.scoring == Scoring::FiveThree && points == 8,
        },
        Deed::Knocked { .. } => Did::Knock { forced_by: last_dropper(round, at).map(seat_number) },
        Deed::Drew { tiles, .. } => Did::Draw(tiles),
        Deed::Claimed => Did::Claim,
        Deed::Skipped
        | Deed::CalledMuggins
        | Deed::ClaimedFalsely
        | Deed::Offended(_)
        | Deed::Tallied
        | Deed::Adjusted => Did::Other,
    }
}

fn last_dropper(round: &Round, before: usize) -> Option<Seat> {
    let earlier = round.turns[..before].iter().rev();
    earlier.filter(|turn| matches!(turn.deed, Deed::Played { .. })).map(|turn| turn.seat).next()
}
