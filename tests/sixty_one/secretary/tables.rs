//! What tables play, report and mend reaches the season.

use super::Secretary;
use crate::served::{Served, get, join, post};
use game::league::{MeetingId, Season, SeasonFact, SlotResult};
use game::rules::{Points, RuleSet};
use game::self_play::play_match;
use game::{Act, Match, Seat, Setup};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use store::{MatchId, Store, Timestamp};
use tempfile::tempdir;

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
    let (secretary, table) = (Secretary::of_a_cup(), tempdir().unwrap());
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

    Store::open(table.path()).unwrap().store.delete_match(game, Timestamp::now()).unwrap();
    assert!(join(table.path(), &link, "Table 3").1);
    let gone = "a table deleted a match";
    let page = crate::served::page_with(&format!("{}season?id={}&page=facts", secretary.link(2), secretary.id), gone);
    assert!(page.contains(gone), "{page}");
    let table_of = secretary.page(&format!("season.csv?page=table&id={}", secretary.id));
    assert!(table_of.contains("Ship,0,0") && table_of.contains("Bell,0,0"), "{table_of}");
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
    let (mut secretary, table) = (Secretary::of_a_cup(), tempdir().unwrap());
    played(table.path(), 7);
    assert!(join(table.path(), secretary.link(1), "Table 3").1);
    crate::served::page_with(&format!("{}season?id={}&meeting=0", secretary.link(2), secretary.id), "beat");
    let season = Season::of(&secretary.entries());
    let home_won = season.meetings[&MeetingId(0)].settled().next().unwrap().home_won;
    secretary.served = None;
    let run = |winner: &str| {
        let mut command = crate::program();
        command
            .args(["serve", "season", "card", &secretary.id, "1", "--game", winner, "--data"])
            .arg(secretary.data.path());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let (same, other) = if home_won { ("home", "away") } else { ("away", "home") };
    assert!(!run(same).contains("a table"));
    assert!(run(other).contains("Check this: a table reported another winner of game 1"));
}

/// A table that mends what it has recorded, at a server that runs.
struct Mending {
    secretary: Secretary,
    folder: PathBuf,
    id: MatchId,
    game: Match,
    /// The program that sends, unless it is started for each step: then the table was off line.
    joined: Option<Child>,
}

impl Mending {
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

impl Drop for Mending {
    fn drop(&mut self) {
        if let Some(joined) = &mut self.joined {
            joined.kill().unwrap();
            joined.wait().unwrap();
        }
    }
}

/// A table deletes, restores, merges, parts, renames, undoes and corrects: each reaches the season.
fn every_mending_arrives(runs: bool) {
    let (secretary, table) = (Secretary::of_a_cup(), tempdir().unwrap());
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
    table.store().delete_match(id, Timestamp::now()).unwrap();
    table.comes("Open");
    // The server is killed, and forgets none of it.
    if !runs {
        table.secretary.restart();
        table.comes("Open");
    }
    table.store().restore_match(id, Timestamp::now()).unwrap();
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
