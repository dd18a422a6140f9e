//! Questions and answers as bytes, because another Web Worker thinks.

use super::Advised;
use adviser::{Advice, Question, ToldTurn};
use eye_jobs::message;
use game::Before;
use game::rules::RuleSet;
use game::tile::TileSet;
use serde::{Deserialize, Serialize};

/// A question with its rules as text.
#[derive(Debug, Serialize, Deserialize)]
struct PackedQuestion {
    rules: String,
    seats: usize,
    pairs: Option<bool>,
    seat: usize,
    hand: TileSet,
    scores: Vec<i16>,
    before: Option<Before>,
    leader: Option<usize>,
    turns: Vec<ToldTurn>,
}

/// A question as bytes.
#[must_use]
pub fn pack_question(question: &Question) -> Vec<u8> {
    let Question { rules, seats, pairs, seat, hand, scores, before, leader, turns } = question.clone();
    let rules = rules.to_string();
    message::pack(&PackedQuestion { rules, seats, pairs, seat, hand, scores, before, leader, turns }, &[])
}

/// The question again.
#[must_use]
pub fn unpack_question(bytes: &[u8]) -> Option<Question> {
    let (PackedQuestion { rules, seats, pairs, seat, hand, scores, before, leader, turns }, _) = message::open(bytes)?;
    let rules = RuleSet::parse(&rules).ok()?;
    Some(Question { rules, seats, pairs, seat, hand, scores, before, leader, turns })
}

/// An answer as bytes; a refusal only says that there is one.
#[must_use]
pub fn pack_advice(advised: &Advised) -> Vec<u8> {
    message::pack(&advised.as_ref().ok(), &[])
}

/// Unpacks the answer to a question. A reason for no answer is found here, without a search.
#[must_use]
pub fn unpack_advice(bytes: &[u8], question: &Question) -> Option<Advised> {
    match message::open::<Option<Advice>>(bytes)?.0 {
        Some(advice) => Some(Ok(advice)),
        None => adviser::Desk::new().check(question).err().map(Err),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adviser::{Desk, Settings};

    fn question(hand: &str) -> Question {
        Question {
            rules: RuleSet::parse("pafos target=121").unwrap(),
            seats: 2,
            pairs: None,
            seat: 0,
            hand: hand.split(' ').map(|tile| tile.parse().unwrap()).collect(),
            scores: vec![45, 45],
            before: Some(Before::after(2)),
            leader: Some(0),
            turns: Vec::new(),
        }
    }

    #[test]
    fn questions_and_answers_come_through_whole() {
        let asked = question("6-5 3-3 4-1 2-0 1-1 5-0 5-4");
        assert_eq!(unpack_question(&pack_question(&asked)).as_ref(), Some(&asked));
        let settings = Settings { iterations: 300, ..Settings::default() };
        let advised = Desk::new().advise(&asked, &settings, 1, || false);
        assert_eq!(unpack_advice(&pack_advice(&advised), &asked), Some(advised));
        // A hand of two tiles at the beginning is impossible, and the reason is given.
        let few = question("6-5 3-3");
        let refused = Desk::new().advise(&few, &settings, 1, || false);
        assert!(refused.is_err());
        assert_eq!(unpack_advice(&pack_advice(&refused), &few), Some(refused));
        assert_eq!(unpack_question(&[1, 2, 3]), None);
    }
}
