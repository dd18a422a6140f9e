//! A page in a browser serves no phones, so that it needs no certificate.

use server::ListenerOptions;
use std::path::Path;

/// Adds nothing.
pub fn certify(_options: &mut ListenerOptions, _folder: &Path, _now: std::time::SystemTime) -> Option<String> {
    None
}
