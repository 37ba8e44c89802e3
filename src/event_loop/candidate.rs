//! What could run now: the candidates that a policy chooses from.

use super::origin::{Location, Origin};
use super::task_source::TaskSource;
use super::time::Timestamp;
use super::timers::{TimerId, TimerInfo};
use super::work::{Work, WorkId, WorkKind};
use crate::scheduling::{EffectivePriority, EnqueueOrder};

/// What is chosen with a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// The next scheduler task.
    SchedulerTask,
    /// The oldest task of this source.
    Task(TaskSource),
    /// The steps of this timer, which queue a task.
    Timer(TimerId),
    /// The next idle callback.
    IdleCallback,
}

/// What candidates are made from: an event loop. Nothing runs while it is asked.
pub(super) trait CandidateSource {
    fn scheduler_task(&self) -> Option<(EffectivePriority, EnqueueOrder)>;
    fn oldest_task(&self) -> Option<(TaskSource, EnqueueOrder)>;
    fn task(&self, source: TaskSource) -> Option<EnqueueOrder>;
    /// The timer that fires first and its place, if it is due.
    fn due_timer(&self) -> Option<(TimerId, Option<EnqueueOrder>)>;
    fn timers_that_may_fire(&self) -> Vec<TimerInfo>;
    fn may_run_idle_callbacks(&self) -> bool;
    /// When a timer is due.
    fn due(&self, timer: TimerId) -> Option<Timestamp>;
    fn work(&self, what: What) -> Option<Work>;
    fn location(&self, origin: Origin) -> Option<Location>;
}

/// One thing that could run now. Only [`Candidates`] makes these, so there is none of what is not ready.
#[derive(Clone, Copy)]
pub struct Candidate<'a> {
    ready: &'a dyn CandidateSource,
    pub(super) what: What,
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
    /// `user-visible task #4`, `setTimeout #2`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.effective_priority, self.kind()) {
            (Some(level), _) => write!(f, "{} {}", level.priority(), level.kind())?,
            (None, Some(kind)) => f.write_str(kind.as_str())?,
            (None, None) => f.write_str("task")?,
        }
        self.number().map_or(Ok(()), |number| write!(f, " {number}"))
    }
}

impl<'a> Candidate<'a> {
    fn new(ready: &'a dyn CandidateSource, what: What) -> Self {
        Self { ready, what, age: None, effective_priority: None }
    }

    fn timer(ready: &'a dyn CandidateSource, timer: TimerId, place: Option<EnqueueOrder>) -> Self {
        Self { age: place, ..Self::new(ready, What::Timer(timer)) }
    }

    fn work(&self) -> Option<Work> {
        self.ready.work(self.what)
    }

    /// The number of the work; `None` if it has run since this was a candidate.
    #[must_use]
    pub fn number(&self) -> Option<WorkId> {
        self.work().map(|work| work.id)
    }

    /// What the work does; `None` if it has run since this was a candidate.
    #[must_use]
    pub fn kind(&self) -> Option<WorkKind> {
        self.work().map(|work| work.kind)
    }

    /// Where the program asked for the work, if it did and the place is known.
    #[must_use]
    pub fn location(&self) -> Option<Location> {
        self.ready.location(self.work()?.origin?)
    }

    /// When the work became ready, compared with other work: smaller is older. A timer with a delay has no age before
    /// its steps have queued a task, and idle callbacks have none at all.
    #[must_use]
    pub fn age(&self) -> Option<EnqueueOrder> {
        self.age
    }

    /// The effective priority of a scheduler task.
    #[must_use]
    pub fn effective_priority(&self) -> Option<EffectivePriority> {
        self.effective_priority
    }

    /// The task source of a plain task, or of the task that a timer queues. Scheduler tasks and idle callbacks have none.
    #[must_use]
    pub fn source(&self) -> Option<TaskSource> {
        match self.what {
            What::Task(source) => Some(source),
            What::Timer(_) => TaskSource::of(self.kind()?),
            What::SchedulerTask | What::IdleCallback => None,
        }
    }

    /// When a timer was due.
    #[must_use]
    pub fn due(&self) -> Option<Timestamp> {
        match self.what {
            What::Timer(timer) => self.ready.due(timer),
            _ => None,
        }
    }

    /// Whether this is an idle callback.
    #[must_use]
    pub fn is_idle_callback(&self) -> bool {
        self.what == What::IdleCallback
    }
}

/// Everything that could run now. There is always at least one candidate.
///
/// Looking at what is first of each kind is O(1); [`Self::all`] looks at every timer.
#[derive(Clone, Copy)]
pub struct Candidates<'a> {
    ready: &'a dyn CandidateSource,
    due_timer: Option<Candidate<'a>>,
    /// The next scheduler task and the oldest other task, which are not looked for while a timer is due: it fires first.
    tasks: Option<[Option<Candidate<'a>>; 2]>,
}

impl<'a> Candidates<'a> {
    /// What is ready now; `None` if nothing is.
    pub(super) fn of(ready: &'a dyn CandidateSource) -> Option<Self> {
        if let Some((timer, place)) = ready.due_timer() {
            return Some(Self { ready, due_timer: Some(Candidate::timer(ready, timer, place)), tasks: None });
        }
        let tasks = [scheduler_task(ready), oldest_task(ready)];
        let any = tasks.iter().any(Option::is_some) || ready.may_run_idle_callbacks();
        any.then_some(Self { ready, due_timer: None, tasks: Some(tasks) })
    }

    /// The next scheduler task: the specification leaves no choice among these.
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
        Some(Candidate { age: Some(age), ..Candidate::new(self.ready, What::Task(source)) })
    }

    /// The timer that fires next, if it is due. Choosing it runs no JavaScript: its steps queue the task that does.
    #[must_use]
    pub fn due_timer(&self) -> Option<Candidate<'a>> {
        self.due_timer
    }

    /// The next idle callback, if one waits and no timer is about to be due.
    #[must_use]
    pub fn idle_callback(&self) -> Option<Candidate<'a>> {
        self.ready.may_run_idle_callbacks().then(|| Candidate::new(self.ready, What::IdleCallback))
    }

    /// Some candidate, for a policy that has no preference.
    #[must_use]
    pub fn any(&self) -> Candidate<'a> {
        let task = || self.scheduler_task().or_else(|| self.oldest_task());
        // Where there is nothing else, an idle callback is what there is.
        self.due_timer.or_else(task).unwrap_or_else(|| Candidate::new(self.ready, What::IdleCallback))
    }

    /// All candidates: timers that may fire now, the next scheduler task, the oldest task of each source, an idle
    /// callback. O(n log n) in the number of timers.
    #[must_use]
    pub fn all(&self) -> Vec<Candidate<'a>> {
        let timers = self.ready.timers_that_may_fire();
        let mut all: Vec<_> = timers.iter().map(|timer| Candidate::timer(self.ready, timer.id, timer.place)).collect();
        all.extend(self.scheduler_task());
        all.extend(TaskSource::ALL.into_iter().filter_map(|source| self.task(source)));
        all.extend(self.idle_callback());
        all
    }
}

fn scheduler_task(ready: &dyn CandidateSource) -> Option<Candidate<'_>> {
    let (level, age) = ready.scheduler_task()?;
    let candidate = Candidate::new(ready, What::SchedulerTask);
    Some(Candidate { age: Some(age), effective_priority: Some(level), ..candidate })
}

fn oldest_task(ready: &dyn CandidateSource) -> Option<Candidate<'_>> {
    let (source, age) = ready.oldest_task()?;
    Some(Candidate { age: Some(age), ..Candidate::new(ready, What::Task(source)) })
}
