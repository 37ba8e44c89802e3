//! What an event loop could do next, as far as the rules need to know: no engine, no JavaScript.

use std::cell::OnceCell;
use std::iter;
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::clause::Clause;
use crate::event_loop::{AgentId, OrderingIdentifier, PortId, TaskSource, Timestamp, WorkId};
use crate::scheduling::EffectivePriority;

/// The number of due times that a task can outlast in one deviation.
pub(super) const MOST_DEADLINES: usize = 2;

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

    /// Whether its work runs in the poll phase of a host that has phases.
    pub(super) const fn is_polled(self) -> bool {
        !matches!(self, Self::Idle | Self::Source(TaskSource::Timer | TaskSource::Immediate))
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

/// Work that may be brought closer to running.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'a> {
    pub(super) work: WorkId,
    pub(super) queue: Queue,
    /// Its timer, if that has not fired.
    pub(super) timer: Option<&'a Timer>,
    /// The first work of its queue.
    pub(super) head: Option<&'a Head>,
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
    /// What follows from the rest, once it has been asked for.
    pub(super) facts: OnceCell<Facts>,
}

/// What follows from the heads and timers of an agent. The rules ask for it for each of them, and there may be
/// thousands.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// The next scheduler task.
    scheduler: Option<Head>,
    /// The work that runs by default, if it does not fire a timer.
    pub(super) default: Option<Head>,
    /// The timer that fires by default.
    pub(super) default_timer: Option<Timer>,
    /// The oldest message of a port that has never been transferred.
    pub(super) unshipped_port: Option<Head>,
    /// Whether a task is ready.
    pub(super) has_tasks: bool,
    /// Whether a task is ready that is not a scheduler task. What arrives from outside may arrive later, so it does not
    /// count.
    pub(super) has_plain_tasks: bool,
    /// Whether something has arrived that the poll phase of a host runs.
    pub(super) has_arrived: bool,
    /// Why what is ready may arrive later, if it has all come from outside.
    pub(super) arrival: Option<Clause>,
    /// The highest level that a scheduler task has or would get.
    pub(super) highest_level: Option<EffectivePriority>,
    /// The indexes of the timers that are due.
    due: Vec<usize>,
    /// The two timers that the loop could fire first of those that are due, and when it could.
    first_noticed: [Option<(Timestamp, WorkId)>; 2],
    /// The due timers of each group that have a shorter delay than those that were set before them.
    shortest: Vec<(OrderingIdentifier, Vec<usize>)>,
    /// The next distinct due times after now.
    next_due_times: Vec<Timestamp>,
    /// The indexes of the heads, by their queues, once they have been asked for.
    by_queue: OnceCell<FxHashMap<Queue, usize>>,
}

impl Facts {
    fn of(situation: &Situation) -> Self {
        let Situation { heads, timers, now, default, .. } = situation;
        let first = |is_it: &dyn Fn(&Head) -> bool| heads.iter().copied().find(is_it);
        let is_task = |head: &&Head| head.queue != Queue::Idle;
        let are_arrivals = heads.iter().filter(is_task).all(|head| head.queue.arrival().is_some());
        let scheduler = first(&|head| head.queue == Queue::Scheduler);
        let waiting = timers.iter().filter(|timer| timer.queue == Queue::Scheduler).map(|timer| timer.level);
        let due: Vec<usize> = (0..timers.len()).filter(|&index| timers[index].due <= *now).collect();
        let has_arrived = |head: &Head| head.queue.arrival().is_none();
        Self {
            scheduler,
            default: first(&|head| *default == Step::Run(head.work)),
            default_timer: timers.iter().find(|timer| *default == Step::Fire(timer.work)).copied(),
            unshipped_port: first(&|head| matches!(head.queue, Queue::UnshippedPort(_))),
            has_tasks: heads.iter().any(|head| is_task(&head)),
            has_plain_tasks: heads.iter().any(|head| head.queue.is_of_plain_tasks() && has_arrived(head)),
            has_arrived: heads.iter().any(|head| head.queue.is_polled() && has_arrived(head)),
            arrival: heads.iter().find_map(|head| head.queue.arrival()).filter(|_| are_arrivals),
            highest_level: waiting.chain(scheduler.map(|head| head.level)).flatten().max(),
            first_noticed: first_noticed(due.iter().map(|&index| &timers[index])),
            shortest: shortest(&due, timers),
            due,
            next_due_times: next_due_times(situation.agents().flat_map(|agent| &agent.timers), *now),
            by_queue: OnceCell::new(),
        }
    }
}

