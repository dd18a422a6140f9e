//! Where pictures of the table come from: one trait, a file a source, and a thread that keeps the newest picture.
//!
//! | source | written as | file |
//! | --- | --- | --- |
//! | the simulated table | `simulated`, `simulated:RULES:SEED` | [`simulated`] |
//! | a webcam, by its name or serial number | `webcam:NAME` | [`webcam`], the only file that knows nokhwa |
//! | a network camera or phone | `http://user:password@host:port/path` | [`network`] with [`mjpeg`] |
//! | a phone whose browser sends pictures | `phone:NAME` | [`phone`] |
//! | in a browser, a camera of the device | `webcam:NAME` | [`page`], since only the page may open it |
//! | a picture, or a folder of them | its path | [`files`] |
//!
//! [`SourceSpec`] is the text, [`Source`] the open source, [`Camera`] the thread round it: it opens, takes pictures, notices
//! when none come, and opens again. Knows frames and never what is seen in them; the simulated
//! table alone knows the game, and talks with the record beside its pictures ([`simulated::Talk`]).

pub mod capture;
pub mod files;
pub mod found;
pub mod mjpeg;
#[cfg(not(target_arch = "wasm32"))]
pub mod network;
mod open;
pub mod page;
pub mod phone;
pub mod simulated;
pub mod spec;
#[cfg(not(target_arch = "wasm32"))]
pub mod webcam;

use language::say;
use std::sync::Arc;
use web_time::Instant;

use eye::frame::Frame;
use eye::picture::PictureError;
use simulator::SetupError;

pub use capture::{Camera, Condition};
pub use found::{Finder, list};
pub use spec::{Found, SourceSpec, SpecError};

/// One picture of the table.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The picture. The same `Arc` as before means the very same picture.
    pub frame: Arc<Frame>,
    /// When it was taken.
    pub taken: Instant,
    /// Whether it is a moment of its own (a file), so that no other picture of the same moment will come.
    pub still: bool,
    /// What it is called, where it has a name.
    pub name: Option<String>,
    /// The bytes it was decoded from, where it came as JPEG.
    pub jpeg: Option<Arc<[u8]>>,
}

impl Shot {
    /// A picture taken now.
    #[must_use]
    pub fn now(frame: Frame) -> Self {
        Self { frame: Arc::new(frame), taken: Instant::now(), still: false, name: None, jpeg: None }
    }
}

/// What a source gives.
#[derive(Debug)]
pub enum Next {
    /// A picture.
    Shot(Shot),
    /// None yet; ask again. (A source must come back from time to time, so that its thread can be stopped.)
    Nothing,
    /// One picture could not be had, for this reason; others come.
    Missed(String),
    /// There will be no more.
    End,
}

/// An open source of pictures. Lives in a thread of its own; may block, but not for longer than a second if it can help it.
pub trait Source {
    /// The next picture.
    ///
    /// # Errors
    /// Why no more pictures come; the source is then closed and opened again later.
    fn next(&mut self) -> Result<Next, SourceError>;

    /// Reports whether every picture must be looked at, in order. Otherwise the newest wins.
    fn waits(&self) -> bool {
        false
    }
}

/// Why there is no picture, in words for players.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// No such camera.
    #[error("{}", say!("there is no camera \"{name}\"", name = .0))]
    NoSuchCamera(String),
    /// No camera at all can be listed.
    #[error("{}", say!("can't list the cameras of this machine: {why}", why = .0))]
    NoList(String),
    /// Another program has it.
    #[error("{}", say!("another program is using the camera \"{name}\"", name = .0))]
    Busy(String),
    /// Not allowed.
    #[error("{}", say!("no permission to use the camera \"{name}\"", name = .0))]
    Denied(String),
    /// It was there and is not any more.
    #[error("{}", say!("the camera \"{name}\" is disconnected; plug it in again", name = .0))]
    Unplugged(String),
    /// The driver says something else.
    #[error("{}", say!("the camera \"{name}\" has failed: {reason}", name = .name, reason = .reason))]
    Driver {
        /// Its name.
        name: String,
        /// What the driver says.
        reason: String,
    },
    /// Pictures in a form that is not understood.
    #[error("{}", say!("the camera \"{name}\" sends pictures in an unknown format: {form}", name = .name, form = .form))]
    Form {
        /// Its name.
        name: String,
        /// The form.
        form: String,
    },
    /// It cannot be reached over the network.
    #[error("{}", say!("can't reach {host}: {reason}", host = .host, reason = .reason))]
    Unreachable {
        /// Which machine.
        host: String,
        /// Why.
        reason: String,
    },
    /// A phone that is not there.
    #[error("{}", say!("the phone \"{name}\" is not connected: open the camera link on it, and leave the page open", name = .0))]
    NoPhone(String),
    /// A phone that was there.
    #[error("{}", say!("the phone \"{name}\" has disconnected: is its page still open?", name = .0))]
    PhoneGone(String),
    /// It refuses.
    #[error("{}", say!("{host} answered {status}{meaning}", host = .host, status = .status, meaning = meaning(*.status)))]
    Status {
        /// Which machine.
        host: String,
        /// The HTTP status.
        status: u16,
    },
    /// It refuses who asks.
    #[error("{}", say!("{host} does not accept this user name and password", host = .0))]
    Login(String),
    /// Something else than pictures.
    #[error("{}", say!("{host} sends {kind} instead of pictures: check the address (it often ends in /video or /shot.jpg)", host = .host, kind = .kind))]
    NotPictures {
        /// Which machine.
        host: String,
        /// What it sends.
        kind: String,
    },
    /// The stream broke off.
    #[error("{}", say!("{host} stopped sending: {reason}", host = .host, reason = .reason))]
    BrokeOff {
        /// Which machine.
        host: String,
        /// How.
        reason: String,
    },
    /// One picture too large to be one of a camera.
    #[error("{}", say!("{host} sent a picture of more than {megabytes} MB", host = .host, megabytes = *.most / 1_000_000))]
    TooLarge {
        /// Which machine.
        host: String,
        /// Bytes allowed.
        most: usize,
    },
    /// Many pictures in a row that cannot be decoded.
    #[error("{}", say!("{from} sends damaged pictures: the last one {reason}", from = .from, reason = .reason))]
    Damaged {
        /// From where.
        from: String,
        /// What is wrong with the last one.
        reason: String,
    },
    /// A file.
    #[error("{path} {source}")]
    File {
        /// Which.
        path: String,
        /// What is wrong with it.
        source: PictureError,
    },
    /// A folder.
    #[error("{}", say!("can't read the folder {path}: {source}", path = .path, source = .source))]
    Folder {
        /// Which.
        path: String,
        /// What the file system says.
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
        404 => say!(": there is nothing at this address"),
        503 => say!(": it is busy, often with another viewer"),
        _ => "",
    }
}
