//! Helpers: a table with known hands that plays random legal turns.

use game::layout::Play;
use game::rng::Rng;
use game::rules::{Claim, Drawing, NoDouble, RuleSet};
use game::tile::{Tile, TileSet};
use game::{Act, Match, NextLeader, Refusal, Seat, Setup};

/// A table with hands and a boneyard known to the test, not necessarily to the match.
pub(crate) struct Table {
    pub(crate) game: Match,
    pub(crate) hands: Vec<TileSet>,
    pub(crate) boneyard: Vec<Tile>,
    pub(crate) known: bool,
}

impl Table {
    pub(crate) fn new(setup: Setup, known: bool) -> Self {
        Self { game: Match::start(setup).unwrap(), hands: Vec::new(), boneyard: Vec::new(), known }
    }

    pub(crate) fn rules(&self) -> &RuleSet {
        &self.game.setup().rules
    }

    fn random_deal(&self, rng: &mut Rng) -> (Vec<TileSet>, Vec<Tile>) {
        let seats = self.game.setup().seats();
        let size = usize::from(self.rules().hand_size(seats).unwrap());
        let mut tiles: Vec<Tile> = self.rules().tiles().iter().collect();
        rng.shuffle(&mut tiles);
        let boneyard = tiles.split_off(seats * size);
        (tiles.chunks(size).map(|hand| hand.iter().copied().collect()).collect(), boneyard)
    }

    /// Deals at random until a player may lead.
    pub(crate) fn deal(&mut self, rng: &mut Rng) -> Act {
        loop {
            let (hands, boneyard) = self.random_deal(rng);
            let Some(leader) = self.leader(&hands) else { continue };
            (self.hands, self.boneyard) = (hands, boneyard);
            let hands = if self.known { self.hands.clone() } else { Vec::new() };
            return Act::Deal { leader, hands };
        }
    }

    fn leader(&self, hands: &[TileSet]) -> Option<Seat> {
        if !self.highest_leads() {
            let (NextLeader::Seat(seat) | NextLeader::Ask(seat)) = self.game.state().next_leader();
            return Some(seat);
        }
        let best = |hand: &TileSet| hand.iter().map(rank).max();
        let index = (0..hands.len()).max_by_key(|&i| best(&hands[i]))?;
        let any_double = hands.iter().any(|hand| hand.iter().any(Tile::is_double));
        match self.rules().no_double {
            NoDouble::HeaviestHand if !any_double => {
                (0..hands.len()).max_by_key(|&i| hands[i].pips()).and_then(Seat::new)
            }
            rule => (any_double || rule == NoDouble::HeaviestSingle).then(|| Seat::new(index))?,
        }
    }

    /// Reports whether the highest double must be led in the hand that is dealt or led now.
    fn highest_leads(&self) -> bool {
        self.game.state().highest_double_leads()
    }

    /// Returns the legal turns of the seat whose turn it is.
    pub(crate) fn legal(&self) -> Vec<Act> {
        let round = self.game.state().running().unwrap();
        let (rules, seat) = (self.rules(), round.turn);
        let hand = self.hands[seat.index()];
        let free = rules.no_double == NoDouble::HeaviestHand && !hand.iter().any(Tile::is_double);
        let lead = round.layout.is_empty() && self.highest_leads() && !free;
        let tiles: Vec<Tile> =
            if lead { hand.iter().max_by_key(|&tile| rank(tile)).into_iter().collect() } else { hand.iter().collect() };
        let plays: Vec<Play> = tiles.into_iter().flat_map(|tile| round.layout.ways(tile, rules)).collect();
        let mut acts: Vec<Act> = plays.into_iter().map(|play| Act::Play { seat, play, stands: false }).collect();
        let can_draw = rules.drawable(round.boneyard) > 0 && !round.layout.is_empty();
        if can_draw && (acts.is_empty() || rules.voluntary_draw) {
            let tile = *self.boneyard.last().unwrap();
            let seen = if self.known { [tile].into_iter().collect() } else { TileSet::EMPTY };
            acts.push(Act::Draw { seat, tiles: 1, seen });
        }
        if acts.is_empty() {
            acts.push(Act::Knock { seat, stands: false });
        }
        acts
    }

    /// Takes the act to the match and follows it with the hands.
    pub(crate) fn act(&mut self, act: Act) -> Result<(), Refusal> {
        self.game.act(act.clone())?;
        match act {
            Act::Play { seat, play, .. } => drop(self.hands[seat.index()].remove(play.tile())),
            Act::Draw { seat, tiles, .. } => {
                for _ in 0..tiles {
                    let tile = self.boneyard.pop().unwrap();
                    self.hands[seat.index()].insert(tile);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// One random step: a claim, a turn, a tally or a deal. `false` when the match is over.
    pub(crate) fn step(&mut self, rng: &mut Rng) -> bool {
        let state = self.game.state();
        if state.is_over() {
            return false;
        }
        let pending = state.round.as_ref().and_then(|round| round.pending);
        let act = match (&state.round, pending) {
            (_, Some(pending)) if rng.chance(0.8) => match self.rules().claim {
                Claim::Muggins if rng.chance(0.2) => Act::Muggins { seat: pending.seat.left(self.hands.len()) },
                _ => Act::Claim { seat: pending.seat },
            },
            (Some(round), _) if round.is_running() => {
                let legal = self.legal();
                // Drawing although one can play is rare at a table.
                let n = if legal.len() > 1 && matches!(legal.last(), Some(Act::Draw { .. })) && rng.chance(0.9) {
                    legal.len() - 1
                } else {
                    legal.len()
                };
                legal[rng.below(n)].clone()
            }
            (Some(round), _) if round.needs_tally() => {
                let pips = |hand: &TileSet| Some(hand.pips());
                Act::Tally { left: self.hands.iter().map(pips).collect() }
            }
            _ => self.deal(rng),
        };
        self.act(act.clone()).unwrap_or_else(|refusal| panic!("{act:?}: {refusal}"));
        true
    }
}

/// The order in which tiles must be led where the highest double leads.
fn rank(tile: Tile) -> (bool, u8, u8) {
    (tile.is_double(), tile.pips(), tile.high().get())
}

/// Every number of players, and pairs or not, that a rule set allows.
pub(crate) fn setups(rules: &RuleSet) -> Vec<Setup> {
    let names = ["Anna", "Ben", "Cleo", "Dan", "Eve", "Fred"];
    let mut setups = Vec::new();
    for players in 2..=RuleSet::SEATS {
        for pairs in [false, true] {
            let setup = Setup { pairs, ..Setup::new(rules.clone(), &names[..players]) };
            if setup.check().is_ok() {
                setups.push(setup);
            }
        }
    }
    assert!(!setups.is_empty());
    setups
}

/// Reports whether drawing is part of the rules.
pub(crate) fn draws(rules: &RuleSet) -> bool {
    rules.drawing == Drawing::UntilPlayable
}
