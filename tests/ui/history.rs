//! Looking back: a test a flow, on a season that was made up.

use crate::table::App;
use egui::Key;
use egui_kittest::kittest::Queryable as _;
use game::rules::RuleSet;
use game::self_play::{Plan, play_match, season};
use game::stats::{Figures, Quoted};
use game::{Setup, Side};
use sixty_one::platform::dialogs::Asked;
use sixty_one::ui::action::Action;
use sixty_one::ui::history::{Milestone, Replay, Tab, Wish};
use std::path::Path;
use store::{MatchId, Store, Timestamp};
use tempfile::tempdir;

/// A season in a data folder; returns the number of its games.
pub(crate) fn fill(folder: &Path, sessions: u32, games: u32) -> usize {
    let mut store = Store::open(folder).unwrap().store;
    let mut count = 0;
    for played in season(Plan { sessions, games, ..Plan::YEAR }, 61) {
        let id = MatchId::from_seed(1000 + u64::from(played.number));
        store.append(id, played.game.events(), Timestamp(played.at_ms)).unwrap();
        count += 1;
    }
    store.all_matches().unwrap();
    count
}

/// The app on its History screen.
pub(crate) fn opened(folder: &Path) -> App {
    let mut app = App::open(folder);
    app.key(Key::F3);
    app.settle();
    app
}

pub(crate) fn replay(app: &App) -> &Replay {
    app.harness.state().state.history.replay.as_ref().unwrap()
}

fn shown(app: &App) -> usize {
    app.harness.state().state.history.shown.len()
}

/// The id of the newest game.
pub(crate) fn newest(app: &App) -> MatchId {
    app.harness.state().state.history.shown[0].summary.id
}

pub(crate) fn look(app: &mut App, id: MatchId) {
    app.harness.state_mut().perform(Action::History(Wish::Look(id)));
    app.settle();
}

#[test]
fn matches_are_listed_by_date_searched_and_narrowed_down() {
    let folder = tempdir().unwrap();
    let games = fill(folder.path(), 6, 3);
    let mut app = opened(folder.path());
    assert_eq!(shown(&app), games);
    assert!(app.says(&format!("{games} matches")));
    let search = app.harness.get_by_label("search past matches");
    search.focus();
    app.harness.run();
    app.harness.get_by_label("search past matches").type_text("anna pafos");
    app.settle();
    let history = &app.harness.state().state.history;
    let expected = history
        .archive
        .facts()
        .filter(|game| game.players.iter().any(|name| name == "Anna") && game.rules == "pafos")
        .count();
    assert!(expected > 0 && expected < games);
    assert_eq!(shown(&app), expected);
    assert!(app.says(&format!("{expected} of {games} matches")));
    app.harness.state_mut().state.history.choice.words.clear();
    app.harness.get_by_label("only matches under these rules").click();
    app.harness.run();
    app.click("Five-up (yacht club), 61 or more");
    app.settle();
    let sbyc = app.harness.state().state.history.archive.facts().filter(|game| game.rules == "sbyc_club").count();
    assert_eq!(shown(&app), sbyc);
}

#[test]
fn a_match_is_deleted_and_comes_back() {
    let folder = tempdir().unwrap();
    let games = fill(folder.path(), 2, 2);
    let mut app = opened(folder.path());
    let id = newest(&app);
    look(&mut app, id);
    app.click("Delete");
    app.settle();
    assert_eq!(shown(&app), games - 1);
    assert!(app.says("The match is deleted") && app.harness.state().state.history.replay.is_none());
    app.click("Undo: The match is deleted");
    app.settle();
    assert_eq!((shown(&app), newest(&app)), (games, id));
    // And without undo: from the list of deleted matches, also after the window was closed.
    look(&mut app, id);
    app.click("Delete");
    app.settle();
    drop(app);
    let mut app = opened(folder.path());
    assert_eq!(shown(&app), games - 1);
    app.click("list deleted matches and demonstrations too");
    app.settle();
    assert_eq!(shown(&app), games);
    look(&mut app, id);
    app.click("Restore");
    app.settle();
    app.click("list deleted matches and demonstrations too");
    app.settle();
    assert_eq!(shown(&app), games);
    // By key as well.
    look(&mut app, id);
    app.click("Delete");
    app.settle();
    app.key_with(egui::Modifiers::COMMAND, Key::Z);
    app.settle();
    assert_eq!(shown(&app), games);
}

