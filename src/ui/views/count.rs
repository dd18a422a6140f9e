//! The Count page: point the camera at a heap of tiles, or take a picture's file; the sum, what each tile counts, what to look
//! at, and one touch that writes the sum down.

use super::{Actions, columns, rows};
use crate::platform::dialogs::Asked;
use crate::ui::action::Action;
use crate::ui::count::{CountForm, CountWish};
use crate::ui::history::Wish;
use crate::ui::state::State;
use crate::widgets::button::{self, Face};
use crate::widgets::field;
use crate::widgets::photo;
use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{RADIUS, TOUCH, Theme, Weight, material};
use egui::{
    Align2, Color32, CornerRadius, Label, Painter, Pos2, Rect, RichText, Role, ScrollArea, Sense, Shape, Stroke,
    StrokeKind, TextEdit, Ui, WidgetInfo, pos2, vec2,
};
use egui_extras::Size;
use eye::read::{HeapDoubt, Point};
use game::tile::Pip;
use language::{say, say_count};
use std::path::PathBuf;

/// Most names beside each other under the sum.
const BESIDE: usize = 5;
/// Usual values of the double blank.
const BLANK_WORTHS: [u8; 3] = [0, 25, 50];

pub(super) fn count_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let targets = targets(state);
    if ui.available_height() >= 480.0 {
        return parts_ui(ui, state, &targets, true, actions);
    }
    // A low window has its picture beside the rest.
    columns(ui, 8.0, &[Size::relative(0.4), Size::remainder()], |n, ui| match n {
        0 => picture_ui(ui, &state.theme, &state.count, sees(state), actions),
        _ => parts_ui(ui, state, &targets, false, actions),
    });
}

/// From top to bottom: the picture's source, the picture, the sum, the correction, the side that gets the sum.
fn parts_ui(ui: &mut Ui, state: &State, targets: &[(usize, String)], picture: bool, actions: &mut Actions) {
    let (form, theme) = (&state.count, &state.theme);
    let lines = |n: usize| Size::exact((TOUCH + 5.0) * n.max(1) as f32 - 5.0);
    let keys = lines(if form.chosen.is_some() { 2 } else { 1 });
    let sum = if picture { Size::exact(96.0) } else { Size::remainder() };
    let all = [
        Some((0, Size::exact(TOUCH))),
        picture.then(|| (1, Size::remainder())),
        Some((2, sum)),
        Some((3, keys)),
        (!targets.is_empty()).then(|| (4, lines(targets.len().div_ceil(BESIDE)))),
    ];
    let parts: Vec<(usize, Size)> = all.into_iter().flatten().collect();
    let sizes: Vec<Size> = parts.iter().map(|(_, size)| *size).collect();
    rows(ui, 6.0, &sizes, |n, ui| match parts[n].0 {
        0 => source_ui(ui, state, actions),
        1 => picture_ui(ui, theme, form, sees(state), actions),
        2 => sum_ui(ui, theme, form),
        3 if form.chosen.is_some() => halves_ui(ui, state, actions),
        3 => tools_ui(ui, state, actions),
        _ => targets_ui(ui, theme, form, targets, actions),
    });
}

/// Returns the recipients of the sum: the sides of a score sheet, or the hands that are tallied.
fn targets(state: &State) -> Vec<(usize, String)> {
    let Some(table) = state.table.as_ref().filter(|table| !table.game.state().is_over()) else { return Vec::new() };
    let setup = table.game.setup();
    if table.rules().is_sheet() {
        return setup.all_sides().map(|side| (side.index(), setup.side_name(side))).collect();
    }
    table.seats_to_tally().iter().map(|seat| (seat.index(), setup.player(*seat).to_owned())).collect()
}

/// Reports whether a camera shows anything that can be counted.
fn sees(state: &State) -> bool {
    state.camera.sighting.as_ref().is_some_and(|sighting| sighting.frame.is_some())
}

