//! The club's servers, and the network between them and their tables.

use super::Break;
use super::disk::{EveningDisk, Lengths};
use super::office::{LinkOwner, Office};
use super::porter::{CLUB, Porter};
use anyhow::{Context as _, bail, ensure};
use club::{ClubRoom, ClubSaid, SharedFolder};
use game::Match;
use game::league::{SeasonEntry, TeamId};
use game::rng::Rng;
use serde_json::Value;
use server::{Bulletin, LinkHash, LinkKind, ListenerOptions, SecretarySaid, SecretaryWish, Server, TableMessage, Wire};
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use store::{MatchId, Store};

/// A club's server that is running.
struct RunningHall {
    server: Server,
    wire: Wire,
    room: ClubRoom,
    /// Links that a program which is broken on purpose goes on opening.
    stale: Option<Vec<LinkHash>>,
}

impl RunningHall {
    /// What the program does each second.
    fn tick(&mut self) {
        self.room.tick();
        let mut captains = self.room.captains();
        if let Some(stale) = &mut self.stale {
            stale.append(&mut captains);
        }
        self.server.keep_links(LinkKind::Captain, self.stale.as_ref().unwrap_or(&captains));
    }

    /// The status with which a captain's link is answered.
    fn opens(&self, code: &str) -> anyhow::Result<u16> {
        let delivery = self.wire.send([10, 2, 0, 1].into(), &format!("/{}/{code}/", LinkKind::Captain.letter()), None);
        self.wire.settle();
        let answer = self.wire.answer(delivery);
        Ok(answer.map_err(|_open| anyhow::anyhow!("a captain's link has no answer"))?.0)
    }
}

/// A message under way.
#[derive(Clone)]
struct Message {
    from: IpAddr,
    way: LinkOwner,
    /// The code of a captain's link, when it was sent.
    code: Option<String>,
    path: String,
    body: String,
}

/// The club: one server, or two over one record.
pub(super) struct Hall {
    pub(super) disk: EveningDisk,
    servers: Vec<Option<RunningHall>>,
    /// The record, if there are two servers.
    shared: Option<SharedFolder>,
    pub(super) rng: Rng,
    /// Whether messages are lost and doubled, and servers are killed.
    pub(super) faulty: bool,
    broken: Option<Break>,
    /// Old copies that arrive later.
    late: Vec<Message>,
    /// Events that the club has said it has.
    promised: BTreeMap<MatchId, u32>,
    leagues: BTreeSet<String>,
    asked_leagues: usize,
    office: Office,
    /// The keys, where clubs have any.
    porter: Option<Porter>,
    /// The files when everything was checked last.
    checked: Option<Lengths>,
    pub(super) kills: u64,
    pub(super) faults: u64,
}

impl Hall {
    pub(super) fn new(seed: u64, two: bool, keys: bool, broken: Option<Break>) -> anyhow::Result<Self> {
        let mut hall = Self {
            disk: EveningDisk::new(0)?,
            servers: (0..=usize::from(two)).map(|_| None).collect(),
            shared: None,
            rng: Rng::new(seed),
            faulty: true,
            broken,
            late: Vec::new(),
            promised: BTreeMap::new(),
            leagues: BTreeSet::new(),
            asked_leagues: 0,
            office: Office::default(),
            porter: None,
            checked: None,
            kills: 0,
            faults: 0,
        };
        hall.porter = keys.then(|| Porter::new(&hall.disk)).transpose()?;
        hall.start()?;
        // A folder is one program's.
        let (other, _wire) = Server::on_wire(&ListenerOptions::default())?;
        ensure!(ClubRoom::open(&hall.disk.path(), "Other", other.boards()).is_err(), "two programs have one folder");
        Ok(hall)
    }

    /// Starts every server that is not running.
    fn start(&mut self) -> anyhow::Result<()> {
        for at in 0..self.servers.len() {
            if self.servers[at].is_none() {
                self.servers[at] = Some(self.open()?);
            }
        }
        self.check()
    }

    fn open(&mut self) -> anyhow::Result<RunningHall> {
        if self.broken == Some(Break::NoKeys) && self.porter.is_some() && !Porter::readable(&self.disk) {
            Porter::forget(&self.disk);
        }
        let (server, wire) =
            Server::on_wire(&ListenerOptions { limits: super::limits(), ..ListenerOptions::default() })?;
        let room = if self.servers.len() > 1 {
            let shared = match self.shared.take() {
                Some(shared) => shared,
                None => SharedFolder::open(&self.disk.path())?,
            };
            ClubRoom::share(self.shared.insert(shared), "Evening", server.boards())?
        } else {
            ClubRoom::open(&self.disk.path(), "Evening", server.boards())?.0
        };
        for kind in [LinkKind::Join, LinkKind::Watch, LinkKind::Secretary] {
            server.open_link(kind)?;
        }
        let stale = (self.broken == Some(Break::OldCaptains)).then(Vec::new);
        let mut running = RunningHall { server, wire, room, stale };
        running.tick();
        Ok(running)
    }

