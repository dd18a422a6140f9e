//! Contents of a table: an explicit list, independent of drawing and choice.

use super::camera::Camera;
use super::maths::{Rgb, V3};
use super::sensor::Sensor;
use super::solid::{Pose, Solid};
use super::style::TileStyle;
use super::texture::Texture;
use super::truth::{Chain, Part, TileKind};
use std::sync::Arc;

/// A tile on the table. `pose.n` points out of the face with the pips, `pose.u` from half a to half b.
#[derive(Clone, Copy, Debug)]
pub struct PlacedTile {
    /// Pips of half a.
    pub a: u8,
    /// Pips of half b.
    pub b: u8,
    /// Index into [`Scene::styles`].
    pub style: usize,
    /// Pose of the middle of the body (of a print: of the printed face).
    pub pose: Pose,
    /// Orientation of the tile.
    pub kind: TileKind,
    /// Layout or loose; `None` for neither.
    pub part: Option<Part>,
    /// Distinguishes tiles (tint, dirt).
    pub seed: u32,
    /// For a print: the thing it is printed on ([`Scene::things`]) and its half length and half width, mm.
    pub print: Option<(usize, f32, f32)>,
}

/// A bitmap on the upper side of a thing: its middle is the thing's middle.
#[derive(Clone, Debug)]
pub struct Print {
    /// The bitmap. The fourth number of a texel says how much it covers the skin's colour.
    pub texture: Arc<Texture>,
    /// Half of the length and width in mm that the bitmap covers.
    pub half: (f32, f32),
}

/// The surface of a thing.
#[derive(Clone, Debug)]
pub struct Skin {
    /// Colour.
    pub colour: Rgb,
    /// Strength of mirror images, 0 to 1.
    pub gloss: f32,
    /// Their sharpness.
    pub shine: f32,
    /// Unevenness of the colour, 0 to 1, and size of the spots in mm.
    pub mottle: (f32, f32),
    /// Print on the upper side.
    pub print: Option<Print>,
    /// For glass and film: transparency, 0 for everything else.
    pub clear: f32,
}

/// A thing that is not a tile.
#[derive(Clone, Debug)]
pub struct Thing {
    /// Body of the thing.
    pub solid: Solid,
    /// Pose of the thing.
    pub pose: Pose,
    /// Skin of the thing.
    pub skin: Skin,
}

/// Edge of the table top.
#[derive(Clone, Copy, Debug)]
pub enum Edge {
    /// Nowhere in sight.
    Endless,
    /// Round, with this radius about the origin.
    Round(f32),
    /// Rectangular: half sizes and angle.
    Rect(f32, f32, f32),
}

/// A flat surface with a repeated texture.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The bitmap.
    pub texture: Arc<Texture>,
    /// Size of a texel, mm.
    pub texel: f32,
    /// Rotation of the ground.
    pub angle: f32,
    /// Shift of the ground, in texels.
    pub shift: (f32, f32),
    /// Strength of large uneven patches.
    pub patches: f32,
    /// Size of those patches, mm.
    pub patch_size: f32,
    /// Strength of mirror images.
    pub gloss: f32,
    /// Their sharpness.
    pub shine: f32,
}

/// The table and its surroundings.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The top, at z = 0.
    pub top: Cover,
    /// Edge of the table.
    pub edge: Edge,
    /// The floor, seen beyond the edge.
    pub floor: Cover,
    /// Height of the floor, mm (below 0).
    pub floor_z: f32,
    /// Factor by which the floor is darker.
    pub floor_light: f32,
    /// Colour above the horizon.
    pub wall: Rgb,
}

/// A lamp or window.
#[derive(Clone, Copy, Debug)]
pub struct Lamp {
    /// Position, mm.
    pub at: V3,
    /// Light on a flat sheet at the origin.
    pub colour: Rgb,
    /// Radius, mm, for soft shadows.
    pub radius: f32,
    /// Brightness of its mirror image.
    pub mirror: f32,
}

/// All light.
#[derive(Clone, Debug)]
pub struct Light {
    /// At most two lamps.
    pub lamps: Vec<Lamp>,
    /// Light from everywhere above.
    pub ambient: Rgb,
    /// Light from below and the sides, relative to `ambient`.
    pub bounce: f32,
    /// Direction of the brighter side of the room (unit vector), and its extra brightness, 0 to 1.
    pub window: (V3, f32),
    /// Colour of the room in polished surfaces.
    pub room: Rgb,
    /// Strength of the darkening where things touch, 0 to 1.
    pub contact: f32,
}

/// Everything that makes a picture.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Kind of scene, for statistics.
    pub kind: &'static str,
    /// The highest value of the set in play.
    pub max_pip: u8,
    /// The camera.
    pub camera: Camera,
    /// Table and room.
    pub ground: Ground,
    /// Light.
    pub light: Light,
    /// Sets of tiles.
    pub styles: Vec<TileStyle>,
    /// Tiles. Those of the layout come first.
    pub tiles: Vec<PlacedTile>,
    /// Other things.
    pub things: Vec<Thing>,
    /// Joins of the layout.
    pub chain: Chain,
    /// Sensor of the camera.
    pub sensor: Sensor,
}

impl Scene {
    /// The body of a tile, `None` for a print.
    #[must_use]
    pub fn body(&self, tile: &PlacedTile) -> Option<Solid> {
        let style = self.styles.get(tile.style)?;
        (tile.print.is_none()).then_some(Solid::Slab { half: style.half, corner: style.corner, edge: style.edge })
    }
}
