//! The text that names a source, and back.

use language::say;
use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use game::rules::RuleSet;
use trust::Fingerprint;

/// Name of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceSpec {
    /// The simulated table.
    Simulated {
        /// Rules played while nothing is recorded, as text for [`RuleSet::parse`]; `None` for the first preset.
        rules: Option<String>,
        /// Fixes table, tiles and players.
        seed: u64,
    },
    /// A webcam.
    Webcam {
        /// Name or serial number, or part of one.
        name: String,
    },
    /// A phone whose browser sends pictures.
    Phone {
        /// Name of the phone.
        name: String,
    },
    /// A camera in the network.
    Network(Address),
    /// A picture.
    Picture(PathBuf),
    /// A folder of pictures, played in the order of their names.
    Folder(PathBuf),
}

/// A source that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Source to open.
    pub spec: SourceSpec,
    /// Title of the source.
    pub title: String,
    /// Place of the source, in a few words.
    pub detail: String,
}

/// How a camera in the network is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Plain.
    Http,
    /// With TLS, and the camera's own certificate if the address names it.
    Https(Option<Fingerprint>),
}

impl Scheme {
    /// Returns the start of an address.
    #[must_use]
    pub const fn start(self) -> &'static str {
        match self {
            Self::Http => "http://",
            Self::Https(_) => "https://",
        }
    }
}

/// A web address, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Plain or with TLS.
    pub scheme: Scheme,
    /// `host` or `host:port`.
    pub host: String,
    /// From the slash on.
    pub path: String,
    /// User and password.
    pub login: Option<(String, String)>,
}

/// Reason why a text names no source.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The text is empty.
    #[error("{}", say!("no source: use simulated, webcam:NAME, phone:NAME, http://..., a picture or a folder"))]
    Empty,
    /// The seed is not a number.
    #[error("{}", say!("\"{text}\" is not a whole number: simulated:RULES:SEED", text = .0))]
    Seed(String),
    /// The rules can't be used.
    #[error("simulated: {0}")]
    Rules(String),
    /// What should be the certificate's fingerprint.
    #[error(transparent)]
    Fingerprint(#[from] trust::BadFingerprint),
    /// An address without a machine.
    #[error("{}", say!("\"{text}\" is not a camera address: use http://host:port/path", text = .0))]
    Host(String),
    /// A phone without a name.
    #[error("{}", say!("which phone? Its page shows its name"))]
    NoPhoneName,
    /// A webcam without a name.
    #[error("{}", say!("which webcam? `sixty-one cameras` lists them"))]
    NoName,
    /// The file does not exist.
    #[error("{}", say!("no picture or folder is called \"{text}\"; for a network camera use http://host:port/path", text = .0))]
    NoFile(String),
}

impl SourceSpec {
    /// The simulated table with rules of the record's choice.
    pub const SIMULATED: Self = Self::Simulated { rules: None, seed: 1 };

    /// Returns the title for people, without the password.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Simulated { .. } => say!("simulated table").to_owned(),
            Self::Webcam { name } => say!("camera {name}", name),
            Self::Phone { name } => say!("phone {name}", name),
            Self::Network(address) => format!("{}{}{}", address.scheme.start(), address.host, address.path),
            Self::Picture(path) | Self::Folder(path) => path.display().to_string(),
        }
    }
}

impl fmt::Display for SourceSpec {
    /// The text that is parsed back to it, password included.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Simulated { rules: None, seed: 1 } => f.write_str("simulated"),
            Self::Simulated { rules, seed } => write!(f, "simulated:{}:{seed}", rules.as_deref().unwrap_or("")),
            Self::Webcam { name } => write!(f, "webcam:{name}"),
            Self::Phone { name } => write!(f, "phone:{name}"),
            Self::Network(Address { scheme, host, path, login }) => {
                f.write_str(scheme.start())?;
                if let Some((user, password)) = login {
                    write!(f, "{}:{}@", escape(user), escape(password))?;
                }
                write!(f, "{host}{path}")?;
                match scheme {
                    Scheme::Https(Some(named)) => f.write_str(&named.mark()),
                    Scheme::Https(None) | Scheme::Http => Ok(()),
                }
            }
            Self::Picture(path) | Self::Folder(path) => path.display().fmt(f),
        }
    }
}

impl FromStr for SourceSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(SpecError::Empty);
        }
        if text == "simulated" {
            return Ok(Self::SIMULATED);
        }
        if let Some(rest) = text.strip_prefix("simulated:") {
            return simulated(rest);
        }
        if let Some(name) = text.strip_prefix("webcam:") {
            let name = name.trim();
            return if name.is_empty() { Err(SpecError::NoName) } else { Ok(Self::Webcam { name: name.to_owned() }) };
        }
        if let Some(name) = text.strip_prefix("phone:") {
            let name = name.trim();
            return if name.is_empty() {
                Err(SpecError::NoPhoneName)
            } else {
                Ok(Self::Phone { name: name.to_owned() })
            };
        }
        if starts_with(text, "https://") {
            let (text, named) = trust::split(text)?;
            return network(Scheme::Https(named), text);
        }
        if starts_with(text, "http://") {
            return network(Scheme::Http, text);
        }
        let path = PathBuf::from(text);
        if path.is_dir() {
            Ok(Self::Folder(path))
        } else if path.exists() {
            Ok(Self::Picture(path))
        } else if let Some(address) = address(Scheme::Http, text).filter(|address| is_machine(&address.host)) {
            // As phones show it: without its http.
            Ok(Self::Network(address))
        } else {
            Err(SpecError::NoFile(text.to_owned()))
        }
    }
}

