//! `sixty-one watch`: the live path without a window. A line for each drop, with its reason, the score and a peg board.

mod answers;
mod ask;
mod board;
mod json;
mod phone;
mod replay;
mod tell;

use super::out::Out;
use super::seated::seated;
use crate::camera::SourceSpec;
use crate::live::recording::{AutomaticRecording, Entry};
use crate::live::{KeptOutcome, Live, Networks, Sighting, TableState};
use crate::table::questions::{BY_NOBODY, QuestionBudget};
use crate::table::{self, Opened, Table, Unsaved};
use crate::worker::latest::Waited;
use anyhow::{Context as _, bail};
use ask::Asking;
use eye_jobs::clock;
use game::rules::{PRESETS, RuleSet};
use game::{Act, Match, NextLeader, Round, Setup};
use language::{say, sentence};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Journal, Timestamp};
use tell::{named, show_aside};

/// Person who confirms drops.
const BY_TERMINAL: &str = sentence!("a player at the terminal");
/// Time that a disagreement of table and record must last before it is reported.
const LOST: Duration = Duration::from_secs(3);
/// Shortest time between two equal messages.
const QUIET: Duration = Duration::from_secs(10);
/// Writing the last minute may take so long at the end.
const WRITING: Duration = Duration::from_secs(20);

/// Watches a table: every drop with its reason, the score and a peg board. With --data DIR the match is saved there.
///
/// On a terminal you are asked about every drop: y, n, or the tile that was dropped (? for help). Otherwise, and with
/// --json or --trust, every proposal is recorded without asking, and corrected if it proves wrong.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sixty-one watch webcam:Logitech --rules pafos --players Anna,Ben")]
pub(super) struct WatchArgs {
    /// `simulated[:RULES[:SEED]]`, `webcam:NAME`, `phone:NAME`, `http://[USER:PASSWORD@]HOST[:PORT]/PATH`, a picture or a folder of pictures.
    #[arg(value_name = "SOURCE", required_unless_present = "replay")]
    source: Option<String>,
    /// What is played, such as `pafos` or "pafos target=31".
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Who plays, in seat order; required when the match is saved.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    players: Vec<String>,
    /// One JSON object per drop, one per line (--help lists the fields).
    ///
    /// A drop: drop (its number), picture (its file, null for a camera), player, tile, on (the tile it was joined to,
    /// null for the first), words, count (of the ends), points (for the count), award (to the side), reason, asked (true
    /// if a person should confirm it), confidence (0 to 1), others (the likeliest other readings, in words), scores (of the
    /// sides), line (the layout after it), ms (from the picture to this line), look_ms (the networks' part of that). Other
    /// lines have one of said (a simulated player), corrected (an earlier drop, with line), found (the tiles on the table
    /// at the start), refused, unsaved (actions not yet saved, with why; 0 once they are), agree (true or false when that
    /// changes, null while no tile is recorded; with false: not_in_record and not_on_table list tiles, line is the layout on
    /// the table or null, mends lists what removes the first difference), and in the end asked_of_100 (drops of a hundred that were asked about), others
    /// (the number of the others) and others_right. Camera faults go to standard error.
    ///
    /// Each line of standard input is an answer: y or 1 does the first of mends, 2 the second, n leaves the difference, 6-4
    /// records this tile, k is a knock, u undoes, q ends. Without input it goes on.
    #[arg(long)]
    json: bool,
    /// Records every proposal without asking.
    #[arg(long)]
    trust: bool,
    /// Asks even without a terminal: answers are read from standard input, line by line.
    #[arg(long, conflicts_with_all = ["trust", "json"])]
    ask: bool,
    /// Saves the last minute in this folder: its pictures, the decisions and their reasons. You can send such a folder
    /// with a fault report.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Plays a saved minute back and checks that the decisions are the same.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["source", "keep", "ask", "drops", "seconds"])]
    replay: Option<PathBuf>,
    /// Stops after this many drops.
    #[arg(long, value_name = "N")]
    drops: Option<usize>,
    /// Stops after this many seconds.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<f64>,
    /// Uses the networks in this folder instead of the built-in ones.
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
}

