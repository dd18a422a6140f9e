//! The board of a club's evening: every table with its scores, and the table of all matches.

use super::PageFrame;
use super::page;
use super::score::ScoreLook;
use crate::bulletin::Bulletin;
use crate::club::{BoardTable, ClubBoard};
use maud::{Markup, html};

/// The whole page.
pub(crate) fn board_page(board: &ClubBoard, look: ScoreLook) -> String {
    let class = look.theme.map_or_else(|| "board ground".to_owned(), |theme| format!("board ground {theme}"));
    let content = html! {
        main { div data-live { (board_live(board)) } }
        p.unseen #say role="status" aria-live="polite" {}
        p.lost #lost hidden { "Not connected: trying again." }
    };
    page(&PageFrame { title: &board.title, class: &class, news: Some("news?page=score"), reload: Some(5) }, &content)
}

/// The part that changes.
pub(crate) fn board_live(board: &ClubBoard) -> Markup {
    html! {
        h1 { (board.title) }
        @if board.tables.is_empty() { p.quiet { "No table has joined yet." } }
        div.tables { @for table in &board.tables { (table_part(table)) } }
        @if !board.standings.is_empty() {
            h2 { "Table" }
            table {
                tr { th scope="col" { "Name" } th.n scope="col" { "Played" } th.n scope="col" { "Won" } th.n scope="col" { "Games" } th.n scope="col" { "Points" } }
                @for line in &board.standings {
                    tr { th scope="row" { (line.name) } td.n { (line.played) } td.n { (line.won) } td.n { (line.legs_for) ":" (line.legs_against) } td.n { b { (line.points) } } }
                }
            }
        }
    }
}

fn table_part(table: &BoardTable) -> Markup {
    let news = Bulletin::of(&table.game);
    html! {
        section.panel {
            h2 { (table.name) }
            p.quiet { (news.now) " · " (news.course) }
            table {
                @for (i, side) in news.sides.iter().enumerate() {
                    tr { th scope="row" class={ "c" (i) } { (side.name) } td.n { (side.legs) } td.n.score { (side.score) } }
                }
            }
            p.quiet { (news.last.title) " " b { (news.last.points) } }
        }
    }
}
