//! Portable text record of a match, for people and programs, like PGN in chess.
//!
//! ```text
//! [Rules "pafos target=121"]        tags first; Rules and Players are needed, others are kept as they are
//! [Players "Anna" "Ben"]            in the order of the seats A to D; [Pairs "yes"] for A & C against B & D
//! [BestOf "3"]                      games of the match, 1 without it
//! [ClaimSeconds "10"]               so long can a score be claimed
//! [Practice "yes"]                  the adviser may be asked
//! [Start "10" "0"]                  handicaps by side
//!
//! deal A                            A leads; known hands follow as `A:6-6,5-4`
//! A 6-6 +4                          a tile and what it pegged
//! B 6-3@6-6.s1 +8                   joined half first, then tile and port: see the layout's notation
//! A knock
//! B draw 2 5-1                      tiles taken, then those that are known
//! A 5-1@6-3.3 +1 stands             recorded although the rules forbid it
//! A claim +2 / B muggins +5 / A false_claim 3 / A penalty wrong_knock / adjust A -2 "why"
//! A shows 6-4 5-2                   tiles of a hand become known
//! block                             nobody can play
//! lapse                             the time to claim the last drop's score is over
//! tally A 0 B 12                    pips left
//! A rename "Anne" / A substitute "Tom"   a name put right; somebody else plays on
//! score A 0 B 12 C 61 out A         a hand of a score sheet: what was left with each side, who is out; double counts double
//! redeal / abandon "why"
//! end                               the last line: without it the record is cut off
//! ```
//!
//! `;` starts a comment. Points after `+` are checked against the rules when a record is read.
//!
//! # The grammar
//!
//! In EBNF (ISO 14977). A record is read line by line; words of a line are parted by white space (`,` below), lines that are
//! empty or only a comment count for nothing.
//!
//! ```text
//! record  = { tag } , { act , [ "+" points ] , [ "stands" ] } , "end" ;
//! tag     = "[" name , string , { string } "]" ;      (* Rules and Players are needed; unknown names are kept *)
//! act     = "deal" , seat , { seat ":" tile { "," tile } }
//!         | seat , play                               (* play and tile as in the notation of layouts *)
//!         | seat , "knock"
//!         | seat , "draw" , number , { tile }
//!         | seat , ( "claim" | "muggins" )
//!         | seat , "false_claim" , number
//!         | seat , "penalty" , ( "wrong_knock" | "misplay" | "over_draw" )
//!         | seat , "shows" , { tile }
//!         | seat , ( "rename" | "substitute" ) , string
//!         | "adjust" , seat , points , string         (* the side of that seat *)
//!         | "block" | "lapse" | "redeal"
//!         | "tally" , { seat , number }
//!         | "score" , { seat , points } , [ "out" , seat ] , [ "double" ]    (* the side of that seat *)
//!         | "abandon" , string ;
//! name    = nameChar { nameChar } ;                   (* a letter, a figure, "_" or "-" *)
//! seat    = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" ;    (* E and F of five and six, G and up on a score sheet *)
//! points  = [ "-" | "+" ] number [ ".5" ] ;
//! number  = digit { digit } ;
//! string  = '"' { character | "\" character } '"' ;  (* \n a new line, \r a carriage return, else the character itself *)
//! comment = ";" { character } ;                       (* to the end of the line, outside of strings *)
//! ```
//!
//! The values of the tags `Rules`, `Players`, `Pairs`, `BestOf`, `ClaimSeconds`, `Practice`, `Start` and `HouseRules` are those of [`Setup`]; the text of
//! `Rules` is that of [`RuleSet::parse`].

mod error;

pub use error::{RecordError, RecordErrorKind};

use super::{Act, Deed, Match, Offence, Refusal, Seat, Setup, Side};
use crate::rules::{Points, RuleSet};
use crate::tile::{Tile, TileSet};
use language::sentence;
use std::fmt::Write as _;

/// A match with the tags of its record.
///
/// ```
/// use game::record::Record;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA knock\nend\n";
/// let game = Record::parse(text)?.game;
///
/// let text = Record { tags: vec![("Date".to_owned(), vec!["2026-03-01".to_owned()])], game }.write();
/// assert!(text.contains("[Date \"2026-03-01\"]") && text.contains("B 6-3@6-6.s1 +8"));
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Tags beyond those of the setup, in order: `Date`, `Event`, ... Names are made of letters, figures, `_` and `-`.
    pub tags: Vec<(String, Vec<String>)>,
    /// The match.
    pub game: Match,
}

