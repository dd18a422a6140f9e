//! Entering a drop: by its tile, or by the open ends. A small machine without pixels.
//!
//! Typing narrows down the possible plays; a single one can be entered, several are offered.

use game::Seat;
use game::layout::{Layout, Place, Play, arrange};
use game::rules::{Claim, Points, RuleSet, Scoring, Spinner};
use game::tile::{Pip, Tile, TileSet};
use std::cmp::Ordering;

/// Meaning of typed numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The two halves of the tile.
    Tile,
    /// The open ends after the drop.
    #[default]
    Ends,
}

/// A wish about the drop that is being entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryWish {
    /// A figure of the keypad is tapped: a drop that is clear may be entered at once.
    Figure(Pip),
    /// Type a digit: the drop waits for Enter.
    Type(Pip),
    /// Mark the last end as a crosswise double.
    Double,
    /// Take back the last figure.
    Backspace,
    /// Forget the entry.
    Clear,
    /// Set the meaning of digits.
    Meaning(Mode),
    /// A tile of the pad.
    Tap(Tile),
    /// A place of the line.
    TapPlace(Place),
    /// The next or the one before of several plays.
    Mark(bool),
    /// Enter this one of several plays.
    Choose(Play),
    /// Enter the proposal, or do the next step.
    Confirm,
    /// Record the tile unchanged, against the rules.
    AsItLies(bool),
    /// Yes to the question that is asked.
    Yes,
    /// Set the seat of the drop.
    Whose(Seat),
    /// Put another play in the place of an earlier one: the pad now enters that drop.
    Rewrite(usize),
    /// Enter a drop that was missed before this event: the pad now enters it.
    Insert(usize),
}

/// A figure that was typed: an end, or a half of the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Typed {
    /// The value.
    pub pip: Pip,
    /// Whether it is a crosswise double.
    pub double: bool,
}

/// Entry of a drop so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DropEntry {
    /// Meaning of typed digits.
    pub mode: Mode,
    /// The figures, in the order they were typed.
    pub typed: Vec<Typed>,
    /// The tile tapped on the pad.
    pub tile: Option<Tile>,
    /// Number of the marked play; `None` until one is marked.
    pub marked: Option<usize>,
    /// Whether the meaning of numbers was chosen. Until then two numbers are also the tile with these halves.
    pub said: bool,
    /// Whether the tile is recorded against the rules.
    pub as_it_lies: bool,
    /// Whether the keys are shown where there is no room for keys and tiles.
    pub keys: bool,
}

/// The table an entry is about.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// The tiles on the table.
    pub layout: &'a Layout,
    /// The rules of the game.
    pub rules: &'a RuleSet,
    /// Returns the tiles that the player to drop can have.
    pub could_hold: TileSet,
    /// Points that the player's side can still score; none where a score past the target counts.
    pub room: Option<Points>,
}

impl DropEntry {
    /// An empty entry for a game: ends on a line that scores, tiles otherwise.
    #[must_use]
    pub const fn for_rules(rules: &RuleSet) -> Self {
        let mode = match (rules.spinner, rules.scoring) {
            (Spinner::First | Spinner::AllAfterSides | Spinner::AllAtOnce, _) | (Spinner::None, Scoring::None) => {
                Mode::Tile
            }
            (Spinner::None, _) => Mode::Ends,
        };
        let said = matches!(mode, Mode::Tile);
        Self { mode, typed: Vec::new(), tile: None, marked: None, said, as_it_lies: false, keys: false }
    }

