//! What the shell does with what the camera saw: proposals, corrections, what was said; opening and closing sources.

use super::Shell;
use crate::camera::SourceSpec;
use crate::live::{self, Role};
use crate::ui::action::{Action, CameraWish, Screen, Sheet};
use crate::ui::camera::{demonstration, is_demonstration};
use crate::ui::settings::Settings;
use game::{Act, Change, Seat};

impl Shell {
    /// Takes what the camera saw. Drops that were seen surely are entered where the settings say so; never one that
    /// would win, and nothing while somebody enters something by hand.
    pub(super) fn see(&mut self, ctx: &egui::Context) {
        // First the window is made known: a camera opened without it could not wake it.
        let new = self.watch.logic(ctx, &mut self.state);
        self.open_last_camera();
        let game = self.state.table.as_ref().map(|table| &table.game);
        let game = game.filter(|game| self.state.camera.watches(game));
        self.state.camera.listen(game);
        if !new || !self.state.settings.auto_confirm || game.is_none() {
            return;
        }
        let Some(table) = &self.state.table else { return };
        let by_hand = !table.entry.is_empty() || table.rewriting.is_some() || table.whose.is_some();
        if by_hand || table.hint.is_some() || table.sheet != Sheet::None {
            return;
        }
        if let Some(told) = &self.state.camera.said {
            let act = told.act.clone();
            if self.state.camera.is_simulated() && !self.wins(&act) {
                self.act_by("the simulated players", act);
                ctx.request_repaint();
            }
            return;
        }
        let sure = self.state.camera.proposal().filter(|proposal| proposal.auto_confirm_ok && !proposal.wins);
        if let Some(act) = sure.and_then(|proposal| table.act_of(proposal.play))
            && !self.wins(&act)
        {
            self.act_by("nobody: it was sure enough to confirm itself", act);
            ctx.request_repaint();
        }
    }

    /// Would this act win a game?
    fn wins(&self, act: &Act) -> bool {
        let Some(table) = &self.state.table else { return false };
        let won = table.game.decide(act.clone()).map(|event| event.legs);
        won.is_ok_and(|legs| legs != table.game.state().legs_won)
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
            self.watch.open(spec, &mut self.state);
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
                self.watch.close(&mut self.state);
                self.remember_camera(None);
            }
            CameraWish::Correct => self.correct_seen(),
            CameraWish::Tile(role) => self.tap_seen(role),
            other => self.watch.perform(&other, &mut self.state),
        }
    }

    fn open(&mut self, spec: SourceSpec) {
        // The simulated table is no camera of a match to come.
        let text = (!matches!(spec, SourceSpec::Simulated { .. })).then(|| spec.to_string());
        if text.is_some() {
            self.remember_camera(text);
        }
        self.opened = true;
        self.watch.open(spec, &mut self.state);
    }

    fn remember_camera(&mut self, camera: Option<String>) {
        if self.state.settings.camera != camera {
            self.set(Settings { camera, ..self.state.settings.clone() });
        }
    }

    /// A tile of the picture is tapped: the drop that laid it is put right, or the new one is told by hand.
    fn tap_seen(&mut self, role: Role) {
        let Some(table) = &mut self.state.table else { return };
        match role {
            Role::Laid(tile) | Role::Covered(tile) => {
                let Some(event) = live::play_event(&table.game, tile) else { return };
                self.at_table(Action::Rewrite(event));
            }
            Role::New => table.sheet = Sheet::Pad,
            Role::Loose | Role::FaceDown | Role::Standing => {}
        }
    }

    /// Puts the earlier drop right that was misread.
    fn correct_seen(&mut self) {
        let Some(correction) = self.state.camera.correction().cloned() else { return };
        let Some(table) = &self.state.table else { return };
        let Some(event) = live::play_event(&table.game, correction.tile) else { return };
        let turn = table.round().and_then(|round| round.turns.iter().find(|turn| turn.event == event));
        let Some(seat) = turn.map(|turn| turn.seat) else { return };
        let act = Act::Play { seat, play: correction.play, stands: false };
        if self.act(Act::Correct { event, change: Change::Replace(Box::new(act)) }) {
            // Until the next sighting knows, a second Space must not put it right again.
            self.state.camera.refused = Some(correction);
        }
    }

    /// Enters what the camera has seen, or the players have said; `false` if that is nothing.
    pub(super) fn confirm_seen(&mut self) -> bool {
        let camera = &self.state.camera;
        let watched = self.state.table.as_ref().is_some_and(|table| camera.watches(&table.game));
        if !watched {
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
        let Some(proposal) = camera.proposal() else { return false };
        let other = camera.marked.checked_sub(1).and_then(|i| proposal.alternatives.get(i));
        let play = other.map_or(proposal.play, |other| other.play);
        self.enter(play);
        true
    }

    /// A match of its own that the simulated table plays, by the rules of the form.
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
