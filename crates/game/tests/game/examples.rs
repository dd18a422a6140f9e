//! The worked examples of the rule documents, and any further files named in `SIXTY_ONE_EXAMPLES`.

use game::layout::{Layout, Place, Play};
use game::record::Record;
use game::rules::score::{self, BlockedResult, LeftHand, Roles, SideScore};
use game::rules::{Points, RuleSet};
use game::tile::{Tile, TileSet};
use game::{Act, Match, NextLeader, Refusal, RoundEnd, Seat, Setup, Side};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

type Check = Result<(), String>;

fn text(value: &Value, key: &str) -> Result<String, String> {
    value[key].as_str().map(str::to_owned).ok_or_else(|| format!("no text `{key}`"))
}

fn number(value: &Value, key: &str) -> Result<i64, String> {
    value[key].as_i64().ok_or_else(|| format!("no number `{key}`"))
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, got: T, want: T) -> Check {
    if got == want { Ok(()) } else { Err(format!("{what}: got {got:?}, want {want:?}")) }
}

/// Returns the preset with the example's options; `axis_of` translates their keys.
fn rules(example: &Value) -> Result<RuleSet, String> {
    let mut rules = RuleSet::preset(&text(example, "preset")?).map_err(|e| e.to_string())?;
    for (key, value) in example["options"].as_object().into_iter().flatten() {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let (key, value) = axis_of(key, &value);
        rules.set(key, value).map_err(|e| e.to_string())?;
    }
    Ok(rules)
}

/// The axis behind a parameter of an example.
fn axis_of<'a>(key: &'a str, value: &'a str) -> (&'a str, &'a str) {
    match (key, value) {
        ("sniff", "true") => ("crossed", "open_ends"),
        ("sniff", _) => ("crossed", "nothing"),
        ("points", value) => ("scoring", value),
        ("draw", "never") => ("drawing", "never"),
        ("draw", _) => ("drawing", "until_playable"),
        ("tie", value) => ("tie_break", value),
        ("exact", "true") => ("overshoot", "disregarded"),
        ("exact", _) => ("overshoot", "counts"),
        ("next_lead", "alternate") => ("next_lead", "rotate_left"),
        other => other,
    }
}

fn play(layout: &Layout, written: &Value) -> Result<Play, String> {
    let parts = written.as_array().ok_or("a move is a list")?;
    let tile: Tile = parts.first().and_then(Value::as_str).ok_or("no tile")?.parse().map_err(|e| format!("{e}"))?;
    match parts.len() {
        1 => return Ok(Play::lead(tile)),
        2 if parts[1] == "inline" => return Ok(Play { inline: true, ..Play::lead(tile) }),
        _ => {}
    }
    let on: Tile = parts[1].as_str().ok_or("no tile to join")?.parse().map_err(|e| format!("{e}"))?;
    let tile_number = layout.find(on).ok_or("the tile to join does not lie")?;
    let port = parts[2].as_str().map_or_else(|| parts[2].to_string(), str::to_owned);
    let place: Place = layout.port_named(tile_number, &port).ok_or("no such port")?;
    let inner = layout.pip_at(place).ok_or("no such place")?;
    let outer = tile.other(inner).unwrap_or(tile.low());
    let inner = if tile.has(inner) { inner } else { tile.high() };
    Ok(Play { halves: [inner, outer], inline: parts.get(3).is_some_and(|p| p == "inline"), on: Some(place) })
}

fn layout(rules: &RuleSet, example: &Value) -> Result<Layout, String> {
    let mut layout = Layout::new();
    for written in example["moves"].as_array().ok_or("no moves")? {
        let play = play(&layout, written)?;
        layout.lay(play, rules).map_err(|e| format!("{written}: {e}"))?;
    }
    Ok(layout)
}

