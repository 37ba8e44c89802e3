//! Task sources and their queues of plain tasks.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashMap;

use super::work::{Work, WorkKind};
use crate::scheduling::EnqueueOrder;

/// A [task source](https://html.spec.whatwg.org/multipage/webappapis.html#task-source) other than the one of scheduler
/// tasks. Each has its own queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum TaskSource {
    /// Callbacks of timers, and timeouts of abort signals.
    Timer,
    /// Reports of rejected promises, and messages of broadcast channels.
    DomManipulation,
    /// The [port message queue] of one end of a channel, with its messages and its `close` event.
    ///
    /// [port message queue]: https://html.spec.whatwg.org/multipage/web-messaging.html#port-message-queue
    MessagePort(PortId),
    /// Entries for performance observers.
    PerformanceTimeline,
    /// The ends of operations of `crypto.subtle`.
    Crypto,
    /// The callbacks of animation frames. In HTML, updating the rendering is a step of the event loop, not a task.
    Rendering,
    /// Events of simulated input.
    UserInteraction,
    /// Idle callbacks whose timeout passed.
    IdleTask,
    /// Generic, timeout and interval jobs of the engine.
    Engine,
    /// What is read from blobs.
    FileReading,
    /// The results of reading the bodies of requests and responses.
    Networking,
    /// What arrives from outside at a time of its own: a response and its body, or what a test lets arrive. For
    /// [Fetch], this is the networking task source, too, but its tasks are queued in parallel, in any order.
    ///
    /// [Fetch]: https://fetch.spec.whatwg.org/#fetching
    Arrival(ArrivalId),
    /// Callbacks of finalization registries. They do not keep the program alive.
    Finalization,
    /// Closures from other threads.
    Remote,
}

impl TaskSource {
    /// The source in whose queue work of this kind waits when it is ready. `None` for messages, host tasks and what
    /// arrives from outside, whose source does not follow from their kind, and for work that waits elsewhere: scheduler
    /// tasks, idle callbacks, microtasks and asynchronous jobs.
    #[must_use]
    pub const fn of(kind: WorkKind) -> Option<Self> {
        Some(match kind {
            WorkKind::Timeout | WorkKind::Interval | WorkKind::AbortTimeout => Self::Timer,
            WorkKind::Broadcast | WorkKind::UnhandledRejections | WorkKind::RejectionHandled => Self::DomManipulation,
            WorkKind::PerformanceEntries => Self::PerformanceTimeline,
            WorkKind::AnimationFrame => Self::Rendering,
            WorkKind::UserInput => Self::UserInteraction,
            WorkKind::Crypto => Self::Crypto,
            WorkKind::EngineJob => Self::Engine,
            WorkKind::Finalization => Self::Finalization,
            WorkKind::BlobRead => Self::FileReading,
            WorkKind::BodyRead => Self::Networking,
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
            Self::MessagePort(_) => "message port",
            Self::PerformanceTimeline => "performance timeline",
            Self::Crypto => "crypto",
            Self::Rendering => "rendering",
            Self::UserInteraction => "user interaction",
            Self::IdleTask => "idle task",
            Self::Engine => "engine",
            Self::FileReading => "file reading",
            Self::Networking | Self::Arrival(_) => "networking",
            Self::Finalization => "finalization",
            Self::Remote => "remote",
        }
    }
}

/// Identifies one end of a channel, whose port message queue is a task source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PortId(pub(super) u64);

impl PortId {
    pub(super) const fn new(number: u64) -> Self {
        Self(number)
    }
}

/// Identifies what arrives from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrivalId(u64);

impl ArrivalId {
    pub(super) const fn new(number: u64) -> Self {
        Self(number)
    }
}

/// A waiting plain task with steps of type `S`.
pub(super) struct PlainTask<S> {
    pub(super) order: EnqueueOrder,
    pub(super) work: Work,
    pub(super) steps: S,
}

/// One queue per task source. Tasks carry an enqueue order, so that queues can be compared by age.
///
/// Adding and removing a task are O(log s) in the number of non-empty queues, which is large only if a program has many
/// ports.
pub(super) struct TaskSources<S> {
    queues: FxHashMap<TaskSource, VecDeque<PlainTask<S>>>,
    /// The source of the first task of each non-empty queue.
    fronts: BTreeMap<EnqueueOrder, TaskSource>,
    len: usize,
}

impl<S> Default for TaskSources<S> {
    fn default() -> Self {
        Self { queues: FxHashMap::default(), fronts: BTreeMap::new(), len: 0 }
    }
}

impl<S> TaskSources<S> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether any waiting task keeps the program alive.
    pub(super) fn keep_alive(&self) -> bool {
        self.len > self.queues.get(&TaskSource::Finalization).map_or(0, VecDeque::len)
    }

    pub(super) fn push(&mut self, source: TaskSource, task: PlainTask<S>) {
        let queue = self.queues.entry(source).or_default();
        if queue.is_empty() {
            self.fronts.insert(task.order, source);
        }
        queue.push_back(task);
        self.len += 1;
    }

    /// The oldest task of a source, and the number of tasks in its queue.
    pub(super) fn front(&self, source: TaskSource) -> Option<(&PlainTask<S>, usize)> {
        let queue = self.queues.get(&source)?;
        queue.front().map(|task| (task, queue.len()))
    }

    /// The sources with waiting tasks and the enqueue order of their oldest tasks, oldest first.
    pub(super) fn waiting(&self) -> impl Iterator<Item = (TaskSource, EnqueueOrder)> {
        self.fronts.iter().map(|(&order, &source)| (source, order))
    }

    pub(super) fn pop(&mut self, source: TaskSource) -> Option<PlainTask<S>> {
        let queue = self.queues.get_mut(&source)?;
        let task = queue.pop_front()?;
        self.fronts.remove(&task.order);
        match queue.front() {
            Some(next) => drop(self.fronts.insert(next.order, source)),
            // There may be many ports and arrivals in the life of a program, and few other sources.
            None if matches!(source, TaskSource::MessagePort(_) | TaskSource::Arrival(_)) => {
                drop(self.queues.remove(&source));
            }
            None => {}
        }
        self.len -= 1;
        Some(task)
    }

    /// Frees the unused capacity of the queues.
    pub(super) fn shrink(&mut self) {
        self.queues.values_mut().for_each(VecDeque::shrink_to_fit);
        self.queues.shrink_to_fit();
    }
}
