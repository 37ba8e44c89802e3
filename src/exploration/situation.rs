//! What an event loop could do next, as far as the rules need to know: no engine, no JavaScript.

use std::iter;

use super::clause::Clause;
use crate::event_loop::{AgentId, OrderingIdentifier, PortId, TaskSource, Timestamp, WorkId};
use crate::scheduling::EffectivePriority;

/// The level that a `user-visible` task has.
pub(super) const USER_VISIBLE_TASK: u8 = 2;

/// The queue that ready work waits in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Queue {
    /// The scheduler task queues, which the specification orders together.
    Scheduler,
    /// The queue of a task source.
    Source(TaskSource),
    /// The queue of a port that has never been transferred; `None` if such ports share one, as in [HTML][unshipped].
    ///
    /// [unshipped]: https://html.spec.whatwg.org/multipage/web-messaging.html#unshipped-port-message-queue
    UnshippedPort(Option<PortId>),
    /// The list of idle callbacks.
    Idle,
    /// That of the start of a worker.
    Start,
}

impl Queue {
    /// Why its work may come at any time, if it is queued by something that runs in parallel.
    pub(super) const fn arrival(self) -> Option<Clause> {
        match self {
            Self::Source(TaskSource::Response(_)) => Some(Clause::Response),
            Self::Source(TaskSource::FileReading(_)) => Some(Clause::BlobRead),
            Self::Source(TaskSource::Crypto(_)) => Some(Clause::CryptoOperation),
            Self::Source(TaskSource::WebLocks) => Some(Clause::Lock),
            Self::Source(TaskSource::Arrival(_)) => Some(Clause::Arrival),
            _ => None,
        }
    }

    /// Whether it is a queue of tasks that are not scheduler tasks.
    pub(super) const fn is_of_plain_tasks(self) -> bool {
        matches!(self, Self::Source(_) | Self::UnshippedPort(_))
    }
}

/// The first work of a queue: the only one of the queue that can run next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) work: WorkId,
    pub(super) queue: Queue,
    /// The effective priority of a scheduler task.
    pub(super) level: Option<EffectivePriority>,
}

/// A timer that has not fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Timer {
    pub(super) work: WorkId,
    pub(super) due: Timestamp,
    /// When the loop could first fire it: at its due time, or after the task that was running then. Later, it is late.
    pub(super) noticed: Timestamp,
    /// The delay in milliseconds.
    pub(super) delay: u64,
    pub(super) group: OrderingIdentifier,
    /// The position in the order in which timers were set.
    pub(super) serial: u64,
    /// The queue that its work enters when it fires.
    pub(super) queue: Queue,
    /// The effective priority that a scheduler task would get.
    pub(super) level: Option<EffectivePriority>,
}

impl Timer {
    /// Whether this timer must complete before `other`: [run steps after a timeout][1], step 4.2; for the timeouts of
    /// idle callbacks, [`requestIdleCallback`][2], step 6.2.
    ///
    /// [1]: https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#run-steps-after-a-timeout
    /// [2]: https://w3c.github.io/requestidlecallback/#the-requestidlecallback-method
    pub(super) fn precedes(&self, other: &Self) -> bool {
        let comes_first = if self.group.orders_by_due_time() {
            (self.due, self.serial) < (other.due, other.serial)
        } else {
            self.serial < other.serial && self.delay <= other.delay
        };
        self.group == other.group && self.group != OrderingIdentifier::Unordered && comes_first
    }

    /// Whether the work of this timer may run before that of `other`, even if `other` completes first: scheduler tasks
    /// run by their priorities.
    pub(super) fn may_overtake(&self, other: &Self) -> bool {
        !other.precedes(self) || self.queue == Queue::Scheduler && self.level > other.level
    }
}

/// One step of the event loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Runs work that is first in its queue.
    Run(WorkId),
    /// Fires the timer of this work: the work enters its queue.
    Fire(WorkId),
    /// Lets time pass.
    WaitUntil(Timestamp),
}

/// The last work that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Last {
    /// `None` for the main script or module.
    pub(super) work: Option<WorkId>,
    pub(super) started: Timestamp,
}

/// The state of an agent's event loop when something is chosen. Times are those of the program's clock.
#[derive(Clone, Debug)]
pub(super) struct Situation {
    pub(super) agent: AgentId,
    pub(super) now: Timestamp,
    /// What happens by default: [`Step::Run`] or [`Step::Fire`]. [`Step::WaitUntil`] now if nothing of another agent is
    /// ready.
    pub(super) default: Step,
    pub(super) heads: Vec<Head>,
    /// Whether the host runs work in phases, as Node does.
    pub(super) has_phases: bool,
    /// Whether an idle period is in progress: its next callback competes with the tasks of other sources.
    pub(super) is_idle_period: bool,
    /// All timers, in the order in which they were set.
    pub(super) timers: Vec<Timer>,
    /// The last work of the agent.
    pub(super) last: Last,
    /// The last work of all agents.
    pub(super) latest: Last,
    /// The other agents, without others.
    pub(super) others: Vec<Situation>,
    /// Whether the program has read the time, so that it can tell how late a timer is.
    pub(super) tells_time: bool,
}

