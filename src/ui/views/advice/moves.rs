//! The moves in the adviser's order; beside them why, or who holds what.

use super::{Actions, UPRIGHT, holders};
use crate::ui::action::TableWish;
use crate::ui::advise::Aside;
use crate::ui::advise::Ask;
use crate::ui::entry::EntryWish;
use crate::ui::state::State;
use crate::ui::table::TableScreen;
use crate::ui::views::{columns, rows};
use crate::widgets::button::{self, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{RADIUS, TOUCH, Theme, Weight};
use crate::widgets::tile::{self, TileLook};
use adviser::words::{percent, points, reason};
use adviser::{Advice, Card, Grade, LineStep, Must};
use egui::{
    Align2, CornerRadius, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use egui_extras::Size;
use game::layout::Layout;
use game::words;
use language::{say, say_count};

pub(super) fn moves_ui(ui: &mut Ui, state: &State, table: &TableScreen, advice: &Advice, actions: &mut Actions) {
    let sizes = [Size::relative(0.46).at_least(190.0).at_most(560.0), Size::remainder()];
    let list = |ui: &mut Ui, actions: &mut Actions| {
        let scroll = ScrollArea::vertical().auto_shrink(false);
        scroll.show(ui, |ui| list_ui(ui, state, table, advice, actions));
    };
    let card = advice.moves.get(state.advice.chosen.min(advice.moves.len().saturating_sub(1)));
    let upright = ui.available_width() < UPRIGHT;
    let sizes = if upright { [Size::relative(0.55), Size::remainder()] } else { sizes };
    let parts = |n: usize, ui: &mut Ui| match (n, card, state.advice.aside) {
        (0, None, _) => list(ui, actions),
        (0, Some(card), _) => rows(ui, 6.0, &[Size::remainder(), Size::exact(TOUCH)], |n, ui| {
            if n == 0 {
                return list(ui, actions);
            }
            let label = say!("Enter {play}", play = words::play(&table.layout(), &card.play));
            let face = Face::new(&label).name(say!("Enter this drop")).size(15.0);
            if button::sized(ui, &state.theme, vec2(ui.available_width() - 8.0, TOUCH), face).clicked() {
                actions.push(EntryWish::Choose(card.play).into());
            }
        }),
        (_, _, Aside::Why) => {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| why_ui(ui, state, table, advice));
        }
        (_, _, Aside::Holders) => holders::holders_ui(ui, state, table, advice, actions),
    };
    if upright { rows(ui, 8.0, &sizes, parts) } else { columns(ui, 12.0, &sizes, parts) }
}

/// "54.1 % ±0.8": the chance with the half width of its 95 % interval.
fn chance(card: &Card) -> String {
    format!("{:.1} % ±{:.1}", card.win * 100.0, card.win_se * 196.0)
}

fn list_ui(ui: &mut Ui, state: &State, table: &TableScreen, advice: &Advice, actions: &mut Actions) {
    let theme = &state.theme;
    if advice.moves.is_empty() {
        let words = match advice.must {
            Must::Draw { left } => {
                say_count!(left, "Nothing fits: draw (up to {n} tile).", "Nothing fits: draw (up to {n} tiles).")
            }
            Must::Knock | Must::Play => say!("Nothing fits: knock.").to_owned(),
        };
        ui.label(RichText::new(words).font(Weight::SemiBold.font(19.0)));
        ui.label(
            RichText::new(say!("Chance to win the game: {chance}", chance = percent(advice.win))).color(theme.quiet),
        );
        return;
    }
    let layout = table.layout();
    for (i, card) in advice.moves.iter().enumerate() {
        let (_, mut row) = ui.allocate_space(vec2(ui.available_width(), TOUCH + 4.0));
        row.max -= vec2(8.0, 4.0);
        let name = words::play(&layout, &card.play);
        let spoken = format!("{}. {name}: {}, {}", i + 1, chance(card), points(card.credited));
        let response = ui.interact(row, ui.scope_id().with(("move", i)), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, i == state.advice.chosen, &spoken));
        row_ui(ui, theme, row, card, (i == state.advice.chosen, response.hovered()), &layout);
        button::focus_ring(ui, theme, row, CornerRadius::same(RADIUS), &response);
        if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            actions.push(TableWish::Advice(Ask::Look(i)).into());
        }
    }
}

/// Tile, where, chance as a bar and in figures, points.
fn row_ui(ui: &Ui, theme: &Theme, row: Rect, card: &Card, (chosen, hovered): (bool, bool), layout: &Layout) {
    let painter = ui.painter();
    let radius = CornerRadius::same(RADIUS);
    let fill = if chosen { Theme::mix(theme.raised, theme.good, 0.2) } else { theme.raised };
    let stroke = match (chosen, hovered) {
        (true, _) => Stroke::new(2.0, theme.good),
        (false, true) => Stroke::new(1.0, theme.quiet),
        (false, false) => theme.outline(),
    };
    painter.rect(row, radius, fill, stroke, StrokeKind::Inside);
    let face = Rect::from_min_size(row.min + vec2(8.0, 6.0), vec2(58.0, row.height() - 12.0));
    tile::paint_in(painter, theme, face, card.play.tile(), TileLook::PLAIN);
    let award = if card.credited > 0 { format!("+{}", card.credited) } else { "0".to_owned() };
    let color = if card.credited > 0 { theme.good } else { theme.quiet };
    let figure = Ink::new(Weight::Bold, 20.0, color);
    let award = text::put(painter, pos2(row.right() - 10.0, row.center().y), Align2::RIGHT_CENTER, &award, figure);
    let left = face.right() + 10.0;
    let right = award.left().min(row.right() - 40.0) - 10.0;
    let place = card
        .play
        .on
        .map_or_else(|| say!("leads").to_owned(), |on| say!("on {place}", place = words::place(layout, on)));
    let words = format!("{} · {place}", chance(card));
    let ink = text::fitting(painter, &words, Ink::new(Weight::SemiBold, 15.5, theme.text), (right - left) * 1.3);
    text::put_within(painter, pos2(left, row.top() + 15.0), Align2::LEFT_CENTER, &words, ink, right - left);
    let track = Rect::from_min_max(pos2(left, row.bottom() - 14.0), pos2(right, row.bottom() - 8.0));
    painter.rect_filled(track, 3, theme.ground);
    let good = match card.mark {
        Grade::Fine => theme.good,
        Grade::Doubtful => theme.sides[1],
        Grade::Bad | Grade::Blunder => theme.bad,
    };
    let filled = Rect::from_min_size(track.min, vec2(track.width() * card.win.clamp(0.02, 1.0), track.height()));
    painter.rect_filled(filled, 3, good);
}

