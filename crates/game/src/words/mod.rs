//! Sentences for people: about ends, counts and points, a turn ([`tell`]), the end of a hand ([`hand_end`]), the clause
//! of the rules that counted ([`clause`]). Words only; the arithmetic is `rules`' and `layout`'s.

mod aloud;
mod call;
mod house;
mod number;
mod plain;
mod result;
mod score_table;
mod told;

pub use aloud::aloud;
pub use call::{Call, CallKind, PegMove, call};
pub use house::{Answer, Question, about, changed, questions, rule_value};
pub use number::number;
pub use plain::{Chapter, paying_counts, plain};
pub use result::result;
pub use score_table::{Family, score_table};
pub(crate) use told::would_have_gone;
pub use told::{Told, hand_end, latest, offence_words, penalty_of, penalty_words, refusal, signed, tell, wrong_knock};

use crate::Setup;
use crate::layout::{Layout, Place, Play, Port};
use crate::rules::score::{NotCounted, play_points};
use crate::rules::{Overshoot, RuleSet, Scoring, Spinner, WinCheck, sets};
use language::{said, say, say_count};

/// "three fives", "one five", "14 fives".
fn fives(n: u16) -> String {
    say_count!(n, "one five", "{number} fives", number = number::small(usize::from(n)))
}

/// "three threes", "one three", "14 threes".
fn threes(n: u16) -> String {
    say_count!(n, "one three", "{number} threes", number = number::small(usize::from(n)))
}

/// "Ben wins the game", "Anna & Ben win the game"; `name` is that of a side.
#[must_use]
pub fn wins_the_game(setup: &Setup, name: &str) -> String {
    if setup.pairs { say!("{pair} win the game", pair = name) } else { say!("{name} wins the game", name) }
}

/// "Ben wins the match", "Anna & Ben win the match"; `name` is that of a side.
#[must_use]
pub fn wins_the_match(setup: &Setup, name: &str) -> String {
    if setup.pairs { say!("{pair} win the match", pair = name) } else { say!("{name} wins the match", name) }
}

/// "6-6", "6-6 and 3", "5, 3 and 2"; empty for none.
fn all_of(names: &[String]) -> String {
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => say!("{list} and {last}", list = rest.join(", "), last),
    }
}

/// The counting ends: "6-6 and 3", "5, 3 and 2"; "nothing" for an empty layout.
#[must_use]
pub fn ends(layout: &Layout, rules: &RuleSet) -> String {
    let names: Vec<String> = layout
        .ends(rules)
        .map(|end| if end.double { format!("{}-{}", end.pip, end.pip) } else { end.pip.to_string() })
        .collect();
    if names.is_empty() { say!("nothing").to_owned() } else { all_of(&names) }
}

/// Returns the reason a count pays: "three fives and five threes", "a multiple of five", "neither fives nor threes".
#[must_use]
pub fn how(rules: &RuleSet, count: u16) -> String {
    let paid = |n: u16| count > 0 && count.is_multiple_of(n);
    match (rules.scoring, paid(5), paid(3)) {
        (Scoring::None, _, _) => say!("the ends pay nothing in this game").to_owned(),
        (Scoring::Headers, ..) => say!("two ends alike pay, whatever the count").to_owned(),
        (Scoring::FiveThree, true, true) => all_of(&[fives(count / 5), threes(count / 3)]),
        (Scoring::FiveThree | Scoring::FivesUnit, true, _) => fives(count / 5),
        (Scoring::FiveThree, _, true) => threes(count / 3),
        (Scoring::FiveThree | Scoring::FiveThreeFull, false, false) => say!("neither fives nor threes").to_owned(),
        (Scoring::FiveThreeFull, true, true) => say!("a multiple of five and of three").to_owned(),
        (Scoring::FivesFull, true, _) | (Scoring::FiveThreeFull, true, false) => say!("a multiple of five").to_owned(),
        (Scoring::FiveThreeFull, false, true) => say!("a multiple of three").to_owned(),
        (Scoring::FivesFull | Scoring::FivesUnit, false, _) => say!("not a multiple of five").to_owned(),
    }
}

/// The whole reason of a score in play: "6-6 and 3 → 15 → three fives and five threes → 8".
#[must_use]
pub fn reason(layout: &Layout, rules: &RuleSet) -> String {
    let count = layout.count(rules);
    let ends = ends(layout, rules);
    match rules.scoring {
        Scoring::None => say!("ends {ends}", ends),
        Scoring::Headers => {
            let points = layout.pays(rules);
            let how = match points {
                0 => say!("the ends differ"),
                2 => say!("two ends alike"),
                _ => say!("two ends alike, one of them a double"),
            };
            format!("{ends} → {how} → {points}")
        }
        Scoring::FiveThree | Scoring::FivesFull | Scoring::FivesUnit | Scoring::FiveThreeFull => {
            format!("{ends} → {count} → {} → {}", how(rules, count), play_points(rules, count))
        }
    }
}

