//! Why a text is not a rule set.

use language::say;
use std::fmt;

/// Error of a text that is not a rule set.
///
/// ```
/// use game::rules::RuleSet;
///
/// let error = RuleSet::parse("pafos targt=121").expect_err("a slip of the finger");
/// assert_eq!(error.to_string(), "there is no rule `targt`; did you mean `target`?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleError {
    /// No preset with that id.
    UnknownSet {
        /// The id asked for.
        id: String,
        /// The id that was meant, if one is near.
        nearest: Option<&'static str>,
    },
    /// No axis with that name.
    UnknownAxis {
        /// The name asked for.
        key: String,
        /// The key that is nearest to it.
        nearest: &'static str,
    },
    /// A value the axis cannot take.
    BadValue {
        /// The axis.
        key: String,
        /// The value that was read.
        value: String,
        /// Possible values.
        choices: String,
    },
    /// The text is not `key=value`.
    NotAPair {
        /// The text that was read.
        text: String,
    },
    /// The hands need more tiles than the set has.
    TooManyTiles {
        /// Players at the table.
        players: usize,
        /// Tiles a hand.
        tiles: u8,
        /// Tiles of the set.
        set: usize,
    },
    /// The rules allow no number of players.
    NoPlayers,
    /// The rules have no winning score.
    NoTarget,
    /// No set has that double.
    NoSuchEngine {
        /// The double that was set.
        from: u8,
    },
    /// A score sheet without an end.
    NoEnd,
    /// A spinner axis out of its range.
    BadExits {
        /// The number that was set.
        exits: u8,
    },
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownSet { id, nearest: Some(nearest) } => {
                f.write_str(&say!("there is no rule set `{id}`; did you mean `{nearest}`?", id, nearest))
            }
            Self::UnknownSet { id, nearest: None } => {
                f.write_str(&say!("there is no rule set `{id}`; to list them, run `sixty-one rules list`", id))
            }
            Self::UnknownAxis { key, nearest } => {
                f.write_str(&say!("there is no rule `{key}`; did you mean `{nearest}`?", key, nearest))
            }
            Self::BadValue { key, value, choices } => {
                f.write_str(&say!("the rule `{key}` can't be `{value}`: choose {choices}", key, value, choices))
            }
            Self::NotAPair { text } => {
                f.write_str(&say!("`{text}` is not a rule: use `name=value`, like `target=121`", text))
            }
            Self::TooManyTiles { players, tiles, set } => f.write_str(&say!(
                "{players} hands of {tiles} need more tiles than the {set} in the set",
                players,
                tiles,
                set
            )),
            Self::NoPlayers => f.write_str(say!("hand sizes -/-/- leave no number of players that can play")),
            Self::NoTarget => f.write_str(say!("the target must be at least 1")),
            Self::NoSuchEngine { from } => {
                f.write_str(&say!("no set has a double {from}: hands begin with 18 at most", from))
            }
            Self::NoEnd => f.write_str(say!("a score sheet needs a target or a number of hands")),
            Self::BadExits { exits } => {
                f.write_str(&say!("a double can add 2 or 3 places to play, not {exits}", exits))
            }
        }
    }
}

impl std::error::Error for RuleError {}
