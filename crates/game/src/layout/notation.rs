//! Text for whole layouts and for single plays.
//!
//! ```text
//! layout = item , { item } ;                   (* along the line, from one end to the other *)
//! item   = { mark } , tile , [ "^" ] , [ arm , [ arm ] ] ;
//! mark   = "*"                                 (* the first tile that was laid; without it the leftmost *)
//!        | "!" ;                               (* does not match the tile before it: a wrong play that stands *)
//! arm    = "(" , [ layout ] , ")" ;            (* what lies on an end of the double, read outwards; "()": nothing *)
//! tile   = half , ( "-" | "|" ) , half         (* the halves in reading order; a double lies crosswise *)
//!        | half , "=" , half ;                 (* a double laid end to end *)
//! half   = digit , { digit } ;                 (* 0 to 12 *)
//!
//! play   = tile , [ "@" , place ] ;            (* the joined half first; no place for the first tile of a layout *)
//! place  = half , ( "-" | "|" ) , half , [ "." , port ] ;   (* the port may be left out where only one is free *)
//! port   = "s1" | "s2" | "e1" | "e2"           (* sides and ends of a double; end to end it has only e1 and e2 *)
//!        | half ;                              (* of a single: the half with so many pips *)
//! ```
//!
//! The grammar is EBNF (ISO 14977). In a layout white space is free before an item, a mark, a tile and a bracket, and
//! needed between two items that neither a bracket nor a mark separates; a play has none. Beyond the grammar:
//! neighbours match unless marked `!`; each tile appears once; `*` appears once and on the main line; `^` appears once;
//! only a crosswise double has arms; an inline tile is a double. `^` marks the double that was played first if that
//! does not follow from the order root, left, right. The halves of a play may come in either order if only one of them
//! matches.
//!
//! `4-1 1-6 6-6 6-0` is a line with ends 4 and 0; `1-6 6-6(6-0)() 6-4` has a spinner with one arm; `4=4 4-1` an inline
//! double; `5-3 !4-4` a wrong play. Parsing the notation gives an equal layout; the order of play is kept only as far
//! as the rules need it.

use super::{Layout, Place, Play, Port};
use crate::tile::{Pip, Tile};
use language::say;
use std::fmt;

/// Error of a text that is not a layout or a play, and where.
///
/// ```
/// use game::layout::Layout;
///
/// let error = "5-3 4-4".parse::<Layout>().expect_err("4-4 does not match");
/// assert_eq!(error.at, 5);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutError {
    /// Position in the text, in characters from 1.
    pub at: usize,
    /// Kind of error.
    pub kind: LayoutErrorKind,
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, kind } = self;
        f.write_str(&say!("at character {at}: {kind}", at, kind))
    }
}

impl std::error::Error for LayoutError {}

/// Kind of error in a layout text.
///
/// ```
/// use game::layout::{Layout, LayoutErrorKind};
///
/// let error = "6-6(6-1".parse::<Layout>().expect_err("the arm is not closed");
/// assert_eq!(error.kind, LayoutErrorKind::Brackets);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutErrorKind {
    /// The text is not a tile.
    NotATile {
        /// The text that was read.
        text: String,
    },
    /// `=` on a single.
    NotADouble {
        /// The text that was read.
        text: String,
    },
    /// Twice the same tile.
    Twice {
        /// The tile.
        tile: Tile,
    },
    /// Neighbours do not match.
    NoMatch {
        /// The tile.
        tile: Tile,
        /// The open half before it.
        pip: Pip,
    },
    /// An arm on a tile that is not a crosswise double.
    ArmOnSingle,
    /// More than two arms.
    ThirdArm,
    /// `)` without `(` or the other way round.
    Brackets,
    /// `*` twice or in an arm.
    SecondRoot,
    /// `^` twice or on a single.
    BadSpinnerMark,
    /// More tiles than any set has.
    TooMany,
    /// The layout has no tile.
    Empty,
    /// A play onto a tile that is not in the layout, or a port it does not have.
    NoSuchPlace {
        /// The text that was read.
        text: String,
    },
}

