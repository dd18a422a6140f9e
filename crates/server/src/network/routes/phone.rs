//! A phone that is the camera, and one that asks for advice on its holder's hand.

use super::super::link::{Link, ToAskAdvice, ToFilm, ToSendPictures};
use super::super::shared::ListenerState;
use super::form::{field, fields, html, json, query};
use crate::hand::{HandSaid, HandWish, NO_PRACTICE, ask_hand};
use crate::page::{HandForm, hand_page};
use crate::pictures::phone_name;
use crate::rights::LinkKind;
use axum::extract::{RawForm, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use game::Seat;
use language::{said, say, say_count};

/// A phone that is the camera sends a picture.
pub(super) async fn photo(
    State(shared): State<ListenerState>,
    link: Link<ToSendPictures>,
    uri: Uri,
    jpeg: Bytes,
) -> Response {
    if !jpeg.starts_with(&[0xff, 0xd8, 0xff]) {
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, say!("this is not a JPEG picture")).into_response();
    }
    if link.kind == LinkKind::Hand {
        return read_hand(&shared, jpeg).await;
    }
    heard(&shared, &uri, Some(jpeg))
}

/// A picture of a hand: its tiles, for the phone that sent it.
async fn read_hand(shared: &ListenerState, jpeg: Bytes) -> Response {
    let answer = if is_practice(shared) {
        ask_hand(&shared.to_hands, &*shared.wake, HandWish::Read(jpeg)).await
    } else {
        Err(said(NO_PRACTICE).to_owned())
    };
    let body = match answer {
        Ok(HandSaid::Tiles(tiles)) => {
            let said = match tiles.len() {
                0 => say!("No tile was found in the picture: tap the tiles, or take another picture.").to_owned(),
                n if tiles.iter().any(|(_, doubtful)| *doubtful) => {
                    say_count!(
                        n,
                        "{n} tile was read: check it, its edge is dashed.",
                        "{n} tiles were read: check those with a dashed edge."
                    )
                }
                n => say_count!(n, "{n} tile was read. Is it right?", "{n} tiles were read. Are they right?"),
            };
            let tiles: Vec<_> = tiles
                .iter()
                .map(|(tile, doubtful)| serde_json::json!({ "tile": tile.to_string(), "doubtful": doubtful }))
                .collect();
            serde_json::json!({ "tiles": tiles, "said": said })
        }
        Ok(HandSaid::Moves(_)) => serde_json::json!({ "said": say!("the table did not answer: try again") }),
        Err(why) => serde_json::json!({ "said": why }),
    };
    json(body.to_string())
}

fn is_practice(shared: &ListenerState) -> bool {
    shared.shown.borrow().game.as_deref().is_some_and(|game| game.setup().practice)
}

/// A phone asks what its holder should play.
pub(super) async fn hand(
    State(shared): State<ListenerState>,
    _link: Link<ToAskAdvice>,
    RawForm(form): RawForm,
) -> Response {
    let fields = fields(&form);
    let named = |wanted: &'static str| fields.iter().filter(move |(name, _)| name == wanted).map(|(_, value)| value);
    let seat: Option<Seat> = named("seat").next().and_then(|seat| seat.parse().ok());
    let tiles = named("tile").filter_map(|tile| tile.parse().ok()).collect();
    let mut page = HandForm { seat, tiles, ..HandForm::default() };
    let answer = match seat {
        Some(_) if !is_practice(&shared) => Err(said(NO_PRACTICE).to_owned()),
        Some(seat) => ask_hand(&shared.to_hands, &*shared.wake, HandWish::Advise { seat, tiles }).await,
        None => Err(say!("whose hand is it?").to_owned()),
    };
    match answer {
        Ok(HandSaid::Moves(moves)) => page.moves = moves,
        Ok(HandSaid::Tiles(_)) => say!("the table did not answer: try again").clone_into(&mut page.said),
        Err(why) => page.said = why,
    }
    let snapshot = shared.snapshots.borrow().clone();
    html(hand_page(&snapshot.shown, &page))
}

/// A phone that is the camera is still there.
pub(super) async fn alive(State(shared): State<ListenerState>, _link: Link<ToFilm>, uri: Uri) -> Response {
    heard(&shared, &uri, None)
}

fn heard(shared: &ListenerState, uri: &Uri, jpeg: Option<Bytes>) -> Response {
    let fields = query(uri);
    let name = phone_name(field(&fields, "name").unwrap_or_default());
    let live = field(&fields, "live").is_some();
    match shared.pictures.hear(&name, jpeg.map(|jpeg| (jpeg, live))) {
        Some(true) => say!("The table is watching through this phone.").into_response(),
        Some(false) => {
            say!("The table is not using this phone yet: at the table, choose phone:{name} as the camera.", name)
                .into_response()
        }
        None => (StatusCode::SERVICE_UNAVAILABLE, say!("too many phones act as cameras")).into_response(),
    }
}
