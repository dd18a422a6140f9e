//! Makes the golden folder: matches with an act of every kind, corrections of every form, a book, evidence.

use super::NOW;
use crate::derived::book::{BookNote, FixtureCall};
use crate::files::names::Files;
use crate::id::MatchId;
use crate::log::codec;
use crate::log::evidence::{Evidence, Origin};
use crate::log::time::Timestamp;
use crate::store::Store;
use game::record::Record;
use game::rules::{Points, RuleSet, sets};
use game::stats::{Entrant, FixtureName, League, WinPoints};
use game::tile::{Tile, TileSet};
use game::{Act, Change, Event, Match, Offence, Seat, Setup, Side};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Season facts in their stored form, one of each kind, and by whom.
const SEASON: &str = include_str!("season.jsonl");

/// Writes everything into a new folder.
pub(super) fn folder(path: &Path) -> Store {
    let mut store = Store::open(path).unwrap().store;
    let mut forms = BTreeSet::new();
    let mut games: Vec<Vec<Event>> = setups().into_iter().enumerate().map(|(n, setup)| walked(setup, n)).collect();
    games.push(corrected());
    games.retain(|events| {
        let known = forms.len();
        forms.extend(events.iter().map(form_of));
        forms.len() > known
    });
    for (seed, events) in (1..).zip(&games) {
        let at = |n: usize| Timestamp(NOW.0 + seed as i64 * 1000 + n as i64);
        // The hand is dealt in the act that starts the match.
        store.append(MatchId::from_seed(seed), &events[..2], at(0)).unwrap();
        for (n, event) in events.iter().enumerate().skip(2) {
            store.append(MatchId::from_seed(seed), std::slice::from_ref(event), at(n)).unwrap();
        }
    }
    // A mirror that is made later begins with the end of every match.
    drop(store);
    std::fs::remove_file(Files::new(path).mirror()).unwrap();
    let mut store = Store::open(path).unwrap().store;
    write_book(&mut store);
    for (event, origin) in [(3, Origin::Camera), (4, Origin::Hand)] {
        store.pictures().keep_evidence(MatchId::from_seed(1), event, &evidence(origin)).unwrap();
        store.pictures().keep(MatchId::from_seed(1), event, b"a picture").unwrap();
    }
    store
}

/// Evidence with every field.
pub(super) fn evidence(source: Origin) -> Evidence {
    let doubts = vec!["a hand was in the way".to_owned()];
    let reading = "6-6 6-3".to_owned();
    Evidence { version: 1, source, reading, sure: Some(0.75), doubts, confirmed: "Anna".to_owned() }
}

/// The kind, the version and the fields of an event, and what a correction does.
fn form_of(event: &Event) -> (String, u32, Vec<String>, String) {
    let fact = codec::encode(event);
    let fields = fact.payload.as_object().unwrap();
    let change = fields.get("change").map(Value::to_string).unwrap_or_default();
    (fact.kind, fact.version, fields.keys().cloned().collect(), change)
}

/// Matches that begin in each of the forms, by rules with which each act can happen.
fn setups() -> Vec<Setup> {
    let claimed = ["pafos claim=muggins", "pafos claim=must_claim"].map(|rules| RuleSet::parse(rules).unwrap());
    // Not every walk comes to a score that can be claimed.
    let claimed = claimed.into_iter().cycle().take(20);
    let rules = claimed.chain(sets::all().map(|preset| preset.rules.clone()));
    let setup = |(n, rules): (usize, RuleSet)| {
        let plain = Setup { best_of: 3, ..Setup::new(rules, &["Anna", "Zoë"]) };
        match n % 5 {
            0 => Setup { claim_seconds: 10, ..plain },
            1 => Setup { practice: true, utc_offset: Some(-210), claim_seconds: 5, ..plain },
            2 => Setup { rules: RuleSet { house: Some("The Inn".to_owned()), ..plain.rules }, ..plain },
            3 => Setup { practice: true, ..plain },
            _ => Setup { utc_offset: Some(330), ..plain },
        }
    };
    let mut setups: Vec<Setup> = rules.enumerate().map(setup).filter(|setup| setup.check().is_ok()).collect();
    let pafos = RuleSet::preset("pafos").unwrap();
    let pairs = Setup::new(pafos.clone(), &["Anna", "Ben", "Cleo", "Dan"]);
    setups.push(Setup { pairs: true, ..pairs });
    setups.push(Setup { start: vec![Points::new(5), Points::ZERO], ..Setup::new(pafos, &["Anna", "Ben"]) });
    setups
}

