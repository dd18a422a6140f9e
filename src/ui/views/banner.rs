//! One line that shows the current entry, a refusal, or the latest event and its points.

use super::camera::proposal::proposal_ui;
use super::doubt::doubt_ui;
use super::told::{announce, outline, put, spoken};
use super::{Actions, panel};
use crate::ui::action::Action;
use crate::ui::camera::moment::enters_by_hand;
use crate::ui::entry::EntryWish;
use crate::ui::entry::{DropEntry, Mode};
use crate::ui::screen::Sheet;
use crate::ui::state::State;
use crate::ui::table::ActWish;
use crate::ui::table::{Rewriting, TableScreen};
use crate::widgets::button::{self, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{Align2, Rect, Ui, pos2, vec2};
use game::Seat;
use game::layout::Play;
use game::rules::Claim;
use game::words::{self, CallKind, Told};
use language::say;

/// Width below which the choices are below the question.
const NARROW: f32 = 520.0;

pub(super) fn banner_ui(ui: &Ui, rect: Rect, state: &State, table: &TableScreen, actions: &mut Actions) {
    let theme = &state.theme;
    panel(ui, theme, rect);
    let mut inner =
        rect.shrink2(vec2(if rect.width() < NARROW { 8.0 } else { 16.0 }, (rect.height() * 0.08).min(10.0)));
    let plays = if table.takes_drops() { table.with_board(|entry, board| entry.plays(board)) } else { Vec::new() };
    if let Some(hint) = &table.hint {
        outline(ui, theme.bad, rect);
        if table.asks() {
            cancel(ui, theme, &mut inner, actions);
        }
        put(ui, theme, inner, &Told { title: format!("! {hint}"), bad: true, ..Told::default() });
        return;
    }
    if let Some(doubt) = &table.doubt {
        outline(ui, theme.bad, rect);
        doubt_ui(ui, inner, state, doubt, actions);
        return;
    }
    if table.asks() {
        cancel(ui, theme, &mut inner, actions);
    }
    if plays.len() > 1 {
        outline(ui, theme.good, rect);
        choices(ui, theme, inner, table, &plays, actions);
        return;
    }
    if let Some(play) = plays.first() {
        outline(ui, theme.good, rect);
        put(ui, theme, inner, &table.told_of(play));
        return;
    }
    if enters_by_hand(table) {
        outline(ui, theme.sides[1], rect);
        put(ui, theme, inner, &typed(table, theme.keys));
        return;
    }
    if state.camera.watches(&table.game) && proposal_ui(ui, rect, state, table, actions) {
        return;
    }
    if let Some(seat) = table.claim_open() {
        claims(ui, theme, &mut inner, table, seat, actions);
    }
    // A knock that was wrong is not to be overlooked beside the drop that shows it.
    if table.called.as_ref().is_some_and(|call| !call.also.is_empty()) {
        outline(ui, theme.bad, rect);
    }
    if !(state.settings.far && table.claim_open().is_none() && far_ui(ui, state, inner, table)) {
        put(ui, theme, inner, &last(state, table));
    }
}

/// The last call in one huge word, with its result below; `false` without a word for it.
fn far_ui(ui: &Ui, state: &State, rect: Rect, table: &TableScreen) -> bool {
    let theme = &state.theme;
    let Some((call, word)) = table.called.as_ref().and_then(|call| Some((call, huge_word(call)?))) else {
        return false;
    };
    let setup = table.game.setup();
    let moved = |moved: &words::PegMove| format!("{} {} → {}", setup.side_name(moved.side), moved.from, moved.to);
    let told = last(state, table);
    let line = match call.moves.first() {
        _ if !call.also.is_empty() => told.detail.clone(),
        Some(first) => moved(first),
        None => told.title.clone(),
    };
    let side = call.moves.first().map(|moved| moved.side).or_else(|| Some(setup.side_of(call.seat?)));
    let color = match call.kind {
        CallKind::Bust | CallKind::NotCounted | CallKind::Penalty => theme.bad,
        _ => side.map_or(theme.text, |side| theme.side(side.index())),
    };
    let (above, below) = rect.split_top_bottom_at_fraction(0.64);
    let ink = Ink::new(Weight::Bold, above.height() * 0.96, color);
    let ink = text::fitting(ui.painter(), &word, ink, rect.width());
    text::put(ui.painter(), above.left_center(), Align2::LEFT_CENTER, &word, ink);
    let ink = Ink::new(Weight::SemiBold, below.height() * 0.72, theme.text);
    let ink = text::fitting(ui.painter(), &line, ink, rect.width());
    text::put_within(ui.painter(), below.left_center(), Align2::LEFT_CENTER, &line, ink, rect.width());
    announce(ui, rect, "banner", &format!("{word} · {line} · {}", spoken(&told)));
    true
}

/// Returns the huge word of a call, for people across a room.
fn huge_word(call: &words::Call) -> Option<String> {
    let word = match call.kind {
        CallKind::Eight => say!("Eight"),
        CallKind::Bust => say!("Bust"),
        CallKind::NotCounted => say!("No score"),
        CallKind::Knock => say!("Knock"),
        CallKind::Draw => say!("Draw"),
        CallKind::Blocked => say!("Blocked"),
        CallKind::Penalty => say!("Penalty"),
        CallKind::Game => say!("Game"),
        CallKind::Match => say!("Match"),
        CallKind::Undone => say!("Undone"),
        CallKind::Redone => say!("Redone"),
        CallKind::Moved | CallKind::Corrected => say!("Corrected"),
        CallKind::Score | CallKind::Paid if !call.points.is_zero() => return Some(words::signed(call.points)),
        CallKind::Score
        | CallKind::Paid
        | CallKind::Deal
        | CallKind::Drop
        | CallKind::GivenUp
        | CallKind::Names
        | CallKind::Other => {
            return None;
        }
    };
    Some(word.to_owned())
}

/// The way out for a finger; it takes its room from the right of `inner`.
fn cancel(ui: &Ui, theme: &Theme, inner: &mut Rect, actions: &mut Actions) {
    let high = inner.height().clamp(TOUCH, 64.0);
    let wide = if inner.width() < NARROW { 76.0 } else { 120.0 };
    let place = Rect::from_center_size(pos2(inner.right() - wide / 2.0, inner.center().y), vec2(wide, high));
    inner.max.x = place.left() - 8.0;
    if button::put(ui, theme, place, Face::new(say!("Cancel")).key("Esc").size(16.0)).clicked() {
        actions.push(EntryWish::Clear.into());
    }
}

/// Shows what has been typed so far, or the meaning of the next tap. `keys`: there is a keyboard.
fn typed(table: &TableScreen, keys: bool) -> Told {
    let setup = table.game.setup();
    let name = table.seat().map_or("", |seat| setup.player(seat));
    let figures: Vec<String> = table
        .entry
        .typed
        .iter()
        .map(|end| if end.double { format!("{}-{}", end.pip, end.pip) } else { end.pip.to_string() })
        .collect();
    let title = match (table.entry.mode, figures.as_slice()) {
        (_, []) if matches!(table.rewriting, Some(Rewriting::Before(_))) => {
            say!("{name}'s missed drop: tap the tile that was played", name)
        }
        (_, []) if table.rewriting.is_some() => say!("Correct {name}'s drop: tap the tile that was played", name),
        (_, []) if table.entry.as_it_lies => {
            say!("{name}: tap the tile that was played, even if it breaks the rules", name)
        }
        (_, []) => say!("It was {name}'s drop: tap the tile", name),
        (Mode::Ends, [one]) if !table.entry.said => say!("{one} and ?", one),
        (Mode::Tile, [half]) => say!("Tile: {half}-?", half),
        (Mode::Ends, [end]) => say!("Ends: {end} and ?", end),
        (Mode::Tile, all) => say!("Tile: {halves}", halves = all.join("-")),
        (Mode::Ends, all) => say!("Ends: {ends}", ends = all.join(say!(" and "))),
    };
    let detail = match figures.len() {
        0 => String::new(),
        1 => return Told { title, detail: meaning(table, keys).to_owned(), ..Told::default() },
        _ if table.entry.mode == Mode::Ends => say!("no tile leaves these ends open").to_owned(),
        _ => say!("fits nowhere").to_owned(),
    };
    Told { title, bad: !detail.is_empty(), detail, points: String::new() }
}

/// Returns the meaning of typed numbers.
fn meaning(table: &TableScreen, keys: bool) -> &'static str {
    match (table.entry.said, table.entry.mode) {
        (false, _) => say!("type the open ends after the drop, or the tile's halves"),
        (true, Mode::Ends) if keys => say!("numbers mean the open ends; T: the tile's halves"),
        (true, Mode::Tile) if keys => say!("numbers mean the tile's halves; E: the open ends"),
        (true, Mode::Ends) => say!("numbers mean the open ends"),
        (true, Mode::Tile) => say!("numbers mean the tile's halves"),
    }
}

