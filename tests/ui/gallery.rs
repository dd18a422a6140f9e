//! Every screen in every size: no touchable thing is outside the window, over another, too small for a finger or
//! without a name. `SCREENSHOTS=FOLDER` (and `WINDOW=1280x720`) writes pictures of them all, to be looked at (`scripts/screenshots`).

use crate::pictures::{fill, sighting};
use crate::table::App;
use egui::accesskit::Role;
use egui::{Key, Rect, Sense, Vec2, vec2};
use egui_kittest::kittest::NodeT as _;
use game::tile::Pip;
use sixty_one::camera::SourceSpec;
use sixty_one::ui::action::{Action, TableWish};
use sixty_one::ui::count::CountWish;
use sixty_one::ui::entry::EntryWish;
use sixty_one::ui::history::{Tab, Wish};
use sixty_one::ui::score_sheet::ScoreWish;
use sixty_one::ui::screen::{Screen, Sheet};
use sixty_one::ui::settings::ThemeChoice;
use sixty_one::ui::state::BeginWish;
use sixty_one::ui::table::ActWish;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::{TempDir, tempdir};

/// The windows: phones upright and on their side, a tablet upright, a small laptop, a laptop, a large screen, parts of a screen.
const WINDOWS: [Vec2; 9] = [
    vec2(390.0, 844.0),
    vec2(360.0, 640.0),
    vec2(844.0, 390.0),
    vec2(800.0, 1280.0),
    vec2(1024.0, 600.0),
    vec2(1280.0, 720.0),
    vec2(1920.0, 1080.0),
    vec2(500.0, 760.0),
    vec2(800.0, 600.0),
];

/// A finger's width, less what rounding takes.
const FINGER: f32 = 43.5;

/// The app in a window of this size in points, on a season of matches.
pub(crate) struct Walk {
    pub(crate) app: App,
    size: Vec2,
    _folder: TempDir,
}

