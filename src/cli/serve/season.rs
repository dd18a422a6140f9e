//! `sixty-one serve season`: a season of a league, run by its secretary.

use super::super::sessions::folder;
use crate::cli::{printable, reasons};
use anyhow::{Context as _, bail};
use club::LeagueBook;
use game::league::entry::{divided, joined, skipped};
use game::league::{
    Author, Award, Cause, Day, GameScore, LeagueForm, Lineup, Meeting, MeetingId, MeetingPoints, Season, SeasonEntry,
    SeasonFact, Squad, Team, TeamLine, by_words, days, division_fixtures, fact_words, meeting_words,
};
use game::stats::same_name;
use language::say;
use std::io::{self, Write};
use std::path::Path;
use store::Timestamp;

/// Runs a season: fixtures, cards, postponements, docked points and the table. Nothing is overwritten; `undo` reverses
/// a step.
///
/// Name a season by its title, or by the id in `list` if two have the same title.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sixty-one serve season table \"Winter 2026\"")]
pub(super) struct SeasonArgs {
    /// The server's PostgreSQL database; the data folder unless given.
    #[arg(long, value_name = "ADDRESS", global = true)]
    database: Option<String>,
    #[command(subcommand)]
    what: SeasonCommand,
}

#[derive(Debug, clap::Subcommand)]
enum SeasonCommand {
    /// Begins a season
    #[command(
        after_help = "Example: sixty-one serve season begin \"Winter 2026\" --team \"Ship: Anna, Ben\" --team \"Bell: Cleo, Dan\" --games 9 --first 2026-12-01"
    )]
    Begin(Box<Begin>),
    /// Lists the seasons
    #[command(after_help = "Example: sixty-one serve season list")]
    List,
    /// Prints the fixtures, each with the number for the other commands.
    #[command(after_help = "Example: sixty-one serve season fixtures \"Winter 2026\"")]
    Fixtures {
        /// The season
        season: String,
    },
    /// Prints the table
    #[command(after_help = "Example: sixty-one serve season table \"Winter 2026\"")]
    Table {
        /// The season
        season: String,
    },
    /// Prints the players' table
    #[command(after_help = "Example: sixty-one serve season players \"Winter 2026\"")]
    Players {
        /// The season
        season: String,
    },
    /// Prints everything recorded, each entry with its number for `undo`.
    #[command(after_help = "Example: sixty-one serve season log \"Winter 2026\"")]
    Log {
        /// The season
        season: String,
        /// Prints each entry as recorded, one JSON object a line.
        #[arg(long)]
        json: bool,
    },
    #[command(flatten)]
    Record(RecordCommand),
}

