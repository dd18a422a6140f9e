//! `sixty-one serve league`: leagues whose fixtures a club's server calls to tables.

use super::super::sessions::{LeagueFields, folder};
use crate::cli::out::Out;
use crate::cli::printable;
use club::LeagueBook;
use language::{say, say_count};
use std::io::Write as _;
use std::path::Path;

/// Saves, lists and removes the leagues whose fixtures a club's server calls to its tables.
///
/// A server on a database hears of it at once. The data folder of a server that runs is its own: there a league is saved on the
/// secretary's page.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sixty-one serve league save Winter --entrant Anna --entrant Ben")]
pub(super) struct LeagueArgs {
    /// The server's PostgreSQL database; without it the leagues of the data folder
    #[arg(long, value_name = "ADDRESS", global = true)]
    database: Option<String>,
    #[command(subcommand)]
    what: LeagueCommand,
}

#[derive(Debug, clap::Subcommand)]
enum LeagueCommand {
    /// Saves a league, in the place of one of that name
    #[command(after_help = "Example: sixty-one serve league save Winter --entrant Anna --entrant \"Ben & Cleo\"")]
    Save(LeagueFields),
    /// The leagues that are saved
    #[command(after_help = "Example: sixty-one serve league list")]
    List,
    /// Takes a league off the list; its matches stay
    #[command(after_help = "Example: sixty-one serve league remove Winter")]
    Remove {
        /// Its name
        name: String,
    },
}

/// Saves, lists or removes.
///
/// # Errors
/// The record, a league that cannot be played so.
pub(super) fn run(args: &LeagueArgs, data: Option<&Path>) -> anyhow::Result<()> {
    let mut leagues = match &args.database {
        Some(address) => LeagueBook::of_database(address)?,
        None => LeagueBook::of_folder(&folder(data)?),
    };
    let mut out = Out;
    match &args.what {
        LeagueCommand::Save(fields) => {
            let league = fields.league()?;
            leagues.save(&league)?;
            let words = say_count!(
                league.entrants.len(),
                "{league}: {n} entrants",
                "{league}: {n} entrants",
                league = league.name
            );
            writeln!(out, "{}", printable(&words))?;
        }
        LeagueCommand::Remove { name } => {
            leagues.remove(name)?;
            writeln!(out, "{}", printable(&say!("{name} is off the list", name)))?;
        }
        LeagueCommand::List => {
            for league in leagues.read()?.leagues.values() {
                let names: Vec<&str> = league.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
                writeln!(out, "{}", printable(&format!("{}: {}", league.name, names.join(", "))))?;
            }
        }
    }
    Ok(())
}
