//! A season as a static site: plain files with relative links, light and dark, that any web server or free host serves.
//! Pure: matches come in, text goes out, and the caller writes the files.

mod names;
mod replay;

pub use names::ShownNames;

use crate::page::{SiteFrame, site_page, style_sheet};
use game::stats::{Facts, Figures, Fixture, League, Rate, Rating, Standing, elo};
use game::{Match, stats::WinPoints};
use language::say;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Most matches on the first page.
const LATEST: usize = 30;

/// A file of the site: its path below the site's folder, and its content.
pub type SiteFile = (String, String);

/// Contents of the site except the matches. Names are as they will be shown.
#[derive(Debug)]
pub struct Site<'a> {
    /// Title of the site.
    pub title: &'a str,
    /// The matches, oldest first.
    pub games: &'a [Facts],
    /// The leagues.
    pub leagues: &'a [League],
    /// The day on which a match began, in words.
    pub day: fn(&Facts) -> String,
}

impl Site<'_> {
    /// Every file but those of the matches.
    #[must_use]
    pub fn files(&self) -> Vec<SiteFile> {
        let mut files = vec![
            ("page.css".to_owned(), style_sheet()),
            ("replay.js".to_owned(), include_str!("../../assets/replay.js").to_owned()),
            ("icon.svg".to_owned(), crate::page::ICON.to_owned()),
            ("index.html".to_owned(), self.index()),
        ];
        for (n, league) in self.leagues.iter().enumerate() {
            files.push((league_file(n), self.league_page(league)));
        }
        let ratings = elo(self.games);
        for (name, file) in self.player_files() {
            let page = self.player_page(&name, ratings.iter().find(|rating| rating.player == name));
            files.push((file, page));
        }
        files
    }

    /// The page of each player. It is called by the first match and the seat, so that it says no name and stays.
    fn player_files(&self) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        for game in self.games {
            for (seat, name) in game.players.iter().enumerate() {
                files.entry(name.clone()).or_insert_with(|| format!("players/{}-{}.html", game.id, seat + 1));
            }
        }
        files
    }

    fn index(&self) -> String {
        let standings = League { worth: WinPoints::default(), ..League::default() }.standings(self.games);
        let players = self.player_files();
        let content = html! {
            main {
                h1 { (self.title) }
                @if !self.leagues.is_empty() {
                    h2 { (say!("Leagues")) }
                    ul { @for (n, league) in self.leagues.iter().enumerate() { li { a href=(league_file(n)) { (league.name) } } } }
                }
                h2 { (say!("Table of all matches")) }
                (table(&standings, &elo(self.games), &players, ""))
                h2 { (say!("Latest matches")) }
                (matches(self, self.games.iter().rev().take(LATEST), ""))
                h2 { (say!("Players")) }
                ul { @for (name, file) in &players { li { a href=(file) { (name) } } } }
            }
        };
        site_page(&SiteFrame { title: self.title, root: "", script: false }, &content)
    }

    fn league_page(&self, league: &League) -> String {
        let fixtures = league.fixtures(self.games);
        let rounds = fixtures.iter().map(|fixture| fixture.round + 1).max().unwrap_or(0);
        let content = html! {
            main {
                p { a href="index.html" { (self.title) } }
                h1 { (league.name) }
                (table(&league.standings(self.games), &[], &self.player_files(), ""))
                h2 { (say!("Fixtures")) }
                @for round in 0..rounds {
                    h3 { (say!("Round {n}", n = round + 1)) }
                    table {
                        @for fixture in fixtures.iter().filter(|fixture| fixture.round == round) { (fixture_row(league, fixture)) }
                    }
                }
            }
        };
        site_page(&SiteFrame { title: &league.name, root: "", script: false }, &content)
    }

    fn player_page(&self, name: &str, rating: Option<&Rating>) -> String {
        let figures = Figures::of(name, self.games);
        let played = self.games.iter().rev().filter(|game| game.players.iter().any(|player| player == name));
        let content = html! {
            main {
                p { a href="../index.html" { (self.title) } }
                h1 { (name) }
                table {
                    @for (what, value) in quoted(&figures) { tr { th scope="row" { (what) } td.n { (value) } } }
                    @if let Some(rating) = rating { tr { th scope="row" { "Elo" } td.n { (format!("{:.0}", rating.rating)) } } }
                }
                h2 { (say!("Matches")) }
                (matches(self, played, "../"))
            }
        };
        site_page(&SiteFrame { title: name, root: "../", script: false }, &content)
    }

    /// The file of a match.
    #[must_use]
    pub fn match_file(id: &str) -> String {
        format!("matches/{id}.html")
    }

    /// The page of a match: each hand's layout, step by step, with the reasons.
    #[must_use]
    pub fn match_page(&self, game: &Match, facts: &Facts) -> String {
        let content = replay::match_content(self.title, game, &(self.day)(facts));
        let title = game.setup().all_sides().map(|side| game.setup().side_name(side)).collect::<Vec<_>>().join(" – ");
        site_page(&SiteFrame { title: &title, root: "../", script: true }, &content)
    }
}

