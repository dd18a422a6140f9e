//! Asks the person at the terminal: the questions, their words, and the meaning of the typed line. Only [`Asking`] uses
//! a thread.

use language::{say, sentence};
use std::io::BufRead as _;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use crate::live::{Correction, Proposal, Sighting, TableState};
use crate::table::{Mend, Missed, mends};
use game::layout::{Layout, Play};
use game::tile::Tile;
use game::words;
use game::{Match, NextLeader, Round, Seat};

/// Time after a change of the record in which an answer may still mean the old one.
const STALE: Duration = Duration::from_millis(1500);
/// The commands, printed on `?`.
pub(super) const HELP: &str = sentence!(
    "y or Enter: yes · 2: the second choice · n: no tile was dropped (don't ask again) · 6-4: it was this tile · \
        k: knock · d: draw a tile · b: blocked · u: undo · q: quit"
);

/// A mend of the record, with its words.
pub(super) type Offered = (String, Mend);

/// Returns the mends of the first difference between table and record, each with one play.
pub(super) fn offered(game: &Match, state: &TableState) -> Vec<Offered> {
    let (TableState::Lost { new, after, gone, table }, Some(round)) = (state, game.state().running()) else {
        return Vec::new();
    };
    let each = |mend: Mend| match mend {
        Mend::Add(missed) if missed.plays.len() > 1 => {
            let one = |play: &Play| {
                let mend = Mend::Add(Missed { plays: vec![*play], ..missed.clone() });
                (format!("{}: {}", mend.words(), words::play(&round.layout, play)), mend)
            };
            missed.plays.iter().map(one).collect()
        }
        mend => vec![(mend.words(), mend)],
    };
    let new: Vec<_> = new.iter().copied().zip(after.iter().copied()).collect();
    mends(game, &new, gone, table.as_ref()).into_iter().flat_map(each).collect()
}

/// What is asked.
#[derive(Clone, Debug)]
pub(super) enum Question {
    /// Asks whether this was dropped.
    Drop(Box<Proposal>),
    /// Asks whether the record is wrong.
    Misread(Correction),
    /// Asks whether to start from this table.
    LiesThere(Layout),
    /// Table and record disagree: asks which is right, and offers mends of the first difference.
    Apart(TableState, Vec<Offered>),
    /// Asks for the pips left in this hand.
    Pips(Seat),
    /// Asks who leads the next hand.
    NextHand(Seat),
}

/// What a typed line means.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Answer {
    /// This was dropped.
    Play(Play),
    /// Nothing was; the record is right.
    No,
    /// The record is corrected.
    PutRight,
    /// The record is changed so.
    Mend(Mend),
    /// Start from this table; this seat is next, or the one whose turn it is.
    TakeOver(Option<Seat>),
    /// The pips left.
    Pips(u16),
    /// This seat leads.
    Deal(Seat),
    /// The player whose turn it is knocks.
    Knock,
    /// He takes a tile.
    Draw,
    /// No player can go.
    Block,
    /// The last act did not happen.
    Undo,
    /// Asks for the commands.
    Help,
    /// That is all.
    Quit,
}

impl Question {
    /// Returns the question to ask now, if any; `answered` proposals and the `refused` correction are not asked again.
    pub(super) fn of(game: &Match, sighting: &Sighting, answered: u64, refused: Option<&Correction>) -> Option<Self> {
        let state = game.state();
        if let Some(round) = state.round.as_ref().filter(|round| round.needs_tally()) {
            let unknown = |seat: &Seat| !round.hand(*seat).is_known();
            return game.setup().all_seats().find(unknown).map(Self::Pips);
        }
        let Some(round) = state.running() else {
            let (NextLeader::Seat(leader) | NextLeader::Ask(leader)) = state.next_leader();
            return (!state.is_over()).then_some(Self::NextHand(leader));
        };
        let stands = |c: &&Correction| refused.is_none_or(|r| (r.tile, r.was, r.play) != (c.tile, c.was, c.play));
        if let Some(correction) = sighting.correction.as_ref().filter(stands) {
            return Some(Self::Misread(correction.clone()));
        }
        let open = |p: &&Proposal| p.id > answered && !round.layout.tiles().contains(p.play.tile());
        if let Some(proposal) = sighting.proposal.as_ref().filter(open) {
            return Some(Self::Drop(Box::new(proposal.clone())));
        }
        match &sighting.state {
            TableState::Lost { table: Some(lies), .. } if round.layout.is_empty() => {
                Some(Self::LiesThere(lies.clone()))
            }
            apart @ TableState::Lost { .. } => Some(Self::Apart(apart.clone(), offered(game, apart))),
            _ => None,
        }
    }

