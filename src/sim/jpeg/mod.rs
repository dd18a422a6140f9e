//! JPEG without subsampling, as fast as plain Rust goes: what it does to a picture, and files.
//!
//! Baseline, the tables of the standard's annex K scaled as libjpeg does, so qualities mean what they mean elsewhere.

mod dct;
mod huffman;

use dct::{Block, Scales};

/// Rows and columns of a block.
const SIDE: usize = 8;

/// What the quantisation at `quality` (1 to 100) leaves of a picture of interleaved bytes: the same as writing a file and reading
/// it again, without the file.
pub(super) fn degrade(rgb: &mut [u8], size: (usize, usize), quality: u8) {
    let scales = [Scales::luma(quality), Scales::chroma(quality)];
    let mut strip = Strip::new(size);
    for top in (0..size.1).step_by(SIDE) {
        strip.load(rgb, top);
        for (plane, scales) in strip.planes.iter_mut().zip([&scales[0], &scales[1], &scales[1]]) {
            for left in (0..strip.width).step_by(SIDE) {
                let mut block = get(plane, strip.width, left);
                dct::forward(&mut block);
                scales.round_trip(&mut block);
                dct::inverse(&mut block);
                put(plane, strip.width, left, &block);
            }
        }
        strip.store(rgb, top);
    }
}

/// The bytes of a file with this picture of interleaved bytes; `None` when its size does not fit into a file or is not that of
/// the bytes.
#[must_use]
pub fn encode(rgb: &[u8], size: (usize, usize), quality: u8) -> Option<Vec<u8>> {
    let (width, height) = (u16::try_from(size.0).ok()?, u16::try_from(size.1).ok()?);
    if width == 0 || height == 0 || rgb.len() != size.0 * size.1 * 3 {
        return None;
    }
    let scales = [Scales::luma(quality), Scales::chroma(quality)];
    let mut bits = huffman::Bits::new(header((width, height), &scales), size);
    let mut strip = Strip::new(size);
    for top in (0..size.1).step_by(SIDE) {
        strip.load(rgb, top);
        for left in (0..strip.width).step_by(SIDE) {
            for (channel, plane) in strip.planes.iter().enumerate() {
                let mut block = get(plane, strip.width, left);
                dct::forward(&mut block);
                bits.block(channel, &scales[channel.min(1)].quantised(&block));
            }
        }
    }
    Some(bits.finish())
}

/// Everything before the first bit of the picture.
fn header((width, height): (u16, u16), scales: &[Scales; 2]) -> Vec<u8> {
    let mut out = vec![0xff, 0xd8];
    segment(&mut out, 0xe0, &[b'J', b'F', b'I', b'F', 0, 1, 2, 0, 0, 1, 0, 1, 0, 0]);
    for (number, scales) in (0u8..).zip(scales) {
        let mut table = vec![number];
        table.extend(scales.file_order());
        segment(&mut out, 0xdb, &table);
    }
    let ([h1, h0], [w1, w0]) = (height.to_be_bytes(), width.to_be_bytes());
    // Three channels of full resolution; the first with table 0, the others with table 1.
    segment(&mut out, 0xc0, &[8, h1, h0, w1, w0, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1]);
    for table in huffman::tables() {
        segment(&mut out, 0xc4, &table);
    }
    segment(&mut out, 0xda, &[3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]);
    out
}

fn segment(out: &mut Vec<u8>, marker: u8, content: &[u8]) {
    out.extend([0xff, marker]);
    out.extend((content.len() as u16 + 2).to_be_bytes());
    out.extend(content);
}

/// Eight rows of a picture as brightness and two differences of colour, round 0. The last pixels are repeated to whole blocks.
struct Strip {
    size: (usize, usize),
    /// Width in whole blocks of pixels.
    width: usize,
    planes: [Vec<f32>; 3],
}

impl Strip {
    fn new(size: (usize, usize)) -> Self {
        let width = size.0.next_multiple_of(SIDE);
        Self { size, width, planes: std::array::from_fn(|_| vec![0.0; width * SIDE]) }
    }

    /// Takes in the rows from `top` on.
    fn load(&mut self, rgb: &[u8], top: usize) {
        let row = self.size.0 * 3;
        let [ys, bs, rs] = &mut self.planes;
        for k in 0..SIDE {
            let from = (top + k).min(self.size.1 - 1) * row;
            let line = k * self.width..(k + 1) * self.width;
            let (ys, bs, rs) = (&mut ys[line.clone()], &mut bs[line.clone()], &mut rs[line]);
            let pixels = rgb[from..from + row].as_chunks::<3>().0;
            for (((p, y), b), r) in pixels.iter().zip(ys.iter_mut()).zip(bs.iter_mut()).zip(rs.iter_mut()) {
                let [red, green, blue] = p.map(f32::from);
                *y = 0.299 * red + 0.587 * green + 0.114 * blue - 128.0;
                *b = -0.168_736 * red - 0.331_264 * green + 0.5 * blue;
                *r = 0.5 * red - 0.418_688 * green - 0.081_312 * blue;
            }
            for plane in [ys, bs, rs] {
                let last = plane[self.size.0 - 1];
                plane[self.size.0..].fill(last);
            }
        }
    }

