//! Camera set-up: which source, what the program sees in it, a self test, what would help.

use super::guide::{begin_ui, guide_ui};
use super::{Actions, picture_ui};
use crate::camera::SourceSpec;
use crate::camera::page::Lens;
use crate::live::{Sighting, TableState};
use crate::platform::IS_PAGE;
use crate::ui::action::Action;
use crate::ui::camera::CameraWish;
use crate::ui::camera::Test;
use crate::ui::settings::Settings;
use crate::ui::state::BeginWish;
use crate::ui::state::State;
use crate::ui::views::{heading, within};
use crate::widgets::button::{self, Face};
use crate::widgets::field;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{RADIUS, TOUCH, Theme, Weight};
use egui::text::LayoutJob;
use egui::{
    Align2, CornerRadius, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, TextBuffer, TextEdit, TextStyle,
    Ui, WidgetInfo, pos2, vec2,
};
use language::say;

pub(in crate::ui::views) fn setup_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let rect = ui.max_rect();
    if rect.height() > rect.width() {
        return upright_ui(ui, rect, state, actions);
    }
    let narrow = rect.width() < 860.0;
    let left = if narrow { rect.width() * 0.45 } else { (rect.width() * 0.36).clamp(340.0, 620.0) };
    let choose = Rect::from_min_max(rect.min, pos2(rect.left() + left, rect.bottom()));
    let seen = Rect::from_min_max(pos2(choose.right() + 14.0, rect.top()), rect.max);
    within(ui, choose, "sources", |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            if !guide_ui(ui, state, actions) {
                sources_ui(ui, state, actions);
            }
        });
    });
    let words = (seen.height() * 0.3).clamp(90.0, 260.0);
    let picture = Rect::from_min_max(seen.min, pos2(seen.right(), seen.bottom() - words - 10.0));
    let told = Rect::from_min_max(pos2(seen.left(), picture.bottom() + 10.0), seen.max);
    if state.camera.is_on() {
        picture_ui(ui, picture, state, false, actions);
    } else {
        nothing(ui, &state.theme, picture);
    }
    within(ui, told, "seen", |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| told_ui(ui, state, actions));
    });
}

/// Lays out a tall window: the picture above, everything else below it in one list.
fn upright_ui(ui: &mut Ui, rect: Rect, state: &State, actions: &mut Actions) {
    let on = state.camera.is_on();
    let high = if on { (rect.width() * 0.75).min(rect.height() * 0.45) } else { (rect.height() * 0.25).min(220.0) };
    let (picture, below) = rect.split_top_bottom_at_y(rect.top() + high);
    if on {
        picture_ui(ui, picture, state, false, actions);
    } else {
        nothing(ui, &state.theme, picture);
    }
    within(ui, below.with_min_y(below.top() + 10.0), "sources", |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            told_ui(ui, state, actions);
            if !guide_ui(ui, state, actions) {
                sources_ui(ui, state, actions);
            }
        });
    });
}

