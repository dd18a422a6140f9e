//! The facts of a match, from its state.

use super::facts::{Did, Facts, LegFacts, StoodIn, TurnFact};
use super::figures::Figures;
use crate::matches::{Deed, Leg, Round, RoundEnd, Seat, Setup, Side, State, Turn};
use crate::rules::score::NotCounted;
use crate::rules::{Points, Scoring};

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
            utc_offset: setup.utc_offset,
            rules: setup.rules.id,
            title: setup.rules.kept_title(),
            best_of: setup.best_of,
            target: setup.target(),
            players: state.starters().iter().map(|player| counted(player)).collect(),
            side_of: setup.all_seats().map(|seat| setup.side_of(seat).index()).collect(),
            sides: setup.sides(),
            legs_won: state.legs_won.clone(),
            winner: state.winner.map(Side::index),
            abandoned: state.abandoned,
            legs: Vec::new(),
            seats: Vec::new(),
            stood_in: Vec::new(),
            turns: Vec::new(),
        };
        for (n, gone) in state.relieved.iter().enumerate() {
            // Successor: the next player who was substituted there, or the one who sits there now.
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

    fn add_leg(&mut self, state: &State, leg: &Leg, running: Option<&Round>) {
        let setup = &state.setup;
        let number = short(self.legs.len());
        let mut scores: Vec<Points> = setup.all_sides().map(|side| setup.start_of(side)).collect();
        let close = Points::new(i32::from(setup.target()) - 11);
        let is_close = |score: Points| !setup.rules.is_sheet() && score >= close;
        let mut came_close: Vec<bool> = scores.iter().copied().map(is_close).collect();
        let mut last_change = None;
        for (i, round) in leg.rounds.iter().chain(running).enumerate() {
            let hand = (usize::from(number), i);
            let who = |seat: Seat| player_number(state, seat, hand);
            for (j, turn) in round.turns.iter().enumerate() {
                let side = self.side_of[turn.seat.index()];
                scores[side] += turn.award;
                came_close[side] |= is_close(scores[side]);
                if !turn.award.is_zero() && Some(side) == leg.winner.map(Side::index) {
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
            winner: leg.winner.map(Side::index),
            scores: leg.scores.clone(),
            skunked: leg.skunked(setup).into_iter().map(Side::index).collect(),
            came_close,
        });
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

/// The number of the player at a seat in this game and hand: the seat's own, or a substitute's after those.
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
            // A score that passes the target, or that is barred, is not an eight.
            eight: setup.rules.scoring == Scoring::FiveThree && points == 8 && turn.not_counted.is_none(),
        },
        Deed::Knocked { .. } => Did::Knock { forced_by: last_dropper(round, at).map(who) },
        Deed::Drew { tiles, .. } => Did::Draw(tiles),
        Deed::Claimed => Did::Claim,
        Deed::Adjusted => Did::Moved,
        Deed::Skipped
        | Deed::FirstPass
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

    /// It counts from 50 in a game to 61, from 110 in one to 121, and only in games that are over.
    #[test]
    fn who_won_with_eleven_to_go_is_told_of_finished_games() {
        let told = |rules: &str, start: &str, drops: &str| {
            let head = format!("[Rules \"{rules}\"]\n[Players \"Anna\" \"Ben\"]\n[Start {start}]\n");
            let figures = Figures::all([&facts(&format!("{head}deal A\n{drops}end\n"))]);
            ["Anna", "Ben"].map(|name| {
                let quoted = Quoted::ElevenToGo;
                format!("{} {}: {}", quoted.name(), quoted.over(&figures[name]), quoted.value(&figures[name]))
            })
        };
        let of = |games: &str, share: &str| format!("won with 11 to go over {games}: {share}");
        let (won, lost, never) = (of("1 game", "100 %"), of("1 game", "0 %"), of("0 games", "–"));
        assert_eq!(told("pafos", "\"57\" \"50\"", "A 6-6\n"), [won.clone(), lost]);
        assert_eq!(told("pafos", "\"57\" \"49\"", "A 6-6\n"), [won.clone(), never.clone()]);
        assert_eq!(told("pafos", "\"50\" \"0\"", "A 6-6\n"), [never.clone(), never.clone()], "it goes on");
        assert_eq!(told("pafos target=121", "\"117\" \"109\"", "A 6-6\n"), [won, never]);
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
