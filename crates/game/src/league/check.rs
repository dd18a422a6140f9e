//! Checks facts before they are added to a season.

use super::fact::{Author, GameScore, MeetingId, SeasonFact, Squad, TeamId};
use super::form::{LeagueForm, Lineup};
use super::season::{Meeting, MeetingState, Season};
use crate::near::near;
use crate::stats::same_name;
use language::say;
use std::fmt;

/// Reason why a fact is refused. The message says it to a secretary or captain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeasonRefusal {
    /// A season has one beginning, and it comes first.
    Beginning,
    /// The team does not exist.
    NoTeam(TeamId),
    /// The meeting does not exist, or its number is taken.
    NoMeeting(MeetingId),
    /// A team has no name, or one that another has.
    TeamName(String),
    /// A player is in two squads.
    InTwoTeams {
        /// Player's name.
        player: String,
        /// The team that has them.
        team: String,
    },
    /// A player is in neither squad, or in the wrong one; perhaps another player was intended.
    NotInSquad {
        /// Player's name.
        player: String,
        /// The team they were entered for.
        team: String,
        /// A player of that team with a similar name.
        meant: Option<String>,
        /// The team that has the player.
        other: Option<String>,
    },
    /// A game has too few or too many players on a side, or one twice.
    Players {
        /// The game, from 1.
        game: usize,
        /// Players needed on a side.
        wanted: usize,
    },
    /// A team has fewer players than the league's rules ask for.
    TooFew {
        /// The team.
        team: String,
        /// The fewest.
        fewest: u8,
        /// Players that the team has.
        has: usize,
    },
    /// A player plays more games of a meeting than the league's rules allow.
    TooOften {
        /// Player's name.
        player: String,
        /// The most singles and pairs.
        most: (u8, u8),
    },
    /// A name of a game is missing where others are given.
    NameMissing {
        /// The game, from 1.
        game: usize,
        /// The team of the player.
        team: String,
    },
    /// A captain can confirm or dispute only what the other captain typed.
    NoCardOfTheOther,
    /// A meeting does not have this game, or it is on the card twice.
    NoGame(usize),
    /// The meeting is over or does not count.
    Over,
    /// A captain may record only meetings of the own team.
    NotYours,
    /// Only the secretary can do this.
    SecretaryOnly,
    /// No such fact to undo.
    NothingToUndo,
    /// The season is closed.
    Closed,
    /// The player does not exist; perhaps another was intended.
    NoPlayer {
        /// The name.
        player: String,
        /// A player with a similar name.
        meant: Option<String>,
    },
}

impl fmt::Display for SeasonRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Beginning => say!("this season has already begun, or has not begun yet").to_owned(),
            Self::NoTeam(_) => say!("this season has no such team").to_owned(),
            Self::NoMeeting(_) => say!("this season has no such meeting").to_owned(),
            Self::TeamName(name) => say!("every team needs its own name: `{name}`", name),
            Self::InTwoTeams { player, team } => say!("{player} already plays for {team}", player, team),
            Self::NotInSquad { player, team, other: Some(other), .. } => {
                say!("{player} is not in the squad of {team}, but in that of {other}", player, team, other)
            }
            Self::NotInSquad { player, team, meant: Some(meant), .. } => {
                say!("{player} is not in the squad of {team}; did you mean {meant}?", player, team, meant)
            }
            Self::NotInSquad { player, team, .. } => {
                say!("{player} is not in the squad of {team}", player, team)
            }
            Self::Players { game, wanted } => {
                say!("game {game} needs {wanted} different players on each side", game, wanted)
            }
            Self::TooFew { team, fewest, has } => {
                say!("{team} has {has} players; this league asks for {fewest} or more", team, has, fewest)
            }
            Self::TooOften { player, most: (singles, pairs) } => say!(
                "{player} may play at most {singles} singles and {pairs} pairs in a meeting",
                player,
                singles,
                pairs
            ),
            Self::NameMissing { game, team } => {
                say!("game {game}: a player of {team} is missing; a game that was played needs its names", game, team)
            }
            Self::NoCardOfTheOther => say!("the other captain has not typed this").to_owned(),
            Self::NoGame(game) => say!("a meeting has no game {game}, or it is on the card twice", game),
            Self::Over => say!("this meeting is over or does not count").to_owned(),
            Self::NotYours => say!("a captain can record only the meetings of their own team").to_owned(),
            Self::SecretaryOnly => say!("only the secretary can do this").to_owned(),
            Self::NothingToUndo => say!("there is nothing to undo there").to_owned(),
            Self::Closed => say!("this season is closed: to change it, undo the closing in its log").to_owned(),
            Self::NoPlayer { player, meant: Some(meant) } => {
                say!("there is no player {name} in this season; did you mean {meant}?", name = player, meant)
            }
            Self::NoPlayer { player, meant: None } => say!("there is no player {name} in this season", name = player),
        };
        f.write_str(&words)
    }
}

