//! The season as a static site.

use super::NOW;
use super::cli::{good, with_games};
use game::stats::{Entrant, League};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use store::Store;
use tempfile::tempdir;

/// Every file of a site.
fn files(out: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for folder in ["", "matches", "players"] {
        for entry in fs::read_dir(out.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.strip_prefix(out).unwrap().display().to_string();
                files.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    files
}

/// The relative links of a page.
fn links(page: &str) -> Vec<String> {
    let parts = ["href=\"", "src=\""].into_iter().flat_map(|mark| page.split(mark).skip(1));
    parts.map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn a_site_has_every_match_with_its_reasons_and_all_its_links_lead_somewhere() {
    let folder = with_games();
    let league = League {
        name: "Winter".to_owned(),
        entrants: ["Anna", "Ben"].map(Entrant::parse).to_vec(),
        matches: 1,
        ..League::default()
    };
    Store::open(folder.path()).unwrap().store.save_league(&league, NOW).unwrap();
    let out = tempdir().unwrap();
    let out_text = out.path().display().to_string();
    let told = good(folder.path(), &["sessions", "publish", "--out", &out_text]);
    assert!(told.contains("3 matches; files: 10 written, 0 unchanged, 0 removed"), "{told}");
    let site = files(out.path());
    for (name, page) in site.iter().filter(|(name, _)| name.ends_with(".html")) {
        for link in links(page) {
            let from = Path::new(name).parent().unwrap().join(&link);
            assert!(out.path().join(&from).exists(), "{name}: {link}");
        }
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<title>"), "{name}");
    }
    let page = site.iter().find(|(name, _)| name.starts_with("matches/")).unwrap().1;
    assert!(page.contains("<svg class=\"line\"") && page.contains("<svg class=\"pegs\""));
    assert!(page.contains("Anna dropped") && page.contains("→"), "the reasons");
    assert!(site["league-1.html"].contains("Round 1") && site["index.html"].contains("Winter"));

    // Nothing has changed: nothing is made again.
    let told = good(folder.path(), &["sessions", "publish", "--out", &out_text]);
    assert!(told.contains("files: 0 written, 10 unchanged"), "{told}");
    // A match is hidden: its page goes.
    let games = Store::open_read_only(folder.path()).unwrap().matches().unwrap();
    good(folder.path(), &["sessions", "delete", &games[0].id.to_string()]);
    let told = good(folder.path(), &["sessions", "publish", "--out", &out_text]);
    assert!(told.contains("2 matches") && told.contains("1 removed"), "{told}");
}

#[test]
fn with_initials_no_name_is_published() {
    let folder = with_games();
    let out = tempdir().unwrap();
    let out_text = out.path().display().to_string();
    good(folder.path(), &["sessions", "publish", "--out", &out_text, "--initials"]);
    for (name, text) in files(out.path()) {
        assert!(!text.contains("Anna") && !text.contains("Ben"), "{name}");
    }
    assert!(files(out.path())["index.html"].contains("A."));
}
