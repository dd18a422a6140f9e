//! Fields that are typed into. The one that is being typed in stays in sight: a soft keyboard takes half of the window.

use egui::{Id, Response, TextEdit, Ui, Vec2};

/// Puts a field of the size it asks for.
pub fn put(ui: &mut Ui, edit: TextEdit<'_>) -> Response {
    let response = ui.add(edit);
    keep_in_sight(ui, &response);
    response
}

/// Puts a field of this size.
pub fn sized(ui: &mut Ui, size: impl Into<Vec2>, edit: TextEdit<'_>) -> Response {
    let response = ui.add_sized(size, edit);
    keep_in_sight(ui, &response);
    response
}

/// Scrolls to the field when typing begins, and whenever the window changes under it; in between the list can be scrolled on.
fn keep_in_sight(ui: &Ui, response: &Response) {
    if !response.has_focus() {
        return;
    }
    let seen = Id::unique("field in sight");
    let now = (response.id, ui.ctx().viewport_rect().size());
    if ui.data_mut(|data| data.get_temp::<(Id, Vec2)>(seen)) != Some(now) {
        ui.data_mut(|data| data.insert_temp(seen, now));
        response.scroll_to_me(None);
    }
}
