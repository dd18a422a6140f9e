//! The whole way from a frame to its tiles.

use std::time::Duration;

use crate::detect::crop;
use crate::detect::heatmaps::{self, Detection, Heatmaps};
use crate::detect::look::{Look, REFUSED, is_outline, unread};
use crate::detect::planes::{Letterbox, Planes};
use crate::detect::rectify::TopView;
use crate::detect::resample::Region;
use crate::detect::shades::Shades;
use crate::detect::suppression::{self, Overlap};
use crate::detect::unchanged::LastLooks;
use crate::detect::{Detector, DetectorError};
use crate::frame::Frame;
use crate::geometry::{Quad, median};
use crate::read::{Point, SeenTile, TileKind};

/// Parameters of the eye. The defaults measured best.
#[derive(Clone, Debug)]
pub struct Params {
    /// Long side of the first look at the whole picture, in pixels.
    pub long_side: usize,
    /// Long side of a second, coarser look, for very near tiles.
    pub near_side: usize,
    /// The coarse look counts only for tiles at least this long in it, and is taken only if the first look found one
    /// nearly so large, or none at all.
    pub near_length: f64,
    /// The closer look at the part with tiles makes a typical tile this long.
    pub zoom_length: f64,
    /// Long side of the closer look at most.
    pub zoom_side: usize,
    /// Corners that the reading network would move by no more than this, in crop units, are not cut out and read again.
    pub settled: f32,
    /// Threads that cut crops.
    pub threads: usize,
    /// Peaks of the heat maps count from this probability.
    pub least: f32,
    /// Least logit of a faint place that is remembered: where the layout may continue, even faint places are read.
    pub faint: f32,
    /// A candidate with less than this share of the probability of a likely one in its way is not read.
    pub outshone: f32,
    /// Least weight of alternatives that are kept, `0.0..=1.0`: detector, face and pips together.
    pub least_alternative: f32,
    /// Most alternatives.
    pub max_alternatives: usize,
    /// Tiles standing on edge are read too: in a hand their faces are turned to the camera.
    pub read_edges: bool,
    /// The time since some fixed moment, to say how long things take; it changes nothing else.
    pub clock: fn() -> Duration,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            long_side: 640,
            near_side: 320,
            near_length: 45.0,
            zoom_length: 64.0,
            zoom_side: 896,
            settled: 0.08,
            threads: 2,
            least: 0.3,
            faint: 0.1,
            outshone: 0.5,
            least_alternative: 0.4,
            max_alternatives: 16,
            read_edges: false,
            clock: || Duration::ZERO,
        }
    }
}

/// Two outlines are one and the same candidate.
const SAME: Overlap = Overlap { of_both: 0.6, of_smaller: 0.95 };
/// Two outlines cannot both be tiles.
const RIVAL: Overlap = Overlap { of_both: 0.2, of_smaller: 0.4 };
/// Weight below which an outline does more harm than good.
const WORTHLESS: f32 = 0.22;
/// Weight of a place that the finding network did not name.
const GUESSED: f32 = 0.5;
/// Most refused places that are kept.
const MOST_REFUSED: usize = 64;
/// The same for faint detections: a patterned ground is full of them.
const MOST_FAINT: usize = 512;
/// Log-odds from which a tile need not be looked for again.
const KNOWN: f32 = 1.0;
/// Weight of a first look once there has been a closer one.
const FIRST_LOOK: f32 = 0.8;
/// Length of a tile, in input pixels, above which the network was not trained: it finds such tiles but not their ends,
/// so a coarse look is preferred.
const TOO_NEAR: f64 = 180.0;
/// Weight of such a tile.
const TOO_NEAR_WORTH: f32 = 0.5;

/// Everything seen in one picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sight {
    /// Found tiles: first those that go together without overlap, heaviest first, then the alternatives.
    pub tiles: Vec<SeenTile>,
    /// Number of [`Self::tiles`] that go together.
    pub n_chosen: usize,
    /// Places that the finding network took for a tile and the reading network refused; their log-odds are those of no tile.
    pub refused: Vec<SeenTile>,
    /// Faint places that the finding network doubted and that were not read, likeliest first; their log-odds are those
    /// of a place without a tile.
    pub faint: Vec<SeenTile>,
    /// Time spent on finding.
    pub find: Duration,
    /// Time spent on reading.
    pub read: Duration,
}

/// Intermediate findings of the eye, for debugging.
#[derive(Clone, Debug, Default)]
pub struct Traces {
    /// The heat maps of every look, with the input they belong to.
    pub looks: Vec<(Planes, Heatmaps)>,
    /// Every crop in the order of reading, those that were cut out again at the end.
    pub crops: Vec<Planes>,
    /// For each of [`Sight::tiles`] the finding network's probability and the reading network's face logit.
    pub scores: Vec<(f32, f32)>,
}

