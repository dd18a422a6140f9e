//! Wishes of keys: every action has a key, and the numpad alone suffices to enter drops.

use crate::camera::SourceSpec;
use crate::ui::action::{Action, TableWish};
use crate::ui::advise::Ask;
use crate::ui::camera::CameraWish;
use crate::ui::count::CountWish;
use crate::ui::entry::EntryWish;
use crate::ui::entry::Mode;
use crate::ui::history::{Milestone, Tab, Wish};
use crate::ui::keyboard::figure_of_key;
use crate::ui::phones::PhonesWish;
use crate::ui::screen::{Screen, Sheet};
use crate::ui::settings::Settings;
use crate::ui::state::BeginWish;
use crate::ui::state::State;
use crate::ui::table::{ActWish, TableScreen};
use egui::{Event, Key, Modifiers};
use eye::picture::is_picture_name;
use game::Seat;
use game::tile::Pip;

/// Focus of the keyboard.
#[derive(Clone, Copy, Debug, Default)]
pub struct Focus {
    /// In a text field.
    pub typing: bool,
    /// On any widget.
    pub focused: bool,
}

/// Returns the actions of the keys pressed since the last frame.
pub(super) fn actions(ctx: &egui::Context, state: &State) -> Vec<Action> {
    let typing = ctx.text_edit_focused();
    let focused = ctx.memory(|memory| memory.focused().is_some());
    ctx.input(|input| {
        let mut actions = of_events(&input.events, Focus { typing, focused }, state);
        if advises(state) {
            let files = input.raw.dropped_files.iter().map(|file| file.path().to_owned());
            actions.extend(files.map(|path| TableWish::Advice(Ask::Read(path)).into()));
        } else if state.screen == Screen::Count {
            let files = input.raw.dropped_files.iter().map(|file| file.path().to_owned());
            actions.extend(files.map(|path| Action::Count(CountWish::Read(path))));
        } else if state.screen == Screen::Camera {
            let files = input.raw.dropped_files.iter().map(|file| file.path().to_owned());
            let pictures = files.filter(|path| is_picture_name(path)).map(SourceSpec::Picture);
            actions.extend(pictures.map(|picture| Action::Camera(CameraWish::Open(picture))));
        }
        actions
    })
}

/// Returns the actions of these events, after [`Keyboard`](crate::ui::keyboard::Keyboard) has corrected them.
#[must_use]
pub fn of_events(events: &[Event], focus: Focus, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    let mut figure = false;
    for event in events {
        match event {
            Event::Key { key, pressed: true, modifiers, repeat, .. } => {
                actions.extend(of_key(*key, *modifiers, *repeat, focus, state));
            }
            // A star has no separate key; on the key of a digit it is that digit.
            Event::Text(text) if text == "*" && !figure && !focus.typing && on_table(state) => {
                actions.push(EntryWish::Double.into());
            }
            _ => {}
        }
        figure = matches!(event, Event::Key { key, pressed: true, .. } if figure_of_key(*key).is_some());
    }
    actions
}

/// Reports whether the adviser's panel is open, so that a dropped picture is one of a hand.
fn advises(state: &State) -> bool {
    on_table(state) && state.table.as_ref().is_some_and(|table| table.sheet == Sheet::Advice)
}

fn on_table(state: &State) -> bool {
    state.screen == Screen::Table && state.table.is_some()
}

