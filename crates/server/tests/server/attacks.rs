//! Attacks by people who were not invited to the table.

use crate::client::{FORM, LONG, Phone, Speech, Table, certificate, dealt, open, open_as, options};
use crate::wire::trusting;
use server::{Limits, LinkKind, ListenerOptions, Rate};
use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

/// Limits under which no request waits.
pub(crate) fn generous() -> Limits {
    let often = Rate { burst: 1_000_000, each: Duration::from_nanos(1) };
    Limits { requests: often, strangers: often, ..Limits::default() }
}

#[test]
fn wrong_other_and_cut_secrets_open_nothing() {
    Speech::ALL.into_iter().for_each(wrong_other_and_cut_secrets_open_nothing_by);
}

fn wrong_other_and_cut_secrets_open_nothing_by(speech: Speech) {
    let (table, next) = (Table::for_speech(speech, generous()), Table::for_speech(speech, generous()));
    let phone = table.phone();
    let [watch, enter, camera, ..] = &table.links;
    let secret = |link: &str| link.split('/').nth(2).unwrap().to_owned();
    let mut wrong: Vec<String> = vec![
        "/w//".into(),
        "/w/x/".into(),
        "/w/../e/".into(),
        "/e/%00/".into(),
        format!("/w/{}/", "a".repeat(4000)),
        next.links[0].clone(),
        next.links[1].clone(),
        format!("/w/{}/", &secret(watch)[1..]),
        format!("/w/{}x/", secret(watch)),
    ];
    for (kind, other) in [("w", enter), ("w", camera), ("e", watch), ("e", camera), ("c", watch), ("c", enter)] {
        wrong.push(format!("/{kind}/{}/", secret(other)));
    }
    for link in wrong {
        for file in ["", "news?page=score", "news?page=enter", "now?page=enter", "feed", "page.js"] {
            let status = phone.get(&format!("{link}{file}")).status;
            assert!([403, 404].contains(&status), "{link}{file}: {status}");
        }
        let status = phone.post(&format!("{link}act"), "act=tile+6-6&number=a.1&edition=1", "").status;
        assert!([403, 404, 405].contains(&status), "{link}act: {status}");
    }
    drop(next);
    assert_eq!(table.clear().events().len(), 2, "nothing was entered");
}

#[test]
fn a_link_for_watching_never_enters() {
    Speech::ALL.into_iter().for_each(a_link_for_watching_never_enters_by);
}

fn a_link_for_watching_never_enters_by(speech: Speech) {
    let table = Table::for_speech(speech, generous());
    let [watch, _, camera, ..] = table.links.clone();
    let phone = table.phone();
    let snapshot = phone.snapshot(&watch);
    for link in [&watch, &camera] {
        let body = format!("act=tile+6-6&number=a.1&edition={snapshot}");
        assert_eq!(phone.post(&format!("{link}act"), &body, "").status, 403);
        assert_eq!(phone.get(&format!("{link}news?page=enter")).status, 404);
        assert_eq!(phone.get(&format!("{link}act")).status, 405);
    }
    assert_eq!(table.clear().events().len(), 2);
}

#[test]
fn other_hosts_and_pages_of_other_sites_are_refused() {
    Speech::ALL.into_iter().for_each(other_hosts_and_pages_of_other_sites_are_refused_by);
}

