//! The paper of a season: its secretary and two captains type cards, confirm, dispute and correct while the tables play.

use anyhow::ensure;
use game::league::{Author, Day, MeetingId, Season, SeasonEntry, SeasonFact, TeamId};
use game::rng::Rng;
use server::LinkHash;
use std::collections::{BTreeMap, BTreeSet};
use store::{Book, Timestamp};

/// Whose link a message comes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkOwner {
    Table,
    Secretary,
    /// A captain, by the team.
    Captain(u32),
}

/// Games of a meeting.
const GAMES: usize = 9;

/// What was typed, and what was answered.
#[derive(Default)]
pub(super) struct Office {
    pub(super) season: String,
    /// The codes of the captains' links, by team.
    pub(super) captains: BTreeMap<u32, String>,
    /// Codes that were withdrawn or replaced, as a server has answered.
    pub(super) withdrawn: Vec<String>,
    sent: u32,
    /// The form whose answer has not arrived: it is sent again.
    open: Option<(LinkOwner, String)>,
    /// The marks of entries that were answered as recorded.
    pub(super) recorded: BTreeSet<String>,
    /// The entries on the disk at the last answer.
    pub(super) kept: Vec<SeasonEntry>,
}

impl Office {
    /// The team whose captain gets another link now: one without a link, or now and then any.
    pub(super) fn lacks_captain(&self, entries: &[SeasonEntry], rng: &mut Rng) -> Option<u32> {
        let without = (0..2).find(|team| !self.captains.contains_key(team));
        let any = || rng.chance(0.1).then(|| rng.below(2) as u32);
        without.or_else(any).filter(|_| !entries.is_empty())
    }

    /// The entries of the one season.
    pub(super) fn entries(&mut self, book: Book) -> anyhow::Result<Vec<SeasonEntry>> {
        ensure!(book.seasons.len() < 2, "one season was begun twice");
        let Some((id, entries)) = book.seasons.into_iter().next() else { return Ok(Vec::new()) };
        self.season = id;
        Ok(entries)
    }

    /// The links that open by these entries: one that names a captain may have been undone.
    pub(super) fn open_captains(&self, entries: &[SeasonEntry]) -> impl Iterator<Item = &String> {
        let season = Season::of(entries);
        let named = move |team: u32| season.teams.get(&TeamId(team))?.captain.clone();
        self.captains
            .iter()
            .filter(move |(team, code)| {
                LinkHash::of_code(code).is_some_and(|hash| named(**team) == Some(hash.to_string()))
            })
            .map(|(_, code)| code)
    }

    /// The next form, or again the one that got no answer.
    pub(super) fn next(&mut self, entries: &[SeasonEntry], rng: &mut Rng) -> (LinkOwner, String) {
        if let Some(open) = &self.open {
            return open.clone();
        }
        self.sent += 1;
        // Every text is found again in the record.
        let mark = format!("no.{:05}", self.sent);
        let form = if entries.is_empty() { (LinkOwner::Secretary, begin()) } else { self.form(entries, &mark, rng) };
        self.open.insert(form).clone()
    }

    fn form(&self, entries: &[SeasonEntry], mark: &str, rng: &mut Rng) -> (LinkOwner, String) {
        let season = Season::of(entries);
        let way = [LinkOwner::Secretary, LinkOwner::Captain(0), LinkOwner::Captain(1)][rng.below(3)];
        let meeting = rng.below(2) as u32;
        let (form, about, fields) = match (way, rng.below(6)) {
            (LinkOwner::Captain(_), 0) => ("confirm", meeting, String::new()),
            (LinkOwner::Captain(_), 1) => ("dispute", meeting, format!("&reason={mark}")),
            (LinkOwner::Secretary, 0) => ("undo", rng.below(entries.len()) as u32, format!("&reason={mark}")),
            (LinkOwner::Secretary, 1) => ("dock", rng.below(2) as u32, format!("&points=1&reason={mark}")),
            (LinkOwner::Secretary, 2) => ("replay", meeting, format!("&reason={mark}")),
            (LinkOwner::Secretary, 3) => ("decide", meeting, format!("&reason={mark}{}", winners(rng))),
            _ => ("card", meeting, format!("&note={mark}{}", card(&season, meeting, rng))),
        };
        (way, format!("id={}&form={form}&about={about}&seen={}{fields}", self.season, entries.len()))
    }