    /// Reports whether it is the same question, so that it need not be put again.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Drop(a), Self::Drop(b)) => (a.id, a.play) == (b.id, b.play),
            (Self::Misread(a), Self::Misread(b)) => (a.tile, a.was, a.play) == (b.tile, b.was, b.play),
            (Self::LiesThere(a), Self::LiesThere(b)) => a.tiles() == b.tiles(),
            (Self::Apart(a, _), Self::Apart(b, _)) => a == b,
            (Self::Pips(a), Self::Pips(b)) | (Self::NextHand(a), Self::NextHand(b)) => a == b,
            _ => false,
        }
    }

    /// Returns the words of the question.
    pub(super) fn words(&self, game: &Match) -> String {
        let setup = game.setup();
        match self {
            Self::Drop(proposal) => {
                let name = game.state().running().map_or("", |round| setup.player(round.turn));
                let drop = &proposal.words;
                let asked = if proposal.play.on.is_none() {
                    say!("{name} leads {drop}?", name, drop)
                } else {
                    say!("{name} drops {drop}?", name, drop)
                };
                let sure = say!("{sure} % confident", sure = format!("{:.0}", (proposal.confidence * 100.0).min(99.0)));
                let mut words = format!("{asked}  ·  {}  ·  {sure}", proposal.reason);
                if let (true, Some(other)) = (proposal.confidence < 0.99, proposal.alternatives.first()) {
                    words.push_str(&say!(", or {other}", other = other.words));
                }
                words + "  " + say!("(y, n, or the tile)")
            }
            Self::Misread(correction) => say!(
                "An earlier drop was misread: recorded as {was}, but the tile looks like {tile}. \
                    Correct it?  (y, n)",
                was = correction.was,
                tile = correction.play.tile()
            ),
            Self::LiesThere(layout) => {
                let names: Vec<&str> = setup.all_seats().map(|seat| setup.player(seat)).collect();
                let names = names.join(", ");
                if layout.len() == 1 {
                    say!(
                        "{layout} is on the table. Start the record from it? No points are counted, \
                            because it is not known who dropped it.  (y, n, or who drops next: {names})",
                        layout,
                        names
                    )
                } else {
                    say!(
                        "{layout} are on the table. Start the record from them? No points are counted, \
                            because it is not known who dropped which tile.  (y, n, or who drops next: \
                            {names})",
                        layout,
                        names
                    )
                }
            }
            Self::Apart(state, offers) => match offers.as_slice() {
                [] => {
                    say!("{state}: type the tile that was dropped, u to undo the last action, or n to leave it", state)
                }
                [(mend, _)] => say!("{state}. {mend}?  (y, n, or the tile that was dropped)", state, mend),
                several => {
                    let mends = several.iter().zip(1..).map(|((mend, _), number)| format!("{number}: {mend}"));
                    let mends = mends.collect::<Vec<_>>().join(", ");
                    say!("{state}. {mends}?  (y or 1, 2, n, or the tile that was dropped)", state, mends)
                }
            },
            Self::Pips(seat) => say!("How many pips are left in {name}'s hand?", name = setup.player(*seat)),
            Self::NextHand(leader) => {
                let ended = game.state().round.as_ref().and_then(|round: &Round| words::hand_end(setup, round));
                let ended = ended.map_or_else(String::new, |told| format!("{}. ", told.title));
                say!(
                    "{ended}Shuffle and draw, then press Enter: {player} leads  (or type who leads)",
                    ended,
                    player = setup.player(*leader)
                )
            }
        }
    }
}

/// The seat of this player.
fn seat_of(game: &Match, name: &str) -> Option<Seat> {
    let setup = game.setup();
    setup.all_seats().find(|seat| setup.player(*seat).eq_ignore_ascii_case(name))
}

