//! The table over time: one offer for each tile that is laid, and none when nothing happened.
//!
//! Knows no clock and no camera: looks come in as seen tiles, in their order; how long a thing takes is counted in looks, and
//! whoever looks says when the table was disturbed. The record says which tiles lie there, so the watch only has to know
//! *where*: each tile of the record gets its place in the picture and keeps it while a hand covers it. What is new is then
//! weighed as one more play (`drops`). What cannot be explained so is a question.

mod judging;
mod landmarks;
mod line;
mod places;
mod story;

use std::collections::VecDeque;

use crate::drops::{Drops, Placed, along, halves};
use crate::fuse::fuse;
use eye::geometry::{grown, mean, share};
use eye::read::{Point, SeenTile, TileKind, pip_logs, sigmoid, without_prints};
use game::layout::{Layout, Play};
use game::rules::RuleSet;
use game::tile::{Pip, Tile};

/// Looks that are fused, of those since the table was last disturbed.
const FUSED: usize = 5;
/// An offer is made when so many looks running say the same.
const VOTES: u32 = 2;
/// Or when it is read beyond doubt and was seen in so many looks with or without a rest between them: where hands come and go all the
/// time no two looks run on.
const OFTEN: u32 = 3;
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
/// The same where it has surely just come.
const LAID_FACE_UP: f64 = 0.95;
/// This share of its place differs then from the table as it was.
const JUST_CAME: f64 = 0.6;
/// Logarithm of the chance of any other pips on it.
const FACELESS: f32 = -9.0;
/// So many tiles a hand may hide at once.
const FEW: usize = 3;
/// A tile that moved less than this share of its length is the same whatever is read on it.
const STAYS: f64 = 0.2;
/// A tile of the last hand that still lies there after so many looks may have been laid again where it lay: that is asked.
const LAID_AGAIN: u32 = 40;
/// .. after so many where all the others are gone and the picture has changed at its place by this share: it was laid anew.
const ALONE_AGAIN: u32 = 5;
const MOVED: f64 = 0.2;
/// A tile with its sides and its shadow is so many times as large as its face at most.
const WITH_SIDES: f64 = 1.5;
/// What is new differs in at least this share of its face from the table as it was when it last agreed with the record ...
const FRESH: f64 = 0.12;
/// ... or was seen in so many looks, and without doubt: it may have been overlooked then.
const STUBBORN: u32 = 8;
/// On a cloth of the tiles' own colour less differs: then it is seen so often ...
const HARDLY: f64 = 0.08;
/// ... and with these log-odds, and read beyond doubt.
const CLEAR: f32 = 1.0;
/// What differs still less, and hardly looks like a tile, has to be as [`STUBBORN`] and is asked about.
const FAINT: f64 = 0.04;
/// See [`FAINT`]: log-odds.
const DIM: f32 = 0.5;
/// What has changed and is no tile in so many looks is none.
const PUZZLED: u32 = 4;
/// A place of the record that differs less than this from then is not empty, seen or not.
const SAME: f64 = 0.1;
/// What is no tile is forgotten when it was not seen in so many looks of a table in full sight.
const FORGOTTEN: u32 = 4;
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
    /// Its place.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
    /// The share of it that differs from the table when it last agreed with the record; `None` when that is not known.
    fresh: Option<f64>,
    /// Log-odds, over looks, that it belongs to the recorded line.
    in_line: f64,
}

