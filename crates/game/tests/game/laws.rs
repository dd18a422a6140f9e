//! The properties of play and the laws of the event fold, on seeded random play.

use crate::table::{Table, draws, setups};
use game::layout::{Layout, Play, Port};
use game::rng::Rng;
use game::rules::score::Roles;
use game::rules::{Crossed, Extra, Overshoot, PRESETS, Points, Reset, RuleSet, Scoring, Spinner, WinCheck};
use game::tile::{Tile, TileSet};
use game::{Act, Change, Deed, Match, Round, RoundEnd, Seat, Setup};

/// Hands of each preset: a fault in one hand of 300 is met with 99 %. `scripts/test-long laws` plays 10,000.
fn hands() -> usize {
    std::env::var("SIXTY_ONE_HANDS").ok().and_then(|hands| hands.parse().ok()).unwrap_or(1_500)
}

/// Property 1: the count kept play by play, from the table of scoring counts and nothing else.
fn count_after(before: &Layout, play: &Play, count: u16) -> u16 {
    let v = u16::from(play.halves[0].get());
    let outer = u16::from(play.halves[1].get());
    let Some(place) = play.on else { return if play.tile().is_double() { 2 * v } else { v + outer } };
    let on = before.play(place.tile).unwrap();
    let pip = u16::from(before.pip_at(place).unwrap().get());
    let covered = match place.port {
        Port::First | Port::Second => pip,
        Port::Side1 | Port::Side2 => {
            let other = if place.port == Port::Side1 { Port::Side2 } else { Port::Side1 };
            let crossed = !before.is_free(game::layout::Place { port: other, ..place });
            assert!(on.is_crosswise());
            if crossed { 2 * pip } else { 0 }
        }
        Port::End1 | Port::End2 => 0,
    };
    count - covered + if play.is_crosswise() { 2 * v } else { outer }
}

/// Property 2: how many places to play a layout has, by its doubles.
fn places(layout: &Layout, rules: &RuleSet) -> usize {
    let doubles = layout.plays().filter(|play| play.is_crosswise()).count();
    let crossed = (0..layout.len()).filter(|&tile| {
        let side = |port| layout.is_free(game::layout::Place { tile, port });
        layout.play(tile).unwrap().is_crosswise() && !side(Port::Side1) && !side(Port::Side2)
    });
    match rules.spinner {
        Spinner::None => 2,
        Spinner::First if rules.cross_first => {
            let laid = layout.len() - layout.first_double().unwrap_or(0);
            let first = layout.first_double().filter(|&tile| layout.play(tile).unwrap().is_crosswise());
            // Led, the double has four sides less those that are covered; all covered, as many arms.
            if first.is_none() { 2 } else { [4, 3, 2, 1].get(laid - 1).copied().unwrap_or(4) }
        }
        Spinner::First => 2 + 2 * crossed.filter(|tile| layout.first_double() == Some(*tile)).count(),
        Spinner::AllAfterSides => 2 + 2 * crossed.count(),
        Spinner::AllAtOnce => 2 + 2 * doubles,
    }
}

fn check_layout(layout: &Layout, rules: &RuleSet, kept: u16) {
    let ends: u16 = layout.ends(rules).map(|end| end.counts).sum();
    assert_eq!((layout.count(rules), ends), (kept, kept), "{layout}");
    assert_eq!(layout.playable(rules).count(), places(layout, rules), "{layout}");
    if rules.spinner == Spinner::None && rules.set_size.get() == 6 {
        assert!(kept <= 22 && kept != 19 && kept != 21, "{layout}");
    }
    assert!(layout.wrong_plays(rules).is_empty());
}

fn check_drop(round: &Round, before: &Layout, count: u16, rules: &RuleSet) -> u16 {
    let Some(turn) = round.last_drop() else { return count };
    let Deed::Played { play, count: told, points, .. } = turn.deed else { return count };
    let kept = count_after(before, &play, count);
    assert_eq!(kept, told);
    check_layout(&round.layout, rules, kept);
    if rules.scoring == Scoring::FiveThree && rules.set_size.get() == 6 {
        assert!(points <= 8);
    }
    kept
}

