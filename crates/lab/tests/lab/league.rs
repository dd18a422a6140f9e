//! A league's server on a PostgreSQL made as the handbook says, and killed.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may fail, and says what it leaves out")]

use lab::league::{Cluster, SeasonLedger, SeasonPlan, Served, ask, play_season, programs, run_faults, sixty_one};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sixty-one-lab");

/// Reports whether PostgreSQL is installed, with a message if not; the other tests continue.
fn installed() -> bool {
    if programs().is_none() {
        println!("skipped: no PostgreSQL here (scripts/install-missing test)");
    }
    programs().is_some()
}

fn serve(address: &str, more: &[&str]) -> Served {
    let mut command = sixty_one(
        Path::new(PROGRAM),
        &["serve", "--club", "--address", "127.0.0.1", "--port", "0", "--database", address],
    );
    Served::start(command.args(more)).unwrap()
}

fn pieces(seed: u64) -> (store::MatchId, Vec<String>) {
    let setup = game::Setup::new(game::rules::RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]);
    let played = game::self_play::play_match(setup, &[0.9, 0.1], false, seed).unwrap();
    let id = store::MatchId::from_seed(seed);
    (id, store::pieces_of(id, played.events(), store::Timestamp(1_700_000_000_000)))
}

/// What `serve keys` or `serve links` prints about a database.
fn managed(what: &str, args: &[&str], address: &str) -> String {
    let mut command = sixty_one(Path::new(PROGRAM), &["serve", what]);
    let output = command.args(args).args(["--database", address]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// The code in a link.
fn code(link: &str) -> String {
    link.split('/').rev().nth(1).unwrap().to_owned()
}

fn until(what: &str, mut good: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !good() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn two_servers_on_one_database_lose_and_double_nothing_when_it_is_killed() {
    if !installed() {
        return;
    }
    let mut cluster = Cluster::start().unwrap();
    let address = cluster.database("league").unwrap();
    // Both bring the tables up to date at once.
    let (one, two) = std::thread::scope(|scope| {
        let one = scope.spawn(|| serve(&address, &[]));
        let two = serve(&address, &[]);
        (one.join().unwrap(), two)
    });
    // Each server makes its own links; those of one server open at the other too.
    let there = |here: &str, other: &str| ask(&here.replace(&code(here), &code(other)), "", None, None).unwrap().0;
    until("a link of two opens at one", || there(&one.watch, &two.watch) == 200);
    until("a link of one opens at two", || there(&two.watch, &one.watch) == 200);
    let (id, pieces) = pieces(4);
    let send = |server: &Served, n: usize| ask(&server.join, "games?table=One", Some(&pieces[n]), None).unwrap();
    let board = |server: &Served, words: &str| ask(&server.watch, "", None, None).unwrap().1.contains(words);
    for n in 0..6 {
        assert_eq!(send(if n % 2 == 0 { &one } else { &two }, n), (200, format!("{id} {}\n", n + 1)));
    }
    // Twice, and something that does not follow: nothing new, and the answer names what is there.
    assert_eq!(send(&two, 3), (200, format!("{id} 6\n")));
    assert_eq!(send(&one, 9), (200, format!("{id} 6\n")));
    until("a watcher at one sees what two was sent", || board(&one, ">One</a>") && board(&two, ">One</a>"));
    // The database is killed: the servers report it and stay up; a message is sent again, and is there once in the end.
    cluster.kill().unwrap();
    assert_eq!(send(&one, 6).0, 503);
    assert!(board(&one, ">One</a>"), "the board stays");
    until("it is said", || one.said().iter().any(|line| line.contains("can't use the database")));
    cluster.begin().unwrap();
    for n in 6..10 {
        let server = if n % 2 == 0 { &one } else { &two };
        until("it takes again what is sent", || send(server, n).0 == 200);
    }
    until("it is said to be over", || one.said().iter().any(|line| line.contains("works again")));
    let count = |sql: &str| cluster.query("league", sql).unwrap();
    assert_eq!(count("SELECT count(*), max(n), count(DISTINCT hash) FROM sixty_one.event"), "10|10|10");
    assert!(cluster.query("league", "DELETE FROM sixty_one.event").is_err(), "the log is only added to");
    // A third server begins with what is there.
    drop((one, two));
    let three = serve(&address, &["--public-address", "https://league.example.org", "--proxy", "127.0.0.1"]);
    assert!(three.join.starts_with("https://league.example.org/t/"), "{}", three.join);
}

#[test]
fn keys_of_a_database_are_made_and_withdrawn_while_it_serves() {
    if !installed() {
        return;
    }
    let cluster = Cluster::start().unwrap();
    let address = cluster.database("league").unwrap();
    let server = serve(&address, &[]);
    let keys = |args: &[&str]| managed("keys", args, &address);
    let key = keys(&["make", "Paphos"]);
    let (id, pieces) = pieces(5);
    let send = |n: usize, key: Option<&str>| ask(&server.join, "games?table=One", Some(&pieces[n]), key).unwrap();
    // Nothing is sent before the server has heard of the key: it would be of no club.
    until("a key is wanted", || ask(&server.join, "have?table=One", Some(""), None).unwrap().0 == 401);
    assert_eq!(send(0, None).0, 401);
    assert_eq!(send(0, Some(&key)).0, 200);
    assert_eq!(cluster.query("league", "SELECT club, place, n FROM sixty_one.game").unwrap(), "Paphos|One|1");
    keys(&["withdraw", "Paphos"]);
    until("a withdrawn key sends nothing", || send(1, Some(&key)).0 == 401);
    assert!(keys(&["list"]).contains("withdrawn") && id.to_string().len() == 16);
    let kept = cluster.query("league", "SELECT encode(hash, 'escape') FROM sixty_one.club_key").unwrap();
    assert!(!kept.contains(&key), "what is kept is no key");
}

#[test]
fn links_of_a_database_are_renewed_and_withdrawn_while_it_serves_and_kept_as_hashes() {
    if !installed() {
        return;
    }
    let cluster = Cluster::start().unwrap();
    let address = cluster.database("league").unwrap();
    let server = serve(&address, &[]);
    let links = |args: &[&str]| managed("links", args, &address);
    let status = |link: &str| ask(link, "", None, None).unwrap().0;
    let old = code(&server.watch);
    assert_eq!(status(&server.watch), 200);
    let new = links(&["renew", "watch"]);
    let renewed = server.watch.replace(&old, &new);
    until("a renewed link opens nothing any more", || status(&server.watch) == 403);
    assert_eq!(status(&renewed), 200);
    let kept =
        cluster.query("league", "SELECT string_agg(encode(hash, 'escape'), ' ') FROM sixty_one.open_link").unwrap();
    assert!(!kept.contains(&new) && !kept.contains(&old), "what is kept opens nothing");
    links(&["withdraw", "watch"]);
    until("a withdrawn link opens nothing", || status(&renewed) == 403);
}

/// The database as the handbook makes it: its owner may do nothing else.
#[test]
fn the_role_that_writes_cannot_take_the_guard_of_the_log_away_and_absent_tables_are_forgotten() {
    guarded("", &["writer"]);
}

/// The tables were made over to a role that the writing one had made, and may become by another.
#[test]
fn a_writing_role_that_made_roles_cannot_take_the_guard_away_either() {
    guarded("CREATEROLE", &["writer", "helper", "sixty_one_log"]);
}

fn guarded(rights: &str, becomes: &[&str]) {
    if !installed() {
        return;
    }
    let cluster = Cluster::start().unwrap();
    let address = cluster.database("league").unwrap().replace("user=sixty_one", "user=writer");
    cluster.query("postgres", &format!("CREATE ROLE writer LOGIN {rights}")).unwrap();
    cluster.query("postgres", "ALTER DATABASE league OWNER TO writer").unwrap();
    let as_role = |role: &str, sql: &str| {
        cluster.query("league", &format!("SET SESSION AUTHORIZATION writer; SET ROLE {role}; {sql}"))
    };
    let server = serve(&address, &[]);
    let (_, pieces) = pieces(5);
    let send = |n: usize| ask(&server.join, "games?table=One", Some(&pieces[n]), None).unwrap().0;
    let league = |name: &str| {
        let body = format!("act=save&name={name}&entrants=Anna%0ABen&matches=1");
        ask(&server.secretary, "secretary", Some(&body), None).unwrap().1
    };
    assert_eq!(send(0), 200);
    if becomes.len() > 1 {
        as_role("writer", "CREATE ROLE helper; GRANT sixty_one_log TO helper; GRANT helper TO writer").unwrap();
        let owner = "SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'sixty_one.event'::regclass";
        assert_eq!(cluster.query("league", owner).unwrap(), "sixty_one_log");
    }
    let handbook = include_str!("../../../../assets/handbook/src/league.md");
    let guard = handbook.split("psql sixty_one <<END\n").nth(1).unwrap().split("END").next().unwrap();
    let guard = guard.replace("$USER", "writer").replace("DATABASE sixty_one", "DATABASE league");
    cluster.query("league", &guard).unwrap();
    for (role, table) in becomes.iter().flat_map(|role| [(role, "event"), (role, "book")]) {
        for sql in [
            format!("DROP TRIGGER {table}_is_never_changed ON sixty_one.{table}"),
            format!("ALTER TABLE sixty_one.{table} DISABLE TRIGGER ALL"),
            format!("ALTER TABLE sixty_one.{table} OWNER TO writer"),
            format!("CREATE RULE none AS ON INSERT TO sixty_one.{table} DO INSTEAD NOTHING"),
            format!("UPDATE sixty_one.{table} SET kind = ''"),
            format!("DELETE FROM sixty_one.{table}"),
            format!("TRUNCATE sixty_one.{table}"),
            format!("DROP TABLE sixty_one.{table} CASCADE"),
            format!("SET session_replication_role = replica; UPDATE sixty_one.{table} SET kind = ''"),
            "DROP SCHEMA sixty_one CASCADE".to_owned(),
            "ALTER SCHEMA sixty_one OWNER TO writer".to_owned(),
            "DROP FUNCTION sixty_one.only_added_to() CASCADE".to_owned(),
            "CREATE OR REPLACE FUNCTION sixty_one.only_added_to() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'"
                .to_owned(),
            "ALTER DATABASE league OWNER TO writer".to_owned(),
            "ALTER ROLE writer CREATEROLE".to_owned(),
            "GRANT pg_execute_server_program TO writer".to_owned(),
        ] {
            let why = as_role(role, &sql).map_err(|why| why.to_string()).unwrap_err();
            assert!(
                why.contains("must be owner") || why.contains("permission denied") || why.contains("admin option"),
                "{role}: {sql}: {why}"
            );
        }
    }
    // It still adds to both, and its server starts again.
    assert_eq!(send(1), 200);
    league("Winter");
    let count = |table: &str| cluster.query("league", &format!("SELECT count(*) FROM sixty_one.{table}")).unwrap();
    assert_eq!((count("event").as_str(), count("book").as_str()), ("2", "1"));
    // Who was here yesterday is forgotten; who is here stays.
    let old = "INSERT INTO sixty_one.place VALUES ('', 'Old', now() - interval '2 days')";
    cluster.query("league", old).unwrap();
    until("a table that is long gone is forgotten", || {
        send(1);
        cluster.query("league", "SELECT place FROM sixty_one.place").unwrap() == "One"
    });
    drop(server);
    drop(serve(&address, &[]));
}

#[test]
fn what_is_called_at_one_server_is_called_at_the_other_and_stays_when_all_are_killed() {
    if !installed() {
        return;
    }
    let mut cluster = Cluster::start().unwrap();
    let address = cluster.database("league").unwrap();
    let mut command = sixty_one(Path::new(PROGRAM), &["serve", "league", "save", "Winter", "--database", &address]);
    assert!(command.args(["--entrant", "Anna", "--entrant", "Ben", "--twice"]).status().unwrap().success());
    let (one, two) = (serve(&address, &[]), serve(&address, &[]));
    let page = |server: &Served| ask(&server.secretary, "", None, None).unwrap().1;
    let form = |server: &Served, body: &str| ask(&server.secretary, "secretary", Some(body), None).unwrap().1;
    let told = |server: &Served| ask(&server.join, "have?table=Two", Some(""), None).unwrap().1;
    // The table is connected at two, the secretary at one.
    assert_eq!(told(&two), "");
    until("one knows of the table", || {
        told(&two);
        page(&one).contains("free</b>")
    });
    let early = form(&one, "act=round&league=Winter&round=2");
    assert!(early.contains("have round 1 to play first"), "{early}");
    let called = form(&one, "act=round&league=Winter&round=1");
    assert!(called.contains("1 fixture is called"), "{called}");
    until("the table hears of it at two", || told(&two).contains("call {") && told(&two).contains("\"Anna\""));
    let board = |server: &Served| ask(&server.watch, "", None, None).unwrap().1.contains("Called: <b>");
    until("both boards show it", || board(&one) && board(&two));
    let rows = "SELECT count(*) FROM sixty_one.book WHERE kind = 'fixture_called'";
    form(&two, "act=round&league=Winter&round=1");
    assert_eq!(cluster.query("league", rows).unwrap(), "1", "asked twice is once");
    assert!(cluster.query("league", "DELETE FROM sixty_one.book").is_err(), "it is only added to");
    drop((one, two));
    cluster.kill().unwrap();
    cluster.begin().unwrap();
    let three = serve(&address, &[]);
    assert!(board(&three) && told(&three).contains("call {"));
    // The match is played, at any table: the fixture is over.
    let (_, pieces) = pieces(6);
    for piece in &pieces {
        assert_eq!(ask(&three.join, "games?table=Two", Some(piece), None).unwrap().0, 200);
    }
    until("the fixture is played", || page(&three).contains("<td>played</td>"));
    assert!(!board(&three) && !told(&three).contains("call {"));
    assert!(form(&three, "act=round&league=Winter&round=2").contains("1 fixture is called"));
    let withdrawn = form(&three, "act=withdraw&league=Winter&fixture=2%09Ben%09Anna");
    assert!(withdrawn.contains("Ben v Anna is no longer called"), "{withdrawn}");
    until("the call is gone", || !board(&three));
}

#[test]
fn nothing_is_lost_or_doubled_when_everything_fails() {
    let report = run_faults(Path::new(PROGRAM), 61, 6, 2).unwrap();
    println!("{report}");
    assert_eq!((report.runs, report.events), (6, 15 * 14), "{report}");
}

/// The first rounds of the season that `sixty-one-lab league season` plays to its end.
#[test]
fn a_seasons_tables_are_as_worked_out_apart() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: no Python is installed");
        return;
    }
    for (ledger, rounds) in [(SeasonLedger::Folder, 3), (SeasonLedger::Postgres, 2)] {
        let plan = SeasonPlan { ledger, browser: false, at_once: 9, rounds: Some(rounds) };
        match play_season(Path::new(PROGRAM), plan).unwrap() {
            Some(report) => assert!(report.rounds == rounds && report.kills > 0, "{report}"),
            None => println!("skipped: no PostgreSQL here (scripts/install-missing test)"),
        }
    }
}

#[test]
fn a_database_that_wants_tls_is_reached_and_its_certificate_is_checked() {
    if !installed() {
        return;
    }
    let mut cluster = Cluster::start().unwrap();
    let local = cluster.database("league").unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let fingerprint = cluster.encrypt(port).unwrap();
    let address = format!("postgres://sixty_one@127.0.0.1:{port}/league");
    let encrypted =
        "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl AND datname = 'league'";
    let count = |cluster: &Cluster| cluster.query("postgres", encrypted).unwrap().parse::<u32>().unwrap();
    assert_eq!(count(&cluster), 0);
    let refused = |address: &str| {
        let mut command = sixty_one(
            Path::new(PROGRAM),
            &["serve", "--club", "--address", "127.0.0.1", "--port", "0", "--database", address],
        );
        let output = command.output().unwrap();
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let unknown = refused(&format!("{address}?sslmode=require"));
    assert!(unknown.contains("doesn't know its certificate"), "{unknown}");
    assert!(refused(&format!("{address}?sslmode=verify-full")).contains("doesn't know its certificate"));
    assert!(refused(&format!("{address}#sha256={}", "00".repeat(32))).contains("not the one in the address"));
    assert!(refused(&format!("{address}?sslmode=disable")).contains("no pg_hba.conf entry"));
    for address in [address.clone(), format!("{address}#sha256={fingerprint}")] {
        let league = serve(&address, &[]);
        let (_, pieces) = pieces(5);
        assert_eq!(ask(&league.join, "games?table=One", Some(&pieces[0]), None).unwrap().0, 200);
        until("its connections are encrypted", || count(&cluster) >= 2);
        drop(league);
        until("they end", || count(&cluster) == 0);
    }
    // A socket of this machine needs none.
    let at = local.replace("?", &format!("?port={port}&"));
    drop(serve(&at, &[]));
}