fn other_hosts_and_pages_of_other_sites_are_refused_by(speech: Speech) {
    let table = Table::for_speech(speech, generous());
    let [watch, enter, ..] = table.links.clone();
    let (phone, port) = (table.phone(), table.address.port());
    let with_host = |host: &str| {
        phone
            .send(format!("GET {watch} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
            .unwrap()
            .status
    };
    assert_eq!(with_host(&format!("localhost:{port}")), 200);
    for host in
        ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", &format!("127.0.0.1.evil.example:{port}"), ""]
    {
        assert_eq!(with_host(host), 403, "{host}: DNS rebinding");
    }
    let none = phone.send(format!("GET {watch} HTTP/1.1\r\nConnection: close\r\n\r\n").as_bytes());
    assert!(none.is_none_or(|reply| reply.status >= 400));
    let snapshot = phone.snapshot(&enter);
    let body = format!("act=tile+6-6&number=a.1&edition={snapshot}");
    let other = Speech::ALL.into_iter().find(|other| *other != speech).unwrap().scheme();
    for more in [
        "Origin: http://evil.example\r\n",
        "Origin: https://evil.example\r\n",
        &format!("Origin: {other}://127.0.0.1:{port}\r\n"),
        "Origin: null\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
    ] {
        assert_eq!(phone.post(&format!("{enter}act"), &body, more).status, 403, "{more}");
    }
    let scheme = speech.scheme();
    let own =
        format!("Origin: {scheme}://127.0.0.1:{port}\r\nSec-Fetch-Site: same-origin\r\nAccept: application/json\r\n");
    assert_eq!(phone.post(&format!("{enter}act"), &body, &own).json()["ok"], true);
    let head = phone.get(&watch).head.to_lowercase();
    for line in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "cache-control: no-store",
        "referrer-policy: same-origin",
    ] {
        assert!(head.contains(line), "{line}: {head}");
    }
    assert!(!head.contains("set-cookie") && !head.contains("access-control"));
}

#[test]
fn too_large_is_refused() {
    Speech::ALL.into_iter().for_each(too_large_is_refused_by);
}

fn too_large_is_refused_by(speech: Speech) {
    let table = Table::for_speech(speech, generous());
    let [_, enter, ..] = table.links.clone();
    let phone = table.phone();
    let act = format!("{enter}act");
    assert_eq!(phone.post(&act, &"a".repeat(5_000), "").status, 413);
    let endless = format!(
        "POST {act} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n{FORM}\r\n",
        table.address
    );
    let mut endless = endless.into_bytes();
    for _ in 0..400 {
        endless.extend(b"400\r\n");
        endless.extend([b'a'; 1024]);
        endless.extend(b"\r\n");
    }
    endless.extend(b"0\r\n\r\n");
    assert!(phone.send(&endless).is_none_or(|reply| reply.status == 413));
    let head = format!("GET {enter} HTTP/1.1\r\nHost: {}\r\nX: {}\r\n\r\n", table.address, "a".repeat(100_000));
    assert!(phone.send(head.as_bytes()).is_none_or(|reply| (400..500).contains(&reply.status)));
    let many: String = (0..2_000).map(|n| format!("X{n}: 1\r\n")).collect();
    let head = format!("GET {enter} HTTP/1.1\r\nHost: {}\r\n{many}\r\n", table.address);
    assert!(phone.send(head.as_bytes()).is_none_or(|reply| (400..500).contains(&reply.status)));
    assert_eq!(phone.get(&enter).status, 200, "and the table is still there");
}

#[test]
fn pictures_and_messages_are_for_their_own_links_and_no_larger_than_they_may_be() {
    Speech::ALL.into_iter().for_each(pictures_and_messages_are_for_their_own_links_and_no_larger_than_they_may_be_by);
}

fn pictures_and_messages_are_for_their_own_links_and_no_larger_than_they_may_be_by(speech: Speech) {
    let table = Table::for_speech(speech, Limits { picture: 20_000, message: 20_000, ..generous() });
    let [watch, enter, camera, join, ..] = table.links.clone();
    let phone = table.phone();
    let post = |link: &str, path: &str, body: &str| phone.post(&format!("{link}{path}"), body, "").status;
    let jpeg = "\u{1}".repeat(100);
    assert_eq!(post(&camera, "photo?name=anna", &jpeg), 415, "no JPEG");
    assert_eq!(post(&camera, "photo?name=anna", &"x".repeat(30_000)), 413);
    assert_eq!(post(&camera, "alive?name=anna", ""), 200);
    assert_eq!(table.pictures.names(), ["anna"]);
    for link in [&watch, &enter, &join] {
        assert_eq!(post(link, "alive?name=ben", ""), 403);
    }
    for link in [&watch, &enter, &camera] {
        assert_eq!(post(link, "games?table=One", "{}"), 403);
        assert_eq!(post(link, "have?table=One", ""), 403);
    }
    assert_eq!(post(&join, "games?table=%20", "{}"), 400, "enter a name for the table");
    assert_eq!(post(&join, "games?table=One", &"x".repeat(30_000)), 413);
    assert!(phone.get(&join).body.contains("sixty-one join"), "a page says what it is for");
    assert_eq!(table.pictures.names(), ["anna"]);
}

#[test]
fn bodies_that_have_no_room_are_refused_before_they_are_read() {
    let limits = Limits { picture: 20_000, message: 20_000, bodies: 50_000, answer: LONG, ..generous() };
    let table = Table::set(limits);
    let [_, _, camera, join, hand, ..] = table.links.clone();
    let phone = table.phone();
    let begun = |path: &str, length: &str| {
        let mut stream = phone.connect();
        write!(stream, "POST {path} HTTP/1.1\r\nHost: {}\r\n{length}\r\n", table.address).unwrap();
        stream
    };
    let (photo, games) = (format!("{hand}photo"), format!("{join}games?table=%20"));
    let full = "x".repeat(20_000);
    let announced = "Content-Length: 20000\r\n";
    // How much a body has that does not say is not known before it ends.
    for (path, length) in [(&photo, announced), (&games, announced), (&games, "Transfer-Encoding: chunked\r\n")] {
        let held = [begun(path, length), begun(path, length)];
        for other in [format!("{camera}photo?name=anna"), photo.clone(), games.clone()] {
            let until = Instant::now() + LONG;
            let told = loop {
                let told = phone.post(&other, &full, "");
                if told.status == 503 {
                    break told;
                }
                assert!(Instant::now() < until, "{path}, {other}: it is read: {told:?}");
            };
            assert!(told.body.contains("too much is being sent at once"), "{told:?}");
            assert!(told.head.to_lowercase().contains("retry-after"), "{told:?}");
        }
        assert_eq!(phone.post(&photo, "x", "").status, 415, "a small one has room");
        drop(held);
        let until = Instant::now() + LONG;
        while phone.post(&photo, &full, "").status != 415 {
            assert!(Instant::now() < until, "{path}: the room is not given back");
        }
    }
}

#[test]
fn the_slow_are_dropped() {
    Speech::ALL.into_iter().for_each(the_slow_are_dropped_by);
}

fn the_slow_are_dropped_by(speech: Speech) {
    let limits = Limits { head: Duration::from_millis(300), answer: Duration::from_millis(600), ..generous() };
    let table = Table::for_speech(speech, limits);
    let [_, enter, ..] = table.links.clone();
    let begun = Instant::now();
    // A head that never ends.
    let mut slow = table.phone().connect();
    write!(slow, "GET {enter} HTTP/1.1\r\nHost: ").unwrap();
    // A body that never comes.
    let mut body = table.phone().connect();
    write!(body, "POST {enter}act HTTP/1.1\r\nHost: {}\r\nContent-Length: 100\r\n{FORM}\r\nact=", table.address)
        .unwrap();
    // Nothing at all.
    let mut silent = table.phone().connect();
    let mut rest = Vec::new();
    let _reset = slow.read_to_end(&mut rest);
    let _reset = silent.read_to_end(&mut rest);
    let mut answer = [0; 12];
    body.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408");
    assert!(begun.elapsed() < LONG, "{:?}", begun.elapsed());
}

#[test]
fn one_address_cannot_take_all_connections_but_a_pub_behind_one_is_let_in() {
    let limits = Limits { of_one_address: 4, connections: 16, ..generous() };
    let table = Table::set(limits);
    let [watch, ..] = table.links.clone();
    let guests: Vec<_> = (0..8)
        .map(|_| {
            let mut stream = table.phone().listen(&format!("{watch}feed"));
            assert!(stream.next().is_some());
            stream
        })
        .collect();
    let strangers: Vec<_> = (0..4).map(|_| table.phone().connect()).collect();
    let told = table.phone().get("/");
    assert!(told.status == 503 && told.body.contains("Too many phones"), "the fifth stranger is told why: {told:?}");
    assert!(table.notices.recv_timeout(LONG).unwrap().contains("too many open connections"));
    drop((guests, strangers));
}

#[test]
fn wrong_links_and_pages_of_other_sites_lock_out_nobody() {
    let slow = |burst| Rate { burst, each: Duration::from_secs(600) };
    let server = open(Limits { strangers: slow(5), requests: slow(20), ..generous() });
    let phone = Phone::at(server.addresses()[0]);
    let link = format!("/e/{}/", server.code(LinkKind::Enter).unwrap());
    let get = |path: &str, more: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}\r\n", phone.address);
        phone.send(head.as_bytes()).unwrap().status
    };
    // What a browser marks as another site's is refused before it counts, with a right link too.
    let image = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: image\r\n";
    let frame = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n";
    for (n, more) in [image, frame, "Origin: http://evil.example\r\n"].iter().cycle().take(60).enumerate() {
        assert_eq!(get(&format!("/e/guess{n}/"), more), 403);
        assert_eq!(get(&link, more), 403);
    }
    let visit = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
    assert_eq!(get(&link, visit), 200, "a link on another page leads here");
    let statuses: Vec<u16> = (0..8).map(|n| get(&format!("/e/guess{n}/"), "")).collect();
    assert_eq!(statuses, [403, 403, 403, 403, 403, 429, 429, 429]);
    // A secret has 60 random bits: a client with it need not wait for guessers behind the same address.
    assert_eq!(get(&link, ""), 200);
    // By http to an address browsers mark nothing: after wrong links the front page still opens, and a code can be typed.
    assert_eq!([get("/", ""), get("/page.css", "")], [200, 200]);
    let typed = |code: &str| phone.post("/", &format!("code={code}"), "").status;
    assert_eq!(typed(link.split('/').nth(2).unwrap()), 303);
    let from_elsewhere = phone.post("/", "code=abcd-efgh-jkmn", "Origin: http://evil.example\r\n");
    assert_eq!(from_elsewhere.status, 403, "it does not count either");
    let statuses: Vec<u16> = (0..6).map(|_| typed("abcd-efgh-jkmn")).collect();
    assert_eq!(statuses, [403, 403, 403, 403, 429, 429], "but codes are not guessed");
    assert_eq!([get("/", ""), get(&link, "")], [200, 200]);
    let told: Vec<String> = std::iter::from_fn(|| server.take_notice()).collect();
    assert_eq!(told.len(), 3, "each thing is told once: {told:?}");
    assert!(told[1].contains("127.0.0.1 tried an unknown link"), "{told:?}");
}

