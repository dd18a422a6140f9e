//! Orders to a watcher in another Web Worker and its sightings, as bytes. Two workers have two clocks, so times are
//! sent as ages.

use crate::{clock, message};
use eye::frame::Frame;
use eye::read::Point;
use game::Match;
use game::layout::Play;
use game::record::Record;
use game::rules::Points;
use serde::{Deserialize, Serialize};
use simulator::Announcement;
use std::sync::Arc;
use std::time::Duration;
use store::{act_of_text, act_to_text};
use tracker::{Alternative, Asked, Correction, EndMark, Hint, Outline, Proposal, Sighting, TableState, Timing};

/// Order to a watcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Watch a table that is new to the watcher.
    Begin(Watched),
    /// The record.
    Record(Option<Box<Match>>),
    /// The new tile was not dropped.
    Dismiss,
    /// Look afresh: the camera was moved.
    LookAgain,
    /// Stop watching.
    End,
}

/// Source of the pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watched {
    /// A camera: its pictures come one by one.
    Camera,
    /// The simulated table, with its rules and its seed.
    Simulated(Option<String>, u64),
    /// A picture file: its name and its bytes.
    Picture(String, Vec<u8>),
}

#[derive(Serialize, Deserialize)]
enum PackedOrder {
    Camera,
    Simulated(Option<String>, u64),
    Picture(String),
    Record(Option<String>),
    Dismiss,
    LookAgain,
    End,
}

/// An order as bytes.
#[must_use]
pub fn pack_order(order: &Order) -> Vec<u8> {
    let packed = match order {
        Order::Begin(Watched::Camera) => PackedOrder::Camera,
        Order::Begin(Watched::Simulated(rules, seed)) => PackedOrder::Simulated(rules.clone(), *seed),
        Order::Begin(Watched::Picture(name, bytes)) => {
            return message::pack(&PackedOrder::Picture(name.clone()), &[bytes]);
        }
        Order::Record(game) => {
            let text = |game: &Match| Record { game: game.clone(), tags: Vec::new() }.write();
            PackedOrder::Record(game.as_deref().map(text))
        }
        Order::Dismiss => PackedOrder::Dismiss,
        Order::LookAgain => PackedOrder::LookAgain,
        Order::End => PackedOrder::End,
    };
    message::pack(&packed, &[])
}

/// The order again.
#[must_use]
pub fn open_order(bytes: &[u8]) -> Option<Order> {
    let (packed, parts) = message::open(bytes)?;
    Some(match packed {
        PackedOrder::Camera => Order::Begin(Watched::Camera),
        PackedOrder::Simulated(rules, seed) => Order::Begin(Watched::Simulated(rules, seed)),
        PackedOrder::Picture(name) => Order::Begin(Watched::Picture(name, parts.first()?.to_vec())),
        PackedOrder::Record(None) => Order::Record(None),
        PackedOrder::Record(Some(text)) => Order::Record(Some(Box::new(Record::parse(&text).ok()?.game))),
        PackedOrder::Dismiss => Order::Dismiss,
        PackedOrder::LookAgain => Order::LookAgain,
        PackedOrder::End => Order::End,
    })
}

/// A sighting on its way. Pictures are behind it, by number.
#[derive(Serialize, Deserialize)]
struct PackedSighting {
    number: u64,
    source: String,
    /// The number of the picture, and its sides.
    frame: Option<(usize, (u32, u32))>,
    ago: Option<Duration>,
    name: Option<String>,
    state: TableState,
    tiles: Vec<Outline>,
    ends: Vec<EndMark>,
    proposal: Option<PackedProposal>,
    correction: Option<Correction>,
    hints: Vec<Hint>,
    told: Option<(u64, String, String)>,
    timing: Timing,
}

#[derive(Serialize, Deserialize)]
struct PackedProposal {
    id: u64,
    play: Play,
    count: u16,
    points: u16,
    award: Points,
    wins: bool,
    words: String,
    reason: String,
    confidence: f64,
    auto_confirm_ok: bool,
    asked: Option<Asked>,
    alternatives: Vec<Alternative>,
    at: [Point; 4],
    /// No picture: the one sent earlier with this proposal is used.
    frame: Option<(usize, (u32, u32))>,
    ago: Duration,
}

/// Packs sightings one after the other: the picture of a proposal goes with the first of them only.
#[derive(Debug, Default)]
pub struct Packer {
    /// Proposal whose picture the other side has.
    known: Option<u64>,
}

