//! The question that a tap is answered with that cannot be by the rules: yes or no, in the banner's place.

use super::{Actions, told};
use crate::ui::entry::EntryWish;
use crate::ui::state::State;
use crate::ui::table::{Doubt, Yes};
use crate::widgets::button::{self, Face};
use crate::widgets::theme::TOUCH;
use egui::{Rect, Ui, pos2};
use game::words::Told;
use language::say;

pub(super) fn doubt_ui(ui: &Ui, rect: Rect, state: &State, doubt: &Doubt, actions: &mut Actions) {
    let theme = &state.theme;
    let yes = match doubt.yes {
        Yes::Correct(_) | Yes::Act(game::Act::Correct { .. }) => say!("Correct it"),
        Yes::Record(_) => say!("Record it"),
        Yes::Act(game::Act::Abandon { .. }) => say!("Abandon it"),
        Yes::Act(game::Act::Redeal) => say!("Deal again"),
        Yes::Act(_) => say!("It is blocked"),
    };
    let mut words = rect;
    let wide = (rect.width() * 0.2).clamp(TOUCH * 1.5, 150.0);
    let high = rect.height().clamp(TOUCH, 64.0);
    for (label, key, action) in [(say!("No"), "Esc", EntryWish::Clear.into()), (yes, "↵", EntryWish::Yes.into())] {
        let place = Rect::from_min_max(
            pos2(words.right() - wide, rect.center().y - high / 2.0),
            pos2(words.right(), rect.center().y + high / 2.0),
        );
        words.max.x = place.left() - 8.0;
        if button::put(ui, theme, place, Face::new(label).key(key).size(16.0)).clicked() {
            actions.push(action);
        }
    }
    let (title, detail) = doubt.why.split_once(". ").unwrap_or((&doubt.why, ""));
    told::put(ui, theme, words, &Told { title: title.to_owned(), detail: detail.to_owned(), ..Told::default() });
}
