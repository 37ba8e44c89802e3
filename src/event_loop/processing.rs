//! One turn of the event loop, without waiting: the processing model.

use std::rc::Rc;

use boa_engine::Context;

use super::candidate::{Candidates, Chosen, Ready};
use super::event_loop::{EventLoop, SchedulerTask};
use super::idle_period::idle_period_end;
use super::observer::{Choice, Event};
use super::origin::{Location, Origin};
use super::policy::{DefaultPolicy, Policy};
use super::task_source::TaskSource;
use super::time::Timestamp;
use super::timers::{TimerId, Waiting};
use super::work::{Ending, Work, WorkId, WorkKind};
use crate::scheduling::{EffectivePriority, EnqueueOrder};

/// What one turn did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This work ran.
    Ran(WorkId),
    /// An asynchronous job got further.
    Polled,
    /// Nothing was ready.
    Idle,
}

impl EventLoop {
    /// One turn of the [processing model](https://html.spec.whatwg.org/multipage/webappapis.html#event-loop-processing-model):
    /// at most one task, and the checkpoint after it. Timers that the policy chooses on the way fire. Never waits.
    pub fn turn(&self, context: &mut Context) -> Turn {
        self.accept_deliveries(context);
        let ran = loop {
            match self.choose() {
                // The task that the timer's steps queue competes with the others.
                Some(Chosen::Timer(timer)) => self.fire(timer),
                Some(Chosen::SchedulerTask) => break self.run_the_next_scheduler_task(context),
                Some(Chosen::Task(source)) => break self.run_the_oldest_task(source, context),
                Some(Chosen::IdleCallback) => break self.run_the_next_idle_callback(context),
                None => break None,
            }
        };
        self.perform_a_microtask_checkpoint(context);
        let waiting = self.waiting.scheduler_tasks.borrow().queues.len() + self.waiting.sources.borrow().len();
        self.memory.collect_after_a_wave(waiting, || {
            self.jobs.microtasks.shrink();
            self.waiting.sources.borrow_mut().shrink();
        });
        ran.map_or(Turn::Idle, Turn::Ran)
    }

    /// Asks the policy what runs next. `None` if nothing is ready.
    fn choose(&self) -> Option<Chosen> {
        let candidates = Candidates::of(self)?;
        let policy = self.policy.take();
        // A policy that asks the loop for another turn while it decides is not there to be asked again.
        let Some(mut policy) = policy else { return Some(DefaultPolicy.choose(&candidates).chosen) };
        let chosen = policy.choose(&candidates);
        if self.notifier.is_observed() {
            let choice = Choice { chosen, candidates, policy: &*policy };
            self.tell(|| Event::Chosen(&choice));
        }
        // It may have set another one.
        let mut slot = self.policy.borrow_mut();
        if slot.is_none() {
            *slot = Some(policy);
        }
        Some(chosen.chosen)
    }

    /// Runs steps as this piece of work.
    fn run(&self, work: Work, context: &mut Context, steps: impl FnOnce(&Self, &mut Context) -> Ending) -> WorkId {
        self.tell(|| Event::Started { work: work.id });
        let how = {
            let _current = self.current.enter_work(work);
            steps(self, context)
        };
        self.tell(|| Event::Ended { work: work.id, how });
        work.id
    }

    fn run_the_next_scheduler_task(&self, context: &mut Context) -> Option<WorkId> {
        let task = self.waiting.scheduler_tasks.borrow_mut().pop()?;
        Some(self.run(task.work(), context, |event_loop, context| task.run(event_loop, context)))
    }

    fn run_the_oldest_task(&self, source: TaskSource, context: &mut Context) -> Option<WorkId> {
        let task = self.waiting.sources.borrow_mut().pop(source)?;
        Some(self.run(task.work, context, task.steps))
    }

