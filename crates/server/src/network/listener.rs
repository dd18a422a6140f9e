//! The listener: opens on the addresses of the local network, limits connections, and drops slow ones. One port for
//! http and https: the first byte of a connection shows which.

use super::crowd::{Counted, Crowds};
use super::guard::full;
use super::shared::{Ends, Notices};
use crate::limits::Limits;
use crate::rights::{PublicAddress, is_local, is_network_of};
use crate::server::ListenerError;
use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use language::{say, sentence};
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls;
use tower::ServiceExt as _;

/// Ports to try, from the wished one on.
const PORTS: u16 = 10;
/// Buffer for a request's head.
const HEAD: usize = 16 * 1024;
/// Most refused connections that get an answer at once, each for a moment.
const MOST_TOLD: usize = 16;
const TURNING: Duration = Duration::from_secs(1);
/// A TLS connection begins with it, and no request of HTTP does.
const HANDSHAKE: u8 = 0x16;

/// Opens the same port on all addresses; if it is taken, one of the next.
pub(crate) fn listen(addresses: &[IpAddr], port: u16) -> io::Result<Vec<TcpListener>> {
    let mut trouble = io::Error::other(say!("no address to start the server on"));
    let ports = if port == 0 { vec![0] } else { (port..=last(port)).collect() };
    for port in ports {
        match listen_at(addresses, port) {
            Ok(listeners) => return Ok(listeners),
            Err(why) => trouble = why,
        }
    }
    Err(trouble)
}

/// The last port that is tried after this one.
const fn last(port: u16) -> u16 {
    port.saturating_add(PORTS - 1)
}

/// The reason why no port opened, for a player.
pub(crate) fn explain(port: u16, source: io::Error) -> ListenerError {
    match source.kind() {
        io::ErrorKind::AddrInUse => ListenerError::InUse { port, last: last(port) },
        _ => ListenerError::Port { port, source },
    }
}

fn listen_at(addresses: &[IpAddr], mut port: u16) -> io::Result<Vec<TcpListener>> {
    let mut listeners = Vec::new();
    for ip in addresses.iter().filter(|ip| is_local(**ip) || is_network_of(**ip, **ip)) {
        let listener = TcpListener::bind((*ip, port))?;
        listener.set_nonblocking(true)?;
        // Port 0 is any: the others take the same.
        port = listener.local_addr()?.port();
        listeners.push(listener);
    }
    if listeners.is_empty() {
        Err(io::Error::other(say!("no local address to start the server on")))
    } else {
        Ok(listeners)
    }
}

/// State shared by all connections of a listener.
#[derive(Clone)]
pub(crate) struct Listener {
    pub(crate) router: Router,
    pub(crate) limits: Limits,
    /// Public address behind a proxy.
    pub(crate) public: Option<Arc<PublicAddress>>,
    /// TLS acceptor, if there is a certificate.
    pub(crate) tls: Option<TlsAcceptor>,
    pub(crate) notices: Notices,
    pub(crate) closed: watch::Receiver<bool>,
}

/// Lets people in until the listener is closed.
pub(crate) async fn serve(listeners: Vec<TcpListener>, way: Listener) {
    let room = Arc::new(Semaphore::new(way.limits.connections));
    let crowds = Crowds::new(&way.limits);
    let told = Arc::new(Semaphore::new(MOST_TOLD));
    let mut tasks = Vec::new();
    for listener in listeners {
        let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { continue };
        let (room, told, crowds) = (Arc::clone(&room), Arc::clone(&told), crowds.clone());
        let (way, mut closing) = (way.clone(), way.closed.clone());
        tasks.push(tokio::spawn(async move {
            loop {
                let accepted = tokio::select! {
                    accepted = listener.accept() => accepted,
                    _ = closing.wait_for(|closed| *closed) => return,
                };
                let Ok((stream, from)) = accepted else {
                    // No file handle left, say: others may go.
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                };
                let from = from.ip().to_canonical();
                let here = stream.local_addr().map(|here| here.ip().to_canonical());
                if !is_local(from) && !here.is_ok_and(|here| is_network_of(here, from)) {
                    continue;
                }
                let proxied = way.public.as_ref().is_some_and(|public| public.is_proxy(from));
                let room = Arc::clone(&room).try_acquire_owned().ok();
                match room.and_then(|permit| Some((permit, crowds.enter(from, proxied)?))) {
                    Some(counted) => drop(tokio::spawn(attend(stream, way.clone(), counted))),
                    None => {
                        way.notices.tell(from, sentence!("has too many open connections: a new one was rejected"));
                        if let Ok(permit) = Arc::clone(&told).try_acquire_owned() {
                            tokio::spawn(turn_away(stream, permit));
                        }
                    }
                }
            }
        }));
    }
    for task in tasks {
        let _ended = task.await;
    }
}

