//! The sides' panels, one under the other, or facing each other.

use super::{Actions, columns, rows};
use crate::ui::action::TableWish;
use crate::ui::entry::EntryWish;
use crate::ui::screen::Sheet;
use crate::ui::table::FormWish;
use crate::ui::table::{ScoreFix, TableScreen};
use crate::widgets::score::{self, ScorePanel};
use crate::widgets::theme::{GAP, Theme};
use egui::Ui;
use egui_extras::Size;
use game::Side;
use game::rules::Points;
use game::words::{self, signed};
use language::say;

/// Layout of the sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seats {
    /// The second side sits opposite: its panel is turned to it.
    pub opposite: bool,
    /// A tall window.
    pub upright: bool,
    /// To be read from two metres.
    pub far: bool,
}

/// Below each other; in a tall window side by side, if narrow in two rows.
pub(super) fn side_panels_ui(ui: &mut Ui, theme: &Theme, table: &TableScreen, seats: Seats, actions: &mut Actions) {
    let setup = table.game.setup();
    let n = setup.sides();
    let across = seats.opposite && !seats.upright;
    let mut part = |place: usize, ui: &mut Ui| {
        // Facing each other, the first side sits below and the second above, turned to it.
        let Some(side) = Side::new(if across { n - 1 - place } else { place }) else { return };
        let turned = across && side.index() == 1;
        let touched = score::show(ui, theme, ui.max_rect(), &panel_of(table, side, seats.far), turned);
        if touched.name.on_hover_text(say!("tap if it was this side's drop")).clicked() {
            let seat = setup.all_seats().find(|seat| setup.side_of(*seat) == side);
            actions.extend(seat.map(|seat| EntryWish::Whose(seat).into()));
        }
        if touched.score.on_hover_text(say!("tap to correct the score")).clicked() {
            actions.push(FormWish::Fixing(ScoreFix::of(side)).into());
            actions.push(TableWish::Open(Sheet::Scores).into());
        }
    };
    if !seats.upright {
        let gap = if ui.available_height() < 420.0 { 5.0 } else { GAP };
        return rows(ui, gap, &vec![Size::remainder(); n], part);
    }
    let beside = if n > 2 && ui.available_width() < 560.0 { 2 } else { n };
    let lines = n.div_ceil(beside);
    rows(ui, 5.0, &vec![Size::remainder(); lines], |line, ui| {
        let here = beside.min(n - line * beside);
        columns(ui, 5.0, &vec![Size::remainder(); here], |i, ui| part(line * beside + i, ui));
    });
}

/// Returns the content of a side's panel.
pub(super) fn panel_of(table: &TableScreen, side: Side, far: bool) -> ScorePanel {
    let game = table.game.state();
    let setup = &game.setup;
    let score = game.score(side);
    let dropper = table.seat().filter(|seat| setup.side_of(*seat) == side);
    let in_pairs = setup.seats() > setup.sides();
    let led = table.round().is_some_and(|round| !round.layout.is_empty());
    let won = game.leg.winner == Some(side);
    let doing = match dropper {
        Some(seat) if in_pairs && led => say!("{player} to drop", player = setup.player(seat)),
        Some(seat) if in_pairs => say!("{player} to lead", player = setup.player(seat)),
        Some(_) if led => say!("to drop").to_owned(),
        Some(_) => say!("to lead").to_owned(),
        None if game.winner == Some(side) && setup.pairs => say!("win the match").to_owned(),
        None if game.winner == Some(side) => say!("wins the match").to_owned(),
        None if won && setup.pairs => say!("win the game").to_owned(),
        None if won => say!("wins the game").to_owned(),
        None if game.leg.skunked(setup).contains(&side) => say!("skunked").to_owned(),
        None => String::new(),
    };
    let target = Points::new(i32::from(setup.target()));
    let mut lines = if won || game.leg.winner.is_some() {
        Vec::new()
    } else {
        words::outlook(&setup.rules, (target - score).whole().clamp(0, i32::from(u16::MAX)) as u16)
    };
    if let Some(points) = table.points_per_drop(side) {
        lines.push((say!("points a drop").to_owned(), format!("{points:.1}")));
    }
    ScorePanel {
        side: side.index(),
        name: setup.side_name(side),
        score: score.to_string(),
        badge: table.badge(side).map(signed).unwrap_or_default(),
        to_drop: dropper.is_some(),
        doing,
        tiles_left: if game.running().is_some() { table.tiles_left(side) } else { String::new() },
        legs: (game.legs_won[side.index()], setup.legs_to_win()),
        lines,
        won,
        far,
    }
}
