//! Pictures from files: a single one, or a folder of them played in the order of their names.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

use super::{Next, Shot, Source, SourceError};
use eye::frame::Frame;
use eye::picture;

/// Interval at which a still picture is shown again, so that it does not pass for a lost camera.
const AGAIN: Duration = Duration::from_millis(500);

/// One picture, repeated.
#[derive(Debug)]
pub struct StillPicture {
    frame: Arc<Frame>,
    name: String,
    shown: bool,
}

/// A folder of pictures, each once, in the order of their names.
#[derive(Debug)]
pub struct PictureFolder {
    files: std::vec::IntoIter<PathBuf>,
}

fn load(path: &Path) -> Result<Arc<Frame>, SourceError> {
    let loaded = picture::load(path);
    let picture = loaded.map_err(|source| SourceError::File { path: path.display().to_string(), source })?;
    Ok(Arc::new(picture.frame))
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

impl StillPicture {
    /// Loads it.
    ///
    /// # Errors
    /// [`SourceError::File`].
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        Ok(Self { frame: load(path)?, name: name_of(path), shown: false })
    }
}

impl Source for StillPicture {
    fn next(&mut self) -> Result<Next, SourceError> {
        if std::mem::replace(&mut self.shown, true) {
            std::thread::sleep(AGAIN);
        }
        let frame = Arc::clone(&self.frame);
        let name = Some(self.name.clone());
        Ok(Next::Shot(Shot { frame, taken: Instant::now(), still: true, name, jpeg: None }))
    }
}

impl PictureFolder {
    /// Lists its pictures.
    ///
    /// # Errors
    /// [`SourceError::Folder`] and [`SourceError::Empty`].
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        let shown = || path.display().to_string();
        let entries = path.read_dir().map_err(|source| SourceError::Folder { path: shown(), source })?;
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|file| picture::is_picture_name(file));
        files.sort();
        if files.is_empty() {
            return Err(SourceError::Empty(shown()));
        }
        Ok(Self { files: files.into_iter() })
    }
}

impl Source for PictureFolder {
    fn next(&mut self) -> Result<Next, SourceError> {
        let Some(path) = self.files.next() else { return Ok(Next::End) };
        let name = Some(name_of(&path));
        // One bad picture must not end the show.
        Ok(match load(&path) {
            Ok(frame) => Next::Shot(Shot { frame, taken: Instant::now(), still: true, name, jpeg: None }),
            Err(error) => Next::Missed(error.to_string()),
        })
    }

    fn waits(&self) -> bool {
        true
    }
}
