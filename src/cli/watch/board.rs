//! A peg board in text.

use game::Match;
use game::rules::Points;

/// Longer tracks are drawn with several points to a hole.
const HOLES: usize = 61;

/// A line for each side: its name, its score, and its track with the front peg and the back peg.
pub(super) fn lines(game: &Match) -> Vec<String> {
    let setup = game.setup();
    let leg = &game.state().leg;
    let names: Vec<String> = setup.all_sides().map(|side| setup.side_name(side)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let line = |(side, name): (usize, &String)| {
        let score = leg.scores.get(side).copied().unwrap_or(Points::ZERO);
        let before = leg.before.get(side).copied().unwrap_or(Points::ZERO);
        format!("{name:<width$} {score:>4}  {}", track(score, before, setup.target()))
    };
    names.iter().enumerate().map(line).collect()
}

/// The track in streets of five: `●` the front peg, `○` the back peg, `·` a hole.
fn track(score: Points, before: Points, target: u16) -> String {
    let target = usize::from(target).max(1);
    let holes = target.min(HOLES);
    let hole = |points: Points| {
        let points = usize::try_from(points.whole().max(0)).unwrap_or(0);
        (points * holes).div_ceil(target).min(holes)
    };
    let (front, back) = (hole(score), hole(before));
    let mut track = String::new();
    for i in 0..=holes {
        if i > 0 && i % 5 == 1 {
            track.push('|');
        }
        track.push(match i {
            _ if i == front => '●',
            _ if i == back => '○',
            _ => '·',
        });
    }
    track
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pegs_stand_in_their_holes() {
        let track = |score, before, target| track(Points::new(score), Points::new(before), target);
        assert_eq!(track(7, 0, 11), "○|·····|·●···|·");
        assert_eq!(track(0, 0, 11), "●|·····|·····|·");
        assert_eq!(track(11, 9, 11), "·|·····|···○·|●");
        // A longer track is drawn shorter; a score above the target is in the last hole.
        assert_eq!(track(250, 122, 200).chars().filter(|&c| c == '·').count(), 60);
    }
}
