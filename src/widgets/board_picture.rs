//! Picture of a match's peg board, for viewing and as a file, without a window.

use crate::widgets::peg_board::{self, Manner};
use crate::widgets::raster;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{Theme, Weight};
use egui::{Align2, Context, Id, Rect, Ui, pos2, vec2};
use game::State;

/// Shows the pegs of a match, not movable.
pub fn show(ui: &mut Ui, theme: &Theme, rect: Rect, game: &State) {
    let setup = &game.setup;
    let id = Id::unique(("replayed board", setup.target(), setup.sides()));
    let _never_dragged = peg_board::show_match(ui, theme, rect, id, game, Manner::default());
}

/// The board with names and scores as the bytes of a PNG file, `width` pixels wide, on a dark or a light ground.
/// `add_letters` adds typefaces for letters that the program's own lacks.
///
/// # Errors
/// The reason it cannot be written.
pub fn png(game: &State, dark: bool, width: u32, add_letters: fn(&Context)) -> Result<Vec<u8>, String> {
    let theme = Theme { still: true, ..if dark { Theme::DARK } else { Theme::LIGHT } };
    let size = vec2(1000.0, 330.0);
    let scale = width.clamp(200, 6000) as f32 / size.x;
    let picture = raster::picture(size, scale, add_letters, |ui| {
        theme.apply(ui.ctx());
        let full = ui.max_rect();
        ui.painter().rect_filled(full.expand(2.0), 0, theme.ground);
        let setup = &game.setup;
        let n = setup.sides() as f32;
        for side in setup.all_sides() {
            let room = (full.width() - 48.0) / n;
            let left = full.left() + 24.0 + room * side.index() as f32;
            let words = format!("{}  {}", setup.side_name(side), game.score(side));
            let ink = Ink::new(Weight::Bold, 22.0, theme.side(side.index()));
            let ink = text::fitting(ui.painter(), &words, ink, room - 12.0);
            text::put(ui.painter(), pos2(left, full.top() + 34.0), Align2::LEFT_CENTER, &words, ink);
        }
        let below = Rect::from_min_max(full.min + vec2(24.0, 64.0), full.max - vec2(24.0, 24.0));
        show(ui, &theme, below, game);
    });
    raster::png(&picture)
}
