//! What a test file is doing, for other threads: the engine cannot be interrupted, so they can only watch.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use posttask::event_loop::{Location, WorkKind};

use super::report::TestReport;

/// What a test file is doing.
#[derive(Debug, Default)]
pub(crate) struct Status {
    state: Mutex<State>,
    /// The number of tests, hooks and pieces of work that have started.
    steps: AtomicU64,
    /// The number of failed tests, which `--bail` counts over all files.
    failed: Arc<AtomicUsize>,
    /// Set when the exploration of a test is to end.
    stop: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
struct State {
    test: Option<(String, Option<Location>)>,
    work: Option<(WorkKind, Option<Arc<Location>>)>,
    ended: Vec<TestReport>,
}

impl Status {
    /// Creates the status of a file that has not started.
    pub(crate) fn new(failed: Arc<AtomicUsize>) -> Self {
        Self { failed, ..Self::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // If a thread has panicked, what it has written is still whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn test_starts(&self, name: String, location: Option<Location>) {
        self.steps.fetch_add(1, Ordering::Relaxed);
        self.state().test = Some((name, location));
    }

    pub(super) fn work_starts(&self, kind: WorkKind, location: Option<Arc<Location>>) {
        self.steps.fetch_add(1, Ordering::Relaxed);
        self.state().work = Some((kind, location));
    }

    /// Another process that runs orders of a test makes progress. What it does is not known here.
    #[cfg(unix)]
    pub(crate) fn runs_elsewhere(&self) {
        self.steps.fetch_add(1, Ordering::Relaxed);
        self.state().work = None;
    }

    /// The flag that ends the exploration of a test.
    pub(crate) fn stop_flag(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// A top-level test or suite has ended.
    pub(super) fn test_ended(&self, report: TestReport) {
        self.state().ended.push(report);
    }

    pub(super) fn test_failed(&self) {
        self.failed.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of failed tests, over all files.
    pub(super) fn failed(&self) -> usize {
        self.failed.load(Ordering::Relaxed)
    }

    /// A number that changes whenever something starts.
    pub(crate) fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    /// The full name of the test that started last, and where it was declared.
    pub(crate) fn test(&self) -> Option<(String, Option<Location>)> {
        self.state().test.clone()
    }

    /// The work that started last, and where the program asked for it.
    pub(crate) fn work(&self) -> Option<(WorkKind, Option<Location>)> {
        let (kind, location) = self.state().work.clone()?;
        Some((kind, location.as_deref().cloned()))
    }

    /// Takes the results of the tests that have ended.
    pub(crate) fn take_ended(&self) -> Vec<TestReport> {
        std::mem::take(&mut self.state().ended)
    }
}
