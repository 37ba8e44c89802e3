//! The HTML event loop: task sources, scheduler tasks, microtasks, timers, idle periods and work from other threads.
//!
//! [`EventLoop`] holds what waits and knows how to run one piece of it; [`Pump`] turns it, sleeps when there is nothing
//! to do and polls asynchronous jobs. Which piece runs next is decided by a [`Policy`], a pure function.
//!
//! Defined by HTML's [event loops](https://html.spec.whatwg.org/multipage/webappapis.html#event-loops) with the changes of
//! [Prioritized Task Scheduling](https://wicg.github.io/scheduling-apis/#sec-patches-html-event-loop-processing).

mod continuation_state;
mod idle_period;
mod job_executor;
mod main_await;
mod memory;
mod microtasks;
mod origin;
mod pending;
mod policy;
mod processing;
mod pump;
mod rejected_promises;
mod remote;
mod task_source;
#[cfg(test)]
mod tests;
mod time;
mod timers;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::builtins::promise::Promise;
use boa_engine::job::NativeAsyncJob;
use boa_engine::{Context, JsError, JsObject};

use crate::scheduling::{EffectivePriority, QueueId, TaskId, TaskPriority, TaskQueues};

pub use continuation_state::{ContinuationState, SchedulerId};
pub use idle_period::{IDLE_PERIOD, IdleId};
pub use origin::{Location, Origin, stack_lines};
pub use pending::{Pending, PendingQueue, PendingTimer};
pub use policy::{Choice, Policy, Ready, default_policy, explain};
pub use pump::{Outcome, Pump, Turn};
pub use rejected_promises::{RejectedPromise, RejectedPromises};
pub use remote::{KeepAlive, Remote};
pub use task_source::TaskSource;
pub(crate) use time::milliseconds;
pub use time::{RealTime, Time, Timestamp, VirtualTime};
pub use timers::{TimerId, TimerKind};

use continuation_state::CurrentContinuationState;
use idle_period::IdlePeriods;
use main_await::MainAwait;
use memory::Waves;
use microtasks::Microtasks;
use origin::SharedOrigins;
use task_source::TaskSources;
use timers::{Timer, Timers};

/// A task that waits in a scheduler task queue.
pub trait SchedulerTask {
    /// Runs the task's steps. Exceptions are the task's own affair: nothing is returned.
    fn run(self: Rc<Self>, context: &mut Context);

    /// Where it was asked for.
    fn origin(&self) -> Option<Origin> {
        None
    }

    /// When it was queued, if somebody wants to know: see [`EventLoop::note_times`].
    fn queued_at(&self) -> Option<Timestamp> {
        None
    }
}

/// What the event loop needs from the rooms above it: somewhere to tell of errors.
pub trait ErrorReporting {
    /// [Reports an exception](https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception) that nothing caught.
    fn report_an_exception(&self, exception: JsError, context: &mut Context);

    /// [Notifies about rejected promises](https://html.spec.whatwg.org/multipage/webappapis.html#notify-about-rejected-promises).
    fn notify_about_rejected_promises(&self, context: &mut Context);

    /// A promise got its first handler although it had been rejected before, and may have been told of.
    fn a_rejected_promise_was_handled(&self, promise: &JsObject<Promise>, context: &mut Context);
}

/// The steps of a task of a plain task source.
pub type Steps = Box<dyn FnOnce(&mut Context)>;

/// An event loop. There is one per [`Context`], which also uses it as its job executor.
pub struct EventLoop {
    time: Rc<dyn Time>,
    policy: Cell<Policy>,
    scheduler_tasks: RefCell<TaskQueues<Rc<dyn SchedulerTask>>>,
    static_queues: [QueueId; EffectivePriority::COUNT],
    sources: RefCell<TaskSources>,
    microtasks: Microtasks,
    timers: RefCell<Timers>,
    idle: RefCell<IdlePeriods>,
    async_jobs: RefCell<Vec<NativeAsyncJob>>,
    finalization_jobs: RefCell<Vec<NativeAsyncJob>>,
    remote: Remote,
    rejected_promises: RejectedPromises,
    continuation_state: CurrentContinuationState,
    origins: SharedOrigins,
    job_origin: Cell<Option<Origin>>,
    notes_times: Cell<bool>,
    main_await: MainAwait,
    waves: Waves,
    script_depth: Cell<usize>,
    next_scheduler_id: Cell<u32>,
    error_reporting: RefCell<Option<Rc<dyn ErrorReporting>>>,
}