impl std::error::Error for SeasonRefusal {}

type Checked = Result<(), SeasonRefusal>;

impl Season {
    /// Reports whether a fact can be added now.
    ///
    /// # Errors
    /// The reason.
    pub fn check(&self, by: &Author, fact: &SeasonFact) -> Checked {
        if let SeasonFact::Begun { teams, form, meetings, .. } = fact {
            let known = |id: TeamId| (id.0 as usize) < teams.len();
            let planned = meetings.iter().all(|planned| known(planned.home) && known(planned.away));
            let sound = !self.begun && teams.len() > 1 && !form.slots.is_empty() && planned;
            if !sound {
                return Err(SeasonRefusal::Beginning);
            }
            teams.iter().try_for_each(|squad| enough(form, squad))?;
            return squads(teams);
        }
        if !self.begun {
            return Err(SeasonRefusal::Beginning);
        }
        self.check_author(by, fact)?;
        if self.closed && !matches!(fact, SeasonFact::Undone { .. }) {
            return Err(SeasonRefusal::Closed);
        }
        match fact {
            SeasonFact::Begun { .. }
            | SeasonFact::RecordWithdrawn { .. }
            | SeasonFact::TablePlaced { .. }
            | SeasonFact::Closed { .. } => Ok(()),
            SeasonFact::TeamJoined { team, squad, meetings } => {
                if self.teams.contains_key(team) {
                    return Err(SeasonRefusal::NoTeam(*team));
                }
                if let Some(taken) = meetings.iter().find(|planned| self.meetings.contains_key(&planned.id)) {
                    return Err(SeasonRefusal::NoMeeting(taken.id));
                }
                enough(&self.form, squad)?;
                let mut all: Vec<Squad> = self.teams.values().map(|team| team.squad.clone()).collect();
                all.push(squad.clone());
                squads(&all)
            }
            SeasonFact::TeamLeft { team, .. }
            | SeasonFact::Docked { team, .. }
            | SeasonFact::Given { team, .. }
            | SeasonFact::VenueChanged { team, .. }
            | SeasonFact::CaptainNamed { team, .. } => self.team(*team).map(drop),
            SeasonFact::TeamRenamed { team, name } => {
                self.team(*team)?;
                let taken = self.teams.values().any(|other| other.id != *team && same_name(&other.squad.name, name));
                if taken || name.trim().is_empty() { Err(SeasonRefusal::TeamName(name.clone())) } else { Ok(()) }
            }
            SeasonFact::PlayerJoined { team, .. } => self.team(*team).map(drop),
            SeasonFact::PlayerLeft { player } | SeasonFact::PlayerRenamed { from: player, .. } => {
                let known = || self.teams.values().flat_map(|team| team.squad.players.iter().map(String::as_str));
                self.team_of(player).map(drop).ok_or_else(|| SeasonRefusal::NoPlayer {
                    player: player.clone(),
                    meant: near(player, known()).map(str::to_owned),
                })
            }
            SeasonFact::Played { meeting, score, .. } => self.check_scores(*meeting, std::slice::from_ref(score)),
            SeasonFact::Card { meeting, scores, .. } => self.check_scores(*meeting, scores),
            SeasonFact::Confirmed { meeting } => self.card_of_the_other(by, *meeting, &[]),
            SeasonFact::Disputed { meeting, games, .. } => self.card_of_the_other(by, *meeting, games),
            SeasonFact::Replay { meeting, .. } => self.counting(*meeting).map(drop),
            SeasonFact::Awarded { meeting, .. } => self.counting(*meeting).map(drop),
            SeasonFact::Moved { meetings, .. } => meetings.iter().try_for_each(|(id, _)| {
                if self.counting(*id)?.state == MeetingState::Open { Ok(()) } else { Err(SeasonRefusal::Over) }
            }),
            SeasonFact::Undone { entry, .. } => match self.known.get(entry) {
                Some(true) if !self.undone.contains(entry) => Ok(()),
                _ => Err(SeasonRefusal::NothingToUndo),
            },
        }
    }

