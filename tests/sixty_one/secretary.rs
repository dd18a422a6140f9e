//! A season as its secretary runs it on the pages, with the server killed in every tenth act. After each round the table is the
//! one that a second fold of the facts comes to, which shares no code with the first.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use crate::served::{Served, get, join, post};
use game::league::{Author, Award, Day, SeasonEntry, SeasonFact, TeamId};
use game::rules::RuleSet;
use game::self_play::play_match;
use game::{Match, Setup};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use store::{MatchId, Store, Timestamp};
use tempfile::tempdir;

const TEAMS: usize = 8;
const GAMES: usize = 9;

/// Letters as a form sends them.
fn coded(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric();
    text.bytes().map(|byte| if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// The secretary, at a server that is killed now and then.
struct Secretary<'a> {
    data: &'a Path,
    served: Option<Served>,
    acts: usize,
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
    fn send(&mut self, form: &str, about: u32, fields: &[(String, String)]) -> String {
        self.acts += 1;
        if self.acts.is_multiple_of(10) {
            self.served = None;
            self.served = Some(Served::start(self.data, &["--club"], 3));
        }
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
    fn record(&mut self, form: &str, about: u32, fields: &[(&str, &str)]) {
        let fields: Vec<(String, String)> = fields.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
        let page = self.send(form, about, &fields);
        assert!(page.contains("Recorded."), "{form}: {page}");
    }

    fn entries(&self) -> Vec<SeasonEntry> {
        let book = Store::open_read_only(self.data).unwrap().book().unwrap();
        book.seasons.get(&self.id).cloned().unwrap_or_default()
    }

    /// Reports whether it is a meeting of this team.
    fn plays(&self, meeting: u32, team: u32) -> bool {
        let entries = self.entries();
        let SeasonFact::Begun { meetings, .. } = &entries[0].fact else { return false };
        meetings.iter().any(|one| one.id.0 == meeting && [one.home.0, one.away.0].contains(&team))
    }

    fn card(&mut self, meeting: u32, home: usize) {
        let page = self.send("card", meeting, &card(home, GAMES));
        assert!(page.contains("Recorded."), "{page}");
    }

    /// The table as its file says it is the table that the facts come to.
    #[track_caller]
    fn check(&self) {
        let file = self.page(&format!("season.csv?page=table&id={}", self.id));
        let text = file.split_once('\u{feff}').unwrap().1;
        let shown: Vec<Vec<String>> =
            text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect();
        let second = second_fold(&self.entries());
        let sum = |line: &Vec<String>| -> (i64, i64, i64) {
            let n = |at: usize| line[at].parse::<i64>().unwrap();
            (-n(7), n(6) - n(5), -n(5))
        };
        assert!(shown.is_sorted_by_key(sum), "{shown:?}");
        let shown: BTreeMap<String, Vec<i64>> = shown
            .into_iter()
            .map(|line| (line[0].clone(), line[1..].iter().map(|n| n.parse().unwrap()).collect()))
            .collect();
        assert_eq!(shown, second);
    }
}

/// A card: the first `home` of these games are won at home.
fn card(home: usize, games: usize) -> Vec<(String, String)> {
    let winner = |slot| if slot < home { "home" } else { "away" };
    (0..games).map(|slot| (format!("won{slot}"), winner(slot).to_owned())).collect()
}

/// Folds the facts a second time, written from their meaning: played, won, drawn, lost, games won and lost, points, by
/// team.
fn second_fold(entries: &[SeasonEntry]) -> BTreeMap<String, Vec<i64>> {
    let mut undone = BTreeSet::new();
    for entry in entries.iter().rev().filter(|entry| matches!(entry.fact, SeasonFact::Undone { .. })) {
        if let (false, SeasonFact::Undone { entry: earlier, .. }) = (undone.contains(&entry.number), &entry.fact) {
            undone.insert(*earlier);
        }
    }
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    let (mut meetings, mut struck) = (BTreeMap::new(), BTreeSet::new());
    let mut points: BTreeMap<u32, i64> = BTreeMap::new();
    // Of each game of each meeting: who says who won.
    let mut said: BTreeMap<(u32, usize), BTreeMap<String, bool>> = BTreeMap::new();
    let mut agreed: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut awards: BTreeMap<u32, (i64, i64)> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| !undone.contains(&entry.number)) {
        match &entry.fact {
            SeasonFact::Begun { teams, meetings: planned, .. } => {
                names.extend((0..).zip(teams.iter().map(|team| team.name.clone())));
                meetings.extend(planned.iter().map(|one| (one.id.0, (one.home.0, one.away.0))));
            }
            SeasonFact::TeamJoined { team, squad, meetings: planned } => {
                names.insert(team.0, squad.name.clone());
                meetings.extend(planned.iter().map(|one| (one.id.0, (one.home.0, one.away.0))));
            }
            SeasonFact::TeamLeft { team, struck: true, .. } => drop(struck.insert(team.0)),
            SeasonFact::Docked { team, points: taken, .. } => *points.entry(team.0).or_default() -= i64::from(*taken),
            SeasonFact::Given { team, points: given, .. } => *points.entry(team.0).or_default() += i64::from(*given),
            SeasonFact::Card { meeting, scores, .. } => {
                let by = format!("{:?}", entry.by);
                for score in scores {
                    said.entry((meeting.0, score.slot)).or_default().insert(by.clone(), score.home_won);
                }
            }
            SeasonFact::Confirmed { meeting } => {
                if let Author::Captain(TeamId(team)) = entry.by {
                    agreed.insert((meeting.0, team));
                }
            }
            SeasonFact::Played { meeting, score, record } => {
                said.values_mut().for_each(|by| by.retain(|who, _| who != record));
                said.entry((meeting.0, score.slot)).or_default().insert(record.clone(), score.home_won);
            }
            SeasonFact::RecordWithdrawn { record } => {
                said.values_mut().for_each(|by| by.retain(|who, _| who != record));
            }
            SeasonFact::Awarded { meeting, to, .. } => {
                let games = GAMES as i64;
                let award = match to {
                    Award::Home => (games, 0),
                    Award::Away => (0, games),
                    Award::Neither => (0, 0),
                };
                awards.insert(meeting.0, award);
            }
            SeasonFact::Replay { meeting, .. } => {
                said.retain(|(of, _), _| *of != meeting.0);
                awards.remove(&meeting.0);
            }
            _ => {}
        }
    }
    let counts = |by: &BTreeMap<String, bool>, meeting: u32| -> Option<bool> {
        if let Some(decided) = by.get("Secretary") {
            return Some(*decided);
        }
        let same = by.values().collect::<BTreeSet<_>>().len() == 1;
        let a_table = by.keys().any(|who| !who.starts_with("Captain"));
        let both = by.len() > 1 || agreed.iter().any(|(of, _)| *of == meeting);
        (same && (a_table || both)).then(|| by.values().next().copied()).flatten()
    };
    let mut table: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for (team, name) in names.iter().filter(|(team, _)| !struck.contains(*team)) {
        table.insert(name.clone(), vec![0, 0, 0, 0, 0, 0, points.get(team).copied().unwrap_or(0)]);
    }
    for (meeting, (home, away)) in &meetings {
        if struck.contains(home) || struck.contains(away) {
            continue;
        }
        let games: Vec<bool> = (0..GAMES).filter_map(|slot| counts(said.get(&(*meeting, slot))?, *meeting)).collect();
        let won = games.iter().filter(|home_won| **home_won).count() as i64;
        let result = match awards.get(meeting) {
            Some(award) => *award,
            None if games.len() == GAMES => (won, GAMES as i64 - won),
            None => continue,
        };
        for (team, ours, theirs) in [(home, result.0, result.1), (away, result.1, result.0)] {
            let line = table.get_mut(&names[team]).unwrap();
            let outcome = usize::from(ours <= theirs) + usize::from(ours < theirs);
            line[0] += 1;
            line[1 + outcome] += 1;
            line[4] += ours;
            line[5] += theirs;
            line[6] += [2, 1, 0][outcome];
        }
    }
    table
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
fn a_season_of_eight_teams_is_run_on_the_pages() {
    let data = tempdir().unwrap();
    let served = Served::start(data.path(), &["--club"], 3);
    let mut secretary = Secretary { data: data.path(), served: Some(served), acts: 0, id: String::new() };
    let today = Day(Timestamp::now().day_number());
    begin(&mut secretary, "Winter", Day(today.0 - 70));
    assert!(!secretary.page(&format!("season?id={}&page=fixtures", secretary.id)).contains(&Day(today.0 - 56).words()));
    // A form that is not taken is shown as it was typed, and asks who was meant.
    let mut wrong = card(5, GAMES);
    wrong.push(("home0".to_owned(), "P0O".to_owned()));
    let page = secretary.send("card", 0, &wrong);
    assert!(page.contains("is not in the squad of") && page.contains("value=\"P0O\""), "{page}");
    assert_eq!(secretary.entries().len(), 1);

    for round in 1..=14_u32 {
        for meeting in (round - 1) * 4..round * 4 {
            match meeting {
                // The team that has dropped out plays no more.
                _ if round > 10 && secretary.plays(meeting, 7) => {}
                9 | 21 | 33 => secretary.record("move", meeting, &[("day", ""), ("reason", "snow")]),
                6 | 30 => secretary.record(
                    "award",
                    meeting,
                    &[("to", "away"), ("cause", "conceded"), ("reason", "no players")],
                ),
                _ => secretary.card(meeting, (meeting as usize * 5) % (GAMES + 1)),
            }
        }
        match round {
            2 => secretary.record("join", 0, &[("squad", "Late: L1, L2, L3")]),
            3 => secretary.record("dock", 2, &[("points", "2"), ("reason", "late cards")]),
            4 => secretary.record("give", 1, &[("points", "1"), ("reason", "the appeal was upheld")]),
            5 | 6 => secretary.card(round * 4 - 5, 9),
            7 => secretary.record("rename", 0, &[("from", "P33"), ("to", "Zoë")]),
            8 => secretary.record("replay", 20, &[("reason", "wrong set")]),
            9 => secretary.card(20, 1),
            10 => secretary.record("leave", 7, &[("strike", "on"), ("reason", "no players")]),
            11 => secretary.record("move", 9, &[("day", "2027-05-04"), ("reason", "snow")]),
            12 => {
                let docked = secretary.entries();
                let docked =
                    docked.iter().find(|entry| matches!(entry.fact, SeasonFact::Docked { .. })).unwrap().number;
                secretary.record("undo", u32::try_from(docked).unwrap(), &[]);
            }
            13 => secretary.card(9, 4),
            _ => {}
        }
        secretary.check();
    }
    // Typed twice is there once.
    let body =
        secretary.body("dock", 3, &[("points".to_owned(), "1".to_owned()), ("reason".to_owned(), "x".to_owned())]);
    let link = format!("{}season", secretary.link(2));
    assert!(post(&link, &body).contains("Recorded.") && post(&link, &body).contains("recorded already"));
    secretary.check();
    // A second season of the same teams does not affect the first, nor the first the second.
    let (first, before) = (secretary.id.clone(), secretary.entries());
    begin(&mut secretary, "Spring", today);
    let table = secretary.page(&format!("season.csv?page=table&id={}", secretary.id));
    assert!(table.contains("Team 0,0,0,0,0,0,0,0"), "{table}");
    secretary.card(0, 9);
    secretary.check();
    secretary.id = first;
    assert_eq!(secretary.entries(), before);
    secretary.check();
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
    let mut secretary = Secretary { data: data.path(), served: Some(served), acts: 0, id: String::new() };
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

    // The secretary's card says otherwise: it decides, and both can be read.
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
    let mut secretary = Secretary { data: data.path(), served: Some(served), acts: 0, id: String::new() };
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
