//! `sixty-one sessions standings` and `league`.

use super::{Pick, Span, answer};
use crate::cli::out::print;
use anyhow::{Context as _, bail};
use game::stats::{Choice, Entrant, Fixture, League, Rating, Standing, WinPoints, elo};
use language::{say, say_count};
use std::path::{Path, PathBuf};
use store::{Store, Timestamp};

/// What a match is worth.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Worth {
    /// Points for a win
    #[arg(long, default_value_t = 2)]
    win: u32,
    /// Points for an abandoned match, to each side.
    #[arg(long, default_value_t = 1)]
    draw: u32,
    /// Points for a defeat
    #[arg(long, default_value_t = 0)]
    loss: u32,
    /// Points for each game won within a match
    #[arg(long, default_value_t = 0)]
    leg: u32,
}

impl Worth {
    pub(super) const fn points(self) -> WinPoints {
        WinPoints { win: self.win, draw: self.draw, loss: self.loss, leg: self.leg }
    }
}

/// Prints the table of a season.
#[derive(Debug, clap::Args)]
pub(super) struct StandingsArgs {
    /// The league to show; all players unless given.
    #[arg(long)]
    league: Option<String>,
    #[command(flatten)]
    pick: Pick,
    #[command(flatten)]
    worth: Worth,
    /// Writes the table as PDF.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Leagues.
#[derive(Debug, clap::Args)]
pub(super) struct SessionsLeagueArgs {
    #[command(subcommand)]
    what: LeaguesCommand,
}

#[derive(Debug, clap::Subcommand)]
enum LeaguesCommand {
    /// Lists the saved leagues.
    #[command(after_help = "Example: sixty-one sessions league list")]
    List,
    /// Saves a league, replacing any with the same name.
    #[command(after_help = "Example: sixty-one sessions league save Winter --entrant Anna --entrant \"Ben & Cleo\"")]
    Save(LeagueFields),
    /// Removes a league; its matches stay.
    #[command(after_help = "Example: sixty-one sessions league remove Winter")]
    Remove {
        /// Its name
        name: String,
    },
    /// Shows the fixtures round by round, with results.
    #[command(after_help = "Example: sixty-one sessions league fixtures Winter")]
    Fixtures {
        /// The league
        name: String,
    },
}

/// What a league is made from.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct LeagueFields {
    /// Its name
    name: String,
    /// An entrant: `Anna`, a pair `Anna & Ben`, a team `Ship: Anna, Ben, Cleo`; repeat for each.
    #[arg(long = "entrant", required = true)]
    entrants: Vec<String>,
    #[command(flatten)]
    span: Span,
    /// Everyone plays everyone twice.
    #[arg(long)]
    twice: bool,
    /// Matches in a meeting, for teams
    #[arg(long, default_value_t = 1)]
    matches: u8,
    #[command(flatten)]
    worth: Worth,
}

impl LeagueFields {
    /// The chosen league.
    ///
    /// # Errors
    /// It cannot be played so.
    pub(in crate::cli) fn league(&self) -> anyhow::Result<League> {
        let (from_ms, until_ms) = self.span.days()?;
        let league = League {
            name: self.name.trim().to_owned(),
            entrants: self.entrants.iter().map(|text| Entrant::parse(text)).collect(),
            rules: self.span.rules()?,
            from_ms,
            until_ms,
            twice: self.twice,
            matches: self.matches,
            worth: self.worth.points(),
        };
        league.check().map_err(|why| anyhow::anyhow!(why))?;
        Ok(league)
    }
}

pub(super) fn run(args: &super::SessionsArgs, folder: &Path, league: &SessionsLeagueArgs) -> anyhow::Result<()> {
    match &league.what {
        LeaguesCommand::List => list(args, folder),
        LeaguesCommand::Save(fields) => {
            let league = fields.league()?;
            Store::open(folder)?.store.save_league(&league, Timestamp::now())?;
            let words = say_count!(
                league.entrants.len(),
                "{league}: {n} entrants",
                "{league}: {n} entrants",
                league = league.name
            );
            answer(args, &words, || serde_json::json!({ "league": league.name, "entrants": league.entrants.len() }))
        }
        LeaguesCommand::Remove { name } => {
            let mut store = Store::open(folder)?.store;
            let league = named(&store, name)?;
            store.remove_league(&league.name, Timestamp::now())?;
            answer(
                args,
                &say!("{name} was removed", name = league.name),
                || serde_json::json!({ "removed": league.name }),
            )
        }
        LeaguesCommand::Fixtures { name } => fixtures(args, folder, name),
    }
}