/// Result of the finding network.
struct Found {
    /// Every candidate once, with its score.
    candidates: Vec<(Detection, f32)>,
    /// Detections that are too faint, likeliest first.
    faint: Vec<Detection>,
}

/// Candidates, sorted out.
struct Sorted {
    /// Looks that go together, heaviest first, then the alternatives.
    looks: Vec<Look>,
    /// Number of looks that go together.
    n_chosen: usize,
    /// Places that are not tiles.
    refused: Vec<Look>,
}

/// Looks at pictures with a pair of networks.
#[derive(Debug)]
pub struct Eye<D> {
    detector: D,
    params: Params,
    /// What the last picture showed of known tiles.
    last: LastLooks,
}

impl<D: Detector> Eye<D> {
    /// An eye with these networks.
    #[must_use]
    pub fn new(detector: D, params: Params) -> Self {
        Self { detector, params, last: LastLooks::default() }
    }

    /// Finds and reads the tiles in `frame`, with corners in its pixels.
    ///
    /// # Errors
    /// The networks failed.
    pub fn see(&mut self, frame: &Frame) -> Result<Sight, DetectorError> {
        self.see_and_trace(frame, None)
    }

    /// Does the same as [`Self::see`] for the next picture of one table. Known tiles, at these places, are not read again where they look the
    /// same as in the last picture.
    ///
    /// # Errors
    /// The networks failed.
    pub fn see_again(&mut self, frame: &Frame, known: &[Quad]) -> Result<Sight, DetectorError> {
        self.last.begin(known, SAME);
        self.see(frame)
    }

    /// Does the same as [`Self::see`] and adds its steps to `traces`.
    ///
    /// # Errors
    /// The networks failed.
    pub fn see_and_trace(&mut self, frame: &Frame, mut traces: Option<&mut Traces>) -> Result<Sight, DetectorError> {
        let start = self.now();
        let Found { candidates, faint } = self.find(frame, traces.as_deref_mut())?;
        let found = self.now();
        let Sorted { looks, n_chosen, refused } = self.read(frame, candidates, traces)?;
        let tiles = looks.iter().map(Look::seen).collect();
        let refused = refused.iter().map(|look| SeenTile { logit: REFUSED, ..look.seen() }).collect();
        let faint = faint.iter().take(MOST_FAINT).map(|tile| unread(tile.corners, tile.kind)).collect();
        Ok(Sight {
            tiles,
            n_chosen,
            refused,
            faint,
            find: found.saturating_sub(start),
            read: self.now().saturating_sub(found),
        })
    }

    /// The time of [`Params::clock`].
    pub(super) fn now(&self) -> Duration {
        (self.params.clock)()
    }

    /// Reads these places of the frame and returns the real face-up tiles; several places may be for one tile.
    ///
    /// # Errors
    /// The networks failed.
    pub fn read_at(&mut self, frame: &Frame, places: &[Quad]) -> Result<Vec<SeenTile>, DetectorError> {
        let looks = places.iter().map(|&corners| Look::unread(corners, TileKind::Up, GUESSED)).collect();
        self.faces(frame, looks)
    }

    /// Looks at a table as if from straight above and returns the real face-up tiles besides the confident ones in
    /// `seen`. None if the view is less than `least_tilt` degrees off vertical, or `seen` does not show the angle.
    ///
    /// # Errors
    /// The networks failed.
    pub fn see_from_above(
        &mut self,
        frame: &Frame,
        seen: &[SeenTile],
        least_tilt: f64,
    ) -> Result<Vec<SeenTile>, DetectorError> {
        TopView::of(frame, seen, least_tilt).map_or(Ok(Vec::new()), |view| self.look_through(frame, seen, &view))
    }

    /// Does the same as [`Self::see_from_above`], in this view.
    pub(crate) fn look_through(
        &mut self,
        frame: &Frame,
        seen: &[SeenTile],
        view: &TopView,
    ) -> Result<Vec<SeenTile>, DetectorError> {
        let straight = view.draw(frame, self.params.threads);
        let side = straight.width().max(straight.height()) as usize;
        let (found, _) = self.pass(&straight, Region::whole(&straight), side, None)?;
        let sure: Vec<&Quad> = seen.iter().filter(|tile| tile.logit > KNOWN).map(|tile| &tile.corners).collect();
        let up = found.iter().filter(|tile| tile.kind == TileKind::Up);
        let looks = up.map(|tile| Look::unread(view.in_frame(&tile.corners), tile.kind, tile.probability()));
        let new = looks.filter(|look| !sure.iter().any(|known| SAME.exceeded_by(known, &look.corners)));
        self.faces(frame, new.collect())
    }

