//! Links that open the server: one for each right, each with its own secret.

use language::{say, sentence};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::str::FromStr;

/// The letters of a secret: none that is taken for another when it is typed.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
/// Characters of a secret: 60 random bits, too many to guess at a few a second in the life of the machine.
const LENGTH: usize = 12;

/// Explanation of a browser's warning about the listener's certificate.
pub const SELF_MADE: &str = sentence!(
    "The browser warns once because the table’s computer made its own certificate. What the phone sends \
        is still encrypted and goes only to that computer. If the address matches the one that the table \
        shows, continue: Advanced, then Proceed, or Visit this website. Never do this for a site on the \
        internet."
);

/// The rights of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkKind {
    /// Watch the table.
    Watch,
    /// Enter drops.
    Enter,
    /// Be a camera.
    Camera,
    /// Be a table of a club's evening.
    Join,
    /// Have advice on the own hand, in practice.
    Hand,
    /// Call the fixtures of a club's evening to its tables.
    Secretary,
    /// Type the cards of one team.
    Captain,
}

impl LinkKind {
    /// Every kind.
    pub const ALL: [Self; 7] =
        [Self::Watch, Self::Enter, Self::Camera, Self::Join, Self::Hand, Self::Secretary, Self::Captain];

    /// The letter it begins with in an address.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Watch => "w",
            Self::Enter => "e",
            Self::Camera => "c",
            Self::Join => "t",
            Self::Hand => "h",
            Self::Secretary => "s",
            Self::Captain => "k",
        }
    }

    /// The kind of a letter.
    #[must_use]
    pub fn of_letter(letter: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Returns the purpose of the link in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Watch => say!("watch the score"),
            Self::Enter => say!("enter drops"),
            Self::Camera => say!("act as the camera"),
            Self::Join => say!("join as a table"),
            Self::Hand => say!("get advice on a hand"),
            Self::Secretary => say!("run the season and call fixtures to tables"),
            Self::Captain => say!("type a team’s cards"),
        }
    }
}

/// The secret of a link. Shown in three groups of four; dashes and capitals do not matter when it is typed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    /// A new one.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub(crate) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()))
    }

    /// The one that these letters are, however they are grouped and in capitals or not.
    fn parse(text: &str) -> Option<Self> {
        let letters: String = text.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect();
        let fair = letters.len() == LENGTH && letters.bytes().all(|letter| LETTERS.contains(&letter));
        fair.then_some(Self(letters))
    }

    /// The part of it that may be stored: reading that gives no link.
    pub(crate) fn hash(&self) -> LinkHash {
        LinkHash(Sha256::digest(&self.0).into())
    }
}

/// Hash of a link's secret, as stored. 60 random bits need no salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkHash([u8; 32]);

impl fmt::Display for LinkHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for LinkHash {
    type Err = BadLinkHash;

    fn from_str(text: &str) -> Result<Self, BadLinkHash> {
        let digits = text.as_bytes();
        if digits.len() != 64 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(BadLinkHash);
        }
        let mut hash = [0; 32];
        for (byte, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
            let pair = str::from_utf8(pair).map_err(|_not_text| BadLinkHash)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_not_hex| BadLinkHash)?;
        }
        Ok(Self(hash))
    }
}

impl LinkHash {
    /// Makes a hash from stored bytes.
    #[must_use]
    pub const fn of_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes to store.
    #[must_use]
    pub const fn bytes(self) -> [u8; 32] {
        self.0
    }

    /// Of a code that was kept itself, by versions before links were hashed.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        Secret::parse(code).map(|secret| secret.hash())
    }
}

/// A text that is not a link's hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("not a hash of 64 hexadecimal digits"))]
pub struct BadLinkHash;

/// The code in a typed or pasted text: with spaces or dashes, in capitals, or the whole link.
#[must_use]
pub(crate) fn typed_code(typed: &str) -> Option<Secret> {
    typed.split('/').filter_map(Secret::parse).next_back()
}

/// Makes a new code for a link, with its hash to store.
///
/// # Errors
/// The system gives no random numbers.
pub fn fresh_code() -> Result<(String, LinkHash), getrandom::Error> {
    let secret = Secret::random()?;
    Ok((secret.to_string(), secret.hash()))
}

/// A new key of a club, for people to type: 120 random bits in six groups of four letters.
///
/// # Errors
/// The system gives no random numbers.
pub fn fresh_key() -> Result<String, getrandom::Error> {
    Ok(format!("{}-{}", Secret::random()?, Secret::random()?))
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, rest) = self.0.split_at(LENGTH / 3);
        let (b, c) = rest.split_at(LENGTH / 3);
        write!(f, "{a}-{b}-{c}")
    }
}

impl fmt::Debug for Secret {
    /// Hides the hash in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// The links of a kind: the one that is shown, and those that were given out before and still open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OpenLinks {
    shown: Option<Secret>,
    kept: Vec<LinkHash>,
}

/// The links that are open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Links {
    kinds: [OpenLinks; LinkKind::ALL.len()],
}

impl Links {
    /// The secret that is shown of a kind.
    #[must_use]
    pub(crate) const fn secret(&self, kind: LinkKind) -> Option<&Secret> {
        self.kinds[kind as usize].shown.as_ref()
    }

