//! Whole matches without players: both hands are known to a simple player that follows a seed. For tests, golden
//! counts, tables of chances and demonstrations; good play is the adviser's matter.
//!
//! ```
//! use game::rules::RuleSet;
//! use game::self_play::play_match;
//! use game::Setup;
//!
//! let setup = Setup::new(RuleSet::preset("pafos")?, &["Anna", "Ben"]);
//! let game = play_match(setup.clone(), &[1.0, 0.0], false, 61)?;
//! assert!(game.state().winner.is_some());
//! assert_eq!(game, play_match(setup, &[1.0, 0.0], false, 61)?, "the same seed plays the same match");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod season;

pub use season::{Plan, SeasonGame, season};

use crate::layout::Play;
use crate::matches::{Act, Match, NextLeader, Seat, Setup, SetupError, lead_rank};
use crate::rng::Rng;
use crate::rules::{Claim, Drawing, LeadTile, NoDouble, RuleSet};
use crate::tile::{Tile, TileSet};

/// Most events of a match; a run-away one is abandoned.
const MAX_EVENTS: usize = 60_000;

/// Plays a whole match. `greed` says for each seat how often (`0.0..=1.0`) the tile that scores most is chosen rather
/// than any that fits; missing seats have 0. With `known` the deals record the hands.
///
/// # Errors
/// If no match can be played by this setup.
pub fn play_match(setup: Setup, greed: &[f64], known: bool, seed: u64) -> Result<Match, SetupError> {
    let mut table = Dealt { game: Match::start(setup)?, hands: Vec::new(), boneyard: Vec::new(), known };
    let mut rng = Rng::new(seed);
    while !table.game.state().is_over() {
        let give_up = Act::Abandon { why: "it was late".to_owned() };
        let act = if table.game.events().len() < MAX_EVENTS { table.next(greed, &mut rng) } else { give_up };
        let follow = act.clone();
        if table.game.act(act).is_err() {
            // A turn that the match refuses would be a mistake of the generator; the match then ends here.
            let _abandoned = table.game.act(Act::Abandon { why: "the turn was refused".to_owned() });
            break;
        }
        table.follow(&follow);
    }
    Ok(table.game)
}

/// Simulated match with all hands known.
struct Dealt {
    game: Match,
    hands: Vec<TileSet>,
    boneyard: Vec<Tile>,
    known: bool,
}

impl Dealt {
    fn rules(&self) -> &RuleSet {
        &self.game.setup().rules
    }

    /// Returns the next act.
    fn next(&mut self, greed: &[f64], rng: &mut Rng) -> Act {
        let state = self.game.state();
        let Some(round) = &state.round else { return self.deal(rng) };
        if let Some(pending) = round.pending.filter(|_| rng.chance(0.9)) {
            let called = self.rules().claim == Claim::Muggins && rng.chance(0.1);
            return match called {
                true => Act::Muggins { seat: pending.seat.left(self.hands.len()) },
                false => Act::Claim { seat: pending.seat },
            };
        }
        if round.is_running() {
            return self.turn(round.turn, greed.get(round.turn.index()).copied().unwrap_or(0.0), rng);
        }
        if round.needs_tally() {
            return Act::Tally { left: self.left() };
        }
        self.deal(rng)
    }

    /// The pips left in each hand, doubles counted as the rules do.
    fn left(&self) -> Vec<Option<u16>> {
        let pips = |hand: &TileSet| hand.iter().map(|tile| crate::matches::left_pips(tile, self.rules())).sum();
        self.hands.iter().map(|hand| Some(pips(hand))).collect()
    }

    fn turn(&self, seat: Seat, greed: f64, rng: &mut Rng) -> Act {
        let Some(round) = self.game.state().running() else { return Act::Block };
        let rules = self.rules();
        let plays = self.plays(seat);
        let greedy = rng.chance(greed);
        let worth = |play: &Play| {
            let mut layout = round.layout.clone();
            let laid = layout.lay(*play, rules);
            if laid.is_ok() { layout.pays(rules) } else { 0 }
        };
        let best = if greedy { plays.iter().copied().max_by_key(worth) } else { rng.pick(&plays).copied() };
        if let Some(play) = best {
            return Act::Play { seat, play, stands: false };
        }
        match self.boneyard.last() {
            Some(&tile) if rules.drawable(round.boneyard) > 0 && rules.drawing == Drawing::UntilPlayable => {
                let seen = if self.known { TileSet::from_iter([tile]) } else { TileSet::EMPTY };
                Act::Draw { seat, tiles: 1, seen }
            }
            _ => Act::Knock { seat, stands: false },
        }
    }

