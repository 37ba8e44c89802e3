//! Task sources.

use super::work_kind::WorkKind;

/// A [task source](https://html.spec.whatwg.org/multipage/webappapis.html#task-source) other than the one of scheduler
/// tasks. Each has its own queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum TaskSource {
    /// Callbacks of timers, and timeouts of abort signals.
    Timer,
    /// Callbacks of `setImmediate`, which is not in a standard of the web.
    Immediate,
    /// Reports of rejected promises, and messages of broadcast channels.
    DomManipulation,
    /// The [port message queue] of one end of a channel, with its messages and its `close` event.
    ///
    /// [port message queue]: https://html.spec.whatwg.org/multipage/web-messaging.html#port-message-queue
    MessagePort(PortId),
    /// Entries for performance observers.
    PerformanceTimeline,
    /// The end of an operation of `crypto.subtle`. Operations run in parallel, and end in any order.
    Crypto(ArrivalId),
    /// Callbacks of requests for locks, and results of queries. They are queued in parallel, in order.
    WebLocks,
    /// The callbacks of animation frames. In HTML, updating the rendering is a step of the event loop, not a task.
    Rendering,
    /// Events of simulated input.
    UserInteraction,
    /// Idle callbacks whose timeout passed.
    IdleTask,
    /// Generic, timeout and interval jobs of the engine, and results of `Atomics.waitAsync`.
    Engine,
    /// The return of `Atomics.wait`. Not a task source of HTML: the agent goes on in the middle of a task.
    Waking,
    /// What one operation reads from a blob. Operations read in parallel, so only the tasks of one are in order.
    FileReading(ArrivalId),
    /// The results of reading the bodies of requests and responses.
    Networking,
    /// A response and its body. For [Fetch], this is the networking task source, too, but its tasks are queued in
    /// parallel, in any order.
    ///
    /// [Fetch]: https://fetch.spec.whatwg.org/#fetching
    Response(ArrivalId),
    /// What a test lets arrive from outside at a time of its own.
    Arrival(ArrivalId),
    /// Callbacks of finalization registries. They do not keep the program alive.
    Finalization,
    /// Closures from other threads.
    Remote,
}

impl TaskSource {
    /// Whether its tasks are queued by something that runs in parallel, which may take any time.
    #[must_use]
    pub const fn is_in_parallel(self) -> bool {
        matches!(self, Self::Crypto(_) | Self::FileReading(_) | Self::Response(_) | Self::WebLocks | Self::Arrival(_))
    }

    /// The source in whose queue work of this kind waits when it is ready. `None` for messages, host tasks and what
    /// runs in parallel, whose source does not follow from their kind, and for work that waits elsewhere: scheduler
    /// tasks, idle callbacks, microtasks and asynchronous jobs.
    #[must_use]
    pub const fn of(kind: WorkKind) -> Option<Self> {
        Some(match kind {
            WorkKind::Timeout | WorkKind::Interval | WorkKind::AbortTimeout => Self::Timer,
            WorkKind::Immediate => Self::Immediate,
            WorkKind::Broadcast
            | WorkKind::UnhandledRejections
            | WorkKind::RejectionHandled
            | WorkKind::WorkerError => Self::DomManipulation,
            WorkKind::PerformanceEntries => Self::PerformanceTimeline,
            WorkKind::AnimationFrame => Self::Rendering,
            WorkKind::UserInput => Self::UserInteraction,
            WorkKind::Lock | WorkKind::LockStolen | WorkKind::LockQuery => Self::WebLocks,
            WorkKind::EngineJob | WorkKind::AtomicsWaitAsync => Self::Engine,
            WorkKind::AtomicsWait => Self::Waking,
            WorkKind::Finalization => Self::Finalization,
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
            Self::Immediate => "immediate",
            Self::DomManipulation => "DOM manipulation",
            Self::MessagePort(_) => "message port",
            Self::PerformanceTimeline => "performance timeline",
            Self::Crypto(_) => "crypto",
            Self::WebLocks => "web locks",
            Self::Rendering => "rendering",
            Self::UserInteraction => "user interaction",
            Self::IdleTask => "idle task",
            Self::Engine => "engine",
            Self::Waking => "waking",
            Self::FileReading(_) => "file reading",
            Self::Networking | Self::Response(_) | Self::Arrival(_) => "networking",
            Self::Finalization => "finalization",
            Self::Remote => "remote",
        }
    }
}

/// Identifies one end of a channel, whose port message queue is a task source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PortId(pub(crate) u64);

impl PortId {
    pub(crate) const fn new(number: u64) -> Self {
        Self(number)
    }
}

/// Identifies an operation that runs in parallel: what it queues is in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrivalId(u64);

impl ArrivalId {
    pub(crate) const fn new(number: u64) -> Self {
        Self(number)
    }
}
