//! Every rule set on one page, generated from the rule data, with the clauses of its source.

use crate::ui::state::State;
use crate::widgets::button::{self, Face};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{RichText, ScrollArea, Ui};
use game::rules::RuleSet;
use game::rules::{Axis, PRESETS, Preset};

pub(super) fn rules_ui(ui: &mut Ui, state: &mut State) {
    let theme = state.theme;
    ui.horizontal_wrapped(|ui| {
        for (i, preset) in PRESETS.iter().enumerate() {
            let face = Face::new(preset.title).chosen(state.rules_shown == i).size(15.0);
            if button::add(ui, &theme, TOUCH, face).clicked() {
                state.rules_shown = i;
            }
        }
    });
    let Some(preset) = PRESETS.get(state.rules_shown) else { return };
    ui.add_space(4.0);
    ui.label(RichText::new(preset.title).font(Weight::SemiBold.font(24.0)));
    ui.label(RichText::new(preset.about).font(Weight::Medium.font(17.0)));
    let source = format!("Source: {}. Where it is silent, common custom or our own reading stands.", preset.source);
    ui.label(RichText::new(source).color(theme.quiet));
    ui.add_space(6.0);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let n = if ui.available_width() > 1100.0 { 2 } else { 1 };
        let half = RuleSet::AXES.len().div_ceil(n);
        ui.columns(n, |columns| {
            for (ui, axes) in columns.iter_mut().zip(RuleSet::AXES.chunks(half)) {
                for axis in axes {
                    axis_ui(ui, &theme, preset, axis);
                }
            }
        });
    });
}

/// One axis: what it is about, its value, the words of the document.
fn axis_ui(ui: &mut Ui, theme: &Theme, preset: &Preset, axis: &Axis) {
    let value = preset.rules.get(axis.key).unwrap_or_default();
    let clause = preset.clauses.iter().find(|clause| clause.axis == axis.key);
    let width = ui.available_width();
    egui::Frame::new().fill(theme.panel).stroke(theme.outline()).corner_radius(10).inner_margin(12).show(ui, |ui| {
        ui.set_width(width - 34.0);
        ui.spacing_mut().interact_size.y = 0.0;
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(axis.what).font(Weight::Medium.font(16.0)));
            ui.label(RichText::new(value.replace('_', " ")).font(Weight::Bold.font(17.0)).color(theme.good));
        });
        match clause {
            Some(clause) => left(ui, RichText::new(format!("“{}”", clause.words)).color(theme.quiet)),
            None => left(ui, RichText::new("no clause in the source").color(theme.quiet).size(13.0)),
        }
    });
}

/// Text in lines that are not stretched to the width of their column.
fn left(ui: &mut Ui, words: RichText) {
    ui.with_layout(egui::Layout::top_down(egui::Align::LEFT), |ui| ui.label(words));
}
