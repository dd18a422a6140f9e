//! `shipped`: what goes into the packages beside the program and is made from its own words: manual pages, and what shells
//! complete.

use anyhow::Context as _;
use clap_complete::Shell;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes the manual pages and the completions of shells.
#[derive(Debug, clap::Args)]
pub(super) struct ShippedArgs {
    /// The folder: `man` and `completions` are made in it.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// The shells that the packages serve.
const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Zsh, Shell::Fish];

/// # Errors
/// A folder that takes no file.
pub(super) fn run(args: &ShippedArgs) -> anyhow::Result<()> {
    let [pages, completions] = ["man", "completions"].map(|name| args.out.join(name));
    for folder in [&pages, &completions] {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    // The help command would have a page for each of the others again.
    let mut command = sixty_one::cli::commands().disable_help_subcommand(true);
    for shell in SHELLS {
        clap_complete::generate_to(shell, &mut command, "sixty-one", &completions)?;
    }
    write_pages(command, &pages)
}

fn write_pages(command: clap::Command, folder: &Path) -> anyhow::Result<()> {
    clap_mangen::generate_to(command, folder).with_context(|| folder.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_its_page_and_every_shell_its_completions() {
        let folder = tempfile::tempdir().unwrap();
        run(&ShippedArgs { out: folder.path().to_owned() }).unwrap();
        for page in ["sixty-one.1", "sixty-one-sessions.1", "sixty-one-sessions-export.1"] {
            let text = fs::read_to_string(folder.path().join("man").join(page)).unwrap();
            assert!(text.contains("Example: sixty"), "{page}");
        }
        for shell in ["sixty-one.bash", "_sixty-one", "sixty-one.fish"] {
            let text = fs::read_to_string(folder.path().join("completions").join(shell)).unwrap();
            assert!(text.contains("cameras"), "{shell}");
        }
    }
}
