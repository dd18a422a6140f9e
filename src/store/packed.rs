//! Facts as bytes, for the derived table: about a dozen bytes a turn, read back without replaying a game. A private
//! form: raise `PROJECTION` when it changes, and it is made anew from the log.
//!
//! Numbers are LEB128, signed ones zigzag first; texts and lists have their length before them.

use game::rules::{Points, RuleSet};
use game::stats::{Did, Facts, LegFacts, TurnFact};
use game::tile::Tile;

/// The bytes of `facts`, without its id: that is the key of the table.
pub(super) fn pack(facts: &Facts) -> Vec<u8> {
    let mut out = Packer(Vec::with_capacity(64 + 12 * facts.turns.len()));
    out.signed(facts.at_ms);
    out.text(facts.rules);
    out.text(&facts.title);
    out.number(facts.best_of);
    out.number(facts.target);
    out.list(&facts.players, |out, player| out.text(player));
    out.list(&facts.side_of, |out, side| out.size(*side));
    out.size(facts.sides);
    out.list(&facts.legs_won, |out, legs| out.number(*legs));
    out.maybe(facts.winner.map(|side| side as u64));
    out.flags([facts.abandoned, false, false, false]);
    out.list(&facts.legs, |out, leg| {
        out.maybe(leg.winner.map(|side| side as u64));
        out.list(&leg.scores, |out, score| out.points(*score));
        out.list(&leg.skunked, |out, side| out.size(*side));
        out.list(&leg.came_close, |out, close| out.flags([*close, false, false, false]));
    });
    out.list(&facts.turns, Packer::turn);
    out.0
}

/// The facts of these bytes; `None` if they are not what [`pack`] wrote.
pub(super) fn unpack(id: String, bytes: &[u8]) -> Option<Facts> {
    let mut from = Unpacker { bytes };
    let at_ms = from.signed()?;
    let rules = RuleSet::preset(&from.text()?).ok()?.id;
    let facts = Facts {
        id,
        at_ms,
        rules,
        title: from.text()?,
        best_of: from.small()?,
        target: from.small()?,
        players: from.list(Unpacker::text)?,
        side_of: from.list(Unpacker::small)?,
        sides: from.small()?,
        legs_won: from.list(Unpacker::small)?,
        winner: from.maybe()?,
        abandoned: from.flags()?[0],
        legs: from.list(|from| {
            Some(LegFacts {
                winner: from.maybe()?,
                scores: from.list(Unpacker::points)?,
                skunked: from.list(Unpacker::small)?,
                came_close: from.list(|from| from.flags().map(|flags| flags[0]))?,
            })
        })?,
        turns: from.list(Unpacker::turn)?,
    };
    let sides = facts.side_of.len() == facts.players.len() && facts.side_of.iter().all(|&side| side < facts.sides);
    let seats = facts.turns.iter().all(|turn| usize::from(turn.seat) < facts.players.len());
    (from.bytes.is_empty() && sides && seats && facts.legs_won.len() == facts.sides).then_some(facts)
}

struct Packer(Vec<u8>);

impl Packer {
    fn number(&mut self, n: impl Into<u64>) {
        let mut n = n.into();
        while n >= 0x80 {
            self.0.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.0.push(n as u8);
    }

    fn size(&mut self, n: usize) {
        self.number(n as u64);
    }

    fn signed(&mut self, n: i64) {
        self.number(((n << 1) ^ (n >> 63)).cast_unsigned());
    }

    fn points(&mut self, points: Points) {
        self.signed(i64::from(points.halves()));
    }

    fn text(&mut self, text: &str) {
        self.size(text.len());
        self.0.extend_from_slice(text.as_bytes());
    }

    fn maybe(&mut self, n: Option<u64>) {
        self.number(n.map_or(0, |n| n + 1));
    }

    fn flags(&mut self, flags: [bool; 4]) {
        self.0.push(flags.into_iter().rev().fold(0, |bits, flag| bits << 1 | u8::from(flag)));
    }

    fn list<T>(&mut self, items: &[T], item: impl Fn(&mut Self, &T)) {
        self.size(items.len());
        for one in items {
            item(self, one);
        }
    }

    fn turn(&mut self, turn: &TurnFact) {
        self.number(turn.leg);
        self.number(turn.round);
        self.number(turn.seat);
        match turn.did {
            Did::Drop { tile, count, points, bonus, lead, wrong, eight } => {
                self.0.push(0);
                self.size(tile.index());
                self.number(count);
                self.number(points);
                self.number(bonus);
                self.flags([lead, wrong, eight, false]);
            }
            Did::Knock { forced_by } => {
                self.0.push(1);
                self.maybe(forced_by.map(u64::from));
            }
            Did::Draw(tiles) => self.0.extend([2, tiles]),
            Did::Other => self.0.push(3),
            Did::Claim => self.0.push(4),
        }
        self.points(turn.award);
        self.points(turn.score);
        self.flags([turn.bust, turn.chip_out, turn.won_leg, false]);
    }
}

struct Unpacker<'a> {
    bytes: &'a [u8],
}

