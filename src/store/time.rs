//! Moments as they are stored, and how they are written.

use std::fmt;

/// Milliseconds since 1970-01-01 00:00 UTC. The store never asks for the time, it is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The time of the machine's clock, for those who may look at it (the app and the command line).
    #[must_use]
    pub fn now() -> Self {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Self(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    /// `20261121T134500Z`, for names of files; sorts by time.
    #[must_use]
    pub fn for_file_name(self) -> String {
        let (year, month, day) = self.date();
        let (hour, minute, second) = self.time_of_day();
        format!("{year:04}{month:02}{day:02}T{hour:02}{minute:02}{second:02}Z")
    }

    /// Year, month `1..=12` and day `1..=31` in UTC. (Days to date after Howard Hinnant, "chrono-Compatible
    /// Low-Level Date Algorithms".)
    #[must_use]
    pub const fn date(self) -> (i64, i64, i64) {
        let days = self.0.div_euclid(86_400_000) + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        let year = year_of_era + era * 400 + if month <= 2 { 1 } else { 0 };
        (year, month, day)
    }

    /// The beginning of a day in UTC, `None` if there is no such day. (Hinnant's algorithm the other way.)
    #[must_use]
    pub const fn of_date(year: i64, month: i64, day: i64) -> Option<Self> {
        if year < -200_000 || year > 200_000 || month < 1 || month > 12 || day < 1 || day > 31 {
            return None;
        }
        let shifted_year = if month <= 2 { year - 1 } else { year };
        let era = shifted_year.div_euclid(400);
        let year_of_era = shifted_year.rem_euclid(400);
        let day_of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        let at = Self((era * 146_097 + day_of_era - 719_468) * 86_400_000);
        let (y, m, d) = at.date();
        if y == year && m == month && d == day { Some(at) } else { None }
    }

    /// Reads `2026-11-21`: the beginning of that day in UTC.
    #[must_use]
    pub fn parse_date(text: &str) -> Option<Self> {
        let mut parts = text.trim().splitn(3, '-').map(|part| part.parse::<i64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        Self::of_date(year, month, day)
    }

    /// The date as it is written: `2026-11-21`.
    #[must_use]
    pub fn date_text(self) -> String {
        let (year, month, day) = self.date();
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// The date as people write it: `Sat 21 Nov 2026`.
    #[must_use]
    pub fn day_words(self) -> String {
        const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
        const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        let (year, month, day) = self.date();
        let weekday = DAYS[self.0.div_euclid(86_400_000).rem_euclid(7) as usize];
        format!("{weekday} {day} {} {year}", MONTHS[(month - 1).rem_euclid(12) as usize])
    }

    /// Hour, minute and second in UTC.
    #[must_use]
    pub const fn time_of_day(self) -> (i64, i64, i64) {
        let seconds = self.0.div_euclid(1000).rem_euclid(86_400);
        (seconds / 3600, seconds / 60 % 60, seconds % 60)
    }
}

impl fmt::Display for Timestamp {
    /// `2026-11-21 13:45:00Z`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        let (hour, minute, second) = self.time_of_day();
        write!(f, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}Z")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_moments() {
        // `date -u -d @N` gave these.
        for (seconds, text) in [
            (0, "1970-01-01 00:00:00Z"),
            (951_782_400, "2000-02-29 00:00:00Z"),
            (1_700_000_000, "2023-11-14 22:13:20Z"),
            (4_107_542_399, "2100-02-28 23:59:59Z"),
            (-1, "1969-12-31 23:59:59Z"),
        ] {
            assert_eq!(Timestamp(seconds * 1000).to_string(), text);
        }
        assert_eq!(Timestamp(1_700_000_000_999).for_file_name(), "20231114T221320Z");
    }

    #[test]
    fn dates_are_read_as_they_are_written() {
        for (text, ms) in [("1970-01-01", 0), ("2000-02-29", 951_782_400_000), ("1969-12-31", -86_400_000)] {
            assert_eq!(Timestamp::parse_date(text), Some(Timestamp(ms)));
            assert_eq!(Timestamp(ms).date_text(), text);
        }
        for bad in ["2001-02-29", "2001-13-01", "2001-00-01", "2001-1", "x", "", "9999999999-01-01"] {
            assert_eq!(Timestamp::parse_date(bad), None, "{bad}");
        }
        for day in (-800_000..800_000).step_by(977) {
            let at = Timestamp(day * 86_400_000);
            let (y, m, d) = at.date();
            assert_eq!(Timestamp::of_date(y, m, d), Some(at));
        }
        assert_eq!(Timestamp(1_795_000_000_000).day_words(), "Wed 18 Nov 2026");
    }

    #[test]
    fn no_time_is_too_far() {
        for ms in [i64::MIN, i64::MAX] {
            assert!(!Timestamp(ms).to_string().is_empty());
        }
    }
}
