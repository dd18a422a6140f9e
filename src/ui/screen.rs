//! The screens, and the sheets over the tile pad of the table.

use language::sentence;

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
    /// Choosing a camera and seeing its picture.
    Camera,
    /// The pips of a heap of tiles.
    Count,
    /// Theme, scale, motion.
    Settings,
    /// Help for each screen.
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

/// The sheet over the tile pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Sheet {
    /// Nothing.
    #[default]
    None,
    /// The rarer things: penalty, correction, wrong play, redeal, giving up.
    More,
    /// The drops of this hand, to put one right.
    Drops,
    /// Advice on the tile to play.
    Advice,
    /// The pad itself, in the place of the camera's picture.
    Pad,
    /// The record of the match as a code for another phone.
    Code,
    /// Correction of a score.
    Scores,
    /// The players: corrected names and substitutes.
    Players,
    /// The peg board, where the window has no room for it beside the pad.
    Board,
}
