//! What people record of a season: one description for each kind of fact, from which every form is made, and the way from
//! what was typed to the facts.

use super::calendar::{days, fixtures, late_fixtures, put_back};
use super::fact::{Award, Cause, Day, GameScore, MeetingId, SeasonFact, Squad, TeamId};
use super::form::{LeagueForm, Lineup, MeetingPoints};
use super::presets::LeaguePreset;
use super::season::{Meeting, Season, SlotResult};
use super::{SeasonRefusal, Team};
use crate::name::kept;
use crate::stats::same_name;
use language::{say, sentence};
use std::fmt;

/// Longest text of a field that is one line.
const MOST_LETTERS: usize = 200;
/// Longest name.
const MOST_OF_A_NAME: usize = 40;
/// Most teams of a season.
const MOST_TEAMS: usize = 64;

/// Why what was typed is not recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryRefusal {
    /// A field is empty.
    Missing(&'static str),
    /// A field says too much.
    TooLong(&'static str),
    /// Not a number of what is possible.
    Number(String),
    /// Not a day.
    Day(String),
    /// A team or a meeting is not there.
    Nothing,
    /// There is nothing in it to record.
    Empty,
    /// A league's rules that are none.
    Form(String),
    /// The season does not take it.
    Season(SeasonRefusal),
}

impl fmt::Display for EntryRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Missing(field) => say!("please fill in: {field}", field = language::said(field)),
            Self::TooLong(field) => say!("that is too long: {field}", field = language::said(field)),
            Self::Number(text) => say!("`{text}` is not a number that fits here", text),
            Self::Day(text) => say!("`{text}` is not a date such as 2026-12-01", text),
            Self::Nothing => say!("that team or meeting is not in this season").to_owned(),
            Self::Empty => say!("there is nothing to record in that form").to_owned(),
            Self::Form(why) => why.clone(),
            Self::Season(why) => why.to_string(),
        };
        f.write_str(&words)
    }
}

impl std::error::Error for EntryRefusal {}

impl From<SeasonRefusal> for EntryRefusal {
    fn from(why: SeasonRefusal) -> Self {
        Self::Season(why)
    }
}

/// What a form is about: what its page shows, and the number it gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// A season that is to begin.
    Beginning,
    /// The season.
    Season,
    /// A meeting.
    Meeting,
    /// A team.
    Team,
    /// A fact, to be undone.
    Fact,
}

/// What a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A line.
    Line,
    /// Several lines.
    Lines,
    /// A number, with the least and the most.
    Number(u32, u32),
    /// A day.
    Day,
    /// A name of a player in a squad.
    Player,
    /// One of these: value and words.
    Choice(&'static [(&'static str, &'static str)]),
    /// One of the leagues whose rules are known, or its own.
    League,
    /// Yes or no.
    Tick,
    /// The games of a meeting: `home0`, `away0`, partners `home0b`, `away0b`, and `won0`.
    Games,
}

/// A field of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub key: &'static str,
    /// What it asks.
    pub label: &'static str,
    /// What it takes.
    pub ask: Ask,
    /// May it be empty?
    pub optional: bool,
}

impl Field {
    const fn new(key: &'static str, label: &'static str, ask: Ask) -> Self {
        Self { key, label, ask, optional: false }
    }

    const fn or_not(self) -> Self {
        Self { optional: true, ..self }
    }
}

/// What was typed: names of fields with their values, and the number of what the form is about.
#[derive(Clone, Copy, Debug)]
pub struct Typed<'a> {
    /// The number of the meeting, team or fact.
    pub about: u64,
    /// Names and values.
    pub fields: &'a [(String, String)],
}

type Entered<T> = Result<T, EntryRefusal>;

