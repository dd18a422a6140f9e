//! What the views ask for. The shell performs it after the frame is drawn.

use crate::camera::SourceSpec;
use crate::camera::page::Lens;
use crate::live::Role;
use crate::ui::advise::{Aside, Owner};
use crate::ui::count::CountWish;
use crate::ui::entry::Mode;
use crate::ui::history::Wish;
use crate::ui::phones::PhonesWish;
use crate::ui::score_sheet::ScoreWish;
use crate::ui::settings::Settings;
use crate::ui::table::ScoreFix;
use game::layout::{Place, Play};
use game::rules::Points;
use game::tile::{Pip, Tile};
use game::{Offence, Seat, Side};
use language::sentence;
use std::path::PathBuf;

/// The screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Screen {
    /// The table: for the whole evening.
    Table,
    /// Rules, players, legs.
    #[default]
    NewGame,
    /// Past sessions.
    History,
    /// Every rule set with its clauses.
    Rules,
    /// Which camera, and what it sees.
    Camera,
    /// The pips of a heap of tiles.
    Count,
    /// Theme, scale, motion.
    Settings,
    /// What is where, what to do when.
    Help,
    /// The first page of the first start: three things to touch. No name in the bar.
    Welcome,
}

impl Screen {
    /// Every screen in the order of the bar, with its name and its key.
    pub const ALL: [(Self, &'static str, egui::Key); 8] = [
        (Self::Table, sentence!("Table"), egui::Key::F1),
        (Self::NewGame, sentence!("New game"), egui::Key::F2),
        (Self::History, sentence!("History"), egui::Key::F3),
        (Self::Rules, sentence!("Rules"), egui::Key::F4),
        (Self::Count, sentence!("Count"), egui::Key::F9),
        (Self::Camera, sentence!("Camera"), egui::Key::F7),
        (Self::Settings, sentence!("Settings"), egui::Key::F5),
        (Self::Help, sentence!("Help"), egui::Key::Questionmark),
    ];
}

/// What lies over the tile pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Sheet {
    /// Nothing.
    #[default]
    None,
    /// The rarer things: penalty, correction, wrong play, redeal, giving up.
    More,
    /// The drops of this hand, to put one right.
    Drops,
    /// Which tile to play, and why.
    Advice,
    /// The pad itself, in the place of the camera's picture.
    Pad,
    /// The record of the match as a code for another phone.
    Code,
    /// A score put right.
    Scores,
    /// Who plays: names put right, somebody who plays on for another.
    Players,
    /// The peg board, where the window has no room for it beside the pad.
    Board,
}

/// A wish of the adviser's panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// These are the tiles of this seat.
    Sit(Seat),
    /// A tile is in the hand, or is not after all.
    Tap(Tile),
    /// No tile is in the hand.
    Clear,
    /// The tiles are being told, or have been.
    Entering(bool),
    /// The name of a picture's file, as it is being typed.
    Path(String),
    /// The hand is in this picture.
    Read(PathBuf),
    /// The hand is in the camera's picture.
    ReadCamera,
    /// Look at the move of this rank.
    Look(usize),
    /// What stands beside the moves.
    Aside(Aside),
    /// Whose chances are shown.
    Owner(Owner),
}

/// A wish about the camera.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CameraWish {
    /// Open this source.
    Open(SourceSpec),
    /// Open what was typed.
    OpenTyped,
    /// An address, a picture or a folder, as it is being typed.
    Typed(String),
    /// Close the source.
    Off,
    /// Read a known picture.
    Test,
    /// What is seen was not laid; what seems misread is right.
    Dismiss,
    /// The camera was moved: look afresh.
    Again,
    /// Try the camera again now.
    Reopen,
    /// Set the camera so.
    Lens(Lens),
    /// Mark this reading of the drop: 0 the proposal, then its alternatives.
    Mark(usize),
    /// A tile of the picture is tapped: it was misread.
    Tile(Role),
    /// An earlier drop was misread: put it right.
    Correct,
    /// The drop that is about to enter itself asks instead.
    Stop,
    /// What lies there already is taken over; this seat drops next.
    TakeOver(Seat),
    /// Something about the guided set-up.
    Guide(GuideWish),
    /// Write the last minute to a folder that can be handed in.
    KeepMinute,
    /// Show the whole picture, or the layout enlarged.
    Whole(bool),
}

