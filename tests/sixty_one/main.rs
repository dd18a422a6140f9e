//! The program without its window's flows, which are in `tests/ui`: one binary, so that it is linked once.

mod advice_protocol;
mod camera;
mod disk;
mod evening;
mod examples;
mod feed;
mod golden;
mod hand;
mod house;
mod local_tracker;
mod lost_folder;
mod papers;
mod pipes;
mod pubs;
mod season;
mod secretary;
mod sentences;
mod served;
mod spoken;
mod store;
mod tidy;
mod tls;
mod watch;
mod window;

use std::process::Command;

/// Runs the program in English, whatever the machine's language.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sixty-one"));
    command.env("LC_ALL", "C").env_remove("LANGUAGE");
    command
}
