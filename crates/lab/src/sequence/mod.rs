//! `sixty-one-lab sequence DIR..`: plays drawn games, drop by drop, through the tracker in counted time, with the
//! faults of cameras and people, and reports the results.
//!
//! A folder holds `NN_a` (tiles 1 to NN on the table, nothing else), `NN_b` (a hand at tile NN) and `NN_c` (the hand
//! coming or going) as pictures, and `truth.json` with the tiles in the order they were played.

pub(crate) mod camera;
mod fit;
mod remember;
mod score;

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use eye::Reader;
use eye::detect::Eye;
use eye::detect::eye::Params;
use eye::picture::Picture;
use game::layout::Layout;
use game::rules::RuleSet;
use game::{Act, Match, Seat, Setup};
use sixty_one::live::recording::{AutomaticRecording, Entry};
use sixty_one::live::{Networks, TableState};
use sixty_one::table::Table;
use tracker::{Look, Tracker};

use camera::{CONDITIONS, Condition, Film, FilmCamera, Pace};
use fit::Fit;
use remember::Remembering;
use score::{Row, Score, cpu_seconds, tile};

/// Plays drawn games through the watcher, in counted time, and reports.
#[derive(Debug, clap::Args)]
pub(crate) struct SequenceArgs {
    /// The folders of the games.
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// Rules of the games.
    #[arg(long, value_name = "RULES", default_value = "pafos hand_sizes=14/-/7")]
    rules: String,
    /// Use the networks in this folder instead of those that belong to the program.
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
    /// Conditions of the camera, such as clean,tremble,evening; all, and others for people's habits that are in no
    /// list.
    #[arg(long, value_name = "NAMES", default_value = "clean")]
    conditions: String,
    /// Seconds of peace after each drop.
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0)]
    rest: f64,
    /// Seconds before the first hand.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    before: f64,
    /// Pictures a second.
    #[arg(long, value_name = "N", default_value_t = 8.0)]
    fps: f64,
    /// Pictures that come sooner after the last one are dropped, as from a camera in the network.
    #[arg(long, value_name = "MS", default_value_t = 190.0)]
    apart_ms: f64,
    /// Begin with this many tiles on the table.
    #[arg(long, value_name = "K", default_value_t = 0)]
    from: usize,
    /// End after this many drops.
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// Count this many milliseconds for a look.
    #[arg(long, value_name = "MS", default_value_t = 60.0)]
    look_ms: f64,
    /// Keep every picture in which something was decided, and all that was thought, in this folder.
    #[arg(long, value_name = "DIR")]
    decisions: Option<PathBuf>,
    /// Keep drawn pictures and the networks' output in this folder, and reuse them: for trying changes of the tracker.
    /// The times of looks mean nothing then.
    #[arg(long, value_name = "DIR")]
    remember: Option<PathBuf>,
    /// Also reads the last picture of every resting table alone: if it gives the whole line, the record must have that
    /// line, or a person must be asked.
    #[arg(long)]
    law: bool,
    /// Count what such a reading is worth, and write it to this file of the tracker.
    #[arg(long, value_name = "FILE", requires = "law")]
    fit: Option<PathBuf>,
    /// Seed of the random choices.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

