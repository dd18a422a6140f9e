//! `sixty-one-lab evenings`: whole evenings under one seed, in one thread. Two tables with two phones each, their servers, a
//! club with one server or two over one record, its secretary and two captains, and the network between them; every message
//! may be lost, doubled, late or out of order, every server may be killed at any moment, also while it writes, folders go
//! away, disks are full, clocks jump. Another program renews and withdraws links and keys, and their files are damaged; the
//! secretary replaces captains' links. After every step what was answered has to be stored, exactly once, in order, and be on
//! every screen; no link or key opens that was withdrawn.
//!
//! The servers' routes, queues and answers are the program's own, without sockets ([`server::Wire`]); their loops are
//! plain calls. So no library for simulated networks or time is needed: nothing here waits.

mod disk;
mod doors;
mod hall;
mod office;
mod porter;
mod seat;

use anyhow::{Context as _, ensure};
use disk::{EveningDisk, SMALL_DISKS};
use game::rng::Rng;
use hall::Hall;
use seat::Place;
use server::{Limits, Rate};
use sixty_one::cli::join::Joiner;
use std::cell::{Cell, RefCell};
use std::net::IpAddr;
use std::process::{Command, ExitStatus, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};
use store::Timestamp;

/// Tables of an evening.
const TABLES: u8 = 2;
/// Rounds to come to rest at the end.
const REST: u32 = 60;

/// Plays evenings under seeds, with faults, and checks every answer
#[derive(Clone, Debug, clap::Args)]
pub struct EveningsArgs {
    /// Evenings
    #[arg(long, default_value_t = 200)]
    seeds: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    first: u64,
    /// Steps of each evening
    #[arg(long, default_value_t = 120)]
    steps: u32,
    /// Breaks the program on purpose, to see it found
    #[arg(long, value_enum)]
    broken: Option<Break>,
}

/// A fault of the program, made on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Break {
    /// The phone is answered before the act is stored.
    AnswerFirst,
    /// What the disk does not take is answered as entered.
    SayNothing,
    /// The same, of a full disk only.
    SayNothingFull,
    /// A captain is answered before the entry is recorded.
    RecordLater,
    /// A club's server does not hear what another wrote.
    NoNews,
    /// A table's server does not look at its links again.
    OldLinks,
    /// A club's server that can't read its keys begins without any.
    NoKeys,
    /// A club's server goes on opening captains' links that were withdrawn.
    OldCaptains,
}

/// Figures of evenings.
#[derive(Clone, Copy, Debug, Default)]
pub struct EveningTally {
    /// Acts that happened.
    pub acts: u64,
    /// Servers killed.
    pub kills: u64,
    /// Messages lost or doubled, folders taken away, files damaged.
    pub faults: u64,
}

thread_local! {
    static CLOCK: Cell<i64> = const { Cell::new(0) };
}

/// The tables' clock.
fn clock() -> Timestamp {
    Timestamp(CLOCK.get())
}

/// Limits that turn no phone away for asking often or waiting long, since that depends on the machine's speed.
fn limits() -> Limits {
    let often = Rate { burst: 1_000_000, each: Duration::from_micros(1) };
    Limits { requests: often, strangers: often, answer: Duration::from_secs(86_400), ..Limits::default() }
}

/// The newest line of a feed.
fn news(text: &str) -> anyhow::Result<serde_json::Value> {
    let line = text.lines().find_map(|line| line.strip_prefix("data: ")).with_context(|| format!("no news: {text}"))?;
    Ok(serde_json::from_str(line)?)
}

/// Runs the command.
///
/// # Errors
/// The first evening in which something is wrong, by its seed.
#[expect(clippy::print_stdout, reason = "a report")]
pub fn run(args: &EveningsArgs) -> anyhow::Result<()> {
    if std::env::var_os(SMALL_DISKS).is_none() {
        match on_small_disks()? {
            Some(status) => {
                ensure!(status.success(), "see above");
                return Ok(());
            }
            None => println!("no small file system can be mounted here: no disk is ever full"),
        }
    }
    let (begun, mut all) = (Instant::now(), EveningTally::default());
    let mut wrong = Vec::new();
    for seed in args.first..args.first + args.seeds {
        match evening(seed, args.steps, args.broken) {
            Ok(tally) => {
                all.acts += tally.acts;
                all.kills += tally.kills;
                all.faults += tally.faults;
            }
            Err(why) => {
                println!("seed {seed}: {why:#}");
                wrong.push(seed);
            }
        }
    }
    let hours = begun.elapsed().as_secs_f64() / 3600.0;
    println!(
        "{} evenings, {} acts, {} kills, {} other faults; {:.0} evenings an hour; {} wrong",
        args.seeds,
        all.acts,
        all.kills,
        all.faults,
        args.seeds as f64 / hours,
        wrong.len()
    );
    ensure!(wrong.is_empty(), "wrong: {wrong:?}; `evenings --seeds 1 --first SEED` plays one again");
    Ok(())
}

