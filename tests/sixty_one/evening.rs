//! A whole evening through the real window on a virtual screen: two pairs, best of three, every drop typed, and twice a
//! drop corrected after the next hand was dealt. A few minutes long: `EVENING=1` plays it (`scripts/evening`).

use crate::window::{Screen, stored};
use game::layout::Play;
use game::rules::score::play_points;
use game::tile::Tile;
use game::{Match, Round};
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// More acts than any evening has.
const MOST: usize = 3000;

struct Evening<'a> {
    screen: &'a Screen,
    folder: &'a Path,
    keys: usize,
    took: Vec<Duration>,
}

impl Evening<'_> {
    /// Types keys, and waits until that is on disk.
    #[track_caller]
    fn act(&mut self, before: &Match, keys: &[&str]) -> Match {
        let start = Instant::now();
        let arguments: Vec<&str> = ["key", "--delay", "8"].into_iter().chain(keys.iter().copied()).collect();
        self.screen.xdotool(&arguments);
        self.keys += keys.len();
        loop {
            if let Some(game) = stored(self.folder).or_else(|| finished(self.folder))
                && game.events().len() > before.events().len()
            {
                self.took.push(start.elapsed());
                return game;
            }
            let last = before.standing().last();
            assert!(start.elapsed() < Duration::from_secs(30), "{keys:?} does nothing after {last:?}");
            std::thread::sleep(Duration::from_millis(8));
        }
    }

    /// The next act of the evening: a drop, a knock, or the next hand.
    fn go_on(&mut self, game: &Match, spare: Option<Tile>) -> Match {
        let Some(round) = game.state().running() else { return self.act(game, &["Return"]) };
        let Some(tile) = best(game, round, spare) else { return self.act(game, &["k"]) };
        let (high, low) = (tile.high().to_string(), tile.low().to_string());
        self.act(game, &["t", &high, &low, "Return"])
    }
}

/// The tile that scores most without passing the target, another than `spare`.
fn best(game: &Match, round: &Round, spare: Option<Tile>) -> Option<Tile> {
    let rules = &game.setup().rules;
    let missing = i32::from(game.setup().target()) - game.state().score(game.setup().side_of(round.turn)).whole();
    let fits = |tile: Tile| -> Option<(i32, Tile)> {
        // The window takes the first place where there are several.
        let play = round.layout.ways(tile, rules).into_iter().next()?;
        let points = i32::from(play_points(rules, round.layout.after(&play).count(rules)));
        Some((if points > missing { -1 } else { points }, tile))
    };
    let free = rules.tiles().minus(round.layout.tiles());
    free.iter()
        .filter(|tile| Some(*tile) != spare)
        .filter_map(fits)
        .max_by_key(|(points, _)| *points)
        .map(|best| best.1)
}

/// Returns the match that was played last and is over.
fn finished(folder: &Path) -> Option<Match> {
    let mut store = store::Store::open_read_only(folder).ok()?;
    let id = store.all_matches().ok()?.into_iter().next()?.id;
    let acts: Vec<game::Act> = store.load(id).ok()?.into_iter().map(|stored| stored.event.act).collect();
    Match::replay(&acts).ok()
}

#[test]
fn an_evening_of_pairs_is_played_through_the_window() {
    if std::env::var_os("EVENING").is_none() {
        println!("left out: EVENING=1 plays it");
        return;
    }
    let Some(screen) = Screen::start() else { return };
    let folder = tempdir().unwrap();
    let last =
        r#"{"last":{"rules":"pafos","players":["Anna","Ben","Chris","Dot"],"pairs":true,"best_of":3,"leader":0}}"#;
    std::fs::write(folder.path().join("settings.json"), last).unwrap();
    let (mut program, _) = screen.open(folder.path());
    let begin = Instant::now();
    screen.xdotool(&["key", "Return"]);
    let mut game = crate::window::wait_for(folder.path(), 2);
    let mut evening = Evening { screen: &screen, folder: folder.path(), keys: 1, took: Vec::new() };
    let mut corrected = Vec::new();
    for _ in 0..MOST {
        if game.state().is_over() {
            break;
        }
        let hands = (game.state().legs.len(), game.state().leg.rounds.len());
        let fresh = game.state().running().is_some_and(|round| round.turns.is_empty());
        // After the deal of the second hand, and after that of the second game: the last drop of the hand before was another.
        if fresh && corrected.len() < 2 && [(0, 1), (1, 0)][corrected.len()] == hands {
            let undone = evening.act(&game, &["u"]);
            let undone = evening.act(&undone, &["u"]);
            let tile = game.state().leg.rounds.last().or_else(|| game.state().legs.last()?.rounds.last());
            let tile = tile.and_then(|round| round.layout.plays().last().map(Play::tile));
            game = evening.go_on(&undone, tile);
            corrected.push(tile);
            continue;
        }
        game = evening.go_on(&game, None);
    }
    assert!(game.state().is_over(), "the evening does not end");
    assert_eq!(corrected.len(), 2);
    let undone = game.events().iter().filter(|event| event.act == game::Act::Undo).count();
    assert_eq!(undone, 4);
    let mut took = evening.took;
    took.sort();
    println!(
        "{} acts and {} keys in {:.0} s, games {:?}; from typing an act to finding it on disk: p50 {:.2?}, p99 {:.2?}",
        game.events().len(),
        evening.keys,
        begin.elapsed().as_secs_f64(),
        game.state().legs_won,
        took[took.len() / 2],
        took[took.len() * 99 / 100]
    );
    program.kill().unwrap();
    program.wait().unwrap();
}
