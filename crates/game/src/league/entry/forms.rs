//! Every kind of fact that is typed.

use super::facts::{award, begin, card, decide, join, player_joins, skipped};
use super::fields::{
    ANYBODY, CAUSE, DAY, DISPUTED, DIVISION, DOWN, DRAW, EVERY, FIRST, FROM, FROM_TEAM, GAME, GAMES, LEAGUE, NAME,
    NARROW, NEW_PLAYERS, NOTE, PAIRS, PLACE, PLAYER, POINTS, REASON, RIGHT, SKIPPED, SQUAD, STRUCK, TABLE, TEAMS,
    TITLE, TO, TWICE, UP, VENUE, WHY_UNDONE, WIN, WITHOUT,
};
use super::{About, Ask, EntryForm, EntryRefusal, Field};
use crate::league::SeasonFact;
use language::sentence;

/// Every kind of fact that is typed.
pub static FORMS: &[EntryForm] = &[
    EntryForm {
        key: "card",
        title: sentence!("Type the card"),
        button: sentence!("Record the card"),
        about: About::Meeting,
        captains: true,
        fields: &[Field::new("games", sentence!("Games"), Ask::Games), NEW_PLAYERS, NOTE],
        facts: card,
    },
    EntryForm {
        key: "decide",
        title: sentence!("Decide where reports differ"),
        button: sentence!("Record the decision"),
        about: About::Meeting,
        captains: false,
        fields: &[Field::new("games", sentence!("Games"), Ask::Reports), REASON],
        facts: decide,
    },
    EntryForm {
        key: "confirm",
        title: sentence!("Confirm the other captain’s card"),
        button: sentence!("Confirm the card"),
        about: About::Meeting,
        captains: true,
        fields: &[],
        facts: |_, typed| Ok(vec![SeasonFact::Confirmed { meeting: typed.meeting() }]),
    },
    EntryForm {
        key: "dispute",
        title: sentence!("Dispute the other captain’s card"),
        button: sentence!("Dispute the card"),
        about: About::Meeting,
        captains: true,
        fields: &[DISPUTED, REASON],
        facts: |season, typed| {
            let games = (0..season.form.slots.len()).filter(|game| !typed.raw(&format!("game{game}")).is_empty());
            let (meeting, reason) = (typed.meeting(), typed.line(&REASON)?);
            Ok(vec![SeasonFact::Disputed { meeting, reason, games: games.collect() }])
        },
    },
    EntryForm {
        key: "award",
        title: sentence!("Award it without play"),
        button: sentence!("Award it"),
        about: About::Meeting,
        captains: false,
        fields: &[TO, CAUSE, REASON],
        facts: award,
    },
    EntryForm {
        key: "move",
        title: sentence!("Move or postpone it"),
        button: sentence!("Move it"),
        about: About::Meeting,
        captains: false,
        fields: &[DAY, REASON],
        facts: |season, typed| {
            let (meeting, day) = (typed.meeting(), typed.day(&DAY)?);
            let before = season.meetings.get(&meeting);
            if before.is_some_and(|before| before.day() == day && (day.is_some() || before.is_postponed())) {
                return Err(EntryRefusal::Empty);
            }
            Ok(vec![SeasonFact::Moved { meetings: vec![(meeting, day)], reason: typed.line(&REASON)? }])
        },
    },
    EntryForm {
        key: "replay",
        title: sentence!("Have it played again"),
        button: sentence!("Play it again"),
        about: About::Meeting,
        captains: false,
        fields: &[REASON],
        facts: |_, typed| Ok(vec![SeasonFact::Replay { meeting: typed.meeting(), reason: typed.line(&REASON)? }]),
    },
    EntryForm {
        key: "player",
        title: sentence!("Add or move a player"),
        button: sentence!("Add the player"),
        about: About::Team,
        captains: false,
        fields: &[PLAYER, FROM_TEAM],
        facts: player_joins,
    },
    EntryForm {
        key: "dock",
        title: sentence!("Dock points"),
        button: sentence!("Dock the points"),
        about: About::Team,
        captains: false,
        fields: &[POINTS, REASON],
        facts: |_, typed| {
            let (points, reason) = (typed.number(&POINTS)?, typed.line(&REASON)?);
            Ok(vec![SeasonFact::Docked { team: typed.team(), points, reason }])
        },
    },
    EntryForm {
        key: "give",
        title: sentence!("Give points"),
        button: sentence!("Give the points"),
        about: About::Team,
        captains: false,
        fields: &[POINTS, REASON],
        facts: |_, typed| {
            let (points, reason) = (typed.number(&POINTS)?, typed.line(&REASON)?);
            Ok(vec![SeasonFact::Given { team: typed.team(), points, reason }])
        },
    },
    EntryForm {
        key: "rename-team",
        title: sentence!("Correct the team’s name"),
        button: sentence!("Correct the name"),
        about: About::Team,
        captains: false,
        fields: &[NAME],
        facts: |_, typed| Ok(vec![SeasonFact::TeamRenamed { team: typed.team(), name: typed.name(&NAME)? }]),
    },
    EntryForm {
        key: "venue",
        title: sentence!("Change the home venue"),
        button: sentence!("Change the venue"),
        about: About::Team,
        captains: false,
        fields: &[VENUE],
        facts: |_, typed| Ok(vec![SeasonFact::VenueChanged { team: typed.team(), venue: typed.name(&VENUE)? }]),
    },
    EntryForm {
        key: "leave",
        title: sentence!("The team drops out"),
        button: sentence!("Drop the team"),
        about: About::Team,
        captains: false,
        fields: &[STRUCK, REASON],
        facts: |_, typed| {
            let struck = !typed.raw("strike").is_empty();
            Ok(vec![SeasonFact::TeamLeft { team: typed.team(), struck, reason: typed.line(&REASON)? }])
        },
    },
    EntryForm {
        key: "rename",
        title: sentence!("Correct a player’s name"),
        button: sentence!("Correct the name"),
        about: About::Season,
        captains: false,
        fields: &[FROM, RIGHT],
        facts: |_, typed| Ok(vec![SeasonFact::PlayerRenamed { from: typed.name(&FROM)?, to: typed.name(&RIGHT)? }]),
    },
    EntryForm {
        key: "drop-player",
        title: sentence!("A player leaves the league"),
        button: sentence!("Remove the player"),
        about: About::Season,
        captains: false,
        fields: &[PLAYER],
        facts: |_, typed| Ok(vec![SeasonFact::PlayerLeft { player: typed.name(&PLAYER)? }]),
    },
    EntryForm {
        key: "join",
        title: sentence!("A team joins late"),
        button: sentence!("Add the team"),
        about: About::Season,
        captains: false,
        fields: &[SQUAD, DIVISION],
        facts: join,
    },
    EntryForm {
        key: "skip",
        title: sentence!("Take a day out of the season"),
        button: sentence!("Skip that day"),
        about: About::Season,
        captains: false,
        fields: &[SKIPPED, REASON],
        facts: |season, typed| {
            let day = typed.day(&SKIPPED)?.ok_or(EntryRefusal::Missing(SKIPPED.label))?;
            Ok(vec![skipped(season, day, typed.line(&REASON)?)])
        },
    },
    EntryForm {
        key: "close",
        title: sentence!("Close the season"),
        button: sentence!("Close the season"),
        about: About::Season,
        captains: false,
        fields: &[REASON],
        facts: |_, typed| Ok(vec![SeasonFact::Closed { reason: typed.line(&REASON)? }]),
    },
    EntryForm {
        key: "place",
        title: sentence!("Say where a table is"),
        button: sentence!("Place the table"),
        about: About::Season,
        captains: false,
        fields: &[TABLE, PLACE],
        facts: |_, typed| Ok(vec![SeasonFact::TablePlaced { table: typed.line(&TABLE)?, venue: typed.line(&PLACE)? }]),
    },
    EntryForm {
        key: "undo",
        title: sentence!("Undo it"),
        button: sentence!("Undo it"),
        about: About::Fact,
        captains: false,
        fields: &[WHY_UNDONE],
        facts: |_, typed| Ok(vec![SeasonFact::Undone { entry: typed.about, reason: typed.line(&WHY_UNDONE)? }]),
    },
    EntryForm {
        key: "begin",
        title: sentence!("Begin a season"),
        button: sentence!("Begin the season"),
        about: About::Beginning,
        captains: false,
        fields: &[
            TITLE, TEAMS, LEAGUE, GAMES, PAIRS, WIN, DRAW, GAME, NARROW, TWICE, FIRST, EVERY, WITHOUT, ANYBODY, UP,
            DOWN,
        ],
        facts: |_, typed| Ok(vec![begin(typed)?]),
    },
];
