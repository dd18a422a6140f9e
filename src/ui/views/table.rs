//! The table: scores at the left, the line, what happened, the pad and the buttons in the middle, the board at the right.
//!
//! Everything that takes turns has one place, the pad's ([`TablePart::Pad`]): the pad itself, the tally, the drops of the
//! hand. A camera's picture and advice go there too, with the banner for what the camera proposes.

use super::side_panels::Seats;
use super::{
    Actions, advice, banner, camera, code, columns, drops, line_ui, more, pad, panel, players, rows, score_sheet,
    scores, side_panels, tally, within,
};
use crate::live::TableState;
use crate::ui::action::{Action, TableWish};
use crate::ui::camera::moment::enters_by_hand;
use crate::ui::entry::EntryWish;
use crate::ui::screen::{Screen, Sheet};
use crate::ui::settings::Settings;
use crate::ui::state::BeginWish;
use crate::ui::state::State;
use crate::ui::table::ActWish;
use crate::ui::table::TableScreen;
use crate::widgets::button::{self, ButtonKind, Face};
use crate::widgets::line::{self, Tapped};
use crate::widgets::peg_board::{self, Manner};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{GAP, TOUCH, Theme, Weight};
use egui::{Align2, Label, Rect, Ui, Vec2, vec2};
use egui_extras::Size;
use game::NextLeader;
use game::rules::Spinner;
use game::words;
use language::say;

/// A part of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TablePart {
    Scores,
    Line,
    Banner,
    Pad,
    Buttons,
    Board,
}

/// Plan of the window: the sides' panels, the middle from top to bottom, the board if there is room.
#[derive(Clone, Debug)]
struct Plan {
    gap: f32,
    /// Columns, or rows in a tall window.
    outer: Vec<(TablePart, Size)>,
    /// Parts of the middle and their sizes.
    middle: Vec<(TablePart, Size)>,
    upright: bool,
    /// The buttons stand in two rows.
    two_rows: bool,
}

/// State that the plan depends on, beside the window's size.
#[derive(Clone, Copy, Debug)]
struct Wants {
    sides: usize,
    branches: bool,
    camera: bool,
    far: bool,
    /// Whether the first tile of the hand is next.
    lead: bool,
}

impl Plan {
    fn new(size: Vec2, wants: Wants) -> Self {
        let (wide, high) = (size.x, size.y);
        if high > wide * 1.15 {
            return Self::upright(size, wants);
        }
        if wants.far {
            return Self::far(size, wants);
        }
        if wide < 860.0 || high < 480.0 {
            return Self::small(size, wants);
        }
        let scores = (wide * 0.222).clamp(210.0, 640.0);
        let board = (wide * if wants.sides > 2 { 0.225 } else { 0.174 }).clamp(168.0, 640.0).min(high * 0.5);
        // A low window gives its room to the pad, with tiles large enough for fingers.
        let low = high < 620.0;
        // A line that branches grows upwards too, where the tiles of the pad do not need the room.
        let share = match (low, wants.branches) {
            (true, _) => 0.15,
            (false, true) => 0.26,
            (false, false) => 0.175,
        };
        let buttons = (TablePart::Buttons, Size::exact((high * 0.08).clamp(TOUCH, 88.0)));
        let middle = if wants.camera {
            // The picture is above everything, the recorded line below.
            let line = Size::exact((high * 0.13).clamp(52.0, 150.0));
            let banner = Size::exact((high * 0.165).clamp(84.0, 160.0));
            vec![(TablePart::Pad, Size::remainder()), (TablePart::Banner, banner), buttons, (TablePart::Line, line)]
        } else {
            let line = Size::exact((high * share).clamp(80.0, 440.0));
            let banner = Size::exact((high * if low { 0.104 } else { 0.115 }).clamp(56.0, 150.0));
            vec![(TablePart::Line, line), (TablePart::Banner, banner), (TablePart::Pad, Size::remainder()), buttons]
        };
        let outer = vec![
            (TablePart::Scores, Size::exact(scores)),
            (TablePart::Pad, Size::remainder()),
            (TablePart::Board, Size::exact(board)),
        ];
        Self { gap: if low { 8.0 } else { GAP }, outer, middle, upright: false, two_rows: false }
    }

