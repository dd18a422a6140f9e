//! The user's settings: a small JSON file beside the sessions. Losing it loses no game, so it is read forgivingly: a
//! file that cannot be read gives the defaults and a reason.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Dark.
    Dark,
    /// Light.
    Light,
}

/// What a user may set. Fields that a newer program wrote are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Colours.
    pub theme: Theme,
    /// Size of everything in percent, `100..=200`.
    pub scale_percent: u16,
    /// Pegs jump instead of moving.
    pub reduced_motion: bool,
    /// Advice is hidden.
    pub competition: bool,
    /// Scores are spoken.
    pub speech: bool,
    /// Readings are confirmed without a person, except the one that would win.
    pub auto_confirm: bool,
    /// The camera used last, by name.
    pub camera: Option<String>,
    /// Space for pictures kept as evidence.
    pub picture_quota_mib: u32,
    /// What this program does not know.
    #[serde(flatten)]
    pub other: serde_json::Map<String, serde_json::Value>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            scale_percent: 100,
            reduced_motion: false,
            competition: false,
            speech: false,
            auto_confirm: false,
            camera: None,
            picture_quota_mib: 512,
            other: serde_json::Map::new(),
        }
    }
}

impl Settings {
    /// The file in a data folder.
    #[must_use]
    pub fn path(folder: &Path) -> PathBuf {
        folder.join("settings.json")
    }

    /// The settings of a data folder, and why they are the defaults if a file is there and cannot be read.
    #[must_use]
    pub fn load(folder: &Path) -> (Self, Option<String>) {
        let path = Self::path(folder);
        match read::<Self>(&path) {
            Ok(settings) => (settings.unwrap_or_default().within_bounds(), None),
            Err(reason) => {
                (Self::default(), Some(format!("the settings cannot be read ({reason}): {}", path.display())))
            }
        }
    }

    /// Writes the settings: all of the new file or all of the old one survives a crash.
    ///
    /// # Errors
    /// If the file cannot be written; the old one is as it was.
    pub fn save(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let path = Self::path(folder);
        let unfinished = path.with_extension("unfinished");
        let mut file = fs::File::create(&unfinished)?;
        file.write_all(serde_json::to_string_pretty(self).map_err(io::Error::other)?.as_bytes())?;
        file.sync_all()?;
        fs::rename(&unfinished, &path)
    }

    /// Values that a hand-edited file may have set out of range.
    fn within_bounds(mut self) -> Self {
        self.scale_percent = self.scale_percent.clamp(100, 200);
        self
    }
}

/// `None` if there is no file.
fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, String> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.to_string()),
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_and_bad_files_are_named() {
        let folder = std::env::temp_dir().join(format!("sixty-one-settings-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        assert_eq!(Settings::load(&folder.join("none")), (Settings::default(), None));
        fs::write(Settings::path(&folder), r#"{"theme":"dark","scale_percent":900,"from_the_future":[1]}"#).unwrap();
        let (settings, reason) = Settings::load(&folder);
        assert_eq!((settings.theme, settings.scale_percent, reason), (Theme::Dark, 200, None));
        settings.save(&folder).unwrap();
        assert_eq!(Settings::load(&folder), (settings.clone(), None));
        assert!(settings.other.contains_key("from_the_future"));
        for bad in ["", "[", "{\"theme\":7}", "\u{0}"] {
            fs::write(Settings::path(&folder), bad).unwrap();
            let (settings, reason) = Settings::load(&folder);
            assert_eq!(settings, Settings::default());
            assert!(reason.unwrap().contains("the settings cannot be read"));
        }
        drop(fs::remove_dir_all(&folder));
    }
}
