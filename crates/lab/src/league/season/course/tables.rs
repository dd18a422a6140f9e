//! Games at the tables, and how they are sent.

use super::forms::card_fields;
use super::{Course, GAMES, PlayedGame, SINGLES};
use crate::league::season::pub_table::PubTable;
use anyhow::{Context as _, ensure};
use game::league::{Meeting, MeetingId, MeetingState, Season, SeasonFact, TeamId};
use std::collections::BTreeMap;
use store::MatchId;

impl Course {
    /// The games of a meeting, not yet played: singles, then pairs.
    pub(super) fn lineup(&self, season: &Season, meeting: &Meeting) -> anyhow::Result<Vec<PlayedGame>> {
        let squad = |team: TeamId| season.teams.get(&team).map(|team| &team.squad.players).context("no such team");
        let (home, away) = (squad(meeting.planned.home)?, squad(meeting.planned.away)?);
        let of = |squad: &[String], slot: usize| match slot.checked_sub(SINGLES) {
            None => squad[slot..=slot].to_vec(),
            Some(pair) => squad[2 * pair..2 * pair + 2].to_vec(),
        };
        let game = |slot| PlayedGame { home: of(home, slot), away: of(away, slot), home_won: false, record: None };
        Ok((0..GAMES).map(game).collect())
    }

    pub(super) fn table(&mut self, team: TeamId) -> anyhow::Result<&mut PubTable> {
        let folder = self.folder.join(format!("table{}", team.0));
        std::fs::create_dir_all(&folder)?;
        Ok(self.tables.entry(team).or_insert_with(|| PubTable::new(format!("Table {}", team.0), folder)))
    }

    /// Plays a game at a table; `place` is its slot and its place in the evening.
    pub(super) fn play_game(
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
    pub(super) fn at_table(&mut self, season: &Season, meeting: &Meeting, cut: bool) -> anyhow::Result<()> {
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
    pub(super) fn send(&mut self, team: TeamId, facts: usize) -> anyhow::Result<()> {
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
    pub(super) fn records(&self, id: MeetingId) -> anyhow::Result<Vec<MatchId>> {
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
    pub(super) fn under_a_wrong_name(
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
    pub(super) fn differing(&mut self, season: &Season, meeting: &Meeting) -> anyhow::Result<()> {
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

    /// Tables that were off line send what they played meanwhile.
    pub(super) fn on_line(&mut self) -> anyhow::Result<()> {
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
}
