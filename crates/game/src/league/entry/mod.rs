//! Forms for recording a season: one description for each kind of fact, and the conversion from typed text to facts.

mod facts;
mod fields;
mod forms;

pub use facts::{divided, joined, skipped};
pub use forms::FORMS;

use super::SeasonRefusal;
use super::fact::{Day, MeetingId, SeasonFact, TeamId};
use super::season::Season;
use crate::name::kept;
use language::say;
use std::fmt;

/// Longest text of a field that is one line.
const MOST_LETTERS: usize = 200;
/// Longest name.
const MOST_OF_A_NAME: usize = 40;

/// Reason why typed text is not recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryRefusal {
    /// A field is empty.
    Missing(&'static str),
    /// A field says too much.
    TooLong(&'static str),
    /// The text is not a valid number.
    Number(String),
    /// The text is not a day.
    Day(String),
    /// The team or meeting does not exist.
    Nothing,
    /// There is nothing in it to record.
    Empty,
    /// A player is in the squad of another team.
    InOtherTeam {
        /// Player's name.
        player: String,
        /// The team that has them.
        team: String,
    },
    /// A division has too few teams, or a team has none.
    Divisions,
    /// The league's rules can't be used.
    Form(String),
    /// The season does not take it.
    Season(SeasonRefusal),
}

impl fmt::Display for EntryRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Missing(field) => say!("please fill in: {field}", field = language::said(field)),
            Self::TooLong(field) => say!("too long: {field}", field = language::said(field)),
            Self::Number(text) => say!("`{text}` is not a valid number here", text),
            Self::Day(text) => say!("`{text}` is not a date such as 2026-12-01", text),
            Self::Nothing => say!("that team or meeting is not in this season").to_owned(),
            Self::Empty => say!("nothing in that form needs recording").to_owned(),
            Self::InOtherTeam { player, team } => {
                say!("{player} plays for {team}: to move the player, tick the box below", player, team)
            }
            Self::Divisions => say!("every team needs a division, and every division two teams").to_owned(),
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

/// Subject of a form: the season, a meeting or a team.
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

/// Kind of value that a field takes.
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
    /// Days: `name` and any number of further fields of that name.
    Days,
    /// A name of a player in a squad.
    Player,
    /// A home venue.
    Venue,
    /// One of these: value and words.
    Choice(&'static [(&'static str, &'static str)]),
    /// One of the known leagues, or the season's own rules.
    League,
    /// Yes or no.
    Tick,
    /// The games of a meeting on which reports differ: `won0` for each.
    Reports,
    /// The games of the other captain's card: a tick `game0` for each.
    Disputed,
    /// The games of a meeting: `home0`, `away0`, partners `home0b`, `away0b`, and `won0`.
    Games,
}

/// A field of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name of the field.
    pub key: &'static str,
    /// Label of the field.
    pub label: &'static str,
    /// Kind of value it takes.
    pub ask: Ask,
    /// Whether the field may be empty.
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

/// Typed values by field name, and the number of the form's subject.
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

    /// Days in fields of one name, each with one day or several.
    fn days(&self, field: &Field) -> Entered<Vec<Day>> {
        let values = self
            .fields
            .iter()
            .filter(|(name, _)| name == field.key)
            .flat_map(|(_, value)| value.split([',', ' ', ';']).filter(|text| !text.is_empty()));
        values.map(|text| Day::parse(text).ok_or_else(|| EntryRefusal::Day(text.to_owned()))).collect()
    }

    fn team(&self) -> TeamId {
        TeamId(u32::try_from(self.about).unwrap_or(u32::MAX))
    }

    fn meeting(&self) -> MeetingId {
        MeetingId(u32::try_from(self.about).unwrap_or(u32::MAX))
    }
}

/// Form for one kind of fact.
pub struct EntryForm {
    /// Name in addresses and forms.
    pub key: &'static str,
    /// Heading of the form.
    pub title: &'static str,
    /// Label of its button.
    pub button: &'static str,
    /// Subject of the form.
    pub about: About,
    /// Whether captains may use it for meetings of their own team.
    pub captains: bool,
    /// Fields of the form.
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

    /// Returns the typed facts, in the order of recording.
    ///
    /// # Errors
    /// A value is missing or not valid. [`Season::check`] decides whether the season accepts the facts.
    pub fn facts(&self, season: &Season, typed: &Typed<'_>) -> Result<Vec<SeasonFact>, EntryRefusal> {
        (self.facts)(season, typed)
    }

    /// Returns the values that the form opens with.
    #[must_use]
    pub fn filled(&self, season: &Season, about: u64) -> Vec<(String, String)> {
        let text = |key: &str, value: String| (key.to_owned(), value);
        let id = u32::try_from(about).unwrap_or(u32::MAX);
        let (meeting, team) = (season.meetings.get(&MeetingId(id)), season.teams.get(&TeamId(id)));
        match (self.key, meeting, team) {
            ("card", Some(meeting), _) => facts::card_filled(meeting),
            ("move", Some(meeting), _) => {
                meeting.day().map(|day| vec![text("day", day.to_string())]).unwrap_or_default()
            }
            ("rename-team", _, Some(team)) => vec![text("name", team.squad.name.clone())],
            ("venue", _, Some(team)) => vec![text("venue", team.squad.venue.clone())],
            ("begin", ..) => facts::begin_filled(season),
            _ => Vec::new(),
        }
    }
}
