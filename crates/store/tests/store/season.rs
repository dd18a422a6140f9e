//! A season in the store: statistics against SQL, and golden tables.
//!
//! `SIXTY_ONE_SEASON=year` takes a whole year (2,000 games); a usual run takes 120 games.

use super::{Folder, NOW};
use game::record::Record;
use game::rules::RuleSet;
use game::self_play::{Plan, season};
use game::stats::{Facts, Figures, HeadToHead, WinPoints, csv, elo, standings};
use std::collections::BTreeMap;
use std::path::Path;
use store::{MatchId, Store, Timestamp};

fn plan() -> Plan {
    let year = std::env::var("SIXTY_ONE_SEASON").is_ok_and(|value| value == "year");
    if year { Plan::YEAR } else { Plan { sessions: 30, ..Plan::YEAR } }
}

/// Stores a season, a game in one act, since single drops are not waited for here.
fn store_season(folder: &Path) -> Store {
    let mut store = Store::open(folder).unwrap().store;
    for played in season(plan(), 61) {
        let id = MatchId::from_seed(0x5ea5_0000 + u64::from(played.number));
        store.append(id, played.game.events(), Timestamp(played.at_ms)).unwrap();
    }
    store
}

/// Per player and award: how many drops brought it; fives and threes only, computed by SQL from the stored text.
fn awards_by_sql(folder: &Path) -> BTreeMap<(String, i32), u32> {
    let conn = rusqlite::Connection::open(folder.join("sessions.db")).unwrap();
    let sql = "
        WITH start AS (SELECT game, payload FROM event WHERE kind = 'start'
                       AND json_extract(payload, '$.rules.id') = 'pafos'),
        step AS (SELECT e.kind, e.payload, unicode(json_extract(e.payload, '$.seat')) - 65 AS seat, s.payload AS setup,
                 (unicode(json_extract(e.payload, '$.seat')) - 65)
                     % (CASE json_extract(s.payload, '$.pairs') WHEN 1 THEN 2 ELSE 4 END) AS side,
                 lag(e.payload) OVER (PARTITION BY e.game ORDER BY e.n) AS before
                 FROM event e JOIN start s USING (game))
        SELECT json_extract(setup, '$.players[' || seat || ']') AS player,
               json_extract(payload, '$.scores[' || side || ']') - json_extract(before, '$.scores[' || side || ']') AS won,
               count(*)
        FROM step WHERE kind = 'play' GROUP BY player, won";
    let mut statement = conn.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)));
    rows.unwrap().collect::<Result<_, _>>().unwrap()
}

/// Counts the matches won by each player against each other, singles only, every rule set, by SQL from the stored text.
fn meetings_by_sql(folder: &Path) -> BTreeMap<(String, String), u32> {
    let conn = rusqlite::Connection::open(folder.join("sessions.db")).unwrap();
    let sql = "
        WITH start AS (SELECT game, json_extract(payload, '$.players[0]') AS a, json_extract(payload, '$.players[1]') AS b
                       FROM event WHERE kind = 'start' AND json_array_length(payload, '$.players') = 2),
        last AS (SELECT game, payload, max(n) FROM event GROUP BY game)
        SELECT CASE WHEN json_extract(payload, '$.legs[0]') > 0 THEN a ELSE b END AS winner,
               CASE WHEN json_extract(payload, '$.legs[0]') > 0 THEN b ELSE a END AS loser, count(*)
        FROM start JOIN last USING (game)
        WHERE json_extract(payload, '$.legs[0]') + json_extract(payload, '$.legs[1]') = 1 GROUP BY winner, loser";
    let mut statement = conn.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)));
    rows.unwrap().collect::<Result<_, _>>().unwrap()
}

