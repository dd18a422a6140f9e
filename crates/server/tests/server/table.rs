//! Pages and entries of phones.

use crate::client::{LONG, Table, dealt, open, open_and_wake};
use server::{Limits, LinkKind, Server};
use std::sync::mpsc::channel;

#[test]
fn a_drop_entered_on_a_phone_reaches_every_watcher_with_its_reason() {
    let table = Table::set(Limits::default());
    let [watch, enter, ..] = table.links.clone();
    let phone = table.phone();
    let mut watchers: Vec<_> = (0..2).map(|_| phone.listen(&format!("{watch}feed"))).collect();
    let mut other = phone.listen(&format!("{enter}news?page=enter"));
    let snapshot = watchers[0].next().unwrap()["edition"].as_u64().unwrap();
    assert_eq!(watchers[1].next().unwrap()["edition"], snapshot);
    assert_eq!(other.next().unwrap()["edition"], snapshot);
    assert_eq!(phone.enter(&enter, "tile 5-5", "a.1", snapshot), serde_json::json!({"ok": true, "said": "Entered."}));
    for watcher in &mut watchers {
        let told = watcher.next().unwrap();
        let table = &told["table"];
        assert_eq!(table["sides"][0]["score"], "2");
        assert_eq!(table["last"]["reason"], "5-5 → 10 → two fives → 2");
        assert_eq!(table["line"], "5-5");
        assert_eq!(table["now"], "Ben to drop");
    }
    let html = other.next().unwrap()["html"].as_str().unwrap().to_owned();
    assert!(html.contains("aria-label=\"tile 5-4, fits\"") && html.contains("Anna leads 5-5"), "{html}");
    assert_eq!(table.clear().events().len(), 3);
}

#[test]
fn the_table_refuses_in_its_own_words_and_a_tile_that_fits_twice_asks_where() {
    let table = Table::set(Limits::default());
    let [_, enter, ..] = table.links.clone();
    let phone = table.phone();
    let snapshot = || phone.snapshot(&enter);
    let said = |act: &str, number: &str| phone.enter(&enter, act, number, snapshot());
    assert_eq!(said("knock", "a.1")["said"], "Anna leads: any first tile can be played");
    assert_eq!(said("tile 6-3", "a.2")["ok"], true);
    assert_eq!(said("tile 5-5", "a.3")["said"], "5-5 fits nowhere");
    assert_eq!(said("tile 6-3", "a.4")["said"], "6-3 is already on the table");
    assert_eq!(said("tile 6-6", "a.5")["ok"], true);
    assert_eq!(said("tile 3-6", "a.6")["said"], "6-3 is already on the table");
    assert_eq!(said("tile 4-6", "a.7")["ok"], true);
    assert_eq!(said("tile 4-3", "a.8")["choose"].as_array().unwrap().len(), 2);
    assert_eq!(said("play 3-4@6-3.3", "a.9")["ok"], true);
    assert_eq!(said("undo", "a.10")["ok"], true);
    let game = table.clear();
    assert_eq!(game.state().running().unwrap().layout.to_string(), "3-6 6-6 6-4");
}

#[test]
fn what_is_sent_twice_is_done_once() {
    let table = Table::set(Limits::default());
    let [_, enter, ..] = table.links.clone();
    let phone = table.phone();
    let snapshot = phone.snapshot(&enter);
    let first = phone.enter(&enter, "tile 6-6", "a.1", snapshot);
    for _ in 0..5 {
        assert_eq!(phone.enter(&enter, "tile 6-6", "a.1", snapshot), first);
    }
    // Many at once, of two phones: one of them drops. The other hears that the table has moved on, or what it missed if
    // it asked after the drop was shown.
    let snapshot = phone.snapshot(&enter);
    let threads: Vec<_> = (0..12)
        .map(|n| {
            let (phone, enter) = (phone.clone(), enter.clone());
            let number = format!("{}.2", if n % 2 == 0 { "a" } else { "b" });
            std::thread::spawn(move || {
                phone.enter(&enter, "tile 6-5", &number, snapshot)["said"].as_str().unwrap().to_owned()
            })
        })
        .collect();
    let said: Vec<String> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    let late = ["the table has moved on: look again", "another player has already entered 6-5"];
    assert_eq!(said.iter().filter(|said| *said == "Entered.").count(), 6, "{said:?}");
    assert_eq!(said.iter().filter(|said| late.contains(&said.as_str())).count(), 6, "{said:?}");
    // A number of before is never done again: its answer is the one of then, or that something newer came since.
    let late = phone.enter(&enter, "undo", "a.1", phone.snapshot(&enter));
    let known = ["Entered.", "outdated request ignored"];
    assert!(known.iter().any(|said| late["said"] == *said), "{late}");
    let game = table.clear();
    assert_eq!(game.state().running().unwrap().layout.to_string(), "6-6 6-5");
}

