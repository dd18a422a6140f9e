//! Handles the wishes of the table.

use super::Shell;
use crate::table::{Applied, Refused, Table};
use crate::ui::action::TableWish;
use crate::ui::entry::{EntryWish, Mode};
use crate::ui::notice::Notice;
use crate::ui::screen::Sheet;
use crate::ui::table::{ActWish, Doubt, FormWish, Rewriting, TableScreen};
use game::layout::{Place, Play};
use game::rules::Points;
use game::tile::Tile;
use game::{Act, Change, NextLeader, Side};
use language::say;

impl Shell {
    /// Performs the wishes of the table.
    pub(super) fn at_table(&mut self, wish: TableWish) {
        let Some(table) = &mut self.state.table else { return };
        if !matches!(wish, TableWish::Open(_)) {
            table.hint = None;
        }
        if table.rules().is_sheet() && self.at_sheet(&wish) {
            return;
        }
        let Some(table) = &mut self.state.table else { return };
        // Any other act answers a question with no.
        let doubt = table.doubt.take();
        match wish {
            TableWish::Open(Sheet::Advice) if !table.game.setup().practice => {
                let why = say!("this match is a competition: advice is off until it ends");
                table.hint = Some(why.to_owned());
            }
            TableWish::Open(sheet) => table.sheet = sheet,
            TableWish::Advice(ask) => {
                let frame = self.state.camera.sighting.as_ref().and_then(|sighting| sighting.frame.clone());
                self.advice_client.perform(ask, &mut self.state.advice, table, frame);
            }
            TableWish::Entry(wish) => self.enter_wish(wish, doubt),
            // The question is withdrawn first: the drop before it was right.
            TableWish::Act(ActWish::Undo) if doubt.is_some() || table.asks() => table.settle(),
            TableWish::Act(wish) => self.act_wish(&wish),
            TableWish::Form(wish) => self.form_wish(wish),
            // Only a score sheet has hands to write down.
            TableWish::Score(_) => {}
        }
    }

    fn enter_wish(&mut self, wish: EntryWish, doubt: Option<Doubt>) {
        let Some(table) = &mut self.state.table else { return };
        let tallies = !table.seats_to_tally().is_empty();
        // Between hands nothing is entered that would stand in the way of the next one.
        let idle = !table.takes_drops();
        match wish {
            EntryWish::Figure(pip) | EntryWish::Type(pip) if tallies => table.tally_figure(pip),
            EntryWish::Yes | EntryWish::Confirm if doubt.is_some() => {
                if let Some(doubt) = doubt {
                    self.answered_yes(doubt.yes);
                }
            }
            // The correction that the question was about continues.
            EntryWish::Clear if doubt.is_some() => table.entry.clear(),
            EntryWish::Type(_)
            | EntryWish::Figure(_)
            | EntryWish::Double
            | EntryWish::AsItLies(_)
            | EntryWish::Whose(_)
                if idle =>
            {
                table.hint = Some(say!("no hand in play: choose who leads").to_owned());
            }
            EntryWish::Type(pip) => table.entry.figure(pip),
            EntryWish::Figure(pip) => {
                table.entry.figure(pip);
                self.enter_if_clear(false);
            }
            EntryWish::Double => table.entry.double(),
            EntryWish::Backspace if tallies => table.tally_backspace(),
            EntryWish::Backspace => table.entry.backspace(),
            EntryWish::Clear => table.settle(),
            EntryWish::Meaning(mode) => table.entry.switch(mode),
            EntryWish::Tap(tile) => self.tap(tile),
            EntryWish::TapPlace(place) => self.tap_place(place),
            EntryWish::Mark(forward) => table.with_entry(|entry, board| entry.mark(forward, board)),
            EntryWish::Choose(play) => self.enter(play),
            EntryWish::Confirm => self.confirm(),
            // Nothing was asked.
            EntryWish::Yes => {}
            EntryWish::AsItLies(yes) => {
                table.entry.as_it_lies = yes;
                table.entry.marked = None;
                table.sheet = Sheet::None;
            }
            EntryWish::Whose(seat) => {
                let turn = table.game.state().running().map(|round| round.turn);
                table.whose = (turn != Some(seat)).then_some(seat);
                table.sheet = Sheet::None;
            }
            EntryWish::Rewrite(event) => {
                table.settle();
                table.rewriting = Some(Rewriting::Replace(event));
            }
            EntryWish::Insert(event) => {
                table.settle();
                table.rewriting = Some(Rewriting::Before(event));
            }
        }
    }

