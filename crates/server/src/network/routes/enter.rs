//! Routes for entering acts.

use super::super::link::{Link, ToEnter};
use super::super::requests::AskNumber;
use super::super::shared::{Ends, ListenerState};
use super::form::{field, fields, html, json};
use crate::ask::PhoneAnswer;
use crate::next::may_begin;
use crate::pad::{AT_A_PHONE, Entered, MOVED_ON, Meant, PadChoice, PhoneAct, understand};
use crate::page::{choose_page, enter_page};
use crate::shown::ShownTable;
use axum::Extension;
use axum::extract::{RawForm, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use game::tile::Tile;
use game::{Act, Match, Seat};
use language::{said, say};

/// A phone enters something.
pub(super) async fn act(
    State(shared): State<ListenerState>,
    Extension(ends): Extension<Ends>,
    _link: Link<ToEnter>,
    headers: HeaderMap,
    RawForm(form): RawForm,
) -> Response {
    let fields = fields(&form);
    let wants_json =
        headers.get(header::ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(b"application/json"));
    let said = ask(&shared, ends, &fields).await;
    if wants_json { said_json(&said) } else { said_page(&shared, &said, field(&fields, "edition").unwrap_or_default()) }
}

/// The number that a page without a script sends its ask under.
pub(super) fn fresh_number() -> String {
    let mut bytes = [0; 8];
    // Without random numbers the server would not have been opened.
    let _opened = getrandom::fill(&mut bytes);
    format!("p{:x}.1", u64::from_le_bytes(bytes))
}

/// Reason why something is not entered: by name, if another phone was faster.
fn moved_on(game: &Match, act: &str) -> String {
    let tile = act.split([' ', '@']).nth(1).and_then(|tile| tile.parse::<Tile>().ok());
    let line = game.state().round.as_ref().map(|round| round.layout.tiles());
    match tile {
        Some(tile) if line.is_some_and(|line| line.contains(tile)) => {
            say!("another player has already entered {tile}", tile)
        }
        _ => said(MOVED_ON).to_owned(),
    }
}

/// The answer to a request.
enum Said {
    Done(String),
    Unsaved(String),
    Choose(Vec<PadChoice>),
    No(String),
}

impl Said {
    /// An undone act is not reported as entered.
    fn of(answer: PhoneAnswer, act: Option<&PhoneAct>) -> Self {
        match (answer, act) {
            (Err(why), _) => Self::No(why),
            (Ok(Entered::Saved), Some(PhoneAct::Act(Act::Undo))) => Self::Done(say!("Undone.").to_owned()),
            (Ok(Entered::Saved), Some(PhoneAct::SameAgain | PhoneAct::Begin(_))) => {
                Self::Done(say!("The next match is on the table.").to_owned())
            }
            (Ok(Entered::Saved), _) => Self::Done(Entered::Saved.words()),
            (Ok(unsaved), _) => Self::Unsaved(unsaved.words()),
        }
    }
}

async fn ask(shared: &ListenerState, ends: Ends, fields: &[(String, String)]) -> Said {
    let field = |wanted: &str| field(fields, wanted).unwrap_or_default();
    let (Some(number), Ok(snapshot)) = (AskNumber::parse(field("number")), field("edition").parse::<u64>()) else {
        return Said::No(say!("the table did not understand the request").to_owned());
    };
    // A repeated request gets its first answer, even if the table has changed.
    if let Some(answer) = shared.requests.again(&number).await {
        return Said::of(answer, None);
    }
    let shown = shared.shown.borrow().clone();
    let Some(game) = &shown.game else { return Said::No(say!("no match is on the table").to_owned()) };
    if !shown.is_still(snapshot) {
        return Said::No(moved_on(game, field("act")));
    }
    if let Some(begin) = field("act").strip_prefix("begin ") {
        return match begun(&shown, begin, fields) {
            Ok(act) => hand_on(shared, ends, (number, snapshot), act).await,
            Err(why) => Said::No(why),
        };
    }
    let seat = |name: &str| name.strip_prefix("left")?.parse().ok();
    let left: Vec<(Seat, String)> =
        fields.iter().filter_map(|(name, value)| Some((seat(name)?, value.clone()))).collect();
    match understand(game, field("act"), &left) {
        Meant::Choose(choices) => Said::Choose(choices),
        Meant::No(why) => Said::No(why),
        Meant::Ask(act) => hand_on(shared, ends, (number, snapshot), act).await,
    }
}

/// The table does it, or not.
async fn hand_on(shared: &ListenerState, ends: Ends, (number, snapshot): (AskNumber, u64), act: PhoneAct) -> Said {
    let by = format!("{AT_A_PHONE}{}", ends.from);
    let answer = shared.requests.ask(number, act.clone(), by, snapshot).await;
    if answer.is_ok() {
        shared.printed().await;
    }
    Said::of(answer, Some(&act))
}

/// The game that a form begins: its place among those on offer, and the side that leads.
fn begun(shown: &ShownTable, text: &str, fields: &[(String, String)]) -> Result<PhoneAct, String> {
    let (game, leads) = text.split_once(' ').unwrap_or_default();
    let next = game.parse().ok().and_then(|at: usize| shown.next.get(at)).zip(leads.parse().ok());
    let free = shown.game.as_deref().is_some_and(may_begin);
    let Some((next, leads)) = next.filter(|_| free) else { return Err(said(MOVED_ON).to_owned()) };
    next.chosen(leads, |name| field(fields, name).unwrap_or_default().to_owned()).map(PhoneAct::Begin)
}

fn said_json(said: &Said) -> Response {
    let body = match said {
        Said::Done(words) => serde_json::json!({ "ok": true, "said": words }),
        Said::Unsaved(words) => serde_json::json!({ "ok": true, "bad": true, "said": words }),
        Said::No(why) => serde_json::json!({ "ok": false, "said": why }),
        Said::Choose(choices) => {
            let choices: Vec<_> =
                choices.iter().map(|choice| serde_json::json!({ "words": choice.words, "say": choice.say })).collect();
            serde_json::json!({ "ok": true, "choose": choices })
        }
    };
    json(body.to_string())
}

/// Shows the page again with a message, for browsers without scripts.
fn said_page(shared: &ListenerState, said: &Said, snapshot: &str) -> Response {
    match said {
        Said::Done(_) => Redirect::to("./").into_response(),
        Said::Unsaved(why) | Said::No(why) => {
            let snapshot = shared.snapshots.borrow().clone();
            html(enter_page(&snapshot.shown, &fresh_number(), why))
        }
        Said::Choose(choices) => html(choose_page(choices, snapshot.parse().unwrap_or_default(), &fresh_number())),
    }
}
