//! The line of play.

use super::short;
use game::layout::{Arrangement, Dir, Layout, Place, TileSpot, arrange};
use game::rules::RuleSet;
use game::tile::Pip;
use language::say;
use std::fmt::Write as _;

/// Half a tile in the drawing's own units.
const UNIT: f32 = 20.0;
/// Room round the tiles for the figures at the ends, in halves of a tile.
const MARGIN: f32 = 1.5;

/// Draws a layout for a room of these proportions (width by height), with the figure that each end counts. The text of
/// the drawing for screen readers is the layout in its notation.
#[must_use]
pub fn line(layout: &Layout, rules: &RuleSet, room: [f32; 2]) -> String {
    if layout.is_empty() {
        return format!(
            "<svg class=\"line\" viewBox=\"0 0 160 50\" role=\"img\" aria-label=\"{}\">\
             <rect class=\"slot\" x=\"40\" y=\"5\" width=\"80\" height=\"40\" rx=\"5\"/></svg>",
            say!("no tile on the table yet")
        );
    }
    let arrangement = arrange(layout, room);
    let [low, high] = arrangement.bounds();
    let beside = if high[1] - low[1] <= 2.0 { 0.35 } else { MARGIN };
    let origin = [low[0] - MARGIN, low[1] - beside];
    let size = [high[0] - low[0] + 2.0 * MARGIN, high[1] - low[1] + 2.0 * beside];
    let mut out = format!(
        "<svg class=\"line\" viewBox=\"{} {} {} {}\" role=\"img\" aria-label=\"{layout}\">",
        short(origin[0] * UNIT),
        short(origin[1] * UNIT),
        short(size[0] * UNIT),
        short(size[1] * UNIT)
    );
    let wrong = layout.wrong_plays(rules);
    for (i, (tile, play)) in arrangement.tiles.iter().zip(layout.plays()).enumerate() {
        let class = match (wrong.contains(&i), i + 1 == layout.len()) {
            (true, _) => " wrong",
            (false, true) => " last",
            (false, false) => "",
        };
        out.push_str("<g>");
        write_tile(&mut out, tile, play.halves, class);
        out.push_str("</g>");
    }
    write_ends(&mut out, &arrangement, layout, rules);
    out.push_str("</svg>");
    out
}

fn write_tile(out: &mut String, tile: &TileSpot, halves: [Pip; 2], class: &str) {
    let [low, _] = tile.corners();
    let [wide, high] = tile.size();
    let _infallible = write!(
        out,
        "<rect class=\"tile{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>",
        short(low[0] * UNIT + 0.7),
        short(low[1] * UNIT + 0.7),
        short(wide * UNIT - 1.4),
        short(high * UNIT - 1.4)
    );
    // The halves of a crosswise double are at the sides of the line.
    let dir = if tile.crosswise { tile.dir.right() } else { tile.dir };
    let [dx, dy] = dir.step();
    let middle = tile.centre.map(|x| x * UNIT);
    let across = 7.0;
    let _infallible = write!(
        out,
        "<path class=\"div\" d=\"M{} {}L{} {}\"/>",
        short(middle[0] - dy * across),
        short(middle[1] - dx * across),
        short(middle[0] + dy * across),
        short(middle[1] + dx * across)
    );
    let mut dots = String::new();
    for (half, side) in halves.into_iter().zip([-0.5, 0.5]) {
        let at = [middle[0] + dx * side * UNIT, middle[1] + dy * side * UNIT];
        for [along, over] in pip_places(half) {
            let place = match dir {
                Dir::East | Dir::West => [at[0] + along * 5.4, at[1] + over * 5.4],
                Dir::South | Dir::North => [at[0] + over * 5.4, at[1] + along * 5.4],
            };
            let _infallible = write!(dots, "M{} {}h0", short(place[0]), short(place[1]));
        }
    }
    if !dots.is_empty() {
        let _infallible = write!(
            out,
            "<path class=\"pip{}\" d=\"{dots}\"/>",
            if halves.iter().any(|pip| pip.get() > 9) { " many" } else { "" }
        );
    }
}

/// Returns the places of the pips of a half, along and across the tile, from -1 to 1.
fn pip_places(pip: Pip) -> Vec<[f32; 2]> {
    let n = pip.get();
    let row = |over: f32, places: &[f32]| places.iter().map(|&along| [along, over]).collect::<Vec<_>>();
    let (two, three, four): (&[f32], &[f32], &[f32]) = (&[-1.0, 1.0], &[-1.0, 0.0, 1.0], &[-1.0, -0.34, 0.34, 1.0]);
    match n {
        0 => Vec::new(),
        1 => vec![[0.0, 0.0]],
        2 => vec![[-1.0, -1.0], [1.0, 1.0]],
        3 => vec![[-1.0, -1.0], [0.0, 0.0], [1.0, 1.0]],
        4 => [row(-1.0, two), row(1.0, two)].concat(),
        5 => [row(-1.0, two), row(0.0, &[0.0]), row(1.0, two)].concat(),
        6 => [row(-1.0, three), row(1.0, three)].concat(),
        7 => [row(-1.0, three), row(0.0, &[0.0]), row(1.0, three)].concat(),
        8 => [row(-1.0, three), row(0.0, two), row(1.0, three)].concat(),
        9 => [row(-1.0, three), row(0.0, three), row(1.0, three)].concat(),
        10 => [row(-1.0, four), row(0.0, two), row(1.0, four)].concat(),
        11 => [row(-1.0, four), row(0.0, three), row(1.0, four)].concat(),
        _ => [row(-1.0, four), row(0.0, four), row(1.0, four)].concat(),
    }
}