    /// For 1280x720 at twice the size and the like: everything but the board, which is under its own button, in less room.
    fn small(size: Vec2, wants: Wants) -> Self {
        // What a camera proposes needs a row for the other readings.
        let banner = (size.y * if wants.camera { 0.27 } else { 0.16 }).clamp(44.0, 104.0);
        let line = (size.y * 0.13).clamp(30.0, 70.0);
        let scores = (size.x * 0.28).clamp(120.0, 260.0);
        let middle = vec![
            (TablePart::Line, Size::exact(line)),
            (TablePart::Banner, Size::exact(banner)),
            (TablePart::Pad, Size::remainder()),
            (TablePart::Buttons, Size::exact(TOUCH)),
        ];
        let outer = vec![(TablePart::Scores, Size::exact(scores)), (TablePart::Pad, Size::remainder())];
        Self { gap: 5.0, outer, middle, upright: false, two_rows: false }
    }

    /// A phone or a tablet held upright: the display above, the buttons below, under the thumb. The board is on its
    /// side if there is room for it, else behind its button.
    fn upright(size: Vec2, wants: Wants) -> Self {
        let (wide, high) = (size.x, size.y);
        let phone = wide < 560.0;
        let gap = if phone { 5.0 } else { 10.0 };
        let two_rows = phone && high > 560.0;
        let scores = high * if wants.far { 0.3 } else { 0.19 };
        let scores = scores * if wants.sides > 2 && phone { 1.25 } else { 1.0 };
        let banner =
            (high * if wants.far { 0.15 } else { 0.1 } * if wants.camera { 1.3 } else { 1.0 }).clamp(56.0, 220.0);
        let line = (high * if wants.branches { 0.16 } else { 0.1 }).clamp(36.0, 240.0);
        let buttons = if two_rows { TOUCH * 2.0 + gap } else { (high * 0.055).clamp(TOUCH, 72.0) };
        let mut middle = vec![(TablePart::Banner, Size::exact(banner))];
        // Before the lead there is no line, and every tile needs a place.
        let crowded = phone && high < 640.0 && wants.lead && !wants.camera;
        if !crowded && (!wants.far || high > 800.0) {
            middle.insert(0, (TablePart::Line, Size::exact(line * if wants.far { 0.8 } else { 1.0 })));
        }
        if !phone && high > 1000.0 {
            middle.push((TablePart::Board, Size::exact((high * 0.15).min(wide * 0.3))));
        }
        middle.push((TablePart::Pad, Size::remainder()));
        middle.push((TablePart::Buttons, Size::exact(buttons)));
        let outer =
            vec![(TablePart::Scores, Size::exact(scores.clamp(104.0, 520.0))), (TablePart::Pad, Size::remainder())];
        Self { gap, outer, middle, upright: true, two_rows }
    }

    /// For reading from two metres: the scores have half of the window, and the last event much of the rest. The line
    /// is on the table; the board is behind its button.
    fn far(size: Vec2, wants: Wants) -> Self {
        let (wide, high) = (size.x, size.y);
        let low = high < 480.0;
        let gap = if low { 5.0 } else { GAP };
        let banner = (high * if low { 0.36 } else { 0.3 }).clamp(70.0, 340.0);
        let mut middle = vec![
            (TablePart::Banner, Size::exact(banner)),
            (TablePart::Pad, Size::remainder()),
            (TablePart::Buttons, Size::exact((high * 0.08).clamp(TOUCH, 88.0))),
        ];
        if wants.camera {
            middle.swap(0, 1);
        }
        let scores = wide * if low { 0.5 } else { 0.48 };
        let outer = vec![(TablePart::Scores, Size::exact(scores)), (TablePart::Pad, Size::remainder())];
        Self { gap, outer, middle, upright: false, two_rows: false }
    }

    /// Reports whether the board has a separate place.
    fn has_board(&self) -> bool {
        self.outer.iter().chain(&self.middle).any(|(part, _)| *part == TablePart::Board)
    }
}

pub(super) fn table_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let Some(table) = &state.table else {
        no_match(ui, state, actions);
        return;
    };
    if table.rules().is_sheet() {
        score_sheet::score_sheet_ui(ui, state, table, actions);
        return;
    }
    let setup = table.game.setup();
    let camera = state.camera.watches(&table.game);
    let branches = setup.rules.spinner != Spinner::None;
    let lead = table.round().is_some_and(|round| round.layout.is_empty());
    let wants = Wants { sides: setup.sides(), branches, camera, far: state.settings.far, lead };
    let plan = Plan::new(ui.available_size(), wants);
    let sizes: Vec<Size> = plan.outer.iter().map(|(_, size)| *size).collect();
    let gap = if plan.outer.len() > 2 { GAP } else { plan.gap };
    let part = |n: usize, ui: &mut Ui| match plan.outer[n].0 {
        TablePart::Pad => middle_ui(ui, &plan, state, table, actions),
        other => part_ui(ui, other, &plan, state, table, actions),
    };
    if plan.upright { rows(ui, gap, &sizes, part) } else { columns(ui, gap, &sizes, part) }
}

