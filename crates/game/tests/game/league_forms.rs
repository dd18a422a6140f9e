//! Leagues with public rules: their texts, the points of meetings, and tables.

use game::league::presets::{LEAGUES, LeaguePreset};
use game::league::{
    Author, Award, Cause, GameScore, LeagueForm, Lineup, MeetingId, Season, SeasonEntry, SeasonFact, Squad, TeamId,
    TieBreak, fixtures, told,
};
use game::rules::RuleSet;

fn form(id: &str) -> LeagueForm {
    LeaguePreset::of(id).unwrap().form()
}

#[test]
fn every_league_is_read_and_written_the_same() {
    for league in LEAGUES {
        let read: LeagueForm = league.text.parse().unwrap_or_else(|why| panic!("{}: {why}", league.id));
        assert_eq!(read.to_string().parse(), Ok(read.clone()), "{}", league.id);
        let first_words: Vec<&str> = league.text.lines().filter_map(|line| line.split(' ').next()).collect();
        for clause in league.clauses {
            let silent = ["twice", "drawing"].contains(&clause.axis);
            assert!(silent || first_words.contains(&clause.axis), "{}: no line {}", league.id, clause.axis);
        }
        for slot in &read.slots {
            RuleSet::parse(slot.rules.as_deref().unwrap()).unwrap();
        }
        assert!(told(&read).iter().all(|sentence| sentence.ends_with('.')), "{:?}", told(&read));
    }
}

