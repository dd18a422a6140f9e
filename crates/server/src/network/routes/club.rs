//! Routes for tables of a club evening and its secretary.

use super::super::link::{Link, ToCall, ToJoin};
use super::super::shared::{Ends, ListenerState};
use super::form::{field, fields, html, league_of, query};
use crate::club::{
    MessageContent, MessageRefusal, SecretarySaid, SecretaryWish, ask_secretary, hand_over, new_key_page,
    new_link_page, secretary_page, wish_of,
};
use crate::page::sorry_page;
use axum::Extension;
use axum::extract::{RawForm, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodRouter, post};
use bytes::Bytes;
use language::say;

pub(super) fn secretary_html(
    shared: &ListenerState,
    league: Option<&str>,
    said: &Result<String, String>,
    typed: &[(String, String)],
) -> String {
    let (title, evening) = shared.boards.evening();
    secretary_page(&title, &evening, league, said, typed)
}

/// Shows the page again, for a reload after a form.
pub(super) async fn secretary_front(State(shared): State<ListenerState>, _link: Link<ToCall>, uri: Uri) -> Response {
    html(secretary_html(&shared, league_of(&uri).as_deref(), &Ok(String::new()), &[]))
}

/// The secretary calls, withdraws, or saves a league. Every one of these twice is the same as once.
pub(super) async fn secretary_act(
    State(shared): State<ListenerState>,
    _link: Link<ToCall>,
    RawForm(form): RawForm,
) -> Response {
    let fields = fields(&form);
    let said = match wish_of(&fields) {
        Some(wish) => ask_secretary(&shared.to_secretary, &*shared.wake, wish).await,
        None => Err(say!("the form can't be understood").to_owned()),
    };
    let said = match said {
        Ok(SecretarySaid::Words(words)) => Ok(words),
        Ok(SecretarySaid::Paper(_) | SecretarySaid::Begun(_)) => Ok(String::new()),
        // The page's own address is of no use any more.
        Ok(SecretarySaid::Link { kind, address }) => return html(new_link_page(kind, &address, None)),
        Ok(SecretarySaid::Key { club, key }) => return html(new_key_page(&club, &key)),
        Err(why) => Err(why),
    };
    let league = field(&fields, "league").or_else(|| field(&fields, "name"));
    html(secretary_html(&shared, league, &said, &fields))
}

/// A sheet to print: the evening's matches, or the table of `?league=`.
pub(super) async fn secretary_paper(State(shared): State<ListenerState>, _link: Link<ToCall>, uri: Uri) -> Response {
    let wish = league_of(&uri).map_or(SecretaryWish::Card, SecretaryWish::Standings);
    match ask_secretary(&shared.to_secretary, &*shared.wake, wish).await {
        Ok(SecretarySaid::Paper(pdf)) => ([(header::CONTENT_TYPE, "application/pdf")], pdf).into_response(),
        Ok(SecretarySaid::Link { .. } | SecretarySaid::Begun(_) | SecretarySaid::Key { .. }) => {
            html(sorry_page(say!("Nothing to print"), ""))
        }
        Ok(SecretarySaid::Words(why)) | Err(why) => html(sorry_page(say!("Nothing to print"), &why)),
    }
}

/// Answers messages of a table: its games, questions how many of their events are here, deleted games.
pub(super) fn messages(content: fn(Bytes) -> MessageContent) -> MethodRouter<ListenerState> {
    let answer =
        async move |State(shared): State<ListenerState>,
                    Extension(ends): Extension<Ends>,
                    _link: Link<ToJoin>,
                    uri: Uri,
                    headers: HeaderMap,
                    body: Bytes| message(&shared, ends, (&uri, &headers), content(body)).await;
    post(answer)
}

/// Returns the games that a message names, one per line.
pub(super) fn ids(body: &Bytes) -> Vec<String> {
    String::from_utf8_lossy(body).lines().take(MOST_IDS).map(str::to_owned).collect()
}

/// Most games in one request.
const MOST_IDS: usize = 1000;

async fn message(
    shared: &ListenerState,
    ends: Ends,
    (uri, headers): (&Uri, &HeaderMap),
    content: MessageContent,
) -> Response {
    let fields = query(uri);
    let named = field(&fields, "table").unwrap_or_default();
    let table: String = named.trim().chars().filter(|c| !c.is_control()).take(40).collect();
    if table.is_empty() {
        return (StatusCode::BAD_REQUEST, say!("enter a name for the table")).into_response();
    }
    let by = field(&fields, "by").unwrap_or_default().chars().take(16).collect();
    let key = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let key = key.filter(|key| key.len() <= 64).map(str::to_owned);
    match hand_over((&shared.to_club, &shared.waiting), &*shared.wake, (table, key, ends.from, by), content).await {
        Ok(answer) => answer.into_response(),
        Err(why) => {
            let status = match &why {
                MessageRefusal::Wrong(_) => StatusCode::CONFLICT,
                MessageRefusal::Key(_) => StatusCode::UNAUTHORIZED,
                MessageRefusal::Later(_) => StatusCode::SERVICE_UNAVAILABLE,
            };
            (status, why.to_string()).into_response()
        }
    }
}
