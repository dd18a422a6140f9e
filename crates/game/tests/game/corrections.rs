//! Corrections that fit what was recorded before them: missed turns and wrong tiles, one after the other, in pairs too.

use game::layout::{Layout, Play};
use game::record::Record;
use game::rng::Rng;
use game::rules::{Points, RuleSet};
use game::self_play::play_match;
use game::{Act, Change, Deed, Hand, Match, Refusal, Seat, Setup};

/// Everything that counts in a match, without the numbers of the events.
#[derive(Debug, PartialEq)]
struct Story {
    layout: Layout,
    turns: Vec<(Seat, Deed, Points)>,
    turn: Seat,
    hands: Vec<Hand>,
    scores: Vec<Points>,
}

fn story(game: &Match) -> Story {
    let round = game.state().round.as_ref().unwrap();
    Story {
        layout: round.layout.clone(),
        turns: round.turns.iter().map(|turn| (turn.seat, turn.deed, turn.award)).collect(),
        turn: round.turn,
        hands: round.hands.clone(),
        scores: game.state().leg.scores.clone(),
    }
}

/// Records the turns for the players in turn: tiles, and `K` for a knock.
fn record(game: &mut Match, turns: &str) {
    for turn in turns.split_whitespace() {
        let round = game.state().running().unwrap();
        let (seat, layout) = (round.turn, round.layout.clone());
        game.act(act(&layout, seat, turn)).unwrap();
    }
}

fn act(layout: &Layout, seat: Seat, turn: &str) -> Act {
    if turn == "K" {
        return Act::Knock { seat, stands: false };
    }
    let ways = layout.ways(turn.parse().unwrap(), &RuleSet::preset("pafos").unwrap());
    Act::Play { seat, play: ways[0], stands: false }
}

fn hand(players: usize, turns: &str) -> Match {
    let names = ["Ann", "Bob", "Cleo", "Dan"];
    let mut game = Match::start(Setup::new(RuleSet::preset("pafos").unwrap(), &names[..players])).unwrap();
    game.act(Act::Deal { leader: Seat::FIRST, hands: Vec::new() }).unwrap();
    record(&mut game, turns);
    game
}

/// The event of a drop that stands, and how many tiles lay before it.
fn drop_of(game: &Match, tile: &str) -> (usize, usize, Seat) {
    let plays = game.standing().filter_map(|(event, act)| match act {
        Act::Play { seat, play, .. } => Some((event, *seat, play.tile())),
        _ => None,
    });
    let found = plays.enumerate().find(|(_, (.., laid))| laid.to_string() == tile);
    let (before, (event, seat, _)) = found.unwrap();
    (event, before, seat)
}

/// Inserts a turn before a drop, for the player whose turn it was by the record.
fn insert(game: &mut Match, turn: &str, before: &str) {
    let (event, tiles, seat) = drop_of(game, before);
    let layout = game.state().round.as_ref().unwrap().layout.prefix(tiles);
    let change = Change::InsertBefore(Box::new(act(&layout, seat, turn)));
    let act = game.correction(event, change);
    game.act(act).unwrap();
}

fn remove(game: &mut Match, tile: &str) {
    let act = game.correction(drop_of(game, tile).0, Change::Remove);
    game.act(act).unwrap();
}

fn correct(game: &mut Match, was: &str, is: &str) {
    let (event, tiles, seat) = drop_of(game, was);
    let layout = game.state().round.as_ref().unwrap().layout.prefix(tiles);
    let act = game.correction(event, Change::Replace(Box::new(act(&layout, seat, is))));
    game.act(act).unwrap();
}

/// The match is what it would be if it had been recorded so, also in its events and in its clean record.
#[track_caller]
fn check(game: &Match, players: usize, turns: &str) {
    let right = hand(players, turns);
    assert_eq!(story(game), story(&right));
    let acts: Vec<Act> = game.events().iter().map(|event| event.act.clone()).collect();
    assert_eq!(&Match::replay(&acts).unwrap(), game);
    assert_eq!(Match::audit(game.events()), Ok(Vec::new()));
    let text = |game: &Match| Record { tags: Vec::new(), game: game.clone() }.write();
    assert_eq!(text(game), text(&right));
    for n in 0..=game.standing().len() {
        assert_eq!(game.up_to(n).standing().len(), n);
    }
}

