//! State of the camera for the views: the newest sighting, what has been answered, the set-up form.

pub mod countdown;
pub mod guide;
pub mod moment;
pub mod part;

use crate::camera::page::Lens;
use crate::camera::{Found, SourceSpec};
use crate::live::{Correction, Proposal, Role, SelfTest, Sighting, TableState};
use crate::table::Mend;
use crate::ui::table::TableScreen;
use countdown::Countdown;
use eye_jobs::clock;
use game::layout::Layout;
use game::stats::{SIMULATED, is_simulated};
use game::tile::{Tile, TileSet};
use game::{Match, Seat, Setup};
use guide::Guide;
use part::Part;
use simulator::Announcement;
use std::sync::Arc;
use std::time::Duration;

/// A wish about the camera.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CameraWish {
    /// Open this source.
    Open(SourceSpec),
    /// Open the typed source.
    OpenTyped,
    /// Address, picture or folder while it is typed.
    Typed(String),
    /// Close the source.
    Off,
    /// Read a known picture.
    Test,
    /// The proposed tile was not dropped; the tile that seems misread is right.
    Dismiss,
    /// The camera was moved: look afresh.
    Again,
    /// Try the camera again now.
    Reopen,
    /// Set the camera so.
    Lens(Lens),
    /// Mark this reading of the drop: 0 the proposal, then its alternatives.
    Mark(usize),
    /// A recorded tile of the picture is tapped: it was misread.
    Tile(Role),
    /// A tile of the picture is tapped that is not in the record: it was dropped.
    Take(Tile),
    /// The proposed tile was dropped earlier: add it at its place in the order of play.
    Earlier,
    /// Remove this difference between table and record.
    Mend(Mend),
    /// An earlier drop was misread: put it right.
    Correct,
    /// The drop that is about to enter itself asks instead.
    Stop,
    /// Start from this table; this seat drops next.
    TakeOver(Seat),
    /// Something about the guided set-up.
    Guide(GuideWish),
    /// Write the last minute to a folder that can be handed in.
    KeepMinute,
    /// Show the whole picture, or the layout enlarged.
    Whole(bool),
}

/// A wish about the guided set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuideWish {
    /// Begin, or continue with the next step.
    GoOn,
    /// Leave it.
    Leave,
    /// Read the tiles on the table now.
    Read,
    /// Mark this tile as misread, or unmark it.
    Mark(usize),
    /// One more tile is there.
    Missing,
    /// The drop that is proposed is right, or is not.
    Judge(bool),
    /// A drop was not seen.
    Missed,
    /// Let sure drops count by themselves.
    ByItself,
}

/// The self test.
#[derive(Clone, Debug, Default)]
pub enum Test {
    /// Nothing is asked.
    #[default]
    None,
    /// Being made.
    Running,
    /// The result.
    Done(SelfTest),
}

/// The camera as the views see it.
#[derive(Clone, Debug, Default)]
pub struct CameraState {
    /// The source that is open.
    pub source: Option<SourceSpec>,
    /// Latest sighting.
    pub sighting: Option<Arc<Sighting>>,
    /// Latest announcement at the table.
    pub told: Option<Announcement>,
    /// Proposals up to this number have been answered.
    pub answered: u64,
    /// Sightings up to this number were weighed against a record that has changed since.
    pub weighed: u64,
    /// Announcement at the table, as long as it can be entered.
    pub said: Option<Announcement>,
    /// The correction that was turned down last, beside this record.
    pub refused: Option<Correction>,
    /// The difference between table and record that a person leaves as it is: the tiles that are new, and gone.
    pub left: Option<(TileSet, TileSet)>,
    /// The sure drop that is about to enter itself.
    pub countdown: Countdown,
    /// Marked reading of the drop: 0 the proposal, then its alternatives.
    pub marked: usize,
    /// The part of the picture that is shown.
    pub part: Part,
    /// Whether the whole picture is shown instead.
    pub whole: bool,
    /// Settings of the camera: a browser's has a light and other resolutions.
    pub lens: Option<Lens>,
    /// Whether the last minute is being written.
    pub keeping: bool,
    /// Cameras that can be chosen, once they have been listed.
    pub found: Option<Vec<Found>>,
    /// Address, picture or folder while it is typed.
    pub typed: String,
    /// Reason why it is not a source.
    pub problem: Option<String>,
    /// The self test.
    pub test: Test,
    /// The guided set-up.
    pub guide: Guide,
}

