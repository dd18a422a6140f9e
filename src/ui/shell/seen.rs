//! Handles sightings of the camera: proposals, corrections, announcements; opens and closes sources.

use super::Shell;
use crate::camera::SourceSpec;
use crate::live::{self, Role};
use crate::table::questions::BY_CONFIDENCE;
use crate::table::{Mend, Missed, late, places};
use crate::ui::action::TableWish;
use crate::ui::camera::guide::Guide;
use crate::ui::camera::moment::{Moment, correction_act, earlier, enters_by_hand, mends, outcome, why_asked};
use crate::ui::camera::{CameraWish, GuideWish};
use crate::ui::camera::{demonstration, is_demonstration};
use crate::ui::entry::EntryWish;
use crate::ui::notice::Notice;
use crate::ui::screen::{Screen, Sheet};
use crate::ui::settings::Settings;
use crate::ui::state::State;
use crate::ui::table::TableScreen;
use crate::ui::watch::About;
use egui::Event;
use game::tile::Tile;
use game::{Act, Seat};
use language::{say, sentence};
use std::path::PathBuf;
use store::{Evidence, Origin};

/// Most saved minutes on the disk, of at most 64 MB each.
const MOST_MINUTES: usize = 10;

/// Reports whether this is a key, or a touch. (The pointer may wander.)
const fn touches(event: &Event) -> bool {
    matches!(
        event,
        Event::Key { pressed: true, .. }
            | Event::PointerButton { pressed: true, .. }
            | Event::Touch { .. }
            | Event::Text(_)
    )
}

/// Reports whether this act changes what was recorded before it.
const fn rewrites(act: &Act) -> bool {
    matches!(act, Act::Correct { .. } | Act::Redeal | Act::Undo | Act::Redo | Act::Adjust { .. })
}

impl Shell {
    /// Takes the camera's sightings. Confident drops are counted down and entered if the settings say so; never one
    /// that would win or end the hand, and nothing while a person enters something by hand.
    pub(super) fn see(&mut self, ctx: &egui::Context) {
        // First the window is made known: a camera opened without it could not wake it.
        let State { camera, table, screen, notices, .. } = &mut self.state;
        let game = table.as_ref().map(|table| &table.game);
        notices.extend(self.watch.logic(ctx, camera, About { game, listed: *screen == Screen::Camera }));
        self.open_last_camera();
        let State { camera, table, .. } = &mut self.state;
        camera.listen(table.as_ref());
        if self.state.settings.auto_confirm {
            self.enter_what_was_said();
        }
        self.count_down(ctx);
    }

    /// Reports whether something may enter itself now.
    fn enters_itself(&self) -> Option<&TableScreen> {
        let table = self.state.table.as_ref().filter(|table| self.state.camera.watches(&table.game))?;
        let busy = enters_by_hand(table) || table.hint.is_some() || table.sheet != Sheet::None;
        (self.state.settings.auto_confirm && !busy).then_some(table)
    }

    /// Announcements of the simulated players need no confirmation, except those that change what was recorded.
    fn enter_what_was_said(&mut self) {
        let simulated = self.state.camera.is_simulated();
        let Some(table) = self.enters_itself().filter(|_| simulated) else { return };
        let act = self.state.camera.said.as_ref().map(|told| told.act.clone());
        if let Some(act) = act.filter(|act| !rewrites(act) && !outcome(&table.game, act).0) {
            self.act_by(sentence!("the simulated players"), act);
        }
    }

    /// The sure drop is counted down; a key or a touch stops it.
    fn count_down(&mut self, ctx: &egui::Context) {
        if self.state.screen == Screen::Table && ctx.input(|input| input.events.iter().any(touches)) {
            self.state.camera.countdown.stop();
        }
        let proposal = self.state.camera.proposal().filter(|_| self.state.camera.said.is_none());
        let act = self.enters_itself().zip(proposal).and_then(|(table, proposal)| {
            let free = why_asked(table, proposal).is_none() && self.state.camera.correction().is_none();
            table.act_of(proposal.play).filter(|_| free).map(|act| (proposal.id, act))
        });
        let now = ctx.input(|input| input.time);
        let due = self.state.camera.countdown.tick(act.as_ref().map(|(id, _)| *id), now);
        if let Some((_, act)) = act.filter(|_| due) {
            self.act_by(BY_CONFIDENCE, act);
            ctx.request_repaint();
        }
        if self.state.camera.countdown.runs() {
            ctx.request_repaint_after_secs(0.2);
        }
    }

