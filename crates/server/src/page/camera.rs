//! The page for a phone that is the camera.

use super::{PageFrame, page};
use crate::rights::SELF_MADE;
use language::{said, say, say_count};
use maud::html;

/// The script of the page.
pub(crate) const EYE_SCRIPT: &str = include_str!("../../assets/eye.js");

/// Protocol by which a phone reached the camera's page: browsers allow live pictures over https only.
pub(crate) enum EyeWay {
    /// By https: it has believed the certificate.
    Secure,
    /// By http.
    Plain {
        /// Address of the page over https, if the listener has a certificate.
        secure: Option<String>,
    },
}

/// The whole page.
pub(crate) fn eye_page(way: &EyeWay) -> String {
    let content = html! {
        main {
            h1 { (say!("This phone is the camera")) }
            p { (say!("Put it where it can see the whole line from above, and leave this page open.")) }
            p { label for="name" { (say!("What is this phone called?")) " " } input #name value=(say!("phone")) maxlength="24" autocomplete="off"; }
            p { button.main #live hidden { (say!("Show the table live")) } }
            p { label.button for="photo" { (say!("Take a picture")) } input.unseen #photo type="file" accept="image/*" capture="environment"; }
            p.quiet #secure hidden {
                (say!("Browsers send live video over https only. On this page, take a picture after each drop."))
                @if let EyeWay::Plain { secure: Some(link) } = way {
                    " " (say!("Or open")) " " a href=(link) { (say!("this page over https")) } ". " (said(SELF_MADE))
                }
            }
            video #video playsinline muted hidden {}
            p.say #say role="status" aria-live="polite" {}
            p.quiet { (say!("At the table: Camera, and there")) " " b { "phone:" span #called { (say!("phone")) } } "." }
            @if matches!(way, EyeWay::Secure) {
                details { summary { (say!("Why did the browser warn?")) } p { (said(SELF_MADE)) } }
            }
            noscript { p { (say!("This page needs JavaScript to send pictures.")) } }
        }
        script src="eye.js" data-words=(script_words()) {}
    };
    page(&PageFrame { title: say!("Camera"), class: "eye ground", news: None, reload: None, root: "" }, &content)
}

/// Returns the translated words for the script.
fn script_words() -> String {
    let n = "{n}";
    serde_json::json!({
        "phone": say!("phone"),
        "lost": say!("Not connected: trying again."),
        "one": say_count!(1, "{n} picture sent.", "{n} pictures sent."),
        "many": say_count!(n, "{n} picture sent.", "{n} pictures sent."),
        "sending": say!("Sending…"),
        "none": say!("This is not a picture."),
        "denied": say!("No live video from the browser: {why}", why = "{why}"),
    })
    .to_string()
}
