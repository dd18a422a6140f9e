//! The page for a phone that is the camera.

use super::{PageFrame, page};
use crate::rights::SELF_MADE;
use maud::html;

/// The script of the page.
pub(crate) const EYE_SCRIPT: &str = include_str!("../../assets/eye.js");

/// How a phone has come to the page: a live picture is lent over https only.
pub(crate) enum EyeWay {
    /// By https: it has believed the certificate.
    Secure,
    /// By http.
    Plain {
        /// The same page by https, where the door speaks that.
        secure: Option<String>,
    },
}

/// The whole page.
pub(crate) fn eye_page(way: &EyeWay) -> String {
    let content = html! {
        main {
            h1 { "This phone is the camera" }
            p { "Put it where it sees the whole line from above, and leave this page open." }
            p { label for="name" { "What is this phone called? " } input #name value="phone" maxlength="24" autocomplete="off"; }
            p { button.main #live hidden { "Show the table live" } }
            p { label.button for="photo" { "Take a picture" } input.unseen #photo type="file" accept="image/*" capture="environment"; }
            p.quiet #secure hidden {
                "Browsers lend a live picture over https only. Here, take one after each drop."
                @if let EyeWay::Plain { secure: Some(link) } = way {
                    " Or open " a href=(link) { "this page over https" } ". " (SELF_MADE)
                }
            }
            video #video playsinline muted hidden {}
            p.say #say role="status" aria-live="polite" {}
            p.quiet { "At the table: Camera, and there " b { "phone:" span #called { "phone" } } "." }
            @if matches!(way, EyeWay::Secure) {
                details { summary { "Why did the browser warn?" } p { (SELF_MADE) } }
            }
            noscript { p { "This page needs JavaScript to send pictures." } }
        }
        script src="eye.js" {}
    };
    page(&PageFrame { title: "Camera", class: "eye ground", news: None, reload: None }, &content)
}
