//! The lab: tools that make and measure Sixty-One and do not ship with it. One file or folder per command, `cargo run
//! -p sixty-one-lab -- COMMAND`.
//!
//! | module | command |
//! | --- | --- |
//! | [`arena`] | `arena`: computer players against each other over duplicate deals |
//! | [`damage`] | `damage`: the store under flipped bits, overwritten blocks, deleted files, kills, hostile files, others at its folder |
//! | `dump` | `dump --out DIR PICTURE..`: the heat maps and crops behind a reading |
//! | `film` | `film --out FILE`: a drawn game as Motion-JPEG, for a browser that takes it for its camera |
//! | `heaps` | `heaps`: drawn heaps and labelled photographs counted: how many sums are exact, and whether the certain ones are; fits the confidence |
//! | [`league`] | `league faults`: a league's server with everything failing; `league season`: a whole season, its tables worked out twice |
//! | `load` | `load table`, `load league`: many watchers at a served table or at a league's server; how long from a drop until all see it |
//! | `networks` | `networks`: makes of the networks' files what the browser's page has of them |
//! | `notices` | `notices --target TRIPLE --out FILE`: the licences of what others made and the packages contain |
//! | `positions` | `positions --count N`: seeded positions with the adviser's answers, to hold those of a browser against |
//! | `race` | `race`: works out a table of the chances to win from every score |
//! | `simulate` | `simulate`: draws pictures of tables with exact truth, to train and test the eye |
//! | `watch` | `watch --games N`: whole simulated games through the tracker, in counted time |
//! | `sequence` | `sequence DIR..`: drawn games through the tracker, with the faults of cameras and people |
//! | [`watched`] | no command: what runs and scores the games of both |
//! | `evenings` | `evenings --seeds 10000`: whole evenings under one seed each, with every fault, and what was answered checked |
//! | `shipped` | `shipped --out DIR`: manual pages and completions for the packages |
//! | `season` | `season`: a season that never was, to try the screens on; how long lists, figures and checks take in it |

#![warn(missing_docs)]

pub mod arena;
pub mod damage;
mod dump;
pub mod evenings;
mod film;
mod heaps;
pub mod league;
mod load;
mod networks;
mod notices;
mod positions;
mod race;
mod season;
mod sequence;
mod shipped;
mod simulate;
mod watch;
pub mod watched;

use clap::{Parser, Subcommand};

/// The workshop of Sixty-One: draws, trains, plays and measures.
#[derive(Debug, Parser)]
#[command(name = "sixty-one-lab", version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Arena(arena::ArenaArgs),
    Damage(damage::DamageArgs),
    Dump(dump::DumpArgs),
    Evenings(evenings::EveningsArgs),
    Film(film::FilmArgs),
    Heaps(heaps::HeapsArgs),
    League(league::LeagueArgs),
    Load(load::LoadArgs),
    Networks(networks::NetworksArgs),
    Notices(notices::NoticesArgs),
    Positions(positions::PositionsArgs),
    Race(race::RaceArgs),
    /// Draws pictures of domino tables with exact truth.
    Simulate(simulate::SimulateArgs),
    Watch(watch::WatchArgs),
    Sequence(sequence::SequenceArgs),
    Season(season::SeasonArgs),
    Shipped(shipped::ShippedArgs),
    /// The program itself, for commands here that start it and kill it
    #[command(hide = true, name = "sixty-one", disable_help_flag = true)]
    Program {
        /// Arguments of `sixty-one`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
}

/// Runs the command.
///
/// # Errors
/// The command's error, in words for the person who typed it.
pub fn run(cli: &Cli) -> anyhow::Result<()> {
    match &cli.command {
        Command::Arena(args) => arena::run(args),
        Command::Damage(args) => damage::run(args),
        Command::Dump(args) => dump::run(args),
        Command::Evenings(args) => evenings::run(args),
        Command::Film(args) => film::run(args),
        Command::Heaps(args) => heaps::run(args),
        Command::League(args) => league::run(args),
        Command::Load(args) => load::run(args),
        Command::Program { args } => {
            let words = std::iter::once("sixty-one").chain(args.iter().map(String::as_str));
            sixty_one::cli::run(&sixty_one::cli::Cli::parse_from(words))
        }
        Command::Networks(args) => networks::run(args),
        Command::Notices(args) => notices::run(args),
        Command::Positions(args) => positions::run(args),
        Command::Race(args) => race::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Watch(args) => watch::run(args),
        Command::Sequence(args) => sequence::run(args),
        Command::Season(args) => season::run(args),
        Command::Shipped(args) => shipped::run(args),
    }
}
