//! The listener's own certificate. Browsers give a live camera over https only, and no authority certifies a machine in
//! a local network: it makes its own certificate, and each phone is asked once whether to accept it. So the certificate
//! is made once and kept by the caller.

use language::{said, say, sentence};
use rcgen::{CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa, KeyPair, KeyUsagePurpose};
use std::collections::BTreeSet;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject as _};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};

const DAY: Duration = Duration::from_secs(24 * 3600);
/// Browsers believe no certificate for longer.
const LIFE: Duration = Duration::from_secs(397 * 24 * 3600);
/// Start of validity, a day before it is made, because phones' clocks differ.
const EARLIER: Duration = DAY;
/// A certificate that ends sooner is renewed, so that none ends in the middle of an evening.
const LEFT: Duration = Duration::from_secs(14 * 24 * 3600);

/// Reason why there is no certificate, in words for players.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// No key could be made.
    #[error("{}", say!("can't make a certificate: {why}", why = .0))]
    Make(#[from] rcgen::Error),
    /// The saved certificate was not made here.
    #[error("{}", say!("the saved certificate is damaged: {why}", why = said(.0)))]
    Kept(&'static str),
    /// The saved text is broken.
    #[error("{}", say!("the saved certificate is damaged: {why}", why = .0))]
    Pem(#[from] pem::Error),
    /// Key and certificate do not go together, say.
    #[error("{}", say!("can't use the certificate: {why}", why = .0))]
    Use(#[from] rustls::Error),
}

/// A certificate for this machine's addresses, with its key.
///
/// ```
/// use server::ListenerCertificate;
/// use std::{net::IpAddr, time::SystemTime};
///
/// let (here, now) = ([IpAddr::from([192, 168, 1, 20])], SystemTime::now());
/// let certificate = ListenerCertificate::make(&here, now)?;
/// let kept = certificate.to_text();    // for its owner's eyes only: the key is in it
/// let again = ListenerCertificate::parse(&kept)?;
/// assert!(again.serves(&here, now));
/// assert!(!again.serves(&[[10, 0, 0, 2].into()], now), "another network, another certificate");
/// # Ok::<(), server::CertificateError>(())
/// ```
#[derive(Clone)]
pub struct ListenerCertificate {
    addresses: BTreeSet<IpAddr>,
    until: SystemTime,
    pem: String,
    config: Arc<ServerConfig>,
}

impl fmt::Debug for ListenerCertificate {
    /// Hides the key in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListenerCertificate").field("addresses", &self.addresses).finish_non_exhaustive()
    }
}

impl ListenerCertificate {
    /// A new one for these addresses, good for 397 days from `now` on.
    ///
    /// # Errors
    /// The machine gives no random numbers.
    pub fn make(addresses: &[IpAddr], now: SystemTime) -> Result<Self, CertificateError> {
        let addresses: BTreeSet<IpAddr> = addresses.iter().map(IpAddr::to_canonical).collect();
        let until = now + (LIFE - EARLIER);
        let mut names: Vec<String> = addresses.iter().map(ToString::to_string).collect();
        if addresses.iter().any(IpAddr::is_loopback) {
            names.push("localhost".to_owned());
        }
        let mut params = CertificateParams::new(names)?;
        params.distinguished_name = DistinguishedName::new();
        params.distinguished_name.push(DnType::CommonName, "Sixty-One, the table's computer");
        params.not_before = rcgen::date_time_ymd(1970, 1, 1) + since_1970(now - EARLIER);
        params.not_after = rcgen::date_time_ymd(1970, 1, 1) + since_1970(until);
        // It is valid for this listener only, on every device that accepts it.
        params.is_ca = IsCa::ExplicitNoCa;
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        let key = KeyPair::generate()?;
        let pem = params.self_signed(&key)?.pem() + &key.serialize_pem();
        Ok(Self { config: config(&pem)?, addresses, until, pem })
    }

    /// One that was kept.
    ///
    /// # Errors
    /// The text is damaged.
    pub fn parse(text: &str) -> Result<Self, CertificateError> {
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
        let addresses = field("addresses:").ok_or(CertificateError::Kept(sentence!("it has no addresses")))?;
        let addresses: Result<_, _> = addresses.split_whitespace().map(str::parse).collect();
        let seconds = field("until:").and_then(|until| until.trim().parse().ok());
        let until = seconds.and_then(|seconds| UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
        let pem = text.find("-----BEGIN").map_or("", |at| &text[at..]).to_owned();
        Ok(Self {
            addresses: addresses.map_err(|_typed| CertificateError::Kept(sentence!("its addresses are not valid")))?,
            until: until.ok_or(CertificateError::Kept(sentence!("it has no end date")))?,
            config: config(&pem)?,
            pem,
        })
    }

    /// Returns the text to save, with the key, for the owner only.
    #[must_use]
    pub fn to_text(&self) -> String {
        let addresses: Vec<String> = self.addresses.iter().map(ToString::to_string).collect();
        format!(
            "Made by Sixty-One for phones that are cameras. The key is private.\naddresses: {}\nuntil: {}\n{}",
            addresses.join(" "),
            since_1970(self.until).as_secs(),
            self.pem
        )
    }

    /// Reports whether it is valid for all of these addresses, now and for some days to come.
    #[must_use]
    pub fn serves(&self, addresses: &[IpAddr], now: SystemTime) -> bool {
        // One that ends too late was made while this machine's clock was wrong, and begins too late too.
        let timely = (now + LEFT..=now + LIFE).contains(&self.until);
        timely && addresses.iter().all(|ip| self.addresses.contains(&ip.to_canonical()))
    }

    /// The certificate alone, as text, to be installed on a device beforehand.
    #[must_use]
    pub fn public_text(&self) -> &str {
        let end = self.pem.find("-----BEGIN PRIVATE").unwrap_or(0);
        &self.pem[..end]
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.config))
    }
}

fn since_1970(time: SystemTime) -> Duration {
    time.duration_since(UNIX_EPOCH).unwrap_or_default()
}

fn config(pem: &str) -> Result<Arc<ServerConfig>, CertificateError> {
    let chain = CertificateDer::pem_slice_iter(pem.as_bytes()).collect::<Result<Vec<_>, _>>()?;
    let key = PrivateKeyDer::from_pem_slice(pem.as_bytes())?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_made_anew_when_it_ends_or_the_machine_has_another_address() {
        let here: [IpAddr; 2] = [[192, 168, 1, 20].into(), [127, 0, 0, 1].into()];
        let now = UNIX_EPOCH + 20_000 * DAY;
        let certificate = ListenerCertificate::make(&here, now).unwrap();
        assert!(certificate.serves(&here, now) && certificate.serves(&here[1..], now + 380 * DAY));
        assert!(!certificate.serves(&here, now + 390 * DAY), "it ends soon");
        assert!(!certificate.serves(&here, now - 10 * DAY), "it was made while the clock was wrong");
        assert!(!certificate.serves(&[[192, 168, 1, 21].into()], now));
    }

    #[test]
    fn what_is_kept_comes_back_and_damage_is_told() {
        let now = SystemTime::now();
        let here = [IpAddr::from([10, 0, 0, 2])];
        let certificate = ListenerCertificate::make(&here, now).unwrap();
        let text = certificate.to_text();
        assert_eq!(ListenerCertificate::parse(&text).unwrap().to_text(), text);
        assert!(certificate.public_text().ends_with("-----END CERTIFICATE-----\n"));
        for damaged in ["", "addresses: x", &text[..text.len() / 2], &text.replace("until: ", "until: x")] {
            assert!(ListenerCertificate::parse(damaged).is_err(), "{damaged}");
        }
        let other = ListenerCertificate::make(&here, now).unwrap();
        let key = other.pem.replace(other.public_text(), "");
        let mixed = text[..text.find("-----BEGIN PRIVATE").unwrap()].to_owned() + &key;
        assert!(matches!(ListenerCertificate::parse(&mixed), Err(CertificateError::Use(_))), "another's key");
        assert!(!format!("{certificate:?}").contains("PRIVATE"));
    }
}
