//! `sixty-one advise`: which tile, and why; one position, or one JSON object a line.

use super::out::{Out, print};
use super::reasons;
use adviser::words::{self as in_words, percent};
use adviser::{Advice, Card, Desk, LineStep, Must, Question, Reason, Settings, ToldDeed, ToldTurn, Wanted};
use anyhow::Context as _;
use game::Before;
use game::rules::RuleSet;
use game::tile::{Tile, TileSet};
use language::{say, say_count};
use serde_json::{Value, json};
use std::io::{BufRead as _, Write as _};
use std::time::Instant;

/// Format of the lines that `--stdin` reads, for the help.
const POSITION: &str = r#"With --stdin every line is one position as a JSON object, and every line of output one answer:
{"rules":"pafos","seats":2,"seat":0,"hand":["6-5","3-3","4-1","2-2","1-0","5-0"],"scores":[45,45],"leader":0,"seed":1,
 "iterations":20000,"turns":[{"seat":0,"play":["6|6"]},{"seat":1,"play":["6|3","6|6","s1"]}]}
`hands`, the number of hands of this game before this one, may be left out. Other turns are {"seat":1,"knock":true} and {"seat":1,"draw":2}; `hand` is what the seat still holds;
if it is too small for its turns, that many fewer tiles were dealt to each player, and the answer has a `note`.

Example: sixty-one advise --hand "6-5 3-3 4-1 5-2 2-0 1-0 4-4" --scores 45,45 --turns "1:6-6""#;

/// Suggests which tile to play, and why.
#[derive(Debug, clap::Args)]
#[command(after_help = POSITION)]
pub(super) struct AdviseArgs {
    /// Reads positions as JSON objects, one per line, and answers each with one line.
    #[arg(long, conflicts_with_all = ["hand", "turns"])]
    stdin: bool,
    /// Rule set, with any changes.
    #[arg(long, default_value = "pafos")]
    rules: String,
    /// Number of players.
    #[arg(long, default_value_t = 2)]
    seats: usize,
    /// Your seat, from 0; in pairs 0 and 2 play against 1 and 3.
    #[arg(long, default_value_t = 0)]
    seat: usize,
    /// The tiles you hold: "6-5 3-3 4-1".
    #[arg(long, default_value = "")]
    hand: String,
    /// Scores by side: 45,45.
    #[arg(long, value_delimiter = ',')]
    scores: Vec<i64>,
    /// Hands of this game already played: the first ones may begin differently, and pay more.
    #[arg(long, value_name = "N")]
    hands: Option<usize>,
    /// The seat that led.
    #[arg(long)]
    leader: Option<usize>,
    /// The turns so far, oldest first: "0:6-6 1:6-3@6-6 0:knock 1:draw2".
    #[arg(long, default_value = "")]
    turns: String,
    /// Deals tried.
    #[arg(long, default_value_t = 20_000)]
    iterations: u32,
    /// The random seed: the same seed gives the same answer.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Prints the answer as JSON.
    #[arg(long)]
    json: bool,
}

/// Most iterations a question may ask for: minutes, not hours.
const MOST_ITERATIONS: u64 = 10_000_000;

/// Answers one question, or all lines of standard input.
///
/// # Errors
/// A question that has no answer (with `--stdin` that is the line's answer), or input and output that fail.
pub(super) fn run(args: &AdviseArgs) -> anyhow::Result<()> {
    let mut desk = Desk::new();
    if args.stdin {
        return serve(&mut desk);
    }
    let request = Request { question: question(args)?, seed: args.seed, iterations: args.iterations };
    let (advice, ms) = ask(&mut desk, &request)?;
    if args.json {
        print(&answer(&advice, ms).to_string());
    } else {
        print(words(&request.question, &advice).trim_end());
    }
    Ok(())
}

/// Longest line that is read, in bytes.
const LONGEST: usize = 1 << 20;

