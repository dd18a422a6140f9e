//! A season as its secretary and its captains run it on the pages, with tables that send their matches. A whole one is played by
//! `sixty-one-lab league season`.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use crate::served::{Served, get, join, post};
use game::league::{Day, MeetingId, Season, SeasonEntry, SeasonFact, SlotResult, TeamId};
use game::rules::{Points, RuleSet};
use game::self_play::play_match;
use game::{Act, Match, Seat, Setup};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use store::{MatchId, Store, Timestamp};
use tempfile::tempdir;

const TEAMS: usize = 8;
const GAMES: usize = 9;

/// Letters as a form sends them.
fn coded(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric();
    text.bytes().map(|byte| if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// The secretary, at a server.
struct Secretary<'a> {
    data: &'a Path,
    served: Option<Served>,
    id: String,
}

impl Secretary<'_> {
    fn link(&self, at: usize) -> &str {
        &self.served.as_ref().unwrap().links[at]
    }

    fn page(&self, rest: &str) -> String {
        get(&format!("{}{rest}", self.link(2)))
    }

    /// Sends a form; the page that came of it.
    fn send(&self, form: &str, about: u32, fields: &[(String, String)]) -> String {
        post(&format!("{}season", self.link(2)), &self.body(form, about, fields))
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
        let again = post(&format!("{}season", self.link(2)), body);
        assert!(again.contains(&format!("season?id={}", self.id)), "{again}");
    }

    fn entries(&self) -> Vec<SeasonEntry> {
        let book = Store::open_read_only(self.data).unwrap().book().unwrap();
        book.seasons.get(&self.id).cloned().unwrap_or_default()
    }
}

fn typed(fields: &[(&str, &str)]) -> Vec<(String, String)> {
    fields.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
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

/// Asks in Spanish.
fn in_spanish(link: &str, body: Option<&str>) -> String {
    crate::served::ask(link, |host, path| {
        let (method, body) = body.map_or(("GET", ""), |body| ("POST", body));
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nAccept-Language: es\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    })
}

/// A card: the first `home` of these games are won at home.
fn card(home: usize, games: usize) -> Vec<(String, String)> {
    let winner = |slot| if slot < home { "home" } else { "away" };
    (0..games).map(|slot| (format!("won{slot}"), winner(slot).to_owned())).collect()
}

/// Begins a season, by a form that is sent twice; the form.
fn begin(secretary: &mut Secretary<'_>, title: &str, first: Day) -> String {
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
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()));
    let answer = secretary.send("begin", 0, &form);
    let id = answer.split("season?id=").nth(1).unwrap_or_else(|| panic!("{answer}"));
    secretary.id = id.chars().take_while(char::is_ascii_alphanumeric).collect();
    let mut body = "id=&form=begin&about=0&seen=0".to_owned();
    form.iter().for_each(|(name, value)| body += &format!("&{name}={}", coded(value)));
    secretary.begins_once(&body);
    body
}

#[test]
fn a_form_keeps_what_was_typed_and_counts_once() {
    let data = tempdir().unwrap();
    let served = Served::start(data.path(), &["--club"], 3);
    let mut secretary = Secretary { data: data.path(), served: Some(served), id: String::new() };
    let today = Day(Timestamp::now().day_number());
    let form = begin(&mut secretary, "Winter", Day(today.0 - 70));
    let fixtures = secretary.page(&format!("season?id={}&page=fixtures", secretary.id));
    let off = Day(today.0 - 56).words();
    assert!(fixtures.contains(&format!("No play: {off}")) && !fixtures.contains(&format!("</b> · {off}")));
    // A form that is not taken is shown as it was typed, and asks who was meant.
    let mut wrong = card(5, GAMES);
    wrong.push(("home0".to_owned(), "P0O".to_owned()));
    let page = secretary.send("card", 0, &wrong);
    assert!(page.contains("is not in the squad of") && page.contains("value=\"P0O\""), "{page}");
    assert_eq!(secretary.entries().len(), 1);
    // Typed twice is there once.
    let body =
        secretary.body("dock", 3, &[("points".to_owned(), "1".to_owned()), ("reason".to_owned(), "x".to_owned())]);
    let link = format!("{}season", secretary.link(2));
    assert!(post(&link, &body).contains("Recorded.") && post(&link, &body).contains("recorded already"));
    assert_eq!(secretary.entries().len(), 2);
    // Also when more is recorded.
    secretary.begins_once(&form);
}

