//! Server-sent events for all watchers, made once for each change of the table and each language: parts of pages, and
//! the feed.

use crate::bulletin::Bulletin;
use crate::name::TableName;
use crate::page::{HandForm, enter_live, hand_live, score_live};
use crate::per_language::PerLanguage;
use crate::shown::ShownTable;
use bytes::Bytes;
use game::Match;
use serde::Serialize;
use std::sync::OnceLock;

/// Encoded state of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Snapshot {
    pub(crate) shown: ShownTable,
    printed: PerLanguage<OnceLock<Printed>>,
}

/// A snapshot in one language.
#[derive(Clone, Debug)]
struct Printed {
    score: Bytes,
    enter: Bytes,
    /// Made for the first phone that asks: most tables have none.
    hand: OnceLock<Bytes>,
    feed: Bytes,
    said: String,
}

/// Part of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewsPart {
    Score,
    Enter,
    Hand,
    Feed,
}

#[derive(Serialize)]
pub(crate) struct LivePart<'a> {
    #[serde(rename = "edition")]
    pub(crate) snapshot: u64,
    pub(crate) said: &'a str,
    pub(crate) html: &'a str,
}

#[derive(Serialize)]
struct FeedLine<'a> {
    #[serde(rename = "edition")]
    snapshot: u64,
    table: Option<&'a Bulletin>,
}

/// A line of the feed, for programs that don't use the stream; `unsaved` acts are not on the disk.
///
/// ```
/// assert_eq!(server::feed_line(12, None, 0), r#"{"edition":12,"table":null}"#);
/// ```
#[must_use]
pub fn feed_line(snapshot: u64, game: Option<&Match>, unsaved: usize) -> String {
    let bulletin = game.map(|game| Bulletin { unsaved, ..Bulletin::of(game) });
    line(&FeedLine { snapshot, table: bulletin.as_ref() })
}

/// A line of the feed of a club's server: one table of many, named with its club where clubs have keys.
///
/// ```
/// use game::{Match, Setup, rules::RuleSet};
///
/// let game = Match::start(Setup::new(RuleSet::preset("pafos")?, &["Anna", "Ben"]))?;
/// let name = server::TableName { club: "Paphos".to_owned(), table: "Table 3".to_owned() };
/// assert!(server::table_line(7, &name, &game).starts_with(r#"{"edition":7,"club":"Paphos","name":"Table 3","table":{"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn table_line(snapshot: u64, name: &TableName, game: &Match) -> String {
    line(&ClubFeedLine { snapshot, club: &name.club, name: &name.table, table: Bulletin::of(game) })
}

#[derive(Serialize)]
struct ClubFeedLine<'a> {
    #[serde(rename = "edition")]
    snapshot: u64,
    #[serde(skip_serializing_if = "str::is_empty")]
    club: &'a str,
    name: &'a str,
    table: Bulletin,
}

impl Snapshot {
    /// Made in the program's language at once, in others on the first request.
    pub(crate) fn of(shown: ShownTable) -> Self {
        let snapshot = Self { shown, printed: PerLanguage::default() };
        snapshot.printed();
        snapshot
    }

    fn printed(&self) -> &Printed {
        self.printed.here().get_or_init(|| Printed::of(&self.shown))
    }

    /// A part as an event of a stream, in the language that is spoken here.
    pub(crate) fn event(&self, part: NewsPart) -> Bytes {
        let printed = self.printed();
        match part {
            NewsPart::Score => printed.score.clone(),
            NewsPart::Enter => printed.enter.clone(),
            NewsPart::Hand => printed.hand.get_or_init(|| printed.hand_of(&self.shown)).clone(),
            NewsPart::Feed => printed.feed.clone(),
        }
    }

    /// A part as JSON, for browsers that know no streams.
    pub(crate) fn json(&self, part: NewsPart) -> Bytes {
        json_of(&self.event(part))
    }
}

impl Printed {
    fn of(shown: &ShownTable) -> Self {
        let bulletin = shown.bulletin();
        let said = bulletin.as_ref().map(Bulletin::spoken).unwrap_or_default();
        let snapshot = shown.number;
        let live = |html: &str| event(&LivePart { snapshot, said: &said, html });
        Self {
            score: live(&score_live(shown.game.as_deref(), shown.unsaved).into_string()),
            enter: live(&enter_live(shown, "").into_string()),
            hand: OnceLock::new(),
            feed: event(&FeedLine { snapshot, table: bulletin.as_ref() }),
            said,
        }
    }

    fn hand_of(&self, shown: &ShownTable) -> Bytes {
        let html = hand_live(shown, &HandForm::default()).into_string();
        event(&LivePart { snapshot: shown.number, said: &self.said, html: &html })
    }
}

/// Returns the JSON of an event, without its frame.
pub(crate) fn json_of(event: &Bytes) -> Bytes {
    let end = event.len().saturating_sub(2).max(6);
    if event.len() < 8 { Bytes::from_static(b"{}") } else { event.slice(6..end) }
}

fn line(data: &impl Serialize) -> String {
    // Strings and numbers only: it cannot fail, and if it did there would be nothing new.
    serde_json::to_string(data).unwrap_or_else(|_| "{}".to_owned())
}

pub(crate) fn event(data: &impl Serialize) -> Bytes {
    Bytes::from(format!("data: {}\n\n", line(data)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::record::Record;
    use std::sync::Arc;

    #[test]
    fn an_event_is_one_line_of_json() {
        let text = "[Rules \"pafos\"]\n[Players \"Anna\\n\" \"Ben\"]\ndeal A\nA 6-6\nend\n";
        let game = Record::parse(text).ok().map(|record| Arc::new(record.game));
        let snapshot = Snapshot::of(ShownTable { number: 3, game, ..ShownTable::default() });
        for part in [NewsPart::Score, NewsPart::Enter, NewsPart::Hand, NewsPart::Feed] {
            let event = snapshot.event(part);
            assert_eq!(event.iter().filter(|byte| **byte == b'\n').count(), 2);
            let json: serde_json::Value = serde_json::from_slice(&snapshot.json(part)).unwrap();
            assert_eq!(json["edition"], 3);
        }
        assert!(snapshot.event(NewsPart::Enter).len() < 20_000);
        assert_eq!(&json_of(&Bytes::new())[..], b"{}", "nothing is printed yet");
    }
}
