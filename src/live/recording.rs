//! Keeps the record without a person: records proposals, enters announcements, corrects misreadings. For programs
//! without a window and for measuring; at a table people confirm.

use crate::table::{Applied, Mend, Missed, Refused, Seen, Table, late};
use eye::frame::Frame;
use language::say;
use simulator::Announcement;
use std::sync::Arc;
use std::time::Duration;
use store::{Evidence, Origin};
use web_time::Instant;

use super::{Proposal, Sighting, TableState, play_event};
use game::layout::{Layout, Play};
use game::rules::Points;
use game::words;
use game::{Act, Change, Deed, Match, Round, Seat};

/// A proposal at least so probable is taken down soon: it gets surer, or the next hand comes.
const LIKELY: f64 = 0.9;
/// Time for which such a proposal is waited for to get surer.
const SOON: Duration = Duration::from_millis(800);
/// A less probable one when nothing better came for so long.
const PATIENCE: Duration = Duration::from_millis(1200);
/// Time after which a layout on the table is recorded when the record is empty.
const FOUND: Duration = Duration::from_millis(800);

/// Something that was taken down.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// Said at the table.
    Said(String),
    /// A drop.
    Dropped(Drop),
    /// An earlier drop was corrected, in words.
    Corrected(String),
    /// The layout that was already on the table.
    Found(Layout),
    /// It could not be recorded, in words.
    Refused(String),
}

/// A drop that was taken down.
#[derive(Clone, Debug, PartialEq)]
pub struct Drop {
    /// Number of the drop in the match, from 1.
    pub number: usize,
    /// Its event.
    pub event: usize,
    /// Seat of the player.
    pub seat: Seat,
    /// The play.
    pub play: Play,
    /// In words.
    pub words: String,
    /// Reason why it scores.
    pub reason: String,
    /// The count of the ends.
    pub count: u16,
    /// Points for the count.
    pub points: u16,
    /// Award to the side.
    pub award: Points,
    /// Confidence of the reading; 1 if a person named it.
    pub confidence: f64,
    /// Whether a person named it, not the reading.
    pub named: bool,
    /// Whether it would be recorded without asking.
    pub auto: bool,
    /// Time between offer and recording.
    pub offered: Duration,
    /// The likeliest other readings.
    pub others: Vec<String>,
    /// The scores after it.
    pub scores: Vec<Points>,
}

/// Keeps a record.
#[derive(Debug)]
pub struct AutomaticRecording {
    /// The record.
    pub table: Table,
    /// Person who confirms drops.
    confirmed: String,
    /// The picture that is looked at.
    frame: Option<Arc<Frame>>,
    told: u64,
    drops: usize,
    /// The current proposal, and the time of its offer.
    standing: Option<(u64, Instant)>,
    /// Since when table and record disagree.
    lost: Option<Instant>,
}

impl AutomaticRecording {
    /// Records the match on this table automatically; `confirmed` names the person who confirms drops.
    #[must_use]
    pub fn new(table: Table, confirmed: &str) -> Self {
        let confirmed = confirmed.to_owned();
        Self { table, confirmed, frame: None, told: 0, drops: 0, standing: None, lost: None }
    }

    /// The match.
    #[must_use]
    pub const fn game(&self) -> &Match {
        self.table.game()
    }

    /// Drops taken down so far.
    #[must_use]
    pub const fn drops(&self) -> usize {
        self.drops
    }

    /// Enters an announcement, if it is new.
    pub fn listen(&mut self, sighting: &Sighting, told: Option<&Announcement>) -> Option<Entry> {
        self.look(sighting);
        let told = told.filter(|told| told.number > self.told)?;
        self.told = told.number;
        Some(self.enter(told.act.clone(), &told.words))
    }

    /// Enters an act with a description in `words`.
    pub fn enter(&mut self, act: Act, words: &str) -> Entry {
        taken(self.table.apply(act, None), || Entry::Said(words.to_owned()))
    }

    /// The picture of this sighting is kept with the next record.
    pub fn look(&mut self, sighting: &Sighting) {
        self.frame = sighting.proposal.as_ref().map(|proposal| &proposal.frame).or(sighting.frame.as_ref()).cloned();
    }

    /// Returns what is kept with a drop.
    fn seen(&self, evidence: Evidence) -> Option<Seen> {
        Some((self.frame.clone()?, Evidence { confirmed: self.confirmed.clone(), ..evidence }))
    }

    /// Records a sighting, and the announcement `told` beside it, at the time `now` of its picture. The record has
    /// changed when the result is not empty.
    pub fn hear(&mut self, sighting: &Sighting, told: Option<&Announcement>, now: Instant) -> Vec<Entry> {
        let mut entries: Vec<Entry> = self.listen(sighting, told).into_iter().collect();
        if let Some(correction) = &sighting.correction {
            entries.extend(self.correct(correction.tile, correction.play, &correction.words));
        }
        // An announcement from before the last recorded drop is not news.
        let recorded = |proposal: &&Proposal| {
            let round = self.game().state().running();
            round.is_some_and(|round| round.layout.tiles().contains(proposal.play.tile()))
        };
        match sighting.proposal.as_ref().filter(|proposal| !recorded(proposal)) {
            None => self.standing = None,
            Some(proposal) => {
                let since = match self.standing {
                    Some((id, since)) if id == proposal.id => since,
                    _ => now,
                };
                self.standing = Some((proposal.id, since));
                let offered = now.saturating_duration_since(since);
                let patience = match proposal.confidence >= LIKELY {
                    true if proposal.auto_confirm_ok || sighting.name.is_some() => Duration::ZERO,
                    true => SOON,
                    false => PATIENCE,
                };
                if offered >= patience {
                    entries.push(self.take(proposal.play, Some(proposal), offered));
                    self.standing = None;
                }
            }
        }
        entries
    }

