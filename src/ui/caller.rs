//! Announces events at the table: speaks, clicks for pegs, and cheers for a game, each once.

use crate::ui::settings::Settings;
use crate::ui::state::{Cheer, Sound};
use crate::ui::table::TableScreen;
use crate::voice::Voice;
use game::words::{self, Call, CallKind};
use language::say;

/// Follows the table and announces changes.
#[derive(Debug, Default)]
pub(super) struct Caller {
    voice: Voice,
    heard: Option<Call>,
}

impl Caller {
    /// With this voice.
    pub(super) fn with(voice: Voice) -> Self {
        Self { voice, heard: None }
    }

    /// Announces new calls at `now` in the window's seconds. Never waits.
    pub(super) fn follow(&mut self, now: f64, settings: &Settings, sound: &mut Sound, table: Option<&TableScreen>) {
        (sound.speaks, sound.clicks) = (self.voice.speaks(), self.voice.clicks());
        if !settings.voice && !settings.sound {
            self.voice.hush();
            sound.cheer = None;
        }
        let Some(table) = table else { return };
        if table.called == self.heard {
            return;
        }
        self.heard.clone_from(&table.called);
        let Some(call) = &table.called else { return };
        if settings.voice {
            let sentence = words::aloud(call, table.game.state());
            if !sentence.is_empty() {
                self.voice.say(&sentence);
            }
        }
        if settings.sound {
            if !call.moves.is_empty() {
                self.voice.click();
            }
            sound.cheer =
                cheer(call, table.game.setup().rules.skunk).map(|(side, word)| Cheer { side, word, since: now });
        }
    }
}

/// Returns the side and the word to cheer a call with.
fn cheer(call: &Call, skunk: u16) -> Option<(usize, &'static str)> {
    let up = call.moves.iter().find(|moved| moved.to > moved.from);
    let side = call.moves.iter().map(|moved| moved.side.index()).next().unwrap_or(0);
    match call.kind {
        CallKind::Game => Some((up.map_or(side, |moved| moved.side.index()), say!("Game!"))),
        CallKind::Match => Some((up.map_or(side, |moved| moved.side.index()), say!("Match!"))),
        CallKind::Eight | CallKind::Score | CallKind::Paid => {
            let line = game::rules::Points::new(i32::from(skunk));
            let past = up.filter(|moved| skunk > 0 && moved.from < line && moved.to >= line)?;
            Some((past.side.index(), say!("Past the skunk line")))
        }
        _ => None,
    }
}
