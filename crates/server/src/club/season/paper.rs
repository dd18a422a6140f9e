//! Files of a season: lists for spreadsheets, and calendars.

use super::super::secretary::SeasonSheet;
use super::lists::versus;
use game::league::{Day, Lineup, Meeting, MeetingState, TeamId, by_words, fact_words, meeting_words};
use language::say;

/// A file: its type, name and content.
pub(crate) struct Paper {
    pub(crate) mime: &'static str,
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The file that an address asks for: a calendar, of one team or of all, or a list.
pub(crate) fn paper(sheet: &SeasonSheet, calendar: bool, page: &str, team: Option<u32>) -> Paper {
    if calendar {
        let text = calendar_text(sheet, team.map(TeamId));
        return Paper { mime: "text/calendar; charset=utf-8", name: "season.ics".to_owned(), text };
    }
    let rows = match page {
        "table" => table_rows(sheet),
        "players" => player_rows(sheet),
        "facts" => fact_rows(sheet),
        _ => fixture_rows(sheet),
    };
    Paper { mime: "text/csv; charset=utf-8", name: format!("{page}.csv"), text: csv(&rows) }
}

/// Singles or pairs, in words.
pub(super) fn lineup_words(lineup: Lineup) -> &'static str {
    match lineup {
        Lineup::Singles => say!("singles"),
        Lineup::Pairs => say!("pairs"),
    }
}

/// Rows as spreadsheets open them: with a byte order mark, so that they know the letters. What a cell begins with makes no formula.
fn csv(rows: &[Vec<String>]) -> String {
    let cell = |text: &String| {
        let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
        let text = if formula { format!("'{text}") } else { text.clone() };
        if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
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
            meeting_words(season, meeting),
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
    let rows = sheet.season.table().into_iter().map(|line| {
        let numbers = [line.played, line.won, line.drawn, line.lost, line.games_for, line.games_against];
        let numbers = numbers.into_iter().map(|n| n.to_string());
        std::iter::once(line.name).chain(numbers).chain([line.points.to_string()]).collect()
    });
    std::iter::once(heading(&head)).chain(rows).collect()
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
        let (by, what) = (by_words(season, &entry.by), fact_words(season, &entry.fact));
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
            // Everybody gets the same calendar, so its stamp is the day itself.
            format!("DTSTAMP:{}T000000Z", compact(day)),
            format!("DTSTART;VALUE=DATE:{}", compact(day)),
            format!("DTEND;VALUE=DATE:{}", compact(Day(day.0 + 1))),
            format!("SUMMARY:{}", escaped(&title)),
            format!("LOCATION:{}", escaped(season.venue(meeting))),
            "END:VEVENT".to_owned(),
        ]);
    }
    lines.push("END:VCALENDAR".to_owned());
    lines.iter().map(|line| folded(line)).collect()
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
        let rows = [vec!["José, \"Pepe\"".to_owned(), "=1+1".to_owned(), "-2".to_owned()]];
        assert_eq!(csv(&rows), "\u{feff}\"José, \"\"Pepe\"\"\",'=1+1,-2\r\n");
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
