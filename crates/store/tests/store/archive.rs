//! All games at once: an incremental read equals a full one, and derived data equals the log.

use super::{Folder, NOW};
use game::rules::RuleSet;
use game::self_play::{Plan, play_match, season};
use game::stats::{Choice, Entrant, League, WinPoints};
use game::{Act, Match, Seat, Setup};
use store::{Evidence, MatchId, Origin, Store, Timestamp};

fn fill(store: &mut Store, sessions: u32) -> Vec<MatchId> {
    let plan = Plan { sessions, games: 3, ..Plan::YEAR };
    season(plan, 7)
        .map(|played| {
            let id = MatchId::from_seed(50 + u64::from(played.number));
            store.append(id, played.game.events(), Timestamp(played.at_ms)).unwrap();
            id
        })
        .collect()
}

/// The facts made from the log, game by game.
fn from_the_log(store: &Store) -> Vec<game::stats::Facts> {
    let book = store.book().unwrap();
    let ids = store.match_ids().unwrap().into_iter().filter(|id| !book.deleted.contains(id));
    let mut facts: Vec<_> = ids.map(|id| store.facts(id, &book).unwrap()).collect();
    facts.sort_by(|a, b| (a.at_ms, &a.id).cmp(&(b.at_ms, &b.id)));
    facts
}

fn without_turns(mut facts: Vec<game::stats::Facts>) -> Vec<game::stats::Facts> {
    facts.iter_mut().for_each(|game| game.turns.clear());
    facts
}

#[test]
fn what_is_read_piece_by_piece_is_what_is_read_anew() {
    let folder = Folder::new("archive");
    let mut store = Store::open(folder.path()).unwrap().store;
    let ids = fill(&mut store, 6);
    let setup = Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Zoë"]);
    let extra = play_match(setup, &[0.9, 0.1], false, 99).unwrap();
    let league = League {
        name: "Winter".to_owned(),
        entrants: vec![Entrant::parse("Anna"), Entrant::parse("Ben")],
        worth: WinPoints::default(),
        matches: 1,
        ..League::default()
    };
    let late = MatchId::from_seed(999);
    type Step<'a> = &'a dyn Fn(&mut Store);
    let steps: [Step<'_>; 9] = [
        &|store| drop(store.matches().unwrap()),
        &|store| _ = store.append(late, &extra.events()[..5], NOW).unwrap(),
        &|store| _ = store.append(late, &extra.events()[5..20], NOW).unwrap(),
        &|store| store.delete_match(ids[2], NOW).unwrap(),
        &|store| store.merge_players("Zoë", "Anna", NOW).unwrap(),
        &|store| store.restore_match(ids[2], NOW).unwrap(),
        &|store| store.save_league(&league, NOW).unwrap(),
        &|store| store.part_player("Zoë", NOW).unwrap(),
        &|store| _ = store.rebuild().unwrap(),
    ];
    let mut before = store.archive(None).unwrap();
    for (n, step) in steps.iter().enumerate() {
        step(&mut store);
        // A reader beside the writer sees the same.
        let reader = Store::open_read_only(folder.path()).unwrap();
        let anew = reader.archive(None).unwrap();
        let continued = store.archive(Some(&before)).unwrap();
        assert_eq!(continued, anew, "step {n}");
        let facts: Vec<_> = anew.facts().cloned().collect();
        assert_eq!(store.all_facts().unwrap(), from_the_log(&store), "step {n}");
        assert_eq!(facts, without_turns(from_the_log(&store)), "step {n}");
        assert_eq!(store.facts_of(&Choice::default()).unwrap(), facts, "step {n}");
        before = continued;
    }
    assert_eq!(before.book.leagues.len(), 1);
    store.remove_league("Winter", NOW).unwrap();
    assert!(store.archive(Some(&before)).unwrap().book.leagues.is_empty());
    assert!(store.save_league(&League::default(), NOW).is_err(), "a league needs a name");
    assert!(store.check().unwrap().is_good());
}

#[test]
fn derived_facts_that_are_damaged_are_not_believed() {
    let folder = Folder::new("archive-damage");
    let mut store = Store::open(folder.path()).unwrap().store;
    let ids = fill(&mut store, 3);
    store.matches().unwrap();
    let good = store.all_facts().unwrap();
    drop(store);
    let conn = rusqlite::Connection::open(folder.path().join("sessions.db")).unwrap();
    let changed =
        conn.execute("UPDATE facts SET packed = CAST(packed || x'00' AS BLOB) WHERE rowid % 2 = 0", []).unwrap();
    let gone = conn.execute("DELETE FROM facts WHERE rowid % 3 = 0", []).unwrap();
    let turns = conn.execute("UPDATE turns SET packed = zeroblob(9) WHERE rowid % 5 = 0", []).unwrap();
    assert!(changed > 0 && gone > 0 && turns > 0);
    drop(conn);
    let mut store = Store::open(folder.path()).unwrap().store;
    assert_eq!(store.all_facts().unwrap(), good, "from the log where the table is not to be believed");
    assert_eq!(store.archive(None).unwrap().games.len(), ids.len());
    assert_eq!(store.rebuild().unwrap(), ids.len());
    assert_eq!(store.all_facts().unwrap(), good);
    assert!(store.check().unwrap().is_good());
}

