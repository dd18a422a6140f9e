//! The window without a window: the state, what the views ask for, and the disk. eframe calls it, tests call it too.

#[cfg(not(target_arch = "wasm32"))]
mod called;
mod claim;
mod doubt;
mod phones;
mod seen;
mod sheets;

use crate::platform::awake::Awake;
use crate::platform::dialogs::Dialog;
use crate::platform::motion::Motion;
use crate::table::{self, Applied, Refused, Seen, Unsaved};
use crate::ui::action::{Action, Screen, Sheet};
use crate::ui::caller::Caller;
use crate::ui::camera::guide::Guide;
use crate::ui::counsel::Counsel;
use crate::ui::count::Count;
use crate::ui::entry::Mode;
use crate::ui::history::Wish;
use crate::ui::history::clerk::Clerk;
use crate::ui::keeper::Keeper;
use crate::ui::keys;
use crate::ui::phones::Phones;
use crate::ui::settings::{Settings, ThemeChoice};
use crate::ui::state::{NewGame, State};
use crate::ui::table::Table;
use crate::ui::views;
use crate::ui::watch::Watch;
use crate::voice::Voice;
use crate::widgets::theme::Theme;
use game::layout::{Place, Play};
use game::rules::Points;
use game::stats::is_simulated;
use game::tile::Tile;
use game::{Act, Change, Match, NextLeader, Seat, Setup, Side, words};
use language::{Language, say, sentence};

/// So many of those who played lately are offered for the next match.
const MOST_KNOWN: usize = 12;

/// The app.
#[derive(Debug)]
pub struct Shell {
    /// What the views read.
    pub state: State,
    pub(super) keeper: Keeper,
    pub(super) clerk: Clerk,
    counsel: Counsel,
    counter: Count,
    watch: Watch,
    phones: Phones,
    /// Answers phones that ask about a hand; a page has none.
    #[cfg(not(target_arch = "wasm32"))]
    hands: crate::advice::my_hand::MyHand,
    /// Hears what a club calls this table to play; a page has none.
    #[cfg(not(target_arch = "wasm32"))]
    calls: Option<club::called::CallWatch>,
    awake: Awake,
    caller: Caller,
    pub(super) dialog: Option<Dialog>,
    motion: Motion,
    /// The system's language, and what turns the program over to another one.
    speaks: Option<(Language, fn(Language))>,
    /// Has the camera of last time been opened for this match?
    opened: bool,
    /// The theme, and the size of everything in per cent.
    applied: Option<(Theme, u16)>,
    /// When saving is tried again, in the window's seconds.
    next_try: f64,
    /// The drop whose score can be claimed, and since when, in the window's seconds.
    claiming: Option<(usize, f64)>,
}

