//! The events of an event loop as values that can be kept.

use std::rc::Rc;

use crate::event_loop::{Ending, Location, SignalId, TaskSource, Timestamp, Work, WorkId, WorkKind};
use crate::scheduling::TaskPriority;

/// An [`Event`](crate::event_loop::Event), and when it happened.
///
/// With the feature `serde`, records can be serialized and deserialized. Times are numbers of milliseconds, rounded to
/// what a number can hold, work and signals are their numbers, and kinds, priorities and endings are names. The source
/// of work is left out, and is `None` afterwards. Deserializing fails for names that do not exist, and for negative
/// times.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Record {
    /// The time of the event loop.
    #[cfg_attr(feature = "serde", serde(with = "super::serialization::time"))]
    pub at: Timestamp,
    /// The real time since the recorder was created, with [`Detail::real_time`](super::Detail). Without it, the same as
    /// `at`.
    #[cfg_attr(feature = "serde", serde(with = "super::serialization::time"))]
    pub real: Timestamp,
    /// What happened.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub what: Happening,
}

/// What happened: see [`Event`](crate::event_loop::Event), whose variants have the same names.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase"))]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are those of the events")]
pub enum Happening {
    Scheduled(Rc<ScheduledWork>),
    Ready {
        work: WorkId,
    },
    /// The policy chose work, or a timer that fires.
    Chosen {
        work: WorkId,
        /// The explanation of the policy, if the recorder asks for it.
        why: Option<Rc<str>>,
    },
    Started {
        work: WorkId,
    },
    Ended {
        work: WorkId,
        how: Ending,
    },
    AbortedWhileRunning {
        work: WorkId,
    },
    CheckpointStarted {
        work: WorkId,
        within: Option<WorkId>,
    },
    CheckpointEnded {
        work: WorkId,
        microtasks: usize,
    },
    TimerSet {
        work: WorkId,
        #[cfg_attr(feature = "serde", serde(with = "super::serialization::time"))]
        due: Timestamp,
    },
    TimerFired {
        work: WorkId,
    },
    TimerCleared {
        work: WorkId,
    },
    PriorityChanged {
        signal: SignalId,
        previous: TaskPriority,
        priority: TaskPriority,
    },
    SignalCreated {
        signal: SignalId,
    },
    SignalAborted {
        signal: SignalId,
    },
    /// The number of listeners, algorithms and dependent signals that a signal has now. Counted after some pieces of
    /// work, if it has changed.
    SignalObserved {
        signal: SignalId,
        observers: usize,
        /// Where the signal was created.
        created: Option<Location>,
    },
    PromiseRejected {
        within: Option<WorkId>,
    },
    PromiseHandled,
    JobCallbackCalled {
        task: WorkId,
        within: Option<WorkId>,
    },
    EvaluationStarted {
        name: Rc<str>,
        is_module: bool,
    },
    EvaluationEnded,
    ErrorReported {
        message: Rc<str>,
        location: Option<Location>,
        within: Option<WorkId>,
    },
    UserTiming {
        name: Rc<str>,
        /// In milliseconds since the time origin.
        start: f64,
        /// In milliseconds; `None` for a mark.
        duration: Option<f64>,
        /// A JSON text.
        detail: Option<Rc<str>>,
    },
    TimeStamp {
        label: Rc<str>,
        start: Option<Moment>,
        end: Option<Moment>,
        track: Option<Rc<str>>,
        group: Option<Rc<str>>,
        color: Option<Rc<str>>,
        detail: Option<Rc<str>>,
    },
    IdlePeriodStarted {
        #[cfg_attr(feature = "serde", serde(with = "super::serialization::time"))]
        deadline: Timestamp,
    },
    Sleeping {
        #[cfg_attr(feature = "serde", serde(with = "super::serialization::optional_time"))]
        until: Option<Timestamp>,
    },
    Woke,
    Delivered {
        work: WorkId,
    },
}

/// The start or the end of a span of `console.timeStamp`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(untagged))]
pub enum Moment {
    /// Milliseconds since the time origin.
    Time(f64),
    /// The label of an earlier time stamp.
    Label(Rc<str>),
}

/// Work that was scheduled: see [`Scheduled`](crate::event_loop::Scheduled).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct ScheduledWork {
    /// Its number.
    pub work: WorkId,
    /// Its kind.
    pub kind: WorkKind,
    /// Its priority at the call, if it is a scheduler task.
    pub priority: Option<TaskPriority>,
    /// The signal that may abort it.
    pub signal: Option<SignalId>,
    /// The signal whose priority it has.
    pub priority_signal: Option<SignalId>,
    /// The requested delay in milliseconds.
    pub delay: Option<u64>,
    /// The task source whose queue it enters, if that is not the one of scheduler tasks.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub source: Option<TaskSource>,
    /// The work that scheduled it.
    pub scheduled_by: Option<WorkId>,
    /// The name of its callback.
    pub name: Option<Rc<str>>,
    /// Where it was scheduled.
    pub location: Option<Rc<Location>>,
    /// The call stack, innermost call first, if the recorder asks for it.
    pub stack: Rc<[String]>,
}

impl ScheduledWork {
    /// Work of which nothing else is known. The fields can be set afterwards.
    #[must_use]
    pub fn new(work: WorkId, kind: WorkKind) -> Self {
        Self {
            work,
            kind,
            priority: None,
            signal: None,
            priority_signal: None,
            delay: None,
            source: None,
            scheduled_by: None,
            name: None,
            location: None,
            stack: Rc::default(),
        }
    }

    /// Its number, kind and priority. The origin is left out.
    #[must_use]
    pub fn work(&self) -> Work {
        Work { id: self.work, kind: self.kind, priority: self.priority, origin: None }
    }

    /// Its kind in words, with its priority: `background task`.
    #[must_use]
    pub fn description(&self) -> String {
        match self.priority {
            Some(priority) => format!("{priority} {}", self.kind.as_str()),
            None => self.kind.as_str().to_owned(),
        }
    }
}
