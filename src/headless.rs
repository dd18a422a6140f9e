//! A table without a window: the record in the data folder, and what phones ask of it. Store first, then the answer.

use game::{Act, Event, Match, Seat, Setup, words};
use language::say;
use server::{PhoneAct, PhoneAnswer};
use std::path::Path;
use store::{GameId, Journal, OpenError, Timestamp};

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub enum HeadlessError {
    /// The folder.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It can be read only.
    #[error("{}", say!("the match cannot be kept: {why}", why = .0))]
    ReadOnly(String),
    /// The log of the match to go on with.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// What was stored is no match.
    #[error("{}", say!("the last match cannot be gone on with: {why}", why = .0))]
    Replay(#[from] game::ReplayError),
    /// The setup of a new match.
    #[error(transparent)]
    Setup(#[from] game::SetupError),
    /// The first hand of a new match.
    #[error("{0}")]
    Deal(String),
}

/// The match on the table and its record.
#[derive(Debug)]
pub struct HeadlessTable {
    journal: Journal,
    id: GameId,
    game: Match,
    /// What should be known of how the folder was opened.
    notices: Vec<String>,
}

impl HeadlessTable {
    /// Opens the folder and goes on with the match that is not over; without one, or when `afresh`, begins a match with this
    /// setup.
    ///
    /// # Errors
    /// Why there is no table, in words.
    pub fn open(folder: &Path, setup: &Setup, afresh: bool) -> Result<Self, HeadlessError> {
        let opened = store::open_or_recover(folder, Timestamp::now())?;
        let notices = opened.notices.iter().map(ToString::to_string).collect();
        let mut store = opened.store;
        if let Some(why) = store.read_only() {
            return Err(HeadlessError::ReadOnly(why.to_string()));
        }
        let open = if afresh { None } else { store.last_open_game()? };
        if let Some(id) = open {
            let events = store.load(id)?;
            let game = Match::replay(events.iter().map(|stored| &stored.event.act))?;
            return Ok(Self { journal: Journal::new(store), id, game, notices });
        }
        let mut journal = Journal::new(store);
        let (id, game) = begin(&mut journal, setup.clone(), Seat::FIRST)?;
        Ok(Self { journal, id, game, notices })
    }

    /// The match.
    #[must_use]
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// What should be known of how the folder was opened, once.
    pub fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// Does what a phone asks, or says why not.
    ///
    /// # Errors
    /// Why not, in players' words.
    pub fn asked(&mut self, asked: &PhoneAct) -> PhoneAnswer {
        match asked {
            PhoneAct::Act(act) => self.act(act.clone()),
            PhoneAct::SameAgain if !self.game.state().is_over() => Err(say!("the match is not over").to_owned()),
            PhoneAct::SameAgain => self.same_again(),
        }
    }

    fn act(&mut self, act: Act) -> PhoneAnswer {
        let event: Event = self.game.decide(act).map_err(|why| words::refusal(&why, self.game.setup()))?;
        self.journal.record(self.id, std::slice::from_ref(&event), Timestamp::now());
        self.game.push(event).map(drop).map_err(|why| why.to_string())
    }

    /// The same match once more; whoever led does not lead again.
    fn same_again(&mut self) -> PhoneAnswer {
        let setup = self.game.setup().clone();
        let led = self.game.events().iter().find_map(|event| match event.act {
            Act::Deal { leader, .. } => Some(leader),
            _ => None,
        });
        let leader = led.unwrap_or(Seat::FIRST).left(setup.seats());
        let (id, game) = begin(&mut self.journal, setup, leader).map_err(|why| why.to_string())?;
        (self.id, self.game) = (id, game);
        Ok(())
    }

    /// Tries again to store what the disk did not take; acts that still wait, and why.
    pub fn retry(&mut self) -> Option<(usize, String)> {
        match self.journal.retry() {
            0 => None,
            acts => Some((acts, self.journal.trouble().unwrap_or(say!("the disk refuses")).to_owned())),
        }
    }
}

fn begin(journal: &mut Journal, setup: Setup, leader: Seat) -> Result<(GameId, Match), HeadlessError> {
    let mut game = Match::start(setup)?;
    game.act(Act::Deal { leader, hands: Vec::new() }).map_err(|why| HeadlessError::Deal(why.to_string()))?;
    let id = journal.new_game_id();
    journal.record(id, game.events(), Timestamp::now());
    Ok((id, game))
}
