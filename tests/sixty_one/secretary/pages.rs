//! The pages of a season: what they keep, ask, refuse and show.

use super::{GAMES, Secretary, begin, card, href, named_card, today, typed};
use crate::served::{get, post};
use game::league::{Day, MeetingId, Season, TeamId};

/// Asks in Spanish.
fn in_spanish(link: &str, body: Option<&str>) -> String {
    crate::served::ask(link, |host, path| {
        let (method, body) = body.map_or(("GET", ""), |body| ("POST", body));
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nAccept-Language: es\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    })
}

#[test]
fn a_form_keeps_what_was_typed_and_counts_once() {
    let mut secretary = Secretary::new();
    let today = today();
    let form = begin(&mut secretary, "Winter", Day(today.0 - 70));
    let fixtures = secretary.season("&page=fixtures");
    let off = Day(today.0 - 56).words();
    assert!(fixtures.contains(&format!("No play: {off}")) && !fixtures.contains(&format!("</b> · {off}")));
    // A form that is not taken is shown as it was typed, and asks who was meant.
    let mut wrong = card(5, GAMES);
    wrong.push(("home0".to_owned(), "P0O".to_owned()));
    let page = secretary.send("card", 0, &wrong);
    assert!(page.contains("is not in the squad of") && page.contains("value=\"P0O\""), "{page}");
    assert_eq!(secretary.entries().len(), 1);
    // Typed twice is there once.
    let body =
        secretary.body("dock", 3, &[("points".to_owned(), "1".to_owned()), ("reason".to_owned(), "x".to_owned())]);
    let link = secretary.forms();
    assert!(post(&link, &body).contains("Recorded.") && post(&link, &body).contains("recorded already"));
    assert_eq!(secretary.entries().len(), 2);
    // Also when more is recorded.
    secretary.begins_once(&form);
}

#[test]
fn the_next_season_begins_with_who_goes_up_and_down() {
    let mut secretary = Secretary::new();
    let teams = "# Premier\nAce\nBell\n# First\nDog\nElm";
    let form = [("title", "Winter"), ("teams", teams), ("games", "1"), ("pairs", "0"), ("win", "2"), ("draw", "1")];
    let more = [("game", "0"), ("every", "7"), ("anybody", "on")];
    secretary.begin(&[&form[..], &more].concat());
    // Bell and Elm win.
    for meeting in [0, 1] {
        secretary.record_asked(
            "card",
            meeting,
            &[("won0", "away")],
            "without names, these games count for no player: 1",
        );
    }
    let page = secretary.season("&page=table");
    let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words}: {page}"));
    assert!(at("<h3>Premier</h3>") < at("Bell</a>") && at("Bell</a>") < at("Ace</a>"));
    assert!(at("Ace</a>") < at("<h3>First</h3>") && at("<h3>First</h3>") < at("Elm</a>"));
    let table = secretary.page(&format!("season.csv?page=table&id={}", secretary.id));
    assert!(table.contains("Bell,1,1,0,0,1,0,2,Premier") && table.contains("Dog,1,0,0,1,0,1,0,First"), "{table}");
    let filled = |rest: &str| {
        let page = secretary.season(&format!("&page=begin{rest}"));
        let lines: Vec<String> = page.lines().map(|line| line.replace(": ", "")).collect();
        lines.join("|")
    };
    assert!(filled("&up=1&down=1").contains("# Premier|Bell|Elm|# First|Ace|Dog"), "{}", filled("&up=1&down=1"));
    assert!(filled("&up=0&down=0").contains("# Premier|Bell|Ace|# First|Elm|Dog"));
    assert!(filled("").contains("Fill in the teams"));
}

#[test]
fn nothing_is_recorded_over_what_was_not_seen() {
    let secretary = Secretary::in_winter();
    // Two windows open the same meeting; both type a card.
    let bodies = [5, 3].map(|home| secretary.body("card", 0, &named_card(&secretary, home)));
    let link = secretary.forms();
    assert!(post(&link, &bodies[0]).contains("Recorded."));
    let page = post(&link, &bodies[1]);
    assert!(page.contains("recorded meanwhile") && page.contains("card 5-4, by the secretary"), "{page}");
    assert!(page.contains("<p class=\"bad\">Recorded: P") && secretary.entries().len() == 2, "{page}");
    // What was typed is still there, and counts when the button is pressed again.
    assert!(page.contains("value=\"away\" checked"), "{page}");
    let seen = page.split("value=\"card\"").nth(1).unwrap().split("name=\"seen\" value=\"").nth(1).unwrap();
    let seen = seen.split('"').next().unwrap();
    assert!(post(&link, &bodies[1].replace("&seen=1&", &format!("&seen={seen}&"))).contains("Recorded."));
    assert_eq!(Season::of(&secretary.entries()).meetings[&MeetingId(0)].settled().filter(|s| s.home_won).count(), 3);
}

