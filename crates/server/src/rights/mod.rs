//! Who may do what: secrets in links, which machine may ask, and how often. Pure: times and addresses come in.

mod guard;
mod links;
mod proxy;
mod rate;

pub(crate) use guard::{check_host, check_origin, is_local};
pub use links::{LinkKind, SELF_MADE, fresh_key};
pub(crate) use links::{Links, Secret};
pub use proxy::{BadPublicAddress, PublicAddress};
pub use rate::Rate;
pub(crate) use rate::RateBook;
