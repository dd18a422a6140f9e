//! The layout: tiles in playing order, the places where the next tile may go, and the ends that are counted. Knows
//! tiles and rules; never pixels, seats or scores.
//!
//! Two sets are kept apart, since mixing them up is the classic mistake: **ports** are places
//! where a tile can be attached, of which the rules make some *playable*; **ends** are what is added up. A crosswise
//! double with one side covered is one end that counts twice its pips and one playable port; with both sides covered
//! it counts nothing and may have two playable ports.

#![warn(missing_docs, clippy::wildcard_enum_match_arm)]

mod arrange;
mod notation;
mod play;
mod refusal;

pub use arrange::{Arrangement, Dir, TileSpot, arrange};
pub use notation::{LayoutError, LayoutErrorKind};
pub use play::{End, Place, Play, Port};
pub use refusal::PlayRefusal;

use self::play::Laid;
use crate::rules::{Crossed, RuleSet, Scoring, Spinner, score};
use crate::tile::{Pip, Tile, TileSet};
use std::fmt;

/// Tiles in playing order. The empty layout waits for its first tile.
///
/// ```
/// use game::layout::Layout;
/// use game::rules::RuleSet;
///
/// let rules = RuleSet::preset("pafos")?;
/// let mut layout: Layout = "6-6 6-3".parse()?;
/// assert_eq!(layout.count(&rules), 15);
/// let play = layout.ways("5-3".parse()?, &rules)[0];
/// layout.lay(play, &rules)?;
/// assert_eq!((layout.to_string(), layout.count(&rules)), ("6-6 6-3 3-5".to_owned(), 17));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "Vec<Play>", try_from = "Vec<Play>")
)]
pub struct Layout {
    laid: Vec<Laid>,
    tiles: TileSet,
    first_double: Option<usize>,
}

impl From<Layout> for Vec<Play> {
    fn from(layout: Layout) -> Self {
        layout.plays().copied().collect()
    }
}

impl TryFrom<Vec<Play>> for Layout {
    type Error = PlayRefusal;

    fn try_from(plays: Vec<Play>) -> Result<Self, PlayRefusal> {
        let mut layout = Self::new();
        plays.into_iter().try_for_each(|play| layout.lay_as_it_lies(play))?;
        Ok(layout)
    }
}

impl Layout {
    /// A layout with no tile.
    #[must_use]
    pub const fn new() -> Self {
        Self { laid: Vec::new(), tiles: TileSet::EMPTY, first_double: None }
    }

    /// The plays that made it, in order.
    pub fn plays(&self) -> impl ExactSizeIterator<Item = &Play> + DoubleEndedIterator + Clone {
        self.laid.iter().map(|laid| &laid.play)
    }

    /// The play of tile number `tile`.
    #[must_use]
    pub fn play(&self, tile: usize) -> Option<&Play> {
        self.laid.get(tile).map(|laid| &laid.play)
    }

