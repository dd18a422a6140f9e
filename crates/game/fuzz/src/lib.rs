//! Properties of every text: no parser panics, and what was read is written as a text that reads as the same. The fuzz
//! targets and the test of damaged texts both call these.

use game::layout::Layout;
use game::record::Record;
use game::rules::{PRESETS, RuleSet};
use game::tile::Tile;

/// A tile.
///
/// # Panics
/// If the law does not hold.
pub fn tile(text: &str) {
    if let Ok(tile) = text.parse::<Tile>() {
        assert_eq!(tile.to_string().parse(), Ok(tile));
    }
}

/// A rule set with its changes.
///
/// # Panics
/// If the law does not hold.
pub fn rule_set(text: &str) {
    if let Ok(rules) = RuleSet::parse(text) {
        assert_eq!(RuleSet::parse(&rules.to_string()).as_ref(), Ok(&rules));
        assert_eq!(rules.check(), Ok(()));
    }
}

/// A layout, and each word of the text as a play onto it.
///
/// # Panics
/// If the law does not hold.
pub fn layout(text: &str) {
    let read = text.parse::<Layout>();
    let on = read.clone().unwrap_or_default();
    for play in text.split_whitespace().filter_map(|word| on.parse_play(word).ok()) {
        assert_eq!(on.parse_play(&on.play_text(&play)), Ok(play));
    }
    let Ok(layout) = read else { return };
    let written = layout.to_string();
    let again: Layout = written.parse().unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again.to_string(), written);
    assert_eq!(again.tiles(), layout.tiles(), "{written}");
    for preset in PRESETS {
        assert_eq!(again.count(&preset.rules), layout.count(&preset.rules), "{written}");
        assert_eq!(again.open_pips(&preset.rules), layout.open_pips(&preset.rules), "{written}");
        for (place, pip) in layout.playable(&preset.rules) {
            assert_eq!(layout.pip_at(place), Some(pip), "{written}");
        }
    }
}

/// The record of a match.
///
/// # Panics
/// If the law does not hold.
pub fn record(text: &str) {
    let Ok(record) = Record::parse(text) else { return };
    let written = record.write();
    let again = Record::parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(again.tags, record.tags);
    assert_eq!(again.game.setup(), record.game.setup());
    assert_eq!(again.game.state().leg.scores, record.game.state().leg.scores, "{written}");
    assert_eq!(again.write(), written);
}
