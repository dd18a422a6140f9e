//! What a tap that cannot be is answered with: a question whose yes records what lies there, or puts right what was wrong.

use super::Shell;
use crate::ui::action::Action;
use crate::ui::table::{Doubt, Table};
use game::tile::Tile;
use game::{Act, Change, Deed, Refusal};
use language::say;

/// Words in a row: "0", "neither 0 nor 5", "none of 0, 3 and 5".
fn fits_not(pips: &[String]) -> String {
    match pips {
        [] => say!("fits nowhere").to_owned(),
        [one] => say!("does not fit the {one}", one),
        [a, b] => say!("fits neither {a} nor {b}", a, b),
        [rest @ .., last] => say!("fits none of {rest} and {last}", rest = rest.join(", "), last),
    }
}

/// What is asked of a tile that was tapped for a drop and cannot be one; `None` where it can.
fn doubt(table: &Table, tile: Tile) -> Option<Doubt> {
    let (layout, rules) = (table.layout(), table.rules());
    let setup = table.game.setup();
    let seat = table.seat()?;
    let name = setup.player(seat);
    if layout.tiles().contains(tile) {
        let round = table.round()?;
        let laid = |turn: &&game::Turn| matches!(turn.deed, Deed::Played { play, .. } if play.tile() == tile);
        let turn = round.turns.iter().find(laid)?;
        let why = say!(
            "{tile} lies already: {player} dropped it. Is that drop wrong?",
            tile,
            player = setup.player(turn.seat)
        );
        return Some(Doubt { tile, why, laid: Some(turn.event) });
    }
    let why = if layout.fits(tile, rules) {
        if table.could_hold().contains(tile) {
            return None;
        }
        let holder = setup.all_seats().find(|seat| table.round().is_some_and(|r| r.hand(*seat).known.contains(tile)));
        match holder.filter(|holder| *holder != seat) {
            Some(holder) => {
                say!(
                    "By the record {holder} holds {tile}. Did {name} drop it all the same?",
                    holder = setup.player(holder),
                    tile,
                    name
                )
            }
            None => say!("By the record {name} does not hold {tile}. Was it dropped all the same?", name, tile),
        }
    } else {
        let open = layout.open_pips(rules);
        let pips: Vec<String> = (0..=12).filter(|pip| open >> pip & 1 == 1).map(|pip: u16| pip.to_string()).collect();
        format!("{tile} {}. Did it lie so anyway?", fits_not(&pips))
    };
    Some(Doubt { tile, why, laid: None })
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

    /// The question's yes: the tile lies so although the rules forbid it, or the earlier drop of it is put right.
    pub(super) fn lay_so(&mut self, doubt: &Doubt) {
        if let Some(event) = doubt.laid {
            return self.at_table(Action::Rewrite(event));
        }
        let Some(table) = &mut self.state.table else { return };
        table.entry.clear();
        table.entry.as_it_lies = true;
        table.entry.tile = Some(doubt.tile);
        if let [play] = table.with_board(|entry, board| entry.plays(board)).as_slice() {
            let play = *play;
            self.enter(play);
        }
    }

    /// A drop that was refused for a reason that people at a table overlook: asked about, with the reason.
    pub(super) fn doubt_refused(table: &mut Table, act: &Act, refusal: &Refusal, words: &str) -> bool {
        let play = match act {
            Act::Play { play, stands: false, .. } => play,
            Act::Correct { change: Change::Replace(act), .. } => match act.as_ref() {
                Act::Play { play, stands: false, .. } => play,
                _ => return false,
            },
            _ => return false,
        };
        if !matches!(refusal, Refusal::NotThisLead { .. } | Refusal::NotHeld { .. } | Refusal::HeldBy { .. }) {
            return false;
        }
        let why = say!("{words}. Did it lie so anyway?", words);
        table.doubt = Some(Doubt { tile: play.tile(), why, laid: None });
        table.entry.clear();
        true
    }
}