    /// Number of tiles.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.laid.len()
    }

    /// Reports whether the table is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.laid.is_empty()
    }

    /// The tiles on the table.
    #[must_use]
    pub const fn tiles(&self) -> TileSet {
        self.tiles
    }

    /// The number of the tile, `None` if it is not on the table.
    #[must_use]
    pub fn find(&self, tile: Tile) -> Option<usize> {
        self.laid.iter().position(|laid| laid.play.tile() == tile)
    }

    /// The first double played, by number: the spinner in games where only the first double is one.
    #[must_use]
    pub const fn first_double(&self) -> Option<usize> {
        self.first_double
    }

    /// The value at a port, `None` if the port does not exist.
    #[must_use]
    pub fn pip_at(&self, place: Place) -> Option<Pip> {
        let laid = self.laid.get(place.tile)?;
        laid.ports().contains(&place.port).then(|| laid.pip_at(place.port))
    }

    /// Returns the free port of a tile with these pips: the place for the figure of a counting end.
    #[must_use]
    pub fn open_port(&self, tile: usize, pip: Pip) -> Option<Port> {
        let ports = [Port::Second, Port::First, Port::Side2, Port::Side1, Port::End1, Port::End2];
        let place = |port| Place { tile, port };
        ports.into_iter().find(|&port| self.is_free(place(port)) && self.pip_at(place(port)) == Some(pip))
    }

    /// Reports whether the port exists and is free.
    #[must_use]
    pub fn is_free(&self, place: Place) -> bool {
        let has = |laid: &Laid| laid.ports().contains(&place.port) && laid.is_free(place.port);
        self.laid.get(place.tile).is_some_and(has)
    }

    /// The free ends of tiles that are not across, whatever the rules open.
    pub fn free_ends(&self) -> impl Iterator<Item = Place> + '_ {
        let ports = [Port::First, Port::Second];
        let places = (0..self.len()).flat_map(move |tile| ports.map(|port| Place { tile, port }));
        places.filter(|place| self.is_free(*place))
    }

    /// The tile attached at a port, by number.
    #[must_use]
    pub fn attached(&self, place: Place) -> Option<usize> {
        self.laid.iter().position(|laid| laid.play.on == Some(place))
    }

    /// Reports whether the rules open the ends of this double.
    fn ends_open(&self, tile: usize, laid: &Laid, rules: &RuleSet) -> bool {
        let after_sides = !rules.ends_after_sides || laid.is_crossed();
        match rules.spinner {
            Spinner::None => false,
            Spinner::First => self.first_double == Some(tile) && after_sides,
            Spinner::AllAfterSides => after_sides,
            Spinner::AllAtOnce => true,
        }
    }

    /// The first double, while the rules open no other place because it is not covered on all four sides.
    fn crossing(&self, rules: &RuleSet) -> Option<usize> {
        let first = self.first_double.filter(|_| rules.cross_first)?;
        let laid = &self.laid[first];
        let open = laid.play.is_crosswise() && Port::CROSS.iter().any(|&port| laid.is_free(port));
        open.then_some(first)
    }

    fn is_playable(&self, tile: usize, laid: &Laid, port: Port, rules: &RuleSet) -> bool {
        if self.crossing(rules).is_some_and(|first| first != tile) {
            return false;
        }
        let open = match port {
            Port::First | Port::Second | Port::Side1 => true,
            // With two exits a later double is a crossroads without a far side.
            Port::Side2 => laid.play.on.is_none() || rules.spinner != Spinner::AllAtOnce || rules.double_exits > 2,
            Port::End1 | Port::End2 => self.ends_open(tile, laid, rules),
        };
        open && laid.is_free(port)
    }

    /// Every place where the rules let the next tile go, in order of the tiles.
    pub fn playable<'a>(&'a self, rules: &'a RuleSet) -> impl Iterator<Item = (Place, Pip)> + 'a {
        self.laid.iter().enumerate().flat_map(move |(tile, laid)| {
            let ports = laid.ports().iter().copied();
            let open = ports.filter(move |&port| self.is_playable(tile, laid, port, rules));
            open.map(move |port| (Place { tile, port }, laid.pip_at(port)))
        })
    }

    /// Like [`Self::playable`], but of two places that are mirror images of each other only the first: the sides of a
    /// double with nothing on either, its ends likewise, the ends of a lone double placed end to end.
    pub fn distinct_playable<'a>(&'a self, rules: &'a RuleSet) -> impl Iterator<Item = (Place, Pip)> + 'a {
        self.playable(rules).filter(move |(place, _)| {
            let laid = &self.laid[place.tile];
            match place.port {
                Port::First | Port::Side1 | Port::End1 => true,
                Port::Second => !(laid.play.tile().is_double() && laid.is_free(Port::First)),
                Port::Side2 => !laid.is_free(Port::Side1),
                Port::End2 => !laid.is_free(Port::End1),
            }
        })
    }

    /// The values a tile must have to be played, as a bit for each pip. All bits are set on an empty layout.
    #[must_use]
    pub fn open_pips(&self, rules: &RuleSet) -> u16 {
        if self.is_empty() {
            return u16::MAX;
        }
        self.playable(rules).fold(0, |bits, (_, pip)| bits | 1 << pip.get())
    }

    /// Reports whether the tile can be played anywhere.
    #[must_use]
    pub fn fits(&self, tile: Tile, rules: &RuleSet) -> bool {
        let open = self.open_pips(rules);
        open >> tile.high().get() & 1 == 1 || open >> tile.low().get() & 1 == 1
    }

    /// Every different legal play of the tile: none if it does not fit or has been played.
    #[must_use]
    pub fn ways(&self, tile: Tile, rules: &RuleSet) -> Vec<Play> {
        if self.tiles.contains(tile) || !rules.tiles().contains(tile) {
            return Vec::new();
        }
        let lies: &[bool] = if tile.is_double() && rules.inline_doubles { &[false, true] } else { &[false] };
        let mut ways = Vec::new();
        for &inline in lies {
            if self.is_empty() {
                ways.push(Play { inline, ..Play::lead(tile) });
            }
            for (place, pip) in self.distinct_playable(rules) {
                if let Some(outer) = tile.other(pip) {
                    ways.push(Play { halves: [pip, outer], inline, on: Some(place) });
                }
            }
        }
        ways
    }

    /// Every way to play one of `tiles` that leaves exactly these ends open: how a drop is entered by its ends.
    #[must_use]
    pub fn ways_to_ends(&self, tiles: TileSet, ends: &[(Pip, bool)], rules: &RuleSet) -> Vec<Play> {
        let sorted = |mut ends: Vec<(Pip, bool)>| {
            ends.sort_unstable();
            ends
        };
        let want = sorted(ends.to_vec());
        let leads_there =
            |play: &Play| sorted(self.after(play).ends(rules).map(|end| (end.pip, end.double)).collect()) == want;
        tiles.iter().flat_map(|tile| self.ways(tile, rules)).filter(leads_there).collect()
    }

    /// Checks whether the rules allow the play.
    ///
    /// # Errors
    /// The first thing that forbids it.
    pub fn check(&self, play: &Play, rules: &RuleSet) -> Result<(), PlayRefusal> {
        let tile = play.tile();
        if !rules.tiles().contains(tile) {
            return Err(PlayRefusal::NotInSet { tile, max: rules.set_size });
        }
        self.check_possible(play)?;
        if play.inline && !rules.inline_doubles {
            return Err(PlayRefusal::NotInline { tile });
        }
        let Some(place) = play.on else { return Ok(()) };
        let laid = &self.laid[place.tile];
        if !self.is_playable(place.tile, laid, place.port, rules) {
            return Err(PlayRefusal::Closed { tile, on: laid.play.tile() });
        }
        let pip = laid.pip_at(place.port);
        if play.halves[0] == pip { Ok(()) } else { Err(PlayRefusal::NoMatch { tile, pip }) }
    }

    /// Checks whether the play is physically possible, under any rules. A wrong play that stands needs no more.
    ///
    /// # Errors
    /// The reason it is impossible on a table.
    pub fn check_possible(&self, play: &Play) -> Result<(), PlayRefusal> {
        let tile = play.tile();
        if self.tiles.contains(tile) {
            return Err(PlayRefusal::AlreadyLaid { tile });
        }
        if play.inline && !tile.is_double() {
            return Err(PlayRefusal::NotInline { tile });
        }
        let Some(place) = play.on else {
            return if self.is_empty() { Ok(()) } else { Err(PlayRefusal::PlaceMissing { tile }) };
        };
        if self.pip_at(place).is_none() {
            return Err(PlayRefusal::NoSuchPlace { tile });
        }
        if !self.is_free(place) {
            return Err(PlayRefusal::Taken { tile, on: self.laid[place.tile].play.tile() });
        }
        Ok(())
    }

    /// Plays the tile if the rules allow it.
    ///
    /// # Errors
    /// As [`Self::check`]; the layout is then unchanged.
    pub fn lay(&mut self, play: Play, rules: &RuleSet) -> Result<(), PlayRefusal> {
        self.check(&play, rules)?;
        self.push(play);
        Ok(())
    }

    /// Adds the tile as played, even as a wrong play that stands.
    ///
    /// # Errors
    /// As [`Self::check_possible`]; the layout is then unchanged.
    pub fn lay_as_it_lies(&mut self, play: Play) -> Result<(), PlayRefusal> {
        self.check_possible(&play)?;
        self.push(play);
        Ok(())
    }

    /// Returns the layout with one more tile, whether or not the rules allow it; unchanged if the play is impossible.
    #[must_use]
    pub fn after(&self, play: &Play) -> Self {
        let mut after = self.clone();
        if after.check_possible(play).is_ok() {
            after.push(*play);
        }
        after
    }

    /// The layout as it was with its first `tiles` tiles; all of it where it has no more.
    #[must_use]
    pub fn prefix(&self, tiles: usize) -> Self {
        let mut prefix = Self::new();
        self.plays().take(tiles).for_each(|play| prefix.push(*play));
        prefix
    }

    fn push(&mut self, play: Play) {
        if let Some(place) = play.on {
            self.laid[place.tile].taken |= place.port.bit();
        }
        let joined = if play.is_crosswise() { Port::Side1 } else { Port::First };
        let taken = if play.on.is_some() { joined.bit() } else { 0 };
        if play.tile().is_double() && self.first_double.is_none() {
            self.first_double = Some(self.laid.len());
        }
        self.tiles.insert(play.tile());
        self.laid.push(Laid { play, taken });
    }

    /// The counting ends, in order of the tiles.
    pub fn ends<'a>(&'a self, rules: &'a RuleSet) -> impl Iterator<Item = End> + 'a {
        self.laid.iter().enumerate().flat_map(move |(tile, laid)| {
            let end = move |pip: Pip, double: bool| End {
                tile,
                pip,
                counts: u16::from(pip.get()) * if double { 2 } else { 1 },
                double,
            };
            let (mut first, mut second) = (None, None);
            if !laid.play.is_crosswise() {
                first = laid.is_free(Port::First).then(|| end(laid.play.halves[0], false));
                second = laid.is_free(Port::Second).then(|| end(laid.play.halves[1], false));
            } else if !laid.is_crossed() {
                first = Some(end(laid.play.halves[0], true));
            } else if rules.crossed == Crossed::OpenEnds && self.ends_open(tile, laid, rules) {
                first = laid.is_free(Port::End1).then(|| end(laid.play.halves[0], false));
                second = laid.is_free(Port::End2).then(|| end(laid.play.halves[0], false));
            }
            first.into_iter().chain(second)
        })
    }

    /// Returns the points that the open ends pay now.
    #[must_use]
    pub fn pays(&self, rules: &RuleSet) -> u16 {
        if rules.scoring != Scoring::Headers {
            return score::play_points(rules, self.count(rules));
        }
        let ends: Vec<End> = self.ends(rules).collect();
        match ends[..] {
            // The double that was led is both ends of the line.
            [lone] if lone.double => 2,
            [a, b] if a.pip == b.pip => 2 + u16::from(a.double || b.double),
            _ => 0,
        }
    }

    /// The sum of the counting ends, 0 for an empty layout.
    #[must_use]
    pub fn count(&self, rules: &RuleSet) -> u16 {
        self.ends(rules).map(|end| end.counts).sum()
    }

    /// The tiles, by number, that are joined against the pips or at a place the rules do not open: wrong plays that
    /// stand.
    #[must_use]
    pub fn wrong_plays(&self, rules: &RuleSet) -> Vec<usize> {
        let mut before = Self::new();
        let mut wrong = Vec::new();
        for (tile, play) in self.plays().enumerate() {
            if before.check(play, rules).is_err() {
                wrong.push(tile);
            }
            before.push(*play);
        }
        wrong
    }

    /// Orders the tiles so that the rules allow each play: a layout read from text or a picture has no order. Joins
    /// against the pips are kept, as wrong plays that stand.
    ///
    /// # Errors
    /// The reason no order of play makes a tile's place legal.
    pub fn in_legal_order(&self, rules: &RuleSet) -> Result<Self, PlayRefusal> {
        let mut ordered = Self::new();
        // New numbers of the tiles by their old ones.
        let mut numbers: Vec<Option<usize>> = vec![None; self.len()];
        // With a single spinner, other doubles wait for it.
        let is_late = |tile: &usize| self.laid[*tile].play.tile().is_double() && self.first_double != Some(*tile);
        while ordered.len() < self.len() {
            let mut refusal = None;
            let mut waiting: Vec<usize> = (0..self.len()).filter(|&tile| numbers[tile].is_none()).collect();
            waiting.sort_by_key(is_late);
            let next = waiting.into_iter().find_map(|tile| {
                let play = self.laid[tile].play;
                let on = match play.on {
                    None => None,
                    Some(place) => Some(Place { tile: numbers[place.tile]?, port: place.port }),
                };
                let play = Play { on, ..play };
                match ordered.check(&play, rules) {
                    Ok(()) | Err(PlayRefusal::NoMatch { .. }) => Some((tile, play)),
                    Err(why) => {
                        refusal = refusal.or(Some(why));
                        None
                    }
                }
            });
            let Some((tile, play)) = next else {
                return Err(refusal.unwrap_or(PlayRefusal::NoSuchPlace { tile: self.laid[0].play.tile() }));
            };
            numbers[tile] = Some(ordered.len());
            ordered.push(play);
        }
        Ok(ordered)
    }

    /// A play in words that can be read back by [`Self::parse_play`]: `6-6`, `4=4` (end to end), `6-3@6-6.s1`,
    /// `2-0@6-2.2`; the half that is joined comes first.
    #[must_use]
    pub fn play_text(&self, play: &Play) -> String {
        PlayText { layout: self, play }.to_string()
    }
}

struct PlayText<'a> {
    layout: &'a Layout,
    play: &'a Play,
}

impl fmt::Display for PlayText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.play.halves;
        write!(f, "{a}{}{b}", if self.play.inline { '=' } else { '-' })?;
        let Some(place) = self.play.on else { return Ok(()) };
        let Some(on) = self.layout.play(place.tile) else { return Ok(()) };
        write!(f, "@{}.", on.tile())?;
        match place.port {
            // On a single the half is named by its pips, as players do; the ends of an inline double are e1 and e2.
            Port::First | Port::Second if on.tile().is_double() => {
                f.write_str(if place.port == Port::First { "e1" } else { "e2" })
            }
            Port::First => on.halves[0].fmt(f),
            Port::Second => on.halves[1].fmt(f),
            Port::Side1 | Port::Side2 | Port::End1 | Port::End2 => f.write_str(place.port.name()),
        }
    }
}
