//! Application state and actions, independent of eframe, so that tests can call them too.

mod back;
mod called;
mod claim;
mod doubt;
mod phones;
mod seen;
mod sheets;
mod wishes;

use crate::advice::my_hand::MyHand;
use crate::platform::awake::Awake;
use crate::platform::calls::Calls;
use crate::platform::dialogs::Dialog;
use crate::platform::motion::Motion;
use crate::table::{self, Applied, Refused, Seen, Unsaved};
use crate::ui::action::Action;
use crate::ui::advice_client::AdviceClient;
use crate::ui::caller::Caller;
use crate::ui::camera::guide::Guide;
use crate::ui::camera::is_demonstration;
use crate::ui::count::Count;
use crate::ui::entry::EntryWish;
use crate::ui::history::Wish;
use crate::ui::history::worker::HistoryWorker;
use crate::ui::keeper::Keeper;
use crate::ui::keyboard::Keyboard;
use crate::ui::keys;
use crate::ui::notice::{Notice, NoticeWish};
use crate::ui::phones::Phones;
use crate::ui::screen::{Screen, Sheet};
use crate::ui::settings::{Settings, ThemeChoice, largest_scale};
use crate::ui::state::{BeginWish, NewGame, State};
use crate::ui::table::TableScreen;
use crate::ui::taps::Taps;
use crate::ui::views;
use crate::ui::watch::Watch;
use crate::voice::Voice;
use crate::widgets::theme::Theme;
use game::name::is_number;
use game::stats::{is_simulated, same_name};
use game::{Act, Match, Seat, Setup, words};
use language::{Language, say, sentence};

/// Most recent players offered for the next match.
const MOST_KNOWN: usize = 12;

/// The app.
#[derive(Debug)]
pub struct Shell {
    /// State for the views.
    pub state: State,
    pub(super) keeper: Keeper,
    pub(super) history_worker: HistoryWorker,
    advice_client: AdviceClient,
    counter: Count,
    watch: Watch,
    phones: Phones,
    /// Answers phones that ask about a hand.
    hands: MyHand,
    /// Hears what a club calls this table to play.
    calls: Calls,
    /// Games of tonight's meetings that phones can begin here.
    meetings: Vec<server::NextGame>,
    awake: Awake,
    caller: Caller,
    pub(super) dialog: Option<Dialog>,
    motion: Motion,
    /// The system's language, and what turns the program over to another one.
    speaks: Option<(Language, fn(Language))>,
    /// Whether the last camera has been opened for this match.
    opened: bool,
    /// The theme, and the size of everything in per cent.
    applied: Option<(Theme, u16)>,
    /// Time of the next attempt to save, in the window's seconds.
    next_try: f64,
    /// Drop with a score that can be claimed, and the time it was made, in the window's seconds.
    claiming: Option<(usize, f64)>,
}

impl Shell {
    /// Opens the app in the match that was being played.
    #[must_use]
    pub fn new(mut keeper: Keeper) -> Self {
        let settings = keeper.settings();
        let mut state = State::new(settings);
        state.notices = keeper.take_notices().into_iter().map(Notice::told).collect();
        state.offers = keeper.take_offers();
        state.house_rules = keeper.house_rules();
        state.recent_players = known(keeper.recent_players());
        match keeper.unfinished() {
            Ok(Some(game)) => {
                if is_demonstration(game.setup()) {
                    let words = say!("This is the simulated table. To play your own match, begin a new game.");
                    state.notices.push(Notice::told(words));
                }
                state.table = Some(TableScreen::new(game.clone()));
                state.screen = Screen::Table;
            }
            Ok(None) => {}
            Err(why) => state.notices.push(Notice::failed(why)),
        }
        let mut shell = Self {
            state,
            keeper,
            history_worker: HistoryWorker::default(),
            advice_client: AdviceClient::default(),
            counter: Count::default(),
            watch: Watch::default(),
            phones: Phones::default(),
            hands: MyHand::default(),
            calls: Calls::default(),
            meetings: Vec::new(),
            awake: Awake::default(),
            caller: Caller::default(),
            dialog: None,
            motion: Motion::default(),
            speaks: None,
            opened: false,
            applied: None,
            next_try: 0.0,
            claiming: None,
        };
        shell.refresh_trouble();
        shell.welcome();
        shell
    }