fn nothing(ui: &Ui, theme: &Theme, rect: Rect) {
    ui.painter().rect(rect, CornerRadius::same(RADIUS), theme.panel, theme.outline(), StrokeKind::Inside);
    let words = say!(
        "No camera is on. Choose one to see what it sees. Without a camera you tap or type drops; \
            everything else works the same."
    );
    let ink = Ink::new(Weight::Medium, if rect.width() < 480.0 { 16.0 } else { 19.0 }, theme.quiet);
    let galley = text::layout_rows(ui.painter(), words, ink, rect.width() - 36.0, 8);
    let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
    ui.painter().galley(at.min, galley, ink.color);
    let response = ui.interact(at, ui.scope_id().with("no camera"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
}

fn sources_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    let camera = &state.camera;
    heading(ui, theme, say!("Which camera?"));
    match &camera.found {
        None => {
            ui.label(RichText::new(say!("Looking for cameras…")).color(theme.quiet));
        }
        Some(found) => {
            let webcams = found.iter().filter(|found| !matches!(found.spec, SourceSpec::Simulated { .. }));
            if webcams.count() == 0 {
                let words = if IS_PAGE {
                    say!(
                        "The browser offers no camera: none is connected, or the page was not loaded over https. You can still take and read single pictures."
                    )
                } else {
                    say!("No webcam found. If you plug one in now, it appears here automatically.")
                };
                ui.label(RichText::new(words).color(theme.quiet));
            }
            for found in found {
                let chosen = camera.source.as_ref() == Some(&found.spec);
                if card(ui, theme, &found.title, &found.detail, chosen) {
                    actions.push(Action::Camera(CameraWish::Open(found.spec.clone())));
                }
            }
        }
    }
    lens_ui(ui, state, actions);
    if IS_PAGE {
        heading(ui, theme, say!("One picture at a time"));
        // The page opens the browser's chooser or the phone's camera for it.
        button::add(ui, theme, TOUCH, Face::new(say!("Choose a picture")).size(15.0));
        let words = say!("Each picture is treated as if it came from the camera, and its drop is proposed.");
        ui.label(RichText::new(words).color(theme.quiet));
    } else {
        heading(ui, theme, say!("A phone or network camera, a picture, or a folder of pictures"));
        typed_ui(ui, state, actions);
    }
    if let Some(problem) = &camera.problem {
        ui.label(RichText::new(format!("! {problem}")).font(Weight::SemiBold.font(15.0)).color(theme.bad));
    }
    ui.add_space(6.0);
    begin_ui(ui, theme, camera.is_on(), actions);
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        let face = Face::new(say!("Turn it off")).name(say!("Turn the camera off")).enabled(camera.is_on()).size(15.0);
        if button::add(ui, theme, TOUCH, face).clicked() {
            actions.push(Action::Camera(CameraWish::Off));
        }
        let running = matches!(camera.test, Test::Running);
        let face = Face::new(if running { say!("Testing…") } else { say!("Self test") }).enabled(!running).size(15.0);
        if button::add(ui, theme, TOUCH, face).clicked() {
            actions.push(Action::Camera(CameraWish::Test));
        }
    });
    match &camera.test {
        Test::None => {
            let words =
                say!("The self test reads a known picture, so you can tell a broken program from a bad picture.");
            ui.label(RichText::new(words).color(theme.quiet));
        }
        Test::Running => {}
        Test::Done(outcome) => {
            let (mark, color) = if outcome.ok { ("✓", theme.good) } else { ("!", theme.bad) };
            let words = format!("{mark} {} ({:.1} s)", outcome.words, outcome.took.as_secs_f32());
            ui.label(RichText::new(words).font(Weight::SemiBold.font(15.0)).color(color));
        }
    }
    heading(ui, theme, say!("When a drop is seen"));
    ui.horizontal_wrapped(|ui| {
        for (by_itself, label) in
            [(false, say!("Ask for confirmation")), (true, say!("Record confident drops automatically"))]
        {
            let face = Face::new(label).chosen(state.settings.auto_confirm == by_itself).size(15.0);
            if button::add(ui, theme, TOUCH, face).clicked() {
                actions.push(Action::Set(Settings { auto_confirm: by_itself, ..state.settings.clone() }));
            }
        }
    });
    let words = say!(
        "A countdown shows each confident drop; any key or tap stops it. A drop that wins or ends the \
            hand always needs your confirmation."
    );
    ui.label(RichText::new(words).color(theme.quiet));
}

/// The light beside the lens, the exposure and the resolution, where they can be set.
fn lens_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let Some(lens) = state.camera.lens else { return };
    let theme = &state.theme;
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        if let Some(on) = lens.light {
            let face = Face::new(say!("Camera light")).name(say!("the camera's light")).chosen(on).size(15.0);
            if button::add(ui, theme, TOUCH, face).clicked() {
                actions.push(Action::Camera(CameraWish::Lens(Lens { light: Some(!on), ..lens })));
            }
        }
        if let Some(on) = lens.locked {
            let face = Face::new(say!("Lock exposure")).chosen(on).size(15.0);
            if button::add(ui, theme, TOUCH, face).clicked() {
                actions.push(Action::Camera(CameraWish::Lens(Lens { locked: Some(!on), ..lens })));
            }
        }
        let face = Face::new(say!("Finer picture")).chosen(lens.fine).size(15.0);
        if button::add(ui, theme, TOUCH, face).clicked() {
            actions.push(Action::Camera(CameraWish::Lens(Lens { fine: !lens.fine, ..lens })));
        }
    });
    if lens.locked.is_some() {
        let words = say!("A locked exposure keeps the picture as bright as it is now, even when a hand comes into it.");
        ui.label(RichText::new(words).color(theme.quiet));
    }
    let words = say!("A finer picture helps with small tiles but takes longer to read.");
    ui.label(RichText::new(words).color(theme.quiet));
}

