//! The adviser's desk: answers questions, and keeps the tables of the rule sets it has met.

use crate::belief::Belief;
use crate::card::{Card, Joins, Ranked, cards};
use crate::engine::Engine;
use crate::position::{Problem, Question, Story, drawable, joins, move_of};
use crate::race::Prospects;
use crate::rollout::Rules;
use crate::search::{Judged, Search, Settings};
use crate::solver::Solver;
use crate::spec::{SEATS, Spec};
use crate::table::{Layouts, Line, Move, Tree, bits};
use crate::view::View;
use game::layout::Play;
use game::rng::Rng;
use game::rules::RuleSet;
use game::tile::Tile;

/// Choices of the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Must {
    /// Play a tile.
    Play,
    /// Draw until a tile fits: the number that can be drawn.
    Draw {
        /// Tiles that can be drawn.
        left: usize,
    },
    /// Knock.
    Knock,
}

/// Chances of where an unseen tile is; their sum is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Holder {
    /// The tile.
    pub tile: Tile,
    /// By seat.
    pub seats: [f32; SEATS],
    /// In the boneyard.
    pub boneyard: f32,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Advice {
    /// Choices of the seat.
    pub must: Must,
    /// Every move, the best first; empty if none fits.
    pub moves: Vec<Card>,
    /// Likely places of the unseen tiles.
    pub holders: Vec<Holder>,
    /// Number of deals that fit (with draws: of their pasts), counted exactly.
    pub deals: f64,
    /// Whether they are all possible deals, not a sample.
    pub all_deals: bool,
    /// Iterations of the search.
    pub iterations: u32,
    /// Chance to win the game with the best move.
    pub win: f32,
}

/// Answers questions.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    known: Vec<(Spec, Engine, Prospects)>,
    solvers: Vec<(Spec, Solver)>,
    line: Search<u8>,
    tree: Search<crate::table::Ends>,
}

impl Desk {
    /// A desk that knows no rules yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Checks the question without searching.
    ///
    /// # Errors
    /// The first thing that cannot be.
    pub fn check(&mut self, question: &Question) -> Result<(), Problem> {
        let i = self.rules(question)?;
        match &self.known[i].1 {
            Engine::Line(rules) => question.story(rules).map(drop),
            Engine::Tree(rules) => question.story(rules).map(drop),
        }
    }

    /// Ranks the moves of a position. The same question, settings and seed give the same answer, unless `stop`, which is
    /// asked every 256 iterations, ends the search early.
    ///
    /// # Errors
    /// The first thing in the question that cannot be.
    pub fn advise(
        &mut self,
        question: &Question,
        settings: &Settings,
        seed: u64,
        stop: impl FnMut() -> bool,
    ) -> Result<Advice, Problem> {
        let i = self.rules(question)?;
        let Self { known, solvers, line, tree } = self;
        let (_, engine, prospects) = &known[i];
        let mut ask = Ask { question, settings, prospects, solvers, seed };
        match engine {
            Engine::Line(rules) => ask.answer(rules, line, stop),
            Engine::Tree(rules) => ask.answer(rules, tree, stop),
        }
    }

    fn rules(&mut self, question: &Question) -> Result<usize, Problem> {
        let spec = question.spec()?;
        if let Some(i) = self.known.iter().position(|(known, ..)| *known == spec) {
            return Ok(i);
        }
        let engine = Engine::new(spec);
        let prospects = engine.prospects();
        self.known.push((spec, engine, prospects));
        Ok(self.known.len() - 1)
    }
}

/// Everything an answer is made from.
#[derive(Debug)]
struct Ask<'a> {
    question: &'a Question,
    settings: &'a Settings,
    prospects: &'a Prospects,
    solvers: &'a mut Vec<(Spec, Solver)>,
    seed: u64,
}

/// A move with the play it is on the table.
type Laid<P> = (Move<P>, Play, Joins);

impl Ask<'_> {
    fn answer<T: Exact>(
        &mut self,
        rules: &Rules<T>,
        search: &mut Search<T::Pos>,
        stop: impl FnMut() -> bool,
    ) -> Result<Advice, Problem> {
        let story = self.question.story(rules)?;
        let view = &story.view;
        let mut rng = Rng::new(self.seed);
        let deals = Belief::new(rules, view).total();
        let mut settings = *self.settings;
        let plays = plays(rules, &story, &self.question.rules);
        if plays.len() < 2 {
            // Nothing to choose: the search only has to say how things stand.
            settings.iterations = settings.iterations.min(2000);
        }
        let judged = search.run(rules, view, self.prospects, &settings, &mut rng, stop);
        let ranked = rank(rules, view, plays, &judged);
        let dummy = T::double_dummy(rules, view, search, &ranked, self.solvers);
        let moves = cards(rules, view, search, &ranked, &dummy, &mut rng);
        let must = match (moves.is_empty(), drawable(rules, view)) {
            (false, _) => Must::Play,
            (true, 0) => Must::Knock,
            (true, left) => Must::Draw { left },
        };
        let win = moves.first().map_or_else(|| search.root(), |card| card.win);
        let holders = holders(rules, view, search);
        Ok(Advice { must, moves, holders, deals, all_deals: search.all_deals, iterations: search.iterations(), win })
    }
}

/// Every play of the hand on the table, with its move; plays that are mirror images of each other once.
fn plays<T: Layouts>(rules: &Rules<T>, story: &Story<T::Pos>, set: &RuleSet) -> Vec<Laid<T::Pos>> {
    let view = &story.view;
    let mut legal = Vec::new();
    rules.choices_of(view.hand, view.pos, &mut legal);
    let may = legal.iter().fold(0u64, |all, m| all | 1 << m.tile);
    let mut out = Vec::new();
    for tile in bits(may).filter_map(Tile::from_index) {
        for play in story.layout.ways(tile, set) {
            if let Some(m) = move_of(rules, view.pos, &story.layout, &play) {
                out.push((m, play, joins(&story.layout, &play)));
            }
        }
    }
    out
}

