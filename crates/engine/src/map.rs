//! Maps of several pictures, channels in blocks.

use crate::aligned::Aligned;

/// Size of a map and of its place in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) channels: usize,
    /// Channels beside each other in memory.
    pub(crate) lanes: usize,
    pub(crate) height: usize,
    pub(crate) width: usize,
    /// Rows and columns in memory, with a border of zeros on all sides.
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

impl Size {
    #[inline(always)]
    pub(crate) const fn blocks(&self) -> usize {
        self.channels.div_ceil(self.lanes)
    }

    /// Numbers of one block of a row.
    #[inline(always)]
    pub(crate) const fn line(&self) -> usize {
        self.columns * self.lanes
    }

    /// Numbers of a row.
    #[inline(always)]
    pub(crate) const fn row(&self) -> usize {
        self.blocks() * self.line()
    }

    /// Numbers of a picture.
    pub(crate) const fn picture(&self) -> usize {
        self.rows * self.row()
    }

    /// Sets the border to 0 in `values`, the rows of a map from row `begin` on, counted through all pictures, with borders.
    pub(crate) fn clear(&self, begin: usize, values: &mut [f32]) {
        let inside = 1..=self.height;
        for (row, values) in values.chunks_exact_mut(self.row()).enumerate() {
            if !inside.contains(&((begin + row) % self.rows)) {
                values.fill(0.0);
                continue;
            }
            for line in values.chunks_exact_mut(self.line()) {
                line[..self.lanes].fill(0.0);
                line[(self.width + 1) * self.lanes..].fill(0.0);
            }
        }
    }

    /// Returns the beginning of a block of row `y` (from -1 on, the border above) of a picture, with its border.
    #[inline(always)]
    pub(crate) const fn at(&self, picture: usize, y_and_border: usize, block: usize) -> usize {
        (picture * self.rows + y_and_border) * self.row() + block * self.line()
    }
}

/// `[picture][row][block of channels][column][channel]`.
#[derive(Debug, Default)]
pub(crate) struct Map {
    pub(crate) size: Size,
    pub(crate) pictures: usize,
    pub(crate) values: Aligned,
}

impl Map {
    /// Makes room for this. The inside is still to be written; the border is zero.
    pub(crate) fn shape(&mut self, size: Size, pictures: usize) {
        if (self.size, self.pictures) == (size, pictures) {
            return;
        }
        (self.size, self.pictures) = (size, pictures);
        self.values.resize(pictures * size.picture());
        size.clear(0, &mut self.values);
    }

    /// The inside of one block of a row.
    #[inline(always)]
    pub(crate) fn line(&self, picture: usize, y: usize, block: usize) -> &[f32] {
        let begin = self.size.at(picture, y + 1, block) + self.size.lanes;
        &self.values[begin..begin + self.size.width * self.size.lanes]
    }

    /// The rows in bands, each for a thread: those of one picture, or whole pictures.
    pub(crate) fn bands(&mut self, pieces: usize) -> Vec<Band<'_>> {
        let size = self.size;
        if self.pictures > 1 || pieces == 1 {
            let rows = self.pictures * size.height;
            return vec![Band { size, first: 0, rows, begin: 0, values: &mut self.values }];
        }
        self.strips(size.height.div_ceil(pieces).next_multiple_of(BAND)).collect()
    }

    /// Each picture in bands of at most `most` rows.
    pub(crate) fn strips(&mut self, most: usize) -> impl Iterator<Item = Band<'_>> {
        let size = self.size;
        let pictures = self.values.chunks_exact_mut(size.picture()).enumerate();
        pictures.flat_map(move |(picture, values)| {
            let inside = &mut values[size.row()..(size.height + 1) * size.row()];
            inside.chunks_mut(most * size.row()).enumerate().map(move |(k, values)| {
                let (first, rows) = (k * most, most.min(size.height - k * most));
                Band {
                    size,
                    first: picture * size.height + first,
                    rows,
                    begin: picture * size.rows + first + 1,
                    values,
                }
            })
        })
    }

    /// All rows, to be read.
    pub(crate) fn all(&self) -> Rows<'_> {
        Rows { size: self.size, begin: 0, values: &self.values }
    }
}

/// Some rows of a map, to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows<'a> {
    pub(crate) size: Size,
    /// The first row of `values`, counted through all pictures, with borders.
    pub(crate) begin: usize,
    pub(crate) values: &'a [f32],
}

/// Rows that are computed together: no band cuts through them.
pub(crate) const BAND: usize = 4;

/// Some rows of a map, to be written.
#[derive(Debug)]
pub(crate) struct Band<'a> {
    pub(crate) size: Size,
    /// The first row, counted through all pictures, without borders.
    pub(crate) first: usize,
    pub(crate) rows: usize,
    /// The first row of `values`, counted through all pictures, with borders.
    pub(crate) begin: usize,
    pub(crate) values: &'a mut [f32],
}

impl Band<'_> {
    /// The picture and row of a row of this band.
    #[inline(always)]
    pub(crate) const fn place(&self, row: usize) -> (usize, usize) {
        ((self.first + row) / self.size.height, (self.first + row) % self.size.height)
    }

    /// Returns the beginning of the inside of a block of a row in `values`.
    #[inline(always)]
    pub(crate) fn at(&self, row: usize, block: usize) -> usize {
        let (picture, y) = self.place(row);
        self.size.at(picture, y + 1, block) - self.begin * self.size.row() + self.size.lanes
    }

    /// The inside of one block of a row, to be written.
    #[inline(always)]
    pub(crate) fn line_mut(&mut self, row: usize, block: usize) -> &mut [f32] {
        let begin = self.at(row, block);
        &mut self.values[begin..begin + self.size.width * self.size.lanes]
    }
}