    fn form_wish(&mut self, wish: FormWish) {
        let Some(table) = &mut self.state.table else { return };
        match wish {
            FormWish::TallySeat(seat) => table.tally.seat = seat.index(),
            FormWish::Tally => self.tally(),
            FormWish::Fixing(fix) => table.fix = fix,
            FormWish::Naming(seat, name) => {
                if let Some(typed) = table.names.get_mut(seat.index()) {
                    *typed = name;
                }
            }
        }
    }

    /// The wishes that are one act each.
    fn act_wish(&mut self, wish: &ActWish) {
        let Some(table) = &self.state.table else { return };
        let turn = table.seat().or_else(|| table.round().map(|round| round.turn));
        let act = match *wish {
            ActWish::Give(event, seat) => return self.amend(|table| table.give_to(event, seat)),
            ActWish::Knock if let (Some(Rewriting::Before(event)), Some(seat)) = (table.rewriting, turn) => {
                return self.amend(|table| table.insert_knock(Some(event), seat));
            }
            ActWish::Knock => turn.map(|seat| Act::Knock { seat, stands: table.whose.is_some() }),
            ActWish::KnockAnyway => turn.map(|seat| Act::Knock { seat, stands: true }),
            ActWish::Draw => turn.map(|seat| Act::Draw { seat, tiles: 1, seen: game::tile::TileSet::EMPTY }),
            ActWish::Claim => table.claim_open().or(turn).map(|seat| Act::Claim { seat }),
            ActWish::Muggins(seat) => Some(Act::Muggins { seat }),
            ActWish::FalseClaim(seat, points) => Some(Act::FalseClaim { seat, points }),
            ActWish::Penalty(seat, offence) => Some(Act::Penalty { seat, offence }),
            ActWish::Adjust(side, score, ref why) => Some(adjustment(table, side, score, why)),
            ActWish::Block => Some(Act::Block),
            ActWish::Rename(seat) => {
                return self.name_player(seat.index(), Act::Rename { seat, name: table.typed_name(seat) });
            }
            ActWish::Substitute(seat) => {
                return self.name_player(seat.index(), Act::Substitute { seat, name: table.typed_name(seat) });
            }
            ActWish::Redeal => Some(Act::Redeal),
            ActWish::Abandon => Some(Act::Abandon { why: String::new() }),
            ActWish::Deal(leader) => Some(Act::Deal { leader, hands: Vec::new() }),
            ActWish::Undo if table.reopens() => return self.reopen(),
            ActWish::Undo => Some(Act::Undo),
            ActWish::Redo => Some(Act::Redo),
            ActWish::Remove(event) => Some(table.game.correction(event, Change::Remove)),
        };
        if let Some(act) = act.filter(|act| !self.ask_first(act)) {
            self.act(act);
        }
    }

    /// A player is called otherwise: the panel stays, with the names that are typed for the others.
    fn name_player(&mut self, seat: usize, act: Act) {
        let Some(table) = &self.state.table else { return };
        let (sheet, mut names) = (table.sheet, table.names.clone());
        let done = self.act(act);
        let Some(table) = self.state.table.as_mut().filter(|_| done) else { return };
        if let Some(name) = names.get_mut(seat) {
            name.clear();
        }
        (table.sheet, table.names) = (sheet, names);
    }

    /// The match before is on the table again, as it ended.
    fn reopen(&mut self) {
        match self.keeper.reopen() {
            Ok(game) => {
                let game = game.clone();
                self.put_on_table(game);
            }
            Err(why) => self.state.notices.push(Notice::failed(why)),
        }
    }

    fn tap(&mut self, tile: Tile) {
        let Some(table) = &mut self.state.table else { return };
        if !table.seats_to_tally().is_empty() {
            table.tally_tap(tile);
            return;
        }
        if table.takes_drops() {
            self.tap_drop(tile);
        }
    }

    fn tap_place(&mut self, place: Place) {
        let Some(table) = &self.state.table else { return };
        let plays = table.with_board(|entry, board| entry.plays(board));
        if let Some(play) = plays.into_iter().find(|play| play.on == Some(place)) {
            self.enter(play);
        }
    }

