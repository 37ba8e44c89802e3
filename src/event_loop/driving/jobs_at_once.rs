//! Asynchronous jobs that run before what has added them returns: those that load the modules of `require`.

use std::cell::RefCell;

use boa_engine::Context;
use boa_engine::job::NativeAsyncJob;
use futures_util::FutureExt;

use crate::event_loop::event_loop::EventLoop;

/// Lets asynchronous jobs run at once until it is dropped.
struct AtOnce<'a> {
    event_loop: &'a EventLoop,
    /// The jobs that were to run at once before, if they were.
    before: Option<Vec<NativeAsyncJob>>,
}

impl<'a> AtOnce<'a> {
    fn enter(event_loop: &'a EventLoop) -> Self {
        Self { event_loop, before: event_loop.jobs.replace_at_once(Some(Vec::new())) }
    }

    /// The jobs that have been added since.
    fn take(&self) -> Vec<NativeAsyncJob> {
        self.event_loop.jobs.replace_at_once(Some(Vec::new())).unwrap_or_default()
    }
}

impl Drop for AtOnce<'_> {
    fn drop(&mut self) {
        self.event_loop.jobs.replace_at_once(self.before.take());
    }
}

impl EventLoop {
    /// Whether asynchronous jobs of the engine run at once.
    pub(crate) fn runs_jobs_at_once(&self) -> bool {
        self.jobs.run_at_once()
    }

    /// Runs `steps`, and then the asynchronous jobs that they have added and those that these add. A job that would
    /// have to wait is dropped. Nobody sees these jobs: they are no work of the program.
    pub(crate) fn with_jobs_at_once<T>(&self, steps: impl FnOnce(&mut Context) -> T, context: &mut Context) -> T {
        let at_once = AtOnce::enter(self);
        let result = steps(context);
        loop {
            let jobs = at_once.take();
            if jobs.is_empty() {
                return result;
            }
            for job in jobs {
                // What fails has rejected a promise.
                let _ = job.call(&RefCell::new(context)).now_or_never();
            }
        }
    }
}
