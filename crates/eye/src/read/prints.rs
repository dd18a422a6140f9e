//! Recognises dominoes printed on a board, a box or a poster, which look like tiles.
//!
//! A good print can't be told from a tile in a small crop. The whole picture reveals it: more tiles of one value than a
//! set has, and whole chains of tiles that touch and do not match. Where both come together, those chains are printed.
//! A heap of several sets has the first without the second, a set in its box the second without the first.
//!
//! The squares of a floor or a bench look like blanks. They are the whole of what is seen there, and no set has a tile twice.

use super::body::LOOSE;
use super::{PipLogs, Point, SeenTile, TileKind};
use crate::geometry::{area, common_area, is_sound, mean, place_in};

/// Repeats from which on tiles can't all be misread ones of a single set.
const REPEATS: usize = 6;
/// Fewest double blanks that are the squares of a floor where they are most of what is seen: beside a hand its backs may be read so.
const SQUARES: usize = 4;
/// Fewest tiles of a chain (in a heap four often form one by chance); on a board on which one was found, two are
/// enough.
const CHAIN: usize = 8;
/// At most this part of the contacts in a printed chain match; one in seven does by chance.
const MATCHING: f64 = 0.25;
/// More contacts a tile than this, and it is a box or a heap, not a chain.
const DENSE: f64 = 1.4;
/// Most distance of the middles of touching halves, in lengths of a half.
const NEXT_TO: f64 = 1.3;
/// Tiles of one print differ at most by this factor in length.
const SIZE: f64 = 1.5;
/// Sine of the angle up to which two tiles are parallel or at right angles.
const ALIGNED: f64 = 0.12;
/// Log-odds from which a lone blank on such a board is a tile: on 29 photographs of boards the squares reach 1.43, and four real
/// tiles begin at 1.60.
const NO_SQUARE: f32 = 1.5;
/// A candidate that shares this part of the smaller with a print is a piece of it.
const SAME_PLACE: f64 = 0.3;

/// A face-up tile by its two halves.
struct Face {
    /// Index of the given tile.
    tile: usize,
    halves: [Point; 2],
    pips: [usize; 2],
    /// Log-odds that it is a tile.
    logit: f32,
}

impl Face {
    /// The pips, the lower first.
    fn value(&self) -> [usize; 2] {
        [self.pips[0].min(self.pips[1]), self.pips[0].max(self.pips[1])]
    }
}

/// Two faces that touch at one half each.
struct Touching {
    faces: [usize; 2],
    matches: bool,
}

fn likeliest(logs: &PipLogs) -> usize {
    (0..logs.len()).fold(0, |best, i| if logs[i] > logs[best] { i } else { best })
}

/// Reports whether it is a face of which both halves are most likely blank.
pub(crate) fn shows_no_pips(tile: &SeenTile) -> bool {
    tile.kind == TileKind::Up && likeliest(&tile.a) == 0 && likeliest(&tile.b) == 0
}

/// The most confident tiles, without overlaps, from these log-odds on.
fn faces(tiles: &[SeenTile], least: f32) -> Vec<Face> {
    let mut order: Vec<usize> = (0..tiles.len())
        .filter(|&i| tiles[i].kind == TileKind::Up && tiles[i].logit > least && is_sound(&tiles[i].corners))
        .collect();
    order.sort_by(|&i, &j| tiles[j].logit.total_cmp(&tiles[i].logit));
    let mut faces: Vec<Face> = Vec::new();
    for tile in order {
        let corners = &tiles[tile].corners;
        if !faces.iter().any(|face| overlap(&tiles[face.tile].corners, corners)) {
            let halves = [0.25, 0.75].map(|along| place_in(corners, along, 0.5));
            let pips = [likeliest(&tiles[tile].a), likeliest(&tiles[tile].b)];
            faces.push(Face { tile, halves, pips, logit: tiles[tile].logit });
        }
    }
    faces
}

