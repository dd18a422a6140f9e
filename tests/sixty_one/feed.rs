//! `sixty-one serve` with a webhook and an MQTT broker, which fail and return while the table continues.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use crate::served::{Served, enter, game, join, page_with};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use store::{MatchId, Store, Timestamp};
use tempfile::tempdir;

/// Long enough for a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// A line that a webhook was sent: its key and what it says.
pub(crate) type Line = (String, Value);

/// Listens at this address until it is stopped; the first `mute` lines are taken without a word, as by a server that
/// dies before it answers.
pub(crate) fn receive(address: SocketAddr, mut mute: usize) -> (SocketAddr, Receiver<Line>, impl FnOnce()) {
    let listener = TcpListener::bind(address).unwrap();
    let address = listener.local_addr().unwrap();
    let (tell, told) = channel();
    let (stop, stopped) = channel::<()>();
    let thread: JoinHandle<()> = std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            if stopped.try_recv().is_ok() {
                return;
            }
            take_line(stream, &tell, &mut mute);
        }
    });
    let end = move || {
        stop.send(()).unwrap();
        drop(TcpStream::connect(address));
        thread.join().unwrap();
    };
    (address, told, end)
}

fn take_line(stream: TcpStream, tell: &Sender<Line>, mute: &mut usize) {
    let mut lines = BufReader::new(stream.try_clone().unwrap());
    let mut fields = BTreeMap::new();
    loop {
        let mut line = String::new();
        // A connection that was only tried out.
        if lines.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        let Some((name, value)) = line.split_once(": ") else {
            if line == "\r\n" {
                break;
            }
            assert_eq!(line, "POST /hook?key=1 HTTP/1.1\r\n");
            continue;
        };
        fields.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let mut body = vec![0; fields["content-length"].parse().unwrap()];
    lines.read_exact(&mut body).unwrap();
    assert_eq!((fields["content-type"].as_str(), body.last()), ("application/json", Some(&b'\n')));
    tell.send((fields["idempotency-key"].clone(), serde_json::from_slice(&body).unwrap())).unwrap();
    if *mute > 0 {
        *mute -= 1;
        return drop(stream.shutdown(Shutdown::Both));
    }
    let mut stream = stream;
    stream.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n").unwrap();
}

/// The line of the table's last message.
fn laid(line: &Line) -> &str {
    line.1["table"]["line"].as_str().unwrap()
}

#[test]
fn a_webhook_that_dies_and_comes_back_misses_nothing_and_gets_nothing_twice() {
    let data = tempdir().unwrap();
    let (address, told, end) = receive("127.0.0.1:0".parse().unwrap(), 0);
    let hook = format!("http://{address}/hook?key=1");
    let table = Served::start(data.path(), &["--enter", "--players", "Anna,Ben", "--webhook", &hook], 2);
    let link = &table.links[1];
    let mut lines = vec![told.recv_timeout(LONG).unwrap()];
    assert!(enter(link, "tile 6-6", 1).contains("\"ok\":true"));
    lines.push(told.recv_timeout(LONG).unwrap());
    assert_eq!([laid(&lines[0]), laid(&lines[1])], ["", "6-6"]);
    end();
    // It is gone: the table answers as usual.
    for (number, act) in [(2, "tile 6-3"), (3, "undo"), (4, "tile 6-2"), (5, "undo"), (6, "tile 6-1")] {
        let begin = Instant::now();
        assert!(enter(link, act, number).contains("\"ok\":true"), "{act}");
        assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    }
    // It comes back, and the first line it takes it takes without a word.
    let (_, told, end) = receive(address, 1);
    while lines.last().is_none_or(|line| laid(line) != "6-6 6-1") {
        lines.push(told.recv_timeout(LONG).unwrap());
    }
    assert!(told.recv_timeout(Duration::from_millis(300)).is_err(), "that was all");
    end();
    let sent = lines.len();
    // What was taken without a word comes again under the same key, and says the same.
    lines.dedup();
    assert_eq!(sent - lines.len(), 1);
    let keys: std::collections::BTreeSet<&String> = lines.iter().map(|(key, _)| key).collect();
    assert_eq!(keys.len(), lines.len(), "no key stands for two lines");
    let told: Vec<&str> = lines.iter().map(laid).collect();
    assert_eq!(told, ["", "6-6", "6-6 6-3", "6-6", "6-6 6-2", "6-6", "6-6 6-1"]);
    let snapshots: Vec<u64> = lines.iter().map(|line| line.1["edition"].as_u64().unwrap()).collect();
    assert!(snapshots.is_sorted_by(|a, b| a < b), "{snapshots:?}");
}

/// A broker that knows what a table says to one: it keeps what is to be kept, and the last will.
#[derive(Clone, Default)]
pub(crate) struct Broker {
    kept: Arc<Mutex<BTreeMap<String, String>>>,
    streams: Arc<Mutex<Vec<TcpStream>>>,
}

impl Broker {
    pub(crate) fn open() -> (Self, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let broker = Self::default();
        let ours = broker.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let broker = ours.clone();
                broker.streams.lock().unwrap().push(stream.try_clone().unwrap());
                std::thread::spawn(move || {
                    let mut will = None;
                    // However it ends: only who says goodbye has no last will.
                    let _ended = broker.attend(stream, &mut will);
                    if let Some((topic, says)) = will {
                        broker.kept.lock().unwrap().insert(topic, says);
                    }
                });
            }
        });
        (broker, address)
    }

    fn attend(&self, mut stream: TcpStream, will: &mut Option<(String, String)>) -> io::Result<()> {
        loop {
            let (kind, body) = packet(&mut stream)?;
            let mut rest = &body[..];
            match kind >> 4 {
                1 => {
                    assert_eq!(&rest[..7], b"\0\x04MQTT\x04");
                    assert_eq!(rest[7] & 0b10_0100, 0b10_0100, "a will, and it is kept");
                    rest = &rest[10..];
                    assert_eq!(text(&mut rest), "sixty-one-table-3");
                    *will = Some((text(&mut rest), text(&mut rest)));
                    stream.write_all(&[0x20, 2, 0, 0])?;
                }
                3 => {
                    assert_eq!(kind & 1, 1, "everything is kept");
                    let topic = text(&mut rest);
                    stream.write_all(&[0x40, 2, rest[0], rest[1]])?;
                    let says = String::from_utf8(rest[2..].to_vec()).unwrap();
                    self.kept.lock().unwrap().insert(topic, says);
                }
                12 => stream.write_all(&[0xd0, 0])?,
                14 => *will = None,
                other => panic!("packet {other}"),
            }
        }
    }

    /// Waits until a topic says something of that kind.
    pub(crate) fn wait(&self, topic: &str, says: impl Fn(&str) -> bool) {
        let begin = Instant::now();
        while !self.kept.lock().unwrap().get(topic).is_some_and(|said| says(said)) {
            assert!(begin.elapsed() < LONG, "{topic}: {:?}", self.kept.lock().unwrap());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Loses everything, and everybody.
    fn die(&self) {
        self.kept.lock().unwrap().clear();
        for stream in self.streams.lock().unwrap().drain(..) {
            let _gone = stream.shutdown(Shutdown::Both);
        }
    }
}

/// A packet: its first byte, and what comes after its length.
fn packet(stream: &mut TcpStream) -> io::Result<(u8, Vec<u8>)> {
    let mut byte = [0];
    stream.read_exact(&mut byte)?;
    let kind = byte[0];
    let (mut length, mut shift) = (0, 0);
    loop {
        stream.read_exact(&mut byte)?;
        length |= usize::from(byte[0] & 127) << shift;
        shift += 7;
        if byte[0] < 128 {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok((kind, body))
}

/// A text with its length before it.
fn text(rest: &mut &[u8]) -> String {
    let (length, after) = rest.split_at(2);
    let (text, after) = after.split_at(usize::from(u16::from_be_bytes([length[0], length[1]])));
    *rest = after;
    String::from_utf8(text.to_vec()).unwrap()
}

#[test]
fn a_broker_knows_how_the_table_stands_and_that_it_has_gone() {
    let data = tempdir().unwrap();
    let (broker, address) = Broker::open();
    let address = address.to_string();
    let args = ["--enter", "--players", "Cleo,Dan", "--mqtt", &address, "--mqtt-name", "Table 3"];
    let table = Served::start(data.path(), &args, 2);
    let (status, score) = ("sixty-one/table-3/status", "sixty-one/table-3/score");
    broker.wait(status, |says| says == "online");
    broker.wait("homeassistant/sensor/sixty-one-table-3/side2/config", |says| says.contains("\"name\":\"Dan\""));
    assert!(enter(&table.links[1], "tile 6-6", 1).contains("\"ok\":true"));
    broker.wait(score, |says| says.contains("\"line\":\"6-6\"") && says.contains("\"score\":\"4\""));
    // The broker restarts empty: it gets everything, with the changes since.
    broker.die();
    assert!(enter(&table.links[1], "tile 6-3", 2).contains("\"ok\":true"));
    assert!(page_with(&table.links[0], "Dan dropped 6-3").contains("Dan dropped 6-3"));
    broker.wait(score, |says| says.contains("\"line\":\"6-6 6-3\""));
    broker.wait(status, |says| says == "online");
    broker.wait("homeassistant/sensor/sixty-one-table-3/line/config", |says| says.contains("unique_id"));
    // As by a power cut: the last will says that the table has gone, and the score stays.
    drop(table);
    broker.wait(status, |says| says == "offline");
    broker.wait(score, |says| says.contains("\"line\":\"6-6 6-3\""));
}

#[test]
fn each_table_of_a_club_is_told_of_under_its_own_name() {
    let club = tempdir().unwrap();
    let (address, told, end) = receive("127.0.0.1:0".parse().unwrap(), 0);
    let (broker, mqtt) = Broker::open();
    let (hook, mqtt) = (format!("http://{address}/hook?key=1"), mqtt.to_string());
    let served =
        Served::start(club.path(), &["--club", "--webhook", &hook, "--mqtt", &mqtt, "--mqtt-name", "Table 3"], 2);
    let tables: Vec<_> = (0..20)
        .map(|n| {
            let data = tempdir().unwrap();
            let mut store = Store::open(data.path()).unwrap().store;
            store.append(MatchId::from_seed(n), &game(n)[..8], Timestamp::now()).unwrap();
            drop(store);
            data
        })
        .collect();
    for (n, data) in tables.iter().enumerate() {
        assert!(join(data.path(), &served.links[1], &format!("Bar {n}")).1);
    }
    let mut named = std::collections::BTreeSet::new();
    while named.len() < tables.len() {
        let (_, line) = told.recv_timeout(LONG).unwrap();
        assert!(line["table"]["sides"][0]["name"] == "Anna" && line["edition"].as_u64() > Some(0), "{line}");
        named.insert(line["name"].as_str().unwrap().to_owned());
    }
    end();
    assert!(named.contains("Bar 0") && named.contains("Bar 19"));
    let all = |broker: &Broker| {
        broker.wait("sixty-one/table-3/status", |says| says == "online");
        for n in 0..tables.len() {
            broker.wait(&format!("sixty-one/table-3/bar-{n}/score"), |says| says.contains("\"sides\""));
            let config = format!("homeassistant/sensor/sixty-one-table-3-bar-{n}/line/config");
            broker.wait(&config, |says| says.contains(&format!("Dominoes, Bar {n}")));
        }
    };
    all(&broker);
    // There are more messages than the queue to a restarted broker holds.
    broker.die();
    all(&broker);
    drop(served);
    broker.wait("sixty-one/table-3/status", |says| says == "offline");
}
