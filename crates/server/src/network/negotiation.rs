//! In which language a guest is answered: the guest's own, as the browser says it, else the program's.

use axum::http::{HeaderMap, header};
use language::{Language, current, within};
use std::future::poll_fn;
use std::pin::pin;

/// The first language of a browser's list that there are sentences in.
pub(crate) fn of_guest(headers: &HeaderMap) -> Language {
    let lists = headers.get_all(header::ACCEPT_LANGUAGE).iter().filter_map(|list| list.to_str().ok());
    let mut tags = lists.flat_map(|list| list.split(',')).filter_map(|tag| tag.split(';').next());
    tags.find_map(|tag| Language::of_tag(tag.trim())).unwrap_or_else(current)
}

/// Does something that waits, in a language: others are served on the same thread meanwhile, in theirs.
pub(crate) async fn spoken<T>(language: Language, what: impl Future<Output = T>) -> T {
    let mut what = pin!(what);
    poll_fn(|context| within(language, || what.as_mut().poll(context))).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn of(list: &'static str) -> Language {
        of_guest(&HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, HeaderValue::from_static(list))]))
    }

    #[test]
    fn a_guest_is_answered_in_the_first_language_that_is_known() {
        assert_eq!(of("es-MX,es;q=0.9,en;q=0.8"), Language::Spanish);
        assert_eq!(of("fr-FR, es ;q=0.5, en"), Language::Spanish);
        assert_eq!(of("en-GB,es;q=0.9"), Language::English);
        for unknown in ["fr", "*", ""] {
            assert_eq!(within(Language::Spanish, || of(unknown)), Language::Spanish, "the program's: {unknown}");
        }
    }

    #[test]
    fn languages_of_two_guests_do_not_mix_while_they_wait() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let guest = |language| {
            spoken(language, async move {
                for _ in 0..3 {
                    assert_eq!(current(), language);
                    tokio::task::yield_now().await;
                }
            })
        };
        runtime.block_on(async { tokio::join!(guest(Language::Spanish), guest(Language::English)) });
        assert_eq!(current(), Language::English);
    }
}