/// Changes the match, and looks whether one undo takes it back and one redo brings it again.
fn both_ways(game: &mut Match, change: impl FnOnce(&mut Match)) {
    let before = game.clone();
    change(game);
    let after = (story(game), game.standing().map(|(_, act)| act.clone()).collect::<Vec<_>>());
    game.act(Act::Undo).unwrap();
    assert_eq!(game.state(), before.state());
    assert!(game.standing().eq(before.standing()));
    game.act(Act::Redo).unwrap();
    assert_eq!((story(game), game.standing().map(|(_, act)| act.clone()).collect::<Vec<_>>()), after);
}

#[test]
fn a_missed_drop_is_inserted_before_drops_that_lie_on_later_tiles() {
    for players in [2, 4] {
        let mut game = hand(players, "5-5 5-0 6-0 5-4 4-3 6-6 6-1 5-1");
        let (event, tiles, seat) = drop_of(&game, "6-1");
        let layout = game.state().round.as_ref().unwrap().layout.prefix(tiles);
        // As corrections were before they fitted what follows.
        let change = Change::InsertBefore(Box::new(act(&layout, seat, "3-3")));
        assert!(matches!(game.act(Act::Correct { event, change }), Err(Refusal::LaterEvent { .. })));
        both_ways(&mut game, |game| insert(game, "3-3", "6-1"));
        check(&game, players, "5-5 5-0 6-0 5-4 4-3 6-6 3-3 6-1 5-1");
        // What is recorded afterwards knows it.
        record(&mut game, "5-2 2-2");
        check(&game, players, "5-5 5-0 6-0 5-4 4-3 6-6 3-3 6-1 5-1 5-2 2-2");
    }
}

#[test]
fn a_missed_lead_is_inserted_and_the_former_lead_joins_it() {
    for players in [2, 4] {
        let mut game = hand(players, "6-5 5-3 3-1");
        both_ways(&mut game, |game| insert(game, "6-6", "6-5"));
        check(&game, players, "6-6 6-5 5-3 3-1");
        record(&mut game, "6-2");
        check(&game, players, "6-6 6-5 5-3 3-1 6-2");
        // A tile that was recorded on the other side of the former lead joins the tile between them.
        let mut game = hand(players, "6-5 6-1 5-3");
        both_ways(&mut game, |game| insert(game, "6-6", "6-5"));
        check(&game, players, "6-6 6-5 6-1 5-3");
        // The former lead turns round.
        let mut game = hand(players, "6-5 6-1");
        insert(&mut game, "5-2", "6-5");
        check(&game, players, "5-2 6-5 6-1");
        // Two in a row were missed.
        insert(&mut game, "2-2", "5-2");
        check(&game, players, "2-2 5-2 6-5 6-1");
    }
}

#[test]
fn a_drop_that_did_not_happen_is_removed_and_the_later_ones_stay_on_their_tiles() {
    for players in [2, 4] {
        // The tile is an end; later ones were laid at the other.
        let mut game = hand(players, "5-5 5-0 6-0 5-4 4-3 6-6 3-3 6-1 5-1");
        both_ways(&mut game, |game| remove(game, "3-3"));
        check(&game, players, "5-5 5-0 6-0 5-4 4-3 6-6 6-1 5-1");
        record(&mut game, "3-2");
        check(&game, players, "5-5 5-0 6-0 5-4 4-3 6-6 6-1 5-1 3-2");
        // With corrections before and after it, and again alone.
        both_ways(&mut game, |game| insert(game, "K", "6-0"));
        both_ways(&mut game, |game| remove(game, "3-2"));
        check(&game, players, "5-5 5-0 K 6-0 5-4 4-3 6-6 6-1 5-1");
        both_ways(&mut game, |game| insert(game, "3-3", "6-1"));
        check(&game, players, "5-5 5-0 K 6-0 5-4 4-3 6-6 3-3 6-1 5-1");
        remove(&mut game, "3-3");
        check(&game, players, "5-5 5-0 K 6-0 5-4 4-3 6-6 6-1 5-1");
    }
    // A tile that others lie on stays: the table could not be so.
    let game = hand(2, "6-6 6-3 3-1");
    let act = game.correction(drop_of(&game, "6-3").0, Change::Remove);
    assert!(matches!(game.decide(act), Err(Refusal::LaterEvent { .. })));
    // What is removed cannot be corrected.
    let mut game = hand(2, "6-6 6-3");
    remove(&mut game, "6-3");
    let removal = game.events().len() - 1;
    let again = game.correction(removal, Change::Remove);
    assert_eq!(game.decide(again), Err(Refusal::NotCorrectable { event: removal }));
}

