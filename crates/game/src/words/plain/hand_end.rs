//! The end of a hand: going out, and a blocked hand.

use super::{all, points, some};
use crate::rules::{
    Blocked, BlockedBy, BlockedTie, Extra, LeftDoubles, OutBonus, PairOut, Pairs, PartnerDeduction, PipPay, RuleSet,
    Split,
};
use crate::words::number::small;
use language::say;

pub(super) fn hand_end(rules: &RuleSet) -> Vec<String> {
    let pairs = rules.pairs != Pairs::No && rules.hand_size(4).is_some();
    let ends = match (rules.play_on, rules.pair_out) {
        (true, _) => say!("When a player goes out, the others play on until the hand is blocked."),
        (false, PairOut::Both) if pairs => {
            say!("A hand ends when a player has no tile left; among pairs, when both partners of a pair have none.")
        }
        _ => say!("A hand ends when a player has no tile left."),
    };
    let partner = pairs && rules.pair_out == PairOut::One;
    let deduction = match rules.partner_deduction {
        _ if !partner => "",
        PartnerDeduction::Off => "",
        PartnerDeduction::Raw => say!("Your partner's pips are then taken off."),
        PartnerDeduction::Round5 => say!("Your partner's pips, to the nearest five, are then taken off."),
        PartnerDeduction::Inside => say!("Your partner's pips are taken off before that is rounded."),
    };
    let counts = rules.out_bonus.is_points() && matches!(rules.blocked, Blocked::None | Blocked::WinnerOutBonus);
    let doubles = match rules.left_doubles {
        LeftDoubles::OneHalf if !counts => say!("A double left in a hand counts only one half."),
        _ => "",
    };
    all([
        some(ends),
        out(rules),
        some(deduction),
        some(bands(rules).as_str()),
        capicua(rules),
        (rules.blank_out > 0)
            .then(|| say!("Going out with the double blank scores {points} more.", points = points(rules.blank_out))),
        hand_bonus(rules),
        Some(blocked(rules)),
        (rules.carry > 0).then(|| {
            say!(
                "A hand without a winner adds {points} to the next one that is won; another such hand \
                    adds as much again.",
                points = points(rules.carry)
            )
        }),
        some(doubles),
        (rules.double_blank > 0 && !counts)
            .then(|| say!("The double blank left in a hand counts {points}.", points = rules.double_blank)),
    ])
}

/// Returns the sentence about capicúa.
fn capicua(rules: &RuleSet) -> Option<String> {
    match rules.capicua {
        Extra::NONE => None,
        Extra::Points(n) => Some(say!(
            "Going out with a tile, not a double, that would have fitted every open end (capic\u{fa}a) scores {points} more.",
            points = points(n)
        )),
        Extra::Double => some(say!(
            "Going out with a tile, not a double, that would have fitted every open end (capic\u{fa}a) makes the hand count double."
        )),
    }
}

/// Returns the sentence about bands of pips.
fn bands(rules: &RuleSet) -> String {
    match rules.pips_pay {
        PipPay::Each => String::new(),
        PipPay::Bands { least, upto, pays, step } => say!(
            "Pips are paid by bands: {least} to {upto} pay {pays}, every further {step} or part of them 1 more, fewer than {least} nothing.",
            least,
            upto,
            pays,
            step
        ),
    }
}

fn out(rules: &RuleSet) -> Option<String> {
    let words = match rules.out_bonus {
        OutBonus::Points(0) => say!("Going out itself scores nothing."),
        OutBonus::Points(n) => {
            let points = points(u16::from(n));
            return Some(say!("Going out scores {points}, added to what the last tile makes.", points));
        }
        OutBonus::Kinds([any, double, both, crossed]) => {
            return Some(say!(
                "Going out scores {any}, with a double {double}, with a tile that fits both ends {both}, with a double that does {crossed}.",
                any,
                double,
                both,
                crossed
            ));
        }
        OutBonus::Sum => say!("Going out scores all the pips left in the opponents' hands."),
        OutBonus::All => say!("Going out scores all the pips left in the other hands, your partner's too."),
        OutBonus::Round5 => say!("Going out scores the pips left in the opponents' hands, to the nearest five."),
        OutBonus::Round5Unit => {
            say!("Going out scores one point for every five pips left in the opponents' hands, to the nearest five.")
        }
    };
    some(words)
}

fn hand_bonus(rules: &RuleSet) -> Option<String> {
    let paid: Vec<String> = rules.hand_bonus.iter().filter(|points| **points > 0).map(u16::to_string).collect();
    let points = paid.join(", ");
    match paid.len() {
        0 => None,
        1 => Some(say!("Winning one of the first hands of a game pays extra: {points}.", points)),
        n => {
            let number = small(n);
            Some(say!("Winning one of the first {number} hands of a game pays extra: {points}.", number, points))
        }
    }
}

pub(super) fn blocked(rules: &RuleSet) -> String {
    let gets = match rules.blocked {
        Blocked::None => return say!("A blocked hand, in which no player can go, pays no one.").to_owned(),
        Blocked::Staircase => {
            return say!("In a blocked hand each player scores the difference to each opponent with more pips.")
                .to_owned();
        }
        Blocked::WinnerBalance => say!("scores the difference to each of the others"),
        Blocked::WinnerBalanceRound5Unit => say!("scores the difference to the others, one point for every five"),
        Blocked::WinnerTotalSplit => say!("scores the pips of the others"),
        Blocked::WinnerTotalRound5Split => say!("scores the pips of the others, to the nearest five"),
        Blocked::WinnerOutBonus => say!("scores what going out would have"),
        Blocked::WinnerTotalLessOwn => say!("scores the pips of the others less its own"),
        Blocked::WinnerAll => say!("scores all the pips that are left, its own too"),
    };
    let who = match rules.blocked_by {
        BlockedBy::Hands => say!("the lightest hand"),
        BlockedBy::Sides => say!("the pair or player with the fewest pips, both hands of a pair taken together,"),
        BlockedBy::Locker => say!("the lighter hand of the last player and the next"),
    };
    let tie = match (rules.blocked_tie, rules.split) {
        (BlockedTie::Split, Split::Floor) => say!("Equal hands share that, whole points only."),
        (BlockedTie::Split, Split::HalfPoints) => say!("Equal hands share that, half points too."),
        (BlockedTie::Nobody, _) => say!("Equal hands score nothing."),
        (BlockedTie::Replay, _) => say!("If two are equal the hand is dealt again with the same lead."),
        (BlockedTie::Locker, _) => say!("If they are equal, the player of the last tile wins."),
        (BlockedTie::Leader, _) => say!("If two are equal, the side that led wins."),
    };
    say!("When the hand is blocked, {who} {gets}. {tie}", who, gets, tie)
}
