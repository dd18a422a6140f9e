//! Evenings under one seed each: what was answered is stored, once, in order, and on every screen.

use lab::evenings::{Break, evening};
use std::process::Command;

#[test]
fn evenings_with_every_fault_keep_what_was_answered() {
    let (mut acts, mut kills) = (0, 0);
    for seed in 1..=12 {
        let tally = evening(seed, 120, None).map_err(|why| format!("seed {seed}: {why:#}")).unwrap();
        (acts, kills) = (acts + tally.acts, kills + tally.kills);
    }
    assert!(acts > 500 && kills > 50, "{acts} acts, {kills} kills: too little happens");
}

#[test]
fn a_program_that_is_broken_on_purpose_is_found() {
    for (broken, words) in [
        (Break::AnswerFirst, "was answered `Entered.`"),
        (Break::SayNothing, "was answered `Entered.`"),
        (Break::RecordLater, "was answered as recorded, and is not"),
        (Break::NoNews, "a captain's link with 403"),
        (Break::OldLinks, "was withdrawn, and opens"),
        (Break::NoKeys, "a table without a key was answered 200"),
        (Break::OldCaptains, "captain's link that was withdrawn"),
    ] {
        let found = (1..=60).filter_map(|seed| evening(seed, 120, Some(broken)).err()).map(|why| format!("{why:#}"));
        assert!(found.take(10).any(|why| why.contains(words)), "{broken:?} is not found");
    }
}

#[test]
fn what_a_full_disk_does_not_take_is_found_if_it_is_answered_as_entered() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sixty-one-lab"));
    let played = command.args(["evenings", "--seeds", "15", "--broken", "say-nothing-full"]).output().unwrap();
    let said = String::from_utf8_lossy(&played.stdout);
    if said.contains("no small file system") {
        println!("skipped: no small file system can be mounted here");
        return;
    }
    assert!(!played.status.success() && said.contains("was answered `Entered.`"), "{said}");
}
