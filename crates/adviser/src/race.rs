//! The race to the target: how likely a side is to win the game from a score, when a hand is about to begin.
//!
//! The value of points is their effect on this chance. A table is computed backwards from the end of the game over
//! hands of a quick player, once for every rule set, and shipped as a small file.

use crate::rollout::{Rollout, Rules};
use crate::spec::{NextLead, SEATS, Spec, WinCheck};
use crate::table::Layouts;
use game::rng::Rng;
use language::say;

/// First bytes of a table's file.
const MAGIC: &[u8; 4] = b"61R1";

/// Chances to win by the scores of two sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// Points between two rows.
    step: i16,
    /// Rows, and columns.
    n: usize,
    /// Target the table was made for.
    target: i16,
    /// Chance of the side about to lead (where the deal decides the lead: of the first side), by its score and the other's.
    chance: Vec<f32>,
}

/// Reason why bytes are not a race table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RaceError {
    /// The file does not begin like a table.
    #[error("{}", say!("this is not a race table"))]
    NotATable,
    /// Too few or too many bytes.
    #[error("{}", say!("the race table is cut off or too long"))]
    Size,
}

impl Race {
    /// Reads a table.
    ///
    /// # Errors
    /// The bytes are not one.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RaceError> {
        let head = bytes.strip_prefix(MAGIC).ok_or(RaceError::NotATable)?;
        let [step, t0, t1, rest @ ..] = head else { return Err(RaceError::Size) };
        let (step, target) = (i16::from(*step), i16::from_le_bytes([*t0, *t1]));
        if step < 1 || target < step || target > 2000 {
            return Err(RaceError::NotATable);
        }
        let n = rows(step, target);
        if rest.len() != n * n * 2 {
            return Err(RaceError::Size);
        }
        let chance = rest.as_chunks().0.iter().map(|&b| f32::from(u16::from_le_bytes(b)) / 65535.0).collect();
        Ok(Self { step, n, target, chance })
    }

    /// The table's file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(u8::try_from(self.step).unwrap_or(1));
        bytes.extend(self.target.to_le_bytes());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a chance times 65535")]
        bytes.extend(self.chance.iter().flat_map(|c| ((c.clamp(0.0, 1.0) * 65535.0).round() as u16).to_le_bytes()));
        bytes
    }

    /// Chance of the side about to lead, on `a` against `b`. Scores that have passed the target without deciding the
    /// game (a tie) count as just below it; scores further from the target than the table goes keep their difference.
    #[must_use]
    pub fn lead(&self, a: i16, b: i16) -> f32 {
        if self.step == 1 && a >= 0 && b >= 0 {
            let (a, b) = (a.min(self.target - 1).unsigned_abs(), b.min(self.target - 1).unsigned_abs());
            return self.chance[usize::from(a) * self.n + usize::from(b)];
        }
        let top = self.target - 1;
        let shift = (-a.min(b)).max(0);
        let at = |score: i16| {
            let x = f32::from((score + shift).clamp(0, top)) / f32::from(self.step);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative")]
            let i = (x as usize).min(self.n - 1);
            #[expect(clippy::cast_precision_loss, reason = "small")]
            (i, (i + 1).min(self.n - 1), x - i as f32)
        };
        let ((a0, a1, fa), (b0, b1, fb)) = (at(a), at(b));
        let cell = |i: usize, j: usize| self.chance[i * self.n + j];
        let low = cell(a0, b0) * (1.0 - fb) + cell(a0, b1) * fb;
        let high = cell(a1, b0) * (1.0 - fb) + cell(a1, b1) * fb;
        low * (1.0 - fa) + high * fa
    }

    /// Returns the same for a game to `target`, by the points both sides still need.
    #[must_use]
    pub fn lead_to(&self, target: i16, a: i16, b: i16) -> f32 {
        let off = self.target - target;
        self.lead(a + off, b + off)
    }
}

fn rows(step: i16, target: i16) -> usize {
    usize::from(((target - 1) / step + 1).unsigned_abs()) + usize::from(step > 1)
}

/// Chances to win at the end of a hand, for any number of sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospects {
    race: Option<Race>,
}

