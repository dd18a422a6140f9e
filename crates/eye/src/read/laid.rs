//! From a reading to the layout of the rules: its notation, its count and its points.

use super::{Family, Point, ReadTile, Reading, Settings, Slot};
use crate::geometry::place_in;
use game::layout::{Layout, Place, Play, Port};
use game::rules::{PRESETS, RuleSet, Spinner};
use game::tile::{Pip, Tile};

/// A layout as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// The layout. The order of play cannot be seen: one is chosen that the rules allow, if there is one.
    pub layout: Layout,
    /// For each tile of the layout its place in [`Reading::tiles`].
    pub tiles: Vec<usize>,
}

/// Value of a layout under some rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Sum of the counting ends.
    pub count: u16,
    /// Points for the count in play.
    pub points: u16,
}

/// A place of the layout where another tile could go, under any rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Free {
    /// The tile: its place in [`Reading::tiles`].
    pub tile: usize,
    /// The pips to be matched.
    pub pips: Pip,
    /// Place on the tile.
    pub at: FreeAt,
    /// Position in the picture.
    pub point: Point,
}

/// Free places on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FreeAt {
    /// The open half of a tile in line.
    Half,
    /// A long side of a crosswise double.
    Side,
    /// A short end of a crosswise double.
    End,
}

impl Settings {
    /// Returns what the reader may assume under these rules.
    #[must_use]
    pub const fn of_rules(rules: &RuleSet) -> Self {
        let family = match rules.spinner {
            Spinner::None => Family::Line,
            Spinner::First => Family::SpinnerFirst,
            Spinner::AllAfterSides => Family::SpinnerEvery,
            Spinner::AllAtOnce => Family::SpinnerAtOnce,
        };
        Self { max_pip: rules.set_size, family, use_rules: true, inline_doubles: rules.inline_doubles }
    }
}

/// A neighbour of a tile, with the slots of both.
#[derive(Clone, Copy, Debug)]
struct Neighbour {
    tile: usize,
    at: Slot,
    by: Slot,
}

