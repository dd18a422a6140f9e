//! The table, or many, at an MQTT broker: retained topics, so that a late subscriber sees the score. The only file that
//! names rumqttc.

use super::home::{self, Topics};
use language::say;
use rumqttc::{Client, Connection, Event, LastWill, MqttOptions, Packet, QoS, TlsConfiguration, Transport};
use server::{Bulletin, TableName};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::Builder;
use std::time::Duration;
use trust::Fingerprint;

/// The broker misses us after one and a half times as long.
const KEEP_ALIVE: Duration = Duration::from_secs(20);
/// Most messages that wait on their way to the broker.
const MOST_WAITING: usize = 64;
/// After a failure it is tried again after so long, then after twice as long, and so on to the most.
const AGAIN: Duration = Duration::from_millis(500);
const AGAIN_AT_MOST: Duration = Duration::from_secs(60);

/// Reason why there is no broker.
#[derive(Debug, thiserror::Error)]
pub enum MqttError {
    /// The address.
    #[error("{}", say!("`{text}` is not a broker address: use the host, and its port if that is not 1883, like \
        `homeassistant.local:1883`, or `mqtts://homeassistant.local` for TLS", text = .0))]
    Address(String),
    /// What should be the certificate's fingerprint.
    #[error(transparent)]
    Fingerprint(#[from] trust::BadFingerprint),
    /// TLS.
    #[error("{}", say!("can't use TLS: {why}", why = .0))]
    Tls(#[from] trust::TlsError),
    /// The file with the login.
    #[error("{}", say!("the broker's login must be a file with the user on the first line and the password on the second"))]
    Login,
    /// The system.
    #[error("{}", say!("can't start a task for MQTT: {why}", why = .0))]
    Thread(#[from] std::io::Error),
}

/// Address of a broker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokerAddress {
    host: String,
    port: u16,
    /// With TLS, and the broker's own certificate if the address names it.
    tls: Option<Option<Fingerprint>>,
}

impl FromStr for BrokerAddress {
    type Err = MqttError;

    /// `HOST`, `HOST:PORT`, or `[ADDRESS]:PORT` of version 6; after `mqtts://` with TLS.
    fn from_str(text: &str) -> Result<Self, MqttError> {
        let wrong = || MqttError::Address(text.to_owned());
        let (machine, tls, usual) = match text.strip_prefix("mqtts://") {
            Some(rest) => {
                let (machine, named) = trust::split(rest)?;
                (machine.trim_end_matches('/'), Some(named), 8883)
            }
            None => (text, None, 1883),
        };
        let (host, port) = match machine.rsplit_once(':') {
            Some((host, port)) if !machine.ends_with(']') => (host, port.parse().map_err(|_typed| wrong())?),
            _ => (machine, usual),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let fair = !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_:".contains(&byte));
        if fair { Ok(Self { host: host.to_owned(), port, tls }) } else { Err(wrong()) }
    }
}

/// Login at a broker.
#[derive(Clone, PartialEq, Eq)]
pub struct BrokerLogin {
    user: String,
    password: String,
}

impl fmt::Debug for BrokerLogin {
    /// Hides the password in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BrokerLogin({})", self.user)
    }
}

impl FromStr for BrokerLogin {
    type Err = MqttError;

    fn from_str(text: &str) -> Result<Self, MqttError> {
        let mut lines = text.lines().map(|line| line.trim_end_matches('\r').to_owned());
        let (Some(user), Some(password)) = (lines.next(), lines.next()) else { return Err(MqttError::Login) };
        Ok(Self { user, password })
    }
}

/// News of the connection.
enum BrokerNews {
    Connected,
    Lost(String),
}

/// The table at a broker.
pub struct Mqtt {
    client: Client,
    news: Receiver<BrokerNews>,
    topics: Topics,
    /// The topics of each table.
    tables: BTreeMap<TableName, TableTopics>,
    /// The current message of every topic; a removed topic has an empty one.
    messages: BTreeMap<String, String>,
    /// Topics with unsent changes: however often one changes, it waits once.
    unsent: BTreeSet<String>,
    connected: bool,
    /// Whether the connection's thread wakes us when it has room again.
    behind: Arc<AtomicBool>,
    /// Whether the broker's absence was reported.
    troubled: bool,
}

/// A table's name at the broker, and all messages about it.
#[derive(Debug)]
struct TableTopics {
    topics: Topics,
    said: BTreeSet<String>,
}

impl fmt::Debug for Mqtt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mqtt").field("topics", &self.topics).finish_non_exhaustive()
    }
}