impl Typed<'_> {
    fn raw(&self, key: &str) -> &str {
        self.fields.iter().find(|(name, _)| name == key).map_or("", |(_, value)| value.as_str())
    }

    fn line(&self, field: &Field) -> Entered<String> {
        let text = kept(self.raw(field.key));
        match text.chars().count() {
            0 if !field.optional => Err(EntryRefusal::Missing(field.label)),
            n if n > MOST_LETTERS => Err(EntryRefusal::TooLong(field.label)),
            _ => Ok(text),
        }
    }

    fn name(&self, field: &Field) -> Entered<String> {
        let text = self.line(field)?;
        if text.chars().count() > MOST_OF_A_NAME { Err(EntryRefusal::TooLong(field.label)) } else { Ok(text) }
    }

    fn number(&self, field: &Field) -> Entered<u32> {
        let text = self.raw(field.key).trim();
        let Ask::Number(least, most) = field.ask else { return Ok(0) };
        match text.parse() {
            Ok(n) if (least..=most).contains(&n) => Ok(n),
            _ if text.is_empty() && field.optional => Ok(0),
            _ => Err(EntryRefusal::Number(text.to_owned())),
        }
    }

    fn day(&self, field: &Field) -> Entered<Option<Day>> {
        let text = self.raw(field.key).trim();
        match Day::parse(text) {
            None if text.is_empty() && field.optional => Ok(None),
            None if text.is_empty() => Err(EntryRefusal::Missing(field.label)),
            None => Err(EntryRefusal::Day(text.to_owned())),
            day => Ok(day),
        }
    }

    fn team(&self) -> TeamId {
        TeamId(u32::try_from(self.about).unwrap_or(u32::MAX))
    }

    fn meeting(&self) -> MeetingId {
        MeetingId(u32::try_from(self.about).unwrap_or(u32::MAX))
    }
}

/// A kind of fact, as it is typed.
pub struct EntryForm {
    /// Its name in addresses and forms.
    pub key: &'static str,
    /// What it does, as a heading.
    pub title: &'static str,
    /// What its button says.
    pub button: &'static str,
    /// What it is about.
    pub about: About,
    /// May a captain use it, for a meeting of their own team?
    pub captains: bool,
    /// Its fields.
    pub fields: &'static [Field],
    /// The facts that it comes to.
    facts: fn(&Season, &Typed<'_>) -> Entered<Vec<SeasonFact>>,
}

impl fmt::Debug for EntryForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EntryForm").field(&self.key).finish()
    }
}

impl EntryForm {
    /// The form of this name.
    #[must_use]
    pub fn of(key: &str) -> Option<&'static Self> {
        FORMS.iter().find(|form| form.key == key)
    }

    /// The facts that were typed, in the order in which they are recorded.
    ///
    /// # Errors
    /// What is missing or cannot be. Whether the season takes them is what [`Season::check`] says.
    pub fn facts(&self, season: &Season, typed: &Typed<'_>) -> Result<Vec<SeasonFact>, EntryRefusal> {
        (self.facts)(season, typed)
    }

    /// What the form opens with.
    #[must_use]
    pub fn filled(&self, season: &Season, about: u64) -> Vec<(String, String)> {
        let text = |key: &str, value: String| (key.to_owned(), value);
        let id = u32::try_from(about).unwrap_or(u32::MAX);
        let (meeting, team) = (season.meetings.get(&MeetingId(id)), season.teams.get(&TeamId(id)));
        match (self.key, meeting, team) {
            ("card", Some(meeting), _) => card_filled(meeting),
            ("move", Some(meeting), _) => {
                meeting.day().map(|day| vec![text("day", day.to_string())]).unwrap_or_default()
            }
            ("rename-team", _, Some(team)) => vec![text("name", team.squad.name.clone())],
            ("venue", _, Some(team)) => vec![text("venue", team.squad.venue.clone())],
            ("begin", ..) => begin_filled(season),
            _ => Vec::new(),
        }
    }
}

const REASON: Field = Field::new("reason", sentence!("Reason"), Ask::Line);
const WHY_UNDONE: Field = REASON.or_not();
const POINTS: Field = Field::new("points", sentence!("Points"), Ask::Number(1, 1000));
const DAY: Field = Field::new("day", sentence!("New day, or empty while there is none"), Ask::Day).or_not();
const NOTE: Field = Field::new("note", sentence!("Who handed it in, or why"), Ask::Line).or_not();
const NEW_PLAYERS: Field = Field::new("join", sentence!("Add players who are in no squad yet"), Ask::Tick).or_not();
const PLAYER: Field = Field::new("player", sentence!("Player"), Ask::Player);
const NAME: Field = Field::new("name", sentence!("Name"), Ask::Line);
const VENUE: Field = Field::new("venue", sentence!("Where it plays at home"), Ask::Line).or_not();
const SQUAD: Field = Field::new("squad", sentence!("Team, as `Ship @ Harbour Street: Anna, Ben`"), Ask::Line);
const FROM: Field = Field::new("from", sentence!("Name as it was written"), Ask::Player);
const RIGHT: Field = Field::new("to", sentence!("Right name"), Ask::Line);
const SKIPPED: Field = Field::new("day", sentence!("Day without play"), Ask::Day);
const TITLE: Field = Field::new("title", sentence!("Title, such as Winter 2026"), Ask::Line);
const TEAMS: Field =
    Field::new("teams", sentence!("Teams, one a line, as `Ship @ Harbour Street: Anna, Ben`"), Ask::Lines);
