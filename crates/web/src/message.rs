//! What page and worker tell each other. Coordinates are CSS pixels of the canvas.

use serde::{Deserialize, Serialize};

/// What the page tells the window.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum FromPage {
    /// The canvas has another size.
    Size { width: f32, height: f32, scale: f32 },
    /// The system's theme, and its wish for less motion.
    Theme { dark: bool, calm: bool },
    /// The page is before somebody's eyes, or not.
    Seen { seen: bool },
    /// The page has the keyboard.
    Focus { focused: bool },
    /// A mouse, a pen or a finger.
    Pointer { phase: Phase, id: u64, x: f32, y: f32, touch: bool, button: u8, keys: Keys },
    /// The mouse has left.
    Gone,
    /// A wheel.
    Wheel { dx: f32, dy: f32, keys: Keys },
    /// A key: what it writes, and its place on the keyboard; a key of a soft keyboard has none.
    Key {
        name: String,
        #[serde(default)]
        code: String,
        down: bool,
        keys: Keys,
    },
    /// Letters.
    Text { text: String },
    /// The clipboard.
    Paste { text: String },
    /// To the clipboard.
    Copy { cut: bool },
    /// A control of the page was used in the place of the one that is drawn.
    Control { id: String },
    /// The browser's back button.
    Back,
    /// May the browser delete what is kept?
    Kept { persisted: bool },
}

/// Where in its way a touch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    Down,
    Move,
    Up,
    Cancel,
}

/// Keys that are held.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(crate) struct Keys {
    pub alt: bool,
    pub ctrl: bool,
    pub shift: bool,
    pub meta: bool,
}

/// What the window tells the page after a frame; what is not new is left out.
#[derive(Debug, Default, Serialize)]
pub(crate) struct ToPage {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copied: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened: Option<String>,
    /// Is text being typed?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub typing: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub controls: Option<Vec<Control>>,
    /// The code of the language that is spoken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<&'static str>,
    /// For those who listen: what has just happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The colour round the canvas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
}

/// How far the match on the table is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Standing {
    /// Acts that are on disk.
    pub recorded: usize,
    /// Acts that are not.
    pub unsaved: usize,
    /// Is a hand being played?
    pub playing: bool,
    /// What the camera proposes, in words; empty for nothing.
    pub proposed: String,
    /// Does the browser's back button have somewhere to go?
    pub deep: bool,
}

/// Something that can be pressed or typed into.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Control {
    pub id: String,
    pub role: &'static str,
    pub label: String,
    /// Left, top, width, height.
    pub place: [f32; 4],
    pub off: bool,
    /// Does a touch of it open the system's chooser: of a `file`, of a `picture`?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chooses: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<bool>,
}
