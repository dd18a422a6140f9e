//! The fixture a table is called to: a club's server sends it to the table's `join`, which keeps it in a small file
//! beside the record, where the window finds it.

use serde::{Deserialize, Serialize};
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

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct KeptCall {
    call: Option<CalledFixture>,
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
pub fn keep(folder: &Path, call: Option<&CalledFixture>) -> io::Result<()> {
    let value = serde_json::to_value(KeptCall { call: call.cloned() })?;
    store::keep_json(&file(folder), &value)
}

/// The fixture that the table of this folder is called to, while the club still confirms it.
#[must_use]
pub fn kept(folder: &Path) -> Option<CalledFixture> {
    let path = file(folder);
    let written = std::fs::metadata(&path).ok()?.modified().ok()?;
    // A clock that was put back makes a file no older.
    if written.elapsed().is_ok_and(|age| age > OLD) {
        return None;
    }
    let kept: KeptCall = serde_json::from_value(store::kept_json(&path).0?).ok()?;
    kept.call
}

/// Looks at the file from time to time, for the window.
#[derive(Debug)]
pub struct CallWatch {
    news: Receiver<Option<CalledFixture>>,
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
            let mut told = None;
            loop {
                let call = kept(&folder);
                if call != told {
                    told.clone_from(&call);
                    // The thread ends when the receiver is gone.
                    if tell.send(call).is_err() {
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
    pub fn take(&self) -> Option<Option<CalledFixture>> {
        self.news.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_kept_and_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(kept(folder.path()), None);
        let answer = "0123456789abcdef 4\ncall {\"away\":\"Ben\",\"home\":\"Anna\",\"league\":\"Winter\",\"players\":[[\"Anna\"],[\"Ben\"]],\"round\":2}\n";
        let call = CalledFixture::of_answer(answer).unwrap();
        assert_eq!((call.words().as_str(), call.players[1].len()), ("Anna v Ben, round 2 of Winter", 1));
        keep(folder.path(), Some(&call)).unwrap();
        assert_eq!(kept(folder.path()), Some(call.clone()));
        let watch = CallWatch::start(folder.path(), || {}).unwrap();
        assert_eq!(watch.news.recv_timeout(Duration::from_secs(20)).unwrap(), Some(call));
        keep(folder.path(), None).unwrap();
        assert_eq!(watch.news.recv_timeout(Duration::from_secs(20)).unwrap(), None);
        assert_eq!(CalledFixture::of_answer("0123456789abcdef 4\n"), None);
    }
}
