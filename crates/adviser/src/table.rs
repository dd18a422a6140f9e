//! Facts about a layout for the search: where tiles go, what they pay, and which ends are open afterwards.

mod line;
mod tree;

pub use line::Line;
pub use tree::{Ends, Tree};

use game::tile::Tile;

/// One way to play one tile. Two places that leave the same ends are the same move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move<P> {
    /// Index of the tile.
    pub tile: u8,
    /// Points the play pays before any rule about passing the target.
    pub points: u8,
    /// Name of the move: equal keys of one position are the same move.
    pub key: u16,
    /// The layout afterwards.
    pub next: P,
}

/// Every layout that rules allow, tabulated. `Pos` holds all that the future depends on.
pub trait Layouts {
    /// A layout, forgetful of everything that can no longer matter.
    type Pos: Copy + Eq + std::fmt::Debug;

    /// The empty layout.
    fn start(&self) -> Self::Pos;

    /// Tiles that can be played somewhere; all on the empty layout.
    fn playable(&self, pos: Self::Pos) -> u64;

    /// Appends every move of the tiles in `hand`, each once.
    fn moves(&self, hand: u64, pos: Self::Pos, out: &mut Vec<Move<Self::Pos>>);

    /// Sum of the counting ends.
    fn count(&self, pos: Self::Pos) -> u16;

    /// Number of different layouts where they are few enough to keep a table of, else 0.
    fn slots(&self) -> usize {
        0
    }

    /// The place of a layout in such a table.
    fn slot(&self, _pos: Self::Pos) -> Option<usize> {
        None
    }

    /// Pip values that can be joined, as bits; 0 on the empty layout.
    fn open(&self, pos: Self::Pos) -> u16;

    /// The move that joins `tile` to a place of this kind with this pip, `None` if the place does not exist.
    fn follow(&self, pos: Self::Pos, tile: u8, place: PlaceKind, pip: u8, inline: bool) -> Option<Move<Self::Pos>>;

    /// For every number of points that some tile of `among` can score, that number and how many tiles score it or more,
    /// falling. `f(points, tiles)`.
    fn replies(&self, among: u64, pos: Self::Pos, f: impl FnMut(u8, u32));
}

/// Halves of all tiles up to a set's highest pip, and the tiles holding each pip.
#[derive(Clone, Debug)]
pub struct Tiles {
    /// Lower and higher half of each tile.
    pub halves: Vec<(u8, u8)>,
    /// Tiles with a half of this value.
    pub with: Vec<u64>,
    /// All doubles.
    pub doubles: u64,
    /// Sum of the halves.
    pub pips: Vec<i16>,
}

impl Tiles {
    /// The tiles of the set with this highest pip, at most 9.
    #[must_use]
    pub fn new(max_pip: u8) -> Self {
        let n = usize::from(max_pip) + 1;
        let halves: Vec<(u8, u8)> = (0..n * (n + 1) / 2)
            .filter_map(Tile::from_index)
            .map(|tile| (tile.low().get(), tile.high().get()))
            .collect();
        let mut with = vec![0; n];
        let mut doubles = 0;
        for (i, &(low, high)) in halves.iter().enumerate() {
            with[usize::from(low)] |= 1 << i;
            with[usize::from(high)] |= 1 << i;
            if low == high {
                doubles |= 1 << i;
            }
        }
        let pips = halves.iter().map(|&(low, high)| i16::from(low + high)).collect();
        Self { halves, with, doubles, pips }
    }

    /// Tiles with a half among the pips of this bit set.
    #[must_use]
    pub fn touching(&self, pips: u16) -> u64 {
        self.with.iter().enumerate().filter(|&(pip, _)| pips >> pip & 1 == 1).fold(0, |all, (_, &with)| all | with)
    }

    /// Sum of the pips of a hand.
    #[must_use]
    pub fn sum(&self, hand: u64) -> i16 {
        bits(hand).map(|i| self.pips[i]).sum()
    }
}

/// The indices of the bits set, rising.
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let i = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(i)
    })
}

/// Kinds of places where a tile can be joined, as they appear in a move's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum PlaceKind {
    /// The first tile of the layout.
    First = 0,
    /// The open half of a single, or the free end of a double placed end to end.
    Single = 1,
    /// The free side of a double.
    Side = 2,
    /// The end of a double.
    Arm = 3,
}

/// The name of a move on a branching layout.
#[must_use]
pub const fn tree_key(tile: u8, place: PlaceKind, pip: u8, inline: bool) -> u16 {
    tile as u16 | (place as u16) << 6 | (pip as u16) << 8 | (inline as u16) << 12
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Pay, Spec};
    use game::rng::Rng;

    fn tile(text: &str) -> usize {
        text.parse::<Tile>().unwrap().index()
    }

    #[test]
    fn a_line_counts_as_the_rule_sheet_says() {
        let line = Line::new(6, Pay::FivesAndThrees);
        assert_eq!(line.len(), 113);
        let mut pos = line.start();
        for (text, count, points) in [("6-6", 12, 4), ("6-3", 15, 8), ("3-3", 18, 6), ("3-0", 12, 4), ("0-0", 12, 4)] {
            let mut moves = Vec::new();
            line.moves(1 << tile(text), pos, &mut moves);
            let best = moves.iter().max_by_key(|m| m.points).unwrap();
            assert_eq!((line.count(best.next), best.points), (count, points), "{text}");
            pos = best.next;
        }
    }

    #[test]
    fn line_and_tree_agree_where_nothing_branches() {
        for spec in [Spec::pafos(false), Spec { max_pip: 9, pay: Pay::Fives, ..Spec::pafos(false) }] {
            let (line, tree) = (Line::new(spec.max_pip, spec.pay), Tree::new(&spec));
            let mut rng = Rng::new(5);
            for _ in 0..300 {
                // Without 0-0: an open blank and a blank double would look alike here.
                let (mut a, mut b, mut left) = (line.start(), tree.start(), spec.full() & !1);
                while left & line.playable(a) != 0 {
                    assert_eq!(left & line.playable(a), left & tree.playable(b));
                    assert_eq!((line.count(a), line.open(a)), (tree.count(b), tree.open(b)));
                    let (mut x, mut y) = (Vec::new(), Vec::new());
                    line.moves(left, a, &mut x);
                    tree.moves(left, b, &mut y);
                    let mut outcomes: Vec<_> = x.iter().map(|m| (m.tile, m.points, line.count(m.next))).collect();
                    let mut others: Vec<_> = y.iter().map(|m| (m.tile, m.points, tree.count(m.next))).collect();
                    outcomes.sort_unstable();
                    others.sort_unstable();
                    assert_eq!(outcomes, others, "{a} {b:?}");
                    check_replies(&line, a, left, &x);
                    check_replies(&tree, b, left, &y);
                    let m = rng.pick(&x).copied().unwrap();
                    let look = (m.tile, line.count(m.next), line.open(m.next));
                    let same = y.iter().find(|n| (n.tile, tree.count(n.next), tree.open(n.next)) == look);
                    (a, b) = (m.next, same.unwrap().next);
                    left &= !(1 << m.tile);
                }
            }
        }
    }

    fn check_replies<T: Layouts>(table: &T, pos: T::Pos, left: u64, moves: &[Move<T::Pos>]) {
        table.replies(left, pos, |points, tiles| {
            let makers: std::collections::BTreeSet<_> =
                moves.iter().filter(|m| m.points >= points).map(|m| m.tile).collect();
            assert_eq!(makers.len(), tiles as usize);
        });
    }
}
