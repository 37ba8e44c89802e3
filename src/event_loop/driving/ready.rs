//! The event loop as the source of candidates.

use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::origins::{Location, Origin};
use crate::event_loop::queues::{CandidateSource, Selection, TimerId, TimerInfo, WaitingTimer};
use crate::event_loop::time::Timestamp;
use crate::event_loop::work::{TaskSource, Work, WorkId};
use crate::scheduling::{EffectivePriority, EnqueueOrder};

impl CandidateSource for EventLoop {
    fn scheduler_task(&self) -> Option<(EffectivePriority, EnqueueOrder)> {
        self.waiting.scheduler_tasks.borrow().queues.next_order()
    }

    fn oldest_task(&self) -> Option<(TaskSource, EnqueueOrder)> {
        self.waiting.sources.borrow().waiting().next().map(|(source, order, _)| (source, order))
    }

    fn task(&self, source: TaskSource) -> Option<EnqueueOrder> {
        Some(self.waiting.sources.borrow().front(source)?.0.order)
    }

    fn oldest_tasks(&self) -> Vec<(TaskSource, EnqueueOrder, WorkId)> {
        self.waiting.sources.borrow().waiting().collect()
    }

    fn due_timer(&self) -> Option<(TimerId, Option<EnqueueOrder>)> {
        self.waiting.due_timer(|| self.now())
    }

    fn frame_waits_since(&self) -> Option<Timestamp> {
        self.waiting.frame_waits_since.get()
    }

    fn timers_that_may_fire(&self) -> Vec<TimerInfo> {
        self.waiting.timers.borrow().may_fire(self.now())
    }

    fn timers(&self) -> Vec<WaitingTimer> {
        self.waiting.timers_by_age()
    }

    fn may_run_idle_callbacks(&self) -> bool {
        !self.waiting.idle.borrow().is_empty()
            && self.idle_period_end().is_some()
            && self.waiting.may_run_idle_callbacks(self.now(), self.quirks())
    }

    fn now(&self) -> Timestamp {
        Self::now(self)
    }

    fn is_idle_period(&self) -> bool {
        !self.waiting.idle.borrow().starts_period(self.now())
    }

    fn due(&self, timer: TimerId) -> Option<Timestamp> {
        self.waiting.timers.borrow().due(timer)
    }

    fn work(&self, what: Selection) -> Option<Work> {
        self.waiting.selected(what)
    }

    fn location(&self, origin: Origin) -> Option<Location> {
        Self::location(self, origin)
    }
}