/// The two timers that the loop could fire first, and when it could.
fn first_noticed<'a>(timers: impl Iterator<Item = &'a Timer>) -> [Option<(Timestamp, WorkId)>; 2] {
    let mut first: [Option<(Timestamp, WorkId)>; 2] = [None, None];
    for timer in timers {
        let noticed = Some((timer.noticed, timer.work));
        if first[0].is_none() || noticed < first[0] {
            first = [noticed, first[0]];
        } else if first[1].is_none() || noticed < first[1] {
            first[1] = noticed;
        }
    }
    first
}

/// The timers of each group that have a shorter delay than those that were set before them, in that order.
fn shortest(indexes: &[usize], timers: &[Timer]) -> Vec<(OrderingIdentifier, Vec<usize>)> {
    let mut shortest: Vec<(OrderingIdentifier, Vec<usize>)> = Vec::new();
    for &index in indexes {
        let Timer { group, delay, .. } = timers[index];
        match shortest.iter_mut().find(|(other, _)| *other == group) {
            None => shortest.push((group, vec![index])),
            Some((_, of_group)) if of_group.last().is_none_or(|&last| timers[last].delay > delay) => {
                of_group.push(index);
            }
            Some(_) => {}
        }
    }
    shortest
}

/// The next distinct due times after now, as many as the rules ask for.
fn next_due_times<'a>(timers: impl Iterator<Item = &'a Timer>, now: Timestamp) -> Vec<Timestamp> {
    let mut next: Vec<Timestamp> = Vec::with_capacity(MOST_DEADLINES + 1);
    for due in timers.map(|timer| timer.due).filter(|&due| due > now) {
        if next.len() == MOST_DEADLINES && next.last().is_some_and(|&last| due >= last) {
            continue;
        }
        if let Err(index) = next.binary_search(&due) {
            next.insert(index, due);
            next.truncate(MOST_DEADLINES);
        }
    }
    next
}