impl Situation {
    /// This agent and the others.
    pub(super) fn agents(&self) -> impl Iterator<Item = &Self> {
        iter::once(self).chain(&self.others)
    }

    /// The situation of an agent.
    pub(super) fn of(&self, agent: AgentId) -> Option<&Self> {
        self.agents().find(|situation| situation.agent == agent)
    }

    /// Whether something is ready.
    pub(super) fn is_ready(&self) -> bool {
        !matches!(self.default, Step::WaitUntil(_))
    }

    /// Whether a task is ready.
    pub(super) fn has_tasks(&self) -> bool {
        self.heads.iter().any(|head| head.queue != Queue::Idle)
    }

    /// The work that is first in its queue or whose timer is one of the first, with its queue. First that which is
    /// next, then that of this agent.
    pub(super) fn waiting(&self, horizon: Timestamp) -> impl Iterator<Item = (WorkId, Queue)> {
        self.agents().flat_map(move |agent| {
            let heads = agent.heads.iter().map(|head| (head.work, head.queue));
            heads.chain(agent.first_timers(horizon).map(|timer| (timer.work, timer.queue)))
        })
    }

    pub(super) fn head(&self, queue: Queue) -> Option<&Head> {
        self.heads.iter().find(|head| head.queue == queue)
    }

    /// Whether work is the start of a worker.
    pub(super) fn starts(&self, work: WorkId) -> bool {
        self.agents().any(|agent| agent.heads.iter().any(|head| head.work == work && head.queue == Queue::Start))
    }

    /// Whether the first work of every queue may run next, and nothing else can happen: no timer is set, and nothing
    /// has a priority over something else.
    pub(super) fn is_simple(&self) -> bool {
        // The time that the tasks of one agent take passes for the others, too.
        let is_timeless = self.others.is_empty() || !self.tells_time;
        is_timeless && self.agents().all(Self::is_simple_within_agent)
    }

    fn is_simple_within_agent(&self) -> bool {
        let is_free = |head: &Head| match head.queue {
            Queue::Scheduler => head.level.is_some_and(|level| level.get() == USER_VISIBLE_TASK),
            Queue::Source(TaskSource::IdleTask) | Queue::Idle => false,
            Queue::Source(_) | Queue::UnshippedPort(_) | Queue::Start => true,
        };
        let is_ordinary = !matches!(self.default, Step::Fire(_)) && !self.has_phases && !self.is_idle_period;
        is_ordinary && self.timers.is_empty() && self.heads.iter().all(is_free)
    }

    pub(super) fn timer(&self, work: WorkId) -> Option<&Timer> {
        self.of(work.agent())?.timers.iter().find(|timer| timer.work == work)
    }

    /// The timers that are due by then and whose work does not have to wait for the work of another timer.
    pub(super) fn first_timers(&self, horizon: Timestamp) -> impl Iterator<Item = &Timer> {
        // For each level of a group, the shortest delay so far. There are at most as many as there are levels.
        let mut shortest: Vec<(OrderingIdentifier, Option<EffectivePriority>, u64)> = Vec::new();
        let by_due_time = self.timers.iter().filter(|timer| timer.group.orders_by_due_time());
        let first_by_due_time = by_due_time.min_by_key(|timer| (timer.due, timer.serial)).map(|timer| timer.serial);
        self.timers.iter().filter(move |timer| {
            let is_first = match timer.group {
                OrderingIdentifier::Unordered => true,
                group if group.orders_by_due_time() => Some(timer.serial) == first_by_due_time,
                group => {
                    let has_level = |&&(other, level, _): &&_| other == group && level >= timer.level;
                    let is_first = shortest.iter().filter(has_level).all(|&(.., delay)| delay > timer.delay);
                    if is_first {
                        shortest.retain(|&(other, level, _)| (other, level) != (group, timer.level));
                        shortest.push((group, timer.level, timer.delay));
                    }
                    is_first
                }
            };
            is_first && timer.due <= horizon
        })
    }

    /// The timers that are due.
    pub(super) fn due(&self) -> impl Iterator<Item = &Timer> {
        self.timers.iter().filter(|timer| timer.due <= self.now)
    }

    /// The timer of any agent that is due next, after now.
    pub(super) fn next_due(&self) -> Option<&Timer> {
        let timers = self.agents().flat_map(|agent| &agent.timers);
        timers.filter(|timer| timer.due > self.now).min_by_key(|timer| (timer.due, timer.work.agent(), timer.serial))
    }

    /// The next `count` distinct due times of all agents after now.
    pub(super) fn next_due_times(&self, count: usize) -> Vec<Timestamp> {
        let all = self.agents().flat_map(|agent| &agent.timers);
        let mut times: Vec<Timestamp> = all.map(|timer| timer.due).filter(|&due| due > self.now).collect();
        times.sort_unstable();
        times.dedup();
        times.truncate(count);
        times
    }
}
