//! The processing model: one turn of the event loop, without waiting.

use std::time::Duration;

use boa_engine::Context;

use crate::event_loop::ambient::AmbientValues;
use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::observing::{Choice, Event, Subject};
use crate::event_loop::queues::{Candidate, Candidates, FIREFOX_IDLE_PERIOD, Selection};
use crate::event_loop::quirks::Quirk;
use crate::event_loop::threads::Delivery;
use crate::event_loop::time::Timestamp;
use crate::event_loop::work::{Ending, TaskSource, Work, WorkId, WorkKind};

/// The result of one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Turn {
    /// This work ran.
    Ran(WorkId),
    /// No task was ready, but an asynchronous job made progress or microtasks ran. They may have queued tasks. Or it
    /// was the turn of a worker.
    Polled,
    /// Nothing was ready.
    Idle,
    /// [`Remote::stop`](crate::event_loop::Remote::stop) was called. Nothing ran.
    Stopped,
    /// Work exceeded a [limit](crate::event_loop::Limits) and was ended: see [`EventLoop::exceeded_limit`].
    LimitExceeded,
}

impl EventLoop {
    /// Runs one turn of the [processing model]: at most one task, and the checkpoint after it. Fires the timers that
    /// the policy chooses before the task. Never waits.
    ///
    /// [processing model]: https://html.spec.whatwg.org/multipage/webappapis.html#event-loop-processing-model
    pub(crate) fn turn(&self, context: &mut Context) -> Turn {
        // Omitted: rendering: there are no documents. Step 7, the end of a worker whose closing flag is set: see
        // `OtherAgents`.
        if self.jobs.microtasks.is_interrupted.replace(false) {
            return self.finish_the_checkpoint(context);
        }
        self.accept_deliveries(context);
        let selected = self.select(context);
        // Microtasks that the host has queued since the last turn.
        let has_microtasks = selected.is_none() && self.has_checkpoint_work();
        if selected.is_some() {
            self.clock().turn();
        }
        let start = self.start_of_a_task();
        self.jobs.microtasks.is_postponed.set(false);
        let ran = match selected {
            Some(Selection::SchedulerTask) => self.run_the_next_scheduler_task(context),
            selected => self.run_another_task(selected, context),
        };
        self.perform_a_microtask_checkpoint(context);
        self.report_a_task(start, context);
        self.waiting.collect_after_burst(|| self.jobs.microtasks.shrink());
        self.waiting.large_memory.collect_if_doubled();
        match ran {
            Some(work) => Turn::Ran(work),
            None if has_microtasks => Turn::Polled,
            None => Turn::Idle,
        }
    }

    /// Goes on with the checkpoint during which the loop was stopped.
    #[cold]
    fn finish_the_checkpoint(&self, context: &mut Context) -> Turn {
        self.jobs.microtasks.is_postponed.set(false);
        self.perform_a_microtask_checkpoint(context);
        Turn::Polled
    }

