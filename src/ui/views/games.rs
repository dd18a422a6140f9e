//! List of games: the chosen one with what it pays, then the families, each opened by a tap; and a search.

use super::Actions;
use crate::ui::action::Action;
use crate::ui::settings::{KnownRules, Settings};
use crate::ui::state::NewGame;
use crate::widgets::button::{self, Face};
use crate::widgets::field;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{RADIUS, TOUCH, Theme, Weight};
use egui::{
    Align2, CornerRadius, Grid, Label, RichText, Role, Sense, Stroke, StrokeKind, TextEdit, Ui, WidgetInfo, vec2,
};
use game::league::Lineup;
use game::league::presets::{LEAGUES, LeaguePreset};
use game::rules::{Preset, RuleSet, sets};
use game::words::{Family, changed, score_table};
use language::{said, say};

/// The choice of the game.
pub(super) fn games_ui(
    ui: &mut Ui,
    theme: &Theme,
    form: &mut NewGame,
    (settings, house_rules): (&Settings, &[RuleSet]),
    actions: &mut Actions,
) {
    let about = about(&form.rules);
    let _chosen = card(ui, theme, &form.rules.title(), &about, true);
    pays_ui(ui, theme, &form.rules);
    league_ui(ui, theme, form, settings, actions);
    lately_ui(ui, theme, form, &settings.lately);
    let edit = TextEdit::singleline(&mut form.search).hint_text(say!("Search all games")).char_limit(40);
    let edit = edit.align(Align2::LEFT_CENTER);
    let response = field::sized(ui, [ui.available_width(), TOUCH], edit);
    let _named = response.accessible_name(say!("search the games").to_owned());
    let wanted = form.search.trim().to_lowercase();
    if wanted.is_empty() {
        families_ui(ui, theme, form);
    }
    let shown = |rules: &RuleSet, words: &str| {
        if wanted.is_empty() {
            return form.family == Some(Family::of(rules));
        }
        let text = format!("{} {words} {}", rules.title(), rules.id.replace('_', " ")).to_lowercase();
        wanted.split_whitespace().all(|word| text.contains(word))
    };
    // The house's own games are few and shown without a search, below the chosen one.
    let of_house = |rules: &&RuleSet| wanted.is_empty() || shown(rules, say!("house rules"));
    let house: Vec<&RuleSet> = house_rules.iter().filter(|rules| **rules != form.rules).filter(of_house).collect();
    let is_chosen = |preset: &Preset| form.rules.id == preset.rules.id && form.rules.house.is_none();
    let others = sets::all().filter(|preset| !is_chosen(preset));
    let presets: Vec<&Preset> = others.filter(|preset| shown(&preset.rules, said(preset.about))).collect();
    if !wanted.is_empty() && house.is_empty() && presets.is_empty() {
        ui.label(RichText::new(say!("No game by that name. A score sheet can keep any game.")).color(theme.quiet));
    }
    let mut taken = None;
    for rules in house {
        if card(ui, theme, &rules.title(), &self::about(rules), false) {
            taken = Some(rules.clone());
        }
    }
    for preset in presets {
        if card(ui, theme, said(preset.title), said(preset.about), false) {
            taken = Some(preset.rules.clone());
        }
    }
    if let Some(rules) = taken {
        form.take_preset(&rules);
        form.search.clear();
    }
}

/// A game in one sentence: for house rules, what differs.
fn about(rules: &RuleSet) -> String {
    let changes = changed(rules);
    if !changes.is_empty() {
        return say!("House rules: {changes}", changes = changes.join(" · "));
    }
    sets::all()
        .find(|preset| preset.rules.id == rules.id)
        .map_or_else(String::new, |preset| said(preset.about).to_owned())
}

/// Shows what the chosen game pays.
pub(super) fn pays_ui(ui: &mut Ui, theme: &Theme, rules: &RuleSet) {
    Grid::new("pays").num_columns(2).min_row_height(20.0).spacing(vec2(12.0, 2.0)).show(ui, |ui| {
        for (name, value) in score_table(rules) {
            ui.label(RichText::new(name).color(theme.quiet).size(14.0));
            ui.add(Label::new(RichText::new(value).color(theme.text).size(14.0)).wrap());
            ui.end_row();
        }
    });
}

