//! The rules in plain words, a house's changes, and a corrected score.

use crate::table::App;
use egui::{Event, Key, vec2};
use egui_kittest::kittest::Queryable as _;
use tempfile::tempdir;

#[test]
fn the_rules_are_told_in_sentences_with_what_scores_what() {
    let mut app = App::opened();
    app.key(Key::F4);
    for words in ["15 = 8", "20 = 4", "There is no drawing: if you can't play, knock", "land on 61 exactly"] {
        assert!(app.says(words), "{words}");
    }
    let chip = |words: &str| app.harness.get_by_label(words).rect();
    assert!(chip("20 = 4").height() <= chip("3 = 1").height(), "the last of a row is squeezed: {}", chip("20 = 4"));
    assert!(chip("20 = 4").right() <= 640.0, "nor does it lie over the other column: {}", chip("20 = 4"));
    assert!(!app.says("standard set of Western double-six dominoes"), "the clauses come when they are asked for");
    app.scroll_and_click("Every rule, with the words of its source");
    assert!(app.says("standard set of Western double-six dominoes"));
}

#[test]
fn the_house_changes_its_rules_by_questions_and_reads_them_back() {
    let mut app = App::opened();
    app.scroll_and_click("House rules");
    app.scroll_and_click("Play to: 121");
    app.scroll_and_click("A score past that: wins as well");
    app.click("Begin the match");
    let rules = &app.state().setup.rules;
    assert_eq!(rules.to_string(), "pafos target=121 overshoot=counts");
    app.key(Key::F4);
    assert!(app.says("121 points or more win the game."), "the rules of this match, not of the book");
    app.click("list of games");
    app.click("Muggins, double-nine, to 200");
    assert!(!app.says("121 points or more win the game."));
    app.click("rules of this match");
    assert!(app.says("121 points or more win the game."));
}

#[test]
fn a_rule_that_ends_nothing_is_refused_in_words() {
    let mut app = App::opened();
    app.click("games: Score sheets");
    app.scroll_and_click("Mexican Train");
    app.scroll_and_click("House rules");
    app.scroll_and_click("Number of hands: until the target");
    assert!(app.says("a score sheet needs a target or a number of hands"));
}

#[test]
fn a_score_is_put_right_by_its_value_and_with_a_reason() {
    let folder = tempdir().unwrap();
    let mut app = App::open(folder.path());
    app.begin("pafos", 2, 3);
    app.click("tile 6-6");
    assert_eq!(app.scores(), "4 0");
    app.key(Key::S);
    app.click("correct Ben's score");
    app.click("the right score");
    app.harness.event(Event::Text("12".to_owned()));
    app.harness.run();
    app.click("not pegged");
    app.click("save the score");
    assert_eq!(app.scores(), "4 12");
    assert!(app.says("Ben's pegs moved by hand: 0 → 12") && app.says("not pegged"));
    // By finger alone: Anna has one too many.
    app.click("More");
    app.scroll_and_click("Correct a score");
    app.click("correct Anna's score");
    app.click("\u{2212}1 to the score");
    app.click("save the score");
    assert_eq!(app.scores(), "3 12");
    assert!(app.says("corrected by hand"));
    app.click("Undo");
    assert_eq!(app.scores(), "4 12");
    drop(app);
    let app = App::open(folder.path());
    assert_eq!(app.scores(), "4 12", "it is in the record");
}

/// The number and the name of a side are separate: one corrects the score, the other says whose drop it was.
#[test]
fn a_tap_on_the_number_puts_it_right_and_one_on_the_name_says_whose_drop_it_was() {
    for size in [vec2(1280.0, 720.0), vec2(390.0, 844.0), vec2(640.0, 360.0)] {
        let folder = tempdir().unwrap();
        let mut app = App::open_in(folder.path(), size);
        app.begin("pafos", 2, 3);
        app.scroll_and_click("tile 6-6");
        app.click("Anna is not on 4: correct the score");
        // The number is typed at once; Enter leads to the reason, and from there to the record.
        for typed in ["14", "pegged twice"] {
            app.harness.event(Event::Text(typed.to_owned()));
            app.harness.run();
            app.key(Key::Enter);
        }
        assert_eq!(app.scores(), "14 0", "{size}");
        assert!(app.says("Anna's pegs moved by hand: 4 → 14"), "{size}");
        // Anna dropped again, before Ben; in a small window the tiles come first too.
        app.click_first("Anna 14, ");
        app.scroll_and_click("tile 6-3");
        assert_eq!(app.scores(), "22 0", "{size}");
    }
}

#[test]
fn rules_are_generated_with_their_clauses() {
    let mut app = App::opened();
    app.key(Key::F4);
    app.click("list of games");
    app.harness.state_mut().state.rules_page.clauses = true;
    for preset in game::rules::PRESETS {
        app.harness.query_all_by_label(preset.title).next().unwrap().click();
        app.harness.run();
        for clause in preset.clauses {
            assert!(app.says(clause.words), "{}: {}", preset.title, clause.words);
        }
    }
}

#[test]
fn a_rule_that_cannot_be_is_explained() {
    let mut app = App::opened();
    app.click("House rules");
    let form = &mut app.harness.state_mut().state.new_game;
    form.rules.hand_sizes = [20, 0, 0, 0, 0];
    app.click("Begin the match");
    assert!(app.says("2 hands of 20 need more tiles"));
}

#[test]
fn house_rules_are_saved_under_their_name_and_frozen_into_the_match() {
    let folder = tempdir().unwrap();
    {
        let mut app = App::open(folder.path());
        let form = &mut app.harness.state_mut().state.new_game;
        form.rules.set("target", "121").unwrap();
        form.rules.house = Some("Leek, doubles".to_owned());
        app.click("Begin the match");
        assert!(app.says("Peg board to 121"));
    }
    let mut app = App::open(folder.path());
    assert_eq!(app.state().setup.target(), 121);
    app.click("New game");
    app.click("games: Fives and threes");
    app.click("Fives-and-threes (Pafos league)");
    app.click("Leek, doubles");
    app.click("Begin the match");
    assert_eq!(app.state().setup.target(), 121);
}
