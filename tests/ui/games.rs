//! Choosing the game: played last, by family, by name, by league, and only for as many as its rules allow.

use crate::table::App;
use egui::Event;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::rules::{RuleSet, sets};
use game::words::{Family, changed};
use language::said;
use sixty_one::ui::shell::Shell;
use sixty_one::ui::state::NewGame;
use std::path::Path;
use tempfile::tempdir;

const LEEK: &str = "Fives-and-threes (Leek league)";
const PAFOS: &str = "Fives-and-threes (Pafos league)";

fn form(app: &App) -> &NewGame {
    &app.harness.state().state.new_game
}

/// The form of a new game in a window that was opened on this folder.
fn at_the_form(folder: &Path) -> App {
    let mut app = App::open(folder);
    if !app.has("Begin the match") {
        app.click("New game");
    }
    app
}

fn search(app: &mut App, words: &str) {
    app.click("search the games");
    app.harness.event(Event::Text(words.to_owned()));
    app.harness.run();
}

/// The cards that are shown, but for the chosen one above.
fn offered(app: &App) -> Vec<&'static str> {
    let chosen = form(app).rules.title();
    sets::all().map(|preset| said(preset.title)).filter(|title| *title != chosen && app.has(title)).collect()
}

#[test]
fn the_games_that_were_played_last_stand_first_and_outlast_the_window() {
    let folder = tempdir().unwrap();
    for rules in ["leek", "muggins", "leek target=31", "brazil_seven"] {
        let mut app = at_the_form(folder.path());
        app.begin(rules, if rules == "brazil_seven" { 4 } else { 2 }, 1);
    }
    let mut app = at_the_form(folder.path());
    // Brazil is chosen; of the others the newest stands first, above the search.
    let muggins = RuleSet::preset("muggins").unwrap();
    let nodes = app.harness.query_all_by_label_contains("recently played: ");
    let mut shown: Vec<(String, egui::Rect)> =
        nodes.map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect())).collect();
    shown.sort_by(|(_, a), (_, b)| (a.top(), a.left()).partial_cmp(&(b.top(), b.left())).unwrap());
    let names: Vec<&str> = shown.iter().filter_map(|(label, _)| label.strip_prefix("recently played: ")).collect();
    let house = RuleSet::parse("leek target=31").unwrap();
    let house = format!("{} · {}", house.title(), changed(&house).join(" · "));
    assert_eq!(names, [house.as_str(), &muggins.title(), LEEK], "the last first, told apart by its house rules");
    let below = app.harness.get_by_label("search the games").rect().top();
    assert!(shown.iter().all(|(_, rect)| rect.bottom() <= below));
    app.click(&format!("recently played: {}", muggins.title()));
    assert_eq!(form(&app).rules, muggins);
}

#[test]
fn a_family_opens_by_a_tap_and_shows_its_games_alone() {
    let folder = tempdir().unwrap();
    let mut app = at_the_form(folder.path());
    assert_eq!(offered(&app), [""; 0], "no list to read before it is asked for");
    for family in Family::ALL {
        app.scroll_and_click(&format!("games: {}", family.name()));
        let of_it = |preset: &&game::rules::Preset| Family::of(&preset.rules) == family && preset.rules.id != "pafos";
        let wanted: Vec<&str> = sets::all().filter(of_it).map(|preset| said(preset.title)).collect();
        assert_eq!(offered(&app), wanted, "{}", family.name());
        app.scroll_and_click(&format!("games: {}", family.name()));
    }
    assert_eq!(offered(&app), [""; 0]);
}

#[test]
fn every_game_is_found_by_its_name_and_by_words_about_it() {
    let folder = tempdir().unwrap();
    let mut app = at_the_form(folder.path());
    search(&mut app, "LEEK");
    assert_eq!(offered(&app), [LEEK], "whatever the case");
    app.click(LEEK);
    assert_eq!((form(&app).rules.id, form(&app).search.as_str()), ("leek", ""));
    search(&mut app, "cuban nine");
    assert_eq!(offered(&app), ["Cuban double-nine, to 100"], "several words, each somewhere");
    app.harness.state_mut().state.new_game.search.clear();
    for preset in sets::all() {
        app.harness.state_mut().state.new_game.search = said(preset.title).to_owned();
        app.harness.run();
        assert!(app.has(said(preset.title)), "{}", preset.rules.id);
    }
    app.harness.state_mut().state.new_game.search = "tiddlywinks".to_owned();
    app.harness.run();
    assert!(app.says("No game by that name") && offered(&app).is_empty());
}

