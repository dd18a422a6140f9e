//! Beside the replay: how the score went, the figures of this game, why the drop counted, what the adviser says.

use super::super::chart::{self, Course};
use super::super::{Actions, panel_ui, rows};
use crate::table::recorded::recorded;
use crate::ui::action::Action;
use crate::ui::history::worker::{HandReview, Judged};
use crate::ui::history::{Milestone, Replay, Wish};
use crate::ui::state::State;
use crate::widgets::button::{self, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{GAP, TOUCH, Theme, Weight};
use egui::{Align, Align2, Layout, Rect, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use egui_extras::{Column, Size, TableBuilder};
use game::replay::{Moment, MomentKind};
use game::stats::{Facts, Figures, Quoted};
use game::{Act, words};
use language::{say, say_count};

pub(super) fn side_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    let Some(replay) = &state.history.replay else { return };
    let sizes = [
        Size::relative(0.28).at_least(120.0).at_most(340.0),
        Size::relative(0.28).at_least(130.0).at_most(240.0),
        Size::remainder(),
    ];
    rows(ui, GAP, &sizes, |n, ui| match n {
        0 => chart::framed(ui, theme, say!("Score over drops"), |ui| score_chart(ui, theme, replay)),
        1 => panel_ui(ui, theme, 12.0, |ui| {
            let facts = state.history.archive.game(replay.id).and_then(|game| game.facts.as_ref());
            if let Some(facts) = facts {
                game_figures_ui(ui, theme, facts, replay);
            }
        }),
        _ => panel_ui(ui, theme, 12.0, |ui| why_ui(ui, theme, replay, actions)),
    });
}

fn score_chart(ui: &mut Ui, theme: &Theme, replay: &Replay) {
    let setup = replay.whole.setup();
    let leg = replay.moment().map_or(0, |moment| moment.leg);
    let ours: Vec<(usize, &Moment)> =
        replay.moments.iter().enumerate().filter(|(_, moment)| moment.leg == leg).collect();
    let mut courses = Vec::new();
    for side in setup.all_sides() {
        let i = side.index();
        let mut points = vec![[0.0, f64::from(setup.start_of(side).whole())]];
        let mut drops = 0.0;
        let mut course = |points| {
            courses.push(Course { name: setup.side_name(side), color: theme.side(i), points, strong: true });
        };
        for (_, moment) in &ours {
            if moment.kind == MomentKind::Drop {
                drops += 1.0;
            }
            // Pegs moved by hand are not points: the course starts again at their new place.
            if matches!(replay.whole.act_at(moment.event), Some(Act::Adjust { .. })) {
                course(std::mem::take(&mut points));
            }
            points.push([drops, f64::from(moment.scores[i].halves()) / 2.0]);
        }
        course(points);
    }
    let before = ours.iter().filter(|(i, moment)| *i < replay.at && moment.kind == MomentKind::Drop).count();
    let target = f64::from(setup.target());
    let here = chart::Here { x: before as f64, y: target };
    let spoken = say!("Score over drops of game {n}", n = leg + 1);
    chart::courses_ui(ui, theme, &format!("score {leg}"), &spoken, &courses, Some(here));
}

/// The figures of the game of the match that is shown, a column a player.
fn game_figures_ui(ui: &mut Ui, theme: &Theme, facts: &Facts, replay: &Replay) {
    let leg = replay.moment().map_or(0, |moment| moment.leg) as u16;
    let figures: Vec<Figures> =
        (0..facts.players.len()).map(|seat| Figures::of_leg(&replay.facts, seat, leg)).collect();
    let drops: u32 = figures.iter().map(|figures| figures.points_per_drop.of).sum();
    ui.spacing_mut().item_spacing = vec2(0.0, 4.0);
    let words = say_count!(drops, "This game, over its {n} drop", "This game, over its {n} drops");
    text::label(ui, &words, Ink::new(Weight::SemiBold, 15.0, theme.text));
    let quoted = [
        Quoted::PointsPerDrop,
        Quoted::ScoringDrops,
        Quoted::Eights,
        Quoted::KnocksMade,
        Quoted::KnocksForced,
        Quoted::FirstDrop,
        Quoted::ChipOuts,
        Quoted::Busts,
        Quoted::BestHand,
    ];
    let high = (ui.available_height() / (quoted.len() + 1) as f32).clamp(15.0, 24.0);
    let size = if high < 19.0 { 12.5 } else { 14.0 };
    let fitting = quoted.len().min((ui.available_height() / high - 0.9) as usize);
    let wide = 52.0f32.min(ui.available_width() * 0.5 / figures.len().max(1) as f32);
    ui.spacing_mut().item_spacing = Vec2::ZERO;
    let table = TableBuilder::new(ui)
        .vscroll(false)
        .cell_layout(Layout::right_to_left(Align::Center))
        .column(Column::remainder().clip(true))
        .columns(Column::exact(wide), figures.len());
    let named = table.header(high, |mut row| {
        row.col(|_| {});
        for (seat, name) in facts.players.iter().enumerate() {
            row.col(|ui| {
                let ink = Ink::new(Weight::Medium, size - 1.5, theme.side(facts.side_of[seat]));
                let room = ui.available_width() - 6.0;
                let shown = ui.max_rect();
                text::put_within(ui.painter(), shown.right_center(), Align2::RIGHT_CENTER, name, ink, room);
                let response = ui.interact(shown, ui.scope_id().with(("named", seat)), Sense::hover());
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, name));
            });
        }
    });
    named.body(|body| {
        body.rows(high, fitting, |mut row| {
            let quoted = quoted[row.index()];
            row.col(|ui| {
                let ink = Ink::new(Weight::Regular, size, theme.quiet);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| text::label(ui, quoted.name(), ink));
            });
            for (seat, figures) in figures.iter().enumerate() {
                row.col(|ui| {
                    let value = quoted.value(figures);
                    let ink = Ink::new(Weight::SemiBold, size, theme.side(facts.side_of[seat]));
                    let spoken = format!("{}: {} {value}", facts.players[seat], quoted.name());
                    let shown = text::label(ui, &value, ink);
                    shown.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
                });
            }
        });
    });
}

