//! `sixty-one sessions`: the stored games without a window.

mod figures;
mod league;
mod papers;
mod past;
mod publish;

pub(in crate::cli) use league::LeagueFields;

use super::out::{Out, print};
use anyhow::{Context as _, bail};
use game::record::Record;
use game::stats::{Choice, Facts, csv};
use game::{Act, Match};
use language::{say, say_count};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use store::{BackupReason, MatchId, MatchSummary, Notice, Store, Timestamp, record_in};

/// Lists, shows, checks, backs up and exchanges the stored matches.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: sixty-one sessions list")]
pub(super) struct SessionsArgs {
    /// Folder for the matches; the system's usual place unless given.
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    what: SessionsCommand,
}

#[derive(Debug, clap::Subcommand)]
enum SessionsCommand {
    /// One line per match, newest first.
    #[command(after_help = "Example: sixty-one sessions list --player Anna --from 2026-01-01")]
    List {
        #[command(flatten)]
        pick: Pick,
        /// Includes deleted matches.
        #[arg(long)]
        deleted: bool,
    },
    /// Prints a match as a text record.
    #[command(after_help = "Example: sixty-one sessions show last")]
    Show {
        /// The match: its id, the beginning of the id, or `last`.
        #[arg(value_name = "MATCH")]
        game: String,
    },
    /// Shows figures of the players, ratings and the table of all matches.
    #[command(after_help = "Example: sixty-one sessions stats Anna")]
    Stats {
        /// The player; all players unless given.
        #[arg(value_name = "PLAYER", conflicts_with = "player")]
        name: Option<String>,
        #[command(flatten)]
        pick: Pick,
    },
    /// Compares two players.
    #[command(after_help = "Example: sixty-one sessions versus Anna Ben")]
    Versus {
        /// The first player.
        first: String,
        /// The second player.
        second: String,
    },
    /// Shows the drops of a match one by one, with awards and scores.
    #[command(after_help = "Example: sixty-one sessions replay last")]
    Replay {
        /// The match: its id, the beginning of the id, or `last`.
        #[arg(value_name = "MATCH")]
        game: String,
    },
    /// Explains why a drop scored what it did: reading, rule, picture, who confirmed it.
    #[command(after_help = "Example: sixty-one sessions why last 7")]
    Why {
        /// The match: its id, the beginning of the id, or `last`.
        #[arg(value_name = "MATCH")]
        game: String,
        /// The number of the step, as shown by `replay`.
        step: usize,
    },
    /// Reviews each drop of a match whose hands are known.
    #[command(after_help = "Example: sixty-one sessions review last")]
    Review {
        /// The match: its id, the beginning of the id, or `last`.
        #[arg(value_name = "MATCH")]
        game: String,
        /// Deals tried for each decision
        #[arg(long, default_value_t = 2000)]
        iterations: u32,
    },
    /// Prints the card of several matches: games, winners, points per win.
    #[command(after_help = "Example: sixty-one sessions card --date 2026-01-31 --win 2")]
    Card(papers::CardArgs),
    /// Prints the table of a season.
    #[command(after_help = "Example: sixty-one sessions standings --rules pafos")]
    Standings(league::StandingsArgs),
    /// Manages leagues: entrants, fixtures, points per win.
    #[command(after_help = "Example: sixty-one sessions league list")]
    League(league::SessionsLeagueArgs),
    /// Writes the result sheet of a match, or the card of several, as PDF.
    #[command(after_help = "Example: sixty-one sessions sheet last -o sheet.pdf")]
    Sheet(papers::SheetArgs),
    /// Writes the peg board of a match as a PNG picture.
    #[command(after_help = "Example: sixty-one sessions board last -o board.png")]
    Board(papers::BoardArgs),
    /// Writes the season as a static site for any web server.
    #[command(after_help = "Example: sixty-one sessions publish --out site --initials")]
    Publish(publish::PublishArgs),
    /// Merges two names of one player.
    #[command(after_help = "Example: sixty-one sessions merge Ana Anna")]
    Merge {
        /// The name entered by mistake.
        from: String,
        /// The name that counts
        into: String,
    },
    /// Separates two merged names.
    #[command(after_help = "Example: sixty-one sessions part Ana")]
    Part {
        /// The name that was merged.
        from: String,
    },
    /// Checks every page and checksum, and replays every match.
    #[command(after_help = "Example: sixty-one sessions check")]
    Check,
    /// Makes a backup now
    #[command(after_help = "Example: sixty-one sessions backup")]
    Backup,
    /// Restores a backup; the current database is kept.
    #[command(after_help = "Example: sixty-one sessions restore")]
    Restore {
        /// The backup: its name or a path; the newest intact one unless given.
        backup: Option<String>,
    },
    /// Rebuilds the list and the figures from the log
    #[command(after_help = "Example: sixty-one sessions rebuild")]
    Rebuild,
    /// Writes matches as JSON, to import elsewhere, or as a table for a spreadsheet.
    #[command(after_help = "Example: sixty-one sessions export last -o match.json")]
    Export {
        /// What to write
        #[arg(long, value_enum, default_value_t = Format::Json)]
        format: Format,
        /// The matches: ids or beginnings of ids; all matches not deleted unless given.
        #[arg(value_name = "MATCH")]
        games: Vec<String>,
        /// The file; standard output unless given
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Imports all matches of an exported file, or none.
    #[command(after_help = "Example: sixty-one sessions import match.json")]
    Import {
        /// The file
        file: PathBuf,
    },
    /// Hides a match.
    #[command(after_help = "Example: sixty-one sessions delete 1a2b")]
    Delete {
        /// The match: its id or the beginning of the id.
        #[arg(value_name = "MATCH")]
        game: String,
    },
    /// Restores a hidden match.
    #[command(after_help = "Example: sixty-one sessions undelete 1a2b")]
    Undelete {
        /// The match: its id or the beginning of the id.
        #[arg(value_name = "MATCH")]
        game: String,
    },
}

/// Under which rules and when.
#[derive(Clone, Debug, Default, clap::Args)]
struct Span {
    /// Only matches played under this rule set.
    #[arg(long)]
    rules: Option<String>,
    /// Only matches from this day on (2026-01-31).
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Only matches up to and including this day.
    #[arg(long, value_name = "DATE")]
    until: Option<String>,
}

impl Span {
    /// The id of the rule set.
    fn rules(&self) -> anyhow::Result<Option<String>> {
        let rules = self.rules.as_deref().map(game::rules::RuleSet::preset).transpose()?;
        Ok(rules.map(|rules| rules.id.to_owned()))
    }

