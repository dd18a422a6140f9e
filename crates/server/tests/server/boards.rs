//! A club's server: who watches what, and what a proxy may say.

use crate::client::{FORM, Phone, dealt};
use game::Act;
use game::league::{Author, Day, LeagueForm, Lineup, Season, SeasonEntry, SeasonFact, Squad, TeamId, days, fixtures};
use game::stats::{FixtureName, Standing};
use server::{
    EveningSheet, FixtureLine, FixtureState, LeagueSheet, Limits, LinkKind, ListenerOptions, PublicAddress, Rate,
    SeasonSheet, SecretarySaid, SecretaryWish, Server, TableLine, TableName,
};
use std::net::IpAddr;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

const HOME: [u8; 4] = [127, 0, 0, 1];

fn open(limits: Limits, public: Option<PublicAddress>) -> (Server, Phone, String) {
    let options =
        ListenerOptions { port: 0, addresses: vec![IpAddr::from(HOME)], limits, public, ..ListenerOptions::default() };
    let server = Server::open(&options, || {}).unwrap();
    server.open_link(LinkKind::Watch).unwrap();
    let link = format!("/w/{}/", server.code(LinkKind::Watch).unwrap());
    let phone = Phone::at(server.addresses()[0]);
    (server, phone, link)
}

fn name(club: &str, table: &str) -> TableName {
    TableName { club: club.to_owned(), table: table.to_owned() }
}

#[test]
fn who_watches_a_table_hears_of_it_and_who_watches_all_hears_what_is_new() {
    let (server, phone, link) = open(Limits::of_club(), None);
    let boards = server.boards();
    boards.begin("Friday");
    let (one, two) = (name("Paphos", "One"), name("Limassol", "Two & three"));
    let mut game = dealt();
    boards.show(&one, Some(game.clone()));
    boards.show(&two, Some(game.clone()));
    assert!(phone.get(&link).body.contains("?club=Limassol"));
    assert!(phone.get(&format!("{link}?club=Limassol")).body.contains(">Two &amp; three</a>"));
    let page = phone.get(&format!("{link}?club=Limassol&table=Two+%26+three")).body;
    assert!(page.contains("news?page=score&amp;club=Limassol&amp;table=Two%20%26%20three"), "{page}");
    let mut table = phone.listen(&format!("{link}news?page=score&club=Limassol&table=Two%20%26%20three"));
    let mut all = phone.listen(&format!("{link}feed"));
    assert!(table.next().unwrap()["html"].as_str().unwrap().contains("Anna"));
    assert_eq!(all.next().unwrap()["tables"].as_array().unwrap().len(), 2);
    game.act(Act::Undo).unwrap();
    boards.show(&two, Some(game));
    let news = all.next().unwrap();
    assert_eq!((news["tables"].as_array().unwrap().len(), &news["tables"][0]["club"]), (1, &"Limassol".into()));
    assert!(table.next().unwrap()["edition"].as_u64() >= news["edition"].as_u64());
}

/// A season of three teams that has just begun.
fn season() -> SeasonSheet {
    let squad = |line: &str| Squad::of_line(line);
    let teams = ["Red Lion @ Red Lion Inn: Anna, Zoë", "O'Reilly's: Ben, Bea", "Ship & Crown: Cleo, Dan"].map(squad);
    let form = LeagueForm::of_games(3, Lineup::Pairs);
    let meetings = fixtures(&[TeamId(0), TeamId(1), TeamId(2)], true, &days(Day(20_000), 7, &[], 6));
    let fact = SeasonFact::Begun { title: "Winter 2026".to_owned(), form, teams: teams.to_vec(), meetings };
    let entries = vec![SeasonEntry { number: 0, at_ms: 0, by: Author::Secretary, fact }];
    let when = vec!["2024-10-04 20:00".to_owned()];
    SeasonSheet { id: "winter".to_owned(), season: Season::of(&entries), entries, when, loose: Vec::new() }
}

