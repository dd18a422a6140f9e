//! The watch over a table: what it offers, what it asks about, and what it leaves alone.

#![expect(clippy::unwrap_used, reason = "helpers of tests, outside of the test functions")]

mod film;
mod lead;
mod next_hand;
mod places;
mod turned_down;
mod unseen;

use crate::layouts::{HEIGHT, WIDTH};
use eye::read::{Point, SeenTile, TileKind};
use game::layout::{Layout, Play};
use game::rules::RuleSet;
use game::tile::Tile;
use std::time::Duration;
use tracker::{Offer, Stand, Watch};

const SIZE: (u32, u32) = (WIDTH, HEIGHT);

/// A hand is over the table for so long while it lays a tile.
const HAND: Duration = Duration::from_secs(1);

/// Offers that a recording would take down.
fn sure(offer: Option<&Offer>) -> Option<Play> {
    offer.filter(|offer| offer.ways[0].1 >= 0.9).map(|offer| offer.ways[0].0)
}

/// A sure tile on a grid of squares: half a at column and row, half b to its right or below it.
fn on_grid(a: usize, b: usize, (column, row): (u32, u32), down: bool) -> SeenTile {
    const SIDE: f64 = 30.0;
    let (x, y) = (80.0 + f64::from(column) * SIDE, 60.0 + f64::from(row) * SIDE);
    let at = |along: f64, across: f64| {
        if down { Point::new(x + SIDE - across, y + along) } else { Point::new(x + along, y + across) }
    };
    let logs = |pip: usize| std::array::from_fn(|i| if i == pip { -0.01 } else { -7.0 });
    let corners = [at(0.0, 0.0), at(2.0 * SIDE, 0.0), at(2.0 * SIDE, SIDE), at(0.0, SIDE)];
    SeenTile { corners, a: logs(a), b: logs(b), kind: TileKind::Up, logit: 3.0 }
}

/// Some looks at these tiles, of which those in `new` have just come.
fn looks<'a>(watch: &'a mut Watch, tiles: &[SeenTile], new: &[SeenTile], known: &Layout) -> &'a Watch {
    let fresh = |corners: &[Point; 4]| Some(f64::from(u8::from(new.iter().any(|tile| tile.corners == *corners))));
    watch.disturbed();
    for _ in 0..4 {
        watch.look_with(tiles, SIZE, known, &pafos(), &fresh);
    }
    watch
}

/// The 5-6 is recorded and the 6-1 beside it offered; the two tiles, and what is recorded.
fn second_tile_offered() -> (Watch, [SeenTile; 2], Layout) {
    let known: Layout = "*5-6".parse().unwrap();
    let both = [on_grid(5, 6, (10, 10), false), on_grid(6, 1, (12, 10), false)];
    let mut watch = Watch::new();
    look(&mut watch, &both[..1], &known, 3);
    assert!(looks(&mut watch, &both, &both[1..], &known).verdict().offer.is_some());
    (watch, both, known)
}

/// Looks `times` at the same tiles: nothing has visibly moved since table and record agreed.
fn rests(watch: &mut Watch, tiles: &[SeenTile], known: &Layout, times: usize) {
    changed(watch, tiles, known, 0.0, times);
}

/// Looks `times` at the same tiles, whose places have changed that much.
fn changed(watch: &mut Watch, tiles: &[SeenTile], known: &Layout, share: f64, times: usize) {
    for _ in 0..times {
        watch.look_with(tiles, SIZE, known, &pafos(), &|_| Some(share));
    }
}

/// The offered tile, with a question mark where it is asked about; empty for none.
fn offered(watch: &Watch) -> String {
    let name = |offer: &Offer| format!("{}{}", offer.ways[0].0.tile(), if offer.asked.is_none() { "" } else { "?" });
    watch.verdict().offer.as_ref().map(name).unwrap_or_default()
}

fn lacking(watch: &Watch) -> Vec<String> {
    match &watch.verdict().stand {
        Stand::Unclear { new, .. } => new.iter().map(Tile::to_string).collect(),
        _ => Vec::new(),
    }
}

fn pafos() -> RuleSet {
    RuleSet::parse("pafos").unwrap()
}

/// Looks `times` at the same tiles.
fn look(watch: &mut Watch, tiles: &[SeenTile], known: &Layout, times: usize) {
    for _ in 0..times {
        watch.look(tiles, SIZE, known, &pafos());
    }
}