/// Several plays are possible: each is shown with its points.
fn choices(ui: &Ui, theme: &Theme, rect: Rect, table: &TableScreen, plays: &[Play], actions: &mut Actions) {
    let layout = table.layout();
    let rules = table.rules();
    let same_tile = plays.iter().all(|play| play.tile() == plays[0].tile());
    let title = match (same_tile, table.with_board(DropEntry::at)) {
        (true, _) => say!("{tile}: where?", tile = plays[0].tile()),
        (false, Some(_)) => say!("Which tile?").to_owned(),
        // The numbers are a tile's halves or the ends.
        (false, None) => say!("{one} or {other}?", one = plays[0].tile(), other = plays[plays.len() - 1].tile()),
    };
    announce(ui, rect, "banner", &title);
    let narrow = rect.width() < NARROW;
    let (asked, rect) = if narrow {
        rect.split_top_bottom_at_y(rect.bottom() - (rect.height() * 0.7).clamp(TOUCH, 84.0))
    } else {
        (rect, rect)
    };
    let (part, least, share) = if narrow { (0.75, 12.0, 1.0) } else { (0.42, 15.0, 0.3) };
    let ink = Ink::new(Weight::SemiBold, (asked.height() * part).clamp(least, 30.0), theme.text);
    let most = asked.width() * share;
    let ink = text::readable(ui.painter(), &title, ink, most);
    // A low banner has room for the answers alone, and they say it: "on the 4-4".
    let title = if narrow && asked.height() < 15.0 {
        asked
    } else {
        text::put_within(ui.painter(), asked.left_center(), Align2::LEFT_CENTER, &title, ink, most)
    };
    let gap = 8.0;
    let room = if narrow { rect.width() } else { rect.right() - title.right() - 14.0 };
    let most = ((room / if narrow { 82.0 } else { 96.0 }) as usize).clamp(1, 5);
    let marked = table.with_board(DropEntry::at);
    // The marked one is always among those shown.
    let first = (marked.unwrap_or(0) + 1).saturating_sub(most).min(plays.len().saturating_sub(most));
    let shown = &plays[first..plays.len().min(first + most)];
    let width = ((room - gap * (shown.len() - 1) as f32) / shown.len() as f32).min(230.0);
    let high = rect.height().clamp(TOUCH, 84.0);
    let mut left = rect.right() - (width + gap) * shown.len() as f32 + gap;
    for (i, play) in shown.iter().enumerate() {
        let place = Rect::from_center_size(pos2(left + width / 2.0, rect.center().y), vec2(width, high));
        left += width + gap;
        let then = layout.after(play);
        let name = match play.on {
            Some(on) if table.entry.as_it_lies => against(&layout, play, on),
            _ => words::play(&layout, play),
        };
        let to = match play.on {
            Some(on) if table.entry.as_it_lies => against(&layout, play, on),
            Some(on) if same_tile => {
                say!("on {place}", place = words::place(&layout, on)) + if play.inline { " ↔" } else { "" }
            }
            _ => name.clone(),
        };
        let worth = if rules.claim == Claim::Auto {
            let count = then.count(rules);
            match then.pays(rules) {
                0 => say!("{count}, no score", count),
                _ if table.busts(play) => say!("{count}, bust", count),
                points => say!("{count} for {points}", count, points),
            }
        } else {
            say!("ends {ends}", ends = words::ends(&then, rules))
        };
        let face = Face::new("").name(&name).chosen(marked == Some(first + i));
        if button::put(ui, theme, place, face).clicked() {
            actions.push(EntryWish::Choose(*play).into());
        }
        let strong = Ink::new(Weight::SemiBold, (high * 0.26).clamp(13.0, 21.0), theme.text);
        let quiet = Ink::new(Weight::Medium, (high * 0.25).clamp(12.0, 20.0), theme.quiet);
        let inner = width - 12.0;
        let up = vec2(0.0, high * 0.19);
        text::put_within(
            ui.painter(),
            place.center() - up,
            Align2::CENTER_CENTER,
            &to,
            text::fitting(ui.painter(), &to, strong, inner),
            inner,
        );
        text::put_within(
            ui.painter(),
            place.center() + up,
            Align2::CENTER_CENTER,
            &worth,
            text::fitting(ui.painter(), &worth, quiet, inner),
            inner,
        );
    }
}

