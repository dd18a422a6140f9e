//! Stored times and their text. A time is stored in milliseconds since 1970 UTC; days and times of day are in the
//! machine's time zone.

use jiff::civil::{Date, DateTime};
use jiff::tz::{Offset, TimeZone};
use jiff::{ToSpan as _, Zoned};
use std::fmt;

/// Milliseconds since 1970-01-01 00:00 UTC. The store never asks for the time; the caller passes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The time of the machine's clock, for those who may look at it (the app and the command line).
    #[must_use]
    pub fn now() -> Self {
        let since = web_time::SystemTime::now().duration_since(web_time::UNIX_EPOCH).unwrap_or_default();
        Self(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    /// The moment in a time zone. Years that no calendar has become the first or the last.
    fn within(self, zone: TimeZone) -> Zoned {
        let nearest = if self.0 < 0 { jiff::Timestamp::MIN } else { jiff::Timestamp::MAX };
        jiff::Timestamp::from_millisecond(self.0).unwrap_or(nearest).to_zoned(zone)
    }

    fn here(self) -> Zoned {
        self.within(TimeZone::system())
    }

    /// Date and time of day in a zone, with how far it is from UTC: all that a list of many thousand games writes.
    fn civil(self, zone: &TimeZone) -> (DateTime, Offset) {
        let nearest = if self.0 < 0 { jiff::Timestamp::MIN } else { jiff::Timestamp::MAX };
        let at = jiff::Timestamp::from_millisecond(self.0).unwrap_or(nearest);
        let offset = zone.to_offset(at);
        (offset.to_datetime(at), offset)
    }

    /// `20261121T134500Z`, for names of files, in UTC: sorts by time wherever one goes.
    #[must_use]
    pub fn for_file_name(self) -> String {
        self.within(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ").to_string()
    }

    /// The beginning of a day, written `2026-11-21`; `None` if the day does not exist.
    #[must_use]
    pub fn parse_date(text: &str) -> Option<Self> {
        Self::start_of(text, TimeZone::system())
    }

    fn start_of(text: &str, zone: TimeZone) -> Option<Self> {
        let mut parts = text.trim().splitn(3, '-').map(|part| part.parse::<i16>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
        Some(Self(date.to_zoned(zone).ok()?.timestamp().as_millisecond()))
    }

    /// The beginning of the day after this moment's: not always 24 hours later, where clocks are changed.
    #[must_use]
    pub fn next_day(self) -> Self {
        let next = self.here().start_of_day().and_then(|day| day.checked_add(1.day()));
        next.map_or(self, |day| Self(day.timestamp().as_millisecond()))
    }

    /// The day, counted from 1970-01-01.
    #[must_use]
    pub fn day_number(self) -> i32 {
        let days = self.here().date().duration_since(Date::constant(1970, 1, 1)).as_hours() / 24;
        i32::try_from(days).unwrap_or(0)
    }

    /// Formats the date: `2026-11-21`.
    #[must_use]
    pub fn date_text(self) -> String {
        let (at, _) = self.civil(&TimeZone::system());
        format!("{:04}-{:02}-{:02}", at.year(), at.month(), at.day())
    }

    /// Day and minute as spreadsheets take them in every language: `2026-11-21 14:45`, from milliseconds since 1970.
    #[must_use]
    pub fn minute_text(at_ms: i64) -> String {
        let (at, _) = Self(at_ms).civil(&TimeZone::system());
        format!("{:04}-{:02}-{:02} {:02}:{:02}", at.year(), at.month(), at.day(), at.hour(), at.minute())
    }

    /// The date as people write it: `Sat 21 Nov 2026`.
    #[must_use]
    pub fn day_words(self) -> String {
        self.here().strftime("%a %-d %b %Y").to_string()
    }

    /// Hour, minute and second.
    #[must_use]
    pub fn time_of_day(self) -> (i8, i8, i8) {
        let here = self.here();
        (here.hour(), here.minute(), here.second())
    }

    fn words(self, zone: &TimeZone) -> String {
        let (at, offset) = self.civil(zone);
        let (date, time) = (at.date(), at.time());
        let zone = match offset.seconds() {
            0 => "Z".to_owned(),
            east => {
                let (sign, minutes) = (if east < 0 { '-' } else { '+' }, east.abs() / 60);
                format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        };
        let (year, month, day) = (date.year(), date.month(), date.day());
        format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}{zone}", time.hour(), time.minute(), time.second())
    }
}

impl fmt::Display for Timestamp {
    /// `2026-11-21 14:45:00+01:00`, with `Z` for UTC.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(&TimeZone::system()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(name: &str) -> TimeZone {
        TimeZone::posix(name).unwrap()
    }

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
            assert_eq!(Timestamp(seconds * 1000).words(&TimeZone::UTC), text);
        }
        assert_eq!(Timestamp(1_700_000_000_999).for_file_name(), "20231114T221320Z");
        // `TZ=Europe/Paris date -d @N` and `TZ=Asia/Kolkata ..` gave these: an evening in Paris is the next day in India.
        let paris = zone("CET-1CEST,M3.5.0,M10.5.0/3");
        assert_eq!(Timestamp(1_700_000_000_000).words(&paris), "2023-11-14 23:13:20+01:00");
        assert_eq!(Timestamp(1_690_000_000_000).words(&paris), "2023-07-22 06:26:40+02:00");
        assert_eq!(Timestamp(1_700_000_000_000).words(&zone("IST-5:30")), "2023-11-15 03:43:20+05:30");
    }

    /// Written by hand for speed, it is what the library writes.
    #[test]
    fn words_are_those_of_the_library() {
        for zone in ["CET-1CEST,M3.5.0,M10.5.0/3", "IST-5:30", "EST5EDT,M3.2.0,M11.1.0", "UTC0"].map(zone) {
            for n in -400..400 {
                let at = Timestamp(n * 7_777_777_777);
                let there = at.within(zone.clone());
                let form = if there.offset().is_zero() { "%Y-%m-%d %H:%M:%SZ" } else { "%Y-%m-%d %H:%M:%S%:z" };
                assert_eq!(at.words(&zone), there.strftime(form).to_string());
            }
        }
    }

    #[test]
    fn days_begin_where_people_are() {
        let paris = zone("CET-1CEST,M3.5.0,M10.5.0/3");
        for (text, ms) in [("1970-01-01", 0), ("2000-02-29", 951_782_400_000), ("1969-12-31", -86_400_000)] {
            assert_eq!(Timestamp::start_of(text, TimeZone::UTC), Some(Timestamp(ms)));
            assert_eq!(Timestamp::start_of(text, paris.clone()), Some(Timestamp(ms - 3_600_000)));
        }
        for bad in ["2001-02-29", "2001-13-01", "2001-00-01", "2001-1", "x", "", "9999999999-01-01"] {
            assert_eq!(Timestamp::parse_date(bad), None, "{bad}");
        }
        // Wherever the tests run, a day begins on its date and ends where the next one begins.
        for day in (-9_000..20_000).step_by(77) {
            let at = Timestamp(day * 86_400_000 + 40_000_000);
            let begin = Timestamp::parse_date(&at.date_text()).unwrap();
            assert!(begin <= at && at < at.next_day() && begin.next_day() == at.next_day());
            assert_ne!(at.next_day().date_text(), at.date_text());
        }
    }

    #[test]
    fn no_time_is_too_far() {
        for ms in [i64::MIN, i64::MAX] {
            assert!(!Timestamp(ms).to_string().is_empty() && !Timestamp(ms).day_words().is_empty());
            let _later = Timestamp(ms).next_day();
        }
    }
}
