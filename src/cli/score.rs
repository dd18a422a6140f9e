//! `sixty-one score`: ends, count and points of a layout, or of every act of a recorded game.

use super::out::print;
use anyhow::Context as _;
use game::layout::Layout;
use game::record::Record;
use game::rules::score::{NotCounted, SideScore};
use game::rules::{Points, RuleSet};
use game::words;
use game::{Match, Setup, State};
use language::say;
use serde_json::{Value, json};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Scores a line of play or a recorded match under a rule set.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Write a layout along the line, like `5-5 5-6 6-2 2-5`. Doubles are crosswise; `4=4` is end to end. \
    Put the arms of a double in brackets: `2-6 6-6(6-5)(6-1) 6-3`.\n\nExample: sixty-one score --rules muggins \"5-5 5-6 6-2\""
)]
pub(super) struct ScoreArgs {
    /// The rule set, then any house rules: `pafos`, `"pafos target=121"`.
    #[arg(long, default_value = "pafos")]
    rules: String,
    /// The layout, tile by tile; several words make one layout.
    #[arg(required_unless_present = "record")]
    line: Vec<String>,
    /// Adds the points to this score.
    #[arg(long, value_name = "SCORE")]
    score: Option<u16>,
    /// The last tile was the last of its hand: the award includes the point for chipping out.
    #[arg(long, requires = "score")]
    chip_out: bool,
    /// Number of players, where the target depends on it; the fewest the rules allow unless given.
    #[arg(long, value_name = "N", requires = "score")]
    players: Option<usize>,
    /// Scores a recorded match instead; `-` reads it from standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["line", "score"])]
    record: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// # Errors
/// The rule set, the layout or the record cannot be, and where.
pub(super) fn run(args: &ScoreArgs) -> anyhow::Result<()> {
    if let Some(path) = &args.record {
        return score_record(path, args.json);
    }
    let rules = RuleSet::parse(&args.rules)?;
    let players = args.players.unwrap_or_else(|| (2..=RuleSet::SEATS).find(|&n| rules.seats(n)).unwrap_or(2));
    Setup::check_number(&rules, players)?;
    let text = args.line.join(" ");
    let read: Layout =
        text.parse().with_context(|| say!("the layout `{text}` is impossible", text = shortened(&text)))?;
    let layout = read
        .in_legal_order(&rules)
        .with_context(|| say!("this layout is impossible under {rules}", rules = rules.id))?;
    let award = args.score.map(|score| award(&rules, &layout, score, (players, args.chip_out)));
    if args.json {
        print(&as_json(&rules, &layout, &read, award.as_ref()).to_string());
    } else {
        print_words(&rules, &layout, &read, award.as_ref());
    }
    Ok(())
}

fn shortened(text: &str) -> String {
    if text.chars().count() > 60 { text.chars().take(59).chain(['…']).collect() } else { text.to_owned() }
}

/// What an award does to a score.
struct Awarded {
    target: u16,
    before: Points,
    award: Points,
    after: Result<Points, NotCounted>,
}

fn award(rules: &RuleSet, layout: &Layout, before: u16, (players, chip_out): (usize, bool)) -> Awarded {
    let chip = rules.out_bonus.plain_points().filter(|_| chip_out).map_or(0, i32::from);
    let award = Points::new(i32::from(layout.pays(rules)) + chip);
    let before = Points::new(i32::from(before));
    let target = rules.target.of(players);
    let standing = SideScore { score: before, start: Points::ZERO, target };
    let after = standing.add(rules, award, layout.len() == 1);
    Awarded { target, before, award, after }
}

fn wrong_plays(rules: &RuleSet, layout: &Layout) -> Vec<String> {
    let tile = |&number: &usize| layout.play(number).map(|play| play.tile().to_string());
    layout.wrong_plays(rules).iter().filter_map(tile).collect()
}

fn as_json(rules: &RuleSet, layout: &Layout, read: &Layout, award: Option<&Awarded>) -> Value {
    let count = layout.count(rules);
    let ends = layout.ends(rules);
    let ends: Vec<Value> =
        ends.map(|end| json!({ "pips": end.pip.get(), "double": end.double, "counts": end.counts })).collect();
    let places = layout.playable(rules);
    let places: Vec<Value> = places
        .filter_map(|(place, pip)| {
            let on = layout.play(place.tile)?.tile().to_string();
            Some(json!({ "on": on, "port": place.port.name(), "pips": pip.get() }))
        })
        .collect();
    let mut value = json!({
        "rules": rules.to_string(), "line": read.to_string(), "ends": ends, "count": count,
        "points": layout.pays(rules), "why": words::how(rules, count), "playable": places,
        "wrong_plays": wrong_plays(rules, layout),
    });
    if let Some(award) = award {
        value["before"] = award.before.whole().into();
        value["award"] = award.award.whole().into();
        value["after"] = award.after.unwrap_or(award.before).whole().into();
        value["counted"] = award.after.is_ok().into();
    }
    value
}

fn print_words(rules: &RuleSet, layout: &Layout, read: &Layout, award: Option<&Awarded>) {
    let count = layout.count(rules);
    print(&say!("layout  {line}", line = read));
    print(&say!("ends    {ends}", ends = words::ends(layout, rules)));
    print(&say!("count   {count}", count));
    print(&say!("points  {points}   {how}", points = layout.pays(rules), how = words::how(rules, count)));
    for tile in wrong_plays(rules, layout) {
        print(&say!("note    {tile} is a wrong play", tile));
    }
    let Some(award) = award else { return };
    let (target, before, after) = (award.target, award.before, award.after);
    let award = award.award;
    let sum = before + award;
    print(&match after {
        Ok(_) if sum >= Points::new(i32::from(target)) => {
            say!("score   {before} + {award} = {sum}: the target is reached", before, award, sum)
        }
        Ok(_) => say!("score   {before} + {award} = {sum}", before, award, sum),
        Err(why) => say!("score   stays {before}, {why}", before, why = words::not_counted(why, rules, target)),
    });
}

fn score_record(path: &Path, as_json: bool) -> anyhow::Result<()> {
    let mut text = String::new();
    if path == Path::new("-") {
        std::io::stdin().read_to_string(&mut text).context(say!("can't read standard input as text"))?;
    } else {
        text = std::fs::read_to_string(path)
            .with_context(|| say!("can't read the record: {path}", path = path.display()))?;
    }
    let record = Record::parse(&text).with_context(|| say!("in {path}", path = path.display()))?;
    let state = record.game.state();
    if as_json {
        print(&record_json(&record).to_string());
        return Ok(());
    }
    print(&format!("{} ({})", state.setup.rules.title(), state.setup.rules));
    for (number, leg) in (1..).zip(state.legs.iter().chain([&state.leg])) {
        let scores: Vec<String> = state
            .setup
            .all_sides()
            .zip(&leg.scores)
            .map(|(side, score)| format!("{} {score}", state.setup.side_name(side)))
            .collect();
        let winner = leg.winner.map_or_else(
            || say!("unfinished").to_owned(),
            |side| words::wins_the_game(&state.setup, &state.setup.side_name(side)),
        );
        let scores = scores.join(", ");
        print(&say!("game {number}: {scores}, {winner}", number, scores, winner));
        let skunked = leg.skunked(&state.setup);
        for side in skunked {
            print(&say!("        {name} is skunked", name = state.setup.side_name(side)));
        }
    }
    print(&match_line(state));
    print_wrong_knocks(&record.game);
    Ok(())
}

fn match_line(state: &State) -> String {
    match (state.winner, state.abandoned) {
        (Some(side), _) => words::wins_the_match(&state.setup, &state.setup.side_name(side)),
        (None, true) => say!("match: abandoned").to_owned(),
        (None, false) => say!("match: unfinished").to_owned(),
    }
}

fn print_wrong_knocks(game: &Match) {
    let state = game.state();
    let rounds = state.legs.iter().flat_map(|leg| &leg.rounds).chain(&state.leg.rounds).chain(&state.round);
    for knock in rounds.flat_map(|round| round.wrong_knocks(&state.setup.rules)) {
        print(&say!(
            "note: {player} knocked (event {event}) but held {tile}, which fitted",
            player = state.setup.player(knock.seat),
            event = knock.event,
            tile = knock.tile
        ));
    }
}

fn record_json(record: &Record) -> Value {
    let state = record.game.state();
    let legs: Vec<Value> = state
        .legs
        .iter()
        .chain([&state.leg])
        .map(|leg| {
            let scores: Vec<String> = leg.scores.iter().map(ToString::to_string).collect();
            json!({ "scores": scores, "winner": leg.winner.map(|side| state.setup.side_name(side)) })
        })
        .collect();
    json!({
        "rules": state.setup.rules.to_string(), "players": state.setup.players, "games": legs,
        "winner": state.winner.map(|side| state.setup.side_name(side)), "events": record.game.events().len(),
    })
}
