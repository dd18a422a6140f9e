//! A game drawn beforehand: its players don't wait, and no person corrects the record.

use super::camera::{Condition, Film, FilmCamera, Pace};
use super::{Laid, Taken, World, cpu_seconds};
use anyhow::Context as _;
use game::rules::RuleSet;
use game::tile::Tile;
use game::{Act, Match, Seat, Setup};
use std::path::PathBuf;
use std::sync::Arc;

/// The camera over a film.
#[derive(Debug)]
pub(crate) struct Filmed<'a> {
    film: &'a Film,
    camera: FilmCamera<'a>,
    rules: RuleSet,
    /// Seconds after the last picture within which others are dropped.
    apart: f64,
    due: f64,
}

impl<'a> Filmed<'a> {
    pub(crate) fn new(film: &'a Film, condition: &Condition, pace: Pace, seed: u64, rules: RuleSet) -> Self {
        Self { film, camera: FilmCamera::new(film, condition, pace, seed), rules, apart: 0.0, due: 0.0 }
    }

    /// Drops pictures that come sooner than this many seconds after the last one, like a camera in the network.
    pub(crate) fn apart(self, apart: f64) -> Self {
        Self { apart, ..self }
    }

    /// Keeps drawn pictures in this folder, which is for this game, camera and pace alone.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub(crate) fn kept_in(mut self, folder: PathBuf) -> anyhow::Result<Self> {
        std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        self.camera.keep_in(folder);
        Ok(self)
    }
}

impl World for Filmed<'_> {
    fn begin(&self) -> anyhow::Result<Match> {
        let mut game = Match::start(Setup::new(self.rules.clone(), &["Anna", "Ben"]))?;
        game.act(Act::Deal { leader: Seat::FIRST, hands: Vec::new() })?;
        Ok(game)
    }

    fn next(&mut self, free: f64, _record: &Match) -> anyhow::Result<Option<Taken>> {
        while let Some(shown) = self.camera.next() {
            if shown.at < self.due || shown.at < free {
                continue;
            }
            self.due = shown.at + self.apart;
            let file = self.camera.jpeg().with_context(|| format!("{} cannot be drawn", shown.name()))?;
            let before = cpu_seconds();
            let picture = eye::picture::decode(&file)?;
            return Ok(Some(Taken {
                at: shown.at,
                frame: Arc::new(picture.frame),
                size: (picture.width, picture.height),
                file: Some(file),
                name: shown.name(),
                is_resting: shown.is_resting(),
                told: None,
                decoding: cpu_seconds() - before,
            }));
        }
        Ok(None)
    }

    fn laid(&self, at: f64) -> Vec<Laid> {
        let lie = self.camera.lie_at(at);
        let laid = |(tile, k): (Tile, usize)| {
            let joints = self.film.joints(k - 1, lie);
            Laid { tile, play: None, joints, gone: self.camera.gone(k).unwrap_or(at) }
        };
        self.film.laid(lie).into_iter().zip(1..).map(laid).collect()
    }

    fn has_person(&self) -> bool {
        false
    }
}