/// Sorts the moves, the best first. Of moves within 0.3 % of the best, the one that scores most now leads: players
/// don't trust an adviser that passes up points for nothing.
fn rank<T: Layouts>(
    rules: &Rules<T>,
    view: &View<T::Pos>,
    plays: Vec<Laid<T::Pos>>,
    judged: &[Judged<T::Pos>],
) -> Vec<Ranked<T::Pos>> {
    let mut ranked: Vec<Ranked<T::Pos>> = Vec::with_capacity(plays.len());
    for (m, play, joins) in plays {
        if let Some(j) = judged.iter().find(|j| j.play.key == m.key) {
            ranked.push((*j, play, joins));
        }
    }
    let credit = |j: &Judged<T::Pos>| crate::card::awards(rules, view, &j.play).1;
    let sure = |j: &Judged<T::Pos>| j.win - 2.0 * j.error;
    ranked.sort_by(|a, b| sure(&b.0).total_cmp(&sure(&a.0)).then(credit(&b.0).cmp(&credit(&a.0))));
    if let Some((best, ..)) = ranked.first() {
        let best = *best;
        let near = |j: &Judged<T::Pos>| j.win > best.win - 0.003 && j.visits * 5 >= best.visits;
        let first = ranked.iter().enumerate().filter(|(_, (j, ..))| near(j));
        let first = first.max_by_key(|(i, (j, ..))| (credit(j), std::cmp::Reverse(*i))).map_or(0, |(i, _)| i);
        let first = ranked.remove(first);
        ranked.insert(0, first);
        let top = ranked[0].0.win;
        ranked[1..].sort_by(|a, b| b.0.win.min(top).total_cmp(&a.0.win.min(top)).then(credit(&b.0).cmp(&credit(&a.0))));
    }
    ranked
}

fn holders<T: Layouts>(rules: &Rules<T>, view: &View<T::Pos>, search: &Search<T::Pos>) -> Vec<Holder> {
    let mut out = Vec::new();
    for tile in bits(view.unseen(rules.spec.full())) {
        let Some(name) = Tile::from_index(tile) else { continue };
        let mut holder = Holder { tile: name, seats: [0.0; SEATS], boneyard: 1.0 };
        for deal in &search.deals {
            if let Some(seat) = deal.hands.iter().position(|hand| hand >> tile & 1 == 1) {
                #[expect(clippy::cast_possible_truncation, reason = "a share")]
                {
                    holder.seats[seat] += deal.weight as f32;
                }
            }
        }
        holder.boneyard = (1.0 - holder.seats.iter().sum::<f32>()).clamp(0.0, 1.0);
        out.push(holder);
    }
    out
}

/// Tables for which a hand can be solved with all tiles known.
trait Exact: Layouts + Sized {
    /// Share of the deals in which each move is best, empty where that is not worked out.
    fn double_dummy(
        rules: &Rules<Self>,
        view: &View<Self::Pos>,
        search: &Search<Self::Pos>,
        ranked: &[Ranked<Self::Pos>],
        solvers: &mut Vec<(Spec, Solver)>,
    ) -> Vec<f32>;
}

impl Exact for Tree {
    fn double_dummy(
        _rules: &Rules<Self>,
        _view: &View<Self::Pos>,
        _search: &Search<Self::Pos>,
        _ranked: &[Ranked<Self::Pos>],
        _solvers: &mut Vec<(Spec, Solver)>,
    ) -> Vec<f32> {
        Vec::new()
    }
}

impl Exact for Line {
    fn double_dummy(
        rules: &Rules<Self>,
        view: &View<u8>,
        search: &Search<u8>,
        ranked: &[Ranked<u8>],
        solvers: &mut Vec<(Spec, Solver)>,
    ) -> Vec<f32> {
        // As many deals as can be solved in a few milliseconds.
        let tiles: usize = view.counts.iter().sum();
        let n = match (rules.spec.seats, tiles) {
            (2, 13..) => 24,
            (2, 9..) => 96,
            (2, _) => 400,
            (_, 21..) => 0,
            (_, 17..) => 8,
            (_, 13..) => 32,
            _ => 128,
        };
        if n == 0 || ranked.len() < 2 {
            return Vec::new();
        }
        if !solvers.iter().any(|(spec, _)| *spec == rules.spec) {
            let Some(solver) = Solver::new(rules) else { return Vec::new() };
            solvers.push((rules.spec, solver));
        }
        let Some((_, solver)) = solvers.iter_mut().find(|(spec, _)| *spec == rules.spec) else { return Vec::new() };
        let moves: Vec<Move<u8>> = ranked.iter().map(|r| r.0.play).collect();
        let mut share = vec![0.0f32; moves.len()];
        let mut values = Vec::new();
        let mut sum = 0.0;
        for deal in search.deals.iter().step_by(search.deals.len().div_ceil(n).max(1)) {
            solver.values(&deal.hands, view.me, &moves, &mut values);
            let best = values.iter().copied().max().unwrap_or(0);
            #[expect(clippy::cast_possible_truncation, reason = "a share")]
            let weight = deal.weight as f32;
            sum += weight;
            for (share, _) in share.iter_mut().zip(&values).filter(|(_, value)| **value == best) {
                *share += weight;
            }
        }
        share.iter().map(|s| s / sum.max(f32::MIN_POSITIVE)).collect()
    }
}
