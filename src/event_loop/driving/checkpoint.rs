//! Calls into JavaScript, and the microtask checkpoint that follows them.

use boa_engine::Context;
use boa_engine::job::PromiseJob;

use crate::event_loop::event_loop::{EventLoop, MicrotaskSteps};
use crate::event_loop::guard::set_while;
use crate::event_loop::observing::Event;
use crate::event_loop::queues::Microtask;
use crate::event_loop::quirks::{Enqueued, Quirk};
use crate::event_loop::work::{Ending, TaskSource, WorkKind};

impl EventLoop {
    /// Runs `steps` as a call from the host into JavaScript, so that the event loop knows that JavaScript is on the
    /// stack. Callbacks, scripts, modules, jobs, and getters of values that the host inspects run in such calls.
    /// Microtasks and polled jobs are marked in the same way when they run.
    #[doc(hidden)]
    pub fn call_javascript<R>(&self, context: &mut Context, steps: impl FnOnce(&mut Context) -> R) -> R {
        self.measured(|| {
            let _call = self.current.enter_javascript();
            steps(context)
        })
    }

    /// Whether no JavaScript is on the stack: there is neither a call from the host nor a frame of the engine.
    fn is_stack_empty(&self, context: &Context) -> bool {
        !self.current.is_in_javascript() && context.stack_trace().next().is_none()
    }

    /// Runs steps before the next microtask, or before the next task if there is none. They must not run JavaScript.
    pub(crate) fn when_the_stack_is_empty(&self, steps: impl FnOnce() + 'static) {
        self.after_javascript.add(steps);
    }

    /// [Cleans up after running script][clean-up]: performs a microtask checkpoint if no JavaScript is on the stack.
    ///
    /// [clean-up]: https://html.spec.whatwg.org/multipage/webappapis.html#clean-up-after-running-script
    #[inline]
    #[doc(hidden)]
    pub fn clean_up_after_running_script(&self, context: &mut Context) {
        if self.is_stack_empty(context) {
            self.perform_a_microtask_checkpoint(context);
        }
    }

    /// [Performs a microtask checkpoint][checkpoint]: runs microtasks, and those that they queue, until there are none.
    /// Does nothing inside another checkpoint.
    ///
    /// [checkpoint]: https://html.spec.whatwg.org/multipage/webappapis.html#perform-a-microtask-checkpoint
    #[inline]
    pub fn perform_a_microtask_checkpoint(&self, context: &mut Context) {
        // Step 1: a checkpoint is already running. In Node, an error postpones it.
        if self.jobs.microtasks.performing_checkpoint.get() || self.jobs.microtasks.is_postponed.get() {
            return;
        }
        self.after_javascript.run();
        // Steps 2 to 4: run the microtasks, then notify about rejected promises.
        if self.has_checkpoint_work() {
            self.run_microtasks_and_notify(context);
        } else {
            self.jobs.microtasks.let_ticks_go();
        }
        // Omitted: step 5, Indexed Database transactions: there are none.
        // Step 6: objects that `WeakRef.deref` returned may be collected from now on.
        context.clear_kept_objects();
        // Omitted: step 8, timing info: there are no animation frames to measure.
    }

    #[inline(never)]
    fn run_microtasks_and_notify(&self, context: &mut Context) {
        while self.has_checkpoint_work() && !self.jobs.microtasks.is_postponed.get() {
            if !self.jobs.microtasks.is_empty() {
                let _performing = set_while(&self.jobs.microtasks.performing_checkpoint, true);
                self.run_microtasks(context);
            }
            if !self.jobs.microtasks.is_postponed.get() {
                self.notify_about_rejected_promises(context);
            }
        }
    }

    /// Whether a microtask checkpoint would do anything that can make work ready.
    pub(in crate::event_loop) fn has_checkpoint_work(&self) -> bool {
        !self.jobs.microtasks.is_empty() || self.rejected_promises().has_unbatched()
    }

