//! What happens in the season, round by round.

use super::hands::{Hands, TypedForm};
use super::pub_table::PubTable;
use super::stage::Stage;
use super::{SeasonPlan, SeasonReport};
use anyhow::{Context as _, bail, ensure};
use game::league::{Author, Day, Meeting, MeetingId, MeetingState, Season, SeasonFact, TeamId};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use store::{MatchId, Timestamp};

const GAMES: usize = 9;
/// The first six games are singles, the others pairs.
const SINGLES: usize = 6;
const WINTER: &str = "Winter";
const SPRING: &str = "Spring";
/// The team that joins late has the next number.
const TEAMS: u32 = 7;

/// How a meeting goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Its games are played at the home side's table.
    Table,
    /// The table has no network this evening and the next ones.
    OffLine,
    /// Played at a table, which corrects a game later.
    Corrected,
    /// Played at a table under a name that is not in any squad, which is corrected in the match.
    Renamed,
    /// The same, and the two names are merged.
    Merged,
    /// Played at a table, which deletes a game and plays another.
    Deleted,
    /// Typed from a paper card.
    Card,
    /// Typed wrongly, and again.
    TypedTwice,
    /// Awarded by mistake, undone, then typed.
    Undone,
    /// A captain's card, which the other one confirms.
    Captains,
    /// A captain's card, which the other one disputes and the secretary decides.
    Disputed,
    /// Typed from a paper card that says otherwise than the table in one game; the secretary decides.
    Differing,
    Postponed,
    PutOff,
    Conceded,
    /// Played, and played again.
    Replayed,
}

/// What is out of the ordinary: round, place among the meetings of the round, and how it goes.
const WAYS: &[(u32, usize, Way)] = &[
    (2, 0, Way::Card),
    (3, 0, Way::Postponed),
    (3, 1, Way::OffLine),
    (4, 0, Way::Conceded),
    (4, 1, Way::Captains),
    (5, 0, Way::PutOff),
    (5, 1, Way::Disputed),
    (6, 0, Way::Corrected),
    (6, 1, Way::Renamed),
    (7, 0, Way::Postponed),
    (7, 1, Way::TypedTwice),
    (8, 0, Way::Conceded),
    (8, 1, Way::Deleted),
    (9, 0, Way::Undone),
    (10, 0, Way::Merged),
    (12, 0, Way::Replayed),
    (13, 0, Way::Differing),
];

type Fields = Vec<(String, String)>;

