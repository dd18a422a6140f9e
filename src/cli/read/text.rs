//! Describes a reading in words, for people.

use language::{say, say_count};
use std::fmt::Write as _;

use super::PictureRead;
use eye::detect::hand::Hand;
use eye::read::{Free, FreeAt, Part, ReadTile, Reading};
use game::rules::{PRESETS, RuleSet};

/// A table in a few lines; the last without a line end.
pub(super) fn table(outcome: &PictureRead, rules: Option<&RuleSet>, written: Option<&RuleSet>) -> String {
    let reading = &outcome.table.reading;
    let laid = written.and_then(|rules| reading.laid(rules)).map(|laid| laid.layout.to_string());
    let layout = match laid {
        Some(text) if !text.is_empty() => text,
        _ if reading.line().next().is_some() => tiles(reading, Part::Line),
        _ => say!("no layout").to_owned(),
    };
    let mut text = format!("{}: {layout}", outcome.name);
    if !reading.ends.is_empty() {
        let ends: Vec<String> = reading
            .ends
            .iter()
            .map(|end| if end.double { say!("double {pips}", pips = end.pips) } else { end.pips.to_string() })
            .collect();
        push(&mut text, &say!("open: {ends}{worth}", ends = ends.join(", "), worth = worth(reading, rules, written)));
    }
    if rules.is_none() && reading.line().next().is_some() {
        push(&mut text, &free(reading));
        push(&mut text, &legal(reading));
    }
    for chain in &reading.apart {
        let names: Vec<String> = chain.iter().filter_map(|&tile| reading.tiles.get(tile)).map(name).collect();
        push(&mut text, &say!("a separate chain: {tiles}", tiles = names.join(" ")));
    }
    let apart = |tile: &usize| reading.apart.iter().any(|chain| chain.contains(tile));
    let loose = reading.tiles.iter().enumerate().filter(|(i, tile)| tile.part == Part::Loose && !apart(i));
    let loose: Vec<String> = loose.map(|(_, tile)| name(tile)).collect();
    if !loose.is_empty() {
        push(&mut text, &say!("loose: {tiles}", tiles = loose.join(" ")));
    }
    let others = [(Part::FaceDown, say!("face down")), (Part::Unreadable, say!("unreadable"))];
    for (part, words) in others {
        let n = of_part(reading, part).count();
        if n > 0 {
            push(&mut text, &format!("{}, {words}", say_count!(n, "{n} tile", "{n} tiles")));
        }
    }
    for doubt in &reading.doubts {
        push(&mut text, &say!("check: {doubt}", doubt));
    }
    text
}

/// Every place where another tile could go: `free: 6 (half of 6-4), 4 (side of 4-4)`.
fn free(reading: &Reading) -> String {
    let words = |free: &Free| {
        let (pips, tile) = (free.pips, name(&reading.tiles[free.tile]));
        match free.at {
            FreeAt::Half => say!("{pips} (half of {tile})", pips, tile),
            FreeAt::Side => say!("{pips} (side of {tile})", pips, tile),
            FreeAt::End => say!("{pips} (end of {tile})", pips, tile),
        }
    };
    say!("free: {places}", places = reading.free().iter().map(words).collect::<Vec<_>>().join(", "))
}

/// Under which rule sets the layout can have come about.
fn legal(reading: &Reading) -> String {
    let legal = reading.legal_under();
    match (legal.len(), PRESETS.len()) {
        (0, _) => say!("legal under no rule set of this program").to_owned(),
        (n, all) if n == all => say!("legal under every rule set").to_owned(),
        _ => say!("legal under {rules}", rules = legal.join(", ")),
    }
}

/// `; they count 11, 0 points by Pafos rules`, as far as it can be said.
fn worth(reading: &Reading, rules: Option<&RuleSet>, written: Option<&RuleSet>) -> String {
    let Some(score) = written.and_then(|rules| reading.score(rules)) else {
        return say!("; the layout is not legal").to_owned();
    };
    let mut text = say!("; count {count}", count = score.count);
    if let Some(rules) = rules {
        let _ = write!(text, ", {} ({})", say_count!(score.points, "{n} point", "{n} points"), rules.title());
    }
    text
}

/// A hand on one line.
pub(super) fn hand(outcome: &PictureRead, hand: &Hand) -> String {
    if hand.tiles.is_empty() {
        return say!("{name}: no tile face up", name = outcome.name);
    }
    let names: Vec<String> = hand.tiles.iter().map(name).collect();
    let (n, pips) =
        (say_count!(hand.tiles.len(), "{n} tile", "{n} tiles"), say_count!(hand.pips(), "{n} pip", "{n} pips"));
    format!("{}: {} ({n}, {pips})", outcome.name, names.join(" "))
}

fn push(text: &mut String, line: &str) {
    text.push_str("\n  ");
    text.push_str(line);
}

fn of_part(reading: &Reading, part: Part) -> impl Iterator<Item = &ReadTile> {
    reading.tiles.iter().filter(move |tile| tile.part == part)
}

fn tiles(reading: &Reading, part: Part) -> String {
    of_part(reading, part).map(name).collect::<Vec<_>>().join(" ")
}

fn name(tile: &ReadTile) -> String {
    tile.tile().map_or_else(|| "?".to_owned(), |tile| tile.to_string())
}
