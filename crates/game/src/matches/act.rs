//! Acts at the table. An [`Act`] is a request; an [`Event`] is an act that happened.

use super::{Seat, Setup, Side};
use crate::layout::{Place, Play, PlayRefusal};
use crate::rules::Points;
use crate::tile::{Tile, TileSet};
use language::{said, say, say_count};
use std::fmt;

/// An offence for which the rule set may have a penalty.
///
/// ```
/// use game::Offence;
///
/// assert_eq!(Offence::ALL.map(Offence::name), ["wrong_knock", "misplay", "over_draw"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offence {
    /// Knocking or drawing although a tile could be played.
    WrongKnock,
    /// A tile played against the rules.
    Misplay,
    /// Too many tiles taken.
    OverDraw,
}

impl Offence {
    /// Every offence.
    pub const ALL: [Self; 3] = [Self::WrongKnock, Self::Misplay, Self::OverDraw];

    /// Returns the name used in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WrongKnock => "wrong_knock",
            Self::Misplay => "misplay",
            Self::OverDraw => "over_draw",
        }
    }
}

/// The correction of an earlier act.
///
/// ```
/// use game::{Act, Change};
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// // It was the 6-4, not the 6-3: what came after is derived again.
/// let mut game = game;
/// let layout = "6-6".parse::<game::layout::Layout>().expect("a layout");
/// let play = layout.parse_play("6-4@6-6.s1").expect("a play");
/// let act = Act::Play { seat: "B".parse().expect("a seat"), play, stands: false };
/// game.act(Act::Correct { event: 3, change: Change::Replace(Box::new(act)) }).expect("it can have been so");
/// assert_eq!(game.state().leg.scores[1].to_string(), "0");
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Replaces the act.
    Replace(Box<Act>),
    /// Removes the act.
    Remove,
    /// Inserts an act before it.
    InsertBefore(Box<Act>),
    /// This happened instead, and what was recorded after the end that it brings no longer stands: drops after the hand or
    /// the match was over, a claim of a score that is not there.
    ReplaceAndEnd(Box<Act>),
    /// The change, with what was recorded before it and stands after it in the same hand fitted to it: plays join the tiles
    /// that lie there now, and players move on.
    Fitted {
        /// The change itself.
        change: Box<Self>,
        /// Seats by which the players of those turns move on, so that they go on taking turns.
        seats: u8,
    },
}

impl Change {
    /// Returns the change without its fitting.
    #[must_use]
    pub fn plain(&self) -> &Self {
        match self {
            Self::Fitted { change, .. } => change.plain(),
            plain => plain,
        }
    }

    /// Returns the act that it brings; `None` for a removal.
    #[must_use]
    pub fn act(&self) -> Option<&Act> {
        match self {
            Self::Replace(act) | Self::InsertBefore(act) | Self::ReplaceAndEnd(act) => Some(act),
            Self::Fitted { change, .. } => change.act(),
            Self::Remove => None,
        }
    }

    /// Returns the act that it brings, to be changed.
    pub fn act_mut(&mut self) -> Option<&mut Act> {
        match self {
            Self::Replace(act) | Self::InsertBefore(act) | Self::ReplaceAndEnd(act) => Some(act),
            Self::Fitted { change, .. } => change.act_mut(),
            Self::Remove => None,
        }
    }

    /// Reports whether it puts one act in the place of another.
    #[must_use]
    pub fn replaces(&self) -> bool {
        matches!(self.plain(), Self::Replace(_) | Self::ReplaceAndEnd(_))
    }

    /// Returns the replacement after whose end nothing stands; `None` for another change.
    #[must_use]
    pub fn and_end(&self) -> Option<Self> {
        match self {
            Self::Replace(act) => Some(Self::ReplaceAndEnd(act.clone())),
            Self::Fitted { change, seats } => Some(Self::Fitted { change: Box::new(change.and_end()?), seats: *seats }),
            Self::ReplaceAndEnd(_) | Self::Remove | Self::InsertBefore(_) => None,
        }
    }
}

