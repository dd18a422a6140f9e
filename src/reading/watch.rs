//! The table over time: one offer for each tile that is laid, and none when nothing happened.
//!
//! Knows no clock and no camera: looks come in as seen tiles, in their order; how long a thing takes is counted in looks, and
//! whoever looks says when the table was disturbed. The record says which tiles lie there, so the watch only has to know
//! *where*: each tile of the record gets its place in the picture and keeps it while a hand covers it. What is new is then
//! weighed as one more play ([`super::drops`]). What cannot be explained so is a question.

mod story;

use std::borrow::Cow;
use std::collections::VecDeque;

use super::doubt::pip;
use super::drops::{Drops, Placed, along, drops, halves, leads, normalised, with_outer};
use super::geometry::{area, common_area, mean};
use super::prints::without_prints;
use super::{Part, Point, ReadTile, SeenTile, Settings, TileKind, assemble, fuse};
use crate::layout::{Layout, Play};
use crate::rules::RuleSet;
use crate::tile::{Pip, Tile};

/// Looks that are fused, of those since the table was last disturbed.
const FUSED: usize = 5;
/// An offer is made when so many looks running say the same.
const VOTES: u32 = 2;
/// It must be at least so probable. (Where the doubt is between two plays the second look settles little: both come from
/// the same picture but for its noise. Below, a third and fourth look are taken.)
const SURE: f64 = 0.9;
/// After so many looks the likeliest is offered even if it is not sure; a person decides.
const PATIENT: u32 = 4;
/// But not below this probability.
const LIKELY: f64 = 0.35;
/// After so many looks what cannot be explained is a question.
const QUESTION: u32 = 7;
/// A known tile may be covered for so many looks of a table at rest before it is missed.
const GONE: u32 = 10;
/// Two outlines are one place when they share this part of the smaller.
const SAME_PLACE: f64 = 0.5;
/// What shares more than this with a known tile is no new tile.
const IN_THE_WAY: f64 = 0.3;
/// Log-odds from which something that may be a tile is looked at. Real tiles in a steady view are above 0; alternatives
/// that overlap them lie lower.
const CANDIDATE: f32 = -0.5;
/// Share of the known tiles that must be seen where they were; with fewer, and as many tiles elsewhere, the camera was moved.
const IN_SIGHT: f64 = 0.5;
/// Share of the tiles of the record that must be recognised to know where the layout lies.
const RECOGNISED: f64 = 0.6;
/// A tile of the record is said to be misread when what was seen on it speaks against it by this much (mean of
/// logarithms over looks), and in so many looks.
const AGAINST: f64 = 3.0;
/// See [`AGAINST`].
const AGAINST_LOOKS: f64 = 6.0;
/// Logarithm of the chance that a recorded drop was misread: what a later tile that does not fit is weighed with.
const MISREAD: f64 = -4.0;
/// A tile of the record that was pushed away is looked for within so many of its lengths.
const PUSHED: f64 = 2.0;
/// And is taken for that tile when what is seen on it is at least so probable.
const KNOWN_AGAIN: f64 = 0.9;
/// Chance that what lies exactly where a double blank fits is one, though it looks like a back: nobody puts a tile on its face there.
const FACE_UP: f64 = 0.8;
/// Logarithm of the chance of any other pips on it.
const FACELESS: f32 = -9.0;
/// So many tiles a hand may hide at once.
const FEW: usize = 3;
/// Looks whose mean says what is seen on a tile; older ones fade.
const MEMORY: f64 = 20.0;

/// How table and record stand to each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stand {
    /// Too few looks, or something new that is not settled yet.
    #[default]
    Unsure,
    /// Everything of the record lies there and nothing else.
    Agreed,
    /// So many tiles of the record are not in sight; they are remembered.
    Covered(usize),
    /// They disagree.
    Unclear {
        /// Tiles that lie there and should not.
        new: Vec<Tile>,
        /// Tiles that should lie there and do not.
        gone: Vec<Tile>,
        /// What lies there, if it is a layout by the rules.
        table: Option<Layout>,
    },
}

/// A drop that was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// What it may be, with probabilities, likeliest first; never empty.
    pub ways: Vec<(Play, f64)>,
    /// Where it lies.
    pub corners: [Point; 4],
    /// Is there nothing odd about it: the only new tile, nothing covered, not offered before?
    pub plain: bool,
}

/// A tile of the record that lies there with other pips.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// Its number.
    pub tile: usize,
    /// What it should have been recorded as.
    pub play: Play,
    /// Probability.
    pub confidence: f64,
}

/// What a look came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// How table and record stand to each other.
    pub stand: Stand,
    /// A drop that is not in the record.
    pub offer: Option<Offer>,
    /// A drop of the record that is wrong.
    pub mistake: Option<Mistake>,
}

