//! Faults of a machine: its network by namespaces of the kernel, its disk by a small one in memory, its clock by
//! libfaketime. A fault that can't be produced is left out and reported.

use super::served::sixty_one;
use anyhow::{Context as _, ensure};
use game::rng::Rng;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn run(program: &str, args: &[&str]) -> anyhow::Result<()> {
    let output = Command::new(program).args(args).output().with_context(|| format!("{program} is missing"))?;
    ensure!(output.status.success(), "{program} {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// Error of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Skew(Option<&'static str>);

impl Skew {
    /// Half of all clocks are right.
    pub(super) fn of(rng: &mut Rng) -> Self {
        const WRONG: [&str; 5] = ["-3d", "-90m", "-2s", "+10m", "+3d"];
        Self(rng.chance(0.5).then(|| WRONG[rng.below(WRONG.len())]))
    }
}

/// One machine for tables and one for the server, as far as this one can pretend.
#[derive(Debug)]
pub(super) struct Machine {
    program: PathBuf,
    folder: PathBuf,
    /// The namespace in which the tables are.
    tables: Option<String>,
    /// The cable, and the server's address at it.
    cable: String,
    address: String,
    /// Library that makes clocks wrong.
    clocks: Option<PathBuf>,
    disks: bool,
}

impl Machine {
    pub(super) fn new(program: &Path, worker: usize) -> anyhow::Result<Self> {
        let process = std::process::id();
        let folder = std::env::temp_dir().join(format!("61-faults-{process}-{worker}"));
        fs::create_dir_all(&folder)?;
        let clocks = fs::read_dir("/usr/lib").into_iter().flatten().map_while(Result::ok);
        // The library itself: its program stays in front of its child, and would be killed instead.
        let clocks = clocks.map(|entry| entry.path().join("faketime/libfaketimeMT.so.1")).find(|path| path.exists());
        let mut machine = Self {
            program: program.to_owned(),
            folder,
            tables: None,
            cable: format!("l{}w{worker}", process % 100_000),
            address: "127.0.0.1".to_owned(),
            clocks,
            disks: false,
        };
        machine.disks = machine.disk("try", 1).is_ok_and(|disk| disk.mounted);
        machine.lay_cable(process, worker);
        Ok(machine)
    }

    /// A namespace for the tables, and a cable to it.
    fn lay_cable(&mut self, process: u32, worker: usize) {
        let (name, far) = (format!("league{process}w{worker}"), format!("{}t", self.cable));
        let net = format!("10.61.{}", (process as usize * 7 + worker) % 250);
        let (here, there) = (format!("{net}.1/24"), format!("{net}.2/24"));
        let cable = self.cable.clone();
        let steps: [&[&str]; 6] = [
            &["netns", "add", &name],
            &["link", "add", &cable, "type", "veth", "peer", "name", &far, "netns", &name],
            &["address", "add", &here, "dev", &cable],
            &["link", "set", &cable, "up"],
            &["-n", &name, "address", "add", &there, "dev", &far],
            &["-n", &name, "link", "set", &far, "up"],
        ];
        self.tables = Some(name.clone());
        if steps.iter().try_for_each(|step| run("ip", step)).is_ok() {
            self.address = format!("{net}.1");
        } else {
            self.take_up_cable();
        }
    }

    fn take_up_cable(&mut self) {
        if let Some(name) = self.tables.take() {
            // The cable goes with the machine behind it.
            drop(run("ip", &["link", "del", &self.cable]));
            drop(run("ip", &["netns", "del", &name]));
        }
    }

    pub(super) const fn can_cut(&self) -> bool {
        self.tables.is_some()
    }

    /// Cuts the network between the tables and the server, or mends it.
    pub(super) fn cut(&self, cut: bool) -> anyhow::Result<()> {
        run("ip", &["link", "set", &self.cable, if cut { "down" } else { "up" }])
    }

    pub(super) fn server_address(&self) -> String {
        self.address.clone()
    }

    /// Returns the faults that can't be produced here.
    pub(super) fn left_out(&self) -> Vec<&'static str> {
        let known = [
            (self.can_cut(), "a cut network (ip netns)"),
            (self.clocks.is_some(), "wrong clocks (faketime)"),
            (self.disks, "full disks (tmpfs)"),
        ];
        known.iter().filter(|(can, _)| !can).map(|(_, what)| *what).collect()
    }

    pub(super) fn folder(&self, name: &str) -> anyhow::Result<PathBuf> {
        let path = self.folder.join(name);
        fs::create_dir_all(&path)?;
        Ok(path)
    }

    /// A small disk.
    pub(super) fn disk(&self, name: &str, mib: u32) -> anyhow::Result<Disk> {
        let path = self.folder(name)?;
        let mounted =
            run("mount", &["-t", "tmpfs", "-o", &format!("size={mib}m"), "tmpfs", &path.to_string_lossy()]).is_ok();
        Ok(Disk { path, mounted })
    }

    fn command(&self, skew: Skew, words: &[String]) -> Command {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        if let (Skew(Some(off)), Some(clocks)) = (skew, &self.clocks) {
            command.env("LD_PRELOAD", clocks).env("FAKETIME", off).env("DONT_FAKE_MONOTONIC", "1");
        }
        command.stdin(Stdio::null()).stderr(Stdio::null()).stdout(Stdio::null());
        command
    }

    /// The program, where the server is.
    pub(super) fn at_server(&self, skew: Skew, args: &[&str]) -> Command {
        let plain = sixty_one(&self.program, args);
        let words = std::iter::once(plain.get_program()).chain(plain.get_args());
        let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
        self.command(skew, &words)
    }

    /// The workshop's program, where the tables are.
    pub(super) fn at_table(&self, skew: Skew, args: &[&str]) -> Command {
        let words = std::iter::once(self.program.to_string_lossy().into_owned());
        let mut words: Vec<String> = words.chain(args.iter().map(|arg| (*arg).to_owned())).collect();
        if let Some(name) = &self.tables {
            words.splice(0..0, ["ip", "netns", "exec", name].map(str::to_owned));
        }
        self.command(skew, &words)
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.take_up_cable();
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// A disk that can be full.
#[derive(Debug)]
pub(super) struct Disk {
    path: PathBuf,
    mounted: bool,
}

impl Disk {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn filler(&self) -> PathBuf {
        self.path.join("filler")
    }

    /// Fills it to the last byte.
    pub(super) fn fill(&self) -> anyhow::Result<()> {
        if !self.mounted {
            return Ok(());
        }
        let mut filler = fs::File::create(self.filler())?;
        // Until it is full, in ever smaller pieces.
        for size in [1 << 20, 1 << 12, 1] {
            while filler.write_all(&vec![0; size]).is_ok() {}
        }
        Ok(())
    }

    pub(super) fn empty(&self) -> anyhow::Result<()> {
        if self.filler().exists() {
            fs::remove_file(self.filler())?;
        }
        Ok(())
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.mounted {
            drop(run("umount", &["-l", &self.path.to_string_lossy()]));
        }
        drop(fs::remove_dir_all(&self.path));
    }
}
