//! Shared results: the result as text and as a picture, the record as a code that a camera reads.

use crate::table::App;
use egui::{Key, vec2};
use sixty_one::ui::action::Action;
use sixty_one::ui::history::{Paper, Wish};
use sixty_one::ui::screen::Screen;
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// A match of one game that is over.
fn played(app: &mut App) {
    let form = &mut app.harness.state_mut().state.new_game;
    form.take_preset(&game::rules::RuleSet::parse("pafos target=5").unwrap());
    form.best_of = 1;
    app.click("Begin the match");
    for tile in ["6-6", "6-0", "0-0", "6-3", "3-2"] {
        if !app.state().is_over() {
            app.click(&format!("tile {tile}"));
        }
    }
    while !app.state().is_over() {
        app.click_first("tile ");
    }
}

/// Reads the code in the window with a camera.
fn read_by_camera(app: &App) -> String {
    let picture = app.picture();
    let [width, height] = picture.size;
    let grey = |x: usize, y: usize| {
        let pixel = picture.pixels[y * width + x];
        ((u16::from(pixel.r()) + u16::from(pixel.g()) + u16::from(pixel.b())) / 3) as u8
    };
    let mut prepared = rqrr::PreparedImage::prepare_from_greyscale(width, height, grey);
    let grids = prepared.detect_grids();
    assert_eq!(grids.len(), 1, "one code is seen");
    grids[0].decode().unwrap().1
}

#[test]
fn a_code_read_by_another_phone_is_the_same_match_there() {
    let (here, there) = (tempdir().unwrap(), tempdir().unwrap());
    let mut app = App::open_in(here.path(), vec2(390.0, 844.0));
    played(&mut app);
    app.click("Copy the result");
    assert!(app.has("✓ Copied"));
    let copied = app.harness.state().state.copied.clone().unwrap();
    assert!(copied.contains("Fives-and-threes") && !copied.contains("so far"), "{copied}");
    app.click("Share by QR code");
    let record = read_by_camera(&app);
    assert!(record.starts_with("[Rules") && record.trim_end().ends_with("end"), "{record}");
    let game = app.game().clone();

    let mut other = App::open_in(there.path(), vec2(390.0, 844.0));
    other.key(Key::F3);
    other.settle();
    other.click("Import matches…");
    for (pasted, said) in [(&record, "The match is imported"), (&"[Rules".to_owned(), "Nothing was imported")] {
        if !other.has("record of a match") {
            other.harness.state_mut().state.history.import = Some(String::new());
            other.harness.run();
        }
        other.harness.state_mut().state.history.pasted.clone_from(pasted);
        other.harness.run();
        other.scroll_and_click("Import the match");
        other.settle();
        assert!(other.says(said), "{said}: {:?}", other.harness.state().state.history.message);
    }
    let history = &other.harness.state().state.history;
    assert_eq!(history.archive.games.len(), 1);
    let id = history.archive.games[0].summary.id;
    other.harness.state_mut().perform(Action::History(Wish::Look(id)));
    other.settle();
    let whole = &other.harness.state().state.history.replay.as_ref().unwrap().whole;
    assert_eq!(whole.state().leg.scores, game.state().leg.scores);
}

#[test]
fn the_result_is_written_as_a_picture() {
    let (folder, files) = (tempdir().unwrap(), tempdir().unwrap());
    let mut app = App::open(folder.path());
    played(&mut app);
    app.harness.state_mut().state.history.exports = Some(files.path().to_owned());
    app.harness.state_mut().perform(Action::Go(Screen::History));
    app.settle();
    let id = app.harness.state().state.history.shown[0].summary.id;
    for wish in [Wish::Look(id), Wish::Save(Paper::Result)] {
        app.harness.state_mut().perform(Action::History(wish));
        app.settle();
    }
    let written: Vec<_> = std::fs::read_dir(files.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [file] = written.as_slice() else { panic!("{written:?}") };
    let picture = image::open(file).unwrap();
    assert_eq!((picture.width(), picture.height()), (1200, 630));
}

#[test]
fn where_there_is_no_file_dialog_paths_are_typed_as_ever() {
    let mut app = App::opened();
    app.harness.state_mut().perform(Action::Go(Screen::History));
    app.settle();
    app.click("Import matches…");
    app.click("Choose a file…");
    let start = Instant::now();
    while app.harness.state().state.history.choosing {
        assert!(start.elapsed() < Duration::from_secs(60), "a dialog that nobody sees is waited for");
        std::thread::sleep(Duration::from_millis(20));
        app.harness.step();
    }
    assert!(app.has("path of the file to import"));
}