/// What a seen tile is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Tile number so-and-so of the recorded layout.
    Laid(usize),
    /// The same, hidden at the moment.
    Covered(usize),
    /// New at the layout.
    New,
    /// Face up, not at the layout.
    Loose,
    /// On its face.
    FaceDown,
    /// On edge, in somebody's hand.
    Standing,
}

/// A tile in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Its corners.
    pub corners: [Point; 4],
    /// The pips of its halves, that at corners 0 and 3 first.
    pub pips: Option<[Pip; 2]>,
    /// Probability that they are right; for a tile of the record, how well what is seen agrees with it.
    pub confidence: f64,
    /// What it is taken for.
    pub role: Role,
}

/// A tile of the record at its place.
#[derive(Clone, Debug)]
struct Settled {
    placed: Placed,
    /// Looks of a table at rest since it was last seen.
    missed: u32,
    /// What stood on it when it was last seen.
    shows: Tile,
    /// Mean of what was seen on both halves, as logarithms, and of how many looks.
    seen: [[f64; 13]; 2],
    looks: f64,
    /// A person decided, or a correction: what is seen on it does not count any more.
    trusted: bool,
}

/// Something new, with every outline that competes for its place.
#[derive(Clone, Debug)]
struct Newcomer {
    tile: SeenTile,
    drops: Drops,
    /// Looks since it was first seen.
    age: u32,
    /// It shows no face: a double blank without a line in the middle looks like the back of a tile.
    faceless: bool,
}

/// Watches one table.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    window: VecDeque<Vec<SeenTile>>,
    /// Looks since the table was last disturbed.
    looks: u32,
    known: Layout,
    settled: Vec<Option<Settled>>,
    /// Is it known where the layout lies?
    aligned: bool,
    /// Table and record have agreed since the last disturbance, so nothing can have been laid.
    calm: bool,
    /// A new hand has begun; the old tiles may still lie there.
    clearing: bool,
    /// Several new tiles lay there since table and record last agreed: who laid which when was not seen, so a person is asked.
    several: bool,
    newcomers: Vec<Newcomer>,
    /// Tiles of the hand before that were not cleared away yet: where they lie, and what they are.
    left: Vec<([Point; 4], Tile)>,
    /// Tiles on their face that lay there when table and record last agreed.
    backs: Vec<[Point; 4]>,
    /// Where the first tile of a hand lay while it was the only one.
    alone: Option<[Point; 4]>,
    /// The likeliest play in the last looks, and in how many running.
    vote: Option<(Play, u32)>,
    /// Plays that were offered since the table last agreed with the record and then lay in it: an undone drop is not offered as plain.
    offered: Vec<Tile>,
    /// An arm reaches over the table: what is seen on the tiles of the record may be its fingers.
    reached: bool,
    /// Places a person does not want to hear of until the table is disturbed.
    dismissed: Vec<[Point; 4]>,
    others: Vec<Mark>,
    verdict: Verdict,
}

impl Settled {
    fn new(placed: Placed, trusted: bool) -> Self {
        let shows = Tile::new(placed.pips[0], placed.pips[1]);
        Self { placed, missed: 0, shows, seen: [[0.0; 13]; 2], looks: 0.0, trusted }
    }

    /// It was seen here, with these pips.
    fn see(&mut self, tile: &SeenTile, max: Pip) {
        let turned = along(&tile.corners).dot(along(&self.placed.corners)) < 0.0;
        let mut corners = tile.corners;
        let mut logs = [normalised(&tile.a, max), normalised(&tile.b, max)];
        if turned {
            corners.rotate_left(2);
            logs.swap(0, 1);
        }
        self.placed.corners = corners;
        self.missed = 0;
        self.shows = tile_on(tile, max);
        self.looks = (self.looks + 1.0).min(MEMORY);
        for (mean, new) in self.seen.iter_mut().flatten().zip(logs.iter().flatten()) {
            let new = if new.is_finite() { *new } else { -99.0 };
            *mean += (new - *mean) / self.looks;
        }
    }

    /// How much more what is seen speaks for `other` than for what is recorded, on the half that shows `was`.
    fn against(&self, was: Pip, other: Pip) -> f64 {
        let half = usize::from(self.placed.pips[0] != was);
        let at = |pip: Pip| self.seen[half][usize::from(pip.get())];
        at(other) - at(was)
    }

    fn mark(&self, number: usize) -> Mark {
        let [a, b] = self.placed.pips.map(|pip| usize::from(pip.get()));
        let agreed = if self.looks > 0.0 { (self.seen[0][a] + self.seen[1][b]).exp() } else { 0.5 };
        let role = if self.missed > 0 { Role::Covered(number) } else { Role::Laid(number) };
        Mark { corners: self.placed.corners, pips: Some(self.placed.pips), confidence: agreed.clamp(0.0, 1.0), role }
    }
}

impl Newcomer {
    /// Is it rather something that lies at the layout than nothing?
    fn is_real(&self) -> bool {
        self.drops.at_an_end && self.drops.nothing < 0.5
    }
}

