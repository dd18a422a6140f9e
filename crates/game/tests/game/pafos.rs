//! The exhaustive table of the exact-61 award: every score, count, chip point and way of going out, each played as the
//! last tile of a real hand.

use game::layout::{Layout, Play};
use game::rules::{Points, RuleSet};
use game::{Act, Match, Seat, Setup, Side};

/// Points of a count, copied by hand from the league's list.
fn listed(count: u16) -> i32 {
    match count {
        3 | 5 => 1,
        6 | 10 => 2,
        9 => 3,
        12 | 20 => 4,
        18 => 6,
        15 => 8,
        // Not on a double-six line, but five_three has an answer: seven threes.
        21 => 7,
        _ => 0,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Out {
    Single,
    PairFirst,
    PairSecond,
}

/// Tiles of the lines that are played.
const LINE: usize = 4;

/// A legal line of four tiles with this count; `None` for 19 and 21, which no line has.
fn line_with(count: u16, rules: &RuleSet) -> Option<Layout> {
    fn grow(layout: &Layout, count: u16, rules: &RuleSet) -> Option<Layout> {
        if layout.len() == LINE {
            return (layout.count(rules) == count).then(|| layout.clone());
        }
        rules.tiles().iter().flat_map(|tile| layout.ways(tile, rules)).find_map(|play| {
            let mut next = layout.clone();
            next.lay(play, rules).ok()?;
            grow(&next, count, rules)
        })
    }
    grow(&Layout::new(), count, rules)
}

/// The line is played by the player alone, or in turn with the partner; hands are as long as that takes, and one tile
/// longer if the player does not go out.
fn play_out(line: &Layout, score: i32, last: bool, out: Out) -> Match {
    let player = Seat::FIRST;
    let partner = player.left(4).left(4);
    let shared = last && out == Out::PairSecond;
    let size = LINE / if shared { 2 } else { 1 } + usize::from(!last);
    let rules = RuleSet::parse(&format!("pafos hand_sizes={size}/-/{size}")).unwrap();
    let seats = if out == Out::Single { 2 } else { 4 };
    let mut game = Match::start(Setup::new(rules, &["A", "B", "C", "D"][..seats])).unwrap();
    game.act(Act::Deal { leader: player, hands: Vec::new() }).unwrap();
    let plays: Vec<Play> = line.plays().copied().collect();
    let (final_play, first_plays) = plays.split_last().unwrap();
    for (i, &play) in first_plays.iter().enumerate() {
        let seat = if shared && i % 2 == 0 { partner } else { player };
        game.act(Act::Play { seat, play, stands: true }).unwrap();
    }
    let side = Side::new(0).unwrap();
    let points = Points::new(score) - game.state().score(side);
    game.act(Act::Adjust { side, points, why: "the case".to_owned() }).unwrap();
    game.act(Act::Play { seat: player, play: *final_play, stands: true }).unwrap();
    game
}

fn check(rules: &RuleSet, line: Option<&Layout>, count: u16, score: i32, last: bool, out: Out) {
    let side_out = last && out != Out::PairFirst;
    let chip = i32::from(side_out);
    let sum = score + listed(count) + chip;
    let want = if sum > 61 { score } else { sum };
    let case = format!("score {score}, count {count}, last tile {last}, {out:?}");

    let points = i32::from(game::rules::score::play_points(rules, count));
    assert_eq!(points, listed(count), "{case}");
    let (now, award) = (Points::new(score), Points::new(points + chip));
    let standing = game::rules::score::SideScore { score: now, start: Points::ZERO, target: 61 };
    let after = standing.add(rules, award, false).unwrap_or(now);
    assert_eq!(after, Points::new(want), "{case}");

    let Some(line) = line else { return };
    let game = play_out(line, score, last, out);
    let state = game.state();
    assert_eq!(state.score(Side::new(0).unwrap()), Points::new(want), "{case}: {line}");
    assert_eq!(state.winner.is_some(), want == 61, "{case}: {line}");
    assert_eq!(state.running().is_none(), want == 61 || side_out, "{case}: {line}");
}

#[test]
fn exact_61_over_all_8418_cases() {
    let rules = RuleSet::preset("pafos").unwrap();
    let mut cases = 0;
    for count in 0..=22 {
        let line = line_with(count, &rules);
        assert_eq!(line.is_none(), matches!(count, 19 | 21), "{count}");
        for score in 0..=60 {
            for last in [false, true] {
                for out in [Out::Single, Out::PairFirst, Out::PairSecond] {
                    cases += 1;
                    check(&rules, line.as_ref(), count, score, last, out);
                }
            }
        }
    }
    assert_eq!(cases, 8_418);
}