impl Situation {
    /// What follows from the situation, which does not change afterwards.
    pub(super) fn facts(&self) -> &Facts {
        self.facts.get_or_init(|| Facts::of(self))
    }

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
        self.facts().has_tasks
    }

    /// The work that is first in its queue or whose timer is one of the first. First that which is next, then that of
    /// this agent.
    pub(super) fn waiting(&self, horizon: Timestamp) -> impl Iterator<Item = Target<'_>> {
        self.agents().flat_map(move |agent| {
            let heads = agent.heads.iter().map(|head| {
                // Only an idle callback can wait for two things.
                let timer = if head.queue == Queue::Idle { agent.timer(head.work) } else { None };
                Target { work: head.work, queue: head.queue, timer, head: Some(head) }
            });
            let timers = agent.first_timers(horizon);
            heads.chain(timers.map(|timer| Target {
                work: timer.work,
                queue: timer.queue,
                timer: Some(timer),
                head: None,
            }))
        })
    }

    /// What could bring work closer to running that waits in a queue.
    pub(super) fn target(&self, work: WorkId, queue: Queue) -> Target<'_> {
        let timer = self.timer(work);
        let agent = self.of(work.agent()).filter(|_| timer.is_none());
        Target { work, queue, timer, head: agent.and_then(|agent| agent.head(queue)) }
    }

    pub(super) fn head(&self, queue: Queue) -> Option<&Head> {
        match queue {
            Queue::Scheduler => self.facts().scheduler.as_ref(),
            queue => {
                let heads = self.heads.iter().enumerate();
                let by_queue = || heads.map(|(index, head)| (head.queue, index)).rev().collect();
                self.facts().by_queue.get_or_init(by_queue).get(&queue).map(|&index| &self.heads[index])
            }
        }
    }

    /// Whether work is the start of a worker.
    pub(super) fn starts(&self, work: WorkId) -> bool {
        self.agents().any(|agent| agent.heads.iter().any(|head| head.work == work && head.queue == Queue::Start))
    }

    /// Whether the first work of every queue may run next, and nothing else can happen: no timer can fire if a task
    /// takes at most `task_cost`, and nothing has a priority over something else.
    pub(super) fn is_simple(&self, task_cost: Duration) -> bool {
        // The time that the tasks of one agent take passes for the others, too.
        let is_timeless = self.others.is_empty() || !self.tells_time;
        let are_far = |agent: &Self| agent.timers.iter().all(|timer| self.is_far(timer, task_cost));
        let is_firing = |agent: &Self| matches!(agent.default, Step::Fire(_));
        is_timeless && self.agents().all(|agent| !is_firing(agent) && agent.is_free() && are_far(agent))
    }

    /// Whether the first work of every queue may run next, besides timers.
    fn is_free(&self) -> bool {
        let is_free = |head: &Head| match head.queue {
            Queue::Scheduler => head.level.is_some_and(|level| level.get() == USER_VISIBLE_TASK),
            Queue::Source(TaskSource::IdleTask) | Queue::Idle => false,
            Queue::Source(_) | Queue::UnshippedPort(_) | Queue::Start => true,
        };
        !self.has_phases && !self.is_idle_period && self.heads.iter().all(is_free)
    }

    /// Whether a timer cannot fire before what is ready now has run, in whatever order that runs: tasks do not take so
    /// long, and nothing that is ready may arrive later.
    fn is_far(&self, timer: &Timer, task_cost: Duration) -> bool {
        let is_after = |started: Timestamp| timer.due.duration_since(started) > task_cost;
        let is_late = is_after(self.latest.started) && Duration::from_millis(timer.delay) > task_cost;
        is_late && self.others.is_empty() && self.facts().arrival.is_none()
    }

    /// What makes the situation one that is not [simple](Self::is_simple), and the work that it belongs to.
    pub(super) fn complication(&self, task_cost: Duration) -> (&'static str, Option<WorkId>) {
        let heads = || self.agents().flat_map(|agent| &agent.heads);
        let is_urgent = |head: &&Head| head.level.is_some_and(|level| level.get() != USER_VISIBLE_TASK);
        let is_idle = |head: &&Head| matches!(head.queue, Queue::Idle | Queue::Source(TaskSource::IdleTask));
        let mut timers = self.agents().flat_map(|agent| &agent.timers);
        if let Some(timer) = timers.find(|timer| !self.is_far(timer, task_cost)) {
            return ("a timer that may fire while other tasks wait", Some(timer.work));
        }
        if let Some(head) = heads().find(is_urgent) {
            return ("the priority of a task", Some(head.work));
        }
        if let Some(head) = heads().find(is_idle) {
            return ("an idle callback", Some(head.work));
        }
        ("the time that a task takes", self.latest.work)
    }

    /// Whether the timer that fires by default is one without a delay, so that its work only enters its queue: what may
    /// run before it may run then, too.
    pub(super) fn only_queues(&self, task_cost: Duration) -> bool {
        let Some(timer) = &self.facts().default_timer else { return false };
        let is_now = |timer: &Timer| timer.due <= self.now && timer.queue == Queue::Source(TaskSource::Timer);
        let is_at_once = is_now(timer) && self.now == self.latest.started && self.facts().arrival.is_none();
        let are_others_far = || self.timers.iter().all(|timer| timer.delay == 0 || self.is_far(timer, task_cost));
        is_at_once && timer.delay == 0 && self.others.is_empty() && self.is_free() && are_others_far()
    }

    /// Whether nothing is ready, and the timer that fires by default could not have fired before.
    pub(super) fn only_waits(&self, task_cost: Duration) -> bool {
        let is_far = |timer: &Timer| self.is_far(timer, task_cost);
        self.heads.is_empty() && self.others.is_empty() && self.facts().default_timer.as_ref().is_some_and(is_far)
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
        self.facts().due.iter().map(|&index| &self.timers[index])
    }

    /// Whether every due timer but that of `except` may still complete at this time or later, if timers may be so late.
    pub(super) fn may_all_be_late(&self, until: Timestamp, lateness: Duration, except: Option<WorkId>) -> bool {
        let mut others = self.facts().first_noticed.iter().flatten().filter(|(_, work)| Some(*work) != except);
        others.next().is_none_or(|&(noticed, _)| until.duration_since(noticed) <= lateness)
    }

    /// The due timer that was set first of those that must complete before `timer`.
    pub(super) fn first_before(&self, timer: &Timer) -> Option<&Timer> {
        if timer.group.orders_by_due_time() {
            return self.due().filter(|other| other.precedes(timer)).min_by_key(|other| other.serial);
        }
        let (_, shortest) = self.facts().shortest.iter().find(|(group, _)| *group == timer.group)?;
        let first = shortest.partition_point(|&index| self.timers[index].delay > timer.delay);
        shortest.get(first).map(|&index| &self.timers[index]).filter(|first| first.precedes(timer))
    }

    /// The timer of any agent that is due next, after now.
    pub(super) fn next_due(&self) -> Option<&Timer> {
        let timers = self.agents().flat_map(|agent| &agent.timers);
        timers.filter(|timer| timer.due > self.now).min_by_key(|timer| (timer.due, timer.work.agent(), timer.serial))
    }

    /// The next distinct due times of all agents after now: at most [`MOST_DEADLINES`].
    pub(super) fn next_due_times(&self) -> &[Timestamp] {
        &self.facts().next_due_times
    }
}
