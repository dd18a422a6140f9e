//! A camera's picture on the screen. The graphics card gets only the part that is seen, no finer than the screen: a whole
//! picture, several times a second, waits there by the hundred megabytes where the card is slow.

use egui::{Color32, ColorImage, Id, Painter, Pos2, Rect, TextureHandle, TextureOptions, Ui, pos2};
use eye::detect::resample::{self, Region};
use eye::frame::Frame;
use std::sync::Arc;

/// Cut of a picture on the graphics card: its part, and its pixels on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cut {
    part: Region,
    columns: usize,
    rows: usize,
}

/// A cut of this picture on the graphics card.
#[derive(Clone)]
struct Held {
    frame: Arc<Frame>,
    cut: Cut,
    texture: TextureHandle,
}

/// Paints a picture that would cover `lies`; parts outside the painter's clip are left out. `name` is the picture's
/// place on the screen: the next one takes its memory.
pub fn paint(ui: &Ui, painter: &Painter, name: &'static str, frame: &Arc<Frame>, lies: Rect, tint: Color32) {
    let seen = lies.intersect(painter.clip_rect());
    let (size, pixels) = (lies.size(), ui.pixels_per_point());
    let in_picture = |at: Pos2| {
        let share = (at - lies.min) / size;
        (f64::from(share.x) * f64::from(frame.width()), f64::from(share.y) * f64::from(frame.height()))
    };
    let Some(part) = Region::between(frame, in_picture(seen.min), in_picture(seen.max)) else { return };
    let on_screen = |pixels_of: usize, long: f32, side: u32| {
        let scale = (long * pixels / side as f32).min(1.0);
        (pixels_of as f32 * scale).ceil() as usize
    };
    let columns = on_screen(part.width, size.x, frame.width());
    let cut = Cut { part, columns, rows: on_screen(part.height, size.y, frame.height()) };
    let screen = |x: usize, y: usize| {
        let share = pos2(x as f32 / frame.width() as f32, y as f32 / frame.height() as f32);
        lies.min + share.to_vec2() * size
    };
    let place = Rect::from_min_max(screen(part.left, part.top), screen(part.left + part.width, part.top + part.height));
    let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    painter.image(held(ui, name, frame, cut).id(), place, whole, tint);
}

/// The cut on the graphics card; uploaded when it is another one.
fn held(ui: &Ui, name: &'static str, frame: &Arc<Frame>, cut: Cut) -> TextureHandle {
    let id = Id::unique(name);
    let before: Option<Held> = ui.data(|data| data.get_temp(id));
    if let Some(held) = before.as_ref().filter(|held| held.cut == cut && Arc::ptr_eq(&held.frame, frame)) {
        return held.texture.clone();
    }
    let cut_out = resample::resize(frame, cut.part, cut.columns, cut.rows, 1);
    let image = ColorImage::from_rgb([cut_out.width() as usize, cut_out.height() as usize], cut_out.rgb());
    let texture = match before {
        Some(Held { mut texture, .. }) => {
            texture.set(image, TextureOptions::LINEAR);
            texture
        }
        None => ui.ctx().load_texture(name, image, TextureOptions::LINEAR),
    };
    ui.data_mut(|data| data.insert_temp(id, Held { frame: Arc::clone(frame), cut, texture: texture.clone() }));
    texture
}
