//! TLS to the database, over rustls.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use trust::Trust;
use trust::rustls::pki_types::ServerName;
use trust::rustls::{ClientConfig, Error};

/// Makes connections that accept certain certificates.
#[derive(Clone)]
pub(super) struct Tls(Arc<ClientConfig>);

impl Tls {
    /// A fingerprint in the address makes TLS a must, and so does `sslmode=require`; else a server that offers TLS gets it,
    /// whatever its certificate, as the connection would be plain without.
    pub(super) fn of(address: &str) -> Result<(Self, tokio_postgres::Config), Box<dyn std::error::Error>> {
        let (address, named) = trust::split(address)?;
        // Where the certificate must be known, its name is checked too.
        let address =
            address.replace("sslmode=verify-full", "sslmode=require").replace("sslmode=verify-ca", "sslmode=require");
        let mut config: tokio_postgres::Config = address.parse()?;
        let trust = match (named, config.get_ssl_mode()) {
            (Some(named), _) => {
                config.ssl_mode(SslMode::Require);
                Trust::Only(named)
            }
            (None, SslMode::Require) => Trust::System,
            (None, _) => Trust::Any,
        };
        Ok((Self(trust::client(trust)?), config))
    }
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Encrypted;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<Handshake> {
        // Where no host is known PostgreSQL never asks for TLS.
        let name = ServerName::try_from(host.to_owned()).or_else(|_none| ServerName::try_from("localhost"));
        Ok(Handshake { config: Arc::clone(&self.0), name: name.map_err(io::Error::other)? })
    }
}

pub(super) struct Handshake {
    config: Arc<ClientConfig>,
    name: ServerName<'static>,
}

impl TlsConnect<Socket> for Handshake {
    type Stream = Encrypted;
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Encrypted, Error>> + Send>>;

    fn connect(self, stream: Socket) -> Self::Future {
        Box::pin(async move {
            let connected = TlsConnector::from(self.config).connect(self.name, stream).await;
            connected.map(Encrypted).map_err(|why| reason(&why))
        })
    }
}

/// The reason within an error of the connection.
fn reason(error: &io::Error) -> Error {
    match trust::untrusted(error) {
        Some(why) => why.clone().into(),
        None => Error::General(error.to_string()),
    }
}

pub(super) struct Encrypted(tokio_rustls::client::TlsStream<Socket>);

impl TlsStream for Encrypted {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
