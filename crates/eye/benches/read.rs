//! Measures one picture by stage: `cargo bench --profile dev -p sixty-one-eye --bench read -- PICTURE...`. Prints the median and the
//! 95th percentile of each stage over all pictures and rounds, how long the networks take to load, and the most resident memory.
//!
//! Without pictures it measures the networks alone, on inputs of about the sizes they get (`models/training/engines.py` compares
//! that with onnxruntime). `--models=DIR` adds other networks than those built in, `--by=all` every engine of this machine, one after the
//! other; `--threads=N` sets the threads, `--rounds=N` the rounds, and `--out=DIR` keeps what went in and came out.

#![expect(clippy::print_stdout, reason = "figures are what it is for")]

use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use eye::detect::eye::{Eye, Params};
use eye::detect::heatmaps::{Heatmaps, N_HEATMAPS};
use eye::detect::onnx::{OnnxDetector, Tier};
use eye::detect::{CROP_HEIGHT, CROP_WIDTH, Detector as _, DetectorError, Planes};
use eye::picture;
use eye::read::assemble_best;

const ROUNDS: usize = 5;

/// The value of the option `--name=VALUE`.
fn option<'a>(options: &'a [String], name: &str) -> Option<&'a str> {
    options.iter().find_map(|option| option.strip_prefix("--")?.strip_prefix(name)?.strip_prefix('='))
}

fn number(options: &[String], name: &str, usual: usize) -> anyhow::Result<usize> {
    option(options, name).map_or(Ok(usual), |value| Ok(value.parse()?))
}

fn main() -> anyhow::Result<()> {
    // Cargo passes `--bench`; what does not begin so is a picture.
    let (options, pictures): (Vec<_>, Vec<_>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let folders: Vec<_> = options.iter().filter_map(|option| option.strip_prefix("--models=")).map(Path::new).collect();
    let threads = number(&options, "threads", 2)?;
    let load = |folder: Option<&Path>| {
        folder.map_or_else(|| OnnxDetector::built_in(threads), |f| OnnxDetector::load(f, threads))
    };
    let start = Instant::now();
    let mut detectors: Vec<_> = folders.iter().map(|folder| load(Some(folder))).collect::<Result<_, _>>()?;
    if detectors.is_empty() {
        detectors.push(load(None)?);
    }
    println!("load      {:8.1} ms", millis(start.elapsed()));
    if pictures.is_empty() {
        if option(&options, "by") == Some("all") {
            let folder = folders.first().copied();
            let all = Tier::all().into_iter().map(Some).chain([None]);
            detectors = all.map(|tier| Ok(load(folder)?.run_by(tier))).collect::<Result<_, DetectorError>>()?;
        }
        let rounds = number(&options, "rounds", 100)?;
        return networks(detectors, rounds, option(&options, "out").map(Path::new));
    }
    let mut detector = detectors.swap_remove(0);
    println!("by        {}", detector.engine());
    let mut eye = Eye::new(detector, Params { clock: since_start, ..Params::default() });
    let mut stages: [Vec<Duration>; 5] = Default::default();
    for path in &pictures {
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let picture = picture::load(Path::new(path))?;
            let decode = start.elapsed();
            let sight = eye.see(&picture.frame)?;
            let start = Instant::now();
            std::hint::black_box(assemble_best(&sight.tiles, picture.width, picture.height));
            let assemble = start.elapsed();
            let all = decode + sight.find + sight.read + assemble;
            for (stage, time) in stages.iter_mut().zip([decode, sight.find, sight.read, assemble, all]) {
                stage.push(time);
            }
        }
    }
    for (name, times) in ["decode", "find", "read", "assemble", "all"].into_iter().zip(&mut stages) {
        times.sort();
        let at = |share: usize| times.get(times.len() * share / 100).map_or(0.0, |&time| millis(time));
        println!("{name:9} {:8.1} ms median {:8.1} ms p95", at(50), at(95));
    }
    println!("resident  {:8.1} MB at most", resident_mb().unwrap_or(f64::NAN));
    Ok(())
}

/// The middle and the lower quarter's time of each network, for each detector.
fn networks(mut detectors: Vec<OnnxDetector>, rounds: usize, out: Option<&Path>) -> anyhow::Result<()> {
    for (width, height) in [(640, 384), (960, 544), (896, 896)] {
        let picture = striped(width, height, 0);
        let name = format!("tiles.onnx {width}x{height}");
        keep(out, &name, "in", picture.values())?;
        let all = |maps: Heatmaps| (0..N_HEATMAPS).flat_map(|channel| maps.channel(channel).to_vec()).collect();
        each_engine(&name, &mut detectors, rounds, out, |detector| detector.find(&picture), all)?;
    }
    let crops: Vec<Planes> = (0..32).map(|seed| striped(CROP_WIDTH, CROP_HEIGHT, seed)).collect();
    let name = "pips.onnx 32 crops";
    keep(out, name, "in", &crops.iter().flat_map(Planes::values).copied().collect::<Vec<_>>())?;
    each_engine(name, &mut detectors, rounds, out, |detector| detector.read(&crops), |read| read.concat())
}

/// A picture of stripes and slopes.
fn striped(width: usize, height: usize, seed: usize) -> Planes {
    let mut planes = Planes::grey(width, height, 0);
    for (k, value) in planes.values_mut().iter_mut().enumerate() {
        let (x, y) = (k % width, k / width);
        let stripe = if (x / 7 + y / 5 + seed).is_multiple_of(3) { 1.9 } else { -1.2 };
        *value = stripe + ((k * 7919 + seed * 104_729) % 1000) as f32 / 1500.0;
    }
    planes
}

/// Writes numbers into a file, little end first.
fn keep(out: Option<&Path>, name: &str, what: &str, numbers: &[f32]) -> anyhow::Result<()> {
    let Some(out) = out else { return Ok(()) };
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    Ok(std::fs::write(out.join(format!("{name}.{what}")), bytes)?)
}

/// Each detector does `work` several times in a row, as a picture follows another; what came of it is kept as `numbers`.
fn each_engine<T>(
    what: &str,
    detectors: &mut [OnnxDetector],
    rounds: usize,
    out: Option<&Path>,
    work: impl Fn(&mut OnnxDetector) -> Result<T, DetectorError>,
    numbers: impl Fn(T) -> Vec<f32>,
) -> anyhow::Result<()> {
    for detector in detectors {
        let engine = detector.engine();
        // The first makes the plan.
        keep(out, what, &engine, &numbers(work(detector)?))?;
        let mut times = Vec::new();
        for _ in 0..rounds {
            let start = Instant::now();
            std::hint::black_box(work(detector)?);
            times.push(millis(start.elapsed()));
        }
        times.sort_by(f64::total_cmp);
        println!("{what} [{engine}] {:.2} ms, a quarter below {:.2}", times[times.len() / 2], times[times.len() / 4]);
    }
    Ok(())
}

/// The time since this was first asked.
fn since_start() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The most memory that was ever resident, as reported by Linux.
fn resident_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kb| kb / 1024.0)
}