    /// Reports whether nothing has been entered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.typed.is_empty() && self.tile.is_none()
    }

    /// Forgets the entry, but not the mode.
    pub fn clear(&mut self) {
        *self = Self { mode: self.mode, said: self.said, keys: self.keys, ..Self::default() };
    }

    /// Takes the other meaning of figures.
    pub fn switch(&mut self, mode: Mode) {
        *self = Self { mode, said: true, keys: mode == Mode::Ends, ..Self::default() };
    }

    /// A figure is typed or tapped.
    pub fn figure(&mut self, pip: Pip) {
        self.tile = None;
        self.marked = None;
        let most = match self.mode {
            Mode::Tile => 2,
            Mode::Ends => 12,
        };
        if self.typed.len() >= most {
            self.typed.clear();
        }
        self.typed.push(Typed { pip, double: false });
        if let (Mode::Tile, [a, b]) = (self.mode, self.typed.as_slice()) {
            self.tile = Some(Tile::new(a.pip, b.pip));
        }
    }

    /// Marks the last end as a crosswise double; a second call removes the mark.
    pub fn double(&mut self) {
        self.marked = None;
        let Some(last) = self.typed.last_mut() else { return };
        match self.mode {
            Mode::Ends => last.double = !last.double,
            Mode::Tile => {
                let pip = last.pip;
                self.typed = vec![Typed { pip, double: false }; 2];
                self.tile = Some(Tile::double(pip));
            }
        }
    }

    /// The last figure is taken back.
    pub fn backspace(&mut self) {
        self.typed.pop();
        self.tile = None;
        self.marked = None;
    }

    /// A tile of the pad is tapped; the same again takes it back.
    pub fn tap(&mut self, tile: Tile) {
        let again = self.tile == Some(tile);
        self.typed.clear();
        self.marked = None;
        self.tile = (!again).then_some(tile);
    }

    /// Marks the next (or the one before) of the plays.
    pub fn mark(&mut self, forward: bool, board: Board<'_>) {
        let n = self.plays(board).len();
        self.marked = match (self.at(board), forward) {
            _ if n == 0 => None,
            (Some(at), true) => Some((at + 1) % n),
            (Some(at), false) => Some((at + n - 1) % n),
            (None, true) => Some(0),
            (None, false) => Some(n - 1),
        };
    }

    /// Returns the place of the play that Enter means; `None` if there is none, or if the numbers are ambiguous.
    #[must_use]
    pub fn at(&self, board: Board<'_>) -> Option<usize> {
        let last = self.plays(board).len().checked_sub(1)?;
        let asks = || !self.plays_of_halves(board).is_empty() && !self.plays_to_ends(board).is_empty();
        match self.marked {
            Some(marked) => Some(marked.min(last)),
            None if last > 0 && self.tile.is_none() && asks() => None,
            None => Some(self.likeliest(board)),
        }
    }

    /// Of several places for one tile that of the highest score, which people mean who say nothing else. Where scores must be
    /// claimed it would give them away: there it is the first.
    fn likeliest(&self, board: Board<'_>) -> usize {
        let plays = self.plays(board);
        let one_tile = plays.iter().all(|play| play.tile() == plays[0].tile());
        if !one_tile || self.as_it_lies || board.rules.claim != Claim::Auto {
            return 0;
        }
        let scores = |play: &Play| {
            let points = board.layout.after(play).pays(board.rules);
            let counts = board.room.is_none_or(|room| Points::new(i32::from(points)) <= room);
            if counts { points } else { 0 }
        };
        (0..plays.len()).rev().max_by_key(|at| scores(&plays[*at])).unwrap_or(0)
    }

    /// Takes this play as chosen: that settles the meaning of numbers, if only one meaning leads to it.
    pub fn choose(&mut self, play: &Play, board: Board<'_>) {
        let (false, None, [a, b]) = (self.said, self.tile, self.typed.as_slice()) else { return };
        match (self.plays_to_ends(board).contains(play), play.tile() == Tile::new(a.pip, b.pip)) {
            (true, false) => (self.mode, self.said) = (Mode::Ends, true),
            (false, true) => (self.mode, self.said) = (Mode::Tile, true),
            _ => {}
        }
    }

    /// Returns the plays that the entry can mean, in the order of the tiles and of the layout.
    #[must_use]
    pub fn plays(&self, board: Board<'_>) -> Vec<Play> {
        if let Some(tile) = self.tile {
            let mut plays = if self.as_it_lies { lies(board, tile) } else { board.layout.ways(tile, board.rules) };
            in_the_order_of_the_line(&mut plays, board.layout);
            return plays;
        }
        match self.mode {
            Mode::Ends if !self.typed.is_empty() => {
                let mut plays = self.plays_to_ends(board);
                plays.extend(self.plays_of_halves(board));
                plays
            }
            Mode::Ends | Mode::Tile => Vec::new(),
        }
    }

    /// Returns the plays of the tile with these two numbers as halves, beside those that leave them as ends; none once
    /// the meaning was chosen.
    fn plays_of_halves(&self, board: Board<'_>) -> Vec<Play> {
        let (false, [a, b]) = (self.said, self.typed.as_slice()) else { return Vec::new() };
        let tile = Tile::new(a.pip, b.pip);
        if a.double || b.double || !board.could_hold.contains(tile) || board.layout.is_empty() {
            return Vec::new();
        }
        let ends = self.plays_to_ends(board);
        board.layout.ways(tile, board.rules).into_iter().filter(|play| !ends.contains(play)).collect()
    }

    /// The marked play, if there is any.
    #[must_use]
    pub fn proposal(&self, board: Board<'_>) -> Option<Play> {
        self.plays(board).get(self.at(board)?).copied()
    }

    fn plays_to_ends(&self, board: Board<'_>) -> Vec<Play> {
        if let ([one], true) = (self.typed.as_slice(), board.layout.is_empty())
            && !one.double
        {
            // The first half of the first tile.
            return Vec::new();
        }
        let ends: Vec<(Pip, bool)> = self.typed.iter().map(|end| (end.pip, end.double)).collect();
        let exact = board.layout.ways_to_ends(board.could_hold, &ends, board.rules);
        if !exact.is_empty() {
            return distinct(exact, board);
        }
        // `6 3` means a 6-6 and a 3, and `6 6` means a lone 6-6.
        let mut pips: Vec<Pip> = self.typed.iter().map(|end| end.pip).collect();
        pips.sort_unstable();
        if let ([a, b], true) = (pips.as_slice(), board.layout.is_empty())
            && a == b
        {
            return board.layout.ways(Tile::double(*a), board.rules);
        }
        if self.typed.iter().any(|end| end.double) {
            return Vec::new();
        }
        let ways = board.could_hold.iter().flat_map(|tile| board.layout.ways(tile, board.rules));
        distinct(ways.filter(|play| pips_after(board, play) == pips).collect(), board)
    }

    /// Reports whether the drop can be entered at the second tap, without Enter: only if two figures are complete.
    #[must_use]
    pub fn is_complete(&self, board: Board<'_>) -> bool {
        let two = self.mode == Mode::Ends && self.typed.len() == 2 && board.rules.spinner == Spinner::None;
        self.tile.is_some() || (two && self.plays_of_halves(board).is_empty())
    }
}

