//! Small JSON files that are written now and then (settings): with a checksum, and twice.

use crate::files::{disk as fs, place, sync};
use crate::log::chain::{canonical, hex};
use language::say;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The field with the checksum of the others.
const SUM: &str = "checksum";

/// Size limit: longer files are not ours.
const MAX_BYTES: u64 = 1 << 20;

/// Keeps an object in the file and in a copy beside it, for its owner alone. The old file stays until the new one is
/// whole.
///
/// # Errors
/// The reason it is not kept.
pub fn keep_json(path: &Path, value: &Value) -> io::Result<()> {
    let mut value = value.clone();
    value[SUM] = sum(&value).into();
    let text = serde_json::to_string_pretty(&value)?;
    for path in [copy_of(path), path.to_owned()] {
        let mut new = path.as_os_str().to_owned();
        new.push(".new");
        let new = PathBuf::from(new);
        sync::remove_if_there(&new)?;
        place::write_private(&new, text.as_bytes())?;
        fs::rename(new, path)?;
    }
    Ok(())
}

/// Returns the content, and any damage. A file without a checksum was written by hand or by an older program and is
/// accepted.
#[must_use]
pub fn kept_json(path: &Path) -> (Option<Value>, Option<String>) {
    let trouble = match (read(path), read(&copy_of(path))) {
        (Ok(Some(value)), _) => return (Some(value), None),
        (Ok(None), Ok(None)) => return (None, None),
        (Ok(None), Ok(Some(copy))) => return (Some(copy), Some(words(path, say!("was missing"), true))),
        (Err(why), Ok(Some(copy))) => return (Some(copy), Some(words(path, &why, true))),
        (Err(why), _) => why,
        (Ok(None), Err(why)) => why,
    };
    (None, Some(words(path, &trouble, false)))
}

/// A file of [`keep_json`] that its program reads again and again, while other programs change it.
#[derive(Clone, Debug)]
pub struct KeptFile {
    path: PathBuf,
    /// Whether it was there before.
    had: bool,
    /// The file and its copy at the last look for changes.
    seen: Stamp,
    /// The notice of the last reading.
    told: Option<String>,
    words: Vec<String>,
}

/// A file and its copy: a change within one tick of the clock makes another file.
type Stamp = [(place::Place, Option<SystemTime>); 2];

impl KeptFile {
    /// The file at this path, as it is now.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        Self { had: false, seen: stamp(&path), path, told: None, words: Vec::new() }
    }

    /// Path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reports whether the file was there before: a file that is missing now still had content.
    #[must_use]
    pub const fn had(&self) -> bool {
        self.had
    }

    /// Reads the content, which must not be replaced by a default if it is damaged.
    ///
    /// # Errors
    /// Neither the file nor its copy can be used; the message names the file.
    pub fn read(&mut self) -> io::Result<Option<Value>> {
        let kept = kept_strictly(&self.path);
        // What is damaged was there too.
        self.had |= !matches!(kept, Ok((None, _)));
        let (value, notice) = kept?;
        if self.told != notice {
            self.words.extend(notice.clone());
            self.told = notice;
        }
        Ok(value)
    }

    /// Changes the content; several programs that do so at once take turns.
    ///
    /// # Errors
    /// The content is damaged or can't be stored.
    pub fn update<T>(&mut self, change: impl FnOnce(Option<Value>) -> io::Result<(Value, T)>) -> io::Result<T> {
        let _turn = fs::wait_for_turn(&self.path)?;
        // Our own change is not news, but hides none of another program.
        let news = stamp(&self.path) != self.seen;
        let (value, came_of_it) = change(self.read()?)?;
        keep_json(&self.path, &value)?;
        self.had = true;
        if !news {
            self.seen = stamp(&self.path);
        }
        Ok(came_of_it)
    }

    /// Reports whether another program has changed the file since the last call.
    pub fn has_changed(&mut self) -> bool {
        let now = stamp(&self.path);
        std::mem::replace(&mut self.seen, now.clone()) != now
    }

    /// Takes the notices of damage that the copy made good.
    pub fn take_words(&mut self) -> Vec<String> {
        std::mem::take(&mut self.words)
    }
}

fn stamp(path: &Path) -> Stamp {
    let of = |path: &Path| (place::Place::of(path), fs::metadata(path).ok().and_then(|meta| meta.modified().ok()));
    [of(path), of(&copy_of(path))]
}

