//! The Count page: a picture of any heap of tiles, the sum of its pips, and a person's corrections.

use crate::advice::counting::{self, HeapCounter};
use crate::ui::waking;
use crate::worker::News;
use eye::frame::Frame;
use eye::read::{Heap, HeapDoubt, Point, ReadTile};
use eye_jobs::PictureIn;
use eye_jobs::heap::CountedHeap;
use game::tile::{Pip, Tile};
use language::say;
use std::path::PathBuf;
use std::sync::Arc;

/// A tile that is counted.
#[derive(Clone, Debug, PartialEq)]
pub struct HeapTile {
    /// Tile in the reading.
    pub tile: Tile,
    /// Corners in the picture; `None` for a tile that a person added.
    pub corners: Option<[Point; 4]>,
    /// Whether a person should check it.
    pub doubtful: bool,
    /// Whether it is in the sum. A tile left out by a person stays visible and can be put back.
    pub counts: bool,
}

/// A wish of the Count page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountWish {
    /// Name of a picture's file while it is typed.
    Path(String),
    /// Count this picture.
    Read(PathBuf),
    /// Count what the camera sees.
    ReadCamera,
    /// Put this tile right.
    Choose(usize),
    /// A half of the tile being corrected, or of one being added.
    Half(Pip),
    /// The chosen one is not a tile, or is not counted.
    LeaveOut,
    /// One more tile is there.
    Missing,
    /// Enter the value of an unread place, by its number among the doubts.
    Unread(usize),
    /// Value of the double blank.
    DoubleBlank(u8),
    /// Enter the sum as the pips left with this side or seat.
    Into(usize),
}

/// State of the Count page.
#[derive(Clone, Debug, Default)]
pub struct CountForm {
    /// Name of the picture's file while it is typed.
    pub path: String,
    /// Whether a picture is being counted.
    pub reading: bool,
    /// Message about an error or the sum.
    pub told: Option<String>,
    /// The picture.
    pub frame: Option<Arc<Frame>>,
    /// Tiles of the heap.
    pub tiles: Vec<HeapTile>,
    /// Doubts for a person to check, less those already settled.
    pub doubts: Vec<HeapDoubt>,
    /// Confidence of the sum, before any correction.
    pub confidence: f64,
    /// Whether a person has corrected anything.
    pub mended: bool,
    /// Value of the double blank.
    pub double_blank: u8,
    /// The tile being corrected; one beyond the last is being added.
    pub chosen: Option<usize>,
    /// First half of the tile being entered.
    pub first: Option<Pip>,
    /// The doubt that the tile which is being added answers.
    pub answers: Option<usize>,
}

impl CountForm {
    /// All pips.
    #[must_use]
    pub fn sum(&self) -> u16 {
        self.counted().map(|tile| self.worth(tile.tile)).sum()
    }

    /// The tiles that are in the sum.
    pub fn counted(&self) -> impl Iterator<Item = &HeapTile> {
        self.tiles.iter().filter(|tile| tile.counts)
    }

    /// Returns the value of a tile.
    #[must_use]
    pub fn worth(&self, tile: Tile) -> u16 {
        u16::from(if tile.pips() == 0 { self.double_blank } else { tile.pips() })
    }

    /// Returns the confidence of the sum in words.
    #[must_use]
    pub fn sureness(&self) -> String {
        match (self.mended, Heap::sureness(self.confidence, &self.doubts, u32::from(self.double_blank))) {
            (true, _) => say!("as corrected").to_owned(),
            (false, Heap::SURE..) => say!("certain").to_owned(),
            (false, confidence) => {
                say!("{sure} % confident", sure = format!("{:.0}", (confidence * 100.0).min(99.0)))
            }
        }
    }

    /// Takes the counted heap.
    fn take(&mut self, counted: CountedHeap) {
        let Heap { tiles, confidence, doubts, .. } = counted.heap;
        let doubtful = |at: usize| doubts.iter().any(|doubt| doubt.tiles().contains(&at));
        // A heap has no tile without pips, so that the doubts' places hold.
        let tile = |(at, tile): (usize, &ReadTile)| {
            let corners = Some(tile.corners);
            Some(HeapTile { tile: tile.tile()?, corners, doubtful: doubtful(at), counts: true })
        };
        self.tiles = tiles.iter().enumerate().filter_map(tile).collect();
        (self.doubts, self.confidence, self.frame) = (doubts, confidence, Some(counted.frame));
        self.mended = false;
        self.choose(None);
        self.told = self.tiles.is_empty().then(|| say!("no tile with readable pips").to_owned());
    }

