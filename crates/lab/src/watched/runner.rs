//! One game from its first picture to its last, in time that is counted and not waited for.

use super::law::{Law, Rested};
use super::notes::Notes;
use super::score::{Score, Verdict};
use super::{Laid, Taken, World, cpu_seconds};
use eye::detect::Detector;
use game::layout::{Layout, Play};
use game::tile::TileSet;
use game::{Act, Match};
use sixty_one::live::recording::{AutomaticRecording, Drop, Entry};
use sixty_one::live::{Sighting, TableState};
use sixty_one::table::Table;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracker::{Look, Tracker};

/// Seconds after which a person enters a drop that was not proposed.
const ENTERED: f64 = 6.0;

/// Watches a game through a tracker, which first forgets earlier games. A look takes `look` seconds: pictures that come
/// meanwhile are lost.
///
/// # Errors
/// The world cannot be set up or drawn, the networks fail, or notes cannot be written.
pub fn watch<D: Detector>(
    world: &mut dyn World,
    tracker: &mut Tracker<D>,
    look: f64,
    notes: Notes,
    law: Option<&mut Law<D>>,
) -> anyhow::Result<Score> {
    let recording = AutomaticRecording::new(Table::in_memory(world.begin()?), "");
    tracker.forget();
    let (score, base) = (Score::default(), Instant::now());
    let mut game = Watching { world, tracker, recording, score, notes, law, base, lost: false };
    game.tell();
    game.run(look)?;
    game.notes.end()?;
    Ok(game.score)
}

/// A game being watched.
struct Watching<'a, D> {
    world: &'a mut dyn World,
    tracker: &'a mut Tracker<D>,
    recording: AutomaticRecording,
    score: Score,
    notes: Notes,
    law: Option<&'a mut Law<D>>,
    base: Instant,
    /// Whether table and record were reported to disagree.
    lost: bool,
}