impl fmt::Display for LayoutErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATile { text } => {
                f.write_str(&say!("`{text}` is not a tile: use two numbers from 0 to 12 with a dash, like `6-4`", text))
            }
            Self::NotADouble { text } => {
                f.write_str(&say!("`{text}` is not a double: only a double can be end to end", text))
            }
            Self::Twice { tile } => f.write_str(&say!("{tile} is in the layout twice", tile)),
            Self::NoMatch { tile, pip } => f.write_str(&say!(
                "{tile} does not match the {pip} before it; if the wrong play stands, write `!` before the tile",
                tile,
                pip
            )),
            Self::ArmOnSingle => f.write_str(say!("only a crosswise double can have arms")),
            Self::ThirdArm => f.write_str(say!("a double has only two ends for arms")),
            Self::Brackets => f.write_str(say!("the brackets do not pair up")),
            Self::SecondRoot => f.write_str(say!("`*` marks the first tile: one tile of the main line")),
            Self::BadSpinnerMark => f.write_str(say!("`^` marks the double that was played first: one double")),
            Self::TooMany => f.write_str(say!("more tiles than any set has")),
            Self::Empty => f.write_str(say!("a tile is needed here, like `6-4`")),
            Self::NoSuchPlace { text } => f.write_str(&say!("there is no `{text}` in this layout to play on", text)),
        }
    }
}

impl std::error::Error for LayoutErrorKind {}

/// One parsed tile, not yet in the layout.
#[derive(Debug)]
struct Item {
    at: usize,
    halves: [Pip; 2],
    inline: bool,
    wrong: bool,
    root: bool,
    first_double: bool,
    arms: Vec<Vec<Self>>,
}

impl Item {
    const fn tile(&self) -> Tile {
        Tile::new(self.halves[0], self.halves[1])
    }
}

struct Reader<'a> {
    text: &'a [(usize, char)],
    next: usize,
    tiles: usize,
}

impl Reader<'_> {
    fn error(&self, kind: LayoutErrorKind) -> LayoutError {
        let at = self.text.get(self.next).map_or(self.text.len() + 1, |(at, _)| at + 1);
        LayoutError { at, kind }
    }

    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.next).is_some_and(|(_, c)| c.is_whitespace()) {
            self.next += 1;
        }
        self.text.get(self.next).map(|(_, c)| *c)
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.text.get(self.next).is_some_and(|(_, c)| *c == wanted);
        self.next += usize::from(found);
        found
    }

    /// Items up to the end of the text or a closing bracket.
    fn line(&mut self, depth: usize) -> Result<Vec<Item>, LayoutError> {
        let mut items = Vec::new();
        while let Some(c) = self.peek() {
            if c == ')' {
                break;
            }
            items.push(self.item(depth)?);
        }
        Ok(items)
    }

    fn item(&mut self, depth: usize) -> Result<Item, LayoutError> {
        let (mut root, mut wrong) = (false, false);
        loop {
            match self.peek() {
                Some('*') if !root && depth == 0 => root = true,
                Some('*') => return Err(self.error(LayoutErrorKind::SecondRoot)),
                Some('!') => wrong = true,
                _ => break,
            }
            self.next += 1;
        }
        self.tiles += 1;
        if self.tiles > 91 {
            return Err(self.error(LayoutErrorKind::TooMany));
        }
        let at = self.next;
        let (halves, inline) = self.tile()?;
        let mut item = Item { at: at + 1, halves, inline, wrong, root, first_double: false, arms: Vec::new() };
        if self.take('^') {
            if !item.tile().is_double() {
                self.next -= 1;
                return Err(self.error(LayoutErrorKind::BadSpinnerMark));
            }
            item.first_double = true;
        }
        while self.peek() == Some('(') {
            if inline || !item.tile().is_double() {
                return Err(self.error(LayoutErrorKind::ArmOnSingle));
            }
            if item.arms.len() == 2 {
                return Err(self.error(LayoutErrorKind::ThirdArm));
            }
            self.next += 1;
            let arm = self.line(depth + 1)?;
            if !self.take(')') {
                return Err(self.error(LayoutErrorKind::Brackets));
            }
            item.arms.push(arm);
        }
        Ok(item)
    }

    fn tile(&mut self) -> Result<([Pip; 2], bool), LayoutError> {
        let start = self.next;
        let stop = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '^' | '*' | '!');
        while self.text.get(self.next).is_some_and(|(_, c)| !stop(*c)) {
            self.next += 1;
        }
        let text: String = self.text[start..self.next].iter().take(40).map(|(_, c)| c).collect();
        let fail = |kind| Err(LayoutError { at: start + 1, kind });
        if text.is_empty() {
            return fail(LayoutErrorKind::Empty);
        }
        match halves(&text) {
            Some(([a, b], true)) if a != b => fail(LayoutErrorKind::NotADouble { text }),
            Some(found) => Ok(found),
            None => fail(LayoutErrorKind::NotATile { text }),
        }
    }
}

