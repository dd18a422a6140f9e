//! Messages between page and worker. Coordinates are CSS pixels of the canvas.

use serde::{Deserialize, Serialize};

/// A message from the page to the window.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum FromPage {
    /// The canvas has another size.
    Size { width: f32, height: f32, scale: f32 },
    /// The system's theme, and its wish for less motion.
    Theme { dark: bool, calm: bool },
    /// Whether it is used by touch, without a keyboard.
    Hands { touch: bool },
    /// The page is visible, or not.
    Seen { seen: bool },
    /// The page has the keyboard.
    Focus { focused: bool },
    /// A mouse, a pen or a finger; `made` is when, in milliseconds of the worker's clock.
    Pointer { phase: Phase, id: u64, x: f32, y: f32, touch: bool, button: u8, made: f64, keys: Keys },
    /// The mouse has left.
    Gone,
    /// A wheel.
    Wheel { dx: f32, dy: f32, keys: Keys },
    /// A key: its text, and its place on the keyboard; a key of an on-screen keyboard has none.
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
    /// Whether the browser has promised to keep the files, and would keep those of an app on the Home Screen.
    Kept { persisted: bool, home: bool },
}

/// Phase of a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    Down,
    Move,
    Up,
    Cancel,
}

/// Keys that are held; those that are not named are not.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Keys {
    pub alt: bool,
    pub ctrl: bool,
    pub shift: bool,
    pub meta: bool,
}

/// A message from the window to the page after a frame; unchanged parts are left out.
#[derive(Debug, Default, Serialize)]
pub(crate) struct ToPage {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copied: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened: Option<String>,
    /// Whether text is being typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub typing: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub controls: Option<Vec<Control>>,
    /// The code of the language that is spoken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<&'static str>,
    /// For screen readers: the latest event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// Whether a tap counts wherever it is made: what it would meet has been seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled: Option<bool>,
    /// The colour round the canvas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
}

/// State of the match on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Standing {
    /// Acts that are on disk.
    pub recorded: usize,
    /// Acts that are not.
    pub unsaved: usize,
    /// Whether a hand is being played.
    pub playing: bool,
    /// Proposal of the camera in words; empty for none.
    pub proposed: String,
    /// Whether the browser's back button leads to another screen.
    pub deep: bool,
    /// Whether matches are saved.
    pub keeps: bool,
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
    /// Chooser that a touch opens: of a `file`, of a `picture`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chooses: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<bool>,
}

/// Reads a message of the page.
///
/// # Errors
/// It cannot be read, in words for the log.
pub(crate) fn read(message: &str) -> Result<FromPage, String> {
    serde_json::from_str(message).map_err(|why| format!("not understood: {message}: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, Value, json};

    /// A part of the page's list of all messages.
    fn listed(part: &str) -> Map<String, Value> {
        let script = include_str!("../www/messages.js");
        let (_, list) = script.split_once("MESSAGES = ").unwrap();
        let (list, _) = list.split_once("\n};\n").unwrap();
        let list: Value = serde_json::from_str(&format!("{list}}}")).unwrap();
        list[part].as_object().unwrap().clone()
    }

    /// With its kind, as the page sends it.
    fn sent(kind: &str, given: &Value) -> String {
        let mut message = given.as_object().unwrap().clone();
        message.insert("kind".to_owned(), json!(kind));
        Value::from(message).to_string()
    }

    #[test]
    fn every_message_of_the_page_is_read() {
        for (kind, given) in listed("program") {
            let message = sent(&kind, &given);
            assert!(read(&message).is_ok(), "{:?}", read(&message));
            // Each field is looked at: one that is of another kind is refused.
            for what in given.as_object().unwrap().keys() {
                let mut spoilt = given.clone();
                spoilt[what] = json!([[]]);
                assert!(read(&sent(&kind, &spoilt)).is_err(), "{kind}: {what} is not read");
            }
        }
    }

    #[test]
    fn the_list_has_every_message_that_can_be_read() {
        // The reader itself says which there are.
        let refused = read(r#"{"kind":"?"}"#).unwrap_err();
        let (_, known) = refused.split_once("expected one of ").unwrap();
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        let mut list: Vec<String> = listed("program").into_iter().map(|(kind, _)| kind).collect();
        let mut known: Vec<String> = known.into_iter().map(str::to_owned).collect();
        list.sort();
        known.sort();
        assert_eq!(list, known);
    }

    #[test]
    fn keys_that_are_not_named_are_not_held() {
        let key = read(r#"{"kind":"key","name":"Backspace","down":true,"keys":{}}"#).unwrap();
        assert!(matches!(key, FromPage::Key { down: true, keys: Keys { alt: false, shift: false, .. }, .. }));
    }

    #[test]
    fn what_is_none_is_refused_in_words() {
        for message in ["", "{}", r#"{"kind":"size","width":null,"height":1,"scale":1}"#, r#"{"kind":"fly"}"#, "[1"] {
            let why = read(message).unwrap_err();
            assert!(why.starts_with("not understood: "), "{why}");
        }
    }

    #[test]
    fn what_the_window_tells_is_on_the_list_too() {
        let control = Control {
            id: "1".to_owned(),
            role: "button",
            label: "Undo".to_owned(),
            place: [0.0, 0.0, 1.0, 1.0],
            off: false,
            chooses: Some("file"),
            on: Some(true),
        };
        let all = ToPage {
            cursor: Some("default"),
            copied: Some(String::new()),
            opened: Some(String::new()),
            typing: Some(false),
            controls: Some(vec![control]),
            language: Some("en"),
            said: Some(String::new()),
            settled: Some(true),
            ground: Some(String::new()),
            standing: Some(Standing::default()),
        };
        let shape = |value: &Value| match value {
            Value::Object(fields) => Some(fields.keys().cloned().collect::<Vec<String>>()),
            Value::Array(many) => {
                many.first().and_then(Value::as_object).map(|fields| fields.keys().cloned().collect())
            }
            _ => None,
        };
        let told = serde_json::to_value(all).unwrap();
        let list = listed("page");
        assert_eq!(shape(&told), shape(&Value::from(list.clone())));
        for (what, usual) in list {
            assert_eq!(shape(&told[&what]), shape(&usual), "{what}");
        }
    }
}