    /// Chooses this tile for correction, or none.
    fn choose(&mut self, chosen: Option<usize>) {
        (self.chosen, self.first, self.answers) = (chosen, None, None);
    }

    fn half(&mut self, pip: Pip) {
        let Some(chosen) = self.chosen else { return };
        let Some(first) = self.first else {
            self.first = Some(pip);
            return;
        };
        let tile = Tile::new(first, pip);
        let corners = self.tiles.get(chosen).map_or_else(|| self.unread(self.answers?), |tile| tile.corners);
        let told = HeapTile { tile, corners, doubtful: false, counts: true };
        match self.tiles.get_mut(chosen) {
            Some(counted) => *counted = told,
            None => self.tiles.push(told),
        }
        self.seen_to(chosen);
    }

    fn leave_out(&mut self) {
        let Some(chosen) = self.chosen else { return };
        match self.tiles.get_mut(chosen) {
            Some(counted) => (counted.counts, counted.doubtful) = (false, false),
            // No tile was being added, or the unread place is not a tile.
            None if self.answers.is_none() => return self.choose(None),
            None => {}
        }
        self.seen_to(chosen);
    }

    /// A person has entered this tile: it is no longer doubtful.
    fn seen_to(&mut self, chosen: usize) {
        if let Some(doubt) = self.answers.filter(|&doubt| doubt < self.doubts.len()) {
            self.doubts.remove(doubt);
        }
        self.doubts.retain(|doubt| !doubt.tiles().contains(&chosen));
        for (at, tile) in self.tiles.iter_mut().enumerate() {
            tile.doubtful &= self.doubts.iter().any(|doubt| doubt.tiles().contains(&at));
        }
        self.mended = true;
        self.choose(None);
    }

    /// The surroundings of an unread place: the size of a tile's half, upright.
    #[must_use]
    pub fn unread(&self, doubt: usize) -> Option<[Point; 4]> {
        let HeapDoubt::NotRead { at } = *self.doubts.get(doubt)? else { return None };
        let lengths = self.tiles.iter().filter_map(|tile| tile.corners).map(|[a, b, ..]| a.distance(b));
        let far = lengths.reduce(f64::max).unwrap_or(80.0) / 4.0;
        let corner = |x: f64, y: f64| Point { x: at.x + x * far, y: at.y + y * far };
        Some([corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0), corner(-1.0, -1.0)])
    }

    /// Does what the page asked for where it concerns nothing else.
    pub fn perform(&mut self, wish: &CountWish) {
        match *wish {
            CountWish::Path(ref path) => self.path.clone_from(path),
            CountWish::Choose(tile) => self.choose((self.chosen != Some(tile)).then_some(tile)),
            CountWish::Half(pip) => self.half(pip),
            CountWish::LeaveOut => self.leave_out(),
            CountWish::Missing => self.choose(Some(self.tiles.len())),
            CountWish::Unread(doubt) => {
                self.choose(Some(self.tiles.len()));
                self.answers = Some(doubt);
            }
            CountWish::DoubleBlank(pips) => self.double_blank = pips,
            CountWish::Read(_) | CountWish::ReadCamera | CountWish::Into(_) => {}
        }
    }
}

/// The window's side of the counting thread, which is started when it is first needed.
#[derive(Debug, Default)]
pub struct Count {
    counter: Option<HeapCounter>,
    ctx: Option<egui::Context>,
}

impl Count {
    /// Takes the counted heap. Never waits.
    pub fn logic(&mut self, ctx: &egui::Context, form: &mut CountForm) {
        if self.ctx.is_none() {
            self.ctx = Some(ctx.clone());
        }
        let Some(news) = self.counter.as_mut().and_then(HeapCounter::take) else { return };
        form.reading = false;
        match news {
            News::More(Ok(counted)) | News::Done(Ok(counted)) => form.take(counted),
            News::More(Err(why)) | News::Done(Err(why)) => form.told = Some(why),
            News::BrokeDown => form.told = Some(say!("counting failed; try again").to_owned()),
        }
    }

