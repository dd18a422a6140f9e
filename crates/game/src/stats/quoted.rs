//! The figures that players quote, each with its name and the words of its value: one list for window, sheet and
//! command line.

use super::{Figures, Rate};
use language::{say, say_count};

/// A figure that players quote.
///
/// ```
/// use game::stats::{Figures, Quoted, Rate};
///
/// let figures = Figures { points_per_drop: Rate { sum: 30, of: 20 }, ..Figures::default() };
/// let quoted = Quoted::PointsPerDrop;
/// assert_eq!((quoted.name(), quoted.value(&figures)), ("points a drop", "1.50".to_owned()));
/// assert_eq!(quoted.over(&figures), "over 20 drops");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quoted {
    /// Points pegged with a drop, on average.
    PointsPerDrop,
    /// Drops that scored.
    ScoringDrops,
    /// Eights.
    Eights,
    /// Points for the first tile of a hand, when the player led.
    FirstDrop,
    /// Knocks made.
    KnocksMade,
    /// Knocks forced.
    KnocksForced,
    /// Hands ended by going out.
    ChipOuts,
    /// Awards that would have passed the target.
    Busts,
    /// Games won, of those in which the player was within eleven points of the target.
    ElevenToGo,
    /// Most points pegged in one hand.
    BestHand,
    /// Longest run of matches won.
    Streak,
}

impl Quoted {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 11] = [
        Self::PointsPerDrop,
        Self::ScoringDrops,
        Self::Eights,
        Self::FirstDrop,
        Self::KnocksMade,
        Self::KnocksForced,
        Self::ChipOuts,
        Self::Busts,
        Self::ElevenToGo,
        Self::BestHand,
        Self::Streak,
    ];

    /// Returns the name of the figure.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::PointsPerDrop => say!("points a drop"),
            Self::ScoringDrops => say!("scoring drops"),
            Self::Eights => say!("eights"),
            Self::FirstDrop => say!("first-drop average"),
            Self::KnocksMade => say!("knocks made"),
            Self::KnocksForced => say!("knocks forced"),
            Self::ChipOuts => say!("chip-outs"),
            Self::Busts => say!("busts"),
            Self::ElevenToGo => say!("won with 11 to go"),
            Self::BestHand => say!("best hand"),
            Self::Streak => say!("winning streak"),
        }
    }

    /// Reports whether it is a number of points, which can't be compared across rule sets.
    #[must_use]
    pub const fn is_points(self) -> bool {
        matches!(self, Self::PointsPerDrop | Self::FirstDrop | Self::BestHand)
    }

    /// Returns the base of the figure: "of 812 drops".
    #[must_use]
    pub fn over(self, figures: &Figures) -> String {
        if figures.mixed && self.is_points() {
            return say!("mixed rules: choose one").to_owned();
        }
        let drops = |rate: Rate| say_count!(rate.of, "over {n} drop", "over {n} drops");
        match self {
            Self::PointsPerDrop => drops(figures.points_per_drop),
            Self::ScoringDrops => drops(figures.scoring_drops),
            Self::Eights => drops(figures.eights),
            Self::FirstDrop => say_count!(figures.first_drop.of, "over {n} lead", "over {n} leads"),
            Self::KnocksMade => say_count!(figures.knocks_made.of, "over {n} turn", "over {n} turns"),
            Self::ChipOuts => hands(figures.chip_outs.of),
            Self::ElevenToGo => say_count!(figures.eleven_to_go.of, "over {n} game", "over {n} games"),
            Self::KnocksForced | Self::Busts | Self::BestHand => hands(figures.hands),
            Self::Streak => {
                let matches = figures.won.of;
                say_count!(matches, "over {matches} match", "over {matches} matches", matches)
            }
        }
    }

    /// Returns the value in words, a dash if there is none.
    #[must_use]
    pub fn value(self, figures: &Figures) -> String {
        let mean = |rate: Rate| rate.mean().map_or("–".to_owned(), |mean| format!("{mean:.2}"));
        let share = |rate: Rate| rate.mean().map_or("–".to_owned(), |mean| format!("{:.0} %", mean * 100.0));
        let count = |rate: Rate| if rate.of == 0 { "–".to_owned() } else { rate.sum.to_string() };
        if figures.mixed && self.is_points() {
            return "–".to_owned();
        }
        match self {
            Self::PointsPerDrop => mean(figures.points_per_drop),
            Self::ScoringDrops => share(figures.scoring_drops),
            Self::Eights => count(figures.eights),
            Self::FirstDrop => mean(figures.first_drop),
            Self::KnocksMade => count(figures.knocks_made),
            Self::KnocksForced => figures.knocks_forced.to_string(),
            Self::ChipOuts => share(figures.chip_outs),
            Self::Busts => figures.busts.to_string(),
            Self::ElevenToGo => share(figures.eleven_to_go),
            Self::BestHand => figures.best_hand.as_ref().map_or("–".to_owned(), |(points, _)| points.to_string()),
            Self::Streak => figures.longest_streak.to_string(),
        }
    }
}

fn hands(n: impl std::fmt::Display) -> String {
    say_count!(n, "over {n} hand", "over {n} hands")
}
