//! `sixty-one sessions replay`, `why` and `review`.

use super::{answer, find, load};
use crate::cli::out::print;
use crate::table::recorded::recorded;
use adviser::review::review as review_seat;
use adviser::{Desk, Settings};
use anyhow::{Context as _, bail};
use game::replay::{Moment, MomentKind, hand, sources, walk};
use game::{Match, words};
use language::say;
use serde_json::json;
use std::path::Path;
use store::{MatchId, Store, Timestamp};

fn open(folder: &Path, asked: &str) -> anyhow::Result<(Store, MatchId, Match)> {
    let mut store = Store::open_read_only(folder)?;
    let id = find(&mut store, asked)?;
    let (game, _) = load(&store, id)?;
    Ok((store, id, game))
}

fn scores(moment: &Moment) -> String {
    moment.scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" – ")
}

pub(super) fn replay(args: &super::SessionsArgs, folder: &Path, asked: &str) -> anyhow::Result<()> {
    let (_, _, game) = open(folder, asked)?;
    let moments = walk(&game);
    if args.json {
        let steps = moments.iter().zip(1..).map(|(moment, step)| {
            json!({
                "step": step, "game": moment.leg + 1, "hand": moment.hand + 1,
                "player": moment.seat.map(|seat| game.setup().player(seat)),
                "what": moment.told.title, "why": moment.told.detail, "points": moment.told.points,
                "scores": moment.scores.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "eight": moment.eight, "bust": moment.bust, "wrong": moment.wrong,
            })
        });
        return answer(args, "", || json!(steps.collect::<Vec<_>>()));
    }
    for (step, moment) in (1..).zip(&moments) {
        if moment.kind == MomentKind::Deal {
            print(&say!("Game {game}, hand {hand}", game = moment.leg + 1, hand = moment.hand + 1));
        }
        for told in std::iter::once(&moment.told).chain(&moment.also) {
            let detail = if told.detail.is_empty() { String::new() } else { format!("  {}", told.detail) };
            print(&format!("{step:>5}  {}{detail}  {}  [{}]", told.title, told.points, scores(moment)));
        }
    }
    Ok(())
}

pub(super) fn why(args: &super::SessionsArgs, folder: &Path, asked: &str, step: usize) -> anyhow::Result<()> {
    let (store, id, game) = open(folder, asked)?;
    let moments = walk(&game);
    let Some(moment) = step.checked_sub(1).and_then(|i| moments.get(i)) else {
        let steps = moments.len();
        bail!(say!("the match has {steps} steps; `sixty-one sessions replay` numbers them", steps));
    };
    let pictures = store.pictures();
    // The store counts events from 1.
    let numbers: Vec<u32> = sources(&game, moment.event).iter().map(|event| *event as u32 + 1).collect();
    let evidence = numbers.iter().find_map(|&n| pictures.evidence(id, n));
    let picture = numbers.iter().find_map(|&n| pictures.path_of(id, n));
    let at = store.load_prefix(id)?.0.get(moment.event).map(|stored| stored.at);
    let clause = moment.axis().map(|axis| words::clause(&game.setup().rules, axis)).unwrap_or_default();
    let recorded = recorded(evidence.as_ref());
    let time = at.map(|at: Timestamp| at.to_string()).unwrap_or_default();
    let place = picture.as_ref().map(|path| path.display().to_string());
    let lines = [
        format!("{} {}", moment.told.title, moment.told.points).trim().to_owned(),
        moment.told.detail.clone(),
        clause.clone(),
        recorded.clone(),
        say!("Recorded {time}", time),
        place.as_ref().map_or_else(|| say!("No picture was saved").to_owned(), |path| say!("Picture: {path}", path)),
    ];
    let words: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    answer(args, &words.join("\n"), || {
        json!({ "what": moment.told.title, "points": moment.told.points, "why": moment.told.detail,
            "clause": clause, "recorded": recorded, "at": time, "picture": place })
    })
}

pub(super) fn review(args: &super::SessionsArgs, folder: &Path, asked: &str, iterations: u32) -> anyhow::Result<()> {
    let (_, _, game) = open(folder, asked)?;
    let moments = walk(&game);
    let settings = Settings { iterations: iterations.clamp(100, 1_000_000), ..Settings::default() };
    let mut desk = Desk::new();
    let mut found = Vec::new();
    for deal in moments.iter().filter(|moment| moment.kind == MomentKind::Deal) {
        let Some((round, start)) = hand(&game, &moments, deal.leg, deal.hand) else { continue };
        let played = adviser::review::Played::of_round(&game, round, &start);
        for seat in played.known_seats().collect::<Vec<_>>() {
            let Ok(review) = review_seat(&mut desk, &played, seat.index(), &settings, 1) else { continue };
            let name = game.setup().player(seat);
            let missed = review.decisions.iter().filter(|decision| decision.loss >= 0.02).count();
            if !args.json {
                print(&say!(
                    "Game {game}, hand {hand}: {name} missed the best drop in {missed} of {decisions}, gave away {lost} %, \
                     luck {luck} %, accuracy {accuracy}",
                    game = deal.leg + 1,
                    hand = deal.hand + 1,
                    name,
                    missed,
                    decisions = review.decisions.len(),
                    lost = format!("{:.0}", review.lost * 100.0),
                    luck = format!("{:+.0}", review.luck * 100.0),
                    accuracy = format!("{:.0}", review.accuracy),
                ));
            }
            found.push(json!({
                "game": deal.leg + 1, "hand": deal.hand + 1, "player": name, "decisions": review.decisions.len(),
                "missed": missed, "given_away": review.lost, "luck": review.luck, "accuracy": review.accuracy,
            }));
        }
    }
    (!found.is_empty())
        .then_some(())
        .context(say!("no hands were entered for this match, so no drop can be judged"))?;
    if args.json { answer(args, "", || json!(found)) } else { Ok(()) }
}
