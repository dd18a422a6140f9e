//! Result of a match as a picture to send: players, games, scores, the last peg board.

use crate::widgets::board_picture;
use crate::widgets::raster;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{RADIUS, Theme, Weight};
use egui::{Align2, Context, CornerRadius, Rect, StrokeKind, Ui, pos2, vec2};
use game::{Match, State, words};
use language::say;

/// The picture's size in points: what messengers show whole.
const SIZE: egui::Vec2 = vec2(1200.0, 630.0);

/// The result as the bytes of a PNG file. `add_letters` adds typefaces for letters that the program's own lacks.
///
/// # Errors
/// The reason it cannot be written.
pub fn png(game: &Match, dark: bool, add_letters: fn(&Context)) -> Result<Vec<u8>, String> {
    let theme = Theme { still: true, ..if dark { Theme::DARK } else { Theme::LIGHT } };
    let picture = raster::picture(SIZE, 1.0, add_letters, |ui| {
        theme.apply(ui.ctx());
        result_ui(ui, &theme, game);
    });
    raster::png(&picture)
}

fn result_ui(ui: &mut Ui, theme: &Theme, game: &Match) {
    let (full, state) = (ui.max_rect(), game.state());
    ui.painter().rect_filled(full.expand(2.0), 0, theme.ground);
    let inner = full.shrink(36.0);
    let (above, below) = inner.split_top_bottom_at_fraction(0.52);
    let n = state.setup.sides() as f32;
    let gap = 20.0;
    let wide = (above.width() - gap * (n - 1.0)) / n;
    for side in state.setup.all_sides() {
        let left = above.left() + (wide + gap) * side.index() as f32;
        side_ui(ui, theme, Rect::from_min_size(pos2(left, above.top()), vec2(wide, above.height())), state, side);
    }
    let lines = words::result(game);
    let rest: Vec<&str> = lines.lines().skip(1).collect();
    let words = rest.join("  ·  ");
    let at = pos2(below.left(), below.top() + 34.0);
    let ink = Ink::new(Weight::Medium, 26.0, theme.quiet);
    let ink = text::fitting(ui.painter(), &words, ink, below.width() - 170.0);
    text::put(ui.painter(), at, Align2::LEFT_CENTER, &words, ink);
    let name = Ink::new(Weight::Bold, 24.0, theme.text);
    text::put(ui.painter(), pos2(below.right(), at.y), Align2::RIGHT_CENTER, "Sixty-One", name);
    board_picture::show(ui, theme, below.with_min_y(below.top() + 66.0), state);
}

fn side_ui(ui: &Ui, theme: &Theme, rect: Rect, state: &State, side: game::Side) {
    let won = state.winner == Some(side) || (state.setup.best_of == 1 && state.leg.winner == Some(side));
    let color = theme.side(side.index());
    let fill = if won { color } else { theme.panel };
    let ink = if won { theme.on_fill } else { theme.text };
    ui.painter().rect(rect, CornerRadius::same(RADIUS), fill, theme.outline(), StrokeKind::Inside);
    let inner = rect.shrink(22.0);
    let name = state.setup.side_name(side);
    let strong = Ink::new(Weight::SemiBold, 38.0, if won { ink } else { color });
    let strong = text::fitting(ui.painter(), &name, strong, inner.width());
    text::put(ui.painter(), inner.left_top(), Align2::LEFT_TOP, &name, strong);
    let figure =
        if state.setup.best_of > 1 { state.legs_won[side.index()].to_string() } else { state.score(side).to_string() };
    let large = text::fitting(ui.painter(), &figure, Ink::new(Weight::Figures, 220.0, ink), inner.width() * 0.7);
    text::put(ui.painter(), inner.left_bottom() + vec2(-6.0, 26.0), Align2::LEFT_BOTTOM, &figure, large);
    let what = match (won, state.setup.best_of > 1, state.setup.pairs) {
        (true, true, false) => say!("wins the match"),
        (true, true, true) => say!("win the match"),
        (true, false, false) => say!("wins"),
        (true, false, true) => say!("win"),
        (false, true, _) => say!("games"),
        (false, false, _) => say!("points"),
    };
    let quiet = Ink::new(Weight::Medium, 26.0, if won { ink } else { theme.quiet });
    text::put(ui.painter(), inner.right_bottom(), Align2::RIGHT_BOTTOM, what, quiet);
}
