//! Results of a drawn game: the same figures for every camera.

use std::fmt;

use game::layout::Layout;
use game::tile::Tile;

/// The tile as the folders write it, the higher half first.
pub(super) fn tile(tile: Tile) -> String {
    format!("{}-{}", tile.high().get(), tile.low().get())
}

/// Processor seconds of this program so far; 0 where the system does not say.
pub(super) fn cpu_seconds() -> f64 {
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else { return 0.0 };
    let spent = tasks.flatten().filter_map(|task| {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    });
    spent.sum::<u64>() as f64 / 1e9
}

/// Results of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    drops: usize,
    right: usize,
    late: usize,
    wrong: Vec<String>,
    phantom: Vec<String>,
    /// Of both so sure that they would have been recorded unasked.
    wrong_auto: usize,
    auto: usize,
    unseen: Vec<String>,
    end_right: usize,
    end_wrong: usize,
    corrected: usize,
    delays: Vec<f64>,
    seconds: f64,
    pictures: usize,
    looks: usize,
    decoding: f64,
    watching: f64,
    looking: f64,
    /// Resting tables with a whole line in one picture, and the names of those that the record missed without a
    /// question.
    alone: usize,
    silent: Vec<String>,
}

impl Row {
    pub(super) fn add(&mut self, other: &Self) {
        self.drops += other.drops;
        self.right += other.right;
        self.late += other.late;
        self.wrong.extend(other.wrong.iter().cloned());
        self.phantom.extend(other.phantom.iter().cloned());
        self.wrong_auto += other.wrong_auto;
        self.auto += other.auto;
        self.unseen.extend(other.unseen.iter().cloned());
        self.end_right += other.end_right;
        self.end_wrong += other.end_wrong;
        self.corrected += other.corrected;
        self.delays.extend(&other.delays);
        self.seconds += other.seconds;
        self.pictures += other.pictures;
        self.looks += other.looks;
        self.decoding += other.decoding;
        self.watching += other.watching;
        self.looking += other.looking;
        self.alone += other.alone;
        self.silent.extend(other.silent.iter().cloned());
    }

    fn delay(&self, share: f64) -> f64 {
        let mut delays = self.delays.clone();
        delays.sort_by(f64::total_cmp);
        let at = (share * delays.len() as f64).ceil() as usize;
        delays.get(at.saturating_sub(1)).copied().unwrap_or(f64::NAN)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (wrong, phantom) = (self.wrong.len(), self.phantom.len());
        let plain = (self.pictures - self.looks).max(1) as f64;
        let core = (self.decoding + self.watching + self.looking) / self.seconds.max(1.0);
        write!(
            f,
            "drops {:3} right {:3} late {:2} wrong {wrong:2} phantom {phantom:2} not seen {:3} end {:3}/{} corrected {} auto {}/{} \
             delay {:.1} p95 {:.1} slowest {:.1} s; {} of {} pictures looked at; ms decode {:.0} gate {:.1} look {:.0}; {:.0} % of a core",
            self.drops,
            self.right,
            self.late,
            self.unseen.len(),
            self.end_right,
            self.end_wrong,
            self.corrected,
            self.auto,
            self.wrong_auto,
            self.delay(0.5),
            self.delay(0.95),
            self.delay(1.0),
            self.looks,
            self.pictures,
            1e3 * self.decoding / self.pictures.max(1) as f64,
            1e3 * self.watching / plain,
            1e3 * self.looking / self.looks.max(1) as f64,
            100.0 * core,
        )?;
        if self.alone > 0 {
            write!(f, "; alone {} held {}", self.alone, self.alone - self.silent.len())?;
        }
        let odd =
            [("silent", &self.silent), ("wrong", &self.wrong), ("phantom", &self.phantom), ("not seen", &self.unseen)];
        for (what, tiles) in odd.into_iter().filter(|(_, tiles)| !tiles.is_empty()) {
            write!(f, "; {what} {}", tiles.join(" "))?;
        }
        Ok(())
    }
}

/// Compares the tracker's reports with the table.
#[derive(Debug)]
pub(super) struct Score {
    want: Vec<String>,
    from: usize,
    right: Vec<String>,
    row: Row,
}

impl Score {
    pub(super) fn new(want: Vec<String>, from: usize) -> Self {
        let row = Row { drops: want.len() - from, ..Row::default() };
        Self { want, from, right: Vec::new(), row }
    }

    pub(super) fn spent(&mut self, decoding: f64, watching: f64, looked: bool) {
        self.row.pictures += 1;
        self.row.looks += usize::from(looked);
        self.row.decoding += decoding;
        *(if looked { &mut self.row.looking } else { &mut self.row.watching }) += watching;
    }

    /// One picture of a resting table gave its whole line; `held`: the record has it, or a person is asked.
    pub(super) fn read_alone(&mut self, name: &str, held: bool) {
        self.row.alone += 1;
        self.row.silent.extend((!held).then(|| name.to_owned()));
    }

    pub(super) const fn corrected(&mut self) {
        self.row.corrected += 1;
    }

    /// Counts a drop recorded while `lie` tiles were on the table. `since` returns the time since the hand of a drop
    /// was gone.
    pub(super) fn drop(&mut self, tile: &str, lie: usize, sure: f64, auto: bool, since: impl Fn(usize) -> f64) {
        self.row.auto += usize::from(auto);
        if let Some(at) = self.want[..lie].iter().position(|want| want == tile) {
            if !self.right.iter().any(|right| right == tile) {
                self.row.late += usize::from(lie > at + 1);
                self.row.delays.push(since(at + 1));
                self.right.push(tile.to_owned());
            }
            return;
        }
        self.row.wrong_auto += usize::from(auto);
        let words = format!("{tile} ({sure:.4}{})", if auto { ", auto" } else { "" });
        let due = lie > self.from && !self.right.contains(&self.want[lie - 1]);
        (if due { &mut self.row.wrong } else { &mut self.row.phantom }).push(words);
    }

    pub(super) fn row(mut self, line: &Layout, seconds: f64) -> Row {
        let end: Vec<String> = line.plays().map(|play| tile(play.tile())).collect();
        let is_seen =
            |want: &&String| self.right.contains(want) || (self.want[..self.from].contains(want) && end.contains(want));
        self.row.unseen = self.want.iter().filter(|want| !is_seen(want)).cloned().collect();
        self.row.right = self.right.len();
        self.row.end_right = end.iter().filter(|tile| self.want.contains(tile)).count();
        self.row.end_wrong = end.len() - self.row.end_right;
        self.row.seconds = seconds;
        self.row
    }
}
