//! Tests whether the confidence is calibrated: `cargo test --test reading_confidence -- --nocapture` prints coverage
//! against risk.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests, outside of the test functions")]

use super::layouts::{HEIGHT, How, Shot, WIDTH, ends_of};
use eye::read::{Family, assemble};
use game::rng::Rng;

/// A mixture of everything but missed tiles: corners 1 to 5 %, axes to 2 degrees, pips 1 %, false tiles 1 %, half of the
/// tables crooked, 30 % with one or two loose tiles.
fn mixture(rng: &mut Rng, missed: f64) -> How {
    How {
        family: *rng.pick(&[Family::Line, Family::Line, Family::SpinnerFirst, Family::SpinnerEvery]).unwrap(),
        max_pip: *rng.pick(&[6, 6, 6, 9]).unwrap(),
        tiles: (1, 22),
        corner: rng.range(0.01, 0.05),
        axis: rng.range(0.0, 2.0),
        misread: 0.01,
        extra: 0.01,
        untidy: *rng.pick(&[1.0, 2.0]).unwrap(),
        loose: if rng.chance(0.3) { 1 + rng.below(2) } else { 0 },
        missed,
        ..How::default()
    }
}

fn ratio(a: usize, b: usize) -> f64 {
    f64::from(u32::try_from(a).unwrap()) / f64::from(u32::try_from(b.max(1)).unwrap())
}

/// Margin and whether the ends are right, of many tables, surest first.
fn sample(tables: usize, missed: f64, show: bool) -> Vec<(f64, bool)> {
    let mut rng = Rng::new(61);
    let mut all: Vec<(f64, bool)> = (0..tables)
        .map(|i| {
            let how = mixture(&mut rng, missed);
            let shot = Shot::new(0x0c0f_0000 + u64::try_from(i).unwrap(), &how);
            let reading = assemble(&shot.seen, WIDTH, HEIGHT, &shot.settings);
            let right = shot.ends_right(&reading);
            if show && !right && reading.margin() > 4.0 {
                println!(
                    "surely wrong ({:.1}): {i} got {:?} want {:?}",
                    reading.margin(),
                    ends_of(&reading),
                    shot.layout.ends()
                );
                for doubt in &reading.doubts {
                    println!("    {doubt}");
                }
            }
            (reading.margin(), right)
        })
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all
}

fn print_coverage(all: &[(f64, bool)]) {
    for percent in [50, 70, 80, 85, 90, 93, 95, 97, 100] {
        let count = all.len() * percent / 100;
        let wrong = all[..count].iter().filter(|(_, right)| !right).count();
        let margin = all[count - 1].0;
        println!(
            "coverage {percent:3} %: {wrong:3} wrong of {count} ({:.2} %), margin >= {margin:.1}",
            100.0 * ratio(wrong, count)
        );
    }
    let bounds = [0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 1.0];
    for pair in bounds.windows(2) {
        let inside: Vec<(f64, bool)> = all
            .iter()
            .map(|&(m, right)| (1.0 / (1.0 + (-m).exp()), right))
            .filter(|(c, _)| (pair[0]..pair[1]).contains(c))
            .collect();
        let said: f64 = inside.iter().map(|(c, _)| c).sum::<f64>() / ratio(inside.len(), 1).max(1.0);
        let right = ratio(inside.iter().filter(|(_, r)| *r).count(), inside.len());
        println!("said {said:.3}: right {right:.3} ({} tables)", inside.len());
    }
}

#[test]
fn sure_readings_are_right() {
    let tables = std::env::var("READING_TABLES").ok().and_then(|n| n.parse().ok()).unwrap_or(1000);
    let all = sample(tables, 0.0, true);
    println!("mixture without missed tiles");
    print_coverage(&all);
    let right = all.iter().filter(|(_, right)| *right).count();
    assert!(ratio(right, tables) > 0.96, "{right} of {tables}");
    // The surest 85 %: at most 0.3 % wrong.
    let sure = &all[..tables * 85 / 100];
    let wrong = sure.iter().filter(|(_, right)| !right).count();
    assert!(ratio(wrong, sure.len()) < 0.003, "{wrong} of {}", sure.len());
}

#[test]
fn a_missed_end_tile_cannot_be_seen_in_one_picture() {
    let all = sample(600, 0.005, false);
    println!("mixture with 0.5 % missed tiles");
    print_coverage(&all);
    let right = all.iter().filter(|(_, right)| *right).count();
    assert!(right * 100 > 600 * 93, "{right}");
}
