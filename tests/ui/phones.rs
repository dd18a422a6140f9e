//! Phones at the window's table.

use crate::table::App;
use egui::{Key, vec2};
use egui_kittest::kittest::Queryable as _;
use server::{LinkKind, ListenerOptions};
use sixty_one::ui::phones::Phones;
use std::io::{Read as _, Write as _};
use std::net::{IpAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;
use tempfile::tempdir;

pub(crate) fn open(folder: &std::path::Path, size: egui::Vec2) -> App {
    let options =
        ListenerOptions { port: 0, addresses: vec![IpAddr::from([127, 0, 0, 1])], ..ListenerOptions::default() };
    App::open_as(folder, size, |shell| shell.with_phones(Phones::with(options)))
}

/// Sends a phone's request and returns the answer.
fn send(app: &App, request: &str) -> JoinHandle<String> {
    let at = app.harness.state().state.phones.at.clone().unwrap();
    let request = request.replace("HOST", &at);
    std::thread::spawn(move || {
        let mut stream = TcpStream::connect(&at).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    })
}

fn path(app: &App, kind: LinkKind) -> String {
    let links = &app.harness.state().state.phones.links;
    let code = links.iter().find(|link| link.kind == kind).unwrap().code.clone();
    format!("/{}/{code}/", kind.letter())
}

fn get(app: &App, path: &str) -> String {
    send(app, &format!("GET {path} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n")).join().unwrap()
}

/// A phone enters something while the window continues.
pub(crate) fn enter(app: &mut App, act: &str, number: u32) -> String {
    let link = path(app, LinkKind::Enter);
    // The thread of the server draws the first page while it is asked for.
    let snapshot = (0..200).find_map(|_| {
        app.harness.run();
        std::thread::sleep(Duration::from_millis(10));
        get(app, &link).split("name=\"edition\" value=\"").nth(1)?.split('"').next().map(str::to_owned)
    });
    let snapshot = snapshot.expect("the page to enter on never came");
    let body = format!("act={}&number=a.{number}&edition={snapshot}", act.replace(' ', "+"));
    let sent = send(
        app,
        &format!(
            "POST {link}act HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nAccept: application/json\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ),
    );
    for _ in 0..2000 {
        app.harness.run();
        if sent.is_finished() {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    sent.join().unwrap()
}

#[test]
fn nothing_listens_until_the_server_is_started_and_two_taps_lead_there() {
    let folder = tempdir().unwrap();
    let mut app = open(folder.path(), vec2(1280.0, 720.0));
    app.begin("pafos", 2, 3);
    assert_eq!(app.harness.state().state.phones.at, None);
    app.click("More");
    app.click("Phones and screens");
    assert!(app.says("The server is off until you start it"));
    app.click("Start the server");
    assert!(app.has("the link to watch the score") && app.says("and type"));
    assert!(app.says("No phone is connected"));
    let watch = path(&app, LinkKind::Watch);
    // The listener's thread draws the first page while we ask for it.
    let shows = |_: &u32| {
        std::thread::sleep(Duration::from_millis(20));
        get(&app, &watch).contains("Anna")
    };
    assert!((0..100).any(|n| shows(&n)));
    app.click("New link");
    assert!(get(&app, &watch).starts_with("HTTP/1.1 403"), "the old link is of no use");
    assert!(get(&app, &path(&app, LinkKind::Watch)).starts_with("HTTP/1.1 200"));
    // The refusal is shown above the panel, which moves.
    app.wait_for("tried an unknown link");
    app.click("Withdraw this link");
    assert!(app.says("This link was withdrawn"));
    let at = app.harness.state().state.phones.at.clone().unwrap();
    // The notice covers the head of the panel until it is closed.
    while app.has("Got it") {
        app.rest();
        app.click("Got it");
    }
    app.rest();
    app.click("Stop the server");
    assert!(app.has("Start the server"), "the server is off");
    assert!(TcpStream::connect(at).is_err(), "and then nothing listens");
    app.key(Key::F12);
    // The table is as it was left, with More over the pad.
    app.key(Key::Escape);
    assert!(app.has("tile 6-6"));
}

#[test]
fn a_drop_entered_on_a_phone_is_stored_and_moves_the_peg() {
    let folder = tempdir().unwrap();
    {
        let mut app = open(folder.path(), vec2(1280.0, 720.0));
        app.begin("pafos", 2, 3);
        app.key(Key::F12);
        app.click("Start the server");
        app.click("To enter drops");
        app.key(Key::Escape);
        // A person at the window is in the middle of something.
        app.key(Key::T);
        assert!(enter(&mut app, "tile 6-6", 1).contains("\"ok\":true"));
        assert_eq!(app.scores(), "4 0");
        assert!(app.says("6-6 → 12 → four threes → 4"));
        assert!(enter(&mut app, "tile 5-5", 2).contains("5-5 fits nowhere"));
        assert!(enter(&mut app, "deal A", 3).contains("the hand is not over yet"));
        assert_eq!(app.hint(), "", "what a phone was refused is not said at the window");
        app.click("tile 6-3");
        assert_eq!(app.scores(), "4 8");
        assert!(enter(&mut app, "undo", 4).contains("\"ok\":true"));
        assert_eq!(app.scores(), "4 0");
    }
    let app = open(folder.path(), vec2(1280.0, 720.0));
    assert_eq!((app.scores().as_str(), app.line().as_str()), ("4 0", "6-6"));
}

#[test]
fn the_window_says_who_is_connected() {
    let folder = tempdir().unwrap();
    let mut app = open(folder.path(), vec2(1280.0, 720.0));
    app.begin("pafos", 2, 3);
    app.key(Key::F12);
    app.click("Start the server");
    let at = app.harness.state().state.phones.at.clone().unwrap();
    let mut stream = TcpStream::connect(&at).unwrap();
    let watch = path(&app, LinkKind::Watch);
    write!(stream, "GET {watch}feed HTTP/1.1\r\nHost: {at}\r\nUser-Agent: iPhone\r\n\r\n").unwrap();
    app.wait_for("iPhone at 127.0.0.1: can watch the score");
    drop(stream);
    // It is noticed with the next thing that is sent.
    app.key(Key::F12);
    app.click("tile 6-6");
    app.click("tile 6-3");
    app.key(Key::F12);
    app.wait_for("No phone is connected");
    // A stranger's guess is reported once.
    for _ in 0..3 {
        assert!(get(&app, "/e/guess/").starts_with("HTTP/1.1 403"));
    }
    app.wait_for("127.0.0.1 tried an unknown link");
}

#[test]
fn the_panel_fits_a_small_window() {
    let folder = tempdir().unwrap();
    for size in [vec2(640.0, 360.0), vec2(390.0, 844.0), vec2(1920.0, 1080.0)] {
        let mut app = open(folder.path(), size);
        app.key(Key::F12);
        app.click("Start the server");
        let whole = app.harness.ctx.viewport_rect();
        let rect = app.harness.get_by_label("the link to watch the score").rect();
        assert!(whole.contains_rect(rect), "{rect} in {whole}");
        assert!(rect.width() >= 130.0, "{rect} in {whole}");
    }
}

#[test]
fn the_link_of_a_camera_is_https_and_says_what_the_browsers_warning_means() {
    let folder = tempdir().unwrap();
    let mut app = open(folder.path(), vec2(1280.0, 720.0));
    app.begin("pafos", 2, 3);
    app.click("More");
    app.click("Phones and screens");
    app.click("Start the server");
    assert!(app.says("http://127.0.0.1:") && !app.says("The browser warns once"));
    app.click("To act as the camera");
    assert!(app.says("https://127.0.0.1:") && app.says("The browser warns once"));
    assert!(folder.path().join("certificate.json").exists(), "a phone is asked once, not every evening");
}