/// The first acts of a match, of as many kinds as are possible; each `number` begins with another tile.
fn walked(setup: Setup, number: usize) -> Vec<Event> {
    let mut game = Match::start(setup).unwrap();
    game.act(Act::Deal { leader: Seat::FIRST, hands: Vec::new() }).unwrap();
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    let kind = |act: &Act| codec::encode(&Event { act: act.clone(), scores: Vec::new(), legs: Vec::new() }).kind;
    for n in 0..40 {
        let mut acts = candidates(&game, n + number);
        acts.retain(|act| game.decide(act.clone()).is_ok());
        // The end comes last.
        acts.sort_by_key(|act| {
            (matches!(act, Act::Abandon { .. }) && n < 39, used.get(&kind(act)).copied().unwrap_or(0))
        });
        let Some(act) = acts.into_iter().next() else { break };
        *used.entry(kind(&act)).or_insert(0) += 1;
        game.act(act).unwrap();
    }
    game.events().to_vec()
}

/// Acts of every kind but corrections that may be possible now.
fn candidates(game: &Match, n: usize) -> Vec<Act> {
    let (round, seats, rules) = (game.state().running(), game.setup().seats(), &game.setup().rules);
    let seat = round.map_or(Seat::FIRST, |round| round.turn);
    let before = Seat::new((seat.index() + seats - 1) % seats).unwrap();
    let layout = round.map(|round| round.layout.clone()).unwrap_or_default();
    let plays: Vec<_> = rules.tiles().iter().flat_map(|tile| layout.ways(tile, rules)).collect();
    let turned = plays.iter().cycle().skip(n * 7).take(plays.len());
    let mut acts: Vec<Act> = turned.map(|play| Act::Play { seat, play: *play, stands: false }).collect();
    acts.extend(plays.first().filter(|_| n % 5 == 4).map(|play| Act::Play { seat: before, play: *play, stands: true }));
    for seat in [seat, before] {
        acts.extend([Act::Claim { seat }, Act::Muggins { seat }, Act::FalseClaim { seat, points: 5 }]);
        acts.extend([false, true].map(|stands| Act::Knock { seat, stands }));
    }
    for one in 0..=seats {
        let left = |known: bool| {
            (0..seats).map(move |seat| if seat == one { Some(if known { 0 } else { 40 }) } else { known.then_some(40) })
        };
        acts.extend([true, false].map(|known| Act::Tally { left: left(known).collect() }));
    }
    let (side, name, why) = (Side::new(0), format!("Player {n}"), "a \"slip\"".to_owned());
    let blank: Tile = "0-0".parse().unwrap();
    acts.extend(Offence::ALL.map(|offence| Act::Penalty { seat, offence }));
    acts.extend([
        Act::Deal { leader: seat, hands: Vec::new() },
        Act::Draw { seat, tiles: 1, seen: TileSet::default() },
        Act::Adjust { side: side.unwrap(), points: Points::from_halves(-5), why: why.clone() },
        Act::Adjust { side: side.unwrap(), points: Points::new(1), why: why.clone() },
        Act::Lapse,
        Act::Block,
        Act::Reveal { seat, tiles: std::iter::once(blank).collect() },
        Act::Score { left: vec![Points::ZERO, Points::new(5)], out: side, doubled: false },
        Act::Score { left: vec![Points::ZERO, Points::new(5)], out: side, doubled: true },
        Act::Score { left: vec![Points::new(3), Points::new(5)], out: None, doubled: false },
        Act::Redeal,
        Act::Rename { seat, name: name.clone() },
        Act::Substitute { seat, name },
        Act::Undo,
        Act::Redo,
        Act::Abandon { why },
    ]);
    acts
}

