//! A player's turn, and what it scores.

use super::{all, points, some};
use crate::rules::{Claim, Crossed, Drawing, FalseClaim, RuleSet, Scoring, Spinner};
use crate::words::{all_of, fives, threes};
use language::{say, say_count};

pub(super) fn turn(rules: &RuleSet) -> Vec<String> {
    let two = rules.double_exits == 2;
    let doubles = match (rules.spinner, rules.ends_after_sides) {
        (Spinner::None, _) => {
            say!("Doubles go crosswise and are played on at their sides only, so the line has two ends.")
        }
        (Spinner::First, true) => {
            say!("The first double is the spinner: once both its sides are covered, tiles go on its two ends as well.")
        }
        (Spinner::First, false) => {
            say!("The first double is the spinner: tiles go on its two sides and its two ends.")
        }
        (Spinner::AllAfterSides, true) => {
            say!("Every double is a spinner: once both its sides are covered, tiles go on its two ends as well.")
        }
        (Spinner::AllAfterSides, false) => {
            say!("Every double is a spinner: tiles go on its sides and its ends.")
        }
        (Spinner::AllAtOnce, _) if two => {
            say!("Every double branches as soon as it is played: both its ends are open.")
        }
        (Spinner::AllAtOnce, _) => {
            say!("Every double branches as soon as it is played: its far side and both its ends are open.")
        }
    };
    let stuck = match rules.drawing {
        Drawing::Never => say!("There is no drawing: if you can't play, knock, and the next player goes.").to_owned(),
        Drawing::UntilPlayable if rules.boneyard_reserve == 0 => {
            say!("If you can't play, draw from the boneyard until you can; when no tile is left to draw, knock.")
                .to_owned()
        }
        Drawing::UntilPlayable => say_count!(
            rules.boneyard_reserve,
            "If you can't play, draw from the boneyard, all but its last tile, until you can; when no \
                tile is left to draw, knock.",
            "If you can't play, draw from the boneyard, all but its last {n} tiles, until you can; when \
                no tile is left to draw, knock.",
        ),
    };
    let may_draw = rules.voluntary_draw && rules.drawing != Drawing::Never;
    all([
        some(say!("Play one tile on an open end: the halves that touch must match.")),
        rules
            .cross_first
            .then(|| say!("No other place opens until the first double is covered on all four sides.").to_owned()),
        some(doubles),
        rules.inline_doubles.then(|| say!("A double may also be played end to end.").to_owned()),
        Some(stuck),
        may_draw.then(|| say!("You may draw even when you could play.").to_owned()),
        rules
            .reversal
            .then(|| say!("A tile that also fits the other end may be turned round after it was played.").to_owned()),
    ])
}

pub(super) fn scoring(rules: &RuleSet) -> Vec<String> {
    let ends = say!("After each tile add up the open ends; a double at an end counts both its halves.");
    let how = match rules.scoring {
        Scoring::None => String::new(),
        Scoring::FiveThree => say!(
            "{ends} If fives go into the total you score one for each five, if threes do, one for each three: 15 is {sum}, so 8.",
            ends,
            sum = all_of(&[fives(3), threes(5)])
        ),
        Scoring::FivesFull => {
            say!("{ends} If the total is a multiple of five, you score the total: 15 for 15.", ends)
        }
        Scoring::FivesUnit => {
            say!("{ends} If the total is a multiple of five, you score one for each five: 3 for 15.", ends)
        }
        Scoring::FiveThreeFull => {
            say!("{ends} You score the total if fives go into it, and again if threes do: 12 for 12, 30 for 15.", ends)
        }
        Scoring::Headers => {
            say!("If both ends show the same number after your tile, you score 2; with a double at one of them, 3.")
                .to_owned()
        }
    };
    let pays_ends = !matches!(rules.scoring, Scoring::None | Scoring::Headers);
    let crossed = match rules.crossed {
        Crossed::OpenEnds if pays_ends => {
            say!("A double with both sides covered still counts one half for each of its open ends.")
        }
        Crossed::Nothing if pays_ends && rules.spinner != Spinner::None => {
            say!("A double with both sides covered no longer counts; a tile on its end counts like any other end.")
        }
        _ => "",
    };
    let [skip_double, skip_other] = rules.lead_skip;
    let pays = rules.scoring != Scoring::None;
    let mut sentences = all([
        some(&how),
        some(crossed),
        (pays && rules.first_score_min > 0)
            .then(|| say!("Your first score of a game must be {least} or more.", least = rules.first_score_min)),
        pays.then(|| claim(rules)).and_then(|words| some(&words)),
    ]);
    sentences.extend(all([
        (rules.knock_bonus > 0).then(|| {
            say!("For every knock just before your tile you score {points}.", points = points(u16::from(rules.knock_bonus)))
        }),
        (skip_double.max(skip_other) > 0).then(|| {
            say!(
                "If the player after you cannot answer the first tile of the hand, you score {points} when it was a double, {other} when it was not.",
                points = points(skip_double),
                other = points(skip_other)
            )
        }),
        (rules.first_pass[0] > 0).then(|| {
            let [pass, least] = rules.first_pass;
            say!(
                "The side that makes the first pass of a game scores {points}; if it has none yet, the first hand that pays {least} or more takes them.",
                points = points(pass),
                least
            )
        }),
        (rules.skip_all > 0).then(|| {
            say!(
                "If all the others have knocked since your last tile, your next tile scores {points}.",
                points = points(rules.skip_all)
            )
        }),
    ]));
    if sentences.is_empty() {
        sentences.push(say!("You score nothing during the hand; the points come at its end.").to_owned());
    }
    sentences
}

fn claim(rules: &RuleSet) -> String {
    let wrong = match rules.false_claim {
        FalseClaim::TakenBack => say!("A score called wrongly is taken back."),
        FalseClaim::OpponentMarks => say!("A score called wrongly goes to your opponent."),
    };
    match rules.claim {
        Claim::Auto => String::new(),
        Claim::MustClaim => {
            format!("{} {wrong}", say!("Call your score before the next tile is played, or it is lost."))
        }
        Claim::Muggins => format!(
            "{} {wrong}",
            say!(
                "Call your score before the next tile is played; until then another player may call \
                    “muggins” and take it."
            )
        ),
    }
}
