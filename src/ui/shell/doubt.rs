//! Questions between a tap and its act: about tiles that can't be played, and before a hand or the match ends.

use super::Shell;
use crate::ui::action::TableWish;
use crate::ui::entry::EntryWish;
use crate::ui::table::{Doubt, TableScreen, Yes};
use game::tile::Tile;
use game::{Act, Change, Deed, Refusal, words};
use language::say;

/// Words in a row: "0", "neither 0 nor 5", "none of 0, 3 and 5".
fn fits_not(pips: &[String]) -> String {
    match pips {
        [] => say!("fits nowhere").to_owned(),
        [one] => say!("doesn't fit the {one}", one),
        [a, b] => say!("fits neither {a} nor {b}", a, b),
        [rest @ .., last] => say!("doesn't fit {rest} or {last}", rest = rest.join(", "), last),
    }
}

/// Returns the question about a tapped tile that can't be the drop; `None` if it can.
fn doubt(table: &TableScreen, tile: Tile) -> Option<Doubt> {
    let (layout, rules) = (table.layout(), table.rules());
    let setup = table.game.setup();
    let seat = table.seat()?;
    let name = setup.player(seat);
    if layout.tiles().contains(tile) {
        let round = table.round()?;
        let laid = |turn: &&game::Turn| matches!(turn.deed, Deed::Played { play, .. } if play.tile() == tile);
        let turn = round.turns.iter().find(laid)?;
        let player = setup.player(turn.seat);
        let why = match turn.deed {
            Deed::Played { wrong: true, .. } => {
                say!("{player}'s {tile} is recorded although it doesn't fit there. Correct that drop?", player, tile)
            }
            _ => say!("{player} has dropped {tile}. Correct that drop?", player, tile),
        };
        return Some(Doubt { why, yes: Yes::Correct(turn.event) });
    }
    let why = if layout.fits(tile, rules) {
        if table.could_hold().contains(tile) {
            return None;
        }
        let holder = setup.all_seats().find(|seat| table.round().is_some_and(|r| r.hand(*seat).known.contains(tile)));
        match holder.filter(|holder| *holder != seat) {
            Some(holder) => {
                say!(
                    "According to the record, {holder} holds {tile}. Record it anyway?",
                    holder = setup.player(holder),
                    tile
                )
            }
            None => say!("According to the record, {name} doesn't hold {tile}. Record it anyway?", name, tile),
        }
    } else {
        let open = layout.open_pips(rules);
        let pips: Vec<String> = (0..=12).filter(|pip| open >> pip & 1 == 1).map(|pip: u16| pip.to_string()).collect();
        say!("{tile} {fits_not}. Record it anyway?", tile, fits_not = fits_not(&pips))
    };
    Some(Doubt { why, yes: Yes::Record(tile) })
}

/// Returns the question before an act that ends a hand or the match.
fn asked_first(table: &TableScreen, act: &Act) -> Option<String> {
    Some(match act {
        Act::Abandon { .. } => say!("Abandon the match? It ends without a winner.").to_owned(),
        Act::Redeal => say!("Deal this hand again? Its drops are removed; its points stay.").to_owned(),
        Act::Block if table.round().is_some_and(|round| !round.layout.is_empty()) => {
            say!("Is the hand blocked? Then no player can go, and it ends.").to_owned()
        }
        _ => return None,
    })
}

/// What is asked where a correction ends the hand or the match earlier than it was recorded, or leaves nothing to claim.
fn ends_earlier(table: &TableScreen, act: &Act, refusal: &Refusal) -> Option<Doubt> {
    let (Act::Correct { event, change }, Refusal::LaterEvent { why, .. }) = (act, refusal) else { return None };
    if !why.is_too_late() {
        return None;
    }
    let ends = Act::Correct { event: *event, change: change.and_end()? };
    let mut then = table.game.clone();
    then.act(ends.clone()).ok()?;
    let told = words::call(&table.game, &then)?.told.detail;
    Some(Doubt { why: say!("Then {told}. Correct it anyway?", told), yes: Yes::Act(ends) })
}

impl Shell {
    /// A tile is tapped for a drop. What cannot be by the rules is asked about, never passed over.
    pub(super) fn tap_drop(&mut self, tile: Tile) {
        let Some(table) = &mut self.state.table else { return };
        let again = table.entry.tile == Some(tile);
        if !table.entry.as_it_lies
            && !again
            && let Some(doubt) = doubt(table, tile)
        {
            table.entry.clear();
            table.doubt = Some(doubt);
            return;
        }
        table.entry.tap(tile);
        self.enter_if_clear(true);
    }

    /// Asks before an act that needs it; `false`: it does not.
    pub(super) fn ask_first(&mut self, act: &Act) -> bool {
        let Some(table) = &mut self.state.table else { return false };
        let possible = table.game.decide(act.clone()).is_ok();
        let why = asked_first(table, act).filter(|_| possible);
        let asks = why.is_some();
        if let Some(why) = why {
            table.settle();
            table.doubt = Some(Doubt { why, yes: Yes::Act(act.clone()) });
        }
        asks
    }

    /// Does what the question's yes says.
    pub(super) fn answered_yes(&mut self, yes: Yes) {
        let tile = match yes {
            Yes::Record(tile) => tile,
            Yes::Correct(event) => return self.at_table(TableWish::Entry(EntryWish::Rewrite(event))),
            Yes::Act(act) => {
                self.act(act);
                return;
            }
        };
        let Some(table) = &mut self.state.table else { return };
        table.entry.clear();
        table.entry.as_it_lies = true;
        table.entry.tile = Some(tile);
        if let [play] = table.with_board(|entry, board| entry.plays(board)).as_slice() {
            let play = *play;
            self.enter(play);
        }
    }

    /// A drop that was refused for a reason that people at a table overlook: asked about, with the reason.
    pub(super) fn doubt_refused(table: &mut TableScreen, act: &Act, refusal: &Refusal, words: &str) -> bool {
        if let Some(doubt) = ends_earlier(table, act, refusal) {
            table.doubt = Some(doubt);
            table.entry.clear();
            return true;
        }
        let play = match act {
            Act::Play { play, stands: false, .. } => play,
            Act::Correct { change, .. } if matches!(change.plain(), Change::Replace(_)) => match change.act() {
                Some(Act::Play { play, stands: false, .. }) => play,
                _ => return false,
            },
            _ => return false,
        };
        if !matches!(refusal, Refusal::NotThisLead { .. } | Refusal::NotHeld { .. } | Refusal::HeldBy { .. }) {
            return false;
        }
        let why = say!("{words}. Record it anyway?", words);
        table.doubt = Some(Doubt { why, yes: Yes::Record(play.tile()) });
        table.entry.clear();
        true
    }
}