/// Interprets a typed line.
///
/// # Errors
/// The reason it means nothing, in words.
pub(super) fn answer(line: &str, question: Option<&Question>, game: &Match) -> Result<Answer, String> {
    let typed = line.trim().to_lowercase();
    if let (Some(Question::Pips(_)), Ok(pips)) = (question, typed.parse()) {
        return Ok(Answer::Pips(pips));
    }
    if let (Some(Question::Apart(_, offers)), Ok(number)) = (question, typed.parse::<usize>())
        && let Some((_, mend)) = offers.get(number.wrapping_sub(1))
    {
        return Ok(Answer::Mend(mend.clone()));
    }
    let named = seat_of(game, &typed);
    Ok(match (typed.as_str(), question) {
        ("?" | "h" | "help", _) => Answer::Help,
        ("q" | "quit", _) => Answer::Quit,
        ("u" | "undo", _) => Answer::Undo,
        ("k" | "knock", _) => Answer::Knock,
        ("d" | "draw", _) => Answer::Draw,
        ("b" | "block", _) => Answer::Block,
        (_, Some(Question::LiesThere(_))) if named.is_some() => Answer::TakeOver(named),
        (_, Some(Question::NextHand(_))) if named.is_some() => Answer::Deal(named.unwrap_or(Seat::FIRST)),
        ("" | "y" | "yes" | "s" | "si" | "sí", Some(asked)) => match asked {
            Question::Drop(proposal) => Answer::Play(proposal.play),
            Question::Misread(_) => Answer::PutRight,
            Question::LiesThere(_) => Answer::TakeOver(None),
            Question::NextHand(leader) => Answer::Deal(*leader),
            Question::Pips(_) => return Err(say!("enter a number").to_owned()),
            Question::Apart(_, offers) => match offers.first() {
                Some((_, mend)) => Answer::Mend(mend.clone()),
                None => return Err(say!("which tile was dropped?").to_owned()),
            },
        },
        (
            "n" | "no" | "nothing",
            Some(Question::Drop(_) | Question::Misread(_) | Question::LiesThere(_) | Question::Apart(..)),
        ) => Answer::No,
        ("" | "y" | "yes" | "s" | "si" | "sí" | "n" | "no", None) => {
            return Err(say!("there is nothing to answer; type ? for the commands").to_owned());
        }
        _ => Answer::Play(play(&typed, question, game)?),
    })
}

/// A tile as it was typed, with the number of its place where it has several: `6-4`, `6-4 2`.
fn play(typed: &str, question: Option<&Question>, game: &Match) -> Result<Play, String> {
    let mut parts = typed.split_whitespace();
    let tile: Tile = parts
        .next()
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| say!("unknown command \"{typed}\"; type ? for the commands", typed))?;
    let round = game.state().running().ok_or(say!("no hand in play"))?;
    if round.layout.tiles().contains(tile) {
        return Err(say!("{tile} is already on the table", tile));
    }
    let ways = round.layout.ways(tile, &game.setup().rules);
    let place = parts.next().and_then(|text| text.parse::<usize>().ok());
    let seen = match question {
        Some(Question::Drop(proposal)) => proposal.play.on,
        _ => None,
    };
    let by_place = || ways.iter().find(|play| seen.is_some() && play.on == seen);
    match (ways.as_slice(), place) {
        ([], _) => Err(say!("{tile} fits nowhere", tile)),
        ([play], _) => Ok(*play),
        (several, Some(n)) => several.get(n.wrapping_sub(1)).copied().ok_or_else(|| say!("there is no place {n}", n)),
        (several, None) => by_place().copied().ok_or_else(|| {
            let places = several
                .iter()
                .enumerate()
                .map(|(i, play)| format!("{tile} {}: {}", i + 1, words::play(&round.layout, play)));
            say!("where? {places}", places = places.collect::<Vec<_>>().join(", "))
        }),
    }
}

/// A typed answer, and the sighting it refers to.
pub(super) type Answered = (Answer, Option<Arc<Sighting>>);

