//! The eye of Sixty-One in a browser: reads pictures and watches a table. It is fetched after the table can be played by touch: the
//! networks and what runs them are most of the program.
#![cfg(target_arch = "wasm32")]

mod read;

use eye::detect::Eye;
use eye::detect::eye::Params;
use eye::detect::onnx::OnnxDetector;
use eye::detect::resample::{Region, resize};
use eye::frame::Frame;
use eye_jobs::local::LocalTracker;
use eye_jobs::{Networks, Shot, hand, heap, picture, self_test};
use language::{Language, say};
use tracker::Tracker;
use wasm_bindgen::prelude::*;

/// Changes the language, by its code: results about pictures are words.
#[wasm_bindgen]
pub fn speak(code: &str) {
    language::set(Language::of_tag(code).unwrap_or_default());
}

/// The reader and watcher of pictures.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Reader {
    hands: Option<eye::Reader<OnnxDetector>>,
    heaps: Option<eye::Reader<OnnxDetector>>,
    tracker: Option<LocalTracker<OnnxDetector>>,
    /// Memory for the next picture of the page: red, green, blue, alpha.
    room: Vec<u8>,
    /// The last sighting, where the page reads it.
    told: Vec<u8>,
}

#[wasm_bindgen]
impl Reader {
    /// Makes an eye with these networks (`models/*.plain`).
    ///
    /// # Errors
    /// The networks can't be used, in words.
    #[wasm_bindgen(constructor)]
    pub fn new(tiles: &[u8], pips: &[u8]) -> Result<Self, JsValue> {
        std::panic::set_hook(Box::new(|why| web_sys::console::error_1(&why.to_string().into())));
        OnnxDetector::bring(tiles, pips).map_err(|why| words(&why))?;
        Ok(Self::default())
    }

    /// Does a job of the window and returns the result; `None` for one that is not understood.
    #[must_use]
    pub fn remote_job(&mut self, to: &str, job: &[u8]) -> Option<Vec<u8>> {
        match to {
            "hand reader" => Some(hand::pack_read(&self.hand(job))),
            "heap counter" => Some(heap::pack_answer(&self.heap(job))),
            "self test" => Some(self_test(&Networks::BuiltIn).to_bytes()),
            _ => None,
        }
    }

    fn hand(&mut self, job: &[u8]) -> hand::HandRead {
        let (name, picture) = picture::unpack(job)?;
        hand::read_hand(&mut self.hands, &name, &picture)
    }

    fn heap(&mut self, job: &[u8]) -> heap::HeapAnswer {
        let (name, picture) = picture::unpack(job)?;
        heap::count(&mut self.heaps, &name, picture)
    }

    /// The contents of a picture file as JSON, to compare with `sixty-one read --json`, with `--hand` for a hand.
    ///
    /// # Errors
    /// The picture cannot be read, in words.
    pub fn read(&mut self, picture: &[u8], hand: bool) -> Result<String, JsValue> {
        read::read(picture, hand).map_err(|why| JsValue::from_str(&why))
    }

    /// Passes an order of the window to the watcher; returns the number of bytes of a sighting to forward at once, 0
    /// for none. They are at [`Self::told`] until the next call.
    ///
    /// # Errors
    /// The networks can't be loaded, in words.
    pub fn order(&mut self, order: &[u8]) -> Result<usize, JsValue> {
        let told = self.tracker()?.take(order);
        Ok(self.keep(told))
    }

    /// Returns the place of the last sighting in memory.
    #[must_use]
    pub fn told(&self) -> *const u8 {
        self.told.as_ptr()
    }

    fn keep(&mut self, told: Option<Vec<u8>>) -> usize {
        self.told = told.unwrap_or_default();
        self.told.len()
    }

    /// Reports whether the window has sightings still to take.
    ///
    /// # Errors
    /// The networks cannot be loaded, in words.
    pub fn crowd(&mut self, crowded: bool) -> Result<(), JsValue> {
        self.tracker()?.crowd(crowded);
        Ok(())
    }

    fn tracker(&mut self) -> Result<&mut LocalTracker<OnnxDetector>, JsValue> {
        if self.tracker.is_none() {
            let networks = OnnxDetector::built_in(1).map_err(|why| words(&why))?;
            self.tracker =
                Some(LocalTracker::new(Tracker::new(Eye::new(networks, Params { threads: 1, ..Params::default() }))));
        }
        self.tracker.as_mut().ok_or(JsValue::NULL)
    }

    /// Reports whether the watched source produces pictures, so that it must be asked for them.
    #[must_use]
    pub fn has_pictures(&self) -> bool {
        self.tracker.as_ref().is_some_and(LocalTracker::has_pictures)
    }

    /// Looks at the next of them; gives what [`Self::order`] gives.
    ///
    /// # Errors
    /// The networks failed, in words.
    pub fn tick(&mut self) -> Result<usize, JsValue> {
        let told = self.tracker()?.tick().map_err(|why| words(&why))?;
        Ok(self.keep(told))
    }

    /// Memory for the next picture: red, green, blue and alpha of `pixels` pixels.
    pub fn room(&mut self, pixels: usize) -> *const u8 {
        self.room.resize(pixels * 4, 0);
        self.room.as_ptr()
    }

    /// Looks at the picture that was written there, `width` pixels wide. It is turned clockwise by quarter turns,
    /// mirrored, and scaled to its displayed size. Returns what [`Self::order`] returns.
    ///
    /// # Errors
    /// The networks failed, in words.
    pub fn look(&mut self, width: u32, quarters: u32, mirrored: bool, shown: &[u32]) -> Result<usize, JsValue> {
        // Where it was written: a browser's tab has no room for the picture twice.
        let mut rgb = std::mem::take(&mut self.room);
        let pixels = rgb.len() / 4;
        for at in 0..pixels {
            rgb.copy_within(at * 4..at * 4 + 3, at * 3);
        }
        rgb.truncate(pixels * 3);
        rgb.shrink_to_fit();
        let height = u32::try_from(pixels).unwrap_or(0).checked_div(width).unwrap_or(0);
        let mut frame = Frame::new(width, height, rgb).ok_or(say!("a picture of another size"))?.turned(quarters);
        if mirrored {
            frame = frame.mirrored();
        }
        if let &[width, height] = shown
            && (width, height) != (frame.width(), frame.height())
        {
            frame = resize(&frame, Region::whole(&frame), width as usize, height as usize, 1);
        }
        let told = self.tracker()?.see(&Shot::now(frame)).map_err(|why| words(&why))?;
        Ok(self.keep(told))
    }
}

fn words(why: &impl ToString) -> JsValue {
    JsValue::from_str(&why.to_string())
}
