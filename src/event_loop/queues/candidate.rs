//! The candidates that a policy chooses from: everything that could run now.

use super::timers::{TimerId, TimerInfo, WaitingTimer};
use crate::debug::debug;
use crate::event_loop::origins::{Location, Origin};
use crate::event_loop::time::Timestamp;
use crate::event_loop::work::{TaskSource, Work, WorkId, WorkKind};
use crate::scheduling::{EffectivePriority, EnqueueOrder};

/// The work or the timer that a candidate stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selection {
    /// The next scheduler task.
    SchedulerTask,
    /// The oldest task of this task source.
    Task(TaskSource),
    /// The steps of this timer, which queue a task.
    Timer(TimerId),
    /// The next idle callback.
    IdleCallback,
}

/// Provides candidates: an event loop, or a fake one in tests. No work runs during these calls.
pub(crate) trait CandidateSource {
    fn now(&self) -> Timestamp;
    fn scheduler_task(&self) -> Option<(EffectivePriority, EnqueueOrder)>;
    fn oldest_task(&self) -> Option<(TaskSource, EnqueueOrder)>;
    fn task(&self, source: TaskSource) -> Option<EnqueueOrder>;
    /// The sources with waiting tasks, and the place and the work of their oldest tasks, oldest task first.
    fn oldest_tasks(&self) -> Vec<(TaskSource, EnqueueOrder, WorkId)>;
    /// The timer that fires first, if it is due, and its place among the tasks.
    fn due_timer(&self) -> Option<(TimerId, Option<EnqueueOrder>)>;
    /// When the animation frame was due whose task waits.
    fn frame_waits_since(&self) -> Option<Timestamp>;
    fn timers_that_may_fire(&self) -> Vec<TimerInfo>;
    /// All timers, in the order in which they were set.
    fn timers(&self) -> Vec<WaitingTimer>;
    fn may_run_idle_callbacks(&self) -> bool;
    /// Whether an idle period is in progress and has another callback.
    fn is_idle_period(&self) -> bool;
    /// The due time of a timer; `None` if it has fired or was stopped.
    fn due(&self, timer: TimerId) -> Option<Timestamp>;
    fn work(&self, what: Selection) -> Option<Work>;
    fn location(&self, origin: Origin) -> Option<Location>;
}

/// Work that could run now, or a timer that could fire. Only [`Candidates`] creates these, so a candidate is always
/// ready.
#[derive(Clone, Copy)]
pub struct Candidate<'a> {
    ready: &'a dyn CandidateSource,
    pub(crate) what: Selection,
    age: Option<EnqueueOrder>,
    effective_priority: Option<EffectivePriority>,
}

impl std::fmt::Debug for Candidate<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { what, age, effective_priority, .. } = self;
        write!(f, "{what:?}, age {age:?}, priority {effective_priority:?}")
    }
}

impl std::fmt::Display for Candidate<'_> {
    /// For example `user-visible task #4` or `setTimeout #2`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.effective_priority, self.kind()) {
            (Some(level), _) => write!(f, "{} {}", level.priority(), level.kind())?,
            (None, Some(kind)) => f.write_str(kind.as_str())?,
            (None, None) => f.write_str("task")?,
        }
        self.id().map_or(Ok(()), |number| write!(f, " {number}"))
    }
}

impl<'a> Candidate<'a> {
    pub(crate) fn new(ready: &'a dyn CandidateSource, what: Selection) -> Self {
        Self { ready, what, age: None, effective_priority: None }
    }

    fn timer(ready: &'a dyn CandidateSource, timer: TimerId, place: Option<EnqueueOrder>) -> Self {
        Self { age: place, ..Self::new(ready, Selection::Timer(timer)) }
    }

    fn work(&self) -> Option<Work> {
        self.ready.work(self.what)
    }

    /// The number of the work. `None` only if the work has since run or been removed.
    #[must_use]
    pub fn id(&self) -> Option<WorkId> {
        self.work().map(|work| work.id)
    }

    /// The kind of the work. `None` only if the work has since run or been removed.
    #[must_use]
    pub fn kind(&self) -> Option<WorkKind> {
        self.work().map(|work| work.kind)
    }