/// Property 9: a double lying across counts twice its pips until both sides are covered, then nothing.
fn check_doubles(layout: &Layout, rules: &RuleSet) {
    assert_eq!(rules.crossed, Crossed::Nothing);
    for (tile, play) in layout.plays().enumerate().filter(|(_, play)| play.is_crosswise()) {
        let side = |port| layout.is_free(game::layout::Place { tile, port });
        let open = side(Port::Side1) || side(Port::Side2);
        let counts: u16 = layout.ends(rules).filter(|end| end.tile == tile).map(|end| end.counts).sum();
        assert_eq!(counts, if open { 2 * u16::from(play.halves[0].get()) } else { 0 });
    }
}

/// Property 8, and what a hand that ended must look like.
fn check_hand_end(table: &Table) {
    let round = table.game.state().round.as_ref().unwrap();
    let rules = table.rules();
    match round.end.unwrap() {
        RoundEnd::Blocked => {
            let open = round.layout.open_pips(rules);
            for tile in table.hands.iter().flat_map(|hand| hand.iter()) {
                assert!(!round.layout.fits(tile, rules), "{tile} fits {} {open:b}", round.layout);
            }
            assert_eq!(rules.drawable(round.boneyard), 0);
        }
        RoundEnd::ChippedOut(seat) => assert!(table.hands[seat.index()].is_empty()),
        RoundEnd::Won(side) => assert_eq!(table.game.state().leg.winner, Some(side)),
        RoundEnd::GivenAway(_) => panic!("nobody has offended"),
    }
    for (hand, held) in round.hands.iter().zip(&table.hands) {
        assert_eq!(usize::from(hand.count), held.len());
    }
    let all = table.hands.iter().fold(round.layout.tiles(), |all, hand| all.union(*hand));
    assert_eq!(all.len() + usize::from(round.boneyard), rules.tiles().len(), "tiles are conserved");
    // Property 10: a player who knocked in earnest is not accused.
    assert!(round.wrong_knocks(rules).is_empty());
}

/// Property 5: after the end nothing scores; undoing opens the hand and the game again.
fn check_closed(table: &Table) {
    let mut game = table.game.clone();
    let seat = Seat::FIRST;
    for tile in table.rules().tiles().iter() {
        assert!(game.decide(Act::Play { seat, play: Play::lead(tile), stands: true }).is_err());
    }
    assert!(game.decide(Act::Knock { seat, stands: true }).is_err());
    let closed = game.state().clone();
    game.act(Act::Undo).unwrap();
    assert!(!game.state().is_over());
    assert!(game.state().round.as_ref().is_some_and(|round| round.end.is_none() || !round.settled));
    game.act(Act::Redo).unwrap();
    assert_eq!(game.state(), &closed);
}

/// The leader of the hand and the player of the last tile.
fn roles(round: &Round) -> Roles {
    Roles { leader: round.leader.index(), locker: round.last_drop().map_or(0, |turn| turn.seat.index()) }
}

/// Reports whether only the pips left pay for a hand.
fn pays_by_hands(rules: &RuleSet) -> bool {
    let bonuses = rules.lead_skip.iter().chain(&rules.hand_bonus).chain(&rules.first_pass[..1]).chain([
        &rules.skip_all,
        &rules.blank_out,
        &rules.carry,
    ]);
    let by_hands = !rules.out_bonus.is_points() && rules.capicua == Extra::NONE && rules.reset == Reset::Never;
    by_hands && rules.scoring == Scoring::None && bonuses.into_iter().all(|&points| points == 0)
}