impl Prospects {
    /// Prospects by a table for two sides; without one, or with more sides, by a rule of thumb.
    #[must_use]
    pub const fn new(race: Option<Race>) -> Self {
        Self { race }
    }

    /// Chance of each side to win the game, the sum being 1, when the last hand was led by `leader` and left these
    /// scores.
    #[must_use]
    pub fn after<T: Layouts>(&self, rules: &Rules<T>, score: &[i16; SEATS], leader: usize) -> [f32; SEATS] {
        let mut out = [0.0; SEATS];
        if let Some(side) = rules.winner(score) {
            out[side] = 1.0;
            return out;
        }
        self.before(rules, score, rules.next_leader(leader))
    }

    /// Returns the same before a deal that `leader` will lead; `None` if the leader is unknown.
    #[must_use]
    pub fn before<T: Layouts>(&self, rules: &Rules<T>, score: &[i16; SEATS], leader: Option<usize>) -> [f32; SEATS] {
        let mut out = [0.0; SEATS];
        let spec = &rules.spec;
        match (&self.race, spec.sides()) {
            (Some(race), 2) => {
                let leader = leader.filter(|_| spec.next == NextLead::Rotate);
                let next = leader.map_or(0, |seat| spec.side(seat));
                let lead = race.lead_to(spec.target, score[next], score[1 - next]);
                out[next] = lead;
                out[1 - next] = 1.0 - lead;
            }
            _ => thumb(spec, score, &mut out),
        }
        out
    }
}

/// A rule of thumb: every sixth of the target that a side is ahead multiplies its odds by 2.7.
fn thumb(spec: &Spec, score: &[i16; SEATS], out: &mut [f32; SEATS]) {
    let unit = f32::from(spec.target) / 6.0;
    let sides = spec.sides();
    let top = score[..sides].iter().copied().max().unwrap_or(0);
    for side in 0..sides {
        out[side] = (f32::from(score[side] - top) / unit).exp();
    }
    let sum: f32 = out[..sides].iter().sum();
    for chance in out.iter_mut() {
        *chance /= sum;
    }
}

/// Result of one hand, seen from the side that led it (where the deal decides: from the first side).
#[derive(Clone, Copy, Debug)]
enum Outcome {
    Won,
    Lost,
    Scores(i16, i16),
}

/// Parameters of a table to be made.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Points between two rows.
    pub step: i16,
    /// Hands played once and used for every score from which the target is far.
    pub far: usize,
    /// Hands played for each score near the target, where players mind it.
    pub near: usize,
    /// Points from the target below which a score is near; 0 where nothing that is played depends on the score.
    pub reach: i16,
    /// Seed.
    pub seed: u64,
}

/// Plays a hand that is about to begin to its end and notes its awards (side, points) in order.
pub trait PlayHand<T: Layouts> {
    /// Plays on until the hand has ended.
    fn play(
        &mut self,
        rules: &Rules<T>,
        rollout: &mut Rollout<T::Pos>,
        leader: usize,
        rng: &mut Rng,
    ) -> Vec<(usize, i16)>;
}

