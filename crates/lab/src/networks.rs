//! `sixty-one-lab networks`: makes of the networks' files what the browser's page has of them.

use anyhow::Context as _;
use eye::detect::onnx::{PIPS, TILES, packed_plainly};
use std::path::PathBuf;

/// Makes `tiles.plain` and `pips.plain` of the ONNX files beside them.
#[derive(Debug, clap::Args)]
pub(crate) struct NetworksArgs {
    /// The folder of the files.
    #[arg(value_name = "DIR", default_value = "models")]
    folder: PathBuf,
}

/// Writes both files.
///
/// # Errors
/// A file is missing or broken, or cannot be written.
pub(crate) fn run(args: &NetworksArgs) -> anyhow::Result<()> {
    for name in [TILES, PIPS] {
        let file = args.folder.join(name);
        let bytes = std::fs::read(&file).with_context(|| format!("{} can't be read", file.display()))?;
        let plain = file.with_extension("plain");
        std::fs::write(&plain, packed_plainly(name, &bytes)?)
            .with_context(|| format!("{} can't be written", plain.display()))?;
    }
    Ok(())
}
