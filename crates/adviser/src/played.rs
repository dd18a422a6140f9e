//! From a hand of a match to one that can be reviewed.

use crate::position::{ToldDeed, ToldTurn, Wanted, joins};
use crate::review::Played;
use game::layout::Layout;
use game::rules::Points;
use game::tile::TileSet;
use game::{self, Act, Match, Round, Seat, Side};

impl Played {
    /// Prepares a hand for the review: `round` is one of `game`, `scores` are those at its start. A hand is known if every
    /// tile left in it is, a draw if its tiles were seen.
    #[must_use]
    pub fn of_round(game: &Match, round: &Round, scores: &[Points]) -> Self {
        let setup = game.setup();
        let legs = game.state().legs.iter().chain([&game.state().leg]);
        let of_its_game = |leg: &game::Leg| leg.rounds.iter().position(|other| other.event == round.event);
        let before = legs.clone().find_map(|leg| Some(&leg.rounds[..of_its_game(leg)?]));
        // The hand in play, or the last one, stands apart.
        let before = before.unwrap_or(&game.state().leg.rounds);
        let mut laid = Layout::new();
        let (mut turns, mut drawn) = (Vec::new(), Vec::new());
        for turn in &round.turns {
            let deed = match turn.deed {
                game::Deed::Played { play, .. } => {
                    let (on, port) = joins(&laid, &play).unzip();
                    // These plays have been made already.
                    let _laid = laid.lay_as_it_lies(play);
                    ToldDeed::Play(Wanted { tile: play.tile(), on, port, inline: play.inline })
                }
                game::Deed::Knocked { .. } => ToldDeed::Knock,
                game::Deed::Drew { tiles, .. } => {
                    drawn.push(seen(game, turn.event).filter(|seen| seen.len() == usize::from(tiles)));
                    ToldDeed::Draw(usize::from(tiles))
                }
                _ => continue,
            };
            turns.push(ToldTurn { seat: turn.seat.index(), deed });
        }
        let left = setup.all_seats().map(|seat| {
            let hand = round.hand(seat);
            hand.is_known().then_some(hand.known)
        });
        let score = |side: Side| i16::try_from(scores.get(side.index())?.whole()).ok();
        Self {
            rules: setup.rules.clone(),
            seats: setup.seats(),
            pairs: Some(setup.pairs),
            before: Some(game::Before::of(&setup.rules, before.iter())),
            leader: round.leader.index(),
            scores: setup.all_sides().map(|side| score(side).unwrap_or(0)).collect(),
            turns,
            left: left.collect(),
            drawn,
        }
    }

    /// Returns the seats with known hands, whose decisions can be judged.
    pub fn known_seats(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.seats).filter(|&seat| self.left.get(seat).is_some_and(Option::is_some)).filter_map(Seat::new)
    }
}

/// The tiles that were seen when a seat drew.
fn seen(game: &Match, event: usize) -> Option<TileSet> {
    match game.act_at(event)? {
        Act::Draw { seen, .. } => Some(*seen),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::review;
    use crate::{Desk, Settings};
    use game::Setup;
    use game::rules::RuleSet;
    use game::self_play::play_match;

    #[test]
    fn hands_of_recorded_matches_can_be_reviewed() {
        for (rules, names) in [("pafos", 2), ("all_fives_200", 2), ("pafos", 4), ("draw", 2)] {
            let players = ["Anna", "Ben", "Cleo", "Dan"];
            let mut setup = Setup::new(RuleSet::preset(rules).unwrap(), &players[..names]);
            setup.pairs = names == 4;
            let game = play_match(setup, &[0.2, 0.9], true, 11).unwrap();
            let round = game.state().leg.rounds.first().or(game.state().round.as_ref()).unwrap();
            let played = Played::of_round(&game, round, &[]);
            assert_eq!(played.known_seats().count(), names);
            let settings = Settings { iterations: 300, ..Settings::default() };
            let mut decisions = 0;
            for seat in 0..names {
                let review = review(&mut Desk::new(), &played, seat, &settings, 1);
                let review = review.unwrap_or_else(|why| panic!("{rules} {names} {seat}: {why}"));
                decisions += review.decisions.len();
            }
            assert!(decisions > 3, "{rules} {names}: {decisions}");
        }
    }

    #[test]
    fn nothing_is_known_of_hands_that_nobody_told() {
        let setup = Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]);
        let game = play_match(setup, &[0.9, 0.2], false, 3).unwrap();
        let round = game.state().leg.rounds.iter().find(|round| round.hands.iter().all(|hand| hand.count > 0));
        if let Some(round) = round {
            assert_eq!(Played::of_round(&game, round, &[]).known_seats().count(), 0);
        }
    }
}
