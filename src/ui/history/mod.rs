//! History: the state and wishes of its screens, and the work behind them. The screens are in `views/history`,
//! `views/statistics` and `views/league`.
//!
//! Everything is read once into an [`Archive`] on a separate thread ([`worker`]); lists and figures are folds over it
//! that are made again only when the choice of games changes, never for a frame.

mod perform;
pub mod save;
pub mod worker;

use crate::platform::dialogs::Asked;
use crate::table::QuestionBudget;
use game::Match;
use game::replay::{self as walk, Moment, MomentKind};
use game::stats::{Choice, Facts, League, Sums};
use language::{say, sentence};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use store::{Archive, Archived, Evidence, MatchId, Pictures, Timestamp};
use worker::HandReview;

/// The parts of the History screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The list, and one match drop by drop.
    #[default]
    Matches,
    /// Figures and charts.
    Statistics,
    /// Seasons, tables, fixtures.
    League,
    /// Names to merge.
    Players,
}

impl Tab {
    /// All of them with their names.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Matches, sentence!("Matches")),
        (Self::Statistics, sentence!("Statistics")),
        (Self::League, sentence!("League")),
        (Self::Players, sentence!("Players")),
    ];
}

/// Period of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Period {
    /// To the first.
    #[default]
    Always,
    /// Twelve months.
    Year,
    /// Thirty days.
    Month,
    /// Seven days.
    Week,
}

impl Period {
    /// All of them with their names.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Always, sentence!("All time")),
        (Self::Year, sentence!("12 months")),
        (Self::Month, sentence!("30 days")),
        (Self::Week, sentence!("7 days")),
    ];

    /// The moment from which games count.
    #[must_use]
    pub const fn from_ms(self, now: Timestamp) -> Option<i64> {
        let days = match self {
            Self::Always => return None,
            Self::Year => 365,
            Self::Month => 30,
            Self::Week => 7,
        };
        Some(now.0 - days * 86_400_000)
    }
}

/// Moments that one jumps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Milestone {
    /// Drops worth eight.
    Eight,
    /// Awards that passed the target.
    Bust,
    /// Knocks.
    Knock,
    /// The beginnings of hands.
    Hand,
    /// Drops that the adviser would not have played.
    Missed,
}

/// File to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// The games of the choice as JSON.
    Json,
    /// Their drops as a table.
    CsvDrops,
    /// Themselves as a table.
    CsvMatches,
    /// The match as a text record.
    Record,
    /// The match's result sheet.
    Sheet,
    /// The match's result as a picture.
    Result,
    /// The peg board at this step of the replay.
    Board,
    /// The table of the league.
    Standings,
}

/// A wish of the History screens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Show this part.
    Tab(Tab),
    /// The choice of games was changed in place: list and figures follow.
    Chosen,
    /// Show a match drop by drop.
    Look(MatchId),
    /// Back to the list alone.
    Close,
    /// Show the match after this many steps.
    Go(usize),
    /// Start or stop playing it.
    Play,
    /// On or back to the next moment of a kind.
    Jump(Milestone, bool),
    /// Let the adviser judge the hands that are known.
    Review,
    /// Resume the match at the table.
    TakeUp(MatchId),
    /// Write something about past matches into the book.
    Book(BookWish),
    /// Take the last of these back.
    Undo,
    /// Player whose figures are shown.
    Player(String),
    /// Against whom.
    Versus(Option<String>),
    /// Offer files of the match that is shown, or else of the one on the table.
    Papers,
    /// Write a file.
    Save(Paper),
    /// Import the games of a file.
    Import(PathBuf),
    /// Import the match of this text record.
    ImportRecord(String),
    /// Choose a file or a folder in the platform's dialog.
    Choose(Asked),
    /// Show a league, or everybody.
    League(Option<String>),
    /// Begin or leave the form of a league.
    Form(bool),
    /// The message has been read.
    Heard,
}

/// A wish that becomes an event of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookWish {
    /// Hide a match.
    Delete(MatchId),
    /// Bring a hidden match back.
    Restore(MatchId),
    /// Count the games of the first name for the second.
    Merge(String, String),
    /// Take a merge back.
    Part(String),
    /// Take a player off the lists, or put them on again.
    Remove(String, bool),
    /// Save a league.
    SaveLeague(League),
    /// Take a league off the list.
    RemoveLeague(String),
}

