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
    fn no_time_is_too_far() {
        for ms in [i64::MIN, i64::MAX] {
            assert!(!Timestamp(ms).to_string().is_empty());
        }
    }
}
