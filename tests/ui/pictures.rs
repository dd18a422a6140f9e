//! Snapshots of a few screens, beside pictures that were looked at, so that no view changes unseen.
//! `UPDATE_SNAPSHOTS=1` renews the pictures. If one differs, the new one and the difference are under target.

use crate::table::{App, picture_of};
use egui::{ColorImage, Key, Vec2, vec2};
use eye::frame::Frame;
use eye::read::Point;
use game::self_play::{Plan, season};
use game::tile::Tile;
use image::{Rgb, RgbImage};
use language::{Language, said, say, within};
use sixty_one::camera::{Found, SourceSpec};
use sixty_one::live::{EndMark, Outline, Role, Sighting, TableState, Timing};
use sixty_one::ui::action::Action;
use sixty_one::ui::history::{Tab, Wish};
use sixty_one::ui::screen::Screen;
use sixty_one::ui::settings::ThemeChoice;
use sixty_one::ui::views::alone::{self, alone_ui};
use sixty_one::widgets::theme::Theme;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use store::{MatchId, Store, Timestamp};
use tempfile::{TempDir, tempdir};

const LAPTOP: Vec2 = vec2(1280.0, 720.0);
const PHONE: Vec2 = vec2(390.0, 844.0);

/// Machines round differently, and the kept pictures have few colours: levels of a colour, of 256, beyond which a pixel
/// counts as different.
const LEVELS: u8 = 48;
/// Most pixels that may differ: fewer than there are in a word.
const OTHERS: usize = 200;

/// Compares what is shown with the picture of this name.
#[track_caller]
fn looks_like(app: &App, name: &str) {
    is_like(&app.picture(), name);
}

#[track_caller]
fn is_like(picture: &ColorImage, name: &str) {
    let shown = rgb(picture);
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui/pictures").join(format!("{name}.png"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|wish| wish == "1") {
        return write(&kept, &shown);
    }
    let before = image::open(&kept).unwrap_or_else(|why| panic!("{}: {why}", kept.display())).to_rgb8();
    let difference = differing(&before, &shown);
    let others = difference.pixels().filter(|pixel| pixel.0 != [0; 3]).count();
    if before.dimensions() == shown.dimensions() && others <= OTHERS {
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    for (ending, picture) in [("new", &shown), ("difference", &difference)] {
        write(&folder.join(format!("{name}.{ending}.png")), picture);
    }
    panic!("{name}: {others} pixels look different; see {}", folder.display());
}

/// White where two pictures differ, over as much as both show.
fn differing(before: &RgbImage, shown: &RgbImage) -> RgbImage {
    let size = |side: fn(&RgbImage) -> u32| side(before).min(side(shown));
    RgbImage::from_fn(size(RgbImage::width), size(RgbImage::height), |x, y| {
        let channels = before.get_pixel(x, y).0.into_iter().zip(shown.get_pixel(x, y).0);
        let other = channels.into_iter().any(|(a, b)| a.abs_diff(b) > LEVELS);
        Rgb([if other { 255 } else { 0 }; 3])
    })
}

fn rgb(picture: &ColorImage) -> RgbImage {
    let [width, height] = picture.size.map(|side| side as u32);
    let bytes = picture.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]);
    RgbImage::from_raw(width, height, bytes.collect()).unwrap()
}

/// Writes a picture in no more than 256 colours, so that it stays small: those that are there most often, and for the
/// rest one for all that are nearly the same.
fn write(path: &Path, picture: &RgbImage) {
    let mut times: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    for pixel in picture.pixels() {
        *times.entry(pixel.0).or_default() += 1;
    }
    let mut colors: Vec<[u8; 3]> = times.keys().copied().collect();
    colors.sort_by_key(|color| std::cmp::Reverse(times[color]));
    let mut palette: Vec<[u8; 3]> = colors.iter().take(64).copied().collect();
    let mut groups: BTreeSet<[u8; 3]> = palette.iter().map(|color| color.map(|level| level / 16)).collect();
    palette.extend(colors.iter().filter(|color| groups.insert(color.map(|level| level / 16))).take(192));
    let distance = |a: [u8; 3], b: [u8; 3]| a.into_iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>();
    let nearest = |color: [u8; 3]| (0..palette.len()).min_by_key(|&i| distance(palette[i], color)).unwrap() as u8;
    let places: BTreeMap<[u8; 3], u8> = colors.iter().map(|&color| (color, nearest(color))).collect();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut file = png::Encoder::new(File::create(path).unwrap(), picture.width(), picture.height());
    file.set_color(png::ColorType::Indexed);
    file.set_palette(palette.concat());
    file.set_compression(png::Compression::High);
    file.set_filter(png::Filter::NoFilter);
    let indexes: Vec<u8> = picture.pixels().map(|pixel| places[&pixel.0]).collect();
    file.write_header().unwrap().write_image_data(&indexes).unwrap();
}

