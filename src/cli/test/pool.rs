//! The threads that run files and explore tests. Each takes the next job when it has finished one.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use super::exploring;
use super::plan::Plan;
use super::progress::ProgressLine;
use crate::Error;
use crate::event_loop::{Location, RealTime, Time, Timestamp};
use crate::exploration::{Level, Report};
use crate::runtime::LARGE_STACK;
use crate::testing::report::{FailureKind, FileReport};
use crate::testing::{Explorable, Ran, Status, failure, running};

/// How often the main thread looks whether the others make progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// How much longer than the limit a callback may run before its thread is given up: the thread itself ends the test
/// when the callback returns.
const GRACE: Duration = Duration::from_secs(1);

/// What a thread does next.
#[derive(Clone, Debug)]
enum Job {
    Run { file: usize },
    Explore { file: usize, test: Explorable, how: (u64, Level) },
}

impl Job {
    const fn file(&self) -> usize {
        match self {
            Self::Run { file } | Self::Explore { file, .. } => *file,
        }
    }
}

/// What a thread has done.
enum Done {
    Ran(Result<Ran, Error>),
    Explored(Vec<usize>, Result<Report, Error>),
    /// The engine has a bug.
    Panicked,
}

/// A thread.
struct Worker {
    /// Its number. A thread that is given up may still send what it has done.
    id: usize,
    jobs: Sender<(Job, Arc<Status>, usize)>,
    /// What it is doing.
    current: Option<Current>,
}

/// What a thread is doing.
struct Current {
    job: Job,
    status: Arc<Status>,
    /// The last number of steps that was seen, and when it changed.
    seen: (u64, Timestamp),
}

/// The results of a file.
struct Unfinished {
    report: Option<FileReport>,
    /// The number of jobs that have not ended.
    open: usize,
}

/// Runs all files.
pub(super) struct Pool<'a> {
    plan: &'a Arc<Plan>,
    files: Arc<Vec<PathBuf>>,
    progress: &'a ProgressLine,
    jobs: VecDeque<Job>,
    unfinished: Vec<Unfinished>,
    workers: Vec<Worker>,
    sender: Sender<(usize, Done)>,
    receiver: Receiver<(usize, Done)>,
    clock: RealTime,
    /// The number of threads so far.
    started: usize,
    /// The first file that has not been reported.
    next: usize,
}

impl<'a> Pool<'a> {
    pub(super) fn new(plan: &'a Arc<Plan>, files: Vec<PathBuf>, progress: &'a ProgressLine) -> Self {
        let (sender, receiver) = channel();
        Self {
            plan,
            jobs: (0..files.len()).map(|file| Job::Run { file }).collect(),
            unfinished: files.iter().map(|_| Unfinished { report: None, open: 1 }).collect(),
            files: Arc::new(files),
            progress,
            workers: Vec::new(),
            sender,
            receiver,
            clock: RealTime::new(),
            started: 0,
            next: 0,
        }
    }

    /// Runs the files, and calls `on_file` with the results of each, in order.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Thread`] if a thread cannot be started.
    pub(super) fn run(mut self, mut on_file: impl FnMut(&FileReport)) -> Result<(), Error> {
        loop {
            self.start_jobs()?;
            if self.workers.iter().all(|worker| worker.current.is_none()) {
                return Ok(());
            }
            match self.receiver.recv_timeout(INTERVAL) {
                Ok((id, done)) => self.finish_job(id, done),
                // This thread has a sender, too, so the channel is never disconnected.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => self.watch(),
            }
            while self.next < self.files.len() && self.unfinished[self.next].open == 0 {
                if let Some(report) = self.unfinished[self.next].report.take() {
                    on_file(&report);
                }
                self.progress.advance();
                self.next += 1;
            }
        }
    }

    fn start_jobs(&mut self) -> Result<(), Error> {
        if self.plan.is_stopped() {
            self.plan.is_incomplete.fetch_or(!self.jobs.is_empty(), Ordering::Relaxed);
            for job in self.jobs.drain(..) {
                self.unfinished[job.file()].open -= 1;
            }
        }
        while !self.jobs.is_empty() {
            let idle = self.workers.iter().position(|worker| worker.current.is_none());
            let worker = match idle {
                Some(worker) => worker,
                None if self.workers.len() < self.plan.jobs => {
                    let worker = self.start_worker()?;
                    self.workers.push(worker);
                    self.workers.len() - 1
                }
                None => return Ok(()),
            };
            let Some(job) = self.jobs.pop_front() else { return Ok(()) };
            let status = self.plan.new_status();
            // A single exploration has all threads for itself.
            let is_alone = self.jobs.is_empty() && self.workers.iter().all(|worker| worker.current.is_none());
            let threads = if is_alone { self.plan.jobs } else { 1 };
            // The thread ends only after it has been replaced.
            let _ = self.workers[worker].jobs.send((job.clone(), Arc::clone(&status), threads));
            self.workers[worker].current = Some(Current { job, status, seen: (0, self.clock.now()) });
        }
        Ok(())
    }