    /// Records a drop: as proposed, or as a person at the table corrects it, after it was `offered` for so long.
    pub fn take(&mut self, play: Play, proposal: Option<&Proposal>, offered: Duration) -> Entry {
        let Some(round) = self.game().state().running() else {
            return Entry::Refused(say!("no hand in play").to_owned());
        };
        let (seat, before) = (round.turn, round.layout.clone());
        let read = proposal.filter(|proposal| proposal.play == play);
        let evidence = match read {
            Some(read) => Evidence {
                source: Origin::Camera,
                reading: words::play(&before, &play),
                sure: Some(read.confidence as f32),
                ..Evidence::default()
            },
            None => Evidence { source: Origin::Hand, ..Evidence::default() },
        };
        // The tiles on the table are recorded even if the rules forbid it: the table wins.
        let event = match self.table.as_it_lies(|stands| Act::Play { seat, play, stands }, self.seen(evidence)) {
            Ok(applied) => {
                let event = applied.events.start;
                keep_pictures(applied);
                event
            }
            Err(refused) => return Entry::Refused(refused.to_string()),
        };
        self.drops += 1;
        let state = self.game().state();
        let turn = state.round.as_ref().and_then(Round::last_drop);
        let wrong = turn.is_some_and(|turn| matches!(turn.deed, Deed::Played { wrong: true, .. }));
        let (rules, after) = (&state.setup.rules, before.after(&play));
        let count = after.count(rules);
        Entry::Dropped(Drop {
            number: self.drops,
            event,
            seat,
            play,
            words: words::play(&before, &play) + if wrong { say!(" (wrong play)") } else { "" },
            reason: read.map_or_else(|| words::reason(&after, rules), |read| read.reason.clone()),
            count,
            points: after.pays(rules),
            award: turn.map_or(Points::ZERO, |turn| turn.award),
            confidence: read.map_or(1.0, |read| read.confidence),
            named: read.is_none(),
            auto: read.is_some_and(|read| read.auto_confirm_ok),
            offered,
            others: read
                .map(|read| read.alternatives.iter().map(|other| other.words.clone()).collect())
                .unwrap_or_default(),
            scores: state.leg.scores.clone(),
        })
    }

    /// Puts an earlier drop of the hand right.
    pub fn correct(&mut self, tile: usize, play: Play, words: &str) -> Option<Entry> {
        let event = play_event(self.game(), tile)?;
        let seat = self.game().state().round.as_ref()?.turns.iter().find(|turn| turn.event == event)?.seat;
        let change = Change::Replace(Box::new(Act::Play { seat, play, stands: false }));
        let came = self.table.apply(self.game().correction(event, change), None);
        Some(taken(came, || Entry::Corrected(words.to_owned())))
    }

    /// Mends the record.
    pub fn mend(&mut self, mend: &Mend) -> Entry {
        if let Mend::Add(Missed { before: None, plays, .. }) = mend
            && let [play] = plays.as_slice()
        {
            return self.take(*play, None, Duration::ZERO);
        }
        let Some(act) = mend.act(self.game()) else { return Entry::Refused(mend.words()) };
        match self.table.apply(act, None) {
            Ok(applied) => {
                self.drops += usize::from(matches!(mend, Mend::Add(_)));
                let words = applied.call.as_ref().map_or_else(|| mend.words(), |call| call.told.title.clone());
                keep_pictures(applied);
                Entry::Corrected(words)
            }
            Err(refused) => Entry::Refused(refused.to_string()),
        }
    }

    /// Without a person: a layout on the table at the start is recorded when it has been seen for a while.
    pub fn settle(&mut self, sighting: &Sighting, now: Instant) -> Option<Entry> {
        let TableState::Lost { table, .. } = &sighting.state else {
            self.lost = None;
            return None;
        };
        let since = *self.lost.get_or_insert(now);
        // A picture from a file will not be another one later.
        if sighting.name.is_none() && now.saturating_duration_since(since) < FOUND {
            return None;
        }
        let found = table.as_ref().map(|table| self.find(table, None)).filter(|found| matches!(found, Entry::Found(_)));
        if found.is_some() {
            self.lost = None;
        }
        found
    }

    /// Records a layout that is already on the table; `next` drops next, or the seat whose turn it is.
    pub fn find(&mut self, table: &Layout, next: Option<Seat>) -> Entry {
        let (reading, doubts) = (table.to_string(), vec![late::DOUBT.to_owned()]);
        let seen = self.seen(Evidence { source: Origin::Camera, reading, doubts, ..Evidence::default() });
        taken(self.table.start_from(table, next, seen), || Entry::Found(table.clone()))
    }
}

/// Returns what was recorded, with its pictures, or the reason it was not.
fn taken(came: Result<Applied, Refused>, entry: impl FnOnce() -> Entry) -> Entry {
    match came {
        Ok(applied) => {
            keep_pictures(applied);
            entry()
        }
        Err(refused) => Entry::Refused(refused.to_string()),
    }
}

/// A picture may be missing: nothing depends on it.
fn keep_pictures(applied: Applied) {
    for picture in applied.pictures {
        drop(picture.keep());
    }
}
