//! The jobs of the engine.

use std::cell::RefCell;

use boa_engine::job::NativeAsyncJob;

use super::microtasks::Microtasks;
use crate::event_loop::work::Work;

/// Microtasks with steps of type `S`, and the engine's jobs that are polled.
pub(crate) struct Jobs<S> {
    pub(crate) microtasks: Microtasks<S>,
    asynchronous: RefCell<Vec<(Work, NativeAsyncJob)>>,
    /// Asynchronous jobs that run at once. `None` if they wait for the loop.
    at_once: RefCell<Option<Vec<NativeAsyncJob>>>,
    finalization: RefCell<Vec<NativeAsyncJob>>,
}

impl<S> Default for Jobs<S> {
    fn default() -> Self {
        Self {
            microtasks: Microtasks::default(),
            asynchronous: RefCell::default(),
            at_once: RefCell::default(),
            finalization: RefCell::default(),
        }
    }
}

impl<S> Jobs<S> {
    /// Adds an asynchronous job.
    pub(crate) fn add_asynchronous(&self, work: Work, job: NativeAsyncJob) {
        self.asynchronous.borrow_mut().push((work, job));
    }

    /// Changes whether asynchronous jobs run at once. Returns the jobs that were to, if they were.
    pub(crate) fn replace_at_once(&self, jobs: Option<Vec<NativeAsyncJob>>) -> Option<Vec<NativeAsyncJob>> {
        self.at_once.replace(jobs)
    }

    /// Whether asynchronous jobs run at once.
    pub(crate) fn run_at_once(&self) -> bool {
        self.at_once.borrow().is_some()
    }

    /// Adds a job that runs at once.
    pub(crate) fn add_at_once(&self, job: NativeAsyncJob) {
        self.at_once.borrow_mut().get_or_insert_default().push(job);
    }

    /// Adds the cleanup job of a finalization registry. It waits for the garbage collector and never keeps a program
    /// alive.
    pub(crate) fn add_finalization(&self, job: NativeAsyncJob) {
        self.finalization.borrow_mut().push(job);
    }

    /// Whether there are jobs that nobody has taken to poll them.
    pub(crate) fn has_new(&self) -> bool {
        !self.asynchronous.borrow().is_empty() || !self.finalization.borrow().is_empty()
    }

    /// Whether there are microtasks, or asynchronous jobs that nobody has taken.
    pub(crate) fn keep_alive(&self) -> bool {
        !self.microtasks.is_empty() || !self.asynchronous.borrow().is_empty()
    }

    /// Takes the asynchronous jobs.
    pub(crate) fn take_asynchronous(&self) -> Vec<(Work, NativeAsyncJob)> {
        self.asynchronous.take()
    }

    /// Takes the cleanup jobs of finalization registries.
    pub(crate) fn take_finalization(&self) -> Vec<NativeAsyncJob> {
        self.finalization.take()
    }

    /// Drops all jobs. Nothing is borrowed while they are dropped.
    pub(crate) fn clear(&self) {
        drop((self.take_asynchronous(), self.take_finalization()));
        self.microtasks.clear();
    }
}
