//! The click of a peg: a short, dry knock on wood, as the bytes of a sound file.

use std::f32::consts::TAU;
use std::path::{Path, PathBuf};

/// Samples a second.
const RATE: u32 = 22_050;
/// Duration of the click, in seconds.
const LONG: f32 = 0.05;

/// The sound as a file for the program that plays it; gone with this.
#[derive(Debug)]
pub(super) struct ClickFile(PathBuf);

impl ClickFile {
    /// Writes it among the temporary files; `None` where nothing can be written.
    pub(super) fn write() -> Option<Self> {
        let path = std::env::temp_dir().join(format!("sixty-one-peg-{}.wav", std::process::id()));
        std::fs::write(&path, wav(&knock())).ok()?;
        Some(Self(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

/// The sound as a file's bytes.
#[cfg(target_arch = "wasm32")]
pub(super) fn sound() -> Vec<u8> {
    wav(&knock())
}

impl Drop for ClickFile {
    fn drop(&mut self) {
        let _gone = std::fs::remove_file(&self.0);
    }
}

/// Two tones of a small block of wood that die away at once.
fn knock() -> Vec<i16> {
    let samples = (LONG * RATE as f32) as u32;
    let at = |i: u32| {
        let t = i as f32 / RATE as f32;
        let tone = |hertz: f32, dies: f32| (TAU * hertz * t).sin() * (-t / dies).exp();
        let loud = 0.55 * tone(1_650.0, 0.006) + 0.35 * tone(620.0, 0.009) + 0.1 * tone(3_900.0, 0.002);
        (loud * f32::from(i16::MAX) * 0.8) as i16
    };
    (0..samples).map(at).collect()
}

/// A WAV file of one channel with 16 bits a sample.
fn wav(samples: &[i16]) -> Vec<u8> {
    let data = samples.len() as u32 * 2;
    let mut bytes = Vec::with_capacity(44 + data as usize);
    bytes.extend(b"RIFF");
    bytes.extend((36 + data).to_le_bytes());
    bytes.extend(b"WAVEfmt ");
    bytes.extend(16_u32.to_le_bytes());
    // PCM, one channel.
    bytes.extend([1, 0, 1, 0]);
    bytes.extend(RATE.to_le_bytes());
    bytes.extend((RATE * 2).to_le_bytes());
    bytes.extend([2, 0, 16, 0]);
    bytes.extend(b"data");
    bytes.extend(data.to_le_bytes());
    bytes.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_click_is_short_and_dry() {
        let knock = knock();
        let loudest = |part: &[i16]| part.iter().map(|sample| sample.unsigned_abs()).max().unwrap_or(0);
        let (first, last) = knock.split_at(knock.len() / 4);
        assert!(loudest(first) > 8_000 && loudest(&last[last.len() / 2..]) < 400, "it dies away");
        assert_eq!(wav(&knock).len(), 44 + knock.len() * 2);
        let file = ClickFile::write().unwrap();
        assert!(file.path().is_file());
        let path = file.path().to_owned();
        drop(file);
        assert!(!path.exists());
    }
}
