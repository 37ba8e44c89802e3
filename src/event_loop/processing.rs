//! One turn of the event loop, without waiting: the processing model.

use std::rc::Rc;
use std::time::Duration;

use boa_engine::builtins::promise::Promise;
use boa_engine::job::NativeAsyncJob;
use boa_engine::{Context, JsError, JsObject};

use super::idle_period::IDLE_PERIOD;
use super::timers::TimerSteps;
use super::{Choice, ErrorReporting, EventLoop, Ready, TaskSource, Timestamp, Turn};

/// An idle period is not worth starting if a timer is due sooner than this.
const SHORTEST_IDLE_PERIOD: Duration = Duration::from_millis(1);

impl EventLoop {
    /// One turn of the [processing model](https://html.spec.whatwg.org/multipage/webappapis.html#event-loop-processing-model):
    /// at most one task, the checkpoint after it, and the notice about promises it left rejected. Never waits.
    pub fn turn(&self, context: &mut Context) -> Turn {
        self.accept_deliveries();
        self.promote_due_timers();
        let ready = self.ready();
        let choice = (self.policy.get())(&ready);
        let ran = match choice {
            Choice::SchedulerTask => self.run_the_next_scheduler_task(context),
            Choice::Task(source) => self.run_the_oldest_task(source, context),
            Choice::Idle => self.run_the_next_idle_steps(context),
            Choice::Nothing => false,
        };
        self.finish_a_task(context);
        self.collect_after_a_wave();
        if ran { Turn::Ran(choice, ready) } else { Turn::Idle }
    }

    /// What follows every task: a microtask checkpoint, then the notice about rejected promises.
    pub fn finish_a_task(&self, context: &mut Context) {
        self.perform_a_microtask_checkpoint(context);
        if self.rejected_promises.any_unnoticed() {
            self.rejected_promises.notice();
            self.queue_a_task(TaskSource::DomManipulation, |context| {
                if let Some(reporting) = Self::of(context).and_then(|event_loop| event_loop.error_reporting()) {
                    reporting.notify_about_rejected_promises(context);
                }
            });
        }
    }

    fn error_reporting(&self) -> Option<Rc<dyn ErrorReporting>> {
        self.error_reporting.borrow().clone()
    }

    /// A rejected promise got its first handler: HostPromiseRejectionTracker with "handle".
    pub fn a_rejected_promise_was_handled(&self, promise: &JsObject<Promise>, context: &mut Context) {
        if !self.rejected_promises.handled(promise)
            && let Some(reporting) = self.error_reporting()
        {
            reporting.a_rejected_promise_was_handled(promise, context);
        }
    }

    /// Tells of an exception that nothing caught.
    pub fn report_an_exception(&self, exception: JsError, context: &mut Context) {
        if let Some(reporting) = self.error_reporting() {
            reporting.report_an_exception(exception, context);
        }
    }

    /// Whether something waits that will run some day: what keeps a program alive.
    #[must_use]
    pub fn has_work(&self) -> bool {
        !self.scheduler_tasks.borrow().is_empty()
            || self.sources.borrow().len() > 0
            || self.timers.borrow().keep_alive()
            || !self.microtasks.is_empty()
            || self.rejected_promises.any_unnoticed()
            || !self.idle.borrow().is_empty()
            || !self.async_jobs.borrow().is_empty()
            || self.remote.keeps_alive()
    }

    /// Marks that the host entered JavaScript, for as long as the guard lives.
    pub fn enter_script(&self) -> impl Drop + '_ {
        struct Depth<'a>(&'a EventLoop);
        impl Drop for Depth<'_> {
            fn drop(&mut self) {
                self.0.script_depth.set(self.0.script_depth.get() - 1);
            }
        }
        self.script_depth.set(self.script_depth.get() + 1);
        Depth(self)
    }

    /// [Cleans up after running script](https://html.spec.whatwg.org/multipage/webappapis.html#clean-up-after-running-script):
    /// if no JavaScript is below us on the stack, a microtask checkpoint.
    pub fn clean_up_after_running_script(&self, context: &mut Context) {
        if self.script_depth.get() == 0 {
            self.perform_a_microtask_checkpoint(context);
        }
    }

    /// Runs the steps of every timer whose time has come, oldest first. They queue the tasks that JavaScript sees.
    ///
    /// Whoever queues a timer's task without waiting must do this first, or it would overtake timers due before it.
    pub fn promote_due_timers(&self) {
        if self.timers.borrow().len() == 0 {
            return;
        }
        let now = self.now();
        while let Some(steps) = self.pop_due_timer(now) {
            steps(self);
        }
    }

    fn pop_due_timer(&self, now: Timestamp) -> Option<TimerSteps> {
        self.timers.borrow_mut().pop_due(now)
    }

    fn accept_deliveries(&self) {
        for delivery in self.remote.take_deliveries() {
            self.queue_a_task(TaskSource::Remote, delivery);
        }
    }

    fn ready(&self) -> Ready {
        Ready {
            scheduler_task: self
                .scheduler_tasks
                .borrow()
                .next()
                .map(|next| (next.effective_priority, next.enqueue_order)),
            task: self.sources.borrow().oldest(),
            idle: !self.idle.borrow().is_empty() && self.idle_period_end().is_some(),
        }
    }

    fn run_the_next_scheduler_task(&self, context: &mut Context) -> bool {
        let mut queues = self.scheduler_tasks.borrow_mut();
        let Some(next) = queues.next() else { return false };
        let Some(task) = queues.pop() else { return false };
        self.run_removal_steps(&mut queues, next.queue);
        drop(queues);
        task.run(context);
        true
    }

    fn run_the_oldest_task(&self, source: TaskSource, context: &mut Context) -> bool {
        let steps = self.sources.borrow_mut().pop(source);
        steps.map(|steps| steps(context)).is_some()
    }

    /// The end of an idle period that starts now: 50 ms away, or when the next timer is due. `None` if that is too soon.
    fn idle_period_end(&self) -> Option<Timestamp> {
        let now = self.now();
        let end = now.after(IDLE_PERIOD);
        let end = self.next_deadline().map_or(end, |deadline| deadline.min(end));
        (end.duration_since(now) >= SHORTEST_IDLE_PERIOD).then_some(end)
    }

    fn run_the_next_idle_steps(&self, context: &mut Context) -> bool {
        let Some(end) = self.idle_period_end() else { return false };
        let next = self.idle.borrow_mut().next(self.now(), end);
        next.map(|(steps, deadline)| steps(deadline, context)).is_some()
    }

    /// Takes the asynchronous jobs that the engine handed over since the last call.
    pub(super) fn take_async_jobs(&self) -> Vec<NativeAsyncJob> {
        std::mem::take(&mut self.async_jobs.borrow_mut())
    }

    /// The same for cleanup jobs of finalization registries, which never keep a program alive.
    pub(super) fn take_finalization_jobs(&self) -> Vec<NativeAsyncJob> {
        std::mem::take(&mut self.finalization_jobs.borrow_mut())
    }

    /// Drops all that waits. Nothing is borrowed while it is dropped.
    pub(super) fn clear(&self) {
        drop((self.sources.take(), self.timers.take(), self.idle.take()));
        drop((self.async_jobs.take(), self.finalization_jobs.take()));
        loop {
            let task = self.scheduler_tasks.borrow_mut().pop();
            if task.is_none() {
                return;
            }
        }
    }
}
