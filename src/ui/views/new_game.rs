//! A new match: the rules, the players, who leads, how many games. One tap for the same as last time.

use super::{Actions, NAME_LETTERS, columns, form_columns, form_ui, games, heading, rows};
use crate::ui::state::BeginWish;
use crate::ui::state::{NewGame, State};
use crate::widgets::button::{self, Face};
use crate::widgets::field;
use crate::widgets::text::Ink;
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::text::{CCursor, CCursorRange};
use egui::{Align, ComboBox, Key, Label, Layout, Rect, RichText, ScrollArea, TextEdit, Ui, vec2};
use egui_extras::Size;
use game::rules::{Choices, Claim, Pairs, RuleSet};
use game::stats::same_name;
use game::words::{self, Question};
use language::say;

pub(super) fn new_game_ui(ui: &mut Ui, state: &mut State, actions: &mut Actions) {
    let theme = state.theme;
    let again = state.settings.last.as_ref().map(|last| {
        let rules = RuleSet::parse(&last.rules).map_or_else(|_| last.rules.clone(), |rules| rules.title());
        let rules = if last.house.is_empty() { rules } else { last.house.clone() };
        say!(
            "Same as last time: {names} · {rules} · best of {games}",
            names = last.names().join(", "),
            rules,
            games = last.best_of
        )
    });
    let differs = state.new_game.differs(&state.settings);
    let running = state.table.as_ref().is_some_and(|table| !table.game.state().is_over());
    // The button that begins stays in sight, however long the form is.
    rows(ui, 8.0, &[Size::remainder(), Size::exact(56.0)], |n, ui| {
        if n == 1 {
            return foot_ui(ui, &theme, state, again.is_none() || differs, actions);
        }
        let scroll = ScrollArea::vertical().auto_shrink(false);
        let scroll =
            if std::mem::take(&mut state.new_game.reopened) { scroll.vertical_scroll_offset(0.0) } else { scroll };
        scroll.show(ui, |ui| {
            if running {
                let words = say!("A match is on the table. It stays in History if you start another.");
                ui.label(RichText::new(words).color(theme.quiet));
            }
            match &again {
                // Once something else was chosen, that is what begins, with the button below.
                Some(_) if differs => {
                    let face = Face::new(say!("Discard these changes")).size(15.0);
                    if button::add(ui, &theme, TOUCH, face).clicked() {
                        actions.push(BeginWish::AsLastTime.into());
                    }
                }
                Some(again) => {
                    let face = Face::new(again).name(say!("Same as last time")).key("S").main(true).size(18.0);
                    if button::sized(ui, &theme, vec2(ui.available_width(), 56.0), face).clicked() {
                        actions.push(BeginWish::SameAgain.into());
                    }
                }
                None => {}
            }
            let (known, recent) = ((&state.settings, state.house_rules.as_slice()), &state.recent_players);
            let n = form_columns(ui.available_width());
            form_ui(ui, n, |columns| {
                heading(&mut columns[0], &theme, say!("Which game?"));
                games::games_ui(&mut columns[0], &theme, &mut state.new_game, known, actions);
                form(&mut columns[n.min(2) - 1], &theme, &mut state.new_game, recent);
                // Where there is room for them, the house rules need no button.
                match columns.get_mut(2) {
                    None => house_rules(&mut columns[n - 1], &theme, &mut state.new_game),
                    Some(ui) => {
                        heading(ui, &theme, say!("House rules"));
                        house_form(ui, &theme, &mut state.new_game);
                    }
                }
            });
        });
    });
}

/// The button that begins, the reason why it cannot, and the simulated table for players without a camera.
fn foot_ui(ui: &mut Ui, theme: &Theme, state: &State, first: bool, actions: &mut Actions) {
    let problem = state.new_game.problem.as_ref().map(|problem| format!("! {problem}"));
    let demonstrates = ui.available_width() > 620.0;
    let parts = [
        problem.as_ref().map(|_| Size::relative(0.5)),
        Some(Size::remainder()),
        demonstrates.then(|| Size::exact(250.0)),
    ];
    let shown: Vec<usize> = (0..3).filter(|n| parts[*n].is_some()).collect();
    let sizes: Vec<Size> = parts.into_iter().flatten().collect();
    columns(ui, 8.0, &sizes, |n, ui| match (shown[n], &problem) {
        (0, Some(words)) => {
            let ink = Ink::new(Weight::SemiBold, 16.0, theme.bad);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.add(Label::new(ink.on(words)).wrap()));
        }
        (2, _) => {
            if button::put(ui, theme, ui.max_rect(), Face::new(say!("Show me: simulated table")).size(15.0)).clicked() {
                actions.push(BeginWish::Demonstrate.into());
            }
        }
        _ => {
            let face = Face::new(say!("Begin the match")).key("↵").main(first).size(19.0);
            if button::put(ui, theme, ui.max_rect(), face).clicked() {
                actions.push(BeginWish::Start.into());
            }
        }
    });
}

