//! The table at an MQTT broker: retained topics, so that whoever comes later sees how it stands. The only file that names rumqttc.

use super::home::{self, Topics};
use language::say;
use rumqttc::{Client, Connection, Event, LastWill, MqttOptions, Packet, QoS};
use server::Bulletin;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::Builder;
use std::time::Duration;

/// The broker misses us after one and a half times as long.
const KEEP_ALIVE: Duration = Duration::from_secs(20);
/// So many messages wait on their way to the broker.
const MOST_WAITING: usize = 64;
/// After a failure it is tried again after so long, then after twice as long, and so on to the most.
const AGAIN: Duration = Duration::from_millis(500);
const AGAIN_AT_MOST: Duration = Duration::from_secs(60);

/// Why there is no broker.
#[derive(Debug, thiserror::Error)]
pub enum MqttError {
    /// The address.
    #[error("{}", say!("`{text}` is no broker: name its machine, and its port if that is not 1883, like `homeassistant.local:1883`", text = .0))]
    Address(String),
    /// The file with the login.
    #[error("{}", say!("the broker's login is a file with the user on the first line and the password on the second"))]
    Login,
    /// The system.
    #[error("{}", say!("there is no thread for MQTT: {why}", why = .0))]
    Thread(#[from] std::io::Error),
}

/// Where a broker is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokerAddress {
    host: String,
    port: u16,
}

impl FromStr for BrokerAddress {
    type Err = MqttError;

    /// `HOST`, `HOST:PORT`, or `[ADDRESS]:PORT` of version 6.
    fn from_str(text: &str) -> Result<Self, MqttError> {
        let wrong = || MqttError::Address(text.to_owned());
        let (host, port) = match text.rsplit_once(':') {
            Some((host, port)) if !text.ends_with(']') => (host, port.parse().map_err(|_typed| wrong())?),
            _ => (text, 1883),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let fair = !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_:".contains(&byte));
        if fair { Ok(Self { host: host.to_owned(), port }) } else { Err(wrong()) }
    }
}

/// Who we are to the broker.
#[derive(Clone, PartialEq, Eq)]
pub struct BrokerLogin {
    user: String,
    password: String,
}

impl fmt::Debug for BrokerLogin {
    /// No password in a log.
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
    /// What every topic says now; empty is a topic that is no more.
    messages: BTreeMap<String, String>,
    connected: bool,
    /// Something could not be handed over: all is, once more.
    behind: bool,
    /// It was said that the broker is not there.
    troubled: bool,
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
    /// The system has no thread left.
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
        if let Some(login) = login {
            options.set_credentials(login.user, login.password);
        }
        let (client, connection) = Client::new(options, MOST_WAITING);
        let (tell, news) = sync_channel(4);
        // The thread ends when the client is dropped.
        Builder::new().name("mqtt".to_owned()).spawn(move || attend(connection, &tell, wake))?;
        let messages = BTreeMap::from([(topics.status(), home::ONLINE.to_owned())]);
        Ok(Self { client, news, topics, messages, connected: false, behind: false, troubled: false })
    }

    /// How the table stands now.
    pub fn show(&mut self, bulletin: &Bulletin) {
        let mut messages = home::messages(&self.topics, bulletin);
        messages.insert(self.topics.status(), home::ONLINE.to_owned());
        // Of more players than now nothing stays behind.
        for topic in self.messages.keys() {
            messages.entry(topic.clone()).or_default();
        }
        let before = std::mem::replace(&mut self.messages, messages);
        let changed = self.messages.iter().filter(|(topic, says)| before.get(*topic) != Some(*says));
        self.behind |= !publish(&self.client, self.connected, changed);
    }

    /// Takes news of the broker, tells it everything where it is new; what should be known.
    pub fn go_on(&mut self) -> Option<String> {
        let mut said = None;
        while let Ok(news) = self.news.try_recv() {
            match news {
                BrokerNews::Connected => {
                    (self.connected, self.behind) = (true, true);
                    if std::mem::take(&mut self.troubled) {
                        said = Some(say!("The MQTT broker is there again.").to_owned());
                    }
                }
                BrokerNews::Lost(why) => {
                    self.connected = false;
                    if !std::mem::replace(&mut self.troubled, true) {
                        said = Some(say!(
                            "The MQTT broker is not there: {why}. It is tried again; the table goes on.",
                            why
                        ));
                    }
                }
            }
        }
        if self.connected && self.behind {
            self.behind = !publish(&self.client, true, self.messages.iter());
        }
        said
    }
}

/// Hands messages over to the connection. `false`: not all of them.
fn publish<'a>(client: &Client, connected: bool, mut messages: impl Iterator<Item = (&'a String, &'a String)>) -> bool {
    // What waits for a broker that is not there would be old when it comes.
    connected
        && messages.all(|(topic, says)| client.try_publish(topic, QoS::AtLeastOnce, true, says.as_bytes()).is_ok())
}

/// Keeps the connection until nobody wants it any more.
fn attend(mut connection: Connection, tell: &SyncSender<BrokerNews>, wake: impl Fn()) {
    let mut wait = AGAIN;
    for event in connection.iter() {
        let lost = match event {
            Ok(Event::Incoming(Packet::ConnAck(_))) => None,
            Ok(_) => continue,
            Err(why) => Some(why.to_string()),
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
        for wrong in ["", ":1883", "host:port", "mqtt://host", "host/path"] {
            assert_eq!(at(wrong), None, "{wrong}");
        }
        let login: BrokerLogin = "anna\r\nsecret\r\n".parse().unwrap();
        assert_eq!((login.user.as_str(), login.password.as_str()), ("anna", "secret"));
        assert!("anna".parse::<BrokerLogin>().is_err() && !format!("{login:?}").contains("secret"));
    }
}
