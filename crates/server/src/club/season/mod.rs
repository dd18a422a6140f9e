//! The pages of a season: what everybody sees of it, what its secretary records, and what a captain does.

mod form;
mod frame;
mod lists;
mod meeting;
mod paper;
mod tonight;

pub(crate) use frame::{season_page, seasons_part};
pub(crate) use paper::{Paper, paper};
pub(crate) use tonight::tonight_live;

use super::secretary::SeasonSheet;
use crate::page::coded;
use game::league::TeamId;
use game::league::entry::{About, EntryForm};

/// Viewer of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Viewer {
    /// Everybody.
    Public,
    /// The secretary.
    Secretary,
    /// The captain of a team.
    Captain(TeamId),
}

/// Request for a page of a season, from its address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeasonQuery {
    /// The season; the newest without one.
    pub(crate) id: String,
    /// Name of the page.
    pub(crate) page: String,
    pub(crate) meeting: Option<u32>,
    pub(crate) team: Option<u32>,
    pub(crate) fact: Option<u64>,
    /// Teams that go up and down, for a form of a new season.
    pub(crate) moves: Option<(u8, u8)>,
}

impl SeasonQuery {
    /// Of the fields of an address or a form.
    pub(crate) fn of(fields: &[(String, String)]) -> Self {
        let field = |wanted: &str| fields.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
        // Every form has its own subject.
        let about = field("form").and_then(EntryForm::of).map(|form| form.about);
        let number = |wanted: &str, kind: About| {
            let name = if about == Some(kind) { "about" } else { wanted };
            field(name).and_then(|text| text.parse::<u32>().ok())
        };
        let few = |wanted: &str| field(wanted).and_then(|text| text.parse::<u8>().ok());
        Self {
            id: field("id").unwrap_or_default().to_owned(),
            page: field("page").unwrap_or_default().to_owned(),
            meeting: number("meeting", About::Meeting),
            team: number("team", About::Team),
            fact: number("fact", About::Fact).map(u64::from),
            moves: few("up").zip(few("down")),
        }
    }
}

/// The address of a page of a season.
fn address(sheet: &SeasonSheet, rest: &str) -> String {
    format!("season?id={}{rest}", coded(&sheet.id))
}
