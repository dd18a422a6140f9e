//! Facts as bytes, for the derived tables: read back without replaying a game. A private form: raise `PROJECTION` when
//! it changes, and it is rebuilt from the log.

use game::rules::RuleSet;
use game::stats::{Facts, TurnFact};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The bytes of a value.
pub(crate) fn pack(value: &impl Serialize) -> Result<Vec<u8>, crate::StoreError> {
    postcard::to_allocvec(value).map_err(|error| crate::StoreError::Other { detail: error.to_string() })
}

/// The value of these bytes; `None` if they are not what [`pack`] wrote.
pub(crate) fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    rest.is_empty().then_some(value)
}

/// The bytes of facts without their id, which is the key of the table, and without their turns.
pub(crate) fn pack_facts(facts: &Facts) -> Result<Vec<u8>, crate::StoreError> {
    pack(&(facts.rules, facts))
}

/// The facts of these bytes, without turns.
pub(crate) fn unpack_facts(id: String, bytes: &[u8]) -> Option<Facts> {
    let (rules, facts): (String, Facts) = unpack(bytes)?;
    let rules = RuleSet::preset(&rules).ok()?.id;
    let seats = facts.players.len();
    let sides = facts.side_of.iter().all(|&side| side < facts.sides) && facts.legs_won.len() == facts.sides;
    (sides && facts.side_of.len() == seats && facts.seats.len() == seats).then_some(Facts { id, rules, ..facts })
}

/// Facts without turns with the version of their form, for a database that keeps them longer than a program lives.
///
/// # Errors
/// They cannot be packed.
pub fn pack_result(facts: &Facts) -> Result<Vec<u8>, crate::StoreError> {
    pack(&(crate::derived::project::PROJECTION, pack_facts(facts)?))
}

/// Unpacks the output of [`pack_result`]; `None` for another format, which is rebuilt from the log.
pub fn unpack_result(id: String, bytes: &[u8]) -> Option<Facts> {
    let (version, facts): (u32, Vec<u8>) = unpack(bytes)?;
    (version == crate::derived::project::PROJECTION).then(|| unpack_facts(id, &facts))?
}

/// Puts the turns of these bytes into the facts to which they belong; `false` if they cannot.
pub(crate) fn unpack_turns(facts: &mut Facts, bytes: &[u8]) -> bool {
    let turns: Option<Vec<TurnFact>> = unpack(bytes);
    let fits = |turns: &Vec<TurnFact>| {
        turns.iter().all(|turn| usize::from(turn.seat) < facts.players.len() + facts.stood_in.len())
    };
    match turns.filter(fits) {
        Some(turns) => facts.turns = turns,
        None => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::rng::Rng;
    use game::self_play::{Plan, season};

    #[test]
    fn facts_survive_and_nonsense_is_refused() {
        let mut rng = Rng::new(5);
        let read = |head: &[u8], turns: &[u8]| {
            let mut facts = unpack_facts("x".to_owned(), head)?;
            unpack_turns(&mut facts, turns).then_some(facts)
        };
        for game in season(Plan { sessions: 5, ..Plan::YEAR }, 3) {
            let facts = Facts::of("x", game.at_ms, game.game.state(), |name| name);
            let [head, turns] = [pack_facts(&facts).unwrap(), pack(&facts.turns).unwrap()];
            assert_eq!(read(&head, &turns), Some(facts));
            for _ in 0..50 {
                let mut bad = [head.clone(), turns.clone()];
                for bytes in &mut bad {
                    let at = rng.below(bytes.len());
                    bytes[at] ^= 1 << rng.below(8);
                }
                // A flipped bit may still be a number; it must only never be a panic.
                drop(read(&bad[0], &bad[1]));
                assert_eq!(read(&head[..rng.below(head.len())], &turns), None);
                assert_eq!(read(&head, &turns[..rng.below(turns.len())]), None);
            }
        }
    }
}
