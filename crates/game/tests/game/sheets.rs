//! Score sheets: the examples of their pages, and the laws of the event fold on random hands of two to ten players.

use game::record::Record;
use game::rng::Rng;
use game::rules::{Points, RuleSet, SHEETS, SheetKind, Wins};
use game::tile::TileSet;
use game::{Act, Match, Refusal, RoundEnd, Seat, Setup, Side, left_pips};

const NAMES: [&str; 10] = ["Anna", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo"];

fn start(rules: &str, players: usize) -> Match {
    Match::start(Setup::new(RuleSet::parse(rules).unwrap(), &NAMES[..players])).unwrap()
}

fn deal(game: &mut Match) {
    let dealer = game.state().next_leader();
    let (game::NextLeader::Seat(leader) | game::NextLeader::Ask(leader)) = dealer;
    game.act(Act::Deal { leader, hands: Vec::new() }).unwrap();
}

fn write_down(game: &mut Match, left: &[i32], out: Option<usize>) -> Result<(), Refusal> {
    let left = left.iter().map(|&points| Points::new(points)).collect();
    game.act(Act::Score { left, out: out.and_then(Side::new), doubled: false }).map(drop)
}

fn scores(game: &Match) -> Vec<i32> {
    game.state().leg.scores.iter().map(|points| points.whole()).collect()
}

fn pips(rules: &str, tiles: &str) -> u16 {
    let rules = RuleSet::parse(rules).unwrap();
    let tiles: TileSet = tiles.split(' ').map(|tile| tile.parse().unwrap()).collect();
    tiles.iter().map(|tile| left_pips(tile, &rules)).sum()
}

/// "If you're left holding a 6-4 and a 3-2, your score for that round is (6 + 4) + (3 + 2) = 15 points"
/// (<https://visualfoodie.com/understanding-scoring-in-mexican-train-dominoes>); the double blank by house.
#[test]
fn pips_left_in_a_hand() {
    assert_eq!(pips("mexican_train", "6-4 3-2"), 15);
    assert_eq!(pips("mexican_train", "6-4 0-0"), 10);
    assert_eq!(pips("mexican_train double_blank=50", "6-4 0-0"), 60);
    assert_eq!(pips("chicken_foot", "0-0 9-9"), 68, "\"the double-blank is worth 50 points\"");
    assert_eq!(pips("chicken_foot double_blank=25", "0-0"), 25);
}

/// "Number of Rounds: 13", from the double-twelve down; "the player with the fewest points at the end of the game wins".
#[test]
fn an_evening_of_mexican_train() {
    let mut game = start("mexican_train", 5);
    for hand in 0..13 {
        let engine = game.setup().rules.engine_after(hand).unwrap();
        assert_eq!(usize::from(engine), 12 - hand);
        assert!(game.state().winner.is_none());
        deal(&mut game);
        assert_eq!(
            game.state().round.as_ref().unwrap().leader,
            Seat::new(hand % 5).unwrap(),
            "everybody deals in turn"
        );
        let mut left = [7, 11, 13, 5, 9];
        left[hand % 5] = 0;
        write_down(&mut game, &left, Some(hand % 5)).unwrap();
    }
    assert_eq!(scores(&game), [70, 110, 130, 55, 99]);
    assert_eq!(game.state().winner, Side::new(3));
}

/// "Double-15 .. 16 rounds, double 15 to blank", "Double-18 .. 19 rounds, double 18 to blank"
/// (<https://tablegameshub.com/mexican-train-dominoes-score-calculator/>): sets whose pips are typed.
#[test]
fn sets_beyond_double_twelve() {
    for highest in [15_u8, 18] {
        let rounds = usize::from(highest) + 1;
        let mut game = start(&format!("mexican_train engine_from={highest} rounds={rounds}"), 8);
        for hand in 0..rounds {
            assert_eq!(game.setup().rules.engine_after(hand).map(usize::from), Some(usize::from(highest) - hand));
            assert!(game.state().winner.is_none());
            deal(&mut game);
            // A hand of double-eighteens: more than any set that the eye knows could leave.
            write_down(&mut game, &[0, 612, 17, 30, 36, 15, 204, 9], Some(0)).unwrap();
        }
        assert_eq!(game.state().winner, Side::new(0));
        assert_eq!(scores(&game)[1], 612 * rounds as i32);
    }
    let refused = RuleSet::parse("mexican_train engine_from=19").unwrap_err();
    assert_eq!(refused.to_string(), "no set has a double 19: hands begin with 18 at most");
}

/// A tie for the lowest plays one more hand, which begins with the highest double again.
#[test]
fn a_tie_plays_on() {
    let mut game = start("mexican_train rounds=1", 2);
    deal(&mut game);
    write_down(&mut game, &[8, 8], None).unwrap();
    assert_eq!((game.state().winner, game.state().leg.tie_break), (None, Some(1)));
    assert_eq!(game.setup().rules.engine_after(13), Some(12));
    deal(&mut game);
    write_down(&mut game, &[3, 0], Some(1)).unwrap();
    assert_eq!(game.state().winner, Side::new(1));
}

#[test]
fn bonuses_doubles_and_other_sheets() {
    let mut low = start("mexican_train out_bonus=10", 3);
    deal(&mut low);
    write_down(&mut low, &[0, 5, 6], Some(0)).unwrap();
    assert_eq!(scores(&low), [-10, 5, 6], "a bonus is taken off where the lowest wins");
    deal(&mut low);
    let left = [1, 0, 2].map(Points::new).to_vec();
    low.act(Act::Score { left, out: Side::new(1), doubled: true }).unwrap();
    assert_eq!(scores(&low), [-8, -15, 10]);

    let mut winner = start("sheet_winner target=50", 4);
    deal(&mut winner);
    write_down(&mut winner, &[12, 0, 7, 3], Some(1)).unwrap();
    deal(&mut winner);
    write_down(&mut winner, &[12, 4, 17, 3], None).unwrap();
    assert_eq!(scores(&winner), [0, 22, 0, 30], "of a blocked hand the lightest is paid, less his own");
    deal(&mut winner);
    write_down(&mut winner, &[9, 9, 9, 0], Some(3)).unwrap();
    assert_eq!(winner.state().winner, Side::new(3));
}

#[test]
fn what_cannot_be_is_refused() {
    let mut game = start("any_sheet", 3);
    assert_eq!(write_down(&mut game, &[1, 2, 3], None), Err(Refusal::NoHand));
    deal(&mut game);
    assert_eq!(write_down(&mut game, &[1, 2], None), Err(Refusal::SheetSides { given: 2, sides: 3 }));
    assert_eq!(write_down(&mut game, &[1, 2, 3], Some(0)), Err(Refusal::OutHasTiles));
    assert_eq!(write_down(&mut game, &[1, 2, 3], Some(3)), Err(Refusal::NoSuchSide));
    assert!(matches!(write_down(&mut game, &[1, 2, 6_000], None), Err(Refusal::SheetPoints { .. })));
    let knock = Act::Knock { seat: Seat::FIRST, stands: true };
    assert_eq!(game.decide(knock), Err(Refusal::SheetOnly));
    let mut layout = start("pafos", 2);
    deal(&mut layout);
    assert_eq!(write_down(&mut layout, &[1, 2], None), Err(Refusal::NoSheet));
    assert!(Match::start(Setup::new(RuleSet::parse("mexican_train").unwrap(), &["A"])).is_err());
    assert!(RuleSet::parse("mexican_train rounds=0").is_err(), "a sheet without an end");
}

/// Random hands: the scores are the sums of what was written, undo and redo are identities, the record and the replay give the
/// same match.
#[test]
fn laws_of_random_sheets() {
    let mut rng = Rng::new(61);
    for round in 0..200 {
        let rules = &SHEETS[round % SHEETS.len()].rules;
        let players = 2 + rng.below(9);
        let mut game = Match::start(Setup::new(rules.clone(), &NAMES[..players])).unwrap();
        let mut sums = vec![Points::ZERO; players];
        let mut states = vec![game.state().clone()];
        while game.state().winner.is_none() {
            deal(&mut game);
            states.push(game.state().clone());
            let out = rng.chance(0.9).then(|| rng.below(players));
            let left: Vec<Points> = (0..players)
                .map(|side| if Some(side) == out { Points::ZERO } else { Points::new(rng.below(60) as i32) })
                .collect();
            let doubled = rng.chance(0.1);
            let before = game.state().leg.scores.clone();
            game.act(Act::Score { left: left.clone(), out: out.and_then(Side::new), doubled }).unwrap();
            states.push(game.state().clone());
            for (side, points) in left.iter().enumerate() {
                sums[side] += if doubled { *points + *points } else { *points };
            }
            if rules.sheet == SheetKind::Own {
                assert_eq!(game.state().leg.scores, sums);
            } else {
                let gained: Points = game.state().leg.scores.iter().zip(&before).map(|(&now, &then)| now - then).sum();
                let all: Points = left.iter().copied().sum();
                assert!(gained <= all + all && gained >= Points::ZERO);
            }
            let last = game.state().round.as_ref().unwrap();
            assert!(last.settled && matches!(last.end, Some(RoundEnd::ChippedOut(_) | RoundEnd::Blocked)));
        }
        let final_scores = &game.state().leg.scores;
        let best = if rules.wins == Wins::Lowest { final_scores.iter().min() } else { final_scores.iter().max() };
        assert_eq!(Some(&final_scores[game.state().winner.unwrap().index()]), best);
        let text = Record { tags: Vec::new(), game: game.clone() }.write();
        assert_eq!(Record::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).game.state(), game.state());
        assert_eq!(Match::audit(game.events()), Ok(Vec::new()));
        for i in (0..states.len() - 1).rev() {
            game.act(Act::Undo).unwrap();
            assert_eq!(game.state(), &states[i]);
        }
        for state in &states[1..] {
            game.act(Act::Redo).unwrap();
            assert_eq!(game.state(), state);
        }
    }
}
