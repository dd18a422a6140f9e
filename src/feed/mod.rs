//! Sends the state of a table, or of each table of a club, to other programs: each change is posted to a webhook or
//! published to an MQTT broker. Nothing blocks: unsent changes wait in a short queue, and the table continues.

mod home;
mod mqtt;
mod webhook;

pub use mqtt::{BrokerAddress, BrokerLogin, Mqtt, MqttError};
pub use webhook::{Webhook, WebhookError};

use game::Match;
use server::{Bulletin, TableName, feed_line, table_line};
use std::collections::BTreeMap;

/// All receivers.
#[derive(Debug, Default)]
pub struct Feeds {
    /// A webhook.
    pub webhook: Option<Webhook>,
    /// An MQTT broker.
    pub mqtt: Option<Mqtt>,
    /// The last bulletin of each table; a single table has no name.
    told: BTreeMap<TableName, Bulletin>,
}

impl Feeds {
    /// Shows the table's present state with its snapshot and the number of acts that the disk has not taken. An unchanged
    /// one is not sent.
    pub fn show(&mut self, snapshot: u64, game: &Match, unsaved: usize) {
        let bulletin = Bulletin { unsaved, ..Bulletin::of(game) };
        self.tell(&TableName::default(), snapshot, bulletin, || feed_line(snapshot, Some(game), unsaved));
    }

    /// Shows the state of a club's table, as this snapshot; `None` means it has gone home.
    pub fn show_table(&mut self, snapshot: u64, name: &TableName, game: Option<&Match>) {
        if self.webhook.is_none() && self.mqtt.is_none() {
            return;
        }
        match game {
            Some(game) => self.tell(name, snapshot, Bulletin::of(game), || table_line(snapshot, name, game)),
            None => {
                self.told.remove(name);
                if let Some(mqtt) = &mut self.mqtt {
                    mqtt.forget(name);
                }
            }
        }
    }

    fn tell(&mut self, name: &TableName, snapshot: u64, bulletin: Bulletin, line: impl FnOnce() -> String) {
        if self.told.get(name) == Some(&bulletin) {
            return;
        }
        if let Some(webhook) = &mut self.webhook {
            webhook.post(snapshot, line());
        }
        if let Some(mqtt) = &mut self.mqtt {
            mqtt.show(name, &bulletin);
        }
        self.told.insert(name.clone(), bulletin);
    }

    /// Sends what waits, as far as that goes now; what should be known of it.
    pub fn go_on(&mut self) -> Vec<String> {
        let posted = self.webhook.iter_mut().filter_map(Webhook::go_on);
        let published = self.mqtt.iter_mut().filter_map(Mqtt::go_on);
        posted.chain(published).collect()
    }
}
