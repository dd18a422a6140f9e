//! A browser speaks and plays on its own: words and sounds go to the page.

use super::{Tool, Tools, Voice};
use crate::worker::remote;

impl Voice {
    /// With what the page has; the flag says whether it has a voice.
    #[must_use]
    pub fn of_page(speaks: bool) -> Self {
        let tool = |name| Tool::new(name, &[]);
        Self::with(Tools { speak: speaks.then(|| tool("voice")), play: Some(tool("click")) })
    }
}

/// Hands the page the words to say, or the sound to play.
pub(super) fn ask(tool: &Tool, what: Vec<u8>) {
    let to = if tool.program.as_os_str() == "voice" { "voice" } else { "click" };
    remote::post(to, 0, what);
}
