//! Who is told what the event loop does: one observer, and the events that it gets.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use boa_engine::builtins::promise::Promise;
use boa_engine::{Context, JsObject};

use super::candidate::{Candidate, Candidates};
use super::origin::{Location, Locations, Origin, stack_lines};
use super::policy::Policy;
use super::task_source::TaskSource;
use super::time::{Time, Timestamp};
use super::work::{Ending, Work, WorkId, WorkKind};
use crate::scheduling::TaskPriority;

/// Is told of everything that happens in an event loop: what a trace, statistics or a debugger are made from.
///
/// Nothing of the loop is borrowed meanwhile, so an observer may ask the loop what it likes. It must not run JavaScript.
///
/// ```
/// use std::cell::Cell;
/// use std::rc::Rc;
///
/// use posttask::event_loop::{Ending, Event, Observer, Timestamp};
///
/// /// Counts the callbacks that threw.
/// #[derive(Default)]
/// struct Failures(Cell<usize>);
///
/// impl Observer for Failures {
///     fn observe(&self, _now: Timestamp, event: &Event<'_>) {
///         if let Event::Ended { how: Ending::Threw, .. } = event {
///             self.0.set(self.0.get() + 1);
///         }
///     }
/// }
///
/// let mut runtime = posttask::Runtime::builder().virtual_time().build()?;
/// let failures = Rc::new(Failures::default());
/// runtime.event_loop().set_observer(Some(failures.clone()));
/// runtime.eval("scheduler.postTask(() => { throw 1 }).catch(() => {}); scheduler.postTask(() => 2)")?;
/// runtime.run();
/// assert_eq!(failures.0.get(), 1);
/// # Ok::<(), posttask::Error>(())
/// ```
pub trait Observer {
    /// Something happened, at this time.
    fn observe(&self, now: Timestamp, event: &Event<'_>);
}

/// Numbers a signal within its event loop, in the order in which signals were made. The first one is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SignalId(u64);

impl SignalId {
    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for SignalId {
    /// `S3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S{}", self.0)
    }
}

/// What happened.
#[non_exhaustive]
pub enum Event<'a> {
    /// Work was asked for.
    Scheduled(&'a Scheduled<'a>),
    /// Work was queued, at once or after its delay. The policy can choose it from now on.
    Ready {
        /// The work.
        work: WorkId,
    },
    /// The policy chose what runs next.
    Chosen(&'a Choice<'a>),
    /// Work begins to run.
    Started {
        /// The work.
        work: WorkId,
    },
    /// Work is over.
    Ended {
        /// The work.
        work: WorkId,
        /// How it ended.
        how: Ending,
    },
    /// A microtask checkpoint that has something to run begins.
    CheckpointStarted {
        /// The checkpoint's number: it is work as well.
        work: WorkId,
        /// The work that runs, if any does.
        within: Option<WorkId>,
    },
    /// A microtask checkpoint is over.
    CheckpointEnded {
        /// The checkpoint's number.
        work: WorkId,
        /// How many microtasks it ran.
        microtasks: usize,
    },
    /// A timer was set.
    TimerSet {
        /// The work that it delays.
        work: WorkId,
        /// When it is due.
        due: Timestamp,
    },
    /// A timer's steps run.
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
        /// What it was.
        previous: TaskPriority,
        /// What it is.
        priority: TaskPriority,
    },
    /// A signal was made.
    SignalMade {
        /// The signal.
        signal: SignalId,
        /// A `Gc<AbortSignal>` or a `Gc<TaskSignal>`.
        state: &'a dyn Any,
    },
    /// A signal was aborted. Signals that depend on it have events of their own.
    SignalAborted {
        /// The signal.
        signal: SignalId,
    },
    /// A promise was rejected and has no handler.
    PromiseRejected {
        /// The promise.
        promise: &'a JsObject<Promise>,
        /// The work that runs, if any does.
        within: Option<WorkId>,
    },
    /// A promise that was rejected without a handler got one.
    PromiseHandled {
        /// The promise.
        promise: &'a JsObject<Promise>,
    },
    /// A promise reaction, thenable job or finalization callback was made: HostMakeJobCallback.
    JobCallbackMade {
        /// The context, with the calls that are on its stack.
        context: &'a Context,
    },
    /// An idle period starts.
    IdlePeriodStarted {
        /// When it ends.
        deadline: Timestamp,
    },
    /// The loop goes to sleep.
    Sleeping {
        /// When it wakes up by itself, if ever.
        until: Option<Timestamp>,
    },
    /// The loop woke up.
    Woke,
    /// A closure came from another thread.
    Delivered {
        /// The work that runs it.
        work: WorkId,
    },
}