/// The league that is played in, with a button for each kind of its games; all leagues behind another.
fn league_ui(ui: &mut Ui, theme: &Theme, form: &mut NewGame, settings: &Settings, actions: &mut Actions) {
    let mine = settings.league();
    let label = mine.map_or_else(
        || say!("My league\u{2026}").to_owned(),
        |league| say!("My league: {name}", name = said(league.title)),
    );
    let face = Face::new(&label).chosen(form.leagues_open).size(15.0);
    if button::sized(ui, theme, vec2(ui.available_width(), TOUCH), face).clicked() {
        form.leagues_open = !form.leagues_open;
    }
    if form.leagues_open {
        ui.horizontal_wrapped(|ui| {
            let none = mine.is_some().then_some((say!("No league"), None));
            let all = LEAGUES.iter().map(|league| (said(league.title), Some(league)));
            for (name, league) in none.into_iter().chain(all) {
                if button::add(ui, theme, TOUCH, Face::new(name).size(14.0)).clicked() {
                    form.leagues_open = false;
                    let id = league.map_or_else(String::new, |league: &LeaguePreset| league.id.to_owned());
                    actions.push(Action::Set(Settings { league: id, ..settings.clone() }));
                    if let Some(slot) = league.and_then(|league| league.form().slots.into_iter().next()) {
                        form.take_slot(&slot);
                    }
                }
            }
        });
    }
    let Some(league) = mine else { return };
    let slots = league.form().slots;
    ui.horizontal_wrapped(|ui| {
        for same in slots.chunk_by(|one, two| one == two) {
            let slot = &same[0];
            let rules = slot.rules.as_deref().and_then(|rules| RuleSet::parse(rules).ok());
            let Some(rules) = rules else { continue };
            let kind = match slot.lineup {
                Lineup::Singles => say!("Singles"),
                Lineup::Pairs => say!("Pairs"),
            };
            let label = say!("{kind} to {target}", kind, target = rules.target.of(2 * slot.lineup.players()));
            let chosen = form.rules == rules && form.players == 2 * slot.lineup.players();
            if button::add(ui, theme, TOUCH, Face::new(&label).chosen(chosen).size(15.0)).clicked() {
                form.take_slot(slot);
            }
        }
    });
}

/// The rules of the last matches, each a tap away.
fn lately_ui(ui: &mut Ui, theme: &Theme, form: &mut NewGame, lately: &[KnownRules]) {
    let known: Vec<RuleSet> = lately.iter().filter_map(KnownRules::read).filter(|rules| *rules != form.rules).collect();
    if known.is_empty() {
        return;
    }
    ui.label(RichText::new(say!("Recently played")).color(theme.quiet).size(14.0));
    ui.horizontal_wrapped(|ui| {
        for rules in known {
            // Two house rules without a name differ by what was changed.
            let changes = if rules.house.is_none() { changed(&rules) } else { Vec::new() };
            let named = changes.is_empty();
            let title = [vec![rules.title()], changes].concat().join(" · ");
            let spoken = say!("recently played: {rules}", rules = title);
            let face = Face::new(&title).name(&spoken).size(14.0);
            let tapped = match named {
                true => button::add(ui, theme, TOUCH, face),
                false => button::sized(ui, theme, vec2(ui.max_rect().width(), TOUCH), face),
            };
            if tapped.clicked() {
                form.take_preset(&rules);
            }
        }
    });
}

fn families_ui(ui: &mut Ui, theme: &Theme, form: &mut NewGame) {
    ui.horizontal_wrapped(|ui| {
        for family in Family::ALL {
            let open = form.family == Some(family);
            let spoken = say!("games: {family}", family = family.name());
            let face = Face::new(family.name()).name(&spoken).chosen(open).size(15.0);
            if button::add(ui, theme, TOUCH, face).clicked() {
                form.family = (!open).then_some(family);
            }
        }
    });
}

fn card(ui: &mut Ui, theme: &Theme, title: &str, about: &str, chosen: bool) -> bool {
    // A sentence is shown in full, on as many lines as it needs.
    let room = ui.available_width() - 60.0;
    let sentence = Ink::new(Weight::Regular, 14.0, theme.quiet);
    let sentence = text::layout_rows(ui.painter(), about, sentence, room, 4);
    let line = sentence.size().y / sentence.rows.len().max(1) as f32;
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 54.0 + sentence.size().y - line));
    let response = ui.interact(rect, ui.scope_id().with(title), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, title));
    let fill = if chosen { Theme::mix(theme.panel, theme.good, 0.2) } else { theme.panel };
    let stroke = if chosen {
        Stroke::new(2.5, theme.good)
    } else if response.hovered() {
        Stroke::new(1.0, theme.quiet)
    } else {
        theme.outline()
    };
    ui.painter().rect(rect, CornerRadius::same(RADIUS), fill, stroke, StrokeKind::Inside);
    button::focus_ring(ui, theme, rect, CornerRadius::same(RADIUS), &response);
    let ink = Ink::new(Weight::SemiBold, 17.0, theme.text);
    text::put_within(ui.painter(), rect.left_top() + vec2(16.0, 17.0), Align2::LEFT_CENTER, title, ink, room);
    ui.painter().galley(rect.left_top() + vec2(16.0, 38.0 - line / 2.0), sentence, theme.quiet);
    if chosen {
        let ink = Ink::new(Weight::Bold, 20.0, theme.good);
        text::put(ui.painter(), rect.right_center() - vec2(16.0, 0.0), Align2::RIGHT_CENTER, "✓", ink);
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}
