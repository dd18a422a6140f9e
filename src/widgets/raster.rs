//! egui's drawing as a picture without a window: triangles filled on the processor. For the picture of a peg board, and
//! for looking at screens without a display.

use crate::widgets::theme;
use egui::epaint::{ClippedShape, ImageDelta, Mesh, Primitive, Vertex};
use egui::{Color32, ColorImage, Context, Rect, TextureId, TexturesDelta, Ui, Vec2, pos2};
use std::collections::BTreeMap;

/// Draws what `show` shows in a window of `size` points, `scale` pixels a point. Shown a few times, so that what needs a
/// frame to settle has settled. `add_letters` adds typefaces for letters that the program's own lacks.
#[must_use]
pub fn picture(size: Vec2, scale: f32, add_letters: fn(&Context), mut show: impl FnMut(&mut Ui)) -> ColorImage {
    let ctx = Context::default();
    theme::install_fonts(&ctx);
    add_letters(&ctx);
    let mut raster = Raster::default();
    let mut shapes = Vec::new();
    for frame in 0..3 {
        let mut input = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), size)),
            time: Some(f64::from(frame)),
            max_texture_side: Some(8192),
            ..egui::RawInput::default()
        };
        if let Some(viewport) = input.viewports.get_mut(&egui::ViewportId::ROOT) {
            viewport.native_pixels_per_point = Some(scale);
        }
        let mut output = ctx.run_ui(input, &mut show);
        raster.take(&mut output.textures_delta);
        shapes = std::mem::take(&mut output.shapes);
    }
    raster.draw(&ctx, shapes, size)
}

/// Textures of a context, premultiplied, and the means to draw with them.
#[derive(Clone, Debug, Default)]
pub struct Raster {
    textures: BTreeMap<TextureId, ColorImage>,
    /// Textures no longer needed once the last frame has been drawn.
    old: Vec<TextureId>,
}

impl Raster {
    /// Takes what a frame changed in the textures. Call it for every frame, before [`Raster::draw`].
    pub fn take(&mut self, delta: &mut TexturesDelta) {
        for id in self.old.drain(..) {
            self.textures.remove(&id);
        }
        let mut set: Vec<_> = delta.set.drain().collect();
        set.sort_by_key(|(id, _)| *id);
        for (id, deltas) in set {
            for delta in deltas {
                take_texture(&mut self.textures, id, &delta);
            }
        }
        self.old.extend(delta.free.drain());
    }

    /// Draws the shapes of a frame, `size` points large, on black.
    #[must_use]
    pub fn draw(&self, ctx: &Context, shapes: Vec<ClippedShape>, size: Vec2) -> ColorImage {
        let scale = ctx.pixels_per_point();
        let pixels = [size.x, size.y].map(|points| (points * scale).round() as usize);
        let mut picture = ColorImage::filled(pixels, Color32::BLACK);
        for clipped in ctx.tessellate(shapes, scale) {
            let clip = clipped.clip_rect;
            if let Primitive::Mesh(mesh) = clipped.primitive
                && let Some(texture) = self.textures.get(&mesh.texture_id)
            {
                paint(&mut picture, &mesh, texture, clip, scale);
            }
        }
        picture
    }
}

fn take_texture(textures: &mut BTreeMap<TextureId, ColorImage>, id: TextureId, delta: &ImageDelta) {
    let egui::ImageData::Color(image) = &delta.image;
    let Some([left, top]) = delta.pos else {
        textures.insert(id, image.as_ref().clone());
        return;
    };
    let Some(whole) = textures.get_mut(&id) else { return };
    let [wide, _] = whole.size;
    for (y, row) in image.pixels.chunks(image.size[0].max(1)).enumerate() {
        let from = (top + y) * wide + left;
        if let Some(place) = whole.pixels.get_mut(from..from + row.len()) {
            place.copy_from_slice(row);
        }
    }
}

