//! The rules in players' words, made from the rule data: what scores what, plain sentences, and behind a button every
//! rule with the words of its source.

use super::games::pays_ui;
use super::{form_columns, form_ui};
use crate::ui::state::{RulesPage, State};
use crate::widgets::button::{self, Face};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{RichText, Role, ScrollArea, Sense, StrokeKind, Ui, WidgetInfo, vec2};
use game::rules::{Axis, Preset, RuleSet, sets};
use game::words::{Chapter, about, paying_counts, plain, rule_value};
use language::{said, say};

pub(super) fn rules_ui(ui: &mut Ui, state: &mut State) {
    let theme = state.theme;
    let presets: Vec<&Preset> = sets::all().collect();
    let at_table = state.table.as_ref().map(|table| table.rules().clone());
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let page = &mut state.rules_page;
        let chosen = page.chosen.or_else(|| at_table.is_none().then_some(0));
        games_ui(ui, &theme, page, &presets, at_table.is_some(), chosen);
        let of_match = at_table.as_ref().filter(|_| chosen.is_none());
        let id = of_match.map(|rules| rules.id);
        let preset = match (chosen.and_then(|i| presets.get(i)), id) {
            (Some(preset), _) => *preset,
            (None, Some(id)) => presets.iter().find(|preset| preset.rules.id == id).unwrap_or(&presets[0]),
            (None, None) => presets[0],
        };
        let rules = of_match.unwrap_or(&preset.rules);
        head_ui(ui, rules);
        told_ui(ui, &theme, rules);
        ui.add_space(8.0);
        let face = Face::new(say!("Every rule, with the words of its source")).chosen(page.clauses).size(15.0);
        if button::add(ui, &theme, TOUCH, face).clicked() {
            page.clauses = !page.clauses;
        }
        if page.clauses {
            clauses_ui(ui, &theme, rules, preset);
        }
    });
}

/// The rules of this match, or of any other game: the list is long, so it opens by a tap.
fn games_ui(
    ui: &mut Ui,
    theme: &Theme,
    page: &mut RulesPage,
    presets: &[&Preset],
    at_table: bool,
    chosen: Option<usize>,
) {
    ui.horizontal_wrapped(|ui| {
        if at_table {
            let face =
                Face::new(say!("This match")).name(say!("rules of this match")).chosen(chosen.is_none()).size(15.0);
            if button::add(ui, theme, TOUCH, face).clicked() {
                (page.chosen, page.listed) = (None, false);
            }
        }
        let face =
            Face::new(if at_table { say!("Other games…") } else { say!("All games…") }).name(say!("list of games"));
        if button::add(ui, theme, TOUCH, face.chosen(page.listed).size(15.0)).clicked() {
            page.listed = !page.listed;
        }
        for (i, preset) in presets.iter().enumerate().filter(|_| page.listed) {
            let face = Face::new(said(preset.title)).chosen(chosen == Some(i)).size(15.0);
            if button::add(ui, theme, TOUCH, face).clicked() {
                page.chosen = Some(i);
            }
        }
    });
}

/// Shows the game, the house's changes and the source.
fn head_ui(ui: &mut Ui, rules: &RuleSet) {
    ui.add_space(4.0);
    ui.label(RichText::new(rules.title()).font(Weight::SemiBold.font(24.0)));
    ui.label(RichText::new(about(rules)).font(Weight::Medium.font(17.0)));
    ui.add_space(6.0);
}

/// Shows the score table and the rules in sentences, in as many columns as there is room for.
fn told_ui(ui: &mut Ui, theme: &Theme, rules: &RuleSet) {
    /// Lines of the score table, about.
    const TABLE: usize = 6;
    let chapters = plain(rules);
    let lines = |chapter: &Chapter| chapter.sentences.len() + 1;
    let all = TABLE + chapters.iter().map(lines).sum::<usize>();
    let n = form_columns(ui.available_width());
    form_ui(ui, n, |columns| {
        pays_page(&mut columns[0], theme, rules);
        // A chapter stands in the column in which it would begin if all were one.
        let mut before = TABLE;
        for chapter in &chapters {
            chapter_ui(&mut columns[before * n / all], theme, chapter);
            before += lines(chapter);
        }
    });
}

