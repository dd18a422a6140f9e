//! A table, and a phone that writes HTTP by hand, so that it can send it wrong.

use crate::wire::{Wire, trusting};
use game::{Act, Match, Seat, Setup, rules::RuleSet};
use server::{Entered, Limits, LinkKind, ListenerCertificate, ListenerOptions, PhoneAct, PhonePictures, Server};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};
use tokio_rustls::rustls::ClientConfig;

/// Long enough for a busy machine.
pub(crate) const LONG: Duration = Duration::from_secs(20);

/// Protocol of a phone: every listener has one port for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speech {
    Http,
    Https,
}

impl Speech {
    pub(crate) const ALL: [Self; 2] = [Self::Http, Self::Https];

    pub(crate) const fn scheme(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }
}

/// Address of this machine only.
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// The certificate of a listener on this machine.
pub(crate) fn certificate() -> ListenerCertificate {
    ListenerCertificate::make(&[HERE], SystemTime::now()).unwrap()
}

/// A listener on this machine, any port.
pub(crate) fn options(limits: Limits) -> ListenerOptions {
    ListenerOptions { port: 0, addresses: vec![HERE], limits, ..ListenerOptions::default() }
}

/// A table on this machine.
pub(crate) fn open(limits: Limits) -> Server {
    open_and_wake(limits, || {})
}

pub(crate) fn open_and_wake(limits: Limits, wake: impl Fn() + Send + Sync + 'static) -> Server {
    open_as(&options(limits), wake)
}

/// With every link open.
pub(crate) fn open_as(options: &ListenerOptions, wake: impl Fn() + Send + Sync + 'static) -> Server {
    let server = Server::open(options, wake).unwrap();
    for kind in LinkKind::ALL {
        server.open_link(kind).unwrap();
    }
    server
}

/// A match with a hand dealt.
pub(crate) fn dealt() -> Match {
    let mut game = Match::start(Setup::new(RuleSet::preset("pafos").unwrap(), &["Anna", "Ben"])).unwrap();
    game.act(Act::Deal { leader: Seat::FIRST, hands: vec![] }).unwrap();
    game
}

/// A table's program: decides what is asked, until it is dropped.
pub(crate) struct Table {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<Match>>,
    pub(crate) links: [String; 7],
    pub(crate) address: SocketAddr,
    pub(crate) pictures: PhonePictures,
    /// The table's notices of refusals.
    pub(crate) notices: Receiver<String>,
    tls: Option<Arc<ClientConfig>>,
}

impl Table {
    pub(crate) fn set(limits: Limits) -> Self {
        Self::for_speech(Speech::Http, limits)
    }

    /// Makes a table with phones of this protocol; its listener accepts https in any case.
    pub(crate) fn for_speech(speech: Speech, limits: Limits) -> Self {
        Self::at(HERE, speech, limits)
    }

    /// Makes the same at another address of this machine.
    pub(crate) fn at(ip: IpAddr, speech: Speech, limits: Limits) -> Self {
        let certificate = ListenerCertificate::make(&[ip], SystemTime::now()).unwrap();
        let tls = (speech == Speech::Https).then(|| trusting(&certificate));
        let (refuse, notices) = channel();
        let (stop, stopped) = channel();
        let (tell, told) = channel();
        let pictures = PhonePictures::default();
        let theirs = pictures.clone();
        let thread = std::thread::spawn(move || {
            let certificate = Some(certificate);
            let options = ListenerOptions { addresses: vec![ip], pictures: theirs, certificate, ..options(limits) };
            let server = open_as(&options, || {});
            let path = |kind: LinkKind| format!("/{}/{}/", kind.letter(), server.code(kind).unwrap());
            tell.send((LinkKind::ALL.map(path), server.addresses()[0])).unwrap();
            decide(&server, &stopped, &refuse)
        });
        let (links, address) = told.recv_timeout(LONG).unwrap();
        let table = Self { stop: Some(stop), thread: Some(thread), links, address, pictures, notices, tls };
        // The first snapshot is printed beside us; while requests are counted, it is not asked for.
        while limits == Limits::default() && table.phone().snapshot(&table.links[0]) == 0 {
            std::thread::sleep(Duration::from_millis(2));
        }
        table
    }

