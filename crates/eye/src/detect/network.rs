//! A network from an ONNX file, ready for pictures of any size; in a browser from what was made of the file.

use std::fmt;
use std::sync::Arc;

use engine::Tier;
use engine::plan::{Layers, Memory, Plan};

#[cfg(target_arch = "wasm32")]
use crate::detect::plain::{NotRunnable as Runnable, PlainModel as Model};
#[cfg(not(target_arch = "wasm32"))]
use crate::detect::tract::{Model, Runnable};

/// Plans that are kept for pictures of different sizes.
const MOST_PLANS: usize = 16;

/// Error of a network.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Error(String);

/// Engine that runs a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Engine {
    /// The crate `engine`, with these instructions.
    Steps(String),
    /// Tract, because of what this names.
    Tract(String),
}

/// In a player's words.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps(tier) => write!(f, "engine: {tier}"),
            Self::Tract(why) => write!(f, "tract: {why}"),
        }
    }
}

/// A network and its plans for the sizes of pictures that were asked for. A copy shares what was learnt and the plans so far.
#[derive(Clone, Debug)]
pub(super) struct Network {
    model: Arc<Model>,
    threads: usize,
    /// Instructions to use; `None` for tract.
    tier: Option<Tier>,
    layers: Layers,
    /// The last used at the end.
    plans: Vec<Arc<Ready>>,
    memory: Memory,
}

/// A network for pictures of one size.
#[derive(Debug)]
struct Ready {
    /// Channels, rows and columns.
    picture: [usize; 3],
    /// The shape of the output for one picture, with a 1 in front.
    output: Vec<usize>,
    runs: Runs,
}

#[derive(Debug)]
enum Runs {
    Steps(Plan),
    Tract(Runnable, String),
}

impl Network {
    /// Reads an ONNX file, for at most `threads` threads.
    ///
    /// # Errors
    /// The error in the file.
    pub(super) fn parse(bytes: &[u8], threads: usize) -> Result<Self, Error> {
        let model = Arc::new(Model::parse(bytes).map_err(Error)?);
        Ok(Self {
            model,
            threads: threads.max(1),
            tier: Tier::vectors(),
            layers: Layers::default(),
            plans: Vec::new(),
            memory: Memory::default(),
        })
    }

    /// Returns the network for at most `threads` threads. Tract's plans are made for a number of them.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub(super) fn with_threads(mut self, threads: usize) -> Self {
        if self.threads != threads.max(1) {
            self.plans.retain(|plan| matches!(plan.runs, Runs::Steps(_)));
        }
        Self { threads: threads.max(1), ..self }
    }

    /// Returns the network for these instructions, or for tract.
    #[must_use]
    pub(super) fn with(self, tier: Option<Tier>) -> Self {
        Self { tier, layers: Layers::default(), plans: Vec::new(), ..self }
    }

    /// Prepares for pictures of this size (channels, rows, columns) and returns the shape of one's output.
    ///
    /// # Errors
    /// The reason the network does not take them.
    pub(super) fn prepare(&mut self, picture: [usize; 3]) -> Result<Vec<usize>, Error> {
        Ok(self.ready(picture)?.output.clone())
    }

    /// Returns the engine for pictures of this size.
    ///
    /// # Errors
    /// The network does not accept them.
    pub(super) fn engine(&mut self, picture: [usize; 3]) -> Result<Engine, Error> {
        Ok(match &self.ready(picture)?.runs {
            Runs::Steps(plan) => Engine::Steps(plan.tier().to_string()),
            Runs::Tract(_, why) => Engine::Tract(why.clone()),
        })
    }

    /// Runs the network on pictures of one size, each channel by channel and row by row; gives the results one behind the other.
    ///
    /// # Errors
    /// The reason it does not take them, or what went wrong.
    pub(super) fn run(&mut self, picture: [usize; 3], pictures: &[&[f32]]) -> Result<Vec<f32>, Error> {
        let ready = self.ready(picture)?;
        match &ready.runs {
            Runs::Steps(plan) => Ok(plan.run(&self.memory, pictures, self.threads)),
            Runs::Tract(runnable, _) => {
                let one = |values: &&[f32]| runnable.run(picture, values);
                let all: Result<Vec<_>, _> = pictures.iter().map(one).collect();
                Ok(all.map_err(Error)?.concat())
            }
        }
    }

    fn ready(&mut self, picture: [usize; 3]) -> Result<Arc<Ready>, Error> {
        if let Some(known) = self.plans.iter().position(|plan| plan.picture == picture) {
            self.plans[known..].rotate_left(1);
        } else {
            let ready = self.make(picture).map_err(Error)?;
            if self.plans.len() >= MOST_PLANS {
                self.plans.remove(0);
            }
            self.plans.push(Arc::new(ready));
        }
        self.plans.last().map(Arc::clone).ok_or_else(|| Error(String::new()))
    }

    fn make(&mut self, picture: [usize; 3]) -> Result<Ready, String> {
        let typed = self.model.typed(picture)?;
        let output = typed.output().ok_or("it gives something other than numbers")?;
        let plan = match self.tier {
            Some(tier) => typed.graph().and_then(|graph| Plan::new(&graph, tier, &mut self.layers)),
            None => Err("without vector instructions".to_owned()),
        };
        let runs = match plan {
            Ok(plan) => Runs::Steps(plan),
            Err(why) => {
                let other = typed.runnable(self.threads).map_err(|other| format!("{why}; {other}"))?;
                Runs::Tract(other, why)
            }
        };
        Ok(Ready { picture, output, runs })
    }
}
