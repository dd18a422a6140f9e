//! What a match leaves for statistics.

use super::choice::is_simulated;
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
    /// Its name as it is kept, or that of the house rules; [`title_said`](crate::rules::title_said) says it.
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
    /// What each seat did, summed up: of who began there.
    pub seats: Vec<Figures>,
    /// Those who took a place over; their turns bear the numbers behind those of the seats.
    pub stood_in: Vec<StoodIn>,
    /// Every turn of every leg, in order; empty where only sums are asked for. Not part of the stored form.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub turns: Vec<TurnFact>,
}

/// Somebody who took another's place in a match. The match counts for the one who began it, the drops for who laid them.
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
    /// Who, under the name that counts.
    pub player: String,
    /// For which side.
    pub side: usize,
    /// What he did.
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
    /// Pegs were moved by hand: nobody earned that.
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
        let known: Vec<(&'a str, &'a str)> = names_of(state).map(|entered| (entered, name(entered))).collect();
        let counted = |entered: &str| {
            known.iter().find(|(known, _)| *known == entered).map_or(entered, |(_, counts)| *counts).to_owned()
        };
        let mut facts = Self {
            id: id.to_owned(),
            at_ms,
            rules: setup.rules.id,
            title: setup.rules.kept_title().to_owned(),
            best_of: setup.best_of,
            target: setup.target(),
            players: state.starters().iter().map(|player| counted(player)).collect(),
            side_of: setup.all_seats().map(|seat| setup.side_of(seat).index()).collect(),
            sides: setup.sides(),
            legs_won: state.legs_won.clone(),
            winner: state.winner.map(crate::matches::Side::index),
            abandoned: state.abandoned,
            legs: Vec::new(),
            seats: Vec::new(),
            stood_in: Vec::new(),
            turns: Vec::new(),
        };
        for (n, gone) in state.relieved.iter().enumerate() {
            // Who came after him: the next who was relieved there, or who sits there now.
            let next = state.relieved[n + 1..].iter().find(|other| other.seat == gone.seat);
            let next = next.map(|other| other.name.as_str());
            let player = counted(next.unwrap_or(setup.player(gone.seat)));
            facts.stood_in.push(StoodIn {
                player,
                side: setup.side_of(gone.seat).index(),
                figures: Figures::default(),
            });
        }
        for leg in &state.legs {
            facts.add_leg(state, leg, None);
        }
        facts.add_leg(state, &state.leg, state.round.as_ref());
        for n in 0..facts.stood_in.len() {
            facts.stood_in[n].figures = Figures::of_turns(&facts, facts.players.len() + n);
        }
        facts.seats = (0..facts.players.len()).map(|seat| Figures::of_turns(&facts, seat)).collect();
        facts
    }

    /// Is it over with a winner?
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        self.winner.is_some()
    }

    /// Everybody who had a part in it.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.players.iter().chain(self.stood_in.iter().map(|other| &other.player)).map(String::as_str)
    }

    /// Is it a demonstration, played by nobody?
    #[must_use]
    pub fn is_demonstration(&self) -> bool {
        !self.players.is_empty() && self.players.iter().all(|name| is_simulated(name))
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
        self.side_of_player(usize::from(turn.seat))
    }

    /// The side of the player of this number: a seat, or behind those somebody who took one over.
    #[must_use]
    pub fn side_of_player(&self, number: usize) -> usize {
        let stood_in = || self.stood_in.get(number - self.players.len()).map_or(0, |other| other.side);
        self.side_of.get(number).copied().unwrap_or_else(stood_in)
    }

    /// Who did this.
    #[must_use]
    pub fn player_of_turn(&self, turn: &TurnFact) -> &str {
        let number = usize::from(turn.seat);
        let stood_in = || self.stood_in.get(number - self.players.len()).map_or("", |other| other.player.as_str());
        self.players.get(number).map_or_else(stood_in, String::as_str)
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
        for player in self.players.iter_mut().chain(self.stood_in.iter_mut().map(|other| &mut other.player)) {
            *player = name(player);
        }
    }

    fn add_leg(&mut self, state: &State, leg: &Leg, running: Option<&Round>) {
        let setup = &state.setup;
        let number = short(self.legs.len());
        let mut scores: Vec<Points> = setup.all_sides().map(|side| setup.start_of(side)).collect();
        let close = Points::new(i32::from(setup.target()) - 11);
        let mut came_close = vec![false; self.sides];
        let mut last_change = None;
        for (i, round) in leg.rounds.iter().chain(running).enumerate() {
            let hand = (usize::from(number), i);
            let who = |seat: Seat| player_number(state, seat, hand);
            for (j, turn) in round.turns.iter().enumerate() {
                let side = self.side_of[turn.seat.index()];
                scores[side] += turn.award;
                came_close[side] |= !setup.rules.is_sheet() && scores[side] >= close;
                if !turn.award.is_zero() && Some(side) == leg.winner.map(crate::matches::Side::index) {
                    last_change = Some(self.turns.len());
                }
                let did = did(setup, round, j, turn, who);
                self.turns.push(TurnFact {
                    leg: number,
                    round: short(i),
                    seat: who(turn.seat),
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

/// Every name of a match: who sits there now, and who did.
fn names_of(state: &State) -> impl Iterator<Item = &str> {
    let gone = state.relieved.iter().map(|gone| gone.name.as_str());
    state.setup.players.iter().map(String::as_str).chain(gone)
}

/// The number of whoever sat at a place in this game and hand: the seat's, or behind those that of who took it over.
fn player_number(state: &State, seat: Seat, hand: (usize, usize)) -> u8 {
    let taken = state.relieved.iter().rposition(|gone| gone.seat == seat && gone.until <= hand);
    let number = taken.map_or(seat.index(), |n| state.setup.seats() + n);
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn did(setup: &Setup, round: &Round, at: usize, turn: &Turn, who: impl Fn(Seat) -> u8) -> Did {
    match turn.deed {
        Deed::Played { play, count, points, bonus, wrong, .. } => Did::Drop {
            tile: play.tile(),
            count,
            points,
            bonus,
            lead: play.on.is_none(),
            wrong,
            // What passes the target, or nobody may score, is no eight.
            eight: setup.rules.scoring == Scoring::FiveThree && points == 8 && turn.not_counted.is_none(),
        },
        Deed::Knocked { .. } => Did::Knock { forced_by: last_dropper(round, at).map(who) },
        Deed::Drew { tiles, .. } => Did::Draw(tiles),
        Deed::Claimed => Did::Claim,
        Deed::Adjusted => Did::Moved,
        Deed::Skipped
        | Deed::CalledMuggins
        | Deed::ClaimedFalsely
        | Deed::Lapsed
        | Deed::Offended(_)
        | Deed::Tallied
        | Deed::Reset => Did::Other,
    }
}

fn last_dropper(round: &Round, before: usize) -> Option<Seat> {
    let earlier = round.turns[..before].iter().rev();
    earlier.filter(|turn| matches!(turn.deed, Deed::Played { .. })).map(|turn| turn.seat).next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::stats::{Quoted, Sums};

    fn facts(text: &str) -> Facts {
        Facts::of("x", 0, Record::parse(text).unwrap().game.state(), |name| name)
    }

    #[test]
    fn a_dragged_peg_is_no_best_hand_and_a_bust_no_eight() {
        let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\n[Start \"0\" \"58\"]\n\
                    deal A\nA 6-6\nB 6-3@6-6.s1\nadjust A 40 \"the board was right\"\nend\n";
        let figures = Figures::all([&facts(text)]);
        assert_eq!(figures["Anna"].best_hand.as_ref().map(|(points, _)| *points), Some(4));
        let ben = &figures["Ben"];
        assert_eq!((ben.eights.sum, ben.busts, ben.scoring_drops.sum), (0, 1, 0), "15 past 61 is nothing");
    }

    #[test]
    fn points_of_different_rules_are_not_added_up() {
        let game = |rules: &str, tile: &str| {
            facts(&format!("[Rules \"{rules}\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA {tile}\nend\n"))
        };
        let (one, other) = (game("pafos", "6-6"), game("all_fives_200", "5-5"));
        let sums = Sums::of([&one, &one, &other], Some("Anna"));
        let anna = sums.of_player("Anna").unwrap();
        assert_eq!((Quoted::PointsPerDrop.value(anna).as_str(), anna.mixed), ("–", true));
        let player = sums.player.unwrap();
        assert_eq!((player.trend.len(), player.trend_rules), (2, one.title.clone()));
        let alone = Sums::of([&one, &one], Some("Anna"));
        assert_eq!(Quoted::PointsPerDrop.value(alone.of_player("Anna").unwrap()), "4.00");
    }

    #[test]
    fn a_demonstration_is_known_by_its_players() {
        let text = "[Rules \"pafos\"]\n[Players \"Anna (simulated)\" \"Ben (simulated)\"]\ndeal A\nend\n";
        assert!(facts(text).is_demonstration());
        assert!(!facts(&text.replace(" (simulated)\" \"Ben", "\" \"Ben")).is_demonstration());
    }
}
