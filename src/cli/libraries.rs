//! The libraries that the window loads when it starts, and the packages of Debian and Ubuntu that bring them.

/// Beginning of a file's name, and the package.
const PACKAGES: [(&str, &str); 12] = [
    ("libEGL", "libegl1"),
    ("libGL", "libgl1"),
    ("libX11-xcb", "libx11-xcb1"),
    ("libX11", "libx11-6"),
    ("libXcursor", "libxcursor1"),
    ("libXi", "libxi6"),
    ("libXrandr", "libxrandr2"),
    ("libXrender", "libxrender1"),
    ("libwayland-client", "libwayland-client0"),
    ("libwayland-egl", "libwayland-egl1"),
    ("libxkbcommon-x11", "libxkbcommon-x11-0"),
    ("libxkbcommon", "libxkbcommon0"),
];

/// The package with the library that is named in an error.
pub(super) fn package_named_in(why: &str) -> Option<&'static str> {
    PACKAGES.iter().find(|(library, _)| why.contains(library)).map(|&(_, package)| package)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_name_is_meant() {
        assert_eq!(package_named_in("libX11-xcb.so.1: cannot open shared object file"), Some("libx11-xcb1"));
        assert_eq!(package_named_in("Library libxkbcommon-x11.so could not be loaded."), Some("libxkbcommon-x11-0"));
        assert_eq!(package_named_in("connection refused"), None);
    }
}