/// A match in which every change is made to an earlier event, with what stands after it fitted and without, and taken back.
fn corrected() -> Vec<Event> {
    let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA 6-4@6-6.s2\nend\n";
    let mut game = Record::parse(text).unwrap().game;
    let event = game.standing().last().map(|(event, _)| event).unwrap();
    let Some(Act::Play { seat, play, .. }) = game.act_at(event).cloned() else { panic!("{event}") };
    let act = || Box::new(Act::Play { seat, play, stands: true });
    let adjusted = Act::Adjust { side: Side::new(0).unwrap(), points: Points::new(1), why: "a slip".to_owned() };
    let changes = [
        Change::Replace(act()),
        Change::Remove,
        Change::InsertBefore(Box::new(adjusted)),
        Change::ReplaceAndEnd(act()),
    ];
    for change in changes {
        game.act(Act::Correct { event, change: change.clone() }).unwrap();
        game.act(Act::Undo).unwrap();
        game.act(game.correction(event, change)).unwrap();
        game.act(Act::Undo).unwrap();
    }
    for act in [Act::Redo, Act::Undo] {
        game.act(act).unwrap();
    }
    let missed = Change::InsertBefore(Box::new(Act::Knock { seat, stands: true }));
    game.act(game.correction(event, missed)).unwrap();
    game.events().to_vec()
}

fn write_book(store: &mut Store) {
    let at = Timestamp(NOW.0 + 1_000_000);
    let (first, second) = (MatchId::from_seed(1), MatchId::from_seed(2));
    store.delete_match(first, at).unwrap();
    store.delete_match(second, at).unwrap();
    store.restore_match(second, at).unwrap();
    store.merge_players("Bem", "Ben", at).unwrap();
    store.merge_players("Anna", "Annie", at).unwrap();
    store.part_player("Anna", at).unwrap();
    for (name, removed) in [("Cleo", true), ("Dan", true), ("Dan", false)] {
        store.remove_player(name, removed, at).unwrap();
    }
    let house = |name: &str| RuleSet { house: Some(name.to_owned()), ..RuleSet::parse("pafos target=121").unwrap() };
    store.save_house_rules(&house("The Inn"), at).unwrap();
    store.save_house_rules(&house("The Bell"), at).unwrap();
    store.remove_house_rules("The Bell", at).unwrap();
    let league = League {
        name: "Winter".to_owned(),
        entrants: vec![Entrant::parse("Anna"), Entrant::parse("Ship: Ben, Cleo")],
        rules: Some("pafos".to_owned()),
        from_ms: Some(5),
        until_ms: Some(7),
        twice: true,
        matches: 3,
        worth: WinPoints::default(),
    };
    let other = League { name: "Summer".to_owned(), rules: None, from_ms: None, until_ms: None, ..league.clone() };
    let fixture =
        |round| FixtureName { league: "Winter".to_owned(), round, home: "Anna".to_owned(), away: "Ship".to_owned() };
    let call = FixtureCall { club: "Paphos".to_owned(), table: "Table 3".to_owned(), at_ms: 0 };
    let names = BTreeMap::from([("Zoë".to_owned(), "Zoe".to_owned())]);
    let mut notes = vec![
        BookNote::League(league),
        BookNote::League(other),
        BookNote::LeagueRemoved("Summer".to_owned()),
        BookNote::Called(fixture(1), call.clone()),
        BookNote::Called(fixture(2), call),
        BookNote::Withdrawn(fixture(2)),
        BookNote::MatchNamed(second, names),
    ];
    for (number, line) in (1..).zip(SEASON.lines()) {
        let (by, fact) = serde_json::from_str(line).unwrap();
        notes.push(BookNote::Season { season: "00000000000000a1".to_owned(), number, by, fact });
    }
    store.write_notes(&notes, at).unwrap();
}
