//! A table's bulletin: plain data, made from the match alone. Pages are drawn from it, the feed sends it as JSON.

use game::rules::Points;
use game::words::{self, Told};
use game::{Match, Round, Setup, Side, State};
use language::{say, say_count};
use serde::Serialize;

/// Turns of the hand in a bulletin.
const STORY: usize = 6;

/// State of a table, for phones and screens.
///
/// ```
/// use game::record::Record;
/// use server::Bulletin;
///
/// let text = "[Rules \"pafos\"]\n[Players \"Anna\" \"Ben\"]\ndeal A\nA 6-6\nB 6-3@6-6.s1\nend\n";
/// let game = Record::parse(text)?.game;
/// let bulletin = Bulletin::of(&game);
/// assert_eq!((bulletin.sides[1].score.as_str(), bulletin.now.as_str()), ("8", "Anna to drop"));
/// assert_eq!(bulletin.line, "6-6 6-3");
/// # Ok::<(), game::record::RecordError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bulletin {
    /// The rule set's name.
    pub rules: String,
    /// The points that win a game.
    pub target: u16,
    /// Game and hand of the match.
    pub course: String,
    /// Most games of the match.
    #[serde(skip)]
    pub best_of: u8,
    /// The sides, in their order.
    pub sides: Vec<SideNews>,
    /// The layout in the notation of the project.
    pub line: String,
    /// The counting ends in words.
    pub ends: String,
    /// Player to drop, or the next step.
    pub now: String,
    /// Latest event.
    pub last: TurnNews,
    /// Earlier events of this hand, newest first.
    pub story: Vec<TurnNews>,
    /// Whether the match is over.
    pub over: bool,
    /// Acts that the table's disk has not taken yet.
    pub unsaved: usize,
}

/// One side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideNews {
    /// The player, or both of a pair.
    pub name: String,
    /// The score as people write it.
    pub score: String,
    /// Score at the front peg.
    pub front: u16,
    /// Score at the back peg: the score before the last award.
    pub back: u16,
    /// Games won.
    pub legs: u8,
    /// Whether it is this side's drop.
    pub to_drop: bool,
    /// The tiles its players still hold, in words.
    pub tiles: String,
    /// Whether it has won the game, or the match.
    pub won: bool,
    /// Whether several players form it.
    #[serde(skip)]
    pub pair: bool,
}

/// A turn in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TurnNews {
    /// "Ben dropped 4-4 on the 4".
    pub title: String,
    /// Reason for the points: "4-4 and 2 → 10 → two fives → 2".
    pub reason: String,
    /// "+2"; empty where nothing was pegged.
    pub points: String,
    /// Something went wrong or did not count.
    pub bad: bool,
    /// The side it is about.
    pub side: Option<usize>,
}

impl TurnNews {
    fn new(told: Told, side: Option<Side>) -> Self {
        let Told { title, detail, points, bad } = told;
        Self { title, reason: detail, points, bad, side: side.map(Side::index) }
    }
}

impl Bulletin {
    /// Describes the state of a match.
    #[must_use]
    pub fn of(game: &Match) -> Self {
        let state = game.state();
        let setup = game.setup();
        let turn = state.round.as_ref().and_then(|round| round.turns.last());
        let last = TurnNews::new(words::latest(game), turn.map(|turn| setup.side_of(turn.seat)));
        let layout = state.round.as_ref().map(|round| &round.layout);
        Self {
            rules: setup.rules.title(),
            target: setup.target(),
            course: course(state),
            best_of: setup.best_of,
            sides: setup.all_sides().map(|side| side_news(state, side)).collect(),
            line: layout.map(ToString::to_string).unwrap_or_default(),
            ends: layout
                .filter(|layout| !layout.is_empty())
                .map(|layout| words::ends(layout, &setup.rules))
                .unwrap_or_default(),
            now: now(state),
            last,
            story: state.round.as_ref().map(|round| story(setup, round)).unwrap_or_default(),
            over: state.is_over(),
            unsaved: 0,
        }
    }

