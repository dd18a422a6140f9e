//! Files of a season: lists for spreadsheets, and calendars.

use super::super::secretary::{EveningSheet, SeasonSheet};
use super::lists::versus;
use super::tonight::tonight_rows;
use game::league::{Day, Meeting, MeetingState, TeamId, by_words, fact_words, is_of_meeting, meeting_words};
use game::stats::csv::text as text_cell;
use language::say;

/// A file: its type, name and content.
pub(crate) struct Paper {
    pub(crate) mime: &'static str,
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The file that an address asks for: a calendar, of one team or of all, or a list.
pub(crate) fn paper(
    evening: &EveningSheet,
    sheet: &SeasonSheet,
    calendar: bool,
    (page, team): (&str, Option<u32>),
) -> Paper {
    if calendar {
        let text = calendar_text(sheet, team.map(TeamId));
        return Paper { mime: "text/calendar; charset=utf-8", name: "season.ics".to_owned(), text };
    }
    let rows = match page {
        "table" => table_rows(sheet),
        "players" => player_rows(sheet),
        "facts" => fact_rows(sheet),
        "tonight" => tonight_rows(evening, sheet),
        _ => fixture_rows(sheet),
    };
    let name = if page == "facts" { "log" } else { page };
    Paper { mime: "text/csv; charset=utf-8", name: format!("{name}.csv"), text: csv(&rows) }
}

/// Rows as spreadsheets open them: with a byte order mark, so that they know the letters. Numbers and days stay what they are; a
/// name becomes no formula and no date.
fn csv(rows: &[Vec<String>]) -> String {
    let cell = |text: &String| {
        // A day may have a time of day behind it.
        let day = text.split(' ').next().unwrap_or_default();
        let time = |text: &str| text.chars().all(|letter| letter.is_ascii_digit() || letter == ':');
        let dated = Day::parse(day).is_some() && time(text[day.len()..].trim());
        let whole = text.parse::<i64>().is_ok_and(|number| number.to_string() == *text);
        let value = whole || dated;
        if value { text.clone() } else { text_cell(text) }
    };
    let line = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join(",") + "\r\n";
    format!("\u{feff}{}", rows.iter().map(line).collect::<String>())
}

fn heading(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn day_text(day: Option<Day>) -> String {
    day.map_or(String::new(), |day| day.to_string())
}

fn fixture_rows(sheet: &SeasonSheet) -> Vec<Vec<String>> {
    let season = &sheet.season;
    let row = |meeting: &Meeting| {
        let (home, away) = (season.team_name(meeting.planned.home), season.team_name(meeting.planned.away));
        let counts = matches!(meeting.state, MeetingState::Played | MeetingState::Awarded(..));
        let games = |n: u32| if counts { n.to_string() } else { String::new() };
        let (ours, theirs) = meeting.games(&season.form);
        vec![
            meeting.planned.round.to_string(),
            day_text(meeting.day()),
            home.to_owned(),
            away.to_owned(),
            season.venue(meeting).to_owned(),
            games(ours),
            games(theirs),
            // A spreadsheet would make a date of 6-3.
            if meeting.state == MeetingState::Played { String::new() } else { meeting_words(season, meeting) },
        ]
    };
    let head = [
        say!("Round"),
        say!("Day"),
        say!("Home"),
        say!("Away"),
        say!("Place"),
        say!("Home games"),
        say!("Away games"),
        say!("Result type"),
    ];
    std::iter::once(heading(&head)).chain(ordered(sheet).into_iter().map(row)).collect()
}

fn ordered(sheet: &SeasonSheet) -> Vec<&Meeting> {
    let mut meetings: Vec<&Meeting> = sheet.season.meetings.values().collect();
    meetings.sort_by_key(|meeting| (meeting.planned.round, meeting.planned.id));
    meetings
}

fn table_rows(sheet: &SeasonSheet) -> Vec<Vec<String>> {
    let divided = !sheet.season.form.divisions.is_empty();
    let division = |name: &str| divided.then(|| name.to_owned());
    let head = [
        say!("Team"),
        say!("Played"),
        say!("Won"),
        say!("Drawn"),
        say!("Lost"),
        say!("Games won"),
        say!("Games lost"),
        say!("Points"),
    ];
    let lines = sheet.season.tables().into_iter();
    let lines = lines.flat_map(|(name, lines)| lines.into_iter().map(move |line| (name, line)));
    let rows = lines.map(|(name, line)| {
        let numbers = [line.played, line.won, line.drawn, line.lost, line.games_for, line.games_against];
        let numbers = numbers.into_iter().map(|n| n.to_string());
        let cells = std::iter::once(line.name).chain(numbers).chain([line.points.to_string()]);
        let more = [line.docked, line.given].map(|n| n.to_string());
        cells.chain(division(name)).chain(more).collect()
    });
    let more = [say!("Docked"), say!("Given")].map(str::to_owned);
    let head = heading(&head).into_iter().chain(division(say!("Division"))).chain(more).collect();
    std::iter::once(head).chain(rows).collect()
}

fn player_rows(sheet: &SeasonSheet) -> Vec<Vec<String>> {
    let head = [say!("Name"), say!("Team"), say!("Won"), say!("Games")];
    let rows = sheet.season.players().into_iter().map(|line| {
        let team = line.team.map_or("", |team| sheet.season.team_name(team)).to_owned();
        vec![line.name, team, line.won.to_string(), line.played.to_string()]
    });
    std::iter::once(heading(&head)).chain(rows).collect()
}

fn fact_rows(sheet: &SeasonSheet) -> Vec<Vec<String>> {
    let season = &sheet.season;
    let head = [say!("Number"), say!("Time"), say!("By"), say!("What"), say!("Undone")];
    let rows = sheet.entries.iter().zip(&sheet.when).map(|(entry, when)| {
        let undone = if season.undone.contains(&entry.number) { say!("undone") } else { "" };
        let (by, what) = (by_words(season, &entry.by), fact_words(season, &sheet.entries, &entry.fact));
        vec![entry.number.to_string(), when.clone(), by, what, undone.to_owned()]
    });
    std::iter::once(heading(&head)).chain(rows).collect()
}

/// A calendar (iCalendar, RFC 5545): a day-long event for each meeting that has a day. A meeting that moves keeps its name, so
/// that a calendar that subscribed moves it too.
fn calendar_text(sheet: &SeasonSheet, team: Option<TeamId>) -> String {
    let season = &sheet.season;
    let mut lines = vec![
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//Sixty-One//Season//EN".to_owned(),
        format!("X-WR-CALNAME:{}", escaped(&season.title)),
    ];
    let wanted =
        |meeting: &&Meeting| team.is_none_or(|team| [meeting.planned.home, meeting.planned.away].contains(&team));
    for meeting in ordered(sheet).into_iter().filter(wanted) {
        let (Some(day), false) = (meeting.day(), meeting.state == MeetingState::Void) else { continue };
        let compact = |day: Day| day.to_string().replace('-', "");
        let words = meeting_words(season, meeting);
        let title = versus(season, meeting);
        let title = if words.is_empty() { title } else { format!("{title}: {words}") };
        lines.extend([
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}-{}@sixty-one", sheet.id, meeting.planned.id.0),
            format!("SEQUENCE:{}", sheet.entries.len()),
            format!("DTSTAMP:{}", stamp(sheet, meeting)),
            format!("DTSTART;VALUE=DATE:{}", compact(day)),
            format!("DTEND;VALUE=DATE:{}", compact(Day(day.0 + 1))),
            format!("SUMMARY:{}", escaped(&title)),
            format!("LOCATION:{}", escaped(season.venue(meeting))),
            // A meeting fills no day.
            "TRANSP:TRANSPARENT".to_owned(),
            "END:VEVENT".to_owned(),
        ]);
    }
    lines.push("END:VCALENDAR".to_owned());
    lines.iter().map(|line| folded(line)).collect()
}

/// The moment a meeting's entry last changed, in UTC: that of the last fact about it, or of the season's beginning.
fn stamp(sheet: &SeasonSheet, meeting: &Meeting) -> String {
    let last = sheet
        .entries
        .iter()
        .rev()
        .find(|entry| is_of_meeting(&sheet.entries, &entry.fact, meeting.planned.id))
        .or(sheet.entries.first());
    let seconds = last.map_or(0, |entry| entry.at_ms).div_euclid(1000);
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let day = Day(i32::try_from(days).unwrap_or(0)).to_string().replace('-', "");
    format!("{day}T{:02}{:02}{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,").replace('\n', "\\n")
}

/// Folds a line at 75 bytes; the rest continues on the next line after a space.
fn folded(line: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for letter in line.chars() {
        if width + letter.len_utf8() > 74 {
            text.push_str("\r\n ");
            width = 1;
        }
        width += letter.len_utf8();
        text.push(letter);
    }
    text + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spreadsheet_opens_a_list_right() {
        let rows = [["José, \"Pepe\"", "=1+1", "-2", "6-3", "007", "1e5", "2026-12-01", "2026-12-01 21:30"]
            .map(str::to_owned)
            .to_vec()];
        let opened =
            "\u{feff}\"José, \"\"Pepe\"\"\",\"'=1+1\",-2,\"'6-3\",\"'007\",\"'1e5\",2026-12-01,2026-12-01 21:30\r\n";
        assert_eq!(csv(&rows), opened);
    }

    #[test]
    fn a_calendar_is_folded_between_letters() {
        let line = format!("SUMMARY:{}", "é".repeat(100));
        let text = folded(&line);
        assert!(text.split("\r\n").all(|part| part.len() <= 75) && text.ends_with("\r\n"), "{text}");
        assert_eq!(text.replace("\r\n ", "").trim_end(), line);
        assert_eq!(escaped("a, b; c\\"), "a\\, b\\; c\\\\");
    }
}
