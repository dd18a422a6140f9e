//! One hand in play: tiles held, the turn, the plays and their awards.

use super::{Offence, Seat, Side};
use crate::layout::{Layout, Play};
use crate::rules::score::NotCounted;
use crate::rules::{Claim, LeftDoubles, Points, RuleSet};
use crate::tile::{Tile, TileSet};

/// Tiles of one player: always their number, sometimes their values.
///
/// ```
/// use game::Seat;
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// // Seven were dealt, one is played, and the others are unknown.
/// let round = game.state().round.as_ref().expect("a hand");
/// assert_eq!((round.hand(Seat::FIRST).count, round.hand(Seat::FIRST).is_known()), (6, false));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// Tiles held.
    pub count: u8,
    /// Known tiles of the hand.
    pub known: TileSet,
}

impl Hand {
    /// Reports whether every tile is known.
    #[must_use]
    pub const fn is_known(&self) -> bool {
        self.known.len() == self.count as usize
    }

    /// The pips of a known hand, doubles counted as the rules count leftover ones.
    #[must_use]
    pub fn pips(&self, rules: &RuleSet) -> Option<u16> {
        self.is_known().then(|| self.known.iter().map(|tile| left_pips(tile, rules)).sum())
    }
}

/// Returns the pips that a tile left in a hand adds.
#[must_use]
pub fn left_pips(tile: Tile, rules: &RuleSet) -> u16 {
    if tile.pips() == 0 {
        return u16::from(rules.double_blank);
    }
    match rules.left_doubles {
        LeftDoubles::OneHalf if tile.is_double() => u16::from(tile.high().get()),
        LeftDoubles::OneHalf | LeftDoubles::Both => u16::from(tile.pips()),
    }
}

/// The end of a hand.
///
/// ```
/// use game::RoundEnd;
/// use game::record::Record;
///
/// let text = "[Rules \"block\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 9-9\nB knock\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
/// assert_eq!(game.state().round.as_ref().and_then(|round| round.end), Some(RoundEnd::Blocked));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundEnd {
    /// A player went out (in pairs, as the last of the pair).
    ChippedOut(Seat),
    /// No player can go.
    Blocked,
    /// A player's offence gave the hand away.
    GivenAway(Seat),
    /// The game was won before the hand was played out.
    Won(Side),
}

/// Winner of a hand.
///
/// ```
/// use game::record::Record;
///
/// let text = "[Rules \"block\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 9-9\nB knock\nA knock\ntally A 20 B 30\nend\n";
/// let game = Record::parse(text)?.game;
/// let won = game.state().round.as_ref().and_then(|round| round.won).expect("the lightest hand");
/// assert_eq!((won.side.index(), won.pips), (0, Some((20, 30))));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandWinner {
    /// The side.
    pub side: Side,
    /// Seat of the winning hand; `None` if it can be either of a pair.
    pub seat: Option<Seat>,
    /// Of a blocked hand the pips that won and the fewest of another side that they were compared with.
    pub pips: Option<(u16, u16)>,
}

/// A player's turn, or an event of their score.
///
/// ```
/// use game::Deed;
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// let round = game.state().round.as_ref().expect("a hand");
/// assert!(matches!(round.turns[1].deed, Deed::Played { count: 15, points: 8, .. }));
/// assert_eq!(round.turns[2].deed, Deed::Knocked { open: 1 << 6 | 1 << 3, fits: None });
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Played a tile.
    Played {
        /// Tile and place.
        play: Play,
        /// The count of the ends after it.
        count: u16,
        /// Points for the count.
        points: u16,
        /// Points for going out that belong to the same award, and for knocks before it.
        bonus: u16,
        /// Whether it was a wrong play that stands.
        wrong: bool,
        /// Whether it emptied the hand.
        out: bool,
    },
    /// Could not play.
    Knocked {
        /// The pips that were open, one bit each.
        open: u16,
        /// A tile that fits and was known to be in the hand.
        fits: Option<Tile>,
    },
    /// Took tiles from the boneyard.
    Drew {
        /// Number of tiles.
        tiles: u8,
        /// The pips that were open, one bit each.
        open: u16,
    },
    /// Led a tile on which the next player had to knock.
    Skipped,
    /// Made the first pass of a game.
    FirstPass,
    /// Took the score of their side's last play.
    Claimed,
    /// Called another's score.
    CalledMuggins,
    /// Claimed points that were not there.
    ClaimedFalsely,
    /// Let the time to claim pass: no side gets the last drop's points.
    Lapsed,
    /// Committed an offence.
    Offended(Offence),
    /// Was paid, or paid, at the end of the hand.
    Tallied,
    /// Went back to nothing, since another side has scored.
    Reset,
    /// Pegs were moved by hand.
    Adjusted,
}

