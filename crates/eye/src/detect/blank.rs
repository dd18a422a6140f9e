//! Tells a face without pips from a piece of the table: it has no pips to prove it, so it must stand out as the faces of its set do.
//!
//! The light differs over a table, so a face is compared with the ground beside it, and that contrast with the usual one of
//! faces that show pips.

use crate::detect::ground::{FACE, MeanColour, Patch, SAMPLES, difference, median};
use crate::frame::Frame;
use crate::geometry::{self, Projection, Quad, inside};
use crate::read::{SeenTile, TileKind, shows_no_pips};

/// The ground about a tile, beyond its edges and their shadows: beside both halves, and beyond both ends.
const BESIDE: Patch = Patch { across: (0.65, 1.0), along: (-0.9, 0.9) };
const BEYOND: Patch = Patch { across: (-0.35, 0.35), along: (1.2, 1.6) };
/// Log-odds from which a face with pips shows how the set looks.
const KNOWN: f32 = 1.0;
/// Fewest faces whose usual contrast counts.
const LEAST_FACES: usize = 3;
/// Least contrast of a set, in natural logarithms of brightness, that tells it from the ground.
const LEAST: f64 = 0.4;
/// Share of the set's contrast below which a place is ground.
const SHARE: f64 = 0.3;

/// Takes out the faces without pips among `tiles` that look like the ground, where these and the `known` ones show how the set stands
/// out from it. `in_frame` leads from their pixels to those of `frame`.
pub fn without_ground(
    frame: &Frame,
    mut tiles: Vec<SeenTile>,
    known: &[SeenTile],
    in_frame: impl Fn(&Quad) -> Quad,
) -> Vec<SeenTile> {
    if !tiles.iter().any(shows_no_pips) {
        return tiles;
    }
    let shows_pips = |tile: &&SeenTile| tile.kind == TileKind::Up && tile.logit > KNOWN && !shows_no_pips(tile);
    let faces: Vec<Quad> = known.iter().chain(&tiles).filter(shows_pips).map(|tile| in_frame(&tile.corners)).collect();
    let mut contrasts: Vec<f64> = faces.iter().filter_map(|face| contrast(frame, face, &faces)).collect();
    let enough = contrasts.len() >= LEAST_FACES;
    let Some(usual) = geometry::median(&mut contrasts).filter(|usual| enough && *usual >= LEAST) else { return tiles };
    let is_ground = |tile: &SeenTile| {
        contrast(frame, &in_frame(&tile.corners), &faces).is_some_and(|contrast| contrast < SHARE * usual)
    };
    tiles.retain(|tile| !shows_no_pips(tile) || !is_ground(tile));
    tiles
}

/// By how much this face differs from the ground about it that no other face covers, in natural logarithms of brightness.
fn contrast(frame: &Frame, face: &Quad, faces: &[Quad]) -> Option<f64> {
    let tile = Projection::onto_tile(face);
    let others: Vec<&Quad> = faces.iter().filter(|other| *other != face).collect();
    let patches = [BESIDE, BESIDE.mirrored(true, false), BEYOND, BEYOND.mirrored(false, true)];
    let free =
        |patch: &Patch| patch.colours_where(&tile, frame, |place| !others.iter().any(|other| inside(place, other)));
    let ground: Vec<MeanColour> = patches.iter().flat_map(free).collect();
    if ground.len() < SAMPLES * SAMPLES / 2 {
        return None;
    }
    let [face, ground] = [FACE.colour(&tile, frame)?, median(&ground)];
    let [face, ground] = [face, ground].map(|colour| colour.map(|channel| (channel + 8.0).ln()));
    Some(f64::from(difference(&face, &ground)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::painted::{self, FINGER, IVORY, Spot, corners};

    fn seen(spot: Spot, a: usize, b: usize) -> SeenTile {
        let logs = |pip: usize| std::array::from_fn(|i| if i == pip { -0.01 } else { -7.0 });
        SeenTile { corners: corners(spot), a: logs(a), b: logs(b), kind: TileKind::Up, logit: 3.0 }
    }

    const LINE: [Spot; 4] = [[20, 20, 80, 40], [100, 20, 80, 40], [180, 20, 80, 40], [260, 20, 80, 40]];
    const BLANK: Spot = [100, 120, 80, 40];

    /// The tiles that stay of a line and a blank of this colour, on a ground with these spots.
    fn staying(line: usize, spots: &[(Spot, [u8; 3])]) -> usize {
        let tiles = LINE.iter().take(line).map(|spot| (*spot, IVORY));
        let frame = painted::table(200, tiles.chain(spots.iter().copied()));
        let line = LINE.iter().take(line).map(|spot| seen(*spot, 5, 2));
        without_ground(&frame, line.chain([seen(BLANK, 0, 0)]).collect(), &[], |quad| *quad).len()
    }

    #[test]
    fn a_blank_that_looks_like_the_table_is_none() {
        assert_eq!(staying(4, &[(BLANK, IVORY)]), 5);
        assert_eq!(staying(4, &[]), 4);
        // Half as bright as the ground in the light, since both are in the shade.
        let shade = [([0, 80, 400, 120], [10, 22, 15]), (BLANK, [58, 56, 51])];
        assert_eq!(staying(4, &shade), 5);
        // In the glare, or a finger: that is not the ground.
        assert_eq!(staying(4, &[(BLANK, FINGER)]), 5);
    }

    #[test]
    fn a_gap_between_tiles_is_no_blank() {
        let wall: [Spot; 3] = [[20, 120, 80, 40], [180, 120, 80, 40], [100, 80, 80, 40]];
        let frame = painted::table(200, LINE.iter().chain(&wall).map(|spot| (*spot, IVORY)));
        let tiles = LINE.iter().chain(&wall).map(|spot| seen(*spot, 5, 2)).chain([seen(BLANK, 0, 0)]).collect();
        assert_eq!(without_ground(&frame, tiles, &[], |quad| *quad).len(), 7);
    }

    #[test]
    fn without_a_set_every_blank_stays() {
        assert_eq!(staying(2, &[]), 3);
        let known: Vec<SeenTile> = LINE.iter().map(|spot| seen(*spot, 5, 2)).collect();
        let frame = painted::table(200, LINE.map(|spot| (spot, IVORY)));
        assert_eq!(without_ground(&frame, vec![seen(BLANK, 0, 0)], &known, |quad| *quad), []);
    }
}