const GAMES: Field = Field::new("games", sentence!("Games of a meeting"), Ask::Number(1, 99));
const PAIRS: Field = Field::new("pairs", sentence!("How many of them, the last ones, are pairs"), Ask::Number(0, 99));
const FIRST: Field = Field::new("first", sentence!("Day of the first round"), Ask::Day).or_not();
const EVERY: Field = Field::new("every", sentence!("Days from one round to the next"), Ask::Number(1, 366));
const WITHOUT: Field =
    Field::new("without", sentence!("Days without play, such as 2026-12-22, 2026-12-29"), Ask::Line).or_not();
const WIN: Field = Field::new("win", sentence!("Points for winning a meeting"), Ask::Number(0, 1000));
const DRAW: Field = Field::new("draw", sentence!("Points for a draw"), Ask::Number(0, 1000));
const GAME: Field = Field::new("game", sentence!("Points for each game won"), Ask::Number(0, 1000));
const NARROW: Field = Field::new("narrow", sentence!("Points for losing by one game"), Ask::Number(0, 1000)).or_not();
const TWICE: Field = Field::new("twice", sentence!("Teams meet twice, home and away"), Ask::Tick).or_not();
const ANYBODY: Field =
    Field::new("anybody", sentence!("Players need not be in the squad of the team they play for"), Ask::Tick).or_not();
const LEAGUE: Field = Field::new("league", sentence!("Rules of the league"), Ask::League);
const TO: Field = Field::new(
    "to",
    sentence!("Who gets it"),
    Ask::Choice(&[
        ("home", sentence!("The home team")),
        ("away", sentence!("The away team")),
        ("neither", sentence!("Neither: lost by both")),
    ]),
);
const CAUSE: Field = Field::new(
    "cause",
    sentence!("On what ground"),
    Ask::Choice(&[
        ("walkover", sentence!("The other side did not turn up")),
        ("conceded", sentence!("The other side conceded it")),
        ("no-card", sentence!("No card was received")),
    ]),
);
const STRUCK: Field = Field::new("strike", sentence!("Take its results out of the table too"), Ask::Tick).or_not();

