//! `sixty-one sessions card`, `sheet` and `board`: documents to hand in, put up or send.

use super::league::Worth;
use super::{answer, day, find, load};
use crate::cli::out::print;
use crate::platform::letters::add_letters;
use crate::sheet::{self, Heading};
use crate::widgets::board_picture;
use anyhow::{Context as _, bail};
use game::Match;
use game::stats::{Card, Facts, evenings};
use language::{say, say_count};
use std::path::{Path, PathBuf};
use store::{MatchId, MatchSummary, Store, Timestamp};

/// The card of matches.
#[derive(Debug, clap::Args)]
pub(super) struct CardArgs {
    /// The matches: ids, beginnings of ids, or `last`.
    games: Vec<String>,
    /// Takes all matches of the evening that began on this day instead
    #[arg(long, value_name = "DATE", conflicts_with = "games")]
    date: Option<String>,
    #[command(flatten)]
    worth: Worth,
}

/// A printable sheet.
#[derive(Debug, clap::Args)]
pub(super) struct SheetArgs {
    #[command(flatten)]
    card: CardArgs,
    /// The league or the place, printed on the sheet.
    #[arg(long, default_value = "")]
    event: String,
    /// The file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// A picture of the peg board.
#[derive(Debug, clap::Args)]
pub(super) struct BoardArgs {
    /// The match: its id, the beginning of the id, or `last`.
    game: String,
    /// The step to show, as numbered by `replay`; the end unless given.
    #[arg(long)]
    at: Option<usize>,
    /// Width in pixels.
    #[arg(long, default_value_t = 1600)]
    width: u32,
    /// Uses a light background.
    #[arg(long)]
    light: bool,
    /// The file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl CardArgs {
    /// The facts of the matches that are meant, oldest first.
    fn facts(&self, folder: &Path) -> anyhow::Result<Vec<Facts>> {
        let mut store = Store::open_read_only(folder)?;
        let games: Vec<MatchId> = match &self.date {
            Some(date) => {
                let day = day(date)?.date_text();
                let mut games = store.matches()?;
                games.sort_by_key(|game| game.started);
                let evenings = evenings(games.iter().map(|game| game.started.0));
                let of_day = |(game, evening): &(&MatchSummary, i64)| {
                    Timestamp(*evening).there(game.utc_offset).date_text() == day
                };
                games.iter().zip(evenings).filter(of_day).map(|(game, _)| game.id).collect()
            }
            None if self.games.is_empty() => bail!(say!("choose the matches, or a day with --date")),
            None => self.games.iter().map(|asked| find(&mut store, asked)).collect::<anyhow::Result<_>>()?,
        };
        let facts = store.facts_with_turns(&games)?;
        if facts.is_empty() {
            bail!(say!("no match was played on that day"));
        }
        Ok(facts)
    }
}

pub(super) fn card(args: &super::SessionsArgs, folder: &Path, asked: &CardArgs) -> anyhow::Result<()> {
    let card = Card::of(&asked.facts(folder)?, asked.worth.points());
    if !args.json {
        for line in &card.lines {
            let kind = if line.pairs { say!("pairs") } else { say!("singles") };
            let sides: Vec<String> = line
                .sides
                .iter()
                .zip(line.legs.iter().zip(&line.points))
                .map(|(name, (legs, points))| {
                    say_count!(points, "{name} {legs} ({n} point)", "{name} {legs} ({n} points)", name, legs)
                })
                .collect();
            print(&format!("{}  {kind}  {}", Timestamp(line.at_ms).there(line.utc_offset), sides.join(" – ")));
            for (number, (scores, _)) in (1..).zip(&line.games) {
                let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
                print(&say!("    game {number}: {scores}", number, scores = scores.join(" – ")));
            }
        }
    }
    let totals = card.totals();
    let total = |(name, points, won, of)| {
        let points = format!("{points:>4}");
        say!("{points}  {name}  won {won} of {of}", points, name, won, of)
    };
    let words: Vec<String> = totals.iter().cloned().map(total).collect();
    answer(args, &words.join("\n"), || {
        let lines = card.lines.iter().map(|line| {
            let games = line.games.iter().map(|(scores, winner)| {
                serde_json::json!({ "scores": scores.iter().map(ToString::to_string).collect::<Vec<_>>(), "winner": winner })
            });
            serde_json::json!({
                "match": line.id, "started_ms": line.at_ms, "rules": line.title, "pairs": line.pairs,
                "best_of": line.best_of, "sides": line.sides, "games_won": line.legs, "points": line.points,
                "winner": line.winner, "games": games.collect::<Vec<_>>(),
            })
        });
        let totals: Vec<_> = totals
            .iter()
            .map(|(name, points, won, of)| serde_json::json!({ "name": name, "points": points, "won": won, "played": of }))
            .collect();
        serde_json::json!({ "matches": lines.collect::<Vec<_>>(), "totals": totals })
    })
}

pub(super) fn sheet(args: &super::SessionsArgs, folder: &Path, asked: &SheetArgs) -> anyhow::Result<()> {
    let facts = asked.card.facts(folder)?;
    let worth = asked.card.worth.points();
    let date = facts.first().map(|game| store::began(game).day_words()).unwrap_or_default();
    let heading = Heading { event: &asked.event, date: &date };
    let pdf = match facts.as_slice() {
        [game] => sheet::of_match(game, worth, heading),
        several => sheet::of_card(&Card::of(several, worth), heading),
    };
    write(args, &asked.output, &pdf)
}

pub(super) fn board(args: &super::SessionsArgs, folder: &Path, asked: &BoardArgs) -> anyhow::Result<()> {
    let mut store = Store::open_read_only(folder)?;
    let id = find(&mut store, &asked.game)?;
    let (whole, _) = load(&store, id)?;
    let now: Match = match asked.at {
        Some(at) => whole.up_to(at),
        None => whole,
    };
    let png =
        board_picture::png(now.state(), !asked.light, asked.width, add_letters).map_err(|why| anyhow::anyhow!(why))?;
    write(args, &asked.output, &png)
}

fn write(args: &super::SessionsArgs, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    std::fs::write(path, bytes).with_context(|| say!("writing {path}", path = path.display()))?;
    let words = format!("{} ({} KiB)", path.display(), bytes.len().div_ceil(1024));
    answer(args, &words, || serde_json::json!({ "path": path, "bytes": bytes.len() }))
}
