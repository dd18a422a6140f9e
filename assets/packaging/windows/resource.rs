//! Gives the Windows program its icon, which the Explorer shows. By hand: a crate for it would build half of `toml` and, with
//! it, the networks' library a second time on every machine.

#![expect(clippy::print_stdout, reason = "cargo listens to it")]

use std::path::Path;
use std::process::Command;

const ICON: &str = "assets/packaging/windows/sixty-one.ico";

fn main() {
    println!("cargo:rerun-if-changed={ICON}");
    println!("cargo:rerun-if-changed=assets/packaging/windows/resource.rs");
    let (system, folder) = (std::env::var("CARGO_CFG_TARGET_OS"), std::env::var("OUT_DIR").unwrap_or_default());
    if system.as_deref() != Ok("windows") {
        return;
    }
    let [script, object] = ["icon.rc", "icon.o"].map(|name| Path::new(&folder).join(name));
    let written = std::fs::write(&script, format!("1 ICON \"{ICON}\"\n"));
    let made = written.and_then(|()| Command::new("x86_64-w64-mingw32-windres").args([&script, &object]).status());
    // Without mingw's tools the program has no icon and is good otherwise: `cargo check` needs none.
    match made {
        Ok(status) if status.success() => println!("cargo:rustc-link-arg-bins={}", object.display()),
        made => println!("cargo:warning=no icon in the program: windres: {made:?}"),
    }
}
