//! Results of watched games: the same figures for every world and every camera.

use super::Laid;
use game::layout::Layout;
use game::rules::RuleSet;
use game::tile::{Tile, TileSet};
use sixty_one::live::recording::Drop;
use std::fmt;

/// The least probabilities of the bins in which stated ones are compared with the outcomes.
const STATED: [f64; 8] = [0.999, 0.995, 0.99, 0.95, 0.9, 0.7, 0.5, 0.0];

/// Value of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was the drop.
    Right,
    /// This one had been dropped.
    Wrong(Tile),
    /// Nothing had been dropped.
    Phantom,
}

/// One proposal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// The tile proposed.
    pub tile: Tile,
    /// Whether it had been dropped.
    pub verdict: Verdict,
    /// Its stated probability.
    pub confidence: f64,
    /// Whether it would have been recorded without asking.
    pub auto: bool,
    /// Whether the next tile was already on the table.
    pub late: bool,
    /// Whether the truth was among the other readings offered.
    pub offered: bool,
    /// Seconds from the moment the hand was gone.
    pub delay: f64,
    /// Seconds of the game.
    pub at: f64,
    /// Number of the hand.
    hand: usize,
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:.4}{}", self.tile, self.confidence, if self.auto { ", auto" } else { "" })?;
        match self.verdict {
            Verdict::Right => write!(f, ") after {:.2} s", self.delay),
            Verdict::Wrong(truth) if self.offered => write!(f, ") for {truth}, offered beside it, at {:.1} s", self.at),
            Verdict::Wrong(truth) => write!(f, ") for {truth} at {:.1} s", self.at),
            Verdict::Phantom => write!(f, ") at {:.1} s", self.at),
        }
    }
}

/// Processor seconds spent on pictures.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    decoding: f64,
    watching: f64,
    looking: f64,
}

/// Results of one game or of several.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Every proposal.
    pub told: Vec<Told>,
    /// Drops that were not proposed, with the time when a person entered them or the game ended.
    pub unseen: Vec<(Tile, f64)>,
    /// Corrections that were proposed, and how many of them were right.
    pub corrections: (usize, usize),
    /// Number of reported disagreements between table and record.
    pub lost: usize,
    /// Pictures that the tracker got.
    pub pictures: usize,
    /// Pictures that the tracker looked at.
    pub looks: usize,
    /// Seconds of play.
    pub seconds: f64,
    /// Games that did not come to their end.
    pub unfinished: usize,
    /// Tiles of the last record that are on the table, and that are not.
    end: (usize, usize),
    spent: Spent,
    /// Resting tables with a whole line in one picture, and the names of those that the record missed without a
    /// question.
    alone: usize,
    silent: Vec<String>,
    /// Tiles of this game that were on the table when a later one was recorded.
    skipped: TileSet,
}

impl Score {
    /// Counts a watched picture.
    pub(super) fn spent(&mut self, decoding: f64, watching: f64, looked: bool) {
        self.pictures += 1;
        self.looks += usize::from(looked);
        self.spent.decoding += decoding;
        *(if looked { &mut self.spent.looking } else { &mut self.spent.watching }) += watching;
    }

    /// Counts a resting table with a whole line in one picture; `held`: the record has it, or a person is asked.
    pub(super) fn read_alone(&mut self, name: &str, held: bool) {
        self.alone += 1;
        self.silent.extend((!held).then(|| name.to_owned()));
    }

