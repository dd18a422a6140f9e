//! Describes sightings in the words and figures of the match.

use crate::sighting::{Alternative, EndMark, Outline, Proposal};
use crate::verdict::{Mark, Offer, Role};
use eye::frame::Frame;
use eye::read::Point;
use game::layout::{Layout, Play};
use game::rules::{Points, RuleSet};
use game::words;
use game::{Act, Deed, Match, Round};
use language::say;
use std::sync::Arc;
use std::time::Duration;

/// Part of the record that the tracker needs.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) game: Arc<Match>,
    pub(crate) layout: Layout,
    pub(crate) rules: RuleSet,
    pub(crate) running: bool,
    /// The event that dealt the hand.
    pub(crate) deal: Option<usize>,
}

impl Record {
    pub(crate) fn of(game: Arc<Match>) -> Self {
        let rules = game.setup().rules.clone();
        let running = game.state().running();
        let layout = running.map(|round| round.layout.clone()).unwrap_or_default();
        let deal = running.map(|round| round.event);
        let running = running.is_some();
        Self { game, layout, rules, running, deal }
    }
}

pub(crate) fn outline(mark: &Mark) -> Outline {
    let Mark { corners, pips, confidence, role } = *mark;
    let at = |near: [usize; 2], far: [usize; 2]| {
        let sum = |i: fn(&Point) -> f64| {
            let mean = |c: [usize; 2]| (i(&corners[c[0]]) + i(&corners[c[1]])) / 2.0;
            0.75 * mean(near) + 0.25 * mean(far)
        };
        Point { x: sum(|p| p.x), y: sum(|p| p.y) }
    };
    let halves = [at([0, 3], [1, 2]), at([1, 2], [0, 3])];
    let pips = pips.filter(|_| !matches!(role, Role::FaceDown | Role::Standing));
    Outline { corners, halves, pips, confidence, role }
}

pub(crate) const fn end_mark((at, end): (Point, game::layout::End)) -> EndMark {
    EndMark { at, pips: end.pip, counts: end.counts, double: end.double }
}

pub(crate) fn worded(offer: &Offer, record: &Record, id: u64, frame: Arc<Frame>, taken: Duration) -> Option<Proposal> {
    let (rules, layout) = (&record.rules, &record.layout);
    let &(play, confidence) = offer.ways.first()?;
    let laid = layout.after(&play);
    let count = laid.count(rules);
    let outcome = Outcome::of(&record.game, &play);
    let mut reason = words::reason(&laid, rules);
    if let Some(more) = &outcome.words {
        reason.push_str("; ");
        reason.push_str(more);
    }
    let possible = |(play, _): &&(Play, f64)| Outcome::of(&record.game, play).allowed;
    let alternatives = offer.ways.iter().skip(1).filter(possible).take(4).map(|(play, confidence)| Alternative {
        play: *play,
        points: layout.after(play).pays(rules),
        words: words::play(layout, play),
        confidence: *confidence,
    });
    Some(Proposal {
        id,
        play,
        count,
        points: laid.pays(rules),
        award: outcome.award,
        wins: outcome.wins,
        words: words::play(layout, &play),
        reason,
        confidence,
        auto_confirm_ok: offer.asked.is_none() && outcome.allowed && !outcome.wins,
        asked: offer.asked,
        alternatives: alternatives.collect(),
        at: offer.corners,
        frame,
        taken,
    })
}

/// Result of a play in the match.
struct Outcome {
    award: Points,
    wins: bool,
    /// Describes it by the rules, without "wrong play that stands".
    allowed: bool,
    /// More than the ends: going out, an award that does not count, a refusal.
    words: Option<String>,
}

impl Outcome {
    fn of(game: &Match, play: &Play) -> Self {
        let Some(round) = game.state().running() else {
            return Self { award: Points::ZERO, wins: false, allowed: false, words: None };
        };
        let mut game = game.clone();
        let act = Act::Play { seat: round.turn, play: *play, stands: false };
        if let Err(refusal) = game.act(act) {
            return Self { award: Points::ZERO, wins: false, allowed: false, words: Some(refusal.to_string()) };
        }
        let state = game.state();
        let turn = state.round.as_ref().and_then(Round::last_drop);
        let mut more = Vec::new();
        if let Some(Deed::Played { bonus, out, .. }) = turn.map(|turn| turn.deed) {
            if out {
                more.push(if bonus > 0 { say!("out, {bonus} more", bonus) } else { say!("out").to_owned() });
            } else if bonus > 0 {
                more.push(say!("{bonus} more", bonus));
            }
        }
        if let Some(why) = turn.and_then(|turn| turn.not_counted) {
            more.push(words::not_counted(why, &state.setup.rules, state.setup.target()));
        }
        let wins = state.leg.winner.is_some();
        if wins {
            more.push(say!("this wins the game").to_owned());
        }
        let award = turn.map_or(Points::ZERO, |turn| turn.award);
        Self { award, wins, allowed: true, words: (!more.is_empty()).then(|| more.join("; ")) }
    }
}

/// Returns the number of the event that played tile number `tile` of the current hand.
#[must_use]
pub fn play_event(game: &Match, tile: usize) -> Option<usize> {
    let round = game.state().round.as_ref()?;
    let played = round.turns.iter().filter(|turn| matches!(turn.deed, Deed::Played { .. }));
    played.map(|turn| turn.event).nth(tile)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_that_is_on_the_table_is_not_offered_again() {
        let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nend\n";
        let record = Record::of(Arc::new(game::record::Record::parse(text).unwrap().game));
        let before = record.layout.prefix(1);
        let way = |layout: &Layout, tile: &str| layout.ways(tile.parse().unwrap(), &record.rules)[0];
        let ways = vec![
            (way(&record.layout, "3-3"), 0.7),
            (way(&before, "6-3"), 0.1),
            (way(&record.layout, "3-2"), 0.05),
            (way(&record.layout, "6-2"), 0.05),
        ];
        let corner = Point { x: 0.0, y: 0.0 };
        let offer = Offer { ways, corners: [corner; 4], asked: None };
        let frame = Arc::new(Frame::new(2, 2, vec![0; 12]).unwrap());
        let proposal = worded(&offer, &record, 1, frame, Duration::ZERO).unwrap();
        let others: Vec<String> = proposal.alternatives.iter().map(|other| other.play.tile().to_string()).collect();
        assert_eq!(others, ["3-2", "6-2"]);
    }
}