const WORDS: &[&str] = &[
    "deal",
    "knock",
    "draw",
    "claim",
    "muggins",
    "false_claim",
    "penalty",
    "adjust",
    "shows",
    "rename",
    "substitute",
    "block",
    "lapse",
    "tally",
    "score",
    "redeal",
    "abandon",
    "end",
    "stands",
];

impl Record {
    /// Writes the match in its current state: undone and corrected acts leave no trace.
    #[must_use]
    pub fn write(&self) -> String {
        let setup = self.game.setup();
        let mut text = String::new();
        let mut tag = |name: &str, values: &[String]| {
            let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
            let _infallible = writeln!(text, "[{name} {}]", values.join(" "));
        };
        tag("Rules", &[setup.rules.to_string()]);
        if let Some(name) = &setup.rules.house {
            tag("HouseRules", std::slice::from_ref(name));
        }
        tag("Players", &self.game.state().starters());
        if setup.pairs {
            tag("Pairs", &["yes".to_owned()]);
        }
        if setup.best_of != 1 {
            tag("BestOf", &[setup.best_of.to_string()]);
        }
        if setup.claim_seconds > 0 {
            tag("ClaimSeconds", &[setup.claim_seconds.to_string()]);
        }
        if let Some(minutes) = setup.utc_offset {
            tag("UtcOffset", &[minutes.to_string()]);
        }
        if setup.practice {
            tag("Practice", &["yes".to_owned()]);
        }
        if !setup.start.is_empty() {
            tag("Start", &setup.start.iter().map(ToString::to_string).collect::<Vec<_>>());
        }
        for (name, values) in &self.tags {
            tag(name, values);
        }
        text.push('\n');
        write_acts(&self.game, &mut text);
        text.push_str("end\n");
        text
    }

    /// Reads a record and plays it.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        let mut reader = RecordReader::default();
        let mut lines = 0;
        for (line, text) in (1..).zip(text.lines()) {
            lines = line;
            reader.line(text).map_err(|kind| RecordError { line, kind })?;
        }
        match reader.game {
            Some(game) if reader.ended => Ok(Self { tags: reader.tags.extra, game }),
            _ => Err(RecordError { line: lines + 1, kind: RecordErrorKind::CutOff }),
        }
    }
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\r");
    format!("\"{escaped}\"")
}

/// The values of `"one" "two"`, `None` if a quote is missing.
fn unquoted(text: &str) -> Option<Vec<String>> {
    let mut values = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        if c != '"' {
            return None;
        }
        let mut value = String::new();
        loop {
            match chars.next()? {
                '"' => break,
                '\\' => value.push(match chars.next()? {
                    'n' => '\n',
                    'r' => '\r',
                    other => other,
                }),
                other => value.push(other),
            }
        }
        values.push(value);
    }
    Some(values)
}

fn write_acts(game: &Match, text: &mut String) {
    let mut copy = game.up_to(0);
    for (_, act) in game.standing() {
        let line = act_text(&copy, act);
        let stands = copy.take_over(act).unwrap_or(false);
        let pegged = pegged(&copy);
        let points = if pegged.is_zero() { String::new() } else { format!(" +{pegged}") };
        let _infallible = writeln!(text, "{line}{points}{}", if stands { " stands" } else { "" });
    }
}

/// Returns the points that the last act pegged for its own side; none for a tally or an adjustment.
fn pegged(game: &Match) -> Points {
    let event = game.events().len() - 1;
    let turn = game.state().round.as_ref().and_then(|round| round.turns.iter().find(|turn| turn.event == event));
    turn.filter(|turn| is_pegging(turn.deed)).map_or(Points::ZERO, |turn| turn.award)
}

const fn is_pegging(deed: Deed) -> bool {
    matches!(deed, Deed::Played { .. } | Deed::Claimed | Deed::CalledMuggins)
}

