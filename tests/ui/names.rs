//! Every control has a name, is large enough, and can be reached by keyboard, on every screen and in every size.

use crate::table::App;
use egui::accesskit::Role;
use egui::{Key, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use sixty_one::ui::screen::Screen;
use tempfile::tempdir;

const SIZES: [Vec2; 7] = [
    vec2(1024.0, 640.0),
    vec2(1280.0, 720.0),
    vec2(1920.0, 1080.0),
    vec2(640.0, 360.0),
    vec2(3840.0, 2160.0),
    vec2(390.0, 844.0),
    vec2(800.0, 1280.0),
];

fn is_control(role: Role) -> bool {
    matches!(role, Role::Button | Role::TextInput | Role::Slider | Role::CheckBox | Role::ComboBox | Role::RadioButton)
}

#[test]
fn every_control_on_every_screen_is_named_and_touchable() {
    for size in SIZES {
        for preset in ["pafos", "muggins"] {
            let folder = tempdir().unwrap();
            let mut app = App::open_in(folder.path(), size);
            app.begin(preset, 2, 3);
            // Small windows show the tiles or the keys.
            app.key(Key::T);
            app.click(if preset == "pafos" { "tile 6-6" } else { "tile 9-9" });
            for (screen, name, key) in Screen::ALL {
                app.key(key);
                assert_eq!(app.harness.state().state.screen, screen);
                let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size);
                let mut controls = 0;
                for node in app.harness.root().children_recursive() {
                    if !is_control(node.accesskit_node().role()) {
                        continue;
                    }
                    controls += 1;
                    let label = node.accesskit_node().label().unwrap_or_default();
                    assert!(!label.trim().is_empty(), "a {:?} on {name} has no name", node.accesskit_node().role());
                    let rect = node.rect();
                    let on_screen = window.expand(1.0).contains_rect(rect);
                    // Where a set has no room at all its tiles are a list that scrolls.
                    let scrolls = size.min_elem() < 400.0 && label.starts_with("tile ");
                    if screen == Screen::Table && !scrolls {
                        assert!(on_screen, "`{label}` leaves the window at {size}: {rect}");
                        let small = rect.width() < 43.5 || rect.height() < 27.0;
                        assert!(!small, "`{label}` at {size} is {} large", rect.size());
                    }
                }
                assert!(controls >= 5, "{name} at {size} has {controls} controls");
            }
        }
    }
}

#[test]
fn tiles_and_keys_of_a_double_six_set_are_large_enough_for_fingers() {
    for size in &SIZES[..3] {
        let folder = tempdir().unwrap();
        let mut app = App::open_in(folder.path(), *size);
        app.begin("pafos", 2, 3);
        for label in ["tile 6-6", "tile 0-0", "Enter", "Knock", "Undo"] {
            let rect = app.harness.get_by_label(label).rect();
            assert!(rect.height() >= 44.0 && rect.width() >= 44.0, "{label} at {size}: {}", rect.size());
        }
        for label in ["end 0", "end 6"] {
            let rect = app.harness.get_by_label(label).rect();
            assert!(rect.height() >= 63.5 && rect.width() >= 63.5, "{label} at {size}: {}", rect.size());
        }
    }
}

#[test]
fn tab_reaches_the_buttons_and_enter_presses_them() {
    let mut app = App::begun("pafos", 2, 3);
    app.click("tile 6-6");
    let mut seen = Vec::new();
    for _ in 0..80 {
        app.key(Key::Tab);
        let focused = app.harness.root().children_recursive().find(|node| node.is_focused());
        seen.extend(focused.and_then(|node| node.accesskit_node().label()));
        if seen.last().is_some_and(|label| label == "Undo") {
            break;
        }
    }
    for label in ["History", "tile 6-3", "end 3"] {
        assert!(seen.iter().any(|name| name == label), "{label} is not reached: {seen:?}");
    }
    assert_eq!(seen.last().map(String::as_str), Some("Undo"), "{seen:?}");
    app.key(Key::Enter);
    app.lies("");
}
