//! A camera that sees what a test says.

use crate::table::App;
use egui::vec2;
use eye::frame::Frame;
use eye::read::Point;
use eye_jobs::clock;
use game::layout::{Layout, Play};
use game::rules::score::play_points;
use game::rules::{Points, RuleSet};
use game::tile::Tile;
use game::{Act, Match};
use simulator::Announcement;
use sixty_one::camera::SourceSpec;
use sixty_one::live::{Alternative, Asked, KeptOutcome, Outline, Proposal, Role, Sighting, TableState, Timing, Wrote};
use sixty_one::ui::action::Action;
use sixty_one::ui::camera::CameraWish;
use sixty_one::ui::camera::guide::Guide;
use sixty_one::ui::watch::{Eyes, Watch};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tempfile::{TempDir, tempdir};

/// From here on a drop may be recorded without asking.
const SURE: f64 = 0.995;

/// State shared by app and script.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    pub(crate) coming: VecDeque<Arc<Sighting>>,
    pub(crate) said: Option<Announcement>,
    pub(crate) orders: Vec<&'static str>,
    /// Events of the record at each update.
    pub(crate) records: Vec<Option<usize>>,
    pub(crate) opened: Vec<String>,
    /// Result of saving the last minute, to be shown.
    pub(crate) kept: Option<KeptOutcome>,
    /// Wakes the window, as the source opened last would.
    pub(crate) wake: Wake,
}

#[derive(Default)]
pub(crate) struct Wake(pub(crate) Option<Box<dyn Fn() + Send>>);

impl std::fmt::Debug for Wake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Wake({})", self.0.is_some())
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Script(pub(crate) Arc<Mutex<Shared>>);

impl Eyes for Script {
    fn record(&self, game: Option<Match>) {
        self.0.lock().unwrap().records.push(game.map(|game| game.events().len()));
    }

    fn try_take(&self) -> Option<Arc<Sighting>> {
        self.0.lock().unwrap().coming.pop_front()
    }

    fn said(&self) -> Option<Announcement> {
        self.0.lock().unwrap().said.clone()
    }

    fn dismiss(&self) {
        self.0.lock().unwrap().orders.push("dismiss");
    }

    fn look_again(&self) {
        self.0.lock().unwrap().orders.push("look again");
    }

    fn reopen(&self) {
        self.0.lock().unwrap().orders.push("reopen");
    }

    fn keep(&self, folder: &Path) {
        let mut shared = self.0.lock().unwrap();
        shared.orders.push("keep");
        shared.kept = Some(if folder.parent().unwrap().join("full").exists() {
            Err("can't save the last minute in there: the disk is full".to_owned())
        } else {
            std::fs::create_dir_all(folder).unwrap();
            Ok(Wrote { folder: folder.to_owned(), pictures: 240, lasts: Duration::from_secs(61) })
        });
    }

    fn try_take_kept(&self) -> Option<KeptOutcome> {
        self.0.lock().unwrap().kept.take()
    }
}

/// The app with a camera that sees what the test says.
pub(crate) struct Seen {
    pub(crate) app: App,
    pub(crate) script: Script,
    pub(crate) number: u64,
    pub(crate) folder: TempDir,
}

pub(crate) fn square(x: f64, y: f64) -> [Point; 4] {
    [(0.0, 0.0), (0.0, 20.0), (40.0, 20.0), (40.0, 0.0)].map(|(dx, dy)| Point { x: x + dx, y: y + dy })
}

impl Seen {
    pub(crate) fn open() -> Self {
        let folder = tempdir().unwrap();
        let script = Script::default();
        let app = Self::app(folder.path(), &script);
        Self { app, script, number: 0, folder }
    }

    pub(crate) fn app(folder: &Path, script: &Script) -> App {
        let script = script.clone();
        let open = move |spec: SourceSpec, wake: Box<dyn Fn() + Send>| -> Box<dyn Eyes> {
            script.0.lock().unwrap().opened.push(spec.to_string());
            script.0.lock().unwrap().wake = Wake(Some(wake));
            Box::new(script.clone())
        };
        App::open_as(folder, vec2(1280.0, 720.0), |shell| shell.with_watch(Watch::with(Box::new(open))))
    }

    /// A match by these rules, watched by a webcam.
    pub(crate) fn begin(rules: &str) -> Self {
        let mut seen = Self::open();
        let form = &mut seen.app.harness.state_mut().state.new_game;
        form.take_preset(&RuleSet::parse(rules).unwrap());
        form.best_of = 1;
        seen.app.click("Begin the match");
        seen.perform(Action::Camera(CameraWish::Open("webcam:test".parse().unwrap())));
        seen
    }

    pub(crate) fn perform(&mut self, action: Action) {
        self.app.harness.state_mut().perform(action);
        self.app.harness.run();
    }

