//! What people are told: of ends, counts and points, of a turn ([`tell`]), of a hand that has ended ([`hand_end`]), by
//! which clause of the rules it counted ([`clause`]). Words only; the arithmetic is `rules`' and `layout`'s.

mod aloud;
mod call;
mod house;
mod plain;
mod result;
mod score_table;
mod told;

pub use aloud::{aloud, number};
pub use call::{Call, CallKind, PegMove, call};
pub use house::{Answer, Question, changed, questions};
pub use plain::{Chapter, paying_counts, plain};
pub use result::result;
pub use score_table::{Family, score_table};
pub use told::{Told, hand_end, latest, offence_words, penalty_of, penalty_words, refusal, signed, tell, wrong_knock};

use crate::layout::{Layout, Place, Play, Port};
use crate::rules::score::{NotCounted, play_points};
use crate::rules::{OutBonus, Overshoot, RuleSet, Scoring, Spinner, WinCheck, sets};

const NUMBERS: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// "three fives", "one five", "14 fives".
fn times(n: u16, what: &str) -> String {
    let number = NUMBERS.get(usize::from(n)).map_or_else(|| n.to_string(), |word| (*word).to_owned());
    format!("{number} {what}{}", if n == 1 { "" } else { "s" })
}

/// The counting ends: "6-6 and 3", "5, 3 and 2"; "nothing" for an empty layout.
#[must_use]
pub fn ends(layout: &Layout, rules: &RuleSet) -> String {
    let names: Vec<String> = layout
        .ends(rules)
        .map(|end| if end.double { format!("{}-{}", end.pip, end.pip) } else { end.pip.to_string() })
        .collect();
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// How a count pays: "three fives and five threes", "a multiple of five", "neither fives nor threes".
#[must_use]
pub fn how(rules: &RuleSet, count: u16) -> String {
    let (fives, threes) = (count > 0 && count.is_multiple_of(5), count > 0 && count.is_multiple_of(3));
    match (rules.scoring, fives, threes) {
        (Scoring::None, _, _) => "the ends pay nothing in this game".to_owned(),
        (Scoring::Headers, ..) => "two ends alike pay, whatever the count".to_owned(),
        (Scoring::FiveThree, true, true) => {
            format!("{} and {}", times(count / 5, "five"), times(count / 3, "three"))
        }
        (Scoring::FiveThree | Scoring::FivesUnit, true, _) => times(count / 5, "five"),
        (Scoring::FiveThree, _, true) => times(count / 3, "three"),
        (Scoring::FiveThree | Scoring::FiveThreeFull, false, false) => "neither fives nor threes".to_owned(),
        (Scoring::FivesFull, true, _) => "a multiple of five".to_owned(),
        (Scoring::FiveThreeFull, true, true) => "a multiple of five and of three".to_owned(),
        (Scoring::FiveThreeFull, true, false) => "a multiple of five".to_owned(),
        (Scoring::FiveThreeFull, false, true) => "a multiple of three".to_owned(),
        (Scoring::FivesFull | Scoring::FivesUnit, false, _) => "no multiple of five".to_owned(),
    }
}

/// The whole reason of a score in play: "6-6 and 3 → 15 → three fives and five threes → 8".
#[must_use]
pub fn reason(layout: &Layout, rules: &RuleSet) -> String {
    let count = layout.count(rules);
    let ends = ends(layout, rules);
    match rules.scoring {
        Scoring::None => format!("ends {ends}"),
        Scoring::Headers => {
            let points = layout.pays(rules);
            let how = match points {
                0 => "the ends differ",
                2 => "two ends alike",
                _ => "two ends alike, one of them a double",
            };
            format!("{ends} → {how} → {points}")
        }
        Scoring::FiveThree | Scoring::FivesFull | Scoring::FivesUnit | Scoring::FiveThreeFull => {
            format!("{ends} → {count} → {} → {}", how(rules, count), play_points(rules, count))
        }
    }
}

/// What a place is called: "the 6", "the 6-6", "the end of 6-6".
#[must_use]
pub fn place(layout: &Layout, place: Place) -> String {
    let Some(play) = layout.play(place.tile) else { return "there".to_owned() };
    match place.port {
        Port::First => format!("the {}", play.halves[0]),
        Port::Second => format!("the {}", play.halves[1]),
        Port::Side1 | Port::Side2 => format!("the {}", play.tile()),
        Port::End1 => format!("the first end of {}", play.tile()),
        Port::End2 => format!("the second end of {}", play.tile()),
    }
}

/// A play: "4-3 on the 3", "6-6" for a first tile, "4-4 end to end".
#[must_use]
pub fn play(layout: &Layout, play: &Play) -> String {
    let lies = if play.inline { " end to end" } else { "" };
    match play.on {
        None => format!("{}{lies}", play.tile()),
        Some(on) => format!("{}{lies} on {}", play.tile(), place(layout, on)),
    }
}

/// The counts a layout can have, for what finishes and what busts: those of two ends, or of four with spinners.
fn counts(rules: &RuleSet) -> std::ops::RangeInclusive<u16> {
    let high = u16::from(rules.set_size.get());
    // Two doubles lying open are the most on a line: 6-6 and 5-5 make 22.
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

/// What finishes and what busts, for a side with `to_go` points to go: lines of a name and a value.
#[must_use]
pub fn outlook(rules: &RuleSet, to_go: u16) -> Vec<(String, String)> {
    let line = |name: &str, value: String| (name.to_owned(), value);
    let mut lines = vec![line("to go", to_go.to_string())];
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
    let none = if to_go > most { "no single drop" } else { "no total" };
    lines.push(line("finishes on", if finishes.is_empty() { none.to_owned() } else { listed(&finishes) }));
    if let (true, OutBonus::Points(bonus @ 1..)) = (exact, rules.out_bonus) {
        let bonus = u16::from(bonus);
        if let Some(rest) = to_go.checked_sub(bonus) {
            let out = of(&|points| points == rest);
            let words = if rest == 0 { "any dead total".to_owned() } else { listed(&out) };
            if !words.is_empty() && to_go <= most + bonus {
                lines.push(line("going out on", words));
            }
        }
    }
    let busts = of(&|points| exact && points > to_go);
    if !busts.is_empty() {
        lines.push(line("busts on", listed(&busts)));
    }
    lines
}

/// Can a line have this count? 19 and 21 cannot occur with double-six (RULES section 1).
fn is_possible(rules: &RuleSet, count: u16) -> bool {
    if rules.spinner != Spinner::None {
        return true;
    }
    let high = u16::from(rules.set_size.get());
    let ends = || (0..=high).map(|v| (v, v)).chain((0..=high).map(|v| (v * 2, v)));
    ends().any(|(a, va)| ends().any(|(b, vb)| a + b == count && (va != vb || a == va || b == vb)))
}

/// Why an award counts nothing: "past 61, so nothing counts".
#[must_use]
pub fn not_counted(why: NotCounted, rules: &RuleSet) -> String {
    match why {
        NotCounted::Overshoot => format!("past {}, so nothing counts", rules.target),
        NotCounted::WinOnLead => "the first tile of a hand cannot win, so nothing counts".to_owned(),
        NotCounted::TooSmallToGetIn => {
            format!("the first score must be {} or more, so nothing counts", rules.first_score_min)
        }
        NotCounted::Barred => "barred from scoring".to_owned(),
    }
}

/// The clause that a rule set has for an axis, with its title and source: "Muggins, double-nine, to 200, rule document 004:
/// “multiple of 5, ..”". For an axis that a house rule has changed, that rule; empty where there is no clause.
#[must_use]
pub fn clause(rules: &RuleSet, axis: &str) -> String {
    let Some(preset) = sets::all().find(|preset| preset.rules.id == rules.id) else { return String::new() };
    if rules.get(axis) != preset.rules.get(axis) {
        let house = rules.house.as_deref().unwrap_or("house rules");
        return format!("{house}: {axis} {}", rules.get(axis).unwrap_or_default());
    }
    let clause = preset.clauses.iter().find(|clause| clause.axis == axis);
    clause.map_or_else(String::new, |clause| {
        format!("{}, {}: \u{201c}{}\u{201d}", preset.title, preset.source, clause.words)
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
        0 => "out".to_owned(),
        1 => "1 tile left".to_owned(),
        n => format!("{n} tiles left"),
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

    #[test]
    fn what_finishes_and_what_busts() {
        check_outlook("pafos", 17, &[("to go", "17"), ("finishes on", "no single drop")]);
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
