//! Whether the tables that everybody sees are those that the facts come to.

use super::{Course, GAMES};
use anyhow::{Context as _, bail, ensure};
use game::league::Author;
use std::io::Write as _;
use std::process::{Command, Stdio};

impl Course {
    /// The tables of both seasons as everybody sees them are those that the script comes to.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        for id in [&self.id, &self.spring] {
            let facts = self.stage.facts(id)?;
            let wanted = worked_out(&facts)?;
            let mut shown = self.rows(id, "table", "T", &[0, 1, 2, 3, 4, 5, 6, 7])?;
            shown.extend(self.rows(id, "players", "P", &[0, 2, 3])?);
            ensure!(shown == wanted, "the tables are not as worked out\nshown: {shown:#?}\nwanted: {wanted:#?}");
        }
        let tables: usize =
            self.stage.entries(&self.spring)?.iter().filter(|entry| matches!(entry.by, Author::Table(_))).count();
        ensure!(tables == 0 || tables == GAMES, "{tables} games were counted for the other season");
        Ok(())
    }

    /// Rows of a list for spreadsheets, as the script prints them.
    fn rows(&self, id: &str, page: &str, letter: &str, columns: &[usize]) -> anyhow::Result<Vec<String>> {
        let text = self.stage.seen(&format!("season.csv?id={id}&page={page}"))?;
        let row = |line: &str| {
            let cells: Vec<&str> = line.trim_end().split(',').collect();
            let cells: Vec<&str> = columns.iter().filter_map(|&at| cells.get(at).copied()).collect();
            format!("{letter}\t{}", cells.join("\t"))
        };
        Ok(text.lines().skip(1).map(row).collect())
    }
}

/// The script's lines for these facts.
fn worked_out(facts: &str) -> anyhow::Result<Vec<String>> {
    let mut command = Command::new("python3");
    command.args(["-I", "-X", "utf8", "-c", include_str!("../table.py")]);
    let mut script = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().context("python3 does not start")?;
    script.stdin.take().context("no input")?.write_all(facts.as_bytes())?;
    let output = script.wait_with_output()?;
    if !output.status.success() {
        bail!("the script has failed");
    }
    Ok(String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect())
}
