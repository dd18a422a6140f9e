//! The hands of a match of which only the scores were kept: a line for each, as on a pad.

use super::paper::{Align, BLACK, Document, QUIET, Type};
use super::tables::{Column, Grid};
use super::{BOTTOM, LEFT, RIGHT};
use game::rules::{Points, RuleSet};
use game::stats::Facts;
use language::say;

/// Reports whether only scores were kept.
pub(super) fn are_all(game: &Facts) -> bool {
    RuleSet::preset(game.rules).is_ok_and(|rules| rules.is_sheet())
}

/// Writes what every hand brought each side, and the totals; returns where it ends.
pub(super) fn write(paper: &mut Document, top: f32, game: &Facts) -> f32 {
    let mut y = top;
    for leg in 0..game.legs.len() {
        if game.legs.len() > 1 {
            paper.text(LEFT, y + 8.0, Align::Left, &say!("Game {n}", n = leg + 1), Type::bold(11.0).color(BLACK));
            y += 12.0;
        }
        let mut columns = vec![Column::left(say!("Hand"), 34.0)];
        columns.extend((0..game.sides).map(|side| Column::right(&game.side_name(side), 58.0)));
        columns.push(Column::left("", 0.0));
        let table = Grid::new(LEFT, RIGHT, columns);
        y = table.head(paper, y);
        for (i, points) in brought(game, leg).iter().enumerate() {
            if y > BOTTOM {
                paper.new_page();
                y = table.head(paper, 60.0);
            }
            let cells: Vec<String> = [(i + 1).to_string()].into_iter().chain(points.iter().map(cell)).collect();
            y = table.row(paper, y, &cells, false);
        }
        let totals = game.legs[leg].scores.iter().map(ToString::to_string);
        y = table.row(paper, y, &[say!("Total").to_owned()].into_iter().chain(totals).collect::<Vec<_>>(), true) + 14.0;
    }
    paper.text(LEFT, y, Align::Left, say!("– scored nothing"), Type::plain(8.0).color(QUIET));
    y
}

fn cell(points: &Points) -> String {
    if points.is_zero() { "–".to_owned() } else { points.to_string() }
}

/// The points of each side in each hand of a game. A hand without points is there too.
fn brought(game: &Facts, leg: usize) -> Vec<Vec<Points>> {
    let mut hands: Vec<Vec<Points>> = Vec::new();
    for turn in game.turns.iter().filter(|turn| usize::from(turn.leg) == leg) {
        let hand = usize::from(turn.round);
        hands.resize(hands.len().max(hand + 1), vec![Points::ZERO; game.sides]);
        hands[hand][game.side_of_turn(turn)] += turn.award;
    }
    hands
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Act, Match, Seat, Setup, Side};

    fn evening() -> Facts {
        let names = ["Anna", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo"];
        let rules = RuleSet::preset("mexican_train").unwrap();
        let mut game = Match::start(Setup::new(rules, &names)).unwrap();
        for hand in 0..13_usize {
            let left: Vec<Points> =
                (0..10).map(|side| Points::new(if side == hand % 10 { 0 } else { (side * 7 + hand) as i32 })).collect();
            game.act(Act::Deal { leader: Seat::new(hand % 10).unwrap(), hands: Vec::new() }).unwrap();
            game.act(Act::Score { left, out: Side::new(hand % 10), doubled: false }).unwrap();
        }
        Facts::of("1", 0, game.state(), |name| name)
    }

    #[test]
    fn every_hand_has_its_line() {
        let game = evening();
        assert!(are_all(&game));
        let hands = brought(&game, 0);
        assert_eq!(hands.len(), 13);
        assert_eq!(hands[1][0], Points::new(1));
        assert_eq!(hands[1][1], Points::ZERO, "he was out");
        let sums: Vec<Points> = (0..10).map(|side| hands.iter().map(|hand| hand[side]).sum()).collect();
        assert_eq!(sums, game.legs[0].scores);
    }

    /// If the lowest wins, no side "comes close" to a target, and the page is still written.
    #[test]
    fn the_sheet_of_ten_players_is_written() {
        let game = evening();
        assert!(game.legs[0].came_close.iter().all(|close| !close));
        let pdf = super::super::of_match(&game, game::stats::WinPoints::default(), super::super::Heading::default());
        assert!(pdf.starts_with(b"%PDF") && pdf.len() > 10_000);
    }
}
