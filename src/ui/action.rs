//! Wishes of all screens. The shell performs them after the frame is drawn.

use crate::ui::advise::Ask;
use crate::ui::camera::CameraWish;
use crate::ui::count::CountWish;
use crate::ui::entry::EntryWish;
use crate::ui::history::Wish;
use crate::ui::notice::NoticeWish;
use crate::ui::phones::PhonesWish;
use crate::ui::score_sheet::ScoreWish;
use crate::ui::screen::{Screen, Sheet};
use crate::ui::settings::Settings;
use crate::ui::state::BeginWish;
use crate::ui::table::{ActWish, FormWish};

/// A wish of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Go to a screen.
    Go(Screen),
    /// Something at the table.
    Table(TableWish),
    /// Begin a match.
    Begin(BeginWish),
    /// Something about past matches.
    History(Wish),
    /// Something about counting a heap.
    Count(CountWish),
    /// Something about the camera.
    Camera(CameraWish),
    /// Something about the phones.
    Phones(PhonesWish),
    /// Something about a notice.
    Notice(NoticeWish),
    /// Apply changed settings.
    Set(Settings),
    /// Put this text into the clipboard.
    Copy(String),
    /// Show or close the spectators' window.
    Spectators,
}

/// A wish at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableWish {
    /// Open or close the sheet over the pad.
    Open(Sheet),
    /// Something about the drop that is being entered.
    Entry(EntryWish),
    /// An act of the match.
    Act(ActWish),
    /// A wish about text typed into a form.
    Form(FormWish),
    /// Something about a hand of a score sheet.
    Score(ScoreWish),
    /// The adviser's panel is asked for something.
    Advice(Ask),
}

impl From<TableWish> for Action {
    fn from(wish: TableWish) -> Self {
        Self::Table(wish)
    }
}

impl From<EntryWish> for Action {
    fn from(wish: EntryWish) -> Self {
        Self::Table(TableWish::Entry(wish))
    }
}

impl From<ActWish> for Action {
    fn from(wish: ActWish) -> Self {
        Self::Table(TableWish::Act(wish))
    }
}

impl From<FormWish> for Action {
    fn from(wish: FormWish) -> Self {
        Self::Table(TableWish::Form(wish))
    }
}

impl From<BeginWish> for Action {
    fn from(wish: BeginWish) -> Self {
        Self::Begin(wish)
    }
}

impl From<NoticeWish> for Action {
    fn from(wish: NoticeWish) -> Self {
        Self::Notice(wish)
    }
}
