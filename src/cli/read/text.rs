//! What was read in words, for people.

use std::fmt::Write as _;

use super::{PictureRead, counted};
use eye::detect::hand::Hand;
use eye::read::{Free, FreeAt, Part, ReadTile, Reading};
use game::rules::{PRESETS, RuleSet};

/// A table in a few lines; the last without a line end.
pub(super) fn table(outcome: &PictureRead, rules: Option<&RuleSet>, written: Option<&RuleSet>) -> String {
    let reading = &outcome.reading;
    let laid = written.and_then(|rules| reading.laid(rules)).map(|laid| laid.layout.to_string());
    let layout = match laid {
        Some(text) if !text.is_empty() => text,
        _ if reading.line().next().is_some() => tiles(reading, Part::Line),
        _ => "no layout".to_owned(),
    };
    let mut text = format!("{}: {layout}", outcome.name);
    if !reading.ends.is_empty() {
        let ends: Vec<String> = reading
            .ends
            .iter()
            .map(|end| if end.double { format!("double {}", end.pips) } else { end.pips.to_string() })
            .collect();
        push(&mut text, &format!("open: {}{}", ends.join(", "), worth(reading, rules, written)));
    }
    if rules.is_none() && reading.line().next().is_some() {
        push(&mut text, &free(reading));
        push(&mut text, &legal(reading));
    }
    for chain in &reading.apart {
        let names: Vec<String> = chain.iter().filter_map(|&tile| reading.tiles.get(tile)).map(name).collect();
        push(&mut text, &format!("a chain apart: {}", names.join(" ")));
    }
    let apart = |tile: &usize| reading.apart.iter().any(|chain| chain.contains(tile));
    let loose = reading.tiles.iter().enumerate().filter(|(i, tile)| tile.part == Part::Loose && !apart(i));
    let loose: Vec<String> = loose.map(|(_, tile)| name(tile)).collect();
    if !loose.is_empty() {
        push(&mut text, &format!("loose: {}", loose.join(" ")));
    }
    let others = [(Part::FaceDown, "face down"), (Part::Unreadable, "not readable")];
    for (part, words) in others {
        let n = of_part(reading, part).count();
        if n > 0 {
            push(&mut text, &format!("{}, {words}", counted(n, "tile")));
        }
    }
    for doubt in &reading.doubts {
        push(&mut text, &format!("look: {doubt}"));
    }
    text
}

/// Every place where another tile could lie: `free: 6 (half of 6-4), 4 (side of 4-4)`.
fn free(reading: &Reading) -> String {
    let words = |free: &Free| {
        let on = match free.at {
            FreeAt::Half => "half",
            FreeAt::Side => "side",
            FreeAt::End => "end",
        };
        format!("{} ({on} of {})", free.pips, name(&reading.tiles[free.tile]))
    };
    format!("free: {}", reading.free().iter().map(words).collect::<Vec<_>>().join(", "))
}

/// Under which rule sets the layout can have come about.
fn legal(reading: &Reading) -> String {
    let legal = reading.legal_under();
    match (legal.len(), PRESETS.len()) {
        (0, _) => "legal under no rule set of this program".to_owned(),
        (n, all) if n == all => "legal under every rule set".to_owned(),
        _ => format!("legal under {}", legal.join(", ")),
    }
}

/// `; they count 11, 0 points by Pafos rules`, as far as it can be said.
fn worth(reading: &Reading, rules: Option<&RuleSet>, written: Option<&RuleSet>) -> String {
    let Some(score) = written.and_then(|rules| reading.score(rules)) else {
        return "; the layout is not a legal one".to_owned();
    };
    let mut text = format!("; count {}", score.count);
    if let Some(rules) = rules {
        let _ = write!(text, ", {} ({})", counted(usize::from(score.points), "point"), rules.title());
    }
    text
}

/// A hand on one line.
pub(super) fn hand(outcome: &PictureRead, hand: &Hand) -> String {
    if hand.tiles.is_empty() {
        return format!("{}: no tile whose face can be seen", outcome.name);
    }
    let names: Vec<String> = hand.tiles.iter().map(name).collect();
    let (n, pips) = (counted(hand.tiles.len(), "tile"), counted(hand.pips() as usize, "pip"));
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
