//! Routes for the state of a table, or a club's boards, and their event streams.

use super::super::link::{Link, ToHear, ToSee, ToWatch};
use super::super::shared::{Ends, ListenerState};
use super::super::watching::{News, listen};
use super::club::secretary_html;
use super::enter::fresh_number;
use super::form::{html, json, league_of, query};
use super::season::season_html;
use crate::club::{BoardPart, Topic, board_page};
use crate::page::{
    EyeWay, HandForm, ScoreLook, coded, enter_page, eye_page, hand_page, note_page, score_live, score_page,
};
use crate::rights::LinkKind;
use crate::snapshot::{NewsPart, json_of};
use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use language::say;

/// The page of a link.
pub(super) async fn front(
    State(shared): State<ListenerState>,
    Extension(ends): Extension<Ends>,
    link: Link<ToSee>,
    uri: Uri,
) -> Response {
    let snapshot = shared.snapshots.borrow().clone();
    let look = ScoreLook::of_query(uri.query().unwrap_or_default());
    html(match link.kind {
        LinkKind::Watch if shared.boards.begun() => board_front(&shared, &uri, look),
        LinkKind::Watch => {
            score_page(&score_live(snapshot.shown.game.as_deref(), snapshot.shown.unsaved), look, "news?page=score")
        }
        LinkKind::Enter => enter_page(&snapshot.shown, &fresh_number(), ""),
        LinkKind::Camera => eye_page(&eye_way(&shared, ends, &uri)),
        LinkKind::Hand => hand_page(&snapshot.shown, &HandForm::default()),
        LinkKind::Secretary => secretary_html(&shared, league_of(&uri).as_deref(), &Ok(String::new()), &[]),
        LinkKind::Captain => season_html(&shared, (link.kind, &link.secret), &uri),
        LinkKind::Join => {
            let link = format!("http://{}{}", ends.here, uri.path());
            let words = say!(
                "This link is for the program at a table. Start it there: {command}",
                command = format!("sixty-one join {link} --table \"Table 3\"")
            );
            note_page(say!("For tables"), &words)
        }
    })
}

/// The page of a board, or of one of its tables.
fn board_front(shared: &ListenerState, uri: &Uri, look: ScoreLook) -> String {
    let topic = topic_of(LinkKind::Watch, uri);
    let named = match &topic {
        Topic::Everything | Topic::Secretary(_) | Topic::Tonight(_) => String::new(),
        Topic::Club(club) => format!("&club={}", coded(club)),
        Topic::Table(name) => format!("&club={}&table={}", coded(&name.club), coded(&name.table)),
    };
    let news = format!("news?page=score{named}");
    if let Topic::Table(name) = &topic {
        return score_page(&shared.boards.table(name), look, &news);
    }
    let (title, live) = shared.boards.page_of(&topic);
    board_page(&title, live, &news, look)
}

/// The topic of an address: the kind of link decides whether the secretary's is shown.
fn topic_of(kind: LinkKind, uri: &Uri) -> Topic {
    match Topic::of_fields(&query(uri)) {
        tonight @ Topic::Tonight(_) => tonight,
        _ if kind == LinkKind::Secretary => Topic::Secretary(league_of(uri)),
        other => other,
    }
}

/// Returns how a phone reached the camera's page.
fn eye_way(shared: &ListenerState, ends: Ends, uri: &Uri) -> EyeWay {
    match (ends.secure, shared.certified) {
        (true, _) => EyeWay::Secure,
        (false, true) => EyeWay::Plain { secure: Some(format!("https://{}{}", ends.here, uri.path())) },
        (false, false) => EyeWay::Plain { secure: None },
    }
}

/// The part that a link may see.
fn part_of(kind: LinkKind, uri: &Uri) -> Option<NewsPart> {
    match (kind, uri.query().unwrap_or_default().split('&').next()?) {
        (LinkKind::Enter, "page=enter") => Some(NewsPart::Enter),
        (LinkKind::Hand, "page=hand") => Some(NewsPart::Hand),
        (LinkKind::Watch | LinkKind::Secretary, "page=tonight") => Some(NewsPart::Score),
        (LinkKind::Watch | LinkKind::Enter, "page=score") | (LinkKind::Secretary, "page=secretary") => {
            Some(NewsPart::Score)
        }
        _ => None,
    }
}

/// Returns the current state, for browsers without event streams.
pub(super) async fn now(State(shared): State<ListenerState>, link: Link<ToHear>, uri: Uri) -> Response {
    let Some(part) = part_of(link.kind, &uri) else { return StatusCode::NOT_FOUND.into_response() };
    if shared.boards.begun() {
        return json(json_of(&shared.boards.print(&topic_of(link.kind, &uri), BoardPart::Live).1));
    }
    json(shared.snapshots.borrow().json(part))
}

pub(super) async fn news(
    State(shared): State<ListenerState>,
    Extension(ends): Extension<Ends>,
    link: Link<ToHear>,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    let Some(part) = part_of(link.kind, &uri) else { return StatusCode::NOT_FOUND.into_response() };
    let news = if shared.boards.begun() {
        News::of_board(&shared.boards, topic_of(link.kind, &uri), BoardPart::Live)
    } else {
        News::of_table(&shared, part)
    };
    listen(&shared, ends, (link.kind, link.secret), news, &headers)
}

pub(super) async fn feed(
    State(shared): State<ListenerState>,
    Extension(ends): Extension<Ends>,
    link: Link<ToWatch>,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    let news = if shared.boards.begun() {
        News::of_board(&shared.boards, topic_of(link.kind, &uri), BoardPart::Feed(0))
    } else {
        News::of_table(&shared, NewsPart::Feed)
    };
    listen(&shared, ends, (link.kind, link.secret), news, &headers)
}
