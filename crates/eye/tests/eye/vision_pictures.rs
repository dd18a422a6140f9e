//! Pictures as files hold them: every known format, turned as EXIF says, and everything that can be wrong with one.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::io::Cursor;

use eye::picture::{self, PictureError, WORKING_SIDE};
use image::{DynamicImage, ImageFormat, RgbImage};

/// Wider than high, red on the left, blue on the right.
fn sample(width: u32, height: u32) -> DynamicImage {
    let colour = |x: u32| if x < width / 2 { [200, 10, 10] } else { [10, 10, 200] };
    RgbImage::from_fn(width, height, |x, _| image::Rgb(colour(x))).into()
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A JPEG with an EXIF block that says how the camera was held.
fn jpeg_held(orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01".to_vec();
    exif.extend([0, orientation, 0, 0, 0, 0, 0, 0]);
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    let plain = encoded(&sample(64, 32), ImageFormat::Jpeg);
    [&plain[..2], &[0xff, 0xe1], &length, &exif, &plain[2..]].concat()
}

fn error(bytes: &[u8]) -> PictureError {
    picture::decode(bytes).expect_err("this is no good picture")
}

/// Reports whether the pixel at this place is rather red than blue.
fn is_red(picture: &picture::Picture, x: u32, y: u32) -> bool {
    let i = (y * picture.frame.width() + x) as usize * 3;
    let rgb = picture.frame.rgb();
    rgb[i] > rgb[i + 2]
}

#[test]
fn the_four_formats_give_the_same_picture() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Bmp] {
        let picture = picture::decode(&encoded(&sample(64, 32), format)).unwrap();
        assert_eq!((picture.width, picture.height), (64, 32), "{format:?}");
        assert_eq!(picture.scale(), (1.0, 1.0), "{format:?}");
        assert!(is_red(&picture, 5, 16) && !is_red(&picture, 58, 16), "{format:?}");
    }
}

#[test]
fn grey_and_transparent_pictures_become_colour() {
    for image in [DynamicImage::new_luma8(8, 4), DynamicImage::new_rgba8(8, 4), DynamicImage::new_luma16(8, 4)] {
        let picture = picture::decode(&encoded(&image, ImageFormat::Png)).unwrap();
        assert_eq!(picture.frame.rgb().len(), 8 * 4 * 3);
    }
}

#[test]
fn a_picture_taken_sideways_is_turned_upright() {
    let upright = picture::decode(&jpeg_held(1)).unwrap();
    assert_eq!((upright.width, upright.height), (64, 32));
    // 6: turned by a quarter clockwise, so that the left side becomes the top.
    let quarter = picture::decode(&jpeg_held(6)).unwrap();
    assert_eq!((quarter.width, quarter.height), (32, 64));
    assert!(is_red(&quarter, 16, 5) && !is_red(&quarter, 16, 58));
    // 3: upside down.
    let half = picture::decode(&jpeg_held(3)).unwrap();
    assert_eq!((half.width, half.height), (64, 32));
    assert!(!is_red(&half, 5, 16) && is_red(&half, 58, 16));
    // 99 is not an orientation: the picture is not turned.
    assert_eq!(picture::decode(&jpeg_held(99)).unwrap().width, 64);
}

#[test]
fn tiny_and_dark_pictures_are_pictures() {
    let dot = picture::decode(&encoded(&DynamicImage::new_rgb8(1, 1), ImageFormat::Png)).unwrap();
    assert_eq!((dot.width, dot.height), (1, 1));
    let strip = picture::decode(&encoded(&DynamicImage::new_rgb8(900, 1), ImageFormat::Png)).unwrap();
    assert_eq!((strip.width, strip.height), (900, 1));
}

#[test]
fn a_large_picture_is_worked_on_smaller_but_measured_in_its_own_pixels() {
    let picture = picture::decode(&encoded(&sample(2 * WORKING_SIDE, 300), ImageFormat::Png)).unwrap();
    assert_eq!((picture.width, picture.height), (2 * WORKING_SIDE, 300));
    assert_eq!((picture.frame.width(), picture.frame.height()), (WORKING_SIDE, 150));
    assert_eq!(picture.scale(), (2.0, 2.0));
    assert!(is_red(&picture, 10, 75) && !is_red(&picture, WORKING_SIDE - 10, 75));
}

#[test]
fn a_picture_of_absurd_size_is_refused_before_it_is_unpacked() {
    // A PNG that claims 20,000 x 20,000 pixels and holds none.
    let mut png = encoded(&DynamicImage::new_rgb8(1, 1), ImageFormat::Png);
    let side = 20_000_u32.to_be_bytes();
    png[16..20].copy_from_slice(&side);
    png[20..24].copy_from_slice(&side);
    let checksum = crc32(&png[12..29]).to_be_bytes();
    png[29..33].copy_from_slice(&checksum);
    let found = error(&png);
    assert!(matches!(found, PictureError::TooLarge { width: 20_000, height: 20_000, .. }), "{found:?}");
}

/// Computes the checksum of a PNG (ISO 3309).
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
    !bytes.iter().fold(u32::MAX, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}

#[test]
fn cut_off_files_are_told_from_whole_ones() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Bmp] {
        let noisy = RgbImage::from_fn(80, 60, |x, y| image::Rgb([(x * 37 % 251) as u8, (y * 91 % 241) as u8, 7]));
        let bytes = encoded(&noisy.into(), format);
        for kept in [bytes.len() / 3, bytes.len() / 2, bytes.len() * 9 / 10] {
            let found = error(&bytes[..kept]);
            let right = matches!(found, PictureError::CutOff | PictureError::Damaged(_));
            assert!(right, "{format:?} cut to {kept} of {}: {found:?}", bytes.len());
        }
        for kept in 0..bytes.len().min(64) {
            error(&bytes[..kept]);
        }
    }
}

