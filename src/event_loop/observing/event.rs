//! The events that an observer receives.

use std::any::Any;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use boa_engine::builtins::promise::Promise;
use boa_engine::{Context, JsObject, JsString, js_string};

use crate::debug::debug;
use crate::event_loop::origins::{Location, Locations, Origin};
use crate::event_loop::queues::{Candidate, Candidates};
use crate::event_loop::time::Timestamp;
use crate::event_loop::work::{Ending, PortId, SignalId, TaskSource, Work, WorkId, WorkRequest};
use crate::scheduling::TaskPriority;

/// An event of an event loop.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// Work was scheduled.
    Scheduled(&'a Scheduled<'a>),
    /// Work was queued, at once or after its delay. The policy can choose it from now on.
    Ready {
        /// The work.
        work: WorkId,
    },
    /// The policy chose what runs next.
    Chosen(&'a Choice<'a>),
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
        /// The number of microtasks that it ran.
        microtasks: usize,
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
        /// The signal itself: a `Gc<AbortSignal>` or a `Gc<TaskSignal>`.
        state: &'a dyn Any,
        /// Where the program created it; `None` if the location is unknown.
        created: Option<&'a Location>,
    },
    /// A signal was aborted. There are separate events for its dependent signals.
    SignalAborted {
        /// The signal.
        signal: SignalId,
    },
    /// A promise was rejected and has no handler.
    PromiseRejected {
        /// The promise.
        promise: &'a JsObject<Promise>,
        /// The running work, if any.
        within: Option<WorkId>,
    },
    /// A promise that was rejected without a handler got one.
    PromiseHandled {
        /// The promise.
        promise: &'a JsObject<Promise>,
    },
    /// The engine called HostMakeJobCallback, for a promise reaction, a thenable job or a finalization callback.
    JobCallbackCreated {
        /// The context, with the current call stack.
        context: &'a Context,
    },
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
        name: &'a str,
        /// Whether it is a module.
        is_module: bool,
    },
    /// A script or the main module has returned, and the microtasks after it have run.
    EvaluationEnded,
    /// An uncaught exception or an unhandled rejection is about to be reported.
    ErrorReported {
        /// The first line of the report.
        message: &'a str,
        /// Where the error was thrown, if that is known.
        location: Option<&'a Location>,
        /// The running work, if any.
        within: Option<WorkId>,
    },
    /// The program called `performance.mark` or `performance.measure`.
    UserTiming(&'a UserTiming<'a>),
    /// The program called `console.timeStamp`.
    TimeStamp(&'a TimeStamp<'a>),
    /// The port message queue of one end of a channel was enabled, or a `BroadcastChannel` got its first listener.
    PortOpened {
        /// The end or channel.
        port: PortId,
        /// Where the program created the channel; `None` if the location is unknown.
        origin: Option<Origin>,
    },
    /// An end of a channel was closed, or its other end was; or a `BroadcastChannel` was closed or lost its listeners.
    PortClosed {
        /// The end or channel.
        port: PortId,
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

/// An entry of the performance timeline that the program has made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UserTiming<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its start, in milliseconds since the time origin.
    pub start: f64,
    /// Its duration in milliseconds. `None` for a mark.
    pub duration: Option<f64>,
    /// Its `detail`, if it can be written as JSON, without calling getters or `toJSON`.
    pub detail: Option<&'a str>,
}

impl<'a> UserTiming<'a> {
    pub(crate) fn new(name: &'a str, start: f64, duration: Option<f64>, detail: Option<&'a str>) -> Self {
        Self { name, start, duration, detail }
    }
}

