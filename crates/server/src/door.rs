//! The door: opens on the addresses of the local network, lets in so many, and drops who is slow. One port for http and https:
//! the first byte of a connection tells which.

use crate::limits::Limits;
use crate::rights::{PublicAddress, is_local};
use crate::shared::{Ends, Notices};
use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use language::{say, sentence};
use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls;
use tower::ServiceExt as _;

/// So many ports are tried, from the wished one on.
const PORTS: u16 = 10;
/// Buffer for a request's head.
const HEAD: usize = 16 * 1024;
/// A TLS connection begins with it, and no request of HTTP does.
const HANDSHAKE: u8 = 0x16;

/// The addresses of this machine in local networks, the one that others most likely reach first, then its own loopback.
#[must_use]
pub fn local_addresses() -> Vec<IpAddr> {
    let mut addresses: Vec<IpAddr> = if_addrs::get_if_addrs()
        .unwrap_or_default()
        .into_iter()
        .map(|interface| interface.ip())
        .filter(|ip| ip.is_ipv4() && is_local(*ip) && !ip.is_loopback())
        .collect();
    addresses.sort_unstable();
    addresses.dedup();
    let usual = way_out();
    addresses.sort_by_key(|ip| Some(*ip) != usual);
    addresses.push(IpAddr::V4(Ipv4Addr::LOCALHOST));
    addresses
}

/// The address from which this machine would send to other networks. Nothing is sent.
fn way_out() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Opens the same port on all addresses; if it is taken, one of the next.
pub(crate) fn listen(addresses: &[IpAddr], port: u16) -> io::Result<Vec<TcpListener>> {
    let mut trouble = io::Error::other(say!("there is no address to open the door on"));
    let ports = if port == 0 { vec![0] } else { (port..=port.saturating_add(PORTS - 1)).collect() };
    for port in ports {
        match listen_at(addresses, port) {
            Ok(listeners) => return Ok(listeners),
            Err(why) => trouble = why,
        }
    }
    Err(trouble)
}

fn listen_at(addresses: &[IpAddr], mut port: u16) -> io::Result<Vec<TcpListener>> {
    let mut listeners = Vec::new();
    for ip in addresses.iter().filter(|ip| is_local(**ip)) {
        let listener = TcpListener::bind((*ip, port))?;
        listener.set_nonblocking(true)?;
        // Port 0 is any: the others take the same.
        port = listener.local_addr()?.port();
        listeners.push(listener);
    }
    if listeners.is_empty() {
        Err(io::Error::other(say!("there is no local address to open the door on")))
    } else {
        Ok(listeners)
    }
}

/// How many connections each address has.
#[derive(Clone, Default)]
struct Counts(Arc<Mutex<BTreeMap<IpAddr, usize>>>);

impl Counts {
    fn enter(&self, ip: IpAddr, most: usize) -> Option<Counted> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(ip).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Counted { counts: self.clone(), ip })
    }
}

/// One of an address's connections.
struct Counted {
    counts: Counts,
    ip: IpAddr,
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.ip) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.ip);
            }
        }
    }
}

/// What every connection needs.
#[derive(Clone)]
pub(crate) struct Doorway {
    pub(crate) router: Router,
    pub(crate) limits: Limits,
    /// Where the world finds it, behind a proxy.
    pub(crate) public: Option<Arc<PublicAddress>>,
    /// Speaks https where there is a certificate.
    pub(crate) tls: Option<TlsAcceptor>,
    pub(crate) notices: Notices,
    pub(crate) closed: watch::Receiver<bool>,
}

/// Lets people in until the door is closed.
pub(crate) async fn serve(listeners: Vec<TcpListener>, way: Doorway) {
    let room = Arc::new(Semaphore::new(way.limits.connections));
    let counts = Counts::default();
    let mut tasks = Vec::new();
    for listener in listeners {
        let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { continue };
        let (room, counts, way, mut closing) = (Arc::clone(&room), counts.clone(), way.clone(), way.closed.clone());
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
                let Ok(permit) = Arc::clone(&room).try_acquire_owned() else { continue };
                let from = from.ip().to_canonical();
                // A proxy asks for many.
                let proxied = way.public.as_ref().is_some_and(|public| public.is_proxy(from));
                let most = if proxied { way.limits.connections } else { way.limits.of_one_address };
                let Some(counted) = counts.enter(from, most).filter(|_| is_local(from)) else {
                    continue;
                };
                tokio::spawn(attend(stream, way.clone(), (permit, counted)));
            }
        }));
    }
    for task in tasks {
        let _ended = task.await;
    }
}

/// One connection, from its first byte to its last.
async fn attend(stream: TcpStream, way: Doorway, (_permit, counted): (OwnedSemaphorePermit, Counted)) {
    let Ok(here) = stream.local_addr() else { return };
    // A drop is a few bytes that somebody waits for.
    let _best_effort = stream.set_nodelay(true);
    let here = SocketAddr::new(here.ip().to_canonical(), here.port());
    let ends = Ends { here, from: counted.ip, secure: false };
    let mut closed = way.closed.clone();
    tokio::select! {
        // What goes wrong on a connection is its own affair.
        _ = timeout(way.limits.connection, greet(stream, &way, ends)) => {}
        _ = closed.wait_for(|closed| *closed) => {}
    }
}

/// Finds out whether it is http or https, and answers in the same way.
async fn greet(stream: TcpStream, way: &Doorway, ends: Ends) {
    let mut first = [0];
    // Whoever says nothing, or goes, is dropped.
    let Ok(Ok(1)) = timeout(way.limits.head, stream.peek(&mut first)).await else { return };
    let Some(tls) = way.tls.as_ref().filter(|_| first == [HANDSHAKE]) else {
        return answer(stream, way, ends).await;
    };
    match timeout(way.limits.head, tls.accept(stream)).await {
        Ok(Ok(stream)) => answer(stream, way, Ends { secure: true, ..ends }).await,
        Ok(Err(why)) if is_hostile(&why) => way.notices.tell(ends.from, sentence!("sends what only begins like https")),
        // A browser goes while its person is asked about the certificate.
        Ok(Err(_)) => {}
        Err(_) => way.notices.tell(ends.from, sentence!("begins to speak https and does not go on")),
    }
}

/// Is this what no browser sends?
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
async fn answer(stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static, way: &Doorway, ends: Ends) {
    let router = way.router.clone();
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ends);
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(way.limits.head)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let _its_own_affair = connection.await;
}
