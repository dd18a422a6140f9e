//! Operations between the layers: sums, parts, and the ways in and out.

use pulp::Simd;

use crate::map::{Band, Map};
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
                    for (x, out) in out.iter_mut().enumerate() {
                        let value = line[if term.doubled { x / 2 } else { x }];
                        *out = if which == 0 { value } else { simd.add_f32s(*out, value) };
                    }
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

/// The part of `x` from `[row, column]` on that fills `out`.
pub(crate) fn part(x: &Map, [y, column]: [usize; 2], out: &mut Map) {
    let (size, lanes) = (out.size, out.size.lanes);
    for picture in 0..out.pictures {
        for row in 0..size.height {
            for block in 0..size.blocks() {
                let from = &x.line(picture, y + row, block)[column * lanes..][..size.width * lanes];
                out.line_mut(picture, row, block).copy_from_slice(from);
            }
        }
    }
}

/// Takes a picture in, channel by channel and row by row, at its width.
pub(crate) fn take_in(planes: &[f32], [height, width]: [usize; 2], picture: usize, into: &mut Map) {
    let size = into.size;
    for (channel, plane) in planes.chunks_exact(height * width).enumerate() {
        for (y, row) in plane.chunks_exact(width).take(size.height).enumerate() {
            let line = into.line_mut(picture, y, channel / size.lanes);
            for (pixel, &value) in line.chunks_exact_mut(size.lanes).zip(row) {
                pixel[channel % size.lanes] = value;
            }
        }
    }
}

/// Gives a picture's map out, channel by channel, row by row, with `by * by` channels as places of one.
pub(crate) fn give_out(map: &Map, picture: usize, by: usize, out: &mut [f32]) {
    let size = map.size;
    let (height, width) = (size.height * by, size.width * by);
    for (channel, plane) in out.chunks_exact_mut(height * width).enumerate() {
        for (row, line) in plane.chunks_exact_mut(width).enumerate() {
            for shift in 0..by {
                let from = (channel * by + row % by) * by + shift;
                let values = map.line(picture, row / by, from / size.lanes);
                let values = values.iter().skip(from % size.lanes).step_by(size.lanes);
                line.iter_mut().skip(shift).step_by(by).zip(values).for_each(|(to, &value)| *to = value);
            }
        }
    }
}