fn serve(desk: &mut Desk) -> anyhow::Result<()> {
    let mut input = std::io::stdin().lock();
    let mut output = Out;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line).context("reading standard input")? == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        let reply = if line.len() > LONGEST {
            json!({"error": "the line is longer than a megabyte"})
        } else {
            reply(desk, &text)
        };
        // A reader that has gone away is not an error of ours.
        if writeln!(output, "{reply}").and_then(|()| output.flush()).is_err() {
            return Ok(());
        }
    }
}

/// The answer to one line.
fn reply(desk: &mut Desk, line: &str) -> Value {
    let asked = request(line).and_then(|mut request| {
        let dealt = deal_as_told(&mut request.question);
        let (advice, ms) = ask(desk, &request)?;
        Ok((advice, ms, dealt))
    });
    match asked {
        Ok((advice, ms, dealt)) => {
            let mut answer = answer(&advice, ms);
            if let Some(tiles) = dealt {
                answer["note"] = json!(format!("hands of {tiles} tiles, fewer than these rules deal"));
            }
            answer
        }
        Err(error) => json!({"error": reasons(&error)}),
    }
}

/// Programs may play with smaller hands than the rules deal: a hand that is too small for its turns says how many tiles
/// each was dealt, which is then the rule. Gives that number where it is not the rules' own.
fn deal_as_told(question: &mut Question) -> Option<u8> {
    let mut dealt = question.hand.len();
    for turn in question.turns.iter().filter(|turn| turn.seat == question.seat) {
        match turn.deed {
            ToldDeed::Play(_) => dealt += 1,
            ToldDeed::Draw(tiles) => dealt = dealt.saturating_sub(tiles),
            ToldDeed::Knock => {}
        }
    }
    let (tiles, usual) = (u8::try_from(dealt).ok()?, question.rules.hand_size(question.seats)?);
    if question.hand.is_empty() || tiles >= usual {
        return None;
    }
    *question.rules.hand_sizes.get_mut(question.seats.checked_sub(2)?)? = tiles;
    Some(tiles)
}

/// A question with how hard to think.
#[derive(Debug)]
struct Request {
    question: Question,
    seed: u64,
    iterations: u32,
}

fn ask(desk: &mut Desk, request: &Request) -> anyhow::Result<(Advice, f64)> {
    let settings = Settings { iterations: request.iterations, ..Settings::default() };
    let start = Instant::now();
    let advice = desk.advise(&request.question, &settings, request.seed, || false)?;
    Ok((advice, start.elapsed().as_secs_f64() * 1000.0))
}

fn request(line: &str) -> anyhow::Result<Request> {
    let value: Value = serde_json::from_str(line).map_err(|e| anyhow::anyhow!("this is not JSON: {e}"))?;
    let fields = value.as_object().context("an object is needed, like {\"rules\":\"pafos\",\"hand\":[\"6-5\"]}")?;
    let get = |key: &str| fields.get(key).filter(|value| !value.is_null());
    let known =
        ["rules", "seats", "seat", "hand", "scores", "hands", "leader", "seed", "iterations", "turns", "pairs", "id"];
    if let Some(key) = fields.keys().find(|key| !known.contains(&key.as_str())) {
        let key: String = key.chars().take(40).collect();
        anyhow::bail!("there is no field `{key}`: the fields are {}", known.join(", "));
    }
    let count = |key: &str| get(key).map(|value| whole(value, key)).transpose();
    let rules = get("rules").map_or(Ok("pafos"), |v| v.as_str().context("`rules` must be a text, like \"pafos\""))?;
    let rules = RuleSet::parse(rules)?;
    let hand = list(get("hand").context("`hand` is missing: the tiles you hold, like [\"6-5\",\"3-3\"]")?, "hand")?;
    let mut tiles = TileSet::EMPTY;
    for value in hand {
        let tile = tile(value, "hand")?;
        anyhow::ensure!(tiles.insert(tile), "the hand holds {tile} twice");
    }
    let scores = match get("scores") {
        Some(scores) => list(scores, "scores")?.iter().map(score).collect::<anyhow::Result<_>>()?,
        None => Vec::new(),
    };
    let turns = match get("turns") {
        Some(turns) => {
            let turns = list(turns, "turns")?;
            turns
                .iter()
                .enumerate()
                .map(|(i, value)| turn(value).with_context(|| format!("turn {}", i + 1)))
                .collect::<anyhow::Result<_>>()?
        }
        None => Vec::new(),
    };
    let pairs = get("pairs").map(|v| v.as_bool().context("`pairs` must be true or false")).transpose()?;
    let seed = get("seed")
        .map(|v| v.as_u64().or_else(|| v.as_i64().map(i64::cast_unsigned)).context("`seed` must be a whole number"));
    let iterations = count("iterations")?.map_or(20_000, |n| n as u64);
    anyhow::ensure!(iterations <= MOST_ITERATIONS, "at most {MOST_ITERATIONS} iterations");
    let question = Question {
        rules,
        seats: count("seats")?.unwrap_or(2),
        pairs,
        seat: count("seat")?.unwrap_or(0),
        hand: tiles,
        scores,
        before: count("hands")?.map(Before::after),
        leader: count("leader")?,
        turns,
    };
    Ok(Request { question, seed: seed.transpose()?.unwrap_or(1), iterations: u32::try_from(iterations.max(1))? })
}