fn check_play(example: &Value) -> Check {
    let rules = rules(example)?;
    let layout = layout(&rules, example)?;
    let mut ends: Vec<u16> = layout.ends(&rules).map(|end| end.counts).collect();
    ends.sort_unstable_by(|a, b| b.cmp(a));
    let want: Vec<u16> = serde_json::from_value(example["ends"].clone()).map_err(|e| e.to_string())?;
    same("ends", ends, want)?;
    same("count", i64::from(layout.count(&rules)), number(example, "count")?)?;
    same("points", i64::from(layout.pays(&rules)), number(example, "points")?)?;
    same("playable", layout.playable(&rules).count() as i64, number(example, "playable")?)?;
    // The notation carries the same layout.
    let again: Layout = layout.to_string().parse().map_err(|e| format!("{layout}: {e}"))?;
    same("count after notation", again.count(&rules), layout.count(&rules))
}

fn check_illegal(example: &Value) -> Check {
    let rules = rules(example)?;
    let layout = layout(&rules, example)?;
    // A place that no layout has is as illegal as one the rules close.
    let Ok(play) = play(&layout, &example["move"]) else { return Ok(()) };
    match layout.check(&play, &rules) {
        Ok(()) => Err("the move is allowed".to_owned()),
        Err(_) => Ok(()),
    }
}

/// An award of an exact game, played as a real last turn: a match is brought to the situation and the tile played.
fn check_award(example: &Value) -> Check {
    let rules = rules(example)?;
    let (before, count) = (number(example, "before")?, number(example, "count")?);
    let (play_points, chip) = (number(example, "play_points")?, number(example, "chip_point")?);
    let of_count = score::play_points(&rules, u16::try_from(count).map_err(|e| e.to_string())?);
    same("play points", i64::from(of_count), play_points)?;
    let Some(chip_point) = rules.out_bonus.plain_points() else {
        return Err("no chip point in these rules".to_owned());
    };
    let last_tile = example["last_tile"].as_bool().unwrap_or(chip > 0);
    let partner_out = example["partner_out"].as_bool().unwrap_or(true);
    let pairs = example["pairs"].as_bool().unwrap_or(false);
    let side_out = last_tile && (!pairs || partner_out);
    same("chip point", if side_out { i64::from(chip_point) } else { 0 }, chip)?;

    let points = |n: i64| Points::new(i32::try_from(n).unwrap_or(0));
    let award = points(play_points + chip);
    let target = rules.target.of(if pairs { 4 } else { 2 });
    let standing = SideScore { score: points(before), start: Points::ZERO, target };
    let after = standing.add(&rules, award, false).unwrap_or(points(before));
    same("after", after, points(number(example, "after")?))?;
    let won = after == points(i64::from(target));
    let status = if won {
        "win"
    } else if side_out {
        "hand_over"
    } else {
        "continue"
    };
    same("status", status.to_owned(), text(example, "status")?)
}

fn by_name(value: &Value) -> Result<BTreeMap<String, i64>, String> {
    serde_json::from_value(value.clone()).map_err(|e| e.to_string())
}

/// The awards of a finished hand by the name of the side.
fn hand_awards(
    rules: &RuleSet,
    reason: &str,
    pips: &BTreeMap<String, i64>,
    teams: &BTreeMap<String, Vec<String>>,
    winner: Option<&str>,
) -> Result<BTreeMap<String, Points>, String> {
    let names: Vec<&String> = pips.keys().collect();
    let sides: Vec<(String, Vec<String>)> = if teams.is_empty() {
        names.iter().map(|&name| (name.clone(), vec![name.clone()])).collect()
    } else {
        teams.iter().map(|(team, members)| (team.clone(), members.clone())).collect()
    };
    let side_of = |name: &String| sides.iter().position(|(_, members)| members.contains(name)).ok_or("no side");
    let mut hands = Vec::new();
    for (name, &pips) in pips {
        hands.push(LeftHand { side: side_of(name)?, pips: u16::try_from(pips).map_err(|e| e.to_string())? });
    }
    let awards = match reason {
        "out" => {
            let out = winner.map(str::to_owned).or_else(|| pips.iter().find(|(_, p)| **p == 0).map(|(n, _)| n.clone()));
            let out = names.iter().position(|&name| Some(name) == out.as_ref()).ok_or("nobody is out")?;
            let mut awards = score::out_awards(rules, &hands, out, sides.len());
            if let Some(points) = rules.out_bonus.plain_points() {
                awards[hands[out].side] += Points::new(i32::from(points));
            }
            awards
        }
        "blocked" => match score::blocked_awards(rules, &hands, Roles::default(), sides.len()) {
            BlockedResult::Awards(awards) => awards,
            BlockedResult::Replay => return Err("the hand is replayed".to_owned()),
        },
        other => return Err(format!("no reason `{other}`")),
    };
    Ok(sides.into_iter().map(|(name, _)| name).zip(awards).collect())
}

