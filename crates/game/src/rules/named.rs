//! The axes' values that are one of a few names.

use super::axis::choices;

choices! {
    /// Whether four players may be two pairs.
    Pairs {
        /// Everybody for himself.
        No = "no",
        /// Four may play either way.
        Optional = "optional",
        /// Four are always two pairs.
        Always = "always",
    }
}

choices! {
    /// When a pair is out.
    PairOut {
        /// The hand ends with the first player out.
        One = "one",
        /// The hand continues until both of a pair are out.
        Both = "both",
    }
}

choices! {
    /// Leader of the first hand.
    FirstLead {
        /// Everybody draws a tile, the most pips lead.
        HighestTileLot = "highest_tile_lot",
        /// By lot.
        Lots = "lots",
        /// The holder of the highest double.
        HighestDouble = "highest_double",
    }
}

choices! {
    /// Tiles that may be led.
    LeadTile {
        /// Any tile of the hand.
        Any = "any",
        /// The highest double that is held.
        HighestDouble = "highest_double",
        /// The double of the set in the first hand (6-6 with double-six), then any.
        SetDoubleFirst = "set_double_first",
        /// The highest double that is held in the first hand of a game, then any.
        HighestDoubleFirst = "highest_double_first",
        /// The highest double held in a game's first hand, after a hand without a winner and after a reset, else any.
        HighestDoubleUnlessWon = "highest_double_unless_won",
    }
}

choices! {
    /// Rule when the highest double must be led and no player has one.
    NoDouble {
        /// Cannot happen in this game.
        Irrelevant = "-",
        /// All tiles go back and are drawn again.
        Redeal = "redeal",
        /// The heaviest single leads; of two equally heavy ones that with the higher half.
        HeaviestSingle = "heaviest_single",
        /// The player with the most pips leads any tile.
        HeaviestHand = "heaviest_hand",
    }
}

choices! {
    /// Leader of the next hand, and of the next leg.
    NextLead {
        /// The player to the left of the last leader, regardless of the winner.
        RotateLeft = "rotate_left",
        /// The winner of the hand; by lot after a hand without a winner.
        Winner = "winner",
        /// The player who went out; after a block the holder of the highest double.
        WinnerOut = "winner_out",
        /// The loser of the hand (two sides); by lot after a hand without a winner.
        Loser = "loser",
        /// By lot again.
        Lots = "lots",
        /// The players say; to the left is offered first.
        Ask = "ask",
        /// The test of the first hand again.
        SameTest = "same_test",
    }
}

choices! {
    /// Doubles that take tiles on their ends, and when.
    Spinner {
        /// No double: one line.
        None = "none",
        /// The first double, once both sides are covered.
        First = "first",
        /// Every double, once both sides are covered (see `ends_after_sides`).
        AllAfterSides = "all_after_sides",
        /// Every double, at once.
        AllAtOnce = "all_at_once",
    }
}

choices! {
    /// Value of a double with both sides covered.
    Crossed {
        /// It counts nothing.
        Nothing = "nothing",
        /// One half for each end that is still open (the Sniff count).
        OpenEnds = "open_ends",
    }
}

choices! {
    /// Pay for the count of the ends.
    Scoring {
        /// Nothing is paid in play.
        None = "none",
        /// The number of fives and the number of threes in the count.
        FiveThree = "five_three",
        /// The count itself, if it is a multiple of five.
        FivesFull = "fives_full",
        /// The number of fives, if it is a multiple of five.
        FivesUnit = "fives_unit",
        /// The count itself for fives, and again for threes: 12 for 12, 60 for 30.
        FiveThreeFull = "five_three_full",
        /// Two points for two ends alike, three when a double is one of them (Bergen); the count plays no part.
        Headers = "headers",
    }
}

choices! {
    /// Way of taking a score in play.
    Claim {
        /// The score is pegged at once.
        Auto = "auto",
        /// The player takes it before the next play, or it is lost.
        MustClaim = "must_claim",
        /// The score must be called; until then any other player may call it.
        Muggins = "muggins",
    }
}

choices! {
    /// Drawing from the boneyard.
    Drawing {
        /// The boneyard sleeps: who cannot play knocks.
        Never = "never",
        /// A player who can't play draws until they can.
        UntilPlayable = "until_playable",
    }
}

choices! {
    /// Deduction for a partner's tiles from the bonus for going out.
    PartnerDeduction {
        /// Nothing is taken off.
        Off = "off",
        /// The partner's pips, from the rounded bonus; may go below zero.
        Raw = "raw",
        /// The partner's pips rounded to five, from the rounded bonus.
        Round5 = "round5",
        /// The partner's pips, before rounding.
        Inside = "inside",
    }
}

