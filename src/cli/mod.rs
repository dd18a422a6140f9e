//! The command line: one file a sub-command. Nothing is computed here; a command words what the library says.
//!
//! A command returns `Ok` or one error, which `main` prints to standard error; the exit status is then 2.

mod advise;
mod arena;
mod race;
mod rules;
mod score;

use clap::{Parser, Subcommand};

/// Keeps the score of dominoes played with real tiles.
#[derive(Debug, Parser)]
#[command(version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Rules(rules::Args),
    Score(score::Args),
    Advise(advise::Args),
    Arena(arena::Args),
    Race(race::Args),
}

/// Runs what was asked for; without a sub-command the app.
///
/// # Errors
/// Whatever the command met, in words for the person who typed it.
pub fn run(cli: &Cli) -> anyhow::Result<()> {
    match &cli.command {
        None => anyhow::bail!("the window is not built yet; see `sixty-one --help`"),
        Some(Command::Rules(args)) => rules::run(args),
        Some(Command::Score(args)) => score::run(args),
        Some(Command::Advise(args)) => advise::run(args),
        Some(Command::Arena(args)) => arena::run(args),
        Some(Command::Race(args)) => race::run(args),
    }
}
