//! Dependencies between crates and folders. One that points upwards fails here on the day it is made.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use super::house::{Module, modules, paths};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file below a folder, or the one file, with what is code in it: comments and the tests at its end are left out.
pub(super) fn code(folder: &str) -> Vec<(PathBuf, String)> {
    let mut paths = vec![root().join(folder)];
    let mut files = Vec::new();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            files.push((path.strip_prefix(root()).unwrap().to_owned(), lines.collect::<Vec<_>>().join("\n")));
        }
    }
    assert!(!files.is_empty(), "nothing in {folder}");
    files
}

/// The files below `folder` in which one of `words` stands.
fn naming(folder: &str, words: &[&str]) -> Vec<String> {
    let names = |text: &str| words.iter().any(|word| text.contains(word));
    let mut files: Vec<String> =
        code(folder).into_iter().filter(|(_, text)| names(text)).map(|(path, _)| path.display().to_string()).collect();
    files.sort();
    files
}

const CRATES: [&str; 6] = [
    "crates/game/src",
    "crates/engine/src",
    "crates/eye/src",
    "crates/tracker/src",
    "crates/adviser/src",
    "crates/scene/src",
];

#[test]
fn the_crates_know_no_clock_thread_file_or_window() {
    for folder in CRATES {
        assert_eq!(naming(folder, &["SystemTime", "std::net", "std::env", "egui", "println!"]), [""; 0]);
    }
    // The engine measures whether threads are worth having; what it computes is the same with any number of them.
    let clocks: Vec<String> = CRATES.iter().flat_map(|folder| naming(folder, &["Instant"])).collect();
    assert_eq!(clocks, ["crates/engine/src/share.rs"]);
    // Work is shared out among the threads that the caller names, and files are a feature of the eye.
    let files: Vec<String> = CRATES.iter().flat_map(|folder| naming(folder, &["std::thread", "std::fs"])).collect();
    assert_eq!(
        files,
        ["crates/eye/src/detect/onnx.rs", "crates/eye/src/detect/shares.rs", "crates/eye/src/picture.rs"]
    );
}

#[test]
fn outside_libraries_have_one_place_each() {
    let all = || CRATES.into_iter().chain(["src", "crates/lab/src", "crates/store/src", "crates/club/src"]);
    let find = |words: &[&str]| all().flat_map(|folder| naming(folder, words)).collect::<Vec<_>>();
    assert_eq!(find(&["tract_onnx", "tract_linalg"]), ["crates/eye/src/detect/tract.rs"]);
    assert_eq!(find(&["nokhwa::"]), ["src/camera/webcam.rs"]);
    assert_eq!(find(&["v4l::"]), ["src/camera/kernel.rs"]);
    assert_eq!(find(&["rumqttc::"]), ["src/feed/mqtt.rs"]);
    assert_eq!(find(&["sys_locale::"]), ["src/platform/spoken.rs"]);
    let strays =
        |words: &[&str], room: &str| find(words).into_iter().filter(|f| !f.starts_with(room)).collect::<Vec<_>>();
    assert_eq!(strays(&["rusqlite"], "crates/store/src/"), [""; 0]);
    assert_eq!(strays(&["tokio_postgres"], "crates/club/src/postgres/"), [""; 0]);
    assert_eq!(find(&["eframe::"]), ["src/ui/app.rs"]);
    // The window, and what it is drawn with: the peg board is drawn without a window too, with the system's letters.
    let drawn: Vec<String> =
        strays(&["egui::"], "src/ui/").into_iter().filter(|f| !f.starts_with("src/widgets/")).collect();
    assert_eq!(drawn, find(&["egui_system_font_provider::"]));
    assert_eq!(drawn, ["src/platform/letters.rs"]);
}

#[test]
fn nothing_outside_the_theme_names_a_colour_by_number() {
    let places = |folder: &str| naming(folder, &["Color32::from_rgb(", "from_hex("]);
    assert_eq!([places("src/ui"), places("src/widgets")].concat(), ["src/widgets/theme.rs"]);
}

