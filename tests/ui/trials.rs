//! What people without a manual found in the window stays mended.

use crate::script::Seen;
use crate::table::App;
use egui::{Color32, Rect, Shape, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::Setup;
use game::rules::RuleSet;
use game::self_play::play_match;
use sixty_one::live::Asked;
use sixty_one::ui::action::Action;
use sixty_one::ui::history::{Tab, Wish};
use sixty_one::ui::screen::Screen;
use store::{MatchId, Store, Timestamp};
use tempfile::{TempDir, tempdir};

const LAPTOP: Vec2 = vec2(1280.0, 720.0);
const DESK: Vec2 = vec2(1920.0, 1080.0);

fn open(size: Vec2) -> (App, TempDir) {
    let folder = tempdir().unwrap();
    (App::open_in(folder.path(), size), folder)
}

fn go(app: &mut App, screen: Screen) {
    app.harness.state_mut().perform(Action::Go(screen));
    app.settle();
}

/// Every shape that is drawn, groups taken apart.
fn shapes(app: &App) -> Vec<Shape> {
    fn take(shape: &Shape, all: &mut Vec<Shape>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| take(shape, all)),
            shape => all.push(shape.clone()),
        }
    }
    let mut all = Vec::new();
    app.harness.output().shapes.iter().for_each(|clipped| take(&clipped.shape, &mut all));
    all
}

/// The pieces of text: words, place, size of the letters, colour, whether they are cut.
fn texts(app: &App) -> Vec<(String, Rect, f32, Color32, bool)> {
    let text = |shape| match shape {
        Shape::Text(text) => {
            let format = text.galley.job.sections.first().map(|section| section.format.clone())?;
            let place = text.galley.rect.translate(text.pos.to_vec2());
            let color = if format.color == Color32::PLACEHOLDER { text.fallback_color } else { format.color };
            Some((text.galley.text().to_owned(), place, format.font_id.size, color, text.galley.elided))
        }
        _ => None,
    };
    shapes(app).into_iter().filter_map(text).collect()
}

#[test]
fn the_bar_of_a_move_is_as_long_as_its_chance() {
    let (mut app, _folder) = open(LAPTOP);
    app.harness.state_mut().state.new_game.competition = false;
    app.begin("pafos", 2, 3);
    app.key(egui::Key::A);
    for tile in ["6-5", "3-3", "4-1", "2-0", "1-1", "5-0", "5-4"] {
        app.click(&format!("mine {tile}"));
    }
    app.wait_for("1. ");
    let best = app.harness.state().state.advice.advice().unwrap().moves[0].win;
    let bars: Vec<Rect> = shapes(&app)
        .into_iter()
        .filter_map(|shape| if let Shape::Rect(rect) = shape { Some(rect.rect) } else { None })
        .filter(|rect| (rect.height() - 6.0).abs() < 0.01)
        .collect();
    let [track, filled, ..] = bars[..] else { panic!("no bar among {bars:?}") };
    assert_eq!(track.min, filled.min);
    let share = filled.width() / track.width();
    assert!((share - best).abs() < 0.01, "the bar of a chance of {best} is filled to {share}");
}

#[test]
fn no_word_of_a_score_is_cut_in_the_large_display() {
    for players in [2, 4] {
        let (mut app, _folder) = open(LAPTOP);
        app.harness.state_mut().state.settings.far = true;
        app.begin("pafos", players, 3);
        for tile in ["6-6", "6-3", "3-3"] {
            app.harness.state_mut().perform(sixty_one::ui::entry::EntryWish::Tap(tile.parse().unwrap()).into());
            app.rest();
        }
        let cut: Vec<String> = texts(&app).into_iter().filter(|text| text.4).map(|text| text.0).collect();
        assert!(cut.is_empty(), "{cut:?} is cut with {players} players");
        assert!(players > 2 || app.paints("points a drop"));
    }
}

