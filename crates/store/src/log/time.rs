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

    /// This moment on the clock of a place, which is ahead of UTC by these minutes; `None` is this machine's clock.
    #[must_use]
    pub fn there(self, utc_offset: Option<i16>) -> LocalTime {
        let fixed = utc_offset.and_then(|minutes| Offset::from_seconds(i32::from(minutes) * 60).ok());
        LocalTime { at: self, zone: fixed.map_or_else(TimeZone::system, TimeZone::fixed) }
    }

    fn here(self) -> LocalTime {
        self.there(None)
    }

    /// Minutes by which this machine's clock is ahead of UTC at this moment.
    #[must_use]
    pub fn utc_offset(self) -> i16 {
        i16::try_from(self.here().civil().1.seconds() / 60).unwrap_or(0)
    }

    /// `20261121T134500Z`, for names of files, in UTC: sorts by time wherever one goes.
    #[must_use]
    pub fn for_file_name(self) -> String {
        self.within(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ").to_string()
    }

    /// The beginning of a day, written `2026-11-21`; `None` if the day does not exist.
    #[must_use]
    pub fn parse_date(text: &str) -> Option<Self> {
        Self::default().here().day_begins(text)
    }

    /// The beginning of the day after this moment's: not always 24 hours later, where clocks are changed.
    #[must_use]
    pub fn next_day(self) -> Self {
        let next = self.within(TimeZone::system()).start_of_day().and_then(|day| day.checked_add(1.day()));
        next.map_or(self, |day| Self(day.timestamp().as_millisecond()))
    }

    /// As [`LocalTime::day_number`], on this machine's clock.
    #[must_use]
    pub fn day_number(self) -> i32 {
        self.here().day_number()
    }

    /// As [`LocalTime::date_text`], on this machine's clock.
    #[must_use]
    pub fn date_text(self) -> String {
        self.here().date_text()
    }

    /// As [`LocalTime::minute_text`], on this machine's clock.
    #[must_use]
    pub fn minute_text(self) -> String {
        self.here().minute_text()
    }

    /// As [`LocalTime::day_words`], on this machine's clock.
    #[must_use]
    pub fn day_words(self) -> String {
        self.here().day_words()
    }
}

impl fmt::Display for Timestamp {
    /// `2026-11-21 14:45:00+01:00`, with `Z` for UTC.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.here().fmt(f)
    }
}

/// A moment on the clock of a place.
///
/// ```
/// use store::Timestamp;
///
/// let late = Timestamp(1_700_000_000_000);
/// assert_eq!(late.there(Some(0)).to_string(), "2023-11-14 22:13:20Z");
/// assert_eq!(late.there(Some(330)).minute_text(), "2023-11-15 03:43");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalTime {
    at: Timestamp,
    zone: TimeZone,
}

impl LocalTime {
    /// Date and time of day, with how far the place is from UTC: all that a list of many thousand games writes.
    fn civil(&self) -> (DateTime, Offset) {
        let nearest = if self.at.0 < 0 { jiff::Timestamp::MIN } else { jiff::Timestamp::MAX };
        let at = jiff::Timestamp::from_millisecond(self.at.0).unwrap_or(nearest);
        let offset = self.zone.to_offset(at);
        (offset.to_datetime(at), offset)
    }

