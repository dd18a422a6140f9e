//! A data folder that disappears while people play: what every front end answers is what is on the disk.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use super::served::{Served, enter, get, page_with};
use game::layout::Play;
use game::rules::{Points, RuleSet, sets};
use game::tile::{Tile, TileSet};
use game::{Act, Change, Match, Offence, Seat, Setup, Side};
use server::{LinkKind, ListenerOptions};
use sixty_one::table::{self, Table};
use sixty_one::ui::action::Action;
use sixty_one::ui::entry::EntryWish;
use sixty_one::ui::history::{Said, Wish};
use sixty_one::ui::keeper::Keeper;
use sixty_one::ui::phones::{Phones, PhonesWish};
use sixty_one::ui::shell::Shell;
use sixty_one::ui::state::BeginWish;
use std::collections::HashMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::mem::discriminant;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use store::Store;
use tempfile::{TempDir, tempdir};

/// A data folder that can go and come back.
pub(crate) struct Folder {
    _place: TempDir,
    pub(crate) here: PathBuf,
    away: PathBuf,
}

impl Folder {
    pub(crate) fn new() -> Self {
        let place = tempdir().unwrap();
        let (here, away) = (place.path().join("data"), place.path().join("elsewhere"));
        Self { _place: place, here, away }
    }

    pub(crate) fn goes(&self) {
        fs::rename(&self.here, &self.away).unwrap();
    }

    pub(crate) fn comes_back(&self) {
        fs::rename(&self.away, &self.here).unwrap();
    }

    /// Drops of the match that is on the disk, wherever the folder is.
    fn drops(&self) -> usize {
        let folder = if self.here.exists() { &self.here } else { &self.away };
        let mut store = Store::open_read_only(folder).unwrap();
        let game = store.last_open_match().unwrap().unwrap();
        store.load(game).unwrap().iter().filter(|stored| matches!(stored.event.act, Act::Play { .. })).count()
    }

    /// The matches on the disk, and the events of all of them, wherever the folder is.
    pub(crate) fn stored(&self) -> (usize, usize) {
        let folder = if self.here.exists() { &self.here } else { &self.away };
        let store = Store::open_read_only(folder).unwrap();
        let matches = store.match_ids().unwrap();
        (matches.len(), matches.iter().map(|id| store.load(*id).unwrap().len()).sum())
    }

    /// Events of this table's match on the disk, wherever the folder is.
    fn events(&self, table: &Table) -> usize {
        let folder = if self.here.exists() { &self.here } else { &self.away };
        Store::open_read_only(folder).unwrap().load(table.id().unwrap()).unwrap().len()
    }
}

