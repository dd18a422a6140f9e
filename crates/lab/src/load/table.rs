//! `sixty-one-lab load table`: measures how long many watchers at one table, some of them asleep, wait for an entry.

use super::link::{Address, ProcessLoad, follow, quantiles};
use anyhow::{Context as _, bail, ensure};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Longest wait.
const LONG: Duration = Duration::from_secs(30);

/// Sends a crowd of watchers to a server on this machine (`sixty-one serve --enter --address 127.0.0.1`) and enters drops.
#[derive(Debug, clap::Args)]
pub(super) struct TableLoadArgs {
    /// The link for watching
    #[arg(long, value_name = "LINK")]
    watch: String,
    /// The link for entering
    #[arg(long, value_name = "LINK")]
    enter: String,
    /// Watchers, from many addresses of this machine
    #[arg(long, default_value_t = 200)]
    watchers: usize,
    /// Connections that never read, of these
    #[arg(long, default_value_t = 0)]
    asleep: usize,
    /// Acts
    #[arg(long, default_value_t = 100)]
    acts: usize,
    /// Milliseconds between two acts
    #[arg(long, default_value_t = 100)]
    pause: u64,
    /// The server's process: its memory and time are reported too
    #[arg(long)]
    pid: Option<u32>,
}

/// The body of the answer to a request.
fn ask(address: &Address, request: &str) -> anyhow::Result<String> {
    let mut stream = address.connect(9_000)?;
    stream.set_read_timeout(Some(LONG))?;
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
    ensure!(head.starts_with("HTTP/1.1 200"), "{}", head.lines().next().unwrap_or_default());
    Ok(body.to_owned())
}

/// Enters something; how long until the table had answered.
fn enter(address: &Address, act: &str, number: usize, snapshot: u64) -> anyhow::Result<Duration> {
    let body = format!("act={}&number=crowd.{number}&edition={snapshot}", act.replace(' ', "+"));
    let begun = Instant::now();
    let answer = ask(
        address,
        &format!(
            "POST {}act HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAccept: application/json\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            address.path,
            address.address,
            body.len()
        ),
    )?;
    let took = begun.elapsed();
    ensure!(answer.contains("\"ok\":true"), "the table refused {act}: {answer}");
    Ok(took)
}

/// A watcher has seen a snapshot.
type SeenSnapshot = (u64, Instant);

/// The snapshot that a piece of news is about.
fn snapshot(news: &str) -> Option<u64> {
    news.strip_prefix("{\"edition\":")?.split(',').next()?.parse().ok()
}

/// Waits until `most` watchers have seen something newer than `after`; when each did, and what.
fn wait(seen: &Receiver<SeenSnapshot>, after: u64, most: usize) -> anyhow::Result<(u64, Vec<Instant>)> {
    let (mut newest, mut times) = (after, Vec::new());
    while times.len() < most {
        let (snapshot, at) = seen.recv_timeout(LONG).context("a watcher was not told")?;
        if snapshot > after {
            newest = newest.max(snapshot);
            times.push(at);
        }
    }
    Ok((newest, times))
}

#[expect(clippy::print_stdout, reason = "the result is the command's output")]
pub(super) fn run(wanted: &TableLoadArgs) -> anyhow::Result<()> {
    let (watching, entering) = (Address::of(&wanted.watch)?, Address::of(&wanted.enter)?);
    let (tell, seen) = channel();
    let asleep: Vec<TcpStream> = (0..wanted.asleep).map(|n| watching.hear(n, "feed")).collect::<anyhow::Result<_>>()?;
    for n in 0..wanted.watchers {
        let tell = tell.clone();
        follow(watching.hear(wanted.asleep + n, "feed")?, move |news| {
            snapshot(news).is_none_or(|snapshot| tell.send((snapshot, Instant::now())).is_ok())
        })?;
    }
    let (mut now, first) = wait(&seen, 0, wanted.watchers)?;
    println!("{} watch, {} sleep", first.len(), asleep.len());
    let before = wanted.pid.map(ProcessLoad::of).transpose()?;
    let begun = Instant::now();
    let (mut answered, mut told) = (Vec::new(), Vec::new());
    // The same tile, dropped and taken back: every act is stored and shown.
    enter(&entering, "tile 6-6", 1, now)?;
    now = wait(&seen, now, wanted.watchers)?.0;
    for n in 0..wanted.acts {
        std::thread::sleep(Duration::from_millis(wanted.pause));
        let act = if n % 2 == 0 { "undo" } else { "redo" };
        let sent = Instant::now();
        answered.push(enter(&entering, act, n + 2, now)?);
        let (newest, times) = wait(&seen, now, wanted.watchers)?;
        now = newest;
        told.extend(times.into_iter().map(|at| at.saturating_duration_since(sent)));
    }
    if answered.is_empty() {
        bail!("nothing was entered");
    }
    println!("from the tap to the table's answer: {}", quantiles(&mut answered));
    println!("from the tap to a watcher:          {}", quantiles(&mut told));
    if let (Some(pid), Some(before)) = (wanted.pid, before) {
        println!("the server: {}", ProcessLoad::of(pid)?.since(&before, begun.elapsed().as_secs_f64()));
    }
    Ok(())
}
