//! `sixty-one-lab league`: a league's server under faults, and a whole season, on the data folder and on PostgreSQL.

mod cluster;
mod faults;
mod machine;
mod season;
mod served;

pub use cluster::{Cluster, programs};
pub use faults::{FaultReport, run_faults};
pub use season::{SeasonLedger, SeasonPlan, SeasonReport, play_season};
pub use served::{Served, ask, sixty_one};

use std::io::Write as _;
use std::path::PathBuf;

/// Tries a league's server: while everything fails, and over a whole season.
#[derive(Debug, clap::Args)]
pub(crate) struct LeagueArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Faults(faults::FaultsArgs),
    Season(season::SeasonCourseArgs),
    /// A table that plays a match and sends it (for `faults`, which kills it)
    #[command(hide = true)]
    Table(faults::TableArgs),
}

/// Runs the command.
pub(crate) fn run(args: &LeagueArgs) -> anyhow::Result<()> {
    match &args.what {
        What::Faults(args) => faults::run(args),
        What::Season(args) => season::run(args),
        What::Table(args) => faults::play(args),
    }
}

/// Returns the path of this program.
pub(crate) fn program() -> anyhow::Result<PathBuf> {
    Ok(std::env::current_exe()?)
}

pub(crate) fn print(words: &str) {
    let mut out = std::io::stdout().lock();
    // A reader that stops has read enough.
    let _closed = writeln!(out, "{words}").and_then(|()| out.flush());
}

/// Returns the load of the machine: only an idle one gives good figures.
pub(crate) fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or_default().to_owned()
}
