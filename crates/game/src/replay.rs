//! Walks through a match: one moment for each standing act, with its words, points and scores; for replays, charts and
//! jumps.
//!
//! ```
//! use game::record::Record;
//! use game::replay::{MomentKind, walk};
//!
//! let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nend\n";
//! let game = Record::parse(text)?.game;
//! let moments = walk(&game);
//! let eight = moments.iter().position(|moment| moment.eight).expect("15 is an eight");
//! assert_eq!((moments[eight].kind, moments[eight].told.points.as_str()), (MomentKind::Drop, "+8"));
//! // Before it, the match stands at 4 to nothing.
//! assert_eq!(game.up_to(eight).state().leg.scores[0].to_string(), "4");
//! # Ok::<(), game::record::RecordError>(())
//! ```

use crate::rules::score::NotCounted;
use crate::rules::{Points, Scoring};
use crate::words::{Told, tell, would_have_gone, wrong_knock};
use crate::{Act, Deed, Match, Round, Seat, Setup, WrongKnock};
use language::say;

/// Kind of a moment in a match.
///
/// ```
/// use game::replay::{MomentKind, walk};
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// let kinds: Vec<MomentKind> = walk(&game).iter().map(|moment| moment.kind).collect();
/// assert_eq!(kinds, [MomentKind::Deal, MomentKind::Drop, MomentKind::Drop, MomentKind::Knock]);
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentKind {
    /// A hand begins.
    Deal,
    /// A tile was dropped.
    Drop,
    /// A player could not go.
    Knock,
    /// Tiles were taken.
    Draw,
    /// A claim, a tally, a penalty, pegs moved by hand and the like.
    Other,
}

/// One standing act, and the state of the match after it.
///
/// ```
/// use game::replay::walk;
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// let moment = &walk(&game)[2];
/// assert_eq!(moment.told.title, "Ben dropped 6-3 on the 6-6");
/// assert_eq!((moment.eight, moment.drop, moment.axis()), (true, 2, Some("scoring")));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The number of its event in the match.
    pub event: usize,
    /// The game of the match, from 0.
    pub leg: usize,
    /// The hand of the game, from 0.
    pub hand: usize,
    /// Seat that acted.
    pub seat: Option<Seat>,
    /// Kind of act.
    pub kind: MomentKind,
    /// The number of the drop in its hand, from 1; of other things the last drop's.
    pub drop: usize,
    /// The act in words.
    pub told: Told,
    /// Further results in words, such as the tally of a hand.
    pub also: Vec<Told>,
    /// Whether it was worth eight in fives and threes.
    pub eight: bool,
    /// Whether an award was disregarded because it passes the target.
    pub bust: bool,
    /// Whether it also paid points for going out.
    pub going_out: bool,
    /// Whether it was a wrong play that stands.
    pub wrong: bool,
    /// The scores by side after it.
    pub scores: Vec<Points>,
}

impl Moment {
    /// The axis of the rules that it was scored or allowed by; `None` for what no clause is about.
    #[must_use]
    pub const fn axis(&self) -> Option<&'static str> {
        match self.kind {
            MomentKind::Drop if self.bust => Some("overshoot"),
            MomentKind::Drop if self.going_out => Some("out_bonus"),
            MomentKind::Drop => Some("scoring"),
            MomentKind::Knock | MomentKind::Draw => Some("drawing"),
            MomentKind::Deal | MomentKind::Other => None,
        }
    }
}

/// Walks through a match. Moment `k` is the act `k` of those that stand.
#[must_use]
pub fn walk(whole: &Match) -> Vec<Moment> {
    let mut now = whole.up_to(0);
    let mut moments: Vec<Moment> = Vec::new();
    for (event, act) in whole.standing() {
        let number = now.events().len();
        if now.take_over(act).is_err() {
            break;
        }
        moments.push(moment(&now, event, number, act));
    }
    let state = whole.state();
    let hands = state.legs.iter().chain([&state.leg]).flat_map(|leg| &leg.rounds).chain(&state.round);
    for wrong in hands.flat_map(|round| round.wrong_knocks(&state.setup.rules)) {
        tell_wrong_knock(&mut moments, &state.setup, &wrong);
    }
    moments
}

/// Marks wrong knocks: a replay knows what came later, so it marks the knock and the drop that proved it wrong.
fn tell_wrong_knock(moments: &mut [Moment], setup: &Setup, wrong: &WrongKnock) {
    let told = wrong_knock(setup, wrong);
    let knock = moments.iter_mut().find(|moment| moment.event == wrong.event);
    if let Some(knock) = knock.filter(|knock| !knock.told.bad) {
        (knock.told.bad, knock.told.detail) = (true, would_have_gone(wrong));
    }
    let proof = moments.iter_mut().find(|moment| Some(moment.event) == wrong.proof);
    if let Some(proof) = proof {
        proof.also.push(told);
    }
}

