//! Colours, typefaces and the sizes that come back. Nothing else names a colour by number.

use egui::epaint::text::{FontData, FontDefinitions};
use egui::{Color32, CornerRadius, FontFamily, FontId, Stroke, Visuals};
use game::rules::RuleSet;
use std::sync::Arc;

/// Smallest side of any touch target, in points.
pub const TOUCH: f32 = 44.0;
/// Side of the keys one enters the score with, in points.
pub const SCORE_KEY: f32 = 64.0;
/// Corner radius of panels and large buttons.
pub const RADIUS: u8 = 12;
/// Space between panels and round the window's edge.
pub const GAP: f32 = 12.0;

/// Colours of materials, the same in both themes.
pub mod material {
    use egui::Color32;

    /// Behind the camera's picture, where it leaves room.
    pub const BEHIND_PICTURE: Color32 = Color32::from_rgb(0x10, 0x0d, 0x0b);
    /// The pin in the middle of a tile.
    pub const PIN: Color32 = Color32::from_rgb(0xc9, 0xa1, 0x4a);
    /// Colour of a tile's edge.
    pub const TILE_EDGE: Color32 = Color32::from_rgb(0x6d, 0x5a, 0x3e);
    /// Writing burnt into the peg board, in the dark theme and in the light one.
    pub const BURNT: [Color32; 2] = [Color32::from_rgb(0xe2, 0xc7, 0x97), Color32::from_rgb(0x3c, 0x21, 0x10)];
    /// Writing on brass.
    pub const ON_BRASS: Color32 = Color32::from_rgb(0x38, 0x26, 0x08);
    /// A brass pin.
    pub const BRASS: Color32 = Color32::from_rgb(0xd8, 0xb0, 0x5a);
    /// Outline of brass.
    pub const BRASS_EDGE: Color32 = Color32::from_rgb(0x5a, 0x40, 0x10);
}

/// The weights of the typeface that are embedded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Running text.
    Regular,
    /// Text that has to hold against a busy ground.
    Medium,
    /// Titles and buttons.
    SemiBold,
    /// Figures in running text.
    Bold,
    /// Figures, signs and spaces only: the large scores.
    Figures,
}

impl Weight {
    const fn name(self) -> &'static str {
        match self {
            Self::Regular => "Inter",
            Self::Medium => "Inter Medium",
            Self::SemiBold => "Inter SemiBold",
            Self::Bold => "Inter Bold",
            Self::Figures => "Inter Display Bold",
        }
    }

    fn family(self) -> FontFamily {
        match self {
            Self::Regular => FontFamily::Proportional,
            Self::Medium | Self::SemiBold | Self::Bold | Self::Figures => FontFamily::Name(self.name().into()),
        }
    }

    /// A font of this weight, its size in points.
    #[must_use]
    pub fn font(self, size: f32) -> FontId {
        FontId::new(size, self.family())
    }
}

/// The colours of one theme, whether things may move and whether keys are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Whether it is the dark theme.
    pub dark: bool,
    /// Behind everything.
    pub ground: Color32,
    /// Panels.
    pub panel: Color32,
    /// Buttons and keys on a panel.
    pub raised: Color32,
    /// Outlines of panels and keys.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Text that can wait.
    pub quiet: Color32,
    /// A side's colour: name, pegs, chart. Sides differ by place and name too.
    pub sides: [Color32; RuleSet::SHEET_SEATS],
    /// Colour of things that fit, are confirmed or won.
    pub good: Color32,
    /// Colour of errors.
    pub bad: Color32,
    /// Face of a tile.
    pub tile: Color32,
    /// Pips.
    pub pip: Color32,
    /// Text on a filled [`Theme::good`], [`Theme::bad`] or side.
    pub on_fill: Color32,
    /// Whether motion is reduced.
    pub still: bool,
    /// Whether there is a keyboard, so that a button shows its key.
    pub keys: bool,
}

const fn rgb(hex: u32) -> Color32 {
    let [_, r, g, b] = hex.to_be_bytes();
    Color32::from_rgb(r, g, b)
}

