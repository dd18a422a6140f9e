//! Names of rule sets, as they are stored and as players read them.

use super::{RuleSet, sets};
use language::{said, say};

impl RuleSet {
    /// The name players know: that of the house rule, else that of the preset in the language they chose.
    #[must_use]
    pub fn title(&self) -> String {
        title_said(&self.kept_title())
    }

    /// Returns the name as stored: that of the house rule, else that of the preset in English. [`title_said`]
    /// translates it.
    #[must_use]
    pub fn kept_title(&self) -> String {
        match (&self.house, sets::all().find(|preset| preset.rules.id == self.id)) {
            (Some(house), _) => house.clone(),
            (None, Some(preset)) if preset.rules == *self => preset.title.to_owned(),
            (None, Some(preset)) => format!("{}{OF_HOUSE}", game_of(preset.title)),
            (None, None) => self.id.to_owned(),
        }
    }
}

/// Ending of the stored name of changed rules that were not named.
const OF_HOUSE: &str = ", house rules";

/// The game that a preset's title names, without the set, the target and the league, which a house may have changed.
fn game_of(title: &str) -> &str {
    let game = title.split([',', '(']).next().unwrap_or(title).trim_end();
    let figure = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    match game.rsplit_once(' ').filter(|(_, last)| figure(last)).and_then(|(rest, _)| rest.rsplit_once(' ')) {
        Some((game, _)) => game,
        None => game,
    }
}

/// A stored name for display: a preset's in the language people chose, a house rule's unchanged.
///
/// ```
/// use game::rules::{RuleSet, title_said};
/// use language::{Language, within};
///
/// let kept = RuleSet::preset("pafos")?.kept_title();
/// assert_eq!(title_said(&kept), "Fives-and-threes (Pafos league)");
/// assert_eq!(within(Language::Spanish, || title_said(&kept)), "Cincos y treses (liga Pafos)");
/// assert_eq!(within(Language::Spanish, || title_said("Red Lion")), "Red Lion");
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[must_use]
pub fn title_said(kept: &str) -> String {
    if let Some(preset) = sets::all().find(|preset| preset.title == kept) {
        return said(preset.title).to_owned();
    }
    let of_house = kept.strip_suffix(OF_HOUSE);
    match of_house.and_then(|game| sets::all().find(|preset| game_of(preset.title) == game)) {
        Some(preset) => say!("{game}, house rules", game = game_of(said(preset.title))),
        None => kept.to_owned(),
    }
}
