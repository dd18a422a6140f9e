//! HTTP requests to one host that was typed, plain or with TLS: no proxy, and no redirects unless the caller follows them.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use trust::rustls::pki_types::ServerName;
use trust::rustls::{ClientConfig, ClientConnection, StreamOwned};
use trust::{Fingerprint, Untrusted};
use ureq::config::{Config, ConfigBuilder};
use ureq::http::Uri;
use ureq::typestate::AgentScope;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, Either, LazyBuffers, NextTimeout, TcpConnector, Transport, TransportAdapter,
};
use ureq::{Agent, Error};

/// Returns the common configuration of all requests; each adds its time limit.
pub(crate) fn asking() -> ConfigBuilder<AgentScope> {
    Agent::config_builder().max_redirects(0).proxy(None).user_agent("sixty-one")
}

/// Returns an agent for this host, with its port if it has one, which accepts the certificates that the system trusts, or
/// only the one that is named.
pub(crate) fn agent(config: Config, named: Option<Fingerprint>, host: &str) -> Agent {
    let tls = TlsConnector(trust::client(named.into()).ok());
    let resolver = HostResolver::of(host, DefaultResolver::default());
    Agent::with_parts(config, ().chain(TcpConnector::default()).chain(tls), resolver)
}

/// Returns the host of an address, with its port if it has one.
pub(crate) fn host_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

/// Reports whether a host at these addresses may redirect to there: within the local network, and to this machine only
/// from this machine.
pub(crate) fn may_be_sent_to(from: &[IpAddr], there: IpAddr) -> bool {
    let here = from.iter().any(is_here);
    from.contains(&there)
        || match there {
            IpAddr::V4(v4) => v4.is_private() || v4.is_link_local() || (here && v4.is_loopback()),
            IpAddr::V6(v6) => v6.is_unique_local() || v6.is_unicast_link_local() || (here && v6.is_loopback()),
        }
}

fn is_here(address: &IpAddr) -> bool {
    address.is_loopback() || address.is_unspecified()
}

/// Finds the addresses that are connected to. The host that was typed may be anywhere, but a name that was another machine
/// is never this one later; other hosts only where the typed one may redirect, whatever their name was a moment ago.
#[derive(Debug)]
struct HostResolver<R> {
    host: String,
    /// Where the host was found last.
    from: Mutex<Vec<IpAddr>>,
    names: R,
}

impl<R> HostResolver<R> {
    fn of(host: &str, names: R) -> Self {
        Self { host: host.to_owned(), from: Mutex::default(), names }
    }
}

impl<R: Resolver> Resolver for HostResolver<R> {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.names.resolve(uri, config, timeout)?;
        let mut from = self.from.lock().unwrap_or_else(PoisonError::into_inner);
        let own = uri.authority().is_some_and(|host| host.as_str() == self.host);
        let mut allowed = self.empty();
        for at in found.iter() {
            let there = at.ip().to_canonical();
            let may = match own {
                true => from.is_empty() || !is_here(&there) || from.iter().any(is_here),
                false => may_be_sent_to(&from, there),
            };
            if may {
                allowed.push(*at);
            }
        }
        if allowed.is_empty() {
            return Err(Error::HostNotFound);
        }
        if own {
            *from = allowed.iter().map(|at: &SocketAddr| at.ip().to_canonical()).collect();
        }
        Ok(allowed)
    }
}

/// Returns the reason why a server's certificate was not accepted, if that is what went wrong.
pub(crate) fn untrusted(error: &Error) -> Option<&Untrusted> {
    match error {
        Error::Io(why) => trust::untrusted(why),
        other => trust::untrusted(other),
    }
}

/// Returns an error of a request in words.
pub(crate) fn words(error: &Error) -> String {
    untrusted(error).map_or_else(|| error.to_string(), ToString::to_string)
}

/// Puts TLS round the connections of https addresses.
#[derive(Debug)]
struct TlsConnector(Option<Arc<ClientConfig>>);

impl<In: Transport> Connector<In> for TlsConnector {
    type Out = Either<In, TlsTransport>;

    fn connect(&self, details: &ConnectionDetails<'_>, chained: Option<In>) -> Result<Option<Self::Out>, Error> {
        let Some(plain) = chained else { return Ok(None) };
        if !details.needs_tls() {
            return Ok(Some(Either::A(plain)));
        }
        let host = details.uri.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']').to_owned();
        let name = ServerName::try_from(host).map_err(|_name| Error::Tls("the host's name is not valid"))?;
        let config = self.0.clone().ok_or(Error::Tls("TLS is not available"))?;
        let mut conn = ClientConnection::new(config, name).map_err(|why| Error::Other(Box::new(why)))?;
        let mut sock = TransportAdapter::new(plain.boxed(), Arc::clone(&details.current_time));
        sock.set_timeout(details.timeout);
        conn.complete_io(&mut sock)?;
        let buffers = LazyBuffers::new(details.config.input_buffer_size(), details.config.output_buffer_size());
        Ok(Some(Either::B(TlsTransport { buffers, stream: StreamOwned { conn, sock } })))
    }
}

struct TlsTransport {
    buffers: LazyBuffers,
    stream: StreamOwned<ClientConnection, TransportAdapter>,
}

