//! Reading a file of games piece by piece: memory holds one game, however long the file is.

use crate::error::ImportError;
use language::say;
use serde::de::{DeserializeSeed, Deserializer as _, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::cell::Cell;
use std::fmt;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

/// Size limit of a match or a journal's act: the longest match recorded so far takes a twentieth of it.
const MOST: u64 = 8 << 20;

/// Head of a file.
#[derive(Debug, Default)]
pub(crate) struct FileHead {
    pub format: Value,
    pub version: Value,
}

/// Takes a piece with its number, from 1.
type Take<'a> = dyn FnMut(u32, Value) -> Result<(), ImportError> + 'a;

/// Reads what the file says of itself; of what comes after that nothing.
pub(crate) fn head(file: impl Read) -> Result<FileHead, ImportError> {
    let mut head = FileHead::default();
    match read(file, GamesFile { head: &mut head, list: None, left: Rc::default() }) {
        // Both were there before the list began, so the rest was not looked at.
        Err(_) if !head.format.is_null() && !head.version.is_null() => Ok(head),
        Err(error) => Err(ImportError::Foreign(error.to_string())),
        Ok(_) => Ok(head),
    }
}

/// Hands the pieces of a list over, one after another.
pub(crate) fn each(file: impl Read, list: &'static str, take: &mut Take<'_>) -> Result<(), ImportError> {
    let mut refused = None;
    let pieces = Pieces { name: list, take, refused: &mut refused };
    let found = read(file, GamesFile { head: &mut FileHead::default(), list: Some(pieces), left: Rc::default() });
    match (refused, found) {
        (Some(error), _) => Err(error),
        (None, Err(error)) => Err(ImportError::Foreign(error.to_string())),
        (None, Ok(false)) => Err(ImportError::Foreign(say!("it has no list `{list}`", list))),
        (None, Ok(true)) => Ok(()),
    }
}

fn read(file: impl Read, document: GamesFile<'_, '_>) -> serde_json::Result<bool> {
    let left = Rc::clone(&document.left);
    left.set(MOST);
    let mut json =
        serde_json::Deserializer::from_reader(Bounded { file: BufReader::with_capacity(1 << 16, file), left });
    let found = json.deserialize_map(document)?;
    json.end()?;
    Ok(found)
}

/// Gives at most a set number of bytes until the limit is raised.
struct Bounded<R> {
    file: R,
    left: Rc<Cell<u64>>,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left.get() == 0 {
            return Err(io::Error::other(say!("one part of it is longer than {most} bytes", most = MOST)));
        }
        let most = buffer.len().min(self.left.get() as usize);
        let read = self.file.read(&mut buffer[..most])?;
        self.left.set(self.left.get() - read as u64);
        Ok(read)
    }
}

/// The pieces that are wanted, and where to put why one of them was refused.
struct Pieces<'a, 't> {
    name: &'static str,
    take: &'a mut Take<'t>,
    refused: &'a mut Option<ImportError>,
}

/// The whole of a file; returns whether the list was there.
struct GamesFile<'a, 't> {
    head: &'a mut FileHead,
    list: Option<Pieces<'a, 't>>,
    left: Rc<Cell<u64>>,
}

impl<'de> Visitor<'de> for GamesFile<'_, '_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(mut self, mut map: M) -> Result<bool, M::Error> {
        let mut found = false;
        while let Some(key) = map.next_key::<String>()? {
            match (key.as_str(), &mut self.list) {
                ("format", _) => self.head.format = map.next_value()?,
                ("version", _) => self.head.version = map.next_value()?,
                (key, Some(pieces)) if key == pieces.name => {
                    found = true;
                    map.next_value_seed(List { pieces: Some(pieces), left: &self.left })?;
                }
                ("games" | "acts", None) if !self.head.format.is_null() && !self.head.version.is_null() => {
                    return Err(M::Error::custom("enough was read"));
                }
                ("games" | "acts", None) => map.next_value_seed(List { pieces: None, left: &self.left })?,
                _ => _ = map.next_value::<IgnoredAny>()?,
            }
        }
        Ok(found)
    }
}

struct List<'a, 'b, 't> {
    pieces: Option<&'a mut Pieces<'b, 't>>,
    left: &'a Cell<u64>,
}

impl<'de> DeserializeSeed<'de> for List<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for List<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<S: SeqAccess<'de>>(mut self, mut list: S) -> Result<(), S::Error> {
        let mut number = 0;
        loop {
            self.left.set(MOST);
            let Some(pieces) = &mut self.pieces else {
                match list.next_element::<IgnoredAny>()? {
                    Some(_) => continue,
                    None => return Ok(()),
                }
            };
            let Some(piece) = list.next_element::<Value>()? else { return Ok(()) };
            number += 1;
            if let Err(error) = (pieces.take)(number, piece) {
                *pieces.refused = Some(error);
                return Err(S::Error::custom("it was refused"));
            }
        }
    }
}
