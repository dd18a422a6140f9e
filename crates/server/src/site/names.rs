//! Public forms of names: in full, or as initials.

use game::stats::{Facts, League};
use game::{Act, Match};
use std::collections::BTreeMap;

/// The name that is shown for each name that was entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownNames {
    initials: Option<BTreeMap<String, String>>,
}

impl ShownNames {
    /// Keeps names in full.
    #[must_use]
    pub fn whole() -> Self {
        Self::default()
    }

    /// Initials, with a number if an earlier player has the same. `games` in the order in which they were played.
    #[must_use]
    pub fn initials<'a>(games: impl IntoIterator<Item = &'a Facts>) -> Self {
        let (mut shown, mut taken) = (BTreeMap::new(), BTreeMap::<String, u32>::new());
        for name in games.into_iter().flat_map(Facts::names) {
            if shown.contains_key(name) {
                continue;
            }
            let letters = initials(name);
            let times = taken.entry(letters.clone()).or_default();
            *times += 1;
            let text = if *times == 1 { letters } else { format!("{letters} ({times})") };
            shown.insert(name.to_owned(), text);
        }
        Self { initials: Some(shown) }
    }

    /// Returns the public form of a name.
    #[must_use]
    pub fn of(&self, name: &str) -> String {
        match &self.initials {
            None => name.to_owned(),
            Some(shown) => shown.get(name).cloned().unwrap_or_else(|| initials(name)),
        }
    }

    /// Figures under the names that are shown.
    pub fn put_on(&self, games: &mut [Facts]) {
        for game in games {
            let others = game.stood_in.iter_mut().map(|other| &mut other.player);
            for name in game.players.iter_mut().chain(others) {
                *name = self.of(name);
            }
        }
    }

    /// A league under the displayed names. A team's name stays, since it names no person.
    #[must_use]
    pub fn put_on_league(&self, league: &League) -> League {
        let mut league = league.clone();
        for entrant in &mut league.entrants {
            let of_players = entrant.members.len() <= 2;
            for member in &mut entrant.members {
                *member = self.of(member);
            }
            if of_players && self.initials.is_some() {
                entrant.name = entrant.members.join(" & ");
            }
        }
        league
    }

    /// A match under these names by seat. With initials, reasons that people wrote are left out: they may name a
    /// person.
    #[must_use]
    pub fn put_on_match(&self, game: &Match, players: &[String]) -> Option<Match> {
        let acts: Vec<Act> = game.events().iter().map(|event| self.put_on_act(&event.act, players)).collect();
        Match::replay(&acts).ok()
    }

    fn put_on_act(&self, act: &Act, players: &[String]) -> Act {
        let mut act = act.clone();
        match &mut act {
            Act::Start(setup) => setup.players = players.to_vec(),
            Act::Rename { name, .. } | Act::Substitute { name, .. } => *name = self.of(name),
            Act::Adjust { why, .. } | Act::Abandon { why } if self.initials.is_some() => why.clear(),
            Act::Correct { change, .. } => {
                if let Some(inner) = change.act_mut() {
                    *inner = self.put_on_act(inner, players);
                }
            }
            _ => {}
        }
        act
    }
}

/// "A. S." of "Anna Smith".
fn initials(name: &str) -> String {
    let letters: Vec<String> = name
        .split(|c: char| !c.is_alphanumeric())
        .filter_map(|word| word.chars().next())
        .map(|c| format!("{}.", c.to_uppercase()))
        .collect();
    if letters.is_empty() { "?".to_owned() } else { letters.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::rules::{Points, RuleSet};
    use game::{Change, Seat, Setup, Side};

    #[test]
    fn initials_say_no_name_and_tell_everybody_apart() {
        assert_eq!([initials("Anna Smith"), initials("ben"), initials("--")], ["A. S.", "B.", "?"]);
        let facts = |players: &[&str]| {
            let setup = game::Setup::new(game::rules::RuleSet::preset("pafos").unwrap(), players);
            Facts::of("x", 0, Match::start(setup).unwrap().state(), |name| name)
        };
        let names = ShownNames::initials(&[facts(&["Anna", "Ben"]), facts(&["Alan", "Ben"])]);
        assert_eq!([names.of("Anna"), names.of("Alan"), names.of("Ben")], ["A.", "A. (2)", "B."]);
        assert_eq!(ShownNames::whole().of("Anna"), "Anna");
    }

    #[test]
    fn with_initials_no_page_of_a_match_has_a_name_or_a_reason() {
        let setup = Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]);
        let mut game = Match::start(setup).unwrap();
        let [anna, ben] = [0, 1].map(|seat| Seat::new(seat).unwrap());
        let adjust =
            |why: &str| Act::Adjust { side: Side::new(0).unwrap(), points: Points::new(2), why: why.to_owned() };
        game.act(Act::Substitute { seat: ben, name: "Carol".to_owned() }).unwrap();
        game.act(Act::Rename { seat: anna, name: "Annabel".to_owned() }).unwrap();
        game.act(Act::Deal { leader: anna, hands: Vec::new() }).unwrap();
        game.act(adjust("Anna forgot")).unwrap();
        let moved = game.events().len() - 1;
        game.act(game.correction(moved, Change::Replace(Box::new(adjust("Ben says so"))))).unwrap();
        let mut facts = [Facts::of("x", 0, game.state(), |name| name)];
        let names = ShownNames::initials(&facts);
        names.put_on(&mut facts);
        let shown = names.put_on_match(&game, &facts[0].players).unwrap();
        let all = format!("{facts:?} {:?} {:?}", shown.events(), shown.state());
        for written in ["Anna", "Ben", "Carol", "forgot", "says so"] {
            assert!(!all.contains(written), "{written}: {all}");
        }
        assert_eq!(ShownNames::whole().put_on_match(&game, &game.state().starters()).unwrap().state(), game.state());
    }
}
