//! The scheduler task queues of an event loop, including the six queues with fixed priorities.

use std::cell::Cell;

use crate::scheduling::{EffectivePriority, EnqueueOrder, QueueId, QueueKind, TaskId, TaskPriority, TaskQueues};

/// The queue that a scheduler task belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SchedulerQueue<'a> {
    /// The priority of the queue. The queue is created with it if it does not exist.
    pub priority: TaskPriority,
    /// Whether it holds continuations.
    pub kind: QueueKind,
    /// The cell with the id of the queue, if the priority of the queue can change. `None` for tasks with a fixed
    /// priority, which share a queue.
    pub own: Option<&'a Cell<Option<QueueId>>>,
}

/// The waiting scheduler tasks, which are of type `T`.
pub(crate) struct SchedulerTasks<T> {
    pub(crate) queues: TaskQueues<T>,
    static_queues: [QueueId; EffectivePriority::COUNT],
}

impl<T> Default for SchedulerTasks<T> {
    fn default() -> Self {
        let mut queues = TaskQueues::new();
        let static_queues =
            std::array::from_fn(|level| queues.create_queue(TaskPriority::ALL[level / 2], QueueKind::ALL[level % 2]));
        Self { queues, static_queues }
    }
}

impl<T> SchedulerTasks<T> {
    /// Adds a task to its queue. Creates the queue if it does not exist.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "otherwise, its arguments are passed through memory")]
    pub(crate) fn push(&mut self, queue: SchedulerQueue<'_>, order: EnqueueOrder, task: T) -> TaskId {
        let SchedulerQueue { priority, kind, own } = queue;
        let Some(own) = own else {
            let queue = self.static_queues[EffectivePriority::new(priority, kind).index()];
            return self.queues.push_to(queue, order, task);
        };
        let (used, task) = self.queues.push_or_create(own.get(), priority, kind, order, task);
        own.set(Some(used));
        task
    }

    /// Removes and returns the task that runs next.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let (queue, task) = self.queues.pop_with_queue()?;
        self.run_removal_steps(queue);
        Some(task)
    }

    /// Removes a task that has not run, and its queue if that becomes empty and its priority can change.
    pub(crate) fn remove(&mut self, task: TaskId) -> Option<T> {
        let queue = self.queues.queue_of(task)?;
        let removed = self.queues.remove(task);
        self.run_removal_steps(queue);
        removed
    }

    /// Removes a queue if it is empty, unless its priority is fixed: those six queues are the oldest, and are kept.
    fn run_removal_steps(&mut self, queue: QueueId) {
        if queue.index() as usize >= self.static_queues.len() {
            self.queues.remove_if_empty(queue);
        }
    }
}
