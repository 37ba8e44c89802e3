//! The steps that the standards allow instead of the default one.

use std::time::Duration;

use super::clause::{Clause, Clauses};
use super::situation::{Facts, Head, Queue, Situation, Step, Target, Timer, USER_VISIBLE_TASK};
use crate::event_loop::{AgentId, Timestamp, WorkId};
use crate::scheduling::EffectivePriority;

/// Which orders are explored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Orders that keep the specification's recommendation on priorities: `user-blocking` tasks and continuations above
    /// `background` run before the tasks of other sources, `background` tasks run last, and idle callbacks run when no
    /// task is ready.
    #[default]
    Intent,
    /// All orders that the text of the standards allows, also those that ignore the recommendation.
    Standard,
}

impl Level {
    /// Both levels.
    pub const ALL: [Self; 2] = [Self::Intent, Self::Standard];

    /// Whether ports that have never been transferred are task sources of their own, if nothing else is asked for:
    /// [`Self::Standard`] keeps to the letter.
    #[must_use]
    pub const fn separates_ports(self) -> bool {
        matches!(self, Self::Intent)
    }

    /// The name of the level.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Intent => "intent",
            Self::Standard => "standard",
        }
    }
}

/// How far orders may deviate from the default order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The level of the orders.
    pub level: Level,
    /// How late a timer may be.
    pub timer_lateness: Duration,
    /// How long a task may take.
    pub task_cost: Duration,
    /// Whether each port is a task source of its own, even if it has never been transferred. In HTML, [such ports share
    /// one][unshipped].
    ///
    /// [unshipped]: https://html.spec.whatwg.org/multipage/web-messaging.html#unshipped-port-message-queue
    pub separate_ports: bool,
}

impl Default for Bounds {
    /// [`Level::Intent`], timers up to 16 ms late, tasks of up to 100 ms, and separate ports.
    fn default() -> Self {
        Self {
            level: Level::default(),
            timer_lateness: Duration::from_millis(16),
            task_cost: Duration::from_millis(100),
            separate_ports: Level::default().separates_ports(),
        }
    }
}

/// A step that is allowed, why, and from which level on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowed {
    pub(super) step: Step,
    pub(super) clauses: Clauses,
    pub(super) level: Level,
}

impl Allowed {
    fn new(step: Step, clause: Clause) -> Self {
        Self { step, clauses: Clauses::default().with(clause), level: Level::Intent }
    }

    /// The work whose timer fires, if this step fires one.
    pub(super) const fn fired(&self) -> Option<WorkId> {
        match self.step {
            Step::Fire(work) => Some(work),
            _ => None,
        }
    }

    fn at(self, level: Level) -> Self {
        let clauses = match level {
            Level::Intent => self.clauses,
            Level::Standard => self.clauses.with(Clause::PriorityAgainstOtherSources),
        };
        Self { clauses, level: self.level.max(level), ..self }
    }
}

impl Bounds {
    fn permits(&self, allowed: Allowed, queue: Queue, situation: &Situation) -> Option<Allowed> {
        let is_open = !situation.has_phases || is_open_in_phases(&allowed, queue, situation);
        (is_open && allowed.level <= self.level).then_some(allowed)
    }

    /// The next step that brings work closer to running, instead of the default step. `None` if there is no such step,
    /// or if it is the default one.
    pub(super) fn advance(&self, target: Target<'_>, situation: &Situation) -> Option<Allowed> {
        if target.work.agent() != situation.agent {
            return self.advance_another_agent(target, situation);
        }
        let allowed = match target.timer {
            Some(timer) => self.advance_timer(timer, situation)?,
            None => self.run_first(target.head?, situation)?,
        };
        let allowed =
            self.permits(allowed, target.queue, situation).filter(|allowed| allowed.step != situation.default)?;
        self.let_others_wait(allowed, situation.agent, situation)
    }

