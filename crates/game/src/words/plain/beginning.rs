//! Sitting down, the deal and the lead.

use super::{all, set_name, some};
use crate::rules::{FirstLead, LeadTile, NextLead, NoDouble, Pairs, RuleSet};
use crate::words::number::small;
use language::{say, say_count};

pub(super) fn sitting_down(rules: &RuleSet) -> Vec<String> {
    let hands: Vec<(usize, u8)> = (2..=RuleSet::SEATS).filter_map(|n| Some((n, rules.hand_size(n)?))).collect();
    let same = hands.windows(2).all(|two| two[0].1 == two[1].1);
    let hands = match (hands.first(), hands.last()) {
        (Some((only, tiles)), Some((last, _))) if only == last => {
            say!("It is a game for {players}, with {tiles} tiles each.", players = small(*only), tiles)
        }
        (Some((_, tiles)), _) if same => {
            let names: Vec<String> = hands.iter().map(|(n, _)| small(*n)).collect();
            say!("It is a game for {players}, with {tiles} tiles each.", players = any_of(&names), tiles)
        }
        _ => {
            let part = |(n, tiles): &(usize, u8)| say!("{players} players take {tiles}", players = small(*n), tiles);
            let parts: Vec<String> = hands.iter().map(part).collect();
            say!("{list} tiles each.", list = capital(&parts.join(", ")))
        }
    };
    let four = rules.hand_size(4).is_some();
    let pairs = match rules.pairs {
        Pairs::Always if four => {
            say!("Four play as two pairs, partners facing each other, one score for each pair.")
        }
        Pairs::Optional if four => say!("Four may play as two pairs, partners facing each other, or each alone."),
        _ => "",
    };
    all([
        Some(say!("Play with {set}, face down and shuffled.", set = set_name(rules))),
        Some(hands),
        some(pairs),
        (rules.rewash_doubles > 0).then(|| {
            say_count!(
                rules.rewash_doubles,
                "A hand with {n} doubles or more may be shuffled and dealt again.",
                "A hand with {n} doubles or more may be shuffled and dealt again.",
            )
        }),
    ])
}

/// "two, three or four".
fn any_of(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => say!("{list} or {last}", list = rest.join(", "), last),
        None => String::new(),
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

pub(super) fn lead(rules: &RuleSet) -> Vec<String> {
    let first = match rules.first_lead {
        FirstLead::HighestTileLot => say!("For the first hand each player draws one tile: the most pips leads."),
        FirstLead::Lots => say!("Draw lots for who leads the first hand."),
        FirstLead::HighestDouble => say!("The highest double leads the first hand."),
    };
    let high = rules.set_size.get();
    let tile = match rules.lead_tile {
        LeadTile::Any => say!("Any tile may be led.").to_owned(),
        LeadTile::HighestDouble => say!("The highest double leads.").to_owned(),
        LeadTile::SetDoubleFirst => {
            say!("The first hand begins with the {high}-{high}, later ones with any tile.", high)
        }
        LeadTile::HighestDoubleFirst => {
            say!("The first hand begins with the highest double held, later ones with any tile.").to_owned()
        }
        LeadTile::HighestDoubleUnlessWon => say!(
            "The highest double leads the first hand and every hand after one without a winner, else \
                any tile."
        )
        .to_owned(),
    };
    let no_double = match rules.no_double {
        NoDouble::Irrelevant => "",
        NoDouble::Redeal => say!("If no one holds a double, shuffle and deal again."),
        NoDouble::HeaviestSingle => say!("If no one holds a double, the heaviest tile leads."),
        NoDouble::HeaviestHand => say!("If no one holds a double, the player with the most pips leads any tile."),
    };
    let next_leg = if rules.next_leg == rules.next_lead { "" } else { next_game(rules.next_leg) };
    all([some(first), Some(tile), some(no_double), some(next_hand(rules.next_lead)), some(next_leg)])
}

fn next_hand(lead: NextLead) -> &'static str {
    match lead {
        NextLead::RotateLeft => say!("The lead passes to the left after each hand."),
        NextLead::Winner => {
            say!("The winner of a hand leads the next; after a blocked hand without a winner, draw lots.")
        }
        NextLead::WinnerOut => {
            say!("The player who goes out leads the next hand; after a blocked hand the highest double leads.")
        }
        NextLead::Loser => {
            say!("The loser of a hand leads the next; after a blocked hand without a winner, draw lots.")
        }
        NextLead::Lots => say!("Draw lots again for every hand."),
        NextLead::Ask => say!("For later hands agree among yourselves: most pass the lead to the left."),
        NextLead::SameTest => say!("The leader of each later hand is found in the same way."),
    }
}

fn next_game(lead: NextLead) -> &'static str {
    match lead {
        NextLead::RotateLeft => say!("The player to the left of the last leader leads the next game of the match."),
        NextLead::Winner | NextLead::WinnerOut => say!("The winner of the last hand leads the next game of the match."),
        NextLead::Loser => say!("The loser of the last hand leads the next game of the match."),
        NextLead::Lots => say!("Draw lots for who leads the next game of the match."),
        NextLead::Ask => say!("Agree who leads the next game of the match."),
        NextLead::SameTest => say!("The leader of the next game of the match is found as in the first."),
    }
}
