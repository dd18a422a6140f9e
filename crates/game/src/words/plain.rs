//! A game's rules as one player explains them to another: plain sentences made from the rule set, so that the house's
//! own rules read as well as a preset.

mod beginning;
mod hand_end;
mod sheet;
mod turn;
mod winning;

use super::number;
use crate::rules::RuleSet;
use crate::rules::score::play_points;
use beginning::{lead, sitting_down};
use hand_end::hand_end;
use language::{say, say_count};
use sheet::{sheet_hand, sheet_start};
use turn::{scoring, turn};
use winning::{slips, winning};

/// A few sentences under a heading.
///
/// ```
/// use game::rules::RuleSet;
/// use game::words::plain;
///
/// let chapters = plain(&RuleSet::parse("pafos target=121")?);
/// let winning = chapters.iter().find(|chapter| chapter.title == "Winning").expect("every game ends");
/// assert_eq!(winning.sentences[0], "You must land on 121 exactly: a score that goes past it does not count.");
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Subject of the section.
    pub title: &'static str,
    /// Whole sentences, at least one.
    pub sentences: Vec<String>,
}

/// The rules in plain sentences, in the order in which they matter at the table.
#[must_use]
pub fn plain(rules: &RuleSet) -> Vec<Chapter> {
    let chapters = if rules.is_sheet() {
        vec![
            (say!("Sitting down"), sheet_start(rules)),
            (say!("After each hand"), sheet_hand(rules)),
            (say!("Winning"), winning(rules)),
        ]
    } else {
        vec![
            (say!("Sitting down"), sitting_down(rules)),
            (say!("The lead"), lead(rules)),
            (say!("Your turn"), turn(rules)),
            (say!("Scoring as you play"), scoring(rules)),
            (say!("The end of a hand"), hand_end(rules)),
            (say!("Winning"), winning(rules)),
            (say!("Slips"), slips(rules)),
        ]
    };
    let chapters = chapters.into_iter().filter(|(_, sentences)| !sentences.is_empty());
    chapters.map(|(title, sentences)| Chapter { title, sentences }).collect()
}

/// Returns each count of the ends that pays, with its points; empty if counts pay nothing.
///
/// ```
/// use game::rules::RuleSet;
/// use game::words::paying_counts;
///
/// let pays = paying_counts(&RuleSet::preset("pafos")?);
/// assert!(pays.contains(&(15, 8)) && pays.contains(&(20, 4)) && !pays.iter().any(|(count, _)| *count == 21));
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[must_use]
pub fn paying_counts(rules: &RuleSet) -> Vec<(u16, u16)> {
    if rules.is_sheet() {
        return Vec::new();
    }
    let possible = super::counts(rules).filter(|count| super::is_possible(rules, *count));
    possible.map(|count| (count, play_points(rules, count))).filter(|(_, points)| *points > 0).collect()
}

fn some(words: &str) -> Option<String> {
    (!words.is_empty()).then(|| words.to_owned())
}

fn all(sentences: impl IntoIterator<Item = Option<String>>) -> Vec<String> {
    sentences.into_iter().flatten().collect()
}

fn set_name(rules: &RuleSet) -> String {
    let high = rules.set_size.get();
    let high = if matches!(high, 6 | 9 | 12) { number(u32::from(high)) } else { high.to_string() };
    say!("a double-{high} set, {tiles} tiles", high, tiles = rules.tiles().len())
}

fn points(n: u16) -> String {
    if n == 0 { say!("no point").to_owned() } else { say_count!(n, "{n} point", "{n} points") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Choices, sets};

    fn text(rules: &RuleSet) -> String {
        plain(rules).into_iter().flat_map(|chapter| chapter.sentences).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_score_sheet_without_a_target_ends_after_its_hands() {
        let sheet = RuleSet::parse("any_sheet target=0 rounds=3").unwrap();
        let text = format!("{} {}", crate::words::about(&sheet), text(&sheet));
        assert!(text.contains("After 3 hands the highest score wins.") && !text.contains("100"), "{text}");
        let once = RuleSet::parse("any_sheet target=0 rounds=1").unwrap();
        assert!(
            plain(&once).iter().any(|chapter| chapter.sentences.iter().any(|one| one.contains("After 1 hand the")))
        );
    }

    /// A page that stays the same when a rule changes would be silent about it.
    #[test]
    fn every_rule_that_matters_changes_a_sentence() {
        // The places of tiles and the camera's view of a double are left off a page of rules.
        let silent = ["ends_after_sides", "double_exits", "next_leg"];
        for axis in RuleSet::AXES.iter().filter(|axis| !silent.contains(&axis.key)) {
            let told = sets::all().any(|preset| {
                let values: Vec<String> = match RuleSet::choices(axis.key) {
                    Some(Choices::Listed(values)) => values.iter().map(|value| (*value).to_owned()).collect(),
                    _ => ["7", "3", "25", "back:8", "5/5/5", "25/50", "50/25/0/0", "3-20:2/10"]
                        .map(str::to_owned)
                        .to_vec(),
                };
                values.iter().any(|value| {
                    let mut house = preset.rules.clone();
                    house.set(axis.key, value).is_ok() && house != preset.rules && text(&house) != text(&preset.rules)
                })
            });
            assert!(told, "no sentence tells of {}", axis.key);
        }
    }

    #[test]
    fn sentences_are_whole_and_short() {
        for preset in sets::all() {
            let chapters = plain(&preset.rules);
            assert!(chapters.len() >= 3, "{}", preset.title);
            for sentence in chapters.iter().flat_map(|chapter| &chapter.sentences) {
                let words = sentence.split_whitespace().count();
                assert!(sentence.ends_with('.') && words <= 45, "{}: {sentence}", preset.title);
                assert!(!sentence.contains("  ") && !sentence.contains('_'), "{sentence}");
            }
        }
    }

    #[test]
    fn the_league_game_is_told_as_its_document_has_it() {
        let told = text(&RuleSet::preset("pafos").unwrap());
        for part in [
            "double-six set, 28 tiles",
            "Two players take 7, four players take 6 tiles each.",
            "15 is three fives and five threes, so 8",
            "There is no drawing: if you can't play, knock",
            "when both partners of a pair have none",
            "Going out scores 1 point, added to what the last tile makes.",
            "pays no one",
            "land on 61 exactly",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
    }

    #[test]
    fn counts_that_pay_are_those_of_the_documents() {
        let of = |id: &str| paying_counts(&RuleSet::preset(id).unwrap());
        let five_three = [3, 5, 6, 9, 10, 12, 15, 18, 20].map(|count| (count, crate::rules::score::five_three(count)));
        assert_eq!(of("pafos"), five_three, "no line of double-six comes to more than 22");
        assert!(of("all_fives_200").iter().all(|(count, points)| count == points && count % 5 == 0));
        assert!(of("block").is_empty() && of("mexican_train").is_empty());
    }
}