impl Mqtt {
    /// A table of this name at that broker; `wake` is called when there are news of it.
    ///
    /// # Errors
    /// The system has no thread left, or no TLS.
    pub fn open(
        broker: &BrokerAddress,
        login: Option<BrokerLogin>,
        table: &str,
        wake: impl Fn() + Send + 'static,
    ) -> Result<Self, MqttError> {
        let topics = Topics::of(table);
        // Always the same name: a broker that still holds us for alive lets the old connection go, its last will first.
        let mut options = MqttOptions::new(topics.id(), &broker.host, broker.port);
        options.set_keep_alive(KEEP_ALIVE);
        options.set_last_will(LastWill::new(topics.status(), home::OFFLINE, QoS::AtLeastOnce, true));
        if let Some(named) = broker.tls {
            options.set_transport(Transport::tls_with_config(TlsConfiguration::Rustls(trust::client(named.into())?)));
        }
        if let Some(login) = login {
            options.set_credentials(login.user, login.password);
        }
        let (client, connection) = Client::new(options, MOST_WAITING);
        let (tell, news) = sync_channel(4);
        // The thread ends when the client is dropped.
        let behind = Arc::<AtomicBool>::default();
        let room = Arc::clone(&behind);
        Builder::new().name("mqtt".to_owned()).spawn(move || attend(connection, &tell, &room, wake))?;
        let mut mqtt = Self {
            client,
            news,
            topics,
            tables: BTreeMap::new(),
            messages: BTreeMap::new(),
            unsent: BTreeSet::new(),
            connected: false,
            behind,
            troubled: false,
        };
        mqtt.say(mqtt.topics.status(), home::ONLINE.to_owned());
        Ok(mqtt)
    }

    /// Shows the state of a table; a single table has no name.
    pub fn show(&mut self, name: &TableName, bulletin: &Bulletin) {
        let topics = match self.tables.get(name) {
            Some(table) => table.topics.clone(),
            None => self.topics.table(name, |new| self.tables.values().any(|table| table.topics.is_like(new))),
        };
        let messages = home::messages(&topics, bulletin);
        let said = messages.keys().cloned().collect();
        let before = self.tables.insert(name.clone(), TableTopics { topics, said });
        // Of more players than now nothing stays behind.
        for topic in before.map(|table| table.said).unwrap_or_default() {
            if !messages.contains_key(&topic) {
                self.say(topic, String::new());
            }
        }
        messages.into_iter().for_each(|(topic, says)| self.say(topic, says));
        self.publish();
    }

    /// Forgets a table that has left.
    pub fn forget(&mut self, name: &TableName) {
        let said = self.tables.remove(name).map(|table| table.said);
        said.into_iter().flatten().for_each(|topic| self.say(topic, String::new()));
        self.publish();
    }

    fn say(&mut self, topic: String, says: String) {
        if self.messages.get(&topic) != Some(&says) {
            self.unsent.insert(topic.clone());
            self.messages.insert(topic, says);
        }
    }