fn moment(now: &Match, event: usize, number: usize, act: &Act) -> Moment {
    let state = now.state();
    let setup = &state.setup;
    let mut moment = Moment {
        event,
        leg: state.legs.len(),
        hand: state.leg.rounds.len(),
        seat: None,
        kind: MomentKind::Other,
        drop: 0,
        told: plain(act, setup),
        also: Vec::new(),
        eight: false,
        bust: false,
        going_out: false,
        wrong: false,
        scores: state.leg.scores.clone(),
    };
    let Some(round) = &state.round else { return moment };
    moment.drop = round.turns.iter().filter(|turn| matches!(turn.deed, Deed::Played { .. })).count();
    let mut first = true;
    for (n, turn) in round.turns.iter().enumerate().filter(|(_, turn)| turn.event == number) {
        let told = tell(setup, round, n, false);
        moment.bust |= turn.not_counted == Some(NotCounted::Overshoot);
        if !first {
            moment.also.push(told);
            continue;
        }
        first = false;
        moment.told = told;
        moment.seat = Some(turn.seat);
        moment.kind = match turn.deed {
            Deed::Played { points, bonus, wrong, out, .. } => {
                let eight = setup.rules.scoring == Scoring::FiveThree && points == 8;
                moment.eight = eight && turn.not_counted.is_none();
                moment.going_out = out && bonus > 0;
                moment.wrong = wrong;
                MomentKind::Drop
            }
            Deed::Knocked { .. } => MomentKind::Knock,
            Deed::Drew { .. } => MomentKind::Draw,
            _ => MomentKind::Other,
        };
    }
    if matches!(act, Act::Deal { .. }) {
        moment.kind = MomentKind::Deal;
    }
    moment
}

/// An act that is not a turn of a hand.
fn plain(act: &Act, setup: &Setup) -> Told {
    let name = |seat: &Seat| setup.player(*seat).to_owned();
    let title = match act {
        Act::Deal { leader, .. } if setup.rules.is_sheet() => say!("A new hand: {name} deals", name = name(leader)),
        Act::Deal { leader, .. } => say!("A new hand: {name} leads", name = name(leader)),
        Act::Block => say!("No player can go").to_owned(),
        Act::Lapse => say!("No claim in time").to_owned(),
        Act::Reveal { seat, tiles } => say!("{name} shows {tiles}", name = name(seat), tiles),
        Act::Tally { .. } => say!("The hand is counted").to_owned(),
        Act::Rename { name, .. } => say!("Renamed to {name}", name = name.trim()),
        Act::Substitute { name, .. } => say!("{name} plays on from here", name = name.trim()),
        Act::Score { .. } => say!("The hand is recorded").to_owned(),
        Act::Redeal => say!("The tiles are dealt again").to_owned(),
        Act::Abandon { why } if why.is_empty() => say!("The match is abandoned").to_owned(),
        Act::Abandon { why } => say!("The match is abandoned: {why}", why),
        _ => String::new(),
    };
    Told { title, ..Told::default() }
}

/// Returns the events that may have the picture of an event: the event itself, and for a correction the replaced ones,
/// the newest first.
#[must_use]
pub fn sources(whole: &Match, event: usize) -> Vec<usize> {
    crate::matches::versions(whole.events(), event).collect()
}

/// A hand of a match by its numbers, with the scores when it began.
#[must_use]
pub fn hand<'a>(whole: &'a Match, moments: &[Moment], leg: usize, hand: usize) -> Option<(&'a Round, Vec<Points>)> {
    let state = whole.state();
    let rounds = state.legs.get(leg).map_or(&state.leg.rounds, |leg| &leg.rounds);
    let round = match rounds.get(hand) {
        Some(round) => round,
        // The last hand of the current or latest game is separate.
        None if leg == state.legs.len() && hand == rounds.len() => state.round.as_ref()?,
        None => return None,
    };
    let deal = moments
        .iter()
        .rev()
        .find(|moment| moment.kind == MomentKind::Deal && (moment.leg, moment.hand) == (leg, hand))?;
    Some((round, deal.scores.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::self_play::{Plan, season};
    use crate::stats::{Did, Facts, TurnFact};

    #[test]
    fn the_walk_ends_where_the_match_stands() {
        for game in season(Plan { sessions: 6, ..Plan::YEAR }, 5) {
            let whole = game.game;
            let moments = walk(&whole);
            assert_eq!(moments.len(), whole.standing().len());
            let last = moments.last().unwrap();
            assert_eq!(last.scores, whole.state().leg.scores);
            let facts = Facts::of("x", 0, whole.state(), |name| name);
            let dropped = |fact: &&TurnFact| matches!(fact.did, Did::Drop { .. });
            assert_eq!(
                moments.iter().filter(|m| m.kind == MomentKind::Drop).count(),
                facts.turns.iter().filter(dropped).count()
            );
            assert_eq!(moments.iter().filter(|m| m.bust).count(), facts.turns.iter().filter(|turn| turn.bust).count());
            let deals = moments.iter().filter(|m| m.kind == MomentKind::Deal);
            for deal in deals {
                let (round, scores) = hand(&whole, &moments, deal.leg, deal.hand).unwrap();
                assert_eq!((round.event, &scores), (deal.event, &deal.scores));
            }
        }
    }
}