/// Something that looks like a tile and is none: it lay there before the first, or a person said so.
#[derive(Clone, Debug)]
struct Thing {
    corners: [Point; 4],
    /// Looks since it was last seen.
    missed: u32,
    /// What it was offered as when a person said so: another tile that comes to lie there is one.
    offered: Option<Tile>,
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
    /// Tiles of the hand before that were not cleared away yet: where they lie, what they were recorded as, and what they showed.
    left: Vec<([Point; 4], [Tile; 2])>,
    /// Those of them that were, since table and record last agreed.
    cleared: Vec<([Point; 4], [Tile; 2])>,
    /// In the last look they had all gone at once, and nothing lay there instead.
    bare: bool,
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
    /// What looks like a tile and is none.
    things: Vec<Thing>,
    /// Where something new was seen since the table was last disturbed, if only once.
    glimpses: Vec<[Point; 4]>,
    /// The layout was found at another place in the last look.
    found_again: bool,
    /// Something has changed in the picture that no tile explains, in so many looks.
    puzzled: u32,
    /// A line that was begun before anybody looked, while nothing is recorded.
    begun: Option<Layout>,
    /// The whole line as the last look read it, where it holds the recorded one.
    whole: Option<Layout>,
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
        let mut logs = [pip_logs(&tile.a, max), pip_logs(&tile.b, max)];
        if turned {
            corners.rotate_left(2);
            logs.swap(0, 1);
        }
        self.placed.corners = corners;
        self.missed = 0;
        if self.was_turned(&logs) {
            // It lies the other way round now: what was seen on each half before was the other half's.
            self.placed.pips.swap(0, 1);
            (self.seen, self.looks) = ([[0.0; 13]; 2], 0.0);
        }
        self.shows = tile_on(tile, max);
        self.looks = (self.looks + 1.0).min(MEMORY);
        for (mean, new) in self.seen.iter_mut().flatten().zip(logs.iter().flatten()) {
            let new = if new.is_finite() { *new } else { -99.0 };
            *mean += (new - *mean) / self.looks;
        }
    }

    /// Is what is seen about here this tile, to be followed where it lies now? Between two tiles without a gap a third is seen now and
    /// then, of half of the one and half of the other.
    fn is_it(&self, seen: &SeenTile, max: Pip) -> bool {
        let place = &self.placed.corners;
        let near = mean(&seen.corners).distance(mean(place)) < STAYS * along(place).length();
        let [a, b] = self.placed.pips;
        seen.kind == TileKind::Up && seen.logit > 0.0 && (near || tile_on(seen, max) == Tile::new(a, b))
    }

    /// Does what is seen now speak for the tile only if it lies the other way round?
    fn was_turned(&self, logs: &[[f64; 13]; 2]) -> bool {
        let [a, b] = self.placed.pips.map(|pip| usize::from(pip.get()));
        a != b && logs[0][b] + logs[1][a] > logs[0][a] + logs[1][b] + AGAINST
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
    /// Has it come since table and record last agreed, as far as is known?
    fn is_fresh(&self) -> bool {
        self.fresh.is_none_or(|share| share >= FRESH)
    }

    /// Probability of the likeliest play that it may be.
    fn sure(&self) -> f64 {
        self.drops.ways.first().map_or(0.0, |way| way.1)
    }

    /// Does it look like a tile with these log-odds at least, and do its pips continue the line beyond doubt?
    fn reads_well(&self, logit: f32) -> bool {
        self.is_real() && self.tile.logit > logit && self.sure() > 0.97
    }

    /// Does this share of its place differ from the table when it last agreed with the record?
    fn differs(&self, least: f64) -> bool {
        self.fresh.is_some_and(|share| share >= least)
    }

    /// Does it look like a tile that continues the line, beyond doubt?
    fn is_doubtless(&self) -> bool {
        self.reads_well(1.5)
    }

    /// May it have been overlooked when table and record last agreed? A white tile on a white cloth changes next to nothing.
    fn is_overlooked(&self) -> bool {
        self.is_doubtless() || (self.differs(FAINT) && self.reads_well(DIM))
    }

    /// The same, seen so often that it must have been.
    fn is_stubborn(&self) -> bool {
        self.age >= STUBBORN && self.is_overlooked()
    }

    /// Is it seen beyond doubt, and was it before?
    fn is_seen_often(&self) -> bool {
        self.age >= OFTEN && self.is_doubtless()
    }

    /// Has little of its place changed, and is it surely a tile all the same?
    fn may_have_come(&self) -> bool {
        self.differs(HARDLY) && self.reads_well(CLEAR)
    }

    /// The same, seen again and again.
    fn came_unseen(&self) -> bool {
        self.may_have_come() && self.age >= PATIENT
    }

    /// May a hand begin with it? An empty column of a score pad looks a little like a double blank, and changes a little as the light does.
    fn may_lead(&self) -> bool {
        self.fresh.is_none_or(|share| share >= MOVED) || self.tile.logit > CLEAR
    }

    /// Is it rather something that lies at the layout than nothing?
    fn is_real(&self) -> bool {
        self.drops.at_an_end && self.drops.nothing < 0.5
    }
}

