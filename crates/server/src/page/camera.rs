//! The page for a phone that is the camera.

use super::{PageFrame, page};
use maud::html;

/// The script of the page.
pub(crate) const EYE_SCRIPT: &str = include_str!("../../assets/eye.js");

/// The whole page.
pub(crate) fn eye_page() -> String {
    let content = html! {
        main {
            h1 { "This phone is the camera" }
            p { "Put it where it sees the whole line from above, and leave this page open." }
            p { label for="name" { "What is this phone called? " } input #name value="phone" maxlength="24" autocomplete="off"; }
            p { button.main #live hidden { "Show the table live" } }
            p { label.button for="photo" { "Take a picture" } input.unseen #photo type="file" accept="image/*" capture="environment"; }
            p.quiet #secure hidden { "Browsers lend a live picture over https only. Here, take one after each drop." }
            video #video playsinline muted hidden {}
            p.say #say role="status" aria-live="polite" {}
            p.quiet { "At the table: Camera, and there " b { "phone:" span #called { "phone" } } "." }
            noscript { p { "This page needs JavaScript to send pictures." } }
        }
        script src="eye.js" {}
    };
    page(&PageFrame { title: "Camera", class: "eye ground", news: None, reload: None }, &content)
}
