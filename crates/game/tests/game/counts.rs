//! Golden counts of every preset, as chess engines have them in perft: what a change of the rules' arithmetic changes, shows
//! here although no single example looks at it.
//!
//! `tests/counts` holds a file for each preset with two tables. The first counts what can be played from a full set,
//! drop by drop: sequences of legal plays (mirror images once), the different layouts they end in, and the sum of what
//! the last drops pay. The second sums up how matches of seeded players end. `COUNTS=write` rewrites the files; read
//! the diff before you keep it.

use crate::table::setups;
use game::layout::{Layout, Place, Port};
use game::rules::{PRESETS, RuleSet, Spinner};
use game::self_play::play_match;
use game::{Deed, Match, Round, RoundEnd, Setup};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// Drops to which sequences are counted with a double-six set, some ten thousand of them; with larger sets one less.
const DROPS: usize = 4;
/// Matches of the second table, by setup.
const MATCHES: u64 = 200;

/// A layout independent of the order of its plays and of the choice between equal places: its joins. A single tile is
/// joined to itself.
type Joins = BTreeSet<[(usize, bool); 2]>;

fn joins(layout: &Layout, rules: &RuleSet) -> (Joins, BTreeSet<usize>, Option<usize>) {
    let index = |tile: usize| layout.play(tile).map_or(0, |play| play.tile().index());
    let at_end = |place: Place| matches!(place.port, Port::End1 | Port::End2);
    let joins = layout.plays().enumerate().map(|(tile, play)| {
        let own = (index(tile), false);
        let mut pair = [own, play.on.map_or(own, |on| (index(on.tile), at_end(on)))];
        pair.sort_unstable();
        pair
    });
    let inline = layout.plays().filter(|play| play.inline).map(|play| play.tile().index());
    // Which double spins distinguishes layouts only if one of them does.
    let spinner = layout.first_double().filter(|_| rules.spinner == Spinner::First).map(index);
    // The first tile's own entry says only who came first.
    let joins = if layout.len() > 1 { joins.skip(1).collect() } else { joins.collect() };
    (joins, inline.collect(), spinner)
}

fn layouts(rules: &RuleSet) -> String {
    let mut text = "drops  sequences    layouts     points\n".to_owned();
    let mut last = vec![Layout::new()];
    for drops in 1..=DROPS - usize::from(rules.set_size.get() > 6) {
        let mut next = Vec::new();
        for layout in &last {
            for play in rules.tiles().iter().flat_map(|tile| layout.ways(tile, rules)) {
                let mut after = layout.clone();
                after.lay(play, rules).unwrap();
                next.push(after);
            }
        }
        let different: BTreeSet<_> = next.iter().map(|layout| joins(layout, rules)).collect();
        let points: u64 = next.iter().map(|layout| u64::from(layout.pays(rules))).sum();
        writeln!(text, "{drops:>5} {:>10} {:>10} {points:>10}", next.len(), different.len()).unwrap();
        last = next;
    }
    text
}

#[derive(Default)]
struct Ends {
    won: [u32; RuleSet::SEATS],
    hands: u32,
    out: u32,
    blocked: u32,
    in_play: u32,
    drops: u32,
    knocks: u32,
    drawn: u32,
    disregarded: u32,
}

impl Ends {
    fn add(&mut self, game: &Match) {
        let state = game.state();
        self.won[state.winner.expect("a seeded match has a winner").index()] += 1;
        let legs = state.legs.iter().chain([&state.leg]);
        legs.flat_map(|leg| &leg.rounds).chain(&state.round).for_each(|round| self.add_hand(round));
    }

    fn add_hand(&mut self, round: &Round) {
        self.hands += 1;
        match round.end.expect("a hand of a finished match has ended") {
            RoundEnd::ChippedOut(_) => self.out += 1,
            RoundEnd::Blocked => self.blocked += 1,
            RoundEnd::Won(_) | RoundEnd::GivenAway(_) => self.in_play += 1,
        }
        for turn in &round.turns {
            self.disregarded += u32::from(turn.not_counted.is_some());
            match turn.deed {
                Deed::Played { .. } => self.drops += 1,
                Deed::Knocked { .. } => self.knocks += 1,
                Deed::Drew { tiles, .. } => self.drawn += u32::from(tiles),
                _ => {}
            }
        }
    }
}

fn matches(setup: &Setup) -> String {
    let mut ends = Ends::default();
    for seed in 0..MATCHES {
        ends.add(&play_match(setup.clone(), &[0.9, 0.1, 0.9, 0.1], false, seed).unwrap());
    }
    let won: Vec<String> = ends.won[..setup.sides()].iter().map(u32::to_string).collect();
    let who = if setup.pairs { "two pairs".to_owned() } else { format!("{} players", setup.seats()) };
    let Ends { hands, out, blocked, in_play, drops, knocks, drawn, disregarded, .. } = ends;
    format!(
        "{who:<9}  won {:<15} hands {hands:>5} = {out} out + {blocked} blocked + {in_play} won in play\n           \
         drops {drops}, knocks {knocks}, drawn {drawn}, disregarded {disregarded}\n",
        won.join(" ")
    )
}

fn counted(rules: &RuleSet) -> String {
    let mut text = format!("; {rules}\n\n{}\n", layouts(rules));
    setups(rules).iter().for_each(|setup| text.push_str(&matches(setup)));
    text
}

/// The lines of which only one text has them.
fn difference(kept: &str, counted: &str) -> String {
    let only = |a: &str, b: &str, mark: &str| -> String {
        a.lines().filter(|line| !b.lines().any(|other| other == *line)).map(|line| format!("{mark} {line}\n")).collect()
    };
    only(kept, counted, "-") + &only(counted, kept, "+")
}

#[test]
fn every_preset_counts_as_it_did() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/counts");
    let write = std::env::var("COUNTS").is_ok_and(|what| what == "write");
    let mut wrong = String::new();
    for preset in PRESETS {
        let file = folder.join(format!("{}.txt", preset.rules.id));
        let counted = counted(&preset.rules);
        if write {
            std::fs::write(&file, &counted).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        if kept != counted {
            wrong += &format!("{}\n{}", file.display(), difference(&kept, &counted));
        }
    }
    assert!(wrong.is_empty(), "{wrong}\nif this is meant: COUNTS=write cargo test -p sixty-one-game counts");
    let files = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(files, PRESETS.len(), "a file of a preset that is no more");
}

/// By hand: 28 first tiles. A single has two ends with six tiles each, a double two like sides with six tiles.
#[test]
fn the_first_two_drops_by_hand() {
    let text = layouts(&RuleSet::preset("pafos").unwrap());
    let numbers = |line: usize| text.lines().nth(line).unwrap().split_whitespace().collect::<Vec<_>>();
    assert_eq!(numbers(1)[..3], ["1", "28", "28"]);
    let sequences = 21 * 12 + 7 * 6;
    assert_eq!(numbers(2)[1], sequences.to_string());
    // Either of the two tiles may have been the first.
    assert_eq!(numbers(2)[2], (sequences / 2).to_string());
}