/// One entry of a hand's story.
///
/// ```
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// let turn = game.state().round.as_ref().expect("a hand").turns[1];
/// assert_eq!((turn.seat.to_string(), turn.award.to_string()), ("B".to_owned(), "8".to_owned()));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The number of its event in the match.
    pub event: usize,
    /// Seat that acted; for a tally, the first seat of the side.
    pub seat: Seat,
    /// The act.
    pub deed: Deed,
    /// Award to that seat's side.
    pub award: Points,
    /// Reason why an award was disregarded.
    pub not_counted: Option<NotCounted>,
}

/// A score that waits to be claimed.
///
/// ```
/// use game::record::Record;
///
/// let text = "[Rules \"muggins\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 5-5\nend\n";
/// let game = Record::parse(text)?.game;
/// let pending = game.state().round.as_ref().and_then(|round| round.pending).expect("ten to be called");
/// assert_eq!((pending.points, game.state().leg.scores[0].to_string()), (10, "0".to_owned()));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Seat that made it.
    pub seat: Seat,
    /// Points it pays.
    pub points: u16,
    /// Whether it was made with the first tile of the hand.
    pub on_lead: bool,
}

/// A ban on scoring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bar {
    #[default]
    Free,
    Once,
    Hand,
}

/// A knock that a later tile proves wrong.
///
/// ```
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB knock\nA 6-5@6-6.s1\nB 6-1@6-6.s2\nend\n";
/// let game = Record::parse(text)?.game;
/// let round = game.state().round.as_ref().expect("a hand");
/// assert_eq!(round.wrong_knocks(&game.setup().rules)[0].tile.to_string(), "6-1");
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongKnock {
    /// Seat that knocked.
    pub seat: Seat,
    /// The event of the knock.
    pub event: usize,
    /// The tile that would have fitted.
    pub tile: Tile,
    /// The event that played the tile; `None` if it was still in the hand.
    pub proof: Option<usize>,
}

/// One hand, from the deal to the tally.
///
/// ```
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// let round = game.state().round.as_ref().expect("a hand");
/// assert_eq!((round.layout.to_string(), round.turn.to_string(), round.boneyard), ("6-6 6-3".to_owned(), "B".to_owned(), 14));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The number of the deal's event.
    pub event: usize,
    /// Seat that led.
    pub leader: Seat,
    /// The tiles on the table.
    pub layout: Layout,
    /// Seat whose turn it is.
    pub turn: Seat,
    /// The hands by seat.
    pub hands: Vec<Hand>,
    /// Tiles in the boneyard.
    pub boneyard: u8,
    /// Turns so far.
    pub turns: Vec<Turn>,
    /// A score that waits to be claimed.
    pub pending: Option<Pending>,
    /// End of the hand.
    pub end: Option<RoundEnd>,
    /// Whether everything has been paid.
    pub settled: bool,
    /// Whether the same hand is dealt again with the same lead.
    pub replay: bool,
    /// The winner, `None` while it runs and for a hand without a winner.
    pub won: Option<HandWinner>,
    /// Whether the last tile, not a double, fitted every open end.
    pub capicua: bool,
    /// Whether it reset the scores to zero.
    pub reset: bool,
    pub(super) knocks: u8,
    pub(super) bars: Vec<Bar>,
}

