//! The peg board of a match as a picture file. The window's own painter draws it, into memory and without a window, so that
//! it looks as it does on the screen; whoever wants the file need not know that.

use game::State;

/// The board with names and scores as the bytes of a PNG file, `width` pixels wide, on a dark or a light ground.
///
/// # Errors
/// Why it cannot be written.
pub fn png(game: &State, dark: bool, width: u32) -> Result<Vec<u8>, String> {
    crate::ui::history::board::board_png(game, dark, width)
}
