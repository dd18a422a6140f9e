//! A day of the calendar: its date, its weekday, and how people write it.

use super::fact::Day;
use language::{said, sentence};
use std::fmt;

impl Day {
    /// Returns the day of a date; `None` if the date does not exist.
    ///
    /// ```
    /// use game::league::Day;
    ///
    /// assert_eq!(Day::of(1970, 1, 2), Some(Day(1)));
    /// assert_eq!(Day::of(2026, 2, 29), None);
    /// ```
    #[must_use]
    pub fn of(year: i32, month: i32, day: i32) -> Option<Self> {
        if !(1..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return None;
        }
        // Years begin in March, so that the odd day of a leap year is their last.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let of_year = (153 * month + 2) / 5 + day - 1;
        let days = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year - 719_468;
        let found = Self(days);
        (found.date().2 == day).then_some(found)
    }

    /// The day that is written `2026-12-01`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().splitn(3, '-').map(|part| part.parse::<i32>().ok());
        Self::of(parts.next()??, parts.next()??, parts.next()??)
    }

    /// Returns the year, month and day of the month.
    ///
    /// ```
    /// use game::league::Day;
    ///
    /// assert!((-700_000..700_000).step_by(97).all(|n| {
    ///     let (year, month, day) = Day(n).date();
    ///     Day::of(year, month, day) == Some(Day(n))
    /// }));
    /// ```
    #[must_use]
    pub const fn date(self) -> (i32, i32, i32) {
        let days = self.0.saturating_add(719_468);
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        (year + era * 400 + later, month, day)
    }

    /// The day of the week, 0 for Monday.
    #[must_use]
    pub const fn weekday(self) -> usize {
        (self.0.rem_euclid(7) as usize + 3) % 7
    }

    /// Formats the day for people: `Tue 1 Dec 2026`.
    ///
    /// ```
    /// use game::league::Day;
    ///
    /// assert_eq!(Day::parse("2026-12-01").map(Day::words).as_deref(), Some("Tue 1 Dec 2026"));
    /// ```
    #[must_use]
    pub fn words(self) -> String {
        let (year, month, day) = self.date();
        let month = usize::try_from(month - 1).ok().and_then(|at| MONTHS.get(at)).copied().unwrap_or_default();
        format!("{} {day} {} {year}", said(WEEKDAYS[self.weekday()]), said(month))
    }
}

const WEEKDAYS: [&str; 7] = [
    sentence!("Mon"),
    sentence!("Tue"),
    sentence!("Wed"),
    sentence!("Thu"),
    sentence!("Fri"),
    sentence!("Sat"),
    sentence!("Sun"),
];

const MONTHS: [&str; 12] = [
    sentence!("Jan"),
    sentence!("Feb"),
    sentence!("Mar"),
    sentence!("Apr"),
    sentence!("May"),
    sentence!("Jun"),
    sentence!("Jul"),
    sentence!("Aug"),
    sentence!("Sep"),
    sentence!("Oct"),
    sentence!("Nov"),
    sentence!("Dec"),
];

impl fmt::Display for Day {
    /// `2026-12-01`, as forms and spreadsheets take it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}
