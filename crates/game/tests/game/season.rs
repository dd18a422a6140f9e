//! A league's season: its facts, what they are refused for, and the table they give.

use game::league::entry::{EntryForm, Typed};
use game::league::{
    Author, Award, Cause, Day, GameScore, LeagueForm, Lineup, MeetingId, MeetingPoints, MeetingState, Planned, Season,
    SeasonEntry, SeasonFact, SeasonRefusal, SlotResult, Squad, TeamId, TieBreak, days, fixtures, late_fixtures,
    put_back,
};
use game::rng::Rng;
use std::collections::BTreeMap;

/// A season that is written down fact by fact.
struct Ledger {
    entries: Vec<SeasonEntry>,
}

impl Ledger {
    fn begin(teams: usize, form: LeagueForm, days: &[Day]) -> Self {
        let ids: Vec<TeamId> = (0..).map(TeamId).take(teams).collect();
        let meetings = fixtures(&ids, form.twice, days);
        let mut ledger = Self { entries: Vec::new() };
        let teams = (0..teams).map(squad).collect();
        ledger.add(SeasonFact::Begun { title: "Winter".to_owned(), form, teams, meetings });
        ledger
    }

    fn season(&self) -> Season {
        Season::of(&self.entries)
    }

    fn add(&mut self, fact: SeasonFact) -> u64 {
        self.by(Author::Secretary, fact).unwrap()
    }

    fn by(&mut self, by: Author, fact: SeasonFact) -> Result<u64, SeasonRefusal> {
        self.season().check(&by, &fact)?;
        let number = self.entries.len() as u64;
        self.entries.push(SeasonEntry { number, at_ms: 0, by, fact });
        Ok(number)
    }

    fn undo(&mut self, entry: u64) -> u64 {
        self.add(SeasonFact::Undone { entry, reason: String::new() })
    }

    fn card(&mut self, meeting: MeetingId, home: usize, games: usize) -> u64 {
        let season = self.season();
        let scores = scores(&season, meeting, home, games);
        self.add(SeasonFact::Card { meeting, scores, note: "from Una".to_owned() })
    }
}

fn squad(team: usize) -> Squad {
    let players = (0..3).map(|player| format!("P{team}{player}")).collect();
    Squad { name: format!("Team {team}"), players, venue: format!("Pub {team}"), division: 0 }
}

fn nine() -> LeagueForm {
    LeagueForm { twice: true, ..LeagueForm::of_games(9, Lineup::Singles) }
}

/// The first `home` of `games` games go to the home side.
fn scores(season: &Season, meeting: MeetingId, home: usize, games: usize) -> Vec<GameScore> {
    let planned = &season.meetings[&meeting].planned;
    let player = |team: TeamId, slot: usize| {
        let squad = &season.teams[&team].squad.players;
        vec![squad[slot % squad.len()].clone()]
    };
    let score = |slot| GameScore {
        slot,
        home: player(planned.home, slot),
        away: player(planned.away, slot),
        home_won: slot < home,
    };
    (0..games).map(score).collect()
}

fn line(season: &Season, team: u32) -> (u32, i64) {
    let line = season.table().into_iter().find(|line| line.team == TeamId(team)).unwrap();
    (line.played, line.points)
}

#[test]
fn a_result_counts_when_its_last_game_is_in() {
    let mut ledger = Ledger::begin(4, nine(), &[]);
    ledger.card(MeetingId(0), 5, 8);
    let season = ledger.season();
    assert_eq!((season.meetings[&MeetingId(0)].state, line(&season, 0)), (MeetingState::Open, (0, 0)));
    let ninth = ledger.card(MeetingId(0), 5, 9);
    let season = ledger.season();
    let meeting = &season.meetings[&MeetingId(0)];
    assert_eq!((meeting.state, meeting.games(&season.form)), (MeetingState::Played, (5, 4)));
    assert_eq!(line(&season, meeting.planned.home.0), (1, 2));
    assert_eq!(season.players().iter().map(|line| line.played).sum::<u32>(), 18);
    let undoing = ledger.undo(ninth);
    assert_eq!(ledger.season().meetings[&MeetingId(0)].state, MeetingState::Open);
    ledger.undo(undoing);
    assert_eq!(ledger.season().meetings[&MeetingId(0)].state, MeetingState::Played, "undone twice, it stands");
    assert_eq!(
        ledger.by(Author::Secretary, SeasonFact::Undone { entry: 0, reason: String::new() }),
        Err(SeasonRefusal::NothingToUndo),
        "a season's beginning stays"
    );
}

