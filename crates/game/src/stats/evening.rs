//! Evenings: matches that follow each other, also past midnight.

/// Milliseconds between the beginnings of two matches from which on the second begins another evening.
const GAP_MS: i64 = 4 * 3600 * 1000;

/// The beginning of the evening of each match, for matches by their beginnings in milliseconds, the oldest first. A match that
/// begins after midnight belongs to the evening before it.
///
/// ```
/// use game::stats::evenings;
///
/// let hour = 3_600_000;
/// assert_eq!(evenings([20 * hour, 23 * hour, 25 * hour, 40 * hour]), [20 * hour, 20 * hour, 20 * hour, 40 * hour]);
/// ```
#[must_use]
pub fn evenings(starts_ms: impl IntoIterator<Item = i64>) -> Vec<i64> {
    let mut last: Option<(i64, i64)> = None;
    let evening = |start: i64| {
        let begun = last.filter(|(_, before)| start.saturating_sub(*before) < GAP_MS).map_or(start, |(begun, _)| begun);
        last = Some((begun, start));
        begun
    };
    starts_ms.into_iter().map(evening).collect()
}
