//! Converts typed text to facts, and known facts to the opening values of a form.

use super::fields::{
    ANYBODY, CAUSE, DIVISION, DOWN, DRAW, EVERY, FIRST, FROM_TEAM, GAME, GAMES, LEAGUE, NARROW, NEW_PLAYERS, NOTE,
    PAIRS, PLAYER, REASON, SQUAD, TEAMS, TITLE, TO, TWICE, UP, WIN, WITHOUT,
};
use super::{Entered, EntryRefusal, Field, MOST_OF_A_NAME, Typed};
use crate::league::calendar::{days, division_fixtures, late_fixtures, put_back};
use crate::league::presets::{LEAGUES, LeaguePreset};
use crate::league::{
    Award, Cause, Day, GameScore, LeagueForm, Lineup, Meeting, MeetingPoints, Season, SeasonFact, SlotResult, Squad,
    Team, TeamId,
};
use crate::name::kept;
use crate::stats::same_name;

/// Most teams of a season.
const MOST_TEAMS: usize = 64;

/// A day of the season without play: unplayed meetings move to the days after it.
#[must_use]
pub fn skipped(season: &Season, day: Day, reason: String) -> SeasonFact {
    let moves = put_back(season, day, season.step());
    SeasonFact::Moved { meetings: moves.into_iter().map(|(id, day)| (id, Some(day))).collect(), reason }
}

/// Makes the fact of a team that joins late, with its fixtures; extra rounds continue the season's days.
#[must_use]
pub fn joined(season: &Season, squad: Squad) -> SeasonFact {
    let team = TeamId(season.teams.keys().next_back().map_or(0, |last| last.0 + 1));
    let last = season.meetings.values().filter_map(Meeting::day).max();
    let step = season.step();
    let rounds = 2 * (season.teams.len() + 1);
    let later = last.map(|last| days(Day(last.0.saturating_add(step)), step, &[], rounds)).unwrap_or_default();
    let meetings = late_fixtures(season, team, squad.division, &later);
    SeasonFact::TeamJoined { team, squad, meetings }
}

pub(super) fn join(season: &Season, typed: &Typed<'_>) -> Entered<Vec<SeasonFact>> {
    let last = season.form.divisions.len().saturating_sub(1);
    let division = (typed.number(&DIVISION)? as usize).saturating_sub(1).min(last);
    let squad = Squad { division, ..squad(typed.raw(SQUAD.key), &SQUAD)? };
    if season.teams.len() >= MOST_TEAMS {
        return Err(EntryRefusal::TooLong(SQUAD.label));
    }
    Ok(vec![joined(season, squad)])
}

fn squad(line: &str, field: &Field) -> Entered<Squad> {
    let squad = Squad::of_line(line);
    if squad.name.is_empty() {
        return Err(EntryRefusal::Missing(field.label));
    }
    let long = |name: &String| name.chars().count() > MOST_OF_A_NAME;
    if squad.players.iter().chain([&squad.name, &squad.venue]).any(long) || squad.players.len() > 100 {
        return Err(EntryRefusal::TooLong(field.label));
    }
    Ok(squad)
}

/// A player joins a team. One who is in another squad moves only where that was ticked.
pub(super) fn player_joins(season: &Season, typed: &Typed<'_>) -> Entered<Vec<SeasonFact>> {
    let (player, team) = (typed.name(&PLAYER)?, typed.team());
    match season.team_of(&player) {
        Some(other) if other.id == team => Err(EntryRefusal::Empty),
        Some(other) if typed.raw(FROM_TEAM.key).is_empty() => {
            Err(EntryRefusal::InOtherTeam { player, team: other.squad.name.clone() })
        }
        _ => Ok(vec![SeasonFact::PlayerJoined { player, team }]),
    }
}

pub(super) fn award(_: &Season, typed: &Typed<'_>) -> Entered<Vec<SeasonFact>> {
    let to = match typed.raw(TO.key) {
        "home" => Award::Home,
        "away" => Award::Away,
        "neither" => Award::Neither,
        _ => return Err(EntryRefusal::Missing(TO.label)),
    };
    let cause = match typed.raw(CAUSE.key) {
        "walkover" => Cause::Walkover,
        "conceded" => Cause::Conceded,
        "no-card" => Cause::NoCard,
        _ => return Err(EntryRefusal::Missing(CAUSE.label)),
    };
    Ok(vec![SeasonFact::Awarded { meeting: typed.meeting(), to, cause, reason: typed.line(&REASON)? }])
}