/// The halves of `6-4`, `6|4` or `4=4`, in reading order, and whether it was the last form.
fn halves(text: &str) -> Option<([Pip; 2], bool)> {
    let (a, b) = text.split_once(['-', '|', '='])?;
    Some(([a.parse().ok()?, b.parse().ok()?], text.contains('=')))
}

/// Adds items outwards from a place, each with its arms before the next.
fn lay_outwards(layout: &mut Layout, items: &[Item], mut place: Place) -> Result<(), LayoutError> {
    for item in items {
        let play = Play { halves: item.halves, inline: item.inline, on: Some(place) };
        let tile = lay(layout, item, play)?;
        place = Place { tile, port: if play.is_crosswise() { Port::Side2 } else { Port::Second } };
    }
    Ok(())
}

/// Adds one item and its arms; returns its number.
fn lay(layout: &mut Layout, item: &Item, play: Play) -> Result<usize, LayoutError> {
    let fail = |kind| Err(LayoutError { at: item.at, kind });
    if layout.lay_as_it_lies(play).is_err() {
        return fail(LayoutErrorKind::Twice { tile: play.tile() });
    }
    let tile = layout.len() - 1;
    if let Some(pip) = play.on.and_then(|place| layout.pip_at(place))
        && pip != play.halves[0]
        && !item.wrong
    {
        return fail(LayoutErrorKind::NoMatch { tile: play.tile(), pip });
    }
    for (arm, port) in item.arms.iter().zip([Port::End1, Port::End2]) {
        lay_outwards(layout, arm, Place { tile, port })?;
    }
    Ok(tile)
}

/// The branch to the left of the root, turned so that it is read outwards. A mark `!` belongs to the right-hand tile of
/// a pair, so it moves by one; the root's own mark goes to its left neighbour.
fn turned(mut left: Vec<Item>, root_wrong: bool) -> Vec<Item> {
    let mut wrong = root_wrong;
    for item in left.iter_mut().rev() {
        item.halves.reverse();
        std::mem::swap(&mut item.wrong, &mut wrong);
    }
    left.reverse();
    left
}

impl std::str::FromStr for Layout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        let text: Vec<(usize, char)> = text.chars().enumerate().collect();
        let mut reader = Reader { text: &text, next: 0, tiles: 0 };
        let mut line = reader.line(0)?;
        if reader.peek().is_some() {
            return Err(reader.error(LayoutErrorKind::Brackets));
        }
        if line.is_empty() {
            return Err(reader.error(LayoutErrorKind::Empty));
        }
        let mut roots = line.iter().enumerate().filter(|(_, item)| item.root);
        let root_index = roots.next().map_or(0, |(index, _)| index);
        if let Some((_, second)) = roots.next() {
            return Err(LayoutError { at: second.at, kind: LayoutErrorKind::SecondRoot });
        }
        let right = line.split_off(root_index + 1);
        let Some(root) = line.pop() else { return Err(reader.error(LayoutErrorKind::Empty)) };
        let left = turned(line, root.wrong);

        let mut layout = Self::new();
        let play = Play { halves: root.halves, inline: root.inline, on: None };
        let tile = lay(&mut layout, &root, play)?;
        let [left_port, right_port] = line_ports(&play);
        lay_outwards(&mut layout, &left, Place { tile, port: left_port })?;
        lay_outwards(&mut layout, &right, Place { tile, port: right_port })?;
        layout.first_double = marked_first_double(&layout, &left, &root, &right)?.or(layout.first_double);
        Ok(layout)
    }
}

