//! The table: scores at the left, the line, what happened, the pad and the buttons in the middle, the board at the right.
//!
//! Everything that takes turns has one place, the pad's ([`Places::pad`]): the pad itself, the tally, the drops of the
//! hand. A camera's picture and advice go there too, with the banner for what the camera proposes.

use super::{Actions, advice, banner, camera, drops, more, pad, panel, side_panels, tally};
use crate::live::TableState;
use crate::ui::action::{Action, Sheet};
use crate::ui::state::State;
use crate::ui::table::Table;
use crate::ui::theme::{GAP, Theme, Weight};
use crate::ui::widgets::button::{self, ButtonKind, Face};
use crate::ui::widgets::line;
use crate::ui::widgets::peg_board::{self, Manner};
use crate::ui::widgets::text::{self, Ink};
use egui::{Align2, Rect, Ui, pos2, vec2};
use game::NextLeader;
use game::rules::Spinner;

/// Where the parts of the table are.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Places {
    scores: Rect,
    line: Rect,
    banner: Rect,
    pad: Rect,
    buttons: Rect,
    /// No room for a board on small or greatly enlarged windows: it is under its own button.
    board: Option<Rect>,
}

/// The middle column.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Column {
    line: Rect,
    banner: Rect,
    pad: Rect,
    buttons: Rect,
}

impl Column {
    /// The picture above everything; the line as it is recorded below.
    fn under_picture(middle: Rect, buttons: f32, gap: f32) -> Self {
        let high = middle.height();
        let line = (high * 0.13).clamp(52.0, 150.0);
        let banner = (high * 0.165).clamp(84.0, 160.0);
        let up = |bottom: f32, height: f32| {
            Rect::from_min_max(pos2(middle.left(), bottom - height), pos2(middle.right(), bottom))
        };
        let line = up(middle.bottom(), line);
        let buttons = up(line.top() - gap, buttons);
        let banner = up(buttons.top() - gap, banner);
        let pad = Rect::from_min_max(middle.min, pos2(middle.right(), banner.top() - gap));
        Self { line, banner, pad, buttons }
    }
}

impl Places {
    fn new(rect: Rect, sides: usize, branches: bool, camera: bool) -> Self {
        let (wide, high) = (rect.width(), rect.height());
        if wide < 860.0 || high < 480.0 {
            return Self::small(rect, camera);
        }
        let scores = (wide * 0.222).clamp(210.0, 640.0);
        let board = (wide * if sides > 2 { 0.225 } else { 0.174 }).clamp(168.0, 640.0).min(high * 0.5);
        let middle = Rect::from_min_max(
            pos2(rect.left() + scores + GAP, rect.top()),
            pos2(rect.right() - board - GAP, rect.bottom()),
        );
        // A low window gives the room to the pad, whose tiles must stay large enough for fingers.
        let low = high < 620.0;
        let gap = if low { 8.0 } else { GAP };
        // A line that branches grows upwards too, where the tiles of the pad do not need the room.
        let share = match (low, branches) {
            (true, _) => 0.15,
            (false, true) => 0.26,
            (false, false) => 0.175,
        };
        let line = (high * share).clamp(80.0, 440.0);
        let banner = (high * if low { 0.104 } else { 0.115 }).clamp(56.0, 150.0);
        let buttons = (high * 0.08).clamp(50.0, 88.0);
        let row = |top: f32, height: f32| Rect::from_min_size(pos2(middle.left(), top), vec2(middle.width(), height));
        let column = if camera {
            Column::under_picture(middle, buttons, gap)
        } else {
            let line = row(rect.top(), line);
            let banner = row(line.bottom() + gap, banner);
            let buttons = row(rect.bottom() - buttons, buttons);
            let pad = Rect::from_min_max(
                pos2(middle.left(), banner.bottom() + gap),
                pos2(middle.right(), buttons.top() - gap),
            );
            Column { line, banner, pad, buttons }
        };
        let Column { line, banner, pad, buttons } = column;
        Self {
            scores: Rect::from_min_max(rect.min, pos2(rect.left() + scores, rect.bottom())),
            line,
            banner,
            pad,
            buttons,
            board: Some(Rect::from_min_max(pos2(rect.right() - board, rect.top()), rect.max)),
        }
    }

