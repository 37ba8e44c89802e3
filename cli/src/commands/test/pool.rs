//! The threads that run files and explore tests. Each takes the next job when it has finished one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use posttask::Error;
use posttask::event_loop::{Clock, Location, RealTime, Timestamp};
use posttask::exploration::Report;
use posttask::internal::runtime::LARGE_STACK;

use super::exploring;
use super::files::FileOfProject;
use super::jobs::{Job, Jobs};
use super::plan::{FileError, Plan};
use super::progress::ProgressLine;
use crate::corpus::Fate;
use crate::deadline;
use crate::testing::report::{Failure, FailureKind, FileReport, TestReport};
use crate::testing::{Explorable, Ran, Status, failure, running};

/// How often the main thread looks whether the others make progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// How much longer than the limit a callback may run before its thread is given up: the thread itself ends the test
/// when the callback returns.
const GRACE: Duration = Duration::from_secs(1);

/// What a thread has done.
enum Done {
    Ran(Result<Ran, FileError>),
    Explored(Vec<usize>, Result<Box<(Report, Fate)>, FileError>),
    /// The run was stopped before.
    Skipped,
    /// The engine has a bug.
    Panicked,
}

/// The end of a job.
struct Finished {
    /// The number of the thread.
    worker: usize,
    job: Job,
    status: Arc<Status>,
    done: Done,
}

/// What a thread is doing. The thread writes it, and the main thread watches it.
type Current = Mutex<Option<(Job, Arc<Status>)>>;

/// A thread, as the main thread sees it.
struct Worker {
    /// Its number. A thread that is given up may still send what it has done.
    id: usize,
    current: Arc<Current>,
    /// The status and the number of steps that were seen last, and when they changed.
    seen: (Option<Arc<Status>>, u64, Timestamp),
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
    files: Arc<Vec<FileOfProject>>,
    progress: &'a ProgressLine,
    jobs: Arc<Jobs>,
    unfinished: Vec<Unfinished>,
    workers: Vec<Worker>,
    sender: Sender<Finished>,
    receiver: Receiver<Finished>,
    clock: RealTime,
    /// The number of threads so far.
    started: usize,
    /// The first file that has not been reported.
    next: usize,
    /// When the deadline was seen to have passed.
    deadline: Option<Timestamp>,
}