fn typed_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    let mut typed = state.camera.typed.clone();
    ui.horizontal(|ui| {
        let mut dotted = |ui: &Ui, typed: &dyn TextBuffer, _wrap: f32| {
            let font = TextStyle::Body.resolve(ui.style());
            let job = LayoutJob::simple_singleline(hidden(typed.as_str()), font, theme.text);
            ui.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let edit = TextEdit::singleline(&mut typed)
            .layouter(&mut dotted)
            .align(Align2::LEFT_CENTER)
            .hint_text("http://192.168.1.4:8080/video")
            .desired_width((ui.available_width() - 90.0).max(80.0));
        let field = field::put(ui, edit);
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let _named = field.accessible_name(say!("address, picture or folder"));
        let can = !typed.trim().is_empty();
        let open = button::add(ui, theme, TOUCH, Face::new(say!("Open")).enabled(can).size(15.0)).clicked();
        if typed != state.camera.typed {
            actions.push(Action::Camera(CameraWish::Typed(typed.clone())));
        }
        if can && (open || entered) {
            actions.push(Action::Camera(CameraWish::OpenTyped));
        }
    });
    let words = say!(
        "Phone camera apps show such an address. Put the name and password in front: \
            http://user:password@… The password is kept in the settings file."
    );
    ui.label(RichText::new(words).color(theme.quiet).size(14.0));
}

/// Returns the address as it is shown while it is typed: with dots for the letters of the password.
fn hidden(typed: &str) -> String {
    let Some((scheme, rest)) = typed.split_once("://") else { return typed.to_owned() };
    let place = rest.split('/').next().unwrap_or_default();
    let login = match place.rsplit_once('@') {
        Some((login, _)) => login,
        // Figures alone are most likely a port.
        None if place.rsplit(':').next().is_some_and(|last| last.chars().all(|c| c.is_ascii_digit())) => "",
        None => place,
    };
    let Some((user, password)) = login.split_once(':') else { return typed.to_owned() };
    let dots: String = password.chars().map(|_| '•').collect();
    format!("{scheme}://{user}:{dots}{}", &rest[login.len()..])
}

