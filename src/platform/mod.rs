//! System services: one file for each, the only one that names its library.

pub mod awake;
pub mod calls;
#[cfg(not(target_arch = "wasm32"))]
pub mod certificate;
pub mod dialogs;
pub mod display;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod http;
pub mod letters;
pub mod links;
pub mod motion;
#[cfg(target_arch = "wasm32")]
pub mod page_certificate;
pub mod spoken;

#[cfg(target_arch = "wasm32")]
pub use page_certificate as certificate;

/// Whether the program is a page in a browser. It has no threads beside the window and no folders to choose from.
pub const IS_PAGE: bool = cfg!(target_arch = "wasm32");