/// The person at the terminal: what is asked of him, and what he has answered so far.
#[derive(Debug)]
pub(super) struct Asking {
    lines: Receiver<String>,
    question: Option<(Question, Arc<Sighting>)>,
    last: Option<Arc<Sighting>>,
    /// Proposals up to this number have been answered.
    answered: u64,
    refused: Option<Correction>,
    /// The difference between table and record that is left as it is.
    left: Option<TableState>,
    /// Whether the end of the input ends the watching.
    quits: bool,
    /// Until when what is seen may still be meant beside the record as it was.
    stale_until: Option<Instant>,
    /// Simulated players say themselves what a camera cannot see.
    simulated: bool,
    /// The pips entered so far for the hands that are over.
    pips: Vec<Option<u16>>,
}

impl Asking {
    /// Begins to read standard input on a separate thread; its end ends the watching if it `quits`.
    ///
    /// # Errors
    /// No thread can be started.
    pub(super) fn begin(simulated: bool, quits: bool) -> std::io::Result<Self> {
        let (sender, lines) = sync_channel(16);
        let read = move || {
            for line in std::io::stdin().lock().lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("answers".to_owned()).spawn(read)?;
        Ok(Self {
            lines,
            question: None,
            last: None,
            answered: 0,
            refused: None,
            left: None,
            quits,
            stale_until: None,
            simulated,
            pips: Vec::new(),
        })
    }

    /// The words of the question that a sighting brings up, if it is a new one.
    pub(super) fn question(&mut self, game: &Match, sighting: &Arc<Sighting>) -> Option<String> {
        self.last = Some(Arc::clone(sighting));
        let question = self.now(game, sighting);
        let again = match (&self.question, &question) {
            (Some((old, _)), Some(new)) => old.is_same(new),
            (_, None) => true,
            (None, Some(_)) => false,
        };
        let words = question.as_ref().filter(|_| !again).map(|question| question.words(game));
        self.question = question.map(|question| (question, Arc::clone(sighting)));
        words
    }

    /// Notes that the record has changed: the present proposal is answered, and a disagreement may refer to the old
    /// record.
    pub(super) fn record_changed(&mut self) {
        let proposal = self.last.as_ref().and_then(|sighting| sighting.proposal.as_ref());
        self.answered = self.answered.max(proposal.map_or(0, |proposal| proposal.id));
        (self.question, self.refused, self.left) = (None, None, None);
        self.stale_until = Some(Instant::now() + STALE);
    }

    fn now(&self, game: &Match, sighting: &Sighting) -> Option<Question> {
        let question = Question::of(game, sighting, self.answered, self.refused.as_ref())?;
        let stale = self.stale_until.is_some_and(|until| Instant::now() < until);
        if stale && matches!(question, Question::Apart(..) | Question::LiesThere(_) | Question::Misread(_)) {
            return None;
        }
        if matches!(&question, Question::Apart(apart, _) if self.left.as_ref() == Some(apart)) {
            return None;
        }
        let Question::Pips(_) = question else {
            return Some(question).filter(|question| !self.simulated || !matches!(question, Question::NextHand(_)));
        };
        let missing = |seat: &Seat| game.state().round.as_ref().is_some_and(|round| !round.hand(*seat).is_known());
        let open = |seat: &Seat| missing(seat) && self.pips.get(seat.index()).copied().flatten().is_none();
        game.setup().all_seats().find(open).map(Question::Pips).filter(|_| !self.simulated)
    }

    /// Returns the next typed answer with its sighting; the end of the input means [`Answer::Quit`].
    pub(super) fn next(&mut self, game: &Match) -> Option<Result<Answered, String>> {
        let line = match self.lines.try_recv() {
            Ok(line) => line,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) if self.quits => "q".to_owned(),
            Err(TryRecvError::Disconnected) => return None,
        };
        let (question, seen) = match &self.question {
            Some((question, seen)) => (Some(question), Some(Arc::clone(seen))),
            None => (None, self.last.clone()),
        };
        Some(answer(&line, question, game).map(|answer| (answer, seen)))
    }

    /// The question that `answer` is about; one that it answers is not asked again.
    pub(super) fn answered(&mut self, answer: &Answer) -> Option<Question> {
        let (question, _) = self.question.take()?;
        match (&question, answer) {
            (Question::Drop(proposal), Answer::Play(_) | Answer::No) => self.answered = proposal.id,
            (Question::Misread(correction), Answer::PutRight | Answer::No) => self.refused = Some(correction.clone()),
            (Question::Apart(apart, _), Answer::No) => self.left = Some(apart.clone()),
            _ => {}
        }
        Some(question)
    }

