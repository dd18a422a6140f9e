//! Structure of each crate's files: dependencies, unique type names, uses of the build target, and paths cited in
//! comments. `scripts/count-house` counts the same things.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use super::tidy::{code, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A file as a module of its crate.
pub(super) struct Module {
    pub(super) file: String,
    package: String,
    path: Vec<String>,
    text: String,
}

/// Every module of the program and of its crates.
pub(super) fn modules() -> Vec<Module> {
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

/// The paths of a text that begin with one of these names; of a group each member.
pub(super) fn paths<'a>(text: &'a str, starts: &[&'a str]) -> BTreeSet<Vec<&'a str>> {
    let mut found = BTreeSet::new();
    for start in starts {
        for (at, _) in text.match_indices(start) {
            if !text[..at].ends_with(|before| is_word(before) || before == ':' || before == '(') {
                tree(&text[at..], &[], &mut found);
            }
        }
    }
    found.into_iter().filter(|steps| starts.contains(&steps[0])).collect()
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Adds the paths at the beginning of a text, `a::{b::{c, d}, e}`, and returns where they end.
fn tree<'a>(text: &'a str, before: &[&'a str], found: &mut BTreeSet<Vec<&'a str>>) -> usize {
    let mut at = text.find(|letter| !is_word(letter) && letter != ':').unwrap_or(text.len());
    let own = text[..at].split("::").filter(|step| !step.is_empty());
    let steps: Vec<&str> = before.iter().copied().chain(own).collect();
    let group = text[..at].ends_with("::") && text[at..].starts_with('{');
    if group {
        at += 1;
        while !text[at..].trim_start().starts_with('}') && at < text.len() {
            at += text[at..].len() - text[at..].trim_start().len();
            at += tree(&text[at..], &steps, found);
            // What it is called here does not matter.
            at += text[at..].find([',', '}']).unwrap_or(text[at..].len());
            at += usize::from(text[at..].starts_with(','));
        }
        at += text[at..].find('}').map_or(0, |end| end + 1);
    }
    if !steps.is_empty() {
        found.insert(steps);
    }
    at
}

impl Module {
    /// The first step of the path from its crate's root, the room it stands in.
    pub(super) fn room(&self) -> Option<&str> {
        (self.package == "src").then(|| self.path.first().map(String::as_str)).flatten()
    }

    /// The rooms of its crate that it names.
    pub(super) fn rooms(&self) -> BTreeSet<String> {
        let first = |steps: Vec<&str>| {
            let mut at: Vec<&str> =
                if steps[0] == "crate" { Vec::new() } else { self.path.iter().map(String::as_str).collect() };
            let mut rest = steps.into_iter().skip_while(|step| *step == "crate").peekable();
            while let Some(step) = rest.next_if(|step| matches!(*step, "super" | "self")) {
                if step == "super" {
                    at.pop();
                }
            }
            at.into_iter().chain(rest).next().map(str::to_owned)
        };
        paths(&self.text, &OWN).into_iter().filter_map(first).collect()
    }
}

/// How a path begins that stays in its crate.
const OWN: [&str; 3] = ["crate", "super", "self"];

#[test]
fn of_a_group_each_member_is_a_path() {
    let text =
        "use crate::{camera::{self, Shot as Picture}, live, table::*};\nmatch self { _ => super::late::at(self.0) }";
    let found: Vec<String> = paths(text, &OWN).into_iter().map(|steps| steps.join("::")).collect();
    let wanted =
        "crate crate::camera crate::camera::Shot crate::camera::self crate::live crate::table self super::late::at";
    assert_eq!(found.join(" "), wanted);
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

/// A parent and its children count as one: what a parent names as `child::x` draws no arrow.
#[test]
fn no_files_know_each_other() {
    let modules = modules();
    let known: BTreeMap<(&str, &[String]), &Module> =
        modules.iter().map(|module| ((module.package.as_str(), module.path.as_slice()), module)).collect();
    let mut arrows: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    // The root of a crate only says what there is.
    for module in modules.iter().filter(|module| !module.path.is_empty()) {
        let targets = paths(&module.text, &OWN).into_iter().filter_map(|steps| target(module, &steps, &known));
        let others = targets.filter(|other| !other.path.is_empty() && other.file != module.file);
        arrows.insert(&module.file, others.map(|other| other.file.as_str()).collect());
    }
    assert!(arrows.values().map(BTreeSet::len).sum::<usize>() > 1000, "the arrows are seen");
    let circles: Vec<&str> = arrows.keys().copied().filter(|file| reached(file, &arrows).contains(file)).collect();
    assert_eq!(circles, [""; 0]);
}

#[test]
fn every_file_is_a_module_of_its_crate() {
    let modules = modules();
    let text = |module: &Module| fs::read_to_string(root().join(&module.file)).unwrap();
    let declares = |parent: &Module, name: &str| {
        let text = text(parent);
        let (plain, path) = (format!("mod {name};"), format!("#[path = \"{name}.rs\"]"));
        // A macro declares the rule sets from a list of their names.
        let listed = text.contains("mod $") && text.split(|letter| !is_word(letter)).any(|word| word == name);
        let is_plain =
            |line: &str| line.strip_suffix(&plain).is_some_and(|before| before.is_empty() || before.starts_with("pub"));
        listed || text.lines().map(str::trim).any(|line| line == path || is_plain(line))
    };
    let orphans: Vec<&str> = modules
        .iter()
        .filter(|module| {
            let Some((name, above)) = module.path.split_last() else { return false };
            let parents = modules.iter().filter(|parent| parent.package == module.package && parent.path == above);
            !parents.into_iter().any(|parent| declares(parent, name))
        })
        .map(|module| module.file.as_str())
        .collect();
    assert_eq!(orphans, [""; 0], "no `mod` reaches them");
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
const TARGETS: [&str; 17] = [
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

/// Endings of the files in which paths are looked for; the scripts have none.
const READ: [&str; 7] = ["rs", "md", "toml", "js", "mjs", "py", "sh"];

/// The lines of a file that people read: of code the comments, elsewhere all.
fn prose(path: &Path, text: &str) -> Vec<String> {
    let mark = match path.extension().and_then(|ending| ending.to_str()) {
        Some("rs" | "js" | "mjs") => "//",
        Some("py" | "sh") | None => "#",
        _ => "",
    };
    let comment = |line: &str| Some(line.split_once(mark)?.1.to_owned());
    text.lines().filter_map(comment).collect()
}

#[test]
fn what_is_cited_is_in_the_repository() {
    let mut waiting = vec![root().to_owned()];
    // What is made here, but not kept.
    let ignored = fs::read_to_string(root().join(".gitignore")).unwrap();
    let made: Vec<&str> = ignored.lines().filter_map(|line| line.strip_prefix('/')).collect();
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
        let script = path.extension().is_none() && path.parent().is_some_and(|folder| folder.ends_with("scripts"));
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if !script && !READ.contains(&ending) {
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
                    || made.iter().any(|made| word.starts_with(made))
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
