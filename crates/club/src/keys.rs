//! Clubs' keys: a club's tables join a server with one. Only a key's hash is kept, so reading the database gives no
//! key.

use language::say;
use sha2::{Digest as _, Sha256};

/// Longest name of a club.
const MOST_LETTERS: usize = 40;

/// Stored form of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubKey {
    /// Name of the club.
    pub club: String,
    /// Of the key itself.
    pub hash: [u8; 32],
    /// Milliseconds since 1970.
    pub made_ms: i64,
    /// Time of withdrawal.
    pub withdrawn_ms: Option<i64>,
}

impl ClubKey {
    /// A key without a code: a club that has only this one is closed.
    pub(crate) const fn of_nobody() -> Self {
        Self { club: String::new(), hash: [0; 32], made_ms: 0, withdrawn_ms: Some(0) }
    }
}

/// A reason why a key opens no club.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("a club name needs 1 to {most} letters", most = MOST_LETTERS))]
pub struct BadClub;

/// The hash of a key. Dashes and capitals do not matter; 120 random bits need no salt.
#[must_use]
pub(crate) fn hash_of(key: &str) -> [u8; 32] {
    let typed: String = key.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    Sha256::digest(typed.to_lowercase()).into()
}

/// Normalises a club's name for storage.
///
/// # Errors
/// The name is empty or too long.
pub(crate) fn club_name(typed: &str) -> Result<String, BadClub> {
    let name: String = typed.trim().chars().filter(|c| !c.is_control()).collect();
    if (1..=MOST_LETTERS).contains(&name.chars().count()) { Ok(name) } else { Err(BadClub) }
}

/// Returns the club of a key, or the reason its tables may not send. Until a key is made, all tables belong to the same
/// club.
pub(crate) fn club_of(keys: &[ClubKey], given: Option<&str>) -> Result<String, String> {
    if keys.is_empty() {
        return Ok(String::new());
    }
    let given = given.ok_or(say!("this server needs a club key: add --key KEY"))?;
    let hash = hash_of(given);
    match keys.iter().find(|key| key.hash == hash) {
        Some(ClubKey { club, withdrawn_ms: Some(_), .. }) => Err(say!("this key of {club} was withdrawn", club)),
        Some(key) => Ok(key.club.clone()),
        None => Err(say!("unknown club key").to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_opens_until_it_is_withdrawn() {
        let key = |text: &str, withdrawn_ms| ClubKey {
            club: "Paphos".to_owned(),
            hash: hash_of(text),
            made_ms: 0,
            withdrawn_ms,
        };
        assert_eq!(club_of(&[], None), Ok(String::new()));
        let keys = [key("abcd-efgh", None), key("old", Some(1))];
        assert_eq!(club_of(&keys, Some("ABCDefgh")), Ok("Paphos".to_owned()));
        assert!(club_of(&keys, None).is_err_and(|why| why.contains("--key")));
        assert!(club_of(&keys, Some("old")).is_err_and(|why| why.contains("withdrawn")));
        assert!(club_of(&keys, Some("abcd-efgi")).is_err_and(|why| why.contains("unknown club key")));
        assert!(club_of(&keys[1..], None).is_err(), "the last key withdrawn opens nothing to everybody");
        assert!(club_of(&[ClubKey::of_nobody()], Some("abcd-efgh")).is_err(), "a key without a code opens nothing");
        assert!(club_name("  ").is_err() && club_name(&"x".repeat(41)).is_err());
        assert_eq!(club_name(" Paphos\n"), Ok("Paphos".to_owned()));
    }
}
