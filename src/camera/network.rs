//! Cameras of the local network, over HTTP, plain or with TLS: a Motion JPEG stream, or one JPEG that is asked for again and again.
//!
//! What the address answers decides: `multipart/...` is a stream, `image/...` a single picture. Each call of
//! [`NetworkCamera::next`] takes at most a few seconds, even if the other side misbehaves; memory holds at most one
//! picture.

use language::say;
use std::io::{self, Read};
use std::net::{IpAddr, ToSocketAddrs as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ureq::http::Response;
use ureq::{Agent, Body, Error};

use super::login::Login;
use super::mjpeg::{self, MOST_BYTES, Parts, PartsError};
use super::spec::{Address, Scheme};
use super::{Next, Shot, Source, SourceError};
use crate::platform::http;
use eye::picture;

/// Connecting in a local network is quick or hopeless.
const CONNECT: Duration = Duration::from_secs(2);
/// An address that sends on more often sends in circles.
const MOST_REDIRECTS: usize = 5;

/// From the request to the first line of the answer, redirects included.
const ANSWER: Duration = Duration::from_millis(2500);
/// Without a byte for so long a stream has stalled.
const READ: Duration = Duration::from_secs(2);
/// Longest time for a picture to be of use at a table.
const SLOWEST: Duration = Duration::from_secs(10);
/// Five pictures a second are decoded; those between are dropped.
const INTERVAL: Duration = Duration::from_millis(190);
/// Consecutive damaged pictures from which on the camera is broken, not disturbed.
const MOST_DAMAGED: u32 = 30;
/// Bytes read at a time.
const CHUNK: usize = 1 << 16;

/// A camera in the network.
pub struct NetworkCamera {
    host: String,
    address: Address,
    agent: Agent,
    login: Option<Login>,
    state: Receiving,
    chunk: Vec<u8>,
    last: Option<Instant>,
    /// Time of the last picture, decoded or not.
    heard: Instant,
    damaged: u32,
}

/// The bytes of an answer.
type Bytes = Box<dyn Read>;

enum Receiving {
    /// A stream of pictures.
    Stream { bytes: Bytes, parts: Parts },
    /// A single picture is coming in.
    Single { bytes: Bytes, got: Vec<u8> },
    /// Until the next single picture.
    Between,
}

impl std::fmt::Debug for NetworkCamera {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "NetworkCamera({})", self.host)
    }
}

impl NetworkCamera {
    /// Connects.
    ///
    /// # Errors
    /// It cannot be reached, refuses, or does not send pictures, in words.
    pub fn open(address: &Address) -> Result<Self, SourceError> {
        let config = http::asking()
            .timeout_connect(Some(CONNECT))
            .timeout_resolve(Some(CONNECT))
            .timeout_recv_response(Some(ANSWER))
            .timeout_per_read(Some(READ))
            // Small cameras say that a connection stays and close it all the same: each question has its own.
            .max_idle_connections(0)
            // Followed by hand: the password is for one host and port.
            .max_redirects_will_error(false)
            // What turns a question down also says how to log in.
            .http_status_as_error(false)
            .build();
        let named = match address.scheme {
            Scheme::Https(named) => named,
            Scheme::Http => None,
        };
        let mut camera = Self {
            host: address.host.clone(),
            address: address.clone(),
            agent: http::agent(config, named, &address.host),
            login: address.login.as_ref().map(|(user, password)| Login::new(user, password)),
            state: Receiving::Between,
            chunk: vec![0; CHUNK],
            last: None,
            heard: Instant::now(),
            damaged: 0,
        };
        camera.ask()?;
        Ok(camera)
    }

    /// Asks for the address and looks at what kind of answer comes.
    fn ask(&mut self) -> Result<(), SourceError> {
        let (mut host, mut path) = (self.address.host.clone(), self.address.path.clone());
        for _ in 0..=MOST_REDIRECTS {
            let response = self.ask_at(&host, &path)?;
            let location = response.headers().get("location").and_then(|value| value.to_str().ok());
            match location.filter(|_| response.status().is_redirection()) {
                Some(location) => (host, path) = self.follow((&host, &path), location)?,
                None => {
                    self.state = self.state_of(response)?;
                    return Ok(());
                }
            }
        }
        Err(self.explain(&Error::TooManyRedirects))
    }

