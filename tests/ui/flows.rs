//! One test a flow.

use crate::table::App;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use game::{Deed, RoundEnd};
use sixty_one::ui::entry::EntryWish;
use sixty_one::ui::table::ActWish;
use tempfile::tempdir;

#[test]
fn a_drop_takes_one_or_two_taps_by_its_tile() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    assert_eq!(app.scores(), "4 0");
    app.lies("6-6");
    assert!(app.says("6-6 → 12 → four threes → 4"));
    app.click("tile 6-3");
    assert_eq!(app.scores(), "4 8");
    app.click("tile 3-3");
    assert_eq!(app.scores(), "10 8");
    app.lies("6-6 6-3 3-3");
    app.click("tile 6-4");
    app.lies("4-6 6-6 6-3 3-3");
    // Tiles on the table, or without a place, are asked about and change nothing.
    app.click("tile 6-6");
    app.click("tile 5-1");
    app.lies("4-6 6-6 6-3 3-3");
}

#[test]
fn a_tile_that_fits_both_ends_asks_where_and_says_what_each_is_worth() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-4");
    app.click("tile 6-5");
    app.lies("4-6 6-5");
    app.click("tile 5-4");
    app.lies("4-6 6-5");
    app.click("5-4 on the 5");
    app.lies("4-6 6-5 5-4");
    app.click("Undo");
    // The places of the line can be tapped as well, and the arrows and Enter choose.
    app.click("tile 5-4");
    let across = |label: &str| app.harness.get_by_label(label).rect().center().x;
    assert_eq!(
        across("5-4 on the 4") < across("5-4 on the 5"),
        across("5-4 on the 4 at 4") < across("5-4 on the 5 at 5"),
        "the buttons stand as the places lie"
    );
    app.key(Key::ArrowRight);
    app.key(Key::Enter);
    app.lies("4-6 6-5 5-4");
    app.click("Undo");
    // Enter alone takes the place that scores.
    app.click("tile 5-4");
    app.key(Key::Enter);
    app.lies("5-4 4-6 6-5");
    app.click("Undo");
    app.click("tile 5-4");
    app.click("5-4 on the 4 at 4");
    app.lies("5-4 4-6 6-5");
}

#[test]
fn a_drop_takes_two_taps_or_three_keys_by_its_ends() {
    let mut app = App::begun("pafos", 2, 3);
    app.harness.state_mut().state.settings.at_a_tap = false;
    app.keys("63e");
    assert_eq!(app.scores(), "3 0");
    app.lies("6-3");
    app.keys("6*");
    app.lies("6-3");
    app.keys("3e");
    assert_eq!(app.scores(), "3 8");
    app.lies("6-6 6-3");
    app.harness.state_mut().state.settings.at_a_tap = true;
    app.click("end 6");
    app.click("end 4");
    app.lies("6-6 6-3 3-4");
    // With T before them figures are the tile.
    app.key(Key::T);
    app.keys("61e");
    app.lies("1-6 6-6 6-3 3-4");
    app.keys("55e");
    assert_eq!(app.hint(), "5-5 fits nowhere");
    app.key(Key::Escape);
    assert_eq!(app.hint(), "");
}

#[test]
fn a_space_between_figures_only_parts_them() {
    let mut app = App::begun("pafos", 2, 3);
    app.harness.state_mut().state.settings.at_a_tap = false;
    app.keys("6");
    app.key(Key::Space);
    app.lies("");
    app.keys("3");
    app.key(Key::Space);
    app.lies("");
    app.key(Key::Enter);
    assert_eq!(app.scores(), "3 0");
    app.lies("6-3");
}

#[test]
fn knock_undo_redo_by_key_and_tap() {
    let mut app = App::begun("pafos", 2, 3);
    app.key(Key::K);
    assert_eq!(app.hint(), "Anna leads: any first tile can be played");
    app.click("tile 6-6");
    app.key(Key::K);
    assert!(app.says("Ben knocks"));
    app.key(Key::U);
    app.key_with(Modifiers::COMMAND, Key::Z);
    app.lies("");
    app.key(Key::R);
    app.click("Redo");
    assert!(!app.game().can_redo() && app.has("Redo"), "there is nothing left to redo, and the bar is as it was");
    app.click("Knock");
    assert_eq!(app.state().round.as_ref().unwrap().end, Some(RoundEnd::Blocked));
    assert!(app.says("The hand is blocked"));
    // One tap takes it back, and the hand continues.
    app.click("Undo");
    assert!(app.state().running().is_some());
}