/// The crates and the program, each with those of them that it knows, and those that only its tests know.
const HOUSE: [(&str, &[&str], &[&str]); 19] = [
    ("adviser", &["game", "language"], &[]),
    ("club", &["game", "language", "server", "store", "trust"], &[]),
    ("engine", &[], &[]),
    ("eye", &["engine", "game", "language"], &["scene"]),
    ("eye-jobs", &["eye", "game", "language", "scene", "simulator", "store", "tracker"], &[]),
    ("game", &["language"], &[]),
    ("lab", &["adviser", "club", "eye", "game", "scene", "server", "simulator", "sixty-one", "store", "tracker"], &[]),
    ("language", &[], &[]),
    ("launcher", &[], &[]),
    ("scene", &["eye", "game"], &[]),
    ("server", &["game", "language"], &[]),
    ("simulator", &["eye", "game", "language", "scene"], &[]),
    (
        "sixty-one",
        &["adviser", "club", "eye", "eye-jobs", "game", "language", "server", "simulator", "store", "tracker", "trust"],
        &["scene"],
    ),
    ("store", &["game", "language"], &[]),
    ("tracker", &["eye", "game", "language"], &[]),
    ("trust", &["language"], &[]),
    ("v4l2-sys", &[], &[]),
    ("web", &["adviser", "language", "sixty-one", "store"], &[]),
    ("web-eye", &["eye", "eye-jobs", "game", "language", "tracker"], &[]),
];

/// The rooms of the program from the ground up, each with those below it that it knows.
const ROOMS: [(&str, &[&str]); 12] = [
    ("widgets", &[]),
    ("platform", &[]),
    ("worker", &[]),
    ("sheet", &[]),
    ("voice", &["worker"]),
    ("feed", &["platform", "worker"]),
    ("table", &[]),
    ("camera", &["platform", "worker"]),
    ("live", &["worker", "table", "camera"]),
    ("advice", &["worker"]),
    ("ui", &["widgets", "platform", "worker", "sheet", "voice", "table", "camera", "live", "advice"]),
    ("cli", &["widgets", "platform", "worker", "sheet", "voice", "feed", "table", "camera", "live", "advice", "ui"]),
];

/// The crates of the house that a manifest names: those it is built with, and those that only its tests use.
fn dependencies(manifest: &str) -> [Vec<&'static str>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    let mut section = "";
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        }
        // The workspace's table says where the crates are.
        if !section.ends_with("dependencies]") || section.starts_with("[workspace") {
            continue;
        }
        let named = line.split(['.', ' ', '=']).next();
        let known = HOUSE.iter().find(|(name, ..)| named == Some(*name));
        found[usize::from(section.ends_with("dev-dependencies]"))].extend(known.map(|(name, ..)| *name));
    }
    for names in &mut found {
        names.sort_unstable();
        names.dedup();
    }
    let [own, tests] = found;
    let tests = tests.into_iter().filter(|name| !own.contains(name)).collect();
    [own, tests]
}

#[test]
fn a_crate_knows_only_the_crates_it_may() {
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut found = vec![("sixty-one".to_owned(), root().join("Cargo.toml"))];
    found
        .extend(crates.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), path.join("Cargo.toml"))));
    found.retain(|(_, manifest)| manifest.exists());
    for (name, manifest) in &found {
        let known = dependencies(&fs::read_to_string(manifest).unwrap());
        let may = HOUSE.iter().find(|(other, ..)| other == name).unwrap_or_else(|| panic!("{name} is not in the list"));
        assert_eq!(known, [may.1, may.2], "{name}");
    }
    assert_eq!(found.len(), HOUSE.len());
}

#[test]
fn a_room_knows_only_the_rooms_below_it() {
    let rooms: Vec<&str> = ROOMS.iter().map(|(room, _)| *room).collect();
    let modules: Vec<Module> = modules().into_iter().filter(|module| module.room().is_some()).collect();
    for module in &modules {
        assert!(rooms.contains(&module.room().unwrap()), "{} is in no room of the list", module.file);
    }
    for (floor, (room, may)) in ROOMS.iter().enumerate() {
        let own = || modules.iter().filter(|module| module.room() == Some(*room));
        assert!(own().count() > 0, "{room}");
        let names = |other: &&&str| *other != room && own().any(|module| module.rooms().contains(**other));
        let known: Vec<&str> = rooms.iter().filter(names).copied().collect();
        assert_eq!(known, *may, "{room}");
        assert!(known.iter().all(|other| rooms[..floor].contains(other)), "{room} knows a room above it");
    }
}

/// The Rust files below the folders in which a path begins with these two steps.
fn reaching(folders: &[&str], [start, next]: [&str; 2]) -> Vec<String> {
    let files = folders.iter().flat_map(|folder| code(folder));
    let reaches = |text: &str| paths(text, &[start]).iter().any(|steps| steps.get(1) == Some(&next));
    files.filter(|(_, text)| reaches(text)).map(|(path, _)| path.display().to_string()).collect()
}