fn fields(of: &[(&str, &str)]) -> Fields {
    of.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// One game of a meeting as it is lined up and as it ended.
#[derive(Clone)]
struct PlayedGame {
    home: Vec<String>,
    away: Vec<String>,
    home_won: bool,
    record: Option<MatchId>,
}

/// A season that is being played.
pub(super) struct Course {
    stage: Stage,
    hands: Hands,
    plan: SeasonPlan,
    folder: PathBuf,
    tables: BTreeMap<TeamId, PubTable>,
    captains: BTreeMap<TeamId, String>,
    id: String,
    spring: String,
    seed: u64,
    report: SeasonReport,
}

impl Course {
    /// Two seasons of the same seven teams begin.
    pub(super) fn begin(stage: Stage, hands: Hands, folder: &Path, plan: SeasonPlan) -> anyhow::Result<Self> {
        let mut course = Self {
            stage,
            hands,
            plan,
            folder: folder.to_owned(),
            tables: BTreeMap::new(),
            captains: BTreeMap::new(),
            id: String::new(),
            spring: String::new(),
            seed: 0,
            report: SeasonReport::default(),
        };
        let today = Day(Timestamp::now().day_number());
        course.id = course.begin_season(WINTER, today)?;
        course.spring = course.begin_season(SPRING, Day(today.0 + 9))?;
        ensure!(course.id != course.spring, "two seasons are one");
        Ok(course)
    }

    fn begin_season(&mut self, title: &'static str, first: Day) -> anyhow::Result<String> {
        let teams: String = (0..TEAMS).map(|team| squad_line(team) + "\n").collect();
        let typed = fields(&[
            ("title", title),
            ("teams", &teams),
            ("league", ""),
            ("games", "9"),
            ("pairs", "3"),
            ("win", "2"),
            ("draw", "1"),
            ("game", "0"),
            ("narrow", ""),
            ("twice", "on"),
            ("first", &first.to_string()),
            ("every", "7"),
            ("without", &Day(first.0 + 14).to_string()),
        ]);
        let form = TypedForm {
            link: self.stage.secretary()?,
            page: "season?page=begin".to_owned(),
            season: String::new(),
            form: "begin",
            about: 0,
            seen: 0,
            fields: typed,
        };
        self.report.forms += 1;
        let hands = &mut self.hands;
        self.stage.act(|| hands.send(&form), |stage| Ok(stage.season_of(title)?.is_none()))?;
        self.stage.season_of(title)?.with_context(|| format!("{title} has not begun"))
    }

    /// Plays to the end of the season.
    pub(super) fn play(mut self) -> anyhow::Result<SeasonReport> {
        let mut round = 1;
        loop {
            let season = self.stage.season(&self.id)?;
            let last = season.meetings.values().map(|meeting| meeting.planned.round).max().unwrap_or(0);
            if round > self.plan.rounds.map_or(last, |rounds| rounds.min(last)) {
                break;
            }
            let of_round = season.meetings.values().filter(|meeting| meeting.planned.round == round);
            let ids: Vec<MeetingId> = of_round.map(|meeting| meeting.planned.id).collect();
            for (place, id) in ids.into_iter().enumerate() {
                let way = WAYS.iter().find(|(at, of, _)| (*at, *of) == (round, place)).map_or(Way::Table, |way| way.2);
                self.meet(id, way).with_context(|| format!("round {round}, meeting {}, {way:?}", id.0))?;
            }
            self.after(round).with_context(|| format!("after round {round}"))?;
            self.check().with_context(|| format!("after round {round}"))?;
            self.report.rounds = round;
            round += 1;
        }
        let facts = self.stage.entries(&self.id)?.len();
        Ok(SeasonReport { acts: self.stage.acts, kills: self.stage.kills, facts, ..self.report })
    }

    fn season(&self) -> anyhow::Result<Season> {
        self.stage.season(&self.id)
    }

    /// A form of the secretary that is taken.
    fn record(&mut self, form: &'static str, about: u32, typed: &[(&str, &str)]) -> anyhow::Result<()> {
        self.type_in(None, form, about, fields(typed), "Recorded.")
    }

    /// A form of a captain, or of the secretary, and words of the answer.
    fn type_in(
        &mut self,
        captain: Option<TeamId>,
        form: &'static str,
        about: u32,
        typed: Fields,
        answer: &str,
    ) -> anyhow::Result<()> {
        let id = self.id.clone();
        let rest = match form {
            "join" | "rename" | "skip" => String::new(),
            "dock" | "give" | "leave" => format!("&team={about}"),
            "undo" => format!("&fact={about}"),
            _ => format!("&meeting={about}"),
        };
        let link = match captain {
            Some(team) => self.captain(team)?,
            None => self.stage.secretary()?,
        };
        let form = TypedForm {
            link,
            page: format!("season?id={id}{rest}"),
            season: id.clone(),
            form,
            about,
            seen: self.stage.entries(&id)?.len(),
            fields: typed,
        };
        self.report.forms += 1;
        let (hands, seen) = (&mut self.hands, form.seen);
        let again = |stage: &Stage| Ok(stage.entries(&id)?.len() == seen);
        let page = self.stage.act(|| hands.send(&form), again)?;
        if let Some(page) = page {
            ensure!(page.contains(answer), "{form:?}: {page}");
        }
        Ok(())
    }

    /// The link of a team's captain, made by the secretary where there is none yet.
    fn captain(&mut self, team: TeamId) -> anyhow::Result<String> {
        if let Some(link) = self.captains.get(&team) {
            return Ok(link.clone());
        }
        let form = TypedForm {
            link: self.stage.secretary()?,
            page: format!("season?id={}&team={}", self.id, team.0),
            season: self.id.clone(),
            form: "captain",
            about: team.0,
            seen: 0,
            fields: Vec::new(),
        };
        self.report.forms += 1;
        let hands = &mut self.hands;
        // A link that was made in a killed server is lost: another takes its place.
        let page = self.stage.act(|| hands.send(&form), |_| Ok(true))?.context("no link")?;
        let link = page.split('"').find(|part| part.contains("/k/")).context("no link")?.to_owned();
        self.captains.insert(team, link.clone());
        Ok(link)
    }

    /// Plays a meeting, unless it is void or over.
    fn meet(&mut self, id: MeetingId, way: Way) -> anyhow::Result<()> {
        let season = self.season()?;
        let meeting = season.meetings.get(&id).context("no such meeting")?;
        if meeting.state != MeetingState::Open {
            return Ok(());
        }
        let (home, away) = (meeting.planned.home, meeting.planned.away);
        let about = id.0;
        match way {
            Way::Postponed => self.record("move", about, &[("day", ""), ("reason", "snow")]),
            Way::Conceded => {
                let typed = [("to", "away"), ("cause", "conceded"), ("reason", "too few players")];
                self.record("award", about, &typed)
            }
            Way::PutOff => {
                let day = meeting.day().context("no day")?;
                self.record("move", about, &[("day", &Day(day.0 + 3).to_string()), ("reason", "a wedding")])?;
                self.meet(id, Way::Table)
            }
            Way::Card => self.card(None, &season, meeting, 5, "from Una"),
            Way::TypedTwice => {
                self.card(None, &season, meeting, 7, "from Una")?;
                self.card(None, &season, meeting, 2, "read the wrong way round")
            }
            Way::Undone => {
                let ringer: Fields = fields(&[("home0", "Wilhelmina"), ("won0", "home")]);
                self.type_in(None, "card", about, ringer, "is not in the squad of")?;
                self.record("award", about, &[("to", "neither"), ("cause", "no-card"), ("reason", "none came")])?;
                let number = self.stage.entries(&self.id)?.last().map_or(0, |entry| entry.number);
                self.record("undo", u32::try_from(number)?, &[("reason", "it was in the post")])?;
                self.card(None, &season, meeting, 4, "by post")
            }
            Way::Captains => {
                self.card(Some(home), &season, meeting, 6, "")?;
                self.type_in(Some(away), "confirm", about, Vec::new(), "Recorded.")
            }
            Way::Disputed => {
                self.card(Some(away), &season, meeting, 8, "")?;
                let typed = fields(&[("game1", "on"), ("reason", "game 2 was ours")]);
                self.type_in(Some(home), "dispute", about, typed, "Recorded.")?;
                self.decide(&season, meeting, &[true, false, true, false, true, false, true, false, true])
            }
            Way::Table => self.at_table(&season, meeting, false),
            Way::OffLine => self.at_table(&season, meeting, true),
            Way::Corrected => {
                self.at_table(&season, meeting, false)?;
                let record = self.records(id)?.pop().context("no record")?;
                self.table(home)?.turn_round(record)?;
                self.send(home, 1)
            }
            Way::Renamed => self.under_a_wrong_name(&season, meeting, |table, record, wrong, right| {
                ensure!(wrong != right, "one name");
                table.rename(record, 0, right)
            }),
            Way::Merged => {
                self.under_a_wrong_name(&season, meeting, |table, _, wrong, right| table.merge(wrong, right))
            }
            Way::Deleted => {
                self.at_table(&season, meeting, false)?;
                let record = self.records(id)?.remove(0);
                self.table(home)?.delete(record)?;
                self.send(home, 1)?;
                let now = self.season()?;
                let again = now.meetings.get(&id).context("no meeting")?;
                ensure!(again.state == MeetingState::Open, "a deleted game counts");
                let mut lost = self.lineup(&now, again)?.swap_remove(0);
                self.play_game(home, again, (0, GAMES), &mut lost)?;
                self.send(home, 1)
            }
            Way::Differing => self.differing(&season, meeting),
            Way::Replayed => {
                self.card(None, &season, meeting, 9, "from Una")?;
                self.record("replay", about, &[("reason", "the wrong set")])?;
                self.meet(id, Way::Table)
            }
        }
    }

    /// The games of a meeting, not yet played: singles, then pairs.
    fn lineup(&self, season: &Season, meeting: &Meeting) -> anyhow::Result<Vec<PlayedGame>> {
        let squad = |team: TeamId| season.teams.get(&team).map(|team| &team.squad.players).context("no such team");
        let (home, away) = (squad(meeting.planned.home)?, squad(meeting.planned.away)?);
        let of = |squad: &[String], slot: usize| match slot.checked_sub(SINGLES) {
            None => squad[slot..=slot].to_vec(),
            Some(pair) => squad[2 * pair..2 * pair + 2].to_vec(),
        };
        let game = |slot| PlayedGame { home: of(home, slot), away: of(away, slot), home_won: false, record: None };
        Ok((0..GAMES).map(game).collect())
    }

    /// Types a card on which the home side wins the first games.
    fn card(
        &mut self,
        captain: Option<TeamId>,
        season: &Season,
        meeting: &Meeting,
        home: usize,
        note: &str,
    ) -> anyhow::Result<()> {
        let mut games = self.lineup(season, meeting)?;
        games.iter_mut().take(home).for_each(|game| game.home_won = true);
        self.type_in(captain, "card", meeting.planned.id.0, card_fields(&games, note), "Recorded.")
    }

    /// The secretary decides the games on which reports differ.
    fn decide(&mut self, season: &Season, meeting: &Meeting, home: &[bool]) -> anyhow::Result<()> {
        let id = meeting.planned.id;
        let page = self.stage.seen(&format!("season?id={}", self.id))?;
        ensure!(page.contains("to be decided"), "nothing is to be decided in {}", season.title);
        let now = self.season()?;
        let differ = now.meetings.get(&id).context("no meeting")?.slots.iter().enumerate();
        let differ = differ.filter(|(_, slot)| matches!(slot, game::league::SlotResult::Differing(_)));
        let winner = |slot: usize| if home[slot] { "home" } else { "away" };
        let mut typed: Fields = differ.map(|(slot, _)| (format!("won{slot}"), winner(slot).to_owned())).collect();
        ensure!(!typed.is_empty(), "no game differs");
        typed.extend(fields(&[("reason", "both were heard")]));
        self.type_in(None, "decide", id.0, typed, "Recorded.")?;
        let now = self.season()?;
        ensure!(
            now.meetings.get(&id).is_some_and(|meeting| meeting.state == MeetingState::Played),
            "it is not decided"
        );
        Ok(())
    }

    fn table(&mut self, team: TeamId) -> anyhow::Result<&mut PubTable> {
        let folder = self.folder.join(format!("table{}", team.0));
        std::fs::create_dir_all(&folder)?;
        Ok(self.tables.entry(team).or_insert_with(|| PubTable::new(format!("Table {}", team.0), folder)))
    }

    /// Plays a game at a table; `place` is its slot and its place in the evening.
    fn play_game(
        &mut self,
        at: TeamId,
        meeting: &Meeting,
        (slot, place): (usize, usize),
        game: &mut PlayedGame,
    ) -> anyhow::Result<()> {
        let day = meeting.day().context("no day")?;
        self.seed += 1;
        let seed = self.seed * 1000 + slot as u64;
        let (id, won) = self.table(at)?.play([&game.home, &game.away], (day, place), seed)?;
        (game.record, game.home_won) = (Some(id), won);
        self.report.games += 1;
        Ok(())
    }

    /// Plays a meeting at its home side's table, and sends it; `cut` when the network goes after the first game.
    fn at_table(&mut self, season: &Season, meeting: &Meeting, cut: bool) -> anyhow::Result<()> {
        let home = meeting.planned.home;
        let mut games = self.lineup(season, meeting)?;
        let mut unsent = 0;
        for (slot, game) in games.iter_mut().enumerate() {
            self.play_game(home, meeting, (slot, slot), game)?;
            unsent += 1;
            if unsent == self.plan.at_once || slot + 1 == GAMES || cut && slot == 0 {
                self.send(home, unsent)?;
                unsent = 0;
            }
            if cut {
                self.table(home)?.off = true;
            }
        }
        if self.table(home)?.off {
            return Ok(());
        }
        let now = self.season()?;
        let now = now.meetings.get(&meeting.planned.id).context("no meeting")?;
        let won = games.iter().filter(|game| game.home_won).count();
        let counted = now.settled().filter(|score| score.home_won).count();
        ensure!(
            now.state == MeetingState::Played && counted == won,
            "{won} games were won at home, {counted} count: {:?}",
            now.slots
        );
        Ok(())
    }

    /// Sends what a table has played, which comes to this many facts.
    fn send(&mut self, team: TeamId, facts: usize) -> anyhow::Result<()> {
        let table = self.table(team)?;
        if table.off {
            return Ok(());
        }
        let (name, folder) = (table.name.clone(), table.folder.display().to_string());
        let before = self.stage.count(&self.id)?;
        let link = self.stage.join()?;
        let mut join = self.stage.run(&["join", &link, "--table", &name, "--once", "--data", &folder]);
        let mut run = || {
            let output = join.output()?;
            ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            Ok(())
        };
        self.stage.act(&mut run, |_| Ok(true))?;
        self.stage.until(&self.id, before + facts)
    }

    /// Records of a meeting, in the order of its games.
    fn records(&self, id: MeetingId) -> anyhow::Result<Vec<MatchId>> {
        let mut records = BTreeMap::new();
        for entry in self.stage.entries(&self.id)? {
            if let SeasonFact::Played { meeting, score, record } = entry.fact
                && meeting == id
            {
                records.insert(score.slot, record.parse().ok().context("no record")?);
            }
        }
        Ok(records.into_values().collect())
    }

    /// The last of the singles is played under a name that is not in any squad: the secretary hears of it, and it counts once mended.
    fn under_a_wrong_name(
        &mut self,
        season: &Season,
        meeting: &Meeting,
        mend: impl FnOnce(&mut PubTable, MatchId, &str, &str) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let home = meeting.planned.home;
        let mut games = self.lineup(season, meeting)?;
        let right = games[SINGLES - 1].home[0].clone();
        let wrong = format!("{right}x");
        let mut record = None;
        for (slot, game) in games.iter_mut().enumerate() {
            if slot == SINGLES - 1 {
                game.home = vec![wrong.clone()];
                self.play_game(home, meeting, (slot, slot), game)?;
                record = game.record;
                self.send(home, 0)?;
            } else {
                self.play_game(home, meeting, (slot, slot), game)?;
                self.send(home, 1)?;
            }
        }
        let asks = format!("{wrong} is not in any squad; did you mean {right}?");
        self.stage.says(&format!("season?id={}", self.id), &asks)?;
        let record = record.context("not played")?;
        let table = self.table(home)?;
        mend(table, record, &wrong, &right)?;
        self.send(home, 1)
    }

    /// A paper card says otherwise than the table in its first game. The table comes later and does not win by that.
    fn differing(&mut self, season: &Season, meeting: &Meeting) -> anyhow::Result<()> {
        let (id, home) = (meeting.planned.id, meeting.planned.home);
        let mut games = self.lineup(season, meeting)?;
        for (slot, game) in games.iter_mut().enumerate() {
            self.play_game(home, meeting, (slot, slot), game)?;
        }
        let mut paper = games.clone();
        paper[0].home_won = !paper[0].home_won;
        self.type_in(None, "card", id.0, card_fields(&paper, "from Una"), "Recorded.")?;
        self.send(home, GAMES)?;
        let open = self.season()?.meetings.get(&id).is_some_and(|meeting| meeting.state == MeetingState::Open);
        ensure!(open, "who came last has decided");
        self.check()?;
        let winners: Vec<bool> = games.iter().map(|game| game.home_won).collect();
        self.decide(season, meeting, &winners)
    }

    /// What happens between two rounds.
    fn after(&mut self, round: u32) -> anyhow::Result<()> {
        match round {
            1 => self.record("join", 0, &[("squad", &squad_line(TEAMS))]),
            2 => self.in_spring(),
            3 => self.record("dock", 2, &[("points", "2"), ("reason", "late cards")]),
            5 => self.on_line(),
            7 => {
                let season = self.season()?;
                let wrong = season
                    .teams
                    .get(&TeamId(3))
                    .and_then(|team| team.squad.players.last())
                    .context("the team has no players")?;
                self.record("rename", 0, &[("from", wrong), ("to", "Zoë")])
            }
            8 => {
                let season = self.season()?;
                let next = season.meetings.values().filter(|meeting| meeting.planned.round == 9);
                let day = next.filter_map(Meeting::day).min().context("no day")?;
                self.record("skip", 0, &[("day", &day.to_string()), ("reason", "Christmas")])
            }
            10 => self.record("leave", 5, &[("strike", "on"), ("reason", "no players")]),
            11 => self.play_postponed(),
            _ => Ok(()),
        }
    }

    /// Tables that were off line send what they played meanwhile.
    fn on_line(&mut self) -> anyhow::Result<()> {
        let away: Vec<TeamId> = self.tables.iter().filter(|(_, table)| table.off).map(|(team, _)| *team).collect();
        for team in away {
            let season = self.season()?;
            let waits = |meeting: &&Meeting| {
                let open = meeting.planned.home == team && meeting.state == MeetingState::Open;
                open && meeting.planned.round <= 5 && !meeting.is_postponed()
            };
            let meetings = season.meetings.values().filter(waits).count();
            ensure!(meetings > 0, "the table was off line for nothing");
            self.table(team)?.off = false;
            // It had sent one game.
            self.send(team, meetings * GAMES - 1)?;
        }
        Ok(())
    }

    /// Postponed meetings are given a day and played: the first at its table, the others by card.
    fn play_postponed(&mut self) -> anyhow::Result<()> {
        let season = self.season()?;
        let last =
            season.meetings.values().filter(|meeting| meeting.planned.round == 11).filter_map(Meeting::day).max();
        let last = last.context("no day")?;
        let waits =
            season.meetings.values().filter(|meeting| meeting.is_postponed() && meeting.state == MeetingState::Open);
        for (n, id) in waits.map(|meeting| meeting.planned.id).enumerate() {
            // A team plays once a day.
            let day = Day(last.0 + 1 + i32::try_from(n)?);
            self.record("move", id.0, &[("day", &day.to_string()), ("reason", "the snow is gone")])?;
            self.meet(id, if n == 0 { Way::Table } else { Way::Card })?;
        }
        Ok(())
    }

    /// In the other season a table plays a game: neither season sees the other.
    fn in_spring(&mut self) -> anyhow::Result<()> {
        let winter = self.stage.facts(&self.id)?;
        std::mem::swap(&mut self.id, &mut self.spring);
        let season = self.season()?;
        let meeting = season.meetings.values().next().context("no meeting")?;
        self.at_table(&season, meeting, false)?;
        self.record("dock", 1, &[("points", "1"), ("reason", "a late card")])?;
        std::mem::swap(&mut self.id, &mut self.spring);
        ensure!(self.stage.facts(&self.id)? == winter, "one season has seen the other");
        Ok(())
    }

    /// The tables of both seasons as everybody sees them are those that the script comes to.
    fn check(&self) -> anyhow::Result<()> {
        for id in [&self.id, &self.spring] {
            let facts = self.stage.facts(id)?;
            let wanted = worked_out(&facts)?;
            let mut shown = self.rows(id, "table", "T", &[0, 1, 2, 3, 4, 5, 6, 7])?;
            shown.extend(self.rows(id, "players", "P", &[0, 2, 3])?);
            ensure!(shown == wanted, "the tables are not as worked out\nshown: {shown:#?}\nwanted: {wanted:#?}");
        }
        let tables: usize =
            self.stage.entries(&self.spring)?.iter().filter(|entry| matches!(entry.by, Author::Table(_))).count();
        ensure!(tables == 0 || tables == GAMES, "{tables} games were counted for the other season");
        Ok(())
    }

    /// Rows of a list for spreadsheets, as the script prints them.
    fn rows(&self, id: &str, page: &str, letter: &str, columns: &[usize]) -> anyhow::Result<Vec<String>> {
        let text = self.stage.seen(&format!("season.csv?id={id}&page={page}"))?;
        let row = |line: &str| {
            let cells: Vec<&str> = line.trim_end().split(',').collect();
            let cells: Vec<&str> = columns.iter().filter_map(|&at| cells.get(at).copied()).collect();
            format!("{letter}\t{}", cells.join("\t"))
        };
        Ok(text.lines().skip(1).map(row).collect())
    }
}

fn squad_line(team: u32) -> String {
    let players: Vec<String> = (0..6).map(|player| format!("Pat{team}{player}")).collect();
    format!("Team {team} @ Pub {team}: {}", players.join(", "))
}

fn card_fields(games: &[PlayedGame], note: &str) -> Fields {
    let mut typed = Vec::new();
    for (slot, game) in games.iter().enumerate() {
        for (side, names) in [("home", &game.home), ("away", &game.away)] {
            let ends = names.iter().zip(["", "b"]);
            typed.extend(ends.map(|(name, end)| (format!("{side}{slot}{end}"), name.clone())));
        }
        typed.push((format!("won{slot}"), if game.home_won { "home" } else { "away" }.to_owned()));
    }
    typed.push(("note".to_owned(), note.to_owned()));
    typed
}

/// The script's lines for these facts.
fn worked_out(facts: &str) -> anyhow::Result<Vec<String>> {
    let mut command = Command::new("python3");
    command.args(["-I", "-X", "utf8", "-c", include_str!("table.py")]);
    let mut script = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().context("python3 does not start")?;
    script.stdin.take().context("no input")?.write_all(facts.as_bytes())?;
    let output = script.wait_with_output()?;
    if !output.status.success() {
        bail!("the script has failed");
    }
    Ok(String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect())
}
