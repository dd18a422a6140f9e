//! The secretary's and the captains' hands: forms sent as they are, or typed into a real browser.

use crate::league::ask;
use anyhow::{Context as _, bail, ensure};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A form of a season's pages with what is typed into it.
#[derive(Clone, Debug)]
pub(super) struct TypedForm {
    /// The link of the person who types.
    pub(super) link: String,
    /// The page with the form, from the link.
    pub(super) page: String,
    pub(super) season: String,
    pub(super) form: &'static str,
    pub(super) about: u32,
    /// Facts that the person has seen.
    pub(super) seen: usize,
    pub(super) fields: Vec<(String, String)>,
}

/// Who types.
pub(super) enum Hands {
    Posts,
    Browser(Box<SeasonBrowser>),
}

impl Hands {
    /// Types a form and sends it; the page that comes.
    pub(super) fn send(&mut self, typed: &TypedForm) -> anyhow::Result<String> {
        match self {
            Self::Browser(browser) => browser.send(typed),
            Self::Posts => {
                let (path, body) = typed.body();
                let (status, text) = ask(&typed.link, path, Some(&body), None)?;
                ensure!(matches!(status, 200 | 303), "{status}: {text}");
                Ok(text)
            }
        }
    }
}

impl TypedForm {
    fn body(&self) -> (&'static str, String) {
        let (id, about) = (&self.season, self.about);
        if self.form == "captain" {
            return ("captain", format!("id={id}&team={about}"));
        }
        let mut body = format!("id={id}&form={}&about={about}&seen={}", self.form, self.seen);
        for (name, value) in &self.fields {
            body += &format!("&{name}={}", coded(value));
        }
        ("season", body)
    }
}

/// Text as a form sends it.
fn coded(text: &str) -> String {
    let letter = |byte: u8| match byte.is_ascii_alphanumeric() {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(letter).collect()
}

/// Chromium, led by a script.
pub(super) struct SeasonBrowser {
    node: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

/// Folder of the script and of what it needs.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/tests/browser");

impl SeasonBrowser {
    /// Starts it; `None` where it is not installed.
    pub(super) fn start() -> anyhow::Result<Option<Self>> {
        let chromium = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
        if !Path::new(&chromium).exists() || !Path::new(FOLDER).join("node_modules/playwright-core").exists() {
            return Ok(None);
        }
        let mut command = Command::new("node");
        command.arg("season.mjs").current_dir(FOLDER).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut node = command.spawn().context("node does not start")?;
        let to = node.stdin.take().context("no input")?;
        let from = BufReader::new(node.stdout.take().context("no output")?);
        Ok(Some(Self { node, to, from }))
    }

    fn send(&mut self, typed: &TypedForm) -> anyhow::Result<String> {
        let wanted = serde_json::json!({
            "url": format!("{}{}", typed.link, typed.page),
            "form": typed.form,
            "about": typed.about,
            "fields": typed.fields,
        });
        writeln!(self.to, "{wanted}")?;
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        let answer: serde_json::Value = serde_json::from_str(&line).context("the browser has ended")?;
        match answer["html"].as_str() {
            Some(html) => Ok(html.to_owned()),
            None => bail!("in the browser: {}", answer["error"]),
        }
    }
}

impl Drop for SeasonBrowser {
    fn drop(&mut self) {
        drop(self.node.kill());
        drop(self.node.wait());
    }
}
