//! The tables that fit a rule set: a line where nothing branches, a tree elsewhere.

use crate::race::{Prospects, Race};
use crate::rollout::Rules;
use crate::spec::{Arms, Draw, Pay, Spec};
use crate::table::{Layouts, Line, Tree};

/// Rules with their tables.
#[derive(Clone, Debug)]
pub enum Engine {
    /// One line with two ends.
    Line(Rules<Line>),
    /// A layout that may branch.
    Tree(Rules<Tree>),
}

impl Engine {
    /// The engine of a rule set.
    #[must_use]
    pub fn new(spec: Spec) -> Self {
        if spec.arms == Arms::Never && !spec.inline {
            Self::Line(Rules::new(spec, Line::new(spec.max_pip, spec.pay)))
        } else {
            Self::Tree(Rules::new(spec, Tree::new(&spec)))
        }
    }

    /// The chances to win from every score under these rules.
    #[must_use]
    pub fn prospects(&self) -> Prospects {
        match self {
            Self::Line(rules) => rules.prospects(),
            Self::Tree(rules) => rules.prospects(),
        }
    }
}

/// The shipped race tables: their names (from [`race_name`]) and bytes. `sixty-one-lab race` makes them.
#[cfg(not(target_arch = "wasm32"))]
const SHIPPED: &[(&str, &[u8])] = &[
    ("pafos-two", include_bytes!("../race/pafos-two.bin")),
    ("pafos-pairs", include_bytes!("../race/pafos-pairs.bin")),
    ("pafos_121-two", include_bytes!("../race/pafos_121-two.bin")),
    ("pafos_121-pairs", include_bytes!("../race/pafos_121-pairs.bin")),
    ("sheffield-two", include_bytes!("../race/sheffield-two.bin")),
    ("all_fives_200-two", include_bytes!("../race/all_fives_200-two.bin")),
    ("all_fives_200-pairs", include_bytes!("../race/all_fives_200-pairs.bin")),
    ("sbyc_club-two", include_bytes!("../race/sbyc_club-two.bin")),
    ("muggins-two", include_bytes!("../race/muggins-two.bin")),
    ("block-two", include_bytes!("../race/block-two.bin")),
    ("draw-two", include_bytes!("../race/draw-two.bin")),
    ("branching_draw_100-two", include_bytes!("../race/branching_draw_100-two.bin")),
];

#[cfg(not(target_arch = "wasm32"))]
fn shipped(name: &str) -> Option<&'static [u8]> {
    SHIPPED.iter().find(|(file, _)| *file == name).map(|(_, bytes)| *bytes)
}

/// A page loads the tables beside the program, so that the program is there sooner.
#[cfg(target_arch = "wasm32")]
static SHIPPED: std::sync::OnceLock<Vec<(String, Vec<u8>)>> = std::sync::OnceLock::new();

#[cfg(target_arch = "wasm32")]
fn shipped(name: &str) -> Option<&'static [u8]> {
    SHIPPED.get()?.iter().find(|(file, _)| *file == name).map(|(_, bytes)| bytes.as_slice())
}

/// Takes the race tables in one file: a line with name and length for each, an empty line, then all their bytes.
#[cfg(target_arch = "wasm32")]
pub fn bring_races(file: &[u8]) {
    let Some(end) = file.windows(2).position(|pair| pair == b"\n\n") else { return };
    let (lines, mut bytes) = (String::from_utf8_lossy(&file[..end]), &file[end + 2..]);
    let mut tables = Vec::new();
    for line in lines.lines() {
        let Some((name, length)) = line.split_once(' ') else { return };
        let Some((table, rest)) = length.parse().ok().and_then(|length| bytes.split_at_checked(length)) else { return };
        tables.push((name.to_owned(), table.to_vec()));
        bytes = rest;
    }
    drop(SHIPPED.set(tables));
}

impl<T: Layouts> Rules<T> {
    /// The chances to win from every score under these rules.
    #[must_use]
    pub fn prospects(&self) -> Prospects {
        let name = race_name(&self.spec);
        Prospects::new(shipped(&name).and_then(|bytes| Race::from_bytes(bytes).ok()))
    }
}

/// Returns the name of the race table for a rule set: that of the preset that is played like it. A rule set without a
/// table uses the one of its kind; [`Race`] counts the points still to be made, so the target may differ. Pairs without
/// a table are judged by a rule of thumb.
#[must_use]
pub fn race_name(spec: &Spec) -> String {
    let kind = match spec.pay {
        Pay::FivesAndThrees | Pay::FivesAndThreesInFull if spec.exact && !spec.out_ends => "sheffield",
        Pay::FivesAndThrees | Pay::FivesAndThreesInFull if spec.target > 61 => "pafos_121",
        Pay::FivesAndThrees | Pay::FivesAndThreesInFull => "pafos",
        Pay::Fives if spec.max_pip > 6 => "muggins",
        Pay::Fives => "all_fives_200",
        Pay::FiveUnits => "sbyc_club",
        Pay::Headers => "pafos",
        Pay::Nothing if spec.draw == Draw::Never => "block",
        Pay::Nothing if spec.arms == Arms::Never => "draw",
        Pay::Nothing => "branching_draw_100",
    };
    format!("{kind}-{}", if spec.pairs { "pairs" } else { "two" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::rules::PRESETS;

    #[test]
    fn every_preset_for_two_has_a_table() {
        for preset in PRESETS {
            let Ok(spec) = Spec::of(&preset.rules, 2, None) else { continue };
            let name = race_name(&spec);
            let bytes = shipped(&name).map(Race::from_bytes);
            assert!(matches!(bytes, Some(Ok(_))), "{}: {name}", preset.rules.id);
        }
    }
}
