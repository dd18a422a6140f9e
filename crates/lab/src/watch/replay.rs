//! Whole simulated games through the real watcher, in time that is counted and not waited for: how many drops are proposed
//! right, how many wrong, how late, and how many are made up.

use std::sync::Arc;
use std::time::{Duration, Instant};

use eye::detect::{Detector, DetectorError};
use game::layout::{Layout, Play};
use game::rules::RuleSet;
use game::{Act, Match, Setup};
use scene::Standpoint;
use simulator::{Announcement, Pace, Show, Trouble};
use sixty_one::camera::Shot;
use sixty_one::live::recording::{AutomaticRecording, Entry};
use sixty_one::live::{Sighting, TableState, Tracker, see};
use sixty_one::table::Table;

/// Seconds between two pictures.
const STEP: f64 = 0.2;
/// Seconds after which a person enters a drop that was not proposed.
const ENTERED: f64 = 6.0;
/// A game longer than this many seconds at the table has stopped.
const LONGEST: f64 = 3.0 * 3600.0;

/// The least probabilities of the bins in which stated ones are compared with the outcomes.
pub const STATED: [f64; 8] = [0.999, 0.995, 0.99, 0.95, 0.9, 0.7, 0.5, 0.0];

/// Looks printed with a fault.
const STORY: usize = 24;

/// Plan of a game.
#[derive(Clone, Debug)]
pub struct Plan {
    /// By which rules.
    pub rules: RuleSet,
    /// Number of players.
    pub players: usize,
    /// Fixes tiles, table, light and everything that happens.
    pub seed: u64,
    /// Events besides the game.
    pub trouble: Trouble,
    /// Duration of a look, seconds: pictures that come meanwhile are lost.
    pub look: f64,
    /// End after this many drops, if not before.
    pub most_drops: usize,
    /// From where it is seen: in smaller pictures and from the side less can be read.
    pub from: Standpoint,
}

/// One drop as it went.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The tile dropped.
    pub truth: Play,
    /// First proposal; `None` if a person had to enter the drop.
    pub proposed: Option<Play>,
    /// Confidence of the proposal.
    pub confidence: f64,
    /// Whether it would have been recorded without asking.
    pub auto: bool,
    /// Whether the truth was among the other readings offered.
    pub offered: bool,
    /// Seconds from the moment the hand was gone.
    pub delay: f64,
    /// Seconds of the game.
    pub at: f64,
}

/// Result of a game.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Every drop.
    pub drops: Vec<Seen>,
    /// Proposals of tiles that were not dropped: in words, with their confidence.
    pub phantoms: Vec<(String, f64)>,
    /// Corrections that were proposed, and how many of them were right.
    pub corrections: (usize, usize),
    /// Number of reported disagreements between table and record.
    pub lost: usize,
    /// Pictures, and those that were looked at.
    pub pictures: u64,
    /// See above.
    pub looks: u64,
    /// Seconds of play.
    pub seconds: f64,
    /// Whether the match came to its end.
    pub finished: bool,
}

impl Report {
    /// Counts drops with a right first proposal.
    #[must_use]
    pub fn right(&self) -> usize {
        self.drops.iter().filter(|drop| drop.proposed == Some(drop.truth)).count()
    }

    /// Returns drops with a wrong first proposal.
    pub fn wrong(&self) -> impl Iterator<Item = &Seen> {
        self.drops.iter().filter(|drop| drop.proposed.is_some_and(|play| play != drop.truth))
    }

