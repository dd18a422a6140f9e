//! The simulated players: they hold real tiles, look at the record as people look at the score, and play by its rules.
//! Knows no picture.

use game::layout::{Layout, Play};
use game::rng::Rng;
use game::rules::{Claim, LeadTile, NoDouble, RuleSet};
use game::tile::{Tile, TileSet};
use game::{Act, Deed, Match, NextLeader, Round, Seat, lead_rank};

/// Hands and boneyard, hidden from the rest of the program.
#[derive(Clone, Debug)]
pub(super) struct Players {
    rng: Rng,
    hands: Vec<Vec<Tile>>,
    boneyard: Vec<Tile>,
    /// The deal these tiles belong to: number of its event.
    deal: Option<usize>,
    /// Tiles dealt for a hand that is not in the record yet, with its leader.
    next: Option<(Vec<Vec<Tile>>, Vec<Tile>, Seat)>,
}

/// Next intent of the players.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Intent {
    /// Drop one of these tiles, the best first, since there may be no room for some.
    Lay(Seat, Vec<Play>),
    /// Say something.
    Say(Act),
    /// No intent.
    Nothing,
}

impl Players {
    /// Makes players with tiles and choices fixed by a seed.
    #[must_use]
    pub(super) const fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed), hands: Vec::new(), boneyard: Vec::new(), deal: None, next: None }
    }

    /// Takes up the hand that the record has begun. `true` when it is a new one.
    pub(super) fn follow(&mut self, game: &Match) -> bool {
        let Some(round) = &game.state().round else { return false };
        if self.deal == Some(round.event) {
            self.draw_as_recorded(round);
            return false;
        }
        self.deal = Some(round.event);
        let prepared = self.next.take().filter(|next| next.2 == round.leader && round.layout.is_empty());
        if let Some((hands, boneyard, _)) = prepared {
            (self.hands, self.boneyard) = (hands, boneyard);
        } else {
            self.deal_rest(game, round);
        }
        true
    }

    /// Deals the remaining tiles so that every hand is as large as in the record.
    fn deal_rest(&mut self, game: &Match, round: &Round) {
        let rules = &game.setup().rules;
        for _ in 0..200 {
            let mut tiles: Vec<Tile> = rules.tiles().minus(round.layout.tiles()).iter().collect();
            self.rng.shuffle(&mut tiles);
            let mut take = |n: u8| tiles.split_off(tiles.len().saturating_sub(usize::from(n)));
            let hands: Vec<Vec<Tile>> = round.hands.iter().map(|hand| take(hand.count)).collect();
            (self.hands, self.boneyard) = (hands, tiles);
            // Where the highest double leads it must be in the leader's hand.
            if !round.layout.is_empty() || Self::leader(game, &self.hands, round.leader) == Some(round.leader) {
                return;
            }
        }
    }

    /// Takes the tiles from the boneyard that the record says were drawn.
    fn draw_as_recorded(&mut self, round: &Round) {
        let drawer = round.turns.iter().rev().find(|turn| matches!(turn.deed, Deed::Drew { .. }));
        let Some(hand) = drawer.and_then(|turn| self.hands.get_mut(turn.seat.index())) else { return };
        while self.boneyard.len() > usize::from(round.boneyard) {
            let Some(tile) = self.boneyard.pop() else { break };
            hand.push(tile);
        }
    }

    /// The leader with these hands: the record's choice, or the player named by the tiles.
    fn leader(game: &Match, hands: &[Vec<Tile>], choice: Seat) -> Option<Seat> {
        let rules = &game.setup().rules;
        let highest = Tile::double(rules.set_size);
        let holder = || hands.iter().position(|hand| hand.contains(&highest)).and_then(Seat::new);
        if rules.lead_tile == LeadTile::SetDoubleFirst {
            // Required in a game's first hand only; its holder may lead any other hand too.
            return holder();
        }
        if !game.state().highest_double_leads() {
            return Some(choice);
        }
        let best = |hand: &[Tile]| hand.iter().map(|&tile| lead_rank(tile)).max();
        let index = (0..hands.len()).max_by_key(|&i| best(&hands[i]))?;
        let any_double = hands.iter().flatten().any(|tile| tile.is_double());
        let leads = any_double || matches!(rules.no_double, NoDouble::HeaviestSingle | NoDouble::HeaviestHand);
        leads.then(|| Seat::new(index))?
    }

    /// Deals the next hand and says who leads.
    fn prepare(&mut self, game: &Match) -> Option<Act> {
        if let Some((_, _, leader)) = self.next {
            return Some(Act::Deal { leader, hands: Vec::new() });
        }
        let rules = &game.setup().rules;
        let seats = game.setup().seats();
        let size = usize::from(rules.hand_size(seats)?);
        let (NextLeader::Seat(choice) | NextLeader::Ask(choice)) = game.state().next_leader();
        for _ in 0..1000 {
            let mut tiles: Vec<Tile> = rules.tiles().iter().collect();
            self.rng.shuffle(&mut tiles);
            let hands: Vec<Vec<Tile>> = (0..seats).map(|_| tiles.split_off(tiles.len() - size)).collect();
            if let Some(leader) = Self::leader(game, &hands, choice) {
                self.next = Some((hands, tiles, leader));
                return Some(Act::Deal { leader, hands: Vec::new() });
            }
        }
        None
    }

    /// Returns the next intent by the record.
    pub(super) fn wish(&mut self, game: &Match) -> Intent {
        let state = game.state();
        if state.is_over() {
            return Intent::Nothing;
        }
        let Some(round) = &state.round else { return self.prepare(game).map_or(Intent::Nothing, Intent::Say) };
        if let Some(pending) = round.pending.filter(|_| game.setup().rules.claim != Claim::Auto) {
            return Intent::Say(Act::Claim { seat: pending.seat });
        }
        if round.needs_tally() {
            let pips =
                |hand: &Vec<Tile>| Some(hand.iter().map(|&tile| game::left_pips(tile, &game.setup().rules)).sum());
            return Intent::Say(Act::Tally { left: self.hands.iter().map(pips).collect() });
        }
        if !round.is_running() {
            return self.prepare(game).map_or(Intent::Nothing, Intent::Say);
        }
        self.turn(round, &game.setup().rules, game)
    }

    fn turn(&mut self, round: &Round, rules: &RuleSet, game: &Match) -> Intent {
        let seat = round.turn;
        let Some(hand) = self.hands.get(seat.index()).cloned() else { return Intent::Nothing };
        let plays = self.ranked(&hand, &round.layout, seat, rules, game);
        if !plays.is_empty() {
            return Intent::Lay(seat, plays);
        }
        if round.layout.is_empty() {
            // No player may lead with these tiles.
            return Intent::Say(Act::Redeal);
        }
        let left = usize::from(rules.drawable(round.boneyard)).min(self.boneyard.len());
        if left > 0 {
            let coming = self.boneyard.iter().rev().take(left);
            let until = coming.into_iter().position(|&tile| round.layout.fits(tile, rules));
            let tiles = u8::try_from(until.map_or(left, |at| at + 1)).unwrap_or(u8::MAX);
            return Intent::Say(Act::Draw { seat, tiles, seen: TileSet::EMPTY });
        }
        Intent::Say(Act::Knock { seat, stands: false })
    }

    /// The legal plays, those that pay most first; equals at random. Doubles go across.
    fn ranked(&mut self, hand: &[Tile], layout: &Layout, seat: Seat, rules: &RuleSet, game: &Match) -> Vec<Play> {
        let ways = hand.iter().flat_map(|&tile| layout.ways(tile, rules)).filter(|play| !play.inline);
        let legal = ways.filter(|play| game.decide(Act::Play { seat, play: *play, stands: false }).is_ok());
        let mut plays: Vec<(f64, Play)> = Vec::new();
        for play in legal {
            let mut after = layout.clone();
            if after.lay(play, rules).is_err() {
                continue;
            }
            let points = f64::from(after.pays(rules));
            let weight = f64::from(play.tile().pips()) * 0.05;
            plays.push((points + weight + self.rng.range(0.0, 1.5), play));
        }
        plays.sort_by(|a, b| b.0.total_cmp(&a.0));
        plays.into_iter().map(|play| play.1).collect()
    }

    /// The tile has left whichever hand held it.
    pub(super) fn laid(&mut self, tile: Tile) {
        for hand in &mut self.hands {
            hand.retain(|&held| held != tile);
        }
        self.boneyard.retain(|&left| left != tile);
    }

    /// Forgets the deal: the tiles are thrown in.
    pub(super) fn throw_in(&mut self) {
        self.deal = None;
        self.next = None;
    }
}