/// Every kind of fact that is typed.
pub static FORMS: &[EntryForm] = &[
    EntryForm {
        key: "card",
        title: sentence!("Type the card"),
        button: sentence!("Record the card"),
        about: About::Meeting,
        captains: true,
        fields: &[Field::new("games", sentence!("Games"), Ask::Games), NEW_PLAYERS, NOTE],
        facts: card,
    },
    EntryForm {
        key: "confirm",
        title: sentence!("Confirm the other captain’s card"),
        button: sentence!("Confirm the card"),
        about: About::Meeting,
        captains: true,
        fields: &[],
        facts: |_, typed| Ok(vec![SeasonFact::Confirmed { meeting: typed.meeting() }]),
    },
    EntryForm {
        key: "dispute",
        title: sentence!("Dispute the other captain’s card"),
        button: sentence!("Dispute the card"),
        about: About::Meeting,
        captains: true,
        fields: &[REASON],
        facts: |_, typed| Ok(vec![SeasonFact::Disputed { meeting: typed.meeting(), reason: typed.line(&REASON)? }]),
    },
    EntryForm {
        key: "award",
        title: sentence!("Award it without play"),
        button: sentence!("Award it"),
        about: About::Meeting,
        captains: false,
        fields: &[TO, CAUSE, REASON],
        facts: award,
    },
    EntryForm {
        key: "move",
        title: sentence!("Move or postpone it"),
        button: sentence!("Move it"),
        about: About::Meeting,
        captains: false,
        fields: &[DAY, REASON],
        facts: |_, typed| {
            let meetings = vec![(typed.meeting(), typed.day(&DAY)?)];
            Ok(vec![SeasonFact::Moved { meetings, reason: typed.line(&REASON)? }])
        },
    },
    EntryForm {
        key: "replay",
        title: sentence!("Have it played again"),
        button: sentence!("Play it again"),
        about: About::Meeting,
        captains: false,
        fields: &[REASON],
        facts: |_, typed| Ok(vec![SeasonFact::Replay { meeting: typed.meeting(), reason: typed.line(&REASON)? }]),
    },
    EntryForm {
        key: "player",
        title: sentence!("Add or move a player"),
        button: sentence!("Add the player"),
        about: About::Team,
        captains: false,
        fields: &[PLAYER],
        facts: |_, typed| Ok(vec![SeasonFact::PlayerJoined { player: typed.name(&PLAYER)?, team: typed.team() }]),
    },
    EntryForm {
        key: "dock",
        title: sentence!("Dock points"),
        button: sentence!("Dock the points"),
        about: About::Team,
        captains: false,
        fields: &[POINTS, REASON],
        facts: |_, typed| {
            let (points, reason) = (typed.number(&POINTS)?, typed.line(&REASON)?);
            Ok(vec![SeasonFact::Docked { team: typed.team(), points, reason }])
        },
    },
    EntryForm {
        key: "give",
        title: sentence!("Give points"),
        button: sentence!("Give the points"),
        about: About::Team,
        captains: false,
        fields: &[POINTS, REASON],
        facts: |_, typed| {
            let (points, reason) = (typed.number(&POINTS)?, typed.line(&REASON)?);
            Ok(vec![SeasonFact::Given { team: typed.team(), points, reason }])
        },
    },
    EntryForm {
        key: "rename-team",
        title: sentence!("Correct the team’s name"),
        button: sentence!("Correct the name"),
        about: About::Team,
        captains: false,
        fields: &[NAME],
        facts: |_, typed| Ok(vec![SeasonFact::TeamRenamed { team: typed.team(), name: typed.name(&NAME)? }]),
    },
    EntryForm {
        key: "venue",
        title: sentence!("Change where it plays at home"),
        button: sentence!("Change the place"),
        about: About::Team,
        captains: false,
        fields: &[VENUE],
        facts: |_, typed| Ok(vec![SeasonFact::VenueChanged { team: typed.team(), venue: typed.name(&VENUE)? }]),
    },
    EntryForm {
        key: "leave",
        title: sentence!("The team drops out"),
        button: sentence!("Drop the team"),
        about: About::Team,
        captains: false,
        fields: &[STRUCK, REASON],
        facts: |_, typed| {
            let struck = !typed.raw("strike").is_empty();
            Ok(vec![SeasonFact::TeamLeft { team: typed.team(), struck, reason: typed.line(&REASON)? }])
        },
    },
    EntryForm {
        key: "rename",
        title: sentence!("Correct a player’s name"),
        button: sentence!("Correct the name"),
        about: About::Season,
        captains: false,
        fields: &[FROM, RIGHT],
        facts: |_, typed| Ok(vec![SeasonFact::PlayerRenamed { from: typed.name(&FROM)?, to: typed.name(&RIGHT)? }]),
    },
    EntryForm {
        key: "drop-player",
        title: sentence!("A player leaves the league"),
        button: sentence!("Remove the player"),
        about: About::Season,
        captains: false,
        fields: &[PLAYER],
        facts: |_, typed| Ok(vec![SeasonFact::PlayerLeft { player: typed.name(&PLAYER)? }]),
    },
    EntryForm {
        key: "join",
        title: sentence!("A team joins late"),
        button: sentence!("Add the team"),
        about: About::Season,
        captains: false,
        fields: &[SQUAD],
        facts: join,
    },
    EntryForm {
        key: "skip",
        title: sentence!("Take a day out of the season"),
        button: sentence!("Skip that day"),
        about: About::Season,
        captains: false,
        fields: &[SKIPPED, REASON],
        facts: |season, typed| {
            let day = typed.day(&SKIPPED)?.ok_or(EntryRefusal::Missing(SKIPPED.label))?;
            Ok(vec![skipped(season, day, typed.line(&REASON)?)])
        },
    },
    EntryForm {
        key: "undo",
        title: sentence!("Undo it"),
        button: sentence!("Undo it"),
        about: About::Fact,
        captains: false,
        fields: &[WHY_UNDONE],
        facts: |_, typed| Ok(vec![SeasonFact::Undone { entry: typed.about, reason: typed.line(&WHY_UNDONE)? }]),
    },
    EntryForm {
        key: "begin",
        title: sentence!("Begin a season"),
        button: sentence!("Begin the season"),
        about: About::Beginning,
        captains: false,
        fields: &[TITLE, TEAMS, LEAGUE, GAMES, PAIRS, WIN, DRAW, GAME, NARROW, TWICE, FIRST, EVERY, WITHOUT, ANYBODY],
        facts: |_, typed| Ok(vec![begin(typed)?]),
    },
];

