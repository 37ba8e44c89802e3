//! Task sources and their queues of plain tasks.

use std::collections::VecDeque;

use super::Steps;
use crate::scheduling::EnqueueOrder;

/// A [task source](https://html.spec.whatwg.org/multipage/webappapis.html#task-source) other than that of scheduler tasks.
/// Each has a queue of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TaskSource {
    /// Callbacks of timers, and timeouts of signals.
    Timer,
    /// Reactions to changes of objects, such as `rejectionhandled`.
    DomManipulation,
    /// Messages between ports.
    PostedMessage,
    /// Entries for performance observers.
    PerformanceTimeline,
    /// Idle callbacks whose timeout passed.
    IdleTask,
    /// Generic, timeout and interval jobs of the engine.
    Engine,
    /// Closures from other threads.
    Remote,
}

impl TaskSource {
    const ALL: [Self; 7] = [
        Self::Timer,
        Self::DomManipulation,
        Self::PostedMessage,
        Self::PerformanceTimeline,
        Self::IdleTask,
        Self::Engine,
        Self::Remote,
    ];

    /// A name for people, in the standards' words.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Timer => "timer",
            Self::DomManipulation => "DOM manipulation",
            Self::PostedMessage => "posted message",
            Self::PerformanceTimeline => "performance timeline",
            Self::IdleTask => "idle task",
            Self::Engine => "engine",
            Self::Remote => "remote",
        }
    }
}

/// One queue per task source. Tasks carry an enqueue order, so that queues can be compared by age.
#[derive(Default)]
pub(super) struct TaskSources {
    queues: [VecDeque<(EnqueueOrder, Steps)>; TaskSource::ALL.len()],
    len: usize,
}

impl TaskSources {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The sources that have tasks, and how many.
    pub(super) fn lengths(&self) -> impl Iterator<Item = (TaskSource, usize)> {
        TaskSource::ALL
            .into_iter()
            .map(|source| (source, self.queues[source as usize].len()))
            .filter(|&(_, length)| length > 0)
    }

    pub(super) fn push(&mut self, source: TaskSource, order: EnqueueOrder, steps: Steps) {
        self.queues[source as usize].push_back((order, steps));
        self.len += 1;
    }

    /// The source whose first task is the oldest.
    pub(super) fn oldest(&self) -> Option<(TaskSource, EnqueueOrder)> {
        if self.len == 0 {
            return None;
        }
        let front = |source: TaskSource| self.queues[source as usize].front().map(|task| (source, task.0));
        TaskSource::ALL.into_iter().filter_map(front).min_by_key(|&(_, order)| order)
    }

    pub(super) fn pop(&mut self, source: TaskSource) -> Option<Steps> {
        let (_, steps) = self.queues[source as usize].pop_front()?;
        self.len -= 1;
        Some(steps)
    }

    /// Gives back the room of queues that were long.
    pub(super) fn shrink(&mut self) {
        self.queues.iter_mut().for_each(VecDeque::shrink_to_fit);
    }
}
