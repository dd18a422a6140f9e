//! Meaning of keys on any keyboard layout, for the window and the page.
//!
//! A key has a place on the keyboard (`physical_key`), and its layout writes something there ([`Event::Text`], which
//! follows the key). egui names a key after its text, or after its place if the text has no name: a French 6 arrives as
//! a minus, a German ß too, and a keypad without NumLock sends arrows. [`Keyboard`] mends that before anything reads
//! the keys.

use egui::{Event, Key, Modifiers};

/// The keys of the figures, in their order.
pub(super) const FIGURES: [Key; 10] =
    [Key::Num0, Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// Gives every key its meaning before egui reads it.
#[derive(Debug, Default)]
pub struct Keyboard {
    /// Keys that are down: their place, and their meaning when they were pressed.
    held: Vec<(Key, Option<Key>)>,
}

impl egui::Plugin for Keyboard {
    fn debug_name(&self) -> &'static str {
        "keyboard"
    }

    fn input_hook(&mut self, _: &egui::Context, input: &mut egui::RawInput) {
        self.settle(&mut input.events);
    }
}

/// Meaning of a pressed key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meant {
    /// A key.
    Key(Key),
    /// A figure that the system writes nothing for.
    Unwritten(u8),
    /// No key; its text stays.
    Nothing,
}

impl Keyboard {
    /// Puts the meant key into each key event.
    pub fn settle(&mut self, events: &mut Vec<Event>) {
        let mut given = std::mem::take(events).into_iter().peekable();
        while let Some(event) = given.next() {
            let Event::Key { key, physical_key: Some(place), pressed, repeat, modifiers } = event else {
                events.push(event);
                continue;
            };
            let text =
                given.peek().and_then(|next| if let Event::Text(text) = next { Some(text.as_str()) } else { None });
            let meant = if pressed { meant(key, place, text, modifiers) } else { self.released(key, place) };
            let settled = match meant {
                Meant::Key(key) => Some(key),
                Meant::Unwritten(figure) => Some(FIGURES[usize::from(figure)]),
                Meant::Nothing => None,
            };
            if pressed {
                self.held.retain(|(held, _)| *held != place);
                self.held.push((place, settled));
            }
            let key = |key| Event::Key { key, physical_key: Some(place), pressed, repeat, modifiers };
            events.extend(settled.map(key));
            if let Meant::Unwritten(figure) = meant {
                events.push(Event::Text(figure.to_string()));
            }
        }
    }

    /// A key that goes up is the one that went down: egui counts a key that stays down as repeated.
    fn released(&mut self, key: Key, place: Key) -> Meant {
        let held = self.held.iter().position(|(held, _)| *held == place).map(|at| self.held.swap_remove(at).1);
        held.map_or(Meant::Key(key), |held| held.map_or(Meant::Nothing, Meant::Key))
    }
}

fn meant(key: Key, place: Key, text: Option<&str>, modifiers: Modifiers) -> Meant {
    if modifiers.command || modifiers.ctrl || modifiers.alt {
        return Meant::Key(key);
    }
    let at = figure_of_key(place);
    let text = match (text, at) {
        (Some(text), _) => text,
        (None, Some(figure)) if moves(key) => return Meant::Unwritten(figure),
        // A dead key is named after its place.
        (None, None) if key == place && is_sign(key) => return Meant::Nothing,
        (None, None) => return Meant::Key(key),
        (None, Some(_)) => key.symbol_or_name(),
    };
    let written = figure_of_text(text);
    let figure = written.or(at);
    // Shift and 0, 1 or 2 are ten more; above that, a sign on a digit's key is that sign.
    let sign = modifiers.shift && figure > Some(2) && matches!(text, "*" | "/" | "?");
    match figure {
        Some(_) if sign => Key::from_name(text).map_or(Meant::Nothing, Meant::Key),
        Some(figure) => Meant::Key(FIGURES[usize::from(figure)]),
        _ if key != place || Key::from_name(text) == Some(key) => Meant::Key(key),
        // Named after its place: a letter of another script is the letter on the key, all else is nothing.
        _ if is_sign(key) || text.chars().all(is_latin) => Meant::Nothing,
        _ => Meant::Key(key),
    }
}

/// The figure on a key.
pub(super) fn figure_of_key(key: Key) -> Option<u8> {
    FIGURES.iter().position(|figure| *figure == key).map(|at| at as u8)
}

