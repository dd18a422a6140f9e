//! Proposals of the camera in the banner: the drop with its reason, the likeliest other readings, announcements, a
//! misread earlier drop, and a table that differs from the record.

use super::Actions;
use crate::live::Proposal;
use crate::table::Mend;
use crate::ui::action::{Action, TableWish};
use crate::ui::camera::CameraState;
use crate::ui::camera::CameraWish;
use crate::ui::camera::moment::{EntryWay, Mark, Moment, earlier, mends};
use crate::ui::entry::EntryWish;
use crate::ui::screen::Sheet;
use crate::ui::state::State;
use crate::ui::table::TableScreen;
use crate::ui::views::told::{outline, put};
use crate::widgets::button::{self, Face};
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{TOUCH, Theme, Weight};
use egui::{Align2, Rect, Ui, pos2, vec2};
use game::layout::Play;
use game::rules::Claim;
use game::words::Told;
use language::say;

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
    rect: Rect,
    state: &State,
    table: &TableScreen,
    actions: &mut Actions,
) -> bool {
    let (theme, moment) = (&state.theme, state.moment());
    let (lead, wishes) = match moment {
        Moment::Said(_) => ("", Vec::new()),
        Moment::Misread(_) => ("", misread()),
        Moment::Seen(proposal, entry) => (say!("wrong?"), seen(table, proposal, entry, state.camera.marked)),
        Moment::LiesThere(_) => ("", lies_there(table)),
        Moment::Apart(lost, _) => ("", apart(mends(table, lost))),
        Moment::ByHand | Moment::Blind(_) | Moment::ClearFirst | Moment::Tried(_) | Moment::Quiet(_) => return false,
    };
    let color = match moment.mark() {
        Mark::Bad => theme.bad,
        _ if matches!(moment, Moment::Misread(_)) => theme.sides[1],
        _ => theme.good,
    };
    outline(ui, color, rect);
    let mut told = state.told();
    if moment.mark() == Mark::Bad {
        told.title.insert_str(0, "! ");
    }
    rows(ui, theme, rect, &told, lead, wishes, actions);
    true
}

/// The drop that was seen: the likeliest other readings, and no.
fn seen(table: &TableScreen, proposal: &Proposal, entry: EntryWay, marked: usize) -> Vec<BannerButton> {
    let quiet = table.rules().claim != Claim::Auto;
    let counts = matches!(entry, EntryWay::ItselfIn(_));
    let others = proposal.alternatives.iter().take(if counts { 2 } else { 3 });
    let mut wishes: Vec<BannerButton> = Vec::new();
    for (i, other) in others.enumerate() {
        // Where only the tile differs, the tile says it all.
        let same_place = other.play.on == proposal.play.on;
        let short = if same_place { other.play.tile().to_string() } else { other.words.clone() };
        let worth = if quiet { None } else { Some(other.points) };
        wishes.push(alternative(&other.play, (&short, &other.words), worth, marked == i + 1));
    }
    if counts {
        wishes.push(BannerButton::new(say!("Stop"), "", Action::Camera(CameraWish::Stop)));
    }
    // A tile that was missed is proposed as the next drop: it can be given its place in the order of play.
    if let Some(mend) = earlier(table, proposal) {
        let button = BannerButton::new(say!("earlier"), "I", Action::Camera(CameraWish::Earlier));
        wishes.push(BannerButton { name: mend.words(), ..button });
    }
    wishes.push(BannerButton::new(say!("pick…"), "T", TableWish::Open(Sheet::Pad).into()));
    wishes.push(BannerButton::new(say!("nothing"), "N", Action::Camera(CameraWish::Dismiss)));
    wishes
}

fn misread() -> Vec<BannerButton> {
    vec![
        BannerButton::new(say!("Correct it"), say!("Space"), Action::Camera(CameraWish::Correct)),
        BannerButton::new(say!("The record is right"), "N", Action::Camera(CameraWish::Dismiss)),
    ]
}

/// A layout already on the table: recording starts from it once it is known who drops next.
fn lies_there(table: &TableScreen) -> Vec<BannerButton> {
    let setup = table.game.setup();
    let next = |seat| {
        let label = say!("Start from this table, {player} is next", player = setup.player(seat));
        BannerButton::new(label, "", Action::Camera(CameraWish::TakeOver(seat)))
    };
    let mut wishes: Vec<BannerButton> = setup.all_seats().map(next).collect();
    wishes.push(BannerButton::new(say!("Leave it"), "N", Action::Camera(CameraWish::Dismiss)));
    wishes
}

/// Table and record differ: the first difference and how it is mended; the next one comes after it.
fn apart(mends: Vec<Mend>) -> Vec<BannerButton> {
    let button = |mend: Mend| BannerButton::new(mend.words(), "", Action::Camera(CameraWish::Mend(mend)));
    let mut wishes: Vec<BannerButton> = mends.into_iter().map(button).collect();
    if let Some(first) = wishes.first_mut() {
        first.key = say!("Space");
    }
    wishes.extend([
        BannerButton::new(say!("Correct a drop"), "L", TableWish::Open(Sheet::Drops).into()),
        BannerButton::new(say!("Tap what was dropped"), "T", TableWish::Open(Sheet::Pad).into()),
        BannerButton::new(say!("Look again"), "G", Action::Camera(CameraWish::Again)),
        BannerButton::new(say!("Leave it"), "N", Action::Camera(CameraWish::Dismiss)),
    ]);
    wishes
}

/// Text above, a row of buttons below, where there are any.
fn rows(ui: &Ui, theme: &Theme, rect: Rect, told: &Told, lead: &str, wishes: Vec<BannerButton>, actions: &mut Actions) {
    let inner = rect.shrink2(vec2(16.0, (rect.height() * 0.07).min(10.0)));
    if wishes.is_empty() {
        put(ui, theme, inner, told);
        return;
    }
    let high = if inner.height() < 78.0 { (inner.height() * 0.42).max(28.0) } else { TOUCH };
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

fn alternative(play: &Play, (short, words): (&str, &str), points: Option<u16>, chosen: bool) -> BannerButton {
    let worth = match points {
        None => String::new(),
        Some(0) => say!(", no score").to_owned(),
        Some(points) => say!(" for {points}", points),
    };
    BannerButton {
        label: format!("{short}{worth}"),
        name: say!("it was {words}", words),
        key: "",
        action: EntryWish::Choose(*play).into(),
        chosen,
    }
}

/// Returns the label of the Confirm button, or nothing.
pub(in crate::ui::views) fn can_confirm(camera: &CameraState) -> bool {
    camera.said.is_some() || camera.correction().is_some() || camera.proposal().is_some()
}
