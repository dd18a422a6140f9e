//! Doing what the History screens ask for.

use super::save::PaperOrder;
use super::worker::{HistoryNews, HistoryPart, Unread};
use super::{BookWish, KeptStep, LeagueForm, Milestone, Paper, Said, Tab, Wish, walk};
use crate::platform::dialogs::{Asked, Dialog};
use crate::ui::action::Action;
use crate::ui::count::CountWish;
use crate::ui::notice::Notice;
use crate::ui::screen::Screen;
use crate::ui::shell::Shell;
use game::stats::{Choice, WinPoints, evenings};
use language::{say, say_count};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use store::{Archive, MatchId, Timestamp, record_in};

/// Time the window waits for an answer before it shows progress: most answers come sooner, so nothing flickers.
const PATIENCE: Duration = Duration::from_millis(25);
/// Duration of a step of the replay, in seconds.
const STEP_S: f64 = 1.1;
/// Things that can be taken back.
const MOST_UNDO: usize = 20;

impl Shell {
    /// Takes what the threads have answered, and the next step of a replay that plays.
    pub(in crate::ui) fn history_logic(&mut self, ctx: &egui::Context) {
        while let Some(news) = self.history_worker.news(Duration::ZERO) {
            self.take_news(news);
            ctx.request_repaint();
        }
        if self.history_worker.is_busy() {
            ctx.request_repaint_after_secs(0.02);
        }
        self.play_on(ctx);
    }

    fn play_on(&mut self, ctx: &egui::Context) {
        let here = self.state.screen == Screen::History && self.state.history.tab == Tab::Matches;
        let Some(replay) = &mut self.state.history.replay else { return };
        let Some(due) = replay.playing else { return };
        let now = ctx.input(|input| input.time);
        if !here || replay.at >= replay.moments.len() {
            replay.playing = None;
            return;
        }
        // The first moment counts from the frame that shows it.
        if due == f64::INFINITY {
            replay.playing = Some(now + STEP_S);
        } else if now >= due {
            let at = replay.at + 1;
            replay.playing = Some(now + STEP_S);
            self.go_to(at);
            ctx.request_repaint();
        }
        ctx.request_repaint_after_secs(0.05);
    }

    /// Opens the History screen and reads new events.
    pub(in crate::ui) fn open_history(&mut self) {
        let history = &mut self.state.history;
        history.message = None;
        let before = Arc::clone(&history.archive);
        if self.history_worker.load(self.keeper.folder(), before) {
            self.wait();
        }
    }

    /// Waits a moment for answers.
    fn wait(&mut self) {
        let begin = web_time::Instant::now();
        while self.history_worker.is_busy() {
            let Some(left) = PATIENCE.checked_sub(begin.elapsed()).filter(|left| !left.is_zero()) else { return };
            let Some(news) = self.history_worker.news(left) else { return };
            self.take_news(news);
        }
    }