    /// Asks one place, once more with what it wants to know if it turns the first question down. The login is for the
    /// address that was typed.
    fn ask_at(&mut self, host: &str, path: &str) -> Result<Response<Body>, SourceError> {
        let own = host == self.address.host;
        let mut login = self.login.take();
        let response = self.ask_with(host, path, login.as_mut().filter(|_| own));
        let response = match (response, &mut login) {
            (Ok(turned_down), Some(login)) if own && turned_down.status() == 401 => {
                let asked = turned_down.headers().get_all("www-authenticate");
                let can = login.challenged(asked.iter().filter_map(|value| value.to_str().ok()));
                if can { self.ask_with(host, path, Some(login)) } else { Ok(turned_down) }
            }
            (response, _) => response,
        };
        self.login = login;
        let response = response.map_err(|error| self.explain(&error))?;
        match response.status().as_u16() {
            status @ 400.. => Err(self.explain(&Error::StatusCode(status))),
            _ => Ok(response),
        }
    }

    fn ask_with(&self, host: &str, path: &str, login: Option<&mut Login>) -> Result<Response<Body>, Error> {
        let request = self.agent.get(format!("{}{host}{path}", self.address.scheme.start()));
        match login.and_then(|login| login.answer(path)) {
            Some(answer) => request.header("Authorization", answer).call(),
            None => request.call(),
        }
    }

    /// Goes where the answer sends, the same way and within the local network: a camera is not to send this machine anywhere else.
    fn follow(&self, (host, path): (&str, &str), location: &str) -> Result<(String, String), SourceError> {
        let scheme = self.address.scheme.start();
        let (to, path) = sent_on(scheme, host, path, location).ok_or_else(|| {
            self.unreachable(say!(
                "it redirects to an address that doesn't begin with {scheme}: {address}",
                scheme,
                address = short(location)
            ))
        })?;
        if to == self.address.host {
            return Ok((to, path));
        }
        let from = addresses(&self.address.host);
        let there = addresses(&to);
        if !there.is_empty() && there.iter().all(|there| http::may_be_sent_to(&from, *there)) {
            return Ok((to, path));
        }
        Err(self
            .unreachable(say!("it redirects to {address}, which is not in the local network", address = short(&to))))
    }

    fn unreachable(&self, reason: impl Into<String>) -> SourceError {
        SourceError::Unreachable { host: self.host.clone(), reason: reason.into() }
    }

    fn state_of(&self, response: Response<Body>) -> Result<Receiving, SourceError> {
        let header = response.headers().get("content-type").and_then(|value| value.to_str().ok());
        let content_type = header.unwrap_or("").to_owned();
        let kind = content_type.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
        let bytes: Bytes = Box::new(response.into_body().into_reader());
        if kind.starts_with("multipart/") {
            // A stream that does not say its boundary uses two dashes at least.
            let boundary = mjpeg::boundary(&content_type).unwrap_or_else(|| "--".to_owned());
            return Ok(Receiving::Stream { bytes, parts: Parts::new(&boundary) });
        }
        if kind.starts_with("image/") || kind == "application/octet-stream" || kind.is_empty() {
            return Ok(Receiving::Single { bytes, got: Vec::new() });
        }
        Err(SourceError::NotPictures { host: self.host.clone(), kind: words_for(&kind) })
    }

    fn explain(&self, error: &Error) -> SourceError {
        let host = self.host.clone();
        let reason = match error {
            Error::StatusCode(401 | 403) if self.address.login.is_some() => return SourceError::Login(host),
            Error::StatusCode(status) => return SourceError::Status { host, status: *status },
            Error::Timeout(_) => say!("no answer").to_owned(),
            Error::HostNotFound => say!("there is no machine with this name").to_owned(),
            Error::TooManyRedirects | Error::RedirectFailed => say!("it redirects too often").to_owned(),
            other if http::untrusted(other).is_some() => http::words(other),
            Error::Io(error) => io_words(error),
            other => other.to_string(),
        };
        SourceError::Unreachable { host, reason }
    }

