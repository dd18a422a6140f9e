//! What the camera proposes, in the banner: the drop with its reason, the likeliest other readings, what was said, an
//! earlier drop that was misread, and a table that does not fit the record.

use super::Actions;
use crate::live::{Correction, Proposal, TableState};
use crate::ui::action::{Action, CameraWish, Sheet};
use crate::ui::camera::CameraState;
use crate::ui::table::Table;
use crate::ui::views::banner::{outline, proposed as entered, put};
use crate::widgets::button::{self, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{Align2, Rect, Ui, pos2, vec2};
use game::Act;
use game::layout::Play;
use game::rules::Claim;
use game::words::{Told, signed};

/// A button of the banner.
struct BannerButton {
    label: String,
    name: String,
    key: &'static str,
    action: Action,
    chosen: bool,
}

impl BannerButton {
    fn new(label: impl Into<String>, key: &'static str, action: Action) -> Self {
        Self { label: label.into(), name: String::new(), key, action, chosen: false }
    }
}

/// Shows what the camera has to say; `false` when that is nothing.
pub(in crate::ui::views) fn proposal_ui(
    ui: &Ui,
    theme: &Theme,
    rect: Rect,
    table: &Table,
    camera: &CameraState,
    actions: &mut Actions,
) -> bool {
    if let Some(told) = &camera.said {
        outline(ui, theme.good, rect);
        let corrects = matches!(told.act, Act::Correct { .. });
        let detail = if corrects { "the record has another tile" } else { "said at the table, a camera cannot see it" };
        let detail = detail.to_owned();
        let told = Told { title: format!("{}?", told.words), detail, ..Told::default() };
        rows(ui, theme, rect, &told, "", Vec::new(), actions);
        return true;
    }
    if let Some(correction) = camera.correction() {
        outline(ui, theme.sides[1], rect);
        corrected(ui, theme, rect, correction, actions);
        return true;
    }
    if let Some(proposal) = camera.proposal() {
        outline(ui, theme.good, rect);
        proposed(ui, theme, rect, table, (camera, proposal), actions);
        return true;
    }
    if let TableState::Lost { table: lies, new, gone } = camera.state() {
        outline(ui, theme.bad, rect);
        let detail = if lies.is_some() {
            "which of the two is right? Put the record right, or the table".to_owned()
        } else {
            "the tiles on the table make no line by these rules".to_owned()
        };
        let told = Told { title: format!("! {}", camera.state()), detail, bad: true, ..Told::default() };
        let mut wishes = Vec::new();
        if let ([tile], []) = (new.as_slice(), gone.as_slice()) {
            // One drop behind: a person says so, and the tile is asked for a place where it has several.
            wishes.push(BannerButton::new(format!("{tile} was dropped"), "", Action::Tap(*tile)));
        }
        wishes.extend([
            BannerButton::new("Put a drop right", "L", Action::Open(Sheet::Drops)),
            BannerButton::new("Tap what was dropped", "T", Action::Open(Sheet::Pad)),
            BannerButton::new("Look again", "G", Action::Camera(CameraWish::Again)),
        ]);
        rows(ui, theme, rect, &told, "", wishes, actions);
        return true;
    }
    false
}

/// Text above, a row of buttons below, where there are any.
fn rows(ui: &Ui, theme: &Theme, rect: Rect, told: &Told, lead: &str, wishes: Vec<BannerButton>, actions: &mut Actions) {
    let inner = rect.shrink2(vec2(16.0, (rect.height() * 0.07).min(10.0)));
    if wishes.is_empty() {
        put(ui, theme, inner, told);
        return;
    }
    let high = (inner.height() * 0.42).clamp(28.0, TOUCH);
    let above = Rect::from_min_max(inner.min, pos2(inner.right(), inner.bottom() - high - 3.0));
    put(ui, theme, above, told);
    let row = Rect::from_min_max(pos2(inner.left(), inner.bottom() - high), inner.max);
    let mut left = row.left();
    if !lead.is_empty() {
        let ink = Ink::new(Weight::Regular, 15.0, theme.quiet);
        left = text::put(ui.painter(), row.left_center(), Align2::LEFT_CENTER, lead, ink).right() + 10.0;
    }
    let gap = 8.0;
    let room = (row.right() - left - gap * (wishes.len() - 1) as f32) / wishes.len() as f32;
    for wish in wishes {
        let width = room.min(wish.label.chars().count() as f32 * 9.0 + if wish.key.is_empty() { 34.0 } else { 68.0 });
        let place = Rect::from_min_size(pos2(left, row.top()), vec2(width, high));
        left = place.right() + gap;
        let face = Face::new(&wish.label).name(&wish.name).key(wish.key).chosen(wish.chosen).size(15.0);
        if button::put(ui, theme, place, face).clicked() {
            actions.push(wish.action);
        }
    }
}

fn percent(confidence: f64) -> String {
    format!("{:.0} % sure", (confidence * 100.0).min(99.0))
}

/// The drop that was seen, with the likeliest other readings.
fn proposed(
    ui: &Ui,
    theme: &Theme,
    rect: Rect,
    table: &Table,
    (camera, proposal): (&CameraState, &Proposal),
    actions: &mut Actions,
) {
    let name = table.seat().map_or("", |seat| table.game.setup().player(seat));
    let quiet = table.rules().claim != Claim::Auto;
    let verb = if proposal.play.on.is_none() { "leads" } else { "drops" };
    let title = format!("{name} {verb} {}?", proposal.words);
    let reason = if quiet { String::new() } else { format!("{} · ", proposal.reason) };
    let wins = if proposal.wins { " · wins the game" } else { "" };
    let detail = format!("{reason}{}{wins}", percent(proposal.confidence));
    let points = if quiet { String::new() } else { signed(proposal.award) };
    let marked = camera.marked.checked_sub(1).and_then(|i| proposal.alternatives.get(i));
    // Confirm enters the marked reading: the banner says which.
    let told = marked.map_or(Told { title, detail, points, bad: false }, |other| entered(table, &other.play));
    let readings = proposal.alternatives.iter().take(3).map(|other| (other.play, other.words.clone(), other.points));
    let mut wishes: Vec<BannerButton> = Vec::new();
    for (i, (play, words, points)) in readings.enumerate() {
        // Where only the tile differs, the tile says it all.
        let short = if play.on == proposal.play.on { play.tile().to_string() } else { words.clone() };
        let worth = if quiet { None } else { Some(points) };
        wishes.push(alternative(&play, (&short, &words), worth, camera.marked == i + 1));
    }
    wishes.push(BannerButton::new("pick…", "T", Action::Open(Sheet::Pad)));
    wishes.push(BannerButton::new("nothing", "N", Action::Camera(CameraWish::Dismiss)));
    rows(ui, theme, rect, &told, "not right?", wishes, actions);
}

fn alternative(play: &Play, (short, words): (&str, &str), points: Option<u16>, chosen: bool) -> BannerButton {
    let worth = points.map_or(String::new(), |points| format!(" → {points}"));
    BannerButton {
        label: format!("{short}{worth}"),
        name: format!("it was {words}"),
        key: "",
        action: Action::Choose(*play),
        chosen,
    }
}

/// An earlier drop that was misread.
fn corrected(ui: &Ui, theme: &Theme, rect: Rect, correction: &Correction, actions: &mut Actions) {
    let told = Told {
        title: format!("An earlier drop was misread: {}", correction.words),
        detail: format!(
            "the record has {} · {} · everything after it is worked out anew",
            correction.was,
            percent(correction.confidence)
        ),
        ..Told::default()
    };
    let wishes = vec![
        BannerButton::new("Put it right", "Space", Action::Camera(CameraWish::Correct)),
        BannerButton::new("The record is right", "N", Action::Camera(CameraWish::Dismiss)),
    ];
    rows(ui, theme, rect, &told, "", wishes, actions);
}

/// What Confirm would do, for its button: "Confirm", or nothing.
pub(in crate::ui::views) fn can_confirm(camera: &CameraState) -> bool {
    camera.said.is_some() || camera.correction().is_some() || camera.proposal().is_some()
}
