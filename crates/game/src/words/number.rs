//! Numbers in words.

use language::Language;

/// A number in words: "thirty-four", "a hundred and four".
///
/// ```
/// use game::words::number;
/// use language::{Language, within};
///
/// assert_eq!(number(34), "thirty-four");
/// assert_eq!(within(Language::Spanish, || number(34)), "treinta y cuatro");
/// ```
#[must_use]
pub fn number(n: u32) -> String {
    match language::current() {
        Language::English => english(n),
        Language::Spanish => spanish(n),
    }
}

/// Returns a number in words up to twelve, in figures above.
pub(super) fn small(n: usize) -> String {
    u32::try_from(n).ok().filter(|n| *n <= 12).map_or_else(|| n.to_string(), number)
}

const ENGLISH: [&str; 20] = [
    "nought",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const ENGLISH_TENS: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

fn english(n: u32) -> String {
    let small = |n: u32| ENGLISH.get(n as usize).copied().unwrap_or_default();
    match n {
        0..=19 => small(n).to_owned(),
        20..=99 if n.is_multiple_of(10) => ENGLISH_TENS[n as usize / 10].to_owned(),
        20..=99 => format!("{}-{}", ENGLISH_TENS[n as usize / 10], small(n % 10)),
        100..=999 => {
            let hundreds = if n / 100 == 1 { "a".to_owned() } else { english(n / 100) };
            let rest = if n.is_multiple_of(100) { String::new() } else { format!(" and {}", english(n % 100)) };
            format!("{hundreds} hundred{rest}")
        }
        _ => n.to_string(),
    }
}

const SPANISH: [&str; 30] = [
    "cero",
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
    "veintiuno",
    "veintidós",
    "veintitrés",
    "veinticuatro",
    "veinticinco",
    "veintiséis",
    "veintisiete",
    "veintiocho",
    "veintinueve",
];
const SPANISH_TENS: [&str; 10] =
    ["", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"];
const SPANISH_HUNDREDS: [&str; 10] = [
    "",
    "ciento",
    "doscientos",
    "trescientos",
    "cuatrocientos",
    "quinientos",
    "seiscientos",
    "setecientos",
    "ochocientos",
    "novecientos",
];

fn spanish(n: u32) -> String {
    match n {
        0..=29 => SPANISH[n as usize].to_owned(),
        30..=99 if n.is_multiple_of(10) => SPANISH_TENS[n as usize / 10].to_owned(),
        30..=99 => format!("{} y {}", SPANISH_TENS[n as usize / 10], spanish(n % 10)),
        100 => "cien".to_owned(),
        101..=999 if n.is_multiple_of(100) => SPANISH_HUNDREDS[n as usize / 100].to_owned(),
        101..=999 => format!("{} {}", SPANISH_HUNDREDS[n as usize / 100], spanish(n % 100)),
        _ => n.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_said_as_people_say_them() {
        let said: Vec<String> = [0, 8, 15, 20, 34, 61, 100, 104, 121, 250].map(number).to_vec();
        let words = [
            "nought",
            "eight",
            "fifteen",
            "twenty",
            "thirty-four",
            "sixty-one",
            "a hundred",
            "a hundred and four",
            "a hundred and twenty-one",
            "two hundred and fifty",
        ];
        assert_eq!(said, words);
    }

    #[test]
    fn numbers_are_said_in_spanish() {
        let numbers = [0, 1, 16, 21, 26, 30, 31, 61, 100, 101, 121, 200, 500, 723, 1000];
        let said: Vec<String> = language::within(Language::Spanish, || numbers.map(number).to_vec());
        let words = [
            "cero",
            "uno",
            "dieciséis",
            "veintiuno",
            "veintiséis",
            "treinta",
            "treinta y uno",
            "sesenta y uno",
            "cien",
            "ciento uno",
            "ciento veintiuno",
            "doscientos",
            "quinientos",
            "setecientos veintitrés",
            "1000",
        ];
        assert_eq!(said, words);
    }
}
