//! A table's server, and the phones at it.

use super::disk::{EveningDisk, Lengths};
use super::doors::Doors;
use super::hall::shown;
use super::{Break, clock};
use anyhow::{Context as _, bail, ensure};
use game::rng::Rng;
use game::rules::RuleSet;
use game::tile::Tile;
use game::{Act, Match, NextLeader, Round, Seat, Setup};
use server::{Delivery, Entered, LinkKind, ListenerOptions, Server, Wire};
use sixty_one::platform::links::LinkBook;
use sixty_one::table::{self, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use store::{Journal, MatchId, Store};

/// Steps after which a phone sends again.
const AGAIN: u32 = 4;

struct RunningTable {
    server: Server,
    wire: Wire,
    table: Table,
    links: LinkBook,
    /// The match at each snapshot that was shown since the start.
    snapshots: BTreeMap<u64, (MatchId, Match)>,
}

/// What a phone asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Want {
    Tile(Tile),
    Knock,
    Block,
    Deal(Seat),
    Tally,
    Undo,
    Again,
}

impl Want {
    fn words(&self) -> String {
        match self {
            Self::Tile(tile) => format!("tile {tile}"),
            Self::Knock => "knock".to_owned(),
            Self::Block => "block now".to_owned(),
            Self::Deal(seat) => format!("deal {seat}"),
            Self::Tally => "tally".to_owned(),
            Self::Undo => "undo".to_owned(),
            Self::Again => "again".to_owned(),
        }
    }

    fn is(&self, act: &Act) -> bool {
        match (self, act) {
            (Self::Tile(tile), Act::Play { play, .. }) => play.tile() == *tile,
            (Self::Deal(seat), Act::Deal { leader, .. }) => leader == seat,
            (Self::Knock, Act::Knock { .. }) | (Self::Block, Act::Block) => true,
            (Self::Tally, Act::Tally { .. }) | (Self::Undo, Act::Undo) => true,
            _ => false,
        }
    }
}

#[derive(Clone, Debug)]
struct Request {
    number: String,
    body: String,
    from: IpAddr,
    /// Where in the record it belongs.
    place: (MatchId, usize),
    want: Want,
}

#[derive(Default)]
struct Phone {
    sent: u64,
    pending: Option<(Request, u32)>,
}

/// A table.
pub(super) struct Place {
    pub(super) name: String,
    number: u8,
    pub(super) disk: EveningDisk,
    running: Option<RunningTable>,
    pub(super) rng: Rng,
    pub(super) faulty: bool,
    broken: Option<Break>,
    phones: Vec<Phone>,
    doors: Doors,
    /// Requests under way, and when they arrive.
    mail: Vec<(u32, Request)>,
    /// Requests that the server has, and its answers to come.
    open: Vec<(Request, Delivery)>,
    /// What was asked for at each place of the record, and by which numbers.
    asked: BTreeMap<(MatchId, usize), BTreeMap<String, Want>>,
    /// Places that were answered as saved, with the number that was.
    saved: BTreeMap<(MatchId, usize), (String, Want)>,
    matches: BTreeSet<MatchId>,
    checked: Option<(MatchId, u32)>,
    pub(super) acts: u64,
    pub(super) kills: u64,
    pub(super) faults: u64,
}

impl Place {
    pub(super) fn new(number: u8, seed: u64, broken: Option<Break>) -> anyhow::Result<Self> {
        let mut place = Self {
            name: format!("Table{number}"),
            number,
            disk: EveningDisk::new(number)?,
            running: None,
            rng: Rng::new(seed),
            faulty: true,
            broken,
            phones: vec![Phone::default(), Phone::default()],
            doors: Doors::default(),
            mail: Vec::new(),
            open: Vec::new(),
            asked: BTreeMap::new(),
            saved: BTreeMap::new(),
            matches: BTreeSet::new(),
            checked: None,
            acts: 0,
            kills: 0,
            faults: 0,
        };
        place.start()?;
        Ok(place)
    }

    pub(super) const fn is_up(&self) -> bool {
        self.running.is_some()
    }