fn of_key(key: Key, modifiers: Modifiers, repeat: bool, focus: Focus, state: &State) -> Option<Action> {
    let Focus { typing, focused } = focus;
    // A name may have a question mark in it.
    let written = typing && key == Key::Questionmark;
    if let Some((screen, ..)) = Screen::ALL.iter().find(|(_, _, screen_key)| *screen_key == key && !written) {
        return Some(Action::Go(*screen));
    }
    if key == Key::F12 && !repeat {
        return Some(Action::Phones(PhonesWish::Panel(!state.phones.shown)));
    }
    if key == Key::Escape && state.phones.shown {
        return Some(Action::Phones(PhonesWish::Panel(false)));
    }
    if key == Key::F6 {
        return Some(Action::Spectators);
    }
    if key == Key::F11 && !repeat {
        return Some(Action::Set(Settings { far: !state.settings.far, ..state.settings.clone() }));
    }
    if key == Key::F10 && !repeat {
        return Some(Action::Set(state.settings.hushed_or_not()));
    }
    if key == Key::F8 && !repeat && state.camera.is_on() {
        return Some(Action::Camera(CameraWish::KeepMinute));
    }
    if typing || repeat {
        return None;
    }
    if modifiers.command {
        if state.screen == Screen::History {
            return (key == Key::Z && !modifiers.shift).then_some(Action::History(Wish::Undo));
        }
        return match key {
            Key::Z if modifiers.shift => Some(ActWish::Redo.into()),
            Key::Z => Some(ActWish::Undo.into()),
            Key::Y => Some(ActWish::Redo.into()),
            _ => None,
        };
    }
    let go = matches!(key, Key::Enter | Key::Space);
    if go && focused {
        // The focused widget takes it.
        return None;
    }
    match (state.screen, go) {
        (Screen::Table, _) if state.table.is_some() => table_key(key, modifiers, focused, state),
        (Screen::Welcome, true) => Some(Action::Go(Screen::NewGame)),
        (Screen::NewGame, true) => Some(BeginWish::Start.into()),
        (Screen::Help, _) if key == Key::Escape => Some(Action::Go(state.help_about)),
        // Not once something else was chosen: S would begin the old choices.
        (Screen::NewGame, false) if key == Key::S && !state.new_game.differs(&state.settings) => {
            Some(BeginWish::SameAgain.into())
        }
        (Screen::History, _) => replay_key(key, modifiers, state).map(Action::History),
        _ => None,
    }
}

fn replay_key(key: Key, modifiers: Modifiers, state: &State) -> Option<Wish> {
    let replay = state.history.replay.as_ref().filter(|_| state.history.tab == Tab::Matches)?;
    let at = replay.at;
    let jump = |mark: Milestone| Some(Wish::Jump(mark, !modifiers.shift));
    match key {
        Key::ArrowRight => Some(Wish::Go(at + 1)),
        Key::ArrowLeft => Some(Wish::Go(at.saturating_sub(1))),
        Key::PageDown => Some(Wish::Jump(Milestone::Hand, true)),
        Key::PageUp => Some(Wish::Jump(Milestone::Hand, false)),
        Key::Home => Some(Wish::Go(0)),
        Key::End => Some(Wish::Go(usize::MAX)),
        Key::Space | Key::P => Some(Wish::Play),
        Key::Num8 => jump(Milestone::Eight),
        Key::B => jump(Milestone::Bust),
        Key::K => jump(Milestone::Knock),
        Key::M => jump(Milestone::Missed),
        Key::Escape => Some(Wish::Close),
        _ => None,
    }
}

