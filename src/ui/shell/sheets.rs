//! Handles score sheets and counted heaps.

use super::Shell;
use crate::ui::action::TableWish;
use crate::ui::count::CountWish;
use crate::ui::entry::EntryWish;
use crate::ui::score_sheet::ScoreWish;
use crate::ui::screen::{Screen, Sheet};
use eye_jobs::PictureIn;
use game::Act;
use language::say;

impl Shell {
    /// Performs the request on a score sheet; returns `false` if it is the same there.
    pub(super) fn at_sheet(&mut self, wish: &TableWish) -> bool {
        let Some(table) = &mut self.state.table else { return false };
        match *wish {
            TableWish::Entry(EntryWish::Figure(pip) | EntryWish::Type(pip)) => table.score.figure(pip),
            TableWish::Entry(EntryWish::Backspace) => table.score.backspace(),
            TableWish::Entry(EntryWish::Mark(forward)) => table.score.step(forward),
            TableWish::Entry(EntryWish::Confirm) | TableWish::Score(ScoreWish::Write) => self.write_hand(),
            TableWish::Score(ScoreWish::Rewrite(event)) => {
                table.sheet = Sheet::None;
                table.rewrite_hand(event);
            }
            TableWish::Score(wish) => table.score.perform(wish),
            TableWish::Entry(
                EntryWish::Double
                | EntryWish::Clear
                | EntryWish::Meaning(_)
                | EntryWish::Tap(_)
                | EntryWish::TapPlace(_)
                | EntryWish::Choose(_)
                | EntryWish::AsItLies(_)
                | EntryWish::Yes
                | EntryWish::Whose(_)
                | EntryWish::Rewrite(_)
                | EntryWish::Insert(_),
            )
            | TableWish::Open(_)
            | TableWish::Act(_)
            | TableWish::Form(_)
            | TableWish::Advice(_) => return false,
        }
        true
    }

    /// Writes the hand down. The next one is dealt with it, so that one Undo takes a hand back.
    fn write_hand(&mut self) {
        let Some(table) = &mut self.state.table else { return };
        if table.game.state().is_over() && table.rewriting.is_none() {
            return self.same_again();
        }
        if let Some(side) = table.score.missing() {
            // Enter after one number moves to the next, before it counts as missing.
            if table.score.points(table.score.at).is_none() {
                let setup = table.game.setup();
                let missing = setup.all_sides().filter(|side| table.score.points(side.index()).is_none());
                let names: Vec<String> = missing.map(|side| setup.side_name(side)).collect();
                table.hint = Some(say!("still to come: {names}", names = names.join(", ")));
            }
            table.score.at = side;
            return;
        }
        let (act, leader) = (table.score_act(), table.dealer());
        let new = table.game.state().running().is_none() && table.rewriting.is_none();
        let deal = new.then(|| Act::Deal { leader, hands: Vec::new() });
        let acts = deal.into_iter().chain([act.clone()]);
        if let Err(refused) = self.change(|table| table.apply_all(acts, None)) {
            self.tell_refused(&act, &refused);
        }
    }

    /// Does what the Count page asked for.
    pub(super) fn count(&mut self, wish: CountWish) {
        match wish {
            CountWish::Read(path) => {
                self.state.count.path = path.display().to_string();
                self.counter.read(PictureIn::File(path), &mut self.state.count);
            }
            CountWish::ReadCamera => {
                let sighting = self.state.camera.sighting.as_ref();
                match sighting.and_then(|sighting| sighting.frame.clone()) {
                    Some(frame) => self.counter.read(PictureIn::Frame(frame), &mut self.state.count),
                    None => self.state.count.told = Some(say!("no picture from the camera").to_owned()),
                }
            }
            CountWish::Into(place) => self.take_sum(place),
            wish @ (CountWish::Path(_)
            | CountWish::Choose(_)
            | CountWish::Half(_)
            | CountWish::LeaveOut
            | CountWish::Missing
            | CountWish::Unread(_)
            | CountWish::DoubleBlank(_)) => self.state.count.perform(&wish),
        }
    }

    /// Enters the sum as the points left with a side of the score sheet, or in a hand that is tallied.
    fn take_sum(&mut self, place: usize) {
        let sum = self.state.count.sum();
        let Some(table) = &mut self.state.table else { return };
        if table.rules().is_sheet() {
            table.score.put(place, sum);
        } else {
            table.tally_put(place, sum);
        }
        self.state.screen = Screen::Table;
    }
}
