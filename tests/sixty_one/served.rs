//! `sixty-one serve` and `join` as people start them: a table without a window, and a club's evening with faults.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use game::rules::RuleSet;
use game::self_play::play_match;
use game::{Event, Setup};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};
use std::time::{Duration, Instant};
use store::{MatchId, Store, Timestamp};
use tempfile::tempdir;

/// A server that is killed at the end of the test.
pub(crate) struct Served {
    child: Child,
    /// The links, in the order in which they were printed.
    pub(crate) links: Vec<String>,
    /// Later output.
    words: BufReader<ChildStdout>,
}

impl Served {
    pub(crate) fn start(data: &Path, args: &[&str], links: usize) -> Self {
        let mut child = crate::program()
            .args(["serve", "--address", "127.0.0.1", "--port", "0", "--data"])
            .arg(data)
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut words = BufReader::new(child.stdout.take().unwrap());
        let lines = words.by_ref().lines().map_while(Result::ok);
        let told: Vec<String> = lines.filter(|line| line.starts_with("http://")).take(links).collect();
        assert_eq!(told.len(), links, "{told:?}");
        Self { child, links: told, words }
    }

    /// Reads on what it says.
    pub(crate) fn lines(mut self) -> impl Iterator<Item = String> {
        std::iter::from_fn(move || {
            let mut line = String::new();
            self.words.read_line(&mut line).ok().filter(|read| *read > 0).map(|_| line)
        })
    }

    /// Kills it; all that it said.
    pub(crate) fn killed(mut self) -> Vec<String> {
        self.child.kill().unwrap();
        self.words.by_ref().lines().map_while(Result::ok).collect()
    }
}

