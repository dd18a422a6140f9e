//! Games that phones can begin once the match on the table is over, without the table's own screen.

use game::name::{kept, meant};
use game::rules::RuleSet;
use game::stats::same_name;
use game::{Act, Match, Seat, Setup};
use language::say;

/// Longest name of a player.
const MOST_LETTERS: usize = 40;

/// A game that can be begun at this table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextGame {
    /// What it counts for, such as "Ship v Bell, round 2 of Winter: singles". Empty for a game of its own.
    pub title: String,
    /// The sides, in seat order.
    pub sides: Vec<NextSide>,
    /// Players of a side.
    pub players: usize,
    /// The side that leads; `None` where the players draw for it.
    pub leads: Option<usize>,
    /// Rule set with house rules; `None` for that of the last match.
    pub rules: Option<String>,
    /// Games (legs) of the match; `None` for that of the last match.
    pub best_of: Option<u8>,
}

/// A side of a game that can be begun.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NextSide {
    /// Name of its team; empty without one.
    pub name: String,
    /// Players to choose from.
    pub squad: Vec<String>,
    /// Whether only these can play.
    pub only_these: bool,
}

/// A game to begin: its players in seat order, and what it is played by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextMatch {
    /// Players in seat order.
    pub players: Vec<String>,
    /// Whether four players play as two pairs.
    pub pairs: bool,
    /// The side that leads the first hand.
    pub leads: usize,
    /// Rule set with house rules; `None` for that of the last match.
    pub rules: Option<String>,
    /// Games (legs) of the match; `None` for that of the last match.
    pub best_of: Option<u8>,
}

impl NextGame {
    /// A game like the last one at this table, with any players.
    #[must_use]
    pub fn like(last: &Setup) -> Self {
        let sides = if last.pairs { 2 } else { last.seats() };
        let side = NextSide { squad: last.players.clone(), ..NextSide::default() };
        Self {
            title: String::new(),
            sides: vec![side; sides],
            players: last.seats() / sides.max(1),
            leads: None,
            rules: None,
            best_of: None,
        }
    }

    /// Returns the players' fields in seat order: the name of the field, and the side.
    pub(crate) fn seats(&self) -> impl Iterator<Item = (String, usize)> + '_ {
        (0..self.players).flat_map(|player| (0..self.sides.len()).map(move |side| (format!("p{side}{player}"), side)))
    }

    /// The name of a side on its button.
    pub(crate) fn side_name(&self, side: usize) -> String {
        match self.sides.get(side) {
            Some(known) if !known.name.is_empty() => known.name.clone(),
            _ => say!("player {n}", n = side + 1),
        }
    }

    /// The game that a form asks for; `leads` is the side that leads.
    pub(crate) fn chosen(&self, leads: usize, field: impl Fn(&str) -> String) -> Result<NextMatch, String> {
        let mut players: Vec<String> = Vec::new();
        for (name, side) in self.seats() {
            let typed = kept(&field(&name));
            if typed.is_empty() {
                return Err(say!("choose every player first").to_owned());
            }
            if typed.chars().count() > MOST_LETTERS {
                return Err(say!("a name has at most {n} letters", n = MOST_LETTERS));
            }
            let player = self.sides[side].player(typed)?;
            if players.iter().any(|other| same_name(other, &player)) {
                return Err(say!("{player} can't play twice in one game", player));
            }
            players.push(player);
        }
        let pairs = self.players == 2 && self.sides.len() == 2;
        let leads = self.leads.unwrap_or(leads).min(self.sides.len().saturating_sub(1));
        Ok(NextMatch { players, pairs, leads, rules: self.rules.clone(), best_of: self.best_of })
    }
}

impl NextSide {
    /// Returns a player's name as the squad has it.
    fn player(&self, typed: String) -> Result<String, String> {
        if let Some(known) = self.squad.iter().find(|known| same_name(known, &typed)) {
            return Ok(known.clone());
        }
        if !self.only_these {
            return Ok(typed);
        }
        let team = &self.name;
        Err(match meant(&typed, self.squad.iter().map(String::as_str)) {
            Some(meant) => {
                say!("{player} is not in the squad of {team}; did you mean {meant}?", player = typed, team, meant)
            }
            None => say!("{player} is not in the squad of {team}", player = typed, team),
        })
    }
}

