//! Mends of a record that differs from the table: a missed drop at its place in the order of play, a misread tile, a drop
//! that was taken back.

use game::layout::{Layout, Play};
use game::tile::{Tile, TileSet};
use game::{Act, Change, Deed, Match, Round, Seat, lead_rank};
use language::say;

/// A missed drop, at a place in the order of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    /// The tile.
    pub tile: Tile,
    /// The event before which it was dropped, with its tile; `None` after all drops.
    pub before: Option<(usize, Tile)>,
    /// Seat of the player.
    pub seat: Seat,
    /// The plays by which it can lie there; never empty.
    pub plays: Vec<Play>,
}

impl Missed {
    fn is_lead(&self) -> bool {
        self.plays.iter().any(|play| play.on.is_none())
    }
}

/// A change that removes a difference between table and record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mend {
    /// The tile was dropped.
    Add(Missed),
    /// The drop of this event was another tile.
    Correct {
        /// The event.
        event: usize,
        /// Tile in the record.
        was: Tile,
        /// Seat of the player.
        seat: Seat,
        /// The play on the table.
        play: Play,
    },
    /// The drop of this event was taken back.
    Remove {
        /// The event.
        event: usize,
        /// Tile in the record.
        tile: Tile,
    },
}

impl Mend {
    /// Returns what it does: the words of its button.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Add(Missed { tile, before: None, .. }) => say!("Add {tile}", tile),
            Self::Add(missed) if missed.is_lead() => say!("Add {tile} as lead", tile = missed.tile),
            Self::Add(Missed { tile, before: Some((_, next)), .. }) => say!("Add {tile} before {next}", tile, next),
            Self::Correct { was, play, .. } => say!("Correct {was} to {tile}", was, tile = play.tile()),
            Self::Remove { tile, .. } => say!("Remove {tile}", tile),
        }
    }

    /// Returns the act that it is; `None` where a missed tile can lie at several places.
    #[must_use]
    pub fn act(&self, game: &Match) -> Option<Act> {
        let boxed = |seat: Seat, play: Play| Box::new(Act::Play { seat, play, stands: false });
        let (event, change) = match *self {
            Self::Add(Missed { before, seat, ref plays, .. }) => {
                let [play] = plays.as_slice() else { return None };
                match before {
                    Some((event, _)) => (event, Change::InsertBefore(boxed(seat, *play))),
                    None => return Some(*boxed(seat, *play)),
                }
            }
            Self::Correct { event, seat, play, .. } => (event, Change::Replace(boxed(seat, play))),
            Self::Remove { event, .. } => (event, Change::Remove),
        };
        Some(game.correction(event, change))
    }
}

/// Returns the mends of the first difference that has one, the likeliest first: tiles that lie there and are `new`, and
/// tiles of the record that are `gone`. `table` is the layout on the table, if it is legal. A new tile comes with the number
/// of drops after which it was seen to come, if it was.
#[must_use]
pub fn mends(game: &Match, new: &[(Tile, Option<usize>)], gone: &[Tile], table: Option<&Layout>) -> Vec<Mend> {
    let drops = drops(game);
    let recorded = || gone.iter().filter_map(|tile| drops.iter().find(|drop| drop.play.tile() == *tile));
    let misread = recorded().find_map(|drop| new.iter().find_map(|(tile, _)| misread(game, drop, *tile, table)));
    let missed = || new.iter().map(|new| places(game, *new, table)).find(|places| !places.is_empty());
    let removed = || {
        let removal = |drop: &&RecordedDrop| game.decide(game.correction(drop.event, Change::Remove)).is_ok();
        recorded().find(removal).map(|drop| Mend::Remove { event: drop.event, tile: drop.play.tile() })
    };
    match misread {
        Some(misread) => vec![misread],
        None => match missed() {
            Some(places) => places.into_iter().map(Mend::Add).collect(),
            None => removed().into_iter().collect(),
        },
    }
}

