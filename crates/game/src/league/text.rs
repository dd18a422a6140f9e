//! A league's rules as text: one fact a line.
//!
//! ```text
//! part 3 pairs best_of 3 five_up     games of a meeting: how many, of what kind, by which rules
//! twice no                           teams meet once, not at home and away
//! lead away_first                    drawn, home, away, away_first
//! drawing listed                     drawn, listed
//! team 6                             fewest players of a team
//! most 1 1                           most singles and pairs of a player
//! win 2                              to the winner of a meeting
//! equal 1                            to both sides of a drawn one
//! loss 1                             to the loser
//! game 1                             for each game won
//! narrow 1 1                         to a loser by at most so many games so many points
//! walkover 5-4                       games, if the other team does not turn up; all of them without it
//! order points games_won             what orders the table
//! ```

use super::{Drawing, Lead, LeagueForm, Lineup, MeetingPoints, Slot, TieBreak};
use crate::rules::{RuleError, RuleSet};
use language::say;
use std::fmt;
use std::str::FromStr;

/// Error of a text that is not a league's rules.
///
/// ```
/// use game::league::LeagueForm;
///
/// let error = "part 6 single leek".parse::<LeagueForm>().expect_err("a slip of the pen");
/// assert_eq!(error.to_string(), "line 1: unknown league entry `part 6 single leek`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormError {
    /// A line that says nothing.
    Line {
        /// Line number, from 1.
        line: usize,
        /// Text of the line.
        text: String,
    },
    /// Rules that can't be used.
    Rules {
        /// The number of the line, from 1.
        line: usize,
        /// The reason.
        why: RuleError,
    },
    /// A meeting without games.
    NoGames,
    /// A table without an order.
    NoOrder,
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line, text } => f.write_str(&say!("line {line}: unknown league entry `{text}`", line, text)),
            Self::Rules { line, why } => f.write_str(&say!("line {line}: {why}", line, why)),
            Self::NoGames => f.write_str(say!("a meeting needs games: write `part 6 singles leek`")),
            Self::NoOrder => f.write_str(say!("a table needs an order: write `order points games_won`")),
        }
    }
}

impl std::error::Error for FormError {}

const LEADS: [(&str, Lead); 4] =
    [("drawn", Lead::Drawn), ("home", Lead::Home), ("away", Lead::Away), ("away_first", Lead::AwayFirst)];
const DRAWINGS: [(&str, Drawing); 2] = [("drawn", Drawing::Drawn), ("listed", Drawing::Listed)];
const LINEUPS: [(&str, Lineup); 2] = [("singles", Lineup::Singles), ("pairs", Lineup::Pairs)];
const ORDERS: [(&str, TieBreak); 7] = [
    ("points", TieBreak::Points),
    ("meetings_won", TieBreak::MeetingsWon),
    ("game_difference", TieBreak::GameDifference),
    ("games_won", TieBreak::GamesWon),
    ("head_to_head", TieBreak::HeadToHead),
    ("beaten", TieBreak::Beaten),
    ("opponents", TieBreak::Opponents),
];