    /// Asks for a picture to be counted.
    pub fn read(&mut self, picture: PictureIn, form: &mut CountForm) {
        if self.counter.as_ref().is_none_or(HeapCounter::is_gone) {
            self.counter = match counting::heap_counter(waking(self.ctx.clone())) {
                Ok(counter) => Some(counter),
                Err(why) => {
                    form.told = Some(say!("can't read pictures: {why}", why));
                    return;
                }
            };
        }
        if self.counter.as_mut().is_some_and(|counter| counter.ask(picture).is_ok()) {
            form.reading = true;
            form.told = None;
        }
    }

    /// Whether a picture is being counted.
    #[must_use]
    pub fn is_busy(form: &CountForm) -> bool {
        form.reading
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eye::geometry;

    fn tile(text: &str) -> HeapTile {
        HeapTile { tile: text.parse().unwrap(), corners: None, doubtful: false, counts: true }
    }

    fn half(pip: u8) -> CountWish {
        CountWish::Half(Pip::new(pip).unwrap())
    }

    #[test]
    fn tiles_are_put_right_left_out_and_added() {
        let mut form = CountForm { tiles: vec![tile("6-4"), tile("0-0")], confidence: 0.5, ..CountForm::default() };
        assert_eq!((form.sum(), form.sureness()), (10, "50 % confident".to_owned()));
        form.perform(&CountWish::DoubleBlank(50));
        assert_eq!(form.sum(), 60);
        for wish in [CountWish::Choose(0), half(6), half(5)] {
            form.perform(&wish);
        }
        assert_eq!((form.sum(), form.sureness()), (61, "as corrected".to_owned()));
        for wish in [CountWish::Missing, half(12), half(12)] {
            form.perform(&wish);
        }
        assert_eq!(form.sum(), 85);
        for wish in [CountWish::Choose(1), CountWish::LeaveOut] {
            form.perform(&wish);
        }
        assert_eq!(form.sum(), 35);
    }
    #[test]
    fn what_was_left_out_can_be_taken_in_again() {
        let mut form = CountForm { tiles: vec![tile("6-4"), tile("3-2")], ..CountForm::default() };
        for wish in [CountWish::Choose(0), CountWish::LeaveOut] {
            form.perform(&wish);
        }
        assert_eq!((form.sum(), form.counted().count(), form.tiles.len()), (5, 1, 2));
        for wish in [CountWish::Choose(0), half(6), half(4)] {
            form.perform(&wish);
        }
        assert_eq!((form.sum(), form.counted().count()), (15, 2));
    }

    #[test]
    fn a_doubt_goes_when_somebody_has_seen_to_it() {
        let tiles = ["6-4", "3-2", "5-5"].map(|text| HeapTile { doubtful: true, ..tile(text) });
        let [upper, lower, other] = tiles.clone().map(|tile| tile.tile);
        let doubts = vec![
            HeapDoubt::Pips { tile: 0, taken: upper, other },
            HeapDoubt::Over { tiles: [0, 1], taken: [upper, lower] },
            HeapDoubt::Edge { tile: 2, taken: other },
            HeapDoubt::NotRead { at: Point { x: 50.0, y: 60.0 } },
            HeapDoubt::NotRead { at: Point { x: 500.0, y: 60.0 } },
        ];
        let mut form = CountForm { tiles: tiles.to_vec(), doubts, ..CountForm::default() };
        for wish in [CountWish::Choose(0), half(6), half(5)] {
            form.perform(&wish);
        }
        let doubtful = |form: &CountForm| form.tiles.iter().map(|tile| tile.doubtful).collect::<Vec<_>>();
        assert_eq!((form.doubts.len(), doubtful(&form)), (3, vec![false, false, true]));
        // The unread place gets its value; the other one is not a tile.
        for wish in [CountWish::Unread(1), half(9), half(1)] {
            form.perform(&wish);
        }
        let added = form.tiles.last().unwrap();
        assert_eq!(geometry::mean(&added.corners.unwrap()), Point { x: 50.0, y: 60.0 });
        for wish in [CountWish::Unread(1), CountWish::LeaveOut] {
            form.perform(&wish);
        }
        assert!(matches!(form.doubts[..], [HeapDoubt::Edge { tile: 2, .. }]), "{:?}", form.doubts);
        assert_eq!((form.sum(), form.tiles.len()), (11 + 5 + 10 + 10, 4));
        // A tile that was begun and then not entered changes nothing.
        form.mended = false;
        for wish in [CountWish::Missing, CountWish::LeaveOut] {
            form.perform(&wish);
        }
        assert!(!form.mended && form.chosen.is_none());
    }
}
