//! The command line: one file a sub-command. Nothing is computed here; a command words what the library says.
//!
//! A command returns `Ok` or one error, which `main` prints to standard error; the exit status is then 2.

mod read;
mod rules;
mod score;
mod simulate;

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
    Read(read::Args),
    Rules(rules::Args),
    Score(score::Args),
    Simulate(simulate::Args),
}

/// Runs what was asked for; without a sub-command the app.
///
/// # Errors
/// Whatever the command met, in words for the person who typed it.
pub fn run(cli: &Cli) -> anyhow::Result<()> {
    match &cli.command {
        None => anyhow::bail!("the window is not built yet; see `sixty-one --help`"),
        Some(Command::Read(args)) => read::run(args),
        Some(Command::Rules(args)) => rules::run(args),
        Some(Command::Score(args)) => score::run(args),
        Some(Command::Simulate(args)) => simulate::run(args),
    }
}