/// Leaves of what a tile without a face may be only the double blank; `false` where that does not fit.
fn as_blank(drops: &mut Drops, fresh: Option<f64>) -> bool {
    let chance = if fresh.is_some_and(|share| share >= JUST_CAME) { LAID_FACE_UP } else { FACE_UP };
    drops.ways.retain(|way| way.0.tile().pips() == 0);
    let all: f64 = drops.ways.iter().map(|way| way.1).sum();
    for way in &mut drops.ways {
        way.1 *= chance / all.max(1e-9);
    }
    (drops.nothing, drops.wrong) = (1.0 - chance, 0.0);
    all > 0.5
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

/// Does it surely show none of these tiles?
fn shows_other(seen: &SeenTile, was: &[Tile], max: Pip) -> bool {
    let ([a, b], sure) = face(seen, max);
    sure >= KNOWN_AGAIN && !was.contains(&Tile::new(a, b))
}

/// What is most likely on a tile by itself.
fn face(tile: &SeenTile, max: Pip) -> ([Pip; 2], f64) {
    let best = |logs: &[f32; 13]| {
        let logs = pip_logs(logs, max);
        let most = (0..13).max_by(|&i, &j| logs[i].total_cmp(&logs[j])).unwrap_or(0);
        (most, logs[most])
    };
    let ((a, sure_a), (b, sure_b)) = (best(&tile.a), best(&tile.b));
    ([pip(a), pip(b)], (sure_a + sure_b).exp())
}

/// The pip value of an index, blank if there is none.
fn pip(value: usize) -> Pip {
    u8::try_from(value).ok().and_then(Pip::new).unwrap_or_default()
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

    /// Where the tiles of the record lie, in sight or not.
    pub fn places(&self) -> impl Iterator<Item = [Point; 4]> + '_ {
        self.settled.iter().flatten().map(|settled| settled.placed.corners)
    }

    /// Where tiles of the hand before were cleared away since table and record last agreed: what their sides hid there too.
    pub fn cleared(&self) -> impl Iterator<Item = [Point; 4]> + '_ {
        self.cleared.iter().map(|(at, _)| grown(at, WITH_SIDES))
    }

    /// Had the tiles of the hand before all gone at once in the last look, with nothing in their place?
    #[must_use]
    pub const fn is_bare(&self) -> bool {
        self.bare
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
        self.aligned && in_sight && !self.sees_something_new()
    }

    /// Does something lie at the layout that is not recorded?
    #[must_use]
    pub fn sees_something_new(&self) -> bool {
        self.newcomers.iter().any(|new| new.is_real() && !self.is_thing(&new.tile.corners))
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
        self.glimpses.clear();
        for settled in self.settled.iter_mut().flatten() {
            settled.missed = settled.missed.min(1);
        }
        self.verdict = Verdict::default();
    }

    /// Nobody saw the table for a while: who laid what meanwhile is asked for, until table and record agree again.
    pub fn unseen(&mut self) {
        self.disturbed();
        self.several = true;
    }

    /// Says whether an arm reaches over the table in the next look: then nothing speaks against the record.
    pub const fn reached(&mut self, reached: bool) {
        self.reached = reached;
    }

    /// Says whether something has changed in the next look's picture that no tile explains.
    pub const fn puzzled(&mut self, puzzled: bool) {
        self.puzzled = if puzzled { self.puzzled.saturating_add(1) } else { 0 };
    }

    /// May a tile lie there that was not seen yet?
    #[must_use]
    pub fn is_puzzled(&self) -> bool {
        (1..=PUZZLED).contains(&self.puzzled)
    }

    /// A person says that nothing was laid there: what is new now is no tile, for as long as it lies there.
    pub fn dismiss(&mut self) {
        let offered = |new: &Newcomer| new.drops.ways.first().map(|way| way.0.tile());
        let new: Vec<_> = self.newcomers.iter().map(|new| (new.tile.corners, offered(new))).collect();
        self.make_things(&new);
        self.verdict = Verdict::default();
        self.vote = None;
    }

    /// The record has changed: what a person turned down was one reading beside the record as it was, so it is asked again.
    pub fn ask_again(&mut self) {
        let turned_down = self.things.extract_if(.., |thing| thing.offered.is_some());
        self.offered.extend(turned_down.filter_map(|thing| thing.offered));
    }

    /// The counting ends of the recorded layout, where they lie: place, number of the tile, pips, what it counts, a double across?
    #[must_use]
    pub fn ends(&self, rules: &RuleSet) -> Vec<(Point, game::layout::End)> {
        let place = |end: game::layout::End| {
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
    pub fn look(&mut self, tiles: Vec<SeenTile>, size: (u32, u32), known: &Layout, rules: &RuleSet) -> &Verdict {
        self.look_with(tiles, size, known, rules, &|_| None)
    }

    /// The same, where it is known what share of a place differs from the table as it was when it last agreed with the record (`None`
    /// where it is not known).
    pub fn look_with(
        &mut self,
        tiles: Vec<SeenTile>,
        (width, height): (u32, u32),
        known: &Layout,
        rules: &RuleSet,
        fresh: &dyn Fn(&[Point; 4]) -> Option<f64>,
    ) -> &Verdict {
        self.follow(known, rules);
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
        self.found_again = false;
        // Under a hand nothing is found that was not known.
        if !self.aligned && !self.reached {
            self.align(&fused, (width, height), rules);
            self.found_again = self.aligned;
        }
        self.follow_landmarks(&fused, rules);
        self.recognise(&fused, rules, fresh);
        self.find_new(&fused, rules, fresh);
        self.weigh_line(&fused, (width, height), rules);
        let nothing_yet = self.known.is_empty() && !self.clearing;
        self.begun = if nothing_yet { self.before_first((width, height), rules) } else { None };
        self.see_things(&fused, rules.set_size);
        self.verdict = self.judge(&fused, (width, height), rules);
        if self.verdict.stand == Stand::Agreed && self.looks >= VOTES {
            self.calm = true;
            // The line of the hand before may lie there untouched until somebody clears it away.
            self.clearing &= !self.left.is_empty();
            self.backs = fused.iter().filter(|tile| tile.kind == TileKind::Down).map(|tile| tile.corners).collect();
            self.several = false;
            if !self.reached {
                self.cleared.clear();
            }
        }
        &self.verdict
    }
}

fn other(tile: &SeenTile) -> Option<Mark> {
    let role = match tile.kind {
        TileKind::Down => Role::FaceDown,
        TileKind::Edge => Role::Standing,
        TileKind::Up | TileKind::Printed => return None,
    };
    let confidence = sigmoid(f64::from(tile.logit));
    (confidence > 0.5).then_some(Mark { corners: tile.corners, pips: None, confidence, role })
}

fn as_f64(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}
