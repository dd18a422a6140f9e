//! Pictures kept as evidence of single events: small JPEG files beside the database.
//!
//! They are files and not rows, so that the log stays small, a backup stays quick, and space is free again at once
//! when they go. They may go any time: nothing depends on them.

use crate::files::disk as fs;
use crate::id::MatchId;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Space for all pictures unless another quota is set.
const DEFAULT_QUOTA_BYTES: u64 = 512 << 20;

/// The pictures of a data folder: `pictures/GAME/EVENT.jpg`.
#[derive(Clone, Debug)]
pub struct Pictures {
    folder: PathBuf,
    quota_bytes: u64,
}

impl Pictures {
    pub(crate) fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), quota_bytes: DEFAULT_QUOTA_BYTES }
    }

    /// Returns the same pictures with another quota.
    #[must_use]
    pub fn with_quota(self, quota_bytes: u64) -> Self {
        Self { quota_bytes, ..self }
    }

    /// Keeps the picture (JPEG bytes) of event `n` of a game, and deletes the oldest when the quota is used up.
    ///
    /// # Errors
    /// The picture can't be written. The match does not depend on it: report it and continue.
    pub fn keep(&self, id: MatchId, n: u32, jpeg: &[u8]) -> io::Result<()> {
        self.keep_file(id, n, "jpg", jpeg)
    }

    pub(crate) fn keep_file(&self, id: MatchId, n: u32, ending: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.path(id, n, ending);
        let folder = path.parent().unwrap_or(&self.folder);
        fs::make_own_folder(&self.folder)?;
        fs::make_own_folder(folder)?;
        // No sync: a picture lost in a power cut is a picture less.
        let unfinished = path.with_extension(format!("{ending}.unfinished"));
        fs::create_private(&unfinished).and_then(|mut file| file.write_all(bytes)).inspect_err(|_| {
            drop(fs::remove_file(&unfinished));
        })?;
        fs::rename(&unfinished, &path)?;
        self.trim();
        Ok(())
    }

    /// The picture of event `n` of a game, if it is still there.
    #[must_use]
    pub fn get(&self, id: MatchId, n: u32) -> Option<Vec<u8>> {
        self.get_file(id, n, "jpg")
    }

    /// Returns the path of the picture of event `n` of a match, if it still exists.
    #[must_use]
    pub fn path_of(&self, id: MatchId, n: u32) -> Option<PathBuf> {
        Some(self.path(id, n, "jpg")).filter(|path| fs::is_file(path))
    }

    /// The events of a game of which a picture is there, in order.
    #[must_use]
    pub fn of_match(&self, id: MatchId) -> Vec<u32> {
        let files = fs::read_dir(self.folder.join(id.to_string())).into_iter().flatten().flatten();
        let number = |file: fs::DirEntry| file.file_name().to_str()?.strip_suffix(".jpg")?.parse().ok();
        let mut events: Vec<u32> = files.filter_map(number).collect();
        events.sort_unstable();
        events
    }

    pub(crate) fn get_file(&self, id: MatchId, n: u32, ending: &str) -> Option<Vec<u8>> {
        fs::read(self.path(id, n, ending)).ok()
    }

    /// Bytes of all pictures.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.list().iter().map(|picture| picture.bytes).sum()
    }

    /// Lets all pictures go: the space is needed for the record itself.
    pub fn drop_all(&self) {
        drop(fs::remove_dir_all(&self.folder));
    }

    /// Lets the oldest pictures go until the rest is within the quota.
    fn trim(&self) {
        let mut pictures = self.list();
        let mut total: u64 = pictures.iter().map(|picture| picture.bytes).sum();
        if total <= self.quota_bytes {
            return;
        }
        pictures.sort_by_key(|picture| (picture.modified, picture.path.clone()));
        for picture in pictures {
            if total <= self.quota_bytes {
                break;
            }
            total -= picture.bytes;
            drop(fs::remove_file(&picture.path));
        }
    }

    fn path(&self, id: MatchId, n: u32, ending: &str) -> PathBuf {
        self.folder.join(id.to_string()).join(format!("{n:06}.{ending}"))
    }

    fn list(&self) -> Vec<Picture> {
        let games = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let files = games.flat_map(|game| fs::read_dir(game.path()).into_iter().flatten().flatten());
        files.filter_map(|file| Picture::of(&file)).collect()
    }
}

struct Picture {
    path: PathBuf,
    bytes: u64,
    modified: std::time::SystemTime,
}

impl Picture {
    fn of(file: &fs::DirEntry) -> Option<Self> {
        let meta = file.metadata().ok()?;
        Some(Self { path: file.path(), bytes: meta.len(), modified: meta.modified().ok()? })
    }
}
