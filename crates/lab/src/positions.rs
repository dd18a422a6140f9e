//! `sixty-one-lab positions`: positions of self-played matches, with the adviser's answers, as another worker gets and
//! gives them, to compare with those of a browser.

use adviser::Desk;
use anyhow::Context as _;
use game::rng::Rng;
use game::rules::RuleSet;
use game::self_play::play_match;
use game::{Act, Match, Setup};
use serde_json::{Value, json};
use sixty_one::advice::advising::packed::{pack_question, unpack_advice};
use sixty_one::advice::advising::{Advised, advise, question_of};
use std::io::{BufRead as _, Write as _};
use std::path::PathBuf;
use store::hex;

/// Rules, and the numbers of players.
const TABLES: [(&str, &[&str]); 4] = [
    ("pafos", &["Anna", "Ben"]),
    ("pafos", &["Anna", "Ben", "Chris", "Dot"]),
    ("all_fives_200", &["Anna", "Ben"]),
    ("draw", &["Anna", "Ben"]),
];

/// Most differing lines shown of an answer.
const SHOWN: usize = 3;

/// Writes seeded positions with the adviser's answers, or holds answers from elsewhere against its own.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionsArgs {
    /// Number of positions.
    #[arg(long, default_value_t = 200)]
    count: u64,
    /// Fixes them.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Prints only the questions, without answers.
    #[arg(long, conflicts_with = "compare")]
    questions: bool,
    /// A file with an answer a line, in hexadecimal, as another worker gave them.
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
}

/// One JSON object a position on standard output.
///
/// # Errors
/// The file cannot be read, or an answer is another.
pub(crate) fn run(args: &PositionsArgs) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut desk = Desk::new();
    let mut answers = match &args.compare {
        Some(path) => {
            let file = std::fs::File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
            Some(std::io::BufReader::new(file).lines())
        }
        None => None,
    };
    let (mut same, mut best, mut all) = (0, 0, 0);
    for number in 0..args.count {
        let question = position(args.seed, number)?;
        let packed = hex(&pack_question(&question));
        if args.questions {
            writeln!(out, "{}", json!({ "question": packed }))?;
            continue;
        }
        let own = advise(&mut desk, &question, || false);
        let Some(answers) = &mut answers else {
            writeln!(out, "{}", json!({ "question": packed, "answer": told(&own) }))?;
            continue;
        };
        let line = answers.next().with_context(|| format!("there are only {number} answers"))??;
        let bytes = bytes(&line).with_context(|| format!("answer {number} is not hexadecimal"))?;
        let other = unpack_advice(&bytes, &question).with_context(|| format!("answer {number} is none"))?;
        all += 1;
        best += u64::from(first(&own) == first(&other));
        // The moves, their chances and how often each was tried; the last digit of a figure beside them depends on the
        // machine's logarithms.
        same += u64::from(told(&own) == told(&other));
        let (here, there) = (format!("{own:#?}"), format!("{other:#?}"));
        let differing = here.lines().zip(there.lines()).filter(|(here, there)| here != there);
        for (here, there) in differing.take(SHOWN) {
            writeln!(out, "{}", json!({ "number": number, "here": here.trim(), "there": there.trim() }))?;
        }
    }
    if answers.is_some() {
        writeln!(out, "{}", json!({ "positions": all, "the same": same, "the same best move": best }))?;
    }
    Ok(())
}

/// The tile that is best.
fn first(advised: &Advised) -> Option<String> {
    advised.as_ref().ok().and_then(|advice| advice.moves.first()).map(|card| card.play.tile().to_string())
}

fn told(advised: &Advised) -> Value {
    match advised {
        Ok(advice) => {
            let card = |card: &adviser::Card| json!([card.play.tile().to_string(), card.win, card.visits]);
            json!({ "moves": advice.moves.iter().map(card).collect::<Vec<_>>(), "iterations": advice.iterations })
        }
        Err(why) => json!({ "refused": why.to_string() }),
    }
}

/// Makes a position in the middle of a hand, with the asking player's tiles.
fn position(seed: u64, number: u64) -> anyhow::Result<adviser::Question> {
    let mut rng = Rng::new(seed ^ number.rotate_left(32));
    let (rules, players) = TABLES[(number % TABLES.len() as u64) as usize];
    let game = play_match(Setup::new(RuleSet::parse(rules)?, players), &[0.5; 4], true, rng.next_u64())?;
    let acts: Vec<&Act> = game.events().iter().map(|event| &event.act).collect();
    for _ in 0..1000 {
        let so_far = (rng.unit() * acts.len() as f64) as usize;
        let Ok(game) = Match::replay(acts[..so_far].iter().copied()) else { continue };
        let Some(round) = game.state().running() else { continue };
        let hand = round.hand(round.turn);
        let held = hand.known.minus(round.layout.tiles());
        if held.len() != usize::from(hand.count) {
            continue;
        }
        if let Some(question) = question_of(&game, round.turn, held) {
            return Ok(question);
        }
    }
    anyhow::bail!("match {number} has no position to ask about")
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let pair = |at: usize| hex.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    (0..hex.len()).step_by(2).map(pair).collect()
}
