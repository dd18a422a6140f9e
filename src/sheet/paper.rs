//! Pages of a PDF: text in the embedded typeface, lines and boxes. Points (1/72 inch), y down from the top edge.

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider as _};
use std::collections::BTreeMap;
use unicode_segmentation::UnicodeSegmentation as _;

/// A4 upright.
pub(super) const WIDTH: f32 = 595.0;
pub(super) const HEIGHT: f32 = 842.0;

const FILES: [(&str, &[u8]); 2] = [
    ("Inter-Regular", include_bytes!("../../assets/fonts/Inter-Regular.otf")),
    ("Inter-Bold", include_bytes!("../../assets/fonts/Inter-Bold.otf")),
];
const NAMES: [&str; 2] = ["F0", "F1"];
const SYSTEM: SystemInfo<'_> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// Red, green, blue, each `0.0..=1.0`.
pub(super) type Color = [f32; 3];
pub(super) const BLACK: Color = [0.1, 0.09, 0.08];
pub(super) const QUIET: Color = [0.42, 0.38, 0.33];
pub(super) const RULE: Color = [0.78, 0.74, 0.68];
pub(super) const SHADE: Color = [0.955, 0.94, 0.91];

/// The sides' colours, dark enough for paper.
pub(super) const SIDES: [Color; 4] = [[0.07, 0.45, 0.41], [0.62, 0.33, 0.02], [0.36, 0.28, 0.76], [0.69, 0.16, 0.38]];

/// Alignment of a text to its x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// Style of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Type {
    pub size: f32,
    pub bold: bool,
    pub color: Color,
}

impl Type {
    pub(super) const fn plain(size: f32) -> Self {
        Self { size, bold: false, color: BLACK }
    }

    pub(super) const fn bold(size: f32) -> Self {
        Self { size, bold: true, color: BLACK }
    }

    pub(super) const fn color(self, color: Color) -> Self {
        Self { color, ..self }
    }
}

/// Reports whether this has no width of its own: what steers the direction of writing and where a line may break.
const fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}')
}

struct Typeface {
    font: FontRef<'static>,
    /// Glyphs that were used, with their letter and their width in thousandths.
    used: BTreeMap<u16, (char, f32)>,
}

/// A document being written.
pub(super) struct Document {
    faces: Vec<Typeface>,
    pages: Vec<Content>,
}

impl Document {
    /// A document with one empty page; `None` if the embedded typeface is broken, which a test excludes.
    pub(super) fn new() -> Option<Self> {
        let face = |(_, bytes): (&str, &'static [u8])| {
            Some(Typeface { font: FontRef::new(bytes).ok()?, used: BTreeMap::new() })
        };
        let faces = FILES.into_iter().map(face).collect::<Option<Vec<_>>>()?;
        Some(Self { faces, pages: vec![Content::new()] })
    }

    pub(super) fn new_page(&mut self) {
        self.pages.push(Content::new());
    }

