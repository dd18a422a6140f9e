//! `sixty-one join`: a table of a club's evening. It reads the record beside the window that keeps it, and sends new
//! events.

use super::out::print;
use super::reasons;
use super::sessions::folder;
use crate::platform::http;
use anyhow::{Context as _, bail};
use club::called::{self, Called};
use language::{say, say_count};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};
use store::{Book, MatchId, MatchSummary, OpenError, Store, Timestamp};
use ureq::Agent;

/// The record is looked at so often.
const INTERVAL: Duration = Duration::from_millis(500);
/// After a failure the club is asked again after so long.
const AGAIN: Duration = Duration::from_secs(2);
/// An answer of the club takes no longer.
const ANSWER: Duration = Duration::from_secs(20);
/// Most games looked at: the newest.
const MOST_GAMES: usize = 1000;
/// Number of sends of missing events before the table looks again.
const TRIES: usize = 3;
/// A connection that was not used for so long is not used again: the club closes it after five seconds.
const IDLE: Duration = Duration::from_secs(3);
/// Pause between questions of a silent table about its call.
const ASK: Duration = Duration::from_secs(5);
/// Interval at which the called fixture is saved again: an older one is not trusted.
const KEEP: Duration = Duration::from_secs(60);
/// Age, before now or before the last record, beyond which games are not of this evening.
const EVENING_MS: i64 = 24 * 3600 * 1000;

/// Sends this table's matches to a club evening as they are played (`sixty-one serve --club` shows the link).
///
/// Runs beside the window and only reads the record. Without the network it continues, and sends the rest later; what
/// is sent twice counts once. You can stop and restart it at any time. Fixtures that the club's secretary calls to the
/// table appear here and in the window.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sixty-one join http://192.168.1.20:6161/t/abcd-efgh-jkmn/ --table \"Table 3\"")]
pub(super) struct JoinArgs {
    /// The club's link for tables
    link: String,
    /// The name of this table.
    #[arg(long, value_name = "NAME")]
    table: String,
    /// The club's key, if the server serves several clubs; you can also set the variable SIXTY_ONE_KEY.
    #[arg(long)]
    key: Option<String>,
    /// Stops once everything recorded so far has been sent.
    #[arg(long)]
    once: bool,
}

/// Sends until the program ends.
///
/// # Errors
/// The link is wrong or the folder can't be read; with --once also a rejection.
pub(super) fn run(args: &JoinArgs, data: Option<&Path>) -> anyhow::Result<()> {
    let (typed, named) = trust::split(&args.link)?;
    let link = link_of(typed)
        .ok_or_else(|| {
            say!(
                "`{link}` is not a link for tables, such as http://192.168.1.20:6161/t/abcd-efgh-jkmn/",
                link = args.link
            )
        })
        .map_err(anyhow::Error::msg)?;
    let folder = folder(data)?;
    let config = http::asking().timeout_global(Some(ANSWER)).max_idle_age(IDLE).http_status_as_error(false);
    let agent = http::agent(config.build(), named, http::host_of(&link));
    let key = args.key.clone().or_else(|| std::env::var("SIXTY_ONE_KEY").ok());
    let ask = move |path: &str, body| ask(&agent, &format!("{link}{path}"), key.as_deref(), body);
    let mut joiner = Joiner::new(&args.table, args.once, Box::new(ask));
    loop {
        let begun = Instant::now();
        match joiner.send(&folder).and_then(|sent| joiner.hear_of_calls(&folder).map(|()| sent)) {
            Ok(sent) if args.once => {
                print(&say_count!(
                    sent,
                    "{n} match sent; the others were already there",
                    "{n} matches sent; the others were already there"
                ));
                return Ok(());
            }
            Ok(_) => joiner.told(None),
            Err(why) if args.once => return Err(why),
            Err(why) => {
                joiner.told(Some(reasons(&why)));
                // The club may have restarted: the table asks what it has.
                joiner.begin_again();
                std::thread::sleep(AGAIN);
            }
        }
        std::thread::sleep(INTERVAL.saturating_sub(begun.elapsed()));
    }
}

/// Sends a message to the club; its answer's status and text.
pub type AskClub<'a> = Box<dyn FnMut(&str, String) -> anyhow::Result<(u16, String)> + 'a>;