/// Sorts plays by their places in the drawn line: from left to right, then downwards.
fn in_the_order_of_the_line(plays: &mut [Play], layout: &Layout) {
    /// Wide enough that no usual line turns.
    const ROOM: [f32; 2] = [4000.0, 400.0];
    if plays.len() < 2 {
        return;
    }
    let drawn = arrange(layout, ROOM);
    let at = |play: &Play| play.on.and_then(|on| drawn.beyond(on, 1.0)).unwrap_or_default();
    plays.sort_by(|a, b| at(a).partial_cmp(&at(b)).unwrap_or(Ordering::Equal));
}

/// The pips of the counting ends after a play, sorted.
fn pips_after(board: Board<'_>, play: &Play) -> Vec<Pip> {
    let mut pips: Vec<Pip> = board.layout.after(play).ends(board.rules).map(|end| end.pip).collect();
    pips.sort_unstable();
    pips
}

/// Of plays of the same tile that lead to the same ends only the first: 6-3 on either 6 of a line with two sixes
/// open matters only if one of them is a double.
fn distinct(plays: Vec<Play>, board: Board<'_>) -> Vec<Play> {
    let key = |play: &Play| {
        let mut ends: Vec<(Pip, bool)> =
            board.layout.after(play).ends(board.rules).map(|end| (end.pip, end.double)).collect();
        ends.sort_unstable();
        (play.tile(), play.inline, ends)
    };
    let mut seen = Vec::new();
    let first = |play: &Play| {
        let key = key(play);
        let new = !seen.contains(&key);
        if new {
            seen.push(key);
        }
        new
    };
    plays.into_iter().filter(first).collect()
}

