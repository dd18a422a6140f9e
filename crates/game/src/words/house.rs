//! House rules: for each family of games the six questions that people ask before they begin, with answers in words.
//! Every other axis stays reachable under its own name.

use super::Family;
use crate::rules::{RuleSet, sets};
use language::{said, say, sentence};

/// A question with its answers.
///
/// ```
/// use game::rules::RuleSet;
/// use game::words::questions;
///
/// let rules = RuleSet::preset("pafos")?;
/// let questions = questions(&rules);
/// assert_eq!((questions.len(), questions[0].asked), (6, "Play to"));
/// assert!(questions[0].answers.iter().any(|answer| answer.value == "121" && answer.words == "121"));
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The axis it is about.
    pub axis: &'static str,
    /// The question.
    pub asked: &'static str,
    /// Possible answers, the current value among them.
    pub answers: Vec<Answer>,
}

/// An answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The value of the axis.
    pub value: String,
    /// The answer as people say it.
    pub words: String,
}

/// The axis, the question, and the values with the answers.
type Asked = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const TARGET_61: Asked = (
    "target",
    sentence!("Play to"),
    &[("31", "31"), ("61", "61"), ("121", "121"), ("61/61/121", sentence!("61, four players 121"))],
);
const TARGET_HUNDREDS: Asked =
    ("target", sentence!("Play to"), &[("100", "100"), ("150", "150"), ("200", "200"), ("250", "250"), ("500", "500")]);
const PAST: Asked = (
    "overshoot",
    sentence!("A score past that"),
    &[("disregarded", sentence!("does not count: land on it exactly")), ("counts", sentence!("wins as well"))],
);
const STUCK: Asked = (
    "drawing",
    sentence!("A player who cannot play"),
    &[("never", sentence!("knocks")), ("until_playable", sentence!("draws until a tile fits"))],
);
const CHIP: Asked = (
    "out_bonus",
    sentence!("Going out pays"),
    &[("0", sentence!("nothing")), ("1", sentence!("1 point")), ("2", sentence!("2 points"))],
);
const OUT: Asked = (
    "out_bonus",
    sentence!("Going out pays"),
    &[
        ("sum", sentence!("the opponents' pips")),
        ("round5", sentence!("those to the nearest five")),
        ("all", sentence!("all pips, the partner's too")),
    ],
);
const CALL: Asked = (
    "claim",
    sentence!("A score"),
    &[
        ("auto", sentence!("is pegged at once")),
        ("must_claim", sentence!("must be called, or it is lost")),
        ("muggins", sentence!("may be taken by others: muggins")),
    ],
);
const SPINNER: Asked = (
    "spinner",
    sentence!("Spinner"),
    &[
        ("none", sentence!("none: one line")),
        ("first", sentence!("the first double")),
        ("all_after_sides", sentence!("every double")),
    ],
);
const BLOCKED_CHIP: Asked = (
    "blocked",
    sentence!("A blocked hand pays"),
    &[("none", sentence!("no one")), ("winner_out_bonus", sentence!("the lightest, as for going out"))],
);
const BLOCKED: Asked = (
    "blocked",
    sentence!("A blocked hand pays"),
    &[
        ("none", sentence!("no one")),
        ("winner_balance", sentence!("the lightest the differences")),
        ("winner_total_split", sentence!("the lightest the others' pips")),
        ("winner_all", sentence!("the lightest all pips")),
    ],
);
const GETTING_IN: Asked = (
    "first_score_min",
    sentence!("The first score must be"),
    &[("0", sentence!("any")), ("5", sentence!("5 or more")), ("10", sentence!("10 or more"))],
);
const LEADS: Asked = (
    "next_lead",
    sentence!("The next hand is led by"),
    &[
        ("rotate_left", sentence!("the next to the left")),
        ("winner", sentence!("the winner")),
        ("same_test", sentence!("the highest double")),
    ],
);
const CAPICUA: Asked = (
    "capicua",
    sentence!("Capic\u{fa}a pays"),
    &[("0", sentence!("nothing")), ("25", "25"), ("30", "30"), ("100", "100"), ("double", sentence!("twice the hand"))],
);
const LOWEST: Asked = (
    "wins",
    sentence!("The winner has"),
    &[("lowest", sentence!("the lowest score")), ("highest", sentence!("the highest score"))],
);
const HANDS: Asked = (
    "rounds",
    sentence!("Number of hands"),
    &[("0", sentence!("until the target")), ("5", "5"), ("7", "7"), ("10", "10"), ("13", "13")],
);
const SHEET_TARGET: Asked =
    ("target", sentence!("Play to"), &[("0", sentence!("no target")), ("100", "100"), ("200", "200"), ("500", "500")]);
const BLANK: Asked =
    ("double_blank", sentence!("The double blank counts"), &[("0", sentence!("nothing")), ("25", "25"), ("50", "50")]);
const DOUBLES: Asked = (
    "left_doubles",
    sentence!("A double counts"),
    &[("both", sentence!("both halves")), ("one_half", sentence!("one half"))],
);
const OFF: Asked =
    ("out_bonus", sentence!("Going out is worth"), &[("0", sentence!("nothing more")), ("5", "5"), ("10", "10")]);

