//! Link of a request, and the kinds of links that a route accepts.

use crate::rights::LinkKind;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use language::say;
use std::marker::PhantomData;

/// Link of a request with a valid secret.
#[derive(Clone, Debug)]
pub(super) struct OpenedLink {
    pub(super) kind: LinkKind,
    pub(super) secret: String,
}

/// The kinds of links that a route is for.
pub(super) trait Right {
    const KINDS: &'static [LinkKind];
}

macro_rules! rights {
    ($($name:ident: $($kind:ident)|+;)*) => { $(
        pub(super) struct $name;
        impl Right for $name { const KINDS: &'static [LinkKind] = &[$(LinkKind::$kind),+]; }
    )* };
}

rights! {
    ToSee: Watch | Enter | Camera | Join | Hand | Secretary | Captain;
    ToSeeASeason: Watch | Secretary | Captain;
    ToRecord: Secretary | Captain;
    ToHear: Watch | Enter | Hand | Secretary;
    ToWatch: Watch;
    ToEnter: Enter;
    ToFilm: Camera;
    ToSendPictures: Camera | Hand;
    ToJoin: Join;
    ToAskAdvice: Hand;
    ToCall: Secretary;
}

/// Restricts a route to certain kinds of links. Other links find no page there.
pub(super) struct Link<R> {
    pub(super) kind: LinkKind,
    pub(super) secret: String,
    right: PhantomData<R>,
}

impl<R: Right, S: Sync> FromRequestParts<S> for Link<R> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Response> {
        // The guard lets no request in without a link.
        let Some(link) = parts.extensions.get::<OpenedLink>() else {
            return Err(StatusCode::INTERNAL_SERVER_ERROR.into_response());
        };
        if R::KINDS.contains(&link.kind) {
            return Ok(Self { kind: link.kind, secret: link.secret.clone(), right: PhantomData });
        }
        if parts.method == Method::GET {
            return Err(StatusCode::NOT_FOUND.into_response());
        }
        let words = say!("this link only lets you {doing}", doing = link.kind.words());
        Err((StatusCode::FORBIDDEN, words).into_response())
    }
}