/// Shows the sources of a picture.
fn source_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let (form, theme) = (&state.count, &state.theme);
    let typed = !form.path.trim().is_empty();
    let sees = sees(state);
    columns(ui, 6.0, &[Size::remainder(), Size::exact(84.0), Size::exact(112.0)], |n, ui| match n {
        // The page opens the browser's chooser or the phone's camera for it.
        0 if state.page => {
            let label = if form.reading { say!("Counting…") } else { say!("Choose a picture") };
            button::put(ui, theme, ui.max_rect(), Face::new(label).main(!sees).enabled(!form.reading).size(16.0));
        }
        1 if state.page => {}
        0 => {
            let mut path = form.path.clone();
            let edit = TextEdit::singleline(&mut path)
                .hint_text(say!("picture file, or drop one here"))
                .align(Align2::LEFT_CENTER);
            let response = field::sized(ui, [ui.available_width(), TOUCH], edit);
            if response.changed() {
                actions.push(Action::Count(CountWish::Path(path.clone())));
            }
            if response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
                actions.push(Action::Count(CountWish::Read(PathBuf::from(path.trim()))));
            }
            let _named = response.accessible_name(say!("the picture's file").to_owned());
        }
        1 => {
            let (label, name) = if typed {
                (say!("Count"), say!("count this picture"))
            } else {
                (say!("File…"), say!("choose a picture"))
            };
            if button::put(ui, theme, ui.max_rect(), Face::new(label).name(name).size(16.0)).clicked() {
                actions.push(match typed {
                    true => Action::Count(CountWish::Read(PathBuf::from(form.path.trim()))),
                    false => Action::History(Wish::Choose(Asked::Picture)),
                });
            }
        }
        _ => {
            let face =
                Face::new(say!("Camera")).name(say!("count what the camera sees")).main(sees).enabled(sees).size(16.0);
            if button::put(ui, theme, ui.max_rect(), face).clicked() {
                actions.push(Action::Count(CountWish::ReadCamera));
            }
        }
    });
}

/// The picture with the value of each tile; a touched tile is corrected.
fn picture_ui(ui: &Ui, theme: &Theme, form: &CountForm, sees: bool, actions: &mut Actions) {
    let rect = ui.max_rect();
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, CornerRadius::same(RADIUS), material::BEHIND_PICTURE);
    let bright = Theme::DARK;
    let look = Drawing { rect, painter: &painter };
    let size = form.frame.as_ref().map_or(rect.size(), |frame| vec2(frame.width() as f32, frame.height() as f32));
    let seen = heap_in(form, Rect::from_min_size(Pos2::ZERO, size));
    let scale = (rect.size() / seen.size()).min_elem();
    let lies = Rect::from_min_size(rect.center() - seen.center().to_vec2() * scale, size * scale);
    let outline = |corners: [Point; 4]| corners.map(|at| lies.min + vec2(at.x as f32, at.y as f32) * scale);
    if let Some(frame) = &form.frame {
        let tint = if form.reading { Color32::from_gray(90) } else { Color32::WHITE };
        photo::paint(ui, &painter, "counted picture", frame, lies, tint);
    } else {
        let words = if form.reading {
            say!("Counting…")
        } else if sees {
            say!("Point the camera at the tiles, or choose a picture.")
        } else {
            say!("Choose a picture of the tiles.")
        };
        let ink = Ink::new(Weight::Medium, 17.0, bright.quiet);
        let ink = text::fitting(&painter, words, ink, rect.width() - 24.0);
        text::put_within(&painter, rect.center(), Align2::CENTER_CENTER, words, ink, rect.width() - 24.0);
    }
    for doubt in 0..form.doubts.len() {
        let Some(corners) = form.unread(doubt) else { continue };
        let chosen = form.chosen.is_some() && form.answers == Some(doubt);
        if look.at(ui, ("unread", doubt), &outline(corners), bright.bad, "?", say!("possible tile"), chosen) {
            actions.push(Action::Count(CountWish::Unread(doubt)));
        }
    }
    let mut added = rect.left_bottom() + vec2(6.0, -TOUCH - 6.0);
    for (i, tile) in form.tiles.iter().enumerate() {
        let worth = form.worth(tile.tile);
        let (color, words, name) = match (tile.counts, tile.doubtful) {
            (false, _) => (bright.quiet, "×".to_owned(), say!("left out {tile}", tile = tile.tile)),
            (_, true) => {
                (bright.bad, format!("{worth}?"), say!("counted {tile} as {worth}, doubtful", tile = tile.tile, worth))
            }
            _ => (bright.good, worth.to_string(), say!("counted {tile} as {worth}", tile = tile.tile, worth)),
        };
        // A tile that a person added has no place in the picture: it is shown at its lower edge.
        let points = tile.corners.map_or_else(
            || {
                let place = Rect::from_min_size(added, vec2(TOUCH, TOUCH));
                added.x += TOUCH + 6.0;
                [place.left_top(), place.right_top(), place.right_bottom(), place.left_bottom()]
            },
            outline,
        );
        if look.at(ui, ("counted", i), &points, color, &words, &name, form.chosen == Some(i)) {
            actions.push(Action::Count(CountWish::Choose(i)));
        }
    }
    painter.rect_stroke(rect, CornerRadius::same(RADIUS), theme.outline(), StrokeKind::Inside);
}

