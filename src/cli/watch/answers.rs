//! Questions to the person at the terminal, and their answers.

use super::ask::{Answer, Question};
use super::tell::named;
use super::{Session, ask, json};
use crate::cli::out::Out;
use crate::live::Sighting;
use crate::live::recording::Entry;
use eye_jobs::clock;
use game::tile::TileSet;
use game::{Act, Seat};
use language::{said, say, say_count};
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Arc;
use std::time::Duration;

impl Session<'_> {
    /// Puts the question that has come up, once; a program reads the difference between table and record instead.
    pub(super) fn ask(&mut self, sighting: &Arc<Sighting>) -> anyhow::Result<()> {
        let Some(asking) = &mut self.asking else { return Ok(()) };
        let words = asking.question(self.recording.game(), sighting);
        let Some(words) = words.filter(|_| self.asks) else { return Ok(()) };
        let out = &mut Out;
        let name = named(sighting);
        // The earlier question has not been answered.
        let above = if std::mem::replace(&mut self.prompted, io::stdin().is_terminal()) { "\n" } else { "" };
        writeln!(out, "{above}  ?   {name}{words}")?;
        if self.prompted {
            write!(out, "  > ")?;
        }
        Ok(out.flush()?)
    }

    /// Handles typed answers. Returns `true` to stop.
    pub(super) fn hear_answers(&mut self) -> anyhow::Result<bool> {
        while let Some(answer) = self.asking.as_mut().and_then(|asking| asking.next(self.recording.game())) {
            self.prompted = false;
            let (answer, sighting) = match answer {
                Ok(answer) => answer,
                Err(why) => {
                    self.show_answer(&why)?;
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
            if self.is_done() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Shows what an answer came to that changes nothing.
    fn show_answer(&self, words: &str) -> anyhow::Result<()> {
        let words = if self.args.json { json::refused(words).to_string() } else { format!("      {words}") };
        Ok(writeln!(Out, "{words}")?)
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
            Answer::Mend(ref mend) => self.recording.mend(mend),
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
                self.show_answer(said(ask::HELP))?;
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
}
