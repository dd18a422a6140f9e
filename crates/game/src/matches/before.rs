//! What the hands of a game have left to the next one.

use super::{Deed, Round, Turn};
use crate::rules::{Points, RuleSet};

/// Where the points of a game's first pass are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FirstPass {
    /// No player has passed yet.
    #[default]
    Open,
    /// No side has taken them.
    Below,
    /// A side has them.
    Taken,
}

/// What bears on the pay and the lead of a hand from those before it in the same game.
///
/// ```
/// use game::{Before, FirstPass};
///
/// assert_eq!(Before::default().pass, FirstPass::Open);
/// assert_eq!(Before::after(3).pass, FirstPass::Taken);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Before {
    /// How many there were.
    pub hands: usize,
    /// How many of them, the last ones, had no winner.
    pub undecided: u16,
    /// Whether the last one was won and left the scores as they were.
    pub won: bool,
    /// Where the points of the first pass are.
    pub pass: FirstPass,
}

impl Before {
    /// After this many hands, if no more is known of them: the last was won, and a player has passed.
    #[must_use]
    pub const fn after(hands: usize) -> Self {
        let pass = if hands == 0 { FirstPass::Open } else { FirstPass::Taken };
        Self { hands, undecided: 0, won: hands > 0, pass }
    }

    /// What these hands, in their order, have left.
    pub fn of<'a>(rules: &RuleSet, hands: impl DoubleEndedIterator<Item = &'a Round> + Clone) -> Self {
        let passed = |hand: &&Round| hand.turns.iter().any(|turn| matches!(turn.deed, Deed::Knocked { .. }));
        let least = Points::new(i32::from(rules.first_pass[1]));
        let taken = |turn: &Turn| match turn.deed {
            Deed::FirstPass => !turn.award.is_zero(),
            Deed::Tallied => turn.award >= least,
            _ => false,
        };
        let mut since = hands.clone().skip_while(|hand| !passed(hand)).map(|hand| hand.turns.iter().any(taken));
        let pass = match since.next() {
            None => FirstPass::Open,
            Some(at_once) if at_once || since.any(|later| later) => FirstPass::Taken,
            Some(_) => FirstPass::Below,
        };
        let undecided = hands.clone().rev().take_while(|hand| hand.won.is_none()).count();
        Self {
            hands: hands.clone().count(),
            undecided: u16::try_from(undecided).unwrap_or(u16::MAX),
            won: hands.last().is_some_and(|hand| hand.won.is_some() && !hand.reset),
            pass,
        }
    }
}
