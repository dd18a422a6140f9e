//! Everything the views read.

use crate::platform::{IS_PAGE, awake};
use crate::table::Unsaved;
use crate::ui::advise::AdviceForm;
use crate::ui::camera::CameraState;
use crate::ui::camera::moment::Moment;
use crate::ui::count::CountForm;
use crate::ui::history::History;
use crate::ui::notice::Notice;
use crate::ui::phones::PhonesState;
use crate::ui::screen::Screen;
use crate::ui::settings::{LastMatch, Settings};
use crate::ui::table::TableScreen;
use crate::widgets::theme::Theme;
use game::league::{Lineup, Slot};
use game::name::called;
use game::rules::{Claim, PRESETS, Pairs, RuleSet};
use game::words::{Family, Told};
use game::{Seat, Setup};

/// A wish that begins a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginWish {
    /// Begin a match with what the form says.
    Start,
    /// Begin the same match again.
    SameAgain,
    /// Discard the changes for a new match: same as last time.
    AsLastTime,
    /// Begin a match that the simulated table plays.
    Demonstrate,
}

/// The form of the New game screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The rules, with any house changes.
    pub rules: RuleSet,
    /// Names by seat; those beyond the number of players are kept for when there are more.
    pub names: [String; RuleSet::SHEET_SEATS],
    /// Number of players.
    pub players: usize,
    /// Whether four players are two pairs.
    pub pairs: bool,
    /// Games of the match.
    pub best_of: u8,
    /// Seat that leads the first hand.
    pub leader: usize,
    /// House rule being edited: axis key and typed value.
    pub house: Vec<(&'static str, String)>,
    /// Whether the match is without advice.
    pub competition: bool,
    /// Seconds to claim a score, where scores must be claimed; 0 without a limit.
    pub claim_seconds: u8,
    /// Whether the house rules are open.
    pub house_open: bool,
    /// They have just been opened: they are brought into view.
    pub house_shown: bool,
    /// Whether every rule is shown, not only those that houses change.
    pub all_rules: bool,
    /// Search text for games.
    pub search: String,
    /// The family of games that is open.
    pub family: Option<Family>,
    /// Whether the leagues are offered.
    pub leagues_open: bool,
    /// Reason why the match cannot begin.
    pub problem: Option<String>,
    /// Player whose name was tapped last: a tapped known name goes there.
    pub naming: Option<usize>,
    /// The screen has just been opened: it is shown from its top.
    pub reopened: bool,
}

impl Default for NewGame {
    fn default() -> Self {
        Self {
            rules: PRESETS[0].rules.clone(),
            names: Default::default(),
            players: 2,
            pairs: false,
            best_of: 3,
            leader: 0,
            house: Vec::new(),
            competition: true,
            claim_seconds: 0,
            house_open: false,
            house_shown: false,
            all_rules: false,
            search: String::new(),
            family: None,
            leagues_open: false,
            problem: None,
            naming: None,
            reopened: true,
        }
    }
}

impl NewGame {
    /// The form as it was for the last match.
    #[must_use]
    pub fn from_last(last: &LastMatch) -> Self {
        let mut form = Self::default();
        if let Ok(rules) = RuleSet::parse(&last.rules) {
            form.rules = rules;
        }
        form.rules.house = (!last.house.is_empty()).then(|| last.house.clone());
        for (name, last) in form.names.iter_mut().zip(&last.players) {
            name.clone_from(last);
        }
        form.players = last.players.len().clamp(2, RuleSet::SHEET_SEATS);
        form.pairs = last.pairs;
        form.best_of = last.best_of.max(1);
        form.claim_seconds = last.claim_seconds;
        form.leader = last.leader.min(form.players - 1);
        form.fit();
        form
    }

