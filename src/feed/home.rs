//! Topics and their messages, and how Home Assistant discovers them.

use language::say;
use serde_json::{Value, json};
use server::{Bulletin, TableName};
use std::collections::BTreeMap;

/// Status of a table that is connected.
pub(super) const ONLINE: &str = "online";
pub(super) const OFFLINE: &str = "offline";

/// Home Assistant takes no longer states.
const LONGEST: usize = 250;

/// The topics of a table, or of a club with the topics of its tables below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Topics {
    /// The table's name as people wrote it.
    name: String,
    /// Name in topics: lower case, digits, dashes. A club's table has the club first.
    path: Vec<String>,
}

/// A name as topics bear it.
fn slug(name: &str) -> String {
    let dashed: String =
        name.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect();
    let words: Vec<&str> = dashed.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "table".to_owned() } else { words.join("-") }
}

impl Topics {
    pub(super) fn of(table: &str) -> Self {
        Self { name: table.trim().to_owned(), path: vec![slug(table)] }
    }

    /// Of a table of this club's server; without a name the server's own. `taken`: another table has these topics already.
    pub(super) fn table(&self, name: &TableName, taken: impl Fn(&Self) -> bool) -> Self {
        if *name == TableName::default() {
            return self.clone();
        }
        let mut path = self.path.clone();
        path.extend((!name.club.is_empty()).then(|| slug(&name.club)));
        path.push(slug(&name.table));
        let words = if name.club.is_empty() { name.table.clone() } else { format!("{}, {}", name.table, name.club) };
        let mut topics = Self { name: words, path };
        // Küche and K/che are two tables.
        let plain = topics.path.clone();
        let mut number = 2;
        while taken(&topics) {
            topics.path.clone_from(&plain);
            if let Some(last) = topics.path.last_mut() {
                last.push_str(&format!("-{number}"));
            }
            number += 1;
        }
        topics
    }

    /// Reports whether both have the same topics.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.path == other.path
    }

    /// The table among everything that a broker and Home Assistant know.
    pub(super) fn id(&self) -> String {
        format!("sixty-one-{}", self.path.join("-"))
    }

    /// Of the whole server: who publishes for many tables goes for all of them.
    pub(super) fn status(&self) -> String {
        format!("sixty-one/{}/status", self.path.first().map_or("table", String::as_str))
    }

    pub(super) fn score(&self) -> String {
        format!("sixty-one/{}/score", self.path.join("/"))
    }

    fn config(&self, sensor: &str) -> String {
        format!("homeassistant/sensor/{}/{sensor}/config", self.id())
    }
}

/// All messages about a table: its score as JSON, and the descriptions for Home Assistant.
pub(super) fn messages(topics: &Topics, bulletin: &Bulletin) -> BTreeMap<String, String> {
    // Strings and numbers only: it cannot fail.
    let score = serde_json::to_string(bulletin).unwrap_or_default();
    let mut messages = BTreeMap::from([(topics.score(), score)]);
    for (n, side) in bulletin.sides.iter().enumerate() {
        let sensor = format!("side{}", n + 1);
        let value = format!("{{{{ value_json.sides[{n}].score }}}}");
        messages.insert(topics.config(&sensor), sensor_config(topics, &sensor, &side.name, &value, "mdi:scoreboard"));
    }
    let told = |field: &str| format!("{{{{ value_json.{field}[:{LONGEST}] }}}}");
    for (sensor, name, field, icon) in [
        ("now", say!("To drop"), "now", "mdi:account-arrow-right"),
        ("last", say!("Last"), "last.title", "mdi:cards"),
        ("reason", say!("Reason"), "last.reason", "mdi:calculator"),
        ("line", say!("Line"), "line", "mdi:transit-connection-horizontal"),
    ] {
        messages.insert(topics.config(sensor), sensor_config(topics, sensor, name, &told(field), icon));
    }
    messages
}

fn sensor_config(topics: &Topics, sensor: &str, name: &str, value: &str, icon: &str) -> String {
    let id = topics.id();
    let config: Value = json!({
        "name": name,
        "unique_id": format!("{id}-{sensor}"),
        "state_topic": topics.score(),
        "value_template": value,
        "availability_topic": topics.status(),
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
        "icon": icon,
        "device": { "identifiers": [id], "name": say!("Dominoes, {table}", table = topics.name), "manufacturer": "Sixty-One" },
        "origin": { "name": "Sixty-One", "sw_version": env!("CARGO_PKG_VERSION") },
    });
    config.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::record::Record;

    #[test]
    fn topics_bear_any_name() {
        assert_eq!([slug("Table 3"), slug(" Küche/+#"), slug("###")], ["table-3", "k-che", "table"]);
    }

    #[test]
    fn each_table_of_a_club_has_topics_of_its_own() {
        let club = Topics::of("Friday league");
        let name = |club: &str, table: &str| TableName { club: club.to_owned(), table: table.to_owned() };
        let one = club.table(&name("", "Table 3"), |_| false);
        assert_eq!(
            [one.score(), one.status(), one.id()],
            [
                "sixty-one/friday-league/table-3/score",
                "sixty-one/friday-league/status",
                "sixty-one-friday-league-table-3"
            ]
        );
        assert_eq!(club.table(&name("Paphos", "1"), |_| false).score(), "sixty-one/friday-league/paphos/1/score");
        let kitchen = club.table(&name("", "Küche"), |_| false);
        let other = club.table(&name("", "K/che"), |topics| topics.is_like(&kitchen));
        assert_eq!(
            [kitchen.score(), other.score()].map(|topic| topic.replace("sixty-one/friday-league/", "")),
            ["k-che/score", "k-che-2/score"]
        );
        assert_eq!(club.table(&TableName::default(), |_| true), club, "a table of its own");
    }

    #[test]
    fn home_assistant_finds_every_side_and_how_it_stands() {
        let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nend\n";
        let bulletin = Bulletin::of(&Record::parse(text).unwrap().game);
        let messages = messages(&Topics::of("Table 3"), &bulletin);
        let score: Value = serde_json::from_str(&messages["sixty-one/table-3/score"]).unwrap();
        assert_eq!(score["sides"][1]["score"], "8");
        let config: Value =
            serde_json::from_str(&messages["homeassistant/sensor/sixty-one-table-3/side2/config"]).unwrap();
        assert_eq!((&config["name"], &config["state_topic"]), (&json!("Ben"), &json!("sixty-one/table-3/score")));
        assert_eq!(config["value_template"], "{{ value_json.sides[1].score }}");
        let ids: std::collections::BTreeSet<String> = messages
            .values()
            .filter_map(|says| serde_json::from_str::<Value>(says).ok()?["unique_id"].as_str().map(str::to_owned))
            .collect();
        assert_eq!(ids.len(), messages.len() - 1, "each sensor has a name of its own");
    }
}