/// Describes how a tile fails to fit: "the 2 against the 6".
fn against(layout: &game::layout::Layout, play: &Play, on: game::layout::Place) -> String {
    say!("the {half} against {place}", half = play.halves[0], place = words::place(layout, on))
}

/// The buttons to take or to call a score; they take their room from the right of `inner`.
fn claims(ui: &Ui, theme: &Theme, inner: &mut Rect, table: &TableScreen, dropped: Seat, actions: &mut Actions) {
    let wishes = claim_wishes(table, dropped);
    let width = 150.0_f32.min(inner.width() * 0.28);
    if width * wishes.len() as f32 > inner.width() * 0.6 {
        // They stand beside the pad instead.
        return;
    }
    for (label, key, action) in wishes {
        let place = Rect::from_min_max(
            pos2(inner.right() - width, inner.center().y - 22.0),
            pos2(inner.right(), inner.center().y + 22.0),
        );
        inner.max.x = place.left() - 8.0;
        if button::put(ui, theme, place, Face::new(&label).key(key).size(15.0)).clicked() {
            actions.push(action);
        }
    }
}

/// Reports whether the buttons to take or call a score have no room in a banner this wide.
pub(super) fn claims_stand_aside(table: &TableScreen, banner_width: f32) -> bool {
    let wishes = table.claim_open().map_or(0, |seat| claim_wishes(table, seat).len());
    let inner = banner_width - 32.0;
    150.0_f32.min(inner * 0.28) * wishes as f32 > inner * 0.6
}

