//! The budget of questions: how many drops of a match a person was asked about, and how right the others are.

use game::{Act, Match};
use language::{say, sentence};
use store::{Evidence, MatchId, Pictures};

/// Who confirmed a confident drop that was recorded without asking, as its evidence says it.
pub const BY_CONFIDENCE: &str = sentence!("automatic (high confidence)");
/// Who confirmed a drop of a program that asks no one.
pub const BY_NOBODY: &str = sentence!("automatic (without asking)");

/// Counts of seen drops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuestionBudget {
    /// Drops that were asked about.
    pub asked: usize,
    /// The other drops.
    pub others: usize,
    /// Those of the others that stand as they were recorded.
    pub right: usize,
}

impl QuestionBudget {
    /// Counts drops by their events, and whether they were asked about. One that was undone, corrected or removed later
    /// was wrong.
    #[must_use]
    pub fn count(game: &Match, drops: impl IntoIterator<Item = (usize, bool)>) -> Self {
        let mut count = Self::default();
        for (event, asked) in drops {
            count.asked += usize::from(asked);
            count.others += usize::from(!asked);
            count.right += usize::from(!asked && game.standing().any(|(standing, _)| standing == event));
        }
        count
    }

    /// Counts the drops of a stored match of which evidence is kept.
    #[must_use]
    pub fn of_match(game: &Match, id: MatchId, pictures: &Pictures) -> Self {
        let kept = |event: usize| {
            // The store counts events from 1.
            let evidence: Evidence = pictures.evidence(id, u32::try_from(event + 1).ok()?)?;
            Some((event, ![BY_CONFIDENCE, BY_NOBODY].contains(&evidence.confirmed.as_str())))
        };
        let drops = (0..game.events().len()).filter(|event| matches!(game.events()[*event].act, Act::Play { .. }));
        Self::count(game, drops.filter_map(kept))
    }

    /// Drops of a hundred that were asked about; 0 without any.
    #[must_use]
    pub fn of_100(self) -> f64 {
        100.0 * self.asked as f64 / (self.asked + self.others).max(1) as f64
    }

    /// "asked about 3 of 14 drops (21 of 100); 11 of the 11 others are right"; empty without any.
    #[must_use]
    pub fn words(self) -> String {
        let Self { asked, others, right } = self;
        if asked + others == 0 {
            return String::new();
        }
        say!(
            "asked about {asked} of {drops} drops ({share} of 100); {right} of the {others} others are right",
            asked,
            drops = asked + others,
            share = format!("{:.0}", self.of_100()),
            right,
            others
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Change;
    use game::record::Record;

    #[test]
    fn a_drop_recorded_without_asking_is_right_while_it_stands() {
        let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nA 6-4@6-6.s2\nend\n";
        let mut game = Record::parse(text).unwrap().game;
        let drops = [(2, false), (3, false), (4, true)];
        let asked = QuestionBudget::count(&game, drops);
        assert_eq!(asked.words(), "asked about 1 of 3 drops (33 of 100); 2 of the 2 others are right");
        game.act(game.correction(3, Change::Remove)).unwrap();
        assert_eq!(QuestionBudget::count(&game, drops), QuestionBudget { asked: 1, others: 2, right: 1 });
        game.act(Act::Undo).unwrap();
        assert_eq!(QuestionBudget::count(&game, drops), asked);
        assert_eq!(QuestionBudget::default().words(), "");
    }
}
