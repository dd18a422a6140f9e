//! `notices`: the licences of everything that is compiled into the program and was made by others, for the packages.

use anyhow::{Context as _, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Writes the names and licence texts of what others made.
#[derive(Debug, clap::Args)]
pub(super) struct NoticesArgs {
    /// The package that is given away
    #[arg(long, default_value = "sixty-one")]
    package: String,
    /// The target it is built for
    #[arg(long, value_name = "TRIPLE")]
    target: String,
    /// The file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// # Errors
/// cargo that fails, a package without its source here, a file that cannot be written.
pub(super) fn run(args: &NoticesArgs) -> anyhow::Result<()> {
    let text = notices(&metadata(&args.target)?, &args.package)?;
    fs::write(&args.out, text).with_context(|| args.out.display().to_string())
}

fn metadata(target: &str) -> anyhow::Result<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let words = ["metadata", "--locked", "--format-version", "1", "--filter-platform", target];
    let output = Command::new(cargo).args(words).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// All packages that go into `package`: what only builds or tests it does not.
fn inside<'a>(metadata: &'a Value, package: &str) -> Vec<&'a Value> {
    let packages: BTreeMap<&str, &Value> = list(&metadata["packages"]).map(|p| (word(&p["id"]), p)).collect();
    let nodes: BTreeMap<&str, &Value> = list(&metadata["resolve"]["nodes"]).map(|n| (word(&n["id"]), n)).collect();
    let mut waiting: Vec<&str> =
        packages.values().filter(|p| word(&p["name"]) == package).map(|p| word(&p["id"])).collect();
    let mut found = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        let Some(node) = nodes.get(id).filter(|_| found.insert(id)) else { continue };
        let compiled = |dep: &&Value| list(&dep["dep_kinds"]).any(|kind| kind["kind"].is_null());
        waiting.extend(list(&node["deps"]).filter(compiled).map(|dep| word(&dep["pkg"])));
    }
    // Packages without a source are ours.
    found.iter().filter_map(|id| packages.get(id).copied()).filter(|p| !p["source"].is_null()).collect()
}

/// The licence texts in a package's folder.
fn texts(package: &Value) -> anyhow::Result<BTreeSet<String>> {
    let folder = Path::new(word(&package["manifest_path"])).parent().unwrap_or(Path::new(""));
    let mut texts = BTreeSet::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())?.flatten() {
        let name = entry.file_name().to_string_lossy().to_uppercase();
        let licence = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
        if licence.iter().any(|start| name.starts_with(start)) && entry.path().is_file() {
            let text = String::from_utf8_lossy(&fs::read(entry.path())?).replace('\r', "");
            texts.insert(text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned());
        }
    }
    Ok(texts)
}

fn notices(metadata: &Value, package: &str) -> anyhow::Result<String> {
    let mut packages = inside(metadata, package);
    ensure!(!packages.is_empty(), "nothing is known of {package}");
    packages.sort_by_key(|package| (word(&package["name"]), word(&package["version"])));
    let mut out = String::from(
        "Sixty-One contains these works of others, each under the licence beside its name. The texts that the works bring follow,\n\
         each once. SQLite, which is inside too, is in the public domain.\n\n",
    );
    let mut shared: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        let name = format!("{} {}", word(&package["name"]), word(&package["version"]));
        let makers: Vec<&str> = list(&package["authors"]).map(word).collect();
        let by = if makers.is_empty() { String::new() } else { format!("; {}", makers.join(", ")) };
        out += &format!("{name}: {}{by}\n", word(&package["license"]));
        for text in texts(package)? {
            shared.entry(text).or_default().push(name.clone());
        }
    }
    for (text, names) in shared {
        out += &format!("\n{}\n{}:\n\n{text}\n", "=".repeat(100), names.join(", "));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compiled_in_is_named_with_its_texts() {
        let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        let metadata = metadata(&host).unwrap();
        let text = notices(&metadata, "sixty-one").unwrap();
        for part in [
            "\negui 0.",
            "\nrusqlite 0.",
            "\ntract-onnx 0.",
            "Permission is hereby granted, free of charge",
            "Apache License",
        ] {
            assert!(text.contains(part), "{part}");
        }
        // A tool of the tests, and one of our own.
        assert!(!text.contains("\negui_kittest ") && !text.contains("\nsixty-one-game "));
        assert!(text.lines().filter(|line| line.contains(": MIT")).count() > 100);
    }
}