    fn take_news(&mut self, news: HistoryNews) {
        let history = &mut self.state.history;
        match news {
            HistoryNews::Loaded(Ok(archive)) => {
                history.problem = None;
                let same = history.loaded && Arc::ptr_eq(&history.archive, &archive);
                history.loaded = true;
                if !same {
                    history.archive = archive;
                    self.choose();
                }
            }
            HistoryNews::Loaded(Err(why)) => {
                history.loaded = true;
                // Without a database there is nothing to look back on yet.
                history.problem = (!matches!(why, Unread::NoSessions)).then(|| why.to_string());
            }
            HistoryNews::Summed(ticket, sums) if self.history_worker.is_newest(ticket) => {
                history.summing = false;
                if history.player.as_ref().is_none_or(|name| sums.of_player(name).is_none()) {
                    history.player = sums.player.as_ref().map(|player| player.name.clone());
                }
                history.sums = sums;
                let removed = &history.archive.book.removed;
                if !removed.is_empty() {
                    Arc::make_mut(&mut history.sums).figures.retain(|(name, _)| !removed.contains(name));
                }
            }
            HistoryNews::Summed(..) => {}
            HistoryNews::Picture(game, event, picture, evidence) => {
                if let Some(replay) = history.replay.as_mut().filter(|replay| replay.id == game) {
                    replay.kept = Some(KeptStep { event, picture, evidence });
                }
            }
            HistoryNews::Written(outcome) => {
                history.busy = None;
                history.message = Some(match outcome {
                    Ok(path) if self.state.page => {
                        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                        Said::Done(say!("Downloaded: {name}", name))
                    }
                    Ok(path) => Said::Done(say!("Written: {path}", path = path.display())),
                    Err(why) => Said::Failed(say!("Can't save the file: {why}", why)),
                });
            }
            HistoryNews::Reviewed(game, place, hands) => {
                if let Some(replay) = history.replay.as_mut().filter(|replay| replay.id == game) {
                    replay.review.hands.insert(place, hands);
                    history.reviews.insert((game, replay.whole.events().len()), replay.review.hands.clone());
                }
            }
            HistoryNews::ReviewEnds(game, problem) => {
                if let Some(replay) = history.replay.as_mut().filter(|replay| replay.id == game) {
                    replay.review.running = false;
                    replay.review.problem = problem;
                }
            }
            HistoryNews::BrokeDown(HistoryPart::Review) => {
                if let Some(replay) = &mut history.replay {
                    replay.review.running = false;
                    replay.review.problem = Some(say!("the adviser failed").to_owned());
                }
            }
            HistoryNews::BrokeDown(HistoryPart::History | HistoryPart::Import) => {
                (history.busy, history.summing, history.loaded) = (None, false, true);
                history.message = Some(Said::Failed(say!("Internal error: that didn't work").to_owned()));
            }
            HistoryNews::Imported(store, file, outcome) => {
                self.keeper.give_back(*store);
                history.busy = None;
                let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                history.message = Some(match outcome {
                    Ok(done) => Said::Done(say_count!(
                        done.new,
                        "{name}: {n} new match, {longer} continued, {known} already here",
                        "{name}: {n} new matches, {longer} continued, {known} already here",
                        name,
                        longer = done.longer,
                        known = done.known
                    )),
                    Err(why) => Said::Failed(say!("{name}: nothing was imported. {why}", name, why)),
                });
                self.refresh_trouble();
                self.reload();
            }
        }
    }

    /// Reads new events; the list stays until they are there.
    fn reload(&mut self) {
        let before = Arc::clone(&self.state.history.archive);
        if self.history_worker.load(self.keeper.folder(), before) {
            self.wait();
        }
    }

    /// Makes the list of the choice and asks for its figures.
    fn choose(&mut self) {
        let now = self.keeper.now();
        let history = &mut self.state.history;
        history.choice.from_ms = history.span.from_ms(now);
        history.shown = chosen(&history.archive, &history.choice, history.deleted);
        history.chosen += 1;
        history.evenings = evenings_of(&history.archive, &history.shown);
        history.summing = self.history_worker.sum(history.shown.clone(), history.player.clone());
    }

    /// Does what the History screens ask for.
    pub(in crate::ui) fn look_back(&mut self, wish: Wish) {
        match wish {
            Wish::Tab(tab) => self.state.history.tab = tab,
            Wish::Chosen => {
                self.choose();
                self.wait();
            }
            Wish::Look(id) => self.look(id),
            Wish::Close => self.close(),
            Wish::Go(at) => {
                self.halt();
                self.go_to(at);
            }
            Wish::Play => self.play(),
            Wish::Jump(mark, forward) => self.jump(mark, forward),
            Wish::Review => self.review(),
            Wish::TakeUp(id) => self.take_up(id),
            Wish::Player(name) => {
                self.state.history.player = Some(name);
                self.choose();
                self.wait();
            }
            Wish::Versus(name) => self.state.history.versus = name,
            Wish::Papers => self.papers(),
            Wish::Save(paper) => self.save(paper),
            Wish::Import(path) => self.import(path),
            Wish::ImportRecord(text) => self.import_record(&text),
            Wish::Choose(asked) => self.open_dialog(asked),
            Wish::League(name) => (self.state.history.league, self.state.history.form) = (name, None),
            Wish::Form(open) => self.state.history.form = open.then(LeagueForm::default),
            Wish::Heard => self.state.history.message = None,
            Wish::Book(wish) => self.write_down(wish),
            Wish::Undo => self.take_back(),
        }
    }