/// Watches until the game is over, the pictures end, or the limits are reached.
///
/// # Errors
/// Unknown source, rules or players; a source that never gives a picture; networks that cannot be used; drops that could
/// not be kept.
pub(super) fn run(args: &WatchArgs, data: Option<&Path>) -> anyhow::Result<()> {
    let networks = args.models.clone().map_or(Networks::BuiltIn, Networks::Folder);
    if let Some(folder) = &args.replay {
        return replay::run(folder, &networks, args.json);
    }
    let spec: SourceSpec = args.source.as_deref().unwrap_or_default().parse()?;
    let named = match &spec {
        SourceSpec::Simulated { rules, .. } => args.rules.as_ref().or(rules.as_ref()),
        _ => args.rules.as_ref(),
    };
    let rules = named.map_or_else(|| Ok(PRESETS[0].rules.clone()), |text| RuleSet::parse(text))?;
    let simulated = matches!(spec, SourceSpec::Simulated { .. });
    let setup = match args.players.as_slice() {
        // A match without names is not recorded; at the simulated table it would stand among the real ones.
        [] if data.is_some() => return Err(table::OpenFailure::NoPlayers.into()),
        [] => Setup::of_fewest(&rules, &["Anna", "Ben", "Cleo", "Dan"]),
        named => seated(rules, named)?,
    };
    let game = Match::start(table::here(setup))?;
    let kept = data.map(|folder| table::open(folder).map(Opened::into_journal)).transpose()?;
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let asks = args.ask || (terminal && !args.trust && !args.json);
    let asking = (asks || args.json).then(|| Asking::begin(simulated, asks)).transpose();
    let asking = asking.context(say!("no terminal to ask questions on"))?;
    let _listener = match &spec {
        SourceSpec::Phone { name } => Some(phone::open_listener(name, args.seconds, data)?),
        _ => None,
    };
    let live = Live::start(spec, networks, || {});
    if let Some(folder) = &args.keep {
        live.keep_always(folder);
    }
    let legs = game.state().legs_won.clone();
    let confirmed = if asks { BY_TERMINAL } else { BY_NOBODY };
    let recording = AutomaticRecording::new(Table::in_memory(game), confirmed);
    let mut watcher = Session {
        args,
        live,
        recording,
        simulated,
        kept,
        unsaved: None,
        tried: Instant::now(),
        asking,
        asks,
        seen: false,
        lost: None,
        stand: TableState::Settled,
        refused: None,
        drops: Vec::new(),
        told: None,
        prompted: false,
        over: false,
        legs,
        minute: None,
    };
    watcher.run()
}

struct Session<'a> {
    args: &'a WatchArgs,
    live: Live,
    recording: AutomaticRecording,
    /// The simulated players say themselves what a camera cannot see.
    simulated: bool,
    /// Where the match is to be stored as soon as something was seen, if anywhere.
    kept: Option<Journal>,
    /// What was last said of acts that are not saved.
    unsaved: Option<Unsaved>,
    /// When saving was last tried again.
    tried: Instant,
    /// Whether a picture has come.
    seen: bool,
    lost: Option<Instant>,
    /// How table and record stood to each other when a program was last told.
    stand: TableState,
    /// The proposal and the correction that the match refused last.
    refused: Option<(Option<u64>, Option<String>)>,
    /// Events of the drops, and whether each is to be asked about.
    drops: Vec<(usize, bool)>,
    /// The last message about the camera, and when.
    told: Option<(String, Instant)>,
    /// The person at the terminal or the program that answers, where there is one.
    asking: Option<Asking>,
    /// Whether every drop is asked about.
    asks: bool,
    /// Whether the cursor is behind a question.
    prompted: bool,
    /// Whether the end of this hand was printed.
    over: bool,
    /// Games won by the sides.
    legs: Vec<u8>,
    /// What last came of keeping the last minute.
    minute: Option<KeptOutcome>,
}

