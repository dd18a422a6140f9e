//! Who wins, and what slips cost.

use super::{all, some};
use crate::rules::{ExposedTile, Overshoot, Penalty, Reset, RuleSet, TieBreak, WinCheck, Wins};
use crate::words::{penalty_words, target_words};
use language::{say, say_count};

pub(super) fn winning(rules: &RuleSet) -> Vec<String> {
    let lowest = rules.wins == Wins::Lowest;
    let target = target_words(rules);
    let end = match (rules.rounds, rules.target.of(2), rules.overshoot) {
        (0, _, Overshoot::Disregarded) => {
            say!("You must land on {target} exactly: a score that goes past it does not count.", target)
        }
        (0, _, Overshoot::Counts) if lowest => {
            say!("The game ends when a side reaches {target}, and the lowest score wins.", target)
        }
        (0, _, Overshoot::Counts) => say!("{target} points or more win the game.", target),
        (hands, 0, _) if lowest => {
            say_count!(hands, "After {n} hand the lowest score wins.", "After {n} hands the lowest score wins.")
        }
        (hands, 0, _) => {
            say_count!(hands, "After {n} hand the highest score wins.", "After {n} hands the highest score wins.")
        }
        (hands, ..) if lowest => {
            say_count!(
                hands,
                "After {n} hand, or when a side reaches {target}, the lowest score wins.",
                "After {n} hands, or when a side reaches {target}, the lowest score wins.",
                target
            )
        }
        (hands, ..) => {
            say_count!(
                hands,
                "After {n} hand, or when a side reaches {target}, the highest score wins.",
                "After {n} hands, or when a side reaches {target}, the highest score wins.",
                target
            )
        }
    };
    let check = match rules.win_check {
        _ if rules.is_sheet() || rules.rounds > 0 => "",
        WinCheck::EveryAward => say!("The game ends as soon as a side gets there."),
        WinCheck::HandEnd => {
            say!("The hand is played to its end first; if several got there, the highest score wins.")
        }
    };
    let tie = match rules.tie_break {
        TieBreak::None => "",
        TieBreak::OneMoreHand => say!("If two are level, play one more hand, and again until one is ahead."),
        TieBreak::HandPerPlayer => {
            say!("If two are level, play as many more hands as there are players, until one is ahead.")
        }
    };
    let reset = match rules.reset {
        Reset::Never => "",
        Reset::AllScored => say!("As soon as every side has scored, all scores go back to zero."),
        Reset::OneAll => say!(
            "As soon as every side has scored, all scores go back to zero; at one all the next winner \
                has two, the others zero."
        ),
    };
    all([
        Some(end),
        some(reset),
        some(check),
        (!rules.win_on_lead && !rules.is_sheet())
            .then(|| say!("The first tile of a hand cannot win the game.").to_owned()),
        some(tie),
        (rules.skunk > 0).then(|| say!("A loser with fewer than {points} is skunked.", points = rules.skunk)),
    ])
}

pub(super) fn slips(rules: &RuleSet) -> Vec<String> {
    let exposed = match rules.exposed_tile {
        ExposedTile::Nothing => "",
        ExposedTile::Reshuffle => {
            say!("A tile shown while drawing: shuffle and draw again; a tile shown later is picked up.")
        }
        ExposedTile::Directed => {
            say!("A tile shown by accident may be played only where your opponent says, and does not score.")
        }
    };
    all([
        penalty_words(rules.wrong_knock).map(|cost| say!("Knocking or drawing with a playable tile: {cost}.", cost)),
        penalty_words(rules.misplay).map(|cost| say!("A tile played where it does not fit: {cost}.", cost)),
        unknown_offender(rules),
        penalty_words(rules.over_draw).map(|cost| say!("Drawing too many tiles: {cost}.", cost)),
        some(exposed),
    ])
}

/// Returns the rule for a given-away hand with an unknown offender.
fn unknown_offender(rules: &RuleSet) -> Option<String> {
    let given_away = [rules.misplay, rules.wrong_knock].contains(&Penalty::HandLost);
    given_away.then(|| say!("If it is not known who it was, deal the hand again with the same lead.").to_owned())
}