    /// Kills every server: in the middle of an act, with `before`.
    fn kill(&mut self, before: Option<&Lengths>) -> anyhow::Result<()> {
        self.disk.die(before, &mut self.rng)?;
        self.servers.iter_mut().for_each(|server| *server = None);
        (self.shared, self.checked) = (None, None);
        self.kills += 1;
        Ok(self.disk.wake_up()?)
    }

    /// One step of the club.
    pub(super) fn step(&mut self) -> anyhow::Result<()> {
        if self.faulty {
            self.faults += u64::from(super::may_fill(&mut self.disk, &mut self.rng)?);
        }
        if self.servers.iter().any(Option::is_none) && (!self.faulty || self.rng.chance(0.3)) {
            let started = self.start();
            // A server may refuse to start on a full disk, and where its keys are damaged.
            if !self.disk.is_full() && self.porter.as_ref().is_none_or(|porter| !porter.is_harmed()) {
                started?;
            }
        }
        if let Some(mut porter) = self.porter.take() {
            let kept = self.keep_keys(&mut porter);
            self.porter = Some(porter);
            kept?;
        }
        self.deliver_late()?;
        if self.faulty && self.rng.chance(0.02) {
            self.save_league()?;
        }
        if self.faulty && self.rng.chance(0.3) {
            self.enter()?;
        }
        self.look()?;
        if self.faulty && self.rng.chance(0.02) {
            self.kill(None)?;
        } else if self.faulty && self.servers.len() > 1 && self.rng.chance(0.03) {
            // Only one of them, while the database stays.
            let at = self.rng.below(2);
            self.kills += u64::from(self.servers[at].take().is_some());
        }
        Ok(())
    }

    /// Keys are made and withdrawn, and their file is damaged: a table without a key that opens sends nothing.
    fn keep_keys(&mut self, porter: &mut Porter) -> anyhow::Result<()> {
        if self.faulty && self.rng.chance(0.1) {
            porter.change(&self.disk)?;
        }
        for running in self.servers.iter_mut().flatten() {
            running.tick();
            for key in porter.strangers() {
                let code = running.server.code(LinkKind::Join).context("no link")?;
                let path = format!("/{}/{code}/have?table=Stranger", LinkKind::Join.letter());
                let delivery =
                    running.wire.send_with([10, 1, 0, 66].into(), &path, Some(String::new()), key.as_deref());
                running.wire.settle();
                let messages: Vec<TableMessage> = std::iter::from_fn(|| running.server.take_message()).collect();
                let answers = running.room.take(&messages);
                messages.into_iter().zip(answers).for_each(|(message, answer)| message.answer(answer));
                running.wire.settle();
                let answer = running.wire.answer(delivery);
                let (status, text) = answer.map_err(|_open| anyhow::anyhow!("a table has no answer"))?;
                let what = if key.is_some() { "with a withdrawn key" } else { "without a key" };
                ensure!(status == 401, "a table {what} was answered {status}: {text}");
            }
        }
        if self.faulty && self.rng.chance(0.04) {
            self.faults += 1;
            porter.harm(&self.disk, &mut self.rng);
        } else if porter.is_harmed() && !self.disk.is_full() && self.rng.chance(0.1) {
            porter.mend(&self.disk)?;
        }
        Ok(())
    }

    /// The faults end.
    pub(super) fn come_to_rest(&mut self) -> anyhow::Result<()> {
        self.faulty = false;
        self.disk.fill(None)?;
        self.porter.as_mut().map_or(Ok(()), |porter| porter.mend(&self.disk))?;
        Ok(())
    }

    /// Carries a table's message; `Err` where no answer arrives.
    pub(super) fn carry(&mut self, from: IpAddr, path: &str, body: String) -> anyhow::Result<(u16, String)> {
        self.send(Message { from, way: LinkOwner::Table, code: None, path: path.to_owned(), body })
    }