/// The visible part of a picture: the heap and a little around it, so that its tiles are as large as they can be.
fn heap_in(form: &CountForm, picture: Rect) -> Rect {
    let unread = (0..form.doubts.len()).filter_map(|doubt| form.unread(doubt));
    let corners = form.tiles.iter().filter_map(|tile| tile.corners).chain(unread).flatten();
    let heap = Rect::from_points(&corners.map(|at| pos2(at.x as f32, at.y as f32)).collect::<Vec<_>>());
    if !heap.is_positive() {
        return picture;
    }
    let least = picture.size() * 0.3;
    Rect::from_center_size(heap.center(), (heap.size() * 1.15).max(least)).intersect(picture)
}

/// Places to mark and touch in the picture.
struct Drawing<'a> {
    rect: Rect,
    painter: &'a Painter,
}

impl Drawing<'_> {
    /// An outline with a word in its middle; says whether it was touched.
    #[expect(clippy::too_many_arguments, reason = "one thing that is drawn and can be touched")]
    fn at(
        &self,
        ui: &Ui,
        id: (&str, usize),
        points: &[Pos2; 4],
        color: Color32,
        words: &str,
        name: &str,
        chosen: bool,
    ) -> bool {
        let Self { rect, painter } = *self;
        let stroke = Stroke::new(if chosen { 4.0 } else { 2.0 }, if chosen { Color32::WHITE } else { color });
        painter.add(Shape::closed_line(points.to_vec(), stroke));
        let around = Rect::from_points(points);
        let ink = Ink::new(Weight::Bold, (around.size().min_elem() * 0.4).clamp(13.0, 24.0), Theme::DARK.on_fill);
        painter.circle_filled(around.center(), ink.size * if words.len() > 2 { 0.95 } else { 0.8 }, color);
        text::put(painter, around.center(), Align2::CENTER_CENTER, words, ink);
        let place = Rect::from_center_size(around.center(), around.size().max(vec2(TOUCH, TOUCH))).intersect(rect);
        let response = ui.interact(place, ui.scope_id().with(id), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, name));
        response.clicked()
    }
}

