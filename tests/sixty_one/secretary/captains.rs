//! Captains type cards, confirm and dispute them; the secretary decides.

use super::{GAMES, Secretary, href, named_card, typed};
use crate::served::{get, post};
use game::league::{MeetingId, Season, SlotResult, TeamId};

#[test]
fn captains_type_confirm_and_dispute_and_the_secretary_decides() {
    let mut secretary = Secretary::of_a_cup();
    let captain = |secretary: &Secretary, team: u32| {
        let body = format!("id={}&team={team}", secretary.id);
        let page = post(&format!("{}captain", secretary.link(2)), &body);
        assert!(page.contains("For the captain of"), "{page}");
        page.split("href=\"").find(|part| part.starts_with("http")).unwrap().split('"').next().unwrap().to_owned()
    };
    let (ship, bell) = (captain(&secretary, 0), captain(&secretary, 1));
    assert!(ship.contains("/k/") && ship != bell, "{ship}");
    let season = Season::of(&secretary.entries());
    let home_is_ship = season.meetings[&MeetingId(0)].planned.home == TeamId(0);
    let names = if home_is_ship { "&home0=Anna&away0=Ben" } else { "&home0=Ben&away0=Anna" };
    let send = |link: &str, form: &str, more: &str| {
        let seen = secretary.entries().len();
        post(&format!("{link}season"), &format!("form={form}&about=0&seen={seen}{more}"))
    };
    assert!(send(&ship, "dock", "&points=1&reason=x").contains("only the secretary can do this"));
    let slip = names.replace("Anna", "Zoe");
    let asked = send(&ship, "card", &format!("{slip}&won0=home"));
    assert!(asked.contains("did you mean Zo") && asked.contains("Zoë, not Zoe"), "Zoe is asked about: {asked}");
    assert!(send(&ship, "card", "&home0=Anna&won0=home").contains("is missing"), "a game needs both names");
    assert!(send(&bell, "confirm", "").contains("the other captain has not typed this"));
    assert!(send(&ship, "card", &format!("{names}&won0=home")).contains("Recorded."));
    assert!(send(&ship, "confirm", "").contains("the other captain has not typed this"), "it is their own card");
    let page = get(&format!("{bell}season"));
    assert!(page.contains("waits for you: confirm or dispute it") && page.contains("&amp;meeting=0#answer"), "{page}");
    assert!(!get(&format!("{ship}season")).contains("waits for you"), "it is not their turn");
    let page = get(&format!("{bell}season?meeting=0"));
    let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words}: {page}"));
    assert!(at("id=\"answer\"") < at("Confirm the card") && at("Confirm the card") < at("not confirmed"));
    assert!(
        !get(&format!("{}season?meeting=0", secretary.link(0))).contains("<form class=\"entry\""),
        "the world only reads"
    );
    assert!(send(&bell, "dispute", "&reason=we+won").contains("Recorded."));
    let waits = secretary.season("");
    assert!(waits.contains("reports differ: decide"), "{waits}");
    let meeting = format!("season?id={}&meeting=0", secretary.id);
    assert!(secretary.page(&meeting).contains("<p class=\"bad\">The captain of Bell disputes it: we won"));
    secretary.record("decide", 0, &[("won0", "home"), ("reason", "both heard")]);
    let decided = secretary.page(&meeting);
    assert!(!decided.contains("class=\"bad\"") && decided.contains("It is decided."), "{decided}");
    let table = secretary.page(&format!("season.csv?page=table&id={}", secretary.id));
    assert!(table.contains(",1,1,0,0,1,0,2,0,0"), "{table}");
    // After a restart the links open as usual; a new link replaces the old one.
    secretary.restart();
    let at = |link: &str| {
        let (_, path) = link.split_once("/k/").unwrap();
        format!("{}/k/{path}", secretary.link(0).split("/w/").next().unwrap())
    };
    let (old, other) = (at(&ship), at(&bell));
    assert!(crate::served::page_with(&old, "Meetings of Ship").contains("Meetings of Ship"));
    let new = captain(&secretary, 0);
    assert!(get(&new).contains("Meetings of Ship") && get(&old).contains("Ask the secretary for it."));
    assert!(get(&other).contains("Meetings of Bell"));
    let team = format!("season?id={}&team=0", secretary.id);
    assert!(secretary.page(&team).contains("name=\"act\" value=\"withdraw\""), "{}", secretary.page(&team));
    post(&format!("{}captain", secretary.link(2)), &format!("id={}&team=0&act=withdraw", secretary.id));
    assert!(get(&new).contains(" 403 ") && get(&other).contains("Meetings of Bell"));
    let page = secretary.page(&team);
    assert!(page.contains("the captain’s link was withdrawn") && !page.contains("value=\"withdraw\""), "{page}");
}

#[test]
fn only_the_disputed_games_are_open_to_a_decision() {
    let secretary = Secretary::in_winter();
    let planned = Season::of(&secretary.entries()).meetings[&MeetingId(0)].planned.clone();
    let captain = |team: TeamId| {
        let page = post(&format!("{}captain", secretary.link(2)), &format!("id={}&team={}", secretary.id, team.0));
        format!("{}season", href(&page, "/k/"))
    };
    let (home, away) = (captain(planned.home), captain(planned.away));
    let act = |link: &str, form: &str, more: &[(String, String)]| post(link, &secretary.body(form, 0, more));
    assert!(act(&home, "card", &named_card(&secretary, 6)).contains("Recorded."));
    let page = get(&format!("{away}?meeting=0"));
    assert!(page.contains("name=\"game1\"") && page.contains("Without a tick it is all of them"), "{page}");
    assert!(act(&away, "dispute", &typed(&[("game1", "on"), ("reason", "ours")])).contains("Recorded."));
    let season = Season::of(&secretary.entries());
    let slots = &season.meetings[&MeetingId(0)].slots;
    let differ: Vec<usize> = (0..GAMES).filter(|slot| matches!(slots[*slot], SlotResult::Differing(_))).collect();
    assert_eq!(differ, [1]);
    assert_eq!(slots.iter().filter(|slot| matches!(slot, SlotResult::Settled(_))).count(), GAMES - 1);
    let page = secretary.season("&meeting=0");
    let decide = page.split("value=\"decide\"").nth(1).unwrap().split("</form>").next().unwrap();
    assert_eq!(decide.matches("<legend>").count(), 1, "{decide}");
    secretary.record("decide", 0, &[("won1", "away"), ("reason", "both heard")]);
    let log = secretary.season("&page=facts");
    let to = format!("game 2 to {}: both heard", season.team_name(planned.away));
    assert!(log.contains(&to) && log.contains("disputed, game 2: ours"), "{log}");
}