fn league_file(n: usize) -> String {
    format!("league-{}.html", n + 1)
}

/// Figures as players quote them.
fn quoted(figures: &Figures) -> Vec<(&'static str, String)> {
    let share = |rate: Rate| {
        rate.mean().map_or("–".to_owned(), |mean| {
            say!("{share} % of {all}", share = format!("{:.0}", mean * 100.0), all = rate.of)
        })
    };
    let mean = |rate: Rate| {
        rate.mean()
            .map_or("–".to_owned(), |mean| say!("{mean} over {all}", mean = format!("{mean:.2}"), all = rate.of))
    };
    vec![
        (say!("Matches"), figures.games.to_string()),
        (say!("Won"), share(figures.won)),
        (say!("Games won"), share(figures.legs)),
        (say!("Points a drop"), mean(figures.points_per_drop)),
        (say!("Drops that scored"), share(figures.scoring_drops)),
        (say!("Eights"), share(figures.eights)),
        (say!("Knocks"), share(figures.knocks_made)),
        (say!("Hands won by going out"), share(figures.chip_outs)),
        (say!("Longest run of matches won"), figures.longest_streak.to_string()),
    ]
}

/// A name, with its page where it is a player's.
fn linked(name: &str, players: &BTreeMap<String, String>, root: &str) -> Markup {
    html! {
        @if let Some(file) = players.get(name) { a href={ (root) (file) } { (name) } } @else { (name) }
    }
}

fn table(standings: &[Standing], ratings: &[Rating], players: &BTreeMap<String, String>, root: &str) -> Markup {
    let rating = |line: &Standing| ratings.iter().find(|rating| rating.player == line.name);
    html! {
        table {
            tr {
                th scope="col" { (say!("Name")) }
                @for heading in [say!("Played"), say!("Won"), say!("Drawn"), say!("Lost"), say!("Games"), say!("Points")] { th.n scope="col" { (heading) } }
                @if !ratings.is_empty() { th.n scope="col" { "Elo" } }
            }
            @for line in standings {
                tr {
                    th scope="row" { (linked(&line.name, players, root)) }
                    @for n in [line.played, line.won, line.drawn, line.lost] { td.n { (n) } }
                    td.n { (line.legs_for) ":" (line.legs_against) }
                    td.n { b { (line.points) } }
                    @if !ratings.is_empty() { td.n { @if let Some(rating) = rating(line) { (format!("{:.0}", rating.rating)) } } }
                }
            }
        }
    }
}

fn matches<'a>(site: &Site<'_>, games: impl Iterator<Item = &'a Facts>, root: &str) -> Markup {
    let side = |game: &Facts, side: usize| {
        let seats = (0..game.players.len()).filter(|&seat| game.side_of[seat] == side);
        seats.map(|seat| game.players[seat].as_str()).collect::<Vec<_>>().join(" & ")
    };
    html! {
        table {
            @for game in games {
                tr {
                    td { ((site.day)(game)) }
                    th scope="row" { a href={ (root) (Site::match_file(&game.id)) } {
                        @for n in 0..game.sides { @if n > 0 { " – " } (side(game, n)) }
                    } }
                    td.n { (game.legs_won.iter().map(u8::to_string).collect::<Vec<_>>().join(":")) }
                    td { (game::rules::title_said(&game.title)) }
                }
            }
        }
    }
}

fn fixture_row(league: &League, fixture: &Fixture) -> Markup {
    let name = |i: usize| league.entrants.get(i).map_or("?", |entrant| entrant.name.as_str());
    let (home, away) = fixture.points();
    html! {
        tr {
            th scope="row" { (name(fixture.home)) " – " (name(fixture.away)) }
            td.n { @if fixture.played.is_empty() { (say!("to come")) } @else { (home) " : " (away) } }
            td { @for meeting in &fixture.played { a href=(Site::match_file(&meeting.id)) { (meeting.legs.0) ":" (meeting.legs.1) } " " } }
        }
    }
}
