//! What a table is called to play: a club's server sends it to the table's `join`, which keeps it in a small file beside
//! the record, where the window and the server for phones find it.

use serde::{Deserialize, Serialize};
use server::{NextGame, NextSide};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Builder;
use std::time::Duration;

/// Age at which a file is ignored: its `join` has ended.
const OLD: Duration = Duration::from_secs(150);
/// The window looks so often.
const INTERVAL: Duration = Duration::from_secs(2);

/// A fixture that is called to this table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CalledFixture {
    /// The league.
    pub league: String,
    /// Round, from 1.
    pub round: u32,
    /// Home entrant.
    pub home: String,
    /// Away entrant.
    pub away: String,
    /// The players of both, where it is certain who plays: a team sends whom it likes.
    pub players: [Vec<String>; 2],
}

/// A meeting of two teams that is played where this table stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CalledMeeting {
    /// The season.
    pub season: String,
    /// Round, from 1.
    pub round: u32,
    /// The home team and the visitors.
    pub teams: [String; 2],
    /// Their squads.
    pub squads: [Vec<String>; 2],
    /// Whether only players of the squads can play.
    pub squads_only: bool,
    /// The kinds of games that are still to be played.
    pub games: Vec<CalledGame>,
}

/// A kind of game that a meeting still lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CalledGame {
    /// Whether two play against two.
    pub pairs: bool,
    /// Rule set with house rules; `None` for any.
    pub rules: Option<String>,
    /// Games (legs) of the match.
    pub best_of: u8,
    /// Whether the home side leads; `None` where the players draw for it.
    pub home_leads: Option<bool>,
}

/// Everything that a table is called to play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Called {
    /// The fixture that is called to this table.
    pub call: Option<CalledFixture>,
    /// The meetings that are played where it stands.
    pub meetings: Vec<CalledMeeting>,
}

impl Called {
    /// Reads the calls in an answer of a club's server, each on a separate line.
    #[must_use]
    pub fn of_answer(answer: &str) -> Self {
        let meeting = |line: &str| serde_json::from_str(line.strip_prefix("meeting ")?).ok();
        Self { call: CalledFixture::of_answer(answer), meetings: answer.lines().filter_map(meeting).collect() }
    }

    /// Describes the calls, each in words.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let fixture = self.call.iter().map(CalledFixture::words);
        fixture.chain(self.meetings.iter().map(CalledMeeting::words)).collect()
    }

    /// Returns the games of the meetings that can begin at this table.
    #[must_use]
    pub fn next_games(&self) -> Vec<NextGame> {
        self.meetings.iter().flat_map(|meeting| meeting.games.iter().map(|game| meeting.next(game))).collect()
    }
}

impl CalledMeeting {
    /// "Ship v Bell, round 2 of Winter".
    #[must_use]
    pub fn words(&self) -> String {
        let [home, away] = &self.teams;
        language::say!(
            "{home} v {away}, round {round} of {league}",
            home,
            away,
            round = self.round,
            league = self.season
        )
    }

    fn next(&self, game: &CalledGame) -> NextGame {
        let kind = if game.pairs { language::say!("pairs") } else { language::say!("singles") };
        let side = |side: usize| NextSide {
            name: self.teams[side].clone(),
            squad: self.squads[side].clone(),
            only_these: self.squads_only,
        };
        NextGame {
            title: format!("{}: {kind}", self.words()),
            sides: vec![side(0), side(1)],
            players: if game.pairs { 2 } else { 1 },
            leads: game.home_leads.map(|home| usize::from(!home)),
            rules: game.rules.clone(),
            best_of: Some(game.best_of.max(1)),
        }
    }
}

impl CalledFixture {
    /// "Anna v Ben, round 2 of Winter".
    #[must_use]
    pub fn words(&self) -> String {
        language::say!(
            "{home} v {away}, round {round} of {league}",
            home = self.home,
            away = self.away,
            round = self.round,
            league = self.league
        )
    }