    /// Starts the server on what the disk has.
    pub(super) fn start(&mut self) -> anyhow::Result<()> {
        let mut store = store::open_or_recover(&self.disk.path(), clock())?.store;
        let newest = match store.last_open_match()? {
            Some(id) => Some(id),
            None => {
                let mut newest = None;
                for game in store.matches()? {
                    newest = newest.max(Some((store.began(game.id)?, game.id)));
                }
                newest.map(|(_, id)| id)
            }
        };
        let table = match newest {
            Some(id) => {
                let events = store.load(id)?;
                let game = Match::replay(events.iter().map(|stored| &stored.event.act))?;
                Table::resume(Journal::new(store), id, game, clock)
            }
            None => {
                let setup = Setup { best_of: 1, ..Setup::new(RuleSet::parse("pafos target=31")?, &["Anna", "Ben"]) };
                Table::begin(Journal::new(store), table::opening(setup, Seat::FIRST)?, clock)
            }
        };
        let (server, wire) =
            Server::on_wire(&ListenerOptions { limits: super::limits(), ..ListenerOptions::default() })?;
        let id = table.id().context("not recorded")?.to_string();
        let links = self.doors.begin(&server, &self.disk, &id)?;
        self.checked = None;
        self.running = Some(RunningTable { server, wire, table, links, snapshots: BTreeMap::new() });
        self.show()?;
        self.check()
    }

    fn show(&mut self) -> anyhow::Result<()> {
        let running = self.running.as_mut().context("not running")?;
        let (id, game) = (running.table.id().context("not recorded")?, running.table.game().clone());
        let snapshot = running.server.show_unsaved(Some(game.clone()), unsaved(&running.table));
        self.matches.insert(id);
        running.snapshots.insert(snapshot, (id, game));
        Ok(())
    }

    /// Kills the server: in the middle of an act, with `before`.
    fn kill(&mut self, before: Option<&Lengths>) -> anyhow::Result<()> {
        if self.disk.is_away() {
            return Ok(());
        }
        self.disk.die(before, &mut self.rng)?;
        (self.running, self.kills) = (None, self.kills + 1);
        self.open.clear();
        Ok(self.disk.wake_up()?)
    }

    /// One step of everything at the table.
    pub(super) fn step(&mut self, now: u32) -> anyhow::Result<()> {
        if self.faulty && self.rng.chance(0.01) {
            self.faults += 1;
            let away = !self.disk.is_away();
            self.disk.go(away)?;
        }
        if self.faulty {
            self.faults += u64::from(super::may_fill(&mut self.disk, &mut self.rng)?);
        }
        if self.faulty && self.rng.chance(0.01) {
            self.kill(None)?;
        }
        if !self.is_up() && !self.disk.is_away() && (!self.faulty || self.rng.chance(0.4)) {
            let started = self.start();
            // A server may refuse to start on a full disk.
            if started.is_err() && self.disk.is_full() { self.running = None } else { started? }
        }
        for phone in 0..self.phones.len() {
            self.phone(phone, now)?;
        }
        let mut due: Vec<Request> = Vec::new();
        self.mail.retain(|(when, request)| {
            let arrives = *when <= now;
            due.extend(arrives.then(|| request.clone()));
            !arrives
        });
        for request in due {
            let Some(running) = &self.running else { continue };
            // Without a link nothing arrives, and the phone sends again.
            let Some(code) = self.doors.code(&running.server, LinkKind::Enter) else { continue };
            let delivery = running.wire.send(request.from, &format!("/e/{code}/act"), Some(request.body.clone()));
            running.wire.settle();
            self.open.push((request, delivery));
        }
        // Several may wait before the table's program looks.
        if !self.faulty || self.rng.chance(0.8) {
            self.serve()?;
        }
        self.follow_links()?;
        self.check()
    }

    /// Links are withdrawn and their file is damaged; what the table's program makes of it.
    fn follow_links(&mut self) -> anyhow::Result<()> {
        let mortal = self.faulty && !self.disk.is_away();
        if mortal && self.rng.chance(0.04) {
            self.doors.change(&self.disk, &mut self.rng)?;
        }
        if let Some(running) = &mut self.running {
            if self.broken != Some(Break::OldLinks) {
                let id = running.table.id().context("not recorded")?.to_string();
                self.doors.follow(&mut running.links, &running.server, &self.disk, &id)?;
            }
            self.doors.check(&running.wire, &self.disk, &mut self.rng)?;
        }
        if mortal && self.rng.chance(0.02) {
            self.faults += 1;
            self.doors.harm(&self.disk, &mut self.rng);
        } else if mortal && self.doors.is_harmed() && self.rng.chance(0.1) {
            self.doors.mend(&self.disk);
            self.kill(None)?;
        }
        Ok(())
    }