/// A table that sends its matches to a club.
pub struct Joiner<'a> {
    table: String,
    once: bool,
    /// Distinguishes this machine from another that joins under the same name.
    by: String,
    ask: AskClub<'a>,
    /// Events of each game that the club has.
    sent: BTreeMap<MatchId, u32>,
    /// The games of this evening: whatever the clock says later, they are sent to their end.
    tonight: BTreeSet<MatchId>,
    /// Whether the club was asked what it has.
    asked: bool,
    /// The games that the club was told are deleted here, or brought back.
    gone: Vec<String>,
    /// The names that the club was told are corrected here.
    named: Option<Vec<String>>,
    /// How the files of the record looked when everything was sent.
    seen: Option<FolderLook>,
    trouble: Option<String>,
    /// Another machine that joins under this name.
    other: Option<String>,
    /// When the club answered last.
    heard: Option<Instant>,
    /// What it called this table to play.
    called: Called,
    /// What of that is kept for the window, and since when.
    kept: Option<(Instant, Called)>,
}

/// Sizes and times of a record's files: they change with every act.
type FolderLook = Vec<(u64, Option<SystemTime>)>;

fn look_at(folder: &Path) -> FolderLook {
    let files = ["sessions.db", "sessions.db-wal", "sessions.mirror"];
    let look =
        |file: &str| fs::metadata(folder.join(file)).map_or((0, None), |meta| (meta.len(), meta.modified().ok()));
    files.map(look).to_vec()
}

impl std::fmt::Debug for Joiner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Joiner").field("table", &self.table).finish_non_exhaustive()
    }
}

/// Asks over the network.
fn ask(agent: &Agent, address: &str, key: Option<&str>, body: String) -> anyhow::Result<(u16, String)> {
    let mut request = agent.post(address);
    if let Some(key) = key {
        request = request.header("Authorization", format!("Bearer {key}"));
    }
    let response = request.send(body).map_err(|why| match http::untrusted(&why) {
        Some(why) => anyhow::Error::new(why.clone()),
        None => why.into(),
    });
    let mut response = response.context(say!("can't reach the club"))?;
    let status = response.status().as_u16();
    // A Wi-Fi that waits for a sign-in answers everything with a page of its own.
    let kind = response.headers().get("content-type");
    if status == 200 && kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        bail!(say!("can't reach the club"));
    }
    let text = response.body_mut().read_to_string().context(say!("the club's answer was cut off"))?;
    Ok((status, text))
}

impl<'a> Joiner<'a> {
    /// A table of this name. With `once` it keeps nothing for the window.
    #[must_use]
    pub fn new(table: &str, once: bool, ask: AskClub<'a>) -> Self {
        Self {
            table: table.to_owned(),
            once,
            by: format!("{:016x}", machine_number()),
            ask,
            sent: BTreeMap::new(),
            tonight: BTreeSet::new(),
            asked: false,
            gone: Vec::new(),
            named: None,
            seen: None,
            trouble: None,
            other: None,
            heard: None,
            called: Called::default(),
            kept: None,
        }
    }

    /// Looks at everything again: the club may have restarted.
    pub fn begin_again(&mut self) {
        (self.asked, self.seen, self.named) = (false, None, None);
        self.gone.clear();
    }

    /// Sends new events and returns the number of games.
    ///
    /// # Errors
    /// The record can't be read, the club can't be reached or rejects something.
    pub fn send(&mut self, folder: &Path) -> anyhow::Result<usize> {
        let look = look_at(folder);
        if self.seen.as_ref() == Some(&look) {
            return Ok(0);
        }
        let mut store = match Store::open_read_only(folder) {
            Ok(store) => store,
            // Nothing was ever recorded here.
            Err(OpenError::NoSessions { .. }) => return Ok(0),
            Err(why) => return Err(why.into()),
        };
        let now = Timestamp::now().0;
        let book = store.book()?;
        let deleted = &book.deleted;
        let mut games = store.matches()?;
        games.truncate(MOST_GAMES);
        if !self.asked {
            let ids = deleted.iter().rev().take(MOST_GAMES / 10).copied().chain(games.iter().map(|game| game.id));
            let ids: Vec<String> = ids.map(|id| id.to_string()).collect();
            let has = self.post("have", ids.join("\n"))?;
            self.sent = lines(&has).collect();
            self.asked = true;
        }
        // A clock corrected on the way makes no game old: neither one being sent, nor those of the last recorded
        // evening.
        let recorded = store.last_recorded()?.map_or(now, |at| at.0);
        let near = |game: &MatchSummary| [now, recorded].iter().any(|at| (at - game.last.0).abs() < EVENING_MS);
        // A table that has joined before brings along what it played while it was off line.
        let joined = games.iter().filter(|game| self.sent.contains_key(&game.id)).map(|game| game.last.0).min();
        let new = |game: &MatchSummary| near(game) || joined.is_some_and(|joined| game.last.0 >= joined);
        let tonight: Vec<MatchId> = games.iter().filter(|game| new(game)).map(|game| game.id).collect();
        self.tonight.extend(tonight);
        games.retain(|game| self.tonight.contains(&game.id) && self.has(game.id) < game.events);
        // The newest game is sent last: it is the one on the board. A clock that was set back makes no game older.
        let mut order = Vec::with_capacity(games.len());
        for game in games {
            order.push((store.began(game.id)?, game));
        }
        order.sort_by_key(|(began, _)| *began);
        let games: Vec<MatchSummary> = order.into_iter().map(|(_, game)| game).collect();
        for game in &games {
            self.send_game(&store, game.id)?;
        }
        self.send_mended(&mut store, &book)?;
        self.seen = Some(look);
        Ok(games.len())
    }