    /// The first page is for those who have never played here, and comes once.
    fn welcome(&mut self) {
        let settings = &self.state.settings;
        let played = self.state.table.is_some() || settings.last.is_some() || !self.state.recent_players.is_empty();
        if settings.welcomed || played {
            return;
        }
        self.state.screen = Screen::Welcome;
        self.state.settings.welcomed = true;
        // Without storage the error comes again: it is shown as soon as something has to be saved.
        drop(self.keeper.keep_settings(&self.state.settings));
    }

    /// Replaces the adviser.
    #[must_use]
    pub fn with_advice_client(self, advice_client: AdviceClient) -> Self {
        Self { advice_client, ..self }
    }

    /// Replaces the watch.
    #[must_use]
    pub fn with_watch(self, watch: Watch) -> Self {
        Self { watch, ..self }
    }

    /// Adds a voice.
    #[must_use]
    pub fn with_voice(self, voice: Voice) -> Self {
        Self { caller: Caller::with(voice), ..self }
    }

    /// Sets the language chosen in the settings, or else the system's; `speak` switches the whole program.
    #[must_use]
    pub fn with_language(self, system: Language, speak: fn(Language)) -> Self {
        let shell = Self { speaks: Some((system, speak)), ..self };
        shell.speak();
        shell
    }

    fn speak(&self) {
        if let Some((system, speak)) = self.speaks {
            speak(self.state.settings.language().unwrap_or(system));
        }
    }

    /// Returns the system's preference about motion.
    #[must_use]
    pub const fn motion(&self) -> &Motion {
        &self.motion
    }

    /// Keeps to what the system asks for from now on.
    pub fn follow_system(&mut self, ctx: &egui::Context) {
        self.follow_calls(ctx);
        let ctx = ctx.clone();
        self.motion.follow(move || ctx.request_repaint());
    }

    /// Replaces the listener for phones.
    #[must_use]
    pub fn with_phones(self, phones: Phones) -> Self {
        Self { phones, ..self }
    }

    /// Takes news that need no frame: advice; tries to save again what could not be saved.
    pub fn logic(&mut self, ctx: &egui::Context) {
        // Of several of a kind egui keeps the first.
        ctx.add_plugin(Keyboard::default());
        ctx.add_plugin(Taps::default());
        self.advice_client.logic(ctx, &mut self.state.advice, self.state.table.as_mut());
        self.counter.logic(ctx, &mut self.state.count);
        self.see(ctx);
        self.claim_clock(ctx);
        self.hear_phones(ctx);
        self.hear_calls();
        self.stay_awake(ctx);
        let State { settings, sound, table, .. } = &mut self.state;
        self.caller.follow(ctx.input(|input| input.time), settings, sound, table.as_ref());
        self.state.reduced_motion = self.motion.reduced();
        self.history_logic(ctx);
        self.take_choice(ctx);
        self.state.notices.extend(self.keeper.news().map(Notice::told));
        if self.state.unsaved.is_none() {
            return;
        }
        let now = ctx.input(|input| input.time);
        if now >= self.next_try {
            self.keeper.retry();
            self.refresh_trouble();
            self.next_try = now + 1.0;
        }
        ctx.request_repaint_after_secs(1.0);
    }

    /// The screen does not sleep while a hand is played.
    fn stay_awake(&mut self, ctx: &egui::Context) {
        // A page asks its browser itself.
        if self.state.page {
            return;
        }
        let playing = self.state.table.as_ref().is_some_and(|table| table.game.state().running().is_some());
        let ctx = ctx.clone();
        self.awake.keep(playing, move || ctx.request_repaint());
        if self.state.awake != *self.awake.state() {
            self.state.awake = self.awake.state().clone();
        }
    }

