//! `sixty-one sessions`: the stored games without a window.

use crate::game::record::Record;
use crate::game::{Act, Match};
use crate::stats::{Facts, Figures, Rate, WinPoints, csv, elo, standings};
use crate::store::{self, BackupReason, GameId, GameSummary, Store, Timestamp};
use anyhow::{Context as _, bail};
use std::path::{Path, PathBuf};

/// Lists, shows, checks, saves and exchanges the stored games.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The data folder (the platform's place for it unless given)
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// One line a game, the newest first
    List {
        /// Only games of this player
        #[arg(long)]
        player: Option<String>,
        /// Only games under this rule set
        #[arg(long)]
        rules: Option<String>,
        /// Deleted games too
        #[arg(long)]
        deleted: bool,
    },
    /// A game as its text record
    Show {
        /// The game: its id, the beginning of it, or `last`
        game: String,
    },
    /// Figures of the players, ratings and the table of all matches
    Stats {
        /// Only this player's figures
        #[arg(long)]
        player: Option<String>,
        /// Only games under this rule set
        #[arg(long)]
        rules: Option<String>,
    },
    /// Looks at every page and checksum and replays every game
    Check,
    /// Makes a backup now
    Backup,
    /// Puts a backup in the place of the database, which is kept aside
    Restore {
        /// The backup: its name or a path; the newest sound one unless given
        backup: Option<String>,
    },
    /// Makes everything that is derived from the log anew
    Rebuild,
    /// Writes games as JSON, to be imported elsewhere, or as a table for a spreadsheet
    Export {
        /// What to write
        #[arg(long, value_enum, default_value_t = Format::Json)]
        format: Format,
        /// The games: ids or beginnings of them; all that are not deleted unless given
        games: Vec<String>,
        /// The file; standard output unless given
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Takes over the games of an exported file, all or none
    Import {
        /// The file
        file: PathBuf,
    },
    /// Hides a game
    Delete {
        /// The game: its id or the beginning of it
        game: String,
    },
    /// Brings a hidden game back
    Undelete {
        /// The game: its id or the beginning of it
        game: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Everything; can be imported
    Json,
    /// One line a turn
    CsvDrops,
    /// One line a side of a game
    CsvGames,
}

/// Runs `sixty-one sessions`.
///
/// # Errors
/// What could not be done, in words.
pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = folder(args.data.as_deref())?;
    match &args.what {
        What::List { player, rules, deleted } => list(args, &folder, player.as_deref(), rules.as_deref(), *deleted),
        What::Show { game } => show(args, &folder, game),
        What::Stats { player, rules } => stats(args, &folder, player.as_deref(), rules.as_deref()),
        What::Check => check(args, &folder),
        What::Backup => backup(args, &folder),
        What::Restore { backup } => restore(args, &folder, backup.as_deref()),
        What::Rebuild => {
            let games = Store::open(&folder)?.store.rebuild()?;
            say(args, &format!("{games} games"), || serde_json::json!({ "games": games }))
        }
        What::Export { format, games, output } => export(&folder, *format, games, output.as_deref()),
        What::Import { file } => import(args, &folder, file),
        What::Delete { game } => hide(args, &folder, game, true),
        What::Undelete { game } => hide(args, &folder, game, false),
    }
}

/// The data folder asked for, or the platform's.
///
/// # Errors
/// If the environment names no home.
pub(super) fn folder(asked: Option<&Path>) -> anyhow::Result<PathBuf> {
    match asked {
        Some(folder) => Ok(folder.to_owned()),
        None => store::default_folder().context("no home folder is known; name a data folder with --data"),
    }
}

/// The one place that prints.
#[expect(clippy::print_stdout, reason = "what a command has to say")]
fn print(text: &str) {
    println!("{text}");
}

fn say(args: &Args, words: &str, json: impl FnOnce() -> serde_json::Value) -> anyhow::Result<()> {
    print(&if args.json { serde_json::to_string_pretty(&json())? } else { words.to_owned() });
    Ok(())
}

fn list(args: &Args, folder: &Path, player: Option<&str>, rules: Option<&str>, deleted: bool) -> anyhow::Result<()> {
    let mut store = Store::open_read_only(folder)?;
    let book = store.book()?;
    let counts = |name: &str| book.player(name).to_lowercase();
    let plays = |game: &GameSummary, player: &str| {
        game.sides.iter().flat_map(|side| &side.players).any(|name| counts(name) == counts(player))
    };
    let mut games = store.all_games()?;
    games.retain(|game| {
        (deleted || !game.deleted)
            && rules.is_none_or(|rules| game.rules == rules)
            && player.is_none_or(|player| plays(game, player))
    });
    if args.json {
        return say(args, "", || serde_json::json!(games));
    }
    for game in &games {
        print(&line(game));
    }
    print(&format!("{} games", games.len()));
    Ok(())
}

