//! All steps in order: one picture's tiles in, the reading out.

use super::beyond::unread;
use super::body::{LOOSE, Prices, Scene, WEAKEST, argmax, sigmoid};
use super::bridges::add_bridges;
use super::confidence::{Confidence, confidence};
use super::doubt::{doubts, pip};
use super::hypothesis::{Hypothesis, hypothesis};
use super::joins::joins;
use super::plane::Plane;
use super::prints::{is_board, without_prints};
use super::rest::{detections, rest};
use super::search::search;
use super::sizes::planes;
use super::{Part, PipLogs, Point, ReadEnd, ReadJoin, ReadTile, Reading, SeenTile, Settings, Slot, TileKind};
use crate::geometry::{area, common_area, is_sound, place_in};
use game::tile::Pip;

/// Price of a double in line or at a corner if the rules allow it.
const INLINE_ALLOWED: f64 = -2.0;
/// Price for a tile in line where they want it crosswise.
const INLINE: f64 = -6.0;
/// Fewest confident tiles that define a plane and a size.
const MANY: usize = 4;
/// Bonus in log-odds for a tile on their plane with exactly their size: lookalikes seldom have both.
const OF_THEIR_SIZE: f32 = 0.7;
/// Log-odds from which a layout needs no confident tile: three weak tiles in a line that matches have 21 and more, words and patterns on
/// 390 pictures at most 16.4.
const PROVEN: f64 = 18.0;
/// Two quadrilaterals in the picture are one tile when they share more than this part of the smaller.
const SAME_PLACE: f64 = 0.3;

/// Puts the seen tiles of one picture together under the given settings.
///
/// `width` and `height` are those of the upright picture in pixels. Any input gives a reading: broken corners, infinite
/// odds and no tiles at all included. The work is bounded, and [`Doubt::CutShort`](super::Doubt::CutShort) reports the
/// bound.
#[must_use]
pub fn assemble(tiles: &[SeenTile], width: u32, height: u32, settings: &Settings) -> Reading {
    let inline = match (settings.use_rules, settings.inline_doubles) {
        (false, _) => 0.0,
        (true, false) => INLINE,
        (true, true) => INLINE_ALLOWED,
    };
    let prices = Prices { inline, ..Prices::default() };
    let tiles = if settings.use_rules { &without_prints(tiles) } else { tiles };
    assemble_with(tiles, &planes(tiles, width, height), settings, prices).0.within(width, height)
}

/// The reading and how much likelier its layout is than that all tiles are loose, as a logarithm: comparable between families for the
/// same tiles and set, and between sizes of tiles.
/// `planes` are those of [`planes`], at least one.
pub(crate) fn assemble_with(
    tiles: &[SeenTile],
    planes: &[Plane],
    settings: &Settings,
    prices: Prices,
) -> (Reading, f64) {
    let read = |plane: &Plane| on_plane(tiles, plane.clone(), settings, prices);
    let mut readings: Vec<(Reading, f64)> = planes.iter().map(read).collect();
    let best = (1..readings.len()).fold(0, |best, i| if readings[i].1 > readings[best].1 { i } else { best });
    // The others may be right too.
    let against = |(other, gain): &(Reading, f64)| {
        if what_counts(other) == what_counts(&readings[best].0) { 0.0 } else { (gain - readings[best].1).exp() }
    };
    let against: f64 = readings.iter().map(against).sum();
    let (mut reading, gain) = readings.swap_remove(best);
    reading.confidence /= 1.0 + against;
    (reading, gain)
}

/// The open ends as what counts of them.
fn what_counts(reading: &Reading) -> Vec<(Pip, bool)> {
    let mut ends: Vec<(Pip, bool)> = reading.ends.iter().map(|end| (end.pips, end.double)).collect();
    ends.sort_unstable();
    ends
}

/// Layouts can be exactly as likely; their scores then differ by the last digits of a sum, and which is higher is another thing on
/// every system. So near they are equal, and the one that was found first stays the first.
fn rounded(score: f64) -> f64 {
    (score * 1e6).round()
}