    /// For 1280x720 at twice the size and the like: everything but the board, in less room.
    fn small(rect: Rect, camera: bool) -> Self {
        let gap = 5.0;
        let scores = (rect.width() * 0.235).clamp(110.0, 220.0);
        let left = rect.left() + scores + gap;
        let row = |top: f32, height: f32| Rect::from_min_max(pos2(left, top), pos2(rect.right(), top + height));
        let line = row(rect.top(), (rect.height() * 0.15).clamp(30.0, 70.0));
        // What a camera proposes needs a row for the other readings.
        let banner = row(line.bottom() + gap, (rect.height() * if camera { 0.24 } else { 0.15 }).clamp(40.0, 84.0));
        let buttons = row(rect.bottom() - 44.0, 44.0);
        Self {
            scores: Rect::from_min_max(rect.min, pos2(rect.left() + scores, rect.bottom())),
            line,
            banner,
            pad: Rect::from_min_max(pos2(left, banner.bottom() + gap), pos2(rect.right(), buttons.top() - gap)),
            buttons,
            board: None,
        }
    }
}

pub(super) fn table_ui(ui: &mut Ui, rect: Rect, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    let Some(table) = &state.table else {
        no_match(ui, theme, rect, state, actions);
        return;
    };
    let setup = table.game.setup();
    let camera = state.camera.watches(&table.game);
    let places = Places::new(rect, setup.sides(), setup.rules.spinner != Spinner::None, camera);
    side_panels::side_panels_ui(ui, theme, places.scores, table, state.settings.opposite, actions);
    lines_ui(ui, places.line, state, table, actions);
    banner::banner_ui(ui, places.banner, state, table, actions);
    match places.board {
        Some(board) => board_ui(ui, theme, board, state, table, actions),
        None if table.sheet == Sheet::Board => board_ui(ui, theme, places.pad, state, table, actions),
        None => {}
    }
    if !(places.board.is_none() && table.sheet == Sheet::Board) {
        sheet_ui(ui, places.pad, state, table, actions);
    }
    buttons_ui(ui, places.buttons, state, table, places.board.is_none(), actions);
}

/// What fills the pad's place: the pad, or what lies over it.
fn sheet_ui(ui: &mut Ui, rect: Rect, state: &State, table: &Table, actions: &mut Actions) {
    let theme = &state.theme;
    if shows_picture(state, table) {
        camera::picture_ui(ui, rect, state, true, actions);
        return;
    }
    panel(ui, theme, rect);
    let inner = rect.shrink(if rect.height() < 260.0 { 4.0 } else { 10.0 });
    match table.sheet {
        Sheet::More => more::more_ui(ui, inner, state, table, actions),
        Sheet::Drops => drops::drops_ui(ui, theme, inner, table, actions),
        Sheet::Advice => advice::advice_ui(ui, inner, state, table, actions),
        Sheet::None | Sheet::Board | Sheet::Pad if table.round().is_some_and(game::Round::needs_tally) => {
            tally::tally_ui(ui, theme, inner, table, actions);
        }
        Sheet::None | Sheet::Board | Sheet::Pad if table.takes_drops() => pad::pad_ui(ui, theme, inner, table, actions),
        Sheet::None | Sheet::Board | Sheet::Pad => {
            between_ui(ui, theme, inner, table, state.camera.watches(&table.game), actions);
        }
    }
}

/// Is the pad's place the picture's? Not while something is put right by hand.
fn shows_picture(state: &State, table: &Table) -> bool {
    let by_hand = table.rewriting.is_some() || table.entry.as_it_lies || table.entry.tile.is_some();
    let open = matches!(table.sheet, Sheet::None | Sheet::Board);
    open && !by_hand && table.takes_drops() && state.camera.watches(&table.game)
}

/// The line as it is recorded; beside it as it lies on the table, where the two disagree.
fn lines_ui(ui: &Ui, rect: Rect, state: &State, table: &Table, actions: &mut Actions) {
    let theme = &state.theme;
    let lies = match state.camera.state() {
        TableState::Lost { table: Some(lies), .. } if state.camera.watches(&table.game) => lies,
        _ => return line_ui(ui, theme, rect, table, actions),
    };
    let half = (rect.width() - GAP) / 2.0;
    let record = Rect::from_min_size(rect.min, vec2(half, rect.height()));
    let seen = Rect::from_min_max(pos2(record.right() + GAP, rect.top()), rect.max);
    line_ui(ui, theme, record, table, actions);
    panel(ui, theme, seen);
    line::show(ui, theme, seen.shrink(8.0), lies, table.rules(), &line::Marks::default());
    for (place, words) in [(record, "in the record"), (seen, "on the table")] {
        let ink = Ink::new(Weight::SemiBold, 13.0, theme.quiet);
        let at = place.left_top() + vec2(10.0, 4.0);
        let shown = text::put(ui.painter(), at, Align2::LEFT_TOP, words, ink);
        let response = ui.interact(shown, ui.scope_id().with(words), egui::Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, words));
    }
}

