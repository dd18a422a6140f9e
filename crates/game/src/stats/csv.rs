//! Tables for spreadsheets and programs (RFC 4180: commas, quotes doubled, lines end with CR LF, UTF-8).
//!
//! A double click opens them as they are written, in every language of the spreadsheet: a byte order mark says that it is UTF-8, a
//! tile in brackets is not taken for a date, and moments are written as ISO 8601 does, beside their milliseconds for programs.

use super::facts::{Did, Facts};
use crate::rules::{Points, RuleSet};
use language::Language;

/// Head of the table of drops.
pub const DROPS_HEAD: &str = "\u{feff}game,started,started_ms,rules,leg,hand,turn,player,did,tile,count,points,bonus,award,score,bust,chip_out,won_leg";

/// Head of the table of games.
pub const GAMES_HEAD: &str =
    "\u{feff}game,started,started_ms,rules,side,players,legs_won,last_score,won,abandoned,hands,drops,knocks,busts";

/// One line per turn that played a tile, knocked or drew, in the order of play; legs, hands and turns count from 1.
/// `began` writes when a match began as `2026-11-21 19:30`, in the place where it was played.
#[must_use]
pub fn drops<'a>(games: impl IntoIterator<Item = &'a Facts>, began: impl Fn(&Facts) -> String) -> String {
    let mut out = String::from(DROPS_HEAD);
    out.push_str("\r\n");
    for game in games {
        let mut place = (u16::MAX, u16::MAX);
        let mut nth = 0;
        for turn in &game.turns {
            if place != (turn.leg, turn.round) {
                (place, nth) = ((turn.leg, turn.round), 0);
            }
            nth += 1;
            let did = match turn.did {
                Did::Drop { tile, count, points, bonus, .. } => {
                    ["play".to_owned(), format!("[{tile}]"), count.to_string(), points.to_string(), bonus.to_string()]
                }
                Did::Knock { .. } => ["knock", "", "", "", ""].map(str::to_owned),
                Did::Draw(tiles) => [&format!("draw {tiles}"), "", "", "", ""].map(str::to_owned),
                Did::Claim => ["claim", "", "", "", ""].map(str::to_owned),
                Did::Moved => ["moved", "", "", "", ""].map(str::to_owned),
                Did::Other => ["other", "", "", "", ""].map(str::to_owned),
            };
            let flag = |set: bool| if set { "1" } else { "0" }.to_owned();
            let mut cells = start(game, &began);
            cells.extend([u32::from(turn.leg) + 1, u32::from(turn.round) + 1, nth].map(|n| n.to_string()));
            cells.push(text(game.player_of_turn(turn)));
            cells.extend(did);
            cells.extend([turn.award, turn.score].map(number));
            cells.extend([flag(turn.bust), flag(turn.chip_out), flag(turn.won_leg)]);
            line(&mut out, &cells);
        }
    }
    out
}

/// One line a side of a game. `began` as for [`drops`].
#[must_use]
pub fn games<'a>(games: impl IntoIterator<Item = &'a Facts>, began: impl Fn(&Facts) -> String) -> String {
    let mut out = String::from(GAMES_HEAD);
    out.push_str("\r\n");
    for game in games {
        let hands = game.hands().count();
        for side in 0..game.sides {
            let turns = || game.turns.iter().filter(|turn| game.side_of_turn(turn) == side);
            let drops = turns().filter(|turn| matches!(turn.did, Did::Drop { .. })).count();
            let knocks = turns().filter(|turn| matches!(turn.did, Did::Knock { .. })).count();
            let busts = turns().filter(|turn| turn.bust).count();
            let score = game.legs.last().and_then(|leg| leg.scores.get(side)).copied().map(number);
            let mut cells = start(game, &began);
            cells.extend([(side + 1).to_string(), text(&game.side_name(side))]);
            cells.extend([game.legs_won[side].to_string(), score.unwrap_or_default()]);
            cells.extend([game.winner == Some(side), game.abandoned].map(|set| u8::from(set).to_string()));
            cells.extend([hands, drops, knocks, busts].map(|n| n.to_string()));
            line(&mut out, &cells);
        }
    }
    out
}