    fn run_the_next_idle_callback(&self, context: &mut Context) -> Option<WorkId> {
        let end = self.idle_period_end()?;
        let next = self.waiting.idle.borrow_mut().next(self.now(), end)?;
        if next.starts_period {
            self.tell(|| Event::IdlePeriodStarted { deadline: next.deadline });
        }
        Some(self.run(next.work, context, |event_loop, context| (next.steps)(next.deadline, event_loop, context)))
    }

    fn accept_deliveries(&self, context: &mut Context) {
        for delivery in self.remote.take_deliveries() {
            let work = self.schedule_by_host(WorkKind::Remote, context);
            self.tell(|| Event::Delivered { work: work.id });
            self.queue_work(TaskSource::Remote, work, move |_, context| delivery(context));
        }
    }

    fn idle_period_end(&self) -> Option<Timestamp> {
        idle_period_end(self.now(), self.next_deadline())
    }

    /// Whether something waits that will run some day: what keeps a program alive.
    #[must_use]
    pub fn has_work(&self) -> bool {
        !self.waiting.scheduler_tasks.borrow().queues.is_empty()
            || self.waiting.sources.borrow().len() > 0
            || self.waiting.timers.borrow().keep_alive()
            || !self.jobs.microtasks.is_empty()
            || self.rejected_promises().any_unnoticed()
            || !self.waiting.idle.borrow().is_empty()
            || !self.jobs.asynchronous.borrow().is_empty()
            || self.remote.keeps_alive()
    }

    /// Parks until a moment, or until the loop is woken.
    pub fn sleep(&self, until: Option<Timestamp>) {
        self.memory.before_a_sleep(until.map(|until| until.duration_since(self.now())));
        self.tell(|| Event::Sleeping { until });
        self.time.park(until);
        self.tell(|| Event::Woke);
    }

    /// Drops all that waits. Nothing is borrowed while it is dropped.
    pub(super) fn clear(&self) {
        drop((self.waiting.sources.take(), self.waiting.timers.take(), self.waiting.idle.take()));
        drop((self.jobs.asynchronous.take(), self.jobs.finalization.take()));
        self.jobs.microtasks.clear();
        loop {
            let task: Option<Rc<dyn SchedulerTask>> = self.waiting.scheduler_tasks.borrow_mut().pop();
            if task.is_none() {
                return;
            }
        }
    }
}

impl Ready for EventLoop {
    fn scheduler_task(&self) -> Option<(EffectivePriority, EnqueueOrder)> {
        let next = self.waiting.scheduler_tasks.borrow().queues.next()?;
        Some((next.effective_priority, next.enqueue_order))
    }

    fn oldest_task(&self) -> Option<(TaskSource, EnqueueOrder)> {
        self.waiting.sources.borrow().oldest()
    }

    fn task(&self, source: TaskSource) -> Option<EnqueueOrder> {
        Some(self.waiting.sources.borrow().front(source)?.0.order)
    }

    fn due_timer(&self) -> Option<(TimerId, Option<EnqueueOrder>)> {
        let timers = self.waiting.timers.borrow();
        // The clock is not looked at for nothing.
        if timers.len() == 0 { None } else { timers.first_due(self.now()) }
    }

    fn timers_that_may_fire(&self) -> Vec<Waiting> {
        self.waiting.timers.borrow().may_fire(self.now())
    }

    fn may_run_idle_callbacks(&self) -> bool {
        !self.waiting.idle.borrow().is_empty() && self.idle_period_end().is_some()
    }

    fn due(&self, timer: TimerId) -> Option<Timestamp> {
        self.waiting.timers.borrow().due(timer)
    }

    fn work(&self, chosen: Chosen) -> Option<Work> {
        match chosen {
            Chosen::SchedulerTask => self.waiting.scheduler_tasks.borrow().queues.first().map(|task| task.work()),
            Chosen::Task(source) => self.waiting.sources.borrow().front(source).map(|(task, _)| task.work),
            Chosen::Timer(timer) => self.waiting.timers.borrow().work(timer),
            Chosen::IdleCallback => self.waiting.idle.borrow().first(),
        }
    }

    fn location(&self, origin: Origin) -> Option<Location> {
        Self::location(self, origin)
    }
}