#[test]
fn a_day_on_which_a_team_plays_and_a_second_player_of_a_name_are_asked_about() {
    let mut secretary = Secretary::new();
    let first = today();
    begin(&mut secretary, "Winter", first);
    let to = |day: i32| Day(first.0 + day).to_string();
    secretary.record_asked("move", 0, &[("day", &to(7)), ("reason", "snow")], "already plays");
    secretary.record_asked("move", 0, &[("day", &to(-3)), ("reason", "early")], "is before the season’s first day");
    secretary.record("move", 0, &[("day", &to(3)), ("reason", "a wedding")]);
    secretary.record_asked("rename", 0, &[("from", "P00"), ("to", "P01")], "P00 and P01 become one player");
    let squad = &Season::of(&secretary.entries()).teams[&TeamId(0)].squad.players;
    assert_eq!(squad.len(), 5);
    // A round's heading has the day on which it is played now.
    secretary.record("skip", 0, &[("day", &to(7)), ("reason", "Christmas")]);
    let log = secretary.season("&page=facts");
    assert!(log.contains("52 meetings moved, the first to"), "a short line: {log}");
    let page = secretary.season("&page=fixtures");
    let round = page.split("Round 2</b>").nth(1).unwrap().split("</summary>").next().unwrap();
    assert!(round.contains(&Day(first.0 + 21).words()), "{round}: days 14 and 35 are without play");
    assert!(page.contains(&format!("No play: {}", Day(first.0 + 7).words())), "{page}");
    assert!(page.contains("<span class=\"place\">Pub 0</span>"), "{page}");
}

#[test]
fn pages_say_what_is_refused_in_their_own_language() {
    let secretary = Secretary::in_winter();
    let link = secretary.forms();
    let mut wrong = named_card(&secretary, 5);
    wrong.retain(|(name, _)| name != "home0");
    wrong.push(("home0".to_owned(), "P0O".to_owned()));
    let page = in_spanish(&link, Some(&secretary.body("card", 0, &wrong)));
    assert!(page.contains("no está en la plantilla de") && !page.contains("is not in the squad"), "{page}");
    let moved = secretary.body("move", 0, &typed(&[("day", "1999-01-01"), ("reason", "x")]));
    assert!(in_spanish(&link, Some(&moved)).contains("es antes del primer día de la temporada"));
    // The secretary's page of the evening too.
    let page = in_spanish(&format!("{}secretary", secretary.link(2)), Some("act=round&league=x&round=1"));
    assert!(page.contains("la liga x ya no existe") || page.contains("liga x"), "{page}");
    assert!(!page.contains("no longer exists"), "{page}");
    assert!(get(&format!("{}season?id={}", secretary.link(2), secretary.id)).contains("Fixtures"));
}

#[test]
fn a_calendar_has_the_link_for_watching_and_watchers_see_no_log() {
    let secretary = Secretary::in_winter();
    let host = secretary.link(0).split("/w/").next().unwrap().to_owned();
    for page in ["page=fixtures", "team=0"] {
        let page = secretary.season(&format!("&{page}"));
        let calendar = href(&page, "season.ics");
        assert!(calendar.starts_with("/w/"), "{calendar}");
        assert!(get(&format!("{host}{}", calendar.replace("&amp;", "&"))).contains("BEGIN:VCALENDAR"));
    }
    let page = get(&format!("{}season?id={}&page=facts", secretary.link(0), secretary.id));
    assert!(!page.contains("begins with 8 teams") && page.contains("League table"), "{page}");
    // After an undoing the log shows it, and how to take it back.
    secretary.record("dock", 3, &[("points", "1"), ("reason", "late")]);
    let page = secretary.send("undo", 1, &[]);
    assert!(page.contains("number 1 is undone: Team 3: 1 point docked: late") && page.contains("fact=2"), "{page}");
    // A closed season offers nothing to change.
    secretary.record("close", 0, &[("reason", "over")]);
    let page = secretary.season("");
    assert!(page.contains("This season is closed.") && !page.contains("Change the season"), "{page}");
    assert!(!secretary.season("&meeting=0").contains("Type the card"));
}