#[test]
fn undo_goes_back_across_hand_game_and_match() {
    let mut app = App::opened();
    let form = &mut app.harness.state_mut().state.new_game;
    // One tile each: 6-6 pays four and one for going out, two of them win a game of ten.
    form.take_preset(&game::rules::RuleSet::parse("pafos hand_sizes=1/-/6 target=10").unwrap());
    app.click("Begin the match");
    let mut scores = vec![app.scores()];
    while !app.state().is_over() {
        if app.state().running().is_some() {
            app.click("tile 6-6");
        } else {
            app.rest();
            app.key(Key::Enter);
        }
        scores.push(format!("{} of {:?}", app.scores(), app.state().legs_won));
    }
    assert_eq!(app.state().legs_won.iter().sum::<u8>(), 3, "best of three went the whole way: {scores:?}");
    assert!(app.says("wins the match"));
    let over = app.state().clone();
    let acts = app.game().standing().len();
    for step in (1..scores.len() - 1).rev() {
        app.key(Key::U);
        assert_eq!(format!("{} of {:?}", app.scores(), app.state().legs_won), scores[step]);
    }
    app.click("Undo");
    app.lies("");
    for _ in 0..acts - 1 {
        app.key(Key::R);
    }
    assert_eq!(app.state(), &over);
    // The same again begins a new match with the other leader.
    app.click("Same again");
    assert_eq!((app.scores().as_str(), app.state().is_over()), ("0 0", false));
}

#[test]
fn chipping_out_is_one_award_with_the_play() {
    let mut app = App::opened();
    let form = &mut app.harness.state_mut().state.new_game;
    form.take_preset(&game::rules::RuleSet::parse("pafos hand_sizes=2/-/6").unwrap());
    app.click("Begin the match");
    app.click("tile 5-0");
    app.key(Key::K);
    app.click("tile 5-5");
    // 10 and 0: two fives, and one for going out.
    assert_eq!(app.scores(), "4 0");
    assert!(app.says("Anna went out"), "the hand is over");
    assert!(app.says("1 for going out"));
    app.key(Key::Enter);
    assert_eq!(app.state().running().unwrap().leader.to_string(), "B", "the lead passes to the left");
}

#[test]
fn scores_are_claimed_called_and_lost() {
    let mut app = App::begun("muggins", 2, 1);
    app.click("tile 8-8");
    // Doubles may go either way in this game.
    assert!(app.has("8-8 end to end"));
    app.click("8-8");
    app.click("tile 8-4");
    assert_eq!(app.scores(), "0 0", "nobody has taken it");
    assert!(!app.says("→ 20 →"), "and the app keeps quiet");
    app.click("Ben claims");
    assert_eq!(app.scores(), "0 20");
    app.click("tile 8-6");
    // The other side's key.
    app.key(Key::M);
    assert_eq!(app.scores(), "0 30", "Ben called Anna's ten");
    app.click("tile 8-5");
    app.click("Muggins! Anna");
    assert_eq!(app.scores(), "15 30");
    app.click("Undo");
    app.click("tile 6-0");
    assert!(app.says("6-0"));
    let round = app.state().round.as_ref().unwrap();
    assert!(round.pending.is_none_or(|pending| pending.points != 15), "the window is closed");
    app.click("More");
    app.scroll_and_click("Anna made a false claim");
    assert!(matches!(app.state().round.as_ref().unwrap().turns.last().unwrap().deed, Deed::ClaimedFalsely));
}

#[test]
fn tiles_are_drawn_and_a_blocked_hand_is_counted() {
    let mut app = App::begun("sbyc_club", 2, 1);
    app.click("tile 4-1");
    assert_eq!(app.scores(), "0 0");
    app.key(Key::C);
    assert_eq!(app.scores(), "1 0");
    app.key(Key::K);
    assert!(app.hint().contains("16 tiles can still be drawn"), "{}", app.hint());
    app.key(Key::D);
    assert!(app.says("15 left to draw"));
    for _ in 1..16 {
        app.key(Key::D);
    }
    assert!(app.says("21 tiles left"));
    app.key(Key::K);
    app.key(Key::K);
    // Anna holds 4 tiles, Ben 21: figures, Enter for the next.
    assert!(app.says("how many pips are left"));
    app.keys("12e");
    assert!(app.has("pips left with Anna: 12"));
    assert_eq!(app.hint(), "", "the other hand is still to be typed: nobody has done wrong");
    app.keys("999e");
    assert!(app.hint().contains("Ben can't have 999 pips left"), "{}", app.hint());
    for _ in 0..3 {
        app.key(Key::Backspace);
    }
    app.keys("151e");
    // 151 - 12 = 139 → 140 → 28
    assert_eq!(app.scores(), "29 0");
}

