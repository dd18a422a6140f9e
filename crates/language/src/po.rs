//! Reads gettext files, as far as they are used here: `msgid`, `msgid_plural`, `msgstr`, `msgstr[0]`, `msgstr[1]`,
//! comments. Languages with more than two plural forms need more.

use crate::{Language, Translation};
use std::collections::HashMap;
use std::sync::LazyLock;

static SPANISH: LazyLock<Book> = LazyLock::new(|| {
    let rooms = [
        include_str!("../es/game.po"),
        include_str!("../es/window.po"),
        include_str!("../es/program.po"),
        // A page has no command line.
        #[cfg(not(target_arch = "wasm32"))]
        include_str!("../es/help.po"),
    ];
    rooms.into_iter().fold(Book::default(), Book::with)
});

/// The sentences of a language; English needs none.
pub(crate) fn of(language: Language) -> Option<&'static Book> {
    match language {
        Language::English => None,
        Language::Spanish => Some(&SPANISH),
    }
}

/// A language's sentences, by the English ones.
#[derive(Debug, Default)]
pub(crate) struct Book(HashMap<String, Entry>);

#[derive(Debug, Default)]
struct Entry {
    english: String,
    english_many: Option<String>,
    words: String,
    words_many: Option<String>,
}

impl Book {
    pub(crate) fn one(&self, english: &str) -> Option<&str> {
        self.0.get(english).map(|entry| entry.words.as_str())
    }

    pub(crate) fn count(&self, one: &str, is_one: bool) -> Option<&str> {
        let entry = self.0.get(one)?;
        if is_one { Some(&entry.words) } else { entry.words_many.as_deref() }
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = Translation<'_>> {
        self.0.values().map(|entry| Translation {
            english: &entry.english,
            english_many: entry.english_many.as_deref(),
            words: &entry.words,
            words_many: entry.words_many.as_deref(),
        })
    }

    /// Reads a file too; sentences without words are left out.
    fn with(mut self, text: &str) -> Self {
        let mut entry = Entry::default();
        let mut part = Part::English;
        for line in text.lines().map(str::trim) {
            let quoted = if let Some(rest) = line.strip_prefix("msgid_plural ") {
                part = Part::EnglishMany;
                rest
            } else if let Some(rest) = line.strip_prefix("msgid ") {
                self.add(std::mem::take(&mut entry));
                part = Part::English;
                rest
            } else if let Some(rest) = line.strip_prefix("msgstr ").or_else(|| line.strip_prefix("msgstr[0] ")) {
                part = Part::Words;
                rest
            } else if let Some(rest) = line.strip_prefix("msgstr[1] ") {
                part = Part::WordsMany;
                rest
            } else if line.starts_with('"') {
                line
            } else {
                continue;
            };
            let words = unquoted(quoted);
            match part {
                Part::English => entry.english.push_str(&words),
                Part::EnglishMany => entry.english_many.get_or_insert_default().push_str(&words),
                Part::Words => entry.words.push_str(&words),
                Part::WordsMany => entry.words_many.get_or_insert_default().push_str(&words),
            }
        }
        self.add(entry);
        self
    }

    fn add(&mut self, entry: Entry) {
        // The file's head has no words.
        if !entry.english.is_empty() && !entry.words.is_empty() {
            self.0.insert(entry.english.clone(), entry);
        }
    }
}

/// The part of an entry that is being read.
#[derive(Clone, Copy)]
enum Part {
    English,
    EnglishMany,
    Words,
    WordsMany,
}

fn unquoted(quoted: &str) -> String {
    let inner = quoted.trim().strip_prefix('"').unwrap_or(quoted);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut text = String::with_capacity(inner.len());
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        match (letter, letter == '\\') {
            (_, true) => match letters.next() {
                Some('n') => text.push('\n'),
                Some(escaped) => text.push(escaped),
                None => {}
            },
            (letter, false) => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read() {
        let book = Book::default().with(
            "msgid \"\"\nmsgstr \"Language: es\\n\"\n\n# a remark\nmsgid \"Undo\"\nmsgstr \"Deshacer\"\n\n\
             msgid \"{n} drop\"\nmsgid_plural \"{n} drops\"\nmsgstr[0] \"{n} ficha \"\n\"puesta\"\nmsgstr[1] \"{n} fichas\"\n\n\
             msgid \"Not yet\"\nmsgstr \"\"\n",
        );
        assert_eq!(book.one("Undo"), Some("Deshacer"));
        assert_eq!(book.count("{n} drop", true), Some("{n} ficha puesta"));
        assert_eq!(book.count("{n} drop", false), Some("{n} fichas"));
        assert_eq!((book.one("Not yet"), book.one(""), book.entries().count()), (None, None, 2));
    }

    #[test]
    fn quotes_and_new_lines_are_written_with_a_stroke_before_them() {
        assert_eq!(unquoted(r#""a \"b\" \\ c\n""#), "a \"b\" \\ c\n");
    }
}
