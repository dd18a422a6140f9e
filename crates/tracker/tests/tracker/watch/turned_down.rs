//! Offers that a person turned down, and drops taken back.

use super::{lacking, look, looks, offered, on_grid, pafos, rests, second_tile_offered};
use eye::read::{Point, SeenTile};
use game::layout::{Layout, Play};
use game::tile::Pip;
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
            (offered(watch), lacking(watch).len(), watch.verdict().stand == Stand::NoneYet)
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

/// A person entered another tile than the one on the table.
fn wrongly_recorded() -> (Watch, [SeenTile; 2], Layout) {
    let (mut watch, both, _) = second_tile_offered();
    let wrong: Layout = "*5-6 6-3".parse().unwrap();
    rests(&mut watch, &both, &wrong, 8);
    (watch, both, wrong)
}

fn corrected(watch: &Watch) -> String {
    watch.verdict().mistake.as_ref().map(|mistake| mistake.play.tile().to_string()).unwrap_or_default()
}

#[test]
fn a_wrong_tile_entered_by_hand_is_told_and_never_agrees() {
    let (watch, ..) = wrongly_recorded();
    assert_eq!(corrected(&watch), "6-1", "{}", watch.story(&pafos()));
    // Also where it was not read before it was recorded.
    let (lead, tile) = (on_grid(5, 6, (10, 10), false), on_grid(6, 1, (12, 10), false));
    let mut watch = Watch::new();
    look(&mut watch, std::slice::from_ref(&lead), &"*5-6".parse().unwrap(), 3);
    let both = [lead, tile];
    let wrong: Layout = "*5-6 6-3".parse().unwrap();
    for _ in 0..9 {
        looks(&mut watch, &both, &both[1..], &wrong);
        assert_ne!(watch.verdict().stand, Stand::Agreed);
    }
    assert_eq!(corrected(&watch), "6-1", "{}", watch.story(&pafos()));
}

#[test]
fn where_the_record_is_right_all_the_same_the_next_drop_is_offered_and_the_mistake_never_again() {
    let (mut watch, both, known) = wrongly_recorded();
    watch.dismiss();
    rests(&mut watch, &both, &known, 8);
    assert_eq!((corrected(&watch), watch.verdict().stand.clone()), (String::new(), Stand::Agreed));
    // Also after the record has changed.
    let next = on_grid(3, 4, (14, 10), false);
    let three = [both.as_slice(), std::slice::from_ref(&next)].concat();
    watch.ask_again();
    assert!(offered(looks(&mut watch, &three, std::slice::from_ref(&next), &known)).starts_with("4-3"));
    rests(&mut watch, &three, &"*5-6 6-3 3-4".parse().unwrap(), 8);
    assert_eq!((corrected(&watch), watch.verdict().stand.clone()), (String::new(), Stand::Agreed));
    // Other pips in that place are told again.
    let other = [both[0].clone(), on_grid(6, 2, (12, 10), false), next];
    looks(&mut watch, &other, &other[1..2], &"*5-6 6-3 3-4".parse().unwrap());
    assert!(matches!(watch.verdict().stand, Stand::Unsure | Stand::Unclear { .. }), "{}", watch.story(&pafos()));
}

#[test]
fn a_tile_that_a_person_corrected_against_the_reading_is_not_told_again() {
    let (mut watch, both, _) = second_tile_offered();
    rests(&mut watch, &both, &"*5-6 6-1".parse().unwrap(), 8);
    let corrected_by_hand: Layout = "*5-6 6-3".parse().unwrap();
    rests(&mut watch, &both, &corrected_by_hand, 12);
    assert_eq!((corrected(&watch), watch.verdict().stand.clone()), (String::new(), Stand::Agreed));
}

#[test]
fn whatever_half_was_recorded_wrongly_the_play_at_that_join_is_told() {
    let mut double = on_grid(6, 6, (12, 10), true);
    double.corners = double.corners.map(|p| Point::new(p.x, p.y - 15.0));
    let lead = on_grid(5, 6, (10, 10), false);
    let told = |tiles: &[SeenTile], wrong: &str| {
        let mut watch = Watch::new();
        for _ in 0..3 {
            looks(&mut watch, tiles, tiles, &wrong.parse().unwrap());
        }
        let mistake = watch.verdict().mistake.clone().unwrap_or_else(|| panic!("{wrong}: {}", watch.story(&pafos())));
        (mistake.tile, mistake.play.tile().to_string())
    };
    let line = [lead.clone(), on_grid(6, 1, (12, 10), false), on_grid(1, 3, (14, 10), false)];
    assert_eq!(told(&line, "*4-6 6-1 1-3"), (0, "6-5".to_owned()), "the free half of the lead");
    assert_eq!(told(&line[..2], "*5-6 6-6"), (1, "6-1".to_owned()), "recorded as a double");
    assert_eq!(told(&[lead, double], "*5-6 6-3"), (1, "6-6".to_owned()), "a double recorded as another tile");
}

#[test]
fn another_tile_at_a_recorded_place_is_a_mistake_and_never_one_more_tile() {
    let mut watch = Watch::new();
    let mut known: Layout = "*6-6".parse().unwrap();
    let both = [on_grid(6, 6, (10, 10), true), on_grid(6, 1, (11, 10), false)];
    look(&mut watch, &both[..1], &known, 3);
    looks(&mut watch, &both, &both[1..], &known);
    let seen = watch.verdict().offer.as_ref().unwrap().ways[0].0;
    let entered = seen.halves.map(|pip| if pip.get() == 1 { Pip::new(4).unwrap() } else { pip });
    known.lay(Play { halves: entered, ..seen }, &pafos()).unwrap();
    looks(&mut watch, &both, &both[1..], &known);
    for _ in 0..12 {
        assert_eq!(lacking(&watch), [""; 0], "{}", watch.story(&pafos()));
        rests(&mut watch, &both, &known, 1);
    }
    assert!(watch.verdict().mistake.is_some(), "{}", watch.story(&pafos()));
}

/// Two neighbouring tiles are recorded wrong where they join, so that correcting one of them alone is not legal.
#[test]
fn two_wrong_neighbours_are_a_difference_and_not_looked_at_for_ever() {
    let mut watch = Watch::new();
    let table = [
        on_grid(5, 6, (8, 10), false),
        on_grid(6, 6, (10, 10), false),
        on_grid(6, 1, (12, 10), false),
        on_grid(1, 3, (14, 10), false),
    ];
    let mut entered = table.clone();
    let four: [f32; 13] = std::array::from_fn(|i| if i == 4 { -0.01 } else { -7.0 });
    (entered[2].b, entered[3].a) = (four, four);
    let known: Layout = "5-6 6-6 6-4 4-3".parse().unwrap();
    look(&mut watch, &entered, &known, 5);
    for _ in 0..6 {
        looks(&mut watch, &table, &table[2..], &known);
        rests(&mut watch, &table, &known, 8);
    }
    let verdict = watch.verdict();
    let told = verdict.mistake.is_some() || !matches!(verdict.stand, Stand::Unsure | Stand::Agreed);
    assert!(told, "{}", watch.story(&pafos()));
}
