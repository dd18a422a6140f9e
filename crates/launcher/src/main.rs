//! Launcher behind the icon on Windows: starts `sixty-one.exe` beside it, with the same arguments and without a
//! console.
//!
//! The program itself is a console program, so that the command line can be used and piped like any other; Windows
//! fixes the kind when a program is linked.

#![cfg_attr(windows, windows_subsystem = "windows")]

use std::process::{Command, ExitCode};

/// Windows' `CREATE_NO_WINDOW`: no console is made for the process.
#[cfg(windows)]
const NO_CONSOLE: u32 = 0x0800_0000;

fn main() -> ExitCode {
    let Ok(own) = std::env::current_exe() else { return ExitCode::FAILURE };
    let program = own.with_file_name(format!("sixty-one{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1));
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt as _;
        command.creation_flags(NO_CONSOLE);
    }
    if command.spawn().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