/// What is added to a season.
#[derive(Debug, clap::Subcommand)]
enum RecordCommand {
    /// Records a card: its games in order, each as "Anna v Cleo: home" or just "away".
    #[command(
        after_help = "Example: sixty-one serve season card \"Winter 2026\" 1 --game \"Anna v Cleo: home\" --game away --note \"from Una\""
    )]
    Card {
        /// The season
        season: String,
        /// The number of the meeting
        meeting: u32,
        /// A game: who played, and which side won
        #[arg(long = "game", value_name = "GAME", required = true)]
        games: Vec<String>,
        /// Who handed in the card.
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Awards a meeting that was not played
    #[command(
        after_help = "Example: sixty-one serve season award \"Winter 2026\" 3 home --cause walkover --reason \"Bell did not come\""
    )]
    Award {
        /// The season
        season: String,
        /// The number of the meeting
        meeting: u32,
        /// Who gets it
        to: AwardTo,
        /// The reason.
        #[arg(long, default_value = "walkover")]
        cause: AwardCause,
        /// Why
        #[arg(long)]
        reason: String,
    },
    /// Postpones a meeting, or sets its new day
    #[command(after_help = "Example: sixty-one serve season move \"Winter 2026\" 4 --to 2026-12-15 --reason snow")]
    Move {
        /// The season
        season: String,
        /// The number of the meeting
        meeting: u32,
        /// The new day; none yet unless given.
        #[arg(long, value_name = "DATE")]
        to: Option<String>,
        /// Why
        #[arg(long)]
        reason: String,
    },
    /// Takes a day out of the season: unplayed meetings move to the days after it.
    #[command(after_help = "Example: sixty-one serve season skip \"Winter 2026\" 2026-12-22 --reason Christmas")]
    Skip {
        /// The season
        season: String,
        /// The day
        day: String,
        /// Why
        #[arg(long)]
        reason: String,
    },
    /// Orders a replay of a meeting: its earlier results no longer count.
    #[command(after_help = "Example: sixty-one serve season replay \"Winter 2026\" 4 --reason \"wrong set\"")]
    Replay {
        /// The season
        season: String,
        /// The number of the meeting
        meeting: u32,
        /// Why
        #[arg(long)]
        reason: String,
    },
    /// Takes points from a team
    #[command(after_help = "Example: sixty-one serve season dock \"Winter 2026\" Ship 2 --reason \"late cards\"")]
    Dock {
        /// The season
        season: String,
        /// The team
        team: String,
        /// How many points
        points: u32,
        /// Why
        #[arg(long)]
        reason: String,
    },
    /// Adds a team late; existing fixtures stay where they are.
    #[command(after_help = "Example: sixty-one serve season join \"Winter 2026\" \"Crown: Eve, Finn\"")]
    Join {
        /// The season
        season: String,
        /// The team with its players
        team: String,
    },
    /// Withdraws a team: its unplayed meetings do not count.
    #[command(
        after_help = "Example: sixty-one serve season leave \"Winter 2026\" Crown --strike --reason \"no players\""
    )]
    Leave {
        /// The season
        season: String,
        /// The team
        team: String,
        /// Also takes its results out of the table.
        #[arg(long)]
        strike: bool,
        /// Why
        #[arg(long)]
        reason: String,
    },
    /// Puts a player into a squad, and takes them out of any other.
    #[command(after_help = "Example: sixty-one serve season player \"Winter 2026\" \"Eve\" Ship")]
    Player {
        /// The season
        season: String,
        /// The player
        player: String,
        /// The team
        team: String,
    },
    /// Corrects a player's name everywhere
    #[command(after_help = "Example: sixty-one serve season rename \"Winter 2026\" Zoe \"Zoë\"")]
    Rename {
        /// The season
        season: String,
        /// The name as it was entered.
        from: String,
        /// The right name
        to: String,
    },
    /// Undoes an entry by its number in the log; undo the undo to restore it.
    #[command(after_help = "Example: sixty-one serve season undo \"Winter 2026\" 12")]
    Undo {
        /// The season
        season: String,
        /// Its number
        number: u64,
        /// Why
        #[arg(long, default_value = "")]
        reason: String,
    },
}