#[test]
fn an_answer_is_not_ahead_of_the_page() {
    let table = Table::set(Limits::default());
    let [_, enter, ..] = table.links.clone();
    let phone = table.phone();
    let mut snapshot = phone.snapshot(&enter);
    for (number, act) in ["tile 6-6", "undo", "tile 5-5", "undo"].into_iter().enumerate() {
        assert_eq!(phone.enter(&enter, act, &format!("a.{number}"), snapshot)["ok"], true, "{act}");
        let shown = phone.snapshot(&enter);
        assert!(shown > snapshot, "{act}: who has the answer is shown what it did");
        snapshot = shown;
    }
    table.clear();
}

/// A phone, with the paths of the links for watching and entering, once the first snapshot is printed: a client that
/// listened before it is sent another.
fn listening(server: &Server) -> (crate::client::Phone, String, String) {
    let phone = crate::client::Phone::at(server.addresses()[0]);
    let path = |kind: LinkKind| format!("/{}/{}/", kind.letter(), server.code(kind).unwrap());
    let (watch, enter) = (path(LinkKind::Watch), path(LinkKind::Enter));
    while phone.snapshot(&watch) == 0 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    (phone, watch, enter)
}

#[test]
fn watchers_are_told_what_the_disk_has_not_taken() {
    let server = open(Limits::default());
    server.show(Some(dealt()));
    let (phone, watch, enter) = listening(&server);
    let mut feed = phone.listen(&format!("{watch}feed"));
    let mut news = phone.listen(&format!("{enter}news?page=enter"));
    assert_eq!(feed.next().unwrap()["table"]["unsaved"], 0);
    assert!(news.next().is_some());
    server.show_unsaved(Some(dealt()), 2);
    assert_eq!(feed.next().unwrap()["table"]["unsaved"], 2);
    let told = news.next().unwrap();
    assert!(told["html"].as_str().unwrap().contains("2 actions are not saved yet."), "{told}");
    assert!(told["said"].as_str().unwrap().starts_with("2 actions are not saved yet."), "{told}");
    server.show(Some(dealt()));
    assert_eq!(feed.next().unwrap()["table"]["unsaved"], 0);
}

#[test]
fn an_old_page_enters_nothing() {
    let table = Table::set(Limits::default());
    let [_, enter, ..] = table.links.clone();
    let phone = table.phone();
    let old = phone.snapshot(&enter);
    assert_eq!(phone.enter(&enter, "tile 6-6", "a.1", old)["ok"], true);
    assert_eq!(phone.enter(&enter, "undo", "b.1", old)["said"], "the table has moved on: look again");
    assert_eq!(table.clear().events().len(), 3);
}

#[test]
fn the_pages_work_without_a_script() {
    let table = Table::set(Limits::default());
    let [watch, enter, ..] = table.links.clone();
    let phone = table.phone();
    let page = phone.get(&enter);
    assert_eq!(page.status, 200);
    let hidden = |page: &str, name: &str| {
        let at = page.split(&format!("name=\"{name}\" value=\"")).nth(1).unwrap();
        at.split('"').next().unwrap().to_owned()
    };
    let body =
        format!("act=tile+6-6&number={}&edition={}", hidden(&page.body, "number"), hidden(&page.body, "edition"));
    let first = phone.post(&format!("{enter}act"), &body, "");
    let second = phone.post(&format!("{enter}act"), &body, "");
    assert_eq!((first.status, second.status), (303, 303), "a form sent twice is one drop");
    let score = phone.get(&watch);
    assert!(score.body.contains("Anna leads 6-6") && score.body.contains("<p class=\"score\">4</p>"), "{}", score.body);
    let refused = phone.post(&format!("{enter}act"), &body.replace("6-6", "5-5").replace(".1&", ".2&"), "");
    assert!(refused.body.contains("the table has moved on"), "{}", refused.body);
    for path in [&watch, &enter] {
        let all: usize =
            ["", "page.css", "page.js"].iter().map(|file| phone.get(&format!("{path}{file}")).body.len()).sum();
        assert!(all < 60_000, "{path}: {all} bytes");
    }
}

#[test]
fn the_table_knows_who_is_connected_and_is_woken() {
    let (wake, woken) = channel();
    let server = open_and_wake(Limits::default(), move || {
        let _closed = wake.send(());
    });
    server.show(Some(dealt()));
    let phone = crate::client::Phone::at(server.addresses()[0]);
    let path = |kind: LinkKind| format!("/{}/{}/", kind.letter(), server.code(kind).unwrap());
    let mut stream = phone.listen(&format!("{}news?page=score", path(LinkKind::Watch)));
    assert!(stream.next().is_some());
    woken.recv_timeout(LONG).unwrap();
    assert_eq!(server.guests().iter().map(|guest| guest.kind).collect::<Vec<_>>(), [LinkKind::Watch]);
    drop(stream);
    // The next message finds that the client is gone.
    server.show(Some(dealt()));
    server.show(Some(dealt()));
    woken.recv_timeout(LONG).unwrap();
    assert_eq!(server.guests(), []);
}

