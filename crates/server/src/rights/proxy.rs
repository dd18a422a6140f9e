//! A proxy in front: the world asks it, under a public address, and it says for whom it asks.

use super::guard::{Asking, GuardRefusal};
use language::say;
use std::net::IpAddr;

/// Public address of a server behind a proxy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicAddress {
    /// Public address of the server: `https://league.example.org`.
    url: String,
    /// The part of it that a browser names as the host.
    host: String,
    /// From where the proxy asks: only there is believed for whom.
    proxy: Option<IpAddr>,
}

/// Error of an address that is not public.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("`{address}` is not a public address: start it with http:// or https:// and end it with the host or its \
    port", address = .0))]
pub struct BadPublicAddress(String);

impl PublicAddress {
    /// Parses `https://league.example.org`, with a port where it is not the usual one.
    ///
    /// # Errors
    /// It is something else.
    pub fn parse(url: &str, proxy: Option<IpAddr>) -> Result<Self, BadPublicAddress> {
        let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        let host = host.map(|host| host.strip_suffix('/').unwrap_or(host));
        let fair = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        match host {
            Some(host) if !host.is_empty() && host.chars().all(fair) => Ok(Self {
                url: url.strip_suffix('/').unwrap_or(url).to_owned(),
                host: host.to_ascii_lowercase(),
                proxy: proxy.map(|ip| ip.to_canonical()),
            }),
            _ => Err(BadPublicAddress(url.to_owned())),
        }
    }

    /// Returns the beginning of links.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Reports whether the proxy asks from there.
    #[must_use]
    pub(crate) fn is_proxy(&self, from: IpAddr) -> bool {
        self.proxy == Some(from)
    }

    /// Reports whether this is the server's public name.
    pub(crate) fn is_host(&self, host: &[u8]) -> bool {
        host.eq_ignore_ascii_case(self.host.as_bytes())
    }

    /// Checks what the world asks.
    ///
    /// # Errors
    /// A page of another site asks.
    pub(crate) fn check_origin(&self, asking: &Asking<'_>) -> Result<(), GuardRefusal> {
        let same_origin = asking.origin.is_none_or(|origin| origin.eq_ignore_ascii_case(self.url.as_bytes()));
        if same_origin && !asking.is_cross_site() { Ok(()) } else { Err(GuardRefusal::Origin) }
    }

    /// For whom the proxy asks: the last that it says, since those before were said to it.
    pub(crate) fn asks_for<'a>(&self, from: IpAddr, forwarded: impl Iterator<Item = &'a [u8]>) -> IpAddr {
        if !self.is_proxy(from) {
            return from;
        }
        let last = forwarded.last().and_then(|list| str::from_utf8(list).ok()?.rsplit(',').next()?.trim().parse().ok());
        last.map_or(from, |ip: IpAddr| ip.to_canonical())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_world_names_the_server_as_it_was_told() {
        let proxy = IpAddr::from([10, 0, 0, 9]);
        let public = PublicAddress::parse("https://League.example.org/", Some(proxy)).unwrap();
        assert_eq!(public.url(), "https://League.example.org", "links begin with it");
        assert!(public.is_host(b"league.example.org") && !public.is_host(b"evil.example.org"));
        let check = |origin: Option<&str>, site: Option<&str>| {
            let (origin, site) = (origin.map(str::as_bytes), site.map(str::as_bytes));
            public.check_origin(&Asking { origin, site, visit: false }).is_ok()
        };
        assert!(check(Some("https://league.example.org"), Some("same-origin")) && check(None, None));
        assert!(!check(Some("http://league.example.org"), None), "another scheme");
        assert!(!check(Some("null"), None) && !check(None, Some("same-site")));
        for bad in ["league.example.org", "https://", "https://a/b", "https://a b", "ftp://a"] {
            assert!(PublicAddress::parse(bad, None).is_err(), "{bad}");
        }
    }

    #[test]
    fn only_the_proxy_is_believed_for_whom_it_asks() {
        let proxy = IpAddr::from([10, 0, 0, 9]);
        let public = PublicAddress::parse("https://a.example", Some(proxy)).unwrap();
        let asks = |from: [u8; 4], said: &'static [u8]| public.asks_for(from.into(), [said].into_iter()).to_string();
        assert_eq!(asks([10, 0, 0, 9], b"1.2.3.4, 203.0.113.7"), "203.0.113.7", "what came before anybody may write");
        assert_eq!(asks([10, 0, 0, 8], b"203.0.113.7"), "10.0.0.8");
        assert_eq!(asks([10, 0, 0, 9], b"nonsense"), "10.0.0.9");
    }
}