impl Unpacker<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(byte)
    }

    fn number(&mut self) -> Option<u64> {
        let mut n = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            n |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(n);
            }
        }
        None
    }

    fn small<T: TryFrom<u64>>(&mut self) -> Option<T> {
        T::try_from(self.number()?).ok()
    }

    fn signed(&mut self) -> Option<i64> {
        let n = self.number()?;
        Some((n >> 1).cast_signed() ^ -(n & 1).cast_signed())
    }

    fn points(&mut self) -> Option<Points> {
        i32::try_from(self.signed()?).ok().map(Points::from_halves)
    }

    fn text(&mut self) -> Option<String> {
        let length: usize = self.small()?;
        let (text, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    /// `None` inside for nothing, outside for nonsense.
    fn maybe<T: TryFrom<u64>>(&mut self) -> Option<Option<T>> {
        match self.number()? {
            0 => Some(None),
            n => T::try_from(n - 1).ok().map(Some),
        }
    }

    fn flags(&mut self) -> Option<[bool; 4]> {
        let bits = self.byte()?;
        Some([0, 1, 2, 3].map(|bit| bits >> bit & 1 == 1))
    }

    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length: usize = self.small()?;
        // Every item takes a byte at least, so a wrong length cannot ask for more room than there are bytes.
        let mut items = Vec::with_capacity(length.min(self.bytes.len()));
        for _ in 0..length {
            items.push(item(self)?);
        }
        Some(items)
    }

    fn turn(&mut self) -> Option<TurnFact> {
        let (leg, round, seat) = (self.small()?, self.small()?, self.small()?);
        let did = match self.byte()? {
            0 => {
                let tile = Tile::from_index(self.small()?)?;
                let (count, points, bonus) = (self.small()?, self.small()?, self.small()?);
                let [lead, wrong, eight, _] = self.flags()?;
                Did::Drop { tile, count, points, bonus, lead, wrong, eight }
            }
            1 => Did::Knock { forced_by: self.maybe()? },
            2 => Did::Draw(self.byte()?),
            3 => Did::Other,
            4 => Did::Claim,
            _ => return None,
        };
        let (award, score) = (self.points()?, self.points()?);
        let [bust, chip_out, won_leg, _] = self.flags()?;
        Some(TurnFact { leg, round, seat, did, award, score, bust, chip_out, won_leg })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::rng::Rng;
    use game::self_play::{Plan, season};

    #[test]
    fn facts_survive_and_nonsense_is_refused() {
        let mut rng = Rng::new(5);
        for game in season(Plan { sessions: 5, ..Plan::YEAR }, 3) {
            let facts = Facts::of("x", game.at_ms, game.game.state(), |name| name);
            let bytes = pack(&facts);
            assert_eq!(unpack("x".to_owned(), &bytes), Some(facts));
            for _ in 0..50 {
                let mut bad = bytes.clone();
                let at = rng.below(bad.len());
                bad[at] ^= 1 << rng.below(8);
                // A flipped bit may still be a number; it must only never be a panic.
                drop(unpack("x".to_owned(), &bad));
                assert_eq!(unpack("x".to_owned(), &bytes[..at]), None);
            }
        }
    }
}
