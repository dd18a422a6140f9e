//! Operations between the layers: sums, parts, and the ways in and out.

use pulp::Simd;

use crate::map::{Band, Map, Size};
use crate::share::each;
use crate::tier::{Kernel, vectors, vectors_mut};

/// A map, unchanged or with each place doubled along both axes.
#[derive(Debug)]
pub(crate) struct Term<'a> {
    pub(crate) map: &'a Map,
    pub(crate) doubled: bool,
}

impl Term<'_> {
    #[inline(always)]
    fn line(&self, picture: usize, y: usize, block: usize) -> &[f32] {
        self.map.line(picture, if self.doubled { y / 2 } else { y }, block)
    }
}

/// Adds one or two maps, with negative values set to 0 if `relu`.
#[derive(Debug)]
pub(crate) struct Sum<'a, 'b> {
    pub(crate) terms: [Option<Term<'a>>; 2],
    pub(crate) relu: bool,
    pub(crate) out: &'a mut Band<'b>,
}

impl Kernel for Sum<'_, '_> {
    #[inline(always)]
    fn run<S: Simd, const L: usize>(self, simd: S) {
        let size = self.out.size;
        for row in 0..self.out.rows {
            let (picture, y) = self.out.place(row);
            for block in 0..size.blocks() {
                let begin = self.out.at(row, block);
                let out = vectors_mut::<S>(&mut self.out.values[begin..begin + size.width * size.lanes]);
                for (which, term) in self.terms.iter().flatten().enumerate() {
                    let line = vectors::<S>(term.line(picture, y, block));
                    add::<S>(simd, line, term.doubled, which > 0, out);
                }
                if self.relu {
                    let zero = simd.splat_f32s(0.0);
                    for out in out {
                        *out = simd.max_f32s(*out, zero);
                    }
                }
            }
        }
    }
}

/// Writes the places of `line` to `out`, each twice if `doubled`, or adds them.
#[inline(always)]
fn add<S: Simd>(simd: S, line: &[S::f32s], doubled: bool, also: bool, out: &mut [S::f32s]) {
    if also {
        spread(line, doubled, out, |out, value| *out = simd.add_f32s(*out, value));
    } else {
        spread(line, doubled, out, |out, value| *out = value);
    }
}

#[inline(always)]
fn spread<V: Copy>(line: &[V], doubled: bool, out: &mut [V], write: impl Fn(&mut V, V)) {
    if !doubled {
        return out.iter_mut().zip(line).for_each(|(out, value)| write(out, *value));
    }
    let (pairs, last) = out.as_chunks_mut::<2>();
    for ([first, second], value) in pairs.iter_mut().zip(line) {
        write(first, *value);
        write(second, *value);
    }
    last.iter_mut().zip(&line[pairs.len()..]).for_each(|(out, value)| write(out, *value));
}

/// The part of `x` from `[row, column]` on that fills `out`.
pub(crate) fn part(x: &Map, [y, column]: [usize; 2], out: &mut Band<'_>) {
    let lanes = out.size.lanes;
    for row in 0..out.rows {
        let (picture, at) = out.place(row);
        for block in 0..out.size.blocks() {
            let to = out.line_mut(row, block);
            to.copy_from_slice(&x.line(picture, y + at, block)[column * lanes..][..to.len()]);
        }
    }
}

/// Takes rows of a picture in, channel by channel and row by row, at its size.
pub(crate) fn take_in(picture: &[f32], [height, width]: [usize; 2], out: &mut Band<'_>) {
    let size = out.size;
    let planes: Vec<&[f32]> = picture.chunks_exact(height * width).collect();
    for row in 0..out.rows {
        let (_, y) = out.place(row);
        let across = y * width..y * width + size.width;
        if let ([r, g, b], 3) = (&planes[..], size.lanes) {
            let [r, g, b] = [r, g, b].map(|plane| &plane[across.clone()]);
            let (pixels, _) = out.line_mut(row, 0).as_chunks_mut::<3>();
            for (((pixel, r), g), b) in pixels.iter_mut().zip(r).zip(g).zip(b) {
                *pixel = [*r, *g, *b];
            }
            continue;
        }
        for block in 0..size.blocks() {
            // Lanes without a channel may hold what is not a number.
            out.line_mut(row, block).fill(0.0);
        }
        for (channel, plane) in planes.iter().enumerate() {
            let line = out.line_mut(row, channel / size.lanes).iter_mut().skip(channel % size.lanes);
            line.step_by(size.lanes).zip(&plane[across.clone()]).for_each(|(to, &value)| *to = value);
        }
    }
}

/// Gives a picture's map out, channel by channel and row by row.
pub(crate) fn flatten(map: &Map, picture: usize, out: &mut [f32]) {
    let Size { lanes, height, width, .. } = map.size;
    for (block, out) in out.chunks_mut(lanes * height * width).enumerate() {
        for y in 0..height {
            for (x, channels) in map.line(picture, y, block).chunks_exact(lanes).enumerate() {
                let places = out.iter_mut().skip(y * width + x).step_by(height * width);
                places.zip(channels).for_each(|(place, value)| *place = *value);
            }
        }
    }
}

/// Gives a picture's map out, channel by channel, row by row, with `by * by` channels as places of one.
pub(crate) fn give_out(map: &Map, picture: usize, by: usize, threads: usize, out: &mut [f32]) {
    let size = map.size;
    let (height, width) = (size.height * by, size.width * by);
    each(out.chunks_exact_mut(height * width).enumerate().collect(), threads, |(channel, plane)| {
        for (row, line) in plane.chunks_exact_mut(width).enumerate() {
            for shift in 0..by {
                let from = (*channel * by + row % by) * by + shift;
                let values = map.line(picture, row / by, from / size.lanes);
                let values = values[from % size.lanes..].iter().step_by(size.lanes);
                for (places, &value) in line.chunks_exact_mut(by).zip(values) {
                    places[shift] = value;
                }
            }
        }
    });
}
