//! The first layers, strip by strip: the rows between them stay in the cache and never become a whole map.

use std::cell::Cell;

use crate::aligned::Aligned;
use crate::direct::Direct;
use crate::layer::Conv;
use crate::map::{Band, Rows, Size};
use crate::rest::take_in;
use crate::tier::Tier;

/// Rows of a strip. Each costs the layer before a row that its neighbour computes too.
pub(crate) const STRIP: usize = 4;

/// The pictures and the layers that take them in, each from the one before alone.
#[derive(Debug)]
pub(crate) struct Front<'a> {
    pub(crate) tier: Tier,
    pub(crate) pictures: &'a [&'a [f32]],
    /// Rows and columns of a picture.
    pub(crate) shape: [usize; 2],
    pub(crate) layers: Vec<Layer<'a>>,
}

/// A layer, and the size of the map that it takes.
#[derive(Debug)]
pub(crate) struct Layer<'a> {
    pub(crate) conv: &'a Conv,
    pub(crate) relu: bool,
    pub(crate) from: Size,
}

thread_local! {
    /// Rows between the layers.
    static SCRATCH: Cell<Vec<Aligned>> = Cell::default();
}

impl Front<'_> {
    /// Computes some rows of one picture's map.
    pub(crate) fn compute(&self, out: &mut Band<'_>) {
        let mut between = SCRATCH.take();
        between.resize_with(self.layers.len().max(between.len()), Aligned::default);
        self.rows(&self.layers, &mut between, out);
        SCRATCH.set(between);
    }

    fn rows(&self, layers: &[Layer<'_>], between: &mut [Aligned], out: &mut Band<'_>) {
        let (picture, y) = out.place(0);
        let (Some((layer, layers)), Some((values, between))) = (layers.split_last(), between.split_first_mut()) else {
            return take_in(self.pictures[picture], self.shape, out);
        };
        let (conv, size) = (layer.conv, layer.from);
        // With the border.
        let first = y * conv.stride + conv.skip[0];
        let end = first + (out.rows - 1) * conv.stride + conv.kernel;
        let inside = first.max(1)..end.min(size.height + 1);
        let begin = picture * size.rows + first;
        values.resize((end - first) * size.row());
        size.clear(begin, values);
        if !inside.is_empty() {
            let first = picture * size.height + inside.start - 1;
            self.rows(layers, between, &mut Band { size, first, rows: inside.len(), begin, values });
        }
        self.tier.run(Direct { conv, relu: layer.relu, x: Rows { size, begin, values }, out });
    }
}
