//! An evening of a season: its meetings are called to the tables of their home pubs, and phones begin the games there.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use crate::served::{Served, get, page_with, post};
use game::league::{Day, Season, SeasonFact};
use std::path::Path;
use std::process::{Child, Stdio};
use store::{Store, Timestamp};
use tempfile::tempdir;

/// `join`, until it is dropped.
struct Joined(Child);

impl Joined {
    fn start(data: &Path, link: &str, table: &str) -> Self {
        let mut join = crate::program();
        let join = join.args(["join", link, "--table", table, "--data"]).arg(data);
        Self(join.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

fn coded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn form(link: &str, fields: &[(&str, &str)]) -> String {
    let body: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", coded(value))).collect();
    post(link, &body.join("&"))
}

fn begin(link: &str, teams: &str) {
    let today = Day(Timestamp::now().day_number()).to_string();
    let page = form(
        &format!("{link}season"),
        &[
            ("form", "begin"),
            ("title", "Winter"),
            ("teams", teams),
            ("games", "3"),
            ("pairs", "1"),
            ("win", "2"),
            ("draw", "1"),
            ("game", "0"),
            ("first", &today),
            ("every", "7"),
        ],
    );
    assert!(page.contains("season?id="), "{page}");
}

/// The season and its id.
fn season(data: &Path) -> (String, Season) {
    let book = Store::open_read_only(data).unwrap().book().unwrap();
    let (id, entries) = book.seasons.iter().next().unwrap();
    assert!(matches!(entries[0].fact, SeasonFact::Begun { .. }));
    (id.clone(), Season::of(entries))
}

/// A phone's request to begin, under the page's present snapshot.
fn phone(link: &str, number: u32, fields: &[(&str, &str)]) -> String {
    let page = page_with(link, "name=\"edition\"");
    let snapshot = page.split("name=\"edition\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let number = format!("a.{number}");
    let frame = [("edition", snapshot), ("number", &number)];
    form(&format!("{link}act"), &[&frame, fields].concat())
}

#[test]
fn a_meeting_is_called_to_its_pub_and_phones_begin_its_games() {
    let (data, table) = (tempdir().unwrap(), tempdir().unwrap());
    let club = Served::start(data.path(), &["--club"], 3);
    begin(&club.links[2], "Ship @ Harbour Street: Anna, Zoë\nBell @ Bell Inn: Ben, Bea");
    let (id, season) = season(data.path());
    let meeting = season.meetings.values().next().unwrap();
    let (home, away) = (meeting.planned.home, meeting.planned.away);
    let squad = |team| season.teams[&team].squad.players.clone();
    let here = Served::start(table.path(), &["--enter", "--players", "x,y"], 2);
    let named = format!("{} 1", season.home(home));
    let join = Joined::start(table.path(), &club.links[1], &named);

    let title = format!("{} v {}, round 1 of Winter: singles", season.team_name(home), season.team_name(away));
    let page = page_with(&here.links[1], &title);
    assert!(page.contains(&title) && page.contains("<option value=\"Zoë\">"), "{page}");
    assert!(page.contains("round 1 of Winter: pairs"), "{page}");
    let (ours, theirs) = (squad(home), squad(away));
    let wrong = phone(&here.links[1], 1, &[("act", "begin 0 0"), ("p00", &theirs[0]), ("p10", &theirs[1])]);
    assert!(wrong.contains("is not in the squad of"), "{wrong}");
    phone(&here.links[1], 2, &[("act", "begin 0 1"), ("p00", &ours[1]), ("p10", &theirs[0])]);
    let page = page_with(&here.links[1], &theirs[0]);
    assert!(page.contains(&ours[1]) && page.contains("value=\"tile 6-6\""), "{page}");

    let tonight = format!("{}season?page=tonight&id={id}", club.links[0]);
    let words = format!("{} v {}", ours[1], theirs[0]);
    let page = page_with(&tonight, &words);
    assert!(page.contains(&words) && page.contains(&named), "{page}");
    assert!(page.contains("Missing: 2 singles, 1 pairs"), "{page}");
    let list = get(&format!("{}season.csv?page=tonight&id={id}", club.links[0]));
    assert!(list.contains(&named) && list.contains('\u{feff}'), "{list}");
    drop(join);

    // A table whose name says no place is placed by the secretary.
    let other = tempdir().unwrap();
    let _second = Served::start(other.path(), &["--enter", "--players", "x,y"], 2);
    let _join = Joined::start(other.path(), &club.links[1], "Laptop");
    let secretary = format!("{}season", club.links[2]);
    let page = page_with(&format!("{secretary}?page=tonight&id={id}"), "Where are these tables?");
    assert!(page.contains("Place Laptop"), "{page}");
    let placed = form(
        &secretary,
        &[
            ("id", &id),
            ("form", "place"),
            ("page", "tonight"),
            ("about", "0"),
            ("seen", "1"),
            ("table", "Laptop"),
            ("venue", season.home(home)),
        ],
    );
    assert!(placed.contains("Recorded.") && !placed.contains("Where are these tables?"), "{placed}");
    assert!(page_with(&_second.links[1], &title).contains(&title));
}

#[test]
fn phones_begin_a_game_of_other_players() {
    let table = tempdir().unwrap();
    let here = Served::start(table.path(), &["--enter", "--players", "Anna,Ben"], 2);
    let page = page_with(&here.links[1], "A game of other players");
    assert!(page.contains("A game of other players"), "nothing was dropped yet: {page}");
    phone(&here.links[1], 1, &[("act", "begin 0 1"), ("p00", "Una"), ("p10", "Vic")]);
    let page = page_with(&here.links[1], "Una");
    assert!(page.contains("Una") && page.contains("Vic") && !page.contains("Anna"), "{page}");
    phone(&here.links[1], 2, &[("act", "tile 6-6")]);
    assert!(!page_with(&here.links[1], "already on the table").contains("A game of other players"));
    let late = phone(&here.links[1], 3, &[("act", "begin 0 0"), ("p00", "Cyd"), ("p10", "Dan")]);
    assert!(late.contains("the table has moved on"), "{late}");
}

#[test]
fn a_season_is_closed_and_opened_again() {
    let data = tempdir().unwrap();
    let club = Served::start(data.path(), &["--club"], 3);
    begin(&club.links[2], "Ship: Anna, Zoë\nBell: Ben, Bea");
    let (id, _) = season(data.path());
    let secretary = format!("{}season", club.links[2]);
    let act = |seen: &str, name: &str, about: &str, more: &[(&str, &str)]| {
        let frame = [("id", id.as_str()), ("form", name), ("about", about), ("seen", seen)];
        form(&secretary, &[&frame, more].concat())
    };
    // One who plays for another team is asked about, and what was typed is kept.
    let page = act("1", "player", "1", &[("player", "Anna")]);
    assert!(page.contains("Anna plays for Ship") && page.contains("value=\"Anna\""), "{page}");
    assert!(act("1", "player", "1", &[("player", "Anna"), ("moves", "on")]).contains("Recorded."));
    assert!(act("2", "rename", "0", &[("from", "Zoe"), ("to", "Zora")]).contains("did you mean Zoë?"));
    assert!(act("2", "close", "0", &[("reason", "over")]).contains("This season is closed."));
    assert!(!get(&club.links[0]).contains("Winter"), "it is off the board");
    assert!(get(&club.links[2]).contains("Closed seasons"));
    assert!(act("3", "dock", "0", &[("points", "1"), ("reason", "x")]).contains("this season is closed"));
    assert!(act("3", "undo", "2", &[]).contains("Recorded."));
    assert!(page_with(&club.links[0], "Winter").contains("Winter"));
}
