//! Limits of the server, which keep outsiders from taking the machine's memory or time.

use crate::rights::Rate;
use std::time::Duration;

/// The bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// Connections at once of one address on which no link was shown yet.
    pub of_one_address: usize,
    /// Streams of news at once.
    pub guests: usize,
    /// A request's head is there after so long.
    pub head: Duration,
    /// Time limit for its answer.
    pub answer: Duration,
    /// Longest connection; a listener that is still there connects again.
    pub connection: Duration,
    /// Bytes of a request's body, but for a picture.
    pub body: usize,
    /// Bytes of a message of games.
    pub message: usize,
    /// Bytes of a picture.
    pub picture: usize,
    /// Bytes of all pictures and messages that arrive or are looked at, at once.
    pub bodies: usize,
    /// Requests of one address by a link that is open. A whole pub may stand behind one address.
    pub requests: Rate,
    /// Requests of one address without one, and codes that it types, each: a secret has 60 random bits, guessed so in vain.
    pub strangers: Rate,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 512,
            of_one_address: 24,
            guests: 400,
            head: Duration::from_secs(5),
            answer: Duration::from_secs(10),
            connection: Duration::from_secs(3600),
            body: 4096,
            message: 4_000_000,
            picture: 6_000_000,
            bodies: 32_000_000,
            requests: Rate { burst: 1500, each: Duration::from_millis(5) },
            strangers: Rate { burst: 60, each: Duration::from_millis(250) },
        }
    }
}

impl Limits {
    /// For a club's server: many tables and many watchers. The system has to allow that many files (`ulimit -n`).
    #[must_use]
    pub fn of_club() -> Self {
        Self { connections: 8192, of_one_address: 64, guests: 6000, ..Self::default() }
    }
}

impl Limits {
    /// Returns the same limits with room for `watchers` watchers.
    #[must_use]
    pub fn of_club_for(guests: usize) -> Self {
        let club = Self::of_club();
        // Tables, and who just looks, need connections too.
        Self {
            connections: guests.saturating_add(club.connections - club.guests).max(club.connections),
            guests,
            ..club
        }
    }
}

/// Most addresses remembered.
pub(crate) const ADDRESSES: usize = 8192;
/// A stream says that it is there so often.
pub(crate) const PING: Duration = Duration::from_secs(5);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_club_has_room_for_its_tables_beside_all_watchers() {
        let room = |limits: Limits| limits.connections - limits.guests;
        let club = Limits::of_club();
        let table = Limits::default();
        assert!(club.guests > table.guests && club.of_one_address > table.of_one_address && room(club) > room(table));
        assert_eq!(Limits::of_club_for(club.guests), club);
        for guests in [0, club.guests - 1, club.guests + 1, 50_000] {
            let limits = Limits::of_club_for(guests);
            let connections = club.connections.max(guests + room(club));
            assert_eq!(limits, Limits { connections, guests, ..club });
        }
    }
}
