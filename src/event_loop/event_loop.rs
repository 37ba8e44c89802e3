//! The event loop itself: its parts, and how to get at them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::builtins::promise::Promise;
use boa_engine::job::NativeAsyncJob;
use boa_engine::{Context, JsError, JsObject};

use super::continuation_state::{ContinuationState, SchedulerId};
use super::current::Current;
use super::idle_period::IdlePeriods;
use super::memory::Waves;
use super::microtasks::Microtasks;
use super::observer::{Event, Notifier, Observer, Request, Scheduled, SignalId};
use super::origin::{Location, Locations, Origin, origin_of_the_caller};
use super::policy::{DefaultPolicy, Policy};
use super::rejected_promises::{Batch, RejectedPromises};
use super::remote::Remote;
use super::scheduler_tasks::SchedulerTasks;
use super::task_source::TaskSources;
use super::time::{Time, Timestamp};
use super::timers::Timers;
use super::work::{Ending, Work, WorkKind};
use crate::scheduling::{EnqueueOrder, TaskPriority};

/// A task that waits in a scheduler task queue.
pub trait SchedulerTask {
    /// Queues the task, when its delay is over.
    fn enqueue(self: Rc<Self>, event_loop: &EventLoop);

    /// The priority that it is queued with, at this moment.
    fn priority(&self) -> TaskPriority;

    /// Runs the task's steps. Exceptions are the task's own affair: only whether there was one is returned.
    fn run(self: Rc<Self>, event_loop: &EventLoop, context: &mut Context) -> Ending;

    /// The task's number, kind, priority and origin.
    fn work(&self) -> Work;
}

/// What the event loop needs from the modules above it: somewhere to report errors.
pub trait ErrorReporting {
    /// [Reports an exception](https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception) that nothing
    /// caught, for the current realm's global.
    fn report_an_exception(&self, exception: JsError, event_loop: &EventLoop, context: &mut Context);

    /// The task of [notifying about rejected promises](https://html.spec.whatwg.org/multipage/webappapis.html#notify-about-rejected-promises).
    fn notify_about_rejected_promises(&self, batch: Batch, event_loop: &EventLoop, context: &mut Context);

    /// A promise got its first handler after it had been rejected, and too late not to be reported.
    fn a_rejected_promise_was_handled(
        &self,
        promise: &JsObject<Promise>,
        event_loop: &EventLoop,
        context: &mut Context,
    );
}

/// The steps of a task of a plain task source.
pub(super) type Steps = Box<dyn FnOnce(&EventLoop, &mut Context) -> Ending>;

/// The steps of a microtask that is no promise job.
pub(super) type MicrotaskSteps = Box<dyn FnOnce(&EventLoop, &mut Context)>;

/// Steps that queue a task at the position that they are given.
type QueuingSteps = Box<dyn FnOnce(&EventLoop, QueuePosition)>;

/// What a timer does. It runs no JavaScript.
pub(super) enum TimerSteps {
    Run(QueuingSteps),
    Enqueue(Rc<dyn SchedulerTask>),
}

/// The steps of an idle callback.
pub(super) type IdleSteps = Box<dyn FnOnce(Timestamp, &EventLoop, &mut Context) -> Ending>;

/// Which place a task takes among all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueuePosition {
    /// Behind all tasks that wait.
    Last,
    /// The one that was taken for it when it was asked for.
    Taken(EnqueueOrder),
}

/// What waits to run, in the queues that the policy chooses from, and the timers that lead there.
#[derive(Default)]
pub(super) struct Waiting {
    pub(super) scheduler_tasks: RefCell<SchedulerTasks<Rc<dyn SchedulerTask>>>,
    pub(super) sources: RefCell<TaskSources<Steps>>,
    pub(super) timers: RefCell<Timers<TimerSteps>>,
    pub(super) idle: RefCell<IdlePeriods<IdleSteps>>,
}

/// What the engine handed over: microtasks, and jobs for the pump to poll.
#[derive(Default)]
pub(super) struct Jobs {
    pub(super) microtasks: Microtasks<MicrotaskSteps>,
    pub(super) asynchronous: RefCell<Vec<(Work, NativeAsyncJob)>>,
    /// Cleanup jobs of finalization registries, which wait for the collector and never keep a program alive.
    pub(super) finalization: RefCell<Vec<NativeAsyncJob>>,
}

