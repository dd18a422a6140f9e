//! Formats a reading as JSON, one object on one line.

use std::path::Path;

use serde::Serialize;

use super::PictureRead;
use crate::cli::reasons;
use eye::detect::hand::Hand;
use eye::geometry::middle;
use eye::read::{Free, FreeAt, Part, Point, ReadEnd, ReadTile};
use game::rules::RuleSet;

#[derive(Serialize)]
struct TableJson<'a> {
    photo: &'a str,
    width: u32,
    height: u32,
    rules: Option<&'a str>,
    tiles: Vec<TileOut>,
    line: Option<String>,
    ends: Vec<EndOut>,
    /// Every place where another tile could go, whatever the rules say.
    free: Vec<FreeOut>,
    /// The rule sets under which the layout can have come about, where none was asked for.
    legal_under: Option<Vec<&'static str>>,
    /// Chains apart from the layout: places in `tiles`.
    apart: &'a [Vec<usize>],
    count: Option<u16>,
    points: Option<u16>,
    doubts: Vec<String>,
    /// Probability that exactly these ends are open, as far as one picture shows.
    confidence: f64,
    ms: Millis,
}

#[derive(Serialize)]
struct HandOut<'a> {
    photo: &'a str,
    width: u32,
    height: u32,
    hand: Vec<TileOut>,
    pips: u32,
    ms: Millis,
}

#[derive(Serialize)]
struct Failure<'a> {
    photo: &'a str,
    error: String,
}

#[derive(Serialize)]
pub(in crate::cli) struct TileOut {
    pips: Option<[u8; 2]>,
    halves: [[f64; 2]; 2],
    corners: [[f64; 2]; 4],
    confidence: f64,
    part: &'static str,
    /// Inferred: its neighbours require it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    inferred: bool,
}

#[derive(Serialize)]
struct EndOut {
    pips: u8,
    double: bool,
    at: [f64; 2],
}

#[derive(Serialize)]
struct FreeOut {
    pips: u8,
    /// The tile: its place in `tiles`.
    tile: usize,
    on: &'static str,
    at: [f64; 2],
}

#[derive(Serialize)]
struct Millis {
    decode: f64,
    find: f64,
    read: f64,
    assemble: f64,
}

/// A table: `rules` are those asked for, `written` those of the notation.
pub(super) fn table(
    outcome: &PictureRead,
    rules: Option<&RuleSet>,
    written: Option<&RuleSet>,
) -> serde_json::Result<String> {
    let reading = &outcome.table.reading;
    let score = written.and_then(|rules| reading.score(rules));
    let line = written.and_then(|rules| reading.laid(rules)).map(|laid| laid.layout.to_string());
    serde_json::to_string(&TableJson {
        photo: &outcome.name,
        width: outcome.picture.width,
        height: outcome.picture.height,
        rules: rules.map(|rules| rules.id),
        tiles: reading.tiles.iter().map(tile).collect(),
        line: line.filter(|line| !line.is_empty()),
        ends: reading.ends.iter().map(end).collect(),
        free: reading.free().iter().map(free).collect(),
        legal_under: rules.is_none().then(|| reading.legal_under()),
        apart: &reading.apart,
        count: score.map(|score| score.count),
        points: rules.and(score).map(|score| score.points),
        doubts: reading.doubts.iter().map(ToString::to_string).collect(),
        confidence: round(reading.confidence, 1e3),
        ms: millis(outcome),
    })
}

pub(super) fn hand(outcome: &PictureRead, hand: &Hand) -> serde_json::Result<String> {
    serde_json::to_string(&HandOut {
        photo: &outcome.name,
        width: outcome.picture.width,
        height: outcome.picture.height,
        hand: hand.tiles.iter().map(tile).collect(),
        pips: hand.pips(),
        ms: millis(outcome),
    })
}

pub(super) fn failure(path: &Path, error: &anyhow::Error) -> serde_json::Result<String> {
    serde_json::to_string(&Failure { photo: &path.display().to_string(), error: reasons(error) })
}

pub(in crate::cli) fn tile(tile: &ReadTile) -> TileOut {
    let [a_right, b_right, b_left, a_left] = tile.corners;
    let (a, b) = (middle(a_right, a_left), middle(b_right, b_left));
    let along = |share: f64| Point { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
    TileOut {
        pips: tile.pips.map(|pips| pips.map(|pip| pip.get())),
        halves: [place(along(0.25)), place(along(0.75))],
        corners: tile.corners.map(place),
        confidence: round(tile.confidence, 1e3),
        part: match tile.part {
            Part::Line => "line",
            Part::Loose => "loose",
            Part::FaceDown => "face_down",
            Part::Unreadable => "unreadable",
        },
        inferred: tile.seen.is_none(),
    }
}

fn end(end: &ReadEnd) -> EndOut {
    EndOut { pips: end.pips.get(), double: end.double, at: place(end.at) }
}

fn free(free: &Free) -> FreeOut {
    let on = match free.at {
        FreeAt::Half => "half",
        FreeAt::Side => "side",
        FreeAt::End => "end",
    };
    FreeOut { pips: free.pips.get(), tile: free.tile, on, at: place(free.point) }
}

fn millis(outcome: &PictureRead) -> Millis {
    let ms = |time: std::time::Duration| round(time.as_secs_f64() * 1e3, 10.0);
    Millis {
        decode: round(outcome.decode_ms, 10.0),
        find: ms(outcome.table.sight.find),
        read: ms(outcome.table.sight.read),
        assemble: round(outcome.assemble_ms, 10.0),
    }
}

fn place(point: Point) -> [f64; 2] {
    [round(point.x, 10.0), round(point.y, 10.0)]
}

pub(in crate::cli) fn round(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps
}