/// One thing that happens. Seats, sides and tiles may be wrong; the match refuses what cannot be.
///
/// ```
/// use game::Act;
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// let knock = |(_, act): &(usize, &Act)| matches!(act, Act::Knock { .. });
/// assert_eq!(game.standing().filter(knock).count(), 1);
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// The match begins.
    Start(Setup),
    /// A hand is dealt and the leader is chosen.
    Deal {
        /// Seat that leads.
        leader: Seat,
        /// The tiles known of each hand, by seat; empty where nothing is known.
        hands: Vec<TileSet>,
    },
    /// A tile is played.
    Play {
        /// By whom.
        seat: Seat,
        /// Tile and place.
        play: Play,
        /// Whether it was played against the rules and stands.
        stands: bool,
    },
    /// A player cannot play.
    Knock {
        /// Seat that knocks.
        seat: Seat,
        /// Whether it is recorded against the rules.
        stands: bool,
    },
    /// A player takes tiles from the boneyard.
    Draw {
        /// Seat that draws.
        seat: Seat,
        /// Number of tiles.
        tiles: u8,
        /// Drawn tiles that are known.
        seen: TileSet,
    },
    /// A player takes the score of their side's last play.
    Claim {
        /// Seat that claims.
        seat: Seat,
    },
    /// A player calls a score that another has not taken.
    Muggins {
        /// Seat that calls muggins.
        seat: Seat,
    },
    /// A player claims points that don't exist.
    FalseClaim {
        /// Seat that claims falsely.
        seat: Seat,
        /// Number of points.
        points: u16,
    },
    /// An offence is penalised as the rule set says.
    Penalty {
        /// By whom it was committed.
        seat: Seat,
        /// Kind of offence.
        offence: Offence,
    },
    /// The players move a side's pegs by hand.
    Adjust {
        /// Side with the pegs.
        side: Side,
        /// On, or back when negative.
        points: Points,
        /// The reason, in their words.
        why: String,
    },
    /// The time to claim the last drop's score is over.
    Lapse,
    /// The hand is blocked: no player can go.
    Block,
    /// Tiles of a hand become known.
    Reveal {
        /// Seat of the hand.
        seat: Seat,
        /// Tiles of the hand.
        tiles: TileSet,
    },
    /// The pips left at the end of a hand, by seat; `None` where the tiles are known.
    Tally {
        /// Pips by seat.
        left: Vec<Option<u16>>,
    },
    /// Points of a hand for each side, on a score sheet.
    Score {
        /// Pips left with each side, or other points of the hand.
        left: Vec<Points>,
        /// The side that went out, `None` if the hand was blocked.
        out: Option<Side>,
        /// The hand counts double.
        doubled: bool,
    },
    /// The tiles are dealt again; the hand does not count.
    Redeal,
    /// The match is abandoned without a winner.
    Abandon {
        /// The reason, in the players' words.
        why: String,
    },
    /// A player was entered under a wrong name, which is corrected for the whole match.
    Rename {
        /// Seat of the player.
        seat: Seat,
        /// New name.
        name: String,
    },
    /// A substitute plays on from here; earlier turns stay the other player's.
    Substitute {
        /// Seat that is taken over.
        seat: Seat,
        /// Name of the substitute.
        name: String,
    },
    /// The last act did not happen.
    Undo,
    /// Restores the last undone act.
    Redo,
    /// An earlier act is corrected; everything after it is derived again.
    Correct {
        /// The number of its event.
        event: usize,
        /// Change to make.
        change: Change,
    },
}

/// An act that happened, with the resulting scores. Events are facts: they are only added.
///
/// ```
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// let last = game.events().last().expect("a match has a first event");
/// assert_eq!(last.scores.iter().map(ToString::to_string).collect::<Vec<_>>(), ["4", "8"]);
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The act.
    pub act: Act,
    /// The scores of the running game after it, by side.
    pub scores: Vec<Points>,
    /// The games won after it, by side.
    pub legs: Vec<u8>,
}

