//! Pegs seen from above: turned metal heads, a different inlay for each side, lit like the board.

use egui::{Color32, ColorImage};

/// Draws the head of a peg of `side` in its colour, `pixels` wide; the back peg of a side is darker and has no inlay.
#[must_use]
pub fn head(color: Color32, side: usize, front: bool, pixels: usize) -> ColorImage {
    let pixels = pixels.max(4);
    let base = [color.r(), color.g(), color.b()].map(|c| f32::from(c) / 255.0);
    let strength = if front { 1.0 } else { 0.62 };
    let pixel = |i: usize| {
        // Four samples a pixel smooth the outline and the inlay.
        let mut sum = [0.0f32; 4];
        for k in 0..4 {
            let x = ((i % pixels) as f32 + 0.25 + 0.5 * (k % 2) as f32) / pixels as f32 * 2.0 - 1.0;
            let y = ((i / pixels) as f32 + 0.25 + 0.5 * (k / 2) as f32) / pixels as f32 * 2.0 - 1.0;
            let sample = shade(x / 0.94, y / 0.94, base, side, front, strength);
            for (total, part) in sum.iter_mut().zip(sample) {
                *total += part / 4.0;
            }
        }
        let [r, g, b, a] = sum.map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
        Color32::from_rgba_premultiplied(r, g, b, a)
    };
    ColorImage::new([pixels, pixels], (0..pixels * pixels).map(pixel).collect())
}

/// Returns the colour (premultiplied) at a place of the head, with the unit circle as its outline.
fn shade(x: f32, y: f32, base: [f32; 3], side: usize, front: bool, strength: f32) -> [f32; 4] {
    let r = (x * x + y * y).sqrt();
    if r > 1.0 {
        return [0.0; 4];
    }
    // A flat top, a turned groove near the rim and a rounded shoulder.
    let steep = if r > 0.78 {
        (r - 0.78) / 0.22 * 1.6
    } else if r > 0.66 {
        -0.55 * (1.0 - ((r - 0.72) / 0.06).abs()).max(0.0)
    } else {
        r * 0.55
    };
    let (nx, ny) = if r > 0.001 { (x / r * steep, y / r * steep) } else { (0.0, 0.0) };
    let n = 1.0 / (nx * nx + ny * ny + 1.0).sqrt();
    let diffuse = ((nx * -0.42 + ny * -0.55 + 0.722) * n).max(0.0) / 0.722;
    let shine = ((nx * -0.226 + ny * -0.296 + 0.928) * n).max(0.0).powi(22);
    // Turned metal glints along two opposite directions.
    let angle = y.atan2(x);
    let glint = 0.5 + 0.5 * (2.0 * (angle + 2.2)).cos();
    let brushed = if r < 0.64 { 0.82 + 0.3 * glint } else { 1.0 };
    let mut color = base.map(|c| c * strength * (0.30 + 0.70 * diffuse) * brushed + shine * 0.30 * strength);
    if front && inlay(x, y, side) {
        color = color.map(|c| c * 0.18 + 0.92 * 0.82 * (0.6 + 0.4 * diffuse));
    }
    if r > 0.955 {
        color = color.map(|c| c * 0.45);
    }
    [color[0], color[1], color[2], 1.0]
}

/// The ivory mark in the head: dot, bar, cross, ring. So that pegs differ by more than their colour.
fn inlay(x: f32, y: f32, side: usize) -> bool {
    let r = (x * x + y * y).sqrt();
    match side % 4 {
        0 => r < 0.24,
        1 => x.abs() < 0.46 && y.abs() < 0.13,
        2 => r < 0.46 && (x.abs() < 0.11 || y.abs() < 0.11),
        _ => (0.24..0.42).contains(&r),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pegs_of_the_sides_differ_without_their_colour() {
        let heads: Vec<_> = (0..4).map(|side| head(Color32::GRAY, side, true, 64).pixels).collect();
        for (i, a) in heads.iter().enumerate() {
            assert_eq!(a[0].a(), 0);
            for b in &heads[..i] {
                let differ = a.iter().zip(b).filter(|(a, b)| a != b).count();
                assert!(differ > 100, "{differ}");
            }
        }
    }
}