impl Drop for Served {
    /// Kills it, like a power cut.
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

pub(crate) fn ask(link: &str, request: impl FnOnce(&str, &str) -> String) -> String {
    let (host, path) = link.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(request(host, &format!("/{path}")).as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Sends a form.
pub(crate) fn post(link: &str, body: &str) -> String {
    ask(link, |host, path| {
        format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    })
}

pub(crate) fn get(link: &str) -> String {
    ask(link, |host, path| format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
}

/// The page once these words stand in it: the first one is printed a moment after the listener is open.
pub(crate) fn page_with(link: &str, words: &str) -> String {
    let begin = Instant::now();
    loop {
        let page = get(link);
        if page.contains(words) || begin.elapsed() > Duration::from_secs(10) {
            return page;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

pub(crate) fn enter(link: &str, act: &str, number: u32) -> String {
    let page = page_with(link, "name=\"edition\"");
    let snapshot = page.split("name=\"edition\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let body = format!("act={}&number=a.{number}&edition={snapshot}", act.replace(' ', "+"));
    ask(link, |host, path| {
        format!(
            "POST {path}act HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nAccept: application/json\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    })
}

/// Returns the output of `join --once`, and whether it succeeded.
pub(crate) fn join(data: &Path, link: &str, table: &str) -> (String, bool) {
    let mut command = crate::program();
    let output = command.args(["join", link, "--table", table, "--once", "--data"]).arg(data).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&text).into_owned(), output.status.success())
}

pub(crate) fn game(seed: u64) -> Vec<Event> {
    let setup = Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]);
    play_match(setup, &[0.8, 0.2], false, seed).unwrap().events().to_vec()
}

fn now() -> Timestamp {
    Timestamp::now()
}

#[test]
fn a_table_without_a_window_keeps_what_phones_enter_over_a_kill() {
    let data = tempdir().unwrap();
    let score = |page: &str| page.matches("<p class=\"score\">4</p>").count();
    {
        let table = Served::start(data.path(), &["--enter", "--players", "Cleo,Dan"], 2);
        assert!(enter(&table.links[1], "tile 6-6", 1).contains("\"ok\":true"));
        assert!(enter(&table.links[1], "tile 5-5", 2).contains("5-5 fits nowhere"));
        assert!(page_with(&table.links[0], "Cleo leads 6-6").contains("Cleo leads 6-6"));
    }
    let table = Served::start(data.path(), &[], 1);
    let page = page_with(&table.links[0], "Cleo leads 6-6");
    assert!(score(&page) == 1 && page.contains("Cleo leads 6-6"), "{page}");
}

/// Returns the output of a command, and whether it succeeded.
fn said(data: &Path, args: &[&str]) -> (String, bool) {
    let output = crate::program().args(args).arg("--data").arg(data).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&text).into_owned(), output.status.success())
}

#[test]
fn a_phones_link_lives_as_long_as_its_match_and_is_withdrawn_by_command() {
    let data = tempdir().unwrap();
    // Where the program was served before does not matter: a link is its code.
    let at = |link: &str, table: &Served| {
        let (host, _) = table.links[0].strip_prefix("http://").unwrap().split_once('/').unwrap();
        format!("http://{host}/{}", link.strip_prefix("http://").unwrap().split_once('/').unwrap().1)
    };
    let old = {
        let table = Served::start(data.path(), &["--enter", "--players", "Cleo,Dan"], 2);
        table.links[1].clone()
    };
    let kept = std::fs::read_to_string(data.path().join("links.json")).unwrap();
    assert!(!kept.contains(old.split('/').nth(4).unwrap()), "{kept}");
    let table = Served::start(data.path(), &["--enter"], 2);
    assert_ne!(table.links[1].split('/').nth(4), old.split('/').nth(4), "there is a new one too");
    assert!(enter(&at(&old, &table), "tile 6-6", 1).contains("\"ok\":true"), "the phone of before enters");
    assert!(said(data.path(), &["serve", "links", "list"]).0.contains("to enter drops, since"));
    let (code, good) = said(data.path(), &["serve", "links", "renew", "enter"]);
    assert!(good, "{code}");
    let renewed = old.replace(old.split('/').nth(4).unwrap(), code.trim());
    let begun = Instant::now();
    while get(&at(&old, &table)).contains("200 OK") {
        assert!(begun.elapsed() < Duration::from_secs(10), "a server that runs hears of it");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(get(&at(&table.links[1], &table)).contains("403 Forbidden"));
    assert!(get(&at(&renewed, &table)).contains("200 OK"));
    assert!(said(data.path(), &["serve", "links", "withdraw", "enter"]).0.contains("1 withdrawn"));
    drop(table);
    let other = Served::start(data.path(), &["--enter", "--new", "--players", "Una,Vic"], 2);
    assert!(get(&at(&renewed, &other)).contains("403 Forbidden"));
}

#[test]
fn nobody_is_made_up_where_nobody_was_named() {
    let data = tempdir().unwrap();
    let (why, good) = said(data.path(), &["serve", "--address", "127.0.0.1", "--port", "0"]);
    assert!(!good && why.contains("who plays?"), "{why}");
    assert!(Store::open_read_only(data.path()).map_or(true, |store| store.match_ids().unwrap().is_empty()));
    // A match that is over is shown as it ended, and phones may play it again.
    let mut store = Store::open(data.path()).unwrap().store;
    for event in game(1) {
        store.append(MatchId::from_seed(1), std::slice::from_ref(&event), now()).unwrap();
    }
    drop(store);
    let table = Served::start(data.path(), &["--enter"], 2);
    assert!(page_with(&table.links[1], "The same again").contains("The same again"));
    assert_eq!(Store::open_read_only(data.path()).unwrap().match_ids().unwrap().len(), 1, "nothing was begun");
}

/// Every command that seats players names the numbers that the rules allow, and keeps nothing.
#[test]
fn a_number_of_players_that_the_rules_do_not_allow_is_refused() {
    let data = tempdir().unwrap();
    let three = ["--rules", "leek", "--players", "Anna,Ben,Cleo"];
    let serve = [&["serve", "--address", "127.0.0.1", "--port", "0"], three.as_slice()].concat();
    let watch = [&["watch", "sim:1"], three.as_slice()].concat();
    let score = vec!["score", "--rules", "leek", "--score", "59", "--players", "3", "6-6"];
    for args in [serve, watch, score] {
        let (why, good) = said(data.path(), &args);
        assert!(!good && why.contains("(Leek league)` can't be played by 3 players: choose 2, 4"), "{args:?}: {why}");
    }
    let (why, good) = said(data.path(), &["advise", "--rules", "leek", "--seats", "3", "--hand", "6-6"]);
    assert!(!good && why.contains("not for 3 players"), "{why}");
    assert!(Store::open_read_only(data.path()).map_or(true, |store| store.match_ids().unwrap().is_empty()));
    // The target depends on the number of players.
    let score =
        |players| said(data.path(), &["score", "--rules", "leek", "--score", "53", "--players", players, "6-6 6-3"]).0;
    assert!(score("2").contains("53 + 8 = 61: the target is reached"), "{}", score("2"));
    assert!(score("4").contains("53 + 8 = 61") && !score("4").contains("reached"), "{}", score("4"));
}

/// A phone can only play on, or the same again: by as many as before.
#[test]
fn a_phone_is_offered_no_other_number_of_players() {
    let data = tempdir().unwrap();
    let table = Served::start(data.path(), &["--enter", "--rules", "five_up", "--players", "Una,Vic,Wim,Xia"], 2);
    let page = page_with(&table.links[1], "name=\"edition\"");
    assert!(["Una", "Vic", "Wim", "Xia"].iter().all(|name| page.contains(name)), "{page}");
    assert!(!page.contains("name=\"players\"") && !page.contains("4 players"), "{page}");
    assert_eq!(page.matches("<label for=\"0p").count(), 4, "another game seats as many: {page}");
    for (number, act) in [(1, "start Una Vic"), (2, "players 3"), (3, "deal E")] {
        assert!(!enter(&table.links[1], act, number).contains("\"ok\":true"), "{act}");
    }
}

#[test]
fn damaged_keys_open_a_club_to_nobody_and_eight_are_made_at_once() {
    let (club, one) = (tempdir().unwrap(), tempdir().unwrap());
    let made: Vec<_> = (0..8)
        .map(|n| {
            let folder = club.path().join("data");
            std::thread::spawn(move || said(&folder, &["serve", "keys", "make", &format!("Club {n}")]))
        })
        .collect();
    for (key, good) in made.into_iter().map(|made| made.join().unwrap()) {
        assert!(good, "{key}");
    }
    let data = club.path().join("data");
    assert_eq!(said(&data, &["serve", "keys", "list"]).0.lines().count(), 8);
    let served = Served::start(&data, &["--club"], 2);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&data), 0o700);
        for entry in std::fs::read_dir(&data).unwrap().flatten() {
            let path = entry.path();
            assert_eq!(mode(&path), if path.is_dir() { 0o700 } else { 0o600 }, "{}", path.display());
        }
    }
    assert!(!join(one.path(), &served.links[1], "One").1, "a key is wanted");
    drop(served);
    for file in ["club-keys.json", "club-keys.copy.json"] {
        std::fs::write(data.join(file), "{\"keys\":[").unwrap();
    }
    let (why, good) = said(&data, &["serve", "--club", "--address", "127.0.0.1", "--port", "0"]);
    assert!(!good && why.contains("club-keys.json") && why.contains("no table can join"), "{why}");
    let (why, good) = said(&data, &["serve", "keys", "make", "Paphos"]);
    assert!(!good && why.contains("club-keys.json"), "what is damaged is not written over: {why}");
}

#[test]
fn lost_keys_open_a_club_to_nobody_and_a_copy_is_told() {
    let (club, one) = (tempdir().unwrap(), tempdir().unwrap());
    let (file, copy) = (club.path().join("club-keys.json"), club.path().join("club-keys.copy.json"));
    let (key, good) = said(club.path(), &["serve", "keys", "make", "Paphos"]);
    assert!(good, "{key}");
    let kept = std::fs::read(&file).unwrap();
    let key = key.trim().to_owned();
    let status = |link: &str, key: &str| {
        let key = if key.is_empty() { String::new() } else { format!("Authorization: Bearer {key}\r\n") };
        let answer = ask(link, |host, path| {
            format!(
                "POST {path}have?table=One HTTP/1.1\r\nHost: {host}\r\n{key}Connection: close\r\nContent-Length: 0\r\n\r\n"
            )
        });
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    // The file is damaged: its copy is used, and a notice names it.
    std::fs::write(&file, "{\"keys\":[").unwrap();
    assert!(said(club.path(), &["serve", "keys", "list"]).0.contains("Sixty-One uses its copy"));
    let served = Served::start(club.path(), &["--club"], 2);
    let link = served.links[1].clone();
    assert_eq!([status(&link, ""), status(&link, &key)], ["401", "200"]);
    // Both are lost while it runs: the keys of before still count, and no others.
    for file in [&file, &copy] {
        std::fs::remove_file(file).unwrap();
        std::thread::sleep(Duration::from_millis(2500));
        assert_eq!([status(&link, ""), status(&link, &key)], ["401", "200"]);
    }
    let told = served.killed();
    for words in ["club-keys.json was damaged", "club-keys.json was missing", "the keys known so far still count"] {
        assert_eq!(told.iter().filter(|line| line.contains(words)).count(), 1, "{words}: {told:?}");
    }
    // It does not start without them, and neither with a file that is none.
    let start = || said(club.path(), &["serve", "--club", "--address", "127.0.0.1", "--port", "0"]);
    let (why, good) = start();
    assert!(!good && why.contains("no table can join") && why.contains("club-keys.json is missing"), "{why}");
    std::fs::write(&file, "{}").unwrap();
    let (why, good) = start();
    assert!(!good && why.contains("no table can join") && why.contains("club-keys.json"), "{why}");
    std::fs::write(&file, kept).unwrap();
    let served = Served::start(club.path(), &["--club"], 2);
    assert!(!join(one.path(), &served.links[1], "One").1);
    assert_eq!([status(&served.links[1], ""), status(&served.links[1], &key)], ["401", "200"]);
    drop(served);
    // New keys are a way on.
    std::fs::remove_file(&file).unwrap();
    assert!(said(club.path(), &["serve", "keys", "make", "Limassol"]).1);
    let served = Served::start(club.path(), &["--club"], 2);
    assert_eq!([status(&served.links[1], ""), status(&served.links[1], &key)], ["401", "401"]);
}

#[test]
fn a_club_loses_and_doubles_nothing_when_it_is_killed_and_tables_come_and_go() {
    let (club, one, two) = (tempdir().unwrap(), tempdir().unwrap(), tempdir().unwrap());
    let games: Vec<(MatchId, Vec<Event>)> = (1..=4).map(|seed| (MatchId::from_seed(seed), game(seed))).collect();
    let append = |folder: &Path, n: usize, from: usize, to: usize| {
        let mut store = Store::open(folder).unwrap().store;
        let (id, events) = &games[n];
        for event in &events[from..to.min(events.len())] {
            store.append(*id, std::slice::from_ref(event), now()).unwrap();
        }
    };
    append(one.path(), 0, 0, 30);
    append(two.path(), 1, 0, 20);
    {
        let served = Served::start(club.path(), &["--club", "--title", "Friday"], 2);
        let link = &served.links[1];
        assert_eq!(join(one.path(), link, "One"), ("1 match sent; the others were already there\n".to_owned(), true));
        assert!(join(two.path(), link, "Two").1);
        assert_eq!(
            join(two.path(), link, "Two").0,
            "0 matches sent; the others were already there\n",
            "once is enough"
        );
        let board = get(&served.links[0]);
        assert!(
            board.contains("<h1>Friday</h1>") && board.contains(">One</a></h2>") && board.contains(">Two</a></h2>")
        );
        // Neither a link for watching nor a wrong one works for tables.
        assert!(!join(one.path(), &served.links[0], "One").1);
        assert!(!join(one.path(), &link.replace("/t/", "/t/x"), "One").1);
    }
    // The club is gone: the tables continue, and catch up when it is back, at the same link.
    append(one.path(), 0, 30, usize::MAX);
    append(one.path(), 2, 0, 12);
    append(two.path(), 1, 20, 21);
    let served = Served::start(club.path(), &["--club"], 2);
    let link = &served.links[1];
    assert!(join(one.path(), link, "One").1 && join(two.path(), link, "Two").1);
    let page = get(&served.links[0]);
    assert!(page.contains("<h2>Table of all matches</h2>"), "a result is in the league table: {page}");
    // A game that continues differently is rejected completely.
    let other = tempdir().unwrap();
    let mut store = Store::open(other.path()).unwrap().store;
    store.append(games[1].0, &games[3].1[..40.min(games[3].1.len())], now()).unwrap();
    drop(store);
    let (why, good) = join(other.path(), link, "Two");
    assert!(!good && why.contains("the match differs here"), "{why}");
    drop(served);
    let club = Store::open_read_only(club.path()).unwrap();
    for (folder, n) in [(&one, 0), (&one, 2), (&two, 1)] {
        let id = games[n].0;
        let table = Store::open_read_only(folder.path()).unwrap();
        assert_eq!(club.export(&[id]).unwrap(), table.export(&[id]).unwrap(), "game {n}, byte for byte");
    }
}

#[test]
fn with_keys_each_club_has_its_board_and_a_withdrawn_key_sends_nothing() {
    let (club, one, two) = (tempdir().unwrap(), tempdir().unwrap(), tempdir().unwrap());
    let keys = |args: &[&str]| {
        let mut command = crate::program();
        let output = command.args(["serve", "keys"]).args(args).arg("--data").arg(club.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    for (folder, seed) in [(&one, 21), (&two, 22)] {
        let mut store = Store::open(folder.path()).unwrap().store;
        store.append(MatchId::from_seed(seed), &game(seed)[..12], now()).unwrap();
    }
    let served = Served::start(club.path(), &["--club"], 2);
    let link = &served.links[1];
    let (paphos, limassol) = (keys(&["make", "Paphos"]), keys(&["make", "Limassol <b>"]));
    let send = |data: &Path, key: Option<&str>| {
        let mut command = crate::program();
        command.args(["join", link, "--table", "One", "--once", "--data"]).arg(data);
        let output = command.args(key.iter().flat_map(|key| ["--key", key])).output().unwrap();
        (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.success())
    };
    // The server notices the keys within a second or so.
    let begin = Instant::now();
    while send(one.path(), None).1 {
        assert!(begin.elapsed() < Duration::from_secs(20), "a table without a key is let in");
    }
    assert!(send(one.path(), Some("abcd-efgh")).0.contains("unknown club key"));
    assert!(send(one.path(), Some(&paphos)).1 && send(two.path(), Some(&limassol.to_uppercase())).1);
    let (why, good) = send(one.path(), Some(&limassol));
    assert!(good || why.contains("belongs to another club"), "{why}");
    let clubs = page_with(&served.links[0], "Limassol");
    assert!(clubs.contains("?club=Paphos") && clubs.contains("Limassol &lt;b&gt;"), "{clubs}");
    let board = get(&format!("{}?club=Paphos", served.links[0]));
    assert_eq!(board.matches("<section").count(), 1, "{board}");
    let page = get(&format!("{}?club=Paphos&table=One", served.links[0]));
    assert!(page.contains("news?page=score&amp;club=Paphos&amp;table=One") && page.contains("Anna"), "{page}");
    keys(&["withdraw", "Paphos"]);
    assert!(keys(&["list"]).contains("Paphos, made") && keys(&["list"]).contains("withdrawn"));
    let mut store = Store::open(one.path()).unwrap().store;
    store.append(MatchId::from_seed(21), &game(21)[12..13], now()).unwrap();
    drop(store);
    let begin = Instant::now();
    loop {
        let (why, good) = send(one.path(), Some(&paphos));
        if !good {
            assert!(why.contains("withdrawn"), "{why}");
            break;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "a withdrawn key sends");
    }
    let kept = std::fs::read_to_string(club.path().join("club-keys.json")).unwrap();
    assert!(!kept.contains(&paphos) && !kept.contains(&paphos.replace('-', "")), "what is kept is no key");
}

fn form(link: &str, body: &str) -> String {
    ask(link, |host, path| {
        format!(
            "POST {path}secretary HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    })
}

#[test]
fn fixtures_are_called_to_tables_and_a_kill_forgets_none() {
    let (club, one) = (tempdir().unwrap(), tempdir().unwrap());
    let called = "Called: <b>Anna v Ben</b> at One";
    {
        let served = Served::start(club.path(), &["--club", "--title", "Friday"], 3);
        let [watch, tables, secretary] = &served.links[..] else { panic!("{:?}", served.links) };
        let page = form(secretary, "act=save&name=Winter&entrants=Anna%0D%0ABen%0D%0ACleo");
        assert!(page.contains("Winter is saved, with 3 entrants"), "{page}");
        let page = form(secretary, "act=round&league=Winter&round=1");
        assert!(page.contains("no table is free"), "{page}");
        // A table that has recorded nothing yet is one all the same.
        assert!(join(one.path(), tables, "One").1);
        let fixture = "fixture=1%09Ben%09Cleo";
        let page = form(secretary, &format!("act=call&league=Winter&{fixture}&table=%09One"));
        assert!(page.contains("Ben v Cleo is called to One"), "{page}");
        assert!(join(one.path(), tables, "One").0.contains("Called: Ben v Cleo, round 1 of Winter"));
        let page = form(secretary, &format!("act=withdraw&league=Winter&{fixture}"));
        assert!(page.contains("Ben v Cleo is no longer called"), "{page}");
        assert!(!join(one.path(), tables, "One").0.contains("Called"));
        let page = form(secretary, "act=round&league=Winter&round=3");
        assert!(page.contains("1 fixture is called"), "{page}");
        assert!(page_with(watch, called).contains(called));
        // Who watches, or is a table, calls nothing, and sees no page of the secretary's.
        for link in [watch, tables] {
            assert!(form(link, "act=round&league=Winter&round=1").contains(" 403 "));
            let page = "news?page=secretary";
            assert!(
                get(&format!("{link}{page}")).contains(" 404 ") && get(&format!("{link}sheet.pdf")).contains(" 404 ")
            );
        }
    }
    // It was killed: what was called is called, at the same links.
    let served = Served::start(club.path(), &["--club"], 3);
    let [watch, tables, secretary] = &served.links[..] else { panic!("{:?}", served.links) };
    assert!(page_with(watch, called).contains(called));
    assert!(join(one.path(), tables, "One").0.contains("Called: Anna v Ben, round 3 of Winter"));
    let (id, events) = (MatchId::from_seed(61), game(61));
    let mut store = Store::open(one.path()).unwrap().store;
    store.append(id, &events[..10], now()).unwrap();
    assert!(!join(one.path(), tables, "One").0.is_empty());
    assert!(page_with(secretary, "plays at One").contains("plays at One"));
    assert!(!join(one.path(), tables, "One").0.contains("Called"), "it is being played");
    store.append(id, &events[10..], now()).unwrap();
    drop(store);
    assert!(join(one.path(), tables, "One").1);
    let page = page_with(secretary, "<td>played</td>");
    assert!(page.contains("<td>played</td>") && page.contains("<b class=\"good\">free</b>"), "{page}");
    let board = page_with(watch, "<h2>Winter</h2>");
    assert!(!board.contains("Called:") && board.contains("<h2>Winter</h2>"), "{board}");
    for sheet in ["sheet.pdf", "sheet.pdf?league=Winter"] {
        let (host, path) = secretary.strip_prefix("http://").unwrap().split_once('/').unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET /{path}{sheet} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.contains("application/pdf") && answer.contains("\r\n\r\n%PDF"), "{sheet}");
    }
}

#[test]
fn a_table_goes_on_sending_by_itself() {
    let (club, table) = (tempdir().unwrap(), tempdir().unwrap());
    let served = Served::start(club.path(), &["--club"], 2);
    let mut store = Store::open(table.path()).unwrap().store;
    let (id, events) = (MatchId::from_seed(9), game(9));
    store.append(id, &events[..2], now()).unwrap();
    let mut joined = crate::program()
        .args(["join", &served.links[1], "--table", "One", "--data"])
        .arg(table.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // The window keeps the folder open and writes on meanwhile.
    for event in &events[2..20] {
        store.append(id, std::slice::from_ref(event), now()).unwrap();
        std::thread::sleep(Duration::from_millis(40));
    }
    let wanted = format!("{id} 20");
    let has = |link: &str| {
        ask(link, |host, path| {
            format!(
                "POST {path}have?table=One HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 16\r\n\r\n{id}"
            )
        })
    };
    let mut answer = String::new();
    for _ in 0..400 {
        answer = has(&served.links[1]);
        if answer.contains(&wanted) {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    joined.kill().unwrap();
    joined.wait().unwrap();
    assert!(answer.contains(&wanted), "{answer}");
}

#[test]
fn in_practice_a_phone_is_told_what_its_hand_is_worth_and_the_record_is_not() {
    let data = tempdir().unwrap();
    let post = |link: &str, path: &str, kind: &str, body: &[u8]| {
        let (host, base) = link.strip_prefix("http://").unwrap().split_once('/').unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let head = format!(
            "POST /{base}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    };
    let form = "application/x-www-form-urlencoded";
    let events = |data: &Path| {
        let store = Store::open_read_only(data).unwrap();
        let games = store.match_ids().unwrap();
        games.iter().map(|game| store.load(*game).unwrap().len()).sum::<usize>()
    };
    let table = Served::start(data.path(), &["--enter", "--practice", "--players", "Anna,Ben"], 3);
    let hand = &table.links[2];
    assert!(page_with(hand, "What should I drop?").contains("What should I drop?"));
    let before = events(data.path());
    let tiles = "seat=A&tile=6-6&tile=5-5&tile=5-0&tile=4-1&tile=3-2&tile=2-1&tile=1-0";
    let page = post(hand, "hand", form, tiles.as_bytes());
    assert!(page.contains("chance to win") && page.contains("value=\"5-0\" checked"), "{page}");
    // An impossible hand is refused in words, and so is advice out of turn.
    let page = post(hand, "hand", form, b"seat=A&tile=6-6");
    assert!(page.contains("class=\"say\"") && !page.contains("chance to win"), "{page}");
    let page = post(hand, "hand", form, tiles.replace("seat=A", "seat=B").as_bytes());
    assert!(page.contains("Anna") && !page.contains("chance to win"), "{page}");
    // A file that is not a picture, and a picture without a tile.
    assert!(post(hand, "photo", "image/jpeg", b"\xff\xd8\xffnothing").contains("the picture"));
    let grey = eye::picture::jpeg(&[120; 3 * 320 * 240], 320, 240, 80, eye::picture::Colours::Full).unwrap();
    assert!(post(hand, "photo", "image/jpeg", &grey).contains("No tile was found"));
    assert_eq!(events(data.path()), before, "nothing of it is recorded");
}