impl CameraState {
    /// Reports whether a source is open.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.source.is_some()
    }

    /// Reports whether the open source is the simulated table.
    #[must_use]
    pub const fn is_simulated(&self) -> bool {
        matches!(self.source, Some(SourceSpec::Simulated { .. }))
    }

    /// Reports whether the open source watches this match. The simulated table shows its own game only, and during the
    /// set-up the camera does not count for the match.
    #[must_use]
    pub fn watches(&self, game: &Match) -> bool {
        // A score sheet has no drops: its camera counts.
        !game.setup().rules.is_sheet()
            && self.is_on()
            && !self.guide.has_the_camera()
            && self.is_simulated() == is_demonstration(game.setup())
    }

    /// The part of the picture that is shown: all of it where the set-up asks whether the table is in it.
    #[must_use]
    pub const fn shown_part(&self) -> Part {
        match self.guide {
            Guide::See | Guide::Read(_) => Part::WHOLE,
            _ if self.whole => Part::WHOLE,
            _ => self.part,
        }
    }

    /// The drop that waits to be confirmed.
    #[must_use]
    pub fn proposal(&self) -> Option<&Proposal> {
        self.sighting.as_ref()?.proposal.as_ref().filter(|proposal| proposal.id > self.answered)
    }

    /// The earlier drop that seems to have been misread.
    #[must_use]
    pub fn correction(&self) -> Option<&Correction> {
        let seen = self.sighting.as_ref().filter(|seen| seen.number > self.weighed)?;
        let correction = seen.correction.as_ref()?;
        let refused = |refused: &Correction| {
            (refused.tile, refused.was, refused.play) == (correction.tile, correction.was, correction.play)
        };
        (!self.refused.as_ref().is_some_and(refused)).then_some(correction)
    }

    /// The state of the table, [`TableState::Starting`] before the first sighting.
    #[must_use]
    pub fn state(&self) -> &TableState {
        match &self.sighting {
            None => &TableState::Starting,
            // A disagreement with the old record need not be one with the new.
            Some(seen) if seen.number <= self.weighed && matches!(seen.state, TableState::Lost { .. }) => {
                &TableState::Looking
            }
            Some(seen) => &seen.state,
        }
    }

    /// Returns the layout on the table, where it differs from the record and is legal.
    #[must_use]
    pub fn line(&self) -> Option<&Layout> {
        let TableState::Lost { table, .. } = self.state() else { return None };
        table.as_ref()
    }

    /// Returns the number of recorded drops after which a tile that is not in the record was seen to come.
    #[must_use]
    pub fn came_after(&self, tile: Tile) -> Option<usize> {
        let TableState::Lost { new, after, .. } = self.state() else { return None };
        new.iter().zip(after).find(|(new, _)| **new == tile).and_then(|(_, after)| *after)
    }

    /// Returns the age of the picture if no new ones come.
    #[must_use]
    pub fn stale(&self) -> Option<Duration> {
        let sighting = self.sighting.as_ref()?;
        let lost = matches!(sighting.state, TableState::NoPicture { .. });
        let taken = sighting.taken.filter(|_| lost && sighting.frame.is_some())?;
        Some(clock::now().saturating_sub(taken))
    }

    /// Takes a sighting with its announcement.
    pub fn see(&mut self, sighting: Arc<Sighting>, told: Option<Announcement>) {
        let id = |sighting: &Sighting| sighting.proposal.as_ref().map(|proposal| proposal.id);
        if self.sighting.as_deref().and_then(id) != id(&sighting) {
            self.marked = 0;
        }
        self.part.follow(&sighting);
        // While nothing is seen the difference stays the same.
        let agree = matches!(sighting.state, TableState::Settled | TableState::NoneYet | TableState::Idle);
        self.left = self.left.filter(|left| difference(&sighting.state).map_or(!agree, |now| now == *left));
        self.sighting = Some(sighting);
        self.told = told;
    }

    /// The record has changed: what was seen belongs to the one before.
    pub fn recorded(&mut self) {
        (self.left, self.refused) = (None, None);
        self.weighed = self.sighting.as_ref().map_or(0, |sighting| sighting.number);
        self.answer();
    }

    /// A person leaves the difference between table and record as it is.
    pub fn leave(&mut self) {
        self.left = difference(self.state());
    }

    /// Reports whether a person leaves the present difference as it is.
    #[must_use]
    pub fn is_left(&self) -> bool {
        self.left.is_some() && self.left == difference(self.state())
    }

    /// The proposal has been answered.
    pub fn answer(&mut self) {
        let Some(sighting) = &self.sighting else { return };
        if let Some(proposal) = &sighting.proposal {
            self.answered = self.answered.max(proposal.id);
        }
        self.marked = 0;
    }

    /// Keeps an announcement only while the match accepts it: a knock that has been entered is done. While a person
    /// counts the hands nothing is offered.
    pub fn listen(&mut self, table: Option<&TableScreen>) {
        let table = table.filter(|table| self.watches(&table.game) && !table.tally.is_begun());
        let fits = |told: &&Announcement| table.is_some_and(|table| table.game.decide(told.act.clone()).is_ok());
        self.said = self.told.as_ref().filter(fits).cloned();
    }

    /// Another source, or none: nothing of the last one counts.
    pub fn forget(&mut self) {
        self.sighting = None;
        self.told = None;
        self.answered = 0;
        self.weighed = 0;
        self.said = None;
        self.refused = None;
        self.left = None;
        self.countdown = Countdown::default();
        self.part = Part::default();
        self.guide = Guide::default();
        self.keeping = false;
        self.marked = 0;
        self.problem = None;
    }
}

/// The tiles that are new and gone where table and record disagree.
fn difference(state: &TableState) -> Option<(TileSet, TileSet)> {
    let TableState::Lost { new, gone, .. } = state else { return None };
    Some((new.iter().copied().collect(), gone.iter().copied().collect()))
}

/// Reports whether this is the record of a simulated table, by the names of its players.
#[must_use]
pub fn is_demonstration(setup: &Setup) -> bool {
    setup.players.iter().all(|name| is_simulated(name))
}

/// Returns the setup of the same match for the simulated table.
#[must_use]
pub fn demonstration(setup: Setup) -> Setup {
    let names = setup.players.iter().map(|name| {
        let name = name.trim_end_matches(SIMULATED);
        format!("{name}{SIMULATED}")
    });
    Setup { players: names.collect(), best_of: 1, ..setup }
}
