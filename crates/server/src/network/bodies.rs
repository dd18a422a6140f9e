//! Room for the bodies of requests: however many send large ones at once, what is in memory of them is bounded.

use super::shared::ListenerState;
use axum::body::HttpBody as _;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use language::say;
use std::sync::Arc;

/// Takes room for a body before any of it is read, until its request is answered; without room it may be sent again.
pub(super) async fn with_room(State(shared): State<ListenerState>, request: Request, next: Next) -> Response {
    // At most what is announced comes, or what may come at all.
    let most = request.body().size_hint().upper().and_then(|most| usize::try_from(most).ok());
    let bytes = most.unwrap_or(usize::MAX).min(shared.limits.bodies);
    let room =
        u32::try_from(bytes).ok().and_then(|bytes| Arc::clone(&shared.bodies).try_acquire_many_owned(bytes).ok());
    let Some(_room) = room else {
        let words = say!("too much is being sent at once: try again in a moment");
        return (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "1")], words).into_response();
    };
    next.run(request).await
}
