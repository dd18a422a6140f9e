//! A seeded share of the damages that `sixty-one-lab damage` makes.

use lab::damage::damage_all;

#[test]
fn nothing_is_lost_in_silence() {
    let report = damage_all(96, 32, 61).unwrap();
    println!("{report}");
    assert_eq!(report.silent, [""; 0]);
    let total = report.total();
    // One damaged file costs nothing at all, and the damage is real: a good part of it had to be mended.
    assert_eq!((total.told, total.silent), (0, 0), "{report}");
    assert!(total.recovered > 30 && total.recovered + total.harmless > 120, "{report}");
}