/// Per player: games, games won, drops, points of drops, first drops, points of first drops, knocks; fives and threes
/// only, computed by SQL from the stored text.
fn by_sql(folder: &Path) -> BTreeMap<String, [i64; 7]> {
    let conn = rusqlite::Connection::open(folder.join("sessions.db")).unwrap();
    let sql = "
        WITH start AS (SELECT game, payload FROM event WHERE kind = 'start'
                       AND json_extract(payload, '$.rules.id') = 'pafos'),
        last AS (SELECT game, payload, max(n) FROM event GROUP BY game),
        step AS (SELECT e.game, e.kind, e.payload, unicode(json_extract(e.payload, '$.seat')) - 65 AS seat, s.payload AS setup,
                 (unicode(json_extract(e.payload, '$.seat')) - 65)
                     % (CASE json_extract(s.payload, '$.pairs') WHEN 1 THEN 2 ELSE 4 END) AS side,
                 lag(e.payload) OVER (PARTITION BY e.game ORDER BY e.n) AS before
                 FROM event e JOIN start s USING (game)),
        turn AS (SELECT game, kind, json_extract(setup, '$.players[' || seat || ']') AS player,
                 json_extract(payload, '$.on') IS NULL AS first,
                 json_extract(payload, '$.scores[' || side || ']') - json_extract(before, '$.scores[' || side || ']') AS won
                 FROM step WHERE kind IN ('play', 'knock')),
        seated AS (SELECT s.game, p.value AS player, p.key % (CASE json_extract(s.payload, '$.pairs') WHEN 1 THEN 2 ELSE 4 END) AS side
                   FROM start s, json_each(s.payload, '$.players') p)
        SELECT player,
            (SELECT count(*) FROM seated x WHERE x.player = t.player),
            (SELECT sum(json_extract(l.payload, '$.legs[' || x.side || ']')) FROM seated x JOIN last l USING (game)
                WHERE x.player = t.player),
            sum(kind = 'play'), sum(CASE WHEN kind = 'play' THEN won ELSE 0 END),
            sum(kind = 'play' AND first), sum(CASE WHEN kind = 'play' AND first THEN won ELSE 0 END), sum(kind = 'knock')
        FROM turn t GROUP BY player";
    let mut statement = conn.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| {
        let mut figures = [0; 7];
        for (i, figure) in figures.iter_mut().enumerate() {
            *figure = row.get::<_, i64>(i + 1)?;
        }
        Ok((row.get::<_, String>(0)?, figures))
    });
    rows.unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn figures_agree_with_sql() {
    let folder = Folder::new("season-sql");
    let store = store_season(folder.path());
    let facts = store.all_facts().unwrap();
    let pafos: Vec<&Facts> = facts.iter().filter(|game| game.rules == "pafos").collect();
    assert!(pafos.len() > plan().sessions as usize);
    let sql = by_sql(folder.path());
    assert_eq!(sql.len(), 12);
    for (player, figures) in sql {
        let f = Figures::of(&player, pafos.iter().copied());
        let folded = [
            i64::from(f.games),
            f.won.sum,
            i64::from(f.points_per_drop.of),
            f.points_per_drop.sum,
            i64::from(f.first_drop.of),
            f.first_drop.sum,
            f.knocks_made.sum,
        ];
        assert_eq!(folded, figures, "{player}");
        // Laws that need no second computation.
        assert_eq!(f.awards.values().sum::<u32>(), f.points_per_drop.of);
        assert!(f.scoring_drops.sum <= i64::from(f.scoring_drops.of) && f.eights.sum <= f.scoring_drops.sum);
        assert_eq!(i64::from(f.longest_streak > 0), i64::from(f.won.sum > 0));
    }
    let mut awards = BTreeMap::new();
    for (player, f) in Figures::all(pafos.iter().copied()) {
        assert_eq!(f, Figures::of(&player, pafos.iter().copied()), "one pass is as good as one for each: {player}");
        awards.extend(f.awards.iter().map(|(points, times)| ((player.clone(), *points), *times)));
    }
    assert_eq!(awards, awards_by_sql(folder.path()));
    let singles: Vec<&Facts> = facts.iter().filter(|game| game.players.len() == 2).collect();
    let by_sql = meetings_by_sql(folder.path());
    for a in Figures::all(singles.iter().copied()).keys() {
        for b in Figures::all(singles.iter().copied()).keys().filter(|b| *b != a) {
            let both = HeadToHead::of(a, b, singles.iter().copied());
            assert_eq!(
                Some(both.first_won).filter(|n| *n > 0),
                by_sql.get(&(a.clone(), b.clone())).copied(),
                "{a} {b}"
            );
        }
    }
    // The more skilful half wins more: the generator's players are not all alike.
    let rate = |player: &str| Figures::of(player, &facts).won.mean().unwrap();
    assert!(rate("Anna") > rate("Leo"));
    let (ab, ba) = (HeadToHead::of("Anna", "Leo", &facts), HeadToHead::of("Leo", "Anna", &facts));
    assert_eq!((ab.games, ab.first_won, ab.second_won), (ba.games, ba.second_won, ba.first_won));
    let ratings = elo(&facts);
    let sum: f64 = ratings.iter().map(|r| r.rating).sum();
    assert!((sum / ratings.len() as f64 - 1500.0).abs() < 1e-6, "what one wins another loses");
    let table = standings(&facts, WinPoints::default());
    let played: u32 = table.iter().map(|line| line.played).sum();
    assert_eq!(played as usize, facts.iter().map(|game| game.sides).sum::<usize>());
    assert!(table.is_sorted_by(|a, b| a.points >= b.points));
}

#[test]
fn turns_lead_to_the_scores() {
    for (number, game) in season(plan(), 7).take(100).map(|played| (played.number, played.game)) {
        let facts = Facts::of("x", 0, game.state(), |name| name);
        for (i, leg) in facts.legs.iter().enumerate() {
            let mut scores = leg.scores.iter().map(|_| game::rules::Points::ZERO).collect::<Vec<_>>();
            for turn in facts.turns.iter().filter(|turn| usize::from(turn.leg) == i) {
                scores[facts.side_of_turn(turn)] = turn.score;
            }
            assert_eq!(scores, leg.scores, "game {number}");
            assert_eq!(leg.winner.is_some(), facts.turns.iter().any(|turn| usize::from(turn.leg) == i && turn.won_leg));
        }
    }
}

/// Tables as they were once checked. After an intended change, `SIXTY_ONE_UPDATE=1` rewrites them.
#[test]
fn golden_tables() {
    let names = ["=Anna", "Ben \"the Bust\", jun."];
    let setup = game::Setup::new(RuleSet::preset("pafos").unwrap(), &names);
    let game = game::self_play::play_match(setup, &[0.9, 0.2], true, 4).unwrap();
    let facts = [Facts::of("0000000000000001", NOW.0, game.state(), |name| name)];
    let tags = vec![("Date".to_owned(), vec![NOW.to_string()])];
    let record = Record { tags, game: game.clone() }.write();
    let folder = Folder::new("golden");
    let mut store = Store::open(folder.path()).unwrap().store;
    for act in game.events().chunks(3) {
        store.append(MatchId::from_seed(1), act, NOW).unwrap();
    }
    let json = store.export(&[MatchId::from_seed(1)]).unwrap();
    let day = |_: &Facts| "2023-11-14 22:13".to_owned();
    let tables = [
        ("drops.csv", csv::drops(&facts, day)),
        ("games.csv", csv::games(&facts, day)),
        ("record.txt", record.clone()),
        ("games.json", json),
    ];
    assert_eq!(Record::parse(&record).unwrap().game.state(), game.state());
    for (name, text) in tables {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/db").join(name);
        if std::env::var_os("SIXTY_ONE_UPDATE").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "{name}");
    }
}