fn paint(picture: &mut ColorImage, mesh: &Mesh, texture: &ColorImage, clip: Rect, scale: f32) {
    for triangle in mesh.indices.chunks_exact(3) {
        let corner = |i: usize| mesh.vertices.get(triangle[i] as usize).copied();
        if let (Some(a), Some(b), Some(c)) = (corner(0), corner(1), corner(2)) {
            fill(picture, [a, b, c], texture, clip, scale);
        }
    }
}

/// Parts of a pixel that places are rounded to, as on graphics cards: whether a pixel is on an edge is exact then, and
/// each belongs to one of the two triangles that share it.
const PARTS: i64 = 256;

/// A place in parts of a pixel.
type Subpixel = (i64, i64);

/// Twice the area of a triangle, signed.
const fn area(a: Subpixel, b: Subpixel, c: Subpixel) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// Fills one triangle.
fn fill(picture: &mut ColorImage, corners: [Vertex; 3], texture: &ColorImage, clip: Rect, scale: f32) {
    let mut corners = corners;
    let parts = |points: f32| (points * scale * PARTS as f32).round() as i64;
    let at = |vertex: &Vertex| (parts(vertex.pos.x), parts(vertex.pos.y));
    if area(at(&corners[0]), at(&corners[1]), at(&corners[2])) < 0 {
        corners.swap(1, 2);
    }
    let [a, b, c] = [0, 1, 2].map(|i| at(&corners[i]));
    let whole = area(a, b, c);
    if whole == 0 {
        return;
    }
    let [wide, high] = picture.size;
    // The pixels with their middle between two places.
    let between = |low: i64, high: i64, most: usize| {
        let first = |at: i64| (at - PARTS / 2).div_euclid(PARTS) + 1;
        (first(low - 1).max(0) as usize)..(first(high).max(0) as usize).min(most)
    };
    let clip = [clip.left(), clip.right(), clip.top(), clip.bottom()].map(parts);
    let columns = between(a.0.min(b.0).min(c.0).max(clip[0]), a.0.max(b.0).max(c.0).min(clip[1]), wide);
    let rows = between(a.1.min(b.1).min(c.1).max(clip[2]), a.1.max(b.1).max(c.1).min(clip[3]), high);
    // The edges opposite to each corner; a top or left edge takes the pixels on it.
    let owns = |from: Subpixel, to: Subpixel| to.1 < from.1 || (to.1 == from.1 && to.0 > from.0);
    let edges = [(b, c), (c, a), (a, b)].map(|(from, to)| (from, to, owns(from, to)));
    for y in rows {
        for x in columns.clone() {
            let middle = (x as i64 * PARTS + PARTS / 2, y as i64 * PARTS + PARTS / 2);
            let weights = edges.map(|(from, to, owns)| (area(from, to, middle), owns));
            if weights.iter().all(|(weight, owns)| *weight > 0 || (*weight == 0 && *owns)) {
                let shares = weights.map(|(weight, _)| weight as f32 / whole as f32);
                blend(&mut picture.pixels[y * wide + x], color_at(&corners, shares, texture));
            }
        }
    }
}

/// Premultiplied colour of a place in a triangle, `0.0..=255.0`.
fn color_at(corners: &[Vertex; 3], shares: [f32; 3], texture: &ColorImage) -> [f32; 4] {
    let mix = |value: &dyn Fn(&Vertex) -> f32| -> f32 { (0..3).map(|i| value(&corners[i]) * shares[i]).sum() };
    let texel = sample(texture, mix(&|v| v.uv.x), mix(&|v| v.uv.y));
    std::array::from_fn(|i| mix(&|v| f32::from(v.color.to_array()[i])) * texel[i] / 255.0)
}