    /// Returns the looks that are faces and go together.
    fn faces(&mut self, frame: &Frame, mut looks: Vec<Look>) -> Result<Vec<SeenTile>, DetectorError> {
        looks.retain(|look| is_outline(&look.corners));
        self.read_faces(frame, &mut looks)?;
        looks.retain(|look| look.face > 0.0);
        looks.iter_mut().for_each(|look| look.correct(self.params.settled));
        self.read_faces(frame, &mut looks)?;
        let Sorted { looks, n_chosen, .. } = self.sort_out(&looks);
        Ok(looks[..n_chosen].iter().map(Look::seen).collect())
    }

    /// All looks that the picture needs, together.
    fn find(&mut self, frame: &Frame, mut traces: Option<&mut Traces>) -> Result<Found, DetectorError> {
        let whole = Region::whole(frame);
        let (mut found, mut faint) = self.pass(frame, whole, self.params.long_side, traces.as_deref_mut())?;
        if self.needs_coarse_look(&found) {
            let (near, _) = self.pass(frame, whole, self.params.near_side, traces.as_deref_mut())?;
            let near_length = self.params.near_length;
            found.extend(near.into_iter().filter(|tile| tile.input_length >= near_length));
        }
        let worth = |tile: &Detection| if tile.input_length > TOO_NEAR { TOO_NEAR_WORTH } else { 1.0 };
        let mut scored: Vec<_> = found.into_iter().map(|tile| (tile.probability() * worth(&tile), tile)).collect();
        if let Some((region, long_side)) = self.closer_look(frame, &scored) {
            for (score, _) in &mut scored {
                *score *= FIRST_LOOK;
            }
            let (closer, more) = self.pass(frame, region, long_side, traces)?;
            faint.extend(more);
            scored.extend(closer.into_iter().map(|tile| (tile.probability(), tile)));
        }
        scored.retain(|(_, tile)| is_outline(&tile.corners));
        faint.retain(|tile| is_outline(&tile.corners));
        faint.sort_by(|a, b| b.logit.total_cmp(&a.logit));
        let outlines: Vec<Quad> = scored.iter().map(|(_, tile)| tile.corners).collect();
        let scores: Vec<f32> = scored.iter().map(|&(score, _)| score).collect();
        let mut kept = suppression::non_max_suppression(&outlines, &scores, SAME);
        // `kept` falls, so every stronger rival of a candidate comes before it.
        let outshone = |&i: &usize| {
            let rivals = kept.iter().take_while(|&&k| scores[k] > 0.5 && scores[k] * self.params.outshone > scores[i]);
            rivals.into_iter().any(|&k| RIVAL.exceeded_by(&outlines[i], &outlines[k]))
        };
        let worth_reading: Vec<bool> = kept.iter().map(|i| !outshone(i)).collect();
        let mut worth = worth_reading.into_iter();
        kept.retain(|_| worth.next().unwrap_or(true));
        let candidates = kept.into_iter().map(|i| (scored[i].1.clone(), scored[i].0)).collect();
        Ok(Found { candidates, faint })
    }

    fn needs_coarse_look(&self, found: &[Detection]) -> bool {
        let enlarged = self.params.long_side as f64 / self.params.near_side as f64;
        // The first look makes large tiles too short, so ask for three quarters of the length.
        let large = 0.75 * self.params.near_length * enlarged;
        found.is_empty() || found.iter().any(|tile| tile.input_length >= large)
    }

    /// Looks once: returns candidates and detections that are too faint.
    fn pass(
        &mut self,
        frame: &Frame,
        region: Region,
        long_side: usize,
        traces: Option<&mut Traces>,
    ) -> Result<(Vec<Detection>, Vec<Detection>), DetectorError> {
        let letterbox = Letterbox::fit(region, long_side);
        let planes = letterbox.planes(frame, self.params.threads);
        let maps = self.detector.find(&planes)?;
        let found = heatmaps::detections(&maps, &letterbox, heatmaps::logit(self.params.least.min(self.params.faint)));
        let found = found.into_iter().partition(|tile| tile.logit > heatmaps::logit(self.params.least));
        if let Some(traces) = traces {
            traces.looks.push((planes, maps));
        }
        Ok(found)
    }