    pub(crate) fn sighting(&mut self, state: TableState) -> Sighting {
        self.number += 1;
        Sighting {
            number: self.number,
            source: "camera test".to_owned(),
            frame: Frame::new(320, 180, vec![90; 320 * 180 * 3]).map(Arc::new),
            taken: Some(clock::now()),
            timing: Timing { look: Duration::from_millis(100), looks: self.number },
            ..Sighting::of_nothing(state)
        }
    }

    pub(crate) fn show(&mut self, sighting: Sighting) {
        self.script.0.lock().unwrap().coming.push_back(Arc::new(sighting));
        self.app.harness.run();
        self.read();
    }

    /// A sighting in this state, of nothing.
    pub(crate) fn see(&mut self, state: TableState) {
        let sighting = self.sighting(state);
        self.show(sighting);
    }

    /// A simulated player says what happened.
    pub(crate) fn announce(&mut self, number: u64, words: &str, act: Act) {
        self.shared().said = Some(Announcement { number, words: words.to_owned(), act });
        self.see(TableState::Settled);
    }

    pub(crate) fn shared(&self) -> MutexGuard<'_, Shared> {
        self.script.0.lock().unwrap()
    }

    pub(crate) fn layout(&self) -> Layout {
        self.app.state().round.as_ref().map(|round| round.layout.clone()).unwrap_or_default()
    }

    /// The only way (or the first) a tile can be played.
    pub(crate) fn play(&self, tile: &str) -> Play {
        self.layout().ways(tile.parse().unwrap(), &self.app.state().setup.rules)[0]
    }

    pub(crate) fn proposal(&mut self, tile: &str, confidence: f64, others: &[&str]) -> Sighting {
        let play = self.play(tile);
        let mut after = self.layout();
        after.lay_as_it_lies(play).unwrap();
        let rules = self.app.state().setup.rules.clone();
        let count = after.count(&rules);
        let points = play_points(&rules, count);
        let alternatives = others.iter().map(|other| {
            let play = self.play(other);
            let words = game::words::play(&self.layout(), &play);
            Alternative { play, points: 0, words, confidence: 0.05 }
        });
        let alternatives = alternatives.collect();
        let words = game::words::play(&self.layout(), &play);
        let mut sighting = self.sighting(TableState::Looking);
        sighting.proposal = Some(Proposal {
            id: sighting.number,
            play,
            count,
            points,
            award: Points::new(i32::from(points)),
            wins: false,
            words,
            reason: game::words::reason(&after, &rules),
            confidence,
            auto_confirm_ok: confidence >= SURE,
            asked: (confidence < SURE).then_some(Asked::NotSure),
            alternatives,
            at: square(100.0, 80.0),
            frame: sighting.frame.clone().unwrap(),
            taken: clock::now(),
        });
        sighting.tiles = vec![outline(tile, 100.0, Role::New)];
        sighting
    }

    pub(crate) fn propose(&mut self, tile: &str, confidence: f64, others: &[&str]) {
        let sighting = self.proposal(tile, confidence, others);
        self.show(sighting);
    }

    /// Lets as much time pass as a person needs to read what has just come.
    pub(crate) fn read(&mut self) {
        self.app.harness.run_steps(3);
    }

    /// A drop that is proposed, and accepted.
    pub(crate) fn accept(&mut self, tile: &str) {
        self.propose(tile, 0.97, &[]);
        self.app.key(egui::Key::Space);
    }

    pub(crate) fn kept(&self) -> Vec<String> {
        let games = std::fs::read_dir(self.folder.path().join("pictures")).into_iter().flatten().flatten();
        let files = games.flat_map(|game| std::fs::read_dir(game.path()).into_iter().flatten().flatten());
        let mut names: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Longer than a countdown.
    pub(crate) fn wait(&mut self) {
        self.app.harness.run_steps(20);
    }

    /// Shows a sure proposal for one frame: the countdown has just begun.
    pub(crate) fn begin_countdown(&mut self, tile: &str) {
        let sighting = self.proposal(tile, 0.9999, &[]);
        self.script.0.lock().unwrap().coming.push_back(Arc::new(sighting));
        self.app.harness.run_steps(2);
    }

    pub(crate) fn by_itself(rules: &str) -> Self {
        let mut seen = Self::begin(rules);
        seen.app.harness.state_mut().state.settings.auto_confirm = true;
        seen
    }

    pub(crate) fn guide(&self) -> &Guide {
        &self.app.harness.state().state.camera.guide
    }
}

pub(crate) fn outline(tile: &str, x: f64, role: Role) -> Outline {
    let tile: Tile = tile.parse().unwrap();
    let corners = square(x, 80.0);
    let halves = [Point { x: x + 10.0, y: 90.0 }, Point { x: x + 30.0, y: 90.0 }];
    Outline { corners, halves, pips: Some([tile.high(), tile.low()]), confidence: 0.97, role }
}
