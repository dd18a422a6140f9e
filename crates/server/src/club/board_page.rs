//! The boards of a club's server: every table with its scores and the table of all matches, or the list of clubs.

use super::season::seasons_part;
use super::secretary::{EveningSheet, LeagueSheet, SeasonSheet};
use crate::bulletin::Bulletin;
use crate::name::TableName;
use crate::page::{PageFrame, ScoreLook, coded, page, score_live};
use game::Match;
use game::stats::Standing;
use language::say;
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Renders a whole page round its live part; `news` is the address of its event stream.
pub(crate) fn board_page(title: &str, live: String, news: &str, look: ScoreLook) -> String {
    let class = look.theme.map_or_else(|| "board ground".to_owned(), |theme| format!("board ground {theme}"));
    let content = html! {
        main { div data-live { (PreEscaped(live)) } }
        p.unseen #spoken role="status" aria-live="polite" {}
        p.lost #lost hidden { (say!("Not connected: trying again.")) }
    };
    page(&PageFrame { title, class: &class, news: Some(news), reload: Some(5), root: "" }, &content)
}

/// Contents of a board beside its tables.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BoardNews<'a> {
    /// Fixtures that are called, each with its table.
    pub(crate) calls: &'a [(&'a str, String)],
    pub(crate) leagues: &'a [LeagueSheet],
    pub(crate) seasons: &'a [Arc<SeasonSheet>],
    /// Of all matches.
    pub(crate) standings: &'a [Standing],
}

/// The part of a club's board that changes, round its tables.
pub(crate) fn board_live(title: &str, sections: &str, news: BoardNews<'_>) -> Markup {
    html! {
        h1 { (title) }
        @if !news.calls.is_empty() {
            section.panel { @for (table, who) in news.calls { p { (say!("Called:")) " " b { (who) } " " (say!("at {table}", table)) } } }
        }
        @if sections.is_empty() { p.quiet { (say!("No table has joined yet.")) } }
        div.tables { (PreEscaped(sections)) }
        (seasons_part(news.seasons))
        (league_tables(news.leagues))
        @if !news.standings.is_empty() {
            h2 { (say!("Table of all matches")) }
            (standings_table(news.standings))
        }
    }
}

fn league_tables(leagues: &[LeagueSheet]) -> Markup {
    html! { @for league in leagues { h2 { (league.name) } (standings_table(&league.standings)) } }
}

pub(super) fn standings_table(standings: &[Standing]) -> Markup {
    html! {
        table.small {
            tr { th scope="col" { (say!("Name")) } th.n scope="col" { (say!("Played")) } th.n scope="col" { (say!("Won")) } th.n scope="col" { (say!("Games")) } th.n scope="col" { (say!("Points")) } }
            @for line in standings {
                tr { th scope="row" { (line.name) } td.n { (line.played) } td.n { (line.won) } td.n { (line.legs_for) ":" (line.legs_against) } td.n { b { (line.points) } } }
            }
        }
    }
}

/// Shows a single table: its call and its state.
pub(crate) fn table_live(call: Option<&str>, game: Option<&Match>) -> Markup {
    html! {
        @if let Some(who) = call { p.panel { (say!("Called:")) " " b { (who) } } }
        // What tables send is on the club's disk.
        (score_live(game, 0))
    }
}

/// The list of clubs, with how many tables play.
pub(crate) fn clubs_live(title: &str, clubs: &BTreeMap<String, usize>, evening: &EveningSheet) -> Markup {
    html! {
        h1 { (title) }
        table {
            tr { th scope="col" { (say!("Club")) } th.n scope="col" { (say!("Tables")) } }
            @for (club, tables) in clubs {
                tr { th scope="row" { a href={ "?club=" (coded(club)) } { (club) } } td.n { (tables) } }
            }
        }
        (seasons_part(&evening.seasons))
        (league_tables(&evening.leagues))
    }
}

/// A table's part of the board.
pub(crate) fn table_part(name: &TableName, game: &Match) -> Markup {
    let news = Bulletin::of(game);
    html! {
        section.panel {
            h2 { a href={ "?club=" (coded(&name.club)) "&table=" (coded(&name.table)) } { (name.table) } }
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
