//! The search's own tables against the rules of the core, on random play: the same plays, points, hand ends and awards.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use adviser::engine::Engine;
use adviser::position::{move_of, play_of};
use adviser::rollout::{Ending, Ready, Rollout, Rules};
use adviser::spec::{SEATS, Spec};
use adviser::table::Layouts;
use adviser::{Desk, Question, Settings, ToldDeed, ToldTurn, Wanted};
use game::layout::Play;
use game::rng::Rng;
use game::rules::{Claim, LeadTile, PRESETS, Points, RuleSet};
use game::tile::{Tile, TileSet};
use game::{Act, Before, FirstPass, Match, NextLeader, RoundEnd, Seat, Setup};

const HANDS: usize = 250;

fn set(hand: u64) -> TileSet {
    TileSet::from_bits(u128::from(hand))
}

/// A match with the hands and scores of a hand about to begin.
fn start(set_up: &Setup, sim_hands: &[u64; SEATS], leader: usize, scores: &[i16]) -> Match {
    let start = scores.iter().map(|&s| Points::new(i32::from(s))).collect();
    let mut game = Match::start(Setup { start, ..set_up.clone() }).unwrap();
    let hands = sim_hands[..set_up.seats()].iter().map(|&hand| set(hand)).collect();
    game.act(Act::Deal { leader: Seat::new(leader).unwrap(), hands }).unwrap();
    game
}

fn claim(game: &mut Match, rules: &RuleSet) {
    let pending = game.state().round.as_ref().and_then(|round| round.pending);
    if let (Some(pending), true) = (pending, rules.claim != Claim::Auto) {
        game.act(Act::Claim { seat: pending.seat }).unwrap();
    }
}

fn compare<T: Layouts>(rules: &Rules<T>, rollout: &Rollout<T::Pos>, game: &Match, what: &str) {
    let scores = &game.state().leg.scores;
    for side in 0..rules.spec.sides() {
        let score = scores.get(side).copied().unwrap();
        assert_eq!(Points::new(i32::from(rollout.score[side])), score, "score of side {side}: {what}");
    }
}

/// Every play of the seat to move: tile, points it pays and the count after it, from the core and from the tables.
fn compare_plays<T: Layouts>(rules: &Rules<T>, rollout: &Rollout<T::Pos>, game: &Match, set: &RuleSet) -> Vec<Play> {
    let layout = &game.state().running().unwrap().layout;
    let mut moves = Vec::new();
    rules.choices(rollout, &mut moves);
    let tiles = moves.iter().fold(0u64, |all, m| all | 1 << m.tile);
    let mut plays = Vec::new();
    let mut keys = std::collections::BTreeSet::new();
    for tile in set_of(tiles).iter() {
        for play in layout.ways(tile, set) {
            let mut after = layout.clone();
            after.lay(play, set).unwrap();
            let m =
                move_of(rules, rollout.pos, layout, &play).unwrap_or_else(|| panic!("{play:?} on {layout} is no move"));
            assert!(moves.contains(&m), "{play:?} on {layout}");
            keys.insert(m.key);
            assert_eq!(u16::from(m.points), after.pays(set), "{layout} {play:?}");
            if rules.spec.pay != adviser::spec::Pay::Nothing {
                assert_eq!(rules.table.count(m.next), after.count(set), "{layout} {play:?}");
            }
            assert_eq!(rules.table.open(m.next), after.open_pips(set), "{layout} {play:?}");
            plays.push(play);
        }
    }
    // No move beside those of the core; where the lead is free, every tile that fits has one.
    assert_eq!(keys.len(), moves.len(), "{layout}");
    if !(layout.is_empty() && rules.spec.lead_double) {
        let fit =
            set_of(rollout.hands[rollout.turn]).iter().filter(|&tile| layout.is_empty() || layout.fits(tile, set));
        assert_eq!(fit.collect::<TileSet>(), set_of(tiles));
    }
    plays
}

fn set_of(bits: u64) -> TileSet {
    set(bits)
}

