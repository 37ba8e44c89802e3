//! The event loop as the source of candidates.

use crate::event_loop::event_loop::{EventLoop, TimerSteps};
use crate::event_loop::origins::{Location, Origin};
use crate::event_loop::queues::{
    CandidateSource, SHORTEST_FIREFOX_IDLE_PERIOD, Selection, TimerId, TimerInfo, WaitingTimer,
};
use crate::event_loop::quirks::Departure;
use crate::event_loop::time::Timestamp;
use crate::event_loop::work::{TaskSource, Work};
use crate::scheduling::{EffectivePriority, EnqueueOrder};

impl CandidateSource for EventLoop {
    fn scheduler_task(&self) -> Option<(EffectivePriority, EnqueueOrder)> {
        self.waiting.scheduler_tasks.borrow().queues.next_order()
    }

    fn oldest_task(&self) -> Option<(TaskSource, EnqueueOrder)> {
        self.waiting.sources.borrow().waiting().next()
    }

    fn task(&self, source: TaskSource) -> Option<EnqueueOrder> {
        Some(self.waiting.sources.borrow().front(source)?.0.order)
    }

    fn sources(&self) -> Vec<TaskSource> {
        self.waiting.sources.borrow().waiting().map(|(source, _)| source).collect()
    }

    fn due_timer(&self) -> Option<(TimerId, Option<EnqueueOrder>)> {
        let timers = self.waiting.timers.borrow();
        // Read the clock only if there is a timer.
        if timers.len() == 0 { None } else { timers.first_due(self.now()) }
    }

    fn frame_waits_since(&self) -> Option<Timestamp> {
        self.frame_waits_since.get()
    }

    fn timers_that_may_fire(&self) -> Vec<TimerInfo> {
        self.waiting.timers.borrow().may_fire(self.now())
    }

    fn timers(&self) -> Vec<WaitingTimer> {
        let timers = self.waiting.timers.borrow();
        let mut list = timers.list();
        list.sort_unstable_by_key(|timer| timer.serial);
        let waiting = list.into_iter().map(|TimerInfo { id, due, delay, work, serial, .. }| {
            let priority = match timers.steps(id) {
                Some(TimerSteps::Enqueue(task)) => Some(task.priority()),
                _ => None,
            };
            WaitingTimer { work, due, delay, serial, priority }
        });
        waiting.collect()
    }

    fn may_run_idle_callbacks(&self) -> bool {
        if self.waiting.idle.borrow().is_empty() || self.idle_period_end().is_none() {
            return false;
        }
        if !self.departs(Departure::NewestIdleCallbackWaits) {
            return true;
        }
        let (now, idle) = (self.now(), self.waiting.idle.borrow());
        let until_timer = self.waiting.timers.borrow().next_due().map(|due| due.duration_since(now));
        let is_too_short = until_timer.is_some_and(|left| left < SHORTEST_FIREFOX_IDLE_PERIOD);
        if idle.is_between_periods(now) { !is_too_short } else { idle.waits_until(now).is_none() }
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
        match what {
            Selection::SchedulerTask => self.waiting.scheduler_tasks.borrow().queues.first().map(|task| *task.work()),
            Selection::Task(source) => self.waiting.sources.borrow().front(source).map(|(task, _)| task.work),
            Selection::Timer(timer) => self.waiting.timers.borrow().work(timer),
            Selection::IdleCallback => self.waiting.idle.borrow().works().next(),
        }
    }

    fn location(&self, origin: Origin) -> Option<Location> {
        Self::location(self, origin)
    }
}
