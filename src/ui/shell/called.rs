//! Calls of a club to this table: announced once, with the names in the form for the next match.

use super::Shell;
use crate::ui::notice::Notice;
use club::called::{CallWatch, CalledFixture};
use game::Setup;
use language::say;

impl Shell {
    /// Follows calls from now on.
    pub(super) fn follow_calls(&mut self, ctx: &egui::Context) {
        let ctx = ctx.clone();
        // Without a thread for it `join` says it all the same.
        self.calls = CallWatch::start(self.keeper.folder(), move || ctx.request_repaint()).ok();
    }

    pub(super) fn hear_calls(&mut self) {
        let news = self.calls.as_ref().and_then(CallWatch::take);
        let Some(news) = news else { return };
        for words in news.words().into_iter().filter(|words| !self.heard.contains(words)) {
            self.state.notices.push(Notice::told(say!("Called: {what}", what = words)));
        }
        self.heard = news.words();
        self.meetings = news.next_games();
        if let Some(call) = &news.call {
            self.called(call);
        }
    }

    /// Handles a call to this table.
    pub fn called(&mut self, call: &CalledFixture) {
        let [home, away] = &call.players;
        if home.is_empty() || home.len() != away.len() {
            return;
        }
        let form = &mut self.state.new_game;
        // Partners sit across: the sides take turns.
        let seats = home.iter().zip(away).flat_map(|(home, away)| [home, away]);
        for (name, player) in form.names.iter_mut().zip(seats) {
            name.clone_from(player);
        }
        form.players = 2 * home.len();
        form.pairs = home.len() == 2;
        form.fit();
        if let Err(why) = Setup::check_number(&form.rules, 2 * home.len()) {
            self.state.notices.push(Notice::failed(say!("{why}, or another game", why)));
        }
    }
}