    /// Gives back the rows from `top` on.
    fn store(&self, rgb: &mut [u8], top: usize) {
        let row = self.size.0 * 3;
        let [ys, bs, rs] = &self.planes;
        let lines = ys.chunks_exact(self.width).zip(bs.chunks_exact(self.width)).zip(rs.chunks_exact(self.width));
        for (out, ((ys, bs), rs)) in rgb[top * row..].chunks_exact_mut(row).zip(lines) {
            for (((p, y), b), r) in out.as_chunks_mut::<3>().0.iter_mut().zip(ys).zip(bs).zip(rs) {
                // Casts stay within 0 to 255 by themselves; the half rounds.
                let y = y + 128.5;
                *p = [(y + 1.402 * r) as u8, (y - 0.344_136 * b - 0.714_136 * r) as u8, (y + 1.772 * b) as u8];
            }
        }
    }
}

fn get(plane: &[f32], width: usize, left: usize) -> Block {
    let mut block = [[0.0; SIDE]; SIDE];
    for (row, line) in block.iter_mut().zip(plane.chunks_exact(width)) {
        row.copy_from_slice(&line[left..left + SIDE]);
    }
    block
}

/// As whole numbers within a byte, as a reader of files keeps them.
fn put(plane: &mut [f32], width: usize, left: usize, block: &Block) {
    for (row, line) in block.iter().zip(plane.chunks_exact_mut(width)) {
        for (v, out) in row.iter().zip(&mut line[left..left + SIDE]) {
            *out = (v + dct::ROUND - dct::ROUND).clamp(-128.0, 127.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of odd sides with slopes, an edge and some noise.
    fn sample((width, height): (usize, usize)) -> Vec<u8> {
        let pixel = |i: usize| {
            let (x, y) = (i % width, i / width);
            let edge = if x + y > 60 { 90 } else { 0 };
            let grain = ((i * 2_654_435_761) >> 7) % 13;
            [x + grain, y * 2 + edge, 200 - x + edge / 2].map(|v| v.min(255) as u8)
        };
        (0..width * height).flat_map(pixel).collect()
    }

    fn decoded(file: &[u8], size: (usize, usize)) -> Vec<u8> {
        let picture = image::load_from_memory_with_format(file, image::ImageFormat::Jpeg).unwrap().into_rgb8();
        assert_eq!((picture.width() as usize, picture.height() as usize), size);
        picture.into_raw()
    }

    fn apart(a: &[u8], b: &[u8]) -> (f64, u8) {
        let sum: u64 = a.iter().zip(b).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        (sum as f64 / a.len() as f64, a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0))
    }

    #[test]
    fn a_file_read_by_others_is_what_the_shortcut_gives() {
        let size = (93, 50);
        let picture = sample(size);
        for quality in [1, 22, 60, 95, 100] {
            let mut shortcut = picture.clone();
            degrade(&mut shortcut, size, quality);
            let read = decoded(&encode(&picture, size, quality).unwrap(), size);
            let (mean, most) = apart(&shortcut, &read);
            // Their transform works in whole numbers.
            assert!(mean < 0.5 && most <= 4, "quality {quality}: {mean} {most}");
        }
    }

    #[test]
    fn quality_means_what_it_means_elsewhere() {
        let size = (93, 50);
        let picture = sample(size);
        for quality in [22, 60, 95] {
            let mut other = Vec::new();
            image::codecs::jpeg::JpegEncoder::new_with_quality(&mut other, quality)
                .encode(&picture, 93, 50, image::ExtendedColorType::Rgb8)
                .unwrap();
            let ours = encode(&picture, size, quality).unwrap();
            let loss = |file: &[u8]| apart(&decoded(file, size), &picture).0;
            assert!((loss(&ours) - loss(&other)).abs() < 0.6, "{} {}", loss(&ours), loss(&other));
            assert!(ours.len().abs_diff(other.len()) * 20 < other.len(), "{} {} bytes", ours.len(), other.len());
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(encode(&[0; 3], (1, 1), 90).is_some());
        assert!(encode(&[], (0, 1), 90).is_none());
        assert!(encode(&[0; 5], (1, 1), 90).is_none());
        assert!(encode(&vec![0; 70_000 * 3], (70_000, 1), 90).is_none());
    }
}
