//! `sixty-one-lab watch --games N --faults DIR`: a picture of every fault, and a text beside it.

use std::path::Path;

use anyhow::Context as _;

use super::replay::Fault;
use eye::detect::overlay;
use eye::read::{Part, ReadTile, Reading, Settings};
use game::rules::PRESETS;
use sixty_one::live::{Outline, Role};
use sixty_one::table::picture::jpeg;

/// Writes `GAME-SECONDS.jpg`, `GAME-SECONDS-seen.jpg` with the outlines over it, and `GAME-SECONDS.txt`.
pub(super) fn keep(folder: &Path, seed: u64, fault: &Fault) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let name = format!("{seed:03}-{:06.1}", fault.at);
    let write = |name: String, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).with_context(|| format!("{} cannot be written", path.display()))
    };
    if let Some(frame) = &fault.sighting.frame {
        let reading = Reading {
            tiles: fault.sighting.tiles.iter().map(read).collect(),
            joins: Vec::new(),
            ends: Vec::new(),
            apart: Vec::new(),
            confidence: 1.0,
            margin: 0.0,
            doubts: Vec::new(),
            unread: Vec::new(),
            settings: Settings::of_rules(&PRESETS[0].rules),
        };
        let seen = overlay::draw(frame, &reading, (1.0, 1.0));
        write(format!("{name}.jpg"), &jpeg(frame, 92).unwrap_or_default())?;
        write(format!("{name}-seen.jpg"), &jpeg(&seen, 92).unwrap_or_default())?;
    }
    let text = format!("{}\n{}\n{}\n", fault.words, fault.sighting.state, fault.story.join("\n"));
    write(format!("{name}.txt"), text.as_bytes())
}

/// An outline as the overlay draws it: new tiles like loose ones, covered ones dashed.
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