#[test]
fn whose_drop_it_is_stands_whole_in_every_width() {
    for (wide, high) in [(360.0, 640.0), (390.0, 844.0), (430.0, 760.0), (500.0, 736.0), (560.0, 800.0), (640.0, 900.0)]
    {
        let (mut app, _folder) = open(vec2(wide, high));
        app.begin("pafos", 2, 3);
        assert_eq!(cut(&app), [""; 0], "at {wide} x {high}");
    }
}

#[test]
fn forms_use_the_width_of_a_large_screen() {
    let (mut app, _folder) = open(DESK);
    go(&mut app, Screen::NewGame);
    assert!(app.paints("Going out pays"), "the house rules have a column");
    for screen in [Screen::NewGame, Screen::Rules, Screen::Settings] {
        go(&mut app, screen);
        let right = texts(&app).iter().map(|text| text.1.right()).filter(|right| *right < 1920.0).fold(0.0, f32::max);
        // The tabs above are left out.
        let lines = texts(&app).into_iter().filter(|text| text.1.top() > 70.0 && text.1.left() > 1280.0).count();
        assert!(lines >= 2, "{screen:?} has {lines} pieces of text in its last third, the last at {right}");
        let widest = texts(&app).iter().map(|text| text.1.width()).fold(0.0, f32::max);
        assert!(widest <= 720.0, "a line of {screen:?} is {widest} wide");
    }
}

#[test]
fn changed_rules_do_not_bear_the_name_of_the_preset() {
    let (mut app, _folder) = open(LAPTOP);
    app.begin("draw set_size=12", 2, 1);
    assert!(app.paints("Draw, house rules"));
    assert!(!app.says("Draw, double-nine"));
    go(&mut app, Screen::History);
    app.wait_for("Draw, house rules");
    assert!(!app.says("Draw, double-nine"));
}

#[test]
fn tap_the_first_tile_stands_only_where_tiles_are() {
    let mut seen = Seen::begin("pafos");
    seen.app.rest();
    assert!(!seen.app.has("tile 6-6"), "the picture is where the pad was");
    assert!(!seen.app.says("tap the first tile"));
    let (mut app, _folder) = open(LAPTOP);
    app.begin("pafos", 2, 1);
    assert!(app.says("tap the first tile"));
}

#[test]
fn why_a_drop_is_asked_for_agrees_with_the_figure_beside_it() {
    let mut seen = Seen::by_itself("pafos");
    for (confidence, figure) in [(0.993, "99.3"), (0.9992, "99.92"), (0.999_49, "99.94")] {
        let mut nearly = seen.proposal("6-6", confidence, &[]);
        let proposal = nearly.proposal.as_mut().unwrap();
        (proposal.auto_confirm_ok, proposal.asked) = (false, Some(Asked::NotSure));
        seen.show(nearly);
        assert!(seen.app.says("Anna leads 6-6? · a little uncertain: you decide"));
        assert!(seen.app.says(&format!("{figure} % confident")));
    }
    let mut seen = Seen::by_itself("pafos");
    let mut sure = seen.proposal("6-6", 0.9996, &[]);
    sure.proposal.as_mut().unwrap().auto_confirm_ok = false;
    seen.show(sure);
    assert!(seen.app.says("Anna leads 6-6? · something else on the table is unclear: you decide"));
    assert!(seen.app.says("99.96 % confident"));
}

#[test]
fn each_player_of_a_score_sheet_has_a_colour() {
    let (mut app, _folder) = open(LAPTOP);
    app.begin("mexican_train", 10, 1);
    let names = app.game().setup().all_sides().map(|side| app.game().setup().side_name(side)).collect::<Vec<_>>();
    let mut colors: Vec<[u8; 4]> = Vec::new();
    for name in &names {
        let found = texts(&app).into_iter().find(|text| text.0 == *name);
        colors.extend(found.map(|text| text.3.to_array()));
    }
    assert!(colors.len() >= 8, "{} names are in sight", colors.len());
    let before = colors.len();
    colors.sort_unstable();
    colors.dedup();
    assert_eq!(colors.len(), before);
}

