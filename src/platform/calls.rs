//! What a club calls this table to play, once each. A page in a browser hears of nothing.

#[cfg(not(target_arch = "wasm32"))]
use club::called::CallWatch;
use server::NextGame;
use std::path::Path;

/// What is new.
#[derive(Clone, Debug, Default)]
pub struct CallNews {
    /// The calls that were not announced yet, in words.
    pub words: Vec<String>,
    /// Games of tonight's meetings that can begin here.
    pub meetings: Vec<NextGame>,
    /// The players of both sides of the fixture that this table is called to play.
    pub players: Option<[Vec<String>; 2]>,
}

/// Hears calls.
#[derive(Debug, Default)]
pub struct Calls {
    #[cfg(not(target_arch = "wasm32"))]
    watch: Option<CallWatch>,
    #[cfg(not(target_arch = "wasm32"))]
    heard: Vec<String>,
}

#[cfg(not(target_arch = "wasm32"))]
impl Calls {
    /// Follows the calls to the table of this folder; `wake` is called when there is something new.
    pub fn follow(&mut self, folder: &Path, wake: impl Fn() + Send + 'static) {
        // Without a thread for it `join` says it all the same.
        self.watch = CallWatch::start(folder, wake).ok();
    }

    /// Takes the news.
    pub fn news(&mut self) -> Option<CallNews> {
        let called = self.watch.as_ref().and_then(CallWatch::take)?;
        let heard = std::mem::replace(&mut self.heard, called.words());
        let words = self.heard.iter().filter(|words| !heard.contains(words)).cloned().collect();
        Some(CallNews { words, meetings: called.next_games(), players: called.call.map(|call| call.players) })
    }
}

#[cfg(target_arch = "wasm32")]
impl Calls {
    /// Follows nothing.
    pub fn follow(&mut self, _folder: &Path, _wake: impl Fn() + Send + 'static) {}

    /// Nothing.
    pub fn news(&mut self) -> Option<CallNews> {
        None
    }
}