    fn page(&mut self) -> &mut Content {
        if self.pages.is_empty() {
            self.pages.push(Content::new());
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    /// The glyphs of a text with their letters and widths in thousandths of the size. What people see as one letter is
    /// one question mark where the typeface lacks all of it.
    fn glyphs(&self, text: &str, bold: bool) -> Vec<(u16, char, f32)> {
        let font = &self.faces[usize::from(bold)].font;
        let metrics = GlyphMetrics::new(font, Size::new(1000.0), LocationRef::default());
        let charmap = font.charmap();
        let glyph = |letter: char| {
            let id = charmap.map(letter)?;
            Some((u16::try_from(id.to_u32()).ok()?, letter, metrics.advance_width(id).unwrap_or(500.0)))
        };
        let seen = |cluster: &str| {
            let known: Vec<_> = cluster.chars().filter_map(glyph).collect();
            let lacking = known.is_empty() && !cluster.starts_with(is_unseen);
            known.into_iter().chain(glyph('?').filter(|_| lacking))
        };
        text.graphemes(true).flat_map(seen).collect()
    }

    /// Returns the width of a text.
    pub(super) fn width(&self, text: &str, look: Type) -> f32 {
        self.glyphs(text, look.bold).iter().map(|glyph| glyph.2).sum::<f32>() * look.size / 1000.0
    }

    /// Writes one line, its baseline at `y`.
    pub(super) fn text(&mut self, x: f32, y: f32, align: Align, text: &str, look: Type) {
        let glyphs = self.glyphs(text, look.bold);
        let width = glyphs.iter().map(|glyph| glyph.2).sum::<f32>() * look.size / 1000.0;
        let left = match align {
            Align::Left => x,
            Align::Right => x - width,
        };
        let mut bytes = Vec::with_capacity(glyphs.len() * 2);
        for (id, letter, width) in glyphs {
            bytes.extend(id.to_be_bytes());
            self.faces[usize::from(look.bold)].used.insert(id, (letter, width));
        }
        let [red, green, blue] = look.color;
        let page = self.page();
        page.begin_text().set_font(Name(NAMES[usize::from(look.bold)].as_bytes()), look.size);
        page.set_fill_rgb(red, green, blue);
        page.next_line(left, HEIGHT - y).show(Str(&bytes)).end_text();
    }

    /// Draws a text, cut with … if it is wider than `room`.
    pub(super) fn text_within(&mut self, x: f32, y: f32, align: Align, text: &str, look: Type, room: f32) {
        // No line has room for more, and measuring a text of millions of letters again and again takes minutes.
        let mut shown: String = text.chars().take(300).collect();
        while self.width(&shown, look) > room && shown.chars().count() > 2 {
            shown = shown.trim_end_matches('…').to_owned();
            shown.pop();
            shown = format!("{}…", shown.trim_end());
        }
        self.text(x, y, align, &shown, look);
    }

    /// A line through these points.
    pub(super) fn line(&mut self, points: &[(f32, f32)], width: f32, color: Color) {
        let [red, green, blue] = color;
        let page = self.page();
        page.set_line_width(width).set_stroke_rgb(red, green, blue);
        for (i, (x, y)) in points.iter().enumerate() {
            if i == 0 {
                page.move_to(*x, HEIGHT - y);
            } else {
                page.line_to(*x, HEIGHT - y);
            }
        }
        page.stroke();
    }

    /// A filled box.
    pub(super) fn fill(&mut self, left: f32, top: f32, width: f32, height: f32, color: Color) {
        let [red, green, blue] = color;
        self.page().set_fill_rgb(red, green, blue).rect(left, HEIGHT - top - height, width, height).fill_nonzero();
    }

    /// The bytes of the file.
    pub(super) fn finish(self, title: &str) -> Vec<u8> {
        let mut pdf = Pdf::new();
        let mut next = Ref::new(1);
        let [catalog, tree, info] = [next.bump(), next.bump(), next.bump()];
        pdf.catalog(catalog).pages(tree).lang(TextStr(language::current().code()));
        pdf.document_info(info).title(TextStr(title)).creator(TextStr("Sixty-One"));
        let fonts: Vec<Ref> = self.faces.iter().map(|_| next.bump()).collect();
        let pages: Vec<(Ref, Ref)> = self.pages.iter().map(|_| (next.bump(), next.bump())).collect();
        pdf.pages(tree).kids(pages.iter().map(|(page, _)| *page)).count(pages.len() as i32);
        for (content, (page_id, content_id)) in self.pages.into_iter().zip(pages) {
            let mut page = pdf.page(page_id);
            page.media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).parent(tree).contents(content_id);
            let mut resources = page.resources();
            let mut dict = resources.fonts();
            for (name, id) in NAMES.iter().zip(&fonts) {
                dict.pair(Name(name.as_bytes()), id);
            }
            dict.finish();
            resources.finish();
            page.finish();
            pdf.stream(content_id, &content.finish());
        }
        for ((face, id), (name, bytes)) in self.faces.iter().zip(fonts).zip(FILES) {
            embed(&mut pdf, &mut next, id, face, name, bytes);
        }
        pdf.finish()
    }
}

/// Embeds a whole typeface; text names its glyphs by number.
fn embed(pdf: &mut Pdf, next: &mut Ref, id: Ref, face: &Typeface, name: &str, bytes: &[u8]) {
    let [cid, descriptor, cmap, file] = [next.bump(), next.bump(), next.bump(), next.bump()];
    let base = Name(name.as_bytes());
    pdf.type0_font(id).base_font(base).encoding_predefined(Name(b"Identity-H")).descendant_font(cid).to_unicode(cmap);
    let mut font = pdf.cid_font(cid);
    font.subtype(CidFontType::Type0).base_font(base).system_info(SYSTEM).font_descriptor(descriptor);
    font.default_width(0.0);
    let mut widths = font.widths();
    for (glyph, (_, width)) in &face.used {
        widths.consecutive(*glyph, [*width]);
    }
    widths.finish();
    font.finish();
    let metrics = face.font.metrics(Size::new(1000.0), LocationRef::default());
    let bounds = metrics.bounds.unwrap_or_default();
    pdf.font_descriptor(descriptor)
        .name(base)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max))
        .italic_angle(0.0)
        .ascent(metrics.ascent)
        .descent(metrics.descent)
        .cap_height(metrics.cap_height.unwrap_or(700.0))
        .stem_v(if name.ends_with("Bold") { 140.0 } else { 80.0 })
        .font_file3(file);
    let mut letters = UnicodeCmap::new(Name(b"Custom"), SYSTEM);
    for (glyph, (letter, _)) in &face.used {
        letters.pair(*glyph, *letter);
    }
    pdf.cmap(cmap, &letters.finish()).name(Name(b"Custom")).system_info(SYSTEM);
    pdf.stream(file, bytes).pair(Name(b"Subtype"), Name(b"OpenType"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_that_the_typeface_lacks_is_one_question_mark() {
        let paper = Document::new().unwrap();
        let shown = |text| paper.glyphs(text, false).into_iter().map(|glyph| glyph.1).collect::<String>();
        for (name, there) in [
            ("José Ñandú Žižek", "José Ñandú Žižek"),
            ("Γιώργος", "Γιώργος"),
            ("\u{1f469}\u{200d}\u{1f680} Ana", "? Ana"),
            ("\u{1f44d}\u{1f3fd}", "?"),
            ("Zo\u{332}e", "Zoe"),
            ("علي", "???"),
            ("\u{200e}Ana", "Ana"),
        ] {
            assert_eq!(shown(name), there);
        }
    }
}
