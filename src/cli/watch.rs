//! `sixty-one watch`: the live path without a window. A line for each drop, with its reason, the score and a peg board.

mod ask;
mod board;
mod json;
mod phone;
mod replay;

use super::out::Out;
use super::seated::seated;
use language::{said, say, say_count, sentence};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use crate::camera::SourceSpec;
use crate::live::recording::{AutomaticRecording, Entry};
use crate::live::{KeptOutcome, Live, Networks, Sighting, TableState};
use crate::platform::clock;
use crate::table::{self, Opened, Table, Unsaved};
use crate::worker::latest::Waited;
use ask::{Answer, Asking, Question};
use game::rules::{PRESETS, RuleSet};
use game::tile::TileSet;
use game::words;
use game::{Act, Match, NextLeader, Round, Seat, Setup};
use store::{Journal, Timestamp};

/// Person who confirms drops.
const BY_TERMINAL: &str = sentence!("a player at the terminal");
const BY_NOBODY: &str = sentence!("automatic (without asking)");

/// Time that a disagreement of table and record must last before it is reported.
const LOST: Duration = Duration::from_secs(3);
/// Shortest time between two equal messages.
const QUIET: Duration = Duration::from_secs(10);
/// Pause between attempts to save.
const RETRY: Duration = Duration::from_secs(1);
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
    /// changes; with false: not_in_record and not_on_table list tiles, line is the layout on the table or null). Camera
    /// faults go to standard error.
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
        // Without names, a real camera's match has no players: it is not recorded.
        [] if data.is_some() && !simulated => return Err(table::OpenFailure::NoPlayers.into()),
        [] => Setup::of_fewest(&rules, &["Anna", "Ben", "Cleo", "Dan"]),
        named => seated(rules, named)?,
    };
    let game = Match::start(table::here(setup))?;
    let kept = data.map(|folder| table::open(folder).map(Opened::into_journal)).transpose()?;
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let asks = args.ask || (terminal && !args.trust && !args.json);
    let asking = asks.then(|| Asking::begin(simulated)).transpose().context(say!("no terminal to ask questions on"))?;
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
        seen: false,
        lost: None,
        stand: TableState::Settled,
        sure: 0,
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
    /// Drops that may be recorded without asking.
    sure: usize,
    /// The last message about the camera, and when.
    told: Option<(String, Instant)>,
    /// The person at the terminal, where there is one.
    asking: Option<Asking>,
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

    /// Keeping the last minute is worth a line when it fails, once.
    fn tell_kept(&mut self) {
        let Some(outcome) = self.live.try_take_kept() else { return };
        if let Err(why) = &outcome
            && !matches!(&self.minute, Some(Err(told)) if told == why)
        {
            show_aside(why);
        }
        self.minute = Some(outcome);
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

    /// Says when the disk does not take what happened, and when it does again.
    fn tell_unsaved(&mut self) -> anyhow::Result<()> {
        if self.unsaved.is_some() && self.tried.elapsed() > RETRY {
            self.recording.table.retry();
            self.tried = Instant::now();
        }
        let unsaved = self.recording.table.unsaved();
        if unsaved == self.unsaved {
            return Ok(());
        }
        let out = &mut Out;
        let words = unsaved.as_ref().map_or_else(|| say!("everything is saved again").to_owned(), Unsaved::to_string);
        if self.args.json {
            writeln!(out, "{}", json::unsaved(unsaved.as_ref()))?;
        } else {
            writeln!(out, "      {words}")?;
        }
        self.unsaved = unsaved;
        Ok(out.flush()?)
    }

    /// Without simulated players the hands begin unannounced.
    fn prepare(&mut self) {
        let state = self.recording.game().state();
        let between = state.round.as_ref().is_none_or(|round| !round.is_running() && !round.needs_tally());
        if self.simulated || self.asking.is_some() && state.round.is_some() || !between || state.is_over() {
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
        let entries = if self.asking.is_some() {
            self.ask(sighting)?;
            self.recording.listen(sighting, self.live.said().as_ref()).into_iter().collect()
        } else {
            let mut entries = self.recording.hear(sighting, self.live.said().as_ref(), Instant::now());
            entries.extend(self.settle_lost(sighting)?);
            entries
        };
        self.took_down(&entries, sighting, now)?;
        let drops = self.args.drops.is_some_and(|most| self.recording.drops() >= most);
        let stuck = self.asking.is_none() && self.tell_hand_end()?;
        Ok(drops || stuck || self.recording.game().state().is_over() || sighting.state == TableState::Ended)
    }

    /// Prints and stores the entries, and updates the eyes.
    fn took_down(&mut self, entries: &[Entry], sighting: &Sighting, now: Duration) -> anyhow::Result<()> {
        for entry in entries {
            self.show(entry, sighting, now)?;
            self.sure += usize::from(matches!(entry, Entry::Dropped(drop) if drop.auto));
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

    /// Prints the end of a hand and the steps before the next one, without asking. Returns `true` if it can't continue,
    /// because no camera sees the pips left in the hands.
    fn tell_hand_end(&mut self) -> anyhow::Result<bool> {
        let state = self.recording.game().state();
        let Some(round) = state.round.as_ref().filter(|_| !self.simulated) else { return Ok(false) };
        if round.needs_tally() {
            show_aside(say!(
                "the hand is over, but without a terminal no one can enter the pips left; leave out \
                    --trust and --json to be asked"
            ));
            return Ok(true);
        }
        let fresh = round.is_running() && round.turns.is_empty() && !state.leg.rounds.is_empty();
        if fresh && !self.over && !self.args.json {
            let leader = self.recording.game().setup().player(round.leader);
            writeln!(Out, "      {}", say!("the hand is over: shuffle and draw; {leader} leads the next one", leader))?;
        }
        self.over = fresh;
        Ok(false)
    }

    /// Puts the question that has come up, once.
    fn ask(&mut self, sighting: &Arc<Sighting>) -> anyhow::Result<()> {
        let Some(asking) = &mut self.asking else { return Ok(()) };
        let Some(words) = asking.question(self.recording.game(), sighting) else { return Ok(()) };
        let out = &mut Out;
        let name = sighting.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
        // The earlier question has not been answered.
        let above = if std::mem::replace(&mut self.prompted, io::stdin().is_terminal()) { "\n" } else { "" };
        writeln!(out, "{above}  ?   {name}{words}")?;
        if self.prompted {
            write!(out, "  > ")?;
        }
        Ok(out.flush()?)
    }

    /// Handles typed answers. Returns `true` to stop.
    fn hear_answers(&mut self) -> anyhow::Result<bool> {
        while let Some(answer) = self.asking.as_mut().and_then(|asking| asking.next(self.recording.game())) {
            self.prompted = false;
            let (answer, sighting) = match answer {
                Ok(answer) => answer,
                Err(why) => {
                    writeln!(Out, "      {why}")?;
                    continue;
                }
            };
            if answer == Answer::Quit {
                return Ok(true);
            }
            if let Some(sighting) = &sighting {
                self.recording.look(sighting);
            }
            let entries = self.do_answer(&answer)?;
            if let Some(sighting) = sighting {
                let taken = sighting.taken.unwrap_or_else(clock::now);
                self.took_down(&entries, &sighting, taken)?;
            }
            if self.args.drops.is_some_and(|most| self.recording.drops() >= most)
                || self.recording.game().state().is_over()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn do_answer(&mut self, answer: &Answer) -> anyhow::Result<Vec<Entry>> {
        let question = self.asking.as_mut().and_then(|asking| asking.answered(answer));
        let turn = self.recording.game().state().running().map(|round| round.turn);
        let name = turn.map_or("", |seat| self.recording.game().setup().player(seat)).to_owned();
        let entry = match *answer {
            Answer::Play(play) => {
                let proposal = match &question {
                    Some(Question::Drop(proposal)) => Some(proposal.as_ref()),
                    _ => None,
                };
                self.recording.take(play, proposal, Duration::ZERO)
            }
            Answer::No => {
                self.live.dismiss();
                return Ok(Vec::new());
            }
            Answer::PutRight => {
                let Some(Question::Misread(correction)) = &question else { return Ok(Vec::new()) };
                let entry = self.recording.correct(correction.tile, correction.play, &correction.words);
                entry.unwrap_or_else(|| Entry::Refused(say!("that drop is no longer in the record").to_owned()))
            }
            Answer::TakeOver(next) => {
                let Some(Question::LiesThere(table)) = &question else { return Ok(Vec::new()) };
                self.recording.find(table, next)
            }
            Answer::Pips(pips) => self.tally(pips),
            Answer::Deal(leader) => {
                let words = say!("{player} leads", player = self.recording.game().setup().player(leader));
                self.recording.enter(Act::Deal { leader, hands: Vec::new() }, &words)
            }
            Answer::Knock => self
                .with_turn(turn, |seat| (Act::Knock { seat, stands: false }, say!("{player} knocks", player = name))),
            Answer::Draw => self.with_turn(turn, |seat| {
                (
                    Act::Draw { seat, tiles: 1, seen: TileSet::EMPTY },
                    say_count!(1, "{player} draws a tile", "{player} draws {n} tiles", player = name),
                )
            }),
            Answer::Block => self.recording.enter(Act::Block, say!("no player can go")),
            Answer::Undo => self.recording.enter(Act::Undo, say!("undone")),
            Answer::Help => {
                writeln!(Out, "      {}", said(ask::HELP))?;
                return Ok(Vec::new());
            }
            Answer::Quit => return Ok(Vec::new()),
        };
        Ok(vec![entry])
    }

    fn with_turn(&mut self, turn: Option<Seat>, act: impl FnOnce(Seat) -> (Act, String)) -> Entry {
        let Some(seat) = turn else { return Entry::Refused(say!("no hand in play").to_owned()) };
        let (act, words) = act(seat);
        self.recording.enter(act, &words)
    }

    /// The pips left in one hand; the hand is paid when all are known.
    fn tally(&mut self, pips: u16) -> Entry {
        let Some(asking) = &mut self.asking else { return Entry::Refused(say!("recording without asking").to_owned()) };
        let game = self.recording.game();
        match asking.tally(game, pips) {
            None => Entry::Said(say!("{pips} pips", pips)),
            Some(left) => self.recording.enter(Act::Tally { left }, say!("the pips are counted")),
        }
    }

    /// The camera is worth a line when it fails.
    fn tell_camera(&mut self, sighting: &Sighting) -> anyhow::Result<()> {
        let words = match &sighting.state {
            TableState::NoPicture { why, .. } => say!("no picture: {why}", why),
            _ => match sighting.hints.first() {
                Some(hint) => hint.to_string(),
                None => return Ok(()),
            },
        };
        // The same trouble with other figures is not news.
        let start = |words: &str| words.chars().take(14).collect::<String>();
        let again = self.told.as_ref().is_none_or(|(last, at)| start(last) != start(&words) || at.elapsed() > QUIET);
        if again {
            show_aside(&words);
            self.told = Some((words, Instant::now()));
        }
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
            if sighting.state == TableState::Settled {
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
        let name = sighting.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
        let words = format!("{name}{}", sighting.state);
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

    /// Reports a change between table and record to a program.
    fn tell_stand(&mut self, sighting: &Sighting) -> anyhow::Result<()> {
        if !self.args.json || self.stand == sighting.state {
            return Ok(());
        }
        self.stand = sighting.state.clone();
        Ok(writeln!(Out, "{}", json::stand(&sighting.state))?)
    }

    fn show(&self, entry: &Entry, sighting: &Sighting, taken: Duration) -> anyhow::Result<()> {
        let out = &mut Out;
        if self.args.json {
            let line = json::entry(entry, self.recording.game(), sighting, taken);
            if let Some(line) = line {
                writeln!(out, "{}", serde_json::to_string(&line).context(say!("can't write a drop"))?)?;
            }
            return Ok(out.flush()?);
        }
        let setup = self.recording.game().setup();
        match entry {
            Entry::Said(words) => writeln!(out, "      {words}")?,
            Entry::Found(layout) => writeln!(out, "      {}", say!("already on the table: {layout}", layout))?,
            Entry::Refused(words) => writeln!(out, "      {}", say!("not recorded: {words}", words))?,
            Entry::Corrected(words) => {
                writeln!(out, "      {}", say!("corrected: {words}", words))?;
                self.board(out)?;
            }
            Entry::Dropped(drop) => {
                let name = sighting.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
                let player = setup.player(drop.seat);
                writeln!(out, "{:>4}  {name}{player}: {}  ·  {}", drop.number, drop.words, drop.reason)?;
                if drop.named {
                    return self.board(out).and_then(|()| out.flush()).map_err(Into::into);
                }
                let sure = format!("{:.1}", drop.confidence * 100.0);
                let mut sure = format!("      {}", say!("{sure} % confident", sure));
                if let (true, Some(other)) = (drop.confidence < 0.99, drop.others.first()) {
                    sure.push_str(&say!(", or {other}", other));
                }
                let seconds = format!("{:.1}", clock::now().saturating_sub(taken).as_secs_f64());
                writeln!(out, "{}", say!("{sure}; seen after {seconds} s", sure, seconds))?;
                self.board(out)?;
            }
        }
        Ok(out.flush()?)
    }

    fn board(&self, out: &mut impl io::Write) -> io::Result<()> {
        for line in board::lines(self.recording.game()) {
            writeln!(out, "      {line}")?;
        }
        Ok(())
    }

    fn result(&self) -> String {
        let state = self.recording.game().state();
        let scores = self.recording.game().setup().all_sides().map(|side| {
            let name = self.recording.game().setup().side_name(side);
            format!("{name} {}", state.score(side))
        });
        let scores: Vec<String> = scores.collect();
        let winner =
            state.leg.winner.map(|side| words::wins_the_game(&state.setup, &state.setup.side_name(side)) + ". ");
        format!("      {}{}", winner.unwrap_or_default(), scores.join(", "))
    }

    fn goodbye(&mut self) -> anyhow::Result<()> {
        if let Some(unsaved) = self.recording.table.retry() {
            bail!("{unsaved}");
        }
        if !self.seen {
            bail!(say!("no picture arrived from {source}", source = self.args.source.as_deref().unwrap_or_default()));
        }
        self.keep_minute()?;
        if self.args.json {
            return Ok(());
        }
        let state = self.recording.game().state();
        let layout = state.round.as_ref().map(|round: &Round| round.layout.to_string()).unwrap_or_default();
        if !state.is_over() && !layout.is_empty() {
            writeln!(Out, "      {}", say!("the line: {layout}", layout))?;
        }
        if !state.is_over() {
            writeln!(Out, "{}", self.result())?;
        }
        let (sure, drops) = (self.sure, self.recording.drops());
        if drops > 0 {
            writeln!(
                Out,
                "      {}",
                say!("sure enough to record without asking: {sure} of {drops} drops", sure, drops)
            )?;
        }
        Ok(())
    }
}

#[expect(clippy::print_stderr, reason = "what is wrong with the camera is no part of the record")]
fn show_aside(words: &str) {
    eprintln!("sixty-one: {words}");
}