#[test]
fn a_captains_link_that_was_withdrawn_stays_withdrawn_when_the_log_is_undone() {
    let mut ledger = Ledger::begin(2, nine(), &[]);
    let named = |ledger: &mut Ledger, link: &str| {
        ledger.add(SeasonFact::CaptainNamed { team: TeamId(0), link: link.to_owned() })
    };
    let link = |ledger: &Ledger| ledger.season().teams[&TeamId(0)].captain.clone();
    named(&mut ledger, "one");
    let withdrawal = named(&mut ledger, "");
    ledger.undo(withdrawal);
    assert_eq!(link(&ledger), None, "the withdrawal is undone, and the link is not given back");
    named(&mut ledger, "two");
    let third = named(&mut ledger, "three");
    assert_eq!(link(&ledger).as_deref(), Some("three"));
    let undoing = ledger.undo(third);
    assert_eq!(link(&ledger), None, "the one before it was replaced");
    ledger.undo(undoing);
    assert_eq!(link(&ledger), None, "undoing the entry withdrew its link");
    named(&mut ledger, "four");
    assert_eq!(link(&ledger).as_deref(), Some("four"));
}

#[test]
fn captains_agree_or_the_secretary_decides() {
    let form = LeagueForm { squads_only: false, ..LeagueForm::of_games(1, Lineup::Singles) };
    let mut ledger = Ledger::begin(2, form, &[]);
    let meeting = MeetingId(0);
    let planned = ledger.season().meetings[&meeting].planned.clone();
    let score = |home_won| GameScore { slot: 0, home: vec![], away: vec![], home_won };
    let card = |home_won| SeasonFact::Card { meeting, scores: vec![score(home_won)], note: String::new() };
    let (home, away) = (Author::Captain(planned.home), Author::Captain(planned.away));
    let slot = |ledger: &Ledger| ledger.season().meetings[&meeting].slots[0].clone();

    ledger.by(home.clone(), card(true)).unwrap();
    assert_eq!(slot(&ledger), SlotResult::Claimed(score(true)));
    for answer in
        [SeasonFact::Confirmed { meeting }, SeasonFact::Disputed { meeting, reason: String::new(), games: vec![0] }]
    {
        assert_eq!(ledger.by(home.clone(), answer), Err(SeasonRefusal::NoCardOfTheOther), "that is their own card");
    }
    ledger.by(away.clone(), SeasonFact::Confirmed { meeting }).unwrap();
    assert_eq!(slot(&ledger), SlotResult::Settled(score(true)));
    ledger.by(away.clone(), SeasonFact::Disputed { meeting, reason: "we won".to_owned(), games: vec![] }).unwrap();
    assert!(matches!(slot(&ledger), SlotResult::Differing(_)));
    ledger.by(away.clone(), card(false)).unwrap();
    assert!(matches!(slot(&ledger), SlotResult::Differing(reports) if reports.len() == 2));
    assert_eq!(ledger.season().meetings[&meeting].state, MeetingState::Open, "nothing is decided by who came last");
    ledger.add(card(false));
    assert_eq!(slot(&ledger), SlotResult::Settled(score(false)));

    let other = Author::Captain(TeamId(7));
    assert_eq!(ledger.by(other, card(true)), Err(SeasonRefusal::NotYours));
    let docked = SeasonFact::Docked { team: planned.away, points: 1, reason: String::new() };
    assert_eq!(ledger.by(home, docked), Err(SeasonRefusal::SecretaryOnly));
}

