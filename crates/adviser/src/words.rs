//! What people are told about advice: reasons, chances, what cannot be answered.

use crate::{Problem, Reason};

/// "41 %", "under 1 %", "over 99 %".
#[must_use]
pub fn percent(chance: f32) -> String {
    match chance * 100.0 {
        c if c <= 0.0 => "0 %".to_owned(),
        c if c < 1.0 => "under 1 %".to_owned(),
        c if c >= 99.95 => "100 %".to_owned(),
        c if c > 99.0 => "over 99 %".to_owned(),
        c => format!("{c:.0} %"),
    }
}

/// "1 point", "8 points".
#[must_use]
pub fn points(n: i16) -> String {
    if n == 1 { "1 point".to_owned() } else { format!("{n} points") }
}

/// A reason in words; `next` is who plays next, such as "Ben" or "the next player".
#[must_use]
pub fn reason(reason: &Reason, next: &str) -> String {
    match *reason {
        Reason::WinsTheGame => "wins the game".to_owned(),
        Reason::OnlyMove => "the only move".to_owned(),
        Reason::ScoresNow { points: n } => format!("scores {}", points(n)),
        Reason::Overshoots { points: n, target } => format!("{} would pass {target}: nothing counts", points(n)),
        Reason::GoesOut => "goes out".to_owned(),
        Reason::LeavesToMake { points: n } => format!("leaves {} to make", points(n)),
        Reason::StopsHisWin { elsewhere } => {
            format!("stops {next} from winning ({} with other tiles)", percent(elsewhere))
        }
        Reason::AllowsHisWin { chance } => format!("lets {next} win at once ({})", percent(chance)),
        Reason::DeniesReply { mean, elsewhere } => {
            format!("leaves {next} {mean:.1} points on average; other tiles leave {elsewhere:.1}")
        }
        Reason::OpensReply { tile, points: n, chance } => {
            format!("{tile} would score {} ({} that {next} has it)", points(i16::from(n)), percent(chance))
        }
        Reason::ForcesKnock { chance } => format!("{next} probably cannot play ({})", percent(chance)),
        Reason::KeepsControl { pip, own, unseen } => {
            format!("keeps control of the {pip}s ({own} in hand, {unseen} unseen)")
        }
        Reason::RisksKnock { chance } => format!("risks having nothing to play next ({})", percent(chance)),
        Reason::ShedsPips { pips } => format!("gets rid of {pips} pips"),
    }
}

/// Why there is no advice, with the players' names instead of the numbers of their seats.
#[must_use]
pub fn problem(problem: &Problem, players: &[String]) -> String {
    let mut words = problem.to_string();
    for (seat, name) in players.iter().enumerate() {
        words = words.replace(&format!("seat {seat}"), name);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_never_rounded_to_certainty() {
        for (chance, words) in
            [(0.0, "0 %"), (0.004, "under 1 %"), (0.412, "41 %"), (0.996, "over 99 %"), (1.0, "100 %")]
        {
            assert_eq!(percent(chance), words);
        }
    }

    #[test]
    fn seats_have_names() {
        let why = Problem::NotYourTurn { expected: 1, seat: 0, turns: 2 };
        let players = ["Anna".to_owned(), "Ben".to_owned()];
        assert_eq!(problem(&why, &players), "it is Ben's turn after 2 turns, not Anna's");
    }
}