    /// Judges a drop that was recorded after `known`, at this time of this hand, while these tiles were on the table. Only the
    /// first tile that the record misses is right. With `in_order` a person then records it; otherwise a tile that was
    /// skipped makes one drop wrong, and those after it continue from there.
    pub(super) fn drop(
        &mut self,
        drop: &Drop,
        (known, rules): (&Layout, &RuleSet),
        laid: &[Laid],
        (at, hand, in_order): (f64, usize, bool),
    ) -> Verdict {
        let missing = |laid: &&Laid| !known.tiles().contains(laid.tile);
        let due = laid.iter().filter(missing).take(if in_order { 1 } else { laid.len() });
        let found = due.clone().find(|due| due.is(known, &drop.play, rules));
        let newest = laid.last().filter(missing);
        let meant = found.or_else(|| newest.and(due.clone().last()));
        let before = |due: &&Laid| found.is_some_and(|found| due.tile != found.tile);
        let skipped: Vec<Tile> = due.take_while(before).map(|due| due.tile).collect();
        let first = skipped.iter().find(|tile| !self.skipped.contains(**tile)).copied();
        skipped.into_iter().for_each(|tile| {
            self.skipped.insert(tile);
        });
        let verdict = match (found, meant) {
            (Some(_), _) => first.map_or(Verdict::Right, Verdict::Wrong),
            (None, Some(meant)) => Verdict::Wrong(meant.tile),
            (None, None) => Verdict::Phantom,
        };
        let truth = meant.and_then(|meant| meant.play);
        let told = Told {
            tile: drop.play.tile(),
            verdict,
            confidence: drop.confidence,
            auto: drop.auto,
            late: found.is_some_and(|found| laid.last() != Some(found)),
            offered: truth.is_some_and(|truth| drop.others.contains(&game::words::play(known, &truth))),
            delay: meant.map_or(0.0, |meant| (at - drop.offered.as_secs_f64() - meant.gone).max(0.0)),
            at,
            hand,
        };
        // A tile that was right, and was then lost to a correction, counts once.
        if verdict != Verdict::Right || !self.has(told.tile, hand) {
            self.told.push(told);
        }
        verdict
    }

    /// Reports whether this tile of this hand was proposed right.
    fn has(&self, tile: Tile, hand: usize) -> bool {
        self.right().any(|told| told.tile == tile && told.hand == hand)
    }

    /// Ends a game with this line in its record. Without `in_order` the tiles that were never proposed count as not seen:
    /// no person has entered them.
    pub(super) fn end(&mut self, line: &Layout, laid: &[Laid], begun: &[Laid], in_order: bool) {
        let there = |tile: Tile| laid.iter().any(|laid| laid.tile == tile);
        let right = line.plays().filter(|play| there(play.tile())).count();
        self.end = (right, line.len() - right);
        if in_order {
            return;
        }
        let hand = self.told.last().map_or(0, |told| told.hand);
        let known = |laid: &&Laid| begun.contains(laid) && line.tiles().contains(laid.tile);
        let missed = laid.iter().filter(|laid| !known(laid) && !self.has(laid.tile, hand));
        let missed: Vec<_> = missed.map(|laid| (laid.tile, self.seconds)).collect();
        self.unseen.extend(missed);
    }

    /// Returns proposals of the drop itself.
    pub fn right(&self) -> impl Iterator<Item = &Told> {
        self.told.iter().filter(|told| told.verdict == Verdict::Right)
    }

    /// Returns proposals of another tile or place than that of the drop.
    pub fn wrong(&self) -> impl Iterator<Item = &Told> {
        self.told.iter().filter(|told| matches!(told.verdict, Verdict::Wrong(_)))
    }

    /// Returns proposals of tiles that had not been dropped.
    pub fn phantoms(&self) -> impl Iterator<Item = &Told> {
        self.told.iter().filter(|told| told.verdict == Verdict::Phantom)
    }

    /// Counts drops at the table.
    #[must_use]
    pub fn drops(&self) -> usize {
        self.right().count() + self.unseen.len()
    }

    /// Compares stated probabilities with outcomes: for each bin of [`STATED`] its least probability, how many proposals stated one in it, how
    /// many of them were right, and how many should have been.
    fn stated(&self) -> Vec<(f64, usize, usize, f64)> {
        let mut most = f64::INFINITY;
        let bin = |least: &f64| {
            let here = self.told.iter().filter(|told| (*least..most).contains(&told.confidence));
            let (n, right, sum) = here.fold((0, 0, 0.0), |(n, right, sum), told| {
                (n + 1, right + usize::from(told.verdict == Verdict::Right), sum + told.confidence)
            });
            most = *least;
            (*least, n, right, sum)
        };
        STATED.iter().map(bin).filter(|bin| bin.1 > 0).collect()
    }

