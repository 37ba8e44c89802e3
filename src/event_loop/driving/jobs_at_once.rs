//! Asynchronous jobs that run before what has added them returns: those that load the modules of `require`.

use std::cell::RefCell;

use boa_engine::Context;
use futures_util::FutureExt;

use crate::event_loop::event_loop::EventLoop;

impl EventLoop {
    /// Whether asynchronous jobs of the engine run at once.
    pub(crate) fn runs_jobs_at_once(&self) -> bool {
        self.jobs.run_at_once()
    }

    /// Runs `steps`, and then the asynchronous jobs that they have added and those that these add. A job that would
    /// have to wait is dropped. Nobody sees these jobs: they are no work of the program.
    pub(crate) fn with_jobs_at_once<T>(&self, steps: impl FnOnce(&mut Context) -> T, context: &mut Context) -> T {
        let before = self.jobs.replace_at_once(Some(Vec::new()));
        let result = steps(context);
        loop {
            let jobs = self.jobs.replace_at_once(Some(Vec::new())).unwrap_or_default();
            if jobs.is_empty() {
                break;
            }
            for job in jobs {
                // What fails has rejected a promise.
                let _ = job.call(&RefCell::new(context)).now_or_never();
            }
        }
        self.jobs.replace_at_once(before);
        result
    }
}