#[derive(Debug, clap::Args)]
struct Begin {
    /// Its title
    title: String,
    /// A team with its players, as "Ship: Anna, Ben"; "# First division" before the teams of a division
    #[arg(long = "team", value_name = "TEAM", required = true)]
    teams: Vec<String>,
    /// Games of a meeting
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: usize,
    /// How many of the last games are pairs.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pairs: usize,
    /// Everyone plays everyone twice, home and away.
    #[arg(long)]
    twice: bool,
    /// The day of the first round
    #[arg(long, value_name = "DATE")]
    first: Option<String>,
    /// Days from one round to the next
    #[arg(long, value_name = "DAYS", default_value_t = 7)]
    every: i32,
    /// A day without play
    #[arg(long, value_name = "DATE")]
    without: Vec<String>,
    /// Points for winning a meeting
    #[arg(long, value_name = "POINTS", default_value_t = 2)]
    win: u32,
    /// Points for a draw
    #[arg(long, value_name = "POINTS", default_value_t = 1)]
    draw: u32,
    /// Points for each game won
    #[arg(long, value_name = "POINTS", default_value_t = 0)]
    game: u32,
    /// Points for losing a meeting by one game
    #[arg(long, value_name = "POINTS")]
    narrow: Option<u32>,
    /// Players may play for a team without being in its squad.
    #[arg(long)]
    any_player: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum AwardTo {
    Home,
    Away,
    Neither,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum AwardCause {
    Walkover,
    Conceded,
    NoCard,
}

/// Runs the secretary's command.
///
/// # Errors
/// The ledger failed, or the season rejects it.
pub(super) fn run(args: &SeasonArgs, data: Option<&Path>) -> anyhow::Result<()> {
    let mut book = match &args.database {
        Some(address) => LeagueBook::of_database(address)?,
        None => LeagueBook::of_folder(&folder(data)?),
    };
    let mut out = io::stdout();
    match &args.what {
        SeasonCommand::Begin(begin) => {
            let id = book.begin_season(&begin.fact()?)?;
            line(&mut out, &say!("{title} has begun; its id is {id}", title = begin.title, id))
        }
        SeasonCommand::List => list(&mut out, &mut book),
        SeasonCommand::Fixtures { season } => print_fixtures(&mut out, &found(&mut book, season)?.1),
        SeasonCommand::Table { season } => print_table(&mut out, &found(&mut book, season)?.1),
        SeasonCommand::Players { season } => print_players(&mut out, &found(&mut book, season)?.1),
        SeasonCommand::Log { season, json } => {
            let id = found(&mut book, season)?.0;
            let entries = book.read()?.seasons.remove(&id).unwrap_or_default();
            if !json {
                return print_log(&mut out, &entries);
            }
            entries.iter().try_for_each(|entry| Ok(writeln!(out, "{}", serde_json::to_string(entry)?)?))
        }
        SeasonCommand::Record(what) => {
            let id = found(&mut book, what.season())?.0;
            let mut asked = Vec::new();
            book.record(&id, &Author::Secretary, |season| {
                let fact = what.fact(season).map_err(|why| reasons(&why))?;
                asked = [season.questions(&fact), season.otherwise_at_a_table(&fact)].concat();
                Ok(fact)
            })?;
            line(&mut out, say!("Recorded."))?;
            asked.iter().try_for_each(|asked| line(&mut out, &say!("Check this: {asked}", asked)))
        }
    }
}

/// A season by its title or id.
fn found(book: &mut LeagueBook, wanted: &str) -> anyhow::Result<(String, Season)> {
    let mut seasons: Vec<(String, Season)> =
        book.read()?.seasons.iter().map(|(id, entries)| (id.clone(), Season::of(entries))).collect();
    seasons.retain(|(id, season)| id == wanted || same_name(&season.title, wanted));
    match seasons.len() {
        0 => bail!(say!("there is no season `{wanted}`; to list them, run `sixty-one serve season list`", wanted)),
        1 => Ok(seasons.remove(0)),
        n => bail!(say!("{n} seasons are called `{wanted}`; use the id instead", n, wanted)),
    }
}

impl RecordCommand {
    fn season(&self) -> &str {
        match self {
            Self::Card { season, .. }
            | Self::Award { season, .. }
            | Self::Move { season, .. }
            | Self::Skip { season, .. }
            | Self::Replay { season, .. }
            | Self::Dock { season, .. }
            | Self::Join { season, .. }
            | Self::Leave { season, .. }
            | Self::Player { season, .. }
            | Self::Rename { season, .. }
            | Self::Undo { season, .. } => season,
        }
    }

    /// Returns the fact to record in the present season.
    fn fact(&self, season: &Season) -> anyhow::Result<SeasonFact> {
        let text = String::clone;
        Ok(match self {
            Self::Card { meeting, games, note, .. } => {
                let scores =
                    games.iter().enumerate().map(|(slot, game)| score(slot, game)).collect::<anyhow::Result<_>>()?;
                SeasonFact::Card { meeting: meeting_id(*meeting), scores, note: text(note) }
            }
            Self::Award { meeting, to, cause, reason, .. } => SeasonFact::Awarded {
                meeting: meeting_id(*meeting),
                to: (*to).into(),
                cause: (*cause).into(),
                reason: text(reason),
            },
            Self::Move { meeting, to, reason, .. } => {
                let day = to.as_deref().map(day).transpose()?;
                SeasonFact::Moved { meetings: vec![(meeting_id(*meeting), day)], reason: text(reason) }
            }
            Self::Skip { day: without, reason, .. } => skipped(season, day(without)?, text(reason)),
            Self::Replay { meeting, reason, .. } => {
                SeasonFact::Replay { meeting: meeting_id(*meeting), reason: text(reason) }
            }
            Self::Dock { team, points, reason, .. } => {
                SeasonFact::Docked { team: named(season, team)?.id, points: *points, reason: text(reason) }
            }
            Self::Join { team, .. } => joined(season, Squad::of_line(team)),
            Self::Leave { team, strike, reason, .. } => {
                SeasonFact::TeamLeft { team: named(season, team)?.id, struck: *strike, reason: text(reason) }
            }
            Self::Player { player, team, .. } => {
                SeasonFact::PlayerJoined { player: text(player), team: named(season, team)?.id }
            }
            Self::Rename { from, to, .. } => SeasonFact::PlayerRenamed { from: text(from), to: text(to) },
            Self::Undo { number, reason, .. } => SeasonFact::Undone { entry: *number, reason: text(reason) },
        })
    }
}

impl Begin {
    fn fact(&self) -> anyhow::Result<SeasonFact> {
        let (divisions, teams) = divided(&self.teams.join("\n"))?;
        let mut form = LeagueForm::of_games(self.games, Lineup::Singles);
        for slot in form.slots.iter_mut().rev().take(self.pairs) {
            slot.lineup = Lineup::Pairs;
        }
        let narrow = self.narrow.map(|points| (1, points));
        form.points = MeetingPoints { win: self.win, draw: self.draw, loss: 0, game: self.game, narrow };
        (form.twice, form.squads_only, form.divisions) = (self.twice, !self.any_player, divisions);
        let without = self.without.iter().map(|text| day(text)).collect::<anyhow::Result<Vec<Day>>>()?;
        let rounds = 2 * (teams.len() + 1);
        let calendar = match &self.first {
            Some(first) => days(day(first)?, self.every, &without, rounds),
            None => Vec::new(),
        };
        let meetings = division_fixtures(&teams, self.twice, &calendar);
        Ok(SeasonFact::Begun { title: self.title.trim().to_owned(), form, teams, meetings })
    }
}

impl From<AwardTo> for Award {
    fn from(to: AwardTo) -> Self {
        match to {
            AwardTo::Home => Self::Home,
            AwardTo::Away => Self::Away,
            AwardTo::Neither => Self::Neither,
        }
    }
}

impl From<AwardCause> for Cause {
    fn from(cause: AwardCause) -> Self {
        match cause {
            AwardCause::Walkover => Self::Walkover,
            AwardCause::Conceded => Self::Conceded,
            AwardCause::NoCard => Self::NoCard,
        }
    }
}

/// "Anna v Cleo: home", "Anna & Ben v Cleo & Dan: away", or the winner only.
fn score(slot: usize, text: &str) -> anyhow::Result<GameScore> {
    let (players, winner) = text.rsplit_once(':').unwrap_or(("", text));
    let home_won = match winner.trim() {
        "home" => true,
        "away" => false,
        other => bail!(say!("`{other}` is neither home nor away, in game {game}", other, game = slot + 1)),
    };
    let side =
        |names: &str| names.split('&').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    let (home, away) = players.split_once(" v ").unwrap_or(("", ""));
    Ok(GameScore { slot, home: side(home), away: side(away), home_won })
}

fn day(text: &str) -> anyhow::Result<Day> {
    Day::parse(text).with_context(|| say!("`{text}` is not a date such as 2026-12-01", text))
}

fn named<'a>(season: &'a Season, name: &str) -> anyhow::Result<&'a Team> {
    let found = season.teams.values().find(|team| same_name(&team.squad.name, name));
    found.with_context(|| say!("there is no team {name} in this season", name))
}