#[test]
fn nothing_but_what_starts_the_window_knows_it() {
    let outside = modules().into_iter().filter(|module| module.room().is_some_and(|room| room != "ui"));
    let from_outside: Vec<String> =
        outside.filter(|module| module.rooms().contains("ui")).map(|module| module.file).collect();
    assert_eq!(from_outside, ["src/cli/app.rs"]);
    // Of other programs only the page in a browser is one.
    let others = ["crates/lab/src", "crates/lab/tests", "crates/lab/benches"];
    assert_eq!(reaching(&others, ["sixty_one", "ui"]), [""; 0]);
    assert!(reaching(&others, ["sixty_one", "live"]).len() > 1, "what they know is seen");
    // Matches are changed and stored in one place.
    let journals = naming("src", &["Journal"]);
    let strays: Vec<_> = journals.iter().filter(|file| !file.starts_with("src/table/")).collect();
    assert_eq!(strays, ["src/cli/watch.rs", "src/ui/keeper.rs"], "who hands a journal to the table");
    assert_eq!(naming("src", &["journal.record("]), ["src/table/mod.rs"]);
    // A widget gets plain values: nothing of the disk either.
    assert_eq!(naming("src/widgets", &["store::"]), [""; 0]);
}

#[test]
fn the_network_is_served_from_one_crate_that_knows_neither_window_nor_disk() {
    let server = "crates/server/src";
    assert_eq!(naming(server, &["egui", "rusqlite", "sixty_one::", "eye::", "std::fs", "println!"]), [""; 0]);
    assert_eq!(naming(server, &["rcgen::"]), ["crates/server/src/network/certificate.rs"]);
    let elsewhere = CRATES.into_iter().chain(["src", "crates/lab/src", "crates/club/src", "crates/store/src"]);
    let crates = ["axum::", "tokio::", "hyper::", "rustls::"];
    let strays: Vec<String> = elsewhere.flat_map(|folder| naming(folder, &crates)).collect();
    // A database of many clubs is a server too, and has a separate folder.
    let strays: Vec<String> =
        strays.into_iter().filter(|file| !file.starts_with("crates/club/src/postgres/")).collect();
    // TLS towards other servers is set up in a crate for all, and put round HTTP in one file.
    assert_eq!(strays, ["src/platform/http.rs"]);
}

#[test]
fn the_tracker_knows_neither_camera_nor_simulator_nor_store() {
    assert_eq!(
        naming("crates/tracker/src", &["sixty_one::", "simulator::", "store::", "scene::", "tract_onnx"]),
        [""; 0]
    );
}

/// Reports whether a package under this licence is allowed. `OR` is a choice, `AND` binds closer; with brackets every
/// name has to be allowed.
fn may_come_in(licence: &str, allowed: &[&str]) -> bool {
    let fine = |name: &str| allowed.contains(&name.split(" WITH ").next().unwrap_or_default().trim());
    let plain = licence.replace('/', " OR ");
    if plain.contains('(') {
        return plain.replace(['(', ')'], " ").replace(" AND ", " OR ").split(" OR ").all(fine);
    }
    plain.split(" OR ").any(|choice| choice.split(" AND ").all(fine))
}

#[test]
fn what_comes_in_is_licensed_and_comes_from_the_one_registry() {
    let rules = fs::read_to_string(root().join("deny.toml")).unwrap();
    let list = rules.lines().find_map(|line| line.strip_prefix("allow = [")).unwrap();
    let allowed: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert!(may_come_in("(MIT OR Apache-2.0) AND Unicode-3.0", &allowed) && !may_come_in("GPL-3.0-only", &allowed));
    assert!(!may_come_in("MIT AND LGPL-2.1", &allowed));
    // Packages for other systems need not have been fetched here: those for this one are looked at.
    let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let mut command = std::process::Command::new(env!("CARGO"));
    command.current_dir(root()).args(["metadata", "--locked", "--offline", "--format-version", "1"]);
    let output = command.args(["--filter-platform", &host]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let all: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = all["packages"].as_array().unwrap();
    assert!(packages.len() > 200, "{}", packages.len());
    for package in packages {
        let (name, licence) = (&package["name"], package["license"].as_str().unwrap_or_default());
        assert!(may_come_in(licence, &allowed), "{name}: {licence}");
        let source = package["source"].as_str();
        assert!(source.is_none_or(|source| source.starts_with("registry+")), "{name} comes from {source:?}");
    }
}

/// Words of translated English: a club player would say each of these sentences differently.
const TICS: [&str; 11] =
    ["whoever", "nobody", "so many", "is said", "is told", "is no", "anew", "lies", "surely", "of late", "by itself"];

/// The words of the list in a text, outside code, quotations and the places of a sentence.
fn tics(text: &str) -> Vec<&'static str> {
    let mut plain = text.to_lowercase();
    for [open, close] in [['`', '`'], ['"', '"'], ['“', '”'], ['{', '}']] {
        plain = plain.split([open, close]).step_by(2).collect::<Vec<_>>().join(" ");
    }
    let words: Vec<&str> =
        plain.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let found = |tic: &str| {
        let tic: Vec<&str> = tic.split(' ').collect();
        let idiom = |at: usize| {
            tic == ["is", "no"] && (words.get(at + 2) == Some(&"longer") || at > 0 && words[at - 1] == "there")
        };
        words.windows(tic.len()).enumerate().any(|(at, window)| window == tic && !idiom(at))
    };
    TICS.into_iter().filter(|tic| found(tic)).collect()
}

