//! A piece of work: its number, what kind of work it is, and where the program asked for it.

use std::fmt;

use super::origin::Origin;
use crate::scheduling::TaskPriority;

/// Numbers a piece of work. Work that was asked for later has a greater number; the first one is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkId(u64);

impl WorkId {
    pub(super) const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for WorkId {
    /// `#12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// What a piece of work does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WorkKind {
    /// The callback of `postTask`.
    Task,
    /// The rest of a task, after `scheduler.yield`.
    Continuation,
    /// The handler of `setTimeout`.
    Timeout,
    /// One round of `setInterval`.
    Interval,
    /// The abort of a signal made by `AbortSignal.timeout`.
    AbortTimeout,
    /// The callback of `requestIdleCallback`.
    IdleCallback,
    /// The delivery of a message to a port or channel.
    Message,
    /// The `close` event of a port.
    PortClose,
    /// The report about promises that were rejected and have no handler.
    UnhandledRejections,
    /// The `rejectionhandled` event of a promise that was reported before.
    RejectionHandled,
    /// The delivery of entries to performance observers.
    PerformanceEntries,
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
}

impl WorkKind {
    /// The name of the kind, for people.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Task => "task",
            Self::Continuation => "continuation",
            Self::Timeout => "setTimeout",
            Self::Interval => "setInterval",
            Self::AbortTimeout => "AbortSignal.timeout",
            Self::IdleCallback => "idle callback",
            Self::Message => "message",
            Self::PortClose => "close of a port",
            Self::UnhandledRejections => "report of unhandled rejections",
            Self::RejectionHandled => "report of a handled rejection",
            Self::PerformanceEntries => "performance entries",
            Self::EngineJob => "engine job",
            Self::AsyncJob => "asynchronous job",
            Self::Finalization => "finalization callbacks",
            Self::MicrotaskCheckpoint => "microtask checkpoint",
            Self::Remote => "task from another thread",
            Self::Host => "host task",
        }
    }

    /// The name of a timer that delays this kind of work, for people.
    #[must_use]
    pub const fn timer_name(self) -> &'static str {
        match self {
            Self::Task => "delay of postTask",
            Self::IdleCallback => "timeout of requestIdleCallback",
            other => other.as_str(),
        }
    }

    /// What the program did at the place where it asked for the work: `posted` a task, `set` a timer.
    #[must_use]
    pub const fn asked(self) -> &'static str {
        match self {
            Self::Timeout | Self::Interval | Self::AbortTimeout => "set",
            Self::IdleCallback => "requested",
            Self::Message => "sent",
            _ => "posted",
        }
    }
}

/// A piece of work, as queues and timers know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Its number.
    pub id: WorkId,
    /// What it does.
    pub kind: WorkKind,
    /// The priority that it was asked for with, if it is for a scheduler. A signal may have changed it since.
    pub priority: Option<TaskPriority>,
    /// Where the program asked for it; `None` if the host did, or the place is unknown.
    pub origin: Option<Origin>,
}

/// How a piece of work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// It ran, and its callback returned.
    Returned,
    /// It ran, and its callback threw. The exception was reported, or rejected the work's promise.
    Threw,
    /// Its signal aborted before it ran.
    Aborted,
    /// It was cleared or cancelled before it did anything. A task that was queued by then starts all the same, and ends
    /// at once.
    Removed,
}

impl From<()> for Ending {
    fn from((): ()) -> Self {
        Self::Returned
    }
}

impl Ending {
    /// How work ended whose callback had this result.
    pub fn of<T, E>(result: &Result<T, E>) -> Self {
        if result.is_ok() { Self::Returned } else { Self::Threw }
    }
}