#[test]
fn an_inserted_knock_moves_the_players_of_later_turns_on() {
    for players in [2, 4] {
        let mut game = hand(players, "6-6 6-3 6-4 4-1 K 5-1");
        both_ways(&mut game, |game| insert(game, "K", "6-4"));
        check(&game, players, "6-6 6-3 K 6-4 4-1 K 5-1");
        assert_eq!(game.state().round.as_ref().unwrap().wrong_knocks(&game.setup().rules), []);
    }
}

#[test]
fn the_player_moves_on_only_where_it_was_not_their_turn() {
    let mut game = hand(4, "6-6 6-3 6-4");
    let (event, tiles, _) = drop_of(&game, "6-4");
    let layout = game.state().round.as_ref().unwrap().layout.prefix(tiles);
    // The drop before was really Bob's second: it is Cleo's turn after it, as recorded.
    let change = Change::InsertBefore(Box::new(act(&layout, Seat::new(1).unwrap(), "3-1")));
    let correction = game.correction(event, change);
    game.act(correction).unwrap();
    let seats: Vec<usize> = story(&game).turns.iter().map(|(seat, ..)| seat.index()).collect();
    assert_eq!(seats, [0, 1, 1, 2]);
}

#[test]
fn a_corrected_tile_turns_the_next_one_round() {
    for players in [2, 4] {
        let mut game = hand(players, "6-6 6-5 5-3 4-3");
        both_ways(&mut game, |game| correct(game, "5-3", "5-4"));
        check(&game, players, "6-6 6-5 5-4 4-3");
        record(&mut game, "3-2");
        // It was the 5-3 after all; its neighbour turns back, and the next tile was recorded on the 3.
        correct(&mut game, "5-4", "5-3");
        let deeds = story(&game).turns;
        assert!(matches!(deeds[3].1, Deed::Played { wrong: false, .. }));
        assert!(matches!(deeds[4].1, Deed::Played { wrong: true, .. }));
    }
}

#[test]
fn a_double_and_a_tile_along_the_line_are_corrected_for_each_other() {
    let mut game = hand(2, "6-5 5-5 5-1 1-1");
    correct(&mut game, "5-5", "5-4");
    correct(&mut game, "5-1", "4-1");
    check(&game, 2, "6-5 5-4 4-1 1-1");
    correct(&mut game, "5-4", "5-5");
    correct(&mut game, "4-1", "5-1");
    check(&game, 2, "6-5 5-5 5-1 1-1");
}

#[test]
fn a_drop_makes_room_for_the_one_inserted_at_its_place() {
    // Beyond a double that was missed.
    let mut game = hand(2, "6-4 4-3 3-1 6-2");
    insert(&mut game, "3-3", "3-1");
    check(&game, 2, "6-4 4-3 3-3 3-1 6-2");
    // On the other side of a lone double.
    let mut game = hand(2, "6-6 6-3 3-1");
    insert(&mut game, "6-4", "6-3");
    check(&game, 2, "6-6 6-4 6-3 3-1");
}

#[test]
fn a_second_correction_fits_what_the_first_one_changed() {
    let right = "5-5 5-0 K 6-0 5-4 4-3 6-6 3-3 6-1 5-1 5-2";
    for players in [2, 4] {
        let mut game = hand(players, "5-5 5-0 6-0 5-4 4-3 6-6 6-1 5-1");
        insert(&mut game, "3-3", "6-1");
        record(&mut game, "5-2");
        both_ways(&mut game, |game| insert(game, "K", "6-0"));
        check(&game, players, right);

        let mut game = hand(players, "5-5 5-0 6-0 5-4 4-3 6-6 6-1 5-1");
        insert(&mut game, "K", "6-0");
        record(&mut game, "5-2");
        both_ways(&mut game, |game| insert(game, "3-3", "6-1"));
        check(&game, players, right);

        // What was inserted is itself corrected, and what it shifted stays in its place.
        let mut game = hand(players, "5-5 5-0 6-0 5-4 4-3 6-6 6-1 5-1");
        insert(&mut game, "3-2", "6-1");
        both_ways(&mut game, |game| correct(game, "3-2", "3-3"));
        insert(&mut game, "K", "6-0");
        record(&mut game, "5-2");
        check(&game, players, right);

        // Two missed turns in a row, and a drop between the two corrections.
        let mut game = hand(players, "6-6 6-3 6-4");
        insert(&mut game, "3-2", "6-4");
        record(&mut game, "4-4");
        insert(&mut game, "K", "6-4");
        check(&game, players, "6-6 6-3 3-2 K 6-4 4-4");
    }
}