    /// Everything that could run now; `None` if nothing is ready.
    #[must_use]
    pub fn candidates(&self) -> Option<Candidates<'_>> {
        // Node ends before an immediate that is not referenced, if nothing else is left.
        let only_unreferenced = self.waiting.sources.borrow().has_unreferenced() && !self.has_work();
        if only_unreferenced { None } else { Candidates::of(self) }
    }

    /// Selects what runs next, after the timers that come before it have fired. Returns `None` if nothing is ready.
    #[inline]
    fn select(&self, context: &mut Context) -> Option<Selection> {
        // Nobody else has a say in the only possible choice.
        if self.waiting.has_only_scheduler_tasks() && self.policy.has_default_policy() && !self.notifier.is_observed() {
            return Some(Selection::SchedulerTask);
        }
        self.let_the_policy_select(context)
    }

    /// Fires the timers that the policy chooses until it chooses something else, and returns that. Returns `None` if
    /// nothing is ready.
    #[inline(never)]
    fn let_the_policy_select(&self, context: &mut Context) -> Option<Selection> {
        loop {
            match self.ask_the_policy() {
                // The task that the timer's steps queue competes with the others.
                Some(Selection::Timer(timer)) => {
                    self.fire(timer);
                    // It may have woken a future.
                    self.accept_deliveries(context);
                }
                selected => return selected,
            }
        }
    }

    /// Asks the policy what runs next. Returns `None` if nothing is ready.
    fn ask_the_policy(&self) -> Option<Selection> {
        let candidates = self.candidates()?;
        self.policy.ask(|policy| {
            let chosen = policy.choose(&candidates);
            if self.notifier.is_observed() {
                let explain = || policy.explain(&chosen, &candidates);
                let choice = Choice { chosen, candidates, explain: &explain };
                self.notify_about(Subject::Choice(&choice), || Event::Chosen { work: chosen.id(), why: None });
            }
            Some(chosen.what)
        })
    }

    /// Runs `steps` as this piece of work.
    pub(super) fn run(
        &self,
        work: Work,
        context: &mut Context,
        steps: impl FnOnce(&Self, &mut Context) -> Ending,
    ) -> WorkId {
        self.notify(|| Event::Started { work: work.id });
        let how = {
            let _current = self.current.enter_work(work);
            let _values = self.ambient.enter_work(work.id);
            self.measured(|| steps(self, context))
        };
        self.notify(|| Event::Ended { work: work.id, how });
        work.id
    }

    /// Runs `steps` as this piece of work at once, outside of any queue, and performs a microtask checkpoint.
    #[doc(hidden)]
    pub fn run_at_once(&self, work: Work, context: &mut Context, steps: impl FnOnce(&Self, &mut Context) -> Ending) {
        self.run(work, context, steps);
        self.perform_a_microtask_checkpoint(context);
    }

    #[inline]
    fn run_the_next_scheduler_task(&self, context: &mut Context) -> Option<WorkId> {
        let task = self.waiting.scheduler_tasks.borrow_mut().pop()?;
        Some(self.run(*task.work(), context, |event_loop, context| task.run(event_loop, context)))
    }

    /// Runs what was selected. Timers have fired, and the caller runs scheduler tasks.
    #[inline(never)]
    fn run_another_task(&self, selected: Option<Selection>, context: &mut Context) -> Option<WorkId> {
        match selected? {
            Selection::SchedulerTask | Selection::Timer(_) => None,
            Selection::Task(source) => self.run_the_oldest_task(source, context),
            Selection::IdleCallback => self.run_the_next_idle_callback(context),
        }
    }

    fn run_the_oldest_task(&self, source: TaskSource, context: &mut Context) -> Option<WorkId> {
        let task = self.waiting.sources.borrow_mut().pop(source)?;
        Some(self.run(task.work, context, |event_loop, context| task.steps.run(event_loop, context)))
    }

    fn run_the_next_idle_callback(&self, context: &mut Context) -> Option<WorkId> {
        let now = self.now();
        // A policy may start an idle period although a timer is due. It ends at once.
        let end = self.idle_period_end().unwrap_or(now);
        if self.waiting.idle.borrow().starts_period(now) {
            let callback = Candidate::new(self, Selection::IdleCallback);
            let length = self.policy.ask(|policy| policy.idle_period(&callback, end.duration_since(now)));
            let deadline = now.after(length).min(end);
            self.waiting.idle.borrow_mut().start_period(deadline);
            self.notify(|| Event::IdlePeriodStarted { deadline });
        }
        if self.has_quirk(Quirk::NewestIdleCallbackWaits) && self.waiting.idle.borrow().is_between_periods(now) {
            let end = now.after(FIREFOX_IDLE_PERIOD);
            let before_timer = |due: Timestamp| due.before(Duration::from_millis(1)).min(end);
            let timer = self.waiting.timers.borrow().next_due();
            self.waiting.idle.borrow_mut().start_firefox_period(timer.map_or(end, before_timer));
        }
        let next = self.waiting.idle.borrow_mut().next()?;
        Some(self.run(next.work, context, |event_loop, context| (next.steps)(next.deadline, event_loop, context)))
    }

    #[inline]
    fn accept_deliveries(&self, context: &mut Context) {
        if self.connections.remote().has_deliveries() {
            self.accept(context);
        }
    }

    #[cold]
    fn accept(&self, context: &mut Context) {
        // Not with the values of whoever drives the loop.
        let _values = self.enter(AmbientValues::default());
        for delivery in self.connections.remote().take_deliveries() {
            match delivery {
                Delivery::Task(task) => {
                    let work = self.new_host_work(WorkKind::Remote, context);
                    self.queue_a_delivered_task(work, move |_, context| task(context));
                }
                Delivery::Steps(steps) => steps(context),
                Delivery::FutureWoken(future) => self.future_was_woken(future, context),
            }
        }
    }

    pub(in crate::event_loop) fn idle_period_end(&self) -> Option<Timestamp> {
        self.waiting.idle_period_end(self.now(), self.time.deadline(), self.quirks())
    }
}