fn form(ui: &mut Ui, theme: &Theme, form: &mut NewGame, recent: &[String]) {
    heading(ui, theme, say!("Who plays?"));
    ui.horizontal_wrapped(|ui| {
        // What this game cannot be played by is not offered.
        let offered: Vec<usize> = (2..=RuleSet::SHEET_SEATS).filter(|&n| form.rules.seats(n)).collect();
        for n in offered {
            let label = say!("{n} players", n);
            let face = Face::new(&label).chosen(form.players == n).size(15.0);
            if button::add(ui, theme, TOUCH, face).clicked() {
                form.players = n;
                form.fit();
            }
        }
        if form.players == 4 && form.rules.pairs == Pairs::Optional {
            let face = Face::new(say!("Two pairs")).chosen(form.pairs).size(15.0);
            if button::add(ui, theme, TOUCH, face).clicked() {
                form.pairs = !form.pairs;
            }
        }
    });
    let mut entered = false;
    let mut leads = Vec::new();
    for i in 0..form.players {
        let (place, goes_on) = name_row(ui, theme, form, i, entered);
        leads.push(place);
        entered = goes_on;
    }
    leaders_ui(ui, theme, form, &leads);
    if form.names[..form.players].iter().any(|name| name.chars().count() >= NAME_LETTERS) {
        let words = say!("A name has at most {letters} letters.", letters = NAME_LETTERS);
        ui.label(RichText::new(words).color(theme.quiet));
    }
    recent_ui(ui, theme, form, recent);
    if form.pairs {
        let [a, b, c, d] = [0, 1, 2, 3].map(|seat| form.player(seat));
        ui.label(RichText::new(say!("{a} and {c} play {b} and {d}", a, c, b, d)).color(theme.quiet));
    }
    if !form.rules.is_sheet() {
        games_wanted_ui(ui, theme, form);
    }
    ui.add_space(6.0);
}

/// How many games, how scores are claimed, and whether there is advice: what a score sheet does not have.
fn games_wanted_ui(ui: &mut Ui, theme: &Theme, form: &mut NewGame) {
    heading(ui, theme, say!("Best of how many games?"));
    ui.horizontal_wrapped(|ui| {
        for n in [1, 3, 5, 7, 9] {
            let label = n.to_string();
            let name = say!("best of {n}", n);
            if button::add(ui, theme, TOUCH, Face::new(&label).name(&name).chosen(form.best_of == n)).clicked() {
                form.best_of = n;
            }
        }
    });
    if form.rules.claim != Claim::Auto {
        heading(ui, theme, say!("Time to claim a score"));
        ui.horizontal_wrapped(|ui| {
            for seconds in [0, 5, 10, 20] {
                let label = if seconds == 0 { say!("No limit").to_owned() } else { say!("{seconds} s", seconds) };
                let name = if seconds == 0 {
                    say!("no time limit to claim").to_owned()
                } else {
                    say!("{seconds} seconds to claim", seconds)
                };
                let face = Face::new(&label).name(&name).chosen(form.claim_seconds == seconds).size(15.0);
                if button::add(ui, theme, TOUCH, face).clicked() {
                    form.claim_seconds = seconds;
                }
            }
        });
    }
    heading(ui, theme, say!("Advice"));
    ui.horizontal_wrapped(|ui| {
        for (off, label) in [(true, say!("Competition: no advice")), (false, say!("Practice: advice"))] {
            if button::add(ui, theme, TOUCH, Face::new(label).chosen(form.competition == off).size(15.0)).clicked() {
                form.competition = off;
            }
        }
    });
}