/// The app with what it keeps.
struct Opened {
    app: App,
    _folder: TempDir,
}

fn open(size: Vec2, theme: ThemeChoice, fill: impl FnOnce(&Path)) -> Opened {
    let folder = tempdir().unwrap();
    fill(folder.path());
    let mut app = App::open_in(folder.path(), size);
    app.harness.state_mut().state.settings.theme = theme;
    app.harness.run();
    Opened { app, _folder: folder }
}

/// A hand in which both have scored.
fn playing(size: Vec2, theme: ThemeChoice) -> Opened {
    let mut opened = open(size, theme, |_| {});
    opened.app.begin("pafos", 2, 3);
    let tile = said("tile ");
    if !opened.app.has(&format!("{tile}6-6")) {
        // Tiles or keys: there is not enough room for both.
        opened.app.key(Key::T);
    }
    for name in ["6-6", "6-3", "3-3", "6-4", "4-4", "3-0"] {
        opened.app.click(&format!("{tile}{name}"));
    }
    opened
}

/// Makes a season with the same days and times of day wherever the tests run.
pub(crate) fn fill(folder: &Path) {
    let mut store = Store::open(folder).unwrap().store;
    for played in season(Plan { sessions: 6, games: 3, ..Plan::YEAR }, 61) {
        let (name, time) = (Timestamp(played.at_ms).for_file_name(), played.at_ms.rem_euclid(86_400_000));
        let day = Timestamp::parse_date(&format!("{}-{}-{}", &name[..4], &name[4..6], &name[6..8])).unwrap();
        let id = MatchId::from_seed(1000 + u64::from(played.number));
        store.append(id, played.game.events(), Timestamp(day.0 + time)).unwrap();
    }
    store.all_matches().unwrap();
}

fn looking_back(theme: ThemeChoice) -> Opened {
    let mut opened = open(LAPTOP, theme, fill);
    opened.perform(Action::Go(Screen::History));
    opened
}

impl Opened {
    fn perform(&mut self, action: Action) {
        self.app.harness.state_mut().perform(action);
        self.app.settle();
    }

    /// Opens the newest match at a drop in the middle of a hand.
    fn replay(&mut self) {
        let id = self.app.harness.state().state.history.shown[0].summary.id;
        self.perform(Action::History(Wish::Look(id)));
        self.perform(Action::History(Wish::Go(14)));
    }
}

#[test]
fn the_table() {
    looks_like(&playing(LAPTOP, ThemeChoice::Light).app, "table-light");
    looks_like(&playing(LAPTOP, ThemeChoice::Dark).app, "table-dark");
    looks_like(&playing(vec2(800.0, 600.0), ThemeChoice::Light).app, "table-small");
    looks_like(&playing(PHONE, ThemeChoice::Light).app, "table-phone");
}

#[test]
fn the_first_page() {
    let themes = [(ThemeChoice::Light, "light"), (ThemeChoice::Dark, "dark")];
    for (size, window) in [(LAPTOP, "laptop"), (PHONE, "phone")] {
        for (theme, color) in themes {
            let mut opened = open(size, theme, |_| {});
            opened.perform(Action::Go(Screen::Welcome));
            looks_like(&opened.app, &format!("welcome-{window}-{color}"));
        }
    }
}

#[test]
fn the_help() {
    for (size, name) in [(LAPTOP, "help"), (PHONE, "help-phone")] {
        let mut opened = open(size, ThemeChoice::Light, |_| {});
        opened.perform(Action::Go(Screen::Help));
        looks_like(&opened.app, name);
    }
}

