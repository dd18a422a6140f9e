//! `sixty-one-lab season`: a season that never was, to try the screens on.

use anyhow::bail;
use game::self_play::{Plan, SeasonGame, season};
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
    let (mut games, mut events, mut made) = (0, 0, Vec::new());
    for played in season(plan, wanted.seed) {
        let id = GameId::from_seed(wanted.seed.wrapping_mul(1 << 32).wrapping_add(u64::from(played.number)));
        events += played.game.events().len();
        games += 1;
        // Many games at once: nobody waits for single drops here.
        made.push((id, played));
        if made.len() == AT_ONCE {
            keep(&mut store, &mut made)?;
        }
    }
    keep(&mut store, &mut made)?;
    store.all_games()?;
    println!("{games} games with {events} events");
    Ok(())
}

/// So many games are stored at once.
const AT_ONCE: usize = 200;

/// Stores the games, each in acts of 64 events.
fn keep(store: &mut Store, made: &mut Vec<(GameId, SeasonGame)>) -> anyhow::Result<()> {
    let acts = made.iter().flat_map(|(id, played)| {
        let chunks = played.game.events().chunks(64).enumerate();
        chunks.map(|(i, act)| (*id, Timestamp(played.event_ms(i * 64)), act))
    });
    let acts: Vec<_> = acts.collect();
    store.append_games(&acts)?;
    made.clear();
    Ok(())
}
