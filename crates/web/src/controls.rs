//! Everything that can be pressed, typed into and read, for the page: it puts a hidden element of the document over
//! each, so that a screen reader finds them. The tree is the one that egui makes for screen readers everywhere.

use crate::message::Control;
use egui::accesskit::{Node, Role, Toggled, TreeUpdate};
use language::say;

/// The controls of a frame, in the order they are read in. `zoom` is the window's own scale.
pub(crate) fn controls(update: &TreeUpdate, zoom: f32) -> Vec<Control> {
    let control = |(id, node): &(egui::accesskit::NodeId, Node)| {
        let role = role(node.role())?;
        let words = if role == "note" { node.value() } else { None };
        let label = words.or_else(|| node.label()).or_else(|| node.placeholder()).unwrap_or_default();
        let place = node.bounds()?;
        let px = |points: f64| (points as f32 * zoom).round();
        Some(Control {
            id: id.0.to_string(),
            role,
            label: label.to_owned(),
            place: [px(place.x0), px(place.y0), px(place.width()), px(place.height())],
            off: node.is_disabled(),
            chooses: chooses(label),
            on: node.toggled().map(|on| on == Toggled::True),
        })
    };
    let named = |control: &Control| !control.label.is_empty() || control.role == "text";
    let mut controls: Vec<Control> = update.nodes.iter().filter_map(control).filter(named).collect();
    // In reading order: line by line.
    controls.sort_by_key(|control| (control.place[1] as i32, control.place[0] as i32));
    controls
}

/// Returns the kind of chooser for a button with these words. Only the page may open it, and only during a touch.
fn chooses(label: &str) -> Option<&'static str> {
    if label == say!("Choose a file…") {
        Some("file")
    } else if label == say!("Choose a picture") {
        Some("picture")
    } else {
        None
    }
}

const fn role(role: Role) -> Option<&'static str> {
    match role {
        Role::Button | Role::Link | Role::Tab | Role::MenuItem | Role::ComboBox | Role::RadioButton => Some("button"),
        Role::CheckBox | Role::Switch => Some("checkbox"),
        Role::Label => Some("note"),
        Role::TextInput | Role::MultilineTextInput | Role::SearchInput => Some("text"),
        _ => None,
    }
}