fn list<'a>(value: &'a Value, key: &str) -> anyhow::Result<&'a [Value]> {
    let list = value.as_array().with_context(|| format!("`{key}` must be a list"))?;
    anyhow::ensure!(list.len() <= 1000, "`{key}` is too long");
    Ok(list)
}

fn whole(value: &Value, key: &str) -> anyhow::Result<usize> {
    let number = value.as_u64().with_context(|| format!("`{key}` must be a whole number, 0 or more"))?;
    usize::try_from(number).with_context(|| format!("`{key}` is too large"))
}

fn score(value: &Value) -> anyhow::Result<i16> {
    let score = value.as_i64().context("a score must be a whole number")?;
    i16::try_from(score).ok().with_context(|| say!("{score} is not a score", score))
}

fn tile(value: &Value, key: &str) -> anyhow::Result<Tile> {
    let text = value.as_str().with_context(|| format!("a tile in `{key}` must be a text, like \"6-5\""))?;
    let short: String = text.chars().take(40).collect();
    Ok(short.trim().parse::<Tile>()?)
}

fn turn(value: &Value) -> anyhow::Result<ToldTurn> {
    let fields = value.as_object().context("an object is needed, like {\"seat\":1,\"knock\":true}")?;
    let seat = whole(fields.get("seat").context("`seat` is missing")?, "seat")?;
    let is = |key: &str| fields.get(key).filter(|v| !v.is_null() && v.as_bool() != Some(false));
    let deed = match (is("play"), is("knock"), is("draw")) {
        (Some(play), None, None) => ToldDeed::Play(wanted(play)?),
        (None, Some(knock), None) => {
            anyhow::ensure!(knock.as_bool() == Some(true), "`knock` must be true");
            ToldDeed::Knock
        }
        (None, None, Some(draw)) => ToldDeed::Draw(whole(draw, "draw")?),
        (None, None, None) => anyhow::bail!("one of `play`, `knock` and `draw` is needed"),
        _ => anyhow::bail!("only one of `play`, `knock` and `draw` is possible"),
    };
    Ok(ToldTurn { seat, deed })
}