/// Returns the claims on the drop made by `dropped`: label, key, action.
pub(super) fn claim_wishes(table: &TableScreen, dropped: Seat) -> Vec<(String, &'static str, Action)> {
    let setup = table.game.setup();
    let left = table.claim_left.map_or_else(String::new, |left| format!(" · {left} s"));
    let mut wishes =
        vec![(say!("{player} claims{left}", player = setup.player(dropped), left), "C", ActWish::Claim.into())];
    if table.rules().claim == Claim::Muggins {
        for seat in setup.all_seats().filter(|seat| setup.side_of(*seat) != setup.side_of(dropped)) {
            let key = if seat == dropped.left(setup.seats()) { "M" } else { "" };
            wishes.push((say!("Muggins! {player}", player = setup.player(seat)), key, ActWish::Muggins(seat).into()));
        }
    }
    wishes
}

/// Returns the last announcement, or else the latest event of the match.
fn last(state: &State, table: &TableScreen) -> Told {
    let mut told = match &table.called {
        Some(call) => call.told.clone(),
        None => words::latest(&table.game),
    };
    if let Some(proved) = table.called.as_ref().and_then(|call| call.also.first()) {
        told.detail = format!("! {} · {}", proved.title, proved.detail);
    }
    let tiles = matches!(table.sheet, Sheet::None | Sheet::Pad)
        && !(table.has_room_for_picture() && state.camera.watches(&table.game));
    if tiles && table.round().is_some_and(|round| round.turns.is_empty()) && !told.detail.is_empty() {
        told.detail.push_str(say!(" · tap the first tile or type its halves"));
    }
    told
}