/// Returns content that must not be replaced by a default if damaged, such as keys, and a notice where it is the copy's.
fn kept_strictly(path: &Path) -> io::Result<(Option<Value>, Option<String>)> {
    match (read(path), read(&copy_of(path))) {
        (Ok(Some(value)), _) => Ok((Some(value), None)),
        (Ok(None), Ok(Some(copy))) => Ok((Some(copy), Some(words(path, say!("was missing"), true)))),
        (Err(why), Ok(Some(copy))) => Ok((Some(copy), Some(words(path, &why, true)))),
        (Ok(None), Ok(None)) => Ok((None, None)),
        (Err(why), _) | (_, Err(why)) => Err(io::Error::other(format!("{} {why}", path.display()))),
    }
}

fn words(path: &Path, what: &str, copy: bool) -> String {
    let instead = if copy { say!("Sixty-One uses its copy") } else { say!("all settings are back to their defaults") };
    format!("{} {what}; {instead}.", path.display())
}

fn read(path: &Path) -> Result<Option<Value>, String> {
    let bytes = match place::read_file(path, MAX_BYTES) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Err(say!("cannot be read").to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(say!("can't be read ({error})", error)),
    };
    let damaged = || say!("was damaged, or edited without removing its \"checksum\" line").to_owned();
    let value: Value = serde_json::from_slice(&bytes).map_err(|_error| damaged())?;
    // One flipped bit in the name of the checksum would leave the file without any.
    let is_almost = |name: &String| {
        name.len() == SUM.len() && name.bytes().zip(SUM.bytes()).filter(|(is, was)| is != was).count() == 1
    };
    match value.get(SUM) {
        None if value.as_object().is_some_and(|fields| !fields.keys().any(is_almost)) => Ok(Some(value)),
        Some(found) if *found == sum(&value) => Ok(Some(value)),
        _ => Err(damaged()),
    }
}

fn sum(value: &Value) -> String {
    let mut rest = value.clone();
    if let Some(map) = rest.as_object_mut() {
        map.remove(SUM);
    }
    hex(&Sha256::digest(canonical(&rest))[..8])
}

fn copy_of(path: &Path) -> PathBuf {
    path.with_extension("copy.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_is_told_or_costs_nothing() {
        let folder = std::env::temp_dir().join(format!("sixty-one-kept-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("settings.json");
        let value =
            serde_json::json!({ "scale": 150, "camera": "http://anna:secret@10.0.0.5/", "names": ["Anna", "Ben"] });
        keep_json(&path, &value).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        let same = |found: &Option<Value>| {
            let mut found = found.clone().unwrap();
            found.as_object_mut().unwrap().remove(SUM);
            found == value
        };
        for file in [path.clone(), copy_of(&path)] {
            let sound = fs::read(&file).unwrap();
            for bit in 0..sound.len() * 8 {
                let mut damaged = sound.clone();
                damaged[bit / 8] ^= 1 << (bit % 8);
                fs::write(&file, &damaged).unwrap();
                let (found, _told) = kept_json(&path);
                assert!(same(&found), "bit {bit}: {found:?}");
            }
            fs::remove_file(&file).unwrap();
            let (found, told) = kept_json(&path);
            assert!(same(&found) && told.is_some() == (file == path));
            fs::write(&file, sound).unwrap();
        }
        drop(fs::remove_dir_all(folder));
    }

    #[test]
    fn a_change_of_another_program_is_news_also_beside_our_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("links.json");
        let set = |file: &mut KeptFile, n: u64| file.update(|_| Ok((serde_json::json!({ "n": n }), ()))).unwrap();
        let (mut ours, mut other) = (KeptFile::at(path.clone()), KeptFile::at(path));
        assert!(!ours.has_changed() && !ours.had());
        set(&mut ours, 1);
        assert!(!ours.has_changed() && ours.had(), "our own is not news");
        for n in 0..20 {
            // Faster than the clock of the file system ticks.
            set(&mut other, n);
            assert!(ours.has_changed() && !ours.has_changed(), "change {n}");
        }
        set(&mut other, 2);
        set(&mut ours, 3);
        assert!(ours.has_changed(), "what the other changed is still to be read");
    }
}
