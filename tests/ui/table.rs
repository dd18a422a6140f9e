//! Harness for tests of the table: the real app and a real database.

use egui::{ColorImage, Event, Key, Modifiers, TexturesDelta, UiBuilder, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, TestRenderer};
use game::{Match, State};
use language::said;
use sixty_one::ui::action::Action;
use sixty_one::ui::keeper::Keeper;
use sixty_one::ui::screen::Screen;
use sixty_one::ui::shell::Shell;
use sixty_one::widgets::raster::Raster;
use sixty_one::widgets::theme;
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use store::Timestamp;
use tempfile::{TempDir, tempdir};

/// 2026-11-21, always.
pub(crate) fn clock() -> Timestamp {
    Timestamp(1_795_000_000_000)
}

/// The app on a data folder, and the hands that use it.
pub(crate) struct App {
    pub(crate) harness: Harness<'static, Shell>,
    raster: Rc<RefCell<Raster>>,
    /// Its data folder, where it has one to itself.
    _folder: Option<TempDir>,
}

/// Keeps the textures until a picture is wanted.
struct Painter(Rc<RefCell<Raster>>);

impl TestRenderer for Painter {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        self.0.borrow_mut().take(delta);
    }
}

fn harness<S>(
    size: Vec2,
    show: impl FnMut(&mut egui::Ui, &mut S) + 'static,
    state: S,
) -> (Harness<'static, S>, Rc<RefCell<Raster>>) {
    let raster = Rc::new(RefCell::new(Raster::default()));
    let builder = Harness::builder().with_size(size).with_max_steps(60).with_context_setup(theme::install_fonts);
    let mut harness = builder.renderer(Painter(Rc::clone(&raster))).build_ui_state(show, state);
    harness.run();
    (harness, raster)
}

fn drawn<S>(harness: &Harness<'static, S>, raster: &RefCell<Raster>) -> ColorImage {
    let shapes = harness.output().shapes.clone();
    raster.borrow().draw(&harness.ctx, shapes, harness.ctx.viewport_rect().size())
}

/// A window without the app.
pub(crate) fn picture_of(size: Vec2, mut show: impl FnMut(&mut egui::Ui) + 'static) -> ColorImage {
    let show = move |ui: &mut egui::Ui, (): &mut ()| {
        let whole = ui.ctx().viewport_rect();
        ui.set_clip_rect(whole);
        ui.scope_builder(UiBuilder::new().max_rect(whole), |ui| show(ui));
    };
    let (harness, raster) = harness(size, show, ());
    drawn(&harness, &raster)
}

impl App {
    /// The app on an empty folder of its own.
    pub(crate) fn opened() -> Self {
        let folder = tempdir().unwrap();
        let app = Self::open(folder.path());
        Self { _folder: Some(folder), ..app }
    }

    /// The app on an empty folder of its own, where a match has begun.
    pub(crate) fn begun(preset: &str, players: usize, best_of: u8) -> Self {
        let mut app = Self::opened();
        app.begin(preset, players, best_of);
        app
    }

    /// Opens the app on a folder, in a window of 1280 x 720.
    pub(crate) fn open(folder: &Path) -> Self {
        Self::open_in(folder, vec2(1280.0, 720.0))
    }

    pub(crate) fn open_in(folder: &Path, size: Vec2) -> Self {
        Self::open_as(folder, size, |shell| shell)
    }

    /// The app as it opens first: with the welcome page.
    pub(crate) fn open_first(folder: &Path, size: Vec2) -> Self {
        Self::open_made(folder, size, |shell| shell)
    }

    /// The app as the caller makes it, the first page behind it.
    pub(crate) fn open_as(folder: &Path, size: Vec2, make: impl FnOnce(Shell) -> Shell) -> Self {
        Self::open_made(folder, size, |shell| {
            let mut shell = make(shell);
            if shell.state.screen == Screen::Welcome {
                shell.perform(Action::Go(Screen::NewGame));
            }
            shell
        })
    }

    fn open_made(folder: &Path, size: Vec2, make: impl FnOnce(Shell) -> Shell) -> Self {
        let mut shell = make(Shell::new(Keeper::open_at(folder, clock).unwrap()));
        shell.state.settings.still = true;
        // The players at these tables, unless a test says otherwise or the folder knows better.
        for (name, given) in shell.state.new_game.names.iter_mut().zip(["Anna", "Ben", "Chris", "Dot"]) {
            if name.is_empty() {
                given.clone_into(name);
            }
        }
        // The whole window, as eframe gives it: the harness keeps a margin.
        let show = |ui: &mut egui::Ui, shell: &mut Shell| {
            let whole = ui.ctx().viewport_rect();
            shell.logic(ui.ctx());
            ui.set_clip_rect(whole);
            ui.scope_builder(UiBuilder::new().max_rect(whole), |ui| shell.ui(ui));
        };
        let (harness, raster) = harness(size, show, shell);
        Self { harness, raster, _folder: None }
    }

    /// Draws the window without a graphics card.
    pub(crate) fn picture(&self) -> ColorImage {
        drawn(&self.harness, &self.raster)
    }

    /// A match by this preset, or by one with changes, between two (or more) players, best of `best_of`.
    pub(crate) fn begin(&mut self, preset: &str, players: usize, best_of: u8) {
        let form = &mut self.harness.state_mut().state.new_game;
        form.take_preset(&game::rules::RuleSet::parse(preset).unwrap());
        form.players = players;
        form.best_of = best_of;
        form.fit();
        self.click(said("Begin the match"));
        assert!(self.harness.state().state.table.is_some());
    }