    fn look(&mut self, id: MatchId) {
        self.stop_review();
        match self.keeper.look(id) {
            Ok(mut replay) => {
                let at = replay.at;
                // What the adviser has judged since the window was opened is shown again.
                let judged = self.state.history.reviews.get(&(id, replay.whole.events().len()));
                replay.review.hands = judged.cloned().unwrap_or_default();
                (self.state.history.replay, self.state.history.problem) = (Some(replay), None);
                self.state.history.import = None;
                self.state.history.tab = Tab::Matches;
                self.state.notices.extend(self.keeper.take_notices().into_iter().map(Notice::told));
                self.go_to(at);
            }
            Err(why) => self.state.history.message = Some(Said::Failed(why)),
        }
    }

    /// Ends the review under way; its judgements stay.
    fn stop_review(&mut self) {
        self.history_worker.stop_review();
        if let Some(replay) = &mut self.state.history.replay {
            replay.review.running = false;
        }
    }

    fn close(&mut self) {
        self.stop_review();
        let history = &mut self.state.history;
        if history.exporting || history.import.is_some() {
            (history.exporting, history.import) = (false, None);
        } else {
            history.replay = None;
        }
    }

    /// Shows a step, and fetches its picture and evidence.
    fn go_to(&mut self, at: usize) {
        let Some(replay) = &mut self.state.history.replay else { return };
        replay.go(at);
        let Some(event) = replay.moment().map(|moment| moment.event) else { return };
        if replay.kept.as_ref().is_some_and(|kept| kept.event == event) {
            return;
        }
        // The store counts events from 1.
        let numbers: Vec<u32> = walk::sources(&replay.whole, event).iter().map(|event| *event as u32 + 1).collect();
        let id = replay.id;
        if self.history_worker.picture(self.keeper.folder(), id, event, numbers) {
            self.wait();
        }
    }

    fn halt(&mut self) {
        if let Some(replay) = &mut self.state.history.replay {
            replay.playing = None;
        }
    }

    fn play(&mut self) {
        let Some(replay) = &mut self.state.history.replay else { return };
        if replay.playing.take().is_some() {
            return;
        }
        replay.playing = Some(f64::INFINITY);
        if replay.at >= replay.moments.len() {
            self.go_to(0);
        }
    }

    fn jump(&mut self, mark: Milestone, forward: bool) {
        let Some(replay) = &self.state.history.replay else { return };
        if let Some(step) = replay.next(mark, forward) {
            self.halt();
            self.go_to(step);
        }
    }

    fn review(&mut self) {
        let Some(replay) = &mut self.state.history.replay else { return };
        if replay.review.running {
            return;
        }
        let place = replay.moment().map_or((0, 0), |moment| (moment.leg, moment.hand));
        let (id, whole) = (replay.id, replay.whole.clone());
        replay.review.problem = None;
        replay.review.running = true;
        if !self.history_worker.review(id, whole, place)
            && let Some(replay) = &mut self.state.history.replay
        {
            replay.review.running = false;
            replay.review.problem = Some(say!("can't start a background task").to_owned());
        }
    }

    /// Resumes the match of the list at the table.
    fn take_up(&mut self, id: MatchId) {
        match self.keeper.take_up(id).cloned() {
            Ok(game) => self.put_on_table(game),
            Err(why) => self.state.history.message = Some(Said::Failed(why)),
        }
    }

    fn papers(&mut self) {
        if self.state.screen != Screen::History {
            self.perform(Action::Go(Screen::History));
            self.close_all();
        }
        if self.state.history.replay.is_none()
            && let Some(id) = self.keeper.on_table()
        {
            self.look(id);
        }
        let history = &mut self.state.history;
        (history.tab, history.exporting, history.import) = (Tab::Matches, true, None);
    }

    /// The list alone.
    fn close_all(&mut self) {
        self.stop_review();
        let history = &mut self.state.history;
        (history.exporting, history.import, history.replay) = (false, None, None);
    }

    fn save(&mut self, paper: Paper) {
        let history = &mut self.state.history;
        let league = history.shown_league();
        let worth = league.map_or_else(WinPoints::default, |league| league.worth);
        let table = match league {
            Some(league) => (league.name.clone(), league.standings(super::facts(&history.archive.games))),
            None => (String::new(), history.sums.table.clone()),
        };
        let order = PaperOrder {
            what: paper,
            folder: self.keeper.folder().to_owned(),
            target: history.target(),
            now: self.keeper.now(),
            games: history.shown.clone(),
            shown: history.replay.as_ref().map(|replay| (replay.id, replay.whole.clone(), replay.now.clone())),
            table,
            worth,
            dark: self.state.theme.dark,
        };
        if self.history_worker.write(order) {
            history.busy = Some(say!("Writing…").to_owned());
            self.wait();
        } else {
            history.message =
                Some(Said::Failed(say!("Other files are still being written: try again in a moment").to_owned()));
        }
    }