    /// The next step that brings work of another agent closer to running: agents run in parallel.
    fn advance_another_agent(&self, target: Target<'_>, situation: &Situation) -> Option<Allowed> {
        let other = situation.of(target.work.agent())?;
        let allowed = match other.default {
            Step::Run(next) | Step::Fire(next) if next == target.work => Allowed::new(other.default, Clause::Worker),
            Step::Run(_) | Step::Fire(_) => self.advance(target, other)?,
            Step::WaitUntil(_) => Allowed::new(Step::WaitUntil(target.timer?.due), Clause::Worker),
        };
        let allowed = Allowed { clauses: allowed.clauses.with(Clause::Worker), ..allowed };
        self.let_others_wait(allowed, other.agent, situation)
    }

    /// While time passes for an agent, the work of all agents waits. That of a worker may take any time.
    pub(super) fn let_others_wait(
        &self,
        mut allowed: Allowed,
        agent: AgentId,
        situation: &Situation,
    ) -> Option<Allowed> {
        let Step::WaitUntil(due) = allowed.step else { return Some(allowed) };
        for other in situation.agents().filter(|other| other.agent != agent && other.is_ready()) {
            let clauses = match other.agent {
                AgentId::MAIN => self.wait_until(due, other)?.clauses,
                _ => Clauses::default().with(Clause::Worker),
            };
            allowed.clauses = allowed.clauses.union(clauses);
        }
        Some(allowed)
    }

    /// The next step that lets the default work wait: something else runs, or time passes.
    pub(super) fn postpone(&self, default: WorkId, situation: &Situation) -> Option<Allowed> {
        let horizon = situation.next_due_times().first().copied().unwrap_or(situation.now);
        let mut others = situation.waiting(horizon).filter(|target| target.work != default);
        others.find_map(|target| self.advance(target, situation))
    }

    /// Runs the first work of its queue. The work behind it has to wait for it.
    fn run_first(&self, head: &Head, situation: &Situation) -> Option<Allowed> {
        let queue = head.queue;
        let clause = match (situation.default, queue) {
            (Step::Fire(_), _) if !self.all_may_be_late(situation.now, situation) => return None,
            (Step::Fire(_), _) => clause_of_lateness(situation),
            (_, Queue::Idle) if situation.is_idle_period => Clause::TaskSource,
            (_, Queue::Idle) => Clause::IdlePeriodWhileSchedulerTasksWait,
            (Step::Run(_), _) => clause_between(queue, situation),
            _ => Clause::TaskSource,
        };
        let mut run = Allowed::new(Step::Run(head.work), clause);
        if overtakes_a_port(head, situation) {
            run.clauses = run.clauses.with(Clause::SeparatePorts);
        }
        if queue == Queue::Idle && matches!(situation.default, Step::Fire(_)) {
            run.clauses = run.clauses.with(Clause::IdlePeriodStart);
        }
        Some(run.at(level_of_running(head, situation)?))
    }

    /// Whether every due timer may still complete at this time or later.
    fn all_may_be_late(&self, until: Timestamp, situation: &Situation) -> bool {
        situation.may_all_be_late(until, self.timer_lateness, None)
    }

    fn advance_timer(&self, timer: &Timer, situation: &Situation) -> Option<Allowed> {
        if timer.due <= situation.now {
            return self.fire(timer, situation);
        }
        let mut wait = self.wait_until(timer.due, situation)?;
        if !may_come_first(timer, situation) {
            return None;
        }
        if matches!(situation.default, Step::Fire(_)) {
            let late = situation.facts().default_timer.as_ref()?;
            if !timer.may_overtake(late) || !self.all_may_be_late(timer.due, situation) {
                return None;
            }
            wait.clauses = wait.clauses.union(clauses_between(late));
        }
        Some(wait.at(level_of_overtaking(timer, situation)?))
    }