    fn start_worker(&mut self) -> Result<Worker, Error> {
        let (sender, jobs) = channel();
        self.started += 1;
        let id = self.started;
        let (plan, files, done) = (Arc::clone(self.plan), Arc::clone(&self.files), self.sender.clone());
        let work = move || work(id, &plan, &files, &jobs, &done);
        let thread = thread::Builder::new().name("javascript".to_owned()).stack_size(LARGE_STACK);
        thread.spawn(work).map_err(Error::Thread)?;
        Ok(Worker { id, jobs: sender, current: None })
    }

    fn finish_job(&mut self, id: usize, done: Done) {
        let Some(worker) = self.workers.iter().position(|worker| worker.id == id) else { return };
        let Some(current) = self.workers[worker].current.take() else { return };
        let file = current.job.file();
        match done {
            Done::Ran(Ok(Ran { report, explorable, .. })) => {
                self.unfinished[file].report = Some(report);
                self.explore(file, explorable);
            }
            Done::Ran(Err(error)) | Done::Explored(_, Err(error)) => self.fail(file, &current.status, &error.to_string(), None),
            Done::Explored(path, Ok(explored)) => {
                if let Some(report) = &mut self.unfinished[file].report {
                    exploring::add(report, &path, &explored, self.plan);
                }
            }
            Done::Panicked => {
                let message = "the engine has panicked, which is a bug; the rest of the file did not run";
                self.fail(file, &current.status, message, None);
                self.replace(worker);
            }
        }
        self.unfinished[file].open -= 1;
    }

    /// Adds jobs for the tests that are explored. They come before other files, so that files end early.
    fn explore(&mut self, file: usize, explorable: Vec<Explorable>) {
        for test in explorable.into_iter().rev() {
            if let Some(how) = self.plan.exploration(test.option) {
                self.unfinished[file].open += 1;
                self.jobs.push_front(Job::Explore { file, test, how });
            }
        }
    }

    /// Adds a failure to a file whose job did not end normally. The tests that had ended are kept.
    fn fail(&mut self, file: usize, status: &Status, message: &str, location: Option<Location>) {
        let name = self.files[file].display().to_string();
        let report = self.unfinished[file].report.get_or_insert_with(|| FileReport {
            file: name,
            tests: status.take_ended(),
            ..FileReport::default()
        });
        let mut failed = failure(FailureKind::UncaughtException, message.to_owned());
        failed.location = location;
        report.failures.push(failed);
        self.plan.count_failure();
    }

    /// Shows what runs, and gives up threads that have run the same callback for too long.
    fn watch(&mut self) {
        let now = self.clock.now();
        for worker in 0..self.workers.len() {
            let Some(current) = &mut self.workers[worker].current else { continue };
            if let Some((test, _)) = current.status.test() {
                self.progress.show(&test);
            }
            let steps = current.status.steps();
            if steps != current.seen.0 {
                current.seen = (steps, now);
            }
            let took = now.duration_since(current.seen.1);
            if took > self.plan.wall_timeout + GRACE {
                self.give_up(worker, took);
            }
        }
    }

    /// Abandons a thread: the engine cannot be interrupted.
    fn give_up(&mut self, worker: usize, took: Duration) {
        let Some(Current { job, status, .. }) = self.workers[worker].current.take() else { return };
        let (what, place) = running(&status);
        let test = status.test();
        let name = test.as_ref().map(|(name, _)| format!(" in the test '{name}'")).unwrap_or_default();
        let message = format!(
            "JavaScript has been running for {:.0} s of real time without returning{name}{what}; it cannot be \
             interrupted, so the rest of the file did not run",
            took.as_secs_f64()
        );
        let location = place.or_else(|| test.and_then(|(_, location)| location));
        self.fail(job.file(), &status, &message, location);
        self.unfinished[job.file()].open -= 1;
        self.replace(worker);
    }

    fn replace(&mut self, worker: usize) {
        match self.start_worker() {
            Ok(started) => self.workers[worker] = started,
            Err(_) => {
                self.workers.remove(worker);
            }
        }
    }
}

/// Does jobs until there are no more.
fn work(
    id: usize,
    plan: &Plan,
    files: &[PathBuf],
    jobs: &Receiver<(Job, Arc<Status>, usize)>,
    done: &Sender<(usize, Done)>,
) {
    while let Ok((job, status, threads)) = jobs.recv() {
        let file = &files[job.file()];
        let result = catch_unwind(AssertUnwindSafe(|| match job {
            Job::Run { .. } => Done::Ran(plan.run(file, status)),
            Job::Explore { test, how, .. } => {
                Done::Explored(test.path, plan.explore(file, &test.position, how, threads, &status))
            }
        }));
        let has_panicked = result.is_err();
        // If nobody receives this, the process is about to end.
        let _ = done.send((id, result.unwrap_or(Done::Panicked)));
        if has_panicked {
            return;
        }
    }
}
