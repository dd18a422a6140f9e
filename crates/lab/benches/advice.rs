//! Timings of the adviser in CPU time of one thread, so that a loaded machine does not spoil them:
//! `cargo bench -p sixty-one-lab --bench advice` (a word after `--` picks one part: solver, sampler, latency).

#![expect(clippy::print_stdout, reason = "the timings are the output")]
#![expect(clippy::cast_precision_loss, reason = "counts and nanoseconds")]

use adviser::belief::Belief;
use adviser::engine::Engine;
use adviser::rollout::{Act, Rules, Turn};
use adviser::solver::Solver;
use adviser::spec::{SEATS, Spec};
use adviser::table::{Layouts, Line, Move};
use adviser::view::View;
use adviser::{Desk, Question, Settings, ToldDeed, ToldTurn};
use game::layout::Layout;
use game::rng::Rng;
use game::rules::RuleSet;
use game::tile::{Tile, TileSet};
use lab::arena::duplicate::play_hand;
use lab::arena::players::{Greedy1, Player};
use std::time::Instant;

/// Milliseconds this thread has run, or wall time where the system does not tell.
fn cpu_ms(start: Instant) -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let ns = stat.split(' ').next().and_then(|ns| ns.parse::<f64>().ok());
    ns.map_or_else(|| start.elapsed().as_secs_f64() * 1000.0, |ns| ns / 1e6)
}

/// The kernel counts a thread's time when it leaves a core: give way, so that the count is fresh.
fn now(start: Instant) -> f64 {
    std::thread::yield_now();
    cpu_ms(start)
}

fn main() {
    let part = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let is = |name: &str| part.is_empty() || part == name;
    if is("solver") {
        solver();
    }
    if is("sampler") {
        for (name, rules, seats) in [
            ("pafos, two players", "pafos", 2),
            ("pafos, pairs", "pafos", 4),
            ("all-fives, two players", "all_fives_200", 2),
            ("muggins, two players", "muggins", 2),
        ] {
            let set = RuleSet::preset(rules).expect("a preset");
            match Engine::new(Spec::of(&set, seats, None).expect("a table")) {
                Engine::Line(rules) => sampler(name, &rules),
                Engine::Tree(rules) => sampler(name, &rules),
            }
        }
    }
    if is("latency") {
        for (name, rules, seats) in [
            ("pafos, two players", "pafos", 2),
            ("pafos, pairs", "pafos", 4),
            ("all-fives, two players", "all_fives_200", 2),
            ("five-up, two players", "sbyc_club", 2),
            ("muggins, two players", "muggins", 2),
            ("draw, two players", "draw", 2),
            ("branching draw, two players", "branching_draw_100", 2),
            ("block, two players", "block", 2),
        ] {
            latency(name, rules, seats, if rules == "pafos" { 500 } else { 60 });
        }
    }
}

fn percentile(sorted: &[f64], share: f64) -> f64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index")]
    let i = (sorted.len() as f64 * share) as usize;
    sorted[i.min(sorted.len() - 1)]
}

fn report(what: &str, mut ms: Vec<f64>) {
    ms.sort_by(f64::total_cmp);
    println!(
        "{what}: n {}, ms median {:.4}, 95 % {:.4}, 99 % {:.4}, max {:.4}",
        ms.len(),
        percentile(&ms, 0.5),
        percentile(&ms, 0.95),
        percentile(&ms, 0.99),
        percentile(&ms, 1.0)
    );
}

fn line(spec: Spec) -> Rules<Line> {
    Rules::new(spec, Line::new(spec.max_pip, spec.pay))
}

fn solver() {
    for (pairs, n) in [(false, 2000), (true, 200)] {
        let rules = line(Spec::pafos(pairs));
        let mut solver = Solver::new(&rules).expect("pafos has a solver");
        let mut rng = Rng::new(1);
        let (start, mut ms, mut nodes) = (Instant::now(), Vec::new(), 0);
        for _ in 0..n {
            let hands = rules.deal(&mut rng);
            // The clock is read around five solutions of the same hand: one is too short for it.
            let before = now(start);
            let first = solver.nodes;
            let repeat = 5;
            for _ in 0..repeat {
                solver.clear();
                std::hint::black_box(solver.value(&hands, 0, rules.table.start()));
            }
            ms.push((now(start) - before) / f64::from(repeat));
            nodes += (solver.nodes - first) / 5;
        }
        println!("solver, {} nodes a hand", nodes / n as u64);
        report(if pairs { "exact value of a hand, pairs" } else { "exact value of a hand, two players" }, ms);
    }
}

/// Time to count the deals that fit a position, and to draw a thousand of them.
fn sampler<T: Layouts>(name: &str, rules: &Rules<T>) {
    let mut rng = Rng::new(23);
    let mut views = Views(Vec::new());
    while views.0.len() < 500 {
        let hands = rules.deal(&mut rng);
        let leader = if rules.spec.lead_double { rules.dealt_leader(&hands) } else { 0 };
        let mut rollout = rules.begin(hands, leader, [0; SEATS]);
        play_hand(rules, &mut rollout, &mut [&mut views as &mut dyn Player<T>], [0; SEATS], &mut rng);
    }
    let (start, mut count, mut draw) = (Instant::now(), Vec::new(), Vec::new());
    for view in &views.0 {
        let before = now(start);
        let belief = std::hint::black_box(Belief::new(rules, view));
        let counted = now(start);
        for _ in 0..1000 {
            std::hint::black_box(belief.draw(&mut rng));
        }
        count.push(counted - before);
        draw.push(now(start) - counted);
    }
    report(&format!("counting the deals, {name}"), count);
    report(&format!("drawing a thousand deals, {name}"), draw);
}

