//! The hash chain of a game, and the one way its payloads are written.
//!
//! Every event carries the SHA-256 of the event before it and of its own fields, so an edited, lost or swapped event
//! breaks the chain from there on and the events before it are still known to be good. `seq` is left out on purpose:
//! it is the place in one database, while the chain goes with the game when it is exported.

use crate::id::MatchId;
use language::say;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// A SHA-256 value.
pub type Hash = [u8; 32];

/// Row of the log in stored form, before its payload is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Place in this database, from 1; not part of the chain.
    pub seq: i64,
    /// Id of the match.
    pub game: MatchId,
    /// Place in the game, from 1 without gaps.
    pub n: u32,
    /// Act of the game, from 1 without gaps.
    pub act: u32,
    /// Whether more events of the same act follow.
    pub more: bool,
    /// Time, in milliseconds.
    pub at_ms: i64,
    /// Version of the form of `payload`.
    pub version: u32,
    /// Kind of event.
    pub kind: String,
    /// Canonical JSON.
    pub payload: String,
    /// Hash of the event, which covers the hash before it.
    pub hash: Hash,
}

impl Row {
    /// The hash that this row must carry when `previous` is the hash of the row before.
    pub fn expected_hash(&self, previous: &Hash) -> Hash {
        let mut hasher = Sha256::new();
        hasher.update(previous);
        hasher.update(self.n.to_le_bytes());
        hasher.update(self.act.to_le_bytes());
        hasher.update([u8::from(self.more)]);
        hasher.update(self.at_ms.to_le_bytes());
        hasher.update(self.version.to_le_bytes());
        for text in [&self.kind, &self.payload] {
            // The length comes first, so that no text can be moved from one field into the next.
            hasher.update((text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        hasher.finalize().into()
    }
}

/// The hash before the first event of a game.
pub fn genesis(id: MatchId) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(b"sixty-one log 1\0");
    hasher.update(id.bits().to_le_bytes());
    hasher.finalize().into()
}

/// Follows the chain of one game row by row.
#[derive(Clone, Debug)]
pub(crate) struct Walker {
    game: MatchId,
    pub n: u32,
    pub act: u32,
    pub hash: Hash,
    more: bool,
    /// Events up to the end of the last whole act.
    pub whole: u32,
}

impl Walker {
    /// Makes a walker before the first event of `game`.
    pub(crate) fn new(id: MatchId) -> Self {
        Self { game: id, n: 0, act: 0, hash: genesis(id), more: false, whole: 0 }
    }

    /// Makes a walker after the last whole act of `game`.
    pub(crate) const fn resume(id: MatchId, n: u32, act: u32, hash: Hash) -> Self {
        Self { game: id, n, act, hash, more: false, whole: n }
    }

    /// Returns the match of this chain.
    pub(crate) const fn game(&self) -> MatchId {
        self.game
    }

    /// Accepts `row` as the next one.
    ///
    /// # Errors
    /// The error in the row; the walker does not move.
    pub(crate) fn step(&mut self, row: &Row) -> Result<(), String> {
        let act = if self.more { self.act } else { self.act + 1 };
        if row.game != self.game {
            return Err(say!("an event of match {other} among those of {game}", other = row.game, game = self.game));
        }
        if row.n != self.n + 1 {
            return Err(say!("event {n} is missing", n = self.n + 1));
        }
        if row.act != act {
            return Err(say!(
                "event {n} belongs to action {found}, but action {act} was expected",
                n = row.n,
                found = row.act,
                act
            ));
        }
        if row.expected_hash(&self.hash) != row.hash {
            return Err(say!("event {n} does not match its checksum", n = row.n));
        }
        (self.n, self.act, self.more, self.hash) = (row.n, row.act, row.more, row.hash);
        if !row.more {
            self.whole = row.n;
        }
        Ok(())
    }

    /// Reports whether the log ends with a whole act.
    pub(crate) const fn is_whole(&self) -> bool {
        !self.more
    }
}

/// Writes JSON in one way only: keys sorted, no blanks. The checksum of an event is over this text, so a file that
/// another program has pretty-printed still holds the same game.
pub(crate) fn canonical(value: &Value) -> String {
    let mut out = String::new();
    write_canonical(value, &mut out);
    out
}

fn write_canonical(value: &Value, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_canonical(item, out);
            }
            out.push(']');
        }
        Value::Object(map) => {
            let mut keys: Vec<_> = map.keys().collect();
            keys.sort_unstable();
            out.push('{');
            for (i, key) in keys.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_canonical(&Value::from(key.as_str()), out);
                out.push(':');
                write_canonical(&map[key.as_str()], out);
            }
            out.push('}');
        }
        // Writing into a string cannot fail.
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => _ = write!(out, "{value}"),
    }
}

/// Bytes as lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        _ = write!(out, "{byte:02x}");
        out
    })
}

/// A hash that [`hex`] wrote.
pub fn unhex(text: &str) -> Option<Hash> {
    let mut hash = [0; 32];
    if text.len() != 64 {
        return None;
    }
    for (byte, pair) in hash.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(n: u32, act: u32, more: bool, previous: &Hash) -> Row {
        let mut row = Row {
            seq: 0,
            game: MatchId::from_seed(7),
            n,
            act,
            more,
            at_ms: 1_700_000_000_000,
            version: 1,
            kind: "played".to_owned(),
            payload: r#"{"tile":"6-4"}"#.to_owned(),
            hash: [0; 32],
        };
        row.hash = row.expected_hash(previous);
        row
    }

    /// The stored form: do not change this test when it fails, the chains on disk would all break.
    #[test]
    fn the_stored_hash_never_changes() {
        let first = row(1, 1, false, &genesis(MatchId::from_seed(7)));
        assert_eq!(hex(&first.hash), "220589dd44038445c85e6dd8fd0a3022d02208742e16ba78de18595b9bce667b");
    }

    #[test]
    fn every_field_counts() {
        let game = MatchId::from_seed(7);
        let good = row(1, 1, false, &genesis(game));
        assert_eq!(Walker::new(game).step(&good), Ok(()));
        let edits: [fn(&mut Row); 8] = [
            |r| r.game = MatchId::from_seed(8),
            |r| r.n = 2,
            |r| r.act = 2,
            |r| r.more = true,
            |r| r.at_ms += 1,
            |r| r.version = 2,
            |r| r.kind.push('x'),
            |r| r.payload = r#"{"tile":"6-5"}"#.to_owned(),
        ];
        for (i, edit) in edits.iter().enumerate() {
            let mut bad = good.clone();
            edit(&mut bad);
            assert!(Walker::new(game).step(&bad).is_err(), "edit {i}");
        }
    }

    #[test]
    fn half_an_act_is_not_whole() {
        let game = MatchId::from_seed(7);
        let first = row(1, 1, false, &genesis(game));
        let second = row(2, 2, true, &first.hash);
        let mut walker = Walker::new(game);
        walker.step(&first).unwrap();
        walker.step(&second).unwrap();
        assert_eq!((walker.n, walker.whole, walker.is_whole()), (2, 1, false));
    }

    #[test]
    fn canonical_json_sorts_and_round_trips() {
        let value: Value = serde_json::from_str(r#" { "b": [1, {"z":null,"a":"\u00e4\n\""}], "a": -2.5 } "#).unwrap();
        let text = canonical(&value);
        assert_eq!(text, "{\"a\":-2.5,\"b\":[1,{\"a\":\"ä\\n\\\"\",\"z\":null}]}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