#[test]
fn a_wrong_link_has_a_page_of_its_own() {
    let table = Table::set(generous());
    let page = table.phone().get("/w/abcd-efgh-jkmn/");
    assert_eq!(page.status, 403);
    for words in ["This link no longer works", "href=\"/page.css\"", "class=\"sorry ground\"", "name=\"code\""] {
        assert!(page.body.contains(words), "{words}: {}", page.body);
    }
    assert_eq!(table.phone().get("/page.css").status, 200);
    for (letter, whom) in [("e", "Ask at the table"), ("s", "Ask who runs the server"), ("k", "Ask the secretary")] {
        let page = table.phone().get(&format!("/{letter}/abcd-efgh-jkmn/"));
        assert!(page.status == 403 && page.body.contains(whom), "{whom}: {}", page.body);
    }
}

#[test]
fn a_code_is_taken_as_people_type_it() {
    let table = Table::set(generous());
    let [_, enter, ..] = table.links.clone();
    let code = enter.split('/').nth(2).unwrap().to_owned();
    for typed in [code.replace('-', "+").to_uppercase(), format!("http%3A%2F%2F{}{enter}", table.address), code] {
        let reply = table.phone().post("/", &format!("code={typed}"), "");
        assert_eq!(reply.status, 303, "{typed}");
        assert!(reply.head.contains(&format!("location: {enter}")), "{typed}: {}", reply.head);
    }
}

