//! The Count page: a picture of any heap of tiles, what its pips add up to, and what a person put right.

use crate::advising::HandIn;
use crate::counting::{self, CountedHeap, HeapCounter};
use crate::ui::state::State;
use crate::worker::News;
use eye::frame::Frame;
use eye::read::{Heap, HeapDoubt, Point};
use game::tile::{Pip, Tile};
use std::path::PathBuf;
use std::sync::Arc;

/// A tile that is counted.
#[derive(Clone, Debug, PartialEq)]
pub struct HeapTile {
    /// What it is taken for.
    pub tile: Tile,
    /// Where it lies in the picture; `None` for one that a person added.
    pub corners: Option<[Point; 4]>,
    /// Should somebody look at it?
    pub doubtful: bool,
}

/// A wish of the Count page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountWish {
    /// The name of a picture's file, as it is being typed.
    Path(String),
    /// Count this picture.
    Read(PathBuf),
    /// Count what the camera sees.
    ReadCamera,
    /// Put this tile right.
    Choose(usize),
    /// A half of the tile that is put right, or of one that is added.
    Half(Pip),
    /// The chosen one is no tile, or is not counted.
    LeaveOut,
    /// One more lies there.
    Missing,
    /// What the double blank counts.
    DoubleBlank(u8),
    /// The sum is what is left with this side, or this seat.
    Into(usize),
}

/// What the page shows.
#[derive(Clone, Debug, Default)]
pub struct CountForm {
    /// A picture's file, as it is being typed.
    pub path: String,
    /// Is a picture being counted?
    pub reading: bool,
    /// What went wrong, or what happened to the sum.
    pub told: Option<String>,
    /// The picture.
    pub frame: Option<Arc<Frame>>,
    /// Its tiles.
    pub tiles: Vec<HeapTile>,
    /// What a person should look at.
    pub doubts: Vec<String>,
    /// How sure the sum is, before anything was put right.
    pub confidence: f64,
    /// Has a person put anything right?
    pub mended: bool,
    /// What the double blank counts.
    pub double_blank: u8,
    /// The tile that is put right; one beyond the last is being added.
    pub chosen: Option<usize>,
    /// Its first half.
    pub first: Option<Pip>,
}

impl CountForm {
    /// All pips.
    #[must_use]
    pub fn sum(&self) -> u16 {
        self.tiles.iter().map(|tile| self.worth(tile.tile)).sum()
    }

    /// What a tile counts.
    #[must_use]
    pub fn worth(&self, tile: Tile) -> u16 {
        u16::from(if tile.pips() == 0 { self.double_blank } else { tile.pips() })
    }

    /// How sure the sum is, in words.
    #[must_use]
    pub fn sureness(&self) -> String {
        match (self.mended, self.confidence) {
            (true, _) => "as you put it right".to_owned(),
            (false, Heap::SURE..) => "sure".to_owned(),
            (false, confidence) => format!("{:.0} % sure", confidence * 100.0),
        }
    }

    /// Takes what was counted.
    fn take(&mut self, counted: CountedHeap) {
        let doubted: Vec<usize> = counted.heap.doubts.iter().flat_map(places).collect();
        let tiles = counted.heap.tiles.iter().enumerate();
        self.tiles = tiles
            .filter_map(|(i, tile)| {
                let doubtful = doubted.contains(&i);
                Some(HeapTile { tile: tile.tile()?, corners: Some(tile.corners), doubtful })
            })
            .collect();
        self.doubts = counted.heap.doubts.iter().map(ToString::to_string).collect();
        self.confidence = counted.heap.confidence;
        self.frame = Some(counted.frame);
        (self.mended, self.chosen, self.first) = (false, None, None);
        self.told = self.tiles.is_empty().then(|| "no tile whose pips can be read".to_owned());
    }

    fn half(&mut self, pip: Pip) {
        let Some(chosen) = self.chosen else { return };
        let Some(first) = self.first.take() else {
            self.first = Some(pip);
            return;
        };
        let tile = Tile::new(first, pip);
        match self.tiles.get_mut(chosen) {
            Some(counted) => (counted.tile, counted.doubtful) = (tile, false),
            None => self.tiles.push(HeapTile { tile, corners: None, doubtful: false }),
        }
        (self.mended, self.chosen) = (true, None);
    }

