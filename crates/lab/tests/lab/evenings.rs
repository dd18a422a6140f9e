//! Evenings under one seed each: what was answered is stored, once, in order, and on every screen.

use lab::evenings::{Break, evening};

#[test]
fn a_hundred_evenings_with_every_fault_keep_what_was_answered() {
    let (mut acts, mut kills) = (0, 0);
    for seed in 1..=100 {
        let tally = evening(seed, 120, None).map_err(|why| format!("seed {seed}: {why:#}")).unwrap();
        (acts, kills) = (acts + tally.acts, kills + tally.kills);
    }
    assert!(acts > 4000 && kills > 400, "{acts} acts, {kills} kills: too little happens");
}

#[test]
fn a_program_that_is_broken_on_purpose_is_found() {
    for (broken, words) in [
        (Break::AnswerFirst, "was answered `Entered.`"),
        (Break::SayNothing, "was answered `Entered.`"),
        (Break::RecordLater, "was answered as recorded, and is not"),
        (Break::NoNews, "which is not recorded"),
    ] {
        let found = (1..=60).filter_map(|seed| evening(seed, 120, Some(broken)).err()).map(|why| format!("{why:#}"));
        assert!(found.take(10).any(|why| why.contains(words)), "{broken:?} is not found");
    }
}
