//! Structure of each crate's files: dependencies, unique type names, uses of the build target, and paths cited in
//! comments. `scripts/count-house` counts the same things.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use super::tidy::{code, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A file as a module of its crate.
struct Module {
    file: String,
    package: String,
    path: Vec<String>,
    text: String,
}

/// Every module of the program and of its crates.
fn modules() -> Vec<Module> {
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    let folders = crates.filter(|folder| folder.is_dir()).chain([root().join("src")]);
    let mut modules = Vec::new();
    for folder in folders {
        let folder = folder.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        for (path, text) in code(&folder) {
            let inner = path.strip_prefix(&folder).unwrap().with_extension("");
            let mut steps: Vec<String> = inner.iter().map(|step| step.to_str().unwrap().to_owned()).collect();
            steps.pop_if(|last| matches!(last.as_str(), "mod" | "lib" | "main"));
            modules.push(Module { file: path.display().to_string(), package: folder.clone(), path: steps, text });
        }
    }
    assert!(modules.len() > 300, "{}", modules.len());
    modules
}

/// The paths of a text that begin with `crate`, `super` or `self`; of a group each member.
fn paths(text: &str) -> BTreeSet<Vec<&str>> {
    let word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut found = BTreeSet::new();
    for start in ["crate", "super", "self"] {
        for (at, _) in text.match_indices(start) {
            if text[..at].ends_with(|before| word(before) || before == ':' || before == '(') {
                continue;
            }
            let end = text[at..].find(|letter| !word(letter) && letter != ':').map_or(text.len(), |n| at + n);
            let steps: Vec<&str> = text[at..end].split("::").filter(|step| !step.is_empty()).collect();
            let group = text[end..].strip_prefix('{').and_then(|rest| rest.split_once('}'));
            let members = group.map_or("", |(members, _)| members).split(',').map(str::trim);
            found.insert(steps.clone());
            for member in members.filter(|member| !member.is_empty()) {
                let member = member.split(' ').next().unwrap();
                found.insert(steps.iter().copied().chain(member.split("::")).collect());
            }
        }
    }
    found.into_iter().filter(|steps| matches!(steps[0], "crate" | "super" | "self")).collect()
}

/// The module in which a path begins to be an item.
fn target<'a>(of: &Module, steps: &[&str], known: &BTreeMap<(&str, &[String]), &'a Module>) -> Option<&'a Module> {
    let mut at: Vec<String> = if steps[0] == "crate" { Vec::new() } else { of.path.clone() };
    let mut rest = steps.iter().skip(usize::from(steps[0] == "crate")).peekable();
    while let Some(step) = rest.next_if(|step| matches!(**step, "super" | "self")) {
        if *step == "super" {
            at.pop();
        }
    }
    for step in rest {
        at.push((*step).to_owned());
        if !known.contains_key(&(of.package.as_str(), at.as_slice())) {
            at.pop();
            break;
        }
    }
    known.get(&(of.package.as_str(), at.as_slice())).copied()
}

/// Everything that can be reached from a file.
fn reached<'a>(from: &'a str, arrows: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(file) = waiting.pop() {
        waiting.extend(arrows.get(file).into_iter().flatten().filter(|next| seen.insert(**next)));
    }
    seen
}

#[test]
fn no_files_know_each_other() {
    let modules = modules();
    let known: BTreeMap<(&str, &[String]), &Module> =
        modules.iter().map(|module| ((module.package.as_str(), module.path.as_slice()), module)).collect();
    let mut arrows: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    // The root of a crate only says what there is.
    for module in modules.iter().filter(|module| !module.path.is_empty()) {
        let targets = paths(&module.text).into_iter().filter_map(|steps| target(module, &steps, &known));
        let others = targets.filter(|other| !other.path.is_empty() && other.file != module.file);
        arrows.insert(&module.file, others.map(|other| other.file.as_str()).collect());
    }
    assert!(arrows.values().map(BTreeSet::len).sum::<usize>() > 1000, "the arrows are seen");
    let circles: Vec<&str> = arrows.keys().copied().filter(|file| reached(file, &arrows).contains(file)).collect();
    assert_eq!(circles, [""; 0]);
}

/// Names that may stand twice in a crate, with the reason.
const TWICE: [(&str, &str); 1] = [("OnnxDetector", "with a network's runner and without one")];

/// The names of the types of a file. What is indented in an `impl` is a type of its trait.
fn types(text: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for line in text.lines() {
        let declared = line.trim_start();
        let mut words = declared.split_whitespace().skip_while(|word| word.starts_with("pub"));
        let kind = words.next();
        if matches!(kind, Some("struct" | "enum" | "trait")) || kind == Some("type") && !line.starts_with(' ') {
            names.extend(words.next().and_then(|name| name.split(|c: char| !c.is_alphanumeric() && c != '_').next()));
        }
    }
    names
}