#[test]
fn figures_are_shown_with_what_they_are_over() {
    let folder = tempdir().unwrap();
    let games = fill(folder.path(), 6, 3);
    let mut app = opened(folder.path());
    app.click("Statistics");
    app.settle();
    assert_eq!(app.harness.state().state.history.tab, Tab::Statistics);
    app.click("figures of Cleo");
    app.settle();
    let facts: Vec<_> = app.harness.state().state.history.archive.facts().cloned().collect();
    assert_eq!(facts.len(), games);
    let figures = Figures::of("Cleo", &facts);
    for quoted in Quoted::ALL {
        let words = format!("{} {}, {}", quoted.name(), quoted.value(&figures), quoted.over(&figures));
        assert!(app.says(&words), "{words}");
    }
    assert!(app.says(&format!("{} matches, won {}", figures.games, figures.won.sum)));
    assert!(app.says("Points a drop of Cleo") && app.says("Awards of Cleo"));
    // Head to head with their most frequent opponent, then fewer games.
    let met = app.harness.state().state.history.sums.player.as_ref().unwrap().versus[0].0.clone();
    app.click_first(&format!("{met}, "));
    assert_eq!(app.harness.state().state.history.versus.as_ref(), Some(&met));
    app.harness.get_by_label("only matches under these rules").click();
    app.harness.run();
    app.click("Fives-and-threes (Pafos league)");
    app.settle();
    let fewer = facts.iter().filter(|game| game.rules == "pafos");
    let figures = Figures::of("Cleo", fewer);
    assert!(app.says(&format!("points a drop {}", Quoted::PointsPerDrop.value(&figures))));
}

#[test]
fn a_player_entered_twice_is_put_together_and_parted() {
    let folder = tempdir().unwrap();
    fill(folder.path(), 4, 3);
    let mut app = opened(folder.path());
    let games = |app: &App, name: &str| {
        app.harness.state().state.history.archive.facts().filter(|game| game.players.iter().any(|p| p == name)).count()
    };
    let (anna, ben) = (games(&app, "Anna"), games(&app, "Ben"));
    assert!(anna > 0 && ben > 0);
    app.click("Players");
    app.settle();
    app.scroll_and_click("Merge Ben");
    app.scroll_and_click("Ben is Anna");
    app.settle();
    assert!(app.says("Ben counts as Anna"));
    assert_eq!(games(&app, "Ben"), 0);
    assert!(games(&app, "Anna") >= anna.max(ben));
    app.click("Separate Ben from Anna");
    app.settle();
    assert_eq!((games(&app, "Anna"), games(&app, "Ben")), (anna, ben));
    app.click_first("Undo: ");
    assert_eq!(games(&app, "Ben"), 0);
    app.click_first("Undo: ");
    assert_eq!((games(&app, "Anna"), games(&app, "Ben")), (anna, ben));
}

#[test]
fn a_league_is_made_and_stands() {
    let folder = tempdir().unwrap();
    fill(folder.path(), 12, 4);
    let exports = tempdir().unwrap();
    let mut app = opened(folder.path());
    app.harness.state_mut().state.history.exports = Some(exports.path().to_owned());
    app.click("League");
    app.settle();
    assert!(app.says("All players"));
    app.click("New league…");
    app.settle();
    app.click("Save the league");
    assert!(app.says("! a league needs a name"));
    {
        let form = app.harness.state_mut().state.history.form.as_mut().unwrap();
        form.name = "Winter".to_owned();
        form.worth.leg = 1;
    }
    for name in ["add Anna", "add Ben", "add Cleo", "add Dan"] {
        app.click(name);
    }
    app.click("Each pair meets twice");
    app.click("Save the league");
    app.settle();
    assert!(app.says("Fixtures: ") && app.says(" of 12 played"));
    let facts: Vec<_> = app.harness.state().state.history.archive.facts().cloned().collect();
    let league = app.harness.state().state.history.shown_league().unwrap().clone();
    let table = league.standings(&facts);
    assert_eq!(table.len(), 4);
    for (n, line) in table.iter().enumerate() {
        assert!(app.says(&format!(
            "{}. {}: {} points, {} of {} won",
            n + 1,
            line.name,
            line.points,
            line.won,
            line.played
        )));
    }
    app.click("Print (PDF)");
    app.settle();
    assert!(app.says("Written: "));
    let files: Vec<_> = std::fs::read_dir(exports.path()).unwrap().flatten().collect();
    assert!(std::fs::read(files[0].path()).unwrap().starts_with(b"%PDF-"));
    app.click("Remove");
    app.settle();
    assert!(app.harness.state().state.history.archive.book.leagues.is_empty());
    app.click_first("Undo: ");
    assert_eq!(app.harness.state().state.history.archive.book.leagues.len(), 1);
}