fn card(ui: &mut Ui, theme: &Theme, title: &str, about: &str, chosen: bool) -> bool {
    let wide = ui.available_width() - 10.0;
    let lines =
        [(title, Ink::new(Weight::SemiBold, 17.0, theme.text)), (about, Ink::new(Weight::Regular, 14.0, theme.quiet))];
    let lines = lines.map(|(words, ink)| text::layout_whole(ui.painter(), words, ink, wide - 56.0));
    let high: f32 = lines.iter().map(|line| line.size().y).sum();
    let (_, rect) = ui.allocate_space(vec2(wide, high + 14.0));
    let response = ui.interact(rect, ui.scope_id().with(("source", title)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, title));
    let fill = if chosen { Theme::mix(theme.panel, theme.good, 0.2) } else { theme.panel };
    let stroke = match (chosen, response.hovered()) {
        (true, _) => Stroke::new(2.5, theme.good),
        (false, true) => Stroke::new(1.0, theme.quiet),
        (false, false) => theme.outline(),
    };
    ui.painter().rect(rect, CornerRadius::same(RADIUS), fill, stroke, StrokeKind::Inside);
    button::focus_ring(ui, theme, rect, CornerRadius::same(RADIUS), &response);
    let mut at = rect.min + vec2(16.0, 7.0);
    for line in lines {
        let below = line.size().y;
        ui.painter().galley(at, line, theme.text);
        at.y += below;
    }
    if chosen {
        let ink = Ink::new(Weight::Bold, 20.0, theme.good);
        text::put(ui.painter(), rect.right_center() - vec2(16.0, 0.0), Align2::RIGHT_CENTER, "✓", ink);
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}

/// Describes the picture in words, with hints.
fn told_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let theme = &state.theme;
    let Some(sighting) = state.camera.sighting.as_ref().filter(|_| state.camera.is_on()) else { return };
    for words in what_is_seen(sighting, &state.told().title) {
        ui.label(RichText::new(words).font(Weight::Medium.font(16.0)));
    }
    for hint in &sighting.hints {
        ui.label(RichText::new(format!("! {hint}")).font(Weight::SemiBold.font(16.0)).color(theme.sides[1]));
    }
    let looked = sighting.timing.looks > 0;
    if looked && !matches!(sighting.state, TableState::NoPicture { .. } | TableState::NoReading { .. }) {
        let nothing = !sighting.tiles.iter().any(|tile| tile.pips.is_some());
        if nothing && sighting.hints.is_empty() {
            let words = say!(
                "No tile found. Place one on the table, face up. If it still isn't found, it is outside \
                    the picture or the camera is too far away."
            );
            ui.label(RichText::new(words).font(Weight::Medium.font(16.0)));
        } else if sighting.hints.is_empty() {
            let words = say!("✓ Light and distance are good.");
            ui.label(RichText::new(words).font(Weight::Medium.font(16.0)).color(theme.good));
        }
    }
    if state.camera.is_simulated() {
        let words = say!(
            "This table is simulated, and the program plays both sides. A demonstration is a separate match: it doesn't count in your records, and its players are marked as simulated."
        );
        ui.label(RichText::new(words).color(theme.quiet));
        if button::add(ui, theme, TOUCH, Face::new(say!("Begin a demonstration")).size(15.0)).clicked() {
            actions.push(BeginWish::Demonstrate.into());
        }
    } else if state.table.as_ref().is_some_and(|table| !state.camera.watches(&table.game)) {
        let words = say!("This match is a demonstration and doesn't use the camera.");
        ui.label(RichText::new(words).color(theme.quiet));
    }
}

/// "12 tiles are seen, 3 on their faces. A look takes 180 ms."
fn what_is_seen(sighting: &Sighting, told: &str) -> Vec<String> {
    let mut lines = vec![format!("{}: {told}", sighting.source)];
    let size = sighting
        .frame
        .as_ref()
        .map(|frame| say!("Picture: {width} x {height} pixels. ", width = frame.width(), height = frame.height()));
    let read = sighting.tiles.iter().filter(|tile| tile.pips.is_some()).count();
    let rest = sighting.tiles.len() - read;
    let backs = if rest > 0 { say!(", {rest} more without a readable face", rest) } else { String::new() };
    let tiles = if read == 1 { say!("One tile is read").to_owned() } else { say!("{read} tiles are read", read) };
    let took = sighting.timing.look.as_millis();
    let look = if sighting.timing.looks > 0 { say!(" Each look takes {took} ms.", took) } else { String::new() };
    lines.push(format!("{}{tiles}{backs}.{look}", size.unwrap_or_default()));
    if !sighting.ends.is_empty() {
        let ends: Vec<String> = sighting.ends.iter().map(|end| end.pips.to_string()).collect();
        let sum: u16 = sighting.ends.iter().map(|end| end.counts).sum();
        lines.push(say!("Open ends {ends} count {sum}.", ends = ends.join(say!(" and ")), sum));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::hidden;

    #[test]
    fn a_password_is_not_shown_while_it_is_typed() {
        for (typed, shown) in [
            ("http://anna:s3cret@192.168.1.4:8080/video", "http://anna:••••••@192.168.1.4:8080/video"),
            ("http://anna:s3c", "http://anna:•••"),
            ("http://anna:a@b@camera/x", "http://anna:•••@camera/x"),
            ("http://192.168.1.4:8080/a@b", "http://192.168.1.4:8080/a@b"),
            ("http://camera", "http://camera"),
            ("/home/anna/tiles.jpg", "/home/anna/tiles.jpg"),
        ] {
            assert_eq!(hidden(typed), shown);
        }
    }
}
