//! A data folder that several servers of one process share, as servers share a database: for simulations.

use super::decided::Decided;
use super::folder::FolderLedger;
use super::keys::ClubKey;
use super::ledger::{Addition, Kept, Ledger, LedgerError, LedgerGame, LedgerNews};
use game::stats::Facts;
use server::TableName;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use store::{Book, MatchId};

type NewsQueue = Rc<RefCell<Vec<LedgerNews>>>;

#[derive(Debug)]
struct Shared {
    ledger: FolderLedger,
    /// The table that sent each game last, as a database keeps it.
    names: BTreeMap<MatchId, TableName>,
    ears: Vec<NewsQueue>,
}

/// A folder with several servers; each hears what the others wrote.
#[derive(Debug)]
pub struct SharedFolder(Rc<RefCell<Shared>>);

impl SharedFolder {
    /// Opens the folder.
    ///
    /// # Errors
    /// The reason it cannot be used.
    pub fn open(folder: &Path) -> Result<Self, LedgerError> {
        let (ledger, _notices) = FolderLedger::open(folder)?;
        Ok(Self(Rc::new(RefCell::new(Shared { ledger, names: BTreeMap::new(), ears: Vec::new() }))))
    }

    /// Loses the news on its way; `noticed`: as when a connection was lost, which makes a server look at everything.
    pub fn lose_news(&self, noticed: bool) {
        for ear in &self.0.borrow().ears {
            let lost = std::mem::take(&mut *ear.borrow_mut());
            if noticed && !lost.is_empty() {
                ear.borrow_mut().push(LedgerNews::Missed);
            }
        }
    }

    pub(crate) fn ledger(&self) -> SharedLedger {
        let ear = NewsQueue::default();
        let ears = &mut self.0.borrow_mut().ears;
        ears.retain(|ear| Rc::strong_count(ear) > 1);
        ears.push(Rc::clone(&ear));
        SharedLedger { shared: Rc::clone(&self.0), ear }
    }
}

/// One server's way to the folder.
#[derive(Debug)]
pub(crate) struct SharedLedger {
    shared: Rc<RefCell<Shared>>,
    ear: NewsQueue,
}

impl SharedLedger {
    fn tell(&self, news: &LedgerNews) {
        for ear in self.shared.borrow().ears.iter().filter(|ear| !Rc::ptr_eq(ear, &self.ear)) {
            ear.borrow_mut().push(news.clone());
        }
    }
}

impl Ledger for SharedLedger {
    fn counts(&mut self, games: &[MatchId]) -> Kept<Vec<(MatchId, u32)>> {
        self.shared.borrow_mut().ledger.counts(games)
    }

    fn load(&mut self, game: MatchId, after: u32) -> Kept<Option<LedgerGame>> {
        let mut shared = self.shared.borrow_mut();
        let mut loaded = shared.ledger.load(game, after)?;
        if let (Some(loaded), Some(name)) = (&mut loaded, shared.names.get(&game)) {
            loaded.name.clone_from(name);
        }
        Ok(loaded)
    }

    fn append(&mut self, additions: &[Addition<'_>]) -> Kept<Vec<bool>> {
        let added = self.shared.borrow_mut().ledger.append(additions)?;
        let mut games = Vec::new();
        for (addition, _) in additions.iter().zip(&added).filter(|(_, added)| **added) {
            if let Some(game) = addition.game() {
                self.shared.borrow_mut().names.insert(game, addition.name.clone());
                games.push(game);
            }
        }
        self.tell(&LedgerNews::Games(games));
        Ok(added)
    }

    fn tables(&mut self) -> Kept<Vec<(TableName, MatchId)>> {
        self.shared.borrow_mut().ledger.tables()
    }

    fn results(&mut self) -> Kept<Vec<(String, Facts)>> {
        self.shared.borrow_mut().ledger.results()
    }

    fn keys(&mut self) -> Kept<Vec<ClubKey>> {
        self.shared.borrow_mut().ledger.keys()
    }

    fn book(&mut self) -> Kept<Book> {
        self.shared.borrow_mut().ledger.book()
    }

    fn note(&mut self, decide: &mut dyn FnMut(&Book) -> Decided) -> Kept<Result<(Book, String), String>> {
        let before = self.book()?;
        let noted = Ledger::note(&mut self.shared.borrow_mut().ledger, decide)?;
        if noted.as_ref().is_ok_and(|(book, _)| *book != before) {
            self.tell(&LedgerNews::Book);
        }
        Ok(noted)
    }

    fn news(&mut self) -> Vec<LedgerNews> {
        let of_folder = self.shared.borrow_mut().ledger.news();
        for ear in &self.shared.borrow().ears {
            ear.borrow_mut().extend(of_folder.iter().cloned());
        }
        std::mem::take(&mut *self.ear.borrow_mut())
    }
}