/// Where errors go.
#[derive(Default)]
pub(super) struct Errors {
    pub(super) reporting: RefCell<Option<Rc<dyn ErrorReporting>>>,
    pub(super) rejected_promises: RejectedPromises,
}

/// An event loop. There is one per [`Context`], which also uses it as its job executor.
pub struct EventLoop {
    pub(super) time: Rc<dyn Time>,
    /// Taken out while it decides.
    pub(super) policy: RefCell<Option<Box<dyn Policy>>>,
    pub(super) waiting: Waiting,
    pub(super) jobs: Jobs,
    pub(super) current: Current,
    pub(super) errors: Errors,
    pub(super) notifier: Notifier,
    pub(super) places: RefCell<Locations>,
    pub(super) memory: Waves,
    pub(super) remote: Remote,
    next_scheduler_id: Cell<u32>,
}

impl EventLoop {
    /// An event loop on the given time, with the [`DefaultPolicy`].
    #[must_use]
    pub fn new(time: Rc<dyn Time>) -> Rc<Self> {
        Rc::new(Self {
            remote: Remote::new(time.waker()),
            time,
            policy: RefCell::new(Some(Box::new(DefaultPolicy))),
            waiting: Waiting::default(),
            jobs: Jobs::default(),
            current: Current::default(),
            errors: Errors::default(),
            notifier: Notifier::default(),
            places: RefCell::default(),
            memory: Waves::default(),
            next_scheduler_id: Cell::new(0),
        })
    }

    /// The event loop of a context that was built with one as its job executor, or `None`.
    #[must_use]
    pub fn of(context: &Context) -> Option<Rc<Self>> {
        context.downcast_job_executor::<Self>()
    }

    /// Where time comes from.
    #[must_use]
    pub fn time(&self) -> &Rc<dyn Time> {
        &self.time
    }

