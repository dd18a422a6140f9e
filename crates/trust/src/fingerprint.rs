//! A certificate's fingerprint, and where it stands in an address.

use language::say;
use std::fmt;
use std::str::FromStr;

/// Mark between an address and its fingerprint.
const MARK: &str = "#sha256=";

/// The SHA-256 sum of a certificate, as browsers and `openssl x509 -fingerprint -sha256` show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint(pub(crate) [u8; 32]);

/// Reason why a text is not a fingerprint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("`{text}` is not a certificate's fingerprint: write `#sha256=` and its 64 digits after the address", text = .0))]
pub struct BadFingerprint(String);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

impl FromStr for Fingerprint {
    type Err = BadFingerprint;

    fn from_str(text: &str) -> Result<Self, BadFingerprint> {
        let bad = || BadFingerprint(text.to_owned());
        let digits: Option<Vec<u8>> =
            text.chars().filter(|c| *c != ':').map(|c| u8::try_from(c.to_digit(16)?).ok()).collect();
        let bytes: Vec<u8> =
            digits.ok_or_else(bad)?.chunks(2).map(|two| two.iter().fold(0, |n, d| 16 * n + d)).collect();
        let even = text.chars().filter(|c| *c != ':').count() == 64;
        bytes.try_into().ok().filter(|_| even).map(Self).ok_or_else(bad)
    }
}

impl Fingerprint {
    /// Returns the end of an address that names this fingerprint.
    #[must_use]
    pub fn mark(self) -> String {
        format!("{MARK}{self}")
    }
}

/// Takes an address apart: what stands before the fingerprint, and the fingerprint.
///
/// ```
/// let sum = "ab".repeat(32);
/// let camera = format!("https://cam/video#sha256={sum}");
/// let (address, fingerprint) = trust::split(&camera)?;
/// assert_eq!((address, fingerprint.unwrap().to_string()), ("https://cam/video", sum));
/// assert_eq!(trust::split("https://cam/video#x")?, ("https://cam/video#x", None));
/// assert!(trust::split("https://cam/#sha256=12").is_err());
/// # Ok::<(), trust::BadFingerprint>(())
/// ```
///
/// # Errors
/// What stands behind the mark is not a fingerprint.
pub fn split(address: &str) -> Result<(&str, Option<Fingerprint>), BadFingerprint> {
    match address.split_once(MARK) {
        Some((address, sum)) => Ok((address, Some(sum.trim().parse()?))),
        None => Ok((address, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_read_as_browsers_and_openssl_show_it() {
        let plain = "0123456789abcdef".repeat(4);
        let coloned: Vec<String> =
            plain.as_bytes().chunks(2).map(|two| String::from_utf8_lossy(two).to_uppercase()).collect();
        for text in [plain.clone(), plain.to_uppercase(), coloned.join(":")] {
            assert_eq!(text.parse::<Fingerprint>().unwrap().to_string(), plain);
        }
        for wrong in ["", "12", &plain[1..], &format!("{plain}0"), &plain.replace('f', "g"), &"é".repeat(32)] {
            assert!(wrong.parse::<Fingerprint>().is_err(), "{wrong}");
        }
    }
}