    /// Sends what was deleted, restored or merged here, of the games that the club has.
    fn send_mended(&mut self, store: &mut Store, book: &Book) -> anyhow::Result<()> {
        let here = |game: &&MatchId| self.sent.contains_key(game);
        let gone = book.deleted.iter().filter(here).map(ToString::to_string);
        let gone: Vec<String> = gone.chain(book.restored.iter().filter(here).map(|game| format!("+{game}"))).collect();
        if self.gone != gone {
            self.post("gone", gone.join("\n"))?;
            self.gone = gone;
        }
        let mut lines = Vec::new();
        for game in store.all_matches()?.iter().filter(|game| self.sent.contains_key(&game.id)).take(MOST_GAMES) {
            let entered = game.sides.iter().flat_map(|side| &side.players);
            let pairs = entered.map(|name| (name, book.player(name))).filter(|(name, counts)| name.as_str() != *counts);
            lines.push(pairs.fold(game.id.to_string(), |line, (name, counts)| format!("{line}\t{name}\t{counts}")));
        }
        let named: Vec<String> = lines.iter().filter(|line| line.contains('\t')).cloned().collect();
        // A table that has just joined may have taken a merge back meanwhile.
        if self.named.as_ref() != Some(&named) && !lines.is_empty() {
            self.post("named", lines.join("\n"))?;
            self.named = Some(named);
        }
        Ok(())
    }

    /// Events of a game that the club has.
    fn has(&self, game: MatchId) -> u32 {
        self.sent.get(&game).copied().unwrap_or(0)
    }

    /// Sends what the club lacks of a game, until it lacks nothing.
    fn send_game(&mut self, store: &Store, game: MatchId) -> anyhow::Result<()> {
        let mut vain = 0;
        // More may be played while it is sent: only what brings nothing is in vain.
        while vain < TRIES {
            let before = self.has(game);
            let Some(piece) = store.piece(game, before)? else { return Ok(()) };
            let has = self.post("games", piece)?;
            // A club that restarted, perhaps from a backup, has less than was sent.
            let events = lines(&has).find(|(id, _)| *id == game).map_or(0, |(_, events)| events);
            self.sent.insert(game, events);
            vain = if events > before { 0 } else { vain + 1 };
        }
        let events = self.has(game);
        bail!(say!(
            "the club has {events} events of match {game} and rejects the next ones; they will be sent again",
            events,
            game
        ))
    }

    /// Asks for this table's fixture, unless it was asked for a moment ago, and keeps it for the window.
    fn hear_of_calls(&mut self, folder: &Path) -> anyhow::Result<()> {
        if self.heard.is_none_or(|heard| heard.elapsed() > ASK) {
            self.post("have", String::new())?;
        }
        let kept = self.kept.as_ref();
        // If nothing was ever called, nothing is kept.
        let nothing = self.called == Called::default();
        let same = kept.map_or(nothing, |(_, kept)| *kept == self.called);
        let fresh = nothing || kept.is_some_and(|(when, _)| when.elapsed() < KEEP);
        if same && fresh {
            return Ok(());
        }
        // The games of a meeting that are left are not news.
        let (now, before) = (self.called.words(), kept.map_or_else(Vec::new, |(_, kept)| kept.words()));
        if now.is_empty() && !before.is_empty() {
            print(say!("No fixture is called to this table now."));
        }
        for what in now.iter().filter(|what| !before.contains(what)) {
            print(&say!("Called: {what}", what));
        }
        if !self.once {
            // The window does without it where the folder takes nothing.
            let _full = called::keep(folder, &self.called);
        }
        self.kept = Some((Instant::now(), self.called.clone()));
        Ok(())
    }