    /// The current time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.time.now()
    }

    /// Replaces the policy that chooses what runs next.
    pub fn set_policy(&self, policy: impl Policy + 'static) {
        self.set_boxed_policy(Box::new(policy));
    }

    pub(crate) fn set_boxed_policy(&self, policy: Box<dyn Policy>) {
        let previous = self.policy.replace(Some(policy));
        drop(previous);
    }

    /// Sets who is told what the loop does, and returns who was before.
    pub fn set_observer(&self, observer: Option<Rc<dyn Observer>>) -> Option<Rc<dyn Observer>> {
        self.notifier.set_observer(observer)
    }

    /// Tells the observer, if there is one. `event` is only made then.
    #[inline]
    pub fn tell<'a>(&self, event: impl FnOnce() -> Event<'a>) {
        if self.notifier.is_observed() {
            self.notifier.tell(&*self.time, &event());
        }
    }

    /// Sets who is told of exceptions and rejected promises. Without one they vanish.
    pub fn set_error_reporting(&self, reporting: Rc<dyn ErrorReporting>) {
        let previous = self.errors.reporting.replace(Some(reporting));
        drop(previous);
    }

    /// A handle for other threads.
    #[must_use]
    pub fn remote(&self) -> Remote {
        self.remote.clone()
    }

    /// The promises that were rejected without a handler.
    #[must_use]
    pub fn rejected_promises(&self) -> &RejectedPromises {
        &self.errors.rejected_promises
    }

    /// What returns freed memory to the operating system where the allocator keeps it. It is called before a long sleep
    /// and when a large wave of tasks has passed.
    pub fn set_give_memory_back(&self, give_memory_back: fn()) {
        self.memory.set_give_memory_back(give_memory_back);
    }

    /// A name for a new `Scheduler` of this event loop, the key of its entry in a [`ContinuationState`].
    #[must_use]
    pub fn new_scheduler_id(&self) -> SchedulerId {
        SchedulerId::take(&self.next_scheduler_id)
    }

    /// The number of a new signal. Whoever makes one tells of it with [`Event::SignalMade`].
    #[must_use]
    pub fn new_signal_id(&self) -> SignalId {
        self.notifier.number_of_a_signal()
    }

    /// The [current continuation state], which `yield()` inherits from.
    ///
    /// [current continuation state]: https://wicg.github.io/scheduling-apis/#event-loop-current-scheduling-state
    #[must_use]
    pub fn current_continuation_state(&self) -> Option<ContinuationState> {
        self.current.continuation_state()
    }

    /// Runs `steps` with the given continuation state as the current one, and restores the one before on every way out.
    pub fn with_continuation_state<R>(&self, state: Option<ContinuationState>, steps: impl FnOnce() -> R) -> R {
        let _guard = self.current.enter_state(state);
        steps()
    }

    /// Runs the callback of a promise job with the continuation state that it was made with.
    pub fn with_the_state_of_a_job<R>(&self, state: Option<ContinuationState>, steps: impl FnOnce() -> R) -> R {
        self.current.set_job_origin(state.as_ref().and_then(ContinuationState::origin));
        self.with_continuation_state(state, steps)
    }

    /// Whether a job callback that is called now is that of a finalization registry. Such a callback is a task: see
    /// [HostEnqueueFinalizationRegistryCleanupJob](https://html.spec.whatwg.org/multipage/webappapis.html#hostenqueuefinalizationregistrycleanupjob).
    pub(crate) fn is_finalizing(&self) -> bool {
        self.current.is_finalizing()
    }

    /// The level of nesting of the timer whose task runs now; 0 in every other task.
    #[must_use]
    pub fn timer_nesting_level(&self) -> u32 {
        self.current.timer_nesting_level()
    }

    /// Sets the [timer nesting level](https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#timer-nesting-level)
    /// of the task that runs now. It ends with the task.
    pub fn set_timer_nesting_level(&self, level: u32) {
        self.current.set_timer_nesting_level(level);
    }

    /// Notes that the program asks for work at the place of its current call. The work has a number from now on, with
    /// which it is queued, at once or after a delay.
    pub fn new_work(&self, request: impl Into<Request>, context: &mut Context) -> Work {
        let origin = self.caller(context);
        self.new_work_from(&request.into(), origin, context)
    }

    /// The place of the call that JavaScript is making now; `None` if no source file did.
    #[must_use]
    pub fn caller(&self, context: &mut Context) -> Option<Origin> {
        origin_of_the_caller(&self.places, context)
    }

    /// As [`Self::new_work`], for work that the host asks for by itself.
    pub fn new_host_work(&self, kind: WorkKind, context: &mut Context) -> Work {
        self.new_work_from(&kind.into(), None, context)
    }

    /// As [`Self::new_work`], for another round of work that was asked for before.
    pub fn new_round(&self, work: Work, delay: u64, context: &mut Context) -> Work {
        let request = Request { delay: Some(delay), ..work.kind.into() };
        self.new_work_from(&request, work.origin, context)
    }

    fn new_work_from(&self, request: &Request, origin: Option<Origin>, context: &mut Context) -> Work {
        let work = self.notifier.number(request, origin);
        if self.notifier.is_observed() {
            let by = self.current.work().map(|work| work.id);
            let scheduled = Scheduled::new(work, request, by, &self.places, context);
            self.tell(|| Event::Scheduled(&scheduled));
        }
        work
    }

    /// The place that an origin names.
    #[must_use]
    pub fn location(&self, origin: Origin) -> Option<Location> {
        self.places.borrow().location(origin).cloned()
    }

    /// What asked for the work that runs now, or for the task whose continuation runs.
    #[must_use]
    pub fn current_origin(&self) -> Option<(WorkKind, Origin)> {
        self.current.origin()
    }

    /// How many scheduler task queues exist: the six of fixed priority, and one or two per signal with waiting tasks.
    #[must_use]
    pub fn scheduler_task_queue_count(&self) -> usize {
        self.waiting.scheduler_tasks.borrow().queues.queue_count()
    }

    /// How many timers run.
    #[must_use]
    pub fn timer_count(&self) -> usize {
        self.waiting.timers.borrow().len()
    }

    /// When the loop must be turned again although nothing happens: the first timer's due time.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Timestamp> {
        self.waiting.timers.borrow().next_due()
    }
}