#[test]
fn slips_are_named() {
    for (text, part) in [
        ("", "a meeting needs games"),
        ("part 9 singles leek", "a table needs an order"),
        ("part 9 singles leak\norder points", "line 1: there is no rule set `leak`"),
        ("part 0 singles leek\norder points", "line 1: unknown league entry `part 0 singles leek`"),
        ("part 9 singles leek\nwin two\norder points", "line 2: unknown league entry `win two`"),
        ("part 9 singles leek\norder points wins", "line 2"),
    ] {
        let error = text.parse::<LeagueForm>().unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// "If you win 6-3 you get 2pts for the win 6 for the games won total 8pts" (Leek).
#[test]
fn leek_pays_two_for_the_match_and_one_a_game() {
    let leek = form("leek");
    assert_eq!(leek.slots.len(), 9);
    assert_eq!((leek.points.of(6, 3), leek.points.of(3, 6)), (8, 3));
    // "2 points for the win and the match 5-4 (total points 7.)"
    let (won, lost) = leek.walkover;
    assert_eq!(((won, lost), leek.points.of(won, lost)), ((5, 4), 7));
}

/// "The winning team getting three points and losing team will get one point providing they keep the scoreline to a 5-4 loss."
#[test]
fn solihull_pays_for_a_narrow_defeat() {
    let solihull = form("solihull");
    let kinds: Vec<usize> = [Lineup::Singles, Lineup::Pairs]
        .map(|kind| solihull.slots.iter().filter(|slot| slot.lineup == kind).count())
        .to_vec();
    assert_eq!(kinds, [6, 3], "6 singles and 3 doubles");
    let points: Vec<u32> = (0..=9).map(|won| solihull.points.of(won, 9 - won)).collect();
    assert_eq!(points, [0, 0, 0, 0, 1, 3, 3, 3, 3, 3]);
    assert_eq!((solihull.most, solihull.fewest), ((1, 1), 6));
}

/// "2 points awarded to winner ie 2,1 or 3,0", "Away Team to have drop on 1st and 3rd table."
#[test]
fn monday_tables_are_the_best_of_three() {
    let monday = form("monday");
    assert_eq!(monday.slots.iter().map(|slot| slot.best_of).collect::<Vec<_>>(), [3, 3, 3]);
    assert_eq!((monday.points.of(2, 1), monday.points.of(3, 0), monday.points.of(1, 2)), (2, 2, 0));
    let home_leads: Vec<Option<bool>> = (0..3).map(|slot| monday.lead.home_leads(slot)).collect();
    assert_eq!(home_leads, [Some(false), Some(true), Some(false)]);
}

/// "Singles Games are played on a first to reach 7 chalks. Doubles are played on a first to reach 5 chalks basis."
#[test]
fn tuesday_plays_eight_singles_to_seven_and_two_pairs_to_five() {
    let tuesday = form("tuesday");
    let targets: Vec<(Lineup, u16)> = tuesday
        .slots
        .iter()
        .map(|slot| {
            let rules = RuleSet::parse(slot.rules.as_deref().unwrap()).unwrap();
            let players = 2 * slot.lineup.players();
            assert!(rules.seats(players));
            (slot.lineup, rules.target.of(players))
        })
        .collect();
    assert_eq!(targets, [[(Lineup::Singles, 7); 8].as_slice(), &[(Lineup::Pairs, 5); 2]].concat());
    assert_eq!((tuesday.points.of(6, 4), tuesday.points.of(4, 6), tuesday.most), (2, 0, (1, 1)));
}

/// "Will forfeit the match 6-0" (Northallerton), of eight games.
#[test]
fn northallerton_books_six_nil() {
    let league = form("northallerton");
    assert_eq!((league.slots.len(), league.walkover), (8, (6, 0)));
    assert_eq!(league.slots[0].rules.as_deref(), Some("five_up target=1"));
    assert!(league.slots.iter().all(|slot| slot.lineup == Lineup::Pairs), "All games to be four handed");
}

/// A season of these teams in which the home side wins `won` games of each meeting, in the order of the meetings.
fn season(form: LeagueForm, teams: usize, won: &[usize]) -> Season {
    let ids: Vec<TeamId> = (0..).map(TeamId).take(teams).collect();
    let meetings = fixtures(&ids, form.twice, &[]);
    let games = form.slots.len();
    let squads = (0..teams).map(|team| Squad { name: format!("Team {team}"), ..Squad::default() }).collect();
    let mut facts =
        vec![SeasonFact::Begun { title: "Winter".to_owned(), form, teams: squads, meetings: meetings.clone() }];
    for (planned, &won) in meetings.iter().zip(won) {
        let score = |slot| GameScore { slot, home: vec![], away: vec![], home_won: slot < won };
        let scores = (0..games).map(score).collect();
        facts.push(SeasonFact::Card { meeting: planned.id, scores, note: String::new() });
    }
    let entry = |(number, fact)| SeasonEntry { number, at_ms: 0, by: Author::Secretary, fact };
    Season::of(&(0..).zip(facts).map(entry).collect::<Vec<_>>())
}

fn places(season: &Season) -> Vec<u32> {
    season.table().iter().map(|line| line.team.0).collect()
}

/// "Quedara delante la que le ha ganado a la otra": a lower team on games stands first where it has won the meeting.
#[test]
fn who_has_beaten_the_other_stands_first() {
    let text = "part 9 singles leek\ntwice no\nwin 2\norder points beaten games_won\n";
    let form: LeagueForm = text.parse().unwrap();
    let meetings =
        season(form.clone(), 4, &[]).meetings.into_values().map(|meeting| meeting.planned).collect::<Vec<_>>();
    // Team 1 beats team 0 narrowly, and each of them wins one more and loses one: 0 has more games.
    let result = |home: u32, away: u32| match (home, away) {
        (0, 1) => 4,
        (1, 0) => 5,
        (0, _) => 9,
        (_, 0) => 0,
        (1, 2) => 5,
        (2, 1) => 4,
        (1, 3) => 4,
        (3, 1) | (2, 3) => 5,
        _ => 4,
    };
    let won: Vec<usize> = meetings.iter().map(|planned| result(planned.home.0, planned.away.0)).collect();
    let with = season(form.clone(), 4, &won);
    let table = with.table();
    assert_eq!((table[0].points, table[1].points), (4, 4));
    assert_eq!(places(&with)[..2], [1, 0]);
    let without = season(LeagueForm { order: vec![TieBreak::Points, TieBreak::GamesWon], ..form }, 4, &won);
    assert_eq!(places(&without)[..2], [0, 1], "more games");
}

/// "3. Sonneborn-Berger": who has beaten the stronger opponents stands first.
#[test]
fn points_of_the_opponents_beaten_decide() {
    let text = "part 1 singles mind_sports\ntwice no\nwin 2\norder points beaten opponents\n";
    let form: LeagueForm = text.parse().unwrap();
    let meetings =
        season(form.clone(), 4, &[]).meetings.into_values().map(|meeting| meeting.planned).collect::<Vec<_>>();
    // 0 beats 1, 1 beats 2, 2 beats 0: in a ring; 3 loses to all but 2. 0 and 1 have four points, 2 and 3 two.
    let beats = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (3, 2)];
    let won: Vec<usize> =
        meetings.iter().map(|planned| usize::from(beats.contains(&(planned.home.0, planned.away.0)))).collect();
    let season = season(form, 4, &won);
    assert_eq!(season.table().iter().map(|line| line.points).collect::<Vec<_>>(), [4, 4, 2, 2]);
    assert_eq!(places(&season), [0, 1, 3, 2], "0 has beaten 1, and 3 has beaten 2");
}

/// A meeting that is not turned up to counts as the league books it.
#[test]
fn a_walkover_is_worth_what_the_league_books() {
    let ids = [TeamId(0), TeamId(1)];
    let form = LeagueForm { twice: false, ..form("leek") };
    let meetings = fixtures(&ids, false, &[]);
    let squad = |name: &str| Squad { name: name.to_owned(), ..Squad::default() };
    let begun =
        SeasonFact::Begun { title: "Winter".to_owned(), form, teams: vec![squad("Ship"), squad("Bell")], meetings };
    let awarded =
        SeasonFact::Awarded { meeting: MeetingId(0), to: Award::Home, cause: Cause::Walkover, reason: String::new() };
    let entry = |(number, fact)| SeasonEntry { number, at_ms: 0, by: Author::Secretary, fact };
    let season = Season::of(&(0..).zip([begun, awarded]).map(entry).collect::<Vec<_>>());
    let table = season.table();
    assert_eq!(table.iter().map(|line| (line.points, line.games_for)).collect::<Vec<_>>(), [(7, 5), (4, 4)]);
}