    /// Where the program scheduled the work; `None` if the host did or the location is unknown.
    #[must_use]
    pub fn location(&self) -> Option<Location> {
        self.ready.location(self.work()?.origin?)
    }

    /// The position of the work in the order in which work became ready: a smaller value is older. `None` for idle
    /// callbacks, and for a timer with a delay until its steps have queued a task.
    #[must_use]
    pub fn order(&self) -> Option<EnqueueOrder> {
        self.age
    }

    /// The effective priority of a scheduler task; `None` for all other work.
    #[must_use]
    pub fn effective_priority(&self) -> Option<EffectivePriority> {
        self.effective_priority
    }

    /// The task source of a plain task, or of the plain task that a timer queues. `None` for scheduler tasks and idle
    /// callbacks, including their timers.
    #[must_use]
    pub fn source(&self) -> Option<TaskSource> {
        match self.what {
            Selection::Task(source) => Some(source),
            Selection::Timer(_) => TaskSource::of(self.kind()?),
            Selection::SchedulerTask | Selection::IdleCallback => None,
        }
    }

    /// The due time of a timer; `None` for all other work.
    #[must_use]
    pub fn due(&self) -> Option<Timestamp> {
        match self.what {
            Selection::Timer(timer) => self.ready.due(timer),
            _ => None,
        }
    }

    /// The timer that it fires, if it is one.
    pub(crate) fn timer_id(&self) -> Option<TimerId> {
        match self.what {
            Selection::Timer(timer) => Some(timer),
            _ => None,
        }
    }

    /// Whether this is an idle callback.
    #[must_use]
    pub fn is_idle_callback(&self) -> bool {
        self.what == Selection::IdleCallback
    }
}

/// Everything that could run now: at least one candidate.
///
/// The methods that return one candidate are O(1); [`Self::all`] visits every timer.
#[derive(Clone, Copy)]
pub struct Candidates<'a> {
    ready: &'a dyn CandidateSource,
    due_timer: Option<Candidate<'a>>,
    /// The next scheduler task and the oldest task of the other sources. `None` while a timer is due: the timer fires
    /// first, so tasks are looked up only on request.
    tasks: Option<[Option<Candidate<'a>>; 2]>,
}

