//! Several fused pictures of one table, beside a single one.

use super::layouts::{HEIGHT, How, Shot, WIDTH};
use eye::read::{Reading, assemble};
use tracker::fuse;

fn whole(shot: &Shot) -> Reading {
    assemble(&shot.seen, WIDTH, HEIGHT, &shot.settings)
}

/// Five frames of one table: a single one, and all fused.
#[test]
fn five_frames_fused() {
    let how = How { corner: 0.04, axis: 2.0, misread: 0.05, missed: 0.03, extra: 0.02, ..How::default() };
    let (mut one, mut fused, mut line) = (0, 0, 0);
    let tables = 150;
    for seed in 0..tables {
        let shot = Shot::new(0x5f_0000 + u64::try_from(seed).unwrap(), &how);
        let mut rng = game::rng::Rng::new(u64::try_from(seed).unwrap());
        let frames: Vec<_> = (0..5).map(|_| shot.find(&mut rng, &how)).collect();
        one += usize::from(shot.ends_right(&whole(&shot)));
        let all = Shot { seen: fuse(&frames), ..shot };
        let reading = whole(&all);
        fused += usize::from(all.ends_right(&reading));
        line += usize::from(all.line_right(&reading));
    }
    println!("one frame: ends {one} of {tables}; five fused: ends {fused}, line {line}");
    assert!(fused * 100 >= tables * 97 && fused > one);
}