fn line(game: &GameSummary) -> String {
    let side = |(i, side): (usize, &store::SideSummary)| {
        let won = if game.winner == Some(i) { "*" } else { "" };
        let legs = if game.best_of > 1 { format!(" ({})", side.legs) } else { String::new() };
        format!("{}{won} {}{legs}", side.players.join(" & "), side.points)
    };
    let sides: Vec<String> = game.sides.iter().enumerate().map(side).collect();
    let state = match (&game.damage, game.deleted, game.finished) {
        (Some(damage), _, _) => format!("  damaged: {damage}"),
        (None, true, _) => "  deleted".to_owned(),
        (None, false, false) => "  open".to_owned(),
        (None, false, true) if game.abandoned => "  given up".to_owned(),
        (None, false, true) => String::new(),
    };
    format!("{}  {}  {}  {}{state}", game.id, game.started, game.title, sides.join(", "))
}

/// The one game whose id begins so.
fn find(store: &mut Store, asked: &str) -> anyhow::Result<GameId> {
    let games = store.all_games()?;
    if asked == "last" {
        return games.first().map(|game| game.id).context("there are no games yet");
    }
    let mut fitting = games.iter().map(|game| game.id).filter(|id| id.to_string().starts_with(asked));
    match (fitting.next(), fitting.next()) {
        (Some(id), None) => Ok(id),
        (Some(_), Some(_)) => bail!("more than one game begins with `{asked}`"),
        (None, _) => bail!("there is no game `{asked}`; `sixty-one sessions list` names them"),
    }
}

fn show(args: &Args, folder: &Path, asked: &str) -> anyhow::Result<()> {
    let mut store = Store::open_read_only(folder)?;
    let id = find(&mut store, asked)?;
    if args.json {
        print(store.export(&[id])?.trim_end());
        return Ok(());
    }
    let (stored, damage) = store.load_prefix(id)?;
    let acts: Vec<&Act> = stored.iter().map(|stored| &stored.event.act).collect();
    let game = Match::replay(acts).with_context(|| format!("game {id}"))?;
    let date = stored.first().map(|first| first.at.to_string()).unwrap_or_default();
    let tags = vec![("Date".to_owned(), vec![date]), ("Id".to_owned(), vec![id.to_string()])];
    print(Record { tags, game }.write().trim_end());
    match damage {
        Some(damage) => bail!("the end of the game is missing: {damage}"),
        None => Ok(()),
    }
}

fn stats(args: &Args, folder: &Path, player: Option<&str>, rules: Option<&str>) -> anyhow::Result<()> {
    let mut store = Store::open_read_only(folder)?;
    let mut facts = store.all_facts()?;
    facts.retain(|game| rules.is_none_or(|rules| game.rules == rules));
    let wanted = |name: &str| player.is_none_or(|player| name.to_lowercase() == player.to_lowercase());
    let players: Vec<String> = store.players()?.into_iter().map(|p| p.name).filter(|name| wanted(name)).collect();
    if players.is_empty() {
        bail!("nobody of that name has played; `sixty-one sessions list` shows who has");
    }
    let figures: Vec<_> = players.iter().map(|name| (name, Figures::of(name, &facts))).collect();
    let ratings = elo(&facts);
    if args.json {
        let list: Vec<_> = figures.iter().map(|(name, figures)| figures_json(name, figures)).collect();
        let ratings: serde_json::Map<_, _> =
            ratings.iter().map(|r| (r.player.clone(), serde_json::json!(r.rating.round()))).collect();
        return say(args, "", || serde_json::json!({ "players": list, "elo": ratings }));
    }
    for (name, figures) in &figures {
        print(&figures_words(name, figures));
    }
    if player.is_none() {
        print("\nTable (2 points a win)");
        for line in standings(&facts, WinPoints::default()) {
            let rating = ratings.iter().find(|r| r.player == line.name).map(|r| format!("  Elo {:.0}", r.rating));
            print(&format!(
                "{:>4}  {}  {} played, {} won, {} lost, legs {}:{}{}",
                line.points,
                line.name,
                line.played,
                line.won,
                line.lost,
                line.legs_for,
                line.legs_against,
                rating.unwrap_or_default()
            ));
        }
    }
    Ok(())
}

fn figures_words(name: &str, figures: &Figures) -> String {
    let mean = |rate: Rate| rate.mean().map_or("-".to_owned(), |mean| format!("{mean:.2}"));
    let share = |rate: Rate| rate.mean().map_or("-".to_owned(), |mean| format!("{:.0} %", mean * 100.0));
    format!(
        "{name}: {} games, won {} of {}; {} points a drop over {} drops, {} scored, {} eights; first drop {}; \
         knocks {} made, {} forced; out {}; {} busts; from 50 {} of {}; best hand {}; longest run {}",
        figures.games,
        figures.won.sum,
        figures.won.of,
        mean(figures.points_per_drop),
        figures.points_per_drop.of,
        share(figures.scoring_drops),
        figures.eights.sum,
        mean(figures.first_drop),
        figures.knocks_made.sum,
        figures.knocks_forced,
        share(figures.chip_outs),
        figures.busts,
        figures.from_fifty.sum,
        figures.from_fifty.of,
        figures.best_hand.as_ref().map_or(0, |(points, _)| *points),
        figures.longest_streak,
    )
}