    fn send(&mut self, message: Message) -> anyhow::Result<(u16, String)> {
        // Now to one of two servers, now to the other.
        let at = self.rng.below(self.servers.len());
        if self.faulty && self.rng.chance(0.1) {
            self.faults += 1;
            // Lost, or only late.
            if self.rng.chance(0.6) {
                self.late.push(message);
            }
            bail!("no answer");
        }
        let doubled = self.faulty && self.rng.chance(0.1);
        let mut answer = self.deliver(at, &message)?;
        if doubled {
            self.faults += 1;
            answer = self.deliver(at, &message)?;
        }
        match answer {
            Some(_) if self.faulty && self.rng.chance(0.1) => bail!("the answer was lost"),
            Some(answer) => Ok(answer),
            None => bail!("the club was killed"),
        }
    }

    /// Old copies arrive.
    fn deliver_late(&mut self) -> anyhow::Result<()> {
        while !self.late.is_empty() && (!self.faulty || self.rng.chance(0.3)) {
            let message = self.late.remove(self.rng.below(self.late.len()));
            let at = self.rng.below(self.servers.len());
            self.deliver(at, &message)?;
        }
        Ok(())
    }

    /// A message arrives; `None` if no server is there, or it is killed before it has answered.
    fn deliver(&mut self, at: usize, message: &Message) -> anyhow::Result<Option<(u16, String)>> {
        let Some(running) = &mut self.servers[at] else { return Ok(None) };
        let (kind, code) = match message.way {
            LinkOwner::Table => (LinkKind::Join, running.server.code(LinkKind::Join)),
            LinkOwner::Secretary => (LinkKind::Secretary, running.server.code(LinkKind::Secretary)),
            LinkOwner::Captain(_) => (LinkKind::Captain, message.code.clone()),
        };
        let path = format!("/{}/{}/{}", kind.letter(), code.context("no link")?, message.path);
        let key = self.porter.as_ref().map(|porter| porter.key.as_str());
        let delivery = running.wire.send_with(message.from, &path, Some(message.body.clone()), key);
        running.wire.settle();
        let before = self.disk.lengths();
        let messages: Vec<TableMessage> = std::iter::from_fn(|| running.server.take_message()).collect();
        running.tick();
        let answers = running.room.take(&messages);
        running.tick();
        let mut said = Vec::new();
        while let Some(ask) = running.server.take_wish() {
            if self.broken == Some(Break::RecordLater) && self.rng.chance(0.05) {
                ask.answer(Ok(SecretarySaid::Words("Recorded.".to_owned())));
                continue;
            }
            let answer = match running.room.wish(&ask.wish) {
                Ok(ClubSaid::Words(words)) => Ok(SecretarySaid::Words(words)),
                Ok(ClubSaid::Begun(id)) => Ok(SecretarySaid::Begun(id)),
                Ok(said) => bail!("the club says {said:?}"),
                Err(why) => Err(why),
            };
            said.push((ask, answer));
        }
        if self.faulty && self.rng.chance(0.02) {
            let torn = self.rng.chance(0.5).then_some(before);
            self.kill(torn.as_ref())?;
            return Ok(None);
        }
        let Some(running) = &mut self.servers[at] else { return Ok(None) };
        for (message, answer) in messages.into_iter().zip(answers) {
            message.answer(answer);
        }
        said.into_iter().for_each(|(ask, answer)| ask.answer(answer));
        running.wire.settle();
        let (status, text) =
            running.wire.answer(delivery).map_err(|_open| anyhow::anyhow!("a message has no answer"))?;
        ensure!(status != 500, "the club fails: {text}");
        let withdrawn = message.code.as_ref().is_some_and(|code| self.office.withdrawn.contains(code));
        ensure!(status == 403 || !withdrawn, "a captain's link was withdrawn, and was answered {status}: {text}");
        match message.way {
            LinkOwner::Table => self.promise(status, &text),
            LinkOwner::Secretary | LinkOwner::Captain(_) => self.entered(at, &message.body, (status, &text))?,
        }
        Ok(Some((status, text)))
    }

    /// What the club says it has.
    fn promise(&mut self, status: u16, text: &str) {
        for (game, events) in text.lines().filter(|_| status == 200).filter_map(|line| line.split_once(' ')) {
            if let (Ok(game), Ok(events)) = (game.parse(), events.parse::<u32>()) {
                let promised = self.promised.entry(game).or_default();
                *promised = events.max(*promised);
            }
        }
    }

    /// The answer to an entry has left the server: from now on it is recorded, and on that server's page.
    fn entered(&mut self, at: usize, body: &str, (status, text): (u16, &str)) -> anyhow::Result<()> {
        if !self.office.answered(body, status, text) {
            return Ok(());
        }
        if let Some(entries) = self.entries()? {
            self.office.check(&entries)?;
            self.office.kept = entries;
        }
        self.look_at_log(at)
    }

