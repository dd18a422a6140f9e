//! A match is looked at again, step by step.

use crate::history::{fill, look, newest, opened, replay};
use crate::table::App;
use egui::{Key, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use game::Setup;
use game::replay::{Moment, MomentKind, walk};
use game::rules::RuleSet;
use game::self_play::play_match;
use sixty_one::ui::action::Action;
use sixty_one::ui::history::Wish;
use store::{Evidence, MatchId, Origin, Store, Timestamp};
use tempfile::tempdir;

#[test]
fn a_match_is_replayed_by_key_bar_and_tap_and_jumped_through() {
    let folder = tempdir().unwrap();
    fill(folder.path(), 8, 2);
    let mut app = opened(folder.path());
    // A match with everything to jump to.
    let ids: Vec<MatchId> = app.harness.state().state.history.shown.iter().map(|game| game.summary.id).collect();
    let rich = |app: &App| {
        let moments = &replay(app).moments;
        moments.iter().any(|m| m.eight)
            && moments.iter().any(|m| m.bust)
            && moments.iter().any(|m| m.kind == MomentKind::Knock)
    };
    for id in ids {
        look(&mut app, id);
        if rich(&app) {
            break;
        }
    }
    assert!(rich(&app), "no match with an eight, a bust and a knock");
    let total = replay(&app).moments.len();
    assert_eq!(replay(&app).at, total, "a match is looked at from its end");
    app.key(Key::Home);
    assert_eq!(replay(&app).at, 0);
    app.key(Key::ArrowRight);
    app.key(Key::ArrowRight);
    assert_eq!(replay(&app).now.state().round.as_ref().unwrap().layout.len(), 1);
    for (key, test) in [
        (Key::Num8, (|m| m.eight) as fn(&Moment) -> bool),
        (Key::B, |m| m.bust),
        (Key::K, |m| m.kind == MomentKind::Knock),
        (Key::PageDown, |m| m.kind == MomentKind::Deal),
    ] {
        app.key(key);
        let moment = replay(&app).moment().unwrap().clone();
        assert!(test(&moment), "{moment:?}");
        assert!(moment.kind == MomentKind::Deal || app.says(&moment.told.detail), "its reason is told: {moment:?}");
        let pegs: Vec<String> = moment.scores.iter().map(ToString::to_string).collect();
        let board = app.harness.query_all_by_label_contains("Peg board to").next().unwrap();
        let board = board.accesskit_node().label().unwrap_or_default();
        for points in pegs {
            assert!(board.contains(&format!(" {points}")), "{board}: {points}");
        }
    }
    // Back with Shift, and by the buttons.
    let eights = replay(&app).moments.iter().filter(|moment| moment.eight).count();
    app.key_with(egui::Modifiers::SHIFT, Key::Num8);
    assert!(replay(&app).moment().unwrap().eight);
    app.click("the next bust, key B");
    assert!(replay(&app).moment().unwrap().bust && eights > 0);
    // A tap on a step of the hand goes there.
    app.key(Key::Home);
    app.key(Key::ArrowRight);
    app.click_first("step 3: ");
    assert_eq!(replay(&app).at, 3);
    // The bar.
    let bar = app.harness.get_by_label("step of the match").rect();
    app.harness.drag_at(bar.center());
    app.harness.run();
    app.harness.drop_at(bar.center());
    app.settle();
    assert!(replay(&app).at.abs_diff(total / 2) <= 1 + total / 50, "{} of {total}", replay(&app).at);
    // It plays on its own, and stops.
    app.key(Key::Home);
    assert!(app.has("play, key Space"));
    app.harness.state_mut().perform(Action::History(Wish::Play));
    for _ in 0..40 {
        app.harness.run_steps(8);
    }
    let at = replay(&app).at;
    assert!(at >= 1, "it plays");
    app.click("stop playing, key Space");
    app.harness.run_steps(40);
    assert!(replay(&app).playing.is_none() && replay(&app).at <= at + 1);
    app.key(Key::Escape);
    assert!(app.harness.state().state.history.replay.is_none());
}

#[test]
fn why_was_this_eight() {
    let folder = tempdir().unwrap();
    let id = MatchId::from_seed(9);
    let setup = Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]);
    let game = play_match(setup, &[0.9, 0.9], false, 3).unwrap();
    let step = walk(&game).iter().position(|moment| moment.eight).unwrap();
    {
        let mut store = Store::open(folder.path()).unwrap().store;
        store.append(id, game.events(), Timestamp(1_795_000_000_000)).unwrap();
        let pixels = image::RgbImage::from_fn(64, 48, |x, y| image::Rgb([x as u8 * 3, y as u8 * 4, 90]));
        let mut jpeg = std::io::Cursor::new(Vec::new());
        pixels.write_to(&mut jpeg, image::ImageFormat::Jpeg).unwrap();
        let event = walk(&game)[step].event as u32 + 1;
        store.pictures().keep(id, event, jpeg.get_ref()).unwrap();
        let evidence = Evidence {
            source: Origin::Camera,
            reading: "6-6 6-3".to_owned(),
            sure: Some(0.99),
            confirmed: "Anna".to_owned(),
            ..Evidence::default()
        };
        store.pictures().keep_evidence(id, event, &evidence).unwrap();
        // Two more drops were recorded without asking.
        let automatic = Evidence { confirmed: "automatic (high confidence)".to_owned(), ..evidence };
        let drops = walk(&game).into_iter().filter(|moment| moment.kind == MomentKind::Drop);
        for drop in drops.map(|moment| moment.event as u32 + 1).filter(|drop| *drop > event).take(2) {
            store.pictures().keep_evidence(id, drop, &automatic).unwrap();
        }
    }
    let mut app = opened(folder.path());
    look(&mut app, id);
    app.key(Key::Home);
    app.key(Key::Num8);
    app.settle();
    assert_eq!(replay(&app).at, step + 1);
    let asked = "The camera asked about 1 of 3 drops (33 of 100); 2 of the 2 others are right.";
    assert!(app.says(asked));
    assert!(app.says("Why 8"));
    assert!(app.says("Read by the camera, 99 % confident; confirmed by Anna. It read 6-6 6-3."));
    assert!(app.says("multiple of five, three or both"), "the clause of the rules");
    assert!(app.says("picture of the table as it was scored"));
    app.key(Key::ArrowLeft);
    app.settle();
    assert!(!app.says("picture of the table as it was scored") && app.says("Entered by hand"));
}

#[test]
fn nothing_of_the_replay_is_below_a_small_window() {
    let folder = tempdir().unwrap();
    fill(folder.path(), 1, 1);
    for size in [vec2(800.0, 600.0), vec2(844.0, 390.0)] {
        let mut app = App::open_in(folder.path(), size);
        app.key(Key::F3);
        app.settle();
        let id = newest(&app);
        look(&mut app, id);
        for label in ["the next hand, key PageDown", "the next drop that was not the best, key M"] {
            let place = app.harness.get_by_label(label).rect();
            assert!(place.bottom() <= size.y && place.right() <= size.x, "{label} at {place} in {size}");
        }
        app.key(Key::Home);
        assert!(app.says("hand 1") && !app.says("hand 0"));
    }
}
