//! The program `sixty-one-lab`: the workshop's commands. Parses the command line, runs, prints the chain of an error.

use clap::Parser as _;
use lab::Cli;
use std::process::ExitCode;

#[expect(clippy::print_stderr, reason = "the one place where errors are shown")]
fn main() -> ExitCode {
    match lab::run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sixty-one-lab: {error:#}");
            ExitCode::from(2)
        }
    }
}