/// A day of the season without play: what is still to be played moves to the days after it.
#[must_use]
pub fn skipped(season: &Season, day: Day, reason: String) -> SeasonFact {
    let moves = put_back(season, day, season.step());
    SeasonFact::Moved { meetings: moves.into_iter().map(|(id, day)| (id, Some(day))).collect(), reason }
}

/// A team that joins late, with its fixtures; rounds after the last go on with the season's days.
#[must_use]
pub fn joined(season: &Season, squad: Squad) -> SeasonFact {
    let team = TeamId(season.teams.keys().next_back().map_or(0, |last| last.0 + 1));
    let last = season.meetings.values().filter_map(Meeting::day).max();
    let step = season.step();
    let rounds = 2 * (season.teams.len() + 1);
    let later = last.map(|last| days(Day(last.0.saturating_add(step)), step, &[], rounds)).unwrap_or_default();
    SeasonFact::TeamJoined { team, squad, meetings: late_fixtures(season, team, &later) }
}

fn join(season: &Season, typed: &Typed<'_>) -> Entered<Vec<SeasonFact>> {
    let squad = squad(typed.raw(SQUAD.key), &SQUAD)?;
    if season.teams.len() >= MOST_TEAMS {
        return Err(EntryRefusal::TooLong(SQUAD.label));
    }
    Ok(vec![joined(season, squad)])
}

fn squad(line: &str, field: &Field) -> Entered<Squad> {
    let squad = Squad::of_line(line);
    if squad.name.is_empty() {
        return Err(EntryRefusal::Missing(field.label));
    }
    let long = |name: &String| name.chars().count() > MOST_OF_A_NAME;
    if squad.players.iter().chain([&squad.name, &squad.venue]).any(long) || squad.players.len() > 100 {
        return Err(EntryRefusal::TooLong(field.label));
    }
    Ok(squad)
}

fn award(_: &Season, typed: &Typed<'_>) -> Entered<Vec<SeasonFact>> {
    let to = match typed.raw(TO.key) {
        "home" => Award::Home,
        "away" => Award::Away,
        "neither" => Award::Neither,
        _ => return Err(EntryRefusal::Missing(TO.label)),
    };
    let cause = match typed.raw(CAUSE.key) {
        "walkover" => Cause::Walkover,
        "conceded" => Cause::Conceded,
        "no-card" => Cause::NoCard,
        _ => return Err(EntryRefusal::Missing(CAUSE.label)),
    };
    Ok(vec![SeasonFact::Awarded { meeting: typed.meeting(), to, cause, reason: typed.line(&REASON)? }])
}

/// The games of a card whose winner was chosen, with the players who join with it.
fn card(season: &Season, typed: &Typed<'_>) -> Entered<Vec<SeasonFact>> {
    let meeting = season.meetings.get(&typed.meeting()).ok_or(EntryRefusal::Nothing)?;
    let mut scores = Vec::new();
    for slot in 0..season.form.slots.len() {
        let home_won = match typed.raw(&format!("won{slot}")) {
            "home" => true,
            "away" => false,
            _ => continue,
        };
        let side = |side: &str| -> Vec<String> {
            let names = [format!("{side}{slot}"), format!("{side}{slot}b")].map(|key| kept(typed.raw(&key)));
            names.into_iter().filter(|name| !name.is_empty()).collect()
        };
        scores.push(GameScore { slot, home: side("home"), away: side("away"), home_won });
    }
    if scores.is_empty() {
        return Err(EntryRefusal::Empty);
    }
    let mut facts = Vec::new();
    if !typed.raw(NEW_PLAYERS.key).is_empty() {
        let (home, away) = (meeting.planned.home, meeting.planned.away);
        let sides = scores.iter().flat_map(|score| [(home, &score.home), (away, &score.away)]);
        let mut new: Vec<(TeamId, &String)> =
            sides.flat_map(|(team, players)| players.iter().map(move |player| (team, player))).collect();
        new.retain(|(_, player)| season.team_of(season.name_of(player)).is_none());
        for (at, (team, player)) in new.iter().enumerate() {
            if player.chars().count() > MOST_OF_A_NAME {
                return Err(EntryRefusal::TooLong(PLAYER.label));
            }
            if !new[..at].iter().any(|(_, other)| same_name(other, player)) {
                facts.push(SeasonFact::PlayerJoined { player: (*player).clone(), team: *team });
            }
        }
    }
    facts.push(SeasonFact::Card { meeting: typed.meeting(), scores, note: typed.line(&NOTE)? });
    Ok(facts)
}

