//! `sixty-one-lab season`: a season that never was, to try the screens on.

use anyhow::bail;
use game::self_play::{Plan, season};
use sixty_one::store::{GameId, Store, Timestamp};
use std::path::PathBuf;

/// Plays a made-up season into an empty data folder, to try the screens on.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The data folder, which must be empty
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Evenings
    #[arg(long, default_value_t = 50)]
    sessions: u32,
    /// Matches an evening
    #[arg(long, default_value_t = 4)]
    games: u32,
    /// The same seed gives the same season
    #[arg(long, default_value_t = 61)]
    seed: u64,
}

/// Plays the season into the folder.
#[expect(clippy::print_stdout, reason = "the result is the command's output")]
pub(crate) fn run(wanted: &Args) -> anyhow::Result<()> {
    let mut store = Store::open(&wanted.data)?.store;
    if !store.game_ids()?.is_empty() {
        bail!("there are games in {} already; name an empty folder with --data", wanted.data.display());
    }
    let plan = Plan { sessions: wanted.sessions, games: wanted.games, ..Plan::YEAR };
    let (mut games, mut events) = (0, 0);
    for played in season(plan, wanted.seed) {
        let id = GameId::from_seed(wanted.seed.wrapping_mul(1 << 32).wrapping_add(u64::from(played.number)));
        // A game in few acts: nobody waits for single drops here.
        for (i, act) in played.game.events().chunks(64).enumerate() {
            store.append(id, act, Timestamp(played.event_ms(i * 64)))?;
        }
        games += 1;
        events += played.game.events().len();
    }
    store.all_games()?;
    println!("{games} games with {events} events");
    Ok(())
}