/// Leaves of what a tile without a face may be only the double blank; `false` where that does not fit.
fn as_blank(drops: &mut Drops) -> bool {
    drops.ways.retain(|way| way.0.tile().pips() == 0);
    let all: f64 = drops.ways.iter().map(|way| way.1).sum();
    for way in &mut drops.ways {
        way.1 *= FACE_UP / all.max(1e-9);
    }
    (drops.nothing, drops.wrong) = (1.0 - FACE_UP, 0.0);
    all > 0.5
}

fn share(a: &[Point; 4], b: &[Point; 4]) -> f64 {
    common_area(a, b) / area(a).min(area(b)).max(1e-9)
}

/// What is seen at a place, the likeliest if several outlines are there.
fn in_place<'a>(tiles: &'a [SeenTile], corners: &[Point; 4]) -> Option<&'a SeenTile> {
    let key = |t: &SeenTile| share(&t.corners, corners) + f64::from(t.logit) * 0.05;
    let here = tiles.iter().filter(|t| same_place(&t.corners, corners));
    here.max_by(|a, b| key(a).total_cmp(&key(b)))
}

fn same_place(a: &[Point; 4], b: &[Point; 4]) -> bool {
    share(a, b) > SAME_PLACE
}

/// What is most likely on a tile by itself.
fn face(tile: &SeenTile, max: Pip) -> ([Pip; 2], f64) {
    let best = |logs: &[f32; 13]| {
        let logs = normalised(logs, max);
        let most = (0..13).max_by(|&i, &j| logs[i].total_cmp(&logs[j])).unwrap_or(0);
        (most, logs[most])
    };
    let ((a, sure_a), (b, sure_b)) = (best(&tile.a), best(&tile.b));
    ([pip(a), pip(b)], (sure_a + sure_b).exp())
}

fn tile_on(tile: &SeenTile, max: Pip) -> Tile {
    let ([a, b], _) = face(tile, max);
    Tile::new(a, b)
}

impl Watch {
    /// A watch that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What the last look came to.
    #[must_use]
    pub const fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Looks since the table was last disturbed.
    #[must_use]
    pub const fn looks(&self) -> u32 {
        self.looks
    }

    /// Is everything of the record in sight where it was, and nothing new at the layout?
    #[must_use]
    pub fn sees_nothing_new(&self) -> bool {
        let in_sight = self.settled.iter().all(|settled| settled.as_ref().is_some_and(|settled| settled.missed == 0));
        self.aligned && in_sight && !self.newcomers.iter().any(Newcomer::is_real)
    }

    /// Forgets where tiles lie: another table, or the camera was moved on purpose.
    pub fn reset(&mut self) {
        *self = Self { offered: std::mem::take(&mut self.offered), ..Self::default() };
    }

    /// Something moved: looks from before do not vote with looks from after.
    pub fn disturbed(&mut self) {
        self.window.clear();
        self.looks = 0;
        self.calm = false;
        self.vote = None;
        self.dismissed.clear();
        for settled in self.settled.iter_mut().flatten() {
            settled.missed = settled.missed.min(1);
        }
        self.verdict = Verdict::default();
    }

    /// Says whether an arm reaches over the table in the next look: then nothing speaks against the record.
    pub const fn reached(&mut self, reached: bool) {
        self.reached = reached;
    }

    /// A person says that nothing was laid there: what is new now is not offered until the table is disturbed.
    pub fn dismiss(&mut self) {
        self.dismissed = self.newcomers.iter().map(|new| new.tile.corners).collect();
        self.verdict = Verdict::default();
        self.vote = None;
    }

    /// The counting ends of the recorded layout, where they lie: place, number of the tile, pips, what it counts, a double across?
    #[must_use]
    pub fn ends(&self, rules: &RuleSet) -> Vec<(Point, crate::layout::End)> {
        let place = |end: crate::layout::End| {
            let placed = self.settled.get(end.tile)?.as_ref()?.placed;
            let [a, b] = halves(&placed.corners);
            let middle = mean(&placed.corners);
            let half = if placed.pips[0] == end.pip { a } else { b };
            let double = placed.pips[0] == placed.pips[1];
            let on = self.known.play(end.tile)?.on.and_then(|on| self.settled.get(on.tile)?.as_ref());
            let far = |p: Point| on.map_or(0.0, |on| p.distance(mean(&on.placed.corners)));
            let at = match (end.double, double) {
                (true, _) => middle,
                (false, true) if far(a) > far(b) => a,
                (false, true) => b,
                (false, false) => half,
            };
            Some((at, end))
        };
        self.known.ends(rules).filter_map(place).collect()
    }