/// The double marked `^`, by number.
fn marked_first_double(
    layout: &Layout,
    left: &[Item],
    root: &Item,
    right: &[Item],
) -> Result<Option<usize>, LayoutError> {
    fn collect<'a>(items: impl Iterator<Item = &'a Item>, marked: &mut Vec<&'a Item>) {
        for item in items {
            if item.first_double {
                marked.push(item);
            }
            collect(item.arms.iter().flatten(), marked);
        }
    }
    let mut marked = Vec::new();
    collect(left.iter().chain([root]).chain(right), &mut marked);
    if let Some(second) = marked.get(1) {
        return Err(LayoutError { at: second.at, kind: LayoutErrorKind::BadSpinnerMark });
    }
    Ok(marked.first().and_then(|item| layout.find(item.tile())))
}

/// Returns the two ports at which the line continues from a tile.
const fn line_ports(play: &Play) -> [Port; 2] {
    if play.is_crosswise() { [Port::Side1, Port::Side2] } else { [Port::First, Port::Second] }
}

impl Layout {
    /// The tiles of the branch that starts at a place, outwards; arms are not followed.
    fn branch(&self, mut place: Place) -> Vec<usize> {
        let mut tiles = Vec::new();
        while let Some(tile) = self.attached(place) {
            tiles.push(tile);
            place = Place { tile, port: line_ports(&self.laid[tile].play)[1] };
        }
        tiles
    }

    /// All tiles in the order in which the reader adds them.
    fn reading_order(&self, root: usize, left: &[usize], right: &[usize]) -> Vec<usize> {
        fn with_arms(layout: &Layout, tile: usize, order: &mut Vec<usize>) {
            order.push(tile);
            for port in [Port::End1, Port::End2] {
                for tile in layout.branch(Place { tile, port }) {
                    with_arms(layout, tile, order);
                }
            }
        }
        let mut order = Vec::new();
        for &tile in [root].iter().chain(left).chain(right) {
            with_arms(self, tile, &mut order);
        }
        order
    }

    fn joined_wrongly(&self, tile: usize) -> bool {
        let play = &self.laid[tile].play;
        play.on.and_then(|place| self.pip_at(place)).is_some_and(|pip| pip != play.halves[0])
    }

    fn write_tile(&self, f: &mut fmt::Formatter<'_>, tile: usize, turned: bool, spinner: bool) -> fmt::Result {
        let play = &self.laid[tile].play;
        let [mut a, mut b] = play.halves;
        if turned {
            (a, b) = (b, a);
        }
        write!(f, "{a}{}{b}", if play.inline { '=' } else { '-' })?;
        if spinner && self.first_double == Some(tile) {
            f.write_str("^")?;
        }
        let arms = [Port::End1, Port::End2].map(|port| self.branch(Place { tile, port }));
        let [first, second] = &arms;
        if first.is_empty() && second.is_empty() {
            return Ok(());
        }
        for arm in arms.iter().take(if second.is_empty() { 1 } else { 2 }) {
            f.write_str("(")?;
            for (i, &tile) in arm.iter().enumerate() {
                f.write_str(if i > 0 { " " } else { "" })?;
                f.write_str(if self.joined_wrongly(tile) { "!" } else { "" })?;
                self.write_tile(f, tile, false, spinner)?;
            }
            f.write_str(")")?;
        }
        Ok(())
    }

