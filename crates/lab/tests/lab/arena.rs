//! Duplicate deals between computer players, and the arena command over every rule set and kind of player.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use adviser::engine::Engine;
use adviser::rollout::Rules;
use adviser::spec::Spec;
use adviser::table::{Layouts, Move};
use adviser::view::View;
use game::rng::Rng;
use game::rules::{PRESETS, RuleSet};
use lab::arena::duplicate::{duplicate_hand, game};
use lab::arena::players::Player;
use std::process::Command;

/// Always the first move: the same deal, played by such players, is the same hand again.
struct First;

impl<T: Layouts> Player<T> for First {
    fn choose(&mut self, _: &Rules<T>, _: &View<T::Pos>, _: &[Move<T::Pos>], _: &mut Rng) -> usize {
        0
    }
}

fn equals<T: Layouts + Clone>(rules: &Rules<T>, what: &str) {
    for seed in (0..40).map(|i| u64::MAX / 40 * i) {
        let mut players: [&mut dyn Player<T>; 2] = [&mut First, &mut First];
        let points = duplicate_hand(rules, &mut players, seed);
        assert!(points.abs() < f64::EPSILON, "{points} points of difference between equals, {what}, seed {seed}");
        let there = game(rules, &mut players, seed, 0, 30);
        let back = game(rules, &mut players, seed, 1, 30);
        assert_eq!((there.0, there.1), (!back.0, back.1), "{what}, seed {seed}");
    }
}

#[test]
fn duplicate_deals_leave_no_luck_between_equals() {
    let two = |rules: &str| Spec::of(&RuleSet::preset(rules).unwrap(), 2, None).unwrap();
    let drawing = ["all_fives_200", "muggins", "draw"].map(|rules| (rules, two(rules)));
    let lines = [("two", Spec::pafos(false)), ("pairs", Spec::pafos(true)), ("nine tiles", Spec::sheffield())];
    for (what, spec) in lines.into_iter().chain(drawing) {
        match Engine::new(spec) {
            Engine::Line(rules) => equals(&rules, what),
            Engine::Tree(rules) => equals(&rules, what),
        }
    }
}

/// Returns the output of the arena, or its error.
fn arena(args: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_sixty-one-lab")).arg("arena").args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

#[test]
fn every_rule_set_is_played_by_every_player_at_every_table() {
    let mut tables = 0;
    for rules in PRESETS.iter().map(|preset| preset.rules.id) {
        let set = RuleSet::preset(rules).unwrap();
        for (seats, single) in [(2, false), (3, false), (4, false), (4, true)] {
            let sits = Spec::of(&set, seats, single.then_some(false));
            let seats = seats.to_string();
            for player in ["random", "greedy", "greedy1", "hfebms", "pimc:3", "adviser:20", "adviser:20:race=0"] {
                let mut args =
                    vec!["--rules", rules, "--seats", &seats, "--a", player, "--b", "greedy1", "--games", "2"];
                args.extend(["--hands", "2", "--calibrate"]);
                args.extend(single.then_some("--single"));
                let said = arena(&args);
                match (&sits, said) {
                    (Ok(_), Ok(said)) => {
                        assert!(said.contains("points a hand") && said.contains("games won"), "{args:?}: {said}");
                        tables += 1;
                    }
                    (Ok(_), Err(why)) => assert!(player == "pimc:3" && why.contains("exact solver"), "{args:?}: {why}"),
                    (Err(problem), Err(why)) => assert!(why.contains(&problem.to_string()), "{args:?}: {why}"),
                    (Err(problem), Ok(_)) => panic!("{args:?} played in spite of: {problem}"),
                }
            }
        }
    }
    assert!(tables > 100, "only {tables} tables were played");
}

#[test]
fn the_course_rules_are_for_two() {
    let course = ["--rules", "sheffield", "--a", "greedy", "--b", "random", "--games", "2", "--hands", "0"];
    assert!(arena(&course).is_ok());
    let why = arena(&[&course[..], &["--seats", "4"]].concat()).unwrap_err();
    assert!(why.contains("not for 4 players"), "{why}");
}
