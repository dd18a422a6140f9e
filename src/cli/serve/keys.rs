//! `sixty-one serve keys`: clubs' keys are made, listed and withdrawn.

use super::super::sessions::folder;
use crate::cli::out::Out;
use crate::cli::printable;
use club::{ClubKey, KeyRing};
use language::{say, say_count};
use std::io::{self, Write as _};
use std::path::Path;
use store::Timestamp;

/// Makes, lists and withdraws club keys. Once a key exists, tables can join only with the key of their club; each club
/// has its own board.
///
/// A running server picks up the change within a second.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sixty-one serve keys make Paphos")]
pub(super) struct KeysArgs {
    /// The server's PostgreSQL database; the keys in the data folder unless given.
    #[arg(long, value_name = "ADDRESS", global = true)]
    database: Option<String>,
    #[command(subcommand)]
    what: KeysCommand,
}

#[derive(Debug, clap::Subcommand)]
enum KeysCommand {
    /// Makes a key and prints it once: only its hash is kept.
    #[command(after_help = "Example: sixty-one serve keys make \"Paphos Dominoes\"")]
    Make {
        /// The club
        club: String,
    },
    /// Lists the clubs with a key
    #[command(after_help = "Example: sixty-one serve keys list")]
    List,
    /// Withdraws the keys of a club: its tables can't send any more; what they sent stays.
    #[command(after_help = "Example: sixty-one serve keys withdraw \"Paphos Dominoes\"")]
    Withdraw {
        /// The club
        club: String,
    },
}

/// Makes, lists or withdraws keys.
///
/// # Errors
/// The ledger failed, or the name is not valid.
pub(super) fn run(args: &KeysArgs, data: Option<&Path>) -> anyhow::Result<()> {
    let mut ring = match &args.database {
        Some(address) => KeyRing::of_database(address)?,
        None => {
            let folder = folder(data)?;
            store::make_folder(&folder)?;
            KeyRing::of_folder(&folder)
        }
    };
    let mut out = Out;
    match &args.what {
        KeysCommand::Make { club } => writeln!(out, "{}", ring.make(club)?)?,
        KeysCommand::Withdraw { club } => {
            let keys = ring.withdraw(club)?;
            writeln!(out, "{}", say_count!(keys, "{n} withdrawn", "{n} withdrawn"))?;
        }
        KeysCommand::List => {
            for key in ring.list()? {
                writeln!(out, "{}", printable(&line(&key)))?;
            }
        }
    }
    // Standard output is for keys.
    for words in ring.take_words() {
        writeln!(io::stderr(), "{}", printable(&words))?;
    }
    Ok(())
}

fn line(key: &ClubKey) -> String {
    let made = Timestamp(key.made_ms).date_text();
    let club = &key.club;
    match key.withdrawn_ms {
        Some(when) => say!("{club}, made {made}, withdrawn {when}", club, made, when = Timestamp(when).date_text()),
        None => say!("{club}, made {made}", club, made),
    }
}