    /// Fires a due timer, or the timer that it has to wait for.
    fn fire(&self, timer: &Timer, situation: &Situation) -> Option<Allowed> {
        let first = situation.first_before(timer).unwrap_or(timer);
        let may_be_late = situation.may_all_be_late(situation.now, self.timer_lateness, Some(first.work));
        let clauses = clauses_between(situation.facts().default_timer.as_ref().unwrap_or(first));
        let step = Step::Fire(first.work);
        may_be_late.then_some(Allowed { step, clauses, level: Level::Intent })
    }

    /// The next step towards firing a timer before the default one, without running its work then. The task that it
    /// queues is older than others, which only matters to scheduler tasks: a more urgent one may run before both.
    pub(super) fn fire_first(&self, timer: &Timer, situation: &Situation) -> Option<Allowed> {
        let is_of_default = timer.work.agent() == situation.agent && matches!(situation.default, Step::Fire(_));
        if !is_of_default || timer.queue != Queue::Scheduler {
            return None;
        }
        let allowed = self.advance_timer(timer, situation)?;
        let allowed = self.permits(allowed, timer.queue, situation)?;
        self.let_others_wait(allowed, situation.agent, situation).filter(|allowed| allowed.step != situation.default)
    }

    /// Lets the default timer be as late as it may be, although nothing else happens until then: only a program that
    /// reads the time can tell.
    pub(super) fn fire_late(&self, situation: &Situation) -> Option<Allowed> {
        let timer = situation.facts().default_timer.as_ref()?;
        let until = timer.noticed.after(self.timer_lateness);
        let is_alone = !situation.has_tasks()
            && situation.others.iter().all(|other| !other.is_ready())
            && situation.due().count() == 1
            && situation.next_due_times().first().is_none_or(|&due| due > until);
        (situation.tells_time && is_alone && until > situation.now)
            .then(|| Allowed::new(Step::WaitUntil(until), Clause::TimerLateness))
    }

    /// Fires a due timer before work of the running task enters its queue: time passes while a task runs.
    pub(super) fn fire_during_task(timer: &Timer, situation: &Situation) -> Option<Allowed> {
        let is_new = timer.due <= situation.now && timer.due > situation.last.started;
        let is_first = || situation.first_before(timer).is_none();
        (is_new && timer.queue == Queue::Scheduler && is_first())
            .then(|| Allowed::new(Step::Fire(timer.work), Clause::TaskDuration))
    }

    /// Lets time pass until a timer is due. While work is ready, that means that the last task takes so long; but what
    /// arrives from outside may arrive later instead.
    pub(super) fn wait_until(&self, due: Timestamp, situation: &Situation) -> Option<Allowed> {
        let &Facts { has_tasks, arrival, .. } = situation.facts();
        let cost = due.duration_since(situation.last.started);
        let clause = match (situation.default, arrival) {
            (Step::Run(_), _) if !has_tasks => Clause::IdlePeriodStart,
            (Step::Run(_), Some(arrival)) => arrival,
            (Step::Fire(_), _) if !has_tasks && self.all_may_be_late(due, situation) => clause_of_lateness(situation),
            _ if cost <= self.task_cost => Clause::TaskDuration,
            _ => return None,
        };
        Some(Allowed::new(Step::WaitUntil(due), clause))
    }
}

/// Whether a host with phases leaves a step open. The phases determine the order of what is ready; how long tasks take,
/// how late the loop wakes up, and when something arrives is open. Until it arrives, the poll phase runs what else has
/// arrived, or the next phase follows.
fn is_open_in_phases(allowed: &Allowed, queue: Queue, situation: &Situation) -> bool {
    match allowed.step {
        Step::WaitUntil(_) => true,
        Step::Fire(_) => false,
        Step::Run(_) => {
            let arrives_later = allowed.clauses.iter().any(Clause::is_of_arrivals);
            arrives_later && (queue.is_polled() || !situation.facts().has_arrived)
        }
    }
}