fn middle_ui(ui: &mut Ui, plan: &Plan, state: &State, table: &TableScreen, actions: &mut Actions) {
    let sizes: Vec<Size> = plan.middle.iter().map(|(_, size)| *size).collect();
    rows(ui, plan.gap, &sizes, |n, ui| part_ui(ui, plan.middle[n].0, plan, state, table, actions));
}

fn part_ui(ui: &mut Ui, part: TablePart, plan: &Plan, state: &State, table: &TableScreen, actions: &mut Actions) {
    let (theme, rect) = (&state.theme, ui.max_rect());
    let small = !plan.has_board();
    match part {
        TablePart::Scores => {
            let seats = Seats { opposite: state.settings.opposite, upright: plan.upright, far: state.settings.far };
            side_panels::side_panels_ui(ui, theme, table, seats, actions);
        }
        TablePart::Line => lines_ui(ui, rect, state, table, actions),
        TablePart::Banner => banner::banner_ui(ui, rect, state, table, actions),
        TablePart::Pad if small && table.sheet == Sheet::Board => board_ui(ui, theme, rect, state, table, actions),
        TablePart::Pad => sheet_ui(ui, rect, state, table, actions),
        TablePart::Buttons => buttons_ui(ui, state, table, plan, actions),
        TablePart::Board => board_ui(ui, theme, rect, state, table, actions),
    }
}

/// The contents of the pad's place: the pad, or the sheet over it.
fn sheet_ui(ui: &mut Ui, rect: Rect, state: &State, table: &TableScreen, actions: &mut Actions) {
    let theme = &state.theme;
    if table.has_room_for_picture() && state.camera.watches(&table.game) {
        camera::picture_ui(ui, rect, state, true, actions);
        return;
    }
    panel(ui, theme, rect);
    let inner = rect.shrink(if rect.height() < 260.0 || rect.width() < 480.0 { 4.0 } else { 10.0 });
    match table.sheet {
        Sheet::More => more::more_ui(ui, inner, state, table, actions),
        Sheet::Drops => within(ui, inner, "drops", |ui| drops::drops_ui(ui, theme, table, actions)),
        Sheet::Code => code::code_ui(ui, theme, inner, &table.game, actions),
        Sheet::Advice => advice::advice_ui(ui, inner, state, table, actions),
        Sheet::Scores => within(ui, inner, "scores", |ui| scores::scores_ui(ui, state, table, actions)),
        Sheet::Players => within(ui, inner, "players", |ui| players::players_ui(ui, state, table, actions)),
        Sheet::None | Sheet::Board | Sheet::Pad if table.round().is_some_and(game::Round::needs_tally) => {
            tally::tally_ui(ui, theme, inner, table, actions);
        }
        Sheet::None | Sheet::Board | Sheet::Pad if table.takes_drops() => pad::pad_ui(ui, theme, inner, table, actions),
        Sheet::None | Sheet::Board | Sheet::Pad => {
            between_ui(ui, inner, state, table, actions);
        }
    }
}

/// Shows the recorded line, and beside it the line on the table if they disagree.
fn lines_ui(ui: &Ui, rect: Rect, state: &State, table: &TableScreen, actions: &mut Actions) {
    let theme = &state.theme;
    let lies = match state.camera.state() {
        TableState::Lost { table: Some(lies), .. } if state.camera.watches(&table.game) && !state.camera.is_left() => {
            lies
        }
        _ => return layout_ui(ui, theme, rect, table, actions),
    };
    let (record, seen) = rect.split_left_right_at_fraction(0.5);
    let (record, seen) = (record.with_max_x(record.right() - GAP / 2.0), seen.with_min_x(seen.left() + GAP / 2.0));
    layout_ui(ui, theme, record, table, actions);
    panel(ui, theme, seen);
    line::show(ui, theme, seen.shrink(8.0), lies, table.rules(), &line::Marks::default());
    for (place, words) in [(record, say!("in the record")), (seen, say!("on the table"))] {
        let ink = Ink::new(Weight::SemiBold, 13.0, theme.quiet);
        let at = place.left_top() + vec2(10.0, 4.0);
        let shown = text::put(ui.painter(), at, Align2::LEFT_TOP, words, ink);
        let response = ui.interact(shown, ui.scope_id().with(words), egui::Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, words));
    }
}

