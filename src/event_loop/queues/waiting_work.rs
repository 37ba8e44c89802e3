//! All waiting work of an event loop but microtasks: the queues that the policy chooses from, and the timers.

use std::cell::{Cell, RefCell};

use super::burst_monitor::BurstMonitor;
use super::candidate::Selection;
use super::idle_periods::{IdlePeriods, SHORTEST_FIREFOX_IDLE_PERIOD, idle_period_end};
use super::large_memory::LargeMemory;
use super::limits::{LimitExceeded, Quotas};
use super::owned_timers::OwnedTimers;
use super::scheduler_tasks::{SchedulerQueue, SchedulerTasks};
use super::task_sources::{PlainTask, TaskSources};
use super::timers::{TimerId, TimerInfo, Timers, WaitingTimer};
use super::unsettled::Unsettled;
use crate::event_loop::quirks::{Quirk, Quirks};
use crate::event_loop::time::Timestamp;
use crate::event_loop::work::{QueuePosition, TaskSource, Work};
use crate::scheduling::{EnqueueOrder, TaskId, TaskPriority};

/// The types of what waits. An event loop has them, so that its queues need not know it.
pub(crate) trait Kinds {
    /// A scheduler task.
    type SchedulerTask;
    /// A scheduler task whose result waits for a promise.
    type Unsettled: ?Sized;
    /// The steps of a plain task.
    type TaskSteps;
    /// The steps of a timer.
    type TimerSteps;
    /// The steps of a timer for something that the collector owns.
    type OwnedTimer: ?Sized;
    /// The steps of an idle callback.
    type IdleSteps;

    /// The work of a scheduler task.
    fn work(task: &Self::SchedulerTask) -> Work;

    /// The priority of the scheduler task that a timer delays, if it does.
    fn delayed_priority(steps: &Self::TimerSteps) -> Option<TaskPriority>;
}

/// The waiting work of an event loop with these types.
pub(crate) struct WaitingWork<K: Kinds> {
    pub(crate) scheduler_tasks: RefCell<SchedulerTasks<K::SchedulerTask>>,
    pub(crate) sources: RefCell<TaskSources<K::TaskSteps>>,
    pub(crate) timers: RefCell<Timers<K::TimerSteps>>,
    pub(crate) owned_timers: RefCell<OwnedTimers<K::OwnedTimer>>,
    pub(crate) idle: RefCell<IdlePeriods<K::IdleSteps>>,
    /// Tasks that have run, and whose results wait for promises.
    pub(crate) unsettled: Unsettled<K::Unsettled>,
    /// When the animation frame was due whose task waits.
    pub(crate) frame_waits_since: Cell<Option<Timestamp>>,
    pub(crate) quotas: Quotas,
    pub(crate) bursts: BurstMonitor,
    pub(crate) large_memory: LargeMemory,
}

impl<K: Kinds> Default for WaitingWork<K> {
    fn default() -> Self {
        Self {
            scheduler_tasks: RefCell::default(),
            sources: RefCell::default(),
            timers: RefCell::default(),
            owned_timers: RefCell::default(),
            idle: RefCell::default(),
            unsettled: Unsettled::default(),
            frame_waits_since: Cell::default(),
            quotas: Quotas::default(),
            bursts: BurstMonitor::default(),
            large_memory: LargeMemory::default(),
        }
    }
}

impl<K: Kinds> WaitingWork<K> {
    /// Takes the next place among all tasks.
    pub(crate) fn take_place(&self) -> EnqueueOrder {
        self.scheduler_tasks.borrow_mut().queues.take_enqueue_order()
    }

    /// Adds a plain task. Returns its enqueue order.
    pub(crate) fn push_task(
        &self,
        source: TaskSource,
        place: QueuePosition,
        work: Work,
        steps: K::TaskSteps,
    ) -> EnqueueOrder {
        let (order, scheduler_tasks) = {
            let queues = &mut self.scheduler_tasks.borrow_mut().queues;
            let order = match place {
                QueuePosition::Reserved(order) => order,
                QueuePosition::Last => queues.take_enqueue_order(),
            };
            (order, queues.len())
        };
        let plain_tasks = {
            let mut sources = self.sources.borrow_mut();
            sources.push(source, PlainTask { order, work, steps });
            sources.len()
        };
        self.bursts.record_waiting(scheduler_tasks + plain_tasks);
        order
    }

    /// Adds a scheduler task. Creates its queue if there is none.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "otherwise, its arguments are passed through memory")]
    pub(crate) fn push_scheduler_task(
        &self,
        queue: SchedulerQueue<'_>,
        place: QueuePosition,
        task: K::SchedulerTask,
    ) -> TaskId {
        let (id, waiting) = {
            let mut tasks = self.scheduler_tasks.borrow_mut();
            let order = match place {
                QueuePosition::Reserved(order) => order,
                QueuePosition::Last => tasks.queues.take_enqueue_order(),
            };
            (tasks.push(queue, order, task), tasks.queues.len())
        };
        self.bursts.record_waiting(waiting);
        id
    }

