//! The page for the secretary of a club's evening. Every button is a form's; nothing of it needs a script.

use super::board_page::standings_table;
use super::secretary::{EveningSheet, FixtureLine, FixtureState, LeagueSheet, TableLine, fixture_field, table_field};
use crate::page::{PageFrame, coded, page};
use crate::qr::qr_svg;
use crate::rights::LinkKind;
use language::say;
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// The chosen league: the one of that name, or the first.
fn chosen<'a>(evening: &'a EveningSheet, league: Option<&str>) -> Option<&'a LeagueSheet> {
    let named = evening.leagues.iter().find(|sheet| Some(sheet.name.as_str()) == league);
    named.or_else(|| evening.leagues.first())
}

/// The whole page. `said` is the answer to the last form.
pub(crate) fn secretary_page(
    title: &str,
    evening: &EveningSheet,
    league: Option<&str>,
    said: &Result<String, String>,
    typed: &[(String, String)],
) -> String {
    let typed = if said.is_err() { typed } else { &[] };
    let shown = chosen(evening, league);
    let (words, class) = match said {
        Ok(words) => (words, "say"),
        Err(words) => (words, "say bad"),
    };
    let content = html! {
        main {
            h1 { (say!("{title}: fixtures", title)) }
            p class=(class) role="status" { (words) }
            section.panel {
                h2 { (say!("Seasons")) }
                p.quiet { (say!("Teams that meet at home and away over weeks.")) }
                p { @for sheet in evening.seasons.iter().filter(|sheet| !sheet.season.closed) { a.button href={ "season?id=" (coded(&sheet.id)) } { (sheet.season.title) } }
                    a.button href="season?page=begin" { (say!("Begin a season")) } }
                @if evening.seasons.iter().any(|sheet| sheet.season.closed) { details {
                    summary { (say!("Closed seasons")) }
                    @for sheet in evening.seasons.iter().filter(|sheet| sheet.season.closed) { a.button href={ "season?id=" (coded(&sheet.id)) } { (sheet.season.title) } }
                } }
            }
            @if evening.leagues.len() > 1 {
                p { @for sheet in &evening.leagues { a.button href={ "./?league=" (coded(&sheet.name)) } { (sheet.name) } } }
            }
            div data-live { (secretary_live(evening, league)) }
            @if let Some(sheet) = shown { (by_hand(sheet, &evening.tables)) }
            section.panel {
                h2 { (say!("To print")) }
                p { a.button href="sheet.pdf" { (say!("The matches of this evening")) }
                    @if let Some(sheet) = shown { a.button href={ "sheet.pdf?league=" (coded(&sheet.name)) } { (say!("The table of {league}", league = sheet.name)) } } }
            }
            @if let Some(sheet) = shown { (league_form(Some(sheet), typed, false)) (remove_league(sheet)) }
            (league_form(None, typed, evening.leagues.is_empty() && evening.seasons.is_empty()))
            (keys(&evening.clubs))
            (links())
        }
        p.lost #lost hidden { (say!("Not connected: trying again.")) }
    };
    let news = format!(
        "news?page=secretary{}",
        shown.map_or_else(String::new, |sheet| format!("&league={}", coded(&sheet.name)))
    );
    page(
        &PageFrame { title: say!("Fixtures"), class: "board ground", news: Some(&news), reload: None, root: "" },
        &content,
    )
}

/// The part that changes.
pub(crate) fn secretary_live(evening: &EveningSheet, league: Option<&str>) -> Markup {
    let Some(sheet) = chosen(evening, league) else {
        return html! { p.quiet { (say!("No league of one evening is saved yet.")) } (tables(&evening.tables)) };
    };
    let mut rounds: BTreeMap<usize, Vec<&FixtureLine>> = BTreeMap::new();
    for line in &sheet.fixtures {
        rounds.entry(line.name.round).or_default().push(line);
    }
    // Unplayed fixtures come first.
    let over = |lines: &[&FixtureLine]| lines.iter().all(|line| line.state == FixtureState::Played);
    html! {
        h2 { (sheet.name) }
        @for (number, lines) in rounds.iter().filter(|(_, lines)| !over(lines)) { (round(sheet, *number, lines)) }
        (tables(&evening.tables))
        h2 { (say!("League table")) }
        (standings_table(&sheet.standings))
        @for (number, lines) in rounds.iter().filter(|(_, lines)| over(lines)) { (round(sheet, *number, lines)) }
    }
}

