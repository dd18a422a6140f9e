//! The tables that fit a rule set: a line where nothing branches, a tree elsewhere.

use crate::advice::race::{Prospects, Race};
use crate::advice::sim::Rules;
use crate::advice::spec::{Arms, Spec};
use crate::advice::table::{Line, Table, Tree};

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

/// Runs the same code for whichever table an engine has.
macro_rules! with_rules {
    ($engine:expr, $rules:ident => $body:expr) => {
        match $engine {
            $crate::advice::engine::Engine::Line($rules) => $body,
            $crate::advice::engine::Engine::Tree($rules) => $body,
        }
    };
}
pub(crate) use with_rules;

/// The shipped race tables: their file and the rules they were made for.
const SHIPPED: &[(&str, &[u8])] = &[];

impl<T: Table> Rules<T> {
    /// The chances to win from every score under these rules.
    #[must_use]
    pub fn prospects(&self) -> Prospects {
        let name = race_name(&self.spec);
        if let Ok(dir) = std::env::var("RACE_DIR") { if let Ok(b) = std::fs::read(format!("{dir}/{name}.bin")) { return Prospects::new(Race::from_bytes(&b).ok()); } }
        let bytes = SHIPPED.iter().find(|(file, _)| *file == name).map(|(_, bytes)| *bytes);
        Prospects::new(bytes.and_then(|bytes| Race::from_bytes(bytes).ok()))
    }
}

/// The name of the race table that serves a rule set.
#[must_use]
pub fn race_name(spec: &Spec) -> String {
    let pairs = if spec.pairs { "pairs" } else { "two" };
    let kind = match (spec.pay, spec.exact, spec.hand, spec.max_pip) {
        (crate::advice::spec::Pay::FivesAndThrees, true, 9, _) => "sheffield",
        (crate::advice::spec::Pay::FivesAndThrees, ..) => "pafos",
        _ => "other",
    };
    format!("{kind}-{pairs}")
}