/// Returns the two likeliest places in the order of play where the tile can have been dropped: every later drop stays
/// legal, and the tiles are joined as on the table, if that is known. They are those nearest to the number
/// of drops after which it was seen to come, or else the earliest.
///
/// A tile that could be the lead is taken for it first only if it is the better lead: players lead their highest.
#[must_use]
pub fn places(game: &Match, (tile, after): (Tile, Option<usize>), table: Option<&Layout>) -> Vec<Missed> {
    let Some(round) = game.state().running() else { return Vec::new() };
    let drops = drops(game);
    let place = |at: usize| {
        let layout = round.layout.prefix(at);
        let before = drops.get(at).map(|drop| (drop.event, drop.play.tile()));
        let mut plays = layout.ways(tile, &game.setup().rules);
        plays.retain(|play| table.is_none_or(|table| lies_on(&layout.after(play), table)));
        if plays.is_empty() {
            return None;
        }
        let seat = before.map_or(Some(round.turn), |(event, _)| turn_before(game, event))?;
        plays.retain(|play| {
            let act = Act::Play { seat, play: *play, stands: false };
            let act =
                before.map_or(act.clone(), |(event, _)| game.correction(event, Change::InsertBefore(Box::new(act))));
            stays_legal(game, act, table)
        });
        (!plays.is_empty()).then_some(Missed { tile, before, seat, plays })
    };
    let mut order: Vec<usize> = (0..=drops.len()).collect();
    if let Some(after) = after {
        order.sort_by_key(|at| at.abs_diff(after));
    }
    let mut places: Vec<Missed> = order.into_iter().filter_map(place).take(2).collect();
    if after.is_some() {
        return places;
    }
    let led = drops.first().map(|drop| drop.play.tile());
    if let ([first, _], Some(led)) = (places.as_slice(), led)
        && first.is_lead()
        && lead_rank(tile) < lead_rank(led)
    {
        places.reverse();
    }
    places
}

/// A recorded drop of the hand.
struct RecordedDrop {
    event: usize,
    seat: Seat,
    play: Play,
}

/// The drops of the hand, in order.
fn drops(game: &Match) -> Vec<RecordedDrop> {
    let turns = game.state().running().map(|round| round.turns.as_slice()).unwrap_or_default();
    let drop = |turn: &game::Turn| match turn.deed {
        Deed::Played { play, .. } => Some(RecordedDrop { event: turn.event, seat: turn.seat, play }),
        _ => None,
    };
    turns.iter().filter_map(drop).collect()
}

/// The seat whose turn it was before this event.
fn turn_before(game: &Match, event: usize) -> Option<Seat> {
    let at = game.standing().position(|(standing, _)| standing == event)?;
    game.up_to(at).state().running().map(|round| round.turn)
}

/// Returns the correction of this drop to the tile, if it can lie at the same place.
fn misread(game: &Match, drop: &RecordedDrop, tile: Tile, table: Option<&Layout>) -> Option<Mend> {
    let layout = &game.state().running()?.layout;
    let before = layout.prefix(layout.find(drop.play.tile())?);
    let fits = |play: &Play| {
        let act = Act::Play { seat: drop.seat, play: *play, stands: false };
        let act = game.correction(drop.event, Change::Replace(Box::new(act)));
        play.on == drop.play.on && stays_legal(game, act, table)
    };
    let play = before.ways(tile, &game.setup().rules).into_iter().find(fits)?;
    Some(Mend::Correct { event: drop.event, was: drop.play.tile(), seat: drop.seat, play })
}

/// Reports whether the rules allow this change and every drop after it, and the tiles then lie as on the table.
fn stays_legal(game: &Match, act: Act, table: Option<&Layout>) -> bool {
    let wrong = |game: &Match| {
        let turns = game.state().round.iter().flat_map(|round: &Round| &round.turns);
        turns.filter(|turn| matches!(turn.deed, Deed::Played { wrong: true, .. })).count()
    };
    let mut then = game.clone();
    let allowed = then.act(act).is_ok() && wrong(&then) <= wrong(game);
    let line = then.state().round.as_ref().map(|round| &round.layout);
    allowed && table.is_none_or(|table| line.is_some_and(|line| lies_on(line, table)))
}

