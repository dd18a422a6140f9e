//! The clock of a claim: an unclaimed score is lost when it ends. The record gets an act; the time stays out of it.

use super::Shell;
use game::Act;

impl Shell {
    /// Counts down the time to claim the last drop's score.
    pub(super) fn claim_clock(&mut self, ctx: &egui::Context) {
        let Some(table) = &mut self.state.table else { return };
        let limit = f64::from(table.game.setup().claim_seconds);
        // A resumed match gives the whole time again.
        let open = table.claim_open().filter(|_| limit > 0.0).and_then(|_| table.round()?.last_drop());
        let Some(event) = open.map(|turn| turn.event) else {
            (table.claim_left, self.claiming) = (None, None);
            return;
        };
        let now = ctx.input(|input| input.time);
        let (_, since) = *self.claiming.filter(|(of, _)| *of == event).get_or_insert((event, now));
        self.claiming = Some((event, since));
        let left = limit - (now - since);
        if left > 0.0 {
            table.claim_left = Some(left.ceil() as u32);
            ctx.request_repaint_after_secs(0.1);
            return;
        }
        (table.claim_left, self.claiming) = (None, None);
        self.act_by(language::sentence!("the clock"), Act::Lapse);
        ctx.request_repaint();
    }
}