    /// Returns the region and scale of a second look, if the tiles were small in the first.
    fn closer_look(&self, frame: &Frame, scored: &[(f32, Detection)]) -> Option<(Region, usize)> {
        let tiles: Vec<&Detection> = scored
            .iter()
            .filter(|(score, tile)| tile.kind == TileKind::Up && *score > 0.35)
            .map(|(_, tile)| tile)
            .collect();
        let mut lengths: Vec<f64> = tiles.iter().map(|tile| tile.length).collect();
        let typical = median(&mut lengths)?;
        let now = self.params.long_side as f64 / f64::from(frame.width().max(frame.height()));
        let wanted = self.params.zoom_length / typical;
        if wanted <= now * 1.25 {
            return None;
        }
        let reach = 1.6 * typical;
        let low = |along: fn(Point) -> f64| tiles.iter().map(|t| along(t.centre)).fold(f64::INFINITY, f64::min) - reach;
        let high = |along: fn(Point) -> f64| tiles.iter().map(|t| along(t.centre)).fold(0.0, f64::max) + reach;
        let region = Region::between(frame, (low(|p| p.x), low(|p| p.y)), (high(|p| p.x), high(|p| p.y)))?;
        let side = region.width.max(region.height) as f64;
        let zoom = wanted.min(self.params.zoom_side as f64 / side);
        let worth_it = region.width.min(region.height) > 16 && zoom > now * 1.15;
        worth_it.then(|| (region, (zoom * side).round() as usize))
    }

    /// Reads the candidates: what goes together first, then the alternatives, and how many go together.
    fn read(
        &mut self,
        frame: &Frame,
        candidates: Vec<(Detection, f32)>,
        traces: Option<&mut Traces>,
    ) -> Result<Sorted, DetectorError> {
        let unread = |(tile, found): (Detection, f32)| Look {
            due: tile.kind == TileKind::Up || (self.params.read_edges && tile.kind == TileKind::Edge),
            ..Look::unread(tile.corners, tile.kind, found)
        };
        let mut looks: Vec<Look> = candidates.into_iter().map(unread).collect();
        self.last.take_over(frame, &mut looks, SAME, self.params.threads);
        let mut crops = self.read_faces(frame, &mut looks)?;
        let Sorted { mut looks, refused, .. } = self.sort_out(&looks);
        // A place without a face does not become one in a better crop.
        for look in looks.iter_mut().filter(|look| look.face > 0.0) {
            look.correct(self.params.settled);
        }
        crops.extend(self.read_faces(frame, &mut looks)?);
        let mut sorted = self.sort_out(&looks);
        sorted.refused.extend(refused);
        sorted.refused.truncate(MOST_REFUSED);
        self.last.remember(sorted.looks.iter().filter(|look| look.seen().logit > KNOWN), SAME);
        if let Some(traces) = traces {
            traces.crops = crops;
            traces.scores = sorted.looks.iter().map(|look| (look.found, look.face)).collect();
        }
        Ok(sorted)
    }

    /// Reads every tile that is due at its present place; returns the crops.
    fn read_faces(&mut self, frame: &Frame, looks: &mut [Look]) -> Result<Vec<Planes>, DetectorError> {
        let mut due: Vec<&mut Look> = looks.iter_mut().filter(|look| look.due).collect();
        let outlines: Vec<Quad> = due.iter().map(|look| look.corners).collect();
        let crops = crop::cut_all(frame, &outlines, self.params.threads);
        let readings = self.detector.read(&crops)?;
        for ((look, reading), crop) in due.iter_mut().zip(&readings).zip(&crops) {
            look.take(reading, self.last.is_used().then(|| Shades::of(crop)));
        }
        Ok(crops)
    }

    /// Sorts looks: those that go together, heaviest first, then the useful alternatives.
    fn sort_out(&self, looks: &[Look]) -> Sorted {
        let outlines: Vec<Quad> = looks.iter().map(|look| look.corners).collect();
        let weights: Vec<f32> = looks.iter().map(Look::weight).collect();
        let net: Vec<f32> = weights.iter().map(|weight| weight - WORTHLESS).collect();
        let chosen = suppression::heaviest(&outlines, &net, RIVAL);
        let mut others: Vec<usize> = (0..looks.len()).filter(|i| !chosen.contains(i)).collect();
        others.retain(|&i| looks[i].kind == TileKind::Up && weights[i] >= self.params.least_alternative);
        others.retain(|&i| chosen.iter().all(|&k| !SAME.exceeded_by(&outlines[i], &outlines[k])));
        others.sort_by(|&i, &j| weights[j].total_cmp(&weights[i]));
        others.truncate(self.params.max_alternatives);
        let none = |i: &usize| looks[*i].kind == TileKind::Up && weights[*i] < WORTHLESS;
        let refused = (0..looks.len()).filter(none).map(|i| looks[i].clone()).collect();
        let n_chosen = chosen.len();
        let looks = chosen.into_iter().chain(others).map(|i| looks[i].clone()).collect();
        Sorted { looks, n_chosen, refused }
    }
}
