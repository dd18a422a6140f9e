//! The printable result sheet: what a league secretary gets. Pure: facts in, the bytes of a PDF out.

mod hands;
mod paper;
mod tables;

use game::stats::{Card, Did, Facts, Standing, TurnFact, WinPoints};
use language::{say, say_count};
use paper::{Align, BLACK, Document, HEIGHT, QUIET, RULE, SIDES, Type, WIDTH};
use tables::{Column, Grid};

const LEFT: f32 = 48.0;
const RIGHT: f32 = WIDTH - 48.0;
/// The lowest a page is written on, above its foot.
const BOTTOM: f32 = HEIGHT - 60.0;

/// Words of the sheet that the facts do not hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heading<'a> {
    /// The league, the place, or nothing.
    pub event: &'a str,
    /// The date as people write it.
    pub date: &'a str,
}

/// The sheet of one match: its games, the players' figures, how the scores went, room for signatures.
#[must_use]
pub fn of_match(game: &Facts, worth: WinPoints, heading: Heading<'_>) -> Vec<u8> {
    let Some(mut paper) = Document::new() else { return Vec::new() };
    let card = Card::of([game], worth);
    let mut y = head(&mut paper, say!("Result sheet"), heading);
    y = match_head(&mut paper, y, game, &card);
    if hands::are_all(game) {
        y = hands::write(&mut paper, y + 22.0, game);
    } else {
        y = games_table(&mut paper, y + 22.0, game, &card);
        y = figures_table(&mut paper, y + 26.0, game);
    }
    y = charts(&mut paper, y + 26.0, game);
    let names: Vec<String> = (0..game.sides).map(|side| game.side_name(side)).collect();
    signatures(&mut paper, y, &names);
    foot(&mut paper, &say!("Match {id} · all figures are for this match only", id = game.id));
    paper.finish(&say!("Result sheet: {names}", names = names.join(" against ")))
}

/// The card of several matches: one line each, the totals, room for signatures.
#[must_use]
pub fn of_card(card: &Card, heading: Heading<'_>) -> Vec<u8> {
    let Some(mut paper) = Document::new() else { return Vec::new() };
    let mut y = head(&mut paper, say!("Match card"), heading);
    let table = Grid::new(
        LEFT,
        RIGHT,
        vec![
            Column::left("", 22.0),
            Column::left(say!("Match"), 0.0),
            Column::left(say!("Kind"), 118.0),
            Column::right(say!("Games"), 48.0),
            Column::right(say!("Points"), 50.0),
        ],
    );
    y = table.head(&mut paper, y + 10.0);
    for (i, line) in card.lines.iter().enumerate() {
        if y > BOTTOM - 40.0 {
            paper.new_page();
            y = table.head(&mut paper, 60.0);
        }
        let kind = format!(
            "{}{}",
            if line.pairs { say!("pairs") } else { say!("singles") },
            if line.best_of > 1 { say!(", best of {games}", games = line.best_of) } else { String::new() }
        );
        let state = if line.winner.is_none() && !line.abandoned { say!(" (open)") } else { "" };
        let join = |parts: Vec<String>| parts.join(" – ");
        y = table.row(
            &mut paper,
            y,
            &[
                (i + 1).to_string(),
                format!("{}{state}", line.sides.join(" – ")),
                kind,
                join(line.legs.iter().map(u8::to_string).collect()),
                join(line.points.iter().map(u32::to_string).collect()),
            ],
            false,
        );
    }
    let totals = card.totals();
    if y > BOTTOM - 60.0 - 18.0 * totals.len() as f32 {
        paper.new_page();
        y = 60.0;
    }
    let table = Grid::new(
        LEFT,
        RIGHT,
        vec![
            Column::left(say!("Totals"), 0.0),
            Column::right(say!("Won"), 60.0),
            Column::right(say!("Played"), 60.0),
            Column::right(say!("Points"), 60.0),
        ],
    );
    y = table.head(&mut paper, y + 24.0);
    for (name, points, won, played) in &totals {
        if y > BOTTOM {
            paper.new_page();
            y = 60.0;
        }
        y = table.row(&mut paper, y, &[name.clone(), won.to_string(), played.to_string(), points.to_string()], false);
    }
    signatures(&mut paper, y, &[say!("Home").to_owned(), say!("Away").to_owned()]);
    foot(&mut paper, &say_count!(card.lines.len(), "{n} match", "{n} matches"));
    paper.finish(say!("Match card"))
}

