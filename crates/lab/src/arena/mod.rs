//! `sixty-one-lab arena`: computer players against each other over duplicate deals.

pub mod duplicate;
pub mod players;

use adviser::engine::Engine;
use adviser::rollout::Rules;
use adviser::search::Settings;
use adviser::spec::{Spec, SpecError};
use adviser::table::{Layouts, Line};
use anyhow::{Context as _, bail};
use game::rules::RuleSet;
use std::io::Write as _;

use duplicate::{Mean, duplicate_hand, game};
use players::{Adviser, Greedy, Greedy1, Pimc, Player, Random, Tactics};

/// Runs the same code for whichever table an engine has.
macro_rules! with_rules {
    ($engine:expr, $rules:ident => $body:expr) => {
        match $engine {
            adviser::engine::Engine::Line($rules) => $body,
            adviser::engine::Engine::Tree($rules) => $body,
        }
    };
}
pub(crate) use with_rules;

/// Plays computer players against each other: every deal twice, with the sides exchanged.
#[derive(Debug, clap::Args)]
pub struct ArenaArgs {
    /// First player: random, greedy, greedy1, pimc:N, adviser:ITERATIONS, hfebms (or any of its letters, `tactics:HFE`).
    #[arg(long)]
    a: String,
    /// Second player.
    #[arg(long)]
    b: String,
    /// Rule set, with changes if any: `pafos`, `"pafos hand_sizes=9/-/6"`; `sheffield` is nine tiles, no chip point,
    /// hands played until both are blocked.
    #[arg(long, default_value = "pafos")]
    rules: String,
    /// Seats.
    #[arg(long, default_value_t = 2)]
    seats: usize,
    /// Four seats, everybody for himself, where the rules allow both.
    #[arg(long)]
    single: bool,
    /// Games (rounded up to pairs of games with the same deals); 0 for hands only.
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Hands for the points a hand (pairs of hands with the same deal); 0 for none.
    #[arg(long, default_value_t = 2000)]
    hands: u32,
    /// Score both sides start a game with.
    #[arg(long, default_value_t = 0)]
    from: i16,
    /// Seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Compares the chances to win that advisers state with the results.
    #[arg(long)]
    calibrate: bool,
}

/// Returns the spec for a text of rules.
///
/// # Errors
/// The rule set is unknown, or not for that table.
pub(crate) fn spec(rules: &str, seats: usize, pairs: Option<bool>) -> anyhow::Result<Spec> {
    if rules == "sheffield" {
        anyhow::ensure!(seats == 2 && pairs != Some(true), SpecError::Seats { seats });
        return Ok(Spec::sheffield());
    }
    Ok(Spec::of(&RuleSet::parse(rules)?, seats, pairs)?)
}

/// Runs the tournament and prints the result.
///
/// # Errors
/// An unknown rule set or player.
pub(crate) fn run(args: &ArenaArgs) -> anyhow::Result<()> {
    let spec = spec(&args.rules, args.seats, args.single.then_some(false))?;
    with_rules!(Engine::new(spec), rules => fight(args, &rules))
}

/// Tables of which players exist: exact solving needs one line.
trait Roster: Layouts + Clone {
    fn pimc(rules: &Rules<Self>, deals: usize) -> Option<Box<dyn Player<Self>>>;
}

impl Roster for Line {
    fn pimc(rules: &Rules<Self>, deals: usize) -> Option<Box<dyn Player<Self>>> {
        Pimc::new(rules, deals).map(|player| Box::new(player) as Box<dyn Player<Self>>)
    }
}

impl Roster for adviser::table::Tree {
    fn pimc(_rules: &Rules<Self>, _deals: usize) -> Option<Box<dyn Player<Self>>> {
        None
    }
}

fn player<T: Roster>(name: &str, rules: &Rules<T>) -> anyhow::Result<Box<dyn Player<T>>>
where
    T::Pos: 'static,
{
    let (kind, rest) = name.split_once(':').unwrap_or((name, ""));
    Ok(match kind {
        "random" => Box::new(Random),
        "greedy" => Box::new(Greedy),
        "greedy1" => Box::new(Greedy1),
        "hfebms" => Box::new(Tactics::new("HFEBMS")),
        "tactics" => Box::new(Tactics::new(rest)),
        "pimc" => {
            let deals = rest.parse().with_context(|| format!("`{name}`: a number of deals is needed, like pimc:64"))?;
            T::pimc(rules, deals).context("pimc needs an exact solver, and these rules have none")?
        }
        "adviser" => Box::new(Adviser::new(settings(rest)?, rules.prospects())),
        _ => bail!("there is no player `{name}`: random, greedy, greedy1, pimc:N, adviser:ITERATIONS, hfebms"),
    })
}

