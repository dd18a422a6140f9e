//! Replays a saved minute and compares the decisions.

use crate::cli::out::Out;
use std::io::Write as _;
use std::path::Path;

use anyhow::bail;
use serde_json::json;

use crate::live::keep::{Compared, Kind, Made, replay};
use crate::live::{Networks, Tracker};
use eye::detect::Eye;
use eye::detect::eye::Params;
use language::say;

/// Replays a folder and says whether the same is decided.
///
/// # Errors
/// No kept minute there, networks that cannot be used, other decisions than then.
pub(super) fn run(folder: &Path, networks: &Networks, json: bool) -> anyhow::Result<()> {
    let mut watcher = Tracker::new(Eye::new(networks.load()?, Params::default()));
    let replayed = replay(folder, &mut watcher)?;
    let out = &mut Out;
    let compared = replayed.compared();
    for Compared { then, now } in &compared {
        match (then, now) {
            _ if json => writeln!(out, "{}", json!({ "then": then, "now": now }))?,
            (Some(_), Some(now)) => writeln!(out, "{}", say!("both  {what}", what = words(now)))?,
            (Some(then), None) => writeln!(out, "{}", say!("then  {what}", what = words(then)))?,
            (None, Some(now)) => writeln!(out, "{}", say!("now   {what}", what = words(now)))?,
            (None, None) => {}
        }
    }
    let both = compared.iter().filter(|pair| pair.then.is_some() && pair.now.is_some()).count();
    let (then, pictures) = (replayed.then.len(), replayed.pictures);
    if !json && !replayed.whole {
        let words = say!(
            "This minute was saved partway through a match, so earlier pictures are missing and a few decisions may differ."
        );
        writeln!(out, "{words}")?;
    }
    if !replayed.is_same() {
        let new = replayed.now.len() - both;
        bail!(say!("{both} of {then} decisions are unchanged, {new} are new", both, then, new));
    }
    if !json {
        let words = if replayed.is_exact() {
            say!(
                "All {then} decisions came out the same, on the same pictures; {pictures} pictures were read.",
                then,
                pictures
            )
        } else {
            say!(
                "All {then} decisions came out the same, some on other pictures; {pictures} pictures were read.",
                then,
                pictures
            )
        };
        writeln!(out, "{words}")?;
    }
    Ok(())
}

/// "12.3 s 000042.jpg drop: 6-3 on the 6 (99.1 %)".
fn words((at, picture, decision): &Made) -> String {
    let kind = match decision.kind {
        Kind::Drop => say!("drop"),
        Kind::Misread => say!("misread"),
        Kind::Apart => say!("disagreement"),
    };
    let sure = decision.sure.map_or_else(String::new, |sure| format!(" ({:.1} %)", sure * 100.0));
    let picture = picture.as_deref().unwrap_or(say!("before the first picture"));
    format!("{:6.1} s  {picture}  {kind}: {}{sure}", at.as_secs_f64(), decision.words)
}
