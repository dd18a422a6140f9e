//! What happens in the season, round by round.

mod check;
mod forms;
mod tables;

use super::hands::Hands;
use super::pub_table::PubTable;
use super::stage::Stage;
use super::{SeasonPlan, SeasonReport};
use anyhow::{Context as _, ensure};
use forms::{Fields, fields, squad_line};
use game::league::{Day, Meeting, MeetingId, MeetingState, Season, TeamId};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
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
}
