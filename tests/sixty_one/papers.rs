//! The README, the handbook and the changelog: what they point at is there.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn chapters() -> Vec<PathBuf> {
    let files = fs::read_dir(root().join("assets/handbook/src")).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|end| end == "md")).collect()
}

/// The targets of `[words](target)`, outside of code.
fn links(text: &str) -> Vec<String> {
    let outside = text.split("```").step_by(2);
    let targets = outside.flat_map(|part| part.split("](").skip(1));
    targets.filter_map(|rest| rest.split_once(')').map(|(target, _)| target.to_owned())).collect()
}

#[test]
fn every_link_within_the_repository_leads_somewhere() {
    let mut papers = chapters();
    papers.extend(["README.md", "CHANGELOG.md", "models/README.md"].map(|name| root().join(name)));
    let mut seen = 0;
    for paper in &papers {
        for target in links(&text(paper)) {
            let path = target.split('#').next().unwrap_or_default();
            if path.is_empty() || path.contains("://") {
                continue;
            }
            seen += 1;
            assert!(paper.with_file_name(path).exists(), "{}: {target} is not there", paper.display());
        }
    }
    assert!(seen > 10, "the links are not found: {seen}");
}

#[test]
fn every_chapter_of_the_handbook_is_in_its_contents() {
    let contents = links(&text(&root().join("assets/handbook/src/SUMMARY.md")));
    for chapter in chapters() {
        let name = chapter.file_name().unwrap().to_str().unwrap();
        assert!(name == "SUMMARY.md" || contents.iter().any(|target| target == name), "{name} is in no contents");
    }
}

#[test]
fn the_newest_entry_of_the_changelog_is_this_version() {
    let changelog = text(&root().join("CHANGELOG.md"));
    let newest = changelog.lines().find_map(|line| line.strip_prefix("## [")).unwrap();
    let (version, date) = newest.split_once("] - ").unwrap();
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    assert!(date.len() == 10 && date.split('-').all(|part| part.parse::<u32>().is_ok()), "{date} is not a day");
}