/// [`assemble_with`] for the tiles of one size.
fn on_plane(tiles: &[SeenTile], plane: Plane, settings: &Settings, prices: Prices) -> (Reading, f64) {
    let mut scene = Scene::new(tiles, plane, settings, prices);
    let mut joins = joins(&scene);
    // On a board the gap between two tiles is a print, not an unseen tile.
    if settings.use_rules && !is_board(tiles) {
        add_bridges(&mut scene, &mut joins);
    }
    joins.candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
    let found = search(&scene, &joins.candidates);
    let mut all: Vec<Hypothesis<'_>> =
        found.structures.iter().filter_map(|s| hypothesis(&scene, &joins.candidates, s)).collect();
    // Words and patterns make weak candidates, some of them matching: one tile has to be confident, or the joins prove the rest.
    let is_sure = |t: &usize| scene.bodies[*t].logit > f64::from(LOOSE);
    let apart = detections(&scene, &vec![false; scene.bodies.len()]);
    all.retain(|h| h.score - apart > PROVEN || (0..scene.bodies.len()).filter(is_sure).any(|t| h.has(t)));
    all.sort_by(|a, b| rounded(b.score).total_cmp(&rounded(a.score)));
    let report = Report { scene: &scene, given: tiles };
    if all.is_empty() {
        return (report.without_layout(settings), 0.0);
    }
    let parts = report.parts(&(0..scene.bodies.len()).map(|t| all[0].has(t)).collect::<Vec<_>>());
    let sure = confidence(&scene, &all, &joins.candidates, &joins.touches, tiles, &parts);
    take_back(&mut all, &sure);
    let cut_short = found.cut_short || scene.cut_short;
    let reading = report.reading(&all, &sure, parts, cut_short);
    (reading, all[0].score - apart)
}

