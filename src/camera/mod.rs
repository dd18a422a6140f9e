//! Sources of pictures: one trait, one file for each source, and a thread that keeps the newest picture.
//!
//! | source | written as | file |
//! | --- | --- | --- |
//! | the simulated table | `simulated`, `simulated:RULES:SEED` | [`simulated`] |
//! | a webcam, by its name or serial number | `webcam:NAME` | [`webcam`], the only file that knows nokhwa; on Linux also `kernel` |
//! | a network camera or phone | `http://user:password@host:port/path`, or `https://` | [`network`] with [`mjpeg`] |
//! | a phone whose browser sends pictures | `phone:NAME` | [`phone`] |
//! | in a browser, a camera of the device | `webcam:NAME` | [`page`], since only the page may open it |
//! | a picture, or a folder of them | its path | [`files`] |
//!
//! [`SourceSpec`] is the text, [`Source`] the open source, [`Camera`] the thread round it: it opens, takes pictures,
//! notices when none come, and opens again. It handles frames, not their contents; only the simulated table uses the
//! game, and exchanges messages with the record beside its pictures ([`eye_jobs::Talk`]).

pub mod capture;
pub mod files;
pub mod found;
#[cfg(target_os = "linux")]
mod kernel;
#[cfg(not(target_arch = "wasm32"))]
mod login;
pub mod mjpeg;
#[cfg(not(target_arch = "wasm32"))]
pub mod network;
mod open;
pub mod page;
pub mod phone;
#[cfg(not(target_arch = "wasm32"))]
mod raw;
pub mod simulated;
pub mod spec;
#[cfg(not(target_arch = "wasm32"))]
pub mod webcam;

use eye::picture::PictureError;
use language::say;
use simulator::SetupError;

pub use capture::{Camera, Condition};
pub use eye_jobs::Shot;
pub use found::{Finder, list};
pub use spec::{Found, SourceSpec, SpecError};

/// Folder with the files of the cameras, on systems that have one.
pub const DEVICE_FOLDER: Option<&str> = if cfg!(target_os = "linux") { Some("/dev") } else { None };

/// Result of asking a source.
#[derive(Debug)]
pub enum Next {
    /// A picture.
    Shot(Shot),
    /// No picture yet; ask again. (A source must return from time to time, so that its thread can be stopped.)
    Nothing,
    /// One picture could not be had, for this reason; others come.
    Missed(String),
    /// There will be no more.
    End,
}

/// An open source of pictures. Lives on a separate thread; may block, but not longer than a second if possible.
pub trait Source {
    /// The next picture.
    ///
    /// # Errors
    /// The reason no more pictures come; the source is then closed and opened again later.
    fn next(&mut self) -> Result<Next, SourceError>;

    /// Reports whether every picture must be looked at, in order. Otherwise the newest wins.
    fn waits(&self) -> bool {
        false
    }
}

/// Reason why there is no picture, in words for players.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// No such camera.
    #[error("{}", say!("there is no camera \"{name}\"", name = .0))]
    NoSuchCamera(String),
    /// The cameras can't be listed.
    #[error("{}", say!("can't list the cameras of this machine: {why}", why = .0))]
    NoList(String),
    /// Another program has it.
    #[error("{}", say!("another program is using the camera \"{name}\"", name = .0))]
    Busy(String),
    /// No permission.
    #[error("{}", say!("no permission to use the camera \"{name}\"", name = .0))]
    Denied(String),
    /// The camera was unplugged.
    #[error("{}", say!("the camera \"{name}\" is disconnected; plug it in again", name = .0))]
    Unplugged(String),
    /// The driver says something else.
    #[error("{}", say!("the camera \"{name}\" has failed: {reason}", name = .name, reason = .reason))]
    Driver {
        /// Name of the camera.
        name: String,
        /// The driver's error.
        reason: String,
    },
    /// Pictures in a form that is not understood.
    #[error("{}", say!("the camera \"{name}\" only sends {form}, which can't be read: set it to Motion JPEG or YUYV", name = .name, form = .form))]
    Form {
        /// Name of the camera.
        name: String,
        /// The form.
        form: String,
    },
    /// The host can't be reached over the network.
    #[error("{}", say!("can't reach {host}: {reason}", host = .host, reason = .reason))]
    Unreachable {
        /// Name of the host.
        host: String,
        /// The reason.
        reason: String,
    },
    /// The phone is not connected.
    #[error("{}", say!("the phone \"{name}\" is not connected: open the camera link on it, and leave the page open", name = .0))]
    NoPhone(String),
    /// A phone that was there.
    #[error("{}", say!("the phone \"{name}\" has disconnected: is its page still open?", name = .0))]
    PhoneGone(String),
    /// The host answered with an error.
    #[error("{}", say!("{host} answered {status}{meaning}", host = .host, status = .status, meaning = meaning(*.status)))]
    Status {
        /// Name of the host.
        host: String,
        /// The HTTP status.
        status: u16,
    },
    /// The host rejected the login.
    #[error("{}", say!("{host} does not accept this user name and password", host = .0))]
    Login(String),
    /// Something else than pictures.
    #[error("{}", say!("{host} sends {kind} instead of pictures: check the address (it often ends in /video or /shot.jpg)", host = .host, kind = .kind))]
    NotPictures {
        /// Name of the host.
        host: String,
        /// Kind of content it sends.
        kind: String,
    },
    /// The stream broke off.
    #[error("{}", say!("{host} stopped sending: {reason}", host = .host, reason = .reason))]
    BrokeOff {
        /// Name of the host.
        host: String,
        /// Reason of the failure.
        reason: String,
    },
    /// One picture too large to be one of a camera.
    #[error("{}", say!("{host} sent a picture of more than {megabytes} MB", host = .host, megabytes = *.most / 1_000_000))]
    TooLarge {
        /// Name of the host.
        host: String,
        /// Bytes allowed.
        most: usize,
    },
    /// Many pictures in a row that cannot be decoded.
    #[error("{}", say!("{from} sends damaged pictures: the last one {reason}", from = .from, reason = .reason))]
    Damaged {
        /// From where.
        from: String,
        /// Error of the last picture.
        reason: String,
    },
    /// A file.
    #[error("{path} {source}")]
    File {
        /// Path of the file.
        path: String,
        /// Error of the picture.
        source: PictureError,
    },
    /// A folder.
    #[error("{}", say!("can't read the folder {path}: {source}", path = .path, source = .source))]
    Folder {
        /// Path of the folder.
        path: String,
        /// Error of the file system.
        source: std::io::Error,
    },
    /// A folder without pictures.
    #[error("{}", say!("there is no picture in {folder}", folder = .0))]
    Empty(String),
    /// The players of the simulated table cannot play so.
    #[error(transparent)]
    Simulated(#[from] SetupError),
}

/// The meaning of an HTTP status for a person with a phone.
fn meaning(status: u16) -> &'static str {
    match status {
        401 | 403 => say!(": it needs a user name and a password (http://user:password@...)"),
        404 => say!(": there is nothing at this address; phone cameras often use `/video`"),
        503 => say!(": it is busy, often with another viewer"),
        _ => "",
    }
}
