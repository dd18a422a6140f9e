//! The page for advice on the player's own hand, in a practice match.

use super::score::{line_of, sides, unsaved_bar};
use super::{PageFrame, page};
use crate::bulletin::Bulletin;
use crate::hand::NO_PRACTICE;
use crate::shown::ShownTable;
use game::tile::TileSet;
use game::{Match, Seat};
use language::{said, say};
use maud::{Markup, html};

/// The script of the page: without it the tiles are tapped.
pub(crate) const HAND_SCRIPT: &str = include_str!("../../assets/hand.js");

/// The request of the page and its answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct HandForm {
    /// Seat of the hand.
    pub(crate) seat: Option<Seat>,
    /// The tiles that were tapped.
    pub(crate) tiles: TileSet,
    /// The moves, the best first.
    pub(crate) moves: Vec<String>,
    /// Reason why there are none.
    pub(crate) said: String,
}

/// The whole page.
pub(crate) fn hand_page(shown: &ShownTable, form: &HandForm) -> String {
    let content = html! {
        main {
            h1 { (say!("My hand")) }
            p #camera hidden { label.button for="photo" { (say!("Take a picture of the hand")) }
                input.unseen #photo type="file" accept="image/*" capture="environment"; }
            p.say #say role="status" aria-live="polite" { (form.said) }
            @if !form.moves.is_empty() {
                ol.panel.moves #moves { @for told in &form.moves { li { (told) } } }
            }
            div data-live { (hand_live(shown, form)) }
        }
        p.lost #lost hidden { (say!("Not connected: trying again.")) }
        script src="hand.js" data-words=(script_words()) {}
    };
    let news = Some("news?page=hand");
    page(&PageFrame { title: say!("My hand"), class: "hand ground", news, reload: None, root: "" }, &content)
}

/// The part that changes.
pub(crate) fn hand_live(shown: &ShownTable, form: &HandForm) -> Markup {
    match shown.game.as_deref() {
        None => html! { p { (say!("No match is on the table.")) } },
        Some(game) if !game.setup().practice => html! { p { (said(NO_PRACTICE)) } },
        Some(game) => practice(game, shown.unsaved, form),
    }
}

fn practice(game: &Match, unsaved: usize, form: &HandForm) -> Markup {
    let news = Bulletin { unsaved, ..Bulletin::of(game) };
    let setup = game.setup();
    let round = game.state().running();
    let laid = round.map(|round| round.layout.tiles()).unwrap_or_default();
    let turn = form.seat.or_else(|| round.map(|round| round.turn));
    html! {
        (unsaved_bar(&news))
        p.rules { (news.now) " · " (news.course) }
        (sides(&news))
        (line_of(game, [340.0, 130.0]))
        form method="post" action="hand" {
            p { label for="seat" { (say!("Whose hand?")) " " }
                select #seat name="seat" {
                    @for seat in setup.all_seats() {
                        option value=(seat) selected[Some(seat) == turn] { (setup.player(seat)) }
                    }
                }
            }
            fieldset {
                legend { (say!("Tiles in the hand")) }
                @for tile in setup.rules.tiles().minus(laid).in_rows() {
                    @let name = tile.to_string();
                    label.pick for={ "h" (name) } {
                        input id={ "h" (name) } type="checkbox" name="tile" value=(name) checked[form.tiles.contains(tile)];
                        (name)
                    }
                }
            }
            button.main { (say!("What should I drop?")) }
        }
        p.quiet { (say!("Only this phone shows the answer, and nothing is recorded.")) }
    }
}

/// Returns the translated words for the script.
fn script_words() -> String {
    serde_json::json!({
        "unread": say!("The picture was not read: try again."),
        "lost": say!("Not connected: try again."),
        "reading": say!("Reading…"),
        "none": say!("This is not a picture."),
        "moved": say!("The table has changed: ask again."),
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::record::Record;

    #[test]
    fn the_hand_is_asked_for_in_practice_only() {
        let text = |practice: &str| {
            format!("[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\n{practice}deal A\nA 6-6\nB 6-3@6-6.s1\nend\n")
        };
        let shown = |practice: &str| {
            let game = Some(std::sync::Arc::new(Record::parse(&text(practice)).unwrap().game));
            ShownTable { game, unsaved: 1, ..ShownTable::default() }
        };
        assert!(hand_page(&shown(""), &HandForm::default()).contains("No advice: this match"));
        let form = HandForm {
            tiles: [game::tile::Tile::from_index(0).unwrap()].into_iter().collect(),
            moves: vec!["Drop <b>".to_owned()],
            ..HandForm::default()
        };
        let page = hand_page(&shown("[Practice \"yes\"]\n"), &form);
        assert!(page.contains("<p class=\"unsaved\">1 action is not saved yet.</p>"), "{page}");
        assert_eq!(page.matches("type=\"checkbox\"").count(), 26, "what lies is in no hand");
        assert!(page.contains("value=\"0-0\" checked") && page.contains("Drop &lt;b&gt;"), "{page}");
        assert!(page.contains("<option value=\"A\" selected>Anna"), "Anna is to drop");
    }
}
