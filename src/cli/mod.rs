//! The command line: one file a sub-command, a folder where one file does not hold it. A command reads its arguments, asks the
//! library and words the answer.
//!
//! A command returns `Ok` or one error, which `main` prints to standard error; the exit status is then 2.

mod advise;
mod app;
mod cameras;
mod count;
mod doctor;
pub mod join;
mod libraries;
mod out;
mod printable;
mod read;
mod rules;
mod score;
mod seated;
mod serve;
mod sessions;
mod spoken;
mod watch;

use clap::{CommandFactory as _, Parser, Subcommand};
pub use printable::{printable, reasons};
pub use read::save_png;
pub use spoken::{help_sentences, parse};

/// Keeps score of dominoes played with real tiles.
#[derive(Debug, Parser)]
#[command(version, about)]
#[command(after_help = "Example: sixty-one   (opens the window)")]
pub struct Cli {
    /// Folder for the matches; the system's usual place unless given.
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<std::path::PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Rules(rules::RulesArgs),
    Score(score::ScoreArgs),
    Sessions(sessions::SessionsArgs),
    Doctor(doctor::DoctorArgs),
    Read(read::ReadArgs),
    Count(count::CountArgs),
    Watch(watch::WatchArgs),
    Cameras(cameras::CamerasArgs),
    Serve(Box<serve::ServeArgs>),
    Join(join::JoinArgs),
    /// Suggests which tile to play, and why.
    Advise(advise::AdviseArgs),
}

/// Returns every command with its words, for the manual page and for shell completions.
#[must_use]
pub fn commands() -> clap::Command {
    Cli::command()
}

/// Runs the command; without a sub-command, the app.
///
/// # Errors
/// The command's error, in words for the person who typed it.
pub fn run(cli: &Cli) -> anyhow::Result<()> {
    out::ended(carry_out(cli))
}

fn carry_out(cli: &Cli) -> anyhow::Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a line as a shell cuts it: apart at spaces, together within quotes.
    fn words(line: &str) -> Vec<String> {
        let pieces = line.split('"').enumerate();
        let cut = |(i, piece): (usize, &str)| match i % 2 {
            0 => piece.split_whitespace().map(str::to_owned).collect(),
            _ => vec![piece.to_owned()],
        };
        pieces.flat_map(cut).collect()
    }

    fn check(command: &clap::Command, path: &str) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let example = help.split_once("Example: ").map(|(_, example)| example.lines().next().unwrap_or_default());
        let example = example.unwrap_or_else(|| panic!("`{path} --help` has no example"));
        assert!(example.starts_with(path), "`{path} --help` shows `{example}`");
        let typed = words(example.split("   ").next().unwrap_or_default());
        if let Err(error) = Cli::try_parse_from(&typed) {
            panic!("`{example}` is not understood: {error}");
        }
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
            check(inner, &format!("{path} {}", inner.get_name()));
        }
    }

    #[test]
    fn every_command_shows_an_example_that_is_understood() {
        check(&commands(), "sixty-one");
    }
}