    pub(crate) fn phone(&self) -> Phone {
        Phone { address: self.address, tls: self.tls.clone() }
    }

    /// Clears the table; what was recorded.
    pub(crate) fn clear(mut self) -> Match {
        self.stop.take();
        self.thread.take().unwrap().join().unwrap()
    }
}

/// Does what phones ask, store first as in the program, and shows the result.
fn decide(server: &Server, stopped: &Receiver<()>, refuse: &Sender<String>) -> Match {
    let mut game = dealt();
    server.show(Some(game.clone()));
    while stopped.recv_timeout(Duration::from_millis(1)) == Err(RecvTimeoutError::Timeout) {
        while let Some(ask) = server.take_ask() {
            let answer = match ask.act.clone() {
                PhoneAct::Act(act) => match game.act(act) {
                    Ok(_) => Ok(Entered::Saved),
                    Err(why) => Err(game::words::refusal(&why, game.setup())),
                },
                PhoneAct::SameAgain | PhoneAct::Begin(_) => Err("not here".to_owned()),
            };
            server.show(Some(game.clone()));
            ask.answer(answer);
        }
        while let Some(notice) = server.take_notice() {
            let _nobody_asks = refuse.send(notice);
        }
    }
    game
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {self:?}"))
    }
}

/// Headers that browsers send with a form.
pub(crate) const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";

/// A phone.
#[derive(Clone, Debug)]
pub(crate) struct Phone {
    pub(crate) address: SocketAddr,
    /// Configuration for https.
    pub(crate) tls: Option<Arc<ClientConfig>>,
}

impl Phone {
    /// Makes a phone for http.
    pub(crate) const fn at(address: SocketAddr) -> Self {
        Self { address, tls: None }
    }

    pub(crate) fn connect(&self) -> Wire {
        Wire::to(self.address, self.tls.as_ref())
    }

    /// Sends bytes unchanged and reads until the server closes.
    pub(crate) fn send(&self, bytes: &[u8]) -> Option<Reply> {
        let mut stream = self.connect();
        // A server that has heard enough closes while we still speak.
        let _closed = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _reset = stream.read_to_end(&mut answer);
        let text = String::from_utf8_lossy(&answer).into_owned();
        let status = text.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
        let (head, body) = text.split_once("\r\n\r\n")?;
        Some(Reply { status, head: head.to_owned(), body: body.to_owned() })
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        self.send(head.as_bytes()).unwrap_or_else(|| panic!("no answer to {path}"))
    }

    pub(crate) fn post(&self, path: &str, body: &str, more: &str) -> Reply {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{FORM}{more}\r\n{body}",
            self.address,
            body.len()
        );
        self.send(head.as_bytes()).unwrap_or_else(|| panic!("no answer to {path}"))
    }

    /// Enters something as the page's script does.
    pub(crate) fn enter(&self, link: &str, act: &str, number: &str, snapshot: u64) -> serde_json::Value {
        let body = format!("act={}&number={number}&edition={snapshot}", act.replace(' ', "+").replace('@', "%40"));
        self.post(&format!("{link}act"), &body, "Accept: application/json\r\n").json()
    }

    /// The snapshot that is shown now.
    pub(crate) fn snapshot(&self, link: &str) -> u64 {
        self.get(&format!("{link}now?page=score")).json()["edition"].as_u64().unwrap()
    }

    pub(crate) fn listen(&self, path: &str) -> Stream {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address).unwrap();
        Stream { lines: BufReader::new(stream) }
    }
}

/// A stream of news.
#[derive(Debug)]
pub(crate) struct Stream {
    lines: BufReader<Wire>,
}

impl Stream {
    /// The next event; `None` when the stream has ended.
    pub(crate) fn next(&mut self) -> Option<serde_json::Value> {
        let until = Instant::now() + LONG;
        let mut line = String::new();
        while Instant::now() < until {
            line.clear();
            if self.lines.read_line(&mut line).ok()? == 0 || line == "0\r\n" {
                return None;
            }
            if let Some(data) = line.strip_prefix("data: {") {
                return serde_json::from_str(&format!("{{{}", data.trim_end())).ok();
            }
        }
        panic!("nothing was told");
    }
}