#[test]
fn links_that_were_given_out_before_open_until_they_are_withdrawn() {
    let before = open(generous());
    let old = before.link_hashes(LinkKind::Enter);
    let link = format!("/e/{}/", before.code(LinkKind::Enter).unwrap());
    drop(before);
    let server = open(generous());
    let phone = Phone::at(server.addresses()[0]);
    assert_eq!(phone.get(&link).status, 403);
    let hashes = |more: Vec<_>| [server.link_hashes(LinkKind::Enter), more].concat();
    server.keep_links(LinkKind::Enter, &hashes(old));
    let new = format!("/e/{}/", server.code(LinkKind::Enter).unwrap());
    assert_eq!([&link, &new].map(|link| phone.get(link).status), [200, 200]);
    // The caller has withdrawn all of them.
    server.keep_links(LinkKind::Enter, &[]);
    assert_eq!([&link, &new].map(|link| phone.get(link).status), [403, 403]);
    assert_eq!(server.code(LinkKind::Enter), None);
}

#[test]
fn whoever_asks_too_often_waits() {
    let requests = Rate { burst: 20, each: Duration::from_secs(60) };
    let server = open(Limits { requests, ..generous() });
    server.show(Some(dealt()));
    let phone = Phone::at(server.addresses()[0]);
    let link = format!("/w/{}/", server.code(LinkKind::Watch).unwrap());
    let served = (0..30).filter(|_| phone.get(&link).status == 200).count();
    assert_eq!(served, 20);
    let told = phone.get(&link);
    assert!(told.status == 429 && told.body.contains("Too many requests"), "{told:?}");
}