    /// Stated probabilities of first proposals, phantoms included, and their outcomes: for each bin of [`STATED`] its
    /// least probability, how many proposals stated one in it, how many of them were right, and how many should have
    /// been.
    #[must_use]
    pub fn stated(&self) -> Vec<(f64, usize, usize, f64)> {
        let proposed = self.drops.iter().filter(|drop| drop.proposed.is_some());
        let drops = proposed.map(|drop| (drop.confidence, drop.proposed == Some(drop.truth)));
        let all: Vec<(f64, bool)> = drops.chain(self.phantoms.iter().map(|phantom| (phantom.1, false))).collect();
        let mut most = f64::INFINITY;
        let bin = |least: &f64| {
            let here = all.iter().filter(|(stated, _)| (*least..most).contains(stated));
            let (n, right, sum) = here.fold((0, 0, 0.0), |(n, right, sum), (stated, is_right)| {
                (n + 1, right + usize::from(*is_right), sum + stated)
            });
            most = *least;
            (*least, n, right, sum)
        };
        STATED.iter().map(bin).filter(|bin| bin.1 > 0).collect()
    }

    /// Adds another game.
    pub fn add(&mut self, other: Self) {
        self.drops.extend(other.drops);
        self.phantoms.extend(other.phantoms);
        self.corrections.0 += other.corrections.0;
        self.corrections.1 += other.corrections.1;
        self.lost += other.lost;
        self.pictures += other.pictures;
        self.looks += other.looks;
        self.seconds += other.seconds;
        self.finished &= other.finished;
    }

    /// The delay that this share of the right proposals keeps to, seconds.
    #[must_use]
    pub fn delay(&self, share: f64) -> f64 {
        let right = self.drops.iter().filter(|drop| drop.proposed == Some(drop.truth));
        let mut delays: Vec<f64> = right.map(|drop| drop.delay).collect();
        delays.sort_by(f64::total_cmp);
        let at = (share * delays.len() as f64).ceil() as usize;
        delays.get(at.saturating_sub(1)).copied().unwrap_or(0.0)
    }
}

/// A drop that was not proposed right, or a proposal without a drop, with the sighting.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Seconds of the game.
    pub at: f64,
    /// The fault in words.
    pub words: String,
    /// The table and the beliefs about it.
    pub sighting: Sighting,
    /// The watcher's explanation of the last looks.
    pub story: Vec<String>,
}

