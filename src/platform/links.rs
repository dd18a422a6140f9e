//! The links still open, as hashes: reading the file gives no link. A table's links live as long as its match, a club's
//! until they are withdrawn; neither ends with the program.

#[cfg(not(target_arch = "wasm32"))]
use club::{LedgerError, LinkTable};
use language::say;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use server::{LinkHash, LinkKind, Server};
use std::io;
use std::path::Path;
use store::{KeptFile, Timestamp};

/// Most open links of a kind; the oldest go first.
const MOST: usize = 32;

/// Reason why links are not kept, or cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LinkBookError {
    /// The file. No link of before opens then.
    #[error("{}", say!("the links made before no longer work: {why}", why = .0))]
    File(#[from] io::Error),
    /// The file was not read again; nothing changed.
    #[error("{}", say!("the open links stay as they are: {why}", why = .0))]
    Unread(io::Error),
    /// The file still has links that were to open nothing any more.
    #[error("{}", say!("can't store that the links were withdrawn, so they may open again later: {why}", why = .0))]
    NotWithdrawn(io::Error),
    /// The file has neither a new link, nor that the links are of the next match.
    #[error("{}", say!("can't store the links, so they work only until Sixty-One ends: {why}", why = .0))]
    NotStored(io::Error),
    /// The database.
    #[cfg(not(target_arch = "wasm32"))]
    #[error(transparent)]
    Database(#[from] LedgerError),
    /// There are no random numbers.
    #[error("{}", say!("can't make links: this machine gives no random numbers ({why})", why = .0))]
    Random(String),
}

impl LinkBookError {
    fn of_reading_again(self) -> Self {
        match self {
            Self::File(why) => Self::Unread(why),
            other => other,
        }
    }

    fn of_storing(self) -> Self {
        match self {
            Self::File(why) => Self::NotStored(why),
            other => other,
        }
    }

    fn of_withdrawal(self) -> Self {
        match self {
            Self::File(why) => Self::NotWithdrawn(why),
            other => other,
        }
    }
}

/// A link that opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptLink {
    /// The rights it gives.
    pub kind: LinkKind,
    /// Hash of the link.
    pub hash: LinkHash,
    /// Time it was made.
    pub made: Timestamp,
}

/// The links of a data folder, or of a database.
#[derive(Debug)]
pub struct LinkBook(LinkStorage);

#[derive(Debug)]
enum LinkStorage {
    Folder(Box<LinkFile>),
    #[cfg(not(target_arch = "wasm32"))]
    Database(Box<LinkTable>),
}

impl LinkBook {
    /// The links of a data folder.
    #[must_use]
    pub fn of_folder(folder: &Path) -> Self {
        Self(LinkStorage::Folder(Box::new(LinkFile { file: KeptFile::at(folder.join("links.json")), game: None })))
    }