    /// The form of a match by this setup.
    #[must_use]
    pub fn of(setup: &Setup, leader: Seat) -> Self {
        let mut form = Self { rules: setup.rules.clone(), ..Self::default() };
        for (seat, (name, player)) in form.names.iter_mut().zip(&setup.players).enumerate() {
            // Who gave no name has none in the form.
            if *player != called("", seat) {
                name.clone_from(player);
            }
        }
        form.players = setup.players.len();
        (form.pairs, form.best_of, form.leader) = (setup.pairs, setup.best_of, leader.index());
        (form.claim_seconds, form.competition) = (setup.claim_seconds, !setup.practice);
        form.fit();
        form
    }

    /// Returns what must be stored to offer the same again.
    #[must_use]
    pub fn to_last(&self) -> LastMatch {
        LastMatch {
            rules: self.rules.to_string(),
            house: self.rules.house.clone().unwrap_or_default(),
            players: self.names[..self.players].to_vec(),
            pairs: self.pairs,
            best_of: self.best_of,
            leader: self.leader,
            claim_seconds: self.claim_seconds,
        }
    }

    /// Takes a game of the league: its rules, how many play it and how often.
    pub fn take_slot(&mut self, slot: &Slot) {
        let Some(rules) = slot.rules.as_deref().and_then(|rules| RuleSet::parse(rules).ok()) else { return };
        self.players = 2 * slot.lineup.players();
        self.pairs = slot.lineup == Lineup::Pairs;
        self.best_of = slot.best_of;
        self.take_preset(&rules);
    }

    /// Takes a preset's rules.
    pub fn take_preset(&mut self, rules: &RuleSet) {
        self.rules = rules.clone();
        self.house.clear();
        self.fit();
    }

    /// Makes players and pairs fit the rules.
    pub fn fit(&mut self) {
        if !self.rules.seats(self.players) {
            self.players = (2..=RuleSet::SHEET_SEATS).find(|&n| self.rules.seats(n)).unwrap_or(2);
        }
        self.pairs = self.players == 4
            && match self.rules.pairs {
                Pairs::No => false,
                Pairs::Always => true,
                Pairs::Optional => self.pairs,
            };
        self.leader = self.leader.min(self.players - 1);
        self.problem = None;
    }

    /// Returns the seat that a known name goes to: the one whose field was tapped, else the first without a name, else
    /// the first.
    #[must_use]
    pub fn named_next(&self) -> usize {
        let empty = || self.names[..self.players].iter().position(|name| name.trim().is_empty());
        self.naming.filter(|seat| *seat < self.players).or_else(empty).unwrap_or(0)
    }

    /// A known player takes the seat that is to be named.
    pub fn name(&mut self, player: &str) {
        let seat = self.named_next();
        if let Some(name) = self.names.get_mut(seat) {
            player.clone_into(name);
        }
        self.naming = None;
    }

    /// Returns the name of the player of a seat, or its number.
    #[must_use]
    pub fn player(&self, seat: usize) -> String {
        called(self.names.get(seat).map_or("", String::as_str), seat)
    }

    /// The setup the form describes.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            rules: self.rules.clone(),
            players: (0..self.players).map(|seat| self.player(seat)).collect(),
            pairs: self.pairs,
            // A sheet is one game, and there is no advice on it.
            best_of: if self.rules.is_sheet() { 1 } else { self.best_of },
            start: Vec::new(),
            practice: !self.competition && !self.rules.is_sheet(),
            claim_seconds: if self.rules.claim == Claim::Auto { 0 } else { self.claim_seconds },
            utc_offset: None,
        }
    }

    /// Reports whether anything differs from last time.
    #[must_use]
    pub fn differs(&self, settings: &Settings) -> bool {
        settings.last.as_ref() != Some(&self.to_last()) || settings.competition != self.competition
    }
}

/// Sound of this machine, and a cheer in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sound {
    /// Whether it can speak.
    pub speaks: bool,
    /// Whether it can click.
    pub clicks: bool,
    /// Cheer in progress.
    pub cheer: Option<Cheer>,
}