impl Shell {
    /// The app with what was kept: it opens in the match that was being played.
    #[must_use]
    pub fn new(mut keeper: Keeper) -> Self {
        let settings = keeper.settings();
        let mut state = State::new(settings);
        state.notices = keeper.take_notices();
        state.offers = keeper.take_offers();
        state.house_rules = keeper.house_rules();
        state.recent_players = known(keeper.recent_players());
        match keeper.unfinished() {
            Ok(Some(game)) => {
                state.table = Some(Table::new(game.clone()));
                state.screen = Screen::Table;
            }
            Ok(None) => {}
            Err(why) => state.notices.push(why),
        }
        let mut shell = Self {
            state,
            keeper,
            clerk: Clerk::default(),
            counsel: Counsel::default(),
            counter: Count::default(),
            watch: Watch::default(),
            phones: Phones::default(),
            #[cfg(not(target_arch = "wasm32"))]
            hands: crate::advice::my_hand::MyHand::default(),
            #[cfg(not(target_arch = "wasm32"))]
            calls: None,
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
        // Where nothing can be kept it comes again: more is said about that as soon as something has to be kept.
        drop(self.keeper.keep_settings(&self.state.settings));
    }

    /// The same app with an adviser of the caller's.
    #[must_use]
    pub fn with_counsel(self, counsel: Counsel) -> Self {
        Self { counsel, ..self }
    }

    /// The same app with eyes of the caller's.
    #[must_use]
    pub fn with_watch(self, watch: Watch) -> Self {
        Self { watch, ..self }
    }

    /// The same app with a voice.
    #[must_use]
    pub fn with_voice(self, voice: Voice) -> Self {
        Self { caller: Caller::with(voice), ..self }
    }

    /// The same app in the language that was chosen in its settings, or else in the system's; `speak` turns the whole program over.
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

    /// What the system is asked about motion.
    #[must_use]
    pub const fn motion(&self) -> &Motion {
        &self.motion
    }

    /// Keeps to what the system asks for from now on.
    pub fn follow_system(&mut self, ctx: &egui::Context) {
        #[cfg(not(target_arch = "wasm32"))]
        self.follow_calls(ctx);
        let ctx = ctx.clone();
        self.motion.follow(move || ctx.request_repaint());
    }

    /// The same app with a door for phones of the caller's.
    #[must_use]
    pub fn with_phones(self, phones: Phones) -> Self {
        Self { phones, ..self }
    }

    /// Takes news that need no frame: advice; tries to save again what could not be saved.
    pub fn logic(&mut self, ctx: &egui::Context) {
        self.counsel.logic(ctx, &mut self.state);
        self.counter.logic(ctx, &mut self.state);
        self.see(ctx);
        self.claim_clock(ctx);
        self.hear_phones(ctx);
        #[cfg(not(target_arch = "wasm32"))]
        self.hear_calls();
        self.stay_awake(ctx);
        self.caller.follow(ctx.input(|input| input.time), &mut self.state);
        self.state.reduced_motion = self.motion.reduced();
        self.history_logic(ctx);
        self.take_choice(ctx);
        self.state.notices.extend(self.keeper.news());
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
        let playing = self.state.table.as_ref().is_some_and(|table| table.game.state().running().is_some());
        let ctx = ctx.clone();
        self.awake.keep(playing, move || ctx.request_repaint());
        if self.state.awake != *self.awake.state() {
            self.state.awake = self.awake.state().clone();
        }
    }

    /// Is something under way on another thread that will change what is shown?
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.clerk.is_busy() || Count::is_busy(&self.state)
    }

    /// Shows a frame and performs what was asked for.
    pub fn ui(&mut self, ui: &mut egui::Ui) {
        self.apply_settings(ui.ctx());
        let mut actions = keys::actions(ui.ctx(), &self.state);
        views::root_ui(ui, &mut self.state, &mut actions);
        if !actions.is_empty() {
            // What was asked for shows in the next frame.
            ui.ctx().request_repaint();
        }
        for action in actions {
            if let Action::Copy(text) = &action {
                ui.ctx().copy_text(text.clone());
            }
            self.perform(action);
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
        let theme = Theme { still, ..if dark { Theme::DARK } else { Theme::LIGHT } };
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
            Action::Start => self.start(),
            Action::SameAgain => self.same_again(),
            Action::AsLastTime => self.as_last_time(),
            Action::Set(settings) => self.set(settings),
            Action::Copy(text) => self.state.copied = Some(text),
            Action::Spectators => self.state.spectators = !self.state.spectators,
            Action::History(wish) => self.look_back(wish),
            Action::Camera(look) => self.camera(look),
            Action::Phones(wish) => self.phones(wish),
            Action::Demonstrate => self.demonstrate(),
            Action::Count(wish) => self.count(wish),
            Action::Dismiss => drop(self.state.notices.drain(..1.min(self.state.notices.len()))),
            Action::TakeBack(path) => {
                self.state.offers.retain(|(_, offered)| *offered != path);
                self.go(Screen::History);
                self.look_back(Wish::Import(path));
            }
            Action::NotNow => drop(self.state.offers.drain(..1.min(self.state.offers.len()))),
            Action::ExportUnsaved => match self.keeper.export_unsaved() {
                Ok(path) => {
                    self.state.notices.push(say!("The unsaved drops were written to {path}", path = path.display()));
                }
                Err(why) => self.state.notices.push(why),
            },
            Action::GoOnIn(folder) => {
                let told = self.keeper.move_to(&folder).unwrap_or_else(|why| format!("! {why}"));
                self.state.notices.insert(0, told);
                // What was set goes along.
                self.set(self.state.settings.clone());
                self.refresh_trouble();
            }
            other => self.at_table(other),
        }
    }