/// Every page and stream that a link opens, by the method it is asked with.
const EVERYTHING: [(&str, &str); 16] = [
    ("GET", ""),
    ("GET", "news?page=score"),
    ("GET", "news?page=enter"),
    ("GET", "now?page=score"),
    ("GET", "now?page=enter"),
    ("GET", "feed"),
    ("GET", "page.css"),
    ("GET", "page.js"),
    ("GET", "eye.js"),
    ("GET", "hand.js"),
    ("POST", "act"),
    ("POST", "hand"),
    ("POST", "alive?name=anna"),
    ("POST", "photo?name=anna"),
    ("POST", "games?table=One"),
    ("POST", "have?table=One"),
];

#[test]
fn old_secrets_and_those_of_other_links_open_no_page_and_no_stream() {
    let certificate = certificate();
    let server = open_as(&ListenerOptions { certificate: Some(certificate.clone()), ..options(generous()) }, || {});
    let codes = || LinkKind::ALL.map(|kind| (kind, server.code(kind).unwrap()));
    let old = codes();
    for kind in LinkKind::ALL {
        server.open_link(kind).unwrap();
    }
    server.show(Some(dealt()));
    let plain = Phone::at(server.addresses()[0]);
    let secure = Phone { tls: Some(trusting(&certificate)), ..plain.clone() };
    let mut refused = 0;
    for kind in LinkKind::ALL {
        let others = codes().into_iter().filter(|(other, _)| *other != kind);
        for ((_, code), phone) in
            old.iter().cloned().chain(others).flat_map(|code| [(code.clone(), &plain), (code, &secure)])
        {
            for (method, file) in EVERYTHING {
                let path = format!("/{}/{code}/{file}", kind.letter());
                let reply = if method == "GET" { phone.get(&path) } else { phone.post(&path, "seat=A", "") };
                assert_eq!(reply.status, 403, "{method} {path}");
                refused += 1;
            }
        }
    }
    println!("{refused} requests with old and other links' secrets: all refused");
    let told: Vec<String> = std::iter::from_fn(|| server.take_notice()).collect();
    assert_eq!(told, ["Phones: 127.0.0.1 tried an unknown link."]);
    assert!(server.take_ask().is_none() && server.take_hand().is_none() && server.guests().is_empty());
}
