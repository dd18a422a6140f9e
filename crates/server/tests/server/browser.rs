//! The pages in a real browser; skipped with a message if there is none.

use crate::client::{Speech, Table};
use server::{Limits, PhoneShot, local_addresses};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Returns what the test needs beside node: Debian's Chromium and the packages of tests/browser.
pub(crate) fn missing(folder: &Path) -> Option<&'static str> {
    if !Path::new(&std::env::var("CHROMIUM").unwrap_or("/usr/bin/chromium".to_owned())).exists() {
        return Some("skipped: no Chromium is installed (scripts/install-missing browser)");
    }
    if !folder.join("node_modules/playwright-core").exists() || !folder.join("node_modules/axe-core").exists() {
        return Some("skipped: what drives Chromium is not installed (scripts/install-missing browser)");
    }
    Command::new("node")
        .arg("--version")
        .output()
        .is_err()
        .then_some("skipped: no Node is installed (scripts/install-missing browser)")
}

#[test]
fn phones_in_a_browser_enter_drops_and_screens_show_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    if let Some(why) = missing(&folder) {
        println!("{why}");
        return;
    }
    // A page of the machine itself may film by http too: where there is a network, the test is made there.
    let named = std::env::var("SIXTY_ONE_ADDRESS").ok().and_then(|address| address.parse().ok());
    let address = named.unwrap_or_else(|| local_addresses()[0]);
    let table = Table::at(address, Speech::Http, Limits::default());
    let link = |n: usize| format!("http://{}{}", table.address, table.links[n]);
    let pictures = std::env::var_os("PICTURES").map_or_else(|| folder.join("out"), Into::into);
    let done = Command::new("node")
        .current_dir(&folder)
        .args(["phones.mjs", &link(0), &link(1), &link(2)])
        .arg(&pictures)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&done.stdout);
    println!("{told}");
    assert!(done.status.success(), "{told}\n{}", String::from_utf8_lossy(&done.stderr));
    assert!(told.contains("done"));
    // The phone that was the camera: live pictures first, then one that was taken.
    let PhoneShot::New(picture) = table.pictures.next("anna", 0, Duration::ZERO) else { panic!("no picture came") };
    assert!(picture.number > 3 && picture.jpeg.starts_with(&[0xff, 0xd8, 0xff]), "{}", picture.number);
    table.clear();
}
