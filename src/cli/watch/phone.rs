//! `sixty-one watch phone:NAME`: the listener for that phone, open as long as it is watched.

use super::show_aside;
use crate::camera::phone;
use crate::cli::sessions::folder;
use crate::platform::certificate::certify;
use anyhow::bail;
use language::{said, say};
use server::{LinkKind, ListenerOptions, SELF_MADE, Server, qr_text};
use std::io::IsTerminal as _;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

/// The phone is looked for so often.
const INTERVAL: Duration = Duration::from_millis(200);

/// Opens the listener with a link for a camera and waits up to `seconds` seconds for the phone.
///
/// # Errors
/// No folder, no port; a phone that does not come.
pub(super) fn open_listener(name: &str, seconds: Option<f64>, data: Option<&Path>) -> anyhow::Result<Server> {
    let mut options = ListenerOptions { pictures: phone::pictures(), ..ListenerOptions::default() };
    if let Some(words) = certify(&mut options, &folder(data)?, SystemTime::now()) {
        show_aside(&words);
    }
    let server = Server::open(&options, || {})?;
    server.open_link(LinkKind::Camera)?;
    let link = server.link(LinkKind::Camera).unwrap_or_default();
    show_aside(&say!("To use the phone as the camera, scan this with it and call it {name} there:", name));
    // The code begins on a separate line.
    show_aside(&format!("\n{}", qr_text(&link, std::io::stderr().is_terminal()).unwrap_or_default()));
    show_aside(&link);
    if link.starts_with("https:") {
        show_aside(said(SELF_MADE));
    }
    let begin = Instant::now();
    while !options.pictures.names().iter().any(|there| there == name) {
        if seconds.is_some_and(|most| begin.elapsed().as_secs_f64() >= most) {
            bail!(say!("the phone {name} has not connected", name));
        }
        std::thread::sleep(INTERVAL);
    }
    Ok(server)
}