/// Makes the fact of a card from the games with a chosen winner, with the players who join.
pub(super) fn card(season: &Season, typed: &Typed<'_>) -> Entered<Vec<SeasonFact>> {
    let meeting = season.meetings.get(&typed.meeting()).ok_or(EntryRefusal::Nothing)?;
    let mut scores = Vec::new();
    for slot in 0..season.form.slots.len() {
        let home_won = match typed.raw(&format!("won{slot}")) {
            "home" => true,
            "away" => false,
            _ => continue,
        };
        let side = |side: &str| -> Vec<String> {
            let names = [format!("{side}{slot}"), format!("{side}{slot}b")].map(|key| kept(typed.raw(&key)));
            names.into_iter().filter(|name| !name.is_empty()).collect()
        };
        scores.push(GameScore { slot, home: side("home"), away: side("away"), home_won });
    }
    if scores.is_empty() {
        return Err(EntryRefusal::Empty);
    }
    let mut facts = Vec::new();
    if !typed.raw(NEW_PLAYERS.key).is_empty() {
        let (home, away) = (meeting.planned.home, meeting.planned.away);
        let sides = scores.iter().flat_map(|score| [(home, &score.home), (away, &score.away)]);
        let mut new: Vec<(TeamId, &String)> =
            sides.flat_map(|(team, players)| players.iter().map(move |player| (team, player))).collect();
        new.retain(|(_, player)| season.team_of(season.name_of(player)).is_none());
        for (at, (team, player)) in new.iter().enumerate() {
            if player.chars().count() > MOST_OF_A_NAME {
                return Err(EntryRefusal::TooLong(PLAYER.label));
            }
            if !new[..at].iter().any(|(_, other)| same_name(other, player)) {
                facts.push(SeasonFact::PlayerJoined { player: (*player).clone(), team: *team });
            }
        }
    }
    facts.push(SeasonFact::Card { meeting: typed.meeting(), scores, note: typed.line(&NOTE)? });
    Ok(facts)
}

/// Makes the card of the games on which reports differ, with the winners that the secretary chose.
pub(super) fn decide(season: &Season, typed: &Typed<'_>) -> Entered<Vec<SeasonFact>> {
    let meeting = season.meetings.get(&typed.meeting()).ok_or(EntryRefusal::Nothing)?;
    let mut scores = Vec::new();
    for (slot, result) in meeting.slots.iter().enumerate() {
        let SlotResult::Differing(reports) = result else { continue };
        let home_won = match typed.raw(&format!("won{slot}")) {
            "home" => true,
            "away" => false,
            _ => continue,
        };
        let of_winner = reports.iter().find(|(_, score)| score.home_won == home_won);
        scores.extend(of_winner.or(reports.first()).map(|(_, score)| GameScore { home_won, ..score.clone() }));
    }
    if scores.is_empty() {
        return Err(EntryRefusal::Empty);
    }
    Ok(vec![SeasonFact::Card { meeting: typed.meeting(), scores, note: typed.line(&REASON)? }])
}

/// Returns the known games of a meeting as fields of a card.
pub(super) fn card_filled(meeting: &Meeting) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    for (slot, result) in meeting.slots.iter().enumerate() {
        let score = match result {
            SlotResult::Settled(score) | SlotResult::Claimed(score) => score,
            // Who won is for the secretary to say.
            SlotResult::Differing(_) | SlotResult::Open => continue,
        };
        for (side, names) in [("home", &score.home), ("away", &score.away)] {
            for (name, end) in names.iter().zip(["", "b"]) {
                fields.push((format!("{side}{slot}{end}"), name.clone()));
            }
        }
        fields.push((format!("won{slot}"), if score.home_won { "home" } else { "away" }.to_owned()));
    }
    fields
}

pub(super) fn begin(typed: &Typed<'_>) -> Entered<SeasonFact> {
    let title = typed.name(&TITLE)?;
    let (divisions, teams) = divided(typed.raw(TEAMS.key))?;
    if teams.len() < 2 {
        return Err(EntryRefusal::Missing(TEAMS.label));
    }
    if teams.len() > MOST_TEAMS {
        return Err(EntryRefusal::TooLong(TEAMS.label));
    }
    let mut form = match LeaguePreset::of(typed.raw(LEAGUE.key)) {
        Some(league) => league.form(),
        None => own_form(typed)?,
    };
    form.squads_only = typed.raw(ANYBODY.key).is_empty();
    let few = |n: u32| u8::try_from(n).unwrap_or(u8::MAX);
    (form.divisions, form.moves) = (divisions, (few(typed.number(&UP)?), few(typed.number(&DOWN)?)));
    let without = typed.days(&WITHOUT)?;
    let every = i32::try_from(typed.number(&EVERY)?).unwrap_or(7);
    let calendar = typed.day(&FIRST)?.map(|first| days(first, every, &without, 2 * (teams.len() + 1)));
    let meetings = division_fixtures(&teams, form.twice, &calendar.unwrap_or_default());
    Ok(SeasonFact::Begun { title, form, teams, meetings })
}