fn layout_ui(ui: &Ui, theme: &Theme, rect: Rect, table: &TableScreen, actions: &mut Actions) {
    panel(ui, theme, rect);
    let inner = rect.shrink(if rect.height() < 80.0 { 2.0 } else { 8.0 });
    let rules = table.rules();
    let layout = table.layout();
    let plays = if table.takes_drops() { table.with_board(|entry, board| entry.plays(board)) } else { Vec::new() };
    let proposal = if plays.len() == 1 { plays.first() } else { None };
    let shown = proposal.map_or_else(|| layout.clone(), |play| layout.after(play));
    if shown.is_empty() {
        line::paint_empty(ui.painter(), theme, inner, say!("no tile on the table yet"));
        return;
    }
    let choices: Vec<_> = if plays.len() > 1 && !table.entry.as_it_lies {
        plays
            .iter()
            .filter_map(|play| {
                let on = play.on?;
                let pip = layout.pip_at(on)?;
                Some((
                    on,
                    pip,
                    say!("{tile} on {place} at {pip}", tile = play.tile(), place = words::place(&layout, on), pip),
                ))
            })
            .collect()
    } else {
        Vec::new()
    };
    let wrong = shown.wrong_plays(rules);
    // A tile of the line is tapped to correct it, where a finger has room and nothing else is being entered.
    let taps = inner.height() >= TOUCH && table.takes_drops() && !table.asks();
    let tap = if taps { say!(": tap a drop to correct it") } else { "" };
    let told = say!("the line {line}, open ends {ends}{tap}", line = shown, ends = words::ends(&shown, rules), tap);
    let marks = line::Marks {
        last: Some(shown.len() - 1),
        wrong: &wrong,
        choices: &choices,
        proposed: proposal.is_some(),
        told: &told,
        taps,
    };
    match line::show(ui, theme, inner, &shown, rules, &marks) {
        Some(Tapped::Place(place)) => actions.push(EntryWish::TapPlace(place).into()),
        Some(Tapped::Tile(tile)) => {
            actions.extend(shown.play(tile).map(|play| Action::from(EntryWish::Tap(play.tile()))));
        }
        None => {}
    }
}

/// The peg board with the pegs of the match.
pub(super) fn board_ui(
    ui: &mut Ui,
    theme: &Theme,
    rect: Rect,
    state: &State,
    table: &TableScreen,
    actions: &mut Actions,
) {
    let dragged = paint_board(ui, theme, rect, state, table, true);
    if let Some((side, to)) = dragged {
        actions.push(
            ActWish::Adjust(side, game::rules::Points::new(i32::from(to)), say!("peg moved on the board").to_owned())
                .into(),
        );
    }
}

/// Draws the board; a peg that was dragged is returned with its side.
pub(super) fn paint_board(
    ui: &mut Ui,
    theme: &Theme,
    rect: Rect,
    state: &State,
    table: &TableScreen,
    movable: bool,
) -> Option<(game::Side, u16)> {
    let id = ui.scope_id().with("peg board");
    let manner = Manner { opposite: state.settings.opposite, movable };
    let dragged = peg_board::show_match(ui, theme, rect, id, table.game.state(), manner)?;
    Some((game::Side::new(dragged.side)?, dragged.to))
}

