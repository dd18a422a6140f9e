//! A league: entrants, points, round-robin fixtures and table.

use super::choice::same_name;
use super::table::{Standing, WinPoints, ranked, standings_of};
use super::{Card, Facts};
use language::say;
use std::collections::BTreeMap;

/// A league over one season.
///
/// ```
/// use game::stats::{Entrant, League};
///
/// let entrants = ["Anna", "Ben", "Cleo"].map(Entrant::parse).to_vec();
/// let league = League { name: "Winter".to_owned(), entrants, twice: true, matches: 1, ..League::default() };
/// assert_eq!((league.check(), league.fixtures(&[]).len()), (Ok(()), 6));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct League {
    /// Name of the league.
    pub name: String,
    /// Entrants: players, pairs, or teams of several.
    pub entrants: Vec<Entrant>,
    /// Id of the rule set that counts; `None` for any.
    pub rules: Option<String>,
    /// Earliest time that counts, in milliseconds since 1970 UTC.
    pub from_ms: Option<i64>,
    /// End of the period, excluded.
    pub until_ms: Option<i64>,
    /// Whether every pair of entrants meets twice.
    pub twice: bool,
    /// Matches in one meeting: the first that count are taken (a team match is several singles and pairs).
    pub matches: u8,
    /// Points for a match.
    pub worth: WinPoints,
}

/// An entrant of a league.
///
/// ```
/// use game::stats::Entrant;
///
/// let ship = Entrant::parse("Ship: Anna, Ben, Cleo");
/// assert_eq!((ship.name.as_str(), ship.members.len()), ("Ship", 3));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entrant {
    /// The name in the table.
    pub name: String,
    /// The players: one for singles, two for a pair, more for a team.
    pub members: Vec<String>,
}

impl Entrant {
    /// A single player, a pair `"Anna & Ben"`, or a team `"Ship: Anna, Ben, Cleo"`.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let (name, members) = text.split_once(':').unwrap_or((text, text));
        let members = members.split(['&', ',']).map(str::trim).filter(|name| !name.is_empty());
        Self { name: name.trim().to_owned(), members: members.map(str::to_owned).collect() }
    }

    /// The text that [`Self::parse`] reads.
    #[must_use]
    pub fn text(&self) -> String {
        if Self::parse(&self.name) == *self {
            self.name.clone()
        } else {
            format!("{}: {}", self.name, self.members.join(", "))
        }
    }

    /// Reports whether it is a team, which sends any of its players.
    const fn is_team(&self) -> bool {
        self.members.len() > 2
    }

    /// Reports whether this player is one of its members.
    fn has(&self, player: &str) -> bool {
        self.members.iter().any(|member| same_name(member, player))
    }

    /// Reports whether a side of these players plays for this entrant. A pair plays whole, a team sends any of its
    /// players.
    fn is_for(&self, players: &[&str]) -> bool {
        let all_ours = players.iter().all(|player| self.members.iter().any(|member| same_name(member, player)));
        all_ours && !players.is_empty() && (self.members.len() != 2 || players.len() == 2)
    }
}

/// Two entrants who meet in a round, and the result.
///
/// ```
/// use game::stats::{Entrant, League};
///
/// let entrants = ["Anna", "Ben"].map(Entrant::parse).to_vec();
/// let fixture = League { entrants, ..League::default() }.fixtures(&[]).remove(0);
/// assert_eq!((fixture.home, fixture.away, fixture.points()), (0, 1, (0, 0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The round, from 0.
    pub round: usize,
    /// The first, by place among the entrants.
    pub home: usize,
    /// The second.
    pub away: usize,
    /// The matches that were played, with points by home and away.
    pub played: Vec<PlayedMatch>,
}

