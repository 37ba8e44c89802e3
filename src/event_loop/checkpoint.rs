//! Calls into JavaScript, and the microtask checkpoint that follows them.

use boa_engine::Context;

use super::event_loop::EventLoop;
use super::guard::set_while;
use super::microtasks::Microtask;
use super::observer::Event;
use super::task_source::TaskSource;
use super::work::WorkKind;

impl EventLoop {
    /// Runs `steps` as a call of the host into JavaScript. Everything by which the host may run code of a program goes
    /// through here: callbacks, scripts and modules, jobs that the pump polls, and getters of values that the host looks
    /// at. What runs inside knows that JavaScript is below it on the stack.
    pub fn call_javascript<R>(&self, context: &mut Context, steps: impl FnOnce(&mut Context) -> R) -> R {
        let _call = self.current.enter_javascript();
        steps(context)
    }

    /// Whether no JavaScript is on the stack: the host has called none, and the engine runs none.
    fn is_stack_empty(&self, context: &Context) -> bool {
        !self.current.is_in_javascript() && context.stack_trace().next().is_none()
    }

    /// [Cleans up after running script](https://html.spec.whatwg.org/multipage/webappapis.html#clean-up-after-running-script):
    /// if no JavaScript is on the stack, a microtask checkpoint.
    pub fn clean_up_after_running_script(&self, context: &mut Context) {
        if self.is_stack_empty(context) {
            self.perform_a_microtask_checkpoint(context);
        }
    }

    /// [Performs a microtask checkpoint](https://html.spec.whatwg.org/multipage/webappapis.html#perform-a-microtask-checkpoint):
    /// runs microtasks until there are none, with those that they queue. Does nothing inside another checkpoint.
    pub fn perform_a_microtask_checkpoint(&self, context: &mut Context) {
        // Step 1: a checkpoint within a checkpoint does nothing.
        if self.jobs.microtasks.performing_checkpoint.get() {
            return;
        }
        // Steps 2 and 3.
        if !self.jobs.microtasks.is_empty() {
            let _performing = set_while(&self.jobs.microtasks.performing_checkpoint, true);
            self.run_microtasks(context);
        }
        // Step 4.
        self.notify_about_rejected_promises(context);
        // Step 5 concerns IndexedDB. Step 6: what a WeakRef returned may be collected from here on.
        context.clear_kept_objects();
    }

    /// Runs the oldest microtask until the queue is empty. A promise job brings its own continuation state, so none is
    /// current to begin with.
    fn run_microtasks(&self, context: &mut Context) {
        let work = self.notifier.number(&WorkKind::MicrotaskCheckpoint.into(), None);
        let within = self.current.work().map(|work| work.id);
        self.tell(|| Event::CheckpointStarted { work: work.id, within });
        let mut microtasks = 0;
        {
            let _work = self.current.enter_checkpoint(work);
            let _state = self.current.enter_state(None);
            let _call = self.current.enter_javascript();
            while let Some(microtask) = self.jobs.microtasks.pop() {
                microtasks += 1;
                self.current.set_job_origin(None);
                match microtask {
                    Microtask::Steps(steps) => steps(self, context),
                    Microtask::Promise(job) => {
                        if let Err(error) = job.call(context) {
                            self.report_an_exception(error, context);
                        }
                    }
                }
            }
            self.current.set_job_origin(None);
        }
        self.tell(|| Event::CheckpointEnded { work: work.id, microtasks });
    }

    /// [Notifies about rejected promises](https://html.spec.whatwg.org/multipage/webappapis.html#notify-about-rejected-promises):
    /// queues a task that does.
    fn notify_about_rejected_promises(&self, context: &mut Context) {
        if !self.rejected_promises().any_unnoticed() {
            return;
        }
        let batch = self.rejected_promises().notice();
        let work = self.new_host_work(WorkKind::UnhandledRejections, context);
        self.queue_work(TaskSource::DomManipulation, work, move |event_loop, context| {
            if let Some(reporting) = event_loop.error_reporting() {
                reporting.notify_about_rejected_promises(batch, event_loop, context);
            }
        });
    }
}