fn act_text(game: &Match, act: &Act) -> String {
    let tiles = |tiles: &TileSet| if tiles.is_empty() { String::new() } else { format!(" {tiles}") };
    match act {
        Act::Deal { leader, hands } => {
            let mut text = format!("deal {leader}");
            for (i, hand) in hands.iter().enumerate().filter(|(_, hand)| !hand.is_empty()) {
                if let Some(seat) = Seat::new(i) {
                    let _infallible = write!(text, " {seat}:{}", hand.to_string().replace(' ', ","));
                }
            }
            text
        }
        Act::Play { seat, play, .. } => {
            let layout = game.state().running().map(|round| &round.layout);
            let play = layout.map_or_else(|| play.tile().to_string(), |layout| layout.play_text(play));
            format!("{seat} {play}")
        }
        Act::Knock { seat, .. } => format!("{seat} knock"),
        Act::Draw { seat, tiles: n, seen } => format!("{seat} draw {n}{}", tiles(seen)),
        Act::Claim { seat } => format!("{seat} claim"),
        Act::Muggins { seat } => format!("{seat} muggins"),
        Act::FalseClaim { seat, points } => format!("{seat} false_claim {points}"),
        Act::Penalty { seat, offence } => format!("{seat} penalty {}", offence.name()),
        Act::Adjust { side, points, why } => {
            let seat = Seat::new(side.index()).unwrap_or(Seat::FIRST);
            format!("adjust {seat} {points} {}", quoted(why))
        }
        Act::Block => "block".to_owned(),
        Act::Lapse => "lapse".to_owned(),
        Act::Reveal { seat, tiles: shown } => format!("{seat} shows{}", tiles(shown)),
        Act::Tally { left } => {
            let mut text = "tally".to_owned();
            for (i, pips) in left.iter().enumerate() {
                if let (Some(seat), Some(pips)) = (Seat::new(i), pips) {
                    let _infallible = write!(text, " {seat} {pips}");
                }
            }
            text
        }
        Act::Rename { seat, name } => format!("{seat} rename {}", quoted(name)),
        Act::Substitute { seat, name } => format!("{seat} substitute {}", quoted(name)),
        Act::Score { left, out, doubled } => {
            let seat = |side: usize| Seat::new(side).map(|seat| seat.to_string()).unwrap_or_default();
            let mut text = "score".to_owned();
            for (side, points) in left.iter().enumerate() {
                let _infallible = write!(text, " {} {points}", seat(side));
            }
            if let Some(side) = out {
                let _infallible = write!(text, " out {}", seat(side.index()));
            }
            text + if *doubled { " double" } else { "" }
        }
        Act::Redeal => "redeal".to_owned(),
        Act::Abandon { why } => format!("abandon {}", quoted(why)),
        Act::Start(_) | Act::Undo | Act::Redo | Act::Correct { .. } => String::new(),
    }
}

#[derive(Default)]
struct Tags {
    rules: Option<String>,
    house: Option<String>,
    players: Vec<String>,
    pairs: bool,
    practice: bool,
    claim_seconds: u8,
    utc_offset: Option<i16>,
    best_of: Option<u8>,
    start: Vec<Points>,
    extra: Vec<(String, Vec<String>)>,
}

#[derive(Default)]
struct RecordReader {
    tags: Tags,
    game: Option<Match>,
    ended: bool,
}

type Parsed<T> = Result<T, RecordErrorKind>;

fn bad<T>(text: &str, wanted: &'static str) -> Parsed<T> {
    Err(RecordErrorKind::Bad { text: text.chars().take(40).collect(), wanted })
}

impl Tags {
    fn read(&mut self, text: &str) -> Parsed<()> {
        let not_a_tag = || RecordErrorKind::BadTag { text: text.chars().take(60).collect() };
        let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).ok_or_else(not_a_tag)?;
        let (name, values) = inner.split_once(char::is_whitespace).ok_or_else(not_a_tag)?;
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-')) {
            return Err(not_a_tag());
        }
        let values = unquoted(values).ok_or_else(not_a_tag)?;
        let first = values.first().ok_or_else(not_a_tag)?;
        match name {
            "Rules" => self.rules = Some(first.clone()),
            "HouseRules" => self.house = Some(first.clone()),
            "Players" => self.players = values,
            "Pairs" => self.pairs = first == "yes",
            "ClaimSeconds" => {
                self.claim_seconds =
                    first.parse().or_else(|_| bad(first, sentence!("a number of seconds, up to 255")))?;
            }
            "UtcOffset" => {
                self.utc_offset = Some(first.parse().or_else(|_| bad(first, sentence!("minutes ahead of UTC")))?);
            }
            "Practice" => self.practice = first == "yes",
            "BestOf" => self.best_of = Some(first.parse().or_else(|_| bad(first, sentence!("a number of games")))?),
            "Start" => {
                let points = values.iter().map(|text| text.parse().or_else(|_| bad(text, sentence!("a score"))));
                self.start = points.collect::<Parsed<_>>()?;
            }
            _ => self.extra.push((name.to_owned(), values)),
        }
        Ok(())
    }

    fn setup(&self) -> Parsed<Setup> {
        let rules = self.rules.as_deref().ok_or(RecordErrorKind::MissingTag("Rules"))?;
        let mut rules = RuleSet::parse(rules)?;
        rules.house.clone_from(&self.house);
        if self.players.is_empty() {
            return Err(RecordErrorKind::MissingTag("Players"));
        }
        Ok(Setup {
            rules,
            players: self.players.clone(),
            pairs: self.pairs,
            best_of: self.best_of.unwrap_or(1),
            start: self.start.clone(),
            practice: self.practice,
            claim_seconds: self.claim_seconds,
            utc_offset: self.utc_offset,
        })
    }
}

