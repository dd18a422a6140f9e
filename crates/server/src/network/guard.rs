//! Checks on each request, the cheapest first, and the headers that limit what a page may do.

#![expect(clippy::result_large_err, reason = "a refusal is the answer itself, made once a request")]

use super::crowd::Counted;
use super::link::OpenedLink;
use super::negotiation::{of_guest, spoken};
use super::shared::{Ends, ListenerState, RequestKind};
use crate::page::sorry_page;
use crate::rights::{Asking, LinkKind, check_host};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use language::{say, sentence, within};
use std::sync::Arc;

const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' blob:; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Seconds after which a refused client should ask again.
const WAIT: u32 = 5;

/// Checks who asks, and says to the browser what a page may do.
pub(super) async fn guard(State(shared): State<ListenerState>, mut request: Request, next: Next) -> Response {
    let Some(mut ends) = request.extensions().get::<Ends>().copied() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    if let Some(public) = &shared.public {
        let forwarded = request.headers().get_all("x-forwarded-for").iter().map(HeaderValue::as_bytes);
        ends.from = public.asks_for(ends.from, forwarded);
        request.extensions_mut().insert(ends);
    }
    let language = of_guest(request.headers());
    let mut response = match within(language, || admitted(&shared, &ends, &request)) {
        Ok(link) => {
            if let Some(link) = link {
                request.extensions_mut().insert(link);
            }
            spoken(language, next.run(request)).await
        }
        Err(refusal) => refusal,
    };
    protect(response.headers_mut(), ends.secure);
    response
}

fn protect(headers: &mut HeaderMap, secure: bool) {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        // Forms name their origin to their own site only; the secret in the address goes nowhere.
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    // By http browsers heed it nowhere, and complain.
    if secure {
        headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    }
}

/// Addresses that need no link.
const PUBLIC: [&str; 3] = ["/", "/page.css", "/icon.svg"];

/// The link that a request came by, where it needs one; or why it goes no further. What a browser marks as another site's is
/// refused before it counts, and what comes without a right link counts apart from what comes by one.
fn admitted(shared: &ListenerState, ends: &Ends, request: &Request) -> Result<Option<OpenedLink>, Response> {
    other_site(shared, ends, request)?;
    let path = request.uri().path();
    let mut parts = path.split('/').skip(1);
    let kind = parts.next().and_then(LinkKind::of_letter);
    let secret = parts.next().unwrap_or_default();
    let link = kind.filter(|kind| shared.links.borrow().opens(*kind, secret));
    let asks = match (link, PUBLIC.contains(&path), request.method() == Method::POST) {
        (Some(_), ..) => RequestKind::Link,
        (None, true, false) => RequestKind::Front,
        (None, true, true) => RequestKind::Code,
        (None, false, _) => RequestKind::Wrong,
    };
    if !shared.may_ask(ends.from, asks) {
        return Err(wait(StatusCode::TOO_MANY_REQUESTS));
    }
    if let Some(kind) = link {
        let counted = request.extensions().get::<Arc<Counted>>();
        if counted.is_some_and(|counted| !counted.is_welcome()) {
            shared.notices.tell(ends.from, sentence!("has too many open connections: a new one was rejected"));
            return Err(wait(StatusCode::SERVICE_UNAVAILABLE));
        }
        return Ok(Some(OpenedLink { kind, secret: secret.to_owned() }));
    }
    if PUBLIC.contains(&path) {
        return Ok(None);
    }
    if kind.is_none() {
        return Err(sorry(StatusCode::NOT_FOUND, say!("No such page"), say!("There is nothing at this address.")));
    }
    shared.notices.tell(ends.from, sentence!("tried an unknown link"));
    let words = match kind {
        Some(LinkKind::Captain) => say!("The secretary has made a new one for this team. Ask the secretary for it."),
        Some(LinkKind::Secretary) => say!("It was replaced by a new one. Ask who runs the server for it."),
        _ => say!("It was withdrawn, or its match is over. Ask at the table for a new one."),
    };
    Err(sorry(StatusCode::FORBIDDEN, say!("This link no longer works"), words))
}

/// A request for another name than this machine's, or by a page of another site.
fn other_site(shared: &ListenerState, ends: &Ends, request: &Request) -> Result<(), Response> {
    let headers = request.headers();
    let refuse = |what: &'static str, words: &str| {
        shared.notices.tell(ends.from, what);
        Err(sorry(StatusCode::FORBIDDEN, say!("Not open"), words))
    };
    // Behind a proxy the world's name for the server is one of its names.
    let mut hosts = headers.get_all(header::HOST).iter();
    let world = shared
        .public
        .as_ref()
        .filter(|public| matches!((hosts.next(), hosts.next()), (Some(host), None) if public.is_host(host.as_bytes())));
    if world.is_none()
        && let Err(why) = check_host(headers.get_all(header::HOST).iter().map(HeaderValue::as_bytes), ends.here)
    {
        return refuse(sentence!("sent a request addressed to another machine"), &why.to_string());
    }
    let named = |name: &'static str| headers.get(name).map(HeaderValue::as_bytes);
    let asking = Asking {
        origin: named("origin"),
        site: named("sec-fetch-site"),
        // A link on another page may lead here; nothing else may come from there.
        visit: *request.method() == Method::GET
            && named("sec-fetch-mode") == Some(b"navigate")
            && named("sec-fetch-dest").is_none_or(|dest| dest == b"document"),
    };
    let checked = match world {
        Some(public) => public.check_origin(&asking),
        None => asking.check(ends.here, ends.secure),
    };
    checked.or_else(|why| refuse(sentence!("sent a request from a page of another site"), &why.to_string()))
}

fn sorry(status: StatusCode, title: &str, words: &str) -> Response {
    (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], sorry_page(title, words)).into_response()
}

/// Too much at once: why, and when to come again.
fn wait(status: StatusCode) -> Response {
    let words = match status {
        StatusCode::TOO_MANY_REQUESTS => {
            say!("Too many requests came from your network. This page loads again in a few seconds.")
        }
        _ => say!("Too many phones are connected from your network. This page loads again in a few seconds."),
    };
    let mut response = sorry(status, say!("One moment"), words);
    for name in ["retry-after", "refresh"] {
        response.headers_mut().insert(name, HeaderValue::from(WAIT));
    }
    response
}

/// Answers a connection for which there is no room.
pub(super) fn full(headers: &HeaderMap) -> Response {
    let mut response = within(of_guest(headers), || wait(StatusCode::SERVICE_UNAVAILABLE));
    protect(response.headers_mut(), false);
    response
}