#[test]
fn my_league_is_remembered_when_the_window_is_opened_again() {
    let folder = tempdir().unwrap();
    {
        let mut app = at_the_form(folder.path());
        assert!(!app.says("Singles to 61"));
        app.click("Practice: advice");
        app.click_first("My league");
        app.click("Leek Domino League");
        assert!(!form(&app).competition, "nothing else on the form changes");
        assert_eq!((form(&app).rules.id, form(&app).players), ("leek", 2));
        app.click("Pairs to 121");
        assert_eq!((form(&app).players, form(&app).pairs, form(&app).setup().target()), (4, true, 121));
    }
    // No match was begun: it is remembered all the same.
    let mut app = at_the_form(folder.path());
    assert!(app.says("My league: Leek Domino League"));
    app.click("Singles to 61");
    app.click("Begin the match");
    assert_eq!((app.state().setup.rules.id, app.state().setup.target()), ("leek", 61));
    drop(app);
    // With a match on the table, too.
    let mut app = at_the_form(folder.path());
    assert!(app.says("My league: Leek Domino League") && app.has("Pairs to 121"));
    app.click_first("My league");
    app.click("Monday-night darts and domino league");
    assert_eq!((form(&app).rules.id, form(&app).players, form(&app).best_of), ("five_up", 4, 3));
    assert!(app.has("Pairs to 5") && !app.has("Singles to 61"));
    app.click_first("My league");
    app.click("No league");
    drop(app);
    let app = at_the_form(folder.path());
    assert!(!app.says("My league:") && app.says("My league\u{2026}"));
}

#[test]
fn only_as_many_players_are_offered_as_the_rules_allow() {
    let folder = tempdir().unwrap();
    let mut app = at_the_form(folder.path());
    for preset in sets::all() {
        app.harness.state_mut().state.new_game.take_preset(&preset.rules);
        app.harness.run();
        let offered: Vec<usize> = (2..=12).filter(|n| app.has(&format!("{n} players"))).collect();
        let allowed: Vec<usize> = (2..=12).filter(|&n| preset.rules.seats(n)).collect();
        assert_eq!(offered, allowed, "{}", preset.rules.id);
        assert!(allowed.contains(&form(&app).players), "{}: of the game before", preset.rules.id);
        assert_eq!(form(&app).setup().check(), Ok(()), "{}", preset.rules.id);
    }
    // House rules that allow fewer take the others away.
    app.harness.state_mut().state.new_game.take_preset(&RuleSet::parse("harrogate hand_sizes=-/-/-/5/-").unwrap());
    app.harness.run();
    assert!(app.has("5 players") && !app.has("4 players"));
    assert_eq!(form(&app).players, 5);
}

#[test]
fn a_number_of_players_that_cannot_be_is_refused_in_words() {
    let folder = tempdir().unwrap();
    let mut app = at_the_form(folder.path());
    // However it came into the form.
    app.harness.state_mut().state.new_game.players = 3;
    app.click("Begin the match");
    assert!(app.harness.state().state.table.is_none());
    assert!(app.says(&format!("`{PAFOS}` can't be played by 3 players: choose 2, 4")));
    app.click("2 players");
    app.click("Begin the match");
    assert_eq!(app.state().setup.seats(), 2);
}

/// A club calls two players to a table whose game is one for three.
#[test]
fn a_call_to_play_what_the_game_does_not_allow_is_said() {
    let folder = tempdir().unwrap();
    let mut app = at_the_form(folder.path());
    let players = ["Una", "Vic"].map(|name| vec![name.to_owned()]);
    let called = |app: &mut App| {
        let shell: &mut Shell = app.harness.state_mut();
        shell.called(&players);
        app.harness.run();
    };
    called(&mut app);
    assert_eq!(form(&app).setup().players, ["Una", "Vic"]);
    assert!(!app.says("can't be played by"));
    let cut_throat = RuleSet::preset("jamaica_cut_throat").unwrap();
    app.harness.state_mut().state.new_game.take_preset(&cut_throat);
    called(&mut app);
    let words = format!("`{}` can't be played by 2 players: choose 4, or another game", cut_throat.title());
    assert!(app.harness.state().state.notices.iter().any(|notice| notice.words == words));
}