impl RecordReader {
    fn line(&mut self, text: &str) -> Parsed<()> {
        let text = without_comment(text).trim();
        if text.is_empty() {
            return Ok(());
        }
        if self.ended {
            return Err(RecordErrorKind::AfterEnd);
        }
        if text.starts_with('[') && self.game.is_none() {
            return self.tags.read(text);
        }
        if self.game.is_none() {
            self.game = Some(Match::start(self.tags.setup()?)?);
        }
        let Some(game) = &mut self.game else { return Err(RecordErrorKind::CutOff) };
        if text == "end" {
            self.ended = true;
            return Ok(());
        }
        let mut line = Line::split(text);
        let recorded = line.points()?;
        let act = read_act(game, &line)?;
        game.act(act)?;
        let derived = pegged(game);
        match recorded {
            Some(recorded) if recorded != derived => Err(RecordErrorKind::Points { recorded, derived }),
            _ => Ok(()),
        }
    }
}

/// Cuts a comment off, but not a `;` within quotes.
fn without_comment(text: &str) -> &str {
    let (mut quoted, mut escaped) = (false, false);
    for (i, c) in text.char_indices() {
        match c {
            ';' if !quoted => return &text[..i],
            '"' if !escaped => quoted = !quoted,
            _ => {}
        }
        escaped = c == '\\' && !escaped;
    }
    text
}

/// A line in words, with the marks at its end taken off.
struct Line<'a> {
    text: &'a str,
    words: Vec<&'a str>,
    stands: bool,
}

impl<'a> Line<'a> {
    fn split(text: &'a str) -> Self {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let stands = words.last() == Some(&"stands");
        if stands {
            words.pop();
        }
        Self { text, words, stands }
    }

    fn points(&mut self) -> Parsed<Option<Points>> {
        if self.words.first() == Some(&"adjust") {
            return Ok(None);
        }
        let Some(points) = self.words.last().and_then(|word| word.strip_prefix('+')) else { return Ok(None) };
        self.words.pop();
        points.parse().map(Some).or_else(|_| bad(points, sentence!("a number of points")))
    }

    fn word(&self, i: usize) -> &'a str {
        self.words.get(i).copied().unwrap_or("")
    }

    /// The words in quotes, at the end of the line.
    fn quoted(&self) -> Parsed<String> {
        let text = self.text.find('"').map_or("", |at| &self.text[at..]);
        let value = unquoted(text).and_then(|values| values.into_iter().next());
        value.map_or_else(|| bad(self.text, sentence!("a reason in quotes at the end of its line")), Ok)
    }
}

fn read_act(game: &Match, line: &Line<'_>) -> Parsed<Act> {
    match line.word(0) {
        "deal" => read_deal(line),
        "adjust" => {
            let side = Side::new(read_seat(line.word(1))?.index())
                .map_or_else(|| bad(line.word(1), sentence!("a side")), Ok)?;
            let points = line.word(2).parse().or_else(|_| bad(line.word(2), sentence!("a number of points")))?;
            Ok(Act::Adjust { side, points, why: line.quoted()? })
        }
        "block" => Ok(Act::Block),
        "lapse" => Ok(Act::Lapse),
        "tally" => read_tally(game, line),
        "score" => read_score(game, line),
        "redeal" => Ok(Act::Redeal),
        "abandon" => Ok(Act::Abandon { why: line.quoted()? }),
        word => match word.parse::<Seat>() {
            Ok(seat) => read_turn(game, seat, line),
            Err(_) => Err(RecordErrorKind::UnknownWord {
                word: word.chars().take(40).collect(),
                nearest: crate::near::nearest(word, WORDS.iter().copied()).unwrap_or("deal"),
            }),
        },
    }
}

