//! Login at a camera: by a digest of the password (RFC 7616), or by the password itself where the camera knows nothing
//! better. A camera names what it takes when it refuses a request.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use md5::Md5;
use sha2::{Digest as _, Sha256};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};

/// A user at a camera, and what the camera asked for last.
#[derive(Debug)]
pub(super) struct Login {
    user: String,
    password: String,
    asked: Option<Challenge>,
    /// Answers to the present nonce.
    answers: u32,
}

/// One way to log in that a camera offers, from the weakest on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Challenge {
    Basic,
    Digest { hash: Hash, session: bool, counted: bool, realm: String, nonce: String, opaque: Option<String> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hash {
    Md5,
    Sha256,
}

impl Hash {
    fn of(self, text: &str) -> String {
        match self {
            Self::Md5 => hex(&Md5::digest(text)),
            Self::Sha256 => hex(&Sha256::digest(text)),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Md5 => "MD5",
            Self::Sha256 => "SHA-256",
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Login {
    pub(super) fn new(user: &str, password: &str) -> Self {
        Self { user: user.to_owned(), password: password.to_owned(), asked: None, answers: 0 }
    }

    /// Takes what the camera asks for; reports whether it can be answered.
    pub(super) fn challenged<'a>(&mut self, headers: impl Iterator<Item = &'a str>) -> bool {
        self.asked = headers.flat_map(challenges).filter_map(|(scheme, fields)| challenge(&scheme, &fields)).max();
        self.answers = 0;
        self.asked.is_some()
    }

    /// Returns the `Authorization` of a question for this path; `None` until the camera has asked for one.
    pub(super) fn answer(&mut self, path: &str) -> Option<String> {
        self.answers += 1;
        let own = format!("{:016x}", RandomState::new().build_hasher().finish());
        Some(self.asked.as_ref()?.answer(&self.user, &self.password, path, self.answers, &own))
    }
}

impl Challenge {
    fn answer(&self, user: &str, password: &str, path: &str, count: u32, own: &str) -> String {
        let Self::Digest { hash, session, counted, realm, nonce, opaque } = self else {
            return format!("Basic {}", BASE64_STANDARD.encode(format!("{user}:{password}")));
        };
        let mut secret = hash.of(&format!("{user}:{realm}:{password}"));
        if *session {
            secret = hash.of(&format!("{secret}:{nonce}:{own}"));
        }
        let asked = hash.of(&format!("GET:{path}"));
        let count = format!("{count:08x}");
        let response = hash.of(&match counted {
            true => format!("{secret}:{nonce}:{count}:{own}:auth:{asked}"),
            false => format!("{secret}:{nonce}:{asked}"),
        });
        let suffix = if *session { "-sess" } else { "" };
        let (user, realm, nonce) = (quoted(user), quoted(realm), quoted(nonce));
        let mut words = format!(
            "Digest username={user}, realm={realm}, nonce={nonce}, uri={}, response=\"{response}\", algorithm={}{suffix}",
            quoted(path),
            hash.name()
        );
        if *counted {
            words.push_str(&format!(", qop=auth, nc={count}, cnonce=\"{own}\""));
        } else if *session {
            words.push_str(&format!(", cnonce=\"{own}\""));
        }
        if let Some(opaque) = opaque {
            words.push_str(&format!(", opaque={}", quoted(opaque)));
        }
        words
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

type Fields = Vec<(String, String)>;

/// Takes a `WWW-Authenticate` apart: schemes, each with its fields. Several may stand in one, between commas too.
fn challenges(header: &str) -> Vec<(String, Fields)> {
    let mut found: Vec<(String, Fields)> = Vec::new();
    let mut rest = header;
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        let end = rest.find([' ', '\t', ',', '=']).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        if word.is_empty() {
            return found;
        }
        let after = after.trim_start_matches([' ', '\t']);
        match (after.strip_prefix('='), found.last_mut()) {
            (Some(value), Some((_, fields))) => {
                let (value, after) = value_of(value.trim_start_matches([' ', '\t']));
                fields.push((word.to_ascii_lowercase(), value));
                rest = after;
            }
            (Some(_), None) => return found,
            (None, _) => {
                found.push((word.to_ascii_lowercase(), Vec::new()));
                rest = after;
            }
        }
    }
}

/// The value at the start of a text, in quotes or plain, and what follows.
fn value_of(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let (value, rest) = text.split_at(text.find([' ', '\t', ',']).unwrap_or(text.len()));
        return (value.to_owned(), rest);
    };
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return (value, &quoted[at + 1..]),
            '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
            other => value.push(other),
        }
    }
    (value, "")
}

/// A challenge that can be answered.
fn challenge(scheme: &str, fields: &Fields) -> Option<Challenge> {
    let field = |name: &str| fields.iter().find(|(is, _)| is == name).map(|(_, value)| value.as_str());
    match scheme {
        "basic" => Some(Challenge::Basic),
        "digest" => {
            let algorithm = field("algorithm").unwrap_or("MD5").to_ascii_uppercase();
            let hash = match algorithm.trim_end_matches("-SESS") {
                "MD5" => Hash::Md5,
                "SHA-256" => Hash::Sha256,
                _ => return None,
            };
            let ways = field("qop");
            let counted = ways.is_some_and(|ways| ways.split(',').any(|way| way.trim().eq_ignore_ascii_case("auth")));
            // A digest of the question's body alone is not spoken.
            (ways.is_none() || counted).then_some(())?;
            Some(Challenge::Digest {
                hash,
                session: algorithm.ends_with("-SESS"),
                counted,
                realm: field("realm")?.to_owned(),
                nonce: field("nonce")?.to_owned(),
                opaque: field("opaque").map(str::to_owned),
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 7616, section 3.9.1.
    #[test]
    fn the_answers_are_those_of_the_standard() {
        let offered = |algorithm: &str| {
            format!(
                "Digest realm=\"http-auth@example.org\", qop=\"auth, auth-int\", algorithm={algorithm}, \
                 nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""
            )
        };
        for (algorithm, response) in [
            ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
            ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        ] {
            let mut login = Login::new("Mufasa", "Circle of Life");
            assert!(login.challenged([offered(algorithm).as_str()].into_iter()));
            let own = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ";
            let words = login.asked.unwrap().answer("Mufasa", "Circle of Life", "/dir/index.html", 1, own);
            assert!(words.contains(&format!("response=\"{response}\"")), "{words}");
            assert!(words.contains("qop=auth, nc=00000001") && words.contains("opaque=\"FQhe/"), "{words}");
        }
    }

    #[test]
    fn the_strongest_way_on_offer_is_taken() {
        let taken = |headers: &[&str]| {
            let mut login = Login::new("a", "b");
            login.challenged(headers.iter().copied()).then(|| login.answer("/").unwrap())
        };
        let digest =
            |algorithm: &str| format!("Digest realm=\"x\", nonce=\"1,=\\\"2\", algorithm={algorithm}, qop=\"auth\"");
        let both = format!("Basic realm=\"a, b\", {}, {}", digest("MD5"), digest("SHA-256"));
        let words = taken(&[&both]).unwrap();
        assert!(words.contains("algorithm=SHA-256") && words.contains("nonce=\"1,=\\\"2\""), "{words}");
        assert!(taken(&["basic realm=x", &digest("md5-sess")]).unwrap().contains("algorithm=MD5-sess"));
        assert_eq!(taken(&["Basic realm=\"x\""]).unwrap(), "Basic YTpi");
        let old = taken(&["Digest realm=\"x\", nonce=\"1\""]).unwrap();
        assert!(!old.contains("qop") && !old.contains("cnonce"), "{old}");
        for unknown in
            ["", "=", "Negotiate", "Digest realm=\"x\"", "Digest nonce", &digest("SHA-512"), "Digest realm=\"x"]
        {
            assert_eq!(taken(&[unknown]), None, "{unknown}");
        }
    }

    #[test]
    fn each_answer_is_counted_and_a_new_nonce_begins_anew() {
        let mut login = Login::new("a", "b");
        assert_eq!(login.answer("/"), None, "before it is asked the password stays here");
        for nonce in ["1", "2"] {
            assert!(
                login.challenged([format!("Digest realm=\"x\", qop=\"auth\", nonce=\"{nonce}\"").as_str()].into_iter())
            );
            let counts = [(); 2].map(|()| login.answer("/").unwrap());
            assert!(counts[0].contains("nc=00000001") && counts[1].contains("nc=00000002"), "{counts:?}");
        }
    }
}
