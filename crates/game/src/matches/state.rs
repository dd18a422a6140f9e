//! State of a match, folded from its acts. A change applies completely or is rejected.

mod claims;
mod deal;
mod hand_end;
mod lead;
mod names;
mod pegs;
mod sheet;
mod turns;
mod win;

use super::{Act, Refusal, Round, Seat, Setup, Side};
use crate::rules::Points;
use crate::tile::TileSet;
pub use lead::{NextLeader, lead_rank};
pub use names::Relieved;
pub(crate) use turns::fitted_all;

/// One game of a match, to the target.
///
/// ```
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// let leg = &game.state().leg;
/// assert_eq!(leg.scores.iter().map(ToString::to_string).collect::<Vec<_>>(), ["4", "8"]);
/// assert_eq!((leg.rounds.len(), leg.winner), (0, None));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leg {
    /// The scores by side.
    pub scores: Vec<Points>,
    /// Score of each side before its last award, at the back peg.
    pub before: Vec<Points>,
    /// The hands that are over, in order.
    pub rounds: Vec<Round>,
    /// Hands still to be played in a tie break; `Some(0)` when it is being decided.
    pub tie_break: Option<u8>,
    /// Winner of the leg.
    pub winner: Option<Side>,
}

impl Leg {
    /// The sides that lost below the skunk line, none where the rules have no such line.
    #[must_use]
    pub fn skunked(&self, setup: &Setup) -> Vec<Side> {
        let line = Points::new(i32::from(setup.rules.skunk));
        let below = |side: &Side| Some(*side) != self.winner && self.scores[side.index()] < line;
        if self.winner.is_none() { Vec::new() } else { setup.all_sides().filter(below).collect() }
    }
}

/// A match at one moment.
///
/// ```
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// let state = game.state();
/// assert!(!state.is_over() && state.running().is_some());
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Setup, fixed at the start.
    pub setup: Setup,
    /// Games won by side.
    pub legs_won: Vec<u8>,
    /// The games that are over, in order.
    pub legs: Vec<Leg>,
    /// The game being played, or the last one when the match is over.
    pub leg: Leg,
    /// The hand being played, or the last one of the game.
    pub round: Option<Round>,
    /// Winner of the match.
    pub winner: Option<Side>,
    /// Whether it was abandoned.
    pub abandoned: bool,
    /// Players who were substituted, in order.
    pub relieved: Vec<Relieved>,
    /// Leader of the hand that was called off and is dealt again.
    redealt: Option<Seat>,
}

impl State {
    /// The start of a match.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let leg = Self::new_leg(&setup);
        let legs_won = vec![0; setup.sides()];
        Self {
            setup,
            legs_won,
            legs: Vec::new(),
            leg,
            round: None,
            winner: None,
            abandoned: false,
            relieved: Vec::new(),
            redealt: None,
        }
    }

    fn new_leg(setup: &Setup) -> Leg {
        let scores: Vec<Points> = setup.all_sides().map(|side| setup.start_of(side)).collect();
        Leg { before: scores.clone(), scores, ..Leg::default() }
    }

    /// Reports whether the match is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.winner.is_some() || self.abandoned
    }

    /// The score of a side in the running game.
    #[must_use]
    pub fn score(&self, side: Side) -> Points {
        self.leg.scores.get(side.index()).copied().unwrap_or(Points::ZERO)
    }

    /// The hand being played, `None` between hands and once the match is over.
    #[must_use]
    pub fn running(&self) -> Option<&Round> {
        self.round.as_ref().filter(|round| round.is_running() && !self.is_over())
    }

    /// The tiles that a seat can have, as far as is known.
    #[must_use]
    pub fn could_hold(&self, seat: Seat) -> TileSet {
        let set = self.setup.rules.tiles();
        let Some(round) = &self.round else { return set };
        let hand = round.hand(seat);
        if hand.is_known() && hand.count > 0 {
            return hand.known;
        }
        set.minus(round.elsewhere(seat))
    }

    /// Applies an act; `event` is its number.
    pub(super) fn apply(&mut self, act: &Act, event: usize) -> Result<(), Refusal> {
        // A name is corrected whenever the mistake is found.
        if let Act::Rename { seat, name } = act {
            return self.rename(*seat, name);
        }
        if self.is_over() {
            return Err(Refusal::MatchOver);
        }
        let of_sheet = matches!(
            act,
            Act::Deal { .. } | Act::Score { .. } | Act::Adjust { .. } | Act::Redeal | Act::Abandon { .. }
        ) || matches!(act, Act::Start(_) | Act::Undo | Act::Redo | Act::Correct { .. });
        if self.setup.rules.is_sheet() && !of_sheet {
            return Err(Refusal::SheetOnly);
        }
        match act {
            Act::Start(_) => Err(Refusal::Start),
            Act::Deal { leader, hands } => self.deal(*leader, hands, event),
            Act::Play { seat, play, stands } => self.play(*seat, *play, *stands, event),
            Act::Knock { seat, stands } => self.knock(*seat, *stands, event),
            Act::Draw { seat, tiles, seen } => self.draw(*seat, *tiles, *seen, event),
            Act::Claim { seat } => self.claim(*seat, event),
            Act::Muggins { seat } => self.muggins(*seat, event),
            Act::FalseClaim { seat, points } => self.false_claim(*seat, *points, event),
            Act::Penalty { seat, offence } => self.penalty(*seat, *offence, event),
            Act::Adjust { side, points, .. } => self.adjust(*side, *points, event),
            Act::Lapse => self.lapse(event),
            Act::Block => self.block(event),
            Act::Reveal { seat, tiles } => self.reveal(*seat, *tiles),
            Act::Tally { left } => self.tally(left, event),
            Act::Score { left, out, doubled } => self.write_down(left, *out, *doubled, event),
            Act::Redeal => self.redeal(),
            Act::Abandon { .. } => {
                self.abandoned = true;
                Ok(())
            }
            Act::Substitute { seat, name } => self.substitute(*seat, name),
            Act::Rename { .. } | Act::Undo => Err(Refusal::NothingToUndo),
            Act::Redo => Err(Refusal::NothingToRedo),
            Act::Correct { event, .. } => Err(Refusal::NotCorrectable { event: *event }),
        }
    }

    fn seat(&self, seat: Seat) -> Result<Seat, Refusal> {
        if seat.index() < self.setup.seats() { Ok(seat) } else { Err(Refusal::NoSuchSeat { seat }) }
    }

    fn running_mut(&mut self) -> Result<&mut Round, Refusal> {
        match &mut self.round {
            Some(round) if round.is_running() => Ok(round),
            Some(_) => Err(Refusal::HandOver),
            None => Err(Refusal::NoHand),
        }
    }
}
