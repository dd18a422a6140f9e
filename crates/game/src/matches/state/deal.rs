//! The deal, and what becomes known of the hands.

use super::State;
use crate::layout::Layout;
use crate::matches::round::Bar;
use crate::matches::{Hand, Refusal, Round, Seat};
use crate::tile::TileSet;
use language::sentence;

impl State {
    pub(super) fn deal(&mut self, leader: Seat, hands: &[TileSet], event: usize) -> Result<(), Refusal> {
        self.seat(leader)?;
        match &self.round {
            Some(round) if round.is_running() => return Err(Refusal::HandRunning),
            Some(round) if round.needs_tally() => return Err(Refusal::TallyFirst),
            _ => {}
        }
        let seats = self.setup.seats();
        let sheet = self.setup.rules.is_sheet().then_some(0);
        let Some(size) = sheet.or(self.setup.rules.hand_size(seats)) else { return Err(Refusal::NoHand) };
        let hands = dealt(hands, size, seats, self.setup.rules.tiles())?;
        if self.leg.winner.is_some() {
            self.close_round();
            let next = Self::new_leg(&self.setup);
            self.legs.push(std::mem::replace(&mut self.leg, next));
        }
        self.close_round();
        let set = if sheet.is_some() { 0 } else { self.setup.rules.tiles().len() };
        let boneyard = set - seats * usize::from(size);
        self.round = Some(Round {
            event,
            leader,
            layout: Layout::new(),
            turn: leader,
            hands,
            boneyard: u8::try_from(boneyard).unwrap_or(u8::MAX),
            turns: Vec::new(),
            pending: None,
            end: None,
            settled: false,
            replay: false,
            won: None,
            capicua: false,
            reset: false,
            knocks: 0,
            bars: vec![Bar::Free; seats],
        });
        self.redealt = None;
        Ok(())
    }

    fn close_round(&mut self) {
        self.leg.rounds.extend(self.round.take());
    }

    pub(super) fn redeal(&mut self) -> Result<(), Refusal> {
        self.redealt = Some(self.running_mut()?.leader);
        self.round = None;
        Ok(())
    }

    pub(super) fn reveal(&mut self, seat: Seat, tiles: TileSet) -> Result<(), Refusal> {
        self.seat(seat)?;
        let set = self.setup.rules.tiles();
        let Some(round) = self.round.as_mut() else { return Err(Refusal::NoHand) };
        let refuse = |why| Err(Refusal::BadHand { seat, why });
        if !tiles.minus(set).is_empty() {
            return refuse(sentence!("a tile is not in the set"));
        }
        if !tiles.intersection(round.elsewhere(seat)).is_empty() {
            return refuse(sentence!("a tile is on the table or in another hand"));
        }
        let hand = &mut round.hands[seat.index()];
        let known = hand.known.union(tiles);
        if known.len() > usize::from(hand.count) {
            return refuse(sentence!("more tiles than the player holds"));
        }
        hand.known = known;
        Ok(())
    }
}

fn dealt(known: &[TileSet], size: u8, seats: usize, set: TileSet) -> Result<Vec<Hand>, Refusal> {
    let mut seen = TileSet::EMPTY;
    let mut hands = vec![Hand { count: size, known: TileSet::EMPTY }; seats];
    for (i, &tiles) in known.iter().enumerate() {
        let Some(seat) = Seat::new(i) else { break };
        let refuse = |why| Err(Refusal::BadHand { seat, why });
        let Some(hand) = hands.get_mut(i) else { return Err(Refusal::NoSuchSeat { seat }) };
        if !tiles.minus(set).is_empty() {
            return refuse(sentence!("a tile is not in the set"));
        }
        if tiles.len() > usize::from(size) {
            return refuse(sentence!("more tiles than are dealt"));
        }
        if !tiles.intersection(seen).is_empty() {
            return refuse(sentence!("a tile is in two hands"));
        }
        seen = seen.union(tiles);
        hand.known = tiles;
    }
    Ok(hands)
}
