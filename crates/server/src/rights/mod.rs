//! Rights: secrets in links, allowed machines, and rate limits. Pure: times and addresses are arguments.

mod guard;
mod links;
mod proxy;
mod rate;

pub(crate) use guard::{Asking, check_host, is_local, is_network_of};
pub use links::{BadLinkHash, LinkHash, LinkKind, SELF_MADE, fresh_code, fresh_key};
pub(crate) use links::{Links, Secret, typed_code};
pub use proxy::{BadPublicAddress, PublicAddress};
pub use rate::Rate;
pub(crate) use rate::RateBook;
