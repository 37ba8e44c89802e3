//! The kinds of work, and their names.

/// The kind of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WorkKind {
    /// The callback of `postTask`.
    Task,
    /// The rest of a task after `scheduler.yield`.
    Continuation,
    /// The handler of `setTimeout`.
    Timeout,
    /// One round of `setInterval`.
    Interval,
    /// The callback of Node's `setImmediate`.
    Immediate,
    /// The callback of Node's `process.nextTick`, which runs in a microtask checkpoint.
    Tick,
    /// The abort of a signal made by `AbortSignal.timeout`.
    AbortTimeout,
    /// The callback of `requestIdleCallback`.
    IdleCallback,
    /// The callbacks of `requestAnimationFrame` that run in one frame.
    AnimationFrame,
    /// Input that the embedder simulates.
    UserInput,
    /// The delivery of a message to a port.
    Message,
    /// The delivery of a message to a `BroadcastChannel`.
    Broadcast,
    /// The `close` event of a port.
    PortClose,
    /// The report of promises that were rejected without a handler.
    UnhandledRejections,
    /// The `rejectionhandled` event of a promise that was reported before.
    RejectionHandled,
    /// The `error` event of a worker at its `Worker` object.
    WorkerError,
    /// The script of a worker.
    WorkerStart,
    /// The delivery of entries to performance observers.
    PerformanceEntries,
    /// The result of reading a blob.
    BlobRead,
    /// A response of `fetch`.
    Fetch,
    /// The body of a response of `fetch`.
    ResponseBody,
    /// The result of reading the body of a request or response.
    BodyRead,
    /// An operation of `crypto.subtle`, whose end settles a promise.
    Crypto,
    /// The callback of `navigator.locks.request`, which waits for its lock.
    Lock,
    /// The rejection of the promise of a lock that another request has stolen.
    LockStolen,
    /// The result of `navigator.locks.query`.
    LockQuery,
    /// The return of `Atomics.wait`, in the middle of the task that has called it.
    AtomicsWait,
    /// The settlement of the promise of `Atomics.waitAsync`.
    AtomicsWaitAsync,
    /// A generic, timeout or interval job of the engine.
    EngineJob,
    /// An asynchronous job of the engine, such as the loading of a module.
    AsyncJob,
    /// The callbacks of a finalization registry.
    Finalization,
    /// A microtask checkpoint, with all the microtasks that it runs.
    MicrotaskCheckpoint,
    /// A closure from another thread.
    Remote,
    /// A task that the embedder queued.
    Host,
    /// A test or hook that a test runner calls.
    Test,
    /// A choice that a test leaves to the exploration of its orders.
    Choice,
    /// The settlement of a promise that a test lets arrive in any order.
    Arrival,
}

impl WorkKind {
    /// All kinds.
    pub const ALL: [Self; 37] = [
        Self::Task,
        Self::Continuation,
        Self::Timeout,
        Self::Interval,
        Self::Immediate,
        Self::Tick,
        Self::AbortTimeout,
        Self::IdleCallback,
        Self::AnimationFrame,
        Self::UserInput,
        Self::Message,
        Self::Broadcast,
        Self::PortClose,
        Self::UnhandledRejections,
        Self::RejectionHandled,
        Self::WorkerError,
        Self::WorkerStart,
        Self::PerformanceEntries,
        Self::BlobRead,
        Self::Fetch,
        Self::ResponseBody,
        Self::BodyRead,
        Self::Crypto,
        Self::Lock,
        Self::LockStolen,
        Self::LockQuery,
        Self::AtomicsWait,
        Self::AtomicsWaitAsync,
        Self::EngineJob,
        Self::AsyncJob,
        Self::Finalization,
        Self::MicrotaskCheckpoint,
        Self::Remote,
        Self::Host,
        Self::Test,
        Self::Choice,
        Self::Arrival,
    ];

    /// The display name of the kind.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Task => "task",
            Self::Continuation => "continuation",
            Self::Timeout => "setTimeout",
            Self::Interval => "setInterval",
            Self::Immediate => "setImmediate",
            Self::Tick => "process.nextTick",
            Self::AbortTimeout => "AbortSignal.timeout",
            Self::IdleCallback => "idle callback",
            Self::AnimationFrame => "animation frame",
            Self::UserInput => "user input",
            Self::Message => "message",
            Self::Broadcast => "broadcast message",
            Self::PortClose => "port close event",
            Self::UnhandledRejections => "report of unhandled rejections",
            Self::RejectionHandled => "report of a handled rejection",
            Self::WorkerError => "error of a worker",
            Self::WorkerStart => "start of the worker",
            Self::PerformanceEntries => "performance entries",
            Self::BlobRead => "blob read",
            Self::Fetch => "fetch",
            Self::ResponseBody => "response body",
            Self::BodyRead => "body read",
            Self::Crypto => "crypto operation",
            Self::Lock => "lock request",
            Self::LockStolen => "loss of a lock",
            Self::LockQuery => "query of locks",
            Self::AtomicsWait => "Atomics.wait",
            Self::AtomicsWaitAsync => "Atomics.waitAsync",
            Self::EngineJob => "engine job",
            Self::AsyncJob => "asynchronous job",
            Self::Finalization => "finalization callbacks",
            Self::MicrotaskCheckpoint => "microtask checkpoint",
            Self::Remote => "task from another thread",
            Self::Host => "host task",
            Self::Test => "test",
            Self::Choice => "choice",
            Self::Arrival => "arrival",
        }
    }

    /// The display name of a timer that delays this kind of work.
    #[must_use]
    pub const fn timer_name(self) -> &'static str {
        match self {
            Self::Task => "delay of postTask",
            Self::IdleCallback => "timeout of requestIdleCallback",
            other => other.as_str(),
        }
    }

    /// The verb for scheduling this kind of work: tasks are `posted`, timers are `set`.
    #[must_use]
    pub const fn request_verb(self) -> &'static str {
        match self {
            Self::Timeout | Self::Interval | Self::Immediate | Self::AbortTimeout => "set",
            Self::IdleCallback
            | Self::AnimationFrame
            | Self::BlobRead
            | Self::Fetch
            | Self::ResponseBody
            | Self::BodyRead
            | Self::Crypto
            | Self::Lock
            | Self::LockQuery
            | Self::Choice
            | Self::Arrival => "requested",
            Self::Message | Self::Broadcast => "sent",
            Self::Test => "declared",
            Self::WorkerStart => "created",
            Self::AtomicsWait | Self::AtomicsWaitAsync => "called",
            _ => "posted",
        }
    }
}