/// One connection, from its first byte to its last.
async fn attend(stream: TcpStream, way: Listener, (_permit, counted): (OwnedSemaphorePermit, Counted)) {
    let Ok(here) = stream.local_addr() else { return };
    // A drop is a few bytes that people wait for.
    let _best_effort = stream.set_nodelay(true);
    let here = SocketAddr::new(here.ip().to_canonical(), here.port());
    let ends = Ends { here, from: counted.ip, secure: false };
    let counted = Arc::new(counted);
    let mut closed = way.closed.clone();
    tokio::select! {
        // What goes wrong on a connection is its own affair.
        _ = timeout(way.limits.connection, greet(stream, &way, (ends, &counted))) => {}
        _ = closed.wait_for(|closed| *closed) => {}
    }
}

/// Finds out whether it is http or https, and answers in the same way.
async fn greet(stream: TcpStream, way: &Listener, (ends, counted): (Ends, &Arc<Counted>)) {
    let mut first = [0];
    // A connection that sends nothing, or closes, is dropped.
    let Ok(Ok(1)) = timeout(way.limits.head, stream.peek(&mut first)).await else { return };
    let Some(tls) = way.tls.as_ref().filter(|_| first == [HANDSHAKE]) else {
        return answer(stream, way, (ends, counted)).await;
    };
    match timeout(way.limits.head, tls.accept(stream)).await {
        Ok(Ok(stream)) => answer(stream, way, (Ends { secure: true, ..ends }, counted)).await,
        Ok(Err(why)) if is_hostile(&why) => way.notices.tell(ends.from, sentence!("sent an invalid TLS handshake")),
        // A browser goes while its person is asked about the certificate.
        Ok(Err(_)) => {}
        Err(_) => way.notices.tell(ends.from, sentence!("did not finish the TLS handshake")),
    }
}

/// Reports whether no browser sends this.
fn is_hostile(why: &io::Error) -> bool {
    let tls = why.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
    tls.is_some_and(|why| {
        matches!(
            why,
            rustls::Error::InvalidMessage(_) | rustls::Error::InappropriateMessage { .. } | rustls::Error::DecryptError
        )
    })
}

/// Answers the requests of a connection.
async fn answer(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    way: &Listener,
    (ends, counted): (Ends, &Arc<Counted>),
) {
    let (router, counted) = (way.router.clone(), Arc::clone(counted));
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ends);
        request.extensions_mut().insert(Arc::clone(&counted));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(way.limits.head)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let _its_own_affair = connection.await;
}

/// Explains over plain http why the connection is closed; an encrypted answer would cost too much.
async fn turn_away(stream: TcpStream, _permit: OwnedSemaphorePermit) {
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let response = full(request.headers());
        async move { Ok::<_, Infallible>(response) }
    });
    let mut answering = http1::Builder::new();
    answering.timer(TokioTimer::new()).keep_alive(false).header_read_timeout(TURNING).max_buf_size(HEAD);
    let connection = answering.serve_connection(TokioIo::new(stream), service);
    let _its_own_affair = timeout(2 * TURNING, connection).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_in_use_are_named_with_what_to_do() {
        let why = explain(6161, io::ErrorKind::AddrInUse.into()).to_string();
        assert!(why.starts_with("ports 6161 to 6170 are in use") && why.ends_with("`sixty-one serve --port`"), "{why}");
        let why = explain(80, io::ErrorKind::PermissionDenied.into()).to_string();
        assert!(why.starts_with("can't open port 80 for phones"), "{why}");
    }
}
