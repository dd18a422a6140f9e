//! Parts common to all loads: a parsed link, a watcher, quantiles of times, the use of a process.

use anyhow::{Context as _, ensure};
use socket2::{Domain, Socket, Type};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::thread::Builder;
use std::time::Duration;

/// A watcher's thread needs little.
pub(super) const STACK: usize = 128 * 1024;

/// A link taken apart.
#[derive(Clone, Debug)]
pub(super) struct Address {
    pub(super) address: SocketAddr,
    pub(super) path: String,
}

impl Address {
    pub(super) fn of(link: &str) -> anyhow::Result<Self> {
        let rest = link.strip_prefix("http://").context("a link begins with http://")?;
        let (address, path) = rest.split_once('/').context("a link has a path")?;
        let address: SocketAddr = address
            .parse()
            .with_context(|| format!("`{address}` is not an address with a port, like `127.0.0.1:6161`"))?;
        ensure!(address.ip().is_loopback(), "the crowd comes from this machine: serve with --address 127.0.0.1");
        Ok(Self { address, path: format!("/{path}") })
    }

    /// A connection from the n-th of this machine's loopback addresses: a server limits the connections of one address.
    pub(super) fn connect(&self, n: usize) -> anyhow::Result<TcpStream> {
        let from = Ipv4Addr::from(u32::from(Ipv4Addr::new(127, 0, 1, 1)) + (n as u32) / 8);
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
        socket.bind(&SocketAddr::new(IpAddr::V4(from), 0).into())?;
        socket.connect(&self.address.into()).with_context(|| format!("{} cannot be reached", self.address))?;
        Ok(socket.into())
    }

    /// Begins to hear the news of a page below this link, from the n-th address.
    pub(super) fn hear(&self, n: usize, page: &str) -> anyhow::Result<TcpStream> {
        let mut stream = self.connect(n)?;
        write!(stream, "GET {}{page} HTTP/1.1\r\nHost: {}\r\nUser-Agent: crowd\r\n\r\n", self.path, self.address)?;
        Ok(stream)
    }
}

/// Starts a watcher: hands each piece of news to `take` until it wants no more or the server ends.
pub(super) fn follow(stream: TcpStream, mut take: impl FnMut(&str) -> bool + Send + 'static) -> anyhow::Result<()> {
    let work = move || {
        let mut lines = BufReader::with_capacity(4096, stream);
        let mut line = String::new();
        while lines.read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
            if line.strip_prefix("data: ").is_some_and(|news| news.starts_with('{') && !take(news)) {
                return;
            }
            line.clear();
        }
    };
    Builder::new().stack_size(STACK).spawn(work)?;
    Ok(())
}

pub(super) fn quantiles(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    format!("p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms over {}", at(0.5), at(0.99), at(1.0), times.len())
}

/// Resources used by a process.
pub(super) struct ProcessLoad {
    resident_mib: f64,
    busy_s: f64,
}

impl ProcessLoad {
    pub(super) fn of(pid: u32) -> anyhow::Result<Self> {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).context("there is no such process")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        let resident_kib: f64 = line.trim().trim_end_matches(" kB").parse().unwrap_or_default();
        let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |n: usize| fields.get(n).and_then(|field| field.parse::<f64>().ok()).unwrap_or_default();
        // Fields 14 and 15 of proc(5), counted behind the name; a hundred ticks a second.
        Ok(Self { resident_mib: resident_kib / 1024.0, busy_s: (ticks(11) + ticks(12)) / 100.0 })
    }

    /// What the process used since then, in these seconds.
    pub(super) fn since(&self, before: &Self, seconds: f64) -> String {
        let share = (self.busy_s - before.busy_s) / seconds * 100.0;
        format!("{:.1} MiB resident, {share:.1} % of a core", self.resident_mib)
    }
}
