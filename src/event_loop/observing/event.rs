//! The events that an observer receives.

use std::rc::Rc;

use super::scheduled::Scheduled;
use crate::event_loop::origins::{Location, Origin};
use crate::event_loop::time::Timestamp;
use crate::event_loop::work::{Ending, PortId, SignalId, StreamId, WorkId};
use crate::scheduling::TaskPriority;

/// An event of an event loop. It can be kept: what exists only while it happens is its
/// [`Subject`](crate::event_loop::Subject).
///
/// With the feature `serde`, events can be serialized and deserialized. Times are numbers of milliseconds, rounded to
/// what a number can hold, work and signals are their numbers, and kinds, priorities and endings are names. Origins and
/// the source of work are left out, and are `None` afterwards. Deserializing fails for names that do not exist, and for
/// negative times. Events that a [`Recorder`](crate::trace::Recorder) leaves out cannot be serialized.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase"))]
#[non_exhaustive]
pub enum Event {
    /// Work was scheduled.
    Scheduled(Rc<Scheduled>),
    /// Work was queued, at once or after its delay. The policy can choose it from now on.
    Ready {
        /// The work.
        work: WorkId,
    },
    /// The policy chose what runs next.
    Chosen {
        /// The work, or that of a timer that fires.
        work: Option<WorkId>,
        /// The explanation of the policy, if a recorder has asked for it.
        why: Option<Rc<str>>,
    },
    /// Work started.
    Started {
        /// The work.
        work: WorkId,
    },
    /// Work ended.
    Ended {
        /// The work.
        work: WorkId,
        /// How it ended.
        how: Ending,
    },
    /// The signal of a scheduler task was aborted while its callback runs, which goes on.
    AbortedWhileRunning {
        /// The task.
        work: WorkId,
    },
    /// A microtask checkpoint started, with at least one microtask to run.
    CheckpointStarted {
        /// The checkpoint's number: a checkpoint is also work.
        work: WorkId,
        /// The running work, if any.
        within: Option<WorkId>,
    },
    /// A microtask checkpoint ended.
    CheckpointEnded {
        /// The checkpoint's number.
        work: WorkId,
        /// The number of microtasks that it ran, with the ticks.
        microtasks: usize,
        /// How many of them were callbacks of Node's `process.nextTick`.
        #[cfg_attr(feature = "serde", serde(default))]
        ticks: usize,
    },
    /// A timer was set.
    TimerSet {
        /// The work that it delays.
        work: WorkId,
        /// The time at which it is due.
        due: Timestamp,
    },
    /// A timer fired.
    TimerFired {
        /// The work that it delayed.
        work: WorkId,
    },
    /// A timer was stopped before it fired.
    TimerCleared {
        /// The work that it delayed.
        work: WorkId,
    },
    /// The priority of a signal changed.
    PriorityChanged {
        /// The signal.
        signal: SignalId,
        /// Its previous priority.
        previous: TaskPriority,
        /// Its new priority.
        priority: TaskPriority,
    },
    /// A signal was created.
    SignalCreated {
        /// The signal.
        signal: SignalId,
    },
    /// A signal was aborted. There are separate events for its dependent signals.
    SignalAborted {
        /// The signal.
        signal: SignalId,
    },
    /// The number of listeners, algorithms and dependent signals that a signal has now. Only a
    /// [`Recorder`](crate::trace::Recorder) sends this, after some pieces of work, if the number has changed.
    SignalObserved {
        /// The signal.
        signal: SignalId,
        /// Their number.
        observers: usize,
        /// Where the program created the signal; `None` if the location is unknown.
        created: Option<Location>,
    },
    /// A promise was rejected and has no handler.
    PromiseRejected {
        /// The running work, if any.
        within: Option<WorkId>,
    },
    /// A promise that was rejected without a handler got one.
    PromiseHandled,
    /// The engine called HostMakeJobCallback, for a promise reaction, a thenable job or a finalization callback.
    /// Reactions of the host to promises that no script sees have no such event.
    #[cfg_attr(feature = "serde", serde(skip))]
    JobCallbackCreated,
    /// The engine is about to call a job callback: the code of a task continues, for example after an `await`.
    JobCallbackCalled {
        /// The scheduler task that created the callback.
        task: WorkId,
        /// The running work, if any: the microtask checkpoint.
        within: Option<WorkId>,
    },
    /// A script or the main module starts. Modules that it imports are evaluated later, in microtasks.
    EvaluationStarted {
        /// The name of the program: a path, or `<anonymous>`.
        name: Rc<str>,
        /// Whether it is a module.
        is_module: bool,
    },
    /// A script or the main module has returned, and the microtasks after it have run.
    EvaluationEnded,
    /// An uncaught exception or an unhandled rejection is about to be reported.
    ErrorReported {
        /// The first line of the report.
        message: Rc<str>,
        /// Where the error was thrown, if that is known.
        location: Option<Location>,
        /// The running work, if any.
        within: Option<WorkId>,
    },
    /// The program called `performance.mark` or `performance.measure`.
    UserTiming {
        /// The name of the entry.
        name: Rc<str>,
        /// Its start, in milliseconds since the time origin.
        start: f64,
        /// Its duration in milliseconds. `None` for a mark.
        duration: Option<f64>,
        /// Its `detail`, if it can be written as JSON, without calling getters or `toJSON`.
        detail: Option<Rc<str>>,
    },
    /// The program called `console.timeStamp`, whose arguments are those of Chromium.
    TimeStamp {
        /// The label.
        label: Rc<str>,
        /// The start of a span.
        start: Option<Moment>,
        /// The end of a span.
        end: Option<Moment>,
        /// The name of the track.
        track: Option<Rc<str>>,
        /// The name of the group of the track.
        group: Option<Rc<str>>,
        /// The color.
        color: Option<Rc<str>>,
        /// The object with more, as JSON.
        detail: Option<Rc<str>>,
    },
    /// The port message queue of one end of a channel was enabled, or a `BroadcastChannel` was created.
    #[cfg_attr(feature = "serde", serde(skip))]
    PortOpened {
        /// The end or channel.
        port: PortId,
        /// Where the program created the channel; `None` if the location is unknown.
        origin: Option<Origin>,
    },
    /// A worker was created. It runs until its port is closed.
    #[cfg_attr(feature = "serde", serde(skip))]
    WorkerCreated {
        /// The end of its implicit port that the `Worker` object has.
        port: PortId,
        /// Where the program created it; `None` if the location is unknown.
        origin: Option<Origin>,
    },
    /// An end of a channel was transferred, or its other end was. From now on, it [has been shipped][shipped].
    ///
    /// [shipped]: https://html.spec.whatwg.org/multipage/web-messaging.html#has-been-shipped
    #[cfg_attr(feature = "serde", serde(skip))]
    PortShipped {
        /// The end.
        port: PortId,
    },
    /// An end of a channel was closed, or its other end was; or a `BroadcastChannel` was closed.
    #[cfg_attr(feature = "serde", serde(skip))]
    PortClosed {
        /// The end or channel.
        port: PortId,
    },
    /// Something has arrived that nobody reads, so that what sends it has to wait.
    StreamStalled {
        /// The stream.
        stream: StreamId,
        /// What is not read.
        what: Stall,
        /// Where the program made the reader, or called `fetch`; `None` if the location is unknown.
        location: Option<Location>,
    },
    /// What had not been read has been, or nobody wants it any more: the stream has ended, was canceled, or has no
    /// reader.
    StreamResumed {
        /// The stream.
        stream: StreamId,
    },
    /// An idle period started.
    IdlePeriodStarted {
        /// The time at which it ends.
        deadline: Timestamp,
    },
    /// The loop is about to sleep.
    Sleeping {
        /// The time at which it wakes up by itself; `None` if it waits to be woken.
        until: Option<Timestamp>,
    },
    /// The loop woke up.
    Woke,
    /// A closure arrived from another thread.
    Delivered {
        /// The work that runs it.
        work: WorkId,
    },
}

impl Event {
    /// The work that has been scheduled or has become ready.
    pub(crate) fn scheduled_work(&self) -> Option<WorkId> {
        match self {
            Self::Scheduled(scheduled) => Some(scheduled.work),
            Self::Ready { work } => Some(*work),
            _ => None,
        }
    }
}

/// What is not read, of [`Event::StreamStalled`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub enum Stall {
    /// The chunks of a stream that has a reader of a script, which has no read under way.
    Reader,
    /// The body of a response of `fetch`: at least 256 KiB of it.
    Body,
}

/// The start or the end of a span of `console.timeStamp`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(untagged))]
pub enum Moment {
    /// Milliseconds since the time origin.
    Time(f64),
    /// The label of an earlier time stamp, whose time it is.
    Label(Rc<str>),
}
