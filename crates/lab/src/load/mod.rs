//! `sixty-one-lab load`: how long from a drop until everybody sees it, at one table or in a league.

mod league;
mod link;
mod table;

/// Measures how long a drop takes to everybody who watches.
#[derive(Debug, clap::Args)]
pub(crate) struct LoadArgs {
    #[command(subcommand)]
    place: LoadPlace,
}

#[derive(Debug, clap::Subcommand)]
enum LoadPlace {
    Table(table::TableLoadArgs),
    League(league::LeagueLoadArgs),
}

/// Runs the command.
pub(crate) fn run(args: &LoadArgs) -> anyhow::Result<()> {
    match &args.place {
        LoadPlace::Table(args) => table::run(args),
        LoadPlace::League(args) => league::run(args),
    }
}
