//! The window's side of the adviser's threads: asks when there is something to ask, takes answers, drops stale ones.

use crate::advice::advising::{self, Adviser, HandIn, HandReader};
use crate::ui::action::{Ask, Sheet};
use crate::ui::advise::AdviceProgress;
use crate::ui::state::State;
use crate::worker::News;
use adviser::words::problem;
use language::say;

/// The threads; each is started when it is first needed.
#[derive(Debug, Default)]
pub struct Counsel {
    adviser: Option<Adviser>,
    reader: Option<HandReader>,
    /// To be asked for a frame by the threads; known from the first frame on.
    ctx: Option<egui::Context>,
}

impl Counsel {
    /// With an adviser of the caller's, for tests.
    #[must_use]
    pub fn with(adviser: Adviser) -> Self {
        Self { adviser: Some(adviser), ..Self::default() }
    }

    fn wake(&self) -> impl Fn() + Send + 'static {
        let ctx = self.ctx.clone();
        move || {
            if let Some(ctx) = &ctx {
                ctx.request_repaint();
            }
        }
    }

    /// Keeps the panel to the match, asks what is new, takes what was answered. Never waits.
    pub fn logic(&mut self, ctx: &egui::Context, state: &mut State) {
        if self.ctx.is_none() {
            self.ctx = Some(ctx.clone());
        }
        let Some(table) = &mut state.table else { return };
        if !table.game.setup().practice {
            if table.sheet == Sheet::Advice {
                table.sheet = Sheet::None;
            }
            self.stop(state);
            return;
        }
        state.advice.follow(table);
        match self.reader.as_mut().and_then(HandReader::take) {
            Some(News::More(read) | News::Done(read)) => state.advice.read(read, table),
            Some(News::BrokeDown) => {
                state.advice.read(Err(say!("the picture reader failed; tap the tiles").to_owned()), table);
            }
            None => {}
        }
        if table.sheet != Sheet::Advice {
            return;
        }
        let question = state.advice.question(table);
        if question != state.advice.asked {
            state.advice.chosen = 0;
            state.advice.progress = AdviceProgress::Nothing;
            self.ask(state, question);
        }
        if let Some(answer) = self.adviser.as_mut().and_then(Adviser::take)
            && state.advice.asked.is_some()
        {
            state.advice.progress = match answer {
                News::More(Ok(advice)) | News::Done(Ok(advice)) => AdviceProgress::Ready(Box::new(advice)),
                News::More(Err(why)) | News::Done(Err(why)) => AdviceProgress::Refused(
                    state.table.as_ref().map_or_else(String::new, |table| problem(&why, &table.game.setup().players)),
                ),
                News::BrokeDown => {
                    AdviceProgress::Refused(say!("the adviser failed; change the hand to ask again").to_owned())
                }
            };
        }
    }

    fn ask(&mut self, state: &mut State, question: Option<adviser::Question>) {
        state.advice.asked.clone_from(&question);
        let Some(question) = question else {
            if let Some(adviser) = &mut self.adviser {
                adviser.forget();
            }
            return;
        };
        if self.adviser.is_none() {
            match advising::adviser(self.wake()) {
                Ok(adviser) => self.adviser = Some(adviser),
                Err(why) => {
                    state.advice.progress = AdviceProgress::Refused(say!("there is no thread for it: {why}", why));
                    return;
                }
            }
        }
        let asked = self.adviser.as_mut().is_some_and(|adviser| adviser.ask(question).is_ok());
        state.advice.progress = if asked {
            AdviceProgress::Thinking
        } else {
            AdviceProgress::Refused(say!("the adviser failed; change the hand to ask again").to_owned())
        };
    }

    /// Nothing is asked any more.
    fn stop(&mut self, state: &mut State) {
        if state.advice.asked.take().is_some()
            && let Some(adviser) = &mut self.adviser
        {
            adviser.forget();
        }
        state.advice.progress = AdviceProgress::Nothing;
    }

    /// Does what the panel asked for.
    pub fn perform(&mut self, ask: Ask, state: &mut State) {
        let Some(table) = &state.table else { return };
        let form = &mut state.advice;
        match ask {
            Ask::Sit(seat) => form.sit(seat),
            Ask::Tap(tile) => form.tap(tile, table),
            Ask::Clear => {
                form.hand = game::tile::TileSet::EMPTY;
                form.picture.doubtful = game::tile::TileSet::EMPTY;
            }
            Ask::Entering(entering) => form.entering = entering,
            Ask::Path(path) => form.picture.path = path,
            Ask::Look(rank) => form.chosen = rank,
            Ask::Aside(aside) => form.aside = aside,
            Ask::Owner(owner) => form.owner = Some(owner),
            Ask::Read(path) => {
                form.picture.path = path.display().to_string();
                form.entering = true;
                self.read(HandIn::File(path), state);
            }
            Ask::ReadCamera => {
                let frame = state.camera.sighting.as_ref().and_then(|sighting| sighting.frame.clone());
                if let Some(frame) = frame {
                    form.entering = true;
                    self.read(HandIn::Frame(frame), state);
                }
            }
        }
    }

    fn read(&mut self, hand: HandIn, state: &mut State) {
        if self.reader.as_ref().is_none_or(HandReader::is_gone) {
            self.reader = match advising::hand_reader(self.wake()) {
                Ok(reader) => Some(reader),
                Err(why) => {
                    state.advice.picture.told = Some(say!("pictures cannot be read: {why}", why));
                    return;
                }
            };
        }
        if self.reader.as_mut().is_some_and(|reader| reader.ask(hand).is_ok()) {
            state.advice.picture.reading = true;
            state.advice.picture.told = None;
        }
    }
}
