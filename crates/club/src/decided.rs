//! Results of requests that change the book.

use store::BookNote;

/// Entries for the book with the words for the secretary, or the reason for a refusal.
pub(crate) type Decided = Result<(Vec<BookNote>, String), String>;