/// Plays like a quick player and keeps what it saw.
struct Views<P>(Vec<View<P>>);

impl<T: Layouts> Player<T> for Views<T::Pos> {
    fn choose(&mut self, rules: &Rules<T>, view: &View<T::Pos>, moves: &[Move<T::Pos>], rng: &mut Rng) -> usize {
        self.0.push(view.clone());
        Greedy1.choose(rules, view, moves, rng)
    }
}

fn latency(name: &str, rules: &str, seats: usize, want: usize) {
    let set = RuleSet::preset(rules).expect("a preset");
    let spec = Spec::of(&set, seats, None).expect("a table");
    let questions = questions(&set, spec, want);
    let mut desk = Desk::new();
    let settings = Settings::default();
    let (start, mut ms) = (Instant::now(), Vec::new());
    for question in &questions {
        let before = now(start);
        let advice = desk.advise(question, &settings, 1, || false).expect("a position that was played");
        std::hint::black_box(advice);
        ms.push(now(start) - before);
    }
    report(&format!("advice with cards, {name}, {} iterations", settings.iterations), ms);
}

/// Positions of random play with at least two moves, by playing on the real layout.
fn questions(set: &RuleSet, spec: Spec, want: usize) -> Vec<Question> {
    let mut out: Vec<Question> = Vec::new();
    let mut rng = Rng::new(17);
    let engine = Engine::new(spec);
    while out.len() < want {
        match &engine {
            Engine::Line(rules) => hand(set, rules, &mut rng, &mut out),
            Engine::Tree(rules) => hand(set, rules, &mut rng, &mut out),
        }
    }
    out.truncate(want);
    out
}

fn hand<T: Layouts>(set: &RuleSet, rules: &Rules<T>, rng: &mut Rng, out: &mut Vec<Question>) {
    let spec = rules.spec;
    let hands = rules.deal(rng);
    let leader = if spec.lead_double { rules.dealt_leader(&hands) } else { 0 };
    let top = usize::try_from(spec.target).unwrap_or(61) * 9 / 10;
    let score: [i16; SEATS] = std::array::from_fn(|_| i16::try_from(rng.below(top)).unwrap_or(0));
    let mut rollout = rules.begin(hands, leader, score);
    let mut players = Recorder { set, layout: Layout::new(), told: Vec::new(), asked: Vec::new() };
    let turns = {
        let mut list: [&mut dyn Player<T>; 1] = [&mut players];
        play_hand(rules, &mut rollout, &mut list, [0; SEATS], rng)
    };
    players.tell(rules, &turns, out, leader);
}

struct Recorder<'a, P> {
    set: &'a RuleSet,
    layout: Layout,
    told: Vec<ToldTurn>,
    asked: Vec<(usize, View<P>)>,
}

impl<T: Layouts> Player<T> for Recorder<'_, T::Pos> {
    fn choose(&mut self, rules: &Rules<T>, view: &View<T::Pos>, moves: &[Move<T::Pos>], rng: &mut Rng) -> usize {
        self.asked.push((view.turns.len(), view.clone()));
        Greedy1.choose(rules, view, moves, rng)
    }
}

impl<P: Copy + Eq + std::fmt::Debug> Recorder<'_, P> {
    /// Replays the turns on the real layout, and asks at every place where there was a choice.
    fn tell<T>(mut self, rules: &Rules<T>, turns: &[Turn<P>], out: &mut Vec<Question>, leader: usize)
    where
        T: Layouts<Pos = P>,
    {
        for (i, turn) in turns.iter().enumerate() {
            for (_, view) in self.asked.iter().filter(|(at, _)| *at == i) {
                out.push(Question {
                    rules: self.set.clone(),
                    seats: rules.spec.seats,
                    pairs: Some(rules.spec.pairs),
                    seat: view.me,
                    hand: TileSet::from_bits(u128::from(view.hand)),
                    scores: view.score[..rules.spec.sides()].to_vec(),
                    before: None,
                    leader: Some(leader),
                    turns: self.told.clone(),
                });
            }
            let deed = match turn.act {
                Act::Draw { tiles, .. } => ToldDeed::Draw(usize::from(tiles)),
                Act::Knock { .. } => ToldDeed::Knock,
                Act::Play { tile, key, from } => {
                    let tile = Tile::from_index(usize::from(tile)).expect("a tile");
                    let play = adviser::position::play_of(rules, from, &self.layout, tile, key, self.set);
                    let play = play.expect("a play on the layout");
                    let wanted = adviser::position::wanted(&self.layout, &play);
                    self.layout.lay(play, self.set).expect("a legal play");
                    ToldDeed::Play(wanted)
                }
            };
            self.told.push(ToldTurn { seat: usize::from(turn.seat), deed });
        }
    }
}
