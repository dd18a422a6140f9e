//! Values made once for each language.

use language::{Language, current};

/// One of each language, the one that is spoken here at hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct PerLanguage<T>([T; Language::ALL.len()]);

impl<T> PerLanguage<T> {
    pub(crate) fn here(&self) -> &T {
        &self.0[current() as usize]
    }

    pub(crate) fn here_mut(&mut self) -> &mut T {
        &mut self.0[current() as usize]
    }
}
