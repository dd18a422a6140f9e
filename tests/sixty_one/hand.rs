//! A hand in a real browser, through the page of a practice match; skipped with a message if there is none.

use crate::served::Served;
use std::path::Path;
use std::process::Command;
use tempfile::tempdir;

/// Returns what the test needs and lacks: a browser, its driver, a photograph.
fn missing(folder: &Path, photo: &Path) -> Option<&'static str> {
    if !Path::new(&std::env::var("CHROMIUM").unwrap_or("/usr/bin/chromium".to_owned())).exists() {
        return Some("skipped: no Chromium is installed (scripts/install-missing browser)");
    }
    if !folder.join("node_modules/playwright-core").exists() {
        return Some("skipped: what drives Chromium is not installed (scripts/install-missing browser)");
    }
    (!photo.exists()).then_some("left out: the photograph of seven tiles is not there")
}

#[test]
fn a_picture_of_a_hand_is_read_in_the_page_and_answered_with_advice() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("crates/server/tests/browser");
    let photo = root.join("../shared/photos/domibotupm_PIEZAS-A-ORDENAR.jpg");
    if let Some(why) = missing(&folder, &photo) {
        println!("{why}");
        return;
    }
    let data = tempdir().unwrap();
    let table = Served::start(data.path(), &["--enter", "--practice", "--players", "Anna,Ben"], 3);
    let pictures = std::env::var_os("PICTURES").map_or_else(|| folder.join("out"), Into::into);
    let done = Command::new("node")
        .current_dir(&folder)
        .args(["hand.mjs", &table.links[2]])
        .arg(&photo)
        .arg("3-3,6-4,5-3,3-0,5-1,6-0,2-0")
        .arg(&pictures)
        .arg(&table.links[1])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&done.stdout);
    println!("{told}");
    assert!(done.status.success() && told.contains("done"), "{told}\n{}", String::from_utf8_lossy(&done.stderr));
}
