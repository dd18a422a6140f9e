//! A score sheet: a row for each side with its points, the side that went out and the total; figures below; the
//! recorded hands beside it, or over it in a narrow window.

use super::told::announce;
use super::{Actions, columns, keypad, panel_ui, rows};
use crate::ui::action::{Action, TableWish};
use crate::ui::score_sheet::ScoreWish;
use crate::ui::screen::{Screen, Sheet};
use crate::ui::state::BeginWish;
use crate::ui::state::State;
use crate::ui::table::ActWish;
use crate::ui::table::{Rewriting, TableScreen};
use crate::widgets::button::{self, ButtonKind, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{GAP, RADIUS, TOUCH, Theme, Weight};
use egui::{
    Align2, CornerRadius, Grid, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use egui_extras::Size;
use game::rules::Wins;
use game::{Act, Side};
use language::say;

/// From here on the hands that are written down stand beside the sheet.
const WIDE: f32 = 820.0;

pub(super) fn score_sheet_ui(ui: &mut Ui, state: &State, table: &TableScreen, actions: &mut Actions) {
    let wide = ui.available_width() >= WIDE;
    let small = ui.available_height() < 480.0;
    let pad = if small { 2.0 * TOUCH + 8.0 } else { 2.0 * 54.0 };
    let parts = [Size::exact(if small { 22.0 } else { 46.0 }), Size::remainder(), Size::exact(pad), Size::exact(TOUCH)];
    let over = table.game.state().is_over() && table.rewriting.is_none();
    rows(ui, 6.0, &parts, |n, ui| match n {
        0 => heading_ui(ui, &state.theme, table),
        1 if wide => {
            columns(ui, GAP, &[Size::relative(0.5), Size::remainder()], |n, ui| {
                if n == 0 {
                    sides_ui(ui, &state.theme, table, actions);
                } else {
                    hands_ui(ui, &state.theme, table, actions);
                }
            });
        }
        1 => match table.sheet {
            Sheet::Drops => hands_ui(ui, &state.theme, table, actions),
            _ => sides_ui(ui, &state.theme, table, actions),
        },
        2 if table.sheet == Sheet::More => more_ui(ui, &state.theme, table, actions),
        2 if over => over_ui(ui, &state.theme, actions),
        2 => keypad::number_pad_ui(ui, &state.theme, ui.max_rect(), actions),
        _ => buttons_ui(ui, &state.theme, table, wide, actions),
    });
}

/// Shows the hand, its first double and its dealer, or the winner.
fn heading_ui(ui: &Ui, theme: &Theme, table: &TableScreen) {
    let (rect, game) = (ui.max_rect(), table.game.state());
    let rules = table.rules();
    let hand = table.hands_written() + 1;
    let mut words = match (game.winner, table.rewriting, rules.rounds) {
        (Some(side), None, _) => {
            say!("{side} won with {score}", side = game.setup.side_name(side), score = game.score(side))
        }
        (_, Some(Rewriting::Replace(event) | Rewriting::Before(event)), _) => {
            let place = table.written().iter().position(|(other, _)| *other == event);
            say!("Correcting hand {n}", n = place.map_or(0, |at| at + 1))
        }
        (_, _, 0) => say!("Hand {hand}", hand),
        (_, _, rounds) => {
            say!("Hand {hand} of {hands}", hand, hands = rounds.max(u8::try_from(hand).unwrap_or(u8::MAX)))
        }
    };
    if game.winner.is_none() && table.rewriting.is_none() {
        if let Some(engine) = table.engine() {
            words.push_str(&say!(" · begins with {engine}", engine));
        }
        words.push_str(&say!(" · {player} deals", player = game.setup.player(table.dealer())));
    }
    let ends = match (rules.target.of(2), rules.wins) {
        (0, Wins::Lowest) => say!("the lowest total wins").to_owned(),
        (0, Wins::Highest) => say!("the highest total wins").to_owned(),
        (target, Wins::Lowest) => say!("until a player reaches {target}; lowest total wins", target),
        (target, Wins::Highest) => say!("the first to {target}", target),
    };
    let told = table.hint.as_ref().map_or(ends, |hint| format!("! {hint}"));
    let color = if table.hint.is_some() { theme.bad } else { theme.quiet };
    let ink = text::fitting(ui.painter(), &words, Ink::new(Weight::SemiBold, 20.0, theme.text), rect.width());
    let low = rect.height() < 40.0;
    let at = if low { rect.center().y } else { rect.top() + 12.0 };
    text::put_within(ui.painter(), pos2(rect.left(), at), Align2::LEFT_CENTER, &words, ink, rect.width());
    if !low {
        let ink = text::fitting(ui.painter(), &told, Ink::new(Weight::Medium, 15.0, color), rect.width());
        text::put_within(
            ui.painter(),
            pos2(rect.left(), rect.bottom() - 9.0),
            Align2::LEFT_CENTER,
            &told,
            ink,
            rect.width(),
        );
    }
    let spoken = format!("{words}. {told}");
    announce(ui, rect, "heading", &spoken);
}

/// A row for each side.
fn sides_ui(ui: &mut Ui, theme: &Theme, table: &TableScreen, actions: &mut Actions) {
    let sides = table.game.setup().sides();
    let (room, gap) = (ui.available_height(), 4.0);
    let high = ((room + gap) / sides as f32 - gap).clamp(TOUCH, 72.0);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = gap;
        for side in table.game.setup().all_sides() {
            let (_, rect) = ui.allocate_space(vec2(ui.available_width(), high));
            side_ui(ui, theme, rect, table, side, actions);
        }
    });
}

