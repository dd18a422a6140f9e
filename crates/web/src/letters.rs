//! Letters that the program's typeface lacks, drawn by the browser with those of the device.

use egui::epaint::text::FontPriority;
use egui::{ColorImage, GlyphBitmap, GlyphRasterizer, GlyphRasterizerRequest, MAX_GLYPH_SIZE, RasterizedGlyph, vec2};
use wasm_bindgen::JsCast as _;
use web_sys::{OffscreenCanvas, OffscreenCanvasRenderingContext2d as Context};

const TYPEFACES: &str = "system-ui, sans-serif, 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji'";
/// Room round a letter for soft edges, in pixels.
const EDGE: f64 = 2.0;
/// A letter that no typeface has.
const UNKNOWN: &str = "\u{378}";

thread_local! {
    static PEN: Option<Context> = pen();
}

/// Two that draw what our typeface has no letter for; what the browser lacks as well stays a box.
pub(crate) fn rasterizers() -> [GlyphRasterizer; 2] {
    let draw = |asked: &GlyphRasterizerRequest<'_>| PEN.with(|pen| glyph(pen.as_ref()?, asked));
    // Before egui: it would turn a line that begins with such a letter round, with all that is not Arabic in it.
    let first = move |asked: &GlyphRasterizerRequest<'_>| asked.cluster.starts_with(runs_left).then(|| draw(asked))?;
    [
        GlyphRasterizer::new("letters of the browser", draw),
        GlyphRasterizer::new("letters that run to the left", first).with_priority(FontPriority::Highest),
    ]
}

/// Hebrew, Arabic and what is written like them.
const fn runs_left(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

fn pen() -> Option<Context> {
    let side = u32::try_from(MAX_GLYPH_SIZE).ok()?;
    OffscreenCanvas::new(side, side).ok()?.get_context("2d").ok()??.dyn_into().ok()
}

/// Pixels of some text, and where they are.
struct Drawn {
    /// Red, green, blue, opacity, row by row.
    rgba: Vec<u8>,
    size: [usize; 2],
    /// From the pen to the top left corner.
    offset: [f64; 2],
    advance: f64,
}

fn glyph(pen: &Context, asked: &GlyphRasterizerRequest<'_>) -> Option<RasterizedGlyph> {
    pen.set_font(&format!("{}px {TYPEFACES}", asked.font_size_px));
    let draw = |text, colour| drawn(pen, text, colour, asked.subpixel_offset_px.into());
    let white = draw(asked.cluster, "white")?;
    if draw(UNKNOWN, "white").is_some_and(|unknown| unknown.rgba == white.rgba) {
        return None;
    }
    // egui colours a letter; an emoji keeps its own colours, whatever it is drawn with.
    let black = draw(asked.cluster, "black")?;
    let opaque = white.rgba.chunks_exact(4).zip(black.rgba.chunks_exact(4)).filter(|(a, b)| a[3] == 255 && b[3] == 255);
    let (same, other): (Vec<_>, Vec<_>) = opaque.partition(|(a, b)| (0..3).all(|i| a[i].abs_diff(b[i]) < 128));
    let [left, top] = white.offset;
    Some(RasterizedGlyph {
        bitmap: GlyphBitmap {
            image: ColorImage::from_rgba_unmultiplied(white.size, &white.rgba),
            offset_px: vec2(left as f32, top as f32),
            is_color: same.len() > other.len(),
        },
        advance_px: white.advance as f32,
    })
}

/// Draws text in a colour, shifted to the right by a part of a pixel.
fn drawn(pen: &Context, text: &str, colour: &str, shift: f64) -> Option<Drawn> {
    let metrics = pen.measure_text(text).ok()?;
    let (left, above) = (metrics.actual_bounding_box_left() + EDGE, metrics.actual_bounding_box_ascent() + EDGE);
    let wide = (left + metrics.actual_bounding_box_right() + EDGE).ceil().max(1.0);
    let high = (above + metrics.actual_bounding_box_descent() + EDGE).ceil().max(1.0);
    if wide.max(high) > MAX_GLYPH_SIZE as f64 {
        return None;
    }
    pen.clear_rect(0.0, 0.0, wide, high);
    pen.set_fill_style_str(colour);
    pen.fill_text(text, left + shift, above).ok()?;
    let rgba = pen.get_image_data(0.0, 0.0, wide, high).ok()?.data().0;
    Some(Drawn { rgba, size: [wide as usize, high as usize], offset: [-left, -above], advance: metrics.width() })
}