/// A match being looked at.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Id of the match.
    pub id: MatchId,
    /// All of it.
    pub whole: Match,
    /// Moments of the match, one for each standing act.
    pub moments: Vec<Moment>,
    /// Turns and figures, under the entered names.
    pub facts: Facts,
    /// Time of each event.
    pub times: Vec<Timestamp>,
    /// The match after this many of its acts.
    pub at: usize,
    /// The match at that point.
    pub now: Match,
    /// Time of the next automatic step, in the window's seconds.
    pub playing: Option<f64>,
    /// Events of which a picture is kept.
    pub pictures: Vec<u32>,
    /// The camera's questions.
    pub asked: QuestionBudget,
    /// Picture and evidence of the step that is shown, once read.
    pub kept: Option<KeptStep>,
    /// Review of the adviser.
    pub review: Reviewed,
}

/// Stored picture and evidence of a step.
#[derive(Clone, Debug)]
pub struct KeptStep {
    /// The event it is about.
    pub event: usize,
    /// Picture of the step.
    pub picture: Option<Arc<egui::ColorImage>>,
    /// Evidence of the step.
    pub evidence: Option<Evidence>,
}

/// The adviser's view of a match.
#[derive(Clone, Debug, Default)]
pub struct Reviewed {
    /// Whether it is being computed.
    pub running: bool,
    /// The hands that are judged, by game and hand.
    pub hands: HandReviews,
    /// Reason why nothing can be said.
    pub problem: Option<String>,
}

impl Replay {
    /// A match to be looked at from its end.
    #[must_use]
    pub fn new(id: MatchId, whole: Match, times: Vec<Timestamp>, kept: &Pictures) -> Self {
        let (pictures, asked) = (kept.of_match(id), QuestionBudget::of_match(&whole, id, kept));
        let moments = walk::walk(&whole);
        let at = moments.len();
        let now = whole.up_to(at);
        let facts = Facts::of("", 0, whole.state(), |name| name);
        let review = Reviewed::default();
        Self { id, whole, moments, facts, times, at, now, playing: None, pictures, asked, kept: None, review }
    }

    /// Goes to the match after `at` steps; beyond the end is the end.
    pub fn go(&mut self, at: usize) {
        self.at = at.min(self.moments.len());
        self.now = self.whole.up_to(self.at);
    }

    /// The moment that is shown; `None` before the first.
    #[must_use]
    pub fn moment(&self) -> Option<&Moment> {
        self.moments.get(self.at.checked_sub(1)?)
    }

    /// Reports whether moment `i` is of this kind.
    #[must_use]
    pub fn is(&self, mark: Milestone, i: usize) -> bool {
        let Some(moment) = self.moments.get(i) else { return false };
        match mark {
            Milestone::Eight => moment.eight,
            Milestone::Bust => moment.bust,
            Milestone::Knock => moment.kind == MomentKind::Knock,
            Milestone::Hand => moment.kind == MomentKind::Deal,
            Milestone::Missed => self.judged(moment).is_some_and(|judged| judged.loss >= 0.02),
        }
    }

    /// Counts the moments of this kind; `None` for missed drops where the adviser has judged no hand yet.
    #[must_use]
    pub fn count(&self, mark: Milestone) -> Option<usize> {
        let known = mark != Milestone::Missed || !self.review.hands.is_empty();
        known.then(|| (0..self.moments.len()).filter(|&i| self.is(mark, i)).count())
    }

    /// The next step, on or back, that shows a moment of this kind; round the end to the other.
    #[must_use]
    pub fn next(&self, mark: Milestone, forward: bool) -> Option<usize> {
        let steps: Vec<usize> = (0..self.moments.len()).filter(|&i| self.is(mark, i)).map(|i| i + 1).collect();
        if forward {
            steps.iter().find(|&&step| step > self.at).or(steps.first()).copied()
        } else {
            steps.iter().rev().find(|&&step| step < self.at).or(steps.last()).copied()
        }
    }

    /// Returns the adviser's judgement of a drop.
    #[must_use]
    pub fn judged(&self, moment: &Moment) -> Option<&worker::Judged> {
        let hands = self.review.hands.get(&(moment.leg, moment.hand))?;
        hands.iter().flat_map(|hand| &hand.decisions).find(|judged| judged.event == moment.event)
    }
}

/// The facts of games that come newest first, as figures want them: the oldest first, without hidden ones.
pub fn facts(games: &[Arc<Archived>]) -> impl Iterator<Item = &Facts> + Clone {
    games.iter().rev().filter(|game| !game.summary.is_hidden()).filter_map(|game| game.facts.as_ref())
}

