//! Calls of a club to this table: announced once, with the names in the form for the next match.

use super::Shell;
use crate::ui::notice::Notice;
use game::Setup;
use language::say;

impl Shell {
    /// Follows calls from now on.
    pub(super) fn follow_calls(&mut self, ctx: &egui::Context) {
        let ctx = ctx.clone();
        self.calls.follow(self.keeper.folder(), move || ctx.request_repaint());
    }

    pub(super) fn hear_calls(&mut self) {
        let Some(news) = self.calls.news() else { return };
        for words in news.words {
            self.state.notices.push(Notice::told(say!("Called: {what}", what = words)));
        }
        self.meetings = news.meetings;
        if let Some(players) = &news.players {
            self.called(players);
        }
    }

    /// Handles a call of these players of two sides to this table.
    pub fn called(&mut self, [home, away]: &[Vec<String>; 2]) {
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
