//! Advice at the table: the player, the tiles, the question they make with the record, and its answer.
//!
//! Everything that is asked comes from the match's record: plays, knocks and draws as they were entered. The tiles of the
//! own hand are known to this form alone; they are never part of the record.

use crate::advice::advising::question_of;
use crate::ui::table::TableScreen;
use adviser::{Advice, Question};
use eye::read::ReadTile;
use game::Seat;
use game::tile::{Tile, TileSet};
use language::say;
use std::path::PathBuf;

/// A tile of a hand read from a picture that is less certain than this should be looked at.
const DOUBTFUL: f64 = 0.8;

/// A wish of the adviser's panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Sets the seat whose tiles these are.
    Sit(Seat),
    /// A tile is in the hand, or is not after all.
    Tap(Tile),
    /// Empties the hand.
    Clear,
    /// The tiles are being entered, or have been.
    Entering(bool),
    /// Name of a picture's file while it is typed.
    Path(String),
    /// The hand is in this picture.
    Read(PathBuf),
    /// The hand is in the camera's picture.
    ReadCamera,
    /// Look at the move of this rank.
    Look(usize),
    /// Content beside the moves.
    Aside(Aside),
    /// Owner whose chances are shown.
    Owner(Owner),
}

/// Content of the panel beside the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aside {
    /// Reasons for the chosen move.
    #[default]
    Why,
    /// Likely holders of the unseen tiles.
    Holders,
}

/// Possible holder of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A player.
    Seat(Seat),
    /// The boneyard.
    Boneyard,
}

/// Progress of the answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum AdviceProgress {
    /// Nothing is asked.
    #[default]
    Nothing,
    /// The answer is being computed.
    Thinking,
    /// Here it is.
    Ready(Box<Advice>),
    /// No answer, for this reason.
    Refused(String),
}

/// A picture of the hand being read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandPicture {
    /// Name of the file while it is typed.
    pub path: String,
    /// Whether it is being read.
    pub reading: bool,
    /// The result.
    pub told: Option<String>,
    /// Tiles that were read with little certainty.
    pub doubtful: TileSet,
}

/// The adviser's panel.
#[derive(Clone, Debug, PartialEq)]
pub struct AdviceForm {
    /// Seat of these tiles.
    pub me: Seat,
    /// The tiles as entered, including those played since.
    pub hand: TileSet,
    /// The number of the deal's event they belong to.
    deal: Option<usize>,
    /// Whether the tiles are being entered.
    pub entering: bool,
    /// Question that the answer belongs to.
    pub asked: Option<Question>,
    /// The answer.
    pub progress: AdviceProgress,
    /// The move that is looked at, by its rank.
    pub chosen: usize,
    /// Content beside the moves.
    pub aside: Aside,
    /// Owner whose chances are shown.
    pub owner: Option<Owner>,
    /// A picture of the hand.
    pub picture: HandPicture,
}

impl Default for AdviceForm {
    fn default() -> Self {
        Self {
            me: Seat::FIRST,
            hand: TileSet::EMPTY,
            deal: None,
            entering: true,
            asked: None,
            progress: AdviceProgress::Nothing,
            chosen: 0,
            aside: Aside::Why,
            owner: None,
            picture: HandPicture::default(),
        }
    }
}

impl AdviceForm {
    /// Forgets the tiles: another hand, another player.
    pub fn forget(&mut self) {
        let (me, aside, path) = (self.me, self.aside, std::mem::take(&mut self.picture.path));
        *self = Self { me, aside, picture: HandPicture { path, ..HandPicture::default() }, ..Self::default() };
    }

    /// Keeps the form to the hand on the table; a new deal begins without tiles, or with those the record knows.
    pub fn follow(&mut self, table: &TableScreen) {
        if self.me.index() >= table.game.setup().seats() {
            self.me = Seat::FIRST;
        }
        let deal = table.round().map(|round| round.event);
        if self.deal != deal {
            self.forget();
            self.deal = deal;
            self.hand = table.round().map(|round| round.hand(self.me).known).unwrap_or_default();
            self.entering = self.missing(table) != 0;
        }
        if self.missing(table) < 0 || (self.missing(table) > 0 && !self.hand.is_empty()) {
            // A draw, or an undo that gave a tile back: the panel asks for the rest.
            self.entering = true;
        }
    }

    /// The tiles still in the hand.
    #[must_use]
    pub fn held(&self, table: &TableScreen) -> TileSet {
        table.round().map_or(self.hand, |round| self.hand.minus(round.layout.tiles()))
    }

    /// Tiles of the hand still to be entered; negative when there are too many.
    #[must_use]
    pub fn missing(&self, table: &TableScreen) -> i32 {
        let count = table.round().map_or(0, |round| i32::from(round.hand(self.me).count));
        count - i32::try_from(self.held(table).len()).unwrap_or(i32::MAX)
    }