debug!(Candidates<'_>, "all" = |candidates| candidates.all());

impl<'a> Candidates<'a> {
    /// Collects the candidates. Returns `None` if nothing is ready.
    pub(crate) fn of(ready: &'a dyn CandidateSource) -> Option<Self> {
        if let Some((timer, place)) = ready.due_timer() {
            return Some(Self { ready, due_timer: Some(Candidate::timer(ready, timer, place)), tasks: None });
        }
        let tasks = [scheduler_task(ready), oldest_task(ready)];
        let any = tasks.iter().any(Option::is_some) || ready.may_run_idle_callbacks();
        any.then_some(Self { ready, due_timer: None, tasks: Some(tasks) })
    }

    /// The current time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.ready.now()
    }

    /// The next scheduler task. The specification leaves no choice among scheduler tasks.
    #[must_use]
    pub fn scheduler_task(&self) -> Option<Candidate<'a>> {
        self.tasks.map_or_else(|| scheduler_task(self.ready), |tasks| tasks[0])
    }

    /// The oldest task of all other task sources.
    #[must_use]
    pub fn oldest_task(&self) -> Option<Candidate<'a>> {
        self.tasks.map_or_else(|| oldest_task(self.ready), |tasks| tasks[1])
    }

    /// The oldest task of a task source.
    #[must_use]
    pub fn task(&self, source: TaskSource) -> Option<Candidate<'a>> {
        let age = self.ready.task(source)?;
        Some(Candidate { age: Some(age), ..Candidate::new(self.ready, Selection::Task(source)) })
    }

    /// The sources with waiting tasks, and the work of their oldest tasks, oldest task first.
    pub(crate) fn oldest_tasks(&self) -> impl Iterator<Item = (TaskSource, WorkId)> {
        self.ready.oldest_tasks().into_iter().map(|(source, _, work)| (source, work))
    }

    /// The candidate that runs this work, if it is the first of its queue. An idle callback may start an early period.
    pub(crate) fn that_runs(&self, work: WorkId) -> Option<Candidate<'a>> {
        let is_it = |candidate: &Candidate<'_>| candidate.id() == Some(work);
        let task = || self.oldest_tasks().find(|(_, oldest)| *oldest == work).and_then(|(source, _)| self.task(source));
        let others = || self.scheduler_task().filter(is_it).or_else(|| self.early_idle_callback().filter(is_it));
        others().or_else(task)
    }

    /// The candidate that fires the timer of this work, if it may fire now.
    pub(crate) fn that_fires(&self, work: WorkId) -> Option<Candidate<'a>> {
        let timer = self.ready.timers_that_may_fire().into_iter().find(|timer| timer.work.id == work)?;
        Some(Candidate::timer(self.ready, timer.id, timer.place))
    }

    /// The timer that fires next, if it is due. Choosing it does not run JavaScript: its steps queue a task for that.
    #[must_use]
    pub fn due_timer(&self) -> Option<Candidate<'a>> {
        self.due_timer
    }

    /// When the animation frame was due whose task waits; `None` if there is none.
    pub(crate) fn frame_waits_since(&self) -> Option<Timestamp> {
        self.ready.frame_waits_since()
    }

    /// The next idle callback, if one is waiting and no timer is about to be due.
    #[must_use]
    pub fn idle_callback(&self) -> Option<Candidate<'a>> {
        self.ready.may_run_idle_callbacks().then(|| Candidate::new(self.ready, Selection::IdleCallback))
    }

    /// The next idle callback, if one is waiting, even if a timer is about to be due: [an idle period may start][start]
    /// whenever no task is ready.
    ///
    /// [start]: https://html.spec.whatwg.org/multipage/webappapis.html#event-loop-processing-model
    pub(crate) fn early_idle_callback(&self) -> Option<Candidate<'a>> {
        let candidate = Candidate::new(self.ready, Selection::IdleCallback);
        candidate.work().map(|_| candidate)
    }

    /// Whether an idle period is in progress and has another callback.
    pub(crate) fn is_idle_period(&self) -> bool {
        self.ready.is_idle_period()
    }

    /// All timers that have not fired, in the order in which they were set. O(n log n).
    pub(crate) fn timers(&self) -> Vec<WaitingTimer> {
        self.ready.timers()
    }

    /// The candidate that fires a timer. If it is chosen, it must be due.
    pub(crate) fn timer(&self, timer: &WaitingTimer) -> Candidate<'a> {
        Candidate::timer(self.ready, timer.id, None)
    }

    /// The candidates now. A policy with a clock of its own calls this after it has let time pass. `None` if nothing is
    /// ready.
    pub(crate) fn refreshed(&self) -> Option<Self> {
        Self::of(self.ready)
    }

    /// An arbitrary candidate, for a policy without a preference.
    #[must_use]
    pub fn any(&self) -> Candidate<'a> {
        let task = || self.scheduler_task().or_else(|| self.oldest_task());
        // There is always a candidate: if there is no timer and no task, it is an idle callback.
        self.due_timer.or_else(task).unwrap_or_else(|| Candidate::new(self.ready, Selection::IdleCallback))
    }

    /// All candidates: the timers that may fire now, the next scheduler task, the oldest task of each source and the
    /// next idle callback. O(n log n) in the number of timers and ports.
    #[must_use]
    pub fn all(&self) -> Vec<Candidate<'a>> {
        let timers = self.ready.timers_that_may_fire();
        let mut all: Vec<_> = timers.iter().map(|timer| Candidate::timer(self.ready, timer.id, timer.place)).collect();
        all.extend(self.scheduler_task());
        let task =
            |(source, age, _)| Candidate { age: Some(age), ..Candidate::new(self.ready, Selection::Task(source)) };
        all.extend(self.ready.oldest_tasks().into_iter().map(task));
        all.extend(self.idle_callback());
        all
    }
}

fn scheduler_task(ready: &dyn CandidateSource) -> Option<Candidate<'_>> {
    let (level, age) = ready.scheduler_task()?;
    let candidate = Candidate::new(ready, Selection::SchedulerTask);
    Some(Candidate { age: Some(age), effective_priority: Some(level), ..candidate })
}

fn oldest_task(ready: &dyn CandidateSource) -> Option<Candidate<'_>> {
    let (source, age) = ready.oldest_task()?;
    Some(Candidate { age: Some(age), ..Candidate::new(ready, Selection::Task(source)) })
}
