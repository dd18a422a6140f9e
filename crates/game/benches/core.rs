//! Times counting and replaying in the core: `cargo bench --profile dev -p sixty-one-game --bench core`.

#![expect(clippy::unwrap_used, reason = "a bench may fail")]

use game::layout::{Layout, Play};
use game::rng::Rng;
use game::rules::RuleSet;
use game::rules::score::play_points;
use game::tile::Tile;
use game::{Act, Match, Seat, Setup};

fn main() {
    divan::main();
}

/// A line of 13 tiles, the most that two hands of seven can make.
const LINE: &str = "0-3 3-3 3-6 6-6 6-4 4-4 4-5 5-5 5-1 1-1 1-2 2-2 2-0";

#[divan::bench(args = ["pafos", "sbyc_club", "muggins"])]
fn count_ends_and_points(bencher: divan::Bencher<'_, '_>, id: &str) {
    let (rules, layout) = (RuleSet::preset(id).unwrap(), LINE.parse::<Layout>().unwrap());
    bencher.counter(divan::counter::ItemsCount::new(1usize)).bench(|| {
        let count = divan::black_box(&layout).count(&rules);
        play_points(&rules, count)
    });
}

/// A Pafos match of at least 60 drops between two who play at random.
fn match_of_60_drops() -> Vec<Act> {
    let mut rng = Rng::new(60);
    let rules = RuleSet::preset("pafos").unwrap();
    let mut game = Match::start(Setup { best_of: 9, ..Setup::new(rules.clone(), &["Anna", "Ben"]) }).unwrap();
    let mut drops = 0;
    while drops < 60 {
        let Some(round) = game.state().running() else {
            game.act(Act::Deal { leader: Seat::FIRST, hands: Vec::new() }).unwrap();
            continue;
        };
        let mut tiles: Vec<Tile> = rules.tiles().iter().collect();
        rng.shuffle(&mut tiles);
        let plays: Vec<Play> = tiles.iter().flat_map(|&tile| round.layout.ways(tile, &rules)).collect();
        let seat = round.turn;
        match rng.pick(&plays) {
            Some(&play) => {
                game.act(Act::Play { seat, play, stands: false }).unwrap();
                drops += 1;
            }
            None => drop(game.act(Act::Knock { seat, stands: false }).unwrap()),
        }
    }
    game.events().iter().map(|event| event.act.clone()).collect()
}

#[divan::bench]
fn replay_a_match_of_60_drops(bencher: divan::Bencher<'_, '_>) {
    let acts = match_of_60_drops();
    bencher
        .counter(divan::counter::ItemsCount::new(1usize))
        .bench(|| Match::replay(divan::black_box(&acts)).unwrap().events().len());
}

#[divan::bench]
fn apply_one_drop_to_a_running_match(bencher: divan::Bencher<'_, '_>) {
    let game = Match::replay(&match_of_60_drops()).unwrap();
    let act = match game.state().running() {
        Some(round) => Act::Knock { seat: round.turn, stands: true },
        None => Act::Deal { leader: Seat::FIRST, hands: Vec::new() },
    };
    bencher.bench(|| divan::black_box(&game).decide(act.clone()).unwrap());
}
