//! What is answered to which address. Everything lies behind a secret but the page that asks for it.

use crate::boards::{BoardPart, Topic};
use crate::club::{ParcelContent, ParcelRefusal, hand_over};
use crate::desk::{AskNumber, PhoneAnswer};
use crate::edition::{NewsPart, json_of};
use crate::hand::{HandSaid, HandWish, NO_PRACTICE, ask_hand};
use crate::pad::{AT_A_PHONE, Entered, Meant, understand};
use crate::page::{
    EYE_SCRIPT, EyeWay, HAND_SCRIPT, HandForm, ICON, SCRIPT, ScoreLook, board_page, choose_page, coded, enter_page,
    eye_page, hand_page, score_live, score_page, secretary_page, sorry_page, style_sheet,
};
use crate::pictures::phone_name;
use crate::rights::{LinkKind, check_host, check_origin};
use crate::secretary::{SecretarySaid, SecretaryWish, ask_secretary, wish_of};
use crate::shared::{DoorState, Ends};
use crate::tongue::{of_guest, spoken};
use crate::watching::{News, listen};
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Path, RawForm, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use bytes::Bytes;
use game::Seat;
use language::{said, say, sentence, within};
use percent_encoding::percent_decode;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' blob:; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Everything that can be asked.
pub(crate) fn router(shared: &DoorState) -> Router {
    let limits = shared.limits;
    let linked = Router::new()
        .route("/{kind}/{secret}/", get(front))
        .route("/{kind}/{secret}/news", get(news))
        .route("/{kind}/{secret}/now", get(now))
        .route("/{kind}/{secret}/feed", get(feed))
        .route("/{kind}/{secret}/act", post(act))
        .route("/{kind}/{secret}/page.css", get(sheet))
        .route("/{kind}/{secret}/page.js", get(script))
        .route("/{kind}/{secret}/icon.svg", get(icon))
        .route("/{kind}/{secret}/alive", post(alive))
        .route("/{kind}/{secret}/eye.js", get(eye_script))
        .route("/{kind}/{secret}/hand.js", get(hand_script))
        .route("/{kind}/{secret}/hand", post(hand))
        .route("/{kind}/{secret}", get(slash))
        .route("/", get(door).post(knock))
        .route("/page.css", get(sheet))
        .route("/icon.svg", get(icon))
        .layer(RequestBodyLimitLayer::new(limits.body));
    // A picture is larger than anything else.
    let pictures = Router::new()
        .route("/{kind}/{secret}/photo", post(photo))
        .layer(DefaultBodyLimit::max(limits.picture))
        .layer(RequestBodyLimitLayer::new(limits.picture));
    let parcels = Router::new()
        .route("/{kind}/{secret}/games", post(games))
        .route("/{kind}/{secret}/have", post(have))
        .layer(DefaultBodyLimit::max(limits.parcel))
        .layer(RequestBodyLimitLayer::new(limits.parcel));
    let secretary = Router::new()
        .route("/{kind}/{secret}/secretary", get(secretary_front).post(secretary_act))
        .route("/{kind}/{secret}/sheet.pdf", get(secretary_paper))
        .layer(RequestBodyLimitLayer::new(MOST_FORM));
    let around = ServiceBuilder::new()
        .layer(CatchPanicLayer::new())
        .layer(from_fn_with_state(shared.clone(), guard))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, limits.answer));
    Router::new()
        .merge(linked)
        .merge(pictures)
        .merge(parcels)
        .merge(secretary)
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(around)
        .with_state(shared.clone())
}

/// Checks who asks, and says to the browser what a page may do.
async fn guard(State(shared): State<DoorState>, mut request: Request, next: Next) -> Response {
    let Some(mut ends) = request.extensions().get::<Ends>().copied() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    if let Some(public) = &shared.public {
        let forwarded = request.headers().get_all("x-forwarded-for").iter().map(HeaderValue::as_bytes);
        ends.from = public.asks_for(ends.from, forwarded);
        request.extensions_mut().insert(ends);
    }
    let language = of_guest(request.headers());
    let mut response = match within(language, || refused(&shared, &ends, &request)) {
        None => spoken(language, next.run(request)).await,
        Some(refusal) => refusal,
    };
    let headers = response.headers_mut();
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
    if ends.secure {
        headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    }
    response
}