impl Round {
    /// Reports whether the hand is still in play.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.end.is_none()
    }

    /// Reports whether the hand has ended and the pips left must be entered before it is paid.
    #[must_use]
    pub const fn needs_tally(&self) -> bool {
        self.end.is_some() && !self.settled
    }

    /// The last tile played, with its turn.
    #[must_use]
    pub fn last_drop(&self) -> Option<&Turn> {
        self.turns.iter().rev().find(|turn| matches!(turn.deed, Deed::Played { .. }))
    }

    /// The hand of a seat.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Hand {
        self.hands.get(seat.index()).copied().unwrap_or_default()
    }

    /// Reports whether the last drop's score may still be claimed or called, without revealing whether there is one.
    #[must_use]
    pub fn claim_open(&self, rules: &RuleSet) -> Option<Seat> {
        if rules.claim == Claim::Auto || self.settled {
            return None;
        }
        let aside = |turn: &&Turn| matches!(turn.deed, Deed::ClaimedFalsely | Deed::Offended(_) | Deed::Adjusted);
        let open = self.turns.iter().rev().find(|turn| !aside(turn))?;
        matches!(open.deed, Deed::Played { .. }).then_some(open.seat)
    }

    /// The tiles that are neither on the table nor known to be in a hand.
    #[must_use]
    pub fn unseen(&self, rules: &RuleSet) -> TileSet {
        rules.tiles().minus(self.hands.iter().fold(self.layout.tiles(), |seen, hand| seen.union(hand.known)))
    }

    /// The tiles on the table and those known to be in the hands of others.
    pub(super) fn elsewhere(&self, seat: Seat) -> TileSet {
        let others = self.hands.iter().enumerate().filter(|(i, _)| *i != seat.index());
        others.fold(self.layout.tiles(), |seen, (_, hand)| seen.union(hand.known))
    }

    /// A tile known to be in the hand that could be played now.
    #[must_use]
    pub fn known_playable(&self, seat: Seat, rules: &RuleSet) -> Option<Tile> {
        self.hand(seat).known.iter().find(|&tile| self.layout.fits(tile, rules))
    }

    /// Reports whether the hand is blocked, as far as the hands are known; `false` if that is unknown.
    #[must_use]
    pub(super) fn is_known_blocked(&self, rules: &RuleSet) -> bool {
        let stuck = |hand: &Hand| hand.is_known() && !hand.known.iter().any(|tile| self.layout.fits(tile, rules));
        rules.drawable(self.boneyard) == 0 && !self.layout.is_empty() && self.hands.iter().all(stuck)
    }

    /// The next seat with tiles, to the left of `seat`; `seat` itself if the others have none.
    pub(super) fn next_turn(&self, seat: Seat) -> Seat {
        let mut next = seat.left(self.hands.len());
        while next != seat && self.hand(next).count == 0 {
            next = next.left(self.hands.len());
        }
        next
    }

    /// Seats that hold tiles.
    pub(super) fn seats_with_tiles(&self) -> usize {
        self.hands.iter().filter(|hand| hand.count > 0).count()
    }

    /// Knocks, and draws that must not be voluntary, proved wrong by a tile that the player dropped later or still
    /// holds. Only in games without drawing, where a later tile must have been in the hand.
    #[must_use]
    pub fn wrong_knocks(&self, rules: &RuleSet) -> Vec<WrongKnock> {
        if rules.drawing != crate::rules::Drawing::Never {
            return Vec::new();
        }
        let fits = |tile: Tile, open: u16| open >> tile.high().get() & 1 == 1 || open >> tile.low().get() & 1 == 1;
        let mut found = Vec::new();
        for (i, knock) in self.turns.iter().enumerate() {
            let Deed::Knocked { open, .. } = knock.deed else { continue };
            let later = self.turns[i..].iter().filter(|turn| turn.seat == knock.seat);
            let laid = later.filter_map(|turn| match turn.deed {
                Deed::Played { play, .. } => Some((play.tile(), Some(turn.event))),
                _ => None,
            });
            let held = self.hand(knock.seat).known.iter().map(|tile| (tile, None));
            if let Some((tile, proof)) = laid.chain(held).find(|(tile, _)| fits(*tile, open)) {
                found.push(WrongKnock { seat: knock.seat, event: knock.event, tile, proof });
            }
        }
        found
    }
}