/// Property 7: without points in play, the hand pays by the final hands alone.
fn check_pays_by_hands(table: &Table, before: &[Points]) {
    let state = table.game.state();
    let round = state.round.as_ref().unwrap();
    let left: Vec<_> = (0..table.hands.len())
        .map(|i| {
            let side = state.setup.side_of(Seat::new(i).unwrap()).index();
            game::rules::score::LeftHand { side, pips: table.hands[i].pips() }
        })
        .collect();
    let awards = match round.end.unwrap() {
        RoundEnd::ChippedOut(seat) => game::rules::score::out_awards(table.rules(), &left, seat.index(), before.len()),
        RoundEnd::Blocked => {
            match game::rules::score::blocked_awards(table.rules(), &left, roles(round), before.len()) {
                game::rules::score::BlockedResult::Awards(awards) => awards,
                game::rules::score::BlockedResult::Replay => vec![Points::ZERO; before.len()],
            }
        }
        RoundEnd::Won(_) | RoundEnd::GivenAway(_) => panic!("won in a hand that pays nothing"),
    };
    let want: Vec<Points> = before.iter().zip(awards).map(|(&score, award)| score + award).collect();
    assert_eq!(state.leg.scores, want);
}

/// Reports whether a loser's score can be reset without the others'.
fn one_all(rules: &RuleSet) -> bool {
    rules.reset == Reset::OneAll
}

fn play_hands(rules: &RuleSet, setup: Setup, hands: usize, rng: &mut Rng) {
    let target = Points::new(i32::from(setup.target()));
    let known = rng.chance(0.5);
    let mut table = Table::new(setup.clone(), known);
    let (mut done, mut count, mut layout) = (0, 0, Layout::new());
    let mut at_deal = table.game.state().leg.scores.clone();
    while done < hands {
        let scores = table.game.state().leg.scores.clone();
        let legs = table.game.state().legs.len();
        let was_settled = table.game.state().round.as_ref().is_none_or(|round| round.settled);
        if !table.step(rng) {
            table = Table::new(setup.clone(), rng.chance(0.5));
            continue;
        }
        let state = table.game.state();
        let round = state.round.as_ref().unwrap();
        if round.layout.is_empty() {
            (count, layout) = (0, Layout::new());
            at_deal = state.leg.scores.clone();
        }
        if round.layout.len() > layout.len() {
            count = check_drop(round, &layout, count, rules);
            check_doubles(&round.layout, rules);
            layout = round.layout.clone();
        }
        if legs == state.legs.len() {
            for (&now, &then) in state.leg.scores.iter().zip(&scores) {
                let falls =
                    rules.partner_deduction != game::rules::PartnerDeduction::Off || round.reset || one_all(rules);
                assert!(now >= then || falls);
                assert!(rules.overshoot == Overshoot::Counts || now <= target);
            }
        }
        if round.settled && !was_settled {
            done += 1;
            check_hand_end(&table);
            if pays_by_hands(rules) {
                check_pays_by_hands(&table, &at_deal);
            }
            if done % 20 == 0 {
                check_closed(&table);
            }
        }
    }
}

/// Checks properties 1 to 5 and 7 to 10, each preset on a separate thread.
#[test]
fn ten_properties_of_every_preset() {
    let play = |rules: &RuleSet| {
        let mut rng = Rng::new(61);
        let setups = setups(rules);
        for setup in &setups {
            play_hands(rules, setup.clone(), hands().div_ceil(setups.len()), &mut rng);
        }
    };
    let failed: Vec<&str> = std::thread::scope(|scope| {
        let running: Vec<_> = PRESETS.iter().map(|preset| scope.spawn(move || play(&preset.rules))).collect();
        let ended = PRESETS.iter().zip(running).map(|(preset, run)| (preset.rules.id, run.join()));
        ended.filter(|(_, end)| end.is_err()).map(|(id, _)| id).collect()
    });
    assert_eq!(failed, [""; 0], "what failed is told above");
}