/// Whose request it is, in order of what costs least to find out.
fn refused(shared: &DoorState, ends: &Ends, request: &Request) -> Option<Response> {
    let headers = request.headers();
    let hosts = headers.get_all(header::HOST).iter().map(HeaderValue::as_bytes);
    let sorry = |what: &'static str, words: &str| {
        shared.notices.tell(ends.from, what);
        Some((StatusCode::FORBIDDEN, html(sorry_page(say!("Not open"), words))).into_response())
    };
    // Behind a proxy the world's name for the server is one of its names.
    let world = shared.public.as_ref().filter(|public| {
        let mut hosts = headers.get_all(header::HOST).iter();
        matches!((hosts.next(), hosts.next()), (Some(host), None) if public.is_host(host.as_bytes()))
    });
    if world.is_none()
        && let Err(why) = check_host(hosts, ends.here)
    {
        return sorry(sentence!("asked for another name than this machine's address"), &why.to_string());
    }
    if !shared.may_ask(ends.from) {
        shared.notices.tell(ends.from, sentence!("asks too often and has to wait"));
        return Some(StatusCode::TOO_MANY_REQUESTS.into_response());
    }
    // A link on another page may lead here; what changes or reads anything may not come from there.
    let asks = *request.method() != Method::GET;
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes).filter(|_| asks);
    let origin = headers.get(header::ORIGIN).map(HeaderValue::as_bytes);
    let checked = match world {
        Some(public) => public.check_origin(origin, site),
        None => check_origin(origin, site, ends.here, ends.secure),
    };
    if let Err(why) = checked {
        return sorry(sentence!("sent a request for a page of another site"), &why.to_string());
    }
    let path = request.uri().path();
    if ["/", "/page.css", "/icon.svg"].contains(&path) {
        return None;
    }
    let mut parts = path.split('/').skip(1);
    let kind = parts.next().and_then(LinkKind::of_letter);
    let secret = parts.next().unwrap_or_default();
    let Some(kind) = kind else { return Some(StatusCode::NOT_FOUND.into_response()) };
    if !shared.links.borrow().opens(kind, secret) {
        shared.wrong_secret(ends.from);
        let words = say!("This link no longer works. Ask at the table for a new one.");
        return Some((StatusCode::FORBIDDEN, html(sorry_page(say!("Not open"), words))).into_response());
    }
    None
}

fn html(page: String) -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

fn json(body: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body.into()).into_response()
}

async fn sheet() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], style_sheet()).into_response()
}

async fn script() -> Response {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT).into_response()
}

async fn icon() -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], ICON).into_response()
}

async fn eye_script() -> Response {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], EYE_SCRIPT).into_response()
}

async fn hand_script() -> Response {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], HAND_SCRIPT).into_response()
}

async fn slash(uri: Uri) -> Redirect {
    Redirect::permanent(&format!("{}/", uri.path()))
}

/// For a television: the address is short, the secret is typed here.
async fn door() -> Response {
    html(crate::page::door_page(""))
}

async fn knock(State(shared): State<DoorState>, Extension(ends): Extension<Ends>, RawForm(form): RawForm) -> Response {
    let typed = fields(&form).into_iter().find(|(name, _)| name == "code").map(|(_, code)| code).unwrap_or_default();
    let typed = typed.trim().to_owned();
    let open = LinkKind::ALL.into_iter().find(|kind| shared.links.borrow().opens(*kind, &typed));
    match open.and_then(|kind| Some((kind, shared.links.borrow().secret(kind)?.to_string()))) {
        Some((kind, secret)) => Redirect::to(&format!("/{}/{secret}/", kind.letter())).into_response(),
        None => {
            shared.wrong_secret(ends.from);
            (
                StatusCode::FORBIDDEN,
                html(crate::page::door_page(say!(
                    "That code opens nothing. Is it typed exactly as the table shows it?"
                ))),
            )
                .into_response()
        }
    }
}

