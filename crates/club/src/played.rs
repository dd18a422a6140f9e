//! Counts matches at tables for the seasons: each match goes to its game of a meeting, and follows later corrections,
//! deletions and restorations. Pure: times are arguments.

use game::league::{
    Author, Day, GameScore, Meeting, MeetingId, MeetingState, Season, SeasonEntry, SeasonFact, SlotResult, TeamId,
};
use game::rules::RuleSet;
use game::stats::Facts;
use server::{LooseGame, LooseWhy};
use std::collections::{BTreeMap, BTreeSet};
use store::{Book, BookNote};

/// Result of counting the matches.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    /// Entries for the book.
    pub(crate) notes: Vec<BookNote>,
    /// Matches of a season's players that count for no meeting, by the season.
    pub(crate) loose: BTreeMap<String, Vec<LooseGame>>,
}

/// A season with what tables reported of it.
struct Running {
    id: String,
    entries: Vec<SeasonEntry>,
    stands: Season,
    /// Last report of each match: its meeting and score, `None` once withdrawn.
    reported: BTreeMap<String, Option<(MeetingId, GameScore)>>,
    notes: Vec<BookNote>,
}

impl Running {
    fn of(id: &str, entries: &[SeasonEntry]) -> Self {
        let mut reported = BTreeMap::new();
        for entry in entries {
            match &entry.fact {
                SeasonFact::Played { meeting, score, record } => {
                    drop(reported.insert(record.clone(), Some((*meeting, score.clone()))));
                }
                SeasonFact::RecordWithdrawn { record } => drop(reported.insert(record.clone(), None)),
                _ => {}
            }
        }
        let stands = Season::of(entries);
        Self { id: id.to_owned(), entries: entries.to_vec(), stands, reported, notes: Vec::new() }
    }

    /// Writes a fact down; why the season does not take it.
    fn note(&mut self, by: Author, fact: SeasonFact) -> Result<(), LooseWhy> {
        self.stands.check(&by, &fact)?;
        let number = self.entries.last().map_or(0, |last| last.number + 1);
        self.entries.push(SeasonEntry { number, at_ms: 0, by: by.clone(), fact: fact.clone() });
        self.stands = Season::of(&self.entries);
        self.notes.push(BookNote::Season { season: self.id.clone(), number, by, fact });
        Ok(())
    }
}

/// Looks through the matches that are over, oldest first; `tables` names the table of each where that is known.
pub(crate) fn count(book: &Book, results: &[&Facts], table: impl Fn(&str) -> String) -> Counted {
    let mut counted = Counted::default();
    let over: BTreeSet<&str> =
        results.iter().filter(|facts| facts.is_decided()).map(|facts| facts.id.as_str()).collect();
    let mut running: Vec<Running> = book
        .seasons
        .iter()
        .map(|(id, entries)| Running::of(id, entries))
        .filter(|season| !season.stands.closed)
        .collect();
    for season in &mut running {
        let gone = season.reported.iter().filter(|(record, what)| what.is_some() && !over.contains(record.as_str()));
        let gone: Vec<String> = gone.map(|(record, _)| record.clone()).collect();
        for record in gone {
            // A season that rejects the match has no report of it.
            _ = season.note(Author::Table(table(&record)), SeasonFact::RecordWithdrawn { record: record.clone() });
            season.reported.insert(record, None);
        }
    }
    for facts in results.iter().filter(|facts| facts.is_decided()) {
        count_match(&mut running, facts, &table, &mut counted.loose);
    }
    counted.notes = running.into_iter().flat_map(|season| season.notes).collect();
    counted
}

/// A match may be from before its season was written down, but not from long before.
const BEFORE_MS: i64 = 2 * 24 * 3600 * 1000;

