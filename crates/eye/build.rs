//! Packs the networks for the program: the weights are rounded (models/README.md), so packed they take half of it.

#[cfg(feature = "networks")]
fn main() -> std::io::Result<()> {
    use std::io::Write as _;
    use std::path::{Path, PathBuf};

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    let folder = |variable| PathBuf::from(std::env::var_os(variable).unwrap_or_default());
    for name in ["tiles.onnx", "pips.onnx"] {
        let from = folder("CARGO_MANIFEST_DIR").join("../../models").join(name);
        println!("cargo::rerun-if-changed={}", from.display());
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&in_planes(&std::fs::read(from)?))?;
        std::fs::write(folder("OUT_DIR").join(Path::new(name).with_extension("onnx.zz")), packed.finish()?)?;
    }
    Ok(())
}

/// The first of every four bytes, then the second, the third and the fourth of them: the bytes of numbers that are alike pack well.
#[cfg(feature = "networks")]
fn in_planes(bytes: &[u8]) -> Vec<u8> {
    (0..4).flat_map(|plane| bytes.iter().skip(plane).step_by(4).copied()).collect()
}

#[cfg(not(feature = "networks"))]
fn main() {}