    /// Every tile in sight or remembered, those of the record first.
    #[must_use]
    pub fn marks(&self, rules: &RuleSet) -> Vec<Mark> {
        let mut marks: Vec<Mark> =
            self.settled.iter().enumerate().filter_map(|(i, s)| Some(s.as_ref()?.mark(i))).collect();
        for new in &self.newcomers {
            let (pips, sure) = face(&new.tile, rules.set_size);
            let is_new = new.is_real();
            let best = new.drops.ways.first().filter(|_| is_new).map_or(sure, |way| way.1);
            let role = if is_new { Role::New } else { Role::Loose };
            if is_new || new.tile.logit > 0.0 {
                marks.push(Mark { corners: new.tile.corners, pips: Some(pips), confidence: best, role });
            }
        }
        marks.extend(self.others.iter().cloned());
        marks
    }

    /// Takes the next look at a picture of `width` by `height` pixels, while the record has the layout `known`.
    pub fn look(
        &mut self,
        tiles: Vec<SeenTile>,
        (width, height): (u32, u32),
        known: &Layout,
        rules: &RuleSet,
    ) -> &Verdict {
        self.follow(known);
        self.looks = self.looks.saturating_add(1);
        self.window.push_back(tiles);
        while self.window.len() > FUSED {
            self.window.pop_front();
        }
        // A print is no tile, wherever it lies: the record's tiles are not looked for there, nor is anything new.
        let fused = without_prints(&fuse(self.window.make_contiguous()));
        self.others = fused.iter().filter_map(other).collect();
        if self.known.is_empty() {
            self.aligned = true;
        } else if self.settled.iter().all(Option::is_none) {
            self.aligned = false;
        }
        if !self.aligned {
            self.align(&fused, (width, height), rules);
        }
        self.recognise(&fused, rules);
        self.find_new(&fused, rules);
        self.verdict = self.judge(&fused, (width, height), rules);
        if self.verdict.stand == Stand::Agreed && self.looks >= VOTES {
            self.calm = true;
            self.clearing = false;
            self.left.clear();
            self.backs = fused.iter().filter(|tile| tile.kind == TileKind::Down).map(|tile| tile.corners).collect();
            self.several = false;
        }
        &self.verdict
    }

    /// Follows the record: what was added gets its place, what was taken back loses it.
    fn follow(&mut self, known: &Layout) {
        if *known == self.known {
            return;
        }
        let old = std::mem::replace(&mut self.known, known.clone());
        let mut settled: Vec<Option<Settled>> = Vec::with_capacity(known.len());
        let mut in_step = true;
        for (i, play) in known.plays().enumerate() {
            let was = old.play(i).copied();
            let before = self.settled.get(i).cloned().flatten();
            let same_spot = in_step && was.is_some_and(|was| was.on == play.on && was.inline == play.inline);
            let kept = match (before, was) {
                (Some(before), Some(was)) if in_step && was == *play => Some(before),
                // The same place with other pips: it was put right by a person.
                (Some(mut before), Some(_)) if same_spot => {
                    before.placed.pips = replaced(before.placed.pips, play);
                    before.trusted = true;
                    Some(before)
                }
                _ => {
                    in_step = in_step && was.is_none();
                    None
                }
            };
            settled.push(kept);
        }
        if old.len() > known.len() && !known.is_empty() {
            self.offered.extend(old.plays().skip(known.len()).map(Play::tile));
        }
        // Nothing in common: another hand.
        let common = settled.iter().flatten().count();
        if common == 0 && !(old.is_empty() && known.len() == 1) {
            self.clearing = known.is_empty() && !old.is_empty();
            let was = self.settled.iter().flatten().map(|settled| &settled.placed);
            self.left = was.map(|was| (was.corners, Tile::new(was.pips[0], was.pips[1]))).collect();
            self.left.retain(|_| self.clearing);
            self.aligned = known.is_empty();
            self.offered.clear();
        }
        self.settled = settled;
        self.alone = None;
        self.settle_added(known);
        self.calm = false;
        self.vote = None;
        self.verdict = Verdict::default();
    }