/// What is known of a meeting's games, as a card's fields.
fn card_filled(meeting: &Meeting) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    for (slot, result) in meeting.slots.iter().enumerate() {
        let score = match result {
            SlotResult::Settled(score) | SlotResult::Claimed(score) => score,
            SlotResult::Differing(reports) => match reports.last() {
                Some((_, score)) => score,
                None => continue,
            },
            SlotResult::Open => continue,
        };
        for (side, names) in [("home", &score.home), ("away", &score.away)] {
            for (name, end) in names.iter().zip(["", "b"]) {
                fields.push((format!("{side}{slot}{end}"), name.clone()));
            }
        }
        fields.push((format!("won{slot}"), if score.home_won { "home" } else { "away" }.to_owned()));
    }
    fields
}

fn begin(typed: &Typed<'_>) -> Entered<SeasonFact> {
    let title = typed.name(&TITLE)?;
    let lines = typed.raw(TEAMS.key).lines().map(str::trim).filter(|line| !line.is_empty());
    let teams = lines.map(|line| squad(line, &TEAMS)).collect::<Entered<Vec<Squad>>>()?;
    if teams.len() < 2 {
        return Err(EntryRefusal::Missing(TEAMS.label));
    }
    if teams.len() > MOST_TEAMS {
        return Err(EntryRefusal::TooLong(TEAMS.label));
    }
    let mut form = match LeaguePreset::of(typed.raw(LEAGUE.key)) {
        Some(league) => league.form(),
        None => own_form(typed)?,
    };
    form.squads_only = typed.raw(ANYBODY.key).is_empty();
    let mut without = Vec::new();
    for text in typed.line(&WITHOUT)?.split([',', ' ', ';']).filter(|text| !text.is_empty()) {
        without.push(Day::parse(text).ok_or_else(|| EntryRefusal::Day(text.to_owned()))?);
    }
    let every = i32::try_from(typed.number(&EVERY)?).unwrap_or(7);
    let calendar = typed.day(&FIRST)?.map(|first| days(first, every, &without, 2 * (teams.len() + 1)));
    let ids: Vec<TeamId> = (0..).map(TeamId).take(teams.len()).collect();
    let meetings = fixtures(&ids, form.twice, &calendar.unwrap_or_default());
    Ok(SeasonFact::Begun { title, form, teams, meetings })
}

/// Rules that are typed rather than chosen.
fn own_form(typed: &Typed<'_>) -> Entered<LeagueForm> {
    let (games, pairs) = (typed.number(&GAMES)? as usize, typed.number(&PAIRS)? as usize);
    let mut form = LeagueForm::of_games(games, Lineup::Singles);
    for slot in form.slots.iter_mut().rev().take(pairs) {
        slot.lineup = Lineup::Pairs;
    }
    let narrow = match typed.number(&NARROW)? {
        0 => None,
        points => Some((1, points)),
    };
    let (win, draw, game) = (typed.number(&WIN)?, typed.number(&DRAW)?, typed.number(&GAME)?);
    form.points = MeetingPoints { win, draw, loss: 0, game, narrow };
    form.twice = !typed.raw(TWICE.key).is_empty();
    Ok(form)
}

/// A new season opens with the teams and rules of the last one, or with what most leagues play.
fn begin_filled(last: &Season) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    let mut put = |field: Field, value: String| fields.push((field.key.to_owned(), value));
    let playing = last.teams.values().filter(|team| team.left.is_none());
    let teams: Vec<String> = playing.map(|team: &Team| team.squad.line()).collect();
    put(TEAMS, teams.join("\n"));
    let usual = LeagueForm { twice: true, ..LeagueForm::of_games(9, Lineup::Singles) };
    let form = if last.begun { &last.form } else { &usual };
    let known = super::presets::LEAGUES.iter().find(|league| league.form() == *form);
    put(LEAGUE, known.map_or(String::new(), |league| league.id.to_owned()));
    put(GAMES, form.slots.len().to_string());
    put(PAIRS, form.slots.iter().filter(|slot| slot.lineup == Lineup::Pairs).count().to_string());
    put(WIN, form.points.win.to_string());
    put(DRAW, form.points.draw.to_string());
    put(GAME, form.points.game.to_string());
    put(NARROW, form.points.narrow.map_or(String::new(), |(_, points)| points.to_string()));
    put(EVERY, last.step().to_string());
    for (field, ticked) in [(TWICE, form.twice), (ANYBODY, !form.squads_only)] {
        if ticked {
            put(field, "on".to_owned());
        }
    }
    fields
}