/// The arguments of `console.timeStamp`, as Chromium defines them.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TimeStamp<'a> {
    /// The label.
    pub label: &'a str,
    /// The start and the end: an earlier label, or milliseconds since the time origin.
    pub span: [Option<TimeStampMoment<'a>>; 2],
    /// The name of the track, the name of the group of the track, and the colour.
    pub place: [Option<&'a str>; 3],
    /// The object with more, as JSON.
    pub detail: Option<&'a str>,
}

/// The start or the end of a span that `console.timeStamp` shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeStampMoment<'a> {
    /// The time of the latest time stamp with this label.
    Label(&'a str),
    /// Milliseconds since the time origin.
    Time(f64),
}

impl<'a> TimeStamp<'a> {
    pub(crate) fn new(label: &'a str) -> Self {
        Self { label, ..Self::default() }
    }
}

/// Work that was scheduled.
#[non_exhaustive]
pub struct Scheduled<'a> {
    /// The number, kind, priority and origin of the work.
    pub work: Work,
    /// The signal that may abort it.
    pub signal: Option<SignalId>,
    /// The signal whose priority it has, also after it changes. `None` if its priority is fixed, or if it has none.
    pub priority_signal: Option<SignalId>,
    /// The requested delay in milliseconds before it is ready, if any.
    pub delay: Option<u64>,
    /// The task source whose queue the work enters when it is ready; `None` if it waits elsewhere.
    pub source: Option<TaskSource>,
    /// The work that scheduled it: a task, or a microtask checkpoint.
    pub scheduled_by: Option<WorkId>,
    /// The function of the program that it calls. `None` for a continuation, a message, source text, or work of the
    /// host.
    pub callback: Option<&'a JsObject>,
    locations: &'a Locations,
    context: RefCell<&'a mut Context>,
}

impl Scheduled<'_> {
    /// The source location that scheduled the work; `None` if the host scheduled it or the location is unknown.
    #[must_use]
    pub fn location(&self) -> Option<Location> {
        self.locations.location(self.work.origin?)
    }

    /// The current call stack, innermost call first, with lines such as `at f (app.js:1:2)`. The first call of a stack
    /// costs about as much as creating an error, and later ones a look-up. At most 50 lines.
    #[must_use]
    pub fn stack(&self) -> Rc<[String]> {
        let context = self.context.try_borrow_mut();
        context.map(|mut context| self.locations.stack(&mut context)).unwrap_or_default()
    }

    /// The name of the function that it calls; `None` if there is none, or it has no name. Runs no getter.
    #[must_use]
    pub fn callback_name(&self) -> Option<JsString> {
        let name = self.callback?.borrow().properties().get(&js_string!("name").into())?;
        name.value()?.as_string().filter(|name| !name.is_empty())
    }
}

impl fmt::Debug for Scheduled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { work, signal, delay, source, scheduled_by, .. } = self;
        f.debug_struct("Scheduled")
            .field("work", work)
            .field("signal", signal)
            .field("delay", delay)
            .field("source", source)
            .field("scheduled_by", scheduled_by)
            .finish_non_exhaustive()
    }
}

/// The choice of a policy.
#[non_exhaustive]
pub struct Choice<'a> {
    /// The chosen candidate.
    pub chosen: Candidate<'a>,
    /// All candidates.
    pub candidates: Candidates<'a>,
    pub(crate) explain: &'a dyn Fn() -> String,
}

debug!(Choice<'_>, "chosen" = |choice| choice.chosen, "candidates" = |choice| choice.candidates);

impl Choice<'_> {
    /// The policy's explanation of its choice.
    #[must_use]
    pub fn explain(&self) -> String {
        (self.explain)()
    }
}

impl<'a> Scheduled<'a> {
    pub(crate) fn new(
        work: Work,
        request: &WorkRequest<'a>,
        scheduled_by: Option<WorkId>,
        locations: &'a Locations,
        context: &'a mut Context,
    ) -> Self {
        let WorkRequest { signal, priority_signal, delay, source, callback, .. } = *request;
        let context = RefCell::new(context);
        Self { work, signal, priority_signal, delay, source, scheduled_by, callback, locations, context }
    }
}