fn read_seat(text: &str) -> Parsed<Seat> {
    text.parse().or_else(|_| bad(text, sentence!("a player: A to F")))
}

fn read_tiles(words: &[&str]) -> Parsed<TileSet> {
    words.iter().map(|word| word.parse::<Tile>()).collect::<Result<_, _>>().map_err(RecordErrorKind::from)
}

fn read_deal(line: &Line<'_>) -> Parsed<Act> {
    let leader = read_seat(line.word(1))?;
    let mut hands = Vec::new();
    for word in line.words.iter().skip(2) {
        let Some((seat, tiles)) = word.split_once(':') else { return bad(word, sentence!("a hand like A:6-6,5-4")) };
        let seat = read_seat(seat)?.index();
        if hands.len() <= seat {
            hands.resize(seat + 1, TileSet::EMPTY);
        }
        hands[seat] = read_tiles(&tiles.split(',').collect::<Vec<_>>())?;
    }
    Ok(Act::Deal { leader, hands })
}

fn read_tally(game: &Match, line: &Line<'_>) -> Parsed<Act> {
    let mut left = vec![None; game.setup().seats()];
    for pair in line.words[1..].chunks(2) {
        let seat = read_seat(pair[0])?;
        let pips = pair.get(1).copied().unwrap_or("");
        let Some(place) = left.get_mut(seat.index()) else { return Err(Refusal::NoSuchSeat { seat }.into()) };
        *place = Some(pips.parse().or_else(|_| bad(pips, sentence!("a number of pips")))?);
    }
    Ok(Act::Tally { left })
}

fn read_score(game: &Match, line: &Line<'_>) -> Parsed<Act> {
    let mut left = vec![Points::ZERO; game.setup().sides()];
    let (mut out, mut doubled) = (None, false);
    let mut words = line.words.iter().skip(1).copied();
    while let Some(word) = words.next() {
        match word {
            "double" => doubled = true,
            "out" => out = Side::new(read_seat(words.next().unwrap_or(""))?.index()),
            seat => {
                let seat = read_seat(seat)?;
                let points = words.next().unwrap_or("");
                let Some(place) = left.get_mut(seat.index()) else { return Err(Refusal::NoSuchSeat { seat }.into()) };
                *place = points.parse().or_else(|_| bad(points, sentence!("a number of points")))?;
            }
        }
    }
    Ok(Act::Score { left, out, doubled })
}

fn read_turn(game: &Match, seat: Seat, line: &Line<'_>) -> Parsed<Act> {
    let number = |wanted| line.word(2).parse::<u16>().or_else(|_| bad(line.word(2), wanted));
    match line.word(1) {
        "knock" => Ok(Act::Knock { seat, stands: line.stands }),
        "claim" => Ok(Act::Claim { seat }),
        "muggins" => Ok(Act::Muggins { seat }),
        "false_claim" => Ok(Act::FalseClaim { seat, points: number(sentence!("a number of points"))? }),
        "penalty" => {
            let offence = Offence::ALL.into_iter().find(|offence| offence.name() == line.word(2));
            let wanted = sentence!("an offence: wrong_knock, misplay or over_draw");
            Ok(Act::Penalty { seat, offence: offence.map_or_else(|| bad(line.word(2), wanted), Ok)? })
        }
        "rename" => Ok(Act::Rename { seat, name: line.quoted()? }),
        "substitute" => Ok(Act::Substitute { seat, name: line.quoted()? }),
        "shows" => Ok(Act::Reveal { seat, tiles: read_tiles(&line.words[2..])? }),
        "draw" => {
            let tiles = u8::try_from(number(sentence!("a number of tiles"))?)
                .or_else(|_| bad(line.word(2), sentence!("a number of tiles")))?;
            Ok(Act::Draw { seat, tiles, seen: read_tiles(&line.words[3..])? })
        }
        play => {
            let Some(round) = game.state().running() else { return Err(no_hand(game).into()) };
            Ok(Act::Play { seat, play: round.layout.parse_play(play)?, stands: line.stands })
        }
    }
}

const fn no_hand(game: &Match) -> Refusal {
    if game.state().round.is_some() { Refusal::HandOver } else { Refusal::NoHand }
}