/// A match between two entrants.
///
/// ```
/// use game::stats::{Entrant, League};
/// use game::self_play::{Plan, season};
/// use game::stats::Facts;
///
/// let games: Vec<Facts> = season(Plan { sessions: 3, ..Plan::YEAR }, 61)
///     .map(|played| Facts::of("", played.at_ms, played.game.state(), |name| name))
///     .collect();
/// let entrants = games[0].players[..2].iter().map(|name| Entrant::parse(name)).collect();
/// let league = League { entrants, matches: 1, ..League::default() };
/// let fixture = league.fixtures(&games).remove(0);
/// assert!(fixture.played.iter().all(|meeting| meeting.points.0 + meeting.points.1 == 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMatch {
    /// The match, as the store names it.
    pub id: String,
    /// Start of the match.
    pub at_ms: i64,
    /// Games won: home, away.
    pub legs: (u32, u32),
    /// Points of the league: home, away.
    pub points: (u32, u32),
}

/// Stored form of a fixture, by names, so that it doesn't depend on the order of entrants.
///
/// ```
/// use game::stats::FixtureName;
///
/// let name = |league: &str| FixtureName { league: league.to_owned(), round: 1, ..FixtureName::default() };
/// assert!(name("Summer") < name("Winter"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FixtureName {
    /// The league.
    pub league: String,
    /// The round, from 1.
    pub round: usize,
    /// The first entrant.
    pub home: String,
    /// The second.
    pub away: String,
}

impl Fixture {
    /// The points of home and away.
    #[must_use]
    pub fn points(&self) -> (u32, u32) {
        self.played.iter().fold((0, 0), |sum, meeting| (sum.0 + meeting.points.0, sum.1 + meeting.points.1))
    }
}

/// The rounds of a round robin of `n`: pairs of places, each place once in a round, every two places once (or twice,
/// the second time the other way round). With an odd `n` one place rests each round. (The circle method: one stays, the
/// others go round.)
#[must_use]
pub fn round_robin(n: usize, twice: bool) -> Vec<Vec<(usize, usize)>> {
    if n < 2 {
        return Vec::new();
    }
    let seats = n + n % 2;
    let mut circle: Vec<usize> = (0..seats).collect();
    let mut rounds = Vec::new();
    for round in 0..seats - 1 {
        let mut pairs = Vec::new();
        for i in 0..seats / 2 {
            let (a, b) = (circle[i], circle[seats - 1 - i]);
            if a < n && b < n {
                // The one who stays would always be at home; for the others going round evens it out.
                pairs.push(if i == 0 && round % 2 == 1 { (b, a) } else { (a, b) });
            }
        }
        rounds.push(pairs);
        circle[1..].rotate_right(1);
    }
    if twice {
        let back: Vec<Vec<(usize, usize)>> =
            rounds.iter().map(|pairs| pairs.iter().map(|&(a, b)| (b, a)).collect()).collect();
        rounds.extend(back);
    }
    rounds
}

impl League {
    /// Checks whether a season can be played under these rules.
    ///
    /// # Errors
    /// The fault, in words.
    pub fn check(&self) -> Result<(), String> {
        if self.name.trim().is_empty() {
            return Err(say!("a league needs a name").to_owned());
        }
        if self.entrants.len() < 2 {
            return Err(say!("a league needs at least two entrants").to_owned());
        }
        for (i, entrant) in self.entrants.iter().enumerate() {
            if entrant.name.is_empty() || entrant.members.is_empty() {
                return Err(say!("entrant {n} has no name", n = i + 1));
            }
            if self.entrants[..i].iter().any(|other| same_name(&other.name, &entrant.name)) {
                return Err(say!("{name} is entered twice", name = entrant.name));
            }
            self.check_members(i, entrant)?;
        }
        Ok(())
    }

    /// A player is in an entrant once, in one team, and in one pair with the same partner.
    fn check_members(&self, i: usize, entrant: &Entrant) -> Result<(), String> {
        for (place, player) in entrant.members.iter().enumerate() {
            if entrant.members[..place].iter().any(|other| same_name(other, player)) {
                return Err(say!("{player} is in {team} twice", player, team = entrant.name));
            }
            let other =
                self.entrants[..i].iter().find(|other| other.is_team() && entrant.is_team() && other.has(player));
            if let Some(other) = other {
                return Err(say!(
                    "{player} is in two teams: {one} and {other}",
                    player,
                    one = other.name,
                    other = entrant.name
                ));
            }
        }
        let same = |other: &&Entrant| {
            other.members.len() == entrant.members.len() && entrant.members.iter().all(|player| other.has(player))
        };
        match self.entrants[..i].iter().find(same) {
            Some(other) => Err(say!("{one} and {other} are the same players", one = other.name, other = entrant.name)),
            None => Ok(()),
        }
    }