    /// The pips of the hand that was asked for; all of them when none is missing.
    pub(super) fn tally(&mut self, game: &Match, pips: u16) -> Option<Vec<Option<u16>>> {
        let round = game.state().round.as_ref()?;
        let setup = game.setup();
        self.pips.resize(setup.seats(), None);
        let open = |pips: &[Option<u16>]| {
            setup.all_seats().find(|seat| !round.hand(*seat).is_known() && pips[seat.index()].is_none())
        };
        if let Some(seat) = open(&self.pips) {
            self.pips[seat.index()] = Some(pips);
        }
        open(&self.pips).is_none().then(|| std::mem::take(&mut self.pips))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::record::Record;

    fn game() -> Match {
        let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-4\nB 4-4@6-4.4\nend\n";
        Record::parse(text).unwrap().game
    }

    #[test]
    fn a_typed_line_means_what_a_person_means_by_it() {
        let game = game();
        let next = Question::NextHand(Seat::FIRST);
        let lies = Question::LiesThere("6-4".parse().unwrap());
        let ben: Seat = "B".parse().unwrap();
        assert_eq!(answer(" y ", Some(&lies), &game), Ok(Answer::TakeOver(None)));
        assert_eq!(answer("BEN", Some(&lies), &game), Ok(Answer::TakeOver(Some(ben))));
        assert_eq!(answer("n", Some(&lies), &game), Ok(Answer::No));
        assert_eq!(answer("", Some(&next), &game), Ok(Answer::Deal(Seat::FIRST)));
        assert_eq!(answer("17", Some(&Question::Pips(ben)), &game), Ok(Answer::Pips(17)));
        assert_eq!(answer("k", None, &game), Ok(Answer::Knock));
        let Ok(Answer::Play(play)) = answer("6-3", None, &game) else { panic!("the 6-3 fits at one place") };
        assert_eq!(play.tile().to_string(), "6-3");
        for (typed, question, why) in [
            ("", None, "there is nothing to answer"),
            ("y", None, "there is nothing to answer"),
            ("x", None, "unknown command"),
            ("6-4", None, "is already on the table"),
            ("3-3", None, "fits nowhere"),
            ("y", Some(&Question::Pips(ben)), "enter a number"),
            ("perhaps", Some(&lies), "unknown command"),
        ] {
            let said = answer(typed, question, &game).unwrap_err();
            assert!(said.contains(why), "{typed}: {said}");
        }
        // A difference is mended by yes, or by the number of one of several mends.
        let state = TableState::Lost {
            new: vec!["6-6".parse().unwrap(), "5-5".parse().unwrap()],
            after: vec![None; 2],
            gone: Vec::new(),
            table: None,
        };
        let apart = Question::Apart(state.clone(), offered(&game, &state));
        let asked = apart.words(&game);
        let ends = "1: Add 6-6 as lead, 2: Add 6-6 before 4-4?  (y or 1, 2, n, or the tile that was dropped)";
        assert!(asked.starts_with("table and record disagree; not in the record: 6-6, 5-5. "), "{asked}");
        assert!(asked.ends_with(ends), "{asked}");
        let mended = |typed: &str| match answer(typed, Some(&apart), &game) {
            Ok(Answer::Mend(mend)) => mend.words(),
            other => panic!("{typed}: {other:?}"),
        };
        assert_eq!(["y", "1", "2"].map(mended), ["Add 6-6 as lead", "Add 6-6 as lead", "Add 6-6 before 4-4"]);
        let nothing = Question::Apart(state, Vec::new());
        assert!(answer("y", Some(&nothing), &game).unwrap_err().contains("which tile was dropped?"));
        // A tile with two places is asked for its place, unless one was seen.
        let both =
            Record::parse("[Rules \"pafos\"]\n[Players \"A\" \"B\"]\ndeal A\nA 6-3\nB 3-4@6-3.3\nend\n").unwrap().game;
        let said = answer("6-4", None, &both).unwrap_err();
        assert!(said.starts_with("where? 6-4 1: ") && said.contains("6-4 2: "), "{said}");
        assert!(matches!(answer("6-4 2", None, &both), Ok(Answer::Play(_))));
        assert_eq!(answer("6-4 3", None, &both), Err("there is no place 3".to_owned()));
    }
}