    /// Says how many acts are not on the disk; nothing where all are.
    #[must_use]
    pub fn unsaved_words(&self) -> String {
        match self.unsaved {
            0 => String::new(),
            acts => say_count!(acts, "{n} action is not saved yet.", "{n} actions are not saved yet."),
        }
    }

    /// The whole bulletin in one sentence, for screen readers.
    #[must_use]
    pub fn spoken(&self) -> String {
        let sides: Vec<String> = self.sides.iter().map(|side| format!("{} {}", side.name, side.score)).collect();
        let last = format!("{} {}", self.last.title, self.last.points);
        [self.unsaved_words(), last.trim().to_owned(), sides.join(", "), self.now.clone()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(". ")
    }
}

/// "Game 2 of 3 · hand 4".
fn course(state: &State) -> String {
    let hand = state.leg.rounds.len() + usize::from(state.round.is_some());
    let hand = say!("hand {n}", n = hand.max(1));
    match state.setup.best_of {
        1 => hand,
        best_of => {
            let n = (state.legs.len() + 1).min(usize::from(best_of));
            say!("Game {n} of {best_of} · {hand}", n, best_of, hand)
        }
    }
}

fn side_news(state: &State, side: Side) -> SideNews {
    let setup = &state.setup;
    let at = |points: Option<&Points>| {
        let whole = points.map_or(0, |points| points.whole());
        u16::try_from(whole.max(0)).unwrap_or(u16::MAX)
    };
    let i = side.index();
    SideNews {
        name: setup.side_name(side),
        score: state.score(side).to_string(),
        front: at(state.leg.scores.get(i)),
        back: at(state.leg.before.get(i)),
        legs: state.legs_won.get(i).copied().unwrap_or_default(),
        to_drop: state.running().is_some_and(|round| setup.side_of(round.turn) == side),
        tiles: state.round.as_ref().map(|round| tiles(setup, round, side)).unwrap_or_default(),
        won: state.leg.winner == Some(side) || state.winner == Some(side),
        pair: setup.pairs,
    }
}

fn tiles(setup: &Setup, round: &Round, side: Side) -> String {
    let seats = setup.all_seats().filter(|&seat| setup.side_of(seat) == side);
    let counts: Vec<u8> = seats.map(|seat| round.hand(seat).count).collect();
    match counts.as_slice() {
        [one] => words::tiles_left(usize::from(*one)),
        _ => {
            let counts = counts.iter().map(u8::to_string).collect::<Vec<_>>().join(" + ");
            say!("{counts} tiles left", counts)
        }
    }
}

fn now(state: &State) -> String {
    let setup = &state.setup;
    if let Some(winner) = state.winner {
        return words::wins_the_match(setup, &setup.side_name(winner));
    }
    if state.abandoned {
        return say!("The match was abandoned").to_owned();
    }
    if let Some(round) = state.running() {
        let player = setup.player(round.turn);
        return if round.layout.is_empty() {
            say!("{player} to lead", player)
        } else {
            say!("{player} to drop", player)
        };
    }
    if state.round.as_ref().is_some_and(Round::needs_tally) {
        return say!("How many pips are left in the hands?").to_owned();
    }
    match state.leg.winner {
        Some(winner) => words::wins_the_game(setup, &setup.side_name(winner)),
        None => say!("Shuffle and draw").to_owned(),
    }
}

/// Describes the turns of a hand before its last one, newest first.
fn story(setup: &Setup, round: &Round) -> Vec<TurnNews> {
    let before = round.turns.len().saturating_sub(1);
    let news = |n: usize| {
        TurnNews::new(words::tell(setup, round, n, false), round.turns.get(n).map(|turn| setup.side_of(turn.seat)))
    };
    (0..before).rev().take(STORY).map(news).collect()
}
