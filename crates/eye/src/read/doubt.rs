//! Doubts about a reading, for a person to check.

use language::{say, say_count};
use std::fmt;

use super::Slot;
use super::body::Scene;
use super::confidence::Confidence;
use super::hypothesis::{Hypothesis, askew};
use super::values::{Pair, sorted};
use game::tile::{Pip, Tile};

/// An open half is named when it is less sure than this.
const WEAK_END: f64 = 0.95;
/// A rival is named when its share is at least this part of the best's.
const RIVAL: f64 = 0.1;
/// Distance from the middle (in tile widths) beyond which a double may as well be at a corner: half a tile is between
/// the two, so at a quarter nothing is known.
const ASKEW: f64 = 0.2;

/// A doubt that a person should check.
#[derive(Clone, Debug, PartialEq)]
pub enum Doubt {
    /// The rules made another tile of it than it looks like.
    Changed {
        /// Place in [`super::Reading::tiles`].
        tile: usize,
        /// Tile that it looks like.
        looks: Tile,
        /// Tile in the reading.
        taken: Tile,
    },
    /// Two joined halves do not match.
    Mismatch {
        /// The two tiles.
        tiles: [Tile; 2],
        /// The values that meet.
        pips: [Pip; 2],
    },
    /// An inferred tile.
    Inferred {
        /// Place in [`super::Reading::tiles`].
        tile: usize,
        /// Tile in the reading.
        taken: Tile,
    },
    /// A tile is in the layout twice.
    Twice {
        /// The tile.
        tile: Tile,
    },
    /// A tile is placed as if it were joined, but does not belong to the layout.
    LeftOut {
        /// Place in [`super::Reading::tiles`].
        tile: usize,
    },
    /// Something was seen half over this tile and half beside it: perhaps a neighbour that was not found.
    HalfCovered {
        /// Place in [`super::Reading::tiles`].
        tile: usize,
        /// The tile.
        read: Tile,
    },
    /// Something unread is at an open end, or at a short end of a spinner that takes one.
    Beyond {
        /// The end.
        pips: Pip,
    },
    /// The picture does not show an open end whole: the layout may go on outside it.
    Leaves {
        /// The end.
        pips: Pip,
    },
    /// Near the layout, or all about it, are unread things that look like tiles.
    About {
        /// Number of tiles.
        tiles: usize,
    },
    /// Tiles are joined, but not to the layout.
    Apart {
        /// Number of joins among them.
        joins: usize,
    },
    /// A double is neither squarely crosswise nor in line.
    Askew {
        /// The double.
        tile: Tile,
    },
    /// One tile out of several, none joined: which is the layout cannot be seen.
    NoJoin {
        /// Number of face-up tiles.
        tiles: usize,
    },
    /// An open half might be another number.
    WeakEnd {
        /// Value in the reading.
        pips: Pip,
        /// Probability that it is right.
        confidence: f64,
    },
    /// Another way to put the tiles together is nearly as likely.
    Rival {
        /// The ends of the other way.
        ends: Vec<(Pip, bool)>,
    },
    /// More to compare than there was time for: the best found is shown, a better one may exist.
    CutShort,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed { looks, taken, .. } => {
                f.write_str(&say!("the {taken} looks like {looks}: check it", taken, looks))
            }
            Self::Mismatch { tiles: [a, b], pips: [x, y] } => {
                f.write_str(&say!("the {a} touches the {b}, but {x} does not match {y}", a, b, x, y))
            }
            Self::Inferred { taken, .. } => {
                f.write_str(&say!("a tile between two others was not seen; it should be the {taken}", taken))
            }
            Self::Twice { tile } => f.write_str(&say!("the {tile} is in the layout twice", tile)),
            Self::LeftOut { .. } => f.write_str(say!("a tile touches the layout but does not belong to it")),
            Self::HalfCovered { read, .. } => {
                f.write_str(&say!("there may be another tile right beside the {read}", read))
            }
            Self::Beyond { pips } => {
                f.write_str(&say!("something at the open {pips} was not read: is it a tile?", pips))
            }
            Self::Leaves { pips } => {
                f.write_str(&say!("the layout leaves the picture at the open {pips}: is that its end?", pips))
            }
            Self::About { tiles } => f.write_str(&say_count!(
                tiles,
                "something near the layout was not read: is it a tile of the line?",
                "{n} things near the layout were not read: are they tiles of the line?"
            )),
            Self::Apart { joins: 1 } => f.write_str(say!("two tiles are joined, but not to the layout")),
            Self::Apart { joins } => f.write_str(&say!("{n} tiles are joined, but not to the layout", n = joins + 1)),
            Self::Askew { tile } => f.write_str(&say!("the {tile} is neither crosswise nor in line", tile)),
            Self::NoJoin { tiles } => {
                f.write_str(&say!("{tiles} tiles and none joined to another: which is the layout?", tiles))
            }
            Self::WeakEnd { pips, confidence } => {
                let sure = format!("{:.0}", confidence * 100.0);
                f.write_str(&say!("the open {pips} is hard to read ({sure} % confident)", pips, sure))
            }
            Self::Rival { ends } => {
                let end =
                    |(pips, double): &(_, bool)| if *double { say!("double {pips}", pips) } else { format!("{pips}") };
                let ends = ends.iter().map(end).collect::<Vec<_>>().join(", ");
                f.write_str(&say!("the open ends could also be {ends}", ends))
            }
            Self::CutShort => f.write_str(say!("too many tiles touch to try every arrangement: check the joins")),
        }
    }
}

