//! The window of Sixty-One in a browser: the same window (`sixty_one::ui`), drawn into a canvas.
//!
//! The page itself holds no more than the canvas and what only a page can do (`www/page.js`: touches, keys, file fields,
//! a hidden control for each button). Everything else runs in Web Workers, which are this module started again: the window and
//! its store in one, so that an act is on disk when its peg moves exactly as on a desktop. Page and worker exchange
//! messages, which are plain data.
#![cfg(any(target_arch = "wasm32", test))]

// Tests on every machine compare the messages of page and program with the page's list; the rest runs only in a
// browser.
#[cfg_attr(not(target_arch = "wasm32"), expect(dead_code, reason = "only the reader is tested here"))]
mod message;

#[cfg(target_arch = "wasm32")]
mod advisor;
#[cfg(target_arch = "wasm32")]
mod controls;
#[cfg(target_arch = "wasm32")]
mod input;
#[cfg(target_arch = "wasm32")]
mod letters;
#[cfg(target_arch = "wasm32")]
mod open;
#[cfg(target_arch = "wasm32")]
mod stage;
