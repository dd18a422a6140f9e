//! A whole season as its secretary, its captains and its tables play it, beside a second one of the same teams. After each round
//! its tables are those that a script in another language works out from the list of facts.

mod course;
mod hands;
mod pub_table;
mod stage;

use super::{Cluster, print, program, programs};
use course::Course;
use hands::{Hands, SeasonBrowser};
use stage::Stage;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

/// Plays a whole season on both ledgers, kills the server in every tenth act, and works out its tables a second time.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SeasonCourseArgs {
    /// Only this ledger
    #[arg(long)]
    ledger: Option<SeasonLedger>,
    /// Sends the forms as they are, instead of typing them into a browser
    #[arg(long)]
    posts: bool,
    /// Games that a table plays before it sends them; fewer are more acts
    #[arg(long, default_value_t = 1)]
    at_once: usize,
    /// The last round
    #[arg(long)]
    rounds: Option<u32>,
}

/// Kind of ledger that a season is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SeasonLedger {
    /// A data folder
    Folder,
    /// PostgreSQL
    Postgres,
}

/// What a season came to.
#[derive(Clone, Debug, Default)]
pub struct SeasonReport {
    /// Rounds, after each of which both tables were as worked out.
    pub rounds: u32,
    /// Forms and sends.
    pub acts: usize,
    /// Acts in which the server was killed.
    pub kills: usize,
    /// Facts of the season.
    pub facts: usize,
    /// Games that tables played and sent.
    pub games: usize,
    /// Forms that were sent.
    pub forms: usize,
    /// Whether they were typed into a browser.
    pub browser: bool,
    /// How long it took.
    pub took: Duration,
}

impl fmt::Display for SeasonReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rounds, acts, kills, facts, games, forms, .. } = self;
        let typed = if self.browser { "typed into Chromium" } else { "sent as they are" };
        write!(
            f,
            "{rounds} rounds, each with the tables as worked out apart; {acts} acts, the server killed in {kills}; {facts} facts; \
             {games} games from tables; {forms} forms {typed}; {} s",
            self.took.as_secs()
        )
    }
}

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct SeasonPlan {
    /// The ledger.
    pub ledger: SeasonLedger,
    /// Whether a browser is used, where one is installed.
    pub browser: bool,
    /// Games that a table plays before it sends them.
    pub at_once: usize,
    /// The last round; all of them without it.
    pub rounds: Option<u32>,
}

pub(super) fn run(args: &SeasonCourseArgs) -> anyhow::Result<()> {
    for ledger in [SeasonLedger::Folder, SeasonLedger::Postgres] {
        if args.ledger.is_some_and(|only| only != ledger) {
            continue;
        }
        let plan = SeasonPlan { ledger, browser: !args.posts, at_once: args.at_once, rounds: args.rounds };
        match play_season(&program()?, plan)? {
            Some(report) => print(&format!("{ledger:?}: {report}")),
            None => print("left out here: PostgreSQL (scripts/install-missing test)"),
        }
    }
    Ok(())
}

/// Plays a season; `None` where its ledger is not installed.
///
/// # Errors
/// A table is not as worked out, an act was lost or doubled, or this machine lacks something.
pub fn play_season(program: &Path, plan: SeasonPlan) -> anyhow::Result<Option<SeasonReport>> {
    let begun = Instant::now();
    if plan.ledger == SeasonLedger::Postgres && programs().is_none() {
        return Ok(None);
    }
    let folder = std::env::temp_dir().join(format!("61-season-{}-{:?}", std::process::id(), plan.ledger));
    let _before = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let cluster = (plan.ledger == SeasonLedger::Postgres).then(Cluster::start).transpose()?;
    let database = cluster.as_ref().map(|cluster| cluster.database("season")).transpose()?;
    let browser = if plan.browser { SeasonBrowser::start()? } else { None };
    let typed = browser.is_some();
    let hands = browser.map_or(Hands::Posts, |browser| Hands::Browser(Box::new(browser)));
    let stage = Stage::new(program, &folder.join("club"), database)?;
    let played = Course::begin(stage, hands, &folder, plan).and_then(Course::play);
    // What failed can be looked at.
    let report = played.inspect_err(|_| print(&format!("the folder is kept: {}", folder.display())))?;
    std::fs::remove_dir_all(&folder)?;
    Ok(Some(SeasonReport { browser: typed, took: begun.elapsed(), ..report }))
}
