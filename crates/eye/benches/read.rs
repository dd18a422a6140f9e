//! How long one picture takes, by stage: `cargo bench --profile dev -p sixty-one-eye --bench read -- PICTURE...`; without pictures how
//! long the networks take by themselves (`models/training/engines.py` compares that with onnxruntime). With `--models=DIR` other
//! networks than those built in.
//!
//! Prints the median and the 95th percentile of each stage over all pictures and rounds, how long the networks take to
//! load, and the memory that was resident at most.

#![expect(clippy::print_stdout, reason = "figures are what it is for")]

use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use eye::detect::eye::{Eye, Params};
use eye::detect::onnx::OnnxDetector;
use eye::detect::{CROP_HEIGHT, CROP_WIDTH, Detector as _, DetectorError, Planes};
use eye::picture;
use eye::read::assemble_best;

const ROUNDS: usize = 5;

fn main() -> anyhow::Result<()> {
    // Cargo passes `--bench`; what does not begin so is a picture.
    let (options, pictures): (Vec<_>, Vec<_>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let folders: Vec<_> = options.iter().filter_map(|option| option.strip_prefix("--models=")).map(Path::new).collect();
    let start = Instant::now();
    let mut detectors: Vec<_> = folders.iter().map(|folder| OnnxDetector::load(folder, 2)).collect::<Result<_, _>>()?;
    if detectors.is_empty() {
        detectors.push(OnnxDetector::built_in(2)?);
    }
    println!("load      {:8.1} ms", millis(start.elapsed()));
    if pictures.is_empty() {
        return networks(detectors);
    }
    let detector = detectors.swap_remove(0);
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

/// The middle and the lower quarter's time of each network with two threads, on inputs of about the sizes they get; those of several
/// folders by turns.
fn networks(mut detectors: Vec<OnnxDetector>) -> anyhow::Result<()> {
    for (width, height) in [(640, 384), (960, 544), (896, 896)] {
        let picture = Planes::grey(width, height, 100);
        by_turns(&format!("tiles.onnx {width}x{height}"), &mut detectors, |detector| {
            detector.find(&picture).map(|_| ())
        })?;
    }
    let crops = vec![Planes::grey(CROP_WIDTH, CROP_HEIGHT, 100); 32];
    by_turns("pips.onnx 32 crops", &mut detectors, |detector| detector.read(&crops).map(|_| ()))
}

fn by_turns(
    what: &str,
    detectors: &mut [OnnxDetector],
    work: impl Fn(&mut OnnxDetector) -> Result<(), DetectorError>,
) -> anyhow::Result<()> {
    let mut times = vec![Vec::new(); detectors.len()];
    for round in 0..100 {
        for (detector, times) in detectors.iter_mut().zip(&mut times) {
            let start = Instant::now();
            work(detector)?;
            // The first makes the plan.
            if round > 0 {
                times.push(millis(start.elapsed()));
            }
        }
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
        println!("{what} {:.2} ms, a quarter below {:.2}", times[times.len() / 2], times[times.len() / 4]);
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

/// The most memory that was ever resident, as Linux tells it.
fn resident_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kb| kb / 1024.0)
}