fn line_ui(ui: &Ui, theme: &Theme, rect: Rect, table: &Table, actions: &mut Actions) {
    panel(ui, theme, rect);
    let inner = rect.shrink(if rect.height() < 80.0 { 2.0 } else { 8.0 });
    let rules = table.rules();
    let layout = table.layout();
    let plays = if table.takes_drops() { table.with_board(|entry, board| entry.plays(board)) } else { Vec::new() };
    let proposal = if plays.len() == 1 { plays.first() } else { None };
    let shown = proposal.map_or_else(|| layout.clone(), |play| layout.after(play));
    if shown.is_empty() {
        line::paint_empty(ui.painter(), theme, inner, "no tile lies yet");
        return;
    }
    let choices: Vec<_> = if plays.len() > 1 && !table.entry.as_it_lies {
        plays
            .iter()
            .filter_map(|play| {
                let on = play.on?;
                let pip = layout.pip_at(on)?;
                Some((on, format!("{} on {} at {pip}", play.tile(), game::words::place(&layout, on))))
            })
            .collect()
    } else {
        Vec::new()
    };
    let wrong = shown.wrong_plays(rules);
    let marks =
        line::Marks { last: Some(shown.len() - 1), wrong: &wrong, choices: &choices, proposed: proposal.is_some() };
    if let Some(place) = line::show(ui, theme, inner, &shown, rules, &marks) {
        actions.push(Action::TapPlace(place));
    }
}

/// The peg board with the pegs of the match.
pub(super) fn board_ui(ui: &mut Ui, theme: &Theme, rect: Rect, state: &State, table: &Table, actions: &mut Actions) {
    let dragged = paint_board(ui, theme, rect, state, table, true);
    if let Some((side, to)) = dragged {
        actions.push(Action::Adjust(side, game::rules::Points::new(i32::from(to))));
    }
}

/// Draws the board; a peg that was dragged is returned with its side.
pub(super) fn paint_board(
    ui: &mut Ui,
    theme: &Theme,
    rect: Rect,
    state: &State,
    table: &Table,
    movable: bool,
) -> Option<(game::Side, u16)> {
    let id = ui.scope_id().with("peg board");
    let manner = Manner { opposite: state.settings.opposite, movable };
    let dragged = peg_board::show_match(ui, theme, rect, id, table.game.state(), manner)?;
    Some((game::Side::new(dragged.side)?, dragged.to))
}

fn buttons_ui(ui: &Ui, rect: Rect, state: &State, table: &Table, small: bool, actions: &mut Actions) {
    let theme = &state.theme;
    let rules = table.rules();
    let game = table.game.state();
    let running = game.running().is_some();
    let led = table.round().is_some_and(|round| !round.layout.is_empty());
    let watched = state.camera.watches(&table.game);
    let seen = watched && table.entry.is_empty() && camera::proposal::can_confirm(&state.camera);
    let (go, key) = match (table.takes_drops(), watched) {
        _ if seen => ("Confirm", "Space"),
        (true, true) if table.entry.is_empty() => ("Confirm", "Space"),
        (true, _) => ("Enter", "↵"),
        (false, _) => ("Go on", "↵"),
    };
    let mut buttons: Vec<(Face<'_>, Action, f32)> = vec![(
        Face::new(go).key(key).main(true).enabled(seen || !table.takes_drops() || table.proposal().is_some()),
        Action::Confirm,
        1.5,
    )];
    buttons.push((Face::new("Knock").key("K").enabled(running && led), Action::Knock, 1.0));
    if rules.drawing != game::rules::Drawing::Never {
        let left = table.round().map_or(0, |round| rules.drawable(round.boneyard));
        buttons.push((Face::new("Draw").key("D").enabled(running && led && left > 0), Action::Draw, 1.0));
    }
    buttons.push((Face::new("Undo").key("U").enabled(table.game.can_undo()), Action::Undo, 1.0));
    if table.game.can_redo() {
        buttons.push((Face::new("Redo").key("R"), Action::Redo, 1.0));
    }
    if watched {
        let open = table.sheet == Sheet::Pad;
        let next = if open { Sheet::None } else { Sheet::Pad };
        buttons.push((Face::new("Tiles").key("T").name("tap the tiles").chosen(open), Action::Open(next), 0.9));
    }
    if !state.settings.competition {
        let open = table.sheet == Sheet::Advice;
        let next = if open { Sheet::None } else { Sheet::Advice };
        buttons.push((Face::new("Advice").key("A").chosen(open), Action::Open(next), 1.0));
    }
    if small {
        let open = table.sheet == Sheet::Board;
        let next = if open { Sheet::None } else { Sheet::Board };
        buttons.push((Face::new("Board").chosen(open), Action::Open(next), 0.9));
    }
    let open = table.sheet == Sheet::More;
    let next = if open { Sheet::None } else { Sheet::More };
    buttons.push((Face::new("More").key("O").chosen(open), Action::Open(next), 0.9));
    let gap = if small { 5.0 } else { 9.0 };
    let total: f32 = buttons.iter().map(|(.., share)| share).sum();
    let unit = (rect.width() - gap * (buttons.len() - 1) as f32) / total;
    let mut left = rect.left();
    for (face, action, share) in buttons {
        let place = Rect::from_min_size(pos2(left, rect.top()), vec2(unit * share, rect.height()));
        left = place.right() + gap;
        let size = (rect.height() * 0.31).clamp(15.0, 24.0);
        if button::put(ui, theme, place, face.size(size)).clicked() {
            actions.push(action);
        }
    }
}

