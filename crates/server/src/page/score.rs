//! The page for watching: on a phone, on a wall, on both sides of the table, over a stream.

use super::{PageFrame, drawing, page};
use crate::bulletin::{Bulletin, SideNews};
use crate::svg::{PegPair, line, pegs};
use game::Match;
use language::{say, say_count};
use maud::{Markup, html};

/// Look of the page, from its address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScoreLook {
    /// For people on both sides of a screen that is on the table.
    pub(crate) both: bool,
    /// Over a stream: the ground is transparent.
    pub(crate) overlay: bool,
    /// Light or dark theme, overriding the system's.
    pub(crate) theme: Option<&'static str>,
}

impl ScoreLook {
    /// `?both`, `?overlay`, `?light`, `?dark`; anything else is not looked at.
    pub(crate) fn of_query(query: &str) -> Self {
        let has = |word: &str| query.split('&').any(|part| part.split('=').next() == Some(word));
        let theme = [("light", "light"), ("dark", "dark")].into_iter().find(|(word, _)| has(word));
        Self { both: has("both"), overlay: has("overlay"), theme: theme.map(|(_, theme)| theme) }
    }
}

/// Renders the whole page round its live part; `news` is the address of its event stream.
pub(crate) fn score_page(live: &Markup, look: ScoreLook, news: &str) -> String {
    let mut class = "score ground".to_owned();
    for (on, word) in [(look.both, " both"), (look.overlay, " overlay")] {
        if on {
            class.push_str(word);
        }
    }
    if let Some(theme) = look.theme {
        class = format!("{class} {theme}");
    }
    let content = html! {
        @if look.both {
            // The far half shows the same; read aloud once is enough.
            div.half.far aria-hidden="true" { div data-live { (live) } }
            div.half { (frame_of(live)) }
        } @else {
            (frame_of(live))
        }
        p.lost #lost hidden { (say!("Not connected: trying again.")) }
    };
    page(&PageFrame { title: say!("Score"), class: &class, news: Some(news), reload: Some(3), root: "" }, &content)
}

fn frame_of(live: &Markup) -> Markup {
    html! {
        main { div data-live { (live) } }
        p.unseen #spoken role="status" aria-live="polite" {}
    }
}

/// The part that changes.
pub(crate) fn score_live(game: Option<&Match>, unsaved: usize) -> Markup {
    let Some(game) = game else {
        return html! { h1 { "Sixty-One" } p.quiet { (say!("No match is on the table.")) } };
    };
    let news = Bulletin { unsaved, ..Bulletin::of(game) };
    html! {
        h1.unseen { (say!("Score")) }
        (unsaved_bar(&news))
        p.rules { (news.rules) " · " (say!("to {target}", target = news.target)) " · " (news.course) }
        (sides(&news))
        (told(&news))
        div.low { (line_of(game, [600.0, 150.0])) (board(&news)) }
        @if !news.story.is_empty() {
            ul.story { @for turn in &news.story { li { (turn.title) @if !turn.points.is_empty() { " " b { (turn.points) } } } } }
        }
    }
}

/// What is shown here may be lost with the table's machine.
pub(super) fn unsaved_bar(news: &Bulletin) -> Markup {
    html! { @if news.unsaved > 0 { p.unsaved { (news.unsaved_words()) } } }
}

/// The sides' panels.
pub(super) fn sides(news: &Bulletin) -> Markup {
    html! {
        div.sides.many[news.sides.len() > 2] { @for (i, side) in news.sides.iter().enumerate() { (side_panel(i, side, news)) } }
    }
}

fn side_panel(i: usize, side: &SideNews, news: &Bulletin) -> Markup {
    let doing = match (side.won, side.to_drop) {
        (true, _) if side.pair => say!("win"),
        (true, _) => say!("wins"),
        (false, true) => say!("to drop"),
        (false, false) => "",
    };
    html! {
        div class={ "side b" (i) } {
            p class={ "name c" (i) } { (side.name) }
            p.score { (side.score) }
            p.doing { (doing) }
            p.tiles { (side.tiles) }
            @if side.legs > 0 || news.best_of > 1 { p.legs { (say_count!(side.legs, "{n} won", "{n} won")) } }
        }
    }
}

/// The peg board.
pub(super) fn board(news: &Bulletin) -> Markup {
    let pairs: Vec<PegPair> = news.sides.iter().map(|side| PegPair { front: side.front, back: side.back }).collect();
    let said: Vec<String> =
        news.sides.iter().map(|side| say!("{name} at {points}", name = side.name, points = side.front)).collect();
    let said = say!("peg board: {scores}", scores = said.join(", "));
    html! { div.panel.pegs { (drawing(pegs(news.target, &pairs, &said))) } }
}

/// The line of play.
pub(super) fn line_of(game: &Match, room: [f32; 2]) -> Markup {
    let layout = game.state().round.as_ref().map(|round| round.layout.clone()).unwrap_or_default();
    html! { div.panel.lay { (drawing(line(&layout, &game.setup().rules, room))) } }
}

/// Shows the latest event with its reason, and the next step.
pub(super) fn told(news: &Bulletin) -> Markup {
    let last = &news.last;
    html! {
        div.panel.told {
            @if !last.points.is_empty() { p class=(if last.bad { "points bad" } else { "points" }) { (last.points) } }
            p.title { (last.title) }
            p class=(if last.bad { "reason bad" } else { "reason quiet" }) { (last.reason) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::record::Record;

    #[test]
    fn the_page_says_everything_without_a_script() {
        let text = "[Rules \"pafos\"]\n[Players \"Anna <b>\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nend\n";
        let game = Record::parse(text).unwrap().game;
        let page = score_page(&score_live(Some(&game), 0), ScoreLook::default(), "news?page=score");
        for words in [
            "Anna &lt;b&gt;",
            "<p class=\"score\">8</p>",
            "6-6 and 3 → 15",
            "+8",
            "aria-label=\"6-6 6-3\"",
            "http-equiv=\"refresh\"",
        ] {
            assert!(page.contains(words), "{words}: {page}");
        }
        assert!(page.len() < 20_000, "{}", page.len());
        assert!(!page.contains("not saved yet"));
        for (acts, words) in [(1, "1 action is not saved yet."), (2, "2 actions are not saved yet.")] {
            let live = score_live(Some(&game), acts).into_string();
            assert!(live.contains(&format!("<p class=\"unsaved\">{words}</p>")), "{live}");
        }
    }

    #[test]
    fn the_address_says_how_it_looks() {
        let look = ScoreLook::of_query("both&theme=x&overlay=1&light");
        assert_eq!(look, ScoreLook { both: true, overlay: true, theme: Some("light") });
        assert_eq!(ScoreLook::of_query("bothx&<script>"), ScoreLook::default());
    }
}