#[test]
fn what_a_table_mends_reaches_the_season() {
    let mut ledger = Ledger::begin(2, LeagueForm::of_games(1, Lineup::Singles), &[]);
    let meeting = MeetingId(0);
    let of = |ledger: &Ledger, home| scores(&ledger.season(), meeting, home, 1).remove(0);
    let played = |score: GameScore| SeasonFact::Played { meeting, score, record: "g1".to_owned() };
    let table = Author::Table("Table 1".to_owned());
    let won = of(&ledger, 1);
    ledger.by(table.clone(), played(won)).unwrap();
    assert_eq!(ledger.season().meetings[&meeting].games(&ledger.season().form), (1, 0));
    let lost = of(&ledger, 0);
    ledger.by(table.clone(), played(lost)).unwrap();
    assert_eq!(ledger.season().meetings[&meeting].games(&ledger.season().form), (0, 1), "corrected");
    ledger.by(table, SeasonFact::RecordWithdrawn { record: "g1".to_owned() }).unwrap();
    assert_eq!(ledger.season().meetings[&meeting].slots, [SlotResult::Open], "deleted");
}

#[test]
fn where_a_table_differs_from_the_secretary_nobody_wins_by_coming_last() {
    let mut ledger = Ledger::begin(2, LeagueForm::of_games(1, Lineup::Singles), &[]);
    let meeting = MeetingId(0);
    let score = |ledger: &Ledger, home| scores(&ledger.season(), meeting, home, 1).remove(0);
    let table = Author::Table("Table 1".to_owned());
    let (won, lost) = (score(&ledger, 1), score(&ledger, 0));
    let played = |score: &GameScore| SeasonFact::Played { meeting, score: score.clone(), record: "g1".to_owned() };
    let slot = |ledger: &Ledger| ledger.season().meetings[&meeting].slots[0].clone();

    // The card was typed first, and the table comes later.
    let card = ledger.card(meeting, 1, 1);
    ledger.by(table.clone(), played(&lost)).unwrap();
    assert!(matches!(slot(&ledger), SlotResult::Differing(reports) if reports.len() == 2));
    assert_eq!(line(&ledger.season(), 0).0, 0, "it counts for neither");
    let typed = |won: &str| vec![("won0".to_owned(), won.to_owned()), ("reason".to_owned(), "both heard".to_owned())];
    let decided = |ledger: &Ledger, fields: &[(String, String)]| {
        EntryForm::of("decide").unwrap().facts(&ledger.season(), &Typed { about: 0, fields }).unwrap().remove(0)
    };
    let fact = decided(&ledger, &typed("away"));
    let decision = ledger.add(fact);
    assert_eq!(slot(&ledger), SlotResult::Settled(lost.clone()));
    // The table sends it again under a corrected name: nothing new.
    let renamed = GameScore { home: vec!["P01".to_owned()], ..lost.clone() };
    ledger.by(table.clone(), played(&renamed)).unwrap();
    assert!(matches!(slot(&ledger), SlotResult::Settled(score) if !score.home_won));
    // The decision is undone by a later fact, and so is the card.
    ledger.undo(decision);
    assert!(matches!(slot(&ledger), SlotResult::Differing(_)));
    ledger.undo(card);
    assert!(matches!(slot(&ledger), SlotResult::Settled(score) if !score.home_won));
    // Typed by somebody who sees the table's report, a card decides, until the table says something new.
    ledger.card(meeting, 1, 1);
    assert_eq!(slot(&ledger), SlotResult::Settled(won.clone()));
    ledger.by(table.clone(), played(&won)).unwrap();
    assert_eq!(slot(&ledger), SlotResult::Settled(won));
    ledger.by(table.clone(), played(&lost)).unwrap();
    assert!(matches!(slot(&ledger), SlotResult::Differing(_)));
    ledger.by(table, SeasonFact::RecordWithdrawn { record: "g1".to_owned() }).unwrap();
    assert!(matches!(slot(&ledger), SlotResult::Settled(score) if score.home_won), "deleted, it says nothing");
}