/// Property 6: the replay of every prefix is the state the match had then.
#[test]
fn replay_of_every_prefix_is_the_live_state() {
    let mut rng = Rng::new(6);
    for preset in PRESETS {
        for setup in setups(&preset.rules) {
            let mut table = Table::new(Setup { best_of: 3, ..setup }, rng.chance(0.5));
            let mut states = vec![table.game.state().clone()];
            for _ in 0..150 {
                if rng.chance(0.1) && table.game.can_undo() {
                    // Undo and redo leave hands and boneyard of the table as they were.
                    table.game.act(Act::Undo).unwrap();
                    states.push(table.game.state().clone());
                    table.game.act(Act::Redo).unwrap();
                } else if !table.step(&mut rng) {
                    break;
                }
                states.push(table.game.state().clone());
            }
            assert_eq!(states.len(), table.game.events().len());
            for (n, state) in (1..).zip(&states) {
                let acts = table.game.events()[..n].iter().map(|event| &event.act);
                assert_eq!(Match::replay(acts).unwrap().state(), state);
                assert_eq!(table.game.events()[n - 1].scores, state.leg.scores);
            }
            assert_eq!(Match::audit(table.game.events()), Ok(Vec::new()));
        }
    }
}

#[test]
fn an_edited_score_is_found_by_the_audit() {
    let mut table = Table::new(Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]), true);
    let mut rng = Rng::new(9);
    for _ in 0..30 {
        table.step(&mut rng);
    }
    let mut events = table.game.events().to_vec();
    events[20].scores[0] += Points::new(1);
    assert_eq!(Match::audit(&events), Ok(vec![20]));
}

/// Undoing `k` acts gives the state before them, redoing gives it back, across hands, games and the match.
#[test]
fn undo_and_redo_are_identities() {
    let mut rng = Rng::new(77);
    for preset in PRESETS {
        for setup in setups(&preset.rules) {
            let mut table = Table::new(Setup { best_of: 3, ..setup }, true);
            let mut states = vec![table.game.state().clone()];
            while states.len() < hands() / 3 && table.step(&mut rng) {
                states.push(table.game.state().clone());
            }
            let mut game = table.game.clone();
            for _ in 0..hands() / 750 {
                let k = 1 + rng.below(states.len() - 1);
                let k = if rng.chance(0.7) { k.min(60) } else { k.min(250) };
                for i in 1..=k {
                    game.act(Act::Undo).unwrap();
                    assert_eq!(game.state(), &states[states.len() - 1 - i]);
                }
                for i in (0..k).rev() {
                    game.act(Act::Redo).unwrap();
                    assert_eq!(game.state(), &states[states.len() - 1 - i]);
                }
            }
            assert!(game.events().len() > table.game.events().len(), "undo and redo are events");
            assert!(game.standing().eq(table.game.standing()));
        }
    }
}

/// A correction derives everything after it again; undoing it brings the old state back.
#[test]
fn corrections_reach_back_and_can_be_undone() {
    let mut rng = Rng::new(5);
    let mut corrected = 0;
    for round in 0..60 {
        let rules = &PRESETS[round % PRESETS.len()].rules;
        let mut table = Table::new(setups(rules)[0].clone(), false);
        for _ in 0..80 {
            table.step(&mut rng);
        }
        let mut game = table.game.clone();
        let plays: Vec<(usize, Seat, Play)> = game
            .standing()
            .filter_map(|(event, act)| match act {
                Act::Play { seat, play, .. } => Some((event, *seat, *play)),
                _ => None,
            })
            .collect();
        let &(event, seat, play) = rng.pick(&plays).unwrap();
        let other = rng.below(usize::from(rules.set_size.get()) + 1);
        let halves = [play.halves[0], game::tile::Pip::new(other as u8).unwrap()];
        let act = Act::Play { seat, play: Play { halves, inline: false, ..play }, stands: false };
        let before = game.state().clone();
        let change = Change::Replace(Box::new(act));
        if game.act(Act::Correct { event, change }).is_err() {
            assert_eq!(game.state(), &before);
            continue;
        }
        corrected += 1;
        let found = game.standing().any(|(_, act)| matches!(act, Act::Play { play, .. } if play.halves == halves));
        assert!(found);
        let after = game.state().clone();
        game.act(Act::Undo).unwrap();
        assert_eq!(game.state(), &before);
        game.act(Act::Redo).unwrap();
        assert_eq!(game.state(), &after);
        let acts: Vec<Act> = game.events().iter().map(|event| event.act.clone()).collect();
        assert_eq!(Match::replay(&acts).unwrap().state(), game.state());
    }
    assert!(corrected > 10, "{corrected}");
}