#[test]
fn a_preview_inside_a_cut_off_jpeg_does_not_make_it_whole() {
    let preview = encoded(&sample(16, 16), ImageFormat::Jpeg);
    let length = u16::try_from(preview.len() + 2).unwrap().to_be_bytes();
    let whole = encoded(&sample(64, 64), ImageFormat::Jpeg);
    let with_preview = [&whole[..2], &[0xff, 0xe2], &length, &preview, &whole[2..]].concat();
    assert!(picture::decode(&with_preview).is_ok());
    let cut = &with_preview[..with_preview.len() - 40];
    assert!(matches!(error(cut), PictureError::CutOff));
}

#[test]
fn what_is_no_picture_is_told_in_words() {
    assert!(matches!(error(b""), PictureError::Empty));
    assert!(matches!(error(b"This is a letter."), PictureError::NotAPicture));
    assert!(matches!(error(b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,"), PictureError::NotAPicture));
    assert!(matches!(error(&[0xff, 0xd8, 0xff, 0xe0]), PictureError::CutOff | PictureError::Damaged(_)));
    let missing = picture::load(std::path::Path::new("there/is/no/such.jpg")).expect_err("no file");
    assert!(matches!(missing, PictureError::Open(_)));
    assert!(!missing.to_string().is_empty());
}

/// A picture of tests/pictures (made by the script there).
fn made(name: &str) -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    std::fs::read(folder.join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// The corners of the made pictures: which of red, green and blue are there.
fn corners(picture: &picture::Picture) -> [[bool; 3]; 4] {
    let (right, low) = (picture.frame.width() - 4, picture.frame.height() - 4);
    [(3, 3), (right, 3), (3, low), (right, low)]
        .map(|(x, y)| picture.frame.pixel(x, y).unwrap().map(|value| value > 128))
}

#[track_caller]
fn is_upright(name: &str, bytes: &[u8]) {
    let picture = picture::decode(bytes).unwrap_or_else(|why| panic!("{name} {why}"));
    assert_eq!((picture.width, picture.height), (48, 32), "{name}");
    let [red, green, blue] = [0, 1, 2].map(|only| [0, 1, 2].map(|channel| channel == only));
    assert_eq!(corners(&picture), [red, green, blue, [true; 3]], "{name}");
}

#[test]
fn every_way_a_file_holds_a_picture_gives_the_same() {
    let turned = (1..=8).flat_map(|n| ["jpg", "png", "webp"].map(|ending| format!("turned-{n}.{ending}")));
    let others = [
        "plain.jpg",
        "progressive.jpg",
        "half-colours.jpg",
        "print-ycck.jpg",
        "print-cmyk.jpg",
        "sixteen-bit.png",
        "alpha.png",
        "interlaced.png",
        "lossless.webp",
        "animated.webp",
    ];
    for name in turned.chain(others.map(str::to_owned)) {
        is_upright(&name, &made(&name));
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    assert!(matches!(error(&made("heic-named.jpg")), PictureError::Heic));
    assert!(matches!(error(&made("print-unmarked.jpg")), PictureError::PrintColours));
}

#[test]
fn a_jpeg_without_its_end_mark_or_with_more_behind_it_is_whole() {
    for name in ["plain.jpg", "progressive.jpg", "half-colours.jpg", "print-ycck.jpg", "turned-6.jpg"] {
        let bytes = made(name);
        for kept in [bytes.len() - 2, bytes.len() - 1] {
            is_upright(name, &bytes[..kept]);
        }
        is_upright(name, &[&bytes[..], b"a film follows", &made("plain.jpg")].concat());
        // Without its last scan, a progressive picture has all its rows.
        let end = if name == "progressive.jpg" { bytes.len() / 2 } else { bytes.len() - 12 };
        let cut = picture::decode(&bytes[..end]);
        assert!(matches!(cut, Err(PictureError::CutOff | PictureError::Damaged(_))), "{name}: {cut:?}");
    }
}

/// Small files of huge pictures, of every kind that the decoders keep in memory in another way.
#[test]
fn what_takes_too_much_memory_is_refused_before_it_is_unpacked() {
    let sides = |name: &str, side: u16| {
        let mut bytes = made(name);
        let frame = bytes.windows(2).position(|pair| pair[0] == 0xff && matches!(pair[1], 0xc0 | 0xc2)).unwrap();
        for at in [frame + 5, frame + 7] {
            bytes[at..at + 2].copy_from_slice(&side.to_be_bytes());
        }
        bytes
    };
    for (name, side) in
        [("progressive.jpg", 9990), ("progressive.jpg", 5000), ("plain.jpg", 7700), ("print-ycck.jpg", 7700)]
    {
        let found = error(&sides(name, side));
        assert!(matches!(found, PictureError::TooLarge { .. }), "{name} of {side}: {found:?}");
    }
    // A phone's picture of 48 million pixels is not among them.
    assert!(picture::decode(&sides("plain.jpg", 6900)).is_ok());
}

#[test]
fn damaged_bytes_never_bring_the_program_down() {
    for (i, format) in
        [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Bmp].into_iter().enumerate()
    {
        let bytes = encoded(&sample(40, 30), format);
        let mut rng = game::rng::Rng::new(7 + i as u64);
        for _ in 0..200 {
            let mut broken = bytes.clone();
            for _ in 0..3 {
                let at = rng.below(broken.len());
                broken[at] = rng.below(256) as u8;
            }
            // A picture or an error, both are fine.
            let _ = picture::decode(&broken);
        }
    }
}