    /// The links of a database.
    ///
    /// # Errors
    /// It cannot be used.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn of_database(address: &str) -> Result<Self, LinkBookError> {
        Ok(Self(LinkStorage::Database(Box::new(LinkTable::open(address)?))))
    }

    /// Every link that opens, the oldest first.
    ///
    /// # Errors
    /// The record cannot be used.
    pub fn read(&mut self) -> Result<Vec<KeptLink>, LinkBookError> {
        match &mut self.0 {
            LinkStorage::Folder(file) => Ok(file.read()?.links()),
            #[cfg(not(target_arch = "wasm32"))]
            LinkStorage::Database(table) => Ok(table.read()?.iter().filter_map(of_row).collect()),
        }
    }

    fn change<T>(&mut self, change: impl FnOnce(&mut Vec<KeptLink>) -> T) -> Result<T, LinkBookError> {
        match &mut self.0 {
            LinkStorage::Folder(file) => Ok(file.update(|kept| {
                let mut links = kept.links();
                let came_of_it = change(&mut links);
                kept.links = links.iter().map(StoredLink::of).collect();
                came_of_it
            })?),
            #[cfg(not(target_arch = "wasm32"))]
            LinkStorage::Database(table) => Ok(table.change(|rows| {
                let mut links: Vec<KeptLink> = rows.iter().filter_map(of_row).collect();
                let came_of_it = change(&mut links);
                let row = |link: &KeptLink| (link.kind.letter().to_owned(), link.hash.bytes(), link.made.0);
                *rows = links.iter().map(row).collect();
                came_of_it
            })?),
        }
    }

    /// The links are those of this match from now on: links of another are forgotten.
    ///
    /// # Errors
    /// They cannot be kept.
    pub fn begin(&mut self, game: &str) -> Result<(), LinkBookError> {
        match &mut self.0 {
            LinkStorage::Folder(file) => {
                // Counts also where it can't be stored.
                file.game = Some(game.to_owned());
                Ok(file.update(|_kept| ())?)
            }
            #[cfg(not(target_arch = "wasm32"))]
            LinkStorage::Database(_) => Ok(()),
        }
    }

    /// Moves the links to the next match of the same players.
    ///
    /// # Errors
    /// The links can't be stored.
    pub fn go_on(&mut self, game: &str) -> Result<(), LinkBookError> {
        match &mut self.0 {
            LinkStorage::Folder(file) => {
                let moved = file.update(|kept| game.clone_into(&mut kept.game));
                moved.map_err(|why| LinkBookError::from(why).of_storing())?;
                file.game = Some(game.to_owned());
                Ok(())
            }
            #[cfg(not(target_arch = "wasm32"))]
            LinkStorage::Database(_) => Ok(()),
        }
    }

    /// Adds links.
    ///
    /// # Errors
    /// They can't be stored.
    pub fn add(&mut self, links: &[(LinkKind, LinkHash)]) -> Result<(), LinkBookError> {
        self.change(|kept| {
            for (kind, hash) in links {
                kept.retain(|link| link.hash != *hash);
                kept.push(KeptLink { kind: *kind, hash: *hash, made: Timestamp::now() });
                while kept.iter().filter(|link| link.kind == *kind).count() > MOST {
                    let oldest = kept.iter().position(|link| link.kind == *kind);
                    oldest.map(|oldest| kept.remove(oldest));
                }
            }
        })
    }

    /// Links of this kind open nothing any more; how many there were.
    ///
    /// # Errors
    /// They cannot be kept.
    pub fn withdraw(&mut self, kind: LinkKind) -> Result<usize, LinkBookError> {
        let withdrawn = self.change(|kept| {
            let before = kept.len();
            kept.retain(|link| link.kind != kind);
            before - kept.len()
        });
        withdrawn.map_err(LinkBookError::of_withdrawal)
    }

    /// A new code in the place of all links of this kind, in one step.
    ///
    /// # Errors
    /// No random numbers, or it cannot be kept; then nothing changes.
    pub fn renew(&mut self, kind: LinkKind) -> Result<String, LinkBookError> {
        let (code, hash) = server::fresh_code().map_err(|why| LinkBookError::Random(why.to_string()))?;
        let renewed = self.change(|kept| {
            kept.retain(|link| link.kind != kind);
            kept.push(KeptLink { kind, hash, made: Timestamp::now() });
        });
        renewed.map_err(LinkBookError::of_withdrawal)?;
        Ok(code)
    }

    /// The same at a listener, which closes the old links at once.
    ///
    /// # Errors
    /// As above.
    pub fn renew_at(&mut self, server: &Server, kind: LinkKind) -> Result<(), LinkBookError> {
        let code = self.renew(kind)?;
        server.open_code(kind, &code);
        Ok(())
    }

    /// Opens a link of this kind at a listener, beside those that were given out before.
    ///
    /// # Errors
    /// No link; one that cannot be kept is open all the same, and ends with the program.
    pub fn open(&mut self, server: &Server, kind: LinkKind) -> Result<(), LinkBookError> {
        server.open_link(kind).map_err(|why| LinkBookError::Random(why.to_string()))?;
        let shown = server.link_hashes(kind);
        let added = self.add(&shown.iter().map(|hash| (kind, *hash)).collect::<Vec<_>>());
        let kept = self.hashes(kind)?;
        server.keep_links(kind, &[kept, shown].concat());
        added.map_err(LinkBookError::of_storing)
    }

    fn hashes(&mut self, kind: LinkKind) -> Result<Vec<LinkHash>, LinkBookError> {
        Ok(self.read()?.iter().filter(|link| link.kind == kind).map(|link| link.hash).collect())
    }

    /// Follows the stored links: those withdrawn elsewhere stop working.
    ///
    /// # Errors
    /// The record cannot be used, or its file is gone; then nothing changes.
    pub fn follow(&mut self, server: &Server, kinds: &[LinkKind]) -> Result<(), LinkBookError> {
        let links = self.read().map_err(LinkBookError::of_reading_again)?;
        for kind in kinds {
            let hashes: Vec<LinkHash> = links.iter().filter(|link| link.kind == *kind).map(|link| link.hash).collect();
            server.keep_links(*kind, &hashes);
        }
        Ok(())
    }

    /// Notices of damage that a copy made good.
    pub fn take_words(&mut self) -> Vec<String> {
        match &mut self.0 {
            LinkStorage::Folder(file) => file.file.take_words(),
            #[cfg(not(target_arch = "wasm32"))]
            LinkStorage::Database(_) => Vec::new(),
        }
    }

    /// Reports whether the file has changed since the last call. A database sends its own notice.
    pub fn has_changed(&mut self) -> bool {
        match &mut self.0 {
            LinkStorage::Folder(file) => file.file.has_changed(),
            #[cfg(not(target_arch = "wasm32"))]
            LinkStorage::Database(_) => false,
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn of_row((letter, hash, made): &(String, [u8; 32], i64)) -> Option<KeptLink> {
    Some(KeptLink { kind: LinkKind::of_letter(letter)?, hash: LinkHash::of_bytes(*hash), made: Timestamp(*made) })
}

#[derive(Debug)]
struct LinkFile {
    file: KeptFile,
    /// The match that the links have to be of; any, for a club's links and for commands.
    game: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct KeptLinks {
    /// The match they are of; none for a club's.
    game: String,
    links: Vec<StoredLink>,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredLink {
    kind: String,
    hash: String,
    made_ms: i64,
}

impl StoredLink {
    fn of(link: &KeptLink) -> Self {
        Self { kind: link.kind.letter().to_owned(), hash: link.hash.to_string(), made_ms: link.made.0 }
    }
}

impl KeptLinks {
    /// The content of the file, which was there before or not. One that is gone has not withdrawn its links; those of another
    /// match open nothing, and a command that makes the file again names no match.
    fn of(value: Option<Value>, had: bool, path: &Path, game: Option<&str>) -> io::Result<Self> {
        let kept: Self = match value {
            Some(value) => serde_json::from_value(value)?,
            None if had => return Err(io::Error::other(say!("{path} is missing", path = path.display()))),
            None => Self::default(),
        };
        let Some(game) = game else { return Ok(kept) };
        let ours = kept.game == game || (had && kept.game.is_empty());
        Ok(Self { game: game.to_owned(), links: if ours { kept.links } else { Vec::new() } })
    }

    fn links(&self) -> Vec<KeptLink> {
        let link = |link: &StoredLink| {
            let kind = LinkKind::of_letter(&link.kind)?;
            Some(KeptLink { kind, hash: link.hash.parse().ok()?, made: Timestamp(link.made_ms) })
        };
        self.links.iter().filter_map(link).collect()
    }
}

impl LinkFile {
    fn read(&mut self) -> io::Result<KeptLinks> {
        let had = self.file.had();
        let value = self.file.read()?;
        KeptLinks::of(value, had, self.file.path(), self.game.as_deref())
    }

    fn update<T>(&mut self, change: impl FnOnce(&mut KeptLinks) -> T) -> io::Result<T> {
        let (path, had, game) = (self.file.path().to_owned(), self.file.had(), self.game.clone());
        self.file.update(|value| {
            let mut kept = KeptLinks::of(value, had, &path, game.as_deref())?;
            let came_of_it = change(&mut kept);
            Ok((serde_json::to_value(kept)?, came_of_it))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_live_as_long_as_their_match_and_are_kept_as_hashes() {
        let folder = tempfile::tempdir().unwrap();
        let mut book = LinkBook::of_folder(folder.path());
        book.begin("one").unwrap();
        let code = book.renew(LinkKind::Enter).unwrap();
        let kept = std::fs::read_to_string(folder.path().join("links.json")).unwrap();
        assert!(!kept.contains(&code) && !kept.contains(&code.replace('-', "")), "no link at rest");
        let hash = LinkHash::of_code(&code).unwrap();
        let mut again = LinkBook::of_folder(folder.path());
        again.begin("one").unwrap();
        assert_eq!(again.read().unwrap()[0].hash, hash, "the same match");
        again.go_on("two").unwrap();
        again.begin("two").unwrap();
        assert_eq!(again.read().unwrap().len(), 1, "the same players once more");
        assert!(book.has_changed() && !book.has_changed());
        assert_ne!(book.renew(LinkKind::Enter).unwrap(), code);
        assert!(book.read().unwrap().len() == 1 && book.read().unwrap()[0].hash != hash);
        assert_eq!((book.withdraw(LinkKind::Enter).unwrap(), book.read().unwrap().len()), (1, 0));
        book.renew(LinkKind::Watch).unwrap();
        again.begin("three").unwrap();
        assert!(again.read().unwrap().is_empty(), "another match");
        for _ in 0..2 * MOST {
            book.add(&[(LinkKind::Watch, LinkHash::of_code(&server::fresh_code().unwrap().0).unwrap())]).unwrap();
        }
        assert_eq!(book.read().unwrap().len(), MOST);
    }

    #[test]
    fn a_file_that_is_gone_withdraws_nothing_and_its_copy_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let mut book = LinkBook::of_folder(folder.path());
        assert!(book.read().unwrap().is_empty(), "nothing was made yet");
        book.renew(LinkKind::Watch).unwrap();
        std::fs::remove_file(folder.path().join("links.json")).unwrap();
        assert!(book.has_changed() && book.read().unwrap().len() == 1 && book.read().unwrap().len() == 1);
        let told = book.take_words();
        assert!(told.len() == 1 && told[0].contains("links.json was missing; Sixty-One uses its copy"), "{told:?}");
        std::fs::remove_file(folder.path().join("links.copy.json")).unwrap();
        let why = book.read().unwrap_err().to_string();
        assert!(why.contains("links.json is missing"), "{why}");
        assert!(matches!(book.withdraw(LinkKind::Watch), Err(LinkBookError::NotWithdrawn(_))));
        assert!(matches!(book.renew(LinkKind::Watch), Err(LinkBookError::NotWithdrawn(_))), "not written over");
        // A command in another program makes the file again: its link opens.
        let mut serving = LinkBook::of_folder(folder.path());
        serving.begin("one").unwrap();
        for file in ["links.json", "links.copy.json"] {
            std::fs::remove_file(folder.path().join(file)).unwrap();
        }
        let code = LinkBook::of_folder(folder.path()).renew(LinkKind::Watch).unwrap();
        assert_eq!(serving.read().unwrap()[0].hash, LinkHash::of_code(&code).unwrap());
    }

    #[test]
    fn links_of_the_match_before_open_nothing_though_the_disk_does_not_take_that() {
        let folder = tempfile::tempdir().unwrap();
        let mut book = LinkBook::of_folder(folder.path());
        book.begin("one").unwrap();
        book.renew(LinkKind::Enter).unwrap();
        let in_the_way = folder.path().join("links.copy.json.new");
        std::fs::create_dir(&in_the_way).unwrap();
        let mut next = LinkBook::of_folder(folder.path());
        assert!(next.begin("two").is_err() && next.read().unwrap().is_empty());
        assert!(matches!(book.go_on("two"), Err(LinkBookError::NotStored(_))));
        assert_eq!(book.read().unwrap().len(), 1, "the links of the match stay until they are moved");
        std::fs::remove_dir(in_the_way).unwrap();
        next.renew(LinkKind::Watch).unwrap();
        let kinds: Vec<LinkKind> = next.read().unwrap().iter().map(|link| link.kind).collect();
        assert_eq!(kinds, [LinkKind::Watch]);
    }

    #[test]
    fn a_damaged_file_opens_nothing_and_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let mut book = LinkBook::of_folder(folder.path());
        book.renew(LinkKind::Watch).unwrap();
        for file in ["links.json", "links.copy.json"] {
            assert_eq!(book.read().unwrap().len(), 1);
            std::fs::write(folder.path().join(file), "{}x").unwrap();
        }
        assert!(book.read().unwrap_err().to_string().contains("links.json"));
        assert!(book.renew(LinkKind::Watch).is_err(), "what is damaged is not written over");
        let mut again = LinkBook::of_folder(folder.path());
        assert!(again.begin("one").is_err() && again.read().is_err());
        for file in ["links.json", "links.copy.json"] {
            std::fs::remove_file(folder.path().join(file)).unwrap();
        }
        let why = again.read().unwrap_err().to_string();
        assert!(why.contains("is missing"), "links that are open stay so when the damaged files go: {why}");
    }
}