/// Reports whether every two tiles of the line that are joined are so on the table, if both are there.
fn lies_on(line: &Layout, table: &Layout) -> bool {
    let joins = |layout: &Layout| -> Vec<TileSet> {
        let join = |play: &Play| Some([play.tile(), layout.play(play.on?.tile)?.tile()].into_iter().collect());
        layout.plays().filter_map(join).collect()
    };
    let there = joins(table);
    joins(line).iter().all(|join| there.contains(join) || join.iter().any(|tile| !table.tiles().contains(tile)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::record::Record;

    /// The hand that these turns of a record make.
    fn hand(turns: &str) -> Match {
        let text = format!("[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\n{turns}end\n");
        Record::parse(&text).unwrap().game
    }

    fn tiles(names: &str) -> Vec<Tile> {
        names.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    /// The words of the mends, and the drops of the players after the first of them.
    fn check(turns: &str, (new, gone): (&str, &str), table: Option<&str>, words: &[&str], then: &str) {
        let game = hand(turns);
        let table: Option<Layout> = table.map(|table| table.parse().unwrap());
        let new: Vec<_> = tiles(new).into_iter().map(|tile| (tile, None)).collect();
        let mends = mends(&game, &new, &tiles(gone), table.as_ref());
        assert_eq!(mends.iter().map(Mend::words).collect::<Vec<_>>(), words);
        let Some(mend) = mends.first() else { return };
        let mut after = game.clone();
        after.act(mend.act(&game).unwrap()).unwrap();
        let drops = drops(&after).into_iter().map(|drop| format!("{} {}", drop.seat, drop.play.tile()));
        assert_eq!(drops.collect::<Vec<_>>().join(", "), then);
    }

    #[test]
    fn a_missed_tile_is_added_where_it_was_dropped() {
        // The lead that was not recognised, and what was taken for it.
        let seen = Some("1-6 6-6 6-5 5-3");
        let led = ["Add 6-6 as lead", "Add 6-6 before 5-3"];
        check("A 6-5\nB 5-3@6-5.5\n", ("6-1 6-6", ""), seen, &led, "A 6-6, B 6-5, A 5-3");
        // The next difference: it is joined to what was added.
        let turns = "A 6-6\nB 6-5@6-6.s1\nA 5-3@6-5.5\n";
        let between = ["Add 6-1 before 6-5", "Add 6-1 as lead"];
        check(turns, ("6-1", ""), seen, &between, "A 6-6, B 6-1, A 6-5, B 5-3");
        // Between two tiles; without a legal table.
        let turns = "A 6-5\nB 5-3@6-5.5\nA 3-1@5-3.3\n";
        let double = ["Add 3-3 before 3-1"];
        check(turns, ("3-3", ""), None, &double, "A 6-5, B 5-3, A 3-3, B 3-1");
        // A lower tile beside the lead is not taken for the lead.
        let turns = "A 6-6\nB 6-3@6-6.s1\nA 3-1@6-3.3\n";
        let beside = ["Add 6-4 before 6-3", "Add 6-4 as lead"];
        check(turns, ("6-4", ""), Some("4-6 6-6 6-3 3-1"), &beside, "A 6-6, B 6-4, A 6-3, B 3-1");
        // The last tile.
        check("A 6-6\nB 6-3@6-6.s1\n", ("3-3", ""), None, &["Add 3-3"], "A 6-6, B 6-3, A 3-3");
    }

    #[test]
    fn a_tile_that_was_seen_to_come_is_added_there() {
        let game = hand("A 6-6\nB 6-3@6-6.s1\nA 6-4@6-6.s2\nB 3-1@6-3.3\n");
        let words = |after: Option<usize>| -> Vec<String> {
            let tile = "6-5".parse().unwrap();
            // On the double, whose sides it can take in any order.
            mends(&hand("A 6-6\nB 6-3@6-6.s1\nA 3-1@6-3.3\n"), &[(tile, after)], &[], None)
                .iter()
                .map(Mend::words)
                .collect()
        };
        assert_eq!(words(None), ["Add 6-5 before 6-3", "Add 6-5 as lead"]);
        assert_eq!(words(Some(3)), ["Add 6-5", "Add 6-5 before 3-1"]);
        assert_eq!(words(Some(1)), ["Add 6-5 before 6-3", "Add 6-5 as lead"]);
        assert!(mends(&game, &[("5-5".parse().unwrap(), Some(4))], &[], None).is_empty());
    }

    #[test]
    fn what_lies_otherwise_is_corrected_or_removed_one_after_the_other() {
        let turns = "A 6-6\nB 6-3@6-6.s1\nA 6-4@6-6.s2\n";
        check(turns, ("6-2", "6-3"), None, &["Correct 6-3 to 6-2"], "A 6-6, B 6-2, A 6-4");
        // Not the last drop.
        check(turns, ("", "6-3"), None, &["Remove 6-3"], "A 6-6, B 6-4");
        // The first that can be mended is.
        check(turns, ("5-5 3-3", "6-4"), None, &["Add 3-3 before 6-4", "Add 3-3"], "A 6-6, B 6-3, A 3-3, B 6-4");
        check(turns, ("5-5", "6-4"), None, &["Remove 6-4"], "A 6-6, B 6-3");
        check(turns, ("5-5", "6-6"), None, &[], "");
    }
}
