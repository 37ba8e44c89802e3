//! All scheduler task queues of one event loop, and the choice among them.
//!
//! The specification keeps queues in maps of each `Scheduler` and visits all of them for every choice. Here, they are
//! stored together, so that the oldest task of the highest level is found without a search:
//!
//! - tasks are nodes in one arena, linked into their queues in the order of arrival: adding and removing are O(1);
//! - each of the six levels sorts its non-empty queues by the enqueue order of their first tasks;
//! - for each level, one bit is set if the level contains any queue.
//!
//! Adding a task to a non-empty queue, or removing a task other than the first, does not change any level. All other
//! operations change one or two entries of levels: O(log q) amortized, where q is the number of non-empty queues of
//! that level.

use std::fmt;
use std::num::NonZeroU64;

use super::agenda::Agenda;
use super::arena::{Arena, Link, low_half};
use super::{EffectivePriority, QueueKind, TaskPriority};

/// A scheduler task's [enqueue order]: unique within the event loop, and smaller for older tasks.
///
/// [enqueue order]: https://wicg.github.io/scheduling-apis/#scheduler-task-enqueue-order
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EnqueueOrder(NonZeroU64);

impl EnqueueOrder {
    /// The order as a number, starting at 1.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0.get()
    }

    /// The order after all others.
    pub(crate) const LAST: Self = Self(NonZeroU64::MAX);

    /// The order before all others.
    pub(crate) const FIRST: Self = Self(NonZeroU64::MIN);

    /// The order this many places after this one.
    pub(crate) const fn after(self, places: u64) -> Self {
        Self(self.0.saturating_add(places))
    }
}

/// Identifies a queue. A stale id is harmless: a removed queue is never confused with a newer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QueueId {
    index: u32,
    /// Never zero, so that the two optional queue ids of a signal take only 32 bytes.
    serial: NonZeroU64,
}

/// Identifies a queued task. A stale id can only be confused with a task that is queued at least four billion tasks
/// later. The id is short because every task stores one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TaskId {
    low_half_of_order: u32,
    index: u32,
}

/// The result of [`TaskQueues::next`]: identifies the task that runs next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextTask {
    /// The queue. The task is the first in it.
    pub queue: QueueId,
    /// The queue's effective priority.
    pub effective_priority: EffectivePriority,
    /// The task's enqueue order, which is smaller for older tasks.
    pub enqueue_order: EnqueueOrder,
}

/// A queue. It takes 32 bytes, half of a cache line, because there may be a million queues.
struct Queue {
    serial: NonZeroU64,
    priority: TaskPriority,
    kind: QueueKind,
    len: u32,
    ends: Option<Ends>,
}

/// The first and last tasks of a non-empty queue.
#[derive(Clone, Copy)]
struct Ends {
    first: u32,
    last: u32,
    /// The first task's order, by which queues are compared.
    order: EnqueueOrder,
}

/// The order of a queue's first task, and the queue's index. Orders are never reused, so a stale entry never matches a
/// later queue with the same index.
type Entry = (EnqueueOrder, u32);

struct Node<T> {
    order: EnqueueOrder,
    queue: u32,
    previous: Link,
    next: Link,
    task: T,
}

const _: () = assert!(size_of::<Node<Box<dyn Fn()>>>() <= 40 && size_of::<Queue>() <= 32);

impl QueueId {
    /// The place of the queue among all: the first queues have 0, 1 and so on. A new queue takes the place of a removed
    /// one.
    pub(crate) const fn index(self) -> u32 {
        self.index
    }
}

impl Queue {
    fn level(&self) -> EffectivePriority {
        EffectivePriority::new(self.priority, self.kind)
    }
}

/// The [scheduler task queues] of an event loop, holding tasks of type `T`.
///
/// ```
/// use posttask::scheduling::{QueueKind, TaskPriority, TaskQueues};
///
/// let mut queues = TaskQueues::new();
/// let background = queues.create_queue(TaskPriority::Background, QueueKind::Tasks);
/// let blocking = queues.create_queue(TaskPriority::UserBlocking, QueueKind::Tasks);
/// queues.push(background, "later")?;
/// queues.push(blocking, "now")?;
/// assert_eq!(queues.pop(), Some("now"));
/// assert_eq!(queues.pop(), Some("later"));
/// # Ok::<(), &str>(())
/// ```
///
/// [scheduler task queues]: https://wicg.github.io/scheduling-apis/#scheduler-task-queue
pub struct TaskQueues<T> {
    queues: Arena<Queue>,
    nodes: Arena<Node<T>>,
    /// For each effective priority, the non-empty queues, sorted by the age of their first tasks.
    levels: [Agenda<Entry>; EffectivePriority::COUNT],
    non_empty_levels: u8,
    next_enqueue_order: EnqueueOrder,
    next_serial: NonZeroU64,
}

