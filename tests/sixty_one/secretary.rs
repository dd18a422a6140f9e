//! A season as its secretary and its captains run it on the pages, with tables that send their matches. A whole one is played by
//! `sixty-one-lab league season`.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use crate::served::{Served, get, join, post};
use game::league::{Day, MeetingId, Season, SeasonEntry, SeasonFact, SlotResult};
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
        let fields: Vec<(String, String)> = fields.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
        let page = self.send(form, about, &fields);
        assert!(page.contains("Recorded."), "{form}: {page}");
    }

    fn entries(&self) -> Vec<SeasonEntry> {
        let book = Store::open_read_only(self.data).unwrap().book().unwrap();
        book.seasons.get(&self.id).cloned().unwrap_or_default()
    }
}

/// A card: the first `home` of these games are won at home.
fn card(home: usize, games: usize) -> Vec<(String, String)> {
    let winner = |slot| if slot < home { "home" } else { "away" };
    (0..games).map(|slot| (format!("won{slot}"), winner(slot).to_owned())).collect()
}

fn begin(secretary: &mut Secretary<'_>, title: &str, first: Day) {
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
    // Sent twice, it begins once.
    let again = post(&format!("{}season", secretary.link(2)), &{
        let mut body = "id=&form=begin&about=0&seen=0".to_owned();
        form.iter().for_each(|(name, value)| body += &format!("&{name}={}", coded(value)));
        body
    });
    assert!(again.contains(&format!("season?id={}", secretary.id)), "{again}");
}

#[test]
fn a_form_keeps_what_was_typed_and_counts_once() {
    let data = tempdir().unwrap();
    let served = Served::start(data.path(), &["--club"], 3);
    let mut secretary = Secretary { data: data.path(), served: Some(served), id: String::new() };
    let today = Day(Timestamp::now().day_number());
    begin(&mut secretary, "Winter", Day(today.0 - 70));
    assert!(!secretary.page(&format!("season?id={}&page=fixtures", secretary.id)).contains(&Day(today.0 - 56).words()));
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
        secretary.record("card", meeting, &[("won0", "away")]);
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
        page.split("href=\"").find(|part| part.starts_with("http")).unwrap().split('"').next().unwrap().to_owned()
    };
    let (ship, bell) = (captain(&secretary, 0), captain(&secretary, 1));
    assert!(ship.contains("/k/") && ship != bell, "{ship}");
    let send = |link: &str, form: &str, more: &str| {
        post(&format!("{link}season"), &format!("form={form}&about=0&seen=3{more}"))
    };
    assert!(send(&ship, "dock", "&points=1&reason=x").contains("only the secretary can do this"));
    assert!(send(&ship, "card", "&home0=Zoe&won0=home").contains("did you mean Zo"), "Zoe is asked about");
    assert!(send(&ship, "card", "&won0=home").contains("Recorded."));
    assert!(get(&format!("{bell}season?meeting=0")).contains("Confirm the card"));
    assert!(
        !get(&format!("{}season?meeting=0", secretary.link(0))).contains("<form class=\"entry\""),
        "the world only reads"
    );
    assert!(send(&bell, "dispute", "&reason=we+won").contains("Recorded."));
    let waits = secretary.page(&format!("season?id={}", secretary.id));
    assert!(waits.contains("reports differ: decide"), "{waits}");
    secretary.record("card", 0, &[("won0", "home"), ("note", "both heard")]);
    let table = secretary.page(&format!("season.csv?page=table&id={}", secretary.id));
    assert!(table.contains(",1,1,0,0,1,0,2"), "{table}");
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
    assert!(get(&new).contains("Meetings of Ship") && get(&old).starts_with("HTTP/1.1 403"));
    assert!(get(&other).contains("Meetings of Bell"));
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