fn overlap(a: &[Point; 4], b: &[Point; 4]) -> bool {
    // Far apart is the usual case, and cheap.
    let reach = |q: &[Point; 4]| q.iter().map(|p| p.distance(mean(q))).fold(0.0, f64::max);
    mean(a).distance(mean(b)) < reach(a) + reach(b) && common_area(a, b) > SAME_PLACE * area(a).min(area(b))
}

/// Counts faces that repeat another one.
fn repeats(faces: &[Face]) -> usize {
    let mut values: Vec<[usize; 2]> = faces.iter().map(Face::value).collect();
    values.sort_unstable();
    values.windows(2).filter(|pair| pair[0] == pair[1]).count()
}

/// Reports whether these two touch with exactly one half each, in line with each other. In a hand or a box tiles touch
/// side by side with both.
fn contact(faces: &[Face], i: usize, j: usize) -> Option<Touching> {
    let (f, g) = (&faces[i], &faces[j]);
    let (along_f, along_g) = (f.halves[1].minus(f.halves[0]), g.halves[1].minus(g.halves[0]));
    let (long, short) = (along_f.length().max(along_g.length()), along_f.length().min(along_g.length()));
    if f.halves[0].distance(g.halves[0]) > 4.0 * long || long > SIZE * short {
        return None;
    }
    let (u, v) = (along_f.unit()?, along_g.unit()?);
    if u.cross(v).abs().min(u.dot(v).abs()) > ALIGNED {
        return None;
    }
    let near = NEXT_TO * (long + short) / 2.0;
    let pairs = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let mut touching = pairs.into_iter().filter(|&(a, b)| f.halves[a].distance(g.halves[b]) < near);
    let (a, b) = touching.next()?;
    touching.next().is_none().then(|| Touching { faces: [i, j], matches: f.pips[a] == g.pips[b] })
}

/// The number of the group of each of `n` things, joined by `pairs`.
fn groups(n: usize, pairs: impl Iterator<Item = [usize; 2]>) -> Vec<usize> {
    let mut group: Vec<usize> = (0..n).collect();
    for [i, j] in pairs {
        let (from, to) = (group[i], group[j]);
        if from != to {
            group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
        }
    }
    group
}

/// Returns the size of this group.
fn size(group_of: &[usize], group: usize) -> usize {
    group_of.iter().filter(|&&g| g == group).count()
}

/// Reports whether these double blanks are the squares of a floor or a bench.
fn are_squares(faces: &[Face]) -> bool {
    let blank = faces.iter().filter(|face| face.value() == [0, 0]).count();
    blank >= SQUARES && 2 * blank > faces.len()
}

/// The faces that are printed.
fn printed(faces: &[Face]) -> Vec<usize> {
    if repeats(faces) < REPEATS {
        return Vec::new();
    }
    let n = faces.len();
    let mut contacts: Vec<Touching> = Vec::new();
    for i in 0..n {
        contacts.extend((0..i).filter_map(|j| contact(faces, i, j)));
    }
    let chain_of = groups(n, contacts.iter().map(|c| c.faces));
    // Matching tiles stay together: a real line may touch the print.
    let line_of = groups(n, contacts.iter().filter(|c| c.matches).map(|c| c.faces));
    // Tiles of one value are not a line: the squares of a board look like blanks beside blanks.
    let alike: Vec<bool> =
        (0..n).map(|i| (0..n).all(|j| line_of[i] != line_of[j] || faces[i].value() == faces[j].value())).collect();
    for contact in &mut contacts {
        contact.matches &= !alike[contact.faces[0]];
    }
    let single: Vec<bool> = (0..n).map(|i| alike[i] || size(&line_of, line_of[i]) <= 2).collect();
    let lengths: Vec<usize> = (0..n).map(|chain| printed_length(chain, &chain_of, &single, &contacts)).collect();
    let longer =
        |least: usize| -> Vec<usize> { (0..n).filter(|&i| single[i] && lengths[chain_of[i]] >= least).collect() };
    if longer(CHAIN).is_empty() {
        return Vec::new();
    }
    let mut printed = longer(2);
    // On such a board faint blanks by themselves are pieces of the board too: its squares look so.
    let square = |&i: &usize| faces[i].value() == [0, 0] && alike[i] && faces[i].logit < NO_SQUARE;
    let squares: Vec<usize> = (0..n).filter(|i| !printed.contains(i)).filter(square).collect();
    printed.extend(squares);
    printed
}