/// `["6|3","6|6","s1"]`, `["6|6"]`, `["4|4","inline"]`, `["4|4","4|1",4,"inline"]`, or a tile alone.
fn wanted(value: &Value) -> anyhow::Result<Wanted> {
    let single = [value.clone()];
    let parts = value.as_array().map_or(&single[..], Vec::as_slice);
    let (first, mut rest) = parts.split_first().context("`play` is empty: a tile is needed")?;
    let mut wanted = Wanted { tile: tile(first, "play")?, on: None, port: None, inline: false };
    if let Some((last, before)) = rest.split_last()
        && last.as_str() == Some("inline")
    {
        wanted.inline = true;
        rest = before;
    }
    if wanted.inline {
        anyhow::ensure!(wanted.tile.is_double(), "{} cannot lie along the line: it is not a double", wanted.tile);
    }
    match rest {
        [] => {}
        [on] => wanted.on = Some(tile(on, "play")?),
        [on, port] => {
            wanted.on = Some(tile(on, "play")?);
            wanted.port = match port {
                Value::Number(n) if n.is_u64() => Some(n.to_string()),
                Value::String(name) => Some(name.trim().chars().take(20).collect()),
                Value::Null => None,
                _ => anyhow::bail!("a port is a number of pips or one of s1, s2, e1, e2"),
            };
        }
        _ => anyhow::bail!("`play` is a tile, the tile it joins, and the port"),
    }
    Ok(wanted)
}

/// The JSON answer.
fn answer(advice: &Advice, ms: f64) -> Value {
    let moves: Vec<Value> = advice.moves.iter().map(card).collect();
    json!({
        "moves": moves,
        "knock": advice.must == Must::Knock,
        "draw": matches!(advice.must, Must::Draw { .. }),
        "win": round(advice.win),
        "deals": advice.deals,
        "ms": (ms * 10.0).round() / 10.0,
        "iterations": advice.iterations,
    })
}

fn round(chance: f32) -> f64 {
    (f64::from(chance) * 10_000.0).round() / 10_000.0
}

fn bar(tile: Tile) -> String {
    format!("{}|{}", tile.high(), tile.low())
}

fn card(card: &Card) -> Value {
    let mut play = vec![json!(bar(card.play.tile()))];
    if let Some((on, port)) = &card.joins {
        play.push(json!(bar(*on)));
        play.push(port.parse::<u8>().map_or_else(|_| json!(port), |pip| json!(pip)));
    }
    if card.play.inline {
        play.push(json!("inline"));
    }
    json!({
        "play": play,
        "points": card.credited,
        "win": round(card.win),
        "win_se": round(card.win_se),
        "loss": round(card.loss),
        "mark": card.mark.name(),
        "reply": {
            "scores": round(card.reply.scores),
            "mean": round(card.reply.mean),
            "knocks": round(card.reply.knocks),
            "wins": round(card.reply.wins),
        },
        "reasons": card.reasons.iter().map(reason).collect::<Vec<_>>(),
    })
}

/// A reason in words.
fn reason(reason: &Reason) -> String {
    in_words::reason(reason, say!("the next player"))
}