    /// Adds another game.
    pub fn add(&mut self, other: Self) {
        self.told.extend(other.told);
        self.unseen.extend(other.unseen);
        self.corrections = (self.corrections.0 + other.corrections.0, self.corrections.1 + other.corrections.1);
        self.lost += other.lost;
        self.pictures += other.pictures;
        self.looks += other.looks;
        self.seconds += other.seconds;
        self.unfinished += other.unfinished;
        self.end = (self.end.0 + other.end.0, self.end.1 + other.end.1);
        self.spent.decoding += other.spent.decoding;
        self.spent.watching += other.spent.watching;
        self.spent.looking += other.spent.looking;
        self.alone += other.alone;
        self.silent.extend(other.silent);
    }

    /// Returns the delay that this share of the right proposals keeps to, seconds; not a number without any.
    #[must_use]
    pub fn delay(&self, share: f64) -> f64 {
        let mut delays: Vec<f64> = self.right().map(|told| told.delay).collect();
        delays.sort_by(f64::total_cmp);
        let at = (share * delays.len() as f64).ceil() as usize;
        delays.get(at.saturating_sub(1)).copied().unwrap_or(f64::NAN)
    }

    /// Counts proposals that would have been recorded without asking, and those of them that were not right.
    #[must_use]
    pub fn auto(&self) -> (usize, usize) {
        let auto = self.told.iter().filter(|told| told.auto);
        (auto.clone().count(), auto.filter(|told| told.verdict != Verdict::Right).count())
    }

    /// Returns how many of a hundred proposals a person would have been asked about; not a number without any.
    #[must_use]
    pub fn asked_of_100(&self) -> f64 {
        100.0 * (self.told.len() - self.auto().0) as f64 / self.told.len() as f64
    }

    /// Compares stated probabilities with outcomes, in words.
    pub(super) fn kept_word(&self) -> String {
        let bin = |(least, n, right, sum)| format!(">= {least}: {right} of {n} right (stated {sum:.1})");
        self.stated().into_iter().map(bin).collect::<Vec<_>>().join("; ")
    }

