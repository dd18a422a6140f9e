//! The table, by its tiles of one size.
//!
//! Dominoes printed on a board, a box or a poster are seldom as large as the tiles that are played with, and there may be more of
//! them. So the size that most have is not the only one to try: the line that explains itself best decides.
//!
//! The odds of the found tiles and the readings' confidence have no say in it: they would bring little, and a line
//! that is stated as sure and wrong.

use super::body::{LOOSE, is_foreign, lies, logit, sigmoid, size_cost};
use super::plane::Plane;
use super::{Point, SeenTile, TileKind};
use crate::geometry::median;

/// Difference in size (natural logarithm) from which confident tiles may be of a separate set.
const OTHER: f64 = 0.1;
/// Most difference in size (natural logarithm) within a separate set.
const ALIKE: f64 = 0.18;
/// Fewest tiles of a separate set.
const FEWEST: usize = 2;
/// Tiles from which on their own plane is better than that of the others.
const OWN_PLANE: usize = 4;
/// Sizes tried.
const MOST_SIZES: usize = 3;

struct PictureSize {
    width: f64,
    height: f64,
}

impl PictureSize {
    fn of(width: u32, height: u32) -> Self {
        Self { width: f64::from(width).max(1.0), height: f64::from(height).max(1.0) }
    }

    fn fit(&self, tiles: &[&SeenTile]) -> Plane {
        let quads: Vec<[Point; 4]> = tiles.iter().map(|t| t.corners).collect();
        let weights: Vec<f64> = tiles.iter().map(|t| sigmoid(logit(t))).collect();
        Plane::fit(&quads, &weights, self.width, self.height)
    }

    /// Finds the plane of these tiles: first from the confident ones, then from all that fit it. Otherwise many weak
    /// candidates, such as floorboards, would agree on another plane.
    fn table(&self, lying: &[&SeenTile]) -> Plane {
        let sure: Vec<&SeenTile> = lying.iter().copied().filter(|t| is_sure(t)).collect();
        if sure.is_empty() || sure.len() == lying.len() {
            return self.fit(lying);
        }
        let first = self.fit(&sure);
        self.fit(&lying.iter().copied().filter(|t| is_sure(t) || of_size(&first, t)).collect::<Vec<_>>())
    }
}

fn is_sure(tile: &SeenTile) -> bool {
    logit(tile) > f64::from(LOOSE)
}

/// Reports whether it can be a tile of the set on this plane.
fn of_size(plane: &Plane, tile: &SeenTile) -> bool {
    let print = plane.footprint(&tile.corners);
    print.is_some_and(|p| size_cost(&p, plane.proportion(), plane.corner_spread()).is_some())
}

/// Size of a tile compared with those beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// Like most; or there are too few to judge.
    Usual,
    /// Like some that may be of another set, or printed.
    Other,
    /// Like no others.
    Odd,
    /// So much longer, shorter, wider or narrower that no set has it: a die, a card, a box.
    Foreign,
}

/// Compares the size of each tile with the others.
pub(crate) fn compared(tiles: &[SeenTile], width: u32, height: u32) -> Vec<Size> {
    if lying(tiles).into_iter().filter(|tile| is_sure(tile)).count() <= OWN_PLANE {
        return vec![Size::Usual; tiles.len()];
    }
    let planes = planes(tiles, width, height);
    let size = |tile: &SeenTile| {
        let foreign = |plane: &Plane| {
            let print = plane.footprint(&tile.corners);
            print.is_none_or(|print| is_foreign(&print, plane.proportion()))
        };
        match planes.iter().position(|plane| of_size(plane, tile)) {
            Some(0) => Size::Usual,
            Some(_) => Size::Other,
            None if planes.iter().all(foreign) => Size::Foreign,
            None => Size::Odd,
        }
    };
    tiles.iter().map(size).collect()
}

/// The plane of most of these tiles.
pub(crate) fn table(tiles: &[SeenTile], width: u32, height: u32) -> Plane {
    PictureSize::of(width, height).table(&lying(tiles))
}

fn lying(tiles: &[SeenTile]) -> Vec<&SeenTile> {
    tiles.iter().filter(|t| lies(t)).collect()
}

/// The possible planes of the layout, that of most tiles first; at least one.
pub(crate) fn planes(tiles: &[SeenTile], width: u32, height: u32) -> Vec<Plane> {
    let (picture, lying) = (PictureSize::of(width, height), lying(tiles));
    let first = picture.table(&lying);
    let size_of = |tile: &&SeenTile| {
        let print = first.footprint(&tile.corners)?;
        Some((print.length * print.width / first.proportion()).max(1e-6).ln() / 2.0)
    };
    let sure = lying.iter().copied().filter(|t| t.kind == TileKind::Up && is_sure(t));
    let mut others: Vec<(f64, &SeenTile)> = sure.filter_map(|t| Some((size_of(&t)?, t))).collect();
    others.retain(|(size, _)| size.abs() > OTHER);
    others.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut planes = vec![first];
    while planes.len() < MOST_SIZES {
        let end = |from: usize| others.partition_point(|other| other.0 <= others[from].0 + ALIKE);
        let Some(from) = (0..others.len()).rev().max_by_key(|&from| end(from) - from) else { break };
        let to = end(from);
        let (mut sizes, group): (Vec<f64>, Vec<&SeenTile>) = others.drain(from..to).unzip();
        if group.len() < FEWEST {
            break;
        }
        let resized = planes[0].for_tiles_larger_by(median(&mut sizes).unwrap_or(0.0).exp());
        planes.push(if group.len() < OWN_PLANE { resized } else { picture.fit(&group) });
    }
    planes
}