    fn broke_off(&self, reason: impl Into<String>) -> SourceError {
        SourceError::BrokeOff { host: self.host.clone(), reason: reason.into() }
    }

    fn too_large(&self) -> SourceError {
        SourceError::TooLarge { host: self.host.clone(), most: MOST_BYTES }
    }

    fn next_of_stream(&mut self) -> Result<Option<Vec<u8>>, SourceError> {
        let Receiving::Stream { bytes, parts } = &mut self.state else { return Ok(None) };
        let read = bytes.read(&mut self.chunk);
        let mut newest = None;
        let mut wrong = None;
        if let Ok(n) = read {
            parts.feed(self.chunk.get(..n).unwrap_or_default());
            loop {
                match parts.take() {
                    Ok(Some(part)) => newest = Some(part),
                    Ok(None) => break,
                    Err(why) => {
                        wrong = Some(why);
                        break;
                    }
                }
            }
        }
        match (read, wrong) {
            (_, Some(PartsError::TooLarge)) => Err(self.too_large()),
            (_, Some(why @ PartsError::NoBoundary)) => Err(self.broke_off(why.to_string())),
            (Ok(0), _) if newest.is_none() => Err(self.broke_off(say!("the connection was closed"))),
            (Err(error), _) => Err(self.broke_off(io_words(&error))),
            _ => Ok(newest),
        }
    }

    fn next_single(&mut self) -> Result<Option<Vec<u8>>, SourceError> {
        if matches!(self.state, Receiving::Between) {
            let wait = self.last.map_or(Duration::ZERO, |last| INTERVAL.saturating_sub(last.elapsed()));
            std::thread::sleep(wait);
            return self.ask().map(|()| None);
        }
        let Receiving::Single { bytes, got } = &mut self.state else { return Ok(None) };
        match bytes.read(&mut self.chunk) {
            Ok(0) => {
                let whole = std::mem::take(got);
                self.state = Receiving::Between;
                Ok(Some(whole))
            }
            Ok(n) => {
                got.extend_from_slice(self.chunk.get(..n).unwrap_or_default());
                if got.len() > MOST_BYTES { Err(self.too_large()) } else { Ok(None) }
            }
            Err(error) => Err(self.broke_off(io_words(&error))),
        }
    }

    /// A picture came in whole.
    fn take(&mut self, bytes: &[u8]) -> Result<Next, SourceError> {
        self.heard = Instant::now();
        if self.last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return Ok(Next::Nothing);
        }
        self.last = Some(Instant::now());
        let whole = mjpeg::complete(bytes);
        match picture::decode(&whole) {
            Ok(picture) => {
                self.damaged = 0;
                let jpeg = whole.starts_with(&[0xff, 0xd8]).then(|| Arc::from(&whole[..]));
                Ok(Next::Shot(Shot { jpeg, ..Shot::now(picture.frame) }))
            }
            Err(error) => {
                self.damaged += 1;
                if self.damaged >= MOST_DAMAGED {
                    return Err(SourceError::Damaged { from: self.host.clone(), reason: error.to_string() });
                }
                Ok(Next::Nothing)
            }
        }
    }
}

impl Source for NetworkCamera {
    fn next(&mut self) -> Result<Next, SourceError> {
        let came = match self.state {
            Receiving::Stream { .. } => self.next_of_stream()?,
            Receiving::Single { .. } | Receiving::Between => self.next_single()?,
        };
        match came {
            Some(bytes) => self.take(&bytes),
            None if self.heard.elapsed() > SLOWEST => {
                Err(self.broke_off(say!("the connection is too slow: no complete picture arrived")))
            }
            None => Ok(Next::Nothing),
        }
    }
}

/// Returns the everyday name of a content type.
fn words_for(kind: &str) -> String {
    match kind {
        "text/html" => say!("a web page").to_owned(),
        "video/mp4" | "video/h264" | "application/vnd.apple.mpegurl" => say!("an unsupported video format").to_owned(),
        other => format!("\"{}\"", other.chars().take(60).collect::<String>()),
    }
}