    fn check_author(&self, by: &Author, fact: &SeasonFact) -> Checked {
        match (by, fact) {
            (Author::Secretary, SeasonFact::Confirmed { .. } | SeasonFact::Disputed { .. }) => {
                Err(SeasonRefusal::NotYours)
            }
            (Author::Secretary, _)
            | (Author::Table(_), SeasonFact::Played { .. } | SeasonFact::RecordWithdrawn { .. }) => Ok(()),
            (
                Author::Captain(team),
                SeasonFact::Card { meeting, .. }
                | SeasonFact::Confirmed { meeting }
                | SeasonFact::Disputed { meeting, .. },
            ) => {
                let planned = &self.counting(*meeting)?.planned;
                if [planned.home, planned.away].contains(team) { Ok(()) } else { Err(SeasonRefusal::NotYours) }
            }
            _ => Err(SeasonRefusal::SecretaryOnly),
        }
    }

    /// A captain answers the other captain's card, or these games of it.
    fn card_of_the_other(&self, by: &Author, meeting: MeetingId, games: &[usize]) -> Checked {
        let known = self.counting(meeting)?;
        let Author::Captain(team) = by else { return Err(SeasonRefusal::NotYours) };
        let typed = |slot| known.is_reported_by_captain(known.opponent(*team), slot);
        let all = typed(None) && games.iter().all(|game| typed(Some(*game)));
        if all { Ok(()) } else { Err(SeasonRefusal::NoCardOfTheOther) }
    }

    fn team(&self, team: TeamId) -> Result<&super::Team, SeasonRefusal> {
        self.teams.get(&team).ok_or(SeasonRefusal::NoTeam(team))
    }

    /// A meeting that still counts.
    fn counting(&self, meeting: MeetingId) -> Result<&Meeting, SeasonRefusal> {
        let known = self.meetings.get(&meeting).ok_or(SeasonRefusal::NoMeeting(meeting))?;
        if known.state == MeetingState::Void { Err(SeasonRefusal::Over) } else { Ok(known) }
    }

    fn check_scores(&self, meeting: MeetingId, scores: &[GameScore]) -> Checked {
        let planned = &self.counting(meeting)?.planned;
        for (at, score) in scores.iter().enumerate() {
            let slot = self.form.slots.get(score.slot).ok_or(SeasonRefusal::NoGame(score.slot + 1))?;
            if scores[..at].iter().any(|other| other.slot == score.slot) {
                return Err(SeasonRefusal::NoGame(score.slot + 1));
            }
            for (team, players) in [(planned.home, &score.home), (planned.away, &score.away)] {
                let wanted = slot.lineup.players();
                let twice =
                    (1..players.len()).any(|at| players[..at].iter().any(|other| same_name(other, &players[at])));
                let named = !score.home.is_empty() || !score.away.is_empty();
                if named && players.len() < wanted {
                    let team = self.team_name(team).to_owned();
                    return Err(SeasonRefusal::NameMissing { game: score.slot + 1, team });
                }
                if players.len() > wanted || twice {
                    return Err(SeasonRefusal::Players { game: score.slot + 1, wanted });
                }
                if self.form.squads_only {
                    players.iter().try_for_each(|player| self.in_squad(team, player))?;
                }
            }
        }
        self.not_too_often(meeting, scores)
    }

