//! A game of simulated players: they wait for the record, and a person keeps it right.

use super::{Laid, Taken, World};
use game::rules::RuleSet;
use game::{Act, Match, Setup};
use scene::Standpoint;
use simulator::{Pace, SetupError, Show, Trouble};
use std::sync::Arc;

/// A game that lasts longer than this many seconds at the table stands still.
const LONGEST: f64 = 3.0 * 3600.0;

/// Plan of a game.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Rules of the game.
    pub rules: RuleSet,
    /// Number of players.
    pub players: usize,
    /// Fixes tiles, table, light and everything that happens.
    pub seed: u64,
    /// Events besides the game.
    pub trouble: Trouble,
    /// End after this many drops, if not before.
    pub most_drops: usize,
    /// Seconds for which the table is then watched without a game.
    pub idle: f64,
    /// Place of the camera: in smaller pictures and from the side less can be read.
    pub from: Standpoint,
    /// Seconds between two pictures.
    pub step: f64,
}

/// Seconds between two pictures unless a plan says otherwise.
pub const STEP: f64 = 0.2;

/// The table and its players.
#[derive(Debug)]
pub struct Simulated {
    plan: Plan,
    show: Show,
    /// Pictures that were due so far.
    pictures: u32,
    /// Time of the end of the game.
    over: Option<f64>,
}

impl Simulated {
    /// Sets the table up.
    ///
    /// # Errors
    /// The rules cannot be played.
    pub fn new(plan: Plan) -> Result<Self, SetupError> {
        let show = Show::seen_from(plan.from, &plan.rules, plan.seed, plan.trouble, Pace::default())?;
        Ok(Self { plan, show, pictures: 0, over: None })
    }
}

impl World for Simulated {
    fn begin(&self) -> anyhow::Result<Match> {
        let names = ["Anna", "Ben", "Cleo", "Dan"];
        Ok(Match::start(Setup::new(self.plan.rules.clone(), &names[..self.plan.players.clamp(2, 4)]))?)
    }

    fn next(&mut self, free: f64, record: &Match) -> anyhow::Result<Option<Taken>> {
        loop {
            let now = f64::from(self.pictures) * self.plan.step;
            let drops = record.events().iter().filter(|event| matches!(event.act, Act::Play { .. })).count();
            if self.over.is_none() && (record.state().is_over() || drops >= self.plan.most_drops) {
                self.over = Some(now);
            }
            if now > LONGEST || self.over.is_some_and(|over| now >= over + self.plan.idle) {
                return Ok(None);
            }
            self.pictures += 1;
            let drawn = if self.over.is_some() {
                self.show.pass_time(now).map(|frame| (frame, None))
            } else if self.show.is_late(now) || now < free {
                // This picture does not come, or is lost on the tracker, so it need not be drawn.
                let _said_again = self.show.without_pictures(now, record);
                continue;
            } else {
                self.show.at(now, Some(record))
            };
            let Some((frame, told)) = drawn else { return Ok(None) };
            let is_resting = !self.show.is_hand_over(now);
            let name = format!("{:02}_{}", self.show.truth().len(), if is_resting { 'a' } else { 'b' });
            let size = (frame.width(), frame.height());
            let frame = Arc::new(frame);
            return Ok(Some(Taken { at: now, frame, size, file: None, name, is_resting, told, decoding: 0.0 }));
        }
    }

    fn laid(&self, _at: f64) -> Vec<Laid> {
        let gone = self.show.last_laid();
        self.show
            .truth()
            .plays()
            .map(|play| Laid { tile: play.tile(), play: Some(*play), joints: Vec::new(), gone })
            .collect()
    }

    fn has_person(&self) -> bool {
        true
    }
}
