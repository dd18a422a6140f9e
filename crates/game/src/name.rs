//! One way to write a player's name, wherever it was typed.

use crate::rules::RuleSet;
use language::{Language, say, within};
use unicode_normalization::UnicodeNormalization as _;

/// Normalises a name for storage: composed letters (NFC), single spaces, no invisible characters at its ends.
///
/// ```
/// assert_eq!(game::name::kept("  Jose\u{301}\u{a0} Luis\u{200b} "), "José Luis");
/// ```
#[must_use]
pub fn kept(name: &str) -> String {
    let seen = |word: &str| {
        let word = word.trim_matches(is_unseen).nfc().collect::<String>();
        (!word.is_empty()).then_some(word)
    };
    name.split_whitespace().filter_map(seen).collect::<Vec<_>>().join(" ")
}

/// Marks that show nothing where a word begins or ends; within one they join letters and emoji.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{ad}')
        || letter.is_control()
}

/// Reports whether two names are the same, ignoring case and how they were typed.
#[must_use]
pub fn same(a: &str, b: &str) -> bool {
    if a.is_ascii() && b.is_ascii() {
        return a.eq_ignore_ascii_case(b);
    }
    kept(a).to_lowercase() == kept(b).to_lowercase()
}

/// Returns the known name that was probably meant.
///
/// ```
/// assert_eq!(game::name::meant("Zoe", ["Anna", "Zoë"].into_iter()), Some("Zoë"));
/// assert_eq!(game::name::meant("Ben", ["Anna", "Zoë"].into_iter()), None);
/// ```
#[must_use]
pub fn meant<'a>(typed: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    crate::near::near(typed, known)
}

/// Suffix of the players' names at a simulated table.
pub const SIMULATED: &str = " (simulated)";

/// Reports whether this is the name of a player of a simulated table.
///
/// ```
/// assert!(game::stats::is_simulated("Anna (simulated)") && !game::stats::is_simulated("Anna"));
/// ```
#[must_use]
pub fn is_simulated(name: &str) -> bool {
    name.ends_with(SIMULATED)
}

/// What the player of a seat is called: the name, or a number where none was given.
///
/// ```
/// assert_eq!((game::name::called(" ", 1), game::name::called("Ben ", 1)), ("Player 2".to_owned(), "Ben".to_owned()));
/// ```
#[must_use]
pub fn called(name: &str, seat: usize) -> String {
    let name = name.trim();
    if name.is_empty() { say!("Player {n}", n = seat + 1) } else { name.to_owned() }
}

/// Reports whether this is the number of a player who gave no name, in any language: it may be another person every evening.
///
/// ```
/// assert!(game::name::is_number("Player 2") && game::name::is_number("Jugador 10") && !game::name::is_number("Ben"));
/// ```
#[must_use]
pub fn is_number(name: &str) -> bool {
    let numbered = || (0..RuleSet::SHEET_SEATS).any(|seat| name == called("", seat));
    name.ends_with(|last: char| last.is_ascii_digit()) && Language::ALL.into_iter().any(|one| within(one, numbered))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_however_it_was_typed() {
        for typed in ["José", "Jose\u{301}", "José\u{a0}", "\u{feff}José", " José\u{200b}"] {
            assert_eq!(kept(typed), "José", "{typed:?}");
        }
        assert!(same("JOSE\u{301}", "josé"));
        assert_eq!(kept("Ελε\u{301}νη"), "Ελένη");
        assert_eq!(kept("👩\u{200d}🚀 Ana"), "👩\u{200d}🚀 Ana", "what joins an emoji stays");
        assert_eq!(kept(" \u{200b} "), "");
    }
}
