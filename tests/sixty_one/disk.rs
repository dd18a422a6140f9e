//! A data folder that disappears while people play: what every front end answers is what is on the disk.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use super::served::{Served, enter};
use game::layout::Play;
use game::{Act, Seat};
use server::{LinkKind, ListenerOptions};
use sixty_one::ui::action::Action;
use sixty_one::ui::entry::EntryWish;
use sixty_one::ui::keeper::Keeper;
use sixty_one::ui::phones::{Phones, PhonesWish};
use sixty_one::ui::shell::Shell;
use sixty_one::ui::state::BeginWish;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use store::Store;
use tempfile::{TempDir, tempdir};

/// A data folder that can go and come back.
struct Folder {
    _place: TempDir,
    here: PathBuf,
    away: PathBuf,
}

impl Folder {
    fn new() -> Self {
        let place = tempdir().unwrap();
        let (here, away) = (place.path().join("data"), place.path().join("elsewhere"));
        Self { _place: place, here, away }
    }

    fn goes(&self) {
        fs::rename(&self.here, &self.away).unwrap();
    }

    fn comes_back(&self) {
        fs::rename(&self.away, &self.here).unwrap();
    }

    /// Drops of the match that is on the disk, wherever the folder is.
    fn drops(&self) -> usize {
        let folder = if self.here.exists() { &self.here } else { &self.away };
        let mut store = Store::open_read_only(folder).unwrap();
        let game = store.last_open_game().unwrap().unwrap();
        store.load(game).unwrap().iter().filter(|stored| matches!(stored.event.act, Act::Play { .. })).count()
    }
}

