//! The display that a window opens on.

/// Origin of the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// The system always has one.
    System,
    /// An environment variable names it.
    Named,
    /// No environment variable names one.
    Missing,
}

/// Returns the origin of this machine's display.
#[must_use]
pub fn display() -> Display {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(any(windows, target_os = "macos")) {
        Display::System
    } else if set("WAYLAND_DISPLAY") || set("WAYLAND_SOCKET") || set("DISPLAY") {
        Display::Named
    } else {
        Display::Missing
    }
}