/// Locks what a thread is doing. It is a value that is replaced as a whole.
fn lock(current: &Current) -> MutexGuard<'_, Option<(Job, Arc<Status>)>> {
    current.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Pool<'a> {
    pub(super) fn new(plan: &'a Arc<Plan>, files: Vec<FileOfProject>, progress: &'a ProgressLine) -> Self {
        let (sender, receiver) = channel();
        Self {
            plan,
            jobs: Arc::new(Jobs::new((0..files.len()).map(|file| Job::Run { file }))),
            unfinished: files.iter().map(|_| Unfinished { report: None, open: 1 }).collect(),
            files: Arc::new(files),
            progress,
            workers: Vec::new(),
            sender,
            receiver,
            clock: RealTime::new(),
            started: 0,
            next: 0,
            deadline: None,
        }
    }

    /// Runs the files, and calls `on_file` with the results of each, in order.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Thread`] if a thread cannot be started.
    pub(super) fn run(mut self, mut on_file: impl FnMut(&FileReport)) -> Result<(), Error> {
        for _ in 0..self.plan.jobs.min(self.files.len()) {
            self.start_worker()?;
        }
        while !self.jobs.is_done() {
            match self.receiver.recv_timeout(INTERVAL) {
                Ok(finished) => self.finish_job(finished)?,
                // This thread has a sender, too, so the channel is never disconnected.
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => self.watch()?,
            }
            while self.next < self.files.len() && self.unfinished[self.next].open == 0 {
                if let Some(report) = self.unfinished[self.next].report.take() {
                    on_file(&report);
                }
                self.progress.advance();
                self.next += 1;
            }
        }
        self.jobs.close();
        Ok(())
    }

    fn start_worker(&mut self) -> Result<(), Error> {
        self.started += 1;
        let id = self.started;
        let current = Arc::new(Current::default());
        let work = Work {
            id,
            plan: Arc::clone(self.plan),
            files: Arc::clone(&self.files),
            jobs: Arc::clone(&self.jobs),
            current: Arc::clone(&current),
            done: self.sender.clone(),
        };
        let thread = thread::Builder::new().name("javascript".to_owned()).stack_size(LARGE_STACK);
        thread.spawn(move || work.run()).map_err(Error::Thread)?;
        self.workers.push(Worker { id, current, seen: (None, 0, self.clock.now()) });
        Ok(())
    }

    fn finish_job(&mut self, Finished { worker, job, status, done }: Finished) -> Result<(), Error> {
        // A thread that was given up may still end its job.
        let Some(index) = self.workers.iter().position(|it| it.id == worker) else { return Ok(()) };
        let file = job.file();
        let mut next = Vec::new();
        match done {
            Done::Ran(Ok(Ran { report, explorable, .. })) => {
                self.unfinished[file].report = Some(report);
                next = self.explorations(file, explorable);
            }
            Done::Ran(Err(error)) | Done::Explored(_, Err(error)) => self.fail(file, &status, &error.to_string(), None),
            Done::Explored(path, Ok(explored)) => {
                if let Some(report) = &mut self.unfinished[file].report {
                    let (explored, fate) = *explored;
                    exploring::add(report, &path, &explored, fate, self.plan, &self.files[file]);
                }
            }
            Done::Skipped => self.plan.is_incomplete.store(true, Ordering::Relaxed),
            Done::Panicked => {
                let message = format!("the engine panicked, which is a bug; {}", not_done(&job));
                self.fail_job(&job, &status, &message, None);
                self.workers.swap_remove(index);
                self.start_worker()?;
            }
        }
        self.unfinished[file].open += next.len();
        self.unfinished[file].open -= 1;
        let more = next.len().min(self.plan.jobs.saturating_sub(self.workers.len()));
        self.jobs.end(next);
        (0..more).try_for_each(|_| self.start_worker())
    }

    /// The explorations of the tests of a file.
    fn explorations(&self, file: usize, explorable: Vec<Explorable>) -> Vec<Job> {
        let explored = explorable.into_iter().filter_map(|test| {
            let how = Box::new(self.plan.exploration(&self.files[file], &test)?);
            Some(Job::Explore { file, test, how })
        });
        explored.collect()
    }

    /// Adds a failure to the test that a job explored, or to the file that it ran.
    fn fail_job(&mut self, job: &Job, status: &Status, message: &str, location: Option<Location>) {
        match (job, &mut self.unfinished[job.file()].report) {
            (Job::Explore { test, .. }, Some(report)) => {
                let failed = failure(FailureKind::Timeout, message.to_owned());
                exploring::fail(report, &test.path, &Failure { location, ..failed });
                self.plan.count_failure();
            }
            _ => self.fail(job.file(), status, message, location),
        }
    }

    /// Adds a failure to a file whose job did not end normally. The tests that had ended are kept.
    fn fail(&mut self, file: usize, status: &Status, message: &str, location: Option<Location>) {
        let started = self.unfinished[file].report.take();
        let empty = || FileReport { tests: status.take_ended(), ..self.new_report(file) };
        let mut report = started.unwrap_or_else(empty);
        let failed = failure(FailureKind::UncaughtException, message.to_owned());
        report.failures.push(Failure { location, ..failed });
        self.unfinished[file].report = Some(report);
        self.plan.count_failure();
    }

    /// A report of a file without tests.
    fn new_report(&self, file: usize) -> FileReport {
        let file = &self.files[file];
        let project = self.plan.project(file).name.clone();
        FileReport { file: file.path.display().to_string(), project, ..FileReport::default() }
    }

    /// Adds a test that did not end to the tests of a file that had ended.
    fn fail_test(&mut self, file: usize, status: &Status, name: String, location: Option<Location>, message: &str) {
        let mut tests = status.take_ended();
        let failed = failure(FailureKind::Timeout, message.to_owned());
        tests.push(TestReport::failed(name, location, failed));
        self.unfinished[file].report = Some(FileReport { tests, ..self.new_report(file) });
        self.plan.count_failure();
    }

    /// Shows what runs, and gives up threads that have run the same callback for too long.
    fn watch(&mut self) -> Result<(), Error> {
        let now = self.clock.now();
        for index in (0..self.workers.len()).rev() {
            let worker = &mut self.workers[index];
            let status = lock(&worker.current).as_ref().map(|(_, status)| Arc::clone(status));
            let steps = status.as_ref().map_or(0, |status| status.steps());
            let is_same = worker.seen.0.as_ref().map(Arc::as_ptr) == status.as_ref().map(Arc::as_ptr);
            if !is_same || steps != worker.seen.1 || status.is_none() {
                worker.seen = (status, steps, now);
                continue;
            }
            if let Some((test, _)) = worker.seen.0.as_ref().and_then(|status| status.test()) {
                self.progress.show(&test);
            }
            let took = now.duration_since(worker.seen.2);
            if took > self.plan.wall_timeout + GRACE {
                self.give_up(index, took)?;
            }
        }
        self.watch_the_deadline(now)
    }

    /// After the deadline, gives up what does not end soon: what the other tests have done is reported.
    fn watch_the_deadline(&mut self, now: Timestamp) -> Result<(), Error> {
        if !deadline::has_passed() {
            return Ok(());
        }
        let seen = *self.deadline.get_or_insert(now);
        if now.duration_since(seen) > GRACE {
            for index in (0..self.workers.len()).rev() {
                let took = now.duration_since(self.workers[index].seen.2);
                self.give_up(index, took)?;
            }
        }
        Ok(())
    }

    /// Abandons a thread, because the engine cannot be interrupted, and starts another one.
    fn give_up(&mut self, worker: usize, took: Duration) -> Result<(), Error> {
        // The thread may just have ended its job, and goes on then.
        let Some((job, status)) = lock(&self.workers[worker].current).take() else { return Ok(()) };
        self.workers.swap_remove(worker);
        // An order that runs in another process can be ended.
        status.stop_flag().store(true, Ordering::Relaxed);
        let (what, place) = running(&status);
        let rest = not_done(&job);
        let message = if deadline::has_passed() {
            format!("JavaScript was still running after the --deadline{what}; {rest}")
        } else {
            let seconds = took.as_secs_f64();
            format!(
                "JavaScript has been running for {seconds:.0} s of real time without returning{what}; \
                 it cannot be interrupted; {rest}"
            )
        };
        self.plan.is_incomplete.store(true, Ordering::Relaxed);
        match (status.test(), &job) {
            (Some((name, declared)), Job::Run { .. }) => self.fail_test(job.file(), &status, name, declared, &message),
            _ => self.fail_job(&job, &status, &message, place),
        }
        self.unfinished[job.file()].open -= 1;
        self.jobs.end(Vec::new());
        self.start_worker()
    }
}