/// Returns the name of a place: "the 6", "the 6 of 6-4" where another end has a 6 too, "the 6-6", "the first end of 6-6".
#[must_use]
pub fn place(layout: &Layout, place: Place) -> String {
    let Some(play) = layout.play(place.tile) else { return say!("there").to_owned() };
    let like = |other: Place, pip| other != place && layout.pip_at(other) == Some(pip);
    let end = |pip| match layout.is_free(place) && layout.free_ends().any(|other| like(other, pip)) {
        true => say!("the {pip} of {tile}", pip, tile = play.tile()),
        false => say!("the {pip}", pip),
    };
    match place.port {
        Port::First => end(play.halves[0]),
        Port::Second => end(play.halves[1]),
        Port::Side1 | Port::Side2 => say!("the {tile}", tile = play.tile()),
        Port::End1 => say!("the first end of {tile}", tile = play.tile()),
        Port::End2 => say!("the second end of {tile}", tile = play.tile()),
    }
}

/// A play: "4-3 on the 3", "6-6" for a first tile, "4-4 end to end".
#[must_use]
pub fn play(layout: &Layout, play: &Play) -> String {
    let tile = if play.inline { say!("{tile} end to end", tile = play.tile()) } else { play.tile().to_string() };
    match play.on {
        None => tile,
        Some(on) => say!("{tile} on {place}", tile, place = place(layout, on)),
    }
}

/// The counts a layout can have, for what finishes and what busts: those of two ends, or of four with spinners.
fn counts(rules: &RuleSet) -> std::ops::RangeInclusive<u16> {
    let high = u16::from(rules.set_size.get());
    // Two open doubles are the most on a line: 6-6 and 5-5 make 22.
    let line = high * 4 - 2;
    match rules.spinner {
        Spinner::None => 1..=line,
        Spinner::First | Spinner::AllAfterSides | Spinner::AllAtOnce => 1..=line + high * 2,
    }
}

