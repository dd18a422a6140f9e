//! State that outlives the window: the match on the table, settings, and changes to past matches. With `history`, which
//! reads them, the only part of the window that uses the store.

use crate::table::{self, Applied, Refused, Table, Unsaved};
use crate::ui::background::{BackgroundJob, BackgroundJobs};
use crate::ui::history::Replay;
use crate::ui::settings::Settings;
use game::rules::RuleSet;
use game::{Act, Match, Seat, Setup};
use language::{said, say, sentence};
use server::NextMatch;
use std::path::{Path, PathBuf};
use store::{BackupReason, Journal, MatchId, Notice, OpenError, Store, StoreError, Timestamp};

/// A match that ended this long ago is still shown when the window opens, so that its end can be undone.
const SHOW_ENDED_MS: i64 = 6 * 3600 * 1000;

/// Keeps matches and settings in a data folder.
#[derive(Debug)]
pub struct Keeper {
    /// The match on the table with its journal.
    table: Option<Table>,
    /// The journal while no match is on the table.
    idle: Option<Journal>,
    /// The match that was on the table before it.
    before: Option<MatchId>,
    folder: PathBuf,
    notices: Vec<String>,
    /// Files that have more of a game that lost its end, with words for it.
    offers: Vec<(String, PathBuf)>,
    /// Background jobs.
    jobs: BackgroundJobs,
    /// The clock; tests hold it still.
    now: fn() -> Timestamp,
    backs_up: bool,
}