/// Something to be seen: its name, and how one gets there.
type Sight = (&'static str, fn(&mut Walk));

/// Views on the way through the program, each with its name.
const SIGHTS: [Sight; 33] = [
    ("welcome", |walk| walk.go(Screen::Welcome)),
    ("help", |walk| walk.go(Screen::Help)),
    ("new-game", |walk| walk.go(Screen::NewGame)),
    ("house-rules", |walk| {
        walk.go(Screen::NewGame);
        walk.app.harness.state_mut().state.new_game.house_open = true;
        walk.app.harness.run();
    }),
    ("all-rules", |walk| {
        walk.app.harness.state_mut().state.new_game.all_rules = true;
        walk.app.harness.run();
    }),
    ("table-lead", |walk| {
        walk.app.harness.state_mut().state.new_game.all_rules = false;
        walk.app.harness.state_mut().state.new_game.house_open = false;
        walk.perform(BeginWish::Start.into());
    }),
    ("table", |walk| {
        walk.drops(&["6-6", "6-3", "3-3", "6-4", "4-4"]);
    }),
    ("table-where", |walk| {
        walk.perform(EntryWish::Tap("4-3".parse().unwrap()).into());
    }),
    ("table-ends", |walk| {
        walk.app.key(Key::Escape);
        walk.app.key(Key::E);
        walk.app.key(Key::Num3);
    }),
    ("table-knock", |walk| {
        walk.app.key(Key::Escape);
        walk.app.key(Key::T);
        walk.perform(ActWish::Knock.into());
    }),
    ("far-knock", |walk| walk.far(true)),
    ("far-eight", |walk| {
        walk.perform(ActWish::Undo.into());
        walk.perform(ActWish::Undo.into());
        walk.drops(&["6-5"]);
    }),
    ("more", |walk| {
        walk.far(false);
        walk.perform(TableWish::Open(Sheet::More).into());
    }),
    ("drops", |walk| walk.perform(TableWish::Open(Sheet::Drops).into())),
    ("scores", |walk| walk.perform(TableWish::Open(Sheet::Scores).into())),
    ("board", |walk| walk.perform(TableWish::Open(Sheet::Board).into())),
    ("advice", |walk| {
        walk.app.harness.state_mut().state.settings.competition = false;
        walk.app.harness.state_mut().state.new_game.competition = false;
        walk.perform(BeginWish::Start.into());
        walk.perform(TableWish::Open(Sheet::Advice).into());
    }),
    ("between", |walk| {
        walk.begin("pafos hand_sizes=1/-/6 target=10", 2, false);
        walk.drops(&["6-6"]);
    }),
    ("over", |walk| {
        for _ in 0..40 {
            if walk.app.state().is_over() {
                break;
            }
            if walk.app.state().running().is_some() {
                walk.drops(&["6-6"]);
            } else {
                walk.app.key(Key::Enter);
            }
        }
    }),
    ("code", |walk| walk.perform(TableWish::Open(Sheet::Code).into())),
    ("sheet", |walk| {
        walk.begin("mexican_train", 10, false);
        for (side, pips) in [(0, 23), (1, 104), (2, 7)] {
            walk.perform(TableWish::Score(ScoreWish::At(side)).into());
            for figure in pips.to_string().bytes() {
                walk.perform(EntryWish::Figure(Pip::new(figure - b'0').unwrap()).into());
            }
        }
        walk.perform(TableWish::Score(ScoreWish::Out(3)).into());
    }),
    ("sheet-hands", |walk| {
        for side in 4..10 {
            walk.perform(TableWish::Score(ScoreWish::At(side)).into());
            walk.perform(EntryWish::Figure(Pip::MAX).into());
        }
        walk.perform(TableWish::Score(ScoreWish::Write).into());
        walk.perform(TableWish::Open(Sheet::Drops).into());
    }),
    ("count", |walk| {
        walk.go(Screen::Count);
        walk.perform(Action::Count(CountWish::Missing));
    }),
    ("games", |walk| {
        walk.app.harness.state_mut().state.new_game.family = Some(game::words::Family::BlockAndDraw);
        walk.go(Screen::NewGame);
    }),
    ("pairs", |walk| {
        walk.begin("pafos", 4, true);
        walk.drops(&["6-6", "6-3", "3-3"]);
    }),
    ("muggins", |walk| {
        walk.begin("muggins", 4, false);
        walk.drops(&["9-9", "9-7"]);
    }),
    ("tally", |walk| {
        walk.begin("block hand_sizes=2/7/7", 2, false);
        walk.drops(&["9-9", "9-0", "9-1"]);
    }),
    ("rules", |walk| walk.go(Screen::Rules)),
    ("settings", |walk| walk.go(Screen::Settings)),
    ("camera", |walk| walk.go(Screen::Camera)),
    ("history", |walk| walk.go(Screen::History)),
    ("replay", |walk| {
        let id = walk.app.harness.state().state.history.shown.last().unwrap().summary.id;
        walk.perform(Action::History(Wish::Look(id)));
        walk.perform(Action::History(Wish::Go(14)));
    }),
    ("export", |walk| walk.app.harness.state_mut().state.history.exporting = true),
];

/// Views of the other tabs of History and of the watched table.
const MORE_SIGHTS: [Sight; 8] = [
    ("import", |walk| {
        let history = &mut walk.app.harness.state_mut().state.history;
        (history.exporting, history.import) = (false, Some(String::new()));
    }),
    ("statistics", |walk| {
        walk.app.harness.state_mut().state.history.import = None;
        walk.perform(Action::History(Wish::Tab(Tab::Statistics)));
    }),
    ("league", |walk| walk.perform(Action::History(Wish::Tab(Tab::League)))),
    ("players", |walk| walk.perform(Action::History(Wish::Tab(Tab::Players)))),
    ("block", |walk| {
        walk.begin("pafos", 2, false);
        walk.drops(&["6-6", "6-3"]);
        walk.perform(ActWish::Block.into());
    }),
    ("redeal", |walk| walk.perform(ActWish::Redeal.into())),
    ("camera-seen", |walk| {
        walk.begin("pafos", 2, false);
        walk.drops(&["6-3"]);
        let camera = &mut walk.app.harness.state_mut().state.camera;
        camera.source = Some("webcam:/dev/video0".parse::<SourceSpec>().unwrap());
        camera.sighting = Some(Arc::new(sighting()));
        walk.go(Screen::Camera);
    }),
    ("table-seen", |walk| walk.go(Screen::Table)),
];

impl Walk {
    fn new(size: Vec2, theme: ThemeChoice) -> Self {
        let folder = tempdir().unwrap();
        fill(folder.path());
        let mut app = App::open_in(folder.path(), size);
        app.harness.state_mut().state.settings.theme = theme;
        app.settle();
        Self { app, size, _folder: folder }
    }

    fn perform(&mut self, action: Action) {
        self.app.harness.state_mut().perform(action);
        self.app.settle();
    }

    fn go(&mut self, screen: Screen) {
        self.perform(Action::Go(screen));
    }

    fn begin(&mut self, rules: &str, players: usize, pairs: bool) {
        let form = &mut self.app.harness.state_mut().state.new_game;
        form.take_preset(&game::rules::RuleSet::parse(rules).unwrap());
        (form.players, form.pairs) = (players, pairs);
        form.fit();
        self.perform(BeginWish::Start.into());
    }

    fn far(&mut self, far: bool) {
        self.app.harness.state_mut().state.settings.far = far;
        self.perform(TableWish::Open(Sheet::None).into());
    }

    fn drops(&mut self, tiles: &[&str]) {
        for tile in tiles {
            self.perform(EntryWish::Tap(tile.parse().unwrap()).into());
        }
    }

    /// Returns the faults of controls.
    fn faults(&self) -> Vec<String> {
        let window = Rect::from_min_size(egui::Pos2::ZERO, self.size).expand(0.6);
        let tree = self.app.harness.root().children_recursive();
        // Text that can be selected and bars that scroll are not controls.
        let labels: BTreeMap<u64, String> = tree
            .filter(|node| is_control(node.accesskit_node().role()))
            .map(|node| (node.accesskit_node().locate().0.0, node.accesskit_node().label().unwrap_or_default()))
            .collect();
        let mut touched: Vec<(String, Rect)> = Vec::new();
        let mut faults = Vec::new();
        // What is reached by Tab or a screen reader has a name, whether it is touched or not.
        let nameless = labels.values().filter(|label| label.trim().is_empty()).count();
        if nameless > 0 {
            faults.push(format!("{nameless} controls without a name"));
        }
        self.app.harness.ctx.viewport(|viewport| {
            for (_, widgets) in viewport.prev_pass.widgets.layers() {
                for widget in widgets.iter().filter(|widget| widget.sense.contains(Sense::CLICK)) {
                    let Some(label) = labels.get(&widget.id.accesskit_id().0) else { continue };
                    let label = label.trim();
                    let (rect, seen) = (widget.rect, widget.interact_rect);
                    if rect.left() < window.left() || rect.right() > window.right() {
                        faults.push(format!("`{label}` leaves the window sideways: {rect}"));
                    }
                    // What is scrolled out of sight is shown by scrolling.
                    if !seen.is_positive() {
                        continue;
                    }
                    let cut = seen.height() + 1.0 < rect.height();
                    if !window.contains_rect(rect) && !cut {
                        faults.push(format!("`{label}` leaves the window: {rect}"));
                    }
                    if label.is_empty() {
                        faults.push(format!("something at {rect} has no name"));
                    }
                    // A tile in the camera's picture is as large as it is seen; the pad has it too. Lists for a mouse
                    // have lower rows in wide windows.
                    let row = window.width() > 600.0 && rect.width() > 120.0 && rect.height() > 26.0;
                    let small = (rect.width() < FINGER || rect.height() < FINGER) && !row;
                    if small
                        && !["in the picture", "en la imagen", "de la imagen"].iter().any(|end| label.ends_with(end))
                    {
                        faults.push(format!("`{label}` is only {} large", rect.size()));
                    }
                    touched.push((label.to_owned(), seen));
                }
            }
        });
        for (i, (label, rect)) in touched.iter().enumerate() {
            for (other, lies) in &touched[..i] {
                if rect.shrink(1.0).intersects(lies.shrink(1.0)) {
                    faults.push(format!("`{label}` {rect} lies over `{other}` {lies}"));
                }
            }
        }
        faults
    }
}

fn is_control(role: Role) -> bool {
    use Role::{Button, CheckBox, ComboBox, MultilineTextInput, RadioButton, Slider, SpinButton, TextInput};
    matches!(role, Button | CheckBox | ComboBox | MultilineTextInput | RadioButton | Slider | SpinButton | TextInput)
}

fn screenshots() -> Option<PathBuf> {
    std::env::var_os("SCREENSHOTS").map(PathBuf::from)
}

fn keep(folder: &Path, name: &str, app: &App) {
    let shown = app.picture();
    let [width, height] = shown.size.map(|side| side as u32);
    let bytes = shown.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]);
    let picture = image::RgbImage::from_raw(width, height, bytes.collect()).unwrap();
    std::fs::create_dir_all(folder).unwrap();
    picture.save(folder.join(format!("{name}.png"))).unwrap();
}