    /// The faults end.
    pub(super) fn come_to_rest(&mut self) -> anyhow::Result<()> {
        self.faulty = false;
        self.disk.go(false)?;
        self.disk.fill(None)?;
        if self.doors.is_harmed() {
            self.doors.mend(&self.disk);
            self.kill(None)?;
        }
        self.doors.renew(&self.disk)
    }

    fn phone(&mut self, index: usize, now: u32) -> anyhow::Result<()> {
        if let Some((request, sent)) = &mut self.phones[index].pending {
            if now >= *sent + AGAIN {
                *sent = now;
                let request = request.clone();
                self.post(&request, now);
            }
            return Ok(());
        }
        let Some(running) = &self.running else { return Ok(()) };
        if !self.rng.chance(0.7) {
            return Ok(());
        }
        // Some phones still show what was there a while ago.
        let back = if self.faulty && self.rng.chance(0.1) { self.rng.below(3) } else { 0 };
        let Some((snapshot, (id, game))) = running.snapshots.iter().rev().nth(back) else { return Ok(()) };
        let (want, left) = wish(game, &mut self.rng);
        let phone = &mut self.phones[index];
        phone.sent += 1;
        let number = format!("p{}x{index}.{}", self.number, phone.sent);
        let body = format!("act={}&number={number}&edition={snapshot}{left}", want.words().replace(' ', "+"));
        let place = (*id, game.events().len());
        let from = IpAddr::from([10, 0, self.number, u8::try_from(index).unwrap_or_default() + 1]);
        let request = Request { number: number.clone(), body, from, place, want: want.clone() };
        self.asked.entry(place).or_default().insert(number, want);
        self.phones[index].pending = Some((request.clone(), now));
        self.post(&request, now);
        Ok(())
    }

    /// Puts a request into the mail: lost, doubled, late.
    fn post(&mut self, request: &Request, now: u32) {
        let copies = match self.faulty {
            true => [0, 1, 1, 1, 1, 1, 1, 2][self.rng.below(8)],
            false => 1,
        };
        self.faults += u64::from(copies != 1);
        for _ in 0..copies {
            let late = match self.faulty {
                true => [0, 0, 0, 1, 1, 2, 5, 30][self.rng.below(8)],
                false => 0,
            };
            self.mail.push((now + late, request.clone()));
        }
    }

    /// What the program of a table without a window does when it is woken.
    fn serve(&mut self) -> anyhow::Result<()> {
        while let Some(running) = &mut self.running {
            let Some(ask) = running.server.take_ask() else { break };
            let before = self.disk.lengths();
            let act = ask.act.clone();
            let mut ask = Some(ask);
            if self.broken == Some(Break::AnswerFirst)
                && let Some(ask) = ask.take()
            {
                ask.answer(Ok(Entered::Saved));
                self.collect()?;
                if self.rng.chance(0.03) {
                    return self.kill(None);
                }
            }
            let Some(running) = &mut self.running else { break };
            let came = table::asked(&mut running.table, &act);
            self.acts += u64::from(came.is_ok());
            let mortal = self.faulty && !self.disk.is_away();
            if mortal && self.rng.chance(0.02) {
                return self.kill(Some(&before));
            }
            self.show()?;
            if mortal && self.rng.chance(0.02) {
                return self.kill(None);
            }
            if let Some(ask) = ask {
                let silent = match self.broken {
                    Some(Break::SayNothing) => true,
                    Some(Break::SayNothingFull) => self.disk.is_full(),
                    _ => false,
                };
                ask.answer(match table::answer(came) {
                    Ok(Entered::Unsaved(_)) if silent => Ok(Entered::Saved),
                    answer => answer,
                });
            }
            self.collect()?;
        }
        if let Some(running) = &mut self.running {
            let before = unsaved(&running.table);
            running.table.retry();
            let is_news = before != unsaved(&running.table);
            running.wire.settle();
            if is_news {
                self.show()?;
            }
        }
        self.take_answers()
    }

    /// Lets the answer to an act reach the phone's side of the wire.
    fn collect(&mut self) -> anyhow::Result<()> {
        if let Some(running) = &self.running {
            running.wire.settle();
        }
        self.take_answers()
    }