impl Theme {
    /// The dark theme.
    pub const DARK: Self = Self {
        dark: true,
        ground: rgb(0x15_110e),
        panel: rgb(0x21_1b16),
        raised: rgb(0x2e_2620),
        line: rgb(0x3a_3027),
        text: rgb(0xf4_ecdf),
        quiet: rgb(0xa8_998a),
        sides: [
            rgb(0x46_b3a5),
            rgb(0xf2_a33c),
            rgb(0xa9_9cf0),
            rgb(0xf0_8fb0),
            rgb(0x62_aef5),
            rgb(0xc8_c84e),
            rgb(0xdf_7df0),
            rgb(0xb4_bcc4),
            rgb(0x7f_e0ff),
            rgb(0xd8_9878),
        ],
        good: rgb(0x7b_c96f),
        bad: rgb(0xff_6f61),
        tile: rgb(0xf6_efdd),
        pip: rgb(0x1d_1a17),
        on_fill: rgb(0x12_160e),
        still: false,
        keys: true,
    };

    /// The light theme.
    pub const LIGHT: Self = Self {
        dark: false,
        ground: rgb(0xf3_ecdf),
        panel: rgb(0xff_faf1),
        raised: rgb(0xf1_e6d6),
        line: rgb(0xd9_ccb8),
        text: rgb(0x24_1c14),
        quiet: rgb(0x6e_6155),
        sides: [
            rgb(0x11_7469),
            rgb(0x9d_5504),
            rgb(0x5b_48c2),
            rgb(0xb0_2a62),
            rgb(0x14_5da0),
            rgb(0x5c_6400),
            rgb(0x8e_2fb0),
            rgb(0x4a_5663),
            rgb(0x2a_2f80),
            rgb(0x70_3018),
        ],
        good: rgb(0x22_702c),
        bad: rgb(0xb6_2f25),
        tile: rgb(0xf6_efdd),
        pip: rgb(0x1d_1a17),
        on_fill: rgb(0xff_ffff),
        still: false,
        keys: true,
    };

    /// The colour of a side: each side of a score sheet has another.
    #[must_use]
    pub const fn side(&self, side: usize) -> Color32 {
        self.sides[side % self.sides.len()]
    }

    /// `from` mixed with `to`, `t` in `0.0..=1.0`.
    #[must_use]
    pub fn mix(from: Color32, to: Color32, t: f32) -> Color32 {
        from.lerp_to_gamma(to, t)
    }

    /// A panel's outline.
    #[must_use]
    pub fn outline(&self) -> Stroke {
        Stroke::new(1.0, self.line)
    }

    /// Sets egui's own widgets (text fields, sliders, menus, tooltips) to these colours.
    pub fn apply(&self, ctx: &egui::Context) {
        let mut visuals = if self.dark { Visuals::dark() } else { Visuals::light() };
        visuals.panel_fill = self.ground;
        visuals.window_fill = self.panel;
        visuals.window_stroke = self.outline();
        visuals.extreme_bg_color = self.ground;
        visuals.faint_bg_color = self.raised;
        visuals.override_text_color = Some(self.text);
        visuals.weak_text_color = Some(self.quiet);
        visuals.hyperlink_color = self.sides[0];
        visuals.selection.bg_fill = Self::mix(self.panel, self.good, 0.45);
        visuals.selection.stroke = Stroke::new(1.0, self.text);
        let looks = &mut visuals.widgets;
        for look in
            [&mut looks.noninteractive, &mut looks.inactive, &mut looks.hovered, &mut looks.active, &mut looks.open]
        {
            look.corner_radius = CornerRadius::same(8);
            look.bg_stroke = self.outline();
            look.fg_stroke = Stroke::new(1.5, self.text);
            look.bg_fill = self.raised;
            look.weak_bg_fill = self.raised;
        }
        visuals.widgets.hovered.bg_stroke = Stroke::new(1.0, self.quiet);
        let egui_theme = if self.dark { egui::Theme::Dark } else { egui::Theme::Light };
        ctx.set_theme(egui_theme);
        let still = self.still;
        ctx.all_styles_mut(|style| {
            style.visuals = visuals.clone();
            style.spacing.interact_size = egui::vec2(TOUCH, TOUCH);
            style.spacing.button_padding = egui::vec2(14.0, 8.0);
            style.spacing.item_spacing = egui::vec2(8.0, 8.0);
            style.spacing.scroll = egui::style::ScrollStyle::solid();
            style.animation_time = if still { 0.0 } else { 0.12 };
            for (text_style, size) in [
                (egui::TextStyle::Small, 13.0),
                (egui::TextStyle::Body, 16.0),
                (egui::TextStyle::Button, 16.0),
                (egui::TextStyle::Heading, 22.0),
            ] {
                let weight = if text_style == egui::TextStyle::Heading { Weight::SemiBold } else { Weight::Regular };
                style.text_styles.insert(text_style, weight.font(size));
            }
            style.text_styles.insert(egui::TextStyle::Monospace, Weight::Regular.font(15.0));
        });
    }
}