/// Explains the points of the drop, with the adviser's judgement.
pub(super) fn why_ui(ui: &mut Ui, theme: &Theme, replay: &Replay, actions: &mut Actions) {
    let running = replay.review.running;
    let (color, found) = found_words(theme, replay);
    let ink = Ink::new(Weight::Regular, 14.0, color);
    let high = text::layout_rows(ui.painter(), &found, ink, ui.available_width(), usize::MAX).size().y;
    let mut sizes = vec![Size::remainder(), Size::exact(TOUCH)];
    if !found.is_empty() {
        sizes.insert(1, Size::exact(high));
    }
    rows(ui, 6.0, &sizes, |n, ui| {
        if n == 0 {
            let scroll = ScrollArea::vertical().auto_shrink(false);
            scroll.show(ui, |ui| reasons_ui(ui, theme, replay));
            return;
        }
        if n + 1 < sizes.len() {
            return paragraph(ui, color, 14.0, &found, false);
        }
        let label = if running { say!("The adviser is thinking…") } else { say!("Review with the adviser") };
        let face = Face::new(label).enabled(!running).size(14.0);
        if button::sized(ui, theme, vec2(ui.available_width(), TOUCH), face).clicked() {
            actions.push(Action::History(Wish::Review));
        }
    });
}

/// What the adviser has found in the match, as far as it has judged it.
fn found_words(theme: &Theme, replay: &Replay) -> (egui::Color32, String) {
    if let Some(problem) = &replay.review.problem {
        return (theme.bad, say!("The adviser can't judge this match: {problem}", problem));
    }
    let words = match replay.count(Milestone::Missed).filter(|_| !replay.review.running) {
        None => String::new(),
        Some(0) => say!("The adviser found no better drop.").to_owned(),
        Some(n) => {
            say_count!(n, "The adviser found {n} better drop: press M.", "The adviser found {n} better drops: press M.")
        }
    };
    (theme.text, words)
}

