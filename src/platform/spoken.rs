//! The language that the system, or the browser, is set to: asked for here alone, when the program starts.

use language::Language;

/// The system's language; English where its sentences are there in none of those it prefers.
#[must_use]
pub fn of_system() -> Language {
    preferred(sys_locale::get_locales())
}

/// The first of these tags, dearest first, that has a catalogue. `C` is not a language, and means English.
fn preferred(tags: impl IntoIterator<Item = String>) -> Language {
    let known =
        |tag: String| if tag == "C" || tag == "POSIX" { Some(Language::English) } else { Language::of_tag(&tag) };
    tags.into_iter().find_map(known).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dearest_language_that_is_known_is_spoken() {
        for (tags, language) in [
            (&["es-MX", "en-US"][..], Language::Spanish),
            (&["fr-FR", "es-ES", "en-US"], Language::Spanish),
            (&["en-GB", "es-ES"], Language::English),
            (&["C", "es-MX"], Language::English),
            (&["fr-FR"], Language::English),
            (&[], Language::English),
        ] {
            assert_eq!(preferred(tags.iter().map(|&tag| tag.to_owned())), language, "{tags:?}");
        }
    }
}