fn filed(folder: &TempDir, players: &[&str], pairs: bool) {
    let mut store = Store::open(folder.path()).unwrap().store;
    let mut setup = Setup::new(RuleSet::preset("pafos").unwrap(), players);
    setup.pairs = pairs;
    let game = play_match(setup, &vec![0.9; players.len()], false, 8).unwrap();
    store.append(MatchId::from_seed(6), game.events(), Timestamp(1_795_000_000_001)).unwrap();
}

#[test]
fn a_player_is_taken_off_the_lists_and_put_on_again() {
    let folder = tempdir().unwrap();
    filed(&folder, &["Zoe", "Ben"], false);
    let mut app = App::open(folder.path());
    go(&mut app, Screen::History);
    app.harness.state_mut().perform(Action::History(Wish::Tab(Tab::Players)));
    app.settle();
    let figures = |app: &App| {
        let sums = &app.harness.state().state.history.sums;
        let mut names: Vec<String> = sums.figures.iter().map(|(name, _)| name.clone()).collect();
        names.sort_unstable();
        names.join(" ")
    };
    assert_eq!(figures(&app), "Ben Zoe");
    app.click("Remove Zoe from the lists");
    app.settle();
    assert_eq!(figures(&app), "Ben");
    assert!(!app.has("Merge Zoe"));
    // It lasts, and New game does not offer the name; the match stays.
    drop(app);
    let mut app = App::open(folder.path());
    assert_eq!(app.harness.state().state.recent_players, ["Ben"]);
    go(&mut app, Screen::History);
    assert_eq!(app.harness.state().state.history.shown.len(), 1);
    app.harness.state_mut().perform(Action::History(Wish::Tab(Tab::Players)));
    app.settle();
    app.click("Restore Zoe to the lists");
    app.settle();
    assert_eq!(figures(&app), "Ben Zoe");
    app.click("Undo: Zoe is on the lists again");
    app.settle();
    assert_eq!(figures(&app), "Ben");
}

#[test]
fn all_rules_are_asked_for_in_sentences() {
    let (mut app, _folder) = open(LAPTOP);
    go(&mut app, Screen::NewGame);
    let form = &mut app.harness.state_mut().state.new_game;
    (form.house_open, form.all_rules) = (true, true);
    app.harness.run();
    for axis in RuleSet::AXES {
        assert!(app.says(axis.what), "`{}` is not told", axis.key);
    }
    assert!(!app.says("rewash doubles") && !app.says("pair out"));
    // The names of command lines stand where the pointer rests.
    assert!(app.harness.query_by_label("Points to the next player for each knock just before their tile.").is_some());
}

#[test]
fn the_columns_of_a_past_match_bear_the_players_names() {
    let folder = tempdir().unwrap();
    filed(&folder, &["Anna", "Ben", "Cleo", "Dan"], true);
    let mut app = App::open_in(folder.path(), LAPTOP);
    go(&mut app, Screen::History);
    let id = app.harness.state().state.history.shown[0].summary.id;
    app.harness.state_mut().perform(Action::History(Wish::Look(id)));
    app.settle();
    let heads: Vec<f32> = ["Anna", "Ben", "Cleo", "Dan"]
        .into_iter()
        .map(|name| {
            let found = texts(&app).into_iter().find(|text| text.0 == name);
            found.unwrap_or_else(|| panic!("no column is called {name}")).1.right()
        })
        .collect();
    assert!(heads.is_sorted(), "{heads:?}");
}

#[test]
fn a_name_that_is_too_long_says_so() {
    let (mut app, _folder) = open(LAPTOP);
    go(&mut app, Screen::NewGame);
    for (letters, told) in [(39, false), (45, true)] {
        let field = app.harness.get_by_label("name of player 1");
        field.focus();
        app.harness.state_mut().state.new_game.names[0].clear();
        app.harness.run();
        app.harness.get_by_label("name of player 1").type_text(&"n".repeat(letters));
        app.harness.run();
        assert_eq!(app.harness.state().state.new_game.names[0].len(), letters.min(40));
        assert_eq!(app.says("A name has at most 40 letters."), told, "{letters} letters");
    }
}