/// The figures that are added up, each beyond its end, or beside it if a tile is there because the line turns.
fn write_ends(out: &mut String, arrangement: &Arrangement, layout: &Layout, rules: &RuleSet) {
    let lone = layout.len() == 1 && layout.play(0).is_some_and(|play| play.tile().is_double());
    let mut taken = Vec::new();
    for end in layout.ends(rules) {
        let port = layout.open_port(end.tile, end.pip);
        if let Some([x, y]) = port.and_then(|port| figure_place(arrangement, Place { tile: end.tile, port }, &taken)) {
            taken.push([x, y]);
            let _infallible = write!(
                out,
                "<text class=\"end\" x=\"{}\" y=\"{}\">{}</text>",
                short(x * UNIT),
                short(y * UNIT + 7.0),
                end.counts
            );
        }
        // A lone double counts once: it has one figure.
        if lone {
            break;
        }
    }
}

/// Room that a figure takes to each side of its middle.
const FIGURE: [f32; 2] = [0.55, 0.5];

/// Finds a place for the figure of an end, clear of tiles and other figures: straight on, else to one side.
fn figure_place(arrangement: &Arrangement, place: Place, taken: &[[f32; 2]]) -> Option<[f32; 2]> {
    let (square, out) = arrangement.tiles.get(place.tile)?.exit(place.port);
    let at = |dir: Dir, far: f32, aside: Dir, by: f32| {
        let ([dx, dy], [ax, ay]) = (dir.step(), aside.step());
        [square[0] + dx * far + ax * by, square[1] + dy * far + ay * by]
    };
    let sides = [out.right(), out.left()];
    let mut places = vec![at(out, 1.3, out, 0.0), at(out, 1.05, out, 0.0)];
    places.extend(sides.map(|side| at(out, 0.0, side, 1.1)));
    places.extend(sides.map(|side| at(out, 1.0, side, 1.0)));
    places.extend(sides.map(|side| at(out, -1.0, side, 1.1)));
    places.into_iter().find(|place| is_free(arrangement, *place, taken))
}

fn is_free(arrangement: &Arrangement, [x, y]: [f32; 2], taken: &[[f32; 2]]) -> bool {
    let [wide, high] = FIGURE;
    let clear = |tile: &TileSpot| {
        let [[left, top], [right, bottom]] = tile.corners();
        x + wide <= left || right <= x - wide || y + high <= top || bottom <= y - high
    };
    let apart = |[other, below]: &[f32; 2]| (x - other).abs() >= 2.0 * wide || (y - below).abs() >= 2.0 * high;
    arrangement.tiles.iter().all(clear) && taken.iter().all(apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_its_tiles_pips_and_ends() {
        let rules = RuleSet::preset("pafos").unwrap();
        let svg = line(&"4-1 1-6 6-6 6-2".parse().unwrap(), &rules, [300.0, 100.0]);
        assert_eq!(svg.matches("<rect class=\"tile").count(), 4);
        assert_eq!(svg.matches("h0").count(), 5 + 7 + 12 + 8);
        assert!(svg.contains(">4</text>") && svg.contains(">2</text>"), "{svg}");
        assert!(svg.len() < 2_500, "{}", svg.len());
        for n in 0..=12 {
            assert_eq!(pip_places(Pip::new(n).unwrap()).len(), usize::from(n));
        }
    }

    #[test]
    fn no_figure_of_an_end_lies_on_a_tile() {
        let rules = RuleSet::preset("pafos").unwrap();
        let mut shown = 0;
        for line in [
            "4-4 4-5 5-6 6-1 1-5 5-2 2-1 1-1",
            "6-6 6-5 5-5 5-4 4-4 4-3 3-3 3-2 2-2 2-1 1-1 1-0 0-0 0-6",
            "0-1 1-2 2-3 3-4 4-5 5-6 6-0 0-2 2-4 4-6 6-1 1-3 3-5 5-0",
        ] {
            for tiles in 1..=line.split(' ').count() {
                let text: Vec<&str> = line.split(' ').take(tiles).collect();
                let layout: Layout = text.join(" ").parse().unwrap();
                for room in [[340.0, 130.0], [340.0, 84.0], [600.0, 150.0]] {
                    let arrangement = arrange(&layout, room);
                    let mut taken = Vec::new();
                    for end in layout.ends(&rules) {
                        let Some(port) = layout.open_port(end.tile, end.pip) else { continue };
                        let place = figure_place(&arrangement, Place { tile: end.tile, port }, &taken);
                        assert!(place.is_some(), "{layout} in {room:?}");
                        taken.extend(place);
                        shown += 1;
                    }
                }
            }
        }
        assert!(shown > 100, "{shown}");
    }
}
