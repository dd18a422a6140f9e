//! Which address of this machine a phone most likely reaches.

use crate::rights::{is_local, is_network_of};
use if_addrs::{IfAddr, Interface};
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// The beginnings of names that systems give to what is no card: bridges of containers, virtual machines and tunnels.
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
    sorted(if_addrs::get_if_addrs().unwrap_or_default(), way_out())
}

fn sorted(interfaces: Vec<Interface>, way_out: Option<IpAddr>) -> Vec<IpAddr> {
    let mut found: Vec<(IpAddr, bool)> = interfaces
        .iter()
        .filter(|interface| !interface.is_loopback())
        .map(|interface| (interface.ip(), is_made_up(interface)))
        .filter(|(ip, _)| may_listen(*ip))
        .collect();
    // An address of the whole internet serves its own network, where there is no other.
    let private = found.iter().any(|(ip, _)| is_local(*ip));
    found.retain(|(ip, _)| !private || is_local(*ip));
    found.sort_unstable_by_key(|(ip, made_up)| (*made_up, ip.is_ipv6(), Some(*ip) != way_out, *ip));
    found.dedup();
    let mut addresses: Vec<IpAddr> = found.into_iter().map(|(ip, _)| ip).collect();
    addresses.push(IpAddr::V4(Ipv4Addr::LOCALHOST));
    addresses
}

/// A browser cannot name the card of an address that holds on one card only.
fn may_listen(ip: IpAddr) -> bool {
    let one_card_only = matches!(ip, IpAddr::V6(v6) if v6.is_unicast_link_local());
    !one_card_only && (is_local(ip) || is_network_of(ip, ip))
}

fn is_made_up(interface: &Interface) -> bool {
    let name = interface.name.to_lowercase();
    let alone = match &interface.addr {
        IfAddr::V4(v4) => v4.netmask == Ipv4Addr::BROADCAST,
        IfAddr::V6(v6) => v6.prefixlen == 128 && !is_local(interface.ip()),
    };
    alone || MADE_UP.iter().any(|start| name.starts_with(start))
}

/// The address from which this machine would send to other networks. Nothing is sent.
fn way_out() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}