impl<D: Detector> Watching<'_, D> {
    fn run(&mut self, look: f64) -> anyhow::Result<()> {
        let begun = self.world.laid(0.0);
        let mut free = 0.0;
        let mut rested: Option<Rested> = None;
        while let Some(taken) = self.world.next(free, self.recording.game())? {
            if let Some(rested) = rested.take_if(|rested| rested.name != taken.name) {
                self.hold_to_the_law(&rested)?;
            }
            if self.law.is_some() && taken.is_resting {
                rested = Some(Rested::new(&taken, &self.world.laid(taken.at)));
            }
            let before = cpu_seconds();
            let at = Duration::from_secs_f64(taken.at);
            let looked = self.tracker.see(&Look { frame: Arc::clone(&taken.frame), at, still: false })?;
            self.score.spent(taken.decoding, cpu_seconds() - before, looked);
            self.score.seconds = taken.at;
            let mut decided = taken.at;
            if looked {
                self.tracker.took(Duration::from_secs_f64(look));
                decided += look;
                free = decided;
                if let Some(law) = &mut self.law {
                    let there = self.world.laid(taken.at).iter().map(|laid| laid.tile).collect();
                    law.count_faces(self.tracker.watch(), there);
                }
            }
            if self.world.has_person() {
                // First, while table and record are of the same hand: an announcement may deal the next hand.
                self.help(taken.at)?;
            }
            self.take_down(&taken, decided, looked)?;
        }
        if let Some(rested) = rested {
            self.hold_to_the_law(&rested)?;
        }
        let state = self.recording.game().state();
        let line = state.round.as_ref().map(|round| round.layout.clone()).unwrap_or_default();
        self.score.unfinished = usize::from(self.world.has_person() && !state.is_over());
        self.score.end(&line, &self.world.laid(self.score.seconds), &begun, self.world.has_person());
        Ok(())
    }

    /// Checks that where this picture alone gives the line, the record has it or a person is asked.
    fn hold_to_the_law(&mut self, rested: &Rested) -> anyhow::Result<()> {
        let Some(law) = &mut self.law else { return Ok(()) };
        let game = self.recording.game();
        let Some(round) = game.state().running() else { return Ok(()) };
        if law.gives_the_line(rested, &game.setup().rules)? {
            let sighting = self.tracker.sighting(0, "", None);
            let recorded = round.layout.tiles();
            let held = rested.shows(recorded) || rested.is_asked(recorded, &sighting);
            self.score.read_alone(&rested.name, held);
        }
        Ok(())
    }

    /// Records the tracker's proposals and compares them with the table.
    fn take_down(&mut self, taken: &Taken, decided: f64, looked: bool) -> anyhow::Result<()> {
        let now = self.base + Duration::from_secs_f64(decided);
        let sighting = self.tracker.sighting(0, "", None);
        let lost = matches!(sighting.state, TableState::Lost { .. });
        self.score.lost += usize::from(lost && !self.lost);
        self.lost = lost;
        let before = self.recording.game().clone();
        let mut entries = self.recording.hear(&sighting, taken.told.as_ref(), now);
        if !self.world.has_person() {
            entries.extend(self.recording.settle(&sighting, now));
        }
        self.notes.seen(taken, (&sighting.state.to_string(), &self.tracker.story()), looked, &entries)?;
        let laid = self.world.laid(decided);
        for entry in &entries {
            match entry {
                Entry::Dropped(drop) => self.compare(&before, drop, &laid, decided, &sighting)?,
                Entry::Corrected(words) => self.check(&before, words, &laid, decided, &sighting)?,
                Entry::Said(_) | Entry::Found(_) | Entry::Refused(_) => {}
            }
        }
        if !entries.is_empty() {
            self.tell();
        }
        Ok(())
    }

    fn tell(&mut self) {
        self.tracker.record(Some(Arc::new(self.recording.game().clone())));
    }

    /// Compares a recorded drop with the table; a person corrects it.
    fn compare(
        &mut self,
        before: &Match,
        drop: &Drop,
        laid: &[Laid],
        at: f64,
        sighting: &Sighting,
    ) -> anyhow::Result<()> {
        let (known, rules) = (line(before), &before.setup().rules);
        let (hand, person) = (hands(before), self.world.has_person());
        let verdict = self.score.drop(drop, (&known, rules), laid, (at, hand, person));
        let what = match verdict {
            Verdict::Right => None,
            Verdict::Wrong(truth) => Some(format!("{truth} taken for {} ({:.4})", drop.words, drop.confidence)),
            Verdict::Phantom => Some(format!("phantom: {} ({:.4})", drop.words, drop.confidence)),
        };
        if let Some(what) = what {
            self.notes.fault(at, &what, sighting)?;
        }
        let truth = first_missing(laid, known.tiles()).and_then(|laid| laid.play);
        match verdict {
            _ if !person => {}
            Verdict::Phantom => {
                self.recording.table = Table::in_memory(before.clone());
                self.tracker.dismiss();
            }
            Verdict::Wrong(truth) => {
                self.score.unseen.push((truth, at));
                self.enter(before, first_missing(laid, known.tiles()));
            }
            // Mirror images look alike.
            Verdict::Right if truth != Some(drop.play) => self.enter(before, first_missing(laid, known.tiles())),
            Verdict::Right => {}
        }
        Ok(())
    }

    /// Compares a corrected record with the table; a person undoes a wrong correction.
    fn check(
        &mut self,
        before: &Match,
        words: &str,
        laid: &[Laid],
        at: f64,
        sighting: &Sighting,
    ) -> anyhow::Result<()> {
        let now = line(self.recording.game());
        let there = |(number, play): (usize, &Play)| match laid.get(number) {
            Some(Laid { play: Some(truth), .. }) => truth == play,
            _ => laid.iter().any(|laid| laid.is(&now, play, &before.setup().rules)),
        };
        let is_right = now.plays().enumerate().all(there);
        self.score.corrections.0 += 1;
        self.score.corrections.1 += usize::from(is_right);
        if !is_right {
            self.notes.fault(at, &format!("wrong correction: {words}"), sighting)?;
            if self.world.has_person() {
                self.recording.table = Table::in_memory(before.clone());
                self.tracker.dismiss();
            }
        }
        Ok(())
    }

    /// Records the tile on the table, as a person would.
    fn enter(&mut self, before: &Match, laid: Option<&Laid>) {
        let mut game = before.clone();
        let (Some(seat), Some(play)) =
            (game.state().running().map(|round| round.turn), laid.and_then(|laid| laid.play))
        else {
            return;
        };
        if game.act(Act::Play { seat, play, stands: false }).is_ok() {
            self.recording.table = Table::in_memory(game);
        }
    }

    /// Enters a drop that was not proposed in time, as a person would.
    fn help(&mut self, now: f64) -> anyhow::Result<()> {
        let game = self.recording.game().clone();
        let laid = self.world.laid(now);
        let due = first_missing(&laid, line(&game).tiles()).filter(|due| now >= due.gone + ENTERED);
        let (Some(due), true) = (due, game.state().running().is_some()) else { return Ok(()) };
        self.score.unseen.push((due.tile, now));
        self.notes.fault(now, &format!("not seen: {}", due.tile), &self.tracker.sighting(0, "", None))?;
        self.enter(&game, Some(due));
        self.tell();
        Ok(())
    }
}

/// Returns the first tile on the table that is not among these.
fn first_missing(laid: &[Laid], known: TileSet) -> Option<&Laid> {
    laid.iter().find(|laid| !known.contains(laid.tile))
}

/// Returns the line of the current hand.
fn line(game: &Match) -> Layout {
    game.state().running().map(|round| round.layout.clone()).unwrap_or_default()
}

/// Counts the hands dealt so far.
fn hands(game: &Match) -> usize {
    game.events().iter().filter(|event| matches!(event.act, Act::Deal { .. } | Act::Redeal)).count()
}