/// The turn as it is recorded when the one before it was missed: by the player before, on the tiles that are recorded.
/// `None` if it joins the missed tile.
fn without(act: &Act, missed: Option<usize>, seats: usize) -> Option<Act> {
    let mut act = act.clone();
    if let (Act::Play { play: Play { on: Some(on), .. }, .. }, Some(missed)) = (&mut act, missed) {
        if on.tile == missed {
            return None;
        }
        on.tile -= usize::from(on.tile > missed);
    }
    if let Act::Play { seat, .. } | Act::Knock { seat, .. } | Act::Draw { seat, .. } = &mut act {
        *seat = (1..seats).fold(*seat, |seat, _| seat.left(seats));
    }
    Some(act)
}

/// A turn is missed, the players go on, and it is inserted: `None` where they could not have gone on so.
fn missed_and_inserted(whole: &Match, rng: &mut Rng) -> Option<()> {
    let acts: Vec<Act> = whole.standing().map(|(_, act)| act.clone()).collect();
    let deals: Vec<usize> = (0..acts.len()).filter(|&at| matches!(acts[at], Act::Deal { .. })).collect();
    let start = *rng.pick(&deals)?;
    let is_turn = |act: &&Act| matches!(act, Act::Play { .. } | Act::Knock { .. } | Act::Draw { .. });
    let end = start + 1 + acts[start + 1..].iter().take_while(is_turn).count();
    if end < start + 5 {
        return None;
    }
    let missed = start + 2 + rng.below(end - start - 3);
    let until = missed + 2 + rng.below(end - missed - 1);
    let plays = acts[start..missed].iter().filter(|act| matches!(act, Act::Play { .. })).count();
    let tile = match &acts[missed] {
        Act::Play { .. } => Some(plays),
        Act::Knock { .. } => None,
        _ => return None,
    };
    let mut game = whole.up_to(missed);
    for act in &acts[missed + 1..until] {
        game.act(without(act, tile, whole.setup().seats())?).ok()?;
    }
    let before = game.clone();
    let event = game.standing().nth(missed)?.0;
    let correction = game.correction(event, Change::InsertBefore(Box::new(acts[missed].clone())));
    game.act(correction).unwrap();
    assert_eq!(story(&game), story(&whole.up_to(until)), "{:?} before {missed}", acts[missed]);
    // Where no later tile was joined to it, it can be removed, as if it had not happened.
    let mut without = game.clone();
    if without.act(game.correction(game.events().len() - 1, Change::Remove)).is_ok() {
        assert_eq!(story(&without), story(&before), "{:?} before {missed}", acts[missed]);
    }
    game.act(Act::Undo).unwrap();
    assert_eq!(game.state(), before.state());
    Some(())
}

#[test]
fn whatever_turn_was_missed_is_inserted_as_if_it_had_been_recorded() {
    let mut rng = Rng::new(61);
    for (preset, players) in [("pafos", 2), ("pafos", 4), ("block", 2), ("all_fives_200", 2)] {
        let names = ["Ann", "Bob", "Cleo", "Dan"];
        let setup = Setup::new(RuleSet::preset(preset).unwrap(), &names[..players]);
        let mut inserted = 0;
        for seed in 0..80 {
            let whole = play_match(setup.clone(), &[0.8, 0.2], false, seed).unwrap();
            inserted += (0..6).filter_map(|_| missed_and_inserted(&whole, &mut rng)).count();
        }
        assert!(inserted > 40, "{preset} {players}: {inserted}");
    }
}
