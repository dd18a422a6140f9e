//! Draws pictures of domino tables with exact truth, to train and test the reading of tables.
//!
//! A [`Scene`] is an explicit list of placed tiles, things, light and camera; [`render()`] draws it and says where
//! everything is. [`scene()`] makes scenes at random, each fixed by a seed and its number.

mod arrange;
pub mod boards;
pub mod camera;
pub mod canvas;
mod clutter;
pub mod content;
pub mod face;
pub mod furnish;
pub mod generate;
pub mod grounds;
pub mod ink;
mod label;
pub mod layline;
pub mod maths;
mod nodes;
pub mod noise;
mod paint_glass;
mod paint_ground;
mod paint_shadow;
mod paint_table;
pub mod pieces;
pub mod pips;
pub mod prints;
pub mod render;
pub mod scene;
pub mod sensor;
pub mod shade;
pub mod shadow;
pub mod solid;
pub mod span;
pub mod style;
pub mod table;
pub mod texture;
pub mod things;
pub mod truth;

pub use camera::Camera;
pub use canvas::Canvas;
pub use content::{Feature, Kind};
pub use furnish::Around;
pub use generate::{scene, scene_without};
pub use layline::{Laid, Layer, Manner, OpenPlace};
pub use maths::{Dice, Rgb, V3, hsv, srgb, v3};
pub use pieces::Piece;
pub use pips::{HIGHEST, PipLayouts, PipPlaces};
pub use render::{render, render_with};
pub use scene::{Cover, Edge, Ground, Lamp, Light, PlacedTile, Print, Scene, Skin, Thing};
pub use sensor::Sensor;
pub use solid::{Pose, Solid};
pub use style::{Back, Line, PipLook, TileStyle};
pub use table::{HandOver, Standpoint, TableScene};
pub use texture::Texture;
pub use truth::{Chain, Contact, End, Half, Joint, Part, TileEdge, TileKind, TileTruth, Truth};