fn teams(example: &Value) -> Result<BTreeMap<String, Vec<String>>, String> {
    match &example["teams"] {
        Value::Null => Ok(BTreeMap::new()),
        teams => serde_json::from_value(teams.clone()).map_err(|e| e.to_string()),
    }
}

fn check_hand_end(example: &Value) -> Check {
    let rules = rules(example)?;
    let awards = hand_awards(
        &rules,
        &text(example, "reason")?,
        &by_name(&example["pips"])?,
        &teams(example)?,
        example["winner"].as_str(),
    )?;
    let want: BTreeMap<String, Points> = example["awards"]
        .as_object()
        .ok_or("no awards")?
        .iter()
        .map(|(name, points)| Ok((name.clone(), points.to_string().parse().map_err(|_unused| "bad points")?)))
        .collect::<Result<_, String>>()?;
    same("awards", awards, want)
}

/// Makes a match of these players with a first game at `before` and a dealt hand.
fn game_at(rules: &RuleSet, before: &BTreeMap<String, i64>) -> Result<(Match, Vec<String>), String> {
    let mut names: Vec<String> = before.keys().cloned().collect();
    for filler in ["A", "B"] {
        if names.len() < 2 && !names.iter().any(|name| name == filler) {
            names.push(filler.to_owned());
        }
    }
    let players: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut game = Match::start(Setup::new(rules.clone(), &players)).map_err(|e| e.to_string())?;
    act(&mut game, Act::Deal { leader: Seat::FIRST, hands: Vec::new() })?;
    for (i, name) in names.iter().enumerate() {
        let points = before.get(name).copied().unwrap_or(0);
        if points != 0 {
            adjust(&mut game, i, points)?;
        }
    }
    Ok((game, names))
}

fn act(game: &mut Match, act: Act) -> Check {
    let shown = format!("{act:?}");
    game.act(act).map(drop).map_err(|e| format!("{shown}: {e}"))
}

fn adjust(game: &mut Match, side: usize, points: i64) -> Check {
    let points = Points::new(i32::try_from(points).map_err(|e| e.to_string())?);
    let side = Side::new(side).ok_or("no side")?;
    act(game, Act::Adjust { side, points, why: "example".to_owned() })
}

/// The scores the example names are these.
fn check_named_scores(example: &Value, scores: &BTreeMap<String, i64>) -> Check {
    for (name, points) in example["after"].as_object().into_iter().flatten() {
        same(&format!("after, {name}"), scores.get(name).copied(), points.as_i64())?;
    }
    Ok(())
}

/// Checks the end of a hand: the winner's name, or whether more hands are needed.
fn check_after(rules: &RuleSet, example: &Value, scores: &BTreeMap<String, i64>) -> Check {
    check_named_scores(example, scores)?;
    let target = i64::from(rules.target.of(scores.len()));
    let best = scores.values().copied().max().ok_or("no scores")?;
    let leaders: Vec<&String> = scores.iter().filter(|(_, s)| **s == best).map(|(n, _)| n).collect();
    let status = match (best >= target, leaders.len()) {
        (false, _) => "hand_continues",
        (true, 1) => "win",
        (true, _) => "tie_break",
    };
    same("status", status.to_owned(), text(example, "status")?)?;
    if let Some(winner) = example["winner"].as_str() {
        same("winner", leaders[0].as_str(), winner)?;
    }
    if let Some(skunk) = example["skunk"].as_bool() {
        let skunked = rules.skunk > 0 && scores.values().any(|&s| s < best && s < i64::from(rules.skunk));
        same("skunk", skunked, skunk)?;
    }
    if let Some(extra) = example["extra_hands"].as_i64() {
        let hands = match rules.tie_break {
            // A side of a pair is named by both its players.
            game::rules::TieBreak::HandPerPlayer => scores.keys().map(|name| name.len() as i64).sum(),
            _ => 1,
        };
        same("extra hands", hands, extra)?;
    }
    Ok(())
}