/// Returns the pip value of an index, blank if there is none.
pub(crate) fn pip(value: usize) -> Pip {
    u8::try_from(value).ok().and_then(Pip::new).unwrap_or_default()
}

pub(crate) fn tile_of(pair: Pair) -> Tile {
    Tile::new(pip(pair[0]), pip(pair[1]))
}

/// Doubts about single tiles and joins of the layout. `place` gives the place of a body in [`super::Reading::tiles`].
fn inside(scene: &Scene, best: &Hypothesis<'_>, place: &dyn Fn(usize) -> Option<usize>) -> Vec<Doubt> {
    let tree = &best.tree;
    let mut all = Vec::new();
    for edge in tree.edges.iter().filter(|e| !best.matches(e)) {
        let [first, second] = edge.ends.map(|(t, slot)| {
            let pair = best.values[t].unwrap_or_default();
            (tile_of(pair), pip(pair[usize::from(slot == Slot::B)]))
        });
        all.push(Doubt::Mismatch { tiles: [first.0, second.0], pips: [first.1, second.1] });
    }
    let mut keys: Vec<Pair> = best.values.iter().flatten().copied().map(sorted).collect();
    keys.sort_unstable();
    for pair in keys.windows(2).filter(|w| w[0] == w[1]) {
        all.push(Doubt::Twice { tile: tile_of(pair[0]) });
    }
    for &t in &tree.tiles {
        let (Some(place), Some(pair)) = (place(t), best.values[t]) else { continue };
        let looks = scene.bodies[t].alone(scene.pips).0;
        if scene.bodies[t].seen.is_none() {
            all.push(Doubt::Inferred { tile: place, taken: tile_of(pair) });
        } else if looks != pair {
            all.push(Doubt::Changed { tile: place, looks: tile_of(looks), taken: tile_of(pair) });
        }
    }
    for edge in &tree.edges {
        if let Some((double, off)) = askew(edge)
            && off > ASKEW
            && let Some(pair) = best.values[double]
        {
            all.push(Doubt::Askew { tile: tile_of(pair) });
        }
    }
    all
}

/// Everything doubtful about the first of the hypotheses, gravest first.
pub(crate) fn doubts(
    scene: &Scene,
    all: &[Hypothesis<'_>],
    confidence: &Confidence,
    cut_short: bool,
    place: &dyn Fn(usize) -> Option<usize>,
) -> Vec<Doubt> {
    let best = &all[0];
    let mut found = Vec::new();
    if confidence.unjoined > 0 {
        found.push(Doubt::NoJoin { tiles: confidence.unjoined });
    }
    if confidence.apart > 0 {
        found.push(Doubt::Apart { joins: confidence.apart });
    }
    found.extend(confidence.left_out.iter().filter_map(|&t| place(t)).map(|tile| Doubt::LeftOut { tile }));
    found.extend(
        confidence
            .half_covered
            .iter()
            .filter_map(|&t| Some(Doubt::HalfCovered { tile: place(t)?, read: tile_of(best.values[t]?) })),
    );
    if confidence.beyond_counts {
        found.extend(confidence.beyond.iter().map(|(end, _)| Doubt::Beyond { pips: pip(end.value) }));
    }
    if confidence.about > 0 {
        found.push(Doubt::About { tiles: confidence.about });
    }
    found.extend(inside(scene, best, place));
    let keys = best.end_keys();
    let rival = all.iter().zip(&confidence.shares).find(|(h, _)| h.end_keys() != keys);
    if let Some((rival, share)) = rival
        && *share > RIVAL * confidence.shares[0]
    {
        found.push(Doubt::Rival { ends: rival.end_keys().into_iter().map(|(v, double)| (pip(v), double)).collect() });
    }
    for (end, &sure) in best.ends.iter().zip(&confidence.each) {
        if sure < WEAK_END {
            found.push(Doubt::WeakEnd { pips: pip(end.value), confidence: sure });
        }
    }
    if cut_short {
        found.push(Doubt::CutShort);
    }
    found
}