/// Returns the six most asked questions for games like this one. A current value that is not a usual answer comes
/// first, as written in rule texts.
#[must_use]
pub fn questions(rules: &RuleSet) -> Vec<Question> {
    let asked = match Family::of(rules) {
        Family::FivesAndThrees => [TARGET_61, PAST, CHIP, STUCK, CALL, BLOCKED_CHIP],
        Family::AllFives => [TARGET_HUNDREDS, SPINNER, GETTING_IN, CALL, OUT, STUCK],
        Family::BlockAndDraw => [TARGET_HUNDREDS, STUCK, OUT, BLOCKED, CAPICUA, LEADS],
        Family::Others => [TARGET_HUNDREDS, STUCK, OUT, BLOCKED, SPINNER, LEADS],
        Family::ScoreSheets => [HANDS, SHEET_TARGET, LOWEST, BLANK, DOUBLES, OFF],
    };
    asked.into_iter().map(|asked| question(rules, asked)).collect()
}

fn question(rules: &RuleSet, (axis, asked, usual): Asked) -> Question {
    let set = rules.get(axis).unwrap_or_default();
    let answer = |value: &str, words: &str| Answer { value: value.to_owned(), words: words.to_owned() };
    let unusual = !usual.iter().any(|(value, _)| *value == set);
    let own = unusual.then(|| answer(&set, &set.replace('_', " ")));
    Question {
        axis,
        asked: said(asked),
        answers: own.into_iter().chain(usual.iter().map(|(v, words)| answer(v, said(words)))).collect(),
    }
}

/// All questions, of any family.
const ALL: [Asked; 19] = [
    TARGET_61,
    TARGET_HUNDREDS,
    PAST,
    STUCK,
    CHIP,
    OUT,
    CALL,
    SPINNER,
    BLOCKED_CHIP,
    BLOCKED,
    GETTING_IN,
    LEADS,
    CAPICUA,
    LOWEST,
    HANDS,
    SHEET_TARGET,
    BLANK,
    DOUBLES,
    OFF,
];

/// Returns the value of an axis in words if a question has them, else as written in rule texts.
///
/// ```
/// use game::words::rule_value;
///
/// assert_eq!(rule_value("drawing", "until_playable"), "draws until a tile fits");
/// assert_eq!(rule_value("pair_out", "first"), "first");
/// ```
#[must_use]
pub fn rule_value(axis: &str, value: &str) -> String {
    let answers = ALL.iter().filter(|(asked, ..)| *asked == axis).flat_map(|(.., answers)| answers.iter());
    let mut words = answers.filter(|(one, _)| *one == value).map(|(_, words)| said(words).to_owned());
    words.next().unwrap_or_else(|| value.replace('_', " "))
}

/// Returns the differences from the preset, in words if possible: "Play to 121", "Spinner the first double".
///
/// ```
/// use game::rules::RuleSet;
/// use game::words::changed;
///
/// let house = RuleSet::parse("pafos target=121 reversal=yes")?;
/// assert_eq!(changed(&house), ["Play to 121", "reversal yes"]);
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[must_use]
pub fn changed(rules: &RuleSet) -> Vec<String> {
    let questions = questions(rules);
    let in_words = |(key, value): (&str, String)| {
        let question = questions.iter().find(|question| question.axis == key);
        let answer = question.and_then(|question| question.answers.iter().find(|answer| answer.value == value));
        match (question, answer) {
            (Some(question), Some(answer)) => {
                say!("{question} {answer}", question = question.asked, answer = answer.words)
            }
            _ => say!("{question} {answer}", question = key.replace('_', " "), answer = value.replace('_', " ")),
        }
    };
    rules.changes().into_iter().map(in_words).collect()
}

/// A game in one sentence, with its house rules.
///
/// ```
/// use game::rules::RuleSet;
/// use game::words::about;
///
/// let house = RuleSet::parse("pafos target=121")?;
/// assert!(about(&house).ends_with(" House rules: Play to 121."));
/// # Ok::<(), game::rules::RuleError>(())
/// ```
#[must_use]
pub fn about(rules: &RuleSet) -> String {
    let preset = sets::all().find(|preset| preset.rules.id == rules.id);
    let about = preset.map_or("", |preset| said(preset.about));
    match changed(rules) {
        changes if changes.is_empty() => about.to_owned(),
        changes => say!("{about} House rules: {changes}.", about, changes = changes.join(" · ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_can_be_given() {
        for preset in sets::all() {
            let questions = questions(&preset.rules);
            assert_eq!(questions.len(), 6);
            for question in questions {
                let set = preset.rules.get(question.axis).unwrap();
                assert!(question.answers.iter().any(|answer| answer.value == set), "{}", question.asked);
                for answer in question.answers {
                    let mut house = preset.rules.clone();
                    house.set(question.axis, &answer.value).unwrap();
                    // A sheet without a target and without a number of hands never ends: that is refused with its reason.
                    let endless = house.is_sheet() && house.target.of(2) == 0 && house.rounds == 0;
                    assert_eq!(
                        house.check().is_ok(),
                        !endless,
                        "{}: {} {}",
                        preset.title,
                        question.asked,
                        answer.words
                    );
                }
            }
        }
    }
}
