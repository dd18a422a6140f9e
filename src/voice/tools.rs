//! Finds the machine's programs that speak and play.

use language::Language;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A program that gets words on its standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// The program.
    pub program: PathBuf,
    /// Arguments of the program.
    pub arguments: Vec<String>,
}

impl Tool {
    /// A program with its arguments.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>, arguments: &[&str]) -> Self {
        Self { program: program.into(), arguments: arguments.iter().map(|&argument| argument.to_owned()).collect() }
    }

    /// Returns the program with a voice of this language, if that is known. English is the default.
    #[must_use]
    pub fn speaking(&self, language: Language) -> Self {
        let mut tool = self.clone();
        if language == Language::Spanish {
            let name = self.program.file_stem().unwrap_or_default();
            let wanted = IN_SPANISH.iter().find(|(known, _)| name == *known);
            tool.arguments.extend(wanted.into_iter().flat_map(|(_, more)| *more).map(|&argument| argument.to_owned()));
        }
        tool
    }

    /// Returns the program with a file as its last argument.
    #[must_use]
    pub fn on(&self, file: &Path) -> Self {
        let mut tool = self.clone();
        tool.arguments.push(file.display().to_string());
        tool
    }
}

/// Programs of the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tools {
    /// Program that speaks its input.
    pub speak: Option<Tool>,
    /// Plays the file it is given.
    pub play: Option<Tool>,
}

impl Tools {
    /// Finds the machine's programs: its own voice first, then commonly installed ones.
    #[must_use]
    pub fn of_machine() -> Self {
        Self { speak: first(SPEAKERS), play: first(PLAYERS) }
    }
}

/// Names and arguments in the order of preference.
type KnownTools = &'static [(&'static str, &'static [&'static str])];

/// Arguments that make a program speak Spanish.
const IN_SPANISH: KnownTools = &[
    ("spd-say", &["-l", "es"]),
    ("espeak-ng", &["-v", "es-419"]),
    ("espeak", &["-v", "es"]),
    // Those that come with every Mac are called by their names.
    ("say", &["-v", "Paulina"]),
    ("powershell", &["es"]),
];

#[cfg(target_os = "macos")]
const SPEAKERS: KnownTools = &[("say", &["-f", "-"])];
#[cfg(target_os = "macos")]
const PLAYERS: KnownTools = &[("afplay", &[])];

#[cfg(windows)]
const SPEAKERS: KnownTools = &[(
    "powershell.exe",
    &[
        "-NoProfile",
        "-Command",
        "& { Add-Type -AssemblyName System.Speech; \
         $voice = New-Object System.Speech.Synthesis.SpeechSynthesizer; \
         if ($args) { $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, [cultureinfo]$args[0]) }; \
         $voice.Speak([Console]::In.ReadToEnd()) }",
    ],
)];
#[cfg(windows)]
const PLAYERS: KnownTools =
    &[("powershell.exe", &["-NoProfile", "-Command", "& { (New-Object Media.SoundPlayer $args[0]).PlaySync() }"])];

// Slow enough to be followed across a room. The dispatcher has the voice that the desktop is set to.
#[cfg(not(any(windows, target_os = "macos")))]
const SPEAKERS: KnownTools =
    &[("spd-say", &["--wait", "--pipe-mode"]), ("espeak-ng", &["--stdin", "-s", "150"]), ("espeak", &["--stdin"])];
#[cfg(not(any(windows, target_os = "macos")))]
const PLAYERS: KnownTools = &[("pw-play", &[]), ("paplay", &[]), ("aplay", &["-q"])];

fn first(known: KnownTools) -> Option<Tool> {
    known.iter().find_map(|(name, arguments)| Some(Tool::new(found(name)?, arguments)))
}

/// Finds a program by name in the system's search path.
pub(super) fn found(name: &str) -> Option<PathBuf> {
    let places: OsString = std::env::var_os("PATH")?;
    std::env::split_paths(&places).map(|folder| folder.join(name)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_spanish_a_spanish_voice_is_asked_for() {
        let arguments = |program: &str, language| Tool::new(program, &["--stdin"]).speaking(language).arguments;
        assert_eq!(arguments("/usr/bin/espeak-ng", Language::Spanish), ["--stdin", "-v", "es-419"]);
        assert_eq!(arguments("/usr/bin/spd-say", Language::Spanish), ["--stdin", "-l", "es"]);
        assert_eq!(arguments("/usr/bin/espeak-ng", Language::English), ["--stdin"]);
        assert_eq!(arguments("/usr/bin/another", Language::Spanish), ["--stdin"]);
    }
}