/// Meetings are counted from 1 on paper.
const fn meeting_id(number: u32) -> MeetingId {
    MeetingId(number.saturating_sub(1))
}

fn line(out: &mut impl Write, words: &str) -> anyhow::Result<()> {
    Ok(writeln!(out, "{}", printable(words))?)
}

fn list(out: &mut impl Write, book: &mut LeagueBook) -> anyhow::Result<()> {
    for (id, entries) in book.read()?.seasons {
        let season = Season::of(&entries);
        let teams: Vec<&str> = season.teams.values().map(|team| team.squad.name.as_str()).collect();
        line(out, &format!("{id}  {}: {}", season.title, teams.join(", ")))?;
    }
    Ok(())
}

fn print_fixtures(out: &mut impl Write, season: &Season) -> anyhow::Result<()> {
    let mut meetings: Vec<&Meeting> = season.meetings.values().collect();
    meetings.sort_by_key(|meeting| (meeting.planned.round, meeting.planned.id));
    let mut round = 0;
    for meeting in meetings {
        if meeting.planned.round != round {
            round = meeting.planned.round;
            line(out, &say!("Round {round}", round))?;
        }
        let (home, away) = (season.team_name(meeting.planned.home), season.team_name(meeting.planned.away));
        let number = meeting.planned.id.0 + 1;
        line(out, &format!("{number:>4}  {}  {home} v {away}  {}", when(meeting), meeting_words(season, meeting)))?;
    }
    Ok(())
}