/// Why the timer that fires by default may complete late: it may be the latency of a response.
fn clause_of_lateness(situation: &Situation) -> Clause {
    let arrival = situation.facts().default_timer.as_ref().and_then(|timer| timer.queue.arrival());
    arrival.unwrap_or(Clause::TimerLateness)
}

/// Why another timer may complete before this one.
fn clauses_between(late: &Timer) -> Clauses {
    match late.queue.arrival() {
        Some(arrival) => Clauses::default().with(arrival),
        None => Clauses::default().with(Clause::TimerOrder).with(Clause::TimerLateness),
    }
}

/// Why the first work of a queue may run instead of the default work.
fn clause_between(queue: Queue, situation: &Situation) -> Clause {
    let is_scheduler = |head: Option<Head>| head.is_some_and(|head| head.queue == Queue::Scheduler);
    let default = situation.facts().default;
    if let Some(arrival) = default.and_then(|head| head.queue.arrival()) {
        return arrival;
    }
    let is_unshipped = |queue: Queue| matches!(queue, Queue::UnshippedPort(_));
    if is_unshipped(queue) && default.is_some_and(|head| is_unshipped(head.queue)) {
        return Clause::SeparatePorts;
    }
    if queue == Queue::Scheduler || is_scheduler(default) { Clause::SchedulerTasks } else { Clause::TaskSource }
}

/// Whether a message would overtake one of another port, although both ports have never been transferred.
fn overtakes_a_port(head: &Head, situation: &Situation) -> bool {
    // The oldest one is first.
    matches!(head.queue, Queue::UnshippedPort(_)) && situation.facts().unshipped_port.as_ref() != Some(head)
}

/// The first scheduler task's level.
fn scheduler_level(situation: &Situation) -> Option<u8> {
    situation.head(Queue::Scheduler)?.level.map(EffectivePriority::get)
}

/// The level from which on the first work of a queue may run next. `None` if it never may.
fn level_of_running(head: &Head, situation: &Situation) -> Option<Level> {
    let keeps_intent = match head.queue {
        Queue::Start => true,
        Queue::Scheduler => {
            head.level.is_some_and(|level| level.get() >= USER_VISIBLE_TASK) || !situation.facts().has_plain_tasks
        }
        Queue::Source(_) | Queue::UnshippedPort(_) => {
            scheduler_level(situation).is_none_or(|level| level <= USER_VISIBLE_TASK)
        }
        // The next callback of a period is a task of the idle-task source.
        Queue::Idle if situation.is_idle_period => {
            scheduler_level(situation).is_none_or(|level| level <= USER_VISIBLE_TASK)
        }
        // HTML starts an idle period only if no task queue has a runnable task. By the letter, a scheduler task does
        // not count.
        Queue::Idle if situation.facts().has_plain_tasks => return None,
        Queue::Idle => scheduler_level(situation).is_none(),
    };
    Some(if keeps_intent { Level::Intent } else { Level::Standard })
}

/// Whether the work of a timer, once it has fired, could run before the work that runs or whose timer fires by default:
/// tasks of one queue run in the order in which they enter it.
fn may_come_first(timer: &Timer, situation: &Situation) -> bool {
    if !matches!(situation.default, Step::Run(_)) {
        return true;
    }
    match timer.queue {
        Queue::Scheduler => situation.head(Queue::Scheduler).is_none_or(|head| timer.level > head.level),
        queue => situation.facts().default.is_some() && situation.head(queue).is_none(),
    }
}

/// The level from which on the work of a timer, once it has fired, could run before the default work.
fn level_of_overtaking(timer: &Timer, situation: &Situation) -> Option<Level> {
    let head = Head { work: timer.work, queue: timer.queue, level: timer.level };
    match situation.default {
        Step::Fire(_) => Some(Level::Intent),
        _ => level_of_running(&head, situation),
    }
}