#[test]
fn divisions_play_among_themselves_and_exchange_teams() {
    let typed = |teams: &str, more: &[(&str, &str)]| -> Vec<(String, String)> {
        let usual =
            [("title", "Winter"), ("teams", teams), ("games", "3"), ("pairs", "0"), ("win", "2"), ("draw", "1")];
        let rest = [("game", "0"), ("every", "7"), ("first", "2026-12-01"), ("anybody", "on")];
        let all = usual.iter().chain(&rest).chain(more);
        all.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    let begin = EntryForm::of("begin").unwrap();
    let none = Season::of(&[]);
    let facts = |fields: &[(String, String)]| begin.facts(&none, &Typed { about: 0, fields });
    for wrong in ["A\n# First\nB\nC", "# Premier\nA\n# First\nB\nC", "# Premier\n# First\nB\nC"] {
        assert_eq!(
            facts(&typed(wrong, &[])).unwrap_err().to_string(),
            "every team needs a division, and every division two teams"
        );
    }
    let teams = "# Premier\nAce\nBell\nCrown\n# First\nDog\nElm\nFox\nGoat";
    let fact = facts(&typed(teams, &[("up", "1"), ("down", "1")])).unwrap().remove(0);
    let mut ledger = Ledger { entries: Vec::new() };
    ledger.add(fact);
    let season = ledger.season();
    let division = |team: TeamId| season.teams[&team].squad.division;
    assert!(season.meetings.values().all(|one| division(one.planned.home) == division(one.planned.away)));
    assert_eq!(season.meetings.len(), 3 + 6, "an odd division rests one team a round");
    let first = Day::parse("2026-12-01");
    let mut of_round = season.meetings.values().filter(|one| one.planned.round == 1);
    assert!(of_round.all(|one| one.day() == first), "both divisions play on the same days");
    // The later team of the alphabet wins: Crown and Goat are first, Ace and Dog last.
    for (id, meeting) in &season.meetings {
        let home_won = meeting.planned.home > meeting.planned.away;
        let score = |slot| GameScore { slot, home: vec![], away: vec![], home_won };
        ledger.add(SeasonFact::Card { meeting: *id, scores: (0..3).map(score).collect(), note: String::new() });
    }
    let season = ledger.season();
    let tables = season.tables();
    let names = |lines: &[game::league::TeamLine]| lines.iter().map(|line| line.name.clone()).collect::<Vec<_>>();
    assert_eq!((tables[0].0, names(&tables[0].1)), ("Premier", ["Crown", "Bell", "Ace"].map(str::to_owned).to_vec()));
    assert_eq!(names(&tables[1].1), ["Goat", "Fox", "Elm", "Dog"]);
    assert_eq!(season.table().len(), 7);
    // The next season opens with who goes up and down; one that dropped out does not play on.
    ledger.add(SeasonFact::TeamLeft { team: TeamId(4), struck: false, reason: "moved".to_owned() });
    let filled = begin.filled(&ledger.season(), 0);
    let of = |key: &str| filled.iter().find(|(name, _)| name == key).map(|(_, value)| value.replace(": ", "")).unwrap();
    let next = "# Premier\nCrown\nBell\nGoat\n# First\nAce\nFox\nDog";
    assert_eq!(of("teams").replace(':', ""), next);
    assert_eq!((of("up"), of("down")), ("1".to_owned(), "1".to_owned()));
    // A late team plays in its own division.
    let fields = [("squad".to_owned(), "Hen".to_owned()), ("division".to_owned(), "2".to_owned())];
    let season = ledger.season();
    let fact = EntryForm::of("join").unwrap().facts(&season, &Typed { about: 0, fields: &fields }).unwrap().remove(0);
    let SeasonFact::TeamJoined { squad, meetings, .. } = &fact else { panic!("{fact:?}") };
    assert_eq!((squad.division, meetings.len()), (1, 3), "Dog, Fox and Goat");
    ledger.add(fact);
    assert_eq!(ledger.season().tables()[1].1.len(), 5);
}

#[test]
fn ringers_and_slips_are_asked_about() {
    let mut ledger = Ledger::begin(2, LeagueForm::of_games(1, Lineup::Pairs), &[]);
    let meeting = MeetingId(0);
    let planned = ledger.season().meetings[&meeting].planned.clone();
    let (home, away) = (planned.home.0, planned.away.0);
    let names = |team: u32, ends: [&str; 2]| ends.map(|end| format!("P{team}{end}")).to_vec();
    let card = |side: Vec<String>| {
        let score = GameScore { slot: 0, home: side, away: names(away, ["0", "1"]), home_won: true };
        SeasonFact::Card { meeting, scores: vec![score], note: String::new() }
    };
    let mut refused = |side: Vec<String>| ledger.by(Author::Secretary, card(side)).unwrap_err();
    assert_eq!(refused(names(home, ["0", "0"])), SeasonRefusal::Players { game: 1, wanted: 2 });
    let ringer = refused(vec![format!("P{home}0"), "Wilhelmina".to_owned()]);
    assert!(matches!(&ringer, SeasonRefusal::NotInSquad { meant: None, .. }), "{ringer}");
    let one = refused(vec![format!("P{home}0")]);
    assert_eq!(one, SeasonRefusal::NameMissing { game: 1, team: format!("Team {home}") });
    assert_eq!(refused(Vec::new()), one, "a side without names");
    let of_other = refused(names(away, ["0", "1"]));
    assert!(of_other.to_string().ends_with(&format!("but in that of Team {away}")), "{of_other}");
    let slip = refused(vec![format!("P{home}0"), format!("Q{home}1")]);
    assert_eq!(slip.to_string(), format!("Q{home}1 is not in the squad of Team {home}; did you mean P{home}1?"));
    let joined = SeasonFact::TeamJoined {
        team: TeamId(9),
        squad: Squad { name: "New".to_owned(), players: vec!["p00".to_owned()], ..Squad::default() },
        meetings: vec![],
    };
    assert_eq!(
        ledger.by(Author::Secretary, joined),
        Err(SeasonRefusal::InTwoTeams { player: "p00".to_owned(), team: "Team 0".to_owned() })
    );
    ledger.add(SeasonFact::PlayerJoined { player: "Wilhelmina".to_owned(), team: planned.home });
    ledger.add(card(vec![format!("P{home}0"), "Wilhelmina".to_owned()]));
    ledger.add(SeasonFact::PlayerRenamed { from: "Wilhelmina".to_owned(), to: "Zoë".to_owned() });
    assert!(ledger.season().players().iter().any(|line| line.name == "Zoë" && line.won == 1));
    // Capital letters make no other player, and after they are corrected the squad has as many players as before.
    ledger.add(card(vec![format!("p{home}0"), "ZOË".to_owned()]));
    let team = |ledger: &Ledger| ledger.season().teams[&planned.home].squad.players.clone();
    let (players, squad) = (ledger.season().players(), team(&ledger));
    assert!(players.iter().any(|line| line.name == "Zoë" && line.won == 1));
    assert!(players.iter().all(|line| line.name != "ZOË" && line.name != format!("p{home}0")));
    ledger.add(SeasonFact::PlayerRenamed { from: "Zoë".to_owned(), to: "ZoË".to_owned() });
    assert_eq!(team(&ledger).len(), squad.len());
    assert!(ledger.season().players().iter().any(|line| line.name == "ZoË" && line.team == Some(planned.home)));
}

#[test]
fn a_late_team_moves_nothing() {
    // Seven teams: one rests in each round, and the eighth takes its place.
    let mut ledger = Ledger::begin(7, nine(), &days(Day(0), 7, &[Day(21)], 14));
    let before: Vec<Planned> = ledger.season().meetings.values().map(|meeting| meeting.planned.clone()).collect();
    ledger.card(MeetingId(0), 9, 9);
    let late = late_fixtures(&ledger.season(), TeamId(7), 0, &[]);
    ledger.add(SeasonFact::TeamJoined { team: TeamId(7), squad: squad(7), meetings: late.clone() });
    let season = ledger.season();
    for planned in &before {
        assert_eq!(season.meetings[&planned.id].planned, *planned);
    }
    assert_eq!(late.len(), 14);
    assert!(late.iter().all(|planned| planned.round > 1), "a round that has begun takes no more");
    assert_eq!(late.iter().filter(|planned| planned.home == TeamId(7)).count(), 7);
    let mut busy = BTreeMap::new();
    for meeting in season.meetings.values() {
        for team in [meeting.planned.home, meeting.planned.away] {
            assert_eq!(busy.insert((meeting.planned.round, team), ()), None, "nobody plays twice in a round");
        }
    }
    let in_time = late.iter().filter(|planned| planned.round <= 14).count();
    assert!(in_time >= 12, "{in_time} of its meetings fill rounds that were there");
}

#[test]
fn weeks_without_play_lengthen_a_season() {
    let mut ledger = Ledger::begin(4, LeagueForm::of_games(1, Lineup::Singles), &days(Day(0), 7, &[], 3));
    ledger.card(MeetingId(0), 1, 1);
    let moves = put_back(&ledger.season(), Day(7), 7);
    ledger.add(SeasonFact::Moved {
        meetings: moves.into_iter().map(|(id, day)| (id, Some(day))).collect(),
        reason: "Christmas".to_owned(),
    });
    let of = |round: u32| {
        let season = ledger.season();
        let mut days: Vec<_> =
            season.meetings.values().filter(|m| m.planned.round == round).map(|m| m.day().unwrap().0).collect();
        days.dedup();
        days
    };
    assert_eq!([of(1), of(2), of(3)], [[0], [14], [21]]);
    let postponed = MeetingId(2);
    ledger.add(SeasonFact::Moved { meetings: vec![(postponed, None)], reason: "snow".to_owned() });
    let season = ledger.season();
    assert!(
        season.meetings[&postponed].is_postponed() && season.meetings[&postponed].planned.round == 2,
        "it keeps its round"
    );
}

#[test]
fn level_teams_are_parted_in_the_order_of_the_rules() {
    let form = |order: &[TieBreak]| LeagueForm { order: order.to_vec(), ..LeagueForm::of_games(3, Lineup::Singles) };
    // Each beats another: 3-0, 2-1, 2-1; so all have two points.
    let table = |order: &[TieBreak]| {
        let mut ledger = Ledger::begin(3, form(order), &[]);
        let season = ledger.season();
        for (id, meeting) in &season.meetings {
            let (home, away) = (meeting.planned.home.0, meeting.planned.away.0);
            let beats = (home + 1) % 3 == away;
            let winner = if beats { home } else { away };
            let margin = if winner == 1 { 3 } else { 2 };
            ledger.card(*id, if beats { margin } else { 3 - margin }, 3);
        }
        ledger.season().table().into_iter().map(|line| line.team.0).collect::<Vec<_>>()
    };
    assert_eq!(table(&[TieBreak::Points]), [0, 1, 2], "by name");
    assert_eq!(table(&[TieBreak::Points, TieBreak::GameDifference]), [1, 0, 2]);
    assert_eq!(table(&[TieBreak::Points, TieBreak::HeadToHead, TieBreak::GamesWon]), [1, 0, 2]);
}

#[test]
fn points_of_published_leagues() {
    // Leek: two for the meeting and one a game. Solihull: three, and one for losing 4-5.
    let leek = MeetingPoints { win: 2, draw: 1, loss: 0, game: 1, narrow: None };
    assert_eq!([(9, 0), (5, 4), (4, 5), (0, 9)].map(|(ours, theirs)| leek.of(ours, theirs)), [11, 7, 4, 0]);
    let solihull = MeetingPoints { win: 3, draw: 0, loss: 0, game: 0, narrow: Some((1, 1)) };
    assert_eq!([(9, 0), (5, 4), (4, 5), (3, 6)].map(|(ours, theirs)| solihull.of(ours, theirs)), [3, 3, 1, 0]);
}

/// The table worked out from what was done, not from the facts: played, won, drawn, lost, games for and against, points.
#[derive(Clone, Default)]
struct Tally {
    outcomes: BTreeMap<(u32, u32, u32), (u32, u32, bool)>,
    docked: BTreeMap<u32, i64>,
    gone: Vec<u32>,
}

impl Tally {
    fn rows(&self, teams: u32) -> BTreeMap<u32, [i64; 7]> {
        let mut rows: BTreeMap<u32, [i64; 7]> =
            (0..teams).filter(|team| !self.gone.contains(team)).map(|team| (team, [0; 7])).collect();
        for (&(_, home, away), &(ours, theirs, played)) in &self.outcomes {
            if self.gone.contains(&home) || self.gone.contains(&away) {
                continue;
            }
            for (team, a, b) in [(home, ours, theirs), (away, theirs, ours)] {
                let row = rows.get_mut(&team).unwrap();
                let (a, b) = (i64::from(a), i64::from(b));
                let result = if !played || a < b {
                    3
                } else if a > b {
                    1
                } else {
                    2
                };
                row[0] += 1;
                row[result] += 1;
                row[4] += a;
                row[5] += b;
                row[6] += [0, 2, 1, 0][result];
            }
        }
        for (team, points) in &self.docked {
            rows.entry(*team).and_modify(|row| row[6] -= points);
        }
        rows
    }
}

#[test]
fn whole_seasons_come_out_as_worked_out_apart() {
    for seed in 0..30 {
        whole_season(seed);
    }
}

fn whole_season(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut ledger = Ledger::begin(7, nine(), &days(Day(0), 7, &[Day(21), Day(49)], 14));
    let late = late_fixtures(&ledger.season(), TeamId(7), 0, &[]);
    ledger.add(SeasonFact::TeamJoined { team: TeamId(7), squad: squad(7), meetings: late });
    let mut tally = Tally::default();
    let rounds = ledger.season().meetings.values().map(|meeting| meeting.planned.round).max().unwrap();
    for round in 1..=rounds {
        let season = ledger.season();
        for (id, meeting) in season.meetings.iter().filter(|(_, meeting)| meeting.planned.round == round) {
            if meeting.state == MeetingState::Void {
                continue;
            }
            let key = (round, meeting.planned.home.0, meeting.planned.away.0);
            let outcome = play(&mut ledger, &mut rng, *id);
            tally.outcomes.insert(key, outcome);
        }
        if round == 5 {
            ledger.add(SeasonFact::Docked { team: TeamId(2), points: 3, reason: "late cards".to_owned() });
            tally.docked.insert(2, 3);
        }
        if round == 9 {
            ledger.add(SeasonFact::TeamLeft { team: TeamId(4), struck: true, reason: "no players".to_owned() });
            tally.gone.push(4);
        }
        let table = ledger.season().table();
        let got: BTreeMap<u32, [i64; 7]> = table
            .iter()
            .map(|line| {
                let numbers =
                    [line.played, line.won, line.drawn, line.lost, line.games_for, line.games_against].map(i64::from);
                let mut row = [0; 7];
                row[..6].copy_from_slice(&numbers);
                row[6] = line.points;
                (line.team.0, row)
            })
            .collect();
        assert_eq!(got, tally.rows(8), "seed {seed}, round {round}");
        assert!(table.windows(2).all(|two| two[0].points >= two[1].points));
    }
}

/// Plays, concedes, corrects or undoes; returns the result.
fn play(ledger: &mut Ledger, rng: &mut Rng, id: MeetingId) -> (u32, u32, bool) {
    let home = rng.below(10);
    let fact = |to, cause| SeasonFact::Awarded { meeting: id, to, cause, reason: String::new() };
    match rng.below(10) {
        0 => {
            ledger.add(fact(Award::Away, Cause::Conceded));
            (0, 9, true)
        }
        1 => {
            ledger.add(fact(Award::Neither, Cause::NoCard));
            (0, 0, false)
        }
        2 => {
            // A slip on the card, typed again.
            ledger.card(id, 9 - home, 9);
            ledger.card(id, home, 9);
            (home as u32, 9 - home as u32, true)
        }
        3 => {
            // Awarded by mistake.
            ledger.card(id, home, 9);
            let award = ledger.add(fact(Award::Home, Cause::Walkover));
            ledger.undo(award);
            (home as u32, 9 - home as u32, true)
        }
        4 => {
            ledger.card(id, 9 - home, 9);
            ledger.add(SeasonFact::Replay { meeting: id, reason: "wrong set".to_owned() });
            ledger.card(id, home, 9);
            (home as u32, 9 - home as u32, true)
        }
        _ => {
            ledger.card(id, home, 9);
            (home as u32, 9 - home as u32, true)
        }
    }
}

#[test]
fn a_league_says_how_many_play_and_how_often() {
    let form = LeagueForm { fewest: 3, most: (1, 0), ..LeagueForm::of_games(2, Lineup::Singles) };
    let mut ledger = Ledger::begin(2, form.clone(), &[]);
    let [anna, ben] = ["P00", "P01"].map(|name| vec![name.to_owned()]);
    let [cleo, dan] = ["P10", "P11"].map(|name| vec![name.to_owned()]);
    let meeting = MeetingId(0);
    let home = ledger.season().meetings[&meeting].planned.home == TeamId(0);
    let game = |slot, ours: &Vec<String>, theirs: &Vec<String>| {
        let (home, away) = if home { (ours, theirs) } else { (theirs, ours) };
        GameScore { slot, home: home.clone(), away: away.clone(), home_won: true }
    };
    let card = |scores| SeasonFact::Card { meeting, scores, note: String::new() };
    let often = SeasonRefusal::TooOften { player: "P00".to_owned(), most: (1, 0) };
    let twice = card(vec![game(0, &anna, &cleo), game(1, &anna, &dan)]);
    assert_eq!(ledger.by(Author::Secretary, twice).unwrap_err(), often);
    ledger.add(card(vec![game(0, &anna, &cleo)]));
    assert_eq!(ledger.by(Author::Secretary, card(vec![game(1, &anna, &dan)])).unwrap_err(), often, "on two cards");
    ledger.add(card(vec![game(0, &ben, &cleo), game(1, &anna, &dan)]));

    let late = SeasonFact::TeamJoined {
        team: TeamId(2),
        squad: Squad { players: vec!["Zed".to_owned()], ..squad(2) },
        meetings: Vec::new(),
    };
    let few = SeasonRefusal::TooFew { team: "Team 2".to_owned(), fewest: 3, has: 1 };
    assert_eq!(ledger.by(Author::Secretary, late).unwrap_err(), few);
    let teams = vec![squad(0), Squad { players: Vec::new(), ..squad(1) }];
    let meetings = fixtures(&[TeamId(0), TeamId(1)], false, &[]);
    let begun = SeasonFact::Begun { title: "Winter".to_owned(), form, teams, meetings };
    let few = SeasonRefusal::TooFew { team: "Team 1".to_owned(), fewest: 3, has: 0 };
    assert_eq!(Season::of(&[]).check(&Author::Secretary, &begun), Err(few));
}