    fn leave_out(&mut self) {
        if let Some(chosen) = self.chosen.take().filter(|&chosen| chosen < self.tiles.len()) {
            self.tiles.remove(chosen);
            self.mended = true;
        }
        self.first = None;
    }

    /// Does what the page asked for where it concerns nothing else.
    pub fn perform(&mut self, wish: &CountWish) {
        match *wish {
            CountWish::Path(ref path) => self.path.clone_from(path),
            CountWish::Choose(tile) => {
                self.chosen = (self.chosen != Some(tile)).then_some(tile);
                self.first = None;
            }
            CountWish::Half(pip) => self.half(pip),
            CountWish::LeaveOut => self.leave_out(),
            CountWish::Missing => (self.chosen, self.first) = (Some(self.tiles.len()), None),
            CountWish::DoubleBlank(pips) => self.double_blank = pips,
            CountWish::Read(_) | CountWish::ReadCamera | CountWish::Into(_) => {}
        }
    }
}

/// The tiles that a doubt is about.
fn places(doubt: &HeapDoubt) -> Vec<usize> {
    match *doubt {
        HeapDoubt::Pips { tile, .. } | HeapDoubt::NoTile { tile, .. } | HeapDoubt::Edge { tile, .. } => vec![tile],
        HeapDoubt::Over { tiles, .. } => tiles.to_vec(),
        HeapDoubt::NotRead { .. } | HeapDoubt::Small | HeapDoubt::FaceDown { .. } => Vec::new(),
    }
}

/// The window's side of the counting thread, which is started when it is first needed.
#[derive(Debug, Default)]
pub struct Count {
    counter: Option<HeapCounter>,
    ctx: Option<egui::Context>,
}

impl Count {
    /// Takes what was counted. Never waits.
    pub fn logic(&mut self, ctx: &egui::Context, state: &mut State) {
        if self.ctx.is_none() {
            self.ctx = Some(ctx.clone());
        }
        let Some(news) = self.counter.as_mut().and_then(HeapCounter::take) else { return };
        state.count.reading = false;
        match news {
            News::More(Ok(counted)) | News::Done(Ok(counted)) => state.count.take(counted),
            News::More(Err(why)) | News::Done(Err(why)) => state.count.told = Some(why),
            News::BrokeDown => state.count.told = Some("the counter broke down; try again".to_owned()),
        }
    }

    /// Asks for a picture to be counted.
    pub fn read(&mut self, picture: HandIn, state: &mut State) {
        if self.counter.as_ref().is_none_or(HeapCounter::is_gone) {
            let ctx = self.ctx.clone();
            let wake = move || {
                if let Some(ctx) = &ctx {
                    ctx.request_repaint();
                }
            };
            self.counter = match counting::heap_counter(wake) {
                Ok(counter) => Some(counter),
                Err(why) => {
                    state.count.told = Some(format!("pictures cannot be read: {why}"));
                    return;
                }
            };
        }
        if self.counter.as_mut().is_some_and(|counter| counter.ask(picture).is_ok()) {
            state.count.reading = true;
            state.count.told = None;
        }
    }

    /// Is a picture being counted?
    #[must_use]
    pub fn is_busy(state: &State) -> bool {
        state.count.reading
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(text: &str) -> HeapTile {
        HeapTile { tile: text.parse().unwrap(), corners: None, doubtful: false }
    }

    fn half(pip: u8) -> CountWish {
        CountWish::Half(Pip::new(pip).unwrap())
    }

    #[test]
    fn tiles_are_put_right_left_out_and_added() {
        let mut form = CountForm { tiles: vec![tile("6-4"), tile("0-0")], confidence: 0.5, ..CountForm::default() };
        assert_eq!((form.sum(), form.sureness()), (10, "50 % sure".to_owned()));
        form.perform(&CountWish::DoubleBlank(50));
        assert_eq!(form.sum(), 60);
        for wish in [CountWish::Choose(0), half(6), half(5)] {
            form.perform(&wish);
        }
        assert_eq!((form.sum(), form.sureness()), (61, "as you put it right".to_owned()));
        for wish in [CountWish::Missing, half(12), half(12)] {
            form.perform(&wish);
        }
        assert_eq!(form.sum(), 85);
        for wish in [CountWish::Choose(1), CountWish::LeaveOut] {
            form.perform(&wish);
        }
        assert_eq!(form.sum(), 35);
    }
}