impl EventLoop {
    /// An event loop on the given time, with the [`default_policy`].
    #[must_use]
    pub fn new(time: Rc<dyn Time>) -> Rc<Self> {
        let mut scheduler_tasks = TaskQueues::new();
        let static_queues =
            std::array::from_fn(|level| scheduler_tasks.create_queue(TaskPriority::ALL[level / 2], level % 2 == 1));
        Rc::new(Self {
            remote: Remote::new(time.waker()),
            time,
            policy: Cell::new(default_policy),
            scheduler_tasks: RefCell::new(scheduler_tasks),
            static_queues,
            sources: RefCell::default(),
            microtasks: Microtasks::default(),
            timers: RefCell::default(),
            idle: RefCell::default(),
            async_jobs: RefCell::default(),
            finalization_jobs: RefCell::default(),
            rejected_promises: RejectedPromises::default(),
            continuation_state: CurrentContinuationState::default(),
            origins: SharedOrigins::default(),
            job_origin: Cell::new(None),
            notes_times: Cell::new(false),
            main_await: MainAwait::default(),
            waves: Waves::default(),
            script_depth: Cell::new(0),
            next_scheduler_id: Cell::new(0),
            error_reporting: RefCell::default(),
        })
    }

    /// The event loop of a context that was built with one as its job executor, or `None`.
    #[must_use]
    pub fn of(context: &Context) -> Option<Rc<Self>> {
        context.downcast_job_executor::<Self>()
    }

    /// Whether tasks note when they were queued, which costs a look at the clock for each.
    #[must_use]
    pub fn notes_times(&self) -> bool {
        self.notes_times.get()
    }