fn io_words(error: &io::Error) -> String {
    // The client's own deadline comes wrapped, as an error of no kind.
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<ureq::Error>());
    let kind = if matches!(inner, Some(ureq::Error::Timeout(_))) { io::ErrorKind::TimedOut } else { error.kind() };
    match kind {
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => say!("nothing arrived for two seconds").to_owned(),
        io::ErrorKind::ConnectionRefused => say!("connection refused").to_owned(),
        io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe | io::ErrorKind::UnexpectedEof => {
            say!("the connection was closed").to_owned()
        }
        io::ErrorKind::InvalidData => say!("it can't be encrypted ({why}): try `http://`", why = error),
        _ => error.to_string(),
    }
}

/// Returns the destination of a redirect: host with port, and path; `None` for another scheme.
fn sent_on(scheme: &str, host: &str, path: &str, location: &str) -> Option<(String, String)> {
    if let Some(rest) = location.strip_prefix(scheme).or_else(|| location.strip_prefix("//")) {
        let (host, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        // A login in it was not typed here.
        let host = host.rsplit('@').next().unwrap_or(host);
        let slash = if path.starts_with('/') { "" } else { "/" };
        return Some((host.to_owned(), format!("{slash}{path}")));
    }
    let before = location.split(['/', '?', '#']).next().unwrap_or_default();
    if before.contains(':') {
        return None;
    }
    if location.starts_with('/') {
        return Some((host.to_owned(), location.to_owned()));
    }
    let folder = path.split('?').next().and_then(|path| path.rfind('/').map(|end| &path[..=end])).unwrap_or("/");
    Some((host.to_owned(), format!("{folder}{location}")))
}

/// The addresses of a host, with its port or without.
fn addresses(host: &str) -> Vec<IpAddr> {
    let with_port = (host, 80).to_socket_addrs().or_else(|_| host.to_socket_addrs());
    with_port.map(|found| found.map(|found| found.ip().to_canonical()).collect()).unwrap_or_default()
}

/// Shortens a stranger's text for display.
fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_sends_on() {
        let sent = |location| sent_on("http://", "10.0.0.5:8080", "/video/live?x=1", location);
        for (location, host, path) in [
            ("/other", "10.0.0.5:8080", "/other"),
            ("mjpeg", "10.0.0.5:8080", "/video/mjpeg"),
            ("http://10.0.0.5:8081/a?b", "10.0.0.5:8081", "/a?b"),
            ("//evil.example", "evil.example", "/"),
            ("http://anna:secret@10.0.0.5:8080/a", "10.0.0.5:8080", "/a"),
        ] {
            assert_eq!(sent(location), Some((host.to_owned(), path.to_owned())), "{location}");
        }
        for other in ["https://10.0.0.5/", "ftp://10.0.0.5/", "file:///etc/passwd", "javascript:x"] {
            assert_eq!(sent(other), None, "{other}");
        }
        assert_eq!(sent_on("https://", "10.0.0.5", "/", "http://10.0.0.5/a"), None, "what was encrypted stays so");
        assert_eq!(sent_on("https://", "10.0.0.5", "/", "/a"), Some(("10.0.0.5".to_owned(), "/a".to_owned())));
    }

    #[test]
    fn what_a_camera_sends_to_is_not_asked_if_it_is_elsewhere() {
        for location in ["http://8.8.8.8/", "https://127.0.0.1/", "http://[2001:db8::1]/"] {
            let camera = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
            let host = camera.local_addr().unwrap().to_string();
            let answering = std::thread::spawn(move || {
                use std::io::Write as _;
                let (mut stream, _) = camera.accept().unwrap();
                let _read = stream.read(&mut [0; 1024]);
                write!(stream, "HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n").unwrap();
            });
            let address = Address { scheme: Scheme::Http, host, path: "/".to_owned(), login: None };
            let why = NetworkCamera::open(&address).unwrap_err().to_string();
            assert!(why.contains("it redirects to"), "{location}: {why}");
            answering.join().unwrap();
        }
    }
}