/// The table of a season.
#[must_use]
pub fn of_standings(table: &[Standing], heading: Heading<'_>) -> Vec<u8> {
    let Some(mut paper) = Document::new() else { return Vec::new() };
    let mut y = head(&mut paper, say!("Standings"), heading);
    let numbers = [say!("Played"), say!("Won"), say!("Drawn"), say!("Lost"), say!("Games"), say!("Points")];
    let mut columns = vec![Column::right("", 20.0), Column::left("", 0.0)];
    columns.extend(numbers.map(|name| Column::right(name, 50.0)));
    let sheet = Grid::new(LEFT, RIGHT, columns);
    y = sheet.head(&mut paper, y + 10.0);
    for (i, line) in table.iter().enumerate() {
        if y > BOTTOM {
            paper.new_page();
            y = sheet.head(&mut paper, 60.0);
        }
        let counts = [line.played, line.won, line.drawn, line.lost].map(|n| n.to_string());
        let mut cells = vec![(i + 1).to_string(), line.name.clone()];
        cells.extend(counts);
        cells.extend([format!("{}:{}", line.legs_for, line.legs_against), line.points.to_string()]);
        y = sheet.row(&mut paper, y, &cells, false);
    }
    let played: u32 = table.iter().map(|line| line.played).sum();
    foot(&mut paper, &say_count!(played / 2, "over {n} match", "over {n} matches"));
    paper.finish(say!("Standings"))
}

fn head(paper: &mut Document, title: &str, heading: Heading<'_>) -> f32 {
    paper.text(LEFT, 66.0, Align::Left, title, Type::bold(24.0));
    paper.text(RIGHT, 66.0, Align::Right, heading.date, Type::plain(11.0).color(QUIET));
    if !heading.event.is_empty() {
        paper.text_within(RIGHT, 50.0, Align::Right, heading.event, Type::bold(11.0), 300.0);
    }
    paper.line(&[(LEFT, 78.0), (RIGHT, 78.0)], 1.2, BLACK);
    92.0
}

fn foot(paper: &mut Document, words: &str) {
    paper.text(LEFT, HEIGHT - 30.0, Align::Left, words, Type::plain(8.0).color(QUIET));
    paper.text(RIGHT, HEIGHT - 30.0, Align::Right, "Sixty-One", Type::plain(8.0).color(QUIET));
}

/// Draws the players, the result in large digits, and the rules.
fn match_head(paper: &mut Document, top: f32, game: &Facts, card: &Card) -> f32 {
    let kind = match (game.is_pairs(), game.sides) {
        (true, _) => say!("pairs").to_owned(),
        (false, 2) => say!("singles").to_owned(),
        (false, n) => say!("{n} players", n),
    };
    let length = if game.best_of > 1 { say!(" · best of {games}", games = game.best_of) } else { String::new() };
    // A score sheet may end after a number of hands, without a target.
    let target = if game.target > 0 { say!(" to {target}", target = game.target) } else { String::new() };
    let title = game::rules::title_said(&game.title);
    let words = format!("{title}{target} · {kind}{length}");
    paper.text_within(LEFT, top + 8.0, Align::Left, &words, Type::plain(11.0).color(QUIET), RIGHT - LEFT);
    let mut y = top + 22.0;
    for side in 0..game.sides {
        let won = game.winner == Some(side);
        let look = if won { Type::bold(20.0) } else { Type::plain(20.0) };
        paper.fill(LEFT, y + 5.0, 4.0, 19.0, SIDES[side % 4]);
        paper.text_within(LEFT + 12.0, y + 22.0, Align::Left, &game.side_name(side), look, RIGHT - LEFT - 130.0);
        let figure = match game.best_of {
            1 => game.legs.last().and_then(|leg| leg.scores.get(side)).map(ToString::to_string).unwrap_or_default(),
            _ => game.legs_won[side].to_string(),
        };
        paper.text(RIGHT, y + 22.0, Align::Right, &figure, look);
        if won {
            paper.text(RIGHT - 44.0, y + 22.0, Align::Right, say!("won"), Type::plain(11.0).color(QUIET));
        }
        y += 30.0;
    }
    let result = match (card.lines.first(), game.is_decided(), game.abandoned) {
        (Some(line), true, _) => {
            let points: Vec<String> = line.points.iter().map(u32::to_string).collect();
            say!("League points: {points}", points = points.join(" – "))
        }
        (_, _, true) => say!("The match was abandoned without a winner").to_owned(),
        _ => say!("The match is not over").to_owned(),
    };
    paper.text(LEFT, y + 14.0, Align::Left, &result, Type::plain(10.0).color(QUIET));
    y + 16.0
}

