//! The queues of plain tasks, one per task source.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::event_loop::work::{TaskSource, Work, WorkId};
use crate::scheduling::EnqueueOrder;

/// A waiting plain task with steps of type `S`.
pub(crate) struct PlainTask<S> {
    pub(crate) order: EnqueueOrder,
    pub(crate) work: Work,
    pub(crate) steps: S,
}

/// One queue per task source. Tasks carry an enqueue order, so that queues can be compared by age.
///
/// Adding and removing a task are O(log s) in the number of non-empty queues, which is large only if a program has many
/// ports.
pub(crate) struct TaskSources<S> {
    queues: FxHashMap<TaskSource, VecDeque<PlainTask<S>>>,
    /// The source of the first task of each non-empty queue, and the work of that task.
    fronts: BTreeMap<EnqueueOrder, (TaskSource, WorkId)>,
    len: usize,
    /// The tasks that do not keep the program alive, besides those of finalization registries: Node's immediates that
    /// are not referenced.
    unreferenced: FxHashSet<EnqueueOrder>,
}

impl<S> Default for TaskSources<S> {
    fn default() -> Self {
        Self { queues: FxHashMap::default(), fronts: BTreeMap::new(), len: 0, unreferenced: FxHashSet::default() }
    }
}

impl<S> TaskSources<S> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Whether any waiting task keeps the program alive.
    pub(crate) fn keep_alive(&self) -> bool {
        let finalization = self.len_of(TaskSource::Finalization);
        self.len > finalization + self.unreferenced.len()
    }

    /// Whether a waiting task does not keep the program alive because it was set so.
    pub(crate) fn has_unreferenced(&self) -> bool {
        !self.unreferenced.is_empty()
    }

    /// Sets whether a waiting task keeps the program alive. Initially, it does.
    pub(crate) fn set_keeps_alive(&mut self, source: TaskSource, order: EnqueueOrder, keeps_alive: bool) {
        if self.position(source, order).is_none() {
            return;
        }
        if keeps_alive {
            self.unreferenced.remove(&order);
        } else {
            self.unreferenced.insert(order);
        }
    }

    /// The position of a waiting task in the queue of its source: a queue is in enqueue order.
    fn position(&self, source: TaskSource, order: EnqueueOrder) -> Option<usize> {
        self.queues.get(&source)?.binary_search_by_key(&order, |task| task.order).ok()
    }

    /// The number of waiting tasks of a source.
    pub(crate) fn len_of(&self, source: TaskSource) -> usize {
        self.queues.get(&source).map_or(0, VecDeque::len)
    }

    /// Removes a waiting task. Fast near both ends of its queue.
    pub(crate) fn remove(&mut self, source: TaskSource, order: EnqueueOrder) -> Option<PlainTask<S>> {
        match self.position(source, order)? {
            0 => self.pop(source),
            position => {
                self.unreferenced.remove(&order);
                self.len -= 1;
                self.queues.get_mut(&source)?.remove(position)
            }
        }
    }

    pub(crate) fn push(&mut self, source: TaskSource, task: PlainTask<S>) {
        let queue = self.queues.entry(source).or_default();
        if queue.is_empty() {
            self.fronts.insert(task.order, (source, task.work.id));
        }
        queue.push_back(task);
        self.len += 1;
    }

    /// The oldest task of a source, and the number of tasks in its queue.
    pub(crate) fn front(&self, source: TaskSource) -> Option<(&PlainTask<S>, usize)> {
        let queue = self.queues.get(&source)?;
        queue.front().map(|task| (task, queue.len()))
    }

    /// The waiting tasks.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = &PlainTask<S>> {
        self.queues.values().flatten()
    }

    /// The sources with waiting tasks, and the enqueue order and the work of their oldest tasks, oldest first.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = (TaskSource, EnqueueOrder, WorkId)> {
        self.fronts.iter().map(|(&order, &(source, work))| (source, order, work))
    }

    pub(crate) fn pop(&mut self, source: TaskSource) -> Option<PlainTask<S>> {
        let queue = self.queues.get_mut(&source)?;
        let task = queue.pop_front()?;
        self.fronts.remove(&task.order);
        if !self.unreferenced.is_empty() {
            self.unreferenced.remove(&task.order);
        }
        match queue.front() {
            Some(next) => drop(self.fronts.insert(next.order, (source, next.work.id))),
            // There may be many ports and operations in the life of a program, and few other sources.
            None if matches!(source, TaskSource::MessagePort(_)) || source.is_in_parallel() => {
                drop(self.queues.remove(&source));
            }
            None => {}
        }
        self.len -= 1;
        Some(task)
    }

    /// Frees the unused capacity of the queues.
    pub(crate) fn shrink(&mut self) {
        self.queues.values_mut().for_each(VecDeque::shrink_to_fit);
        self.queues.shrink_to_fit();
    }
}
