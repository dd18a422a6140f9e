//! Advice for phones, of which a page in a browser serves none.

use game::Match;
use server::HandAsk;

/// Answers nothing.
#[derive(Debug, Default)]
pub struct NoHand;

pub use NoHand as MyHand;

impl NoHand {
    /// Refuses.
    pub fn ask(&mut self, _game: Option<&Match>, ask: HandAsk) {
        ask.answer(Err(String::new()));
    }
}
