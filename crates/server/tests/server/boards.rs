//! A club's server: who watches what, and what a proxy may say.

use crate::client::{FORM, Phone, dealt};
use game::Act;
use server::{DoorOptions, Limits, LinkKind, PublicAddress, Rate, Server, TableName};
use std::net::IpAddr;
use std::time::Duration;

const HOME: [u8; 4] = [127, 0, 0, 1];

fn open(limits: Limits, public: Option<PublicAddress>) -> (Server, Phone, String) {
    let options =
        DoorOptions { port: 0, addresses: vec![IpAddr::from(HOME)], limits, public, ..DoorOptions::default() };
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
    assert!(post("X-Forwarded-For: 203.0.113.50\r\nOrigin: https://evil.example\r\n").contains("another site"));
    let own = "X-Forwarded-For: 203.0.113.51\r\nOrigin: https://league.example.org\r\n";
    assert!(post(own).contains("for watching"), "its own page may ask");
}
