//! `sixty-one sessions publish`: the season as a static site, for any web server. Unchanged files are not written
//! again.

use super::{answer, load};
use anyhow::Context as _;
use game::stats::{Choice, Facts, League};
use language::{said, say, say_count, sentence};
use server::site::{ShownNames, Site};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use store::{MatchId, MatchSummary, Store, hex};

/// File with the sources of every match page, beside the pages.
const MADE_OF: &str = "made-of.json";
/// Rises when a match page looks otherwise than before.
const FORM: u32 = 1;

/// Name of a site without a title.
const DOMINOES: &str = sentence!("Dominoes");

/// A season as a static site.
#[derive(Debug, clap::Args)]
pub(super) struct PublishArgs {
    /// The folder for the site; an older site in it is updated.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The title of the site.
    #[arg(long, default_value = DOMINOES)]
    title: String,
    /// Prints initials instead of names
    #[arg(long)]
    initials: bool,
}

/// What was done.
#[derive(Debug, Default)]
struct PublishCount {
    written: usize,
    same: usize,
    removed: usize,
}

pub(super) fn run(args: &super::SessionsArgs, folder: &Path, asked: &PublishArgs) -> anyhow::Result<()> {
    let mut store = Store::open_read_only(folder)?;
    let mut facts = store.facts_of(&Choice::default())?;
    facts.retain(|game| game.is_decided() || game.abandoned);
    let names = if asked.initials { ShownNames::initials(&facts) } else { ShownNames::whole() };
    names.put_on(&mut facts);
    let leagues: Vec<League> = store.book()?.leagues.values().map(|league| names.put_on_league(league)).collect();
    let day = |game: &Facts| store::began(game).day_words();
    let title = if asked.title == DOMINOES { said(DOMINOES) } else { &asked.title };
    let site = Site { title, games: &facts, leagues: &leagues, day };
    let mut made = PublishCount::default();
    let mut kept = BTreeSet::new();
    for (path, text) in site.files() {
        write(&asked.out, &path, &text, &mut made)?;
        kept.insert(path);
    }
    let summaries: BTreeMap<String, MatchSummary> =
        store.matches()?.into_iter().map(|summary| (summary.id.to_string(), summary)).collect();
    let before = made_of(&asked.out);
    let mut after = BTreeMap::new();
    for game in &facts {
        let Some(summary) = summaries.get(&game.id) else { continue };
        let path = Site::match_file(&game.id);
        let source = source_of(summary, game, asked, title);
        if before.get(&path) == Some(&source) && asked.out.join(&path).exists() {
            made.same += 1;
        } else if let Some(page) = match_page(&store, &site, &names, game)? {
            write(&asked.out, &path, &page, &mut made)?;
        }
        after.insert(path.clone(), source);
        kept.insert(path);
    }
    // Of a match that was deleted nothing stays.
    for path in ours(&asked.out)?.difference(&kept) {
        fs::remove_file(asked.out.join(path)).with_context(|| say!("removing {path}", path))?;
        made.removed += 1;
    }
    write(&asked.out, MADE_OF, &serde_json::to_string_pretty(&after)?, &mut PublishCount::default())?;
    let words = say_count!(
        facts.len(),
        "{folder}: {n} match; files: {written} written, {same} unchanged, {removed} removed",
        "{folder}: {n} matches; files: {written} written, {same} unchanged, {removed} removed",
        folder = asked.out.display(),
        written = made.written,
        same = made.same,
        removed = made.removed
    );
    answer(
        args,
        &words,
        || serde_json::json!({ "matches": facts.len(), "written": made.written, "unchanged": made.same, "removed": made.removed }),
    )
}

/// The page of a match; `None` where its log cannot be replayed.
fn match_page(store: &Store, site: &Site<'_>, names: &ShownNames, facts: &Facts) -> anyhow::Result<Option<String>> {
    let id: MatchId = facts.id.parse()?;
    let (game, _) = load(store, id)?;
    Ok(names.put_on_match(&game, &facts.players).map(|game| site.match_page(&game, facts)))
}

/// Everything a match page depends on.
fn source_of(summary: &MatchSummary, game: &Facts, asked: &PublishArgs, title: &str) -> String {
    let all = format!(
        "{FORM} {} {} {} {} {} {:?} {title}",
        language::current().code(),
        summary.events,
        summary.last.0,
        game.at_ms,
        asked.initials,
        game.players,
    );
    hex(&Sha256::digest(all)[..8])
}

fn made_of(out: &Path) -> BTreeMap<String, String> {
    fs::read_to_string(out.join(MADE_OF)).ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// Files of an older site of ours: pages of matches and players, and of leagues.
fn ours(out: &Path) -> anyhow::Result<BTreeSet<String>> {
    let mut files = BTreeSet::new();
    for (folder, begins) in [("matches", ""), ("players", ""), ("", "league-")] {
        let Ok(entries) = fs::read_dir(out.join(folder)) else { continue };
        for entry in entries {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".html") && name.starts_with(begins) {
                files.insert(if folder.is_empty() { name } else { format!("{folder}/{name}") });
            }
        }
    }
    Ok(files)
}

/// Writes a file if that changes it.
fn write(out: &Path, path: &str, text: &str, made: &mut PublishCount) -> anyhow::Result<()> {
    let path = out.join(path);
    if fs::read(&path).is_ok_and(|old| old == text.as_bytes()) {
        made.same += 1;
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| say!("making {path}", path = folder.display()))?;
    }
    fs::write(&path, text).with_context(|| say!("writing {path}", path = path.display()))?;
    made.written += 1;
    Ok(())
}