/// The form of a new league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeagueForm {
    /// Name of the league.
    pub name: String,
    /// Entrants, a line each.
    pub entrants: String,
    /// Everybody meets everybody twice.
    pub twice: bool,
    /// Matches in one meeting.
    pub matches: u8,
    /// Points for a win, for each game won.
    pub worth: game::stats::WinPoints,
    /// Id of the rule set that counts; `None` for any.
    pub rules: Option<String>,
    /// First day while it is typed.
    pub from: String,
    /// Reason why it cannot be saved.
    pub problem: Option<String>,
}

impl Default for LeagueForm {
    fn default() -> Self {
        Self {
            name: String::new(),
            entrants: String::new(),
            twice: false,
            matches: 1,
            worth: game::stats::WinPoints::default(),
            rules: None,
            from: String::new(),
            problem: None,
        }
    }
}

impl LeagueForm {
    /// Returns the league in the form.
    ///
    /// # Errors
    /// The fault, in words.
    pub fn league(&self) -> Result<League, String> {
        let from = self.from.trim();
        let from_ms = match Timestamp::parse_date(from) {
            Some(at) => Some(at.0),
            None if from.is_empty() => None,
            None => return Err(say!("`{from}` is not a date: use the form 2026-01-31", from)),
        };
        let lines = self.entrants.lines().map(str::trim).filter(|line| !line.is_empty());
        let league = League {
            name: self.name.trim().to_owned(),
            entrants: lines.map(game::stats::Entrant::parse).collect(),
            rules: self.rules.clone(),
            from_ms,
            until_ms: None,
            twice: self.twice,
            matches: self.matches.max(1),
            worth: self.worth,
        };
        league.check().map(|()| league)
    }
}

/// Result of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The request was done.
    Done(String),
    /// The request failed.
    Failed(String),
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done(words) => f.write_str(words),
            // Shown by more than a colour.
            Self::Failed(words) => write!(f, "! {words}"),
        }
    }
}

/// Judged hands of a match, by game and hand.
pub type HandReviews = BTreeMap<(usize, usize), Vec<HandReview>>;

/// State of the History screens.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The part that is shown.
    pub tab: Tab,
    /// All games as they were last read.
    pub archive: Arc<Archive>,
    /// Whether it has been read at all.
    pub loaded: bool,
    /// Reason why the list cannot be shown.
    pub problem: Option<String>,
    /// Selection of games; its times follow `span`.
    pub choice: Choice,
    /// Period of the selection.
    pub span: Period,
    /// Whether hidden games are listed too.
    pub deleted: bool,
    /// The games of the choice, the newest first.
    pub shown: Vec<Arc<Archived>>,
    /// How often they have been chosen: the same number is the same list.
    pub chosen: u64,
    /// The evening of each of them: the day it began, counted from 1970, and the moment.
    pub evenings: Vec<(i32, Timestamp)>,
    /// The figures over them.
    pub sums: Arc<Sums>,
    /// Whether the figures are older than the choice.
    pub summing: bool,
    /// The match being looked at.
    pub replay: Option<Replay>,
    /// Hands that the adviser has judged since the window was opened, by match and number of events.
    pub reviews: BTreeMap<(MatchId, usize), HandReviews>,
    /// What was written into the book, in words, and what takes it back.
    pub undo: Vec<(String, BookWish)>,
    /// Result of the last request, shown until it is closed.
    pub message: Option<Said>,
    /// A long work under way, in words.
    pub busy: Option<String>,
    /// Player whose figures are shown.
    pub player: Option<String>,
    /// Against whom.
    pub versus: Option<String>,
    /// League whose table is shown; all players if `None`.
    pub league: Option<String>,
    /// The form of a new one, if it is open.
    pub form: Option<LeagueForm>,
    /// The player being merged into another, on the Players part.
    pub merging: Option<String>,
    /// That player's new name, as it is typed.
    pub renaming: String,
    /// A path being typed for an import; `None` while the sheet is closed.
    pub import: Option<String>,
    /// A record being pasted there.
    pub pasted: String,
    /// Whether a file dialog is open.
    pub choosing: bool,
    /// Whether the export sheet is open.
    pub exporting: bool,
    /// The folder to which files are written, if not the usual one.
    pub exports: Option<PathBuf>,
}

impl History {
    /// The folder that files are written to.
    #[must_use]
    pub fn target(&self) -> PathBuf {
        let typed = self.exports.clone().filter(|folder| !folder.as_os_str().is_empty());
        typed.unwrap_or_else(save::target_folder)
    }

    /// The league that is shown.
    #[must_use]
    pub fn shown_league(&self) -> Option<&League> {
        self.archive.book.leagues.get(self.league.as_ref()?)
    }
}
