//! Review of a hand: the loss of each decision, the luck of the tiles, and the best result with all tiles known.

use crate::card::{Card, LineStep};
use crate::desk::{Advice, Desk};
use crate::engine::Engine;
use crate::position::{Problem, Question, ToldDeed, ToldTurn};
use crate::race::Prospects;
use crate::reasons::Grade;
use crate::rollout::Rules;
use crate::search::Settings;
use crate::solver::Solver;
use crate::spec::{SEATS, Spec};
use crate::table::{Layouts, Line, Move};
use game::Before;
use game::rules::RuleSet;
use game::tile::{Tile, TileSet};

/// A hand that was played, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The rules.
    pub rules: RuleSet,
    /// Seats at the table.
    pub seats: usize,
    /// Whether four play in pairs; `None` for the rules' own choice.
    pub pairs: Option<bool>,
    /// What the hands of the same game before it have left; `None` if unknown.
    pub before: Option<Before>,
    /// Seat that led.
    pub leader: usize,
    /// Scores by side when the hand began.
    pub scores: Vec<i16>,
    /// Everything that was done.
    pub turns: Vec<ToldTurn>,
    /// The tiles each seat had left at the end, `None` if unknown.
    pub left: Vec<Option<TileSet>>,
    /// The tiles that came with each draw, in order of the draws; `None` if unknown.
    pub drawn: Vec<Option<TileSet>>,
}

/// One decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Number of the turn, from 1.
    pub turn: usize,
    /// The move played.
    pub played: Card,
    /// The move of the adviser.
    pub best: Card,
    /// Chance to win the game that was given away, `0.0..=1.0`.
    pub loss: f32,
    /// The loss as a mark.
    pub mark: Grade,
}

/// Review of a seat's hand. All chances are of its side to win the game, `0.0..=1.0`.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// Decisions among at least two moves.
    pub decisions: Vec<Decision>,
    /// Chance before the tiles were dealt.
    pub before: f32,
    /// Chance at the first decision: the value of the tiles (and of anything played before it).
    pub dealt: f32,
    /// Luck of the tiles: `dealt - before`.
    pub luck: f32,
    /// Chance given away by all decisions together.
    pub lost: f32,
    /// 0 to 100: the mean over the decisions of `103.17 exp(-0.0435 x percent lost) - 3.17`, as chess servers have it;
    /// 100 without decisions.
    pub accuracy: f32,
    /// With all tiles known: the best play of both sides, where every hand is known and the rules have a solver.
    pub best_line: Option<BestLine>,
}

/// The course of a hand in which everybody knows all tiles and plays best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestLine {
    /// Points of the leading side less the other's.
    pub value: i32,
    /// The acts, from the lead on.
    pub line: Vec<LineStep>,
}