    /// Makes tasks note when they are queued, for those who want to see how long they waited.
    pub fn note_times(&self, yes: bool) {
        self.notes_times.set(yes);
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
    pub fn set_policy(&self, policy: Policy) {
        self.policy.set(policy);
    }

    /// Sets who is told of exceptions and rejected promises. Without one they vanish.
    pub fn set_error_reporting(&self, reporting: Rc<dyn ErrorReporting>) {
        *self.error_reporting.borrow_mut() = Some(reporting);
    }

    /// A handle for other threads.
    #[must_use]
    pub fn remote(&self) -> Remote {
        self.remote.clone()
    }

    /// The promises that were rejected with nobody listening.
    #[must_use]
    pub fn rejected_promises(&self) -> &RejectedPromises {
        &self.rejected_promises
    }

    /// A name for a new `Scheduler` of this event loop, the key of its entry in a [`ContinuationState`].
    #[must_use]
    pub fn new_scheduler_id(&self) -> SchedulerId {
        SchedulerId::take(&self.next_scheduler_id)
    }

    /// The [current continuation state], which `yield()` inherits from.
    ///
    /// [current continuation state]: https://wicg.github.io/scheduling-apis/#event-loop-current-scheduling-state
    #[must_use]
    pub fn current_continuation_state(&self) -> Option<ContinuationState> {
        self.continuation_state.get()
    }

    /// Runs `steps` with the given continuation state as the current one, and restores the one before on every way out.
    pub fn with_continuation_state<R>(&self, state: Option<ContinuationState>, steps: impl FnOnce() -> R) -> R {
        let _guard = self.continuation_state.enter(state);
        steps()
    }

    /// [Queues a task](https://html.spec.whatwg.org/multipage/webappapis.html#queue-a-task) on a task source.
    pub fn queue_a_task(&self, source: TaskSource, steps: impl FnOnce(&mut Context) + 'static) {
        let order = self.scheduler_tasks.borrow_mut().take_enqueue_order();
        self.sources.borrow_mut().push(source, order, Box::new(steps));
    }

    /// [Queues a microtask](https://html.spec.whatwg.org/multipage/webappapis.html#queue-a-microtask). It carries the
    /// current continuation state.
    pub fn queue_a_microtask(self: &Rc<Self>, steps: impl FnOnce(&mut Context) + 'static) {
        match self.current_continuation_state() {
            None => self.microtasks.push(Box::new(steps)),
            Some(state) => {
                let event_loop = Rc::clone(self);
                self.microtasks.push(Box::new(move |context| {
                    event_loop.with_continuation_state(Some(state), || steps(context));
                }));
            }
        }
    }

    /// The queue for tasks of a priority that cannot change.
    #[must_use]
    pub fn static_queue(&self, priority: TaskPriority, is_continuation: bool) -> QueueId {
        self.static_queues[EffectivePriority::new(priority, is_continuation).index()]
    }

    /// The queue that `cached` names, or a new one (and its name in `cached`) if that one is gone.
    pub fn dynamic_queue(
        &self,
        cached: &Cell<Option<QueueId>>,
        priority: TaskPriority,
        is_continuation: bool,
    ) -> QueueId {
        let mut queues = self.scheduler_tasks.borrow_mut();
        if let Some(queue) = cached.get().filter(|&queue| queues.contains(queue)) {
            queue
        } else {
            let queue = queues.create_queue(priority, is_continuation);
            cached.set(Some(queue));
            queue
        }
    }

    /// Changes the priority of a queue, and so of every task in it. O(log q) amortised, whatever the number of tasks.
    pub fn set_queue_priority(&self, queue: QueueId, priority: TaskPriority) {
        self.scheduler_tasks.borrow_mut().set_priority(queue, priority);
    }

    /// [Queues a scheduler task](https://wicg.github.io/scheduling-apis/#queue-a-scheduler-task). `None` if the queue is gone.
    pub fn queue_a_scheduler_task(&self, queue: QueueId, task: Rc<dyn SchedulerTask>) -> Option<TaskId> {
        let mut queues = self.scheduler_tasks.borrow_mut();
        let id = queues.push(queue, task);
        self.waves.rise(queues.len());
        id
    }

    /// Removes a scheduler task that has not run, and its queue if that was the last one in it.
    pub fn remove_scheduler_task(&self, task: TaskId) {
        let mut queues = self.scheduler_tasks.borrow_mut();
        let Some(queue) = queues.queue_of(task) else { return };
        let removed = queues.remove(task);
        self.run_removal_steps(&mut queues, queue);
        drop(queues);
        drop(removed);
    }

    /// Queues whose priority cannot change are kept when they are empty: there are six, and they cost nothing.
    fn run_removal_steps(&self, queues: &mut TaskQueues<Rc<dyn SchedulerTask>>, queue: QueueId) {
        if !self.static_queues.contains(&queue) {
            queues.remove_if_empty(queue);
        }
    }

    /// How many scheduler tasks wait at each effective priority, 0 to 5.
    #[must_use]
    pub fn scheduler_task_counts(&self) -> [usize; EffectivePriority::COUNT] {
        self.scheduler_tasks.borrow().counts()
    }

    /// How many scheduler task queues exist: the six of fixed priority, and one or two per signal with waiting tasks.
    #[must_use]
    pub fn scheduler_task_queue_count(&self) -> usize {
        self.scheduler_tasks.borrow().queue_count()
    }

    /// How many timers run.
    #[must_use]
    pub fn timer_count(&self) -> usize {
        self.timers.borrow().len()
    }

    /// [Runs steps after a timeout](https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#run-steps-after-a-timeout):
    /// after at least `delay` milliseconds. The steps run between tasks and must not run JavaScript; they queue a task
    /// for that. `kind` and `origin` are for people. O(1) if the timer is due after all others, O(log n) otherwise.
    pub fn run_steps_after_a_timeout(
        &self,
        delay: u64,
        kind: TimerKind,
        origin: Option<Origin>,
        steps: impl FnOnce(&Self) + 'static,
    ) -> TimerId {
        let due = self.now().after_milliseconds(delay);
        let keeps_alive = kind != TimerKind::AbortSignalTimeout;
        self.timers.borrow_mut().insert(due, Timer { keeps_alive, kind, origin, steps: Box::new(steps) })
    }

    /// Says whether a timer keeps a program alive. That of `AbortSignal.timeout` does not to begin with.
    pub fn set_timer_keeps_alive(&self, timer: TimerId, keeps_alive: bool) {
        self.timers.borrow_mut().set_keeps_alive(timer, keeps_alive);
    }

    /// Stops a timer. Its steps are dropped. Nothing happens if it has fired.
    pub fn cancel_timer(&self, timer: TimerId) {
        let steps = self.timers.borrow_mut().remove(timer);
        drop(steps);
    }

    /// When the loop must be turned again although nothing happens: the first timer's due time.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Timestamp> {
        self.timers.borrow().next_due()
    }

    /// Asks for `steps` in the next [idle period](https://w3c.github.io/requestidlecallback/#start-an-idle-period-algorithm).
    /// They get the moment at which that period ends.
    pub fn request_idle(&self, steps: impl FnOnce(Timestamp, &mut Context) + 'static) -> IdleId {
        self.idle.borrow_mut().request(Box::new(steps))
    }

    /// Forgets idle steps that have not run. Returns whether there were any.
    pub fn cancel_idle(&self, idle: IdleId) -> bool {
        let steps = self.idle.borrow_mut().cancel(idle);
        steps.is_some()
    }
}
