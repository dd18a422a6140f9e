//! A table in a pub: it plays real matches into its record and sends them.

use anyhow::{Context as _, ensure};
use game::league::Day;
use game::rules::{Points, RuleSet};
use game::self_play::play_match;
use game::{Act, Match, Seat, Setup};
use std::collections::BTreeMap;
use std::path::PathBuf;
use store::{MatchId, Store, Timestamp};

const HOUR_MS: i64 = 3_600_000;

/// A table with its record.
pub(super) struct PubTable {
    pub(super) name: String,
    pub(super) folder: PathBuf,
    games: BTreeMap<MatchId, Match>,
    /// Whether it is without a network.
    pub(super) off: bool,
}

impl PubTable {
    pub(super) const fn new(name: String, folder: PathBuf) -> Self {
        Self { name, folder, games: BTreeMap::new(), off: false }
    }

    fn store(&self) -> anyhow::Result<Store> {
        Ok(Store::open(&self.folder)?.store)
    }

    /// Plays a match between the two sides on the evening of a day; whether the first side won.
    pub(super) fn play(
        &mut self,
        [home, away]: [&[String]; 2],
        (day, place): (Day, usize),
        seed: u64,
    ) -> anyhow::Result<(MatchId, bool)> {
        let seats: Vec<&str> = home.iter().zip(away).flat_map(|(a, b)| [a.as_str(), b.as_str()]).collect();
        let setup = Setup::new(RuleSet::preset("pafos")?, &seats);
        let setup = Setup { pairs: seats.len() == 4, ..setup };
        let game = play_match(setup, &[0.7, 0.6], false, seed)?;
        let id = MatchId::from_seed(seed);
        let at = Timestamp(i64::from(day.0) * 24 * HOUR_MS + 18 * HOUR_MS + place as i64 * 600_000);
        self.store()?.append(id, game.events(), at)?;
        let won = game.state().winner.context("the match has no winner")?.index() == 0;
        self.games.insert(id, game);
        Ok((id, won))
    }

    /// Makes more events of a match and records them.
    fn go_on(&mut self, id: MatchId, change: impl FnOnce(&mut Match) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let mut game = self.games.get(&id).context("no such match")?.clone();
        let before = game.events().len();
        change(&mut game)?;
        let mut store = self.store()?;
        let at = store.last_recorded()?.context("nothing recorded")?;
        store.append(id, &game.events()[before..], Timestamp(at.0 + 1000))?;
        self.games.insert(id, game);
        Ok(())
    }

    /// Finds that the other side has won: the last acts are undone, and the pegs are moved.
    pub(super) fn turn_round(&mut self, id: MatchId) -> anyhow::Result<()> {
        self.go_on(id, |game| {
            let winner = game.state().winner.context("the match has no winner")?;
            let loser = game.setup().all_sides().find(|side| *side != winner).context("one side only")?;
            for _ in 0..20 {
                game.act(Act::Undo)?;
                let mut turned = game.clone();
                let missing =
                    Points::new(i32::from(game.setup().target())).halves() - game.state().score(loser).halves();
                let points = Points::from_halves(missing);
                let moved = turned.act(Act::Adjust { side: loser, points, why: "the pegs were swapped".to_owned() });
                if moved.is_ok() && turned.state().winner == Some(loser) {
                    *game = turned;
                    return Ok(());
                }
            }
            anyhow::bail!("the other side can't win")
        })
    }

    /// Corrects a name for the whole match.
    pub(super) fn rename(&mut self, id: MatchId, seat: usize, name: &str) -> anyhow::Result<()> {
        let seat = Seat::new(seat).context("no such seat")?;
        self.go_on(id, |game| {
            game.act(Act::Rename { seat, name: name.to_owned() })?;
            Ok(())
        })
    }

    pub(super) fn delete(&self, id: MatchId) -> anyhow::Result<()> {
        let mut store = self.store()?;
        let at = store.last_recorded()?.context("nothing recorded")?;
        Ok(store.delete_match(id, at)?)
    }

    /// Counts the matches of one name for another, as the window's *Merge* does.
    pub(super) fn merge(&self, from: &str, into: &str) -> anyhow::Result<()> {
        let mut store = self.store()?;
        let at = store.last_recorded()?.context("nothing recorded")?;
        ensure!(from != into, "one name");
        Ok(store.merge_players(from, into, at)?)
    }
}
