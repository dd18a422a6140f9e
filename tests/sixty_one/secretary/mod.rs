//! A season as its secretary and its captains run it on the pages, with tables that send their matches. A whole one is played by
//! `sixty-one-lab league season`.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod captains;
mod links;
mod pages;
mod tables;

use crate::served::{Served, get, post};
use game::league::{Day, MeetingId, Season, SeasonEntry};
use store::{Store, Timestamp};
use tempfile::{TempDir, tempdir};

const TEAMS: usize = 8;
const GAMES: usize = 9;

/// Letters as a form sends them.
fn coded(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric();
    text.bytes().map(|byte| if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// The secretary, at a server.
struct Secretary {
    served: Option<Served>,
    data: TempDir,
    id: String,
}

impl Secretary {
    fn new() -> Self {
        let data = tempdir().unwrap();
        Self { served: Some(Served::start(data.path(), &["--club"], 3)), data, id: String::new() }
    }

    /// A season of eight teams begins today.
    fn in_winter() -> Self {
        let mut secretary = Self::new();
        begin(&mut secretary, "Winter", today());
        secretary
    }

    /// A meeting of one game today, of singles by any rules.
    fn of_a_cup() -> Self {
        let mut secretary = Self::new();
        secretary.begin(&[
            ("title", "Cup"),
            ("teams", "Ship: Anna, Zoë\nBell: Ben, Bea"),
            ("games", "1"),
            ("pairs", "0"),
            ("win", "2"),
            ("draw", "1"),
            ("game", "0"),
            ("first", &today().to_string()),
            ("every", "7"),
        ]);
        secretary
    }

    fn begin(&mut self, form: &[(&str, &str)]) {
        let answer = self.send("begin", 0, &typed(form));
        let id = answer.split("season?id=").nth(1).unwrap_or_else(|| panic!("{answer}"));
        self.id = id.chars().take_while(char::is_ascii_alphanumeric).collect();
    }

    /// The server is killed, and starts again.
    fn restart(&mut self) {
        self.served = None;
        self.served = Some(Served::start(self.data.path(), &["--club"], 3));
    }

    fn link(&self, at: usize) -> &str {
        &self.served.as_ref().unwrap().links[at]
    }

    fn page(&self, rest: &str) -> String {
        get(&format!("{}{rest}", self.link(2)))
    }

    /// A page of the season.
    fn season(&self, rest: &str) -> String {
        self.page(&format!("season?id={}{rest}", self.id))
    }

    /// Where forms are sent.
    fn forms(&self) -> String {
        format!("{}season", self.link(2))
    }

    /// Sends a form; the page that came of it.
    fn send(&self, form: &str, about: u32, fields: &[(String, String)]) -> String {
        post(&self.forms(), &self.body(form, about, fields))
    }

    fn body(&self, form: &str, about: u32, fields: &[(String, String)]) -> String {
        let seen = self.entries().len();
        let mut body = format!("id={}&form={form}&about={about}&seen={seen}", coded(&self.id));
        for (name, value) in fields {
            body += &format!("&{name}={}", coded(value));
        }
        body
    }

    /// Sends a form that must be accepted.
    fn record(&self, form: &str, about: u32, fields: &[(&str, &str)]) {
        let page = self.send(form, about, &typed(fields));
        assert!(page.contains("Recorded."), "{form}: {page}");
    }

    /// Sends a form that is asked about, and again with the page's answer.
    fn record_asked(&self, form: &str, about: u32, fields: &[(&str, &str)], question: &str) {
        let before = self.entries().len();
        let page = self.send(form, about, &typed(fields));
        assert!(page.contains(question) && self.entries().len() == before, "{form}: {page}");
        let sure = sure_of(&page);
        self.record(form, about, &[fields, &[("sure", sure.as_str())]].concat());
    }

    /// The form of the season, sent again, begins no other one.
    fn begins_once(&self, body: &str) {
        let again = post(&self.forms(), body);
        assert!(again.contains(&format!("season?id={}", self.id)), "{again}");
    }

    fn entries(&self) -> Vec<SeasonEntry> {
        let book = Store::open_read_only(self.data.path()).unwrap().book().unwrap();
        book.seasons.get(&self.id).cloned().unwrap_or_default()
    }
}

fn typed(fields: &[(&str, &str)]) -> Vec<(String, String)> {
    fields.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn today() -> Day {
    Day(Timestamp::now().day_number())
}

/// The question that a page's form sends back.
fn sure_of(page: &str) -> String {
    let sure = page.split("name=\"sure\" value=\"").nth(1).unwrap_or_else(|| panic!("{page}"));
    sure.split('"').next().unwrap().replace("&amp;", "&").replace("&gt;", ">").replace("&lt;", "<")
}

/// The address after the last `href` with these words in it.
fn href<'a>(page: &'a str, words: &str) -> &'a str {
    let mut links = page.split("href=\"").skip(1).map(|part| part.split('"').next().unwrap());
    links.find(|link| link.contains(words)).unwrap_or_else(|| panic!("{words}: {page}"))
}

/// A card: the first `home` of these games are won at home.
fn card(home: usize, games: usize) -> Vec<(String, String)> {
    let winner = |slot| if slot < home { "home" } else { "away" };
    (0..games).map(|slot| (format!("won{slot}"), winner(slot).to_owned())).collect()
}

/// Begins a season, by a form that is sent twice; the form.
fn begin(secretary: &mut Secretary, title: &str, first: Day) -> String {
    let squad = |team: usize| {
        let players: Vec<String> = (0..6).map(|player| format!("P{team}{player}")).collect();
        format!("Team {team} @ Pub {team}: {}\n", players.join(", "))
    };
    let teams: String = (0..TEAMS).map(squad).collect();
    let without = format!("{}, {}", Day(first.0 + 14), Day(first.0 + 35));
    let form = [
        ("title", title),
        ("teams", &teams),
        ("games", "9"),
        ("pairs", "3"),
        ("win", "2"),
        ("draw", "1"),
        ("game", "0"),
        ("twice", "on"),
        ("first", &first.to_string()),
        ("every", "7"),
        ("without", &without),
    ];
    secretary.begin(&form);
    let mut body = "id=&form=begin&about=0&seen=0".to_owned();
    form.iter().for_each(|(name, value)| body += &format!("&{name}={}", coded(value)));
    secretary.begins_once(&body);
    body
}

/// A whole card with names: the home side wins the first games.
fn named_card(secretary: &Secretary, home: usize) -> Vec<(String, String)> {
    let season = Season::of(&secretary.entries());
    let planned = season.meetings[&MeetingId(0)].planned.clone();
    let mut fields = card(home, GAMES);
    for (side, team) in [("home", planned.home), ("away", planned.away)] {
        let squad = &season.teams[&team].squad.players;
        for slot in 0..GAMES {
            let first = if slot < 6 { slot } else { 2 * (slot - 6) };
            fields.push((format!("{side}{slot}"), squad[first].clone()));
            if slot >= 6 {
                fields.push((format!("{side}{slot}b"), squad[first + 1].clone()));
            }
        }
    }
    fields
}
