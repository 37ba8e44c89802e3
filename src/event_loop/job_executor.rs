//! Boa's `JobExecutor` on the event loop's own queues: no job is lost, and no error empties a queue.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::job::{CancellationToken, IntervalJob, Job, JobExecutor, TimeoutJob};
use boa_engine::{Context, JsResult};

use super::{EventLoop, Pump, TaskSource, TimerKind};

impl JobExecutor for EventLoop {
    fn enqueue_job(self: Rc<Self>, job: Job, _context: &mut Context) {
        match job {
            Job::PromiseJob(job) => self.microtasks.push_promise_job(job),
            Job::AsyncJob(job) => self.async_jobs.borrow_mut().push(job),
            Job::FinalizationRegistryCleanupJob(job) => self.finalization_jobs.borrow_mut().push(job),
            Job::TimeoutJob(job) => self.start_timeout_job(job),
            Job::IntervalJob(job) => Rc::clone(&self).start_interval_job(job),
            Job::GenericJob(job) => {
                let event_loop = Rc::downgrade(&self);
                self.queue_a_task(TaskSource::Engine, move |context| {
                    if let (Err(error), Some(event_loop)) = (job.call(context), event_loop.upgrade()) {
                        event_loop.report_an_exception(error, context);
                    }
                });
            }
            // The enumeration may grow; a kind of job that this version does not know has no queue to go to.
            _ => {}
        }
    }

    /// Runs until nothing is left to do. Errors are reported as those of any task are, so this always succeeds.
    fn run_jobs(self: Rc<Self>, context: &mut Context) -> JsResult<()> {
        let cell = RefCell::new(context);
        Pump::new(self, &cell).run(None);
        Ok(())
    }
}

impl EventLoop {
    fn start_timeout_job(self: Rc<Self>, job: TimeoutJob) {
        let token = job.cancellation_token().clone();
        let timer =
            self.run_steps_after_a_timeout(job.timeout().as_millis(), TimerKind::Engine, None, move |event_loop| {
                event_loop.queue_a_task(TaskSource::Engine, move |context| {
                    if !job.cancelled()
                        && let Err(error) = job.call(context)
                        && let Some(event_loop) = EventLoop::of(context)
                    {
                        event_loop.report_an_exception(error, context);
                    }
                });
            });
        self.cancel_with(&token, timer);
    }

    fn start_interval_job(self: Rc<Self>, job: IntervalJob) {
        let token = job.cancellation_token().clone();
        let timer =
            self.run_steps_after_a_timeout(job.interval().as_millis(), TimerKind::Engine, None, move |event_loop| {
                event_loop.queue_a_task(TaskSource::Engine, move |context| {
                    let Some(event_loop) = EventLoop::of(context) else { return };
                    if job.cancelled() {
                        return;
                    }
                    if let Err(error) = job.call(context) {
                        event_loop.report_an_exception(error, context);
                    }
                    if !job.cancelled() {
                        event_loop.start_interval_job(job);
                    }
                });
            });
        self.cancel_with(&token, timer);
    }

    /// A cancelled job's timer must not keep the program alive.
    fn cancel_with(self: &Rc<Self>, token: &CancellationToken, timer: super::TimerId) {
        let event_loop = Rc::downgrade(self);
        token.push_callback(move |_| {
            if let Some(event_loop) = event_loop.upgrade() {
                event_loop.cancel_timer(timer);
            }
        });
    }
}
