//! Advice: the same module started in a separate worker, so that the window continues while it thinks.

use adviser::Desk;
use sixty_one::advice::advising::advise;
use sixty_one::advice::advising::packed::{pack_advice, unpack_question};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Loads the rest of the module, which holds what the first drop does not need (`crates/web/late.txt`); a function of it that is
    /// called earlier calls this too.
    #[wasm_bindgen(js_name = loadRest)]
    fn load_rest();
}

/// The adviser in its worker.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Advisor {
    desk: Desk,
}

#[wasm_bindgen]
impl Advisor {
    /// Knows no rules yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        std::panic::set_hook(Box::new(|why| web_sys::console::error_1(&why.to_string().into())));
        load_rest();
        Self::default()
    }

    /// Answers a question; `None` for one that is not understood. To cancel, end the worker.
    #[must_use]
    pub fn remote_job(&mut self, job: &[u8]) -> Option<Vec<u8>> {
        let question = unpack_question(job)?;
        Some(pack_advice(&advise(&mut self.desk, &question, || false)))
    }
}
