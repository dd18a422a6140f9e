//! The tables present, and the message for each.

use server::TableName;
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// A machine that nothing was heard of for so long sends no more.
const SILENT: Duration = Duration::from_secs(20);
/// Most machines of one table that are distinguished.
const MOST_MACHINES: usize = 8;

/// A machine that sends as a table: from where, since when, and when last.
#[derive(Debug)]
struct Machine {
    from: IpAddr,
    first: Instant,
    last: Instant,
}

/// News of the hall.
#[derive(Debug, Default)]
pub(crate) struct HallNews {
    /// Time at which each table connected here was last heard of.
    pub(crate) heard: BTreeMap<TableName, Instant>,
    /// The machines that send as each of them.
    machines: BTreeMap<TableName, BTreeMap<String, Machine>>,
    /// Tables that are connected elsewhere.
    pub(crate) elsewhere: BTreeSet<TableName>,
    /// The fixture that each table is called to play, as text.
    pub(crate) calls: BTreeMap<TableName, String>,
    /// Whether the sheet is out of date.
    pub(crate) stale: bool,
    pub(crate) made: Option<Instant>,
    pub(crate) looked: Option<Instant>,
}

impl HallNews {
    /// A table asked or sent something.
    pub(crate) fn hear(&mut self, name: &TableName, by: &str, from: IpAddr) {
        let machines = self.machines.entry(name.clone()).or_default();
        machines.retain(|_, machine| machine.last.elapsed() < SILENT);
        if !by.is_empty() && (machines.len() < MOST_MACHINES || machines.contains_key(by)) {
            let now = Instant::now();
            let machine = machines.entry(by.to_owned()).or_insert(Machine { from, first: now, last: now });
            (machine.from, machine.last) = (from, now);
        }
        match self.heard.get_mut(name) {
            Some(heard) => *heard = Instant::now(),
            None => {
                self.heard.insert(name.clone(), Instant::now());
                self.stale = true;
            }
        }
    }

    /// Another machine that sends as this table, beside this one; one that was started again is the same.
    pub(crate) fn other(&self, name: &TableName, by: &str) -> Option<IpAddr> {
        let machines = self.machines.get(name)?;
        let first = machines.get(by)?.first;
        machines.iter().find(|(other, machine)| *other != by && machine.last > first).map(|(_, machine)| machine.from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_machines_of_one_name_are_told_of_each_other() {
        let name = TableName { club: String::new(), table: "One".to_owned() };
        let (here, there) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let mut hall = HallNews::default();
        hall.hear(&name, "a", here);
        hall.hear(&name, "b", there);
        assert_eq!(hall.other(&name, "b"), None, "it may be the same one, started again");
        hall.hear(&name, "a", here);
        assert_eq!((hall.other(&name, "b"), hall.other(&name, "a")), (Some(here), Some(there)));
        hall.hear(&name, "", here);
        assert_eq!(hall.other(&name, ""), None, "an older program does not say");
    }
}