/// Shows a player's name; returns the place of the *Leads* button, and whether Enter moves to the next name. `entered`:
/// Enter has moved to this one.
fn name_row(ui: &mut Ui, theme: &Theme, form: &mut NewGame, i: usize, entered: bool) -> (Rect, bool) {
    let side = if form.pairs { i % 2 } else { i };
    let size = vec2(ui.available_width(), TOUCH + 2.0);
    let row = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
        let (_, dot) = ui.allocate_space(vec2(20.0, TOUCH));
        ui.painter().circle_filled(dot.center() + vec2(1.0, 0.0), 7.0, theme.side(side));
        let leads = if ui.available_width() < 400.0 { 96.0 } else { 140.0 };
        let edit = TextEdit::singleline(&mut form.names[i])
            .font(Weight::Medium.font(17.0))
            .align(egui::Align2::LEFT_CENTER)
            .hint_text(say!("Player {n}", n = i + 1))
            .char_limit(NAME_LETTERS);
        let gap = ui.spacing().item_spacing.x;
        let response = field::sized(ui, [ui.available_width() - leads - gap, TOUCH], edit);
        let response = response.accessible_name(say!("name of player {n}", n = i + 1));
        if entered {
            response.request_focus();
        }
        if response.changed() {
            form.naming = None;
        }
        if response.gained_focus() {
            form.naming = Some(i);
        }
        select_all_at_first(ui, &response, &form.names[i]);
        let goes_on = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        (ui.allocate_space(vec2(leads, TOUCH)).1, goes_on)
    });
    ui.add_space(2.0);
    row.inner
}

/// Shows who leads the first hand. The buttons come after all names, so that Tab goes from name to name.
fn leaders_ui(ui: &Ui, theme: &Theme, form: &mut NewGame, places: &[Rect]) {
    for (i, place) in places.iter().enumerate() {
        let spoken = say!("player {n} leads first", n = i + 1);
        let label = if form.rules.is_sheet() { say!("Deals") } else { say!("Leads") };
        let face = Face::new(label).name(&spoken).chosen(form.leader == i).size(15.0);
        if button::put(ui, theme, *place, face).clicked() {
            form.leader = i;
        }
    }
}

/// Selects the whole name, because a player who taps it wants to replace it.
fn select_all_at_first(ui: &Ui, response: &egui::Response, text: &str) {
    let waits = response.id.with("select all");
    if response.gained_focus() {
        ui.data_mut(|data| data.insert_temp(waits, true));
    }
    // While the pointer is down it moves the cursor itself.
    let pressed = ui.input(|input| input.pointer.any_down());
    if pressed || !ui.data_mut(|data| data.remove_temp::<bool>(waits)).unwrap_or(false) {
        return;
    }
    if let Some(mut state) = TextEdit::load_state(ui.ctx(), response.id) {
        let all = CCursorRange::two(CCursor::new(0), CCursor::new(text.chars().count()));
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), response.id);
    }
}

/// Shows recent players, each a tap away.
fn recent_ui(ui: &mut Ui, theme: &Theme, form: &mut NewGame, recent: &[String]) {
    let seated = |name: &&String| !form.names[..form.players].iter().any(|here| same_name(here.trim(), name));
    let names: Vec<&String> = recent.iter().filter(seated).collect();
    if names.is_empty() {
        return;
    }
    let words = match form.names[form.named_next()].trim() {
        "" => say!("Recent players: tap one for player {n}", n = form.named_next() + 1),
        taken => say!("Recent players: tap one to replace {taken}", taken),
    };
    ui.label(RichText::new(words).color(theme.quiet));
    ui.horizontal_wrapped(|ui| {
        for name in names {
            let spoken = say!("{name} plays", name);
            if button::add(ui, theme, TOUCH, Face::new(name).name(&spoken).size(15.0)).clicked() {
                form.name(name);
            }
        }
    });
}

/// Shows the usual house rules in words; every other rule is behind one more tap.
fn house_rules(ui: &mut Ui, theme: &Theme, form: &mut NewGame) {
    let changes = words::changed(&form.rules);
    let label = if changes.is_empty() {
        say!("House rules…").to_owned()
    } else {
        say!("House rules: {changes}", changes = changes.join(" · "))
    };
    let face = Face::new(&label).name(say!("House rules")).chosen(form.house_open).size(15.0);
    let button = button::sized(ui, theme, vec2(ui.available_width(), TOUCH), face);
    if std::mem::take(&mut form.house_shown) {
        button.scroll_to_me(Some(Align::Min));
    }
    if button.clicked() {
        form.house_open = !form.house_open;
        // They are below the fold: in the next frame they are brought up.
        form.house_shown = form.house_open;
    }
    if form.house_open {
        house_form(ui, theme, form);
    }
}