    fn go(&mut self, screen: Screen) {
        if screen == Screen::Help && self.state.screen != Screen::Help {
            self.state.help_about = self.state.screen;
        }
        self.state.screen = screen;
        self.state.phones.shown = false;
        if let Some(table) = self.state.table.as_mut().filter(|table| table.sheet == Sheet::More) {
            // Whoever comes back to the table wants its tiles.
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
        self.state.new_game.competition = settings.competition;
        self.state.settings = settings;
        self.speak();
        if let Err(why) = self.keeper.keep_settings(&self.state.settings) {
            self.state.notices.push(say!("The settings could not be kept: {why}", why));
        }
    }

    fn start(&mut self) {
        let setup = self.state.new_game.setup();
        let leader = Seat::new(self.state.new_game.leader).unwrap_or(Seat::FIRST);
        if let Err(why) = self.begin(setup, leader) {
            self.state.new_game.problem = Some(why);
            return;
        }
        if let Err(why) = self.keeper.save_house_rules(&self.state.new_game.rules) {
            self.state.notices.push(say!("The house rules were not saved under their name: {why}", why));
        }
        self.state.house_rules = self.keeper.house_rules();
        let mut settings = self.state.settings.clone();
        settings.begun(self.state.new_game.to_last());
        settings.competition = self.state.new_game.competition;
        self.set(settings);
    }

    /// The form says again what the last match was begun with.
    fn as_last_time(&mut self) {
        let Some(last) = &self.state.settings.last else { return };
        let competition = self.state.settings.competition;
        self.state.new_game = NewGame { competition, ..NewGame::from_last(last) };
    }

    fn same_again(&mut self) {
        if self.state.settings.last.is_none() {
            return self.start();
        }
        self.as_last_time();
        // Whoever led last time does not lead again.
        let players = self.state.new_game.players;
        self.state.new_game.leader = (self.state.new_game.leader + 1) % players;
        self.start();
    }

    fn begin(&mut self, setup: Setup, leader: Seat) -> Result<(), String> {
        let game = table::opening(setup, leader).map_err(|why| why.to_string())?;
        self.keeper.begin(game.clone());
        self.refresh_trouble();
        let called = words::call(&game.up_to(0), &game);
        self.put_on_table(game);
        if let Some(table) = &mut self.state.table {
            table.called = called;
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
            self.watch.close(&mut self.state);
        }
        self.opened = false;
        self.state.count.double_blank = game.setup().rules.double_blank;
        self.state.table = Some(Table::new(game));
        self.state.screen = Screen::Table;
    }

    /// Stores an act of somebody at the table, then lets it happen. The peg moves after the commit.
    fn act(&mut self, act: Act) -> bool {
        self.act_by(sentence!("somebody at the table"), act)
    }

    /// The same of an act that `by` confirmed.
    fn act_by(&mut self, by: &str, act: Act) -> bool {
        let seen = Watch::evidence(&self.state, &act, by);
        self.act_seen(seen, act)
    }

    /// The same of an act with the picture it was seen in and how it came to be recorded.
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
        self.state.camera.answer();
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

    fn at_table(&mut self, action: Action) {
        let Some(table) = &mut self.state.table else { return };
        if table.hint.is_some() && !matches!(action, Action::Open(_)) {
            table.hint = None;
        }
        if table.rules().is_sheet() && self.at_sheet(&action) {
            return;
        }
        let Some(table) = &mut self.state.table else { return };
        // Whatever else is done answers the question too: it did not lie so.
        let doubt = table.doubt.take();
        match action {
            Action::Open(Sheet::Advice) if !table.game.setup().practice => {
                let why = say!("this match was begun as a competition: there is no advice until it is over");
                table.hint = Some(why.to_owned());
            }
            Action::Open(sheet) => table.sheet = sheet,
            Action::Advice(ask) => self.counsel.perform(ask, &mut self.state),
            Action::Figure(pip) | Action::Type(pip) if !table.seats_to_tally().is_empty() => table.tally_figure(pip),
            Action::LaySo | Action::Confirm if doubt.is_some() => {
                if let Some(doubt) = doubt {
                    self.lay_so(&doubt);
                }
            }
            // Between hands nothing is entered that would stand in the way of the next one.
            Action::Type(_) | Action::Figure(_) | Action::Double | Action::AsItLies(_) | Action::Whose(_)
                if !table.takes_drops() =>
            {
                table.hint = Some(say!("no hand is being played: say who leads first").to_owned());
            }
            Action::Type(pip) => table.entry.figure(pip),
            Action::Figure(pip) => {
                table.entry.figure(pip);
                self.enter_if_clear(false);
            }
            Action::Double => {
                table.entry.double();
            }
            Action::Backspace if !table.seats_to_tally().is_empty() => table.tally_backspace(),
            Action::Backspace => table.entry.backspace(),
            Action::Clear => table.settle(),
            Action::Meaning(mode) => table.entry.switch(mode),
            Action::Tap(tile) => self.tap(tile),
            Action::TapPlace(place) => self.tap_place(place),
            Action::Mark(forward) => {
                let n = table.with_board(|entry, board| entry.plays(board).len());
                table.entry.mark(forward, n);
            }
            Action::Choose(play) => self.enter(play),
            Action::Confirm => self.confirm(),
            Action::AsItLies(yes) => {
                table.entry.as_it_lies = yes;
                table.entry.marked = 0;
                table.sheet = Sheet::None;
            }
            Action::Whose(seat) => {
                let turn = table.game.state().running().map(|round| round.turn);
                table.whose = (turn != Some(seat)).then_some(seat);
            }
            Action::Rewrite(event) => {
                table.settle();
                table.rewriting = Some(event);
            }
            Action::TallySeat(seat) => table.tally.seat = seat.index(),
            Action::Tally => self.tally(),
            Action::Fixing(fix) => table.fix = fix,
            Action::Naming(seat, name) => {
                if let Some(typed) = table.names.get_mut(seat.index()) {
                    *typed = name;
                }
            }
            other => self.simple_act(&other),
        }
    }

    /// The actions that are one act each.
    fn simple_act(&mut self, action: &Action) {
        let Some(table) = &self.state.table else { return };
        let turn = table.seat().or_else(|| table.round().map(|round| round.turn));
        let act = match *action {
            Action::Knock => turn.map(|seat| Act::Knock { seat, stands: table.whose.is_some() }),
            Action::KnockAnyway => turn.map(|seat| Act::Knock { seat, stands: true }),
            Action::Draw => turn.map(|seat| Act::Draw { seat, tiles: 1, seen: game::tile::TileSet::EMPTY }),
            Action::Claim => table.claim_open().or(turn).map(|seat| Act::Claim { seat }),
            Action::Muggins(seat) => Some(Act::Muggins { seat }),
            Action::FalseClaim(seat, points) => Some(Act::FalseClaim { seat, points }),
            Action::Penalty(seat, offence) => Some(Act::Penalty { seat, offence }),
            Action::Adjust(side, score, ref why) => Some(adjustment(table, side, score, why)),
            Action::Block => Some(Act::Block),
            Action::Rename(seat) => Some(Act::Rename { seat, name: table.typed_name(seat) }),
            Action::Substitute(seat) => Some(Act::Substitute { seat, name: table.typed_name(seat) }),
            Action::Redeal => Some(Act::Redeal),
            Action::Abandon => Some(Act::Abandon { why: String::new() }),
            Action::Deal(leader) => Some(Act::Deal { leader, hands: Vec::new() }),
            Action::Undo => Some(Act::Undo),
            Action::Redo => Some(Act::Redo),
            Action::Remove(event) => Some(Act::Correct { event, change: Change::Remove }),
            _ => None,
        };
        if let Some(act) = act {
            self.act(act);
        }
    }

    fn tap(&mut self, tile: Tile) {
        let Some(table) = &mut self.state.table else { return };
        if !table.seats_to_tally().is_empty() {
            table.tally_tap(tile);
            return;
        }
        if table.takes_drops() {
            self.tap_drop(tile);
        }
    }

    fn tap_place(&mut self, place: Place) {
        let Some(table) = &self.state.table else { return };
        let plays = table.with_board(|entry, board| entry.plays(board));
        if let Some(play) = plays.into_iter().find(|play| play.on == Some(place)) {
            self.enter(play);
        }
    }

    /// Enters the drop that is clear from what was tapped, where the settings say so.
    fn enter_if_clear(&mut self, tapped_tile: bool) {
        let at_a_tap = self.state.settings.at_a_tap;
        let Some(table) = &mut self.state.table else { return };
        let (plays, complete) = table.with_board(|entry, board| (entry.plays(board), entry.is_complete(board)));
        // A tile typed by its halves waits for Enter like everything that is typed.
        let clear = complete && (tapped_tile || table.entry.mode == Mode::Ends) && !table.entry.as_it_lies;
        match plays.as_slice() {
            [play] if at_a_tap && clear => {
                let play = *play;
                self.enter(play);
            }
            [] if complete => table.hint = Some(no_way(table)),
            _ => {}
        }
    }

    fn enter(&mut self, play: Play) {
        let Some(table) = &self.state.table else { return };
        let act = match table.rewriting {
            Some(event) => table.seat().map(|seat| Act::Correct {
                event,
                change: Change::Replace(Box::new(Act::Play { seat, play, stands: table.entry.as_it_lies })),
            }),
            None => table.act_of(play),
        };
        if let Some(act) = act {
            self.act(act);
        }
    }

    /// Enter: the proposal, the tally, the next hand, the next match: whatever comes next.
    fn confirm(&mut self) {
        let Some(table) = &self.state.table else { return };
        if let Some(play) = table.proposal() {
            return self.enter(play);
        }
        if !table.entry.is_empty() {
            if let Some(table) = &mut self.state.table {
                table.hint = Some(no_way(table));
            }
            return;
        }
        if self.confirm_seen() {
            return;
        }
        let Some(table) = &self.state.table else { return };
        if table.round().is_some_and(game::Round::needs_tally) {
            return self.tally();
        }
        let state = table.game.state();
        if state.is_over() {
            return self.same_again();
        }
        if state.running().is_none() {
            let leader = match state.next_leader() {
                NextLeader::Seat(seat) | NextLeader::Ask(seat) => seat,
            };
            self.act(Act::Deal { leader, hands: Vec::new() });
        }
    }

    fn tally(&mut self) {
        let Some(table) = &mut self.state.table else { return };
        // Enter after one hand goes on to the next: nobody has forgotten anything yet.
        let told =
            game::Seat::new(table.tally.seat).is_some_and(|seat| table.tally.pips(seat, table.rules()).is_some());
        if table.tally_next() {
            table.hint = (!told).then(|| say!("the pips of every hand are needed").to_owned());
            return;
        }
        let act = table.tally_act();
        self.act(act);
    }
}

/// How far everything can be enlarged, in per cent: a window keeps so many points each way that fingers find their keys.
fn largest_scale(ctx: &egui::Context) -> u16 {
    /// The least side of a window, in points: 1280x720 at twice the size, a phone at its own.
    const LEAST: f32 = 360.0;
    let window = ctx.viewport_rect().size() * ctx.zoom_factor();
    (window.min_elem() / LEAST * 100.0).round().clamp(100.0, 1000.0) as u16
}

/// The players who can be asked to the table again: those of a demonstration cannot.
fn known(names: Vec<String>) -> Vec<String> {
    names.into_iter().filter(|name| !is_simulated(name)).take(MOST_KNOWN).collect()
}

/// The act that moves a side's pegs to `score`.
fn adjustment(table: &Table, side: Side, score: Points, why: &str) -> Act {
    let points = score - table.game.state().score(side);
    Act::Adjust { side, points, why: why.to_owned() }
}

/// Why what was entered is no drop.
fn no_way(table: &Table) -> String {
    let setup = table.game.setup();
    let layout = table.layout();
    match table.entry.tile {
        Some(tile) if layout.tiles().contains(tile) => say!("{tile} lies on the table already", tile),
        Some(tile) => say!("{tile} fits nowhere", tile),
        None => {
            let ends: Vec<String> = table.entry.typed.iter().map(|end| end.pip.to_string()).collect();
            let ends = ends.join(say!(" and "));
            if setup.rules.spinner == game::rules::Spinner::None {
                say!("no one tile leaves {ends}", ends)
            } else {
                say!("no tile leaves {ends}", ends)
            }
        }
    }
}