impl NextMatch {
    /// Returns its setup and who leads; what it does not say is as in the last match.
    ///
    /// # Errors
    /// The rules are unknown here.
    pub fn setup(&self, last: &Setup) -> Result<(Setup, Seat), String> {
        let rules = match &self.rules {
            Some(rules) => RuleSet::parse(rules).map_err(|why| why.to_string())?,
            None => last.rules.clone(),
        };
        let names: Vec<&str> = self.players.iter().map(String::as_str).collect();
        let new = Setup::new(rules, &names);
        let setup = Setup {
            pairs: self.pairs,
            best_of: self.best_of.unwrap_or(last.best_of),
            claim_seconds: last.claim_seconds,
            utc_offset: last.utc_offset,
            ..new
        };
        // Sides take turns, so the first seat of a side has its number.
        let leader = setup.all_seats().nth(self.leads).unwrap_or(Seat::FIRST);
        Ok((setup, leader))
    }
}

/// Reports whether another game can take the place of this one: it is over, or nothing that was done in it stands.
#[must_use]
pub fn may_begin(game: &Match) -> bool {
    game.state().is_over() || game.standing().all(|(_, act)| matches!(act, Act::Start(_) | Act::Deal { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs() -> NextGame {
        let side = |name: &str, squad: &[&str]| NextSide {
            name: name.to_owned(),
            squad: squad.iter().map(|&name| name.to_owned()).collect(),
            only_these: true,
        };
        NextGame {
            title: "Ship v Bell".to_owned(),
            sides: vec![side("Ship", &["Anna", "Zoë"]), side("Bell", &["Ben", "Bea"])],
            players: 2,
            leads: None,
            rules: Some("pafos target=31".to_owned()),
            best_of: Some(1),
        }
    }

    fn chosen(game: &NextGame, leads: usize, names: &[(&str, &str)]) -> Result<NextMatch, String> {
        let named = |wanted: &str| names.iter().find(|(name, _)| *name == wanted);
        game.chosen(leads, |wanted| named(wanted).map_or(String::new(), |(_, value)| (*value).to_owned()))
    }

    #[test]
    fn partners_sit_across_and_the_chosen_side_leads() {
        let names = [("p00", "Anna"), ("p01", "Zoë"), ("p10", "ben"), ("p11", "Bea")];
        let next = chosen(&pairs(), 1, &names).unwrap();
        assert_eq!(next.players.join(" "), "Anna Ben Zoë Bea");
        let last = Setup::new(RuleSet::preset("pafos").unwrap(), &["x", "y"]);
        let (setup, leader) = next.setup(&last).unwrap();
        assert_eq!(setup.rules, RuleSet::parse("pafos target=31").unwrap());
        assert_eq!((setup.pairs, setup.seats(), leader.index()), (true, 4, 1));
    }

    #[test]
    fn a_game_begins_before_the_first_drop_and_after_the_last() {
        let text = |drops: &str| format!("[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\n{drops}end\n");
        let game = |drops: &str| game::record::Record::parse(&text(drops)).unwrap().game;
        assert!(may_begin(&game("")) && !may_begin(&game("A 6-6\n")));
        let mut undone = game("A 6-6\nB 6-3@6-6.s1\n");
        for begins in [false, true] {
            undone.act(Act::Undo).unwrap();
            assert_eq!(may_begin(&undone), begins, "with {} drops", usize::from(!begins));
        }
    }

    #[test]
    fn whoever_is_not_in_the_squad_is_asked_about() {
        let names = [("p00", "Anna"), ("p01", "Zoe"), ("p10", "Ben"), ("p11", "Bea")];
        assert!(chosen(&pairs(), 0, &names).unwrap_err().contains("did you mean Zoë?"));
        let twice = [("p00", "Anna"), ("p01", "Anna"), ("p10", "Ben"), ("p11", "Bea")];
        assert!(chosen(&pairs(), 0, &twice).unwrap_err().contains("twice"));
        assert!(chosen(&pairs(), 0, &names[1..]).is_err(), "a player is missing");
        let like = NextGame::like(&Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"]));
        assert_eq!(chosen(&like, 0, &[("p00", "Zoe"), ("p10", "Cleo")]).unwrap().players, ["Zoe", "Cleo"]);
    }
}
