//! The match on the table: the only way to change one. An act is decided by the rules, goes to the journal, and only then
//! happens; the answer says where it is. The window, a server, a watched camera and the phones each hold a [`Table`] and add
//! their own manners.

mod change;
pub mod late;
mod mend;
mod open;
mod phone;
pub mod picture;
pub mod questions;
pub mod recorded;

pub use change::Rescored;
pub use mend::{Mend, Missed, mends, places};
pub use open::{OpenFailure, Opened, open, sit_down};
pub use phone::{answer, asked};
pub use picture::DropPicture;
pub use questions::QuestionBudget;

use eye::frame::Frame;
use game::layout::Layout;
use game::words::{self, Call};
use game::{Act, Event, Match, Refusal, Seat, Setup};
use language::{say, say_count};
use server::{NextMatch, may_begin};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use store::{Evidence, Journal, MatchId, Saved, Timestamp};

/// The picture that a drop was seen in, and how it came to be recorded.
pub type Seen = (Arc<Frame>, Evidence);

/// Acts that are only in memory, and why the disk does not take them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaved {
    /// Number of acts.
    pub acts: usize,
    /// The reason.
    pub why: String,
}

impl fmt::Display for Unsaved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (acts, why) = (self.acts, &self.why);
        f.write_str(&say_count!(acts, "{n} action is not saved: {why}", "{n} actions are not saved: {why}", why))
    }
}

/// The result of an act that happened.
#[derive(Debug)]
pub struct Applied {
    /// The numbers of its events, from 0.
    pub events: Range<usize>,
    /// Announcement of the change.
    pub call: Option<Call>,
    /// Later drops that score otherwise since.
    pub rescored: Vec<Rescored>,
    /// `None` when it is on the disk, or is to be kept nowhere.
    pub unsaved: Option<Unsaved>,
    /// Pictures of drops, to be kept when there is time.
    pub pictures: Vec<DropPicture>,
}

/// Reason why an act did not happen. Nothing was stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The rules or the record.
    #[error("{words}")]
    Rules {
        /// The refusal.
        refusal: Refusal,
        /// In the players' words.
        words: String,
    },
    /// The setup of a match.
    #[error(transparent)]
    Setup(#[from] game::SetupError),
    /// Something else, in words.
    #[error("{0}")]
    Cannot(String),
}

impl Refused {
    fn by_rules(refusal: Refusal, game: &Match) -> Self {
        Self::Rules { words: words::refusal(&refusal, game.setup()), refusal }
    }
}

/// The setup of a match that is played here and now.
#[must_use]
pub fn here(setup: Setup) -> Setup {
    Setup { utc_offset: Some(Timestamp::now().utc_offset()), ..setup }
}

/// A match that begins here with this setup: its first hand is dealt.
///
/// # Errors
/// It cannot be played so.
pub fn opening(setup: Setup, leader: Seat) -> Result<Match, Refused> {
    let mut game = Match::start(here(setup))?;
    match game.act(Act::Deal { leader, hands: Vec::new() }) {
        Ok(_) => Ok(game),
        Err(refusal) => Err(Refused::by_rules(refusal, &game)),
    }
}

/// Record of the match.
#[derive(Debug)]
struct Record {
    journal: Journal,
    id: MatchId,
    now: fn() -> Timestamp,
}

/// The match on the table.
#[derive(Debug)]
pub struct Table {
    game: Match,
    record: Option<Record>,
}

impl Table {
    /// A match that is kept nowhere.
    #[must_use]
    pub const fn in_memory(game: Match) -> Self {
        Self { game, record: None }
    }

    /// A new match, kept in this journal.
    #[must_use]
    pub fn begin(journal: Journal, game: Match, now: fn() -> Timestamp) -> Self {
        let mut table = Self::in_memory(game);
        table.keep_in(journal, now);
        table
    }

    /// A match of the journal's store, to be resumed.
    #[must_use]
    pub const fn resume(journal: Journal, id: MatchId, game: Match, now: fn() -> Timestamp) -> Self {
        Self { game, record: Some(Record { journal, id, now }) }
    }

    /// Keeps the match in this journal from now on, with all that has happened.
    pub fn keep_in(&mut self, journal: Journal, now: fn() -> Timestamp) {
        let id = journal.new_match_id();
        self.record = Some(Record { journal, id, now });
        self.store(0);
    }

    /// Another match takes the place of this one, in the same journal.
    pub fn next_match(&mut self, game: Match) {
        self.game = game;
        if let Some(record) = &mut self.record {
            record.id = record.journal.new_match_id();
        }
        self.store(0);
    }

    /// Returns the setup and the leader of the game that a phone asks for: `next`, or a rematch with another leader.
    ///
    /// # Errors
    /// A match is in progress, or it cannot be played so.
    pub fn next_setup(&self, next: Option<&NextMatch>) -> Result<(Setup, Seat), Refused> {
        match next {
            None if self.game.state().is_over() => Ok(self.game.again()),
            Some(next) if may_begin(&self.game) => next.setup(self.game.setup()).map_err(Refused::Cannot),
            None | Some(_) => Err(Refused::Cannot(say!("the match is not over").to_owned())),
        }
    }