/// Share of the hypotheses in which a body is in the layout, times the probability that it then is what the best one says.
fn certainty(all: &[Hypothesis<'_>], sure: &Confidence, body: usize) -> f64 {
    let belongs: f64 = all.iter().zip(&sure.shares).filter(|(h, _)| h.has(body)).map(|(_, s)| s).sum();
    (belongs * all[0].certainty(body)).clamp(0.0, 1.0)
}

/// If the layout changed a reading but is probably wrong about it, the reading is kept: the rules say nothing about
/// tiles that are only near each other. They say little if others are around as if they belonged there and the layout
/// itself breaks them: that is a pile.
fn take_back(all: &mut [Hypothesis<'_>], sure: &Confidence) {
    let scene = all[0].tree.scene;
    let legal = all[0].tree.edges.iter().all(|edge| all[0].matches(edge));
    let trust = if legal { 1.0 } else { sure.doubted };
    for body in all[0].tree.tiles.clone() {
        let looks = scene.bodies[body].alone(scene.pips).0;
        let changed = all[0].values[body] != Some(looks) && scene.bodies[body].seen.is_some();
        let fits = looks[0] == looks[1] || !all[0].tree.is_crosswise(body);
        if changed && fits && certainty(all, sure, body) * trust < 0.5 {
            all[0].show(body, looks);
        }
    }
}

/// Converts bodies back to the given tiles.
struct Report<'a> {
    scene: &'a Scene,
    given: &'a [SeenTile],
}

/// Returns the likeliest value of a half, and its probability.
fn look(logs: &PipLogs, pips: usize) -> (usize, f64) {
    let logs: Vec<f64> = logs[..pips].iter().map(|&v| if v.is_finite() { f64::from(v) } else { -1e3 }).collect();
    let best = argmax(&logs);
    (best, 1.0 / logs.iter().map(|v| (v - logs[best]).exp()).sum::<f64>())
}

impl Report<'_> {
    /// A tile on its own: no rule touches it.
    fn alone(&self, seen: usize, part: Part) -> ReadTile {
        let tile = &self.given[seen];
        let faces = matches!(tile.kind, TileKind::Up);
        let ((a, sure_a), (b, sure_b)) = (look(&tile.a, self.scene.pips), look(&tile.b, self.scene.pips));
        let logit = if tile.logit.is_nan() { 0.0 } else { sigmoid(f64::from(tile.logit)) };
        ReadTile {
            pips: faces.then(|| [pip(a), pip(b)]),
            part,
            confidence: if faces { logit * sure_a * sure_b } else { logit },
            seen: Some(seen),
            corners: tile.corners,
        }
    }

    /// Returns the part of every given tile outside the layout; `None` for a tile dropped in favour of another in its
    /// place.
    fn parts(&self, in_layout: &[bool]) -> Vec<Option<Part>> {
        let (_, others) = rest(self.scene, in_layout);
        let mut parts: Vec<Option<Part>> = self
            .given
            .iter()
            .map(|t| match t.kind {
                TileKind::Down => Some(Part::FaceDown),
                TileKind::Up if f64::from(t.logit) < WEAKEST => None,
                _ => Some(Part::Unreadable),
            })
            .collect();
        let mut taken: Vec<[Point; 4]> = Vec::new();
        let mut settled = vec![false; self.given.len()];
        let sure = self.scene.bodies.iter().filter(|body| body.logit > f64::from(LOOSE)).count();
        for (t, body) in self.scene.bodies.iter().enumerate() {
            let Some(seen) = body.seen else { continue };
            if in_layout[t] || others.binary_search(&t).is_ok() {
                let fits = sure >= MANY && body.size_cost >= 0.0;
                let logit = self.given[seen].logit + if fits { OF_THEIR_SIZE } else { 0.0 };
                let loose = if logit > LOOSE { Part::Loose } else { Part::Unreadable };
                parts[seen] = Some(if in_layout[t] { Part::Line } else { loose });
                taken.push(self.given[seen].corners);
                settled[seen] = true;
            }
        }
        // The others, most confident first: tiles of another size are loose tiles too, but not a second one in the same
        // place.
        let mut left: Vec<usize> = (0..self.given.len())
            .filter(|&i| !settled[i] && parts[i] == Some(Part::Unreadable) && self.given[i].kind == TileKind::Up)
            .collect();
        left.sort_by(|&i, &j| self.given[j].logit.total_cmp(&self.given[i].logit));
        for i in left {
            let tile = &self.given[i];
            if !is_sound(&tile.corners) {
                continue;
            }
            let same = |o: &[Point; 4]| common_area(&tile.corners, o) > SAME_PLACE * area(&tile.corners).min(area(o));
            if taken.iter().any(same) {
                parts[i] = None;
            } else {
                taken.push(tile.corners);
                if tile.logit > LOOSE {
                    parts[i] = Some(Part::Loose);
                }
            }
        }
        parts
    }

    fn without_layout(&self, settings: &Settings) -> Reading {
        let parts = self.parts(&vec![false; self.scene.bodies.len()]);
        let tiles = parts.iter().enumerate().filter_map(|(i, part)| part.map(|p| self.alone(i, p))).collect();
        Reading {
            tiles,
            joins: Vec::new(),
            ends: Vec::new(),
            apart: Vec::new(),
            confidence: 0.0,
            doubts: Vec::new(),
            unread: Vec::new(),
            settings: *settings,
        }
    }

    fn reading(&self, all: &[Hypothesis<'_>], sure: &Confidence, parts: Vec<Option<Part>>, cut_short: bool) -> Reading {
        let (scene, best) = (self.scene, &all[0]);
        let flags: Vec<bool> = (0..scene.bodies.len()).map(|t| best.has(t)).collect();
        let mut places: Vec<Option<usize>> = vec![None; scene.bodies.len()];
        let mut body_of: Vec<Option<usize>> = vec![None; self.given.len()];
        for (t, body) in scene.bodies.iter().enumerate() {
            if let Some(seen) = body.seen {
                body_of[seen] = Some(t);
            }
        }
        let mut tiles = Vec::new();
        for (seen, part) in parts.into_iter().enumerate() {
            let Some(part) = part else { continue };
            let mut tile = self.alone(seen, part);
            if let Some(t) = body_of[seen] {
                places[t] = Some(tiles.len());
                if part == Part::Line {
                    self.place_in_layout(t, all, sure, &mut tile);
                }
            }
            tiles.push(tile);
        }
        for t in (0..scene.bodies.len()).filter(|&t| flags[t] && scene.bodies[t].seen.is_none()) {
            places[t] = Some(tiles.len());
            let corners = scene.outline(t).map(|p| scene.plane.to_picture(p));
            let mut tile = ReadTile { pips: None, part: Part::Line, confidence: 0.0, seen: None, corners };
            self.place_in_layout(t, all, sure, &mut tile);
            tiles.push(tile);
        }
        let place = |t: usize| places.get(t).copied().flatten();
        let joins = best
            .tree
            .edges
            .iter()
            .filter_map(|e| {
                let [(i, p), (j, q)] = e.ends;
                Some(ReadJoin { tiles: [(place(i)?, p), (place(j)?, q)], matches: best.matches(e) })
            })
            .collect();
        let mut ends: Vec<ReadEnd> = best
            .ends
            .iter()
            .filter_map(|e| {
                let tile = place(e.tile)?;
                let along = match e.half {
                    Some(Slot::A) => 0.25,
                    Some(_) => 0.75,
                    None => 0.5,
                };
                let at = place_in(&tiles[tile].corners, along, 0.5);
                Some(ReadEnd { pips: pip(e.value), double: e.half.is_none(), at, tile, half: e.half })
            })
            .collect();
        ends.sort_by_key(|e| (e.tile, e.half));
        let chain = |tiles: &Vec<usize>| {
            let mut chain: Vec<usize> = tiles.iter().filter_map(|&t| place(t)).collect();
            chain.sort_unstable();
            chain
        };
        let mut apart: Vec<Vec<usize>> = best.apart.iter().map(chain).filter(|chain| chain.len() > 1).collect();
        apart.sort();
        Reading {
            joins,
            ends,
            apart,
            confidence: sure.ends,
            doubts: doubts(scene, all, sure, cut_short, &place),
            unread: unread(scene, best, &sure.beyond),
            settings: scene.settings,
            tiles,
        }
    }

    /// Values and confidence of a tile of the layout.
    fn place_in_layout(&self, body: usize, all: &[Hypothesis<'_>], sure: &Confidence, tile: &mut ReadTile) {
        let best = &all[0];
        tile.pips = best.values[body].map(|v| v.map(pip));
        // Things around a layout that look as if they belonged there count against tiles that were only inferred.
        let doubted = if tile.seen.is_none() { sure.doubted } else { 1.0 };
        tile.confidence = certainty(all, sure, body) * doubted;
    }
}