/// Walks through everything in a window of this size and returns what is wrong.
fn walk(window: Vec2, scale: u16, theme: ThemeChoice) -> Vec<String> {
    walk_and(window, scale, theme, |_| Vec::new())
}

/// Does the same, with the faults that `looks` finds in each.
pub(crate) fn walk_and(
    window: Vec2,
    scale: u16,
    theme: ThemeChoice,
    looks: impl Fn(&Walk) -> Vec<String>,
) -> Vec<String> {
    // As the window does it: its smaller side keeps 360 points.
    let size = window / (f32::from(scale) / 100.0).min(window.min_elem() / 360.0);
    let mut walk = Walk::new(size, theme);
    let mut faults = Vec::new();
    let wanted = std::env::var("SIGHTS").ok().filter(|names| !names.is_empty());
    let only: Option<Vec<&str>> = wanted.as_deref().map(|names| names.split(',').collect());
    let only = only.as_ref();
    for (name, go) in SIGHTS.into_iter().chain(MORE_SIGHTS) {
        go(&mut walk);
        walk.app.settle();
        faults.extend(walk.faults().into_iter().chain(looks(&walk)).map(|fault| format!("{name} at {size}: {fault}")));
        if let Some(folder) = screenshots().filter(|_| only.is_none_or(|only| only.contains(&name))) {
            let theme = if theme == ThemeChoice::Dark { "dark" } else { "light" };
            let place = folder.join(format!("{}x{}-{scale}-{theme}", window.x, window.y));
            keep(&place, name, &walk.app);
        }
    }
    faults
}