/// Accuracy of one decision by the share of a game that it lost.
#[must_use]
pub fn accuracy(loss: f32) -> f32 {
    (103.1668 * (-0.04354 * 100.0 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Reviews the decisions of one seat. Decisions at which the seat's own tiles are not known are left out.
///
/// # Errors
/// The hand cannot have been played so.
pub fn review(
    desk: &mut Desk,
    played: &Played,
    seat: usize,
    settings: &Settings,
    seed: u64,
) -> Result<Review, Problem> {
    let question = played.question(seat, played.turns.len(), TileSet::EMPTY, Vec::new());
    let spec = question.spec()?;
    if seat >= spec.seats || played.leader >= spec.seats {
        return Err(Problem::NoSeat { seat: seat.max(played.leader), seats: spec.seats });
    }
    if played.scores.len() > SEATS {
        return Err(Problem::Scores { given: played.scores.len(), sides: spec.sides() });
    }
    let engine = Engine::new(spec);
    let prospects = engine.prospects();
    let (scores, before) = match &engine {
        Engine::Line(rules) => (question.scores_along(rules, &played.scores)?, played.before(rules, &prospects, seat)),
        Engine::Tree(rules) => (question.scores_along(rules, &played.scores)?, played.before(rules, &prospects, seat)),
    };
    let mut decisions = Vec::new();
    let mut dealt = None;
    for (i, told) in played.turns.iter().enumerate().filter(|(_, told)| told.seat == seat) {
        let ToldDeed::Play(wanted) = &told.deed else { continue };
        let Some(hand) = played.hand_at(seat, i) else { continue };
        let asked = played.question(seat, i, hand, scores[i][..spec.sides()].to_vec());
        let advice = match desk.advise(&asked, settings, seed, || false) {
            Ok(advice) => advice,
            // The tiles given do not add up to the hand: this decision cannot be judged.
            Err(Problem::HandSize { .. }) => continue,
            Err(problem) => return Err(problem),
        };
        dealt = dealt.or(Some(advice.win));
        if advice.moves.len() > 1
            && let Some(decision) = decide(&advice, i + 1, wanted)
        {
            decisions.push(decision);
        }
    }
    let dealt = dealt.unwrap_or(before);
    let lost = decisions.iter().map(|d| d.loss).sum();
    #[expect(clippy::cast_precision_loss, reason = "some decisions")]
    let n = decisions.len() as f32;
    let mean = decisions.iter().map(|d| accuracy(d.loss)).sum::<f32>() / n.max(1.0);
    let best_line = match &engine {
        Engine::Line(rules) => played.best_line(rules),
        Engine::Tree(_) => None,
    };
    Ok(Review {
        accuracy: if decisions.is_empty() { 100.0 } else { mean },
        decisions,
        before,
        dealt,
        luck: dealt - before,
        lost,
        best_line,
    })
}

/// The decision as the adviser sees it, `None` if the play is not among its moves.
fn decide(advice: &Advice, turn: usize, wanted: &crate::position::Wanted) -> Option<Decision> {
    let best = advice.moves.first()?;
    let same = |card: &&Card| {
        let (on, port) = match &card.joins {
            Some((on, port)) => (Some(*on), Some(port)),
            None => (None, None),
        };
        let place = wanted.on.is_none() || wanted.on == on && (wanted.port.is_none() || wanted.port.as_ref() == port);
        card.play.tile() == wanted.tile && card.play.inline == wanted.inline && place
    };
    // A place that is the mirror image of one listed has another name: then the tile decides.
    let loose = |card: &&Card| card.play.tile() == wanted.tile && card.joins.as_ref().map(|j| j.0) == wanted.on;
    let played = advice.moves.iter().find(same).or_else(|| advice.moves.iter().find(loose))?;
    let loss = (best.win - played.win).max(0.0);
    Some(Decision { turn, played: played.clone(), best: best.clone(), loss, mark: Grade::of(loss) })
}

impl Played {
    /// The question of a seat before turn `i`, counted from 0.
    fn question(&self, seat: usize, i: usize, hand: TileSet, scores: Vec<i16>) -> Question {
        Question {
            rules: self.rules.clone(),
            seats: self.seats,
            pairs: self.pairs.or((self.seats == 4).then_some(self.scores.len() == 2)),
            seat,
            hand,
            scores,
            before: self.before,
            leader: Some(self.leader),
            turns: self.turns[..i].to_vec(),
        }
    }

    /// The tiles a seat held before turn `i`, `None` if they are not known.
    fn hand_at(&self, seat: usize, i: usize) -> Option<TileSet> {
        let mut hand = (*self.left.get(seat)?)?;
        let mut draws = self.drawn.iter().rev();
        for (at, told) in self.turns.iter().enumerate().rev() {
            match &told.deed {
                ToldDeed::Play(wanted) if told.seat == seat && at >= i => {
                    hand.insert(wanted.tile);
                }
                ToldDeed::Draw(_) => {
                    let drawn = draws.next().copied().flatten();
                    if told.seat == seat && at >= i {
                        hand = hand.minus(drawn?);
                    }
                }
                ToldDeed::Play(_) | ToldDeed::Knock => {}
            }
        }
        Some(hand)
    }

    fn before<T: Layouts>(&self, rules: &Rules<T>, prospects: &Prospects, seat: usize) -> f32 {
        let mut score = [0; SEATS];
        for (score, &start) in score.iter_mut().zip(&self.scores) {
            *score = start;
        }
        prospects.before(rules, &score, Some(self.leader))[rules.spec.side(seat)]
    }

    /// The best line, where all hands are known and nothing is drawn.
    fn best_line(&self, rules: &Rules<Line>) -> Option<BestLine> {
        let mut hands = [0u64; SEATS];
        for (seat, hand) in hands.iter_mut().enumerate().take(rules.spec.seats) {
            *hand = u64::try_from(self.hand_at(seat, 0)?.bits()).ok()?;
        }
        best_line(rules, hands, self.leader)
    }
}

/// The best play of all seats when every tile is known, from the lead on; `None` where the rules have no solver.
#[must_use]
pub fn best_line(rules: &Rules<Line>, hands: [u64; SEATS], leader: usize) -> Option<BestLine> {
    let mut solver = Solver::new(rules)?;
    let value = solver.value(&hands, leader, rules.table.start());
    let mut rollout = rules.begin(hands, leader, [0; SEATS]);
    let mut line = Vec::new();
    let (mut moves, mut values): (Vec<Move<u8>>, Vec<i32>) = (Vec::new(), Vec::new());
    while rollout.ended.is_none() {
        rules.choices(&rollout, &mut moves);
        if moves.is_empty() {
            line.push(LineStep::Knock);
            rules.knock(&mut rollout);
            continue;
        }
        solver.values(&rollout.hands, rollout.turn, &moves, &mut values);
        let best = (0..moves.len()).max_by_key(|&i| (values[i], std::cmp::Reverse(i)))?;
        line.push(LineStep::Play(Tile::from_index(usize::from(moves[best].tile))?));
        rules.play(&mut rollout, &moves[best]);
    }
    Some(BestLine { value, line })
}

impl Question {
    /// The scores by side before every turn and after the last, going by the points of the plays.
    fn scores_along<T: Layouts>(&self, rules: &Rules<T>, start: &[i16]) -> Result<Vec<[i16; SEATS]>, Problem> {
        let spec: &Spec = &rules.spec;
        let mut score = [0; SEATS];
        for (score, &start) in score.iter_mut().zip(start) {
            *score = start;
        }
        let turns = self.retell(rules)?;
        let mut along = vec![score];
        let mut counts = [spec.hand; SEATS];
        for (points, told) in turns.into_iter().zip(&self.turns) {
            let seat = told.seat;
            match told.deed {
                ToldDeed::Draw(n) => counts[seat] += n,
                ToldDeed::Knock => {}
                ToldDeed::Play(_) => {
                    counts[seat] = counts[seat].saturating_sub(1);
                    let partner_out = !spec.pairs || spec.pair_out_one || counts[(seat + 2) & 3] == 0;
                    let out = counts[seat] == 0 && partner_out && spec.out_ends;
                    let award = points + if out { spec.out_points() } else { 0 };
                    let side = spec.side(seat);
                    score[side] += spec.credit(score[side], award);
                }
            }
            along.push(score);
        }
        Ok(along)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Wanted;

    #[test]
    fn accuracy_falls_from_a_hundred() {
        assert!((accuracy(0.0) - 100.0).abs() < 0.1);
        assert!((accuracy(0.1) - 63.6).abs() < 0.5);
        assert!(accuracy(1.0) < 1.0);
    }

    #[test]
    fn a_thrown_away_win_is_a_blunder() {
        let tile = |text: &str| text.parse::<Tile>().unwrap();
        let play = |seat, text: &str, on: Option<&str>| {
            let wanted = Wanted { tile: tile(text), on: on.map(tile), port: None, inline: false };
            ToldTurn { seat, deed: ToldDeed::Play(wanted) }
        };
        let set = |text: &str| Some(text.split(' ').map(tile).collect::<TileSet>());
        // On 53 with 6-6 led by the other: 6-3 makes 15, eight points and the game; 6-2 does not.
        let played = Played {
            rules: RuleSet::preset("pafos").unwrap(),
            seats: 2,
            pairs: None,
            before: None,
            leader: 1,
            scores: vec![53, 50],
            turns: vec![play(1, "6-6", None), play(0, "6-2", Some("6-6"))],
            left: vec![set("6-3 5-5 4-4 1-1 0-0 2-2"), set("5-4 5-3 5-2 5-1 4-3 4-2")],
            drawn: vec![],
        };
        let settings = Settings { iterations: 2000, ..Settings::default() };
        let review = review(&mut Desk::new(), &played, 0, &settings, 1).unwrap();
        assert_eq!(review.decisions.len(), 1);
        let decision = &review.decisions[0];
        assert_eq!((decision.turn, decision.best.play.tile()), (2, tile("6-3")));
        assert_eq!(decision.mark, Grade::Blunder);
        assert!(review.accuracy < 90.0 && review.lost > 0.1, "{review:?}");
        let line = review.best_line.unwrap();
        assert!(line.line.len() > 2 && line.line[0] == LineStep::Play(tile("6-6")) || line.value > 0);
    }
}
