//! The totals of a score sheet, the best first, in the place of the peg board.

use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{Theme, Weight};
use egui::{Align2, Painter, Rect, pos2, vec2};
use game::rules::Wins;
use game::{Side, State};

/// Paints the sides with their totals into `rect`, as many below each other as there is room for.
pub fn paint(painter: &Painter, theme: &Theme, rect: Rect, game: &State) {
    let mut sides: Vec<Side> = game.setup.all_sides().collect();
    sides.sort_by_key(|&side| match game.setup.rules.wins {
        Wins::Highest => -game.score(side).halves(),
        Wins::Lowest => game.score(side).halves(),
    });
    let lines = ((rect.height() / 34.0) as usize).clamp(1, sides.len().max(1));
    let columns = sides.len().div_ceil(lines).max(1);
    let cell = vec2(rect.width() / columns as f32, rect.height() / lines as f32);
    let size = (cell.y * 0.55).clamp(12.0, 34.0);
    for (n, &side) in sides.iter().enumerate() {
        let corner = rect.min + vec2((n / lines) as f32 * cell.x, (n % lines) as f32 * cell.y);
        let place = Rect::from_min_size(corner, cell).shrink2(vec2(10.0, 1.0));
        let total = game.score(side).to_string();
        let ink = Ink::new(Weight::Bold, size, theme.text);
        let figure = text::put(painter, place.right_center(), Align2::RIGHT_CENTER, &total, ink);
        let room = (figure.left() - place.left() - 8.0).max(8.0);
        let name = game.setup.side_name(side);
        let ink =
            text::fitting(painter, &name, Ink::new(Weight::SemiBold, size * 0.85, theme.side(side.index())), room);
        text::put_within(painter, pos2(place.left(), place.center().y), Align2::LEFT_CENTER, &name, ink, room);
    }
}