/// A cheer over the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cheer {
    /// Number of the side.
    pub side: usize,
    /// "Game!".
    pub word: &'static str,
    /// Start time, in the window's seconds.
    pub since: f64,
}

/// State of the Rules screen.
#[derive(Clone, Copy, Debug, Default)]
pub struct RulesPage {
    /// A rule set by its place in the list of all; the rules of the match on the table unless one was chosen.
    pub chosen: Option<usize>,
    /// Whether all games are offered.
    pub listed: bool,
    /// Whether the words of the source are shown.
    pub clauses: bool,
}

/// Everything the views read.
#[derive(Clone, Debug)]
pub struct State {
    /// The screen that is shown.
    pub screen: Screen,
    /// The screen that help was asked from.
    pub help_about: Screen,
    /// The colours.
    pub theme: Theme,
    /// The settings.
    pub settings: Settings,
    /// The match on the table.
    pub table: Option<TableScreen>,
    /// The camera.
    pub camera: CameraState,
    /// The phones and screens round the table.
    pub phones: PhonesState,
    /// The adviser's panel.
    pub advice: AdviceForm,
    /// The heap that is being counted.
    pub count: CountForm,
    /// The form for a new one.
    pub new_game: NewGame,
    /// House rules that were saved under a name.
    pub house_rules: Vec<RuleSet>,
    /// Recent players, the latest first.
    pub recent_players: Vec<String>,
    /// State of the Rules screen.
    pub rules_page: RulesPage,
    /// Past matches.
    pub history: History,
    /// Notices for the person at the table: about the disk, a recovery, another instance.
    pub notices: Vec<Notice>,
    /// Files that have more of games that lost their end: words and path.
    pub offers: Vec<(String, std::path::PathBuf)>,
    /// Drops that are not saved and why.
    pub unsaved: Option<Unsaved>,
    /// Whether the notice about that is hidden.
    pub unsaved_hidden: bool,
    /// Folder to continue in, while it is typed.
    pub elsewhere: Option<String>,
    /// Whether the screen is kept awake.
    pub awake: awake::AwakeState,
    /// Sound, and the cheer in progress.
    pub sound: Sound,
    /// Whether the system requests less motion.
    pub reduced_motion: bool,
    /// Whether the window is a page in a browser, without a second window, folders and a listener for phones.
    pub page: bool,
    /// Whether there is a keyboard. On a phone there is none until a key is pressed.
    pub keyboard: bool,
    /// Whether nothing is kept here: everything goes with the window.
    pub perishes: bool,
    /// The last copy, to be confirmed on its button.
    pub copied: Option<String>,
    /// Whether the spectators' window is open.
    pub spectators: bool,
}

impl State {
    /// The state of camera and record: one message, the same everywhere.
    #[must_use]
    pub fn moment(&self) -> Moment<'_> {
        self.camera.moment(self.table.as_ref(), self.settings.auto_confirm)
    }

    /// Returns it in words.
    #[must_use]
    pub fn told(&self) -> Told {
        self.moment().told(self.table.as_ref(), self.camera.marked)
    }

    /// The state before any match.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let last = settings.last.as_ref().map(NewGame::from_last).unwrap_or_default();
        let new_game = NewGame { competition: settings.competition, ..last };
        Self {
            screen: Screen::NewGame,
            help_about: Screen::NewGame,
            theme: Theme::DARK,
            settings,
            table: None,
            camera: CameraState::default(),
            phones: PhonesState::default(),
            advice: AdviceForm::default(),
            count: CountForm::default(),
            new_game,
            house_rules: Vec::new(),
            recent_players: Vec::new(),
            rules_page: RulesPage::default(),
            history: History::default(),
            notices: Vec::new(),
            offers: Vec::new(),
            unsaved: None,
            unsaved_hidden: false,
            elsewhere: None,
            awake: awake::AwakeState::Free,
            sound: Sound::default(),
            reduced_motion: false,
            page: IS_PAGE,
            keyboard: true,
            perishes: false,
            copied: None,
            spectators: false,
        }
    }
}
