//! A server without sockets and threads: requests go straight to its routes, and nothing happens between two calls. For
//! simulations, in which one seed decides what arrives, when and how often.

use super::open::{Parts, print};
use super::routes::router;
use super::shared::Ends;
use crate::server::{ListenerError, ListenerOptions, Server};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, header};
use futures_util::StreamExt as _;
use std::net::{IpAddr, SocketAddr};
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tower::ServiceExt as _;

/// Turns that the waiting tasks get when the wire settles: a request passes through fewer.
const TURNS: usize = 40;
/// Longest answer.
const MOST: usize = 1 << 24;

/// The way to a server's routes.
#[derive(Debug)]
pub struct Wire {
    runtime: Runtime,
    router: Router,
    here: SocketAddr,
}

/// An answer to come: its status and text.
#[derive(Debug)]
pub struct Delivery(JoinHandle<(u16, String)>);

impl Server {
    /// Makes a server that listens nowhere, and the way to it.
    ///
    /// # Errors
    /// No timer, or no random numbers.
    pub fn on_wire(options: &ListenerOptions) -> Result<(Self, Wire), ListenerError> {
        let here = SocketAddr::from(([127, 0, 0, 1], options.port));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
        let Parts { server, shared, snapshots } = Parts::make(options, vec![here], || {})?;
        runtime.spawn(print(server.shown.subscribe(), snapshots));
        Ok((server, Wire { runtime, router: router(&shared), here }))
    }
}

impl Wire {
    /// Sends a request for a path; a body makes it a form that is posted.
    #[must_use]
    pub fn send(&self, from: IpAddr, path: &str, body: Option<String>) -> Delivery {
        self.send_with(from, path, body, None)
    }

    /// The same for a table that sends its club's key.
    #[must_use]
    pub fn send_with(&self, from: IpAddr, path: &str, body: Option<String>, key: Option<&str>) -> Delivery {
        let mut request = Request::builder()
            .method(if body.is_some() { Method::POST } else { Method::GET })
            .uri(path)
            .header(header::HOST, self.here.to_string())
            .header(header::ACCEPT, "application/json")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .extension(Ends { here: self.here, from, secure: false });
        if let Some(key) = key {
            request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
        }
        let request = request.body(body.map_or_else(Body::empty, Body::from));
        let (router, stream) = (self.router.clone(), path.contains("/feed"));
        Delivery(self.runtime.spawn(async move {
            let Ok(request) = request else { return (400, String::new()) };
            let Ok(response) = router.oneshot(request).await;
            let status = response.status().as_u16();
            let text = if stream {
                // It never ends: the first piece is how everything stands.
                response.into_body().into_data_stream().next().await.and_then(Result::ok)
            } else {
                to_bytes(response.into_body(), MOST).await.ok()
            };
            (status, String::from_utf8_lossy(&text.unwrap_or_default()).into_owned())
        }))
    }

    /// Lets everything happen that can.
    pub fn settle(&self) {
        self.runtime.block_on(async {
            for _ in 0..TURNS {
                tokio::task::yield_now().await;
            }
        });
    }

    /// Takes an answer, if it has come.
    ///
    /// # Errors
    /// It has not come yet: the same delivery, to ask for later.
    pub fn answer(&self, delivery: Delivery) -> Result<(u16, String), Delivery> {
        if delivery.0.is_finished() {
            Ok(self.runtime.block_on(delivery.0).unwrap_or((500, String::new())))
        } else {
            Err(delivery)
        }
    }
}
