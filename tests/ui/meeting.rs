//! A league's meeting of nine games, six singles and three pairs, as two teams play it: through the window, and by phones.

use crate::matches::Robot;
use crate::phones;
use crate::table::App;
use egui::{Key, vec2};
use game::league::presets::LeaguePreset;
use game::league::{
    Author, GameScore, LeagueForm, MeetingId, MeetingState, Season, SeasonEntry, SeasonFact, Squad, TeamId, fixtures,
};
use game::rules::RuleSet;
use game::self_play::play_match;
use game::{Act, Setup, Side, State};
use tempfile::tempdir;

const SHIP: [&str; 6] = ["Anna", "Ben", "Cleo", "Dan", "Eve", "Fay"];
const BELL: [&str; 6] = ["Gus", "Hal", "Ina", "Jos", "Kit", "Lou"];

/// Two teams that meet once by these rules.
fn begun(form: LeagueForm) -> Vec<SeasonEntry> {
    let squad = |name: &str, players: [&str; 6]| Squad {
        name: name.to_owned(),
        players: players.map(str::to_owned).to_vec(),
        ..Squad::default()
    };
    let fact = SeasonFact::Begun {
        title: "Winter".to_owned(),
        form,
        teams: vec![squad("Ship", SHIP), squad("Bell", BELL)],
        meetings: fixtures(&[TeamId(0), TeamId(1)], false, &[]),
    };
    vec![SeasonEntry { number: 0, at_ms: 0, by: Author::Secretary, fact }]
}

/// Returns the players of the game in this place: home and away, by their places in the lists.
fn line_up(form: &LeagueForm, slot: usize) -> (Vec<&'static str>, Vec<&'static str>) {
    let before = form.slots[..slot].iter().filter(|other| other.lineup == form.slots[slot].lineup).count();
    let of = |team: [&'static str; 6]| -> Vec<&'static str> {
        let players = form.slots[slot].lineup.players();
        team[before * players..(before + 1) * players].to_vec()
    };
    (of(SHIP), of(BELL))
}

/// The names in the order of the seats.
fn seated(home: &[&'static str], away: &[&'static str]) -> Vec<&'static str> {
    home.iter().zip(away).flat_map(|(home, away)| [*home, *away]).collect()
}

/// The form of a new game, even while the last match is still on the table.
fn at_the_form(app: &mut App) {
    if !app.has("Begin the match") {
        app.click("New game");
    }
}

/// Enters names and rules, and begins.
fn begin(app: &mut App, rules: &str, names: &[&str]) {
    at_the_form(app);
    let form = &mut app.harness.state_mut().state.new_game;
    for (field, name) in form.names.iter_mut().zip(names) {
        (*name).clone_into(field);
    }
    app.begin(rules, names.len(), 1);
}

/// Adds a table's report of a finished game, checked like the season does.
fn report(entries: &mut Vec<SeasonEntry>, slot: usize, state: &State) {
    let names = |side: usize| -> Vec<String> {
        let seats = state.setup.all_seats().filter(|seat| state.setup.side_of(*seat).index() == side);
        seats.map(|seat| state.setup.player(seat).to_owned()).collect()
    };
    let score = GameScore { slot, home: names(0), away: names(1), home_won: state.winner == Side::new(0) };
    let fact = SeasonFact::Played { meeting: MeetingId(0), score, record: format!("game {slot}") };
    let by = Author::Table(format!("table {slot}"));
    assert_eq!(Season::of(entries).check(&by, &fact), Ok(()));
    entries.push(SeasonEntry { number: entries.len() as u64, at_ms: 0, by, fact });
}

/// The points of Ship and Bell, once all nine games are in.
fn points(entries: &[SeasonEntry]) -> ((u32, u32), (i64, i64)) {
    let season = Season::of(entries);
    let meeting = &season.meetings[&MeetingId(0)];
    assert_eq!(meeting.state, MeetingState::Played);
    let line = |team: u32| season.table().into_iter().find(|line| line.team == TeamId(team)).unwrap();
    // The fixture may have either at home.
    let (home, away) = meeting.games(&season.form);
    let ship_at_home = meeting.planned.home == TeamId(0);
    let games = if ship_at_home { (home, away) } else { (away, home) };
    (games, (line(0).points, line(1).points))
}