fn buttons_ui(ui: &mut Ui, state: &State, table: &TableScreen, plan: &Plan, actions: &mut Actions) {
    let theme = &state.theme;
    let small = !plan.has_board();
    let rules = table.rules();
    let game = table.game.state();
    let running = game.running().is_some();
    let led = table.round().is_some_and(|round| !round.layout.is_empty());
    let watched = state.camera.watches(&table.game);
    let seen = watched && !enters_by_hand(table) && camera::proposal::can_confirm(&state.camera);
    let (go, key) = match (table.takes_drops(), watched) {
        _ if seen => (say!("Confirm"), say!("Space")),
        (true, true) if table.entry.is_empty() => (say!("Confirm"), say!("Space")),
        (true, _) => (say!("Enter"), "↵"),
        (false, _) => (say!("Continue"), "↵"),
    };
    let left = table.round().map_or(0, |round| rules.drawable(round.boneyard));
    let draw = if running { say!("Draw · {left}", left) } else { say!("Draw").to_owned() };
    let mut buttons: Vec<(Face<'_>, Action, f32)> = vec![(
        Face::new(go).key(key).main(true).enabled(seen || !table.takes_drops() || table.proposal().is_some()),
        EntryWish::Confirm.into(),
        1.3,
    )];
    buttons.push((Face::new(say!("Knock")).key("K").enabled(running && led), ActWish::Knock.into(), 1.0));
    if rules.drawing != game::rules::Drawing::Never {
        let face = Face::new(&draw).name(say!("Draw")).key("D").enabled(running && led && left > 0);
        buttons.push((face, ActWish::Draw.into(), 1.0));
    }
    // Both are always there: where Undo was tapped, a second tap is Undo again.
    buttons.push((
        Face::new(say!("Undo")).key("U").enabled(table.game.can_undo() || table.reopens()),
        ActWish::Undo.into(),
        1.0,
    ));
    buttons.push((Face::new(say!("Redo")).key("R").enabled(table.game.can_redo()), ActWish::Redo.into(), 1.0));
    if watched {
        let open = table.sheet == Sheet::Pad;
        let next = if open { Sheet::None } else { Sheet::Pad };
        buttons.push((
            Face::new(say!("Tiles")).key("T").name(say!("tap the tiles")).chosen(open),
            TableWish::Open(next).into(),
            0.9,
        ));
    }
    if table.game.setup().practice {
        let open = table.sheet == Sheet::Advice;
        let next = if open { Sheet::None } else { Sheet::Advice };
        buttons.push((Face::new(say!("Advice")).key("A").chosen(open), TableWish::Open(next).into(), 1.0));
    }
    if small {
        let open = table.sheet == Sheet::Board;
        let next = if open { Sheet::None } else { Sheet::Board };
        buttons.push((Face::new(say!("Board")).chosen(open), TableWish::Open(next).into(), 0.95));
    }
    let can = state.sound;
    if state.settings.voice && can.speaks || state.settings.sound && can.clicks {
        let quiet = Settings { voice: false, sound: false, ..state.settings.clone() };
        buttons.push((
            Face::new(say!("Quiet")).key("F10").name(say!("Quiet: no voice, no sound")),
            Action::Set(quiet),
            0.95,
        ));
    }
    let open = table.sheet == Sheet::More;
    let next = if open { Sheet::None } else { Sheet::More };
    buttons.push((Face::new(say!("More")).key("O").chosen(open), TableWish::Open(next).into(), 0.95));
    let rows_wanted = if plan.two_rows { 2 } else { 1 };
    let gap = if small { 5.0 } else { 9.0 };
    // The ones that are needed at every drop come last, nearest to the thumb.
    let undo = buttons.iter().position(|(_, action, _)| *action == ActWish::Undo.into());
    let split = undo.filter(|_| plan.two_rows).map_or(buttons.len(), |undo| undo + 1);
    let (often, seldom) = buttons.split_at(split);
    let halves = if rows_wanted == 1 { vec![often] } else { vec![seldom, often] };
    rows(ui, gap, &vec![Size::remainder(); rows_wanted], |n, ui| button_row(ui, theme, halves[n], gap, actions));
}