/// The value of a name in a list.
fn named<T: Copy>(list: &[(&str, T)], name: &str) -> Option<T> {
    list.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

/// The name of a value in a list.
fn name_of<T: PartialEq>(list: &[(&'static str, T)], value: &T) -> &'static str {
    list.iter().find(|(_, known)| known == value).map_or("", |(name, _)| *name)
}

impl FromStr for LeagueForm {
    type Err = FormError;

    fn from_str(text: &str) -> Result<Self, FormError> {
        let points = MeetingPoints { win: 0, draw: 0, loss: 0, game: 0, narrow: None };
        let mut form =
            Self { slots: Vec::new(), points, order: Vec::new(), twice: true, ..Self::of_games(1, Lineup::Singles) };
        let mut walkover = None;
        for (line, text) in (1..).zip(text.lines().map(str::trim)).filter(|(_, text)| !text.is_empty()) {
            let words: Vec<&str> = text.split_whitespace().collect();
            let bad = || FormError::Line { line, text: text.to_owned() };
            match words.as_slice() {
                ["part", fact @ ..] => {
                    let (count, slot) = part(fact).ok_or_else(bad)?;
                    let rules = RuleSet::parse(slot.rules.as_deref().unwrap_or_default());
                    rules.map_err(|why| FormError::Rules { line, why })?;
                    form.slots.extend(std::iter::repeat_n(slot, count));
                }
                ["walkover", games] => walkover = Some(two(games).ok_or_else(bad)?),
                _ => form.take(&words).ok_or_else(bad)?,
            }
        }
        form.walkover = walkover.unwrap_or((u32::try_from(form.slots.len()).unwrap_or(u32::MAX), 0));
        match () {
            () if form.slots.is_empty() => Err(FormError::NoGames),
            () if form.order.is_empty() => Err(FormError::NoOrder),
            () => Ok(form),
        }
    }
}

/// Like games, and how many of them.
fn part(words: &[&str]) -> Option<(usize, Slot)> {
    let (count, lineup, rest) = match words {
        [count, lineup, rest @ ..] => {
            (count.parse().ok().filter(|n| (1..=99).contains(n))?, named(&LINEUPS, lineup)?, rest)
        }
        _ => return None,
    };
    let (best_of, rules) = match rest {
        ["best_of", n, rules @ ..] => (n.parse().ok().filter(|&n| n > 0)?, rules),
        rules => (1, rules),
    };
    Some((count, Slot { lineup, rules: Some(rules.join(" ")), best_of }))
}

/// Two numbers like `5-4`.
fn two(text: &str) -> Option<(u32, u32)> {
    let (one, two) = text.split_once('-')?;
    Some((one.parse().ok()?, two.parse().ok()?))
}

impl LeagueForm {
    /// Takes up a fact that is neither a part nor a walkover.
    fn take(&mut self, words: &[&str]) -> Option<()> {
        match words {
            ["twice", "yes"] => self.twice = true,
            ["twice", "no"] => self.twice = false,
            ["lead", name] => self.lead = named(&LEADS, name)?,
            ["drawing", name] => self.drawing = named(&DRAWINGS, name)?,
            ["team", n] => self.fewest = n.parse().ok()?,
            ["most", singles, pairs] => self.most = (singles.parse().ok()?, pairs.parse().ok()?),
            ["win", n] => self.points.win = n.parse().ok()?,
            ["equal", n] => self.points.draw = n.parse().ok()?,
            ["loss", n] => self.points.loss = n.parse().ok()?,
            ["game", n] => self.points.game = n.parse().ok()?,
            ["narrow", by, n] => self.points.narrow = Some((by.parse().ok()?, n.parse().ok()?)),
            ["order", names @ ..] => {
                self.order = names.iter().map(|name| named(&ORDERS, name)).collect::<Option<Vec<TieBreak>>>()?;
            }
            _ => return None,
        }
        Some(())
    }
}

impl fmt::Display for LeagueForm {
    /// Every fact that is not what a league has anyway.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for same in self.slots.chunk_by(|one, two| one == two) {
            let (count, slot) = (same.len(), &same[0]);
            let best_of = if slot.best_of > 1 { format!(" best_of {}", slot.best_of) } else { String::new() };
            let rules = slot.rules.as_deref().map_or_else(String::new, |rules| format!(" {rules}"));
            writeln!(f, "part {count} {}{best_of}{rules}", name_of(&LINEUPS, &slot.lineup))?;
        }
        let MeetingPoints { win, draw, loss, game, narrow } = self.points;
        let mut fact = |is_so: bool, words: String| if is_so { writeln!(f, "{words}") } else { Ok(()) };
        fact(!self.twice, "twice no".to_owned())?;
        fact(self.lead != Lead::default(), format!("lead {}", name_of(&LEADS, &self.lead)))?;
        fact(self.drawing != Drawing::default(), format!("drawing {}", name_of(&DRAWINGS, &self.drawing)))?;
        fact(self.fewest > 0, format!("team {}", self.fewest))?;
        fact(self.most != (0, 0), format!("most {} {}", self.most.0, self.most.1))?;
        for (name, points) in [("win", win), ("equal", draw), ("loss", loss), ("game", game)] {
            fact(points > 0, format!("{name} {points}"))?;
        }
        if let Some((by, points)) = narrow {
            fact(true, format!("narrow {by} {points}"))?;
        }
        let (won, lost) = self.walkover;
        fact((won as usize, lost) != (self.slots.len(), 0), format!("walkover {won}-{lost}"))?;
        fact(
            true,
            format!("order {}", self.order.iter().map(|order| name_of(&ORDERS, order)).collect::<Vec<_>>().join(" ")),
        )
    }
}
