//! The window of Sixty-One in a browser: the same window (`sixty_one::ui`), drawn into a canvas.
//!
//! The page itself holds no more than the canvas and what only a page can do (`www/page.js`: touches, keys, file fields,
//! a hidden control for each button). Everything else runs in Web Workers, which are this module started again: the window and
//! its store in one, so that an act is on disk when its peg moves exactly as on a desktop. Page and worker exchange
//! messages, which are plain data.
#![cfg(any(target_arch = "wasm32", test))]

// What page and program tell each other is held against the page's list by tests of every machine; the rest runs in a browser only.
#[cfg_attr(not(target_arch = "wasm32"), expect(dead_code, reason = "only the reader is tested here"))]
mod message;

#[cfg(target_arch = "wasm32")]
mod advisor;
#[cfg(target_arch = "wasm32")]
mod controls;
#[cfg(target_arch = "wasm32")]
mod input;
#[cfg(target_arch = "wasm32")]
mod open;
#[cfg(target_arch = "wasm32")]
mod stage;