impl Session<'_> {
    fn run(&mut self) -> anyhow::Result<()> {
        let begin = Instant::now();
        self.prepare();
        self.live.record(Some(self.recording.game().clone()));
        loop {
            if self.args.seconds.is_some_and(|most| begin.elapsed().as_secs_f64() >= most) {
                return self.goodbye();
            }
            self.tell_kept();
            self.tell_unsaved()?;
            if self.hear_answers()? {
                return self.goodbye();
            }
            match self.live.wait(Duration::from_millis(200)) {
                Waited::Nothing => {}
                Waited::Closed => bail!(say!("the watcher failed")),
                Waited::Value(sighting) => {
                    if let TableState::NoReading { why } = &sighting.state {
                        bail!("{why}");
                    }
                    if self.take(&sighting)? {
                        return self.goodbye();
                    }
                }
            }
        }
    }

    /// Saves the last minute at the end.
    fn keep_minute(&mut self) -> anyhow::Result<()> {
        let Some(folder) = &self.args.keep else { return Ok(()) };
        drop(self.live.try_take_kept());
        self.live.keep(folder);
        let until = Instant::now() + WRITING;
        let mut outcome = None;
        // An earlier answer may come first; the last one counts.
        while Instant::now() < until {
            match self.live.try_take_kept() {
                Some(said) => outcome = Some(said),
                None if outcome.is_some() => break,
                None => std::thread::sleep(Duration::from_millis(50)),
            }
        }
        match outcome {
            None => bail!(say!("the last minute is still being written to {folder}", folder = folder.display())),
            Some(Err(why)) => bail!("{why}"),
            Some(Ok(_)) if self.args.json => Ok(()),
            Some(Ok(wrote)) => {
                let (folder, seconds) = (wrote.folder.display(), wrote.lasts.as_secs_f64());
                let words = say!(
                    "the last {seconds} seconds are in {folder}: {pictures} pictures",
                    seconds = format!("{seconds:.0}"),
                    folder,
                    pictures = wrote.pictures
                );
                Ok(writeln!(Out, "      {words}")?)
            }
        }
    }

    /// The match is kept from the first picture on: one without any sighting could not be resumed.
    fn keep(&mut self) {
        if self.seen
            && let Some(journal) = self.kept.take()
        {
            self.recording.table.keep_in(journal, Timestamp::now);
        }
    }

    /// Without simulated players the hands begin unannounced.
    fn prepare(&mut self) {
        let state = self.recording.game().state();
        let between = state.round.as_ref().is_none_or(|round| !round.is_running() && !round.needs_tally());
        if self.simulated || self.asks && state.round.is_some() || !between || state.is_over() {
            return;
        }
        let (NextLeader::Seat(leader) | NextLeader::Ask(leader)) = state.next_leader();
        // Refused only where a hand runs already, which was just asked.
        let _refused = self.recording.table.apply(Act::Deal { leader, hands: Vec::new() }, None);
    }

    /// Takes a sighting. `true` when there is nothing more to watch.
    fn take(&mut self, sighting: &Arc<Sighting>) -> anyhow::Result<bool> {
        self.tell_camera(sighting)?;
        self.seen |= sighting.taken.is_some();
        self.keep();
        let now = sighting.taken.unwrap_or_else(clock::now);
        let entries = if self.asks {
            self.ask(sighting)?;
            self.recording.listen(sighting, self.live.said().as_ref()).into_iter().collect()
        } else {
            let mut entries: Vec<Entry> =
                self.recording.listen(sighting, self.live.said().as_ref()).into_iter().collect();
            let seen = self.recording.hear(sighting, None, Instant::now());
            if seen.iter().any(|entry| matches!(entry, Entry::Refused(_))) {
                self.dismiss_once(sighting);
            }
            entries.extend(seen);
            entries.extend(self.settle_lost(sighting)?);
            entries
        };
        self.took_down(&entries, sighting, now)?;
        if entries.is_empty() && !self.asks {
            self.ask(sighting)?;
        }
        let stuck = !self.asks && self.tell_hand_end()?;
        Ok(stuck || self.is_done() || sighting.state == TableState::Ended)
    }

    /// What the match refuses once it would refuse in every picture; sightings of it may be on their way.
    fn dismiss_once(&mut self, sighting: &Sighting) {
        let proposed = sighting.proposal.as_ref().map(|proposal| proposal.id);
        let refused = (proposed, sighting.correction.as_ref().map(|correction| correction.words.clone()));
        if self.refused.as_ref() != Some(&refused) {
            self.refused = Some(refused);
            self.live.dismiss();
        }
    }

    fn is_done(&self) -> bool {
        let drops = self.args.drops.is_some_and(|most| self.recording.drops() >= most);
        drops || self.recording.game().state().is_over()
    }

    /// Prints and stores the entries, and updates the eyes.
    fn took_down(&mut self, entries: &[Entry], sighting: &Sighting, now: Duration) -> anyhow::Result<()> {
        for entry in entries {
            self.show(entry, sighting, now)?;
            if let Entry::Dropped(drop) = entry {
                self.drops.push((drop.event, !drop.auto));
            }
        }
        if entries.is_empty() {
            return Ok(());
        }
        if let Some(asking) = &mut self.asking {
            asking.record_changed();
        }
        self.prepare();
        self.tell_unsaved()?;
        self.live.record(Some(self.recording.game().clone()));
        let legs = self.recording.game().state().legs_won.clone();
        if self.legs != legs && !self.args.json {
            writeln!(Out, "{}", self.result())?;
        }
        self.legs = legs;
        Ok(())
    }

    /// Without a terminal: a layout on the table at the start is recorded, everything else is printed and passed over.
    fn settle_lost(&mut self, sighting: &Sighting) -> anyhow::Result<Vec<Entry>> {
        if let Some(found) = self.recording.settle(sighting, Instant::now()) {
            self.lost = None;
            return Ok(vec![found]);
        }
        let TableState::Lost { .. } = &sighting.state else {
            self.lost = None;
            if matches!(sighting.state, TableState::Settled | TableState::NoneYet) {
                self.tell_stand(sighting)?;
            }
            return Ok(Vec::new());
        };
        let folder = sighting.name.is_some();
        let since = *self.lost.get_or_insert_with(Instant::now);
        if !folder && since.elapsed() < LOST {
            return Ok(Vec::new());
        }
        self.lost = None;
        let words = format!("{}{}", named(sighting), sighting.state);
        if folder || self.told.as_ref().is_none_or(|(last, at)| *last != words || at.elapsed() > QUIET) {
            show_aside(&words);
            self.told = Some((words, Instant::now()));
        }
        self.tell_stand(sighting)?;
        if folder {
            self.live.dismiss();
        }
        Ok(Vec::new())
    }

    fn goodbye(&mut self) -> anyhow::Result<()> {
        if let Some(unsaved) = self.recording.table.retry() {
            bail!("{unsaved}");
        }
        if !self.seen {
            bail!(say!("no picture arrived from {source}", source = self.args.source.as_deref().unwrap_or_default()));
        }
        self.keep_minute()?;
        let asked = QuestionBudget::count(self.recording.game(), self.drops.iter().copied());
        if self.args.json {
            return Ok(writeln!(Out, "{}", json::asked(asked))?);
        }
        let state = self.recording.game().state();
        let layout = state.round.as_ref().map(|round: &Round| round.layout.to_string()).unwrap_or_default();
        if !state.is_over() && !layout.is_empty() {
            writeln!(Out, "      {}", say!("the line: {layout}", layout))?;
        }
        if !state.is_over() {
            writeln!(Out, "{}", self.result())?;
        }
        if asked != QuestionBudget::default() {
            writeln!(Out, "      {}", asked.words())?;
        }
        Ok(())
    }
}