#[test]
fn the_next_season_begins_with_who_goes_up_and_down() {
    let data = tempdir().unwrap();
    let served = Served::start(data.path(), &["--club"], 3);
    let mut secretary = Secretary { data: data.path(), served: Some(served), id: String::new() };
    let teams = "# Premier\nAce\nBell\n# First\nDog\nElm";
    let form = [("title", "Winter"), ("teams", teams), ("games", "1"), ("pairs", "0"), ("win", "2"), ("draw", "1")];
    let more = [("game", "0"), ("every", "7"), ("anybody", "on")];
    let form: Vec<(String, String)> =
        form.iter().chain(&more).map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let answer = secretary.send("begin", 0, &form);
    let id = answer.split("season?id=").nth(1).unwrap();
    secretary.id = id.chars().take_while(char::is_ascii_alphanumeric).collect();
    // Bell and Elm win.
    for meeting in [0, 1] {
        secretary.record_asked(
            "card",
            meeting,
            &[("won0", "away")],
            "without names, these games count for no player: 1",
        );
    }
    let page = secretary.page(&format!("season?id={}&page=table", secretary.id));
    let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words}: {page}"));
    assert!(at("<h3>Premier</h3>") < at("Bell</a>") && at("Bell</a>") < at("Ace</a>"));
    assert!(at("Ace</a>") < at("<h3>First</h3>") && at("<h3>First</h3>") < at("Elm</a>"));
    let table = secretary.page(&format!("season.csv?page=table&id={}", secretary.id));
    assert!(table.contains("Bell,1,1,0,0,1,0,2,Premier") && table.contains("Dog,1,0,0,1,0,1,0,First"), "{table}");
    let filled = |rest: &str| {
        let page = secretary.page(&format!("season?id={}&page=begin{rest}", secretary.id));
        let lines: Vec<String> = page.lines().map(|line| line.replace(": ", "")).collect();
        lines.join("|")
    };
    assert!(filled("&up=1&down=1").contains("# Premier|Bell|Elm|# First|Ace|Dog"), "{}", filled("&up=1&down=1"));
    assert!(filled("&up=0&down=0").contains("# Premier|Bell|Ace|# First|Elm|Dog"));
    assert!(filled("").contains("Fill in the teams"));
}

/// A meeting of one game today, of singles by any rules.
fn one_game(secretary: &mut Secretary<'_>, today: Day) {
    let form = [
        ("title", "Cup"),
        ("teams", "Ship: Anna, Zoë\nBell: Ben, Bea"),
        ("games", "1"),
        ("pairs", "0"),
        ("win", "2"),
        ("draw", "1"),
        ("game", "0"),
        ("first", &today.to_string()),
        ("every", "7"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()));
    let answer = secretary.send("begin", 0, &form);
    let id = answer.split("season?id=").nth(1).unwrap();
    secretary.id = id.chars().take_while(char::is_ascii_alphanumeric).collect();
}

/// A match that a table has played to its end; who won.
fn played(folder: &Path, seed: u64) -> (MatchId, Match) {
    let setup = Setup { best_of: 1, ..Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]) };
    let game = play_match(setup, &[0.8, 0.2], false, seed).unwrap();
    let mut store = Store::open(folder).unwrap().store;
    let id = MatchId::from_seed(seed);
    store.append(id, game.events(), Timestamp::now()).unwrap();
    (id, game)
}