    /// Takes news of the broker, sends it everything if it is new; returns news for people.
    pub fn go_on(&mut self) -> Option<String> {
        let mut said = None;
        while let Ok(news) = self.news.try_recv() {
            match news {
                BrokerNews::Connected => {
                    self.connected = true;
                    self.unsent.extend(self.messages.keys().cloned());
                    if std::mem::take(&mut self.troubled) {
                        said = Some(say!("The MQTT broker is back.").to_owned());
                    }
                }
                BrokerNews::Lost(why) => {
                    self.connected = false;
                    if !std::mem::replace(&mut self.troubled, true) {
                        said = Some(say!(
                            "Can't reach the MQTT broker: {why}. The table continues, and Sixty-One \
                                tries again.",
                            why
                        ));
                    }
                }
            }
        }
        self.publish();
        said
    }

    /// Hands over what changed, as far as the connection takes it.
    fn publish(&mut self) {
        // Changes for an absent broker would be old when it returns.
        while self.connected
            && let Some(topic) = self.unsent.pop_first()
        {
            let says = self.messages.get(&topic).map_or("", String::as_str);
            if self.client.try_publish(&topic, QoS::AtLeastOnce, true, says.as_bytes()).is_err() {
                self.unsent.insert(topic);
                break;
            }
            // A removed topic has been cleared.
            if says.is_empty() {
                self.messages.remove(&topic);
            }
        }
        self.behind.store(self.connected && !self.unsent.is_empty(), Ordering::Relaxed);
    }
}

/// Keeps the connection until the receiver is gone.
fn attend(mut connection: Connection, tell: &SyncSender<BrokerNews>, behind: &AtomicBool, wake: impl Fn()) {
    let mut wait = AGAIN;
    for event in connection.iter() {
        let lost = match event {
            Ok(Event::Incoming(Packet::ConnAck(_))) => None,
            Ok(Event::Incoming(Packet::PubAck(_))) if behind.load(Ordering::Relaxed) => {
                wake();
                continue;
            }
            Ok(_) => continue,
            Err(why) => Some(trust::untrusted(&why).map_or_else(|| why.to_string(), ToString::to_string)),
        };
        let pause = lost.is_some().then_some(wait);
        wait = if lost.is_some() { (wait * 2).min(AGAIN_AT_MOST) } else { AGAIN };
        if tell.send(lost.map_or(BrokerNews::Connected, BrokerNews::Lost)).is_err() {
            return;
        }
        wake();
        pause.into_iter().for_each(std::thread::sleep);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broker_is_a_machine_and_perhaps_a_port() {
        let at = |text: &str| text.parse::<BrokerAddress>().ok().map(|at| (at.host, at.port));
        assert_eq!(at("homeassistant.local"), Some(("homeassistant.local".to_owned(), 1883)));
        assert_eq!(at("10.0.0.2:1884"), Some(("10.0.0.2".to_owned(), 1884)));
        assert_eq!(at("[fd00::2]:1884"), Some(("fd00::2".to_owned(), 1884)));
        assert_eq!(at("[fd00::2]"), Some(("fd00::2".to_owned(), 1883)));
        let tls = |text: &str| {
            text.parse::<BrokerAddress>().ok().and_then(|at| Some((at.port, at.tls?.map(|sum| sum.to_string()))))
        };
        let sum = "ab".repeat(32);
        assert_eq!((tls("host"), tls("mqtts://host")), (None, Some((8883, None))));
        assert_eq!(tls(&format!("mqtts://[fd00::2]:1884/#sha256={sum}")), Some((1884, Some(sum))));
        for wrong in ["", ":1883", "host:port", "mqtt://host", "host/path", "mqtts://", "mqtts://host#sha256=1"] {
            assert_eq!(at(wrong), None, "{wrong}");
        }
        let login: BrokerLogin = "anna\r\nsecret\r\n".parse().unwrap();
        assert_eq!((login.user.as_str(), login.password.as_str()), ("anna", "secret"));
        assert!("anna".parse::<BrokerLogin>().is_err() && !format!("{login:?}").contains("secret"));
    }
}
