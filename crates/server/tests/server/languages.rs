//! Every guest is answered in the language of the own browser.

use crate::client::{FORM, Phone, Table};
use server::Limits;
use std::io::{BufRead as _, BufReader, Write as _};

const SPANISH: &str = "Accept-Language: es-MX,es;q=0.9,en;q=0.8\r\n";

fn get(phone: &Phone, path: &str, more: &str) -> String {
    let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}\r\n", phone.address);
    phone.send(head.as_bytes()).unwrap().body
}

fn enter(phone: &Phone, link: &str, act: &str, number: &str, more: &str) -> String {
    let body = format!("act={act}&number={number}&edition={}", phone.snapshot(link));
    let head = format!(
        "POST {link}act HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{FORM}Accept: application/json\r\n{more}\r\n{body}",
        phone.address,
        body.len()
    );
    phone.send(head.as_bytes()).unwrap().json()["said"].as_str().unwrap().to_owned()
}

#[test]
fn a_guest_is_answered_in_spanish_and_the_next_in_english() {
    let table = Table::set(Limits::default());
    let [watch, link, camera, ..] = table.links.clone();
    let phone = table.phone();
    let page = get(&phone, &link, SPANISH);
    for words in ["<html lang=\"es\">", "Anotar jugadas", "ficha 5-5, entra", "Sin conexión: se vuelve a intentar."] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let page = get(&phone, &link, "");
    for words in ["<html lang=\"en\">", "Enter drops", "tile 5-5, fits", "Not connected: trying again."] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(get(&phone, &camera, SPANISH).contains("Este teléfono es la cámara"));
    assert!(get(&phone, &format!("{watch}now?page=score"), SPANISH).contains("sale Anna"));
    assert!(get(&phone, "/w/abcd-efgh-jkmn/", SPANISH).contains("Este enlace ya no sirve"));
    assert_eq!(enter(&phone, &link, "tile+6-3", "a.1", SPANISH), "Anotado.");
    assert_eq!(enter(&phone, &link, "tile+5-5", "a.2", SPANISH), "la 5-5 no entra en ningún lado");
    assert_eq!(enter(&phone, &link, "tile+5-5", "a.3", ""), "5-5 fits nowhere");
    table.clear();
}

#[test]
fn news_come_in_the_language_that_each_watcher_came_with() {
    let table = Table::set(Limits::default());
    let phone = table.phone();
    for (more, words) in [(SPANISH, "sale Anna"), ("", "Anna to lead"), (SPANISH, "sale Anna")] {
        let mut stream = phone.connect();
        let path = format!("{}news?page=score", table.links[0]);
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n{more}\r\n", phone.address).unwrap();
        let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
        let news = lines.find(|line| line.starts_with("data: {")).unwrap();
        assert!(news.contains(words), "{words}: {news}");
    }
    table.clear();
}
