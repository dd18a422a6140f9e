//! The command line: one file a sub-command, a folder where one file does not hold it. A command reads its arguments, asks the
//! library and words the answer.
//!
//! A command returns `Ok` or one error, which `main` prints to standard error; the exit status is then 2.

mod advise;
mod app;
mod cameras;
mod count;
mod doctor;
mod join;
mod printable;
mod read;
mod rules;
mod score;
mod serve;
mod sessions;
mod watch;

use clap::{Parser, Subcommand};
pub use printable::printable;

/// Keeps the score of dominoes played with real tiles.
#[derive(Debug, Parser)]
#[command(version, about)]
pub struct Cli {
    /// The folder with the sessions; without it the one the platform has for them.
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<std::path::PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Rules(rules::Args),
    Score(score::Args),
    Sessions(sessions::Args),
    Doctor(doctor::Args),
    Read(read::Args),
    Count(count::Args),
    Watch(watch::Args),
    Cameras(cameras::Args),
    Serve(serve::Args),
    Join(join::Args),
    /// Says which tile to play, and why.
    Advise(advise::Args),
}

/// Runs what was asked for; without a sub-command the app.
///
/// # Errors
/// Whatever the command met, in words for the person who typed it.
pub fn run(cli: &Cli) -> anyhow::Result<()> {
    match &cli.command {
        None => app::run(cli.data.as_deref()),
        Some(Command::Rules(args)) => rules::run(args),
        Some(Command::Score(args)) => score::run(args),
        Some(Command::Sessions(args)) => sessions::run(args),
        Some(Command::Doctor(args)) => doctor::run(args),
        Some(Command::Read(args)) => read::run(args),
        Some(Command::Count(args)) => count::run(args),
        Some(Command::Watch(args)) => watch::run(args, cli.data.as_deref()),
        Some(Command::Cameras(args)) => cameras::run(args),
        Some(Command::Serve(args)) => serve::run(args, cli.data.as_deref()),
        Some(Command::Join(args)) => join::run(args, cli.data.as_deref()),
        Some(Command::Advise(args)) => advise::run(args),
    }
}