/// The figure that is written, in any script.
fn figure_of_text(text: &str) -> Option<u8> {
    /// Zeros of the scripts with digits on keyboards.
    const ZEROS: [char; 19] =
        ['0', '٠', '۰', '०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦', '๐', '໐', '༠', '၀', '០', '᠐', '０'];
    let mut chars = text.chars();
    let (Some(only), None) = (chars.next(), chars.next()) else { return None };
    let from = |zero: &char| (only as u32).checked_sub(*zero as u32).filter(|figure| *figure < 10);
    ZEROS.iter().find_map(from).map(|figure| figure as u8)
}

const fn is_latin(c: char) -> bool {
    matches!(c, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{2000}'..='\u{2bff}')
}

/// Reports whether this is a key of the keypad that only moves without NumLock.
const fn moves(key: Key) -> bool {
    matches!(
        key,
        Key::ArrowUp
            | Key::ArrowDown
            | Key::ArrowLeft
            | Key::ArrowRight
            | Key::Home
            | Key::End
            | Key::PageUp
            | Key::PageDown
            | Key::Insert
            | Key::Clear
    )
}

/// Reports whether this sign asks for something.
const fn is_sign(key: Key) -> bool {
    matches!(key, Key::Plus | Key::Minus | Key::Slash | Key::Questionmark)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(key: Key, place: Key, text: &str, shift: bool) -> Vec<String> {
        let modifiers = if shift { Modifiers::SHIFT } else { Modifiers::NONE };
        let (mut keyboard, mut told) = (Keyboard::default(), Vec::new());
        for pressed in [true, false] {
            let mut events = vec![Event::Key { key, physical_key: Some(place), pressed, repeat: false, modifiers }];
            if pressed && !text.is_empty() {
                events.push(Event::Text(text.to_owned()));
            }
            keyboard.settle(&mut events);
            told.extend(events.iter().map(|event| match event {
                Event::Key { key, pressed, .. } => format!("{}{}", if *pressed { "" } else { "up " }, key.name()),
                Event::Text(text) => format!("`{text}`"),
                other => format!("{other:?}"),
            }));
        }
        assert!(keyboard.held.is_empty());
        told
    }

    #[test]
    fn a_french_six_is_a_six() {
        assert_eq!(press(Key::Minus, Key::Num6, "-", false), ["6", "`-`", "up 6"]);
        assert_eq!(press(Key::Num6, Key::Num6, "6", true), ["6", "`6`", "up 6"]);
        assert_eq!(press(Key::Num2, Key::Num2, "é", false), ["2", "`é`", "up 2"]);
        assert_eq!(press(Key::Minus, Key::Num6, "", false), ["6", "up 6"], "before its text has come");
    }

    #[test]
    fn a_keypad_without_numlock_types_figures() {
        assert_eq!(press(Key::ArrowRight, Key::Num6, "", false), ["6", "`6`", "up 6"]);
        assert_eq!(press(Key::Num5, Key::Num5, "", false), ["5", "up 5"]);
        assert_eq!(press(Key::Clear, Key::Num5, "", false), ["5", "`5`", "up 5"]);
        assert_eq!(press(Key::ArrowRight, Key::ArrowRight, "", false), ["Right", "up Right"]);
    }

    #[test]
    fn a_key_without_a_name_asks_for_nothing() {
        assert_eq!(press(Key::Minus, Key::Minus, "ß", false), ["`ß`"]);
        assert_eq!(press(Key::W, Key::W, "é", false), ["`é`"], "bepo");
        assert_eq!(press(Key::K, Key::K, "κ", false), ["K", "`κ`", "up K"], "Greek");
        assert_eq!(press(Key::Slash, Key::Slash, "ظ", false), ["`ظ`"]);
    }

    #[test]
    fn signs_above_the_figures_stay_signs() {
        assert_eq!(press(Key::Num8, Key::Num8, "*", true), ["`*`"]);
        assert_eq!(press(Key::Num0, Key::Num0, "*", false), ["0", "`*`", "up 0"], "bepo");
        assert_eq!(press(Key::Slash, Key::Num7, "/", true), ["Slash", "`/`", "up Slash"], "German");
        assert_eq!(press(Key::Plus, Key::Num1, "+", true), ["1", "`+`", "up 1"], "Swiss");
    }
}