fn start(game: &Facts, began: impl Fn(&Facts) -> String) -> Vec<String> {
    // House rules are named as the house names them.
    let preset = RuleSet::preset(game.rules).is_ok_and(|preset| preset.kept_title() == game.title);
    let rules = if preset { game.rules } else { &game.title };
    vec![text(&game.id), began(game), game.at_ms.to_string(), text(rules)]
}

fn line(out: &mut String, cells: &[String]) {
    out.push_str(&cells.join(","));
    out.push_str("\r\n");
}

/// Characters that begin a formula, also in their full-width forms.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A number of points, with the decimal mark of the language: a Spanish spreadsheet takes 7.5 for words.
fn number(points: Points) -> String {
    let text = points.to_string();
    match language::current() {
        Language::Spanish if text.contains('.') => format!("\"{}\"", text.replace('.', ",")),
        _ => text,
    }
}

/// Months as spreadsheets in English and in Spanish read them, whole or cut to three letters or more.
const MONTHS: [&str; 24] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];

/// Reports whether a spreadsheet would make a number, a date, a time or a truth of it: a player may be called 6-3 or
/// May 5, and a match 12e4.
fn becomes_another(text: &str) -> bool {
    let text = text.to_lowercase();
    let month = |word: &str| word.len() > 2 && MONTHS.iter().any(|month| month.starts_with(word));
    let read = |word: &str| matches!(word, "" | "e" | "a" | "p" | "am" | "pm" | "de") || month(word);
    let dated = || text.split(|c: char| !c.is_alphabetic()).all(read);
    let signs = |c: char| c.is_alphanumeric() || matches!(c, '-' | '/' | '.' | ':' | ',' | ' ' | '%' | '\'');
    let digits = text.contains(|c: char| c.is_ascii_digit());
    digits && text.chars().all(signs) && dated() || matches!(&*text, "true" | "false" | "verdadero" | "falso")
}

/// Returns a cell with a name or words, protected by an apostrophe where needed. A spreadsheet would run what begins like a formula,
/// and anyone can type a name; where it takes semicolons or tabs for the ends of cells, a formula may begin in the
/// middle.
#[must_use]
pub fn text(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 2);
    let mut begins = true;
    if becomes_another(text) {
        safe.push('\'');
    }
    for (i, letter) in text.chars().enumerate() {
        if begins && (FORMULA.contains(&letter) || (i == 0 && matches!(letter, '\t' | '\r'))) {
            safe.push('\'');
        }
        let ends_a_cell = matches!(letter, ',' | ';' | '|' | '\t' | '\r' | '\n');
        begins = ends_a_cell || (begins && (letter.is_whitespace() || letter.is_control() || letter == '"'));
        safe.push(letter);
    }
    if safe == text && !text.contains([',', ';', '|', '"', '\t', '\n', '\r']) {
        return safe;
    }
    format!("\"{}\"", safe.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_has_the_decimal_mark_of_the_language() {
        for (halves, english, spanish) in [(15, "7.5", "\"7,5\""), (-1, "-0.5", "\"-0,5\""), (122, "61", "61")] {
            let points = Points::from_halves(halves);
            assert_eq!(number(points), english);
            assert_eq!(language::within(Language::Spanish, || number(points)), spanish);
        }
    }

    #[test]
    fn no_cell_is_a_formula() {
        for (name, cell) in [
            ("Anna", "Anna"),
            ("=1+1", "\"'=1+1\""),
            ("＝1", "\"'＝1\""),
            (" @x", "\" '@x\""),
            ("Anna;=1", "\"Anna;'=1\""),
            ("A, \"B\"", "\"A, \"\"B\"\"\""),
            ("Smith-Jones", "Smith-Jones"),
            ("6-3", "\"'6-3\""),
            ("12e4", "\"'12e4\""),
            ("2nd team", "2nd team"),
            ("Team 2", "Team 2"),
            ("May", "May"),
            ("May 5", "\"'May 5\""),
            ("3 de mayo", "\"'3 de mayo\""),
            ("10PM", "\"'10PM\""),
            ("True", "\"'True\""),
        ] {
            assert_eq!(text(name), cell);
        }
    }
}