/// Buttons beside each other, each with its share of the width.
fn button_row(ui: &mut Ui, theme: &Theme, buttons: &[(Face<'_>, Action, f32)], gap: f32, actions: &mut Actions) {
    let total: f32 = buttons.iter().map(|(.., share)| share).sum();
    let width = ui.available_width() - gap * (buttons.len() - 1) as f32;
    let least = buttons.iter().map(|(.., share)| *share).fold(f32::INFINITY, f32::min);
    // Where the smaller ones would be too small for a finger, all are alike.
    let alike = width / total * least < TOUCH;
    let width_of = |share: f32| width * if alike { 1.0 / buttons.len() as f32 } else { share / total };
    let sizes: Vec<Size> = buttons.iter().map(|(.., share)| Size::exact(width_of(*share))).collect();
    let size = (ui.available_height() * 0.31).clamp(15.0, 24.0);
    columns(ui, gap, &sizes, |n, ui| {
        let (face, action, _) = &buttons[n];
        if button::put(ui, theme, ui.max_rect(), face.size(size)).clicked() {
            actions.push(action.clone());
        }
    });
}

/// Between hands: who leads next, or the same match again.
fn between_ui(ui: &mut Ui, rect: Rect, state: &State, table: &TableScreen, actions: &mut Actions) {
    let (theme, copied) = (&state.theme, state.copied.as_ref());
    let watched = state.camera.watches(&table.game);
    let game = table.game.state();
    let setup = &game.setup;
    let high = (rect.height() * 0.2).clamp(44.0, 96.0);
    let mut faces: Vec<(String, &str, Action, bool)> = Vec::new();
    let heading = if game.is_over() {
        faces.push((say!("Same again").to_owned(), "↵", BeginWish::SameAgain.into(), true));
        faces.push((say!("New game…").to_owned(), "F2", Action::Go(Screen::NewGame), false));
        let result = words::result(&table.game);
        let label =
            if copied.is_some_and(|copied| *copied == result) { say!("✓ Copied") } else { say!("Copy the result") };
        faces.push((label.to_owned(), "", Action::Copy(result), false));
        faces.push((say!("Share by QR code").to_owned(), "", TableWish::Open(Sheet::Code).into(), false));
        say!("The match is over. A mistake? Undo reverses the last action.")
    } else {
        let (first, ask) = match game.next_leader() {
            NextLeader::Seat(seat) => (seat, false),
            NextLeader::Ask(seat) => (seat, true),
        };
        faces.push((say!("{player} leads", player = setup.player(first)), "↵", ActWish::Deal(first).into(), true));
        for seat in setup.all_seats().filter(|seat| *seat != first) {
            faces.push((say!("{player} leads", player = setup.player(seat)), "", ActWish::Deal(seat).into(), false));
        }
        match (game.leg.winner.is_some(), ask) {
            // One touch, and the camera waits for the first tile.
            (false, false) if watched => say!("Next hand: clear the table, shuffle and draw, then tap who leads."),
            (_, _) if watched => say!("Clear the table, shuffle and draw. Tap who leads, then drop."),
            (true, _) => say!("Next game: shuffle and draw. Who leads?"),
            (false, true) => say!("Next hand: shuffle and draw. Who leads?"),
            (false, false) => say!("Next hand: shuffle and draw."),
        }
    };
    within(ui, rect, "between", |ui| {
        ui.spacing_mut().item_spacing = vec2(10.0, 10.0);
        line_ui(ui, 26.0, |ui| {
            ui.add_space(6.0);
            let ink = Ink::new(Weight::Medium, if rect.width() < 480.0 { 16.0 } else { 18.0 }, theme.quiet);
            ui.add(Label::new(ink.on(heading)).wrap().selectable(false));
        });
        for pair in faces.chunks(2) {
            ui.columns(2, |columns| {
                for (ui, (label, key, action, main)) in columns.iter_mut().zip(pair) {
                    let face = Face::new(label).key(key).main(*main).size(20.0);
                    if button::sized(ui, theme, vec2(ui.available_width(), high), face).clicked() {
                        actions.push(action.clone());
                    }
                }
            });
        }
        if ui.available_height() > 90.0 {
            drops::story_ui(ui, theme, table);
        }
    });
}

fn no_match(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    let again =
        state.settings.last.as_ref().map(|last| say!("Same as last time: {names}", names = last.names().join(", ")));
    let size = vec2(ui.available_width().min(460.0), 56.0);
    let mut put = |ui: &mut Ui, label: &str, kind: ButtonKind, action: Action| {
        if button::sized(ui, theme, size, Face::new(label).kind(kind).size(18.0)).clicked() {
            actions.push(action);
        }
    };
    ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = 12.0;
        ui.add_space((ui.available_height() / 2.0 - 108.0).max(0.0));
        text::label(ui, say!("No match on the table"), Ink::new(Weight::SemiBold, 26.0, theme.text));
        if let Some(again) = &again {
            put(ui, again, ButtonKind::Main, BeginWish::SameAgain.into());
        }
        let kind = if again.is_some() { ButtonKind::Plain } else { ButtonKind::Main };
        put(ui, say!("Begin a match"), kind, Action::Go(Screen::NewGame));
        put(ui, say!("Show me: simulated table"), ButtonKind::Plain, BeginWish::Demonstrate.into());
    });
}
