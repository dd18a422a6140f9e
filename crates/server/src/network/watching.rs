//! Streams of news: a snapshot after each change, always the newest, until the link is closed.

use super::negotiation::spoken;
use super::shared::{Ends, ListenerState};
use crate::club::{BoardPart, Boards, Topic};
use crate::guests::{Guest, GuestPlace, device};
use crate::limits::PING;
use crate::rights::{LinkKind, Links};
use crate::snapshot::{NewsPart, Snapshot};
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream;
use language::say;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::SystemTime;
use tokio::sync::watch;
use tokio::time::Instant;

/// The news that a listener follows.
pub(crate) enum News {
    /// The table of this program.
    Table(watch::Receiver<Arc<Snapshot>>, NewsPart),
    /// Boards of a club's server.
    Board { boards: Boards, topic: Topic, part: BoardPart, heard: watch::Receiver<u64>, last: Option<Instant> },
}

impl News {
    pub(crate) fn of_table(shared: &ListenerState, part: NewsPart) -> Self {
        let mut snapshots = shared.snapshots.clone();
        snapshots.mark_changed();
        Self::Table(snapshots, part)
    }

    pub(crate) fn of_board(boards: &Boards, topic: Topic, part: BoardPart) -> Self {
        let heard = boards.listen(&topic);
        Self::Board { boards: boards.clone(), topic, part, heard, last: None }
    }

    /// The next event; `None` at the end.
    async fn next(&mut self) -> Option<Bytes> {
        match self {
            Self::Table(snapshots, part) => {
                snapshots.changed().await.ok()?;
                Some(snapshots.borrow_and_update().event(*part))
            }
            Self::Board { boards, topic, part, heard, last } => {
                heard.changed().await.ok()?;
                // A listener interrupted during the pause has not heard it yet.
                heard.mark_changed();
                if let Some(last) = last {
                    tokio::time::sleep_until(*last + topic.pause()).await;
                }
                heard.mark_unchanged();
                *last = Some(Instant::now());
                let (snapshot, bytes) = boards.print(topic, *part);
                if let BoardPart::Feed(after) = part {
                    *after = snapshot;
                }
                Some(bytes)
            }
        }
    }
}

/// A stream and what ends it.
struct Listening {
    news: News,
    links: watch::Receiver<Links>,
    kind: LinkKind,
    secret: String,
    _place: GuestPlace,
}

/// Answers with a stream of news.
pub(crate) fn listen(
    shared: &ListenerState,
    ends: Ends,
    (kind, secret): (LinkKind, String),
    news: News,
    headers: &HeaderMap,
) -> Response {
    if shared.guests.len() >= shared.limits.guests {
        return (StatusCode::SERVICE_UNAVAILABLE, say!("too many are connected")).into_response();
    }
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let guest = Guest { kind, from: ends.from, device: device(agent), since: SystemTime::now() };
    let place = shared.guests.enter(guest);
    let start = Listening { news, links: shared.links.clone(), kind, secret, _place: place };
    let language = language::current();
    let events = stream::unfold(start, move |mut listening| async move {
        let event = spoken(language, listening.next()).await?;
        Some((Ok::<Bytes, Infallible>(event), listening))
    });
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(events)).into_response()
}

impl Listening {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            tokio::select! {
                event = self.news.next() => return event,
                changed = self.links.changed() => {
                    changed.ok()?;
                    if !self.links.borrow_and_update().opens(self.kind, &self.secret) {
                        return None;
                    }
                }
                () = tokio::time::sleep(PING) => return Some(Bytes::from_static(b"event: ping\ndata: \n\n")),
            }
        }
    }
}