#[test]
fn a_link_that_is_withdrawn_is_closed_at_once_and_the_others_stay() {
    let server = open(Limits::default());
    server.show(Some(dealt()));
    let (phone, watch, enter) = listening(&server);
    let mut watching = phone.listen(&format!("{watch}news?page=score"));
    let mut entering = phone.listen(&format!("{enter}news?page=enter"));
    assert!(watching.next().is_some() && entering.next().is_some());
    server.open_link(LinkKind::Watch).unwrap();
    assert_eq!(watching.next(), None, "the stream ends");
    assert_eq!(phone.get(&watch).status, 403);
    assert_eq!(phone.get(&format!("/w/{}/", server.code(LinkKind::Watch).unwrap())).status, 200);
    server.close_link(LinkKind::Watch);
    assert_eq!(server.link(LinkKind::Watch), None);
    server.show(Some(dealt()));
    assert!(entering.next().is_some(), "who enters still does");
    drop(server);
    assert_eq!(entering.next(), None, "and the listener closes with the table");
}

#[test]
fn a_television_types_the_code() {
    let server = open(Limits::default());
    let phone = crate::client::Phone::at(server.addresses()[0]);
    let code = server.code(LinkKind::Watch).unwrap();
    let typed = phone.post("/", &format!("code=+{}+", code.to_uppercase()), "");
    assert_eq!(typed.status, 303);
    assert!(typed.head.contains(&format!("location: /w/{code}/")), "{}", typed.head);
    assert_eq!(phone.post("/", "code=abcd", "").status, 403);
    assert!(phone.get("/").body.contains("The code the table shows"));
    assert_eq!(phone.get("/page.css").status, 200);
}

#[test]
fn a_hand_is_answered_to_the_phone_that_asks_and_in_practice_only() {
    use game::{Act, Match, Seat, Setup, rules::RuleSet};
    use server::{HandSaid, HandWish};
    let server = open(Limits::default());
    let path = |kind: LinkKind| format!("/{}/{}/", kind.letter(), server.code(kind).unwrap());
    let (hand, watch) = (path(LinkKind::Hand), path(LinkKind::Watch));
    let phone = crate::client::Phone::at(server.addresses()[0]);
    let show = |practice: bool| {
        let setup = Setup { practice, ..Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]) };
        let mut game = Match::start(setup).unwrap();
        game.act(Act::Deal { leader: Seat::FIRST, hands: vec![] }).unwrap();
        server.show(Some(game));
    };
    show(false);
    // The snapshot that a page is made of is printed beside us.
    let sees = |words: &str| {
        let until = std::time::Instant::now() + LONG;
        while !phone.get(&hand).body.contains(words) {
            assert!(std::time::Instant::now() < until, "{words}");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    };
    sees("No advice: this match");
    let reply = phone.post(&format!("{hand}hand"), "seat=A&tile=6-6", "");
    assert!(reply.status == 200 && reply.body.contains("No advice: this match"), "{reply:?}");
    assert!(server.take_hand().is_none(), "nobody was asked");
    show(true);
    sees("What should I drop?");
    // The page follows the table; the first news is what it shows already.
    let mut news = phone.listen(&format!("{hand}news?page=hand"));
    assert!(news.next().unwrap()["html"].as_str().unwrap().contains("value=\"6-6\""));
    assert_eq!(phone.get(&format!("{hand}now?page=enter")).status, 404, "and only with its own part");
    // The program answers beside the table.
    let answering = std::thread::scope(|scope| {
        let asked = scope.spawn(|| phone.post(&format!("{hand}hand"), "seat=B&tile=6-6&tile=5-0&tile=nonsense", ""));
        let until = std::time::Instant::now() + LONG;
        let ask = loop {
            if let Some(ask) = server.take_hand() {
                break ask;
            }
            assert!(std::time::Instant::now() < until);
            std::thread::sleep(std::time::Duration::from_millis(2));
        };
        let HandWish::Advise { seat, tiles } = &ask.wish else { panic!("{:?}", ask.wish) };
        assert_eq!((seat.index(), tiles.len()), (1, 2));
        ask.answer(Ok(HandSaid::Moves(vec!["6-6, chance to win 55 %".to_owned()])));
        asked.join().unwrap()
    });
    assert!(answering.body.contains("6-6, chance to win 55 %") && answering.body.contains("value=\"6-6\" checked"));
    let reply = phone.post(&format!("{watch}hand"), "seat=A&tile=6-6", "");
    assert_eq!(reply.status, 403, "a link for watching gives no advice");
}
