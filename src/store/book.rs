//! The book: what is recorded about games rather than in one. It is a log like a game's (number 0), so deleting a
//! game, bringing it back, merging a player and saving house rules are events too and nothing is ever overwritten.

use super::codec::{self, Fact};
use super::{GameId, Store, StoreError, Timestamp, append};
use crate::rules::RuleSet;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The state of the book: the fold of its events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// Games that are hidden; they are all still there.
    pub deleted: BTreeSet<GameId>,
    /// Names under which a player was entered by mistake, and the name that counts.
    pub merged: BTreeMap<String, String>,
    /// House rules by name.
    pub house_rules: BTreeMap<String, RuleSet>,
}

impl Book {
    /// The name that counts for a name that was entered.
    #[must_use]
    pub fn player<'a>(&'a self, entered: &'a str) -> &'a str {
        let mut name = entered;
        // A chain of merges is followed; `merge_players` keeps it free of circles, the bound keeps a foreign one short.
        for _ in 0..=self.merged.len() {
            match self.merged.get(name) {
                Some(next) => name = next,
                None => return name,
            }
        }
        name
    }

    /// Takes over one event. Kinds that a newer program wrote are passed over.
    fn take(&mut self, fact: &Fact) {
        let text = |key: &str| fact.payload[key].as_str().unwrap_or_default().to_owned();
        match fact.kind.as_str() {
            "game_deleted" => self.deleted.extend(text("game").parse::<GameId>()),
            "game_restored" => {
                let game = text("game").parse::<GameId>();
                self.deleted.retain(|&deleted| Ok(deleted) != game);
            }
            "players_merged" => drop(self.merged.insert(text("from"), text("into"))),
            "players_parted" => drop(self.merged.remove(&text("from"))),
            "house_rules_saved" => {
                if let Ok(rules) = codec::decode_rules(&fact.payload["rules"]) {
                    self.house_rules.insert(rules.title().to_owned(), rules);
                }
            }
            "house_rules_removed" => drop(self.house_rules.remove(&text("name"))),
            _ => {}
        }
    }
}

impl Store {
    /// The book as it stands; the sound part of it if it is damaged.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn book(&self) -> Result<Book, StoreError> {
        let (rows, _damage) = append::sound_rows(&self.conn, GameId::BOOK)?;
        let mut book = Book::default();
        for row in rows {
            if let Ok(fact) = append::fact_of(&row) {
                book.take(&fact);
            }
        }
        Ok(book)
    }

    /// Hides a game; [`Self::restore_game`] brings it back.
    ///
    /// # Errors
    /// [`StoreError::NoGame`], or why nothing was stored.
    pub fn delete_game(&mut self, game: GameId, at: Timestamp) -> Result<(), StoreError> {
        self.known(game)?;
        self.note("game_deleted", json!({ "game": game.to_string() }), at)
    }

    /// Brings a hidden game back.
    ///
    /// # Errors
    /// [`StoreError::NoGame`], or why nothing was stored.
    pub fn restore_game(&mut self, game: GameId, at: Timestamp) -> Result<(), StoreError> {
        self.known(game)?;
        self.note("game_restored", json!({ "game": game.to_string() }), at)
    }

    /// Counts the games of the player entered as `from` for `into`. Merging a name with itself, or back into a name
    /// that was merged into it, parts the two instead.
    ///
    /// # Errors
    /// Why nothing was stored.
    pub fn merge_players(&mut self, from: &str, into: &str, at: Timestamp) -> Result<(), StoreError> {
        let book = self.book()?;
        if book.player(into) == from || from == into {
            return self.part_player(into, at);
        }
        self.note("players_merged", json!({ "from": from, "into": into }), at)
    }

    /// Takes a merge back.
    ///
    /// # Errors
    /// Why nothing was stored.
    pub fn part_player(&mut self, from: &str, at: Timestamp) -> Result<(), StoreError> {
        self.note("players_parted", json!({ "from": from }), at)
    }

    /// Saves house rules under their name, in the place of rules that had it.
    ///
    /// # Errors
    /// Rules without a name, or why nothing was stored.
    pub fn save_house_rules(&mut self, rules: &RuleSet, at: Timestamp) -> Result<(), StoreError> {
        if rules.house.is_none() {
            return Err(StoreError::Other { detail: "house rules need a name".to_owned() });
        }
        self.note("house_rules_saved", json!({ "rules": codec::encode_rules(rules) }), at)
    }

    /// Takes house rules off the list; games that were played by them keep them.
    ///
    /// # Errors
    /// Why nothing was stored.
    pub fn remove_house_rules(&mut self, name: &str, at: Timestamp) -> Result<(), StoreError> {
        self.note("house_rules_removed", json!({ "name": name }), at)
    }

    fn known(&self, game: GameId) -> Result<(), StoreError> {
        if self.events_stored(game)? == 0 { Err(StoreError::NoGame { game }) } else { Ok(()) }
    }

    fn note(&mut self, kind: &str, payload: Value, at: Timestamp) -> Result<(), StoreError> {
        let fact = Fact { kind: kind.to_owned(), version: 1, payload };
        self.append_facts(GameId::BOOK, None, &[fact], at).map(drop)
    }
}