fn round(sheet: &LeagueSheet, number: usize, lines: &[&FixtureLine]) -> Markup {
    let open = lines.iter().any(|line| line.state == FixtureState::Open);
    html! {
        section.panel {
            h3 { (say!("Round {number}", number)) }
            table { @for line in lines { (fixture(line)) } }
            @if open {
                form method="post" action="secretary" {
                    input type="hidden" name="league" value=(sheet.name);
                    input type="hidden" name="round" value=(number);
                    button.main name="act" value="round" id={ "round" (number) } { (say!("Call round {number}", number)) }
                }
            }
        }
    }
}

fn fixture(line: &FixtureLine) -> Markup {
    let name = &line.name;
    let result = line.points.map(|(home, away)| say!("{home} – {away} points", home, away));
    html! {
        tr {
            th scope="row" { (say!("{home} v {away}", home = name.home, away = name.away)) }
            td { @match &line.state {
                FixtureState::Open => { (say!("to come")) }
                FixtureState::Called(table) => { (say!("called to {table}", table = table.words())) }
                FixtureState::Playing(table) => { (say!("plays at {table}", table = table.words())) }
                FixtureState::Played => { (say!("played")) }
            } }
            td.n { @if let Some(result) = &result { b { (result) } }
                @if let FixtureState::Called(_) = &line.state { (withdraw(line)) } }
        }
    }
}

fn withdraw(line: &FixtureLine) -> Markup {
    let name = &line.name;
    let field = fixture_field(name);
    html! {
        form method="post" action="secretary" {
            input type="hidden" name="league" value=(name.league);
            input type="hidden" name="fixture" value=(field);
            button name="act" value="withdraw" aria-label=(say!("Withdraw the call of {home} v {away}", home = name.home, away = name.away)) { (say!("Withdraw")) }
        }
    }
}

/// Lists the tables and what each is doing.
fn tables(tables: &[TableLine]) -> Markup {
    html! {
        h2 { (say!("Tables")) }
        @if tables.is_empty() { p.quiet { (say!("No table has joined yet.")) } }
        table { @for line in tables {
            tr { th scope="row" { (line.name.words()) } td { @match &line.doing() { Some(words) => { (words) } None => { b.good { (say!("free")) } } } } }
        } }
    }
}

/// One fixture to one table.
fn by_hand(sheet: &LeagueSheet, tables: &[TableLine]) -> Markup {
    let open: Vec<&FixtureLine> = sheet.fixtures.iter().filter(|line| line.state == FixtureState::Open).collect();
    html! {
        @if !open.is_empty() && !tables.is_empty() {
            section.panel {
                h2 { (say!("One by hand")) }
                form method="post" action="secretary" {
                    input type="hidden" name="league" value=(sheet.name);
                    p { label for="fixture" { (say!("Fixture")) " " }
                        select #fixture name="fixture" { @for line in open {
                            option value=(fixture_field(&line.name)) { (say!("Round {number}: {home} v {away}", number = line.name.round, home = line.name.home, away = line.name.away)) }
                        } } }
                    p { label for="table" { (say!("Table")) " " }
                        select #table name="table" { @for line in tables {
                            option value=(table_field(&line.name)) { (line.name.words()) @if line.doing().is_none() { (say!(" (free)")) } }
                        } } }
                    button name="act" value="call" { (say!("Call it there")) }
                }
            }
        }
    }
}

