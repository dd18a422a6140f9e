//! The configuration of TLS towards other servers.

use super::Fingerprint;
use language::say;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, OtherError, RootCertStore, SignatureScheme,
};
use sha2::{Digest as _, Sha256};
use std::error::Error as StdError;
use std::io;
use std::sync::{Arc, LazyLock};

/// Which certificates a connection accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Those that the system trusts, for this server's name.
    System,
    /// This one, whatever its name and dates.
    Only(Fingerprint),
    /// Any: encryption for a connection that would otherwise be plain. It keeps out listeners, not impostors.
    Any,
}

impl From<Option<Fingerprint>> for Trust {
    fn from(named: Option<Fingerprint>) -> Self {
        named.map_or(Self::System, Self::Only)
    }
}

/// Reason why a certificate was not accepted, with what its owner can do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Untrusted {
    /// The system does not trust it.
    #[error("{}", say!("this computer doesn't know its certificate ({why}); if it is the right one, add `{mark}` to the \
        address", why = .why, mark = .found.mark()))]
    Unknown {
        /// Fingerprint of the certificate.
        found: Fingerprint,
        /// Reason, as TLS names it.
        why: String,
    },
    /// It is not the one that the address names.
    #[error("{}", say!("its certificate is not the one in the address; if you have changed it, write `{mark}`: otherwise \
        another machine may be answering", mark = .0.mark()))]
    Changed(Fingerprint),
}

impl From<Untrusted> for Error {
    fn from(why: Untrusted) -> Self {
        Self::InvalidCertificate(CertificateError::Other(OtherError(Arc::new(why))))
    }
}

/// Looks through an error and its causes for a certificate that was not accepted.
#[must_use]
pub fn untrusted<'a>(error: &'a (dyn StdError + 'static)) -> Option<&'a Untrusted> {
    if let Some(Error::InvalidCertificate(CertificateError::Other(other))) = error.downcast_ref() {
        return other.0.downcast_ref();
    }
    // An io::Error names the cause of its cause as its own.
    let within = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    let inner = within.and_then(|inner| untrusted(inner));
    inner.or_else(|| error.source().and_then(untrusted))
}

static PROVIDER: LazyLock<Arc<CryptoProvider>> = LazyLock::new(|| Arc::new(ring::default_provider()));

/// The system's authorities; `None` where it has none. Read once: it takes a while.
static SYSTEM: LazyLock<Option<Arc<WebPkiServerVerifier>>> = LazyLock::new(|| {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&PROVIDER)).build().ok()
});

/// Returns the configuration of a connection that accepts these certificates.
///
/// # Errors
/// The encryption cannot be set up.
pub fn client(trust: Trust) -> Result<Arc<ClientConfig>, Error> {
    let config = ClientConfig::builder_with_provider(Arc::clone(&PROVIDER))
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Verifier(trust)))
        .with_no_client_auth();
    Ok(Arc::new(config))
}

#[derive(Debug)]
struct Verifier(Trust);

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let found = Fingerprint(Sha256::digest(certificate).into());
        match self.0 {
            Trust::Any => Ok(ServerCertVerified::assertion()),
            Trust::Only(named) if named == found => Ok(ServerCertVerified::assertion()),
            Trust::Only(_) => Err(Untrusted::Changed(found).into()),
            Trust::System => {
                let none = || Error::InvalidCertificate(CertificateError::UnknownIssuer);
                let system = SYSTEM.as_ref().ok_or_else(none);
                let checked = system.and_then(|system| system.verify_server_cert(certificate, others, name, ocsp, now));
                checked.map_err(|why| Untrusted::Unknown { found, why: words(&why) }.into())
            }
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &PROVIDER.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &PROVIDER.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        PROVIDER.signature_verification_algorithms.supported_schemes()
    }
}

fn words(why: &Error) -> String {
    match why {
        Error::InvalidCertificate(CertificateError::UnknownIssuer | CertificateError::Other(_)) => {
            say!("no authority signed it").to_owned()
        }
        Error::InvalidCertificate(CertificateError::Expired | CertificateError::ExpiredContext { .. }) => {
            say!("it has expired").to_owned()
        }
        Error::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        ) => say!("it is for another name").to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn sum(certificate: &CertificateDer<'_>) -> Fingerprint {
        Fingerprint(Sha256::digest(certificate).into())
    }

    fn check(trust: Trust, certificate: &CertificateDer<'_>) -> Result<(), Error> {
        let (name, now) = (ServerName::try_from("club.example").unwrap(), UnixTime::since_unix_epoch(Duration::ZERO));
        Verifier(trust).verify_server_cert(certificate, &[], &name, &[], now).map(drop)
    }

    #[test]
    fn only_the_named_certificate_is_accepted() {
        let (own, other) = (CertificateDer::from(vec![1, 2]), CertificateDer::from(vec![1, 3]));
        assert_eq!(Trust::from(Some(sum(&own))), Trust::Only(sum(&own)));
        assert_eq!(check(Trust::Only(sum(&own)), &own), Ok(()));
        assert_eq!(check(Trust::Any, &other), Ok(()));
        let changed = check(Trust::Only(sum(&own)), &other).unwrap_err();
        assert_eq!(untrusted(&changed), Some(&Untrusted::Changed(sum(&other))));
        let unknown = check(Trust::from(None), &own).unwrap_err();
        assert!(matches!(untrusted(&unknown), Some(Untrusted::Unknown { found, .. }) if *found == sum(&own)));
        // Libraries hide it in other errors.
        let hidden = io::Error::other(io::Error::other(changed.clone()));
        assert_eq!(untrusted(&hidden), untrusted(&changed));
        assert_eq!(untrusted(&io::Error::other("the line was cut")), None);
        assert!(Untrusted::Changed(sum(&other)).to_string().contains(&format!("#sha256={}", sum(&other))));
        assert!(Verifier(Trust::Any).supported_verify_schemes().contains(&SignatureScheme::ED25519));
    }

    #[test]
    fn people_read_why_a_certificate_is_not_trusted() {
        for (why, told) in [
            (CertificateError::UnknownIssuer, "no authority signed it"),
            (CertificateError::Expired, "it has expired"),
            (CertificateError::NotValidForName, "it is for another name"),
            (CertificateError::Revoked, "Revoked"),
        ] {
            let told_so = words(&Error::InvalidCertificate(why));
            assert!(told_so.contains(told), "{told}: {told_so}");
        }
    }
}