    /// Returns the figures for another program.
    pub(super) fn json(&self, title: &str, took: f64) -> serde_json::Value {
        let (auto, auto_wrong) = self.auto();
        serde_json::json!({
            "title": title, "drops": self.drops(), "right": self.right().count(), "wrong": self.wrong().count(),
            "late": self.right().filter(|told| told.late).count(), "missed": self.unseen.len(),
            "auto": auto, "auto_wrong": auto_wrong, "asked_of_100": self.asked_of_100(), "phantoms": self.phantoms().count(), "lost": self.lost,
            "corrections": self.corrections.0, "corrections_right": self.corrections.1,
            "delay_p50": self.delay(0.5), "delay_p95": self.delay(0.95), "delay_most": self.delay(1.0),
            "pictures": self.pictures, "looks": self.looks, "seconds": self.seconds, "finished": self.unfinished == 0,
            "stated": self.stated(), "took_s": took,
        })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = (self.pictures - self.looks).max(1) as f64;
        let core = (self.spent.decoding + self.spent.watching + self.spent.looking) / self.seconds.max(1.0);
        let (auto, auto_wrong) = self.auto();
        write!(
            f,
            "drops {:3} right {:3} late {:2} wrong {:2} phantom {:2} not seen {:3} end {:3}/{} corrected {} ({} right) lost {} \
             asked {:.0} of 100 auto {auto}/{auto_wrong} delay {:.1} p95 {:.1} slowest {:.1} s; {} of {} pictures looked at; ms decode {:.0} gate {:.1} \
             look {:.0}; {:.0} % of a core",
            self.drops(),
            self.right().count(),
            self.right().filter(|told| told.late).count(),
            self.wrong().count(),
            self.phantoms().count(),
            self.unseen.len(),
            self.end.0,
            self.end.1,
            self.corrections.0,
            self.corrections.1,
            self.lost,
            self.asked_of_100(),
            self.delay(0.5),
            self.delay(0.95),
            self.delay(1.0),
            self.looks,
            self.pictures,
            1e3 * self.spent.decoding / self.pictures.max(1) as f64,
            1e3 * self.spent.watching / plain,
            1e3 * self.spent.looking / self.looks.max(1) as f64,
            100.0 * core,
        )?;
        if self.alone > 0 {
            write!(f, "; alone {} held {}", self.alone, self.alone - self.silent.len())?;
        }
        if self.unfinished > 0 {
            write!(f, "; {} not played to the end", self.unfinished)?;
        }
        let words = |told: &Told| told.to_string();
        let odd = [
            ("silent", self.silent.clone()),
            ("wrong", self.wrong().map(words).collect()),
            ("phantom", self.phantoms().map(words).collect()),
            ("not seen", self.unseen.iter().map(|(tile, at)| format!("{tile} at {at:.1} s")).collect()),
        ];
        for (what, tiles) in odd.into_iter().filter(|(_, tiles)| !tiles.is_empty()) {
            write!(f, "; {what} {}", tiles.join(", "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Joint;
    use super::*;
    use game::Seat;
    use game::rules::Points;
    use std::time::Duration;

    /// The tiles of a drawn game on the table, each with the tiles that it touches.
    fn laid(tiles: &[(&str, &[&str])]) -> Vec<Laid> {
        let tile = |name: &str| -> Tile { name.parse().unwrap() };
        let joint = |to: &&str| Joint { to: tile(to), at_end: None };
        let laid = |(name, joints): &(&str, &[&str])| Laid {
            tile: tile(name),
            play: None,
            joints: joints.iter().map(joint).collect(),
            gone: 0.0,
        };
        tiles.iter().map(laid).collect()
    }

    /// Records the drop in the line, and judges it.
    fn judged(score: &mut Score, line: &mut Layout, play: &str, laid: &[Laid]) -> Verdict {
        let (play, rules) = (line.parse_play(play).unwrap(), RuleSet::parse("pafos").unwrap());
        let drop = Drop {
            number: 1,
            event: 0,
            seat: Seat::FIRST,
            play,
            words: String::new(),
            reason: String::new(),
            count: 0,
            points: 0,
            award: Points::ZERO,
            confidence: 1.0,
            named: false,
            auto: true,
            offered: Duration::ZERO,
            others: Vec::new(),
            scores: Vec::new(),
        };
        let verdict = score.drop(&drop, (line, &rules), laid, (1.0, 1, false));
        *line = line.after(&play);
        verdict
    }

    #[test]
    fn a_skipped_tile_makes_one_drop_wrong() {
        let table = laid(&[("6-6", &["6-3", "6-4"]), ("6-3", &["6-6"]), ("6-4", &["6-6", "4-1"]), ("4-1", &["6-4"])]);
        let (mut score, mut line) = (Score::default(), Layout::new());
        let mut drops = ["6-6", "6-4@6-6.s1", "4-1@6-4.4", "6-3@6-6.s2"].into_iter();
        let verdicts: Vec<Verdict> = drops.by_ref().map(|play| judged(&mut score, &mut line, play, &table)).collect();
        let skipped = Verdict::Wrong("6-3".parse().unwrap());
        assert_eq!(verdicts, [Verdict::Right, skipped, Verdict::Right, Verdict::Right]);
        score.end(&line, &table, &[], false);
        assert_eq!((score.drops(), score.right().count(), score.auto()), (4, 3, (4, 1)));
        assert!((score.asked_of_100() - 0.0).abs() < 1e-9);
    }

    #[test]
    fn a_tile_at_another_place_is_wrong() {
        let table = laid(&[("6-3", &["5-3", "6-1"]), ("5-3", &["6-3", "6-5"]), ("6-5", &["5-3"]), ("6-1", &["6-3"])]);
        for (play, verdict) in [("6-1@6-3.6", Verdict::Right), ("6-1@6-5.6", Verdict::Wrong("6-1".parse().unwrap()))] {
            let mut line: Layout = "*6-3 3-5 5-6".parse().unwrap();
            assert_eq!(judged(&mut Score::default(), &mut line, play, &table), verdict);
        }
    }
}