    /// Opens the platform's dialog; the choice comes with the news.
    fn open_dialog(&mut self, asked: Asked) {
        let history = &mut self.state.history;
        // The dialog is polled within a moment.
        self.dialog = Dialog::open(asked, &history.target(), || {});
        history.choosing = self.dialog.is_some();
        // A page opens its browser's.
        if self.dialog.is_none() && !self.state.page {
            self.chosen(asked, None);
        }
        self.wait();
    }

    /// Takes the choice of a dialog.
    pub(in crate::ui) fn take_choice(&mut self, ctx: &egui::Context) {
        let Some(dialog) = &self.dialog else { return };
        let Ok(answer) = dialog.answer() else {
            ctx.request_repaint_after_secs(0.1);
            return;
        };
        let asked = dialog.asked();
        self.dialog = None;
        self.state.history.choosing = false;
        self.chosen(asked, answer);
    }

    /// Takes a file or a folder; `None` where no dialog opened, or it was closed.
    pub fn chosen(&mut self, asked: Asked, answer: Option<PathBuf>) {
        match (asked, answer) {
            (Asked::Games, Some(path)) => self.import(path),
            (Asked::Picture, Some(path)) => self.perform(Action::Count(CountWish::Read(path))),
            (Asked::Folder, Some(folder)) => self.state.history.exports = Some(folder),
            (Asked::Picture, None) => {
                self.state.count.told = Some(say!("No file chosen: you can type its path").to_owned());
            }
            (Asked::Games, None) => {
                self.state.history.message = Some(Said::Done(say!("No file chosen: you can type its path").to_owned()));
            }
            (Asked::Folder, None) => {
                self.state.history.message = Some(Said::Done(say!("No folder chosen: you can type it").to_owned()));
            }
        }
    }

    /// Imports one match from its text record.
    fn import_record(&mut self, text: &str) {
        let history = &mut self.state.history;
        let Some(mut store) = self.keeper.lend() else {
            history.message = Some(Said::Failed(say!("Can't write to the data folder at the moment").to_owned()));
            return;
        };
        let imported = store.import_record(text, self.keeper.now());
        self.keeper.give_back(store);
        let history = &mut self.state.history;
        match imported {
            Ok(imported) => {
                let words =
                    if imported.new > 0 { say!("The match is imported") } else { say!("This match is here already") };
                history.message = Some(Said::Done(words.to_owned()));
                (history.import, history.pasted) = (None, String::new());
                self.reload();
            }
            Err(why) => history.message = Some(Said::Failed(say!("Nothing was imported: {why}", why))),
        }
    }

    /// Imports a file while the window continues; drops wait in memory meanwhile.
    fn import(&mut self, path: PathBuf) {
        if let Some(record) = record_in(&path) {
            return self.import_record(&record);
        }
        let history = &mut self.state.history;
        let Some(store) = self.keeper.lend() else {
            history.message = Some(Said::Failed(say!("Can't write to the data folder at the moment").to_owned()));
            return;
        };
        match self.history_worker.import(store, path) {
            Ok(()) => {
                (history.busy, history.import) = (Some(say!("Importing matches…").to_owned()), None);
                self.wait();
            }
            Err(store) => {
                let why = say!("can't start a background task");
                history.message = Some(Said::Failed(say!("Nothing was imported: {why}", why)));
                self.keeper.give_back(*store);
            }
        }
    }

    /// Writes a wish into the book as an event.
    fn write_down(&mut self, wish: BookWish) {
        let told = self.told_of(&wish);
        let done = self.note(&wish);
        let history = &mut self.state.history;
        match wish {
            BookWish::SaveLeague(league) if done.is_ok() => (history.league, history.form) = (Some(league.name), None),
            BookWish::RemoveLeague(_) => history.league = None,
            BookWish::SaveLeague(_)
            | BookWish::Delete(_)
            | BookWish::Restore(_)
            | BookWish::Merge(..)
            | BookWish::Part(_)
            | BookWish::Remove(..) => {}
        }
        self.settle_book(done.map(|()| told));
    }

