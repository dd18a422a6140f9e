//! The figures of the assembler on synthetic tables: `cargo test --test reading_figures -- --nocapture` prints them.
//!
//! Thresholds are below the measured values by about three standard errors of the sample, so that a costly change
//! shows.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests, outside of the test functions")]

use super::layouts::{How, Shot};
use eye::read::{Family, Reading, Settings, assemble};

struct Row {
    name: &'static str,
    how: How,
    /// Least share of right ends and right lines, with the rules.
    least: (f64, f64),
}

fn share(hits: usize, of: usize) -> f64 {
    f64::from(u32::try_from(hits).unwrap()) / f64::from(u32::try_from(of).unwrap())
}

fn read(shot: &Shot, use_rules: bool) -> Reading {
    let settings = Settings { use_rules, ..shot.settings };
    assemble(&shot.seen, super::layouts::WIDTH, super::layouts::HEIGHT, &settings)
}

const FAMILIES: [Family; 3] = [Family::Line, Family::SpinnerFirst, Family::SpinnerEvery];

fn how_many() -> usize {
    std::env::var("READING_TABLES").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
}

fn measure(rows: &[Row]) {
    let tables = how_many();
    println!("{:44} {:>6} {:>6} {:>9} {:>9}", format!("{tables} tables a row"), "ends", "line", "ends off", "line off");
    let mut poor = Vec::new();
    for row in rows {
        let mut right = [0usize; 4];
        for seed in 0..tables {
            let family = FAMILIES[seed % 5 % 3];
            let max_pip = if seed % 5 == 4 { 9 } else { 6 };
            let how = How { family, max_pip, ..row.how.clone() };
            let shot = Shot::new(0x61_0000 + u64::try_from(seed).unwrap(), &how);
            let (on, off) = (read(&shot, true), read(&shot, false));
            right[0] += usize::from(shot.ends_right(&on));
            right[1] += usize::from(shot.line_right(&on));
            right[2] += usize::from(shot.ends_right(&off));
            right[3] += usize::from(shot.line_right(&off));
        }
        let shares = right.map(|r| share(r, tables));
        let [ends, line, ends_off, line_off] = shares.map(|s| 100.0 * s);
        println!("{:44} {ends:6.1} {line:6.1} {ends_off:9.1} {line_off:9.1}", row.name);
        if shares[0] < row.least.0 || shares[1] < row.least.1 {
            poor.push(row.name);
        }
    }
    assert!(poor.is_empty(), "below their thresholds: {poor:?}");
}

#[test]
fn geometry() {
    let base = How::default;
    measure(&[
        Row { name: "perfect", how: base(), least: (0.99, 0.99) },
        Row { name: "corners 2 %", how: How { corner: 0.02, ..base() }, least: (0.98, 0.98) },
        Row { name: "corners 4 %", how: How { corner: 0.04, ..base() }, least: (0.98, 0.98) },
        Row { name: "corners 6 %", how: How { corner: 0.06, ..base() }, least: (0.97, 0.97) },
        Row { name: "corners 10 %", how: How { corner: 0.10, ..base() }, least: (0.94, 0.94) },
        Row { name: "axes 2 deg, corners 2 %", how: How { axis: 2.0, corner: 0.02, ..base() }, least: (0.97, 0.97) },
        Row { name: "axes 5 deg, corners 2 %", how: How { axis: 5.0, corner: 0.02, ..base() }, least: (0.95, 0.95) },
        Row { name: "twice as crooked", how: How { untidy: 2.0, ..base() }, least: (0.97, 0.97) },
        Row { name: "four times as crooked", how: How { untidy: 4.0, ..base() }, least: (0.90, 0.90) },
        Row {
            name: "1 to 3 tiles, corners 2 %",
            how: How { tiles: (1, 3), corner: 0.02, ..base() },
            least: (0.97, 0.97),
        },
    ]);
}

#[test]
fn detector() {
    let base = || How { corner: 0.02, ..How::default() };
    measure(&[
        Row { name: "missed 1 %", how: How { missed: 0.01, ..base() }, least: (0.9, 0.9) },
        Row { name: "missed 2 %", how: How { missed: 0.02, ..base() }, least: (0.85, 0.85) },
        Row { name: "missed 5 %", how: How { missed: 0.05, ..base() }, least: (0.7, 0.65) },
        Row { name: "false 2 %", how: How { extra: 0.02, ..base() }, least: (0.97, 0.97) },
        Row { name: "false 5 %", how: How { extra: 0.05, ..base() }, least: (0.95, 0.95) },
        Row { name: "straddles at 5 % of the joins", how: How { straddles: 0.05, ..base() }, least: (0.98, 0.98) },
        Row { name: "straddles at 50 % of the joins", how: How { straddles: 0.5, ..base() }, least: (0.96, 0.96) },
        Row { name: "straddles everywhere", how: How { straddles: 1.0, ..base() }, least: (0.95, 0.95) },
        Row { name: "found twice 10 %", how: How { twice: 0.1, ..base() }, least: (0.97, 0.97) },
        Row {
            name: "weak: logit N(3.5,1.5), false 30 %, straddles",
            how: How { logits: Some((3.5, 1.5)), extra: 0.3, straddles: 0.1, ..base() },
            least: (0.93, 0.93),
        },
    ]);
}

#[test]
fn pips() {
    let base = || How { corner: 0.02, axis: 1.0, ..How::default() };
    measure(&[
        Row { name: "pips 0.5 %", how: How { misread: 0.005, ..base() }, least: (0.97, 0.97) },
        Row { name: "pips 1 %", how: How { misread: 0.01, ..base() }, least: (0.97, 0.97) },
        Row { name: "pips 2 %", how: How { misread: 0.02, ..base() }, least: (0.96, 0.96) },
        Row { name: "pips 5 %", how: How { misread: 0.05, ..base() }, least: (0.92, 0.92) },
        Row { name: "pips 10 %", how: How { misread: 0.10, ..base() }, least: (0.78, 0.72) },
    ]);
}

#[test]
fn loose_tiles() {
    let base = || How { corner: 0.02, axis: 1.0, misread: 0.01, ..How::default() };
    measure(&[
        Row { name: "3 loose, 5 to 20 mm, any angle", how: How { loose: 3, ..base() }, least: (0.92, 0.92) },
        Row { name: "2 loose before an end", how: How { loose: 2, near_end: true, ..base() }, least: (0.9, 0.9) },
    ]);
}
