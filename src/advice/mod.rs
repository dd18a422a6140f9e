//! Threads that think: which tile to play, for the window and for phones, and what a heap of tiles counts.

pub mod advising;
pub mod counting;
#[cfg(not(target_arch = "wasm32"))]
pub mod my_hand;
#[cfg(target_arch = "wasm32")]
pub mod page_hand;

#[cfg(target_arch = "wasm32")]
pub use page_hand as my_hand;
