//! `sixty-one-lab race`: works out a race table.

use crate::arena::duplicate::Quick;
use crate::arena::players::Greedy1;
use crate::arena::with_rules;
use adviser::engine::Engine;
use adviser::race::{Recipe, build};
use anyhow::Context as _;
use std::path::PathBuf;

/// Works out the chances to win a game from every score, and writes them to a file.
#[derive(Debug, clap::Args)]
pub(crate) struct RaceArgs {
    /// Rule set, with changes if any.
    #[arg(long, default_value = "pafos")]
    rules: String,
    /// Seats, 2 or (in pairs) 4.
    #[arg(long, default_value_t = 2)]
    seats: usize,
    /// Points between two rows of the table.
    #[arg(long, default_value_t = 1)]
    step: i16,
    /// Hands played for all scores far from the target.
    #[arg(long, default_value_t = 20_000)]
    far: usize,
    /// Hands played for each score near the target.
    #[arg(long, default_value_t = 1000)]
    near: usize,
    /// Distance that counts as near, in points.
    #[arg(long, default_value_t = 20)]
    reach: i16,
    /// Seed.
    #[arg(long, default_value_t = 61)]
    seed: u64,
    /// File to write.
    #[arg(long)]
    out: PathBuf,
}

/// Builds and writes the table.
///
/// # Errors
/// An unknown rule set, or the file cannot be written.
#[expect(clippy::print_stdout, reason = "the result is the command's output")]
pub(crate) fn run(args: &RaceArgs) -> anyhow::Result<()> {
    let spec = crate::arena::spec(&args.rules, args.seats, None)?;
    anyhow::ensure!(spec.sides() == 2, "race tables are for two sides");
    let recipe = Recipe { step: args.step, far: args.far, near: args.near, reach: args.reach, seed: args.seed };
    let race = with_rules!(Engine::new(spec), rules => build(&rules, &recipe, &mut Quick(Greedy1), |_| ()));
    std::fs::write(&args.out, race.to_bytes()).with_context(|| format!("writing {}", args.out.display()))?;
    let near = spec.target - spec.target / 10;
    for (a, b) in [(0, 0), (near, 0), (0, near), (near, near), (spec.target - 2, near), (spec.target - 1, near)] {
        println!("on {a} against {b}, leading: {:.3}", race.lead(a, b));
    }
    Ok(())
}