fn table_key(key: Key, modifiers: Modifiers, focused: bool, state: &State) -> Option<Action> {
    let table = state.table.as_ref()?;
    if let Some(figure) = figure_of_key(key) {
        // Shift is ten more where the set has that.
        let within = |pip: &Pip| *pip <= table.rules().set_size;
        let more = Pip::new(figure + 10).filter(|pip| modifiers.shift && !table.takes_number() && within(pip));
        let plain = Pip::new(figure).filter(|pip| table.takes_number() || within(pip));
        return more.or(plain).map(|pip| EntryWish::Type(pip).into());
    }
    let turn = table.game.state().running().map(|round| round.turn);
    Some(match key {
        // Between figures it separates them: "6 3" is not yet a drop of the 6-6.
        Key::Space if !table.entry.typed.is_empty() => return None,
        Key::Enter | Key::Space => EntryWish::Confirm.into(),
        Key::Backspace => EntryWish::Backspace.into(),
        Key::ArrowRight | Key::ArrowDown if !focused && proposes(state) => {
            Action::Camera(CameraWish::Mark(marked(state, true)?))
        }
        Key::ArrowLeft | Key::ArrowUp if !focused && proposes(state) => {
            Action::Camera(CameraWish::Mark(marked(state, false)?))
        }
        Key::Escape if table.sheet != Sheet::None => TableWish::Open(Sheet::None).into(),
        Key::Escape => EntryWish::Clear.into(),
        Key::ArrowRight | Key::ArrowDown if !focused => EntryWish::Mark(true).into(),
        Key::ArrowLeft | Key::ArrowUp if !focused => EntryWish::Mark(false).into(),
        // From side to side of a score sheet; from the last one to the buttons.
        Key::Tab if !focused && to_next_side(table) => EntryWish::Mark(true).into(),
        Key::K => ActWish::Knock.into(),
        Key::D | Key::Plus => ActWish::Draw.into(),
        Key::C => ActWish::Claim.into(),
        Key::M => ActWish::Muggins(table.claim_open().and_then(|seat| caller(state, seat))?).into(),
        Key::B => ActWish::Block.into(),
        Key::U | Key::Minus => ActWish::Undo.into(),
        Key::R => ActWish::Redo.into(),
        Key::W => EntryWish::AsItLies(!table.entry.as_it_lies).into(),
        Key::X => EntryWish::Double.into(),
        Key::T if state.camera.watches(&table.game) && table.sheet != Sheet::Pad => TableWish::Open(Sheet::Pad).into(),
        Key::Slash | Key::E | Key::T => EntryWish::Meaning(match (key, table.entry.mode) {
            (Key::E, _) => Mode::Ends,
            (Key::T, _) => Mode::Tile,
            (_, Mode::Tile) => Mode::Ends,
            (_, Mode::Ends) => Mode::Tile,
        })
        .into(),
        Key::G if state.camera.is_on() => Action::Camera(CameraWish::Again),
        Key::N if state.camera.is_on() => Action::Camera(CameraWish::Dismiss),
        Key::I if state.camera.is_on() => Action::Camera(CameraWish::Earlier),
        Key::A => TableWish::Open(if table.sheet == Sheet::Advice { Sheet::None } else { Sheet::Advice }).into(),
        Key::O => TableWish::Open(if table.sheet == Sheet::More { Sheet::None } else { Sheet::More }).into(),
        Key::L => TableWish::Open(if table.sheet == Sheet::Drops { Sheet::None } else { Sheet::Drops }).into(),
        Key::S if !table.rules().is_sheet() => {
            TableWish::Open(if table.sheet == Sheet::Scores { Sheet::None } else { Sheet::Scores }).into()
        }
        Key::P => EntryWish::Whose(turn?.left(table.game.setup().seats())).into(),
        _ => return None,
    })
}

/// Reports whether Tab goes to the next side of a score sheet.
fn to_next_side(table: &TableScreen) -> bool {
    table.rules().is_sheet() && table.score.at + 1 < table.game.setup().sides()
}

/// Returns the player who calls muggins with one key: the next to play after the one who dropped.
fn caller(state: &State, dropped: Seat) -> Option<Seat> {
    let setup = state.table.as_ref()?.game.setup();
    let mut seat = dropped.left(setup.seats());
    while setup.side_of(seat) == setup.side_of(dropped) && seat != dropped {
        seat = seat.left(setup.seats());
    }
    Some(seat)
}

/// Reports whether a seen drop waits while nothing is entered by hand.
fn proposes(state: &State) -> bool {
    let Some(table) = &state.table else { return false };
    table.entry.is_empty() && state.camera.watches(&table.game) && state.camera.proposal().is_some()
}

/// The reading after, or before, the marked one.
fn marked(state: &State, forward: bool) -> Option<usize> {
    let n = state.camera.proposal()?.alternatives.len().min(3) + 1;
    Some((state.camera.marked + if forward { 1 } else { n - 1 }) % n)
}