fn listed(counts: &[u16]) -> String {
    const MOST: usize = 4;
    let shown: Vec<String> = counts.iter().take(MOST).map(u16::to_string).collect();
    let more = if counts.len() > MOST { " …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// Returns what finishes and what busts with `to_go` points to go: lines of a name and a value.
#[must_use]
pub fn outlook(rules: &RuleSet, to_go: u16) -> Vec<(String, String)> {
    let line = |name: &str, value: String| (name.to_owned(), value);
    let mut lines = vec![line(say!("to go"), to_go.to_string())];
    let pays: Vec<(u16, u16)> = counts(rules).map(|count| (count, play_points(rules, count))).collect();
    if pays.iter().all(|(_, points)| *points == 0) || rules.win_check == WinCheck::HandEnd {
        return lines;
    }
    let exact = rules.overshoot == Overshoot::Disregarded;
    let of = |test: &dyn Fn(u16) -> bool| -> Vec<u16> {
        pays.iter()
            .filter(|(count, points)| *points > 0 && is_possible(rules, *count) && test(*points))
            .map(|p| p.0)
            .collect()
    };
    let finishes = of(&|points| if exact { points == to_go } else { points >= to_go });
    let most = pays.iter().map(|(_, points)| *points).max().unwrap_or(0);
    // Appears only once a single drop could be enough.
    if to_go <= most {
        let finishes = if finishes.is_empty() { say!("no total").to_owned() } else { listed(&finishes) };
        lines.push(line(say!("finishes on"), finishes));
    }
    if let (true, Some(bonus @ 1..)) = (exact, rules.out_bonus.plain_points()) {
        let bonus = u16::from(bonus);
        if let Some(rest) = to_go.checked_sub(bonus) {
            let out = of(&|points| points == rest);
            let words = if rest == 0 { say!("any dead total").to_owned() } else { listed(&out) };
            if !words.is_empty() && to_go <= most + bonus {
                lines.push(line(say!("going out on"), words));
            }
        }
    }
    let busts = of(&|points| exact && points > to_go);
    if !busts.is_empty() {
        lines.push(line(say!("busts on"), listed(&busts)));
    }
    lines
}

/// Reports whether a line can have this count. 19 and 21 cannot occur with double-six.
fn is_possible(rules: &RuleSet, count: u16) -> bool {
    if rules.spinner != Spinner::None {
        return true;
    }
    let high = u16::from(rules.set_size.get());
    let ends = || (0..=high).map(|v| (v, v)).chain((0..=high).map(|v| (v * 2, v)));
    ends().any(|(a, va)| ends().any(|(b, vb)| a + b == count && (va != vb || a == va || b == vb)))
}

/// The points that win: "61", or "61 (two players), 121 (four)" where tables differ.
#[must_use]
pub fn target_words(rules: &RuleSet) -> String {
    if let Some(points) = rules.target.only() {
        return points.to_string();
    }
    let tables: Vec<(usize, u16)> =
        (2..=RuleSet::SEATS).filter(|&n| rules.seats(n)).map(|n| (n, rules.target.of(n))).collect();
    let mut parts: Vec<String> = Vec::new();
    for same in tables.chunk_by(|one, two| one.1 == two.1) {
        let names: Vec<String> = same.iter().map(|(n, _)| number::small(*n)).collect();
        parts.push(say!("{target} ({players} players)", target = same[0].1, players = names.join(", ")));
    }
    parts.join(", ")
}

/// Explains why an award counts nothing at a table that plays to `target`: "past 61, so nothing counts".
#[must_use]
pub fn not_counted(why: NotCounted, rules: &RuleSet, target: u16) -> String {
    match why {
        NotCounted::Overshoot => say!("past {target}, so nothing counts", target),
        NotCounted::WinOnLead => say!("the first tile of a hand cannot win, so nothing counts").to_owned(),
        NotCounted::TooSmallToGetIn => {
            say!("the first score must be {least} or more, so nothing counts", least = rules.first_score_min)
        }
        NotCounted::Barred => say!("barred from scoring").to_owned(),
    }
}

/// The clause that a rule set has for an axis, with its title and source: "Muggins, double-nine, to 200, rule document
/// 004: “multiple of 5, ..”". For an axis that a house rule has changed, that rule; empty without a clause.
#[must_use]
pub fn clause(rules: &RuleSet, axis: &str) -> String {
    let Some(preset) = sets::all().find(|preset| preset.rules.id == rules.id) else { return String::new() };
    if rules.get(axis) != preset.rules.get(axis) {
        let house = rules.house.as_deref().unwrap_or(say!("house rules"));
        return format!("{house}: {axis} {}", rules.get(axis).unwrap_or_default());
    }
    let clause = preset.clauses.iter().find(|clause| clause.axis == axis);
    clause.map_or_else(String::new, |clause| {
        format!("{}, {}: \u{201c}{}\u{201d}", said(preset.title), preset.source, clause.words)
    })
}

/// "1 match", "3 matches", "no match".
#[must_use]
pub fn counted(n: usize, one: &str, many: &str) -> String {
    match n {
        0 => format!("no {one}"),
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}

/// "3 tiles left", "1 tile left", "out".
#[must_use]
pub fn tiles_left(tiles: usize) -> String {
    match tiles {
        0 => say!("out").to_owned(),
        n => say_count!(n, "{n} tile left", "{n} tiles left"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet;

    fn check_reason(id: &str, layout: &str, words: &str) {
        let rules = RuleSet::preset(id).unwrap();
        assert_eq!(reason(&layout.parse().unwrap(), &rules), words);
    }

    #[test]
    fn reasons_are_said_as_at_the_table() {
        check_reason("pafos", "6-6 6-3", "6-6 and 3 → 15 → three fives and five threes → 8");
        check_reason("pafos", "5-4", "5 and 4 → 9 → three threes → 3");
        check_reason("pafos", "5-2", "5 and 2 → 7 → neither fives nor threes → 0");
        check_reason("pafos", "6-6", "6-6 → 12 → four threes → 4");
        check_reason("muggins", "9-9 9-7", "9-9 and 7 → 25 → a multiple of five → 25");
        check_reason("sbyc_club", "4-1", "4 and 1 → 5 → one five → 1");
        check_reason("block", "5-5 5-0", "ends 5-5 and 0");
    }

    fn check_outlook(id: &str, to_go: u16, words: &[(&str, &str)]) {
        let rules = RuleSet::preset(id).unwrap();
        let lines = outlook(&rules, to_go);
        let lines: Vec<(&str, &str)> = lines.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(lines, words);
    }

    /// Two places for one tile have two names: both are offered beside each other.
    #[test]
    fn places_that_a_tile_can_go_to_have_names_of_their_own() {
        let rules = RuleSet::preset("sbyc_club").unwrap();
        let names = |layout: &str| {
            let layout: Layout = layout.parse().unwrap();
            layout.distinct_playable(&rules).map(|(at, _)| place(&layout, at)).collect::<Vec<_>>()
        };
        assert_eq!(names("*5-3 3-2 2-5"), ["the 5 of 5-3", "the 5 of 5-2"]);
        assert_eq!(names("*5-3 3-2"), ["the 5", "the 2"]);
    }

    #[test]
    fn what_finishes_and_what_busts() {
        check_outlook("pafos", 17, &[("to go", "17")]);
        check_outlook("muggins", 100, &[("to go", "100")]);
        check_outlook(
            "pafos",
            7,
            &[("to go", "7"), ("finishes on", "no total"), ("going out on", "18"), ("busts on", "15")],
        );
        check_outlook(
            "pafos",
            4,
            &[("to go", "4"), ("finishes on", "12, 20"), ("going out on", "9"), ("busts on", "15, 18")],
        );
        check_outlook(
            "pafos",
            1,
            &[
                ("to go", "1"),
                ("finishes on", "3, 5"),
                ("going out on", "any dead total"),
                ("busts on", "6, 9, 10, 12 …"),
            ],
        );
        check_outlook("all_fives_200", 15, &[("to go", "15"), ("finishes on", "15, 20")]);
        check_outlook("sbyc_club", 3, &[("to go", "3")]);
        check_outlook("block", 30, &[("to go", "30")]);
    }
}