/// Reason why something cannot have happened. A value that is shown to people, not a failure.
///
/// ```
/// use game::{Act, Seat};
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// let refusal = game.decide(Act::Knock { seat: Seat::FIRST, stands: false }).expect_err("Anna has knocked already");
/// assert_eq!(refusal.to_string(), "it is B to play, not A");
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The match is over.
    MatchOver,
    /// The match has begun, or has not.
    Start,
    /// No hand is in play.
    NoHand,
    /// The hand is over.
    HandOver,
    /// A hand is being played.
    HandRunning,
    /// The pips left must be entered first.
    TallyFirst,
    /// There is nothing to tally.
    NothingToTally,
    /// A number of pips is missing.
    TallyMissing {
        /// Seat of the hand.
        seat: Seat,
    },
    /// A number of pips that cannot be.
    TallyImpossible {
        /// Seat of the hand.
        seat: Seat,
        /// The number entered.
        pips: u16,
        /// Tiles that the player holds.
        tiles: u8,
        /// The least they can have.
        least: u16,
        /// The most they can have.
        most: u16,
    },
    /// The table has no such seat.
    NoSuchSeat {
        /// The seat.
        seat: Seat,
    },
    /// The match has no such side.
    NoSuchSide,
    /// It is another player's turn.
    NotYourTurn {
        /// Seat that was named.
        seat: Seat,
        /// Seat whose turn it is.
        turn: Seat,
    },
    /// The play is impossible or illegal.
    Play(PlayRefusal),
    /// That tile can't be led.
    NotThisLead {
        /// The tile.
        tile: Tile,
        /// The rule.
        why: &'static str,
    },
    /// The player does not hold it.
    NotHeld {
        /// Seat that was named.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// Another player holds it.
    HeldBy {
        /// Seat that holds the tile.
        holder: Seat,
        /// The tile.
        tile: Tile,
    },
    /// The player has no tile left.
    HandEmpty {
        /// Seat without tiles.
        seat: Seat,
    },
    /// A known tile fits.
    CanPlay {
        /// Seat that can play.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// The first tile must be played.
    MustLead {
        /// Seat that leads.
        seat: Seat,
    },
    /// The boneyard has tiles to draw.
    MustDraw {
        /// Tiles that can still be drawn.
        left: u8,
    },
    /// More than can be drawn.
    CannotDraw {
        /// Tiles asked for.
        asked: u8,
        /// Tiles that can be drawn.
        left: u8,
    },
    /// There is nothing to claim.
    NothingToClaim,
    /// The rules know no muggins.
    NoMuggins,
    /// Tiles that cannot be in that hand.
    BadHand {
        /// Seat of the hand.
        seat: Seat,
        /// The reason.
        why: &'static str,
    },
    /// A score that cannot be.
    BadScore {
        /// The score.
        points: Points,
        /// The target.
        target: u16,
    },
    /// The name can't be used.
    BadName,
    /// There is nothing to undo.
    NothingToUndo,
    /// There is nothing to redo.
    NothingToRedo,
    /// The event can't be corrected.
    NotCorrectable {
        /// Number of the event.
        event: usize,
    },
    /// The change makes a later event impossible.
    LaterEvent {
        /// Number of the event.
        event: usize,
        /// The reason.
        why: Box<Self>,
    },
    /// A score sheet has no drops or draws.
    SheetOnly,
    /// Scores of a hand are written down where no layout is kept.
    NoSheet,
    /// One score a side.
    SheetSides {
        /// Scores that were given.
        given: usize,
        /// Sides that need a score.
        sides: usize,
    },
    /// A score that is too large.
    SheetPoints {
        /// Points that were given.
        points: Points,
    },
    /// The player who went out has no tiles left.
    OutHasTiles,
    /// A place with no tile.
    NoSuchPlace {
        /// The place.
        place: Place,
    },
}

impl Refusal {
    /// Reports whether the act would be possible had it come earlier: the hand or the match is over, or nothing is left to
    /// claim.
    #[must_use]
    pub const fn is_too_late(&self) -> bool {
        matches!(self, Self::MatchOver | Self::HandOver | Self::NothingToClaim | Self::NothingToTally)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MatchOver => f.write_str(say!("the match is over")),
            Self::Start => f.write_str(say!("a match begins once, with its first event")),
            Self::NoHand => f.write_str(say!("no hand in play: deal first")),
            Self::HandOver => f.write_str(say!("the hand is over")),
            Self::HandRunning => f.write_str(say!("the hand is not over yet")),
            Self::TallyFirst => f.write_str(say!("enter the pips left in the hands first")),
            Self::NothingToTally => f.write_str(say!("this hand has no pips to count")),
            Self::TallyMissing { seat } => f.write_str(&say!("enter the pips left in the hand of {seat}", seat)),
            Self::TallyImpossible { seat, pips, tiles, least, most } => f.write_str(&say!(
                "{seat} can't have {pips} pips left: {tiles} of the unplayed tiles add up to between \
                {least} and {most}",
                pips,
                seat,
                tiles,
                least,
                most
            )),
            Self::NoSuchSeat { seat } => f.write_str(&say!("there is no player {seat} at this table", seat)),
            Self::NoSuchSide => f.write_str(say!("this match has no such side")),
            Self::NotYourTurn { seat, turn } => f.write_str(&say!("it is {turn} to play, not {seat}", turn, seat)),
            Self::Play(why) => why.fmt(f),
            Self::NotThisLead { tile, why } => f.write_str(&say!("{tile} can't be led: {why}", tile, why = said(why))),
            Self::NotHeld { seat, tile } => f.write_str(&say!("{seat} does not hold {tile}", seat, tile)),
            Self::HeldBy { holder, tile } => f.write_str(&say!("{holder} holds {tile}", holder, tile)),
            Self::HandEmpty { seat } => f.write_str(&say!("{seat} has no tiles left", seat)),
            Self::CanPlay { seat, tile } => f.write_str(&say!("{seat} can play {tile}", seat, tile)),
            Self::MustLead { seat } => f.write_str(&say!("{seat} leads: any first tile can be played", seat)),
            Self::MustDraw { left } => f.write_str(&say_count!(
                left,
                "{n} tile can still be drawn from the boneyard",
                "{n} tiles can still be drawn from the boneyard"
            )),
            Self::CannotDraw { asked, left } => f.write_str(&say_count!(
                asked,
                "can't draw {n} tile: only {left} can be drawn",
                "can't draw {n} tiles: only {left} can be drawn",
                left
            )),
            Self::NothingToClaim => f.write_str(say!("nothing to claim")),
            Self::NoMuggins => f.write_str(say!("these rules do not allow taking another player's score")),
            Self::BadHand { seat, why } => {
                f.write_str(&say!("{seat} can't hold these tiles: {why}", seat, why = said(why)))
            }
            Self::BadScore { points, target } => {
                f.write_str(&say!("the score can't be {points}: it must be between 0 and {target}", points, target))
            }
            Self::BadName => f.write_str(say!("a player needs a name of 1 to 40 letters")),
            Self::NothingToUndo => f.write_str(say!("there is nothing to undo")),
            Self::NothingToRedo => f.write_str(say!("there is nothing to redo")),
            Self::NotCorrectable { event } => {
                f.write_str(&say!("can't correct event {event}: it no longer counts", event))
            }
            Self::LaterEvent { event, why } => {
                f.write_str(&say!("that would make event {event} impossible: {why}", event, why))
            }
            Self::SheetOnly => f.write_str(say!("this match records only the scores of the hands")),
            Self::NoSheet => f.write_str(say!("in this game the scores follow from the tiles")),
            Self::SheetSides { given, sides } => {
                f.write_str(&say!("{given} scores were given for {sides} sides", given, sides))
            }
            Self::SheetPoints { points } => f.write_str(&say!("{points} is too much for one hand", points)),
            Self::OutHasTiles => f.write_str(say!("the player who went out has no tiles left")),
            Self::NoSuchPlace { .. } => f.write_str(say!("that place is not on the layout")),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<PlayRefusal> for Refusal {
    fn from(why: PlayRefusal) -> Self {
        Self::Play(why)
    }
}
