//! What is printed: drops, the board, troubles.

use super::{QUIET, Session, board, json};
use crate::cli::out::Out;
use crate::live::recording::Entry;
use crate::live::{Sighting, TableState};
use crate::table::Unsaved;
use anyhow::Context as _;
use eye_jobs::clock;
use game::words;
use language::say;
use std::io::{self, Write as _};
use std::time::{Duration, Instant};

/// Pause between attempts to save.
const RETRY: Duration = Duration::from_secs(1);

impl Session<'_> {
    /// Keeping the last minute is worth a line when it fails, once.
    pub(super) fn tell_kept(&mut self) {
        let Some(outcome) = self.live.try_take_kept() else { return };
        if let Err(why) = &outcome
            && !matches!(&self.minute, Some(Err(told)) if told == why)
        {
            show_aside(why);
        }
        self.minute = Some(outcome);
    }

    /// Says when the disk does not take what happened, and when it does again.
    pub(super) fn tell_unsaved(&mut self) -> anyhow::Result<()> {
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

    /// Prints the end of a hand and the steps before the next one, without asking. Returns `true` if it can't continue,
    /// because no camera sees the pips left in the hands.
    pub(super) fn tell_hand_end(&mut self) -> anyhow::Result<bool> {
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

    /// The camera is worth a line when it fails.
    pub(super) fn tell_camera(&mut self, sighting: &Sighting) -> anyhow::Result<()> {
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

    /// Reports a change between table and record to a program.
    pub(super) fn tell_stand(&mut self, sighting: &Sighting) -> anyhow::Result<()> {
        if !self.args.json || self.stand == sighting.state {
            return Ok(());
        }
        self.stand = sighting.state.clone();
        Ok(writeln!(Out, "{}", json::stand(&sighting.state, self.recording.game()))?)
    }

    pub(super) fn show(&self, entry: &Entry, sighting: &Sighting, taken: Duration) -> anyhow::Result<()> {
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
                let name = named(sighting);
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

    pub(super) fn result(&self) -> String {
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
}

#[expect(clippy::print_stderr, reason = "what is wrong with the camera is no part of the record")]
pub(super) fn show_aside(words: &str) {
    eprintln!("sixty-one: {words}");
}

/// The picture's name before a message, where it has one.
pub(super) fn named(sighting: &Sighting) -> String {
    sighting.name.as_ref().map_or_else(String::new, |name| format!("{name}: "))
}