/// An evening with one fixture called, one open, one played.
fn evening() -> EveningSheet {
    let text = |words: &str| words.to_owned();
    let line = |round, home: &str, away: &str, points, state| {
        let name = FixtureName { league: text("Winter"), round, home: text(home), away: text(away) };
        FixtureLine { name, points, state }
    };
    let table = |number: u32| name("", &format!("Table {number}"));
    let fixtures = vec![
        line(1, "Anna", "Dan", Some((2, 0)), FixtureState::Played),
        line(1, "Ben", "Cleo & Maria", None, FixtureState::Playing(table(1))),
        line(2, "Anna", "Ben", None, FixtureState::Called(table(3))),
        line(2, "Cleo & Maria", "Dan", None, FixtureState::Open),
    ];
    let won = Standing { name: text("Anna"), played: 1, won: 1, points: 2, legs_for: 2, ..Standing::default() };
    let league = LeagueSheet { name: text("Winter"), fixtures, standings: vec![won], ..LeagueSheet::default() };
    let line = |number, called, sides: &[&str]| {
        let sides = sides.iter().map(|side| vec![text(side)]).collect();
        TableLine { name: table(number), called, here: true, sides }
    };
    let called = league.fixtures[2].name.clone();
    let tables = vec![line(1, None, &["Ben", "Cleo & Maria"]), line(2, None, &[]), line(3, Some(called), &[])];
    EveningSheet { leagues: vec![league], tables, seasons: vec![Arc::new(season())], ..EveningSheet::default() }
}