/// Reason why a game could not be played through.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The table could not be set up.
    #[error(transparent)]
    Table(#[from] simulator::SetupError),
    /// The networks failed.
    #[error(transparent)]
    Networks(#[from] DetectorError),
    /// The number of players is wrong for these rules.
    #[error(transparent)]
    Setup(#[from] game::SetupError),
}

/// A game being watched.
struct Game<'a, D> {
    watcher: &'a mut Tracker<D>,
    recording: AutomaticRecording,
    show: Show,
    report: Report,
    base: Instant,
    lost: bool,
    /// Receiver of faults, with recent explanations.
    faults: &'a mut dyn FnMut(Fault),
    story: Vec<String>,
}

/// Plays a match through a watcher.
///
/// # Errors
/// It cannot be set up, or the networks fail.
pub fn replay<D: Detector>(plan: &Plan, watcher: &mut Tracker<D>) -> Result<Report, ReplayError> {
    replay_telling(plan, watcher, &mut |_| {})
}

/// Replays with every fault printed as it happens.
///
/// # Errors
/// The game can't be set up, or the networks failed.
pub fn replay_telling<D: Detector>(
    plan: &Plan,
    watcher: &mut Tracker<D>,
    faults: &mut dyn FnMut(Fault),
) -> Result<Report, ReplayError> {
    let mut game = Game::begin(plan, watcher, faults)?;
    game.run(plan)?;
    Ok(game.report)
}

impl<'a, D: Detector> Game<'a, D> {
    /// Sets up the match with a watcher that forgets earlier sightings.
    fn begin(plan: &Plan, watcher: &'a mut Tracker<D>, faults: &'a mut dyn FnMut(Fault)) -> Result<Self, ReplayError> {
        let names = ["Anna", "Ben", "Cleo", "Dan"];
        let setup = Setup::new(plan.rules.clone(), &names[..plan.players.clamp(2, 4)]);
        let show = Show::seen_from(plan.from, &plan.rules, plan.seed, plan.trouble, Pace::default())?;
        let recording = AutomaticRecording::new(Table::in_memory(Match::start(setup)?), "");
        watcher.look_again();
        watcher.record(Some(Arc::new(recording.game().clone())));
        let report = Report { finished: true, ..Report::default() };
        Ok(Self { watcher, recording, show, report, base: Instant::now(), lost: false, faults, story: Vec::new() })
    }

    fn tell_story(&mut self, line: String) {
        if self.story.len() >= STORY {
            self.story.remove(0);
        }
        self.story.push(line);
    }

    /// Something went wrong.
    fn fault(&mut self, at: f64, words: String) {
        let sighting = self.watcher.sighting(0, "", None);
        (self.faults)(Fault { at, words, sighting, story: self.story.clone() });
    }

    fn run(&mut self, plan: &Plan) -> Result<(), ReplayError> {
        let (mut picture, mut busy) = (0_u32, 0.0);
        while !self.recording.game().state().is_over() && self.report.drops.len() < plan.most_drops {
            let now = f64::from(picture) * STEP;
            picture += 1;
            if now > LONGEST {
                break;
            }
            self.report.pictures += 1;
            self.report.seconds = now;
            if self.show.is_late(now) || now < busy {
                // This picture does not come, or is lost on the watcher, so it need not be drawn.
                let _said_again = self.show.without_pictures(now, self.recording.game());
                continue;
            }
            let Some((frame, told)) = self.show.at(now, Some(self.recording.game())) else { break };
            let taken = self.base + Duration::from_secs_f64(now);
            let looked = see(self.watcher, &Shot { taken, ..Shot::now(frame) })?;
            let mut decided = now;
            if looked {
                self.report.looks += 1;
                busy = now + plan.look;
                decided = busy;
                self.tell_story(format!("{now:.1} s: {}", self.watcher.story()));
            }
            // First, while table and record are of the same hand: a new deal may be recorded next.
            self.help(now);
            self.take_down(taken, decided, told.as_ref());
        }
        self.report.finished = self.recording.game().state().is_over();
        Ok(())
    }

    /// Records what the watcher says and compares it with the table.
    fn take_down(&mut self, taken: Instant, decided: f64, told: Option<&Announcement>) {
        let sighting = self.watcher.sighting(0, "", None);
        let lost = matches!(sighting.state, TableState::Lost { .. });
        self.report.lost += usize::from(lost && !self.lost);
        self.lost = lost;
        let before = self.recording.game().clone();
        let known = laid(&before);
        let entries = self.recording.hear(&sighting, told, taken);
        if entries.is_empty() {
            return;
        }
        for entry in entries {
            match entry {
                Entry::Dropped(drop) => self.compare(&before, &known, &drop, decided),
                Entry::Corrected(words) => {
                    self.report.corrections.0 += 1;
                    let now = laid(self.recording.game());
                    if now.plays().zip(self.show.truth().plays()).all(|(a, b)| a == b) {
                        self.report.corrections.1 += 1;
                    } else {
                        self.fault(decided, format!("wrong correction: {words}"));
                        self.recording.table = Table::in_memory(before.clone());
                    }
                }
                Entry::Said(_) | Entry::Found(_) | Entry::Refused(_) => {}
            }
        }
        self.tell();
    }

    fn tell(&mut self) {
        self.watcher.record(Some(Arc::new(self.recording.game().clone())));
    }

    fn compare(&mut self, before: &Match, known: &Layout, drop: &sixty_one::live::recording::Drop, decided: f64) {
        let Some(truth) = self.show.truth().play(known.len()).copied() else {
            self.report.phantoms.push((drop.words.clone(), drop.confidence));
            self.fault(decided, format!("phantom: {} ({:.4})", drop.words, drop.confidence));
            self.recording.table = Table::in_memory(before.clone());
            self.watcher.dismiss();
            return;
        };
        let same = same_play(known, &drop.play, &truth, &before.setup().rules);
        let words = game::words::play(known, &truth);
        if same {
            self.tell_story(format!("{decided:.1} s: {words} is recorded"));
        } else {
            self.fault(decided, format!("{words} taken for {} ({:.4})", drop.words, drop.confidence));
        }
        self.report.drops.push(Seen {
            truth,
            proposed: Some(if same { truth } else { drop.play }),
            confidence: drop.confidence,
            auto: drop.auto,
            offered: drop.others.contains(&words),
            delay: (decided - drop.offered.as_secs_f64() - self.show.last_laid()).max(0.0),
            at: decided,
        });
        if !same || drop.play != truth {
            self.enter(before.clone(), truth);
        }
    }

    /// A person records the tile on the table.
    fn enter(&mut self, mut game: Match, play: Play) {
        if let Some(seat) = game.state().running().map(|round| round.turn) {
            let act = Act::Play { seat, play, stands: false };
            if game.act(act).is_ok() {
                self.recording.table = Table::in_memory(game);
            }
        }
    }

    /// A drop that was not proposed in time is entered by a person.
    fn help(&mut self, now: f64) {
        let known = laid(self.recording.game());
        let Some(truth) = self.show.truth().play(known.len()).copied() else { return };
        let running = self.recording.game().state().running().is_some();
        if !running || now < self.show.last_laid() + ENTERED {
            return;
        }
        let delay = now - self.show.last_laid();
        let seen = Seen { truth, proposed: None, confidence: 0.0, auto: false, offered: false, delay, at: now };
        self.report.drops.push(seen);
        self.fault(now, format!("not seen: {}", game::words::play(&known, &truth)));
        self.enter(self.recording.game().clone(), truth);
        self.tell();
    }
}

fn laid(game: &Match) -> Layout {
    game.state().running().map(|round| round.layout.clone()).unwrap_or_default()
}

/// Reports whether two plays are the same but for mirror images, which look alike.
fn same_play(known: &Layout, a: &Play, b: &Play, rules: &RuleSet) -> bool {
    if a == b {
        return true;
    }
    let same_place = a.on.map(|on| on.tile) == b.on.map(|on| on.tile);
    let after = |play: &Play| {
        let mut layout = known.clone();
        layout.lay_as_it_lies(*play).ok()?;
        let mut ends: Vec<_> = layout.ends(rules).map(|end| (end.pip, end.counts)).collect();
        ends.sort_unstable();
        Some((layout.open_pips(rules), ends))
    };
    a.tile() == b.tile() && same_place && after(a) == after(b)
}

/// A table on which a game has begun and then no tile is dropped for `minutes` minutes, though hands pass: every
/// proposal is invented.
///
/// # Errors
/// It cannot be set up, or the networks fail.
pub fn idle<D: Detector>(
    plan: &Plan,
    minutes: f64,
    watcher: &mut Tracker<D>,
    faults: &mut dyn FnMut(Fault),
) -> Result<Report, ReplayError> {
    let begun = Plan { most_drops: plan.most_drops.min(9), ..plan.clone() };
    let mut game = Game::begin(plan, watcher, faults)?;
    game.run(&begun)?;
    let from = game.report.seconds;
    let mut picture = 0_u32;
    while f64::from(picture) * STEP < minutes * 60.0 {
        let now = from + f64::from(picture) * STEP;
        picture += 1;
        let Some(frame) = game.show.pass_time(now) else { break };
        game.report.pictures += 1;
        let taken = game.base + Duration::from_secs_f64(now);
        game.report.looks += u64::from(see(game.watcher, &Shot { taken, ..Shot::now(frame) })?);
        game.take_down(taken, now, None);
    }
    game.report.seconds = minutes * 60.0;
    Ok(game.report)
}