    /// Enters the drop if the taps make it clear and the settings allow it.
    pub(super) fn enter_if_clear(&mut self, tapped_tile: bool) {
        let at_a_tap = self.state.settings.at_a_tap;
        let Some(table) = &mut self.state.table else { return };
        let (plays, complete) = table.with_board(|entry, board| (entry.plays(board), entry.is_complete(board)));
        // A tile typed by its halves waits for Enter like everything that is typed.
        let clear = complete && (tapped_tile || table.entry.mode == Mode::Ends) && !table.entry.as_it_lies;
        match plays.as_slice() {
            [play] if at_a_tap && clear => {
                let play = *play;
                self.enter(play);
            }
            [] if complete => table.hint = Some(no_way(table)),
            _ => {}
        }
    }

    /// Changes an earlier place of the record; the reason of a refusal is a hint.
    fn amend(&mut self, change: impl FnOnce(&mut Table) -> Result<Applied, Refused>) {
        if let Err(refused) = self.change(change)
            && let Some(table) = &mut self.state.table
        {
            table.hint = Some(refused.to_string());
        }
    }

    pub(super) fn enter(&mut self, play: Play) {
        let Some(table) = &mut self.state.table else { return };
        table.with_entry(|entry, board| entry.choose(&play, board));
        let act = match table.rewriting {
            Some(Rewriting::Before(event)) => {
                let Some(seat) = table.seat() else { return };
                return self.amend(|table| table.insert_drop(Some(event), seat, play, None));
            }
            Some(Rewriting::Replace(event)) => table.seat().map(|seat| {
                let act = Act::Play { seat, play, stands: table.entry.as_it_lies };
                table.game.correction(event, Change::Replace(Box::new(act)))
            }),
            None => table.act_of(play),
        };
        if let Some(act) = act {
            self.act(act);
        }
    }

    /// Handles Enter: the proposal, the tally, the next hand, the next match.
    fn confirm(&mut self) {
        let Some(table) = &self.state.table else { return };
        if let Some(play) = table.proposal() {
            return self.enter(play);
        }
        if !table.entry.is_empty() {
            // Where several are offered and none is marked, the question stays.
            let offered = table.with_board(|entry, board| !entry.plays(board).is_empty());
            if let Some(table) = self.state.table.as_mut().filter(|_| !offered) {
                table.hint = Some(no_way(table));
            }
            return;
        }
        if self.confirm_seen() {
            return;
        }
        let Some(table) = &self.state.table else { return };
        if table.round().is_some_and(game::Round::needs_tally) {
            return self.tally();
        }
        let state = table.game.state();
        if state.is_over() {
            return self.same_again();
        }
        if state.running().is_none() {
            let leader = match state.next_leader() {
                NextLeader::Seat(seat) | NextLeader::Ask(seat) => seat,
            };
            self.act(Act::Deal { leader, hands: Vec::new() });
        }
    }

    fn tally(&mut self) {
        let Some(table) = &mut self.state.table else { return };
        // Enter after one hand moves to the next, before it counts as missing.
        let told =
            game::Seat::new(table.tally.seat).is_some_and(|seat| table.tally.pips(seat, table.rules()).is_some());
        if table.tally_next() {
            table.hint = (!told).then(|| say!("enter the pips left in every hand").to_owned());
            return;
        }
        let act = table.tally_act();
        self.act(act);
    }
}

/// The act that moves a side's pegs to `score`.
fn adjustment(table: &TableScreen, side: Side, score: Points, why: &str) -> Act {
    let points = score - table.game.state().score(side);
    Act::Adjust { side, points, why: why.to_owned() }
}

/// Reason why the entry is not a drop.
fn no_way(table: &TableScreen) -> String {
    let setup = table.game.setup();
    let layout = table.layout();
    match table.entry.tile {
        Some(tile) if layout.tiles().contains(tile) => say!("{tile} is already on the table", tile),
        Some(tile) => say!("{tile} fits nowhere", tile),
        None => {
            let ends: Vec<String> = table.entry.typed.iter().map(|end| end.pip.to_string()).collect();
            let ends = ends.join(say!(" and "));
            if setup.rules.spinner == game::rules::Spinner::None {
                say!("no single tile leaves {ends} open", ends)
            } else {
                say!("no tile leaves {ends} open", ends)
            }
        }
    }
}