/// Computes a table for two sides; `progress` receives the share done.
pub fn build<T: Layouts + Clone>(
    rules: &Rules<T>,
    recipe: &Recipe,
    player: &mut impl PlayHand<T>,
    mut progress: impl FnMut(f32),
) -> Race {
    let spec = &rules.spec;
    let n = rows(recipe.step, spec.target);
    let endless = Rules { spec: Spec { target: 10_000, ..*spec }, ..rules.clone() };
    let mut rng = Rng::new(recipe.seed);
    let start = |rng: &mut Rng| {
        let hands = rules.deal(rng);
        let leader = if spec.next == NextLead::Dealt { rules.dealt_leader(&hands) } else { 0 };
        (hands, leader)
    };
    let mut pool = Vec::with_capacity(recipe.far);
    for _ in 0..recipe.far {
        let (hands, leader) = start(&mut rng);
        let mut rollout = endless.begin(hands, leader, [0; SEATS]);
        pool.push(player.play(&endless, &mut rollout, leader, &mut rng));
    }
    let deals: Vec<_> = (0..recipe.near).map(|_| start(&mut rng)).collect();
    let mut outcomes = Vec::with_capacity(n * n);
    for cell in 0..n * n {
        let at = |i: usize| (i16::try_from(i).unwrap_or(0) * recipe.step).min(spec.target - 1);
        let (a, b) = (at(cell / n), at(cell % n));
        let mut list = Vec::new();
        if spec.target - a.max(b) < recipe.reach {
            for (hands, leader) in &deals {
                // The same deals and the same chances at every score: neighbours differ by what the score changes.
                let mut rng = Rng::new(recipe.seed ^ hands[0]);
                let mut rollout = rules.begin(*hands, *leader, [a, b, 0, 0]);
                player.play(rules, &mut rollout, *leader, &mut rng);
                list.push(outcome(rules, &rollout));
            }
        } else {
            list.extend(pool.iter().map(|awards| replay(rules, a, b, awards)));
        }
        outcomes.push(tally(&list));
        #[expect(clippy::cast_precision_loss, reason = "small")]
        progress((cell + 1) as f32 / (n * n) as f32);
    }
    solve(spec, recipe.step, n, &outcomes)
}

fn outcome<T: Layouts>(rules: &Rules<T>, rollout: &Rollout<T::Pos>) -> Outcome {
    match rules.winner(&rollout.score) {
        Some(0) => Outcome::Won,
        Some(_) => Outcome::Lost,
        None => Outcome::Scores(rollout.score[0], rollout.score[1]),
    }
}

/// The awards of a hand that was played without looking at the score, from these scores.
fn replay<T: Layouts>(rules: &Rules<T>, a: i16, b: i16, awards: &[(usize, i16)]) -> Outcome {
    let mut score = [a, b, 0, 0];
    for &(side, points) in awards {
        score[side] += rules.spec.credit(score[side], points);
        if rules.spec.check == WinCheck::AtOnce && score[side] >= rules.spec.target {
            break;
        }
    }
    match rules.winner(&score) {
        Some(0) => Outcome::Won,
        Some(_) => Outcome::Lost,
        None => Outcome::Scores(score[0], score[1]),
    }
}

/// Equal outcomes put together, with their shares.
fn tally(list: &[Outcome]) -> Vec<(Outcome, f32)> {
    let mut count = std::collections::BTreeMap::new();
    for outcome in list {
        let key = match *outcome {
            Outcome::Won => (i16::MAX, 0),
            Outcome::Lost => (i16::MIN, 0),
            Outcome::Scores(a, b) => (a, b),
        };
        count.entry(key).or_insert((*outcome, 0.0)).1 += 1.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    let n = list.len().max(1) as f32;
    count.into_values().map(|(outcome, times)| (outcome, times / n)).collect()
}

/// Repeats the one-hand look-ahead until nothing changes.
fn solve(spec: &Spec, step: i16, n: usize, outcomes: &[Vec<(Outcome, f32)>]) -> Race {
    let mut race = Race { step, n, target: spec.target, chance: vec![0.5; n * n] };
    for _ in 0..400 {
        let mut change = 0.0f32;
        for cell in (0..n * n).rev() {
            let chance: f32 = outcomes[cell].iter().map(|&(outcome, share)| share * worth(spec, &race, outcome)).sum();
            change = change.max((chance - race.chance[cell]).abs());
            race.chance[cell] = chance;
        }
        if spec.next != NextLead::Rotate {
            // Both sides are alike: what the sample says otherwise is noise.
            for i in 0..n {
                for j in 0..=i {
                    let mean = 0.5 * (race.chance[i * n + j] + 1.0 - race.chance[j * n + i]);
                    race.chance[i * n + j] = mean;
                    race.chance[j * n + i] = 1.0 - mean;
                }
            }
        }
        if change < 1e-5 {
            break;
        }
    }
    race
}

fn worth(spec: &Spec, race: &Race, outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Won => 1.0,
        Outcome::Lost => 0.0,
        Outcome::Scores(a, b) if spec.next != NextLead::Rotate => race.lead(a, b),
        Outcome::Scores(a, b) => 1.0 - race.lead(b, a),
    }
}
