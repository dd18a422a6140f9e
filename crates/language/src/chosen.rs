//! Chosen language.

use std::cell::Cell;
use std::sync::atomic::{AtomicU8, Ordering};

/// A language that all sentences are there in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English, as written in the code.
    #[default]
    English,
    /// `es/*.po`.
    Spanish,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Spanish];

    /// Returns the ISO 639 code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
        }
    }

    /// Returns the name in the language itself.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Spanish => "Español",
        }
    }

    /// Returns the language of a system's or browser's tag: `es`, `es-MX`, `es_ES.UTF-8`; `None` if it has no
    /// translation.
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Self> {
        let code = tag.split(['-', '_', '.', '@']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| code.eq_ignore_ascii_case(language.code()))
    }
}

/// Of the whole program: an index into `ALL`.
static CHOSEN: AtomicU8 = AtomicU8::new(0);

thread_local! {
    static WITHIN: Cell<Option<Language>> = const { Cell::new(None) };
}

/// Chooses the language of the whole program.
pub fn set(language: Language) {
    CHOSEN.store(language as u8, Ordering::Relaxed);
}

/// The language that is spoken here: that of the program, unless [`within`] another.
#[must_use]
pub fn current() -> Language {
    WITHIN.get().unwrap_or_else(|| {
        let chosen = usize::from(CHOSEN.load(Ordering::Relaxed));
        Language::ALL.get(chosen).copied().unwrap_or_default()
    })
}

/// Does something in a language, on this thread: for one guest's page, or a test.
pub fn within<T>(language: Language, what: impl FnOnce() -> T) -> T {
    struct Back(Option<Language>);
    impl Drop for Back {
        fn drop(&mut self) {
            WITHIN.set(self.0);
        }
    }
    let _back = Back(WITHIN.replace(Some(language)));
    what()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_systems_and_browsers_are_known() {
        for (tag, language) in [
            ("es", Some(Language::Spanish)),
            ("es-MX", Some(Language::Spanish)),
            ("ES_es.UTF-8", Some(Language::Spanish)),
            ("en-GB", Some(Language::English)),
            ("C.UTF-8", None),
            ("", None),
        ] {
            assert_eq!(Language::of_tag(tag), language, "{tag}");
        }
    }

    #[test]
    fn one_threads_language_is_its_own_and_ends() {
        within(Language::Spanish, || {
            assert_eq!(current(), Language::Spanish);
            within(Language::English, || assert_eq!(current(), Language::English));
            assert_eq!(current(), Language::Spanish);
        });
        assert_eq!(current(), Language::English);
    }
}
