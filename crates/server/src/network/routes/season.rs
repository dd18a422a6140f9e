//! The pages of a season, by the link that was followed.

use super::super::link::{Link, ToCall, ToRecord, ToSeeASeason};
use super::super::shared::{Ends, ListenerState};
use super::form::{field, fields, html, query};
use crate::club::{Paper, SeasonQuery, SeasonRecord, SecretarySaid, SecretaryWish, Viewer, ask_secretary};
use crate::club::{new_link_page, paper, season_page};
use crate::page::sorry_page;
use crate::rights::{LinkHash, LinkKind};
use axum::Extension;
use axum::extract::{RawForm, State};
use axum::http::{Uri, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use game::league::{Author, TeamId};
use language::say;

/// Fields of a form that are not answers.
const FRAME: [&str; 6] = ["id", "form", "about", "seen", "page", "sure"];

/// Returns the viewer, and the season to which a captain is bound.
fn viewer(shared: &ListenerState, kind: LinkKind, secret: &str) -> (Viewer, Option<String>) {
    match kind {
        LinkKind::Secretary => (Viewer::Secretary, None),
        LinkKind::Captain => {
            let hash = LinkHash::of_code(secret);
            let evening = shared.boards.evening().1;
            let captain = evening.captains().find(|(known, ..)| Some(*known) == hash);
            captain.map_or((Viewer::Public, None), |(_, sheet, team)| (Viewer::Captain(team), Some(sheet.id.clone())))
        }
        LinkKind::Watch | LinkKind::Enter | LinkKind::Camera | LinkKind::Join | LinkKind::Hand => {
            (Viewer::Public, None)
        }
    }
}

/// The page of a season, as this link may see it.
pub(super) fn season_html(shared: &ListenerState, (kind, secret): (LinkKind, &str), uri: &Uri) -> String {
    let (fields, viewer) = (query(uri), viewer(shared, kind, secret));
    let said = field(&fields, "said").filter(|_| viewer.0 != Viewer::Public).map_or_else(String::new, str::to_owned);
    shown(shared, viewer, &fields, &Ok(said))
}

fn shown(
    shared: &ListenerState,
    (viewer, bound): (Viewer, Option<String>),
    fields: &[(String, String)],
    said: &Result<String, String>,
) -> String {
    let mut query = SeasonQuery::of(fields);
    if let Some(bound) = bound {
        query.id = bound;
    }
    // The log shows what was undone, and how to undo that.
    if said.is_ok() && field(fields, "form") == Some("undo") {
        (query.fact, query.page) = (None, "facts".to_owned());
    }
    let watch = watching(shared, viewer);
    season_page(&shared.boards.evening().1, (viewer, watch.as_deref()), &query, said, fields)
}

/// Returns where calendars are for this viewer: at the link for watching, which gives no other rights.
fn watching(shared: &ListenerState, viewer: Viewer) -> Option<String> {
    if viewer == Viewer::Public {
        return Some(String::new());
    }
    let links = shared.links.borrow();
    Some(format!("/{}/{}/", LinkKind::Watch.letter(), links.secret(LinkKind::Watch)?))
}

pub(super) async fn season(State(shared): State<ListenerState>, link: Link<ToSeeASeason>, uri: Uri) -> Response {
    html(season_html(&shared, (link.kind, &link.secret), &uri))
}

/// Records an entry. A rejected one is shown again as it was typed.
pub(super) async fn record(
    State(shared): State<ListenerState>,
    link: Link<ToRecord>,
    RawForm(form): RawForm,
) -> Response {
    let fields = corrected(fields(&form));
    let (viewer, bound) = viewer(&shared, link.kind, &link.secret);
    let number = |wanted: &str| field(&fields, wanted).and_then(|text| text.parse().ok());
    let by = match viewer {
        Viewer::Captain(team) => Author::Captain(team),
        Viewer::Secretary => Author::Secretary,
        Viewer::Public => return html(sorry_page(say!("Not open"), say!("This link has been replaced."))),
    };
    let wish = SeasonRecord {
        season: bound.clone().unwrap_or_else(|| field(&fields, "id").unwrap_or_default().to_owned()),
        by,
        form: field(&fields, "form").unwrap_or_default().to_owned(),
        about: number("about").unwrap_or_default(),
        seen: number("seen").and_then(|seen| usize::try_from(seen).ok()).unwrap_or_default(),
        sure: field(&fields, "sure").unwrap_or_default().to_owned(),
        fields: fields.iter().filter(|(name, _)| !FRAME.contains(&name.as_str())).cloned().collect(),
    };
    match ask_secretary(&shared.to_secretary, &*shared.wake, SecretaryWish::Record(wish)).await {
        Ok(SecretarySaid::Begun(id)) => Redirect::to(&format!("season?id={}", crate::page::coded(&id))).into_response(),
        Ok(said) => {
            let words = if let SecretarySaid::Words(words) = said { words } else { String::new() };
            html(shown(&shared, (viewer, bound), &fields, &Ok(words)))
        }
        Err(why) => html(shown(&shared, (viewer, bound), &fields, &Err(why))),
    }
}

/// A name of the squads in the place of one that was typed, where its button was tapped.
fn corrected(mut fields: Vec<(String, String)>) -> Vec<(String, String)> {
    let instead = fields.iter().position(|(name, _)| name == "instead").map(|at| fields.remove(at).1);
    if let Some((key, meant)) = instead.as_deref().and_then(|instead| instead.split_once('\t')) {
        fields.iter_mut().filter(|(name, _)| name == key).for_each(|(_, value)| meant.clone_into(value));
    }
    fields
}

/// A captain's link is made, or withdrawn.
pub(super) async fn captain(
    State(shared): State<ListenerState>,
    Extension(ends): Extension<Ends>,
    _link: Link<ToCall>,
    RawForm(form): RawForm,
) -> Response {
    let fields = fields(&form);
    let team = TeamId(field(&fields, "team").and_then(|team| team.parse().ok()).unwrap_or(u32::MAX));
    let season = field(&fields, "id").unwrap_or_default().to_owned();
    let wish = match field(&fields, "act") {
        Some("withdraw") => SecretaryWish::NoCaptain { season, team },
        _ => SecretaryWish::Captain { season, team },
    };
    match ask_secretary(&shared.to_secretary, &*shared.wake, wish).await {
        // The code of the link; where it is found, this request knows best.
        Ok(SecretarySaid::Link { kind, address }) => {
            let scheme = if ends.secure { "https" } else { "http" };
            let here = format!("{scheme}://{}", ends.here);
            let base = shared.public.as_ref().map_or(here, |public| public.url().to_owned());
            let evening = shared.boards.evening().1;
            let name =
                evening.sheet(field(&fields, "id").unwrap_or_default()).map(|sheet| sheet.season.team_name(team));
            html(new_link_page(kind, &format!("{base}/{}/{address}/", kind.letter()), name))
        }
        Ok(_) => html(shown(&shared, (Viewer::Secretary, None), &fields, &Ok(String::new()))),
        Err(why) => html(shown(&shared, (Viewer::Secretary, None), &fields, &Err(why))),
    }
}

/// A list for a spreadsheet.
pub(super) async fn list(State(shared): State<ListenerState>, link: Link<ToSeeASeason>, uri: Uri) -> Response {
    file(&shared, (link.kind, &link.secret), &uri, false)
}

/// A calendar that phones subscribe to.
pub(super) async fn calendar(State(shared): State<ListenerState>, link: Link<ToSeeASeason>, uri: Uri) -> Response {
    file(&shared, (link.kind, &link.secret), &uri, true)
}

fn file(shared: &ListenerState, (kind, secret): (LinkKind, &str), uri: &Uri, calendar: bool) -> Response {
    let query = SeasonQuery::of(&query(uri));
    let (viewer, bound) = viewer(shared, kind, secret);
    let id = bound.unwrap_or_else(|| query.id.clone());
    let evening = shared.boards.evening().1;
    let Some(sheet) = evening.sheet(&id).filter(|sheet| id.is_empty() || sheet.id == id) else {
        return html(sorry_page(say!("No such page"), say!("There is nothing at this address.")));
    };
    let page = if query.page == "facts" && viewer == Viewer::Public { "fixtures" } else { &query.page };
    let Paper { mime, name, text } = paper(&evening, sheet, calendar, (page, query.team));
    let attached = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, mime.to_owned()), (header::CONTENT_DISPOSITION, attached)], text).into_response()
}