    /// Begins the game that a phone asks for: `next`, or a rematch with another leader.
    ///
    /// # Errors
    /// A match is in progress, or it cannot be played so.
    pub fn begin_next(&mut self, next: Option<&NextMatch>) -> Result<Option<Unsaved>, Refused> {
        let (setup, leader) = self.next_setup(next)?;
        self.next_match(opening(setup, leader)?);
        Ok(self.unsaved())
    }

    /// A past match of the same store takes the place of this one, of which nothing waits for the disk.
    pub fn take_up(&mut self, id: MatchId, game: Match) {
        self.game = game;
        if let Some(record) = &mut self.record {
            record.id = id;
        }
    }

    /// The match.
    #[must_use]
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// Returns the id, if the match is stored.
    #[must_use]
    pub fn id(&self) -> Option<MatchId> {
        self.record.as_ref().map(|record| record.id)
    }

    /// The journal, where it is kept.
    #[must_use]
    pub fn journal(&self) -> Option<&Journal> {
        self.record.as_ref().map(|record| &record.journal)
    }

    /// The journal, for events outside this match.
    pub(crate) fn journal_mut(&mut self) -> Option<&mut Journal> {
        self.record.as_mut().map(|record| &mut record.journal)
    }

    /// Stores an act, then applies it. An act that can't be stored is applied too: it is kept in memory, and the answer
    /// reports it.
    ///
    /// # Errors
    /// The reason it is impossible; nothing was stored.
    pub fn apply(&mut self, act: Act, seen: Option<Seen>) -> Result<Applied, Refused> {
        self.apply_all([act], seen)
    }

    /// Stores several acts as one, all or none of them.
    ///
    /// # Errors
    /// The reason one of them is impossible; nothing was stored.
    pub fn apply_all(&mut self, acts: impl IntoIterator<Item = Act>, seen: Option<Seen>) -> Result<Applied, Refused> {
        let mut after = self.game.clone();
        for act in acts {
            after.act(act).map_err(|refusal| Refused::by_rules(refusal, &self.game))?;
        }
        let before = std::mem::replace(&mut self.game, after);
        let events = before.events().len()..self.game.events().len();
        self.store(events.start);
        let unsaved = self.unsaved();
        // A missing folder must not be created again by a picture.
        let seen = seen.filter(|_| unsaved.is_none());
        Ok(Applied {
            call: words::call(&before, &self.game),
            rescored: change::rescored(&before, &self.game),
            unsaved,
            pictures: seen.map(|seen| self.pictures(events.clone(), &seen)).unwrap_or_default(),
            events,
        })
    }

    /// Records a layout that is already on the table; `next` drops next, or the seat whose turn it is.
    ///
    /// # Errors
    /// The reason recording can't start from it; nothing was stored.
    pub fn start_from(&mut self, layout: &Layout, next: Option<Seat>, seen: Option<Seen>) -> Result<Applied, Refused> {
        let acts = late::take_over(&self.game, layout, next).map_err(Refused::Cannot)?;
        self.apply_all(acts, seen)
    }

    /// Hands the events from `from` on to the journal.
    fn store(&mut self, from: usize) {
        let Some(record) = &mut self.record else { return };
        let new: &[Event] = &self.game.events()[from..];
        if !new.is_empty() {
            let _told_by_unsaved: Saved = record.journal.record(record.id, new, (record.now)());
        }
    }

    /// Returns what to keep of the drops among these events.
    fn pictures(&self, events: Range<usize>, (frame, evidence): &Seen) -> Vec<DropPicture> {
        let Some(record) = &self.record else { return Vec::new() };
        let Some(store) = record.journal.store() else { return Vec::new() };
        let drops = events.filter(|event| matches!(self.game.events()[*event].act, Act::Play { .. }));
        let picture = |event: usize| DropPicture {
            pictures: store.pictures(),
            game: record.id,
            // The store counts events from 1.
            event: u32::try_from(event + 1).unwrap_or(u32::MAX),
            frame: Arc::clone(frame),
            evidence: evidence.clone(),
        };
        drops.map(picture).collect()
    }

    /// Acts that the disk has not taken.
    #[must_use]
    pub fn unsaved(&self) -> Option<Unsaved> {
        unsaved(self.journal()?)
    }

    /// Tries again to store what the disk has not taken; what still waits.
    pub fn retry(&mut self) -> Option<Unsaved> {
        if let Some(journal) = self.journal_mut() {
            journal.retry();
        }
        self.unsaved()
    }
}

/// Acts of a journal that the disk has not taken.
#[must_use]
pub fn unsaved(journal: &Journal) -> Option<Unsaved> {
    let why = || journal.trouble().unwrap_or(say!("can't write to disk")).to_owned();
    (journal.unsaved() > 0).then(|| Unsaved { acts: journal.unsaved(), why: why() })
}