/// Nine games to 61 and 121 by the rules of Leek, every tap of them in the window.
#[test]
fn a_meeting_of_nine_games_in_the_window() {
    let form = LeaguePreset::of("leek").unwrap().form();
    let mut entries = begun(form.clone());
    let folder = tempdir().unwrap();
    for slot in 0..form.slots.len() {
        let (home, away) = line_up(&form, slot);
        let names = seated(&home, &away);
        let rules = form.slots[slot].rules.clone().unwrap();
        let mut app = App::open(folder.path());
        begin(&mut app, &rules, &names);
        assert_eq!(app.state().setup.target(), if names.len() == 2 { 61 } else { 121 });
        let mut table = Robot::new(app, &rules, &names, 61 + slot as u64);
        let mut steps = 0;
        while !table.core.state().is_over() {
            table.step();
            steps += 1;
            assert!(steps < 20_000, "game {slot} does not end");
        }
        assert_eq!(table.app.state(), table.core.state());
        report(&mut entries, slot, table.app.state());
    }
    let ((ship, bell), points) = points(&entries);
    println!("Ship {ship} - {bell} Bell, points {points:?}");
    assert_eq!((ship + bell, points), (9, worth(ship, bell)));
}

/// The same meeting by phones: every drop, knock and deal of the nine games is sent by one.
#[test]
fn a_meeting_of_nine_games_by_phones() {
    let form = LeaguePreset::of("leek").unwrap().form();
    let mut entries = begun(form.clone());
    let folder = tempdir().unwrap();
    let mut app = phones::open(folder.path(), vec2(1280.0, 720.0));
    let mut sent = 0;
    for slot in 0..form.slots.len() {
        let (home, away) = line_up(&form, slot);
        let names = seated(&home, &away);
        let rules = form.slots[slot].rules.clone().unwrap();
        let setup = Setup::new(RuleSet::parse(&rules).unwrap(), &names);
        // What happens at the table; the phones are told of it act by act.
        let played = play_match(setup, &[0.9, 0.6, 0.9, 0.6][..names.len()], false, 61 + slot as u64).unwrap();
        let mut acts = played.events().iter().map(|event| &event.act).skip(1);
        let Some(Act::Deal { leader, .. }) = acts.next() else { panic!("a deal") };
        at_the_form(&mut app);
        app.harness.state_mut().state.new_game.leader = leader.index();
        begin(&mut app, &rules, &names);
        if slot == 0 {
            app.key(Key::F12);
            app.click("Start the server");
            app.click("To enter drops");
            app.key(Key::Escape);
        }
        for act in acts {
            let words = match act {
                Act::Play { play, .. } => {
                    format!("play {}", app.state().running().unwrap().layout.play_text(play))
                }
                Act::Knock { .. } => "knock".to_owned(),
                Act::Deal { leader, .. } => format!("deal {leader}"),
                other => panic!("{other:?}"),
            };
            sent += 1;
            let answer = phones::enter(&mut app, &words, sent);
            assert!(answer.contains("\"ok\":true"), "game {slot}, {words}: {answer}");
        }
        assert_eq!(app.state().leg.scores, played.state().leg.scores, "game {slot}");
        assert!(app.state().is_over());
        report(&mut entries, slot, app.state());
    }
    let ((ship, bell), points) = points(&entries);
    println!("Ship {ship} - {bell} Bell, points {points:?}, {sent} acts by phone");
    assert_eq!((ship + bell, points), (9, worth(ship, bell)));
}

/// "2 Points per match to the winners and 1pt per game won."
fn worth(ship: u32, bell: u32) -> (i64, i64) {
    let of = |ours: u32, theirs: u32| i64::from(ours + if ours > theirs { 2 } else { 0 });
    (of(ship, bell), of(bell, ship))
}
