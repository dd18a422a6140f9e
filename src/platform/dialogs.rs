//! The file dialogs of the platform. Opened from the window, answered whenever the person is done; where the platform has
//! none it is as if it had been closed, and paths can be typed as ever.

#[cfg(not(target_arch = "wasm32"))]
use language::say;
#[cfg(not(target_arch = "wasm32"))]
use rfd::{AsyncFileDialog, FileHandle};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
#[cfg(not(target_arch = "wasm32"))]
use std::{sync::mpsc::channel, thread::Builder};

/// Kind of file that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A file of matches to import.
    Games,
    /// The folder that files are written to.
    Folder,
    /// A picture of tiles to count.
    Picture,
}

/// A dialog that is open.
#[derive(Debug)]
pub struct Dialog {
    asked: Asked,
    answer: Receiver<Option<PathBuf>>,
}

impl Dialog {
    /// Opens nothing: a browser opens its dialog on a touch of the page, and the chosen file arrives like a dropped
    /// one.
    #[cfg(target_arch = "wasm32")]
    #[must_use]
    pub fn open(_asked: Asked, _folder: &Path, _wake: impl FnOnce() + Send + 'static) -> Option<Self> {
        None
    }

    /// Opens a dialog in this folder; `wake` is called when it has been answered. `None` where the system has no thread
    /// left.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn open(asked: Asked, folder: &Path, wake: impl FnOnce() + Send + 'static) -> Option<Self> {
        let dialog = AsyncFileDialog::new().set_directory(folder);
        // Made on the window's thread, as macOS requires; waited for elsewhere.
        let chosen: std::pin::Pin<Box<dyn Future<Output = Option<FileHandle>> + Send>> = match asked {
            Asked::Games => Box::pin(
                dialog
                    .set_title(say!("Matches to import"))
                    .add_filter(say!("Games and records"), &["json", "txt", "sqlite"])
                    .pick_file(),
            ),
            Asked::Picture => Box::pin(
                dialog
                    .set_title(say!("Tiles to count"))
                    .add_filter(say!("Pictures"), &eye::picture::ENDINGS)
                    .pick_file(),
            ),
            Asked::Folder => Box::pin(dialog.set_title(say!("Folder for files")).pick_folder()),
        };
        let (told, answer) = channel();
        let wait = move || {
            let path = pollster::block_on(chosen).map(|file| file.path().to_owned());
            let _told = told.send(path);
            wake();
        };
        Builder::new().name("file dialog".to_owned()).spawn(wait).ok()?;
        Some(Self { asked, answer })
    }

    /// Returns the kind of file.
    #[must_use]
    pub const fn asked(&self) -> Asked {
        self.asked
    }

    /// The answer once there is one: a path, or nothing where the dialog was closed.
    ///
    /// # Errors
    /// The dialog is still open.
    pub fn answer(&self) -> Result<Option<PathBuf>, StillOpen> {
        use std::sync::mpsc::TryRecvError;
        match self.answer.try_recv() {
            Ok(path) => Ok(path),
            Err(TryRecvError::Disconnected) => Ok(None),
            Err(TryRecvError::Empty) => Err(StillOpen),
        }
    }
}

/// The choice is still open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the dialog is still open")]
pub struct StillOpen;
