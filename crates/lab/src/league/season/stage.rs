//! A club's server on either ledger, killed in the middle of every tenth act.

use crate::league::{Served, ask, sixty_one};
use anyhow::{Context as _, ensure};
use game::league::{Season, SeasonEntry};
use game::rng::Rng;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The server is killed in every act whose number is divisible by this.
const KILLED: usize = 10;
/// Pause before a page is asked for again.
const RELOADED: Duration = Duration::from_secs(1);
/// Longest wait for what the server works out.
const LONG: Duration = Duration::from_secs(60);

/// A server with its ledger.
pub(super) struct Stage {
    program: PathBuf,
    data: PathBuf,
    database: Option<String>,
    port: String,
    served: Option<Served>,
    rng: Rng,
    pub(super) acts: usize,
    pub(super) kills: usize,
}

impl Stage {
    pub(super) fn new(program: &Path, data: &Path, database: Option<String>) -> anyhow::Result<Self> {
        let (program, data) = (program.to_owned(), data.to_owned());
        let rng = Rng::new(61);
        let mut stage = Self { program, data, database, port: "0".to_owned(), served: None, rng, acts: 0, kills: 0 };
        stage.start()?;
        Ok(stage)
    }

    /// The ledger, as an argument of the program.
    fn ledger(&self) -> [String; 2] {
        match &self.database {
            Some(address) => ["--database".to_owned(), address.clone()],
            None => ["--data".to_owned(), self.data.display().to_string()],
        }
    }

    fn start(&mut self) -> anyhow::Result<()> {
        let mut command = self.run(&["serve", "--club", "--address", "127.0.0.1", "--port", &self.port]);
        let served = Served::start(command.args(self.ledger()))?;
        let host = served.watch.split('/').nth(2).unwrap_or_default();
        self.port = host.rsplit(':').next().unwrap_or_default().to_owned();
        self.served = Some(served);
        Ok(())
    }

    /// The program with these arguments. Days begin at the same time everywhere.
    pub(super) fn run(&self, args: &[&str]) -> Command {
        let mut command = sixty_one(&self.program, args);
        command.env("TZ", "UTC").stdin(Stdio::null());
        command
    }

    fn served(&self) -> anyhow::Result<&Served> {
        self.served.as_ref().context("no server")
    }

    pub(super) fn secretary(&self) -> anyhow::Result<String> {
        Ok(self.served()?.secretary.clone())
    }

    pub(super) fn join(&self) -> anyhow::Result<String> {
        Ok(self.served()?.join.clone())
    }

    /// A page or file that everybody can see.
    pub(super) fn seen(&self, path: &str) -> anyhow::Result<String> {
        let (status, text) = ask(&self.served()?.watch, path, None, None)?;
        ensure!(status == 200, "{status} for {path}: {text}");
        Ok(text)
    }

    /// Does something at the server. In every tenth act the server is killed meanwhile and started again, what came of the act
    /// is not heard, and `again` says whether to do it once more.
    pub(super) fn act<T: Send>(
        &mut self,
        mut run: impl FnMut() -> anyhow::Result<T> + Send,
        again: impl Fn(&Self) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Option<T>> {
        self.acts += 1;
        if !self.acts.is_multiple_of(KILLED) {
            return run().map(Some);
        }
        let late = Duration::from_millis(self.rng.below(120) as u64);
        let killed = self.served.take();
        std::thread::scope(|scope| {
            let tried = scope.spawn(|| drop(run()));
            std::thread::sleep(late);
            drop(killed);
            drop(tried.join());
        });
        self.kills += 1;
        self.start()?;
        if !again(self)? {
            return Ok(None);
        }
        // Captains' links open a moment after the server does: a page that is not there is asked for again.
        let twice = run().or_else(|_| {
            std::thread::sleep(RELOADED);
            run()
        });
        twice.map(Some)
    }

    fn output(&self, args: &[&str]) -> anyhow::Result<String> {
        let output = self.run(args).args(self.ledger()).output()?;
        ensure!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?)
    }

    /// The id of the season with this title.
    pub(super) fn season_of(&self, title: &str) -> anyhow::Result<Option<String>> {
        let list = self.output(&["serve", "season", "list"])?;
        let found = list.lines().find_map(|line| line.split_once("  ").filter(|(_, rest)| rest.starts_with(title)));
        Ok(found.map(|(id, _)| id.to_owned()))
    }

    /// The facts of a season, a JSON object a line.
    pub(super) fn facts(&self, id: &str) -> anyhow::Result<String> {
        self.output(&["serve", "season", "log", id, "--json"])
    }

    pub(super) fn entries(&self, id: &str) -> anyhow::Result<Vec<SeasonEntry>> {
        self.facts(id)?.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
    }

    pub(super) fn season(&self, id: &str) -> anyhow::Result<Season> {
        Ok(Season::of(&self.entries(id)?))
    }

    /// The number of facts, as the running server counts them.
    pub(super) fn count(&self, id: &str) -> anyhow::Result<usize> {
        let (status, text) = ask(&self.served()?.secretary, &format!("season.csv?id={id}&page=facts"), None, None)?;
        ensure!(status == 200, "{status}: {text}");
        Ok(text.lines().count().saturating_sub(1))
    }

    /// Waits until a page of the secretary's says this.
    pub(super) fn says(&self, page: &str, words: &str) -> anyhow::Result<()> {
        let begun = Instant::now();
        while !ask(&self.served()?.secretary, page, None, None)?.1.contains(words) {
            ensure!(begun.elapsed() < LONG, "the page never showed: {words}");
            std::thread::sleep(Duration::from_millis(25));
        }
        Ok(())
    }

    /// Waits until the season has this many facts.
    pub(super) fn until(&self, id: &str, facts: usize) -> anyhow::Result<()> {
        let begun = Instant::now();
        loop {
            let now = self.count(id)?;
            if now == facts {
                return Ok(());
            }
            ensure!(now < facts && begun.elapsed() < LONG, "the season has {now} facts, not {facts}");
            std::thread::sleep(Duration::from_millis(25));
        }
    }
}
