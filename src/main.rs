//! The program `sixty-one`: parses the command line, runs, prints the chain of an error.

use sixty_one::cli;
use std::process::ExitCode;

#[expect(clippy::print_stderr, reason = "the one place where errors are shown")]
fn main() -> ExitCode {
    language::set(sixty_one::platform::spoken::of_system());
    match cli::run(&cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sixty-one: {}", cli::printable(&cli::reasons(&error)));
            ExitCode::from(2)
        }
    }
}