    /// The camera of last time is opened with the first match on the table; a demonstration needs none.
    fn open_last_camera(&mut self) {
        if self.opened || self.state.screen != Screen::Table {
            return;
        }
        let Some(table) = &self.state.table else { return };
        self.opened = true;
        let spec = self.state.settings.camera.as_ref().and_then(|text| text.parse().ok());
        if let Some(spec) = spec
            && !is_demonstration(table.game.setup())
            && !self.state.camera.is_on()
        {
            self.watch.open(spec, &mut self.state.camera);
        }
    }

    /// Does what a view asked about the camera.
    pub(super) fn camera(&mut self, look: CameraWish) {
        match look {
            CameraWish::Open(spec) => self.open(spec),
            CameraWish::OpenTyped => match self.state.camera.typed.parse::<SourceSpec>() {
                Ok(spec) => self.open(spec),
                Err(why) => self.state.camera.problem = Some(why.to_string()),
            },
            CameraWish::Off => {
                self.watch.close(&mut self.state.camera);
                self.remember_camera(None);
            }
            CameraWish::Correct => self.correct_seen(),
            CameraWish::TakeOver(next) => self.take_over(next),
            CameraWish::KeepMinute => self.keep_minute(),
            CameraWish::Guide(GuideWish::ByItself) => {
                self.state.camera.guide = Guide::default();
                self.set(Settings { auto_confirm: true, ..self.state.settings.clone() });
            }
            CameraWish::Tile(role) => self.tap_seen(role),
            CameraWish::Take(tile) => self.take_seen(tile),
            CameraWish::Mend(mend) => self.mend(&mend),
            CameraWish::Earlier => self.add_earlier(),
            CameraWish::Dismiss if matches!(self.state.moment(), Moment::Apart(..) | Moment::LiesThere(_)) => {
                self.state.camera.leave();
            }
            CameraWish::Dismiss
            | CameraWish::Again
            | CameraWish::Reopen
            | CameraWish::Lens(_)
            | CameraWish::Mark(_)
            | CameraWish::Typed(_)
            | CameraWish::Stop
            | CameraWish::Test
            | CameraWish::Whole(_)
            | CameraWish::Guide(_) => {
                let State { camera, table, new_game, .. } = &mut self.state;
                let rules = table.as_ref().map_or(&new_game.rules, |table| table.rules());
                self.watch.perform(&look, camera, rules);
            }
        }
    }

    fn open(&mut self, spec: SourceSpec) {
        // The simulated table is not offered as the camera of a later match.
        let text = (!matches!(spec, SourceSpec::Simulated { .. })).then(|| spec.to_string());
        if text.is_some() {
            self.remember_camera(text);
        }
        self.opened = true;
        self.watch.open(spec, &mut self.state.camera);
    }

    fn remember_camera(&mut self, camera: Option<String>) {
        if self.state.settings.camera != camera {
            self.set(Settings { camera, ..self.state.settings.clone() });
        }
    }

    /// A recorded tile of the picture is tapped: its drop is corrected.
    fn tap_seen(&mut self, role: Role) {
        let Some(table) = &self.state.table else { return };
        match role {
            Role::Laid(tile) | Role::Covered(tile) => {
                let Some(event) = live::play_event(&table.game, tile) else { return };
                self.at_table(TableWish::Entry(EntryWish::Rewrite(event)));
            }
            Role::New | Role::Loose | Role::FaceDown | Role::Standing => {}
        }
    }

    /// A tile of the picture that is not in the record is taken: as proposed, or at its place in the order of play.
    fn take_seen(&mut self, tile: Tile) {
        let camera = &self.state.camera;
        let proposed = camera.proposal().map(|proposal| proposal.play).filter(|play| play.tile() == tile);
        if let Some(play) = proposed {
            return self.enter(play);
        }
        let Some(table) = &mut self.state.table else { return };
        match places(&table.game, (tile, camera.came_after(tile)), camera.line()).into_iter().next() {
            Some(missed) => self.mend(&Mend::Add(missed)),
            None => table.hint = Some(say!("{tile} fits nowhere", tile)),
        }
    }

    /// Adds the proposed tile at an earlier place in the order of play.
    fn add_earlier(&mut self) {
        let proposal = self.state.camera.proposal().zip(self.state.table.as_ref());
        if let Some(mend) = proposal.and_then(|(proposal, table)| earlier(table, proposal)) {
            self.mend(&mend);
        }
    }