impl Packer {
    /// A sighting as bytes, with the announcement at the table beside it. A state that only the other side can know is
    /// sent as that of a looking watcher.
    #[must_use]
    pub fn pack(&mut self, sighting: &Sighting, told: Option<&Announcement>) -> Vec<u8> {
        let now = clock::now();
        let mut parts: Vec<&Arc<Frame>> = Vec::new();
        let frame = sighting.frame.as_ref().map(|frame| add(&mut parts, frame));
        let proposal = sighting.proposal.as_ref().map(|proposal| {
            let known = self.known.replace(proposal.id) == Some(proposal.id);
            let frame = (!known).then(|| add(&mut parts, &proposal.frame));
            packed(proposal, frame, now.saturating_sub(proposal.taken))
        });
        let state = match &sighting.state {
            TableState::NoPicture { .. } => TableState::Looking,
            state => state.clone(),
        };
        let head = PackedSighting {
            number: sighting.number,
            source: sighting.source.clone(),
            frame,
            ago: sighting.taken.map(|taken| now.saturating_sub(taken)),
            name: sighting.name.clone(),
            state,
            tiles: sighting.tiles.clone(),
            ends: sighting.ends.clone(),
            proposal,
            correction: sighting.correction.clone(),
            hints: sighting.hints.clone(),
            told: told.map(|told| (told.number, told.words.clone(), act_to_text(&told.act))),
            timing: sighting.timing,
        };
        let pixels: Vec<&[u8]> = parts.iter().map(|frame| frame.rgb()).collect();
        message::pack(&head, &pixels)
    }
}

/// The number and the sides of a picture among those that go along.
fn add<'a>(parts: &mut Vec<&'a Arc<Frame>>, frame: &'a Arc<Frame>) -> (usize, (u32, u32)) {
    let at = parts.iter().position(|part| Arc::ptr_eq(part, frame)).unwrap_or_else(|| {
        parts.push(frame);
        parts.len() - 1
    });
    (at, message::sides(frame))
}

fn packed(proposal: &Proposal, frame: Option<(usize, (u32, u32))>, ago: Duration) -> PackedProposal {
    PackedProposal {
        id: proposal.id,
        play: proposal.play,
        count: proposal.count,
        points: proposal.points,
        award: proposal.award,
        wins: proposal.wins,
        words: proposal.words.clone(),
        reason: proposal.reason.clone(),
        confidence: proposal.confidence,
        auto_confirm_ok: proposal.auto_confirm_ok,
        asked: proposal.asked,
        alternatives: proposal.alternatives.clone(),
        at: proposal.at,
        frame,
        ago,
    }
}

/// Opens sightings one after the other.
#[derive(Debug, Default)]
pub struct Opener {
    /// The picture of the last proposal.
    known: Option<(u64, Arc<Frame>)>,
}

impl Opener {
    /// Unpacks a sighting and an announcement; `None` for other bytes.
    pub fn open(&mut self, bytes: &[u8]) -> Option<(Sighting, Option<Announcement>)> {
        let (head, parts): (PackedSighting, _) = message::open(bytes)?;
        let now = clock::now();
        let then = |ago: Duration| now.saturating_sub(ago);
        let mut frames: Vec<Option<Arc<Frame>>> = vec![None; parts.len()];
        let mut picture = |(at, sides): (usize, (u32, u32))| {
            let place = frames.get_mut(at)?;
            if place.is_none() {
                *place = message::frame(sides, parts[at]).map(Arc::new);
            }
            place.clone()
        };
        let frame = match head.frame {
            Some(frame) => Some(picture(frame)?),
            None => None,
        };
        let proposal = match head.proposal {
            Some(packed) => {
                let frame = match packed.frame {
                    Some(frame) => picture(frame)?,
                    None => self.known.as_ref().filter(|(id, _)| *id == packed.id)?.1.clone(),
                };
                self.known = Some((packed.id, Arc::clone(&frame)));
                Some(opened(packed, frame, then))
            }
            None => None,
        };
        let told = match head.told {
            Some((number, words, act)) => Some(Announcement { number, words, act: act_of_text(&act)? }),
            None => None,
        };
        let sighting = Sighting {
            number: head.number,
            source: head.source,
            frame,
            taken: head.ago.map(then),
            name: head.name,
            state: head.state,
            tiles: head.tiles,
            ends: head.ends,
            proposal,
            correction: head.correction,
            hints: head.hints,
            timing: head.timing,
        };
        Some((sighting, told))
    }
}

fn opened(packed: PackedProposal, frame: Arc<Frame>, then: impl Fn(Duration) -> Duration) -> Proposal {
    Proposal {
        id: packed.id,
        play: packed.play,
        count: packed.count,
        points: packed.points,
        award: packed.award,
        wins: packed.wins,
        words: packed.words,
        reason: packed.reason,
        confidence: packed.confidence,
        auto_confirm_ok: packed.auto_confirm_ok,
        asked: packed.asked,
        alternatives: packed.alternatives,
        at: packed.at,
        frame,
        taken: then(packed.ago),
    }
}