    /// The beginning of a day there, written `2026-11-21`; `None` if the day does not exist.
    #[must_use]
    pub fn day_begins(&self, text: &str) -> Option<Timestamp> {
        let mut parts = text.trim().splitn(3, '-').map(|part| part.parse::<i16>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
        Some(Timestamp(date.to_zoned(self.zone.clone()).ok()?.timestamp().as_millisecond()))
    }

    /// The day, counted from 1970-01-01.
    #[must_use]
    pub fn day_number(&self) -> i32 {
        let days = self.civil().0.date().duration_since(Date::constant(1970, 1, 1)).as_hours() / 24;
        i32::try_from(days).unwrap_or(0)
    }

    /// The date: `2026-11-21`.
    #[must_use]
    pub fn date_text(&self) -> String {
        let (at, _) = self.civil();
        format!("{:04}-{:02}-{:02}", at.year(), at.month(), at.day())
    }

    /// Day and minute as spreadsheets take them in every language: `2026-11-21 14:45`.
    #[must_use]
    pub fn minute_text(&self) -> String {
        let (at, _) = self.civil();
        format!("{} {:02}:{:02}", self.date_text(), at.hour(), at.minute())
    }

    /// The date as people write it: `Sat 21 Nov 2026`.
    #[must_use]
    pub fn day_words(&self) -> String {
        self.civil().0.strftime("%a %-d %b %Y").to_string()
    }

    /// Hour, minute and second.
    #[must_use]
    pub fn time_of_day(&self) -> (i8, i8, i8) {
        let (at, _) = self.civil();
        (at.hour(), at.minute(), at.second())
    }
}

impl fmt::Display for LocalTime {
    /// `2026-11-21 14:45:00+01:00`, with `Z` for UTC.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (at, offset) = self.civil();
        let (hour, minute, second) = self.time_of_day();
        write!(f, "{:04}-{:02}-{:02} {hour:02}:{minute:02}:{second:02}", at.year(), at.month(), at.day())?;
        match offset.seconds() {
            0 => f.write_str("Z"),
            east => {
                let (sign, minutes) = (if east < 0 { '-' } else { '+' }, east.abs() / 60);
                write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(name: &str) -> TimeZone {
        TimeZone::posix(name).unwrap()
    }

    fn in_zone(ms: i64, zone: &TimeZone) -> LocalTime {
        LocalTime { at: Timestamp(ms), zone: zone.clone() }
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
            assert_eq!(in_zone(seconds * 1000, &TimeZone::UTC).to_string(), text);
        }
        assert_eq!(Timestamp(1_700_000_000_999).for_file_name(), "20231114T221320Z");
        // `TZ=Europe/Paris date -d @N` and `TZ=Asia/Kolkata ..` gave these: an evening in Paris is the next day in India.
        let paris = zone("CET-1CEST,M3.5.0,M10.5.0/3");
        assert_eq!(in_zone(1_700_000_000_000, &paris).to_string(), "2023-11-14 23:13:20+01:00");
        assert_eq!(in_zone(1_690_000_000_000, &paris).to_string(), "2023-07-22 06:26:40+02:00");
        assert_eq!(in_zone(1_700_000_000_000, &zone("IST-5:30")).to_string(), "2023-11-15 03:43:20+05:30");
    }

    /// Written by hand for speed, it is what the library writes.
    #[test]
    fn words_are_those_of_the_library() {
        for zone in ["CET-1CEST,M3.5.0,M10.5.0/3", "IST-5:30", "EST5EDT,M3.2.0,M11.1.0", "UTC0"].map(zone) {
            for n in -400..400 {
                let at = Timestamp(n * 7_777_777_777);
                let there = at.within(zone.clone());
                let form = if there.offset().is_zero() { "%Y-%m-%d %H:%M:%SZ" } else { "%Y-%m-%d %H:%M:%S%:z" };
                assert_eq!(in_zone(at.0, &zone).to_string(), there.strftime(form).to_string());
            }
        }
    }

    #[test]
    fn days_begin_where_people_are() {
        let paris = zone("CET-1CEST,M3.5.0,M10.5.0/3");
        for (text, ms) in [("1970-01-01", 0), ("2000-02-29", 951_782_400_000), ("1969-12-31", -86_400_000)] {
            assert_eq!(in_zone(0, &TimeZone::UTC).day_begins(text), Some(Timestamp(ms)));
            assert_eq!(in_zone(0, &paris).day_begins(text), Some(Timestamp(ms - 3_600_000)));
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

    /// A match that is played in Kolkata keeps its day when it is looked at in Paris; what no clock shows is left out.
    #[test]
    fn a_match_keeps_the_day_of_its_place() {
        let late = Timestamp(1_700_000_000_000).there(Some(330));
        assert_eq!((late.date_text().as_str(), late.time_of_day()), ("2023-11-15", (3, 43, 20)));
        assert_eq!((late.day_words().as_str(), late.day_number()), ("Wed 15 Nov 2023", 19_676));
        assert_eq!(late.day_begins("2023-11-15"), Some(Timestamp(1_699_986_600_000)));
        assert_eq!(Timestamp(5).there(Some(i16::MAX)), Timestamp(5).there(None));
        let (at, here) = (late.at, late.at.there(None));
        assert_eq!((at.day_number(), at.day_words()), (here.day_number(), here.day_words()));
        assert_eq!((at.date_text(), at.minute_text()), (here.date_text(), here.minute_text()));
        assert_eq!(at.to_string(), here.to_string());
    }

    #[test]
    fn no_time_is_too_far() {
        for ms in [i64::MIN, i64::MAX] {
            assert!(!Timestamp(ms).to_string().is_empty() && !Timestamp(ms).day_words().is_empty());
            let _later = Timestamp(ms).next_day();
        }
    }
}