    /// Puts the tiles that were just recorded where the new tile lies that best agrees with the record.
    fn settle_added(&mut self, known: &Layout) {
        if known.len() > 1 && self.settled.iter().all(Option::is_none) {
            // A whole layout was taken over. What is new was weighed as its first tile only; the next look finds it by its pips.
            return;
        }
        for number in 0..known.len() {
            if self.settled[number].is_some() {
                continue;
            }
            let Some(play) = known.play(number).copied() else { continue };
            let fits = |new: &Newcomer| new.drops.ways.iter().find(|way| way.0 == play).map_or(0.0, |way| way.1);
            let best = (0..self.newcomers.len()).max_by(|&i, &j| {
                let key = |i: usize| {
                    (fits(&self.newcomers[i]), self.newcomers[i].drops.at_an_end, self.newcomers[i].tile.logit)
                };
                let (a, b) = (key(i), key(j));
                a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.total_cmp(&b.2))
            });
            // Recorded by hand as something that was not seen so: then it is what is new at the layout.
            let Some(best) = best.filter(|&i| fits(&self.newcomers[i]) > 0.0 || self.newcomers[i].is_real()) else {
                continue;
            };
            let new = self.newcomers.swap_remove(best);
            let trusted = new.drops.ways.first().is_some_and(|way| way.0.tile() != play.tile());
            self.settled[number] = Some(Settled::new(oriented(&new.tile, &play), trusted));
            self.aligned = true;
        }
    }

    /// Finds the recorded layout among what is seen, by the pips.
    fn align(&mut self, fused: &[SeenTile], (width, height): (u32, u32), rules: &RuleSet) {
        let reading = assemble(fused, width, height, &Settings::of_rules(rules));
        let line: Vec<&ReadTile> = reading.line().collect();
        let mut found: Vec<Option<Settled>> = Vec::new();
        for play in self.known.plays() {
            let read = line.iter().find(|t| t.tile() == Some(play.tile()) && t.seen.is_some());
            let settled = |t: &&&ReadTile| {
                Settled::new(Placed { corners: t.corners, pips: t.pips.unwrap_or(play.halves) }, false)
            };
            found.push(read.as_ref().map(settled));
        }
        let n = found.iter().flatten().count();
        if n > 0 && as_f64(n) >= RECOGNISED * as_f64(self.known.len()) {
            self.settled = found;
            self.aligned = true;
        }
    }

    /// Sees which tiles of the record are in sight, and where they lie now.
    fn recognise(&mut self, fused: &[SeenTile], rules: &RuleSet) {
        if self.was_moved(fused, rules) {
            self.aligned = false;
            return;
        }
        let reached = self.reached;
        let latest = self.window.back().cloned().unwrap_or_default();
        let places: Vec<Option<[Point; 4]>> =
            self.settled.iter().map(|settled| settled.as_ref().map(|settled| settled.placed.corners)).collect();
        for (number, settled) in self.settled.iter_mut().enumerate() {
            let Some(settled) = settled else { continue };
            // What lies rather where its neighbour lies is the neighbour: no tile slides upon another.
            let place = settled.placed.corners;
            let elsewhere = |seen: &SeenTile| {
                let here = share(&seen.corners, &place);
                let others = places.iter().enumerate().filter(|(other, _)| *other != number);
                others.filter_map(|(_, at)| at.as_ref()).any(|at| share(&seen.corners, at) > here)
            };
            let now = in_place(&latest, &place).filter(|seen| !elsewhere(seen));
            let over = in_place(fused, &place).filter(|seen| !elsewhere(seen));
            match (now, over) {
                // What was just seen counts once; where it lies is steadier over several looks.
                (Some(now), Some(over)) if !reached && now.kind == TileKind::Up && over.kind == TileKind::Up => {
                    let turned = along(&now.corners).dot(along(&over.corners)) < 0.0;
                    let mut seen = SeenTile { corners: over.corners, ..now.clone() };
                    if turned {
                        seen.corners.rotate_left(2);
                    }
                    settled.see(&seen, rules.set_size);
                }
                (None, None) => settled.missed = settled.missed.saturating_add(1),
                _ => settled.missed = 0,
            }
        }
    }

    /// Do other tiles lie where those of the record lay, and as many elsewhere? Then the camera was moved.
    fn was_moved(&self, fused: &[SeenTile], rules: &RuleSet) -> bool {
        let pairs =
            self.settled.iter().zip(self.known.plays()).filter_map(|(s, play)| Some((s.as_ref()?, play.tile())));
        let (mut all, mut as_before) = (0, 0);
        for (settled, tile) in pairs {
            all += 1;
            let here = in_place(fused, &settled.placed.corners);
            as_before += usize::from(here.is_some_and(|seen| tile_on(seen, rules.set_size) == tile));
        }
        let seen = fused.iter().filter(|t| t.kind == TileKind::Up && t.logit > 0.0).count();
        all >= 2 && as_f64(as_before) < IN_SIGHT * as_f64(all) && as_f64(seen) >= RECOGNISED * as_f64(all)
    }

    /// What is seen and is no tile of the record, each place once.
    fn find_new(&mut self, fused: &[SeenTile], rules: &RuleSet) {
        let before: Vec<([Point; 4], u32)> = self.newcomers.iter().map(|new| (new.tile.corners, new.age)).collect();
        let placed: Vec<Option<Placed>> = self.settled.iter().map(|s| s.as_ref().map(|s| s.placed)).collect();
        let free = |t: &SeenTile| placed.iter().flatten().all(|p| share(&t.corners, &p.corners) < IN_THE_WAY);
        let mut found: Vec<Newcomer> = Vec::new();
        for tile in fused.iter().filter(|t| t.logit > CANDIDATE && free(t)) {
            let Some(tile) = self.as_face(tile) else { continue };
            let mut drops =
                if self.known.is_empty() { leads(&tile, rules) } else { drops(&tile, &placed, &self.known, rules) };
            let faceless = tile.kind == TileKind::Down;
            if faceless && !as_blank(&mut drops) {
                continue;
            }
            let age = before.iter().find(|(corners, _)| same_place(corners, &tile.corners)).map_or(1, |b| b.1 + 1);
            found.push(Newcomer { tile: tile.into_owned(), drops, age, faceless });
        }
        // A hand hides a few tiles for a moment; a table without any was cleared.
        let none = self.left.len() > FEW && !fused.iter().any(|tile| tile.kind == TileKind::Up && tile.logit > 0.0);
        if none || self.looks >= VOTES {
            let known = !self.left.is_empty();
            self.left.retain(|(at, _)| in_place(fused, at).is_some());
            // The last of them has gone: what lies there now belongs to the new hand.
            self.clearing &= !known || !self.left.is_empty();
        }
        // Of outlines that compete for a place the one with the best explanation stays.
        let worth = |new: &Newcomer| new.drops.ways.first().map_or(0.0, |way| way.1) + f64::from(new.tile.logit) * 1e-3;
        found.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        let mut kept: Vec<Newcomer> = Vec::new();
        for new in found {
            if kept.iter().all(|other| share(&other.tile.corners, &new.tile.corners) < IN_THE_WAY) {
                kept.push(new);
            }
        }
        self.newcomers = kept;
        self.place_missing(rules);
    }

    /// A tile as something that may be new at the layout; one that came to lie on its face since table and record last
    /// agreed may be the double blank.
    fn as_face<'a>(&self, tile: &'a SeenTile) -> Option<Cow<'a, SeenTile>> {
        match tile.kind {
            TileKind::Up => Some(Cow::Borrowed(tile)),
            TileKind::Down if !self.known.is_empty() && !self.backs.iter().any(|at| same_place(at, &tile.corners)) => {
                let blank = std::array::from_fn(|pip| if pip == 0 { 0.0 } else { FACELESS });
                Some(Cow::Owned(SeenTile { a: blank, b: blank, ..tile.clone() }))
            }
            TileKind::Down | TileKind::Edge | TileKind::Printed => None,
        }
    }

    /// Tiles of the record whose place is not known may be among what is new.
    fn place_missing(&mut self, rules: &RuleSet) {
        if !self.aligned {
            return;
        }
        for number in 0..self.settled.len() {
            let Some(play) = self.known.play(number).copied() else { continue };
            if let Some(settled) = &self.settled[number] {
                if let Some(i) = self.pushed(settled, play.tile(), rules) {
                    let new = self.newcomers.swap_remove(i);
                    self.settled[number] = Some(Settled::new(oriented(&new.tile, &play), false));
                }
                continue;
            }
            let is_it = |new: &Newcomer| tile_on(&new.tile, rules.set_size) == play.tile();
            let by_pips = self.newcomers.iter().position(is_it);
            let found = by_pips.or_else(|| self.lies_there(number, &play, rules));
            if let Some(i) = found {
                let new = self.newcomers.swap_remove(i);
                self.settled[number] = Some(Settled::new(oriented(&new.tile, &play), by_pips.is_none()));
            }
        }
    }

    /// The new tile near a recorded one that shows the same, while the recorded one is not seen at its place: it was pushed
    /// away, or its place was wrong. No set has it twice.
    fn pushed(&self, settled: &Settled, tile: Tile, rules: &RuleSet) -> Option<usize> {
        let in_place = settled.missed == 0 && (settled.shows == tile || settled.trusted);
        if in_place || self.looks < VOTES {
            return None;
        }
        let [place, length] = [mean(&settled.placed.corners), along(&settled.placed.corners)];
        self.newcomers.iter().position(|new| {
            let ([a, b], sure) = face(&new.tile, rules.set_size);
            let near = place.distance(mean(&new.tile.corners)) < PUSHED * length.length();
            near && new.age >= VOTES && new.tile.logit > 0.0 && sure >= KNOWN_AGAIN && Tile::new(a, b) == tile
        })
    }

    /// The new tile that lies where the record has this one, whatever is seen on it.
    fn lies_there(&self, number: usize, play: &Play, rules: &RuleSet) -> Option<usize> {
        let mut before = Layout::new();
        for play in self.known.plays().take(number) {
            before.lay_as_it_lies(*play).ok()?;
        }
        let placed: Vec<Option<Placed>> =
            self.settled.iter().take(number).map(|s| s.as_ref().map(|s| s.placed)).collect();
        let fits = |new: &Newcomer| {
            let ways = drops(&new.tile, &placed, &before, rules).ways;
            new.tile.logit > 0.0 && self.looks >= VOTES && ways.iter().any(|way| way.0.on == play.on)
        };
        self.newcomers.iter().position(fits)
    }

    /// How table and record stand to each other after this look.
    fn judge(&mut self, fused: &[SeenTile], size: (u32, u32), rules: &RuleSet) -> Verdict {
        if !self.aligned {
            self.vote = None;
            return self.disagree(fused, size, rules, Vec::new());
        }
        let covered = self.settled.iter().filter(|s| s.as_ref().is_none_or(|s| s.missed > 0)).count();
        let gone: Vec<Tile> = (self.settled.iter().zip(self.known.plays()))
            .filter(|(s, _)| s.as_ref().is_some_and(|s| s.missed > GONE))
            .map(|(_, play)| play.tile())
            .collect();
        let dismissed = &self.dismissed;
        let real = |new: &&Newcomer| new.is_real() && !dismissed.iter().any(|d| same_place(d, &new.tile.corners));
        let mut new: Vec<Newcomer> = self.newcomers.iter().filter(real).cloned().collect();
        let is_left = |new: &Newcomer| {
            let tile = tile_on(&new.tile, rules.set_size);
            self.left.iter().any(|(at, left)| *left == tile && same_place(at, &new.tile.corners))
        };
        if let Some(left) = new.iter().find(|new| self.clearing && is_left(new)) {
            // It may after all have been laid again, which is asked.
            self.several = true;
            if left.age < QUESTION {
                return Verdict::default();
            }
        }
        if self.clearing && new.len() > 1 {
            return Verdict::default();
        }
        if !gone.is_empty() {
            return self.disagree(fused, size, rules, gone);
        }
        if new.is_empty() {
            self.vote = None;
            let stand = match covered {
                0 if self.looks >= VOTES => Stand::Agreed,
                0 => Stand::Unsure,
                n => Stand::Covered(n),
            };
            return Verdict { stand, offer: None, mistake: self.mistake(rules) };
        }
        if self.calm {
            // Nobody touched anything: what seems new is a reflection or a misreading.
            return Verdict { stand: Stand::Agreed, ..Verdict::default() };
        }
        self.several |= new.len() > 1;
        if self.known.is_empty() {
            if let [only] = new.as_slice() {
                self.alone = Some(only.tile.corners);
            }
            // A second tile was laid before the first was recorded: the one that lay there alone is the first.
            let first = self.alone.and_then(|at| new.iter().position(|new| same_place(&new.tile.corners, &at)));
            let Some(first) = first else { return self.disagree(fused, size, rules, Vec::new()) };
            new = vec![new.swap_remove(first)];
        }
        // What a play explains comes first; of several such the one that has lain there longest was laid first.
        let sure = |new: &Newcomer| new.drops.ways.first().map_or(0.0, |way| way.1);
        let explained = |new: &Newcomer| sure(new) > new.drops.wrong;
        new.sort_by(|a, b| explained(b).cmp(&explained(a)).then(b.age.cmp(&a.age)).then(sure(b).total_cmp(&sure(a))));
        let at_once = new.len() > 1 && explained(&new[1]) && new[0].age == new[1].age;
        self.offer(&new, at_once, covered).unwrap_or_else(|| {
            if let Some(mistake) = self.explained_by_mistake(&new[0], rules) {
                return Verdict { stand: Stand::Unsure, offer: None, mistake: Some(mistake) };
            }
            self.disagree(fused, size, rules, Vec::new())
        })
    }

    /// The offer for the first of the new tiles; `None` when it is not explained by a play.
    fn offer(&mut self, new: &[Newcomer], at_once: bool, covered: usize) -> Option<Verdict> {
        let first = new.first()?;
        let mut ways = first.drops.ways.clone();
        if at_once {
            // Which of the two was laid first cannot be seen.
            ways.extend(new[1].drops.ways.iter().copied());
            for way in &mut ways {
                way.1 /= 2.0;
            }
            ways.sort_by(|a, b| b.1.total_cmp(&a.1));
        }
        let (best, sure) = *ways.first()?;
        if first.drops.wrong > sure && !at_once {
            self.vote = None;
            return None;
        }
        let votes = match self.vote {
            Some((play, votes)) if play == best => votes + 1,
            _ => 1,
        };
        self.vote = Some((best, votes));
        let in_time = votes >= VOTES && sure >= SURE && (covered == 0 || self.looks >= PATIENT);
        let late = self.looks >= PATIENT && sure >= LIKELY;
        if in_time || late {
            ways.truncate(6);
            let odd = self.several || covered > 0 || first.faceless || self.offered.contains(&best.tile());
            let plain = in_time && !odd;
            let offer = Offer { ways, corners: first.tile.corners, plain };
            return Some(Verdict { stand: Stand::Unsure, offer: Some(offer), mistake: None });
        }
        (self.looks < QUESTION).then(Verdict::default)
    }

    /// A tile of the record on which something else is seen, look after look.
    fn mistake(&self, rules: &RuleSet) -> Option<Mistake> {
        let mut worst: Option<(f64, Mistake)> = None;
        for (number, settled) in self.settled.iter().enumerate() {
            let Some(settled) = settled.as_ref().filter(|s| !s.trusted && s.looks >= AGAINST_LOOKS) else { continue };
            let Some(was) = self.known.play(number).map(|play| play.halves[1]) else { continue };
            for other in rules.set_size.up_to() {
                let against = settled.against(was, other);
                if against < AGAINST || worst.as_ref().is_some_and(|w| w.0 >= against) {
                    continue;
                }
                if let Some((play, _)) = with_outer(&self.known, number, other, rules) {
                    let confidence = 1.0 / (1.0 + (MISREAD * 0.5 - against * 0.5).exp());
                    worst = Some((against, Mistake { tile: number, play, confidence: confidence.min(0.99) }));
                }
            }
        }
        worst.map(|worst| worst.1)
    }

    /// A new tile that fits nowhere, but would if an earlier drop had been read otherwise.
    fn explained_by_mistake(&self, new: &Newcomer, rules: &RuleSet) -> Option<Mistake> {
        if self.looks < VOTES + 1 {
            return None;
        }
        let placed: Vec<Option<Placed>> = self.settled.iter().map(|s| s.as_ref().map(|s| s.placed)).collect();
        let mut best: Option<(f64, Mistake)> = None;
        for (number, settled) in self.settled.iter().enumerate() {
            let Some(settled) = settled else { continue };
            let Some(was) = self.known.play(number).map(|play| play.halves[1]) else { continue };
            for other in rules.set_size.up_to() {
                let Some((play, changed)) = with_outer(&self.known, number, other, rules) else { continue };
                let mut placed = placed.clone();
                if let Some(Some(place)) = placed.get_mut(number) {
                    place.pips = place.pips.map(|pip| if pip == was { other } else { pip });
                }
                let drops = drops(&new.tile, &placed, &changed, rules);
                let Some(way) = drops.ways.iter().find(|w| w.0.on.is_some_and(|on| on.tile == number)) else {
                    continue;
                };
                // As odds against the tile being a wrong play that stands.
                let odds = (way.1 / (drops.wrong + 1e-9)).ln() + MISREAD + settled.against(was, other).clamp(-6.0, 6.0);
                if odds > 0.0 && best.as_ref().is_none_or(|b| odds > b.0) {
                    let confidence = 1.0 / (1.0 + (-odds).exp());
                    best = Some((odds, Mistake { tile: number, play, confidence: confidence.min(0.99) }));
                }
            }
        }
        best.map(|best| best.1)
    }

    /// Table and record disagree, once that has lasted.
    fn disagree(&self, fused: &[SeenTile], (width, height): (u32, u32), rules: &RuleSet, gone: Vec<Tile>) -> Verdict {
        if self.looks < QUESTION {
            return Verdict::default();
        }
        let max = rules.set_size;
        let reading = assemble(fused, width, height, &Settings::of_rules(rules));
        let laid = reading.laid(rules).map(|laid| laid.layout);
        let table = laid.filter(|layout| !layout.is_empty() && layout.wrong_plays(rules).is_empty());
        let mut gone = gone;
        let mut new: Vec<Tile> = if self.aligned {
            let real = self.newcomers.iter().filter(|new| new.is_real());
            real.map(|new| tile_on(&new.tile, max)).collect()
        } else {
            let line: Vec<Tile> =
                reading.tiles.iter().filter(|t| t.part == Part::Line).filter_map(ReadTile::tile).collect();
            gone = self.known.tiles().iter().filter(|t| !line.contains(t)).collect();
            line.into_iter().filter(|t| !self.known.tiles().contains(*t)).collect()
        };
        new.sort_unstable();
        new.dedup();
        if new.is_empty() && gone.is_empty() {
            return Verdict::default();
        }
        let same = table.as_ref().is_some_and(|table| table.tiles() == self.known.tiles());
        Verdict { stand: Stand::Unclear { new, gone, table: table.filter(|_| !same) }, ..Verdict::default() }
    }
}