    /// The secretary or a captain enters something, or sends it again.
    fn enter(&mut self) -> anyhow::Result<()> {
        let Some(entries) = self.entries()? else { return Ok(()) };
        if let Some(team) = self.office.lacks_captain(&entries, &mut self.rng) {
            return self.change_captain(team);
        }
        let (way, body) = self.office.next(&entries, &mut self.rng);
        let code = match way {
            LinkOwner::Captain(team) => self.office.captains.get(&team).cloned(),
            LinkOwner::Table | LinkOwner::Secretary => None,
        };
        let from = IpAddr::from([10, 2, 0, if way == LinkOwner::Secretary { 9 } else { 1 }]);
        let sent = self.send(Message { from, way, code, path: "season".to_owned(), body: body.clone() });
        // A fault of the program is not one of the network.
        if let Err(why) = sent {
            let network = ["no answer", "the answer was lost", "the club was killed"].contains(&&*why.to_string());
            ensure!(network, "{why:#}");
        } else {
            self.office.arrived(&body);
        }
        Ok(())
    }

    /// The secretary gives a captain a new link, or withdraws the one that is there.
    fn change_captain(&mut self, team: u32) -> anyhow::Result<()> {
        let at = self.rng.below(self.servers.len());
        let before = self.disk.lengths();
        let Some(running) = &mut self.servers[at] else { return Ok(()) };
        let (season, id) = (self.office.season.clone(), TeamId(team));
        let old = self.office.captains.remove(&team);
        let wish = match old.is_some() && self.rng.chance(0.5) {
            true => SecretaryWish::NoCaptain { season, team: id },
            false => SecretaryWish::Captain { season, team: id },
        };
        let answer = running.room.wish(&wish);
        running.tick();
        if self.faulty && self.rng.chance(0.1) {
            // Without an answer it is open which link is valid.
            return self.kill(Some(&before));
        }
        match answer {
            Ok(said) => {
                self.office.withdrawn.extend(old);
                match said {
                    ClubSaid::Captain(code) => _ = self.office.captains.insert(team, code),
                    ClubSaid::Words(_) => {}
                    said => bail!("the club says {said:?}"),
                }
            }
            Err(why) => ensure!(self.disk.is_full(), "a captain's link is not changed: {why}"),
        }
        Ok(())
    }

    /// A captain's link opens until it is withdrawn, and never after that, on any server.
    fn check_captains(&self, entries: &[SeasonEntry]) -> anyhow::Result<()> {
        for (at, running) in self.servers.iter().enumerate() {
            let Some(running) = running else { continue };
            for code in self.office.open_captains(entries) {
                let status = running.opens(code)?;
                ensure!(status == 200, "server {at} answers a captain's link with {status}");
            }
            for code in &self.office.withdrawn {
                ensure!(running.opens(code)? == 403, "server {at} opens a captain's link that was withdrawn");
            }
        }
        Ok(())
    }

    /// What is recorded of the season.
    fn entries(&mut self) -> anyhow::Result<Option<Vec<SeasonEntry>>> {
        let book = self.read()?.map(|store| store.book()).transpose()?;
        book.map(|book| self.office.entries(book)).transpose()
    }