    /// The first moment that counts and the first that does not any more, in milliseconds.
    fn days(&self) -> anyhow::Result<(Option<i64>, Option<i64>)> {
        let [from, until] = [&self.from, &self.until].map(|text| text.as_deref().map(day).transpose());
        Ok((from?.map(|at| at.0), until?.map(|at| at.next_day().0)))
    }
}

/// Which matches.
#[derive(Clone, Debug, Default, clap::Args)]
struct Pick {
    /// Only matches of this player.
    #[arg(long)]
    player: Option<String>,
    #[command(flatten)]
    span: Span,
    /// Only matches with these words in names, rules or date.
    #[arg(long)]
    words: Option<String>,
}

impl Pick {
    fn choice(&self) -> anyhow::Result<Choice> {
        let (from_ms, until_ms) = self.span.days()?;
        Ok(Choice {
            words: self.words.clone().unwrap_or_default(),
            player: self.player.clone(),
            rules: self.span.rules()?,
            from_ms,
            until_ms,
        })
    }

    /// The facts of the matches that are meant, oldest first, under the names that count.
    fn facts(&self, store: &Store) -> anyhow::Result<Vec<Facts>> {
        Ok(store.facts_of(&self.choice()?)?)
    }
}

/// The beginning of a day, written `2026-01-31`.
fn day(text: &str) -> anyhow::Result<Timestamp> {
    Timestamp::parse_date(text).with_context(|| say!("`{text}` is not a date: use the form 2026-01-31", text))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Everything; can be imported
    Json,
    /// One line per turn.
    CsvDrops,
    /// One line per side of a match.
    #[value(alias = "csv-games")]
    CsvMatches,
}

/// Runs `sixty-one sessions`.
///
/// # Errors
/// What could not be done, in words.
pub(super) fn run(args: &SessionsArgs) -> anyhow::Result<()> {
    let folder = folder(args.data.as_deref())?;
    match &args.what {
        SessionsCommand::List { pick, deleted } => list(args, &folder, pick, *deleted),
        SessionsCommand::Show { game } => show(args, &folder, game),
        SessionsCommand::Stats { name, pick } => {
            let player = name.clone().or_else(|| pick.player.clone());
            figures::stats(args, &folder, &Pick { player, ..pick.clone() })
        }
        SessionsCommand::Versus { first, second } => figures::versus(args, &folder, first, second),
        SessionsCommand::Replay { game } => past::replay(args, &folder, game),
        SessionsCommand::Why { game, step } => past::why(args, &folder, game, *step),
        SessionsCommand::Review { game, iterations } => past::review(args, &folder, game, *iterations),
        SessionsCommand::Card(card) => papers::card(args, &folder, card),
        SessionsCommand::Standings(standings) => league::standings(args, &folder, standings),
        SessionsCommand::League(league) => league::run(args, &folder, league),
        SessionsCommand::Sheet(sheet) => papers::sheet(args, &folder, sheet),
        SessionsCommand::Board(board) => papers::board(args, &folder, board),
        SessionsCommand::Publish(asked) => publish::run(args, &folder, asked),
        SessionsCommand::Merge { from, into } => merge(args, &folder, from, into),
        SessionsCommand::Part { from } => part(args, &folder, from),
        SessionsCommand::Check => check(args, &folder),
        SessionsCommand::Backup => backup(args, &folder),
        SessionsCommand::Restore { backup } => restore(args, &folder, backup.as_deref()),
        SessionsCommand::Rebuild => rebuild(args, &folder),
        SessionsCommand::Export { format, games, output } => export(&folder, *format, games, output.as_deref()),
        SessionsCommand::Import { file } => import(args, &folder, file),
        SessionsCommand::Delete { game } => hide(args, &folder, game, true),
        SessionsCommand::Undelete { game } => hide(args, &folder, game, false),
    }
}

/// The data folder asked for, or the platform's.
///
/// # Errors
/// If the environment names no home.
pub(super) fn folder(asked: Option<&Path>) -> anyhow::Result<PathBuf> {
    match asked {
        Some(folder) => Ok(folder.to_owned()),
        None => store::default_folder().context(say!("no home folder found: choose a data folder with --data")),
    }
}

fn answer(args: &SessionsArgs, words: &str, json: impl FnOnce() -> serde_json::Value) -> anyhow::Result<()> {
    print(&if args.json { serde_json::to_string_pretty(&json())? } else { words.to_owned() });
    Ok(())
}

fn list(args: &SessionsArgs, folder: &Path, pick: &Pick, deleted: bool) -> anyhow::Result<()> {
    let mut store = Store::open_read_only(folder)?;
    let choice = pick.choice()?;
    let games: Vec<MatchSummary> = if choice.is_all() {
        let mut games = store.all_matches()?;
        games.retain(|game| deleted || !game.deleted);
        games
    } else {
        let games = store.list(&choice)?.into_iter().map(|game| game.summary);
        games.filter(|game| deleted || !game.deleted).collect()
    };
    if args.json {
        return answer(args, "", || serde_json::json!(games));
    }
    let mut text = String::new();
    for game in &games {
        text += &line(game);
        text.push('\n');
    }
    print(&(text + &say_count!(games.len(), "{n} match", "{n} matches")));
    // The program ends here; putting many thousand games away one by one would take as long as reading them.
    std::mem::forget(games);
    Ok(())
}

fn line(game: &MatchSummary) -> String {
    let side = |(i, side): (usize, &store::SideSummary)| {
        let won = if game.winner == Some(i) { "*" } else { "" };
        let legs = if game.best_of > 1 { format!(" ({})", side.legs) } else { String::new() };
        format!("{}{won} {}{legs}", side.players.join(" & "), side.points)
    };
    let sides: Vec<String> = game.sides.iter().enumerate().map(side).collect();
    let state = match (&game.damage, game.deleted, game.finished) {
        (Some(damage), _, _) => say!("  damaged: {damage}", damage),
        (None, true, _) => say!("  deleted").to_owned(),
        (None, false, false) => say!("  open").to_owned(),
        (None, false, true) if game.abandoned => say!("  abandoned").to_owned(),
        (None, false, true) => String::new(),
    };
    format!("{}  {}  {}  {}{state}", game.id, game.began(), game::rules::title_said(&game.title), sides.join(", "))
}

/// The one match whose id begins so.
fn find(store: &mut Store, asked: &str) -> anyhow::Result<MatchId> {
    let games = store.all_matches()?;
    if asked == "last" {
        return games.first().map(|game| game.id).context(say!("there are no matches yet"));
    }
    let mut fitting = games.iter().map(|game| game.id).filter(|id| id.to_string().starts_with(asked));
    match (fitting.next(), fitting.next()) {
        (Some(id), None) => Ok(id),
        (Some(_), Some(_)) => bail!(say!("several match ids begin with `{asked}`", asked)),
        (None, _) => bail!(say!("there is no match `{asked}`; to list them, run `sixty-one sessions list`", asked)),
    }
}

fn show(args: &SessionsArgs, folder: &Path, asked: &str) -> anyhow::Result<()> {
    let mut store = Store::open_read_only(folder)?;
    let id = find(&mut store, asked)?;
    if args.json {
        print(store.export(&[id])?.trim_end());
        return Ok(());
    }
    let (game, damage) = load(&store, id)?;
    let date = store.load_prefix(id)?.0.first().map(|first| first.at.to_string()).unwrap_or_default();
    let tags = vec![("Date".to_owned(), vec![date]), ("Id".to_owned(), vec![id.to_string()])];
    print(Record { tags, game }.write().trim_end());
    match damage {
        Some(damage) => bail!(say!("the match is cut short: {damage}", damage)),
        None => Ok(()),
    }
}

fn merge(args: &SessionsArgs, folder: &Path, from: &str, into: &str) -> anyhow::Result<()> {
    let mut store = Store::open(folder)?.store;
    let entered = |name: &str, store: &mut Store| -> anyhow::Result<bool> {
        Ok(store.all_matches()?.iter().flat_map(|game| &game.sides).flat_map(|side| &side.players).any(|p| p == name))
    };
    if !entered(from, &mut store)? {
        bail!(say!("no match was entered with a player `{from}`", from));
    }
    store.merge_players(from, into, Timestamp::now())?;
    let words = say!("the matches of {from} now count for {into}; `part` separates them again", from, into);
    answer(args, &words, || serde_json::json!({ "from": from, "into": into }))
}

fn part(args: &SessionsArgs, folder: &Path, from: &str) -> anyhow::Result<()> {
    let mut store = Store::open(folder)?.store;
    if !store.book()?.merged.contains_key(from) {
        bail!(say!("`{from}` has not been merged with another player", from));
    }
    store.part_player(from, Timestamp::now())?;
    answer(args, &say!("{from} is a separate player again", from), || serde_json::json!({ "from": from }))
}

/// Loads a match of the store, with any damage at the end of its log.
fn load(store: &Store, id: MatchId) -> anyhow::Result<(Match, Option<String>)> {
    let (stored, damage) = store.load_prefix(id)?;
    let acts: Vec<&Act> = stored.iter().map(|stored| &stored.event.act).collect();
    Ok((Match::replay(acts).with_context(|| say!("match {id}", id))?, damage))
}

fn check(args: &SessionsArgs, folder: &Path) -> anyhow::Result<()> {
    let report = Store::open_read_only(folder)?.check()?;
    let words =
        say_count!(report.games, "{n} match, {events} events", "{n} matches, {events} events", events = report.events);
    answer(args, &words, || serde_json::json!(report))?;
    match report.problems.as_slice() {
        [] => Ok(()),
        problems => bail!("{}", [problems, &report.recovery_sources].concat().join("\n")),
    }
}

fn backup(args: &SessionsArgs, folder: &Path) -> anyhow::Result<()> {
    let backup = Store::open_read_only(folder)?.backup(BackupReason::Asked, Timestamp::now())?;
    let words = format!("{} ({} KiB)", backup.path.display(), backup.bytes / 1024);
    answer(args, &words, || serde_json::json!({ "path": backup.path, "bytes": backup.bytes }))
}

fn restore(args: &SessionsArgs, folder: &Path, asked: Option<&str>) -> anyhow::Result<()> {
    let from = match asked {
        Some(name) => {
            let inside = folder.join("backups").join(name);
            if inside.is_file() { inside } else { PathBuf::from(name) }
        }
        None => store::newest_good_backup(folder).context(say!("no backup is intact"))?.path,
    };
    let kept_aside = store::restore(folder, &from, Timestamp::now())?;
    let words = say!(
        "{backup} is restored; the previous database is in {aside}",
        backup = from.display(),
        aside = kept_aside.display()
    );
    answer(args, &words, || serde_json::json!({ "restored": from, "kept_aside": kept_aside }))
}

fn export(folder: &Path, format: Format, asked: &[String], output: Option<&Path>) -> anyhow::Result<()> {
    let mut store = Store::open_read_only(folder)?;
    let games = match asked {
        [] => store.matches()?.into_iter().map(|game| game.id).collect(),
        asked => asked.iter().map(|asked| find(&mut store, asked)).collect::<Result<Vec<_>, _>>()?,
    };
    let mut out = Output::to(output)?;
    let mut doubts = store.vouch()?;
    match format {
        Format::Json => doubts.extend(store.export_to(&games, &mut out)?.iter().map(ToString::to_string)),
        Format::CsvDrops => {
            store.write_table(
                &games,
                |facts| csv::drops(facts, |facts| store::began(facts).minute_text()),
                &mut out,
            )?;
        }
        Format::CsvMatches => {
            store.write_table(
                &games,
                |facts| csv::games(facts, |facts| store::began(facts).minute_text()),
                &mut out,
            )?;
        }
    }
    out.done()?;
    if doubts.is_empty() {
        return Ok(());
    }
    bail!(say!("the output is incomplete; missing:\n{doubts}", doubts = doubts.join("\n")))
}

/// Standard output or a file, which has its name only when it is whole.
struct Output {
    to: std::io::BufWriter<Box<dyn std::io::Write>>,
    file: Option<(PathBuf, PathBuf)>,
}

impl Output {
    fn to(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path else {
            return Ok(Self { to: std::io::BufWriter::new(Box::new(Out)), file: None });
        };
        let mut unfinished = path.as_os_str().to_owned();
        unfinished.push(".unfinished");
        let unfinished = PathBuf::from(unfinished);
        let file = std::fs::File::create(&unfinished).with_context(|| say!("writing {path}", path = path.display()))?;
        Ok(Self { to: std::io::BufWriter::new(Box::new(file)), file: Some((unfinished, path.to_owned())) })
    }