/// `1000` or `1000:explore=0.5:opponent=1`: iterations and settings for experiments.
fn settings(text: &str) -> anyhow::Result<Settings> {
    let mut parts = text.split(':');
    let first = parts.next().unwrap_or("");
    let mut s = Settings {
        iterations: first.parse().with_context(|| format!("`{first}` is not a number"))?,
        ..Settings::default()
    };
    s.pool = s.pool.min(usize::try_from(s.iterations)?);
    for part in parts {
        let (key, value) = part.split_once('=').with_context(|| format!("`{part}` is not a setting"))?;
        let x: f32 = value.parse().with_context(|| format!("`{value}` is not a number"))?;
        let model = s.model.get_or_insert(adviser::policy::Model::CLUB);
        match key {
            "explore" => s.explore = x,
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number")]
            "pool" => s.pool = x as usize,
            "opponent" => s.opponent = x,
            "partner" => s.partner = x,
            "greedy" => s.greedy = x,
            "fear" => s.fear = x,
            "heat" => s.temperature = x,
            "shed" => s.shed = x,
            "prior" => s.prior = x,
            "own" => s.own = x,
            "race" => s.race = x > 0.0,
            "mfear" => model.fear = x,
            "mheat" => model.temperature = x,
            "slip" => model.slip = x,
            "model" => s.model = (x > 0.0).then_some(*model),
            _ => bail!("there is no setting `{key}`"),
        }
    }
    Ok(s)
}

#[expect(clippy::print_stdout, reason = "the result is the command's output")]
fn fight<T: Roster>(args: &ArenaArgs, rules: &Rules<T>) -> anyhow::Result<()>
where
    T::Pos: 'static,
{
    let mut a = player(&args.a, rules)?;
    let mut b = player(&args.b, rules)?;
    let mut players: [&mut dyn Player<T>; 2] = [&mut *a, &mut *b];
    let mut points = Mean::default();
    for i in 0..args.hands.div_ceil(2) {
        bar("hands", i, args.hands.div_ceil(2));
        points.add(duplicate_hand(rules, &mut players, seed(args.seed, 0, i)));
    }
    if args.hands > 0 {
        println!(
            "{} v {}: {:+.3} points a hand, 95 % interval +-{:.3}, {} hands",
            args.a,
            args.b,
            points.mean(),
            points.half_width(),
            2 * args.hands.div_ceil(2)
        );
    }
    let (mut wins, mut hands) = (Mean::default(), 0);
    let mut stated = Vec::new();
    for i in 0..args.games.div_ceil(2) {
        bar("games", i, args.games.div_ceil(2));
        let mut won = 0.0;
        for swap in 0..2 {
            let (win, n) = game(rules, &mut players, seed(args.seed, 1, i), swap, args.from);
            for (player, won) in players.iter_mut().zip([win, !win]) {
                stated.extend(player.stated().into_iter().map(|chance| (chance, won)));
            }
            won += if win { 50.0 } else { 0.0 };
            hands += n;
        }
        wins.add(won);
    }
    if args.games > 0 {
        let games = 2 * args.games.div_ceil(2);
        println!(
            "{} v {}: {:.2} % of games won, 95 % interval +-{:.2}, {} games, {:.1} hands a game",
            args.a,
            args.b,
            wins.mean(),
            wins.half_width(),
            games,
            f64::from(hands) / f64::from(games)
        );
    }
    if args.calibrate {
        calibration(&stated);
    }
    Ok(())
}

/// Stated chances against outcomes, by tenths.
#[expect(clippy::print_stdout, reason = "the result is the command's output")]
fn calibration(stated: &[(f32, bool)]) {
    let (mut error, mut n) = (0.0, 0.0);
    for tenth in 0..10u8 {
        let low = f32::from(tenth) / 10.0;
        let inside = |chance: f32| chance >= low && (chance < low + 0.1 || tenth == 9);
        let (mut said, mut came) = (Mean::default(), Mean::default());
        for &(chance, won) in stated.iter().filter(|(chance, _)| inside(*chance)) {
            said.add(100.0 * f64::from(chance));
            came.add(if won { 100.0 } else { 0.0 });
        }
        if said.len() > 0.0 {
            println!("stated {:5.1} %, won {:5.1} %, {} positions", said.mean(), came.mean(), said.len());
            error += said.len() * (said.mean() - came.mean()).abs();
            n += said.len();
        }
    }
    println!("mean difference over {n} positions: {:.2} points of a hundred", error / f64::max(n, 1.0));
}

fn seed(seed: u64, kind: u64, i: u32) -> u64 {
    game::rng::Rng::new(seed.wrapping_mul(0x1000_0000_01b3) ^ kind << 40 ^ u64::from(i)).next_u64()
}

/// A bar on standard error, redrawn about a hundred times; nothing where that is not a screen.
#[expect(clippy::print_stderr, reason = "progress is for the person waiting")]
fn bar(what: &str, done: u32, of: u32) {
    use std::io::IsTerminal as _;
    if !std::io::stderr().is_terminal() || !done.is_multiple_of((of / 100).max(1)) {
        return;
    }
    let full = usize::try_from(u64::from(done + 1) * 40 / u64::from(of.max(1))).unwrap_or(40);
    eprint!("\r{what} [{:<40}] {}/{of}", "#".repeat(full), done + 1);
    if done + 1 >= of {
        eprint!("\r{:70}\r", "");
    }
    let _ignored = std::io::stderr().flush();
}
