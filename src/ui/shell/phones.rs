//! Handles requests of phones like taps: store first, then the peg.

use super::Shell;
use crate::table;
use crate::ui::camera::is_demonstration;
use crate::ui::notice::Notice;
use crate::ui::phones::PhonesWish;
use crate::ui::watch::Watch;
use server::{NextGame, NextMatch, PhoneAct, PhoneAnswer};

impl Shell {
    /// Shows phones the state of the table and performs their requests.
    pub(super) fn hear_phones(&mut self, ctx: &egui::Context) {
        self.phones.meet(ctx);
        self.show_phones();
        while let Some(ask) = self.phones.take_ask() {
            let answer = self.asked_by_phone(&ask.by, &ask.act);
            self.show_phones();
            ask.answer(answer);
        }
        while let Some(ask) = self.phones.take_hand() {
            self.hands.ask(self.state.table.as_ref().map(|table| &table.game), ask);
        }
        let refused = self.phones.look(&mut self.state.phones);
        self.state.notices.extend(refused.into_iter().map(Notice::failed));
    }

    fn show_phones(&mut self) {
        let unkept = self.phones.is_match(self.keeper.on_table().map(|id| id.to_string()));
        self.state.notices.extend(unkept.map(Notice::failed));
        let game = self.state.table.as_ref().map(|table| &table.game);
        self.phones.show(game, self.state.unsaved.as_ref().map_or(0, |unsaved| unsaved.acts));
        let like = game.map(|game| NextGame::like(game.setup()));
        self.phones.offer(self.meetings.iter().cloned().chain(like).collect());
    }

    pub(super) fn phones(&mut self, wish: PhonesWish) {
        if wish == PhonesWish::Open {
            self.state.notices.extend(self.phones.certify(self.keeper.folder()).map(Notice::told));
        }
        self.phones.perform(wish, &mut self.state.phones);
        self.show_phones();
    }

    /// Performs or rejects a phone's request.
    fn asked_by_phone(&mut self, by: &str, asked: &PhoneAct) -> PhoneAnswer {
        match asked {
            // If this is rejected, the window's messages and questions don't change.
            PhoneAct::Act(act) => {
                let (act, seen) = (act.clone(), Watch::evidence(&self.state.camera, self.keeper.game(), act, by));
                table::answer(self.change(|table| table.apply(act, seen)))
            }
            PhoneAct::SameAgain => self.begun_by_phone(None),
            PhoneAct::Begin(next) => self.begun_by_phone(Some(next)),
        }
    }

    fn begun_by_phone(&mut self, next: Option<&NextMatch>) -> PhoneAnswer {
        let (setup, leader) = self.keeper.next_setup(next).map_err(|refused| refused.to_string())?;
        if is_demonstration(&setup) {
            // Its players are not here to play again.
            self.start_again()?;
        } else {
            self.start_as(setup, leader)?;
        }
        table::answer(Ok(self.keeper.unsaved()))
    }
}
