//! Checks the machine and the page behind a request: pages of other sites may not ask, whatever host name they give.

use language::say;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Reason why a request is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum GuardRefusal {
    /// The request does not name this machine by its address: a name from elsewhere could point anywhere.
    #[error("{}", say!("this server answers only at its own address"))]
    Host,
    /// A page of another site asks.
    #[error("{}", say!("requests from pages of other sites are blocked"))]
    Origin,
}

/// Reports whether this is an address of this machine or of a local network.
#[must_use]
pub(crate) fn is_local(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

/// Reports whether `from` is in the network of this public address. IPv6 gives such addresses to every machine at home.
#[must_use]
pub(crate) fn is_network_of(here: IpAddr, from: IpAddr) -> bool {
    let (IpAddr::V6(here), IpAddr::V6(from)) = (here, from) else { return false };
    let world = here.segments()[0] & 0xe000 == 0x2000;
    world && here.segments()[..4] == from.segments()[..4]
}

/// Checks the header `Host` of a request that came in at `here`: the address itself, or on the machine itself `localhost`.
///
/// # Errors
/// It names something else, or nothing, or is there twice.
pub(crate) fn check_host<'a>(mut hosts: impl Iterator<Item = &'a [u8]>, here: SocketAddr) -> Result<(), GuardRefusal> {
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return Err(GuardRefusal::Host) };
    let host = str::from_utf8(host).map_err(|_not_text| GuardRefusal::Host)?;
    if names(host, here) { Ok(()) } else { Err(GuardRefusal::Host) }
}

/// Reports whether `host` (with its port unless that is the usual one) names `here`.
fn names(host: &str, here: SocketAddr) -> bool {
    let ip = here.ip().to_canonical();
    let usual = [80, 443].contains(&here.port());
    let own = match ip {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => format!("[{v6}]"),
    };
    let mut known = vec![format!("{own}:{}", here.port())];
    if usual {
        known.push(own);
    }
    if ip == IpAddr::V4(Ipv4Addr::LOCALHOST) || ip == IpAddr::V6(Ipv6Addr::LOCALHOST) {
        known.push(format!("localhost:{}", here.port()));
    }
    known.iter().any(|known| known.eq_ignore_ascii_case(host))
}

/// The browser's statement about the page that asks. A client without one is not a browser, or a very old one, and
/// still needs the link's secret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asking<'a> {
    /// The header `Origin`.
    pub(crate) origin: Option<&'a [u8]>,
    /// The header `Sec-Fetch-Site`.
    pub(crate) site: Option<&'a [u8]>,
    /// The browser followed a link, which may be on another site's page.
    pub(crate) visit: bool,
}

impl Asking<'_> {
    /// Reports whether it is marked as another site's.
    pub(super) fn is_cross_site(&self) -> bool {
        !self.visit && self.site.is_some_and(|site| !matches!(site, b"same-origin" | b"none"))
    }

    /// Checks a request that came in at `here`, by https if `secure`.
    ///
    /// # Errors
    /// A page of another site asks; to a browser our own by http is another than by https.
    pub(crate) fn check(&self, here: SocketAddr, secure: bool) -> Result<(), GuardRefusal> {
        if self.is_cross_site() {
            return Err(GuardRefusal::Origin);
        }
        let Some(origin) = self.origin else { return Ok(()) };
        let origin = str::from_utf8(origin).map_err(|_not_text| GuardRefusal::Origin)?;
        let host = origin.strip_prefix(if secure { "https://" } else { "http://" });
        if host.is_some_and(|host| names(host, here)) { Ok(()) } else { Err(GuardRefusal::Origin) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    #[test]
    fn only_its_own_address_is_a_host() {
        let check = |host: &str, here: &str| check_host([host.as_bytes()].into_iter(), at(here)).is_ok();
        assert!(check("192.168.1.20:6161", "192.168.1.20:6161"));
        assert!(check("127.0.0.1:6161", "127.0.0.1:6161") && check("LocalHost:6161", "127.0.0.1:6161"));
        assert!(check("10.0.0.2", "10.0.0.2:80"));
        let wrong = [
            "evil.example",
            "evil.example:6161",
            "192.168.1.20",
            "192.168.1.20:80",
            "localhost:6161",
            "",
            "192.168.1.20:6161.evil.example",
        ];
        for host in wrong {
            assert!(!check(host, "192.168.1.20:6161"), "{host}");
        }
        let none: [&[u8]; 0] = [];
        assert!(check_host(none.into_iter(), at("10.0.0.2:80")).is_err());
        assert!(check_host([&b"10.0.0.2"[..], b"10.0.0.2"].into_iter(), at("10.0.0.2:80")).is_err(), "twice");
    }

    #[test]
    fn pages_of_other_sites_may_not_ask() {
        let here = at("192.168.1.20:6161");
        let check = |origin: Option<&str>, site: Option<&str>| {
            let asking = Asking { origin: origin.map(str::as_bytes), site: site.map(str::as_bytes), visit: false };
            asking.check(here, false).is_ok()
        };
        let secure =
            |origin: &str| Asking { origin: Some(origin.as_bytes()), ..Asking::default() }.check(here, true).is_ok();
        let visit = Asking { origin: None, site: Some(b"cross-site"), visit: true };
        assert!(visit.check(here, false).is_ok(), "a link may lead here");
        assert!(secure("https://192.168.1.20:6161") && !secure("http://192.168.1.20:6161"));
        assert!(!check(Some("https://192.168.1.20:6161"), None), "not by http");
        assert!(check(None, None) && check(Some("http://192.168.1.20:6161"), Some("same-origin")));
        assert!(check(None, Some("none")));
        assert!(!check(Some("null"), None) && !check(Some("http://evil.example"), None));
        assert!(!check(Some("http://192.168.1.20:6162"), None), "another port is another site");
        assert!(!check(None, Some("cross-site")) && !check(None, Some("same-site")));
    }

    #[test]
    fn the_listener_is_for_the_local_network() {
        for ip in
            ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.3.4", "::1", "fd00::1", "::ffff:10.0.0.1"]
        {
            assert!(is_local(ip.parse().unwrap()), "{ip}");
        }
        for ip in ["8.8.8.8", "172.32.0.1", "0.0.0.0", "2001:db8::1", "::ffff:8.8.8.8", "100.64.0.1"] {
            assert!(!is_local(ip.parse().unwrap()), "{ip}");
        }
        let near = |here: &str, from: &str| is_network_of(here.parse().unwrap(), from.parse().unwrap());
        assert!(near("2001:db8:1:2::5", "2001:db8:1:2:aaaa::9"));
        assert!(
            !near("2001:db8:1:2::5", "2001:db8:1:3::9") && !near("fe80::1", "fe80::2") && !near("8.8.8.8", "8.8.8.9")
        );
    }
}
