//! Layouts that may branch.

use super::{Layouts, Move, PlaceKind, Tiles, bits, tree_key};
use crate::spec::{Arms, Pay, Spec};

/// A layout that may branch: how many ends of each kind are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// Open halves of singles (and of doubles placed end to end) by pip, four bits each.
    singles: u64,
    /// Open ends of doubles that count nothing by pip, four bits each.
    arms: u64,
    /// Doubles with one free side, which count twice their pip.
    doubles: u16,
    /// A crosswise double is the only tile.
    lone: bool,
    /// Pip of the first double where only that one may branch, 255 before it and in all other rules.
    spinner: u8,
    /// Sides of the first double that must be joined before any other place opens.
    cross: u8,
    /// The table is empty.
    empty: bool,
    count: u16,
    /// Pips of all open places: follows from the other fields, and is asked for at every turn.
    open: u16,
}

impl Ends {
    /// Updates the table for a pip with changed places.
    const fn reopen(&mut self, pip: u8) {
        let places = (self.singles | self.arms) >> (4 * pip) & 15 > 0 || self.doubles >> pip & 1 == 1;
        self.open = self.open & !(1 << pip) | (places as u16) << pip;
    }

    /// The pips of open places: only the first double's while its sides must be joined.
    const fn open(&self) -> u16 {
        if self.cross > 0 { 1 << self.spinner } else { self.open }
    }
}

/// The rules of a branching layout.
#[derive(Clone, Debug)]
pub struct Tree {
    tiles: Tiles,
    pay: Pay,
    arms: Arms,
    sniff: bool,
    exits: u8,
    inline: bool,
    /// Tiles with a half among these pips, by their bits.
    touching: Vec<u64>,
    /// Tiles with this pip (row) that score when the other half is added to a count of this remainder by fifteen: all
    /// ways of scoring go by threes and fives.
    scoring: Vec<[u64; 15]>,
}