    /// Reports whether another thread is working on something that will change the screen.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.history_worker.is_busy() || Count::is_busy(&self.state.count)
    }

    /// Shows a frame and performs its actions.
    pub fn ui(&mut self, ui: &mut egui::Ui) {
        self.apply_settings(ui.ctx());
        let mut actions = keys::actions(ui.ctx(), &self.state);
        if actions.contains(&EntryWish::Mark(true).into()) {
            // The key has gone to a side, not to a button.
            ui.ctx().memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
        }
        views::root_ui(ui, &mut self.state, &mut actions);
        if !actions.is_empty() {
            // The result of the actions shows in the next frame.
            ui.ctx().request_repaint();
        }
        for action in actions {
            if ui.ctx().with_plugin(|taps: &mut Taps| taps.is_unseen(&self.state, &action)) == Some(true) {
                continue;
            }
            if let Action::Copy(text) = &action {
                ui.ctx().copy_text(text.clone());
            }
            self.perform(action);
        }
        if ui.ctx().with_plugin(|taps: &mut Taps| taps.look(&self.state)) == Some(true) {
            ui.ctx().request_repaint();
        }
    }

    fn apply_settings(&mut self, ctx: &egui::Context) {
        let settings = &self.state.settings;
        let dark = match settings.theme {
            ThemeChoice::Dark => true,
            ThemeChoice::Light => false,
            ThemeChoice::System => ctx.system_theme().is_none_or(|theme| theme == egui::Theme::Dark),
        };
        let still = settings.still || self.state.reduced_motion;
        let theme = Theme { still, keys: self.state.keyboard, ..if dark { Theme::DARK } else { Theme::LIGHT } };
        let scale = settings.scale.min(largest_scale(ctx));
        if self.applied == Some((theme, scale)) {
            return;
        }
        theme.apply(ctx);
        ctx.set_zoom_factor(f32::from(scale) / 100.0);
        self.applied = Some((theme, scale));
        self.state.theme = theme;
    }

    /// Does what a view asked for.
    pub fn perform(&mut self, action: Action) {
        match action {
            Action::Go(screen) => self.go(screen),
            Action::Table(wish) => self.at_table(wish),
            Action::Begin(BeginWish::Start) => self.state.new_game.problem = self.start().err(),
            Action::Begin(BeginWish::SameAgain) => self.same_again(),
            Action::Begin(BeginWish::AsLastTime) => self.as_last_time(),
            Action::Begin(BeginWish::Demonstrate) => self.demonstrate(),
            Action::History(wish) => self.look_back(wish),
            Action::Count(wish) => self.count(wish),
            Action::Camera(look) => self.camera(look),
            // A page has one window only, and no listener for phones.
            Action::Spectators | Action::Phones(_) if self.state.page => {}
            Action::Phones(wish) => self.phones(wish),
            Action::Notice(wish) => self.noticed(wish),
            Action::Set(settings) => self.set(settings),
            Action::Copy(text) => self.state.copied = Some(text),
            Action::Spectators => self.state.spectators = !self.state.spectators,
        }
    }

    fn noticed(&mut self, wish: NoticeWish) {
        match wish {
            NoticeWish::Dismiss => drop(self.state.notices.drain(..1.min(self.state.notices.len()))),
            NoticeWish::Export => {
                self.noticed(NoticeWish::Dismiss);
                self.look_back(Wish::Papers);
            }
            NoticeWish::TakeBack(path) => {
                self.state.offers.retain(|(_, offered)| *offered != path);
                self.go(Screen::History);
                self.look_back(Wish::Import(path));
            }
            NoticeWish::NotNow => drop(self.state.offers.drain(..1.min(self.state.offers.len()))),
            NoticeWish::ExportUnsaved => {
                let notice = match self.keeper.export_unsaved() {
                    Ok(path) => Notice::told(say!("The unsaved drops were written to {path}", path = path.display())),
                    Err(why) => Notice::failed(why),
                };
                self.state.notices.push(notice);
            }
            NoticeWish::GoOnIn(folder) => {
                let notice = self.keeper.move_to(&folder).map_or_else(Notice::failed, Notice::told);
                self.state.notices.insert(0, notice);
                // The settings go along.
                self.set(self.state.settings.clone());
                self.refresh_trouble();
            }
        }
    }

    fn go(&mut self, screen: Screen) {
        if screen == Screen::Help && self.state.screen != Screen::Help {
            self.state.help_about = self.state.screen;
        }
        self.state.screen = screen;
        self.state.phones.shown = false;
        // What went wrong on a page stays on it.
        self.state.new_game.problem = None;
        if let Some(table) = &mut self.state.table {
            table.hint = None;
        }
        if let Some(table) = self.state.table.as_mut().filter(|table| table.sheet == Sheet::More) {
            // A player who returns to the table wants its tiles.
            table.sheet = Sheet::None;
        }
        if screen != Screen::Camera {
            // The table has the camera again.
            self.state.camera.guide = Guide::default();
        }
        match screen {
            Screen::History => self.open_history(),
            Screen::NewGame => {
                self.state.recent_players = known(self.keeper.recent_players());
                self.remember_table();
                self.state.new_game.house_open = false;
                self.state.new_game.all_rules = false;
                self.state.new_game.reopened = true;
                self.state.new_game.search.clear();
            }
            Screen::Table
            | Screen::Rules
            | Screen::Camera
            | Screen::Count
            | Screen::Settings
            | Screen::Help
            | Screen::Welcome => {}
        }
    }

    fn set(&mut self, settings: Settings) {
        // What the form says otherwise stays, whatever else is set.
        if settings.competition != self.state.settings.competition {
            self.state.new_game.competition = settings.competition;
        }
        let language = std::mem::replace(&mut self.state.settings, settings).language;
        self.speak();
        if language != self.state.settings.language {
            self.forget_words();
        }
        if let Err(why) = self.keeper.keep_settings(&self.state.settings) {
            self.state.notices.push(Notice::failed(say!("Can't save the settings: {why}", why)));
        }
    }

    /// Forgets words in the language that was spoken before.
    fn forget_words(&mut self) {
        (self.state.history.message, self.state.new_game.problem) = (None, None);
        if let Some(table) = &mut self.state.table {
            (table.called, table.hint) = (None, None);
        }
    }

    /// Begins the match of the form.
    fn start(&mut self) -> Result<(), String> {
        let leader = Seat::new(self.state.new_game.leader).unwrap_or(Seat::FIRST);
        let setup = self.state.new_game.setup();
        let twice = |(seat, name): (usize, &String)| setup.players[..seat].iter().any(|other| same_name(other, name));
        if let Some(seat) = setup.players.iter().enumerate().position(twice) {
            let name = &setup.players[seat];
            return Err(say!("two players are called {name}: change one of the names", name));
        }
        self.start_with(setup, leader)
    }

    /// Begins a match that the form describes.
    fn start_with(&mut self, setup: Setup, leader: Seat) -> Result<(), String> {
        self.begin(setup, leader)?;
        if let Err(why) = self.keeper.save_house_rules(&self.state.new_game.rules) {
            self.state.notices.push(Notice::failed(say!("Can't save the house rules under their name: {why}", why)));
        }
        self.state.house_rules = self.keeper.house_rules();
        let mut settings = self.state.settings.clone();
        settings.begun(self.state.new_game.to_last());
        settings.competition = self.state.new_game.competition;
        self.set(settings);
        Ok(())
    }

    /// Begins this match; the form says the same.
    fn start_as(&mut self, setup: Setup, leader: Seat) -> Result<(), String> {
        self.state.new_game = NewGame::of(&setup, leader);
        self.start_with(setup, leader)
    }

    /// Stores the match on the table, with its present names, as the one to begin again.
    fn remember_table(&mut self) {
        let Some(table) = self.state.table.as_ref().filter(|table| !is_demonstration(table.game.setup())) else {
            return;
        };
        let (setup, next) = table.game.again();
        let seats = setup.seats();
        let led = (0..seats).filter_map(Seat::new).find(|seat| seat.left(seats) == next).unwrap_or(Seat::FIRST);
        let last = NewGame::of(&setup, led).to_last();
        let chosen = self.state.new_game.differs(&self.state.settings);
        if self.state.settings.last.as_ref() != Some(&last) {
            self.set(Settings { last: Some(last), ..self.state.settings.clone() });
        }
        if !chosen {
            self.as_last_time();
        }
    }

    /// The form says again what the last match was begun with.
    fn as_last_time(&mut self) {
        let Some(last) = &self.state.settings.last else { return };
        let competition = self.state.settings.competition;
        self.state.new_game = NewGame { competition, ..NewGame::from_last(last) };
    }

    fn same_again(&mut self) {
        self.state.new_game.problem = self.start_again().err();
    }

    /// Starts a rematch of the match on the table, or else of the one begun last.
    fn start_again(&mut self) -> Result<(), String> {
        let table = self.state.table.as_ref();
        let again = table.filter(|table| !is_demonstration(table.game.setup())).map(|table| table.game.again());
        if let Some((setup, leader)) = again {
            return self.start_as(setup, leader);
        }
        if self.state.settings.last.is_some() {
            self.as_last_time();
            // Last time's leader does not lead again.
            let players = self.state.new_game.players;
            self.state.new_game.leader = (self.state.new_game.leader + 1) % players;
        }
        self.start()
    }

    fn begin(&mut self, setup: Setup, leader: Seat) -> Result<(), String> {
        let game = table::opening(setup, leader).map_err(|why| why.to_string())?;
        self.keeper.begin(game.clone());
        self.refresh_trouble();
        let called = words::call(&game.up_to(0), &game);
        let followed = self.state.table.as_ref().is_some_and(|table| table.game.state().is_over());
        self.put_on_table(game);
        if let Some(table) = &mut self.state.table {
            (table.called, table.followed) = (called, followed);
        }
        Ok(())
    }

    /// Another match is on the table.
    pub(super) fn put_on_table(&mut self, game: Match) {
        self.state.advice.forget();
        self.watch.new_match();
        self.phones.new_match();
        if self.state.camera.is_simulated() {
            // Its players play their own match, not this one.
            self.watch.close(&mut self.state.camera);
        }
        self.opened = false;
        self.state.count.double_blank = game.setup().rules.double_blank;
        let mut table = TableScreen::new(game);
        // The meaning of numbers, once chosen, is kept.
        if let Some(before) = self.state.table.as_ref().filter(|before| before.entry.said && !table.entry.said) {
            (table.entry.mode, table.entry.said) = (before.entry.mode, true);
        }
        self.state.table = Some(table);
        self.state.screen = Screen::Table;
    }

    /// Stores an act of a person at the table, then lets it happen. The peg moves after the commit.
    fn act(&mut self, act: Act) -> bool {
        self.act_by(sentence!("a player at the table"), act)
    }

    /// Performs an act that `by` confirmed.
    fn act_by(&mut self, by: &str, act: Act) -> bool {
        let seen = Watch::evidence(&self.state.camera, self.keeper.game(), &act, by);
        self.act_seen(seen, act)
    }

    /// Performs an act with its picture and evidence.
    fn act_seen(&mut self, seen: Option<Seen>, act: Act) -> bool {
        let asked = act.clone();
        match self.change(|table| table.apply(act, seen)) {
            Ok(_) => true,
            Err(refused) => {
                self.tell_refused(&asked, &refused);
                false
            }
        }
    }

    /// Changes the match: when this returns the change is on the disk, or the window says that it is not. The peg moves now.
    pub(super) fn change(
        &mut self,
        change: impl FnOnce(&mut table::Table) -> Result<Applied, Refused>,
    ) -> Result<Option<Unsaved>, Refused> {
        let applied = self.keeper.change(change)?;
        if let (Some(table), Some(game)) = (&mut self.state.table, self.keeper.game()) {
            table.game = game.clone();
            table.called = applied.call;
            table.settle();
        }
        self.state.camera.recorded();
        self.refresh_trouble();
        Ok(applied.unsaved)
    }

    /// A refusal is a question where people overlook its reason, and a hint elsewhere.
    fn tell_refused(&mut self, asked: &Act, refused: &Refused) {
        let Some(table) = &mut self.state.table else { return };
        let told = refused.to_string();
        let doubted = match refused {
            Refused::Rules { refusal, .. } => Self::doubt_refused(table, asked, refusal, &told),
            Refused::Setup(_) | Refused::Cannot(_) => false,
        };
        if !doubted {
            table.hint = Some(told);
        }
    }

    pub(super) fn refresh_trouble(&mut self) {
        self.state.unsaved = self.keeper.unsaved();
    }
}

/// The players who can be asked to the table again: those of a demonstration, and those without a name, cannot.
fn known(names: Vec<String>) -> Vec<String> {
    names.into_iter().filter(|name| !is_simulated(name) && !is_number(name)).take(MOST_KNOWN).collect()
}
