//! The word that was meant.

/// The candidate with the smallest edit distance to `text`, of which the first 64 characters count; the first of equals.
pub(crate) fn nearest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let text: String = text.chars().take(64).collect();
    candidates.min_by_key(|candidate| strsim::levenshtein(&text, candidate))
}

/// The candidate that was meant: no more than a third of its letters are wrong.
pub(crate) fn near<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    nearest(text, candidates).filter(|found| strsim::levenshtein(text, found) * 3 <= found.len().max(3))
}
