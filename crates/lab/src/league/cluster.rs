//! A PostgreSQL of our own for a while: a private cluster in a folder, made and started with what Debian's package has, killed at
//! will, gone at the end.

use anyhow::{Context as _, bail, ensure};
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Starting takes no longer, after a kill too.
const LONG: Duration = Duration::from_secs(60);
/// PostgreSQL's own.
const PORT: u16 = 5432;
/// Owner of the databases.
const USER: &str = "sixty_one";

/// Finds the programs of the newest PostgreSQL on this machine.
#[must_use]
pub fn programs() -> Option<PathBuf> {
    let versions =
        fs::read_dir("/usr/lib/postgresql").ok()?.map_while(Result::ok).map(|entry| entry.path().join("bin"));
    versions.filter(|bin| bin.join("initdb").exists()).max()
}

/// A cluster. It listens at a socket in its folder, and nowhere else.
#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    bin: PathBuf,
    server: Option<Child>,
    port: u16,
    /// Further arguments of the server.
    more: Vec<String>,
}

/// Runs PostgreSQL as another user, because it never runs as root.
fn as_its_user(program: &Path) -> Command {
    let root = fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0);
    if !root {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", "postgres", "--regid", "postgres", "--init-groups"]).arg(program);
    command.current_dir("/");
    command
}

fn run(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("{command:?} cannot be started"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

impl Cluster {
    /// Makes one and starts it.
    ///
    /// # Errors
    /// No PostgreSQL, or it does not start.
    pub fn start() -> anyhow::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        // The path of a socket is short.
        let folder = std::env::temp_dir().join(format!("61-pg-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Self::start_in(&folder)
    }

    /// Makes one in an empty folder and starts it.
    ///
    /// # Errors
    /// As [`Self::start`].
    pub fn start_in(folder: &Path) -> anyhow::Result<Self> {
        let bin = programs().context("PostgreSQL is not installed (scripts/install-missing test)")?;
        let mut cluster = Self { folder: folder.to_owned(), bin, server: None, port: PORT, more: Vec::new() };
        if fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0) {
            run(Command::new("chown").arg("postgres").arg(&cluster.folder))?;
        }
        // Small pieces of log: it is in a temporary folder.
        let mut make = as_its_user(&cluster.bin.join("initdb"));
        make.args(["--auth", "trust", "--username", USER, "--encoding", "UTF8", "--wal-segsize", "1", "--pgdata"]);
        run(make.arg(cluster.data()))?;
        cluster.begin()?;
        Ok(cluster)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Starts it, again after a kill; returns when it answers.
    ///
    /// # Errors
    /// It does not answer.
    pub fn begin(&mut self) -> anyhow::Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < LONG {
            let mut server = as_its_user(&self.bin.join("postgres"));
            server.arg("-D").arg(self.data()).arg("-k").arg(&self.folder);
            server
                .args(["-c", "listen_addresses=", "-c", "max_wal_size=32MB", "-c", "min_wal_size=8MB"])
                .args(&self.more);
            let log = fs::OpenOptions::new().create(true).append(true).open(self.folder.join("log"))?;
            let mut child = server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn()?;
            // The leftovers of a kill may hold it up: then it ends, and is started again.
            while child.try_wait()?.is_none() && begun.elapsed() < LONG {
                if self.query("postgres", "SELECT 1").is_ok() {
                    self.server = Some(child);
                    return Ok(());
                }
                std::thread::sleep(Duration::from_millis(30));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        bail!("PostgreSQL does not start: {}", fs::read_to_string(self.folder.join("log")).unwrap_or_default())
    }

    /// Kills all of it, as a power cut would.
    ///
    /// # Errors
    /// The system does not kill.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        let Some(mut server) = self.server.take() else { return Ok(()) };
        let all: Vec<String> = children_of(server.id()).into_iter().map(|pid| pid.to_string()).collect();
        server.kill()?;
        // A process that has ended is killed enough.
        let _gone = Command::new("kill").arg("-9").args(&all).stderr(Stdio::null()).status();
        server.wait()?;
        Ok(())
    }

    /// Starts it again so that it takes only encrypted connections over the network, with a certificate of its own;
    /// the certificate's fingerprint, as `openssl` shows it.
    ///
    /// # Errors
    /// `openssl`, or PostgreSQL.
    pub fn encrypt(&mut self, port: u16) -> anyhow::Result<String> {
        let (certificate, key) = (self.data().join("server.crt"), self.data().join("server.key"));
        let mut make = as_its_user(Path::new("/usr/bin/openssl"));
        make.args(["req", "-x509", "-nodes", "-newkey", "rsa:2048", "-days", "2", "-subj", "/CN=database", "-keyout"]);
        run(make.arg(&key).arg("-out").arg(&certificate))?;
        let mut show = as_its_user(Path::new("/usr/bin/openssl"));
        show.args(["x509", "-noout", "-fingerprint", "-sha256", "-in"]).arg(&certificate);
        let fingerprint = run(&mut show)?.rsplit('=').next().unwrap_or_default().to_owned();
        fs::write(self.data().join("pg_hba.conf"), "local all all trust\nhostssl all all 127.0.0.1/32 trust\n")?;
        self.more = ["listen_addresses=127.0.0.1".to_owned(), format!("port={port}"), "ssl=on".to_owned()]
            .into_iter()
            .flat_map(|setting| ["-c".to_owned(), setting])
            .collect();
        self.kill()?;
        self.port = port;
        self.begin()?;
        Ok(fingerprint)
    }

    /// Makes a database; its address.
    ///
    /// # Errors
    /// PostgreSQL.
    pub fn database(&self, name: &str) -> anyhow::Result<String> {
        self.query("postgres", &format!("CREATE DATABASE {name}"))?;
        Ok(format!("postgres:///{name}?host={}&user={USER}", self.folder.display()))
    }

    /// Asks a database, by its own program.
    ///
    /// # Errors
    /// The database's error.
    pub fn query(&self, database: &str, sql: &str) -> anyhow::Result<String> {
        let mut command = Command::new(self.bin.join("psql"));
        command.arg("-h").arg(&self.folder).args([
            "-p",
            &self.port.to_string(),
            "-U",
            USER,
            "-XAtq",
            "-c",
            sql,
            database,
        ]);
        run(&mut command)
    }
}

/// The processes that one has started.
fn children_of(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().map_while(Result::ok);
    let number = |entry: fs::DirEntry| entry.file_name().to_str()?.parse::<u32>().ok();
    let is_child = |pid: &u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let after = stat.rsplit(')').next().unwrap_or_default();
        after.split_whitespace().nth(1).and_then(|ppid| ppid.parse().ok()) == Some(parent)
    };
    processes.filter_map(number).filter(is_child).collect()
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.kill());
        drop(fs::remove_dir_all(&self.folder));
    }
}