fn side_ui(ui: &Ui, theme: &Theme, rect: Rect, table: &TableScreen, side: Side, actions: &mut Actions) {
    let (setup, form, i) = (table.game.setup(), &table.score, side.index());
    let open = !table.game.state().is_over() || table.rewriting.is_some();
    let out_wide = 58.0;
    let out = Rect::from_min_max(pos2(rect.right() - out_wide, rect.top()), rect.max);
    let field = Rect::from_min_max(rect.min, pos2(out.left() - 4.0, rect.bottom()));
    let here = open && form.at == i;
    let name = setup.side_name(side);
    let total = table.game.state().score(side).to_string();
    let shown =
        form.points(i).map_or_else(|| if open { "?".to_owned() } else { String::new() }, |points| points.to_string());
    let response = ui.interact(field, ui.scope_id().with(("side", i)), Sense::click());
    let spoken = say!("points of {name}: {shown}, total {total}", name, shown, total);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, here, &spoken));
    let stroke = if here { Stroke::new(2.5, theme.good) } else { theme.outline() };
    ui.painter().rect(field, CornerRadius::same(RADIUS), theme.raised, stroke, StrokeKind::Inside);
    button::focus_ring(ui, theme, field, CornerRadius::same(RADIUS), &response);
    let figures = (field.width() * 0.24).clamp(54.0, 110.0);
    let room = field.width() - 2.0 * figures - 20.0;
    let size = (rect.height() * 0.42).clamp(16.0, 26.0);
    let ink = text::fitting(ui.painter(), &name, Ink::new(Weight::SemiBold, size * 0.85, theme.side(i)), room);
    text::put_within(ui.painter(), field.left_center() + vec2(10.0, 0.0), Align2::LEFT_CENTER, &name, ink, room);
    let ink = Ink::new(Weight::Bold, size, if form.points(i).is_some() { theme.text } else { theme.quiet });
    let at = pos2(field.right() - figures - 10.0, field.center().y);
    text::put_within(ui.painter(), at, Align2::RIGHT_CENTER, &shown, ink, figures);
    let ink = Ink::new(Weight::Medium, size, theme.quiet);
    let at = field.right_center() - vec2(10.0, 0.0);
    text::put_within(ui.painter(), at, Align2::RIGHT_CENTER, &total, ink, figures - 6.0);
    if response.clicked() {
        actions.push(TableWish::Score(ScoreWish::At(i)).into());
    }
    let spoken = say!("{name} went out", name);
    let face = Face::new(say!("out")).name(&spoken).chosen(form.out == Some(i)).enabled(open).size(16.0);
    if button::put(ui, theme, out, face).clicked() {
        actions.push(TableWish::Score(ScoreWish::Out(i)).into());
    }
}

