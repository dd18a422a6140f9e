//! Whether threads are worth having: where other work takes the processor, they wait for each other at every layer.

/// How many runs go by before the way that was slower is tried again.
const APART: u32 = 8;

/// Several threads that take less than this share of what one takes are left at it.
const WORTH: f32 = 0.8;

/// Which of two ways to do the same work took less time lately: one thread alone, or several together.
#[derive(Debug, Default)]
pub struct Pace {
    /// What a run took lately, in seconds.
    alone: Option<f32>,
    together: Option<f32>,
    /// Runs since the slower way was tried.
    since: u32,
    /// The first run, which fetches memory, is not counted.
    warm: bool,
}

impl Pace {
    /// Returns whether the next run is for several threads.
    ///
    /// Both ways are timed first. From then on the faster way is taken, and the other one is tried now and then; not while
    /// several threads are clearly worth it.
    #[must_use]
    pub fn together(&self) -> bool {
        let (Some(together), Some(alone)) = (self.together, self.alone) else { return self.together.is_none() };
        let faster = together <= alone;
        let other = self.since >= APART && (!faster || together > WORTH * alone);
        faster != other
    }

    /// Takes in how long a run took.
    pub fn took(&mut self, together: bool, seconds: f32) {
        if !std::mem::replace(&mut self.warm, true) {
            return;
        }
        let slower = matches!((self.together, self.alone), (Some(several), Some(one)) if (several <= one) != together);
        self.since = if slower { 0 } else { self.since.saturating_add(1) };
        let lately = if together { &mut self.together } else { &mut self.alone };
        // What is known of the slower way is old.
        *lately = Some(lately.filter(|_| !slower).map_or(seconds, |lately| f32::midpoint(lately, seconds)));
    }
}