choices! {
    /// Pay for a blocked hand.
    Blocked {
        /// It pays nothing.
        None = "none",
        /// Each player the difference to every opponent with more pips, unrounded.
        Staircase = "staircase",
        /// The lightest hand the balance to each other hand.
        WinnerBalance = "winner_balance",
        /// The winner's balance, to the nearest five, one point per five.
        WinnerBalanceRound5Unit = "winner_balance_round5_unit",
        /// The lightest hand all pips of the others.
        WinnerTotalSplit = "winner_total_split",
        /// The winner's total, to the nearest five.
        WinnerTotalRound5Split = "winner_total_round5_split",
        /// The lightest hand the points for going out.
        WinnerOutBonus = "winner_out_bonus",
        /// The lightest hand all pips of the others less its own.
        WinnerTotalLessOwn = "winner_total_less_own",
        /// The lightest hand all pips that are left, its own too.
        WinnerAll = "winner_all",
    }
}

choices! {
    /// Hands that are compared when a hand is blocked.
    BlockedBy {
        /// Every hand with every other.
        Hands = "hands",
        /// Both hands of a pair together.
        Sides = "sides",
        /// Only the hands of the player of the last tile and of the next player.
        Locker = "locker",
    }
}

choices! {
    /// A tie for the lightest of a blocked hand.
    BlockedTie {
        /// The tied hands share.
        Split = "split",
        /// No side is paid.
        Nobody = "nobody",
        /// The hand is played again with the same lead.
        Replay = "replay",
        /// The player of the last tile wins.
        Locker = "locker",
        /// The side that led has won it, else the next of the tied in the order of play.
        Leader = "leader",
    }
}

choices! {
    /// Effect of a won hand on the scores, in games that a side must win without an answer.
    Reset {
        /// Scores never go back.
        Never = "never",
        /// Once every side has scored, all go back to nothing (six-love).
        AllScored = "all_scored",
        /// All scores go back, but at one all the next winner goes to two and the others to zero.
        OneAll = "one_all",
    }
}

choices! {
    /// A share that does not divide.
    Split {
        /// Whole points, the rest is dropped.
        Floor = "floor",
        /// Half points are kept.
        HalfPoints = "half_points",
    }
}

choices! {
    /// A score above the target.
    Overshoot {
        /// The whole award is disregarded: the target must be met exactly.
        Disregarded = "disregarded",
        /// The score counts: the target or more.
        Counts = "counts",
    }
}

choices! {
    /// When a win is checked.
    WinCheck {
        /// After every award.
        EveryAward = "every_award",
        /// At the end of the hand; of the sides at the target, the highest score wins.
        HandEnd = "hand_end",
    }
}

choices! {
    /// Two sides at the target with equal scores.
    TieBreak {
        /// Cannot happen.
        None = "none",
        /// One more hand, repeated.
        OneMoreHand = "one_more_hand",
        /// As many hands as there are players, repeated.
        HandPerPlayer = "hand_per_player",
    }
}

choices! {
    /// A tile that was shown by accident.
    ExposedTile {
        /// The rules leave it open.
        Nothing = "nothing",
        /// At the deal the tiles are shuffled and drawn again; later it is picked up.
        Reshuffle = "reshuffle",
        /// The tile may be played only as the opponent directs, and does not score.
        Directed = "directed",
    }
}

choices! {
    /// A score that was claimed wrongly.
    FalseClaim {
        /// The score is taken back.
        TakenBack = "taken_back",
        /// The opponent marks it.
        OpponentMarks = "opponent_marks",
    }
}

choices! {
    /// Count of the doubles left in a hand.
    LeftDoubles {
        /// Both halves.
        Both = "both",
        /// One half.
        OneHalf = "one_half",
    }
}

choices! {
    /// A match without a layout: who writes down what after each hand.
    SheetKind {
        /// The layout is kept, drop by drop.
        No = "no",
        /// All players add the pips left in their own hands.
        Own = "own",
        /// The winner of the hand is paid for the pips left in the others' hands.
        Winner = "winner",
    }
}

choices! {
    /// Winning score.
    Wins {
        /// The highest.
        Highest = "highest",
        /// The lowest.
        Lowest = "lowest",
    }
}

choices! {
    /// The double that a hand begins with.
    EngineOrder {
        /// No set double: the lead decides.
        Any = "any",
        /// The highest of the set first, then one less each hand, down to the double blank, and again.
        Down = "down",
        /// The double blank first, then one more each hand, and again.
        Up = "up",
    }
}