    /// Reads a play: `6-6`, `4=4`, `6-3@6-6.s1`, `2-0@6-2.2`. The place may lack its port where only one is free, and the
    /// halves may come in either order where only one of them matches.
    ///
    /// # Errors
    /// Where the text is not a play, or names no place of this layout.
    pub fn parse_play(&self, text: &str) -> Result<Play, LayoutError> {
        let (tile, place) = text.split_once('@').map_or((text, None), |(tile, place)| (tile, Some(place)));
        let fail = |at: usize, kind| Err(LayoutError { at, kind });
        let Some((mut halves, inline)) = halves(tile) else {
            return fail(1, LayoutErrorKind::NotATile { text: tile.chars().take(40).collect() });
        };
        if inline && halves[0] != halves[1] {
            return fail(1, LayoutErrorKind::NotADouble { text: tile.to_owned() });
        }
        let Some(place) = place else { return Ok(Play { halves, inline, on: None }) };
        let at = tile.chars().count() + 2;
        let Some(on) = self.parse_place(place) else {
            return fail(at, LayoutErrorKind::NoSuchPlace { text: place.chars().take(40).collect() });
        };
        if self.pip_at(on) == Some(halves[1]) && self.pip_at(on) != Some(halves[0]) {
            halves.reverse();
        }
        Ok(Play { halves, inline, on: Some(on) })
    }

    /// Reads a place: `6-6.s1`, `6-2.2` (the half with two pips), `6-2` where one port is free.
    fn parse_place(&self, text: &str) -> Option<Place> {
        let (tile, port) = text.split_once('.').map_or((text, None), |(tile, port)| (tile, Some(port)));
        let tile = self.find(tile.parse().ok()?)?;
        match port {
            Some(port) => self.port_named(tile, port),
            None => {
                let mut free = self.laid[tile].ports().iter().filter(|&&port| self.is_free(Place { tile, port }));
                let port = *free.next()?;
                free.next().is_none().then_some(Place { tile, port })
            }
        }
    }

    /// The place on a tile by the name of its port: `s1 s2 e1 e2` on a double (`e1`, `e2` also when it is end to end),
    /// the pips of the half on a single. `None` if the port does not exist.
    #[must_use]
    pub fn port_named(&self, tile: usize, name: &str) -> Option<Place> {
        let play = &self.laid.get(tile)?.play;
        let port = match (name, play.tile().is_double(), play.inline) {
            ("s1", true, false) => Port::Side1,
            ("s2", true, false) => Port::Side2,
            ("e1", true, false) => Port::End1,
            ("e2", true, false) => Port::End2,
            ("e1", true, true) => Port::First,
            ("e2", true, true) => Port::Second,
            (pips, false, _) => {
                let pip: Pip = pips.parse().ok()?;
                let half = play.halves.iter().position(|&half| half == pip)?;
                if half == 0 { Port::First } else { Port::Second }
            }
            _ => return None,
        };
        Some(Place { tile, port })
    }
}

impl fmt::Display for Layout {
    /// The notation of this module. Starts with the first tile where that is an end of its line; an empty layout is empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(root) = self.laid.first() else { return Ok(()) };
        let [left, right] = line_ports(&root.play).map(|port| self.branch(Place { tile: 0, port }));
        let mirrored = right.is_empty() && !left.is_empty();
        let (left, right) = if mirrored { (right, left) } else { (left, right) };

        let in_order = self.reading_order(0, &left, &right);
        let derived = in_order.iter().find(|&&tile| self.laid[tile].play.tile().is_double());
        let spinner = self.first_double.as_ref() != derived;

        for (i, &tile) in left.iter().rev().enumerate() {
            // The mark of a wrong join belongs to the tile on its right.
            let wrong = left.iter().rev().nth(i.wrapping_sub(1)).is_some_and(|&outer| self.joined_wrongly(outer));
            f.write_str(if wrong { "!" } else { "" })?;
            self.write_tile(f, tile, true, spinner)?;
            f.write_str(" ")?;
        }
        if let Some(&nearest) = left.first() {
            f.write_str(if self.joined_wrongly(nearest) { "!*" } else { "*" })?;
        }
        self.write_tile(f, 0, mirrored, spinner)?;
        for &tile in &right {
            f.write_str(if self.joined_wrongly(tile) { " !" } else { " " })?;
            self.write_tile(f, tile, false, spinner)?;
        }
        Ok(())
    }
}
