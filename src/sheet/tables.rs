//! Tables of a sheet.

use super::paper::{Align, BLACK, Document, QUIET, RULE, SHADE, Type};

/// A column of a table.
#[derive(Clone, Debug)]
pub(super) struct Column {
    title: String,
    /// Width in points; 0 for the remaining room.
    width: f32,
    align: Align,
}

impl Column {
    pub(super) fn left(title: &str, width: f32) -> Self {
        Self { title: title.to_owned(), width, align: Align::Left }
    }

    pub(super) fn right(title: &str, width: f32) -> Self {
        Self { title: title.to_owned(), width, align: Align::Right }
    }
}

/// A table with its columns set out.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    left: f32,
    right: f32,
    columns: Vec<Column>,
}

const ROW: f32 = 17.0;

impl Grid {
    pub(super) fn new(left: f32, right: f32, columns: Vec<Column>) -> Self {
        let fixed: f32 = columns.iter().map(|column| column.width).sum();
        let open = columns.iter().filter(|column| column.width == 0.0).count().max(1) as f32;
        // Columns that do not all fit share the room.
        let room = right - left;
        let squeeze = if fixed > room - 90.0 { (room - 90.0) / fixed } else { 1.0 };
        let rest = (room - fixed * squeeze).max(60.0) / open;
        let widen = |column: Column| {
            let width = if column.width == 0.0 { rest } else { column.width * squeeze };
            Column { width, ..column }
        };
        Self { left, right, columns: columns.into_iter().map(widen).collect() }
    }

    /// Writes the titles; returns where the first row begins.
    pub(super) fn head(&self, paper: &mut Document, top: f32) -> f32 {
        let titles: Vec<String> = self.columns.iter().map(|column| column.title.clone()).collect();
        self.cells(paper, top + 12.0, &titles, Type::bold(8.5).color(QUIET));
        paper.line(&[(self.left, top + 17.0), (self.right, top + 17.0)], 0.8, BLACK);
        top + 18.0
    }

    /// Writes a row; returns where the next begins.
    pub(super) fn row(&self, paper: &mut Document, top: f32, cells: &[String], strong: bool) -> f32 {
        if strong {
            paper.fill(self.left, top, self.right - self.left, ROW, SHADE);
        }
        let look = if strong { Type::bold(10.0) } else { Type::plain(10.0) };
        self.cells(paper, top + 12.0, cells, look);
        paper.line(&[(self.left, top + ROW), (self.right, top + ROW)], 0.4, RULE);
        top + ROW
    }

    fn cells(&self, paper: &mut Document, baseline: f32, cells: &[String], look: Type) {
        let mut left = self.left;
        for (column, cell) in self.columns.iter().zip(cells) {
            let x = if column.align == Align::Right { left + column.width - 3.0 } else { left + 2.0 };
            paper.text_within(x, baseline, column.align, cell, look, column.width - 5.0);
            left += column.width;
        }
    }
}
