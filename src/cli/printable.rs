//! Texts for a terminal: names come from files and other people, and a terminal obeys control characters.

use std::borrow::Cow;

/// The text with `�` in the place of every letter that a terminal would obey or that turns the writing round.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    // Nearly every text is plain, and a list may have megabytes of it.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t')) {
        return Cow::Borrowed(text);
    }
    let obeyed = |letter: char| {
        (letter.is_control() && !matches!(letter, '\n' | '\t'))
            || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if text.contains(obeyed) { Cow::Owned(text.replace(obeyed, "�")) } else { Cow::Borrowed(text) }
}

/// An error and its causes in one line; a cause that the words before it name already is left out.
#[must_use]
pub fn reasons(error: &anyhow::Error) -> String {
    error
        .chain()
        .map(ToString::to_string)
        .reduce(|said, cause| if said.contains(&cause) { said } else { format!("{said}: {cause}") })
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_does_not_command_the_terminal() {
        assert_eq!(printable("Anna\n\tBen – Zoë"), "Anna\n\tBen – Zoë");
        assert_eq!(printable("\u{1b}[2J\u{7}\rA\u{9b}1m\u{202e}nna"), "�[2J��A�1m�nna");
    }
    #[test]
    fn no_cause_is_named_twice() {
        let error = anyhow::anyhow!("no such file").context("can't read x: no such file").context("can't replay");
        assert_eq!(reasons(&error), "can't replay: can't read x: no such file");
    }
}