fn play_hand<T: Layouts>(rules: &Rules<T>, set_up: &Setup, rng: &mut Rng) -> (bool, bool) {
    let hands = rules.deal(rng);
    let leader = if rules.spec.lead_double { rules.dealt_leader(&hands) } else { rng.below(rules.spec.seats) };
    let mut score = [0; SEATS];
    for score in score.iter_mut().take(rules.spec.sides()) {
        // Near the target often: there the rules differ most. Where a first award counts from some size on, at the beginning.
        let near = (rules.spec.target - 1 - i16::try_from(rng.below(30)).unwrap()).max(0);
        *score = if rules.spec.first_min > 0 { 0 } else { near };
    }
    let mut game = start(set_up, &hands, leader, &score[..rules.spec.sides()]);
    let mut rollout = rules.begin(hands, leader, score);
    play_on(rules, set_up, &mut rollout, &mut game, rng)
}

/// Plays a hand that was dealt to its end; returns whether it was blocked, and whether the game was won.
fn play_on<T: Layouts>(
    rules: &Rules<T>,
    set_up: &Setup,
    rollout: &mut Rollout<T::Pos>,
    game: &mut Match,
    rng: &mut Rng,
) -> (bool, bool) {
    let set = &set_up.rules;
    while rollout.ended.is_none() {
        let seat = Seat::new(rollout.turn).unwrap();
        assert_eq!(game.state().running().unwrap().turn, seat);
        let before = rollout.hands[rollout.turn];
        let ready = rules.ready(rollout, rng);
        let drawn = set_of(rollout.hands[rollout.turn] & !before);
        if !drawn.is_empty() {
            let tiles = u8::try_from(drawn.len()).unwrap();
            game.act(Act::Draw { seat, tiles, seen: drawn }).unwrap();
        }
        if let Ready::Pass { .. } = ready {
            game.act(Act::Knock { seat, stands: false }).unwrap();
            rules.knock(rollout);
        } else {
            let plays = compare_plays(rules, rollout, game, set);
            let play = *rng.pick(&plays).unwrap();
            let layout = game.state().running().unwrap().layout.clone();
            let m = move_of(rules, rollout.pos, &layout, &play).unwrap();
            assert_eq!(
                play_of(rules, rollout.pos, &layout, play.tile(), m.key, set).map(|p| p.tile()),
                Some(play.tile())
            );
            rules.play(rollout, &m);
            game.act(Act::Play { seat, play, stands: false }).unwrap();
            claim(game, set);
        }
        if rollout.ended.is_none() {
            compare(rules, rollout, game, "in the hand");
        }
    }
    finish(rules, set_up, rollout, game)
}

fn finish<T: Layouts>(rules: &Rules<T>, set_up: &Setup, rollout: &Rollout<T::Pos>, game: &mut Match) -> (bool, bool) {
    let round = game.state().round.clone().unwrap();
    match rollout.ended.unwrap() {
        Ending::Out(seat) => assert_eq!(round.end, Some(RoundEnd::ChippedOut(Seat::new(seat).unwrap()))),
        Ending::Blocked => {
            if round.end.is_none() {
                game.act(Act::Block).unwrap();
            }
            assert_eq!(game.state().round.as_ref().unwrap().end, Some(RoundEnd::Blocked));
        }
        // A score that must be claimed may win after the last tile has ended the hand.
        Ending::Won => assert!(matches!(round.end, Some(RoundEnd::Won(_) | RoundEnd::ChippedOut(_)))),
    }
    let won = game.state().leg.winner.is_some() || game.state().winner.is_some();
    if !won && game.state().round.as_ref().is_some_and(game::Round::needs_tally) {
        let left = (0..set_up.seats()).map(|seat| Some(set_of(rollout.hands[seat]).pips())).collect();
        game.act(Act::Tally { left }).unwrap();
    }
    compare(rules, rollout, game, "after the hand");
    let winner = game.state().leg.winner.or(game.state().winner).map(|side| side.index());
    assert_eq!(rules.winner(&rollout.score), winner, "{:?}", rollout.score);
    (rollout.ended == Some(Ending::Blocked), winner.is_some())
}

#[test]
fn tables_follow_the_rules_of_the_core() {
    for preset in PRESETS {
        let rules = any_hand_of_a_game(&preset.rules);
        for seats in 2..=4 {
            for pairs in [false, true] {
                compare_hands(&rules, seats, pairs);
                if rules.first_score_min > 0 {
                    compare_hands(&RuleSet { first_score_min: 0, ..rules.clone() }, seats, pairs);
                }
                if rules != preset.rules {
                    compare_hands(&preset.rules, seats, pairs);
                }
            }
        }
    }
    // All tiles are dealt, so that one hand has the double six.
    compare_hands(&RuleSet::parse("partnership_100 lead_tile=set_double_first").unwrap(), 4, true);
    // A bonus for the first hands in a game where going out pays points and the rest is not counted.
    compare_hands(&RuleSet::parse("pafos hand_bonus=9/6/3/1 overshoot=counts").unwrap(), 2, false);
}

