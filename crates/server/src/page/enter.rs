//! The page for entering drops: the pad. Every button is a form's, so that it works without a script too.

use super::score::{line_of, sides, told, unsaved_bar};
use super::{PageFrame, page};
use crate::next::{NextGame, NextSide, may_begin};
use crate::pad::{PadChoice, PadTile, TapPad};
use crate::shown::ShownTable;
use game::Seat;
use language::say;
use maud::{Markup, html};

/// The whole page. `number` identifies its next request when no script counts, `said` is the table's last answer.
pub(crate) fn enter_page(shown: &ShownTable, number: &str, said: &str) -> String {
    let content = html! {
        main {
            p.say #say role="status" { (said) }
            p.unseen #spoken role="status" aria-live="polite" {}
            div data-live { (enter_live(shown, number)) }
            div.choice #choice {}
            noscript { p { a.button href="./" { (say!("Look again")) } } }
        }
        p.lost #lost hidden { (say!("Not connected: trying again.")) }
    };
    page(
        &PageFrame {
            title: say!("Enter drops"),
            class: "enter ground",
            news: Some("news?page=enter"),
            reload: None,
            root: "",
        },
        &content,
    )
}

/// The part that changes.
pub(crate) fn enter_live(shown: &ShownTable, number: &str) -> Markup {
    let snapshot = shown.number;
    let (Some(game), Some(news)) = (shown.game.as_deref(), shown.bulletin()) else {
        return html! { h1 { "Sixty-One" } p.quiet { (say!("No match is on the table.")) } };
    };
    let pad = TapPad::of(game);
    html! {
        h1.unseen { (say!("Enter drops")) }
        (unsaved_bar(&news))
        p.rules { (news.now) " · " (news.course) }
        (sides(&news))
        (line_of(game, [340.0, 130.0]))
        (told(&news))
        form.pad method="post" action="act" {
            input type="hidden" name="edition" value=(snapshot);
            input type="hidden" name="number" value=(number);
            div class=[(pad.rows.len() > 7).then_some("small")] {
                @for row in &pad.rows { div.row { @for tile in row { (tile_button(*tile)) } } }
            }
            @if !pad.tally.is_empty() {
                @for (seat, name) in &pad.tally { (tally_field(*seat, name)) }
                button.main name="act" value="tally" #tally { (say!("Count the hand")) }
            }
            div.bar { @for (n, button) in pad.buttons.iter().enumerate() { (act_button(button, n == 0 && pad.rows.is_empty() && pad.tally.is_empty())) } }
        }
        @if may_begin(game) { @for (at, next) in shown.next.iter().enumerate() { (next_form(next, at, (snapshot, number))) } }
    }
}

/// A game that can be begun: its players are chosen, then the side that leads.
fn next_form(next: &NextGame, at: usize, (snapshot, number): (u64, &str)) -> Markup {
    let title = if next.title.is_empty() { say!("A game of other players") } else { &next.title };
    html! {
        details.panel.next open[!next.title.is_empty()] {
            summary { (title) }
            form method="post" action="act" {
                input type="hidden" name="edition" value=(snapshot);
                input type="hidden" name="number" value=(number);
                @for (field, side) in next.seats() { (next_player(&next.sides[side], &next.side_name(side), &format!("{at}{field}"), &field)) }
                p { @for side in (0..next.sides.len()).filter(|side| next.leads.is_none_or(|leads| leads == *side)) {
                    button name="act" value={ "begin " (at) " " (side) } id={ "begin" (at) "-" (side) } { (say!("Begin: {side} leads", side = next.side_name(side))) }
                } }
            }
        }
    }
}

fn next_player(side: &NextSide, name: &str, id: &str, field: &str) -> Markup {
    html! {
        p { label for=(id) { (say!("Player: {side}", side = name)) " " }
            @if side.only_these {
                select id=(id) name=(field) {
                    option value="" { (say!("Choose")) }
                    @for player in &side.squad { option value=(player) { (player) } }
                }
            } @else {
                input id=(id) name=(field) maxlength="40" autocomplete="off" list={ "l" (id) };
                datalist id={ "l" (id) } { @for player in &side.squad { option value=(player) {} } }
            } }
    }
}

fn tile_button(tile: PadTile) -> Markup {
    let name = tile.tile.to_string();
    let (class, said) = match (tile.laid, tile.fits) {
        (true, _) => ("laid", say!("tile {name}, already on the table", name)),
        (false, true) => ("fits", say!("tile {name}, fits", name)),
        (false, false) => ("", say!("tile {name}, does not fit", name)),
    };
    html! {
        button class=(class) name="act" value={ "tile " (name) } id={ "t" (name) } aria-label=(said) disabled[tile.laid] { (name) }
    }
}

fn tally_field(seat: Seat, name: &str) -> Markup {
    html! {
        p { label for={ "left" (seat) } { (say!("Pips left: {name}", name)) " " }
            input id={ "left" (seat) } name={ "left" (seat) } inputmode="numeric" autocomplete="off" maxlength="4"; }
    }
}

fn act_button(button: &PadChoice, main: bool) -> Markup {
    let id = button.say.replace(' ', "-");
    html! { button class=[main.then_some("main")] name="act" value=(button.say) id={ "b-" (id) } { (button.words) } }
}

/// Asks for the place of a tile that fits twice, for browsers without scripts.
pub(crate) fn choose_page(choices: &[PadChoice], snapshot: u64, number: &str) -> String {
    let content = html! {
        main {
            h1 { (say!("Where?")) }
            form method="post" action="act" {
                input type="hidden" name="edition" value=(snapshot);
                input type="hidden" name="number" value=(number);
                @for choice in choices { p { button name="act" value=(choice.say) { (choice.words) } } }
            }
            p { a href="./" { (say!("Back")) } }
        }
    };
    page(&PageFrame { title: say!("Where?"), class: "enter ground", news: None, reload: None, root: "" }, &content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::record::Record;

    #[test]
    fn every_tile_and_button_is_there_and_names_itself() {
        let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nend\n";
        let game = Record::parse(text).unwrap().game;
        let next = std::sync::Arc::new(vec![NextGame::like(game.setup())]);
        let shown =
            ShownTable { number: 7, game: Some(std::sync::Arc::new(game)), unsaved: 2, next, ..ShownTable::default() };
        let page = enter_page(&shown, "a.1", "6-6 is already on the table");
        for words in [
            "value=\"tile 6-5\"",
            "aria-label=\"tile 6-5, fits\"",
            "value=\"knock\"",
            "value=\"undo\"",
            "name=\"edition\" value=\"7\"",
            "<p class=\"unsaved\">2 actions are not saved yet.</p>",
        ] {
            assert!(page.contains(words), "{words}");
        }
        assert!(!page.contains("begin 0 0"), "a hand is being played");
        assert_eq!(page.matches("value=\"tile ").count(), 28);
        assert!(page.len() < 20_000, "{}", page.len());
    }
}
