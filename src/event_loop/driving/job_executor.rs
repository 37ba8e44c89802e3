//! Boa's `JobExecutor`, implemented with the event loop's queues. No job is lost, and no error empties a queue.

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::job::{CancellationToken, GenericJob, IntervalJob, Job, JobExecutor, NativeAsyncJob, TimeoutJob};
use boa_engine::{Context, JsResult};

use super::pump::Pump;
use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::observing::Event;
use crate::event_loop::queues::{Microtask, TimerId};
use crate::event_loop::work::{Ending, QueuePosition, TaskSource, Work, WorkKind};

impl JobExecutor for EventLoop {
    fn enqueue_job(self: Rc<Self>, job: Job, context: &mut Context) {
        match job {
            Job::PromiseJob(job) => {
                let enqueued = self.registrations().and_then(|registrations| {
                    registrations.job_is_enqueued(self.jobs.microtasks.is_empty(), self.quirks(), context)
                });
                self.jobs.microtasks.push(match enqueued {
                    None => Microtask::Promise(job),
                    Some(enqueued) => Microtask::OfSettledPromise(job, Box::new(enqueued)),
                });
            }
            Job::AsyncJob(job) if self.runs_jobs_at_once() => self.jobs.add_at_once(job),
            Job::AsyncJob(job) => {
                let work = self.new_work(WorkKind::AsyncJob, context);
                self.waits_elsewhere(work);
                self.jobs.add_asynchronous(work, job);
            }
            Job::FinalizationRegistryCleanupJob(job) => self.add_finalization_job(job),
            Job::TimeoutJob(job) => self.start_timeout_job(job, context),
            Job::IntervalJob(job) => {
                let work = self.new_work(WorkKind::EngineJob, context);
                self.start_interval_job(job, work, context);
            }
            Job::GenericJob(job) => self.enqueue_generic_job(job, context),
            // `Job` is non-exhaustive. There is no queue for unknown kinds of jobs.
            _ => {}
        }
    }

    /// Runs until nothing is left to do. Errors are reported like those of any task, so this always succeeds.
    fn run_jobs(self: Rc<Self>, context: &mut Context) -> JsResult<()> {
        let cell = RefCell::new(context);
        Pump::new(self, &cell).run(None);
        Ok(())
    }
}

impl EventLoop {
    /// Adds a job that waits for the garbage collector. It does not keep a program alive.
    pub(crate) fn add_finalization_job(&self, job: NativeAsyncJob) {
        self.jobs.add_finalization(job);
    }

    fn enqueue_generic_job(&self, job: GenericJob, context: &mut Context) {
        let work = self.new_work(WorkKind::EngineJob, context);
        let realm = context.realm().clone();
        self.queue_a_global_task(TaskSource::Engine, work, QueuePosition::Last, realm, move |event_loop, context| {
            event_loop.call_javascript(context, |context| job.call(context)).map(drop)
        });
    }

    fn start_timeout_job(&self, job: TimeoutJob, context: &mut Context) {
        let work = self.new_work(WorkKind::EngineJob, context);
        let realm = context.realm().clone();
        let token = job.cancellation_token().clone();
        let timer = self.run_steps_after_a_timeout(job.timeout().as_millis(), work, move |event_loop, place| {
            event_loop.queue_a_global_task(TaskSource::Engine, work, place, realm, move |event_loop, context| {
                if job.cancelled() {
                    return Ok(Ending::Removed);
                }
                event_loop.call_javascript(context, |context| job.call(context)).map(|_| Ending::Returned)
            });
        });
        cancel_with(&token, timer, work);
    }

    fn start_interval_job(&self, job: IntervalJob, work: Work, context: &mut Context) {
        let realm = context.realm().clone();
        let token = job.cancellation_token().clone();
        let interval = job.interval().as_millis();
        let timer = self.run_steps_after_a_timeout(interval, work, move |event_loop, place| {
            event_loop.queue_a_global_task(TaskSource::Engine, work, place, realm, move |event_loop, context| {
                if job.cancelled() {
                    return Ok(Ending::Removed);
                }
                let result = event_loop.call_javascript(context, |context| job.call(context));
                if !job.cancelled() {
                    let work = event_loop.new_round(work, interval, None, context);
                    event_loop.start_interval_job(job, work, context);
                }
                result.map(|_| Ending::Returned)
            });
        });
        cancel_with(&token, timer, work);
    }
}

/// Stops the timer when the job is cancelled, so that it does not keep the program alive.
fn cancel_with(token: &CancellationToken, timer: TimerId, work: Work) {
    token.push_callback(move |context| {
        if let Some(event_loop) = EventLoop::of(context)
            && event_loop.cancel_timer(timer)
        {
            event_loop.notify(|| Event::Ended { work: work.id, how: Ending::Removed });
        }
    });
}