#[test]
fn the_check_compares_derived_facts_with_the_log() {
    let folder = Folder::new("archive-check");
    let mut store = Store::open(folder.path()).unwrap().store;
    fill(&mut store, 2);
    store.matches().unwrap();
    drop(store);
    // A line and facts that are whole, their checksums with them, and say something else than the log.
    let conn = rusqlite::Connection::open(folder.path().join("sessions.db")).unwrap();
    let seal = |game: i64, beside: [i64; 2], bytes: &[u8]| {
        let numbers = [game, beside[0], beside[1]].into_iter().flat_map(i64::to_le_bytes);
        crc32fast::hash(&numbers.chain(bytes.iter().copied()).collect::<Vec<u8>>())
    };
    for (table, column) in [("summary", "line"), ("facts", "packed")] {
        let sql = format!("SELECT game, {column} FROM {table} ORDER BY game DESC LIMIT 1");
        let other: Vec<u8> = conn.query_row(&sql, [], |row| row.get(1)).unwrap();
        let game: i64 = conn.query_row(&format!("SELECT min(game) FROM {table}"), [], |row| row.get(0)).unwrap();
        let beside = if table == "summary" { [5, 0] } else { [0; 2] };
        let sum = seal(game, beside, &other);
        conn.execute(&format!("UPDATE {table} SET {column} = ?1, sum = ?2 WHERE game = ?3"), (other, sum, game))
            .unwrap();
    }
    conn.execute("UPDATE summary SET last = 5, open = 0 WHERE game = (SELECT min(game) FROM summary)", []).unwrap();
    drop(conn);
    let mut store = Store::open(folder.path()).unwrap().store;
    let problems = store.check().unwrap().problems;
    assert!(problems.len() == 1 && problems[0].contains("the list differs from the log"), "{problems:?}");
    store.rebuild().unwrap();
    assert!(store.check().unwrap().is_good());
    assert_eq!(store.all_facts().unwrap(), from_the_log(&store));
}

#[test]
fn pictures_and_how_drops_were_recorded_are_kept_beside_the_log() {
    let folder = Folder::new("evidence");
    let store = Store::open(folder.path()).unwrap().store;
    let pictures = store.pictures();
    let id = MatchId::from_seed(3);
    assert_eq!(pictures.evidence(id, 4), None);
    let evidence = Evidence {
        source: Origin::Camera,
        reading: "6-6 6-3".to_owned(),
        sure: Some(0.5),
        doubts: vec!["3 or 2".to_owned()],
        confirmed: "Ben".to_owned(),
        version: 1,
    };
    // The store says which version it writes.
    pictures.keep_evidence(id, 4, &Evidence { version: 0, ..evidence.clone() }).unwrap();
    pictures.keep(id, 4, b"jpeg").unwrap();
    pictures.keep(id, 12, b"jpeg").unwrap();
    assert_eq!((pictures.evidence(id, 4), pictures.of_match(id)), (Some(evidence), vec![4, 12]));
    assert!(pictures.path_of(id, 4).is_some() && pictures.path_of(id, 5).is_none());
    // A file of another program is not evidence, and causes no panic.
    std::fs::write(pictures.path_of(id, 4).unwrap().with_extension("json"), "{\"sure\":\"very\"}").unwrap();
    assert_eq!(pictures.evidence(id, 4), None);
    pictures.drop_all();
    assert!(pictures.of_match(id).is_empty());
}