fn count_match(
    running: &mut [Running],
    facts: &Facts,
    table: &impl Fn(&str) -> String,
    loose: &mut BTreeMap<String, Vec<LooseGame>>,
) {
    let by = || Author::Table(table(&facts.id));
    // A match stays with the meeting it was first written down for.
    let known = |season: &Running| season.reported.get(&facts.id).cloned().flatten();
    if let Some((season, (meeting, before))) =
        running.iter_mut().find_map(|season| known(season).map(|at| (season, at)))
    {
        let meeting = season.stands.meetings.get(&meeting);
        let score = meeting.and_then(|meeting| score_of(&season.stands, facts, meeting, before.slot));
        let Some((meeting, score)) = meeting.map(|meeting| meeting.planned.id).zip(score) else {
            // With the corrected names, the match no longer fits these two teams.
            let record = facts.id.clone();
            _ = season.note(by(), SeasonFact::RecordWithdrawn { record: record.clone() });
            season.reported.insert(record, None);
            let day = Day(store::began(facts).day_number());
            let why = stranger(&season.stands, facts, day);
            put_loose(loose, &season.id, facts, why.unwrap_or(LooseWhy::OtherSquads));
            return;
        };
        let fact = SeasonFact::Played { meeting, score: score.clone(), record: facts.id.clone() };
        if score != before
            && let Err(why) = season.note(by(), fact)
        {
            put_loose(loose, &season.id, facts, why);
        }
        return;
    }
    let mut found = Vec::new();
    for (at, season) in running.iter().enumerate() {
        let since = season.entries.first().map_or(i64::MAX, |entry| entry.at_ms);
        let day = Day(store::began(facts).day_number());
        if facts.at_ms <= since - BEFORE_MS {
            continue;
        }
        let Some(teams) = teams_of(&season.stands, facts) else {
            if let Some(why) = stranger(&season.stands, facts, day) {
                put_loose(loose, &season.id, facts, why);
            }
            continue;
        };
        let counts = |meeting: &&Meeting| meeting.day() == Some(day) && meeting.state != MeetingState::Void;
        match meetings_of(&season.stands, teams).find(counts) {
            Some(meeting) => found.push((at, meeting.planned.id)),
            None if meetings_of(&season.stands, teams).next().is_some() => {
                put_loose(loose, &season.id, facts, LooseWhy::NoMeeting);
            }
            None => {}
        }
    }
    let [(at, meeting)] = found[..] else {
        for (at, _) in found {
            put_loose(loose, &running[at].id, facts, LooseWhy::TwoSeasons);
        }
        return;
    };
    let season = &mut running[at];
    if let Err(why) = played(&season.stands, facts, meeting).and_then(|fact| season.note(by(), fact)) {
        put_loose(loose, &season.id, facts, why);
    }
}

/// A match as a game of this meeting.
fn played(season: &Season, facts: &Facts, meeting: MeetingId) -> Result<SeasonFact, LooseWhy> {
    let found = season.meetings.get(&meeting).ok_or(LooseWhy::NoGameLeft)?;
    let slot = free_slot(season, facts, found).ok_or(LooseWhy::NoGameLeft)?;
    let score = score_of(season, facts, found, slot).ok_or(LooseWhy::NoGameLeft)?;
    Ok(SeasonFact::Played { meeting, score, record: facts.id.clone() })
}

fn put_loose(loose: &mut BTreeMap<String, Vec<LooseGame>>, season: &str, facts: &Facts, why: LooseWhy) {
    let side = |side: usize| names(facts, side).join(" & ");
    let (won, lost) = if facts.winner == Some(0) { (side(0), side(1)) } else { (side(1), side(0)) };
    let game = LooseGame { record: facts.id.clone(), won, lost, when: store::began(facts).minute_text(), why };
    loose.entry(season.to_owned()).or_default().push(game);
}

/// The players of a side.
fn names(facts: &Facts, side: usize) -> Vec<String> {
    let seats = (0..facts.players.len()).filter(|&seat| facts.side_of.get(seat) == Some(&side));
    seats.map(|seat| facts.players[seat].clone()).collect()
}

/// The teams of a match's two sides, if each side is of one team.
fn teams_of(season: &Season, facts: &Facts) -> Option<[TeamId; 2]> {
    let team = |side: usize| {
        let names = names(facts, side);
        let mut teams = names.iter().map(|name| season.team_of(season.name_of(name)).map(|team| team.id));
        let first = teams.next()??;
        teams.all(|team| team == Some(first)).then_some(first)
    };
    let [one, two] = [team(0)?, team(1)?];
    (facts.sides == 2 && one != two).then_some([one, two])
}