    /// Collects garbage after a burst of tasks. Then, `shrink` frees unused memory of what else waits.
    #[inline]
    pub(crate) fn collect_after_burst(&self, shrink: impl FnOnce()) {
        let waiting = || self.scheduler_tasks.borrow().queues.len() + self.sources.borrow().len();
        self.bursts.collect_after_burst(waiting, || {
            shrink();
            self.sources.borrow_mut().shrink();
        });
    }

    /// Whether anything waits that keeps the program alive.
    pub(crate) fn keeps_alive(&self) -> bool {
        !self.scheduler_tasks.borrow().queues.is_empty()
            || self.sources.borrow().keep_alive()
            || self.timers.borrow().keep_alive()
            || !self.idle.borrow().is_empty()
    }

    /// Whether scheduler tasks are waiting, and nothing else that could run before them.
    pub(crate) fn has_only_scheduler_tasks(&self) -> bool {
        !self.scheduler_tasks.borrow().queues.is_empty()
            && self.timers.borrow().len() == 0
            && self.sources.borrow().len() == 0
    }

    /// Checks that one more task may wait.
    pub(crate) fn check_tasks(&self) -> Result<(), LimitExceeded> {
        self.quotas.check_tasks(|| {
            let immediates = self.sources.borrow().len_of(TaskSource::Immediate);
            self.scheduler_tasks.borrow().queues.len() + self.idle.borrow().len() + immediates
        })
    }

    /// Checks that one more timer may wait.
    pub(crate) fn check_timers(&self) -> Result<(), LimitExceeded> {
        self.quotas.check_timers(|| self.timers.borrow().len())
    }

    /// When the first timer is due, or in Firefox the next idle callback may run; `None` if there is neither.
    pub(crate) fn next_due(&self, quirks: Quirks, now: impl FnOnce() -> Timestamp) -> Option<Timestamp> {
        let timer = self.timers.borrow().next_due();
        if quirks.has(Quirk::NewestIdleCallbackWaits) {
            let idle = self.idle.borrow().waits_until(now());
            return [timer, idle].into_iter().flatten().min();
        }
        timer
    }

    /// The timer that fires first, if it is due, and its place among the tasks. Reads the clock only if there is a
    /// timer.
    pub(crate) fn due_timer(&self, now: impl FnOnce() -> Timestamp) -> Option<(TimerId, Option<EnqueueOrder>)> {
        let timers = self.timers.borrow();
        if timers.len() == 0 { None } else { timers.first_due(now()) }
    }

    /// All timers, in the order in which they were set.
    pub(crate) fn timers_by_age(&self) -> Vec<WaitingTimer> {
        let timers = self.timers.borrow();
        let list = timers.by_age();
        let waiting = list.into_iter().map(|TimerInfo { id, due, delay, work, serial, .. }| {
            let priority = timers.steps(id).and_then(K::delayed_priority);
            WaitingTimer { id, work, due, delay, serial, priority }
        });
        waiting.collect()
    }

    /// The end of an idle period that starts now, if one can start. `deadline` is that of the host.
    pub(crate) fn idle_period_end(
        &self,
        now: Timestamp,
        deadline: Option<Timestamp>,
        quirks: Quirks,
    ) -> Option<Timestamp> {
        idle_period_end(now, [self.next_due(quirks, || now), deadline].into_iter().flatten().min())
    }

    /// Whether an idle callback may run now, if an idle period can start.
    pub(crate) fn may_run_idle_callbacks(&self, now: Timestamp, quirks: Quirks) -> bool {
        if !quirks.has(Quirk::NewestIdleCallbackWaits) {
            return true;
        }
        let idle = self.idle.borrow();
        let until_timer = self.timers.borrow().next_due().map(|due| due.duration_since(now));
        let is_too_short = until_timer.is_some_and(|left| left < SHORTEST_FIREFOX_IDLE_PERIOD);
        if idle.is_between_periods(now) { !is_too_short } else { idle.waits_until(now).is_none() }
    }

    /// The work that would run next of what is selected.
    pub(crate) fn selected(&self, what: Selection) -> Option<Work> {
        match what {
            Selection::SchedulerTask => self.scheduler_tasks.borrow().queues.first().map(K::work),
            Selection::Task(source) => self.sources.borrow().front(source).map(|(task, _)| task.work),
            Selection::Timer(timer) => self.timers.borrow().work(timer),
            Selection::IdleCallback => self.idle.borrow().works().next(),
        }
    }
}