/// A large file is not looked at as a whole when it is opened; the look in the background finds the damage, and the next
/// start mends it.
#[test]
fn damage_in_a_large_file_is_found_in_the_background() {
    let folder = Folder::new("large");
    let mut store = Store::open(folder.path()).unwrap().store;
    let setup = Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]);
    let game = play_match(setup, &[0.9, 0.1], false, 5).unwrap();
    let mut padded = game.events()[..2].to_vec();
    let words =
        Act::Adjust { side: game::Side::new(0).unwrap(), points: game::rules::Points::ZERO, why: "p".repeat(7000) };
    padded.extend((0..3000).map(|_| store::Event { act: words.clone(), ..game.events()[1].clone() }));
    for (n, act) in padded.chunks(250).enumerate() {
        store.append(MatchId::from_seed(1), act, Timestamp(NOW.0 + n as i64)).unwrap();
    }
    for seed in 2..120 {
        store.append(MatchId::from_seed(seed), game.events(), NOW).unwrap();
    }
    let games = store.match_ids().unwrap().len();
    assert_eq!(store.check_task().run(), Ok(()));
    drop(store);
    let database = folder.path().join("sessions.db");
    let mut bytes = std::fs::read(&database).unwrap();
    assert!(bytes.len() > 17 << 20, "{}", bytes.len());
    let at = bytes.len() / 3;
    let place = at + bytes[at..].windows(32).position(|piece| piece == [b'p'; 32]).unwrap();
    bytes[place + 16] = b'q';
    std::fs::write(&database, &bytes).unwrap();
    let opened = Store::open(folder.path()).unwrap();
    assert!(!opened.checked_all);
    let damage = opened.store.check_task().run().unwrap_err();
    assert!(damage.contains("checksum"), "{damage}");
    drop(opened);
    assert!(Store::open(folder.path()).is_err(), "now it is looked at as a whole");
    let recovered = store::open_or_recover(folder.path(), NOW).unwrap();
    assert_eq!(recovered.store.match_ids().unwrap().len(), games);
    assert!(recovered.store.check().unwrap().is_good());
    assert!(!folder.path().join("sessions.suspect").exists() || Store::open_read_only(folder.path()).is_ok());
}

/// A store that is lent: drops wait in memory, then are there in order.
#[test]
fn acts_wait_while_the_store_is_lent() {
    let folder = Folder::new("lent");
    let journal = store::Journal::new(Store::open(folder.path()).unwrap().store);
    let setup = Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]);
    let game = play_match(setup, &[0.9, 0.1], false, 5).unwrap();
    let id = journal.new_match_id();
    let mut store = journal.into_store().unwrap();
    store.append(id, &game.events()[..2], NOW).unwrap();
    // The journal has seen nothing of the resumed game when it lends its store.
    let mut journal = store::Journal::new(store);
    let store = journal.lend(Some(id)).unwrap();
    for event in &game.events()[2..8] {
        journal.record(id, std::slice::from_ref(event), NOW);
    }
    assert_eq!(journal.retry(), 6, "the lent store is not opened a second time");
    journal.give_back(store);
    assert_eq!((journal.unsaved(), journal.trouble()), (0, None));
    let stored: Vec<Act> =
        journal.store().unwrap().load(id).unwrap().into_iter().map(|stored| stored.event.act).collect();
    let acts: Vec<Act> = game.events()[..8].iter().map(|event| event.act.clone()).collect();
    assert_eq!(stored, acts);
}

#[test]
fn a_list_by_words_or_players_is_what_is_meant_of_all_games() {
    let folder = Folder::new("archive-choice");
    let mut store = Store::open(folder.path()).unwrap().store;
    fill(&mut store, 4);
    let mut game = Match::start(Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Zoë"])).unwrap();
    game.act(Act::Deal { leader: Seat::FIRST, hands: vec![] }).unwrap();
    game.act(Act::Substitute { seat: Seat::FIRST, name: "Ümit".to_owned() }).unwrap();
    let stood_in = MatchId::from_seed(999);
    store.append(stood_in, game.events(), NOW).unwrap();
    store.merge_players("Zoë", "Zora", NOW).unwrap();
    store.matches().unwrap();
    let archive = store.archive(None).unwrap();
    let known: Vec<String> = archive.facts().flat_map(|facts| facts.names().map(str::to_owned)).collect();
    let words = ["", "ümit", "ZO", "zoë", "pafos", "2026", "sat", "a", "no such word", "5 ann"].map(str::to_owned);
    let players = known.iter().map(|name| Some(name.to_uppercase())).chain([None, Some("Nobody".to_owned())]);
    let mut found = 0;
    for player in players {
        for words in &words {
            let choice = Choice { words: words.clone(), player: player.clone(), ..Choice::default() };
            let meant = archive.games.iter().filter(|game| game.is_meant(&choice)).map(|game| game.summary.id);
            let listed = store.list(&choice).unwrap();
            assert!(listed.iter().map(|game| game.summary.id).eq(meant), "{choice:?}");
            assert_eq!(store.facts_of(&choice).unwrap().len(), listed.len(), "{choice:?}");
            found += listed.len();
        }
    }
    assert!(found > 100, "{found}");
    for choice in [
        Choice { words: "ümit".to_owned(), ..Choice::default() },
        Choice { player: Some("ümit".to_owned()), ..Choice::default() },
        Choice { player: Some("ZORA".to_owned()), words: "ümit".to_owned(), ..Choice::default() },
    ] {
        let listed = store.list(&choice).unwrap();
        assert_eq!(listed.iter().map(|game| game.summary.id).collect::<Vec<_>>(), [stood_in], "{choice:?}");
    }
}
