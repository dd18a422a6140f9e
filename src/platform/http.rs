//! HTTP requests on the local network, plain or with TLS: no proxy, and no redirects.

use std::sync::Arc;
use trust::rustls::pki_types::ServerName;
use trust::rustls::{ClientConfig, ClientConnection, StreamOwned};
use trust::{Fingerprint, Untrusted};
use ureq::config::{Config, ConfigBuilder};
use ureq::typestate::AgentScope;
use ureq::unversioned::resolver::{DefaultResolver, Resolver};
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, Either, LazyBuffers, NextTimeout, TcpConnector, Transport, TransportAdapter,
};
use ureq::{Agent, Error};

/// Returns the common configuration of all requests; each adds its time limit.
pub(crate) fn asking() -> ConfigBuilder<AgentScope> {
    Agent::config_builder().max_redirects(0).proxy(None).user_agent("sixty-one")
}

/// Returns an agent that accepts the certificates that the system trusts, or only the one that is named.
pub(crate) fn agent(config: Config, named: Option<Fingerprint>) -> Agent {
    agent_resolving(config, named, DefaultResolver::default())
}

/// Returns such an agent that finds the addresses of hosts this way.
pub(crate) fn agent_resolving(config: Config, named: Option<Fingerprint>, resolver: impl Resolver) -> Agent {
    let tls = TlsConnector(trust::client(named.into()).ok());
    Agent::with_parts(config, ().chain(TcpConnector::default()).chain(tls), resolver)
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
