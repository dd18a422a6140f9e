//! The real program on a virtual screen: drops are typed, the program is killed with -9 and opens in the same hand.
//!
//! Needs Xvfb and xdotool (`scripts/install-missing window test`); without them the test says so and is skipped.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic, and prints its measurements")]

use game::{Act, Match};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use store::Store;
use tempfile::tempdir;

/// A virtual screen that goes away with this.
pub(crate) struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    pub(crate) fn start() -> Option<Self> {
        let tool = |name: &str| Command::new(name).arg("-version").output().is_ok();
        if !tool("Xvfb") || !tool("xdotool") {
            println!("skipped: Xvfb or xdotool is missing; scripts/install-missing window test");
            return None;
        }
        // Without -noreset it restarts whenever its last client goes, and refuses new clients meanwhile.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut number = String::new();
        BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut number).unwrap();
        Some(Self { server, display: format!(":{}", number.trim()) })
    }

    fn command(&self, program: &str) -> Command {
        self.with_display(Command::new(program))
    }

    fn with_display(&self, mut command: Command) -> Command {
        command.env("DISPLAY", &self.display).env_remove("WAYLAND_DISPLAY").env("LIBGL_ALWAYS_SOFTWARE", "1");
        command
    }

    pub(crate) fn xdotool(&self, arguments: &[&str]) -> String {
        let output = self.command("xdotool").args(arguments).output().unwrap();
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Starts the program and waits until its window is seen; says how long that took.
    pub(crate) fn open(&self, folder: &Path) -> (Child, Duration) {
        let start = Instant::now();
        let mut program = self.with_display(crate::program()).arg("--data").arg(folder).spawn().unwrap();
        let mut window = String::new();
        while window.is_empty() {
            assert!(start.elapsed() < Duration::from_secs(60), "no window");
            assert_eq!(program.try_wait().unwrap(), None, "the program ended without a window");
            window = self.xdotool(&["search", "--onlyvisible", "--name", "^Sixty-One$"]);
        }
        let took = start.elapsed();
        self.xdotool(&["windowfocus", "--sync", window.lines().next().unwrap()]);
        (program, took)
    }

    fn keys(&self, keys: &[&str]) {
        for key in keys {
            self.xdotool(&["key", key]);
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }
}

/// Returns the match on disk.
pub(crate) fn stored(folder: &Path) -> Option<Match> {
    let mut store = Store::open_read_only(folder).ok()?;
    let game = store.last_open_match().ok()??;
    let events = store.load(game).ok()?;
    let acts: Vec<Act> = events.into_iter().map(|stored| stored.event.act).collect();
    Match::replay(&acts).ok()
}

/// Waits until the match on disk has `events` events.
pub(crate) fn wait_for(folder: &Path, events: usize) -> Match {
    let start = Instant::now();
    loop {
        match stored(folder) {
            Some(game) if game.events().len() >= events => return game,
            _ => {}
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{:?}", stored(folder).map(|game| game.events().len()));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(target_os = "linux")]
fn cpu_and_memory(program: &Child) -> (f64, f64) {
    let stat = || std::fs::read_to_string(format!("/proc/{}/stat", program.id())).unwrap();
    let ticks = |stat: &str| -> f64 {
        let after = stat.rsplit(')').next().unwrap();
        after.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<f64>().unwrap()).sum()
    };
    // The peg has landed and the second program has gone.
    std::thread::sleep(Duration::from_secs(3));
    let before = ticks(&stat());
    std::thread::sleep(Duration::from_secs(5));
    // A tick is a hundredth of a second.
    let percent = (ticks(&stat()) - before) / 5.0;
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.id())).unwrap();
    let resident = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    let kilobytes: f64 = resident.split_whitespace().nth(1).unwrap().parse().unwrap();
    (percent, kilobytes / 1024.0)
}

#[test]
fn killed_in_the_middle_of_a_hand_it_opens_in_the_same_hand() {
    let Some(screen) = Screen::start() else { return };
    let folder = tempdir().unwrap();
    let (mut program, first) = screen.open(folder.path());
    // The first time Enter takes the first of three things, and begins with the form: then two drops by their ends.
    screen.keys(&["Return"]);
    // Two keys in one frame are both meant for the screen that is seen.
    std::thread::sleep(Duration::from_secs(2));
    screen.keys(&["Return"]);
    wait_for(folder.path(), 2);
    screen.keys(&["6", "asterisk", "Return"]);
    wait_for(folder.path(), 3);
    screen.keys(&["6", "asterisk", "3"]);
    screen.keys(&["Return"]);
    let before = wait_for(folder.path(), 4);
    assert_eq!(before.state().round.as_ref().unwrap().layout.to_string(), "6-6 6-3");
    let second_window = screen.with_display(crate::program()).arg("--data").arg(folder.path()).output().unwrap();
    complains(&second_window, "already running");
    let (percent, megabytes) = cpu_and_memory(&program);
    program.kill().unwrap();
    program.wait().unwrap();

    let (mut program, again) = screen.open(folder.path());
    // The next drop goes to the same hand: it is Anna's, and the line is unchanged.
    screen.keys(&["k"]);
    let after = wait_for(folder.path(), 5);
    assert_eq!(after.events()[..4], before.events()[..4]);
    let round = after.state().round.as_ref().unwrap();
    assert_eq!((round.layout.to_string().as_str(), round.turns.last().unwrap().seat.index()), ("6-6 6-3", 0));
    println!(
        "start to window {:.2} s, again {:.2} s; idle {percent:.1} % of a core; {megabytes:.0} MB resident",
        first.as_secs_f64(),
        again.as_secs_f64()
    );
    program.kill().unwrap();
    program.wait().unwrap();
}

/// A screen reader's view, over the accessibility bus: `tests/screen-reader/follow.py`.
#[cfg(target_os = "linux")]
#[test]
fn a_person_who_cannot_see_follows_a_match_and_enters_drops() {
    let python = "/usr/bin/python3";
    let has = |program: &str, arguments: &[&str]| {
        Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
    };
    let bridge = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi";
    if !has("dbus-run-session", &["--version"]) || !has(python, &["-c", bridge]) {
        println!("skipped: no accessibility bus; scripts/install-missing test");
        return;
    }
    let Some(screen) = Screen::start() else { return };
    let folder = tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screen-reader/follow.py");
    let program = crate::program();
    let mut reader = screen.command("dbus-run-session");
    reader.args(["--", python]).arg(script).arg(program.get_program()).arg("--data").arg(folder.path());
    reader.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let output = reader.output().unwrap();
    print!("{}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(wait_for(folder.path(), 4).state().round.as_ref().unwrap().layout.to_string(), "6-6 6-3");
}

#[test]
fn without_a_display_it_says_what_can_be_done() {
    let folder = tempdir().unwrap();
    let mut program = crate::program();
    program
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .arg("--data")
        .arg(folder.path());
    complains(&program.output().unwrap(), "sixty-one score");
}

/// The program ended with status 2, with these words and without a panic.
fn complains(output: &Output, words: &str) {
    let mut error = String::new();
    output.stderr.as_slice().read_to_string(&mut error).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(words) && !error.contains("panicked"), "{error}");
}