fn games_table(paper: &mut Document, top: f32, game: &Facts, card: &Card) -> f32 {
    let mut columns = vec![Column::left(say!("Game"), 60.0)];
    columns.extend((0..game.sides).map(|side| Column::right(&game.side_name(side), 92.0)));
    columns.push(Column::left("", 14.0));
    columns.push(Column::left(say!("Won by"), 0.0));
    columns.push(Column::right(say!("Hands"), 46.0));
    columns.push(Column::right(say!("Drops"), 46.0));
    let table = Grid::new(LEFT, RIGHT, columns);
    let mut y = table.head(paper, top);
    let Some(line) = card.lines.first() else { return y };
    for (i, (scores, winner)) in line.games.iter().enumerate() {
        if y > BOTTOM {
            paper.new_page();
            y = table.head(paper, 60.0);
        }
        let hands = game.hands().filter(|hand| hand.first().is_some_and(|turn| usize::from(turn.leg) == i)).count();
        let dropped = |turn: &&game::stats::TurnFact| {
            usize::from(turn.leg) == i && matches!(turn.did, game::stats::Did::Drop { .. })
        };
        let skunked = !game.legs[i].skunked.is_empty();
        let mut cells = vec![(i + 1).to_string()];
        cells.extend(scores.iter().map(ToString::to_string));
        cells.push(String::new());
        let by = winner.map_or_else(|| "–".to_owned(), |side| line.sides[side].clone());
        cells.push(if skunked { say!("{by}, below the skunk line", by) } else { by });
        cells.extend([hands, game.turns.iter().filter(dropped).count()].map(|n| n.to_string()));
        y = table.row(paper, y, &cells, false);
    }
    y
}

/// The figures players quote, a column a player.
fn figures_table(paper: &mut Document, top: f32, game: &Facts) -> f32 {
    let mut columns = vec![Column::left(say!("Figures"), 0.0)];
    columns.extend(game.players.iter().map(|name| Column::right(name, 84.0)));
    let table = Grid::new(LEFT, RIGHT, columns);
    let mut y = table.head(paper, top);
    let figures = &game.seats;
    for row in game::stats::Quoted::ALL {
        let mut cells = vec![row.name().to_owned()];
        cells.extend(figures.iter().map(|figures| row.value(figures)));
        y = table.row(paper, y, &cells, false);
    }
    y
}

/// Draws the course of the scores of the last six games.
fn charts(paper: &mut Document, top: f32, game: &Facts) -> f32 {
    let shown = game.legs.len().min(6);
    let columns = shown.clamp(1, 3);
    let first = game.legs.len() - shown;
    let rows = shown.div_ceil(columns);
    let high = if columns == 1 { 120.0 } else { 76.0 };
    let mut y = top;
    if y + rows as f32 * (high + 26.0) > BOTTOM - 70.0 {
        paper.new_page();
        y = 60.0;
    }
    let wide = (RIGHT - LEFT - 20.0 * (columns as f32 - 1.0)) / columns as f32;
    for i in 0..shown {
        let left = LEFT + (i % columns) as f32 * (wide + 20.0);
        let top = y + (i / columns) as f32 * (high + 26.0);
        chart(paper, game, first + i, (left, top + 14.0), (wide, high));
    }
    y + rows as f32 * (high + 26.0) + 8.0
}