fn reasons_ui(ui: &mut Ui, theme: &Theme, replay: &Replay) {
    ui.spacing_mut().item_spacing.y = 4.0;
    let Some(moment) = replay.moment() else {
        ui.label(egui::RichText::new(say!("Before the first drop")).color(theme.quiet));
        return;
    };
    let head = if moment.told.points.is_empty() {
        say!("Why no points?").to_owned()
    } else {
        say!("Why {points}?", points = moment.told.points.trim_start_matches('+'))
    };
    let head = if moment.kind == MomentKind::Drop { head } else { moment.told.title.clone() };
    paragraph(ui, theme.text, 15.0, &head, true);
    paragraph(ui, theme.text, 14.0, &moment.told.detail, false);
    let event = moment.event;
    let kept = replay.kept.as_ref().filter(|kept| kept.event == event);
    let clause = moment.axis().map(|axis| words::clause(&replay.whole.setup().rules, axis));
    paragraph(ui, theme.quiet, 14.0, &clause.unwrap_or_default(), false);
    if moment.kind != MomentKind::Deal {
        let words = recorded(kept.and_then(|kept| kept.evidence.as_ref()));
        paragraph(ui, theme.quiet, 14.0, &words, false);
    }
    if kept.is_some_and(|kept| kept.picture.is_none()) && !replay.pictures.is_empty() {
        paragraph(ui, theme.quiet, 14.0, say!("No picture was saved for this step."), false);
    }
    let asked = replay.asked.words();
    let asked = if asked.is_empty() { asked } else { say!("The camera {asked}.", asked) };
    paragraph(ui, theme.quiet, 14.0, &asked, false);
    review_words(ui, theme, replay, moment);
}

fn paragraph(ui: &mut Ui, color: egui::Color32, size: f32, words: &str, strong: bool) {
    if words.is_empty() {
        return;
    }
    let weight = if strong { Weight::SemiBold } else { Weight::Regular };
    ui.add(egui::Label::new(egui::RichText::new(words).color(color).font(weight.font(size))).wrap());
}

fn review_words(ui: &mut Ui, theme: &Theme, replay: &Replay, moment: &Moment) {
    if let Some(judged) = replay.judged(moment) {
        let words = if judged.loss < 0.02 {
            say!("The adviser would have played it too, or something as good.").to_owned()
        } else {
            say!(
                "{mark}: {best} was better, {loss} % of the game given away.",
                mark = judged.mark,
                best = judged.best,
                loss = format!("{:.0}", judged.loss * 100.0)
            )
        };
        paragraph(ui, theme.text, 14.0, &words, false);
    }
    let Some(hands) = replay.review.hands.get(&(moment.leg, moment.hand)) else { return };
    for hand in hands {
        let Some(seat) = game::Seat::new(hand.seat) else { continue };
        let setup = replay.whole.setup();
        let color = theme.side(setup.side_of(seat).index());
        paragraph(ui, color, 14.0, &hand_words(setup.player(seat), hand), false);
    }
}

/// "Anna: best drop missed 1 of 5, gave away 4 %, luck +12 %, accuracy 91".
fn hand_words(name: &str, hand: &HandReview) -> String {
    let missed = hand.decisions.iter().filter(|judged| judged.loss >= 0.02).count();
    say!(
        "{name}, this hand: best drop missed {missed} of {drops}, gave away {lost} %, luck {luck} %, accuracy {accuracy}",
        name,
        missed,
        drops = hand.decisions.len(),
        lost = format!("{:.0}", hand.lost * 100.0),
        luck = format!("{:+.0}", hand.luck * 100.0),
        accuracy = format!("{:.0}", hand.accuracy)
    )
}

/// The adviser's mark at the right end of a row; returns where it begins.
pub(super) fn mark_ui(ui: &Ui, theme: &Theme, row: Rect, judged: &Judged) -> f32 {
    let (words, ink) = mark(theme, judged);
    let left = row.right() - mark_width(ui, theme, judged);
    let middle = row.center().y - 1.5;
    let pill = Rect::from_min_max(pos2(left, middle - MARK / 2.0), pos2(row.right(), middle + MARK / 2.0));
    ui.painter().rect_stroke(pill, 8, egui::Stroke::new(1.2, theme.bad), egui::StrokeKind::Inside);
    text::put(ui.painter(), pill.center(), Align2::CENTER_CENTER, &words, ink);
    pill.left()
}

/// Height of the adviser's mark.
const MARK: f32 = 20.0;

/// Width of the adviser's mark.
pub(super) fn mark_width(ui: &Ui, theme: &Theme, judged: &Judged) -> f32 {
    let (words, ink) = mark(theme, judged);
    text::layout(ui.painter(), &words, ink, f32::INFINITY).size().x + 16.0
}

fn mark(theme: &Theme, judged: &Judged) -> (String, Ink) {
    let words = format!("{} −{:.0} %", judged.mark, judged.loss * 100.0);
    (words, Ink::new(Weight::SemiBold, 12.5, theme.bad))
}