#[test]
fn what_a_table_plays_corrects_and_deletes_counts_for_the_season() {
    let (data, table) = (tempdir().unwrap(), tempdir().unwrap());
    let served = Served::start(data.path(), &["--club"], 3);
    let mut secretary = Secretary { data: data.path(), served: Some(served), id: String::new() };
    one_game(&mut secretary, Day(Timestamp::now().day_number()));
    let (game, record) = played(table.path(), 7);
    let link = secretary.link(1).to_owned();
    assert!(join(table.path(), &link, "Table 3").1);
    let page = crate::served::page_with(&format!("{}season?id={}&meeting=0", secretary.link(2), secretary.id), "beat");
    let anna_won = record.state().winner.unwrap().index() == 0;
    let said = if anna_won { "Anna beat Ben" } else { "Ben beat Anna" };
    assert!(page.contains(said) && page.contains("Table 3"), "{page}");
    let facts = secretary.entries();
    assert!(matches!(&facts[1].fact, SeasonFact::Played { record, .. } if *record == game.to_string()), "{facts:?}");

    // The secretary's card says otherwise: the secretary has seen the table's result, so the card decides, and both can be read.
    let loser = if anna_won == page.contains("Ship v Bell") { "away" } else { "home" };
    secretary.record("card", 0, &[("won0", loser), ("note", "as the paper says")]);
    let undo = u32::try_from(secretary.entries().last().unwrap().number).unwrap();
    secretary.record("undo", undo, &[]);

    Store::open(table.path()).unwrap().store.delete_game(game, Timestamp::now()).unwrap();
    assert!(join(table.path(), &link, "Table 3").1);
    let gone = "a table deleted a match";
    let page = crate::served::page_with(&format!("{}season?id={}&page=facts", secretary.link(2), secretary.id), gone);
    assert!(page.contains(gone), "{page}");
    let table_of = secretary.page(&format!("season.csv?page=table&id={}", secretary.id));
    assert!(table_of.contains("Ship,0,0") && table_of.contains("Bell,0,0"), "{table_of}");
}

#[test]
fn captains_type_confirm_and_dispute_and_the_secretary_decides() {
    let data = tempdir().unwrap();
    let served = Served::start(data.path(), &["--club"], 3);
    let mut secretary = Secretary { data: data.path(), served: Some(served), id: String::new() };
    one_game(&mut secretary, Day(Timestamp::now().day_number()));
    let captain = |secretary: &Secretary<'_>, team: u32| {
        let body = format!("id={}&team={team}", secretary.id);
        let page = post(&format!("{}captain", secretary.link(2)), &body);
        assert!(page.contains("For the captain of"), "{page}");
        page.split("href=\"").find(|part| part.starts_with("http")).unwrap().split('"').next().unwrap().to_owned()
    };
    let (ship, bell) = (captain(&secretary, 0), captain(&secretary, 1));
    assert!(ship.contains("/k/") && ship != bell, "{ship}");
    let season = Season::of(&secretary.entries());
    let home_is_ship = season.meetings[&MeetingId(0)].planned.home == TeamId(0);
    let names = if home_is_ship { "&home0=Anna&away0=Ben" } else { "&home0=Ben&away0=Anna" };
    let folder = secretary.data;
    let send = |link: &str, form: &str, more: &str| {
        let seen = Store::open_read_only(folder).unwrap().book().unwrap().seasons.values().next().unwrap().len();
        post(&format!("{link}season"), &format!("form={form}&about=0&seen={seen}{more}"))
    };
    assert!(send(&ship, "dock", "&points=1&reason=x").contains("only the secretary can do this"));
    let slip = names.replace("Anna", "Zoe");
    let asked = send(&ship, "card", &format!("{slip}&won0=home"));
    assert!(asked.contains("did you mean Zo") && asked.contains("Zoë, not Zoe"), "Zoe is asked about: {asked}");
    assert!(send(&ship, "card", "&home0=Anna&won0=home").contains("is missing"), "a game needs both names");
    assert!(send(&bell, "confirm", "").contains("the other captain has not typed this"));
    assert!(send(&ship, "card", &format!("{names}&won0=home")).contains("Recorded."));
    assert!(send(&ship, "confirm", "").contains("the other captain has not typed this"), "it is their own card");
    let page = get(&format!("{bell}season"));
    assert!(page.contains("waits for you: confirm or dispute it") && page.contains("&amp;meeting=0#answer"), "{page}");
    assert!(!get(&format!("{ship}season")).contains("waits for you"), "it is not their turn");
    let page = get(&format!("{bell}season?meeting=0"));
    let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words}: {page}"));
    assert!(at("id=\"answer\"") < at("Confirm the card") && at("Confirm the card") < at("not confirmed"));
    assert!(
        !get(&format!("{}season?meeting=0", secretary.link(0))).contains("<form class=\"entry\""),
        "the world only reads"
    );
    assert!(send(&bell, "dispute", "&reason=we+won").contains("Recorded."));
    let waits = secretary.page(&format!("season?id={}", secretary.id));
    assert!(waits.contains("reports differ: decide"), "{waits}");
    let meeting = format!("season?id={}&meeting=0", secretary.id);
    assert!(secretary.page(&meeting).contains("<p class=\"bad\">The captain of Bell disputes it: we won"));
    secretary.record("decide", 0, &[("won0", "home"), ("reason", "both heard")]);
    let decided = secretary.page(&meeting);
    assert!(!decided.contains("class=\"bad\"") && decided.contains("It is decided."), "{decided}");
    let table = secretary.page(&format!("season.csv?page=table&id={}", secretary.id));
    assert!(table.contains(",1,1,0,0,1,0,2,0,0"), "{table}");
    // After a restart the links open as usual; a new link replaces the old one.
    secretary.served = None;
    secretary.served = Some(Served::start(data.path(), &["--club"], 3));
    let at = |link: &str| {
        let (_, path) = link.split_once("/k/").unwrap();
        format!("{}/k/{path}", secretary.link(0).split("/w/").next().unwrap())
    };
    let (old, other) = (at(&ship), at(&bell));
    assert!(crate::served::page_with(&old, "Meetings of Ship").contains("Meetings of Ship"));
    let new = captain(&secretary, 0);
    assert!(get(&new).contains("Meetings of Ship") && get(&old).contains("Ask the secretary for it."));
    assert!(get(&other).contains("Meetings of Bell"));
}