    /// Lets a second pass: what comes sooner after something has changed is not meant.
    pub(crate) fn rest(&mut self) {
        self.harness.run_steps(5);
    }

    #[track_caller]
    pub(crate) fn click(&mut self, label: &str) {
        self.harness.run_steps(2);
        let Some(node) = self.harness.query_by_label(label) else { panic!("there is no `{label}`") };
        node.click();
        self.harness.run();
    }

    /// Waits until everything that was asked of other threads has come back.
    #[track_caller]
    pub(crate) fn settle(&mut self) {
        let begin = std::time::Instant::now();
        loop {
            self.harness.run_steps(2);
            if !self.harness.state().is_busy() {
                break;
            }
            assert!(begin.elapsed() < std::time::Duration::from_secs(600), "nothing comes back");
            std::thread::sleep(std::time::Duration::from_millis(3));
        }
        self.harness.run();
    }

    /// Clicks the first control with these words in its name.
    #[track_caller]
    pub(crate) fn click_first(&mut self, words: &str) {
        self.harness.run_steps(2);
        let Some(node) = self.harness.query_all_by_label_contains(words).next() else {
            let all = self.harness.query_all_by_label_contains("").filter_map(|node| node.accesskit_node().label());
            panic!("nothing is called `{words}` among {:?}", all.collect::<Vec<_>>())
        };
        node.click();
        self.settle();
    }

    /// Clicks what may be further down a list.
    #[track_caller]
    pub(crate) fn scroll_and_click(&mut self, label: &str) {
        self.harness.get_by_label(label).scroll_to_me();
        self.harness.run();
        self.click(label);
    }

    pub(crate) fn has(&self, label: &str) -> bool {
        self.harness.query_by_label(label).is_some()
    }

    /// Reports whether some text contains these words.
    pub(crate) fn says(&self, words: &str) -> bool {
        self.harness.query_all_by_label_contains(words).next().is_some()
    }

    /// Reports whether these words are painted, in one piece of text.
    pub(crate) fn paints(&self, words: &str) -> bool {
        fn holds(shape: &egui::Shape, words: &str) -> bool {
            match shape {
                egui::Shape::Text(text) => text.galley.text() == words,
                egui::Shape::Vec(shapes) => shapes.iter().any(|shape| holds(shape, words)),
                _ => false,
            }
        }
        self.harness.output().shapes.iter().any(|clipped| holds(&clipped.shape, words))
    }

    /// Waits for a thread of the app until some text contains these words.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, words: &str) {
        self.wait_until(words, true);
    }

    /// Waits for a thread of the app until nothing says these words any more.
    #[track_caller]
    pub(crate) fn wait_while(&mut self, words: &str) {
        self.wait_until(words, false);
    }

    #[track_caller]
    fn wait_until(&mut self, words: &str, said: bool) {
        // A thread that never answers must not hang the tests.
        for _ in 0..6000 {
            self.harness.run();
            if self.says(words) == said {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("`{words}`: said should become {said}, and never does");
    }

    pub(crate) fn key(&mut self, key: Key) {
        self.key_with(Modifiers::NONE, key);
    }

    pub(crate) fn key_with(&mut self, modifiers: Modifiers, key: Key) {
        for pressed in [true, false] {
            self.harness.event(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers });
        }
        self.harness.run();
    }

    /// Presses keys written as on the numpad: figures, `*`, and `e` for Enter.
    pub(crate) fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            match key {
                'e' => self.key(Key::Enter),
                '*' => {
                    self.harness.event(Event::Text("*".to_owned()));
                    self.harness.run();
                }
                other => self.key(Key::from_name(&other.to_uppercase().to_string()).unwrap()),
            }
        }
    }

    pub(crate) fn game(&self) -> &Match {
        &self.harness.state().state.table.as_ref().unwrap().game
    }

    pub(crate) fn state(&self) -> &State {
        self.game().state()
    }

    /// The scores as text: "4 0".
    pub(crate) fn scores(&self) -> String {
        let scores: Vec<String> = self.state().leg.scores.iter().map(ToString::to_string).collect();
        scores.join(" ")
    }

    /// The line as text.
    pub(crate) fn line(&self) -> String {
        self.state().round.as_ref().map(|round| round.layout.to_string()).unwrap_or_default()
    }

    /// Checks the line, read from either end.
    #[track_caller]
    pub(crate) fn lies(&self, line: &str) {
        assert_eq!(either_way(&self.line()), either_way(line));
    }

    /// Returns the last announcement.
    pub(crate) fn called(&self) -> game::words::Call {
        self.harness.state().state.table.as_ref().unwrap().called.clone().unwrap()
    }

    pub(crate) fn hint(&self) -> String {
        self.harness.state().state.table.as_ref().unwrap().hint.clone().unwrap_or_default()
    }
}

/// A line without the mark of its first tile, from the end that sorts first.
fn either_way(line: &str) -> String {
    let line = line.replace('*', "");
    let turned = |tile: &str| tile.split('-').rev().collect::<Vec<_>>().join("-");
    let back: Vec<String> = line.split(' ').rev().map(turned).collect();
    line.clone().min(back.join(" "))
}
