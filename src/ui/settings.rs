//! Settings of the window, kept as JSON in the data folder. Unknown and broken values become the defaults.

use game::league::presets::LeaguePreset;
use game::name::called;
use game::rules::RuleSet;
use language::Language;
use serde::{Deserialize, Serialize};

/// Light, dark, or as the system has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeChoice {
    /// The dark theme.
    #[default]
    Dark,
    /// The light theme.
    Light,
    /// The system's.
    System,
}

/// The settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The code of the language that is spoken; none for the system's.
    pub language: Option<String>,
    /// Light or dark.
    pub theme: ThemeChoice,
    /// Size of everything in per cent, `100..=200`.
    pub scale: u16,
    /// Reduces motion.
    pub still: bool,
    /// The table is to be read from two metres.
    pub far: bool,
    /// Whether the play is announced.
    pub voice: bool,
    /// Pegs click, and a game that is won is cheered.
    pub sound: bool,
    /// One tap enters a drop when it is clear, without Enter.
    pub at_a_tap: bool,
    /// The sides sit opposite each other: the second side's panel and figures stand on their head.
    pub opposite: bool,
    /// The next match is offered in competition, without advice; a match that has begun keeps its kind.
    pub competition: bool,
    /// Whether confident drops are confirmed automatically.
    pub auto_confirm: bool,
    /// The camera, as text; none for drops that are tapped.
    pub camera: Option<String>,
    /// The page of the first start has been shown.
    pub welcomed: bool,
    /// Rules and players of the last match, for "same as last time".
    pub last: Option<LastMatch>,
    /// The rules of the last matches, the newest first, each once.
    pub lately: Vec<KnownRules>,
    /// The league that is played in, by its id; empty for none.
    pub league: String,
}

/// Stored rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KnownRules {
    /// The rules in the form `RuleSet::parse` reads.
    pub rules: String,
    /// The name of the house rules, empty for none.
    pub house: String,
}

impl KnownRules {
    /// The rules, `None` where this version knows them no longer.
    #[must_use]
    pub fn read(&self) -> Option<RuleSet> {
        let house = (!self.house.is_empty()).then(|| self.house.clone());
        RuleSet::parse(&self.rules).ok().map(|rules| RuleSet { house, ..rules })
    }
}

/// The last match, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LastMatch {
    /// The rules in the form `RuleSet::parse` reads.
    pub rules: String,
    /// The name of the house rules, empty for none.
    pub house: String,
    /// The players by seat.
    pub players: Vec<String>,
    /// Whether four players are two pairs.
    pub pairs: bool,
    /// Games of the match.
    pub best_of: u8,
    /// Seat that led first.
    pub leader: usize,
    /// Seconds to claim a score, 0 without a limit.
    pub claim_seconds: u8,
}

impl LastMatch {
    /// Returns the names of the players, with the number of the seat for those without a name.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.players.iter().enumerate().map(|(seat, name)| called(name, seat)).collect()
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: None,
            theme: ThemeChoice::Dark,
            scale: 100,
            still: false,
            far: false,
            voice: false,
            sound: true,
            at_a_tap: true,
            opposite: false,
            competition: true,
            auto_confirm: false,
            camera: None,
            welcomed: false,
            last: None,
            lately: Vec::new(),
            league: String::new(),
        }
    }
}

impl Settings {
    /// Reads settings; what cannot be read is as usual.
    #[must_use]
    pub fn from_json(text: &str) -> Self {
        let mut settings: Self = serde_json::from_str(text).unwrap_or_default();
        settings.scale = settings.scale.clamp(100, 200);
        settings
    }

    /// The language that was chosen; none for the system's.
    #[must_use]
    pub fn language(&self) -> Option<Language> {
        self.language.as_deref().and_then(Language::of_tag)
    }

    /// The league that is played in; none where this version does not know it.
    #[must_use]
    pub fn league(&self) -> Option<&'static LeaguePreset> {
        LeaguePreset::of(&self.league)
    }

    /// Voice and sound off, where either is on; else both on.
    #[must_use]
    pub fn hushed_or_not(&self) -> Self {
        let on = !(self.voice || self.sound);
        Self { voice: on, sound: on, ..self.clone() }
    }

    /// Remembers a match that begins.
    pub fn begun(&mut self, last: LastMatch) {
        /// More would be a list to read.
        const SHOWN: usize = 4;
        let rules = KnownRules { rules: last.rules.clone(), house: last.house.clone() };
        self.lately.retain(|known| *known != rules);
        self.lately.insert(0, rules);
        self.lately.truncate(SHOWN);
        self.last = Some(last);
    }

    /// Writes settings.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// Largest zoom in per cent: a window keeps enough points each way that fingers find their keys.
#[must_use]
pub fn largest_scale(ctx: &egui::Context) -> u16 {
    /// The least side of a window, in points: 1280x720 at twice the size, a phone at its own.
    const LEAST: f32 = 360.0;
    let window = ctx.viewport_rect().size() * ctx.zoom_factor();
    (window.min_elem() / LEAST * 100.0).round().clamp(100.0, 1000.0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_and_nonsense_becomes_the_usual() {
        let settings = Settings { scale: 150, theme: ThemeChoice::Light, ..Settings::default() };
        assert_eq!(Settings::from_json(&settings.to_json()), settings);
        assert_eq!(Settings::from_json("{]"), Settings::default());
        assert_eq!(Settings::from_json(r#"{"scale": 9000, "later": 1}"#).scale, 200);
    }

    #[test]
    fn the_last_games_stand_first_and_once() {
        let mut settings = Settings { league: "leek".to_owned(), ..Settings::default() };
        for rules in ["pafos", "leek", "muggins", "pafos", "block", "draw", "leek"] {
            settings.begun(LastMatch { rules: rules.to_owned(), ..LastMatch::default() });
        }
        let read = Settings::from_json(&settings.to_json());
        let lately: Vec<&str> = read.lately.iter().filter_map(KnownRules::read).map(|rules| rules.id).collect();
        assert_eq!(lately, ["leek", "draw", "block", "pafos"]);
        assert_eq!(read.league().map(|league| league.id), Some("leek"));
        let later = Settings { league: "a_league_of_later".to_owned(), ..settings };
        assert_eq!(later.league(), None);
        let gone = KnownRules { rules: "a_game_of_later".to_owned(), house: String::new() };
        assert_eq!(gone.read(), None);
    }

    #[test]
    fn a_language_nobody_knows_is_the_systems_and_loses_no_other_setting() {
        assert_eq!(Settings::from_json(r#"{"language": "es"}"#).language(), Some(Language::Spanish));
        let later = Settings::from_json(r#"{"language": "tlh", "scale": 150}"#);
        assert_eq!((later.language(), later.scale), (None, 150));
        assert_eq!(Settings::default().language(), None);
    }
}