fn chart(paper: &mut Document, game: &Facts, leg: usize, (left, top): (f32, f32), (wide, high): (f32, f32)) {
    let turns: Vec<_> = game.turns.iter().filter(|turn| usize::from(turn.leg) == leg).collect();
    let most = game.legs[leg].scores.iter().map(|score| score.whole()).max().unwrap_or(0).max(i32::from(game.target));
    paper.text(left, top - 5.0, Align::Left, &say!("Game {n}", n = leg + 1), Type::bold(8.5));
    let at = |turn: usize, score: i32| {
        let x = left + wide * turn as f32 / turns.len().max(1) as f32;
        (x, top + high - high * score.max(0) as f32 / most.max(1) as f32)
    };
    for part in 0..=2 {
        let score = most * part / 2;
        let y = at(0, score).1;
        paper.line(&[(left, y), (left + wide, y)], 0.5, RULE);
        paper.text(left + wide, y - 2.0, Align::Right, &score.to_string(), Type::plain(6.5).color(QUIET));
    }
    for side in 0..game.sides {
        for course in courses(game, &turns, side) {
            let points: Vec<_> = course.into_iter().map(|(turn, score)| at(turn, score)).collect();
            paper.line(&points, 1.3, SIDES[side % 4]);
        }
    }
}

/// The course of a side's score: corners of the line, by turn and score. Pegs moved by hand are not points: the line
/// breaks off there and starts again at their new place.
fn courses(game: &Facts, turns: &[&TurnFact], side: usize) -> Vec<Vec<(usize, i32)>> {
    let mut score = 0;
    let mut courses = vec![vec![(0, 0)]];
    for (i, turn) in turns.iter().enumerate() {
        if game.side_of_turn(turn) != side || turn.score.whole() == score {
            continue;
        }
        let moved = matches!(turn.did, Did::Moved);
        if let Some(course) = courses.last_mut() {
            course.push((i, score));
            if !moved {
                course.push((i, turn.score.whole()));
            }
        }
        score = turn.score.whole();
        if moved {
            courses.push(vec![(i, score)]);
        }
    }
    if let Some(course) = courses.last_mut() {
        course.push((turns.len(), score));
    }
    courses
}

fn signatures(paper: &mut Document, y: f32, names: &[String]) {
    let mut y = y + 54.0;
    if y > BOTTOM {
        paper.new_page();
        y = 110.0;
    }
    let wide = (RIGHT - LEFT - 24.0 * (names.len() as f32 - 1.0)) / names.len().max(1) as f32;
    for (i, name) in names.iter().enumerate() {
        let left = LEFT + i as f32 * (wide + 24.0);
        paper.line(&[(left, y), (left + wide, y)], 0.7, BLACK);
        paper.text_within(left, y + 11.0, Align::Left, name, Type::plain(8.5).color(QUIET), wide);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pegs_moved_by_hand_break_the_course() {
        let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\n\ndeal A\nA 6-6\nB 6-3@6-6.s1\nadjust B 5 \"a slip\"\nA knock\nend\n";
        let record = game::record::Record::parse(text).expect("a record");
        let facts = Facts::of("x", 0, record.game.state(), |name| name);
        let turns: Vec<_> = facts.turns.iter().collect();
        assert_eq!(courses(&facts, &turns, 0), [vec![(0, 0), (0, 0), (0, 4), (4, 4)]]);
        assert_eq!(courses(&facts, &turns, 1), [vec![(0, 0), (1, 0), (1, 8), (2, 8)], vec![(2, 13), (4, 13)]]);
    }
}
