//! `sixty-one advise --stdin` as seen by another program: one answer per line, for any line.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use serde_json::{Value, json};
use std::io::Write as _;
use std::process::Stdio;

/// The answers to these lines.
fn ask(lines: &[String]) -> Vec<Value> {
    let mut child =
        crate::program().args(["advise", "--stdin"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = lines.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    let answers: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), lines.iter().filter(|line| !line.trim().is_empty()).count());
    answers
}

fn position() -> Value {
    json!({"rules": "pafos", "seats": 2, "seat": 0, "hand": ["6-5", "3|3", "4-1", "0-2", "1-1", "5-0"], "scores": [45, 45],
        "leader": 0, "seed": 1, "iterations": 300,
        "turns": [{"seat": 0, "play": ["6|6"]}, {"seat": 1, "play": ["6|3", "6|6", "s1"]}]})
}

#[test]
fn a_position_is_answered() {
    let both = ask(&[position().to_string(), position().to_string()]);
    let without_time = |mut answer: Value| {
        answer["ms"] = json!(0);
        answer
    };
    assert_eq!(without_time(both[0].clone()), without_time(both[1].clone()));
    let answer = &both[0];
    assert_eq!((&answer["knock"], &answer["draw"], &answer["iterations"]), (&json!(false), &json!(false), &json!(300)));
    let plays: Vec<String> = answer["moves"].as_array().unwrap().iter().map(|m| m["play"].to_string()).collect();
    assert_eq!(plays.len(), 2);
    assert!(
        plays.contains(&r#"["3|3","6|3",3]"#.to_owned()) && plays.contains(&r#"["6|5","6|6","s2"]"#.to_owned()),
        "{plays:?}"
    );
    for card in answer["moves"].as_array().unwrap() {
        let win = card["win"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&win) && card["loss"].as_f64().unwrap() >= 0.0);
        assert!(card["reasons"].is_array() && card["win_se"].is_number());
        assert_eq!(card["points"], if card["play"][0] == "3|3" { json!(6) } else { json!(0) });
    }
}

#[test]
fn what_is_left_out_has_a_default() {
    let lead = json!({"hand": ["6-5", "3-3", "4-1", "2-0", "1-1", "5-0", "5-4"], "iterations": 100});
    let answers = ask(&[lead.to_string()]);
    assert_eq!(answers[0]["moves"].as_array().unwrap().len(), 7);
    assert_eq!(answers[0]["moves"][0]["play"].as_array().unwrap().len(), 1);
}

#[test]
fn nothing_to_play_is_a_knock_or_a_draw() {
    let pafos =
        json!({"hand": ["2-0", "3-3", "4-1", "1-0", "1-1", "5-0", "5-4"], "turns": [{"seat": 1, "play": ["6-6"]}]});
    let fives = json!({"rules": "all_fives_200", "hand": ["1-0", "2-1", "3-1", "2-0", "1-1"], "turns": [{"seat": 1, "play": "6-6"}]});
    let answers = ask(&[pafos.to_string(), fives.to_string()]);
    for (answer, knock) in answers.iter().zip([true, false]) {
        assert_eq!(answer["moves"], json!([]));
        assert_eq!((&answer["knock"], &answer["draw"]), (&json!(knock), &json!(!knock)));
    }
}