impl Reading {
    fn neighbours(&self, tile: usize) -> impl Iterator<Item = Neighbour> + '_ {
        self.joins.iter().filter_map(move |join| {
            let [(i, p), (j, q)] = join.tiles;
            if i == tile {
                Some(Neighbour { tile: j, at: p, by: q })
            } else if j == tile {
                Some(Neighbour { tile: i, at: q, by: p })
            } else {
                None
            }
        })
    }

    /// Reports whether the tile is across the line, by its joins. A lone double is.
    fn is_crosswise(&self, tile: usize) -> bool {
        let double = self.tiles[tile].tile().is_some_and(Tile::is_double);
        double && (self.neighbours(tile).next().is_none() || self.neighbours(tile).any(|n| n.at.is_side()))
    }

    /// The play that joins a tile to its neighbour, or leads it.
    fn play(&self, tile: usize, by: Option<Slot>, on: Option<Place>) -> Option<Play> {
        let [a, b]: [Pip; 2] = self.tiles[tile].pips?;
        let crosswise = self.is_crosswise(tile);
        // The core joins a crosswise double at a long side, everything else at a short end.
        if by.is_some_and(|slot| slot.is_side() != crosswise) {
            return None;
        }
        let halves = if by == Some(Slot::B) { [b, a] } else { [a, b] };
        Some(Play { halves, inline: a == b && !crosswise, on })
    }

    /// The port of a placed tile at one of its slots, when it was joined by `by`.
    fn port(&self, tile: usize, by: Option<Slot>, at: Slot) -> Option<Port> {
        let side1 = by.filter(|s| s.is_side()).unwrap_or(Slot::Left);
        let first = by.filter(|s| !s.is_side()).unwrap_or(Slot::A);
        match (self.is_crosswise(tile), at) {
            (true, Slot::Left | Slot::Right) => Some(if at == side1 { Port::Side1 } else { Port::Side2 }),
            (true, Slot::A) => Some(Port::End1),
            (true, Slot::B) => Some(Port::End2),
            (false, Slot::A | Slot::B) => Some(if at == first { Port::First } else { Port::Second }),
            (false, Slot::Left | Slot::Right) => None,
        }
    }

    /// The layout built from this tile outwards, sides and halves before the short ends of crosswise doubles.
    fn laid_from(&self, root: usize) -> Option<Laid> {
        let mut laid = Laid { layout: Layout::new(), tiles: Vec::new() };
        let mut waiting = vec![(root, None, None)];
        let mut arms: Vec<(usize, Option<Slot>, Option<Place>)> = Vec::new();
        while let Some((tile, by, on)) = waiting.pop().or_else(|| arms.pop()) {
            laid.layout.lay_as_it_lies(self.play(tile, by, on)?).ok()?;
            let number = laid.tiles.len();
            laid.tiles.push(tile);
            for next in self.neighbours(tile).filter(|n| by != Some(n.at)) {
                let place = Place { tile: number, port: self.port(tile, by, next.at)? };
                let list = if matches!(place.port, Port::End1 | Port::End2) { &mut arms } else { &mut waiting };
                list.push((next.tile, Some(next.by), Some(place)));
            }
        }
        Some(laid)
    }

    /// Tiles to begin with: the open ends of the line from the left of the picture on, then doubles, then the others.
    fn roots(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.tiles.len()).filter(|&i| self.tiles[i].part == super::Part::Line).collect();
        let rank = |tile: usize| match self.neighbours(tile).count() {
            0 | 1 => 0,
            _ if self.is_crosswise(tile) => 1,
            _ => 2,
        };
        let left = |tile: usize| self.tiles[tile].corners.iter().map(|p| p.x).sum::<f64>();
        all.sort_by(|&i, &j| rank(i).cmp(&rank(j)).then(left(i).total_cmp(&left(j))));
        all
    }

    /// Returns the layout in terms of the rules; `None` if there is none or it is impossible (a tile twice, an unread
    /// half, something joined to the long side of a single). Wrong plays that stand are kept.
    ///
    /// A picture does not show the order of play. Every tile is tried as the first, to find an order without wrong
    /// plays, or else with the fewest.
    #[must_use]
    pub fn laid(&self, rules: &RuleSet) -> Option<Laid> {
        let mut best: Option<(usize, Laid)> = None;
        for root in self.roots() {
            let Some(laid) = self.laid_from(root) else { continue };
            let wrong = laid.layout.wrong_plays(rules).len();
            if wrong == 0 {
                return Some(laid);
            }
            if best.as_ref().is_none_or(|(least, _)| wrong < *least) {
                best = Some((wrong, laid));
            }
        }
        best.map(|(_, laid)| laid)
    }

    /// Count and points under the rules; `None` without a layout that these rules allow.
    #[must_use]
    pub fn score(&self, rules: &RuleSet) -> Option<Score> {
        let laid = self.laid(rules).filter(|laid| laid.layout.wrong_plays(rules).is_empty())?;
        let count = laid.layout.count(rules);
        Some(Score { count, points: laid.layout.pays(rules) })
    }

    /// Returns every place of the layout where another tile could go under any rules, in the order of the tiles.
    #[must_use]
    pub fn free(&self) -> Vec<Free> {
        let mut all = Vec::new();
        for (tile, read) in self.tiles.iter().enumerate().filter(|(_, read)| read.part == super::Part::Line) {
            let Some([a, b]) = read.pips else { continue };
            let taken: Vec<Slot> = self.neighbours(tile).map(|neighbour| neighbour.at).collect();
            let across = self.is_crosswise(tile);
            let halves = [(Slot::A, a, 0.0, 0.5), (Slot::B, b, 1.0, 0.5)];
            let sides = [(Slot::Left, a, 0.5, 1.0), (Slot::Right, a, 0.5, 0.0)];
            let places = halves.into_iter().chain(sides.into_iter().filter(|_| across));
            for (slot, pips, along, beside) in places.filter(|(slot, ..)| !taken.contains(slot)) {
                let at = match (across, slot.is_side()) {
                    (false, _) => FreeAt::Half,
                    (true, true) => FreeAt::Side,
                    (true, false) => FreeAt::End,
                };
                all.push(Free { tile, pips, at, point: place_in(&read.corners, along, beside) });
            }
        }
        all
    }

    /// The rule sets of the program under which this layout can have come about, by their ids.
    #[must_use]
    pub fn legal_under(&self) -> Vec<&'static str> {
        let legal = |rules: &&RuleSet| {
            let laid = self.laid(rules).filter(|laid| !laid.layout.is_empty());
            laid.is_some_and(|laid| laid.layout.wrong_plays(rules).is_empty())
        };
        PRESETS.iter().map(|preset| &preset.rules).filter(legal).map(|rules| rules.id).collect()
    }

    /// The tiles of the layout.
    pub fn line(&self) -> impl Iterator<Item = &ReadTile> + '_ {
        self.tiles.iter().filter(|t| t.part == super::Part::Line)
    }
}
