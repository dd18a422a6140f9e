//! Name of a table at a club.

/// A table of a club. Where there is one club only, it has no name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableName {
    /// The club.
    pub club: String,
    /// The table.
    pub table: String,
}
