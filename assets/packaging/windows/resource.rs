//! Gives the Windows programs their icon and their version, which the Explorer shows. By hand: a crate for it would build half
//! of `toml` and, with it, the networks' library a second time on every machine.

#![expect(clippy::print_stdout, reason = "cargo listens to it")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// From the root of the repository; a crate of the workspace is two folders down.
const ICON: &str = "assets/packaging/windows/sixty-one.ico";

fn main() {
    let icon = [PathBuf::from(ICON), Path::new("../..").join(ICON)].into_iter().find(|icon| icon.exists());
    let Some(icon) = icon.map(|icon| icon.display().to_string().replace('\\', "/")) else { return };
    println!("cargo:rerun-if-changed={icon}");
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    if variable("CARGO_CFG_TARGET_OS") != "windows" {
        return;
    }
    let folder = variable("OUT_DIR");
    let [script, object] = ["about.rc", "about.o"].map(|name| Path::new(&folder).join(name));
    let written = std::fs::write(&script, about(&icon, &variable("CARGO_PKG_VERSION")));
    let made = written.and_then(|()| Command::new("x86_64-w64-mingw32-windres").args([&script, &object]).status());
    // Without mingw's tools the program has no icon and is good otherwise: `cargo check` needs none.
    match made {
        Ok(status) if status.success() => println!("cargo:rustc-link-arg-bins={}", object.display()),
        made => println!("cargo:warning=no icon in the program: windres: {made:?}"),
    }
}

/// What windres reads: the icon, and the version as numbers and in words.
fn about(icon: &str, version: &str) -> String {
    let numbers: Vec<&str> = version.split('-').next().unwrap_or_default().split('.').chain(["0"; 4]).take(4).collect();
    let numbers = numbers.join(",");
    format!(
        "1 ICON \"{icon}\"\n\
         1 VERSIONINFO\nFILEVERSION {numbers}\nPRODUCTVERSION {numbers}\nBEGIN\n\
         BLOCK \"StringFileInfo\"\nBEGIN\nBLOCK \"040904B0\"\nBEGIN\n\
         VALUE \"CompanyName\", \"The Sixty-One developers\"\n\
         VALUE \"FileDescription\", \"Keeps score of dominoes\"\n\
         VALUE \"FileVersion\", \"{version}\"\n\
         VALUE \"ProductName\", \"Sixty-One\"\n\
         VALUE \"ProductVersion\", \"{version}\"\n\
         END\nEND\n\
         BLOCK \"VarFileInfo\"\nBEGIN\nVALUE \"Translation\", 0x0409, 0x04B0\nEND\nEND\n"
    )
}