/// Everything that is known about the chosen move, in words.
fn why_ui(ui: &mut Ui, state: &State, table: &TableScreen, advice: &Advice) {
    let theme = &state.theme;
    let Some(card) = advice.moves.get(state.advice.chosen.min(advice.moves.len().saturating_sub(1))) else { return };
    let layout = table.layout();
    let then = layout.after(&card.play);
    let setup = table.game.setup();
    let next = setup.player(state.advice.me.left(setup.seats()));
    ui.spacing_mut().item_spacing.y = 4.0;
    let title = words::play(&layout, &card.play);
    ui.label(RichText::new(title).font(Weight::SemiBold.font(19.0)));
    ui.label(RichText::new(words::reason(&then, &setup.rules)).color(theme.quiet));
    for why in &card.reasons {
        ui.label(RichText::new(format!("• {}", reason(why, next))).font(Weight::Medium.font(16.0)));
    }
    ui.add_space(4.0);
    for line in facts(card, advice, next) {
        ui.label(RichText::new(line).color(theme.quiet).size(15.0));
    }
}

/// The numbers of a card, in lines.
fn facts(card: &Card, advice: &Advice, next: &str) -> Vec<String> {
    let mut lines = Vec::new();
    if card.loss > 0.0005 {
        lines.push(say!(
            "{loss} % of a game behind the best: {mark}",
            loss = format!("{:.1}", card.loss * 100.0),
            mark = card.mark.name()
        ));
    }
    let reply = &card.reply;
    let worst = reply.worst.map_or(String::new(), |(tile, n, p)| {
        say!("; {tile} for {n} hurts most ({chance})", tile, n, chance = percent(p))
    });
    lines.push(say!(
        "{next} replies: scores in {scores}, {mean} on average{worst}",
        next,
        scores = percent(reply.scores),
        mean = format!("{:.1}", reply.mean),
        worst
    ));
    lines.push(say!("{next} has nothing to play: {chance}", next, chance = percent(reply.knocks)));
    if reply.wins > 0.0 {
        lines.push(say!("{next} wins the game at once: {chance}", next, chance = percent(reply.wins)));
    }
    let fits = match card.own_fits {
        0 => say!("none of your tiles fits then").to_owned(),
        1 => say!("one of your tiles fits then").to_owned(),
        n => say!("{n} of your tiles fit then", n),
    };
    lines.push(say!("You: {fits}; nothing to play next time: {chance}", fits, chance = percent(card.own_knock)));
    let pips = |pips: &[game::tile::Pip]| pips.iter().map(ToString::to_string).collect::<Vec<_>>().join(say!(" and "));
    match (card.opens.as_slice(), card.closes.as_slice()) {
        ([], []) => {}
        (opens, []) => lines.push(say!("Opens {pips}", pips = pips(opens))),
        ([], closes) => lines.push(say!("Closes {pips}", pips = pips(closes))),
        (opens, closes) => {
            lines.push(say!("Opens {opens}, closes {closes}", opens = pips(opens), closes = pips(closes)));
        }
    }
    if !card.left.is_empty() {
        let left: Vec<String> = card.left.iter().map(|(pip, n)| say!("{n} with a {pip}", n, pip)).collect();
        lines.push(say!("Unseen tiles that fit: {left}", left = left.join(", ")));
    }
    if let Some(share) = card.double_dummy {
        lines.push(say!("Best tile in {share} of the deals, if every hand were face up", share = percent(share)));
    }
    if card.line.len() > 1 {
        let line: Vec<String> = card.line.iter().map(step).collect();
        lines.push(say!("Likely course: {line}", line = line.join(", ")));
    }
    let (deals, trials) = (deals(advice.deals), advice.iterations);
    lines.push(if advice.all_deals {
        say!("From all {deals} possible deals, {trials} trials; ± is a 95 % interval", deals, trials)
    } else {
        say!("From a sample of {deals} possible deals, {trials} trials; ± is a 95 % interval", deals, trials)
    });
    lines
}

fn step(step: &LineStep) -> String {
    match step {
        LineStep::Play(tile) => tile.to_string(),
        LineStep::Knock => say!("knock").to_owned(),
        LineStep::Draw(n) => say!("draw {n}", n),
    }
}

/// "3,432", "1.2 million", "4e12".
fn deals(n: f64) -> String {
    match n {
        n if n < 1e6 => format!("{n:.0}"),
        n if n < 1e9 => say!("{n} million", n = format!("{:.1}", n / 1e6)),
        n if n < 1e12 => say!("{n} billion", n = format!("{:.1}", n / 1e9)),
        n => format!("{n:.0e}"),
    }
}