    fn take_answers(&mut self) -> anyhow::Result<()> {
        let Some(running) = &self.running else { return Ok(()) };
        let mut open = Vec::new();
        let mut came = Vec::new();
        for (request, delivery) in self.open.drain(..) {
            match running.wire.answer(delivery) {
                Ok((status, text)) => came.push((request, status, text)),
                Err(delivery) => open.push((request, delivery)),
            }
        }
        self.open = open;
        for (request, status, text) in came {
            self.answered(&request, status, &text)?;
        }
        Ok(())
    }

    /// An answer has left the server: from now on it holds, whether it arrives or not.
    fn answered(&mut self, request: &Request, status: u16, text: &str) -> anyhow::Result<()> {
        ensure!(status == 200, "{} got {status}: {text}", request.body);
        let answer: serde_json::Value = serde_json::from_str(text)?;
        let done = answer["ok"] == true && answer["bad"] != true && answer["choose"].is_null();
        if done && request.want != Want::Again {
            let before = self.saved.insert(request.place, (request.number.clone(), request.want.clone()));
            if let Some((number, _)) = before.filter(|(number, _)| *number != request.number) {
                bail!("{number} and {} were both answered for event {:?}", request.number, request.place);
            }
        }
        // A tile that fits twice: the phone is asked where.
        if let Some(choice) = answer["choose"][0]["say"].as_str() {
            let waits = |phone: &&mut Phone| phone.pending.as_ref().is_some_and(|(it, _)| it.number == request.number);
            let Some(phone) = self.phones.iter_mut().find(waits) else { return Ok(()) };
            phone.sent += 1;
            let mut again = request.clone();
            again.number = format!("{}.{}", request.number.split('.').next().unwrap_or_default(), phone.sent);
            again.body = request.body.replace(
                &format!("act={}&number={}", request.want.words().replace(' ', "+"), request.number),
                &format!("act={}&number={}", choice.replace(' ', "+").replace('@', "%40"), again.number),
            );
            self.asked.entry(again.place).or_default().insert(again.number.clone(), again.want.clone());
            // It is sent with the next step.
            phone.pending = Some((again, 0));
            return Ok(());
        }
        if !self.faulty || self.rng.chance(0.9) {
            self.forget(request);
        }
        Ok(())
    }

    fn forget(&mut self, request: &Request) {
        for phone in &mut self.phones {
            if phone.pending.as_ref().is_some_and(|(pending, _)| pending.number == request.number) {
                phone.pending = None;
            }
        }
    }

    /// What was answered is stored, exactly once, in order, and on every screen.
    pub(super) fn check(&mut self) -> anyhow::Result<()> {
        let Some(running) = &self.running else { return Ok(()) };
        let id = running.table.id().context("not recorded")?;
        let game = running.table.game();
        if let Some(code) = self.doors.code(&running.server, LinkKind::Watch) {
            let delivery = running.wire.send([10, 0, 0, 99].into(), &format!("/w/{code}/feed"), None);
            running.wire.settle();
            let (_, text) = running.wire.answer(delivery).map_err(|_open| anyhow::anyhow!("a screen gets nothing"))?;
            let news = super::news(&text)?;
            let newest = running.snapshots.last_key_value().map(|(snapshot, _)| *snapshot);
            ensure!(news["edition"].as_u64() == newest, "a screen shows edition {} of {newest:?}", news["edition"]);
            let wanted = shown(game, unsaved(&running.table))?;
            ensure!(news["table"] == wanted, "a screen shows {} while the table has {wanted}", news["table"]);
        }
        if self.disk.is_away() {
            return Ok(());
        }
        let store = running.table.journal().and_then(Journal::store).context("no store")?;
        let count = store.events_stored(id)?;
        if self.checked != Some((id, count)) || running.table.unsaved().is_some() {
            self.check_record(store, id)?;
            self.checked = Some((id, count));
        }
        Ok(())
    }

