//! Selection of games by words, player, rule set and date.

use super::Facts;
use crate::rules::title_said;

/// A choice of games; the usual one is all of them.
///
/// ```
/// use game::stats::Choice;
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// let choice = Choice { words: "pafos anna".to_owned(), ..Choice::default() };
/// assert!(games.iter().filter(|game| choice.takes(game, "2024-01-01")).all(|game| game.rules == "pafos"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Words that names, rules or date must contain, each of them.
    pub words: String,
    /// Player whose games are selected.
    pub player: Option<String>,
    /// Id of the rule set.
    pub rules: Option<String>,
    /// Earliest time, in milliseconds since 1970 UTC.
    pub from_ms: Option<i64>,
    /// End of the period, excluded.
    pub until_ms: Option<i64>,
}

impl Choice {
    /// Reports whether it selects every game.
    #[must_use]
    pub fn is_all(&self) -> bool {
        *self == Self::default()
    }

    /// Reports whether it selects this game. `date` is the game's date as written.
    #[must_use]
    pub fn takes(&self, game: &Facts, date: &str) -> bool {
        self.takes_but_words(game) && (self.words.trim().is_empty() || self.has_words(game, date))
    }

    /// Reports whether it selects this game, regardless of the words.
    #[must_use]
    pub fn takes_but_words(&self, game: &Facts) -> bool {
        self.rules.as_ref().is_none_or(|rules| game.rules == rules)
            && self.from_ms.is_none_or(|from| game.at_ms >= from)
            && self.until_ms.is_none_or(|until| game.at_ms < until)
            && self.player.as_ref().is_none_or(|player| game.names().any(|name| same_name(name, player)))
    }

    fn has_words(&self, game: &Facts, date: &str) -> bool {
        let text =
            format!("{date} {} {} {}", game.rules, title_said(&game.title), game.players.join(" ")).to_lowercase();
        self.words.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

pub use crate::name::{SIMULATED, is_simulated, same as same_name};