/// The answer for a person.
fn words(question: &Question, advice: &Advice) -> String {
    use std::fmt::Write as _;
    let mut out = String::new();
    match advice.must {
        Must::Knock => return say!("Nothing fits: knock. Chance to win {win}.", win = percent(advice.win)) + "\n",
        Must::Draw { left } => {
            let win = percent(advice.win);
            let words = say_count!(
                left,
                "Nothing fits: draw (up to {n} tile). Chance to win {win}.",
                "Nothing fits: draw (up to {n} tiles). Chance to win {win}.",
                win
            );
            return words + "\n";
        }
        Must::Play => {}
    }
    for (i, card) in advice.moves.iter().enumerate() {
        let place = card.joins.as_ref().map_or(String::new(), |(on, port)| say!(" on {on} ({port})", on, port));
        let lying = if card.play.inline { say!(" end to end") } else { "" };
        let behind = |card: &Card| say!(" [{loss} behind, {mark}]", loss = percent(card.loss), mark = card.mark.name());
        let _ignored = writeln!(
            out,
            "{}. {}{lying}{place}: {:.1} % +-{:.1}, {}{}",
            i + 1,
            card.play.tile(),
            card.win * 100.0,
            card.win_se * 196.0,
            card.reasons.iter().map(reason).collect::<Vec<_>>().join("; "),
            if i == 0 { String::new() } else { behind(card) },
        );
    }
    if let Some(card) = advice.moves.first() {
        let line: Vec<String> = card
            .line
            .iter()
            .map(|step| match step {
                LineStep::Play(tile) => tile.to_string(),
                LineStep::Knock => say!("knock").to_owned(),
                LineStep::Draw(n) => say!("draw {n}", n),
            })
            .collect();
        let _ignored = writeln!(out, "{}", say!("Likely line: {line}", line = line.join(" ")));
    }
    let mut likely: Vec<_> = advice.holders.iter().collect();
    let top = |h: &adviser::Holder| h.seats.iter().copied().fold(0.0, f32::max);
    likely.sort_by(|a, b| top(b).total_cmp(&top(a)));
    let held = likely.iter().take(6).filter_map(|h| {
        let seat = (0..question.seats.min(4)).max_by(|&a, &b| h.seats[a].total_cmp(&h.seats[b]))?;
        Some(say!("{tile} seat {seat} {chance}", tile = h.tile, seat, chance = percent(h.seats[seat])))
    });
    let held = held.collect::<Vec<_>>().join(", ");
    let _ignored = writeln!(out, "{}", say!("Likeliest tiles: {held}", held));
    out
}

/// The question of the command line's options.
fn question(args: &AdviseArgs) -> anyhow::Result<Question> {
    let mut hand = TileSet::EMPTY;
    for text in args.hand.split([' ', ',']).filter(|text| !text.is_empty()) {
        let tile: Tile = text.parse()?;
        anyhow::ensure!(hand.insert(tile), say!("the hand holds {tile} twice", tile));
    }
    anyhow::ensure!(!hand.is_empty(), say!("no hand: enter your tiles, like --hand \"6-5 3-3\""));
    let turns = args.turns.split_whitespace().enumerate();
    let turns = turns
        .map(|(i, text)| told(text).with_context(|| say!("turn {n}", n = i + 1)))
        .collect::<anyhow::Result<_>>()?;
    Ok(Question {
        rules: RuleSet::parse(&args.rules)?,
        seats: args.seats,
        pairs: None,
        seat: args.seat,
        hand,
        scores: args.scores.iter().map(|&s| score(&json!(s))).collect::<anyhow::Result<_>>()?,
        before: args.hands.map(Before::after),
        leader: args.leader,
        turns,
    })
}

/// `0:6-6`, `1:6-3@6-6`, `1:6-3@6-6.s1`, `0:4=4@4-1.4`, `0:knock`, `1:draw2`.
fn told(text: &str) -> anyhow::Result<ToldTurn> {
    let (seat, deed) =
        text.split_once(':').with_context(|| say!("`{text}` is not a turn: use 0:6-6 or 1:knock", text))?;
    let seat = seat.parse().with_context(|| say!("`{seat}` is not a seat", seat))?;
    if deed == "knock" {
        return Ok(ToldTurn { seat, deed: ToldDeed::Knock });
    }
    if let Some(n) = deed.strip_prefix("draw") {
        return Ok(ToldTurn {
            seat,
            deed: ToldDeed::Draw(n.parse().with_context(|| say!("`{n}` is not a number of tiles", n))?),
        });
    }
    let (tile, place) = deed.split_once('@').map_or((deed, None), |(tile, place)| (tile, Some(place)));
    let inline = tile.contains('=');
    let mut wanted = Wanted { tile: tile.replace('=', "-").parse()?, on: None, port: None, inline };
    if let Some(place) = place {
        let (on, port) = place.split_once('.').map_or((place, None), |(on, port)| (on, Some(port)));
        wanted.on = Some(on.parse()?);
        wanted.port = port.map(str::to_owned);
    }
    Ok(ToldTurn { seat, deed: ToldDeed::Play(wanted) })
}