    /// Sets the seat of the hand.
    pub fn sit(&mut self, seat: Seat) {
        if seat != self.me {
            self.me = seat;
            self.forget();
        }
    }

    /// A tile is in the hand, or is not after all. The last one that was missing shows the moves.
    pub fn tap(&mut self, tile: Tile, table: &TableScreen) {
        if !self.hand.remove(tile) {
            self.hand.insert(tile);
        }
        self.picture.doubtful.remove(tile);
        self.entering = self.missing(table) != 0;
    }

    /// Takes the hand that was read from a picture; everything in it can still be corrected.
    pub fn read(&mut self, read: Result<Vec<ReadTile>, String>, table: &TableScreen) {
        self.picture.reading = false;
        let tiles = match read {
            Ok(tiles) => tiles,
            Err(why) => {
                self.picture.told = Some(why);
                return;
            }
        };
        let set = table.rules().tiles();
        let laid = table.layout().tiles();
        let found: Vec<(Tile, f64)> = tiles.iter().filter_map(|read| Some((read.tile()?, read.confidence))).collect();
        let possible = |tile: &Tile| set.contains(*tile) && !laid.contains(*tile);
        self.hand = found.iter().map(|(tile, _)| *tile).filter(possible).collect();
        self.picture.doubtful = found.iter().filter(|(_, sure)| *sure < DOUBTFUL).map(|(tile, _)| *tile).collect();
        let left_out = found.len() - self.hand.len();
        let what = match found.len() {
            0 => say!("no tile was found in the picture").to_owned(),
            1 => say!("one tile was read").to_owned(),
            n => say!("{n} tiles were read", n),
        };
        let out = match left_out {
            0 => String::new(),
            n => say!("; {n} of them can't be in a hand: already dropped, listed twice, or not in this set", n),
        };
        let look =
            if self.picture.doubtful.is_empty() { "" } else { say!(". Check those marked with a question mark") };
        self.picture.told = Some(format!("{what}{out}{look}"));
        // What a camera read is looked at before it is used.
        self.entering = true;
    }

    /// The question the record and the hand make, `None` while there is nothing to ask.
    #[must_use]
    pub fn question(&self, table: &TableScreen) -> Option<Question> {
        let state = table.game.state();
        let round = state.running()?;
        if self.entering || self.missing(table) != 0 || round.turn != self.me {
            return None;
        }
        question_of(&table.game, self.me, self.held(table))
    }

    /// The answer, if it is there.
    #[must_use]
    pub fn advice(&self) -> Option<&Advice> {
        match &self.progress {
            AdviceProgress::Ready(advice) => Some(advice),
            AdviceProgress::Nothing | AdviceProgress::Thinking | AdviceProgress::Refused(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::record::Record;

    fn table(record: &str) -> TableScreen {
        TableScreen::new(Record::parse(&format!("{record}end\n")).unwrap().game)
    }

    const START: &str = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\n";

    fn tiles(text: &str) -> Vec<Tile> {
        text.split(' ').map(|tile| tile.parse().unwrap()).collect()
    }

    #[test]
    fn the_question_is_the_record_with_the_hand() {
        let table = table(&format!("{START}A 6-6\nB 6-3@6-6.s1\n"));
        let mut form = AdviceForm::default();
        form.follow(&table);
        for tile in tiles("3-3 6-5 4-1 2-2 1-0") {
            form.tap(tile, &table);
            assert!(form.question(&table).is_none());
        }
        form.tap("5-0".parse().unwrap(), &table);
        assert!(!form.entering);
        let question = form.question(&table).unwrap();
        assert_eq!(question.turns.len(), 2);
        assert_eq!((question.hand.len(), question.scores, question.leader), (6, vec![4, 8], Some(0)));
        let advice = adviser::Desk::new()
            .advise(
                &form.question(&table).unwrap(),
                &adviser::Settings { iterations: 500, ..Default::default() },
                1,
                || false,
            )
            .unwrap();
        assert_eq!(advice.moves[0].play.tile().to_string(), "3-3", "nine and a hit: three threes more than any other");
    }

    #[test]
    fn laid_tiles_leave_the_hand_and_come_back_with_undo() {
        let mut table = table(START);
        let mut form = AdviceForm::default();
        form.follow(&table);
        for tile in tiles("6-6 3-3 6-5 4-1 2-2 1-0 5-0") {
            form.tap(tile, &table);
        }
        assert!(form.question(&table).is_some());
        let play = game::layout::Play::lead("6-6".parse().unwrap());
        table.game.act(game::Act::Play { seat: Seat::FIRST, play, stands: false }).unwrap();
        form.follow(&table);
        assert_eq!((form.held(&table).len(), form.missing(&table)), (6, 0));
        assert!(form.question(&table).is_none(), "it is Ben's turn");
        table.game.act(game::Act::Undo).unwrap();
        form.follow(&table);
        assert!(form.question(&table).is_some());
    }
}
