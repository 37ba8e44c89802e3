//! What all runs together have covered.

use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use posttask::internal::runtime::{Idle, Supervisor};
use posttask::{Error, Runtime};
use posttask_front_end::coverage::{Counters, Coverage};

use super::hits::{Hits, Reached};
use crate::coverage_options::CoverageOptions;

/// The test files' own code, and what is installed, is not covered if the user does not say so.
const INSTALLED: &str = "node_modules";

/// What all runs have covered. Shared by the threads.
#[derive(Debug)]
pub(crate) struct CoverageRecord {
    pub(super) options: CoverageOptions,
    pub(super) coverage: Arc<Coverage>,
    hits: Mutex<Hits>,
    /// By the names of the tests that were explored.
    explored: Mutex<Vec<(String, Reached)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Only whole entries are added.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl CoverageRecord {
    /// Covers what the options say, and no test files. `is_test` says what is one.
    pub(crate) fn new(options: &CoverageOptions, is_test: impl Fn(&Path) -> bool + Send + Sync + 'static) -> Self {
        let chosen = options.clone();
        let folder = std::env::current_dir().unwrap_or_default();
        let includes = move |path: &Path| {
            let is_included = if chosen.included.is_empty() {
                let own = path.strip_prefix(&folder).ok().filter(|path| !path.iter().any(|part| part == INSTALLED));
                // The command's own modules have names in the folder, but are no files.
                own.is_some_and(|own| path.is_file() && !is_test(own))
            } else {
                chosen.included.iter().any(|pattern| pattern.matches(path))
            };
            is_included && !chosen.excluded.iter().any(|pattern| pattern.matches(path))
        };
        Self {
            options: options.clone(),
            coverage: Arc::new(Coverage::new(includes)),
            hits: Mutex::default(),
            explored: Mutex::default(),
        }
    }

    /// What the front end counts.
    pub(crate) fn coverage(&self) -> &Arc<Coverage> {
        &self.coverage
    }

    /// Adds what a run in the usual order has counted.
    pub(crate) fn add(&self, counters: &Counters) {
        lock(&self.hits).add_counters(&counters.take());
    }

    /// Adds what the orders of a test have covered.
    pub(crate) fn add_explored(&self, test: &str, runs: &RunsOfTest) {
        lock(&self.hits).add_all(&lock(&runs.hits));
        let reached = std::mem::take(&mut *lock(&runs.reached));
        lock(&self.explored).push((test.to_owned(), reached));
    }

    /// Calls `steps` with the sums, and with the tests that were explored.
    pub(super) fn read<R>(&self, steps: impl FnOnce(&Hits, &[(String, Reached)]) -> R) -> R {
        steps(&lock(&self.hits), &lock(&self.explored))
    }
}

/// What the runs of a test that is explored have covered so far.
#[derive(Debug, Default)]
pub(crate) struct RunsOfTest {
    hits: Mutex<Hits>,
    reached: Mutex<Reached>,
}

impl RunsOfTest {
    /// Counts what a runtime does, until the supervisor that `start` returns is dropped.
    ///
    /// # Errors
    ///
    /// Whatever the global object of the runtime throws.
    pub(crate) fn counted(
        self: &Arc<Self>,
        runtime: &mut Runtime,
        start: impl FnOnce(&mut Runtime) -> Box<dyn Supervisor>,
    ) -> Result<Box<dyn Supervisor>, Error> {
        let counters = Rc::new(Counters::default());
        runtime.try_with_context(|context| counters.define(context))?;
        Ok(Box::new(CountedRun { inner: start(runtime), counters, runs: Arc::clone(self) }))
    }
}

/// A run whose counters are added when it ends.
struct CountedRun {
    inner: Box<dyn Supervisor>,
    counters: Rc<Counters>,
    runs: Arc<RunsOfTest>,
}

impl Supervisor for CountedRun {
    fn after_turn(&self, runtime: &mut Runtime) -> bool {
        self.inner.after_turn(runtime)
    }

    fn when_idle(&self, runtime: &mut Runtime) -> Idle {
        self.inner.when_idle(runtime)
    }
}

impl Drop for CountedRun {
    fn drop(&mut self) {
        let counts = self.counters.take();
        lock(&self.runs.hits).add_counters(&counts);
        lock(&self.runs.reached).add_run(&counts);
    }
}