/// The sum, how sure it is, and what to look at.
fn sum_ui(ui: &mut Ui, theme: &Theme, form: &CountForm) {
    let room = ui.available_height();
    columns(ui, 10.0, &[Size::exact(150.0), Size::remainder()], |n, ui| {
        if n == 0 {
            let rect = ui.max_rect();
            let (sum, sure) = if form.frame.is_some() || !form.tiles.is_empty() {
                (form.sum().to_string(), form.sureness())
            } else {
                ("–".to_owned(), String::new())
            };
            let tiles = match form.counted().count() {
                0 => say!("no tile").to_owned(),
                n => say_count!(n, "{n} tile", "{n} tiles"),
            };
            let words = if sure.is_empty() { sure } else { format!("{tiles}, {sure}") };
            let ink = Ink::new(Weight::Bold, (room * 0.55).clamp(24.0, 48.0), theme.text);
            text::put(ui.painter(), rect.left_top() + vec2(2.0, room * 0.34), Align2::LEFT_CENTER, &sum, ink);
            let ink = text::fitting(ui.painter(), &words, Ink::new(Weight::Medium, 14.0, theme.quiet), rect.width());
            text::put_within(
                ui.painter(),
                rect.left_bottom() - vec2(-2.0, 9.0),
                Align2::LEFT_CENTER,
                &words,
                ink,
                rect.width(),
            );
            let spoken = say!("sum {sum}, {words}", sum, words);
            let response = ui.interact(rect, ui.scope_id().with("sum"), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
            return;
        }
        ScrollArea::vertical().id_salt("doubts").auto_shrink(false).show(ui, |ui| {
            let asked = match form.first {
                _ if form.chosen.is_none() => None,
                None => Some(say!("Tap the two halves of this tile.").to_owned()),
                Some(first) => Some(say!("{first} and which other half?", first)),
            };
            if let Some(words) = asked {
                ui.add(Label::new(RichText::new(words).color(theme.text)).wrap());
            }
            if let Some(told) = &form.told {
                ui.add(Label::new(RichText::new(format!("! {told}")).color(theme.bad)).wrap());
            }
            for doubt in HeapDoubt::told(&form.doubts) {
                ui.add(Label::new(RichText::new(say!("check: {doubt}", doubt)).color(theme.text).size(14.0)).wrap());
            }
        });
    });
}

/// The halves of the tile being corrected, and leaving it out.
fn halves_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let (form, theme) = (&state.count, &state.theme);
    let (rect, gap) = (ui.max_rect(), 5.0);
    // The set that is played with, unless larger tiles were read.
    let set = state.table.as_ref().map_or(Pip::MAX, |table| table.rules().set_size);
    let most = form.tiles.iter().map(|tile| tile.tile.high()).fold(set, Pip::max);
    let n = usize::from(most.get()) + 1;
    let per_row = (n + 1).div_ceil(2);
    let key = vec2((rect.width() + gap) / per_row as f32 - gap, TOUCH);
    for i in 0..=n {
        let at = rect.min + vec2((i % per_row) as f32 * (key.x + gap), (i / per_row) as f32 * (key.y + gap));
        let place = Rect::from_min_size(at, key);
        let (label, name, action) = match u8::try_from(i).ok().and_then(Pip::new).filter(|pip| *pip <= most) {
            Some(pip) => (pip.to_string(), say!("it has a {pip}", pip), CountWish::Half(pip)),
            None => ("×".to_owned(), say!("don't count it").to_owned(), CountWish::LeaveOut),
        };
        let chosen = form.first.is_some_and(|first| first.to_string() == label);
        if button::put(ui, theme, place, Face::new(&label).name(&name).chosen(chosen).size(18.0)).clicked() {
            actions.push(Action::Count(action));
        }
    }
}

/// A tile that was not seen; what the double blank counts, the house's own value among the usual ones.
fn tools_ui(ui: &mut Ui, state: &State, actions: &mut Actions) {
    let (form, theme) = (&state.count, &state.theme);
    let house = state.table.as_ref().map(|table| table.rules().double_blank);
    let worths: Vec<u8> = BLANK_WORTHS.into_iter().chain(house.filter(|own| !BLANK_WORTHS.contains(own))).collect();
    let sizes: Vec<Size> =
        [Size::remainder(); 2].into_iter().chain(vec![Size::exact(64.0); worths.len() - 1]).collect();
    columns(ui, 6.0, &sizes, |n, ui| {
        let Some(worth) = n.checked_sub(1).map(|n| worths[n]) else {
            let face = Face::new(say!("+ a tile")).name(say!("one more tile")).size(15.0);
            if button::put(ui, theme, ui.max_rect(), face).clicked() {
                actions.push(Action::Count(CountWish::Missing));
            }
            return;
        };
        let (label, words) = if worth == 0 {
            ("0-0 = 0".to_owned(), say!("nothing").to_owned())
        } else {
            (worth.to_string(), worth.to_string())
        };
        let name = say!("the double blank counts {words}", words);
        let face = Face::new(&label).name(&name).chosen(form.double_blank == worth).size(15.0);
        if button::put(ui, theme, ui.max_rect(), face).clicked() {
            actions.push(Action::Count(CountWish::DoubleBlank(worth)));
        }
    });
}

/// One tap, and the sum is in the round or the hand.
fn targets_ui(ui: &Ui, theme: &Theme, form: &CountForm, targets: &[(usize, String)], actions: &mut Actions) {
    let ready = form.counted().next().is_some() && !form.reading;
    let (rect, gap) = (ui.max_rect(), 5.0);
    let beside = targets.len().clamp(1, BESIDE);
    let wide = (rect.width() + gap) / beside as f32 - gap;
    for (i, (place, name)) in targets.iter().enumerate() {
        let at = vec2((i % beside) as f32 * (wide + gap), (i / beside) as f32 * (TOUCH + gap));
        let spoken = say!("the sum is {name}'s", name);
        let face = Face::new(name).name(&spoken).enabled(ready).main(ready).size(15.0);
        if button::put(ui, theme, Rect::from_min_size(rect.min + at, vec2(wide, TOUCH)), face).clicked() {
            actions.push(Action::Count(CountWish::Into(*place)));
        }
    }
}