    /// Shows another secret, or none; those that were given out before open nothing any more.
    pub(crate) fn set(&mut self, kind: LinkKind, secret: Option<Secret>) {
        self.kinds[kind as usize] = OpenLinks { shown: secret, kept: Vec::new() };
    }

    /// Makes exactly these work, as stored by the caller: the link on display too only if it is among them.
    pub(crate) fn keep(&mut self, kind: LinkKind, hashes: &[LinkHash]) {
        let links = &mut self.kinds[kind as usize];
        links.shown = links.shown.take().filter(|shown| hashes.contains(&shown.hash()));
        let shown = links.shown.as_ref().map(Secret::hash);
        links.kept = hashes.iter().copied().filter(|hash| Some(*hash) != shown).collect();
    }

    /// Everything that opens this kind, as it may be kept; the one that is shown is the last.
    #[must_use]
    pub(crate) fn hashes(&self, kind: LinkKind) -> Vec<LinkHash> {
        let OpenLinks { shown, kept } = &self.kinds[kind as usize];
        kept.iter().copied().chain(shown.as_ref().map(Secret::hash)).collect()
    }

    /// Reports whether this text opens a link of this kind.
    #[must_use]
    pub(crate) fn opens(&self, kind: LinkKind, typed: &str) -> bool {
        // Hashes are compared, which reveals nothing of the secrets, however long it takes.
        typed.len() <= 64 && Secret::parse(typed).is_some_and(|secret| self.hashes(kind).contains(&secret.hash()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_opens_its_own_link_only() {
        let mut links = Links::default();
        let (watch, enter) = (Secret::random().unwrap(), Secret::random().unwrap());
        assert_ne!(watch, enter);
        assert!(!links.opens(LinkKind::Watch, ""), "a closed link has no secret");
        links.set(LinkKind::Watch, Some(watch.clone()));
        links.set(LinkKind::Enter, Some(enter.clone()));
        let text = watch.to_string();
        assert_eq!(text.len(), LENGTH + 2);
        assert!(links.opens(LinkKind::Watch, &text));
        assert!(links.opens(LinkKind::Watch, &text.to_uppercase().replace('-', "")));
        assert!(!links.opens(LinkKind::Enter, &text), "who watches does not enter");
        assert!(!links.opens(LinkKind::Camera, &text));
        assert!(!links.opens(LinkKind::Watch, &text[..text.len() - 1]));
        assert!(!links.opens(LinkKind::Watch, &"a".repeat(100_000)));
        links.set(LinkKind::Watch, Some(Secret::random().unwrap()));
        assert!(!links.opens(LinkKind::Watch, &text), "the old one is of no use");
        let kept: LinkHash = watch.hash().to_string().parse().unwrap();
        let shown = links.hashes(LinkKind::Watch);
        links.keep(LinkKind::Watch, &[&shown[..], &[kept]].concat());
        assert!(links.opens(LinkKind::Watch, &text) && links.hashes(LinkKind::Watch).len() == 2, "given out before");
        links.set(LinkKind::Watch, None);
        assert!(!links.opens(LinkKind::Watch, &text), "withdrawn");
        assert!("".parse::<LinkHash>().is_err() && "é".repeat(32).parse::<LinkHash>().is_err());
        assert_eq!(format!("{links:?}").matches(&text[..4]).count(), 0, "no secret in a log");
    }

    #[test]
    fn codes_and_keys_are_random_in_every_letter_and_open_by_their_hash() {
        let (code, hash) = fresh_code().unwrap();
        assert_eq!(LinkHash::of_code(&code), Some(hash));
        assert_eq!(LinkHash::of_bytes(hash.bytes()), hash);
        assert_eq!(hash.bytes()[..], Sha256::digest(code.replace('-', ""))[..]);
        let keys: Vec<String> = (0..200).map(|_| fresh_key().unwrap()).collect();
        for key in &keys {
            assert!(key.split('-').count() == 6 && key.split('-').all(|group| group.len() == 4), "{key}");
        }
        for (n, letter) in LETTERS.iter().enumerate() {
            assert!(keys.iter().any(|key| key.as_bytes().contains(letter)), "letter {n} is never drawn");
        }
        for kind in LinkKind::ALL {
            assert_eq!(LinkKind::of_letter(kind.letter()), Some(kind));
        }
    }

    #[test]
    fn a_code_is_understood_as_people_type_it() {
        let code = typed_code("abcd-efgh-jkmn").map(|secret| secret.to_string());
        assert_eq!(code.as_deref(), Some("abcd-efgh-jkmn"));
        for typed in [
            " ABCD EFGH JKMN ",
            "abcdefghjkmn",
            "http://192.168.1.20:6161/e/abcd-efgh-jkmn/",
            "192.168.1.20:6161/e/abcd-efgh-jkmn",
            "abcd\u{2013}efgh\u{2013}jkmn",
        ] {
            assert_eq!(typed_code(typed).map(|secret| secret.to_string()), code, "{typed}");
        }
        for typed in ["", "abcd-efgh-jkm1", "http://192.168.1.20:6161/", "abcd-efgh-jkmnp"] {
            assert_eq!(typed_code(typed), None, "{typed}");
        }
    }
}
