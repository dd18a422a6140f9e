//! Speaks, and clicks for a peg, with the machine's programs: one that speaks and one that plays a file. Without them
//! it is silent. Nothing here waits: both programs run on separate threads, and a new announcement interrupts the last.

#![cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "a page speaks without programs"))]

mod click;
#[cfg(target_arch = "wasm32")]
mod page;
mod tools;

pub use tools::{Tool, Tools};

use crate::worker::{Bench, Worker};
use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit of a sentence; a program that hangs is ended.
const LONGEST: Duration = Duration::from_secs(15);
/// Pause between checks whether a sentence is over or no longer wanted.
const LOOK: Duration = Duration::from_millis(15);

/// Speaks and clicks; the default is silent.
#[derive(Debug, Default)]
pub struct Voice {
    tools: Tools,
    /// Each is started when it is first needed.
    speaker: Option<Worker<(Tool, String), Done>>,
    clicker: Option<Worker<(), Done>>,
}

/// The end of a sentence or a click. A missing voice is silent: there is nothing more to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Done;

impl Voice {
    /// With these programs.
    #[must_use]
    pub fn with(tools: Tools) -> Self {
        Self { tools, ..Self::default() }
    }

    /// Reports whether it can speak on this machine.
    #[must_use]
    pub const fn speaks(&self) -> bool {
        self.tools.speak.is_some()
    }

    /// Reports whether it can click.
    #[must_use]
    pub const fn clicks(&self) -> bool {
        self.tools.play.is_some()
    }

    /// Says this in the current language, interrupting any other speech. Returns at once.
    pub fn say(&mut self, sentence: &str) {
        let Some(tool) = &self.tools.speak else { return };
        #[cfg(target_arch = "wasm32")]
        return page::ask(tool, format!("{}\n{sentence}", language::current().code()).into_bytes());
        #[cfg(not(target_arch = "wasm32"))]
        self.say_with(tool.speaking(language::current()), sentence);
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn say_with(&mut self, tool: Tool, sentence: &str) {
        if self.speaker.as_ref().is_none_or(Worker::is_gone) {
            let make = || |(tool, sentence): (Tool, String), bench: &Bench<Done>| run(&tool, &sentence, bench);
            self.speaker = Worker::newest("voice", || {}, make).ok();
        }
        ask(self.speaker.as_mut(), (tool, sentence.to_owned()));
    }

    /// The dry click of a peg in its hole. Returns at once.
    pub fn click(&mut self) {
        let Some(tool) = &self.tools.play else { return };
        #[cfg(target_arch = "wasm32")]
        return page::ask(tool, click::sound());
        #[cfg(not(target_arch = "wasm32"))]
        self.click_with(tool.clone());
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn click_with(&mut self, tool: Tool) {
        if self.clicker.as_ref().is_none_or(Worker::is_gone) {
            let make = move || {
                let (tool, file) = (tool.clone(), click::ClickFile::write());
                move |(): (), bench: &Bench<Done>| match &file {
                    Some(file) => run(&tool.on(file.path()), "", bench),
                    None => Done,
                }
            };
            self.clicker = Worker::newest("click", || {}, make).ok();
        }
        ask(self.clicker.as_mut(), ());
    }

    /// Stops speaking.
    pub fn hush(&mut self) {
        for_each_worker(self.speaker.as_mut());
        for_each_worker(self.clicker.as_mut());
    }

    /// Reports whether a sentence is still being spoken.
    #[must_use]
    pub fn is_speaking(&mut self) -> bool {
        let Some(speaker) = &mut self.speaker else { return false };
        while speaker.take().is_some() {}
        speaker.is_busy()
    }
}

fn for_each_worker<J: Send + 'static>(worker: Option<&mut Worker<J, Done>>) {
    if let Some(worker) = worker {
        worker.forget();
    }
}

fn ask<J: Send + 'static>(worker: Option<&mut Worker<J, Done>>, job: J) {
    let Some(worker) = worker else { return };
    while worker.take().is_some() {}
    // A worker that is gone is started again by the next one.
    let _unsaid = worker.ask(job);
}

/// Runs the program on the words until it is done, or the listener is gone.
fn run(tool: &Tool, words: &str, bench: &Bench<Done>) -> Done {
    let Some(mut child) = started(tool, words) else { return Done };
    let start = Instant::now();
    while let Ok(None) = child.try_wait() {
        if !bench.is_wanted() || start.elapsed() > LONGEST {
            let _gone = child.kill();
            break;
        }
        thread::sleep(LOOK);
    }
    let _reaped = child.wait();
    Done
}

