//! Output of a command. A reader that stops (`| head`) has read enough: the command ends without an error.

use super::printable;
use std::io::{self, ErrorKind, Write};
use std::sync::OnceLock;

/// Error of the first piece that could not be printed.
static TROUBLE: OnceLock<ErrorKind> = OnceLock::new();

/// Standard output. Unlike `println!` it never panics, and what it meets is reported by `main`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Out;

impl Out {
    fn noted<T>(done: io::Result<T>) -> io::Result<T> {
        done.inspect_err(|error| {
            // An interrupted call is tried again.
            if error.kind() != ErrorKind::Interrupted {
                TROUBLE.get_or_init(|| error.kind());
            }
        })
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Self::noted(io::stdout().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::noted(io::stdout().flush())
    }
}

/// Prints a line. `main` reports what could not be printed.
pub(super) fn print(text: &str) {
    let _noted = writeln!(Out, "{}", printable(text));
}

/// Returns the command's result, with printing errors: a reader that went away is not an error, a full disk is.
pub(super) fn ended(done: anyhow::Result<()>) -> anyhow::Result<()> {
    let _noted = Out.flush();
    let closed = TROUBLE.get() == Some(&ErrorKind::BrokenPipe);
    match done {
        Err(why) if closed && is(&why, ErrorKind::BrokenPipe) => Ok(()),
        Ok(()) if !closed && let Some(&kind) = TROUBLE.get() => {
            Err(anyhow::Error::new(io::Error::from(kind)).context(language::say!("can't print")))
        }
        other => other,
    }
}

fn is(why: &anyhow::Error, kind: ErrorKind) -> bool {
    why.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == kind))
}