fn figures_json(name: &str, figures: &Figures) -> serde_json::Value {
    let rate = |rate: Rate| serde_json::json!({ "sum": rate.sum, "of": rate.of });
    serde_json::json!({
        "player": name,
        "games": figures.games,
        "won": rate(figures.won),
        "legs": rate(figures.legs),
        "hands": figures.hands,
        "points_per_drop": rate(figures.points_per_drop),
        "scoring_drops": rate(figures.scoring_drops),
        "eights": rate(figures.eights),
        "first_drop": rate(figures.first_drop),
        "knocks_made": rate(figures.knocks_made),
        "knocks_forced": figures.knocks_forced,
        "chip_outs": rate(figures.chip_outs),
        "busts": figures.busts,
        "from_fifty": rate(figures.from_fifty),
        "best_hand": figures.best_hand.as_ref().map(|(points, game)| serde_json::json!({ "points": points, "game": game })),
        "longest_streak": figures.longest_streak,
        "streak": figures.streak,
    })
}

fn check(args: &Args, folder: &Path) -> anyhow::Result<()> {
    let report = Store::open_read_only(folder)?.check()?;
    let words = format!("{} games, {} events", report.games, report.events);
    say(args, &words, || serde_json::json!(report))?;
    match report.problems.as_slice() {
        [] => Ok(()),
        problems => bail!("{}", problems.join("\n")),
    }
}

fn backup(args: &Args, folder: &Path) -> anyhow::Result<()> {
    let backup = Store::open_read_only(folder)?.backup(BackupReason::Asked, Timestamp::now())?;
    let words = format!("{} ({} KiB)", backup.path.display(), backup.bytes / 1024);
    say(args, &words, || serde_json::json!({ "path": backup.path, "bytes": backup.bytes }))
}

fn restore(args: &Args, folder: &Path, asked: Option<&str>) -> anyhow::Result<()> {
    let from = match asked {
        Some(name) => {
            let inside = folder.join("backups").join(name);
            if inside.is_file() { inside } else { PathBuf::from(name) }
        }
        None => store::newest_good_backup(folder).context("there is no sound backup")?.path,
    };
    let kept_aside = store::restore(folder, &from, Timestamp::now())?;
    let words = format!("{} is in place; what was there is in {}", from.display(), kept_aside.display());
    say(args, &words, || serde_json::json!({ "restored": from, "kept_aside": kept_aside }))
}

fn export(folder: &Path, format: Format, asked: &[String], output: Option<&Path>) -> anyhow::Result<()> {
    let mut store = Store::open_read_only(folder)?;
    let games = match asked {
        [] => store.games()?.into_iter().map(|game| game.id).collect(),
        asked => asked.iter().map(|asked| find(&mut store, asked)).collect::<Result<Vec<_>, _>>()?,
    };
    let text = match format {
        Format::Json => store.export(&games)?,
        Format::CsvDrops => csv::drops(&facts(&store, &games)?),
        Format::CsvGames => csv::games(&facts(&store, &games)?),
    };
    match output {
        Some(path) => std::fs::write(path, text).with_context(|| format!("writing {}", path.display())),
        None => {
            print(text.trim_end());
            Ok(())
        }
    }
}

/// The facts of these games, oldest first.
fn facts(store: &Store, games: &[GameId]) -> anyhow::Result<Vec<Facts>> {
    let book = store.book()?;
    let mut facts = games.iter().map(|&game| store.facts(game, &book)).collect::<Result<Vec<_>, _>>()?;
    facts.sort_by(|a, b| (a.at_ms, &a.id).cmp(&(b.at_ms, &b.id)));
    Ok(facts)
}

fn import(args: &Args, folder: &Path, file: &Path) -> anyhow::Result<()> {
    let bytes = std::fs::read(file).with_context(|| format!("reading {}", file.display()))?;
    let imported = Store::open(folder)?.store.import(&bytes).with_context(|| file.display().to_string())?;
    let words = format!("{} new games, {} longer now, {} known", imported.new, imported.longer, imported.known);
    say(args, &words, || serde_json::json!(imported))
}

fn hide(args: &Args, folder: &Path, asked: &str, hide: bool) -> anyhow::Result<()> {
    let mut store = Store::open(folder)?.store;
    let game = find(&mut store, asked)?;
    let at = Timestamp::now();
    let done = if hide { store.delete_game(game, at) } else { store.restore_game(game, at) };
    done?;
    let words = if hide { "is hidden; `undelete` brings it back" } else { "is back" };
    say(args, &format!("{game} {words}"), || serde_json::json!({ "game": game.to_string(), "deleted": hide }))
}
