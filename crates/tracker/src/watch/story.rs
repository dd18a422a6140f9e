//! What the watch thinks, in words: for people who look for the cause of a fault.

use super::{Newcomer, Watch, face};
use game::layout::Layout;
use game::rules::RuleSet;
use std::fmt::Write as _;

impl Watch {
    /// What it has seen since the table was last disturbed and what it makes of it, on a line for each thing.
    #[must_use]
    pub fn story(&self, rules: &RuleSet) -> String {
        let mut text = format!(
            "look {}, {}{}{}{} known {}, not in sight:",
            self.looks,
            if self.aligned { "" } else { "NOT aligned, " },
            if self.calm { "calm, " } else { "" },
            if self.clearing { "clearing, " } else { "" },
            self.vote.map_or_else(String::new, |(play, n)| format!("vote {} x{n},", play.tile())),
            self.known.len(),
        );
        for (settled, play) in self.settled.iter().zip(self.known.plays()) {
            // Writing to a text cannot fail.
            let _never = match settled {
                None => write!(text, " {} (no place)", play.tile()),
                Some(settled) if settled.missed > 0 => write!(text, " {} ({})", play.tile(), settled.missed),
                Some(_) => Ok(()),
            };
        }
        for new in &self.newcomers {
            text.push_str("\n    ");
            text.push_str(&newcomer(new, &self.known, rules));
        }
        let verdict = &self.verdict;
        let offer = verdict.offer.as_ref().and_then(|offer| Some((offer.plain, offer.ways.first()?)));
        let offer = offer.map_or_else(String::new, |(plain, way)| {
            format!(", offers {} {:.4}{}", self.known.play_text(&way.0), way.1, if plain { " (plain)" } else { "" })
        });
        let _never = write!(text, "\n    {:?}{offer}", verdict.stand);
        text
    }
}

fn newcomer(new: &Newcomer, known: &Layout, rules: &RuleSet) -> String {
    let ([a, b], sure) = face(&new.tile, rules.set_size);
    let [x, y] = [0, 1].map(|i| new.tile.corners.iter().map(|p| [p.x, p.y][i]).sum::<f64>() / 4.0);
    let drops = &new.drops;
    let ways = drops.ways.iter().take(3).map(|way| format!("{} {:.3}", known.play_text(&way.0), way.1));
    let ways: Vec<String> = ways.collect();
    format!(
        "{}-{} {sure:.2} at {x:.0},{y:.0} logit {:.1} age {} fresh {}{}: wrong {:.3}, nothing {:.3}, {}",
        a.get(),
        b.get(),
        new.tile.logit,
        new.age,
        new.fresh.map_or_else(|| "?".to_owned(), |share| format!("{share:.2}")),
        if drops.at_an_end { "" } else { " (not at an end)" },
        drops.wrong,
        drops.nothing,
        ways.join(", "),
    )
}
