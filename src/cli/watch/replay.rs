//! A kept minute once more: what was decided then, what is decided now.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::bail;
use serde_json::json;

use crate::live::keep::{Kind, Made, replay};
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
    for i in 0..replayed.then.len().max(replayed.now.len()) {
        let (then, now) = (replayed.then.get(i), replayed.now.get(i));
        if json {
            writeln!(out, "{}", json!({ "then": then, "now": now }))?;
            continue;
        }
        match (then, now) {
            (Some(then), Some(now)) if then.1 == now.1 && then.2.is_same(&now.2) => {
                writeln!(out, "  =   {}", words(now))?;
            }
            (then, now) => {
                for (mark, made) in [("then", then), ("now", now)] {
                    writeln!(out, "  {mark:<4}{}", made.map_or_else(|| "nothing".to_owned(), words))?;
                }
            }
        }
    }
    let (then, now) = (replayed.then.len(), replayed.now.len());
    if !replayed.is_same() {
        bail!("other decisions than then: {then} then, {now} now, on {} pictures", replayed.pictures);
    }
    if !json {
        let decisions = if now == 1 { "decision".to_owned() } else { format!("{now} decisions") };
        writeln!(out, "the same {decisions} as then, on {} pictures", replayed.pictures)?;
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