/// The texture at `u`, `v` in `0.0..=1.0`, mixed from the four pixels round it.
fn sample(texture: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let [wide, high] = texture.size;
    if wide == 0 || high == 0 {
        return [255.0; 4];
    }
    let (x, y) = (u * wide as f32 - 0.5, v * high as f32 - 0.5);
    let (left, top) = (x.floor(), y.floor());
    let pixel = |dx: f32, dy: f32| {
        let column = (left + dx).clamp(0.0, wide as f32 - 1.0) as usize;
        let row = (top + dy).clamp(0.0, high as f32 - 1.0) as usize;
        texture.pixels[row * wide + column].to_array()
    };
    let (fx, fy) = (x - left, y - top);
    let four = [
        (0.0, 0.0, (1.0 - fx) * (1.0 - fy)),
        (1.0, 0.0, fx * (1.0 - fy)),
        (0.0, 1.0, (1.0 - fx) * fy),
        (1.0, 1.0, fx * fy),
    ];
    let mut out = [0.0; 4];
    for (dx, dy, share) in four {
        if share > 0.0 {
            for (out, channel) in out.iter_mut().zip(pixel(dx, dy)) {
                *out += f32::from(channel) * share;
            }
        }
    }
    out
}

fn blend(pixel: &mut Color32, over: [f32; 4]) {
    let keep = 1.0 - over[3] / 255.0;
    let under = pixel.to_array();
    let mixed = |i: usize| (over[i] + f32::from(under[i]) * keep).round().clamp(0.0, 255.0) as u8;
    *pixel = Color32::from_rgba_premultiplied(mixed(0), mixed(1), mixed(2), mixed(3));
}

/// A picture as the bytes of a PNG file.
///
/// # Errors
/// The reason it cannot be written.
pub fn png(picture: &ColorImage) -> Result<Vec<u8>, String> {
    let [width, height] = picture.size.map(|side| side as u32);
    let bytes: Vec<u8> = picture.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    let image = image::RgbImage::from_raw(width, height, bytes).ok_or("the picture has no size")?;
    let mut file = std::io::Cursor::new(Vec::new());
    image.write_to(&mut file, image::ImageFormat::Png).map_err(|why| why.to_string())?;
    Ok(file.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    fn no_letters(_: &Context) {}

    #[test]
    fn a_half_transparent_box_covers_each_of_its_pixels_once() {
        let picture = picture(vec2(40.0, 20.0), 2.0, no_letters, |ui| {
            let rect = Rect::from_min_max(pos2(10.0, 5.0), pos2(30.0, 15.0));
            ui.painter().rect_filled(rect, 0, Color32::from_rgba_premultiplied(100, 0, 0, 128));
        });
        assert_eq!(picture.size, [80, 40]);
        let at = |x: usize, y: usize| picture.pixels[y * 80 + x].to_array();
        let inside: Vec<[u8; 4]> =
            (14..26).flat_map(|y| (24..56).map(move |x| (x, y))).map(|(x, y)| at(x, y)).collect();
        let first = inside[0];
        assert!(first[0] > 90 && inside.iter().all(|pixel| *pixel == first), "no seam: {first:?}");
        assert_eq!(at(2, 2)[0], 0);
    }

    #[test]
    fn a_thin_outline_with_round_corners_has_no_gaps() {
        let picture = picture(vec2(300.0, 60.0), 1.0, no_letters, |ui| {
            let rect = Rect::from_min_max(pos2(20.0, 10.0), pos2(280.0, 50.0));
            ui.painter().rect_stroke(rect, 8, egui::Stroke::new(1.0, Color32::WHITE), egui::StrokeKind::Inside);
        });
        let at = |x: usize, y: usize| picture.pixels[y * 300 + x].r();
        for x in 30..270 {
            assert!(at(x, 10) > 200 && at(x, 49) > 200, "{x}: {} {}", at(x, 10), at(x, 49));
        }
        for y in 20..40 {
            assert!(at(20, y) > 200 && at(279, y) > 200, "{y}: {} {}", at(20, y), at(279, y));
        }
    }
}