/// A wish about the guided set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuideWish {
    /// Begin, or go on to the next step.
    GoOn,
    /// Leave it.
    Leave,
    /// Read the tiles that lie there now.
    Read,
    /// This tile was read wrong, or right after all.
    Mark(usize),
    /// One more lies there.
    Missing,
    /// The drop that is proposed is right, or is not.
    Judge(bool),
    /// A drop was not seen.
    Missed,
    /// Let sure drops count by themselves.
    ByItself,
}

/// A wish of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Go to a screen.
    Go(Screen),
    /// Open or close what lies over the pad.
    Open(Sheet),

    /// A figure of the keypad is tapped: a drop that is clear may be entered at once.
    Figure(Pip),
    /// A figure is typed: the drop waits for Enter, which would otherwise mean whatever comes next.
    Type(Pip),
    /// The last figure is a double lying across.
    Double,
    /// Take back the last figure.
    Backspace,
    /// Forget what has been entered.
    Clear,
    /// What figures mean.
    Meaning(Mode),
    /// A tile of the pad.
    Tap(Tile),
    /// A place of the line.
    TapPlace(Place),
    /// The next or the one before of several plays.
    Mark(bool),
    /// Enter this one of several plays.
    Choose(Play),
    /// Enter what is proposed, or whatever comes next.
    Confirm,
    /// Record the tile as it lies, whatever the rules say.
    AsItLies(bool),
    /// The tile that was asked about lay so.
    LaySo,
    /// It was this seat's drop.
    Whose(Seat),

    /// Who is to drop cannot.
    Knock,
    /// He cannot, and it is recorded although a known tile fits.
    KnockAnyway,
    /// He takes a tile.
    Draw,
    /// He takes his side's score.
    Claim,
    /// Somebody calls another's score.
    Muggins(Seat),
    /// A score was claimed that is not there.
    FalseClaim(Seat, u16),
    /// An offence is penalised.
    Penalty(Seat, Offence),
    /// A score is put right by hand, for this reason.
    Adjust(Side, Points, String),
    /// What a score is put right to, as it is being entered.
    Fixing(ScoreFix),
    /// Nobody can play.
    Block,
    /// The name of a seat, as it is being typed.
    Naming(Seat, String),
    /// The player of this seat is called what was typed.
    Rename(Seat),
    /// Whoever was typed plays on for the player of this seat.
    Substitute(Seat),
    /// The tiles are dealt again.
    Redeal,
    /// The match is given up.
    Abandon,
    /// A hand begins, led by this seat.
    Deal(Seat),
    /// Take back the last act.
    Undo,
    /// Do it after all.
    Redo,
    /// Put another play in the place of an earlier one: the pad now enters that drop.
    Rewrite(usize),
    /// An earlier act did not happen.
    Remove(usize),

    /// A hand's leftover pips are entered for this seat.
    TallySeat(Seat),
    /// Pay the hand.
    Tally,
    /// Something about a hand of a score sheet.
    Score(ScoreWish),
    /// Something about counting a heap.
    Count(CountWish),

    /// The adviser's panel is asked for something.
    Advice(Ask),
    /// Something about the camera.
    Camera(CameraWish),
    /// Something about the phones.
    Phones(PhonesWish),
    /// Begin a match that the simulated table plays.
    Demonstrate,

    /// Begin a match with what the form says.
    Start,
    /// Begin the same match again.
    SameAgain,
    /// Forget what was chosen for a new match: as it was last time.
    AsLastTime,
    /// Take over changed settings.
    Set(Settings),
    /// Put this text into the clipboard.
    Copy(String),
    /// Show or close the spectators' window.
    Spectators,
    /// Something about past matches.
    History(Wish),
    /// A notice has been read.
    Dismiss,
    /// Take over what a file still has of games that lost their end.
    TakeBack(std::path::PathBuf),
    /// Leave that file alone.
    NotNow,
    /// Save the unsaved drops as a file.
    ExportUnsaved,
    /// Keep the sessions in another folder from now on.
    GoOnIn(std::path::PathBuf),
}
