//! Formats recorded drops as JSON.

use std::time::Duration;

use serde_json::{Value, json};

use super::ask::offered;
use crate::live::recording::Entry;
use crate::live::{Sighting, TableState};
use crate::table::{QuestionBudget, Unsaved};
use eye_jobs::clock;
use game::Match;
use game::tile::Tile;

/// One entry; `None` if it is not news to a program.
pub(super) fn entry(entry: &Entry, game: &Match, sighting: &Sighting, taken: Duration) -> Option<Value> {
    let setup = game.setup();
    let layout = game.state().round.as_ref().map(|round| round.layout.to_string());
    Some(match entry {
        Entry::Dropped(drop) => {
            let before = game.state().round.as_ref().map(|round| round.layout.clone()).unwrap_or_default();
            let on = drop.play.on.and_then(|on| before.play(on.tile)).map(|play| play.tile().to_string());
            json!({
                "drop": drop.number,
                "picture": sighting.name,
                "player": setup.player(drop.seat),
                "tile": drop.play.tile().to_string(),
                "on": on,
                "words": drop.words,
                "count": drop.count,
                "points": drop.points,
                "award": drop.award.to_string(),
                "reason": drop.reason,
                "asked": !drop.auto,
                "confidence": (drop.confidence * 1e4).round() / 1e4,
                "others": drop.others,
                "scores": drop.scores.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "line": layout,
                "ms": u64::try_from(clock::now().saturating_sub(taken).as_millis()).unwrap_or(u64::MAX),
                "look_ms": u64::try_from(sighting.timing.look.as_millis()).unwrap_or(u64::MAX),
            })
        }
        Entry::Said(words) => json!({ "said": words }),
        Entry::Corrected(words) => json!({ "corrected": words, "line": layout }),
        Entry::Found(found) => json!({ "found": found.to_string() }),
        Entry::Refused(words) => refused(words),
    })
}

/// An act or an answer that changes nothing.
pub(super) fn refused(words: &str) -> Value {
    json!({ "refused": words })
}

/// The questions of the whole watch.
pub(super) fn asked(asked: QuestionBudget) -> Value {
    json!({ "asked_of_100": asked.of_100().round(), "others": asked.others, "others_right": asked.right })
}

/// Acts that the disk does not take, and why; 0 when it has taken them.
pub(super) fn unsaved(unsaved: Option<&Unsaved>) -> Value {
    json!({ "unsaved": unsaved.map_or(0, |unsaved| unsaved.acts), "why": unsaved.map(|unsaved| &unsaved.why) })
}

/// Compares table and record: tiles missing from the record, tiles that are gone, the line on the table if the rules
/// allow it, and the mends that an answer can choose.
pub(super) fn stand(state: &TableState, game: &Match) -> Value {
    let texts = |tiles: &[Tile]| tiles.iter().map(Tile::to_string).collect::<Vec<_>>();
    match state {
        TableState::Lost { new, gone, table, .. } => json!({
            "agree": false,
            "not_in_record": texts(new),
            "not_on_table": texts(gone),
            "line": table.as_ref().map(ToString::to_string),
            "mends": offered(game, state).into_iter().map(|(words, _)| words).collect::<Vec<_>>(),
        }),
        TableState::NoneYet => json!({ "agree": null }),
        _ => json!({ "agree": true }),
    }
}
