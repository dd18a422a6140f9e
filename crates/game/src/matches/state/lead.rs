//! The lead: which tile begins a hand, and who leads the next.

use super::State;
use crate::matches::{Refusal, Round, RoundEnd, Seat};
use crate::rules::{LeadTile, NextLead, NoDouble};
use crate::tile::{Pip, Tile, TileSet};
use language::sentence;

/// Leader of the next hand, as far as the rules decide.
///
/// ```
/// use game::{NextLeader, Seat};
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// // The lead goes round, whoever wins.
/// assert_eq!(game.state().next_leader(), NextLeader::Seat(Seat::FIRST.left(2)));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextLeader {
    /// A known seat.
    Seat(Seat),
    /// The players must say; this seat is offered first.
    Ask(Seat),
}

impl State {
    /// The hand of this game before the one that runs, or before the next one.
    fn hand_before(&self) -> Option<&Round> {
        match &self.round {
            Some(round) if round.is_running() => self.leg.rounds.last(),
            _ if self.leg.winner.is_some() => None,
            Some(round) => Some(round),
            None => self.leg.rounds.last(),
        }
    }

    /// Reports whether the hand in play, or the next one, must be led with the highest double.
    #[must_use]
    pub fn highest_double_leads(&self) -> bool {
        let before = self.hand_before();
        match self.setup.rules.lead_tile {
            LeadTile::HighestDouble => true,
            LeadTile::HighestDoubleFirst => before.is_none(),
            LeadTile::HighestDoubleUnlessWon => before.is_none_or(|hand| hand.won.is_none() || hand.reset),
            LeadTile::Any | LeadTile::SetDoubleFirst => false,
        }
    }

    pub(super) fn check_lead(&self, round: &Round, tile: Tile) -> Result<(), Refusal> {
        let rules = &self.setup.rules;
        let refuse = |why| Err(Refusal::NotThisLead { tile, why });
        let first_of_leg = self.leg.rounds.is_empty();
        match rules.lead_tile {
            LeadTile::SetDoubleFirst if first_of_leg && tile != Tile::double(rules.set_size) => {
                refuse(sentence!("the first hand begins with the highest double of the set"))
            }
            _ if !self.highest_double_leads() => Ok(()),
            _ => {
                if !tile.is_double() && rules.no_double == NoDouble::Redeal {
                    return refuse(sentence!(
                        "the highest double leads; if no player has one, the tiles are dealt again"
                    ));
                }
                let known: TileSet = round.hands.iter().fold(TileSet::EMPTY, |all, hand| all.union(hand.known));
                let heavier = known.iter().any(|other| lead_rank(other) > lead_rank(tile));
                // Without a double the player with the most pips leads any tile.
                let free = rules.no_double == NoDouble::HeaviestHand && !known.iter().any(Tile::is_double);
                if heavier && !free {
                    refuse(sentence!("the highest double leads; without a double, the heaviest tile"))
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Returns the leader of the next hand.
    #[must_use]
    pub fn next_leader(&self) -> NextLeader {
        let seats = self.setup.seats();
        let last = self.round.as_ref().or_else(|| self.leg.rounds.last());
        let rule = if self.leg.winner.is_some() { self.setup.rules.next_leg } else { self.setup.rules.next_lead };
        if let Some(leader) = self.redealt {
            // The same lead; where the deal decides, a new deal does.
            let decides = rule == NextLead::SameTest || self.highest_double_leads();
            return if decides { NextLeader::Ask(leader) } else { NextLeader::Seat(leader) };
        }
        let Some(last) = last else { return NextLeader::Ask(Seat::FIRST) };
        let (rules, left) = (&self.setup.rules, last.leader.left(seats));
        if last.replay {
            let same = last.leader;
            return if self.highest_double_leads() { NextLeader::Ask(same) } else { NextLeader::Seat(same) };
        }
        if rules.lead_tile == LeadTile::HighestDoubleUnlessWon && self.highest_double_leads() {
            return NextLeader::Ask(left);
        }
        match (rule, last.end) {
            (NextLead::RotateLeft, _) => NextLeader::Seat(left),
            (NextLead::Winner | NextLead::WinnerOut, Some(RoundEnd::ChippedOut(seat))) => NextLeader::Seat(seat),
            (NextLead::Winner | NextLead::WinnerOut, Some(RoundEnd::Won(side))) => {
                NextLeader::Ask(Seat::new(side.index()).unwrap_or(left))
            }
            (NextLead::Winner, _) => last.won.map_or(NextLeader::Ask(left), |won| match won.seat {
                Some(seat) => NextLeader::Seat(seat),
                None => NextLeader::Ask(Seat::new(won.side.index()).unwrap_or(left)),
            }),
            (NextLead::Loser, _) if seats == 2 => {
                let loser = last.won.and_then(|won| Seat::new(1 - won.side.index()));
                loser.map_or(NextLeader::Ask(left), NextLeader::Seat)
            }
            (NextLead::Loser | NextLead::WinnerOut | NextLead::Lots | NextLead::Ask | NextLead::SameTest, _) => {
                NextLeader::Ask(left)
            }
        }
    }
}

/// The order in which tiles must be led where the highest double leads: doubles before singles; doubles by value, singles
/// by weight, then by the higher half.
#[must_use]
pub fn lead_rank(tile: Tile) -> (bool, u8, Pip) {
    (tile.is_double(), tile.pips(), tile.high())
}