#[test]
fn only_the_secretary_calls_and_everybody_sees_what_is_called() {
    let (server, phone, watch) = open(Limits::of_club(), None);
    server.open_link(LinkKind::Secretary).unwrap();
    let secretary = format!("/s/{}/", server.code(LinkKind::Secretary).unwrap());
    server.boards().begin("Friday");
    let mut board = phone.listen(&format!("{watch}news?page=score"));
    let mut sheet = phone.listen(&format!("{secretary}news?page=secretary&league=Winter"));
    assert!(board.next().is_some() && sheet.next().unwrap()["html"].as_str().unwrap().contains("No league"));
    server.boards().show_evening(evening());
    let told = board.next().unwrap()["html"].as_str().unwrap().to_owned();
    assert!(told.contains("Called: <b>Anna v Ben</b> at Table 3") && told.contains("<h2>Winter</h2>"), "{told}");
    assert!(!told.contains("Withdraw") && !told.contains("Call round"));
    assert!(sheet.next().unwrap()["html"].as_str().unwrap().contains("Call round 2"));
    assert!(phone.get(&format!("{watch}?table=Table%203")).body.contains("Called: <b>Anna v Ben</b>"));
    // With the link for watching, the secretary's page and its forms are refused; a page of another site is refused
    // too.
    for path in ["news?page=secretary", "now?page=secretary", "sheet.pdf", "secretary"] {
        assert_eq!(phone.get(&format!("{watch}{path}")).status, 404, "{path}");
    }
    let body = "act=round&league=Winter&round=2";
    assert_eq!(phone.post(&format!("{watch}secretary"), body, "").status, 403);
    let evil = "Origin: http://evil.example\r\n";
    assert_eq!(phone.post(&format!("{secretary}secretary"), body, evil).status, 403);
    assert!(server.take_wish().is_none(), "nobody was asked");
    assert!(phone.post(&format!("{secretary}secretary"), "act=nonsense", "").body.contains("can't be understood"));
    assert_eq!(phone.post(&format!("{secretary}secretary"), &"x".repeat(70_000), "").status, 413);
    let page = std::thread::scope(|scope| {
        let asked = scope.spawn(|| phone.post(&format!("{secretary}secretary"), body, ""));
        let ask = loop {
            if let Some(ask) = server.take_wish() {
                break ask;
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        assert_eq!(ask.wish, SecretaryWish::CallRound { league: "Winter".to_owned(), round: 2 });
        ask.answer(Ok(SecretarySaid::Words("1 fixture is called".to_owned())));
        asked.join().unwrap()
    });
    assert!(page.status == 200 && page.body.contains("1 fixture is called"), "{page:?}");
    server.close_link(LinkKind::Secretary);
    assert_eq!(phone.get(&secretary).status, 403);
}

#[test]
fn the_secretary_has_a_page_in_a_browser() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    if let Some(why) = crate::browser::missing(&folder) {
        println!("{why}");
        return;
    }
    let (server, phone, watch) = open(Limits::of_club(), None);
    server.open_link(LinkKind::Secretary).unwrap();
    server.boards().begin("Friday");
    server.boards().show_evening(evening());
    let link = |path: &str| format!("http://{}{path}", phone.address);
    let secretary = link(&format!("/s/{}/", server.code(LinkKind::Secretary).unwrap()));
    let pictures = std::env::var_os("PICTURES").map_or_else(|| folder.join("out"), Into::into);
    let mut node = Command::new("node");
    node.current_dir(&folder).args(["secretary.mjs", &secretary, &link(&watch)]).arg(&pictures);
    let mut node = node.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut wishes = Vec::new();
    while node.try_wait().unwrap().is_none() {
        if let Some(ask) = server.take_wish() {
            wishes.push(ask.wish.clone());
            ask.answer(Ok(SecretarySaid::Words(format!("wish {}", wishes.len()))));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let done = node.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&done.stdout);
    println!("{told}");
    assert!(done.status.success() && told.contains("done"), "{told}\n{}", String::from_utf8_lossy(&done.stderr));
    let fixture = |home: &str, away: &str| FixtureName {
        league: "Winter".to_owned(),
        round: 2,
        home: home.to_owned(),
        away: away.to_owned(),
    };
    let wanted = [
        SecretaryWish::CallRound { league: "Winter".to_owned(), round: 2 },
        SecretaryWish::Withdraw(fixture("Anna", "Ben")),
        SecretaryWish::Call { fixture: fixture("Cleo & Maria", "Dan"), table: name("", "Table 2") },
    ];
    assert_eq!(wishes[..3], wanted);
    assert!(matches!(&wishes[3], SecretaryWish::SaveLeague { twice: true, .. }), "{wishes:?}");
    let SecretaryWish::Record(card) = &wishes[4] else { panic!("{wishes:?}") };
    assert_eq!((card.season.as_str(), card.form.as_str(), card.about, card.seen), ("winter", "card", 0, 1));
    let typed = |name: &str| card.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    assert_eq!([typed("home0"), typed("won0"), typed("won1")], [Some("Zoë"), Some("home"), None]);
}

#[test]
fn behind_a_proxy_the_name_of_the_world_counts_and_each_who_asks_for_himself() {
    let public = PublicAddress::parse("https://league.example.org", Some(HOME.into())).unwrap();
    // Each address may ask three times, and then waits.
    let limits = Limits { requests: Rate { burst: 3, each: Duration::from_secs(600) }, ..Limits::of_club() };
    let (server, phone, link) = open(limits, Some(public));
    assert_eq!(server.link(LinkKind::Watch).unwrap(), format!("https://league.example.org{link}"));
    let ask = |host: &str, more: &str| {
        let head = format!("GET {link} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n");
        phone.send(head.as_bytes()).unwrap().status
    };
    assert_eq!(ask("league.example.org", "X-Forwarded-For: 203.0.113.1\r\n"), 200);
    assert_eq!(ask("evil.example.org", "X-Forwarded-For: 203.0.113.1\r\n"), 403);
    for from in 2..40 {
        assert_eq!(ask("league.example.org", &format!("X-Forwarded-For: 1.1.1.1, 203.0.113.{from}\r\n")), 200);
    }
    let often = (0..6).map(|_| ask("league.example.org", "X-Forwarded-For: 203.0.113.99\r\n"));
    assert_eq!(often.collect::<Vec<_>>(), [200, 200, 200, 429, 429, 429]);
    let post = |more: &str| {
        let head = format!(
            "POST {link}act HTTP/1.1\r\nHost: league.example.org\r\nConnection: close\r\nContent-Length: 0\r\n{FORM}{more}\r\n"
        );
        phone.send(head.as_bytes()).unwrap().body
    };
    assert!(post("X-Forwarded-For: 203.0.113.50\r\nOrigin: https://evil.example\r\n").contains("pages of other sites"));
    let own = "X-Forwarded-For: 203.0.113.51\r\nOrigin: https://league.example.org\r\n";
    assert!(post(own).contains("only lets you watch"), "its own page may ask");
}
