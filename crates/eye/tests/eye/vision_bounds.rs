//! Small files of huge pictures that say their size in two places, and differently.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use eye::picture::{self, PictureError};

/// A segment of a JPEG.
fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
    [&[0xff, marker][..], &length, content].concat()
}

/// A frame header of three components.
fn frame(marker: u8, width: u16, height: u16) -> Vec<u8> {
    let [height, width] = [height, width].map(u16::to_be_bytes);
    segment(marker, &[&[8][..], &height, &width, &[3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]].concat())
}

/// A JPEG of grey blocks: every code of its tables is one bit long. `before` stands before its scan, `after` behind it.
fn made(marker: u8, (width, height): (u16, u16), before: &[u8], after: &[u8]) -> Vec<u8> {
    let table = |class: u8| segment(0xc4, &[&[class, 1][..], &[0; 15], &[0]].concat());
    let last = if marker == 0xc2 { 0 } else { 63 };
    let scan = segment(0xda, &[3, 1, 0, 2, 0, 3, 0, 0, last, 0]);
    let parts = [
        &[0xff, 0xd8][..],
        &segment(0xdb, &[&[0][..], &[16; 64]].concat()),
        &frame(marker, width, height),
        &table(0),
        &table(0x10),
        before,
        &scan,
        &[0; 600],
        after,
        &[0xff, 0xd9],
    ];
    parts.concat()
}

#[track_caller]
fn is_refused(name: &str, bytes: &[u8], words: &str) {
    let why = picture::decode(bytes).expect_err(name).to_string();
    assert!(why.contains(words), "{name} {why}");
    // What the whole process took at most is this file's only where each test has a process.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kib = |line: &str| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok();
    let peak = status.lines().find_map(kib);
    if let (true, Some(peak)) = (std::env::var_os("NEXTEST").is_some(), peak) {
        assert!(peak < 100 * 1024, "{name}: {peak} KiB");
    }
}

#[test]
fn a_second_size_within_a_jpeg_does_not_hide_the_first() {
    let small = frame(0xc0, 8, 8);
    for hiding in [0xd8, 0x01, 0xd0] {
        let hidden = segment(hiding, &small);
        let large = (10_000, 9_990);
        is_refused("baseline", &made(0xc0, large, &hidden, &[]), "10000 x 9990");
        is_refused("progressive", &made(0xc2, large, &hidden, &[]), "10000 x 9990");
        is_refused("larger", &made(0xc2, (40_000, 40_000), &hidden, &[]), "40000 x 40000");
        let fine = picture::decode(&made(0xc0, (32, 16), &hidden, &[])).unwrap();
        assert_eq!((fine.width, fine.height), (32, 16), "what the decoder skips is skipped");
    }
    is_refused("a second frame before the scan", &made(0xc2, (10_000, 9_990), &small, &[]), "two frame headers");
    is_refused("a second frame behind it", &made(0xc2, (10_000, 9_990), &[], &small), "two frame headers");
    is_refused("a second, smaller baseline", &made(0xc0, (32, 16), &[], &small), "two frame headers");
    is_refused("a longer scan header", &made(0xc0, (32, 16), &segment(0xda, &[1; 40]), &[]), "scan header");
    assert_eq!(picture::decode(&made(0xc0, (32, 16), &[], &[])).unwrap().width, 32);
}

/// A chunk of a WebP.
fn chunk(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap().to_le_bytes();
    [&name[..], &length, content, &[0][..content.len() % 2]].concat()
}

/// A WebP whose canvas is of 8 x 8, around these chunks.
fn webp(flags: u8, chunks: &[u8]) -> Vec<u8> {
    let canvas = chunk(b"VP8X", &[flags, 0, 0, 0, 7, 0, 0, 7, 0, 0]);
    chunk(b"RIFF", &[&b"WEBP"[..], &canvas, chunks].concat())
}

#[test]
fn a_frame_larger_than_its_webp_is_refused() {
    let lossy = |side: u16| {
        let side = side.to_le_bytes();
        chunk(b"VP8 ", &[&[0x10, 0x02, 0, 0x9d, 0x01, 0x2a][..], &side, &side, &[0; 200]].concat())
    };
    let lossless = |side: u32| {
        let sides = (side - 1) | (side - 1) << 14;
        chunk(b"VP8L", &[&[0x2f][..], &sides.to_le_bytes(), &[0; 200]].concat())
    };
    let animation = |side: u32, inner: &[u8]| {
        let [a, b, ..] = (side - 1).to_le_bytes();
        let frame = [&[0, 0, 0, 0, 0, 0, a, b, 0, a, b, 0, 0, 0, 0, 0][..], inner].concat();
        webp(2, &[chunk(b"ANIM", &[0; 6]), chunk(b"ANMF", &frame)].concat())
    };
    for (name, file) in [
        ("lossy", webp(0, &lossy(16_383))),
        ("lossless", webp(0, &lossless(16_383))),
        ("lossy, animated", animation(8, &lossy(16_383))),
        ("lossy with transparency, animated", animation(8, &[chunk(b"ALPH", &[0; 65]), lossy(16_383)].concat())),
        ("lossless, animated", animation(8, &lossless(16_383))),
        ("both, animated", animation(16_383, &lossy(16_383))),
    ] {
        is_refused(name, &file, "a frame of 16383 x 16383 in a picture of 8 x 8");
    }
    let right = picture::decode(&webp(0, &lossy(8)));
    assert!(!right.is_err_and(|why| why.to_string().contains("a frame of")), "the right size is not the reason");
}

#[test]
fn a_bmp_of_absurd_size_is_refused_before_it_is_unpacked() {
    let side = 20_000_u32.to_le_bytes();
    let head = [&[40, 0, 0, 0][..], &side, &side, &[1, 0, 24, 0], &[0; 24]].concat();
    let file = [&b"BM"[..], &[54, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0], &head].concat();
    let why = picture::decode(&file).expect_err("too large");
    assert!(matches!(why, PictureError::TooLarge { width: 20_000, height: 20_000 }), "{why:?}");
    is_refused("bmp", &file, "20000 x 20000");
}