    /// The name of a fixture of this league.
    #[must_use]
    pub fn name_of(&self, fixture: &Fixture) -> FixtureName {
        let entrant = |place: usize| self.entrants.get(place).map(|entrant| entrant.name.clone()).unwrap_or_default();
        FixtureName {
            league: self.name.clone(),
            round: fixture.round + 1,
            home: entrant(fixture.home),
            away: entrant(fixture.away),
        }
    }

    /// Reports whether all matches of the fixture have been played.
    #[must_use]
    pub fn is_played(&self, fixture: &Fixture) -> bool {
        fixture.played.len() >= usize::from(self.matches.max(1))
    }

    /// The two entrants, by place, for whom these sides play, each given by its players.
    #[must_use]
    pub fn entrants_of(&self, sides: &[Vec<&str>]) -> Option<(usize, usize)> {
        let [one, two] = sides else { return None };
        let entrant = |players: &[&str]| self.entrants.iter().position(|entrant| entrant.is_for(players));
        let (one, two) = (entrant(one)?, entrant(two)?);
        (one != two).then_some((one, two))
    }

    /// The entrants of the sides of a match that counts here, in the order of its sides.
    fn sides_of(&self, game: &Facts) -> Option<Vec<usize>> {
        let counts = self.rules.as_ref().is_none_or(|rules| game.rules == rules)
            && self.from_ms.is_none_or(|from| game.at_ms >= from)
            && self.until_ms.is_none_or(|until| game.at_ms < until)
            && game.sides == 2
            && (game.is_decided() || game.abandoned);
        if !counts {
            return None;
        }
        let entrant = |side: usize| {
            let seats = (0..game.players.len()).filter(|&seat| game.side_of[seat] == side);
            let players: Vec<&str> = seats.map(|seat| game.players[seat].as_str()).collect();
            self.entrants.iter().position(|entrant| entrant.is_for(&players))
        };
        let sides = (0..game.sides).map(entrant).collect::<Option<Vec<usize>>>()?;
        (sides[0] != sides[1]).then_some(sides)
    }

