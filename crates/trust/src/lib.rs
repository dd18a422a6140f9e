//! Which servers' certificates the program accepts: those that the system trusts, and the one whose fingerprint stands behind
//! an address, such as `https://192.168.1.4/video#sha256=…`. A server in a local network makes its own certificate, so the
//! first refusal names the fingerprint for the owner to compare and to add.

#![warn(missing_docs)]

#[cfg(not(target_arch = "wasm32"))]
mod client;
mod fingerprint;

#[cfg(not(target_arch = "wasm32"))]
pub use client::{Trust, Untrusted, client, untrusted};
pub use fingerprint::{BadFingerprint, Fingerprint, split};
#[cfg(not(target_arch = "wasm32"))]
pub use rustls::{self, Error as TlsError};