/// The form of a league, filled in with what it is now, or with what was typed and not taken.
fn league_form(sheet: Option<&LeagueSheet>, typed: &[(String, String)], open: bool) -> Markup {
    let field = |key: &str| typed.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
    let again =
        field("act") == Some("save") && field("of").unwrap_or_default() == sheet.map_or("", |sheet| &sheet.name);
    let value = |key: &str, now: String| if again { field(key).unwrap_or_default().to_owned() } else { now };
    let none = LeagueSheet::default();
    let known = sheet.unwrap_or(&none);
    let id = |key: &str| if sheet.is_some() { format!("{key}-now") } else { key.to_owned() };
    let lines: Vec<String> = known.league.entrants.iter().map(game::stats::Entrant::text).collect();
    let day = |day: Option<game::league::Day>| day.map_or_else(String::new, |day| day.to_string());
    let matches = value("matches", known.league.matches.max(1).to_string());
    let twice = if again { field("twice").is_some() } else { known.league.twice };
    html! {
        details open[open || again] {
            summary { @if let Some(sheet) = sheet { (say!("Change {league}", league = sheet.name)) } @else { (say!("Save a league")) } }
            form.entry method="post" action="secretary" {
                @if let Some(sheet) = sheet {
                    input type="hidden" name="of" value=(sheet.name);
                    input type="hidden" name="name" value=(sheet.name);
                } @else {
                    p.quiet { (say!("For fixtures called to tables during an evening. For teams over weeks, begin a season.")) }
                    p { label for="name" { (say!("Its name")) " " } input #name name="name" value=(value("name", String::new())) maxlength="40" autocomplete="off" required; }
                }
                p { label for=(id("entrants")) { (say!("Who plays, one per line: Anna, or a pair Anna & Ben, or a team Ship: Anna, Ben, Cleo")) } br;
                    textarea id=(id("entrants")) name="entrants" rows="8" maxlength="8000" required { (value("entrants", lines.join("\n"))) } }
                p { label for=(id("matches")) { (say!("Matches in a meeting")) } input id=(id("matches")) type="number" name="matches" min="1" max="99" value=(matches) required; }
                p { label for=(id("from")) { (say!("First day that counts, if any")) } input id=(id("from")) type="date" name="from" value=(value("from", day(known.from))); }
                p { label for=(id("until")) { (say!("Last day that counts, if any")) } input id=(id("until")) type="date" name="until" value=(value("until", day(known.until))); }
                p { label.pick { input type="checkbox" name="twice" checked[twice]; (say!("Everyone plays everyone twice")) } }
                button.main name="act" value="save" { (say!("Save")) }
            }
        }
    }
}

/// Takes a league off the list.
fn remove_league(sheet: &LeagueSheet) -> Markup {
    html! {
        details {
            summary { (say!("Remove {league}", league = sheet.name)) }
            form method="post" action="secretary" {
                input type="hidden" name="league" value=(sheet.name);
                p { label.pick { input type="checkbox" name="sure" required; (say!("Remove {league}: its matches stay in the record", league = sheet.name)) } }
                button name="act" value="remove" { (say!("Remove")) }
            }
        }
    }
}

/// Links that were given out, to renew and withdraw.
fn links() -> Markup {
    html! {
        details {
            summary { (say!("Links in use")) }
            p.quiet { (say!("A new link replaces every link of its kind. Phones that used an old one are disconnected \
                at once.")) }
            @for kind in [LinkKind::Watch, LinkKind::Join, LinkKind::Secretary] {
                form method="post" action="secretary" {
                    input type="hidden" name="kind" value=(kind.letter());
                    p { (say!("To {wish}:", wish = kind.words())) " "
                        button name="act" value="renew-link" { (say!("New link")) }
                        @if kind != LinkKind::Secretary { button name="act" value="withdraw-link" { (say!("Withdraw this link")) } } }
                }
            }
        }
    }
}

/// The keys of clubs, to make and withdraw.
fn keys(clubs: &[String]) -> Markup {
    html! {
        details {
            summary { (say!("Club keys")) }
            p.quiet { (say!("Once a key exists, a table can join only with the key of its club. Each club has its own board.")) }
            @for club in clubs {
                form method="post" action="secretary" {
                    input type="hidden" name="club" value=(club);
                    p { b { (club) } " " label.pick { input type="checkbox" name="sure" required; (say!("{club}’s tables can’t send any more", club)) }
                        button name="act" value="withdraw-keys" { (say!("Withdraw its keys")) } }
                }
            }
            form.entry method="post" action="secretary" {
                p { label for="club" { (say!("Club")) } input #club name="club" maxlength="40" autocomplete="off" required; }
                button name="act" value="make-key" { (say!("Make a key")) }
            }
        }
    }
}

/// A club's new key, shown once.
pub(crate) fn new_key_page(club: &str, key: &str) -> String {
    let content = html! {
        main.panel {
            h1 { (say!("Key of {club}", club)) }
            p { b { (key) } }
            p { (say!("Write it down: it is shown only now. At each table of the club, join with:")) }
            p { code { "sixty-one join LINK --key " (key) } }
            p { a.button href="./" { (say!("Back")) } }
        }
    };
    page(&PageFrame { title: say!("Club keys"), class: "board ground", news: None, reload: None, root: "" }, &content)
}

/// A new link, to be given out or followed; a captain's with their team.
pub(crate) fn new_link_page(kind: LinkKind, address: &str, team: Option<&str>) -> String {
    let content = html! {
        main.panel {
            h1 { (say!("New link")) }
            @if let Some(team) = team { p { b { (say!("For the captain of {team}", team)) } } }
            p { (say!("To {wish}:", wish = kind.words())) }
            p { a href=(address) { (address) } }
            @if let Some(code) = qr_svg(address) { (PreEscaped(code)) }
            @if kind != LinkKind::Secretary { p { a.button href="./" { (say!("Back")) } } }
        }
    };
    page(&PageFrame { title: say!("New link"), class: "board ground", news: None, reload: None, root: "/" }, &content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::TableName;
    use game::stats::FixtureName;

    #[test]
    fn names_are_text_and_every_call_can_be_withdrawn() {
        let table = TableName { club: String::new(), table: "Table <3>".to_owned() };
        let name =
            FixtureName { league: "Winter".to_owned(), round: 2, home: "Anna <b>".to_owned(), away: "Ben".to_owned() };
        let line = |state| FixtureLine { name: name.clone(), points: None, state };
        let fixtures = vec![line(FixtureState::Called(table.clone())), line(FixtureState::Open)];
        let league = LeagueSheet { name: "Winter".to_owned(), fixtures, ..LeagueSheet::default() };
        let tables = vec![TableLine { name: table, called: None, here: true, sides: Vec::new() }];
        let evening = EveningSheet { leagues: vec![league], tables, ..EveningSheet::default() };
        let page = secretary_page("Friday", &evening, None, &Err("no <table>".to_owned()), &[]);
        for words in [
            "Anna &lt;b&gt; v Ben",
            "called to Table &lt;3&gt;",
            "no &lt;table&gt;",
            "value=\"withdraw\"",
            "Call round 2",
            "<option value=\"\tTable &lt;3&gt;\">",
            "news?page=secretary&amp;league=Winter",
        ] {
            assert!(page.contains(words), "{words}: {page}");
        }
        assert!(!page.contains("<b>Anna") && !page.contains("<3>"));
    }

    #[test]
    fn a_league_opens_filled_in_and_keeps_what_was_typed() {
        let text = |text: &str| text.to_owned();
        let entrants = ["Anna", "Ship: Ben, Bea, Cleo"].map(game::stats::Entrant::parse).to_vec();
        let league = game::stats::League { entrants, twice: true, matches: 9, ..game::stats::League::default() };
        let sheet = LeagueSheet { name: text("Winter"), league, ..LeagueSheet::default() };
        let evening = EveningSheet { leagues: vec![sheet], ..EveningSheet::default() };
        let page = secretary_page("Friday", &evening, None, &Ok(String::new()), &[]);
        for words in
            ["Anna\nShip: Ben, Bea, Cleo</textarea>", "value=\"9\"", "name=\"twice\" checked", "value=\"remove\""]
        {
            assert!(page.contains(words), "{words}: {page}");
        }
        let typed = [("act", "save"), ("of", "Winter"), ("entrants", "Zoe"), ("matches", "7")];
        let typed = typed.map(|(name, value)| (text(name), text(value)));
        let page = secretary_page("Friday", &evening, None, &Err(text("too few")), &typed);
        assert!(page.contains("Zoe</textarea>") && page.contains("value=\"7\"") && !page.contains("twice\" checked"));
    }
}