/// The divisions' names and the teams of a text with a team a line; `# First division` begins a division.
///
/// # Errors
/// A team's name or its squad can't be used, or a division has too few teams.
pub fn divided(text: &str) -> Entered<(Vec<String>, Vec<Squad>)> {
    let (mut divisions, mut teams) = (Vec::<String>::new(), Vec::<Squad>::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line.strip_prefix('#').map(kept) {
            Some(name) if name.is_empty() => return Err(EntryRefusal::Missing(TEAMS.label)),
            Some(name) if name.chars().count() > MOST_OF_A_NAME => return Err(EntryRefusal::TooLong(TEAMS.label)),
            // Teams above the first name would be in none.
            Some(_) if divisions.is_empty() && !teams.is_empty() => return Err(EntryRefusal::Divisions),
            Some(name) => divisions.push(name),
            None => {
                let division = divisions.len().saturating_sub(1);
                teams.push(Squad { division, ..squad(line, &TEAMS)? });
            }
        }
    }
    let fewest = (0..divisions.len()).map(|at| teams.iter().filter(|squad| squad.division == at).count()).min();
    if fewest.is_some_and(|fewest| fewest < 2) { Err(EntryRefusal::Divisions) } else { Ok((divisions, teams)) }
}

/// Teams with the names of their divisions, as [`divided`] reads them.
fn undivided(divisions: &[String], teams: &[Squad]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for at in 0..divisions.len().max(1) {
        lines.extend(divisions.get(at).map(|name| format!("# {name}")));
        lines.extend(teams.iter().filter(|squad| squad.division == at).map(Squad::line));
    }
    lines.join("\n")
}

/// Rules that are typed rather than chosen.
fn own_form(typed: &Typed<'_>) -> Entered<LeagueForm> {
    let (games, pairs) = (typed.number(&GAMES)? as usize, typed.number(&PAIRS)? as usize);
    let mut form = LeagueForm::of_games(games, Lineup::Singles);
    for slot in form.slots.iter_mut().rev().take(pairs) {
        slot.lineup = Lineup::Pairs;
    }
    let narrow = match typed.number(&NARROW)? {
        0 => None,
        points => Some((1, points)),
    };
    let (win, draw, game) = (typed.number(&WIN)?, typed.number(&DRAW)?, typed.number(&GAME)?);
    form.points = MeetingPoints { win, draw, loss: 0, game, narrow };
    form.twice = !typed.raw(TWICE.key).is_empty();
    Ok(form)
}

/// A new season opens with the teams and rules of the last one, or with what most leagues play.
pub(super) fn begin_filled(last: &Season) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    let mut put = |field: Field, value: String| fields.push((field.key.to_owned(), value));
    // Without divisions the teams keep their order.
    let playing = last.teams.values().filter(|team| team.left.is_none()).map(|team: &Team| team.squad.clone());
    let teams = if last.form.divisions.is_empty() { playing.collect() } else { last.next_squads() };
    put(TEAMS, undivided(&last.form.divisions, &teams));
    let usual = LeagueForm { twice: true, ..LeagueForm::of_games(9, Lineup::Singles) };
    let form = if last.begun { &last.form } else { &usual };
    let rules = LeagueForm { divisions: Vec::new(), moves: (0, 0), ..form.clone() };
    let known = LEAGUES.iter().find(|league| league.form() == rules);
    if !form.divisions.is_empty() {
        put(UP, form.moves.0.to_string());
        put(DOWN, form.moves.1.to_string());
    }
    put(LEAGUE, known.map_or(String::new(), |league| league.id.to_owned()));
    put(GAMES, form.slots.len().to_string());
    put(PAIRS, form.slots.iter().filter(|slot| slot.lineup == Lineup::Pairs).count().to_string());
    put(WIN, form.points.win.to_string());
    put(DRAW, form.points.draw.to_string());
    put(GAME, form.points.game.to_string());
    put(NARROW, form.points.narrow.map_or(String::new(), |(_, points)| points.to_string()));
    put(EVERY, last.step().to_string());
    for (field, ticked) in [(TWICE, form.twice), (ANYBODY, !form.squads_only)] {
        if ticked {
            put(field, "on".to_owned());
        }
    }
    fields
}