#[track_caller]
fn check(window: Vec2) {
    let faults = walk(window, 100, ThemeChoice::Dark);
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn on_a_phone_nothing_to_be_touched_is_outside_covered_small_or_nameless() {
    check(WINDOWS[0]);
}

#[test]
fn on_the_smallest_phone_neither() {
    check(WINDOWS[1]);
}

#[test]
fn on_a_phone_on_its_side_neither() {
    check(WINDOWS[2]);
}

#[test]
fn on_a_tablet_held_upright_neither() {
    check(WINDOWS[3]);
}

#[test]
fn in_a_small_window_neither() {
    check(WINDOWS[4]);
}

#[test]
fn in_a_part_of_a_screen_neither() {
    check(WINDOWS[7]);
}

#[test]
fn in_half_a_screen_neither() {
    check(WINDOWS[8]);
}

#[test]
fn at_twice_the_size_neither() {
    let faults: Vec<String> = [WINDOWS[0], WINDOWS[4], WINDOWS[5]]
        .into_iter()
        .flat_map(|window| walk(window, 200, ThemeChoice::Light))
        .collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Every screen in every size, in light and in dark, once and twice as large: only to be looked at.
#[test]
fn pictures_of_everything_where_they_are_asked_for() {
    if screenshots().is_none() {
        return;
    }
    let wanted = std::env::var("WINDOW").unwrap_or_default();
    for window in WINDOWS.into_iter().filter(|window| format!("{}x{}", window.x, window.y).contains(&wanted)) {
        for scale in [100, 200] {
            for theme in [ThemeChoice::Light, ThemeChoice::Dark] {
                for fault in walk(window, scale, theme) {
                    println!("{fault}");
                }
            }
        }
    }
}