#[test]
fn a_type_name_stands_once_in_a_crate() {
    let modules = modules();
    let mut places: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for module in &modules {
        for name in types(&module.text) {
            places.entry((&module.package, name)).or_default().push(&module.file);
        }
    }
    assert!(places.len() > 1000, "{}", places.len());
    places.retain(|(_, name), files| files.len() > 1 && !TWICE.iter().any(|(allowed, _)| allowed == name));
    assert_eq!(places, BTreeMap::new());
}

/// Places that may use the target of the build: code for a system, a browser or a kind of processor.
const TARGETS: [&str; 20] = [
    "crates/engine/src/",
    "crates/eye/src/detect/",
    "crates/lab/src/damage/hostile.rs",
    "crates/language/src/po.rs",
    "crates/launcher/src/main.rs",
    "crates/store/src/files/",
    "crates/trust/src/lib.rs",
    "crates/web/src/lib.rs",
    "crates/web-eye/src/lib.rs",
    "src/advice/",
    "src/camera/",
    "src/lib.rs",
    "src/live/mod.rs",
    "src/platform/",
    "src/ui/mod.rs",
    "src/ui/phones.rs",
    "src/ui/shell",
    "src/ui/watch.rs",
    "src/voice/",
    "src/worker/",
];

#[test]
fn the_target_is_asked_for_by_the_rooms_that_own_it() {
    let asks = ["target_arch", "target_os", "target_family", "cfg(unix)", "cfg(not(unix))", "cfg!(unix)", "(windows"];
    let modules = modules();
    let asking: Vec<&str> = modules
        .iter()
        .filter(|module| asks.iter().any(|ask| module.text.contains(ask)))
        .map(|module| module.file.as_str())
        .collect();
    let strays: Vec<&&str> =
        asking.iter().filter(|file| !TARGETS.iter().any(|owner| file.starts_with(owner))).collect();
    assert_eq!(strays, [&""; 0]);
    let idle: Vec<&&str> =
        TARGETS.iter().filter(|owner| !asking.iter().any(|file| file.starts_with(**owner))).collect();
    assert_eq!(idle, [&""; 0], "they own nothing any more");
}

/// Folders of the repository that texts name paths of.
const CITED: [&str; 6] = ["assets/", "crates/", "models/", "scripts/", "src/", "tests/"];

/// The paths that a line names.
fn cited(line: &str) -> impl Iterator<Item = &str> {
    let part = |letter: char| letter.is_alphanumeric() || matches!(letter, '/' | '.' | '-' | '_');
    let words = line.split(move |letter| !part(letter)).map(|word| word.trim_end_matches(['.', '/', '-']));
    words.filter(|word| CITED.iter().any(|folder| word.starts_with(folder)) || word.ends_with(".md"))
}

/// The lines of a file that people read: all, and of Rust the comments.
fn prose(path: &Path, text: &str) -> Vec<String> {
    let rust = path.extension().is_some_and(|ending| ending == "rs");
    let comment = |line: &str| if rust { Some(line.split_once("//")?.1.to_owned()) } else { Some(line.to_owned()) };
    text.lines().filter_map(comment).collect()
}

#[test]
fn what_is_cited_is_in_the_repository() {
    let mut waiting = vec![root().to_owned()];
    let (mut looked_at, mut missing) = (0, Vec::new());
    while let Some(path) = waiting.pop() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && !matches!(name.as_str(), "target" | "node_modules" | "shared")
                || path == root()
            {
                waiting.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            }
            continue;
        }
        if !matches!(path.extension().and_then(|ending| ending.to_str()), Some("rs" | "md" | "toml")) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let inner = path.strip_prefix(root()).unwrap();
        let package = root().join(inner.iter().take(2).collect::<std::path::PathBuf>());
        looked_at += 1;
        for line in prose(&path, &text) {
            let there = |word: &&str| {
                let near = [root(), path.parent().unwrap(), &package].map(|from| from.join(word));
                near.iter().any(|path| path.exists() || path.with_extension("rs").exists())
            };
            missing.extend(cited(&line).filter(|word| !there(word)).map(|word| format!("{}: {word}", inner.display())));
            // The rules and the style of the house once were numbered documents.
            missing.extend(
                ["RULES section", "RULES A", "STYLE:"]
                    .iter()
                    .filter(|old| line.contains(**old))
                    .map(|old| format!("{}: {old}", inner.display())),
            );
        }
    }
    assert!(looked_at > 500, "{looked_at}");
    missing.retain(|found| !found.starts_with("tests/sixty_one/house.rs"));
    assert_eq!(missing, [""; 0]);
}