impl Keeper {
    /// Opens the data folder. A damaged database is put aside and everything recoverable is restored. If the folder
    /// can't be opened, matches are kept in memory until it can.
    ///
    /// # Errors
    /// Another window has it open.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        Self::open_at(folder, Timestamp::now)
    }

    /// Opens the folder with the caller's clock.
    ///
    /// # Errors
    /// Another window has it open.
    pub fn open_at(folder: &Path, now: fn() -> Timestamp) -> Result<Self, OpenError> {
        let (mut jobs, mut offers) = (BackgroundJobs::default(), Vec::new());
        let (journal, notices) = match store::open_or_recover(folder, now()) {
            Ok(opened) => {
                if !opened.checked_all {
                    // Without a thread the check is left to the next start.
                    jobs.ask(BackgroundJob::Check(opened.store.check_task()));
                }
                offers = offered(&opened.notices);
                let told = |notice: &&Notice| !matches!(notice, Notice::Created);
                let notices = opened.notices.iter().filter(told).map(ToString::to_string).collect();
                (Journal::new(opened.store), notices)
            }
            Err(why @ OpenError::InUse { .. }) => return Err(why),
            Err(why) => {
                let notice = say!("{why}. You can play: drops are kept in memory until the folder can be opened.", why);
                (Journal::without_store(folder, &why), vec![notice])
            }
        };
        Ok(Self {
            table: None,
            idle: Some(journal),
            before: None,
            folder: folder.to_owned(),
            notices,
            offers,
            jobs,
            now,
            backs_up: true,
        })
    }

    /// Makes no backups: of a folder that is only in memory.
    #[must_use]
    pub fn without_backups(self) -> Self {
        Self { backs_up: false, ..self }
    }

    fn journal(&self) -> Option<&Journal> {
        self.table.as_ref().map_or(self.idle.as_ref(), Table::journal)
    }

    fn journal_mut(&mut self) -> Option<&mut Journal> {
        match &mut self.table {
            Some(table) => table.journal_mut(),
            None => self.idle.as_mut(),
        }
    }

    fn store(&self) -> Option<&Store> {
        self.journal()?.store()
    }

    fn store_mut(&mut self) -> Option<&mut Store> {
        self.journal_mut()?.store_mut()
    }

    /// A result of the work beside the window that should be known; each is returned once.
    pub fn news(&mut self) -> Option<String> {
        self.jobs.news()
    }

    /// Files from which games that lost their end can be imported, with words for it.
    pub fn take_offers(&mut self) -> Vec<(String, PathBuf)> {
        std::mem::take(&mut self.offers)
    }

    /// Returns the stored settings; faults in their file become a notice.
    #[must_use]
    pub fn settings(&mut self) -> Settings {
        let (value, trouble) = store::kept_json(&self.settings_path());
        self.notices.extend(trouble);
        Settings::from_json(&value.unwrap_or_default().to_string())
    }

    fn settings_path(&self) -> PathBuf {
        self.folder.join("settings.json")
    }

    /// Keeps the settings: the old file stays until the new one is whole.
    ///
    /// # Errors
    /// The reason they are not kept.
    pub fn keep_settings(&self, settings: &Settings) -> std::io::Result<()> {
        store::keep_json(&self.settings_path(), &serde_json::from_str(&settings.to_json())?)
    }

    /// Notices about how the folder was opened; each is returned once.
    pub fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// Returns the match to resume: the last unfinished one, or one that has just ended.
    ///
    /// # Errors
    /// The reason it can't be read, in words.
    pub fn unfinished(&mut self) -> Result<Option<&Match>, String> {
        let now = (self.now)();
        let Some(store) = self.store_mut() else { return Ok(None) };
        let open = store.last_open_match().map_err(|why| why.to_string())?;
        let id = match open {
            Some(id) => Some(id),
            None => {
                let last = store.last_match().map_err(|why| why.to_string())?;
                last.filter(|(_, at)| now.0 - at.0 < SHOW_ENDED_MS).map(|(id, _)| id)
            }
        };
        let Some(id) = id else { return Ok(None) };
        self.take_up(id).map(Some)
    }

    /// A match from its events; of a damaged log the sound part.
    fn read(&mut self, id: MatchId) -> Result<Match, String> {
        let store = self.store().ok_or(say!("can't open the data folder"))?;
        let (events, damage) = store.load_prefix(id).map_err(|why| why.to_string())?;
        if let Some(damage) = damage {
            self.notices.push(say!("Can't read part of a match: {damage}", damage));
        }
        let mut acts: Vec<&Act> = events.iter().map(|stored| &stored.event.act).collect();
        loop {
            match Match::replay(acts.iter().copied()) {
                Ok(game) => return Ok(game),
                // Events that the core refuses end the part that can be shown; they stay in the log.
                Err(game::ReplayError::Refused { event, why }) => {
                    self.notices.push(say!("A match is shown only up to event {event}: {why}", event, why));
                    acts.truncate(event);
                }
                Err(why) => return Err(why.to_string()),
            }
        }
    }

    /// Returns recent players, the latest first.
    pub fn recent_players(&mut self) -> Vec<String> {
        self.store_mut().and_then(|store| store.recent_players().ok()).unwrap_or_default()
    }

    /// The house rules that were saved, by their names.
    #[must_use]
    pub fn house_rules(&self) -> Vec<RuleSet> {
        let book = self.store().and_then(|store| store.book().ok());
        book.map(|book| book.house_rules.into_values().collect()).unwrap_or_default()
    }

    /// Saves house rules under their name, if they have one.
    ///
    /// # Errors
    /// The reason they are not saved, in words.
    pub fn save_house_rules(&mut self, rules: &RuleSet) -> Result<(), String> {
        if rules.house.is_none() || self.house_rules().contains(rules) {
            return Ok(());
        }
        let now = (self.now)();
        let store = self.store_mut().ok_or(say!("can't open the data folder"))?;
        store.save_house_rules(rules, now).map_err(|why| why.to_string())
    }

    /// The match on the table.
    #[must_use]
    pub fn game(&self) -> Option<&Match> {
        self.table.as_ref().map(Table::game)
    }

    /// Returns the setup and the leader of the game that a phone asks for: `next`, or a rematch with another leader.
    ///
    /// # Errors
    /// A match is in progress, or it cannot be played so.
    pub fn next_setup(&self, next: Option<&NextMatch>) -> Result<(Setup, Seat), Refused> {
        self.table.as_ref().ok_or_else(no_match)?.next_setup(next)
    }

    /// A match begins.
    pub fn begin(&mut self, game: Match) {
        let now = self.now;
        self.before = self.on_table();
        match (&mut self.table, self.idle.take()) {
            (Some(table), _) => table.next_match(game),
            (None, Some(journal)) => self.table = Some(Table::begin(journal, game, now)),
            (None, None) => self.table = Some(Table::in_memory(game)),
        }
        self.backup(BackupReason::GameStart);
    }

    /// Opens the match before the one on the table again, and deletes this one.
    ///
    /// # Errors
    /// The reason, in words; this one then stays on the table.
    pub fn reopen(&mut self) -> Result<&Match, String> {
        let (Some(id), Some(begun)) = (self.before, self.on_table()) else {
            return Err(say!("there is nothing to undo").to_owned());
        };
        self.all_saved()?;
        self.note(|store, at| store.delete_match(begun, at))?;
        self.take_up(id)
    }

    /// Changes the match on the table and returns what [`Table`] did. Pictures of drops are saved beside the window.
    ///
    /// # Errors
    /// The reason it is impossible; nothing was stored.
    pub fn change(&mut self, change: impl FnOnce(&mut Table) -> Result<Applied, Refused>) -> Result<Applied, Refused> {
        let table = self.table.as_mut().ok_or_else(no_match)?;
        let mut applied = change(table)?;
        let over = table.game().state().is_over();
        for picture in applied.pictures.drain(..) {
            self.jobs.ask(BackgroundJob::Picture(Box::new(picture)));
        }
        if over {
            self.backup(BackupReason::GameEnd);
        }
        Ok(applied)
    }

    /// A number that differs from match to match, for what need not be repeatable.
    #[must_use]
    pub fn seed(&self) -> u64 {
        (self.now)().0.unsigned_abs() % 100_000
    }

    /// Makes a backup beside the window.
    fn backup(&mut self, reason: BackupReason) {
        let now = (self.now)();
        let Some(store) = self.store().filter(|store| self.backs_up && store.read_only().is_none()) else { return };
        // If too much waits, this backup is skipped; the log itself is safe.
        self.jobs.ask(BackgroundJob::Backup(store.backup_task(reason, now)));
    }

    /// Acts that are not on disk, and why.
    #[must_use]
    pub fn unsaved(&self) -> Option<Unsaved> {
        self.journal().and_then(table::unsaved)
    }

    /// Tries to save unsaved acts.
    pub fn retry(&mut self) {
        if let Some(journal) = self.journal_mut() {
            journal.retry();
        }
    }

    /// Writes the unsaved acts to a file in the home folder, or in the folder for temporary files.
    ///
    /// # Errors
    /// The reason that failed too.
    pub fn export_unsaved(&self) -> Result<PathBuf, String> {
        let Some(journal) = self.journal() else { return Err(said(CLOSED).to_owned()) };
        // A name that can't have been prepared, and no existing file or link is written through.
        let name = format!("sixty-one-unsaved-{}-{}.json", (self.now)().for_file_name(), journal.new_match_id());
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let mut trouble = say!("no folder to write to").to_owned();
        for folder in home.into_iter().chain([store::disk::temp_dir()]) {
            let path = folder.join(&name);
            match store::write_private(&path, journal.unsaved_json().as_bytes()) {
                Ok(()) => return Ok(path),
                Err(why) => trouble = format!("{}: {why}", path.display()),
            }
        }
        Err(trouble)
    }

    /// Moves to another folder with everything readable in this one.
    ///
    /// # Errors
    /// The reason in words; nothing has changed then.
    pub fn move_to(&mut self, folder: &Path) -> Result<String, String> {
        let moved = self.journal_mut().ok_or(said(CLOSED))?.move_to(folder)?;
        self.folder.clone_from(&moved.folder);
        let came = if moved.all { say!("all matches were moved") } else { say!("today's matches were moved") };
        Ok(say!(
            "Matches are now saved in {folder}: {came} ({games}). Next time, start with --data {again}.",
            folder = folder.display(),
            came,
            games = moved.games,
            again = folder.display()
        ))
    }

    /// The data folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The moment, by the keeper's clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        (self.now)()
    }

    /// The match that is on the table.
    #[must_use]
    pub fn on_table(&self) -> Option<MatchId> {
        self.table.as_ref()?.id()
    }

    /// A past match, to be looked at.
    ///
    /// # Errors
    /// The reason it cannot be read.
    pub fn look(&mut self, id: MatchId) -> Result<Replay, String> {
        let whole = self.read(id)?;
        let store = self.store().ok_or(said(CLOSED))?;
        let (stored, _) = store.load_prefix(id).map_err(|why| why.to_string())?;
        let times = stored.iter().map(|stored| stored.at).collect();
        Ok(Replay::new(id, whole, times, &store.pictures()))
    }

    /// Refuses while acts wait for the disk: what would be read from it is older than they are.
    fn all_saved(&self) -> Result<(), String> {
        self.unsaved().map_or(Ok(()), |unsaved| Err(unsaved.to_string()))
    }

    /// Resumes a past match; the match on the table stays as it is while some of it waits for the disk.
    ///
    /// # Errors
    /// The reason it can't be read, or acts that are not saved.
    pub fn take_up(&mut self, id: MatchId) -> Result<&Match, String> {
        if self.on_table() != Some(id) {
            self.all_saved()?;
        } else if self.unsaved().is_some() {
            return self.game().ok_or_else(|| said(CLOSED).to_owned());
        }
        let (game, now) = (self.read(id)?, self.now);
        self.before = None;
        match (&mut self.table, self.idle.take()) {
            (Some(table), _) => table.take_up(id, game),
            (None, Some(journal)) => self.table = Some(Table::resume(journal, id, game, now)),
            (None, None) => self.table = Some(Table::in_memory(game)),
        }
        self.game().ok_or_else(|| said(CLOSED).to_owned())
    }

    /// Writes something about past matches into the book.
    ///
    /// # Errors
    /// The reason it was not stored, in words.
    pub fn note(&mut self, what: impl FnOnce(&mut Store, Timestamp) -> Result<(), StoreError>) -> Result<(), String> {
        let now = (self.now)();
        let store = self.store_mut().ok_or(said(CLOSED))?;
        what(store, now).map_err(|why| why.to_string())
    }

    /// Lends the store to a longer work on another thread; drops wait in memory meanwhile.
    pub fn lend(&mut self) -> Option<Store> {
        let game = self.on_table();
        self.journal_mut()?.lend(game)
    }

    /// Takes the store back.
    pub fn give_back(&mut self, store: Store) {
        if let Some(journal) = self.journal_mut() {
            journal.give_back(store);
        }
    }
}

fn no_match() -> Refused {
    Refused::Cannot(say!("no match is on the table").to_owned())
}

/// Returns what a recovery found elsewhere of the matches that it could not save completely.
fn offered(notices: &[Notice]) -> Vec<(String, PathBuf)> {
    let lost = notices.iter().filter_map(|notice| match notice {
        Notice::Recovered(done) => Some(&done.lost),
        _ => None,
    });
    let mut offers = Vec::<(String, PathBuf)>::new();
    for lost in lost.flatten() {
        let Some(source) = &lost.recovery_source else { continue };
        match offers.iter_mut().find(|(_, path)| *path == source.path) {
            Some((words, _)) => *words += &format!("\n{lost}"),
            None => offers.push((lost.to_string(), source.path.clone())),
        }
    }
    offers
}

const CLOSED: &str = sentence!("can't open the data folder");
