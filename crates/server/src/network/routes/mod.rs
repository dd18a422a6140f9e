//! Routes: the answer to each address. Everything except the page that asks for the secret is behind a secret.

mod club;
mod enter;
mod form;
mod phone;
mod season;
mod see;

use self::form::{field, fields, html};
use super::bodies::with_room;
use super::guard::guard;
use super::shared::{Ends, ListenerState};
use crate::club::MessageContent;
use crate::page::{EYE_SCRIPT, HAND_SCRIPT, ICON, SCRIPT, front_page, style_sheet};
use crate::rights::{LinkKind, typed_code};
use axum::extract::{DefaultBodyLimit, RawForm, State};
use axum::http::{StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Router};
use language::{say, sentence};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

/// A form of the secretary is no longer.
const MOST_FORM: usize = 64 * 1024;

/// Everything that can be asked.
pub(crate) fn router(shared: &ListenerState) -> Router {
    let limits = shared.limits;
    let bounded = |bytes: usize, routes: Router<ListenerState>| {
        routes.layer(DefaultBodyLimit::max(bytes)).layer(RequestBodyLimitLayer::new(bytes))
    };
    let pages = Router::new()
        .route("/", get(front).post(knock))
        .route("/page.css", sheet())
        .route("/icon.svg", icon())
        .route("/{kind}/{secret}", get(slash))
        .route("/{kind}/{secret}/page.css", sheet())
        .route("/{kind}/{secret}/icon.svg", icon())
        .route("/{kind}/{secret}/page.js", script(SCRIPT))
        .route("/{kind}/{secret}/eye.js", script(EYE_SCRIPT))
        .route("/{kind}/{secret}/hand.js", script(HAND_SCRIPT))
        .route("/{kind}/{secret}/", get(see::front))
        .route("/{kind}/{secret}/news", get(see::news))
        .route("/{kind}/{secret}/now", get(see::now))
        .route("/{kind}/{secret}/feed", get(see::feed))
        .route("/{kind}/{secret}/act", post(enter::act))
        .route("/{kind}/{secret}/alive", post(phone::alive))
        .route("/{kind}/{secret}/hand", post(phone::hand));
    let roomy = || from_fn_with_state(shared.clone(), with_room);
    let pictures = Router::new().route("/{kind}/{secret}/photo", post(phone::photo)).layer(roomy());
    let messages = Router::new()
        .route("/{kind}/{secret}/games", club::messages(MessageContent::Games))
        .route("/{kind}/{secret}/have", club::messages(|body| MessageContent::Have(club::ids(&body))))
        .route("/{kind}/{secret}/gone", club::messages(|body| MessageContent::Gone(club::ids(&body))))
        .route("/{kind}/{secret}/named", club::messages(|body| MessageContent::Named(club::ids(&body))))
        .layer(roomy());
    let secretary = Router::new()
        .route("/{kind}/{secret}/secretary", get(club::secretary_front).post(club::secretary_act))
        .route("/{kind}/{secret}/sheet.pdf", get(club::secretary_paper))
        .route("/{kind}/{secret}/season", get(season::season).post(season::record))
        .route("/{kind}/{secret}/season.csv", get(season::list))
        .route("/{kind}/{secret}/season.ics", get(season::calendar))
        .route("/{kind}/{secret}/captain", post(season::captain));
    let around = ServiceBuilder::new()
        .layer(CatchPanicLayer::new())
        .layer(from_fn_with_state(shared.clone(), guard))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.answer));
    bounded(limits.body, pages)
        .merge(bounded(limits.picture, pictures))
        .merge(bounded(limits.message, messages))
        .merge(bounded(MOST_FORM, secretary))
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(around)
        .with_state(shared.clone())
}

fn sheet() -> MethodRouter<ListenerState> {
    get(|| async { ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], style_sheet()) })
}

fn script(text: &'static str) -> MethodRouter<ListenerState> {
    get(move || async move { ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], text) })
}

fn icon() -> MethodRouter<ListenerState> {
    get(|| async { ([(header::CONTENT_TYPE, "image/svg+xml")], ICON) })
}

async fn slash(uri: Uri) -> Redirect {
    Redirect::permanent(&format!("{}/", uri.path()))
}

/// For a television: the address is short, the secret is typed here.
async fn front() -> Response {
    html(front_page(""))
}

/// A code was typed, or a whole link pasted.
async fn knock(
    State(shared): State<ListenerState>,
    Extension(ends): Extension<Ends>,
    RawForm(form): RawForm,
) -> Response {
    let fields = fields(&form);
    let code = typed_code(field(&fields, "code").unwrap_or_default()).map(|code| code.to_string());
    let opened = code.and_then(|code| {
        let links = shared.links.borrow();
        LinkKind::ALL.into_iter().find(|kind| links.opens(*kind, &code)).map(|kind| (kind, code))
    });
    match opened {
        Some((kind, code)) => Redirect::to(&format!("/{}/{code}/", kind.letter())).into_response(),
        None => {
            shared.notices.tell(ends.from, sentence!("tried an unknown link"));
            let words = say!("Unknown code. Check that it matches the one the table shows.");
            (StatusCode::FORBIDDEN, html(front_page(words))).into_response()
        }
    }
}
