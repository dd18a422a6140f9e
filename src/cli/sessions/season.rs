//! `sixty-one sessions season`: a season that never was, to try the screens on.

use super::say;
use crate::stats::season::{Plan, season};
use crate::store::{GameId, Store, Timestamp};
use anyhow::bail;
use std::path::Path;

/// What to make up.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
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

pub(super) fn run(args: &super::Args, folder: &Path, wanted: &Args) -> anyhow::Result<()> {
    let mut store = Store::open(folder)?.store;
    if !store.game_ids()?.is_empty() {
        bail!("there are games in {} already; name an empty folder with --data", folder.display());
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
    say(
        args,
        &format!("{games} games with {events} events"),
        || serde_json::json!({ "games": games, "events": events }),
    )
}