/// The rules without what holds for the first hands of a game only.
fn any_hand_of_a_game(rules: &RuleSet) -> RuleSet {
    let lead_tile = match rules.lead_tile {
        LeadTile::HighestDoubleFirst | LeadTile::HighestDoubleUnlessWon => LeadTile::Any,
        lead_tile => lead_tile,
    };
    RuleSet { hand_bonus: [0; 4], lead_tile, ..rules.clone() }
}

fn compare_hands(core: &RuleSet, seats: usize, pairs: bool) {
    let Ok(spec) = Spec::of(core, seats, Some(pairs)) else { return };
    // The core's match begins with the hand.
    let spec = spec.in_hand(Before::default());
    let names = ["Anna", "Ben", "Cleo", "Dan"];
    let set_up = Setup { pairs, ..Setup::new(core.clone(), &names[..seats]) };
    let mut rng = Rng::new(7);
    let (mut blocked, mut won) = (0, 0);
    for _ in 0..HANDS {
        let (block, win) = match Engine::new(spec) {
            Engine::Line(rules) => play_hand(&rules, &set_up, &mut rng),
            Engine::Tree(rules) => play_hand(&rules, &set_up, &mut rng),
        };
        blocked += usize::from(block);
        won += usize::from(win);
    }
    assert!(blocked < HANDS && (won > 0 || core.first_score_min > 0), "{core} {seats} {pairs}");
}

/// Whole games from nothing, where a hand's pay or lead hangs on those before it: points below, raised stakes, bonuses.
#[test]
fn later_hands_follow_the_rules_of_the_core() {
    let mut seen = [0; 4];
    for (text, games) in [
        ("cuba_oriente", 60),
        ("cuba_oriente hand_sizes=-/-/4", 60),
        ("cuba_oriente hand_sizes=-/-/3 first_pass=4/4", 60),
        ("brazil_seven", 40),
        ("brazil_seven carry=3 target=30", 20),
        ("latin_500", 20),
    ] {
        let set = RuleSet::parse(text).unwrap();
        let base = Spec::of(&set, 4, Some(true)).unwrap();
        let set_up = Setup { pairs: true, ..Setup::new(set, &["Anna", "Ben", "Cleo", "Dan"]) };
        let mut rng = Rng::new(61);
        let Engine::Line(mut rules) = Engine::new(base) else { panic!("{text} branches") };
        for _ in 0..games {
            play_game(&mut rules, base, &set_up, &mut rng, &mut seen);
        }
    }
    assert!(seen.iter().all(|&hands| hands > 5), "open, below, raised, free lead: {seen:?}");
}

/// A whole game; `seen` counts later hands in which the first pass was open or below, the stake was raised, and any tile
/// could be led.
fn play_game<T: Layouts>(rules: &mut Rules<T>, base: Spec, set_up: &Setup, rng: &mut Rng, seen: &mut [usize; 4]) {
    let mut game = Match::start(set_up.clone()).unwrap();
    for _ in 0..500 {
        let state = game.state();
        let (NextLeader::Seat(next) | NextLeader::Ask(next)) = state.next_leader();
        let hands = rules.deal(rng);
        let leader = if state.highest_double_leads() { rules.dealt_leader(&hands) } else { next.index() };
        let dealt = hands.iter().map(|&hand| set_of(hand)).collect();
        game.act(Act::Deal { leader: Seat::new(leader).unwrap(), hands: dealt }).unwrap();
        let state = game.state();
        let before = Before::of(&set_up.rules, state.leg.rounds.iter());
        rules.spec = base.in_hand(before);
        assert_eq!(rules.spec.lead_double, state.highest_double_leads());
        if before.hands > 0 {
            seen[0] += usize::from(rules.spec.first_pass[0] > 0 && before.pass == FirstPass::Open);
            seen[1] += usize::from(rules.spec.below > 0);
            seen[2] += usize::from(rules.spec.hand_bonus > 0 && before.undecided > 0);
            seen[3] += usize::from(!rules.spec.lead_double);
        }
        let mut score = [0; SEATS];
        for (score, points) in score.iter_mut().zip(&state.leg.scores) {
            *score = i16::try_from(points.whole()).unwrap();
        }
        let mut rollout = rules.begin(hands, leader, score);
        if play_on(rules, set_up, &mut rollout, &mut game, rng).1 {
            return;
        }
    }
    panic!("the game does not end");
}

