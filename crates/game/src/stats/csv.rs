//! Tables for spreadsheets (RFC 4180: commas, quotes doubled, lines end with CR LF, UTF-8).

use super::facts::{Did, Facts};

/// Head of the table of drops.
pub const DROPS_HEAD: &str =
    "game,started_ms,rules,leg,hand,turn,player,did,tile,count,points,bonus,award,score,bust,chip_out,won_leg";

/// Head of the table of games.
pub const GAMES_HEAD: &str =
    "game,started_ms,rules,side,players,legs_won,last_score,won,abandoned,hands,drops,knocks,busts";

/// One line a turn that laid a tile, knocked or drew, in the order of play; legs, hands and turns count from 1.
#[must_use]
pub fn drops<'a>(games: impl IntoIterator<Item = &'a Facts>) -> String {
    let mut out = String::from(DROPS_HEAD);
    out.push_str("\r\n");
    for game in games {
        let mut place = (u16::MAX, u16::MAX);
        let mut number = 0;
        for turn in &game.turns {
            if place != (turn.leg, turn.round) {
                (place, number) = ((turn.leg, turn.round), 0);
            }
            number += 1;
            let did = match turn.did {
                Did::Drop { tile, count, points, bonus, .. } => {
                    ["play".to_owned(), tile.to_string(), count.to_string(), points.to_string(), bonus.to_string()]
                }
                Did::Knock { .. } => ["knock", "", "", "", ""].map(str::to_owned),
                Did::Draw(tiles) => [&format!("draw {tiles}"), "", "", "", ""].map(str::to_owned),
                Did::Claim => ["claim", "", "", "", ""].map(str::to_owned),
                Did::Moved => ["moved", "", "", "", ""].map(str::to_owned),
                Did::Other => ["other", "", "", "", ""].map(str::to_owned),
            };
            let flag = |set: bool| if set { "1" } else { "0" }.to_owned();
            let mut cells = start(game);
            cells.extend([u32::from(turn.leg) + 1, u32::from(turn.round) + 1, number].map(|n| n.to_string()));
            cells.push(text(game.player_of_turn(turn)));
            cells.extend(did);
            cells.extend([turn.award.to_string(), turn.score.to_string()]);
            cells.extend([flag(turn.bust), flag(turn.chip_out), flag(turn.won_leg)]);
            line(&mut out, &cells);
        }
    }
    out
}

/// One line a side of a game.
#[must_use]
pub fn games<'a>(games: impl IntoIterator<Item = &'a Facts>) -> String {
    let mut out = String::from(GAMES_HEAD);
    out.push_str("\r\n");
    for game in games {
        let hands = game.hands().count();
        for side in 0..game.sides {
            let turns = || game.turns.iter().filter(|turn| game.side_of_turn(turn) == side);
            let drops = turns().filter(|turn| matches!(turn.did, Did::Drop { .. })).count();
            let knocks = turns().filter(|turn| matches!(turn.did, Did::Knock { .. })).count();
            let busts = turns().filter(|turn| turn.bust).count();
            let score = game.legs.last().and_then(|leg| leg.scores.get(side)).map(ToString::to_string);
            let mut cells = start(game);
            cells.extend([(side + 1).to_string(), text(&game.side_name(side))]);
            cells.extend([game.legs_won[side].to_string(), score.unwrap_or_default()]);
            cells.extend([game.winner == Some(side), game.abandoned].map(|set| u8::from(set).to_string()));
            cells.extend([hands, drops, knocks, busts].map(|n| n.to_string()));
            line(&mut out, &cells);
        }
    }
    out
}

fn start(game: &Facts) -> Vec<String> {
    vec![game.id.clone(), game.at_ms.to_string(), game.rules.to_owned()]
}

fn line(out: &mut String, cells: &[String]) {
    out.push_str(&cells.join(","));
    out.push_str("\r\n");
}

/// What a formula begins with, in the wide letters of East Asia too.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A text cell. A spreadsheet would run what begins like a formula, and names are typed by anybody; where it takes
/// semicolons or tabs for the ends of cells, a formula may begin in the middle.
fn text(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 2);
    let mut begins = true;
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
    fn no_cell_is_a_formula() {
        for (name, cell) in [
            ("Anna", "Anna"),
            ("=1+1", "\"'=1+1\""),
            ("＝1", "\"'＝1\""),
            (" @x", "\" '@x\""),
            ("Anna;=1", "\"Anna;'=1\""),
            ("A, \"B\"", "\"A, \"\"B\"\"\""),
            ("Smith-Jones", "Smith-Jones"),
        ] {
            assert_eq!(text(name), cell);
        }
    }
}