/// The awards of the hand's end added to the scores by the core's own rule.
fn add_hand(rules: &RuleSet, scores: &mut BTreeMap<String, i64>, awards: &BTreeMap<String, Points>) {
    let target = rules.target.of(scores.len());
    for (name, &award) in awards {
        let score = scores.entry(name.clone()).or_default();
        let now = Points::new(i32::try_from(*score).unwrap());
        let after = SideScore { score: now, start: Points::ZERO, target }.add(rules, award, false).unwrap_or(now);
        *score = i64::from(after.whole());
    }
}

fn check_game(example: &Value) -> Check {
    let rules = rules(example)?;
    let event = &example["event"];
    if let Some(deal) = event["deal"].as_str() {
        return check_deal(&rules, example, deal);
    }
    if event.get("count").is_some() || event.get("claimed").is_some() {
        return check_claim(&rules, example);
    }
    if let Some(boneyard) = event["boneyard"].as_u64() {
        return check_boneyard(&rules, example, u8::try_from(boneyard).map_err(|e| e.to_string())?);
    }
    if event["action"].is_string() {
        let legal = match event["action"].as_str() {
            Some("draw") => {
                !matches!(rules.drawing, game::rules::Drawing::Never)
                    && (rules.voluntary_draw || event["holds_playable"] != true)
            }
            Some("knock" | "pass") => event["holds_playable"] != true && event["can_play"] != true,
            other => return Err(format!("no action {other:?}")),
        };
        return same("legal", legal, example["legal"].as_bool().ok_or("no `legal`")?);
    }
    check_scores(&rules, example)
}

/// Points in play and at the hand's end, from `before` to `after`, played on a real match where points are pegged by hand.
fn check_scores(rules: &RuleSet, example: &Value) -> Check {
    let event = &example["event"];
    if example["before"].is_null() {
        return check_after(rules, example, &by_name(&example["after"])?);
    }
    let before = by_name(&example["before"])?;
    let (mut game, names) = game_at(rules, &before)?;
    for key in ["in_hand", "play_points"] {
        for (name, points) in event[key].as_object().into_iter().flatten() {
            let side = names.iter().position(|n| n == name).ok_or("no such player")?;
            adjust(&mut game, side, points.as_i64().ok_or("no points")?)?;
        }
    }
    let mut scores: BTreeMap<String, i64> = names
        .iter()
        .zip(&game.state().leg.scores)
        .filter(|(name, _)| before.contains_key(*name) || !event["in_hand"][name.as_str()].is_null())
        .map(|(name, points)| (name.clone(), i64::from(points.whole())))
        .collect();
    let mut over = true;
    if let Some(out) = event["then_out"].as_object().or(event["out"].as_object()) {
        let pips = if out.contains_key("winner") {
            let winner = out["winner"].as_str().ok_or("no winner")?;
            let other = names.iter().find(|name| *name != winner).ok_or("no other player")?;
            BTreeMap::from([(winner.to_owned(), 0), (other.clone(), out["pips"].as_i64().ok_or("no pips")?)])
        } else {
            by_name(&Value::Object(out.clone()))?
        };
        add_hand(rules, &mut scores, &hand_awards(rules, "out", &pips, &teams(example)?, None)?);
    } else if let Some(blocked) = event["then_blocked"].as_object().or(event["blocked"].as_object()) {
        let pips = by_name(&Value::Object(blocked.clone()))?;
        add_hand(rules, &mut scores, &hand_awards(rules, "blocked", &pips, &teams(example)?, None)?);
    } else {
        over = game.state().leg.winner.is_some();
    }
    if over {
        return check_after(rules, example, &scores);
    }
    check_named_scores(example, &scores)?;
    same("hand running", game.state().running().is_some(), true)?;
    same("status", "hand_continues".to_owned(), text(example, "status")?)
}

