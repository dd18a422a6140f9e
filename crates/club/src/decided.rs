//! What comes of a wish that changes the book.

use store::BookNote;

/// What is written into the book, with the words for the secretary; or why nothing is.
pub(crate) type Decided = Result<(Vec<BookNote>, String), String>;