    /// The secretary saves a league; what was answered stays.
    fn save_league(&mut self) -> anyhow::Result<()> {
        let before = self.disk.lengths();
        let at = self.rng.below(self.servers.len());
        let Some(running) = &mut self.servers[at] else { return Ok(()) };
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

    /// The record as another program reads it; `None` on a full disk that does not let it.
    fn read(&self) -> anyhow::Result<Option<Store>> {
        match Store::open_read_only(&self.disk.path()) {
            Ok(store) => Ok(Some(store)),
            Err(_) if self.disk.is_full() => Ok(None),
            Err(why) => Err(why.into()),
        }
    }

    /// What was promised is on the disk, whatever a server's memory says.
    fn check(&mut self) -> anyhow::Result<()> {
        match self.read()? {
            Some(store) => self.check_record(&store).map(drop),
            None => Ok(()),
        }
    }

    fn check_record(&mut self, store: &Store) -> anyhow::Result<Vec<SeasonEntry>> {
        for (game, events) in &self.promised {
            let there = store.events_stored(*game)?;
            ensure!(there >= *events, "the club has said that it has {events} events of {game}, and has {there}");
        }
        let book = store.book()?;
        let gone = self.leagues.iter().find(|name| !book.leagues.contains_key(*name));
        ensure!(gone.is_none(), "the secretary was answered, and {gone:?} is not stored");
        let entries = self.office.entries(book)?;
        self.office.check(&entries)?;
        Ok(entries)
    }

    /// Everything is as it was answered: on the disk, and on every board.
    fn look(&mut self) -> anyhow::Result<()> {
        if let Some(shared) = &self.shared {
            if self.broken == Some(Break::NoNews) {
                shared.lose_news(false);
            } else if self.faulty && self.rng.chance(0.05) {
                self.faults += 1;
                shared.lose_news(true);
            }
        }
        self.servers.iter_mut().flatten().for_each(RunningHall::tick);
        let lengths = self.disk.lengths();
        if self.disk.is_full() || self.checked.as_ref() == Some(&lengths) {
            return Ok(());
        }
        self.checked = Some(lengths);
        let mut store = self.read()?.context("no record")?;
        let entries = self.check_record(&store)?;
        self.check_captains(&entries)?;
        let (mut games, mut recorded) = (store.matches()?.into_iter(), Vec::new());
        for at in 0..self.servers.len() {
            let Some(board) = self.board(at, "")? else { continue };
            for line in board["tables"].as_array().into_iter().flatten() {
                ensure!(line["name"].as_str().is_some_and(|name| !name.is_empty()), "server {at} shows {line}");
                while !recorded.contains(&line["table"]) {
                    let game =
                        games.next().with_context(|| format!("server {at} shows {line}, which is not recorded"))?;
                    let events = store.load(game.id)?;
                    recorded.push(shown(&Match::replay(events.iter().map(|stored| &stored.event.act))?, 0)?);
                }
            }
        }
        Ok(())
    }

    /// The log of the season on a server's page has everything that was answered.
    fn look_at_log(&self, at: usize) -> anyhow::Result<()> {
        let Some(running) = &self.servers[at] else { return Ok(()) };
        let code = running.server.code(LinkKind::Secretary).context("no link")?;
        let path = format!("/s/{code}/season?id={}&page=facts", self.office.season);
        let delivery = running.wire.send([10, 2, 0, 9].into(), &path, None);
        running.wire.settle();
        let (_, page) = running.wire.answer(delivery).map_err(|_open| anyhow::anyhow!("the log is not shown"))?;
        let gone = self.office.recorded.iter().find(|text| !page.contains(*text));
        ensure!(gone.is_none(), "{gone:?} was recorded, and server {at} does not show it");
        Ok(())
    }

    /// Everything is at rest: servers that are started now show what was recorded.
    pub(super) fn rest(&mut self) -> anyhow::Result<()> {
        self.look()?;
        self.servers.iter_mut().for_each(|server| *server = None);
        self.start()?;
        (0..self.servers.len()).try_for_each(|at| self.look_at_log(at))
    }

    /// The events of a game on the club's disk, as text.
    pub(super) fn stored(&self, game: MatchId) -> anyhow::Result<Vec<String>> {
        let events = match Store::open_read_only(&self.disk.path()) {
            Ok(store) => store.load(game)?,
            Err(_) => Vec::new(),
        };
        Ok(events.iter().map(|stored| format!("{:?}", stored.event.act)).collect())
    }

    /// Every server's news of a table.
    pub(super) fn boards(&self, table: &str) -> anyhow::Result<Vec<Value>> {
        let boards = (0..self.servers.len()).filter_map(|at| self.board(at, table).transpose());
        boards.collect()
    }

    /// A server's news of a table, or of all.
    fn board(&self, at: usize, table: &str) -> anyhow::Result<Option<Value>> {
        let Some(running) = &self.servers[at] else { return Ok(None) };
        let code = running.server.code(LinkKind::Watch).context("no link")?;
        let wanted = if table.is_empty() { String::new() } else { format!("&table={table}") };
        let club = if self.porter.is_some() { CLUB } else { "" };
        let path = format!("/w/{code}/feed?club={club}{wanted}");
        let delivery = running.wire.send([10, 0, 0, 99].into(), &path, None);
        running.wire.settle();
        let (_, text) = running.wire.answer(delivery).map_err(|_open| anyhow::anyhow!("the board does not answer"))?;
        super::news(&text).map(Some)
    }
}

/// How a match is shown of which this number of acts is not on the disk.
pub(super) fn shown(game: &Match, unsaved: usize) -> anyhow::Result<Value> {
    Ok(serde_json::to_value(Bulletin { unsaved, ..Bulletin::of(game) })?)
}