/// Property 10: a wrong knock is proved by a tile played later.
#[test]
fn a_planted_wrong_knock_is_proved() {
    let mut rng = Rng::new(10);
    let mut proved = 0;
    for id in ["pafos", "block"] {
        let rules = RuleSet::preset(id).unwrap();
        assert!(!draws(&rules));
        for _ in 0..200 {
            let mut table = Table::new(Setup::new(rules.clone(), &["Anna", "Ben"]), false);
            let plant = 3 + rng.below(5);
            let mut planted = None;
            for n in 0..40 {
                let Some(round) = table.game.state().running().filter(|_| n > 0) else {
                    if n > 0 {
                        break;
                    }
                    table.step(&mut rng);
                    continue;
                };
                let (seat, layout) = (round.turn, round.layout.clone());
                let fits = |hand: TileSet| hand.iter().any(|tile| layout.fits(tile, &rules));
                if n >= plant && planted.is_none() && !layout.is_empty() && fits(table.hands[seat.index()]) {
                    planted = Some(table.game.events().len());
                    table.act(Act::Knock { seat, stands: false }).unwrap();
                    continue;
                }
                table.step(&mut rng);
            }
            let Some(event) = planted else { continue };
            let round = table.game.state().round.as_ref().unwrap();
            for wrong in round.wrong_knocks(&rules) {
                assert_eq!(wrong.event, event);
                proved += 1;
            }
            // With the tiles turned up at the end nothing stays hidden.
            let mut game = table.game.clone();
            for (i, &hand) in table.hands.iter().enumerate() {
                game.act(Act::Reveal { seat: Seat::new(i).unwrap(), tiles: hand }).unwrap();
            }
            let wrong = game.state().round.as_ref().unwrap().wrong_knocks(&rules);
            assert_eq!(wrong.iter().map(|wrong| wrong.event).collect::<Vec<_>>(), [event]);
        }
    }
    assert!(proved > 50, "{proved}");
}

/// Every tile of every set can be led, and then has its places to play.
#[test]
fn every_first_tile_of_every_preset() {
    for preset in PRESETS {
        let rules = &preset.rules;
        for tile in rules.tiles().iter() {
            let mut layout = Layout::new();
            layout.lay(Play::lead(tile), rules).unwrap();
            let want = u16::from(tile.pips());
            assert_eq!(layout.count(rules), want);
            let at_once = rules.spinner == Spinner::AllAtOnce || rules.spinner == Spinner::First && rules.cross_first;
            let places = if tile.is_double() && at_once { 4 } else { 2 };
            assert_eq!(layout.playable(rules).count(), places);
        }
        assert_eq!(Layout::new().ways("12-12".parse::<Tile>().unwrap(), rules), []);
        assert!(matches!(rules.win_check, WinCheck::EveryAward | WinCheck::HandEnd));
    }
}

/// A match may begin with points, but not decided; a sheet without an end takes any.
#[test]
fn a_match_begins_with_less_than_its_target() {
    let begins = |rules: &str, start: i32| {
        let start = vec![Points::ZERO, Points::new(start)];
        let setup = Setup { start, ..Setup::new(RuleSet::parse(rules).unwrap(), &["Anna", "Ben"]) };
        setup.check().is_ok()
    };
    assert!(begins("pafos", 0) && begins("pafos", 60));
    assert!(!begins("pafos", 61) && !begins("pafos", -1));
    assert!(begins("any_sheet target=0 rounds=3", 1000) && !begins("any_sheet target=100", 100));
    let short = Setup { start: vec![Points::ZERO], ..Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]) };
    assert!(short.check().is_err());
}