fn house_form(ui: &mut Ui, theme: &Theme, form: &mut NewGame) {
    for question in words::questions(&form.rules) {
        question_ui(ui, theme, form, &question);
    }
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let label = ui.label(say!("Name of these rules"));
        let mut name = form.rules.house.clone().unwrap_or_default();
        let edit =
            TextEdit::singleline(&mut name).desired_width(180.0).char_limit(40).hint_text(say!("give them a name"));
        if field::put(ui, edit).labelled_by(label.id).changed() {
            form.rules.house = (!name.trim().is_empty()).then(|| name.clone());
        }
    });
    let face = Face::new(say!("All rules…")).name(say!("All rules")).chosen(form.all_rules).size(15.0);
    if button::sized(ui, theme, vec2(ui.available_width(), TOUCH), face).clicked() {
        form.all_rules = !form.all_rules;
    }
    if form.all_rules {
        for axis in RuleSet::AXES {
            axis_row(ui, theme, form, axis.key, language::said(axis.what));
        }
    }
}

/// A question with a button for each answer.
fn question_ui(ui: &mut Ui, theme: &Theme, form: &mut NewGame, question: &Question) {
    ui.add_space(4.0);
    ui.label(RichText::new(question.asked).font(Weight::Medium.font(15.0)));
    let set = form.rules.get(question.axis).unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        for answer in &question.answers {
            let spoken = format!("{}: {}", question.asked, answer.words);
            let face = Face::new(&answer.words).name(&spoken).chosen(answer.value == set).size(14.0);
            if button::add(ui, theme, TOUCH, face).clicked() {
                answered(form, question.axis, &answer.value);
            }
        }
    });
}

/// Sets a rule, if the whole can still be played; else says why not.
fn answered(form: &mut NewGame, key: &str, value: &str) {
    let mut rules = form.rules.clone();
    match rules.set(key, value.trim()).and_then(|()| rules.check()) {
        Ok(()) => {
            form.rules = rules;
            form.house.retain(|(typed, _)| *typed != key);
            form.fit();
        }
        Err(why) => form.problem = Some(why.to_string()),
    }
}

fn axis_row(ui: &mut Ui, theme: &Theme, form: &mut NewGame, key: &'static str, what: &str) {
    let value = form.rules.get(key).unwrap_or_default();
    let Some(choices) = RuleSet::choices(key) else { return };
    let changed = form.rules.changes().iter().any(|(other, _)| *other == key);
    let mut wanted = None;
    ui.add_space(4.0);
    let (mark, color) = if changed { ("• ", theme.good) } else { ("", theme.text) };
    let label = ui.add(Label::new(RichText::new(format!("{mark}{what}")).color(color).size(15.0)).wrap());
    ui.horizontal(|ui| {
        if let Choices::Listed(names) = &choices {
            let combo = ComboBox::from_id_salt(key).selected_text(words::rule_value(key, &value)).width(220.0);
            let response = combo.show_ui(ui, |ui| {
                for name in names {
                    if ui.selectable_label(*name == value, words::rule_value(key, name)).clicked() {
                        wanted = Some((*name).to_owned());
                    }
                }
            });
            response.response.labelled_by(label.id).on_hover_text(key);
        } else {
            let typed = form.house.iter().position(|(other, _)| *other == key);
            let mut shown = typed.map_or_else(|| value.clone(), |i| form.house[i].1.clone());
            let response = field::put(ui, TextEdit::singleline(&mut shown).desired_width(120.0)).labelled_by(label.id);
            if response.changed() {
                form.house.retain(|(other, _)| *other != key);
                form.house.push((key, shown.clone()));
                wanted = Some(shown);
            }
            response.on_hover_text(key);
            ui.add(Label::new(RichText::new(choices.to_string()).color(theme.quiet).size(13.0)).wrap());
        }
    });
    if let Some(wanted) = wanted {
        answered(form, key, &wanted);
    }
}
