//! `sixty-one watch`: the live path without a window. A line for each drop, with its reason, the score and a peg board.

mod board;
mod json;
mod kept;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use crate::camera::SourceSpec;
use crate::latest::Waited;
use crate::live::scribe::{Entry, Scribe};
use crate::live::{Live, Networks, Sighting, TableState};
use game::rules::{PRESETS, RuleSet};
use game::{Act, Match, NextLeader, Round, Setup};
use kept::Kept;

/// A disagreement of table and record is told when it has lasted so long.
const LOST: Duration = Duration::from_secs(3);
/// Nobody is told the same more often than this.
const QUIET: Duration = Duration::from_secs(10);

/// Watches a table: every drop with its reason, the score and a peg board. With --data DIR the match is kept there.
///
/// Without a window nobody confirms, so every proposal is taken down, and corrected when it turns out wrong.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// `simulated[:RULES[:SEED]]`, `webcam:NAME`, `http://[USER:PASSWORD@]HOST[:PORT]/PATH`, a picture or a folder of pictures.
    #[arg(value_name = "SOURCE")]
    source: String,
    /// What is played, such as `pafos` or "pafos target=31".
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Who plays, in the order of the seats.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "Anna,Ben")]
    players: Vec<String>,
    /// One JSON object for each drop, on a line of its own (--help tells its fields).
    ///
    /// A drop: drop (its number), picture (its file, null for a camera), player, tile, on (the tile it was joined to, null for
    /// the first), words, count (of the ends), points (what the count pays), award (what the side got), reason, confidence
    /// (0 to 1), others (the likeliest other readings, in words), scores (of the sides), line (the layout after it), ms (from
    /// the picture to this line), look_ms (of that the networks). Other lines have one of said (a simulated player), corrected
    /// (an earlier drop, with line), found (what lay there at the start), refused. What is wrong with the camera and where
    /// table and record disagree goes to standard error.
    #[arg(long)]
    json: bool,
    /// End after so many drops.
    #[arg(long, value_name = "N")]
    drops: Option<usize>,
    /// End after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<f64>,
    /// Use the networks in this folder instead of those that belong to the program.
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
}

/// Watches until the game is over, the pictures end, or the limits are reached.
///
/// # Errors
/// Unknown source, rules or players; a source that never gives a picture; networks that cannot be used; drops that could
/// not be kept.
pub(super) fn run(args: &Args, data: Option<&Path>) -> anyhow::Result<()> {
    let networks = args.models.clone().map_or(Networks::BuiltIn, Networks::Folder);
    let spec: SourceSpec = args.source.parse()?;
    let named = match &spec {
        SourceSpec::Simulated { rules, .. } => args.rules.as_ref().or(rules.as_ref()),
        _ => args.rules.as_ref(),
    };
    let rules = named.map_or_else(|| Ok(PRESETS[0].rules.clone()), |text| RuleSet::parse(text))?;
    let names: Vec<&str> = args.players.iter().map(String::as_str).collect();
    let game = Match::start(Setup::new(rules, &names))?;
    let simulated = matches!(spec, SourceSpec::Simulated { .. });
    let kept = data.map(Kept::open).transpose()?;
    let live = Live::start(spec, networks, || {});
    let scribe = Scribe::new(game);
    let mut watcher = Session { args, live, scribe, simulated, kept, seen: false, lost: None, told: None, ended: None };
    let result = watcher.run();
    match result {
        // Whoever reads our output has seen enough.
        Err(error) if error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) => {
            Ok(())
        }
        other => other,
    }
}

struct Session<'a> {
    args: &'a Args,
    live: Live,
    scribe: Scribe,
    /// The simulated players say themselves what a camera cannot see.
    simulated: bool,
    /// Where the match is stored, if anywhere.
    kept: Option<Kept>,
    /// Has a picture come?
    seen: bool,
    lost: Option<Instant>,
    /// What was last told of the camera, and when.
    told: Option<(String, Instant)>,
    ended: Option<Instant>,
}

