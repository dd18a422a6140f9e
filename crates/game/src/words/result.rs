//! The result of a match as text to send.

use crate::{Match, Side, State};
use language::say;

/// The result in a few lines: who against whom, how many games, each game's score, under which rules.
///
/// ```
/// use game::record::Record;
/// use game::words::result;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
/// let text = result(&game);
/// assert!(text.starts_with("Anna 4, Ben 8 (so far)\n"), "{text}");
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[must_use]
pub fn result(game: &Match) -> String {
    let state = game.state();
    let mut lines = vec![headline(state)];
    let scores =
        |scores: &[crate::rules::Points]| scores.iter().map(ToString::to_string).collect::<Vec<_>>().join("\u{2013}");
    if state.setup.best_of > 1 {
        let games = state.legs.iter().chain([&state.leg]).filter(|leg| leg.winner.is_some() || !leg.rounds.is_empty());
        let games: Vec<String> = games.map(|leg| scores(&leg.scores)).collect();
        if !games.is_empty() {
            lines.push(say!("Games: {games}", games = games.join(", ")));
        }
    }
    let rules = state.setup.rules.title();
    lines.push(match state.setup.best_of {
        0 | 1 => rules.to_owned(),
        n => say!("{rules}, best of {n}", rules, n),
    });
    lines.join("\n")
}

/// "Anna 2, Ben 1", by games of a match of several, else by points.
fn headline(state: &State) -> String {
    let setup = &state.setup;
    let figure = |side: Side| {
        if setup.best_of > 1 { state.legs_won[side.index()].to_string() } else { state.score(side).to_string() }
    };
    let sides: Vec<String> =
        setup.all_sides().map(|side| format!("{} {}", setup.side_name(side), figure(side))).collect();
    let sides = sides.join(", ");
    if state.is_over() { sides } else { say!("{scores} (so far)", scores = sides) }
}