/// The program with the words on its standard input, so that no word is taken for an option.
fn started(tool: &Tool, words: &str) -> Option<Child> {
    let mut command = Command::new(&tool.program);
    command.args(&tool.arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    if let Some(mut input) = child.stdin.take() {
        let _written = input.write_all(words.as_bytes());
    }
    Some(child)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;
    use tempfile::tempdir;

    fn wait(voice: &mut Voice) {
        let start = Instant::now();
        while voice.is_speaking() {
            assert!(start.elapsed() < Duration::from_secs(30), "it never ends");
            thread::sleep(LOOK);
        }
    }

    fn shell(script: &str) -> Tool {
        Tool::new("/bin/sh", &["-c", script])
    }

    #[cfg(unix)]
    #[test]
    fn sentences_are_spoken_and_the_newest_cuts_the_others_short() {
        let folder = tempdir().unwrap();
        let heard = folder.path().join("heard");
        let script = format!("cat >>{0}; echo >>{0}; grep -q long {0} && exec sleep 20", heard.display());
        let mut voice = Voice::with(Tools { speak: Some(shell(&script)), play: None });
        let start = Instant::now();
        voice.say("fifteen eight; Ben thirty-four");
        wait(&mut voice);
        voice.say("--version is no option; a long one");
        thread::sleep(Duration::from_millis(300));
        fs::write(&heard, fs::read_to_string(&heard).unwrap().replace("long", "cut")).unwrap();
        voice.say("bust");
        wait(&mut voice);
        assert!(start.elapsed() < Duration::from_secs(15), "the long sentence was ended");
        let words = fs::read_to_string(&heard).unwrap();
        let words: Vec<&str> = words.lines().collect();
        assert_eq!(words, ["fifteen eight; Ben thirty-four", "--version is no option; a cut one", "bust"]);
    }

    #[cfg(unix)]
    #[test]
    fn after_a_sentence_in_english_one_in_spanish_has_a_spanish_voice() {
        let folder = tempdir().unwrap();
        let (heard, program) = (folder.path().join("heard"), folder.path().join("espeak-ng"));
        fs::write(&program, format!("#!/bin/sh\necho \"$@\" >>{0}; cat >/dev/null\n", heard.display())).unwrap();
        fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let mut voice = Voice::with(Tools { speak: Some(Tool::new(program, &["--stdin"])), play: None });
        voice.say("bust");
        wait(&mut voice);
        language::within(language::Language::Spanish, || voice.say("se pasó"));
        wait(&mut voice);
        assert_eq!(fs::read_to_string(&heard).unwrap(), "--stdin\n--stdin -v es-419\n");
    }

    #[test]
    fn where_nothing_speaks_it_is_silent_and_at_once() {
        let mut voice = Voice::default();
        assert!(!voice.speaks() && !voice.clicks());
        voice.say("eight");
        voice.click();
        assert!(!voice.is_speaking());
        let missing = Tool::new("/nowhere/espeak", &[]);
        let mut voice = Voice::with(Tools { speak: Some(missing.clone()), play: Some(missing) });
        voice.say("eight");
        voice.click();
        wait(&mut voice);
    }

    #[test]
    fn espeak_writes_what_it_says_to_a_file() {
        let folder = tempdir().unwrap();
        let file = folder.path().join("said.wav");
        let Some(tool) = tools::found("espeak-ng") else { return };
        let tool = Tool { program: tool, arguments: ["--stdin", "-w"].map(str::to_owned).to_vec() }.on(&file);
        let mut voice = Voice::with(Tools { speak: Some(tool), play: None });
        voice.say("fifteen eight; Ben thirty-four");
        wait(&mut voice);
        assert!(sound_seconds(&file) > 1.0, "{} s", sound_seconds(&file));
    }

    /// Returns the duration of a WAV file of 16 bits, one channel.
    fn sound_seconds(file: &Path) -> f64 {
        let bytes = fs::read(file).unwrap();
        let rate = u32::from_le_bytes([bytes[24], bytes[25], bytes[26], bytes[27]]);
        (bytes.len() - 44) as f64 / 2.0 / f64::from(rate)
    }
}