/// The page of a link.
async fn front(
    State(shared): State<DoorState>,
    Extension(ends): Extension<Ends>,
    Path((kind, _)): Path<(String, String)>,
    uri: Uri,
) -> Response {
    let edition = shared.editions.borrow().clone();
    let game = edition.shown.game.as_deref();
    let look = ScoreLook::of_query(uri.query().unwrap_or_default());
    match LinkKind::of_letter(&kind) {
        Some(LinkKind::Watch) if shared.boards.begun() => html(board_front(&shared, &uri, look)),
        Some(LinkKind::Watch) => html(score_page(&score_live(game), look, "news?page=score")),
        Some(LinkKind::Enter) => html(enter_page(game, edition.shown.number, &fresh_number(), "")),
        Some(LinkKind::Camera) => html(eye_page(&eye_way(&shared, ends, &uri))),
        Some(LinkKind::Hand) => html(hand_page(game, &HandForm::default())),
        Some(LinkKind::Secretary) => html(secretary_html(&shared, &uri, &Ok(String::new()))),
        Some(LinkKind::Join) | None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The page of a board, or of one of its tables.
fn board_front(shared: &DoorState, uri: &Uri, look: ScoreLook) -> String {
    let topic = topic_of(LinkKind::Watch, uri);
    let named = match &topic {
        Topic::Everything | Topic::Secretary(_) => String::new(),
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

/// What is meant by an address: it is the kind of link that says whether the secretary's is shown.
fn topic_of(kind: LinkKind, uri: &Uri) -> Topic {
    if kind == LinkKind::Secretary {
        return Topic::Secretary(league_of(uri));
    }
    Topic::of_fields(&fields(uri.query().unwrap_or_default().as_bytes()))
}

fn league_of(uri: &Uri) -> Option<String> {
    let fields = fields(uri.query().unwrap_or_default().as_bytes());
    fields.into_iter().find(|(name, _)| name == "league").map(|(_, league)| league)
}

/// A form of the secretary is no longer.
const MOST_FORM: usize = 64 * 1024;

fn secretary_html(shared: &DoorState, uri: &Uri, said: &Result<String, String>) -> String {
    let (title, evening) = shared.boards.evening();
    secretary_page(&title, &evening, league_of(uri).as_deref(), said)
}

/// The page once more, for whoever loads it again after a form.
async fn secretary_front(
    State(shared): State<DoorState>,
    Path((kind, _)): Path<(String, String)>,
    uri: Uri,
) -> Response {
    match LinkKind::of_letter(&kind) {
        Some(LinkKind::Secretary) => html(secretary_html(&shared, &uri, &Ok(String::new()))),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The secretary calls, withdraws, or saves a league. Every one of these twice is the same as once.
async fn secretary_act(
    State(shared): State<DoorState>,
    Path((kind, _)): Path<(String, String)>,
    RawForm(form): RawForm,
) -> Response {
    if LinkKind::of_letter(&kind) != Some(LinkKind::Secretary) {
        return (StatusCode::FORBIDDEN, say!("this link is not the secretary’s")).into_response();
    }
    let fields = fields(&form);
    let said = match wish_of(&fields) {
        Some(wish) => ask_secretary(&shared.to_secretary, &*shared.wake, wish).await,
        None => Err(say!("that form is not understood").to_owned()),
    };
    let said = said.map(|said| match said {
        SecretarySaid::Words(words) => words,
        SecretarySaid::Paper(_) => String::new(),
    });
    let league = fields.iter().find(|(name, _)| name == "league" || name == "name").map(|(_, league)| league.as_str());
    let (title, evening) = shared.boards.evening();
    html(secretary_page(&title, &evening, league, &said))
}

/// A sheet to print: the evening's matches, or the table of `?league=`.
async fn secretary_paper(
    State(shared): State<DoorState>,
    Path((kind, _)): Path<(String, String)>,
    uri: Uri,
) -> Response {
    if LinkKind::of_letter(&kind) != Some(LinkKind::Secretary) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let wish = league_of(&uri).map_or(SecretaryWish::Card, SecretaryWish::Standings);
    match ask_secretary(&shared.to_secretary, &*shared.wake, wish).await {
        Ok(SecretarySaid::Paper(pdf)) => ([(header::CONTENT_TYPE, "application/pdf")], pdf).into_response(),
        Ok(SecretarySaid::Words(why)) | Err(why) => html(sorry_page(language::say!("Nothing to print"), &why)),
    }
}

/// How a phone has come to the camera's page.
fn eye_way(shared: &DoorState, ends: Ends, uri: &Uri) -> EyeWay {
    match (ends.secure, shared.certified) {
        (true, _) => EyeWay::Secure,
        (false, true) => EyeWay::Plain { secure: Some(format!("https://{}{}", ends.here, uri.path())) },
        (false, false) => EyeWay::Plain { secure: None },
    }
}

/// The number that a page without a script sends its ask under.
fn fresh_number() -> String {
    let mut bytes = [0; 8];
    // Without random numbers the server would not have been opened.
    let _opened = getrandom::fill(&mut bytes);
    format!("p{:x}.1", u64::from_le_bytes(bytes))
}

/// The part that a link may see.
fn part_of(kind: &str, uri: &Uri) -> Option<NewsPart> {
    let page = uri.query().unwrap_or_default().split('&').next()?;
    match (LinkKind::of_letter(kind)?, page) {
        (LinkKind::Enter, "page=enter") => Some(NewsPart::Enter),
        (LinkKind::Watch | LinkKind::Enter, "page=score") => Some(NewsPart::Score),
        (LinkKind::Secretary, "page=secretary") => Some(NewsPart::Score),
        _ => None,
    }
}

async fn now(State(shared): State<DoorState>, Path((kind, _)): Path<(String, String)>, uri: Uri) -> Response {
    let (Some(kind), Some(part)) = (LinkKind::of_letter(&kind), part_of(&kind, &uri)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if shared.boards.begun() {
        return json(json_of(&shared.boards.print(&topic_of(kind, &uri), BoardPart::Live).1));
    }
    json(shared.editions.borrow().json(part))
}

async fn news(
    State(shared): State<DoorState>,
    Extension(ends): Extension<Ends>,
    Path((kind, secret)): Path<(String, String)>,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    let (Some(kind), Some(part)) = (LinkKind::of_letter(&kind), part_of(&kind, &uri)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let news = if shared.boards.begun() {
        News::of_board(&shared.boards, topic_of(kind, &uri), BoardPart::Live)
    } else {
        News::of_table(&shared, part)
    };
    listen(&shared, ends, (kind, &secret), news, &headers)
}

async fn feed(
    State(shared): State<DoorState>,
    Extension(ends): Extension<Ends>,
    Path((kind, secret)): Path<(String, String)>,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    let Some(kind @ LinkKind::Watch) = LinkKind::of_letter(&kind) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let news = if shared.boards.begun() {
        News::of_board(&shared.boards, topic_of(kind, &uri), BoardPart::Feed(0))
    } else {
        News::of_table(&shared, NewsPart::Feed)
    };
    listen(&shared, ends, (kind, &secret), news, &headers)
}

/// The fields of a form.
pub(crate) fn fields(form: &[u8]) -> Vec<(String, String)> {
    let text = |bytes: &[u8]| {
        let spaced: Vec<u8> = bytes.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
        percent_decode(&spaced).decode_utf8_lossy().into_owned()
    };
    let pair = |pair: &[u8]| {
        let at = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
        (text(&pair[..at]), text(pair.get(at + 1..).unwrap_or_default()))
    };
    form.split(|byte| *byte == b'&').filter(|part| !part.is_empty()).map(pair).collect()
}

/// A phone enters something.
async fn act(
    State(shared): State<DoorState>,
    Extension(ends): Extension<Ends>,
    Path((kind, _)): Path<(String, String)>,
    headers: HeaderMap,
    RawForm(form): RawForm,
) -> Response {
    if LinkKind::of_letter(&kind) != Some(LinkKind::Enter) {
        return (StatusCode::FORBIDDEN, say!("this link is for watching")).into_response();
    }
    let fields = fields(&form);
    let field = |wanted: &str| fields.iter().find(|(name, _)| name == wanted).map_or("", |(_, value)| value.as_str());
    let wants_json =
        headers.get(header::ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(b"application/json"));
    let said = ask(&shared, ends, &fields, &field).await;
    if wants_json { said_json(&said) } else { said_page(&shared, &said, field("edition")) }
}

/// A phone that is the camera sends a picture.
async fn photo(
    State(shared): State<DoorState>,
    Path((kind, _)): Path<(String, String)>,
    uri: Uri,
    jpeg: Bytes,
) -> Response {
    if !jpeg.starts_with(&[0xff, 0xd8, 0xff]) {
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, say!("this is not a JPEG picture")).into_response();
    }
    if LinkKind::of_letter(&kind) == Some(LinkKind::Hand) {
        return read_hand(&shared, jpeg).await;
    }
    heard(&shared, &kind, &uri, Some(jpeg))
}

/// A picture of a hand: its tiles, for the phone that sent it.
async fn read_hand(shared: &DoorState, jpeg: Bytes) -> Response {
    let answer = if is_practice(shared) {
        ask_hand(&shared.to_hands, &*shared.wake, HandWish::Read(jpeg)).await
    } else {
        Err(said(NO_PRACTICE).to_owned())
    };
    let body = match answer {
        Ok(HandSaid::Tiles(tiles)) => {
            let said = match tiles.len() {
                0 => say!("No tile was found in the picture: tap them, or take another.").to_owned(),
                n if tiles.iter().any(|(_, doubtful)| *doubtful) => {
                    say!("{n} tiles were read: look at those with a dashed edge.", n)
                }
                n => say!("{n} tiles were read. Are they right?", n),
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

fn is_practice(shared: &DoorState) -> bool {
    shared.shown.borrow().game.as_deref().is_some_and(|game| game.setup().practice)
}

/// A phone asks what its holder should play.
async fn hand(
    State(shared): State<DoorState>,
    Path((kind, _)): Path<(String, String)>,
    RawForm(form): RawForm,
) -> Response {
    if LinkKind::of_letter(&kind) != Some(LinkKind::Hand) {
        return (StatusCode::FORBIDDEN, say!("this link is not for advice")).into_response();
    }
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
    let edition = shared.editions.borrow().clone();
    html(hand_page(edition.shown.game.as_deref(), &page))
}

/// A phone that is the camera is still there.
async fn alive(State(shared): State<DoorState>, Path((kind, _)): Path<(String, String)>, uri: Uri) -> Response {
    heard(&shared, &kind, &uri, None)
}

fn heard(shared: &DoorState, kind: &str, uri: &Uri, jpeg: Option<Bytes>) -> Response {
    if LinkKind::of_letter(kind) != Some(LinkKind::Camera) {
        return (StatusCode::FORBIDDEN, say!("this link is not for a camera")).into_response();
    }
    let fields = fields(uri.query().unwrap_or_default().as_bytes());
    let has = |wanted: &str| fields.iter().find(|(name, _)| name == wanted);
    let name = phone_name(has("name").map_or("", |(_, name)| name.as_str()));
    let live = has("live").is_some();
    match shared.pictures.hear(&name, jpeg.map(|jpeg| (jpeg, live))) {
        Some(true) => say!("The table is watching through this phone.").into_response(),
        Some(false) => {
            say!("Nothing watches through this phone yet: choose phone:{name} as the camera at the table.", name)
                .into_response()
        }
        None => (StatusCode::SERVICE_UNAVAILABLE, say!("too many phones are cameras")).into_response(),
    }
}

/// A table of the evening sends its games.
async fn games(
    State(shared): State<DoorState>,
    Path((kind, _)): Path<(String, String)>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    parcel(&shared, &kind, (&uri, &headers), ParcelContent::Games(body)).await
}

/// It asks how much of them is here.
async fn have(
    State(shared): State<DoorState>,
    Path((kind, _)): Path<(String, String)>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let ids = String::from_utf8_lossy(&body).lines().take(MOST_IDS).map(str::to_owned).collect();
    parcel(&shared, &kind, (&uri, &headers), ParcelContent::Have(ids)).await
}

/// So many games are asked for at once.
const MOST_IDS: usize = 1000;

async fn parcel(
    shared: &DoorState,
    kind: &str,
    (uri, headers): (&Uri, &HeaderMap),
    content: ParcelContent,
) -> Response {
    if LinkKind::of_letter(kind) != Some(LinkKind::Join) {
        return (StatusCode::FORBIDDEN, say!("this link is not for a table")).into_response();
    }
    let fields = fields(uri.query().unwrap_or_default().as_bytes());
    let named = fields.iter().find(|(name, _)| name == "table").map_or("", |(_, table)| table.as_str());
    let table: String = named.trim().chars().filter(|c| !c.is_control()).take(40).collect();
    if table.is_empty() {
        return (StatusCode::BAD_REQUEST, say!("a table has a name")).into_response();
    }
    let key = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let key = key.filter(|key| key.len() <= 64).map(str::to_owned);
    match hand_over(&shared.to_club, &*shared.wake, (table, key), content).await {
        Ok(answer) => answer.into_response(),
        Err(why) => {
            let status = match &why {
                ParcelRefusal::Wrong(_) => StatusCode::CONFLICT,
                ParcelRefusal::Key(_) => StatusCode::UNAUTHORIZED,
                ParcelRefusal::Later(_) => StatusCode::SERVICE_UNAVAILABLE,
            };
            (status, why.to_string()).into_response()
        }
    }
}

/// What comes of an ask.
enum Said {
    Done(Entered),
    Choose(Vec<crate::pad::PadChoice>),
    No(String),
}

impl Said {
    fn of(answer: PhoneAnswer) -> Self {
        answer.map_or_else(Self::No, Self::Done)
    }
}

async fn ask<'a>(
    shared: &DoorState,
    ends: Ends,
    fields: &[(String, String)],
    field: &impl Fn(&str) -> &'a str,
) -> Said {
    let (Some(number), Ok(edition)) = (AskNumber::parse(field("number")), field("edition").parse::<u64>()) else {
        return Said::No(say!("the table does not know what that means").to_owned());
    };
    // What was asked before is answered as before, however the table stands now.
    if let Some(answer) = shared.desk.again(&number).await {
        return Said::of(answer);
    }
    let shown = shared.shown.borrow().clone();
    let Some(game) = &shown.game else { return Said::No(say!("no match is on the table").to_owned()) };
    if edition != shown.number {
        return Said::No(said(MOVED_ON).to_owned());
    }
    let seat = |name: &str| name.strip_prefix("left")?.parse().ok();
    let left: Vec<(Seat, String)> =
        fields.iter().filter_map(|(name, value)| Some((seat(name)?, value.clone()))).collect();
    match understand(game, field("act"), &left) {
        Meant::Choose(choices) => Said::Choose(choices),
        Meant::No(why) => Said::No(why),
        Meant::Ask(act) => {
            let by = format!("{AT_A_PHONE}{}", ends.from);
            Said::of(shared.desk.ask(number, act, by, edition).await)
        }
    }
}

/// Said when the table is not as the phone saw it.
pub(crate) const MOVED_ON: &str = sentence!("the table has moved on: look again");

fn said_json(said: &Said) -> Response {
    let body = match said {
        Said::Done(entered) => serde_json::json!({ "ok": true, "said": entered.words() }),
        Said::No(why) => serde_json::json!({ "ok": false, "said": why }),
        Said::Choose(choices) => {
            let choices: Vec<_> =
                choices.iter().map(|choice| serde_json::json!({ "words": choice.words, "say": choice.say })).collect();
            serde_json::json!({ "ok": true, "choose": choices })
        }
    };
    json(body.to_string())
}

fn again_page(shared: &DoorState, said: &str) -> Response {
    let edition = shared.editions.borrow().clone();
    let game = edition.shown.game.as_deref();
    html(enter_page(game, edition.shown.number, &fresh_number(), said))
}

/// Without a script: the page once more, with what was said.
fn said_page(shared: &DoorState, said: &Said, edition: &str) -> Response {
    match said {
        Said::Done(Entered::Saved) => Redirect::to("./").into_response(),
        Said::Done(unsaved) => again_page(shared, &unsaved.words()),
        Said::No(why) => again_page(shared, why),
        Said::Choose(choices) => html(choose_page(choices, edition.parse().unwrap_or_default(), &fresh_number())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_as_browsers_write_them() {
        let read = fields(b"act=play+6-3%406-6.s1&leftA=&x&=&leftB=1%");
        let pairs: Vec<(&str, &str)> = read.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(pairs, [("act", "play 6-3@6-6.s1"), ("leftA", ""), ("x", ""), ("", ""), ("leftB", "1%")]);
    }
}