/// The pips of a tile as it lies, after it was put right: the half that is still true stays where it is.
fn replaced(lies: [Pip; 2], is: &Play) -> [Pip; 2] {
    let other = |pip: Pip| is.tile().other(pip);
    match (other(lies[0]), other(lies[1])) {
        (Some(second), _) => [lies[0], second],
        (None, Some(first)) => [first, lies[1]],
        (None, None) => is.halves,
    }
}

/// Where a recorded tile lies, with its pips on the halves that show them.
fn oriented(tile: &SeenTile, play: &Play) -> Placed {
    let [a, b] = play.halves;
    let at = |logs: &[f32; 13], pip: Pip| f64::from(logs[usize::from(pip.get())]);
    let straight = at(&tile.a, a) + at(&tile.b, b);
    let turned = at(&tile.a, b) + at(&tile.b, a);
    Placed { corners: tile.corners, pips: if turned > straight { [b, a] } else { [a, b] } }
}

fn other(tile: &SeenTile) -> Option<Mark> {
    let role = match tile.kind {
        TileKind::Down => Role::FaceDown,
        TileKind::Edge => Role::Standing,
        TileKind::Up | TileKind::Printed => return None,
    };
    let confidence = 1.0 / (1.0 + f64::from(-tile.logit).exp());
    (confidence > 0.5).then_some(Mark { corners: tile.corners, pips: None, confidence, role })
}

fn as_f64(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}
