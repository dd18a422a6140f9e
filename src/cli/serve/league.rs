//! `sixty-one serve league`: leagues with fixtures that a club's server calls to tables.

use super::super::sessions::{LeagueFields, folder};
use crate::cli::out::Out;
use crate::cli::printable;
use club::LeagueBook;
use language::{say, say_count};
use std::io::Write as _;
use std::path::Path;

/// Saves, lists and removes the leagues whose fixtures a club's server calls to its tables.
///
/// A server with a database picks up the change at once. A running server locks its data folder: there, save leagues on
/// the secretary's page.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sixty-one serve league save Winter --entrant Anna --entrant Ben")]
pub(super) struct LeagueArgs {
    /// The server's PostgreSQL database; the leagues in the data folder unless given.
    #[arg(long, value_name = "ADDRESS", global = true)]
    database: Option<String>,
    #[command(subcommand)]
    what: LeagueCommand,
}

#[derive(Debug, clap::Subcommand)]
enum LeagueCommand {
    /// Saves a league, replacing any with the same name.
    #[command(after_help = "Example: sixty-one serve league save Winter --entrant Anna --entrant \"Ben & Cleo\"")]
    Save(LeagueFields),
    /// Lists the saved leagues.
    #[command(after_help = "Example: sixty-one serve league list")]
    List,
    /// Removes a league; its matches stay.
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
            writeln!(out, "{}", printable(&say!("{name} was removed", name)))?;
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
