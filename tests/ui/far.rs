//! Size of essential text, and its growth in the large display.

use crate::table::App;
use egui::{Shape, Vec2, vec2};
use sixty_one::ui::entry::EntryWish;
use tempfile::{TempDir, tempdir};

/// Height of a capital letter of the typeface, as a part of its size.
const CAPITAL: f32 = 0.727;
/// A point of 1280 over the width of a 15.6 inch screen, in millimetres.
const POINT_MM: f32 = 345.0 / 1280.0;

struct Seen {
    app: App,
    /// Pixels a point.
    scale: f32,
    _folder: TempDir,
}

/// The table of 1280 x 720 pixels, everything so much enlarged, after an eight.
fn seen(size: Vec2, scale: f32, far: bool) -> Seen {
    let folder = tempdir().unwrap();
    let mut app = App::open_in(folder.path(), size / scale);
    app.harness.state_mut().state.settings.far = far;
    app.begin("pafos", 2, 3);
    for tile in ["6-6", "6-3"] {
        app.harness.state_mut().perform(EntryWish::Tap(tile.parse().unwrap()).into());
        app.harness.run();
    }
    assert_eq!(app.scores(), "4 8");
    Seen { app, scale, _folder: folder }
}

impl Seen {
    fn times(&self, words: &str) -> usize {
        let mut times = 0;
        for clipped in &self.app.harness.output().shapes {
            texts(&clipped.shape, &mut |text, _| times += usize::from(text == words));
        }
        times
    }

    /// The size of the largest letters that say this, in pixels; nothing where it is not said.
    fn pixels(&self, words: &str) -> Option<f32> {
        let mut largest: Option<f32> = None;
        for clipped in &self.app.harness.output().shapes {
            texts(&clipped.shape, &mut |text, size| {
                if text == words || (words.len() > 4 && text.contains(words)) {
                    largest = Some(largest.unwrap_or(0.0).max(size * self.scale));
                }
            });
        }
        largest
    }
}

fn texts(shape: &Shape, tell: &mut impl FnMut(&str, f32)) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, tell)),
        Shape::Text(text) => {
            let size = text.galley.job.sections.first().map_or(0.0, |section| section.format.font_id.size);
            tell(&text.galley.job.text, size);
        }
        _ => {}
    }
}

/// The angle of a capital letter at two metres, in minutes of arc, on a 15.6 inch laptop.
fn minutes(pixels: f32) -> f32 {
    (pixels * CAPITAL * POINT_MM / 2000.0).atan().to_degrees() * 60.0
}

const LAPTOP: Vec2 = vec2(1280.0, 720.0);

#[test]
fn far_reading_makes_all_news_large_enough_for_two_metres() {
    let (near, far) = (seen(LAPTOP, 1.0, false), seen(LAPTOP, 1.0, true));
    let figure = |seen: &Seen| seen.pixels("4").unwrap().max(seen.pixels("8").unwrap());
    println!("score: {:.0} pixels, far {:.0}", figure(&near), figure(&far));
    assert!(figure(&far) >= 1.3 * figure(&near), "{} and {}", figure(&near), figure(&far));
    // The score before there was such a mode had 150 pixels.
    assert!(figure(&far) >= 1.5 * 150.0);
    assert!(far.pixels("Eight").unwrap() >= 80.0, "one huge word");
    let mut smallest = f32::INFINITY;
    for words in ["Eight", "Ben 0 → 8", "to drop", "Anna", "Ben"] {
        let pixels = far.pixels(words).unwrap_or_else(|| panic!("{words} is not said"));
        println!("{words}: {pixels:.0} pixels, {:.1} minutes of arc", minutes(pixels));
        smallest = smallest.min(pixels);
    }
    println!(
        "smallest near: {:.1}, far: {:.1} minutes of arc",
        minutes(near.pixels("to drop").unwrap()),
        minutes(smallest)
    );
    assert!(minutes(smallest) >= 9.0, "{:.1} minutes of arc", minutes(smallest));
}

#[test]
fn every_figure_has_its_name() {
    for (size, scale, far) in [(LAPTOP, 1.0, false), (LAPTOP, 1.0, true), (LAPTOP, 2.0, true), (LAPTOP, 2.0, false)] {
        let seen = seen(size, scale, far);
        for (name, figures) in [("to go", ["57", "53"]), ("points a drop", ["4.0", "8.0"])] {
            let said: usize = figures.iter().map(|figure| seen.times(figure)).sum();
            assert_eq!(seen.times(name), said, "{name} at {scale}, far: {far}");
        }
    }
    assert!(seen(LAPTOP, 1.0, true).pixels("points a drop").is_some());
}

#[test]
fn nothing_that_carries_news_shrinks_at_twice_the_size() {
    for far in [false, true] {
        let (once, twice) = (seen(LAPTOP, 1.0, far), seen(LAPTOP, 2.0, far));
        for words in ["8", "4", "to drop", "Anna", "Ben"] {
            let (before, after) = (once.pixels(words).unwrap(), twice.pixels(words).unwrap());
            assert!(after >= before * 0.98, "`{words}` has {before} pixels, and {after} at 200 % (far: {far})");
        }
        let title = if far { "Eight" } else { "Ben dropped 6-3" };
        assert!(twice.pixels(title).unwrap() >= once.pixels(title).unwrap() * 0.99, "{title}, far: {far}");
    }
}
