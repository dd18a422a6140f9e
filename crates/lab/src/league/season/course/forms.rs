//! What the secretary and the captains type.

use super::{Course, PlayedGame, TEAMS};
use crate::league::season::hands::TypedForm;
use crate::league::season::stage::Stage;
use anyhow::{Context as _, ensure};
use game::league::{Day, Meeting, MeetingState, Season, TeamId};

impl Course {
    pub(super) fn begin_season(&mut self, title: &'static str, first: Day) -> anyhow::Result<String> {
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
        self.submit(&form, |stage| Ok(stage.season_of(title)?.is_none()))?;
        self.stage.season_of(title)?.with_context(|| format!("{title} has not begun"))
    }

    /// A form of the secretary that is taken.
    pub(super) fn record(&mut self, form: &'static str, about: u32, typed: &[(&str, &str)]) -> anyhow::Result<()> {
        self.type_in(None, form, about, fields(typed), "Recorded.")
    }

    /// A form of a captain, or of the secretary, and words of the answer.
    pub(super) fn type_in(
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
        let page = self.submit(&form, |stage| Ok(stage.entries(&id)?.len() == form.seen))?;
        if let Some(page) = page {
            ensure!(page.contains(answer), "{form:?}: {page}");
        }
        Ok(())
    }

    fn submit(
        &mut self,
        form: &TypedForm,
        again: impl Fn(&Stage) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Option<String>> {
        self.report.forms += 1;
        let hands = &mut self.hands;
        self.stage.act(|| hands.send(form), again)
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
        // A link that was made in a killed server is lost: another takes its place.
        let page = self.submit(&form, |_| Ok(true))?.context("no link")?;
        let link = page.split('"').find(|part| part.contains("/k/")).context("no link")?.to_owned();
        self.captains.insert(team, link.clone());
        Ok(link)
    }

    /// Types a card on which the home side wins the first games.
    pub(super) fn card(
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
    pub(super) fn decide(&mut self, season: &Season, meeting: &Meeting, home: &[bool]) -> anyhow::Result<()> {
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
}

pub(super) fn squad_line(team: u32) -> String {
    let players: Vec<String> = (0..6).map(|player| format!("Pat{team}{player}")).collect();
    format!("Team {team} @ Pub {team}: {}", players.join(", "))
}

pub(super) fn card_fields(games: &[PlayedGame], note: &str) -> Fields {
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

pub(super) fn fields(of: &[(&str, &str)]) -> Fields {
    of.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

pub(super) type Fields = Vec<(String, String)>;
