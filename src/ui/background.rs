//! Work of the store beside the window: backups, the check of a large database, saving pictures. A failure is reported
//! and costs nothing that was recorded.

use crate::platform::IS_PAGE;
use crate::table::DropPicture;
use crate::worker::{Bench, News, Worker};
use language::say;
use std::time::Duration;
use store::{BackupTask, CheckTask};

/// Most backups and pictures that wait; a camera gives a picture for each drop.
const MOST: usize = 16;

/// Delay of the check of a large database after the start: the window comes first.
const CHECK_AFTER: Duration = Duration::from_secs(20);

/// Something to be done.
#[derive(Debug)]
pub(super) enum BackgroundJob {
    /// A copy of the database.
    Backup(BackupTask),
    /// A look at everything.
    Check(CheckTask),
    /// The picture of a drop, and how it came to be recorded.
    Picture(Box<DropPicture>),
}

/// Reason why something could not be done, in words; nothing when it was.
type Problem = Option<String>;

/// Background workers, each started when first needed. The check of everything has a separate one, because it takes
/// long.
#[derive(Debug, Default)]
pub(super) struct BackgroundJobs {
    keeping: Option<Worker<BackgroundJob, Problem>>,
    checking: Option<Worker<BackgroundJob, Problem>>,
    /// The last report: a disk that stays full is not reported with every drop.
    last: Problem,
}

impl BackgroundJobs {
    /// Submits a job. Returns `false` without a thread, or if too much waits.
    pub(super) fn ask(&mut self, job: BackgroundJob) -> bool {
        let (place, name) = match &job {
            BackgroundJob::Check(_) => (&mut self.checking, "check"),
            BackgroundJob::Backup(_) | BackgroundJob::Picture(_) => (&mut self.keeping, "keeping"),
        };
        if place.as_ref().is_none_or(Worker::is_gone) {
            *place = Worker::in_order(name, MOST, || {}, || |job, _: &Bench<Problem>| done(job)).ok();
        }
        place.as_mut().is_some_and(|worker| worker.ask(job).is_ok())
    }

    /// The next thing that the person at the table should know.
    pub(super) fn news(&mut self) -> Problem {
        for place in [&mut self.checking, &mut self.keeping] {
            while let Some(news) = place.as_mut().and_then(Worker::take) {
                let told = match news {
                    News::More(told) | News::Done(told) => told,
                    News::BrokeDown => Some(say!("A background task failed; everything recorded is safe").to_owned()),
                };
                if told.is_some() && told != self.last {
                    self.last.clone_from(&told);
                    return told;
                }
            }
        }
        None
    }
}

fn done(job: BackgroundJob) -> Problem {
    match job {
        // One that fails leaves the older ones.
        BackgroundJob::Backup(task) => task.run().err().map(|why| say!("Can't make a backup: {why}", why)),
        BackgroundJob::Check(task) => {
            // Without a thread beside the window waiting gains nothing.
            if !IS_PAGE {
                std::thread::sleep(CHECK_AFTER);
            }
            let damage = task.run().err()?;
            Some(say!(
                "The stored matches are damaged ({damage}). You can keep playing. Close and reopen the \
                    window soon: Sixty-One then moves what can be saved into a new file and keeps the \
                    damaged one.",
                damage
            ))
        }
        BackgroundJob::Picture(picture) => picture
            .keep()
            .err()
            .map(|why| say!("Can't save the picture of a drop: {why}. The drop itself is recorded.", why)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;
    use store::{BackupReason, Store, Timestamp};

    fn next(jobs: &mut BackgroundJobs) -> Problem {
        let begin = Instant::now();
        loop {
            let told = jobs.news();
            if told.is_some() || begin.elapsed() > Duration::from_secs(20) {
                return told;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn what_fails_is_told_once_and_the_next_is_done() {
        let folder = std::env::temp_dir().join(format!("sixty-one-background-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        let store = Store::open(&folder).unwrap().store;
        let mut jobs = BackgroundJobs::default();
        // A file is in the place of the backups.
        std::fs::write(folder.join("backups"), "in the way").unwrap();
        let backup =
            |seconds: i64| BackgroundJob::Backup(store.backup_task(BackupReason::Asked, Timestamp(seconds * 1000)));
        assert!(jobs.ask(backup(1)) && jobs.ask(backup(2)));
        let told = next(&mut jobs).unwrap();
        assert!(told.starts_with("Can't make a backup: "), "{told}");
        std::fs::remove_file(folder.join("backups")).unwrap();
        assert!(jobs.ask(backup(3)));
        let begin = Instant::now();
        while store.backups().is_empty() && begin.elapsed() < Duration::from_secs(20) {
            assert_eq!(jobs.news(), None, "the same is not told twice");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(store.backups().len(), 1);
        drop(store);
        drop(std::fs::remove_dir_all(folder));
    }
}
