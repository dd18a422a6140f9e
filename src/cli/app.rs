//! Opens the window.

use super::libraries::package_named_in;
use crate::platform::display::{Display, display};
use crate::platform::spoken;
use crate::ui::keeper::Keeper;
use crate::ui::shell::Shell;
use crate::voice::{Tools, Voice};
use anyhow::Context as _;
use language::{said, say, sentence};
use std::io::IsTerminal as _;
use std::path::Path;
use store::OpenError;

/// Commands for people without a display.
const WITHOUT: &str = sentence!(
    "without a window, use `sixty-one score` (scores a line of play), `sixty-one read` (reads a picture \
        of a layout), `sixty-one advise` (suggests a tile) and more: see `sixty-one --help`"
);

/// Opens the window on the sessions in `data`, or in the folder the platform has for them.
///
/// # Errors
/// No display, no folder, another window that has it open.
pub(super) fn run(data: Option<&Path>) -> anyhow::Result<()> {
    if display() == Display::Missing {
        anyhow::bail!(say!(
            "there is no display to open a window on (neither WAYLAND_DISPLAY nor DISPLAY is set); {without}",
            without = said(WITHOUT)
        ));
    }
    let folder = match data {
        Some(folder) => folder.to_owned(),
        None => store::default_folder().context(say!("no home folder is set: choose a data folder with --data"))?,
    };
    let keeper = match Keeper::open(&folder) {
        Ok(keeper) => keeper,
        Err(why @ OpenError::InUse { .. }) => {
            if !std::io::stderr().is_terminal() {
                let _unseen =
                    crate::ui::app::tell(say!("Sixty-One is open already: use the window that is open.").to_owned());
            }
            anyhow::bail!(say!("{why}; use the window that is open, or choose another folder with --data", why))
        }
        Err(why) => return Err(why.into()),
    };
    let shell = Shell::new(keeper)
        .with_language(spoken::of_system(), language::set)
        .with_voice(Voice::with(Tools::of_machine()));
    crate::ui::app::run(shell).map_err(|why| {
        anyhow::anyhow!(say!(
            "can't open the window: {why}; {without}",
            why = with_package(&why),
            without = said(WITHOUT)
        ))
    })
}

/// Checks whether the window can open, and names the package that helps.
///
/// # Errors
/// The reason it can't.
pub(super) fn opens() -> Result<(), String> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let tried = std::panic::catch_unwind(crate::ui::app::probe);
    std::panic::set_hook(hook);
    let why = match tried {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(why)) => why,
        Err(panic) => {
            panic.downcast_ref::<String>().cloned().unwrap_or_else(|| say!("the window library failed").to_owned())
        }
    };
    Err(with_package(&why))
}

fn with_package(why: &str) -> String {
    match package_named_in(why) {
        Some(package) => say!("{why}; install the package {package}", why, package),
        None => why.to_owned(),
    }
}