#[test]
fn the_form_of_a_new_game() {
    looks_like(&open(LAPTOP, ThemeChoice::Light, |_| {}).app, "new-game");
}

#[test]
fn in_spanish_on_a_phone() {
    within(Language::Spanish, || {
        looks_like(&playing(PHONE, ThemeChoice::Light).app, "spanish-table");
        let mut opened = open(PHONE, ThemeChoice::Light, |_| {});
        looks_like(&opened.app, "spanish-new-game");
        opened.perform(Action::Go(Screen::Settings));
        looks_like(&opened.app, "spanish-settings");
    });
}

#[test]
fn the_history_with_a_match_open() {
    for (theme, name) in [(ThemeChoice::Light, "history-light"), (ThemeChoice::Dark, "history-dark")] {
        let mut opened = looking_back(theme);
        opened.replay();
        looks_like(&opened.app, name);
    }
}

#[test]
fn the_statistics() {
    let mut opened = looking_back(ThemeChoice::Light);
    opened.perform(Action::History(Wish::Tab(Tab::Statistics)));
    looks_like(&opened.app, "statistics");
}

#[test]
fn what_a_second_window_says() {
    let show = |ui: &mut egui::Ui| {
        Theme::LIGHT.apply(ui.ctx());
        let words = say!("Sixty-One is open already: use the window that is open.");
        assert!(!alone_ui(ui, &Theme::LIGHT, words));
    };
    is_like(&picture_of(alone::SIZE, show), "open-already");
}

#[test]
fn the_settings() {
    let mut opened = open(LAPTOP, ThemeChoice::Light, |_| {});
    opened.perform(Action::Go(Screen::Settings));
    looks_like(&opened.app, "settings");
}

#[test]
fn the_camera_page() {
    let mut opened = open(LAPTOP, ThemeChoice::Light, |_| {});
    opened.perform(Action::Go(Screen::Camera));
    // This machine's equipment is found once and reported; a list is sent again only when it changes.
    for _ in 0..1000 {
        if opened.app.harness.state().state.camera.found.is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
        opened.app.harness.step();
    }
    let camera = &mut opened.app.harness.state_mut().state.camera;
    let webcam: SourceSpec = "webcam:/dev/video0".parse().unwrap();
    camera.found = Some(vec![
        Found { spec: webcam.clone(), title: "HD Webcam".to_owned(), detail: "/dev/video0".to_owned() },
        Found { spec: SourceSpec::SIMULATED, title: "Simulated table".to_owned(), detail: "a match".to_owned() },
    ]);
    camera.source = Some(webcam);
    camera.sighting = Some(Arc::new(sighting()));
    opened.app.harness.run();
    looks_like(&opened.app, "camera");
}

/// Two tiles on a cloth that is lighter to the right.
pub(crate) fn sighting() -> Sighting {
    let (width, height) = (320, 180);
    let cloth = (0..width * height).flat_map(|i| [30, 60 + (i % width / 4) as u8, 45]).collect();
    let at = |x: f64, y: f64| Point { x, y };
    let tile = |name: &str, x: f64, y: f64, role| {
        let tile: Tile = name.parse().unwrap();
        let corners = [at(x, y), at(x, y + 30.0), at(x + 60.0, y + 30.0), at(x + 60.0, y)];
        let halves = [at(x + 15.0, y + 15.0), at(x + 45.0, y + 15.0)];
        Outline { corners, halves, pips: Some([tile.high(), tile.low()]), confidence: 0.97, role }
    };
    Sighting {
        number: 1,
        source: "HD Webcam".to_owned(),
        frame: Frame::new(width, height, cloth).map(Arc::new),
        tiles: vec![tile("6-3", 80.0, 60.0, Role::Laid(0)), tile("3-0", 141.0, 60.0, Role::New)],
        ends: vec![EndMark {
            at: at(95.0, 75.0),
            pips: "6-6".parse::<Tile>().unwrap().high(),
            counts: 6,
            double: false,
        }],
        timing: Timing { look: Duration::from_millis(100), looks: 1 },
        ..Sighting::of_nothing(TableState::Settled)
    }
}
