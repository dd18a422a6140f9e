//! The back button of a phone: the last opened view closes first, and it never leads out of a hand.

use super::Shell;
use crate::ui::action::{Action, TableWish};
use crate::ui::entry::EntryWish;
use crate::ui::history::{Tab, Wish};
use crate::ui::phones::PhonesWish;
use crate::ui::screen::{Screen, Sheet};
use crate::ui::state::State;

/// The thing to be closed; `None` on the table with nothing open, or without a match to go back to.
#[must_use]
pub(super) fn step(state: &State) -> Option<Action> {
    if state.phones.shown {
        return Some(Action::Phones(PhonesWish::Panel(false)));
    }
    let history = &state.history;
    if state.screen == Screen::History
        && history.tab == Tab::Matches
        && (history.exporting || history.import.is_some() || history.replay.is_some())
    {
        return Some(Action::History(Wish::Close));
    }
    let table = state.table.as_ref()?;
    if state.screen != Screen::Table {
        return Some(Action::Go(Screen::Table));
    }
    if table.asks() || table.doubt.is_some() {
        return Some(EntryWish::Clear.into());
    }
    (table.sheet != Sheet::None).then_some(TableWish::Open(Sheet::None).into())
}

impl Shell {
    /// Reports whether there is something to go back from.
    #[must_use]
    pub fn is_deep(&self) -> bool {
        step(&self.state).is_some()
    }

    /// Goes back a step.
    pub fn back(&mut self) {
        if let Some(action) = step(&self.state) {
            self.perform(action);
        }
    }
}