    /// Every fixture of the season with the matches that were played for it, each match once, in order of time.
    #[must_use]
    pub fn fixtures<'a>(&self, games: impl IntoIterator<Item = &'a Facts>) -> Vec<Fixture> {
        let mut fixtures: Vec<Fixture> = Vec::new();
        for (round, pairs) in round_robin(self.entrants.len(), self.twice).into_iter().enumerate() {
            fixtures.extend(pairs.into_iter().map(|(home, away)| Fixture { round, home, away, played: Vec::new() }));
        }
        let room = usize::from(self.matches.max(1));
        for game in games {
            let Some(sides) = self.sides_of(game) else { continue };
            let meets = |fixture: &&mut Fixture| {
                fixture.played.len() < room
                    && (sides == [fixture.home, fixture.away] || sides == [fixture.away, fixture.home])
            };
            let Some(fixture) = fixtures.iter_mut().find(meets) else { continue };
            let home = usize::from(sides[1] == fixture.home);
            let legs = |side: usize| u32::from(game.legs_won[side]);
            let points = |side: usize| self.worth.of(game.winner.map(|winner| winner == side), legs(side));
            fixture.played.push(PlayedMatch {
                id: game.id.clone(),
                at_ms: game.at_ms,
                legs: (legs(home), legs(1 - home)),
                points: (points(home), points(1 - home)),
            });
        }
        fixtures
    }

    /// The table: every entrant, over the matches that count for a fixture. Without entrants everybody who played.
    #[must_use]
    pub fn standings<'a>(&self, games: impl IntoIterator<Item = &'a Facts> + Clone) -> Vec<Standing> {
        if self.entrants.is_empty() {
            let counts = |game: &&Facts| {
                self.rules.as_ref().is_none_or(|rules| game.rules == rules)
                    && self.from_ms.is_none_or(|from| game.at_ms >= from)
                    && self.until_ms.is_none_or(|until| game.at_ms < until)
            };
            return super::standings(games.into_iter().filter(counts), self.worth);
        }
        let fixtures = self.fixtures(games.clone());
        let counted: BTreeMap<&str, ()> =
            fixtures.iter().flat_map(|fixture| &fixture.played).map(|meeting| (meeting.id.as_str(), ())).collect();
        let counts = |game: &&Facts| counted.contains_key(game.id.as_str());
        let name = |game: &Facts, side: usize| self.sides_of(game).map(|sides| self.entrants[sides[side]].name.clone());
        let mut table = standings_of(games.into_iter().filter(counts), self.worth, name);
        let rest = self.entrants.iter().filter(|entrant| !table.iter().any(|line| line.name == entrant.name));
        let rest: Vec<Standing> =
            rest.map(|entrant| Standing { name: entrant.name.clone(), ..Standing::default() }).collect();
        table.extend(ranked(rest, &BTreeMap::new()));
        // Entrants without a match rank above those with negative points; there are none, so they go to the end.
        table
    }

    /// The card of a fixture: its matches with the players who played them.
    #[must_use]
    pub fn card<'a>(&self, fixture: &Fixture, games: impl IntoIterator<Item = &'a Facts>) -> Card {
        let ours = |game: &&Facts| fixture.played.iter().any(|meeting| meeting.id == game.id);
        Card::of(games.into_iter().filter(ours), self.worth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn everybody_meets_everybody_and_nobody_twice_in_a_round() {
        for n in 0..=13 {
            for twice in [false, true] {
                let rounds = round_robin(n, twice);
                let mut met = Vec::new();
                for pairs in &rounds {
                    let mut places: Vec<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
                    places.sort_unstable();
                    assert!(places.windows(2).all(|two| two[0] != two[1]), "{n}: {pairs:?}");
                    met.extend(pairs.iter().copied());
                }
                let once: BTreeSet<(usize, usize)> = met.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
                assert_eq!(once.len(), n * n.saturating_sub(1) / 2);
                assert_eq!(met.len(), once.len() * if twice { 2 } else { 1 });
                let ordered: BTreeSet<&(usize, usize)> = met.iter().collect();
                assert_eq!(ordered.len(), met.len(), "the second time the other way round");
                for place in 0..n {
                    let home = met.iter().filter(|(a, _)| *a == place).count();
                    let games = met.iter().filter(|(a, b)| *a == place || *b == place).count();
                    assert!((2 * home).abs_diff(games) <= 2, "{place} of {n}: {home} of {games} at home");
                }
            }
        }
    }

    #[test]
    fn entrants_are_players_pairs_and_teams() {
        let (single, pair, team) =
            (Entrant::parse(" Anna "), Entrant::parse("Anna & Ben"), Entrant::parse("Ship: Anna, Ben, Cleo"));
        assert!(single.is_for(&["anna"]) && !single.is_for(&["Anna", "Ben"]));
        assert!(pair.is_for(&["Ben", "Anna"]) && !pair.is_for(&["Anna"]) && pair.name == "Anna & Ben");
        assert!(team.is_for(&["Cleo"]) && team.is_for(&["Cleo", "Ben"]) && !team.is_for(&["Cleo", "Dan"]));
        assert_eq!(team.name, "Ship");
        assert_eq!([single.text(), pair.text(), team.text()], ["Anna", "Anna & Ben", "Ship: Anna, Ben, Cleo"]);
    }

    #[test]
    fn nobody_is_entered_twice_in_any_order() {
        let why = |lines: &[&str]| {
            let entrants = lines.iter().map(|line| Entrant::parse(line)).collect();
            League { name: "Winter".to_owned(), entrants, ..League::default() }.check().err().unwrap_or_default()
        };
        assert!(why(&["Anna & Ben", "Ben & Anna"]).contains("are the same players"));
        assert!(
            why(&["Ship: Anna, Ben, Cleo", "Bell: Dan, Eve, Cleo"]).contains("Cleo is in two teams: Ship and Bell")
        );
        assert!(why(&["Alf & alf", "Ben & Cleo"]).contains("twice"));
        assert_eq!(why(&["Anna & Ben", "Ben & Cleo"]), "", "pairs are drawn anew");
    }
}