/// Hands the embedded typeface to egui. Once, before the first frame.
pub fn install_fonts(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::empty();
    let files: [(Weight, &'static [u8]); 5] = [
        (Weight::Regular, include_bytes!("../../assets/fonts/Inter-Regular.otf")),
        (Weight::Medium, include_bytes!("../../assets/fonts/Inter-Medium.otf")),
        (Weight::SemiBold, include_bytes!("../../assets/fonts/Inter-SemiBold.otf")),
        (Weight::Bold, include_bytes!("../../assets/fonts/Inter-Bold.otf")),
        (Weight::Figures, include_bytes!("../../assets/fonts/InterDisplay-Bold-figures.otf")),
    ];
    for (weight, bytes) in files {
        fonts.font_data.insert(weight.name().to_owned(), Arc::new(FontData::from_static(bytes)));
        // A letter the weight lacks is taken from the next: names may hold anything.
        let chain = vec![weight.name().to_owned(), Weight::Regular.name().to_owned()];
        fonts.families.insert(weight.family(), chain);
    }
    fonts.families.insert(FontFamily::Monospace, vec![Weight::Regular.name().to_owned()]);
    ctx.set_fonts(fonts);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of WCAG 2.
    fn luminance(color: Color32) -> f32 {
        let channel = |c: u8| {
            let c = f32::from(c) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(color.r()) + 0.7152 * channel(color.g()) + 0.0722 * channel(color.b())
    }

    fn contrast(a: Color32, b: Color32) -> f32 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn no_two_sides_have_colours_that_look_alike() {
        let apart = |a: Color32, b: Color32| {
            let channels = a.to_array().into_iter().zip(b.to_array());
            channels.map(|(a, b)| (f32::from(a) - f32::from(b)).powi(2)).sum::<f32>().sqrt()
        };
        for theme in [Theme::DARK, Theme::LIGHT] {
            for (i, side) in theme.sides.iter().enumerate() {
                for other in &theme.sides[..i] {
                    assert!(apart(*side, *other) >= 55.0, "{side:?} and {other:?} (dark: {})", theme.dark);
                }
            }
        }
    }

    #[test]
    fn text_contrasts_with_its_ground() {
        for theme in [Theme::DARK, Theme::LIGHT] {
            let grounds = [("ground", theme.ground), ("panel", theme.panel), ("raised", theme.raised)];
            let mut inks = vec![("text", theme.text), ("quiet", theme.quiet), ("good", theme.good), ("bad", theme.bad)];
            inks.extend(theme.sides.map(|side| ("side", side)));
            for (ground_name, ground) in grounds {
                for (name, ink) in &inks {
                    let ratio = contrast(*ink, ground);
                    assert!(ratio >= 4.5, "{name} {ink:?} on {ground_name}: {ratio:.2} (dark: {})", theme.dark);
                }
            }
            for fill in [theme.good, theme.bad].into_iter().chain(theme.sides) {
                let ratio = contrast(theme.on_fill, fill);
                assert!(ratio >= 4.5, "text on {fill:?}: {ratio:.2} (dark: {})", theme.dark);
            }
        }
    }
}
