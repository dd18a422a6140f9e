//! Late start: records a layout that is on the table before the hand has any event.
//!
//! The players and the order of the drops are unknown. So the tiles are recorded by turns in an order that the rules
//! allow, to find the next player, but their points are taken off again, with the reason in the record.

use game::layout::{Layout, Play};
use game::{Act, Change, Match, Seat};
use language::{say, sentence};

/// Reason why the pegs stay where they are, as the record says it.
pub const WHY: &str = "lay there when the camera came: who dropped what is not known, so nothing is counted";

/// Doubt about such a drop.
pub const DOUBT: &str =
    sentence!("it was on the table when the camera started, so Sixty-One can't tell who dropped it");

/// Returns the acts that record the layout on the table, in order; `next` drops next, or the seat whose turn it is. The
/// match is unchanged.
///
/// # Errors
/// The reason recording can't start from it, in words.
pub fn take_over(game: &Match, table: &Layout, next: Option<Seat>) -> Result<Vec<Act>, String> {
    let nothing_yet = game.state().running().filter(|round| round.layout.is_empty() && !table.is_empty());
    let leader = nothing_yet.ok_or(say!("a table can be adopted only before the first drop of a hand"))?.leader;
    let (setup, scores) = (game.setup(), game.state().leg.scores.clone());
    let mut trial = game.clone();
    let mut acts = Vec::new();
    let act = |trial: &mut Match, acts: &mut Vec<Act>, act: Act| {
        trial.act(act.clone()).map(|_| acts.push(act)).map_err(|refusal| refusal.to_string())
    };
    if let Some(lead) = next.map(|next| leader_for(next, table.len(), setup.seats())).filter(|lead| *lead != leader) {
        let dealt = game.standing().rev().find_map(|(event, act)| match act {
            Act::Deal { hands, .. } => Some((event, hands.clone())),
            _ => None,
        });
        let (event, hands) = dealt.ok_or(say!("no hand was dealt"))?;
        let change = Change::Replace(Box::new(Act::Deal { leader: lead, hands }));
        act(&mut trial, &mut acts, Act::Correct { event, change })?;
    }
    let ordered = table.in_legal_order(&setup.rules).unwrap_or_else(|_| table.clone());
    for play in ordered.plays() {
        let seat = trial.state().running().ok_or(say!("with these tiles the hand would be over"))?.turn;
        let lay = |stands| Act::Play { seat, play: *play, stands };
        act(&mut trial, &mut acts, lay(false)).or_else(|_| act(&mut trial, &mut acts, lay(true)))?;
    }
    if trial.state().running().is_none() {
        return Err(say!("with these tiles the hand would be over").to_owned());
    }
    // Recorded once, even if there are no points to take off.
    let mut said = false;
    for side in setup.all_sides() {
        let before = scores.get(side.index()).copied().unwrap_or_default();
        let points = before - trial.state().score(side);
        if !points.is_zero() || (!said && side.index() + 1 == setup.sides()) {
            act(&mut trial, &mut acts, Act::Adjust { side, points, why: WHY.to_owned() })?;
            said = true;
        }
    }
    Ok(acts)
}

/// The leader for `next` to be the next seat after this many tiles.
fn leader_for(next: Seat, tiles: usize, seats: usize) -> Seat {
    (0..seats)
        .filter_map(Seat::new)
        .find(|leader| (0..tiles).fold(*leader, |seat, _| seat.left(seats)) == next)
        .unwrap_or(next)
}

/// The plays among these acts.
pub fn plays(acts: &[Act]) -> impl Iterator<Item = &Play> {
    acts.iter().filter_map(|act| match act {
        Act::Play { play, .. } => Some(play),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::rules::RuleSet;
    use game::{Deed, Setup};

    fn begun(rules: &str, names: &[&str]) -> Match {
        let mut game = Match::start(Setup::new(RuleSet::parse(rules).unwrap(), names)).unwrap();
        game.act(Act::Deal { leader: Seat::FIRST, hands: Vec::new() }).unwrap();
        game
    }

    #[test]
    fn what_lies_there_is_in_the_record_and_nobody_gets_points_for_it() {
        for (next, names) in
            [("A", &["Anna", "Ben"][..]), ("B", &["Anna", "Ben"]), ("C", &["Anna", "Ben", "Chris", "Dot"])]
        {
            let game = begun("pafos", names);
            let next: Seat = next.parse().unwrap();
            let table: Layout = "5-6 6-6 6-3 3-0".parse().unwrap();
            let acts = take_over(&game, &table, Some(next)).unwrap();
            let mut then = game.clone();
            for act in &acts {
                then.act(act.clone()).unwrap();
            }
            let round = then.state().running().unwrap();
            assert_eq!((round.layout.tiles(), round.turn), (table.tiles(), next));
            assert!(then.state().leg.scores.iter().all(|score| score.is_zero()), "{:?}", then.state().leg.scores);
            assert!(round.turns.iter().any(|turn| turn.deed == Deed::Adjusted), "the record says why");
            assert_eq!(plays(&acts).count(), 4);
        }
        // Also where no drop was worth anything.
        let game = begun("pafos", &["Anna", "Ben"]);
        let acts = take_over(&game, &"6-5".parse().unwrap(), None).unwrap();
        assert!(matches!(acts.last(), Some(Act::Adjust { why, .. }) if why == WHY), "{acts:?}");
    }

    #[test]
    fn what_cannot_be_taken_over_is_said() {
        let mut game = begun("pafos hand_sizes=2/-/2", &["Anna", "Ben"]);
        let whole: Layout = "6-6 6-5 5-4 4-3".parse().unwrap();
        assert!(take_over(&game, &whole, None).unwrap_err().contains("would be over"));
        game.act(Act::Play { seat: Seat::FIRST, play: Play::lead("6-6".parse().unwrap()), stands: false }).unwrap();
        assert!(take_over(&game, &whole, None).unwrap_err().contains("before the first drop"));
    }
}