/// Shows every hand's points; a tap on a hand's number corrects it.
fn hands_ui(ui: &mut Ui, theme: &Theme, table: &TableScreen, actions: &mut Actions) {
    let written = table.written();
    let setup = table.game.setup();
    panel_ui(ui, theme, 8.0, |ui| {
        if written.is_empty() {
            ui.label(RichText::new(say!("No hand recorded yet.")).color(theme.quiet));
            return;
        }
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            Grid::new("hands").striped(true).min_col_width(34.0).spacing(vec2(8.0, 4.0)).show(ui, |ui| {
                ui.label("");
                for side in setup.all_sides() {
                    let name: String = setup.side_name(side).chars().take(12).collect();
                    ui.label(RichText::new(name).font(Weight::SemiBold.font(14.0)).color(theme.side(side.index())));
                }
                ui.end_row();
                for (n, (event, act)) in written.iter().enumerate() {
                    let (label, spoken) = ((n + 1).to_string(), say!("correct hand {n}", n = n + 1));
                    let chosen = table.rewriting == Some(Rewriting::Replace(*event));
                    let face = Face::new(&label).name(&spoken).chosen(chosen).size(14.0);
                    if button::sized(ui, theme, vec2(TOUCH, TOUCH), face).clicked() {
                        actions.push(TableWish::Score(ScoreWish::Rewrite(*event)).into());
                    }
                    let Act::Score { left, out, doubled } = act else { continue };
                    for (side, points) in left.iter().enumerate() {
                        let mark = if out.is_some_and(|out| out.index() == side) { say!("out") } else { "" };
                        let twice = if *doubled { " ×2" } else { "" };
                        let words = if mark.is_empty() { format!("{points}{twice}") } else { mark.to_owned() };
                        ui.label(RichText::new(words).font(Weight::Medium.font(15.0)));
                    }
                    ui.end_row();
                }
            });
        });
    });
}

/// The rarer buttons: a hand that counts double, negative points, abandoning.
fn more_ui(ui: &mut Ui, theme: &Theme, table: &TableScreen, actions: &mut Actions) {
    let form = &table.score;
    let faces: [(Face<'_>, Action); 4] = [
        (Face::new(say!("Counts double")).chosen(form.doubled), TableWish::Score(ScoreWish::Double).into()),
        (Face::new("±").name(say!("negative score")), TableWish::Score(ScoreWish::Sign).into()),
        (Face::new(say!("Redo")).enabled(table.game.can_redo()), ActWish::Redo.into()),
        (Face::new(say!("Abandon")).name(say!("Abandon the match")).kind(ButtonKind::Danger), ActWish::Abandon.into()),
    ];
    let sizes = [Size::remainder(), Size::remainder(), Size::remainder(), Size::remainder()];
    columns(ui, 6.0, &sizes, |n, ui| {
        let (face, action) = &faces[n];
        if button::put(ui, theme, ui.max_rect(), face.size(15.0)).clicked() {
            actions.push(action.clone());
        }
    });
}

/// After the match.
fn over_ui(ui: &mut Ui, theme: &Theme, actions: &mut Actions) {
    let faces: [(Face<'_>, Action); 2] = [
        (Face::new(say!("Same again")).key("↵").main(true), BeginWish::SameAgain.into()),
        (Face::new(say!("New game…")).key("F2"), Action::Go(Screen::NewGame)),
    ];
    columns(ui, 8.0, &[Size::remainder(), Size::remainder()], |n, ui| {
        let (face, action) = &faces[n];
        if button::put(ui, theme, ui.max_rect(), face.size(18.0)).clicked() {
            actions.push(action.clone());
        }
    });
}

fn buttons_ui(ui: &mut Ui, theme: &Theme, table: &TableScreen, wide: bool, actions: &mut Actions) {
    let open = |sheet: Sheet| TableWish::Open(if table.sheet == sheet { Sheet::None } else { sheet }).into();
    let ready = table.score.missing().is_none();
    let write = if table.rewriting.is_some() { say!("Correct") } else { say!("Record") };
    let mut faces = vec![
        (Face::new(write).key("↵").main(ready), TableWish::Score(ScoreWish::Write).into(), 1.5),
        (Face::new(say!("Count")).key("F9").name(say!("count the tiles by camera")), Action::Go(Screen::Count), 1.0),
        (Face::new(say!("Undo")).key("U").enabled(table.game.can_undo()), ActWish::Undo.into(), 1.2),
        (Face::new(say!("More")).key("O").chosen(table.sheet == Sheet::More), open(Sheet::More), 0.8),
    ];
    if !wide {
        faces.insert(
            2,
            (Face::new(say!("Hands")).key("L").chosen(table.sheet == Sheet::Drops), open(Sheet::Drops), 1.0),
        );
    }
    let gap = 5.0;
    let total: f32 = faces.iter().map(|(.., share)| share).sum();
    let unit = (ui.available_width() - gap * (faces.len() - 1) as f32) / total;
    let sizes: Vec<Size> = faces.iter().map(|(.., share)| Size::exact(unit * share)).collect();
    columns(ui, gap, &sizes, |n, ui| {
        let (face, action, _) = &faces[n];
        if button::put(ui, theme, ui.max_rect(), face.size(16.0)).clicked() {
            actions.push(action.clone());
        }
    });
}
