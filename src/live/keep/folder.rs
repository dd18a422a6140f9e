//! The last minute on disk: written as a whole or brought up to date, and read back.

use language::say;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{KeptMoment, Minute, What};

/// The file with the events.
const INDEX: &str = "minute.jsonl";
/// Version of the form.
const VERSION: u32 = 1;

/// The first line of the index.
#[derive(Debug, Serialize, Deserialize)]
struct KeptHead {
    version: u32,
    program: String,
    /// Whether it begins with the camera.
    whole: bool,
}

/// Every other line.
#[derive(Debug, Serialize, Deserialize)]
struct KeptLine {
    us: u64,
    what: What,
}

/// Reason why the last minute cannot be kept, or read back. The messages say it to players.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The disk refuses.
    #[error("{}", say!("can't save the last minute in {folder}: {source}", folder = .folder.display(), source = .source))]
    Write {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Another program's folder.
    #[error("{}", say!("{folder} holds other files: choose a new or empty folder for the last minute", folder = .0.display()))]
    NotOurs(PathBuf),
    /// Nothing was seen yet.
    #[error("{}", say!("no picture yet: nothing to save"))]
    Nothing,
    /// It is missing or can't be read.
    #[error("{}", say!("can't read {path}: {source}", path = .path.display(), source = .source))]
    Read {
        /// Path that was read.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The format is wrong.
    #[error("{}", say!("can't understand line {line} of {path}: {why}", line = .line, path = .path.display(), why = .why))]
    Form {
        /// Path of the file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// The reason.
        why: String,
    },
    /// A picture that cannot be decoded.
    #[error("{} {source}", path.display())]
    Picture {
        /// Path of the picture.
        path: PathBuf,
        /// Error of the picture.
        source: eye::picture::PictureError,
    },
    /// The networks failed.
    #[error(transparent)]
    Networks(#[from] eye::detect::DetectorError),
}

/// Result of writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrote {
    /// The folder.
    pub folder: PathBuf,
    /// Pictures in it.
    pub pictures: usize,
    /// Duration of the recording.
    pub lasts: Duration,
}

pub(super) fn picture_name(number: u64) -> String {
    format!("{number:06}.jpg")
}

/// Our pictures in a folder.
fn pictures_in(folder: &Path) -> io::Result<BTreeSet<String>> {
    let is_ours = |name: &String| {
        name.strip_suffix(".jpg").is_some_and(|n| n.len() >= 6 && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let names = folder.read_dir()?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    Ok(names.collect::<io::Result<Vec<_>>>()?.into_iter().filter(is_ours).collect())
}

/// Writes the last minute to a folder, or brings one up to date that was written by this program run (`again`): pictures that
/// are there stay, those that have fallen out go. The index comes last and whole, so that a folder is never half of two minutes.
///
/// # Errors
/// Nothing to keep, a folder with other files, a disk that refuses.
pub fn write(minute: &Minute, folder: &Path, again: bool) -> Result<Wrote, KeepError> {
    if minute.kept.iter().all(|kept| kept.jpeg.is_none()) {
        return Err(KeepError::Nothing);
    }
    let failed = |source| KeepError::Write { folder: folder.to_owned(), source };
    store::make_folder(folder).map_err(failed)?;
    let index = folder.join(INDEX);
    if !index.exists() {
        if folder.read_dir().map_err(failed)?.next().is_some() {
            return Err(KeepError::NotOurs(folder.to_owned()));
        }
        // The folder is ours from now on, also if the disk takes no more than this.
        write_whole(&index, &index_of(&Minute::default()).map_err(failed)?).map_err(failed)?;
    }
    let mut there = pictures_in(folder).map_err(failed)?;
    if !again {
        // What another run has left there has the same names.
        remove(folder, &std::mem::take(&mut there)).map_err(failed)?;
    }
    let mut wanted = BTreeSet::new();
    for kept in &minute.kept {
        let (What::Picture { number, .. }, Some(bytes)) = (&kept.what, &kept.jpeg) else { continue };
        let name = picture_name(*number);
        if !there.contains(&name) {
            write_whole(&folder.join(&name), bytes).map_err(failed)?;
        }
        wanted.insert(name);
    }
    write_whole(&index, &index_of(minute).map_err(failed)?).map_err(failed)?;
    remove(folder, &there.difference(&wanted).cloned().collect()).map_err(failed)?;
    Ok(Wrote { folder: folder.to_owned(), pictures: wanted.len(), lasts: minute.lasts() })
}

/// A file is there whole or not at all: a full disk leaves no half of one.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let part = path.with_extension("part");
    // Pictures of a room are for its owner alone.
    let written = store::disk::create_private(&part).and_then(|mut file| file.write_all(bytes));
    let written = written.and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        drop(fs::remove_file(&part));
    }
    written
}

fn remove(folder: &Path, names: &BTreeSet<String>) -> io::Result<()> {
    names.iter().try_for_each(|name| fs::remove_file(folder.join(name)))
}

fn index_of(minute: &Minute) -> io::Result<Vec<u8>> {
    let begin = minute.kept.front().map_or(Duration::ZERO, |kept| kept.at);
    let mut text = Vec::new();
    let head = KeptHead { version: VERSION, program: env!("CARGO_PKG_VERSION").to_owned(), whole: !minute.cut };
    writeln!(text, "{}", serde_json::to_string(&head)?)?;
    let first = KeptLine { us: 0, what: What::Record(minute.record.clone()) };
    writeln!(text, "{}", serde_json::to_string(&first)?)?;
    for KeptMoment { at, what, .. } in &minute.kept {
        let us = u64::try_from(at.saturating_sub(begin).as_micros()).unwrap_or(u64::MAX);
        writeln!(text, "{}", serde_json::to_string(&KeptLine { us, what: what.clone() })?)?;
    }
    Ok(text)
}

/// Reads a folder: whether it begins with the camera, and its entries with their times.
pub(super) fn read(folder: &Path) -> Result<(bool, Vec<(Duration, What)>), KeepError> {
    let path = folder.join(INDEX);
    let file = fs::File::open(&path).map_err(|source| KeepError::Read { path: path.clone(), source })?;
    let (mut whole, mut all) = (false, Vec::new());
    for (i, line) in io::BufReader::new(file).lines().enumerate() {
        let text = line.map_err(|source| KeepError::Read { path: path.clone(), source })?;
        let form = |why: String| KeepError::Form { path: path.clone(), line: i + 1, why };
        if i == 0 {
            let head: KeptHead = serde_json::from_str(&text).map_err(|why| form(why.to_string()))?;
            if head.version != VERSION {
                return Err(form(say!(
                    "it has version {found}, this program reads {known}",
                    found = head.version,
                    known = VERSION
                )));
            }
            whole = head.whole;
            continue;
        }
        let line: KeptLine = serde_json::from_str(&text).map_err(|why| form(why.to_string()))?;
        all.push((Duration::from_micros(line.us), line.what));
    }
    Ok((whole, all))
}

/// The bytes of a picture.
pub(super) fn picture(folder: &Path, number: u64) -> Result<Arc<[u8]>, KeepError> {
    let path = folder.join(picture_name(number));
    fs::read(&path).map(Arc::from).map_err(|source| KeepError::Read { path, source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::Shot;
    use eye::frame::Frame;
    use std::time::Instant;

    fn minute(pictures: std::ops::Range<u32>) -> Minute {
        let (mut minute, begin) = (Minute::default(), Instant::now());
        for i in pictures {
            let frame = Frame::new(16, 16, vec![i as u8; 16 * 16 * 3]).unwrap();
            let taken = begin + Duration::from_secs(u64::from(i));
            let _seen = minute.see(&Shot { taken, ..Shot::now(frame) });
            minute.came_of_it(true, None);
        }
        minute
    }

    fn files(folder: &Path) -> usize {
        folder.read_dir().unwrap().count()
    }

    #[test]
    fn a_folder_is_brought_up_to_date_and_never_grows() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("kept");
        let wrote = write(&minute(0..10), &place, false).unwrap();
        assert_eq!((wrote.pictures, wrote.lasts, files(&place)), (10, Duration::from_secs(9), 11));
        let later = minute(0..200);
        assert_eq!(write(&later, &place, true).unwrap().pictures, 61);
        assert_eq!(files(&place), 62);
        // Another run's pictures have the same names and are not mixed with these.
        let other = minute(50..53);
        write(&other, &place, false).unwrap();
        assert_eq!(files(&place), 4);
        let first = eye::picture::decode(&picture(&place, 1).unwrap()).unwrap().frame;
        assert!(first.rgb()[0].abs_diff(50) < 3);
        assert_eq!(read(&place).unwrap().1.len(), 4, "what was recorded before, and three pictures");
    }

    #[test]
    fn what_cannot_be_kept_is_said() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(write(&Minute::default(), folder.path(), false), Err(KeepError::Nothing)));
        // The leftovers of a full disk are not a reason to refuse the next time.
        let begun = folder.path().join("begun");
        write(&minute(0..3), &begun, false).unwrap();
        fs::write(begun.join(INDEX), index_of(&Minute::default()).unwrap()).unwrap();
        assert_eq!(write(&minute(0..2), &begun, false).unwrap().pictures, 2);
        fs::remove_dir_all(&begun).unwrap();
        fs::write(folder.path().join("letter.txt"), "dear").unwrap();
        let said = write(&minute(0..1), folder.path(), false).unwrap_err().to_string();
        assert!(said.contains("holds other files"), "{said}");
        let file = folder.path().join("letter.txt").join("kept");
        let said = write(&minute(0..1), &file, false).unwrap_err().to_string();
        assert!(said.contains("can't save the last minute"), "{said}");
        let said = read(folder.path()).unwrap_err().to_string();
        assert!(said.contains("minute.jsonl"), "{said}");
    }

    /// The names that a kind of value can begin with, as its reader lists them.
    fn variants<T: serde::de::DeserializeOwned + std::fmt::Debug>() -> BTreeSet<String> {
        let why = serde_json::from_str::<T>(r#"{"of no kind":null}"#).unwrap_err().to_string();
        why.split('`').skip(3).step_by(2).map(str::to_owned).collect()
    }

    /// A stored minute: do not change the file when the test fails, add a version.
    #[test]
    fn a_minute_is_stored_as_it_always_was() {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/store/tests/db/minute");
        let (whole, all) = read(&golden).unwrap();
        let text = fs::read_to_string(golden.join(INDEX)).unwrap();
        let line = |(at, what): &(Duration, What)| {
            let us = u64::try_from(at.as_micros()).unwrap();
            serde_json::to_string(&KeptLine { us, what: what.clone() }).unwrap()
        };
        assert!(whole);
        assert_eq!(all.iter().map(line).collect::<Vec<_>>(), text.lines().skip(1).collect::<Vec<_>>());
        let there = |name: &String| text.contains(&format!("\"{name}\""));
        let kinds = [variants::<What>(), variants::<crate::live::keep::Kind>()].map(|kinds| {
            assert!(kinds.len() > 2, "{kinds:?}");
            kinds.into_iter().filter(|name| !there(name)).collect::<Vec<_>>()
        });
        assert_eq!(kinds, [[""; 0]; 2], "not in the golden minute");
    }
}