/// Every tile named as `9|8` or `9-8` in a sentence.
fn tiles_in(sentence: &str) -> Vec<Tile> {
    let words = sentence.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_ascii_digit()));
    words.filter_map(|word| word.parse().ok()).collect()
}

fn check_deal(rules: &RuleSet, example: &Value, deal: &str) -> Check {
    if deal.contains("no player holds a double") || example["status"] == "redeal" {
        same("redeal", rules.no_double, game::rules::NoDouble::Redeal)?;
        // Leading a single is refused, and a new deal does not advance the hand.
        let mut game = Match::start(Setup::new(rules.clone(), &["A", "B"])).map_err(|e| e.to_string())?;
        act(&mut game, Act::Deal { leader: Seat::FIRST, hands: Vec::new() })?;
        let single = Act::Play { seat: Seat::FIRST, play: Play::lead("6-5".parse().unwrap()), stands: false };
        same("a single leads", game.act(single).is_err(), true)?;
        act(&mut game, Act::Redeal)?;
        same("points", game.state().leg.scores.iter().all(|s| s.is_zero()), true)?;
        return same("hands", game.state().leg.rounds.len(), 0);
    }
    let lead: Tile = text(example, "lead")?.parse().map_err(|e| format!("{e}"))?;
    let held = tiles_in(deal);
    // A match in which those tiles are the heaviest held, with the rest of the hands lighter singles: only one may be led.
    let weight = |tile: &Tile| (tile.is_double(), tile.pips());
    let heaviest = held.iter().map(weight).max().ok_or("no tile in the deal")?;
    let lighter = rules.tiles().iter().filter(|t| !t.is_double() && weight(t) < heaviest && !held.contains(t));
    let size = usize::from(rules.hand_size(2).ok_or("two cannot play")?);
    let lighter: Vec<Tile> = lighter.take(2 * size - held.len()).collect();
    let (filling, yours) = lighter.split_at(size - held.len());
    let mine: TileSet = filling.iter().chain(&held).copied().collect();
    let yours: TileSet = yours.iter().copied().collect();
    let mut game = Match::start(Setup::new(rules.clone(), &["A", "B"])).map_err(|e| e.to_string())?;
    act(&mut game, Act::Deal { leader: Seat::FIRST, hands: vec![mine, yours] })?;
    for tile in mine.iter() {
        let play = Act::Play { seat: Seat::FIRST, play: Play::lead(tile), stands: false };
        same("may be led", game.decide(play).is_ok(), tile == lead)?;
    }
    Ok(())
}

/// A score that is claimed or not, on a real layout of that count.
fn check_claim(rules: &RuleSet, example: &Value) -> Check {
    let event = &example["event"];
    let count = u16::try_from(number(event, "count")?).map_err(|e| e.to_string())?;
    let player = text(event, "player")?;
    let mut names = [player.clone(), "B".to_owned()];
    if player == "B" {
        names[1] = "A".to_owned();
    }
    let mut rules = rules.clone();
    // Any tile may be led here, so that a short line makes the count.
    rules.set("lead_tile", "any").map_err(|e| e.to_string())?;
    let line = line_with(&Layout::new(), count, &rules, 3).ok_or("no line has that count")?;
    let mut game = Match::start(Setup::new(rules, &[&names[0], &names[1]])).map_err(|e| e.to_string())?;
    act(&mut game, Act::Deal { leader: Seat::FIRST, hands: Vec::new() })?;
    for play in line.plays() {
        // All by one player; the turn does not matter here, and what was not claimed before is lost.
        act(&mut game, Act::Play { seat: Seat::FIRST, play: *play, stands: true })?;
    }
    if event["claimed"] == true && game.state().round.as_ref().is_some_and(|round| round.pending.is_some()) {
        act(&mut game, Act::Claim { seat: Seat::FIRST })?;
    }
    if let Some(caller) = event["muggins_by"].as_str() {
        let seat = names.iter().position(|name| name == caller).and_then(Seat::new).ok_or("no such player")?;
        act(&mut game, Act::Muggins { seat })?;
    }
    let scores: BTreeMap<String, i64> =
        names.iter().cloned().zip(game.state().leg.scores.iter().map(|s| i64::from(s.whole()))).collect();
    same("points", scores, by_name(&example["points"])?)
}

