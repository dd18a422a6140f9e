//! The same listener over https, and attacks on it before a request is made.

use crate::attacks::generous;
use crate::client::{LONG, Phone, Speech, Table, certificate, dealt, open, open_as, options};
use crate::wire::{believing, trusting, trusting_with};
use game::rng::Rng;
use server::{Limits, LinkKind, ListenerOptions};
use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};
use tokio_rustls::rustls::version::TLS12;

#[test]
fn one_port_speaks_http_and_https_and_links_for_cameras_are_https() {
    let certificate = certificate();
    let server =
        open_as(&ListenerOptions { certificate: Some(certificate.clone()), ..options(Limits::default()) }, || {});
    server.show(Some(dealt()));
    let plain = Phone::at(server.addresses()[0]);
    let secure = Phone { tls: Some(trusting(&certificate)), ..plain.clone() };
    let old = Phone { tls: Some(trusting_with(&certificate, &[&TLS12])), ..plain.clone() };
    let path = |kind: LinkKind| format!("/{}/{}/", kind.letter(), server.code(kind).unwrap());
    for phone in [&plain, &secure, &old] {
        for kind in [LinkKind::Watch, LinkKind::Enter, LinkKind::Camera] {
            assert_eq!(phone.get(&path(kind)).status, 200, "{kind:?} {phone:?}");
        }
    }
    for kind in LinkKind::ALL {
        let scheme = if kind == LinkKind::Camera { "https://" } else { "http://" };
        assert!(server.link(kind).unwrap().starts_with(scheme), "{kind:?}");
    }
    // By http the camera's page says where it can be live, and what the warning there means.
    let link = server.link(LinkKind::Camera).unwrap();
    let page = plain.get(&path(LinkKind::Camera)).body;
    assert!(page.contains(&format!("href=\"{link}\"")) && page.contains("The browser warns once"), "{page}");
    let page = secure.get(&path(LinkKind::Camera)).body;
    assert!(page.contains("Why did the browser warn?") && !page.contains(&link), "{page}");
    // The news come by https too, until the link is withdrawn.
    let mut news = secure.listen(&format!("{}news?page=score", path(LinkKind::Watch)));
    assert!(news.next().is_some());
    server.close_link(LinkKind::Watch);
    assert_eq!(news.next(), None);
}

#[test]
fn without_a_certificate_nothing_speaks_https() {
    let server = open(Limits::default());
    // It believes anybody, so that trust is not what fails.
    let phone = Phone { tls: Some(believing()), ..Phone::at(server.addresses()[0]) };
    assert!(phone.send(b"GET / HTTP/1.1\r\n\r\n").is_none());
    let secure = Table::for_speech(Speech::Https, Limits::default());
    let reached = Phone { tls: Some(believing()), ..secure.phone() };
    assert_eq!(reached.get(&secure.links[0]).status, 200, "and reaches who speaks it");
    assert!(server.link(LinkKind::Camera).unwrap().starts_with("http://"));
    let page = Phone::at(phone.address).get(&format!("/c/{}/", server.code(LinkKind::Camera).unwrap())).body;
    assert!(!page.contains("href=\"https"), "{page}");
}

#[test]
fn a_certificate_of_another_machine_is_not_believed() {
    let table = Table::for_speech(Speech::Https, Limits::default());
    let phone = Phone { tls: Some(trusting(&certificate())), ..table.phone() };
    assert!(phone.send(b"GET / HTTP/1.1\r\n\r\n").is_none());
    assert_eq!(table.phone().get(&table.links[0]).status, 200);
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(table.notices.try_iter().count(), 0, "whoever does not believe it is no attacker");
}

#[test]
fn what_only_begins_like_https_is_refused_and_told_once() {
    let table = Table::for_speech(Speech::Https, generous());
    let plain = Phone::at(table.address);
    let mut rng = Rng::new(61);
    for n in 0..200 {
        let mut bytes = vec![0x16, 3, [1, 3, 0, 255][n % 4]];
        let more = rng.below(600);
        bytes.extend(std::iter::repeat_with(|| rng.below(256) as u8).take(more));
        let mut stream = plain.connect();
        let _closed = stream.write_all(&bytes);
        stream.end();
        let mut rest = Vec::new();
        let _reset = stream.read_to_end(&mut rest);
        assert!(rest.len() < 100, "an alert at most: {rest:?}");
    }
    assert_eq!(table.phone().get(&table.links[0]).status, 200, "and the table is still there");
    let told: Vec<String> = table.notices.try_iter().collect();
    assert_eq!(told, ["Phones: 127.0.0.1 sent an invalid TLS handshake."]);
}

#[test]
fn a_handshake_that_does_not_go_on_is_dropped_and_told_once() {
    let table = Table::for_speech(Speech::Https, Limits { head: Duration::from_millis(300), ..generous() });
    let plain = Phone::at(table.address);
    // A record that never ends: the head of a ClientHello of 512 bytes, and one a byte at a time.
    let begun = Instant::now();
    let mut stalled: Vec<_> = [&[0x16][..], &[0x16, 3, 1, 2, 0], &[0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]]
        .into_iter()
        .map(|bytes| {
            let mut stream = plain.connect();
            stream.write_all(bytes).unwrap();
            stream
        })
        .collect();
    let mut dripping = plain.connect();
    let head = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3];
    let ended = head.iter().cycle().take(200).any(|byte| {
        std::thread::sleep(Duration::from_millis(20));
        dripping.write_all(&[*byte]).is_err()
    });
    assert!(ended, "it may not drip on");
    for stream in &mut stalled {
        let mut rest = Vec::new();
        let _reset = stream.read_to_end(&mut rest);
    }
    assert!(begun.elapsed() < LONG);
    assert_eq!(table.phone().get(&table.links[0]).status, 200);
    let told: Vec<String> = table.notices.try_iter().collect();
    assert_eq!(told, ["Phones: 127.0.0.1 did not finish the TLS handshake."]);
}