/// Returns every way a tile can go at an open place, matching or not: for a wrong play that stands.
fn lies(board: Board<'_>, tile: Tile) -> Vec<Play> {
    let halves = if tile.is_double() {
        vec![[tile.high(); 2]]
    } else {
        vec![[tile.high(), tile.low()], [tile.low(), tile.high()]]
    };
    if board.layout.is_empty() {
        return vec![Play::lead(tile)];
    }
    let places: Vec<Place> = board.layout.distinct_playable(board.rules).map(|(place, _)| place).collect();
    let plays = places
        .into_iter()
        .flat_map(|on| halves.iter().map(move |&halves| Play { halves, inline: false, on: Some(on) }));
    plays.filter(|play| board.layout.check_possible(play).is_ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rules: &str, layout: &str, keys: &str, expected: &[&str]) {
        let rules = RuleSet::preset(rules).unwrap();
        let layout: Layout = if layout.is_empty() { Layout::new() } else { layout.parse().unwrap() };
        let could_hold = rules.tiles().minus(layout.tiles());
        let board = Board { layout: &layout, rules: &rules, could_hold, room: None };
        let mut entry = DropEntry::for_rules(&rules);
        for key in keys.chars() {
            match key {
                '*' => entry.double(),
                't' => entry.switch(Mode::Tile),
                'e' => entry.switch(Mode::Ends),
                '<' => entry.backspace(),
                digit => entry.figure(Pip::new(digit as u8 - b'0').unwrap()),
            }
        }
        let plays: Vec<String> = entry.plays(board).iter().map(|play| layout.play_text(play)).collect();
        assert_eq!(plays, expected, "{keys} on {layout}");
    }

    #[test]
    fn two_numbers_are_the_ends_or_the_tile_until_somebody_has_said_which() {
        let line = "4-1 1-6 6-6 6-2";
        check("pafos", line, "42", &["2-2@6-2.2", "4-4@4-1.4", "4-2@4-1.4", "2-4@6-2.2"]);
        check("pafos", "3-6 6-6", "32", &["6-2@6-6.s2", "3-2@6-3.3"]);
        check("pafos", "3-6 6-6", "e32", &["6-2@6-6.s2"]);
        check("pafos", "3-6 6-6", "t32", &["3-2@6-3.3"]);
        check("pafos", "", "6", &[]);

        let rules = RuleSet::preset("pafos").unwrap();
        let layout: Layout = "3-6 6-6".parse().unwrap();
        let could_hold = rules.tiles().minus(layout.tiles());
        let board = Board { layout: &layout, rules: &rules, could_hold, room: None };
        let mut entry = DropEntry::for_rules(&rules);
        for pip in [3, 2] {
            entry.figure(Pip::new(pip).unwrap());
        }
        assert_eq!(entry.proposal(board), None, "Enter takes neither before one is marked");
        entry.mark(false, board);
        let tile = entry.proposal(board).unwrap();
        assert_eq!(layout.play_text(&tile), "3-2@6-3.3");
        entry.choose(&tile, board);
        entry.clear();
        assert_eq!((entry.mode, entry.said), (Mode::Tile, true), "asked once");
    }

    #[test]
    fn enter_takes_the_place_that_scores() {
        let rules = RuleSet::preset("pafos").unwrap();
        let layout: Layout = "4-6 6-5".parse().unwrap();
        let at = |rules: &RuleSet, room| {
            let board = Board { layout: &layout, rules, could_hold: rules.tiles().minus(layout.tiles()), room };
            let mut entry = DropEntry::for_rules(rules);
            entry.tap("5-4".parse().unwrap());
            layout.play_text(&entry.proposal(board).unwrap())
        };
        // 5 and 5 are ten for two; 4 and 4 are eight for nothing.
        assert_eq!(at(&rules, None), "4-5@6-4.4");
        assert_eq!(at(&rules, Some(Points::new(2))), "4-5@6-4.4");
        let first = at(&RuleSet::parse("pafos claim=must_claim").unwrap(), None);
        assert_eq!(at(&rules, Some(Points::new(1))), first, "a bust is no score");
    }

    #[test]
    fn two_ends_find_the_tile() {
        check("pafos", "", "e63", &["6-3"]);
        check("pafos", "", "e6*", &["6-6"]);
        check("pafos", "", "e66", &["6-6"]);
        check("pafos", "4-1 1-6 6-6 6-2", "e43", &["2-3@6-2.2"]);
        check("pafos", "4-1 1-6 6-6 6-2", "e42*", &["2-2@6-2.2"]);
        check("pafos", "4-1 1-6 6-6 6-2", "e22", &["4-2@4-1.4"]);
        check("pafos", "4-1 1-6 6-6 6-2", "e53", &[]);
        // An uncrossed double may be typed as one figure.
        check("pafos", "6-6 6-2", "e63", &["2-3@6-2.2"]);
        check("pafos", "6-6 6-2", "e6*3", &["2-3@6-2.2"]);
    }

    #[test]
    fn a_double_among_the_ends_decides() {
        // 6 and 6-6 are open: 3 can be beside either.
        check("pafos", "6-5 5-2 2-6 6-6", "e6*3", &["6-3@6-5.6"]);
        check("pafos", "6-5 5-2 2-6 6-6", "e63", &["6-3@6-6.s2"]);
    }

    #[test]
    fn tiles_are_typed_by_their_halves() {
        check("pafos", "4-1 1-6 6-6 6-2", "t42", &["4-2@4-1.4", "2-4@6-2.2"]);
        check("pafos", "4-1 1-6 6-6 6-2", "t4<42", &["4-2@4-1.4", "2-4@6-2.2"]);
        check("sbyc_club", "6-6 6-3", "2*", &[]);
        check("sbyc_club", "6-6 6-3", "3*", &["3-3@6-3.3"]);
    }
}
