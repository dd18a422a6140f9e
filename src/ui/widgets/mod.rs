//! Drawing and responses only: a widget gets plain values and returns what was clicked, hovered or dragged.

pub mod board_art;
pub mod board_shape;
pub mod button;
pub mod line;
pub mod peg_art;
pub mod peg_board;
pub mod score;
pub mod text;
pub mod tile;
pub mod tile_pad;
