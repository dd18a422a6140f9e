//! Numbers that begin on a cache line: a vector that crosses two costs two loads.

use std::ops::{Deref, DerefMut};

/// Numbers to a cache line.
const LINE: usize = 16;

/// Numbers in memory.
#[derive(Debug, Default)]
pub(crate) struct Aligned {
    values: Vec<f32>,
    begin: usize,
    len: usize,
}

impl Aligned {
    /// Sets the length; the content is undefined.
    pub(crate) fn resize(&mut self, len: usize) {
        if self.values.len() < len + LINE {
            // Both at once would be the most memory that a run takes.
            self.values = Vec::new();
            self.values = vec![0.0; len + LINE];
            self.begin = self.values.as_ptr().align_offset(LINE * size_of::<f32>()).min(LINE);
        }
        self.len = len;
    }
}

impl From<Vec<f32>> for Aligned {
    fn from(values: Vec<f32>) -> Self {
        let mut all = Self::default();
        all.resize(values.len());
        all.copy_from_slice(&values);
        all
    }
}

impl Deref for Aligned {
    type Target = [f32];

    #[inline(always)]
    fn deref(&self) -> &[f32] {
        &self.values[self.begin..self.begin + self.len]
    }
}

impl DerefMut for Aligned {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.values[self.begin..self.begin + self.len]
    }
}
