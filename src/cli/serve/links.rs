//! `sixty-one serve links`: links that were given out are listed, renewed and withdrawn.

use super::super::sessions::folder;
use crate::cli::out::Out;
use crate::platform::links::LinkBook;
use language::{say, say_count};
use server::LinkKind;
use std::io::Write as _;
use std::path::Path;

/// Lists, renews and withdraws links: a table's links last as long as its match, a club's until you withdraw them.
///
/// A running server picks up the change within a second.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sixty-one serve links withdraw enter")]
pub(super) struct LinksArgs {
    /// The server's PostgreSQL database; the links in the data folder unless given.
    #[arg(long, value_name = "ADDRESS", global = true)]
    database: Option<String>,
    #[command(subcommand)]
    what: LinksCommand,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum LinkName {
    Watch,
    Enter,
    Camera,
    Join,
    Hand,
    Secretary,
}

impl LinkName {
    const fn kind(self) -> LinkKind {
        match self {
            Self::Watch => LinkKind::Watch,
            Self::Enter => LinkKind::Enter,
            Self::Camera => LinkKind::Camera,
            Self::Join => LinkKind::Join,
            Self::Hand => LinkKind::Hand,
            Self::Secretary => LinkKind::Secretary,
        }
    }
}

#[derive(Debug, clap::Subcommand)]
enum LinksCommand {
    /// Lists the working links; only their hashes are kept.
    #[command(after_help = "Example: sixty-one serve links list")]
    List,
    /// Makes a new link that replaces all of its kind, and prints its code once.
    #[command(after_help = "Example: sixty-one serve links renew watch")]
    Renew {
        /// What the link is for
        kind: LinkName,
    },
    /// Withdraws every link of a kind: phones that used one can no longer see or enter anything.
    #[command(after_help = "Example: sixty-one serve links withdraw enter")]
    Withdraw {
        /// What the links are for
        kind: LinkName,
    },
}

/// Lists, renews or withdraws.
///
/// # Errors
/// The record.
pub(super) fn run(args: &LinksArgs, data: Option<&Path>) -> anyhow::Result<()> {
    let mut book = match &args.database {
        Some(address) => LinkBook::of_database(address)?,
        None => {
            let folder = folder(data)?;
            store::make_folder(&folder)?;
            LinkBook::of_folder(&folder)
        }
    };
    let mut out = Out;
    match args.what {
        LinksCommand::List => {
            for link in book.read()? {
                let (wish, made) = (link.kind.words(), link.made.date_text());
                writeln!(out, "{}", say!("to {wish}, since {made}", wish, made))?;
            }
        }
        LinksCommand::Renew { kind } => writeln!(out, "{}", book.renew(kind.kind())?)?,
        LinksCommand::Withdraw { kind } => {
            let links = book.withdraw(kind.kind())?;
            writeln!(out, "{}", say_count!(links, "{n} withdrawn", "{n} withdrawn"))?;
        }
    }
    Ok(())
}