impl Tree {
    /// The table of a rule set.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        let tiles = Tiles::new(spec.max_pip);
        let touching = (0..1 << tiles.with.len()).map(|pips| tiles.touching(pips)).collect();
        let scoring = (0..=spec.max_pip).map(|pip| scoring(&tiles, spec, pip)).collect();
        Self {
            tiles,
            pay: spec.pay,
            arms: spec.arms,
            sniff: spec.sniff,
            exits: spec.exits,
            inline: spec.inline,
            touching,
            scoring,
        }
    }

    /// The layout after `tile` is joined to a place with `pip`, end to end if `inline`.
    #[must_use]
    pub fn play(&self, pos: Ends, tile: u8, place: PlaceKind, pip: u8, inline: bool) -> Ends {
        let (low, high) = self.tiles.halves[usize::from(tile)];
        let mut next = pos;
        match place {
            PlaceKind::First => return self.first(low, high, inline),
            PlaceKind::Single => {
                next.singles -= 1 << (4 * pip);
                next.count -= self.counted(u16::from(pip));
            }
            PlaceKind::Side if pos.lone => next.lone = false,
            PlaceKind::Side => {
                next.doubles &= !(1 << pip);
                next.count -= self.counted(2 * u16::from(pip));
                if self.branches(pos, pip) {
                    next.arms += 2 << (4 * pip);
                    next.count += if self.sniff { self.counted(2 * u16::from(pip)) } else { 0 };
                }
            }
            PlaceKind::Arm => {
                next.arms -= 1 << (4 * pip);
                next.cross = pos.cross.saturating_sub(1);
                next.count -= if self.sniff { self.counted(u16::from(pip)) } else { 0 };
            }
        }
        let outer = low + high - pip;
        next.open |= 1 << outer;
        if low == high && !inline {
            next.count += self.counted(2 * u16::from(low));
            next.spinner = self.spinner(pos.spinner, low);
            if self.arms == Arms::AtOnce {
                // Nothing is paid in such games: a place is a place, and nothing is counted.
                next.singles += u64::from(self.exits) << (4 * low);
            } else if self.arms == Arms::Cross && pos.spinner == u8::MAX {
                next.arms += 3 << (4 * low);
                next.cross = 3;
            } else {
                next.doubles |= 1 << low;
            }
        } else {
            next.singles += 1 << (4 * outer);
            next.count += self.counted(u16::from(outer));
        }
        next.reopen(pip);
        next
    }

    /// Returns the pips that an end adds to the count: none if nothing is ever paid.
    fn counted(&self, pips: u16) -> u16 {
        if self.pay == Pay::Nothing { 0 } else { pips }
    }

    /// Reports whether the ends of this double open once it is crossed.
    fn branches(&self, pos: Ends, pip: u8) -> bool {
        self.arms == Arms::AfterSides || self.arms == Arms::FirstDouble && pos.spinner == pip
    }

    /// The only double that may branch, once `pip` has been played crosswise.
    fn spinner(&self, before: u8, pip: u8) -> u8 {
        if matches!(self.arms, Arms::FirstDouble | Arms::Cross) && before == u8::MAX { pip } else { before }
    }

    fn first(&self, low: u8, high: u8, inline: bool) -> Ends {
        let count = self.counted(u16::from(low) + u16::from(high));
        let bare = Ends { count, empty: false, open: 1 << low | 1 << high, ..self.start() };
        if low != high || inline {
            return Ends { singles: (1 << (4 * low)) + (1 << (4 * high)), ..bare };
        }
        let crosswise = Ends { spinner: self.spinner(u8::MAX, low), ..bare };
        if self.arms == Arms::AtOnce {
            Ends { singles: 4 << (4 * low), ..crosswise }
        } else if self.arms == Arms::Cross {
            Ends { arms: 4 << (4 * low), cross: 4, ..crosswise }
        } else {
            Ends { doubles: 1 << low, lone: true, ..crosswise }
        }
    }

    /// The kinds of places open at a pip.
    fn kinds(pos: Ends, pip: u8) -> [(PlaceKind, bool); 3] {
        if pos.cross > 0 {
            return [(PlaceKind::Single, false), (PlaceKind::Side, false), (PlaceKind::Arm, pip == pos.spinner)];
        }
        [
            (PlaceKind::Single, pos.singles >> (4 * pip) & 15 > 0),
            (PlaceKind::Side, pos.doubles >> pip & 1 == 1),
            (PlaceKind::Arm, pos.arms >> (4 * pip) & 15 > 0),
        ]
    }

    /// Calls `f` with every kind of open place and its pip.
    fn places(pos: Ends, mut f: impl FnMut(PlaceKind, u8)) {
        let mut open = pos.open();
        while open != 0 {
            let pip = open.trailing_zeros() as u8;
            open &= open - 1;
            for (place, there) in Self::kinds(pos, pip) {
                if there {
                    f(place, pip);
                }
            }
        }
    }

    fn push(&self, pos: Ends, tile: usize, place: PlaceKind, pip: u8, out: &mut Vec<Move<Ends>>) {
        let tile = u8::try_from(tile).unwrap_or(u8::MAX);
        let double = self.tiles.doubles >> tile & 1 == 1;
        for inline in [false, true].into_iter().take(if double && self.inline { 2 } else { 1 }) {
            let next = self.play(pos, tile, place, pip, inline);
            out.push(Move { tile, points: self.pay.points(next.count), key: tree_key(tile, place, pip, inline), next });
        }
    }
}

impl Layouts for Tree {
    type Pos = Ends;

    fn start(&self) -> Ends {
        Ends {
            singles: 0,
            arms: 0,
            doubles: 0,
            lone: false,
            spinner: u8::MAX,
            cross: 0,
            empty: true,
            count: 0,
            open: 0,
        }
    }

    fn playable(&self, pos: Ends) -> u64 {
        if pos.empty { u64::MAX } else { self.touching[usize::from(pos.open())] }
    }