    /// Runs microtasks and ticks until there are neither. Each has captured a continuation state of its own, so
    /// none is current at the start.
    fn run_microtasks(&self, context: &mut Context) {
        let work = self.numbers.work(&WorkKind::MicrotaskCheckpoint.into(), None);
        let within = self.current.work().map(|work| work.id);
        self.notify(|| Event::CheckpointStarted { work: work.id, within });
        let (mut microtasks, mut ticks) = (0, 0);
        let mut exceeded = None;
        let _measured = self.waiting.quotas.measure();
        {
            let _work = self.current.enter_checkpoint(work);
            // Firefox resets the state of a task only after the checkpoint, and each promise job resets it to none:
            // WebTask::Run in dom/base/WebTaskScheduler.cpp.
            let keeps_state = self.has_quirk(Quirk::QueueMicrotaskCarriesNoState);
            let values = self.capture();
            let _state = self.enter(if keeps_state { values } else { values.without_state() });
            let _call = self.current.enter_javascript();
            while let Some(microtask) = self.jobs.microtasks.pop() {
                exceeded = self.waiting.quotas.exceeded_by_microtask(microtasks);
                if exceeded.is_some() {
                    break;
                }
                microtasks += 1;
                ticks += usize::from(matches!(microtask, Microtask::Tick(_)));
                self.run_microtask(microtask, context);
                self.after_javascript.run();
                self.waiting.large_memory.collect_if_doubled();
                if self.connections.remote().is_stopped() {
                    self.jobs.microtasks.is_postponed.set(true);
                    self.jobs.microtasks.is_interrupted.set(true);
                }
                if self.jobs.microtasks.is_postponed.get() {
                    break;
                }
            }
            self.a_job_starts(None);
            self.current.set_job_origin(None);
        }
        self.notify(|| Event::CheckpointEnded { work: work.id, microtasks, ticks });
        if let Some(limit) = exceeded {
            self.end_the_checkpoint(limit);
        }
    }

    pub(super) fn run_microtask(&self, microtask: Microtask<MicrotaskSteps>, context: &mut Context) {
        self.current.set_job_origin(None);
        match microtask {
            Microtask::Steps(steps) => {
                self.a_job_starts(None);
                steps(self, context);
            }
            Microtask::Tick(steps) => {
                self.a_job_starts(None);
                let _tick = set_while(&self.jobs.microtasks.runs_tick, true);
                steps(self, context);
            }
            Microtask::ModuleTurn(turn) => self.run_the_turn_of_a_module(&turn, context),
            Microtask::Promise(job) => self.run_promise_job(job, None, context),
            Microtask::OfSettledPromise(job, enqueued) => self.run_promise_job(job, Some(*enqueued), context),
        }
    }

    fn run_promise_job(&self, job: PromiseJob, enqueued: Option<Enqueued>, context: &mut Context) {
        self.a_job_starts(enqueued);
        if let Err(error) = job.call(context) {
            self.report_an_exception(error, context);
        }
        if self.has_quirk(Quirk::QueueMicrotaskCarriesNoState) {
            self.ambient.drop_state();
        }
    }

    /// Records which microtask starts, in hosts in which that matters. `None` if it is no promise job, or if none runs.
    fn a_job_starts(&self, enqueued: Option<Enqueued>) {
        if let Some(registrations) = self.registrations() {
            registrations.job_starts(enqueued);
        }
    }

    /// [Notifies about rejected promises][notify]: queues a task for the promises that no earlier task notifies about.
    ///
    /// [notify]: https://html.spec.whatwg.org/multipage/webappapis.html#notify-about-rejected-promises
    fn notify_about_rejected_promises(&self, context: &mut Context) {
        if !self.rejected_promises().has_unbatched() {
            return;
        }
        let batch = self.rejected_promises().notice();
        let work = self.new_host_work(WorkKind::UnhandledRejections, context);
        let report = move |event_loop: &Self, context: &mut Context| {
            if let Some(reporting) = event_loop.error_reporting() {
                reporting.notify_about_rejected_promises(batch, event_loop, context);
            }
        };
        if self.has_quirk(Quirk::RejectionsReportedAtOnce) {
            // processTicksAndRejections in Node's lib/internal/process/task_queues.js. What the listeners queue runs
            // after all of them.
            let _performing = set_while(&self.jobs.microtasks.performing_checkpoint, true);
            self.run(work, context, |event_loop, context| {
                report(event_loop, context);
                Ending::Returned
            });
        } else {
            self.queue_work(TaskSource::DomManipulation, work, report);
        }
    }
}
