//! `sixty-one sessions stats` and `versus`: figures of players.

use super::{Pick, SessionsArgs, answer, league};
use crate::cli::out::print;
use anyhow::bail;
use game::stats::{Choice, Facts, Figures, HeadToHead, Rate, WinPoints, elo, standings};
use language::{say, say_count};
use std::collections::BTreeSet;
use std::path::Path;
use store::Store;

pub(super) fn stats(args: &SessionsArgs, folder: &Path, pick: &Pick) -> anyhow::Result<()> {
    let store = Store::open_read_only(folder)?;
    let facts = pick.facts(&store)?;
    let mut figures: Vec<(String, Figures)> = match &pick.player {
        None => Figures::all(&facts).into_iter().collect(),
        Some(player) => {
            let names: BTreeSet<&str> = facts.iter().flat_map(Facts::names).collect();
            let named = names.into_iter().filter(|name| game::stats::same_name(name, player));
            named.map(|name| (name.to_owned(), Figures::of(name, &facts))).collect()
        }
    };
    if pick.player.is_some() && figures.is_empty() {
        bail!(say!("unknown player; to list the matches, run `sixty-one sessions list`"));
    }
    figures.sort_by(|a, b| b.1.games.cmp(&a.1.games).then_with(|| a.0.cmp(&b.0)));
    if args.json {
        let ratings = elo(&facts);
        let list: Vec<_> = figures.iter().map(|(name, figures)| figures_json(name, figures)).collect();
        let ratings: serde_json::Map<_, _> =
            ratings.iter().map(|r| (r.player.clone(), serde_json::json!(r.rating.round()))).collect();
        let games = facts.len();
        return answer(args, "", || serde_json::json!({ "games": games, "players": list, "elo": ratings }));
    }
    for (name, figures) in &figures {
        print(&figures_words(name, figures));
    }
    if figures.iter().any(|(_, figures)| figures.mixed) {
        print(say!("\nPoints under different rules can't be compared: choose rules, such as `--rules pafos`."));
    }
    if pick.player.is_none() {
        let games = facts.len();
        print(&say_count!(
            games,
            "\nTable over {n} match (2 points a win)",
            "\nTable over {n} matches (2 points a win)"
        ));
        let ratings = elo(&facts);
        for line in standings(&facts, WinPoints::default()) {
            let rating = ratings.iter().find(|r| r.player == line.name);
            print(&league::line(&line, rating));
        }
    }
    Ok(())
}

pub(super) fn versus(args: &SessionsArgs, folder: &Path, first: &str, second: &str) -> anyhow::Result<()> {
    let facts = Store::open_read_only(folder)?.facts_of(&Choice::default())?;
    let known = |asked: &str| {
        let mut names = facts.iter().flat_map(Facts::names);
        names.find(|name| game::stats::same_name(name, asked)).map(str::to_owned)
    };
    let (Some(first), Some(second)) = (known(first), known(second)) else {
        bail!(say!("unknown player; to list the players, run `sixty-one sessions stats`"));
    };
    let both = HeadToHead::of(&first, &second, &facts);
    let words = say_count!(
        both.games,
        "{first} {first_won} – {second_won} {second} in {n} match against each other; games {legs}",
        "{first} {first_won} – {second_won} {second} in {n} matches against each other; games {legs}",
        first = first,
        second = second,
        first_won = both.first_won,
        second_won = both.second_won,
        legs = format!("{}:{}", both.legs.0, both.legs.1),
    );
    answer(args, &words, || {
        serde_json::json!({ "first": first, "second": second, "matches": both.games, "first_won": both.first_won,
            "second_won": both.second_won, "games": [both.legs.0, both.legs.1] })
    })
}

fn figures_words(name: &str, figures: &Figures) -> String {
    let quoted = game::stats::Quoted::ALL
        .map(|quoted| format!("  {:<22}{:>8}   {}", quoted.name(), quoted.value(figures), quoted.over(figures)));
    let (won, of) = (figures.won.sum, figures.won.of);
    let words = say_count!(
        figures.games,
        "{name}: {n} match, won {won} of {of} decided",
        "{name}: {n} matches, won {won} of {of} decided",
        name = name,
        won = won,
        of = of,
    );
    format!("{words}\n{}", quoted.join("\n"))
}

fn figures_json(name: &str, figures: &Figures) -> serde_json::Value {
    let rate = |rate: Rate| serde_json::json!({ "sum": rate.sum, "of": rate.of });
    serde_json::json!({
        "player": name,
        "matches": figures.games,
        "won": rate(figures.won),
        "games": rate(figures.legs),
        "hands": figures.hands,
        "points_per_drop": rate(figures.points_per_drop),
        "scoring_drops": rate(figures.scoring_drops),
        "eights": rate(figures.eights),
        "first_drop": rate(figures.first_drop),
        "knocks_made": rate(figures.knocks_made),
        "knocks_forced": figures.knocks_forced,
        "chip_outs": rate(figures.chip_outs),
        "busts": figures.busts,
        "from_fifty": rate(figures.eleven_to_go),
        "best_hand": figures.best_hand.as_ref().map(|(points, game)| serde_json::json!({ "points": points, "match": game })),
        "longest_streak": figures.longest_streak,
        "streak": figures.streak,
    })
}