#[test]
fn files_are_written_and_taken_over() {
    let (folder, other, exports) = (tempdir().unwrap(), tempdir().unwrap(), tempdir().unwrap());
    let games = fill(folder.path(), 2, 2);
    let mut app = opened(folder.path());
    app.harness.state_mut().state.history.exports = Some(exports.path().to_owned());
    let id = newest(&app);
    look(&mut app, id);
    let papers = [
        ("All matches, JSON", &b"{\"format\":\"sixty-one games\""[..]),
        ("Drops, CSV", b"\xef\xbb\xbfgame,started,started_ms,rules,leg"),
        ("Results, CSV", b"\xef\xbb\xbfgame,started,started_ms,rules,side"),
        ("Result sheet, PDF", b"%PDF-"),
        ("Peg board, PNG", b"\x89PNG"),
        ("Text record", b"["),
        ("Standings, PDF", b"%PDF-"),
    ];
    for (n, (label, start)) in papers.iter().enumerate() {
        app.click("Export…");
        app.settle();
        app.scroll_and_click(label);
        app.settle();
        assert!(app.says("Written: "), "{label}");
        assert!(app.harness.state().state.history.exporting, "the export stays open after {label}");
        assert_eq!(std::fs::read_dir(exports.path()).unwrap().count(), n + 1);
        let message = app.harness.state().state.history.message.as_ref().unwrap().to_string();
        let bytes = std::fs::read(message.trim_start_matches("Written: ")).unwrap();
        assert!(bytes.starts_with(start), "{label}");
    }
    drop(app);
    // Another installation takes the JSON, a second time knows it, and refuses a damaged file.
    let json = std::fs::read_dir(exports.path())
        .unwrap()
        .flatten()
        .find(|file| file.file_name().to_string_lossy().ends_with(".json"));
    let json = json.unwrap().path();
    let mut app = opened(other.path());
    assert!(app.says("No match has been played yet") || shown(&app) == 0);
    for words in [
        format!("{games} new matches, 0 continued, 0 already here"),
        format!("0 new matches, 0 continued, {games} already here"),
    ] {
        app.click(if app.has("Import…") { "Import…" } else { "Import matches…" });
        app.harness.run();
        app.harness.state_mut().state.history.import = Some(json.to_string_lossy().into_owned());
        app.harness.run();
        app.click("Import");
        app.settle();
        assert!(app.says(&words), "{:?}", app.harness.state().state.history.message);
        assert_eq!(shown(&app), games);
    }
    std::fs::write(&json, std::fs::read(&json).unwrap().split_at(3000).0).unwrap();
    app.click("Import…");
    app.harness.state_mut().state.history.import = Some(json.to_string_lossy().into_owned());
    app.harness.run();
    app.click("Import");
    app.settle();
    assert!(app.says("nothing was imported"));
    assert_eq!(shown(&app), games);
    // The journal has its store back: a match can be begun and is on disk.
    app.key(Key::F2);
    app.begin("pafos", 2, 1);
    assert!(app.harness.state().state.unsaved.is_none());
}

#[test]
fn a_folder_is_typed_where_no_dialog_opens() {
    let (folder, exports) = (tempdir().unwrap(), tempdir().unwrap());
    fill(folder.path(), 1, 1);
    let mut app = opened(folder.path());
    app.click("Export…");
    app.harness.state_mut().chosen(Asked::Folder, None);
    app.harness.run();
    assert!(app.says("No folder chosen: you can type it"));
    app.harness.get_by_label("folder for the files").focus();
    app.harness.run();
    app.key_with(egui::Modifiers::COMMAND, Key::A);
    app.harness.event(egui::Event::Text(exports.path().display().to_string()));
    app.harness.run();
    app.click("Results, CSV");
    app.settle();
    assert!(app.says("Written: ") && std::fs::read_dir(exports.path()).unwrap().count() == 1);
    app.harness.state_mut().chosen(Asked::Games, None);
    app.harness.run();
    assert!(app.says("No file chosen: you can type its path"));
}

