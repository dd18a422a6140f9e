//! Corrections that a table makes beside its matches: deleted and restored ones, and names.

use server::MessageContent;
use std::collections::BTreeMap;
use store::{Book, BookNote, MatchId};

/// Most names of one match.
const MOST_NAMES: usize = 16;
/// Longest name, in letters.
const MOST_LETTERS: usize = 100;

/// The notes that a table's message comes to, each with its match; only those that change something.
pub(crate) fn notes(book: &Book, content: &MessageContent) -> Vec<(MatchId, BookNote)> {
    match content {
        MessageContent::Gone(lines) => lines.iter().filter_map(|line| gone(book, line)).collect(),
        MessageContent::Named(lines) => lines.iter().filter_map(|line| named(book, line)).collect(),
        MessageContent::Games(_) | MessageContent::Have(_) => Vec::new(),
    }
}

/// The id of a deleted match, or `+` and that of one that was brought back.
fn gone(book: &Book, line: &str) -> Option<(MatchId, BookNote)> {
    match line.strip_prefix('+') {
        Some(id) => {
            let game = id.parse().ok().filter(|game| book.deleted.contains(game))?;
            Some((game, BookNote::MatchRestored(game)))
        }
        None => {
            let game = line.parse().ok().filter(|game| !book.deleted.contains(game))?;
            Some((game, BookNote::MatchDeleted(game)))
        }
    }
}

/// The id of a match, then each name that was entered with the one that counts, with tabs between them.
fn named(book: &Book, line: &str) -> Option<(MatchId, BookNote)> {
    let mut parts = line.split('\t').map(|part| part.chars().take(MOST_LETTERS).collect::<String>());
    let game = parts.next()?.parse().ok()?;
    let mut names = BTreeMap::new();
    while let (Some(entered), Some(counts), true) = (parts.next(), parts.next(), names.len() < MOST_NAMES) {
        names.insert(entered, counts);
    }
    let same = book.named.get(&game).map_or(names.is_empty(), |known| *known == names);
    (!same).then_some((game, BookNote::MatchNamed(game, names)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_changes_only_what_is_not_so_already() {
        let (one, two) = (MatchId::from_seed(1), MatchId::from_seed(2));
        let mut book = Book::default();
        let take = |book: &mut Book, content: MessageContent| {
            let notes = notes(book, &content);
            for (_, note) in &notes {
                let (kind, version, payload) = note.row();
                book.take_row(&kind, version, &payload, 0);
            }
            notes.len()
        };
        let gone = |lines: &[String]| MessageContent::Gone(lines.to_vec());
        assert_eq!(take(&mut book, gone(&[one.to_string(), "nonsense".to_owned(), format!("+{two}")])), 1);
        assert_eq!(take(&mut book, gone(&[one.to_string()])), 0, "it is deleted already");
        assert_eq!(take(&mut book, gone(&[format!("+{one}")])), 1);
        assert!(book.deleted.is_empty() && book.restored.contains(&one));
        let named = |more: &str| MessageContent::Named(vec![format!("{one}{more}"), two.to_string()]);
        assert_eq!(take(&mut book, named("\tZoe\tZoë")), 1);
        assert_eq!((book.player_in(one, "Zoe"), book.player_in(two, "Zoe")), ("Zoë", "Zoe"), "only in that match");
        assert_eq!(take(&mut book, named("\tZoe\tZoë")), 0);
        assert_eq!(take(&mut book, named("")), 1, "the merge was taken back");
        assert_eq!(book.player_in(one, "Zoe"), "Zoe");
    }
}