/// Plays the evening of a seed.
///
/// # Errors
/// What is not as it was answered, with the step.
pub fn evening(seed: u64, steps: u32, broken: Option<Break>) -> anyhow::Result<EveningTally> {
    let mut rng = Rng::new(seed);
    CLOCK.set(Timestamp::now().0);
    // Every second club has two servers over one record, and one in two has keys.
    let hall = Rc::new(RefCell::new(Hall::new(rng.next_u64(), seed % 2 == 1, seed % 4 > 1, broken)?));
    let mut places =
        (1..=TABLES).map(|number| Place::new(number, rng.next_u64(), broken)).collect::<anyhow::Result<Vec<_>>>()?;
    let joiner = |at: usize, name: &str| {
        let (hall, from) = (Rc::clone(&hall), IpAddr::from([10, 1, 0, u8::try_from(at).unwrap_or_default() + 1]));
        Joiner::new(name, true, Box::new(move |path, body| hall.borrow_mut().carry(from, path, body)))
    };
    let mut joiners: Vec<_> = places.iter().enumerate().map(|(at, place)| joiner(at, &place.name)).collect();
    // A table without the network brings everything later.
    let mut offline = vec![0_u32; places.len()];
    for now in 0..steps {
        CLOCK.set(CLOCK.get() + if rng.chance(0.01) { 3_600_000 * (rng.below(11) as i64 - 5) } else { 1500 });
        for (at, place) in places.iter_mut().enumerate() {
            place.step(now).with_context(|| format!("step {now}, {}", place.name))?;
            if rng.chance(0.01) {
                offline[at] = now + 40;
            }
            if rng.chance(0.01) {
                joiners[at] = joiner(at, &place.name);
            }
            if offline[at] <= now && rng.chance(0.3) && joiners[at].send(&place.disk.path()).is_err() {
                joiners[at].begin_again();
            }
        }
        let mut hall = hall.borrow_mut();
        hall.step().with_context(|| format!("step {now}, the club"))?;
    }
    rest(&mut places, &hall, &mut joiners, steps).context("at rest")?;
    let hall = hall.borrow();
    Ok(EveningTally {
        acts: places.iter().map(|place| place.acts).sum(),
        kills: hall.kills + places.iter().map(|place| place.kills).sum::<u64>(),
        faults: hall.faults + places.iter().map(|place| place.faults).sum::<u64>(),
    })
}

/// The faults end: everything reaches everybody.
fn rest(places: &mut [Place], hall: &Rc<RefCell<Hall>>, joiners: &mut [Joiner<'_>], steps: u32) -> anyhow::Result<()> {
    {
        let mut hall = hall.borrow_mut();
        hall.come_to_rest()?;
        hall.step()?;
    }
    for place in places.iter_mut() {
        place.come_to_rest()?;
        for now in steps..steps + REST {
            place.step(now).with_context(|| place.name.clone())?;
        }
        ensure!(place.is_up() && !place.has_unsaved(), "{} has not come to rest", place.name);
    }
    for (place, joiner) in places.iter().zip(joiners) {
        joiner.begin_again();
        joiner.send(&place.disk.path())?;
        for (id, acts) in place.check_all()? {
            let there = hall.borrow().stored(id)?;
            ensure!(there == acts, "the club has {} of {} events of {id}, or others", there.len(), acts.len());
        }
        // A second server hears of it.
        hall.borrow_mut().step()?;
        for board in hall.borrow().boards(&place.name)? {
            ensure!(board["tables"][0]["table"] == place.shown()?, "a board of the club shows {board}");
        }
    }
    hall.borrow_mut().rest()
}

/// Fills a disk now and then, or frees it; whether it did.
fn may_fill(disk: &mut EveningDisk, rng: &mut Rng) -> std::io::Result<bool> {
    let (full, left) = (disk.is_full(), rng.below(1 << 17) as u64);
    let turns = rng.chance(if full { 0.15 } else { 0.01 });
    if turns {
        disk.fill((!full).then_some(left))?;
    }
    Ok(turns)
}

/// Runs this command again where every disk of an evening is a small file system of its own, which nothing outside sees;
/// `None` where such cannot be mounted.
fn on_small_disks() -> anyhow::Result<Option<ExitStatus>> {
    let folder = tempfile::tempdir()?;
    let mounts: String = (0..=TABLES)
        .map(|disk| format!("mkdir \"$0/{disk}\" && mount -t tmpfs -o size=8m none \"$0/{disk}\" && "))
        .collect();
    for right in [&["-m"][..], &["-r", "-m"]] {
        let mounted = |and: &str| {
            let mut command = Command::new("unshare");
            command.args(right).args(["sh", "-c", &format!("{mounts}{and}")]).arg(folder.path());
            command
        };
        let able = mounted("exit 61").stderr(Stdio::null()).status().is_ok_and(|status| status.code() == Some(61));
        for disk in 0..=TABLES {
            let _absent = std::fs::remove_dir(folder.path().join(disk.to_string()));
        }
        if able {
            let mut again = mounted("exec \"$@\"");
            again.arg(std::env::current_exe()?).args(std::env::args_os().skip(1)).env(SMALL_DISKS, folder.path());
            return Ok(Some(again.status()?));
        }
    }
    Ok(None)
}
