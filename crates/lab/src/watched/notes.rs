//! Pictures of faults and decisions, with the tracker's explanations.

use super::Taken;
use anyhow::Context as _;
use eye::detect::overlay;
use eye::frame::Frame;
use eye::read::{Part, ReadTile, Reading, Settings};
use game::rules::PRESETS;
use sixty_one::live::recording::Entry;
use sixty_one::live::{Outline, Role, Sighting};
use sixty_one::table::picture::jpeg;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Looks written with a fault.
const RECENT: usize = 24;
/// Quality of the pictures.
const QUALITY: u8 = 92;

/// Notes about one game.
#[derive(Debug, Default)]
pub struct Notes {
    faults: Option<PathBuf>,
    decisions: Option<PathBuf>,
    game: String,
    recent: VecDeque<String>,
    story: String,
}

impl Notes {
    /// Creates notes about this game: a picture of every fault in one folder, of every decision in another.
    pub(super) fn new(game: &str, faults: Option<&Path>, decisions: Option<&Path>) -> Self {
        let decisions = decisions.map(|folder| folder.join(game));
        Self { faults: faults.map(Path::to_owned), decisions, game: game.to_owned(), ..Self::default() }
    }

    /// Notes the result of a picture.
    pub(super) fn seen(
        &mut self,
        taken: &Taken,
        (state, thought): (&str, &str),
        looked: bool,
        entries: &[Entry],
    ) -> anyhow::Result<()> {
        let name = format!("{:06.2}-{}", taken.at, taken.name);
        let mut text = format!("{name} {state}: {thought}\n");
        for entry in entries {
            // Writing to a text cannot fail.
            let _never = writeln!(text, "    => {entry:?}");
        }
        if let Some(folder) = &self.decisions {
            self.story.push_str(&text);
            if looked || !entries.is_empty() {
                let encoded = || jpeg(&taken.frame, QUALITY).unwrap_or_default();
                write(folder, &format!("{name}.jpg"), &taken.file.clone().unwrap_or_else(encoded))?;
            }
        }
        if looked || !entries.is_empty() {
            self.recent.truncate(RECENT - 1);
            self.recent.push_front(text);
        }
        Ok(())
    }

    /// Notes a fault: its picture, the same with the outlines over it, and the last explanations.
    pub(super) fn fault(&self, at: f64, words: &str, sighting: &Sighting) -> anyhow::Result<()> {
        let Some(folder) = &self.faults else { return Ok(()) };
        let name = format!("{}-{at:06.1}", self.game);
        if let Some(frame) = &sighting.frame {
            write(folder, &format!("{name}.jpg"), &jpeg(frame, QUALITY).unwrap_or_default())?;
            let seen = jpeg(&outlined(frame, &sighting.tiles), QUALITY).unwrap_or_default();
            write(folder, &format!("{name}-seen.jpg"), &seen)?;
        }
        let recent: String = self.recent.iter().rev().map(String::as_str).collect();
        write(folder, &format!("{name}.txt"), format!("{words}\n{}\n{recent}", sighting.state).as_bytes())
    }

    /// Writes the explanations of all decisions.
    pub(super) fn end(&self) -> anyhow::Result<()> {
        self.decisions.as_ref().map_or(Ok(()), |folder| write(folder, "story.txt", self.story.as_bytes()))
    }
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let path = folder.join(name);
    std::fs::write(&path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}

/// Draws the outlines of the tiles over the picture.
fn outlined(frame: &Frame, tiles: &[Outline]) -> Frame {
    let reading = Reading {
        tiles: tiles.iter().map(read).collect(),
        joins: Vec::new(),
        ends: Vec::new(),
        apart: Vec::new(),
        confidence: 1.0,
        doubts: Vec::new(),
        unread: Vec::new(),
        settings: Settings::of_rules(&PRESETS[0].rules),
    };
    overlay::draw(frame, &reading, (1.0, 1.0))
}

/// Converts an outline for the overlay: new tiles like loose ones, covered ones dashed.
const fn read(outline: &Outline) -> ReadTile {
    let part = match outline.role {
        Role::Laid(_) | Role::Covered(_) => Part::Line,
        Role::New => Part::Unreadable,
        Role::Loose => Part::Loose,
        Role::FaceDown | Role::Standing => Part::FaceDown,
    };
    let seen = if matches!(outline.role, Role::Covered(_)) { None } else { Some(0) };
    ReadTile { pips: outline.pips, part, confidence: outline.confidence, seen, corners: outline.corners }
}
