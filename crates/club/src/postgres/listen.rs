//! Hears the changes of other servers on the same database, on a separate thread and connection.

use super::tls::Encrypted;
use super::{ANSWER, Way, connect_with};
use crate::ledger::LedgerNews;
use std::future::poll_fn;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::Sender;
use std::thread::Builder;
use std::time::Duration;
use store::MatchId;
use tokio::time::timeout;
use tokio_postgres::{AsyncMessage, Connection, Socket};

/// The channel of PostgreSQL's LISTEN and NOTIFY.
pub(super) const CHANNEL: &str = "sixty_one";
/// Channel word for a key made or withdrawn; a notice without a word is a list of games.
pub(super) const KEYS: &str = "keys";
/// The notice for a league saved or a fixture called.
pub(super) const BOOK: &str = "book";
/// The notice for a link made or withdrawn.
pub(super) const LINKS: &str = "links";
/// Most games in one notice.
pub(super) const MOST_GAMES: usize = 400;

/// After a failure it is tried again after so long.
const AGAIN: Duration = Duration::from_secs(1);
/// A connection that says nothing is asked whether it is there.
const QUIET: Duration = Duration::from_secs(10);

/// The listener's end.
struct Ear {
    way: Way,
    /// Database process that serves our own changes, which are ignored.
    own: Arc<AtomicI32>,
    news: Sender<LedgerNews>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

/// Listens until the receiver is gone.
pub(super) fn start(
    way: Way,
    own: Arc<AtomicI32>,
    news: Sender<LedgerNews>,
    wake: Arc<dyn Fn() + Send + Sync>,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let ear = Arc::new(Ear { way, own, news, wake });
    let listen = move || {
        // The other holder of the number is the record itself.
        while Arc::strong_count(&ear.own) > 1 {
            // A fault here is a fault of the record too, which reports it.
            let _lost = runtime.block_on(hear(&ear));
            std::thread::sleep(AGAIN);
        }
    };
    Builder::new().name("league news".to_owned()).spawn(listen)?;
    Ok(())
}

/// Hears until the connection is lost.
async fn hear(ear: &Arc<Ear>) -> Option<()> {
    let (client, connection) = connect_with(&ear.way).await.ok()?;
    let mut pump = tokio::spawn(pump(connection, Arc::clone(ear)));
    timeout(ANSWER, client.batch_execute(&format!("LISTEN {CHANNEL}"))).await.ok()?.ok()?;
    ear.tell(LedgerNews::Missed);
    // The pump ends with the connection.
    while timeout(QUIET, &mut pump).await.is_err() {
        let there = timeout(ANSWER, client.simple_query("")).await;
        if !matches!(there, Ok(Ok(_))) || Arc::strong_count(&ear.own) == 1 {
            pump.abort();
            return None;
        }
    }
    None
}

async fn pump(mut connection: Connection<Socket, Encrypted>, ear: Arc<Ear>) {
    while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
        let AsyncMessage::Notification(said) = message else { continue };
        if said.process_id() == ear.own.load(Ordering::Relaxed) {
            continue;
        }
        let games = || said.payload().split(',').filter_map(|id| id.parse::<MatchId>().ok()).collect();
        ear.tell(match said.payload() {
            KEYS => LedgerNews::Keys,
            BOOK => LedgerNews::Book,
            LINKS => LedgerNews::Links,
            _ => LedgerNews::Games(games()),
        });
    }
}

impl Ear {
    fn tell(&self, news: LedgerNews) {
        if self.news.send(news).is_ok() {
            (self.wake)();
        }
    }
}
