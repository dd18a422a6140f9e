//! The fields that forms are made of.

use super::{Ask, Field};
use language::sentence;

pub(super) const REASON: Field = Field::new("reason", sentence!("Reason"), Ask::Line);
pub(super) const WHY_UNDONE: Field = REASON.or_not();
pub(super) const POINTS: Field = Field::new("points", sentence!("Points"), Ask::Number(1, 1000));
pub(super) const DAY: Field =
    Field::new("day", sentence!("New day; leave it empty if there is none yet"), Ask::Day).or_not();
pub(super) const DISPUTED: Field =
    Field::new("disputed", sentence!("Which games? Without a tick it is all of them"), Ask::Disputed).or_not();
pub(super) const NOTE: Field = Field::new("note", sentence!("Who handed it in, or the reason"), Ask::Line).or_not();
pub(super) const NEW_PLAYERS: Field =
    Field::new("join", sentence!("Add players who are not in a squad yet"), Ask::Tick).or_not();
pub(super) const PLAYER: Field = Field::new("player", sentence!("Player"), Ask::Player);
pub(super) const FROM_TEAM: Field =
    Field::new("moves", sentence!("Take the player out of another team, if they are in one"), Ask::Tick).or_not();
pub(super) const NAME: Field = Field::new("name", sentence!("Name"), Ask::Line);
pub(super) const VENUE: Field = Field::new("venue", sentence!("Home venue"), Ask::Line).or_not();
pub(super) const TABLE: Field = Field::new("table", sentence!("Table, as it joins"), Ask::Line);
pub(super) const PLACE: Field = Field::new("venue", sentence!("Where it is"), Ask::Venue);
pub(super) const SQUAD: Field =
    Field::new("squad", sentence!("Team, such as Ship @ Harbour Street: Anna, Ben"), Ask::Line);
pub(super) const FROM: Field = Field::new("from", sentence!("Name as it was entered"), Ask::Player);
pub(super) const RIGHT: Field = Field::new("to", sentence!("Correct name"), Ask::Line);
pub(super) const SKIPPED: Field = Field::new("day", sentence!("Day without play"), Ask::Day);
pub(super) const TITLE: Field = Field::new("title", sentence!("Title, such as Winter 2026"), Ask::Line);
pub(super) const TEAMS: Field = Field::new(
    "teams",
    sentence!("Teams, one a line, such as Ship @ Harbour Street: Anna, Ben. A line # First division begins a division"),
    Ask::Lines,
);
pub(super) const DIVISION: Field =
    Field::new("division", sentence!("Division, by its number from the highest"), Ask::Number(1, 20)).or_not();
pub(super) const UP: Field =
    Field::new("up", sentence!("Teams that go up from each division after the season"), Ask::Number(0, 20)).or_not();
pub(super) const DOWN: Field =
    Field::new("down", sentence!("Teams that go down from each division after the season"), Ask::Number(0, 20))
        .or_not();
pub(super) const GAMES: Field = Field::new("games", sentence!("Games of a meeting"), Ask::Number(1, 99));
pub(super) const PAIRS: Field =
    Field::new("pairs", sentence!("How many of them, the last ones, are pairs"), Ask::Number(0, 99));
pub(super) const FIRST: Field = Field::new("first", sentence!("Day of the first round"), Ask::Day).or_not();
pub(super) const EVERY: Field = Field::new("every", sentence!("Days from one round to the next"), Ask::Number(1, 366));
pub(super) const WITHOUT: Field = Field::new("without", sentence!("Days without play"), Ask::Days).or_not();
pub(super) const WIN: Field = Field::new("win", sentence!("Points for winning a meeting"), Ask::Number(0, 1000));
pub(super) const DRAW: Field = Field::new("draw", sentence!("Points for a draw"), Ask::Number(0, 1000));
pub(super) const GAME: Field = Field::new("game", sentence!("Points for each game won"), Ask::Number(0, 1000));
pub(super) const NARROW: Field =
    Field::new("narrow", sentence!("Points for losing by one game"), Ask::Number(0, 1000)).or_not();
pub(super) const TWICE: Field = Field::new("twice", sentence!("Teams meet twice, home and away"), Ask::Tick).or_not();
pub(super) const ANYBODY: Field =
    Field::new("anybody", sentence!("Players need not be in the squad of the team they play for"), Ask::Tick).or_not();
pub(super) const LEAGUE: Field = Field::new("league", sentence!("Rules of the league"), Ask::League);
pub(super) const TO: Field = Field::new(
    "to",
    sentence!("Who gets it"),
    Ask::Choice(&[
        ("home", sentence!("The home team")),
        ("away", sentence!("The away team")),
        ("neither", sentence!("Neither: lost by both")),
    ]),
);
pub(super) const CAUSE: Field = Field::new(
    "cause",
    sentence!("On what grounds"),
    Ask::Choice(&[
        ("walkover", sentence!("The other side did not turn up")),
        ("conceded", sentence!("The other side conceded it")),
        ("no-card", sentence!("No card was received")),
    ]),
);
pub(super) const STRUCK: Field =
    Field::new("strike", sentence!("Take its results out of the table too"), Ask::Tick).or_not();