/// Returns the number of faces of a printed chain that are in no matching line of three; 0 if it is not printed.
fn printed_length(chain: usize, chain_of: &[usize], single: &[bool], contacts: &[Touching]) -> usize {
    let inside: Vec<&Touching> = contacts.iter().filter(|c| chain_of[c.faces[0]] == chain).collect();
    let outside_lines: Vec<bool> =
        inside.iter().filter(|c| c.faces.iter().all(|&i| single[i])).map(|c| c.matches).collect();
    let matching = outside_lines.iter().filter(|&&matches| matches).count();
    let stray = matching as f64 > MATCHING * outside_lines.len() as f64
        || inside.len() as f64 > DENSE * size(chain_of, chain) as f64;
    if stray || outside_lines.is_empty() {
        return 0;
    }
    (0..single.len()).filter(|&i| chain_of[i] == chain && single[i]).count()
}

/// The tiles with those that are printed, and the squares of a floor, called so. On a printed board only sure tiles count: its
/// squares and words make weak candidates of all kinds.
#[must_use]
pub fn without_prints(tiles: &[SeenTile]) -> Vec<SeenTile> {
    let mut tiles = tiles.to_vec();
    if are_squares(&faces(&tiles, 0.0)) {
        tiles.iter_mut().filter(|tile| shows_no_pips(tile)).for_each(|tile| tile.kind = TileKind::Printed);
    }
    let faces = faces(&tiles, LOOSE);
    let printed = printed(&faces);
    if printed.is_empty() {
        return tiles;
    }
    let real: Vec<usize> = (0..faces.len()).filter(|i| !printed.contains(i)).map(|i| faces[i].tile).collect();
    for (i, tile) in tiles.iter_mut().enumerate() {
        if tile.kind == TileKind::Up && !real.contains(&i) {
            tile.kind = TileKind::Printed;
        }
    }
    tiles
}