/// Says what a job did not do.
fn not_done(job: &Job) -> &'static str {
    match job {
        Job::Run { .. } => "the rest of the file did not run",
        Job::Explore { .. } => "the rest of its orders were not explored",
    }
}

/// What a thread works with.
struct Work {
    id: usize,
    plan: Arc<Plan>,
    files: Arc<Vec<FileOfProject>>,
    jobs: Arc<Jobs>,
    current: Arc<Current>,
    done: Sender<Finished>,
}

impl Work {
    /// Does jobs until there are no more.
    fn run(self) {
        while let Some((job, is_alone)) = self.jobs.take() {
            let status = self.plan.new_status();
            *lock(&self.current) = Some((job.clone(), Arc::clone(&status)));
            let result = catch_unwind(AssertUnwindSafe(|| self.work(&job, &status, is_alone)));
            // The main thread may have given this one up.
            let is_given_up = lock(&self.current).take().is_none();
            let has_panicked = result.is_err();
            // If nobody receives this, the process is about to end.
            let done = result.unwrap_or(Done::Panicked);
            let _ = self.done.send(Finished { worker: self.id, job, status, done });
            if is_given_up || has_panicked {
                return;
            }
        }
    }

    fn work(&self, job: &Job, status: &Arc<Status>, is_alone: bool) -> Done {
        let file = &self.files[job.file()];
        match job {
            _ if self.plan.is_stopped() => Done::Skipped,
            Job::Run { .. } => Done::Ran(self.plan.run(file, Arc::clone(status))),
            Job::Explore { test, how, .. } => {
                // A single exploration has all threads for itself.
                let threads = if is_alone { self.plan.jobs } else { 1 };
                let explored = self.plan.explore(file, test, **how, threads, status);
                Done::Explored(test.path.clone(), explored.map(Box::new))
            }
        }
    }
}