    /// Counts everybody's games of a meeting: those of these scores, and those that stand in its other games.
    fn not_too_often(&self, meeting: MeetingId, scores: &[GameScore]) -> Checked {
        let most = self.form.most;
        let settled = self.meetings.get(&meeting).into_iter().flat_map(Meeting::settled);
        let others = settled.filter(|known| scores.iter().all(|score| score.slot != known.slot));
        let games: Vec<(Lineup, &str)> = scores
            .iter()
            .chain(others)
            .filter_map(|score| Some((self.form.slots.get(score.slot)?.lineup, score)))
            .flat_map(|(lineup, score)| score.home.iter().chain(&score.away).map(move |who| (lineup, who.as_str())))
            .collect();
        let counted = |lineup, who: &str| {
            games
                .iter()
                .filter(|(of, other)| *of == lineup && same_name(self.name_of(other), self.name_of(who)))
                .count()
        };
        let over = |&&(lineup, who): &&(Lineup, &str)| {
            let most = if lineup == Lineup::Singles { most.0 } else { most.1 };
            counted(lineup, who) > usize::from(most)
        };
        match games.iter().find(over).filter(|_| most != (0, 0)) {
            Some((_, who)) => Err(SeasonRefusal::TooOften { player: (*who).to_owned(), most }),
            None => Ok(()),
        }
    }

    fn in_squad(&self, team: TeamId, player: &str) -> Checked {
        let squad = &self.team(team)?.squad;
        if squad.players.iter().any(|known| same_name(known, self.name_of(player))) {
            return Ok(());
        }
        let meant = self.meant(player, &[team]).map(str::to_owned);
        let other = self.team_of(self.name_of(player)).map(|team| team.squad.name.clone());
        Err(SeasonRefusal::NotInSquad { player: player.to_owned(), team: squad.name.clone(), meant, other })
    }

    /// Returns the player of these teams whose name is like this one.
    #[must_use]
    pub fn meant(&self, player: &str, teams: &[TeamId]) -> Option<&str> {
        let squads = teams.iter().filter_map(|team| self.teams.get(team));
        near(player, squads.flat_map(|team| team.squad.players.iter().map(String::as_str)))
    }
}

/// A team has as many players as the league's rules ask for; where everybody may play, its list need not be full.
fn enough(form: &LeagueForm, squad: &Squad) -> Checked {
    let (fewest, has) = (form.fewest, squad.players.len());
    if !form.squads_only || has >= usize::from(fewest) {
        return Ok(());
    }
    Err(SeasonRefusal::TooFew { team: squad.name.clone(), fewest, has })
}

/// Checks that team names are unique and that every player is in one team.
fn squads(teams: &[Squad]) -> Checked {
    for (at, squad) in teams.iter().enumerate() {
        if squad.name.trim().is_empty() || teams[..at].iter().any(|other| same_name(&other.name, &squad.name)) {
            return Err(SeasonRefusal::TeamName(squad.name.clone()));
        }
        for (place, player) in squad.players.iter().enumerate() {
            let has = |other: &&Squad| other.players.iter().any(|known| same_name(known, player));
            let other = teams[..at].iter().find(has);
            let twice = squad.players[..place].iter().any(|known| same_name(known, player));
            if let Some(team) = other.or(twice.then_some(squad)) {
                return Err(SeasonRefusal::InTwoTeams { player: player.clone(), team: team.name.clone() });
            }
        }
    }
    Ok(())
}