/// Work that was asked for.
pub struct Scheduled<'a> {
    /// Its number, kind, priority and origin.
    pub work: Work,
    /// The signal that may abort it.
    pub signal: Option<SignalId>,
    /// How long it waits before it is ready, in milliseconds, if that was asked for.
    pub delay: Option<u64>,
    /// The work that asked for it: a task, or a microtask checkpoint.
    pub scheduled_by: Option<WorkId>,
    places: &'a RefCell<Locations>,
    context: RefCell<&'a mut Context>,
}

impl Scheduled<'_> {
    /// The task source that it waits in when it is ready, if that is one.
    #[must_use]
    pub const fn source(&self) -> Option<TaskSource> {
        TaskSource::of(self.work.kind)
    }

    /// Where the program asked for it, if it did and the place is known.
    #[must_use]
    pub fn location(&self) -> Option<Location> {
        self.places.borrow().location(self.work.origin?).cloned()
    }

    /// The calls that led to it, innermost first: `at f (app.js:1:2)`. Costs about as much as making an error.
    #[must_use]
    pub fn stack(&self) -> Vec<String> {
        self.context.try_borrow_mut().map(|mut context| stack_lines(&mut context)).unwrap_or_default()
    }
}

impl fmt::Debug for Scheduled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { work, signal, delay, scheduled_by, .. } = self;
        f.debug_struct("Scheduled")
            .field("work", work)
            .field("signal", signal)
            .field("delay", delay)
            .field("scheduled_by", scheduled_by)
            .finish_non_exhaustive()
    }
}

/// What a policy chose, and from what.
pub struct Choice<'a> {
    /// What was chosen.
    pub chosen: Candidate<'a>,
    /// What it was chosen from.
    pub candidates: Candidates<'a>,
    pub(super) policy: &'a dyn Policy,
}

impl Choice<'_> {
    /// The policy's own words for why it chose this.
    #[must_use]
    pub fn explain(&self) -> String {
        self.policy.explain(&self.chosen, &self.candidates)
    }
}

/// What is asked for with [`EventLoop::new_work`](super::EventLoop::new_work).
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// What the work does.
    pub kind: WorkKind,
    /// The priority that it has now, if it is for a scheduler.
    pub priority: Option<TaskPriority>,
    /// The signal that may abort it.
    pub signal: Option<SignalId>,
    /// How long it waits before it is ready, in milliseconds, if that was asked for.
    pub delay: Option<u64>,
}

impl From<WorkKind> for Request {
    /// Work without priority, signal or delay.
    fn from(kind: WorkKind) -> Self {
        Self { kind, priority: None, signal: None, delay: None }
    }
}

/// Tells the observer, if there is one, and gives out the numbers that events go by.
#[derive(Default)]
pub(super) struct Notifier {
    observer: RefCell<Option<Rc<dyn Observer>>>,
    /// Whether there is an observer: the one branch that everything costs when there is none.
    is_observed: Cell<bool>,
    works: Cell<u64>,
    signals: Cell<u64>,
}

impl Notifier {
    pub(super) fn set_observer(&self, observer: Option<Rc<dyn Observer>>) -> Option<Rc<dyn Observer>> {
        self.is_observed.set(observer.is_some());
        self.observer.replace(observer)
    }

    pub(super) fn is_observed(&self) -> bool {
        self.is_observed.get()
    }

    pub(super) fn tell(&self, time: &dyn Time, event: &Event<'_>) {
        let observer = self.observer.borrow().clone();
        if let Some(observer) = observer {
            observer.observe(time.now(), event);
        }
    }

    /// Numbers a new piece of work.
    pub(super) fn number(&self, request: &Request, origin: Option<Origin>) -> Work {
        let number = self.works.get() + 1;
        self.works.set(number);
        Work { id: WorkId::new(number), kind: request.kind, priority: request.priority, origin }
    }

    /// The number of a new signal.
    pub(super) fn number_of_a_signal(&self) -> SignalId {
        let number = self.signals.get() + 1;
        self.signals.set(number);
        SignalId(number)
    }
}

impl<'a> Scheduled<'a> {
    pub(super) fn new(
        work: Work,
        request: &Request,
        scheduled_by: Option<WorkId>,
        places: &'a RefCell<Locations>,
        context: &'a mut Context,
    ) -> Self {
        let Request { signal, delay, .. } = *request;
        Self { work, signal, delay, scheduled_by, places, context: RefCell::new(context) }
    }
}