fn when(meeting: &Meeting) -> String {
    match meeting.day() {
        Some(day) => day.to_string(),
        None => "-".to_owned(),
    }
}

fn print_table(out: &mut impl Write, season: &Season) -> anyhow::Result<()> {
    let wide = season.table().iter().map(|line| line.name.chars().count()).max().unwrap_or(0);
    for (division, table) in season.tables() {
        if !division.is_empty() {
            line(out, division)?;
        }
        print_lines(out, &table, wide)?;
    }
    Ok(())
}

fn print_lines(out: &mut impl Write, table: &[TeamLine], wide: usize) -> anyhow::Result<()> {
    for (place, team) in table.iter().enumerate() {
        let docked = if team.docked > 0 { say!("  {n} docked", n = team.docked) } else { String::new() };
        let played = format!("{:>3} {:>3} {:>3} {:>3}", team.played, team.won, team.drawn, team.lost);
        let games = format!("{:>4}-{:<4}", team.games_for, team.games_against);
        line(out, &format!("{:>2}. {:wide$}  {played}  {games} {:>4}{docked}", place + 1, team.name, team.points))?;
    }
    Ok(())
}

fn print_players(out: &mut impl Write, season: &Season) -> anyhow::Result<()> {
    for player in season.players() {
        let team = player.team.and_then(|team| season.teams.get(&team)).map_or("", |team| team.squad.name.as_str());
        line(out, &format!("{:>3} / {:<3} {}  {team}", player.won, player.played, player.name))?;
    }
    Ok(())
}

fn print_log(out: &mut impl Write, entries: &[SeasonEntry]) -> anyhow::Result<()> {
    let season = Season::of(entries);
    for entry in entries {
        let mark = if season.undone.contains(&entry.number) { say!("(undone) ") } else { "" };
        let at = Timestamp(entry.at_ms).date_text();
        line(
            out,
            &format!(
                "{:>4}  {at}  {}: {mark}{}",
                entry.number,
                by_words(&season, &entry.by),
                fact_words(&season, entries, &entry.fact)
            ),
        )?;
    }
    Ok(())
}