    fn moves(&self, hand: u64, pos: Ends, out: &mut Vec<Move<Ends>>) {
        if pos.empty {
            for tile in bits(hand) {
                self.push(pos, tile, PlaceKind::First, 0, out);
            }
            return;
        }
        Self::places(pos, |place, pip| {
            for tile in bits(hand & self.tiles.with[usize::from(pip)]) {
                self.push(pos, tile, place, pip, out);
            }
        });
    }

    fn count(&self, pos: Ends) -> u16 {
        pos.count
    }

    fn follow(&self, pos: Ends, tile: u8, place: PlaceKind, pip: u8, inline: bool) -> Option<Move<Ends>> {
        let open = pip < 16 && Self::kinds(pos, pip).contains(&(place, true)) || place == PlaceKind::First && pos.empty;
        let halves = self.tiles.halves.get(usize::from(tile))?;
        let fits = place == PlaceKind::First || halves.0 == pip || halves.1 == pip;
        if !open || !fits || inline && !(self.inline && halves.0 == halves.1) {
            return None;
        }
        let next = self.play(pos, tile, place, pip, inline);
        Some(Move { tile, points: self.pay.points(next.count), key: tree_key(tile, place, pip, inline), next })
    }

    fn open(&self, pos: Ends) -> u16 {
        pos.open()
    }

    fn replies(&self, among: u64, pos: Ends, mut f: impl FnMut(u8, u32)) {
        if self.pay == Pay::Nothing {
            return;
        }
        // Tiles by their possible score, in steps of the points for a five; 63 steps and more count as 63.
        let mut makers = [0u64; 64];
        let mut top = 0;
        let mut note = |count: u16, tile: usize| {
            let step = usize::from(self.pay.points(count) / self.pay.step()).min(63);
            makers[step] |= 1 << tile;
            top = top.max(step);
        };
        if pos.empty {
            for tile in bits(among) {
                note(self.tiles.pips[tile].unsigned_abs(), tile);
            }
        }
        Self::places(pos, |place, pip| {
            // What the joined place takes out of the count: the lone double stays in it.
            let gone = match place {
                PlaceKind::Single => u16::from(pip),
                PlaceKind::Side if !(pos.lone || self.sniff && self.branches(pos, pip)) => 2 * u16::from(pip),
                PlaceKind::Arm if self.sniff => u16::from(pip),
                PlaceKind::Side | PlaceKind::Arm | PlaceKind::First => 0,
            };
            let rest = pos.count - gone;
            for tile in bits(among & self.scoring[usize::from(pip)][usize::from(rest % 15)]) {
                let (low, high) = self.tiles.halves[tile];
                let outer = u16::from(low + high - pip);
                if low != high {
                    note(rest + outer, tile);
                    continue;
                }
                note(rest + 2 * outer, tile);
                if self.inline {
                    note(rest + outer, tile);
                }
            }
        });
        let (mut above, mut n) = (0, 0);
        for step in (1..=top).rev() {
            above |= makers[step];
            let more = above.count_ones();
            if more > n {
                n = more;
                #[expect(clippy::cast_possible_truncation, reason = "at most 63 steps")]
                f((step as u8).saturating_mul(self.pay.step()), n);
            }
        }
    }
}

/// Tiles with a pip that score when they join it, by the rest of the count without the joined place, modulo 15.
fn scoring(tiles: &Tiles, spec: &Spec, pip: u8) -> [u64; 15] {
    let mut out = [0; 15];
    for tile in bits(tiles.with[usize::from(pip)]) {
        let (low, high) = tiles.halves[tile];
        let outer = u16::from(low + high - pip);
        for (rest, row) in (15..30).zip(&mut out) {
            let crosswise = if low == high { 2 * outer } else { outer };
            let inline = spec.inline && spec.pay.points(rest + outer) > 0;
            if spec.pay.points(rest + crosswise) > 0 || inline {
                *row |= 1 << tile;
            }
        }
    }
    out
}
