//! The rules of a league in plain sentences.

use super::{Drawing, Lead, LeagueForm, Lineup, MeetingPoints, Slot, TieBreak};
use crate::rules::RuleSet;
use language::{say, say_count};

/// Explains a league's rules in plain sentences, one for each rule.
///
/// ```
/// use game::league::presets::LeaguePreset;
/// use game::league::told;
///
/// let sentences = told(&LeaguePreset::of("leek").expect("a league").form());
/// assert!(sentences.contains(&"The winner of a meeting gets 2 points, and every game won is 1 point.".to_owned()));
/// ```
#[must_use]
pub fn told(form: &LeagueForm) -> Vec<String> {
    let mut sentences: Vec<String> = form.slots.chunk_by(|one, two| one == two).map(part).collect();
    let meet =
        if form.twice { say!("Teams meet twice, once at home and once away.") } else { say!("Teams meet once.") };
    sentences.push(meet.to_owned());
    sentences.extend(lead(form.lead).map(str::to_owned));
    if form.drawing == Drawing::Listed {
        sentences.push(say!("The home team writes its list first; players meet in the order of the lists.").to_owned());
    }
    if form.fewest > 0 {
        sentences.push(say!("A team needs {n} players.", n = form.fewest));
    }
    if form.most != (0, 0) {
        let (singles, pairs) = form.most;
        sentences.push(say!(
            "A player plays at most {singles} singles and {pairs} pairs in a meeting.",
            singles,
            pairs
        ));
    }
    sentences.extend(worth(form.points));
    let (won, lost) = form.walkover;
    sentences.push(say!("A team that does not turn up loses by {won} games to {lost}.", won, lost));
    let order: Vec<&str> = form.order.iter().map(|order| order_words(*order)).collect();
    sentences.push(say!("The table is ordered by {list}.", list = order.join(", ")));
    if form.divisions.len() > 1 {
        let (up, down) = form.moves;
        let up = say_count!(up, "{n} team of each division goes up", "{n} teams of each division go up");
        let down = say_count!(down, "{n} goes down", "{n} go down");
        sentences.push(say!("After the season {up} and {down}.", up, down));
    }
    sentences
}

fn part(same: &[Slot]) -> String {
    let Some(slot) = same.first() else { return String::new() };
    let rules = slot.rules.as_deref().and_then(|rules| RuleSet::parse(rules).ok());
    let rules = rules.as_ref().map_or_else(|| say!("any rules").to_owned(), RuleSet::title);
    let first = match slot.lineup {
        Lineup::Singles => {
            say_count!(same.len(), "{n} game of singles: {rules}", "{n} games of singles: {rules}", rules)
        }
        Lineup::Pairs => say_count!(same.len(), "{n} game of pairs: {rules}", "{n} games of pairs: {rules}", rules),
    };
    match slot.best_of {
        1 => format!("{first}."),
        n => say!("{first}, each the best of {n}.", first, n),
    }
}

fn lead(lead: Lead) -> Option<&'static str> {
    match lead {
        Lead::Drawn => None,
        Lead::Home => Some(say!("The home team leads every game.")),
        Lead::Away => Some(say!("The away team leads every game.")),
        Lead::AwayFirst => {
            Some(say!("The away team leads the first game, the third and so on; the home team leads the others."))
        }
    }
}

fn worth(worth: MeetingPoints) -> Vec<String> {
    let MeetingPoints { win, draw, loss, game, narrow } = worth;
    let points = |n: u32| say_count!(n, "{n} point", "{n} points");
    let first = match (win, game) {
        (0, 0) => None,
        (0, game) => Some(say!("Every game won is {points}.", points = points(game))),
        (win, 0) => Some(say!("The winner of a meeting gets {points}.", points = points(win))),
        (win, game) => Some(say!(
            "The winner of a meeting gets {points}, and every game won is {more}.",
            points = points(win),
            more = points(game)
        )),
    };
    let drawn = (draw > 0).then(|| say!("A drawn meeting is {points} to each.", points = points(draw)));
    let lost = (loss > 0).then(|| say!("The loser gets {points}.", points = points(loss)));
    let narrow = narrow.map(|(by, n)| {
        say_count!(
            by,
            "A team that loses by one game gets {points}.",
            "A team that loses by no more than {n} games gets {points}.",
            points = points(n)
        )
    });
    [first, drawn, lost, narrow].into_iter().flatten().collect()
}

/// Returns the words for a criterion.
fn order_words(order: TieBreak) -> &'static str {
    match order {
        TieBreak::Points => say!("points"),
        TieBreak::MeetingsWon => say!("meetings won"),
        TieBreak::GamesWon => say!("games won"),
        TieBreak::GameDifference => say!("games won less games lost"),
        TieBreak::HeadToHead => say!("points among those that are level"),
        TieBreak::Beaten => say!("who beat all the others that are level"),
        TieBreak::Opponents => say!("points of the opponents beaten"),
    }
}