fn pays_page(ui: &mut Ui, theme: &Theme, rules: &RuleSet) {
    pays_ui(ui, theme, rules);
    let pays = paying_counts(rules);
    if pays.is_empty() {
        return;
    }
    heading(ui, theme, say!("Ends that score"));
    ui.horizontal_wrapped(|ui| {
        for (count, points) in pays {
            // Its width is known before it is placed, so that it goes to the next row whole.
            let words = format!("{count} = {points}");
            let shown = ui.painter().layout_no_wrap(words.clone(), Weight::Bold.font(18.0), theme.text);
            let (rect, response) = ui.allocate_exact_size(shown.size() + vec2(14.0, 14.0), Sense::hover());
            ui.painter().rect(rect, 8, theme.panel, theme.outline(), StrokeKind::Inside);
            ui.painter().galley(rect.min + vec2(7.0, 7.0), shown, theme.text);
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
        }
    });
}

fn heading(ui: &mut Ui, theme: &Theme, words: &str) {
    ui.add_space(8.0);
    ui.label(RichText::new(words).font(Weight::SemiBold.font(17.0)).color(theme.good));
}

fn chapter_ui(ui: &mut Ui, theme: &Theme, chapter: &Chapter) {
    heading(ui, theme, chapter.title);
    for sentence in &chapter.sentences {
        left(ui, RichText::new(sentence).font(Weight::Regular.font(17.0)));
    }
}

/// Every axis with its value and the words of the document.
fn clauses_ui(ui: &mut Ui, theme: &Theme, rules: &RuleSet, preset: &Preset) {
    let source = say!(
        "Source: {source}. Where it says nothing, common custom or our own reading applies.",
        source = preset.source
    );
    ui.label(RichText::new(source).color(theme.quiet));
    let n = form_columns(ui.available_width());
    form_ui(ui, n, |columns| {
        for (ui, axes) in columns.iter_mut().zip(RuleSet::AXES.chunks(RuleSet::AXES.len().div_ceil(n))) {
            for axis in axes {
                axis_ui(ui, theme, rules, preset, axis);
            }
        }
    });
}

/// Shows one axis: its meaning, its value, the words of the document, or that the house changed it.
fn axis_ui(ui: &mut Ui, theme: &Theme, rules: &RuleSet, preset: &Preset, axis: &Axis) {
    let value = rules.get(axis.key).unwrap_or_default();
    let of_house = preset.rules.get(axis.key).as_ref() != Some(&value);
    let clause = preset.clauses.iter().find(|clause| clause.axis == axis.key);
    let width = ui.available_width();
    egui::Frame::new().fill(theme.panel).stroke(theme.outline()).corner_radius(10).inner_margin(12).show(ui, |ui| {
        ui.set_width(width - 34.0);
        ui.spacing_mut().interact_size.y = 0.0;
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(language::said(axis.what)).font(Weight::Medium.font(16.0)));
            ui.label(RichText::new(rule_value(axis.key, &value)).font(Weight::Bold.font(17.0)).color(theme.good));
        });
        let words = match clause {
            _ if of_house => say!("changed by the house").to_owned(),
            Some(clause) => format!("“{}”", clause.words),
            None => say!("no clause in the source").to_owned(),
        };
        left(ui, RichText::new(words).color(theme.quiet).size(if clause.is_some() { 15.0 } else { 13.0 }));
    });
}

/// Text in lines that are not stretched to the width of their column.
fn left(ui: &mut Ui, words: RichText) {
    ui.with_layout(egui::Layout::top_down(egui::Align::LEFT), |ui| ui.label(words));
}
