//! A match as a page: each hand's layout, its steps with their reasons; a script steps through, if there is one.

use crate::svg::{PegPair, line, pegs};
use game::replay::{Moment, MomentKind, hand, walk};
use game::rules::Points;
use game::{Match, Round};
use language::say;
use maud::{Markup, PreEscaped, html};

/// The page's content.
pub(super) fn match_content(site: &str, game: &Match, day: &str) -> Markup {
    let (setup, state) = (game.setup(), game.state());
    let moments = walk(game);
    let result = match state.winner {
        Some(winner) => say!("{name} won", name = setup.side_name(winner)),
        None if state.abandoned => say!("abandoned").to_owned(),
        None => say!("unfinished").to_owned(),
    };
    let hands = moments.iter().filter(|moment| moment.kind == MomentKind::Deal).map(|moment| (moment.leg, moment.hand));
    html! {
        main.replay {
            p { a href="../index.html" { (site) } }
            h1 { @for side in setup.all_sides() { @if side.index() > 0 { " – " } (setup.side_name(side)) } }
            p.quiet { (day) " · " (setup.rules.title()) " · " (say!("to {target}", target = setup.target())) " · " (result) }
            table {
                @for (n, leg) in state.legs.iter().chain((state.legs.is_empty() || !state.is_over()).then_some(&state.leg)).enumerate() {
                    tr { th scope="row" { (say!("Game {n}", n = n + 1)) } td { (scores(&leg.scores)) } }
                }
            }
            @for at in hands { @if let Some((round, start)) = hand(game, &moments, at.0, at.1) { (hand_part(game, &moments, at, round, &start)) } }
        }
    }
}

fn scores(points: &[Points]) -> String {
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" – ")
}

fn hand_part(game: &Match, moments: &[Moment], at: (usize, usize), round: &Round, start: &[Points]) -> Markup {
    let setup = game.setup();
    let steps: Vec<&Moment> = moments.iter().filter(|moment| (moment.leg, moment.hand) == at).collect();
    let end = steps.last().map_or(start, |last| last.scores.as_slice());
    let whole = |points: &Points| u16::try_from(points.whole().max(0)).unwrap_or(u16::MAX);
    let pairs: Vec<PegPair> =
        end.iter().zip(start).map(|(end, start)| PegPair { front: whole(end), back: whole(start) }).collect();
    let said = say!("peg board: {scores}", scores = scores(end));
    html! {
        section data-hand {
            h2 { (say!("Game {game}, hand {hand}", game = at.0 + 1, hand = at.1 + 1)) }
            div.panel { (PreEscaped(line(&round.layout, &setup.rules, [700.0, 170.0]))) }
            p.quiet { (say!("The line:")) " " code { (round.layout) } }
            div.panel.pegs { (PreEscaped(pegs(setup.target(), &pairs, &said))) }
            table {
                tr { th.n scope="col" { (say!("Step")) } th scope="col" { (say!("What")) } th scope="col" { (say!("Why")) } th.n scope="col" { (say!("Points")) } th.n scope="col" { (say!("Scores")) } }
                @for (n, moment) in steps.iter().enumerate() {
                    tr data-drop=(moment.drop) class=[(moment.bust || moment.wrong).then_some("odd")] {
                        td.n { (n + 1) }
                        td { (moment.told.title) @for also in &moment.also { br; (also.title) } }
                        td { (moment.told.detail) @for also in &moment.also { br; (also.detail) } }
                        td.n { (moment.told.points) @for also in &moment.also { br; (also.points) } }
                        td.n { (scores(&moment.scores)) }
                    }
                }
            }
        }
    }
}