    fn check_record(&self, store: &Store, id: MatchId) -> anyhow::Result<()> {
        // Of a match that began on a full disk nothing may be stored yet.
        let stored = if store.events_stored(id)? == 0 { Vec::new() } else { store.load(id)? };
        let stored: Vec<Act> = stored.into_iter().map(|stored| stored.event.act).collect();
        if let Some(running) = self.running.as_ref().filter(|running| running.table.id() == Some(id)) {
            let events = running.table.game().events();
            let same = events.iter().zip(&stored).all(|(event, act)| event.act == *act);
            ensure!(same && stored.len() <= events.len(), "the disk has another match than the table");
            ensure!(
                stored.len() == events.len() || running.table.unsaved().is_some(),
                "only {} of {} events are stored, and no notice reports it",
                stored.len(),
                events.len()
            );
        }
        let mut by = BTreeSet::new();
        for (at, act) in stored.iter().enumerate() {
            let asked = self.asked.get(&(id, at));
            let number = asked.and_then(|asked| {
                asked
                    .iter()
                    .filter(|(_, want)| want.is(act))
                    .map(|(number, _)| number)
                    .find(|number| !by.contains(*number))
            });
            match number {
                Some(number) => drop(by.insert(number.clone())),
                // A match begins with its setup and its first hand, which no phone asks for.
                None if at < 2 => {}
                None => bail!("event {at} of {id} is {act:?}, which no phone asked for there"),
            }
        }
        for ((_, at), (number, want)) in self.saved.range((id, 0)..=(id, usize::MAX)) {
            let there = stored.get(*at).is_some_and(|act| want.is(act));
            ensure!(there, "{number} was answered `Entered.` for {want:?}, and event {at} is {:?}", stored.get(*at));
        }
        Ok(())
    }

    /// Everything is at rest: every match of the evening, read by another program.
    pub(super) fn check_all(&self) -> anyhow::Result<Vec<(MatchId, Vec<String>)>> {
        self.doors.check_all(&self.running.as_ref().context("not running")?.wire)?;
        let mut store = Store::open_read_only(&self.disk.path())?;
        let games: Vec<MatchId> = store.matches()?.iter().map(|game| game.id).collect();
        let again = self.asked.iter().filter(|(_, asked)| asked.values().any(|want| *want == Want::Again)).count();
        ensure!(games.len() <= again + 1, "{} matches, and {again} were asked for", games.len());
        let mut all = Vec::new();
        for id in games {
            self.check_record(&store, id)?;
            all.push((id, store.load(id)?.iter().map(|stored| format!("{:?}", stored.event.act)).collect()));
        }
        Ok(all)
    }

    /// The match as it is shown.
    pub(super) fn shown(&self) -> anyhow::Result<serde_json::Value> {
        shown(self.running.as_ref().context("not running")?.table.game(), 0)
    }

    pub(super) fn has_unsaved(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.table.unsaved().is_some())
    }
}

/// Acts that the disk has not taken.
fn unsaved(table: &Table) -> usize {
    table.unsaved().map_or(0, |unsaved| unsaved.acts)
}

/// What a player may want to enter here, with the fields of a tally.
fn wish(game: &Match, rng: &mut Rng) -> (Want, String) {
    let state = game.state();
    if rng.chance(0.02) && game.can_undo() {
        return (Want::Undo, String::new());
    }
    if let Some(round) = state.running() {
        let rules = &state.setup.rules;
        let (laid, holds) = (round.layout.tiles(), state.could_hold(round.turn));
        let tiles: Vec<Tile> = rules.tiles().in_rows();
        let fitting: Vec<Tile> = tiles
            .into_iter()
            .filter(|tile| !laid.contains(*tile) && holds.contains(*tile) && round.layout.fits(*tile, rules))
            .collect();
        let want = match rng.pick(&fitting) {
            Some(tile) if rng.chance(0.85) => Want::Tile(*tile),
            _ if fitting.is_empty() && rng.chance(0.5) => Want::Block,
            _ => Want::Knock,
        };
        return (want, String::new());
    }
    if state.is_over() {
        return (Want::Again, String::new());
    }
    if let Some(round) = state.round.as_ref().filter(|round| Round::needs_tally(round)) {
        let unknown = state.setup.all_seats().filter(|&seat| !round.hand(seat).is_known());
        let left: String = unknown.map(|seat| format!("&left{seat}={}", 1 + rng.below(30))).collect();
        return (Want::Tally, left);
    }
    let (NextLeader::Seat(first) | NextLeader::Ask(first)) = state.next_leader();
    (Want::Deal(first), String::new())
}