    /// The legal plays of a seat.
    fn plays(&self, seat: Seat) -> Vec<Play> {
        let Some(round) = self.game.state().running() else { return Vec::new() };
        let rules = self.rules();
        let hand = self.hands[seat.index()];
        let highest = self.game.state().highest_double_leads();
        let free = rules.no_double == NoDouble::HeaviestHand && !hand.iter().any(Tile::is_double);
        if round.layout.is_empty() && highest && !free {
            let lead = hand.iter().max_by_key(|&tile| lead_rank(tile));
            return lead.map(Play::lead).into_iter().collect();
        }
        if round.layout.is_empty() && rules.lead_tile == LeadTile::SetDoubleFirst && self.is_first_of_leg() {
            return vec![Play::lead(Tile::double(rules.set_size))];
        }
        hand.iter().flat_map(|tile| round.layout.ways(tile, rules)).collect()
    }

    fn is_first_of_leg(&self) -> bool {
        self.game.state().leg.rounds.is_empty()
    }

    /// Deals until a player may lead.
    fn deal(&mut self, rng: &mut Rng) -> Act {
        loop {
            let seats = self.game.setup().seats();
            let size = usize::from(self.rules().hand_size(seats).unwrap_or(1));
            let mut tiles: Vec<Tile> = self.rules().tiles().iter().collect();
            rng.shuffle(&mut tiles);
            self.boneyard = tiles.split_off(seats * size);
            self.hands = tiles.chunks(size).map(|hand| hand.iter().copied().collect()).collect();
            if let Some(leader) = self.leader() {
                let hands = if self.known { self.hands.clone() } else { Vec::new() };
                return Act::Deal { leader, hands };
            }
        }
    }

    /// Returns the leader; `None` if the tiles must be dealt again.
    fn leader(&self) -> Option<Seat> {
        let rules = self.rules();
        let (NextLeader::Seat(next) | NextLeader::Ask(next)) = self.game.state().next_leader();
        // With the first deal of a leg the last round is still the old leg's.
        let leg_begins = self.game.state().round.is_none() || self.game.state().leg.winner.is_some();
        if rules.lead_tile == LeadTile::SetDoubleFirst && leg_begins {
            let holder = self.hands.iter().position(|hand| hand.contains(Tile::double(rules.set_size)))?;
            return Seat::new(holder);
        }
        if !self.game.state().highest_double_leads() {
            return Some(next);
        }
        let best = |hand: &TileSet| hand.iter().map(lead_rank).max();
        let index = (0..self.hands.len()).max_by_key(|&i| best(&self.hands[i]))?;
        let any_double = self.hands.iter().any(|hand| hand.iter().any(Tile::is_double));
        let heaviest = |&i: &usize| self.hands[i].pips();
        match rules.no_double {
            _ if any_double => Seat::new(index),
            NoDouble::HeaviestSingle => Seat::new(index),
            NoDouble::HeaviestHand => (0..self.hands.len()).max_by_key(heaviest).and_then(Seat::new),
            NoDouble::Redeal | NoDouble::Irrelevant => None,
        }
    }

    /// Follows an act with the hands.
    fn follow(&mut self, act: &Act) {
        match act {
            Act::Play { seat, play, .. } => drop(self.hands[seat.index()].remove(play.tile())),
            Act::Draw { seat, tiles, .. } => {
                for tile in (0..*tiles).filter_map(|_| self.boneyard.pop()).collect::<Vec<_>>() {
                    self.hands[seat.index()].insert(tile);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PRESETS;

    #[test]
    fn every_rule_set_is_played_to_its_end() {
        for preset in PRESETS {
            for players in 2..=RuleSet::SEATS {
                let names = ["Anna", "Ben", "Cleo", "Dan", "Eve", "Fred"];
                let setup = Setup::new(preset.rules.clone(), &names[..players]);
                if setup.check().is_err() {
                    continue;
                }
                for seed in 0..5 {
                    let game = play_match(setup.clone(), &[0.9, 0.1], seed % 2 == 0, seed).unwrap();
                    let state = game.state();
                    assert!(state.winner.is_some(), "{} {players} {seed}: {:?}", preset.rules.id, game.events().last());
                    assert_eq!(game, play_match(setup.clone(), &[0.9, 0.1], seed % 2 == 0, seed).unwrap());
                }
            }
        }
    }
}