/// Plays every folder in every condition.
///
/// # Errors
/// A folder without a game, an unknown condition, networks that cannot be used.
pub(crate) fn run(args: &SequenceArgs) -> anyhow::Result<()> {
    let networks = args.models.clone().map_or(Networks::BuiltIn, Networks::Folder);
    let rules = RuleSet::parse(&args.rules)?;
    let named = |name: &str| CONDITIONS.iter().find(|(known, _)| *known == name);
    let conditions: Vec<&(&str, Condition)> = match args.conditions.as_str() {
        "all" => CONDITIONS.iter().take(camera::LISTED).collect(),
        "every" => CONDITIONS.iter().collect(),
        names => names
            .split(',')
            .map(|name| named(name).with_context(|| format!("there is no condition \"{name}\"")))
            .collect::<Result<_, _>>()?,
    };
    let most = args.most.map_or(usize::MAX, |most| args.from + most);
    let films = args.folders.iter().map(|folder| Film::load(folder, most)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut alone = match args.law {
        true => Some(Reader::new(eyes(args, &networks)?)),
        false => None,
    };
    let mut watcher = Tracker::new(eyes(args, &networks)?);
    let (mut all, mut fit) = (Row::default(), Fit::default());
    let mut runs = 0;
    for (name, condition) in conditions {
        for film in &films {
            let row =
                Playing::begin(args, film, (name, condition), &rules, &mut watcher)?.play(alone.as_mut(), &mut fit)?;
            writeln!(io::stdout(), "{:>8} {name:9} {row}", film.name)?;
            all.add(&row);
            runs += 1;
        }
    }
    if let Some(path) = &args.fit {
        std::fs::write(path, fit.file()).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    if runs > 1 {
        writeln!(io::stdout(), "     ALL {runs} runs  {all}")?;
    }
    Ok(())
}

fn eyes(args: &SequenceArgs, networks: &Networks) -> anyhow::Result<Eye<Remembering>> {
    Ok(Eye::new(Remembering::new(networks.load()?, args.remember.as_deref()), Params::default()))
}

/// One game in one condition.
struct Playing<'a> {
    args: &'a SequenceArgs,
    film: &'a Film,
    watcher: &'a mut Tracker<Remembering>,
    recording: AutomaticRecording,
    camera: FilmCamera<'a>,
    score: Score,
    base: Instant,
    /// Text of the decisions.
    story: Option<(PathBuf, String)>,
}

impl<'a> Playing<'a> {
    fn begin(
        args: &'a SequenceArgs,
        film: &'a Film,
        (name, condition): (&'a str, &'a Condition),
        rules: &RuleSet,
        watcher: &'a mut Tracker<Remembering>,
    ) -> anyhow::Result<Self> {
        if args.from >= film.len() {
            bail!("{} has {} tiles: nothing is laid after that", film.name, film.len());
        }
        let setup = Setup::new(rules.clone(), &["Anna", "Ben"]);
        let mut game = Match::start(setup)?;
        game.act(Act::Deal { leader: Seat::FIRST, hands: Vec::new() })?;
        let pace = Pace { before: args.before, rest: args.rest, fps: args.fps, from: args.from };
        let mut camera = FilmCamera::new(film, condition, pace, args.seed);
        if let Some(folder) = &args.remember {
            let run = [args.before, args.rest, args.fps].map(|seconds| seconds.to_string()).join("-");
            let run = format!("{}-{name}-{}-{}-{}-{run}", film.name, args.seed, args.from, film.len());
            let folder = folder.join(run);
            std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
            camera.keep_in(folder);
        }
        watcher.forget();
        watcher.record(Some(Arc::new(game.clone())));
        let story = args.decisions.as_ref().map(|folder| (folder.join(format!("{}-{name}", film.name)), String::new()));
        if let Some((folder, _)) = &story {
            std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        }
        let score = Score::new(film.tiles(), args.from);
        Ok(Self {
            args,
            film,
            watcher,
            recording: AutomaticRecording::new(Table::in_memory(game), ""),
            camera,
            score,
            base: Instant::now(),
            story,
        })
    }

    fn play(mut self, mut alone: Option<&mut Reader<Remembering>>, fit: &mut Fit) -> anyhow::Result<Row> {
        let (mut busy, mut due) = (0.0, 0.0);
        let mut rested: Option<(String, Picture)> = None;
        while let Some(shown) = self.camera.next() {
            if shown.at < due || shown.at < busy {
                continue;
            }
            due = shown.at + self.args.apart_ms / 1e3;
            if let (Some((name, picture)), Some(alone)) = (&rested, &mut alone)
                && *name != shown.name()
            {
                self.hold_to_the_law(alone, picture, name, fit)?;
                rested = None;
            }
            let Some(bytes) = self.camera.jpeg() else { bail!("{}: a picture cannot be encoded", self.film.name) };
            let before = cpu_seconds();
            let picture = eye::picture::decode(&bytes)?;
            if alone.is_some() && shown.is_resting() {
                rested = Some((shown.name(), picture.clone()));
            }
            let frame = picture.frame;
            let decoded = cpu_seconds();
            let look = Look { frame: Arc::new(frame), at: Duration::from_secs_f64(shown.at), still: false };
            let looked = self.watcher.see(&look)?;
            self.score.spent(decoded - before, cpu_seconds() - decoded, looked);
            if looked {
                self.watcher.took(Duration::from_secs_f64(self.args.look_ms / 1e3));
                busy = shown.at + self.args.look_ms / 1e3;
            }
            let decided = if looked { busy } else { shown.at };
            self.take_down(&bytes, shown, decided, looked)?;
        }
        if let (Some((name, picture)), Some(alone)) = (&rested, &mut alone) {
            self.hold_to_the_law(alone, picture, name, fit)?;
        }
        if let Some((folder, text)) = &self.story {
            let path = folder.join("story.txt");
            std::fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))?;
        }
        let line = self.recording.game().state().round.as_ref().map(|round| round.layout.clone()).unwrap_or_default();
        Ok(self.score.row(&line, self.camera.seconds()))
    }

    /// Checks that where this picture alone gives the line, the record has it or a person is asked.
    fn hold_to_the_law(
        &mut self,
        alone: &mut Reader<Remembering>,
        picture: &Picture,
        name: &str,
        fit: &mut Fit,
    ) -> anyhow::Result<()> {
        let Some(round) = self.recording.game().state().running() else { return Ok(()) };
        let lie = name.split('_').next().and_then(|lie| lie.parse().ok()).unwrap_or(0);
        let tiles = |layout: &Layout| layout.plays().map(|play| tile(play.tile())).collect::<BTreeSet<_>>();
        let truth: BTreeSet<String> = self.film.tiles().into_iter().take(lie).collect();
        let rules = &self.recording.game().setup().rules;
        let reading = alone.read(picture, rules)?;
        fit.add(&reading, &self.film.laid(lie), rules.tiles().len());
        let read = reading.laid(rules).map(|laid| tiles(&laid.layout)).unwrap_or_default();
        let sighting = self.watcher.sighting(0, "", None);
        let asks = sighting.proposal.is_some() || matches!(sighting.state, TableState::Lost { .. });
        if lie > 0 && read == truth {
            self.score.read_alone(name, asks || tiles(&round.layout) == truth);
        }
        Ok(())
    }

    /// Notes what the watcher says and compares it with the tiles on the table.
    fn take_down(&mut self, picture: &[u8], shown: camera::Shown, decided: f64, looked: bool) -> anyhow::Result<()> {
        let now = self.base + Duration::from_secs_f64(decided);
        let sighting = self.watcher.sighting(0, "", None);
        let mut entries = self.recording.hear(&sighting, None, now);
        entries.extend(self.recording.settle(&sighting, now));
        let lie = self.camera.lie_at(decided);
        for entry in &entries {
            match entry {
                Entry::Dropped(drop) => {
                    let gone = |k: usize| {
                        self.camera.gone(k).map_or(0.0, |gone| (decided - drop.offered.as_secs_f64() - gone).max(0.0))
                    };
                    self.score.drop(&tile(drop.play.tile()), lie, drop.confidence, drop.auto, gone);
                }
                Entry::Corrected(_) => self.score.corrected(),
                Entry::Said(_) | Entry::Found(_) | Entry::Refused(_) => {}
            }
        }
        if let Some((folder, text)) = &mut self.story {
            use std::fmt::Write as _;
            let name = format!("{:06.2}-{}", shown.at, shown.name());
            if looked || !entries.is_empty() {
                // Writing to a text cannot fail.
                let _never = writeln!(text, "{name} {}: {}", sighting.state, self.watcher.story());
                for entry in &entries {
                    let _never = writeln!(text, "    => {entry:?}");
                }
                keep(folder, &name, picture)?;
            } else {
                let _never = writeln!(text, "{name} {}: {}", sighting.state, self.watcher.story());
            }
        }
        if !entries.is_empty() {
            self.watcher.record(Some(Arc::new(self.recording.game().clone())));
        }
        Ok(())
    }
}

fn keep(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let path = folder.join(format!("{name}.jpg"));
    std::fs::write(&path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}