    /// The answer to a form has arrived.
    pub(super) fn arrived(&mut self, body: &str) {
        self.open = self.open.take().filter(|(_, open)| open != body);
    }

    /// An answer has left a server; whether it says that the entry is recorded.
    pub(super) fn answered(&mut self, body: &str, status: u16, page: &str) -> bool {
        let said = |words: &str| page.contains(&format!("role=\"status\">{words}</p>"));
        let recorded = status == 200 && (said("Recorded.") || said("That is recorded already."));
        if recorded {
            self.recorded.extend(mark_in(body));
        }
        recorded
    }

    /// What was answered is recorded, exactly once, in order.
    pub(super) fn check(&self, entries: &[SeasonEntry]) -> anyhow::Result<()> {
        let numbers = entries.iter().map(|entry| entry.number).eq(0..entries.len() as u64);
        ensure!(numbers, "the entries of the season are not numbered in order");
        ensure!(entries.starts_with(&self.kept), "entries of the season are lost or changed");
        let mut seen = BTreeSet::new();
        let mut reports: BTreeMap<&str, &SeasonFact> = BTreeMap::new();
        for SeasonEntry { by, fact, .. } in entries {
            if let Some(mark) = mark_in(&format!("{fact:?}")) {
                ensure!(seen.insert(mark.clone()), "{mark} is recorded twice");
            }
            if let (SeasonFact::Played { record, .. } | SeasonFact::RecordWithdrawn { record }, Author::Table(_)) =
                (fact, by)
            {
                ensure!(reports.insert(record, fact) != Some(fact), "{fact:?} is recorded twice");
            }
        }
        let gone = self.recorded.iter().find(|mark| !seen.contains(*mark));
        ensure!(gone.is_none(), "{gone:?} was answered as recorded, and is not");
        Ok(())
    }
}

/// The mark in a text.
fn mark_in(text: &str) -> Option<String> {
    let at = text.find("no.")?;
    text.get(at..at + 8).map(str::to_owned)
}

fn begin() -> String {
    let today = Day(Timestamp::now().day_number());
    let teams = "Ship%3A+Anna%2C+Ada%0ACrown%3A+Ben%2C+Bob";
    format!(
        "id=&form=begin&about=0&seen=0&title=Winter&teams={teams}&league=&games={GAMES}&pairs=0&win=2&draw=1&game=0\
         &narrow=&twice=on&first={today}&every=7&without="
    )
}

fn winner(slot: usize, rng: &mut Rng) -> String {
    format!("&won{slot}={}", if rng.chance(0.5) { "home" } else { "away" })
}

fn winners(rng: &mut Rng) -> String {
    (0..GAMES).map(|slot| winner(slot, rng)).collect()
}

/// Some games of a meeting.
fn card(season: &Season, meeting: u32, rng: &mut Rng) -> String {
    let Some(meeting) = season.meetings.get(&MeetingId(meeting)) else { return String::new() };
    let player = |team: TeamId, rng: &mut Rng| {
        let players = season.teams.get(&team).map(|team| team.squad.players.as_slice()).unwrap_or_default();
        rng.pick(players).cloned().unwrap_or_default()
    };
    let mut text = String::new();
    for slot in 0..GAMES {
        if rng.chance(0.5) {
            let (home, away) = (player(meeting.planned.home, rng), player(meeting.planned.away, rng));
            text += &format!("{}&home{slot}={home}&away{slot}={away}", winner(slot, rng));
        }
    }
    text
}