/// Waits until `done`.
pub(crate) fn until(what: &str, mut done: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !done() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn begun(folder: &Path) -> Shell {
    let mut shell = Shell::new(Keeper::open(folder).unwrap());
    shell.perform(BeginWish::Start.into());
    shell
}

/// Opens the window's match to phones; returns the link for entering drops.
pub(crate) fn opened_to_phones(shell: &mut Shell, ctx: &egui::Context) -> String {
    shell.perform(Action::Phones(PhonesWish::Open));
    shell.perform(Action::Phones(PhonesWish::Look(LinkKind::Enter)));
    shell.logic(ctx);
    let phones = &shell.state.phones;
    let code = phones.links.iter().find(|link| link.kind == LinkKind::Enter).unwrap().code.clone();
    format!("http://{}/{}/{code}/", phones.at.clone().unwrap(), LinkKind::Enter.letter())
}

/// The next drop of the window's match.
fn next_play(shell: &Shell) -> Play {
    let game = &shell.state.table.as_ref().unwrap().game;
    let state = game.state();
    let round = state.running().unwrap();
    let plays = game.setup().rules.tiles().iter().flat_map(|tile| round.layout.ways(tile, &game.setup().rules));
    let fits = |play: &Play| game.decide(Act::Play { seat: round.turn, play: *play, stands: false }).is_ok();
    plays.into_iter().find(fits).unwrap()
}

#[test]
fn a_match_is_resumed_only_as_far_as_it_waits_for_nothing() {
    let folder = Folder::new();
    let mut shell = begun(&folder.here);
    let tap = |shell: &mut Shell| shell.perform(EntryWish::Choose(next_play(shell)).into());
    let on_table = |shell: &Shell| shell.state.table.as_ref().unwrap().game.clone();
    tap(&mut shell);
    let id = Store::open_read_only(&folder.here).unwrap().last_open_match().unwrap().unwrap();
    folder.goes();
    tap(&mut shell);
    let first = on_table(&shell);
    shell.perform(Action::History(Wish::TakeUp(id)));
    assert_eq!(on_table(&shell), first, "the drop that waits stays on the table");
    // The next match waits too, and the first is not read without its last drop.
    shell.perform(BeginWish::Start.into());
    let second = on_table(&shell);
    assert_ne!(second, first);
    shell.perform(Action::History(Wish::TakeUp(id)));
    let told = shell.state.history.message.clone();
    assert!(matches!(&told, Some(Said::Failed(why)) if why.contains("not saved")), "{told:?}");
    assert_eq!(on_table(&shell), second);
    folder.comes_back();
    tap(&mut shell);
    assert_eq!(shell.state.unsaved, None);
    shell.perform(Action::History(Wish::TakeUp(id)));
    assert_eq!(on_table(&shell), first, "now all of it is there");
}

/// On the pages of phones and screens.
const BAR: &str = "<p class=\"unsaved\">1 action is not saved yet.</p>";

#[test]
fn phones_stay_while_the_folder_is_away_and_watchers_see_what_is_not_saved() {
    let folder = Folder::new();
    let served = Served::start(&folder.here, &["--enter", "--players", "Anna,Ben"], 2);
    let [watch, link] = [0, 1].map(|at: usize| served.links[at].clone());
    assert!(enter(&link, "tile 6-6", 1).contains("Entered."));
    assert!(!page_with(&watch, "Anna leads 6-6").contains("not saved yet"));
    folder.goes();
    let bars = [BAR.to_owned(), BAR.replace("1 action is", "2 actions are")];
    for (number, (act, bar)) in ["tile 6-5", "tile 5-4"].into_iter().zip(&bars).enumerate() {
        // The server looks at its links every second.
        std::thread::sleep(Duration::from_secs(3));
        assert!(get(&watch).contains(" 200 "), "it was not withdrawn");
        let answer = enter(&link, act, u32::try_from(number).unwrap() + 2);
        assert!(answer.contains("Entered, but not saved yet: ") && folder.drops() == 1, "{act}: {answer}");
        assert!(page_with(&watch, bar).contains(bar) && page_with(&link, bar).contains(bar), "{act}");
    }
    folder.comes_back();
    until("the drops are saved", || folder.drops() == 3);
    until("the bar is gone", || !get(&watch).contains("not saved yet"));
    assert!(enter(&link, "knock", 4).contains("Entered."));
    let told = served.killed();
    let stay: Vec<&String> = told.iter().filter(|line| line.contains("the open links stay as they are")).collect();
    assert!(stay.len() == 1 && stay[0].contains("links.json is missing"), "the message comes once: {told:?}");
}

#[test]
fn a_link_that_the_disk_does_not_withdraw_is_told_in_the_window() {
    let folder = Folder::new();
    let mut shell = begun(&folder.here).with_phones(on_this_machine());
    shell.perform(Action::Phones(PhonesWish::Open));
    shell.perform(Action::Phones(PhonesWish::Look(LinkKind::Enter)));
    assert_eq!(shell.state.phones.problem, None);
    folder.goes();
    for wish in [PhonesWish::Withdraw(LinkKind::Enter), PhonesWish::Renew(LinkKind::Watch)] {
        shell.perform(Action::Phones(wish));
        let problem = shell.state.phones.problem.clone();
        assert!(problem.as_ref().is_some_and(|why| why.contains("may open again later")), "{wish:?}: {problem:?}");
    }
    folder.comes_back();
    shell.perform(Action::Phones(PhonesWish::Renew(LinkKind::Watch)));
    assert_eq!(shell.state.phones.problem, None);
}

#[test]
fn links_that_the_disk_does_not_take_for_the_next_match_are_told_and_kept_later() {
    let folder = Folder::new();
    let mut shell = begun(&folder.here).with_phones(on_this_machine());
    let ctx = egui::Context::default();
    opened_to_phones(&mut shell, &ctx);
    folder.goes();
    shell.perform(BeginWish::Start.into());
    for _ in 0..3 {
        shell.logic(&ctx);
    }
    let notices = &shell.state.notices;
    let told = notices.iter().filter(|notice| notice.words.contains("they work only until Sixty-One ends")).count();
    assert_eq!(told, 1, "{notices:?}");
    folder.comes_back();
    shell.perform(EntryWish::Choose(next_play(&shell)).into());
    let game = Store::open_read_only(&folder.here).unwrap().last_open_match().unwrap().unwrap().to_string();
    until("the links are of the next match", || {
        shell.logic(&ctx);
        std::fs::read_to_string(folder.here.join("links.json")).unwrap().contains(&game)
    });
}

fn on_this_machine() -> Phones {
    let addresses = vec![IpAddr::from([127, 0, 0, 1])];
    Phones::with(ListenerOptions { port: 0, addresses, ..ListenerOptions::default() })
}

#[test]
fn a_watched_camera_tells_what_is_not_saved() {
    let folder = Folder::new();
    let mut child = super::program()
        .args(["watch", "simulated:pafos:7", "--trust", "--json", "--players", "Anna,Ben", "--data"])
        .arg(&folder.here)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut lines = lines.map(|line| serde_json::from_str::<serde_json::Value>(&line).unwrap());
    let mut next = |name: &str| lines.find(|line| line.get(name).is_some()).unwrap()[name].clone();
    assert_eq!(next("drop"), 1);
    until("the first drop is on the disk", || folder.here.exists() && folder.drops() >= 1);
    folder.goes();
    let before = folder.drops();
    assert!(next("unsaved").as_u64().unwrap() > 0);
    assert_eq!(folder.drops(), before);
    folder.comes_back();
    assert_eq!(next("unsaved"), 0);
    assert!(folder.drops() > before);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Acts of every kind that may be possible now; another play comes first each `time`.
fn candidates(game: &Match, time: usize) -> Vec<Act> {
    let round = game.state().running();
    let seat = round.map_or(Seat::FIRST, |round| round.turn);
    let before = Seat::new((seat.index() + game.setup().seats() - 1) % game.setup().seats()).unwrap();
    let layout = round.map(|round| round.layout.clone()).unwrap_or_default();
    let rules = &game.setup().rules;
    let plays = rules.tiles().iter().flat_map(|tile| layout.ways(tile, rules));
    let mut acts: Vec<Act> = plays.map(|play| Act::Play { seat, play, stands: false }).collect();
    let turn = time % acts.len().max(1);
    acts.rotate_left(turn);
    let blank: Tile = "0-0".parse().unwrap();
    let (side, name, why) = (Side::new(0), format!("Player {}", game.events().len()), "a slip".to_owned());
    acts.extend(
        [seat, before]
            .into_iter()
            .flat_map(|seat| [Act::Claim { seat }, Act::Muggins { seat }, Act::FalseClaim { seat, points: 5 }]),
    );
    // Pips are entered for the hands that are not known.
    let out = |out: usize| (0..game.setup().seats()).map(move |seat| Some(if seat == out { 0 } else { 40 })).collect();
    acts.extend((0..=game.setup().seats()).map(|seat| Act::Tally { left: out(seat) }));
    acts.extend(
        (0..game.setup().seats()).map(|one| Act::Tally {
            left: (0..game.setup().seats()).map(|seat| (seat == one).then_some(40)).collect(),
        }),
    );
    acts.extend(Offence::ALL.map(|offence| Act::Penalty { seat, offence }));
    acts.extend(game.standing().last().map(|(event, _)| Act::Correct { event, change: Change::Remove }));
    acts.extend([
        Act::Deal { leader: seat, hands: Vec::new() },
        Act::Knock { seat, stands: true },
        Act::Draw { seat, tiles: 1, seen: TileSet::default() },
        Act::Adjust { side: side.unwrap(), points: Points::new(1), why: why.clone() },
        Act::Lapse,
        Act::Block,
        Act::Reveal { seat, tiles: std::iter::once(blank).collect() },
        Act::Score { left: vec![Points::ZERO, Points::new(5)], out: side, doubled: false },
        Act::Redeal,
        Act::Rename { seat, name: name.clone() },
        Act::Substitute { seat, name },
        Act::Undo,
        Act::Redo,
        Act::Abandon { why },
    ]);
    acts
}

/// Kinds of acts besides the start of a match.
const KINDS: usize = 21;

#[test]
fn an_act_of_every_kind_tells_where_it_is() {
    let folder = Folder::new();
    let claimed = ["pafos claim=muggins", "pafos claim=must_claim"].repeat(20);
    let claimed = claimed.into_iter().map(|rules| RuleSet::parse(rules).unwrap());
    let rules = claimed.chain(sets::all().map(|preset| preset.rules.clone()));
    let setups = rules.map(|rules| Setup::new(rules, &["Anna", "Ben"]));
    let mut games =
        setups.filter(|setup| setup.check().is_ok()).map(|setup| table::opening(setup, Seat::FIRST).unwrap());
    let mut table = table::open(&folder.here).unwrap().begin(games.next().unwrap());
    let mut used = HashMap::new();
    loop {
        for number in 0..30 {
            let mut acts = candidates(table.game(), used.values().sum());
            acts.sort_by_key(|act| used.get(&discriminant(act)).copied().unwrap_or(0));
            let (possible, refused): (Vec<Act>, Vec<Act>) =
                acts.into_iter().partition(|act| table.game().decide(act.clone()).is_ok());
            let (before, was) = (folder.events(&table), table.game().events().len());
            for act in refused {
                assert!(table.apply(act, None).is_err());
            }
            assert_eq!((folder.events(&table), table.game().events().len()), (before, was));
            let Some(act) = possible.into_iter().next() else { break };
            *used.entry(discriminant(&act)).or_insert(0) += 1;
            // The folder is here for three acts, and gone for three.
            let gone = number % 6 >= 3;
            if gone && folder.here.exists() {
                folder.goes();
            } else if !gone && !folder.here.exists() {
                folder.comes_back();
            }
            let told = table.apply(act.clone(), None).unwrap().unsaved;
            let there = folder.events(&table);
            match told {
                None => assert_eq!(there, table.game().events().len(), "{act:?}"),
                Some(told) => {
                    assert!(gone && told.acts == number % 3 + 1, "{act:?}: {told}");
                    assert_eq!(there, before, "{act:?}");
                }
            }
            assert_eq!(gone, there < table.game().events().len(), "{act:?}");
        }
        if !folder.here.exists() {
            folder.comes_back();
        }
        assert_eq!(table.retry(), None);
        match games.next() {
            Some(game) if used.len() < KINDS => table.next_match(game),
            _ => break,
        }
    }
    assert_eq!(used.len(), KINDS, "{used:?}");
}

#[test]
fn what_was_missed_is_put_in_its_place_and_later_drops_are_scored_anew() {
    use game::record::Record;
    let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA 6-4@6-6.s2\nend\n";
    let game = Record::parse(text).unwrap().game;
    let seat = |letter: &str| letter.parse::<Seat>().unwrap();
    let drop_of = |game: &game::Match, tile: &str| {
        let tile: game::tile::Tile = tile.parse().unwrap();
        let is = |(_, act): &(usize, &Act)| matches!(act, Act::Play { play, .. } if play.tile() == tile);
        game.standing().find(is).map(|(event, _)| event).unwrap()
    };
    // Ben's drop was really Anna's.
    let mut table = Table::in_memory(game.clone());
    table.give_to(drop_of(&game, "6-3"), seat("A")).unwrap();
    let turns = &table.game().state().running().unwrap().turns;
    assert_eq!((turns[1].seat, turns.len()), (seat("A"), 3));
    // A missed knock.
    let mut table = Table::in_memory(game.clone());
    table.insert_knock(Some(drop_of(&game, "6-4")), seat("A")).unwrap();
    assert_eq!(table.game().state().running().unwrap().turns.len(), 4);
    // A drop that was missed between two others: the later one scores differently, and that is reported.
    let mut table = Table::in_memory(game.clone());
    let play = table.game().state().running().unwrap().layout.prefix(2).parse_play("3-3@6-3.3").unwrap();
    let applied = table.insert_drop(Some(drop_of(&game, "6-4")), seat("A"), play, None).unwrap();
    let told: Vec<String> = applied.rescored.iter().map(|changed| changed.words(table.game())).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("Ben's 6-4: "), "{told:?}");
    // And one Undo takes it back.
    table.apply(Act::Undo, None).unwrap();
    assert_eq!(table.game().state(), game.state());
}
