//! The links that open the server: one for each right, each with a secret of its own.

use language::{say, sentence};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// The letters of a secret: none that is taken for another when it is typed.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
/// So many of them: 60 random bits, guessed at a few a second for all the life of the machine in vain.
const LENGTH: usize = 12;

/// What a browser's warning about the door's certificate means, for whoever sees it.
pub const SELF_MADE: &str = sentence!(
    "The browser warns once, because nobody on the internet vouches for the table’s computer: it made its \
    certificate itself. What the phone sends is encrypted all the same and goes to that computer only. If the address is the one \
    that the table shows, go on: Advanced, then Proceed, or Visit this website. Never do so on a site of the internet."
);

/// What a link lets somebody do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkKind {
    /// See how the table stands.
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
}

impl LinkKind {
    /// Every kind.
    pub const ALL: [Self; 6] = [Self::Watch, Self::Enter, Self::Camera, Self::Join, Self::Hand, Self::Secretary];

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
        }
    }

    /// The kind of a letter.
    #[must_use]
    pub fn of_letter(letter: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// What it is for, in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Watch => say!("watch the score"),
            Self::Enter => say!("enter drops"),
            Self::Camera => say!("be the camera"),
            Self::Join => say!("join as a table"),
            Self::Hand => say!("get advice on a hand"),
            Self::Secretary => say!("call fixtures to tables"),
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

    /// One that was given out before.
    pub(crate) fn parse(code: &str) -> Option<Self> {
        let letters: String = code.chars().filter(|c| *c != '-').collect();
        let fair = letters.len() == LENGTH && letters.bytes().all(|letter| LETTERS.contains(&letter));
        fair.then_some(Self(letters))
    }

    /// Is this what was typed? Takes equally long for every wrong text, as far as an attacker can tell.
    #[must_use]
    pub(crate) fn is(&self, typed: &str) -> bool {
        if typed.len() > 64 {
            return false;
        }
        let typed: String = typed.chars().filter(|c| *c != '-').map(|c| c.to_ascii_lowercase()).collect();
        Sha256::digest(typed) == Sha256::digest(&self.0)
    }
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
    /// Not in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// The links that are open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Links {
    secrets: [Option<Secret>; LinkKind::ALL.len()],
}

impl Links {
    /// The secret of a kind, while its link is open.
    #[must_use]
    pub(crate) const fn secret(&self, kind: LinkKind) -> Option<&Secret> {
        self.secrets[kind as usize].as_ref()
    }

    /// Opens, changes or closes a link: whoever came by the old one has it no more.
    pub(crate) fn set(&mut self, kind: LinkKind, secret: Option<Secret>) {
        self.secrets[kind as usize] = secret;
    }

    /// Does this text open a link of this kind?
    #[must_use]
    pub(crate) fn opens(&self, kind: LinkKind, typed: &str) -> bool {
        self.secret(kind).is_some_and(|secret| secret.is(typed))
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
        assert_eq!(format!("{links:?}").matches(&text[..4]).count(), 0, "no secret in a log");
    }
}
