//! Task sources and their queues of plain tasks.

use std::collections::VecDeque;

use super::work::{Work, WorkKind};
use crate::scheduling::EnqueueOrder;

/// A [task source](https://html.spec.whatwg.org/multipage/webappapis.html#task-source) other than the one of scheduler
/// tasks. Each has its own queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TaskSource {
    /// Callbacks of timers, and timeouts of abort signals.
    Timer,
    /// Reports of rejected promises, and messages of broadcast channels.
    DomManipulation,
    /// Messages between ports.
    PostedMessage,
    /// Entries for performance observers.
    PerformanceTimeline,
    /// Idle callbacks whose timeout passed.
    IdleTask,
    /// Generic, timeout and interval jobs of the engine.
    Engine,
    /// Callbacks of finalization registries. They do not keep the program alive.
    Finalization,
    /// Closures from other threads.
    Remote,
}

impl TaskSource {
    /// Every task source.
    pub const ALL: [Self; 8] = [
        Self::Timer,
        Self::DomManipulation,
        Self::PostedMessage,
        Self::PerformanceTimeline,
        Self::IdleTask,
        Self::Engine,
        Self::Finalization,
        Self::Remote,
    ];

    /// The source in whose queue work of this kind waits when it is ready. `None` for host tasks, which can have any
    /// source, and for work that waits elsewhere: scheduler tasks, idle callbacks, microtasks and asynchronous jobs.
    #[must_use]
    pub const fn of(kind: WorkKind) -> Option<Self> {
        Some(match kind {
            WorkKind::Timeout | WorkKind::Interval | WorkKind::AbortTimeout => Self::Timer,
            WorkKind::Message | WorkKind::PortClose => Self::PostedMessage,
            WorkKind::Broadcast | WorkKind::UnhandledRejections | WorkKind::RejectionHandled => Self::DomManipulation,
            WorkKind::PerformanceEntries => Self::PerformanceTimeline,
            WorkKind::EngineJob => Self::Engine,
            WorkKind::Finalization => Self::Finalization,
            WorkKind::Remote => Self::Remote,
            _ => return None,
        })
    }

    /// The display name, in the terms of the standards.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Timer => "timer",
            Self::DomManipulation => "DOM manipulation",
            Self::PostedMessage => "posted message",
            Self::PerformanceTimeline => "performance timeline",
            Self::IdleTask => "idle task",
            Self::Engine => "engine",
            Self::Finalization => "finalization",
            Self::Remote => "remote",
        }
    }
}

/// A waiting plain task with steps of type `S`.
pub(super) struct PlainTask<S> {
    pub(super) order: EnqueueOrder,
    pub(super) work: Work,
    pub(super) steps: S,
}

/// One queue per task source. Tasks carry an enqueue order, so that queues can be compared by age.
pub(super) struct TaskSources<S> {
    queues: [VecDeque<PlainTask<S>>; TaskSource::ALL.len()],
    len: usize,
}

impl<S> Default for TaskSources<S> {
    fn default() -> Self {
        Self { queues: Default::default(), len: 0 }
    }
}

impl<S> TaskSources<S> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether any waiting task keeps the program alive.
    pub(super) fn keep_alive(&self) -> bool {
        self.len > self.queues[TaskSource::Finalization as usize].len()
    }

    pub(super) fn push(&mut self, source: TaskSource, task: PlainTask<S>) {
        self.queues[source as usize].push_back(task);
        self.len += 1;
    }

    /// The oldest task of a source, and the number of tasks in its queue.
    pub(super) fn front(&self, source: TaskSource) -> Option<(&PlainTask<S>, usize)> {
        let queue = &self.queues[source as usize];
        queue.front().map(|task| (task, queue.len()))
    }

    /// The source with the oldest task, and the enqueue order of that task.
    pub(super) fn oldest(&self) -> Option<(TaskSource, EnqueueOrder)> {
        if self.len == 0 {
            return None;
        }
        let front = |source: TaskSource| self.queues[source as usize].front().map(|task| (source, task.order));
        TaskSource::ALL.into_iter().filter_map(front).min_by_key(|&(_, order)| order)
    }

    pub(super) fn pop(&mut self, source: TaskSource) -> Option<PlainTask<S>> {
        let task = self.queues[source as usize].pop_front()?;
        self.len -= 1;
        Some(task)
    }

    /// Frees the unused capacity of the queues.
    pub(super) fn shrink(&mut self) {
        self.queues.iter_mut().for_each(VecDeque::shrink_to_fit);
    }
}
