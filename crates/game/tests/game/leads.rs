//! The leader of the next hand by the public pages: after a player went out, and after a block.

use game::layout::Play;
use game::record::Record;
use game::rules::{NextLead, PRESETS, RuleSet, Source};
use game::{Act, Match, NextLeader, Seat, Setup};

fn after(rules: &str, players: usize, acts: &str) -> NextLeader {
    let names = ["\"A\"", "\"B\"", "\"C\"", "\"D\""][..players].join(" ");
    let pairs = if players == 4 && !rules.starts_with("sebastopol") { "yes" } else { "no" };
    let text = format!("[Rules \"{rules}\"]\n[Players {names}]\n[Pairs \"{pairs}\"]\n\n{acts}end\n");
    let game = Record::parse(&text).unwrap_or_else(|why| panic!("{why}: {text}")).game;
    game.state().next_leader()
}

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

/// "Whoever wins the hand then plays first in the next hand" (gambit.com), "The player that places the last bone starts the next
/// round" (games.yahoo.com), and so the pairs.
#[test]
fn the_winner_leads() {
    let two = "deal A A:6-6,6-4 B:6-5,2-1\nA 6-6\nB 6-5@6-6.s1\nA 6-4@6-6.s2\n";
    for rules in ["all_fives_six_200", "all_fives_six_250", "latin_500"] {
        assert_eq!(after(&format!("{rules} hand_sizes=2/-/-"), 2, two), NextLeader::Seat(seat(0)), "{rules}");
    }
    let four = "deal A A:6-6,6-4 B:6-5,2-1 C:3-3,1-1 D:2-2,0-0\nA 6-6\nB 6-5@6-6.s1\nC knock\nD knock\nA 6-4@6-6.s2\n";
    assert_eq!(after("latin_200 hand_sizes=-/-/2", 4, four), NextLeader::Seat(seat(0)));
}

/// "The player with the highest double": wherever the same test begins every hand the players say who passed it.
#[test]
fn the_same_test_is_asked_for() {
    let two = "deal A A:6-6,6-4 B:6-5,2-1\nA 6-6\nB 6-5@6-6.s1\nA 6-4@6-6.s2\n";
    for rules in ["block_six", "draw_six", "bergen", "muggins_six"] {
        let next = after(&format!("{rules} hand_sizes=2/-/-"), 2, two);
        assert!(matches!(next, NextLeader::Ask(_)), "{rules}: {next:?}");
    }
}

/// Blocked hands of 20, 23, 26, ... pips: who leads next.
fn after_a_block(rules: &RuleSet) -> NextLeader {
    let rules = RuleSet { drawing: game::rules::Drawing::Never, ..rules.clone() };
    let players = (2..=4).rev().find(|&n| rules.hand_size(n).is_some()).unwrap();
    let names = ["A", "B", "C", "D"];
    let mut game = Match::start(Setup::new(rules.clone(), &names[..players])).unwrap();
    game.act(Act::Deal { leader: seat(0), hands: Vec::new() }).unwrap();
    game.act(Act::Play { seat: seat(0), play: Play::lead("6-6".parse().unwrap()), stands: false }).unwrap();
    for knocking in (1..players).chain([0]) {
        game.act(Act::Knock { seat: seat(knocking), stands: false }).unwrap();
    }
    if game.state().round.as_ref().is_some_and(game::Round::needs_tally) {
        game.act(Act::Tally { left: (0..players).map(|n| Some(20 + 3 * n as u16)).collect() }).unwrap();
    }
    assert!(game.state().leg.winner.is_none(), "{}", rules.id);
    game.state().next_leader()
}

/// "If the round ends in a stalemate, the player with the highest double starts the next round" (games.yahoo.com): only
/// the players can see who that is. So it is asked wherever the deal decides.
#[test]
fn after_a_block_the_players_say_who_leads_where_the_deal_decides() {
    let decides =
        |rules: &RuleSet| matches!(rules.next_lead, NextLead::SameTest | NextLead::WinnerOut | NextLead::Lots);
    for preset in PRESETS.iter().filter(|preset| matches!(preset.source, Source::Page(_)) && decides(&preset.rules)) {
        let next = after_a_block(&preset.rules);
        assert!(matches!(next, NextLeader::Ask(_)), "{}: {next:?}", preset.rules.id);
    }
}

/// The winner of a hand leads the next one, also after a blocked hand that has a winner.
#[test]
fn who_wins_a_blocked_hand_leads_the_next() {
    for rules in ["latin_200", "all_fives_six_200"] {
        assert_eq!(after_a_block(&RuleSet::preset(rules).unwrap()), NextLeader::Seat(seat(0)), "{rules}");
    }
    // Both hands of the pair count: either may lead.
    assert_eq!(after_a_block(&RuleSet::preset("latin_500").unwrap()), NextLeader::Ask(seat(0)));
    // The player who locked it compares with the next: 25 against 20, whatever the others hold.
    let acts = "deal A\nA 6-6\nB 6-1@6-6.s1\nC knock\nD knock\nA knock\nB knock\ntally A 30 B 25 C 20 D 28\n";
    assert_eq!(after("latin_200", 4, acts), NextLeader::Seat(seat(2)));
}
