//! The pages: plain HTML that reads without a script, kept up to date by one where there is one.

mod camera;
mod enter;
mod hand;
mod score;
mod style;

pub(crate) use camera::{EYE_SCRIPT, EyeWay, eye_page};
pub(crate) use enter::{choose_page, enter_live, enter_page};
pub(crate) use hand::{HAND_SCRIPT, HandForm, hand_live, hand_page};
pub(crate) use score::{ScoreLook, score_live, score_page};
pub(crate) use style::style_sheet;

use language::say;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The script of every page.
pub(crate) const SCRIPT: &str = include_str!("../../assets/page.js");

/// The icon in the browser's bar: a double-six.
pub(crate) const ICON: &str = include_str!("../../assets/icon.svg");

/// A text as a part of an address.
pub(crate) fn coded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// Common frame of every page.
pub(crate) struct PageFrame<'a> {
    pub(crate) title: &'a str,
    /// Classes of the body: the page and its looks.
    pub(crate) class: &'a str,
    /// Address of the event stream, relative to the page.
    pub(crate) news: Option<&'a str>,
    /// Path to its style sheet: beside it, or at the root for a page that no link opens.
    pub(crate) root: &'static str,
    /// Seconds after which the page is loaded again without a script.
    pub(crate) reload: Option<u8>,
}

/// A whole page round its content.
pub(crate) fn page(frame: &PageFrame<'_>, content: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang=(language::current().code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                title { (frame.title) }
                link rel="stylesheet" href={ (frame.root) "page.css" };
                link rel="icon" type="image/svg+xml" href={ (frame.root) "icon.svg" };
                @if let Some(seconds) = frame.reload {
                    noscript { meta http-equiv="refresh" content=(seconds); }
                }
            }
            body class=(frame.class) data-news=[frame.news] {
                (content)
                @if frame.news.is_some() {
                    script src="page.js" data-words=(script_words()) {}
                }
            }
        }
    }
    .into_string()
}

/// Frame of a page of the static site.
pub(crate) struct SiteFrame<'a> {
    pub(crate) title: &'a str,
    /// The way back to the site's folder: empty, or `../`.
    pub(crate) root: &'a str,
    /// Whether it has steps to go through.
    pub(crate) script: bool,
}

/// A page of the static site.
pub(crate) fn site_page(frame: &SiteFrame<'_>, content: &Markup) -> String {
    let root = frame.root;
    html! {
        (DOCTYPE)
        html lang=(language::current().code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (frame.title) }
                link rel="stylesheet" href={ (root) "page.css" };
                link rel="icon" type="image/svg+xml" href={ (root) "icon.svg" };
            }
            body.site.ground {
                (content)
                @if frame.script { script src={ (root) "replay.js" } data-words=(replay_words()) {} }
            }
        }
    }
    .into_string()
}

/// Returns the translated words for `page.js`.
fn script_words() -> String {
    serde_json::json!({
        "full": say!("Too many phones are connected: trying again."),
        "closed": say!("This link no longer works: ask at the table for a new one."),
        "again": say!("Not sent yet: sending again…"),
        "sending": say!("Sending…"),
        "old": say!("Score at {time}. Not connected: trying again.", time = "{time}"),
        "moved": say!("The table has just changed: tap again."),
        "missed": say!("Your second tap came before the answer: tap again."),
        "back": say!("Back"),
        "unsent": say!("Can't send it. Check the score before you enter it again."),
        "where": say!("Where?"),
    })
    .to_string()
}

/// Returns the translated words for `replay.js`.
fn replay_words() -> String {
    serde_json::json!({
        "first": say!("first step"),
        "before": say!("step before"),
        "next": say!("next step"),
        "last": say!("last step"),
        "step": say!("{n} of {all}: {what}", n = "{n}", all = "{all}", what = "{what}"),
    })
    .to_string()
}

/// A drawing that was made here.
fn drawing(svg: String) -> PreEscaped<String> {
    PreEscaped(svg)
}

/// The page that asks for the code, for people who type the short address.
pub(crate) fn front_page(said: &str) -> String {
    let content = html! {
        main {
            h1 { "Sixty-One" }
            (code_form(true))
            p.say role="status" { (said) }
        }
    };
    page(&PageFrame { title: "Sixty-One", class: "front ground", news: None, reload: None, root: "/" }, &content)
}

/// Takes a code as people type it, or a whole link.
fn code_form(first: bool) -> Markup {
    html! {
        form method="post" action="/" {
            p { label for="code" { (say!("The code the table shows:")) } }
            p { input #code name="code" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200" autofocus[first];
                button.main { (say!("Open")) } }
        }
    }
}

/// A page of a few words.
pub(crate) fn note_page(title: &str, words: &str) -> String {
    let content = html! { main.panel { h1 { (title) } p { (words) } } };
    page(&PageFrame { title, class: "sorry ground", news: None, reload: None, root: "/" }, &content)
}

/// A page that says why there is nothing.
pub(crate) fn sorry_page(title: &str, words: &str) -> String {
    let content = html! {
        main.panel {
            h1 { (title) }
            p { (words) }
            (code_form(false))
        }
    };
    page(&PageFrame { title, class: "sorry ground", news: None, reload: None, root: "/" }, &content)
}