/// The comments of a file, each as one line.
fn comments(text: &str) -> Vec<String> {
    let mut comments = vec![String::new()];
    for line in text.lines().map(str::trim_start) {
        match line.strip_prefix("//").map(|line| line.trim_start_matches(['/', '!'])) {
            Some(line) => comments.last_mut().unwrap().push_str(line),
            None if comments.last().is_some_and(|last| !last.is_empty()) => comments.push(String::new()),
            None => {}
        }
    }
    comments
}

/// Returns every Rust file below a folder, unchanged.
fn sources(folder: &str) -> Vec<(String, String)> {
    let read =
        |(path, _): (PathBuf, String)| (path.display().to_string(), fs::read_to_string(root().join(path)).unwrap());
    code(folder).into_iter().map(read).collect()
}

#[test]
fn what_people_read_is_plain_english() {
    assert_eq!(tics("Whoever lies is no broker"), ["whoever", "is no", "lies"]);
    assert_eq!(tics("there is no camera, `nobody`, it is no longer \"anew\""), [""; 0]);
    let mut texts = vec![("README.md".to_owned(), fs::read_to_string(root().join("README.md")).unwrap())];
    for chapter in fs::read_dir(root().join("assets/handbook/src")).unwrap().map(|entry| entry.unwrap().path()) {
        texts.push((chapter.display().to_string(), fs::read_to_string(chapter).unwrap()));
    }
    for sentence in language::sentences(language::Language::Spanish) {
        let english = [Some(sentence.english), sentence.english_many].into_iter().flatten();
        texts.extend(english.map(|words| ("a sentence".to_owned(), words.to_owned())));
    }
    assert!(texts.len() > 1000, "{}", texts.len());
    let strays: Vec<_> =
        texts.iter().map(|(place, text)| (place, tics(text))).filter(|(_, tics)| !tics.is_empty()).collect();
    assert!(strays.is_empty(), "{strays:#?}");
}

#[test]
fn comments_are_plain_english_and_make_sense_alone() {
    let files = ["src", "crates", "tests"].into_iter().flat_map(sources);
    let cleaned = files.filter(|(path, _)| !UNREAD.iter().any(|unread| path.starts_with(unread)));
    let mut strays = Vec::new();
    for (path, text) in cleaned {
        for comment in comments(&text) {
            let tics = tics(&comment);
            let leans = comment.trim_start().starts_with("..") || comment.contains("See [`");
            if leans || !tics.is_empty() {
                strays.push(format!("{path}: {tics:?} in {comment}"));
            }
        }
    }
    assert!(strays.is_empty(), "{strays:#?}");
}

/// Files with comments that were not reviewed.
const UNREAD: [&str; 1] = ["tests/sixty_one/tidy.rs"];

#[test]
fn readme_and_reports_keep_to_their_length() {
    assert!(fs::read_to_string(root().join("README.md")).unwrap().lines().count() <= 60);
    let reports = fs::read_dir(root().join("crates/lab/reports")).unwrap().map(|entry| entry.unwrap().path());
    let words: usize = reports.map(|report| fs::read_to_string(report).unwrap().split_whitespace().count()).sum();
    assert!(words > 0 && words <= 8_000, "{words} words");
}

#[test]
fn what_plays_the_pages_runs_in_node_18() {
    let later =
        ["import.meta.dirname", "import.meta.filename", ".toSorted(", ".toReversed(", ".toSpliced(", "Object.groupBy"];
    for folder in ["tests/web", "crates/server/tests/browser"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "mjs") {
                let text = fs::read_to_string(&path).unwrap();
                let found: Vec<&&str> = later.iter().filter(|word| text.contains(**word)).collect();
                assert!(found.is_empty(), "{}: {found:?}", path.display());
            }
        }
    }
}
