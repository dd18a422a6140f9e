//! The eye of Sixty-One in a browser. It is fetched when a picture is to be read first: the networks and what runs them are most
//! of the program, and the table is played by touch meanwhile.
#![cfg(target_arch = "wasm32")]

use eye::detect::Eye;
use eye::detect::onnx::OnnxDetector;
use sixty_one::advising::packed::{self, Unpacked};
use sixty_one::advising::read_hand;
use sixty_one::live::{Networks, self_test};
use wasm_bindgen::prelude::*;

/// Whoever reads pictures.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Reader {
    eye: Option<Eye<OnnxDetector>>,
}

#[wasm_bindgen]
impl Reader {
    /// Nothing is loaded yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        std::panic::set_hook(Box::new(|why| web_sys::console::error_1(&why.to_string().into())));
        Self::default()
    }

    /// Does a job of the window and gives what came of it; `None` for one that is not understood.
    #[must_use]
    pub fn errand(&mut self, to: &str, job: &[u8]) -> Option<Vec<u8>> {
        match to {
            "hand reader" => Some(packed::pack_read(self.hand(job))),
            "self test" => postcard::to_allocvec(&self_test(&Networks::BuiltIn)).ok(),
            _ => None,
        }
    }

    fn hand(&mut self, job: &[u8]) -> sixty_one::advising::HandRead {
        match packed::unpack(job)? {
            Unpacked::Frame(frame) => read_hand(&mut self.eye, "the camera's picture", &frame),
            Unpacked::File(name, bytes) => {
                let picture = eye::picture::decode(&bytes).map_err(|why| format!("{name} {why}"))?;
                read_hand(&mut self.eye, &name, &picture.frame)
            }
        }
    }
}