fn list(args: &super::SessionsArgs, folder: &Path) -> anyhow::Result<()> {
    let leagues: Vec<League> = Store::open_read_only(folder)?.book()?.leagues.into_values().collect();
    let words: Vec<String> = leagues
        .iter()
        .map(|league| {
            let names: Vec<&str> = league.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
            format!("{}: {}", league.name, names.join(", "))
        })
        .collect();
    let words = if words.is_empty() { say!("no league saved").to_owned() } else { words.join("\n") };
    let names: Vec<&str> = leagues.iter().map(|league| league.name.as_str()).collect();
    answer(args, &words, || serde_json::json!(names))
}

fn named(store: &Store, name: &str) -> anyhow::Result<League> {
    let leagues = store.book()?.leagues;
    let found = leagues.into_values().find(|league| game::stats::same_name(&league.name, name));
    found.with_context(|| say!("there is no league `{name}`; to list them, run `sixty-one sessions league list`", name))
}

fn fixtures(args: &super::SessionsArgs, folder: &Path, name: &str) -> anyhow::Result<()> {
    let store = Store::open_read_only(folder)?;
    let league = named(&store, name)?;
    let fixtures = league.fixtures(&store.facts_of(&Choice::default())?);
    if args.json {
        let list: Vec<_> = fixtures.iter().map(|fixture| fixture_json(&league, fixture)).collect();
        return answer(args, "", || serde_json::json!(list));
    }
    let mut round = usize::MAX;
    for fixture in &fixtures {
        if round != fixture.round {
            round = fixture.round;
            print(&say!("Round {n}", n = round + 1));
        }
        let [home, away] = [fixture.home, fixture.away].map(|i| league.entrants[i].name.as_str());
        let (mine, theirs) = fixture.points();
        let result = if fixture.played.is_empty() { "–".to_owned() } else { format!("{mine} – {theirs}") };
        print(&format!("  {home}  {result}  {away}"));
    }
    Ok(())
}

fn fixture_json(league: &League, fixture: &Fixture) -> serde_json::Value {
    let (home, away) = fixture.points();
    serde_json::json!({
        "round": fixture.round + 1,
        "home": league.entrants[fixture.home].name,
        "away": league.entrants[fixture.away].name,
        "matches": fixture.played.iter().map(|meeting| meeting.id.clone()).collect::<Vec<_>>(),
        "points": if fixture.played.is_empty() { None } else { Some([home, away]) },
    })
}

pub(super) fn standings(args: &super::SessionsArgs, folder: &Path, asked: &StandingsArgs) -> anyhow::Result<()> {
    let store = Store::open_read_only(folder)?;
    let facts = asked.pick.facts(&store)?;
    let league = match &asked.league {
        Some(name) => named(&store, name)?,
        None => League { worth: asked.worth.points(), ..League::default() },
    };
    let table = league.standings(&facts);
    let ratings = elo(&facts);
    if table.is_empty() {
        bail!(say!("no finished match found"));
    }
    if let Some(path) = &asked.output {
        let date = Timestamp::now().day_words();
        let heading = crate::sheet::Heading { event: &league.name, date: &date };
        std::fs::write(path, crate::sheet::of_standings(&table, heading))
            .with_context(|| say!("writing {path}", path = path.display()))?;
    }
    let rating = |line: &Standing| ratings.iter().find(|rating| rating.player == line.name);
    let words: Vec<String> = table.iter().map(|row| line(row, rating(row))).collect();
    let played: u32 = table.iter().map(|line| line.played).sum::<u32>() / 2;
    let over = say_count!(played, "over {n} match", "over {n} matches");
    let words = format!("{}\n{over}", words.join("\n"));
    answer(args, &words, || {
        let rows = table.iter().map(|line| {
            serde_json::json!({
                "name": line.name, "played": line.played, "won": line.won, "drawn": line.drawn, "lost": line.lost,
                "games": [line.legs_for, line.legs_against], "points": line.points,
                "elo": rating(line).map(|rating| rating.rating.round()),
            })
        });
        serde_json::json!(rows.collect::<Vec<_>>())
    })
}

/// A line of the table in words.
pub(super) fn line(line: &Standing, rating: Option<&Rating>) -> String {
    let elo = rating.map(|rating| format!("  Elo {:.0}", rating.rating)).unwrap_or_default();
    let row = say!(
        "{name}  {played} played, {won} won, {lost} lost, games {legs}",
        name = line.name,
        played = line.played,
        won = line.won,
        lost = line.lost,
        legs = format!("{}:{}", line.legs_for, line.legs_against)
    );
    format!("{:>4}  {row}{elo}", line.points)
}
