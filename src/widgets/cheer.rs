//! A short cheer over the window: pips that fly up and fall, and a word. Only painted, nothing under it is covered for the hand.

use crate::widgets::text::{self, Ink};
use crate::widgets::theme::{Theme, Weight};
use egui::{Align2, Color32, Painter, Rect, Vec2, vec2};

/// Duration of a cheer, in seconds.
pub const LASTS: f32 = 1.8;
/// Number of flying pips.
const PIPS: u32 = 70;

/// Paints the cheer `t` seconds after its beginning.
pub fn paint(painter: &Painter, theme: &Theme, rect: Rect, color: Color32, word: &str, t: f32) {
    if !(0.0..LASTS).contains(&t) {
        return;
    }
    let fade = ((LASTS - t) / 0.5).min(1.0);
    let radius = rect.size().min_elem() * 0.011 + 2.0;
    for i in 0..PIPS {
        let at = rect.left_top() + flight(i, t) * rect.size();
        let fill = if i % 3 == 0 { theme.text } else { color };
        painter.circle_filled(at, radius * (0.7 + chance(i, 5) * 0.6), fill.gamma_multiply(fade));
    }
    let grown = (t / 0.18).min(1.0);
    let size = (rect.height() * 0.24 * grown).max(8.0);
    let ink = Ink::new(Weight::Bold, size, color.gamma_multiply(fade));
    let ink = text::fitting(painter, word, ink, rect.width() * 0.9);
    let shadow = ink.color(theme.ground.gamma_multiply(fade * 0.9));
    let at = rect.center() - vec2(0.0, rect.height() * 0.08);
    for way in [vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(0.0, -1.0), vec2(0.0, 1.0)] {
        text::put(painter, at + way * ink.size * 0.04, Align2::CENTER_CENTER, word, shadow);
    }
    text::put(painter, at, Align2::CENTER_CENTER, word, ink);
}

/// Returns the place of a pip, as parts of the window: thrown up from the lower edge, it falls back.
fn flight(i: u32, t: f32) -> Vec2 {
    let from = 0.1 + chance(i, 1) * 0.8;
    let sideways = (chance(i, 2) - 0.5) * 0.5;
    let up = 1.1 + chance(i, 3) * 0.7;
    let fall = 1.5;
    vec2(from + sideways * t, 1.02 - up * t + fall * t * t / 2.0)
}

/// A number in `0.0..1.0` that is the same for the same pip and trait.
fn chance(i: u32, what: u32) -> f32 {
    let mixed = (i * 31 + what).wrapping_mul(0x9e37_79b1).rotate_left(13).wrapping_mul(0x85eb_ca6b);
    (mixed >> 8) as f32 / (1 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pips_fly_up_and_are_gone_again_below() {
        let high = (0..PIPS).filter(|&i| flight(i, 0.7).y < 0.6).count();
        assert!(high > 40, "{high}");
        assert!((0..PIPS).all(|i| flight(i, 0.0).y > 1.0 && (0.0..=1.0).contains(&chance(i, 4))));
    }
}