    /// Reads the call in an answer of a club's server, on a separate line.
    #[must_use]
    pub fn of_answer(answer: &str) -> Option<Self> {
        let line = answer.lines().find_map(|line| line.strip_prefix("call "))?;
        serde_json::from_str(line).ok()
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("called.json")
}

/// Keeps what this table is called to play.
///
/// # Errors
/// The reason it is not kept.
pub fn keep(folder: &Path, called: &Called) -> io::Result<()> {
    let value = serde_json::to_value(called)?;
    store::keep_json(&file(folder), &value)
}

/// Everything that the table of this folder is called to play, while the club still confirms it.
#[must_use]
pub fn kept(folder: &Path) -> Called {
    let path = file(folder);
    let written = std::fs::metadata(&path).and_then(|meta| meta.modified());
    // A clock that was put back makes a file no older.
    let old = |written: std::time::SystemTime| written.elapsed().is_ok_and(|age| age > OLD);
    if written.map_or(true, old) {
        return Called::default();
    }
    store::kept_json(&path).0.and_then(|kept| serde_json::from_value(kept).ok()).unwrap_or_default()
}

/// Looks at the file from time to time, for the window.
#[derive(Debug)]
pub struct CallWatch {
    news: Receiver<Called>,
}

impl CallWatch {
    /// Looks from now on; `wake` is called when there is something new.
    ///
    /// # Errors
    /// The system has no thread left.
    pub fn start(folder: &Path, wake: impl Fn() + Send + 'static) -> io::Result<Self> {
        let (tell, news) = sync_channel(1);
        let folder = folder.to_owned();
        let look = move || {
            let mut told = Called::default();
            loop {
                let called = kept(&folder);
                if called != told {
                    told.clone_from(&called);
                    // The thread ends when the receiver is gone.
                    if tell.send(called).is_err() {
                        return;
                    }
                    wake();
                }
                std::thread::sleep(INTERVAL);
            }
        };
        Builder::new().name("called".to_owned()).spawn(look)?;
        Ok(Self { news })
    }

    /// Takes the news: a call, or the end of one.
    #[must_use]
    pub fn take(&self) -> Option<Called> {
        self.news.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_kept_and_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(kept(folder.path()), Called::default());
        let answer = "0123456789abcdef 4\ncall {\"away\":\"Ben\",\"home\":\"Anna\",\"league\":\"Winter\",\"players\":[[\"Anna\"],[\"Ben\"]],\"round\":2}\n";
        let called = Called::of_answer(answer);
        assert_eq!(called.words(), ["Anna v Ben, round 2 of Winter"]);
        keep(folder.path(), &called).unwrap();
        assert_eq!(kept(folder.path()), called);
        let watch = CallWatch::start(folder.path(), || {}).unwrap();
        assert_eq!(watch.news.recv_timeout(Duration::from_secs(20)).unwrap(), called);
        keep(folder.path(), &Called::default()).unwrap();
        assert_eq!(watch.news.recv_timeout(Duration::from_secs(20)).unwrap(), Called::default());
        assert_eq!(Called::of_answer("0123456789abcdef 4\n"), Called::default());
    }

    #[test]
    fn the_games_of_a_meeting_can_begin_at_a_table() {
        let answer = "meeting {\"season\":\"Winter\",\"round\":2,\"teams\":[\"Ship\",\"Bell\"],\"squads\":[[\"Anna\"],[\"Ben\"]],\"squads_only\":true,\"games\":[{\"pairs\":false,\"best_of\":3,\"home_leads\":false}]}\nmeeting nonsense\n";
        let games = Called::of_answer(answer).next_games();
        let [game] = &games[..] else { panic!("{games:?}") };
        assert_eq!(game.title, "Ship v Bell, round 2 of Winter: singles");
        assert_eq!((game.players, game.leads, game.best_of), (1, Some(1), Some(3)));
        assert!(game.sides[1].only_these && game.sides[1].squad == ["Ben"]);
    }
}
