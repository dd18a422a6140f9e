//! Text of a banner: a title, its reason and its points, as large as they fit.

use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{RADIUS, Theme, Weight};
use egui::accesskit::Live;
use egui::{Align2, Color32, CornerRadius, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2};
use game::words::Told;

pub(super) fn outline(ui: &Ui, color: Color32, rect: Rect) {
    ui.painter().rect_stroke(rect, CornerRadius::same(RADIUS), Stroke::new(2.0, color), StrokeKind::Inside);
}

/// Title above, reason below, points at the right; as large as all of it fits, in as many as two lines each, and in more
/// where the smallest letters need them.
pub(super) fn put(ui: &Ui, theme: &Theme, rect: Rect, told: &Told) {
    let painter = ui.painter();
    let color = if told.bad { theme.bad } else { theme.good };
    let mut room = rect.width();
    if !told.points.is_empty() {
        let ink = Ink::new(Weight::Bold, (rect.height() * 0.86).clamp(20.0, 220.0), color);
        let ink = text::fitting(painter, &told.points, ink, rect.width() * 0.3);
        let points = text::put(painter, rect.right_center(), Align2::RIGHT_CENTER, &told.points, ink);
        room = points.left() - rect.left() - 12.0;
    }
    let title_color = if told.bad && told.detail.is_empty() { theme.bad } else { theme.text };
    let laid = |size: f32, rows: usize| {
        let title = text::layout_rows(painter, &told.title, Ink::new(Weight::SemiBold, size, title_color), room, rows);
        let ink = Ink::new(Weight::Regular, size * 0.84, theme.quiet);
        let detail = (!told.detail.is_empty()).then(|| text::layout_rows(painter, &told.detail, ink, room, rows));
        (title, detail)
    };
    let largest = (rect.height() * 0.42).clamp(15.0, 84.0);
    let sizes = |least: f32| {
        std::iter::successors(Some(largest), |size| Some(size * 0.93)).take_while(move |size| *size > least)
    };
    let fits = |(size, rows): &(f32, usize)| {
        let (title, detail) = laid(*size, *rows);
        let (below, cut) = detail.map_or((0.0, false), |detail| (detail.size().y, detail.elided));
        title.size().y + below <= rect.height() && !title.elided && !cut
    };
    let ways = sizes(13.0).map(|size| (size, 2)).chain(sizes(12.0).map(|size| (size, 4)));
    let (size, rows) = ways.into_iter().find(fits).unwrap_or((13.0, 2));
    let (title, detail) = laid(size, rows);
    let high = title.size().y + detail.as_ref().map_or(0.0, |detail| detail.size().y);
    let top = rect.center().y - high / 2.0;
    let below = pos2(rect.left(), top + title.size().y);
    painter.galley(pos2(rect.left(), top), title, title_color);
    if let Some(detail) = detail {
        painter.galley(below, detail, theme.quiet);
    }
    announce(ui, rect, "banner", &spoken(told));
}

/// Makes `rect` the place of words that a screen reader says when they change.
pub(super) fn announce(ui: &Ui, rect: Rect, salt: &str, words: &str) {
    let response = ui.interact(rect, ui.scope_id().with(salt), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
    live(ui, &response);
}

/// Lets a screen reader say the words of a label when they appear and change, without moving the focus.
pub(super) fn live(ui: &Ui, label: &Response) {
    let _live = ui.ctx().accesskit_node_builder(label.id, |node| node.set_live(Live::Polite));
}

pub(super) fn spoken(told: &Told) -> String {
    [told.title.as_str(), told.detail.as_str(), told.points.as_str()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" · ")
}
