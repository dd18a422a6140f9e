//! The club's server, and the network between it and its tables.

use super::disk::EveningDisk;
use anyhow::{Context as _, bail, ensure};
use club::ClubRoom;
use game::rng::Rng;
use serde_json::Value;
use server::{Bulletin, LinkKind, ListenerOptions, SecretaryWish, Server, TableMessage, Wire};
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use store::{MatchId, Store};

/// A club's server that is running.
struct RunningHall {
    server: Server,
    wire: Wire,
    room: ClubRoom,
}

/// A message under way.
#[derive(Clone)]
struct Message {
    from: IpAddr,
    path: String,
    body: String,
}

/// The club.
pub(super) struct Hall {
    pub(super) disk: EveningDisk,
    running: Option<RunningHall>,
    pub(super) rng: Rng,
    /// Whether messages are lost and doubled, and the server is killed.
    pub(super) faulty: bool,
    /// Old copies that arrive later.
    late: Vec<Message>,
    /// Events that the club has said it has.
    promised: BTreeMap<MatchId, u32>,
    leagues: BTreeSet<String>,
    asked_leagues: usize,
    pub(super) kills: u64,
    pub(super) faults: u64,
}

impl Hall {
    pub(super) fn new(seed: u64) -> anyhow::Result<Self> {
        let mut hall = Self {
            disk: EveningDisk::new()?,
            running: None,
            rng: Rng::new(seed),
            faulty: true,
            late: Vec::new(),
            promised: BTreeMap::new(),
            leagues: BTreeSet::new(),
            asked_leagues: 0,
            kills: 0,
            faults: 0,
        };
        hall.start()?;
        Ok(hall)
    }

    pub(super) const fn is_up(&self) -> bool {
        self.running.is_some()
    }

    pub(super) fn start(&mut self) -> anyhow::Result<()> {
        let (server, wire) =
            Server::on_wire(&ListenerOptions { limits: super::limits(), ..ListenerOptions::default() })?;
        let (room, _notices) = ClubRoom::open(&self.disk.path(), "Evening", server.boards())?;
        for kind in [LinkKind::Join, LinkKind::Watch] {
            server.open_link(kind)?;
        }
        self.running = Some(RunningHall { server, wire, room });
        self.check()
    }

    fn kill(&mut self, before: Option<&super::disk::Lengths>) -> anyhow::Result<()> {
        self.disk.die(before, &mut self.rng)?;
        self.running = None;
        self.kills += 1;
        Ok(self.disk.wake_up()?)
    }

    /// Kills the server now and then.
    pub(super) fn may_die(&mut self) -> anyhow::Result<()> {
        if self.faulty && self.is_up() && self.rng.chance(0.02) {
            self.kill(None)?;
        }
        Ok(())
    }

    /// Carries a table's message; `Err` where no answer arrives.
    pub(super) fn carry(&mut self, from: IpAddr, path: &str, body: String) -> anyhow::Result<(u16, String)> {
        let message = Message { from, path: path.to_owned(), body };
        if self.faulty && self.rng.chance(0.1) {
            self.faults += 1;
            // Lost, or only late.
            if self.rng.chance(0.6) {
                self.late.push(message);
            }
            bail!("no answer");
        }
        let doubled = self.faulty && self.rng.chance(0.1);
        let mut answer = self.deliver(&message)?;
        if doubled {
            self.faults += 1;
            answer = self.deliver(&message)?;
        }
        match answer {
            Some(_) if self.faulty && self.rng.chance(0.1) => bail!("the answer was lost"),
            Some(answer) => Ok(answer),
            None => bail!("the club was killed"),
        }
    }

    /// Old copies arrive.
    pub(super) fn deliver_late(&mut self) -> anyhow::Result<()> {
        while !self.late.is_empty() && (!self.faulty || self.rng.chance(0.3)) {
            let message = self.late.remove(self.rng.below(self.late.len()));
            if self.is_up() {
                self.deliver(&message)?;
            }
        }
        Ok(())
    }