#[test]
fn only_the_disputed_games_are_open_to_a_decision() {
    let data = tempdir().unwrap();
    let served = Served::start(data.path(), &["--club"], 3);
    let mut secretary = Secretary { data: data.path(), served: Some(served), id: String::new() };
    begin(&mut secretary, "Winter", Day(Timestamp::now().day_number()));
    let planned = Season::of(&secretary.entries()).meetings[&MeetingId(0)].planned.clone();
    let captain = |team: TeamId| {
        let page = post(&format!("{}captain", secretary.link(2)), &format!("id={}&team={}", secretary.id, team.0));
        format!("{}season", href(&page, "/k/"))
    };
    let (home, away) = (captain(planned.home), captain(planned.away));
    let act = |link: &str, form: &str, more: &[(String, String)]| post(link, &secretary.body(form, 0, more));
    assert!(act(&home, "card", &named_card(&secretary, 6)).contains("Recorded."));
    let page = get(&format!("{away}?meeting=0"));
    assert!(page.contains("name=\"game1\"") && page.contains("Without a tick it is all of them"), "{page}");
    assert!(act(&away, "dispute", &typed(&[("game1", "on"), ("reason", "ours")])).contains("Recorded."));
    let season = Season::of(&secretary.entries());
    let slots = &season.meetings[&MeetingId(0)].slots;
    let differ: Vec<usize> = (0..GAMES).filter(|slot| matches!(slots[*slot], SlotResult::Differing(_))).collect();
    assert_eq!(differ, [1]);
    assert_eq!(slots.iter().filter(|slot| matches!(slot, SlotResult::Settled(_))).count(), GAMES - 1);
    let page = secretary.page(&format!("season?id={}&meeting=0", secretary.id));
    let decide = page.split("value=\"decide\"").nth(1).unwrap().split("</form>").next().unwrap();
    assert_eq!(decide.matches("<legend>").count(), 1, "{decide}");
    secretary.record("decide", 0, &[("won1", "away"), ("reason", "both heard")]);
    let log = secretary.page(&format!("season?id={}&page=facts", secretary.id));
    let to = format!("game 2 to {}: both heard", season.team_name(planned.away));
    assert!(log.contains(&to) && log.contains("disputed, game 2: ours"), "{log}");
}

