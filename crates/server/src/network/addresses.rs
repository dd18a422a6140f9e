//! Chooses the address of this machine that a phone most likely reaches.

use crate::rights::{is_local, is_network_of};
use if_addrs::Interface;
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// Prefixes of the names that systems give to bridges of containers, virtual machines and tunnels.
const MADE_UP: [&str; 26] = [
    "docker",
    "br-",
    "bridge",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "lxc",
    "lxd",
    "podman",
    "cni",
    "flannel",
    "kube",
    "tun",
    "tap",
    "utun",
    "wg",
    "ppp",
    "ipsec",
    "tailscale",
    "zt",
    "nordlynx",
    "vethernet",
    "virtualbox",
    "vmware",
    "bluetooth",
];

/// The addresses of this machine in local networks, then its own loopback. First comes the one that phones most likely reach:
/// of a card, Wi-Fi or Ethernet, rather than of a tunnel or a bridge of containers; of several cards the one that leads out.
#[must_use]
pub fn local_addresses() -> Vec<IpAddr> {
    let card = |card: Interface| Card { ip: card.ip().to_canonical(), tunnel: card.is_p2p, name: card.name };
    let cards = if_addrs::get_if_addrs().unwrap_or_default();
    sorted(cards.into_iter().filter(|card| !card.is_loopback()).map(card).collect(), way_out())
}

/// An address of a card, or of what looks like one.
struct Card {
    name: String,
    ip: IpAddr,
    /// Whether it leads to one other machine only.
    tunnel: bool,
}

fn sorted(mut cards: Vec<Card>, way_out: Option<IpAddr>) -> Vec<IpAddr> {
    cards.retain(|card| may_listen(card.ip));
    // Without a local address, a public one serves its own network.
    let private = cards.iter().any(|card| is_local(card.ip));
    cards.retain(|card| !private || is_local(card.ip));
    cards.sort_by_key(|card| (card.is_made_up(), card.ip.is_ipv6(), Some(card.ip) != way_out, card.ip));
    let mut addresses: Vec<IpAddr> = cards.into_iter().map(|card| card.ip).collect();
    addresses.dedup();
    addresses.push(IpAddr::V4(Ipv4Addr::LOCALHOST));
    addresses
}

/// A browser cannot name the card of an address that holds on one card only.
fn may_listen(ip: IpAddr) -> bool {
    let one_card_only = matches!(ip, IpAddr::V6(v6) if v6.is_unicast_link_local());
    !one_card_only && (is_local(ip) || is_network_of(ip, ip))
}

impl Card {
    /// Reports whether it is a tunnel or a bridge inside this machine.
    fn is_made_up(&self) -> bool {
        let name = self.name.to_lowercase();
        self.tunnel || MADE_UP.iter().any(|start| name.starts_with(start))
    }
}

/// The address from which this machine would send to other networks. Nothing is sent.
fn way_out() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(cards: &[(&str, &str)], way_out: Option<&str>) -> Vec<String> {
        let card = |(name, ip): &(&str, &str)| Card {
            name: (*name).to_owned(),
            ip: ip.parse().unwrap(),
            tunnel: name.starts_with("ppp"),
        };
        let way_out = way_out.map(|ip| ip.parse().unwrap());
        sorted(cards.iter().map(card).collect(), way_out).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_address_of_a_card_comes_before_those_of_bridges_and_tunnels() {
        let cards = [
            ("docker0", "172.17.0.1"),
            ("wg0", "10.8.0.2"),
            ("br-4f2a", "172.18.0.1"),
            ("wlan0", "192.168.1.20"),
            ("eth1", "192.168.2.7"),
            ("wlan0", "fe80::1"),
            ("wlan0", "fd00::20"),
        ];
        for (way_out, wanted) in
            [(Some("10.8.0.2"), "192.168.1.20"), (Some("192.168.2.7"), "192.168.2.7"), (None, "192.168.1.20")]
        {
            let found = first(&cards, way_out);
            assert_eq!((found[0].as_str(), found.len()), (wanted, 7), "{found:?}");
            assert_eq!(found.last().unwrap(), "127.0.0.1");
            assert!(!found.contains(&"fe80::1".to_owned()), "no browser can name it");
        }
        let vpn_only = first(&[("ppp0", "10.8.0.2"), ("enp3s0", "192.168.1.5")], Some("10.8.0.2"));
        assert_eq!(vpn_only[0], "192.168.1.5");
    }

    #[test]
    fn where_there_is_only_ipv6_its_address_is_shown() {
        assert_eq!(first(&[("eth0", "2001:db8:1:2::5"), ("eth0", "fe80::5")], None), ["2001:db8:1:2::5", "127.0.0.1"]);
        assert_eq!(first(&[("eth0", "2001:db8:1:2::5"), ("eth0", "fd00::5")], None), ["fd00::5", "127.0.0.1"]);
        assert_eq!(first(&[], None), ["127.0.0.1"]);
    }

    /// Prints this machine's addresses, for a person on some network.
    #[test]
    fn this_machine_has_an_address() {
        println!("addresses: {:?}", local_addresses());
        assert!(!local_addresses().is_empty());
    }
}
