//! From which set the tiles of a heap are, told by all of them together: where none of thirty halves has more than six, a seven is
//! more likely a misread two. One tile of another set among them is still believed where it can be nothing else.

use game::tile::Pip;

/// The highest doubles of the sets, and how often each was among the pictures that the networks learned from.
const SETS: [(usize, f64); 3] = [(6, 0.62), (9, 0.2), (12, 0.18)];
/// Chance that the tiles come from sets of several sizes.
const MIXED: f64 = 0.1;
/// Chance that a half in a heap of one set is of another.
const FOREIGN: f64 = 0.01;
/// From this chance on that the heap's set has no such value, a line is not believed about it.
const SURELY: f64 = 0.9;

/// Chances of the sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sets {
    /// As in [`SETS`].
    one: [f64; 3],
    /// Of several.
    mixed: f64,
}

impl Sets {
    /// What these halves tell, each as the chances of its values.
    pub(super) fn of(halves: impl Iterator<Item = [f64; 13]>) -> Self {
        let mut logs = SETS.map(|(_, often)| (often * (1.0 - MIXED)).ln());
        for half in halves {
            for (log, (highest, _)) in logs.iter_mut().zip(SETS) {
                *log += ((1.0 - FOREIGN) * under(&half, highest) + FOREIGN).ln();
            }
        }
        let mixed = MIXED.ln();
        let top = logs.iter().copied().fold(mixed, f64::max);
        let (one, mixed) = (logs.map(|log| (log - top).exp()), (mixed - top).exp());
        let sum = one.iter().sum::<f64>() + mixed;
        Self { one: one.map(|chance| chance / sum), mixed: mixed / sum }
    }

    /// The chances of a half's values, knowing of the set.
    pub(super) fn half(&self, half: &[f64; 13]) -> [f64; 13] {
        let mut chances = half.map(|share| share * self.mixed);
        for (of_set, (highest, _)) in self.one.into_iter().zip(SETS) {
            let own = (1.0 - FOREIGN) * under(half, highest);
            let weight = of_set / (own + FOREIGN);
            for (value, (chance, share)) in chances.iter_mut().zip(half).enumerate() {
                let from_set = if value <= highest { share / met(value) / (highest as f64 + 1.0) } else { 0.0 };
                *chance += weight * ((1.0 - FOREIGN) * from_set + FOREIGN * share);
            }
        }
        let sum: f64 = chances.iter().sum();
        if sum > 0.0 { chances.map(|chance| chance / sum) } else { *half }
    }

    /// Has the heap's set no such value, and is it not what the half itself, with these chances, says most?
    pub(super) fn lacks(&self, pip: Pip, half: &[f64; 13]) -> bool {
        let value = usize::from(pip.get());
        let without: f64 =
            self.one.iter().zip(SETS).filter(|(_, (highest, _))| *highest < value).map(|(chance, _)| chance).sum();
        without > SURELY && half.get(value).is_some_and(|chance| *chance < 0.5)
    }
}

/// How often the networks met a value.
fn met(value: usize) -> f64 {
    SETS.iter().filter(|(highest, _)| value <= *highest).map(|(highest, often)| often / (*highest as f64 + 1.0)).sum()
}

/// How much likelier a half is if it comes from this set than if nothing is known of the set.
fn under(half: &[f64; 13], highest: usize) -> f64 {
    let values = half.iter().enumerate().take(highest + 1);
    values.map(|(value, share)| share / met(value)).sum::<f64>() / (highest as f64 + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half(value: usize, share: f64, other: usize) -> [f64; 13] {
        let mut half = [1e-6; 13];
        (half[value], half[other]) = (share, 1.0 - share);
        half
    }

    #[test]
    fn many_small_values_speak_for_the_small_set() {
        let few = Sets::of((0..2).map(|value| half(value, 0.999, 12)));
        let many = Sets::of((0..30).map(|value| half(value % 7, 0.999, 12)));
        assert!(few.one[0] < 0.8 && many.one[0] > 0.9, "{few:?} {many:?}");
        let large = Sets::of((0..30).map(|value| half(value % 13, 0.999, 0)));
        assert!(large.one[2] > 0.9, "{large:?}");
    }

    #[test]
    fn chances_stay_chances() {
        let sets = Sets::of((0..20).map(|value| half(value % 7, 0.999, 12)));
        let unsure = sets.half(&half(7, 0.9, 2));
        assert!((unsure.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(unsure[2] > unsure[7], "{unsure:?}");
        let sure = sets.half(&half(7, 0.999_99, 2));
        assert!(sure[7] > 0.9, "{sure:?}");
        assert_eq!((sets.lacks(Pip::MAX, &unsure), sets.lacks(Pip::BLANK, &unsure)), (true, false));
    }
}