#[test]
fn leftover_tiles_can_be_tapped() {
    let mut app = App::opened();
    let form = &mut app.harness.state_mut().state.new_game;
    form.take_preset(&game::rules::RuleSet::parse("block hand_sizes=2/7/7").unwrap());
    app.click("Begin the match");
    app.click("tile 9-9");
    app.key(Key::K);
    app.click("tile 9-4");
    assert!(app.says("Anna went out"));
    app.click("left 6-5");
    app.click("left 3-0");
    assert!(app.has("pips left with Ben: 14"));
    app.click("Continue");
    assert_eq!(app.scores(), "14 0");
}

#[test]
fn a_wrong_play_that_stands_is_recorded_and_marked() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-4");
    app.click("More");
    app.click("Record a wrong play");
    app.click("tile 5-2");
    app.key(Key::ArrowRight);
    app.key(Key::Enter);
    assert!(app.line().contains('!'), "{}", app.line());
    assert!(app.says("a wrong play that stands"));
    // Out of turn: the drop of the next player.
    let turn = app.state().running().unwrap().turn;
    app.key(Key::P);
    let open = app.state().running().unwrap().layout.ends(&app.state().setup.rules).next().unwrap().pip;
    app.click(&format!("tile {}", game::tile::Tile::double(open)));
    let last = *app.state().round.as_ref().unwrap().last_drop().unwrap();
    assert_ne!(last.seat, turn);
}

#[test]
fn an_earlier_drop_is_corrected_and_everything_after_is_derived_anew() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    app.click("tile 6-3");
    app.click("tile 3-3");
    assert_eq!(app.scores(), "10 8");
    app.key(Key::L);
    app.click("Correct: Ben dropped 6-3 on the 6-6");
    app.click("tile 6-2");
    // 12 + 2 = 14: nothing. Then 3-3 is played against the 2 again.
    assert_eq!(app.state().leg.scores[1].to_string(), "0");
    assert!(app.line().contains('!'), "{}", app.line());
    app.click("Undo");
    assert_eq!(app.scores(), "10 8");
}

#[test]
fn a_missed_drop_or_knock_is_put_in_its_place_and_a_drop_is_given_to_another_player() {
    let mut app = App::begun("pafos", 2, 3);
    for tile in ["6-6", "6-3", "3-1"] {
        app.click(&format!("tile {tile}"));
    }
    let turns = |app: &App| {
        let turn = |turn: &game::Turn| match &turn.deed {
            game::Deed::Played { play, .. } => format!("{} {}", turn.seat, play.tile()),
            _ => format!("{} knocks", turn.seat),
        };
        app.state().running().unwrap().turns.iter().map(turn).collect::<Vec<_>>().join(", ")
    };
    app.key(Key::L);
    app.click("Insert before: Anna dropped 3-1 on the 3");
    assert!(app.says("Anna's missed drop: tap the tile that was played"));
    app.click("tile 6-4");
    assert_eq!(turns(&app), "A 6-6, B 6-3, A 6-4, B 3-1", "what follows is one player on");
    app.key(Key::L);
    app.harness.get_by_label_contains("To Anna: Ben dropped 3-1").click_accesskit();
    app.harness.run();
    assert_eq!(turns(&app), "A 6-6, B 6-3, A 6-4, A 3-1");
    app.click("Undo");
    assert_eq!(app.state().running().unwrap().turn.to_string(), "A");
    app.key(Key::L);
    app.harness.get_by_label_contains("Insert before: Ben dropped 3-1").click_accesskit();
    app.harness.run();
    app.key(Key::K);
    assert_eq!(turns(&app), "A 6-6, B 6-3, A 6-4, B knocks, A 3-1");
    app.click("Undo");
    app.click("Undo");
    assert_eq!(turns(&app), "A 6-6, B 6-3, A 3-1");
}

#[test]
fn penalties_adjustments_and_a_new_deal() {
    let mut app = App::opened();
    let form = &mut app.harness.state_mut().state.new_game;
    form.take_preset(&game::rules::RuleSet::parse("pafos wrong_knock=opponents_on:8").unwrap());
    app.click("Begin the match");
    app.click("tile 6-6");
    app.key(Key::K);
    app.click("More");
    app.scroll_and_click("Ben knocked or drew with a playable tile: 8 to the others");
    assert_eq!(app.scores(), "12 0");
    app.harness.get_by_label("Anna's front peg").decrement_accesskit();
    app.harness.run();
    assert_eq!(app.scores(), "11 0");
    app.click("More");
    app.scroll_and_click("Deal again");
    app.click("Deal again");
    assert!(app.state().running().is_none());
    app.click("Ben leads");
    assert_eq!(app.state().running().unwrap().leader.to_string(), "B");
    app.click("More");
    app.scroll_and_click("Abandon the match");
    app.click("Abandon it");
    assert!(app.state().abandoned);
}