impl<T> fmt::Debug for TaskQueues<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TaskQueues").field("len", &self.len()).field("next", &self.next()).finish_non_exhaustive()
    }
}

impl<T> Default for TaskQueues<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> TaskQueues<T> {
    /// Creates a `TaskQueues` without queues. The first task gets the enqueue order 1.
    #[must_use]
    pub fn new() -> Self {
        Self {
            queues: Arena::new(),
            nodes: Arena::new(),
            levels: Default::default(),
            non_empty_levels: 0,
            next_enqueue_order: EnqueueOrder::FIRST,
            next_serial: NonZeroU64::MIN,
        }
    }

    /// The number of waiting tasks in all queues.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no waiting tasks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 0
    }

    /// The number of queues, including empty ones.
    #[must_use]
    pub fn queue_count(&self) -> usize {
        self.queues.len()
    }

    /// Returns the event loop's [next enqueue order], and increments it. All tasks that are compared by age get their
    /// order here.
    ///
    /// [next enqueue order]: https://wicg.github.io/scheduling-apis/#event-loop-next-enqueue-order
    pub fn take_enqueue_order(&mut self) -> EnqueueOrder {
        let order = self.next_enqueue_order;
        self.next_enqueue_order = order.after(1);
        order
    }

    /// [Creates a scheduler task queue][create]. It exists until [`Self::remove_if_empty`] removes it.
    ///
    /// [create]: https://wicg.github.io/scheduling-apis/#create-a-scheduler-task-queue
    pub fn create_queue(&mut self, priority: TaskPriority, kind: QueueKind) -> QueueId {
        let serial = self.next_serial;
        self.next_serial = serial.saturating_add(1);
        let index = self.queues.insert_with(move || Queue { serial, priority, kind, len: 0, ends: None });
        QueueId { index, serial }
    }

    /// Whether the queue still exists.
    #[must_use]
    pub fn contains(&self, queue: QueueId) -> bool {
        self.queue(queue).is_some()
    }

    /// The queue's priority, if the queue still exists.
    #[must_use]
    pub fn priority(&self, queue: QueueId) -> Option<TaskPriority> {
        self.queue(queue).map(|queue| queue.priority)
    }

    /// [Queues a scheduler task][queue]: gives it the next enqueue order and appends it.
    ///
    /// # Errors
    ///
    /// Returns the task if the queue no longer exists.
    ///
    /// [queue]: https://wicg.github.io/scheduling-apis/#queue-a-scheduler-task
    pub fn push(&mut self, queue: QueueId, task: T) -> Result<TaskId, T> {
        if self.contains(queue) {
            let order = self.take_enqueue_order();
            Ok(self.enter(queue.index, order, task))
        } else {
            Err(task)
        }
    }

    /// Like [`Self::push`], but creates a queue with this priority if `queue` is `None` or no longer exists. Also
    /// returns the queue. The task has the given order,
    /// which was taken before; tasks with a higher order wait behind it.
    #[inline(never)]
    pub fn push_or_create(
        &mut self,
        queue: Option<QueueId>,
        priority: TaskPriority,
        kind: QueueKind,
        order: EnqueueOrder,
        task: T,
    ) -> (QueueId, TaskId) {
        let known = queue.filter(|&queue| self.contains(queue));
        let queue = known.unwrap_or_else(|| self.create_queue(priority, kind));
        (queue, self.enter(queue.index, order, task))
    }

    /// Like [`Self::push`], for a queue that has not been removed, and a task with an order that was taken before.
    ///
    /// # Panics
    ///
    /// Panics if there is no queue with this index.
    #[inline]
    pub(crate) fn push_to(&mut self, queue: QueueId, order: EnqueueOrder, task: T) -> TaskId {
        self.enter(queue.index, order, task)
    }

    /// Adds a task to a queue, at its place by order: nearly always at the end.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "otherwise, its arguments are passed through memory")]
    fn enter(&mut self, queue: u32, order: EnqueueOrder, task: T) -> TaskId {
        let entry = &mut self.queues[queue];
        let last = entry.ends.map(|ends| ends.last);
        // The newest order is higher than all others. Otherwise, the last task must be visited.
        let is_newest = order.after(1) == self.next_enqueue_order;
        if !is_newest && last.is_some_and(|last| self.nodes[last].order > order) {
            return self.insert_before_newer(queue, order, task);
        }
        entry.len += 1;
        let previous = last.map_or(Link::NONE, Link::to);
        let index = self.nodes.insert_with(move || Node { order, queue, previous, next: Link::NONE, task });
        if let Some(ends) = &mut entry.ends {
            self.nodes[ends.last].next = Link::to(index);
            ends.last = index;
        } else {
            entry.ends = Some(Ends { first: index, last: index, order });
            self.enter_level(queue);
        }
        TaskId { low_half_of_order: low_half(order.get()), index }
    }

    /// Adds a task to a queue whose last task has a higher order. O(n) in the number of tasks with a higher order.
    #[inline(never)]
    fn insert_before_newer(&mut self, queue: u32, order: EnqueueOrder, task: T) -> TaskId {
        let mut next = None;
        let mut previous = self.queues[queue].ends.map(|ends| ends.last);
        while let Some(older) = previous.filter(|&node| self.nodes[node].order > order) {
            next = Some(older);
            previous = self.nodes[older].previous.get();
        }
        let link = |node: Option<u32>| node.map_or(Link::NONE, Link::to);
        let links = (link(previous), link(next));
        let index = self.nodes.insert_with(move || Node { order, queue, previous: links.0, next: links.1, task });
        if let Some(next) = next {
            self.nodes[next].previous = Link::to(index);
        }
        self.queues[queue].len += 1;
        if let Some(previous) = previous {
            self.nodes[previous].next = Link::to(index);
        } else {
            let level = self.leave_level(queue);
            let entry = &mut self.queues[queue];
            entry.ends = entry.ends.map(|ends| Ends { first: index, order, ..ends });
            self.enter_level(queue);
            self.settle(level);
        }
        TaskId { low_half_of_order: low_half(order.get()), index }
    }

    /// The queue of a waiting task; `None` if the task has already run or been removed.
    #[must_use]
    pub fn queue_of(&self, task: TaskId) -> Option<QueueId> {
        let index = self.node(task)?.queue;
        Some(QueueId { index, serial: self.queues[index].serial })
    }

    /// The enqueue order of a waiting task; `None` if the task has already run or been removed.
    #[must_use]
    pub fn enqueue_order(&self, task: TaskId) -> Option<EnqueueOrder> {
        self.node(task).map(|node| node.order)
    }

    /// [Removes][remove] a task from its queue, in O(1) unless it is the first one. Returns `None` if the task has
    /// already run or been removed.
    ///
    /// [remove]: https://wicg.github.io/scheduling-apis/#scheduler-task-queue-remove
    pub fn remove(&mut self, task: TaskId) -> Option<T> {
        self.node(task)?;
        self.unlink(task.index)
    }

    /// Sets a queue's priority. Its tasks keep their order and are not visited.
    pub fn set_priority(&mut self, queue: QueueId, priority: TaskPriority) {
        if self.queue(queue).is_none_or(|queue| queue.priority == priority) {
            return;
        }
        let level = self.leave_level(queue.index);
        self.queues[queue.index].priority = priority;
        self.enter_level(queue.index);
        self.settle(level);
    }

    /// Runs the queue's removal steps: removes the queue if it is empty. Returns whether it was removed.
    pub fn remove_if_empty(&mut self, queue: QueueId) -> bool {
        let gone = self.queue(queue).is_some_and(|queue| queue.ends.is_none());
        if gone {
            self.queues.remove(queue.index);
        }
        gone
    }

    /// [Selects the next scheduler task queue from all schedulers][select]: of the queues with the highest effective
    /// priority, the one whose first task is the oldest. O(1).
    ///
    /// [select]: https://wicg.github.io/scheduling-apis/#select-the-next-scheduler-task-queue-from-all-schedulers
    #[must_use]
    pub fn next(&self) -> Option<NextTask> {
        let (effective_priority, (enqueue_order, index)) = self.next_entry()?;
        let queue = QueueId { index, serial: self.queues[index].serial };
        Some(NextTask { queue, effective_priority, enqueue_order })
    }

    /// The effective priority and the enqueue order of the task that [`Self::next`] selects.
    pub(crate) fn next_order(&self) -> Option<(EffectivePriority, EnqueueOrder)> {
        self.next_entry().map(|(level, (order, _))| (level, order))
    }

    #[inline]
    fn next_entry(&self) -> Option<(EffectivePriority, Entry)> {
        let level = EffectivePriority::highest(self.non_empty_levels)?;
        Some((level, self.levels[level.index()].first()?))
    }

    /// The task that [`Self::next`] selects.
    #[must_use]
    pub fn first(&self) -> Option<&T> {
        let ends = self.queues[self.next()?.queue.index].ends?;
        Some(&self.nodes[ends.first].task)
    }

    /// The oldest task of an effective priority.
    pub(crate) fn first_of(&self, level: EffectivePriority) -> Option<&T> {
        let (_, queue) = self.levels[level.index()].first()?;
        Some(&self.nodes[self.queues[queue].ends?.first].task)
    }

    /// The number of tasks in a queue.
    pub(crate) fn len_of(&self, queue: QueueId) -> usize {
        self.queue(queue).map_or(0, |queue| queue.len as usize)
    }

    /// Removes and returns the task that [`Self::next`] selects.
    pub fn pop(&mut self) -> Option<T> {
        self.pop_with_queue().map(|(_, task)| task)
    }

    /// Like [`Self::pop`]. Also returns the queue of the task.
    pub(crate) fn pop_with_queue(&mut self) -> Option<(QueueId, T)> {
        let (_, (_, index)) = self.next_entry()?;
        let queue = &self.queues[index];
        let (id, ends) = (QueueId { index, serial: queue.serial }, queue.ends?);
        Some((id, self.unlink(ends.first)?))
    }

    /// Returns the non-empty queues, in no particular order. Each item consists of the queue with the position of its
    /// first task, the number of tasks, and the first task.
    pub fn non_empty(&self) -> impl Iterator<Item = (NextTask, usize, &T)> {
        self.queues.iter().filter_map(|(index, queue)| {
            let first = &self.nodes[queue.ends?.first];
            let (effective_priority, enqueue_order) = (queue.level(), first.order);
            let next = NextTask { queue: QueueId { index, serial: queue.serial }, effective_priority, enqueue_order };
            Some((next, queue.len as usize, &first.task))
        })
    }

    /// The number of waiting tasks at each effective priority, 0 to 5. Visits all queues, so it is meant for
    /// display.
    #[must_use]
    pub fn counts(&self) -> [usize; EffectivePriority::COUNT] {
        let mut counts = [0; EffectivePriority::COUNT];
        for (next, len, _) in self.non_empty() {
            counts[next.effective_priority.index()] += len;
        }
        counts
    }

    #[cfg(test)]
    pub(super) fn entry_count(&self) -> usize {
        self.levels.iter().map(Agenda::entry_count).sum()
    }

    fn queue(&self, id: QueueId) -> Option<&Queue> {
        self.queues.get(id.index).filter(|queue| queue.serial == id.serial)
    }

    fn node(&self, id: TaskId) -> Option<&Node<T>> {
        self.nodes.get(id.index).filter(|node| low_half(node.order.get()) == id.low_half_of_order)
    }

    /// Removes a node from its queue, and moves the queue within its level if the node was the first.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call would add ten instructions to each pop")]
    fn unlink(&mut self, index: u32) -> Option<T> {
        let Node { order, queue: owner, previous, next, task } = self.nodes.remove(index)?;
        if let Some(before) = previous.get() {
            self.link(owner, before, next);
            return Some(task);
        }
        let first = next.get().map(|next| {
            let node = &mut self.nodes[next];
            node.previous = Link::NONE;
            (next, node.order)
        });
        let queue = &mut self.queues[owner];
        queue.len -= 1;
        queue.ends = queue.ends.zip(first).map(|(ends, (first, order))| Ends { first, order, ..ends });
        let level = queue.level().index();
        if !first.is_some_and(|(_, next)| self.levels[level].replace_first((order, owner), (next, owner))) {
            self.move_in_level(level, (order, owner));
        }
        Some(task)
    }

    /// Links the neighbors of a node that has been removed, and was not the first one of its queue.
    #[inline(never)]
    fn link(&mut self, owner: u32, before: u32, next: Link) {
        self.nodes[before].next = next;
        let queue = &mut self.queues[owner];
        queue.len -= 1;
        match (next.get(), &mut queue.ends) {
            (Some(next), _) => self.nodes[next].previous = Link::to(before),
            (None, Some(ends)) => ends.last = before,
            (None, None) => {}
        }
    }

    /// Moves a queue whose first task has left to its place in the level, if it is not empty.
    #[inline(never)]
    fn move_in_level(&mut self, level: usize, (order, index): Entry) {
        self.levels[level].leave((order, index));
        self.enter_level(index);
        self.settle(level);
    }

    /// Adds a queue to the level it belongs to, if it is not empty.
    #[inline(never)]
    fn enter_level(&mut self, index: u32) {
        let queue = &self.queues[index];
        if let Some(ends) = queue.ends {
            let level = queue.level().index();
            self.levels[level].enter((ends.order, index));
            self.non_empty_levels |= 1 << level;
        }
    }

    /// Removes a queue from its level, if it is not empty. Returns the level. After the caller has changed the queue,
    /// it must settle this level.
    fn leave_level(&mut self, index: u32) -> usize {
        let queue = &self.queues[index];
        let level = queue.level().index();
        if let Some(ends) = queue.ends {
            self.levels[level].leave((ends.order, index));
        }
        level
    }

    fn settle(&mut self, level: usize) {
        let queues = &self.queues;
        self.levels[level].settle(|(order, index)| {
            let queue = queues.get(index).filter(|queue| queue.level().index() == level);
            queue.and_then(|queue| queue.ends).is_some_and(|ends| ends.order == order)
        });
        if self.levels[level].is_empty() {
            self.non_empty_levels &= !(1 << level);
        }
    }
}
