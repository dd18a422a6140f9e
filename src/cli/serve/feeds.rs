//! Feeds: the other receivers of a served table's news.

use crate::feed::{Feeds, Mqtt, Webhook};
use anyhow::Context as _;
use std::fs;
use std::path::PathBuf;
use std::sync::mpsc::SyncSender;

/// Most changes that wait for a webhook.
const MOST_OF_A_TABLE: usize = 256;
const MOST_OF_A_CLUB: usize = 4096;

/// The feeds that were asked for.
#[derive(Debug, clap::Args)]
pub(super) struct FeedArgs {
    /// Posts every change of the table to this address, one line of JSON each.
    #[arg(long, value_name = "URL")]
    webhook: Option<String>,
    /// Publishes the table to this MQTT broker (with TLS: `mqtts://HOST`); Home Assistant discovers it automatically.
    #[arg(long, value_name = "HOST[:PORT]")]
    mqtt: Option<String>,
    /// A file with the broker's user on the first line and the password on the second.
    #[arg(long, value_name = "FILE", requires = "mqtt")]
    mqtt_login: Option<PathBuf>,
    /// The name of the table, or the club, in the broker's topics: `table` or `club` unless given.
    #[arg(long, value_name = "NAME")]
    mqtt_name: Option<String>,
}

impl FeedArgs {
    /// Opens them; they wake the server when something may be sent.
    pub(super) fn open(&self, club: bool, woken: &SyncSender<()>) -> anyhow::Result<Feeds> {
        let wake = |woken: &SyncSender<()>| {
            let woken = woken.clone();
            move || {
                let _waits_already = woken.try_send(());
            }
        };
        let mut feeds = Feeds::default();
        let most = if club { MOST_OF_A_CLUB } else { MOST_OF_A_TABLE };
        feeds.webhook = self.webhook.as_ref().map(|url| Webhook::open(url, most, wake(woken))).transpose()?;
        if let Some(broker) = &self.mqtt {
            let login = match &self.mqtt_login {
                Some(path) => {
                    let text = fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
                    Some(text.parse()?)
                }
                None => None,
            };
            let name = self.mqtt_name.as_deref().unwrap_or(if club { "club" } else { "table" });
            feeds.mqtt = Some(Mqtt::open(&broker.parse()?, login, name, wake(woken))?);
        }
        Ok(feeds)
    }
}
