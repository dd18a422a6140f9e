//! How the table stands, for programs that would rather be told than ask: each change is posted to a webhook, or published to
//! an MQTT broker. Nothing here waits: what cannot be sent now waits in a short queue, and the table goes on.

mod home;
mod mqtt;
mod webhook;

pub use mqtt::{BrokerAddress, BrokerLogin, Mqtt, MqttError};
pub use webhook::{Webhook, WebhookError};

use game::Match;
use server::{Bulletin, feed_line};

/// Everybody who is told.
#[derive(Debug, Default)]
pub struct Feeds {
    /// A webhook.
    pub webhook: Option<Webhook>,
    /// An MQTT broker.
    pub mqtt: Option<Mqtt>,
    told: Option<Bulletin>,
}

impl Feeds {
    /// How the table stands now, as edition so and so. What is nothing new is not told.
    pub fn show(&mut self, edition: u64, game: &Match) {
        let bulletin = Bulletin::of(game);
        if self.told.as_ref() == Some(&bulletin) {
            return;
        }
        if let Some(webhook) = &mut self.webhook {
            webhook.post(edition, feed_line(edition, Some(game)));
        }
        if let Some(mqtt) = &mut self.mqtt {
            mqtt.show(&bulletin);
        }
        self.told = Some(bulletin);
    }

    /// Sends what waits, as far as that goes now; what should be known of it.
    pub fn go_on(&mut self) -> Vec<String> {
        let posted = self.webhook.iter_mut().filter_map(Webhook::go_on);
        let published = self.mqtt.iter_mut().filter_map(Mqtt::go_on);
        posted.chain(published).collect()
    }
}
