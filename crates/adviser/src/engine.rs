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

impl<T: Layouts> Rules<T> {
    /// The chances to win from every score under these rules.
    #[must_use]
    pub fn prospects(&self) -> Prospects {
        let name = race_name(&self.spec);
        let bytes = SHIPPED.iter().find(|(file, _)| *file == name).map(|(_, bytes)| *bytes);
        Prospects::new(bytes.and_then(|bytes| Race::from_bytes(bytes).ok()))
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
            let bytes = SHIPPED.iter().find(|(file, _)| *file == name).map(|(_, bytes)| Race::from_bytes(bytes));
            assert!(matches!(bytes, Some(Ok(_))), "{}: {name}", preset.rules.id);
        }
    }
}
