//! Known truth about a drawn picture.

use serde::Serialize;

/// The orientation of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TileKind {
    /// Flat, pips up.
    Up,
    /// Flat, pips down.
    Down,
    /// Standing on an edge.
    Edge,
    /// A flat print of a tile, not a tile.
    Printed,
}

/// Whether a tile belongs to the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// In the layout.
    Line,
    /// Face up beside it.
    Loose,
}

/// A tile (or the print of one) in the picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TileTruth {
    /// Pips of half a; `None` when they do not show.
    pub a: Option<u8>,
    /// Pips of half b.
    pub b: Option<u8>,
    /// Orientation of the tile.
    pub kind: TileKind,
    /// Corners of the full rectangle of the face that shows, pixels: a end right, b end right, b end left, a end left.
    /// Counter-clockwise in the picture. All -9999 for a tile of the layout that is partly behind the camera.
    pub corners: [[f32; 2]; 4],
    /// Share of that face which the camera sees.
    pub visible: f32,
    /// Visible share of half a.
    pub visible_a: f32,
    /// Visible share of half b.
    pub visible_b: f32,
    /// Layout, loose or neither.
    pub part: Option<Part>,
}

/// Part of a tile: a half, or the middle of a crosswise double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    /// Half a.
    A,
    /// Half b.
    B,
    /// The middle.
    Both,
}

/// An edge of a tile, seen from above along its length from a to b.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TileEdge {
    /// Short edge of half a.
    AEnd,
    /// Short edge of half b.
    BEnd,
    /// Long edge on the left hand.
    Left,
    /// Long edge on the right hand.
    Right,
}

/// One side of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Contact {
    /// Index of the tile.
    pub tile: usize,
    /// Half that touches.
    pub half: Half,
    /// With which edge.
    pub edge: TileEdge,
}

/// Two tiles that touch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Joint {
    /// The earlier tile.
    pub i: Contact,
    /// The tile placed against it.
    pub j: Contact,
    /// The pip count that matches.
    pub value: u8,
    /// `straight` or `corner`.
    pub kind: &'static str,
    /// Distance between the two, mm.
    pub gap_mm: f32,
}

/// Open end of the layout.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct End {
    /// Index of the tile.
    pub tile: usize,
    /// The half.
    pub half: Half,
    /// Value to match.
    pub value: u8,
    /// Whether it is a double across the line.
    pub is_double_crosswise: bool,
    /// Pips it adds to the count of the ends.
    pub counts: u32,
    /// The free edges.
    pub edges: Vec<TileEdge>,
    /// Middle of each of them, pixels.
    pub points: Vec<[f32; 2]>,
}

/// Joins of a layout.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Chain {
    /// `fives_and_threes`, `spinner_first`, `spinner_every`, empty without a layout.
    pub rule_family: &'static str,
    /// One a pair of tiles that touch.
    pub joints: Vec<Joint>,
    /// Ends that count.
    pub open_ends: Vec<End>,
    /// Ends of a spinner that may be played but do not count yet.
    pub uncounted_ends: Vec<End>,
    /// Tiles that are spinners.
    pub spinners: Vec<usize>,
    /// Sum of what the ends count.
    pub ends_total: u32,
}

/// Everything known about a picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Truth {
    /// Kind of scene.
    pub kind: &'static str,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Highest value of the set in play.
    pub max_pip: u8,
    /// Name of the style of the tiles.
    pub style: &'static str,
    /// Tiles that are in the picture at least in part, plus all of the layout. Layout first, so indices of `chain` fit.
    pub tiles: Vec<TileTruth>,
    /// Joins of the layout.
    pub chain: Chain,
}
