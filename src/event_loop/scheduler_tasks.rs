//! The scheduler task queues of an event loop, with the six for priorities that cannot change.

use std::cell::Cell;

use crate::scheduling::{EffectivePriority, QueueId, TaskId, TaskPriority, TaskQueues};

/// The queue that a scheduler task belongs in.
#[derive(Clone, Copy, Debug)]
pub struct SchedulerQueue<'a> {
    /// The priority of the queue, if it must be made.
    pub priority: TaskPriority,
    /// Whether it holds continuations.
    pub is_continuation: bool,
    /// Where the name of the queue is kept if its priority can change. `None`: the queue of all tasks of this priority.
    pub own: Option<&'a Cell<Option<QueueId>>>,
}

/// Scheduler tasks of type `T` that wait.
pub(super) struct SchedulerTasks<T> {
    pub(super) queues: TaskQueues<T>,
    static_queues: [QueueId; EffectivePriority::COUNT],
}

impl<T> Default for SchedulerTasks<T> {
    fn default() -> Self {
        let mut queues = TaskQueues::new();
        let static_queues =
            std::array::from_fn(|level| queues.create_queue(TaskPriority::ALL[level / 2], level % 2 == 1));
        Self { queues, static_queues }
    }
}

impl<T> SchedulerTasks<T> {
    /// Adds a task to its queue, which is made if there is none.
    pub(super) fn push(&mut self, queue: SchedulerQueue<'_>, task: T) -> TaskId {
        let SchedulerQueue { priority, is_continuation, own } = queue;
        let known = match own {
            Some(own) => own.get(),
            None => Some(self.static_queues[EffectivePriority::new(priority, is_continuation).index()]),
        };
        let (used, task) = self.queues.push_or_create(known, priority, is_continuation, task);
        if let Some(own) = own {
            own.set(Some(used));
        }
        task
    }

    /// Takes out the task that runs next.
    pub(super) fn pop(&mut self) -> Option<T> {
        let queue = self.queues.next()?.queue;
        let task = self.queues.pop()?;
        self.run_removal_steps(queue);
        Some(task)
    }

    /// Takes out a task that has not run, and drops its queue if that was the last one in it.
    pub(super) fn remove(&mut self, task: TaskId) -> Option<T> {
        let queue = self.queues.queue_of(task)?;
        let removed = self.queues.remove(task);
        self.run_removal_steps(queue);
        removed
    }

    /// Queues whose priority cannot change are kept when they are empty: there are six, and they cost nothing.
    fn run_removal_steps(&mut self, queue: QueueId) {
        if !self.static_queues.contains(&queue) {
            self.queues.remove_if_empty(queue);
        }
    }
}