#[test]
fn a_front_peg_is_dragged_to_another_hole() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    let peg = app.harness.get_by_label("Anna's front peg").rect().center();
    // Holes of one street are a pitch apart, upwards from the peg.
    let waiting = app.harness.get_by_label("Ben's front peg").rect().center();
    let pitch = (waiting.y - peg.y) / 4.4;
    app.harness.drag_at(peg);
    app.harness.run();
    let to = peg - egui::vec2(0.0, pitch);
    app.harness.hover_at(to);
    app.harness.run();
    app.harness.drop_at(to);
    app.harness.run();
    assert_eq!(app.scores(), "5 0");
    // By keyboard: the arrows move it, Enter lets go.
    app.harness.get_by_label("Ben's front peg").focus();
    app.harness.run();
    app.key(Key::ArrowUp);
    app.key(Key::ArrowUp);
    app.key(Key::Enter);
    assert_eq!(app.scores(), "5 2");
}

/// Times an act from the tap to the peg: decided, stored for good (WAL, synchronous=FULL), applied.
#[test]
fn what_a_drop_costs() {
    let mut app = App::begun("pafos", 2, 1);
    let (mut kept, mut drawn) = (Vec::new(), Vec::new());
    for n in 0..400 {
        let tile = if n % 2 == 0 { "6-6" } else { "6-3" };
        let start = std::time::Instant::now();
        app.harness.state_mut().perform(EntryWish::Tap(tile.parse().unwrap()).into());
        kept.push(start.elapsed());
        app.harness.step();
        drawn.push(start.elapsed());
        assert_eq!(app.scores(), if n % 2 == 0 { "4 0" } else { "4 8" });
        if n % 2 == 1 {
            app.harness.state_mut().perform(ActWish::Undo.into());
            app.harness.state_mut().perform(ActWish::Undo.into());
        }
    }
    app.lies("");
    for (what, mut took) in [("on disk", kept), ("laid out to be drawn", drawn)] {
        took.sort();
        println!("tap to {what}: p50 {:.1?}, p99 {:.1?} of {}", took[200], took[395], took.len());
    }
}

#[test]
fn the_spectators_window_mirrors_the_table() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    let boards = |app: &App| app.harness.query_all_by_label_contains("Peg board to 61: Anna 4").count();
    assert_eq!(boards(&app), 1);
    app.key(Key::F6);
    assert_eq!(boards(&app), 2);
    app.key(Key::F6);
    assert_eq!(boards(&app), 1);
}

#[test]
fn two_numbers_that_are_a_tile_or_the_ends_are_asked_about_once() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-3");
    app.click("tile 6-6");
    // The tile 3-2, or the ends 3 and 2 that 6-2 leaves.
    app.keys("32e");
    app.lies("6-6 6-3");
    assert!(app.says("6-2 on the") && app.says("3-2 on the"), "Enter takes neither");
    app.key(Key::ArrowLeft);
    app.key(Key::Enter);
    app.lies("6-6 6-3 3-2");
    app.keys("21e");
    app.lies("6-6 6-3 3-2 2-1");
}

#[test]
fn a_drop_that_would_bust_says_so_before_it_is_entered() {
    let mut app = App::begun("pafos target=5", 2, 3);
    app.harness.state_mut().state.settings.at_a_tap = false;
    app.click("tile 6-6");
    app.key(Key::Enter);
    app.click("tile 6-3");
    assert!(app.says("Ben drops 6-3 on the 6-6?") && app.says("Bust"));
    assert_eq!(app.scores(), "4 0");
}

#[test]
fn what_is_to_go_is_shown_on_the_smallest_phone() {
    for size in [egui::vec2(360.0, 640.0), egui::vec2(390.0, 844.0), egui::vec2(640.0, 360.0)] {
        let folder = tempdir().unwrap();
        let mut app = App::open_in(folder.path(), size);
        app.begin("pafos", 2, 3);
        app.scroll_and_click("tile 6-6");
        assert!(app.paints("to go") && app.paints("57") && app.paints("to drop"), "{size}");
    }
}