#[test]
fn the_adviser_judges_hands_that_are_known() {
    let folder = tempdir().unwrap();
    // Three tiles each: a decision or two a hand.
    let rules = RuleSet::parse("pafos hand_sizes=3/-/6 target=20").unwrap();
    let game = play_match(Setup::new(rules, &["Anna", "Ben"]), &[0.0, 0.0], true, 5).unwrap();
    let id = MatchId::from_seed(4);
    {
        let mut store = Store::open(folder.path()).unwrap().store;
        store.append(id, game.events(), Timestamp(1_795_000_000_000)).unwrap();
    }
    let mut app = opened(folder.path());
    look(&mut app, id);
    assert_eq!(replay(&app).count(Milestone::Missed), None, "no figure before anything is judged");
    app.click("Review with the adviser");
    app.settle();
    let review = &replay(&app).review;
    assert!(review.problem.is_none() && !review.running, "{:?}", review.problem);
    assert!(!review.hands.is_empty());
    let moment = replay(&app).moment().unwrap();
    assert!(review.hands.contains_key(&(moment.leg, moment.hand)));
    assert!(app.says("Anna, this hand: best drop missed"));
    assert!(app.says("The adviser found "), "what was found stands above the button");
    // The next that was missed, if any was.
    let missed = replay(&app).count(Milestone::Missed);
    if missed > Some(0) {
        app.key(Key::M);
        assert!(app.says("of the game given away"));
    }
    // What was judged is there again when the match is opened again.
    app.key(Key::Escape);
    assert!(app.harness.state().state.history.replay.is_none());
    look(&mut app, id);
    assert!(missed.is_some());
    assert_eq!(replay(&app).count(Milestone::Missed), missed);
    let setup = Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]);
    let dark = play_match(setup, &[0.9, 0.9], false, 8).unwrap();
    drop(app);
    {
        let mut store = Store::open(folder.path()).unwrap().store;
        store.append(MatchId::from_seed(5), &dark.events()[..4], Timestamp(1_795_000_000_001)).unwrap();
    }
    let mut app = opened(folder.path());
    look(&mut app, MatchId::from_seed(5));
    app.click("Review with the adviser");
    app.settle();
    assert!(app.says("The adviser can't judge this match: no hands were entered for this match"));
    assert_eq!(
        replay(&app).now.state().score(Side::new(0).unwrap()),
        replay(&app).whole.state().score(Side::new(0).unwrap())
    );
}

/// A misspelt name is put right for every match, and a number has no statistics.
#[test]
fn a_player_is_renamed_and_a_number_has_no_figures() {
    let folder = tempdir().unwrap();
    {
        let mut store = Store::open(folder.path()).unwrap().store;
        let setup = Setup::new(RuleSet::preset("pafos").unwrap(), &["Zoe", "Player 2"]);
        let game = play_match(setup, &[0.9, 0.9], false, 8).unwrap();
        store.append(MatchId::from_seed(6), game.events(), Timestamp(1_795_000_000_001)).unwrap();
    }
    let mut app = opened(folder.path());
    let figures = |app: &App| {
        app.harness.state().state.history.sums.figures.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(figures(&app), ["Zoe"]);
    app.harness.state_mut().perform(Action::History(Wish::Tab(Tab::Players)));
    app.settle();
    app.click("Merge Zoe");
    app.click("another name for Zoe");
    app.harness.event(egui::Event::Text("Zoë".to_owned()));
    app.harness.run();
    app.click("Rename");
    app.settle();
    assert_eq!(figures(&app), ["Zoë"]);
    app.click("Undo: Zoe counts as Zoë");
    app.settle();
    assert_eq!(figures(&app), ["Zoe"]);
}

#[test]
fn an_open_match_shows_the_score_of_its_game() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    app.click("tile 6-3");
    app.key(Key::F3);
    app.settle();
    assert!(app.says("Anna 0 (4) – 0 (8) Ben"));
}