impl std::fmt::Debug for TlsTransport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TlsTransport").finish_non_exhaustive()
    }
}

impl Transport for TlsTransport {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        use std::io::Write as _;
        self.stream.sock.set_timeout(timeout);
        let output = self.buffers.output().get(..amount).unwrap_or_default();
        Ok(self.stream.write_all(output)?)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        use std::io::Read as _;
        self.stream.sock.set_timeout(timeout);
        let amount = self.stream.read(self.buffers.input_append_buf())?;
        self.buffers.input_appended(amount);
        Ok(amount > 0)
    }

    fn is_open(&mut self) -> bool {
        self.stream.sock.get_mut().is_open()
    }

    fn is_tls(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;

    #[test]
    fn a_host_redirects_only_within_the_local_network() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let camera = [ip("192.168.1.9")];
        assert!(may_be_sent_to(&camera, ip("192.168.1.10")) && may_be_sent_to(&camera, ip("fd00::1")));
        for elsewhere in ["127.0.0.1", "8.8.8.8", "::1", "2001:db8::1", "0.0.0.0"] {
            assert!(!may_be_sent_to(&camera, ip(elsewhere)), "{elsewhere}");
        }
        assert!(may_be_sent_to(&[ip("127.0.0.1")], ip("127.0.0.1")));
    }

    /// Names that have other addresses each time.
    #[derive(Debug)]
    struct Names(Mutex<Vec<&'static str>>);

    impl Resolver for Names {
        fn resolve(&self, _: &Uri, _: &Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
            let mut found = self.empty();
            let next = self.0.lock().unwrap().remove(0);
            next.split(' ').for_each(|at| found.push(SocketAddr::new(at.parse().unwrap(), 80)));
            Ok(found)
        }
    }

    /// What is connected to, one time after the other.
    fn found(host: &str, asked: &str, names: &[&'static str]) -> Vec<String> {
        let (config, resolver) = (asking().build(), HostResolver::of(host, Names(Mutex::new(names.to_vec()))));
        let ask = |uri: &str| match resolver.resolve(&uri.parse().unwrap(), &config, NextTimeout::default()) {
            Ok(found) => found.iter().map(|at| at.ip().to_string()).collect::<Vec<_>>().join(" "),
            Err(_) => "none".to_owned(),
        };
        let own = format!("http://{host}/");
        (0..names.len()).map(|at| ask(if at == 0 { &own } else { asked })).collect()
    }

    #[test]
    fn a_typed_host_may_be_anywhere_but_never_becomes_this_machine() {
        let club = ["93.184.216.34", "127.0.0.1", "0.0.0.0 10.0.0.9", "::1", "::ffff:127.0.0.1", "192.168.1.9"];
        assert_eq!(
            found("league.example.org", "http://league.example.org/", &club),
            ["93.184.216.34", "none", "10.0.0.9", "none", "none", "192.168.1.9"]
        );
        let own = ["127.0.1.1 192.168.1.2", "127.0.1.1", "::1"];
        assert_eq!(found("laptop:61", "http://laptop:61/", &own), own, "this machine from the beginning");
    }

    #[test]
    fn another_host_is_connected_to_only_where_the_typed_one_may_redirect() {
        let elsewhere = ["192.168.1.9", "127.0.0.1", "8.8.8.8", "192.168.1.10"];
        assert_eq!(
            found("192.168.1.9:8080", "http://camera.example/", &elsewhere),
            ["192.168.1.9", "none", "none", "192.168.1.10"]
        );
        assert_eq!(found("127.0.0.1:80", "http://localhost:1/", &["127.0.0.1", "127.0.0.1"])[1], "127.0.0.1");
    }

    #[test]
    fn a_redirect_is_an_answer_and_is_not_followed() {
        let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
        elsewhere.set_nonblocking(true).unwrap();
        for status in ["301", "302", "307", "308"] {
            let sends_on = TcpListener::bind("127.0.0.1:0").unwrap();
            let (host, to) = (sends_on.local_addr().unwrap().to_string(), elsewhere.local_addr().unwrap());
            let answering = std::thread::spawn(move || {
                let (mut stream, _) = sends_on.accept().unwrap();
                let _read = stream.read(&mut [0; 4096]);
                write!(stream, "HTTP/1.1 {status} Go\r\nLocation: http://{to}/\r\nContent-Length: 0\r\n\r\n").unwrap();
            });
            let agent = agent(asking().http_status_as_error(false).build(), None, &host);
            let answer = agent.post(format!("http://{host}/t/code/games")).send("[]").unwrap();
            assert_eq!(answer.status().as_str(), status);
            answering.join().unwrap();
        }
        assert!(elsewhere.accept().is_err(), "nothing was sent on");
    }

    #[test]
    fn the_host_of_an_address_has_its_port() {
        for (address, host) in [
            ("http://10.0.0.5:8080/hook?a", "10.0.0.5:8080"),
            ("https://league.example.org", "league.example.org"),
            ("http://[fd00::1]:61/t/", "[fd00::1]:61"),
            ("http://u:p@hook.local?x=/", "u:p@hook.local"),
        ] {
            assert_eq!(host_of(address), host);
            assert_eq!(address.parse::<Uri>().unwrap().authority().unwrap().as_str(), host);
        }
    }
}
