//! Every sentence that people read, in the language that they chose.
//!
//! A sentence is written in English in the code, as [`say!`], with its arguments by name; other languages are files in
//! gettext form (`es/*.po`), looked up by the English words, so that translators' tools open them. A missing sentence
//! appears in English. A test of the program compares files and sentences.
//!
//! ```
//! use language::{Language, say, say_count, within};
//!
//! let (player, drops) = ("Anna", 3);
//! assert_eq!(say!("{player} leads", player), "Anna leads");
//! assert_eq!(say_count!(drops, "{n} drop", "{n} drops"), "3 drops");
//! assert_eq!(within(Language::Spanish, || say!("Undo")), "Deshacer");
//! ```
//!
//! # Another language
//! Copy `es` to a folder of its code, put the new words into every `msgstr`, add the language to [`Language`] and to `po::of`. The
//! tests then say which sentences are missing, and where the window has no room for one.
//!
//! # Invariants
//! - Nothing that is kept, sent or compared is a sentence: records, notations and the fields of JSON are the same in every language.

mod chosen;
mod po;

pub use chosen::{Language, current, set, within};

use std::fmt::Display;

/// Says a sentence: the English words and the arguments by name (`name`, or `name = value`). Without arguments it is a
/// `&'static str`, with them a `String`.
#[macro_export]
macro_rules! say {
    ($english:literal $(,)?) => { $crate::said($english) };
    ($english:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {
        match ($(&$crate::argument!($name $(= $value)?),)+) {
            ($($name,)+) => match $crate::foreign($english) {
                None => ::std::format!($english, $($name = $name),+),
                Some(words) => $crate::filled(words, &[$((::std::stringify!($name), $name as &dyn ::std::fmt::Display)),+]),
            },
        }
    };
}

/// Says how many: the words for one, then those for any other number. The number is `{n}` in both; further arguments as in [`say!`].
#[macro_export]
macro_rules! say_count {
    ($n:expr, $one:literal, $many:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::counted(
            &$n,
            ($one, $many),
            &[$((::std::stringify!($name), &$crate::argument!($name $(= $value)?) as &dyn ::std::fmt::Display)),*],
        )
    };
}

/// Marks a sentence in a constant, to be looked up later by [`said`].
#[macro_export]
macro_rules! sentence {
    ($english:literal) => {
        $english
    };
}

/// One argument of a sentence.
#[doc(hidden)]
#[macro_export]
macro_rules! argument {
    ($name:ident) => {
        $name
    };
    ($name:ident = $value:expr) => {
        $value
    };
}

/// A sentence without arguments, by its English words ([`sentence!`]); these where the language lacks it.
#[must_use]
pub fn said(english: &'static str) -> &'static str {
    foreign(english).unwrap_or(english)
}

/// The words of the chosen language for a sentence, where they are not the English ones.
#[doc(hidden)]
#[must_use]
pub fn foreign(english: &str) -> Option<&'static str> {
    po::of(current())?.one(english)
}

/// The sentence for a number, with it and the arguments in their places.
#[doc(hidden)]
#[must_use]
pub fn counted(n: &dyn Display, (one, many): (&str, &str), arguments: &[(&str, &dyn Display)]) -> String {
    let is_one = n.to_string() == "1";
    let foreign = po::of(current()).and_then(|book| book.count(one, is_one));
    let number: (&str, &dyn Display) = ("n", n);
    let arguments: Vec<_> = std::iter::once(number).chain(arguments.iter().copied()).collect();
    filled(foreign.unwrap_or(if is_one { one } else { many }), &arguments)
}

/// Puts arguments into a sentence's places.
#[doc(hidden)]
#[must_use]
pub fn filled(words: &str, arguments: &[(&str, &dyn Display)]) -> String {
    let mut text = String::with_capacity(words.len() + 16);
    let mut rest = words;
    while let Some(at) = rest.find(['{', '}']) {
        text.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            // A literal brace is doubled, as for `format!`.
            text.push_str(brace);
            rest = after;
        } else if let Some((name, after)) = rest.split_once('}')
            && let Some((_, value)) = arguments.iter().find(|(argument, _)| *argument == name)
        {
            text.push_str(&value.to_string());
            rest = after;
        }
    }
    text.push_str(rest);
    text
}

/// The sentences of a language's file: the English words, and those for any other number where it counts.
pub fn sentences(language: Language) -> impl Iterator<Item = Translation<'static>> {
    po::of(language).into_iter().flat_map(po::Book::entries)
}

/// A sentence in two languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Translation<'a> {
    /// In English; for one where it counts.
    pub english: &'a str,
    /// In English for any other number, where it counts.
    pub english_many: Option<&'a str>,
    /// In the other language.
    pub words: &'a str,
    /// In the other language for any other number, where it counts.
    pub words_many: Option<&'a str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_stand_where_the_language_wants_them() {
        assert_eq!(filled("{b} de {a}, {{{a}}}", &[("a", &1), ("b", &"x")]), "x de 1, {1}");
        assert_eq!(filled("{unknown} there", &[]), "unknown there");
    }

    #[test]
    fn values_are_named_or_given() {
        let name = String::from("Ben");
        assert_eq!(say!("{name} has {count}", name, count = 1 + 2), "Ben has 3");
        assert_eq!(say_count!(1, "{n} tile of {name}", "{n} tiles of {name}", name), "1 tile of Ben");
        assert_eq!(say_count!(0_usize, "{n} tile", "{n} tiles"), "0 tiles");
    }
}