    fn post(&mut self, path: &str, body: String) -> anyhow::Result<String> {
        let table = utf8_percent_encode(&self.table, NON_ALPHANUMERIC);
        let (status, text) = (self.ask)(&format!("{path}?table={table}&by={}", self.by), body)?;
        match status {
            200 => {
                self.heard = Some(Instant::now());
                self.called = Called::of_answer(&text);
                self.twice(text.lines().find_map(|line| line.strip_prefix("twice ")));
                Ok(text)
            }
            409 => bail!(say!("the club rejected it: {text}", text)),
            401 => bail!(say!("the club rejected it: {text}", text)),
            503 => bail!("{text}"),
            // A club of an older version knows no corrections.
            404 if matches!(path, "gone" | "named") => Ok(String::new()),
            403 => bail!(say!("the link no longer works: ask for a new one")),
            other => bail!(say!("the club answered {status}", status = other)),
        }
    }

    /// Says that another machine joins under the same name, once.
    fn twice(&mut self, other: Option<&str>) {
        if let Some(other) = other.filter(|_| self.other.is_none()) {
            let table = &self.table;
            print(&say!(
                "{other} has joined as {table} too: give each machine its own name with --table",
                other,
                table
            ));
        }
        self.other = other.map(str::to_owned);
    }

    /// Says what goes wrong, and when it is over, once each.
    fn told(&mut self, trouble: Option<String>) {
        if trouble != self.trouble {
            print(trouble.as_deref().unwrap_or(say!("The club has everything recorded here.")));
            self.trouble = trouble;
        }
    }
}

/// A link as people copy it: without its slash, without http, with spaces round it.
fn link_of(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let (scheme, rest) = match typed.strip_prefix("https://") {
        Some(rest) => ("https://", rest),
        None => ("http://", typed.strip_prefix("http://").unwrap_or(typed)),
    };
    let rest = rest.trim_end_matches('/');
    let mut parts = rest.split('/');
    let known = matches!(
        (parts.next(), parts.next(), parts.next(), parts.next()),
        (Some(host), Some("t"), Some(code), None) if !host.is_empty() && !code.is_empty()
    );
    (known && !rest.contains(char::is_whitespace)).then(|| format!("{scheme}{rest}/"))
}

/// A number that no other program has.
fn machine_number() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Lines of a game and the number of its events.
fn lines(text: &str) -> impl Iterator<Item = (MatchId, u32)> + '_ {
    text.lines().filter_map(|line| {
        let (id, events) = line.split_once(' ')?;
        Some((id.parse().ok()?, events.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;

    #[test]
    fn a_wifi_that_waits_for_a_sign_in_is_no_club() {
        let portal = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/t/abcd-efgh-jkmn/have", portal.local_addr().unwrap());
        std::thread::spawn(move || {
            for mut caller in portal.incoming().flatten() {
                let _asked = caller.read(&mut [0; 4096]);
                let _sent = caller.write_all(
                    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\nConnection: close\r\n\r\n<html>",
                );
            }
        });
        let agent = http::agent(http::asking().build(), None, http::host_of(&address));
        let why = ask(&agent, &address, None, String::new()).unwrap_err();
        assert_eq!(reasons(&why), "can't reach the club");
    }

    #[test]
    fn a_link_is_taken_as_people_copy_it() {
        let link = "http://192.168.1.20:6161/t/abcd-efgh-jkmn/";
        for typed in [link, "http://192.168.1.20:6161/t/abcd-efgh-jkmn", " 192.168.1.20:6161/t/abcd-efgh-jkmn\n"] {
            assert_eq!(link_of(typed).as_deref(), Some(link), "{typed}");
        }
        for typed in ["", "http://192.168.1.20:6161/", "http://192.168.1.20:6161/w/abcd-efgh-jkmn/", "https://"] {
            assert_eq!(link_of(typed), None, "{typed}");
        }
        assert_eq!(link_of("https://league.example.org/t/abcd").as_deref(), Some("https://league.example.org/t/abcd/"));
    }
}