#[test]
fn the_sides_of_a_lone_double_are_listed_once_and_inline_doubles_are_named() {
    let lone = json!({"hand": ["6-5", "3-3", "4-1", "2-0", "1-1", "5-0", "5-4"], "iterations": 50, "turns": [{"seat": 1, "play": ["6-6"]}]});
    let muggins = json!({"rules": "muggins", "hand": ["9-8", "8-8", "4-1", "2-0", "1-1", "5-0", "5-4"], "iterations": 50,
        "turns": [{"seat": 1, "play": ["9-9", "inline"]}, {"seat": 0, "play": ["9-7", "9-9", "e1"]}, {"seat": 1, "play": ["9-4", "9-9", "e2"]},
            {"seat": 0, "play": ["4-4", "9-4", 4, "inline"]}, {"seat": 1, "play": ["7-8", "9-7", "7"]}]});
    let mut muggins = muggins;
    muggins["hand"] = json!(["8-8", "4-1", "2-0", "1-1", "5-0"]);
    let answers = ask(&[lone.to_string(), muggins.to_string()]);
    assert_eq!(answers[0]["moves"].as_array().unwrap().len(), 1, "{}", answers[0]);
    let plays: Vec<String> = answers[1]["moves"]
        .as_array()
        .unwrap_or_else(|| panic!("{}", answers[1]))
        .iter()
        .map(|m| m["play"].to_string())
        .collect();
    assert!(plays.contains(&r#"["8|8","8|7",8]"#.to_owned()), "{plays:?}");
    assert!(plays.contains(&r#"["8|8","8|7",8,"inline"]"#.to_owned()), "{plays:?}");
    assert!(plays.contains(&r#"["4|1","4|4","e2"]"#.to_owned()), "{plays:?}");
}

#[test]
fn a_smaller_hand_than_the_rules_deal_is_a_smaller_deal() {
    let small = with("hand", json!(["6-5", "3-3", "4-1"]));
    let answer = &ask(&[small])[0];
    assert_eq!(answer["note"], "hands of 4 tiles, fewer than these rules deal", "{answer}");
    let plays: Vec<String> = answer["moves"].as_array().unwrap().iter().map(|m| m["play"].to_string()).collect();
    let mut sorted = plays.clone();
    sorted.sort();
    assert_eq!(sorted, [r#"["3|3","6|3",3]"#, r#"["6|5","6|6","s2"]"#]);
    assert!(ask(&[position().to_string()])[0].get("note").is_none());
}

/// The position with one field set differently.
fn with(key: &str, value: Value) -> String {
    let mut position = position();
    position[key] = value;
    position.to_string()
}

#[test]
fn every_bad_line_gets_an_error_and_the_next_is_read() {
    let turns = |turn: Value| with("turns", json!([{"seat": 0, "play": ["6|6"]}, turn]));
    let cases = [
        ("not json".to_owned(), "not JSON"),
        ("[]".to_owned(), "object"),
        ("null".to_owned(), "object"),
        ("{}".to_owned(), "`hand` is missing"),
        ("{\"hand\":".to_owned(), "not JSON"),
        (with("rules", json!("pafoss")), "pafos"),
        (with("rules", json!(7)), "`rules`"),
        (with("hand", json!("6-5")), "list"),
        (with("hand", json!(["6-5", 3])), "tile"),
        (with("hand", json!(["6-5", "6-5"])), "twice"),
        (with("hand", json!(["66"])), "`66`"),
        (with("hand", json!(["9-9", "3-3", "4-1", "2-0", "1-1", "5-0"])), "not in the set"),
        (with("hand", json!(["6-5", "3-3", "4-1", "2-0", "1-1", "5-0", "4-4"])), "should hold 6 tiles"),
        (with("hand", json!([])), "should hold 6 tiles"),
        (with("hand", json!(["6-6", "3-3", "4-1", "2-0", "1-1", "5-0"])), "turn 1"),
        (with("scores", json!([61, 0])), "61"),
        (with("scores", json!([1e300, 0])), "score"),
        (with("scores", json!([1])), "2 sides"),
        (with("seats", json!(-1)), "`seats`"),
        (with("seats", json!(3)), "3 players"),
        (with("seats", json!(1_000_000_000)), "players"),
        (with("seat", json!(1)), "seat 0's turn"),
        (with("seat", json!(5)), "no seat 5"),
        (with("leader", json!(1)), "turn 1: it was seat 1's turn"),
        (with("iterations", json!(1e18)), "iterations"),
        (with("iterations", json!(99_999_999_999_u64)), "iterations"),
        (with("turns", json!({})), "list"),
        (with("turns", json!([1])), "turn 1"),
        (with("colour", json!(1)), "`colour`"),
        (turns(json!({"seat": 1})), "turn 2"),
        (turns(json!({"seat": 1, "knock": true, "draw": 1})), "turn 2"),
        (turns(json!({"seat": 1, "play": []})), "turn 2"),
        (
            turns(json!({"seat": 1, "play": ["5|3", "6|6", "s1"]})),
            "turn 2: seat 1 played 5-3, but the open ends are 6 only",
        ),
        (turns(json!({"seat": 1, "play": ["6|3", "5|5", "s1"]})), "turn 2"),
        (turns(json!({"seat": 1, "play": ["6|3", "6|6", "e1"]})), "turn 2"),
        (turns(json!({"seat": 1, "play": ["6|3", "6|6", {"a": 1}]})), "turn 2"),
        (turns(json!({"seat": 1, "play": ["6|6", "6|6", "s1"]})), "turn 2"),
        (turns(json!({"seat": 0, "play": ["6|3", "6|6", "s1"]})), "turn 2: it was seat 1's turn"),
        (turns(json!({"seat": 1, "draw": 2})), "turn 2: seat 1 drew 2"),
        (turns(json!({"seat": 1, "draw": 99_999_999_999_u64})), "turn 2"),
        (with("turns", json!([{"seat": 0, "knock": true}])), "turn 1"),
    ];
    let mut lines: Vec<String> = cases.iter().map(|(line, _)| line.clone()).collect();
    lines.push(position().to_string());
    let answers = ask(&lines);
    for ((line, want), answer) in cases.iter().zip(&answers) {
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{line} was answered with {answer}"));
        assert!(error.contains(want), "{line}: {error}");
    }
    assert!(answers.last().unwrap()["moves"].is_array());
}

#[test]
fn no_json_makes_it_panic() {
    // The good position with one value somewhere replaced by something else.
    let odd = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(1e99),
        json!(""),
        json!("6-6"),
        json!([]),
        json!({}),
        json!([[[]]]),
    ];
    let mut lines = Vec::new();
    let paths = [
        "/rules",
        "/seats",
        "/seat",
        "/hand",
        "/hand/0",
        "/scores",
        "/scores/0",
        "/leader",
        "/seed",
        "/iterations",
        "/turns",
        "/turns/0",
        "/turns/1",
        "/turns/0/seat",
        "/turns/0/play",
        "/turns/0/play/0",
        "/turns/1/play/1",
        "/turns/1/play/2",
    ];
    for path in paths {
        for value in &odd {
            let mut line = position();
            *line.pointer_mut(path).unwrap() = value.clone();
            line["iterations"] = if path == "/iterations" { line["iterations"].clone() } else { json!(5) };
            lines.push(line.to_string());
        }
    }
    let answers = ask(&lines);
    assert!(answers.iter().all(|a| a["error"].is_string() || a["moves"].is_array()));
}
