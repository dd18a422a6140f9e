//! The window's side of the adviser's threads: asks when there is something to ask, takes answers, drops stale ones.

use crate::advice::advising::{self, Adviser, HandReader};
use crate::ui::advise::{AdviceForm, AdviceProgress, Ask};
use crate::ui::screen::Sheet;
use crate::ui::table::TableScreen;
use crate::ui::waking;
use crate::worker::News;
use adviser::words::problem;
use eye::frame::Frame;
use eye_jobs::PictureIn;
use language::say;
use std::sync::Arc;

/// The threads; each is started when it is first needed.
#[derive(Debug, Default)]
pub struct AdviceClient {
    adviser: Option<Adviser>,
    reader: Option<HandReader>,
    /// To be asked for a frame by the threads; known from the first frame on.
    ctx: Option<egui::Context>,
}

impl AdviceClient {
    /// With an adviser of the caller's, for tests.
    #[must_use]
    pub fn with(adviser: Adviser) -> Self {
        Self { adviser: Some(adviser), ..Self::default() }
    }

    /// Keeps the panel in step with the match, asks new questions, and takes answers. Never waits.
    pub fn logic(&mut self, ctx: &egui::Context, form: &mut AdviceForm, table: Option<&mut TableScreen>) {
        if self.ctx.is_none() {
            self.ctx = Some(ctx.clone());
        }
        let Some(table) = table else { return };
        if !table.game.setup().practice {
            if table.sheet == Sheet::Advice {
                table.sheet = Sheet::None;
            }
            self.stop(form);
            return;
        }
        form.follow(table);
        match self.reader.as_mut().and_then(HandReader::take) {
            Some(News::More(read) | News::Done(read)) => form.read(read, table),
            Some(News::BrokeDown) => {
                form.read(Err(say!("the picture reader failed; tap the tiles").to_owned()), table);
            }
            None => {}
        }
        if table.sheet != Sheet::Advice {
            return;
        }
        let question = form.question(table);
        if question != form.asked {
            form.chosen = 0;
            form.progress = AdviceProgress::Nothing;
            self.ask(form, question);
        }
        if let Some(answer) = self.adviser.as_mut().and_then(Adviser::take)
            && form.asked.is_some()
        {
            form.progress = match answer {
                News::More(Ok(advice)) | News::Done(Ok(advice)) => AdviceProgress::Ready(Box::new(advice)),
                News::More(Err(why)) | News::Done(Err(why)) => {
                    AdviceProgress::Refused(problem(&why, &table.game.setup().players))
                }
                News::BrokeDown => {
                    AdviceProgress::Refused(say!("the adviser failed; change the hand to ask again").to_owned())
                }
            };
        }
    }

    fn ask(&mut self, form: &mut AdviceForm, question: Option<adviser::Question>) {
        form.asked.clone_from(&question);
        let Some(question) = question else {
            if let Some(adviser) = &mut self.adviser {
                adviser.forget();
            }
            return;
        };
        if self.adviser.is_none() {
            match advising::adviser(waking(self.ctx.clone())) {
                Ok(adviser) => self.adviser = Some(adviser),
                Err(why) => {
                    form.progress = AdviceProgress::Refused(say!("can't start a background task: {why}", why));
                    return;
                }
            }
        }
        let asked = self.adviser.as_mut().is_some_and(|adviser| adviser.ask(question).is_ok());
        form.progress = if asked {
            AdviceProgress::Thinking
        } else {
            AdviceProgress::Refused(say!("the adviser failed; change the hand to ask again").to_owned())
        };
    }

    /// Stops the question.
    fn stop(&mut self, form: &mut AdviceForm) {
        if form.asked.take().is_some()
            && let Some(adviser) = &mut self.adviser
        {
            adviser.forget();
        }
        form.progress = AdviceProgress::Nothing;
    }

    /// Does what the panel asked for.
    pub fn perform(&mut self, ask: Ask, form: &mut AdviceForm, table: &TableScreen, frame: Option<Arc<Frame>>) {
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
                self.read(PictureIn::File(path), form);
            }
            Ask::ReadCamera => {
                if let Some(frame) = frame {
                    form.entering = true;
                    self.read(PictureIn::Frame(frame), form);
                }
            }
        }
    }

    fn read(&mut self, hand: PictureIn, form: &mut AdviceForm) {
        if self.reader.as_ref().is_none_or(HandReader::is_gone) {
            self.reader = match advising::hand_reader(waking(self.ctx.clone())) {
                Ok(reader) => Some(reader),
                Err(why) => {
                    form.picture.told = Some(say!("can't read pictures: {why}", why));
                    return;
                }
            };
        }
        if self.reader.as_mut().is_some_and(|reader| reader.ask(hand).is_ok()) {
            form.picture.reading = true;
            form.picture.told = None;
        }
    }
}