/// Waits until `done`.
fn until(what: &str, mut done: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !done() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn begun(folder: &Path) -> Shell {
    let mut shell = Shell::new(Keeper::open(folder).unwrap());
    shell.perform(BeginWish::Start.into());
    shell
}

/// The next drop of the window's match.
fn next_play(shell: &Shell) -> Play {
    let game = &shell.state.table.as_ref().unwrap().game;
    let state = game.state();
    let round = state.running().unwrap();
    let plays = game.setup().rules.tiles().iter().flat_map(|tile| round.layout.ways(tile, &game.setup().rules));
    let fits = |play: &Play| game.decide(Act::Play { seat: round.turn, play: *play, stands: false }).is_ok();
    plays.into_iter().find(fits).unwrap()
}

#[test]
fn a_tap_in_the_window_tells_where_the_drop_is() {
    let folder = Folder::new();
    let mut shell = begun(&folder.here);
    let tap = |shell: &mut Shell| shell.perform(EntryWish::Choose(next_play(shell)).into());
    tap(&mut shell);
    assert_eq!((shell.state.unsaved.clone(), folder.drops()), (None, 1));
    folder.goes();
    tap(&mut shell);
    let told = shell.state.unsaved.clone().unwrap();
    assert!(told.acts == 1 && told.why.contains("is missing"), "{told}");
    assert_eq!(folder.drops(), 1, "and the disk has no more than the window says");
    folder.comes_back();
    tap(&mut shell);
    assert_eq!((shell.state.unsaved.clone(), folder.drops()), (None, 3));
}

#[test]
fn a_phone_at_the_window_is_told_where_its_drop_is() {
    let folder = Folder::new();
    let options =
        ListenerOptions { port: 0, addresses: vec![IpAddr::from([127, 0, 0, 1])], ..ListenerOptions::default() };
    let mut shell = begun(&folder.here).with_phones(Phones::with(options));
    shell.perform(Action::Phones(PhonesWish::Open));
    shell.perform(Action::Phones(PhonesWish::Look(LinkKind::Enter)));
    let ctx = egui::Context::default();
    shell.logic(&ctx);
    let phones = &shell.state.phones;
    let code = phones.links.iter().find(|link| link.kind == LinkKind::Enter).unwrap().code.clone();
    let link = format!("http://{}/{}/{code}/", phones.at.clone().unwrap(), LinkKind::Enter.letter());
    let mut number = 0;
    let mut send = |shell: &mut Shell| {
        number += 1;
        let layout = shell.state.table.as_ref().unwrap().layout();
        let (link, act) = (link.clone(), format!("play {}", layout.play_text(&next_play(shell))));
        let sent = std::thread::spawn(move || enter(&link, &act, number));
        until("the phone is answered", || {
            shell.logic(&ctx);
            sent.is_finished()
        });
        sent.join().unwrap()
    };
    let answer = send(&mut shell);
    assert!(answer.contains("Entered.") && folder.drops() == 1, "{answer}");
    folder.goes();
    let answer = send(&mut shell);
    assert!(answer.contains("Entered, but not saved yet: ") && folder.drops() == 1, "{answer}");
    folder.comes_back();
    let answer = send(&mut shell);
    assert!(answer.contains("Entered.") && folder.drops() == 3, "{answer}");
}

#[test]
fn a_phone_at_a_server_is_told_where_its_drop_is() {
    let folder = Folder::new();
    let served = Served::start(&folder.here, &["--enter", "--players", "Anna,Ben"], 2);
    let link = &served.links[1];
    let answer = enter(link, "tile 6-6", 1);
    assert!(answer.contains("Entered.") && folder.drops() == 1, "{answer}");
    folder.goes();
    let answer = enter(link, "tile 6-5", 2);
    assert!(answer.contains("Entered, but not saved yet: ") && folder.drops() == 1, "{answer}");
    folder.comes_back();
    // The server retries on its own.
    until("the drop is saved", || folder.drops() == 2);
    let answer = enter(link, "knock", 3);
    assert!(answer.contains("\"ok\":true") || answer.contains("can play"), "{answer}");
}

#[test]
fn a_watched_camera_tells_what_is_not_saved() {
    let folder = Folder::new();
    let mut child = super::program()
        .args(["watch", "simulated:pafos:7", "--trust", "--json", "--data"])
        .arg(&folder.here)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut lines = lines.map(|line| serde_json::from_str::<serde_json::Value>(&line).unwrap());
    let mut next = |name: &str| lines.find(|line| line.get(name).is_some()).unwrap()[name].clone();
    assert_eq!(next("drop"), 1);
    until("the first drop is on the disk", || folder.here.exists() && folder.drops() >= 1);
    folder.goes();
    let before = folder.drops();
    assert!(next("unsaved").as_u64().unwrap() > 0);
    assert_eq!(folder.drops(), before);
    folder.comes_back();
    assert_eq!(next("unsaved"), 0);
    assert!(folder.drops() > before);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn what_was_missed_is_put_in_its_place_and_later_drops_are_scored_anew() {
    use game::record::Record;
    use sixty_one::table::Table;
    let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA 6-4@6-6.s2\nend\n";
    let game = Record::parse(text).unwrap().game;
    let seat = |letter: &str| letter.parse::<Seat>().unwrap();
    let drop_of = |game: &game::Match, tile: &str| {
        let tile: game::tile::Tile = tile.parse().unwrap();
        let is = |(_, act): &(usize, &Act)| matches!(act, Act::Play { play, .. } if play.tile() == tile);
        game.standing().find(is).map(|(event, _)| event).unwrap()
    };
    // Ben's drop was really Anna's.
    let mut table = Table::in_memory(game.clone());
    table.give_to(drop_of(&game, "6-3"), seat("A")).unwrap();
    let turns = &table.game().state().running().unwrap().turns;
    assert_eq!((turns[1].seat, turns.len()), (seat("A"), 3));
    // A missed knock.
    let mut table = Table::in_memory(game.clone());
    table.insert_knock(Some(drop_of(&game, "6-4")), seat("A")).unwrap();
    assert_eq!(table.game().state().running().unwrap().turns.len(), 4);
    // A drop that was missed between two others: the later one scores differently, and that is reported.
    let mut table = Table::in_memory(game.clone());
    let play = table.game().state().running().unwrap().layout.prefix(2).parse_play("3-3@6-3.3").unwrap();
    let applied = table.insert_drop(Some(drop_of(&game, "6-4")), seat("A"), play, None).unwrap();
    let told: Vec<String> = applied.rescored.iter().map(|changed| changed.words(table.game())).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("Anna's 6-4: "), "{told:?}");
    // And one Undo takes it back.
    table.apply(Act::Undo, None).unwrap();
    assert_eq!(table.game().state(), game.state());
}
