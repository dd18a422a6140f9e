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

/// The handbook in English, and its Spanish chapters.
const HANDBOOKS: [&str; 2] = ["assets/handbook/src", "assets/handbook-es/src"];

fn chapters(handbook: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(root().join(handbook)).unwrap().map(|entry| entry.unwrap().path());
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
    let mut papers = HANDBOOKS.map(chapters).concat();
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
    for handbook in HANDBOOKS {
        let contents = links(&text(&root().join(handbook).join("SUMMARY.md")));
        for chapter in chapters(handbook) {
            let name = chapter.file_name().unwrap().to_str().unwrap();
            assert!(name == "SUMMARY.md" || contents.iter().any(|target| target == name), "{name} is in no contents");
        }
    }
}

/// The parts of a chapter that are the same in every language: the depth of its headings, its code without comments,
/// its pictures, its lists and tables.
fn bones(chapter: &str) -> Vec<String> {
    let (mut code, mut bones) = (false, Vec::new());
    for line in chapter.lines() {
        let start = line.trim_start();
        if start.starts_with("```") {
            code = !code;
        } else if code {
            bones.extend(line.split('#').next().map(|typed| typed.trim().to_owned()).filter(|typed| !typed.is_empty()));
        } else if let Some((marks @ ("#" | "##" | "###" | "-" | "|"), _)) = start.split_once(' ') {
            bones.push(marks.to_owned());
        }
        if !code {
            bones.extend(links(line).into_iter().filter(|target| target.contains("screenshots/")));
        }
    }
    bones
}

#[test]
fn the_spanish_handbook_follows_the_english_one() {
    let [english, spanish] = HANDBOOKS.map(|handbook| root().join(handbook));
    for chapter in chapters(HANDBOOKS[1]) {
        let name = chapter.file_name().unwrap();
        if name != "SUMMARY.md" {
            assert_eq!(bones(&text(&chapter)), bones(&text(&english.join(name))), "{}", spanish.join(name).display());
        }
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