/// A whole card with names: the home side wins the first games.
fn named_card(secretary: &Secretary<'_>, home: usize) -> Vec<(String, String)> {
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

#[test]
fn nothing_is_recorded_over_what_was_not_seen() {
    let data = tempdir().unwrap();
    let served = Served::start(data.path(), &["--club"], 3);
    let mut secretary = Secretary { data: data.path(), served: Some(served), id: String::new() };
    begin(&mut secretary, "Winter", Day(Timestamp::now().day_number()));
    // Two windows open the same meeting; both type a card.
    let bodies = [5, 3].map(|home| secretary.body("card", 0, &named_card(&secretary, home)));
    let link = format!("{}season", secretary.link(2));
    assert!(post(&link, &bodies[0]).contains("Recorded."));
    let page = post(&link, &bodies[1]);
    assert!(page.contains("recorded meanwhile") && page.contains("card 5-4, by the secretary"), "{page}");
    assert!(page.contains("<p class=\"bad\">Recorded: P") && secretary.entries().len() == 2, "{page}");
    // What was typed is still there, and counts when the button is pressed again.
    assert!(page.contains("value=\"away\" checked"), "{page}");
    let seen = page.split("value=\"card\"").nth(1).unwrap().split("name=\"seen\" value=\"").nth(1).unwrap();
    let seen = seen.split('"').next().unwrap();
    assert!(post(&link, &bodies[1].replace("&seen=1&", &format!("&seen={seen}&"))).contains("Recorded."));
    assert_eq!(Season::of(&secretary.entries()).meetings[&MeetingId(0)].settled().filter(|s| s.home_won).count(), 3);
}

#[test]
fn a_day_on_which_a_team_plays_and_a_second_player_of_a_name_are_asked_about() {
    let data = tempdir().unwrap();
    let served = Served::start(data.path(), &["--club"], 3);
    let mut secretary = Secretary { data: data.path(), served: Some(served), id: String::new() };
    let first = Day(Timestamp::now().day_number());
    begin(&mut secretary, "Winter", first);
    let to = |day: i32| Day(first.0 + day).to_string();
    secretary.record_asked("move", 0, &[("day", &to(7)), ("reason", "snow")], "already plays");
    secretary.record_asked("move", 0, &[("day", &to(-3)), ("reason", "early")], "is before the season’s first day");
    secretary.record("move", 0, &[("day", &to(3)), ("reason", "a wedding")]);
    secretary.record_asked("rename", 0, &[("from", "P00"), ("to", "P01")], "P00 and P01 become one player");
    let squad = &Season::of(&secretary.entries()).teams[&TeamId(0)].squad.players;
    assert_eq!(squad.len(), 5);
    // A round's heading has the day on which it is played now.
    secretary.record("skip", 0, &[("day", &to(7)), ("reason", "Christmas")]);
    let log = secretary.page(&format!("season?id={}&page=facts", secretary.id));
    assert!(log.contains("52 meetings moved, the first to"), "a short line: {log}");
    let page = secretary.page(&format!("season?id={}&page=fixtures", secretary.id));
    let round = page.split("Round 2</b>").nth(1).unwrap().split("</summary>").next().unwrap();
    assert!(round.contains(&Day(first.0 + 21).words()), "{round}: days 14 and 35 are without play");
    assert!(page.contains(&format!("No play: {}", Day(first.0 + 7).words())), "{page}");
    assert!(page.contains("<span class=\"place\">Pub 0</span>"), "{page}");
}

#[test]
fn pages_say_what_is_refused_in_their_own_language() {
    let data = tempdir().unwrap();
    let served = Served::start(data.path(), &["--club"], 3);
    let mut secretary = Secretary { data: data.path(), served: Some(served), id: String::new() };
    begin(&mut secretary, "Winter", Day(Timestamp::now().day_number()));
    let link = format!("{}season", secretary.link(2));
    let mut wrong = named_card(&secretary, 5);
    wrong.retain(|(name, _)| name != "home0");
    wrong.push(("home0".to_owned(), "P0O".to_owned()));
    let page = in_spanish(&link, Some(&secretary.body("card", 0, &wrong)));
    assert!(page.contains("no está en la plantilla de") && !page.contains("is not in the squad"), "{page}");
    let moved = secretary.body("move", 0, &typed(&[("day", "1999-01-01"), ("reason", "x")]));
    assert!(in_spanish(&link, Some(&moved)).contains("es antes del primer día de la temporada"));
    // The secretary's page of the evening too.
    let page = in_spanish(&format!("{}secretary", secretary.link(2)), Some("act=round&league=x&round=1"));
    assert!(page.contains("la liga x ya no existe") || page.contains("liga x"), "{page}");
    assert!(!page.contains("no longer exists"), "{page}");
    assert!(get(&format!("{}season?id={}", secretary.link(2), secretary.id)).contains("Fixtures"));
}

#[test]
fn a_calendar_has_the_link_for_watching_and_watchers_see_no_log() {
    let data = tempdir().unwrap();
    let served = Served::start(data.path(), &["--club"], 3);
    let mut secretary = Secretary { data: data.path(), served: Some(served), id: String::new() };
    begin(&mut secretary, "Winter", Day(Timestamp::now().day_number()));
    let host = secretary.link(0).split("/w/").next().unwrap().to_owned();
    for page in ["page=fixtures", "team=0"] {
        let page = secretary.page(&format!("season?id={}&{page}", secretary.id));
        let calendar = href(&page, "season.ics");
        assert!(calendar.starts_with("/w/"), "{calendar}");
        assert!(get(&format!("{host}{}", calendar.replace("&amp;", "&"))).contains("BEGIN:VCALENDAR"));
    }
    let page = get(&format!("{}season?id={}&page=facts", secretary.link(0), secretary.id));
    assert!(!page.contains("begins with 8 teams") && page.contains("League table"), "{page}");
    // After an undoing the log shows it, and how to take it back.
    secretary.record("dock", 3, &[("points", "1"), ("reason", "late")]);
    let page = secretary.send("undo", 1, &[]);
    assert!(page.contains("number 1 is undone: Team 3: 1 point docked: late") && page.contains("fact=2"), "{page}");
    // A closed season offers nothing to change.
    secretary.record("close", 0, &[("reason", "over")]);
    let page = secretary.page(&format!("season?id={}", secretary.id));
    assert!(page.contains("This season is closed.") && !page.contains("Change the season"), "{page}");
    assert!(!secretary.page(&format!("season?id={}&meeting=0", secretary.id)).contains("Type the card"));
}

#[test]
fn keys_of_clubs_are_made_and_withdrawn_on_the_page() {
    let (data, table) = (tempdir().unwrap(), tempdir().unwrap());
    let served = Served::start(data.path(), &["--club"], 3);
    let secretary = format!("{}secretary", served.links[2]);
    let page = post(&secretary, "act=make-key&club=Paphos");
    let key = page.split("<p><b>").nth(1).unwrap_or_else(|| panic!("{page}")).split('<').next().unwrap().to_owned();
    played(table.path(), 7);
    let send = |key: Option<&str>| {
        let mut command = crate::program();
        command.args(["join", &served.links[1], "--table", "One", "--once", "--data"]).arg(table.path());
        command.args(key.iter().flat_map(|key| ["--key", key])).output().unwrap().status.success()
    };
    assert!(!send(None) && send(Some(&key)));
    assert!(get(&served.links[2]).contains("Paphos"), "it is listed");
    assert!(post(&secretary, "act=withdraw-keys&club=Paphos").contains("can't be understood"), "without a tick");
    let page = post(&secretary, "act=withdraw-keys&club=Paphos&sure=on");
    assert!(page.contains("The tables of Paphos can’t send any more."), "{page}");
    assert!(!send(Some(&key)));
}

#[test]
fn the_command_says_what_a_table_reported_otherwise() {
    let (data, table) = (tempdir().unwrap(), tempdir().unwrap());
    let served = Served::start(data.path(), &["--club"], 3);
    let mut secretary = Secretary { data: data.path(), served: Some(served), id: String::new() };
    one_game(&mut secretary, Day(Timestamp::now().day_number()));
    played(table.path(), 7);
    assert!(join(table.path(), secretary.link(1), "Table 3").1);
    crate::served::page_with(&format!("{}season?id={}&meeting=0", secretary.link(2), secretary.id), "beat");
    let season = Season::of(&secretary.entries());
    let home_won = season.meetings[&MeetingId(0)].settled().next().unwrap().home_won;
    secretary.served = None;
    let run = |winner: &str| {
        let mut command = crate::program();
        command.args(["serve", "season", "card", &secretary.id, "1", "--game", winner, "--data"]).arg(data.path());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let (same, other) = if home_won { ("home", "away") } else { ("away", "home") };
    assert!(!run(same).contains("a table"));
    assert!(run(other).contains("Check this: a table reported another winner of game 1"));
}

/// A table that mends what it has recorded, at a server that runs.
struct Mending<'a> {
    secretary: Secretary<'a>,
    folder: PathBuf,
    id: MatchId,
    game: Match,
    /// The program that sends, unless it is started for each step: then the table was off line.
    joined: Option<Child>,
}

impl Mending<'_> {
    fn store(&self) -> Store {
        let begin = Instant::now();
        loop {
            match Store::open(&self.folder) {
                Ok(opened) => return opened.store,
                Err(why) => assert!(begin.elapsed() < Duration::from_secs(10), "{why}"),
            }
        }
    }

    /// Adds acts to the match.
    fn acts(&mut self, change: impl FnOnce(&mut Match)) {
        let before = self.game.events().len();
        change(&mut self.game);
        self.store().append(self.id, &self.game.events()[before..], Timestamp::now()).unwrap();
    }

    /// Sends it; the season then says this of its only game.
    #[track_caller]
    fn comes(&self, wanted: &str) {
        let link = self.secretary.link(1);
        assert!(self.joined.is_some() || join(&self.folder, link, "Table 3").1);
        let begin = Instant::now();
        loop {
            let season = Season::of(&self.secretary.entries());
            let said = match &season.meetings[&MeetingId(0)].slots[0] {
                SlotResult::Settled(score) if score.home_won => format!("{} beat {}", score.home[0], score.away[0]),
                SlotResult::Settled(score) => format!("{} beat {}", score.away[0], score.home[0]),
                other => format!("{other:?}"),
            };
            if said == wanted {
                return;
            }
            assert!(begin.elapsed() < Duration::from_secs(20), "{wanted}, not {said}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Mending<'_> {
    fn drop(&mut self) {
        if let Some(joined) = &mut self.joined {
            joined.kill().unwrap();
            joined.wait().unwrap();
        }
    }
}

/// A table deletes, restores, merges, parts, renames, undoes and corrects: each reaches the season.
fn every_mending_arrives(runs: bool) {
    let (data, table) = (tempdir().unwrap(), tempdir().unwrap());
    let served = Served::start(data.path(), &["--club"], 3);
    let mut secretary = Secretary { data: data.path(), served: Some(served), id: String::new() };
    one_game(&mut secretary, Day(Timestamp::now().day_number()));
    let setup = Setup { best_of: 1, ..Setup::new(RuleSet::preset("pafos").unwrap(), &["Zoe", "Ben"]) };
    let game = play_match(setup.clone(), &[0.9, 0.0], false, 3).unwrap();
    let id = MatchId::from_seed(3);
    Store::open(table.path()).unwrap().store.append(id, game.events(), Timestamp::now()).unwrap();
    let link = secretary.link(1).to_owned();
    let joined = runs.then(|| {
        let mut command = crate::program();
        command.args(["join", &link, "--table", "Table 3", "--data"]).arg(table.path());
        command.stdout(Stdio::null()).spawn().unwrap()
    });
    let winner = game.state().winner.unwrap();
    let loser = setup.all_sides().find(|side| *side != winner).unwrap();
    let (won, lost) =
        if winner.index() == 0 { ("Zoë beat Ben", "Ben beat Zoë") } else { ("Ben beat Zoë", "Zoë beat Ben") };
    let mut table = Mending { secretary, folder: table.path().to_owned(), id, game, joined };

    table.comes("Open");
    let first = format!("{}season?id={}", table.secretary.link(2), table.secretary.id);
    let asks = "Zoe is not in any squad; did you mean Zoë?";
    assert!(crate::served::page_with(&first, asks).contains(asks), "a slip does not drop out in silence");
    table.store().merge_players("Zoe", "Zoë", Timestamp::now()).unwrap();
    table.comes(won);
    table.store().part_player("Zoe", Timestamp::now()).unwrap();
    table.comes("Open");
    assert!(crate::served::page_with(&first, asks).contains(asks));
    let renamed = || Act::Rename { seat: Seat::FIRST, name: "Zoë".to_owned() };
    table.acts(|game| assert!(game.act(renamed()).is_ok()));
    table.comes(won);
    table.acts(|game| {
        while game.state().is_over() {
            game.act(Act::Undo).unwrap();
        }
        // The name was corrected last, so that was undone too.
        game.act(renamed()).unwrap();
    });
    table.comes("Open");
    table.acts(|game| {
        let target = Points::new(i32::from(game.setup().target())).halves();
        let points = Points::from_halves(target - game.state().score(loser).halves());
        game.act(Act::Adjust { side: loser, points, why: "swapped".to_owned() }).unwrap();
        assert_eq!(game.state().winner, Some(loser));
    });
    table.comes(lost);
    table.store().delete_game(id, Timestamp::now()).unwrap();
    table.comes("Open");
    // The server is killed, and forgets none of it.
    if !runs {
        table.secretary.served = None;
        table.secretary.served = Some(Served::start(table.secretary.data, &["--club"], 3));
        table.comes("Open");
    }
    table.store().restore_game(id, Timestamp::now()).unwrap();
    table.comes(lost);
}

#[test]
fn what_a_table_mends_reaches_the_season_at_once() {
    every_mending_arrives(true);
}

#[test]
fn what_a_table_mends_off_line_reaches_the_season_later() {
    every_mending_arrives(false);
}
