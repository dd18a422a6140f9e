//! Evenings of Latin American pairs through the window: the tiles of two pairs, dropped by their names, to 200.

use crate::table::App;
use egui::{Key, vec2};
use game::layout::Play;
use game::rules::{Points, RuleSet};
use game::self_play::play_match;
use game::words;
use game::{Act, Deed, Match, NextLeader, RoundEnd, Seat, Setup, Turn};
use tempfile::tempdir;

/// Observations of an evening.
#[derive(Default)]
struct Evening {
    hands: usize,
    capicuas: usize,
    skips: usize,
    blocked: usize,
    scores: String,
}

/// Plays what four players played from a seed through the widgets, and looks at the scores after everything that happens.
fn evening(app: &mut App, preset: &str, best_of: u8, seed: u64) -> Evening {
    let rules = RuleSet::preset(preset).unwrap();
    let players = ["Anna", "Ben", "Chris", "Dot"];
    let setup = Setup { pairs: true, best_of, ..Setup::new(rules, &players) };
    let played = play_match(setup.clone(), &[0.5; 4], false, seed).unwrap();
    let mut core = Match::start(sixty_one::table::here(setup)).unwrap();
    let mut evening = Evening::default();
    for event in played.events() {
        let act = match &event.act {
            // The core has begun with it.
            Act::Start(_) => continue,
            Act::Deal { leader, .. } => deal(app, &core, *leader, preset, best_of),
            Act::Play { seat, play, .. } => drop_tile(app, &core, *seat, *play),
            Act::Knock { .. } => {
                app.key(Key::K);
                event.act.clone()
            }
            Act::Tally { left } => {
                evening.hands += 1;
                tally(app, &core, left)
            }
            act => panic!("nobody does {act:?} here"),
        };
        core.act(act).unwrap();
        assert_eq!(app.state().leg.scores, core.state().leg.scores, "{}", app.hint());
        look(app, &core, &mut evening);
    }
    assert!(core.state().is_over());
    assert_eq!(app.state(), core.state());
    evening.scores = app.scores();
    evening
}

/// The leader of the first hand is chosen at the start of the match; later the one that the window offers, or another.
fn deal(app: &mut App, core: &Match, leader: Seat, preset: &str, best_of: u8) -> Act {
    if core.state().round.is_none() && core.state().legs.is_empty() {
        let form = &mut app.harness.state_mut().state.new_game;
        form.take_preset(&RuleSet::preset(preset).unwrap());
        (form.players, form.best_of, form.leader) = (4, best_of, leader.index());
        form.fit();
        app.click("Begin the match");
        assert!(app.state().setup.pairs);
    } else {
        let (NextLeader::Seat(offered) | NextLeader::Ask(offered)) = core.state().next_leader();
        if offered == leader {
            app.key(Key::Enter);
        } else {
            app.click(&format!("{} leads", core.setup().player(leader)));
        }
    }
    Act::Deal { leader, hands: Vec::new() }
}

fn drop_tile(app: &mut App, core: &Match, seat: Seat, play: Play) -> Act {
    let layout = &core.state().running().unwrap().layout;
    let ways = layout.ways(play.tile(), &core.setup().rules);
    app.click(&format!("tile {}", play.tile()));
    if ways.len() > 1 {
        let name = words::play(layout, &play);
        let alike = ways.iter().filter(|way| words::play(layout, way) == name).count();
        if alike == 1 && app.has(&name) {
            app.click(&name);
        } else {
            let table = app.harness.state().state.table.as_ref().unwrap();
            let (offered, at) = table.with_board(|entry, board| (entry.plays(board), entry.at(board).unwrap()));
            let to = offered.iter().position(|way| *way == play).unwrap();
            for _ in 0..(to + offered.len() - at) % offered.len() {
                app.key(Key::ArrowRight);
            }
            app.key(Key::Enter);
        }
    }
    Act::Play { seat, play, stands: false }
}

/// Enters the leftover pips as the players read them out.
fn tally(app: &mut App, core: &Match, left: &[Option<u16>]) -> Act {
    let asked = app.harness.state().state.table.as_ref().unwrap().seats_to_tally();
    let mut told = vec![None; 4];
    for seat in asked {
        let pips = left[seat.index()].unwrap();
        told[seat.index()] = Some(pips);
        app.click(&format!("pips left with {}: ?", core.setup().player(seat)));
        app.keys(&pips.to_string());
    }
    app.key(Key::Enter);
    Act::Tally { left: told }
}

/// Compares the last act with the window's text.
fn look(app: &App, core: &Match, evening: &mut Evening) {
    let Some(round) = &core.state().round else { return };
    let Some(Turn { deed: Deed::Played { bonus, out, .. }, .. }) = round.turns.last() else {
        let just_blocked = round.end == Some(RoundEnd::Blocked) && round.turns.last().is_some_and(knocked);
        evening.blocked += usize::from(just_blocked);
        return;
    };
    if *bonus == 0 {
        return;
    }
    let detail = app.called().told.detail;
    let rules = &core.setup().rules;
    let capicua = detail
        .contains(&format!("{} for capicúa: going out with a tile that fitted both ends", rules.capicua.points()));
    let skip = detail.contains(&format!("{} for a skip: no other player could go", rules.skip_all));
    let blank = detail.contains("100 for going out with the double blank");
    assert!(capicua || skip || blank, "{bonus}: {detail}");
    assert!(!capicua || *out, "{detail}");
    evening.capicuas += usize::from(capicua);
    evening.skips += usize::from(skip);
}

fn knocked(turn: &Turn) -> bool {
    matches!(turn.deed, Deed::Knocked { .. })
}

/// Three evenings, best of three games to 200 each, one in a phone's window; in them all that the rules pay for.
#[test]
fn two_evenings_of_pairs_to_200() {
    let mut all = Evening::default();
    for (seed, size) in [(1, vec2(1280.0, 720.0)), (2, vec2(390.0, 844.0))] {
        let folder = tempdir().unwrap();
        let mut app = App::open_in(folder.path(), size);
        let evening = evening(&mut app, "latin_200", 3, seed);
        println!(
            "evening {seed}: {} hands, {} capicúas, {} skips, {} blocked; {}",
            evening.hands, evening.capicuas, evening.skips, evening.blocked, evening.scores
        );
        all.hands += evening.hands;
        all.capicuas += evening.capicuas;
        all.skips += evening.skips;
        all.blocked += evening.blocked;
        // History has the evening.
        drop(app);
        let mut app = App::open_in(folder.path(), size);
        app.key(Key::F3);
        app.settle();
        assert!(app.says("Latin American pairs"));
    }
    assert!(all.hands > 12 && all.capicuas > 0 && all.skips > 0 && all.blocked > 0);
}

/// Puerto Rican pairs to 500: a hundred for the first hand, and for capicúa.
#[test]
fn an_evening_of_pairs_to_500() {
    let mut app = App::opened();
    let evening = evening(&mut app, "latin_500", 1, 4);
    println!("{} hands, {} capicúas; {}", evening.hands, evening.capicuas, evening.scores);
    let first = &app.state().leg.rounds[0];
    let paid = first.turns.iter().find(|turn| turn.deed == Deed::Tallied).unwrap().award;
    let left: u16 = first.hands.iter().map(|hand| u16::from(hand.count)).sum();
    assert!(paid > Points::new(100), "{paid} for {left} tiles");
}
