//! A server as people start it, in a separate process that can be killed.

use anyhow::{Context as _, ensure};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Longest wait.
const LONG: Duration = Duration::from_secs(30);

/// Makes a command that runs this program as `sixty-one`.
///
/// # Errors
/// The path of this program is unknown.
pub fn sixty_one(program: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.arg("sixty-one").args(args);
    command
}

/// A server with its links.
#[derive(Debug)]
pub struct Served {
    child: Child,
    /// For watching.
    pub watch: String,
    /// For tables.
    pub join: String,
    /// For the secretary.
    pub secretary: String,
    said: Arc<Mutex<Vec<String>>>,
}

impl Served {
    /// Starts it and waits until it has said where it is.
    ///
    /// # Errors
    /// It ended, or said nothing of links.
    pub fn start(command: &mut Command) -> anyhow::Result<Self> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let mut lines = BufReader::new(child.stdout.take().context("no output")?).lines().map_while(Result::ok);
        let is_link = |line: &String| line.starts_with("http://") || line.starts_with("https://");
        let links: Vec<String> = lines.by_ref().filter(is_link).take(3).collect();
        let [watch, join, secretary] = &links[..] else {
            let mut why = String::new();
            child.stderr.take().context("no errors")?.read_to_string(&mut why)?;
            child.wait()?;
            anyhow::bail!("the server does not start: {why}");
        };
        let said: Arc<Mutex<Vec<String>>> = Arc::default();
        let hears = Arc::clone(&said);
        std::thread::spawn(move || {
            lines.for_each(|line| hears.lock().unwrap_or_else(PoisonError::into_inner).push(line));
        });
        Ok(Self { child, watch: watch.clone(), join: join.clone(), secretary: secretary.clone(), said })
    }

    /// Returns its process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Returns its output since the start.
    #[must_use]
    pub fn said(&self) -> Vec<String> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Checks that it is still there.
    ///
    /// # Errors
    /// The system does not say.
    pub fn lives(&mut self) -> anyhow::Result<bool> {
        Ok(self.child.try_wait()?.is_none())
    }
}

impl Drop for Served {
    /// Kills it, like a power cut.
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Asks for a page, or sends something; the answer's status and body.
///
/// # Errors
/// The server does not answer.
pub fn ask(link: &str, path: &str, body: Option<&str>, key: Option<&str>) -> anyhow::Result<(u16, String)> {
    let (host, base) = link.strip_prefix("http://").context("no link")?.split_once('/').context("no path")?;
    let address: SocketAddr = host.parse()?;
    let mut stream = TcpStream::connect_timeout(&address, LONG)?;
    stream.set_read_timeout(Some(LONG))?;
    let method = if body.is_some() { "POST" } else { "GET" };
    let body = body.unwrap_or_default();
    let key = key.map(|key| format!("Authorization: Bearer {key}\r\n")).unwrap_or_default();
    write!(
        stream,
        "{method} /{base}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{key}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no status")?;
    ensure!(status != 0, "no status");
    Ok((status, body.to_owned()))
}