    /// Returns what a wish does in words, and what takes it back.
    fn told_of(&self, wish: &BookWish) -> (String, Option<BookWish>) {
        let book = &self.state.history.archive.book;
        match wish.clone() {
            BookWish::Delete(id) => (say!("The match is deleted").to_owned(), Some(BookWish::Restore(id))),
            BookWish::Restore(id) => (say!("The match is restored").to_owned(), Some(BookWish::Delete(id))),
            BookWish::Merge(from, into) => (say!("{from} counts as {into}", from, into), Some(BookWish::Part(from))),
            BookWish::Part(from) => {
                let into = book.merged.get(&from).cloned();
                (say!("{from} is a separate player again", from), into.map(|into| BookWish::Merge(from, into)))
            }
            BookWish::Remove(name, true) => {
                let words = say!("{name} is off the lists; the matches stay", name);
                (words, Some(BookWish::Remove(name, false)))
            }
            BookWish::Remove(name, false) => {
                (say!("{name} is on the lists again", name), Some(BookWish::Remove(name, true)))
            }
            BookWish::SaveLeague(league) => (say!("{name} is saved", name = league.name), None),
            BookWish::RemoveLeague(name) => {
                let league = book.leagues.get(&name).cloned();
                (say!("{name} was removed; its matches stay", name), league.map(BookWish::SaveLeague))
            }
        }
    }

    fn note(&mut self, wish: &BookWish) -> Result<(), String> {
        if let BookWish::Delete(id) = wish
            && self.keeper.on_table() == Some(*id)
            && !self.table_is_over()
        {
            return Err(say!("the match is on the table: finish or abandon it first").to_owned());
        }
        self.keeper.note(|store, at| match wish {
            BookWish::Delete(id) => store.delete_match(*id, at),
            BookWish::Restore(id) => store.restore_match(*id, at),
            BookWish::Merge(from, into) => store.merge_players(from, into, at),
            BookWish::Part(from) => store.part_player(from, at),
            BookWish::Remove(name, removed) => store.remove_player(name, *removed, at),
            BookWish::SaveLeague(league) => store.save_league(league, at),
            BookWish::RemoveLeague(name) => store.remove_league(name, at),
        })
    }

    fn settle_book(&mut self, done: Result<(String, Option<BookWish>), String>) {
        let history = &mut self.state.history;
        match done {
            Ok((words, undo)) => {
                if let Some(undo) = undo {
                    history.undo.push((words.clone(), undo));
                    let most = history.undo.len().saturating_sub(MOST_UNDO);
                    history.undo.drain(..most);
                }
                history.message = Some(Said::Done(words));
                if let Some(replay) = &history.replay
                    && let Some((_, BookWish::Restore(id))) = history.undo.last()
                    && replay.id == *id
                {
                    history.replay = None;
                }
            }
            Err(why) => history.message = Some(Said::Failed(why)),
        }
        history.merging = None;
        self.reload();
    }

    fn take_back(&mut self) {
        let Some((words, undo)) = self.state.history.undo.pop() else { return };
        let done = self.note(&undo);
        self.settle_book(done.map(|()| (say!("Undone: {words}", words), None)));
    }

    fn table_is_over(&self) -> bool {
        self.state.table.as_ref().is_none_or(|table| table.game.state().is_over())
    }
}

/// The evening of each match that is shown, as it was among all matches.
fn evenings_of(archive: &Archive, shown: &[Arc<store::Archived>]) -> Vec<(i32, Timestamp)> {
    let all = || archive.games.iter().rev().map(|game| &game.summary);
    let begun = evenings(all().map(|summary| summary.started.0)).into_iter().map(Timestamp);
    let of: HashMap<MatchId, Timestamp> = all().map(|summary| summary.id).zip(begun).collect();
    let mut known: HashMap<(Timestamp, Option<i16>), i32> = HashMap::new();
    let evening = |game: &Arc<store::Archived>| {
        let (at, place) = (of.get(&game.summary.id).copied().unwrap_or(game.summary.started), game.summary.utc_offset);
        (*known.entry((at, place)).or_insert_with(|| at.there(place).day_number()), at)
    };
    shown.iter().map(evening).collect()
}

/// The games of a choice, the newest first.
fn chosen(archive: &Archive, choice: &Choice, deleted: bool) -> Vec<Arc<store::Archived>> {
    let wanted = |game: &&Arc<store::Archived>| (deleted || !game.summary.is_hidden()) && game.is_meant(choice);
    archive.games.iter().filter(wanted).cloned().collect()
}