    /// Mends the record; a tile that can lie at several places is asked about.
    fn mend(&mut self, mend: &Mend) {
        let Some(table) = &self.state.table else { return };
        match (mend, mend.act(&table.game)) {
            (_, Some(act)) => {
                if !self.ask_first(&act) {
                    self.act(act);
                }
            }
            (Mend::Add(Missed { tile, before, .. }), None) => {
                if let Some((event, _)) = before {
                    self.at_table(TableWish::Entry(EntryWish::Insert(*event)));
                }
                self.at_table(TableWish::Entry(EntryWish::Tap(*tile)));
            }
            (Mend::Correct { .. } | Mend::Remove { .. }, None) => {}
        }
    }

    /// Puts the earlier drop right that was misread.
    fn correct_seen(&mut self) {
        let Some(correction) = self.state.camera.correction().cloned() else { return };
        let Some(act) = self.state.table.as_ref().and_then(|table| correction_act(table, &correction)) else { return };
        self.act(act);
    }

    /// Saves the last minute in a separate folder among the matches; the oldest of too many is deleted, with a message.
    fn keep_minute(&mut self) {
        let place = self.keeper.folder().join("minutes");
        let mut there: Vec<PathBuf> =
            place.read_dir().into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        there.sort();
        for old in there.iter().take((there.len() + 1).saturating_sub(MOST_MINUTES)) {
            self.state.notices.push(match std::fs::remove_dir_all(old) {
                Ok(()) => Notice::told(say!(
                    "Only the last {most_minutes} clips are kept; deleted {oldest}.",
                    most_minutes = MOST_MINUTES,
                    oldest = old.display()
                )),
                Err(why) => Notice::failed(say!("can't delete {old}: {why}", old = old.display(), why)),
            });
        }
        let folder = place.join(self.keeper.now().for_file_name());
        self.watch.keep(&folder, &mut self.state.camera);
    }

    /// Records the layout on the table, with its picture and its doubt.
    fn take_over(&mut self, next: Seat) {
        let Moment::LiesThere(layout) = self.state.moment() else { return };
        let layout = layout.clone();
        let evidence = Evidence {
            source: Origin::Camera,
            reading: layout.to_string(),
            doubts: vec![late::DOUBT.to_owned()],
            confirmed: sentence!("a player at the table").to_owned(),
            ..Evidence::default()
        };
        let frame = self.state.camera.sighting.as_ref().and_then(|sighting| sighting.frame.clone());
        let seen = frame.map(|frame| (frame, evidence));
        if let Err(refused) = self.change(|table| table.start_from(&layout, Some(next), seen))
            && let Some(table) = &mut self.state.table
        {
            table.hint = Some(refused.to_string());
        }
    }

    /// Enters what the camera has seen, or the players have said; `false` if that is nothing.
    pub(super) fn confirm_seen(&mut self) -> bool {
        let camera = &self.state.camera;
        let waits = |table: &TableScreen| camera.watches(&table.game) && !enters_by_hand(table);
        if !self.state.table.as_ref().is_some_and(waits) {
            return false;
        }
        if let Some(told) = &camera.said {
            let act = told.act.clone();
            self.act(act);
            return true;
        }
        if camera.correction().is_some() {
            self.correct_seen();
            return true;
        }
        let Some(proposal) = camera.proposal() else { return self.mend_seen() };
        let other = camera.marked.checked_sub(1).and_then(|i| proposal.alternatives.get(i));
        let play = other.map_or(proposal.play, |other| other.play);
        self.enter(play);
        true
    }

    /// Removes the first difference between table and record; `false` if there is none that can be.
    fn mend_seen(&mut self) -> bool {
        let Moment::Apart(lost, _) = self.state.moment() else { return false };
        let first = self.state.table.as_ref().and_then(|table| mends(table, lost).into_iter().next());
        first.map(|mend| self.mend(&mend)).is_some()
    }

    /// Starts a separate match, played by the simulated table under the rules of the form.
    pub(super) fn demonstrate(&mut self) {
        let form = &self.state.new_game;
        let (setup, leader) = (demonstration(form.setup()), Seat::new(form.leader).unwrap_or(Seat::FIRST));
        if let Err(why) = self.begin(setup, leader) {
            self.state.new_game.problem = Some(why);
            self.state.screen = Screen::NewGame;
            return;
        }
        self.open(SourceSpec::Simulated { rules: None, seed: self.keeper.seed() });
    }
}
