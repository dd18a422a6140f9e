//! A kept minute once more: what was decided then, what is decided now.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::bail;
use serde_json::json;

use crate::live::keep::{Compared, Kind, Made, replay};
use crate::live::{Networks, Watcher};
use eye::detect::Eye;
use eye::detect::eye::Params;

/// Replays a folder and says whether the same is decided.
///
/// # Errors
/// No kept minute there, networks that cannot be used, other decisions than then.
pub(super) fn run(folder: &Path, networks: &Networks, json: bool) -> anyhow::Result<()> {
    let mut watcher = Watcher::new(Eye::new(networks.load()?, Params::default()));
    let replayed = replay(folder, &mut watcher)?;
    let out = &mut io::stdout().lock();
    let compared = replayed.compared();
    for Compared { then, now } in &compared {
        match (then, now) {
            _ if json => writeln!(out, "{}", json!({ "then": then, "now": now }))?,
            (Some(_), Some(now)) => writeln!(out, "both  {}", words(now))?,
            (Some(then), None) => writeln!(out, "then  {}", words(then))?,
            (None, Some(now)) => writeln!(out, "now   {}", words(now))?,
            (None, None) => {}
        }
    }
    let both = compared.iter().filter(|pair| pair.then.is_some() && pair.now.is_some()).count();
    let (then, pictures) = (replayed.then.len(), replayed.pictures);
    if !json && !replayed.whole {
        writeln!(
            out,
            "It was kept from the middle of an evening: what was seen before it is missing, so a decision here and there may differ."
        )?;
    }
    if !replayed.is_same() {
        bail!("{both} of {then} decisions are the same as then, {} are new", replayed.now.len() - both);
    }
    if !json {
        let exactly = if replayed.is_exact() { ", on the same pictures" } else { ", some on other pictures" };
        writeln!(out, "All {then} decisions came out the same{exactly}; {pictures} pictures were seen.")?;
    }
    Ok(())
}

/// "12.3 s 000042.jpg drop: 6-3 on the 6 (99.1 %)".
fn words((at, picture, decision): &Made) -> String {
    let kind = match decision.kind {
        Kind::Drop => "drop",
        Kind::Misread => "misread",
        Kind::Apart => "apart",
    };
    let sure = decision.sure.map_or_else(String::new, |sure| format!(" ({:.1} %)", sure * 100.0));
    let picture = picture.as_deref().unwrap_or("before the first picture");
    format!("{:6.1} s  {picture}  {kind}: {}{sure}", at.as_secs_f64(), decision.words)
}