/// Why a match that looks like one of a meeting counts for none: one player is not in any squad, and another's team plays that
/// day.
fn stranger(season: &Season, facts: &Facts, day: Day) -> Option<LooseWhy> {
    let of = |name: &str| season.team_of(season.name_of(name)).map(|team| team.id);
    let (known, strangers): (Vec<&String>, Vec<&String>) = facts.players.iter().partition(|name| of(name).is_some());
    let teams: BTreeSet<TeamId> = known.into_iter().filter_map(|name| of(name)).collect();
    let today = |meeting: &Meeting| meeting.day() == Some(day) && meeting.state != MeetingState::Void;
    let playing = |meeting: &Meeting| [meeting.planned.home, meeting.planned.away].map(|team| teams.contains(&team));
    let meeting = season.meetings.values().find(|meeting| today(meeting) && playing(meeting).contains(&true))?;
    let player = strangers.first()?;
    let meant = season.meant(player, &[meeting.planned.home, meeting.planned.away]).map(str::to_owned);
    Some(LooseWhy::Stranger { player: (*player).clone(), meant })
}

/// The meetings of these two teams.
fn meetings_of(season: &Season, [one, two]: [TeamId; 2]) -> impl Iterator<Item = &Meeting> {
    let theirs = move |meeting: &&Meeting| {
        let (home, away) = (meeting.planned.home, meeting.planned.away);
        (home, away) == (one, two) || (home, away) == (two, one)
    };
    season.meetings.values().filter(theirs)
}

/// The sides of a match at home and visiting, if both played for this meeting's teams.
fn sides(season: &Season, facts: &Facts, meeting: &Meeting) -> Option<(usize, usize)> {
    let [one, two] = teams_of(season, facts)?;
    match (meeting.planned.home, meeting.planned.away) {
        (home, away) if (home, away) == (one, two) => Some((0, 1)),
        (home, away) if (home, away) == (two, one) => Some((1, 0)),
        _ => None,
    }
}

/// The result of a match as a game of this meeting.
fn score_of(season: &Season, facts: &Facts, meeting: &Meeting, slot: usize) -> Option<GameScore> {
    let (home, away) = sides(season, facts, meeting)?;
    Some(GameScore { slot, home: names(facts, home), away: names(facts, away), home_won: facts.winner == Some(home) })
}

/// The first game of a meeting that this match can be: of its kind and rules, and not reported by a table. One that a card
/// names with the same players comes first, so that table and card are compared.
fn free_slot(season: &Season, facts: &Facts, meeting: &Meeting) -> Option<usize> {
    let (home, away) = sides(season, facts, meeting)?;
    let players = names(facts, home).len();
    let fits = |&slot: &usize| {
        let form = &season.form.slots[slot];
        let rules = form.rules.as_deref().and_then(|rules| RuleSet::parse(rules).ok());
        form.lineup.players() == players && rules.is_none_or(|rules| rules.id == facts.rules)
    };
    let by_table = |slot: &usize| meeting.is_reported_by_table(*slot);
    let named = |slot: &usize| match &meeting.slots[*slot] {
        SlotResult::Settled(score) | SlotResult::Claimed(score) => {
            score.home == names(facts, home) && score.away == names(facts, away)
        }
        SlotResult::Open | SlotResult::Differing(_) => false,
    };
    let free: Vec<usize> =
        (0..meeting.slots.len().min(season.form.slots.len())).filter(fits).filter(|slot| !by_table(slot)).collect();
    let open = |slot: &&usize| meeting.slots[**slot] == SlotResult::Open;
    free.iter().find(|slot| named(slot)).or_else(|| free.iter().find(open)).copied()
}

/// A fixture takes the matches that were played first.
pub(crate) fn by_time<'a>(facts: impl Iterator<Item = &'a Facts>) -> Vec<&'a Facts> {
    let mut facts: Vec<&Facts> = facts.collect();
    facts.sort_by(|a, b| (a.at_ms, &a.id).cmp(&(b.at_ms, &b.id)));
    facts
}