/// Reports whether this can only be a machine: with a port, as four numbers, or with a name of the local network.
fn is_machine(host: &str) -> bool {
    let (name, port) = host.rsplit_once(':').unwrap_or((host, ""));
    // A letter and a colon is a drive.
    let has_port = !port.is_empty() && name.len() > 1;
    has_port || name.parse::<std::net::Ipv4Addr>().is_ok() || name.ends_with(".local") || name == "localhost"
}

fn starts_with(text: &str, scheme: &str) -> bool {
    text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

/// `RULES`, `RULES:SEED` or `:SEED`.
fn simulated(rest: &str) -> Result<SourceSpec, SpecError> {
    let (rules, seed) = rest.rsplit_once(':').unwrap_or((rest, ""));
    let seed =
        if seed.is_empty() { 1 } else { seed.parse().map_err(|_not_a_number| SpecError::Seed(seed.to_owned()))? };
    if !rules.is_empty() {
        RuleSet::parse(rules).map_err(|error| SpecError::Rules(error.to_string()))?;
    }
    Ok(SourceSpec::Simulated { rules: (!rules.is_empty()).then(|| rules.to_owned()), seed })
}

fn network(scheme: Scheme, text: &str) -> Result<SourceSpec, SpecError> {
    let address = address(scheme, &text[scheme.start().len()..]);
    address.map(SourceSpec::Network).ok_or_else(|| SpecError::Host(text.to_owned()))
}

/// `[user[:password]@]host[:port][/path]`.
fn address(scheme: Scheme, text: &str) -> Option<Address> {
    let (machine, path) = text.find('/').map_or((text, "/"), |slash| text.split_at(slash));
    let (login, host) = match machine.rsplit_once('@') {
        None => (None, machine),
        Some((login, host)) => {
            let (user, password) = login.split_once(':').unwrap_or((login, ""));
            (Some((unescape(user)?, unescape(password)?)), host)
        }
    };
    let sound = |c: char| c.is_ascii_graphic() && !"\"<>\\^`{|}".contains(c);
    let name = host.split(':').next().unwrap_or("");
    let port = host.rsplit_once(':').map(|(_, port)| port).filter(|_| !host.ends_with(']'));
    let port_fits = port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
    let fits = !name.is_empty() && port_fits && host.chars().chain(path.chars()).all(sound);
    fits.then(|| Address { scheme, host: host.to_owned(), path: path.to_owned(), login })
}

/// Characters that stand unescaped in a user name or password: RFC 3986, userinfo.
const PLAIN: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=');

/// Percent signs for what would end a user name or password.
fn escape(text: &str) -> String {
    utf8_percent_encode(text, &PLAIN).to_string()
}

/// Returns the unescaped text; `None` for a stray percent sign, or bytes that are not text.
fn unescape(text: &str) -> Option<String> {
    let hex = |after: &str| after.get(..2).is_some_and(|two| two.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let whole = text.split('%').skip(1).all(hex);
    whole.then(|| percent_decode_str(text).decode_utf8().ok().map(Cow::into_owned)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        let texts = [
            "simulated",
            "simulated:muggins:7",
            "simulated:pafos target=31:12",
            "webcam:HD Pro Webcam C920",
            "phone:anna",
            "http://192.168.1.4:8080/video",
            "http://anna:se%3Acr%40t@phone.local/shot.jpg?q=1",
            "http://[fe80::1]:8080/",
            "https://anna:pw@cam/video",
            "https://cam:8443/video#sha256=00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
        ];
        for text in texts {
            let spec: SourceSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text, "{spec:?}");
            assert!(!spec.title().contains("cr"), "the password shows in {}", spec.title());
        }
        let with_login: SourceSpec = "http://anna:se%3Acr%40t@phone.local/".parse().unwrap();
        let SourceSpec::Network(address) = with_login else { panic!("{with_login:?}") };
        assert_eq!(address.login, Some(("anna".to_owned(), "se:cr@t".to_owned())));
        assert_eq!("simulated::9".parse(), Ok(SourceSpec::Simulated { rules: None, seed: 9 }));
    }

    #[test]
    fn an_address_is_one_without_its_http_too() {
        for text in ["192.168.1.4:8080/video", "192.168.1.4", "phone.local/shot.jpg", "anna:pw@cam:81/v", "cam:8080"] {
            assert_eq!(text.parse::<SourceSpec>(), format!("http://{text}").parse(), "{text}");
        }
        for text in ["C:/pictures", "table.jpg", "no/such/file"] {
            assert!(matches!(text.parse::<SourceSpec>(), Err(SpecError::NoFile(_))), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, start) in [
            ("", "no source"),
            ("simulated:pafos:x", "\"x\" is not"),
            ("simulated:chess:1", "simulated: "),
            ("webcam:", "which webcam"),
            ("phone: ", "which phone"),
            ("https:///video", "\"https:///video\" is not a camera address"),
            ("https://cam/#sha256=12", "`12` is not a certificate's fingerprint"),
            ("http:///video", "\"http:///video\" is not a camera address"),
            ("http://cam:99999/", "\"http://cam:99999/\" is not a camera address"),
            ("http://a%zz@cam/", "\"http://a%zz@cam/\" is not a camera address"),
            ("no/such/file", "no picture or folder is called"),
        ] {
            let error = text.parse::<SourceSpec>().unwrap_err().to_string();
            assert!(error.starts_with(start), "{text}: {error}");
        }
    }
}