/// The words that do not fit and are cut.
fn cut(app: &App) -> Vec<String> {
    texts(app).into_iter().filter(|text| text.4).map(|text| text.0).collect()
}

/// Lists tell all that they know of long names, in more lines where one has no room.
#[test]
fn no_line_of_the_history_the_story_or_a_camera_is_cut() {
    const LONG: [&str; 4] = ["Bartholomew", "Christopher", "Maximiliana", "Philippa-Jane"];
    let folder = tempdir().unwrap();
    filed(&folder, &LONG, true);
    for window in [LAPTOP, vec2(800.0, 600.0), vec2(390.0, 844.0)] {
        let mut app = App::open_in(folder.path(), window);
        go(&mut app, Screen::History);
        assert_eq!(cut(&app), [""; 0], "the list at {window}");
        let overlap = |texts: &[(String, Rect, f32, Color32, bool)]| {
            let lines = || texts.iter().filter(|text| text.0.contains("Bartholomew") || text.0.contains("pairs"));
            lines().any(|one| lines().any(|other| one.0 < other.0 && one.1.shrink(2.0).intersects(other.1.shrink(2.0))))
        };
        assert!(texts(&app).iter().any(|text| text.0.ends_with(LONG[3])), "the list at {window}");
        assert!(!overlap(&texts(&app)), "the list at {window}");
        let id = app.harness.state().state.history.shown[0].summary.id;
        app.harness.state_mut().perform(Action::History(Wish::Look(id)));
        app.settle();
        let steps = app.harness.state().state.history.replay.as_ref().unwrap().moments.len();
        for step in (1..steps).step_by(5) {
            app.harness.state_mut().perform(Action::History(Wish::Go(step)));
            app.settle();
            // The names above the board are cut, their scores never.
            let story = cut(&app).into_iter().filter(|words| !words.contains(" & ") && !LONG.contains(&words.as_str()));
            assert_eq!(story.collect::<Vec<_>>(), [""; 0], "step {step} at {window}");
        }
        go(&mut app, Screen::Camera);
        app.settle();
        // The example of an address in its field.
        let cameras = cut(&app).into_iter().filter(|words| !words.starts_with("http:"));
        assert_eq!(cameras.collect::<Vec<_>>(), [""; 0], "the cameras at {window}");
    }
}

/// The words that a screen reader says when they change.
fn announced(app: &App) -> String {
    let live = |node: &egui_kittest::Node<'_>| node.accesskit_node().live() == egui::accesskit::Live::Polite;
    let nodes = app.harness.query_all_by_label_contains("").filter(live);
    nodes.filter_map(|node| node.accesskit_node().value()).collect::<Vec<_>>().join(" / ")
}

#[test]
fn a_screen_reader_hears_the_play_and_reads_the_line_and_its_ends() {
    let (mut app, _folder) = open(LAPTOP);
    app.begin("pafos", 2, 3);
    let mut heard = vec![announced(&app)];
    for (press, words) in [
        ("tile 6-6", "Anna leads 6-6"),
        ("tile 6-3", "Ben dropped 6-3"),
        ("tile 5-5", "5-5 fits neither 3 nor 6"),
        ("No", "Ben dropped 6-3"),
        ("Knock", "Anna knocks"),
        ("Undo", "Undone"),
    ] {
        app.rest();
        app.click(press);
        let now = announced(&app);
        assert!(now.contains(words), "after {press}: `{now}`");
        assert_ne!(heard.last(), Some(&now));
        heard.push(now);
    }
    assert!(app.says("the line 6-6 6-3, open ends 6-6 and 3"), "the line and its ends are told");
    // Tabs are read in the order in which they stand.
    let label = |name| app.harness.get_by_label(name).rect().left();
    assert!(label("Table") < label("New game") && label("Settings") < label("Help"));
}