    fn done(mut self) -> anyhow::Result<()> {
        match self.to.flush() {
            // A reader that stops has read enough.
            Err(error) if self.file.is_none() && error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(()),
            other => other?,
        }
        if let Some((unfinished, path)) = self.file {
            std::fs::rename(unfinished, &path).with_context(|| say!("writing {path}", path = path.display()))?;
        }
        Ok(())
    }
}

impl std::io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.to.flush()
    }
}

/// Checks everything, repairs damage from all sources, and rebuilds derived tables.
fn rebuild(args: &SessionsArgs, folder: &Path) -> anyhow::Result<()> {
    let mut opened = store::check_and_recover(folder, Timestamp::now())?;
    let games = opened.store.rebuild()?;
    let news: Vec<String> = opened.notices.iter().map(ToString::to_string).collect();
    let words = [vec![say_count!(games, "{n} match", "{n} matches")], news.clone()].concat().join("\n");
    answer(args, &words, || serde_json::json!({ "games": games, "notices": news }))?;
    let lost = opened.notices.iter().any(|notice| matches!(notice, Notice::Recovered(done) if !done.lost.is_empty()));
    if lost { bail!(say!("not everything could be saved")) } else { Ok(()) }
}

fn import(args: &SessionsArgs, folder: &Path, file: &Path) -> anyhow::Result<()> {
    let mut store = Store::open(folder)?.store;
    let imported = match record_in(file) {
        Some(record) => store.import_record(&record, Timestamp::now()),
        None => store.import_file(file),
    };
    let imported = imported.with_context(|| file.display().to_string())?;
    let words = say_count!(
        imported.new,
        "{n} new match, {longer} continued, {known} already here",
        "{n} new matches, {longer} continued, {known} already here",
        longer = imported.longer,
        known = imported.known
    );
    answer(args, &words, || serde_json::json!(imported))
}

fn hide(args: &SessionsArgs, folder: &Path, asked: &str, hide: bool) -> anyhow::Result<()> {
    let mut store = Store::open(folder)?.store;
    let game = find(&mut store, asked)?;
    let at = Timestamp::now();
    let done = if hide { store.delete_match(game, at) } else { store.restore_match(game, at) };
    done?;
    let words =
        if hide { say!("{game} is hidden; `undelete` restores it", game) } else { say!("{game} is restored", game) };
    answer(args, &words, || serde_json::json!({ "match": game.to_string(), "deleted": hide }))
}
