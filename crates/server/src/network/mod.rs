//! Network part: the listener, limits by address, event streams, https.

mod addresses;
mod bodies;
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
mod wire;

pub use addresses::local_addresses;
pub use certificate::{CertificateError, ListenerCertificate};
pub use wire::{Delivery, Wire};