/// Two points lie below: on 16 of 20 the hand that is won wins the game, if no side has taken them yet.
#[test]
fn the_adviser_knows_where_the_first_pass_is() {
    let tile = |text: &str| text.parse::<Tile>().unwrap();
    let play = |seat, text: &str, on: Option<&str>| {
        let wanted = Wanted { tile: tile(text), on: on.map(tile), port: None, inline: false };
        ToldTurn { seat, deed: ToldDeed::Play(wanted) }
    };
    let win = |pass| {
        let question = Question {
            rules: RuleSet::parse("cuba_oriente hand_sizes=-/-/2 first_pass=2/2").unwrap(),
            seats: 4,
            pairs: None,
            seat: 0,
            hand: [tile("6-4")].into_iter().collect(),
            scores: vec![16, 0],
            before: Some(Before { pass, ..Before::after(1) }),
            leader: Some(0),
            turns: vec![
                play(0, "6-6", None),
                play(1, "6-5", Some("6-6")),
                play(2, "5-3", Some("6-5")),
                play(3, "3-1", Some("5-3")),
            ],
        };
        let settings = Settings { iterations: 500, ..Settings::default() };
        Desk::new().advise(&question, &settings, 1, || false).unwrap().win
    };
    assert!(win(FirstPass::Below) > 0.999, "{}", win(FirstPass::Below));
    for pass in [FirstPass::Open, FirstPass::Taken] {
        assert!(win(pass) < 0.999, "{pass:?}: {}", win(pass));
    }
}

#[test]
fn tile_numbers_are_those_of_the_core() {
    for index in 0..55 {
        assert_eq!(set_of(1 << index).iter().next(), Tile::from_index(index));
    }
}

/// By Puerto Rican rules the winner of the first hand is paid a hundred more: on 400 going out wins the game then, and
/// only then.
#[test]
fn the_adviser_knows_what_the_first_hands_pay() {
    let tile = |text: &str| text.parse::<Tile>().unwrap();
    let play = |seat, text: &str, on: Option<&str>| {
        let wanted = Wanted { tile: tile(text), on: on.map(tile), port: None, inline: false };
        ToldTurn { seat, deed: ToldDeed::Play(wanted) }
    };
    let win = |hands: Option<usize>| {
        let question = Question {
            rules: RuleSet::parse("latin_500 hand_sizes=2/-/-").unwrap(),
            seats: 2,
            pairs: None,
            seat: 0,
            hand: [tile("6-4")].into_iter().collect(),
            scores: vec![400, 0],
            before: hands.map(Before::after),
            leader: Some(0),
            turns: vec![play(0, "6-6", None), play(1, "6-5", Some("6-6"))],
        };
        let settings = Settings { iterations: 500, ..Settings::default() };
        Desk::new().advise(&question, &settings, 1, || false).unwrap().win
    };
    assert!(win(Some(0)) > 0.999, "{}", win(Some(0)));
    for later in [Some(1), Some(4), None] {
        assert!(win(later) < 0.99, "{later:?}: {}", win(later));
    }
}

/// The first hand of a game may have to begin with the highest double: no other lead is advised then.
#[test]
fn the_first_lead_is_the_highest_double() {
    let moves = |hands: Option<usize>| {
        let hand = "6-6 5-5 6-4 3-2 2-1 4-0 1-0".split(' ').map(|text| text.parse::<Tile>().unwrap()).collect();
        let rules = RuleSet::preset("latin_200").unwrap();
        let question = Question {
            rules,
            seats: 4,
            pairs: None,
            seat: 0,
            hand,
            scores: vec![],
            before: hands.map(Before::after),
            leader: None,
            turns: vec![],
        };
        let settings = Settings { iterations: 300, ..Settings::default() };
        let advice = Desk::new().advise(&question, &settings, 1, || false).unwrap();
        advice.moves.iter().map(|card| card.play.tile().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(moves(Some(0)), ["6-6"]);
    assert_eq!(moves(Some(1)).len(), 7);
}