/// A line of at most `depth` more tiles with this count after its last.
fn line_with(layout: &Layout, count: u16, rules: &RuleSet, depth: usize) -> Option<Layout> {
    if !layout.is_empty() && layout.count(rules) == count {
        return Some(layout.clone());
    }
    let plays = (depth > 0).then(|| rules.tiles().iter().flat_map(|tile| layout.ways(tile, rules)))?;
    plays.into_iter().find_map(|play| {
        let mut next = layout.clone();
        next.lay(play, rules).ok()?;
        line_with(&next, count, rules, depth - 1)
    })
}

fn check_boneyard(rules: &RuleSet, example: &Value, boneyard: u8) -> Check {
    let event = &example["event"];
    let drawable = rules.drawable(boneyard);
    if let Some(want) = event["drawable"].as_i64() {
        same("drawable", i64::from(drawable), want)?;
    }
    if let Some(status) = example["status"].as_str().and_then(|s| s.strip_prefix("pass_when_")) {
        let left: u8 = status.trim_end_matches("_left").parse().map_err(|e| format!("bad status: {e}"))?;
        same("drawable at the reserve", rules.drawable(left), 0)?;
        same("drawable above it", rules.drawable(left + 1), 1)?;
    }
    if let Some(action) = example["action"].as_str() {
        let does = match (event["can_play"].as_bool(), drawable) {
            (Some(true), _) => "play",
            (_, 0) => "pass",
            _ => "draw",
        };
        same("action", does, action)?;
        if does == "play" {
            return Ok(());
        }
        // The match says the same of a knock.
        let mut game = Match::start(Setup::new(rules.clone(), &["A", "B"])).map_err(|e| e.to_string())?;
        act(&mut game, Act::Deal { leader: Seat::FIRST, hands: Vec::new() })?;
        act(&mut game, Act::Play { seat: Seat::FIRST, play: Play::lead("6-6".parse().unwrap()), stands: false })?;
        let seat = Seat::FIRST.left(2);
        let start = game.state().running().map_or(0, |round| round.boneyard);
        if start > boneyard {
            act(&mut game, Act::Draw { seat, tiles: start - boneyard, seen: TileSet::EMPTY })?;
        }
        let knock = game.decide(Act::Knock { seat, stands: false });
        same("knock refused", matches!(knock, Err(Refusal::MustDraw { .. })), action == "draw")?;
    }
    if let Some(blocked) = example["blocked"].as_bool() {
        same("blocked", drawable == 0 && event["can_play"] == false, blocked)?;
    }
    Ok(())
}

/// Checks the pay of a count of the ends.
fn check_count(example: &Value) -> Check {
    let count = u16::try_from(number(example, "count")?).map_err(|e| e.to_string())?;
    same("points", i64::from(score::play_points(&rules(example)?, count)), number(example, "points")?)
}