    /// A message arrives; `None` if the server is killed before it has answered.
    fn deliver(&mut self, message: &Message) -> anyhow::Result<Option<(u16, String)>> {
        let Some(running) = &mut self.running else { return Ok(None) };
        let code = running.server.code(LinkKind::Join).context("no link")?;
        let delivery =
            running.wire.send(message.from, &format!("/t/{code}/{}", message.path), Some(message.body.clone()));
        running.wire.settle();
        let before = self.disk.lengths();
        let messages: Vec<TableMessage> = std::iter::from_fn(|| running.server.take_message()).collect();
        running.room.tick();
        let answers = running.room.take(&messages);
        running.room.tick();
        if self.faulty && self.rng.chance(0.02) {
            let torn = self.rng.chance(0.5).then_some(before);
            self.kill(torn.as_ref())?;
            return Ok(None);
        }
        let Some(running) = &mut self.running else { return Ok(None) };
        for (message, answer) in messages.into_iter().zip(answers) {
            message.answer(answer);
        }
        running.wire.settle();
        let (status, text) =
            running.wire.answer(delivery).map_err(|_open| anyhow::anyhow!("a message has no answer"))?;
        ensure!(status != 500, "the club fails: {text}");
        if status == 200 {
            for line in text.lines() {
                if let Some((game, events)) = line.split_once(' ')
                    && let (Ok(game), Ok(events)) = (game.parse(), events.parse::<u32>())
                {
                    let promised = self.promised.entry(game).or_default();
                    *promised = events.max(*promised);
                }
            }
        }
        Ok(Some((status, text)))
    }

    /// The secretary saves a league; what was answered stays.
    pub(super) fn secretary(&mut self) -> anyhow::Result<()> {
        let before = self.disk.lengths();
        let Some(running) = &mut self.running else { return Ok(()) };
        self.asked_leagues += 1;
        let name = format!("League {}", self.asked_leagues);
        let wish = SecretaryWish::SaveLeague {
            name: name.clone(),
            entrants: "Anna\nBen\nCleo".to_owned(),
            twice: false,
            matches: 1,
            from: None,
            until: None,
        };
        let answer = running.room.wish(&wish);
        if self.faulty && self.rng.chance(0.2) {
            return self.kill(Some(&before));
        }
        if answer.is_ok() {
            self.leagues.insert(name);
        }
        Ok(())
    }

    /// What was promised is on the disk, whatever the server's memory says.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        if self.promised.is_empty() && self.leagues.is_empty() {
            return Ok(());
        }
        let store = Store::open_read_only(&self.disk.path())?;
        for (game, events) in &self.promised {
            let there = store.events_stored(*game)?;
            ensure!(there >= *events, "the club has said that it has {events} events of {game}, and has {there}");
        }
        let book = store.book()?;
        let gone = self.leagues.iter().find(|name| !book.leagues.contains_key(*name));
        ensure!(gone.is_none(), "the secretary was answered, and {gone:?} is not stored");
        Ok(())
    }

    /// The events of a game on the club's disk, as text.
    pub(super) fn stored(&self, game: MatchId) -> anyhow::Result<Vec<String>> {
        let events = match Store::open_read_only(&self.disk.path()) {
            Ok(store) => store.load(game)?,
            Err(_) => Vec::new(),
        };
        Ok(events.iter().map(|stored| format!("{:?}", stored.event.act)).collect())
    }

    /// The board's news of a table.
    pub(super) fn board(&self, table: &str) -> anyhow::Result<Value> {
        let running = self.running.as_ref().context("no club")?;
        let code = running.server.code(LinkKind::Watch).context("no link")?;
        let path = format!("/w/{code}/feed?club=&table={table}");
        let delivery = running.wire.send([10, 0, 0, 99].into(), &path, None);
        running.wire.settle();
        let (_, text) = running.wire.answer(delivery).map_err(|_open| anyhow::anyhow!("the board does not answer"))?;
        super::news(&text)
    }
}

/// How a match is shown.
pub(super) fn shown(game: &game::Match) -> anyhow::Result<Value> {
    Ok(serde_json::to_value(Bulletin::of(game))?)
}