impl Session<'_> {
    fn run(&mut self) -> anyhow::Result<()> {
        let begin = Instant::now();
        self.prepare();
        self.live.record(Some(self.scribe.game.clone()));
        loop {
            if self.args.seconds.is_some_and(|most| begin.elapsed().as_secs_f64() >= most) {
                return self.goodbye();
            }
            match self.live.wait(Duration::from_millis(200)) {
                Waited::Nothing => {}
                Waited::Closed => bail!("the watcher broke down"),
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

    /// Stores what happened since the last time.
    fn keep(&mut self) {
        // A match at which nothing was ever seen is not kept: nobody could go on with it.
        if let Some(kept) = self.kept.as_mut().filter(|_| self.seen) {
            kept.keep(&self.scribe.game);
        }
    }

    /// Without simulated players the hands begin by themselves: nobody says so.
    fn prepare(&mut self) {
        let state = self.scribe.game.state();
        let between = state.round.as_ref().is_none_or(|round| !round.is_running() && !round.needs_tally());
        if self.simulated || !between || state.is_over() {
            return;
        }
        let (NextLeader::Seat(leader) | NextLeader::Ask(leader)) = state.next_leader();
        // Refused only where a hand runs already, which was just asked.
        let _refused = self.scribe.game.act(Act::Deal { leader, hands: Vec::new() });
    }

    /// Takes a sighting. `true` when there is nothing more to watch.
    fn take(&mut self, sighting: &Sighting) -> anyhow::Result<bool> {
        self.tell_camera(sighting)?;
        self.seen |= sighting.taken.is_some();
        let now = sighting.taken.unwrap_or_else(Instant::now);
        let legs = self.scribe.game.state().legs_won.clone();
        let mut entries = self.scribe.hear(sighting, Instant::now());
        entries.extend(self.settle_lost(sighting));
        for entry in &entries {
            self.show(entry, sighting, now)?;
        }
        if !entries.is_empty() {
            self.prepare();
            self.live.record(Some(self.scribe.game.clone()));
            self.keep();
        }
        if legs != self.scribe.game.state().legs_won && !self.args.json {
            writeln!(io::stdout(), "{}", self.result())?;
        }
        let drops = self.args.drops.is_some_and(|most| self.scribe.drops() >= most);
        Ok(drops || self.scribe.game.state().is_over() || sighting.state == TableState::Ended)
    }

    /// The camera is worth a line when it fails.
    fn tell_camera(&mut self, sighting: &Sighting) -> anyhow::Result<()> {
        let words = match &sighting.state {
            TableState::NoPicture { why, .. } => format!("no picture: {why}"),
            _ => match sighting.hints.first() {
                Some(hint) => hint.to_string(),
                None => return Ok(()),
            },
        };
        // The same trouble with other figures is no news.
        let start = |words: &str| words.chars().take(14).collect::<String>();
        let again = self.told.as_ref().is_none_or(|(last, at)| start(last) != start(&words) || at.elapsed() > QUIET);
        if again {
            show_aside(&words);
            self.told = Some((words, Instant::now()));
        }
        Ok(())
    }

    /// Nobody can be asked: a layout that lies there at the start is taken over, everything else is told and passed over.
    fn settle_lost(&mut self, sighting: &Sighting) -> Vec<Entry> {
        if let Some(found) = self.scribe.settle(sighting, Instant::now()) {
            self.lost = None;
            return vec![found];
        }
        let TableState::Lost { .. } = &sighting.state else {
            self.lost = None;
            return Vec::new();
        };
        let folder = sighting.name.is_some();
        let since = *self.lost.get_or_insert_with(Instant::now);
        if !folder && since.elapsed() < LOST {
            return Vec::new();
        }
        self.lost = None;
        let name = sighting.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
        let words = format!("{name}{}", sighting.state);
        if folder || self.told.as_ref().is_none_or(|(last, at)| *last != words || at.elapsed() > QUIET) {
            show_aside(&words);
            self.told = Some((words, Instant::now()));
        }
        if folder {
            self.live.dismiss();
        }
        Vec::new()
    }

    fn show(&self, entry: &Entry, sighting: &Sighting, taken: Instant) -> anyhow::Result<()> {
        let out = &mut io::stdout().lock();
        if self.args.json {
            let line = json::entry(entry, &self.scribe.game, sighting, taken);
            if let Some(line) = line {
                writeln!(out, "{}", serde_json::to_string(&line).context("a drop cannot be written")?)?;
            }
            return Ok(out.flush()?);
        }
        let setup = self.scribe.game.setup();
        match entry {
            Entry::Said(words) => writeln!(out, "      {words}")?,
            Entry::Found(layout) => writeln!(out, "      on the table already: {layout}")?,
            Entry::Refused(words) => writeln!(out, "      not taken down: {words}")?,
            Entry::Corrected(words) => {
                writeln!(out, "      put right: {words}")?;
                self.board(out)?;
            }
            Entry::Dropped(drop) => {
                let name = sighting.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
                let player = setup.player(drop.seat);
                writeln!(out, "{:>4}  {name}{player}: {}  ·  {}", drop.number, drop.words, drop.reason)?;
                let mut sure = format!("      {:.1} % sure", drop.confidence * 100.0);
                if let (true, Some(other)) = (drop.confidence < 0.99, drop.others.first()) {
                    sure.push_str(&format!(", else {other}"));
                }
                writeln!(out, "{sure}; seen after {:.1} s", taken.elapsed().as_secs_f64())?;
                self.board(out)?;
            }
        }
        Ok(out.flush()?)
    }

    fn board(&self, out: &mut impl io::Write) -> io::Result<()> {
        for line in board::lines(&self.scribe.game) {
            writeln!(out, "      {line}")?;
        }
        Ok(())
    }

    fn result(&self) -> String {
        let state = self.scribe.game.state();
        let scores = self.scribe.game.setup().all_sides().map(|side| {
            let name = self.scribe.game.setup().side_name(side);
            format!("{name} {}", state.score(side))
        });
        let scores: Vec<String> = scores.collect();
        let winner = state.leg.winner.map(|side| format!("{} wins. ", self.scribe.game.setup().side_name(side)));
        format!("      {}{}", winner.unwrap_or_default(), scores.join(", "))
    }

    fn goodbye(&mut self) -> anyhow::Result<()> {
        self.ended = Some(Instant::now());
        self.keep();
        if let Some(kept) = self.kept.take() {
            kept.done()?;
        }
        if !self.seen {
            bail!("no picture ever came from {}", self.args.source);
        }
        if self.args.json {
            return Ok(());
        }
        let state = self.scribe.game.state();
        let layout = state.round.as_ref().map(|round: &Round| round.layout.to_string()).unwrap_or_default();
        if !state.is_over() && !layout.is_empty() {
            writeln!(io::stdout(), "      the line: {layout}")?;
        }
        if !state.is_over() {
            writeln!(io::stdout(), "{}", self.result())?;
        }
        Ok(())
    }
}

#[expect(clippy::print_stderr, reason = "what is wrong with the camera is no part of the record")]
fn show_aside(words: &str) {
    eprintln!("sixty-one: {words}");
}
