//! Cameras in a browser: only the page may ask for them. Its requests and answers are plain data; its pictures go to
//! the watcher and never come here.

mod size;
#[cfg(target_arch = "wasm32")]
pub mod wishes;

pub use size::PictureSize;

use serde::{Deserialize, Serialize};

/// Request to the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "wish", rename_all = "snake_case")]
pub enum PageWish {
    /// Asks for the list of cameras.
    List,
    /// Open this one and send its pictures to the watcher.
    Open {
        /// Number of the watch: its news has the same number.
        watch: u64,
        /// [`REAR`], [`FRONT`], or the name that the browser gives it.
        name: String,
        /// Whether to use the finest resolution instead of the usual one.
        fine: bool,
    },
    /// Let go of it.
    Close,
    /// Switch the light beside the lens.
    Light {
        /// Whether it is on.
        on: bool,
    },
    /// Keep the exposure as it is, or let the camera choose it.
    Lock {
        /// Whether it is locked.
        on: bool,
    },
}

/// Message of the page about its cameras.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "told", rename_all = "snake_case")]
pub enum PageTold {
    /// The cameras that are there. A browser that was not yet allowed to use them gives no names.
    Cameras {
        /// Their names.
        names: Vec<String>,
        /// Whether the browser offers cameras to this page: only over https and on the machine itself.
        lent: bool,
    },
    /// Pictures come.
    Live {
        /// Number of the watch.
        watch: u64,
        /// The light beside the lens: none, off, on.
        light: Option<bool>,
        /// The exposure: can't be locked, free, locked.
        locked: Option<bool>,
        /// Whether in the finest resolution.
        fine: bool,
    },
    /// No pictures come, for this reason.
    Lost {
        /// Number of the watch.
        watch: u64,
        /// In words.
        why: String,
    },
}

/// Camera on the back of a phone, under any browser's name for it.
pub const REAR: &str = "on the back";
/// The camera on its front.
pub const FRONT: &str = "on the front";

/// Settings of an open camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The light beside it: none, off, on.
    pub light: Option<bool>,
    /// Its exposure: can't be locked, free, locked.
    pub locked: Option<bool>,
    /// Whether it gives the finest resolution it has.
    pub fine: bool,
}

/// The text of a wish.
#[must_use]
pub fn write(wish: &PageWish) -> Vec<u8> {
    serde_json::to_vec(wish).unwrap_or_default()
}

/// Reads a message of the page; `None` if it is not understood.
#[must_use]
pub fn read(told: &[u8]) -> Option<PageTold> {
    serde_json::from_slice(told).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_spoken_to_in_json() {
        let open = PageWish::Open { watch: 3, name: REAR.to_owned(), fine: false };
        assert_eq!(write(&open), br#"{"wish":"open","watch":3,"name":"on the back","fine":false}"#);
        assert_eq!(write(&PageWish::Light { on: true }), br#"{"wish":"light","on":true}"#);
        let live = PageTold::Live { watch: 3, light: Some(false), locked: Some(true), fine: false };
        assert_eq!(read(br#"{"told":"live","watch":3,"light":false,"locked":true,"fine":false}"#), Some(live));
        let live = PageTold::Live { watch: 3, light: None, locked: None, fine: true };
        assert_eq!(read(br#"{"told":"live","watch":3,"light":null,"locked":null,"fine":true}"#), Some(live));
        assert_eq!(read(b"{}"), None);
    }

    #[test]
    fn what_is_said_of_cameras_is_on_the_page_s_list() {
        let script = include_str!("../../../crates/web/www/messages.js");
        let (_, list) = script.split_once("MESSAGES = ").unwrap();
        let (list, _) = list.split_once("\n};\n").unwrap();
        let list: serde_json::Value = serde_json::from_str(&format!("{list}}}")).unwrap();
        let told = |part: &str, tag: &str| -> Vec<Vec<u8>> {
            let messages = list[part].as_object().unwrap().iter();
            let sent = messages.map(|(kind, given)| {
                let mut message = given.clone();
                message[tag] = kind.as_str().into();
                message.to_string().into_bytes()
            });
            sent.collect()
        };
        let news: Vec<PageTold> = told("camera", "told").iter().map(|told| read(told).unwrap()).collect();
        assert!(matches!(
            news.as_slice(),
            [PageTold::Cameras { .. }, PageTold::Live { light: None, .. }, PageTold::Lost { .. }]
        ));
        let wishes = told("wishes", "wish");
        let wishes: Vec<PageWish> = wishes.iter().map(|wish| serde_json::from_slice(wish).unwrap()).collect();
        let open = PageWish::Open { watch: 1, name: REAR.to_owned(), fine: false };
        let (light, lock) = (PageWish::Light { on: true }, PageWish::Lock { on: true });
        assert_eq!(wishes, [PageWish::Close, light, PageWish::List, lock, open]);
    }
}