/// Reports whether these tiles, as [`without_prints`] gives them, are on a printed board.
pub(crate) fn is_board(tiles: &[SeenTile]) -> bool {
    tiles.iter().filter(|tile| tile.kind == TileKind::Printed).count() >= CHAIN
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sure tile `a`-`b`, the middle of half a at column and row of a grid of squares, half b to its right or below it.
    fn tile(a: usize, b: usize, (column, row): (u32, u32), down: bool) -> SeenTile {
        const SIDE: f64 = 30.0;
        let (x, y) = (f64::from(column) * SIDE, f64::from(row) * SIDE);
        let at = |along: f64, across: f64| {
            if down { Point::new(x + across, y + along) } else { Point::new(x + along, y + across) }
        };
        let logs = |pip: usize| std::array::from_fn(|i| if i == pip { -0.01 } else { -7.0 });
        let corners = [at(0.0, 0.0), at(2.0 * SIDE, 0.0), at(2.0 * SIDE, SIDE), at(0.0, SIDE)];
        SeenTile { corners, a: logs(a), b: logs(b), kind: TileKind::Up, logit: 3.0 }
    }

    /// A border of tiles end to end, none matching the next, each set value several times.
    fn border(n: u32) -> Vec<SeenTile> {
        (0..n).map(|i| tile(i as usize % 3, 4 + i as usize % 2, (2 * i, 0), false)).collect()
    }

    fn n_printed(tiles: &[SeenTile]) -> usize {
        without_prints(tiles).iter().filter(|tile| tile.kind == TileKind::Printed).count()
    }

    #[test]
    fn a_printed_border_is_found_and_the_line_beside_it_kept() {
        let mut tiles = border(16);
        assert_eq!(n_printed(&tiles), 16);
        // A line that matches, touching the border with its first tile.
        tiles.extend([
            tile(6, 3, (0, 1), true),
            tile(3, 2, (0, 3), true),
            tile(2, 2, (0, 5), true),
            tile(2, 1, (0, 7), true),
        ]);
        let seen = without_prints(&tiles);
        assert!(seen[16..].iter().all(|tile| tile.kind == TileKind::Up));
        assert!(seen[..16].iter().all(|tile| tile.kind == TileKind::Printed));
    }

    #[test]
    fn squares_of_a_board_are_printed_and_a_second_set_on_it_is_not() {
        let mut tiles = border(16);
        // A square that looks faintly like a blank, the double blank itself, and a lone tile that is on the border too.
        let square = SeenTile { logit: 1.2, ..tile(0, 0, (3, 20), false) };
        tiles.extend([square, tile(0, 0, (24, 20), false), tile(0, 4, (12, 20), false)]);
        let seen = without_prints(&tiles);
        assert_eq!([16, 17, 18].map(|i| seen[i].kind), [TileKind::Printed, TileKind::Up, TileKind::Up]);
    }

    #[test]
    fn blanks_are_squares_of_a_board_but_for_those_in_a_line_with_others() {
        let mut tiles = border(16);
        // Enough that with them more than a quarter of the print's contacts would match.
        let squares = (16..24).map(|i| tile(0, 0, (2 * i, 0), false));
        // The double blanks of two sets, one after the other.
        let line = [
            tile(5, 1, (9, 10), false),
            tile(1, 0, (11, 10), true),
            tile(0, 0, (11, 12), false),
            tile(0, 0, (13, 12), false),
        ];
        tiles.extend(squares);
        tiles.extend(line);
        let seen = without_prints(&tiles);
        assert!(seen[16..24].iter().all(|tile| tile.kind == TileKind::Printed));
        assert!(seen[24..].iter().all(|tile| tile.kind == TileKind::Up));
    }

    #[test]
    fn double_blanks_and_hardly_another_face_are_the_squares_of_a_floor() {
        let blanks = |n: u32| (0..n).map(|i| tile(0, 0, (3 * i, 0), false)).collect::<Vec<_>>();
        assert_eq!(n_printed(&blanks(9)), 9);
        let line = [tile(6, 3, (0, 4), false), tile(3, 2, (2, 4), false)];
        let seen = without_prints(&[blanks(4).as_slice(), &line].concat());
        assert!(seen[..4].iter().all(|tile| tile.kind == TileKind::Printed));
        assert!(seen[4..].iter().all(|tile| tile.kind == TileKind::Up));
        // The double blanks of three sets, and four among the tiles of others.
        assert_eq!(n_printed(&blanks(3)), 0);
        let others: Vec<SeenTile> = (0..4).map(|i| tile(6, i, (3 * i as u32, 4), false)).collect();
        assert_eq!(n_printed(&[blanks(4), others].concat()), 0);
    }

    #[test]
    fn one_set_in_any_order_is_never_printed() {
        let values = (0..7).flat_map(|high| (0..=high).map(move |low| (high, low)));
        let chain: Vec<SeenTile> = values.enumerate().map(|(i, (a, b))| tile(a, b, (2 * i as u32, 0), false)).collect();
        assert_eq!(n_printed(&chain), 0);
    }

    #[test]
    fn heaps_and_hands_of_several_sets_are_never_printed() {
        // Apart from each other.
        let apart: Vec<SeenTile> = border(16).into_iter().enumerate().map(|(i, t)| moved(t, 60.0 * i as f64)).collect();
        assert_eq!(n_printed(&apart), 0);
        // Side by side, as in a rack.
        let rack: Vec<SeenTile> = (0..16).map(|i| tile(i as usize % 3, 5, (i, 0), true)).collect();
        assert_eq!(n_printed(&rack), 0);
    }

    fn moved(mut tile: SeenTile, by: f64) -> SeenTile {
        for corner in &mut tile.corners {
            corner.y += by;
        }
        tile
    }
}
