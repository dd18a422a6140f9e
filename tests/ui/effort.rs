//! Taps and keys of the ten commonest acts: counted by doing each both ways, so that the table in the README stays true.

use crate::table::App;
use egui::Key;
use game::rules::RuleSet;
use tempfile::tempdir;

/// An act: what is on the table before, what is tapped, what is typed instead.
struct Act {
    name: &'static str,
    rules: &'static str,
    before: &'static [&'static str],
    taps: &'static [&'static str],
    keys: &'static [Key],
}

const fn act(
    name: &'static str,
    rules: &'static str,
    before: &'static [&'static str],
    taps: &'static [&'static str],
    keys: &'static [Key],
) -> Act {
    Act { name, rules, before, taps, keys }
}

const PAFOS: &str = "pafos";
const SHORT: &str = "pafos hand_sizes=1/-/6 target=10";
const OVER: &str = "pafos hand_sizes=1/-/6 target=5";

const ACTS: [Act; 10] = [
    act("a drop that fits one end", PAFOS, &["6-6"], &["tile 6-3"], &[Key::T, Key::Num6, Key::Num3, Key::Enter]),
    act(
        "a drop that fits both ends",
        PAFOS,
        &["6-4", "6-5"],
        &["tile 5-4", "5-4 on the 5"],
        // Once an evening E says that numbers are the ends: the 4-4 would fit too.
        &[Key::E, Key::Num4, Key::Num4, Key::Enter],
    ),
    act("undo", PAFOS, &["6-6"], &["Undo"], &[Key::U]),
    act("a knock", PAFOS, &["6-6"], &["Knock"], &[Key::K]),
    act("a tile drawn", "draw", &["9-9"], &["Draw"], &[Key::D]),
    act("the score taken, where it is claimed", "muggins", &["5-5"], &["Anna claims"], &[Key::C]),
    act(
        "the last drop put right",
        PAFOS,
        &["6-6", "6-3"],
        &["Undo", "tile 6-4"],
        &[Key::U, Key::T, Key::Num6, Key::Num4, Key::Enter],
    ),
    act(
        "an earlier drop put right",
        PAFOS,
        &["6-6", "6-3", "6-4"],
        &["More", "Correct a drop", "Correct: Ben dropped 6-3 on the 6-6", "tile 6-5"],
        &[],
    ),
    act("the next hand", SHORT, &["6-6"], &["Continue"], &[Key::Enter]),
    act("the same match again", OVER, &["6-6"], &["Same again"], &[Key::Enter]),
];

fn begin(act: &Act) -> (App, tempfile::TempDir) {
    let folder = tempdir().unwrap();
    let mut app = App::open(folder.path());
    let form = &mut app.harness.state_mut().state.new_game;
    form.take_preset(&RuleSet::parse(act.rules).unwrap());
    form.best_of = 1;
    app.click("Begin the match");
    for tile in act.before {
        app.click(&format!("tile {tile}"));
        // A first double can go across or along.
        if app.has(tile) {
            app.click(tile);
        }
    }
    (app, folder)
}

#[test]
fn taps_and_keys_of_the_ten_commonest_acts() {
    println!("| act | taps | keys |\n| --- | --- | --- |");
    for act in &ACTS {
        let (mut tapped, _folder) = begin(act);
        let before = tapped.game().clone();
        for label in act.taps {
            tapped.click(label);
        }
        assert_ne!(*tapped.game(), before, "{}: the taps do nothing", act.name);
        if !act.keys.is_empty() {
            let (mut typed, _folder) = begin(act);
            typed.rest();
            for key in act.keys {
                typed.key(*key);
            }
            let same = |app: &App| (app.line(), app.scores(), app.game().events().len());
            assert_eq!(same(&typed), same(&tapped), "{}", act.name);
        }
        let keys = if act.keys.is_empty() { "–".to_owned() } else { act.keys.len().to_string() };
        println!("| {} | {} | {keys} |", act.name, act.taps.len());
    }
}