/// Between hands: who leads next, or the same match again.
fn between_ui(ui: &mut Ui, theme: &Theme, rect: Rect, table: &Table, watched: bool, actions: &mut Actions) {
    let game = table.game.state();
    let setup = &game.setup;
    let high = (rect.height() * 0.2).clamp(44.0, 96.0);
    let mut faces: Vec<(String, &str, Action, bool)> = Vec::new();
    let heading = if game.is_over() {
        faces.push(("Same again".to_owned(), "↵", Action::SameAgain, true));
        faces.push(("New game…".to_owned(), "F2", Action::Go(crate::ui::action::Screen::NewGame), false));
        "The match is over. A mistake? Undo takes the last act back."
    } else {
        let (first, ask) = match game.next_leader() {
            NextLeader::Seat(seat) => (seat, false),
            NextLeader::Ask(seat) => (seat, true),
        };
        faces.push((format!("{} leads", setup.player(first)), "↵", Action::Deal(first), true));
        for seat in setup.all_seats().filter(|seat| *seat != first) {
            faces.push((format!("{} leads", setup.player(seat)), "", Action::Deal(seat), false));
        }
        match (game.leg.winner.is_some(), ask) {
            // One touch, and the camera waits for the first tile.
            (false, false) if watched => "Next hand: clear the table, shuffle and draw, then touch who leads.",
            (_, _) if watched => "Clear the table, shuffle and draw. Who leads? Touch it, and drop.",
            (true, _) => "Next game: shuffle and draw. Who leads?",
            (false, true) => "Next hand: shuffle and draw. Who leads?",
            (false, false) => "Next hand: shuffle and draw.",
        }
    };
    let ink = Ink::new(Weight::Medium, 18.0, theme.quiet);
    text::put_within(ui.painter(), rect.min + vec2(6.0, 6.0), Align2::LEFT_TOP, heading, ink, rect.width() - 12.0);
    let per_row = 2;
    let gap = 10.0;
    let width = (rect.width() - gap * (per_row - 1) as f32) / per_row as f32;
    for (i, (label, key, action, main)) in faces.into_iter().enumerate() {
        let corner = pos2(
            rect.left() + (width + gap) * (i % per_row) as f32,
            rect.top() + 36.0 + (high + gap) * (i / per_row) as f32,
        );
        let place = Rect::from_min_size(corner, vec2(width, high));
        if button::put(ui, theme, place, Face::new(&label).key(key).main(main).size(20.0)).clicked() {
            actions.push(action);
        }
    }
    let rows = 2.0_f32.max((setup.seats() as f32 / per_row as f32).ceil());
    let below = Rect::from_min_max(pos2(rect.left(), rect.top() + 36.0 + (high + gap) * rows.min(2.0)), rect.max);
    if below.height() > 90.0 {
        drops::story_ui(ui, theme, below, table);
    }
}

fn no_match(ui: &Ui, theme: &Theme, rect: Rect, state: &State, actions: &mut Actions) {
    let middle = rect.center();
    let ink = Ink::new(Weight::SemiBold, 26.0, theme.text);
    text::put(ui.painter(), middle - vec2(0.0, 80.0), Align2::CENTER_CENTER, "No match on the table", ink);
    let again = state.settings.last.as_ref().map(|last| format!("Same as last time: {}", last.players.join(", ")));
    let mut top = middle.y - 30.0;
    let mut put = |label: &str, kind: ButtonKind, action: Action| {
        let place = Rect::from_center_size(pos2(middle.x, top + 28.0), vec2(rect.width().min(460.0), 56.0));
        top += 68.0;
        if button::put(ui, theme, place, Face::new(label).kind(kind).size(18.0)).clicked() {
            actions.push(action);
        }
    };
    if let Some(again) = &again {
        put(again, ButtonKind::Main, Action::SameAgain);
    }
    let kind = if again.is_some() { ButtonKind::Plain } else { ButtonKind::Main };
    put("Begin a match", kind, Action::Go(crate::ui::action::Screen::NewGame));
    put("Show me: simulated table", ButtonKind::Plain, Action::Demonstrate);
}