/// Acts as a record has them, and where the match stands after them.
fn check_record(example: &Value) -> Check {
    let names = ["\"A\"", "\"B\"", "\"C\"", "\"D\"", "\"E\"", "\"F\""];
    let players = usize::try_from(number(example, "players")?).map_err(|e| e.to_string())?;
    let pairs = if example["pairs"] == true && players == 4 { "yes" } else { "no" };
    let head = format!(
        "[Rules \"{}\"]\n[Players {}]\n[Pairs \"{pairs}\"]\n",
        text(example, "rules")?,
        names[..players].join(" ")
    );
    let written = format!("{head}{}end\n", text(example, "acts")?);
    let game = Record::parse(&written).map_err(|e| format!("{e}: {written}"))?.game;
    let state = game.state();
    let round = state.round.as_ref();
    let scores: Vec<i64> = state.leg.scores.iter().map(|score| i64::from(score.whole())).collect();
    let want: Vec<i64> = serde_json::from_value(example["scores"].clone()).map_err(|e| e.to_string())?;
    same("scores", scores, want)?;
    if let Some(boneyard) = example["boneyard"].as_u64() {
        same("boneyard", round.map(|round| u64::from(round.boneyard)), Some(boneyard))?;
    }
    if let Some(next) = example["next"].as_str() {
        let is = match state.next_leader() {
            NextLeader::Seat(seat) => seat.to_string(),
            NextLeader::Ask(seat) => format!("ask {seat}"),
        };
        same("next leader", is, next.to_owned())?;
    }
    if let Some(winner) = example["winner"].as_u64() {
        same("winner", state.leg.winner.map(|side| side.index() as u64), Some(winner))?;
    }
    for (key, is) in
        [("replay", round.is_some_and(|round| round.replay)), ("reset", round.is_some_and(|round| round.reset))]
    {
        if let Some(want) = example[key].as_bool() {
            same(key, is, want)?;
        }
    }
    if example["end"] == "given_away" {
        same("given away", matches!(round.and_then(|round| round.end), Some(RoundEnd::GivenAway(_))), true)?;
    }
    Ok(())
}

fn check(line: &str) -> Check {
    let example: Value = serde_json::from_str(line).map_err(|e| format!("not JSON: {e}"))?;
    let id = example["id"].as_str().unwrap_or("?").to_owned();
    let result = match example["kind"].as_str() {
        Some("play") => check_play(&example),
        Some("illegal") => check_illegal(&example),
        Some("award") => check_award(&example),
        Some("hand_end") => check_hand_end(&example),
        Some("game") => check_game(&example),
        Some("count") => check_count(&example),
        Some("record") => check_record(&example),
        kind => Err(format!("no kind {kind:?}")),
    };
    result.map_err(|why| format!("{id}: {why}"))
}

/// The project's examples, and every file of the environment variable.
fn files() -> Vec<PathBuf> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules"));
    // Those of the rule documents, of public pages, and of the pages of leagues.
    let mut files = ["examples", "pages", "leagues"].map(|name| folder.join(format!("{name}.jsonl"))).to_vec();
    let named = std::env::var("SIXTY_ONE_EXAMPLES").unwrap_or_default();
    files.extend(named.split(':').filter(|path| !path.is_empty()).map(PathBuf::from));
    files
}

#[test]
fn worked_examples() {
    let (mut passed, mut failures) = (0, Vec::new());
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            match check(line) {
                Ok(()) => passed += 1,
                Err(why) => failures.push(why),
            }
        }
    }
    for failure in &failures {
        println!("{failure}");
    }
    println!("examples: {passed} passed, {} failed", failures.len());
    assert!(failures.is_empty(), "{} examples failed: {failures:#?}", failures.len());
    assert!(passed > 0, "no examples were found");
}

/// The copy in the repository is that of the rule documents, where these are.
#[test]
fn the_examples_are_those_of_the_rule_documents() {
    let ours = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/examples.jsonl")).unwrap();
    let shared = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/rules/examples.jsonl");
    match std::fs::read_to_string(shared) {
        Ok(theirs) => assert_eq!(ours, theirs),
        Err(_) => println!("left out: the rule documents are not here"),
    }
}

#[test]
fn a_blocked_pafos_hand_pays_nothing_and_the_lead_goes_left() {
    let mut game = Match::start(Setup::new(RuleSet::preset("pafos").unwrap(), &["A", "B"])).unwrap();
    let (a, b) = (Seat::FIRST, Seat::FIRST.left(2));
    game.act(Act::Deal { leader: a, hands: Vec::new() }).unwrap();
    game.act(Act::Play { seat: a, play: Play::lead("5-3".parse().unwrap()), stands: false }).unwrap();
    game.act(Act::Knock { seat: b, stands: false }).unwrap();
    game.act(Act::Knock { seat: a, stands: false }).unwrap();
    let round = game.state().round.as_ref().unwrap();
    assert_eq!((round.end, round.settled), (Some(RoundEnd::Blocked), true));
    assert_eq!(game.state().next_leader(), NextLeader::Seat(b));
}
