//! Helpers of all routes for forms, addresses and answers.

use axum::body::Body;
use axum::http::{Uri, header};
use axum::response::{IntoResponse as _, Response};

pub(super) fn html(page: String) -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

pub(super) fn json(body: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body.into()).into_response()
}

/// The fields of a form.
pub(super) fn fields(form: &[u8]) -> Vec<(String, String)> {
    form_urlencoded::parse(form).into_owned().collect()
}

/// The fields of an address.
pub(super) fn query(uri: &Uri) -> Vec<(String, String)> {
    fields(uri.query().unwrap_or_default().as_bytes())
}

pub(super) fn field<'a>(fields: &'a [(String, String)], wanted: &str) -> Option<&'a str> {
    fields.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str())
}

pub(super) fn league_of(uri: &Uri) -> Option<String> {
    field(&query(uri), "league").map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_as_browsers_write_them() {
        let read = fields(b"act=play+6-3%406-6.s1&leftA=&x&=&leftB=1%");
        let pairs: Vec<(&str, &str)> = read.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(pairs, [("act", "play 6-3@6-6.s1"), ("leftA", ""), ("x", ""), ("", ""), ("leftB", "1%")]);
    }
}
