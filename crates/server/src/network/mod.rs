//! What needs a network: the listener, what is answered to which address, streams of news, https.

mod addresses;
mod certificate;
mod crowd;
mod guard;
mod link;
mod listener;
mod negotiation;
mod open;
mod requests;
mod routes;
mod shared;
mod watching;

pub use addresses::local_addresses;
pub use certificate::{CertificateError, ListenerCertificate};
