//! Widgets: colours and typefaces, text, buttons, tiles, the line, the peg board. Drawing and responses only: a widget
//! gets plain values and returns clicks, hovers and drags. They need no window: [`raster`] draws the same into memory,
//! for a picture of the peg board and for tests of whole screens.

pub mod board_art;
pub mod board_picture;
pub mod board_shape;
pub mod button;
pub mod cheer;
pub mod field;
pub mod line;
pub mod peg_art;
pub mod peg_board;
mod peg_paint;
pub mod photo;
pub mod qr;
pub mod raster;
pub mod result_picture;
pub mod score;
pub mod text;
pub mod theme;
pub mod tile;
pub mod tile_pad;
pub mod totals;
