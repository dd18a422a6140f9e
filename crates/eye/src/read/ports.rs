//! The places where a tile can be touched, and the geometry of two such places.

use super::body::Body;
use super::{Point, Slot};

/// Kind of edge of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PortKind {
    /// A short edge.
    End,
    /// The side of a half, where the line turns.
    Side,
    /// The middle of a long edge, of a crosswise double.
    Middle,
}

/// A place where another tile can touch this one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Port {
    pub(crate) slot: Slot,
    pub(crate) kind: PortKind,
    pub(crate) at: Point,
    /// Outward, length 1.
    pub(crate) normal: Point,
}

/// The geometry of two ports that face each other: all in tile widths and radians, 0 when they coincide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    pub(crate) gap: f64,
    pub(crate) lateral: f64,
    pub(crate) angle: f64,
}

impl Slot {
    /// Half a, half b: 0, 1; the sides of a double 2, 3.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// Reports whether it is one of the long sides' middles.
    pub(crate) const fn is_side(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}

/// Along the side of a half another tile's end may be anywhere between these distances from the tile's middle.
fn side_range(proportion: f64) -> (f64, f64) {
    let near = proportion / 4.0;
    (near, (proportion / 2.0 - 0.5).max(near))
}

/// Freedom of a tile at the side of a half, to each side of the port.
pub(crate) fn side_freedom(proportion: f64) -> f64 {
    let (near, far) = side_range(proportion);
    (far - near) / 2.0
}

/// The eight ports of a tile: two short edges, the middles of both long edges, and the side of each half on both.
pub(crate) fn ports(body: &Body, proportion: f64) -> [Port; 8] {
    let (centre, along, left) = (body.print.centre, body.print.along, body.print.left);
    let (near, far) = side_range(proportion);
    let reach = f64::midpoint(near, far);
    let end = |slot, sign: f64| Port {
        slot,
        kind: PortKind::End,
        at: centre.plus(along.times(sign * proportion / 2.0)),
        normal: along.times(sign),
    };
    let long = |slot, kind, sign: f64, shift: f64| Port {
        slot,
        kind,
        at: centre.plus(left.times(sign * 0.5)).plus(along.times(shift)),
        normal: left.times(sign),
    };
    [
        end(Slot::A, -1.0),
        end(Slot::B, 1.0),
        long(Slot::Left, PortKind::Middle, 1.0, 0.0),
        long(Slot::Right, PortKind::Middle, -1.0, 0.0),
        long(Slot::A, PortKind::Side, 1.0, -reach),
        long(Slot::B, PortKind::Side, 1.0, reach),
        long(Slot::A, PortKind::Side, -1.0, -reach),
        long(Slot::B, PortKind::Side, -1.0, reach),
    ]
}

/// Reports whether the normals point at each other (within 41 degrees).
pub(crate) fn faces(first: Point, second: Point) -> bool {
    first.dot(second) < -0.75
}

/// The second place relative to the first; `None` when they do not face each other.
pub(crate) fn contact(at: Point, normal: Point, other: Point, other_normal: Point) -> Option<Contact> {
    if !faces(normal, other_normal) {
        return None;
    }
    let axis = normal.minus(other_normal).unit()?;
    let way = other.minus(at);
    let angle = (-normal.cross(other_normal)).atan2(-normal.dot(other_normal));
    Some(Contact { gap: way.dot(axis), lateral: axis.cross(way), angle })
}
