//! A score sheet, which knows nothing of the play.

use super::hand_end::blocked;
use super::{all, set_name, some};
use crate::rules::{EngineOrder, LeftDoubles, OutBonus, RuleSet, SheetKind, Wins};
use crate::words::number::small;
use language::say;

pub(super) fn sheet_start(rules: &RuleSet) -> Vec<String> {
    let high = if rules.engine_from > 0 { rules.engine_from } else { rules.set_size.get() };
    let engine = match rules.engine {
        EngineOrder::Any => None,
        EngineOrder::Down => Some(say!(
            "The first hand begins with the {high}-{high}, the next with the double below, and so on down to 0-0.",
            high
        )),
        EngineOrder::Up => Some(say!(
            "The first hand begins with 0-0, the next with the double above, and so on up to the {high}-{high}.",
            high
        )),
    };
    let most = small(RuleSet::SHEET_SEATS);
    all([Some(sheet_set(rules)), Some(say!("Two to {most} players sit down.", most)), engine])
}

/// A sheet keeps games of larger sets than those that are read and played here.
fn sheet_set(rules: &RuleSet) -> String {
    if rules.engine_from > rules.set_size.get() {
        return say!(
            "Play the game you like with a double-{high} set: only the scores are kept here.",
            high = rules.engine_from
        );
    }
    say!("Play the game you like with {set}: only the scores are kept here.", set = set_name(rules))
}

pub(super) fn sheet_hand(rules: &RuleSet) -> Vec<String> {
    let head = match rules.sheet {
        SheetKind::Own => say!("Each player adds up the pips left in hand, typed or counted by the camera."),
        SheetKind::No | SheetKind::Winner => {
            say!("The winner of a hand scores the pips left in the other hands.")
        }
    };
    let lowest = rules.wins == Wins::Lowest;
    let out = match rules.out_bonus {
        OutBonus::Points(0) => None,
        OutBonus::Points(n) if lowest => Some(say!("The player who goes out takes {n} off.", n)),
        OutBonus::Points(n) | OutBonus::Kinds([n, ..]) => Some(say!("The player who goes out scores {n} more.", n)),
        _ if rules.sheet == SheetKind::Own => None,
        OutBonus::Sum | OutBonus::All => some(say!("Going out scores all of them.")),
        OutBonus::Round5 => some(say!("Going out scores them to the nearest five.")),
        OutBonus::Round5Unit => some(say!("Going out scores one point for every five of them.")),
    };
    let doubles = match rules.left_doubles {
        LeftDoubles::Both => "",
        LeftDoubles::OneHalf => say!("A double counts only one half."),
    };
    all([
        some(head),
        out,
        (rules.sheet == SheetKind::Winner).then(|| blocked(rules)),
        (rules.double_blank > 0).then(|| say!("The double blank counts {points}.", points = rules.double_blank)),
        some(doubles),
    ])
}
