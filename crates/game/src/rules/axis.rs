//! The axes' values as text: one name a choice, used by `rules show`, house rules, records and the store alike.

use crate::tile::Pip;
use language::{said, sentence};
use std::fmt;

/// A value an axis can take, with a text form that round-trips.
pub(super) trait AxisValue: Sized {
    /// The value as text.
    fn text(&self) -> String;
    /// The value of a text, `None` if it is not one of the choices.
    fn parse(text: &str) -> Option<Self>;
    /// Returns the values that may be written.
    fn choices() -> Choices;
}

/// Values that may be written for an axis.
///
/// ```
/// use game::rules::{Choices, RuleSet};
///
/// let spinner = RuleSet::choices("spinner").expect("every game has one");
/// assert!(matches!(&spinner, Choices::Listed(names) if names.contains(&"first")));
/// assert_eq!(RuleSet::choices("skunk"), Some(Choices::Written("0 to 10000")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// One of these.
    Listed(Vec<&'static str>),
    /// Something of this form, in words.
    Written(&'static str),
}

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listed(names) => f.write_str(&names.join(", ")),
            Self::Written(words) => f.write_str(said(words)),
        }
    }
}

/// Defines an enum of named choices and its text form.
macro_rules! choices {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        ///
        /// ```
        #[doc = concat!("use game::rules::", stringify!($name), ";\n")]
        #[doc = concat!($("assert_eq!(", stringify!($name), "::", stringify!($variant), ".name(), \"", $text, "\");\n",)+)]
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vmeta])* $variant,)+ }

        impl $name {
            /// Every choice, in the order of the documents.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name of the choice in rule texts.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl $crate::rules::axis::AxisValue for $name {
            fn text(&self) -> String { self.name().to_owned() }
            fn parse(text: &str) -> Option<Self> { Self::ALL.iter().copied().find(|choice| choice.name() == text) }
            fn choices() -> $crate::rules::Choices {
                $crate::rules::Choices::Listed(Self::ALL.iter().map(|choice| choice.name()).collect())
            }
        }
    };
}
pub(super) use choices;

impl AxisValue for bool {
    fn text(&self) -> String {
        (if *self { "yes" } else { "no" }).to_owned()
    }
    fn parse(text: &str) -> Option<Self> {
        match text {
            "yes" | "true" => Some(true),
            "no" | "false" => Some(false),
            _ => None,
        }
    }
    fn choices() -> Choices {
        Choices::Listed(vec!["yes", "no"])
    }
}

impl AxisValue for u8 {
    fn text(&self) -> String {
        self.to_string()
    }
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    fn choices() -> Choices {
        Choices::Written(sentence!("0 to 255"))
    }
}

impl AxisValue for u16 {
    fn text(&self) -> String {
        self.to_string()
    }
    /// At most 10,000: far above any target, far below what could overflow a sum.
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|&number| number <= 10_000)
    }
    fn choices() -> Choices {
        Choices::Written(sentence!("0 to 10000"))
    }
}

impl AxisValue for Pip {
    fn text(&self) -> String {
        self.to_string()
    }
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|pip: &Self| matches!(pip.get(), 6 | 9 | 12))
    }
    fn choices() -> Choices {
        Choices::Listed(vec!["6", "9", "12"])
    }
}

/// Points for the first, second, .. of something. Text `100/75/50/25`; nothing at all is `0`.
impl<const N: usize> AxisValue for [u16; N] {
    fn text(&self) -> String {
        if *self == [0; N] { "0".to_owned() } else { self.map(|points| points.to_string()).join("/") }
    }
    fn parse(text: &str) -> Option<Self> {
        if text == "0" {
            return Some([0; N]);
        }
        let points: Option<Vec<u16>> = text.split('/').map(<u16 as AxisValue>::parse).collect();
        points?.try_into().ok()
    }
    fn choices() -> Choices {
        if N == 2 {
            Choices::Written(sentence!("two numbers of points like 25/50, or 0"))
        } else {
            Choices::Written(sentence!("numbers of points like 100/75/50/25, or 0"))
        }
    }
}

/// Tiles a hand for two to six players; 0 where that number cannot play. Text `7/-/6`, longer where five or six can play.
impl AxisValue for [u8; 5] {
    fn text(&self) -> String {
        let shown = self.iter().rposition(|&n| n > 0).map_or(3, |last| (last + 1).max(3));
        let size = |n: &u8| if *n == 0 { "-".to_owned() } else { n.to_string() };
        self[..shown].iter().map(size).collect::<Vec<_>>().join("/")
    }
    fn parse(text: &str) -> Option<Self> {
        let number = |part: &str| if part == "-" { Some(0) } else { part.parse().ok().filter(|&n| n > 0 && n <= 45) };
        let given = text.split('/').map(number).collect::<Option<Vec<u8>>>()?;
        let mut sizes = [0; 5];
        if !(3..=sizes.len()).contains(&given.len()) {
            return None;
        }
        sizes[..given.len()].copy_from_slice(&given);
        Some(sizes)
    }
    fn choices() -> Choices {
        Choices::Written(sentence!("tiles for two/three/four/five/six players, `-` for none, like 7/-/6"))
    }
}
