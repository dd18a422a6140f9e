//! Offers that a person turned down, and drops taken back.

use super::{lacking, looks, offered, on_grid, rests, second_tile_offered};
use game::layout::Layout;
use tracker::{Stand, Watch};

#[test]
fn what_a_person_says_is_no_tile_stays_none_after_the_next_hand() {
    let (mut watch, both, known) = second_tile_offered();
    watch.dismiss();
    assert_eq!(looks(&mut watch, &both, &both[1..], &known).verdict().offer, None);
}

/// A tile was played, taken back before it was recorded, and another one played there.
#[test]
fn where_something_was_said_to_be_no_tile_another_one_is_offered() {
    let (mut watch, both, known) = second_tile_offered();
    watch.dismiss();
    watch.disturbed();
    let other = [both[0].clone(), on_grid(6, 3, (12, 10), false)];
    assert!(offered(looks(&mut watch, &other, &other[1..], &known)).starts_with("6-3"));
}

#[test]
fn what_was_turned_down_is_told_and_asked_about_again_when_the_record_changes() {
    let (mut watch, both, known) = second_tile_offered();
    watch.dismiss();
    rests(&mut watch, &both, &known, 12);
    assert_eq!(
        (offered(&watch), lacking(&watch)),
        (String::new(), vec!["6-1".to_owned()]),
        "table and record do not agree"
    );
    watch.ask_again();
    rests(&mut watch, &both, &known, 4);
    assert_eq!(offered(&watch), "6-1?");
}

/// When all drops of a hand are taken back, the tiles on the table are missing from the record. When the next hand is
/// dealt, they were left behind.
#[test]
fn a_lead_that_is_taken_back_is_offered_again() {
    for tiles in 1..=2 {
        let (_, both, one) = second_tile_offered();
        let known = if tiles == 1 { one } else { "*5-6 6-1".parse().unwrap() };
        let agreed = || {
            let mut watch = Watch::new();
            watch.dealt(Some(1));
            rests(&mut watch, &both[..tiles], &known, 8);
            assert_eq!(watch.verdict().stand, Stand::Agreed);
            watch
        };
        let after = |watch: &mut Watch, deal| {
            watch.dealt(deal);
            rests(watch, &both[..tiles], &Layout::new(), 12);
            (offered(watch), lacking(watch).len(), watch.verdict().stand == Stand::Agreed)
        };
        let asks = |(offer, lacking, agrees): (String, usize, bool)| {
            assert!((!offer.is_empty() || lacking == tiles) && !agrees, "{tiles}: {offer}, {lacking} missing");
        };
        asks(after(&mut agreed(), Some(1)));
        // The deal is taken back too, and is given again.
        let mut watch = agreed();
        after(&mut watch, None);
        asks(after(&mut watch, Some(1)));
        assert!(after(&mut agreed(), Some(9)).2, "{tiles}: left from the hand before");
    }
}

#[test]
fn an_undone_drop_that_lies_there_is_offered_again() {
    let (mut watch, both, known) = second_tile_offered();
    let longer: Layout = "*5-6 6-1".parse().unwrap();
    rests(&mut watch, &both, &longer, 4);
    assert_eq!(watch.verdict().stand, Stand::Agreed);
    rests(&mut watch, &both, &known, 8);
    assert_eq!(offered(&watch), "6-1?", "{:?}", watch.verdict());
}
